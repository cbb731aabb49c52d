"""Phraya: what the strategy `merchant` can do at the two stalls beside a section, and with the King.

A visit is tried out on a purse: what the own seat has, and what it has gained in points. The stalls and the King are tried
in different orders, since what one gives can pay for another.
"""

from __future__ import annotations

from collections import namedtuple

import numpy as np

from ..._jit import kernel
from .board import EMPTY, N_SECTIONS, N_STALLS
from .edition import (
    BASKET,
    CHEAP,
    CHEAP_STALL,
    CHEAP_TEMPLE,
    FISH,
    IGNORE,
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
    CARRIED,
    COIN,
    DENY,
    DISK_HOPE,
    DISK_SURE,
    FAVOR,
    FINAL_COIN,
    FINAL_FAVOR,
    FINAL_FLOWER,
    FLOWER,
    HIRED,
    HUNG,
    LEAD,
    OFFER_HOPE,
    OFFER_SURE,
    ORDER,
    PURSES,
    SITE,
    SITE_HOPE,
    SITE_SURE,
    SPACE_COST,
    SPACE_NEEDS,
    UNITS,
    empty_spaces,
    enough,
    needs_of,
)  # fmt: skip
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

# Bits of `used`, and what is visited: a stall; from KING on the rows of the King's Chart; CALLED: the King in this turn.
KING = N_STALLS
CALLED = KING + N_KING_ROWS
_FIELDS = len(Purse._fields)
# Purses that are kept on the desk: one for each action of a visit; the best of a visit, of a turn, of all turns.
_DEPTH = 3
VISITED, STOPPED, CHOSEN = range(_DEPTH + 1, _DEPTH + 4)
_NO_MORE, _SKIP = -2, -1  # instead of a kind of move
_WON = 1000.0
_NEVER = -1e6
_BYTE = 8
_GOOD_OPTIONS, _BASKET_OPTIONS = 6, 5
_FEW, _MUCH = 4, 20  # flowers, and coins, above which more are worth less


# ---- what a purse is worth -------------------------------------------------------------------------------------------


@kernel
def is_over(met):
    """Return whether two end conditions are met."""
    return (met & 1) + (met >> 1 & 1) + (met >> 2 & 1) >= 2


@kernel
def worth_of(look, scene, purse):
    """Return what a purse is worth in points; if the game is over with it, whether it has won counts."""
    carried, premium = 0, 0.0
    for g in range(N_GOODS):
        n = of(purse.goods, g)
        carried += n * of(scene.prices, g)
        premium += look[CARRIED + (UNITS + 1) * g + min(n, UNITS)]
    if is_over(purse.met):
        margin = look[LEAD] + purse.sure + look[FINAL_COIN] * float(purse.coins + carried) - 0.4
        margin += look[FINAL_FLOWER] * float(purse.flowers) + look[FINAL_FAVOR] * float(purse.favors)
        return (_WON if margin > 0 else -_WON) + margin
    flowers = float(min(purse.flowers, _FEW)) + 0.5 * float(max(0, purse.flowers - _FEW))
    worth = purse.sure + purse.hope + premium + look[FAVOR] * float(purse.favors) + look[FLOWER] * flowers
    spare = 0.5 * (look[COIN] - look[FINAL_COIN]) * float(max(0, purse.coins - _MUCH))
    return worth + look[COIN] * float(purse.coins + carried) - spare


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
    return np.int64(view.price[g, 0]) if scene.passive == CHEAP + g else of(scene.prices, g)


@kernel
def _temple_price(view, scene, column):
    cost = np.int64(view.temple_flowers[column])
    return max(0, cost - np.int64(view.temple_discount)) if scene.passive == CHEAP_TEMPLE else cost


@kernel
def _stall_price(view, scene):
    return np.int64(view.stall_discount_price) if scene.passive == CHEAP_STALL else np.int64(view.stall_price)


@kernel
def after(view, look, scene, purse, kind, first, second, third):
    """Return the purse after an action."""
    coins, flowers, favors, goods, sure, hope, met, used = purse
    if kind == TITHE:
        coins -= np.int64(view.king_coins[first, second])
        flowers -= np.int64(view.king_flowers[first, second])
        for g in range(N_GOODS):
            goods -= np.int64(view.king_goods[first, second, g]) * one(g)
        favors += view.favors_left > 0
        sure += look[DISK_SURE + first]
        hope += look[DISK_HOPE + first]
        used |= np.int64(1) << (KING + first) | np.int64(1) << CALLED
        if empty_spaces(view, first) == 1:
            met |= TITHE_COMPLETED
        return Purse(coins, flowers, favors, goods, sure, hope, met, used)
    if kind == BUY or kind == SELL:
        g = np.int64(view.stall[first])
        if kind == BUY:
            coins -= (second - third) * _buying_price(view, scene, g)
            favors -= third
            goods += second * one(g)
        else:
            coins += second * of(scene.prices, g)
            goods -= second * one(g)
        used |= np.int64(1) << first
        if view.owner[first] != EMPTY and view.owner[first] != view.seat:
            hope -= look[DENY] * look[FLOWER] / float(max(1, np.int64(view.players) - 1))
        return Purse(coins, flowers, favors, goods, sure, hope, met, used)
    used |= np.int64(1) << first
    if kind == DELIVER:
        order = np.int64(view.order_at[first])
        goods -= _needs(view, scene, order)
        coins += np.int64(view.order_coins[order])
        sure += float(view.order_points[order])
        hope += look[ORDER]
    elif kind == OFFER:
        column = temple_column(view, second)
        goods -= one(second)
        if third:
            favors -= third
        else:
            flowers -= _temple_price(view, scene, column)
        sure += look[OFFER_SURE + second]
        hope += look[OFFER_HOPE + second]
        if view.temple_section[column] == view.n_sections - 1:
            met |= BUDDHA_WORSHIPPED
    elif kind == BUY_BASKET:
        hope += look[HUNG]
        if second:
            favors -= 1
        else:
            coins -= np.int64(view.basket_price[view.basket_at[first]])
    elif kind == HIRE:
        hope += look[HIRED]
        if second == EMPTY:
            favors -= 1
        else:
            goods -= one(second)
    elif kind == BUY_CARD:
        card = np.int64(view.display[second])
        sure += look[CARD_SURE + second]
        hope += look[CARD_MORE + second]
        if third:
            flowers -= np.int64(view.cost_flowers[card])
        else:
            coins -= np.int64(view.cost_coins[card])
    else:
        coins -= _stall_price(view, scene)
        sure += look[SITE_SURE]
        hope += look[SITE_HOPE]
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
    if look[FAVOR] < look[COIN] * float(each):
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
    by_favor = purse.favors > 0 and cost > 0 and (purse.flowers < cost or look[FAVOR] < look[FLOWER] * float(cost))
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
    if look[CARD_SURE + k] + look[CARD_MORE + k] <= 0.0 or not (for_coins or for_flowers):
        return _SKIP, 0, 0, 0
    if for_coins and for_flowers:
        for_coins = look[COIN] * float(coins) < look[FLOWER] * float(flowers)
    return BUY_CARD, stall, k, 0 if for_coins else 1


@kernel
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


@kernel
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
        may = order != EMPTY and enough(purse.goods, _needs(view, scene, order))
        return (DELIVER if may else _NO_MORE), place, EMPTY, EMPTY
    may = look[SITE] != EMPTY and view.stalls_left[view.seat] > 0 and purse.coins >= _stall_price(view, scene)
    return (BUY_STALL if may else _NO_MORE), place, np.int64(look[SITE]), EMPTY


# ---- a whole visit ---------------------------------------------------------------------------------------------------


@kernel
def keep(look, slot, purse):
    """Keep a purse on the desk."""
    i = PURSES + _FIELDS * slot
    look[i], look[i + 1], look[i + 2], look[i + 3] = purse.coins, purse.flowers, purse.favors, purse.goods
    look[i + 4], look[i + 5], look[i + 6], look[i + 7] = purse.sure, purse.hope, purse.met, purse.used


@kernel
def kept(look, slot):
    """Return a purse that was kept."""
    i = PURSES + _FIELDS * slot
    return Purse(
        np.int64(look[i]), np.int64(look[i + 1]), np.int64(look[i + 2]), np.int64(look[i + 3]), look[i + 4], look[i + 5],
        np.int64(look[i + 6]), np.int64(look[i + 7]),
    )  # fmt: skip


@kernel
def move_purse(look, slot, other):
    """Copy a kept purse to another place."""
    for i in range(_FIELDS):
        look[PURSES + _FIELDS * other + i] = look[PURSES + _FIELDS * slot + i]


@kernel
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
        if which == _DEPTH:
            if depth == 0:
                return most
            depth -= 1
            done &= ~(1 << (tried >> (_BYTE * depth) & 3))
            continue
        purse = kept(look, depth)
        kind, first, second, third = _NO_MORE, np.int64(0), np.int64(0), np.int64(0)
        if not done >> which & 1 and (which < 2 or king):
            kind, first, second, third = option(view, look, scene, purse, KING if which == 2 else 2 * section + which, k)
        if kind == _NO_MORE:
            tried = (tried & ~(255 << (_BYTE * depth))) + ((which + 1) << (_BYTE * depth))
            continue
        tried += 4 << (_BYTE * depth)
        if kind == _SKIP:
            continue
        then = after(view, look, scene, purse, kind, first, second, third)
        worth = worth_of(look, scene, then)
        if worth > most:
            most = worth
            keep(look, VISITED, then)
        if depth + 1 < _DEPTH and not is_over(then.met) and not (which == 2 and depth == 1):
            done |= 1 << which
            depth += 1
            tried &= ~(255 << (_BYTE * depth))
            keep(look, depth, then)


@kernel
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
