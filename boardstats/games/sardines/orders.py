"""Sunny Day Sardines: which orders a hand can fill, and the minimal payments for one, as the kernels see them.

Rulebook: Complete an Order, Order Types. A payment is any set of cards from the hand that covers the order and from
which no card can be left out; cards cannot be split, so it may show more fish than asked.
"""

from __future__ import annotations

import numpy as np

from ..._jit import inlined
from .edition import N_COLOURS, REGULAR, SPECIAL
from .state import BITS, EMPTY, PAY

FISH_COST = 64  # a fish costs more than all the cards of a hand: the cost of a payment is 64 times its fish, and its cards


@inlined
def covers(box, order, fish):
    """Return whether fish by colour cover an order (kind)."""
    kind = box.type[order]
    if kind == REGULAR:
        for c in range(N_COLOURS):
            if fish[c] < box.needs[order, c]:
                return False
        return True
    if kind == SPECIAL:
        for c in range(N_COLOURS):
            if fish[c] >= box.alike[order]:
                return True
        return False
    different = 0
    for c in range(N_COLOURS):
        different += fish[c] > 0
    return different >= box.alike[order]


@inlined
def asked(box, order):
    """Return how many fish an order asks for."""
    if box.type[order] != REGULAR:
        return np.int64(box.alike[order])
    fish = 0
    for c in range(N_COLOURS):
        fish += box.needs[order, c]
    return fish


@inlined
def cards_of(packed, kind):
    """Return how many cards of a kind a packed payment holds."""
    return np.int64((packed >> np.uint64(BITS * kind)) & np.uint64((1 << BITS) - 1))


@inlined
def fish_of(box, packed):
    """Return how many fish a packed payment shows, and how many cards it is."""
    fish, cards = 0, 0
    for kind in range(box.kinds):
        n = cards_of(packed, kind)
        cards += n
        fish += n * box.n_fish[kind]
    return fish, cards


@inlined
def _is_of_use(box, order, kind, fish):
    """Return whether a card of a kind can be in any minimal payment of a hand that shows `fish`."""
    for c in range(N_COLOURS):
        if box.fish[kind, c]:
            if box.type[order] == REGULAR:
                useful = box.needs[order, c] > 0
            elif box.type[order] == SPECIAL:
                useful = fish[c] >= box.alike[order]
            else:
                useful = True
            if useful:
                return True
    return False


@inlined
def _is_minimal(s, box, order, packed, useful):
    """Return whether no card can be left out of a payment, of whose `useful` kinds the fish are in `s.paid`."""
    fish = s.paid
    for i in range(useful):
        kind = np.int64(s.useful[i])
        if cards_of(packed, kind):
            for c in range(N_COLOURS):
                fish[c] -= box.fish[kind, c]
            still = covers(box, order, fish)
            for c in range(N_COLOURS):
                fish[c] += box.fish[kind, c]
            if still:
                return False
    return True


@inlined
def write_payments(s, box, order, moves):
    """Write all minimal payments of the hand that decides for an order (kind), cheapest first; return how many.

    Cheapest is fewest fish, then fewest cards, then the smallest packed number. Counts by kind run like an odometer
    over the cards that can be of use.
    """
    p = np.int64(s.seat)
    hand, fish, paid = s.hand[p], s.fish[p], s.paid
    useful = 0
    for kind in range(box.kinds):
        if hand[kind] and _is_of_use(box, order, kind, fish):
            s.useful[useful] = kind
            useful += 1
    paid[:] = 0
    packed = np.uint64(0)
    n, cost = 0, 0
    while True:
        # The next set of cards: one more of the first kind that is not used up; those before it go back to none.
        i = 0
        while i < useful:
            kind = np.int64(s.useful[i])
            one = np.uint64(1) << np.uint64(BITS * kind)
            held = cards_of(packed, kind)
            if held < hand[kind]:
                packed += one
                cost += box.n_fish[kind] * FISH_COST + 1
                for c in range(N_COLOURS):
                    paid[c] += box.fish[kind, c]
                break
            packed -= one * np.uint64(held)
            cost -= held * (box.n_fish[kind] * FISH_COST + 1)
            for c in range(N_COLOURS):
                paid[c] -= held * box.fish[kind, c]
            i += 1
        if i == useful:
            return n
        if covers(box, order, paid) and _is_minimal(s, box, order, packed, useful):
            n = _insert(s, moves, n, packed, cost)


@inlined
def _insert(s, moves, n, packed, cost):
    """Insert a payment among the first `n`, cheapest first; return how many there are now."""
    i = n
    while i > 0 and (s.cost[i - 1] > cost or (s.cost[i - 1] == cost and moves[i - 1].cards > packed)):
        moves[i].cards = moves[i - 1].cards
        s.cost[i] = s.cost[i - 1]
        i -= 1
    moves[i].cards = packed
    s.cost[i] = cost
    m = moves[n]
    m.kind, m.first, m.second = PAY, EMPTY, EMPTY
    return n + 1
