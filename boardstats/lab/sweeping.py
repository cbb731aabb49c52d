"""A grid of parameters or options, every point played on the same decks."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import charts, drawing
from ..batching import batches, progress_bar
from ..differences import share_difference
from ..edition import BaseEdition
from ..errors import BoardstatsError, EditionError, one_of
from ..export import Provenance
from ..game import Game
from ..plan import Plan, make_plan, whole
from ..results import Run, caption, joined, provenance
from ..stats import Floats, Tally
from ..strategy import Strategy, chosen, split_line_up
from .laboratory import page, write_table

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

_SHARES = ("win_share", "won", "shared", "below_best")
_ENDS = ("", "_low", "_high")
# Columns that are looked up by name, and so cannot be those of a parameter.
_OWN = {"by", "who", "unfinished", *(f"{name}{end}" for name in ("win_share", "score", "below_best") for end in _ENDS)}
_INDEX = ["by", "who"]  # what tells the rows of one point apart, where a whole line-up is shown


@dataclass(frozen=True, eq=False)
class Sweep:
    """The results at every point of a grid.

    Attributes
    ----------
    frame : DataFrame
        A row for each point, in the order of the grid: its parameters, then the figures of `Run.summary()` of the one
        seat that the strategy has, each `x` beside the ends `x_low` and `x_high` of its 95 % interval. `below_best` is
        how much less its win share is than the best point's, from differences game by game: as all points meet the
        same decks, it tells two points apart that their own intervals do not.
        A figure with the name of what is varied is called `<name>_figure`.
        Where no strategy was named, a row for each point and each strategy or seat (`by`, `who`) of the line-up.
    names : tuple of str
        What was varied.
    strategy : str or None
        The strategy that was tried in one seat.
    players : int
        Number of players.
    provenance : dict
        What is needed to get these rows again, as plain values.
    """

    frame: pd.DataFrame
    names: tuple[str, ...]
    strategy: str | None
    players: int
    provenance: Provenance = field(repr=False)

    @property
    def caption(self) -> str:
        """Where the figures come from, in one line."""
        return str(self.frame.attrs["caption"])

    @property
    def best(self) -> dict[str, Any]:
        """The point with the highest win share, the first of equals: `bs.sirvam.careful(**sweep.best)`.

        The highest of many estimates is on average too high, and its neighbours may be as good: see `below_best`.
        """
        if self.strategy is None:
            raise BoardstatsError("a sweep of the whole table has no best point; name the strategy whose win share counts")
        return _records(self.frame[list(self.names)])[int(self.frame["win_share"].argmax())]

    def chart(self, figure: str = "win_share", *, who: str | int | None = None, ax: Axes | None = None) -> Axes:
        """Draw a figure over one parameter as a line with its interval, over two as a heat map.

        Parameters
        ----------
        figure : str
            A column of `frame` that has an interval.
        who : str or int, optional
            Of a sweep of the whole table: the strategy, or the seat. Left out: all strategies, or all seats if there is
            one strategy only; in a heat map the first of them.
        ax : matplotlib Axes, optional
            Where to draw.
        """
        figures = [name for name in self.frame.columns if f"{name}_low" in self.frame.columns]
        if figure not in figures:
            raise one_of("figure", figure, figures)
        rows, whose = self._rows(who)
        shown: dict[str, Any] = {"low": f"{figure}_low", "high": f"{figure}_high", "percent": figure in _SHARES, "ax": ax}
        shown["label"] = drawing.spoken(figure) + (f" of {whose}" if whose else "")
        if len(self.names) == 2:
            return charts.heat_map(rows, self.names[0], self.names[1], figure, **shown)
        by = None if whose else str(rows["by"].iloc[0])
        even = 1 / self.players if figure == "win_share" else None
        return charts.lines(rows.rename(columns={"who": by or "who"}), self.names[0], figure, by=by, even=even, **shown)

    def _rows(self, who: str | int | None) -> tuple[pd.DataFrame, str]:
        """Return the rows to draw, and whose they are, if they are those of one."""
        if self.strategy is not None:
            return self.frame, self.strategy
        known = self.frame[_INDEX].drop_duplicates()
        if who is None:
            by = "strategy" if (known["by"] == "strategy").sum() > 1 else "seat"
            rows = self.frame[self.frame["by"] == by]
            if len(self.names) == 1:
                return rows, ""
            who = rows["who"].iloc[0]
        if who not in known["who"].tolist():
            raise one_of("strategy or seat", who, known["who"])
        rows = self.frame[self.frame["who"] == who]
        return rows, f"seat {who}" if rows["by"].iloc[0] == "seat" else str(who)

    def to_csv(self, path: str | os.PathLike[str]) -> Path:
        """Write the frame as CSV, whole or not at all, with `<path>.json` beside it."""
        return write_table(path, self.frame, self.provenance)

    def __repr__(self) -> str:
        return f"<Sweep of {' and '.join(self.names)}: {self.caption}>"

    def _repr_html_(self) -> str:
        figures = [f"{name}{end}" for name in ("win_share", "score") for end in _ENDS]
        keys = [*self.names, *(name for name in _INDEX if name in self.frame)]
        parts: list[pd.DataFrame | str] = [self.frame[[*keys, *figures]]]
        if self.strategy is not None:
            others = self.frame[self.frame["below_best_low"] <= 0].drop(index=int(self.frame["win_share"].argmax()))
            equal = "; ".join(_point(row) for row in _records(others[list(self.names)]))
            parts.insert(0, f"Best: {_point(self.best)}." + (f" Not told from it on these decks: {equal}." if equal else ""))
        return page(self.caption, parts)


def sweep(
    name: str,
    grid: Mapping[str, Iterable[Any]],
    *,
    players: int,
    games: int,
    strategy: Any = None,
    against: Any = None,
    strategies: Any = None,
    edition: BaseEdition | None = None,
    seed: int | None = None,
    workers: int = 1,
    progress: bool | None = None,
) -> Sweep:
    """Play the same decks at every point of a grid of one or two parameters.

    Parameters
    ----------
    name : str
        The game.
    grid : mapping
        One or two names, each with its values: `{"call_at": [4, 5, 6], "king": ["bell", "fish"]}`. A name is a
        parameter of `strategy` or an option of the Edition.
    players : int
        Number of players.
    games : int
        Games at each point.
    strategy : optional
        Takes one seat, which moves on from game to game, against `against`. Left out: the whole table is shown, which
        `strategies` play, and the grid is one of options.
    against : optional
        Who plays the other seats: one for all, or one for each. Left out: the game's best that does not search.
    strategies, edition, seed, workers, progress
        As for `simulate`.

    Returns
    -------
    Sweep

    Raises
    ------
    BoardstatsError
        If a name or value of the grid does not exist or is out of range; before anything is played.

    Examples
    --------
    >>> calls = sweep("sirvam", {"call_at": [2, 20]}, players=2, games=200, strategy="careful", against="careful", seed=1)
    >>> calls.best
    {'call_at': 2}
    """
    table = make_plan(name, players, seed=seed, strategies=strategies, rotate=None, edition=edition)
    game, games = table.game, whole("games", games, 1, 2**40)
    if strategy is None and against is not None:
        raise BoardstatsError("against= says who meets a strategy; name it as strategy=, or the whole table as strategies=")
    if strategy is not None and strategies is not None:
        raise BoardstatsError("strategies= is the whole table; beside strategy=, say who plays the other seats as against=")
    tried = None if strategy is None else chosen(game, strategy)
    others = [] if tried is None else opponents(game, against)

    def planned(point: Mapping[str, Any]) -> Plan:
        own = {} if tried is None else {key: value for key, value in point.items() if key in tried.parameters}
        # Compiled once for all points: strategies, not the functions that a user gave.
        seats = table.strategies if tried is None else seated(tried(**own), others, players)
        rotate = table.rotate if tried is None else True
        try:
            edition = table.edition.replace(**{key: value for key, value in point.items() if key not in own})
            return make_plan(name, players, seed=table.seed, strategies=seats, rotate=rotate, edition=edition)
        except EditionError as error:
            raise EditionError(f"grid, {_point(point)}: {error}") from None

    points = _points(table, grid, tried)
    plans = [planned(point) for point in points]
    bar = progress_bar(games * len(points), progress)
    frames, shares, unfinished = [], [], 0
    try:
        for point, plan in zip(points, plans, strict=True):
            run = played(plan, games, workers)
            bar.update(games)
            unfinished += int((run.batch.games["finished"] == 0).sum())
            frames.append(_rows(point, run.summary() if tried is None else first_entry(run)))
            shares.append(None if tried is None else first_shares(run))
    finally:
        bar.close()
    frame = _joined(frames)
    if tried is not None:
        frame = frame.drop(columns=_INDEX)
        _add_differences(frame, shares)
    stopped = f"; {unfinished:,} unfinished games are counted, as won by nobody" if unfinished else ""
    frame.attrs["caption"] = f"{caption(planned({}), games)}; {len(points)} points, each on the same decks{stopped}"
    told = provenance(planned({}), 0, games)
    del told["columns"]
    told |= {"table": "sweep", "grid": {key: list(dict.fromkeys(point[key] for point in points)) for key in points[0]}}
    return Sweep(frame, tuple(points[0]), None if tried is None else tried.label, players, told)


# ---- one strategy against others, which tuning needs too -------------------------------------------------------------


def opponents(game: Game, against: Any) -> list[Strategy]:
    """Return who plays the other seats: one for all of them, or one for each."""
    if against is None:
        against = game.default
    if isinstance(against, str):
        against = split_line_up(against)
    elif isinstance(against, Strategy) or not isinstance(against, Iterable):
        against = [against]
    return [chosen(game, entry) for entry in against]


def seated(first: Strategy, others: list[Strategy], players: int) -> list[Strategy]:
    """Return the line-up of a strategy and those against it."""
    others = others * (players - 1) if len(others) == 1 else others
    if len(others) != players - 1:
        raise BoardstatsError(
            f"against: {len(others)} strategies for {players - 1} other seats: name one for all, or one for each"
        )
    return [first, *others]


def played(plan: Plan, games: int, workers: int) -> Run:
    """Return the run of a plan, without a bar of its own."""
    return joined(plan, list(batches(plan, 0, games, workers=workers, progress=False)))


def first_entry(run: Run) -> pd.DataFrame:
    """Return the summary of the seats of the first entry of the line-up, whatever the others are called."""
    tally = Tally(("first", "others"), run.plan.players, run.plan.game.seats.single)
    tally.add(run.batch.seats, (~_is_first(run)).astype(int))
    return tally.summary().loc[[("strategy", "first")]]


def first_shares(run: Run) -> Floats:
    """Return the win share of the first entry of the line-up, by game."""
    shares: Floats = run.batch.seats["win_share"][_is_first(run)]
    return shares


def _is_first(run: Run) -> Any:
    games = run.first_game + np.arange(len(run))
    return run.plan.entry_of(games[:, None], np.arange(run.plan.players)) == 0


# ---- the grid and its rows -------------------------------------------------------------------------------------------


def _points(table: Plan, grid: Any, tried: Strategy | None) -> list[dict[str, Any]]:
    """Return the points of a grid in its order; values in the type of the parameter or option that they are for."""
    if not isinstance(grid, Mapping) or not 1 <= len(grid) <= 2:
        found = f"{len(grid)} names" if isinstance(grid, Mapping) else repr(grid)
        raise BoardstatsError(f'grid must have one or two names with their values, like {{"call_at": [4, 5, 6]}}, not {found}')
    game, edition, parameters, axes = table.game, table.edition, {} if tried is None else tried.parameters, []
    for key, values in grid.items():
        if key not in (*parameters, *edition.options()):
            what = f"option of {game.name}" if tried is None else f"parameter of {tried.name!r} or option of {game.name}"
            known = [*parameters, *edition.options()]
            owners = [] if tried else [entry.name for entry in game.strategies.values() if key in entry.parameters]
            hint = f" To vary a parameter of {' or '.join(owners)}, name it as strategy=." if owners else ""
            raise BoardstatsError(f"{one_of(what, key, known)}{hint}")
        if key in _OWN:
            raise BoardstatsError(f"grid: a sweep has a column {key!r} of its own; give the parameter another name")
        if isinstance(values, str) or not isinstance(values, Iterable):
            raise BoardstatsError(f"grid: the values of {key!r} must be a list, not {values!r}")
        checked = [_checked(edition, tried, key, value) for value in values]
        if not checked:
            raise BoardstatsError(f"grid: {key!r} has no values")
        for i, value in enumerate(checked):
            if value in checked[:i]:
                raise BoardstatsError(f"grid: {key!r} has the value {value!r} twice")
        axes.append(checked)
    return [dict(zip(grid, values, strict=True)) for values in product(*axes)]


def _checked(edition: BaseEdition, tried: Strategy | None, name: str, value: Any) -> Any:
    if tried is not None and name in tried.parameters:
        return tried(**{name: value}).parameters[name]
    return edition.parse_option(name, value)


def _rows(point: Mapping[str, Any], summary: pd.DataFrame) -> pd.DataFrame:
    """Return the rows of a summary with the point that they belong to before them."""
    # Sirvam's `helpers` is an option and a figure: what is varied keeps the name.
    taken = {f"{name}{end}": f"{name}_figure{end}" for name in point for end in _ENDS}
    rows = summary.reset_index().rename(columns=taken)
    for i, (name, value) in enumerate(point.items()):
        rows.insert(i, name, " ".join(map(str, value)) if isinstance(value, tuple) else value)  # as it would be typed
    return rows


def _records(frame: pd.DataFrame) -> list[dict[str, Any]]:
    return [dict(zip(map(str, row), row.values(), strict=True)) for row in frame.to_dict("records")]


def _joined(frames: list[pd.DataFrame]) -> pd.DataFrame:
    import pandas as pd

    return pd.concat(frames, ignore_index=True)


def _add_differences(frame: pd.DataFrame, shares: list[Any]) -> None:
    """Add `below_best`: how much less each point's win share is than that of the best, game by game."""
    best = shares[int(frame["win_share"].argmax())]
    differences = np.array([share_difference(best, own) for own in shares])
    for i, end in enumerate(_ENDS):
        frame[f"below_best{end}"] = differences[:, i]


def _point(values: Mapping[str, Any]) -> str:
    return ", ".join(f"{name}={value}" for name, value in values.items())
