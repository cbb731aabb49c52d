"""Comparisons on the same decks: against plain runs, against known truths, and how many games a difference takes."""

from __future__ import annotations

import dataclasses
import json
import math
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from scipy import stats as scipy_stats

import boardstats as bs
from boardstats import below, uniform
from boardstats.differences import half_width, quantile
from boardstats.games.sirvam import GAME
from boardstats.games.sirvam.state import ON_TURN
from boardstats.lab import laboratory
from boardstats.lab.pairing import Group, Pair, Paired
from boardstats.plan import Plan, make_plan
from boardstats.sizing import games_for
from boardstats.stats import paired_difference, wilson
from tests.test_charts import assert_whole, caption_of

Edition = bs.sirvam.Edition


@bs.sirvam.strategy
def mine(view, moves, rng, call=0.3):
    """A user's strategy."""
    if view.decision == ON_TURN:
        return len(moves) - 1 if uniform(rng) < call else 0
    return below(rng, len(moves))


ASKED: dict[str, Any] = {"players": 3, "games": 400, "seed": 4}
LINE_UP = [mine, "careful", mine]


@pytest.fixture(scope="module")
def found() -> bs.Comparison:
    return bs.compare("sirvam", "careful", mine, against=[mine(call=0.1), "random"], **ASKED)


@pytest.fixture(scope="module")
def editions() -> bs.EditionComparison:
    return bs.compare("sirvam", Edition(), Edition(king="fish", dealt=5), strategies=LINE_UP, **ASKED)


# ---- against plain runs ----------------------------------------------------------------------------------------------


def columns_of(rows: pd.DataFrame) -> pd.DataFrame:
    shares = {"won": rows["win_share"] == 1, "shared": rows["win_share"].between(0, 1, inclusive="neither")}
    return rows.assign(**shares).drop(columns=["strategy"]).astype(float)


def assert_row(row: pd.Series, a: np.ndarray, b: np.ndarray, unit: float) -> None:
    """Assert that a row of a comparison is that of the pairs of values (one for each game)."""
    difference, low, high = paired_difference(a, b)
    assert (row["a"], row["b"]) == (pytest.approx(a.mean()), pytest.approx(b.mean()))
    assert row["difference"] == pytest.approx(difference)
    n = len(a)
    half = float(half_width((a - b).var(ddof=1) / n, quantile(n - 1), unit))
    assert (row["high"] - row["difference"], row["difference"] - row["low"]) == (pytest.approx(half), pytest.approx(half))
    if unit == 0:
        assert half == pytest.approx((high - low) / 2, rel=0.01)  # Student's t in the place of the normal distribution
    spread = (a - b).var(ddof=1)
    assert row["saved"] == pytest.approx((a.var(ddof=1) + b.var(ddof=1)) / spread if spread else math.nan, nan_ok=True)


def test_two_strategies_are_those_of_two_runs_in_the_same_seat(found: bs.Comparison) -> None:
    sides = []
    for entry in ("careful", mine):
        frame = bs.simulate("sirvam", 400, players=3, seed=4, strategies=[entry, mine(call=0.1), "random"], rotate=True).frame
        sides.append(columns_of(frame[frame["strategy"] == ("careful" if entry == "careful" else "mine")].set_index("game")))
    a, b = sides
    assert a["seat"].tolist() == b["seat"].tolist() == [-game % 3 for game in range(400)]
    assert set(found.frame.index) == set(a.columns) - {"seat"}
    for name, row in found.frame.iterrows():
        unit = math.sqrt(2) / 400 if name in ("win_share", "won", "shared") else 0
        assert_row(row, a[name].to_numpy(), b[name].to_numpy(), unit)
    assert found.frame.loc["win_share", ["difference", "low", "high"]].tolist() == [found.difference, found.low, found.high]
    assert (found.games, found.labels, found.unfinished) == (400, ("careful", "mine"), (0, 0))


def test_a_strategy_against_its_own_kind_is_told_from_its_opponents() -> None:
    """The line-up of a is the same strategy three times, and only the first entry is a."""
    twice = bs.compare("sirvam", mine, "random", against=mine, **ASKED)
    frame = bs.simulate("sirvam", 400, players=3, seed=4, strategies=mine).frame
    seats = np.array([-game % 3 for game in range(400)])
    assert twice.frame.loc["score", "a"] == frame.pivot_table("score", "game", "seat").to_numpy()[np.arange(400), seats].mean()


def test_two_editions_are_those_of_two_runs(editions: bs.EditionComparison) -> None:
    a, b = (
        bs.simulate("sirvam", 400, players=3, seed=4, strategies=LINE_UP, edition=edition)
        for edition in (Edition(), Edition(king="fish", dealt=5))
    )
    frame = editions.frame
    assert frame.index.unique("by").tolist() == ["game", "strategy", "seat"]
    assert_row(frame.loc[("game", "all", "turns")], a.games["turns"].to_numpy(float), b.games["turns"].to_numpy(float), 0)
    assert len(frame.loc["game"]) == 1
    sides = [columns_of(run.frame).assign(strategy=run.frame["strategy"].astype(str)) for run in (a, b)]
    for by, size in (("seat", {0: 1, 1: 1, 2: 1}), ("strategy", {"mine": 2, "careful": 1})):
        assert frame.loc[by].index.unique("who").tolist() == list(size)
        for (who, name), row in frame.loc[by].iterrows():
            x, y = (side[side[by] == who].groupby("game")[name].mean().to_numpy() for side in sides)
            unit = math.sqrt(2) / (400 * size[who]) if name in ("win_share", "won", "shared") else 0
            assert_row(row, x, y, unit)


def test_what_all_seats_have_of_a_win_together_is_certain() -> None:
    table = bs.compare("sirvam", Edition(), Edition(dealt=5), strategies="random", players=2, games=50, seed=1).frame
    row = table.loc[("strategy", "random", "win_share")]
    assert row[["a", "b", "difference", "low", "high"]].tolist() == [0.5, 0.5, 0, 0, 0]
    assert math.isnan(row["saved"])


@pytest.mark.parametrize(("workers", "batch"), [(1, 1), (2, 7), (3, None), (1, 1000)])
def test_workers_and_batches_do_not_matter(
    found: bs.Comparison, editions: bs.EditionComparison, workers: int, batch: int | None
) -> None:
    how = {"workers": workers, "batch": batch}
    again = bs.compare("sirvam", "careful", mine, against=[mine(call=0.1), "random"], **ASKED, **how)
    pd.testing.assert_frame_equal(again.frame, found.frame, check_exact=True)
    with ThreadPoolExecutor(2) as threads:
        other = bs.compare(
            "sirvam", Edition(), Edition(king="fish", dealt=5), strategies=LINE_UP, **ASKED, executor=threads, batch=batch
        )
    pd.testing.assert_frame_equal(other.frame, editions.frame, check_exact=True)


def test_the_other_way_round_is_the_negative(found: bs.Comparison) -> None:
    back = bs.compare("sirvam", mine, "careful", against=[mine(call=0.1), "random"], **ASKED)
    assert (back.difference, back.low, back.high, back.saved) == pytest.approx(
        (-found.difference, -found.high, -found.low, found.saved)
    )


def test_opponents_are_the_default_or_those_named() -> None:
    asked = {"players": 3, "games": 20, "seed": 1}
    line_ups = [
        [s.label for s in bs.compare("sirvam", "careful", "random", **asked, **more).sums.pair.strategies]
        for more in ({}, {"against": "random"}, {"against": "random,careful(call_at=6)"}, {"against": ["random", mine]})
    ]
    assert line_ups == [
        ["careful", GAME.default, GAME.default],
        ["careful", "random", "random"],
        ["careful", "random", "careful(call_at=6)"],
        ["careful", "random", "mine"],
    ]


def test_a_fresh_seed_is_the_same_for_both() -> None:
    told = bs.compare("sirvam", "careful", mine, players=2, games=20).provenance()
    assert told["a"]["seed"] == told["b"]["seed"]
    told = bs.compare("sirvam", Edition(), Edition(dealt=5), players=2, games=20).provenance()
    assert told["a"]["seed"] == told["b"]["seed"]


def test_unfinished_games_are_counted_and_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    limited = dataclasses.replace(GAME, turn_limit=4)
    monkeypatch.setattr("boardstats.plan.load", lambda name: limited)
    found = bs.compare("sirvam", "careful", mine, against="random", **ASKED)
    a, b = found.unfinished
    run = bs.simulate("sirvam", 400, players=3, seed=4, strategies=["careful", "random", "random"])
    assert a == (~run.games["finished"]).sum() > 0
    assert f"unfinished games, counted as won by nobody: {a} of a, {b} of b" in found.caption


# ---- how sure: known truths, no games --------------------------------------------------------------------------------


def a_pair() -> Pair:
    plan = make_plan("sirvam", 2, seed=1, strategies=["careful", "random"], rotate=True, edition=None)
    other = make_plan("sirvam", 2, seed=1, strategies=["random", "random"], rotate=True, edition=None)
    return Pair(**{part.name: getattr(plan, part.name) for part in dataclasses.fields(Plan)}, other=other)


def pretended(pair: Pair, a: np.ndarray, b: np.ndarray) -> Paired:
    """Return the sums of these win shares by game."""
    n = len(a)
    seats = np.zeros((n, 4), GAME.seats.dtype)
    seats["rank"] = 1
    seat = -np.arange(n) % 2
    for side, share in ((0, a), (2, b)):
        seats["win_share"][np.arange(n), side + seat] = share
        seats["win_share"][np.arange(n), side + 1 - seat] = 1 - share
    sums = Paired(pair, [Group("strategy", "careful", (0,))])
    sums.add(0, seats)
    assert sums.columns[0] == "win_share"
    return sums


@pytest.mark.parametrize(
    ("p", "q"), [(0.5, 0.5), (0.01, 0.01), (0.99, 0.99), (0.02, 0.01), (0.5, 0.4), (0.995, 0.9), (0.0, 0.0), (1.0, 0.99)]
)
@pytest.mark.parametrize("together", [0.0, 0.8])
def test_intervals_of_paired_differences_cover(p: float, q: float, together: float) -> None:
    """Shares near 0, one half and 1; a common stroke of luck decides `together` of the games for both."""
    rng, times, n = np.random.default_rng(5), 400, 200
    pair, hits = a_pair(), 0
    for _ in range(times):
        luck = rng.random(n)
        own = np.where(rng.random(n) < together, luck, rng.random(n))
        row = pretended(pair, (luck < p) * 1.0, (own < q) * 1.0).row(0, 0)
        hits += row["low"] <= p - q <= row["high"]
    assert hits / times > 0.95 - 2.8 * (0.05 * 0.95 / times) ** 0.5


def test_equal_strategies_are_seldom_told_apart_even_by_few_games() -> None:
    rng, pair = np.random.default_rng(6), a_pair()
    for n in (4, 8, 20, 100):
        rows = (pretended(pair, *rng.integers(0, 2, (2, n)).astype(float)).row(0, 0) for _ in range(400))
        wrong = [not row["low"] <= 0 <= row["high"] for row in rows]
        assert np.mean(wrong) < 0.05 + 2.8 * (0.05 * 0.95 / 400) ** 0.5


def test_pairs_save_what_they_have_in_common() -> None:
    rng, pair, n = np.random.default_rng(7), a_pair(), 100_000
    luck = rng.random(n)
    own = np.where(rng.random(n) < 0.75, luck, rng.random(n))
    common = bs.Comparison(pretended(pair, (luck < 0.5) * 1.0, (own < 0.5) * 1.0))
    assert common.saved == pytest.approx(4, rel=0.05)  # 1 / (1 - correlation)
    apart = bs.Comparison(pretended(pair, (luck < 0.5) * 1.0, (rng.random(n) < 0.5) * 1.0))
    assert apart.saved == pytest.approx(1, rel=0.02)
    needed = common.games_needed(0.01)
    assert needed.unpaired / needed.paired == pytest.approx(common.saved, rel=0.001)
    assert needed.paired == bs.games_needed(0.01, paired=common) == bs.games_needed(0.01, paired=common.paired_sd)
    assert needed.unpaired == pytest.approx(bs.games_needed(0.01, share=0.5), rel=0.001)


def test_what_never_differed_is_not_taken_for_certain() -> None:
    found = bs.Comparison(pretended(a_pair(), np.ones(100), np.ones(100)))
    assert found.difference == 0
    assert found.high == -found.low == pytest.approx(quantile(99) ** 2 * math.sqrt(2) / 100)
    with pytest.raises(bs.BoardstatsError, match="win_share: the difference was the same in all 100 games"):
        found.games_needed(0.01)


# ---- how many games --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        # ((1.95996 + 0.84162) sd / difference)², twice that without pairs: by hand
        ({"difference": 0.5, "sd": 1}, 63),
        ({"difference": -0.2, "sd": 1}, 393),
        ({"difference": 0.2, "paired": 1}, 197),
        ({"difference": 0.1, "share": 0.5}, 393),
        ({"difference": 0.5, "sd": 1, "power": 0.9}, 85),
        ({"difference": 0.5, "sd": 1, "level": 0.99}, 94),
        ({"difference": 100, "sd": 1}, 2),
        ({"difference": 0.5, "sd": 1, "power": 0.01}, 2),
    ],
)
def test_games_needed_by_hand(given: dict[str, float], expected: int) -> None:
    assert bs.games_needed(given.pop("difference"), **given) == expected


def test_percentage_points_in_the_place_of_shares_are_refused() -> None:
    with pytest.raises(bs.BoardstatsError, match=r"less than 1 \(a percentage point is 0\.01\), not 1"):
        bs.games_needed(1, share=0.25)


@pytest.mark.parametrize("power", [0.5, 0.8, 0.95])
def test_so_many_games_have_that_power(power: float) -> None:
    """Of tests of normal differences of pairs, and of two shares apart."""
    rng, times = np.random.default_rng(8), 4000
    n = bs.games_needed(0.3, paired=2, power=power)
    means = rng.normal(0.3, 2 / math.sqrt(n), times)
    assert np.mean(abs(means) > 1.96 * 2 / math.sqrt(n)) == pytest.approx(power, abs=0.03)
    n = bs.games_needed(0.05, share=0.3, power=power)
    a, b = rng.binomial(n, 0.325, times) / n, rng.binomial(n, 0.275, times) / n
    assert np.mean(abs(a - b) > 1.96 * np.sqrt((a * (1 - a) + b * (1 - b)) / n)) == pytest.approx(power, abs=0.03)


def test_games_needed_of_every_column(found: bs.Comparison) -> None:
    for column in ("score", "turns"):
        sd, paired_sd = found.table.loc[column, ["sd", "paired_sd"]]
        needed = found.games_needed(0.5, column=column, power=0.9, level=0.99)
        assert needed.paired == bs.games_needed(0.5, paired=paired_sd, power=0.9, level=0.99)
        assert needed.unpaired == bs.games_needed(0.5, sd=sd, power=0.9, level=0.99)
    with pytest.raises(bs.BoardstatsError, match=r"unknown column 'scores'.*mean 'score'"):
        found.games_needed(0.5, column="scores")


def test_games_needed_of_editions(editions: bs.EditionComparison) -> None:
    for by, who, column in [("seat", 0, "win_share"), ("game", "all", "turns"), ("seat", 1, "score")]:
        sd, paired_sd = editions.table.loc[(by, who, column), ["sd", "paired_sd"]]
        needed = editions.games_needed(0.5, by=by, who=who, column=column, power=0.9)
        assert needed.paired == bs.games_needed(0.5, paired=paired_sd, power=0.9)
        assert needed.unpaired == bs.games_needed(0.5, sd=sd, power=0.9)
    assert editions.games_needed(0.01) == editions.games_needed(0.01, by="seat", who=0, column="win_share")
    wrong = [({"by": "set"}, "'set'.*mean 'seat'"), ({"who": 9}, "unknown who 9"), ({"column": "scores"}, "'score'")]
    for asked, message in wrong:
        with pytest.raises(bs.BoardstatsError, match=message):
            editions.games_needed(0.5, **asked)


def test_only_comparisons_of_something_can_be_made(found: bs.Comparison) -> None:
    kind = bs.Comparison.__mro__[1]
    with pytest.raises(TypeError, match="abstract"):
        kind(found.sums)


@pytest.mark.parametrize("share", [0, 0.003, 0.1, 0.5, 0.9, 1])
@pytest.mark.parametrize("half", [0.3, 0.05, 0.01])
def test_games_for_a_half_width_are_the_least(share: float, half: float) -> None:
    n = games_for(share, half)
    widths = [float(high - low) / 2 for low, high in (wilson(share * m, m) for m in (n, max(n - 1, 1)))]
    assert widths[0] <= half
    assert widths[1] > half or n == 1


BAD_SIZES: list[tuple[dict[str, Any], str]] = [
    ({}, "one of sd=, share= and paired="),
    ({"sd": 1, "share": 0.5}, "one of sd=, share= and paired="),
    ({"difference": 0, "sd": 1}, "difference must be a number other than 0"),
    ({"difference": math.nan, "sd": 1}, "difference must be a number"),
    ({"difference": "0.1", "sd": 1}, "difference must be a number"),
    ({"sd": 0}, "sd must be a number above 0"),
    ({"sd": math.inf}, "sd must be a number above 0"),
    ({"paired": True}, "paired must be a number above 0, not True"),
    ({"share": 1}, "share must be a number between 0 and 1"),
    ({"share": 0.5, "power": 1}, "power must be a number between 0 and 1"),
    ({"share": 0.5, "level": 95}, "level must be a number between 0 and 1, not 95"),
]


@pytest.mark.parametrize(("given", "message"), BAD_SIZES)
def test_games_needed_refuses_what_makes_no_sense(given: dict[str, Any], message: str) -> None:
    asked = {"difference": 0.01} | given
    with pytest.raises(bs.BoardstatsError, match=message):
        bs.games_needed(asked.pop("difference"), **asked)


def test_quantiles_are_those_of_scipy() -> None:
    assert [quantile(n, level) for n in (1, 7, 300) for level in (0.5, 0.95)] == pytest.approx(
        [scipy_stats.t.ppf(0.5 + level / 2, n) for n in (1, 7, 300) for level in (0.5, 0.95)]
    )
    assert quantile(0) == math.inf


# ---- charts, files, HTML ---------------------------------------------------------------------------------------------


def test_charts(found: bs.Comparison, editions: bs.EditionComparison) -> None:
    ax = found.chart()
    names = [label.get_text() for label in ax.get_yticklabels()]
    assert names[0] == "win share"
    varying = found.table[found.table["sd"] > 0]
    assert len(names) == len(varying) < len(found.frame)
    points = ax.containers[0].lines[0]
    np.testing.assert_allclose(points.get_xdata(), varying["difference"] / varying["sd"])
    told = caption_of(ax)
    assert told.startswith("Sirvam o Rei, 3 players (careful, mine(call=0.1), random, seats rotated), 400 games, seed 4; assumed")
    assert "a: careful, b: mine in its seat of the same games" in told
    assert "95 %" in told
    ax2 = editions.chart()
    assert [label.get_text() for label in ax2.get_yticklabels()][:3] == ["game: turns", "mine: win share", "mine: score"]
    assert "b, the same games with another edition: king=fish (a: none), dealt=5 (a: 4)" in caption_of(ax2)
    for drawn in (ax, ax2, editions.chart(columns=("replaced",))):
        assert_whole([drawn])
    with pytest.raises(bs.BoardstatsError, match=r"unknown column 'replace'.*mean 'replaced'"):
        editions.chart(columns=("replace",))
    with pytest.raises(bs.BoardstatsError, match="nothing to draw"):
        editions.chart(columns=("helpers",))


def test_a_changed_table_is_told() -> None:
    recipes = Edition().tables["recipes"]
    changed = recipes.assign(count=[recipes["count"][0] + 1, recipes["count"][1] - 1, *recipes["count"][2:]])
    found = bs.compare("sirvam", Edition(), Edition().with_table("recipes", changed), players=2, games=20, seed=1)
    assert "another edition: 2 cells of recipes" in found.caption


def test_html(found: bs.Comparison, editions: bs.EditionComparison) -> None:
    assert "on different decks" in found._repr_html_()
    for one in (found, editions):
        assert one._repr_html_().count("<table") == 1
        assert "one in twenty excludes 0 by chance alone" in one._repr_html_()
        assert repr(one).startswith(f"<{type(one).__name__}: ")
        assert repr(one).endswith(f"{one.caption}>")
        assert isinstance(one, bs.EditionComparison) or f"{100 * one.difference:+.2f} (" in repr(one)


def test_files(found: bs.Comparison, editions: bs.EditionComparison, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, one in (("a.csv", found), ("b.csv", editions)):
        path = one.to_csv(tmp_path / name)
        frame = one.frame.reset_index()
        read = pd.read_csv(path)
        assert read.columns.tolist() == frame.columns.tolist()
        assert read["difference"].tolist() == frame["difference"].tolist()
        told = json.loads((tmp_path / f"{name}.json").read_text(encoding="utf-8"))
        assert list(told["columns"]) == frame.columns.tolist()
        assert [told[side]["seed"] for side in "ab"] == [4, 4]
    assert told["a"]["edition"]["options"]["king"] != told["b"]["edition"]["options"]["king"] == "fish"
    with pytest.raises(bs.BoardstatsError, match="holds the table 'comparison'"):
        bs.read_run(tmp_path / "a.csv")
    written = sorted(tmp_path.iterdir())

    def interrupted(*arguments: object, **more: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(laboratory.json, "dump", interrupted)
    with pytest.raises(KeyboardInterrupt):
        found.to_csv(tmp_path / "c.csv")
    with pytest.raises(bs.BoardstatsError, match=r"must end in .csv"):
        found.to_csv(tmp_path / "c.parquet")
    assert sorted(tmp_path.iterdir()) == written


# ---- bad input -------------------------------------------------------------------------------------------------------

BAD: list[tuple[dict[str, Any], str]] = [
    ({"b": "careful"}, "both strategies are called 'careful'"),
    ({"b": "careful(call_at=2)"}, "both strategies are called 'careful'"),
    ({"b": "rondom"}, "unknown strategy.*'rondom'.*mean 'random'"),
    ({"b": 7}, "7 is no strategy"),
    ({"b": Edition()}, "two strategies or two editions"),
    ({"a": Edition(), "b": Edition()}, "editions are the same"),
    ({"a": Edition(), "b": Edition(name="other")}, "editions are the same"),
    ({"a": Edition(), "b": bs.sardines.Edition()}, r"edition must be a bs.sirvam.Edition\(…\), not one of bs.sardines"),
    ({"a": Edition(), "b": Edition(dealt=5), "against": "random"}, "strategies=, without against="),
    ({"a": Edition(), "b": Edition(dealt=5), "edition": Edition()}, "without against= and edition="),
    ({"strategies": "random"}, "against=, which names their opponents"),
    ({"against": ["random"] * 3}, "3 strategies for 2 other seats"),
    ({"against": []}, "0 strategies for 2 other seats"),
    ({"against": 7}, "7 is no strategy"),
    ({"games": 1}, "games must be a whole number from 2 .*, not 1"),
    ({"players": 1}, "2 to 6 players"),
    ({"name": "sirwam"}, "unknown game 'sirwam'"),
    ({"seed": 0.5}, "seed"),
    ({"workers": 0}, "workers"),
]


@pytest.mark.parametrize(("changes", "message"), BAD, ids=[message for _, message in BAD])
def test_bad_input_is_one_line(changes: dict[str, Any], message: str) -> None:
    asked = {"name": "sirvam", "a": "careful", "b": "random", "players": 3, "games": 20, "seed": 1} | changes
    with pytest.raises(bs.BoardstatsError, match=message) as caught:
        bs.compare(asked.pop("name"), asked.pop("a"), asked.pop("b"), **asked)
    assert "\n" not in str(caught.value)


def test_a_difference_of_shares_stays_within_its_bounds() -> None:
    found = bs.compare("sirvam", "careful", "random", players=2, games=2, seed=1)
    assert (found.low, found.high) == (-1, 1)
    field = bs.tournament("sirvam", ["careful", "random"], players=3, games=4, seed=1)
    assert field.differences[["low", "high"]].to_numpy().tolist() == [[-1, 1]]
    tuned = bs.tune("sirvam", "careful", {"call_at": (2, 3)}, players=[2, 3], games=2, evaluations=2, held_out=2, seed=4)
    assert -1 <= tuned.low <= tuned.gain <= tuned.high <= 1


@pytest.mark.parametrize("spread", [{"sd": 1e300}, {"share": 0.5}])
def test_a_number_of_games_beyond_all_numbers_is_one_line(spread: dict[str, float]) -> None:
    with pytest.raises(bs.BoardstatsError, match="more games than there are numbers"):
        bs.games_needed(1e-300, **spread)


def test_a_very_narrow_interval_takes_very_many_games() -> None:
    z = float(scipy_stats.norm.ppf(0.975))
    for half in (1e-5, 1e-9, 1e-12):
        assert games_for(0.5, half) == pytest.approx((z / (2 * half)) ** 2, rel=1e-6)
