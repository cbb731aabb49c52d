"""Balance tables: the figures of a run, counted again game by game; and their charts, with nothing cut off."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest

import boardstats as bs
from boardstats import balance
from boardstats.balance.tables import _win_gap
from boardstats.game import GAMES, load
from boardstats.stats import mean_interval, wilson

every_game = pytest.mark.parametrize("name", GAMES)
TABLES = ("seats", "categories", "components", "lengths", "endings", "margins", "leads", "decisions")
every_table = pytest.mark.parametrize("what", TABLES)
RUNS: dict[str, bs.Run] = {}


def run_of(name: str) -> bs.Run:
    if name not in RUNS:
        players = {"sirvam": 4, "sardines": 3}.get(name, 2)
        strategies = ["careful", "random", "random", "random"] if name == "sirvam" else "random"
        RUNS[name] = bs.simulate(name, 150, players=players, seed=3, strategies=strategies)
    return RUNS[name]


@pytest.fixture(autouse=True)
def _no_figure_left() -> Iterator[None]:
    yield
    assert plt.get_fignums() == []


def interval(values: Any) -> tuple[float, float, float]:
    values = np.asarray(values, float)
    return tuple(float(x) for x in mean_interval(values.sum(), (values**2).sum(), len(values)))  # type: ignore[return-value]


def figure(row: pd.Series, name: str) -> tuple[float, float, float]:
    return tuple(float(row[f"{name}{end}"]) for end in ("", "_low", "_high"))  # type: ignore[return-value]


def finished(run: bs.Run) -> list[pd.DataFrame]:
    """Return the rows of each finished game."""
    return [rows for _, rows in run.frame.groupby("game") if (rows["rank"] > 0).all()]


# ---- what is told is what was counted --------------------------------------------------------------------------------


@every_game
def test_seats(name: str) -> None:
    run = run_of(name)
    table, summary = balance.seats(run), run.summary().loc["seat"]
    for seat in range(run.plan.players):
        assert figure(table.loc[seat], "win_share") == figure(summary.loc[seat], "win_share")
        even = 1 / run.plan.players
        assert figure(table.loc[seat], "advantage") == pytest.approx([x - even for x in figure(summary.loc[seat], "win_share")])
    assert table.attrs["note"] == ""


def test_seats_say_where_they_cannot_be_told_from_strategies() -> None:
    run = bs.simulate("sirvam", 20, players=2, seed=1, strategies=["careful", "random"], rotate=False)
    assert "cannot be told apart" in balance.seats(run).attrs["note"]
    assert "cannot be told apart" in caption(balance.seats_chart(run))


@every_game
def test_categories(name: str) -> None:
    run = run_of(name)
    table = balance.categories(run)
    games = [rows for rows in finished(run) if not (rows["rank"] == 1).all()]
    assert table.index[:2].tolist() == ["score", "turns"]
    for category, row in table.iterrows():
        won = [rows.loc[rows["rank"] == 1, category].mean() for rows in games]
        lost = [rows.loc[rows["rank"] != 1, category].mean() for rows in games]
        assert figure(row, "winners") == pytest.approx(interval(won), abs=1e-9)
        assert figure(row, "losers") == pytest.approx(interval(lost), abs=1e-9)
        assert figure(row, "difference") == pytest.approx(interval(np.subtract(won, lost)), abs=1e-9)
        spread = pd.concat(games)[category].std(ddof=0)
        if spread:
            assert row["effect"] == pytest.approx(row["difference"] / spread)
        else:
            assert np.isnan(row["effect"])


@every_game
def test_components(name: str) -> None:
    run = run_of(name)
    table = balance.components(run)
    kind = load(name).component
    assert table.index.name == kind
    assert table.index.tolist() == load(name).components(run.plan.edition)
    games = finished(run)
    for component in table.index[[0, 3, -1]]:
        row = table.loc[component]
        taken = run.taken[run.taken[kind] == component]
        times = {(game, seat): n for game, seat, n in zip(taken["game"], taken["seat"], taken["times"], strict=True)}
        per_game, with_it, without, gaps, takers = [], [], [], [], []
        for rows in games:
            game = int(rows["game"].iloc[0])
            took = [(game, seat) in times for seat in rows["seat"]]
            per_game.append(sum(times.get((game, seat), 0) for seat in rows["seat"]))
            shares = rows["win_share"].to_numpy()
            with_it += shares[took].tolist()
            without += shares[np.logical_not(took)].tolist()
            if 0 < sum(took) < len(took):
                gaps.append(shares[took].mean() - shares[np.logical_not(took)].mean())
                takers.append(sum(took))
        n, taken_in = len(games), sum(times > 0 for times in per_game)
        assert figure(row, "per_game") == pytest.approx(interval(per_game), abs=1e-9)
        assert figure(row, "taken_in") == pytest.approx((taken_in / n, *wilson(taken_in, n)))
        assert row["win_share_with"] == pytest.approx(np.mean(with_it) if with_it else np.nan, nan_ok=True)
        assert row["win_share_without"] == pytest.approx(np.mean(without) if without else np.nan, nan_ok=True)
        if with_it:
            assert figure(row, "win_share_with")[1:] == pytest.approx(wilson(taken_in * np.mean(with_it), taken_in))
        assert row["compared"] == len(gaps)
        assert row["difference"] == pytest.approx(np.mean(gaps) if gaps else np.nan, nan_ok=True)


def test_a_side_that_never_won_has_an_interval_with_some_width() -> None:
    mean, low, high = _win_gap(np.full(30, -1 / 3), 1.0, 4)
    assert mean == pytest.approx(-1 / 3)
    assert low <= mean
    assert high > -0.3
    assert all(np.isnan(_win_gap(np.zeros(0), 1.0, 4)))


def test_the_interval_of_a_gap_covers_what_it_should() -> None:
    """A seat of four that wins one game in eight, in samples of 40 games."""
    rng, covered = np.random.default_rng(4), 0
    true = 1 / 8 - (7 / 8) / 3
    for _ in range(2000):
        won = rng.random(40) < 1 / 8
        _, low, high = _win_gap(np.where(won, 1.0, -1 / 3), 1.0, 4)
        covered += low <= true <= high
    assert 0.93 < covered / 2000 < 0.99


@every_game
def test_lengths(name: str) -> None:
    run = run_of(name)
    table = balance.lengths(run)
    for measure in ("turns", "decisions"):
        row, values = table.loc[measure], run.games[measure]
        assert figure(row, "mean") == pytest.approx(interval(values))
        assert (row["min"], row["median"], row["max"]) == (values.min(), values.median(), values.max())


@every_game
def test_endings(name: str) -> None:
    run = run_of(name)
    table = balance.endings(run)
    conditions = {
        "sirvam": ["finished", "king", "ended"],
        "phraya": ["finished", "tithe_completed", "buddha_worshipped", "supremacy"],
    }
    assert table.index.get_level_values(0).unique().tolist() == conditions.get(name, ["finished"])
    for (condition, value), row in table.iterrows():
        wanted = {"yes": 1, "no": 0}.get(value, value)
        held = run.games[run.games[condition] == wanted]
        assert row["games"] == len(held)
        assert figure(row, "share") == pytest.approx((len(held) / len(run), *wilson(len(held), len(run))))
        assert row["turns"] == pytest.approx(held["turns"].mean(), nan_ok=True)
    assert (table["games"].groupby(level=0).sum() == len(run)).all()


@every_game
def test_margins(name: str) -> None:
    run = run_of(name)
    table = balance.margins(run)
    found, shared, tied = [], 0, 0
    for rows in finished(run):
        order = rows.sort_values("rank", kind="stable")["score"].tolist()
        found.append(abs(order[0] - order[1]))
        several = (rows["rank"] == 1).sum() > 1
        shared += several
        tied += found[-1] == 0 and not several
    assert table["games"].tolist() == np.bincount(found).tolist()
    assert table["share"].sum() == pytest.approx(1)
    assert table.attrs["mean"] == pytest.approx(interval(found))
    assert table.attrs["shared"][0] == pytest.approx(shared / len(found))
    assert table.attrs["tie_break"][0] == pytest.approx(tied / len(found))
    lead = bs.lead(run, range(40))
    assert lead["margin"].tolist() == found[: len(lead)]


@every_game
def test_leads(name: str) -> None:
    run = run_of(name)
    table, lead = balance.leads(run, range(20, 60)), bs.lead(run, range(20, 60))
    assert figure(table.loc["lead_changes"], "mean") == pytest.approx(interval(lead["lead_changes"]))
    led = int(lead["led_at_half"].sum())
    assert figure(table.loc["led_at_half"], "mean") == pytest.approx((led / len(lead), *wilson(led, len(lead))))
    assert table.index.tolist() == lead.columns[1:].tolist()


@every_game
def test_decisions(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    run = run_of(name)
    monkeypatch.setattr("boardstats.balance.tables._CHUNK", 7)
    table, log = balance.decisions(run, range(10, 30)), run.decisions(range(10, 30))
    frame = run.frame.set_index(["game", "seat"])
    for seat in range(run.plan.players):
        own = [log[(log["game"] == game) & (log["seat"] == seat)] for game in range(10, 30)]
        turns = [frame.loc[(game, seat), "turns"] for game in range(10, 30)]
        assert figure(table.loc[seat], "per_game") == pytest.approx(interval([len(rows) for rows in own]))
        ratios = [len(rows) / n for rows, n in zip(own, turns, strict=True) if n]
        assert figure(table.loc[seat], "per_turn") == pytest.approx(interval(ratios))
        assert figure(table.loc[seat], "choices") == pytest.approx(interval([r["n_legal"].mean() for r in own if len(r)]))


# ---- whatever the run ------------------------------------------------------------------------------------------------


@every_table
def test_one_game_is_enough(what: str) -> None:
    run = bs.simulate("sirvam", 1, players=2, seed=1, strategies="random")
    table = getattr(balance, what)(run)
    assert len(table)
    assert "1 games" in table.attrs["caption"]
    caption(getattr(balance, f"{what}_chart")(run))


@every_table
def test_unfinished_games_are_left_out_or_said_to_be_in(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    limited = dataclasses.replace(load("sirvam"), turn_limit=4)
    monkeypatch.setattr("boardstats.plan.load", lambda name: limited)
    run = bs.simulate("sirvam", 60, players=3, seed=1, strategies="random")
    n = run.tally.unfinished
    assert 0 < n < 60
    table = getattr(balance, what)(run)
    assert table.attrs["unfinished"] == n
    if what in ("categories", "components", "leads"):
        assert table["games"].max() <= 60 - n
    if what == "margins":
        assert table["games"].sum() == 60 - n
    if what == "endings":
        assert table.loc[("finished", "no"), "games"] == n
    told = caption(getattr(balance, f"{what}_chart")(run))
    assert f"{n} unfinished games" in told or what in ("endings", "decisions")


@every_table
def test_only_a_run_will_do(what: str) -> None:
    for function in (getattr(balance, what), getattr(balance, f"{what}_chart")):
        with pytest.raises(bs.BoardstatsError, match="of a Run, not of str"):
            function("run")


@every_table
@every_game
def test_charts_show_what_they_rest_on_and_nothing_is_cut_off(name: str, what: str) -> None:
    run = run_of(name)
    draw = getattr(balance, f"{what}_chart")
    ax = draw(run)
    told = caption(ax)
    assert run.caption.split(",")[0] in told
    assert "assumed, not printed" in told
    assert "150 games" in told
    assert "95 %" in told
    assert ax.get_title().startswith(load(name).title)
    assert ax.get_xlabel()
    assert ax.get_ylabel()
    figure = ax.figure
    renderer = figure.canvas.get_renderer() if hasattr(figure.canvas, "get_renderer") else None
    box = ax.get_tightbbox(renderer)
    assert box.x0 >= -1
    assert box.y0 >= -1
    assert box.x1 <= figure.bbox.x1 + 1
    assert box.y1 <= figure.bbox.y1 + 1
    other = plt.figure().subplots(1, 2)
    assert draw(run, ax=other[1]) is other[1]
    assert not other[0].has_data()
    plt.close("all")


KINDS = {"ship": r"ship \d+", "tile": r"tile \d+", "completed": r"tile \d+ completed"}


def test_the_components_that_are_drawn_are_of_every_kind_and_not_chosen_by_what_they_show() -> None:
    run = run_of("sriracha")
    table = balance.components(run)
    ax = balance.components_chart(run)
    drawn = [label.get_text() for label in ax.get_yticklabels()]
    assert len(drawn) == 30
    for kind in KINDS.values():
        alike = table[table.index.str.fullmatch(kind)]
        mine, rest = alike[alike.index.isin(drawn)], alike[~alike.index.isin(drawn)]
        assert len(mine) == 10
        assert mine["compared"].min() >= rest["compared"].max()
    assert table.loc[drawn, "difference"].is_monotonic_decreasing
    assert f"30 of {len(table)}, of each kind those that most games compare" in caption(ax)
    assert "A correlation" in caption(ax)


@pytest.mark.parametrize(("only", "kind"), KINDS.items())
def test_components_of_one_kind_can_be_asked_for(only: str, kind: str) -> None:
    run = run_of("sriracha")
    drawn = [label.get_text() for label in balance.components_chart(run, only=only).get_yticklabels()]
    assert 25 <= len(drawn) <= 30
    assert all(only in name for name in drawn)
    assert any(re.fullmatch(kind, name) for name in drawn)


def test_a_kind_of_component_that_there_is_not_is_an_error() -> None:
    with pytest.raises(bs.BoardstatsError, match=r"unknown card 'ships'.*mean 'ship"):
        balance.components_chart(run_of("sriracha"), only="ships")


def test_means_of_winners_and_others_stand_beside_the_chart_of_categories() -> None:
    run = run_of("sardines")
    row = balance.categories(run).loc["score"]
    ax = balance.categories_chart(run)
    assert "±: 95 % intervals" in caption(ax)
    beside = next(text.get_text() for text in ax.texts if text.get_position()[1] == 0)
    words = beside.replace(" ± ", " ").replace(";", "").split()
    halves = [row[f"{name}_high"] - row[name] for name in ("winners", "losers")]
    expected = [row["winners"], halves[0], row["losers"], halves[1]]
    assert [float(word) for word in words] == pytest.approx(expected, rel=0.05)


def caption(ax: Any) -> str:
    ax.figure.draw_without_rendering()
    return " ".join(text.get_text() for text in ax.texts if text.get_gid() == "caption").replace("\n", " ")


def test_a_chart_of_nothing_says_so_without_a_warning() -> None:
    @bs.sardines.strategy
    def idle(view, moves, rng):
        return 0

    run = bs.simulate("sardines", 2, players=2, seed=1, strategies=idle)
    assert not run.games["finished"].any()
    ax = balance.components_chart(run)
    assert ax.get_yticklabels() == []
    assert "unfinished" in caption(ax)
    plt.close("all")
