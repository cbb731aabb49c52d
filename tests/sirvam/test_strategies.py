"""The built-in strategies: plain decisions on hand-made views, and whole games for their strength."""

from __future__ import annotations

import functools

import numpy as np
import pytest

from boardstats.games import sirvam
from boardstats.games.sirvam import (
    DRAW,
    GAME,
    IN_PANTRY,
    ON_DRAWN,
    ON_LOOK,
    ON_LOOKED,
    ON_OFFER,
    ON_PUT_IN,
    ON_SWAP,
    ON_TAKE,
    ON_TURN,
    UNKNOWN,
    Edition,
)  # fmt: skip
from boardstats.games.sirvam.edition import KINGS
from boardstats.plan import make_plan

BOTH = ("careful", "sharp")
OF_TWO = 2  # players in the hand-made views


def make_view(decision, own, other=(UNKNOWN,) * 4, king="bell", **fields):
    """Return what seat 0 of two knows, its own recipes being `own`; all that it cannot see is face down."""
    box = Edition(king=king).box(OF_TWO)
    view = np.zeros(1, sirvam.VIEW).view(np.recarray)[0]
    for name in ("kinds", "value", "effect", "sea", "speed", "helpers"):
        view[name] = box[name]
    view.players, view.decision, view.king, view.games = OF_TWO, decision, KINGS.index(king), 1
    view.turn, view.pile, view.caller = 7, 30, -1
    view.drawn = view.discard = view.match_low = view.match_high = UNKNOWN
    view.looked_player = view.looked_place = -1
    view.known[:] = UNKNOWN
    for seat, hand in enumerate((own, other)):
        view.cards[seat] = len(hand)
        view.known[seat, : len(hand)] = hand
        # Seat 1 knows its own recipes.
        view.knowers[seat, : len(hand)] = [int(value != UNKNOWN) | seat << 1 for value in hand]
    view.unseen[:] = box["count"]
    for name, value in fields.items():
        setattr(view, name, value)
    for value in (*own, *other, view.drawn, view.discard):
        if value != UNKNOWN:
            view.unseen[list(view.value[: view.kinds]).index(value)] -= 1
    return view


def answer(name, view, legal, moves=None, **parameters):
    """Return the index that a strategy answers with, as plain Python."""
    strategy = GAME.strategies[name](**parameters)
    moves = np.zeros(legal, sirvam.MOVE).view(np.recarray) if moves is None else moves
    index = strategy.function(view, moves, np.zeros(4, np.uint64), **strategy.parameters)
    assert 0 <= index < legal
    return index


def in_pantry(own, discard, king="bell", matches=None, **fields):
    low, high = matches or (discard, discard)
    return make_view(IN_PANTRY, own, king=king, discard=discard, match_low=low, match_high=high, active=1, **fields)


def places(counts, kind, skip=-1):
    """Return the looks or swaps at all places, as the game lists them."""
    moves = [(kind, seat, place, -1) for seat, n in enumerate(counts) if seat != skip for place in range(n)]
    return np.array(moves, sirvam.MOVE).view(np.recarray)


@pytest.mark.parametrize("name", BOTH)
@pytest.mark.parametrize("king", [king for king in KINGS if king not in ("eleven", "purple")])
def test_throws_a_known_match(name, king):
    assert answer(name, in_pantry((UNKNOWN, 2, 8, 10), 8, king), 5) == 3


@pytest.mark.parametrize("name", BOTH)
def test_throws_neighbours_before_the_purple_king(name):
    assert answer(name, in_pantry((2, 15, 8, 6), 10, "purple", matches=(9, 15)), 5) == 2
    assert answer(name, in_pantry((2, 10, 8, 6), 10, "purple", matches=(9, 15)), 5) == 0


@pytest.mark.parametrize("name", BOTH)
@pytest.mark.parametrize("king", [king for king in KINGS if king != "purple"])
def test_never_throws_an_unknown_recipe_early(name, king):
    assert answer(name, in_pantry((UNKNOWN, UNKNOWN, 2, 3), 8, king), 5) == 0


@pytest.mark.parametrize("name", BOTH)
def test_keeps_what_is_worth_nothing_to_lose(name):
    assert answer(name, in_pantry((-1, 2, 8, 10), -1), 5) == 0


@pytest.mark.parametrize("name", BOTH)
def test_eleven_king_wants_no_less_than_eleven(name):
    assert answer(name, in_pantry((3, 8), 8, "eleven"), 3) == 0
    assert answer(name, in_pantry((3, 8, 8), 8, "eleven"), 4) in (2, 3)


def test_sharp_gambles_when_most_of_what_is_left_matches():
    view = in_pantry((UNKNOWN, 2), 8, pile=2)
    view.unseen[:] = 0
    view.unseen[list(view.value).index(8)] = 3
    view.unseen[list(view.value).index(2)] = 1
    assert answer("sharp", view, 3) == 1
    assert answer("careful", view, 3) == 0


def test_careful_calls_at_its_threshold_and_below():
    for total, calls in ((1, 1), (2, 1), (3, 0)):
        assert answer("careful", make_view(ON_TURN, (0, 0, 1, total - 1)), 2) == calls
    assert answer("careful", make_view(ON_TURN, (0, 0, 1, 7)), 2, call_at=8) == 1
    assert answer("careful", make_view(ON_TURN, (-1, 0, 0, UNKNOWN)), 2, call_at=10) == 1  # 11 for the unknown one, less 1
    assert answer("careful", make_view(ON_TURN, (-1, 0, 0, UNKNOWN)), 2, call_at=9) == 0
    assert DRAW == 0


@pytest.mark.parametrize("name", BOTH)
@pytest.mark.parametrize(
    ("king", "best", "worst"),
    [
        ("bell", (-1, 0, 0, 0), (9, 9, 10, 10)),
        ("eleven", (10, 1), (9, 9, 10, 10)),
        ("skull", (10, 10, 15, 15), (0, 9, 10, 10)),
        ("fish", (-1, 0, 0, 0), (-1, 3, 0, 4)),
        ("purple", (-1, 0, 0, 0), (9, 9, 10, 10)),
    ],
)
def test_calls_with_the_best_hand_and_not_with_the_worst(name, king, best, worst):
    assert answer(name, make_view(ON_TURN, best, king=king), 2) == 1
    assert answer(name, make_view(ON_TURN, worst, king=king), 2) == 0


@pytest.mark.parametrize("name", BOTH)
@pytest.mark.parametrize(
    ("king", "own", "drawn", "index"),
    [
        ("bell", (1, 2, 10, 3), 0, 3),  # the worst goes
        ("bell", (1, UNKNOWN, 2, 3), -1, 2),  # the unknown one goes
        ("bell", (1, 2, 0, 3), 5, 0),  # nothing gets better
        ("eleven", (1, 2, 15), 8, 3),  # 11 exactly
        ("skull", (0, 9, 10, 10), 15, 1),  # the lowest goes
        ("skull", (9, 9, 10, 10), 0, 0),
        ("fish", (0, 4, 2, 1), 2, 2),  # the sea creature goes
        ("purple", (1, 2, 10, 3), 0, 3),
    ],
)
def test_keeps_a_drawn_recipe_where_it_helps_most(name, king, own, drawn, index):
    assert answer(name, make_view(ON_DRAWN, own, king=king, drawn=drawn), len(own) + 1) == index


@pytest.mark.parametrize("name", BOTH)
def test_looks_at_its_own_unknown_recipe_first(name):
    view = make_view(ON_LOOK, (1, 2, UNKNOWN, 3), discard=7)
    moves = np.concatenate([places((1,), 6), places((4, 4), 7)]).view(np.recarray)
    assert answer(name, view, 9, moves) == 3


@pytest.mark.parametrize("name", BOTH)
def test_swaps_its_worst_for_their_best(name):
    other = (UNKNOWN, -1, UNKNOWN, 10)
    assert answer(name, make_view(ON_OFFER, (1, 2, 15, 3), other, discard=9), 5) == 3
    view = make_view(ON_SWAP, (1, 2, 15, 3), other, discard=9, looked_player=0, looked_place=2)
    assert answer(name, view, 4, places((4, 4), 9, skip=0)) == 1
    assert answer(name, make_view(ON_LOOKED, (1, 2, 15, 3), other, discard=15, looked_player=1, looked_place=1), 5) == 3
    assert answer(name, make_view(ON_LOOKED, (1, 2, 5, 3), other, discard=15, looked_player=1, looked_place=3), 5) == 0


@pytest.mark.parametrize("name", BOTH)
def test_takes_most_helpers_and_risks_few_when_it_is_behind(name):
    moves = np.zeros(3, sirvam.MOVE).view(np.recarray)
    moves.helper = 2, 3, 1
    assert answer(name, make_view(ON_TAKE, (1, 2)), 3, moves) == 1
    assert answer(name, make_view(ON_PUT_IN, (10, 9), (0, 1), caller=1), 3, moves) == 2
    assert answer(name, make_view(ON_PUT_IN, (0, 1), (9, 9), caller=0), 3, moves) == 1


@pytest.mark.parametrize("players", [2, 3, 6])
@pytest.mark.parametrize("edition", [*(Edition(king=king) for king in KINGS), Edition(full=True)], ids=[*KINGS, "full"])
def test_answer_alike_compiled_and_as_plain_python(players, edition):
    line_up = (["careful", "sharp", "random"] * 2)[:players]
    plan = functools.partial(make_plan, "sirvam", players, seed=11, strategies=line_up, rotate=True, edition=edition)
    runs = [plan(debug=debug).play_logged(0, 6) for debug in (False, True)]
    (batch, log), (plain_batch, plain_log) = runs
    assert np.array_equal(log.rows, plain_log.rows)
    assert np.array_equal(log.moves, plain_log.moves)
    assert np.array_equal(batch.seats, plain_batch.seats)


@pytest.mark.parametrize(("better", "worse"), [("careful", "random"), ("sharp", "careful")])
@pytest.mark.parametrize("king", KINGS)
def test_strength(better, worse, king):
    n, players = 2000, 4
    plan = make_plan("sirvam", players, seed=5, strategies=[better, worse] * 2, rotate=True, edition=Edition(king=king))
    entries = plan.entry_of(np.arange(n)[:, None], np.arange(players)[None, :])
    shares = np.where(entries % 2 == 0, plan.play(0, n).seats["win_share"], 0).sum(axis=1) / 2
    error = shares.std(ddof=1) / n**0.5
    assert shares.mean() - 1.96 * error > 1 / players


@pytest.mark.parametrize("name", BOTH)
@pytest.mark.parametrize(
    "options",
    [
        {"dealt": 1, "looked_at": 1},
        {"dealt": 6, "looked_at": 0},
        {"king": "skull", "dealt": 1, "looked_at": 0},
        {"king": "fish", "dealt": 2},
    ],
    ids=str,
)
def test_finish_games_of_other_editions(name, options):
    batch = make_plan("sirvam", 3, seed=2, strategies=name, rotate=None, edition=Edition(**options)).play(0, 200)
    assert batch.games["finished"].all()
