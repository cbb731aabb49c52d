"""Playing many games: `simulate`."""

from __future__ import annotations

from concurrent.futures import Executor
from typing import Any

from .batching import batches
from .edition import BaseEdition
from .plan import make_plan, whole
from .precise import play_precisely
from .results import Run, joined


def simulate(
    name: str,
    games: int,
    *,
    players: int,
    seed: int | None = None,
    strategies: Any = None,
    rotate: bool | None = None,
    edition: BaseEdition | None = None,
    first_game: int = 0,
    workers: int = 1,
    executor: Executor | None = None,
    batch: int | None = None,
    progress: bool | None = None,
    debug: bool = False,
    precision: float | None = None,
) -> Run:
    """Play games and return their results.

    Parameters
    ----------
    name : str
        The game: `sirvam`.
    games : int
        How many, 1 or more.
    players : int
        Number of players.
    seed : int, optional
        0 … 2**63 - 1. Left out: a fresh one, recorded in the run.
    strategies : optional
        One for all seats, or one for each: a name, `"careful(call_at=6)"`, a strategy, or a function
        `(view, moves, rng, parameter=default, …) -> index of a move`. Left out: the game's best that does not search.
    rotate : bool, optional
        Move the line-up one seat on from game to game. Left out: where the strategies differ.
    edition : Edition, optional
        What is in the box. Left out: the standard edition.
    first_game : int, default 0
        Index of the first game; to go on where a run ended.
    workers : int, default 1
        Threads.
    executor : concurrent.futures.Executor, optional
        Plays the batches instead of threads: processes, or a cluster's.
    batch : int, optional
        Games in a batch. Left out: as many as take about a fifth of a second.
    progress : bool, optional
        Show a bar. Left out: in a terminal and in a notebook, for what takes longer than a second.
    debug : bool, default False
        Run strategies as plain Python, slowly, so that they can print and be stepped through.
    precision : float, optional
        Play only as many games as the 95 % interval of every strategy's win share (of every seat's, where all play
        alike) takes to be at most ± this wide; `games` is then the most. A pilot of games with indices of their own
        decides on the number, and only the games then played are counted, so that the intervals hold as stated for any
        number decided on. Where `games` is too few, there is a warning. The provenance tells of the pilot.

    Returns
    -------
    Run

    Raises
    ------
    BoardstatsError
        If something asked for does not exist or is out of range.
    StrategyError
        If a strategy raises, does not compile, or answers with no legal move.

    Examples
    --------
    >>> run = simulate("sirvam", 100, players=3, seed=1, strategies="random")
    >>> len(run.frame), float(run.frame["win_share"].sum())
    (300, 100.0)
    """
    plan = make_plan(name, players, seed=seed, strategies=strategies, rotate=rotate, edition=edition, debug=debug)
    games = whole("games", games, 1, 2**40)
    first_game = whole("first_game", first_game, 0, 2**62)
    how: dict[str, Any] = {"workers": workers, "executor": executor, "batch": batch, "progress": progress}
    if precision is not None:
        return play_precisely(plan, first_game, games, precision, how)
    return joined(plan, list(batches(plan, first_game, games, **how)))
