"""Phraya: what a card does, and where the boat gets to, for the strategy `merchant`."""

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
    is_blocked,
)
from .outlook import (
    BLOCK,
    COIN,
    DENY,
    FLOWER,
    RENEW,
    ROUNDS,
)
from .purses import CALLED, Purse, Scene
from .stalls import price
from .state import (
    IN_DISCARD,
    IN_HAND,
)
from .valuing import goods_of, one
from .waters import exactly, within

_BARGING = barging()
_AT_CROSSING = np.array([sections_at(crossing) for crossing in range(N_CROSSINGS)])


# ---- as it is --------------------------------------------------------------------------------------------------------


@kernel
def own_purse(view):
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
def own_scene(view):
    """Return how the market lies."""
    prices = np.int64(0)
    for g in range(N_GOODS):
        prices += price(view, g) * one(g)
    passive = np.int64(0) if view.played == EMPTY else np.int64(view.passive[view.played])
    return Scene(prices, np.int64(view.barge), passive)


@kernel
def with_more(purse, coins, flowers, goods, hope):
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
def reach_of(view, barge, start, sections):
    """Return where the boat can stop, after a card that moves it so many sections; where it is if it is blocked."""
    rowers, reach = np.int64(view.rowers[view.seat]), np.int64(0)
    if sections:
        landings = _free(view, exactly(barge, start, sections))
        for section in range(N_SECTIONS):
            if landings >> section & 1:
                reach |= within(barge, section, rowers)
    if reach == 0:
        reach = within(barge, start, rowers)
    reach = _free(view, reach)
    return reach if reach else np.int64(1) << start


# ---- what a card does ------------------------------------------------------------------------------------------------


@kernel
def changed(view, prices, card, space, first):
    """Return the prices after the merchant has come to a space, and the first change was made to one of its goods."""
    for k in range(2):
        g = np.int64(view.merchant[space, first if k == 0 else 1 - first])
        box = np.int64(view.price_box[g]) + np.int64(view.effect[card, CHANGE_1 + k])
        box = min(max(box, 0), np.int64(view.boxes) - 1)
        prices += (np.int64(view.price[g, box]) - price(view, g)) * one(g)
    return prices


@kernel
def blessed(view, look, purse, card, crossing):
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
    return with_more(purse, own * coins, gained, 0, taken / float(max(1, np.int64(view.players) - 1)))


@kernel
def played_with(view, look, purse, card):
    """Return the purse after a card is played, before the merchant and the barge move."""
    p, back, hand = np.int64(view.seat), 1, 0
    for other in range(np.int64(view.n_cards)):
        back += view.cards[p, other] == IN_DISCARD
        hand += view.cards[p, other] == IN_HAND
    coins = np.int64(view.effect[card, COINS])
    flowers = min(np.int64(view.effect[card, FLOWERS]), np.int64(view.flowers_left))
    if view.effect[card, RETRIEVAL]:
        fresh = look[RENEW] * float(back) / float(back + hand) * look[ROUNDS] / (look[ROUNDS] + 2.0)
        return with_more(purse, back, 0, 0, fresh)
    each = np.int64(view.effect[card, FLOWERS_TO_COINS])
    if look[COIN] * float(each) > look[FLOWER]:
        return with_more(purse, coins + each * (purse.flowers + flowers), -purse.flowers, 0, 0.0)
    return with_more(purse, coins, flowers, 0, 0.0)


@kernel
def prices_after(view, prices, card, i):
    """Return the prices after the i-th thing that the merchant can do with a card; below 0 if he cannot."""
    space, first, spaces = i >> 1, i & 1, np.int64(view.merchant_spaces)
    ahead = (space - np.int64(view.merchant_at)) % spaces
    for steps in range(np.int64(view.effect[card, MERCHANT_LOW]), np.int64(view.effect[card, MERCHANT_HIGH]) + 1):
        if steps % spaces == ahead or steps % spaces == (spaces - ahead) % spaces:
            return changed(view, prices, card, space, first)
    return np.int64(-1)


@kernel
def moorings(view, card, barge, start):
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
