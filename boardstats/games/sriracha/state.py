"""Sriracha: the state of a game, what each seat knows of it, and the moves.

Glossary
--------
ship
    A card with a number, which is bid, and a cargo of construction materials. Its index is its row in the table `ships`.
tile
    A construction project: its picture, the materials it needs, its points and rewards. Its index is its row in `tiles`.
row
    Ships with a tile on each, to the right of the port. A place in a row is the number of ships between it and the port,
    which is also the fare; rows close up when a ship is taken.
bid
    The ship a player puts down for the turn order; the highest number goes first.
cargo
    Materials on the ship of the player whose turn it is; what is left there at the end of the turn is returned.
site
    A construction site on a player's board; the rewards of the tile on it are laid out in its colour.
warehouse
    Slots for one colour each. Who keeps the cubes of a colour together needs as many slots as hold them, rounded up, so
    that the number of cubes by colour says all.
pass
    All players bid, then each takes a turn, in order; a round has as many passes as the hands have ships.
"""

from __future__ import annotations

import numpy as np

from .edition import (
    MAX_PICTURES,
    MAX_PLAYERS,
    MAX_ROW,
    MAX_SHIPS,
    MAX_SITES,
    MAX_TILES,
    MAX_TURNS,
    N_COLOURS,
    N_ROWS,
)

EMPTY = -1  # no ship, no tile, no seat

# Decisions: what a seat is asked.
(
    ON_BID,  # choose a ship of the hand, unseen by the others
    ON_SHIP,  # choose a ship of the rows
    ON_FARE,  # choose which materials of the warehouse pay for it
    ON_TURN,  # manage projects, until satisfied
) = range(4)

# Kinds of move, and which of a move's fields they use.
(
    BID,  # first: ship
    TAKE,  # first: row; second: place in it
    PAY,  # cubes: what is paid
    PLACE,  # first: site for the tile
    COMPLETE,  # first: site
    BUILD,  # move to a site. first: site; second: colour; third: FROM_SHIP, FROM_WAREHOUSE
    STORE,  # move to the warehouse. first: colour
    EXCHANGE,  # first: colour given, two of it; second: colour wanted; third: how many of the two are from the warehouse
    DISCARD,  # from the warehouse. first: colour
    STOP,  # satisfied
) = range(10)
FROM_SHIP, FROM_WAREHOUSE = range(2)

BITS = 4  # of `cubes` for each colour
MOVE = np.dtype(
    [
        ("cubes", np.uint16),  # PAY: how many of each colour, BITS bits each; else 0
        ("kind", np.int8),
        ("first", np.int8),
        ("second", np.int8),
        ("third", np.int8),
    ],
    align=True,
)
MAX_MOVES = 256  # at most 220 ways to pay (9 of 4 colours)

# Where a ship is, as `where` says. Of a seat: + seat.
UNSEEN = -1  # in a view: in another hand, or the pile
PILE = 0  # to the left of the port
ROW = 1  # in a row
IN_HAND = 2
IN_PORT = IN_HAND + MAX_PLAYERS  # on a player's port slot: taken in this round

# What one seat knows. Seats are counted from 0 round the table, the same for all; arrays by seat come first of all.
VIEW = np.dtype(
    [
        ("turn", np.int32),  # turns begun by all seats, this one included
        ("seat", np.int8),  # whose view this is
        ("players", np.int8),
        ("decision", np.int8),  # ON_BID …, set when this seat is asked
        ("current_round", np.int8),  # from 0
        ("rounds", np.int8),
        ("active", np.int8),  # whose turn it is; EMPTY while bidding
        ("bids", np.int8, MAX_PLAYERS),  # ships bid in this pass, when shown (own: when chosen); EMPTY
        ("order", np.int8, MAX_PLAYERS),  # seats in turn order, when bids are shown; EMPTY
        ("where", np.int8, MAX_SHIPS),  # UNSEEN, PILE, ROW, IN_HAND + seat, IN_PORT + seat
        ("row", np.int8, (N_ROWS, MAX_ROW)),  # ships by place; EMPTY
        ("row_tile", np.int8, (N_ROWS, MAX_ROW)),  # the tiles on them; EMPTY
        ("unseen_tiles", np.int8, MAX_TILES),  # 1: in the pile of tiles
        ("supply", np.int8, N_COLOURS),
        ("cargo", np.int8, N_COLOURS),  # on the ship of the active seat
        ("tile", np.int8),  # taken in this turn and not yet placed; EMPTY
        ("fare", np.int8),  # ON_FARE: materials to pay; else 0
        ("warehouse", np.int8, (MAX_PLAYERS, N_COLOURS)),
        ("site_tile", np.int8, (MAX_PLAYERS, MAX_SITES)),  # EMPTY
        ("site_cubes", np.int8, (MAX_PLAYERS, MAX_SITES, N_COLOURS)),
        ("site_rewards", np.int8, (MAX_PLAYERS, MAX_SITES)),  # materials laid out, in the colour of the site
        ("last_ship", np.int8, MAX_PLAYERS),  # taken last by each seat; EMPTY
        ("completed", np.int8, MAX_PLAYERS),  # projects
        ("pictures", np.int8, (MAX_PLAYERS, MAX_PICTURES)),  # completed projects by picture
        ("points", np.int16, MAX_PLAYERS),  # of completed projects, without bonus
        ("failed", np.int16, MAX_PLAYERS),  # materials that failed projects needed
        # What is printed.
        ("ships", np.int8),
        ("tiles", np.int8),
        ("sites", np.int8),
        ("slots", np.int8),
        ("slot_size", np.int8),
        ("set_size", np.int8),
        ("set_points", np.int8),
        ("site_colour", np.int8, MAX_SITES),
        ("number", np.int8, MAX_SHIPS),
        ("ship_cargo", np.int8, (MAX_SHIPS, N_COLOURS)),
        ("picture", np.int8, MAX_TILES),
        ("needs", np.int8, (MAX_TILES, N_COLOURS)),
        ("worth", np.int8, MAX_TILES),
        ("rewards", np.int8, MAX_TILES),
    ],
    align=True,
)

# Counted for each seat, in this order.
TALLIES = ("fare_paid", "returned", "exchanges", "discarded", "stored", "short", "failed_projects")
FARE_PAID, RETURNED, EXCHANGES, DISCARDED, STORED, SHORT, FAILED_PROJECTS = range(7)

STATE = np.dtype(
    [
        ("seed", np.uint64),
        ("game", np.uint64),  # index of the game: with the seed it names every stream
        ("turn", np.int32),  # turns begun
        ("players", np.int8),
        ("seat", np.int8),  # who decides next
        ("decision", np.int8),
        ("over", np.int8),
        ("round", np.int8),
        ("step", np.int8),  # of the turn order: how many turns of this pass are over
        ("bids", np.int8, MAX_PLAYERS),  # ships; EMPTY until chosen
        ("order", np.int8, MAX_PLAYERS),  # seats; EMPTY until bids are shown
        ("where", np.int8, MAX_SHIPS),  # PILE, ROW, IN_HAND + seat, IN_PORT + seat
        ("row", np.int8, (N_ROWS, MAX_ROW)),
        ("row_tile", np.int8, (N_ROWS, MAX_ROW)),
        ("row_left", np.int8, N_ROWS),
        ("tile_deck", np.int8, MAX_TILES),  # the top is tile_deck[tiles_left - 1]
        ("tiles_left", np.int8),
        ("supply", np.int8, N_COLOURS),
        ("cargo", np.int8, N_COLOURS),
        ("tile", np.int8),
        ("fare", np.int8),
        ("hand", np.int8),  # ships left in each hand before this pass
        ("warehouse", np.int8, (MAX_PLAYERS, N_COLOURS)),
        ("site_tile", np.int8, (MAX_PLAYERS, MAX_SITES)),
        ("site_cubes", np.int8, (MAX_PLAYERS, MAX_SITES, N_COLOURS)),
        ("site_rewards", np.int8, (MAX_PLAYERS, MAX_SITES)),
        ("last_ship", np.int8, MAX_PLAYERS),
        ("completed", np.int8, MAX_PLAYERS),
        ("pictures", np.int8, (MAX_PLAYERS, MAX_PICTURES)),
        ("points", np.int16, MAX_PLAYERS),
        ("failed", np.int16, MAX_PLAYERS),
        ("turns", np.int16, MAX_PLAYERS),
        ("bid_numbers", np.int8, (MAX_PLAYERS, MAX_TURNS)),  # number bid for each turn
        ("tally", np.int16, (MAX_PLAYERS, len(TALLIES))),
        # Ships taken from the rows, then tiles taken, then tiles completed, each by index; without gaps in between.
        ("taken", np.int8, (MAX_PLAYERS, MAX_SHIPS + 2 * MAX_TILES)),
        ("keys", np.int64, (MAX_PLAYERS, 4)),  # room to rank in: the larger, the better
        ("deck", np.int8, MAX_SHIPS),  # room to shuffle ships in
        ("scratch", np.uint64, 4),  # room for a stream that is used up at once
        ("views", VIEW, MAX_PLAYERS),
    ],
    align=True,
)
