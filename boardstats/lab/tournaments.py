"""Tournaments: a field of strategies in all line-ups, ranked, with what of it is more than chance."""

from __future__ import annotations

import dataclasses
import os
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .. import charts, drawing
from ..batching import batches
from ..edition import BaseEdition
from ..errors import BoardstatsError, one_of
from ..export import Provenance
from ..plan import make_plan, whole
from ..replays import account
from ..results import caption, provenance
from ..stats import LEVEL
from .laboratory import field_of, page, write_table
from .seating import Schedule, schedule
from .standings import Standings

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

_SHOWN = 6  # pairs that the statement names; of more, it says the places
_NAMED = 8  # strategies that a caption names; more are counted
_INTERVAL = {"_low": "lower end of its 95 % interval", "_high": "upper end"}
_SHARES = {"win_share": "wins per seat and game, a win shared by k seats as 1/k", "won": "wins outright, per seat and game"}
# What the columns of each table mean.
TABLES = {
    "ranking": {
        "place": "1 = highest win share",
        "strategy": "whose seats",
        **_SHARES,
        "shared": "wins shared with others, per seat and game",
        "score": "mean score of a seat",
        "even": "win share without skill",
        "games": "games in which it sits",
        "unfinished": "those of them that a turn limit stopped, won by nobody",
    },
    "differences": {
        "first": "the one with the higher win share",
        "second": "the other",
        "difference": "of their win shares",
        "low": "lower end of its interval; the intervals of all pairs together hold with 95 %",
        "high": "upper end",
        "separated": "whether the interval lies above 0",
    },
    "payoffs": {
        "strategy": "whose seats",
        "against": "who sits in the game as well; the strategy itself: in another seat",
        "win_share": _SHARES["win_share"],
        "games": "games in which both sit",
    },
}


def tournament(
    name: str,
    strategies: Any,
    *,
    players: int,
    games: int,
    seed: int | None = None,
    edition: BaseEdition | None = None,
    workers: int = 1,
    executor: Executor | None = None,
    batch: int | None = None,
    progress: bool | None = None,
) -> Tournament:
    """Let strategies play in all line-ups, and rank them by the win share of a seat.

    Every ordered line-up of the strategies, mirror matches included, plays equally often, where there are no more
    line-ups than games; `games` is rounded up to whole rounds. Else line-ups are drawn in blocks of as many as there are
    strategies, such that in each block every strategy sits in every seat once (if more than 5,000 line-ups would be
    drawn, they play several games each). Every game has an index, and so decks, of its own. Nothing depends on the order
    in which the strategies are named.

    Parameters
    ----------
    name : str
        The game: `sirvam`.
    strategies : sequence
        Two or more different ones: names, `"careful(call_at=6)"`, strategies, or functions, as for `simulate`.
    players : int
        Number of players.
    games : int
        How many games, twice as many as strategies or more.
    seed, edition, workers, executor, batch, progress
        As for `simulate`.

    Returns
    -------
    Tournament

    Raises
    ------
    BoardstatsError
        If something asked for does not exist or is out of range, or two strategies bear one label.
    StrategyError
        If a strategy raises, does not compile, or answers with no legal move.

    Examples
    --------
    >>> played = tournament("sirvam", ["random", "careful"], players=2, games=400, seed=1)
    >>> played.ranking["strategy"].tolist(), played.games
    (['careful', 'random'], 400)
    >>> played.separated
    'All places are separated (95 % for all pairs together).'
    """
    plan = make_plan(name, players, seed=seed, strategies=None, rotate=False, edition=edition)
    field = sorted(field_of(plan.game, strategies), key=lambda strategy: strategy.label)
    if len(field) < 2:
        raise BoardstatsError(f"a tournament is for 2 or more strategies, not {len(field)}")
    games = whole("games", games, 1, 2**40)
    if games < 2 * len(field):
        raise BoardstatsError(f"a tournament of {len(field)} strategies needs {2 * len(field)} or more games, not {games}")
    made = schedule(dataclasses.replace(plan, strategies=tuple(field)), games)
    standings = Standings(made)
    for part in batches(made, 0, made.games, workers=workers, executor=executor, batch=batch, progress=progress):
        standings.add(part.first, part.seats)
    return Tournament(made, standings, games)


@dataclass(frozen=True, eq=False)
class Tournament:
    """The outcome of a tournament.

    Attributes
    ----------
    schedule : Schedule
        Game, edition, players, seed, field and line-ups.
    standings : Standings
        The sums behind all figures.
    asked : int
        How many games were asked for.
    """

    schedule: Schedule
    standings: Standings
    asked: int

    # ---- tables ----------------------------------------------------------------------------------------------------

    @property
    def ranking(self) -> pd.DataFrame:
        """A row for each strategy by place: win share, wins outright and shared, score, each with its 95 % interval.

        The figures are those of one seat against opponents drawn from the field, itself included.
        """
        return self._captioned(self.standings.ranking())

    @property
    def differences(self) -> pd.DataFrame:
        """A row for each pair of strategies: the difference of their win shares, and whether that is more than chance.

        Win shares are subtracted game by game. The intervals hold for all pairs together with 95 % (Bonferroni).
        """
        return self._captioned(self.standings.differences())

    @property
    def separated(self) -> str:
        """Which places are separated, in a sentence: every pair of strategies but those named."""
        table, ranking = self.differences, self.ranking
        place = dict(zip(ranking["strategy"], ranking.index, strict=True))
        sure = f"{100 * LEVEL:g} % for all pairs together"
        close = [(a, b) for a, b, clear in zip(table["first"], table["second"], table["separated"], strict=True) if not clear]
        if len(close) in (0, len(table)):
            return f"{'No' if close else 'All'} places are separated ({sure})."
        if len(close) <= _SHOWN:
            named = ", ".join(f"{place[a]}. {a} and {place[b]}. {b}" for a, b in close)
        else:
            named = "places " + ", ".join(
                f"{place[a]} and {_in_ranges([place[b] for first, b in close if first == a])}"
                for a in dict.fromkeys(a for a, _ in close)
            )
        return f"Not separated: {named}; all other places are separated ({sure})."

    @property
    def payoffs(self) -> pd.DataFrame:
        """The win share of a seat of the row's strategy in games in which the column's sits as well.

        On the diagonal the other seat is its own. The intervals are in `payoff_table`.
        """
        table, order = self.payoff_table, self.ranking["strategy"].tolist()
        square = table.pivot_table("win_share", index="strategy", columns="against", sort=False, dropna=False)
        return self._captioned(square.reindex(index=order, columns=order))

    @property
    def payoff_table(self) -> pd.DataFrame:
        """The payoffs as a row for each pair: strategy, against, win share with its 95 % interval, games."""
        return self._captioned(self.standings.payoffs())

    def _captioned(self, table: pd.DataFrame) -> pd.DataFrame:
        table.attrs["caption"] = self.caption
        return table

    # ---- where it came from ----------------------------------------------------------------------------------------

    @property
    def games(self) -> int:
        """How many games were played."""
        return self.schedule.games

    @property
    def unfinished(self) -> int:
        """How many of them a turn limit stopped; they are counted, as won by nobody."""
        return int(self.standings.unfinished.sum())

    @property
    def caption(self) -> str:
        """One line for a chart: game, players, field, games, seed, edition, what is assumed, and the design."""
        made, played = self.schedule, caption(self.schedule, self.games)
        if len(made.strategies) > _NAMED:
            played = played.replace(f"({', '.join(made.labels)})", f"({len(made.strategies)} strategies)", 1)
        kind = f"{'a sample of' if made.sampled else 'each of the'} {len(made.line_ups):,} line-ups"
        times = f"{made.rounds:,} time{'s' * (made.rounds > 1)}{' each' * made.sampled}"
        asked = f" ({self.asked:,} games asked for, rounded up to whole rounds)" if self.asked != self.games else ""
        stopped = f"; {self.unfinished:,} unfinished games are counted, as won by nobody" if self.unfinished else ""
        return f"Tournament, {played}; {kind} {times}{asked}{stopped}"

    def provenance(self) -> Provenance:
        """Return what is needed to get the same figures again, as plain values."""
        made = self.schedule
        told = {key: value for key, value in provenance(made, 0, self.games).items() if key not in ("columns", "rotate")}
        design = {"line_ups": len(made.line_ups), "rounds": made.rounds, "sampled": made.sampled}
        return told | {"games_asked_for": self.asked, "unfinished": self.unfinished} | design

    def replay(self, game: int) -> str:
        """Return a readable turn-by-turn account of a game of this tournament."""
        game = whole("game", game, 0, self.games - 1)
        return account(self.schedule.seated(game // self.schedule.rounds), game)

    # ---- shown and written -----------------------------------------------------------------------------------------

    def to_csv(self, path: str | os.PathLike[str], table: str = "ranking") -> Path:
        """Write a table (`ranking`, `differences`, `payoffs`) as CSV, whole or not at all, with `<path>.json` beside it."""
        frames = {"ranking": "ranking", "differences": "differences", "payoffs": "payoff_table"}
        if table not in frames:
            raise one_of("table", table, frames)
        frame = getattr(self, frames[table])
        frame = frame.reset_index() if table == "ranking" else frame
        meanings = {name: _meaning(table, name) for name in frame.columns}
        return write_table(path, frame, {**self.provenance(), "table": table, "columns": meanings})

    def chart(self, ax: Axes | None = None) -> Axes:
        """Draw the payoffs as a heat map: whose win share (rows) in games with whom (columns), best at the top and left."""
        table = self.payoff_table
        upwards = {name: -i for i, name in enumerate(table["strategy"].unique())}
        table = table.sort_values("strategy", key=lambda names: names.map(upwards), kind="stable")
        ends = {"low": "win_share_low", "high": "win_share_high"}
        ax = charts.heat_map(table, "against", "strategy", "win_share", **ends, ax=ax, percent=True, caption=self.caption)
        ax.set_title(f"{self.schedule.game.title}: win share of a seat, by who else plays", fontsize=11, parse_math=False)
        ax.set_xlabel("in games with")
        ax.set_ylabel("win share of")
        return ax

    def ranking_chart(self, ax: Axes | None = None) -> Axes:
        """Draw the win share of each strategy by place, with its 95 % interval and the even share."""
        rows = self.ranking
        labels = [drawing.folded(f"{place}. {name}") for place, name in zip(rows.index, rows["strategy"], strict=True)]
        ax = drawing.axes(ax, 8.5, 2.6 + 0.42 * len(rows))
        legend = charts.win_bars(ax, labels, rows, self.schedule.players)
        title = f"{self.schedule.game.title}: win share of a seat against the field"
        note = f"Whiskers and brackets: {drawing.SURE} intervals. {self.separated}"
        return drawing.finish(ax, title, "win share per seat (%)", "place", self.caption, note, legend=legend, grid="x")

    def __repr__(self) -> str:
        places = ", ".join(f"{place}. {row.strategy} {100 * row.win_share:.1f} %" for place, row in self.ranking.iterrows())
        return f"<Tournament: {places}. {self.separated} {self.caption}>"

    def _repr_html_(self) -> str:
        shares = ["win_share", "win_share_low", "win_share_high", "won", "shared"]
        columns = ["strategy", *shares, "score", "score_low", "score_high", "games"]
        return page(self.caption, [self.ranking[columns], self.separated, self.payoffs])


def write_rankings(path: str | os.PathLike[str], played: list[Tournament]) -> Path:
    """Write the rankings of several tournaments into one CSV, a column `players` first; whole or not at all."""
    import pandas as pd

    frames = [one.ranking.reset_index().assign(players=one.schedule.players) for one in played]
    frame = pd.concat(frames, ignore_index=True)
    frame.insert(0, "players", frame.pop("players"))
    meanings = {name: "number of players" if name == "players" else _meaning("ranking", name) for name in frame.columns}
    tournaments = [one.provenance() for one in played]
    told = {name: tournaments[0][name] for name in ("boardstats", "format", "game", "seed")}
    return write_table(path, frame, {**told, "tournaments": tournaments, "table": "ranking", "columns": meanings})


def _meaning(table: str, column: str) -> str:
    for ending, words in _INTERVAL.items():
        if column.endswith(ending):
            return words
    return TABLES[table][column]


def _in_ranges(places: list[int]) -> str:
    """Return rising places as text, runs of them by their ends: `2–5/7`."""
    runs: list[list[int]] = []
    for place in places:
        if runs and place - runs[-1][-1] <= 1:
            runs[-1].append(place)
        else:
            runs.append([place])
    return "/".join(str(run[0]) if run[0] == run[-1] else f"{run[0]}–{run[-1]}" for run in runs)
