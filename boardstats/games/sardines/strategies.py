"""Sunny Day Sardines: the built-in strategies; `planner` has a file of its own."""

from __future__ import annotations

import numpy as np

from ..._jit import kernel
from ...streams import below
from .edition import MAX_DISPLAY
from .planning import asked_of, fish_on, gathered, lacking, pack, planner
from .state import EMPTY, FILL, GATHER, ON_PAY


def random(view, moves, rng):
    """Any legal move, each equally likely."""
    return below(rng, len(moves))


@kernel
def _nearest(view, fish):
    """Return the order on display that lacks the fewest fish, of those the one worth most; EMPTY if there is none."""
    nearest, least, worth = EMPTY, 0, 0
    for d in range(MAX_DISPLAY):
        order = np.int64(view.display[d])
        if order != EMPTY:
            lacks = lacking(view, order, fish)
            if nearest == EMPTY or lacks < least or (lacks == least and view.worth[order] > worth):
                nearest, least, worth = order, lacks, np.int64(view.worth[order])
    return nearest


@kernel
def _best_fill(view, moves):
    """Return the move that fills the order worth most, of those the one that asks for the fewest fish; or EMPTY.

    Fills are the last of the moves.
    """
    best, worth, asked = EMPTY, 0, 0
    for i in range(len(moves) - 1, -1, -1):
        if moves[i].kind != FILL:
            break
        order = np.int64(view.display[np.int64(moves[i].first)])
        points, fish = np.int64(view.worth[order]), asked_of(view, order)
        if best == EMPTY or points > worth or (points == worth and fish <= asked):
            best, worth, asked = i, points, fish
    return best


@kernel
def _after(view, move, fish):
    """Return what the fish in hand become by a gather or a discard."""
    if move.kind == GATHER:
        return fish + gathered(view, move)
    return fish - pack(view.fish[np.int64(move.first)])


def greedy(view, moves, rng):
    """Fill the order worth most at once, with the cheapest payment; else gather for the order nearest to being filled.

    Nearest is that which lacks the fewest fish, then that worth most. What it needs least is discarded.
    """
    if view.decision == ON_PAY:
        return 0  # cheapest first
    choice = _best_fill(view, moves)
    if choice != EMPTY:
        return choice
    own = fish_on(view, view.hand)
    target = _nearest(view, own)
    if target == EMPTY:
        return 0
    choice, least = 0, 1000
    for i in range(len(moves)):
        lacks = lacking(view, target, _after(view, moves[i], own))
        if lacks < least:
            choice, least = i, lacks
    return choice


BUILT_IN = (random, greedy, planner)  # from the weakest to the best
