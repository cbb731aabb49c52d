"""Phraya: setting up a game.

Rulebook: Set Up; Advanced Optional: Starting Boats. Rulings:

* The parts of the market lie in random corners, either face up, with the inner island at the middle (option: fixed).
* Asymmetric boats are dealt before the basket stalls are filled.
"""

from __future__ import annotations

import numpy as np

from ..._jit import inlined
from ...copying import copy
from ...streams import CHANCE, SHUFFLE, below, open_stream, shuffle
from .board import EMPTY, MIDDLE, N_PARTS, N_STALLS, STALLS_OF_PART
from .edition import (
    BASKET,
    MAX_BASKET_KINDS,
    MAX_BOXES,
    MAX_CARDS,
    MAX_COLUMNS,
    MAX_ORDERS,
    MAX_PLAYERS,
    MAX_SPACES,
    N_BONUSES,
    N_GOODS,
    N_KING_ROWS,
    N_TYPES,
    RESTAURANT,
)
from .state import IN_HAND, ON_BOAT

_MARKET_DECK, _BAG, _STACKS = SHUFFLE, SHUFFLE + 1, SHUFFLE + 2  # streams


@inlined
def deal(s, box):
    """Set up a game in a cleared state that holds `seed`, `game` and `players`."""
    v = s.views[0]
    v.players = s.players
    v.played, v.barge = EMPTY, MIDDLE
    v.boat[:] = EMPTY
    v.owner[:] = EMPTY
    v.order_at[:] = EMPTY
    v.basket_at[:] = EMPTY
    v.display[:] = EMPTY
    for g in range(N_GOODS):
        v.temple_disk[g, :] = EMPTY
        v.price_box[g] = box.start_box
        v.goods_left[g] = box.goods[g]
    for row in range(N_KING_ROWS):
        v.king_disk[row, :] = EMPTY
    v.flowers_left, v.favors_left, v.rowers_left = box.flowers, box.favors, box.rower_tiles
    show_what_is_printed(v, box)
    lay_board(s, box)
    lay_cards(s, box)
    lay_orders(s, box)
    lay_baskets(s, box)
    s.seat, s.decision = 0, ON_BOAT
    v.seat, v.decision = 0, ON_BOAT


@inlined
def show_what_is_printed(v, box):
    v.boxes, v.merchant_spaces, v.basics, v.n_cards = box.boxes, box.merchant_spaces, box.basics, box.cards
    v.columns, v.n_sections = box.columns, box.sections
    v.basket_spaces, v.max_rowers, v.stall_price = box.basket_spaces, box.max_rowers, box.stall_price
    v.stall_discount_price, v.temple_discount = box.stall_discount_price, box.temple_discount
    v.coins_per_point, v.king_first, v.king_second, v.king_set = (
        box.coins_per_point, box.king_first, box.king_second, box.king_set
    )  # fmt: skip
    for g in range(N_GOODS):
        copy(v.price[g], box.price[g], MAX_BOXES)
    for space in range(box.merchant_spaces):
        copy(v.merchant[space], box.merchant[space], 2)
    for card in range(box.cards):
        copy(v.effect[card], box.effect[card], box.effect.shape[1])
    copy(v.passive, box.passive, MAX_CARDS)
    copy(v.bonus, box.bonus, MAX_CARDS)
    copy(v.cost_coins, box.cost_coins, MAX_CARDS)
    copy(v.cost_flowers, box.cost_flowers, MAX_CARDS)
    copy(v.temple_flowers, box.temple_flowers, MAX_COLUMNS)
    copy(v.temple_section, box.temple_section, MAX_COLUMNS)
    copy(v.section_points, box.section_points, v.section_points.shape[0])
    copy(v.section_penalty, box.section_penalty, v.section_penalty.shape[0])
    copy(v.king_spaces, box.king_spaces, N_KING_ROWS)
    for row in range(N_KING_ROWS):
        copy(v.king_coins[row], box.king_coins[row], MAX_SPACES)
        copy(v.king_flowers[row], box.king_flowers[row], MAX_SPACES)
        for space in range(MAX_SPACES):
            copy(v.king_goods[row, space], box.king_goods[row, space], N_GOODS)
    copy(v.order_type, box.order_type, MAX_ORDERS)
    copy(v.order_points, box.order_points, MAX_ORDERS)
    copy(v.order_coins, box.order_coins, MAX_ORDERS)
    for order in range(box.orders):
        copy(v.order_goods[order], box.order_goods[order], N_GOODS)
    for kind in range(box.basket_kinds):
        copy(v.basket_goods[kind], box.basket_goods[kind], 2)
    copy(v.basket_price, box.basket_price, MAX_BASKET_KINDS)
    copy(v.offering_points, box.offering_points, N_GOODS)
    copy(v.stall_first, box.stall_first, N_GOODS)
    copy(v.stall_second, box.stall_second, N_GOODS)
    copy(v.bonus_points, box.bonus_points, N_BONUSES)


@inlined
def lay_board(s, box):
    """Put the market together of its parts."""
    v = s.views[0]
    corners = s.market_deck  # as room: the deck is laid later
    for part in range(N_PARTS):
        corners[part] = part
    if not box.fixed_board:
        open_stream(s.scratch, s.seed, s.game, CHANCE)
        shuffle(corners, N_PARTS, s.scratch)
    for corner in range(N_PARTS):
        part = np.int64(corners[corner])
        face = 0 if box.fixed_board else below(s.scratch, 2)
        for k in range(STALLS_OF_PART):
            stall = np.int64(box.place[part, corner, face, k])
            v.stall[stall] = box.part_stall[part, k]
            v.silhouette[stall] = box.part_silhouette[part, k]


@inlined
def lay_cards(s, box):
    """Give every player the basic cards, and lay out market cards."""
    v = s.views[0]
    for p in range(s.players):
        for card in range(box.basics):
            v.cards[p, card] = IN_HAND
    left = 0
    for card in range(box.basics, box.cards):
        s.market_deck[left] = card
        v.unseen_cards[card] = 1
        left += 1
    for i in range(left, MAX_CARDS):
        s.market_deck[i] = 0
    v.deck_left = left
    open_stream(s.scratch, s.seed, s.game, _MARKET_DECK)
    shuffle(s.market_deck, left, s.scratch)
    for place in range(box.display):
        v.display[place] = draw_card(s)


@inlined
def draw_card(s):
    """Return the top card of the market deck, or EMPTY."""
    v = s.views[0]
    if v.deck_left == 0:
        return EMPTY
    v.deck_left -= 1
    card = np.int64(s.market_deck[v.deck_left])
    if v.deck_known > v.deck_left:
        v.deck_known = v.deck_left
        v.deck_bottom[v.deck_left] = 0
    v.unseen_cards[card] = 0
    return card


@inlined
def lay_orders(s, box):
    """Shuffle the stacks of orders, and put one on each restaurant stall."""
    v = s.views[0]
    for order in range(box.orders):
        t = np.int64(box.order_type[order])
        s.stack[t, v.stack_left[t]] = order
        v.stack_left[t] += 1
        v.unseen_orders[order] = 1
    for t in range(N_TYPES):
        open_stream(s.scratch, s.seed, s.game, _STACKS + t)
        shuffle(s.stack[t], np.int64(v.stack_left[t]), s.scratch)
        s.removed[t] = EMPTY
        if box.removed_orders and v.stack_left[t]:
            v.stack_left[t] -= 1
            s.removed[t] = s.stack[t, v.stack_left[t]]
    for stall in range(N_STALLS):
        if v.stall[stall] == RESTAURANT:
            v.order_at[stall] = draw_order(s)


@inlined
def draw_order(s):
    """Return the top order of the lowest-numbered stack that has one, or EMPTY."""
    v = s.views[0]
    for t in range(N_TYPES):
        if v.stack_left[t]:
            v.stack_left[t] -= 1
            order = np.int64(s.stack[t, v.stack_left[t]])
            v.unseen_orders[order] = 0
            return order
    return EMPTY


@inlined
def lay_baskets(s, box):
    """Give every player what the players start with, and put a basket on each basket stall."""
    v = s.views[0]
    left = 0
    for kind in range(box.basket_kinds):
        for _ in range(box.basket_count[kind]):
            s.bag[left] = kind
            left += 1
        v.unseen_baskets[kind] = box.basket_count[kind]
    v.bag_left = left
    open_stream(s.scratch, s.seed, s.game, _BAG)
    shuffle(s.bag, left, s.scratch)
    for p in range(s.players):
        v.coins[p] = box.start_coins + p * box.coins_per_seat
        v.rowers[p], v.stalls_left[p], v.disks_left[p] = box.start_rowers, box.stalls, box.disks
    if box.asymmetric:
        deal_boats(s, box)
    else:
        for p in range(s.players):
            v.baskets[p] = box.boat_baskets
            copy(v.room[p], box.boat_room, N_GOODS)
    for stall in range(N_STALLS):
        if v.stall[stall] == BASKET:
            v.basket_at[stall] = draw_basket(s)


@inlined
def deal_boats(s, box):
    """Deal two baskets to each player; who has the cheaper ones gets the difference in coins."""
    v = s.views[0]
    highest = 0
    for p in range(s.players):
        worth = 0
        for _ in range(2):
            kind = draw_basket(s)
            worth += box.basket_price[kind]
            hang_basket(s, box, p, kind)
        s.keys[p, 0] = (worth + 1) // 2
        highest = max(highest, s.keys[p, 0])
    for p in range(MAX_PLAYERS):
        if p < s.players:
            v.coins[p] += highest - s.keys[p, 0]
        s.keys[p, 0] = 0


@inlined
def draw_basket(s):
    """Return the kind of a basket tile from the bag, or EMPTY."""
    v = s.views[0]
    if v.bag_left == 0:
        return EMPTY
    v.bag_left -= 1
    kind = np.int64(s.bag[v.bag_left])
    v.unseen_baskets[kind] -= 1
    return kind


@inlined
def hang_basket(s, box, p, kind):
    """Put a basket tile on a boat: room for one of each of its goods."""
    v = s.views[0]
    v.baskets[p] += 1
    s.basket_tiles[p, kind] += 1
    v.room[p, box.basket_goods[kind, 0]] += 1
    v.room[p, box.basket_goods[kind, 1]] += 1
