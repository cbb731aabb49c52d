"""What really happens in a tabletop game: simulators, exact odds, charts and clean data.

>>> import boardstats as bs
>>> run = bs.simulate("sirvam", 1000, players=4, seed=7)
>>> len(run.frame)
4000
"""

from __future__ import annotations

from . import balance, charts, stats
from .advising import advise, position
from .balance.tracing import lead, lead_by_turn, score_by_turn
from .errors import BoardstatsError, EditionError, StrategyError
from .game import GAMES
from .games import phraya, sardines, sirvam, sriracha
from .lab.comparing import Comparison, EditionComparison, compare
from .lab.strengths import strength
from .lab.sweeping import Sweep, sweep
from .lab.tournaments import Tournament, tournament
from .lab.tuning import Tuning, tune
from .replays import replay
from .reports.reporting import report
from .results import Run, read_run
from .runner import simulate
from .sittings.reading import read_table, table_template
from .sizing import games_needed
from .strategy import searcher
from .streams import below, uniform

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
