"""What really happens in a tabletop game: simulators, exact odds, charts and clean data.

>>> import boardstats as bs
>>> run = bs.simulate("sirvam", 1000, players=4, seed=7)
>>> len(run.frame)
4000
"""

from __future__ import annotations

from . import charts, stats
from .errors import BoardstatsError, EditionError, StrategyError
from .game import GAMES
from .games import phraya, sardines, sirvam, sriracha
from .replays import replay
from .results import Run, read_run
from .runner import simulate
from .streams import below, uniform
from .strengths import strength

__version__ = "0.1.0"

__all__ = [
    "GAMES",
    "BoardstatsError",
    "EditionError",
    "Run",
    "StrategyError",
    "below",
    "charts",
    "phraya",
    "read_run",
    "replay",
    "sardines",
    "simulate",
    "sirvam",
    "sriracha",
    "stats",
    "strength",
    "uniform",
]
