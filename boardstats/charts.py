"""Charts of runs, of studies and of odds; each function returns the matplotlib Axes it drew on.

Nothing here plays a game: a chart of a run reads its Tally, the others read a table. Given an `ax`, a chart draws on
that one alone. Left without, it makes a figure of its own that pyplot does not know, so that nothing has to be closed;
its Axes show it as a picture in a notebook, and `ax.figure.savefig("name.png", dpi=150)` writes it. What cannot be
drawn (no rows, an unknown column, two rows for one point) is a BoardstatsError.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from . import drawing
from .drawing import Legend, Results
from .errors import BoardstatsError
from .stats import mean_interval

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


def scores(run: Results, *, by: str | None = None, ax: Axes | None = None) -> Axes:
    """Draw how often each score was reached: one bar for every whole number from the lowest to the highest.

    Heights are shares of seats. Seats of one game are not independent: the intervals count each game once, which errs
    on the wide side.

    Parameters
    ----------
    run : Run
        Anything with the `tally`, `caption` and `plan` of one.
    by : {"strategy", "seat"}, optional
        A series of points for each, instead of the bars over all seats.
    ax : matplotlib Axes, optional
        Where to draw.

    Examples
    --------
    >>> import boardstats as bs
    >>> scores(bs.simulate("sirvam", 200, players=3, seed=1, strategies="random")).get_ylabel()
    'share of seats (%)'
    """
    tally = drawing.tally(run)
    groups = {} if by is None else drawing.groups(tally, by)
    counts = sum((Counter(group.scores) for group in tally.by_seat.values()), Counter[int]())
    at = np.arange(min(counts), max(counts) + 1)
    ax = drawing.axes(ax, drawing.room(7 if by is None else 8.5, len(at)), 4.6)
    note, handles, labels = "", [], []
    if by is None:
        mean, _, high = np.mean([group.mean("score") for group in tally.by_seat.values()], axis=0)
        note = drawing.bars(ax, at, counts, tally.games, mean, high - mean)
    for i, (who, group) in enumerate(groups.items()):
        share, arms = drawing.shares(at, group.scores, sum(group.scores.values()), group.games)
        arms = np.where(share > 0, arms, 0)
        style = (
            drawing.points(i, len(at))
            | drawing.whisker(len(at))
            | {"linewidth": 0.5, "ecolor": (drawing.points(i)["color"], 0.5)}
        )
        handles.append(ax.errorbar(at + drawing.beside(i, len(groups)), share, arms, **style))
        mean, _, high = group.mean("score")
        labels.append(f"{drawing.folded(who)}\nmean {drawing.figure(mean, high - mean)}")
    drawing.whole_numbers(ax, at)
    drawing.percent(ax.yaxis)
    name = run.plan.game.score_name(run.plan.edition) if run.plan.game.score_name else "score"
    title = f"{run.plan.game.title}: distribution of the {name}" + (f", by {by}" if by else "")
    note += f" Whiskers and ±: {drawing.SURE} intervals, rather too wide than too narrow."
    return drawing.finish(ax, title, name, "share of seats (%)", drawing.source(run), note, legend=Legend(handles, labels))


def win_share(run: Results, *, by: str = "strategy", ax: Axes | None = None) -> Axes:
    """Draw the win share per seat, by strategy or by seat, with its interval and the even share.

    The hatched part of a bar is what comes of shared wins: 1/k of each win that k seats share.

    Parameters
    ----------
    run, ax
        As for `scores`.
    by : {"strategy", "seat"}
        What a bar stands for.

    Examples
    --------
    >>> import boardstats as bs
    >>> win_share(bs.simulate("sirvam", 200, players=3, seed=1, strategies="random"), by="seat").get_xlabel()
    'win share per seat (%)'
    """
    tally = drawing.tally(run)
    ax = drawing.axes(ax, 8.5, 2.3 + 0.42 * len(drawing.groups(tally, by)))
    legend = win_bars(ax, [drawing.folded(who) for who in drawing.groups(tally, by)], tally.summary().loc[by], tally.players)
    note = f"Whiskers and brackets: {drawing.SURE} intervals."
    title = f"{run.plan.game.title}: win share by {by}"
    return drawing.finish(ax, title, "win share per seat (%)", by, drawing.source(run), note, legend=legend, grid="x")


def win_bars(ax: Axes, labels: Sequence[str], rows: Any, players: int) -> Legend:
    """Draw a bar for each row, the first on top, with its interval and the even share; return what the legend says.

    Parameters
    ----------
    ax : matplotlib Axes
        Where to draw.
    labels : sequence of str
        What the rows stand for.
    rows : DataFrame
        `win_share` with `win_share_low` and `win_share_high`, and of it `won`, what is not shared.
    players : int
        Seats at the table.
    """
    share, low, high, won = (rows[name].to_numpy() for name in ("win_share", "win_share_low", "win_share_high", "won"))
    at, even = np.arange(len(rows)), 1 / players
    outright = ax.barh(at, won, 0.66, color=drawing.SKY, edgecolor=drawing.BLUE)
    shared = ax.barh(at, share - won, 0.66, left=won, color="white", edgecolor=drawing.BLUE, hatch="//////")
    whiskers = ax.errorbar(share, at, xerr=drawing.arms(share, low, high), fmt="none", ecolor=drawing.ink(), **drawing.whisker(1))
    line = ax.axvline(even, color=drawing.VERMILLION, linestyle="--")
    for y, (value, a, b) in enumerate(zip(share, low, high, strict=True)):
        figures = f"{100 * value:.1f} ({100 * a:.1f}–{100 * b:.1f})"
        ax.text(1.01, y, figures, transform=ax.get_yaxis_transform(), va="center", fontsize=8.5)
    ax.set_yticks(at, labels, parse_math=False)
    ax.set_ylim(len(rows) - 0.5, -0.5)
    ax.set_xlim(0, 1.04 * max(high.max(), even))
    drawing.percent(ax.xaxis)
    named = ["won outright", "shared wins, 1/k each", f"{drawing.SURE} interval", f"even share ({100 * even:.1f} %)"]
    return Legend([outright, shared, whiskers, line], named, above=True)


def game_length(run: Results, *, ax: Axes | None = None) -> Axes:
    """Draw how many turns the games took: one bar for every whole number from the shortest to the longest.

    Parameters
    ----------
    run, ax
        As for `scores`.

    Examples
    --------
    >>> import boardstats as bs
    >>> game_length(bs.simulate("sirvam", 200, players=3, seed=1, strategies="random")).get_ylabel()
    'share of games (%)'
    """
    tally = drawing.tally(run)
    turns, games = np.array(list(tally.turns.items()), float).T
    mean, _, high = map(float, mean_interval(turns @ games, turns**2 @ games, games.sum()))
    at = np.arange(min(tally.turns), max(tally.turns) + 1)
    ax = drawing.axes(ax, drawing.room(7, len(at)), 4.6)
    note = drawing.bars(ax, at, tally.turns, tally.games, mean, high - mean) + f" Whiskers and ±: {drawing.SURE} intervals."
    drawing.whole_numbers(ax, at)
    drawing.percent(ax.yaxis)
    title = f"{run.plan.game.title}: length of a game"
    return drawing.finish(ax, title, "turns of all seats together", "share of games (%)", drawing.source(run), note)


def overview(run: Results) -> Figure:
    """Draw what a run says in one figure: win shares by strategy and by seat, scores, and the length of games.

    Returns
    -------
    matplotlib Figure
        `overview(run).savefig("run.png", dpi=150)` writes it.

    Examples
    --------
    >>> import boardstats as bs
    >>> len(overview(bs.simulate("sirvam", 200, players=3, seed=1, strategies="random")).axes)
    4
    """
    from matplotlib.figure import Figure

    figure = Figure(figsize=(15, 10), layout="constrained")
    (by_strategy, by_seat), (score, length) = figure.subplots(2, 2)
    win_share(run, by="strategy", ax=by_strategy)
    win_share(run, by="seat", ax=by_seat)
    scores(run, by="strategy" if len(run.tally.by_strategy) > 1 else None, ax=score)
    game_length(run, ax=length)
    return figure


def heat_map(
    frame: pd.DataFrame, x: str, y: str, value: str, *, low: str | None = None, high: str | None = None,
    ax: Axes | None = None, label: str | None = None, percent: bool = False, caption: str | None = None,
) -> Axes:  # fmt: skip
    """Draw a study of two parameters: a cell for each pair, with its value and the half-width of its interval.

    Parameters
    ----------
    frame : DataFrame
        One row for each cell; cells may be missing.
    x, y, value : str
        Columns: across, upwards, and what is shown.
    low, high : str, optional
        Columns with the ends of the 95 % interval.
    ax : matplotlib Axes, optional
        Where to draw.
    label : str, optional
        What the value is; left out: the name of its column.
    percent : bool
        Whether the values are shares, to be shown in percent.
    caption : str, optional
        Where the figures come from, as in `run.caption`; left out: `frame.attrs["caption"]`, where there is one.

    Examples
    --------
    >>> import pandas as pd
    >>> study = pd.DataFrame({"call_at": [4, 6, 4, 6], "players": [2, 2, 3, 3], "turns": [5.1, 5.5, 6.0, 6.6]})
    >>> [text.get_text() for text in heat_map(study, "call_at", "players", "turns").texts[:4]]
    ['5.10', '5.50', '6.00', '6.60']
    """
    from matplotlib.ticker import MaxNLocator

    if (low is None) != (high is None):
        raise BoardstatsError("low and high are the two ends of an interval: name both columns, or neither")
    ends = [] if low is None or high is None else [low, high]
    drawing.check(frame, [x, y], [value, *ends])
    across, up = drawing.in_order(frame[x]), drawing.in_order(frame[y])
    tables = [frame.pivot_table(name, index=y, columns=x, observed=True) for name in [value, *ends]]
    cells = [(100 if percent else 1) * t.reindex(index=up, columns=across).to_numpy(float) for t in tables]
    texts = drawing.cell_texts(cells[0], (cells[2] - cells[1]) / 2 if ends else None)
    # Long names take room of their own.
    beside, below = (max(0, *(len(line) - 20 for name in names for line in drawing.folded(drawing.word(name)).split("\n")))
                     for names in (up, across))  # fmt: skip
    size = max(6.5, 2.8 + 0.75 * len(across)) + 0.08 * beside, max(3.8, 2 + 0.5 * len(up)) + 0.12 * below
    ax = drawing.axes(ax, *size)
    # cividis looks much the same to all eyes, and in grey
    mesh = ax.pcolormesh(np.ma.masked_invalid(cells[0]), cmap="cividis", edgecolors="white", linewidth=0.5)
    dark = 0.58 * np.nanmin(cells[0]) + 0.42 * np.nanmax(cells[0])
    for (row, column), text in np.ndenumerate(texts):
        colour = ("white" if cells[0][row, column] < dark else "black") if text else drawing.ink()
        ax.add_artist(drawing.cell_class()(column + 0.5, row + 0.5, text or "–", color=colour, shape=texts.shape))
    drawing.names_below(ax, np.arange(len(across)) + 0.5, across)
    ax.set_yticks(np.arange(len(up)) + 0.5, [drawing.folded(drawing.word(name)) for name in up], parse_math=False)
    ax.tick_params(length=0)
    label = label or drawing.spoken(value)
    bar = ax.figure.colorbar(mesh, ax=ax)
    bar.set_label(label + (" (%)" if percent else ""), parse_math=False)
    if "." not in "".join(texts.flat):
        bar.locator = MaxNLocator(integer=True)
    note = f"±: half-width of the {drawing.SURE} interval." if ends else ""
    title = f"{label} by {drawing.spoken(x)} and {drawing.spoken(y)}"
    return drawing.finish(ax, title, drawing.spoken(x), drawing.spoken(y), drawing.told(frame, caption), note, grid=None)


def lines(
    frame: pd.DataFrame, x: str, value: str, *, low: str, high: str, by: str | None = None, even: float | None = None,
    ax: Axes | None = None, label: str | None = None, percent: bool = False, caption: str | None = None,
) -> Axes:  # fmt: skip
    """Draw a study of one parameter: a point for each of its values, with the interval as a band (of one value, as whiskers).

    Parameters
    ----------
    frame : DataFrame
        One row for each point.
    x, value : str
        Columns: across, and what is shown. Names across keep their order; they get whiskers, and no lines between.
    low, high : str
        Columns with the ends of the 95 % interval.
    by : str, optional
        Column that tells several series apart.
    even : float, optional
        Where to draw a line for the even share.
    ax, label, percent, caption
        As for `heat_map`.

    Examples
    --------
    >>> import pandas as pd
    >>> study = pd.DataFrame({"call_at": [4, 6], "turns": [5.1, 5.5], "from": [5.0, 5.4], "to": [5.2, 5.6]})
    >>> lines(study, "call_at", "turns", low="from", high="to").get_title()
    'turns by call at'
    """
    drawing.check(frame, [x] if by is None else [x, by], [value, low, high])
    places, named = drawing.in_order(frame[x]), not drawing.is_number(frame[x])
    series = {"": frame} if by is None else {drawing.word(who): frame[frame[by] == who] for who in drawing.in_order(frame[by])}
    longest = max(len(drawing.word(place)) for place in places) if named else 0
    ax = drawing.axes(ax, 7 if by is None and even is None else 8.5, 4.6 + 0.04 * longest)
    whiskers = named or len(places) == 1  # a band over one point would not be seen
    handles: list[Any] = []
    for i, rows in enumerate(series.values()):
        rows = rows if named else rows.sort_values(x)
        points, a, b = (rows[name].to_numpy(float) for name in (value, low, high))
        if whiskers:
            at = np.array([places.index(name) for name in rows[x]]) + drawing.beside(i, len(series)) if named else rows[x]
            handles.append(
                ax.errorbar(at, points, drawing.arms(points, a, b), linestyle="none", **drawing.points(i), **drawing.whisker(1))
            )
        else:
            band = ax.fill_between(rows[x], a, b, color=drawing.points(i)["color"], alpha=0.2, linewidth=0)
            handles.append((band, ax.plot(rows[x], points, **drawing.points(i))[0]))
    entries = [] if by is None else list(zip(handles, series, strict=True))
    if even is not None:
        line = ax.axhline(even, color=drawing.ink(), linestyle="--", linewidth=1)
        entries.append((line, f"even share ({100 * even:.1f} %)" if percent else f"even share ({even:g})"))
    legend = Legend([handle for handle, _ in entries], [drawing.folded(name) for _, name in entries], drawing.spoken(by or ""))
    if named:
        drawing.names_below(ax, np.arange(len(places)), places)
        ax.set_xlim(-0.5, len(places) - 0.5)
    elif all(float(place).is_integer() for place in places):
        drawing.whole_numbers(ax, places, 0.04 * (places[-1] - places[0]) or 0.5)
    if percent:
        drawing.percent(ax.yaxis)
    label, across = label or drawing.spoken(value), drawing.spoken(x)
    exact = bool((frame[low] == frame[high]).all())
    note = "Exact values." if exact else f"{'Whiskers' if whiskers else 'Bands'}: {drawing.SURE} intervals."
    title = f"{label} by {across}" + (f" and {drawing.spoken(by)}" if by else "")
    unit = " (%)" if percent else ""
    return drawing.finish(ax, title, across, label + unit, drawing.told(frame, caption), note, legend=legend)


def odds(
    exact: pd.Series, simulated: pd.Series | pd.DataFrame | None = None, *, n: int | None = None,
    ax: Axes | None = None, caption: str | None = None,
) -> Axes:  # fmt: skip
    """Draw exact odds as bars and, over them, simulated shares as points with their Wilson intervals.

    Parameters
    ----------
    exact : Series
        Chances (floats or Fractions) by whole number or by name, as from `bs.sirvam.odds`.
    simulated : Series or DataFrame, optional
        How often each came, by the same index; of a DataFrame, the column `count`.
    n : int, optional
        Number of trials; left out: as many as are counted.
    ax, caption
        As for `heat_map`.

    Examples
    --------
    >>> import pandas as pd
    >>> coin = pd.Series([0.5, 0.5], pd.Index([0, 1], name="heads"), name="chance")
    >>> [text.get_text() for text in odds(coin, pd.Series([48, 52])).get_legend().get_texts()]
    ['exact', 'simulated, 95 % interval']
    """
    chances, counts = drawing.chances(exact), {} if simulated is None else drawing.counts(simulated, exact.index.name)
    trials = sum(counts.values()) if n is None else n
    if sum(counts.values()) > trials:
        raise BoardstatsError(f"simulated: {sum(counts.values())} outcomes in n={trials} trials; right: n or fewer")
    # What was simulated though it is impossible must be seen: a point over no bar.
    places = [*chances, *(key for key in counts if key not in chances)]
    named = not all(isinstance(key, int | np.integer) for key in places)
    at = np.arange(len(places)) if named else np.array(places)
    ax = drawing.axes(ax, drawing.room(7 if simulated is None else 8.5, len(at)), 4.6)
    bars = ax.bar(at, [chances.get(key, 0) for key in places], 0.85, color=drawing.SKY)
    note, legend = "Bars: exact, computed and not simulated.", None
    if simulated is not None:
        share, arms = drawing.shares(places, counts, trials, trials)
        points = ax.errorbar(at, share, arms, fmt="o", markersize=4, color=drawing.ink(), **drawing.whisker(len(at)))
        note += f" Points: simulated, shares of {trials:,} trials; whiskers: {drawing.SURE} intervals."
        legend = Legend([bars, points], ["exact", f"simulated, {drawing.SURE} interval"])
    if named:
        drawing.names_below(ax, at, places)
    else:
        drawing.whole_numbers(ax, np.sort(at))
    drawing.percent(ax.yaxis)
    what = drawing.spoken(str(exact.index.name or "outcome"))
    title = f"Exact odds: {what}" if simulated is None else f"Odds, exact and simulated: {what}"
    return drawing.finish(ax, title, what, "chance (%)", drawing.told(exact, caption), note, legend=legend)
