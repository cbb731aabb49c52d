"""Sweeps: every point is a run of its own on the same decks, and charts show what the frame says."""

from __future__ import annotations

import dataclasses
import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import boardstats as bs
from boardstats.differences import share_difference
from boardstats.games.sirvam.state import ON_DRAWN, ON_TURN, UNKNOWN
from boardstats.streams import below, uniform

careful = bs.sirvam.careful
Edition = bs.sirvam.Edition


@bs.sirvam.strategy
def hasty(view, moves, rng, call=0.3, idle=0):
    """A user's strategy with a parameter that decides, and one that does nothing."""
    if view.decision == ON_TURN:
        return len(moves) - 1 if uniform(rng) < call else 0
    return below(rng, len(moves))


@bs.sirvam.strategy
def knack(view, moves, rng, best=0, idle=0):
    """Play at random the more often, the farther `best` is from 6; else call low hands, and keep low recipes."""
    me, total, worst, where = view.seat, 0, -99, 0
    for place in range(view.cards[me]):
        value = 6 if view.known[me, place] == UNKNOWN else view.known[me, place]
        total += value
        if value > worst:
            worst, where = value, place
    if below(rng, 8) < abs(best - 6):
        return below(rng, len(moves))
    if view.decision == ON_TURN:
        return len(moves) - 1 if total < 6 else 0
    if view.decision == ON_DRAWN:
        return 1 + where if view.drawn < worst else 0
    return 0


@bs.sirvam.strategy
def clashing(view, moves, rng, score=0):
    """Play at random; the parameter bears the name of a figure."""
    return below(rng, len(moves))


def simulated(strategy: Any, other: Any, players: int = 3, games: int = 300, **more: Any) -> bs.Run:
    return bs.simulate("sirvam", games, players=players, seed=5, strategies=[strategy, *[other] * (players - 1)], **more)


def swept(grid: dict[str, Any], strategy: Any = "careful", players: int = 3, games: int = 300, **more: Any) -> bs.Sweep:
    return bs.sweep("sirvam", grid, players=players, games=games, strategy=strategy, seed=5, **more)


def shares(run: bs.Run) -> np.ndarray:
    """Return the win share of the first entry of a rotated line-up, by game."""
    rows = run.frame[(run.frame["seat"] + run.frame["game"]) % run.plan.players == 0]
    assert rows["game"].tolist() == list(range(len(run)))
    return rows["win_share"].to_numpy()


@pytest.fixture(scope="module")
def calls() -> bs.Sweep:
    return swept({"call_at": [2, 5, 9]}, against="random")


@pytest.fixture(scope="module")
def limits() -> bs.Sweep:
    return bs.sweep("sardines", {"hand_limit": [5, 6, 7]}, players=2, games=100, strategies=["planner", "greedy"], seed=5)


# ---- every point is a run ----------------------------------------------------------------------------------------


def test_a_point_is_the_run_with_its_parameters(calls: bs.Sweep) -> None:
    assert calls.frame["call_at"].tolist() == [2, 5, 9]
    for row, call_at in zip(calls.frame.to_dict("records"), [2, 5, 9], strict=True):
        entry = careful(call_at=call_at)
        expected = simulated(entry, "random").summary().loc[("strategy", entry.label)]
        assert {name: row[name] for name in expected.index} == expected.to_dict()


def test_a_strategy_against_its_like_has_its_own_seat_only() -> None:
    frame = swept({"call_at": [2, 6]}, against="careful").frame
    run = simulated("careful", "careful", rotate=True)
    assert frame["win_share"][0] == pytest.approx(shares(run).mean())
    low, high = bs.stats.wilson(shares(run).sum(), 300)
    assert (frame["win_share_low"][0], frame["win_share_high"][0]) == pytest.approx((float(low), float(high)))


def test_a_point_of_options_is_the_run_with_that_edition() -> None:
    frame = bs.sweep(
        "sirvam", {"king": ["fish", "skull"]}, players=3, games=200, strategies="careful,random,random", seed=5
    ).frame
    assert list(frame.columns[:3]) == ["king", "by", "who"]
    for king, rows in frame.groupby("king"):
        run = bs.simulate("sirvam", 200, players=3, seed=5, strategies="careful,random,random", edition=Edition(king=king))
        pd.testing.assert_frame_equal(rows.drop(columns="king").set_index(["by", "who"]), run.summary(), check_exact=True)


def test_a_parameter_beside_an_option() -> None:
    frame = swept({"king": ["fish", "bell"], "call_at": [2, 6]}, against=["random", "careful"]).frame
    assert frame[["king", "call_at"]].to_numpy().tolist() == [["fish", 2], ["fish", 6], ["bell", 2], ["bell", 6]]
    run = bs.simulate(
        "sirvam", 300, players=3, seed=5, strategies=[careful(call_at=6), "random", "careful"], edition=Edition(king="fish")
    )
    row, expected = frame.iloc[1], run.summary().loc[("strategy", "careful(call_at=6)")]
    assert row[expected.index].tolist() == expected.tolist()


def test_left_out_the_others_are_the_games_best(calls: bs.Sweep) -> None:
    default = bs.game.load("sirvam").default
    assert swept({"call_at": [2]}).frame.equals(swept({"call_at": [2]}, against=default).frame)
    assert not swept({"call_at": [2]}).frame.equals(calls.frame.iloc[:1])


def test_all_points_meet_the_same_decks() -> None:
    """A parameter that does nothing changes no figure, in all the digits."""
    frame = swept({"idle": [0, 1, 7]}, hasty, against="careful").frame
    assert len(frame.drop(columns="idle").drop_duplicates()) == 1
    assert (frame[["below_best", "below_best_low", "below_best_high"]] == 0).all(axis=None)


def test_differences_from_the_best_are_taken_game_by_game(calls: bs.Sweep) -> None:
    own = [shares(simulated(careful(call_at=call_at), "random")) for call_at in (2, 5, 9)]
    best = int(np.argmax([values.mean() for values in own]))
    assert calls.best == {"call_at": [2, 5, 9][best]}
    found = calls.frame[["below_best", "below_best_low", "below_best_high"]].to_numpy()
    for row, values in zip(found, own, strict=True):
        if values is not own[best]:
            assert tuple(row) == share_difference(own[best], values)
            assert tuple(row) == pytest.approx(bs.stats.paired_difference(own[best], values), abs=0.02)
    assert (calls.frame["below_best"] >= 0).all()


def test_a_users_function_is_compiled_once_for_all_points(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []
    compiled = bs.strategy._compile
    monkeypatch.setattr(bs.strategy, "_compile", lambda strategy: made.append(strategy.name) or compiled(strategy))
    bs.sweep("sirvam", {"king": ["fish", "bell"]}, players=2, games=10, strategies=hasty.function, seed=5)
    swept({"call": [0.1, 0.2]}, hasty.function, against=knack.function, games=10)
    assert made == ["hasty", "hasty", "knack"]


def test_unfinished_games_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("boardstats.plan.load", lambda name: dataclasses.replace(bs.game.load(name), turn_limit=4))
    found = swept({"call_at": [2, 9]}, against="random")
    stopped = int(found.frame["unfinished"].sum())
    assert stopped > 0
    assert found.caption.endswith(f"; {stopped} unfinished games are counted, as won by nobody")


def test_the_order_of_the_grid_does_not_matter() -> None:
    one = swept({"call_at": [2, 6], "keep_at": [1, 3]}, against="random").frame
    other = swept({"keep_at": [3, 1], "call_at": [6, 2]}, against="random").frame
    keys = ["call_at", "keep_at"]
    pd.testing.assert_frame_equal(
        one.sort_values(keys, ignore_index=True), other.sort_values(keys, ignore_index=True)[one.columns], check_exact=True
    )


def test_workers_do_not_matter(calls: bs.Sweep, limits: bs.Sweep) -> None:
    assert swept({"call_at": [2, 5, 9]}, against="random", workers=3).frame.equals(calls.frame)
    again = bs.sweep(
        "sardines", {"hand_limit": [5, 6, 7]}, players=2, games=100, strategies=["planner", "greedy"], seed=5, workers=2
    )
    assert again.frame.equals(limits.frame)


def test_without_a_seed_a_fresh_one_is_told() -> None:
    one = bs.sweep("sirvam", {"call_at": [2]}, players=2, games=10, strategy=careful)
    seed = re.search(r"seed (\d+)", one.caption)
    assert seed
    other = bs.sweep("sirvam", {"call_at": [2]}, players=2, games=10, strategy=careful, seed=int(seed[1]))
    assert other.frame.equals(one.frame)


def test_values_of_all_kinds_and_a_figure_with_the_name_of_what_is_varied() -> None:
    frame = swept({"helpers": [(1, 2, 3), "3 3 3"], "full": [True]}, games=60).frame
    assert frame["helpers"].tolist() == ["1 2 3", "3 3 3"]
    assert frame["full"].tolist() == [True, True]
    assert frame["helpers_figure"][0] < frame["helpers_figure"][1] == 9
    assert swept({"call_at": np.array([2, 3])}, games=60).frame["call_at"].tolist() == [2, 3]
    assert swept({"call": np.linspace(0, 1, 3)}, hasty, games=60).frame["call"].tolist() == [0, 0.5, 1]


def test_the_best_is_found_and_can_be_played() -> None:
    found = swept({"best": [4, 6, 9], "idle": [4]}, knack, against="careful", games=1000)
    assert found.best == {"best": 6, "idle": 4}
    assert knack(**found.best).label == "knack(best=6, idle=4)"
    assert (found.frame["below_best_low"] > 0).tolist() == [True, False, True]


# ---- what it says ------------------------------------------------------------------------------------------------


def test_captions_say_what_is_assumed(calls: bs.Sweep, limits: bs.Sweep) -> None:
    assert calls.caption == simulated("careful", "random").caption + "; 3 points, each on the same decks"
    assert "assumed, not printed: sardines, orders" in limits.caption
    assert limits.caption in repr(limits)


def test_as_html(calls: bs.Sweep, limits: bs.Sweep) -> None:
    assert "Best: call_at=" in calls._repr_html_()
    assert calls.caption in calls._repr_html_()
    assert "Best" not in limits._repr_html_()
    assert "<td>planner</td>" in limits._repr_html_()
    nothing = swept({"idle": [0, 1]}, hasty, games=60)
    assert "Not told from it on these decks: idle=1." in nothing._repr_html_()


def test_csv(calls: bs.Sweep, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = calls.to_csv(tmp_path / "calls.csv")
    pd.testing.assert_frame_equal(pd.read_csv(path), calls.frame, check_exact=False, rtol=1e-12)
    told = json.loads((tmp_path / "calls.csv.json").read_text(encoding="utf-8"))
    assert (told["table"], told["grid"], told["games"], told["seed"]) == ("sweep", {"call_at": [2, 5, 9]}, 300, 5)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["calls.csv", "calls.csv.json"]
    with pytest.raises(bs.BoardstatsError, match=r"no_folder/calls\.csv: cannot be written"):
        calls.to_csv(tmp_path / "no_folder" / "calls.csv")
    assert capsys.readouterr() == ("", "")


def test_a_chart_of_one_parameter_is_a_line_with_its_band(calls: bs.Sweep) -> None:
    ax = calls.chart()
    assert list(ax.lines[0].get_xdata()) == [2, 5, 9]
    assert list(ax.lines[0].get_ydata()) == calls.frame["win_share"].tolist()
    edges = ax.collections[0].get_paths()[0].vertices[:, 1]
    ends = calls.frame[["win_share_low", "win_share_high"]].to_numpy().ravel()
    assert set(edges.round(9)) == set(ends.round(9))
    assert list(ax.lines[1].get_ydata()) == [1 / 3, 1 / 3]
    assert ax.get_ylabel() == "win share of careful (%)"
    assert calls.caption in caption_of(ax)
    score = calls.chart("score")
    assert list(score.lines[0].get_ydata()) == calls.frame["score"].tolist()
    assert len(score.lines) == 1
    assert calls.chart("below_best", ax=score) is score


def caption_of(ax: Any) -> str:
    return next(str(text.get_label()) for text in ax.texts if text.get_gid() == "caption")


def cells(ax: Any) -> list[str]:
    return [text.get_text() for text in ax.texts if type(text).__name__ == "Cell"]


def test_a_chart_of_two_parameters_is_a_heat_map() -> None:
    found = swept({"call_at": [2, 6], "king": ["fish", "bell"]}, against="random", games=100)
    ax = found.chart()
    rows = found.frame.set_index(["king", "call_at"])
    expected = [rows.loc[(king, call_at)] for king in ("fish", "bell") for call_at in (2, 6)]
    half = [(row["win_share_high"] - row["win_share_low"]) / 2 for row in expected]
    assert cells(ax) == [f"{100 * row['win_share']:.1f}\n±{100 * h:.1f}" for row, h in zip(expected, half, strict=True)]
    assert [label.get_text() for label in ax.get_xticklabels()] == ["2", "6"]


def test_a_chart_of_the_whole_table_has_a_line_for_each(limits: bs.Sweep) -> None:
    ax = limits.chart("score")
    for name, line in zip(["planner", "greedy"], ax.lines, strict=True):
        rows = limits.frame[limits.frame["who"] == name]
        assert list(line.get_ydata()) == rows["score"].tolist()
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["planner", "greedy"]
    one = limits.chart("score", who=1)
    assert list(one.lines[0].get_ydata()) == limits.frame.loc[limits.frame["who"] == 1, "score"].tolist()
    assert one.get_ylabel() == "score of seat 1"


def test_a_table_of_one_strategy_is_shown_by_seat() -> None:
    grid: dict[str, Any] = {"hand_limit": [5, 7], "market_size": [4, 5]}
    found = bs.sweep("sardines", grid, players=2, games=50, strategies="greedy", seed=5)
    first = found.frame[found.frame["who"] == 0].set_index(["market_size", "hand_limit"])["turns"]
    assert [cell.split("\n")[0] for cell in cells(found.chart("turns"))] == [f"{turns:.2f}" for turns in first.sort_index()]
    assert found.chart().figure.axes[1].get_ylabel() == "win share of seat 0 (%)"
    line = bs.sweep("sardines", {"hand_limit": [5, 7]}, players=2, games=50, strategies="greedy", seed=5).chart()
    assert line.get_legend().get_title().get_text() == "seat"
    names = bs.sweep("sirvam", {"king": ["fish", "bell"]}, players=2, games=50, strategies="careful,random", seed=5).chart()
    assert [label.get_text() for label in names.get_xticklabels()] == ["fish", "bell"]


# ---- what cannot be asked ----------------------------------------------------------------------------------------

HUGE = 2**39  # an error must come before anything is played
WRONG: list[tuple[dict[str, Any], str]] = [
    ({"grid": {"call": [1]}}, "unknown parameter of 'careful' or option of sirvam 'call': choose from call_at, .*'call_at'"),
    (
        {"grid": {"call_at": [1]}, "strategy": None},
        "unknown option of sirvam 'call_at'.*of careful or sharp, name it as strategy=",
    ),
    ({"grid": {"kin": ["fish"]}, "strategy": None}, "unknown option of sirvam 'kin'.* mean 'king'"),
    ({"grid": {}}, "one or two names .*, not 0 names"),
    ({"grid": {"call_at": [1], "keep_at": [1], "king": ["fish"]}}, "one or two names .*, not 3 names"),
    ({"grid": [4, 5]}, r"one or two names .*, not \[4, 5\]"),
    ({"grid": {"call_at": []}}, "grid: 'call_at' has no values"),
    ({"grid": {"call_at": 4}}, "grid: the values of 'call_at' must be a list, not 4"),
    ({"grid": {"score": [1]}, "strategy": clashing}, "a sweep has a column 'score' of its own"),
    ({"grid": {"king": "fish"}}, "grid: the values of 'king' must be a list, not 'fish'"),
    ({"grid": {"call_at": [4, 5, 4.0]}}, "grid: 'call_at' has the value 4 twice"),
    ({"grid": {"call_at": [4, 5.5]}}, "parameter 'call_at' is a whole number, not 5.5"),
    ({"grid": {"king": ["fish", "lion"]}}, "unknown value of option 'king' 'lion': choose from bell"),
    ({"grid": {"dealt": [4, 99]}}, "option 'dealt': 99 is not from 1 to"),
    ({"grid": {"full": [True], "king": ["fish"]}}, "grid, full=True, king=fish: option 'king': the full game has three kings"),
    ({"against": ["random"] * 2}, "against: 2 strategies for 3 other seats"),
    ({"strategies": "random"}, "strategies= is the whole table; .* as against="),
    ({"grid": {"king": ["fish"]}, "strategy": None, "against": "random"}, "against= says who meets a strategy"),
    ({"strategy": "carefull"}, "unknown strategy of sirvam 'carefull'.* mean 'careful'"),
    ({"players": 9}, "for 2 to 6 players, not 9"),
    ({"games": 0}, "games must be a whole number from 1"),
    ({"seed": -1}, "seed must be a whole number"),
    ({"name": "sirvan"}, "unknown game 'sirvan'"),
]


@pytest.mark.parametrize(("asked", "message"), WRONG, ids=[message for _, message in WRONG])
def test_one_clear_line_before_anything_is_played(asked: dict[str, Any], message: str) -> None:
    right: dict[str, Any] = {
        "name": "sirvam", "grid": {"call_at": [4]}, "players": 4, "games": HUGE, "strategy": "careful", "seed": 1,
    }  # fmt: skip
    with pytest.raises(bs.BoardstatsError, match=message) as caught:
        bs.sweep(**{**right, **asked})
    assert "\n" not in str(caught.value)


def test_one_clear_line_for_what_cannot_be_drawn(calls: bs.Sweep, limits: bs.Sweep) -> None:
    with pytest.raises(bs.BoardstatsError, match=r"unknown figure 'win_shares'.* mean 'win_share'"):
        calls.chart("win_shares")
    with pytest.raises(bs.BoardstatsError, match="unknown strategy or seat 'sharp': choose from planner, greedy, 0, 1"):
        limits.chart(who="sharp")
    with pytest.raises(bs.BoardstatsError, match="has no best point"):
        _ = limits.best


def test_few_games_tell_no_point_from_the_best() -> None:
    for games in (1, 2):
        swept = bs.sweep("sirvam", {"call_at": [2, 4, 8]}, strategy="careful", players=2, games=games, seed=3)
        others = swept.frame.drop(index=int(swept.frame["win_share"].argmax()))
        assert (others["below_best_low"] <= 0).all()
        assert others[["below_best_low", "below_best_high"]].notna().all(axis=None)
        assert "Not told from it on these decks: call_at=4; call_at=8." in swept._repr_html_()


def test_the_interval_of_a_single_point_is_drawn() -> None:
    ax = bs.sweep("sirvam", {"call_at": [4]}, strategy="careful", players=2, games=20, seed=1).chart()
    assert len(ax.containers) == 1
    assert "Whiskers" in caption_of(ax)
