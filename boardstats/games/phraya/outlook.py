"""Phraya: what things are worth to the strategy `merchant`, found once for each decision.

Worth is counted in points. Of each thing it has two parts: what it scores as of now (`sure`), and what is hoped for: places
in majorities that are not decided yet, flowers that a stall brings, sets on the King's Chart that are begun.
"""

from __future__ import annotations

from collections import namedtuple

import numpy as np

from ..._jit import kernel
from .board import EMPTY, N_STALLS
from .edition import (
    BONUS_COINS,
    BONUS_FAVORS,
    BONUS_FLOWERS,
    BONUS_GOOD_STALLS,
    BONUS_KING_DISKS,
    BONUS_ORDERS,
    BONUS_STALLS,
    BONUS_TEMPLE_DISKS,
    FISH,
    MEAT,
    N_GOODS,
    N_KING_ROWS,
    RESTAURANT,
    TEMPLE,
)
from .effects import leads_out
from .stalls import temple_column
from .standing import lead_of
from .state import BUDDHA_WORSHIPPED, SUPREMACY, TITHE_COMPLETED
from .valuing import completes_set, counted_now, of, one, section_counts, share, tithe_counts
from .waters import FAR, nearest, place, places_of, turns_to

# The parameters that the kernels read; see `merchant`.
Taste = namedtuple(
    "Taste",
    "pace settle coin flower favor income rower basket card growth order short wait use deny renew ahead slack block",
)
# What things are worth in this decision. `bonuses` has four bits for each bonus that the own cards give. By good: `units`
# (three a good, each above its price), `sites_*` of stalls, `offers_*` in the temple. By row: `disks_*` of the King.
# By place on display: `cards_*`. The best stall to acquire is `site`. `lead` is the own score without coins, flowers and
# favors less the best score of another seat; `final_*` is what these count at the end.
Outlook = namedtuple(
    "Outlook",
    "rounds coin flower favor final_coin final_flower final_favor lead met bonuses order hire basket "
    "units offers_sure offers_hope disks_sure disks_hope cards_sure cards_hope site site_sure site_hope",
)

UNITS = 3  # goods of a kind that are told apart
_BITS, _COUNT = 4, 15  # of `bonuses`
_NO_STALL = 255


@kernel
def owned(bonuses, bonus):
    """Return how many cards with a bonus there are."""
    return bonuses >> (_BITS * bonus) & _COUNT


@kernel
def bonuses_of(view, p):
    """Return the bonuses of a seat's cards."""
    bonuses = np.int64(0)
    for card in range(np.int64(view.basics), np.int64(view.n_cards)):
        if view.cards[p, card] and view.bonus[card] != EMPTY:
            bonuses += np.int64(1) << (_BITS * np.int64(view.bonus[card]))
    return bonuses


@kernel
def points_each(view, bonuses, bonus):
    """Return the points that the own cards give for each thing that a bonus counts."""
    return owned(bonuses, bonus) * np.int64(view.bonus_points[bonus])


@kernel
def rounds_left(view, taste):
    """Return about how many rounds are to come: by the steps that the second end condition is away."""
    tithe, buddha, supremacy = np.int64(99), np.int64(99), np.int64(99)
    for row in range(N_KING_ROWS):
        empty = 0
        for space in range(np.int64(view.king_spaces[row])):
            empty += view.king_disk[row, space] == EMPTY
        tithe = min(tithe, empty)
    for g in range(N_GOODS):
        steps = np.int64(0)
        for column in range(np.int64(view.columns)):
            if view.temple_disk[g, column] == EMPTY:
                steps += 1
                if view.temple_section[column] == view.n_sections - 1:
                    break
        buddha = min(buddha, steps if steps else np.int64(99))
    for q in range(np.int64(view.players)):
        supremacy = min(supremacy, np.int64(view.stalls_left[q]))
    if view.conditions & TITHE_COMPLETED:
        tithe = np.int64(0)
    if view.conditions & BUDDHA_WORSHIPPED:
        buddha = np.int64(0)
    if view.conditions & SUPREMACY:
        supremacy = np.int64(0)
    least = min(tithe, min(buddha, supremacy))
    most = max(tithe, max(buddha, supremacy))
    return taste.pace * float(tithe + buddha + supremacy - least - most) + 0.5


@kernel
def _swing(counts, view, taste, first, second):
    """Return what one more in a majority gains, and a part of what it takes from the others."""
    players, p = np.int64(view.players), np.int64(view.seat)
    gain, taken = share(counts + one(p), players, p, first, second) - share(counts, players, p, first, second), np.int64(0)
    for q in range(players):
        if q != p:
            taken += share(counts, players, q, first, second) - share(counts + one(p), players, q, first, second)
    return gain, float(gain) + taste.deny * float(taken) / float(max(1, players - 1))


@kernel
def _settled(taste, rounds):
    """Return how far a majority is taken to be decided."""
    return taste.settle / (taste.settle + rounds)


@kernel
def _owners_of(view, g):
    """Return the stalls of a good by seat, with the cards that count as one."""
    counts = np.int64(0)
    for q in range(np.int64(view.players)):
        counts += np.int64(view.stalls[q, g]) * one(q)
    for card in range(np.int64(view.basics), np.int64(view.n_cards)):
        if view.bonus[card] == g:
            for q in range(np.int64(view.players)):
                if view.cards[q, card]:
                    counts += one(q)
    return counts


@kernel
def majority_of(view, taste, rounds, g):
    """Return what one more stall of a good gains now, and what it is worth."""
    first, second = np.int64(view.stall_first[g]), np.int64(view.stall_second[g])
    gain, swing = _swing(_owners_of(view, g), view, taste, first, second)
    players, stalls = np.int64(view.players), np.int64(view.stalls_left[view.seat])
    for good in range(N_GOODS):
        stalls += np.int64(view.stalls[view.seat, good])
    typical = float((first + second) * N_GOODS) / float(max(1, players * stalls))
    weight = _settled(taste, rounds)
    return gain, weight * swing + (1.0 - weight) * typical


@kernel
def stall_worth(view, taste, look, stall):
    """Return what a stall on the board scores now, and what it is worth."""
    g = np.int64(view.stall[stall])
    gain, worth = majority_of(view, taste, look.rounds, g)
    points = points_each(view, look.bonuses, BONUS_STALLS) + points_each(view, look.bonuses, BONUS_GOOD_STALLS + g)
    crossings = 1.0 if leads_out(stall >> 1) else 2.0
    return float(gain + points), worth + float(points) + taste.income * crossings * look.rounds * look.flower


@kernel
def _best_site(view, taste, look):
    """Return the stall that is best to acquire, EMPTY if there is none; what it scores now, and is worth."""
    site, sure, most, seen = EMPTY, 0.0, -100.0, np.int64(0)
    for stall in range(N_STALLS):
        if view.silhouette[stall] and view.owner[stall] == EMPTY:
            bit = np.int64(1) << (2 * np.int64(view.stall[stall]) + leads_out(stall >> 1))
            if not seen & bit:  # the first of those that are alike
                seen |= bit
                gain, worth = stall_worth(view, taste, look, stall)
                if worth > most:
                    site, sure, most = stall, gain, worth
    return site, sure, most


@kernel
def _offering(view, taste, look, g):
    """Return what an offering of a good scores now, and what it is worth; 0 where there is no space."""
    column, p = temple_column(view, g), np.int64(view.seat)
    if column == EMPTY:
        return 0.0, 0.0
    section = np.int64(view.temple_section[column])
    points = np.int64(view.offering_points[g]) + points_each(view, look.bonuses, BONUS_TEMPLE_DISKS)
    first = np.int64(view.section_points[section])
    gain, swing = _swing(section_counts(view, section), view, taste, first, 0)
    weight = _settled(taste, look.rounds)
    worth = weight * swing + (1.0 - weight) * float(first) * 0.25
    if view.section_disks[p, section] == 0:
        points += np.int64(view.section_penalty[section])
    return float(points + gain), float(points) + worth


@kernel
def _disk(view, taste, look, row):
    """Return what a disk in a row of the King's Chart scores now, and what it is worth."""
    p, players = np.int64(view.seat), np.int64(view.players)
    gain, swing = _swing(tithe_counts(view), view, taste, np.int64(view.king_first), np.int64(view.king_second))
    weight = _settled(taste, look.rounds)
    worth = weight * swing + (1.0 - weight) * float(np.int64(view.king_first) + np.int64(view.king_second)) / float(4 * players)
    points = points_each(view, look.bonuses, BONUS_KING_DISKS)
    least, alike = np.int64(100), 0
    for other in range(N_KING_ROWS):
        n = np.int64(view.tithes[p, other])
        if n < least:
            least, alike = n, 0
        alike += n == least
    if completes_set(view, p, row):
        points += np.int64(view.king_set)
    elif view.tithes[p, row] == least:
        worth += float(view.king_set) / float(alike) * look.rounds / (look.rounds + 3.0 * alike)
    return float(points + gain), float(points) + worth


@kernel
def _card(view, taste, look, spot):
    """Return what a market card on display scores now, and what it is worth."""
    card, p = np.int64(view.display[spot]), np.int64(view.seat)
    if card == EMPTY:
        return 0.0, 0.0
    worth = taste.card * look.rounds / (look.rounds + 6.0)
    bonus = np.int64(view.bonus[card])
    if bonus == EMPTY:
        return 0.0, worth
    each = np.int64(view.bonus_points[bonus])
    if bonus < N_GOODS:
        gain, swing = majority_of(view, taste, look.rounds, bonus)
        points = points_each(view, look.bonuses, BONUS_STALLS) + points_each(view, look.bonuses, BONUS_GOOD_STALLS + bonus)
        return float(gain + points + each), worth + swing + float(points + each)
    sure = float(each * counted_now(view, p, bonus))
    if bonus == BONUS_COINS or bonus == BONUS_FLOWERS or bonus == BONUS_FAVORS:
        return sure, worth + 0.5 * sure + 1.0
    rate = 0.5 if bonus >= BONUS_GOOD_STALLS and bonus < BONUS_STALLS else 1.0
    return sure, worth + sure + taste.growth * rate * float(each) * look.rounds


@kernel
def needs_of(view, order):
    """Return the goods that an order asks for, eight bits each."""
    needs = np.int64(0)
    for g in range(N_GOODS):
        needs += np.int64(view.order_goods[order, g]) * one(g)
    return needs


@kernel
def goods_of(view, p):
    """Return the goods that a seat carries, eight bits each."""
    goods = np.int64(0)
    for g in range(N_GOODS):
        goods += np.int64(view.goods[p, g]) * one(g)
    return goods


@kernel
def lacking(needs, goods):
    """Return how many goods are lacking for some needs."""
    lacks = np.int64(0)
    for g in range(N_GOODS):
        lacks += max(0, of(needs, g) - of(goods, g))
    return lacks


@kernel
def _use_for_order(view, taste, look, stall, g, n):
    """Return what the n-th of a good is worth above its price for the order on a stall."""
    order = np.int64(view.order_at[stall])
    if order == EMPTY or view.order_goods[order, g] < n:
        return 0.0
    needs, p = needs_of(view, order), np.int64(view.seat)
    gain, size = float(view.order_points[order]) + look.coin * float(view.order_coins[order]) + look.order, 0
    for good in range(N_GOODS):
        gain -= look.coin * float(of(needs, good)) * float(view.price[good, view.price_box[good]])
        size += of(needs, good)
        if of(needs, good) > view.room[p, good]:
            return 0.0
    turns = turns_to(np.int64(view.barge), np.int64(view.rowers[p]), np.int64(view.boat[p]), stall >> 1)
    chance = taste.short ** float(lacking(needs, goods_of(view, p))) * taste.wait ** float(turns)
    return taste.use * gain * chance / float(max(1, size)) if look.rounds > float(turns) else 0.0


@kernel
def _unit(view, taste, look, restaurants, to_temple, index):
    """Return what the n-th of a good is worth above its price: the best of its uses."""
    g, n = index // UNITS, index % UNITS + 1
    most = 0.0
    for i in range(7):
        stall = place(restaurants, i)
        if stall == _NO_STALL:
            break
        most = max(most, _use_for_order(view, taste, look, stall, g, n))
    cost = look.coin * float(view.price[g, view.price_box[g]])
    if n <= 2 and to_temple < FAR:
        column = temple_column(view, g)
        if column != EMPTY:
            gain = look.offers_sure[g] + look.offers_hope[g] - cost - look.flower * float(view.temple_flowers[column])
            most = max(most, taste.use * gain * taste.wait ** float(to_temple + 2 * (n - 1)))
    if n == 1 and (g == FISH or g == MEAT):
        most = max(most, taste.use * (look.hire - cost) * 0.5)
    return most


@kernel
def outlook(view, taste):
    """Return what things are worth to the seat that is asked."""
    p, rounds = np.int64(view.seat), rounds_left(view, taste)
    bonuses = bonuses_of(view, p)
    final_coin = float(1 + owned(bonuses, BONUS_COINS) * np.int64(view.bonus_points[BONUS_COINS]))
    final_coin /= float(max(1, np.int64(view.coins_per_point)))
    final_flower = float(points_each(view, bonuses, BONUS_FLOWERS)) + 0.01
    final_favor = float(points_each(view, bonuses, BONUS_FAVORS)) + 0.02
    long = rounds / (rounds + 4.0)
    room = np.int64(view.max_rowers) - np.int64(view.rowers[p])
    hire = taste.rower * rounds * (1.0 if room > 1 else 0.6) if room > 0 and view.rowers_left else 0.0
    free = np.int64(view.basket_spaces) - np.int64(view.baskets[p])
    basket = taste.basket * rounds * float(free) / 4.0 if free > 0 else 0.0
    zero, three, four, six = 0.0, (0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    look = Outlook(
        rounds, final_coin + taste.coin * long, final_flower + taste.flower * long, final_favor + taste.favor * long,
        final_coin, final_flower, final_favor, lead_of(view), np.int64(view.conditions), bonuses,
        float(points_each(view, bonuses, BONUS_ORDERS)) + taste.order, hire, basket,
        (zero, zero, zero, zero, zero, zero, zero, zero, zero, zero, zero, zero), four, four, three, three, six, six,
        EMPTY, zero, zero,
    )  # fmt: skip
    return _with_goods(view, taste, _with_worths(view, taste, look))


@kernel
def _with_worths(view, taste, look):
    """Return an outlook with what offerings, disks, cards and stalls are worth."""
    site, site_sure, site_worth = _best_site(view, taste, look)
    a, b, c, d = (
        _offering(view, taste, look, 0), _offering(view, taste, look, 1), _offering(view, taste, look, 2),
        _offering(view, taste, look, 3),
    )  # fmt: skip
    e, f, g = _disk(view, taste, look, 0), _disk(view, taste, look, 1), _disk(view, taste, look, 2)
    h, i, j, k, m, n = (
        _card(view, taste, look, 0), _card(view, taste, look, 1), _card(view, taste, look, 2), _card(view, taste, look, 3),
        _card(view, taste, look, 4), _card(view, taste, look, 5),
    )  # fmt: skip
    return Outlook(
        look.rounds, look.coin, look.flower, look.favor, look.final_coin, look.final_flower, look.final_favor, look.lead,
        look.met, look.bonuses, look.order, look.hire, look.basket, look.units,
        (a[0], b[0], c[0], d[0]), (a[1] - a[0], b[1] - b[0], c[1] - c[0], d[1] - d[0]),
        (e[0], f[0], g[0]), (e[1] - e[0], f[1] - f[0], g[1] - g[0]),
        (h[0], i[0], j[0], k[0], m[0], n[0]),
        (h[1] - h[0], i[1] - i[0], j[1] - j[0], k[1] - k[0], m[1] - m[0], n[1] - n[0]),
        site, site_sure, site_worth - site_sure,
    )  # fmt: skip


@kernel
def _with_goods(view, taste, look):
    """Return an outlook with what goods are worth above their prices."""
    r, boat = places_of(view, RESTAURANT), np.int64(view.boat[view.seat])
    t = nearest(view, places_of(view, TEMPLE), boat)
    return Outlook(
        look.rounds, look.coin, look.flower, look.favor, look.final_coin, look.final_flower, look.final_favor, look.lead,
        look.met, look.bonuses, look.order, look.hire, look.basket,
        (
            _unit(view, taste, look, r, t, 0), _unit(view, taste, look, r, t, 1), _unit(view, taste, look, r, t, 2),
            _unit(view, taste, look, r, t, 3), _unit(view, taste, look, r, t, 4), _unit(view, taste, look, r, t, 5),
            _unit(view, taste, look, r, t, 6), _unit(view, taste, look, r, t, 7), _unit(view, taste, look, r, t, 8),
            _unit(view, taste, look, r, t, 9), _unit(view, taste, look, r, t, 10), _unit(view, taste, look, r, t, 11),
        ),
        look.offers_sure, look.offers_hope, look.disks_sure, look.disks_hope, look.cards_sure, look.cards_hope, look.site,
        look.site_sure, look.site_hope,
    )  # fmt: skip
