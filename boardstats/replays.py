"""A game told turn by turn, from the same deal and the same decisions that a run counted."""

from __future__ import annotations

from typing import Any

import numpy as np

from .edition import BaseEdition
from .plan import Plan, make_plan, whole
from .rows import columns, to_pandas


def replay(
    name: str,
    *,
    game: int,
    players: int,
    seed: int,
    strategies: Any = None,
    rotate: bool | None = None,
    edition: BaseEdition | None = None,
) -> str:
    """Return a readable turn-by-turn account of one game, without a run.

    Parameters
    ----------
    name : str
        The game: `sirvam`.
    game : int
        Index of the game.
    players, seed, strategies, rotate, edition
        As for `simulate`; the same ones give the same game.

    Examples
    --------
    >>> print(replay("sirvam", game=0, players=2, seed=1, strategies="random").splitlines()[0])
    Sirvam o Rei, game 0 (seed 1, 2 players)
    """
    plan = make_plan(name, players, seed=seed, strategies=strategies, rotate=rotate, edition=edition)
    return account(plan, whole("game", game, 0, 2**62))


def account(plan: Plan, index: int) -> str:
    """Return the account of a game of a plan."""
    game, box = plan.game, plan.box
    batch, log = plan.play_logged(index, 1)
    answers = iter(log.rows["answer"].tolist())
    states = np.zeros(2, game.state)
    before, s = states[0], states[1]
    s["seed"], s["game"], s["players"] = plan.seed, index, plan.players
    moves = np.zeros(game.max_moves, game.move)
    game.deal(s, box)
    seats = ", ".join(f"seat {p}: {plan.strategies[int(plan.entry_of(index, p))].label}" for p in range(plan.players))
    lines = [f"{game.title}, game {index} (seed {plan.seed}, {plan.players} players)", seats, *game.opening(s, box)]
    turn = 0
    while not s["over"] and not (game.turn_limit and s["turn"] > game.turn_limit):
        if s["turn"] != turn:
            turn = int(s["turn"])
            lines += ["", f"Turn {turn}"]
        n = game.legal_moves(s, box, moves)
        move = moves[next(answers) if n > 1 else 0].copy()
        states[0] = states[1]
        game.apply(s, box, move)
        told = game.tell(before, s, box, move)
        new = told.index("") if "" in told else len(told)  # an empty line: what follows is no part of this turn
        lines += [*(f"  {line}" for line in told[:new]), *told[new:]]
    lines += ["", *game.ending(s, box), _places(plan, batch)]
    return "\n".join(lines)


def _places(plan: Plan, batch: Any) -> str:
    frame = to_pandas(columns(plan, batch)).sort_values(["rank", "seat"])
    if (frame["rank"] == 0).any():
        return "The game was stopped at its turn limit, unfinished."
    name = plan.game.score_name(plan.edition)
    places = [f"{row.rank}. seat {row.seat} ({row.strategy}; {name} {row.score})" for row in frame.itertuples()]
    return "Order of finish: " + ", ".join(places) + "."
