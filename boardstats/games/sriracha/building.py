"""Sriracha: the decisions of the strategy `builder`; how it judges a turn is in `judging`."""

from __future__ import annotations

import numpy as np

from ..._jit import kernel
from .edition import MAX_ROW, N_COLOURS, N_ROWS
from .judging import TILE, Taste, board_of, first_of, given_for, judge, stored_of, wanted_by, with_tile, within_reach
from .materials import carried, count, less, of, one, pack, paid
from .state import (
    BUILD,
    COMPLETE,
    DISCARD,
    EMPTY,
    EXCHANGE,
    FROM_SHIP,
    FROM_WAREHOUSE,
    IN_HAND,
    IN_PORT,
    ON_BID,
    ON_FARE,
    ON_SHIP,
    PLACE,
    STORE,
)

_NEVER = -1000.0


@kernel
def _turns(view):
    """Return how many ships are in the own hand, and how many turns the own seat has after those of this hand."""
    p = np.int64(view.seat)
    in_hand, taken = 0, 0
    for ship in range(np.int64(view.ships)):
        in_hand += view.where[ship] == IN_HAND + p
        taken += view.where[ship] == IN_PORT + p
    # A turn takes a ship after one was bid; while the ships are chosen from, that is still to come.
    size = in_hand + taken + (view.decision == ON_SHIP)
    return in_hand, (np.int64(view.rounds) - 1 - np.int64(view.current_round)) * size


# ---- which ship ----------------------------------------------------------------------------------------------------------


@kernel
def _place_for(view, taste, board, pool, tile):
    """Return the site where a tile is best placed, `TILE` if none is empty, and what the turn is worth then."""
    best, site = _NEVER, TILE
    for k in range(np.int64(view.sites)):
        if not board.open >> k & 1:
            placed = with_tile(view, taste, board, tile, k)
            value, _ = judge(view, taste, placed, pool)
            if value > best:
                best, site = value, k
            if not within_reach(placed, pool) >> k & 1:
                break  # a tile that is not completed in this turn is worth the same on all sites
    if site == TILE:
        best, _ = judge(view, taste, with_tile(view, taste, board, tile, TILE), pool)
    return site, best


@kernel
def _after_fare(pool, wanted, fare):
    """Return a warehouse after paying what is wanted least."""
    for _ in range(fare):
        colour, most = 0, -1000
        for c in range(N_COLOURS):
            beside = of(pool, c) - of(wanted, c)
            if of(pool, c) and beside > most:
                colour, most = c, beside
        pool -= one(colour)
    return pool


@kernel
def _take_value(view, taste, board, row, place):
    """Return what it is worth to take a ship."""
    ship, tile = np.int64(view.row[row, place]), np.int64(view.row_tile[row, place])
    pool = pack(view.warehouse[np.int64(view.seat)])
    if place:
        cargo = carried(view, ship)
        pool = _after_fare(pool, less(wanted_by(board, board.open) + pack(view.needs[tile]), cargo), place)
    _, value = _place_for(view, taste, board, pool + carried(view, ship), tile)
    return value


@kernel
def _choose_ship(view, taste, board, moves, high):
    """Return the ship that is best taken; in all but the last round, high numbers are good to bid in the next one."""
    best, choice = _NEVER, 0
    early = high if view.current_round + 1 < view.rounds else 0.0
    for i in range(len(moves)):
        row, place = np.int64(moves[i].first), np.int64(moves[i].second)
        value = _take_value(view, taste, board, row, place) + early * float(view.number[np.int64(view.row[row, place])])
        if value > best:
            best, choice = value, i
    return choice


@kernel
def _choose_fare(view, taste, board, moves):
    """Return the payment that leaves most for the turn."""
    p = np.int64(view.seat)
    pool = pack(view.warehouse[p]) + carried(view, np.int64(view.last_ship[p]))
    best, choice = _NEVER, 0
    for i in range(len(moves)):
        _, value = _place_for(view, taste, board, pool - paid(moves[i]), np.int64(view.tile))
        if value > best:
            best, choice = value, i
    return choice


# ---- bidding -------------------------------------------------------------------------------------------------------------


@kernel
def _is_round(view, number):
    """Return whether this is a round, counted from 1; 0 stands for any."""
    return number == 0 or np.int64(view.current_round) + 1 == number


@kernel
def _at_stake(view, taste, board):
    """Return by how much the best ship is better than the one that is left when all others chose before, at worst."""
    cubes = count(pack(view.warehouse[np.int64(view.seat)]))
    first = second = third = fourth = _NEVER
    for row in range(N_ROWS):
        for place in range(min(MAX_ROW, cubes + 1)):
            if view.row[row, place] == EMPTY:
                break
            value = _take_value(view, taste, board, row, place)
            if value > first:
                first, second, third, fourth = value, first, second, third
            elif value > second:
                second, third, fourth = value, second, third
            elif value > third:
                third, fourth = value, third
            elif value > fourth:
                fourth = value
    left = second if view.players == 2 else third if view.players == 3 else fourth
    return first - left


@kernel
def _enough(view, moves):
    """Return the lowest bid that is above all that the others are known to hold; the highest if there is none."""
    above = 0
    for ship in range(np.int64(view.ships)):
        if IN_HAND <= view.where[ship] < IN_PORT and view.where[ship] != IN_HAND + view.seat:
            above = max(above, np.int64(view.number[ship]))
    choice = _extreme_bid(view, moves, 1)
    if above == 0:
        return choice
    for i in range(len(moves)):
        number = np.int64(view.number[np.int64(moves[i].first)])
        if above < number < view.number[np.int64(moves[choice].first)]:
            choice = i
    return choice


@kernel
def _choose_bid(view, taste, board, moves, eager):
    """Return a bid to be the first where much is at stake, else the lowest."""
    if _at_stake(view, taste, board) > eager * (float(view.players) - 1.0):
        return _enough(view, moves)
    return _extreme_bid(view, moves, -1)


@kernel
def _extreme_bid(view, moves, sign):
    """Return the bid with the highest number (`sign` 1) or the lowest one (-1)."""
    best = 0
    for i in range(1, len(moves)):
        if sign * np.int64(view.number[np.int64(moves[i].first)]) > sign * np.int64(view.number[np.int64(moves[best].first)]):
            best = i
    return best


# ---- the own turn --------------------------------------------------------------------------------------------------------


@kernel
def _find(moves, kind, first, second, third):
    """Return the index of a move; the last move if it is not legal."""
    for i in range(len(moves)):
        m = moves[i]
        if m.kind == kind and m.first == first and m.second == second and m.third == third:
            return i
    return len(moves) - 1


@kernel
def _find_build(view, moves, site, c):
    """Return the move of a cube to a site, from the ship if it has one."""
    return _find(moves, BUILD, site, c, FROM_SHIP if view.cargo[c] else FROM_WAREHOUSE)


@kernel
def _find_exchange(view, moves, given, wanted):
    """Return an exchange, of cubes on the ship as far as it has them."""
    return _find(moves, EXCHANGE, given, wanted, 2 - min(2, np.int64(view.cargo[given])))


@kernel
def _go_on(view, board, moves, pool, projects):
    """Return the next move towards completing some projects."""
    site, _ = first_of(board, pool, projects)
    lacks = board.lacks[site]
    if lacks == 0:
        return _find(moves, COMPLETE, site, EMPTY, EMPTY)
    for c in range(N_COLOURS):
        if of(lacks, c) and of(pool, c):
            return _find_build(view, moves, site, c)
    given = given_for(pool, wanted_by(board, board.open & ~(1 << site)))
    for c in range(N_COLOURS):
        if of(lacks, c):
            return _find_exchange(view, moves, given, c)
    return len(moves) - 1


@kernel
def _build_one(view, board, moves, pool):
    """Return the move that builds a cube on the site that lacks least, or EMPTY if no site lacks what is there."""
    best, least = EMPTY, 1000
    for i in range(TILE):
        if board.open >> i & 1:
            short = count(less(board.lacks[i], pool))
            if short < count(board.lacks[i]) and short < least:
                best, least = i, short
    if best == EMPTY:
        return EMPTY
    colour, fewest = EMPTY, 1000
    for c in range(N_COLOURS):
        if of(board.lacks[best], c) and 0 < of(pool, c) < fewest:
            colour, fewest = c, of(pool, c)
    return _find_build(view, moves, best, colour)


@kernel
def _exchange_one(view, board, moves, pool):
    """Return an exchange of cubes that nothing lacks for one that a site lacks, or EMPTY."""
    wanted = wanted_by(board, board.open & ~(1 << TILE))
    given = given_for(pool, np.int64(0))
    if given == EMPTY:
        return EMPTY
    for c in range(N_COLOURS):
        if of(wanted, c) and of(board.supply, c) and c != given:
            return _find_exchange(view, moves, given, c)
    return EMPTY


@kernel
def _wind_up(view, board, moves, pool):
    """Return the next move when nothing more is completed: build what there is no room for, save what can be saved."""
    p = np.int64(view.seat)
    keep = stored_of(view, pool, wanted_by(board, board.open))
    if keep != pool or board.turns == 0:
        choice = _build_one(view, board, moves, pool)
        if choice != EMPTY:
            return choice
        choice = _exchange_one(view, board, moves, pool if board.turns == 0 else less(pool, keep))
        if choice != EMPTY:
            return choice
    for c in range(N_COLOURS):
        if view.cargo[c] and view.warehouse[p, c] < of(keep, c):
            for k in range(N_COLOURS):
                if view.warehouse[p, k] > of(keep, k):
                    return _find(moves, DISCARD, k, EMPTY, EMPTY)
            return _find(moves, STORE, c, EMPTY, EMPTY)
    return len(moves) - 1


@kernel
def _manage(view, taste, board, moves):
    """Return the next move of the own turn."""
    p = np.int64(view.seat)
    pool = pack(view.warehouse[p]) + pack(view.cargo)
    if view.tile != EMPTY:
        if moves[0].kind == PLACE:
            site, _ = _place_for(view, taste, board, pool, np.int64(view.tile))
            return _find(moves, PLACE, site, EMPTY, EMPTY)
        board = with_tile(view, taste, board, np.int64(view.tile), TILE)
    _, projects = judge(view, taste, board, pool)
    if projects:
        return _go_on(view, board, moves, pool, projects)
    return _wind_up(view, board, moves, pool)


def builder(
    view, moves, rng, cube=3.2, soon=0.25, slow=0.08, spare=2.7, late=0.1, fail=4.0, alike=0.65, high=0.01, eager=1.6,
    bid=0, bid_round=0,
):  # fmt: skip
    """Plan the whole turn, what to complete and in which order; bid high only where much is at stake; mind the end.

    Every choice is judged by what the turn can complete with all cubes at hand, and by what the board is worth after it.
    A project that is full stays where it is until its rewards or its site are needed: it is as good as a warehouse.

    Parameters
    ----------
    cube : float
        Points that a cube is worth which a project lacks, or which it will bring, while many turns are to come.
    soon : float
        After how many turns to come such a cube is worth half of that; it counts for less towards the end.
    slow : float
        By how much a project is less likely to be completed, the more cubes it lacks for each turn to come.
    spare : float
        Points that a cube in the warehouse is worth which no project lacks.
    late : float
        The same as `soon` for such cubes.
    fail : float
        Points that it costs, beside its need, when a tile finds no empty site.
    alike : float
        Part of a picture's bonus that counts for a tile before the set is complete (0 … 1).
    high : float
        Points for each unit of a ship's number, as it is bid in the next round.
    eager : float
        Bids to be the first when so many points are at stake, for each of the others.
    bid : int
        0: bids as it thinks; 1: always its highest ship; -1: always its lowest.
    bid_round : int
        The only round, from 1, in which `bid` holds; 0: in every round.
    """
    taste = Taste(cube, soon, slow, spare, late, fail, alike)
    in_hand, later = _turns(view)
    if view.decision == ON_BID:
        if bid != 0 and _is_round(view, bid_round):
            return _extreme_bid(view, moves, bid)
        board = board_of(view, taste, in_hand - 1 + later)
        return _choose_bid(view, taste, board, moves, eager)
    board = board_of(view, taste, in_hand + later)
    if view.decision == ON_SHIP:
        return _choose_ship(view, taste, board, moves, high)
    if view.decision == ON_FARE:
        return _choose_fare(view, taste, board, moves)
    return _manage(view, taste, board, moves)
