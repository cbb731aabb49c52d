"""Strategies to fuzz with, each of a temperament."""

from __future__ import annotations

from boardstats import sriracha
from boardstats.games.sriracha.state import BUILD, COMPLETE, DISCARD, EXCHANGE, ON_SHIP, ON_TURN, PLACE, STOP, STORE
from boardstats.streams import below, uniform

strategy = sriracha.strategy


@strategy
def hoarder(view, moves, rng):
    """Stores whatever it can and builds little: fills the warehouse, and pays for far ships."""
    if view.decision == ON_SHIP:
        return len(moves) - 1
    if view.decision == ON_TURN:
        for i in range(len(moves)):
            if moves[i].kind == PLACE or moves[i].kind == STORE:
                return i
        if uniform(rng) < 0.7:
            return len(moves) - 1
    return below(rng, len(moves))


@strategy
def worker(view, moves, rng):
    """Builds and completes all it can, now and then something else: sees many rewards."""
    if view.decision == ON_TURN and uniform(rng) < 0.9:
        for i in range(len(moves)):
            if moves[i].kind == COMPLETE or moves[i].kind == BUILD:
                return i
    return below(rng, len(moves))


@strategy
def trader(view, moves, rng):
    """Exchanges whatever can be exchanged: from the ship, from the warehouse, from both."""
    if view.decision == ON_TURN and uniform(rng) < 0.8:
        first, n = 0, 0
        for i in range(len(moves)):
            if moves[i].kind == EXCHANGE:
                first, n = i - n, n + 1
        if n:
            return first + below(rng, n)
    return below(rng, len(moves))


@strategy
def idler(view, moves, rng):
    """Never builds, and stops as soon as it may: the sites fill with rewards laid out, and tiles fail."""
    if view.decision == ON_TURN:
        last = len(moves) - 1
        return last if moves[last].kind == STOP or moves[last].kind == DISCARD else below(rng, len(moves))
    return below(rng, len(moves))


ALL = (hoarder, worker, trader, idler)
