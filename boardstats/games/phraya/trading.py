"""Phraya: the strategy `merchant`.

It tries out each turn whole: every card with all that it may do, every section that the boat can get to, the ways to visit
the stalls there and the King; and, for the best of these, the turn after it.
"""

from __future__ import annotations

import numpy as np

from ..._jit import kernel
from .board import EMPTY, N_CROSSINGS, N_SECTIONS, barging, sections_at
from .edition import N_GOODS
from .effects import (
    BARGE_HIGH,
    BARGE_LOW,
    BLESSING_COINS,
    BLESSING_FLOWERS,
    CHANGE_1,
    COINS,
    FLOWERS,
    FLOWERS_TO_COINS,
    GOODS_TO_FLOWERS,
    MERCHANT_HIGH,
    MERCHANT_LOW,
    RETRIEVAL,
    ROWING,
    is_blocked,
)
from .outlook import (
    AHEAD,
    BASKET_HOPE,
    BLOCK,
    CARD_HOPE,
    CARD_MORE,
    CARD_SURE,
    CLOSE,
    COIN,
    COIN_HOPE,
    DENY,
    FAVOR_HOPE,
    FLOWER,
    FLOWER_HOPE,
    GROWTH,
    INCOME,
    ORDER_HOPE,
    PACE,
    PURSES,
    RENEW,
    ROUNDS,
    ROWER,
    SCARCE,
    SETTLE,
    SHORT,
    SITE,
    SIZE,
    SLACK,
    USE,
    WAIT,
    goods_of,
    look_round,
    stall_worth,
)  # fmt: skip
from .stalls import price
from .state import (
    BUY_STALL,
    END_TURN,
    IN_DISCARD,
    IN_HAND,
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
from .visiting import (
    CALLED,
    CHOSEN,
    STOPPED,
    Purse,
    Scene,
    after,
    best_stop,
    is_over,
    kept,
    move_purse,
    worth_of,
)
from .waters import within

_BARGING = barging()
_AT_CROSSING = np.array([sections_at(crossing) for crossing in range(N_CROSSINGS)])
_NEVER = -1e6
_FIELDS = len(Purse._fields)
_TRIED = 4 + _FIELDS  # of a move that was tried: worth, prices, barge, section, and the purse
_FARSIGHT = 30.0  # points that the next turn may add at most
_ALL = (1 << (CALLED + 1)) - 1  # all stalls, and the King, are used up


# ---- as it is --------------------------------------------------------------------------------------------------------


@kernel
def _purse(view):
    """Return what the own seat has; the stalls that were visited in this turn, and the King, are used up."""
    p, used = np.int64(view.seat), np.int64(0)
    for side in range(2):
        if view.visited[side]:
            used |= np.int64(1) << (2 * np.int64(view.boat[p]) + side)
    if view.tithed:
        used |= np.int64(1) << CALLED
    return Purse(
        np.int64(view.coins[p]), np.int64(view.flowers[p]), np.int64(view.favors[p]), goods_of(view, p), 0.0, 0.0,
        np.int64(view.conditions), used,
    )  # fmt: skip


@kernel
def _scene(view):
    """Return how the market lies."""
    prices = np.int64(0)
    for g in range(N_GOODS):
        prices += price(view, g) * one(g)
    passive = np.int64(0) if view.played == EMPTY else np.int64(view.passive[view.played])
    return Scene(prices, np.int64(view.barge), passive)


@kernel
def _with(purse, coins, flowers, goods, hope):
    """Return a purse with more coins, flowers, goods and hope."""
    return Purse(
        purse.coins + coins, purse.flowers + flowers, purse.favors, purse.goods + goods, purse.sure, purse.hope + hope, purse.met,
        purse.used,
    )  # fmt: skip


# ---- where the boat gets to ------------------------------------------------------------------------------------------


@kernel
def _free(view, reach):
    """Return the sections of some where no other boat is."""
    for q in range(np.int64(view.players)):
        if view.boat[q] != EMPTY:
            reach &= ~(np.int64(1) << np.int64(view.boat[q]))
    return reach


@kernel
def _reach(view, barge, start, sections):
    """Return where the boat can stop, after a card that moves it so many sections; where it is if it is blocked."""
    rowers, reach = np.int64(view.rowers[view.seat]), np.int64(0)
    if sections:
        for section in range(N_SECTIONS):
            if _free(view, within(barge, start, sections)) >> section & 1:
                reach |= within(barge, section, rowers)
    if reach == 0:
        reach = within(barge, start, rowers)
    reach = _free(view, reach)
    return reach if reach else np.int64(1) << start


# ---- what a card does ------------------------------------------------------------------------------------------------


@kernel
def _changed(view, prices, card, space, first):
    """Return the prices after the merchant has come to a space, and the first change was made to one of its goods."""
    for k in range(2):
        g = np.int64(view.merchant[space, first if k == 0 else 1 - first])
        box = np.int64(view.price_box[g]) + np.int64(view.effect[card, CHANGE_1 + k])
        box = min(max(box, 0), np.int64(view.boxes) - 1)
        prices += (np.int64(view.price[g, box]) - price(view, g)) * one(g)
    return prices


@kernel
def _blessed(view, look, purse, card, crossing):
    """Return the purse after the barge has come to a crossing."""
    flowers, coins = np.int64(view.effect[card, BLESSING_FLOWERS]), np.int64(view.effect[card, BLESSING_COINS])
    own, others, blocked, p = 0, 0, 0, np.int64(view.seat)
    for k in range(4):
        section = _AT_CROSSING[crossing, k]
        for stall in range(2 * section, 2 * section + 2):
            owner = np.int64(view.owner[stall])
            own += owner == p
            others += owner != p and owner != EMPTY
    for q in range(np.int64(view.players)):
        blocked += q != p and is_blocked(np.int64(view.boat[q]), crossing)
    taken = look[BLOCK] * float(blocked) - look[DENY] * float(others) * (look[FLOWER] * flowers + look[COIN] * coins)
    gained = min(own * flowers, np.int64(view.flowers_left))
    return _with(purse, own * coins, gained, 0, taken / float(max(1, np.int64(view.players) - 1)))


@kernel
def _played(view, look, purse, card):
    """Return the purse after a card is played, before the merchant and the barge move."""
    p, back, hand = np.int64(view.seat), 1, 0
    for other in range(np.int64(view.n_cards)):
        back += view.cards[p, other] == IN_DISCARD
        hand += view.cards[p, other] == IN_HAND
    coins = np.int64(view.effect[card, COINS])
    flowers = min(np.int64(view.effect[card, FLOWERS]), np.int64(view.flowers_left))
    if view.effect[card, RETRIEVAL]:
        fresh = look[RENEW] * float(back) / float(back + hand) * look[ROUNDS] / (look[ROUNDS] + 2.0)
        return _with(purse, back, 0, 0, fresh)
    each = np.int64(view.effect[card, FLOWERS_TO_COINS])
    if look[COIN] * float(each) > look[FLOWER]:
        return _with(purse, coins + each * (purse.flowers + flowers), -purse.flowers, 0, 0.0)
    return _with(purse, coins, flowers, 0, 0.0)


@kernel
def _prices_after(view, prices, card, i):
    """Return the prices after the i-th thing that the merchant can do with a card; below 0 if he cannot."""
    space, first, spaces = i >> 1, i & 1, np.int64(view.merchant_spaces)
    ahead = (space - np.int64(view.merchant_at)) % spaces
    for steps in range(np.int64(view.effect[card, MERCHANT_LOW]), np.int64(view.effect[card, MERCHANT_HIGH]) + 1):
        if steps % spaces == ahead or steps % spaces == (spaces - ahead) % spaces:
            return _changed(view, prices, card, space, first)
    return np.int64(-1)


@kernel
def _moorings(view, card, barge, start):
    """Return the crossings, as bits, where the barge can go with a card; where it is, if it stays."""
    if view.effect[card, BARGE_HIGH] == 0:
        return np.int64(1) << barge
    reach, open_ = np.int64(0), np.int64(0)
    for steps in range(np.int64(view.effect[card, BARGE_LOW]), np.int64(view.effect[card, BARGE_HIGH]) + 1):
        reach |= np.int64(_BARGING[barge, steps])
    for crossing in range(N_CROSSINGS):
        if not is_blocked(start, crossing):
            open_ |= reach & np.int64(1) << crossing
    return open_ if open_ else reach


# ---- a whole turn ----------------------------------------------------------------------------------------------------


@kernel
def _best_turn(view, look, scene, purse, start, card, steering, mooring, sections):
    """Return the best of what a card, the boat and the actions after it can do: worth, scene and section.

    `steering` and `mooring` tell whether the merchant and the barge are still to move.
    """
    most, best, where = _NEVER, scene, start
    for i in range(2 * np.int64(view.merchant_spaces) if steering else 1):
        prices = _prices_after(view, scene.prices, card, i) if steering else scene.prices
        if prices < 0:
            continue
        moorings = _moorings(view, card, scene.barge, start) if mooring else np.int64(1) << scene.barge
        for crossing in range(N_CROSSINGS):
            if moorings >> crossing & 1:
                then = Scene(prices, np.int64(crossing), scene.passive)
                blessed = _blessed(view, look, purse, card, crossing) if mooring else purse
                reach = np.int64(1) << start if sections < 0 else _reach(view, then.barge, start, sections)
                worth, section = best_stop(view, look, then, blessed, reach)
                if worth > most:
                    most, best, where = worth, then, section
                    move_purse(look, STOPPED, CHOSEN)
    return most, best, where


@kernel
def _try(view, look, move):
    """Return what a move is worth with the best rest of the turn: worth, scene, section; keep the purse after it."""
    scene, purse, p = _scene(view), _purse(view), np.int64(view.seat)
    decision, card, start, first = view.decision, np.int64(view.played), np.int64(view.boat[p]), np.int64(move.first)
    steering, mooring, sections = False, False, np.int64(0)  # below 0: the boat has moved
    if decision == ON_CARD:
        card = first
        scene = Scene(scene.prices, scene.barge, np.int64(view.passive[card]))
        purse = _played(view, look, purse, card)
        if view.effect[card, RETRIEVAL]:
            purse = Purse(
                purse.coins, purse.flowers, purse.favors, purse.goods, purse.sure, purse.hope, purse.met, np.int64(_ALL)
            )
            sections = np.int64(-1)
        else:
            steering, mooring = view.effect[card, CHANGE_1] != 0, view.effect[card, BARGE_HIGH] > 0
            sections = np.int64(view.effect[card, ROWING])
    elif decision == ON_MERCHANT:
        scene = Scene(_changed(view, scene.prices, card, first, np.int64(move.second)), scene.barge, scene.passive)
        mooring, sections = view.effect[card, BARGE_HIGH] > 0, np.int64(view.effect[card, ROWING])
    elif decision == ON_BARGE:
        scene = Scene(scene.prices, first, scene.passive)
        purse, sections = _blessed(view, look, purse, card, first), np.int64(view.effect[card, ROWING])
    elif decision == ON_ROWING:
        start = first
    elif decision == ON_GOODS:
        if first != EMPTY:
            purse = _with(purse, 0, np.int64(view.effect[card, GOODS_TO_FLOWERS]), -one(first), 0.0)
    elif decision == ON_FLOWERS:
        purse = _with(purse, first * np.int64(view.effect[card, FLOWERS_TO_COINS]), -first, 0, 0.0)
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
        for k in range(_FIELDS):
            tried[i, 4 + k] = look[PURSES + _FIELDS * CHOSEN + k]
    best, most = 0, _NEVER
    for i in range(len(moves)):
        if tried[i, 0] >= top - look[SLACK]:
            for k in range(_FIELDS):
                look[PURSES + _FIELDS * CHOSEN + k] = tried[i, 4 + k]
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
    pace=4.0,
    settle=4.0,
    coin=0.25,
    flower=1.7,
    favor=1.2,
    income=0.18,
    rower=0.15,
    basket=0.06,
    card=2.5,
    growth=0.35,
    order=0.3,
    short=0.5,
    wait=0.7,
    use=0.8,
    deny=0.5,
    renew=2.0,
    ahead=0.5,
    slack=3.0,
    block=0.5,
    close=2.0,
    scarce=12.0,
):
    """Try out whole turns."""
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
