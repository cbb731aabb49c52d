"""The built-in strategies: plain decisions on hand-made views, and whole games for their strength."""

from __future__ import annotations

import functools

import numpy as np
import pytest

from boardstats.games import sardines
from boardstats.games.sardines import DISCARD, EMPTY, FILL, GAME, GATHER, ON_DISCARD, ON_PAY, ON_TURN, PAY, Edition
from boardstats.games.sardines.edition import COLOURS
from boardstats.lab.strengths import line_ups
from boardstats.plan import make_plan

BOTH = ("greedy", "planner")
OF_TWO = 2  # players in the hand-made views
EDITION = Edition()


def letters(row):
    """Return the colours of fish by their first letters: "bbg"."""
    return "".join(colour[0] * row[colour] for colour in COLOURS)


# Cards are written "b", "bb", "bp"; orders "bbg" (regular), "3 alike" (special), "3 different" (mixed bag).
CARDS = [letters(row) for row in EDITION.tables["sardines"].to_dict("records")]
ORDERS = [
    letters(row) or f"{row['fish']} {'alike' if row['type'] == 'special' else 'different'}"
    for row in EDITION.tables["orders"].to_dict("records")
]


def kinds(cards):
    """Return the kinds of cards written as "b bb bp"."""
    return [CARDS.index(card) for card in cards.split()]


def counts(cards, room):
    return np.bincount(kinds(cards), minlength=room)


def make_view(decision, hand, display, market="", other="", **fields):
    """Return what seat 0 of two knows, all cards of the other hand (`other`) being known."""
    box = EDITION.box(OF_TWO)
    view = np.zeros(1, sardines.VIEW).view(np.recarray)[0]
    for name in ("kinds", "order_kinds", "fish", "type", "needs", "alike", "hand_limit"):
        view[name] = box[name]
    view.worth[:] = box["points"]
    view.players, view.decision, view.turn, view.orders_left, view.deck = OF_TWO, decision, 7, 10, 20
    view.order, view.market[:], view.display[:] = EMPTY, EMPTY, EMPTY
    view.market[: len(kinds(market))] = kinds(market)
    view.display[: len(display)] = [ORDERS.index(order) for order in display]
    view.hand[:] = counts(hand, len(view.hand))
    for seat, cards in enumerate((hand, other)):
        view.known[seat] = counts(cards, len(view.hand))
        view.cards[seat] = len(kinds(cards))
    for name, value in fields.items():
        setattr(view, name, value)
    return view


def payment(cards):
    """Return the move that pays these cards."""
    return sum(1 << (sardines.state.BITS * kind) for kind in kinds(cards)), PAY, EMPTY, EMPTY


def answer(name, view, moves, **parameters):
    """Return the move that a strategy answers with, as plain Python."""
    strategy = GAME.strategies[name](**parameters)
    listed = np.array(moves, sardines.MOVE).view(np.recarray)
    index = strategy.function(view, listed, np.zeros(4, np.uint64), **strategy.parameters)
    assert 0 <= index < len(moves)
    return moves[index]


def gather(first, second=EMPTY):
    return 0, GATHER, first, second


def fill(space):
    return 0, FILL, space, EMPTY


@pytest.mark.parametrize("name", BOTH)
def test_fills_the_order_that_is_worth_more(name):
    view = make_view(ON_TURN, "bb b g o", ["3 different", "bbb", "ppp"])
    assert answer(name, view, [fill(0), fill(1)]) == fill(1)


def test_greedy_fills_the_smallest_of_equal_orders():
    view = make_view(ON_TURN, "bb b g o", ["3 alike", "bg", "3 different"], market="p p")
    assert answer("greedy", view, [gather(0, 1), fill(0), fill(1), fill(2)]) == fill(1)


def test_greedy_pays_the_first_and_cheapest_payment():
    view = make_view(ON_PAY, "bb b g", ["bg"], order=ORDERS.index("bg"))
    moves = [payment("b g"), payment("bb g")]
    assert answer("greedy", view, moves) == moves[0]


@pytest.mark.parametrize("name", BOTH)
def test_gathers_for_the_order_at_hand(name):
    view = make_view(ON_TURN, "bb", ["ggg", "bboo", "ppp"], market="p gg b oo o")
    assert answer(name, view, [gather(0, 2), gather(0, 4), gather(2, 4), gather(1), gather(3)]) == gather(3)


@pytest.mark.parametrize("name", BOTH)
def test_discards_what_no_order_on_display_asks_for(name):
    view = make_view(ON_DISCARD, "b b o o g", ["bboo", "bbb"], market="p p p p p", hand_limit=4)
    moves = [(0, DISCARD, kind, EMPTY) for kind in kinds("b g o")]
    assert answer(name, view, moves) == moves[1]


@pytest.mark.parametrize(("dear", "exact"), [("bb g", "b g"), ("bb gp", "b gp"), ("bp gg", "b gg"), ("bb g", "bg")])
def test_planner_pays_exactly(dear, exact):
    view = make_view(ON_PAY, f"{dear} {exact}", ["bg", "4 alike"], order=ORDERS.index("bg"))
    for moves in ([payment(dear), payment(exact)], [payment(exact), payment(dear)]):
        assert answer("planner", view, moves) == payment(exact)


def test_planner_pays_with_what_the_next_order_does_not_need():
    view = make_view(ON_PAY, "b g o p p p", ["ppp", "3 different"], order=ORDERS.index("3 different"))
    moves = [payment("b g p"), payment("g o p"), payment("b g o")]
    assert answer("planner", view, moves) == moves[2]


def test_planner_fills_first_what_another_player_could_take():
    display = ["bboo", "ggpp"]
    for other, space in (("bb oo", 0), ("gg pp", 1)):
        view = make_view(ON_TURN, "b b o o g g p p", display, market="b o", other=other)
        assert answer("planner", view, [gather(0, 1), fill(0), fill(1)]) == fill(space)


def test_planner_waits_with_an_order_only_while_it_is_safe():
    for other, safe in (("", True), ("bb b", False)):
        view = make_view(ON_TURN, "bb b", ["bbb", "ggoop"], market="oo p p", other=other)
        moves = [gather(0), gather(1, 2), fill(0)]
        assert (answer("planner", view, moves) != fill(0)) == safe
        assert answer("greedy", view, moves) == fill(0)


def test_planner_takes_what_another_player_lacks():
    view = make_view(ON_TURN, "", ["ggoo"], market="gg oo")
    for other, space in (("oo", 0), ("gg", 1)):
        view.known[1] = counts(other, len(view.hand))
        assert answer("planner", view, [gather(0), gather(1)]) == gather(space)


@pytest.mark.parametrize("name", BOTH)
def test_only_points_count_in_the_last_round(name):
    view = make_view(ON_TURN, "b g o o", ["bg", "ooo"], market="o o", last_round=1, orders_left=0)
    assert answer(name, view, [gather(0, 1), fill(0)]) == fill(0)


def test_planner_ends_the_game_when_it_is_ahead():
    view = make_view(ON_TURN, "b g", ["bg", "ooo"], market="oo gg", orders_left=1)
    moves = [gather(0), gather(1), fill(0)]
    view.points[:OF_TWO] = 10, 5
    assert answer("planner", view, moves, finish=5.0) == fill(0)
    view.points[:OF_TWO] = 5, 10
    assert answer("planner", view, moves, finish=5.0) != fill(0)


def test_planner_counts_what_the_others_can_still_fill_before_the_end():
    moves = [gather(0), gather(1), fill(0)]
    for other, ends in (("p", True), ("oo o", False)):
        view = make_view(ON_TURN, "b g", ["bg", "ooo"], market="oo gg", other=other, orders_left=1)
        view.points[:OF_TWO] = 10, 9
        assert (answer("planner", view, moves, finish=50.0) == fill(0)) == ends


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(
    "options",
    [{}, {"hand_limit": 3, "market_size": 3}, {"hand_limit": 10, "market_size": 10, "display_size": 8, "dealt": 6}],
    ids=str,
)
def test_answer_alike_compiled_and_as_plain_python(players, options):
    line_up = ["greedy", "planner", "random", "planner"][:players]
    settings = {"seed": 11, "strategies": line_up, "rotate": True, "edition": Edition(**options)}
    plan = functools.partial(make_plan, "sardines", players, **settings)
    runs = [plan(debug=debug).play_logged(0, 6) for debug in (False, True)]
    (batch, log), (plain_batch, plain_log) = runs
    assert np.array_equal(log.rows, plain_log.rows)
    assert np.array_equal(log.moves, plain_log.moves)
    assert np.array_equal(batch.seats, plain_batch.seats)


@pytest.mark.parametrize(("better", "worse"), [("greedy", "random"), ("planner", "greedy")])
@pytest.mark.parametrize(("players", "split"), [(n, split) for n in (2, 3, 4) for split in line_ups(n)])
def test_strength(better, worse, players, split):
    n = 2000
    line_up = [(worse, better)[entry] for entry in split]
    plan = make_plan("sardines", players, seed=5, strategies=line_up, rotate=True, edition=None)
    played = np.array(split)[plan.entry_of(np.arange(n)[:, None], np.arange(players)[None, :])]
    shares = np.where(played, plan.play(0, n).seats["win_share"], 0).sum(axis=1) / sum(split)
    error = shares.std(ddof=1) / n**0.5
    assert shares.mean() - 1.96 * error > 1 / players


@pytest.mark.parametrize("name", BOTH)
@pytest.mark.parametrize(
    "options",
    [{"hand_limit": 4, "dealt": 0}, {"market_size": 2}, {"display_size": 1}, {"hand_limit": 10, "display_size": 8}],
    ids=str,
)
def test_finish_games_of_other_editions(name, options):
    batch = make_plan("sardines", 3, seed=2, strategies=name, rotate=None, edition=Edition(**options)).play(0, 200)
    assert batch.games["finished"].all()
