"""Is the game balanced? Tables of a run, each figure with its interval, and a chart of each.

========================  ==============================================================================================
`seats`                   what each seat is worth
`categories`              how winners and losers differ
`components`              how often each component is taken, and how that goes with winning
`lengths`                 turns and decisions of a game
`endings`                 how games end
`margins`                 by how much they are won
`leads`                   how the lead goes through a game
`decisions`               how much each seat has to decide
========================  ==============================================================================================

`seats(run)` is a DataFrame, `seats_chart(run)` the matplotlib Axes, and so on. Charts name their games, seed and edition,
and what of it is assumed. What they find is of these strategies: other players may find another balance.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .. import charts, drawing
from ..drawing import Legend
from ..errors import one_of
from ..results import Run
from .tables import categories, components, decisions, endings, leads, lengths, margins, of_run, seats
from .tracing import lead_by_turn

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

_MOST = 30  # components that a chart has room for


def seats_chart(run: Run, *, ax: Axes | None = None) -> Axes:
    """Draw the win share of each seat, with its interval and the even share.

    Examples
    --------
    >>> import boardstats as bs
    >>> seats_chart(bs.simulate("sirvam", 200, players=3, seed=1, strategies="random")).get_ylabel()
    'seat'
    """
    note = seats(run).attrs["note"]
    ax = charts.win_share(run, by="seat", ax=ax)
    return drawing.finish(ax, ax.get_title(), ax.get_xlabel(), ax.get_ylabel(), "", note, grid=None) if note else ax


def categories_chart(run: Run, *, ax: Axes | None = None) -> Axes:
    """Draw how winners and losers differ in each category, in standard deviations over all seats; beside it their means.

    Examples
    --------
    >>> import boardstats as bs
    >>> categories_chart(bs.simulate("sirvam", 200, players=3, seed=1, strategies="random")).get_ylabel()
    'category'
    """
    table = categories(run)
    rows = table[table["effect"].notna()]
    note = (
        f"{_left_out(table)} Mean over games of the winners' mean less the others'; beside: both. "
        f"Whiskers and ±: {drawing.SURE} intervals."
    )
    ax = _dots(ax, rows, "effect")
    for y, row in enumerate(rows.to_dict("records")):
        both = [drawing.figure(row[name], row[f"{name}_high"] - row[name]) for name in ("winners", "losers")]
        ax.text(1.01, y, "; ".join(both), transform=ax.get_yaxis_transform(), va="center", fontsize=8.5)
    title = f"{run.plan.game.title}: how winners differ from others"
    x_label = "winners less others (standard deviations of the category)"
    return drawing.finish(ax, title, x_label, "category", table.attrs["caption"], note, grid="x")


def components_chart(run: Run, *, only: str | None = None, ax: Axes | None = None) -> Axes:
    """Draw how taking a component goes with winning: win share of the seats that took it, less that of the others.

    Of many components only 30 are drawn: of every kind (ships, tiles, …) an equal part, those that the most games compare.

    Parameters
    ----------
    run, ax
        As for `charts.scores`.
    only : str, optional
        Draw those alone whose name has this in it: `"ship"`, `"completed"`.

    Examples
    --------
    >>> import boardstats as bs
    >>> components_chart(bs.simulate("sirvam", 200, players=3, seed=1)).get_ylabel()
    'recipe'
    """
    table = components(run)
    asked = table if only is None else table[[str(only) in name for name in table.index]]
    if asked.empty:
        raise one_of(run.plan.game.component, only, table.index)
    rows = _most_compared(asked[asked["difference"].notna()]).sort_values("difference", ascending=False)
    chosen = f" Drawn: {len(rows)} of {len(asked)}, of each kind those that most games compare." if len(rows) < len(asked) else ""
    note = (
        f"{_left_out(table)}{chosen} Whiskers: {drawing.SURE} intervals over games, of which one in twenty misses by chance. "
        "A correlation, not what the component is worth: who is ahead may take more of it."
    )
    ax = _dots(ax, rows, "difference")
    drawing.percent(ax.xaxis)
    title = f"{run.plan.game.title}: taking and winning, by {run.plan.game.component}"
    x_label = "win share of takers less that of others (percentage points)"
    return drawing.finish(ax, title, x_label, run.plan.game.component, table.attrs["caption"], note, grid="x")


def _most_compared(rows: pd.DataFrame) -> pd.DataFrame:
    """Return the components that a chart has room for: of every kind an equal part, those that the most games compare.

    Not those with the narrowest intervals: these are narrow where takers seldom win.
    """
    kinds = [_kind(name) for name in rows.index]
    rank = rows["compared"].groupby(kinds).rank("first", ascending=False)  # within its kind
    return rows.assign(rank=rank, few=-rows["compared"]).sort_values(["rank", "few"], kind="stable")[rows.columns].head(_MOST)


def _kind(name: str) -> str:
    """Return what kind of component a name is of: `tile completed` of `tile 5 completed`, `order` of `order 7: 2 fish`."""
    words = name.split(":")[0].split()
    return " ".join(words[:1] + words[2:])


def lengths_chart(run: Run, *, ax: Axes | None = None) -> Axes:
    """Draw how many turns the games took.

    Examples
    --------
    >>> import boardstats as bs
    >>> lengths_chart(bs.simulate("sirvam", 200, players=3, seed=1, strategies="random")).get_ylabel()
    'share of games (%)'
    """
    return charts.game_length(of_run(run), ax=ax)


def endings_chart(run: Run, *, ax: Axes | None = None) -> Axes:
    """Draw how often each condition held at the end; what was the same in all games is left out.

    Examples
    --------
    >>> import boardstats as bs
    >>> endings_chart(bs.simulate("sirvam", 200, players=3, seed=1, strategies="random")).get_xlabel()
    'share of games (%)'
    """
    table = endings(run)
    condition, value = (table.index.get_level_values(name) for name in ("condition", "value"))
    varies = (table["games"] > 0).groupby(level="condition").transform("sum") > 1
    rows = table[(varies if varies.any() else condition == "finished") & (value != "no")]
    named = [drawing.spoken(name if held == "yes" else f"{name}: {held}") for name, held in rows.index.to_list()]
    ax = drawing.axes(ax, 8.5, 2.0 + 0.36 * max(len(rows), 2))
    at = np.arange(len(rows))
    share, low, high = (rows[name].to_numpy() for name in ("share", "share_low", "share_high"))
    ax.barh(at, share, 0.7, color=drawing.SKY)
    ax.errorbar(share, at, xerr=drawing.arms(share, low, high), fmt="none", ecolor=drawing.ink(), **drawing.whisker(1))
    _name_rows(ax, named)
    ax.set_xlim(0, 1.04)
    drawing.percent(ax.xaxis)
    note = f"Whiskers: {drawing.SURE} intervals. Several conditions may hold at once."
    title = f"{run.plan.game.title}: how games end"
    return drawing.finish(ax, title, "share of games (%)", "condition", table.attrs["caption"], note, grid="x")


def margins_chart(run: Run, *, ax: Axes | None = None) -> Axes:
    """Draw by how much games are won.

    Examples
    --------
    >>> import boardstats as bs
    >>> margins_chart(bs.simulate("sirvam", 200, players=3, seed=1, strategies="random")).get_ylabel()
    'share of games (%)'
    """
    table = margins(run)
    at, counts = np.arange(len(table)), dict(enumerate(table["games"].tolist()))
    ax = drawing.axes(ax, drawing.room(7, len(at)), 4.6)
    mean, _, high = table.attrs["mean"]
    note = drawing.bars(ax, at, counts, sum(counts.values()), mean, high - mean)
    drawing.whole_numbers(ax, at)
    drawing.percent(ax.yaxis)
    ties, shared = (f"{100 * table.attrs[name][0]:.1f} %" for name in ("tie_break", "shared"))
    note += f" At 0: {ties} of games won by a tie-break, {shared} shared. Whiskers and ±: {drawing.SURE} intervals."
    title, name = f"{run.plan.game.title}: margin of victory", run.plan.game.score_name(run.plan.edition)
    source = table.attrs["caption"]
    return drawing.finish(ax, title, f"winner and best other: difference of the {name}", "share of games (%)", source,
                          _left_out(table) + note)  # fmt: skip


def leads_chart(run: Run, games: range | None = None, *, ax: Axes | None = None) -> Axes:
    """Draw in what share of the games the later winner leads already, by part of the game that is played.

    Examples
    --------
    >>> import boardstats as bs
    >>> leads_chart(bs.simulate("sirvam", 100, players=3, seed=1, strategies="random")).get_xlabel()
    'part of the turns that were taken (%)'
    """
    return drawn_leads(run, lead_by_turn(run, games), ax)


def drawn_leads(run: Run, table: pd.DataFrame, ax: Axes | None) -> Axes:
    """Draw what `lead_by_turn` found."""
    ax = drawing.axes(ax, 8.5, 4.6)
    part, led, shared = (table[name].to_numpy() for name in ("part", "led", "shared"))
    band = ax.fill_between(part, table["led_low"], table["led_high"], color=drawing.BLUE, alpha=0.2, linewidth=0)
    line = ax.plot(part, led, **drawing.points(0))[0]
    beside = ax.plot(part, led + shared, **drawing.points(1), linestyle="--")[0]
    drawing.percent(ax.xaxis)
    drawing.percent(ax.yaxis)
    ax.set_xlim(-0.02, 1.02)
    ax.set_ylim(0, 1.03)
    even = ax.axhline(1 / run.plan.players, color=drawing.ink(), linestyle="--", linewidth=1)
    named = ["the winner leads", "leads, or shares the lead", f"even share ({100 / run.plan.players:.1f} %)"]
    note = f"{_left_out(table)} Band: {drawing.SURE} intervals. Leading: best if the game ended then, by its own scoring."
    title, x_label = f"{run.plan.game.title}: how early the winner leads", "part of the turns that were taken (%)"
    legend = Legend([(band, line), beside, even], named)
    return drawing.finish(ax, title, x_label, "share of games (%)", table.attrs["caption"], note, legend=legend)


def decisions_chart(run: Run, games: range | None = None, *, ax: Axes | None = None) -> Axes:
    """Draw how many decisions each seat has for each turn it takes.

    Examples
    --------
    >>> import boardstats as bs
    >>> decisions_chart(bs.simulate("sirvam", 100, players=3, seed=1, strategies="random")).get_xlabel()
    'decisions for each own turn'
    """
    return drawn_decisions(run, decisions(run, games), ax)


def drawn_decisions(run: Run, table: pd.DataFrame, ax: Axes | None) -> Axes:
    """Draw what `decisions` found."""
    rows = table.set_axis([f"seat {seat}" for seat in table.index])
    ax = drawing.axes(ax, 8.5, 2.0 + 0.4 * len(rows))
    at, value = np.arange(len(rows)), rows["per_turn"].to_numpy()
    ends = drawing.arms(value, rows["per_turn_low"].to_numpy(), rows["per_turn_high"].to_numpy())
    ax.barh(at, value, 0.66, color=drawing.SKY)
    ax.errorbar(value, at, xerr=ends, fmt="none", ecolor=drawing.ink(), **drawing.whisker(1))
    _name_rows(ax, rows.index.tolist())
    for y, row in enumerate(rows.to_dict("records")):
        words = f"{row['per_turn']:.2f}, of {row['choices']:.1f} moves"
        ax.text(1.01, y, words, transform=ax.get_yaxis_transform(), va="center", fontsize=8.5)
    note = (
        f"Decisions with more than one legal move, those in the turns of others included, and how many moves there were to "
        f"choose from on average. Whiskers: {drawing.SURE} intervals."
    )
    title = f"{run.plan.game.title}: decisions by seat"
    return drawing.finish(ax, title, "decisions for each own turn", "seat", table.attrs["caption"], note, grid="x")


def _left_out(table: pd.DataFrame) -> str:
    unfinished = table.attrs["unfinished"]
    return f"Left out: {unfinished:,} unfinished games. " if unfinished else ""


def _dots(ax: Axes | None, rows: pd.DataFrame, value: str) -> Axes:
    """Draw a point with its whisker in a line for each row, and where nothing differs."""
    ax = drawing.axes(ax, 8.5, 2.0 + 0.27 * max(len(rows), 3))
    at, points = np.arange(len(rows)), rows[value].to_numpy(float)
    ends = drawing.arms(points, rows[f"{value}_low"].to_numpy(float), rows[f"{value}_high"].to_numpy(float))
    style: dict[str, Any] = drawing.points(0) | drawing.whisker(1) | {"linestyle": "none"}
    ax.errorbar(points, at, xerr=ends, **style)
    ax.axvline(0, color=drawing.ink(), linewidth=1)
    _name_rows(ax, [drawing.spoken(name) for name in rows.index])
    return ax


def _name_rows(ax: Axes, names: list[str]) -> None:
    ax.set_yticks(np.arange(len(names)), names, parse_math=False)
    ax.set_ylim(max(len(names), 1) - 0.5, -0.5)  # the first on top


__all__ = [
    "categories",
    "categories_chart",
    "components",
    "components_chart",
    "decisions",
    "decisions_chart",
    "endings",
    "endings_chart",
    "leads",
    "leads_chart",
    "lengths",
    "lengths_chart",
    "margins",
    "margins_chart",
    "seats",
    "seats_chart",
]
