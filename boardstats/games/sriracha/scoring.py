"""Sriracha: the results of a game, and scoring what a user types in.

Rulebook: How to Score.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ..._jit import kernel
from ...errors import BoardstatsError
from ...game import game_result, seat_result
from ...ranking import rank_by, rank_seats
from .edition import MAX_PICTURES, MAX_SITES, MAX_TURNS, N_COLOURS
from .state import DISCARDED, EMPTY, EXCHANGES, FAILED_PROJECTS, FARE_PAID, RETURNED, SHORT, STORED

SEAT_RESULT = seat_result(
    project_points="points of completed projects",
    picture_bonus="points of three or more completed projects with the same picture",
    failed_points="points lost for failed projects (not above 0)",
    unfinished_points="points lost for materials missing on sites (not above 0)",
    projects_completed="projects completed (decides ties first)",
    projects_failed="tiles that no site was empty for",
    projects_unfinished="projects still on a site at the end",
    warehouse_left="materials in the warehouse at the end (decides ties second)",
    last_ship="number of the ship taken last (decides ties third)",
    fare_paid="materials paid to reach ships further from the port",
    cubes_returned="materials left on ships at the end of turns",
    exchanges="exchanges of two materials for one",
    cubes_stored="materials moved into the warehouse",
    cubes_discarded="materials discarded from the warehouse",
    cubes_short="cargo and rewards lost because the supply had run short",
    bid=("number of the ship bid for each turn", np.int8, MAX_TURNS),
)
GAME_RESULT = game_result(
    supply_left=("materials in the supply at the end", np.int16),
    cubes_short=("cargo and rewards lost because the supply had run short", np.int16),
)


@kernel
def picture_bonus(completed, set_size, set_points):
    """Return the bonus points of projects completed, by picture."""
    bonus = 0
    for k in range(completed.shape[0]):
        if completed[k] >= set_size:
            bonus += np.int64(completed[k]) * set_points
    return bonus


@kernel
def missing(s, box, p, site):
    """Return how many materials the project on a site still lacks; 0 where there is none."""
    tile, lacks = np.int64(s.site_tile[p, site]), 0
    if tile != EMPTY:
        for c in range(N_COLOURS):
            lacks += box.needs[tile, c] - s.site_cubes[p, site, c]
    return lacks


@kernel
def write_results(s, box, seats, game):
    """Write the results of a game: one record a seat, one for the game."""
    players = seats.shape[0]
    game.finished = 1
    game.turns = s.turn
    game.supply_left, game.cubes_short = 0, 0
    for c in range(N_COLOURS):
        game.supply_left += s.supply[c]
    for p in range(players):
        r = seats[p]
        lacks, unfinished, stored = 0, 0, 0
        for site in range(MAX_SITES):
            unfinished += s.site_tile[p, site] != EMPTY
            lacks += missing(s, box, p, site)
        for c in range(N_COLOURS):
            stored += s.warehouse[p, c]
        r.turns = s.turns[p]
        r.project_points = s.points[p]
        r.picture_bonus = picture_bonus(s.pictures[p], box.set_size, box.set_points)
        r.failed_points, r.unfinished_points = -s.failed[p], -lacks
        r.score = r.project_points + r.picture_bonus + r.failed_points + r.unfinished_points
        r.projects_completed, r.projects_unfinished = s.completed[p], unfinished
        r.projects_failed = s.tally[p, FAILED_PROJECTS]
        r.warehouse_left = stored
        r.last_ship = box.number[s.last_ship[p]] if s.last_ship[p] != EMPTY else 0
        r.fare_paid, r.cubes_returned, r.exchanges = s.tally[p, FARE_PAID], s.tally[p, RETURNED], s.tally[p, EXCHANGES]
        r.cubes_stored, r.cubes_discarded = s.tally[p, STORED], s.tally[p, DISCARDED]
        r.cubes_short = s.tally[p, SHORT]
        game.cubes_short += s.tally[p, SHORT]
        for i in range(MAX_TURNS):
            r.bid[i] = s.bid_numbers[p, i]
        s.keys[p, 0], s.keys[p, 1], s.keys[p, 2], s.keys[p, 3] = r.score, s.completed[p], stored, r.last_ship
    rank_seats(s.keys, seats)


def rank(
    score: npt.ArrayLike, projects_completed: npt.ArrayLike, warehouse_left: npt.ArrayLike, last_ship: npt.ArrayLike
) -> npt.NDArray[np.int64]:
    """Rank the seats of a game with its tie-breaks: 1 is best, equals share a rank.

    Parameters
    ----------
    score, projects_completed, warehouse_left, last_ship : int array_like, shape (..., players)
        Points, completed projects, materials in the warehouse, number of the ship taken last.

    Returns
    -------
    int array, shape (..., players)

    Examples
    --------
    >>> rank([9, 9, 9], [3, 3, 2], [1, 1, 4], [7, 20, 25]).tolist()
    [2, 1, 3]
    """
    return rank_by(score=score, projects_completed=projects_completed, warehouse_left=warehouse_left, last_ship=last_ship)


def score(
    points: npt.ArrayLike,
    pictures: npt.ArrayLike,
    failed: npt.ArrayLike = 0,
    missing: npt.ArrayLike = 0,
    *,
    set_size: int = 3,
    set_points: int = 1,
) -> npt.NDArray[np.int64]:
    """Score boards, itemised: project points, picture bonus, failed, unfinished, total.

    Parameters
    ----------
    points : int array_like, shape (...)
        Points printed on the completed projects, added up.
    pictures : int array_like, shape (..., pictures)
        Completed projects by picture.
    failed : int array_like, shape (...)
        Materials that the failed projects needed, added up.
    missing : int array_like, shape (...)
        Materials still missing on the construction sites.
    set_size, set_points : int
        Projects of a picture that bring a bonus, and points for each of them.

    Returns
    -------
    int array, shape (..., 5)

    Examples
    --------
    >>> score(20, [3, 2, 0, 0, 1, 0], failed=4, missing=3).tolist()
    [20, 3, -4, -3, 16]
    """
    made = np.asarray(pictures)
    if made.ndim == 0:
        raise BoardstatsError("pictures must have the shape (..., pictures): completed projects by picture")
    parts = [np.asarray(part) for part in (points, failed, missing)]
    if any(part.dtype.kind not in "iu" for part in (*parts, made)):
        raise BoardstatsError("points, pictures, failed and missing must be whole numbers")
    if any((part < 0).any() for part in (*parts[1:], made)):
        raise BoardstatsError("pictures, failed and missing count things: they are not below 0")
    if made.shape[-1] > MAX_PICTURES:
        raise BoardstatsError(f"pictures: {made.shape[-1]} kinds, where {MAX_PICTURES} is the most")
    rows = np.ascontiguousarray(made, np.int64).reshape(-1, made.shape[-1])
    bonus = _bonuses(rows, set_size, set_points).reshape(made.shape[:-1])
    items = np.broadcast_arrays(parts[0], bonus, -parts[1].astype(np.int64), -parts[2].astype(np.int64))
    return np.stack([*items, sum(items)], axis=-1).astype(np.int64)


@kernel
def _bonuses(rows, set_size, set_points):
    found = np.zeros(rows.shape[0], np.int64)
    for i in range(rows.shape[0]):
        found[i] = picture_bonus(rows[i], set_size, set_points)
    return found
