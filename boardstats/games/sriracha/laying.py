"""Sriracha: what lies on the table: the pile, the rows of ships and tiles, and cubes that come and go.

Rulebook: Setup; Phase 3. Rulings:

* Hand size times players is the number of ships in the rows, since each turn takes one ship and its tile.
* The rows are laid out at setup, and not refilled within a round.
* Where the supply runs short, what is left is taken, and the rest is lost.
"""

from __future__ import annotations

import numpy as np

from ..._jit import inlined
from ...copying import copy
from ...streams import SHUFFLE, open_stream, shuffle
from .edition import MAX_ROW, MAX_SHIPS, MAX_SITES, MAX_TILES, N_COLOURS, N_ROWS
from .state import EMPTY, PILE, ROW, SHORT

# ---- ships and tiles -------------------------------------------------------------------------------------------------


@inlined
def show_what_is_printed(view, box):
    view.ships, view.tiles, view.sites, view.rounds = box.ships, box.tiles, box.sites, box.rounds
    view.slots, view.slot_size, view.set_size, view.set_points = box.slots, box.slot_size, box.set_size, box.set_points
    copy(view.site_colour, box.site_colour, MAX_SITES)
    copy(view.number, box.number, MAX_SHIPS)
    copy(view.picture, box.picture, MAX_TILES)
    copy(view.worth, box.points, MAX_TILES)
    copy(view.rewards, box.rewards, MAX_TILES)
    for ship in range(box.ships):
        copy(view.ship_cargo[ship], box.cargo[ship], N_COLOURS)
    for tile in range(box.tiles):
        copy(view.needs[tile], box.needs[tile], N_COLOURS)
        view.unseen_tiles[tile] = 1


@inlined
def shuffle_pile(s, box):
    """Shuffle the ships of the pile into `deck`, the top last, and return how many they are; each round has a stream."""
    left = 0
    for ship in range(box.ships):
        if s.where[ship] == PILE:
            s.deck[left] = ship
            left += 1
    open_stream(s.scratch, s.seed, s.game, SHUFFLE + np.int64(s.round))
    shuffle(s.deck, left, s.scratch)
    return left


@inlined
def lay_rows(s, box, left):
    """Lay out both rows from the shuffled pile, with a tile on each ship (Phase 1)."""
    for r in range(N_ROWS):
        s.row[r, :] = EMPTY
        s.row_tile[r, :] = EMPTY
        s.row_left[r] = box.row
        for i in range(box.row):
            left -= 1
            s.row[r, i] = s.deck[left]
            s.where[s.deck[left]] = ROW
            s.tiles_left -= 1
            tile = np.int64(s.tile_deck[s.tiles_left])
            s.row_tile[r, i] = tile
            for q in range(s.players):
                s.views[q].unseen_tiles[tile] = 0
        show_row(s, r)


@inlined
def show_row(s, r):
    for q in range(s.players):
        copy(s.views[q].row[r], s.row[r], MAX_ROW)
        copy(s.views[q].row_tile[r], s.row_tile[r], MAX_ROW)


# ---- materials ---------------------------------------------------------------------------------------------------


@inlined
def supply(s, c, n):
    """Return `n` materials to the supply, or take -n from it."""
    s.supply[c] += n
    for q in range(s.players):
        s.views[q].supply[c] = s.supply[c]


@inlined
def load(s, c, n):
    """Put `n` materials onto the ship of the active seat, or take -n from it."""
    s.cargo[c] += n
    for q in range(s.players):
        s.views[q].cargo[c] = s.cargo[c]


@inlined
def store(s, p, c, n):
    """Put `n` materials into a warehouse, or take -n out of it."""
    s.warehouse[p, c] += n
    for q in range(s.players):
        s.views[q].warehouse[p, c] = s.warehouse[p, c]


@inlined
def has_room(s, box, p, c):
    """Return whether a warehouse can store one more material of a colour (one colour in each slot)."""
    slots = 0
    for k in range(N_COLOURS):
        slots += (s.warehouse[p, k] + (k == c) + box.slot_size - 1) // box.slot_size
    return slots <= box.slots


@inlined
def load_cargo(s, box, p, ship):
    """Take a ship's materials from the supply, as far as it has them."""
    for c in range(N_COLOURS):
        wanted = np.int64(box.cargo[ship, c])
        got = min(wanted, np.int64(s.supply[c]))
        s.tally[p, SHORT] += wanted - got
        if got:
            supply(s, c, -got)
            load(s, c, got)


@inlined
def is_full(s, box, p, site):
    """Return whether a site has all the materials its project needs."""
    tile = np.int64(s.site_tile[p, site])
    if tile == EMPTY:
        return False
    lacks = 0
    for c in range(N_COLOURS):
        lacks += box.needs[tile, c] - s.site_cubes[p, site, c]
    return lacks == 0
