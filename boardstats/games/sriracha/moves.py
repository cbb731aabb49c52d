"""Sriracha: dealing, the legal moves, and playing one of them.

Rulebook: Setup to End of Game. Rulings:

* The two materials of an exchange may come from ship and warehouse; the wanted one must be in the supply.
* Discarding from the warehouse is one of the actions of a turn; there is nothing to gain by it at other times.
"""

from __future__ import annotations

import numpy as np

from ..._jit import inlined
from ...copying import copy
from ...streams import CHANCE, open_stream, shuffle
from .edition import MAX_PLAYERS, N_COLOURS, N_ROWS
from .laying import has_room, is_full, lay_rows, load, show_what_is_printed, shuffle_pile, store, supply
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
    FROM_SHIP,
    FROM_WAREHOUSE,
    IN_HAND,
    ON_BID,
    ON_FARE,
    ON_SHIP,
    ON_TURN,
    PAY,
    PILE,
    PLACE,
    ROW,
    STOP,
    STORE,
    STORED,
    TAKE,
    UNSEEN,
)
from .turns import ask, begin_pass, build, complete, end_turn, pay, place_tile, show_bids, take

# ---- set-up ----------------------------------------------------------------------------------------------------------


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
        show_what_is_printed(s.views[r], box)
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
