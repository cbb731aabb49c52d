"""Sirvam o Rei: the state of a game, what each seat knows of it, and the moves.

Glossary
--------
recipe
    A card. Its *kind* is the index of its value among the values of the box in ascending order; `EMPTY` is no card.
place
    Where a recipe lies before a player, counted from 0. When a recipe leaves, the last one moves into its place.
pile, discard
    The recipes to draw from; the recipe last discarded.
pantry
    The race of the others to throw a matching recipe at a discard.
banquet, caller
    The end that a player calls with "Sirvam o Rei!", and that player.
helpers
    Cards won in the full game: put in secretly, taken in order of finish.
knowers
    A set of seats as bits: bit p is set where seat p knows the recipe.
"""

from __future__ import annotations

import numpy as np

from .edition import GAMES_IN_MATCH, MAX_CARDS, MAX_HAND, MAX_KINDS, MAX_PLAYERS, N_HELPERS

EMPTY = -1  # no card, no seat, no place
UNKNOWN = 99  # in a view: a card whose value this seat does not know; also: no value

# Decisions: what a seat is asked.
(
    ON_TURN,  # draw, or call the banquet
    ON_DRAWN,  # discard the drawn recipe, or replace one with it
    IN_PANTRY,  # throw a recipe at the discard, or pass
    ON_LOOK,  # look at a recipe (effect), or decline
    ON_OFFER,  # choose an own recipe to swap (effect), or decline
    ON_SWAP,  # choose the other player's recipe that it is swapped with
    ON_LOOKED,  # swap an own recipe with the one just looked at, or decline
    ON_PUT_IN,  # put a Helper card in
    ON_TAKE,  # take a Helper card
) = range(9)

# Kinds of move, and which of a move's fields they use.
(
    DRAW,
    CALL,
    DISCARD,
    REPLACE,  # place
    PASS,
    THROW,  # place
    DECLINE,
    LOOK,  # player, place
    OFFER,  # place
    SWAP,  # player, place
    PUT_IN,  # helper
    TAKE,  # helper
) = range(12)

MOVE = np.dtype(
    [
        ("kind", np.int8),
        ("player", np.int8),  # whose recipe; the mover's own seat where there is no choice
        ("place", np.int8),  # EMPTY where the move names none
        ("helper", np.int8),  # what the Helper card shows; EMPTY where the move names none
    ]
)

# The most legal moves at once: an effect that looks at any card on the table, or declines.
MAX_MOVES = MAX_CARDS + 1

# What one seat knows. Seats are counted from 0 round the table, the same for all.
VIEW = np.dtype(
    [
        ("turn", np.int32),  # turns begun in this game, this one included
        ("seat", np.int8),  # whose view this is
        ("players", np.int8),
        ("decision", np.int8),  # ON_TURN …, set when this seat is asked
        ("active", np.int8),  # whose turn it is
        ("king", np.int8),  # BELL …
        ("game", np.int8),  # which game of the match, from 0
        ("games", np.int8),  # games in the match: 1 or 3
        ("caller", np.int8),  # who called the banquet; EMPTY: nobody yet
        ("pile", np.int8),  # recipes left to draw
        ("drawn", np.int8),  # value drawn by this seat and not yet placed; UNKNOWN: none
        ("discard", np.int8),  # value last discarded; UNKNOWN: none
        ("match_low", np.int8),  # the values that match the discard: two neighbours under the purple king,
        ("match_high", np.int8),  # else the same value twice; UNKNOWN: no such value
        ("looked_player", np.int8),  # ON_LOOKED: whose recipe was looked at; else EMPTY
        ("looked_place", np.int8),  # ON_LOOKED: its place; ON_SWAP: the own place that was offered; else EMPTY
        ("cards", np.int8, MAX_PLAYERS),  # recipes before each seat
        ("known", np.int8, (MAX_PLAYERS, MAX_HAND)),  # value by seat and place; UNKNOWN
        ("knowers", np.int8, (MAX_PLAYERS, MAX_HAND)),  # who knows it (public), by seat and place
        ("kinds", np.int8),  # different values in the box
        ("value", np.int8, MAX_KINDS),  # by kind, ascending
        ("unseen", np.int8, MAX_KINDS),  # copies that this seat has not located: face down, unknown to it; by kind
        ("effect", np.int8, MAX_KINDS),  # by kind: NO_EFFECT …
        ("sea", np.int8, MAX_KINDS),  # by kind: 1 a sea creature
        ("speed", np.int32, MAX_PLAYERS),  # weight of each seat in a race
        ("helpers", np.int8, N_HELPERS),  # what the Helper cards of a set show
        ("helpers_left", np.int8, N_HELPERS),  # 1 where this seat has still to use that card of its set
        ("helper_pile", np.int8, N_HELPERS),  # open Helper cards to take from, by card of the set
        # Helper cards that all together put in, by game and card of the set; 0 until that pile is opened.
        ("helper_piles", np.int8, (GAMES_IN_MATCH, N_HELPERS)),
        ("helpers_won", np.int8, MAX_PLAYERS),  # helpers each seat has taken
        ("twos_won", np.int8, MAX_PLAYERS),  # cards with 2 helpers each seat has taken
    ],
    align=True,
)

# Counted for each seat, in this order.
TALLIES = ("replaced", "thrown", "mistakes", "penalties", "looks", "swaps", "called")
REPLACED, THROWN, MISTAKES, PENALTIES, LOOKS, SWAPS, CALLED = range(7)

STATE = np.dtype(
    [
        ("seed", np.uint64),
        ("game", np.uint64),  # index of the game: with the seed it names every stream
        ("race", np.uint64, 4),  # the stream that decides who is fastest
        ("turn", np.int32),  # turns begun in this game of the match
        ("players", np.int8),
        ("seat", np.int8),  # who decides next
        ("decision", np.int8),  # what: ON_TURN …
        ("over", np.int8),  # 1: the game is over
        ("active", np.int8),  # whose turn it is
        ("caller", np.int8),  # EMPTY: nobody has called
        ("king", np.int8),
        ("round", np.int8),  # game of the match, from 0
        ("pile_left", np.int8),
        ("pile", np.int8, MAX_CARDS),  # kinds; the top is pile[pile_left - 1]
        ("drawn", np.int8),  # kind in the active player's hand; EMPTY
        ("discard", np.int8),  # kind last discarded; EMPTY
        ("drawn_discarded", np.int8),  # 1: the discard was drawn this turn, so its effect may be used
        ("looked_player", np.int8),
        ("looked_place", np.int8),
        ("cards", np.int8, MAX_PLAYERS),
        ("hand", np.int8, (MAX_PLAYERS, MAX_HAND)),  # kinds by place; EMPTY beyond cards[p]
        ("knowers", np.int8, (MAX_PLAYERS, MAX_HAND)),  # 0 beyond cards[p]
        ("throw", np.int8, MAX_PLAYERS),  # place each seat throws from, secret until all have decided; EMPTY: passed
        ("putting_in", np.int8),  # seats that have still to put a Helper card in
        ("put_in", np.int8, MAX_PLAYERS),  # card of the set put in, secret; EMPTY
        ("used", np.int8, (MAX_PLAYERS, GAMES_IN_MATCH)),  # the same for each game of the match
        ("helpers_left", np.int8, (MAX_PLAYERS, N_HELPERS)),
        ("helper_pile", np.int8, N_HELPERS),
        ("order", np.int8, MAX_PLAYERS),  # seats in order of finish, when helpers are taken
        ("taking", np.int8),  # how many have taken
        ("helpers_won", np.int8, MAX_PLAYERS),
        ("twos_won", np.int8, MAX_PLAYERS),
        ("kings", np.int8, GAMES_IN_MATCH),  # king of each game; EMPTY beyond
        ("ended", np.int8, GAMES_IN_MATCH),  # 0: by a banquet, 1: the pile ran out; EMPTY: not yet
        ("callers", np.int8, GAMES_IN_MATCH),
        ("pile_at_end", np.int8, GAMES_IN_MATCH),
        ("turns", np.int16, MAX_PLAYERS),  # taken by each seat in the whole match
        ("hand_total", np.int16, MAX_PLAYERS),  # summed over the games ended
        ("tally", np.int16, (MAX_PLAYERS, len(TALLIES))),
        ("taken", np.int16, (MAX_PLAYERS, MAX_KINDS)),  # drawn recipes kept, by kind
        ("n_used", np.int8, MAX_PLAYERS),  # room to redeal in: Helper cards each seat has put in
        ("keys", np.int64, (MAX_PLAYERS, 2)),  # room to rank in: the larger, the better
        ("scratch", np.uint64, 4),  # room for a stream that is used up at once
        ("views", VIEW, MAX_PLAYERS),
    ],
    align=True,
)
