"""No cube, ship or tile is lost or made, over a million games of several temperaments, checked after every move."""

from __future__ import annotations

import numpy as np
import pytest

from boardstats._jit import kernel
from boardstats.game import load
from boardstats.games.sriracha.edition import N_COLOURS
from boardstats.games.sriracha.state import EMPTY, FAILED_PROJECTS, IN_HAND, IN_PORT, ON_TURN, ROW, STOP
from boardstats.streams import SEAT, below, open_stream, uniform

GAME = load("sriracha")
deal, legal_moves, apply = GAME.deal, GAME.legal_moves, GAME.apply


@kernel(cache=False)
def cubes_balance(s, box):
    """Return whether every cube is in exactly one place, and none is owed."""
    for c in range(N_COLOURS):
        cubes = np.int64(s.supply[c]) + s.cargo[c]
        if s.supply[c] < 0 or s.cargo[c] < 0:
            return False
        for p in range(s.players):
            if s.warehouse[p, c] < 0:
                return False
            cubes += s.warehouse[p, c]
            for site in range(box.sites):
                cubes += s.site_cubes[p, site, c] + (box.site_colour[site] == c) * np.int64(s.site_rewards[p, site])
        if cubes != box.cubes:
            return False
    return True


@kernel(cache=False)
def cards_balance(s, box):
    """Return whether ships and tiles are as many as they should be in rows, hands, ports, decks and on boards."""
    in_rows, rowed = 0, 0
    for r in range(2):
        in_rows += s.row_left[r]
    for ship in range(box.ships):
        rowed += s.where[ship] == ROW
    if rowed != in_rows:
        return False
    tiles = np.int64(s.tiles_left) + in_rows + (s.tile != EMPTY)
    for p in range(s.players):
        held, docked = 0, 0
        for ship in range(box.ships):
            held += s.where[ship] == IN_HAND + p
            docked += s.where[ship] == IN_PORT + p
        if held > s.hand + 1 or held + docked > box.hand + 1:
            return False
        tiles += s.completed[p] + s.tally[p, FAILED_PROJECTS]
        for site in range(box.sites):
            tiles += s.site_tile[p, site] != EMPTY
    return tiles == box.tiles


@kernel(cache=False)
def fuzz(states, words, box, moves, stream, first, n, players, stop):
    """Play games at random, ending a turn only with probability `stop` where it could; return games that were in order."""
    fine = 0
    for g in range(n):
        words[:] = 0
        s = states[0]
        s.seed, s.game, s.players = 99, first + g, players
        open_stream(stream, np.uint64(99), np.uint64(first + g), SEAT)
        deal(s, box)
        balanced = cubes_balance(s, box) and cards_balance(s, box)
        while not s.over and balanced:
            legal = legal_moves(s, box, moves)
            answer = below(stream, legal)
            if moves[answer].kind == STOP and uniform(stream) > stop:
                answer = below(stream, legal)
            apply(s, box, moves[answer])
            balanced = cubes_balance(s, box) and (s.decision == ON_TURN or cards_balance(s, box))
        fine += balanced
    return fine


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("stop", [0.1, 0.5, 1.0])
def test_components_are_conserved_after_every_move(players: int, stop: float) -> None:
    states = np.zeros(1, GAME.state)
    box, moves, stream = GAME.edition().box(players), np.zeros(GAME.max_moves, GAME.move), np.zeros(4, np.uint64)
    games = 112_000
    assert fuzz(states, states.view(np.uint64), box, moves, stream, 0, games, players, stop) == games


def test_the_check_sees_what_is_lost() -> None:
    s, box = np.zeros(1, GAME.state)[0], GAME.edition().box(2)
    s["players"] = 2
    deal(s, box)
    assert cubes_balance(s, box)
    assert cards_balance(s, box)
    s["warehouse"][1, 2] += 1
    assert not cubes_balance(s, box)
    s["supply"][2] -= 1
    assert cubes_balance(s, box)
    s["tiles_left"] -= 1
    assert not cards_balance(s, box)
