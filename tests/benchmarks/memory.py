"""Measure that a streamed export needs no more memory for more games: `python -m tests.benchmarks.memory [games]`.

Runs `boardstats simulate sirvam … --csv` in processes of their own, for 100,000 games and for 10 million, and prints
the peak of resident memory of each.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

CHILD = """
import resource, sys
from boardstats.cli import main
main(sys.argv[1:], standalone_mode=False)
print("peak", resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def peak(games: int) -> float:
    """Return the peak of resident memory, in MB, of a streamed export of a number of games."""
    unit = 1024 if sys.platform != "darwin" else 1024**2
    with tempfile.TemporaryDirectory() as folder:
        command = ["simulate", "sirvam", "--games", str(games), "--players", "4", "--seed", "7", "--strategies", "random"]
        command += ["--csv", str(Path(folder) / "run.csv")]
        told = subprocess.run([sys.executable, "-c", CHILD, *command], check=True, capture_output=True, text=True).stdout
    return int(told.split()[-1]) / unit


if __name__ == "__main__":
    many = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000_000
    peak(1000)  # compiles
    for games in (100_000, many):
        print(f"{games:12,} games: {peak(games):,.0f} MB at most")
