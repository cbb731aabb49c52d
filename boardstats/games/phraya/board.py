"""Phraya: the floating market as a graph of islands, channel sections, crossings and stalls.

Islands lie in a 4 x 4 grid, (row, column) from the north-west. Between each two that share a side is a channel section,
and its two stalls: those of these islands that look at it.

* Section 3 i + j (0 … 11) lies between islands (i, j) and (i, j + 1): it runs north to south.
* Section 12 + 4 i + j (12 … 23) lies between islands (i, j) and (i + 1, j): it runs west to east.
* Stall 2 section is the one of the first of the two islands, 2 section + 1 that of the second.
* Crossing 3 i + j (0 … 8) lies among the islands (i … i + 1, j … j + 1).

The market is put together of four parts of 2 x 2 islands. A part is drawn as the north-west one: its islands are the
corner, top (east of it), left (south of it) and inner. Its back is its front mirrored: top and left, north and west, east
and south change places.
"""

from __future__ import annotations

import functools

import numpy as np

SIZE = 4  # islands in a row
N_SECTIONS = 24
N_STALLS = 48
N_CROSSINGS = 9
N_PARTS = 4
STALLS_OF_PART = 12
MIDDLE = 4  # the crossing where the barge starts
MAX_STEPS = 8  # sections or crossings of one move
EMPTY = -1

ISLANDS = ("corner", "top", "left", "inner")
SIDES = ("north", "east", "south", "west")
CORNERS = ("north-west", "north-east", "south-east", "south-west")
FACES = ("front", "back")

_ISLAND_AT = {"corner": (0, 0), "top": (0, 1), "left": (1, 0), "inner": (1, 1)}
_TOWARDS = {"north": (-1, 0), "east": (0, 1), "south": (1, 0), "west": (0, -1)}


def section_between(island: tuple[int, int], other: tuple[int, int]) -> int:
    """Return the section between two islands that share a side."""
    (i, j), (k, m) = min(island, other), max(island, other)
    if (k - i, m - j) == (0, 1):
        return (SIZE - 1) * i + j
    assert (k - i, m - j) == (1, 0)
    return SIZE * (SIZE - 1) + SIZE * i + j


def islands_of(section: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the two islands that a section lies between."""
    if section < SIZE * (SIZE - 1):
        i, j = divmod(section, SIZE - 1)
        return (i, j), (i, j + 1)
    i, j = divmod(section - SIZE * (SIZE - 1), SIZE)
    return (i, j), (i + 1, j)


def stall_at(island: tuple[int, int], side: str) -> int:
    """Return the stall of an island that looks to a side."""
    di, dj = _TOWARDS[side]
    other = (island[0] + di, island[1] + dj)
    return 2 * section_between(island, other) + (other < island)


def sections_at(crossing: int) -> tuple[int, ...]:
    """Return the four sections that a crossing touches: to its north, west, east and south."""
    i, j = divmod(crossing, SIZE - 1)
    return (
        section_between((i, j), (i, j + 1)),
        section_between((i, j), (i + 1, j)),
        section_between((i, j + 1), (i + 1, j + 1)),
        section_between((i + 1, j), (i + 1, j + 1)),
    )


def turned(place: tuple[int, int], side: str, quarters: int) -> tuple[tuple[int, int], str]:
    """Return island and side of the whole market after it is turned by quarters, clockwise."""
    i, j = place
    for _ in range(quarters):
        i, j = j, SIZE - 1 - i
    return (i, j), SIDES[(SIDES.index(side) + quarters) % 4]


def stall_of_part(corner: int, face: int, island: str, side: str) -> int:
    """Return the stall of the market that a stall of a part becomes, by the corner it is put in and its upper face."""
    i, j = _ISLAND_AT[island]
    if face:
        i, j = j, i
        side = {"north": "west", "west": "north", "east": "south", "south": "east"}[side]
    return stall_at(*turned((i, j), side, corner))


@functools.cache
def ends() -> np.ndarray:
    """Return the crossings at both ends of each section, in ascending order; EMPTY where it leads out of the market."""
    found = np.full((N_SECTIONS, 2), EMPTY, np.int8)
    for section in range(N_SECTIONS):
        touching = [crossing for crossing in range(N_CROSSINGS) if section in sections_at(crossing)]
        found[section, : len(touching)] = touching
    return found


@functools.cache
def sailing() -> np.ndarray:
    """Return where a boat can get to: sections as bits, by place of the barge, section, and number of sections moved.

    A boat leaves a section through the crossing that it did not come from, never through the one that the barge is on.
    """
    reach = np.zeros((N_CROSSINGS, N_SECTIONS, MAX_STEPS + 1), np.uint32)
    for barge in range(N_CROSSINGS):
        for start in range(N_SECTIONS):
            bound = {(start, int(end)) for end in ends()[start] if end not in (EMPTY, barge)}  # (section, crossing ahead)
            for steps in range(1, MAX_STEPS + 1):
                entered = {(after, ahead) for here, ahead in bound for after in sections_at(ahead) if after != here}
                for section, _ in entered:
                    reach[barge, start, steps] |= np.uint32(1 << section)
                bound = {
                    (section, int(end))
                    for section, behind in entered
                    for end in ends()[section]
                    if end not in (EMPTY, barge, behind)
                }
    return reach


@functools.cache
def barging() -> np.ndarray:
    """Return where the barge can get to: crossings as bits, by crossing and number of crossings moved.

    It moves through no section twice.
    """
    reach = np.zeros((N_CROSSINGS, MAX_STEPS + 1), np.uint16)

    def go(start: int, at: int, used: frozenset[int]) -> None:
        reach[start, len(used)] |= np.uint16(1 << at)
        if len(used) < MAX_STEPS:
            for section in sections_at(at):
                if section not in used and EMPTY not in ends()[section]:
                    (onward,) = {int(end) for end in ends()[section]} - {at}
                    go(start, onward, used | {section})

    for start in range(N_CROSSINGS):
        go(start, start, frozenset())
    return reach
