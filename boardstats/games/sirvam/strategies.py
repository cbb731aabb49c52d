"""Sirvam o Rei: the built-in strategies; `sharp` has a file of its own.

A strategy answers with the index of a legal move. Their order is fixed (`moves.legal_moves`): index 0 passes, discards,
draws or declines; to throw, replace or offer the recipe in the own place i is index i + 1.
"""

from __future__ import annotations

import numpy as np

from ..._jit import kernel
from ...streams import below
from .deciding import sharp
from .edition import ELEVEN, FISH, SKULL
from .judging import helper_move, kind_of
from .scoring import ELEVEN_LIMIT
from .state import IN_PANTRY, ON_DRAWN, ON_LOOK, ON_LOOKED, ON_OFFER, ON_PUT_IN, ON_SWAP, ON_TURN, UNKNOWN

# Makes a sea creature worse than any other recipe.
_SEA_CREATURE = 20
_MIDDLE = 6  # of the values in the pile


def random(view, moves, rng):
    """Any legal move, each equally likely."""
    return below(rng, len(moves))


@kernel
def _own_total(view, unknown_as):
    """Return the estimated total of the own recipes, how many are unknown, and the lowest known value."""
    p = np.int64(view.seat)
    total, unknown, lowest = 0, 0, UNKNOWN
    for i in range(np.int64(view.cards[p])):
        value = np.int64(view.known[p, i])
        if value == UNKNOWN:
            unknown += 1
            total += unknown_as
        else:
            total += value
            lowest = min(lowest, value)
    return total, unknown, lowest


@kernel
def _burden(view, value, others):
    """Return how bad an own recipe is before the king, the larger the worse, beside others with a total of `others`."""
    if view.king == SKULL:
        return -value
    if view.king == FISH and view.sea[kind_of(view, value)]:
        return value + _SEA_CREATURE
    if view.king == ELEVEN:
        short = ELEVEN_LIMIT - others - value
        return short if short >= 0 else ELEVEN_LIMIT - short
    return value


@kernel
def _best_trade(view, value, unknown_as):
    """Return the own place whose recipe is best given for one of this value, and what that gains."""
    p = np.int64(view.seat)
    total, _, _ = _own_total(view, unknown_as)
    place, gain = 0, -1000
    for i in range(np.int64(view.cards[p])):
        old = np.int64(view.known[p, i])
        if old == UNKNOWN:
            old = np.int64(unknown_as)
        better = _burden(view, old, total - old) - _burden(view, value, total - old)
        if better > gain:
            place, gain = i, better
    return place, gain


@kernel
def _good_enough(view, call_at, unknown_as, eleven_at, skull_at):
    """Return whether the own hand is good enough to call the banquet."""
    total, unknown, lowest = _own_total(view, unknown_as)
    if view.king == ELEVEN:
        return unknown == 0 and eleven_at <= total <= ELEVEN_LIMIT
    if view.king == SKULL:
        return unknown == 0 and lowest >= skull_at
    if view.king == FISH:
        p = np.int64(view.seat)
        for i in range(np.int64(view.cards[p])):
            value = np.int64(view.known[p, i])
            if value == UNKNOWN or view.sea[kind_of(view, value)]:
                return False
        return total <= 2 * call_at  # the total only breaks ties
    return total <= call_at


@kernel
def _choose_look(view, moves):
    """Return the look at an own unknown recipe, else at one that its owner knows, else at any unknown one; else 0."""
    p = np.int64(view.seat)
    best, rank = 0, 0
    for n in range(1, len(moves)):
        q, i = np.int64(moves[n].player), np.int64(moves[n].place)
        if view.known[q, i] == UNKNOWN:
            interest = 3 if q == p else 1 + (np.int64(view.knowers[q, i]) >> q & 1)
            if interest > rank:
                best, rank = n, interest
    return best


@kernel
def _choose_swap(view, moves, unknown_as):
    """Return the swap for the best recipe; unknown ones are taken to be a point better where their owners know them."""
    total, _, _ = _own_total(view, unknown_as)
    given = np.int64(view.known[np.int64(view.seat), np.int64(view.looked_place)])
    others = total - (unknown_as if given == UNKNOWN else given)
    best, least = 0, 1000
    for n in range(len(moves)):
        q, i = np.int64(moves[n].player), np.int64(moves[n].place)
        value = np.int64(view.known[q, i])
        if value == UNKNOWN:
            burden = (-unknown_as if view.king == SKULL else unknown_as) - (np.int64(view.knowers[q, i]) >> q & 1)
        else:
            burden = _burden(view, value, others)
        if burden < least:
            best, least = n, burden
    return best


def careful(view, moves, rng, call_at=2, keep_at=1, unknown_as=11, swap_at=3, eleven_at=10, skull_at=7):
    """Play as a sensible person does who remembers all, fears the unknown, and minds the own hand only.

    `call_at` and `unknown_as` were found with `bs.tune` at four players. Whatever the king, they win more against players who
    think; against `random`, who hardly ever waits, calling earlier is better.

    Parameters
    ----------
    call_at : int
        Bell and purple king: calls the banquet when the hand total is estimated at this or less; fish king: when it has
        no sea creature and a total of at most twice this.
    keep_at : int
        Keeps a drawn recipe that makes the own hand better by so many points.
    unknown_as : int
        The value at which an unknown recipe is estimated; before the skull king, where high is good, as far below the
        middle, 6, as this is above it.
    swap_at : int
        Swaps unseen if that makes the own hand better by so many points.
    eleven_at : int
        11 king: calls with a total from this to 11, all recipes known.
    skull_at : int
        Skull king: calls when the lowest own recipe has this value or more, all recipes known.
    """
    decision = view.decision
    p = np.int64(view.seat)
    if view.king == SKULL:  # high is good, and the unknown is feared to be as far on the other side of the middle
        unknown_as = 2 * _MIDDLE - unknown_as
    if decision == IN_PANTRY:  # asked most often, so answered first
        low, high = view.match_low, view.match_high
        for i in range(np.int64(view.cards[p])):
            value = view.known[p, i]
            if value != UNKNOWN and (value == low or value == high):
                if view.king == ELEVEN:
                    return i + 1 if _own_total(view, unknown_as)[0] > ELEVEN_LIMIT else 0
                if value > 0 or view.king == SKULL:
                    return i + 1
        return 0
    if decision == ON_TURN:
        return 1 if _good_enough(view, call_at, unknown_as, eleven_at, skull_at) else 0
    if decision == ON_DRAWN:
        place, gain = _best_trade(view, np.int64(view.drawn), unknown_as)
        return place + 1 if gain >= keep_at else 0
    if decision == ON_LOOK:
        return _choose_look(view, moves)
    if decision == ON_OFFER:
        place, gain = _best_trade(view, unknown_as, unknown_as)
        return place + 1 if gain >= swap_at else 0
    if decision == ON_SWAP:
        return _choose_swap(view, moves, unknown_as)
    if decision == ON_LOOKED:
        value = np.int64(view.known[np.int64(view.looked_player), np.int64(view.looked_place)])
        place, gain = _best_trade(view, value, unknown_as)
        return place + 1 if gain >= keep_at else 0
    # Only the caller expects to win back a good Helper card.
    return helper_move(moves, decision != ON_PUT_IN or view.caller == p)


BUILT_IN = (random, careful, sharp)  # from the weakest to the best
