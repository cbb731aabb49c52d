"""Playing many games: in batches, on one thread or many, in other processes, with progress.

Rows do not depend on batches, workers or executors: every game has random streams of its own.
"""

from __future__ import annotations

import contextlib
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from typing import Any

from .edition import BaseEdition
from .errors import BoardstatsError
from .plan import Batch, Plan, make_plan, whole
from .playing import must_compile, ready
from .results import Run, joined

# A batch takes about this long, so that progress moves and an interrupt is answered soon.
_SECONDS = 0.2
_FIRST_BATCH = 64
_LARGEST_BATCH = 1 << 16


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
        Play only as many games as the 95 % interval of every strategy's win share takes to be at most ± this wide;
        `games` is then the most. A pilot of games with indices of their own decides on the number, and only the games
        then played are counted, so that the intervals hold as stated for any number decided on. Where `games` is too
        few, there is a warning. The provenance tells of the pilot.

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
        from .precise import play_precisely

        return play_precisely(plan, first_game, games, precision, how)
    return joined(plan, list(batches(plan, first_game, games, **how)))


def batches(
    plan: Plan,
    first: int,
    games: int,
    *,
    workers: int = 1,
    executor: Executor | None = None,
    batch: int | None = None,
    progress: bool | None = None,
    announce: Callable[[str], None] | None = None,
) -> Iterator[Batch]:
    """Yield the results of consecutive games, batch by batch and in order; see `simulate`."""
    workers = whole("workers", workers, 1, 1024)
    if batch is not None:
        batch = whole("batch", batch, 1)
    if executor is not None and not hasattr(executor, "submit"):
        raise BoardstatsError(f"executor must be a concurrent.futures.Executor, not {executor!r}")
    if not plan.debug:
        if announce and must_compile(plan.game, list(plan.strategies)):
            announce(f"Compiling the {plan.game.title} simulator, once for this version and machine …")
        for strategy in plan.strategies:
            strategy.compiled()
        ready(plan.game, plan.searching)
    bar = _bar(games, progress)
    sizes = _Sizes(batch)
    try:
        if executor is None and workers == 1:
            done = 0
            while done < games:
                result, seconds = _play(plan, first + done, min(sizes.next(), games - done))
                sizes.learn(len(result.games), seconds)
                done += len(result.games)
                bar.update(len(result.games))
                yield result
        else:
            with contextlib.ExitStack() as stack:
                if executor is None:
                    executor = ThreadPoolExecutor(workers, thread_name_prefix="boardstats")
                    stack.callback(executor.shutdown, wait=True, cancel_futures=True)
                for result, seconds in _in_order(executor, plan, first, games, sizes, 2 * max(workers, 4)):
                    sizes.learn(len(result.games), seconds)
                    bar.update(len(result.games))
                    yield result
    finally:
        bar.close()


def _play(plan: Plan, first: int, n: int) -> tuple[Batch, float]:
    begun = time.perf_counter()
    return plan.play(first, n), time.perf_counter() - begun


def _in_order(
    executor: Executor, plan: Plan, first: int, games: int, sizes: _Sizes, in_flight: int
) -> Iterator[tuple[Batch, float]]:
    """Yield results in order, with a few batches under way, so that memory stays flat."""
    waiting: deque[Future[tuple[Batch, float]]] = deque()
    asked = 0
    try:
        while asked < games or waiting:
            while asked < games and len(waiting) < in_flight:
                n = min(sizes.next(), games - asked)
                waiting.append(executor.submit(_play, plan, first + asked, n))
                asked += n
            yield waiting.popleft().result()
    finally:
        for future in waiting:
            future.cancel()


class _Sizes:
    """How many games the next batch has: a given number, or as many as take `_SECONDS`."""

    def __init__(self, given: int | None) -> None:
        self.given = given
        self.size = _FIRST_BATCH

    def next(self) -> int:
        return self.given or self.size

    def learn(self, games: int, seconds: float) -> None:
        # At most four times as many at a step: the first batches are too short to judge by.
        wanted = int(games * _SECONDS / max(seconds, 1e-6))
        self.size = max(1, min(wanted, 4 * self.size, _LARGEST_BATCH))


def _bar(games: int, progress: bool | None) -> Any:
    """Return a progress bar: in a notebook its own kind, in a terminal a line, silent where nobody looks."""
    from tqdm import tqdm

    in_notebook = "ipykernel" in sys.modules
    options: dict[str, Any] = {
        "total": games,
        "unit": "game",
        "unit_scale": True,
        "delay": 1,
        "leave": False,
        "disable": not progress if progress is not None else not (in_notebook or sys.stderr.isatty()),
    }
    if in_notebook and not options["disable"]:
        with contextlib.suppress(ImportError):
            from tqdm.notebook import tqdm as notebook_bar

            return notebook_bar(**options)
    return tqdm(**options)
