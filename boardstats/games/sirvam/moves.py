"""Sirvam o Rei: the legal moves, and what each move does.

Rulebook sections B to D. Rulings that the rulebook leaves open:

* Effects of a discarded card belong to the card that was just drawn; throws at it come first.
* All decide in secret whether to throw; then every thrown recipe is seen by all. The fastest correct one is gone,
  drawn in proportion to `speed`; slower correct ones go back without penalty, mistaken ones with a penalty card.
* A thrown recipe starts no new pantry. The caller may still throw and be swapped with.
* The pile is never shuffled anew: when it is empty the turn is finished, then the king is served.
* When a known recipe moves, those who knew it know where it went. Who looked where is public.
* Under the purple king the neighbours on the printed scale match: 10 and 15 do.
* In a basic game ties share the win. In the full game they go to the caller first, then clockwise; if nobody called,
  whoever would be next stands in for the caller.
* Helper cards are put in when the banquet is called, or when the pile has run out; they lie open to be taken.
"""

from __future__ import annotations

import numpy as np

from ..._jit import kernel
from ...copying import copy
from ...streams import below
from .edition import GAMES_IN_MATCH, KINGS, LOOK_EFFECT, LOOK_SWAP_EFFECT, N_HELPERS, NO_EFFECT, PURPLE, SWAP_EFFECT
from .scoring import TWO_HELPERS, standing, weigh
from .state import (
    CALL,
    CALLED,
    DECLINE,
    DISCARD,
    DRAW,
    EMPTY,
    IN_PANTRY,
    LOOK,
    LOOKS,
    MISTAKES,
    OFFER,
    ON_DRAWN,
    ON_LOOK,
    ON_LOOKED,
    ON_OFFER,
    ON_PUT_IN,
    ON_SWAP,
    ON_TAKE,
    ON_TURN,
    PASS,
    PENALTIES,
    PUT_IN,
    REPLACE,
    REPLACED,
    SWAP,
    SWAPS,
    TAKE,
    THROW,
    THROWN,
    UNKNOWN,
)
from .table import ask, begin_turn, count_seen, deal_game, draw, lay, learn, set_cards, show, take_out

N_KINGS = len(KINGS)


# ---- the flow of a turn --------------------------------------------------------------------------------------------


@kernel
def discard(s, box, kind, knowers):
    """Put a recipe on the discard, and open the pantry (section B, Storing in the Pantry)."""
    s.discard = kind
    value = np.int64(box.value[kind])
    low = high = value
    if s.king == PURPLE:
        low = np.int64(box.value[kind - 1]) if kind > 0 else UNKNOWN
        high = np.int64(box.value[kind + 1]) if kind + 1 < box.kinds else UNKNOWN
    count_seen(s, kind, knowers)
    for r in range(s.players):
        view = s.views[r]
        view.discard, view.match_low, view.match_high = value, low, high
        s.throw[r] = EMPTY
    s.drawn = EMPTY
    s.views[s.active].drawn = UNKNOWN
    ask_next_in_pantry(s, box, np.int64(s.active))


@kernel
def ask_next_in_pantry(s, box, p):
    """Ask the next seat after `p` that may throw: one with two recipes or more, but not the discarder."""
    players = np.int64(s.players)
    q = (p + 1) % players
    while q != s.active and s.cards[q] < 2:
        q = (q + 1) % players
    if q == s.active:
        settle_pantry(s, box)
    else:
        ask(s, q, IN_PANTRY)


@kernel
def matches(s, kind):
    """Return whether a recipe may be thrown at the discard: an equal one, or under the purple king a neighbour."""
    return abs(kind - s.discard) == 1 if s.king == PURPLE else kind == s.discard


@kernel
def settle_pantry(s, box):
    players = np.int64(s.players)
    weights = 0
    correct = 0
    for step in range(1, players):
        q = (s.active + step) % players
        i = np.int64(s.throw[q])
        if i == EMPTY:
            continue
        show(s, box, q, i)
        if matches(s, np.int64(s.hand[q, i])):
            correct += 1
            weights += box.speed[q]
    if correct:
        x = below(s.race, weights) if correct > 1 else 0
        for step in range(1, players):
            q = (s.active + step) % players
            i = np.int64(s.throw[q])
            if i != EMPTY and matches(s, np.int64(s.hand[q, i])):
                x -= box.speed[q]
                if x < 0:
                    take_out(s, box, q, i)
                    s.tally[q, THROWN] += 1
                    s.throw[q] = EMPTY
                    break
    for step in range(1, players):
        q = (s.active + step) % players
        i = np.int64(s.throw[q])
        if i != EMPTY and not matches(s, np.int64(s.hand[q, i])):
            s.tally[q, MISTAKES] += 1
            if s.pile_left > 0:
                n = np.int64(s.cards[q])
                s.tally[q, PENALTIES] += 1
                set_cards(s, q, n + 1)
                lay(s, box, q, n, draw(s), 0)
    use_effect(s, box)


@kernel
def use_effect(s, box):
    p = np.int64(s.active)
    effect = box.effect[s.discard] if s.drawn_discarded else NO_EFFECT
    if effect == LOOK_EFFECT or effect == LOOK_SWAP_EFFECT:
        ask(s, p, ON_LOOK)
    elif effect == SWAP_EFFECT:
        ask(s, p, ON_OFFER)
    else:
        end_turn(s, box)


@kernel
def note_looked(s, player, place):
    """Remember which recipe an effect is about, between its two decisions; the active player's to know."""
    s.looked_player, s.looked_place = player, place
    s.views[s.active].looked_player, s.views[s.active].looked_place = player, place


@kernel
def swap(s, box, p, i, q, j):
    """Swap two recipes; all that was known of them goes along."""
    kind, knowers = np.int64(s.hand[p, i]), np.int64(s.knowers[p, i])
    lay(s, box, p, i, np.int64(s.hand[q, j]), np.int64(s.knowers[q, j]))
    lay(s, box, q, j, kind, knowers)
    s.tally[s.active, SWAPS] += 1


@kernel
def end_turn(s, box):
    note_looked(s, EMPTY, EMPTY)
    p = (np.int64(s.active) + 1) % np.int64(s.players)
    if s.pile_left == 0:
        if box.full and s.caller == EMPTY:
            put_in_from(s, box, p)  # p stands in for the caller
        else:
            serve(s, box)
    elif p == s.caller:
        serve(s, box)
    else:
        begin_turn(s, p)


# ---- the banquet and the helpers -------------------------------------------------------------------------------------


@kernel
def put_in_from(s, box, p):
    """Let all seats from `p` on put a Helper card in."""
    s.putting_in = s.players
    ask(s, p, ON_PUT_IN)


@kernel
def put_in(s, box, helper):
    p = np.int64(s.seat)
    for k in range(N_HELPERS):
        if s.helpers_left[p, k] and box.helpers[k] == helper:
            s.helpers_left[p, k] = 0
            s.views[p].helpers_left[k] = 0
            s.put_in[p] = s.used[p, s.round] = k
            break
    s.putting_in -= 1
    if s.putting_in > 0:
        ask(s, (p + 1) % np.int64(s.players), ON_PUT_IN)
    elif s.pile_left == 0:
        serve(s, box)
    else:
        end_turn(s, box)


@kernel
def serve(s, box):
    """End a game: reveal all recipes; in the full game, hand out the helpers in order of finish."""
    players = np.int64(s.players)
    k = np.int64(s.round)
    s.ended[k] = 1 if s.caller == EMPTY or s.pile_left == 0 else 0
    s.callers[k] = s.caller
    s.pile_at_end[k] = s.pile_left
    first = np.int64(s.caller) if s.caller != EMPTY else (np.int64(s.active) + 1) % players
    for step in range(players):
        p = (first + step) % players
        total, lowest, sea = weigh(s, box, p)
        s.hand_total[p] += total
        s.keys[p, 0] = standing(s.king, total, lowest, sea)
    if not box.full:
        s.over = 1
        return
    for step in range(players):  # in clockwise order from the caller, so that equals stay in that order
        p = (first + step) % players
        j = step
        while j > 0 and s.keys[s.order[j - 1], 0] < s.keys[p, 0]:
            s.order[j] = s.order[j - 1]
            j -= 1
        s.order[j] = p
        for i in range(s.cards[p]):
            show(s, box, p, i)
        s.helper_pile[s.put_in[p]] += 1
    for r in range(players):
        copy(s.views[r].helper_pile, s.helper_pile, N_HELPERS)
        copy(s.views[r].helper_piles[k], s.helper_pile, N_HELPERS)
    s.taking = 0
    ask(s, np.int64(s.order[0]), ON_TAKE)


@kernel
def take(s, box, helper):
    p = np.int64(s.seat)
    for k in range(N_HELPERS):
        if s.helper_pile[k] and box.helpers[k] == helper:
            s.helper_pile[k] -= 1
            break
    s.helpers_won[p] += helper
    if helper == TWO_HELPERS:
        s.twos_won[p] += 1
    for r in range(s.players):
        copy(s.views[r].helper_pile, s.helper_pile, N_HELPERS)
        s.views[r].helpers_won[p] = s.helpers_won[p]
        s.views[r].twos_won[p] = s.twos_won[p]
    s.taking += 1
    if s.taking < s.players:
        ask(s, np.int64(s.order[s.taking]), ON_TAKE)
    elif s.round + 1 < GAMES_IN_MATCH:
        deal_game(s, box, np.int64(s.round) + 1)
    else:
        s.over = 1


# ---- the contract: legal moves, apply ----------------------------------------------------------------------------------


@kernel
def _write(moves, n, kind, player, place):
    m = moves[n]
    m.kind, m.player, m.place, m.helper = kind, player, place, EMPTY
    return n + 1


@kernel
def _write_own(moves, n, s, kind):
    """Write a move of a kind for each of the own places."""
    p = np.int64(s.seat)
    for i in range(s.cards[p]):
        n = _write(moves, n, kind, p, i)
    return n


@kernel
def legal_moves(s, box, moves):
    """Write the legal moves of the seat that decides, in a fixed order, and return how many there are."""
    p = np.int64(s.seat)
    decision = s.decision
    if decision == IN_PANTRY:
        return _write_own(moves, _write(moves, 0, PASS, p, EMPTY), s, THROW)
    if decision == ON_DRAWN:
        return _write_own(moves, _write(moves, 0, DISCARD, p, EMPTY), s, REPLACE)
    if decision == ON_TURN:
        n = _write(moves, 0, DRAW, p, EMPTY)
        return _write(moves, n, CALL, p, EMPTY) if s.caller == EMPTY else n
    if decision == ON_OFFER or decision == ON_LOOKED:
        return _write_own(moves, _write(moves, 0, DECLINE, p, EMPTY), s, OFFER)
    if decision == ON_LOOK or decision == ON_SWAP:
        n = _write(moves, 0, DECLINE, p, EMPTY) if decision == ON_LOOK else 0
        kind = LOOK if decision == ON_LOOK else SWAP
        for q in range(s.players):
            if decision == ON_LOOK or q != p:
                for i in range(s.cards[q]):
                    n = _write(moves, n, kind, q, i)
        return n
    n = 0
    for k in range(N_HELPERS):
        if s.helpers_left[p, k] if decision == ON_PUT_IN else s.helper_pile[k] > 0:
            _write(moves, n, PUT_IN if decision == ON_PUT_IN else TAKE, p, EMPTY)
            moves[n].helper = box.helpers[k]
            n += 1
    return n


@kernel
def apply(s, box, move):
    """Play a legal move of the seat that decides, and go on to the next decision or the end."""
    p = np.int64(s.seat)
    kind, i = move.kind, np.int64(move.place)
    if kind == PASS or kind == THROW:
        s.throw[p] = i  # EMPTY for a pass
        ask_next_in_pantry(s, box, p)
    elif kind == DRAW:
        drawn = draw(s)
        s.drawn = drawn
        s.views[p].drawn = box.value[drawn]
        s.views[p].unseen[drawn] -= 1
        ask(s, p, ON_DRAWN)
    elif kind == DISCARD:
        s.drawn_discarded = 1
        discard(s, box, np.int64(s.drawn), 1 << p)
    elif kind == REPLACE:
        old, knowers = np.int64(s.hand[p, i]), np.int64(s.knowers[p, i])
        lay(s, box, p, i, np.int64(s.drawn), 1 << p)
        s.taken[p, s.drawn] += 1
        s.tally[p, REPLACED] += 1
        s.drawn_discarded = 0
        discard(s, box, old, knowers)
    elif kind == CALL:
        s.caller = p
        s.tally[p, CALLED] += 1
        for r in range(s.players):
            s.views[r].caller = p
        if box.full:
            put_in_from(s, box, p)
        else:
            end_turn(s, box)
    elif kind == LOOK:
        q = np.int64(move.player)
        learn(s, box, p, q, i)
        s.tally[p, LOOKS] += 1
        if box.effect[s.discard] == LOOK_SWAP_EFFECT and q != p:
            note_looked(s, q, i)
            ask(s, p, ON_LOOKED)
        else:
            end_turn(s, box)
    elif kind == OFFER:
        if s.decision == ON_LOOKED:
            swap(s, box, p, i, np.int64(s.looked_player), np.int64(s.looked_place))
            end_turn(s, box)
        else:
            note_looked(s, p, i)
            ask(s, p, ON_SWAP)
    elif kind == SWAP:
        swap(s, box, p, np.int64(s.looked_place), np.int64(move.player), i)
        end_turn(s, box)
    elif kind == DECLINE:
        end_turn(s, box)
    elif kind == PUT_IN:
        put_in(s, box, np.int64(move.helper))
    else:
        take(s, box, np.int64(move.helper))
