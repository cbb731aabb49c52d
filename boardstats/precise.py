"""`simulate(precision=…)`: as many games as make the win share of every strategy known to so much.

Two stages (C. Stein 1945, A two-sample test for a linear hypothesis whose power is independent of the variance. Annals
of Mathematical Statistics 16, 243-258): the games of a pilot, which have indices of their own, decide how many games are
played; these alone are counted. So their number says nothing of how they went, and the intervals hold as stated for any
number that the pilot may have decided on. (Stopping when an interval is narrow enough would not do: it stops early
where the spread happens to look small.)
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Mapping
from dataclasses import dataclass, field
from numbers import Real
from typing import Any

import numpy as np

from .batching import batches
from .errors import BoardstatsError
from .export import Provenance
from .plan import Plan, join
from .results import Run
from .rows import who
from .sizing import games_for
from .stats import LEVEL, SIXTIETHS, sixtieths, wilson

_PILOT = 2**61  # index of its first game, out of the way of those that are counted
_FEWEST, _MOST = 200, 20_000  # games of a pilot, which else is a twentieth of what a share of one half would take
_PILOT_LEVEL = 0.999  # so high that the games it decides on are very seldom too few


@dataclass(frozen=True, eq=False, repr=False)
class PreciseRun(Run):
    """A run whose number of games a pilot decided.

    Attributes
    ----------
    precision : mapping
        What was asked for, the pilot, and how many games it decided on; as in the provenance.
    """

    precision: Mapping[str, Any] = field(default_factory=dict)

    def provenance(self) -> Provenance:
        return super().provenance() | {"precision": dict(self.precision)}

    @property
    def caption(self) -> str:
        return f"{super().caption}; {in_words(self.precision)}"


def sized(plan: Plan, first_game: int, cap: int, precision: float, how: Mapping[str, Any]) -> tuple[int, dict[str, Any]]:
    """Play a pilot, and return how many games to play, and what to tell of that in the provenance.

    Parameters
    ----------
    plan : Plan
        What is played.
    first_game, cap : int
        Index of the first game that will be counted, and the most that may be played.
    precision : float
        The win share per seat of every strategy is to have a 95 % interval of at most ± this; where all seats play alike,
        that of every seat.
    how : mapping
        Workers and so on, as for `batches`.
    """
    if isinstance(precision, bool) or not isinstance(precision, Real) or not 0 < precision < 0.5:
        raise BoardstatsError(f"precision must be a number between 0 and 0.5, the half-width of an interval, not {precision!r}")
    precision = float(precision)
    pilot = min(max(math.ceil(games_for(0.5, precision) / 20), _FEWEST), _MOST, cap)
    first = _PILOT if first_game + cap <= _PILOT else 0
    batch = join(list(batches(plan, first, pilot, **how)))
    entry, seats, wins = who(plan, batch), np.bincount(plan.entries), sixtieths(batch.seats["win_share"])
    if len(seats) == 1:  # one strategy has an even share whatever happens
        entry, seats = np.broadcast_to(np.arange(plan.players), wins.shape), np.ones(plan.players, np.int64)
    together = [wins[entry == i].sum() / SIXTIETHS for i in range(len(seats))]
    needed = decided(together, seats.tolist(), pilot, precision)
    told = {"half_width": precision, "level": LEVEL, "cap": cap, "pilot_games": pilot, "pilot_first_game": first}
    return min(needed, cap), told | {"games_needed": needed, "cap_too_small": needed > cap}


def play_precisely(plan: Plan, first_game: int, cap: int, precision: float, how: Mapping[str, Any]) -> PreciseRun:
    """Play a pilot, and then the games that it decides on; warn where the cap allows fewer. See `sized`."""
    games, told = sized(plan, first_game, cap, precision, how)
    if told["cap_too_small"]:
        warnings.warn(in_words(told), stacklevel=3)  # where `simulate` was called
    return PreciseRun(plan, join(list(batches(plan, first_game, games, **how))), told)


def decided(together: list[float], seats: list[int], pilot: int, precision: float) -> int:
    """Return how many games a pilot decides on.

    Of each strategy, the value in its pilot's interval that is nearest to one half is taken for its share, since it
    takes most games.

    Parameters
    ----------
    together : list of float
        Wins of each strategy in the pilot, all its seats together.
    seats : list of int
        How many seats each has; a win share per seat is known as much more precisely.
    pilot : int
        Games of the pilot.
    precision : float
        Half-width wanted, per seat.

    Examples
    --------
    >>> decided([120.0, 280.0], [1, 1], pilot=400, precision=0.01), decided([8.0, 392.0], [1, 1], pilot=400, precision=0.01)
    (9046, 2131)
    """
    ends = [wilson(min(wins, pilot), pilot, _PILOT_LEVEL) for wins in together]
    nearest = [min(max(0.5, float(low)), float(high)) for low, high in ends]
    return max(games_for(share, k * precision) for share, k in zip(nearest, seats, strict=True))


def in_words(told: Mapping[str, Any]) -> str:
    """Return what the number of games has to do with the precision that was asked for."""
    asked = f"win shares to ±{told['half_width']:g} ({100 * told['level']:g} %)"
    if told["cap_too_small"]:
        return f"{asked} would take about {told['games_needed']:,} games, more than the cap of {told['cap']:,}"
    return f"as many games as {asked} take"
