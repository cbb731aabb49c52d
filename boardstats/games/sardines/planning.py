"""Sunny Day Sardines: counting fish, and the decisions of the strategy `planner`.

Fish by colour are one whole number with eight bits for each colour, so that what an order lacks is found for all
colours at once. A hand shows at most 24 fish, so that the highest of the eight bits is free.
"""

from __future__ import annotations

from collections import namedtuple

import numpy as np

from ..._jit import kernel
from .edition import FISH_GATHERED, MAX_DISPLAY, MIXED_BAG, N_COLOURS, REGULAR
from .orders import cards_of
from .state import EMPTY, FILL, GATHER, ON_DISCARD, ON_PAY

_BYTE = 8  # bits for a colour
_ONE_OF_EACH = 0x01010101  # N_COLOURS bytes
_HIGHEST = 0x80808080  # bit of each byte
_LAST = 24  # where the last byte begins

# The parameters that the kernels read; see `planner`.
Taste = namedtuple("Taste", "fish stiff patience snatched later")
# What the other players can do: `threats`, see `_look_round`; how many of those who still have a turn in this round can
# fill an order at once; the best score that another player has or can still get in this round; fish they want.
Rivals = namedtuple("Rivals", "threats behind score wants")
# Chances to have the next own turns, and what the others threaten.
Outlook = namedtuple("Outlook", "chances threats")

# Own turns that are looked ahead to.
_FORESEEN = 4
# Own gathers before filling an order, from 0, for which `threats` counts rivals, and the bits of such a count.
_LEVELS, _BITS = 3, 2
_COUNT = (1 << _BITS) - 1
# A rival who may fill an order before the own next turn, before the one after it, and so on.
_AT_ONCE, _SOON, _LATE = 0b01_01_01, 0b01_01_00, 0b01_00_00
# Decides between moves that are worth the same: fish in hand break ties.
_TIE_BREAK = 0.001


# ---- counting fish -------------------------------------------------------------------------------------------------


@kernel
def pack(row):
    """Return the fish of a row by colour as one number."""
    fish = np.int64(0)
    for c in range(N_COLOURS):
        fish |= (np.int64(row[c]) & 0xFF) << (_BYTE * c)
    return fish


@kernel
def count(fish):
    """Return how many fish there are in all."""
    return (fish * _ONE_OF_EACH >> _LAST) & 0xFF


@kernel
def less(fish, taken):
    """Return what is left of some fish when others are taken away, of no colour less than none."""
    rest = (fish | _HIGHEST) - taken
    enough = rest & _HIGHEST
    return rest & (enough - (enough >> (_BYTE - 1)))


@kernel
def _most_alike(fish):
    most = 0
    for c in range(N_COLOURS):
        most = max(most, (fish >> (_BYTE * c)) & 0xFF)
    return most


@kernel
def _different(fish):
    colours = 0
    for c in range(N_COLOURS):
        colours += ((fish >> (_BYTE * c)) & 0xFF) > 0
    return colours


@kernel
def asked_of(view, order):
    """Return how many fish an order (kind) asks for."""
    return count(pack(view.needs[order])) + np.int64(view.alike[order])


@kernel
def lacking(view, order, fish):
    """Return how many fish an order (kind) lacks beside some fish."""
    if view.type[order] == REGULAR:
        return count(less(pack(view.needs[order]), fish))
    held = _different(fish) if view.type[order] == MIXED_BAG else _most_alike(fish)
    return max(0, np.int64(view.alike[order]) - held)


@kernel
def fish_on(view, cards):
    """Return the fish on cards by kind."""
    fish = np.int64(0)
    for kind in range(np.int64(view.kinds)):
        n = np.int64(cards[kind])
        if n > 0:
            fish += n * pack(view.fish[kind])
    return fish


@kernel
def gathered(view, move):
    """Return the fish that a gather takes from the market."""
    fish = pack(view.fish[np.int64(view.market[np.int64(move.first)])])
    if move.second != EMPTY:
        fish += pack(view.fish[np.int64(view.market[np.int64(move.second)])])
    return fish


@kernel
def _paid(view, packed):
    """Return the fish of a packed payment, and how many cards it is."""
    fish, cards = np.int64(0), 0
    for kind in range(np.int64(view.kinds)):
        n = cards_of(packed, kind)
        if n > 0:
            fish += n * pack(view.fish[kind])
            cards += n
    return fish, cards


@kernel
def _rest(view, order, fish):
    """Return which fish are left, about, when an order is filled: as if no card had to be paid whole."""
    if view.type[order] == REGULAR:
        return less(fish, pack(view.needs[order]))
    alike = np.int64(view.alike[order])
    if view.type[order] == MIXED_BAG:
        rest = fish
        for _ in range(alike):  # one of the colour held most, of those not paid yet
            most, colour = 0, 0
            for c in range(N_COLOURS):
                n = (rest >> (_BYTE * c)) & 0xFF
                if n > most and n == (fish >> (_BYTE * c)) & 0xFF:
                    most, colour = n, c
            rest -= np.int64(1) << (_BYTE * colour)
        return rest
    least, colour = 0, 0
    for c in range(N_COLOURS):
        n = (fish >> (_BYTE * c)) & 0xFF
        if n >= alike and (least == 0 or n < least):
            least, colour = n, c
    return fish - (alike << (_BYTE * colour))


# ---- the others ----------------------------------------------------------------------------------------------------


@kernel
def _look_round(view):
    """Return what the other players can do with the cards they are known to hold.

    `threats` counts, for each space of the display and each number of own gathers before it is filled, the rivals who
    may fill it first. At once a rival fills only what is worth most; everything else takes another turn.
    """
    p = np.int64(view.seat)
    threats, wants = np.int64(0), np.int64(0)
    behind, score = 0, -1
    for q in range(np.int64(view.players)):
        if q == p:
            continue
        fish = fish_on(view, view.known[q])
        best = -1
        for d in range(MAX_DISPLAY):
            order = np.int64(view.display[d])
            if order != EMPTY and lacking(view, order, fish) == 0:
                best = max(best, np.int64(view.worth[order]))
        fills = q > p and best >= 0
        behind += fills
        score = max(score, np.int64(view.points[q]) + (best if fills else 0))
        highest, wanted = 0, np.int64(0)
        for d in range(MAX_DISPLAY):
            order = np.int64(view.display[d])
            if order == EMPTY:
                continue
            lacks = lacking(view, order, fish)
            if lacks > FISH_GATHERED * (_LEVELS - 1):
                continue
            if lacks == 0 and view.worth[order] == best:
                threat = np.int64(_AT_ONCE)
            else:
                threat = np.int64(_SOON if lacks <= FISH_GATHERED else _LATE)
            threats += threat << (_LEVELS * _BITS * d)
            if 0 < lacks <= FISH_GATHERED and view.type[order] == REGULAR and view.worth[order] > highest:
                highest, wanted = np.int64(view.worth[order]), less(pack(view.needs[order]), fish)
        wants += wanted
    return Rivals(threats, behind, score, wants)


@kernel
def _foresee(view, rivals, pace, orders_left):
    """Return the outlook with so many orders left to turn up; the game ends with the round that turns up the last."""
    if orders_left <= 0:
        return Outlook((0.0, 0.0, 0.0, 0.0), rivals.threats)
    spare = float(orders_left - rivals.behind) + 0.5
    a_round = pace * float(view.players)
    return Outlook(
        (
            min(1.0, max(0.0, spare)),
            min(1.0, max(0.0, spare - a_round)),
            min(1.0, max(0.0, spare - 2.0 * a_round)),
            min(1.0, max(0.0, spare - 3.0 * a_round)),
        ),
        rivals.threats,
    )


# ---- what a hand is worth --------------------------------------------------------------------------------------------


@kernel
def _prospects(view, taste, outlook, hand, skipped):
    """Return what a hand (fish, cards) is worth after this turn, in points; the order in space `skipped` is gone.

    It is worth its fish, and what the best order brings beyond the fish that are paid for it.
    """
    fish, cards = hand
    fish_in_all = count(fish)
    best = 0.0
    for d in range(MAX_DISPLAY):
        order = np.int64(view.display[d])
        if order == EMPTY or d == skipped:
            continue
        lacks = lacking(view, order, fish)
        gathers = (lacks + FISH_GATHERED - 1) // FISH_GATHERED
        counts = outlook.threats >> (_LEVELS * _BITS * d)
        at_once = counts & _COUNT
        in_all = (counts >> (_BITS * min(gathers, _LEVELS - 1))) & _COUNT
        worth = float(view.worth[order]) - taste.fish * float(asked_of(view, order))
        worth *= outlook.chances[min(gathers, _FORESEEN - 1)]
        for _ in range(lacks):
            worth *= taste.patience
        for _ in range(at_once):
            worth *= taste.snatched
        for _ in range(in_all - at_once):
            worth *= taste.later
        best = max(best, worth)
    chances = outlook.chances
    to_come = (chances[0] + chances[1] + chances[2] + chances[3]) / _FORESEEN
    keep = taste.fish * float(fish_in_all) - taste.stiff * float(fish_in_all - cards)
    return best + to_come * keep + _TIE_BREAK * float(fish_in_all)


@kernel
def _in_common(fish, others):
    """Return how many fish two numbers have in common."""
    return count(fish) - count(less(fish, others))


@kernel
def _space_of(view, order):
    """Return the first space of the display with an order of a kind."""
    space = 0
    while space + 1 < MAX_DISPLAY and view.display[space] != order:
        space += 1
    return space


def planner(
    view, moves, rng, fish=0.58, stiff=0.22, patience=0.79, snatched=0.3, later=0.86, crowd=1.4, grab=0.05,
    pace=0.45, finish=0.7,
):  # fmt: skip
    """Weigh the points of an order against its fish, the turns it takes and who else may fill it; mind the end.

    Every move is judged by the hand it leaves.

    Parameters
    ----------
    fish : float
        Points that a fish in hand is worth, while there are turns to come.
    stiff : float
        Points that a card with two fish is worth less than two cards with one, as it cannot be split.
    patience : float
        By what factor an order is worth less for each fish that it lacks (0 … 1).
    snatched : float
        By what factor an order is worth less for each of the others who is likely to fill it before the own next turn.
    later : float
        The same for each of the others who may fill it in a later turn, but no later than the own hand can.
    crowd : float
        Points that each card costs which will have to be discarded.
    grab : float
        Points that it is worth to take a fish that another player lacks for an order, if one gather could complete it.
    pace : float
        Orders that a player is expected to fill in a turn.
    finish : float
        Points that it is worth to turn up the last order when ahead, and that it costs when not.
    """
    taste = Taste(fish, stiff, patience, snatched, later)
    rivals = _look_round(view)
    p, left = np.int64(view.seat), np.int64(view.orders_left)
    own, cards = fish_on(view, view.hand), np.int64(view.cards[p])
    goes_on = _foresee(view, rivals, pace, left)  # if no order is filled
    filled = _foresee(view, rivals, pace, left - 1)
    choice, best = 0, -1000.0
    for i in range(len(moves)):
        move = moves[i]
        value = 0.0
        if move.kind == GATHER:
            new = gathered(view, move)
            held = cards + (1 if move.second == EMPTY else 2)
            value = _prospects(view, taste, goes_on, (own + new, held), EMPTY)
            value += grab * float(_in_common(new, rivals.wants))
            value -= crowd * float(max(0, held - np.int64(view.hand_limit)))
        elif move.kind == FILL:
            space = np.int64(move.first)
            order = np.int64(view.display[space])
            rest = _rest(view, order, own)
            value = float(view.worth[order])
            value += _prospects(view, taste, filled, (rest, min(cards - 1, count(rest))), space)
            if left == 1:
                ahead = np.int64(view.points[p]) + np.int64(view.worth[order]) > rivals.score
                value += finish if ahead else -finish
        elif view.decision == ON_PAY:
            paid, paid_cards = _paid(view, move.cards)
            value = _prospects(view, taste, filled, (own - paid, cards - paid_cards), _space_of(view, view.order))
        elif view.decision == ON_DISCARD:
            thrown = pack(view.fish[np.int64(move.first)])
            value = _prospects(view, taste, goes_on, (own - thrown, cards - 1), EMPTY)
        if value > best:
            choice, best = i, value
    return choice
