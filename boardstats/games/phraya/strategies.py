"""Phraya: the built-in strategies; `merchant` has files of its own."""

from __future__ import annotations

import numpy as np

from ..._jit import kernel
from ...streams import below
from .board import EMPTY, N_CROSSINGS, sections_at
from .edition import ADMINISTRATION, BASKET, N_GOODS, N_KING_ROWS, RESTAURANT, SCRIBE, TEMPLE
from .effects import (
    BARGE_HIGH,
    BLESSING_COINS,
    BLESSING_FLOWERS,
    CHANGE_1,
    CHANGE_2,
    COINS,
    FLOWERS,
    RETRIEVAL,
    is_at,
)
from .stalls import buying_price, can_deliver, can_tithe, needed, price, stall_price, temple_column, temple_price
from .state import (
    BUY,
    BUY_BASKET,
    BUY_CARD,
    BUY_STALL,
    DELIVER,
    HIRE,
    IN_DISCARD,
    OFFER,
    ON_ACTION,
    ON_BARGE,
    ON_BOAT,
    ON_CARD,
    ON_FIRST_STALL,
    ON_FLOWERS,
    ON_GOODS,
    ON_MERCHANT,
    ON_MOVE,
    ON_ROWING,
    SELL,
    TITHE,
)
from .trading import merchant
from .valuing import bonus_gain, completes_set, fair_price, gained, offering_gain, stall_counts, tithe_counts

# What greedy holds things worth, in points, beside what they score as of now.
_COIN, _FLOWER, _FAVOR = 0.2, 0.4, 0.8
_STALL, _DISK, _CARD, _ROWER, _BASKET = 1.0, 1.0, 1.0, 1.5, 1.2
_TURN = 2.0  # the movement and actions that taking back the cards costs
_AT_CROSSING = np.array([sections_at(crossing) for crossing in range(N_CROSSINGS)])


def random(view, moves, rng):
    """Any legal move, each equally likely."""
    return below(rng, len(moves))


@kernel
def _trade(view, g, bought):
    """Return what each good bought, or sold, is worth; goods at less than the fair price are bought, others sold."""
    if bought:
        return _COIN * (fair_price(view, g) - buying_price(view, g) + 0.5)
    return _COIN * (price(view, g) - fair_price(view, g) + 0.5)


@kernel
def _order(view, order):
    """Return what it is worth to fill an order."""
    worth = np.int64(view.order_points[order]) + _COIN * np.int64(view.order_coins[order])
    for g in range(N_GOODS):
        worth -= _COIN * needed(view, order, g) * price(view, g)
    return worth


@kernel
def _offering(view, p, g, favors):
    """Return what an offering in the temple is worth."""
    column = temple_column(view, g)
    cost = _FAVOR if favors else _FLOWER * temple_price(view, column)
    return offering_gain(view, p, g, column) - cost - _COIN * price(view, g)


@kernel
def _tithe(view, p, row, space):
    """Return what a disk on the King's Chart is worth."""
    worth = _FAVOR + _DISK - _COIN * np.int64(view.king_coins[row, space]) - _FLOWER * np.int64(view.king_flowers[row, space])
    for g in range(N_GOODS):
        worth -= _COIN * np.int64(view.king_goods[row, space, g]) * price(view, g)
    if completes_set(view, p, row):
        worth += np.int64(view.king_set)
    players, first, second = np.int64(view.players), np.int64(view.king_first), np.int64(view.king_second)
    return worth + gained(tithe_counts(view), players, p, first, second)


@kernel
def _card(view, p, card, by_flowers):
    """Return what a market card is worth."""
    cost = _FLOWER * np.int64(view.cost_flowers[card]) if by_flowers else _COIN * np.int64(view.cost_coins[card])
    return _CARD + bonus_gain(view, p, np.int64(view.bonus[card])) - cost


@kernel
def _owning(view, p, g):
    """Return what a stall of a good is worth."""
    first, second = np.int64(view.stall_first[g]), np.int64(view.stall_second[g])
    return _STALL + gained(stall_counts(view, g), np.int64(view.players), p, first, second)


@kernel
def _action(view, p, move):
    """Return what an action is worth."""
    kind, second, third = np.int64(move.kind), np.int64(move.second), np.int64(move.third)
    if kind == BUY:
        g = np.int64(view.stall[move.first])
        return second * _trade(view, g, True) + third * (_COIN * buying_price(view, g) - _FAVOR)
    if kind == SELL:
        return second * _trade(view, np.int64(view.stall[move.first]), False)
    if kind == DELIVER:
        return _order(view, np.int64(view.order_at[move.first]))
    if kind == OFFER:
        return _offering(view, p, second, third)
    if kind == TITHE:
        return _tithe(view, p, np.int64(move.first), second)
    if kind == BUY_CARD:
        return _card(view, p, np.int64(view.display[second]), third)
    if kind == BUY_STALL:
        return _owning(view, p, np.int64(view.stall[second])) - _COIN * stall_price(view)
    if kind == BUY_BASKET:
        return _BASKET - (_FAVOR if second else _COIN * np.int64(view.basket_price[view.basket_at[move.first]]))
    if kind == HIRE:
        return _ROWER - (_FAVOR if second == EMPTY else _COIN * price(view, second))
    return 0.0


@kernel
def _best_action(view, p, moves):
    """Return the action worth most; to end the turn, the last one, is worth nothing."""
    best, most, of_stalls = len(moves) - 1, 0.0, np.int64(0)
    for i in range(len(moves) - 1):
        if moves[i].kind == BUY_STALL:  # the first of each good stands for all
            bit = np.int64(1) << np.int64(view.stall[moves[i].second])
            if of_stalls & bit:
                continue
            of_stalls |= bit
        worth = _action(view, p, moves[i])
        if worth > most:
            best, most = i, worth
    return best


@kernel
def _visit(view, p, stall):
    """Return about what a visit to a stall is worth."""
    kind = np.int64(view.stall[stall])
    if kind < N_GOODS:
        held = np.int64(view.goods[p, kind])
        sold = held * _trade(view, kind, False)
        n = min(np.int64(view.room[p, kind]) - held, np.int64(view.coins[p]) // max(1, buying_price(view, kind)))
        return max(sold, n * _trade(view, kind, True))
    if kind == RESTAURANT:
        return _order(view, np.int64(view.order_at[stall])) if can_deliver(view, p, stall) else 0.0
    if kind == TEMPLE:
        most = 0.0
        for g in range(N_GOODS):
            if view.goods[p, g]:
                column = temple_column(view, g)
                if column != EMPTY and view.flowers[p] >= temple_price(view, column):
                    most = max(most, _offering(view, p, g, 0))
        return most
    if kind == SCRIBE:
        return 1.0 if view.coins[p] >= 6 or view.flowers[p] >= 2 else 0.0
    if kind == ADMINISTRATION:
        return 3.0 if view.coins[p] >= stall_price(view) and view.stalls_left[p] else 0.0
    if kind == BASKET:
        return 0.8 if view.goods[p, N_GOODS - 1] and view.rowers[p] < view.max_rowers else 0.2
    return 0.0


@kernel
def _audience(view, p):
    """Return what it is worth to meet the King: that of the cheapest space of a row."""
    most = 0.0
    if view.disks_left[p]:
        for row in range(N_KING_ROWS):
            for space in range(np.int64(view.king_spaces[row])):
                if view.king_disk[row, space] == EMPTY and can_tithe(view, p, row, space):
                    most = max(most, _tithe(view, p, row, space))
                    break
    return most


@kernel
def _best_section(view, p, moves):
    """Return the move to the section with the best stalls, and the King."""
    best, most, audience = 0, -1.0, _audience(view, p)
    for i in range(len(moves)):
        section = np.int64(moves[i].first)
        worth = _visit(view, p, 2 * section) + _visit(view, p, 2 * section + 1)
        if is_at(section, np.int64(view.barge)):
            worth += audience
        if worth > most:
            best, most = i, worth
    return best


@kernel
def _best_card(view, p, moves):
    """Return the card with the best yield at once."""
    taken_back, held = 1, 0
    for card in range(np.int64(view.n_cards)):
        taken_back += view.cards[p, card] == IN_DISCARD
    for g in range(N_GOODS):
        held += np.int64(view.goods[p, g])
    best, most = 0, -100.0
    for i in range(len(moves)):
        effect = view.effect[np.int64(moves[i].first)]
        worth = _COIN * np.int64(effect[COINS]) + _FLOWER * np.int64(effect[FLOWERS])
        if effect[RETRIEVAL]:
            worth += _COIN * taken_back - _TURN
        if held:
            worth += 0.5 * _COIN * max(np.int64(effect[CHANGE_1]), np.int64(effect[CHANGE_2]))
        if effect[BARGE_HIGH]:
            worth += 0.5 * (_FLOWER * np.int64(effect[BLESSING_FLOWERS]) + _COIN * np.int64(effect[BLESSING_COINS]))
        if worth > most:
            best, most = i, worth
    return best


@kernel
def _best_prices(view, p, moves):
    """Return the move of the merchant that raises most what the own goods are worth."""
    best, most, card = 0, -1000, np.int64(view.played)
    for i in range(len(moves)):
        space, first, worth = np.int64(moves[i].first), np.int64(moves[i].second), 0
        for k in range(2):
            g, box = np.int64(view.merchant[space, first if k == 0 else 1 - first]), np.int64(0)
            box = np.int64(view.price_box[g]) + np.int64(view.effect[card, CHANGE_1 + k])
            worth += np.int64(view.goods[p, g]) * np.int64(view.price[g, min(max(box, 0), np.int64(view.boxes) - 1)])
            worth -= np.int64(view.goods[p, g]) * price(view, g)
        if worth > most:
            best, most = i, worth
    return best


@kernel
def _best_crossing(view, p, moves):
    """Return where the King blesses the own stalls more than others', if possible beside the own boat."""
    best, most = 0, -100.0
    for i in range(len(moves)):
        crossing, worth = np.int64(moves[i].first), 0.0
        for k in range(4):
            section = _AT_CROSSING[crossing, k]
            for stall in range(2 * section, 2 * section + 2):
                owner = np.int64(view.owner[stall])
                if owner != EMPTY:
                    worth += 1.0 if owner == p else -0.3
        if worth > most:
            best, most = i, worth
    return best


@kernel
def _best_founding(view, p, moves):
    """Return the first stall, of those worth most."""
    best, most = 0, -1.0
    for i in range(len(moves)):
        worth = _owning(view, p, np.int64(view.stall[moves[i].first]))
        if worth > most:
            best, most = i, worth
    return best


def greedy(view, moves, rng):
    """Play what yields most at once, go where the two stalls and the King are worth most, and do all that is worth doing."""
    p = np.int64(view.seat)
    if view.decision == ON_ACTION:
        return _best_action(view, p, moves)
    if view.decision == ON_CARD:
        return _best_card(view, p, moves)
    if view.decision == ON_MOVE or view.decision == ON_ROWING or view.decision == ON_BOAT:
        return _best_section(view, p, moves)
    if view.decision == ON_MERCHANT:
        return _best_prices(view, p, moves)
    if view.decision == ON_BARGE:
        return _best_crossing(view, p, moves)
    if view.decision == ON_FIRST_STALL:
        return _best_founding(view, p, moves)
    if view.decision == ON_GOODS or view.decision == ON_FLOWERS:
        return len(moves) - 1  # no goods for flowers, all flowers for coins
    return 0  # the market stays as it is


BUILT_IN = (random, greedy, merchant)  # from the weakest to the best
