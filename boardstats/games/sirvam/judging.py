"""Sirvam o Rei: what recipes and hands are worth to the strategy `sharp`, and its chance to win.

`sharp` weighs recipes by a *burden*, the larger the worse the recipe is before the king of this game, and estimates
those it has not seen from those that are left. A hand is worth minus the sum of its burdens. Only before the 11 king is
a hand more than its recipes: there it is worth how near it comes to 11.
"""

from __future__ import annotations

import math
from collections import namedtuple

import numpy as np

from ..._jit import kernel
from .edition import ELEVEN, FISH, PURPLE, SKULL
from .scoring import ELEVEN_LIMIT
from .state import EMPTY, UNKNOWN

# The parameters that the kernels read; see `sharp`.
Taste = namedtuple("Taste", "ignorance pantry edge hurt last_turn sea steep near over")
# The own hand: burdens of the known recipes in all, and how many are unknown; how many recipes are unseen anywhere,
# mean and variance of their burden; whether the own last turn is over or under way.
Hand = namedtuple("Hand", "known unknown unseen mean variance last")

# What a hand of 11 is worth before the 11 king, in burdens.
_ELEVEN_WORTH = 12.0
# The burden of a recipe of value 0 before the skull king.
_SKULL_BURDEN = 5.0
# By what part a recipe weighs less at most because it may yet be thrown; before the skull king one that stays can
# cost all.
_MOST_LIGHTER, _MOST_LIGHTER_SKULL = 0.9, 0.5


@kernel
def kind_of(view, value):
    """Return the kind of a recipe value."""
    kind = 0
    while kind + 1 < view.kinds and view.value[kind] != value:
        kind += 1
    return kind


@kernel
def helper_move(moves, most):
    """Return the move with the most helpers, or the one with the fewest."""
    best = 0
    for n in range(1, len(moves)):
        more = np.int64(moves[n].helper) - np.int64(moves[best].helper)
        if (more > 0) if most else (more < 0):
            best = n
    return best


# ---- what recipes and hands are worth ------------------------------------------------------------------------------


@kernel
def burden_of(view, taste, kind):
    """Return how bad a recipe of a kind is before the king."""
    value = float(view.value[kind])
    if view.king == SKULL:
        return _SKULL_BURDEN * math.exp(-taste.steep * value)
    if view.king == FISH and view.sea[kind]:
        return value + taste.sea
    return value


@kernel
def own_burden(view, taste, kind):
    """Return how bad an own known recipe is: less, the likelier it can still be thrown at another player's discard."""
    burden = burden_of(view, taste, kind)
    if view.king == ELEVEN or burden <= 0 or view.caller != EMPTY or view.pile == 0:
        return burden
    copies = np.int64(view.unseen[kind])
    if view.king == PURPLE:
        copies = np.int64(view.unseen[kind - 1] if kind > 0 else 0)
        if kind + 1 < view.kinds:
            copies += np.int64(view.unseen[kind + 1])
    most = _MOST_LIGHTER_SKULL if view.king == SKULL else _MOST_LIGHTER
    return burden * (1.0 - min(taste.pantry * copies, most))


@kernel
def _settled(view, taste):
    """Return by what share recipes that their owners know weigh less than others by now: from 0 up to `edge`."""
    rounds = (np.int64(view.turn) - 1) // np.int64(view.players)
    return taste.edge * rounds / (rounds + 2.0)


@kernel
def others_burden(view, taste, hand, q, j):
    """Return the burden of another player's recipe as far as one can tell."""
    value = np.int64(view.known[q, j])
    if value != UNKNOWN:
        return burden_of(view, taste, kind_of(view, value))
    if np.int64(view.knowers[q, j]) >> q & 1:
        return hand.mean * (1.0 - _settled(view, taste))
    return hand.mean


@kernel
def _others_hand(view, taste, hand, q):
    """Return mean and variance of the burden of another player's hand."""
    burden, variance = 0.0, 0.0
    for j in range(np.int64(view.cards[q])):
        burden += others_burden(view, taste, hand, q, j)
        if view.known[q, j] == UNKNOWN:
            known = np.int64(view.knowers[q, j]) >> q & 1
            variance += hand.variance * (1.0 - _settled(view, taste) if known else 1.0)
    return burden, variance


@kernel
def look_over(view, taste):
    """Return the own hand, and what has to be known to judge it."""
    p = np.int64(view.seat)
    unseen, total, square = 0, 0.0, 0.0
    for kind in range(np.int64(view.kinds)):
        n = np.int64(view.unseen[kind])
        if n > 0:
            burden = burden_of(view, taste, kind)
            unseen += n
            total += n * burden
            square += n * burden * burden
    mean = total / unseen if unseen > 0 else 0.0
    variance = max(square / unseen - mean * mean, 0.0) if unseen > 0 else 0.0
    known, unknown = 0.0, 0
    for i in range(np.int64(view.cards[p])):
        value = np.int64(view.known[p, i])
        if value == UNKNOWN:
            unknown += 1
        else:
            known += own_burden(view, taste, kind_of(view, value))
    last = view.pile == 0
    if view.caller != EMPTY:
        caller, players = np.int64(view.caller), np.int64(view.players)
        last = last or (p - caller) % players <= (np.int64(view.active) - caller) % players
    return Hand(known, unknown, unseen, mean, variance, last)


@kernel
def worth_of(view, taste, hand, known, unknown):
    """Return what an own hand with these burdens and so many unknown recipes is worth."""
    ignorance = 0.0 if hand.last else taste.ignorance
    if view.king == ELEVEN:
        over = 0.0 if hand.last else taste.over
        return _ELEVEN_WORTH * _eleven(view, taste.near, over, hand, (known, unknown)) - ignorance * unknown
    return -known - unknown * (hand.mean + ignorance)


@kernel
def _sigmoid(lead, variance):
    """Return the chance that a lead is not lost to a deviation of this variance: the logistic curve near the normal."""
    return 1.0 / (1.0 + math.exp(-1.7 * lead / math.sqrt(variance)))


@kernel
def _eleven(view, near, over, hand, known_unknown):
    """Return how good a hand is before the 11 king, from 1 for a total of 11 down to 0; `near`, `over`: see `sharp`.

    Several unknown recipes count as one with mean and variance of all.
    """
    known, unknown = known_unknown
    if unknown == 0 or hand.unseen == 0:
        return _near_eleven(near, over, known + unknown * hand.mean)
    spread = math.sqrt(float(unknown))
    middle = known + (unknown - spread) * hand.mean
    good = 0.0
    for kind in range(np.int64(view.kinds)):
        n = np.int64(view.unseen[kind])
        if n > 0:
            good += n * _near_eleven(near, over, middle + spread * float(view.value[kind]))
    return good / hand.unseen


@kernel
def _near_eleven(near, over, total):
    missing = ELEVEN_LIMIT - total
    if missing > -0.5:  # an estimated total need not be whole
        return math.exp(-near * max(missing, 0.0))
    return over * math.exp(near * missing)


@kernel
def without(view, taste, hand, i):
    """Return burdens and number of unknown recipes of the own hand without the recipe in a place."""
    value = np.int64(view.known[np.int64(view.seat), i])
    if value == UNKNOWN:
        return hand.known, hand.unknown - 1
    return hand.known - own_burden(view, taste, kind_of(view, value)), hand.unknown


# ---- the chance to win -----------------------------------------------------------------------------------------------


@kernel
def chance_to_win(view, taste, hand):
    """Return the chance to have the best hand when all others have had one more turn."""
    if view.king == ELEVEN:
        # Not to be passed by each of the others is as likely as the hand is near to 11.
        return _eleven(view, taste.near, 0.0, hand, (hand.known, hand.unknown)) ** (float(view.players) - 1.0)
    if view.king == SKULL:
        return _skull_chance(view, taste, hand)
    p = np.int64(view.seat)
    own = hand.unknown * hand.mean
    for i in range(np.int64(view.cards[p])):
        value = np.int64(view.known[p, i])
        if value != UNKNOWN:
            own += burden_of(view, taste, kind_of(view, value))
    chance = 1.0
    for q in range(np.int64(view.players)):
        if q != p:
            theirs, variance = _others_hand(view, taste, hand, q)
            chance *= _sigmoid(theirs - taste.last_turn - own, 1.0 + variance + hand.unknown * hand.variance)
    return chance


@kernel
def _skull_chance(view, taste, hand):
    """Return the chance that no other player's lowest recipe beats the own lowest; a tie counts half."""
    p = np.int64(view.seat)
    lowest = UNKNOWN
    for i in range(np.int64(view.cards[p])):
        lowest = min(lowest, np.int64(view.known[p, i]))
    doubt = 1.0 - _settled(view, taste)
    left = float(max(hand.unseen, 1))
    more = hand.unseen  # unseen recipes of this kind or above
    chance, reached = 0.0, 1.0  # the own lowest recipe is of this kind or above with chance `reached`
    for kind in range(np.int64(view.kinds)):
        value = np.int64(view.value[kind])
        from_here = more / left
        more -= np.int64(view.unseen[kind])
        above = more / left
        passed = above ** float(hand.unknown) if value < lowest else 0.0
        if reached > passed:
            win = 1.0
            for q in range(np.int64(view.players)):
                if q != p:
                    equal = _all_from(view, q, value, from_here, doubt)
                    win *= 1.0 - 0.5 * (equal + _all_from(view, q, value + 1, above, doubt))
            chance += (reached - passed) * win
        reached = passed
        if reached <= 0.0:
            break
    return chance


@kernel
def _all_from(view, q, value, tail, doubt):
    """Return the chance that all of a player's recipes have this value or more, as a share `tail` of the unseen have.

    One that its owner knows counts only as the part `doubt` of an unknown one.
    """
    chance = 1.0
    for j in range(np.int64(view.cards[q])):
        known = np.int64(view.known[q, j])
        if known == UNKNOWN:
            chance *= tail**doubt if np.int64(view.knowers[q, j]) >> q & 1 else tail
        elif known < value:
            return 0.0
    return chance
