"""Sunny Day Sardines: dealing, the legal moves, and what each move does.

Rulebook: Setup to End of Game. Rulings that the rulebook leaves open:

* Gathering takes exactly two fish, even with a full hand; who can neither gather nor fill an order passes.
* Refilling comes before discarding down to the hand limit, card by card, the player's choice.
* The discards become the deck when a card must be drawn and the deck is empty; if both are empty, spaces stay empty.
* Cards that were gathered in the open are known to all; those dealt at the start are not.
"""

from __future__ import annotations

import numpy as np

from ..._jit import inlined
from ...copying import copy
from ...streams import CHANCE, SHUFFLE, open_stream, shuffle
from .edition import FISH_GATHERED, MAX_KINDS, MAX_ORDER_KINDS, N_COLOURS
from .orders import asked, cards_of, covers, fish_of, write_payments
from .state import (
    DISCARD,
    DISCARDED,
    DOUBLES,
    EMPTY,
    FILL,
    GATHER,
    ON_DISCARD,
    ON_PAY,
    ON_TURN,
    OVERPAID,
    PASSES,
    PAY,
    SINGLES,
    SKIP,
)

# ---- set-up ------------------------------------------------------------------------------------------------------


@inlined
def deal(s, box):
    """Set up a game in a cleared state that holds `seed`, `game` and `players`."""
    players = np.int64(s.players)
    s.order = EMPTY
    s.market[:] = EMPTY
    s.display[:] = EMPTY
    for r in range(players):
        view = s.views[r]
        view.seat, view.players = r, players
        view.hand_limit, view.kinds, view.order_kinds = box.hand_limit, box.kinds, box.order_kinds
        view.order = EMPTY
        view.market[:] = EMPTY
        view.display[:] = EMPTY
        copy(view.type, box.type, MAX_ORDER_KINDS)
        copy(view.alike, box.alike, MAX_ORDER_KINDS)
        copy(view.worth, box.points, MAX_ORDER_KINDS)
        copy(view.unseen, box.count, MAX_KINDS)
        copy(view.unseen_orders, box.order_count, MAX_ORDER_KINDS)
        for kind in range(box.kinds):
            copy(view.fish[kind], box.fish[kind], N_COLOURS)
        for order in range(box.order_kinds):
            copy(view.needs[order], box.needs[order], N_COLOURS)
    copy(s.deck, box.deck, box.cards)
    s.deck_left = box.cards
    shuffle_deck(s)
    copy(s.order_deck, box.order_deck, box.orders)
    s.orders_left = box.orders
    open_stream(s.scratch, s.seed, s.game, CHANCE)
    shuffle(s.order_deck, np.int64(box.orders), s.scratch)
    for p in range(players):
        for _ in range(box.dealt):
            s.deck_left -= 1
            kind = np.int64(s.deck[s.deck_left])
            hold(s, box, p, kind, 1)
            s.views[p].known[p, kind] += 1
            s.views[p].unseen[kind] -= 1
            for r in range(players):
                s.views[r].cards[p] = s.cards[p]
                s.views[r].hidden[p] += r != p
    refill(s, box)
    begin_turn(s, 0)


@inlined
def shuffle_deck(s):
    """Shuffle the deck; every shuffle of a game has a stream of its own."""
    open_stream(s.scratch, s.seed, s.game, SHUFFLE + np.int64(s.shuffles))
    shuffle(s.deck, np.int64(s.deck_left), s.scratch)
    s.shuffles += 1


# ---- cards and what is known of them ---------------------------------------------------------------------------------


@inlined
def hold(s, box, p, kind, n):
    """Put `n` cards of a kind into a hand, or take -n out of it."""
    s.hand[p, kind] += n
    s.views[p].hand[kind] = s.hand[p, kind]
    s.cards[p] += n
    for c in range(N_COLOURS):
        s.fish[p, c] += n * box.fish[kind, c]


@inlined
def play(s, box, p, kind):
    """Lay a card from a hand on the discards, for all to see."""
    hold(s, box, p, kind, -1)
    s.discards[kind] += 1
    was_known = s.known[p, kind] > 0
    s.known[p, kind] -= was_known
    for r in range(s.players):
        view = s.views[r]
        view.cards[p] = s.cards[p]
        view.discards[kind] = s.discards[kind]
        if r == p or was_known:
            view.known[p, kind] -= 1
        else:
            view.hidden[p] -= 1
            view.unseen[kind] -= 1


@inlined
def draw(s, box):
    """Return the kind of the top card of the deck, or EMPTY; the discards become the deck when it is empty."""
    if s.deck_left == 0:
        left = 0
        for kind in range(box.kinds):
            n = np.int64(s.discards[kind])
            for _ in range(n):
                s.deck[left] = kind
                left += 1
            s.discards[kind] = 0
            for r in range(s.players):
                s.views[r].discards[kind] = 0
                s.views[r].unseen[kind] += n
        if left == 0:
            return EMPTY
        s.deck_left = left
        shuffle_deck(s)
    s.deck_left -= 1
    return np.int64(s.deck[s.deck_left])


@inlined
def refill(s, box):
    """Fill the empty spaces of market and display (End of Turn)."""
    for i in range(box.market):
        if s.market[i] == EMPTY:
            kind = draw(s, box)
            if kind == EMPTY:
                break
            s.market[i] = kind
            for r in range(s.players):
                view = s.views[r]
                view.market[i] = kind
                view.unseen[kind] -= 1
                view.deck = s.deck_left
    for i in range(box.display):
        if s.display[i] == EMPTY and s.orders_left > 0:
            s.orders_left -= 1
            kind = np.int64(s.order_deck[s.orders_left])
            s.display[i] = kind
            s.last_round = s.orders_left == 0
            for r in range(s.players):
                view = s.views[r]
                view.display[i] = kind
                view.unseen_orders[kind] -= 1
                view.orders_left, view.last_round = s.orders_left, s.last_round


# ---- the flow of a turn ------------------------------------------------------------------------------------------------


@inlined
def ask(s, p, decision):
    s.seat = p
    s.decision = decision
    s.views[p].decision = decision


@inlined
def begin_turn(s, p):
    s.active = p
    s.turn += 1
    s.turns[p] += 1
    for r in range(s.players):
        s.views[r].turn = s.turn
    ask(s, p, ON_TURN)


@inlined
def end_action(s, box):
    refill(s, box)
    discard_or_end(s, box)


@inlined
def discard_or_end(s, box):
    """Ask for a card to discard while the hand is over its limit; else end the turn, or the game."""
    p = np.int64(s.active)
    if s.cards[p] > box.hand_limit:
        ask(s, p, ON_DISCARD)
    elif p + 1 < s.players:
        begin_turn(s, p + 1)
    elif s.last_round:
        s.over = 1
    else:
        begin_turn(s, 0)


@inlined
def take_from_market(s, box, p, space):
    """Take a card from the market: everyone sees it go into that hand."""
    kind = np.int64(s.market[space])
    hold(s, box, p, kind, 1)
    s.known[p, kind] += 1
    s.tally[p, SINGLES if box.n_fish[kind] == 1 else DOUBLES] += 1
    s.market[space] = EMPTY
    for r in range(s.players):
        view = s.views[r]
        view.cards[p] = s.cards[p]
        view.known[p, kind] += 1
        view.market[space] = EMPTY


@inlined
def pay(s, box, packed):
    """Fill the order that was chosen with a payment (Complete an Order)."""
    p = np.int64(s.active)
    space = np.int64(s.order)
    order = np.int64(s.display[space])
    fish, _ = fish_of(box, packed)
    s.tally[p, OVERPAID] += fish - asked(box, order)
    for kind in range(box.kinds):
        for _ in range(cards_of(packed, kind)):
            play(s, box, p, kind)
    s.points[p, box.type[order]] += box.points[order]
    s.filled[p] += 1
    s.taken[p, order] += 1
    s.display[space] = EMPTY
    s.order = EMPTY
    s.views[p].order = EMPTY
    for r in range(s.players):
        view = s.views[r]
        view.points[p] += box.points[order]
        view.filled[p] = s.filled[p]
        view.display[space] = EMPTY


# ---- the contract: legal moves, apply --------------------------------------------------------------------------------------


@inlined
def _write(moves, n, kind, first, second):
    m = moves[n]
    m.cards, m.kind, m.first, m.second = np.uint64(0), kind, first, second
    return n + 1


@inlined
def _write_gathers(s, box, moves):
    """Write the ways to gather two fish, each once.

    Of two kinds, the first pair of spaces is that of the first space of each; of one kind, that of its first and second.
    """
    n = 0
    for a in range(box.market):
        earlier = 0  # spaces before this one that hold the same kind
        for i in range(a):
            earlier += s.market[i] == s.market[a]
        s.earlier[a] = earlier
    for a in range(box.market):
        kind = np.int64(s.market[a])
        if kind == EMPTY or s.earlier[a]:
            continue
        if box.n_fish[kind] == FISH_GATHERED:
            n = _write(moves, n, GATHER, a, EMPTY)
            continue
        for b in range(a + 1, box.market):
            other = np.int64(s.market[b])
            if other != EMPTY and box.n_fish[other] == 1 and s.earlier[b] == (other == kind):
                n = _write(moves, n, GATHER, a, b)
    return n


@inlined
def _is_new(spaces, a):
    """Return whether no earlier space holds the same kind."""
    for i in range(a):
        if spaces[i] == spaces[a]:
            return False
    return True


@inlined
def legal_moves(s, box, moves):
    """Write the legal moves of the seat that decides, in a fixed order, and return how many there are.

    Cards and orders of one kind are alike: of moves that come to the same, the one with the first spaces stands for all.
    """
    p = np.int64(s.seat)
    n = 0
    if s.decision == ON_PAY:
        return write_payments(s, box, np.int64(s.display[s.order]), moves)
    if s.decision == ON_DISCARD:
        for kind in range(box.kinds):
            if s.hand[p, kind]:
                n = _write(moves, n, DISCARD, kind, EMPTY)
        return n
    n = _write_gathers(s, box, moves)
    for d in range(box.display):
        if s.display[d] != EMPTY and _is_new(s.display, d) and covers(box, np.int64(s.display[d]), s.fish[p]):
            n = _write(moves, n, FILL, d, EMPTY)
    return n if n else _write(moves, 0, SKIP, EMPTY, EMPTY)


@inlined
def apply(s, box, move):
    """Play a legal move of the seat that decides, and go on to the next decision or the end."""
    p = np.int64(s.seat)
    kind, first = move.kind, np.int64(move.first)
    if kind == GATHER:
        take_from_market(s, box, p, first)
        if move.second != EMPTY:
            take_from_market(s, box, p, np.int64(move.second))
        end_action(s, box)
    elif kind == FILL:
        s.order = first
        s.views[p].order = s.display[first]
        ask(s, p, ON_PAY)
    elif kind == PAY:
        pay(s, box, move.cards)
        end_action(s, box)
    elif kind == DISCARD:
        play(s, box, p, first)
        s.tally[p, DISCARDED] += 1
        discard_or_end(s, box)
    else:
        s.tally[p, PASSES] += 1
        end_action(s, box)
