"""The built-in strategies: plain decisions on hand-made views, and whole games for their strength."""

from __future__ import annotations

import functools

import numpy as np
import pytest

from boardstats.games import sriracha
from boardstats.games.sriracha import (
    BID,
    BUILD,
    COMPLETE,
    DISCARD,
    EMPTY,
    EXCHANGE,
    FROM_SHIP,
    FROM_WAREHOUSE,
    GAME,
    IN_HAND,
    ON_BID,
    ON_FARE,
    ON_SHIP,
    ON_TURN,
    PAY,
    PLACE,
    STOP,
    STORE,
    TAKE,
    UNSEEN,
    Edition,
)
from boardstats.games.sriracha.edition import COLOURS
from boardstats.lab.strengths import line_ups
from boardstats.plan import make_plan

BOTH = ("greedy", "builder")
OF_TWO = 2  # players in the hand-made views
HAND = 5  # of two players
EDITION = Edition()
LETTERS = [colour[0] for colour in COLOURS]  # cubes are written "ryyg"
RED, YELLOW, GREEN, BLUE = range(4)  # colours, and in this edition the sites in these colours


def cubes(text):
    return [text.count(letter) for letter in LETTERS]


def tile(needs):
    """Return the first tile that needs these cubes: "ry" 2 points, "yyg" 3, "rgb" 4, "rrbb" 6, "rryg" 5, "ryygb" 8."""
    rows = EDITION.box(OF_TWO)["needs"].tolist()
    return rows.index(cubes(needs))


def ship(number):
    return number - 1


def make_view(decision, *, sites=(), warehouse="", cargo="", **fields):
    """Return what seat 0 of two knows in the first round, after its first bid; sites are given as (needs, built) or None."""
    box = EDITION.box(OF_TWO)
    view = np.zeros(1, sriracha.VIEW).view(np.recarray)[0]
    for name in ("ships", "tiles", "sites", "slots", "slot_size", "set_size", "set_points", "rounds"):
        view[name] = box[name]
    for name in ("site_colour", "number", "picture", "needs", "rewards"):
        view[name][:] = box[name]
    view.ship_cargo[:], view.worth[:], view.supply[:] = box["cargo"], box["points"], box["cubes"]
    view.players, view.decision, view.turn = OF_TWO, decision, 1
    view.where[:], view.tile, view.bids[:], view.last_ship[:] = UNSEEN, EMPTY, EMPTY, EMPTY
    view.row[:], view.row_tile[:], view.site_tile[:] = EMPTY, EMPTY, EMPTY
    view.where[: HAND - 1] = IN_HAND
    for site, project in enumerate(sites):
        if project:
            needs, built = project
            view.site_tile[0, site], view.site_cubes[0, site] = tile(needs), cubes(built)
            view.site_rewards[0, site] = view.rewards[tile(needs)]
    view.warehouse[0], view.cargo[:] = cubes(warehouse), cubes(cargo)
    for name, value in fields.items():
        setattr(view, name, value)
    return view


def lay(view, *rows):
    """Lay out rows of (number of the ship, needs of the tile)."""
    for r, row in enumerate(rows):
        for i, (number, needs) in enumerate(row):
            view.row[r, i], view.row_tile[r, i] = ship(number), tile(needs)
    return view


def at_the_end(view, in_hand=0):
    """Make it the last round, with so many ships left in hand."""
    view.current_round = view.rounds - 1
    view.where[:] = UNSEEN
    view.where[:in_hand] = IN_HAND
    view.where[in_hand:HAND] = sriracha.IN_PORT
    return view


def move(kind, first=EMPTY, second=EMPTY, third=EMPTY):
    return 0, kind, first, second, third


def pay(text):
    return sum(n << (sriracha.state.BITS * c) for c, n in enumerate(cubes(text))), PAY, EMPTY, EMPTY, EMPTY


def actions(view):
    """Return the legal moves of a turn on a view, in no particular order but that ending it comes last."""
    own, cargo = view.warehouse[0], view.cargo
    empty = [s for s in range(view.sites) if view.site_tile[0, s] == EMPTY]
    moves = [move(PLACE, s) for s in empty if view.tile != EMPTY]
    must_place = bool(moves)
    for s in set(range(view.sites)) - set(empty):
        lacks = view.needs[view.site_tile[0, s]] - view.site_cubes[0, s]
        if not lacks.any():
            moves.append(move(COMPLETE, s))
        for source, held in ((FROM_SHIP, cargo), (FROM_WAREHOUSE, own)):
            moves += [move(BUILD, s, c, source) for c in range(4) if lacks[c] and held[c]]
    for c in range(4):
        stored = own + np.eye(4, dtype=int)[c]
        if cargo[c] and (-(-stored // view.slot_size)).sum() <= view.slots:
            moves.append(move(STORE, c))
        pairs = [w for w in range(3) if w <= own[c] and 2 - w <= cargo[c]]
        moves += [move(EXCHANGE, c, wanted, w) for wanted in range(4) if wanted != c for w in pairs]
        if own[c]:
            moves.append(move(DISCARD, c))
    return moves if must_place else [*moves, move(STOP)]


def answer(name, view, moves=None, **parameters):
    """Return the move that a strategy answers with, as plain Python."""
    moves = actions(view) if moves is None else moves
    strategy = GAME.strategies[name](**parameters)
    listed = np.array(moves, sriracha.MOVE).view(np.recarray)
    index = strategy.function(view, listed, np.zeros(4, np.uint64), **strategy.parameters)
    assert 0 <= index < len(moves)
    return moves[index]


def bids(*numbers):
    return [move(BID, ship(number)) for number in numbers]


def takes(view):
    return [move(TAKE, r, i) for r in range(2) for i in range(5) if view.row[r, i] != EMPTY]


# ---- which ship ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", BOTH)
def test_takes_the_cargo_that_its_project_lacks(name):
    """A blue site lacks green and blue: ship 18 carries them, ship 20 carries red and yellow; both with the same tile."""
    view = lay(make_view(ON_SHIP, sites=(None, None, None, ("rgb", "r"))), [(20, "rrbb")], [(18, "rrbb")])
    assert answer(name, view, takes(view)) == move(TAKE, 1, 0)


@pytest.mark.parametrize("name", BOTH)
def test_takes_the_better_of_two_tiles_with_the_same_cargo(name):
    """Ships 9 and 11 carry the same; 8 points for five cubes that bring two are better than 2 points for two."""
    view = lay(make_view(ON_SHIP), [(9, "ry")], [(11, "ryygb")])
    assert answer(name, view, takes(view)) == move(TAKE, 1, 0)


def test_builder_takes_the_small_tile_when_none_can_be_finished():
    """On the last turn a site's missing cubes count: a tile that needs five costs three more than one that needs two."""
    view = at_the_end(lay(make_view(ON_SHIP), [(22, "ryygb")], [(18, "ry")]))
    assert answer("builder", view, takes(view)) == move(TAKE, 1, 0)


def test_builder_lets_the_small_tile_fail():
    """With all sites taken, and nothing to complete, the tile fails and costs its whole need."""
    full = [("ryygb", "")] * 4
    view = at_the_end(lay(make_view(ON_SHIP, sites=full), [(22, "rryg")], [(18, "gb")]))
    assert answer("builder", view, takes(view)) == move(TAKE, 1, 0)


def test_builder_pays_a_fare_only_for_what_is_worth_it():
    """In the last turn ship 18 completes a project; early it brings no more than ship 20, and costs a cube."""
    rows = [(20, "rrbb"), (18, "rrbb")]
    view = at_the_end(lay(make_view(ON_SHIP, sites=(None, None, None, ("rgb", "r")), warehouse="y"), rows))
    assert answer("builder", view, takes(view)) == move(TAKE, 0, 1)
    view = lay(make_view(ON_SHIP, sites=(None, None, None, ("ryygb", "")), warehouse="y"), rows)
    assert answer("builder", view, takes(view)) == move(TAKE, 0, 0)


@pytest.mark.parametrize("name", BOTH)
def test_pays_with_what_it_does_not_lack(name):
    view = make_view(ON_FARE, sites=(("rgb", "g"),), warehouse="ryb", tile=tile("rrbb"), fare=1)
    view.last_ship[0] = ship(18)
    assert answer(name, view, [pay("r"), pay("y"), pay("b")]) == pay("y")


# ---- bids ----------------------------------------------------------------------------------------------------------------


def test_greedy_bids_its_highest_ship():
    view = lay(make_view(ON_BID), [(9, "ry")], [(11, "ry")])
    assert answer("greedy", view, bids(4, 20, 7)) == move(BID, ship(20))


def at_stake(much):
    """Return a view where one ship completes a project worth 8 points, and the other does too or is of no use."""
    sites = (("ryygb", "ryy"), ("rrbb", ""), ("rrbb", ""), ("rrbb", ""))
    return lay(make_view(ON_BID, sites=sites), [(18, "rgb")], [(20 if much else 22, "rgb")])


def test_builder_bids_high_only_where_much_is_at_stake():
    assert answer("builder", at_stake(much=True), bids(4, 20, 7)) == move(BID, ship(20))
    assert answer("builder", at_stake(much=False), bids(4, 20, 7)) == move(BID, ship(4))


def test_builder_bids_no_higher_than_it_must():
    """From the second round on it is known that the other's highest ship is 12."""
    view = at_stake(much=True)
    view.current_round = 1
    view.where[ship(12)] = IN_HAND + 1
    assert answer("builder", view, bids(4, 20, 14)) == move(BID, ship(14))


def test_bids_of_builder_can_be_fixed_for_all_rounds_or_for_one():
    for much, bid, number in ((False, 1, 20), (True, -1, 4)):
        view = at_stake(much)
        usual = answer("builder", view, bids(4, 20, 7))
        assert answer("builder", view, bids(4, 20, 7), bid=bid) == move(BID, ship(number)) != usual
        assert answer("builder", view, bids(4, 20, 7), bid=bid, bid_round=1) == move(BID, ship(number))
        assert answer("builder", view, bids(4, 20, 7), bid=bid, bid_round=2) == usual


# ---- the own turn --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", BOTH)
def test_completes_what_is_full(name):
    view = at_the_end(make_view(ON_TURN, sites=(("ry", "ry"), ("rrbb", "")), cargo="g"))
    assert answer(name, view) == move(COMPLETE, RED)


def test_builder_keeps_a_full_project_until_its_reward_is_needed():
    """The red reward would do nothing but lie in the warehouse, unless it is all that another project lacks."""
    for other, done in (("gb", []), ("rgb", [RED])):
        view = make_view(ON_TURN, sites=(("ry", "ry"), None, None, (other, "gb")))
        assert completed(play_turn("builder", view)) == done


@pytest.mark.parametrize("name", BOTH)
def test_builds_the_last_cube_from_the_ship(name):
    """What is in the warehouse stays there; what is on the ship is lost."""
    view = at_the_end(make_view(ON_TURN, sites=(("rgb", "rg"),), cargo="b", warehouse="b"))
    assert answer(name, view) == move(BUILD, RED, BLUE, FROM_SHIP)


def play_turn(name, view):
    """Play a turn to its end on a view, without the others, and return the moves."""
    made = []
    while not made or made[-1][1] != STOP:
        made.append(answer(name, view))
        _, kind, first, second, third = made[-1]
        if kind == PLACE:
            view.site_tile[0, first], view.site_rewards[0, first], view.tile = view.tile, view.rewards[view.tile], EMPTY
        elif kind == COMPLETE:
            view.cargo[view.site_colour[first]] += view.site_rewards[0, first]
            view.site_tile[0, first], view.site_rewards[0, first], view.site_cubes[0, first] = EMPTY, 0, 0
        elif kind == BUILD:
            (view.cargo if third == FROM_SHIP else view.warehouse[0])[second] -= 1
            view.site_cubes[0, first, second] += 1
        elif kind == STORE:
            view.cargo[first] -= 1
            view.warehouse[0, first] += 1
        elif kind == EXCHANGE:
            view.cargo[first] -= 2 - third
            view.warehouse[0, first] -= third
            view.cargo[second] += 1
        elif kind == DISCARD:
            view.warehouse[0, first] -= 1
        assert len(made) < 50
    return made


def completed(moves):
    return [first for _, kind, first, _, _ in moves if kind == COMPLETE]


def test_builder_completes_first_what_brings_cubes_for_the_next():
    """The green site pays two green cubes, which are what the red site lacks."""
    view = at_the_end(make_view(ON_TURN, sites=(("yygg", "yy"), ("rrbb", ""), ("yyg", "yy")), cargo="g"))
    assert completed(play_turn("builder", view)) == [GREEN, RED]


def test_builder_places_the_tile_on_the_site_whose_reward_completes_another_project():
    """Both cubes complete the tile; its one reward in blue completes the project on the red site."""
    view = at_the_end(make_view(ON_TURN, sites=(("rgb", "rg"), ("rrbb", "")), cargo="gb", tile=tile("gb")))
    made = play_turn("builder", view)
    assert made[0] == move(PLACE, BLUE)
    assert completed(made) == [BLUE, RED]


def test_builder_completes_a_project_to_make_room_for_the_tile():
    """No site is empty: the tile would fail."""
    full = [("ry", "r"), ("rrbb", ""), ("rrbb", ""), ("rrbb", "")]
    view = make_view(ON_TURN, sites=full, cargo="yg", tile=tile("rgb"))
    made = play_turn("builder", view)
    assert completed(made) == [RED]
    assert move(PLACE, RED) in made


def test_builder_exchanges_to_finish():
    """On the last turn two greens that nothing lacks are good for the blue that a project worth 4 points lacks."""
    view = at_the_end(make_view(ON_TURN, sites=(("rgb", "rg"),), cargo="gg"))
    made = play_turn("builder", view)
    assert made[0] == move(EXCHANGE, GREEN, BLUE, 0)
    assert completed(made) == [RED]


def test_builder_exchanges_nothing_while_the_cubes_are_of_use():
    view = make_view(ON_TURN, sites=(("rrbb", "rr"), ("yygg", "")), cargo="gg")
    assert all(kind != EXCHANGE for _, kind, *_ in play_turn("builder", view))


def test_builder_stores_what_there_is_room_for_and_builds_the_rest():
    """Three slots hold two cubes each: with three yellows and a green they are full, but for a second green."""
    view = make_view(ON_TURN, sites=(("rrbb", ""),), warehouse="yyyg", cargo="gb")
    assert play_turn("builder", view) == [move(BUILD, RED, BLUE, FROM_SHIP), move(STORE, GREEN), move(STOP)]


def test_builder_saves_every_missing_cube_in_the_last_turn():
    """Each cube built is a point; two yellows that nothing lacks are exchanged for one more."""
    view = at_the_end(make_view(ON_TURN, sites=(("rrbb", ""),), warehouse="yy", cargo="r"))
    play_turn("builder", view)
    assert view.site_cubes[0, RED].sum() == 2


def test_greedy_plays_a_turn_to_the_end():
    """The tile is placed, one project completed with the cargo, and its reward stored."""
    view = make_view(ON_TURN, sites=(("ry", "r"),), cargo="yg", tile=tile("rrbb"))
    made = play_turn("greedy", view)
    assert [kind for _, kind, *_ in made] == [PLACE, BUILD, COMPLETE, BUILD, STORE, STOP]
    assert view.warehouse[0].tolist() == cubes("g")


# ---- whole games ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(
    "options", [{}, {"cubes": 4}, {"warehouse_slots": 0}, {"warehouse_slots": 6, "slot_size": 3, "rounds": 2}], ids=str
)
def test_answer_alike_compiled_and_as_plain_python(players, options):
    line_up = ["greedy", "builder", "random", "builder"][:players]
    settings = {"seed": 11, "strategies": line_up, "rotate": True, "edition": Edition(**options)}
    plan = functools.partial(make_plan, "sriracha", players, **settings)
    runs = [plan(debug=debug).play_logged(0, 4) for debug in (False, True)]
    (batch, log), (plain_batch, plain_log) = runs
    assert np.array_equal(log.rows, plain_log.rows)
    assert np.array_equal(log.moves, plain_log.moves)
    assert np.array_equal(batch.seats, plain_batch.seats)


@pytest.mark.parametrize(("better", "worse"), [("greedy", "random"), ("builder", "greedy")])
@pytest.mark.parametrize(("players", "split"), [(n, split) for n in (2, 3, 4) for split in line_ups(n)])
def test_strength(better, worse, players, split):
    n = 1000
    line_up = [(worse, better)[entry] for entry in split]
    plan = make_plan("sriracha", players, seed=5, strategies=line_up, rotate=True, edition=None)
    played = np.array(split)[plan.entry_of(np.arange(n)[:, None], np.arange(players)[None, :])]
    shares = np.where(played, plan.play(0, n).seats["win_share"], 0).sum(axis=1) / sum(split)
    error = shares.std(ddof=1) / n**0.5
    assert shares.mean() - 1.96 * error > 1 / players


@pytest.mark.parametrize("bid", [1, -1])
def test_bidding_as_builder_thinks_is_better_than_the_same_bid_always(bid):
    """With two players, where a bid decides most."""
    n = 1000
    line_up = ["builder", f"builder(bid={bid})"]
    plan = make_plan("sriracha", OF_TWO, seed=6, strategies=line_up, rotate=True, edition=None)
    played = plan.entry_of(np.arange(n)[:, None], np.arange(OF_TWO)[None, :]) == 0
    shares = np.where(played, plan.play(0, n).seats["win_share"], 0).sum(axis=1)
    assert shares.mean() - 1.96 * shares.std(ddof=1) / n**0.5 > 1 / OF_TWO


@pytest.mark.parametrize("name", BOTH)
@pytest.mark.parametrize(
    "options", [{"cubes": 5}, {"warehouse_slots": 0}, {"rounds": 1}, {"warehouse_slots": 6, "slot_size": 4}], ids=str
)
def test_finish_games_of_other_editions(name, options):
    batch = make_plan("sriracha", 3, seed=2, strategies=name, rotate=None, edition=Edition(**options)).play(0, 200)
    assert batch.games["finished"].all()
