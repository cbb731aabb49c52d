"""Estimates with their uncertainty.

The sampling unit is always the game: what one strategy's seats do in one game is averaged first, since rows of one
game are not independent.

References
----------
E. B. Wilson (1927), Probable inference, the law of succession, and statistical inference. JASA 22, 209-212.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    import pandas as pd

LEVEL = 0.95

Floats = npt.NDArray[np.float64]

# A win share is 1/k of a win, k from 1 to 6: in sixtieths it is a whole number, and sums do not depend on their order.
SIXTIETHS = 60


def sixtieths(win_share: npt.NDArray[np.float64]) -> npt.NDArray[np.int64]:
    """Return win shares as whole numbers of sixtieths."""
    return np.rint(SIXTIETHS * win_share).astype(np.int64)


def normal_quantile(level: float = LEVEL) -> float:
    """Return z such that a standard normal lies within ±z with probability `level`."""
    from scipy.special import ndtri

    if not 0 < level < 1:
        raise ValueError(f"a level lies between 0 and 1, not at {level!r}")
    return float(ndtri(0.5 + level / 2))


def wilson(successes: npt.ArrayLike, n: npt.ArrayLike, level: float = LEVEL) -> tuple[Floats, Floats]:
    """Return the Wilson score interval of a share.

    Parameters
    ----------
    successes : array_like
        Number of successes. Shared wins may count as fractions: for outcomes between 0 and 1 of the same mean the
        variance is at most that of successes, so that the interval errs on the wide side.
    n : array_like of int
        Number of trials; 0 gives the interval from 0 to 1.
    level : float, default 0.95
        Coverage.

    Returns
    -------
    low, high : float arrays, broadcast

    Examples
    --------
    >>> low, high = wilson([0, 10, 20], 20)
    >>> low.round(3).tolist(), high.round(3).tolist()
    ([0.0, 0.299, 0.839], [0.161, 0.701, 1.0])
    """
    k, trials = np.broadcast_arrays(np.asarray(successes, float), np.asarray(n, float))
    z2 = normal_quantile(level) ** 2
    some = np.maximum(trials, 1)
    share = k / some
    middle = (share + z2 / (2 * some)) / (1 + z2 / some)
    half = np.sqrt(z2 * share * (1 - share) / some + z2**2 / (4 * some**2)) / (1 + z2 / some)
    low = np.where((trials == 0) | (k == 0), 0.0, np.maximum(middle - half, 0))
    high = np.where((trials == 0) | (k == trials), 1.0, np.minimum(middle + half, 1))
    return low[()], high[()]  # floats for one share


def mean_interval(
    total: npt.ArrayLike, squares: npt.ArrayLike, n: npt.ArrayLike, level: float = LEVEL
) -> tuple[Floats, Floats, Floats]:
    """Return mean, and normal interval of the mean, from a sum, a sum of squares and a count; NaN where unknown."""
    total, squares, n = np.asarray(total, float), np.asarray(squares, float), np.asarray(n, float)
    with np.errstate(invalid="ignore", divide="ignore"):
        mean = np.where(n > 0, total / n, np.nan)
        variance = np.where(n > 1, np.maximum(squares - n * mean**2, 0) / (n - 1), np.nan)
        half = normal_quantile(level) * np.sqrt(variance / n)
    return mean[()], (mean - half)[()], (mean + half)[()]


def paired_difference(a: npt.ArrayLike, b: npt.ArrayLike, level: float = LEVEL) -> tuple[float, float, float]:
    """Return the mean of a - b and its interval, for values of the same games (same decks, same seats).

    Raises
    ------
    ValueError
        If the two are not of one length.

    Examples
    --------
    >>> paired_difference([1, 2, 3], [0, 1, 2])
    (1.0, 1.0, 1.0)
    """
    a, b = np.asarray(a, float), np.asarray(b, float)
    if a.shape != b.shape:
        raise ValueError(f"paired values are of one length, not {a.size} and {b.size}")
    d = a - b
    mean, low, high = mean_interval(d.sum(), (d**2).sum(), d.size, level)
    return float(mean), float(low), float(high)


@dataclass
class Group:
    """Sums over games, for the seats of one strategy or for one seat."""

    columns: tuple[str, ...]
    games: int = 0
    seats: int = 1  # how many it has in each game
    unfinished: int = 0
    sums: Floats = field(default_factory=lambda: np.zeros(0))
    squares: Floats = field(default_factory=lambda: np.zeros(0))
    won: float = 0.0  # outright, per seat
    shared: float = 0.0  # wins shared with others, per seat
    scores: dict[int, int] = field(default_factory=dict)  # how many seats had a score

    def add(self, seats: np.ndarray[Any, Any]) -> None:
        """Add the rows (games, k seats) that belong to the group; k is the same in every game."""
        if not len(self.sums):
            self.sums, self.squares = np.zeros(len(self.columns)), np.zeros(len(self.columns))
        self.games += len(seats)
        self.seats = k = seats.shape[1]
        self.unfinished += int((seats["rank"][:, 0] == 0).sum())
        for c, name in enumerate(self.columns):
            values = seats[name].mean(axis=1)
            self.sums[c] += values.sum()
            self.squares[c] += (values**2).sum()
        self.won += (seats["win_share"] == 1).sum() / k
        self.shared += ((seats["win_share"] > 0) & (seats["win_share"] < 1)).sum() / k
        for score, count in zip(*np.unique(seats["score"], return_counts=True), strict=True):
            self.scores[int(score)] = self.scores.get(int(score), 0) + int(count)

    def mean(self, name: str) -> tuple[float, float, float]:
        """Return a column's mean and its interval: a Wilson interval for a win share, else a normal one."""
        c = self.columns.index(name)
        if name == "win_share":
            return self.share(self.sums[c], self.seats)
        mean, low, high = mean_interval(self.sums[c], self.squares[c], self.games)
        return float(mean), float(low), float(high)

    def share(self, wins: float, seats: int = 1) -> tuple[float, float, float]:
        """Return wins per seat and game, and the interval.

        A game has one win to give: what `seats` seats have of it together is a share, whose interval is then divided
        among them.
        """
        low, high = wilson(np.minimum(wins * seats, self.games), self.games)
        return (wins / self.games if self.games else float("nan")), float(low) / seats, float(high) / seats


class Tally:
    """What a run's summary and charts need, added up batch by batch, so that a run need not be held whole.

    Parameters
    ----------
    labels : sequence of str
        The different strategies.
    players : int
        Number of seats.
    columns : tuple of str
        Numeric columns of the seats' results, `win_share` and `score` among them.
    """

    def __init__(self, labels: Sequence[str], players: int, columns: tuple[str, ...]) -> None:
        self.players = players
        self.by_strategy = {label: Group(columns) for label in labels}
        self.by_seat = {seat: Group(columns) for seat in range(players)}
        self.turns: dict[int, int] = {}
        self.columns = columns

    @property
    def games(self) -> int:
        return self.by_seat[0].games

    @property
    def unfinished(self) -> int:
        return self.by_seat[0].unfinished

    def add(self, seats: np.ndarray[Any, Any], who: np.ndarray[Any, Any]) -> None:
        """Add games: their seats' records (games, players), and the index of each seat's strategy."""
        for index, group in enumerate(self.by_strategy.values()):
            mask = who == index
            group.add(seats[mask].reshape(len(seats), -1))
        for seat, group in self.by_seat.items():
            group.add(seats[:, seat : seat + 1])
        for turns, count in zip(*np.unique(seats["turns"].sum(axis=1), return_counts=True), strict=True):
            self.turns[int(turns)] = self.turns.get(int(turns), 0) + int(count)

    def summary(self) -> pd.DataFrame:
        """Return the summary by strategy and by seat: win share per seat, outright and shared wins, and all categories.

        Every figure `x` stands beside `x_low` and `x_high`, its 95 % interval; `even` is the share without skill or
        luck of the seat. A win share counts unfinished games as won by nobody.
        """
        import pandas as pd

        rows = []
        for by, groups in (("strategy", self.by_strategy), ("seat", self.by_seat)):
            for who, group in groups.items():
                row: dict[str, Any] = {"by": by, "who": who, "games": group.games, "unfinished": group.unfinished}
                figures = {"win_share": group.mean("win_share"), "won": group.share(group.won, group.seats)}
                figures["shared"] = group.share(group.shared)
                figures |= {name: group.mean(name) for name in self.columns if name != "win_share"}
                for name, (value, low, high) in figures.items():
                    row |= {name: value, f"{name}_low": low, f"{name}_high": high}
                    if name == "win_share":
                        row["even"] = 1 / self.players
                rows.append(row)
        return pd.DataFrame(rows).set_index(["by", "who"])
