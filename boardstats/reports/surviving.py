"""Which findings survive a change of the box: each is measured anew in every edition.

A finding has a direction. In another edition it *survives* if the interval lies on the same side of nothing, it *changes*
if it lies on the other side, and else it *cannot be told*. What could not be told in the first edition changes where it can
be told in another. All intervals of a family together miss with a chance of 5 % at most: C. E. Bonferroni's inequality.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from ..differences import half_width, quantile
from ..results import Run
from ..stats import LEVEL, Floats, mean_interval, wilson

SURVIVES, CHANGES, UNKNOWN, FOUND = "survives", "changes", "cannot be told", "found"
POINTS, DEVIATIONS = "percentage points", "standard deviations"
_NO_CATEGORIES = ("score", "rank", "win_share", "turns")


class Measure(NamedTuple):
    """What a finding is in one edition: a figure that is nothing where there is no difference, with its interval.

    `beside` is what the figure compares with, where that is not the same in every edition.
    """

    value: float
    low: float
    high: float
    beside: str = ""

    @property
    def sign(self) -> int:
        """1 or -1 where the direction can be told, else 0."""
        return int(self.low > 0) - int(self.high < 0)


def family_level(comparisons: int) -> float:
    """Return the level of each interval, if all of so many are to hold together at 95 %.

    Examples
    --------
    >>> round(family_level(1), 3), round(family_level(50), 3)
    (0.95, 0.999)
    """
    return 1 - (1 - LEVEL) / max(comparisons, 1)


def status(first: Measure, other: Measure) -> str:
    """Return whether a finding survives.

    Examples
    --------
    >>> more, less, unclear = Measure(2, 1, 3), Measure(-2, -3, -1), Measure(1, -1, 3)
    >>> status(more, more), status(more, less), status(more, unclear), status(unclear, less)
    ('survives', 'changes', 'cannot be told', 'changes')
    """
    if other.sign == 0:
        return UNKNOWN
    return SURVIVES if other.sign == first.sign else CHANGES


def seat_measures(run: Run, level: float) -> list[Measure]:
    """Return by how much each seat's win share differs from the even share."""
    n, players = len(run), run.plan.players
    wins = run.batch.seats["win_share"].sum(axis=0)
    low, high = wilson(wins, n, level)
    return [Measure(float(wins[p] / n) - 1 / players, float(low[p]) - 1 / players, float(high[p]) - 1 / players)
            for p in range(players)]  # fmt: skip


def duel_measure(run: Run, label: str, level: float) -> Measure:
    """Return by how much a strategy's win share per seat is above that of the others, game by game."""
    plan = run.plan
    games = run.first_game + np.arange(len(run))
    own = plan.entries[plan.entry_of(games[:, None], np.arange(plan.players))] == plan.labels.index(label)
    share = run.batch.seats["win_share"]
    seats, others = own.sum(axis=1), (~own).sum(axis=1)
    difference = (share * own).sum(axis=1) / seats - (share * ~own).sum(axis=1) / others
    least, most = float(-1 / others.min()), float(1 / seats.min())
    # Where one side wins every game, nothing varies; but that is not certain of the next game.
    n = len(difference)
    variance = difference.var(ddof=1) / n if n > 1 else float("nan")
    half = float(half_width(variance, quantile(n - 1, level), (most - least) / n))
    mean = float(difference.mean())
    return Measure(mean, max(mean - half, least), min(mean + half, most))


def category_effects(run: Run) -> dict[str, Floats]:
    """Return of each category, game by game, the winners' mean less the others', in standard deviations over all seats.

    The score is left out, and what is the same as the score; so are categories that never differ.
    """
    records = run.batch.seats
    won = records["rank"] == 1
    use = won.any(axis=1) & ~won.all(axis=1)
    won, score, made = won[use], records["score"][use].astype(float), {}
    for name in run.plan.game.seats.single:
        values = records[name][use].astype(float)
        spread = values.std() if len(values) else 0.0
        if name in _NO_CATEGORIES or not spread or np.array_equal(values, score) or np.array_equal(values, -score):
            continue
        gap = (values * won).sum(axis=1) / won.sum(axis=1) - (values * ~won).sum(axis=1) / (~won).sum(axis=1)
        made[name] = gap / spread
    return made


def first_category(effects: dict[str, Floats]) -> str:
    """Return the category in which winners differ most from others; "" where there is none."""
    return max(effects, key=lambda name: abs(effects[name].mean()), default="")


def category_measure(effects: dict[str, Floats], first: str, sign: int, level: float) -> Measure:
    """Return how far a category is ahead of the nearest other in telling winners from others, on the same games.

    Parameters
    ----------
    effects : dict
        As of `category_effects`.
    first : str
        The category.
    sign : int
        Whether winners have more of it (1) or less (-1); where that turns round, it is behind all others.
    """
    if first not in effects or len(effects[first]) < 2:
        return Measure(float("nan"), float("nan"), float("nan"))
    own = sign * effects[first]
    others = [
        Measure(*_interval(own - np.sign(values.mean()) * values, level), name)
        for name, values in effects.items()
        if name != first
    ]
    ahead = [measure for measure in others if measure.high < 0]  # others that are ahead of it
    return min(ahead or others, key=lambda measure: measure.low, default=Measure(*_interval(own, level)))


def survival(rows: Sequence[tuple[str, str, dict[str, Measure]]], games: dict[str, int]) -> Any:
    """Return findings by edition as a DataFrame.

    Parameters
    ----------
    rows : sequence
        Of each finding what it is, its unit, and its measures by edition, that of the first edition first.
    games : dict
        How many games each edition was played for each finding.

    Returns
    -------
    DataFrame
        `finding`, `edition`, `status`, `value`, `low`, `high`, `unit`, `beside`, `games`.
    """
    import pandas as pd

    made = []
    for finding, unit, measures in rows:
        first = next(iter(measures.values()))
        for i, (edition, measure) in enumerate(measures.items()):
            found = (FOUND if measure.sign else UNKNOWN) if i == 0 else status(first, measure)
            row = {"finding": finding, "edition": edition, "status": found, "value": measure.value, "low": measure.low}
            made.append(row | {"high": measure.high, "unit": unit, "beside": measure.beside, "games": games[edition]})
    return pd.DataFrame(made)


def _interval(values: Floats, level: float) -> tuple[float, float, float]:
    mean, low, high = mean_interval(values.sum(), (values**2).sum(), len(values), level)
    return float(mean), float(low), float(high)
