"""What several tests share: a Python process of its own, games and their temperaments, runs compared column by column."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pandas as pd

import boardstats as bs

ROOT = Path(bs.__file__).parents[1]
TABLES = ("frame", "games", "taken")
# What the command `boardstats` runs, for a Python process.
COMMAND = ("-c", "from boardstats.cli import main; main(prog_name='boardstats')")


def environment(**changes: str) -> dict[str, str]:
    """Return the environment of a process that imports the package under test, wherever it is started."""
    return {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8", **changes}


def run_python(*arguments: str, cwd: Path = ROOT, **changes: str) -> subprocess.CompletedProcess[str]:
    """Run Python with these arguments (`"-c", code`, …) in a process of its own, and return what it wrote."""
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=cwd,
        env=environment(**changes),
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=600,
    )


def temperaments(game: str) -> tuple[Any, ...]:
    """Return the strategies to fuzz a game with: `ALL` of `tests/<game>/temperaments.py`."""
    found: tuple[Any, ...] = importlib.import_module(f"tests.{game}.temperaments").ALL
    return found


def line_up(game: str, players: int, shift: int = 0) -> list[Any]:
    """Return one temperament for each seat."""
    kinds = temperaments(game)
    return [kinds[(shift + seat) % len(kinds)] for seat in range(players)]


def assert_same_rows(one: bs.Run, other: bs.Run, tables: tuple[str, ...] = TABLES) -> None:
    """Assert that two runs have the same rows: every table, every column, every dtype."""
    for table in tables:
        pd.testing.assert_frame_equal(getattr(one, table), getattr(other, table), check_exact=True, obj=table)
