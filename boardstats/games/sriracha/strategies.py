"""Sriracha: the built-in strategies; `builder` has a file of its own."""

from __future__ import annotations

import numpy as np

from ..._jit import kernel
from ...streams import below
from .building import builder
from .materials import carried, count, lacking, less, of, pack, paid
from .state import BUILD, COMPLETE, FROM_WAREHOUSE, ON_BID, ON_FARE, ON_SHIP, PLACE, STORE


def random(view, moves, rng):
    """Any legal move, each equally likely."""
    return below(rng, len(moves))


@kernel
def _wanted(view):
    """Return what all projects on the own sites lack."""
    cubes = np.int64(0)
    for site in range(np.int64(view.sites)):
        cubes += lacking(view, site)
    return cubes


@kernel
def _highest_bid(view, moves):
    """Return the bid with the highest number."""
    best = 0
    for i in range(1, len(moves)):
        if view.number[np.int64(moves[i].first)] > view.number[np.int64(moves[best].first)]:
            best = i
    return best


@kernel
def _best_take(view, moves):
    """Return the ship with the best of: cubes that are lacked, less the fare, and points above the need of the tile."""
    wanted = _wanted(view)
    best, most = 0, -1000
    for i in range(len(moves)):
        row, place = np.int64(moves[i].first), np.int64(moves[i].second)
        cargo, tile = carried(view, np.int64(view.row[row, place])), np.int64(view.row_tile[row, place])
        needs = pack(view.needs[tile])
        useful = count(cargo) - count(less(cargo, wanted + needs))
        value = useful - place + np.int64(view.worth[tile]) - count(needs)
        if value > most:
            best, most = i, value
    return best


@kernel
def _best_fare(view, moves):
    """Return the payment with the fewest cubes that the own projects lack."""
    wanted = _wanted(view)
    best, least = 0, 1000
    for i in range(len(moves)):
        fare = paid(moves[i])
        useful = count(fare) - count(less(fare, wanted))
        if useful < least:
            best, least = i, useful
    return best


@kernel
def _urgency(view, move, wanted):
    """Return how early a move of the own turn is made: completing first; exchanges and discards never."""
    if move.kind == COMPLETE:
        return 1000
    if move.kind == PLACE:
        return 900
    if move.kind == BUILD:  # what is nearest to being completed comes first, and the ship before the warehouse
        return 800 - 2 * count(lacking(view, np.int64(move.first))) - (move.third == FROM_WAREHOUSE)
    if move.kind == STORE:
        return 200 + (of(wanted, np.int64(move.first)) > 0)
    return 0


def greedy(view, moves, rng):
    """Bid the highest ship, take what looks best now, build all that can be built, complete at once, store the rest."""
    if view.decision == ON_BID:
        return _highest_bid(view, moves)
    if view.decision == ON_SHIP:
        return _best_take(view, moves)
    if view.decision == ON_FARE:
        return _best_fare(view, moves)
    wanted = _wanted(view)
    choice, most = len(moves) - 1, 0  # to stop is the last of the moves, where it may be made
    for i in range(len(moves)):
        urgency = _urgency(view, moves[i], wanted)
        if urgency > most:
            choice, most = i, urgency
    return choice


BUILT_IN = (random, greedy, builder)  # from the weakest to the best
