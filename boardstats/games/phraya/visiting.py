"""Phraya: what the strategy `merchant` can do at the two stalls beside a section, and with the King.

A visit is tried out on a purse: what the own seat has, and what it has gained in points. The stalls and the King are tried
in different orders, since what one gives can pay for another.
"""

from __future__ import annotations

import numpy as np

from ..._jit import inlined
from .board import EMPTY, N_SECTIONS
from .edition import (
    BASKET,
    FISH,
    MAX_SPACES,
    MEAT,
    N_GOODS,
    N_KING_ROWS,
    RESTAURANT,
    SCRIBE,
    TEMPLE,
)
from .effects import is_at
from .outlook import (
    CARD_MORE,
    CARD_SURE,
    COIN,
    FAVOR,
    FLOWER,
    SITE,
    SPACE_COST,
    SPACE_NEEDS,
)
from .purses import (
    CALLED,
    DEPTH,
    KING,
    STOPPED,
    VISITED,
    after,
    buying_price_in,
    is_over,
    keep,
    kept,
    move_purse,
    needs_in,
    stall_price_in,
    temple_price_in,
    worth_of,
)
from .stalls import temple_column
from .state import (
    BUY,
    BUY_BASKET,
    BUY_CARD,
    BUY_STALL,
    DELIVER,
    HIRE,
    OFFER,
    SELL,
    TITHE,
)
from .valuing import enough, of

_NO_MORE, _SKIP = -2, -1  # instead of a kind of move
_GOOD_OPTIONS, _BASKET_OPTIONS = 6, 5
_NEVER = -1e6
_BYTE = 8


# ---- what may be done ------------------------------------------------------------------------------------------------


@inlined
def _trade_option(view, look, scene, purse, stall, k):
    """Return the k-th trade at a goods stall: sell all, sell one, buy one, two, three, as many as possible."""
    g, p = np.int64(view.stall[stall]), np.int64(view.seat)
    held = of(purse.goods, g)
    if k < 2:
        if held > k:  # not twice the same
            return SELL, stall, 1 if k else held, EMPTY
        return _SKIP, 0, 0, 0
    each, spare = buying_price_in(view, scene, g), 0
    if look[FAVOR] < look[COIN] * float(each):
        spare = purse.favors
    most = min(np.int64(view.room[p, g]) - held, np.int64(view.goods_left[g]))
    if each > 0:
        most = min(most, purse.coins // each + spare)
    n = most if k == _GOOD_OPTIONS - 1 else k - 1
    if n > most or n < 1 or (k == _GOOD_OPTIONS - 1 and n <= 3):
        return (_NO_MORE if k == 2 else _SKIP), 0, 0, 0
    return BUY, stall, n, min(n, spare)


@inlined
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


@inlined
def _offer_option(view, look, scene, purse, stall, g):
    """Return the offering of a good in the temple."""
    if of(purse.goods, g) == 0 or view.disks_left[view.seat] == 0:
        return _SKIP, 0, 0, 0
    column = temple_column(view, g)
    if column == EMPTY:
        return _SKIP, 0, 0, 0
    cost = temple_price_in(view, scene, column)
    by_favor = purse.favors > 0 and cost > 0 and (purse.flowers < cost or look[FAVOR] < look[FLOWER] * float(cost))
    if not by_favor and purse.flowers < cost:
        return _SKIP, 0, 0, 0
    return OFFER, stall, g, 1 if by_favor else 0


@inlined
def _card_option(view, look, purse, stall, k):
    """Return the purchase of the card at a place of the display, for what is worth less."""
    if k >= view.display.shape[0] or view.display[k] == EMPTY:
        return _NO_MORE, 0, 0, 0
    card = np.int64(view.display[k])
    coins, flowers = np.int64(view.cost_coins[card]), np.int64(view.cost_flowers[card])
    for_coins, for_flowers = purse.coins >= coins, purse.flowers >= flowers
    if look[CARD_SURE + k] + look[CARD_MORE + k] <= 0.0 or not (for_coins or for_flowers):
        return _SKIP, 0, 0, 0
    if for_coins and for_flowers:
        for_coins = look[COIN] * float(coins) < look[FLOWER] * float(flowers)
    return BUY_CARD, stall, k, 0 if for_coins else 1


@inlined
def _tithe_option(view, look, purse, row):
    """Return the offering to the King in a row, on the space that costs least of those that can be paid for."""
    if view.disks_left[view.seat] == 0 or purse.used >> (KING + row) & 1:
        return _SKIP, 0, 0, 0
    best, least = EMPTY, 1000.0
    for space in range(np.int64(view.king_spaces[row])):
        i = MAX_SPACES * row + space
        cost = look[SPACE_COST + i]
        may = purse.coins >= view.king_coins[row, space] and purse.flowers >= view.king_flowers[row, space]
        if may and 0.0 <= cost < least and enough(purse.goods, np.int64(look[SPACE_NEEDS + i])):
            best, least = space, cost
    return (_SKIP if best == EMPTY else TITHE), row, best, EMPTY


@inlined
def option(view, look, scene, purse, place, k):
    """Return the k-th thing to do at a place, as the fields of a move; a kind below 0: nothing, or nothing more."""
    if place == KING:
        if purse.used >> CALLED & 1:
            return _NO_MORE, 0, 0, 0
        return _tithe_option(view, look, purse, k) if k < N_KING_ROWS else (_NO_MORE, 0, 0, 0)
    if purse.used >> place & 1:
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
        may = order != EMPTY and enough(purse.goods, needs_in(view, scene, order))
        return (DELIVER if may else _NO_MORE), place, EMPTY, EMPTY
    may = look[SITE] != EMPTY and view.stalls_left[view.seat] > 0 and purse.coins >= stall_price_in(view, scene)
    return (BUY_STALL if may else _NO_MORE), place, np.int64(look[SITE]), EMPTY


@inlined
def next_option(view, look, scene, purse, place, k):
    """Return the first thing to do at a place from the k-th on, as the fields of a move; and which comes after it."""
    while True:
        kind, first, second, third = option(view, look, scene, purse, place, k)
        k += 1
        if kind != _SKIP:
            return kind, first, second, third, k


# ---- a whole visit -----------------------------------------------------------------------------------------------------


@inlined
def visit(view, look, scene, purse, section):
    """Return what the best visit in a section is worth, and keep the purse after it.

    All orders of actions are tried, but for those with the King in the middle.
    """
    depth, done, most = 0, 0, worth_of(look, scene, purse)
    tried = np.int64(0)  # for each action eight bits: the place, and the option that comes next
    king = is_at(section, scene.barge)
    keep(look, VISITED, purse)
    keep(look, 0, purse)
    while True:
        which, k = tried >> (_BYTE * depth) & 3, tried >> (_BYTE * depth + 2) & 63
        if which == DEPTH:
            if depth == 0:
                return most
            depth -= 1
            done &= ~(1 << (tried >> (_BYTE * depth) & 3))
            continue
        if done >> which & 1 or (which == 2 and not king):
            tried = (tried & ~(255 << (_BYTE * depth))) + ((which + 1) << (_BYTE * depth))
            continue
        purse = kept(look, depth)
        place = KING if which == 2 else 2 * section + which
        kind, first, second, third, k = next_option(view, look, scene, purse, place, k)
        if kind == _NO_MORE:
            tried = (tried & ~(255 << (_BYTE * depth))) + ((which + 1) << (_BYTE * depth))
            continue
        tried = (tried & ~(255 << (_BYTE * depth))) + ((which + 4 * k) << (_BYTE * depth))
        then = after(view, look, scene, purse, kind, first, second, third)
        worth = worth_of(look, scene, then)
        if worth > most:
            most = worth
            keep(look, VISITED, then)
        if depth + 1 < DEPTH and not is_over(then.met) and not (which == 2 and depth == 1):
            done |= 1 << which
            depth += 1
            tried &= ~(255 << (_BYTE * depth))
            keep(look, depth, then)


@inlined
def best_stop(view, look, scene, purse, reach):
    """Return what the best visit in one of some sections is worth, and where; keep the purse after it."""
    most, where = _NEVER, EMPTY
    for section in range(N_SECTIONS):
        if reach >> section & 1:
            worth = visit(view, look, scene, purse, section)
            if worth > most:
                most, where = worth, section
                move_purse(look, VISITED, STOPPED)
    return most, where
