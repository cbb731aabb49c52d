"""Batches of games: on one thread or many, in other processes, with progress.

Rows do not depend on batches, workers or executors: every game has random streams of its own.
"""

from __future__ import annotations

import contextlib
import sys
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from typing import Any

from .errors import BoardstatsError
from .game import Game
from .plan import Batch, Plan, whole
from .playing import must_compile, ready
from .strategy import Strategy

# A batch takes about this long, so that progress moves and an interrupt is answered soon.
_SECONDS = 0.2
_FIRST_BATCH = 64
_LARGEST_BATCH = 1 << 16


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
        if announce:
            announce_compiling(plan.game, plan.strategies, announce)
        for strategy in plan.strategies:
            strategy.compiled()
        ready(plan.game, plan.searching)
    bar = progress_bar(games, progress)
    sizes = _Sizes(batch, 1 if plan.searching else _FIRST_BATCH)  # a searcher may take seconds for a game
    try:
        if executor is None and workers == 1 and not plan.searching:
            done = 0
            while done < games:
                result, seconds = _play(plan, first + done, min(sizes.next(), games - done))
                sizes.learn(len(result.games), seconds)
                done += len(result.games)
                bar.update(len(result.games))
                yield result
        else:
            with contextlib.ExitStack() as stack:
                if executor is None:  # a game with search may take minutes: a thread of its own leaves Ctrl-C an ear
                    executor = ThreadPoolExecutor(workers, thread_name_prefix="boardstats")
                    stack.callback(executor.shutdown, wait=True)
                    stack.callback(plan.stop)
                    stack.callback(executor.shutdown, wait=False, cancel_futures=True)
                for result, seconds in _in_order(executor, plan, first, games, sizes, 2 * max(workers, 4)):
                    sizes.learn(len(result.games), seconds)
                    bar.update(len(result.games))
                    yield result
    finally:
        bar.close()


def announce_compiling(game: Game, strategies: Iterable[Strategy], announce: Callable[[str], None]) -> None:
    """Say that there is something to be compiled, if there is, since it takes a while."""
    if must_compile(game, list(strategies)):
        announce(f"Compiling the {game.title} simulator, once for this version and machine …")


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

    def __init__(self, given: int | None, first: int) -> None:
        self.given = given
        self.size = first

    def next(self) -> int:
        return self.given or self.size

    def learn(self, games: int, seconds: float) -> None:
        # At most four times as many at a step: the first batches are too short to judge by.
        wanted = int(games * _SECONDS / max(seconds, 1e-6))
        self.size = max(1, min(wanted, 4 * self.size, _LARGEST_BATCH))


def progress_bar(games: int, progress: bool | None) -> Any:
    """Return a progress bar: in a notebook its own kind, in a terminal a line, silent where nobody looks."""
    from tqdm import tqdm

    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    in_notebook = hasattr(shell, "kernel")  # to have imported ipykernel is not to be in it
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
