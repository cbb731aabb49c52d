"""Measure the speed of the simulators: `python -m tests.benchmarks.speed [game …]`.

Prints, for each built-in strategy with four players (or the most the game allows), games and decisions a second and
nanoseconds a decision on one worker, and how much a second worker is worth; beside it the plain-Python reference, in
the same run, with its own decisions made at random; then the CSV writer beside `DataFrame.to_csv`.

Every figure is the best of several repetitions: whatever else the machine does can only slow it down.
"""

from __future__ import annotations

import functools
import importlib
import random
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import boardstats as bs
from boardstats.game import GAMES, load
from boardstats.plan import Plan, make_plan
from boardstats.runner import batches

SEED = 7
REPEAT = 5
SECONDS = 1.0
GAUGE = 50  # games that tell how many take SECONDS


def best(action: Callable[[], int]) -> tuple[float, int]:
    """Return the shortest time of several runs of an action, and what it returned."""
    times = []
    for _ in range(REPEAT):
        begun = time.perf_counter()
        done = action()
        times.append(time.perf_counter() - begun)
    return min(times), done


def play(plan: Plan, games: int, workers: int) -> int:
    """Play games and return the decisions made in them."""
    return sum(int(part.games["decisions"].sum()) for part in batches(plan, 0, games, workers=workers, progress=False))


def reference_rate(name: str, players: int) -> float:
    """Return the decisions a second of the plain-Python reference, any legal move equally likely."""
    reference = importlib.import_module(f"tests.{name}.reference")
    edition, choose = load(name).edition(), random.Random(SEED)
    decisions, index, begun = 0, 0, time.perf_counter()
    while time.perf_counter() - begun < SECONDS:
        game = reference.Game(edition, players, SEED, index)
        while not game.over:
            legal = game.legal()
            decisions += len(legal) > 1
            game.play(choose.choice(legal))
        index += 1
    return decisions / (time.perf_counter() - begun)


def measure(name: str) -> None:
    game = load(name)
    players = min(4, game.players[-1])
    plain = reference_rate(name, players)
    print(f"\n{game.title}, {players} players. Plain-Python reference: {plain:,.0f} random decisions a second.")
    print(f"{'strategy':12}{'games/s':>12}{'decisions/s':>14}{'ns/decision':>13}", end="")
    print(f"{'decisions/game':>16}{'x reference':>13}{'2 workers':>11}")
    for strategy in game.strategies.values():
        plan = make_plan(name, players, seed=SEED, strategies=strategy, rotate=None, edition=None)
        play(plan, GAUGE, 1)
        seconds, _ = best(functools.partial(play, plan, GAUGE, 1))
        games = max(GAUGE, int(GAUGE * SECONDS / seconds))
        one, decisions = best(functools.partial(play, plan, games, 1))
        two, _ = best(functools.partial(play, plan, games, 2))
        rate = decisions / one
        print(
            f"{strategy.name:12}{games / one:12,.0f}{rate:14,.0f}{1e9 / rate:13.1f}{decisions / games:16.1f}"
            f"{rate / plain:13,.0f}{one / two:11.2f}"
        )


def measure_csv() -> None:
    run = bs.simulate("sirvam", 100_000, players=4, seed=SEED, strategies="random")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "run.csv"
        ours, _ = best(lambda: len(str(run.to_csv(path))))
        theirs, _ = best(lambda: run.frame.to_csv(path, index=False) or 0)
    rows = len(run.frame)
    print(f"\nCSV: {rows / ours:,.0f} rows a second; DataFrame.to_csv: {rows / theirs:,.0f}, {theirs / ours:.1f} times slower.")


if __name__ == "__main__":
    for name in sys.argv[1:] or GAMES:
        measure(name)
    measure_csv()
