"""Phraya: what things are worth to the strategy `merchant`, found once for each decision.

Worth is counted in points. Of each thing it has two parts: what it scores as of now (`sure`), and what is hoped for: places
in majorities that are not decided yet, flowers that a stall brings, sets on the King's Chart that are begun.
"""

from __future__ import annotations

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
    MAX_DISPLAY,
    MAX_SPACES,
    MEAT,
    N_GOODS,
    N_KING_ROWS,
    RESTAURANT,
    TEMPLE,
)
from .effects import leads_out
from .stalls import temple_column
from .standing import lead_of, purse_points
from .state import BUDDHA_WORSHIPPED, SUPREMACY, TITHE_COMPLETED
from .valuing import completes_set, counted_now, goods_of, needs_of, of, one, section_counts, share, stall_counts, tithe_counts
from .waters import FAR, turns_to

UNITS = 3  # goods of a kind that are told apart
_BITS, _COUNT = 4, 15  # of packed bonuses

# What the kernels read is one array of numbers, found by these places: first the parameters, see `merchant`.
PARAMETERS = 21
(
    PACE, SETTLE, COIN_HOPE, FLOWER_HOPE, FAVOR_HOPE, INCOME, ROWER, BASKET_HOPE, CARD_HOPE, GROWTH, ORDER_HOPE, SHORT, WAIT,
    USE, DENY, RENEW, AHEAD, SLACK, BLOCK, CLOSE, SCARCE,
) = range(PARAMETERS)  # fmt: skip
# Then what things are worth in this decision. `FINAL_…` is what coins, flowers and favors count at the end; `LEAD` the own
# score without these, less the best score of another seat; `SITE` the stall that is best to acquire. By good: goods, each
# above its price, offerings. By row: disks of the King. By place on display: cards.
(
    ROUNDS, COIN, FLOWER, FAVOR, FINAL_COIN, FINAL_FLOWER, FINAL_FAVOR, LEAD, ORDER, HIRED, HUNG, SITE, SITE_SURE, SITE_HOPE,
    PRESS, DISK_COST,
) = range(PARAMETERS, PARAMETERS + 16)  # fmt: skip
CARRIED = PARAMETERS + 16  # what 0 … UNITS of a good are worth above their prices, by good
OFFER_SURE = CARRIED + (UNITS + 1) * N_GOODS
OFFER_HOPE = OFFER_SURE + N_GOODS
DISK_SURE = OFFER_HOPE + N_GOODS
DISK_HOPE = DISK_SURE + N_KING_ROWS
CARD_SURE = DISK_HOPE + N_KING_ROWS
CARD_MORE = CARD_SURE + MAX_DISPLAY
PURSES = CARD_MORE + MAX_DISPLAY  # room for the visits that are tried out
SPACE_COST = PURSES + 8 * 8  # what a space of the King's Chart costs, in points, by row and space; below 0: it is taken
SPACE_NEEDS = SPACE_COST + MAX_SPACES * N_KING_ROWS  # and the goods it takes, eight bits each
SIZE = SPACE_NEEDS + MAX_SPACES * N_KING_ROWS


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
def _points_each(view, bonuses, bonus):
    """Return the points that the own cards give for each thing that a bonus counts."""
    return owned(bonuses, bonus) * np.int64(view.bonus_points[bonus])


@kernel
def rounds_left(view, pace):
    """Return about how many rounds are to come: by the steps that the second end condition is away."""
    tithe, buddha, supremacy = np.int64(99), np.int64(99), np.int64(99)
    for row in range(N_KING_ROWS):
        tithe = min(tithe, empty_spaces(view, row))
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
    most = max(tithe, max(buddha, supremacy))
    least = min(tithe, min(buddha, supremacy))
    return pace * float(tithe + buddha + supremacy - least - most) + 0.5


@kernel
def empty_spaces(view, row):
    """Return how many spaces of a row of the King's Chart are empty."""
    empty = np.int64(0)
    for space in range(np.int64(view.king_spaces[row])):
        empty += view.king_disk[row, space] == EMPTY
    return empty


@kernel
def _majority(counts, view, look, places, typical):
    """Return what one more in a majority gains now, and what it is worth: the less, the longer the game may last.

    `places` is the points of first and of second place.
    """
    players, p, taken = np.int64(view.players), np.int64(view.seat), np.int64(0)
    first, second = places
    for q in range(players):
        if q != p:
            taken += share(counts, players, q, first, second) - share(counts + one(p), players, q, first, second)
    gain = float(share(counts + one(p), players, p, first, second) - share(counts, players, p, first, second))
    weight = look[SETTLE] / (look[SETTLE] + look[ROUNDS])
    swing = gain + look[DENY] * float(taken) / float(max(1, (players - 1) ** 2))
    return gain, weight * swing + (1.0 - weight) * typical


@kernel
def _majority_of(view, look, g):
    """Return what one more stall of a good gains now, and what it is worth."""
    counts, stalls = stall_counts(view, g), np.int64(view.stalls_left[view.seat])
    for card in range(np.int64(view.basics), np.int64(view.n_cards)):
        if view.bonus[card] == g:
            for q in range(np.int64(view.players)):
                if view.cards[q, card]:
                    counts += one(q)
    for good in range(N_GOODS):
        stalls += np.int64(view.stalls[view.seat, good])
    places = np.int64(view.stall_first[g]), np.int64(view.stall_second[g])
    typical = float((places[0] + places[1]) * N_GOODS) / float(max(1, np.int64(view.players) * stalls))
    return _majority(counts, view, look, places, typical)


@kernel
def _pressed(view, look, steps, condition):
    """Return what a step towards an end condition is worth: to who is ahead, and the more the nearer it is."""
    return 0.0 if view.conditions & condition else look[PRESS] / float(max(1, steps))


@kernel
def stall_worth(view, look, stall):
    """Return what a stall on the board scores now, and what it is worth."""
    g, bonuses = np.int64(view.stall[stall]), bonuses_of(view, np.int64(view.seat))
    gain, worth = _majority_of(view, look, g)
    points = float(_points_each(view, bonuses, BONUS_STALLS) + _points_each(view, bonuses, BONUS_GOOD_STALLS + g))
    crossings = 1.0 if leads_out(stall >> 1) else 2.0
    worth += _pressed(view, look, np.int64(view.stalls_left[view.seat]), SUPREMACY)
    return gain + points, worth + points + look[INCOME] * crossings * look[ROUNDS] * look[FLOWER]


@kernel
def _find_site(view, look):
    """Write which stall is best to acquire, and what it is worth."""
    look[SITE], most, seen = EMPTY, -100.0, np.int64(0)
    for stall in range(N_STALLS):
        if view.silhouette[stall] and view.owner[stall] == EMPTY:
            bit = np.int64(1) << (2 * np.int64(view.stall[stall]) + leads_out(stall >> 1))
            if not seen & bit:  # the first of those that are alike
                seen |= bit
                gain, worth = stall_worth(view, look, stall)
                if worth > most:
                    look[SITE], look[SITE_SURE], look[SITE_HOPE], most = stall, gain, worth - gain, worth


@kernel
def _value_offering(view, look, bonuses, g):
    """Write what an offering of a good in the temple is worth; 0 where there is no space."""
    column, p = temple_column(view, g), np.int64(view.seat)
    if column == EMPTY:
        return
    section = np.int64(view.temple_section[column])
    points = np.int64(view.offering_points[g]) + _points_each(view, bonuses, BONUS_TEMPLE_DISKS)
    first = np.int64(view.section_points[section])
    gain, worth = _majority(section_counts(view, section), view, look, (first, np.int64(0)), 0.25 * float(first))
    if view.section_disks[p, section] == 0:
        points += np.int64(view.section_penalty[section])
    steps = np.int64(1)
    while column + steps < view.columns and view.temple_section[column + steps - 1] < view.n_sections - 1:
        steps += 1
    worth += _pressed(view, look, steps, BUDDHA_WORSHIPPED) - look[DISK_COST]
    look[OFFER_SURE + g], look[OFFER_HOPE + g] = float(points) + gain, worth - gain


@kernel
def _value_disk(view, look, bonuses, row):
    """Write what a disk in a row of the King's Chart is worth."""
    p, places = np.int64(view.seat), (np.int64(view.king_first), np.int64(view.king_second))
    typical = float(places[0] + places[1]) / float(4 * np.int64(view.players))
    gain, worth = _majority(tithe_counts(view), view, look, places, typical)
    points = _points_each(view, bonuses, BONUS_KING_DISKS)
    least, alike = np.int64(100), 0
    for other in range(N_KING_ROWS):
        n = np.int64(view.tithes[p, other])
        if n < least:
            least, alike = n, 0
        alike += n == least
    if completes_set(view, p, row):
        points += np.int64(view.king_set)
    elif view.tithes[p, row] == least:
        worth += float(view.king_set) / float(alike) * look[ROUNDS] / (look[ROUNDS] + 3.0 * float(alike))
    worth += _pressed(view, look, empty_spaces(view, row), TITHE_COMPLETED) - look[DISK_COST]
    look[DISK_SURE + row], look[DISK_HOPE + row] = float(points) + gain, worth - gain


@kernel
def _value_spaces(view, look):
    """Write what the spaces of the King's Chart cost."""
    for row in range(N_KING_ROWS):
        for space in range(np.int64(view.king_spaces[row])):
            coins, flowers = np.int64(view.king_coins[row, space]), np.int64(view.king_flowers[row, space])
            cost, needs = look[COIN] * float(coins) + look[FLOWER] * float(flowers), np.int64(0)
            for g in range(N_GOODS):
                n = np.int64(view.king_goods[row, space, g])
                unit = CARRIED + (UNITS + 1) * g
                needs += n * one(g)
                cost += float(n) * (look[COIN] * float(view.price[g, view.price_box[g]]) + look[unit + 1])
            i = MAX_SPACES * row + space
            look[SPACE_COST + i] = cost if view.king_disk[row, space] == EMPTY else -1.0
            look[SPACE_NEEDS + i] = needs


@kernel
def _value_card(view, look, bonuses, spot):
    """Write what a market card on display is worth."""
    card, p = np.int64(view.display[spot]), np.int64(view.seat)
    if card == EMPTY:
        return
    worth, bonus = look[CARD_HOPE] * look[ROUNDS] / (look[ROUNDS] + 6.0), np.int64(view.bonus[card])
    sure = 0.0
    if 0 <= bonus < N_GOODS:
        gain, swing = _majority_of(view, look, bonus)
        points = _points_each(view, bonuses, BONUS_STALLS) + _points_each(view, bonuses, BONUS_GOOD_STALLS + bonus)
        points += np.int64(view.bonus_points[bonus])
        sure = gain + float(points)
        worth += swing - gain
    elif bonus != EMPTY:
        each = float(np.int64(view.bonus_points[bonus]))
        sure = each * float(counted_now(view, p, bonus))
        if bonus == BONUS_COINS or bonus == BONUS_FLOWERS or bonus == BONUS_FAVORS:
            worth += 1.0 - 0.5 * sure
        else:
            rate, most = 1.0, float(view.disks_left[p])
            if bonus >= BONUS_GOOD_STALLS:
                rate, most = 1.0 if bonus == BONUS_STALLS else 0.5, float(view.stalls_left[p])
            elif bonus == BONUS_ORDERS:
                most = look[ROUNDS]
            worth += each * rate * min(look[GROWTH] * look[ROUNDS], most)
    look[CARD_SURE + spot], look[CARD_MORE + spot] = sure, worth


@kernel
def _value_for_order(view, look, stall, goods):
    """Raise what goods are worth to their part of what the order on a stall gains."""
    order, p = np.int64(view.order_at[stall]), np.int64(view.seat)
    if order == EMPTY:
        return
    needs, size, lacks = needs_of(view, order), 0, 0
    gain = float(view.order_points[order]) + look[COIN] * float(view.order_coins[order]) + look[ORDER]
    for g in range(N_GOODS):
        gain -= look[COIN] * float(of(needs, g)) * float(view.price[g, view.price_box[g]])
        size += of(needs, g)
        lacks += max(0, of(needs, g) - of(goods, g))
        if of(needs, g) > view.room[p, g]:
            return
    turns = float(turns_to(np.int64(view.barge), np.int64(view.rowers[p]), np.int64(view.boat[p]), stall >> 1))
    if look[ROUNDS] < turns:
        return
    each = look[USE] * gain * look[SHORT] ** float(lacks) * look[WAIT] ** turns / float(max(1, size))
    for g in range(N_GOODS):
        for n in range(1, min(of(needs, g), UNITS) + 1):
            unit = CARRIED + (UNITS + 1) * g + n
            look[unit] = max(look[unit], each)


@kernel
def _gain_of_offering(view, look, g):
    """Return what an offering of a good gains beside the good and the flowers; below 0: nothing."""
    column = temple_column(view, g)
    if column == EMPTY or view.disks_left[view.seat] == 0:
        return -1.0
    cost = look[COIN] * float(view.price[g, view.price_box[g]]) + look[FLOWER] * float(view.temple_flowers[column])
    return look[OFFER_SURE + g] + look[OFFER_HOPE + g] - cost


@kernel
def _value_goods(view, look):
    """Write what goods are worth above their prices: each for the best of its uses."""
    p, boat = np.int64(view.seat), np.int64(view.boat[view.seat])
    goods = goods_of(view, p)
    if boat == EMPTY:
        return
    to_temple = FAR
    for stall in range(N_STALLS):
        if view.stall[stall] == RESTAURANT:
            _value_for_order(view, look, stall, goods)
        elif view.stall[stall] == TEMPLE:
            to_temple = min(to_temple, turns_to(np.int64(view.barge), np.int64(view.rowers[p]), boat, stall >> 1))
    best = 0
    for g in range(N_GOODS):
        better = _gain_of_offering(view, look, g) > _gain_of_offering(view, look, best)
        if (of(goods, g) > 0) == (of(goods, best) > 0):
            best = g if better else best
        elif of(goods, g):
            best = g
    for g in range(N_GOODS):
        unit, cost = CARRIED + (UNITS + 1) * g, look[COIN] * float(view.price[g, view.price_box[g]])
        gain, column = _gain_of_offering(view, look, g), temple_column(view, g)
        if column != EMPTY and gain > 0.0:
            if g != best:  # the section counts once
                points = float(np.int64(view.offering_points[g])) + 1.0
                gain = min(gain, points - cost - look[FLOWER] * float(view.temple_flowers[column]))
            each = look[USE] * gain * look[WAIT] ** float(to_temple)
            if view.flowers[p] < view.temple_flowers[column] and view.favors[p] == 0:
                each *= 0.6
            look[unit + 1] = max(look[unit + 1], each)
            look[unit + 2] = max(look[unit + 2], 0.5 * each)
        if g == FISH or g == MEAT:
            look[unit + 1] = max(look[unit + 1], 0.5 * look[USE] * (look[HIRED] - cost))
        for n in range(2, UNITS + 1):
            look[unit + n] += look[unit + n - 1]


@kernel
def look_round(view, look):
    """Write what things are worth to the seat that is asked, by the parameters."""
    p, rounds = np.int64(view.seat), rounds_left(view, look[PACE])
    bonuses = bonuses_of(view, p)
    look[ROUNDS], look[LEAD] = rounds, lead_of(view)
    look[FINAL_COIN] = float(1 + owned(bonuses, BONUS_COINS) * np.int64(view.bonus_points[BONUS_COINS]))
    look[FINAL_COIN] /= float(max(1, np.int64(view.coins_per_point)))
    look[FINAL_FLOWER] = float(_points_each(view, bonuses, BONUS_FLOWERS)) + 0.01
    look[FINAL_FAVOR] = float(_points_each(view, bonuses, BONUS_FAVORS)) + 0.02
    long = rounds / (rounds + 4.0)
    look[COIN] = look[FINAL_COIN] + look[COIN_HOPE] * long
    look[FLOWER] = look[FINAL_FLOWER] + look[FLOWER_HOPE] * long
    look[FAVOR] = look[FINAL_FAVOR] + look[FAVOR_HOPE] * long
    look[ORDER] = look[ORDER_HOPE] + float(_points_each(view, bonuses, BONUS_ORDERS))
    benches = np.int64(view.max_rowers) - np.int64(view.rowers[p])
    look[HIRED] = look[ROWER] * rounds * (1.0 if benches > 1 else 0.6) if benches > 0 else 0.0
    spaces = np.int64(view.basket_spaces) - np.int64(view.baskets[p])
    look[HUNG] = look[BASKET_HOPE] * rounds * float(spaces) / 4.0
    margin = look[LEAD] + float(purse_points(view, p))
    look[PRESS] = look[CLOSE] * min(max(0.1 * margin, -1.0), 1.0)
    look[DISK_COST] = look[SCARCE] / float(max(1, np.int64(view.disks_left[p])))
    _find_site(view, look)
    for g in range(N_GOODS):
        _value_offering(view, look, bonuses, g)
    for row in range(N_KING_ROWS):
        _value_disk(view, look, bonuses, row)
    for spot in range(MAX_DISPLAY):
        _value_card(view, look, bonuses, spot)
    _value_goods(view, look)
    _value_spaces(view, look)
