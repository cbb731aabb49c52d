"""The floating market of Phraya in plain Python: islands, channel sections, crossings, and what moves on them.

An island is (row, column) in a grid of 4 x 4; a section is the two islands that it lies between, a crossing the four
that it lies among, and a stall is (its island, the island that it looks at).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import product
from typing import Any

Island = tuple[int, int]

SIZE = 4
_EAST = [((i, j), (i, j + 1)) for i, j in product(range(SIZE), range(SIZE - 1))]
_SOUTH = [((i, j), (i + 1, j)) for i, j in product(range(SIZE - 1), range(SIZE))]
SECTIONS = _EAST + _SOUTH
CROSSINGS = [{(i, j), (i, j + 1), (i + 1, j), (i + 1, j + 1)} for i, j in product(range(SIZE - 1), range(SIZE - 1))]
STALLS = [stall for a, b in SECTIONS for stall in ((a, b), (b, a))]
MIDDLE = 4  # the central crossing

SECTIONS_AT = [[s for s, islands in enumerate(SECTIONS) if crossing.issuperset(islands)] for crossing in CROSSINGS]
CROSSINGS_OF = [[c for c, sections in enumerate(SECTIONS_AT) if s in sections] for s in range(len(SECTIONS))]
LEADING_OUT = [s for s, crossings in enumerate(CROSSINGS_OF) if len(crossings) == 1]

# A part as drawn: in the north-west.
PARTS = ["A", "B", "C", "D"]
_ISLANDS = {"corner": (0, 0), "top": (0, 1), "left": (1, 0), "inner": (1, 1)}
_SIDES = {"north": (-1, 0), "east": (0, 1), "south": (1, 0), "west": (0, -1)}


def put_together(rows: Iterable[Mapping[str, Any]], parts: list[int], backs: list[int]) -> dict[int, tuple[str, int]]:
    """Return kind and silhouette of each stall of the market.

    Parameters
    ----------
    rows : iterable of mappings
        The table of the parts' stalls.
    parts, backs : list of int
        For each corner, clockwise from the north-west: the part there, and 1 if its back is up.
    """
    market = {}
    for row in rows:
        corner = parts.index(PARTS.index(row["part"]))
        (i, j), (down, right) = _ISLANDS[row["island"]], _SIDES[row["side"]]
        own, other = ((island[1], island[0]) if backs[corner] else island for island in ((i, j), (i + down, j + right)))
        for _ in range(corner):
            own, other = _turned(own), _turned(other)
        market[STALLS.index((own, other))] = row["stall"], int(row["silhouette"])
    return market


def _turned(island: Island) -> Island:
    """Return where an island comes to lie when the whole market is turned by a quarter, clockwise."""
    i, j = island
    return j, SIZE - 1 - i


def is_blocked(section: int, barge: int) -> bool:
    """Say whether a boat in this section has one crossing only, and the barge is there."""
    return CROSSINGS_OF[section] == [barge]


def boat_reach(section: int, steps: int, barge: int, entered_from: int | None = None) -> set[int]:
    """Return the sections that a boat may be in after exactly so many steps, from one section to the next.

    It leaves a section that it entered from one crossing through the other, and no section through the barge's crossing.
    """
    if steps == 0:
        return {section}
    reached: set[int] = set()
    for crossing in CROSSINGS_OF[section]:
        if crossing not in (entered_from, barge):
            for after in SECTIONS_AT[crossing]:
                if after != section:
                    reached |= boat_reach(after, steps - 1, barge, crossing)
    return reached


def barge_reach(crossing: int, steps: int, used: tuple[int, ...] = ()) -> set[int]:
    """Return the crossings that the barge may be on after exactly so many steps, through no section twice."""
    if steps == 0:
        return {crossing}
    reached: set[int] = set()
    for section in SECTIONS_AT[crossing]:
        for after in CROSSINGS_OF[section]:
            if after != crossing and section not in used:
                reached |= barge_reach(after, steps - 1, (*used, section))
    return reached
