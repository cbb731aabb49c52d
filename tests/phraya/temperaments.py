"""Strategies to fuzz with, each of a temperament."""

from __future__ import annotations

from boardstats import phraya
from boardstats.games.phraya.state import BUY, BUY_STALL, DELIVER, END_TURN, HIRE, OFFER, ON_ACTION, ON_CARD, SELL, TITHE
from boardstats.streams import below, uniform

strategy = phraya.strategy


@strategy
def busy(view, moves, rng):
    """Does something at every stall it comes by: ends a turn only when nothing is left to do."""
    if view.decision == ON_ACTION:
        return below(rng, len(moves) - 1)
    return below(rng, len(moves))


@strategy
def trader(view, moves, rng):
    """Fills the boat with goods, takes the largest trade, hires rowers, and fills orders when it can."""
    if view.decision == ON_ACTION:
        best, most = len(moves) - 1, 0
        for i in range(len(moves)):
            kind = moves[i].kind
            if kind == DELIVER or kind == HIRE:
                return i
            if (kind == BUY or (kind == SELL and uniform(rng) < 0.2)) and moves[i].second >= most:
                best, most = i, moves[i].second
        return best if uniform(rng) < 0.8 else below(rng, len(moves))
    return below(rng, len(moves))


@strategy
def pious(view, moves, rng):
    """Makes every offering it can, in the temple and to the King, the last one listed first."""
    if view.decision == ON_ACTION:
        for i in range(len(moves) - 1, -1, -1):
            if moves[i].kind == OFFER or moves[i].kind == TITHE:
                return i
        return below(rng, len(moves) - 1) if len(moves) > 1 and moves[0].kind == BUY else below(rng, len(moves))
    return below(rng, len(moves))


@strategy
def owner(view, moves, rng):
    """Buys every stall it can pay for, and spares its coins for them."""
    if view.decision == ON_ACTION:
        for i in range(len(moves)):
            if moves[i].kind == BUY_STALL:
                return i + below(rng, len(moves) - 1 - i)
            if moves[i].kind == SELL:
                return i
        return len(moves) - 1 if uniform(rng) < 0.5 else below(rng, len(moves))
    return below(rng, len(moves))


@strategy
def stubborn(view, moves, rng):
    """Plays and does the last thing listed, now and then the first: refreshes, cashes, keeps to one corner."""
    if view.decision == ON_ACTION and moves[len(moves) - 1].kind == END_TURN and uniform(rng) < 0.5:
        return below(rng, len(moves))
    if view.decision == ON_CARD and uniform(rng) < 0.5:
        return below(rng, len(moves))
    return len(moves) - 1 if uniform(rng) < 0.9 else 0


ALL = (busy, trader, pious, owner, stubborn)
