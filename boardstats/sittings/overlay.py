"""Real games beside simulated ones: where each real score lies among the simulated scores, and how little few games say."""

from __future__ import annotations

import math
import os
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import drawing
from ..edition import BaseEdition
from ..errors import BoardstatsError
from ..game import load
from ..results import Run
from ..stats import LEVEL, wilson
from .forms import Form, write_rows

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

_LANES = 16  # so many real scores have room for a name each


@dataclass(frozen=True, eq=False, repr=False)
class Sittings:
    """Real games, scored.

    Attributes
    ----------
    name : str
        The game.
    edition : Edition
        What was played with.
    frame : DataFrame
        A row for each player of each game: `table`, `seat`, `player`, `players` (how many played), what all had in
        common (the king), `score`, `rank` (1 = best; equal after the last tie-break = equal rank), `win_share`, and the
        game's categories. Of scores that stand alone no tie can be broken.
    """

    name: str
    edition: BaseEdition
    form: Form
    frame: pd.DataFrame

    @property
    def games(self) -> int:
        return int(self.frame["table"].nunique())

    def __repr__(self) -> str:
        return f"<Sittings: {load(self.name).title}, {self.games} games>\n{self.frame.to_string(index=False)}"

    def to_csv(self, path: str | os.PathLike[str]) -> Path:
        """Write the frame as CSV, whole or not at all; names that look like formulas with an apostrophe before them."""
        write_rows(Path(path), [[*self.frame.columns], *(row[1:] for row in self.frame.itertuples())])
        return Path(path)

    def like(self) -> tuple[int, BaseEdition]:
        """Return what to simulate to compare with: how many play in most games, and the edition with most games' king."""
        shared = [column.name for column, _ in self.form.shared(self.edition)]
        tables = self.frame.drop_duplicates("table")[["players", *shared]]
        (players, *values), _ = Counter(tables.itertuples(index=False, name=None)).most_common(1)[0]
        return int(players), self.edition.replace(**dict(zip(shared, values, strict=True)))

    def comparable(self, run: Run) -> pd.DataFrame:
        """Return the rows of the games that a run simulates: as many players, and the same king.

        Raises
        ------
        BoardstatsError
            If the run is of another game, or there are none.
        """
        if not isinstance(run, Run):
            raise BoardstatsError(f"real games are compared with a Run, not with {type(run).__name__}")
        if run.plan.name != self.name:
            raise BoardstatsError(f"these are games of {self.name}, the run is of {run.plan.name}")
        wanted: dict[str, Any] = {"players": run.plan.players}
        wanted |= {column.name: value for column, value in self.form.shared(run.plan.edition)}
        played = [*self.form.shared(self.edition)]
        if {column.name for column, _ in played} != set(wanted) - {"players"}:
            raise BoardstatsError("the run plays another variant than the one these games were scored by; give both one edition")
        rows = self.frame
        for name, value in wanted.items():
            rows = rows[rows[name] == value]
        if rows.empty:
            told = ", ".join(f"{name} {value}" for name, value in wanted.items())
            raise BoardstatsError(f"none of the {self.games} real games is like the run's ({told})")
        return rows

    def compare(self, run: Run) -> pd.DataFrame:
        """Return where each real score lies among the simulated scores of all seats.

        Only the games that are like the run's count, with as many players and the same king; `attrs["left_out"]` says how
        many are not. `attrs["caution"]` says what so few games can show.

        Returns
        -------
        DataFrame
            `table`, `player`, `seat`, `score`, `rank`; `below` and `equal` (shares of the simulated scores that are lower,
            and the same), `quantile` (`below` and half of `equal`: 0.5 is the middle) with its 95 % interval
            `quantile_low`, `quantile_high`, which counts each simulated game once.
        """
        rows = self.comparable(run)
        counts = _simulated(run)
        total, values = sum(counts.values()), rows["score"].to_numpy()
        below = np.array([sum(n for score, n in counts.items() if score < value) for value in values]) / total
        equal = np.array([counts.get(int(value), 0) for value in values]) / total
        low, high = wilson((below + equal / 2) * run.tally.games, run.tally.games)
        table = rows[["table", "player", "seat", "score", "rank"]].reset_index(drop=True)
        table = table.assign(below=below, equal=equal, quantile=below + equal / 2, quantile_low=low, quantile_high=high)
        left_out = self.games - int(rows["table"].nunique())
        table.attrs = {"caption": run.caption, "left_out": left_out, "caution": _caution(rows, counts)}
        return table

    def chart(self, run: Run, *, ax: Axes | None = None) -> Axes:
        """Draw the simulated scores as bars, and over them each real score with its quantile.

        With more than 16 real scores, their shares are drawn as points instead.
        """
        table, counts = self.compare(run), _simulated(run)
        scores = table["score"].tolist()
        at = np.arange(min([*counts, *scores]), max([*counts, *scores]) + 1)
        height = 4.6 + 0.16 * (len(scores) if len(scores) <= _LANES else 0)
        ax = drawing.axes(ax, drawing.room(8.5, len(at)), height)
        share, arms = drawing.shares(at, counts, sum(counts.values()), run.tally.games)
        bars = ax.bar(at, share, 0.85, color=drawing.SKY)
        ax.errorbar(at, share, np.where(share > 0, arms, 0), fmt="none", ecolor=drawing.ink(), **drawing.whisker(len(at)))
        drawing.whole_numbers(ax, at)
        points = _name_each(ax, table, float(share.max())) if len(scores) <= _LANES else _dots(ax, at, scores)
        drawing.percent(ax.yaxis)
        title = f"{run.plan.game.title}: real games over simulated ones"
        name = run.plan.game.score_name(run.plan.edition)
        note = table.attrs["caution"]
        if table.attrs["left_out"]:
            note += f" Left out, as they were played otherwise: {table.attrs['left_out']} real games."
        if len(scores) <= _LANES:
            note += " In brackets: the quantile among the simulated scores."
        note += f" Whiskers: {drawing.SURE} intervals, rather too wide than too narrow."
        legend = drawing.Legend([bars, points], ["simulated", "real"], above=True)
        return drawing.finish(ax, title, name, "share of seats (%)", drawing.source(run), note, legend=legend)


def _simulated(run: Run) -> Counter[int]:
    """Return how many simulated seats had each score."""
    drawing.tally(run)
    return sum((Counter(group.scores) for group in run.tally.by_seat.values()), Counter[int]())


def _caution(rows: pd.DataFrame, counts: Counter[int]) -> str:
    """Return what the real games can show: their mean score, with an interval that knows how few they are."""
    from scipy.special import stdtrit

    means = rows.groupby("table")["score"].mean().to_numpy()  # the seats of one game are not independent
    n, simulated = len(means), sum(score * count for score, count in counts.items()) / sum(counts.values())
    told = f"Real: {n} game{'s' if n > 1 else ''}, {len(rows)} scores, mean {means.mean():.3g}; simulated mean {simulated:.3g}."
    if n == 1:
        return f"{told} Caution: one game cannot show a difference."
    half = float(stdtrit(n - 1, 0.5 + LEVEL / 2) * means.std(ddof=1) / math.sqrt(n))
    sure = f"{half:.{drawing.digits_of(half)}f} ({drawing.SURE}, Student's t)"
    return f"{told} Caution: from {n} games the real mean is only known to ± {sure}."


def _name_each(ax: Axes, table: pd.DataFrame, top: float) -> Any:
    """Draw each real score in a lane of its own above the bars, and say whose it is; return what a legend shows.

    The lower a score, the higher its lane: so no stem crosses a name, which stands on the right.
    """
    rows = table.sort_values(["score", "table", "seat"], ascending=False).to_dict("records")
    many = len(set(table["table"])) > 1
    left, right = ax.get_xlim()
    points: Any = None
    for lane, row in enumerate(rows):
        y = top * (1.12 + 0.08 * lane)
        ax.plot([row["score"]] * 2, [0, y], color=drawing.VERMILLION, linewidth=0.8, alpha=0.6)
        points = ax.plot(row["score"], y, "o", color=drawing.VERMILLION, markersize=5)[0]
        words = f"{row['player']}{', table ' + row['table'] if many else ''}: {row['score']} ({_quantile(row['quantile'])})"
        place: dict[str, Any] = {"xytext": (6, 0), "textcoords": "offset points", "va": "center", "parse_math": False}
        ax.annotate(words, (row["score"], y), fontsize=8, **place)
        room = min((4.8 * len(words) + 10) / drawing.width_of(ax), 0.6)  # as a share of the width
        right = max(right, (row["score"] - left * room) / (1 - room))
    ax.set_xlim(left, right)
    ax.set_ylim(0, top * (1.12 + 0.08 * len(rows)))
    return points


def _quantile(value: float) -> str:
    return "below 0.01" if value < 0.01 else "above 0.99" if value > 0.99 else f"{value:.2f}"


def _dots(ax: Axes, at: np.ndarray[Any, Any], scores: list[int]) -> Any:
    """Draw the shares of the real scores as points."""
    counts = Counter(scores)
    share = np.array([counts[int(score)] for score in at]) / len(scores)
    return ax.plot(at[share > 0], share[share > 0], "o", color=drawing.VERMILLION, markersize=5)[0]
