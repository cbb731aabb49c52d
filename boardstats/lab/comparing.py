"""Two strategies in the same seat, or two editions, on the same decks: the differences, and how sure they are.

Reference: A. M. Law (2015), Simulation Modeling and Analysis, 5th ed., section 11.2 (common random numbers).
"""

from __future__ import annotations

import dataclasses
import functools
import os
from abc import ABC, abstractmethod
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import drawing
from ..batching import batches
from ..edition import BaseEdition
from ..errors import BoardstatsError, one_of
from ..export import Provenance
from ..plan import Plan, make_plan, whole
from ..results import caption, provenance
from ..sizing import GamesNeeded, games_needed
from ..stats import LEVEL
from ..strategy import chosen
from .laboratory import page, write_table
from .pairing import Group, Pair, Paired
from .sweeping import opponents, seated

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

_COLUMNS = {
    "by": "what a row is of: a strategy, a seat, or the whole game",
    "who": "which",
    "column": "what is compared: a column of a run, or win shares apart: `won` outright, `shared` with others",
    "a": "mean of the first",
    "b": "mean of the second",
    "difference": "a - b",
    "low": "lower end of the 95 % interval of the difference, of pairs",
    "high": "upper end",
    "saved": "how many times as many games on different decks would be needed for as narrow an interval",
}
BY_ITSELF = "Each interval holds with 95 % by itself: of many rows, one in twenty excludes 0 by chance alone."


def compare(
    name: str,
    a: Any,
    b: Any,
    *,
    players: int,
    games: int,
    seed: int | None = None,
    against: Any = None,
    strategies: Any = None,
    edition: BaseEdition | None = None,
    workers: int = 1,
    executor: Executor | None = None,
    batch: int | None = None,
    progress: bool | None = None,
) -> Comparison | EditionComparison:
    """Compare two strategies, or two editions, on the same decks, game by game.

    Both play games of the same index: the decks are the same, and so are the random numbers of all players. Strategies
    take the same seat against the same opponents, one seat on from game to game. Since luck is common to both, the
    difference is known better than from two runs; `saved` says how much better.

    Parameters
    ----------
    name : str
        The game: `sirvam`.
    a, b : strategy or Edition
        Two strategies as for `simulate`, or two editions.
    players : int
        Number of players.
    games : int
        How many games, 2 or more; each is played twice.
    against : optional
        The opponents of two strategies: one for all other seats, or one for each. Left out: the game's best that does
        not search.
    strategies : optional
        Who plays two editions, as for `simulate`.
    edition : Edition, optional
        What is in the box, for two strategies.
    seed, workers, executor, batch, progress
        As for `simulate`.

    Returns
    -------
    Comparison or EditionComparison

    Raises
    ------
    BoardstatsError
        If something asked for does not exist or is out of range, or the two are the same.
    StrategyError
        If a strategy raises, does not compile, or answers with no legal move.

    Examples
    --------
    >>> found = compare("sirvam", "careful", "random", players=3, games=200, seed=1)
    >>> found.low < found.difference < found.high, found.low > 0
    (True, True)
    >>> from boardstats import sirvam
    >>> fish = compare("sirvam", sirvam.Edition(), sirvam.Edition(king="fish"), players=2, games=100, seed=1)
    >>> fish.frame.loc[("game", "all", "turns")].index.tolist()
    ['a', 'b', 'difference', 'low', 'high', 'saved']
    """
    games = whole("games", games, 2, 2**40)
    if isinstance(a, BaseEdition) != isinstance(b, BaseEdition):
        raise BoardstatsError("compare two strategies or two editions, not one with the other")
    if isinstance(a, BaseEdition):
        if against is not None or edition is not None:
            raise BoardstatsError("two editions are compared with strategies=, without against= and edition=")
        plans = [make_plan(name, players, seed=seed, strategies=strategies, rotate=None, edition=a)]
        same: dict[str, Any] = {"seed": plans[0].seed, "strategies": plans[0].strategies}
        plans.append(make_plan(name, players, **same, rotate=None, edition=b))
        if a == b:
            raise BoardstatsError("the two editions are the same, so there is nothing to compare")
    else:
        if strategies is not None:
            raise BoardstatsError("two strategies are compared with against=, which names their opponents, without strategies=")
        plans = _plans(name, a, b, players, seed, against, edition)
    given = {part.name: getattr(plans[0], part.name) for part in dataclasses.fields(Plan)}
    pair = Pair(**given, other=plans[1])
    editions = isinstance(a, BaseEdition)
    sums = Paired(pair, _all_groups(pair) if editions else [Group("strategy", plans[0].strategies[0].label, (0,))])
    for part in batches(pair, 0, games, workers=workers, executor=executor, batch=batch, progress=progress):
        sums.add(part.first, part.seats)
    return EditionComparison(sums) if editions else Comparison(sums)


def _plans(name: str, a: Any, b: Any, players: int, seed: int | None, against: Any, edition: BaseEdition | None) -> list[Plan]:
    """Return the plans of two strategies, each as the first entry of a line-up that rotates."""
    alone = make_plan(name, players, seed=seed, strategies=None, rotate=True, edition=edition)
    others = opponents(alone.game, against)
    first, second = (chosen(alone.game, entry) for entry in (a, b))
    if first.label == second.label:
        raise BoardstatsError(f"both strategies are called {first.label!r}; compare different ones, under different names")
    given: dict[str, Any] = {"seed": alone.seed, "rotate": True, "edition": alone.edition}
    return [make_plan(name, players, strategies=seated(entry, others, players), **given) for entry in (first, second)]


def _all_groups(plan: Plan) -> list[Group]:
    """Return what editions are compared by: the whole game, each strategy, each seat."""
    places = range(plan.players)
    by_label = [tuple(place for place in places if plan.strategies[place].label == label) for label in plan.labels]
    strategies = [Group("strategy", label, found) for label, found in zip(plan.labels, by_label, strict=True)]
    return [Group("game", "all", (*places,)), *strategies, *(Group("seat", seat, (seat,)) for seat in places)]


@dataclass(frozen=True, eq=False)
class _Compared(ABC):
    """What two plans had, game by game.

    Attributes
    ----------
    sums : Paired
        The sums behind all figures.
    """

    sums: Paired

    @functools.cached_property
    def table(self) -> pd.DataFrame:
        """All figures with their spread by game; see `boardstats.pairing.Paired.table`."""
        return self.sums.table()

    @property
    def frame(self) -> pd.DataFrame:
        """A row for each column: a, b, a - b with its 95 % interval, and how many times as many games pairs have saved."""
        frame = self.table[["a", "b", "difference", "low", "high", "saved"]].copy()
        frame.attrs["caption"] = self.caption
        return frame

    @property
    def games(self) -> int:
        """How many games were played, each twice."""
        return self.sums.games

    @property
    def unfinished(self) -> tuple[int, int]:
        """How many of a's games, and of b's, a turn limit stopped; they are counted, as won by nobody."""
        a, b = self.sums.unfinished
        return int(a), int(b)

    @property
    @abstractmethod
    def difference_in_words(self) -> str:
        """What b has in the place of what a has."""

    @property
    def caption(self) -> str:
        """One line for a chart: game, players, line-up of a, games, seed, edition, what is assumed, and what b is."""
        a, b = self.unfinished
        stopped = f"; unfinished games, counted as won by nobody: {a:,} of a, {b:,} of b" if a or b else ""
        return f"{caption(self.sums.pair, self.games)}; {self.difference_in_words}{stopped}"

    def provenance(self) -> Provenance:
        """Return what is needed to get the same figures again, as plain values: `a` and `b` as of two runs."""
        plans = zip("ab", self.sums.plans, strict=True)
        told = {which: provenance(plan, 0, self.games) for which, plan in plans}
        for one in told.values():
            del one["columns"]
        return {"boardstats": told["a"]["boardstats"], "format": told["a"]["format"], **told, "unfinished": list(self.unfinished)}

    def to_csv(self, path: str | os.PathLike[str]) -> Path:
        """Write the frame as CSV, whole or not at all, with `<path>.json` beside it."""
        frame = self.frame.reset_index()
        columns = {name: _COLUMNS[name] for name in frame.columns}
        return write_table(path, frame, {**self.provenance(), "table": "comparison", "columns": columns})

    def _needed(self, row: Any, difference: float, power: float, level: float) -> GamesNeeded:
        """Return how many games would show a difference in what a row of the table, named so, is of."""
        sd, paired_sd = (float(self.table.loc[row, name]) for name in ("sd", "paired_sd"))
        if paired_sd == 0:
            what = " ".join(map(str, row)) if isinstance(row, tuple) else row
            raise BoardstatsError(f"{what}: the difference was the same in all {self.games:,} games, so it tells of no spread")
        given: dict[str, float] = {"power": power, "level": level}
        return GamesNeeded(games_needed(difference, paired=paired_sd, **given), games_needed(difference, sd=sd, **given))

    def _chart(self, rows: pd.DataFrame, labels: list[str], ax: Axes | None, title: str) -> Axes:
        """Draw differences in standard deviations, so that all have one scale; beside them the figures themselves."""
        seen = (rows["sd"] > 0).to_numpy()
        if not seen.any():
            raise BoardstatsError("no column varies from game to game, so there is nothing to draw")
        rows, names = rows[seen], [drawing.folded(label) for label, there in zip(labels, seen, strict=True) if there]
        value, low, high = ((rows[name] / rows["sd"]).to_numpy() for name in ("difference", "low", "high"))
        at = np.arange(len(rows))
        ax = drawing.axes(ax, 8.5, 2.2 + 0.3 * len(rows))
        style = drawing.points(0) | {"markersize": 3} | drawing.whisker(1)
        ax.errorbar(value, at, xerr=drawing.arms(value, low, high), linestyle="none", **style)
        ax.axvline(0, color=drawing.ink(), linewidth=1)
        for y, (_, row) in enumerate(rows.iterrows()):
            ax.text(1.01, y, _figures(row), transform=ax.get_yaxis_transform(), va="center", fontsize=8.5)
        ax.set_yticks(at, names, parse_math=False)
        ax.set_ylim(len(rows) - 0.5, -0.5)  # the first on top
        note = f"Beside: a, b: a − b ± half-width. Whiskers: {drawing.SURE} intervals of pairs. {BY_ITSELF}"
        x_label = "a − b, in standard deviations by game"
        return drawing.finish(ax, title, x_label, "", self.caption, note, grid="x")

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.caption}>"


class Comparison(_Compared):
    """Two strategies in the same seat of the same games; see `compare`."""

    @property
    def labels(self) -> tuple[str, str]:
        """The names of the two strategies."""
        a, b = (plan.strategies[0].label for plan in self.sums.plans)
        return a, b

    @property
    def difference_in_words(self) -> str:
        a, b = self.labels
        return f"a: {a}, b: {b} in its seat of the same games"

    @functools.cached_property
    def table(self) -> pd.DataFrame:
        return self.sums.table().droplevel(["by", "who"])

    def _of(self, figure: str, column: str = "win_share") -> float:
        found: Any = self.table.loc[column, figure]
        return float(found)

    @property
    def difference(self) -> float:
        """Win share of a less that of b; its 95 % interval is from `low` to `high`."""
        return self._of("difference")

    @property
    def low(self) -> float:
        return self._of("low")

    @property
    def high(self) -> float:
        return self._of("high")

    @property
    def saved(self) -> float:
        """How many times as many games two runs on different decks would need, to know the difference as well."""
        return self._of("saved")

    def __repr__(self) -> str:
        a, b = self.labels
        share = f"{100 * self.difference:+.2f} ({100 * self.low:+.2f} … {100 * self.high:+.2f}) percentage points of win share"
        return f"<Comparison: {a} less {b}: {share}. {self.caption}>"

    @property
    def paired_sd(self) -> float:
        """Standard deviation by game of the difference of win shares."""
        return self._of("paired_sd")

    def games_needed(
        self, difference: float, *, column: str = "win_share", power: float = 0.8, level: float = LEVEL
    ) -> GamesNeeded:
        """Return how many games would show a difference of this size, as far as these games tell.

        Parameters
        ----------
        difference : float
            Of the means of a and b, in the column's own unit.
        column : str
            What is compared.
        power, level : float
            As for the function `games_needed`.

        Returns
        -------
        GamesNeeded
            `paired` and `unpaired`: games for each of the two strategies.
        """
        if column not in self.table.index:
            raise one_of("column", column, self.table.index)
        return self._needed(column, difference, power, level)

    def chart(self, ax: Axes | None = None) -> Axes:
        """Draw the difference of every column with its interval, in standard deviations by game."""
        a, b = self.labels
        labels = [drawing.spoken(column) for column in self.table.index]
        return self._chart(self.table, labels, ax, f"{self.sums.pair.game.title}: {a} (a) and {b} (b) in the same seat")

    def _repr_html_(self) -> str:
        words = f"Win share: difference {self.difference:+.4f} ({self.low:+.4f} … {self.high:+.4f})"
        saved = f"as many as {self.saved:.1f} times the games would be needed on different decks to know it as well"
        return page(self.caption, [f"{words}; {saved}.", self.frame, BY_ITSELF])


class EditionComparison(_Compared):
    """Two editions, the same strategies, the same games: by game, by strategy and by seat; see `compare`."""

    @property
    def difference_in_words(self) -> str:
        a, b = (plan.edition for plan in self.sums.plans)
        differing = a.diff(b)
        options = differing[differing["table"] == "options"]
        changed = [f"{row['column']}={_typed(row['other'])} (a: {_typed(row['this'])})" for _, row in options.iterrows()]
        cells = differing[differing["table"] != "options"].groupby("table", sort=False).size()
        changed += [f"{n} cell{'s' * (n > 1)} of {table}" for table, n in cells.items()]
        more = [name for name in b.assumed() if name not in a.assumed()]
        assumed = f"; assumed in b as well: {', '.join(more)}" if more else ""
        return f"b, the same games with another edition: {', '.join(changed) or b.name}{assumed}"

    def games_needed(
        self, difference: float, *, column: str = "win_share", by: str = "seat", who: Any = 0, power: float = 0.8,
        level: float = LEVEL,
    ) -> GamesNeeded:  # fmt: skip
        """Return how many games would show a difference of this size, as far as these games tell.

        Parameters
        ----------
        difference : float
            Of the means of a and b, in the column's own unit.
        column : str
            What is compared.
        by, who : str, str or int
            Of whom: a row of the frame, as `"seat", 0`, `"strategy", "careful"`, or `"game", "all"` (turns alone).
        power, level : float
            As for the function `games_needed`.

        Returns
        -------
        GamesNeeded
            `paired` and `unpaired`: games for each of the two editions.
        """
        rows = self.table.index
        for what, value in {"by": by, "who": who, "column": column}.items():
            known = rows.unique(what)
            if value not in known:
                raise one_of(what, value, known)
            rows = rows[rows.get_level_values(what) == value]
        return self._needed((by, who, column), difference, power, level)

    def chart(self, ax: Axes | None = None, *, columns: tuple[str, ...] = ("turns", "win_share", "score")) -> Axes:
        """Draw the differences of these columns, by game, strategy and seat, in standard deviations by game."""
        known = self.table.index.unique("column")
        for column in columns:
            if column not in known:
                raise one_of("column", column, known)
        rows = self.table[self.table.index.isin(columns, level="column")]
        names = {"game": "game", "seat": "seat {}", "strategy": "{}"}
        labels = [f"{names[by].format(who)}: {drawing.spoken(column)}" for by, who, column in rows.index]
        return self._chart(rows, labels, ax, f"{self.sums.pair.game.title}: two editions, a and b")

    def _repr_html_(self) -> str:
        return page(self.caption, [self.frame, BY_ITSELF])


def _figures(row: pd.Series) -> str:
    """Return a, b, their difference and its half-width, with as many decimals as that tells."""
    half = row["half"]
    digits = drawing.digits_of(half) if np.isfinite(half) else 3
    told = f"{row['a']:.{digits}f}, {row['b']:.{digits}f}: {row['difference']:+.{digits}f} ± {half:.{digits}f}"
    return told.replace("-", "−")


def _typed(value: Any) -> str:
    """Return the value of an option as it would be typed."""
    return (" ".join(map(str, value)) if isinstance(value, tuple) else str(value)) or "none"
