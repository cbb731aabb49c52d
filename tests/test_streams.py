"""Random streams: NumPy's SFC64 bit for bit, numbers without bias, and a stream of its own for everything."""

from __future__ import annotations

import itertools
from collections import Counter

import numpy as np
import pytest
from numpy.random.bit_generator import ISeedSequence
from scipy import stats

import boardstats as bs
from boardstats.games.sirvam import GAME
from boardstats.streams import SEAT, below, next_word, open_stream, shuffle, uniform
from tests.reference_streams import Stream

TOP = 2**64 - 1
SEEDS = [(0, 0, 0), (1, 2, 3), (TOP, 0, 1), (0, TOP, SEAT), (2**63 - 1, 2**62, SEAT + 5), (TOP, TOP, TOP)]


class Words(ISeedSequence):
    """Hands NumPy's generator its three seed words as they are."""

    def __init__(self, *words: int) -> None:
        self.words = np.array(words, np.uint64)

    def generate_state(self, n_words, dtype=np.uint32):
        assert (n_words, np.dtype(dtype)) == (3, np.uint64)
        return self.words


def opened(seed: int, game: int, number: int) -> np.ndarray:
    stream = np.zeros(4, np.uint64)
    open_stream(stream, np.uint64(seed), np.uint64(game), np.uint64(number))
    return stream


def words(stream: np.ndarray, n: int) -> list[int]:
    return [int(next_word(stream)) for _ in range(n)]


@pytest.mark.parametrize(
    "state", [(0, 0, 0, 0), (1, 0, 0, 1), (TOP, TOP, TOP, TOP), (7, 11, 13, TOP - 3), (2**63, 2**40, 2**24, 1)]
)
def test_words_are_numpys_from_any_state(state: tuple[int, ...]) -> None:
    theirs = np.random.SFC64()
    theirs.state = {**theirs.state, "state": {"state": np.array(state, np.uint64)}}
    assert words(np.array(state, np.uint64), 1000) == theirs.random_raw(1000).tolist()


@pytest.mark.parametrize("seed", SEEDS)
def test_a_stream_is_numpys_generator_seeded_with_its_three_words(seed: tuple[int, int, int]) -> None:
    assert words(opened(*seed), 1000) == np.random.SFC64(Words(*seed)).random_raw(1000).tolist()


def test_different_seeds_games_and_numbers_give_different_streams() -> None:
    numbers = [0, 1, 2, 1 << 16, SEAT, SEAT + 1]
    start = Counter(tuple(words(opened(*key), 2)) for key in itertools.product(range(12), range(12), numbers))
    assert len(start) == 12 * 12 * len(numbers)
    firsts = {word for pair in start for word in pair}
    assert len(firsts) == 2 * len(start)


@pytest.mark.parametrize("n", [1, 2, 3, 6, 7, 52, 1000, 2**16 + 1, 3 * 2**30, 2**31 + 1, 2**32 - 1])
def test_below_equals_the_reference(n: int) -> None:
    ours, theirs = opened(5, 6, 7), Stream(5, 6, 7)
    drawn = [int(below(ours, n)) for _ in range(500)]
    assert drawn == [theirs.below(n) for _ in range(500)]
    assert 0 <= min(drawn) <= max(drawn) < n
    assert int(next_word(ours)) == theirs.next_word()  # as many words were used


@pytest.mark.parametrize(("n", "parts"), [(3, 3), (6, 6), (52, 52), (1000, 10), (3 * 2**30, 3), (5 * 2**29, 5)])
def test_below_is_even(n: int, parts: int) -> None:
    """Without rejection, the residues of the last two would come up unevenly: half of all numbers would be 0 mod 3."""
    stream = opened(2026, n, parts)
    counts = Counter(int(below(stream, n)) % parts for _ in range(30_000))
    assert sorted(counts) == list(range(parts))
    assert stats.chisquare(list(counts.values())).pvalue > 1e-3


def test_uniform_keeps_to_its_range_at_both_ends() -> None:
    assert uniform(np.array([0, 0, 0, 0], np.uint64)) == 0.0
    largest = uniform(np.array([TOP, 0, 0, 0], np.uint64))
    assert largest == 1 - 2.0**-53 < 1


def test_uniform_is_uniform_in_the_upper_bits_of_its_words() -> None:
    ours, theirs = opened(1, 2, 3), Stream(1, 2, 3)
    drawn = [float(uniform(ours)) for _ in range(20_000)]
    assert drawn == [(theirs.next_word() >> 11) / 2**53 for _ in range(20_000)]
    assert stats.kstest(drawn, "uniform").pvalue > 1e-3


def test_shuffle_gives_every_order_equally_often() -> None:
    stream = opened(1, 1, 1)
    counts: Counter[tuple[int, ...]] = Counter()
    for _ in range(24_000):
        cards = np.arange(4)
        shuffle(cards, 4, stream)
        counts[tuple(cards.tolist())] += 1
    assert set(counts) == set(itertools.permutations(range(4)))
    assert stats.chisquare(list(counts.values())).pvalue > 1e-3


@pytest.mark.parametrize("n", [0, 1, 2, 10, 52])
def test_shuffle_equals_the_reference_and_keeps_the_rest(n: int) -> None:
    cards, expected = np.arange(52, dtype=np.int8), list(range(52))
    shuffle(cards, n, opened(3, 1, 4))
    Stream(3, 1, 4).shuffle(expected, n)
    assert cards.tolist() == expected
    assert cards[n:].tolist() == list(range(n, 52))
    assert n < 10 or cards[:n].tolist() != list(range(n))


@pytest.mark.parametrize("vary", ["game", "seed"])
def test_a_thousand_games_open_with_a_thousand_different_deals(vary: str) -> None:
    box, hands, starts = bs.sirvam.Edition().box(4), set(), Counter()
    for i in range(1000):
        s = np.zeros(1, GAME.state)[0]
        s["seed"], s["game"], s["players"] = (i, 0, 4) if vary == "seed" else (7, i, 4)
        GAME.deal(s, box)
        hands.add(s["hand"][:4, :4].tobytes())
        starts[int(s["hand"][0, 0])] += 1
    assert len(hands) == 1000
    assert stats.chisquare([starts[kind] for kind in range(13)], 1000 * box["count"][:13] / 52).pvalue > 1e-3


def test_each_seat_draws_from_a_stream_of_its_own() -> None:
    """Every answer of `random` is the next number of the stream (seed, game, seat), whoever else plays."""
    run = bs.simulate(
        "sirvam", 50, players=4, seed=2**40 + 7, strategies="random", first_game=9, edition=bs.sirvam.Edition(full=True)
    )
    streams = {}
    for row in run.decisions().itertuples():
        stream = streams.setdefault((row.game, row.seat), Stream(2**40 + 7, row.game, SEAT + row.seat))
        assert row.answer == stream.below(row.n_legal)
    assert len(streams) == 200


def test_no_global_generator_is_read_or_moved() -> None:
    np.random.seed(1)  # noqa: NPY002 -- the global generator is what this is about
    before = np.random.get_state()  # noqa: NPY002
    one = bs.simulate("sirvam", 200, players=3, seed=1, strategies="random").frame
    after = np.random.get_state()  # noqa: NPY002
    assert all(np.array_equal(a, b) for a, b in zip(before, after, strict=True))
    np.random.seed(2)  # noqa: NPY002
    assert bs.simulate("sirvam", 200, players=3, seed=1, strategies="random").frame.equals(one)
