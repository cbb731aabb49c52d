"""Tuning: what is best is found, and what it is worth is measured on decks that the search did not see."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest
from click.testing import CliRunner

import boardstats as bs
from boardstats.cli import main
from boardstats.games.sirvam.state import ON_DRAWN, ON_TURN, UNKNOWN
from boardstats.streams import below, uniform

careful = bs.sirvam.careful


@bs.sirvam.strategy
def knack(view, moves, rng, best=0, often=0.9, hurried=False):
    """Play at random the more often, the farther `best` is from 6 and `often` from 0.3; else a simple good game.

    What is `hurried` plays at random too.
    """
    me, total, worst, where = view.seat, 0, -99, 0
    for place in range(view.cards[me]):
        value = 6 if view.known[me, place] == UNKNOWN else view.known[me, place]
        total += value
        if value > worst:
            worst, where = value, place
    if hurried or below(rng, 8) < abs(best - 6) or uniform(rng) < abs(often - 0.3):
        return below(rng, len(moves))
    if view.decision == ON_TURN:
        return len(moves) - 1 if total < 6 else 0
    if view.decision == ON_DRAWN:
        return 1 + where if view.drawn < worst else 0
    return 0


@bs.sirvam.strategy
def lucky(view, moves, rng, draws=0, idle=0):
    """Play at random, after so many idle draws: other games, but none better."""
    for _ in range(draws):
        below(rng, 2)
    return below(rng, len(moves))


@bs.sirvam.strategy
def named(view, moves, rng, high=0, gain=0):
    """Play at random; the parameters bear the names of figures."""
    return below(rng, len(moves))


@bs.sirvam.strategy
def broken(view, moves, rng, wrong=0.0):
    """Answer with no legal move as soon as `wrong` is above 0.1."""
    return 99 if wrong > 0.1 else below(rng, len(moves))


def tuned(strategy: Any, bounds: Any, **asked: Any) -> bs.Tuning:
    usual: dict[str, Any] = {"players": 2, "games": 300, "held_out": 1000, "seed": 3}
    return bs.tune("sirvam", strategy, bounds, **{**usual, **asked})


def shares(first: Any, other: Any, players: int, games: int, seed: int) -> np.ndarray:
    """Return the win share of the first of a rotated line-up, by game."""
    line_up = [first, *[other] * (players - 1)]
    frame = bs.simulate("sirvam", games, players=players, seed=seed, strategies=line_up, rotate=True).frame
    rows = frame[(frame["seat"] + frame["game"]) % players == 0]
    return rows["win_share"].to_numpy()


@pytest.fixture(scope="module")
def whole() -> bs.Tuning:
    return tuned(knack(often=0.3), {"best": (0, 10)}, against="careful")


@pytest.fixture(scope="module")
def several() -> bs.Tuning:
    return tuned(knack, {"best": (0, 10), "often": (0, 1), "hurried": (False, True)}, games=600, players=[2, 3], evaluations=120)


# ---- the search --------------------------------------------------------------------------------------------------


def test_the_best_whole_number_is_found_since_all_are_tried(whole: bs.Tuning) -> None:
    assert whole.strategy.label == "knack(best=6, often=0.3)"
    assert whole.history["best"].tolist() == list(range(11))  # 0, as it was, before the others
    assert whole.low > 0
    assert whole.present.label == "knack(often=0.3)"


def test_the_best_of_several_parameters_is_found_nearly(several: bs.Tuning) -> None:
    best, often, hurried = several.strategy.parameters.values()
    assert 5 <= best <= 7
    assert 0.2 <= often <= 0.4
    assert hurried is False
    assert several.low > 0.1


def test_every_set_of_parameters_is_played_once_and_lies_within_the_bounds(several: bs.Tuning) -> None:
    rows = several.history
    assert len(rows) == 121
    assert rows.iloc[0][["best", "often", "hurried"]].tolist() == [0, 0.9, False]
    assert not rows.duplicated(["best", "often", "hurried"]).any()
    assert [rows[name].dtype.kind for name in ("best", "often", "hurried")] == ["i", "f", "b"]
    assert rows["best"].between(0, 10).all()
    assert rows["often"].between(0, 1).all()
    assert (rows["often"].round(3) == rows["often"]).all()
    best = rows.loc[rows["win_share"].idxmax()]
    assert best[["best", "often", "hurried"]].to_dict() == dict(several.strategy.parameters)


def test_each_evaluation_is_a_run_on_the_same_decks(whole: bs.Tuning) -> None:
    start = shares(knack(often=0.3), "careful", 2, 300, 3)
    for row in whole.history.itertuples():
        own = shares(knack(best=row.best, often=0.3), "careful", 2, 300, 3)
        assert row.win_share == own.mean()
        assert (row.gain, row.gain_low, row.gain_high) == pytest.approx(bs.stats.paired_difference(own, start), abs=1e-12)


def test_with_few_evaluations_the_present_parameters_are_among_them() -> None:
    """One more is tried; only if that is better is it taken."""
    good = knack(best=6, often=0.3)
    found = tuned(good, {"best": (0, 10), "often": (0, 1)}, evaluations=1)
    assert len(found.history) == 2
    assert found.strategy.parameters == good.parameters


def test_workers_do_not_matter(whole: bs.Tuning, several: bs.Tuning) -> None:
    asked: dict[str, Any] = {"games": 600, "players": [2, 3], "evaluations": 120}
    bounds = {"best": (0, 10), "often": (0, 1), "hurried": (False, True)}
    again = tuned(knack, bounds, **asked, workers=3)
    pd.testing.assert_frame_equal(again.history, several.history, check_exact=True)
    pd.testing.assert_frame_equal(again.gains, several.gains, check_exact=True)
    assert again.caption == several.caption


def test_parameters_with_the_names_of_figures_are_not_lost() -> None:
    found = tuned(named, {"high": (0, 2), "gain": (0, 1)}, held_out=10)
    assert sorted(zip(found.history["high"], found.history["gain_parameter"], strict=True)) == [
        (0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1),
    ]  # fmt: skip
    assert (found.history[["gain", "gain_low", "gain_high"]] == 0).all(axis=None)


# ---- what it is worth --------------------------------------------------------------------------------------------


def test_the_gain_is_what_compare_finds_on_the_next_seeds_decks(whole: bs.Tuning) -> None:
    found = bs.compare("sirvam", whole.strategy, whole.present, players=2, games=1000, seed=4, against="careful")
    assert isinstance(found, bs.Comparison)
    assert (whole.gain, whole.low, whole.high) == pytest.approx((found.difference, found.low, found.high), abs=1e-12)
    after, before = (shares(entry, "careful", 2, 1000, 4).mean() for entry in (whole.strategy, whole.present))
    assert whole.gains[["players", "present", "tuned"]].to_numpy()[0] == pytest.approx([2, before, after])
    assert whole.gain == pytest.approx(after - before)


def test_of_several_numbers_of_players_the_mean_counts(several: bs.Tuning) -> None:
    """Against itself as it was; the interval is that of a mean of independent estimates."""
    halves = []
    for row in several.gains.itertuples():
        found = bs.compare("sirvam", several.strategy, knack, players=int(row.players), games=1000, seed=4, against=knack)
        assert isinstance(found, bs.Comparison)
        assert (row.gain, row.low, row.high) == (found.difference, found.low, found.high)
        halves.append(found.high - found.difference)
    assert several.gains["players"].tolist() == [2, 3]
    assert several.gain == pytest.approx(several.gains["gain"].mean())
    assert several.high - several.gain == pytest.approx(np.hypot(*halves) / 2)
    assert several.gain - several.low == pytest.approx(np.hypot(*halves) / 2)


def test_where_nothing_can_be_gained_the_held_out_decks_say_so() -> None:
    """The best of eleven sets of parameters that are all alike seems better; on other decks it is not."""
    seemed, clear = [], 0
    for seed in range(20):
        found = tuned(lucky, {"draws": (0, 10)}, seed=seed)
        seemed.append(found.history["gain"].max())
        clear += found.low > 0 or found.high < 0
    assert np.mean(seemed) > 0.03
    assert clear <= 3  # 95 % intervals: one in twenty


def test_a_parameter_that_does_nothing_is_left_as_it_is() -> None:
    found = tuned(lucky, {"idle": (0, 5)})
    assert found.strategy.parameters == lucky.parameters
    assert (found.gain, found.low, found.high) == (0, 0, 0)
    assert found.verdict == "Nothing better than lucky was found."
    assert found.gains["present"].tolist() == found.gains["tuned"].tolist()


# ---- what it says ------------------------------------------------------------------------------------------------


def test_the_verdict_says_when_a_gain_is_not_told_from_zero(whole: bs.Tuning) -> None:
    assert whole.verdict.startswith("knack(best=6, often=0.3) in place of knack(often=0.3): +")
    assert whole.verdict.endswith("on held-out decks, a gain.")
    unclear = bs.Tuning(**{**vars(whole), "low": -0.01})
    assert unclear.verdict.endswith("not told from zero: no gain is shown.")
    assert "not told from zero" in unclear._repr_html_()
    assert bs.Tuning(**{**vars(whole), "low": -0.02, "high": -0.01}).verdict.endswith("a loss.")


def test_captions_say_what_was_played_and_what_is_assumed(whole: bs.Tuning, several: bs.Tuning) -> None:
    line_up = [knack(often=0.3), "careful"]
    assert whole.caption == (
        bs.simulate("sirvam", 300, players=2, seed=3, strategies=line_up).caption + "; held-out decks: 1,000 games, seed 4"
    )
    assert "assumed, not printed: effects" in whole.caption
    assert "; likewise with 3 players, and the mean of these; held-out" in several.caption
    assert whole.caption in whole._repr_html_()
    assert whole.verdict in repr(whole)


def test_the_chart_shows_the_history_and_the_gain_on_held_out_decks(whole: bs.Tuning) -> None:
    ax = whole.chart()
    tried, best, held_out, zero = (ax.lines[i] for i in (0, -3, -2, -1))
    assert list(tried.get_ydata()) == whole.history["gain"].tolist()
    assert list(best.get_ydata()) == whole.history["gain"].cummax().tolist()
    assert [*held_out.get_ydata(), *zero.get_ydata()] == [whole.gain, whole.gain, 0, 0]
    whiskers = [segment[:, 1].tolist() for segment in ax.containers[0].lines[2][0].get_segments()]
    for ends, expected in zip(whiskers, whole.history[["gain_low", "gain_high"]].to_numpy().tolist(), strict=True):
        assert ends == pytest.approx(expected)
    band = ax.patches[0].get_window_extent().transformed(ax.transData.inverted())
    assert (band.y0, band.y1) == pytest.approx((whole.low, whole.high))
    told = next(str(text.get_label()) for text in ax.texts if text.get_gid() == "caption")
    assert whole.caption in told
    assert whole.verdict in told
    assert whole.chart(ax=ax) is ax


# ---- on the command line -------------------------------------------------------------------------------------------


def tune_command(*arguments: str) -> Any:
    usual = ["tune", "sirvam", "careful", "--players", "2,3", "--games", "100", "--held-out", "200", "--seed", "3"]
    return CliRunner().invoke(main, [*usual, *arguments], prog_name="boardstats")


def test_the_command_says_the_same_as_python() -> None:
    result = tune_command("--vary", "call_at=2..6", "--vary", "keep_at=1..2", "--set", "king=fish", "--against", "random")
    asked: dict[str, Any] = {"games": 100, "held_out": 200, "players": [2, 3], "edition": bs.sirvam.Edition(king="fish")}
    found = tuned("careful", {"call_at": (2, 6), "keep_at": (1, 2)}, against="random", **asked)
    lines = result.stdout.splitlines()
    assert lines[:2] == [found.caption, found.verdict]
    assert [line.split() for line in lines[2:]] == [
        found.gains.columns.tolist(),
        *([f"{value:.4f}" if i else f"{value:.0f}" for i, value in enumerate(row)] for row in found.gains.to_numpy()),
    ]
    assert (result.exit_code, result.stderr) == (0, "")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--vary", "call_at"], "--vary 'call_at': write it like --vary call_at=2..10"),
        (["--vary", "call_at=2..x"], "--vary call_at: 'x' is not a number"),
        (["--vary", "call_at=2..6", "--players", "two"], "--players: 'two' is not a whole number"),
        (["--vary", "call_at=2.5..6"], "strategy 'careful': parameter 'call_at' is a whole number, not 2.5"),
        ([], "Missing option '--vary'"),
    ],
)
def test_one_line_for_what_the_command_cannot_do(arguments: list[str], message: str) -> None:
    result = tune_command(*arguments)
    assert result.exit_code != 0
    assert message in result.stderr
    assert result.stderr.count("\n") == 1


# ---- what cannot be asked ----------------------------------------------------------------------------------------

WRONG: list[tuple[dict[str, Any], str]] = [
    ({"bounds": {"call": (1, 2)}}, "unknown parameter of 'careful' 'call': choose from call_at"),
    ({"bounds": {}}, r"bounds must name what to tune, like .*, not \{\}"),
    ({"bounds": [("call_at", 1, 2)]}, "bounds must name what to tune"),
    ({"bounds": {"call_at": 5}}, r"bounds of 'call_at' must be \(lowest, highest\), not 5"),
    ({"bounds": {"call_at": (1, 2, 3)}}, "must be .lowest, highest."),
    ({"bounds": {"call_at": (6, 2)}}, "bounds of 'call_at': 6 is not below 2"),
    ({"bounds": {"call_at": (2, 5.5)}}, "parameter 'call_at' is a whole number, not 5.5"),
    ({"bounds": {"call_at": (6, 9)}}, "bounds of 'call_at': it is 2 at present, which is not from 6 to 9"),
    ({"strategy": "random"}, "strategy 'random' has no parameters"),
    ({"players": []}, r"one or several different numbers of players, not \[\]"),
    ({"players": [3, 3]}, r"one or several different numbers of players, not \[3, 3\]"),
    ({"players": [3, 8]}, "for 2 to 6 players, not 8"),
    ({"players": "3"}, "for 2 to 6 players, not '3'"),
    ({"games": 1}, "games must be a whole number from 2"),
    ({"evaluations": 0}, "evaluations must be a whole number from 1"),
    ({"held_out": 0}, "held_out must be a whole number from 2"),
    ({"against": ["random", "careful"]}, "against: 2 strategies for 3 other seats"),
    ({"against": "randm"}, "unknown strategy of sirvam 'randm'"),
]


@pytest.mark.parametrize(("asked", "message"), WRONG, ids=[message for _, message in WRONG])
def test_one_clear_line_before_anything_is_played(asked: dict[str, Any], message: str) -> None:
    right: dict[str, Any] = {"strategy": "careful", "bounds": {"call_at": (2, 8)}, "players": 4, "games": 2**39}
    with pytest.raises(bs.BoardstatsError, match=message) as caught:
        bs.tune("sirvam", **{**right, **asked})
    assert "\n" not in str(caught.value)


def test_a_strategy_that_fails_with_some_parameters_is_named() -> None:
    with pytest.raises(bs.StrategyError, match=r"strategy 'broken\(wrong=0\.\d+\)' answered 99"):
        tuned(broken, {"wrong": (0, 1)})
