"""Phraya: what the strategy `merchant` can do at the two stalls beside a section, and with the King.

A visit is tried out on a purse: what the own seat has, and what it has gained in points. Every order of the stalls and the
King is tried, since what one gives can pay for another.
"""

from __future__ import annotations

from collections import namedtuple

import numpy as np

from ..._jit import kernel
from .board import EMPTY, N_STALLS
from .edition import (
    BASKET,
    CHEAP,
    CHEAP_STALL,
    CHEAP_TEMPLE,
    FISH,
    IGNORE,
    MEAT,
    N_GOODS,
    N_KING_ROWS,
    RESTAURANT,
    SCRIBE,
    TEMPLE,
)
from .effects import is_at
from .outlook import UNITS, lacking, needs_of
from .stalls import temple_column
from .state import (
    BUDDHA_WORSHIPPED,
    BUY,
    BUY_BASKET,
    BUY_CARD,
    BUY_STALL,
    DELIVER,
    HIRE,
    OFFER,
    SELL,
    SUPREMACY,
    TITHE,
    TITHE_COMPLETED,
)
from .valuing import of, one

# What the own seat has: `goods` with eight bits each; points gained for sure and hoped for; end conditions met; and what is
# used up: a bit for each stall, and for each row of the King's Chart.
Purse = namedtuple("Purse", "coins flowers favors goods sure hope met used")
# How the market lies: prices with eight bits each, the barge, and the passive effect of the card played.
Scene = namedtuple("Scene", "prices barge passive")

KING = N_STALLS  # what is visited: a stall, or the King
NOTHING = N_STALLS + N_KING_ROWS + 1
_NO_MORE, _SKIP = -2, -1  # instead of a kind of move
_WON = 1000.0
_GOOD_OPTIONS, _BASKET_OPTIONS = 6, 5
_SPARED = 8  # coins above which more are worth less


# ---- what a purse is worth -------------------------------------------------------------------------------------------


@kernel
def price_in(scene, g):
    """Return the price of a good."""
    return of(scene.prices, g)


@kernel
def is_over(met):
    """Return whether two end conditions are met."""
    return (met & 1) + (met >> 1 & 1) + (met >> 2 & 1) >= 2


@kernel
def worth_of(view, taste, look, scene, purse):
    """Return what a purse is worth in points; if the game is over with it, whether it has won counts."""
    carried, premium = 0, 0.0
    for g in range(N_GOODS):
        n = of(purse.goods, g)
        carried += n * price_in(scene, g)
        for k in range(min(n, UNITS)):
            premium += look.units[UNITS * g + k]
    if is_over(purse.met):
        margin = look.lead + purse.sure + look.final_coin * float(purse.coins + carried) - 0.4
        margin += look.final_flower * float(purse.flowers) + look.final_favor * float(purse.favors)
        return (_WON if margin > 0 else -_WON) + margin
    flowers = min(purse.flowers, 4) + 0.5 * max(0, purse.flowers - 4)
    spare = max(0, purse.coins - 20)
    return (
        purse.sure + purse.hope + premium + look.favor * float(purse.favors) + look.flower * flowers
        + look.coin * float(purse.coins + carried) - 0.5 * (look.coin - look.final_coin) * float(spare)
    )  # fmt: skip


# ---- what an action changes ------------------------------------------------------------------------------------------


@kernel
def _needs(view, scene, order):
    """Return the goods that an order takes, eight bits each."""
    needs, g = needs_of(view, order), scene.passive - IGNORE
    if 0 <= g < N_GOODS and of(needs, g):
        needs -= one(g)
    return needs


@kernel
def _buying_price(view, scene, g):
    return np.int64(view.price[g, 0]) if scene.passive == CHEAP + g else price_in(scene, g)


@kernel
def _temple_price(view, scene, column):
    cost = np.int64(view.temple_flowers[column])
    return max(0, cost - np.int64(view.temple_discount)) if scene.passive == CHEAP_TEMPLE else cost


@kernel
def _stall_price(view, scene):
    return np.int64(view.stall_discount_price) if scene.passive == CHEAP_STALL else np.int64(view.stall_price)


@kernel
def _empty_spaces(view, row):
    empty = 0
    for space in range(np.int64(view.king_spaces[row])):
        empty += view.king_disk[row, space] == EMPTY
    return empty


@kernel
def after(view, taste, look, scene, purse, kind, first, second, third):
    """Return the purse after an action."""
    coins, flowers, favors, goods, sure, hope, met, used = purse
    if kind == TITHE:
        coins -= np.int64(view.king_coins[first, second])
        flowers -= np.int64(view.king_flowers[first, second])
        for g in range(N_GOODS):
            goods -= np.int64(view.king_goods[first, second, g]) * one(g)
        favors += view.favors_left > 0
        sure += look.disks_sure[first]
        hope += look.disks_hope[first]
        used |= np.int64(1) << (KING + first)
        if _empty_spaces(view, first) == 1:
            met |= TITHE_COMPLETED
        return Purse(coins, flowers, favors, goods, sure, hope, met, used)
    if kind == BUY or kind == SELL:
        g = np.int64(view.stall[first])
        if kind == BUY:
            coins -= (second - third) * _buying_price(view, scene, g)
            favors -= third
            goods += second * one(g)
        else:
            coins += second * price_in(scene, g)
            goods -= second * one(g)
        if view.owner[first] != EMPTY and view.owner[first] != view.seat:
            hope -= taste.deny * look.flower / float(max(1, np.int64(view.players) - 1))
        return Purse(coins, flowers, favors, goods, sure, hope, met, used)
    used |= np.int64(1) << first
    if kind == DELIVER:
        order = np.int64(view.order_at[first])
        goods -= _needs(view, scene, order)
        coins += np.int64(view.order_coins[order])
        sure += float(view.order_points[order])
        hope += look.order
    elif kind == OFFER:
        column = temple_column(view, second)
        goods -= one(second)
        if third:
            favors -= third
        else:
            flowers -= _temple_price(view, scene, column)
        sure += look.offers_sure[second]
        hope += look.offers_hope[second]
        if view.temple_section[column] == view.n_sections - 1:
            met |= BUDDHA_WORSHIPPED
    elif kind == BUY_BASKET:
        hope += look.basket
        if second:
            favors -= 1
        else:
            coins -= np.int64(view.basket_price[view.basket_at[first]])
    elif kind == HIRE:
        hope += look.hire
        if second == EMPTY:
            favors -= 1
        else:
            goods -= one(second)
    elif kind == BUY_CARD:
        card = np.int64(view.display[second])
        sure += look.cards_sure[second]
        hope += look.cards_hope[second]
        if third:
            flowers -= np.int64(view.cost_flowers[card])
        else:
            coins -= np.int64(view.cost_coins[card])
    else:
        coins -= _stall_price(view, scene)
        sure += look.site_sure
        hope += look.site_hope
        if view.stalls_left[view.seat] == 1:
            met |= SUPREMACY
    return Purse(coins, flowers, favors, goods, sure, hope, met, used)


# ---- what may be done ------------------------------------------------------------------------------------------------


@kernel
def _trade_option(view, look, scene, purse, stall, k):
    """Return the k-th trade at a goods stall: sell all, sell one, buy one, two, three, as many as possible."""
    g, p = np.int64(view.stall[stall]), np.int64(view.seat)
    held = of(purse.goods, g)
    if k < 2:
        if held > k:  # not twice the same
            return SELL, stall, 1 if k else held, EMPTY
        return _SKIP, 0, 0, 0
    each, spare = _buying_price(view, scene, g), 0
    if look.favor < look.coin * float(each):
        spare = purse.favors
    most = min(np.int64(view.room[p, g]) - held, np.int64(view.goods_left[g]))
    if each > 0:
        most = min(most, purse.coins // each + spare)
    n = most if k == _GOOD_OPTIONS - 1 else k - 1
    if n > most or n < 1 or (k == _GOOD_OPTIONS - 1 and n <= 3):
        return (_NO_MORE if k == 2 else _SKIP), 0, 0, 0
    return BUY, stall, n, min(n, spare)


@kernel
def _basket_option(view, purse, stall, k):
    """Return the k-th of: a basket for coins, for a favor, a rower for fish, for meat, for a favor."""
    p, kind = np.int64(view.seat), np.int64(view.basket_at[stall])
    if k < 2:
        if kind == EMPTY or view.baskets[p] >= view.basket_spaces:
            return _SKIP, 0, 0, 0
        may = purse.favors > 0 if k else purse.coins >= view.basket_price[kind]
        return (BUY_BASKET if may else _SKIP), stall, k, EMPTY
    if view.rowers[p] >= view.max_rowers or view.rowers_left == 0:
        return _NO_MORE, 0, 0, 0
    if k == 4:
        return (HIRE if purse.favors > 0 else _NO_MORE), stall, EMPTY, EMPTY
    good = FISH if k == 2 else MEAT
    return (HIRE if of(purse.goods, good) else _SKIP), stall, good, EMPTY


@kernel
def _offer_option(view, look, scene, purse, stall, g):
    """Return the offering of a good in the temple."""
    if of(purse.goods, g) == 0 or view.disks_left[view.seat] == 0:
        return _SKIP, 0, 0, 0
    column = temple_column(view, g)
    if column == EMPTY:
        return _SKIP, 0, 0, 0
    cost = _temple_price(view, scene, column)
    by_favor = purse.favors > 0 and cost > 0 and (purse.flowers < cost or look.favor < look.flower * float(cost))
    if not by_favor and purse.flowers < cost:
        return _SKIP, 0, 0, 0
    return OFFER, stall, g, 1 if by_favor else 0


@kernel
def _card_option(view, look, purse, stall, k):
    """Return the purchase of the card at a place of the display, for what is worth less."""
    if k >= view.display.shape[0] or view.display[k] == EMPTY:
        return _NO_MORE, 0, 0, 0
    card = np.int64(view.display[k])
    coins, flowers = np.int64(view.cost_coins[card]), np.int64(view.cost_flowers[card])
    for_coins, for_flowers = purse.coins >= coins, purse.flowers >= flowers
    if look.cards_sure[k] + look.cards_hope[k] <= 0.0 or not (for_coins or for_flowers):
        return _SKIP, 0, 0, 0
    if for_coins and for_flowers:
        for_coins = look.coin * float(coins) < look.flower * float(flowers)
    return BUY_CARD, stall, k, 0 if for_coins else 1


@kernel
def _tithe_option(view, look, scene, purse, row):
    """Return the offering to the King in a row, on the space that costs least of those that can be paid for."""
    if view.disks_left[view.seat] == 0 or purse.used >> (KING + row) & 1:
        return _SKIP, 0, 0, 0
    best, least = EMPTY, 1000.0
    for space in range(np.int64(view.king_spaces[row])):
        coins, flowers = np.int64(view.king_coins[row, space]), np.int64(view.king_flowers[row, space])
        if view.king_disk[row, space] == EMPTY and purse.coins >= coins and purse.flowers >= flowers:
            cost, may = look.coin * float(coins) + look.flower * float(flowers), True
            for g in range(N_GOODS):
                n = np.int64(view.king_goods[row, space, g])
                if n:
                    may &= of(purse.goods, g) >= n
                    cost += float(n) * (look.coin * float(price_in(scene, g)) + look.units[UNITS * g])
            if may and cost < least:
                best, least = space, cost
    return (_SKIP if best == EMPTY else TITHE), row, best, EMPTY


@kernel
def option(view, look, scene, purse, place, k):
    """Return the k-th thing to do at a place, as the fields of a move; a kind below 0: nothing, or nothing more."""
    if place == KING:
        return _tithe_option(view, look, scene, purse, k) if k < N_KING_ROWS else (_NO_MORE, 0, 0, 0)
    if place == NOTHING or purse.used >> place & 1:
        return _NO_MORE, 0, 0, 0
    kind = np.int64(view.stall[place])
    if kind < N_GOODS:
        return _trade_option(view, look, scene, purse, place, k) if k < _GOOD_OPTIONS else (_NO_MORE, 0, 0, 0)
    if kind == BASKET:
        return _basket_option(view, purse, place, k) if k < _BASKET_OPTIONS else (_NO_MORE, 0, 0, 0)
    if kind == TEMPLE:
        return _offer_option(view, look, scene, purse, place, k) if k < N_GOODS else (_NO_MORE, 0, 0, 0)
    if kind == SCRIBE:
        return _card_option(view, look, purse, place, k)
    if k > 0:
        return _NO_MORE, 0, 0, 0
    if kind == RESTAURANT:
        order = np.int64(view.order_at[place])
        may = order != EMPTY and lacking(_needs(view, scene, order), purse.goods) == 0
        return (DELIVER if may else _NO_MORE), place, EMPTY, EMPTY
    may = look.site != EMPTY and view.stalls_left[view.seat] > 0 and purse.coins >= _stall_price(view, scene)
    return (BUY_STALL if may else _NO_MORE), place, look.site, EMPTY


# ---- a whole visit ---------------------------------------------------------------------------------------------------


@kernel
def _last(view, taste, look, scene, purse, place):
    """Return the purse after the best thing to do at one place, and what it is worth."""
    best, most, k = purse, worth_of(view, taste, look, scene, purse), 0
    if is_over(purse.met):
        return best, most
    while True:
        kind, first, second, third = option(view, look, scene, purse, place, k)
        if kind == _NO_MORE:
            return best, most
        if kind >= 0:
            then = after(view, taste, look, scene, purse, kind, first, second, third)
            worth = worth_of(view, taste, look, scene, then)
            if worth > most:
                best, most = then, worth
        k += 1


@kernel
def _two(view, taste, look, scene, purse, place, other):
    """Return the purse after the best things to do at two places, in the better order, and what it is worth."""
    best, most = _last(view, taste, look, scene, purse, other)
    if is_over(purse.met):
        return best, most
    for turned in range(2):
        here, there, k = (other, place, 0) if turned else (place, other, 0)
        while True:
            kind, first, second, third = option(view, look, scene, purse, here, k)
            if kind == _NO_MORE:
                break
            if kind >= 0:
                then = after(view, taste, look, scene, purse, kind, first, second, third)
                then, worth = _last(view, taste, look, scene, then, there)
                if worth > most:
                    best, most = then, worth
            k += 1
    return best, most


@kernel
def visit(view, taste, look, scene, purse, place, other, king):
    """Return the purse after the best visit to two stalls, and the King (NOTHING: not there), and what it is worth."""
    best, most = _two(view, taste, look, scene, purse, place, other)
    if king == NOTHING or is_over(purse.met):
        return best, most
    for i in range(3):
        here = place if i == 0 else other if i == 1 else king
        there, last, k = place if i else other, king if i < 2 else other, 0
        while True:
            kind, first, second, third = option(view, look, scene, purse, here, k)
            if kind == _NO_MORE:
                break
            if kind >= 0:
                then = after(view, taste, look, scene, purse, kind, first, second, third)
                then, worth = _two(view, taste, look, scene, then, there, last)
                if worth > most:
                    best, most = then, worth
            k += 1
    return best, most


@kernel
def stop_at(view, taste, look, scene, purse, section):
    """Return the purse after the best visit in a section, and what it is worth."""
    king = KING if is_at(section, scene.barge) else NOTHING
    return visit(view, taste, look, scene, purse, 2 * section, 2 * section + 1, king)
