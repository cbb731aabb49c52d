"""Phraya: the flow of a game, the legal moves, and what each move does.

Rulebook: The Turn; End of the Game. The modules beside this one hold the rules of setting up (`dealing`), of cards, merchant,
barge and sailing (`effects`), and of stalls and the King (`stalls`). Rulings:

* Two end conditions met in one action: the game ends after that action.
* A player who cannot move (blocked, with no card that moves the barge; or every section in reach is taken) acts where
  the boat is.
"""

from __future__ import annotations

import numpy as np

from ..._jit import inlined
from .board import EMPTY, N_SECTIONS, N_STALLS
from .dealing import deal
from .edition import N_GOODS, PRICE_ROUNDS
from .effects import (
    BARGE_EFFECT,
    FLOWERS_EFFECT,
    GOODS_EFFECT,
    MERCHANT_EFFECT,
    NO_EFFECT,
    ROWING_EFFECT,
    carried,
    cash_flowers,
    drop_good,
    is_blocked,
    leads_out,
    move_barge,
    next_question,
    play_card,
    refresh,
    steer,
    waters,
    write,
    write_boats,
    write_cards,
    write_effects,
)
from .stalls import act, price, put_stall, write_actions
from .state import (
    BARGE,
    BLOCKED_TURNS,
    CASH,
    DROP,
    END_TURN,
    FOUND,
    LAUNCH,
    MOVE_BOAT,
    ON_ACTION,
    ON_BOAT,
    ON_CARD,
    ON_FIRST_STALL,
    ON_MOVE,
    ON_REFRESH,
    PLAY,
    REFRESH,
    ROW,
    STEER,
)

__all__ = ["apply", "deal", "legal_moves"]


@inlined
def ask(s, p, decision):
    v = s.views[0]
    s.seat, s.decision = p, decision
    v.seat, v.decision = p, decision


@inlined
def begin_turn(s, p):
    v = s.views[0]
    s.turn += 1
    s.turns[p] += 1
    v.turn = s.turn
    v.played, v.tithed = EMPTY, 0
    v.visited[0] = v.visited[1] = 0
    v.blocked = is_blocked(v.boat[p], v.barge)
    s.tally[p, BLOCKED_TURNS] += v.blocked
    ask(s, p, ON_CARD)


@inlined
def end_turn(s, p):
    v = s.views[0]
    if p + 1 < s.players:
        begin_turn(s, p + 1)
        return
    finished = np.int64(s.turn) // np.int64(s.players)
    if finished <= PRICE_ROUNDS:
        for g in range(N_GOODS):
            s.prices[g, finished - 1] = price(v, g)
    begin_turn(s, 0)


@inlined
def go_on(s, p, effect):
    """Ask what the card asks next, from an effect on; when it is resolved, the boat moves, if it can."""
    v = s.views[0]
    decision = next_question(s, p, effect)
    if decision == ON_MOVE and not waters(v, p, 1, np.int64(v.rowers[p])):
        decision = ON_ACTION
    ask(s, p, decision)


@inlined
def finish_action(s, p):
    """Go on after an action; two end conditions end the game at once (End of the Game)."""
    met = np.int64(s.views[0].conditions)
    if (met & 1) + (met >> 1 & 1) + (met >> 2 & 1) >= 2:
        s.over = 1
    else:
        ask(s, p, ON_ACTION)


@inlined
def _write_launches(v, moves):
    n = 0
    for section in range(N_SECTIONS):
        free = leads_out(section)
        for q in range(v.players):
            free &= v.boat[q] != section
        if free:
            n = write(moves, n, LAUNCH, section, EMPTY, EMPTY)
    return n


@inlined
def _write_foundings(v, moves):
    n = 0
    for stall in range(N_STALLS):
        if v.silhouette[stall] and v.owner[stall] == EMPTY:
            n = write(moves, n, FOUND, stall, EMPTY, EMPTY)
    return n


@inlined
def legal_moves(s, box, moves):
    """Write the legal moves of the seat that decides, in a fixed order, and return how many there are."""
    v, p = s.views[0], np.int64(s.seat)
    if s.decision == ON_ACTION:
        return write_actions(v, p, moves)
    if s.decision == ON_CARD:
        return write_cards(v, p, moves)
    if s.decision == ON_MOVE:
        return write_boats(v, p, moves)
    if s.decision == ON_BOAT:
        return _write_launches(v, moves)
    if s.decision == ON_FIRST_STALL:
        return _write_foundings(v, moves)
    return write_effects(v, p, s.decision, moves)


@inlined
def apply(s, box, move):
    """Play a legal move of the seat that decides, and go on to the next decision or the end."""
    v, p = s.views[0], np.int64(s.seat)
    kind, first = move.kind, np.int64(move.first)
    if kind == PLAY:
        if not play_card(s, p, first):
            go_on(s, p, MERCHANT_EFFECT)
        elif v.display[0] != EMPTY:
            ask(s, p, ON_REFRESH)
        else:
            end_turn(s, p)
    elif kind == MOVE_BOAT:
        v.boat[p] = first
        ask(s, p, ON_ACTION)
    elif kind == END_TURN:
        end_turn(s, p)
    elif kind == STEER:
        steer(s, p, first, np.int64(move.second))
        go_on(s, p, BARGE_EFFECT)
    elif kind == BARGE:
        move_barge(s, p, first)
        go_on(s, p, ROWING_EFFECT)
    elif kind == ROW:
        v.boat[p] = first
        go_on(s, p, GOODS_EFFECT)
    elif kind == DROP:
        if first != EMPTY:
            drop_good(v, p, first)
        go_on(s, p, GOODS_EFFECT if first != EMPTY and carried(v, p) > 0 else FLOWERS_EFFECT)
    elif kind == CASH:
        cash_flowers(v, p, first)
        go_on(s, p, NO_EFFECT)
    elif kind == REFRESH:
        if first:
            refresh(s)
        end_turn(s, p)
    elif kind == LAUNCH:
        v.boat[p] = first
        if p + 1 < s.players:
            ask(s, p + 1, ON_BOAT)
        else:
            ask(s, p, ON_FIRST_STALL)
    elif kind == FOUND:
        put_stall(v, p, first)
        if p > 0:
            ask(s, p - 1, ON_FIRST_STALL)
        else:
            begin_turn(s, 0)
    else:
        act(s, box, p, move)
        finish_action(s, p)
