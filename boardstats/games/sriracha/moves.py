"""Sriracha: dealing, the legal moves, and what each move does.

Rulebook: Setup to End of Game. Rulings that the rulebook leaves open:

* Hand size times players is the number of ships in the rows, since each turn takes one ship and its tile.
* The rows are laid out at setup, and not refilled within a round.
* The fare is one material for each ship still lying between; it is paid from the warehouse, in any colours, before the
  cargo is taken. Who cannot pay takes a nearer ship; the nearest of a row is free.
* The tile is placed in the turn it is taken; it fails when the player stops with no site empty. Completing a project
  first may free one.
* Rewards are laid out when the tile is placed, and come onto the ship when it is completed, after the materials of the
  site went back. They can be used in that turn.
* Where the supply runs short, what is left is taken, and the rest is lost.
* The two materials of an exchange may come from ship and warehouse; the wanted one must be in the supply.
* Bid ships go to the pile all at once, when they are shown, not turn by turn; it makes no difference.
* Discarding from the warehouse is one of the actions of a turn; there is nothing to gain by it at other times.
"""

from __future__ import annotations

import numpy as np

from ..._jit import inlined
from ...copying import copy
from ...streams import CHANCE, SHUFFLE, open_stream, shuffle
from .edition import MAX_PLAYERS, MAX_ROW, MAX_SHIPS, MAX_SITES, MAX_TILES, N_COLOURS, N_ROWS
from .state import (
    BID,
    BITS,
    BUILD,
    COMPLETE,
    DISCARD,
    DISCARDED,
    EMPTY,
    EXCHANGE,
    EXCHANGES,
    FAILED_PROJECTS,
    FARE_PAID,
    FROM_SHIP,
    FROM_WAREHOUSE,
    IN_HAND,
    IN_PORT,
    ON_BID,
    ON_FARE,
    ON_SHIP,
    ON_TURN,
    PAY,
    PILE,
    PLACE,
    RETURNED,
    ROW,
    SHORT,
    STOP,
    STORE,
    STORED,
    TAKE,
    UNSEEN,
)

# ---- set-up ------------------------------------------------------------------------------------------------------


@inlined
def deal(s, box):
    """Set up a game in a cleared state that holds `seed`, `game` and `players`."""
    players = np.int64(s.players)
    s.tile = EMPTY
    s.last_ship[:] = EMPTY
    for p in range(MAX_PLAYERS):
        s.site_tile[p, :] = EMPTY
    for c in range(N_COLOURS):
        s.supply[c] = box.cubes
    for r in range(players):
        _show_what_is_printed(s.views[r], box)
        view = s.views[r]
        view.seat, view.players, view.tile = r, players, EMPTY
        copy(view.supply, s.supply, N_COLOURS)
        for p in range(MAX_PLAYERS):
            view.last_ship[p] = EMPTY
            view.site_tile[p, :] = EMPTY
    for tile in range(box.tiles):
        s.tile_deck[tile] = tile
    s.tiles_left = box.tiles
    open_stream(s.scratch, s.seed, s.game, CHANCE)
    shuffle(s.tile_deck, np.int64(box.tiles), s.scratch)
    left = shuffle_pile(s, box)
    for p in range(players):
        for _ in range(box.hand):
            left -= 1
            s.where[s.deck[left]] = IN_HAND + p
    lay_rows(s, box, left)
    for r in range(players):
        where = s.views[r].where
        for ship in range(box.ships):
            hidden = s.where[ship] == PILE or (s.where[ship] != ROW and s.where[ship] != IN_HAND + r)
            where[ship] = UNSEEN if hidden else s.where[ship]
    s.hand = box.hand
    begin_pass(s)


@inlined
def _show_what_is_printed(view, box):
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


# ---- the contract: legal moves, apply --------------------------------------------------------------------------------------


@inlined
def _write(moves, n, kind, first, second, third):
    m = moves[n]
    m.cubes, m.kind, m.first, m.second, m.third = 0, kind, first, second, third
    return n + 1


@inlined
def _write_fares(s, p, moves):
    """Write the ways to pay the fare from the warehouse, by how many of each colour."""
    n, due = 0, np.int64(s.fare)
    has = s.warehouse[p]
    for a in range(min(due, has[0]) + 1):
        for b in range(min(due - a, has[1]) + 1):
            for c in range(min(due - a - b, has[2]) + 1):
                d = due - a - b - c
                if d <= has[3]:
                    _write(moves, n, PAY, EMPTY, EMPTY, EMPTY)
                    moves[n].cubes = a | b << BITS | c << 2 * BITS | d << 3 * BITS
                    n += 1
    return n


@inlined
def _write_takes(s, p, moves):
    cubes, n = 0, 0
    for c in range(N_COLOURS):
        cubes += s.warehouse[p, c]
    for r in range(N_ROWS):
        for i in range(s.row_left[r]):
            if i <= cubes:
                n = _write(moves, n, TAKE, r, i, EMPTY)
    return n


@inlined
def _write_actions(s, box, p, moves):
    """Write what can be done on a turn; ending it comes last."""
    n = 0
    must_place = False
    if s.tile != EMPTY:
        for site in range(box.sites):
            if s.site_tile[p, site] == EMPTY:
                n = _write(moves, n, PLACE, site, EMPTY, EMPTY)
                must_place = True
    for site in range(box.sites):
        if is_full(s, box, p, site):
            n = _write(moves, n, COMPLETE, site, EMPTY, EMPTY)
    for site in range(box.sites):
        tile = np.int64(s.site_tile[p, site])
        if tile != EMPTY:
            for c in range(N_COLOURS):
                if s.site_cubes[p, site, c] < box.needs[tile, c]:
                    if s.cargo[c]:
                        n = _write(moves, n, BUILD, site, c, FROM_SHIP)
                    if s.warehouse[p, c]:
                        n = _write(moves, n, BUILD, site, c, FROM_WAREHOUSE)
    for c in range(N_COLOURS):
        if s.cargo[c] and has_room(s, box, p, c):
            n = _write(moves, n, STORE, c, EMPTY, EMPTY)
    for a in range(N_COLOURS):
        ship, stored = np.int64(s.cargo[a]), np.int64(s.warehouse[p, a])
        if ship + stored >= 2:
            for b in range(N_COLOURS):
                if b != a and s.supply[b]:
                    for w in range(0 if ship >= 2 else 2 - ship, (2 if stored >= 2 else stored) + 1):
                        n = _write(moves, n, EXCHANGE, a, b, w)
    for c in range(N_COLOURS):
        if s.warehouse[p, c]:
            n = _write(moves, n, DISCARD, c, EMPTY, EMPTY)
    return n if must_place else _write(moves, n, STOP, EMPTY, EMPTY, EMPTY)


@inlined
def legal_moves(s, box, moves):
    """Write the legal moves of the seat that decides, in a fixed order, and return how many there are."""
    p = np.int64(s.seat)
    if s.decision == ON_TURN:
        return _write_actions(s, box, p, moves)
    if s.decision == ON_SHIP:
        return _write_takes(s, p, moves)
    if s.decision == ON_FARE:
        return _write_fares(s, p, moves)
    n = 0
    for ship in range(box.ships):
        if s.where[ship] == IN_HAND + p:
            n = _write(moves, n, BID, ship, EMPTY, EMPTY)
    return n


@inlined
def apply(s, box, move):
    """Play a legal move of the seat that decides, and go on to the next decision or the end."""
    p = np.int64(s.seat)
    kind, first, second = move.kind, np.int64(move.first), np.int64(move.second)
    if kind == BUILD:
        if move.third == FROM_SHIP:
            load(s, second, -1)
        else:
            store(s, p, second, -1)
        build(s, p, first, second)
    elif kind == STORE:
        load(s, first, -1)
        store(s, p, first, 1)
        s.tally[p, STORED] += 1
    elif kind == EXCHANGE:
        stored = np.int64(move.third)
        store(s, p, first, -stored)
        load(s, first, stored - 2)
        supply(s, first, 2)
        supply(s, second, -1)
        load(s, second, 1)
        s.tally[p, EXCHANGES] += 1
    elif kind == DISCARD:
        store(s, p, first, -1)
        supply(s, first, 1)
        s.tally[p, DISCARDED] += 1
    elif kind == PLACE:
        place_tile(s, box, p, first)
    elif kind == COMPLETE:
        complete(s, box, p, first)
    elif kind == STOP:
        end_turn(s, box, p)
    elif kind == TAKE:
        take(s, box, p, first, second)
    elif kind == PAY:
        pay(s, box, p, move.cubes)
    else:
        s.bids[p] = first
        s.views[p].bids[p] = first
        if p + 1 < s.players:
            ask(s, p + 1, ON_BID)
        else:
            show_bids(s, box)
