"""Sriracha: what is in the box."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from ...edition import BaseEdition, Column, Table, option
from ...errors import EditionError

MIN_PLAYERS, MAX_PLAYERS = 2, 4
COLOURS = ("red", "yellow", "green", "blue")  # the rulebook knows four colours; their names are assumed
N_COLOURS = len(COLOURS)
N_ROWS = 2

# Capacities of the state.
MAX_SHIPS = 40
MAX_TILES = 60
MAX_ROW = 10
MAX_SITES = 6
MAX_PICTURES = 12
MAX_SLOTS = 6
MAX_SLOT_SIZE = 4
MAX_ROUNDS = 5
MAX_CUBES = 60  # of a colour
MAX_TURNS = MAX_TILES // MIN_PLAYERS  # of a seat: each takes a tile

# The box as the kernels see it. Ships and tiles are known by their rows in the tables `ships` and `tiles`.
BOX = np.dtype(
    [
        ("ships", np.int64),
        ("number", np.int16, MAX_SHIPS),
        ("cargo", np.int8, (MAX_SHIPS, N_COLOURS)),
        ("tiles", np.int64),
        ("picture", np.int8, MAX_TILES),  # from 0
        ("needs", np.int8, (MAX_TILES, N_COLOURS)),
        ("points", np.int8, MAX_TILES),
        ("rewards", np.int8, MAX_TILES),
        ("sites", np.int64),
        ("site_colour", np.int8, MAX_SITES),
        ("hand", np.int64),  # ships dealt to each player, and turns in a round
        ("row", np.int64),  # ships in each row
        ("slots", np.int64),
        ("slot_size", np.int64),
        ("cubes", np.int64),  # of each colour
        ("rounds", np.int64),
        ("set_size", np.int64),
        ("set_points", np.int64),
    ],
    align=True,
)


@dataclass(frozen=True, eq=False, kw_only=True)
class Edition(BaseEdition):
    """What is printed in the box of Sriracha, and how it is played.

    Tables: `ships` (number, cargo by colour), `tiles` (picture, materials needed by colour, points, rewards), `sites`
    (the colour of each construction site) and `setup` (ships dealt and length of a row, by number of players).

    Examples
    --------
    >>> Edition(warehouse_slots=4).warehouse_slots
    4
    """

    GAME: ClassVar[str] = "sriracha"
    TABLES: ClassVar[Mapping[str, Table]] = {
        "ships": Table(
            (Column("number", 1, 99), *(Column(colour, 0, 9) for colour in COLOURS)), key=("number",), max_rows=MAX_SHIPS
        ),
        "tiles": Table(
            (
                Column("picture", 1, MAX_PICTURES),
                *(Column(colour, 0, 9) for colour in COLOURS),
                Column("points", 0, 99),
                Column("rewards", 0, 9),
            ),
            max_rows=MAX_TILES,
        ),
        "sites": Table((Column("colour", choices=COLOURS),), max_rows=MAX_SITES),
        "setup": Table(
            (Column("players", MIN_PLAYERS, MAX_PLAYERS), Column("hand", 1, MAX_ROW), Column("row", 1, MAX_ROW)),
            key=("players",),
            min_rows=MAX_PLAYERS - MIN_PLAYERS + 1,
        ),
    }

    hand_size: int = option(0, "ships dealt to each player; 0: as table `setup` says", low=0, high=MAX_ROW, source="assumed")
    rounds: int = option(3, "rounds", low=1, high=MAX_ROUNDS)
    cubes: int = option(20, "construction materials of each colour", low=1, high=MAX_CUBES)
    warehouse_slots: int = option(3, "slots of a warehouse", low=0, high=MAX_SLOTS, source="assumed")
    slot_size: int = option(2, "construction materials a warehouse slot holds", low=1, high=MAX_SLOT_SIZE, source="assumed")
    set_size: int = option(3, "completed tiles of one picture that bring a bonus", low=1, high=MAX_TILES)
    set_points: int = option(1, "points that each tile of such a set brings", low=0, high=99)

    def check(self) -> None:
        for i, row in enumerate(self.tables["tiles"].to_dict("records")):
            if not any(row[colour] for colour in COLOURS):
                raise EditionError(f"table 'tiles', row {i}: a project needs one construction material at least")
            for colour in COLOURS:
                if row[colour] > self.cubes:
                    raise EditionError(f"table 'tiles', row {i}: needs {row[colour]} {colour}; there are {self.cubes} in all")

    def box(self, players: int) -> Any:
        """Return the record that the kernels read, for a number of players; checked for that number.

        Raises
        ------
        EditionError
            If hands and rows do not go together, or there are too few ships or tiles for them.
        """
        ships, tiles, sites = (self.tables[name] for name in ("ships", "tiles", "sites"))
        setup = self.tables["setup"].set_index("players").loc[players]
        row, hand = int(setup["row"]), self.hand_size or int(setup["hand"])
        self._check_hand(players, hand, N_ROWS * row)
        in_use = players * hand + N_ROWS * row
        if len(ships) < in_use:
            raise EditionError(f"table 'ships': hands and rows of {players} players take {in_use} ships; there are {len(ships)}")
        if len(tiles) < self.rounds * N_ROWS * row:
            raise EditionError(
                f"table 'tiles': {self.rounds} rounds lay out {self.rounds * N_ROWS * row} tiles, one on each ship of the "
                f"rows; there are {len(tiles)}"
            )
        box = np.zeros(1, BOX)[0]
        box["ships"], box["tiles"], box["sites"] = len(ships), len(tiles), len(sites)
        box["number"][: len(ships)] = ships["number"]
        box["cargo"][: len(ships)] = ships[list(COLOURS)]
        box["picture"][: len(tiles)] = tiles["picture"] - 1
        box["needs"][: len(tiles)] = tiles[list(COLOURS)]
        box["points"][: len(tiles)] = tiles["points"]
        box["rewards"][: len(tiles)] = tiles["rewards"]
        box["site_colour"][: len(sites)] = [COLOURS.index(colour) for colour in sites["colour"]]
        box["hand"], box["row"], box["rounds"] = hand, row, self.rounds
        box["slots"], box["slot_size"], box["cubes"] = self.warehouse_slots, self.slot_size, self.cubes
        box["set_size"], box["set_points"] = self.set_size, self.set_points
        return box

    def _check_hand(self, players: int, hand: int, in_rows: int) -> None:
        """Raise where the hands do not come out even with the rows: every turn takes a ship, and the tile on it."""
        if players * hand == in_rows:
            return
        where = f"option 'hand_size': {hand}" if self.hand_size else f"table 'setup', {players} players: hand {hand}"
        right = f"{in_rows // players} is right" if in_rows % players == 0 else "no hand size comes out even"
        raise EditionError(
            f"{where} cannot be played by {players}: each turn takes a ship and its tile from the rows, so {players} x {hand} = "
            f"{players * hand} turns a round need as many ships in the rows, which hold {in_rows}; {right}"
        )


def variants() -> dict[str, Edition]:
    """Return the standard edition."""
    return {"standard": Edition()}


def parts(edition: Edition, players: int) -> int:
    """Return how many turns each seat takes: those of all rounds."""
    return edition.rounds * int(edition.box(players)["hand"])
