"""No card is lost or made, over a million games of several temperaments, checked after every move."""

from __future__ import annotations

import numpy as np
import pytest

from boardstats._jit import kernel
from boardstats.game import load
from boardstats.games.sardines.state import EMPTY, FILL
from boardstats.streams import SEAT, below, open_stream, uniform

GAME = load("sardines")
deal, legal_moves, apply = GAME.deal, GAME.legal_moves, GAME.apply
TURN_LIMIT = 300


@kernel(cache=False)
def books_balance(s, box):
    """Return whether every card is in exactly one place, and what is counted twice agrees."""
    for kind in range(box.kinds):
        cards = np.int64(s.discards[kind])
        for p in range(s.players):
            cards += s.hand[p, kind]
            if s.known[p, kind] > s.hand[p, kind]:
                return False
        for i in range(s.deck_left):
            cards += s.deck[i] == kind
        for i in range(box.market):
            cards += s.market[i] == kind
        if cards != box.count[kind]:
            return False
    for kind in range(box.order_kinds):
        orders = 0
        for p in range(s.players):
            orders += s.taken[p, kind]
        for i in range(s.orders_left):
            orders += s.order_deck[i] == kind
        for i in range(box.display):
            orders += s.display[i] == kind
        if orders != box.order_count[kind]:
            return False
    for p in range(s.players):
        cards, fish = 0, 0
        for kind in range(box.kinds):
            cards += s.hand[p, kind]
            fish += s.hand[p, kind] * box.n_fish[kind]
        if cards != s.cards[p] or fish != s.fish[p].sum() or cards > box.hand_limit + 2:
            return False
    return True


@kernel(cache=False)
def fuzz(states, words, box, moves, stream, first, n, players, fill):
    """Play games at random, refusing to fill an order with probability 1 - fill; return games that were in order."""
    fine = 0
    for g in range(n):
        words[:] = 0
        s = states[0]
        s.seed, s.game, s.players = 99, first + g, players
        open_stream(stream, np.uint64(99), np.uint64(first + g), SEAT)
        deal(s, box)
        balanced = books_balance(s, box)
        while not s.over and s.turn < TURN_LIMIT and balanced:
            legal = legal_moves(s, box, moves)
            answer = below(stream, legal)
            if moves[answer].kind == FILL and uniform(stream) > fill:
                answer = below(stream, legal)
            apply(s, box, moves[answer])
            balanced = books_balance(s, box)
        fine += balanced
    return fine


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("fill", [0.2, 0.6, 1.0])
def test_cards_are_conserved_after_every_move(players: int, fill: float) -> None:
    states = np.zeros(1, GAME.state)
    box, moves, stream = GAME.edition().box(players), np.zeros(GAME.max_moves, GAME.move), np.zeros(4, np.uint64)
    games = 112_000
    assert fuzz(states, states.view(np.uint64), box, moves, stream, 0, games, players, fill) == games


def test_the_check_sees_a_card_that_is_lost() -> None:
    s, box = np.zeros(1, GAME.state)[0], GAME.edition().box(2)
    s["players"] = 2
    deal(s, box)
    assert books_balance(s, box)
    lost = s["market"][0]
    s["market"][0] = EMPTY
    assert not books_balance(s, box)
    s["market"][0] = lost
    s["hand"][0, lost] += 1
    assert not books_balance(s, box)
