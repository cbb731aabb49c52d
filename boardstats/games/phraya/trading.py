"""Phraya: the strategy `merchant`.

It tries out each turn whole: every card with all that it may do, every section that the boat can get to, the ways to visit
the stalls there and the King; and, for the best of these, the turn after it.
"""

from __future__ import annotations

import numpy as np

from ..._jit import kernel
from .board import EMPTY, N_CROSSINGS
from .effects import (
    BARGE_HIGH,
    CHANGE_1,
    FLOWERS_TO_COINS,
    GOODS_TO_FLOWERS,
    RETRIEVAL,
    ROWING,
)
from .outings import blessed, changed, moorings, own_purse, own_scene, played_with, prices_after, reach_of, with_more
from .outlook import (
    AHEAD,
    BASKET_HOPE,
    BLOCK,
    CARD_HOPE,
    CARD_MORE,
    CARD_SURE,
    CLOSE,
    COIN_HOPE,
    DENY,
    FAVOR_HOPE,
    FLOWER_HOPE,
    GROWTH,
    INCOME,
    ORDER_HOPE,
    PACE,
    PURSES,
    RENEW,
    ROWER,
    SCARCE,
    SETTLE,
    SHORT,
    SITE,
    SIZE,
    SLACK,
    USE,
    WAIT,
    look_round,
    stall_worth,
)
from .purses import CALLED, CHOSEN, FIELDS, STOPPED, Purse, Scene, after, is_over, kept, move_purse, worth_of
from .state import (
    BUY_STALL,
    END_TURN,
    ON_BARGE,
    ON_BOAT,
    ON_CARD,
    ON_FIRST_STALL,
    ON_FLOWERS,
    ON_GOODS,
    ON_MERCHANT,
    ON_MOVE,
    ON_REFRESH,
    ON_ROWING,
)
from .valuing import one
from .visiting import best_stop
from .waters import within

_NEVER = -1e6
_TRIED = 4 + FIELDS  # of a move that was tried: worth, prices, barge, section, and the purse
_FARSIGHT = 30.0  # points that the next turn may add at most
_ALL = (1 << (CALLED + 1)) - 1  # all stalls, and the King, are used up


# ---- a whole turn ----------------------------------------------------------------------------------------------------


@kernel
def _best_turn(view, look, scene, purse, start, card, steering, mooring, sections):
    """Return the best of what a card, the boat and the actions after it can do: worth, scene and section.

    `steering` and `mooring` tell whether the merchant and the barge are still to move.
    """
    most, best, where = _NEVER, scene, start
    for i in range(2 * np.int64(view.merchant_spaces) if steering else 1):
        prices = prices_after(view, scene.prices, card, i) if steering else scene.prices
        if prices < 0:
            continue
        berths = moorings(view, card, scene.barge, start) if mooring else np.int64(1) << scene.barge
        for crossing in range(N_CROSSINGS):
            if berths >> crossing & 1:
                then = Scene(prices, np.int64(crossing), scene.passive)
                gifted = blessed(view, look, purse, card, crossing) if mooring else purse
                reach = np.int64(1) << start if sections < 0 else reach_of(view, then.barge, start, sections)
                worth, section = best_stop(view, look, then, gifted, reach)
                if worth > most:
                    most, best, where = worth, then, section
                    move_purse(look, STOPPED, CHOSEN)
    return most, best, where


@kernel
def _try(view, look, move):
    """Return what a move is worth with the best rest of the turn: worth, scene, section; keep the purse after it."""
    scene, purse, p = own_scene(view), own_purse(view), np.int64(view.seat)
    decision, card, start, first = view.decision, np.int64(view.played), np.int64(view.boat[p]), np.int64(move.first)
    steering, mooring, sections = False, False, np.int64(0)  # below 0: the boat has moved
    if decision == ON_CARD:
        card = first
        scene = Scene(scene.prices, scene.barge, np.int64(view.passive[card]))
        purse = played_with(view, look, purse, card)
        if view.effect[card, RETRIEVAL]:
            purse = Purse(
                purse.coins, purse.flowers, purse.favors, purse.goods, purse.sure, purse.hope, purse.met, np.int64(_ALL)
            )
            sections = np.int64(-1)
        else:
            steering, mooring = view.effect[card, CHANGE_1] != 0, view.effect[card, BARGE_HIGH] > 0
            sections = np.int64(view.effect[card, ROWING])
    elif decision == ON_MERCHANT:
        scene = Scene(changed(view, scene.prices, card, first, np.int64(move.second)), scene.barge, scene.passive)
        mooring, sections = view.effect[card, BARGE_HIGH] > 0, np.int64(view.effect[card, ROWING])
    elif decision == ON_BARGE:
        scene = Scene(scene.prices, first, scene.passive)
        purse, sections = blessed(view, look, purse, card, first), np.int64(view.effect[card, ROWING])
    elif decision == ON_ROWING:
        start = first
    elif decision == ON_GOODS:
        if first != EMPTY:
            purse = with_more(purse, 0, np.int64(view.effect[card, GOODS_TO_FLOWERS]), -one(first), 0.0)
    elif decision == ON_FLOWERS:
        purse = with_more(purse, first * np.int64(view.effect[card, FLOWERS_TO_COINS]), -first, 0, 0.0)
    elif decision == ON_MOVE or decision == ON_BOAT:
        start, sections = first, np.int64(-1)
    else:
        sections = np.int64(-1)
        if move.kind == END_TURN:
            used = np.int64(3) << (2 * start) | np.int64(1) << CALLED
            purse = Purse(
                purse.coins, purse.flowers, purse.favors, purse.goods, purse.sure, purse.hope, purse.met, purse.used | used
            )
        else:
            second, third = np.int64(move.second), np.int64(move.third)
            purse = after(view, look, scene, purse, np.int64(move.kind), first, second, third)
    return _best_turn(view, look, scene, purse, start, card, steering, mooring, sections)


@kernel
def _ahead(view, look, scene, section):
    """Return what the next turn adds to the purse that is kept, from a section."""
    purse = kept(look, CHOSEN)
    if is_over(purse.met):
        return 0.0
    purse = Purse(
        purse.coins, purse.flowers, purse.favors, purse.goods, purse.sure, purse.hope, purse.met,
        purse.used & ~(np.int64(1) << CALLED),
    )  # fmt: skip
    scene = Scene(scene.prices, scene.barge, np.int64(0))
    reach = within(scene.barge, section, np.int64(view.rowers[view.seat]))
    worth, _ = best_stop(view, look, scene, purse, reach)
    return look[AHEAD] * min(max(worth - worth_of(look, scene, purse), 0.0), _FARSIGHT)


@kernel
def best_move(view, moves, look):
    """Return the move with the best turn, and for those that are about as good the best turn after it."""
    top, tried = _NEVER, np.empty((len(moves), _TRIED))
    for i in range(len(moves)):
        tried[i, 0] = _NEVER
        if moves[i].kind == BUY_STALL and moves[i].second != look[SITE]:
            continue
        worth, scene, section = _try(view, look, moves[i])
        top = max(top, worth)
        tried[i, 0], tried[i, 1], tried[i, 2], tried[i, 3] = worth, scene.prices, scene.barge, section
        for k in range(FIELDS):
            tried[i, 4 + k] = look[PURSES + FIELDS * CHOSEN + k]
    best, most = 0, _NEVER
    for i in range(len(moves)):
        if tried[i, 0] >= top - look[SLACK]:
            for k in range(FIELDS):
                look[PURSES + FIELDS * CHOSEN + k] = tried[i, 4 + k]
            scene = Scene(np.int64(tried[i, 1]), np.int64(tried[i, 2]), np.int64(0))
            worth = tried[i, 0] + _ahead(view, look, scene, np.int64(tried[i, 3]))
            if worth > most:
                best, most = i, worth
    return best


@kernel
def best_founding(view, moves, look):
    """Return the stall that is best to begin with."""
    best, most = 0, _NEVER
    for i in range(len(moves)):
        _sure, worth = stall_worth(view, look, np.int64(moves[i].first))
        if worth > most:
            best, most = i, worth
    return best


def merchant(
    view,
    moves,
    rng,
    pace=4.5,
    settle=12.0,
    coin=0.36,
    flower=1.8,
    favor=1.6,
    income=0.24,
    rower=0.15,
    basket=0.1,
    card=2.5,
    growth=0.35,
    order=0.3,
    short=0.5,
    wait=0.7,
    use=0.8,
    deny=1.0,
    renew=3.0,
    ahead=0.5,
    slack=3.0,
    block=0.2,
    close=2.0,
    scarce=12.0,
):
    """Try out every card, stop and action of the turn, and the turn after the best of them; end the game when ahead.

    All but counts and shares are points. Where a worth shrinks as the game goes on, this is what it is early on.

    Parameters
    ----------
    pace : float
        Rounds that a step takes towards the second end condition: a disk in a row, a stall.
    settle : float
        Rounds before the end from which on a majority counts more as it stands than as it usually goes.
    coin, flower, favor : float
        What each is worth beside what it counts at the end.
    income : float
        Flowers that a stall between two sections brings in a round and crossing.
    rower, basket : float
        What a rower, or a basket, is worth for each round to come.
    card : float
        What playing a market card is worth, whatever its bonus.
    growth : float
        How many more a round there will be of what a card counts.
    order : float
        What filling an order is worth beside its points and coins.
    short, wait : float
        Share of an order that is left for each good that is lacking, and for each turn to get there.
    use : float
        Share of the gain from an order or an offering that its goods are worth.
    deny : float
        Share of the others' loss that counts as a gain.
    renew : float
        What it is worth to take back a whole hand of cards.
    ahead : float
        Share of the next turn that counts in this one.
    slack : float
        Moves that are worse by more, without the next turn, are out of the question.
    block : float
        What it is worth to leave another boat blocked.
    close : float
        What the last step towards an end condition is worth to a player who is 10 points ahead; behind, what it costs.
    scarce : float
        What the last disk is worth; of n disks each the n-th part of it.
    """
    look = np.zeros(SIZE)
    look[PACE], look[SETTLE], look[COIN_HOPE], look[FLOWER_HOPE], look[FAVOR_HOPE] = pace, settle, coin, flower, favor
    look[INCOME], look[ROWER], look[BASKET_HOPE], look[CARD_HOPE], look[GROWTH] = income, rower, basket, card, growth
    look[ORDER_HOPE], look[SHORT], look[WAIT], look[USE], look[DENY] = order, short, wait, use, deny
    look[RENEW], look[AHEAD], look[SLACK], look[BLOCK] = renew, ahead, slack, block
    look[CLOSE], look[SCARCE] = close, scarce
    look_round(view, look)
    if view.decision == ON_FIRST_STALL:
        return best_founding(view, moves, look)
    if view.decision == ON_REFRESH:
        return 1 if look[CARD_SURE] + look[CARD_MORE] < card else 0
    return best_move(view, moves, look)
