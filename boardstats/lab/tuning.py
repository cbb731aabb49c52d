"""Finding the parameters with which a strategy wins most, and measuring on other decks what that is worth."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import drawing
from ..batching import progress_bar
from ..drawing import Legend
from ..edition import BaseEdition
from ..errors import BoardstatsError
from ..plan import Plan, make_plan, whole
from ..results import caption
from ..stats import Floats, paired_difference
from ..strategy import Strategy, chosen
from .comparing import compare
from .laboratory import page
from .sweeping import first_shares, opponents, played, seated

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

Limits = dict[str, tuple[float, float]]


@dataclass(frozen=True, eq=False)
class Tuning:
    """The best parameters that a search has found, and what they are worth on decks that it did not see.

    Attributes
    ----------
    strategy, present : Strategy
        With the parameters found; as it was.
    gain, low, high : float
        How much higher its win share is on the held-out decks, and the 95 % interval of that, from differences game by
        game; the mean over the numbers of players. It is told from zero where `low` is above 0 or `high` below.
    gains : DataFrame
        A row for each number of players: `players`, `present` and `tuned` (win shares), `gain`, `low`, `high`.
    history : DataFrame
        A row for each evaluation, the present parameters first: the parameters, `win_share`, and its `gain` over the
        present ones on the decks of the search, with `gain_low` and `gain_high`. The best of these gains is too good to be true,
        since it was chosen for being the best.
    caption : str
        Where the figures come from, in one line.
    """

    strategy: Strategy
    present: Strategy
    gain: float
    low: float
    high: float
    gains: pd.DataFrame
    history: pd.DataFrame
    caption: str

    @property
    def verdict(self) -> str:
        """What came of it, in one sentence."""
        if self.strategy.parameters == self.present.parameters:
            return f"Nothing better than {self.present.label} was found."
        change = f"{self.strategy.label} in place of {self.present.label}"
        share = f"{100 * self.gain:+.2f} ({100 * self.low:+.2f} … {100 * self.high:+.2f}) percentage points of win share"
        told = "a gain" if self.low > 0 else "a loss" if self.high < 0 else "not told from zero: no gain is shown"
        return f"{change}: {share} on held-out decks, {told}."

    def chart(self, *, ax: Axes | None = None) -> Axes:
        """Draw the gain of each evaluation, the best so far, and the gain that was left on held-out decks.

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Where to draw.
        """
        rows = self.history
        at, (gain, low, high) = np.arange(len(rows)), (rows[name].to_numpy() for name in ("gain", "gain_low", "gain_high"))
        ax = drawing.axes(ax, 8.5, 4.6)
        style = {"color": drawing.SKY, "fmt": "o", "markersize": 4, "ecolor": (drawing.SKY, 0.5), **drawing.whisker(len(rows))}
        tried = ax.errorbar(at, gain, drawing.arms(gain, low, high), **style)
        (best,) = ax.step(at, np.maximum.accumulate(gain), where="post", color=drawing.BLUE)
        band = ax.axhspan(self.low, self.high, color=drawing.VERMILLION, alpha=0.2, linewidth=0)
        line = ax.axhline(self.gain, color=drawing.VERMILLION)
        zero = ax.axhline(0, color=drawing.ink(), linestyle="--", linewidth=1)
        drawing.whole_numbers(ax, at)
        drawing.percent(ax.yaxis)
        labels = ["tried", "best so far", "on held-out decks", "as it was"]
        legend = Legend([tried, best, (band, line), zero], labels)
        note = f"Whiskers and band: {drawing.SURE} intervals of differences on the same decks. {self.verdict}"
        title = f"Tuning {self.present.name}: gain in win share"
        return drawing.finish(ax, title, "evaluation", "gain (percentage points)", self.caption, note, legend=legend)

    def __repr__(self) -> str:
        return f"<Tuning: {self.verdict}>"

    def _repr_html_(self) -> str:
        return page(self.caption, [self.verdict, self.gains])


def tune(
    name: str,
    strategy: Any,
    bounds: Mapping[str, tuple[float, float]],
    *,
    players: int | Iterable[int],
    games: int = 2000,
    evaluations: int = 60,
    against: Any = None,
    edition: BaseEdition | None = None,
    seed: int | None = None,
    held_out: int = 20_000,
    workers: int = 1,
    progress: bool | None = None,
) -> Tuning:
    """Search for the parameters with which a strategy wins most, and measure the gain on other decks.

    Every evaluation plays the same decks. Where whole numbers alone are tuned, and there are no more combinations than
    evaluations, all are tried; else a differential evolution looks for the best, from the present parameters on.

    Parameters
    ----------
    name : str
        The game.
    strategy : str, Strategy or function
        What is tuned; it takes one seat, which moves on from game to game.
    bounds : mapping
        Parameter -> (lowest, highest). Whole numbers stay whole; others are rounded to a thousandth of their range.
    players : int, or several
        Numbers of players; of several, the mean win share counts.
    games : int
        Games of an evaluation, for each number of players. A gain must be large to show in few: the standard error of
        a win share in 2000 games is about one percentage point, that of a difference often half of it.
    evaluations : int
        How many sets of parameters to play, beside the present one.
    against : optional
        Who plays the other seats: one for all, or one for each. Left out: the strategy with its present parameters.
    held_out : int
        Games that measure the gain, for each number of players; their seed is the next one.
    edition, seed, workers, progress
        As for `simulate`. The result does not depend on the workers.

    Returns
    -------
    Tuning

    Raises
    ------
    BoardstatsError
        If a parameter does not exist, or its bounds are not right.

    References
    ----------
    R. Storn and K. Price (1997), Differential evolution. Journal of Global Optimization 11, 341-359.

    Examples
    --------
    >>> tuned = tune("sirvam", "careful(unknown_as=6)", {"unknown_as": (6, 12)}, players=4, games=500, held_out=2000, seed=1)
    >>> tuned.history.columns.tolist(), tuned.low > 0
    (['unknown_as', 'win_share', 'gain', 'gain_low', 'gain_high'], True)
    """
    import pandas as pd

    tables = _tables(players)
    checked = [make_plan(name, n, seed=seed, strategies=None, rotate=None, edition=edition) for n in tables]
    game, seed = checked[0].game, checked[0].seed
    present = chosen(game, strategy)
    limits = _limits(present, bounds)
    others = [present] if against is None else opponents(game, against)

    def plan(tried: Strategy, players: int, seed: int) -> Plan:
        return make_plan(name, players, seed=seed, strategies=seated(tried, others, players), rotate=True, edition=edition)

    games, held_out = whole("games", games, 2, 2**40), whole("held_out", held_out, 2, 2**40)
    evaluations, fresh = whole("evaluations", evaluations, 1, 2**20), (seed + 1) % 2**63
    told = caption(plan(present, tables[0], seed), games)
    sets = int(min(evaluations + 1, _combinations(present, limits)))
    bar = progress_bar(len(tables) * (sets * games + 2 * held_out), progress)

    def play(tried: Strategy) -> list[Floats]:
        """Return the win share of the one seat in each game, for each number of players."""
        found = []
        for players in tables:
            found.append(first_shares(played(plan(tried, players, seed), games, workers)))
            bar.update(games)
        return found

    def measured(best: Strategy, players: int) -> dict[str, float]:
        """Return what the best is worth on decks that the search did not see."""
        if best.parameters == present.parameters:
            share = first_shares(played(plan(present, players, fresh), held_out, workers)).mean()
            figures: Any = {"b": share, "a": share, "difference": 0.0, "low": 0.0, "high": 0.0, "half": 0.0}
        else:
            how: dict[str, Any] = {"edition": edition, "seed": fresh, "workers": workers, "progress": False}
            found = compare(name, best, present, players=players, games=held_out, against=others, **how)
            figures = found.table.loc["win_share"]
        bar.update(2 * held_out)
        names = {"present": "b", "tuned": "a", "gain": "difference", "low": "low", "high": "high", "half": "half"}
        return {"players": players} | {name: float(figures[given]) for name, given in names.items()}

    try:
        search = _Search(present, limits, evaluations, play)
        search.run(np.random.default_rng(seed))
        rows = [measured(search.best, players) for players in tables]
    finally:
        bar.close()
    if len(tables) > 1:
        told += f"; likewise with {' and '.join(map(str, tables[1:]))} players, and the mean of these"
    told += f"; held-out decks: {held_out:,} games, seed {fresh}"
    gains = pd.DataFrame(rows)
    gain, half = float(gains["gain"].mean()), float(np.hypot.reduce(gains.pop("half"))) / len(gains)
    low, high = max(gain - half, -1.0), min(gain + half, 1.0)
    return Tuning(search.best, present, gain, low, high, gains, search.history, told)


class _Spent(Exception):
    """Ends a search: all its evaluations are used up, or one of them has failed."""


class _Search:
    """A search for the parameters of the highest win share; every set of them is played once."""

    def __init__(self, present: Strategy, limits: Limits, evaluations: int, play: Callable[[Strategy], list[Floats]]) -> None:
        self.present, self.limits, self.evaluations, self.play = present, limits, evaluations, play
        self.start = play(present)
        self.best, self.rows = present, {self._values(present): _gain(self.start, self.start)}

    def _values(self, tried: Strategy) -> tuple[float, ...]:
        return tuple(tried.parameters[name] for name in self.limits)

    def win_share(self, tried: Strategy) -> float:
        values = self._values(tried)
        if values not in self.rows:
            if len(self.rows) > self.evaluations:
                raise _Spent
            found = _gain(self.play(tried), self.start)
            if found["win_share"] > self.rows[self._values(self.best)]["win_share"]:
                self.best = tried
            self.rows[values] = found
        return self.rows[values]["win_share"]

    def run(self, rng: np.random.Generator) -> None:
        """Try all sets of parameters, or as many as there are evaluations."""
        if _combinations(self.present, self.limits) <= self.evaluations + 1:
            for values in product(*(range(int(low), int(high) + 1) for low, high in self.limits.values())):
                self.win_share(self.present(**dict(zip(self.limits, values, strict=True))))
            return
        from scipy.optimize import differential_evolution

        def loss(x: Floats) -> float:
            try:
                return -self.win_share(self.present(**self._rounded(x)))
            except BoardstatsError as error:  # which SciPy would take for one of its own
                raise _Spent from error

        # With few evaluations a small population, many generations and short steps find more (tried on noisy bowls of one
        # to nine parameters). No tolerance: it would compare the spread of win shares with their mean, and stop at once.
        size = max(1, max(6, self.evaluations // 20) // len(self.limits))
        options: dict[str, Any] = {"strategy": "currenttobest1bin", "mutation": (0.3, 0.7), "popsize": size, "tol": 0}
        options |= {"integrality": [_is_whole(self.present, name) for name in self.limits], "polish": False, "rng": rng}
        before = 0
        try:
            while len(self.rows) > before:  # a population that has become all alike begins anew
                before = len(self.rows)
                differential_evolution(loss, list(self.limits.values()), x0=self._values(self.best), **options)
        except _Spent as spent:
            if spent.__cause__ is not None:
                raise spent.__cause__ from None

    def _rounded(self, x: Floats) -> dict[str, float]:
        """Return whole numbers as they are, others rounded to a thousandth of their range."""
        made = {}
        for (name, (low, high)), value in zip(self.limits.items(), x, strict=True):
            digits = 0 if _is_whole(self.present, name) else 3 - math.ceil(math.log10(high - low))
            made[name] = min(max(round(float(value), digits), low), high)
        return made

    @property
    def history(self) -> pd.DataFrame:
        import pandas as pd

        # A parameter may bear the name of a figure.
        names = [f"{name}_parameter" if name in self.rows[self._values(self.present)] else name for name in self.limits]
        return pd.DataFrame([dict(zip(names, values, strict=True)) | found for values, found in self.rows.items()])


def _gain(own: list[Floats], present: list[Floats]) -> dict[str, float]:
    """Return the mean win share, and its gain with the interval, from shares by game for each number of players."""
    each = np.array([paired_difference(a, b) for a, b in zip(own, present, strict=True)])
    gain, half = each[:, 0].mean(), np.hypot.reduce(each[:, 2] - each[:, 0]) / len(each)
    return {
        "win_share": float(np.mean([shares.mean() for shares in own])),
        "gain": gain,
        "gain_low": gain - half,
        "gain_high": gain + half,
    }


def _tables(players: Any) -> list[int]:
    tables = list(players) if isinstance(players, Iterable) and not isinstance(players, str) else [players]
    if not tables or any(n in tables[:i] for i, n in enumerate(tables)):
        raise BoardstatsError(f"players must be one or several different numbers of players, not {players!r}")
    return tables


def _is_whole(strategy: Strategy, name: str) -> bool:
    return isinstance(strategy.parameters[name], int)


def _limits(strategy: Strategy, bounds: Any) -> Limits:
    """Return checked bounds, in the types of the parameters."""
    if not isinstance(bounds, Mapping) or not bounds:
        raise BoardstatsError(f'bounds must name what to tune, like {{"call_at": (2, 10)}}, not {bounds!r}')
    limits = {}
    for name, given in bounds.items():
        strategy(**({name: strategy.parameters[name]} if name in strategy.parameters else {name: 0}))  # whether it exists
        ends = tuple(given) if isinstance(given, Iterable) and not isinstance(given, str) else ()
        if len(ends) != 2:
            raise BoardstatsError(f"bounds of {name!r} must be (lowest, highest), not {given!r}")
        low, high = (strategy(**{name: end}).parameters[name] for end in ends)
        if not low < high:
            raise BoardstatsError(f"bounds of {name!r}: {low} is not below {high}")
        if not low <= strategy.parameters[name] <= high:
            value = strategy.parameters[name]
            raise BoardstatsError(f"bounds of {name!r}: it is {value:g} at present, which is not from {low:g} to {high:g}")
        limits[name] = (low, high)
    return limits


def _combinations(strategy: Strategy, limits: Limits) -> float:
    """Return how many sets of parameters there are within the limits, infinity if not all are whole numbers."""
    if not all(_is_whole(strategy, name) for name in limits):
        return math.inf
    return math.prod(high - low + 1 for low, high in limits.values())
