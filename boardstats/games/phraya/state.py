"""Phraya: the state of a game, what the players know of it, and the moves.

All of Phraya lies open but for the order of the market deck, of the stacks of orders and of the basket bag, and which
orders two players leave out: every player knows
the same, and there is one view for all, whose `seat` is the one that is asked.

Glossary
--------
section
    A channel section between two crossings, where a boat may be; it has two stalls. See `board` for the numbers.
crossing
    Where four sections meet; the barge is on one.
card
    A basic card or a market card, by its number: basic cards as in their table, then the market cards. Every player has
    the same basic cards.
tithe
    A royal offering: a disk on a space of the King's Chart. Its *row* is coins, flowers or goods.
offering
    A disk on the Temple Chart: by good and column.
silhouette
    Marks the goods stalls that players may own.
box
    A place of the price chart; prices are known by their box, from 0.
"""

from __future__ import annotations

import numpy as np

from .board import N_STALLS
from .counting import ITEMS, PAD
from .edition import (
    EFFECTS,
    MAX_BASKET_KINDS,
    MAX_BASKETS,
    MAX_BOXES,
    MAX_CARDS,
    MAX_COLUMNS,
    MAX_DISPLAY,
    MAX_ORDERS,
    MAX_PLAYERS,
    MAX_SECTIONS,
    MAX_SPACES,
    MAX_SPACES_OF_MERCHANT,
    N_BONUSES,
    N_GOODS,
    N_KING_ROWS,
    N_TYPES,
    PRICE_ROUNDS,
)

EMPTY = -1  # no stall, no card, no disk, no order, no seat

# Decisions: what a seat is asked.
(
    ON_BOAT,  # set-up: choose a section that leads out of the market
    ON_FIRST_STALL,  # set-up: choose a stall
    ON_CARD,  # play a card
    ON_MERCHANT,  # move the merchant, and change prices
    ON_BARGE,  # move the barge
    ON_ROWING,  # an effect: move the boat an exact number of sections
    ON_GOODS,  # an effect: discard goods for flowers, one after the other
    ON_FLOWERS,  # an effect: discard flowers for coins
    ON_REFRESH,  # put the first market card under the deck, or not
    ON_MOVE,  # move the boat
    ON_ACTION,  # interact with a stall or the King, or end the turn
) = range(11)

# Kinds of move, and which of a move's fields they use; the others are EMPTY.
(
    LAUNCH,  # first: section
    FOUND,  # first: stall
    PLAY,  # first: card
    STEER,  # first: space for the merchant; second: which of its goods (0, 1) gets the first price change
    BARGE,  # first: crossing
    ROW,  # first: section
    DROP,  # first: good to discard for flowers; EMPTY: no more
    CASH,  # first: how many flowers to discard for coins
    REFRESH,  # first: 1 to refresh the market, 0 not to
    MOVE_BOAT,  # first: section
    BUY,  # first: stall; second: how many goods; third: how many of them for a favor each
    SELL,  # first: stall; second: how many goods
    BUY_BASKET,  # first: stall; second: favors used (0, 1)
    HIRE,  # first: stall; second: the good given for a rower; EMPTY: a favor
    DELIVER,  # first: stall
    OFFER,  # first: stall; second: good; third: favors used (0, 1)
    BUY_CARD,  # first: stall; second: place on display; third: 0 for coins, 1 for flowers
    BUY_STALL,  # first: administration stall; second: the stall acquired
    TITHE,  # first: row of the King's Chart; second: space
    END_TURN,
) = range(20)

MOVE = np.dtype([("kind", np.int8), ("first", np.int8), ("second", np.int8), ("third", np.int8)], align=True)
MAX_MOVES = 512

# End conditions, as bits.
TITHE_COMPLETED, BUDDHA_WORSHIPPED, SUPREMACY = 1, 2, 4

IN_HAND, IN_DISCARD = 1, 2  # where a seat's card is; 0: it has no such card

# What the players know: all that lies open. Seats are counted from 0 round the table; arrays by seat come first of all.
VIEW = np.dtype(
    [
        ("turn", np.int32),  # turns begun
        ("seat", np.int8),  # who is asked
        ("players", np.int8),
        ("decision", np.int8),  # ON_BOAT …
        ("conditions", np.int8),  # end conditions that are met, as bits
        # The turn.
        ("played", np.int8),  # the card played in this turn; EMPTY
        ("blocked", np.int8),  # 1: this turn began with the boat blocked by the barge
        ("visited", np.int8, 2),  # 1: the stall at the boat's section (2 section + 0, 1) was interacted with in this turn
        ("tithed", np.int8),  # 1: there was a royal offering in this turn
        # Places.
        ("barge", np.int8),  # crossing
        ("boat", np.int8, MAX_PLAYERS),  # section; EMPTY
        ("stall", np.int8, N_STALLS),  # kind: a good, BASKET …
        ("silhouette", np.int8, N_STALLS),  # 1: may be owned
        ("owner", np.int8, N_STALLS),  # seat; EMPTY
        ("order_at", np.int8, N_STALLS),  # order on a restaurant stall; EMPTY
        ("basket_at", np.int8, N_STALLS),  # kind of basket on a basket stall; EMPTY
        # Charts and displays.
        ("price_box", np.int8, N_GOODS),
        ("merchant_at", np.int8),  # space, from 0
        ("display", np.int8, MAX_DISPLAY),  # market cards by place; EMPTY
        ("temple_disk", np.int8, (N_GOODS, MAX_COLUMNS)),  # seat; EMPTY
        ("king_disk", np.int8, (N_KING_ROWS, MAX_SPACES)),  # seat; EMPTY
        # What the players have.
        ("coins", np.int16, MAX_PLAYERS),
        ("flowers", np.int8, MAX_PLAYERS),
        ("favors", np.int8, MAX_PLAYERS),
        ("goods", np.int8, (MAX_PLAYERS, N_GOODS)),
        ("room", np.int8, (MAX_PLAYERS, N_GOODS)),  # goods of each kind that the baskets hold at most
        ("baskets", np.int8, MAX_PLAYERS),
        ("rowers", np.int8, MAX_PLAYERS),
        ("stalls_left", np.int8, MAX_PLAYERS),  # not yet on the board
        ("disks_left", np.int8, MAX_PLAYERS),
        ("stalls", np.int8, (MAX_PLAYERS, N_GOODS)),  # on the board, by good
        ("offerings", np.int8, (MAX_PLAYERS, N_GOODS)),  # disks on the Temple Chart
        ("section_disks", np.int8, (MAX_PLAYERS, MAX_SECTIONS)),  # disks in each of its sections
        ("tithes", np.int8, (MAX_PLAYERS, N_KING_ROWS)),  # disks in each row of the King's Chart
        ("orders", np.int8, MAX_PLAYERS),  # filled
        ("order_vp", np.int16, MAX_PLAYERS),  # their points
        ("cards", np.int8, (MAX_PLAYERS, MAX_CARDS)),  # IN_HAND, IN_DISCARD, or 0
        # The supply.
        ("flowers_left", np.int8),
        ("favors_left", np.int8),
        ("rowers_left", np.int8),
        ("goods_left", np.int8, N_GOODS),
        ("deck_left", np.int8),  # market cards
        ("deck_known", np.int8),  # of them, known: those that were put under the deck
        ("deck_bottom", np.int8, MAX_CARDS),  # these, the lowest first
        ("stack_left", np.int8, N_TYPES),  # orders by type
        ("bag_left", np.int8),  # basket tiles
        ("unseen_cards", np.int8, MAX_CARDS),  # 1: in the deck, where it is not known
        ("unseen_orders", np.int8, MAX_ORDERS),  # 1: in a stack, or taken out of the game unseen
        ("unseen_baskets", np.int8, MAX_BASKET_KINDS),  # tiles in the bag by kind
        # What is printed.
        ("boxes", np.int8),
        ("price", np.int8, (N_GOODS, MAX_BOXES)),
        ("merchant_spaces", np.int8),
        ("merchant", np.int8, (MAX_SPACES_OF_MERCHANT, 2)),
        ("basics", np.int8),  # basic cards: 0 … basics - 1
        ("n_cards", np.int8),
        ("effect", np.int8, (MAX_CARDS, len(EFFECTS))),  # in the order of EFFECTS
        ("passive", np.int8, MAX_CARDS),  # index into PASSIVES
        ("bonus", np.int8, MAX_CARDS),  # index into BONUSES; EMPTY
        ("cost_coins", np.int8, MAX_CARDS),
        ("cost_flowers", np.int8, MAX_CARDS),
        ("columns", np.int8),
        ("temple_flowers", np.int8, MAX_COLUMNS),
        ("temple_section", np.int8, MAX_COLUMNS),
        ("n_sections", np.int8),
        ("section_points", np.int8, MAX_SECTIONS),
        ("section_penalty", np.int8, MAX_SECTIONS),
        ("king_spaces", np.int8, N_KING_ROWS),
        ("king_coins", np.int8, (N_KING_ROWS, MAX_SPACES)),
        ("king_flowers", np.int8, (N_KING_ROWS, MAX_SPACES)),
        ("king_goods", np.int8, (N_KING_ROWS, MAX_SPACES, N_GOODS)),
        ("order_type", np.int8, MAX_ORDERS),
        ("order_goods", np.int8, (MAX_ORDERS, N_GOODS)),
        ("order_points", np.int8, MAX_ORDERS),
        ("order_coins", np.int8, MAX_ORDERS),
        ("basket_goods", np.int8, (MAX_BASKET_KINDS, 2)),
        ("basket_price", np.int8, MAX_BASKET_KINDS),
        ("basket_spaces", np.int8),
        ("max_rowers", np.int8),
        ("stall_price", np.int8),
        ("stall_discount_price", np.int8),
        ("temple_discount", np.int8),
        ("coins_per_point", np.int8),
        ("king_first", np.int8),
        ("king_second", np.int8),
        ("king_set", np.int8),
        ("offering_points", np.int8, N_GOODS),
        ("stall_first", np.int8, N_GOODS),
        ("stall_second", np.int8, N_GOODS),
        ("bonus_points", np.int8, N_BONUSES),
    ],
    align=True,
)

# Counted for each seat, in this order.
TALLIES = (
    *("bought_goods", "sold_goods", "cards_bought", "stalls_bought", "baskets_bought", "rowers_hired"),
    *("favors_used", "blessings", "owner_flowers", "retrievals", "price_changes", "barge_moves", "blocked_turns"),
)
BOUGHT_GOODS, SOLD_GOODS, CARDS_BOUGHT, STALLS_BOUGHT, BASKETS_BOUGHT, ROWERS_HIRED = range(6)
FAVORS_USED, BLESSINGS, OWNER_FLOWERS, RETRIEVALS, PRICE_CHANGES, BARGE_MOVES, BLOCKED_TURNS = range(6, len(TALLIES))

STATE = np.dtype(
    [
        ("seed", np.uint64),
        ("game", np.uint64),  # index of the game: with the seed it names every stream
        ("turn", np.int32),  # turns begun
        ("players", np.int8),
        ("seat", np.int8),  # who decides next
        ("decision", np.int8),
        ("over", np.int8),
        ("market_deck", np.int8, MAX_CARDS),  # the top is market_deck[deck_left - 1]
        ("stack", np.int8, (N_TYPES, MAX_ORDERS)),  # orders by type: stack_left of them, the top last
        ("removed", np.int8, N_TYPES),  # the order of each type that a game of two leaves out; EMPTY
        ("bag", np.int8, MAX_BASKETS),  # kinds of basket; the top is bag[bag_left - 1]
        ("basket_tiles", np.int8, (MAX_PLAYERS, MAX_BASKET_KINDS)),  # basket tiles of each seat by kind
        ("turns", np.int16, MAX_PLAYERS),
        ("tally", np.int16, (MAX_PLAYERS, len(TALLIES))),
        ("prices", np.int8, (N_GOODS, PRICE_ROUNDS)),  # after each of the first rounds; 0 later
        ("taken", np.int16, (MAX_PLAYERS, MAX_CARDS + MAX_ORDERS)),  # market cards bought, then orders filled, by number
        ("pads", PAD, MAX_PLAYERS),  # room to score in: what each seat has at the end
        ("items", np.int64, (MAX_PLAYERS, len(ITEMS))),  # and its points by category
        ("keys", np.int64, (MAX_PLAYERS, 3)),  # room to rank in: the larger, the better
        ("scratch", np.uint64, 4),  # room for a stream that is used up at once
        ("views", VIEW, 1),
    ],
    align=True,
)
