"""Phraya: the strategy `merchant`.

It tries out each turn whole: every card with all that it may do, every section that the boat can get to, every way to visit
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
    MERCHANT_HIGH,
    MERCHANT_LOW,
    RETRIEVAL,
    ROWING,
    is_blocked,
)
from .outlook import Taste, goods_of, outlook, stall_worth
from .stalls import price
from .state import (
    BUY_STALL,
    END_TURN,
    IN_DISCARD,
    IN_HAND,
    ON_ACTION,
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
    TITHE,
)
from .valuing import one
from .visiting import KING, NOTHING, Purse, Scene, after, is_over, stop_at, visit, worth_of
from .waters import within

_BARGING = barging()
_AT_CROSSING = np.array([sections_at(crossing) for crossing in range(N_CROSSINGS)])
_NEVER = -1e6


# ---- as it is --------------------------------------------------------------------------------------------------------


@kernel
def _purse(view):
    """Return what the own seat has."""
    p = np.int64(view.seat)
    return Purse(
        np.int64(view.coins[p]), np.int64(view.flowers[p]), np.int64(view.favors[p]), goods_of(view, p), 0.0, 0.0,
        np.int64(view.conditions), np.int64(0),
    )  # fmt: skip


@kernel
def _scene(view):
    """Return how the market lies."""
    prices = np.int64(0)
    for g in range(N_GOODS):
        prices += price(view, g) * one(g)
    passive = np.int64(0) if view.played == EMPTY else np.int64(view.passive[view.played])
    return Scene(prices, np.int64(view.barge), passive)


# ---- where to go -----------------------------------------------------------------------------------------------------


@kernel
def _ahead(view, taste, look, scene, purse, section):
    """Return what the next turn adds to a purse, from a section."""
    if is_over(purse.met):
        return 0.0
    p, most = np.int64(view.seat), 0.0
    now = worth_of(view, taste, look, scene, purse)
    calm = Scene(scene.prices, scene.barge, np.int64(0))
    reach = within(scene.barge, section, np.int64(view.rowers[p]))
    for other in range(N_SECTIONS):
        if reach >> other & 1:
            then, worth = stop_at(view, taste, look, calm, purse, other)
            most = max(most, worth - now)
    return taste.ahead * min(most, 30.0)


@kernel
def _free(view, reach):
    """Return the sections of some where no boat of another seat is."""
    for q in range(np.int64(view.players)):
        if view.boat[q] != EMPTY:
            reach &= ~(np.int64(1) << np.int64(view.boat[q]))
    return reach


@kernel
def _best_stop(view, taste, look, scene, purse, reach, start):
    """Return what the best section within reach is worth without a look ahead, with the purse and the section."""
    best, most, where = purse, _NEVER, start
    for section in range(N_SECTIONS):
        if reach >> section & 1:
            then, worth = stop_at(view, taste, look, scene, purse, section)
            if worth > most:
                best, most, where = then, worth, section
    if most == _NEVER:  # blocked: act where the boat is
        best, most = stop_at(view, taste, look, scene, purse, start)
    return best, most, where


@kernel
def _voyage(view, taste, look, scene, purse, start, reach):
    """Return what it is worth to sail from a section, with a look ahead."""
    then, worth, where = _best_stop(view, taste, look, scene, purse, reach, start)
    return worth + _ahead(view, taste, look, scene, then, where)


@kernel
def _reach(view, scene, card, start):
    """Return where the boat can get to, with a card that may move it before."""
    rowers, sections = np.int64(view.rowers[view.seat]), 0
    if card != EMPTY:
        sections = np.int64(view.effect[card, ROWING])
    if sections == 0:
        return _free(view, within(scene.barge, start, rowers))
    reach, stops = np.int64(0), _free(view, within(scene.barge, start, sections))
    for section in range(N_SECTIONS):
        if stops >> section & 1:
            reach |= within(scene.barge, section, rowers)
    return _free(view, reach)


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
def _blessed(view, taste, look, purse, card, crossing):
    """Return the purse after the barge has come to a crossing."""
    flowers, coins = np.int64(view.effect[card, BLESSING_FLOWERS]), np.int64(view.effect[card, BLESSING_COINS])
    own, others, p = 0, 0, np.int64(view.seat)
    for k in range(4):
        section = _AT_CROSSING[crossing, k]
        for stall in range(2 * section, 2 * section + 2):
            owner = np.int64(view.owner[stall])
            own += owner == p
            others += owner != p and owner != EMPTY
    hope = -taste.deny * float(others) * (look.flower * flowers + look.coin * coins)
    blocked = 0
    for q in range(np.int64(view.players)):
        blocked += q != p and is_blocked(np.int64(view.boat[q]), crossing)
    hope = (hope + taste.block * float(blocked)) / float(max(1, np.int64(view.players) - 1))
    gained = min(own * flowers, np.int64(view.flowers_left))
    return Purse(
        purse.coins + own * coins, purse.flowers + gained, purse.favors, purse.goods, purse.sure, purse.hope + hope,
        purse.met, purse.used,
    )  # fmt: skip


@kernel
def _cashed(view, taste, look, scene, purse, card):
    """Return the purse after flowers are discarded for coins, if all of them are better so than none."""
    each = np.int64(view.effect[card, FLOWERS_TO_COINS])
    if each and look.coin * float(each) > look.flower:
        return Purse(
            purse.coins + each * purse.flowers, np.int64(0), purse.favors, purse.goods, purse.sure, purse.hope, purse.met,
            purse.used,
        )  # fmt: skip
    return purse


@kernel
def _best_crossing_from(view, taste, look, scene, purse, card, start):
    """Return the best of what the barge can do with a card, and the voyage after it; no barge: that voyage."""
    if view.effect[card, BARGE_HIGH] == 0:
        return _voyage(view, taste, look, scene, purse, start, _reach(view, scene, card, start))
    reach, most, moored = np.int64(0), _NEVER, np.int64(scene.barge)
    for steps in range(np.int64(view.effect[card, BARGE_LOW]), np.int64(view.effect[card, BARGE_HIGH]) + 1):
        reach |= np.int64(_BARGING[moored, steps])
    for crossing in range(N_CROSSINGS):
        if reach >> crossing & 1 and not is_blocked(start, crossing):
            then = Scene(scene.prices, np.int64(crossing), scene.passive)
            blessed = _blessed(view, taste, look, purse, card, crossing)
            most = max(most, _voyage(view, taste, look, then, blessed, start, _reach(view, then, card, start)))
    return most


@kernel
def _played(view, taste, look, card):
    """Return what it is worth to play a card."""
    p, purse = np.int64(view.seat), _purse(view)
    back, hand = 1, 0
    for other in range(np.int64(view.n_cards)):
        back += view.cards[p, other] == IN_DISCARD
        hand += view.cards[p, other] == IN_HAND
    coins = purse.coins + np.int64(view.effect[card, COINS])
    flowers = purse.flowers + min(np.int64(view.effect[card, FLOWERS]), np.int64(view.flowers_left))
    scene, start = _scene(view), np.int64(view.boat[p])
    scene = Scene(scene.prices, scene.barge, np.int64(view.passive[card]))
    if view.effect[card, RETRIEVAL]:
        purse = Purse(coins + back, flowers, purse.favors, purse.goods, 0.0, 0.0, purse.met, purse.used)
        fresh = taste.renew * float(back) / float(back + hand) * look.rounds / (look.rounds + 2.0)
        return worth_of(view, taste, look, scene, purse) + fresh + _ahead(view, taste, look, scene, purse, start)
    purse = Purse(coins, flowers, purse.favors, purse.goods, 0.0, 0.0, purse.met, purse.used)
    purse = _cashed(view, taste, look, scene, purse, card)
    if view.effect[card, CHANGE_1] == 0:
        return _best_crossing_from(view, taste, look, scene, purse, card, start)
    low, high = np.int64(view.effect[card, MERCHANT_LOW]), np.int64(view.effect[card, MERCHANT_HIGH])
    spaces, most = np.int64(view.merchant_spaces), _NEVER
    for space in range(spaces):
        ahead, near = (space - np.int64(view.merchant_at)) % spaces, False
        for steps in range(low, high + 1):
            near |= steps % spaces == ahead or steps % spaces == (spaces - ahead) % spaces
        for first in range(2 if near else 0):
            then = Scene(_changed(view, scene.prices, card, space, first), scene.barge, scene.passive)
            most = max(most, _best_crossing_from(view, taste, look, then, purse, card, start))
    return most


# ---- the decisions ---------------------------------------------------------------------------------------------------


@kernel
def _acted(view, taste, look, scene, purse, move):
    """Return what it is worth to take an action now, and the best others after it."""
    section = np.int64(view.boat[view.seat])
    left, right = 2 * section, 2 * section + 1
    king = NOTHING if view.tithed or not (_touches(section, scene.barge)) else KING
    kind, first, second, third = np.int64(move.kind), np.int64(move.first), np.int64(move.second), np.int64(move.third)
    if kind == END_TURN:
        return worth_of(view, taste, look, scene, purse) + _ahead(view, taste, look, scene, purse, section)
    purse = after(view, taste, look, scene, purse, kind, first, second, third)
    if kind == BUY_STALL:
        sure, worth = stall_worth(view, taste, look, second)
        hope = purse.hope - look.site_hope + worth - sure
        purse = Purse(
            purse.coins, purse.flowers, purse.favors, purse.goods, purse.sure - look.site_sure + sure, hope, purse.met, purse.used
        )
    if kind == TITHE:
        king = NOTHING
    if view.visited[0] or (kind != TITHE and first == left):
        left = NOTHING
    if view.visited[1] or (kind != TITHE and first == right):
        right = NOTHING
    then, worth = visit(view, taste, look, scene, purse, left, right, king)
    return worth + _ahead(view, taste, look, scene, then, section)


@kernel
def _touches(section, crossing):
    for k in range(4):
        if _AT_CROSSING[crossing, k] == section:
            return True
    return False


@kernel
def _judged(view, taste, look, move):
    """Return what a move is worth."""
    p, scene, purse = np.int64(view.seat), _scene(view), _purse(view)
    start, decision = np.int64(view.boat[p]), view.decision
    first, card = np.int64(move.first), np.int64(view.played)
    if decision == ON_ACTION:
        return _acted(view, taste, look, scene, purse, move)
    if decision == ON_MOVE or decision == ON_BOAT:
        then, worth = stop_at(view, taste, look, scene, purse, first)
        return worth + _ahead(view, taste, look, scene, then, first)
    if decision == ON_MERCHANT:
        then = Scene(_changed(view, scene.prices, card, first, np.int64(move.second)), scene.barge, scene.passive)
        return _best_crossing_from(view, taste, look, then, purse, card, start)
    if decision == ON_BARGE:
        scene = Scene(scene.prices, first, scene.passive)
        purse = _blessed(view, taste, look, purse, card, first)
        return _voyage(view, taste, look, scene, purse, start, _reach(view, scene, card, start))
    if decision == ON_ROWING:
        return _voyage(view, taste, look, scene, purse, first, _free(view, within(scene.barge, first, view.rowers[p])))
    if decision == ON_FIRST_STALL:
        sure, worth = stall_worth(view, taste, look, first)
        return worth
    coins, flowers, goods = purse.coins, purse.flowers, purse.goods
    if decision == ON_GOODS and first != EMPTY:
        goods -= one(first)
        flowers += 1
    if decision == ON_FLOWERS:
        flowers -= first
        coins += first * np.int64(view.effect[card, FLOWERS_TO_COINS])
    purse = Purse(coins, flowers, purse.favors, goods, purse.sure, purse.hope, purse.met, purse.used)
    return _voyage(view, taste, look, scene, purse, start, _reach(view, scene, EMPTY, start))


def merchant(
    view,
    moves,
    rng,
    pace=2.5,
    settle=4.0,
    coin=0.25,
    flower=0.9,
    favor=1.2,
    income=0.06,
    rower=0.15,
    basket=0.06,
    card=1.5,
    growth=0.2,
    order=0.3,
    short=0.5,
    wait=0.7,
    use=0.8,
    deny=0.5,
    renew=2.0,
    ahead=0.6,
    slack=3.0,
    block=0.5,
):
    """Try out whole turns."""
    taste = Taste(
        pace, settle, coin, flower, favor, income, rower, basket, card, growth, order, short, wait, use, deny, renew, ahead,
        slack, block,
    )  # fmt: skip
    look = outlook(view, taste)
    if view.decision == ON_REFRESH:
        return 1 if look.cards_sure[0] + look.cards_hope[0] < card else 0
    best, most = 0, 2 * _NEVER
    for i in range(len(moves)):
        if view.decision == ON_CARD:
            worth = _played(view, taste, look, np.int64(moves[i].first))
        else:
            worth = _judged(view, taste, look, moves[i])
        if worth > most:
            best, most = i, worth
    return best
