"""Strategies to fuzz with: random games end early when one random choice ends them, so each has a temperament."""

from __future__ import annotations

import boardstats as bs
from boardstats.games.sirvam.state import CALL, IN_PANTRY, ON_DRAWN, ON_TURN, UNKNOWN
from boardstats.streams import below, uniform

strategy = bs.sirvam.strategy


@strategy
def patient(view, moves, rng):
    """Never calls; anything else at random."""
    if view.decision == ON_TURN:
        return 0
    return below(rng, len(moves))


@strategy
def wild(view, moves, rng):
    """Never calls, throws at every discard, and uses every effect: fills hands and empties the pile."""
    if view.decision == ON_TURN:
        return 0
    if view.decision == ON_DRAWN:
        return below(rng, len(moves)) if uniform(rng) < 0.3 else 0
    return 1 + below(rng, len(moves) - 1)


@strategy
def honest(view, moves, rng, call=0.05):
    """Throws only what it knows to match, seldom calls, else at random."""
    if view.decision == ON_TURN:
        return len(moves) - 1 if uniform(rng) < call else 0
    if view.decision == IN_PANTRY:
        for i in range(view.cards[view.seat]):
            value = view.known[view.seat, i]
            if value != UNKNOWN and (value == view.match_low or value == view.match_high):
                return i + 1
        return 0
    return below(rng, len(moves))


@strategy
def hasty(view, moves, rng, call=0.5, throw=0.2):
    """Calls soon, and gambles now and then."""
    if view.decision == ON_TURN:
        return len(moves) - 1 if uniform(rng) < call and moves[len(moves) - 1].kind == CALL else 0
    if view.decision == IN_PANTRY and uniform(rng) > throw:
        return 0
    return below(rng, len(moves))


ALL = (patient, wild, honest, hasty)
