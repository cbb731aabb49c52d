"""Strategies to fuzz with, each of a temperament."""

from __future__ import annotations

from boardstats import sardines
from boardstats.games.sardines.state import FILL, ON_PAY, ON_TURN
from boardstats.streams import below, uniform

strategy = sardines.strategy


@strategy
def hoarder(view, moves, rng, fill=0.03):
    """Gathers and discards at random, and hardly ever fills an order: runs the deck through again and again."""
    if view.decision == ON_TURN:
        gathers = 0
        while gathers < len(moves) and moves[gathers].kind != FILL:
            gathers += 1
        if gathers and uniform(rng) > fill:
            return below(rng, gathers)
    return below(rng, len(moves))


@strategy
def eager(view, moves, rng):
    """Fills an order whenever it can, any one, with any payment."""
    if view.decision == ON_TURN:
        gathers = 0
        while gathers < len(moves) and moves[gathers].kind != FILL:
            gathers += 1
        if gathers < len(moves):
            return gathers + below(rng, len(moves) - gathers)
    return below(rng, len(moves))


@strategy
def wasteful(view, moves, rng):
    """Fills as often as not, and pays with the most expensive payment."""
    if view.decision == ON_PAY:
        return len(moves) - 1
    return below(rng, len(moves))


@strategy
def grabber(view, moves, rng):
    """Takes the last move there is: fills the last order, gathers from the end of the market, keeps low kinds."""
    return len(moves) - 1 if uniform(rng) < 0.8 else below(rng, len(moves))


ALL = (hoarder, eager, wasteful, grabber)
