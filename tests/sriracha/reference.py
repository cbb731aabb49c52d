"""Sriracha restated slowly and plainly, so that whole games can be compared with it decision by decision.

Written from the rulebook, section by section: Setup, Round Structure (Phase 1, Phase 2 with its two parts, Phase 3), End
of Game and Scoring; and from the rulings where the rulebook is silent. A game is one generator that stops wherever a
player is asked something, so that the rules stand here in the order in which they are played. Ships and tiles are known
by their rows in the tables `ships` and `tiles`; cubes in one place are counted by colour.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple

from boardstats.games.sriracha.edition import Edition
from tests.reference_streams import CHANCE, SHUFFLE, Stream

ON_BID, ON_SHIP, ON_FARE, ON_TURN = range(4)
BID, TAKE, PAY, PLACE, COMPLETE, BUILD, STORE, EXCHANGE, DISCARD, STOP = range(10)
FROM_SHIP, FROM_WAREHOUSE = range(2)

COLOURS = ["red", "yellow", "green", "blue"]
EACH_COLOUR = range(len(COLOURS))
N_ROWS = 2

NOTHING = EMPTY = -1

# Where a ship is; in a hand or on a port slot: + seat.
UNSEEN, PILE, ROW, IN_HAND, IN_PORT = -1, 0, 1, 2, 6

# Counted for each seat.
TALLIES = ["fare_paid", "cubes_returned", "exchanges", "cubes_discarded", "cubes_stored", "cubes_short"]

# Room in a view.
SEATS, SHIPS, TILES, PLACES, SITES, PICTURES = 4, 40, 60, 10, 6, 12


class Move(NamedTuple):
    cubes: int
    kind: int
    first: int = NOTHING
    second: int = NOTHING
    third: int = NOTHING


class Ship(NamedTuple):
    number: int
    cargo: list[int]


class Tile(NamedTuple):
    """What a project tile shows."""

    picture: int
    needs: list[int]
    points: int
    rewards: int


@dataclass
class Project:
    """A tile on a construction site: the cubes moved there, and how many lie on its reward slots."""

    tile: int
    cubes: list[int]
    rewards: int


Asking = Generator[None, Move, Move]  # stops at one decision and returns the move
Play = Generator[None, Move, None]  # stops at any number of decisions


def packed(cubes: Iterable[int]) -> int:
    """Return cubes, counted by colour, as one number: those of colour c stand in its four bits from 4 c on."""
    return sum(n << (4 * colour) for colour, n in enumerate(cubes))


class Game:
    """A game for two to four players.

    Attributes
    ----------
    seat, decision : int
        Who is asked, and what (`ON_BID` …).
    over : bool
        True when nobody is asked any more.
    """

    def __init__(self, edition: Edition, players: int, seed: int, game: int) -> None:
        self.edition, self.players, self.seed, self.game = edition, players, seed, game
        ships, tiles, sites, setup = (edition.tables[name].to_dict("records") for name in ("ships", "tiles", "sites", "setup"))
        self.ships = [Ship(int(row["number"]), [int(row[c]) for c in COLOURS]) for row in ships]
        self.tiles = [
            Tile(int(row["picture"]) - 1, [int(row[c]) for c in COLOURS], int(row["points"]), int(row["rewards"]))
            for row in tiles
        ]
        self.site_colours = [COLOURS.index(row["colour"]) for row in sites]
        (by_players,) = (row for row in setup if row["players"] == players)
        self.hand_size = edition.hand_size or int(by_players["hand"])
        self.row_length = int(by_players["row"])

        self.round = self.turn = 0
        self.active = EMPTY  # whose turn it is
        self.turns = [0] * players
        self.asked = [ON_BID] * players  # what each seat was last asked
        self.bids = [EMPTY] * players  # in this pass
        self.order: list[int] = []  # seats; none while bids are hidden
        self.cargo = [0] * len(COLOURS)  # on the ship of the active seat
        self.tile = EMPTY  # taken in this turn and not yet placed
        self.fare = 0
        self.ships_bid: list[list[int]] = [[] for _ in range(players)]
        self.ships_taken: list[list[int]] = [[] for _ in range(players)]
        self.tiles_taken: list[list[int]] = [[] for _ in range(players)]
        self.completed: list[list[int]] = [[] for _ in range(players)]  # tiles
        self.failed: list[list[int]] = [[] for _ in range(players)]  # tiles
        self.tally = {name: [0] * players for name in TALLIES}
        self._set_up()

        self.over = False
        self._moves: list[Move] = []
        self._game = self._play_rounds()
        next(self._game)

    # ---- what the caller does ------------------------------------------------------------------------------------

    def legal(self) -> list[tuple[int, int, int, int, int]]:
        """Return the legal moves of the seat that is asked: (cubes, kind, first, second, third)."""
        return list(self._moves)

    def play(self, move: tuple[int, int, int, int, int]) -> None:
        """Play a legal move and go on to the next decision, or to the end."""
        move = Move(*map(int, move))
        if move not in self._moves:
            raise ValueError(f"{move} is not legal now")
        try:
            self._game.send(move)
        except StopIteration:
            self.over = True
            self._moves = []

    def _ask(self, seat: int, decision: int, moves: list[Move]) -> Asking:
        self.seat, self.decision, self._moves = seat, decision, moves
        self.asked[seat] = decision
        return (yield)

    # ---- Setup ---------------------------------------------------------------------------------------------------

    def _set_up(self) -> None:
        """Shuffle ships and tiles, deal the hands, lay out the rows; the top of a pile is its end."""
        self.supply = [self.edition.cubes] * len(COLOURS)
        self.warehouses = [[0] * len(COLOURS) for _ in range(self.players)]
        self.sites: list[list[Project | None]] = [[None] * len(self.site_colours) for _ in range(self.players)]
        self.ports: list[list[int]] = [[] for _ in range(self.players)]  # ships taken in this round
        self.pile = list(range(len(self.ships)))
        Stream(self.seed, self.game, SHUFFLE).shuffle(self.pile)
        self.hands = [[self.pile.pop() for _ in range(self.hand_size)] for _ in range(self.players)]
        self.tile_pile = list(range(len(self.tiles)))
        Stream(self.seed, self.game, CHANCE).shuffle(self.tile_pile)
        self._prepare_port()

    # ---- Round Structure -----------------------------------------------------------------------------------------

    def _play_rounds(self) -> Play:
        """Play all rounds, each until no player has ships in hand."""
        for number in range(self.edition.rounds):
            self.round = number
            if number > 0:
                self._prepare_port()
            while any(self.hands):
                yield from self._bid()
                for seat in self.order:
                    yield from self._take_turn(seat)
            if number < self.edition.rounds - 1:
                self._end_round()

    # ---- Phase 1: Preparing the Central Port Board ---------------------------------------------------------------

    def _prepare_port(self) -> None:
        """Lay out two rows of ships from the port outwards, then a tile on each."""
        ships = [[self.pile.pop() for _ in range(self.row_length)] for _ in range(N_ROWS)]
        self.rows = [[(ship, self.tile_pile.pop()) for ship in row] for row in ships]

    # ---- Phase 2, Part 1: Playing a Ship Card to Determine Turn Order ---------------------------------------------

    def _bid(self) -> Play:
        """Let each player choose a ship unseen; show all at once; the highest number goes first."""
        self.active, self.order = EMPTY, []
        self.bids = [EMPTY] * self.players
        for seat in range(self.players):
            move = yield from self._ask(seat, ON_BID, [Move(0, BID, ship) for ship in sorted(self.hands[seat])])
            self.bids[seat] = move.first
        for seat, ship in enumerate(self.bids):
            self.hands[seat].remove(ship)
            self.pile.append(ship)
            self.ships_bid[seat].append(ship)
        self.order = sorted(range(self.players), key=lambda seat: self.ships[self.bids[seat]].number, reverse=True)

    # ---- Phase 2, Part 2: Managing Projects on Your Own Turn ------------------------------------------------------

    def _take_turn(self, me: int) -> Play:
        """Take a ship and pay for it, load it, then manage projects until satisfied."""
        self.turn += 1
        self.turns[me] += 1
        self.active = me
        move = yield from self._ask(me, ON_SHIP, self._ships_within_reach(me))
        ship, self.tile = self.rows[move.first].pop(move.second)
        self.ports[me].append(ship)
        self.ships_taken[me].append(ship)
        self.tiles_taken[me].append(self.tile)
        self.fare = move.second
        if self.fare > 0:
            yield from self._pay_fare(me)
        for colour, wanted in enumerate(self.ships[ship].cargo):
            self.cargo[colour] = self._from_supply(me, colour, wanted)
        actions = {
            PLACE: self._place, COMPLETE: self._complete, BUILD: self._build, STORE: self._store,
            EXCHANGE: self._exchange, DISCARD: self._discard,
        }  # fmt: skip
        while (move := (yield from self._ask(me, ON_TURN, self._actions(me)))).kind != STOP:
            actions[move.kind](me, move)
        self._stop(me)

    def _ships_within_reach(self, me: int) -> list[Move]:
        """List the ships for which there is a cube in the warehouse for each ship between them and the port."""
        reach = sum(self.warehouses[me])
        return [Move(0, TAKE, row, place) for row in range(N_ROWS) for place in range(len(self.rows[row])) if place <= reach]

    def _pay_fare(self, me: int) -> Play:
        warehouse = self.warehouses[me]
        ways = [way for way in product(*(range(n + 1) for n in warehouse)) if sum(way) == self.fare]
        paid = {packed(way): way for way in ways}
        move = yield from self._ask(me, ON_FARE, [Move(cubes, PAY) for cubes in paid])
        for colour, n in enumerate(paid[move.cubes]):
            warehouse[colour] -= n
            self.supply[colour] += n
        self.tally["fare_paid"][me] += self.fare
        self.fare = 0

    def _from_supply(self, me: int, colour: int, wanted: int) -> int:
        """Take cubes from the supply, as far as there are any, and return how many."""
        got = min(wanted, self.supply[colour])
        self.supply[colour] -= got
        self.tally["cubes_short"][me] += wanted - got
        return got

    def _actions(self, me: int) -> list[Move]:
        """List what can be done now; stopping is the last."""
        moves: list[Move] = []
        empty = [site for site, project in enumerate(self.sites[me]) if not project]
        if self.tile != EMPTY:
            moves += [Move(0, PLACE, site) for site in empty]
        moves += [Move(0, COMPLETE, site) for site, project in enumerate(self.sites[me]) if project and self._has_all(project)]
        moves += self._buildings(me)
        moves += [Move(0, STORE, colour) for colour in EACH_COLOUR if self.cargo[colour] and self._has_room(me, colour)]
        moves += self._exchanges(me)
        moves += [Move(0, DISCARD, colour) for colour in EACH_COLOUR if self.warehouses[me][colour]]
        if self.tile == EMPTY or not empty:
            moves.append(Move(0, STOP))
        return moves

    def _missing(self, project: Project) -> list[int]:
        """Return the cubes, by colour, that a project still lacks."""
        return [n - have for n, have in zip(self.tiles[project.tile].needs, project.cubes, strict=True)]

    def _has_all(self, project: Project) -> bool:
        return not any(self._missing(project))

    # Move construction materials into a construction site.

    def _buildings(self, me: int) -> list[Move]:
        return [
            Move(0, BUILD, site, colour, source)
            for site, project in enumerate(self.sites[me])
            if project
            for colour, missing in enumerate(self._missing(project))
            if missing > 0
            for source, cubes in ((FROM_SHIP, self.cargo), (FROM_WAREHOUSE, self.warehouses[me]))
            if cubes[colour] > 0
        ]

    def _build(self, me: int, move: Move) -> None:
        source = self.cargo if move.third == FROM_SHIP else self.warehouses[me]
        source[move.second] -= 1
        self._project(me, move.first).cubes[move.second] += 1

    def _project(self, me: int, site: int) -> Project:
        project = self.sites[me][site]
        assert project is not None
        return project

    # Move construction materials into the warehouse; discard them.

    def _has_room(self, me: int, colour: int) -> bool:
        """Say whether the slots, each for one colour, hold one cube more of this colour."""
        cubes = [n + (c == colour) for c, n in enumerate(self.warehouses[me])]
        return sum(-(-n // self.edition.slot_size) for n in cubes) <= self.edition.warehouse_slots

    def _store(self, me: int, move: Move) -> None:
        self.cargo[move.first] -= 1
        self.warehouses[me][move.first] += 1
        self.tally["cubes_stored"][me] += 1

    def _discard(self, me: int, move: Move) -> None:
        self.warehouses[me][move.first] -= 1
        self.supply[move.first] += 1
        self.tally["cubes_discarded"][me] += 1

    # Exchange materials.

    def _exchanges(self, me: int) -> list[Move]:
        warehouse = self.warehouses[me]
        return [
            Move(0, EXCHANGE, given, wanted, stored)
            for given, wanted, stored in product(EACH_COLOUR, EACH_COLOUR, range(3))
            if given != wanted and self.supply[wanted] and self.cargo[given] >= 2 - stored and warehouse[given] >= stored
        ]

    def _exchange(self, me: int, move: Move) -> None:
        self.cargo[move.first] -= 2 - move.third
        self.warehouses[me][move.first] -= move.third
        self.supply[move.first] += 2
        self.supply[move.second] -= 1
        self.cargo[move.second] += 1
        self.tally["exchanges"][me] += 1

    # Place a project tile; declare a project complete.

    def _place(self, me: int, move: Move) -> None:
        rewards = self._from_supply(me, self.site_colours[move.first], self.tiles[self.tile].rewards)
        self.sites[me][move.first] = Project(self.tile, [0] * len(COLOURS), rewards)
        self.tile = EMPTY

    def _complete(self, me: int, move: Move) -> None:
        project = self._project(me, move.first)
        for colour, n in enumerate(project.cubes):
            self.supply[colour] += n
        self.cargo[self.site_colours[move.first]] += project.rewards
        self.sites[me][move.first] = None
        self.completed[me].append(project.tile)

    def _stop(self, me: int) -> None:
        """End the turn: a tile that found no site fails, and what is left on the ship is returned."""
        if self.tile != EMPTY:
            self.failed[me].append(self.tile)
            self.tile = EMPTY
        for colour, n in enumerate(self.cargo):
            self.supply[colour] += n
            self.tally["cubes_returned"][me] += n
        self.cargo = [0] * len(COLOURS)

    # ---- Phase 3: End of Round -----------------------------------------------------------------------------------

    def _end_round(self) -> None:
        """Let the ships taken be the next hands, and shuffle those in the pile."""
        self.hands, self.ports = self.ports, [[] for _ in range(self.players)]
        self.pile.sort()
        Stream(self.seed, self.game, SHUFFLE + self.round + 1).shuffle(self.pile)

    # ---- what a seat knows ---------------------------------------------------------------------------------------

    def view(self, seat: int) -> dict[str, Any]:
        """Return what a seat may know: plain numbers and lists, filled up to the room there is."""
        shown = [ship if self.order or p == seat else EMPTY for p, ship in enumerate(self.bids)]
        rows = [[[card[which] for card in row] for row in self.rows] for which in range(2)]
        no_cubes = [0] * len(COLOURS)
        sites = [[project or Project(EMPTY, no_cubes, 0) for project in board] for board in self.sites]
        pictures = [_counted((self.tiles[tile].picture for tile in tiles), PICTURES) for tiles in self.completed]
        return {
            "turn": self.turn,
            "seat": seat,
            "players": self.players,
            "decision": self.asked[seat],
            "current_round": self.round,
            "rounds": self.edition.rounds,
            "active": self.active,
            "bids": _filled(shown, SEATS, EMPTY),
            "order": _filled(self.order, SEATS, EMPTY),
            "where": _filled(self._where(seat), SHIPS, 0),
            "row": [_filled(row, PLACES, EMPTY) for row in rows[0]],
            "row_tile": [_filled(row, PLACES, EMPTY) for row in rows[1]],
            "unseen_tiles": _counted(self.tile_pile, TILES),
            "supply": list(self.supply),
            "cargo": list(self.cargo),
            "tile": self.tile,
            "fare": self.fare,
            "warehouse": _filled([list(cubes) for cubes in self.warehouses], SEATS, no_cubes),
            "site_tile": _by_site([[site.tile for site in board] for board in sites], EMPTY),
            "site_cubes": _by_site([[list(site.cubes) for site in board] for board in sites], no_cubes),
            "site_rewards": _by_site([[site.rewards for site in board] for board in sites], 0),
            "last_ship": _filled([(taken or [EMPTY])[-1] for taken in self.ships_taken], SEATS, EMPTY),
            "completed": _filled([len(tiles) for tiles in self.completed], SEATS, 0),
            "pictures": _filled(pictures, SEATS, [0] * PICTURES),
            "points": _filled([self._project_points(p) for p in range(self.players)], SEATS, 0),
            "failed": _filled([self._failed_materials(p) for p in range(self.players)], SEATS, 0),
            "ships": len(self.ships),
            "tiles": len(self.tiles),
            "sites": len(self.site_colours),
            "slots": self.edition.warehouse_slots,
            "slot_size": self.edition.slot_size,
            "set_size": self.edition.set_size,
            "set_points": self.edition.set_points,
            "site_colour": _filled(self.site_colours, SITES, 0),
            "number": _filled([ship.number for ship in self.ships], SHIPS, 0),
            "ship_cargo": _filled([list(ship.cargo) for ship in self.ships], SHIPS, no_cubes),
            "picture": _filled([tile.picture for tile in self.tiles], TILES, 0),
            "needs": _filled([list(tile.needs) for tile in self.tiles], TILES, no_cubes),
            "worth": _filled([tile.points for tile in self.tiles], TILES, 0),
            "rewards": _filled([tile.rewards for tile in self.tiles], TILES, 0),
        }

    def _where(self, seat: int) -> list[int]:
        """Return where each ship is. What was dealt to others and to the pile is unseen until the second round."""
        all_is_known = self.round > 0
        seen_bids = [ship for ships in self.ships_bid for ship in ships]
        where = [UNSEEN] * len(self.ships)
        for ship in self.pile:
            if all_is_known or ship in seen_bids:
                where[ship] = PILE
        for row in self.rows:
            for ship, _ in row:
                where[ship] = ROW
        for p in range(self.players):
            for ship in self.hands[p]:
                if all_is_known or p == seat:
                    where[ship] = IN_HAND + p
            for ship in self.ports[p]:
                where[ship] = IN_PORT + p
        return where

    # ---- End of Game and Scoring ---------------------------------------------------------------------------------

    def _project_points(self, seat: int) -> int:
        return sum(self.tiles[tile].points for tile in self.completed[seat])

    def _picture_bonus(self, seat: int) -> int:
        """Return what sets bring: a picture on enough completed tiles counts for each of them."""
        pictures = _counted((self.tiles[tile].picture for tile in self.completed[seat]), PICTURES)
        return sum(n * self.edition.set_points for n in pictures if n >= self.edition.set_size)

    def _failed_materials(self, seat: int) -> int:
        return sum(sum(self.tiles[tile].needs) for tile in self.failed[seat])

    def result(self) -> dict[str, Any]:
        """Return how the game ended, by seat, and who won."""
        seats = range(self.players)
        unfinished = [[project for project in board if project] for board in self.sites]
        points = {
            "project_points": [self._project_points(seat) for seat in seats],
            "picture_bonus": [self._picture_bonus(seat) for seat in seats],
            "failed_points": [-self._failed_materials(seat) for seat in seats],
            "unfinished_points": [-sum(sum(self._missing(project)) for project in board) for board in unfinished],
        }
        score = [sum(of_a_seat) for of_a_seat in zip(*points.values(), strict=True)]
        completed = [len(tiles) for tiles in self.completed]
        warehouse_left = [sum(cubes) for cubes in self.warehouses]
        last_ship = [self.ships[taken[-1]].number if taken else 0 for taken in self.ships_taken]
        merits = list(zip(score, completed, warehouse_left, last_ship, strict=True))  # the larger, the better
        rank = [1 + sum(other > mine for other in merits) for mine in merits]
        return {
            **points,
            "projects_completed": completed,
            "projects_failed": [len(tiles) for tiles in self.failed],
            "projects_unfinished": [len(projects) for projects in unfinished],
            **{name: list(counts) for name, counts in self.tally.items()},
            "warehouse_left": warehouse_left,
            "last_ship": last_ship,
            "turns": list(self.turns),
            "score": score,
            "rank": rank,
            "share": [Fraction(int(r == 1), rank.count(1)) for r in rank],
            "bids": [[self.ships[ship].number for ship in ships] for ships in self.ships_bid],
            "taken": [
                _counted(self.ships_taken[seat], len(self.ships))
                + _counted(self.tiles_taken[seat], len(self.tiles))
                + _counted(self.completed[seat], len(self.tiles))
                for seat in seats
            ],
        }


def _counted(kinds: Iterable[int], room: int) -> list[int]:
    """Return how many of each kind there are, with room for so many kinds."""
    counts = [0] * room
    for kind in kinds:
        counts[kind] += 1
    return counts


def _filled(values: list[Any], room: int, with_what: Any) -> list[Any]:
    """Return the values with others after them, `room` in all."""
    return values + [with_what] * (room - len(values))


def _by_site(boards: list[list[Any]], with_what: Any) -> list[Any]:
    """Return what boards hold by site, filled up to the sites and the seats there may be."""
    return _filled([_filled(board, SITES, with_what) for board in boards], SEATS, [with_what] * SITES)
