"""What really happens in a tabletop game: simulators, exact odds, charts and clean data.

>>> import boardstats as bs
>>> run = bs.simulate("sirvam", 1000, players=4, seed=7)
>>> len(run.frame)
4000
"""

from __future__ import annotations

from . import balance, charts, stats
from .advising import advise, position
from .comparing import Comparison, EditionComparison, compare
from .errors import BoardstatsError, EditionError, StrategyError
from .game import GAMES
from .games import phraya, sardines, sirvam, sriracha
from .replays import replay
from .reporting import report
from .results import Run, read_run
from .runner import simulate
from .sittings import read_table, table_template
from .sizing import games_needed
from .strategy import searcher
from .streams import below, uniform
from .strengths import strength
from .sweeping import Sweep, sweep
from .tournaments import Tournament, tournament
from .tracing import lead, lead_by_turn, score_by_turn
from .tuning import Tuning, tune

__version__ = "0.1.0"

__all__ = [
    "GAMES",
    "BoardstatsError",
    "Comparison",
    "EditionComparison",
    "EditionError",
    "Run",
    "StrategyError",
    "Sweep",
    "Tournament",
    "Tuning",
    "advise",
    "balance",
    "below",
    "charts",
    "compare",
    "games_needed",
    "lead",
    "lead_by_turn",
    "phraya",
    "position",
    "read_run",
    "read_table",
    "replay",
    "report",
    "sardines",
    "score_by_turn",
    "searcher",
    "simulate",
    "sirvam",
    "sriracha",
    "stats",
    "strength",
    "sweep",
    "table_template",
    "tournament",
    "tune",
    "uniform",
]
