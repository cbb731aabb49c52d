"""Phraya: who is ahead as of now, by the score pad, for the strategy `merchant`.

Rulebook: End of the Game.
"""

from __future__ import annotations

import numpy as np

from ..._jit import kernel
from .board import EMPTY
from .edition import BONUS_COINS, BONUS_FAVORS, BONUS_FLOWERS, N_GOODS
from .stalls import price
from .valuing import counted_now, of, one, section_counts, sets_of, share, tithe_counts


@kernel
def purse_points(view, q):
    """Return the points that a seat has for coins, goods, flowers and favors, with its cards for them."""
    coins, coin_cards, points = np.int64(view.coins[q]), np.int64(0), np.int64(0)
    for g in range(N_GOODS):
        coins += np.int64(view.goods[q, g]) * price(view, g)
    for card in range(np.int64(view.basics), np.int64(view.n_cards)):
        if view.cards[q, card]:
            bonus = np.int64(view.bonus[card])
            if bonus == BONUS_COINS:
                coin_cards += np.int64(view.bonus_points[bonus])
            elif bonus == BONUS_FLOWERS or bonus == BONUS_FAVORS:
                points += np.int64(view.bonus_points[bonus]) * counted_now(view, q, bonus)
    return points + (1 + coin_cards) * (coins // max(1, np.int64(view.coins_per_point)))


@kernel
def _card_points(view, q):
    """Return the points of a seat's cards, but for those that count coins, flowers and favors."""
    points = np.int64(0)
    for card in range(np.int64(view.basics), np.int64(view.n_cards)):
        bonus = np.int64(view.bonus[card])
        counts = bonus not in (EMPTY, BONUS_COINS, BONUS_FLOWERS, BONUS_FAVORS)
        if view.cards[q, card] and counts:
            points += np.int64(view.bonus_points[bonus]) * max(counted_now(view, q, bonus), np.int64(bonus < N_GOODS))
    return points


@kernel
def _temple_points(view, q):
    points, players = np.int64(0), np.int64(view.players)
    for g in range(N_GOODS):
        points += np.int64(view.offerings[q, g]) * np.int64(view.offering_points[g])
    for section in range(np.int64(view.n_sections)):
        counts = section_counts(view, section)
        points += share(counts, players, q, np.int64(view.section_points[section]), 0)
        if of(counts, q) == 0:
            points -= np.int64(view.section_penalty[section])
    return points


@kernel
def _stall_points(view, q):
    points, players = np.int64(0), np.int64(view.players)
    for g in range(N_GOODS):
        counts = np.int64(0)
        for other in range(players):
            counts += np.int64(view.stalls[other, g]) * one(other)
        for card in range(np.int64(view.basics), np.int64(view.n_cards)):
            if view.bonus[card] == g:
                for other in range(players):
                    if view.cards[other, card]:
                        counts += one(other)
        points += share(counts, players, q, np.int64(view.stall_first[g]), np.int64(view.stall_second[g]))
    return points


@kernel
def points_of(view, q):
    """Return the points that a seat has but for its coins, goods, flowers and favors."""
    points = np.int64(view.order_vp[q]) + _temple_points(view, q) + _card_points(view, q) + _stall_points(view, q)
    points += sets_of(view, q) * np.int64(view.king_set)
    players, first, second = np.int64(view.players), np.int64(view.king_first), np.int64(view.king_second)
    return points + share(tithe_counts(view), players, q, first, second)


@kernel
def lead_of(view):
    """Return the own points but for coins, goods, flowers and favors, less all those of the best other seat."""
    p, best = np.int64(view.seat), np.int64(-1000)
    for q in range(np.int64(view.players)):
        if q != p:
            best = max(best, points_of(view, q) + purse_points(view, q))
    return float(points_of(view, p) - best)
