"""Phraya: what the own seat has while the strategy `merchant` tries out a turn, and what an action changes."""

from __future__ import annotations

from collections import namedtuple

import numpy as np

from ..._jit import inlined
from .board import EMPTY, N_STALLS
from .edition import (
    CHEAP,
    CHEAP_STALL,
    CHEAP_TEMPLE,
    IGNORE,
    N_GOODS,
    N_KING_ROWS,
)
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
    SITE_HOPE,
    SITE_SURE,
    UNITS,
    empty_spaces,
)
from .stalls import temple_column
from .state import (
    BUDDHA_WORSHIPPED,
    BUY,
    BUY_BASKET,
    BUY_CARD,
    DELIVER,
    HIRE,
    OFFER,
    SELL,
    SUPREMACY,
    TITHE,
    TITHE_COMPLETED,
)
from .valuing import needs_of, of, one

# What the own seat has: `goods` with eight bits each; points gained for sure and hoped for; end conditions met; and what is
# used up: a bit for each stall, and for each row of the King's Chart.
Purse = namedtuple("Purse", "coins flowers favors goods sure hope met used")
# How the market lies: prices with eight bits each, the barge, and the passive effect of the card played.
Scene = namedtuple("Scene", "prices barge passive")

FIELDS = len(Purse._fields)
# Bits of `used`, and what is visited: a stall; from KING on the rows of the King's Chart; CALLED: the King in this turn.
KING = N_STALLS
CALLED = KING + N_KING_ROWS
# Purses that are kept: one for each action of a visit; the best of a visit, of the sections in reach, of all outcomes.
DEPTH = 3
VISITED, STOPPED, CHOSEN = range(DEPTH + 1, DEPTH + 4)
_WON = 1000.0
_FEW, _MUCH = 4, 20  # flowers, and coins, above which more are worth less


# ---- what a purse is worth -------------------------------------------------------------------------------------------


@inlined
def is_over(met):
    """Return whether two end conditions are met."""
    return (met & 1) + (met >> 1 & 1) + (met >> 2 & 1) >= 2


@inlined
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


@inlined
def needs_in(view, scene, order):
    """Return the goods that an order takes, eight bits each."""
    needs, g = needs_of(view, order), scene.passive - IGNORE
    if 0 <= g < N_GOODS and of(needs, g):
        needs -= one(g)
    return needs


@inlined
def buying_price_in(view, scene, g):
    return np.int64(view.price[g, 0]) if scene.passive == CHEAP + g else of(scene.prices, g)


@inlined
def temple_price_in(view, scene, column):
    cost = np.int64(view.temple_flowers[column])
    return max(0, cost - np.int64(view.temple_discount)) if scene.passive == CHEAP_TEMPLE else cost


@inlined
def stall_price_in(view, scene):
    return np.int64(view.stall_discount_price) if scene.passive == CHEAP_STALL else np.int64(view.stall_price)


@inlined
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
            coins -= (second - third) * buying_price_in(view, scene, g)
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
        goods -= needs_in(view, scene, order)
        coins += np.int64(view.order_coins[order])
        sure += float(view.order_points[order])
        hope += look[ORDER]
    elif kind == OFFER:
        column = temple_column(view, second)
        goods -= one(second)
        if third:
            favors -= third
        else:
            flowers -= temple_price_in(view, scene, column)
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
        coins -= stall_price_in(view, scene)
        sure += look[SITE_SURE]
        hope += look[SITE_HOPE]
        if view.stalls_left[view.seat] == 1:
            met |= SUPREMACY
    return Purse(coins, flowers, favors, goods, sure, hope, met, used)


# ---- keeping purses -------------------------------------------------------------------------------------------------


@inlined
def keep(look, slot, purse):
    """Keep a purse on the desk."""
    i = PURSES + FIELDS * slot
    look[i], look[i + 1], look[i + 2], look[i + 3] = purse.coins, purse.flowers, purse.favors, purse.goods
    look[i + 4], look[i + 5], look[i + 6], look[i + 7] = purse.sure, purse.hope, purse.met, purse.used


@inlined
def kept(look, slot):
    """Return a purse that was kept."""
    i = PURSES + FIELDS * slot
    return Purse(
        np.int64(look[i]), np.int64(look[i + 1]), np.int64(look[i + 2]), np.int64(look[i + 3]), look[i + 4], look[i + 5],
        np.int64(look[i + 6]), np.int64(look[i + 7]),
    )  # fmt: skip


@inlined
def move_purse(look, slot, other):
    """Copy a kept purse to another place."""
    for i in range(FIELDS):
        look[PURSES + FIELDS * other + i] = look[PURSES + FIELDS * slot + i]
