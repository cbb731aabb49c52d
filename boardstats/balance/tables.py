"""The tables behind `bs.balance`: what a designer asks of a run, each figure `x` with its 95 % interval `x_low`, `x_high`.

The sampling unit is the game. Unfinished games are left out where winners are asked for; `attrs["unfinished"]` says how
many there were.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import BoardstatsError
from ..results import Run
from ..stats import mean_interval, wilson
from .tracing import asked_games, lead

if TYPE_CHECKING:
    import pandas as pd

_CHUNK = 1024  # games whose decisions are held at a time
_QUANTILES = {"min": 0, "q05": 5, "q25": 25, "median": 50, "q75": 75, "q95": 95, "max": 100}


def seats(run: Run) -> pd.DataFrame:
    """Return what a seat is worth: its win share, and by how much that differs from the even share.

    Where strategies differ and do not rotate, a seat's figures are those of its strategy too: `attrs["note"]` says so.

    Returns
    -------
    DataFrame
        By `seat`: `games`, `win_share`, `even`, `advantage` (win share less even share), `won`, `shared` and `score`.

    Examples
    --------
    >>> import boardstats as bs
    >>> table = seats(bs.simulate("sirvam", 200, players=4, seed=1, strategies="random"))
    >>> table.index.tolist(), round(float(table["advantage"].sum()), 6)
    ([0, 1, 2, 3], 0.0)
    """
    rows: Any = of_run(run).tally.summary().loc["seat"].rename_axis("seat")
    made = rows.filter(["games", "win_share", "win_share_low", "win_share_high", "even"])
    for end in ("", "_low", "_high"):
        made[f"advantage{end}"] = rows[f"win_share{end}"] - rows["even"]
    for name in ("won", "shared", "score"):
        made = made.join(rows.filter([name, f"{name}_low", f"{name}_high"]))
    mixed = len(run.plan.labels) > 1 and not run.plan.rotate
    return _told(made, run, "Strategies differ and do not rotate: seat and strategy cannot be told apart." if mixed else "")


def categories(run: Run) -> pd.DataFrame:
    """Return how winners and losers differ, by category of the game's results.

    Of each game the mean of its winners less the mean of the others is taken; games that all share are left out.

    Returns
    -------
    DataFrame
        By `category` (the score and the turns too): `games`, `winners`, `losers` (means over games), `difference`, and
        `effect`, the difference in standard deviations of that category over all seats, so that categories can be compared.

    Examples
    --------
    >>> import boardstats as bs
    >>> table = categories(bs.simulate("sirvam", 200, players=4, seed=1, strategies="random"))
    >>> bool(table.loc["hand_total", "difference_high"] < 0)
    True
    """
    import pandas as pd

    records = of_run(run).batch.seats
    won = records["rank"] == 1
    use = won.any(axis=1) & ~won.all(axis=1)
    won, rows = won[use], []
    for name in run.plan.game.seats.single:
        if name in ("rank", "win_share"):
            continue
        values = records[name][use].astype(float)
        winners, losers = _mean_where(values, won), _mean_where(values, ~won)
        row: dict[str, Any] = {"category": name, "games": len(values)}
        row |= _figure("winners", *_mean(winners)) | _figure("losers", *_mean(losers))
        difference = _mean(winners - losers)
        spread = values.std() if len(values) else 0.0
        effect = [value / spread if spread else np.nan for value in difference]
        rows.append(row | _figure("difference", *difference) | _figure("effect", *effect))
    return _told(pd.DataFrame(rows).set_index("category"), run)


def components(run: Run) -> pd.DataFrame:
    """Return how often each component was taken, and how taking it goes with winning.

    That is not what it is worth: who is ahead may take more of it, and what is taken late decides little.

    Returns
    -------
    DataFrame
        By component (recipe, order, card, …): `games` (finished), `per_game` (times taken in a game), `taken_in` (share of
        games in which a seat took it), `win_share_with` and `win_share_without` (of the seats that took it, and of all
        others; their intervals count each game once), and `difference` (mean over the games that had both kinds of seat,
        as many as `compared`, of the win share with less that without). NaN where there was none.

    Examples
    --------
    >>> import boardstats as bs
    >>> table = components(bs.simulate("sirvam", 200, players=4, seed=1))
    >>> table.index.name, len(table)
    ('recipe', 13)
    """
    import pandas as pd

    whole = of_run(run)._whole
    finished = whole.seats["rank"][:, 0] > 0
    share, taken, n, rows = whole.seats["win_share"][finished], whole.taken[finished], int(finished.sum()), []
    names = run.plan.game.components(run.plan.edition)
    for k, name in enumerate(names):
        times = taken[:, :, k].astype(float)
        took = times > 0
        both = took.any(axis=1) & ~took.all(axis=1)
        row: dict[str, Any] = {run.plan.game.component: name, "games": n}
        row |= _figure("per_game", *_mean(times.sum(axis=1)))
        row |= _share("taken_in", int(took.any(axis=1).sum()), n)
        for which, mask in (("win_share_with", took), ("win_share_without", ~took)):
            games = int(mask.any(axis=1).sum())
            row |= _share(which, games * share[mask].mean() if games else 0, games)
        difference = _mean_where(share[both], took[both]) - _mean_where(share[both], ~took[both])
        takers = took[both].sum(axis=1).mean() if len(difference) else 1.0
        rows.append(row | {"compared": len(difference)} | _figure("difference", *_win_gap(difference, takers, run.plan.players)))
    return _told(pd.DataFrame(rows).set_index(run.plan.game.component), run)


def lengths(run: Run) -> pd.DataFrame:
    """Return how long the games are: mean with interval, and quantiles, of `turns` and `decisions`.

    Turns are those of all seats; a decision is one with more than one legal move. Unfinished games count as long as they
    were played.

    Examples
    --------
    >>> import boardstats as bs
    >>> lengths(bs.simulate("sirvam", 200, players=4, seed=1)).index.tolist()
    ['turns', 'decisions']
    """
    import pandas as pd

    rows = []
    for name in ("turns", "decisions"):
        values = of_run(run).games[name].to_numpy(float)
        row: dict[str, Any] = {"measure": name, "games": len(values)} | _figure("mean", *_mean(values))
        rows.append(row | {key: float(np.percentile(values, at)) for key, at in _QUANTILES.items()})
    return _told(pd.DataFrame(rows).set_index("measure"), run)


def endings(run: Run) -> pd.DataFrame:
    """Return how the games ended: how often each condition held, and how many turns those games took.

    Conditions are the columns of `run.games` that hold names, or yes and no.

    Returns
    -------
    DataFrame
        By `condition` and `value`: `games`, `share` of all games, and mean `turns`.

    Examples
    --------
    >>> import boardstats as bs
    >>> endings(bs.simulate("sirvam", 200, players=4, seed=1)).loc["ended"].index.tolist()
    ['banquet', 'pile']
    """
    import pandas as pd

    games, plan = of_run(run).games, run.plan
    rows = []
    for column in games.columns:
        yes_or_no = str(plan.game.games.meanings.get(column, "")).startswith("1:") or column == "finished"
        if not yes_or_no and games[column].dtype != "category":
            continue
        values = np.where(games[column].to_numpy() != 0, "yes", "no") if yes_or_no else games[column].to_numpy()
        for value in ("yes", "no") if yes_or_no else games[column].cat.categories:
            held = np.asarray(values == value)
            row: dict[str, Any] = {"condition": column, "value": value, "games": int(held.sum())}
            row |= _share("share", int(held.sum()), len(games))
            rows.append(row | _figure("turns", *_mean(games["turns"].to_numpy(float)[held])))
    return _told(pd.DataFrame(rows).set_index(["condition", "value"]), run)


def margins(run: Run) -> pd.DataFrame:
    """Return by how much games are won: the winner's score and the best other's, as far as they lie apart.

    Returns
    -------
    DataFrame
        By `margin` (every whole number from 0 to the largest): `games` and `share`. In `attrs`: `mean` (mean, low, high),
        and the shares of games won by a `tie_break` and `shared` (each share, low, high), both of which have margin 0.

    Examples
    --------
    >>> import boardstats as bs
    >>> round(float(margins(bs.simulate("sirvam", 200, players=4, seed=1))["share"].sum()), 6)
    1.0
    """
    import pandas as pd

    records = of_run(run).batch.seats
    records = records[records["rank"][:, 0] > 0]
    order = np.argsort(records["rank"], axis=1, kind="stable")[:, :2]
    best = np.take_along_axis(records["score"].astype(np.int64), order, axis=1)
    margin, n = abs(best[:, 0] - best[:, 1]), len(records)
    shared = (records["rank"] == 1).sum(axis=1) > 1
    counts = np.bincount(margin, minlength=1)
    low, high = wilson(counts, n)
    table = pd.DataFrame({"games": counts, "share": counts / max(n, 1), "share_low": low, "share_high": high})
    table = _told(table.rename_axis("margin"), run)
    table.attrs["mean"] = _mean(margin.astype(float))
    table.attrs["tie_break"] = tuple(_share("", int(((margin == 0) & ~shared).sum()), n).values())
    table.attrs["shared"] = tuple(_share("", int(shared.sum()), n).values())
    return table


def leads(run: Run, games: range | None = None) -> pd.DataFrame:
    """Return how the lead goes through the games, over all of them: the columns of `bs.lead`, each with its mean.

    The games are played again to see it; `bs.lead_by_turn` has the course over time.

    Parameters
    ----------
    run : Run
        The run.
    games : range, optional
        Which games; left out: all of the run.

    Returns
    -------
    DataFrame
        By `measure`: `games` (finished) and `mean`; of yes and no (`close_at_half`, `led_at_half`) the share.

    Examples
    --------
    >>> import boardstats as bs
    >>> leads(bs.simulate("sirvam", 100, players=3, seed=1, strategies="random")).columns.tolist()
    ['games', 'mean', 'mean_low', 'mean_high']
    """
    import pandas as pd

    table = lead(run, games)
    rows = []
    for name in table.columns.drop("game"):
        yes_or_no = table[name].dtype == bool
        made = (
            _share("mean", int(table[name].sum()), len(table)) if yes_or_no else _figure("mean", *_mean(table[name].to_numpy()))
        )
        rows.append({"measure": name, "games": len(table)} | made)
    made_table = pd.DataFrame(rows).set_index("measure")
    made_table.attrs = dict(table.attrs)
    return made_table


def decisions(run: Run, games: range | None = None) -> pd.DataFrame:
    """Return how much each seat has to decide; the games are played again to see it.

    Parameters
    ----------
    run, games
        As for `leads`.

    Returns
    -------
    DataFrame
        By `seat`: `games`; `per_game` (decisions with more than one legal move in a game), `per_turn` (the same for each
        turn the seat took, those made in the turns of others included), and `choices` (legal moves at a decision); each is
        the mean over games.

    Examples
    --------
    >>> import boardstats as bs
    >>> table = decisions(bs.simulate("sirvam", 100, players=3, seed=1, strategies="random"))
    >>> bool((table["choices"] >= 2).all())
    True
    """
    import pandas as pd

    asked, players = asked_games(run, games), run.plan.players
    parts: list[tuple[Any, Any, Any]] = []
    for first in range(asked.start, asked.stop, _CHUNK):
        n = min(_CHUNK, asked.stop - first)
        batch, log = run.plan.play_logged(first, n)
        at = (log.rows["game"].astype(np.int64) - first) * players + log.rows["seat"]
        made = np.bincount(at, minlength=n * players)
        legal = np.bincount(at, log.rows["legal"], minlength=n * players)
        parts.append((made.reshape(n, players), legal.reshape(n, players), batch.seats["turns"]))
    made, legal, turns = (np.concatenate(part) for part in zip(*parts, strict=True))
    rows = []
    for seat in range(players):
        took, chose = turns[:, seat] > 0, made[:, seat] > 0
        row: dict[str, Any] = {"seat": seat, "games": len(made)} | _figure("per_game", *_mean(made[:, seat]))
        row |= _figure("per_turn", *_mean(made[took, seat] / turns[took, seat]))
        rows.append(row | _figure("choices", *_mean(legal[chose, seat] / made[chose, seat])))
    return _told(pd.DataFrame(rows).set_index("seat"), run, games=len(asked))


# ---- what they share -------------------------------------------------------------------------------------------------


def of_run(run: Run) -> Run:
    if not isinstance(run, Run):
        raise BoardstatsError(f"balance is asked of a Run, not of {type(run).__name__}")
    return run


def _mean(values: Any) -> tuple[float, float, float]:
    """Return the mean of one value for each game, and its interval."""
    values = np.asarray(values, float)
    mean, low, high = mean_interval(values.sum(), (values**2).sum(), len(values))
    return float(mean), float(low), float(high)


def _win_gap(values: Any, takers: float, players: int) -> tuple[float, float, float]:
    """Return the mean of differences of win shares, and its interval with two games added: one won by each side.

    Without them, a side that never won would have an interval of no width: A. Agresti and B. Caffo (2000), Simple and
    effective confidence intervals for proportions and differences of proportions. The American Statistician 54, 280-288.
    """
    if not len(values):
        return float("nan"), float("nan"), float("nan")
    mean = float(values.mean())
    _, low, high = _mean(np.concatenate([values, [1 / takers, -1 / (players - takers)]]))
    return mean, max(min(low, mean), -1.0), min(max(high, mean), 1.0)


def _mean_where(values: Any, mask: Any) -> Any:
    """Return the mean over those seats of each game that a mask names; every game has one at least."""
    return (values * mask).sum(axis=1) / mask.sum(axis=1)


def _figure(name: str, value: float, low: float, high: float) -> dict[str, float]:
    return {name: value, f"{name}_low": low, f"{name}_high": high}


def _share(name: str, successes: float, n: int) -> dict[str, float]:
    low, high = wilson(successes, n)
    return _figure(name, successes / n if n else float("nan"), float(low), float(high))


def _told(table: pd.DataFrame, run: Run, note: str = "", games: int | None = None) -> pd.DataFrame:
    """Write beside a table what it tells of."""
    from ..results import caption

    told = run.caption if games is None else caption(run.plan, games)
    table.attrs = {"caption": told, "unfinished": run.tally.unfinished, "note": note}
    return table
