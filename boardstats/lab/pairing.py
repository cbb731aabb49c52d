"""Two plans play the same games, and what they have is added up in pairs, game by game; see `comparing`.

Reference: A. M. Law (2015), Simulation Modeling and Analysis, 5th ed., section 11.2 (common random numbers).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ..differences import half_width, quantile
from ..plan import Batch, Plan
from ..rows import parts
from ..stats import SIXTIETHS, sixtieths

if TYPE_CHECKING:
    import pandas as pd

Whole = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Pair(Plan):
    """A plan (a) and another (b) that plays the same games; results have the seats of a, then those of b."""

    other: Plan | None = None

    def play(self, first: int, n: int) -> Batch:
        """Play games `first` … `first + n - 1` twice."""
        assert self.other is not None
        a, b = super().play(first, n), self.other.play(first, n)
        return Batch(first, np.concatenate([a.seats, b.seats], axis=1), a.games, a.taken)


@dataclass(frozen=True)
class Group:
    """Places whose values are compared, in every game the same number: seats, or entries of a line-up."""

    by: str  # "seat", "strategy", or "game"
    who: Any
    places: tuple[int, ...]

    def of(self, plan: Plan, first: int, values: Whole) -> Whole:
        """Return the sums over the group's places of values (games, players, columns) of games from `first` on."""
        games, seats = first + np.arange(len(values))[:, None], np.arange(plan.players)[None, :]
        places = plan.entry_of(games, seats) if self.by == "strategy" else seats + 0 * games
        mine: Whole = (values * np.isin(places, self.places)[:, :, None]).sum(axis=1)
        return mine


def values(plan: Plan, seats: np.ndarray[Any, Any]) -> dict[str, Whole]:
    """Return every column of seats (games, players) as whole numbers; shares of wins in sixtieths."""
    shown = parts(plan, plan.game.seats, seats)
    share = sixtieths(shown.pop("win_share")[1])
    won = share == SIXTIETHS
    made = {"win_share": share, "won": won, "shared": (share > 0) & ~won} | {name: value for name, (_, value) in shown.items()}
    return {name: value.astype(np.int64) for name, value in made.items()}


class Paired:
    """Sums over games of a, b, their squares and products, by group and column; exact, so that batches do not matter.

    Parameters
    ----------
    pair : Pair
        What is played.
    groups : sequence of Group
        Whose values are compared.
    """

    def __init__(self, pair: Pair, groups: list[Group]) -> None:
        assert pair.other is not None
        self.pair, self.groups, self.plans = pair, groups, (pair, pair.other)
        none = np.zeros((0, pair.players), pair.game.seats.dtype)
        a, b = (values(plan, none) for plan in self.plans)
        self.columns = [name for name in a if name in b]
        self.games, self.unfinished = 0, np.zeros(2, np.int64)
        self.sums = np.zeros((5, len(groups), len(self.columns)), np.int64)

    def add(self, first: int, seats: np.ndarray[Any, Any]) -> None:
        """Add games from `first` on: their seats (games, 2 players), those of a first."""
        sides, players = [], self.pair.players
        for plan, half in zip(self.plans, (seats[:, :players], seats[:, players:]), strict=True):
            found = values(plan, half)
            stacked = np.stack([found[name] for name in self.columns], axis=-1)
            sides.append(np.stack([group.of(plan, first, stacked) for group in self.groups], axis=1))
        a, b = sides
        self.sums += np.stack([part.sum(axis=0) for part in (a, b, a * a, b * b, a * b)])
        self.unfinished += [(half["rank"][:, 0] == 0).sum() for half in (seats[:, :players], seats[:, players:])]
        self.games += len(seats)

    def row(self, g: int, c: int) -> dict[str, Any]:
        """Return what is known of a group in a column: a, b, their difference with its 95 % interval, and their spread.

        `sd` is the standard deviation by game of a and b (the root of their mean variance), `paired_sd` that of the
        difference, and `saved` the number of times as many games that the same interval would need without pairs.
        """
        group, column, n = self.groups[g], self.columns[c], self.games
        size = 1 if group.by == "game" else len(group.places)
        scale = size * (SIXTIETHS if column == "win_share" else 1)
        a, b, aa, bb, ab = map(int, self.sums[:, g, c])
        of_a, of_b = _variance(a, aa, n, scale), _variance(b, bb, n, scale)
        of_difference = _variance(a - b, aa + bb - 2 * ab, n, scale)
        # One game can move a share by one win, but what all seats have of it together not at all.
        bounded = column in ("win_share", "won", "shared") and len(group.places) < self.pair.players
        unit = math.sqrt(2) / (n * size) if bounded else 0
        half = float(half_width(of_difference / n, quantile(n - 1), unit))
        difference, both = (a - b) / (n * scale), of_a + of_b
        most = 1.0 if bounded else math.inf
        return {
            "a": a / (n * scale),
            "b": b / (n * scale),
            "difference": difference,
            "low": max(difference - half, -most),
            "high": min(difference + half, most),
            "half": half,  # as it would be if shares had no bounds
            "saved": both / of_difference if of_difference else math.inf if both else math.nan,
            "sd": math.sqrt(both / 2),
            "paired_sd": math.sqrt(of_difference),
        }

    def table(self) -> pd.DataFrame:
        """Return a row for each group and column; see `row`. Of the whole game, its turns alone."""
        import pandas as pd

        rows = [
            {"by": group.by, "who": group.who, "column": column} | self.row(g, c)
            for g, group in enumerate(self.groups)
            for c, column in enumerate(self.columns)
            if group.by != "game" or column == "turns"
        ]
        return pd.DataFrame(rows).set_index(["by", "who", "column"])


def _variance(total: int, squares: int, n: int, scale: int) -> float:
    """Return the variance of n values from their sum and the sum of their squares."""
    return (squares - total * total / n) / (n - 1) / scale**2
