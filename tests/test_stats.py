"""Estimates and their uncertainty: against SciPy, by simulated coverage, and against pandas on whole runs."""

from __future__ import annotations

import dataclasses
import math
from itertools import pairwise

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats as scipy_stats

import boardstats as bs
from boardstats import below, uniform
from boardstats.games.sirvam import GAME
from boardstats.games.sirvam.state import ON_TURN
from boardstats.plan import Batch
from boardstats.ranking import rank_seats
from boardstats.results import Run
from boardstats.stats import Tally, mean_interval, normal_quantile, paired_difference, wilson
from tests.support import assert_same_rows


@bs.sirvam.strategy
def mine(view, moves, rng, call=0.3):
    """A user's strategy, so that a line-up has two kinds."""
    if view.decision == ON_TURN:
        return len(moves) - 1 if uniform(rng) < call else 0
    return below(rng, len(moves))


# ---- Wilson ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", [0.5, 0.9, 0.95, 0.99])
@pytest.mark.parametrize("n", [1, 2, 3, 19, 20, 100, 12_345, 10**9])
def test_wilson_equals_scipy(n: int, level: float) -> None:
    successes = sorted({*range(min(n, 20) + 1), n // 3, n // 2, n - 1, n})
    low, high = wilson(successes, n, level)
    for k, a, b in zip(successes, low, high, strict=True):
        expected = scipy_stats.binomtest(k, n).proportion_ci(confidence_level=level, method="wilson")
        assert (a, b) == pytest.approx((expected.low, expected.high), rel=1e-9, abs=1e-12)


@pytest.mark.parametrize(
    ("k", "n", "low", "high"), [(0, 0, 0, 1), (0, 20, 0, 0.161125), (20, 20, 0.838875, 1), (10, 20, 0.299298, 0.700702)]
)
def test_wilson_at_the_ends(k: int, n: int, low: float, high: float) -> None:
    """The middle two: z² / (n + z²) from the end, with z = 1.959964."""
    assert [float(end) for end in wilson(k, n)] == pytest.approx([low, high], abs=1e-6)
    assert k not in (0, n) or (float(wilson(k, n)[0]) == 0) or (float(wilson(k, n)[1]) == 1)


@given(n=st.integers(0, 10**7), share=st.floats(0, 1), ways=st.integers(1, 6))
def test_wilson_lies_in_the_unit_interval_round_the_share(n: int, share: float, ways: int) -> None:
    """Also for wins that were shared and therefore add up with rounding."""
    k = sum([share * n / ways] * ways) if share < 1 else sum([n / ways] * ways)
    low, high = map(float, wilson(k, n))
    assert 0 <= low <= high <= 1 or math.isclose(high, 1)
    assert n == 0 or low - 1e-12 <= k / n <= high + 1e-12


def test_wilson_broadcasts() -> None:
    low, high = wilson([[0], [1]], [0, 10, 20])
    assert low.shape == high.shape == (2, 3)
    assert (low[0, 0], high[0, 0]) == (0, 1)
    assert low[1, 2] == wilson(1, 20)[0]


@pytest.mark.parametrize("level", [0, 1, -1, 1.5, float("nan")])
def test_a_level_lies_between_0_and_1(level: float) -> None:
    with pytest.raises(ValueError, match="level"):
        wilson(1, 2, level)


# ---- coverage: 20,000 samples; three standard errors of a share of 95 % are 0.5 % ------------------------------------

SAMPLES = 20_000


@pytest.mark.parametrize("p", [0.001, 0.02, 0.25, 0.5, 0.75, 0.98, 0.999])
@pytest.mark.parametrize("n", [100, 2000])
def test_wilson_covers(n: int, p: float) -> None:
    """Exactly, as the sum of the chances of those outcomes whose interval holds p; on average over nearby p 95 %."""
    k = np.arange(n + 1)
    low, high = wilson(k, n)
    nearby = np.linspace(max(p - 0.01, 1e-9), min(p + 0.01, 1 - 1e-9), 201)
    covered = [scipy_stats.binom.pmf(k, n, q)[(low <= q) & (q <= high)].sum() for q in nearby]
    assert 0.935 < np.mean(covered) < 0.98
    drawn = np.random.default_rng(1).binomial(n, p, SAMPLES)
    at_p = scipy_stats.binom.pmf(k, n, p)[(low <= p) & (p <= high)].sum()
    assert np.mean((low[drawn] <= p) & (p <= high[drawn])) == pytest.approx(at_p, abs=0.006)


@pytest.mark.parametrize("share_of_ties", [0.2, 0.8])
def test_wilson_errs_on_the_wide_side_for_shared_wins(share_of_ties: float) -> None:
    rng, n = np.random.default_rng(2), 400
    p = share_of_ties / 2 + (1 - share_of_ties) / 4
    outcomes = rng.multinomial(n, [share_of_ties, (1 - share_of_ties) / 4, 3 * (1 - share_of_ties) / 4], SAMPLES)
    low, high = wilson(outcomes[:, 0] / 2 + outcomes[:, 1], n)
    assert np.mean((low <= p) & (p <= high)) > 0.95


@pytest.mark.parametrize("level", [0.5, 0.95])
def test_mean_interval_covers(level: float) -> None:
    values = np.random.default_rng(3).gamma(2.0, 5.0, (SAMPLES, 300))
    _, low, high = mean_interval(values.sum(axis=1), (values**2).sum(axis=1), 300, level)
    assert np.mean((low <= 10) & (high >= 10)) == pytest.approx(level, abs=0.012)


def test_paired_difference_covers_and_is_narrower_than_two_means() -> None:
    rng, hits, narrower = np.random.default_rng(4), 0, 0
    for _ in range(3000):
        deck = rng.normal(0, 3, 200)  # what two runs of the same decks have in common
        a, b = deck + rng.normal(1.5, 1, 200), deck + rng.normal(1, 1, 200)
        mean, low, high = paired_difference(a, b)
        assert low < mean < high
        hits += low <= 0.5 <= high
        narrower += high - low < 2 * 1.96 * math.sqrt((a.var() + b.var()) / 200)
    assert hits / 3000 == pytest.approx(0.95, abs=0.012)
    assert narrower == 3000


def test_mean_interval_by_hand() -> None:
    mean, low, high = map(float, mean_interval(12, 50, 3))  # 3, 4, 5
    assert (mean, high - mean) == (4, pytest.approx(normal_quantile() * 1 / math.sqrt(3)))
    assert mean - low == pytest.approx(high - mean)


@pytest.mark.parametrize("n", [0, 1])
def test_what_is_unknown_is_nan_and_not_a_narrow_interval(n: int) -> None:
    mean, low, high = mean_interval(5.0 * n, 25.0 * n, n)
    assert math.isnan(low)
    assert math.isnan(high)
    assert math.isnan(mean) if n == 0 else mean == 5
    assert all(map(math.isnan, paired_difference([], [])))


def test_pairs_are_of_one_length() -> None:
    with pytest.raises(ValueError, match="3 and 2"):
        paired_difference([1, 2, 3], [1, 2])


# ---- ranks and ties --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("keys", "ranks", "shares"),
    [
        ([[10], [10], [3]], [1, 1, 3], [0.5, 0.5, 0]),
        ([[3], [10], [10]], [3, 1, 1], [0, 0.5, 0.5]),
        ([[4], [4], [4]], [1, 1, 1], [1 / 3] * 3),
        ([[10, 2], [10, 3], [3, 9]], [2, 1, 3], [0, 1, 0]),  # the second figure decides a tie of the first alone
        ([[10, 2], [10, 2], [10, 1], [11, 0]], [2, 2, 4, 1], [0, 0, 0, 1]),
        ([[-5], [-5], [-9], [-5]], [1, 1, 4, 1], [1 / 3, 1 / 3, 0, 1 / 3]),
        ([[0], [0]], [1, 1], [0.5, 0.5]),
        ([[1], [5], [3], [4], [2], [6]], [6, 2, 4, 3, 5, 1], [0, 0, 0, 0, 0, 1]),
    ],
)
def test_ranks_and_shares(keys: list[list[int]], ranks: list[int], shares: list[float]) -> None:
    seats = np.zeros(len(keys), GAME.seats.dtype)
    room = np.full((6, len(keys[0])), 99, np.int64)  # seats that do not play are not looked at
    room[: len(keys)] = keys
    rank_seats(room, seats)
    assert seats["rank"].tolist() == ranks
    assert seats["win_share"].tolist() == shares


def hand_made(scores: list[list[int]], finished: list[int] | None = None, labels: object = "random") -> Run:
    """Return a run with these scores (the highest wins), one list for each game."""
    players = len(scores[0])
    plan = bs.simulate("sirvam", 1, players=players, seed=1, strategies=labels).plan
    seats, games = np.zeros((len(scores), players), GAME.seats.dtype), np.zeros(len(scores), GAME.games.dtype)
    seats["score"], games["finished"] = scores, finished or [1] * len(scores)
    for game, row in enumerate(seats):
        if games["finished"][game]:
            rank_seats(row["score"][:, None].astype(np.int64), row)
    return Run(plan, Batch(0, seats, games, np.zeros((len(scores), players, 13), np.uint8)))


def test_wins_and_ties_are_told_apart() -> None:
    """Seat 0: two wins in five games, and two that it shares."""
    run = hand_made([[9, 1, 1], [9, 1, 2], [5, 5, 1], [7, 7, 7], [1, 2, 3]])
    rows = run.summary().loc["seat"]
    assert rows["won"].tolist() == [0.4, 0, 0.2]
    assert rows["shared"].tolist() == [0.4, 0.4, 0.2]
    assert rows["win_share"].tolist() == pytest.approx([(2 + 1 / 2 + 1 / 3) / 5, (1 / 2 + 1 / 3) / 5, (1 + 1 / 3) / 5])
    assert rows["win_share"].sum() == pytest.approx(1)
    assert rows["even"].tolist() == [1 / 3] * 3
    for name, wins in (("won", [2, 0, 1]), ("shared", [2, 2, 1])):
        low, high = wilson(wins, 5)
        assert rows[f"{name}_low"].tolist() == low.tolist()
        assert rows[f"{name}_high"].tolist() == high.tolist()


def test_one_game_of_ties_for_a_strategy_with_two_seats() -> None:
    run = hand_made([[10, 10, 3], [3, 10, 10]], labels=["random", mine, "random"])
    # The line-up rotates: `mine` sits in seat 1, then in seat 0.
    by_strategy = run.summary().loc["strategy"]
    assert by_strategy.loc["mine", ["win_share", "won", "shared"]].tolist() == [0.25, 0, 0.5]
    assert by_strategy.loc["random", ["win_share", "won", "shared"]].tolist() == [(0.25 + 0.5) / 2, 0, (0.5 + 1) / 2]


# ---- summaries -------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def run() -> Run:
    return bs.simulate("sirvam", 2000, players=4, seed=8, strategies=[mine, "random", mine(call=0.02), "random"])


@pytest.mark.parametrize("by", ["strategy", "seat"])
def test_summary_equals_a_group_by_of_the_frame(run: Run, by: str) -> None:
    """Each game once: its seats of a group are averaged first, then games are the sample.

    A win is one of a game's: the interval is that of what the group's seats have of it together, divided among them.
    """
    frame = run.frame.assign(won=run.frame["win_share"] == 1, shared=run.frame["win_share"].between(0, 1, inclusive="neither"))
    figures = [name for name in frame.columns if name not in ("game", "seat", "strategy")]
    by_game = frame.groupby([by, "game"], observed=True)[figures].mean()
    summary, n = run.summary().loc[by], 2000
    assert summary.index.tolist() == (["mine", "random", "mine(call=0.02)"] if by == "strategy" else [0, 1, 2, 3])
    assert (summary["games"] == n).all()
    assert (summary["unfinished"] == 0).all()
    for who, rows in by_game.groupby(level=0, observed=True):
        assert len(rows) == n
        seats = len(frame[frame[by] == who]) // n
        for name in figures:
            value, low, high = summary.loc[who, [name, f"{name}_low", f"{name}_high"]]
            assert value == pytest.approx(rows[name].mean())
            if name in ("win_share", "won"):  # one win a game, of which these seats together have a share
                ends = tuple(np.array(wilson(rows[name].sum() * seats, n)) / seats)
            elif name == "shared":
                ends = wilson(rows[name].sum(), n)
            else:
                half = scipy_stats.norm.ppf(0.975) * rows[name].sem()
                ends = rows[name].mean() - half, rows[name].mean() + half
            assert (low, high) == pytest.approx((float(ends[0]), float(ends[1])), abs=1e-9), name


def test_a_summary_of_one_game_claims_nothing() -> None:
    """Wide intervals for shares, and none for means; and no warning on the way."""
    summary = bs.simulate("sirvam", 1, players=3, seed=1, strategies="random").summary()
    assert summary[["score_low", "score_high"]].isna().all(axis=None)
    seats = summary.loc["seat"]
    assert (seats["win_share_high"] - seats["win_share_low"] > 0.7).all()
    assert seats["score"].notna().all()


def test_summary_has_every_column_of_the_frame_and_an_interval_for_each(run: Run) -> None:
    columns = set(run.summary().columns)
    for name in run.frame.columns.difference(["game", "seat", "strategy"]):
        assert {name, f"{name}_low", f"{name}_high"} <= columns


@pytest.mark.parametrize("sizes", [[1] * 20 + [1980], [700, 600, 700], [1999, 1]])
def test_tallies_added_batch_by_batch_equal_the_whole(run: Run, sizes: list[int]) -> None:
    who = np.array([[run.plan.labels.index(name) for name in row] for row in run.frame["strategy"].to_numpy().reshape(-1, 4)])
    ends = np.cumsum([0, *sizes])
    tally = Tally(run.plan.labels, 4, run.plan.game.seats.names)
    for a, b in pairwise(ends):
        tally.add(run.batch.seats[a:b], who[a:b])
    pd.testing.assert_frame_equal(tally.summary(), run.summary(), rtol=1e-12)
    assert (tally.games, tally.turns) == (run.tally.games, run.tally.turns)
    assert {who: group.scores for who, group in tally.by_seat.items()} == {
        who: group.scores for who, group in run.tally.by_seat.items()
    }


def test_tallies_count_scores_and_turns(run: Run) -> None:
    for by, groups in (("seat", run.tally.by_seat), ("strategy", run.tally.by_strategy)):
        for who, group in groups.items():
            assert group.scores == run.frame.loc[run.frame[by] == who, "score"].value_counts().to_dict()
    assert run.tally.turns == run.games["turns"].value_counts().to_dict()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_mirror_match_has_an_even_share_by_strategy_and_shows_the_seat_effect_by_seat(players: int) -> None:
    """One strategy in all seats: its share per seat is even without error; whatever is left is the seats' doing."""
    mirror = bs.simulate("sirvam", 4000, players=players, seed=2, strategies=mine)
    summary = mirror.summary()
    assert summary.loc[("strategy", "mine"), "win_share"] == pytest.approx(1 / players, abs=1e-12)
    twins = [mine, *[mine(call=0.3)] * (players - 1)]
    assert_same_rows(bs.simulate("sirvam", 4000, players=players, seed=2, strategies=twins), mirror)
    # The very same player under another name: with rotation both are even; without, the seat is taken for skill.
    other = bs.sirvam.strategy(renamed(mine.function, "twin"))
    rotated = (
        bs.simulate("sirvam", 4000, players=players, seed=2, strategies=[other, *[mine] * (players - 1)])
        .summary()
        .loc["strategy"]
    )
    assert rotated.loc["twin", "win_share_low"] < 1 / players < rotated.loc["twin", "win_share_high"]
    fixed = bs.simulate(
        "sirvam", 4000, players=players, seed=2, strategies=[other, *[mine] * (players - 1)], rotate=False
    ).summary()
    assert fixed.loc[("strategy", "twin"), "win_share"] == summary.loc[("seat", 0), "win_share"]


def renamed(function, name: str):
    """Return a function with the same body under another name."""
    made = type(function)(function.__code__, function.__globals__, name, function.__defaults__)
    made.__annotations__ = {}
    return made


# ---- unfinished games ------------------------------------------------------------------------------------------------


def test_unfinished_games_are_counted_and_reported() -> None:
    run = hand_made([[9, 1, 1], [5, 4, 4], [7, 0, 0], [1, 1, 1]], finished=[1, 0, 0, 1])
    assert run.games["finished"].tolist() == [True, False, False, True]
    summary = run.summary()
    assert (summary["unfinished"] == 2).all()
    assert (summary["games"] == 4).all()
    assert run.tally.unfinished == 2
    assert summary.loc[("seat", 0), "win_share"] == pytest.approx((1 + 1 / 3) / 4)  # won by nobody, and not left out
    assert summary.loc[("seat", 0), "score"] == (9 + 5 + 7 + 1) / 4
    assert run.frame.loc[run.frame["game"].isin([1, 2]), ["rank", "win_share"]].eq(0).all(axis=None)


def test_a_turn_limit_stops_games_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """With any limit, the finished games are exactly those of the run without one that took no more turns."""
    asked = {"players": 3, "seed": 4, "strategies": mine}
    free = bs.simulate("sirvam", 400, **asked)
    limited = dataclasses.replace(GAME, turn_limit=4)
    monkeypatch.setattr("boardstats.plan.load", lambda name: limited)
    run = bs.simulate("sirvam", 400, **asked)
    finished = run.games["finished"]
    assert finished.tolist() == (free.games["turns"] <= 4).tolist()
    assert 0 < finished.sum() < 400
    stopped = run.frame["game"].isin(run.games.loc[~finished, "game"])
    assert (run.frame.loc[stopped, ["rank", "win_share"]] == 0).all(axis=None)
    assert run.frame[~stopped].equals(free.frame[~stopped])
    assert len(run.frame) == 1200
    assert (run.summary()["unfinished"] == (~finished).sum()).all()
    assert run.games.loc[~finished, "turns"].between(4, 5).all()
    unfinished = int(run.games.loc[~finished, "game"].iloc[0])
    assert run.replay(unfinished).endswith("The game was stopped at its turn limit, unfinished.")
