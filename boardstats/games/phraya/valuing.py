"""Phraya: what the built-in strategies count alike: majorities, and what stalls, cards and disks are worth at the moment.

A count for every seat is one whole number with eight bits for each, so that it is handed on without an array.
"""

from __future__ import annotations

import numpy as np

from ..._jit import inlined
from .board import EMPTY
from .edition import (
    BONUS_COINS,
    BONUS_FAVORS,
    BONUS_FLOWERS,
    BONUS_GOOD_STALLS,
    BONUS_KING_DISKS,
    BONUS_ORDERS,
    BONUS_STALLS,
    BONUS_TEMPLE_DISKS,
    N_GOODS,
    N_KING_ROWS,
)

_BYTE = 8
_HIGHEST = 0x80808080  # bit of each byte


@inlined
def of(counts, q):
    """Return the count of a seat, or of a good."""
    return counts >> (_BYTE * q) & 255


@inlined
def one(q):
    """Return a count of one for a seat, or of a good."""
    return np.int64(1) << (_BYTE * q)


@inlined
def needs_of(view, order):
    """Return the goods that an order asks for, eight bits each."""
    needs = np.int64(0)
    for g in range(N_GOODS):
        needs += np.int64(view.order_goods[order, g]) * one(g)
    return needs


@inlined
def goods_of(view, p):
    """Return the goods that a seat carries, eight bits each."""
    goods = np.int64(0)
    for g in range(N_GOODS):
        goods += np.int64(view.goods[p, g]) * one(g)
    return goods


@inlined
def enough(goods, needs):
    """Return whether there are all the goods that are needed."""
    return ((goods | _HIGHEST) - needs) & _HIGHEST == _HIGHEST


@inlined
def share(counts, players, p, first, second):
    """Return the points of seat p in a majority: first and second place, shared and rounded up in a tie."""
    own = of(counts, p)
    if own == 0:
        return np.int64(0)
    ahead, alike = 0, 0
    for q in range(players):
        n = of(counts, q)
        ahead += n > own
        alike += n == own
    if ahead > 1:
        return np.int64(0)
    points = second if ahead else first if alike == 1 else first + second
    return np.int64((points + alike - 1) // alike)


@inlined
def gained(counts, players, p, first, second):
    """Return the points that one more gains seat p in a majority."""
    return share(counts + one(p), players, p, first, second) - share(counts, players, p, first, second)


@inlined
def stall_counts(view, g):
    """Return the stalls of a good by seat, without cards."""
    counts = np.int64(0)
    for q in range(np.int64(view.players)):
        counts += np.int64(view.stalls[q, g]) * one(q)
    return counts


@inlined
def section_counts(view, section):
    """Return the disks in a section of the Temple Chart by seat."""
    counts = np.int64(0)
    for q in range(np.int64(view.players)):
        counts += np.int64(view.section_disks[q, section]) * one(q)
    return counts


@inlined
def tithe_counts(view):
    """Return the disks on the King's Chart by seat."""
    counts = np.int64(0)
    for q in range(np.int64(view.players)):
        for row in range(N_KING_ROWS):
            counts += np.int64(view.tithes[q, row]) * one(q)
    return counts


@inlined
def sets_of(view, p):
    """Return the complete sets that a seat has on the King's Chart."""
    sets = np.int64(view.tithes[p, 0])
    for row in range(1, N_KING_ROWS):
        sets = min(sets, np.int64(view.tithes[p, row]))
    return sets


@inlined
def completes_set(view, p, row):
    """Return whether one more disk in a row of the King's Chart completes a set."""
    least, own = np.int64(100), np.int64(view.tithes[p, row])
    for other in range(N_KING_ROWS):
        if other != row:
            least = min(least, np.int64(view.tithes[p, other]))
    return own < least


@inlined
def offering_gain(view, p, g, column):
    """Return the points, as of now, of a disk on the Temple Chart."""
    section = np.int64(view.temple_section[column])
    points = np.int64(view.offering_points[g])
    points += gained(section_counts(view, section), np.int64(view.players), p, np.int64(view.section_points[section]), 0)
    if view.section_disks[p, section] == 0:
        points += view.section_penalty[section]
    return points


@inlined
def fair_price(view, g):
    """Return the price in the middle of a good's row."""
    return np.int64(view.price[g, (np.int64(view.boxes) - 1) // 2])


@inlined
def stalls_owned(view, p, g):
    """Return a seat's stalls of a good, with the cards that count as one."""
    stalls = np.int64(view.stalls[p, g])
    for card in range(np.int64(view.basics), np.int64(view.n_cards)):
        stalls += view.bonus[card] == g and view.cards[p, card] > 0
    return stalls


@inlined
def counted_now(view, p, bonus):
    """Return how many things a card with a bonus gives seat p points for, as of now."""
    if bonus < N_GOODS:
        return np.int64(0)
    if bonus == BONUS_ORDERS:
        return np.int64(view.orders[p])
    if bonus == BONUS_FLOWERS:
        return np.int64(view.flowers[p])
    if bonus == BONUS_FAVORS:
        return np.int64(view.favors[p])
    if bonus == BONUS_COINS:
        return np.int64(view.coins[p]) // max(1, np.int64(view.coins_per_point))
    if bonus == BONUS_KING_DISKS:
        return of(tithe_counts(view), p)
    if bonus != BONUS_STALLS and bonus != BONUS_TEMPLE_DISKS:
        return stalls_owned(view, p, bonus - BONUS_GOOD_STALLS)
    found = np.int64(0)
    for g in range(N_GOODS):
        found += stalls_owned(view, p, g) if bonus == BONUS_STALLS else np.int64(view.offerings[p, g])
    return found


@inlined
def bonus_gain(view, p, bonus):
    """Return the points, as of now, of a card with an end-game bonus; EMPTY: none."""
    if bonus == EMPTY:
        return np.int64(0)
    points = np.int64(view.bonus_points[bonus]) * max(counted_now(view, p, bonus), bonus < N_GOODS)
    if bonus < N_GOODS:
        points += gained(
            stall_counts(view, bonus),
            np.int64(view.players),
            p,
            np.int64(view.stall_first[bonus]),
            np.int64(view.stall_second[bonus]),
        )
    return points
