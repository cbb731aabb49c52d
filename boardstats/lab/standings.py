"""What the games of a tournament add up to, and how sure that is; nothing here plays.

A strategy's figure is the mean over all line-ups, drawn seat by seat from the field: what one of its seats has, whoever
sits around it. Every strategy sits in every seat equally often, so that seats favour nobody.

The sampling unit is never a seat. Where each line-up plays several games, their spread around the mean of that line-up
counts, since line-ups are there by design (stratified sampling); where the line-ups are a sample, or play one game
each, it is the spread of whole blocks of games, in which every strategy sits in every seat equally often.

References
----------
W. G. Cochran (1977), Sampling Techniques, 3rd ed.: chapter 5 (strata), chapter 6 (ratios).
O. J. Dunn (1961), Multiple comparisons among means. JASA 56, 52-64 (Bonferroni's inequality over all pairs).
"""

from __future__ import annotations

import functools
import math
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ..differences import half_width, quantile
from ..stats import LEVEL, SIXTIETHS, Floats, sixtieths
from .laboratory import with_ends
from .seating import Schedule

if TYPE_CHECKING:
    import pandas as pd

MEASURES = ("win_share", "won", "shared", "score")
_UNITS = np.array([SIXTIETHS, 1, 1, 1])  # all are added up as whole numbers


class Standings:
    """Sums by line-up and seat, and what follows from them.

    Parameters
    ----------
    schedule : Schedule
        Who sits where.
    """

    def __init__(self, schedule: Schedule) -> None:
        self.schedule = schedule
        self.line_ups, self.rounds = schedule.line_ups, schedule.rounds
        n, players = self.line_ups.shape
        self.players, self.entries, self.games = players, len(schedule.strategies), schedule.games
        self.sums = np.zeros((n, players, len(MEASURES)), np.int64)
        self.unfinished = np.zeros(n, np.int64)
        # Sums of products of two seats; a line-up with one game does not need them.
        self.products = np.zeros((n if self.rounds > 1 else 0, players, players, len(MEASURES)), np.int64)

    def add(self, first: int, seats: np.ndarray[Any, Any]) -> None:
        """Add the results of consecutive games (games, players), from game `first` on."""
        win_share = sixtieths(seats["win_share"])
        won = win_share == SIXTIETHS
        values = np.stack([win_share, won, (win_share > 0) & ~won, seats["score"]], axis=-1).astype(np.int64)
        line_up = (first + np.arange(len(seats))) // self.rounds
        starts = np.flatnonzero(np.diff(line_up, prepend=-1))
        found = line_up[starts]
        self.sums[found] += np.add.reduceat(values, starts, axis=0)
        self.unfinished[found] += np.add.reduceat((seats["rank"][:, 0] == 0).astype(np.int64), starts)
        if self.rounds > 1:
            self.products[found] += np.add.reduceat(values[:, :, None] * values[:, None, :], starts, axis=0)

    # ---- by strategy -----------------------------------------------------------------------------------------------

    @property
    def scale(self) -> Floats:
        """What a sum over all games is to be multiplied by, so that it is a mean per seat."""
        made: Floats = self.entries / (self.players * self.games * _UNITS)
        return made

    @functools.cached_property
    def totals(self) -> npt.NDArray[np.int64]:
        """Sums over all games, by strategy and measure."""
        made = np.zeros((self.entries, len(MEASURES)), np.int64)
        np.add.at(made, self.line_ups, self.sums)
        return made

    @property
    def means(self) -> Floats:
        """Means per seat, by strategy and measure."""
        return self.totals * self.scale

    @functools.cached_property
    def _spread(self) -> tuple[Floats, int]:
        """Covariances of the totals of two strategies, by measure; and their degrees of freedom."""
        made = np.zeros((self.entries, self.entries, len(MEASURES)))
        if self.rounds > 1 and not self.schedule.sampled:
            around = self.products - self.sums[:, :, None] * (self.sums[:, None, :] / self.rounds)
            around *= self.rounds / (self.rounds - 1)
            np.add.at(made, (self.line_ups[:, :, None], self.line_ups[:, None, :]), around)
            return made, len(self.sums) * (self.rounds - 1)
        blocks = len(self.sums) // self.entries
        by_block = np.zeros((blocks, self.entries, len(MEASURES)))
        np.add.at(by_block, (np.arange(len(self.sums))[:, None] // self.entries, self.line_ups), self.sums)
        by_block -= by_block.mean(axis=0)
        made += np.einsum("bim,bjm->ijm", by_block, by_block) * (blocks / max(blocks - 1, 1))
        return made, blocks - 1

    @property
    def covariances(self) -> Floats:
        """Covariances of the means of two strategies, by measure."""
        return self._spread[0] * self.scale**2

    @property
    def intervals(self) -> tuple[Floats, Floats]:
        """The ends of the 95 % intervals of the means, by strategy and measure."""
        # A game can move a share by one win; a score has no bounds.
        unit = np.where(np.array(MEASURES) == "score", 0, self.entries / (self.players * self.games))
        half = half_width(np.einsum("iim->im", self.covariances), quantile(self._spread[1]), unit)
        low, high = self.means - half, self.means + half
        shares = np.array(MEASURES) != "score"
        return np.where(shares, np.maximum(low, 0), low), np.where(shares, np.minimum(high, 1), high)

    @functools.cached_property
    def order(self) -> list[int]:
        """The strategies from the best on; of equal ones, the first by label."""
        return sorted(range(self.entries), key=lambda entry: (-self.totals[entry, 0], entry))

    def label(self, entry: int) -> str:
        return self.schedule.strategies[entry].label

    def ranking(self) -> pd.DataFrame:
        """Return a row for each strategy, by place."""
        import pandas as pd

        (low, high), rows = self.intervals, []
        for entry in self.order:
            sits = self.schedule.seats_of[:, entry] > 0
            place = 1 + int((self.totals[:, 0] > self.totals[entry, 0]).sum())
            figures = {name: (self.means[entry, m], low[entry, m], high[entry, m]) for m, name in enumerate(MEASURES)}
            rows.append(
                {"place": place, "strategy": self.label(entry)}
                | with_ends(figures)
                | {
                    "even": 1 / self.players,
                    "games": int(sits.sum()) * self.rounds,
                    "unfinished": int(self.unfinished[sits].sum()),
                }
            )
        return pd.DataFrame(rows).set_index("place")

    # ---- pairs -----------------------------------------------------------------------------------------------------

    def compared(self) -> tuple[npt.NDArray[np.int64], Floats, Floats]:
        """Return all pairs of strategies (first by place), differences of their win shares, and half-widths.

        The intervals hold for all pairs together with 95 %.
        """
        pairs = np.array(list(combinations(self.order, 2)))
        a, b = pairs.T
        spread = self.covariances[..., 0]
        variance = spread[a, a] + spread[b, b] - 2 * spread[a, b]
        t = quantile(self._spread[1], 1 - (1 - LEVEL) / len(pairs))
        unit = math.sqrt(2) * self.entries / (self.players * self.games)
        return pairs, self.means[a, 0] - self.means[b, 0], half_width(variance, t, unit)

    def differences(self) -> pd.DataFrame:
        """Return a row for each pair of strategies."""
        import pandas as pd

        pairs, difference, half = self.compared()
        return pd.DataFrame(
            {
                "first": [self.label(a) for a, _ in pairs],
                "second": [self.label(b) for _, b in pairs],
                "difference": difference,
                "low": np.maximum(difference - half, -1),
                "high": np.minimum(difference + half, 1),
                "separated": difference > half,
            }
        )

    def met(self, a: int, b: int) -> tuple[float, float, int]:
        """Return the win share of a's seats in games in which b sits as well, its half-width, and how many games.

        The other seat of `met(a, a)` is a's own. A game that only a plays has nothing to show: its share is even.
        """
        mine = self.schedule.seats_of[:, a]
        there = (mine > 1) if a == b else (mine > 0) & (self.schedule.seats_of[:, b] > 0)
        games, seats = int(there.sum()) * self.rounds, int(mine[there].sum()) * self.rounds
        if games == 0:
            return float("nan"), float("inf"), 0
        wins, squares = self._wins[:, a], self._squares[a]
        value = float(wins[there].sum() / (SIXTIETHS * seats))
        open_ones = there & (mine < self.players)
        if not open_ones.any():
            return value, 0.0, games
        counted = there if self.schedule.sampled else open_ones
        m, w, n = mine[counted], wins[counted], int(counted.sum()) * self.rounds
        ratio = w.sum() / (m.sum() * self.rounds)
        around = float((squares[counted] - 2 * ratio * m * w + self.rounds * (ratio * m) ** 2).sum())
        variance = around * n / max(n - 1, 1) / (SIXTIETHS * seats) ** 2
        return value, float(half_width(variance, quantile(n - 1), 1 / seats)), games

    @functools.cached_property
    def _wins(self) -> npt.NDArray[np.int64]:
        """Wins in sixtieths, by line-up and strategy."""
        made = np.zeros((len(self.sums), self.entries), np.int64)
        np.add.at(made, (np.arange(len(made))[:, None], self.line_ups), self.sums[..., 0])
        return made

    @functools.cached_property
    def _squares(self) -> list[npt.NDArray[np.int64]]:
        """By strategy and line-up: the sum over games of the squared wins of its seats together."""
        if self.rounds == 1:
            return [*(self._wins**2).T]
        masks = [self.line_ups == entry for entry in range(self.entries)]
        return [(self.products[..., 0] * (mask[:, :, None] & mask[:, None, :])).sum(axis=(1, 2)) for mask in masks]

    def payoffs(self) -> pd.DataFrame:
        """Return a row for each strategy and each that it met, in the order of the ranking."""
        import pandas as pd

        rows = []
        for a in self.order:
            for b in self.order:
                value, half, games = self.met(a, b)
                low, high = (0.0, 1.0) if games == 0 else (max(value - half, 0), min(value + half, 1))
                ends = with_ends({"win_share": (value, low, high)})
                rows.append({"strategy": self.label(a), "against": self.label(b)} | ends | {"games": games})
        return pd.DataFrame(rows)
