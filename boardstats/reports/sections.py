"""The sections of a game's part of a report: what is shown of its runs and tables, and under which question."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from .. import balance, charts, drawing
from ..edition import typed
from ..lab.tournaments import Tournament
from ..results import Run, caption
from ..stats import Tally, wilson
from .exhibits import Exhibit, Section, gap, page_table, signed
from .surviving import POINTS

if TYPE_CHECKING:
    import pandas as pd

_SEATS = {"seat": ("seat", "plain"), "win_share": ("win share", "share"), "advantage": ("less even share, points", "gap"),
          "score": ("score", "number")}  # fmt: skip
_RANKING = {"strategy": ("strategy", "name"), "win_share": ("win share per seat", "share"), "shared": ("shared wins", "share"),
            "score": ("score", "number")}  # fmt: skip
_PAYOFFS = {"strategy": ("a seat of", "name"), "against": ("in games with", "name"), "win_share": ("win share", "share"),
            "games": ("games", "plain")}  # fmt: skip
_CATEGORIES = {"category": ("category", "name"), "winners": ("winners", "number"), "losers": ("others", "number"),
               "difference": ("difference", "signed"), "effect": ("in standard deviations", "signed")}  # fmt: skip
_LENGTHS = {"measure": ("of a game", "name"), "mean": ("mean", "number"), "min": ("least", "plain"), "q05": ("5 %", "plain"),
            "median": ("median", "plain"), "q95": ("95 %", "plain"), "max": ("most", "plain")}  # fmt: skip
_COURSE = {"part": ("turns taken", "percent"), "led": ("the winner leads", "share"), "shared": ("shares the lead", "percent"),
           "behind": ("others lead", "percent")}  # fmt: skip
_LEADS = {"measure": ("measure", "name"), "mean": ("mean, or share of games", "number")}
_DECISIONS = {"seat": ("seat", "plain"), "per_game": ("in a game", "number"), "per_turn": ("for each own turn", "number"),
              "choices": ("legal moves at each", "number")}  # fmt: skip
_ENDINGS = {"condition": ("condition", "name"), "value": ("value", "name"), "games": ("games", "plain"),
            "share": ("share of games", "share"), "turns": ("turns of these games", "number")}  # fmt: skip
_COMPONENTS = {"per_game": ("times a game", "number"), "win_share_with": ("win share of takers", "share"),
               "difference": ("less that of others, points", "gap"), "compared": ("games compared", "plain")}  # fmt: skip
_STUDIES = {"study": ("study", "name"), "players": ("players", "plain"), "strategies": ("line-up", "name"),
            "games": ("games", "plain"), "unfinished": ("unfinished", "plain")}  # fmt: skip


def played(run: Run) -> Section:
    """Say what is played, and what of it is from where."""
    edition = run.plan.edition
    kinds = ("rulebook", "published", "assumed")
    sources = _frame([
        {"table": name, **{source: int((frame["source"] == source).sum()) for source in kinds}}
        for name, frame in edition.tables.items()
    ])  # fmt: skip
    described, assumed, source_of = type(edition).described(), edition.assumed(), edition.option_sources()
    options = _frame([
        {"option": name, "value": typed(value) or "(none)", "meaning": described[name][1].replace("`", ""),
         "source": source_of[name]}
        for name, value in edition.options().items()
    ])  # fmt: skip
    words = [
        f"Main run: {caption(run.plan, len(run))}.",
        f"Every figure rests on what is assumed of the box ({', '.join(map(drawing.spoken, assumed))}), and on how these "
        "strategies play: it tells of this game in these hands, not of the printed one." if assumed else
        "Nothing of the box is assumed. Every figure rests on how these strategies play.",
    ]  # fmt: skip
    columns = {name: (name, "name") for name in map(str, options)}
    return Section("played", "What is played?", words, [
        Exhibit("sources", "Rows of each component table, by source", sources,
                page_table(sources, {"table": ("table", "name")} | {name: (name, "plain") for name in kinds})),
        Exhibit("options", "Options of the rules", options, page_table(options, columns)),
    ])  # fmt: skip


def studies(table: pd.DataFrame) -> Section:
    """Say what was played for a chapter."""
    note = "All with the seed of the main run. Where strategies differ, seats are rotated."
    exhibit = Exhibit("studies", "All that was played", table, page_table(table, _STUDIES), note=note)
    return Section("studies", "Which games were played for this?", [], [exhibit])


def seats(run: Run, by_players: pd.DataFrame, words: str) -> Section:
    """Show what seats are worth, for the number of players of the run and for all others."""

    def draw(ax: Any) -> Any:
        ends: dict[str, Any] = {"low": "advantage_low", "high": "advantage_high"}
        told = f"{by_players.attrs['caption']}; games: see the table"
        rows = by_players.assign(players=by_players["players"].astype(str))  # names: points with whiskers, no lines between
        label = "win share less even share"
        ax = charts.lines(rows, "players", "advantage", **ends, by="seat", ax=ax, percent=True, label=label, caption=told)
        ax.axhline(0, color=drawing.ink(), linewidth=1)
        ax.set_title(f"{run.plan.game.title}: seats, by number of players", fontsize=11, pad=6 + 12 * drawing.is_narrow(ax))
        return ax

    note = "Intervals: 95 % each, so that one in twenty misses by chance."
    columns = {"players": ("players", "plain")} | _SEATS | {"games": ("games", "plain")}
    return Section("seats", "Does the seat matter?", [words], [
        _exhibit("seats", f"Seats, {run.plan.players} players", balance.seats(run), _SEATS,
                 lambda ax: balance.seats_chart(run, ax=ax), words, note),
        _exhibit("seats_by_players", "Seats, by number of players", by_players, columns, draw,
                 "Each seat's figures are in the table.", note),
    ])  # fmt: skip


def strategies(competed: Tournament, words: str) -> Section:
    """Show how strategies fare against one another."""
    return Section("strategies", "Does skill matter? Pay-offs of the built-in strategies", [words], [
        _exhibit("ranking", "Strategies against all line-ups", competed.ranking.reset_index(), _RANKING,
                 lambda ax: competed.ranking_chart(ax), words),
        _exhibit("payoffs", "Win share of a seat, by who else plays", competed.payoff_table, _PAYOFFS,
                 lambda ax: competed.chart(ax), "The figures are in the table."),
    ])  # fmt: skip


def scores(run: Run, words: str) -> Section:
    """Show what is scored, and how winners differ from others."""
    table = balance.categories(run)
    table = table.sort_values("effect", key=abs, ascending=False)
    note = "Mean over games of the winners' mean less the others'; in standard deviations, categories can be compared."
    counts = _distribution(run.tally)
    counts.attrs["caption"] = run.caption
    return Section("scores", "What do players score, and what sets winners apart?", [words], [
        _exhibit("scores", "Scores", counts, None, lambda ax: charts.scores(run, ax=ax),
                 "The distribution is in the file of the table."),
        _exhibit("categories", "Winners and others, by category", table, _CATEGORIES,
                 lambda ax: balance.categories_chart(run, ax=ax), words, note, without="effect"),
    ])  # fmt: skip


def editions(table: pd.DataFrame, words: str, games: int, fewer: int) -> Section:
    """Show which findings survive in other editions."""
    shown: dict[str, dict[str, str]] = {}
    for row in table.to_dict("records"):
        write = gap if row["unit"] == POINTS else signed
        beside = f" than {drawing.spoken(row['beside'])}" if row["beside"] else ""
        cell = f"{row['status']}: {write(row['value'], row['low'], row['high'])}{beside}"
        shown.setdefault(str(row["finding"]), {})[str(row["edition"])] = cell
    page = _frame([{"finding": finding, **cells} for finding, cells in shown.items()])
    level = table.attrs["level"]
    note = (
        f"Differences in percentage points; categories: by how many standard deviations more than the nearest other. All "
        f"intervals of this table together hold with 95 % (each with {100 * level:.3f} %). Standard: {games:,} games, "
        f"others: {fewer:,}. All are played by the same strategies, which know nothing of the change."
    )
    return Section("editions", "Would it be so in another box?", [words], [
        Exhibit("editions", "Which findings survive another edition", table, page, note=note),
    ])  # fmt: skip


def lengths(run: Run, table: pd.DataFrame, words: str) -> Section:
    """Show how long games are."""
    return Section("lengths", "How long is a game?", [words], [
        _exhibit("lengths", "Length of a game", table, _LENGTHS, lambda ax: balance.lengths_chart(run, ax=ax), words),
    ])  # fmt: skip


def leads(run: Run, course: pd.DataFrame, table: pd.DataFrame, words: str) -> Section:
    """Show how the lead goes through games."""
    note = "Led from: turns when the winner came to lead for good. Close: a lead of 1 or less. At half: of the turns."
    return Section("leads", "When is it decided?", [words], [
        _exhibit("lead_by_turn", "Who leads, by tenth of the game", course, _COURSE,
                 lambda ax: balance.drawn_leads(run, course, ax), words),
        _exhibit("leads", "The course of the lead", table, _LEADS, note=note),
    ])  # fmt: skip


def margins(run: Run, table: pd.DataFrame, words: str) -> Section:
    """Show by how much games are won."""
    return Section("margins", "By how much is it won?", [words], [
        _exhibit("margins", "Margins", table, None, lambda ax: balance.margins_chart(run, ax=ax), words),
    ])  # fmt: skip


def decisions(run: Run, table: pd.DataFrame) -> Section:
    """Show how much each seat has to decide."""
    return Section("decisions", "How much has each seat to decide?", [], [
        _exhibit("decisions", "Decisions with more than one legal move", table, _DECISIONS,
                 lambda ax: balance.drawn_decisions(run, table, ax), "Each seat's figures are in the table."),
    ])  # fmt: skip


def endings(run: Run, table: pd.DataFrame, words: str) -> Section:
    """Show how games end."""
    return Section("endings", "How do games end?", [words], [
        _exhibit("endings", "Conditions at the end", table, _ENDINGS, lambda ax: balance.endings_chart(run, ax=ax), words,
                 without="games"),
    ])  # fmt: skip


def components(run: Run, table: pd.DataFrame, words: str) -> Section:
    """Show what is taken, and how that goes with winning."""
    name = run.plan.game.component
    columns = {name: (name, "name")} | _COMPONENTS
    return Section("components", f"What is taken, and does it go with winning? By {name}", [words], [
        _exhibit("components", "Taking and winning", table.sort_values("difference", ascending=False), columns,
                 lambda ax: balance.components_chart(run, ax=ax), words),
    ])  # fmt: skip


def _exhibit(
    name: str, title: str, table: pd.DataFrame, columns: Mapping[str, tuple[str, str]] | None = None, draw: Any = None,
    says: str = "", note: str = "", without: str = "",
) -> Exhibit:  # fmt: skip
    """Return an exhibit of a table with its caption; its index, if it has a name, becomes columns.

    On the page, rows are left out in which `without` is 0 or unknown.
    """
    flat = table.reset_index() if any(table.index.names) else table.reset_index(drop=True)
    rows = flat[flat[without].fillna(0) != 0] if without else flat
    shown = None if columns is None else page_table(rows, columns)
    return Exhibit(name, title, flat, shown, draw, says, table.attrs["caption"], note)


def _distribution(tally: Tally) -> pd.DataFrame:
    """Return how many seats had each score."""
    counts: dict[int, int] = {}
    for group in tally.by_seat.values():
        for score, count in group.scores.items():
            counts[score] = counts.get(score, 0) + count
    rows, seats = [], sum(counts.values())
    for score in range(min(counts), max(counts) + 1):
        part = counts.get(score, 0) / seats
        low, high = wilson(part * tally.games, tally.games)  # seats of one game are not independent: each game counts once
        rows.append({"score": score, "seats": counts.get(score, 0), "share": part, "share_low": low, "share_high": high})
    return _frame(rows)


def _frame(rows: list[dict[str, Any]]) -> pd.DataFrame:
    import pandas as pd

    return pd.DataFrame(rows)
