"""Phraya: playing a card, its immediate effects, and sailing.

Rulebook: Playing a Card; Movement; The Merchant; The Royal Barge; Card Icons Reference. Rulings:

* A move may not end in the section it started from. "Boat 2 sections" moves exactly two, may not stop on another boat, and
  does nothing if that is impossible; the ban on turning back starts anew afterwards.
* Who is blocked has to choose among the cards in hand that move the barge; without one, any card, and the boat stays.
  A place for the barge that leaves the mover blocked is not allowed while there is another.
* The two price changes go to different goods of the merchant's space. Moves beyond the ends of the chart are ignored.
* Supplies run out: take what is left, clockwise from the active player. Coins do not.
* "Any number" includes none.
* What a card gives at once, coins and flowers, is gained before its other effects.
* The market cards on display have no gaps: when the deck has run out, one that is put under it comes next to the others.
"""

from __future__ import annotations

import numpy as np

from ..._jit import inlined
from .board import EMPTY, MAX_STEPS, N_CROSSINGS, N_SECTIONS, barging, ends, sailing, sections_at
from .dealing import draw_card
from .edition import EFFECTS, N_GOODS
from .state import (
    BARGE,
    BARGE_MOVES,
    BLESSINGS,
    CASH,
    DROP,
    IN_DISCARD,
    IN_HAND,
    MOVE_BOAT,
    ON_BARGE,
    ON_FLOWERS,
    ON_GOODS,
    ON_MERCHANT,
    ON_MOVE,
    ON_ROWING,
    PLAY,
    PRICE_CHANGES,
    REFRESH,
    RETRIEVALS,
    ROW,
    STEER,
)

# Columns of `effect`.
(
    COINS, FLOWERS, MERCHANT_LOW, MERCHANT_HIGH, CHANGE_1, CHANGE_2, BARGE_LOW, BARGE_HIGH, BLESSING_FLOWERS, BLESSING_COINS,
    ROWING, GOODS_TO_FLOWERS, FLOWERS_TO_COINS, RETRIEVAL,
) = range(len(EFFECTS))  # fmt: skip

# Effects that ask the player something, in the order in which they are carried out.
MERCHANT_EFFECT, BARGE_EFFECT, ROWING_EFFECT, GOODS_EFFECT, FLOWERS_EFFECT, NO_EFFECT = range(6)

_SAILING, _BARGING, _ENDS = sailing(), barging(), ends()
_AT_CROSSING = np.array([sections_at(crossing) for crossing in range(N_CROSSINGS)])


# ---- sailing -------------------------------------------------------------------------------------------------------


@inlined
def write(moves, n, kind, first, second, third):
    """Write a move and return how many there are."""
    m = moves[n]
    m.kind, m.first, m.second, m.third = kind, first, second, third
    return n + 1


@inlined
def is_at(section, crossing):
    """Return whether a section touches a crossing."""
    return _ENDS[section, 0] == crossing or _ENDS[section, 1] == crossing


@inlined
def leads_out(section):
    """Return whether a section leads out of the market."""
    return _ENDS[section, 1] == EMPTY


@inlined
def is_blocked(section, barge):
    """Return whether the barge is on the only crossing of a section."""
    return leads_out(section) and _ENDS[section, 0] == barge


@inlined
def waters(v, p, low, high):
    """Return the sections, as bits, where seat p's boat may stop after `low` to `high` sections."""
    start, reach = np.int64(v.boat[p]), np.uint32(0)
    for steps in range(low, min(high, MAX_STEPS) + 1):
        reach |= _SAILING[v.barge, start, steps]
    for q in range(v.players):
        if v.boat[q] != EMPTY:
            reach &= ~(np.uint32(1) << np.uint32(v.boat[q]))
    return reach


@inlined
def write_sections(reach, kind, moves):
    n = 0
    for section in range(N_SECTIONS):
        if reach >> np.uint32(section) & np.uint32(1):
            n = write(moves, n, kind, section, EMPTY, EMPTY)
    return n


@inlined
def write_boats(v, p, moves):
    return write_sections(waters(v, p, 1, np.int64(v.rowers[p])), MOVE_BOAT, moves)


@inlined
def write_rowing(v, p, moves):
    sections = np.int64(v.effect[v.played, ROWING])
    return write_sections(waters(v, p, sections, sections), ROW, moves)


# ---- playing a card --------------------------------------------------------------------------------------------------


@inlined
def write_cards(v, p, moves):
    """Write the cards that may be played; a blocked player has to move the barge."""
    for must_move_barge in range(np.int64(v.blocked), -1, -1):
        n = 0
        for card in range(v.n_cards):
            if v.cards[p, card] == IN_HAND and (not must_move_barge or v.effect[card, BARGE_HIGH] > 0):
                n = write(moves, n, PLAY, card, EMPTY, EMPTY)
        if n:
            break
    return n


@inlined
def gain_flowers(v, p, n):
    """Give a player flowers, as far as the supply has them."""
    got = min(n, np.int64(v.flowers_left))
    v.flowers[p] += got
    v.flowers_left -= got
    return got


@inlined
def play_card(s, p, card):
    """Put a card on the discard pile, and gain what it gives at once; return whether it takes all cards back."""
    v = s.views[0]
    v.played = card
    v.cards[p, card] = IN_DISCARD
    v.coins[p] += v.effect[card, COINS]
    gain_flowers(v, p, np.int64(v.effect[card, FLOWERS]))
    if not v.effect[card, RETRIEVAL]:
        return False
    s.tally[p, RETRIEVALS] += 1
    for other in range(v.n_cards):
        if v.cards[p, other] == IN_DISCARD:
            v.cards[p, other] = IN_HAND
            v.coins[p] += 1
    return True


@inlined
def next_question(s, p, effect):
    """Return what the card asks next, from an effect on; ON_MOVE when it is resolved."""
    v = s.views[0]
    card = np.int64(v.played)
    if effect <= MERCHANT_EFFECT and v.effect[card, CHANGE_1] != 0:
        return ON_MERCHANT
    if effect <= BARGE_EFFECT and v.effect[card, BARGE_HIGH] > 0:
        return ON_BARGE
    if effect <= ROWING_EFFECT and v.effect[card, ROWING] > 0:
        sections = np.int64(v.effect[card, ROWING])
        if waters(v, p, sections, sections):
            return ON_ROWING
    if effect <= GOODS_EFFECT and v.effect[card, GOODS_TO_FLOWERS] > 0 and carried(v, p) > 0:
        return ON_GOODS
    if effect <= FLOWERS_EFFECT and v.effect[card, FLOWERS_TO_COINS] > 0 and v.flowers[p] > 0:
        return ON_FLOWERS
    return ON_MOVE


@inlined
def carried(v, p):
    goods = 0
    for g in range(N_GOODS):
        goods += v.goods[p, g]
    return goods


# ---- the merchant ----------------------------------------------------------------------------------------------------


@inlined
def write_merchant(v, moves):
    low, high = np.int64(v.effect[v.played, MERCHANT_LOW]), np.int64(v.effect[v.played, MERCHANT_HIGH])
    n, spaces = 0, np.int64(v.merchant_spaces)
    for space in range(spaces):
        ahead = (space - v.merchant_at) % spaces
        for steps in range(low, high + 1):
            if steps % spaces == ahead or steps % spaces == (spaces - ahead) % spaces:
                n = write(moves, n, STEER, space, 0, EMPTY)
                n = write(moves, n, STEER, space, 1, EMPTY)
                break
    return n


@inlined
def steer(s, p, space, first):
    """Move the merchant, and change the prices of the goods in his space."""
    v = s.views[0]
    v.merchant_at = space
    change_price(s, p, np.int64(v.merchant[space, first]), np.int64(v.effect[v.played, CHANGE_1]))
    change_price(s, p, np.int64(v.merchant[space, 1 - first]), np.int64(v.effect[v.played, CHANGE_2]))


@inlined
def change_price(s, p, g, change):
    v = s.views[0]
    before = np.int64(v.price_box[g])
    after = min(max(before + change, 0), np.int64(v.boxes) - 1)
    v.price_box[g] = after
    s.tally[p, PRICE_CHANGES] += abs(after - before)


# ---- the barge ---------------------------------------------------------------------------------------------------------


@inlined
def write_barge(v, p, moves):
    """Write where the barge may go; to leave the mover blocked only if there is no other way."""
    reach = np.uint16(0)
    for steps in range(np.int64(v.effect[v.played, BARGE_LOW]), np.int64(v.effect[v.played, BARGE_HIGH]) + 1):
        reach |= _BARGING[v.barge, steps]
    for may_block in range(2):
        n = 0
        for crossing in range(N_CROSSINGS):
            if reach >> np.uint16(crossing) & np.uint16(1) and (may_block or not is_blocked(v.boat[p], crossing)):
                n = write(moves, n, BARGE, crossing, EMPTY, EMPTY)
        if n:
            break
    return n


@inlined
def move_barge(s, p, crossing):
    """Move the barge; the King blesses the owners of all stalls in range, clockwise from the mover."""
    v = s.views[0]
    v.barge = crossing
    s.tally[p, BARGE_MOVES] += 1
    for i in range(s.players):
        q = (p + i) % np.int64(s.players)
        for k in range(4):
            section = _AT_CROSSING[crossing, k]
            for stall in range(2 * section, 2 * section + 2):
                if v.owner[stall] == q:
                    gain_flowers(v, q, np.int64(v.effect[v.played, BLESSING_FLOWERS]))
                    v.coins[q] += v.effect[v.played, BLESSING_COINS]
                    s.tally[q, BLESSINGS] += 1


# ---- discarding, refreshing --------------------------------------------------------------------------------------------


@inlined
def write_drops(v, p, moves):
    n = 0
    for g in range(N_GOODS):
        if v.goods[p, g]:
            n = write(moves, n, DROP, g, EMPTY, EMPTY)
    return write(moves, n, DROP, EMPTY, EMPTY, EMPTY)


@inlined
def write_cashes(v, p, moves):
    n = 0
    for flowers in range(v.flowers[p] + 1):
        n = write(moves, n, CASH, flowers, EMPTY, EMPTY)
    return n


@inlined
def drop_good(v, p, g):
    """Discard a good for flowers."""
    v.goods[p, g] -= 1
    v.goods_left[g] += 1
    gain_flowers(v, p, np.int64(v.effect[v.played, GOODS_TO_FLOWERS]))


@inlined
def cash_flowers(v, p, n):
    """Discard flowers for coins."""
    v.flowers[p] -= n
    v.flowers_left += n
    v.coins[p] += n * v.effect[v.played, FLOWERS_TO_COINS]


@inlined
def write_refreshes(moves):
    return write(moves, write(moves, 0, REFRESH, 0, EMPTY, EMPTY), REFRESH, 1, EMPTY, EMPTY)


@inlined
def close_display(s, place):
    """Close the gap at a place of the display, and fill the last one from the deck."""
    v = s.views[0]
    last = v.display.shape[0]
    while last > 0 and v.display[last - 1] == EMPTY:
        last -= 1
    for i in range(place, last - 1):
        v.display[i] = v.display[i + 1]
    v.display[last - 1] = draw_card(s)


@inlined
def refresh(s):
    """Put the first market card under the deck, and draw another."""
    v = s.views[0]
    card = v.display[0]
    for i in range(v.deck_left, 0, -1):
        s.market_deck[i] = s.market_deck[i - 1]
    s.market_deck[0] = card
    v.deck_left += 1
    for i in range(v.deck_known, 0, -1):
        v.deck_bottom[i] = v.deck_bottom[i - 1]
    v.deck_bottom[0] = card
    v.deck_known += 1
    close_display(s, 0)


@inlined
def write_effects(v, p, decision, moves):
    """Write the moves of a decision that a card asks for."""
    if decision == ON_MERCHANT:
        return write_merchant(v, moves)
    if decision == ON_BARGE:
        return write_barge(v, p, moves)
    if decision == ON_ROWING:
        return write_rowing(v, p, moves)
    if decision == ON_GOODS:
        return write_drops(v, p, moves)
    if decision == ON_FLOWERS:
        return write_cashes(v, p, moves)
    return write_refreshes(moves)
