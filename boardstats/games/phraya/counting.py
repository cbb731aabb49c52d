"""Phraya: the score pad, and adding it up.

Rulebook: End of the Game (the six categories), Card Icons Reference (Endgame Bonus). Rulings:

* Shares are rounded up for each player (the rulebook says so of every majority).
* Nobody places in a majority with nothing in it: where only one player has any, nobody is second.
* A tie for first place shares the points of both places, however many tie; the Temple Chart has no second place.
* A card that counts as a stall is one in the majority of its good and for the cards that count stalls.
* Points that an edition gives to a card which counts as a stall are gained once for the card.
"""

from __future__ import annotations

import numpy as np

from ..._jit import kernel
from .edition import (
    BONUS_COINS,
    BONUS_FAVORS,
    BONUS_FLOWERS,
    BONUS_GOOD_STALLS,
    BONUS_KING_DISKS,
    BONUS_ORDERS,
    BONUS_STALLS,
    BONUS_TEMPLE_DISKS,
    MAX_SECTIONS,
    N_BONUSES,
    N_GOODS,
    N_KING_ROWS,
)

# What a seat has when the game is over, its goods sold.
PAD = np.dtype(
    [
        ("coins", np.int32),
        ("order_vp", np.int32),  # points of the orders filled
        ("flowers", np.int16),
        ("favors", np.int16),
        ("orders", np.int16),  # filled
        ("offerings", np.int16, N_GOODS),  # disks on the Temple Chart by good
        ("section_disks", np.int16, MAX_SECTIONS),  # the same disks by section; 0 beyond the sections of the edition
        ("tithes", np.int16, N_KING_ROWS),  # disks in each row of the King's Chart
        ("stalls", np.int16, N_GOODS),  # on the board, by good; without cards
        ("bonuses", np.int16, N_BONUSES),  # cards owned, by bonus
    ],
    align=True,
)

ITEMS = ("coin_points", "temple_points", "order_points", "card_points", "king_points", "stall_points", "total")
COIN, TEMPLE, ORDER, CARD, KING, STALL, TOTAL = range(len(ITEMS))


@kernel
def split(counts, players, p, first, second):
    """Return the points of seat p in a majority: first and second place, shared and rounded up in a tie."""
    if counts[p] <= 0:
        return np.int64(0)
    ahead, alike = 0, 0
    for q in range(players):
        ahead += counts[q] > counts[p]
        alike += counts[q] == counts[p]
    if ahead > 1:
        return np.int64(0)  # a tie for first place, or p comes third at best
    points = second if ahead else first if alike == 1 else first + second
    return np.int64((points + alike - 1) // alike)


@kernel
def disks_of(pad):
    """Return the number of a seat's disks on the King's Chart."""
    disks = 0
    for row in range(N_KING_ROWS):
        disks += pad.tithes[row]
    return disks


@kernel
def stalls_of(pad, good):
    """Return a seat's stalls of a good, with the cards that count as one."""
    return np.int64(pad.stalls[good]) + pad.bonuses[good]


@kernel
def counted(pad, box, bonus):
    """Return how many things a card with a bonus gives points for."""
    if bonus < N_GOODS:
        return 1  # the card, which counts as a stall
    if bonus == BONUS_ORDERS:
        return np.int64(pad.orders)
    if bonus == BONUS_KING_DISKS:
        return np.int64(disks_of(pad))
    if bonus == BONUS_FLOWERS:
        return np.int64(pad.flowers)
    if bonus == BONUS_FAVORS:
        return np.int64(pad.favors)
    if bonus == BONUS_COINS:
        return np.int64(pad.coins) // box.coins_per_point
    if bonus != BONUS_TEMPLE_DISKS and bonus != BONUS_STALLS:
        return stalls_of(pad, bonus - BONUS_GOOD_STALLS)
    found = 0
    for good in range(N_GOODS):
        found += np.int64(pad.offerings[good]) if bonus == BONUS_TEMPLE_DISKS else stalls_of(pad, good)
    return found


@kernel
def add_coins(pads, box, items):
    """Add the points for coins."""
    for p in range(pads.shape[0]):
        items[p, COIN] += np.int64(pads[p].coins) // box.coins_per_point


@kernel
def add_temple(pads, box, items):
    """Add the points of the Temple Chart: by good, the majority of each section, and the penalty of one left out."""
    players, disks = pads.shape[0], items[:, TOTAL]
    for p in range(players):
        for good in range(N_GOODS):
            items[p, TEMPLE] += pads[p].offerings[good] * box.offering_points[good]
    for section in range(box.sections):
        for p in range(players):
            disks[p] = pads[p].section_disks[section]
        for p in range(players):
            items[p, TEMPLE] += split(disks, players, p, box.section_points[section], 0)
            if disks[p] == 0:
                items[p, TEMPLE] -= box.section_penalty[section]


@kernel
def add_orders(pads, box, items):
    """Add the points of orders."""
    for p in range(pads.shape[0]):
        items[p, ORDER] += pads[p].order_vp


@kernel
def add_cards(pads, box, items):
    """Add the points of market cards."""
    for p in range(pads.shape[0]):
        for bonus in range(N_BONUSES):
            if pads[p].bonuses[bonus]:
                items[p, CARD] += pads[p].bonuses[bonus] * box.bonus_points[bonus] * counted(pads[p], box, bonus)


@kernel
def add_king(pads, box, items):
    """Add the points of the King's Chart: most disks, and a set for each disk that every row has."""
    players, disks = pads.shape[0], items[:, TOTAL]
    for p in range(players):
        disks[p] = disks_of(pads[p])
    for p in range(players):
        sets = np.int64(pads[p].tithes[0])
        for row in range(1, N_KING_ROWS):
            sets = min(sets, np.int64(pads[p].tithes[row]))
        items[p, KING] += split(disks, players, p, box.king_first, box.king_second) + sets * box.king_set


@kernel
def add_stalls(pads, box, items):
    """Add the points of the stall majorities."""
    players, stalls = pads.shape[0], items[:, TOTAL]
    for good in range(N_GOODS):
        for p in range(players):
            stalls[p] = stalls_of(pads[p], good)
        for p in range(players):
            items[p, STALL] += split(stalls, players, p, box.stall_first[good], box.stall_second[good])


@kernel
def total_up(pads, box, items):
    """Write the points of each seat: those of every category, and the total.

    Parameters
    ----------
    pads : record array of PAD, shape (players,)
    box : record
    items : int64 array, shape (players, 7)
        In the order of `ITEMS`. The column of the total holds the counts of a majority before the total is written.
    """
    items[:, :] = 0
    add_coins(pads, box, items)
    add_temple(pads, box, items)
    add_orders(pads, box, items)
    add_cards(pads, box, items)
    add_king(pads, box, items)
    add_stalls(pads, box, items)
    for p in range(pads.shape[0]):
        items[p, TOTAL] = 0
        for item in range(TOTAL):
            items[p, TOTAL] += items[p, item]


@kernel
def total_up_each(pads, box, items):
    """Write the points of each seat of each game: `pads` has the shape (games, players)."""
    for i in range(pads.shape[0]):
        total_up(pads[i], box, items[i])
