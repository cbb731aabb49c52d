"""Following compiled games with a plain-Python reference, decision by decision; the same for all games."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from boardstats.plan import Plan, make_plan

# What a reference says of a game that is over, as columns: of the seats, of the game, and components taken by seat.
Told = tuple[dict[str, list[Any]], dict[str, Any], list[list[int]]]


def follow(plan: Plan, reference: Any, told: Callable[[Plan, Any], Told], first: int, n: int, *, views: bool) -> int:
    """Play games compiled and by the reference at once; return how many decisions were compared.

    Parameters
    ----------
    reference : module
        Has the class `Game(edition, players, seed, index)`.
    told : callable
        (plan, reference game that is over) -> its results as columns.
    views : bool
        Compare what every seat knows before every move, too.
    """
    batch, log = plan.play_logged(first, n)
    rows = {name: log.rows[name].tolist() for name in log.rows.dtype.names}
    moves = log.moves.tolist()
    at = 0
    for g in range(n):
        game = reference.Game(plan.edition, plan.players, plan.seed, first + g)
        stepped = Stepped(plan, first + g) if views else None
        finished = batch.games["finished"][g] == 1
        while not game.over:
            if not finished and (at == len(log.rows) or rows["game"][at] != first + g):
                break  # at the turn limit, which the reference knows nothing of
            legal = game.legal()
            answer = 0
            if len(legal) > 1:
                assert (rows["game"][at], rows["seat"][at], rows["decision"][at]) == (first + g, game.seat, game.decision)
                start = rows["first_move"][at]
                assert moves[start : start + rows["legal"][at]] == legal
                answer = rows["answer"][at]
                at += 1
            if stepped:
                stepped.compare(game)
                stepped.apply(legal[answer])
            game.play(legal[answer])
        assert game.over == finished
        if not finished:
            continue
        seats, whole, taken = told(plan, game)
        for name, values in seats.items():
            assert batch.seats[g][name].tolist() == values, name
        for name, value in whole.items():
            assert batch.games[g][name].tolist() == value, name
        assert batch.taken[g].tolist() == taken
    assert at == len(log.rows)
    return at


class Stepped:
    """One game, played move by move through the contract, to compare what every seat knows."""

    def __init__(self, plan: Plan, index: int) -> None:
        self.plan, self.game, self.states = plan, plan.game, np.zeros(1, plan.game.state)
        s = self.states[0]
        s["seed"], s["game"], s["players"] = plan.seed, index, plan.players
        self.game.deal(s, plan.box)

    def compare(self, game: Any) -> None:
        s = self.states[0]
        for p in range(self.plan.players):
            told, view = game.view(p), s["views"][p % len(s["views"])]
            kept = {name: view[name].tolist() for name in view.dtype.names}
            assert kept == told, {k: (kept[k], told.get(k)) for k in kept if kept[k] != told.get(k)}

    def apply(self, move: tuple[int, ...]) -> None:
        moves = np.zeros(self.game.max_moves, self.game.move)
        s = self.states[0]
        n = self.game.legal_moves(s, self.plan.box, moves)
        self.game.apply(s, self.plan.box, moves[moves[:n].tolist().index(move)])


def plan_of(name: str, edition: Any, players: int, strategies: Any, seed: int) -> Plan:
    """Return a plan with rotating seats."""
    return make_plan(name, players, seed=seed, strategies=strategies, rotate=True, edition=edition)


def line_up(kinds: Any, players: int, shift: int) -> list[Any]:
    """Return as many of several strategies as there are players, from the `shift`-th on."""
    return [kinds[(shift + i) % len(kinds)] for i in range(players)]
