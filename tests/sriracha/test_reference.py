"""The slow restatement of Sriracha, held against hand-made facts from the rulebook."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest

from boardstats.games.sriracha.edition import Edition
from boardstats.games.sriracha.state import MOVE, VIEW
from tests.reference_streams import Stream
from tests.sriracha import reference as ref

EMPTY, NOTHING = ref.EMPTY, ref.NOTHING
R, Y, G, B = range(4)
SHIP, WAREHOUSE = ref.FROM_SHIP, ref.FROM_WAREHOUSE
FULL = ("ry:r:0", "ry:y:0", "gb::0", "gb::0")  # sites with projects, none of which has all it needs
ONE_TURN = pd.DataFrame({"players": [2, 3, 4], "hand": [1, 2, 1], "row": [1, 3, 2], "source": "assumed"})


def cubes(text):
    """Return how many there are of each colour of cubes written like "rrb"."""
    return [text.count(letter) for letter in "rygb"]


def shown(counts):
    return "".join(letter * n for letter, n in zip("rygb", counts, strict=True))


class LaidOut(ref.Game):
    """A game of one round that starts with these things; seat 0 holds the highest ships, so that it goes first.

    `ships` is the cargo of ships of row 0, from the port; `tiles` what lies on them, as "needs:points:rewards"; `sites`
    what seat 0 is at work on, as "needs:cubes there:rewards". If no supply is given, it is what lies nowhere else.
    """

    def __init__(self, ships=("",), tiles=(), sites=(), warehouse="", supply=None, players=2, **options):
        self.laid = ships, tiles, sites, warehouse, supply
        super().__init__(Edition(**{"rounds": 1, **options}), players, 1, 0)

    def _set_up(self):
        super()._set_up()
        ships, tiles, sites, warehouse, supply = self.laid
        dealt = sorted((ship for hand in self.hands for ship in hand), reverse=True)
        self.hands = [dealt[seat * self.hand_size :][: self.hand_size] for seat in range(self.players)]
        for (ship, _), cargo in zip(self.rows[0], ships, strict=False):
            self.ships[ship] = ref.Ship(ship + 1, cubes(cargo))
        for (_, tile), text in zip(self.rows[0], tiles, strict=False):
            needs, points, rewards = text.split(":")
            self.tiles[tile] = ref.Tile(0, cubes(needs), int(points), int(rewards))
        for site, text in enumerate(sites):
            if text:
                needs, there, rewards = text.split(":")
                self.sites[0][site] = ref.Project(self.tile_pile.pop(), cubes(there), int(rewards))
                self.tiles[self.sites[0][site].tile] = ref.Tile(1, cubes(needs), 7, int(rewards))
        self.warehouses[0] = cubes(warehouse)
        self.supply = (np.array(self.supply) - laid_out(self)).tolist() if supply is None else cubes(supply)


def laid_out(game):
    """Return the cubes, by colour, that are not in the supply."""
    counts = np.sum([game.cargo, *game.warehouses], axis=0)
    for board in game.sites:
        for colour, project in zip(game.site_colours, board, strict=True):
            if project:
                counts += project.cubes
                counts[colour] += project.rewards
    return counts


def play(game, kind, *fields, paid=None):
    """Play the legal move of this kind; fields that are not named have to be without choice."""
    moves = [m for m in game.legal() if m[1] == kind and m[2 : 2 + len(fields)] == fields]
    if paid is not None:
        moves = [m for m in moves if m[0] == ref.packed(cubes(paid))]
    assert len(moves) == 1, (kind, game.legal())
    game.play(moves[0])


def offered(game, kind):
    """Return the fields, without those that are not used, of the legal moves of a kind."""
    return [tuple(field for field in m[2:] if field != NOTHING) for m in game.legal() if m[1] == kind]


def bid(game):
    """Let every seat bid its lowest ship."""
    while game.decision == ref.ON_BID:
        game.play(game.legal()[0])


def turn(*args, place=0, **options):
    """Return a game laid out in which seat 0 has taken a ship of row 0."""
    game = LaidOut(*args, **options)
    bid(game)
    play(game, ref.TAKE, 0, place)
    return game


def hurry(game):
    """Play on with the first legal move, but stop as soon as possible; return whether that ended a turn."""
    stops = [m for m in game.legal() if m[1] == ref.STOP]
    game.play((stops or game.legal())[0])
    return bool(stops)


# ---- Setup ---------------------------------------------------------------------------------------------------------


def test_components_of_the_standard_edition():
    game = ref.Game(Edition(), 2, 0, 0)
    assert [ship.number for ship in game.ships] == list(range(1, 26))
    loads = [(0, 0, 1)] * 8 + [(0, 2)] * 8 + [(0, 1)] * 9
    for ship, load in zip(game.ships, loads, strict=True):
        assert ship.cargo == [[(ship.number + c) % 4 for c in load].count(colour) for colour in range(4)]
    patterns = [("ry", 2, 1), ("rry", 3, 2), ("ryg", 4, 1), ("rryy", 6, 1), ("rryg", 5, 2), ("rrygb", 8, 2)]
    for i, tile in enumerate(game.tiles):
        picture, k = divmod(i, 6)
        needs, points, rewards = patterns[k]
        assert tile == (picture, np.roll(cubes(needs), picture + k).tolist(), points, rewards)
    assert (len(game.tiles), game.site_colours, game.supply) == (36, [R, Y, G, B], [20] * 4)


@pytest.mark.parametrize(("players", "hand", "row"), [(2, 5, 5), (3, 4, 6), (4, 3, 6)])
def test_setup(players, hand, row):
    game = ref.Game(Edition(), players, 3, 5)
    assert (game.seat, game.decision, game.over) == (0, ref.ON_BID, False)
    ships, tiles = list(range(25)), list(range(36))
    Stream(3, 5, 0).shuffle(ships)
    Stream(3, 5, 2 << 16).shuffle(tiles)
    assert game.hands == [[ships.pop() for _ in range(hand)] for _ in range(players)]
    rows = [[ships.pop() for _ in range(row)] for _ in range(2)]
    assert game.rows == [[(ship, tiles.pop()) for ship in in_row] for in_row in rows]
    assert (game.pile, game.tile_pile) == (ships, tiles)
    for seat in range(players):
        view = game.view(seat)
        assert (view["turn"], view["current_round"], view["rounds"], view["decision"]) == (0, 0, 3, ref.ON_BID)
        assert (view["active"], view["tile"], view["fare"]) == (EMPTY, EMPTY, 0)
        assert view["bids"] == view["order"] == view["last_ship"] == [EMPTY] * 4
        assert [in_row[:row] for in_row in view["row"]] == rows
        assert view["row_tile"][1] == [tile for _, tile in game.rows[1]] + [EMPTY] * (10 - row)
        assert Counter(view["where"]) == {-1: 25 - hand - 2 * row, ref.ROW: 2 * row, ref.IN_HAND + seat: hand, 0: 15}
        assert [ship for ship in range(25) if view["where"][ship] == ref.IN_HAND + seat] == sorted(game.hands[seat])
        assert (sum(view["unseen_tiles"]), view["supply"]) == (36 - 2 * row, [20] * 4)


def test_hand_size_is_an_option():
    assert [len(hand) for hand in ref.Game(Edition(hand_size=2), 3, 0, 0).hands] == [2, 2, 2]


def test_moves_and_views_have_the_shape_of_the_state():
    game = turn(["rry"], ["ry:3:1"], sites=["", "ggb:g:2"], warehouse="bb")
    view = game.view(1)
    assert list(view) == list(VIEW.names)
    assert {name: np.shape(view[name]) for name in view} == {name: VIEW[name].shape for name in VIEW.names}
    assert MOVE.names == ref.Move._fields
    ship, tile, project = game.ships_taken[0][0], game.tile, game.sites[0][1].tile
    assert (view["active"], view["turn"], view["cargo"]) == (0, 1, [2, 1, 0, 0])
    assert (view["tile"], view["needs"][tile], view["worth"][tile], view["rewards"][tile]) == (tile, [1, 1, 0, 0], 3, 1)
    assert (view["last_ship"], view["where"][ship]) == ([ship, -1, -1, -1], ref.IN_PORT)
    assert (view["number"][ship], view["ship_cargo"][ship], view["number"][25:]) == (ship + 1, [2, 1, 0, 0], [0] * 15)
    assert view["warehouse"] == [[0, 0, 0, 2], [0] * 4, [0] * 4, [0] * 4]
    assert view["site_tile"][:2] == [[-1, project, -1, -1, -1, -1], [-1] * 6]
    assert (view["site_cubes"][0][1], view["site_rewards"][0]) == ([0, 0, 1, 0], [0, 2, 0, 0, 0, 0])
    assert (view["site_colour"], view["picture"][project]) == ([0, 1, 2, 3, 0, 0], 1)
    assert [view[name] for name in ("ships", "tiles", "sites", "slots", "slot_size")] == [25, 36, 4, 3, 2]
    assert (view["set_size"], view["set_points"]) == (3, 1)


# ---- Part 1: Playing a Ship Card to Determine Turn Order -----------------------------------------------------------


def test_bids_are_hidden_until_all_have_chosen():
    game = ref.Game(Edition(), 3, 1, 1)
    hands = [sorted(hand) for hand in game.hands]
    for seat in range(3):
        assert (game.seat, game.decision) == (seat, ref.ON_BID)
        assert game.legal() == [(0, ref.BID, ship, NOTHING, NOTHING) for ship in hands[seat]]
        before = [game.view(p) for p in range(3)]
        play(game, ref.BID, hands[seat][1])
        if seat < 2:
            for p in range(3):
                if p == seat:
                    assert game.view(p)["bids"] == [hands[p][1] if q == p else EMPTY for q in range(4)]
                    assert game.view(p)["where"][hands[p][1]] == ref.IN_HAND + p
                else:
                    assert game.view(p) == before[p]
    bids = [hand[1] for hand in hands]
    order = sorted(range(3), key=lambda seat: -bids[seat])
    assert (game.seat, game.decision) == (order[0], ref.ON_SHIP)
    for seat in range(3):
        view = game.view(seat)
        assert (view["bids"], view["order"], view["active"]) == ([*bids, EMPTY], [*order, EMPTY], order[0])
        assert [view["where"][ship] for ship in bids] == [ref.PILE] * 3
        assert view["where"][:25].count(ref.PILE) == 3  # what was dealt to the pile is not known
        assert view["decision"] == (ref.ON_SHIP if seat == order[0] else ref.ON_BID)
    while game.decision != ref.ON_BID:
        assert game.seat == game.view(0)["active"]
        if hurry(game):
            order.pop(0)
        assert not order or game.seat == order[0]
    assert (game.seat, order) == (0, [])
    assert [game.view(p)[name] for p in range(3) for name in ("bids", "order")] == [[EMPTY] * 4] * 6
    assert (game.view(2)["active"], game.result()["bids"]) == (EMPTY, [[ship + 1] for ship in bids])


def test_the_number_decides_not_the_row_of_the_table():
    ships = Edition().tables["ships"]
    game = ref.Game(Edition().with_table("ships", ships.assign(number=99 - ships["number"])), 4, 0, 0)
    bid(game)
    numbers = [game.ships[game.bids[seat]].number for seat in game.order]
    assert numbers == sorted(numbers, reverse=True) == [98 - game.bids[seat] for seat in game.order]


# ---- Part 2: taking a ship -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("warehouse", "reach"), [("", 1), ("r", 2), ("rr", 3), ("rgb", 4), ("rryybb", 5)])
def test_a_ship_costs_a_cube_for_each_ship_between_it_and_the_port(warehouse, reach):
    game = LaidOut(warehouse=warehouse)
    bid(game)
    assert offered(game, ref.TAKE) == [(row, place) for row in range(2) for place in range(reach)]
    assert len(game.legal()) == 2 * reach


def test_the_nearest_ship_is_free_and_its_row_closes_up():
    game = LaidOut(warehouse="r")
    bid(game)
    row = list(game.rows[1])
    play(game, ref.TAKE, 1, 0)
    assert (game.decision, shown(game.warehouses[0])) == (ref.ON_TURN, "r")
    assert (game.rows[1], game.tile, len(game.rows[0])) == (row[1:], row[0][1], 5)
    view = game.view(1)
    assert view["row"][1] == [ship for ship, _ in row[1:]] + [EMPTY] * 6
    assert view["where"][row[0][0]] == ref.IN_PORT
    assert view["unseen_tiles"][row[0][1]] == 0


@pytest.mark.parametrize(
    ("warehouse", "place", "payments"),
    [
        ("r", 1, ["r"]),
        ("ryb", 1, ["b", "y", "r"]),
        ("ryb", 2, ["yb", "rb", "ry"]),
        ("rry", 2, ["ry", "rr"]),
        ("rryybb", 4, ["yybb", "rybb", "ryyb", "rrbb", "rryb", "rryy"]),
    ],
)
def test_payments(warehouse, place, payments):
    assert ref.packed(cubes("ryybbb")) == 1 + 2 * 16 + 3 * 4096
    game = turn(warehouse=warehouse, place=place)
    assert (game.decision, game.view(1)["fare"]) == (ref.ON_FARE, place)
    assert game.legal() == [(ref.packed(cubes(paid)), ref.PAY, NOTHING, NOTHING, NOTHING) for paid in payments]
    play(game, ref.PAY, paid=payments[-1])
    assert shown(game.warehouses[0]) == shown(np.subtract(cubes(warehouse), cubes(payments[-1])))
    assert (game.decision, game.view(0)["fare"], game.result()["fare_paid"]) == (ref.ON_TURN, 0, [place, 0])


def test_the_fare_is_in_the_supply_before_the_ship_is_loaded():
    game = turn(["b", "rry"], warehouse="rb", supply="", place=1)
    assert shown(game.cargo) == ""
    play(game, ref.PAY, paid="r")
    assert (shown(game.cargo), shown(game.supply), shown(game.warehouses[0])) == ("r", "", "b")
    assert game.result()["cubes_short"] == [2, 0]


@pytest.mark.parametrize(
    ("cargo", "supply", "loaded", "short"), [("rry", "rryyb", "rry", 0), ("rry", "r", "r", 2), ("gb", "rr", "", 2)]
)
def test_shortage_of_cargo(cargo, supply, loaded, short):
    game = turn([cargo], supply=supply)
    assert (shown(game.cargo), game.result()["cubes_short"]) == (loaded, [short, 0])
    assert shown(game.supply) == shown(np.subtract(cubes(supply), cubes(loaded)))


# ---- Move construction materials into a construction site ----------------------------------------------------------


def test_building_from_ship_and_warehouse():
    game = turn(["rryg"], sites=["", "rry:r:0", "ggb::1", "b:b:0"], warehouse="rb")
    ways = [(1, R, SHIP), (1, R, WAREHOUSE), (1, Y, SHIP), (2, G, SHIP), (2, B, WAREHOUSE)]
    assert offered(game, ref.BUILD) == ways
    play(game, ref.BUILD, 1, R, WAREHOUSE)
    assert offered(game, ref.BUILD) == ways[2:]  # as many reds as the project requires
    assert (game.sites[0][1].cubes, shown(game.warehouses[0]), shown(game.cargo)) == ([2, 0, 0, 0], "b", "rryg")
    play(game, ref.BUILD, 1, Y, SHIP)
    assert (game.sites[0][1].cubes, shown(game.cargo)) == ([2, 1, 0, 0], "rrg")
    assert offered(game, ref.COMPLETE) == [(1,), (3,)]


def test_actions_stand_in_a_fixed_order():
    game = turn(["rr"], ["ry:2:1"], sites=["", "rry:rr:0", "g:g:0"], warehouse="yy", supply="rrbb")
    kinds = [m[1] for m in game.legal()]
    assert kinds == sorted(kinds)
    assert offered(game, ref.PLACE) == [(0,), (3,)]
    assert set(kinds) == {ref.PLACE, ref.COMPLETE, ref.BUILD, ref.STORE, ref.EXCHANGE, ref.DISCARD}
    play(game, ref.PLACE, 3)
    assert game.legal()[-1] == (0, ref.STOP, NOTHING, NOTHING, NOTHING)


# ---- Move construction materials into the warehouse ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("warehouse", "slots", "size", "colours"),
    [
        ("", 3, 2, "rygb"),
        ("", 0, 2, ""),
        ("rrr", 3, 2, "rygb"),  # two slots of red, one of them with room
        ("rrrr", 3, 2, "rygb"),
        ("ryg", 3, 2, "ryg"),  # a slot holds one colour only
        ("rryg", 3, 2, "yg"),
        ("rrrg", 3, 2, "rg"),
        ("rrrrg", 3, 2, "g"),
        ("rryygg", 3, 2, ""),
        ("rrrg", 2, 3, "g"),
        ("rg", 2, 1, ""),
        ("rr", 3, 1, "rygb"),
    ],
)
def test_room_in_the_warehouse(warehouse, slots, size, colours):
    game = turn(["rygb"], warehouse=warehouse, warehouse_slots=slots, slot_size=size)
    assert offered(game, ref.STORE) == [("rygb".index(colour),) for colour in colours]


def test_store_and_discard():
    game = turn(["rr"], warehouse="b")
    assert (offered(game, ref.STORE), offered(game, ref.DISCARD)) == ([(R,)], [(B,)])
    play(game, ref.STORE, R)
    play(game, ref.STORE, R)
    assert (shown(game.cargo), shown(game.warehouses[0])) == ("", "rrb")
    supply = game.supply[R]
    play(game, ref.DISCARD, R)
    assert (shown(game.warehouses[0]), game.supply[R]) == ("rb", supply + 1)
    assert (game.result()["cubes_stored"], game.result()["cubes_discarded"]) == ([2, 0], [1, 0])
    assert game.result()["warehouse_left"] == [2, 0]


# ---- Exchange materials --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cargo", "warehouse", "supply", "exchanges"),
    [
        ("rr", "", "rygb", [(R, Y, 0), (R, G, 0), (R, B, 0)]),
        ("r", "r", "rygb", [(R, Y, 1), (R, G, 1), (R, B, 1)]),
        ("", "rr", "rygb", [(R, Y, 2), (R, G, 2), (R, B, 2)]),
        ("rr", "rr", "rrg", [(R, G, 0), (R, G, 1), (R, G, 2)]),
        ("ry", "", "rygb", []),  # of the same colour
        ("yyb", "bb", "yybbbr", [(Y, R, 0), (Y, B, 0), (B, R, 1), (B, R, 2), (B, Y, 1), (B, Y, 2)]),
        ("rr", "", "rr", []),  # what is wanted has to be in the supply
    ],
)
def test_exchanges(cargo, warehouse, supply, exchanges):
    loaded = shown(np.add(cubes(supply), cubes(cargo)))
    assert offered(turn([cargo], warehouse=warehouse, supply=loaded), ref.EXCHANGE) == sorted(exchanges)


def test_exchange_brings_a_cube_onto_the_ship():
    game = turn(["r"], warehouse="rr", supply="rg")
    play(game, ref.EXCHANGE, R, G, 1)
    assert [shown(where) for where in (game.cargo, game.warehouses[0], game.supply)] == ["g", "r", "rr"]
    assert game.result()["exchanges"] == [1, 0]


# ---- Place a project tile ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("site", "supply", "rewards", "short"), [(R, "rrrgg", 2, 0), (G, "g", 1, 1), (B, "rr", 0, 2), (Y, "yy", 2, 0)]
)
def test_rewards_are_in_the_colour_of_the_site(site, supply, rewards, short):
    game = turn([""], ["ry:4:2"], supply=supply)
    tile = game.tile
    assert offered(game, ref.PLACE) == [(0,), (1,), (2,), (3,)]
    play(game, ref.PLACE, site)
    assert game.sites[0][site] == ref.Project(tile, [0] * 4, rewards)
    assert game.supply[site] == cubes(supply)[site] - rewards
    assert (game.tile, game.result()["cubes_short"], offered(game, ref.PLACE)) == (EMPTY, [short, 0], [])


def test_a_tile_must_be_placed_while_a_site_is_empty():
    game = turn(["rr"], sites=("ry:r:0", "", "gb::0", "gb::0"))
    assert (offered(game, ref.PLACE), offered(game, ref.STOP)) == ([(1,)], [])
    play(game, ref.BUILD if offered(game, ref.BUILD) else ref.STORE)
    assert offered(game, ref.STOP) == []
    play(game, ref.PLACE)
    assert offered(game, ref.STOP) == [()]


def test_a_tile_fails_if_no_site_is_empty():
    game = turn([""], ["rryb:4:2"], sites=FULL)
    assert game.legal() == [(0, ref.STOP, NOTHING, NOTHING, NOTHING)]
    assert game.view(1)["failed"] == [0] * 4
    play(game, ref.STOP)
    assert (game.view(1)["failed"], game.view(1)["tile"]) == ([4, 0, 0, 0], EMPTY)
    assert [game.result()[name][0] for name in ("failed_points", "projects_failed", "projects_unfinished")] == [-4, 1, 4]


def test_completing_a_project_may_free_a_site():
    game = turn([""], ["rryb:4:2"], sites=("ry:ry:1", *FULL[1:]), supply="")
    assert offered(game, ref.STOP) == [()]  # completing is not compulsory
    play(game, ref.COMPLETE, 0)
    assert (offered(game, ref.STOP), offered(game, ref.PLACE)) == ([], [(0,)])
    play(game, ref.PLACE, 0)
    assert game.sites[0][0].rewards == 1  # the red cube of the project before
    assert game.result()["cubes_short"] == [1, 0]


# ---- Declare a project complete ------------------------------------------------------------------------------------


def test_completing_returns_the_cubes_and_brings_rewards_onto_the_ship():
    game = turn(["b"], ["rr:2:0"], sites=("", "", "ryy:ryy:2", "gb::1"), supply="b")
    project = game.sites[0][2].tile
    play(game, ref.PLACE, 0)
    assert offered(game, ref.BUILD) == [(3, B, SHIP)]
    play(game, ref.COMPLETE, 2)
    assert (shown(game.cargo), shown(game.supply)) == ("ggb", "ryy")
    assert (3, G, SHIP) in offered(game, ref.BUILD)  # usable in this turn
    assert {(G, R, 0), (G, Y, 0)} <= set(offered(game, ref.EXCHANGE))
    view = game.view(1)
    assert (view["completed"], view["points"], view["site_tile"][0][2]) == ([1, 0, 0, 0], [7, 0, 0, 0], EMPTY)
    assert (view["pictures"][0], view["site_rewards"][0][2]) == ([0, 1] + [0] * 10, 0)
    assert game.result()["taken"][0][25 + 36 :] == [int(tile == project) for tile in range(36)]


@pytest.mark.parametrize(("there", "complete"), [("ry", False), ("ryy", True), ("yy", False), ("", False)])
def test_a_project_needs_all_its_materials(there, complete):
    game = turn(sites=[f"ryy:{there}:1"])
    assert offered(game, ref.COMPLETE) == [(0,)] * complete


# ---- the end of a turn ---------------------------------------------------------------------------------------------


def test_what_is_left_on_the_ship_is_returned():
    game = turn(["rrgb"], ["ry:2:0"], warehouse="y")
    supply = list(game.supply)
    play(game, ref.PLACE, 0)
    play(game, ref.BUILD, 0, R, SHIP)
    play(game, ref.STOP)
    assert (shown(game.cargo), np.subtract(game.supply, supply).tolist()) == ("", cubes("rgb"))
    assert (game.result()["cubes_returned"], shown(game.warehouses[0])) == ([3, 0], "y")
    assert (game.seat, game.decision, game.view(0)["turn"], game.view(0)["active"]) == (1, ref.ON_SHIP, 2, 1)
    assert game.result()["turns"] == [1, 1]


# ---- Phase 3: End of Round, Phase 1 of the next --------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_end_of_round(players):
    game = ref.Game(Edition(), players, 5, 6)
    tiles, hand, row = list(game.tile_pile), game.hand_size, game.row_length
    for number in range(1, 3):
        for _ in range(players * hand):
            assert game.round == number - 1
            while not hurry(game):
                pass
        assert (game.round, game.decision, game.seat) == (number, ref.ON_BID, 0)
        assert game.result()["turns"] == [number * hand] * players
        hands = [ships[-hand:] for ships in game.ships_taken]
        assert (game.hands, game.ports) == (hands, [[]] * players)
        pile = sorted(set(range(25)) - {ship for ships in hands for ship in ships})
        Stream(5, 6, number).shuffle(pile)
        rows = [[pile.pop() for _ in range(row)] for _ in range(2)]
        assert game.rows == [[(ship, tiles.pop()) for ship in in_row] for in_row in rows]
        assert (game.pile, game.tile_pile) == (pile, tiles)
        for seat in range(players):
            view = game.view(seat)
            shown = (view["current_round"], view["active"], view["bids"], view["order"])
            assert shown == (number, EMPTY, [EMPTY] * 4, [EMPTY] * 4)
            assert all(view["where"][ship] == ref.IN_HAND + p for p in range(players) for ship in hands[p])
            assert [view["where"][ship] for ship in pile] == [ref.PILE] * len(pile)
            assert view["last_ship"][:players] == [ships[-1] for ships in hands]


def test_end_of_game():
    game = turn(tables={"setup": ONE_TURN})
    while not game.over:
        hurry(game)
    assert (game.result()["turns"], game.legal(), game.round) == ([1, 1], [], 0)
    view = game.view(0)
    assert (view["active"], view["order"], view["bids"][:2]) == (1, [0, 1, EMPTY, EMPTY], game.bids)
    assert game.result()["last_ship"] == [ships[0] + 1 for ships in game.ships_taken]
    with pytest.raises(ValueError, match="not legal"):
        game.play((0, ref.STOP, -1, -1, -1))


# ---- How to Score --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pictures", "options", "bonus"),
    [
        ("", {}, 0),
        ("001122", {}, 0),
        ("000", {}, 3),
        ("0000", {}, 4),
        ("000111", {}, 6),
        ("00011", {}, 3),
        ("00011", {"set_size": 2, "set_points": 3}, 15),
    ],
)
def test_picture_bonus(pictures, options, bonus):
    game = LaidOut(**options)
    game.completed[1] = [6 * int(picture) + pictures[:i].count(picture) for i, picture in enumerate(pictures)]
    assert game.result()["picture_bonus"] == [0, bonus]
    assert game.result()["score"] == [0, bonus + sum(game.tiles[tile].points for tile in game.completed[1])]


def test_points_lost_for_failed_and_unfinished_projects():
    game = LaidOut(sites=("rry:r:2", "gb::0", "yy:yy:1", ""))  # a full project that is not declared costs nothing
    game.completed[0], game.failed[0] = [0, 6], [5, 1]
    result = game.result()
    assert (result["project_points"], result["failed_points"]) == ([4, 0], [-(5 + 3), 0])
    assert (result["unfinished_points"], result["projects_unfinished"]) == ([-(2 + 2), 0], [3, 0])
    assert (result["score"], result["projects_completed"], result["projects_failed"]) == ([4 - 8 - 4, 0], [2, 0], [2, 0])
    assert (game.view(1)["points"], game.view(1)["failed"]) == ([4, 0, 0, 0], [8, 0, 0, 0])


@pytest.mark.parametrize(
    ("completed", "warehouses", "last_ships", "rank", "share"),
    [
        ([[5], [3], [4]], ["", "rr", "rrr"], [1, 2, 3], [1, 2, 3], [1, 0, 0]),  # most points
        ([[2], [0, 6], [2]], ["rr", "", "r"], [3, 1, 9], [2, 1, 3], [0, 1, 0]),  # then projects, then the warehouse
        ([[2], [2], [2]], ["rg", "bb", "g"], [3, 8, 9], [2, 1, 3], [0, 1, 0]),  # then the ship taken last
        ([[], [], []], ["", "", ""], [3, 8, 8], [3, 1, 1], [0, Fraction(1, 2), Fraction(1, 2)]),
    ],
)
def test_ties(completed, warehouses, last_ships, rank, share):
    game = LaidOut(players=3)
    game.completed, game.warehouses = completed, [cubes(text) for text in warehouses]
    game.ships_taken = [[24, number - 1] for number in last_ships]
    result = game.result()
    assert (result["rank"], result["share"], result["last_ship"]) == (rank, share, last_ships)


# ---- whole games ---------------------------------------------------------------------------------------------------


def any_move(game, rng):
    return rng.choice(game.legal())


def eager(game, rng):
    """Places, completes and builds whenever it can, then exchanges; stops with what is left."""
    useful = [m for m in game.legal() if m[1] in (ref.COMPLETE, ref.BUILD)] or [m for m in game.legal() if m[1] == ref.PLACE]
    return useful[0] if useful else rng.choice(game.legal())


def far(game, rng):
    """Takes ships from as far as it can, and fills the warehouse for it."""
    wanted = [m for m in game.legal() if m[1] in (ref.PLACE, ref.STORE)] or [m for m in game.legal() if m[1] == ref.STOP]
    return max(game.legal(), key=lambda m: m[3]) if game.decision == ref.ON_SHIP else (wanted or game.legal())[-1]


def idle(game, rng):
    """Stops as soon as possible."""
    return game.legal()[-1]


def waster(game, rng):
    """Completes nothing while it can do something else but stop, discarding and exchanging all."""
    return rng.choice([m for m in game.legal() if m[1] not in (ref.COMPLETE, ref.STOP)] or game.legal())


TEMPERAMENTS = [any_move, eager, far, idle, waster]


def check_components(game):
    """Every cube, ship and tile is in one place; no site or warehouse holds too much; views agree with one another."""
    assert (laid_out(game) + game.supply).tolist() == [game.edition.cubes] * 4
    ships = [ship for piles in (game.hands, game.ports, [game.pile]) for pile in piles for ship in pile]
    assert sorted(ships + [ship for row in game.rows for ship, _ in row]) == list(range(len(game.ships)))
    placed = [project.tile for board in game.sites for project in board if project]
    tiles = game.tile_pile + placed + [tile for row in game.rows for _, tile in row]
    tiles += [tile for piles in (game.completed, game.failed) for pile in piles for tile in pile]
    assert sorted(tiles + [game.tile] * (game.tile != EMPTY)) == list(range(len(game.tiles)))
    assert min(game.supply + game.cargo) >= 0
    for board, warehouse in zip(game.sites, game.warehouses, strict=True):
        assert all(min(game._missing(project)) >= 0 for project in board if project)
        assert min(warehouse) >= 0
        assert sum(-(-n // game.edition.slot_size) for n in warehouse) <= game.edition.warehouse_slots
    views = {seat: game.view(seat) for seat in (game.seat, (game.seat + 1) % game.players)}
    own = ("seat", "decision", "bids", "where")
    for seat, view in views.items():
        assert all(view[name] == views[game.seat][name] for name in view if name not in own)
        where = view["where"][: len(game.ships)]
        unseen = sum(map(len, game.hands)) - len(game.hands[seat]) + len(game.pile) - sum(map(len, game.ships_bid))
        assert where.count(ref.UNSEEN) == (unseen if game.round == 0 else 0)
        assert where.count(ref.IN_HAND + seat) == len(game.hands[seat])
        assert [where.count(ref.IN_PORT + p) for p in range(game.players)] == list(map(len, game.ports))
    if game.decision in (ref.ON_BID, ref.ON_SHIP):
        assert (sum(game.cargo), game.tile, game.fare) == (0, EMPTY, 0)


def play_out(edition, players, index, temperaments):
    rng = random.Random(index)
    game = ref.Game(edition, players, 9, index)
    while not game.over:
        legal = game.legal()
        assert len(set(legal)) == len(legal) > 0
        check_components(game)
        game.play(temperaments[game.seat % len(temperaments)](game, rng))
    check_components(game)
    return game


def other_boxes():
    standard = Edition()
    ships, tiles, sites = (standard.tables[name] for name in ("ships", "tiles", "sites"))
    return {
        "standard": standard,
        "few cubes": Edition(cubes=3, warehouse_slots=2),
        "large warehouse": Edition(warehouse_slots=6, slot_size=4, set_size=2, set_points=3),
        "no warehouse": Edition(warehouse_slots=0),
        "five short rounds": Edition(rounds=5).with_table("setup", ONE_TURN),
        "one site": Edition(slot_size=1).with_table("sites", sites[:1]),
        "six sites": standard.with_table("sites", pd.concat([sites, sites[:2]])),
        "other ships": standard.with_table("ships", ships.assign(number=99 - ships["number"], red=ships["red"] * 4)),
        "easy tiles": standard.with_table("tiles", tiles.assign(red=1, yellow=0, green=0, blue=0, rewards=3)),
    }


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", other_boxes())
def test_whole_games(name, players):
    edition = other_boxes()[name]
    for index, temperaments in enumerate([*([temperament] for temperament in TEMPERAMENTS), TEMPERAMENTS[:players]]):
        game = play_out(edition, players, index, temperaments)
        result = game.result()
        n_turns = game.hand_size * edition.rounds
        assert result["turns"] == [len(bids) for bids in result["bids"]] == [n_turns] * players
        for seat, taken in enumerate(result["taken"]):
            parts = np.split(np.array(taken), np.cumsum([len(game.ships), len(game.tiles)]))
            dealt_with = sum(result[f"projects_{how}"][seat] for how in ("completed", "failed", "unfinished"))
            assert [part.sum() for part in parts] == [n_turns, n_turns, result["projects_completed"][seat]]
            assert (dealt_with, parts[2].max() <= 1) == (n_turns, True)
            assert parts[2] @ [tile.points for tile in game.tiles] == result["project_points"][seat]
        assert [result["rank"].count(r) for r in range(1, players + 1)] == [1] * players  # ships taken last differ
        assert sum(result["share"]) == 1


def test_temperaments_reach_the_rare_cases():
    reached = Counter()
    for name, temperament in (("standard", far), ("few cubes", any_move), ("easy tiles", eager), ("standard", waster)):
        for index in range(3):
            result = play_out(other_boxes()[name], 3, index, [temperament]).result()
            reached.update({category: sum(map(abs, result[category])) for category in (*ref.TALLIES, "picture_bonus")})
    assert min(reached.values()) > 5


def test_the_same_game_again():
    one, other = (play_out(Edition(), 3, 4, TEMPERAMENTS) for _ in range(2))
    assert one.result() == other.result()
    hands = [ref.Game(Edition(), 3, seed, index).hands for seed, index in ((9, 4), (9, 5), (8, 4))]
    assert hands[0] not in hands[1:]
