"""Sunny Day Sardines: the state of a game, what each seat knows of it, and the moves.

Glossary
--------
sardine card
    Shows one fish, or two of the same or of different colours. Its *kind* is its row in the table `sardines`.
market
    The sardine cards to gather from, by space; `EMPTY` is a space without a card.
order
    Its *kind* is its row in the table `orders`. The *display* is the orders to choose from, by space.
gather
    To take exactly two fish from the market: two cards with one fish each, or one card with two.
payment
    Sardine cards from the hand that cover an order, none of which can be left out; packed as four bits for each kind.
overpaid
    Fish paid beyond what the order asks for.
hidden
    Cards dealt at the start: the others do not know them until they are played.
"""

from __future__ import annotations

import numpy as np

from .edition import MAX_DISPLAY, MAX_KINDS, MAX_MARKET, MAX_ORDER_KINDS, MAX_ORDERS, MAX_PLAYERS, MAX_SARDINES, N_COLOURS

EMPTY = -1  # no card, no space

# Decisions: what a seat is asked.
(
    ON_TURN,  # gather two fish, or fill an order
    ON_PAY,  # choose the payment for the order
    ON_DISCARD,  # choose a card to discard, down to the hand limit
) = range(3)

# Kinds of move, and which of a move's fields they use.
(
    GATHER,  # first, second: spaces of the market; second EMPTY for a card with two fish
    FILL,  # first: space of the display
    PAY,  # cards
    DISCARD,  # first: kind of card
    SKIP,  # nothing can be gathered or filled: pass
) = range(5)

BITS = 4  # of a payment for each kind
MOVE = np.dtype(
    [
        ("cards", np.uint64),  # PAY: how many of each kind, BITS bits each; 0 where the move names none
        ("kind", np.int8),
        ("first", np.int8),
        ("second", np.int8),
    ],
    align=True,
)

# No payment contains another, so there are at most 10 choose 5 = 252 from the largest hand (Sperner); a market and a
# display offer fewer moves.
MAX_MOVES = 256

# What one seat knows. Seats are counted from 0 round the table, the same for all.
VIEW = np.dtype(
    [
        ("turn", np.int32),  # turns begun, this one included
        ("seat", np.int8),  # whose view this is
        ("players", np.int8),
        ("decision", np.int8),  # ON_TURN …, set when this seat is asked
        ("last_round", np.int8),  # 1: the last order is on display; the round is finished
        ("hand_limit", np.int8),
        ("kinds", np.int8),  # kinds of sardine card
        ("order_kinds", np.int8),
        ("deck", np.int16),  # sardine cards left to draw
        ("orders_left", np.int16),  # order cards left to turn up
        ("order", np.int8),  # ON_PAY: kind of the order to pay for; else EMPTY
        ("market", np.int8, MAX_MARKET),  # kinds by space; EMPTY
        ("display", np.int8, MAX_DISPLAY),  # kinds by space; EMPTY
        ("hand", np.int8, MAX_KINDS),  # own cards by kind
        ("known", np.int8, (MAX_PLAYERS, MAX_KINDS)),  # cards everyone knows a seat to hold, by kind; own: all of them
        ("hidden", np.int8, MAX_PLAYERS),  # further cards a seat holds; own: 0
        ("cards", np.int8, MAX_PLAYERS),  # cards in each hand
        ("points", np.int16, MAX_PLAYERS),  # of each seat's filled orders
        ("filled", np.int8, MAX_PLAYERS),  # orders filled by each seat
        ("unseen", np.int8, MAX_KINDS),  # sardine cards in the deck and hidden in other hands, by kind
        ("discards", np.int8, MAX_KINDS),  # in the discard pile, by kind
        ("unseen_orders", np.int8, MAX_ORDER_KINDS),  # order cards still to turn up, by kind
        ("fish", np.int8, (MAX_KINDS, N_COLOURS)),  # on a card of each kind, by colour
        ("type", np.int8, MAX_ORDER_KINDS),  # REGULAR, SPECIAL, MIXED_BAG, by kind of order
        ("needs", np.int8, (MAX_ORDER_KINDS, N_COLOURS)),  # of a regular order, by colour
        ("alike", np.int8, MAX_ORDER_KINDS),  # fish of one colour (special) or of different ones (mixed bag)
        ("worth", np.int16, MAX_ORDER_KINDS),  # points of an order
    ],
    align=True,
)

# Counted for each seat, in this order.
TALLIES = ("overpaid", "passes", "singles", "doubles", "discarded")
OVERPAID, PASSES, SINGLES, DOUBLES, DISCARDED = range(5)

STATE = np.dtype(
    [
        ("seed", np.uint64),
        ("game", np.uint64),  # index of the game: with the seed it names every stream
        ("turn", np.int32),  # turns begun
        ("players", np.int8),
        ("seat", np.int8),  # who decides next
        ("decision", np.int8),
        ("over", np.int8),
        ("active", np.int8),  # whose turn it is
        ("last_round", np.int8),
        ("order", np.int8),  # space of the order being paid for; EMPTY
        ("deck_left", np.int16),
        ("deck", np.int8, MAX_SARDINES),  # kinds; the top is deck[deck_left - 1]
        ("orders_left", np.int16),
        ("order_deck", np.int8, MAX_ORDERS),  # kinds; the top is order_deck[orders_left - 1]
        ("market", np.int8, MAX_MARKET),
        ("display", np.int8, MAX_DISPLAY),
        ("discards", np.int8, MAX_KINDS),  # by kind
        ("shuffles", np.int32),  # of the sardine deck, the first one included
        ("hand", np.int8, (MAX_PLAYERS, MAX_KINDS)),
        ("fish", np.int8, (MAX_PLAYERS, N_COLOURS)),  # in each hand, by colour
        ("cards", np.int8, MAX_PLAYERS),
        ("known", np.int8, (MAX_PLAYERS, MAX_KINDS)),  # cards everyone knows a seat to hold
        ("points", np.int16, (MAX_PLAYERS, 3)),  # by type of order
        ("filled", np.int16, MAX_PLAYERS),
        ("turns", np.int16, MAX_PLAYERS),
        ("tally", np.int16, (MAX_PLAYERS, len(TALLIES))),
        ("taken", np.int16, (MAX_PLAYERS, MAX_ORDER_KINDS)),  # orders filled, by kind
        ("keys", np.int64, (MAX_PLAYERS, 3)),  # room to rank in: the larger, the better
        ("earlier", np.int8, MAX_MARKET),  # room to list gathers in: earlier spaces with the same kind
        ("useful", np.int8, MAX_KINDS),  # room to list payments in: kinds of use
        ("paid", np.int64, N_COLOURS),  # and fish by colour,
        ("cost", np.int16, MAX_MOVES),  # and what each payment costs
        ("scratch", np.uint64, 4),  # room for a stream that is used up at once
        ("views", VIEW, MAX_PLAYERS),
    ],
    align=True,
)
