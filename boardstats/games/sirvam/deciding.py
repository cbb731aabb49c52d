"""Sirvam o Rei: the decisions of the strategy `sharp`; how it judges recipes and hands is in `judging`."""

from __future__ import annotations

import numpy as np

from ..._jit import kernel
from .edition import ELEVEN, LOOK_EFFECT, LOOK_SWAP_EFFECT, SWAP_EFFECT
from .judging import (
    Taste,
    burden_of,
    chance_to_win,
    helper_move,
    kind_of,
    look_over,
    others_burden,
    own_burden,
    without,
    worth_of,
)
from .state import EMPTY, IN_PANTRY, ON_DRAWN, ON_LOOK, ON_LOOKED, ON_OFFER, ON_PUT_IN, ON_SWAP, ON_TURN, UNKNOWN

# Throwing a recipe must gain more than this: a 0 stays.
_LEAST_THROW = 0.01
# An unknown recipe is never thrown while the pile has more recipes than this: too many kinds are left.
_LONG_PILE = 12
# 11 king: with this total or more nobody wants a penalty card; an unknown recipe counts as `_SOME`.
_WANTS_MORE, _SOME = 8, 4
# What it is worth to see another player's recipe, however little it tells.
_CURIOSITY = 0.02


@kernel
def _throw(view, taste, hand):
    """Return the place to throw from, or EMPTY."""
    p = np.int64(view.seat)
    place, best = EMPTY, worth_of(view, taste, hand, hand.known, hand.unknown) + _LEAST_THROW
    matching = 0
    for kind in range(np.int64(view.kinds)):
        if view.value[kind] == view.match_low or view.value[kind] == view.match_high:
            matching += np.int64(view.unseen[kind])
    for i in range(np.int64(view.cards[p])):
        value = np.int64(view.known[p, i])
        known, unknown = without(view, taste, hand, i)
        if value == UNKNOWN:
            # A gamble: gone if it matches; else it comes back, now known, with a penalty card if one is left.
            hit = matching / hand.unseen
            miss = worth_of(view, taste, hand, known + hand.mean, unknown + (1 if view.pile > 0 else 0))
            worth = hit * worth_of(view, taste, hand, known, unknown) + (1.0 - hit) * miss
        elif value == view.match_low or value == view.match_high:
            worth = worth_of(view, taste, hand, known, unknown)
        elif view.king == ELEVEN and view.pile > 0:
            # Mistaken on purpose, for one more recipe.
            worth = worth_of(view, taste, hand, hand.known, hand.unknown + 1)
        else:
            continue
        if worth > best:
            place, best = i, worth
    return place


@kernel
def _replace(view, taste, hand, value, least):
    """Return the own place where a recipe of this value is worth most, EMPTY if nowhere more than `least`; and what."""
    burden = own_burden(view, taste, kind_of(view, value))
    now = worth_of(view, taste, hand, hand.known, hand.unknown)
    place, best = EMPTY, least
    for i in range(np.int64(view.cards[np.int64(view.seat)])):
        known, unknown = without(view, taste, hand, i)
        gain = worth_of(view, taste, hand, known + burden, unknown) - now
        if gain > best:
            place, best = i, gain
    return place, best


@kernel
def _swap(view, taste, hand, offered):
    """Return the best blind swap: what it gains, the own place, the other player and the place there.

    `offered` is the own place that is settled already, or EMPTY.
    """
    p = np.int64(view.seat)
    now = worth_of(view, taste, hand, hand.known, hand.unknown)
    hurts = taste.hurt / (float(view.players) - 1.0)
    best, place, player, other = -1000.0, 0, EMPTY, 0
    for i in range(np.int64(view.cards[p])):
        if offered != EMPTY and i != offered:
            continue
        known, unknown = without(view, taste, hand, i)
        value = np.int64(view.known[p, i])
        given = hand.mean if value == UNKNOWN else burden_of(view, taste, kind_of(view, value))
        blind = worth_of(view, taste, hand, known, unknown + 1)
        for q in range(np.int64(view.players)):
            if q == p:
                continue
            called = 1.0 if q == view.caller else 0.0
            for j in range(np.int64(view.cards[q])):
                theirs = others_burden(view, taste, hand, q, j)
                if view.known[q, j] != UNKNOWN:
                    gain = worth_of(view, taste, hand, known + theirs, unknown)
                elif view.king == ELEVEN:
                    gain = blind
                else:
                    gain = blind + hand.mean - theirs
                if view.king == ELEVEN:  # whatever it is, their plan is upset
                    gain += hurts * (1.0 + 3.0 * called) * (np.int64(view.knowers[q, j]) >> q & 1)
                else:
                    gain += hurts * (1.0 + called) * (given - theirs)
                if gain - now > best:
                    best, place, player, other = gain - now, i, q, j
    return best, place, player, other


@kernel
def _look(view, taste, hand, swaps):
    """Return the recipe best looked at: what that gains, the player (or EMPTY) and the place; `swaps`: and may swap."""
    p = np.int64(view.seat)
    best, player, place = 0.0, EMPTY, 0
    for i in range(np.int64(view.cards[p])):
        if view.known[p, i] == UNKNOWN and not hand.last:
            best, player, place = taste.ignorance, p, i
            break
    blind = 0.0
    if swaps:
        for kind in range(np.int64(view.kinds)):
            if view.unseen[kind] > 0:
                _, gain = _replace(view, taste, hand, np.int64(view.value[kind]), 0.0)
                blind += gain * np.int64(view.unseen[kind]) / hand.unseen
    for q in range(np.int64(view.players)):
        if q == p:
            continue
        for j in range(np.int64(view.cards[q])):
            value = np.int64(view.known[q, j])
            gain = 0.0
            if value == UNKNOWN:
                gain = blind + _CURIOSITY + 0.1 * (hand.mean - others_burden(view, taste, hand, q, j))
            elif swaps:
                _, gain = _replace(view, taste, hand, value, 0.0)
            if gain > best:
                best, player, place = gain, q, j
    return best, player, place


@kernel
def _effect_gain(view, taste, hand, kind):
    """Return what the effect of a drawn recipe gains if it is discarded at once."""
    effect = view.effect[kind]
    if effect == SWAP_EFFECT:
        gain, _, _, _ = _swap(view, taste, hand, EMPTY)
        return max(gain, 0.0)
    if effect == LOOK_EFFECT or effect == LOOK_SWAP_EFFECT:
        gain, _, _ = _look(view, taste, hand, effect == LOOK_SWAP_EFFECT)
        return gain
    return 0.0


@kernel
def _index_of(view, first, skipped, player, place):
    """Return the index of a look or swap at a place, in moves that run through all seats but `skipped` from `first`."""
    index = first + place
    for q in range(player):
        if q != skipped:
            index += np.int64(view.cards[q])
    return index


@kernel
def _idle(view):
    """Return whether there is plainly nothing to throw: asked most often, so answered first."""
    p = np.int64(view.seat)
    low, high = view.match_low, view.match_high
    unknown, total = False, 0
    for i in range(np.int64(view.cards[p])):
        value = np.int64(view.known[p, i])
        if value == UNKNOWN:
            unknown = True
            total += _SOME
        elif value == low or value == high:
            return False
        else:
            total += value
    if view.king == ELEVEN and total < _WANTS_MORE:
        return False
    return not unknown or view.pile > _LONG_PILE


def sharp(
    view, moves, rng, call_at=0.8, ignorance=3.0, pantry=0.2, edge=0.55, hurt=1.5,
    last_turn=1.0, sea=8.0, steep=0.1, near=0.12, over=0.9,
):  # fmt: skip
    """Play each king's own objective, counting the recipes seen and guessing at those of the others.

    Burdens are in points of the hand total, before the fish, skull and 11 kings in what stands for them.

    Parameters
    ----------
    call_at : float
        Calls the banquet when its chance to have the best hand is this or more (0 … 1).
    ignorance : float
        Points that an own unknown recipe costs beside its expected burden, as it cannot be planned with.
    pantry : float
        By what part a known recipe weighs less for each unseen one that it could be thrown at.
    edge : float
        By what part recipes that their owners know weigh less than others, in a long game (0 … 1).
    hurt : float
        Points that a point of harm to all others together is worth; harm to the caller counts for more.
    last_turn : float
        Points that each of the others is expected to gain in the last round.
    sea : float
        Fish king: points that a sea creature weighs more than its value.
    steep : float
        Skull king: how fast burdens fall with the value of a recipe, per point.
    near : float
        11 king: how fast a hand loses its worth with each point below 11.
    over : float
        11 king: what a total just above 11 is worth while there are turns to come, where one of 11 is worth 1.
    """
    decision = view.decision
    if decision == IN_PANTRY and _idle(view):
        return 0
    p = np.int64(view.seat)
    taste = Taste(ignorance, pantry, edge, hurt, last_turn, sea, steep, near, over)
    hand = look_over(view, taste)
    if decision == IN_PANTRY:
        return _throw(view, taste, hand) + 1
    if decision == ON_TURN:
        return 1 if chance_to_win(view, taste, hand) >= call_at else 0
    if decision == ON_DRAWN:
        value = np.int64(view.drawn)
        place, _ = _replace(view, taste, hand, value, _effect_gain(view, taste, hand, kind_of(view, value)))
        return place + 1
    if decision == ON_LOOK:
        effect = view.effect[kind_of(view, np.int64(view.discard))]
        _, player, place = _look(view, taste, hand, effect == LOOK_SWAP_EFFECT)
        return _index_of(view, 1, EMPTY, player, place) if player != EMPTY else 0
    if decision == ON_OFFER:
        gain, place, _, _ = _swap(view, taste, hand, EMPTY)
        return place + 1 if gain > 0.0 else 0
    if decision == ON_SWAP:
        _, _, player, place = _swap(view, taste, hand, np.int64(view.looked_place))
        return _index_of(view, 0, p, player, place)
    if decision == ON_LOOKED:
        value = np.int64(view.known[np.int64(view.looked_player), np.int64(view.looked_place)])
        place, _ = _replace(view, taste, hand, value, 0.0)
        return place + 1
    # The first to take gets back what they put in: the best Helper card is safe only with the one who wins.
    expects_to_win = chance_to_win(view, taste, hand) * float(view.players) >= 1.0
    return helper_move(moves, decision != ON_PUT_IN or expects_to_win)
