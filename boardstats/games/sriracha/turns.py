"""Sriracha: the flow of a round, and what each thing that a player does changes.

Rulebook: Phases 1 to 3. Rulings:

* The fare is one material for each ship still lying between; it is paid from the warehouse, in any colours, before the
  cargo is taken. Who cannot pay takes a nearer ship; the nearest of a row is free.
* The tile is placed in the turn it is taken; it fails when the player stops with no site empty. Completing a project
  first may free one.
* Rewards are laid out when the tile is placed, and come onto the ship when it is completed, after the materials of the
  site went back. They can be used in that turn.
* Bid ships go to the pile all at once, when they are shown, not turn by turn; it makes no difference.
"""

from __future__ import annotations

import numpy as np

from ..._jit import inlined
from ...copying import copy
from .edition import MAX_SHIPS, N_COLOURS
from .laying import lay_rows, load, load_cargo, show_row, shuffle_pile, store, supply
from .state import (
    BITS,
    EMPTY,
    FAILED_PROJECTS,
    FARE_PAID,
    IN_HAND,
    IN_PORT,
    ON_BID,
    ON_FARE,
    ON_SHIP,
    ON_TURN,
    PILE,
    RETURNED,
    SHORT,
)

# ---- the flow of a round -------------------------------------------------------------------------------------------


@inlined
def ask(s, p, decision):
    s.seat = p
    s.decision = decision
    s.views[p].decision = decision


@inlined
def begin_pass(s):
    """All bid (Part 1)."""
    s.bids[:] = EMPTY
    s.order[:] = EMPTY
    for q in range(s.players):
        view = s.views[q]
        view.active = EMPTY
        view.bids[:] = EMPTY
        view.order[:] = EMPTY
    ask(s, 0, ON_BID)


@inlined
def show_bids(s, box):
    """Show all bids: they decide the turn order, and go to the pile."""
    players = np.int64(s.players)
    for p in range(players):
        ship = np.int64(s.bids[p])
        place = 0
        for q in range(players):
            place += box.number[s.bids[q]] > box.number[ship]
        s.order[place] = p
        s.where[ship] = PILE
        s.bid_numbers[p, s.turns[p]] = box.number[ship]
        for q in range(players):
            s.views[q].bids[p] = ship
            s.views[q].where[ship] = PILE
            s.views[q].order[place] = p
    s.hand -= 1
    s.step = 0
    begin_turn(s)


@inlined
def begin_turn(s):
    p = np.int64(s.order[s.step])
    s.turn += 1
    s.turns[p] += 1
    for q in range(s.players):
        s.views[q].turn = s.turn
        s.views[q].active = p
    ask(s, p, ON_SHIP)


@inlined
def end_turn(s, box, p):
    """Return what is left on the ship, and go on."""
    if s.tile != EMPTY:
        fail(s, box, p)
    for c in range(N_COLOURS):
        n = np.int64(s.cargo[c])
        if n:
            s.tally[p, RETURNED] += n
            supply(s, c, n)
            load(s, c, -n)
    s.step += 1
    if s.step < s.players:
        begin_turn(s)
    elif s.hand > 0:
        begin_pass(s)
    elif s.round + 1 < box.rounds:
        begin_round(s, box)
    else:
        s.over = 1


@inlined
def begin_round(s, box):
    """Take the ships on the port slots in hand, shuffle the pile, lay out new rows (Phases 3 and 1)."""
    s.round += 1
    for ship in range(box.ships):
        if s.where[ship] >= IN_PORT:
            s.where[ship] += IN_HAND - IN_PORT
    lay_rows(s, box, shuffle_pile(s, box))
    for q in range(s.players):
        s.views[q].current_round = s.round
        copy(s.views[q].where, s.where, MAX_SHIPS)
    s.hand = box.hand
    begin_pass(s)


# ---- what a player does ----------------------------------------------------------------------------------------------


@inlined
def take(s, box, p, row, place):
    """Take a ship from a row, and the tile on it; the row closes up."""
    ship, tile = np.int64(s.row[row, place]), np.int64(s.row_tile[row, place])
    s.row_left[row] -= 1
    left = np.int64(s.row_left[row])
    for i in range(place, left):
        s.row[row, i], s.row_tile[row, i] = s.row[row, i + 1], s.row_tile[row, i + 1]
    s.row[row, left] = s.row_tile[row, left] = EMPTY
    show_row(s, row)
    s.where[ship] = IN_PORT + p
    s.last_ship[p] = ship
    s.tile = tile
    s.taken[p, ship] += 1
    s.taken[p, box.ships + tile] += 1
    for q in range(s.players):
        view = s.views[q]
        view.where[ship] = IN_PORT + p
        view.last_ship[p] = ship
        view.tile = tile
        view.fare = place
    s.fare = place
    if place:
        ask(s, p, ON_FARE)
    else:
        load_cargo(s, box, p, ship)
        ask(s, p, ON_TURN)


@inlined
def pay(s, box, p, packed):
    """Pay the fare from the warehouse, then load the ship."""
    for c in range(N_COLOURS):
        n = (np.int64(packed) >> (BITS * c)) & ((1 << BITS) - 1)
        if n:
            store(s, p, c, -n)
            supply(s, c, n)
    s.tally[p, FARE_PAID] += s.fare
    s.fare = 0
    for q in range(s.players):
        s.views[q].fare = 0
    load_cargo(s, box, p, np.int64(s.last_ship[p]))
    ask(s, p, ON_TURN)


@inlined
def set_tile(s, tile):
    s.tile = tile
    for q in range(s.players):
        s.views[q].tile = tile


@inlined
def fail(s, box, p):
    """Put the tile into the failed-project slot."""
    needs = 0
    for c in range(N_COLOURS):
        needs += box.needs[s.tile, c]
    s.failed[p] += needs
    s.tally[p, FAILED_PROJECTS] += 1
    for q in range(s.players):
        s.views[q].failed[p] = s.failed[p]
    set_tile(s, EMPTY)


@inlined
def place_tile(s, box, p, site):
    """Place the tile on a site, and lay out its rewards in the colour of the site."""
    tile, colour = np.int64(s.tile), np.int64(box.site_colour[site])
    wanted = np.int64(box.rewards[tile])
    got = min(wanted, np.int64(s.supply[colour]))
    s.tally[p, SHORT] += wanted - got
    supply(s, colour, -got)
    set_site(s, p, site, tile, got)
    set_tile(s, EMPTY)


@inlined
def set_site(s, p, site, tile, rewards):
    s.site_tile[p, site], s.site_rewards[p, site] = tile, rewards
    for q in range(s.players):
        s.views[q].site_tile[p, site], s.views[q].site_rewards[p, site] = tile, rewards


@inlined
def build(s, p, site, c):
    """Put a material onto a site."""
    s.site_cubes[p, site, c] += 1
    for q in range(s.players):
        s.views[q].site_cubes[p, site, c] = s.site_cubes[p, site, c]


@inlined
def complete(s, box, p, site):
    """Complete a project: its materials go back to the supply, then its rewards come onto the ship."""
    tile, colour = np.int64(s.site_tile[p, site]), np.int64(box.site_colour[site])
    for c in range(N_COLOURS):
        if s.site_cubes[p, site, c]:
            supply(s, c, np.int64(s.site_cubes[p, site, c]))
            s.site_cubes[p, site, c] = 0
            for q in range(s.players):
                s.views[q].site_cubes[p, site, c] = 0
    load(s, colour, np.int64(s.site_rewards[p, site]))
    set_site(s, p, site, EMPTY, 0)
    picture = np.int64(box.picture[tile])
    s.completed[p] += 1
    s.pictures[p, picture] += 1
    s.points[p] += box.points[tile]
    s.taken[p, box.ships + box.tiles + tile] += 1
    for q in range(s.players):
        view = s.views[q]
        view.completed[p], view.pictures[p, picture], view.points[p] = s.completed[p], s.pictures[p, picture], s.points[p]
