"""Sriracha: how the strategy `builder` judges what a turn can finish, and the board that it leaves.

On a turn, the cubes on the ship and in the warehouse are as good as one another: what is used from the ship leaves room
that the other can be stored in. So a turn begins with one pool of cubes; projects are completed with it in some order,
each giving its rewards back to the pool; and what is left is judged by what it brings in the turns to come.
"""

from __future__ import annotations

from collections import namedtuple

import numpy as np

from ..._jit import kernel
from .edition import MAX_SITES, N_COLOURS
from .materials import count, lacking, less, of, one, pack
from .state import EMPTY

# The parameters that the kernels read; see `builder`.
Taste = namedtuple("Taste", "cube soon slow spare late fail alike")
# The own projects by site, at last the tile that no site is empty for: cubes lacking, cubes rewarded (the tile's: as if
# they were of the first colour), points. `open` has a bit for each project; `turns` are those to come after this one.
Board = namedtuple("Board", "lacks rewards worth open turns supply")

TILE = MAX_SITES  # the project that is not on a site
_ENTRIES = MAX_SITES + 1
_HALVES = 0x7F7F7F7F  # what is left of each byte when all are halved at once
_NEVER = -1000.0
_MANY = 100  # more than the rewards of a project


# ---- the board -----------------------------------------------------------------------------------------------------------


@kernel
def worth_of(view, taste, tile):
    """Return the points of a tile with what it brings to a set of its picture."""
    picture = np.int64(view.picture[tile])
    made, points = np.int64(view.pictures[np.int64(view.seat), picture]), float(view.set_points)
    worth = float(view.worth[tile])
    if made >= view.set_size:
        return worth + points
    if made + 1 == view.set_size:
        return worth + points * (1.0 + (1.0 - taste.alike) * float(made))
    return worth + points * taste.alike if made else worth


@kernel
def _worth_on(view, taste, site):
    tile = np.int64(view.site_tile[np.int64(view.seat), site])
    return 0.0 if tile == EMPTY else worth_of(view, taste, tile)


@kernel
def _reward_on(view, site):
    return np.int64(view.site_rewards[np.int64(view.seat), site]) * one(np.int64(view.site_colour[site]))


@kernel
def board_of(view, taste, turns):
    """Return the own projects as they stand, with so many turns to come."""
    p, taken = np.int64(view.seat), np.int64(0)
    for site in range(np.int64(view.sites)):
        if view.site_tile[p, site] != EMPTY:
            taken |= 1 << site
    return Board(
        (
            lacking(view, 0), lacking(view, 1), lacking(view, 2), lacking(view, 3), lacking(view, 4), lacking(view, 5),
            np.int64(0),
        ),
        (
            _reward_on(view, 0), _reward_on(view, 1), _reward_on(view, 2), _reward_on(view, 3), _reward_on(view, 4),
            _reward_on(view, 5), np.int64(0),
        ),
        (
            _worth_on(view, taste, 0), _worth_on(view, taste, 1), _worth_on(view, taste, 2), _worth_on(view, taste, 3),
            _worth_on(view, taste, 4), _worth_on(view, taste, 5), 0.0,
        ),
        taken, np.int64(turns), pack(view.supply),
    )  # fmt: skip


@kernel
def _replaced(row, i, value):
    """Return a row of a board with one entry changed."""
    return (
        value if i == 0 else row[0], value if i == 1 else row[1], value if i == 2 else row[2], value if i == 3 else row[3],
        value if i == 4 else row[4], value if i == 5 else row[5], value if i == 6 else row[6],
    )  # fmt: skip


@kernel
def with_tile(view, taste, board, tile, site):
    """Return a board with a tile on a site, or waiting for one (`TILE`)."""
    reward = np.int64(view.rewards[tile])
    if site != TILE:
        reward *= one(np.int64(view.site_colour[site]))
    return Board(
        _replaced(board.lacks, site, pack(view.needs[tile])), _replaced(board.rewards, site, reward),
        _replaced(board.worth, site, worth_of(view, taste, tile)), board.open | 1 << site, board.turns, board.supply,
    )  # fmt: skip


@kernel
def wanted_by(board, projects):
    """Return all that some projects lack."""
    cubes = np.int64(0)
    for i in range(_ENTRIES):
        if projects >> i & 1:
            cubes += board.lacks[i]
    return cubes


# ---- what a turn can finish ----------------------------------------------------------------------------------------------


@kernel
def first_of(board, pool, projects):
    """Return the project to complete first, and how many cubes must be exchanged for it.

    That is the one for which the fewest must be, of those the one with most rewards that the others lack, then most in all.
    """
    lacks = wanted_by(board, projects)
    first, least, most = EMPTY, 1000, 0
    for i in range(_ENTRIES):
        if projects >> i & 1:
            if i == TILE and projects != 1 << TILE:
                continue  # waits for a site
            short = count(less(board.lacks[i], pool))
            if short > least:
                continue
            rewards = count(board.rewards[i])
            good = (_MANY + 1) * rewards - _MANY * count(less(board.rewards[i], lacks - board.lacks[i]))
            if short < least or good > most:
                first, least, most = i, short, good
    return first, least


@kernel
def given_for(pool, keep):
    """Return the colour to give two cubes of in an exchange: of which there are most beside those to keep; or EMPTY."""
    colour, most = EMPTY, -1000
    for c in range(N_COLOURS):
        if of(pool, c) >= 2:
            beside = of(pool, c) - of(keep, c)
            if beside > most:
                colour, most = c, beside
    return colour


@kernel
def _after(view, board, pool, projects):
    """Return the pool after completing some projects, and the site freed first; a pool below 0: that cannot be done."""
    left, freed = projects, EMPTY
    while left:
        i, short = first_of(board, pool, left)
        if i == TILE and freed == EMPTY:
            return np.int64(-1), freed
        lacks = board.lacks[i]
        rest = less(pool, lacks)
        if short:
            if count(rest >> 1 & _HALVES) < short or less(less(lacks, pool), board.supply):
                return np.int64(-1), freed
            keep = wanted_by(board, board.open & ~(1 << i))
            for _ in range(short):
                rest -= 2 * one(given_for(rest, keep))
        if i == TILE:
            rest += board.rewards[i] * one(np.int64(view.site_colour[freed]))
        else:
            rest += board.rewards[i]
            if freed == EMPTY:
                freed = i
        pool = rest
        left &= ~(1 << i)
    return pool, freed


@kernel
def stored_of(view, pool, wanted):
    """Return what the own warehouse holds of a pool: in each slot most cubes, those that are wanted before others."""
    stored = np.int64(0)
    size = np.int64(view.slot_size)
    for _ in range(np.int64(view.slots)):
        colour, most, n = EMPTY, 0, 0
        for c in range(N_COLOURS):
            held = min(size, of(pool, c))
            value = 2 * held + min(held, max(0, of(wanted, c) - of(stored, c)))
            if value > most:
                colour, most, n = c, value, held
        if colour == EMPTY:
            break
        pool -= n * one(colour)
        stored += n * one(colour)
    return stored


@kernel
def _chance(taste, lacks, turns):
    """Return how likely a project is completed for which so many cubes are lacking, in so many turns."""
    if turns <= 0:
        return 0.0
    pace = float(lacks) / float(turns)
    return 1.0 / (1.0 + taste.slow * pace * pace)


@kernel
def _standing(view, taste, board, pool, projects):
    """Return what some open projects and a pool of cubes will bring, in points.

    The projects are taken to be built one after the other, the one that lacks least first.
    """
    turns = board.turns
    cube = taste.cube * float(turns) / (float(turns) + taste.soon)
    value, queue, soonest, n = 0.0, 0, 1000, 0
    left = projects
    while left:
        i, least = EMPTY, 1000
        for k in range(_ENTRIES):
            if left >> k & 1:
                short = count(less(board.lacks[k], pool))
                if short < least or (short == least and board.worth[k] > board.worth[i]):
                    i, least = k, short
        pool = less(pool, board.lacks[i])
        queue += least
        soonest = min(soonest, least)
        n += 1
        chance = _chance(taste, queue, turns)
        gain = board.worth[i] + cube * float(count(board.rewards[i]) - least)
        value += chance * gain - (1.0 - chance) * float(least)
        left &= ~(1 << i)
    empty = np.int64(view.sites) - n
    if turns > empty and n > 0:
        value -= taste.fail * (1.0 - _chance(taste, soonest, empty + 1))
    if turns == 0:
        return value + float(min(queue, count(pool >> 1 & _HALVES)))  # each exchange saves a cube
    if pool:
        value += taste.spare * float(turns) / (float(turns) + taste.late) * float(count(stored_of(view, pool, np.int64(0))))
    return value


@kernel
def within_reach(board, pool):
    """Return the projects that could be completed if all rewards of the others were at hand as well, and nothing used."""
    rewards, projects = np.int64(0), np.int64(0)
    for i in range(TILE):  # the tile that waits for a site is completed last
        rewards += board.rewards[i]
    for i in range(_ENTRIES):
        if board.open >> i & 1:
            at_hand = pool + rewards - (board.rewards[i] if i != TILE else 0)
            short = count(less(board.lacks[i], at_hand))
            if count(less(at_hand, board.lacks[i]) >> 1 & _HALVES) >= short:
                projects |= 1 << i
    return projects


@kernel
def judge(view, taste, board, pool):
    """Return what a turn with a pool of cubes is worth in points, and the projects that are best completed in it."""
    best, choice = _NEVER, np.int64(0)
    reach = within_reach(board, pool)
    projects = reach
    while True:
        rest, _ = _after(view, board, pool, projects)
        if rest >= 0:
            value = _outcome(view, taste, board, rest, projects)
            if value > best:
                best, choice = value, projects
        if projects == 0:
            break
        projects = (projects - 1) & reach
    return best, choice


@kernel
def _outcome(view, taste, board, pool, projects):
    """Return what it is worth to have completed some projects with so many cubes left."""
    value = 0.0
    for i in range(_ENTRIES):
        if projects >> i & 1:
            value += board.worth[i]
    rest = board.open & ~projects
    if rest >> TILE & 1 and projects == 0:  # no site for the tile
        value -= float(count(board.lacks[TILE])) + taste.fail
        rest &= ~(1 << TILE)
    return value + _standing(view, taste, board, pool, rest)
