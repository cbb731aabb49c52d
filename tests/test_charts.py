"""Charts: what is drawn is what was counted, nothing leaks, and nothing is cut off."""

from __future__ import annotations

import gc
import subprocess
import sys
import weakref
from collections.abc import Callable, Iterator
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from matplotlib.axes import Axes
from matplotlib.container import BarContainer, ErrorbarContainer

from boardstats import BoardstatsError, charts
from boardstats.edition import BaseEdition
from boardstats.game import load
from boardstats.games.sirvam import odds
from boardstats.stats import Tally, wilson

SEATS = load("sirvam").seats.dtype
LONG = "careful(call_at=12, look_first=2)"
Draw = Callable[..., Axes]


def made_run(scores: Any, *, labels: tuple[str, ...] = ("careful", "random"), turns: Any = None, unfinished: int = 0) -> Any:
    """Return what charts need of a run with these scores (games, players); the highest score wins."""
    scores = np.atleast_2d(scores)
    n, players = scores.shape
    seats = np.zeros((n, players), SEATS)
    seats["score"] = scores
    best = scores == scores.max(axis=1, keepdims=True)
    seats["win_share"] = best / best.sum(axis=1, keepdims=True)
    seats["turns"][:, 0] = 9 if turns is None else turns
    seats["rank"] = 1
    seats["rank"][:unfinished] = 0
    seats["win_share"][:unfinished] = 0
    tally = Tally(labels, players, SEATS.names)
    if n == 0:
        return SimpleNamespace(tally=tally)
    line_up = np.arange(players) * len(labels) // players  # which moves on from game to game
    tally.add(seats, line_up[(np.arange(n)[:, None] + np.arange(players)) % players])
    plan = SimpleNamespace(game=load("sirvam"), edition=load("sirvam").edition())
    return SimpleNamespace(tally=tally, caption=f"Sirvam o Rei, {players} players, {n} games, seed 7", plan=plan)


def random_run(games: int = 200, players: int = 4, **more: Any) -> Any:
    rng = np.random.default_rng(1)
    turns = 4 + rng.geometric(0.4, games)
    return made_run(rng.binomial(40, 0.4, (games, players)), turns=turns, **more)


def study(**columns: Any) -> pd.DataFrame:
    frame = pd.DataFrame([(a, k) for a in (4, 6, 8) for k in ("bell", "fish")], columns=["call_at", "king"])
    frame["wins"] = [520, 480, 560, 500, 610, 410]
    frame["win_share"] = frame["wins"] / 2000
    frame["low"], frame["high"] = wilson(frame["wins"], 2000)
    frame.attrs["caption"] = "Sirvam o Rei, 2000 games a point, seed 7"
    return frame.assign(**columns)


EXACT = odds.totals(2)
ENDS = {"low": "low", "high": "high"}
CHARTS: dict[str, Draw] = {
    "scores": lambda **ax: charts.scores(random_run(), **ax),
    "scores by strategy": lambda **ax: charts.scores(random_run(), by="strategy", **ax),
    "scores by seat": lambda **ax: charts.scores(random_run(), by="seat", **ax),
    "win share": lambda **ax: charts.win_share(random_run(), **ax),
    "win share by seat": lambda **ax: charts.win_share(random_run(), by="seat", **ax),
    "game length": lambda **ax: charts.game_length(random_run(), **ax),
    "heat map": lambda **ax: charts.heat_map(study(), "call_at", "king", "win_share", **ENDS, percent=True, **ax),
    "lines": lambda **ax: charts.lines(study(), "call_at", "win_share", **ENDS, by="king", even=0.25, **ax),
    "lines by name": lambda **ax: charts.lines(study(), "king", "win_share", **ENDS, by="call_at", **ax),
    "odds": lambda **ax: charts.odds(EXACT, pd.Series({4: 30, 5: 50}), n=90, caption="Sirvam o Rei", **ax),
}


@pytest.fixture(autouse=True)
def _no_figure_left() -> Iterator[None]:
    yield
    plt.close("all")


def heights(ax: Axes) -> dict[int, float]:
    return {round(bar.get_x() + bar.get_width() / 2): bar.get_height() for bar in ax.patches}


def whiskers(ax: Axes, axis: int = 1) -> list[tuple[float, float]]:
    """Return the ends of all whiskers, in order."""
    containers = [c for c in ax.containers if isinstance(c, ErrorbarContainer)]
    return [tuple(segment[:, axis]) for c in containers for segment in c.lines[2][0].get_segments()]


def caption_of(ax: Axes) -> str:
    ax.figure.draw_without_rendering()
    return " ".join(text.get_text() for text in ax.texts if text.get_gid() == "caption").replace("\n", " ")


# ---- what is drawn is what was counted ---------------------------------------------------------------------------


@pytest.mark.parametrize("shift", [0, -5, 1000])
def test_one_bar_for_every_whole_number(shift: int) -> None:
    counted = pd.Series([0, 1, 1, 1, 3, 4, 6, 7]) + shift
    drawn = heights(charts.scores(made_run(counted.to_numpy().reshape(4, 2))))
    assert list(drawn) == list(range(shift, shift + 8))
    assert {k: round(v * 8) for k, v in drawn.items() if v} == counted.value_counts().to_dict()
    assert sum(drawn.values()) == pytest.approx(1)


def test_one_score_only() -> None:
    assert heights(charts.scores(made_run([[3, 3]]))) == {3: 1.0}


@pytest.mark.parametrize("by", ["strategy", "seat"])
def test_scores_by_group_have_a_point_for_every_whole_number(by: str) -> None:
    run = random_run()
    ax = charts.scores(run, by=by)
    groups = list((run.tally.by_strategy if by == "strategy" else run.tally.by_seat).values())
    at = np.arange(min(min(g.scores) for g in groups), max(max(g.scores) for g in groups) + 1)
    series = [c.lines[0] for c in ax.containers if isinstance(c, ErrorbarContainer)]
    assert len(series) == len(groups)
    for line, group in zip(series, groups, strict=True):
        x, y = np.asarray(line.get_xdata()), np.asarray(line.get_ydata())
        assert (np.round(x) == at).all()  # beside its number, nearer to it than to the next
        expected = np.array([group.scores.get(int(k), 0) for k in at]) / sum(group.scores.values())
        np.testing.assert_allclose(y, expected)
    places = [tuple(np.asarray(line.get_xdata())) for line in series]
    assert len(set(places)) == len(groups)  # no series hides another


def test_score_intervals_count_each_game_once() -> None:
    run = random_run()
    ax = charts.scores(run)
    for (low, high), share in zip(whiskers(ax), heights(ax).values(), strict=True):
        expected = tuple(map(float, wilson(share * 200, 200))) if share else (0, 0)
        assert (low, high) == pytest.approx(expected)


@pytest.mark.parametrize("by", ["strategy", "seat"])
def test_win_shares_and_intervals_are_those_of_the_summary(by: str) -> None:
    run = random_run(labels=("careful", LONG, "random"))
    rows = run.tally.summary().loc[by]
    ax = charts.win_share(run, by=by)
    outright, shared = (c for c in ax.containers if isinstance(c, BarContainer))
    assert [bar.get_width() for bar in outright] == pytest.approx(list(rows["won"]))
    assert [bar.get_width() for bar in shared] == pytest.approx(list(rows["win_share"] - rows["won"]))
    assert [bar.get_x() for bar in shared] == pytest.approx(list(rows["won"]))
    assert sum(bar.get_width() for bar in shared) > 0
    assert outright[0].get_hatch() != shared[0].get_hatch()
    ends = [end for whisker in whiskers(ax, axis=0) for end in whisker]
    assert ends == pytest.approx(rows[["win_share_low", "win_share_high"]].to_numpy().ravel().tolist())
    even = [line for line in ax.lines if line.get_linestyle() == "--"]
    assert [line.get_xdata()[0] for line in even] == [0.25]
    assert [label.get_text().replace("\n", "") for label in ax.get_yticklabels()] == (
        list(rows.index) if by == "strategy" else [f"seat {seat}" for seat in rows.index]
    )


def test_ties_are_told_apart_from_wins() -> None:
    outright, shared = charts.win_share(made_run([[10, 10, 3, 0]]), by="seat").containers[:2]
    assert [bar.get_width() for bar in outright] == [0, 0, 0, 0]
    assert [bar.get_width() for bar in shared] == [0.5, 0.5, 0, 0]


def test_game_lengths() -> None:
    ax = charts.game_length(made_run(np.zeros((5, 2)), turns=[4, 4, 5, 8, 8]))
    assert heights(ax) == pytest.approx({4: 0.4, 5: 0.2, 6: 0, 7: 0, 8: 0.4})
    assert whiskers(ax)[0] == pytest.approx(tuple(map(float, wilson(2, 5))))
    assert "mean 5.8 ± " in caption_of(ax)


@pytest.mark.parametrize("turns", [1, 31])
def test_one_length_only_has_a_whole_number_below_it(turns: int) -> None:
    ax = charts.game_length(made_run(np.zeros((5, 2)), turns=turns))
    ax.figure.draw_without_rendering()
    low, high = ax.get_xlim()
    assert [at for at in ax.get_xticks() if low <= at <= high] == [turns]


def test_heat_map_writes_value_and_half_width_in_each_cell() -> None:
    frame = study().iloc[:-1]  # one cell is missing
    ax = charts.heat_map(frame, "call_at", "king", "win_share", **ENDS, percent=True, label="win share of careful")
    cells = [text.get_text() for text in ax.texts if type(text).__name__ == "Cell"]
    assert cells == ["26.0\n±1.9", "28.0\n±2.0", "30.5\n±2.0", "24.0\n±1.9", "25.0\n±1.9", "–"]
    np.testing.assert_allclose(ax.collections[0].get_array().filled(np.nan).ravel()[:5], [26, 28, 30.5, 24, 25])
    assert [label.get_text() for label in ax.get_xticklabels()] == ["4", "6", "8"]
    assert [label.get_text() for label in ax.get_yticklabels()] == ["bell", "fish"]
    assert ax.figure.axes[1].get_ylabel() == "win share of careful (%)"


def test_lines_and_bands() -> None:
    frame = study().sample(frac=1, random_state=1)
    ax = charts.lines(frame, "call_at", "win_share", **ENDS, by="king", even=0.25)
    for name, line, band in zip(frame["king"].unique(), ax.lines, ax.collections, strict=False):
        rows = frame[frame["king"] == name].sort_values("call_at")
        assert list(line.get_xdata()) == [4, 6, 8]
        assert list(line.get_ydata()) == list(rows["win_share"])
        edges = band.get_paths()[0].vertices[:, 1]
        assert set(edges.round(9)) == set(rows[["low", "high"]].to_numpy().ravel().round(9))
    assert list(ax.lines[2].get_ydata()) == [0.25, 0.25]


def test_lines_over_names_have_whiskers() -> None:
    frame = study().iloc[:2]
    ax = charts.lines(frame, "king", "win_share", **ENDS)
    assert whiskers(ax) == [pytest.approx(ends) for ends in zip(frame["low"], frame["high"], strict=True)]
    assert [label.get_text() for label in ax.get_xticklabels()] == ["bell", "fish"]


@pytest.mark.parametrize("as_frame", [False, True])
def test_odds(as_frame: bool) -> None:
    exact = pd.Series([Fraction(1, 4), Fraction(3, 4)], pd.Index([-1, 2], name="total"), name="chance")
    counts: Any = pd.Series({2: 70, -1: 27, 5: 3})
    if as_frame:
        counts = counts.rename_axis("total").rename("count").reset_index()
    ax = charts.odds(exact, counts, n=101)
    assert heights(ax) == {-1: 0.25, 2: 0.75, 5: 0}
    points = ax.lines[0]
    assert dict(zip(points.get_xdata(), points.get_ydata(), strict=True)) == {-1: 27 / 101, 2: 70 / 101, 5: 3 / 101}
    assert whiskers(ax) == [pytest.approx(tuple(map(float, wilson(k, 101)))) for k in (27, 70, 3)]
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["exact", "simulated, 95 % interval"]
    assert "101 trials" in caption_of(ax)


def test_exact_odds_alone_speak_of_no_interval() -> None:
    ax = charts.odds(EXACT)
    assert sum(heights(ax).values()) == pytest.approx(1)
    assert "exact" in caption_of(ax)
    assert "interval" not in caption_of(ax)


# ---- every chart -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("draw", CHARTS.values(), ids=CHARTS)
def test_every_chart_is_labelled_and_shows_itself(draw: Draw) -> None:
    ax = draw()
    assert ax.get_title()
    assert ax.get_xlabel()
    assert ax.get_ylabel()
    caption = caption_of(ax)
    assert caption.startswith("Sirvam o Rei")
    assert "95 %" in caption
    assert ax._repr_png_().startswith(b"\x89PNG\r\n\x1a\n")
    assert plt.get_fignums() == []


@pytest.mark.parametrize("draw", CHARTS.values(), ids=CHARTS)
def test_a_chart_is_drawn_on_the_axes_given_and_on_no_other(draw: Draw) -> None:
    _, (left, right) = plt.subplots(1, 2, figsize=(12, 5))
    plt.sca(right)
    assert draw(ax=left) is left
    assert not right.has_data()
    assert not right.texts
    assert draw(ax=right) is right
    assert caption_of(left) == caption_of(right) != ""
    assert len(plt.get_fignums()) == 1


@pytest.mark.parametrize("draw", CHARTS.values(), ids=CHARTS)
@pytest.mark.parametrize("panels", [False, True])
def test_nothing_is_cut_off(draw: Draw, panels: bool) -> None:
    axes = [draw()] if not panels else [draw(ax=ax) for ax in plt.subplots(2, 2, figsize=(12, 10))[1].flat]
    assert_whole(axes)


def test_nothing_is_cut_off_with_many_long_names() -> None:
    labels = tuple(f"{name}(call_at={n}, look_first={n + 1})" for n in (6, 12, 24) for name in ("_careful", "sharp"))
    run = random_run(300, 12, labels=labels)
    run.caption += "; assumed, not printed: effects, recipes, everything else that one may think of" * 2
    for draw in (lambda: charts.scores(run, by="strategy"), lambda: charts.win_share(run)):
        assert_whole([draw()])
    ax = charts.scores(run, by="strategy")
    assert len(ax.get_legend().get_texts()) == len(labels)  # with those that begin with an underscore
    frame = study(king=[labels[0], labels[1]] * 3)
    assert_whole([charts.lines(frame, "king", "win_share", **ENDS, by="call_at")])
    assert_whole([charts.heat_map(frame, "king", "call_at", "win_share", **ENDS)])


@pytest.mark.parametrize("length", range(20, 720, 35))
@pytest.mark.parametrize("cells", [(2, 2), (10, 5)])
def test_the_last_line_of_a_caption_under_a_heat_map_is_drawn(length: int, cells: tuple[int, int]) -> None:
    frame = pd.DataFrame([(x, y, 20 + x * y) for x in range(cells[0]) for y in range(cells[1])], columns=["x", "y", "value"])
    words = "Sirvam o Rei, 4 players (careful, random, seats rotated), 20,000 games; assumed, not printed: effects, speed, " * 7
    ax = charts.heat_map(frame, "x", "y", "value", caption=words[:length].strip())
    ax.figure.draw_without_rendering()
    caption = next(text for text in ax.texts if text.get_gid() == "caption").get_window_extent()
    assert caption.y0 > 0
    assert caption.x1 < ax.figure.bbox.x1
    assert caption.width <= max(1.02 * ax.bbox.width, 200)


def assert_whole(axes: list[Axes]) -> None:
    """Assert that all text lies in the figure, and that titles, labels, legends and captions do not overlap."""
    figure = axes[0].figure
    figure.draw_without_rendering()
    room = figure.bbox.padded(1.5)
    for ax in axes:
        labels = [ax.title, ax.xaxis.label, ax.yaxis.label, *(t for t in ax.texts if t.get_gid() == "caption")]
        assert ax.bbox.width > 60
        assert ax.bbox.height > 60
        drawn = ax.get_tightbbox()
        assert drawn is not None
        assert room.x0 < drawn.x0 < drawn.x1 < room.x1
        assert room.y0 < drawn.y0 < drawn.y1 < room.y1
        apart = [artist.get_window_extent() for artist in labels] + [ax.bbox]
        if legend := ax.get_legend():
            apart.append(legend.get_window_extent().padded(-2))
        for i, one in enumerate(apart):
            for other in apart[:i]:
                assert not one.padded(-0.5).overlaps(other), (one, other)


def test_two_hundred_charts_leave_nothing_behind() -> None:
    run = random_run(20)
    first = weakref.ref(charts.scores(run).figure)
    for _ in range(200):  # warnings are errors here
        charts.scores(run)
    gc.collect()
    assert first() is None
    assert plt.get_fignums() == []


def test_layouts_are_left_alone() -> None:
    figure, ax = plt.subplots(layout="tight")
    layout = figure.get_layout_engine()
    charts.scores(random_run(20), ax=ax)
    assert figure.get_layout_engine() is layout


def test_one_chart_over_another_keeps_both_sources() -> None:
    frame, other = study(), study()
    other.attrs["caption"] = "the same with the fish king"
    ax = charts.lines(frame, "call_at", "win_share", **ENDS, by="king")
    charts.lines(other, "call_at", "win_share", **ENDS, by="king", ax=ax)
    assert sum(text.get_gid() == "caption" for text in ax.texts) == 1
    assert frame.attrs["caption"] in caption_of(ax)
    assert other.attrs["caption"] in caption_of(ax)


def test_unfinished_games_are_told() -> None:
    assert "3 unfinished games" in caption_of(charts.win_share(random_run(unfinished=3)))


def test_the_score_goes_by_its_own_name() -> None:
    run = random_run()

    def name(edition: BaseEdition) -> str:
        return "coins"

    run.plan.game = SimpleNamespace(title="Sirvam o Rei", score_name=name)
    ax = charts.scores(run)
    assert ax.get_xlabel() == "coins"
    assert "coins" in ax.get_title()


def test_charts_load_matplotlib_only_when_asked_and_never_pyplot() -> None:
    code = """
import sys, boardstats, boardstats.charts as charts, pandas as pd
assert "matplotlib" not in sys.modules
charts.odds(pd.Series([0.5, 0.5], [0, 1]))._repr_png_()
assert "matplotlib" in sys.modules and "matplotlib.pyplot" not in sys.modules
"""
    subprocess.run([sys.executable, "-c", code], check=True)


# ---- what cannot be drawn ----------------------------------------------------------------------------------------

RUN = random_run(20)
WRONG: list[tuple[Callable[[], Any], str]] = [
    (lambda: charts.scores(RUN, by="strategies"), "unknown by 'strategies': .* Did you mean 'strategy'"),
    (lambda: charts.win_share(RUN, by="game"), "unknown by 'game'"),
    (lambda: charts.scores(pd.DataFrame({"score": [1]})), "needs a Run, not DataFrame"),
    (lambda: charts.scores(made_run(np.zeros((0, 2)))), "no games"),
    (lambda: charts.scores(RUN, ax=plt.subplots(1, 2)[1]), "one matplotlib Axes, not ndarray of length 2"),
    (lambda: charts.heat_map(study(), "call", "king", "win_share"), "unknown column 'call'.* mean 'call_at'"),
    (lambda: charts.heat_map(study(), "call_at", "king", "win_share", low="low"), "name both columns"),
    (lambda: charts.heat_map(study(), "call_at", "wins", "king"), "'king' must hold numbers"),
    (lambda: charts.heat_map(study(king="bell"), "call_at", "king", "wins"), "several rows for call_at=4, king=bell"),
    (lambda: charts.heat_map(study().iloc[:0], "call_at", "king", "wins"), "no rows"),
    (lambda: charts.heat_map([1], "call_at", "king", "wins"), "needs a DataFrame, not list"),
    (lambda: charts.heat_map(study(call_at=None), "call_at", "king", "wins"), "'call_at' has a row without a value"),
    (lambda: charts.lines(pd.DataFrame(), "call_at", "win_share", **ENDS), "no rows"),
    (lambda: charts.lines(study(), "call_at", "win_share", low="lo", high="high"), "unknown column 'lo'"),
    (lambda: charts.lines(study(), "call_at", "win_share", **ENDS), "several rows for call_at=4"),
    (lambda: charts.odds([0.5, 0.5]), "must be a Series with one chance for each outcome, not list"),
    (lambda: charts.odds(EXACT.iloc[:0]), "one chance for each outcome, not Series of length 0"),
    (lambda: charts.odds(EXACT, EXACT), "in whole numbers, not 0.0"),
    (lambda: charts.odds(EXACT, pd.DataFrame({"total": [1]})), "unknown column 'count'"),
    (lambda: charts.odds(EXACT, pd.Series({1: 5}), n=4), "5 outcomes in n=4 trials"),
]


@pytest.mark.parametrize(("call", "message"), WRONG, ids=[message for _, message in WRONG])
def test_one_clear_line_for_what_cannot_be_drawn(call: Callable[[], Any], message: str) -> None:
    with pytest.raises(BoardstatsError, match=message) as caught:
        call()
    assert "\n" not in str(caught.value)
