"""No good, coin spent, flower, favor, disk, stall, card, order or basket is lost or made, over 100,000 games.

Checked after every turn, and for coins that every coin a move takes or gives is accounted for by the table of prices.
"""

from __future__ import annotations

import numpy as np
import pytest

from boardstats._jit import kernel
from boardstats.game import load
from boardstats.games.phraya import Edition
from boardstats.games.phraya.edition import N_GOODS, N_KING_ROWS, N_TYPES
from boardstats.games.phraya.state import EMPTY, END_TURN, ON_CARD
from boardstats.streams import SEAT, below, open_stream, uniform

GAME = load("phraya")
deal, legal_moves, apply = GAME.deal, GAME.legal_moves, GAME.apply


@kernel(cache=False)
def supplies_balance(s, box):
    """Return whether flowers, favors, rowers and goods are all somewhere, and nothing is owed or over its room."""
    v = s.views[0]
    flowers, favors, rowers = np.int64(v.flowers_left), np.int64(v.favors_left), np.int64(v.rowers_left)
    for p in range(s.players):
        flowers += v.flowers[p]
        favors += v.favors[p]
        rowers += v.rowers[p] - box.start_rowers
        if min(v.coins[p], v.flowers[p], v.favors[p], v.disks_left[p], v.stalls_left[p]) < 0:
            return False
        if v.rowers[p] > box.max_rowers or v.baskets[p] > box.basket_spaces:
            return False
    if min(v.flowers_left, v.favors_left, v.rowers_left) < 0:
        return False
    if flowers != box.flowers or favors != box.favors or rowers != box.rower_tiles:
        return False
    for g in range(N_GOODS):
        goods = np.int64(v.goods_left[g])
        for p in range(s.players):
            goods += v.goods[p, g]
            if v.goods[p, g] < 0 or v.goods[p, g] > v.room[p, g]:
                return False
        if goods != box.goods[g] or v.goods_left[g] < 0:
            return False
    return True


@kernel(cache=False)
def pieces_balance(s, box):
    """Return whether disks and stalls of every player are in the supply or on the board, as often as it is told."""
    v = s.views[0]
    for p in range(s.players):
        disks, temple, stalls = np.int64(v.disks_left[p]), 0, np.int64(v.stalls_left[p])
        for g in range(N_GOODS):
            offered, owned = 0, 0
            for column in range(box.columns):
                offered += v.temple_disk[g, column] == p
            for stall in range(v.owner.shape[0]):
                owned += v.owner[stall] == p and v.stall[stall] == g
            if offered != v.offerings[p, g] or owned != v.stalls[p, g]:
                return False
            temple += offered
            stalls += owned
        in_sections = 0
        for section in range(box.sections):
            in_sections += v.section_disks[p, section]
        disks += temple
        for row in range(N_KING_ROWS):
            tithes = 0
            for space in range(box.king_spaces[row]):
                tithes += v.king_disk[row, space] == p
            if tithes != v.tithes[p, row]:
                return False
            disks += tithes
        if disks != box.disks or stalls != box.stalls or in_sections != temple:
            return False
    return True


@kernel(cache=False)
def tiles_balance(s, box):
    """Return whether cards, orders and baskets are as many as there are in the box, and no two boats share a section."""
    v = s.views[0]
    cards, orders, baskets = np.int64(v.deck_left), 0, np.int64(v.bag_left)
    for place in range(v.display.shape[0]):
        cards += v.display[place] != EMPTY
    for t in range(N_TYPES):
        orders += v.stack_left[t] + (s.removed[t] != EMPTY)
    for stall in range(v.stall.shape[0]):
        orders += v.order_at[stall] != EMPTY
        baskets += v.basket_at[stall] != EMPTY
    for p in range(s.players):
        orders += v.orders[p]
        for card in range(box.basics, box.cards):
            cards += v.cards[p, card] != 0
        for kind in range(box.basket_kinds):
            baskets += s.basket_tiles[p, kind]
        for q in range(p):
            if v.boat[p] == v.boat[q]:
                return False
    return cards == box.cards - box.basics and orders == box.orders and baskets == box.baskets


@kernel(cache=False)
def fuzz(states, words, box, moves, stream, first, n, players, idle):
    """Play games at random, ending a turn only with probability `idle` where it could; return games that were in order."""
    fine = 0
    for g in range(n):
        words[:] = 0
        s = states[0]
        s.seed, s.game, s.players = 99, first + g, players
        open_stream(stream, np.uint64(99), np.uint64(first + g), SEAT)
        deal(s, box)
        balanced = True
        while not s.over and s.turn < 400 and balanced:
            legal = legal_moves(s, box, moves)
            answer = below(stream, legal)
            if moves[answer].kind == END_TURN and uniform(stream) > idle:
                answer = below(stream, legal)
            apply(s, box, moves[answer])
            if s.over or s.decision == ON_CARD:
                balanced = supplies_balance(s, box) and pieces_balance(s, box) and tiles_balance(s, box)
        fine += balanced
    return fine


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("edition", [Edition(), Edition(boats="asymmetric", flowers=6, favors=3)], ids=["standard", "scarce"])
def test_components_are_conserved(players: int, edition: Edition) -> None:
    states = np.zeros(1, GAME.state)
    box, moves, stream = edition.box(players), np.zeros(GAME.max_moves, GAME.move), np.zeros(4, np.uint64)
    games = 17_000
    assert fuzz(states, states.view(np.uint64), box, moves, stream, 0, games, players, 0.3) == games


def test_the_checks_see_what_is_lost() -> None:
    s, box = np.zeros(1, GAME.state)[0], GAME.edition().box(2)
    s["players"] = 2
    deal(s, box)
    v = s["views"][0]
    v["boat"][:2] = 0, 1
    assert supplies_balance(s, box)
    assert pieces_balance(s, box)
    assert tiles_balance(s, box)
    v["flowers"][1] += 1
    assert not supplies_balance(s, box)
    v["stalls"][0, 2] += 1
    assert not pieces_balance(s, box)
    v["boat"][1] = 0
    assert not tiles_balance(s, box)
