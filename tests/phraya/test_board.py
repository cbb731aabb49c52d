"""Phraya's market: its geometry, and where boat and barge can go, against a search that knows nothing but the islands."""

from __future__ import annotations

from collections import Counter
from itertools import product

import numpy as np
import pytest

from boardstats.games.phraya import board
from boardstats.games.phraya.edition import GOODS, STALLS, Edition
from boardstats.streams import below, open_stream

ISLANDS = list(product(range(4), range(4)))


def beside(island: tuple[int, int], other: tuple[int, int]) -> bool:
    return abs(island[0] - other[0]) + abs(island[1] - other[1]) == 1


CHANNELS = {frozenset((a, b)) for a in ISLANDS for b in ISLANDS if beside(a, b)}
# A crossing is the point among four islands; the point (i, j) has islands (i, j) and (i + 1, j + 1) at its corners.
POINTS = list(product(range(3), range(3)))


def around(point: tuple[int, int]) -> set[frozenset[tuple[int, int]]]:
    i, j = point
    four = {(i, j), (i + 1, j), (i, j + 1), (i + 1, j + 1)}
    return {channel for channel in CHANNELS if channel <= four}


def channel_of(section: int) -> frozenset[tuple[int, int]]:
    return frozenset(board.islands_of(section))


def test_there_are_24_sections_9_crossings_and_48_stalls_and_12_sections_lead_out() -> None:
    assert {channel_of(section) for section in range(board.N_SECTIONS)} == CHANNELS
    assert len(CHANNELS) == board.N_SECTIONS == 24
    for crossing, point in enumerate(POINTS):
        assert {channel_of(section) for section in board.sections_at(crossing)} == around(point)
    assert all(len(around(point)) == 4 for point in POINTS)
    assert sum(board.ends()[:, 1] == board.EMPTY) == 12
    for section in range(24):
        touching = [c for c, point in enumerate(POINTS) if channel_of(section) in around(point)]
        assert [end for end in board.ends()[section] if end != board.EMPTY] == touching


def test_every_stall_is_at_an_island_and_looks_at_its_neighbour() -> None:
    found = set()
    for island in ISLANDS:
        for side, (di, dj) in {"north": (-1, 0), "east": (0, 1), "south": (1, 0), "west": (0, -1)}.items():
            other = (island[0] + di, island[1] + dj)
            if other in ISLANDS:
                stall = board.stall_at(island, side)
                assert channel_of(stall // 2) == {island, other}
                assert board.islands_of(stall // 2)[stall % 2] == island
                found.add(stall)
    assert found == set(range(board.N_STALLS))


@pytest.mark.parametrize("corner", range(4))
@pytest.mark.parametrize("face", range(2))
def test_a_part_lies_in_its_corner_with_the_inner_island_at_the_middle(corner: int, face: int) -> None:
    rows = Edition().tables["board"]
    rows = rows[rows["part"] == "A"]
    at: dict[str, set[tuple[int, int]]] = {}
    for row in rows.to_dict("records"):
        stall = board.stall_of_part(corner, face, row["island"], row["side"])
        at.setdefault(row["island"], set()).add(board.islands_of(stall // 2)[stall % 2])
    assert all(len(islands) == 1 for islands in at.values())
    (inner,), (outer,) = at["inner"], at["corner"]
    assert inner == [(1, 1), (1, 2), (2, 2), (2, 1)][corner]
    assert outer == [(0, 0), (0, 3), (3, 3), (3, 0)][corner]
    # The front is drawn clockwise from the corner: top, then inner, then left; the back the other way round.
    (top,), (left,) = at["top"], at["left"]
    turn = (top[0] - outer[0]) * (left[1] - outer[1]) - (top[1] - outer[1]) * (left[0] - outer[0])
    assert turn == (-1 if face == 0 else 1)


def test_every_arrangement_is_a_whole_market() -> None:
    box = Edition().box(2)
    for corners in ([0, 1, 2, 3], [3, 1, 0, 2]):
        for faces in product(range(2), repeat=4):
            stalls = [box["place"][part, corner, faces[corner]] for corner, part in enumerate(corners)]
            assert sorted(np.concatenate(stalls).tolist()) == list(range(48))


def test_the_stalls_are_those_that_are_assumed() -> None:
    """7 goods stalls of each good, six of them with a silhouette; four of each other kind, one to a part."""
    table = Edition().tables["board"]
    kinds = Counter(table["stall"])
    assert kinds == {**dict.fromkeys(GOODS, 7), **dict.fromkeys(STALLS[4:], 4)}
    assert Counter(table[table["silhouette"] == 1]["stall"]) == dict.fromkeys(GOODS, 6)
    assert all((table[table["stall"] == kind].groupby("part").size() == 1).all() for kind in STALLS[4:])


def boats_reach(start: int, barge: int, steps: int) -> set[int]:
    """Return where a boat may be after so many sections, by following every way (Movement)."""
    found: set[int] = set()

    def go(channel: frozenset, behind: tuple[int, int] | None, left: int) -> None:
        if left == 0:
            found.add(next(s for s in range(24) if channel_of(s) == channel))
            return
        for crossing, point in enumerate(POINTS):
            if channel in around(point) and point != behind and crossing != barge:
                for onward in around(point) - {channel}:
                    go(onward, point, left - 1)

    go(channel_of(start), None, steps)
    return found


def barges_reach(start: int, steps: int) -> set[int]:
    """Return where the barge may be after so many crossings, through no section twice (The Royal Barge)."""
    found: set[int] = set()

    def go(point: tuple[int, int], used: frozenset, left: int) -> None:
        if left == 0:
            found.add(POINTS.index(point))
            return
        for other in POINTS:
            for channel in around(point) & around(other) if beside(point, other) else ():
                if channel not in used:
                    go(other, used | {channel}, left - 1)

    go(POINTS[start], frozenset(), steps)
    return found


def bits(mask: int) -> set[int]:
    return {i for i in range(32) if int(mask) >> i & 1}


@pytest.mark.parametrize("barge", range(9))
def test_boats_reach_what_a_search_finds(barge: int) -> None:
    for start in range(24):
        for steps in range(1, 6):
            assert bits(board.sailing()[barge, start, steps]) == boats_reach(start, barge, steps)


def test_the_barge_reaches_what_a_search_finds() -> None:
    for start in range(9):
        for steps in range(board.MAX_STEPS + 1):
            assert bits(board.barging()[start, steps]) == barges_reach(start, steps)


def test_boats_on_random_boards_stop_where_a_search_says() -> None:
    """With boats and barge anywhere: not on another boat, not where the boat began, any number of sections up to its rowers."""
    from boardstats.games.phraya.effects import waters
    from boardstats.games.phraya.state import VIEW

    stream = np.zeros(4, np.uint64)
    open_stream(stream, np.uint64(3), np.uint64(0), np.uint64(0))
    view = np.zeros(1, VIEW)[0]
    for _ in range(2000):
        players, barge, rowers = 2 + below(stream, 3), below(stream, 9), 1 + below(stream, 4)
        boats = [below(stream, 24) for _ in range(players)]
        view["players"], view["barge"], view["boat"] = players, barge, [*boats, -1, -1][:4]
        reached = set().union(*(bits(board.sailing()[barge, boats[0], steps]) for steps in range(1, rowers + 1)))
        assert bits(waters(view, 0, 1, rowers)) == reached - set(boats)
