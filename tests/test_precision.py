"""`simulate(precision=…)`: how many games a pilot decides on, and that the intervals then hold as they say."""

from __future__ import annotations

import json
import math
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

import boardstats as bs
from boardstats.cli import main
from boardstats.plan import Plan
from boardstats.precise import decided
from boardstats.stats import wilson
from tests.support import assert_same_rows

ASKED: dict[str, Any] = {"players": 3, "seed": 3, "strategies": ["careful", "random", "random"]}


def half_widths(run: bs.Run) -> dict[str, float]:
    rows = run.summary().loc["strategy"]
    return ((rows["win_share_high"] - rows["win_share_low"]) / 2).to_dict()


@pytest.mark.parametrize(
    ("precision", "strategies"),
    [(0.05, None), (0.02, "careful,random,random"), (0.01, "careful,careful(call_at=6),random"), (0.1, "random")],
)
def test_every_strategys_interval_is_as_narrow_as_asked_for(precision: float, strategies: str | None) -> None:
    run = bs.simulate("sirvam", 20_000, players=3, seed=3, strategies=strategies, precision=precision)
    assert max(half_widths(run).values()) <= precision
    told = run.provenance()["precision"]
    assert (told["half_width"], told["level"], told["cap"], told["cap_too_small"]) == (precision, 0.95, 20_000, False)
    assert len(run) == told["games_needed"] <= 20_000
    assert run.caption.endswith(f"; as many games as win shares to ±{precision:g} (95 %) take")


def test_the_games_counted_are_those_of_a_run_of_so_many() -> None:
    run = bs.simulate("sirvam", 50_000, **ASKED, precision=0.04, first_game=70)
    assert_same_rows(run, bs.simulate("sirvam", len(run), **ASKED, first_game=70))
    assert run.provenance()["games"] == len(run) < 1000


@pytest.mark.parametrize("first", [0, 100, 2**61 - 1000, 2**61, 2**62 - 5])
def test_the_pilot_plays_other_games(monkeypatch: pytest.MonkeyPatch, first: int) -> None:
    played: list[range] = []
    play = Plan.play

    def noted(self: Plan, first: int, n: int) -> Any:
        played.append(range(first, first + n))
        return play(self, first, n)

    monkeypatch.setattr(Plan, "play", noted)
    run = bs.simulate("sirvam", 2000, **ASKED, precision=0.04, first_game=first)
    told = run.provenance()["precision"]
    games = [game for part in played for game in part]
    assert len(games) == len(set(games)) == told["pilot_games"] + len(run)
    assert set(games) - set(range(first, first + len(run))) == {*range(told["pilot_first_game"], told["pilot_first_game"] + 200)}


@pytest.mark.parametrize(("workers", "batch"), [(1, 1), (2, 7), (3, None)])
def test_workers_and_batches_do_not_matter(workers: int, batch: int | None) -> None:
    one = bs.simulate("sirvam", 5000, **ASKED, precision=0.04)
    other = bs.simulate("sirvam", 5000, **ASKED, precision=0.04, workers=workers, batch=batch)
    assert_same_rows(other, one)
    assert other.provenance() == one.provenance()


def test_a_cap_that_is_too_small_is_told() -> None:
    with pytest.warns(UserWarning, match=r"±0.01 \(95 %\) would take about [\d,]+ games, more than the cap of 300") as caught:
        run = bs.simulate("sirvam", 300, **ASKED, precision=0.01)
    assert caught[0].filename == __file__
    assert len(run) == 300
    told = run.provenance()["precision"]
    assert told["cap_too_small"] is True
    assert told["games_needed"] > 5000
    assert "more than the cap of 300" in run.caption
    assert max(half_widths(run).values()) > 0.01


def test_without_precision_nothing_is_said() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        run = bs.simulate("sirvam", 100, **ASKED)
    assert "precision" not in run.provenance()
    assert type(run) is bs.Run


def test_files_tell_of_the_pilot(tmp_path: Path) -> None:
    run = bs.simulate("sirvam", 5000, **ASKED, precision=0.05)
    for path in (run.to_csv(tmp_path / "run.csv"), run.to_parquet(tmp_path / "run.parquet")):
        told = json.loads(path.with_name(path.name + ".json").read_text(encoding="utf-8"))
        assert told["precision"] == run.provenance()["precision"]
        read = bs.read_run(path)
        assert_same_rows(read, run)
        assert (read.caption, read.provenance(), type(read)) == (run.caption, run.provenance(), type(run))
        assert bs.read_run(read.to_csv(tmp_path / "again.csv")).caption == run.caption


@pytest.mark.parametrize("changed", [None, [], "0.05", {"half_width": 0.05}, {"half_width": "narrow"}])
def test_a_damaged_pilot_is_an_error(changed: object, tmp_path: Path) -> None:
    path = bs.simulate("sirvam", 300, **ASKED, precision=0.2).to_csv(tmp_path / "run.csv")
    beside = path.with_name("run.csv.json")
    told = json.loads(beside.read_text(encoding="utf-8"))
    told["precision"] = told["precision"] | changed if changed == {"half_width": "narrow"} else changed
    beside.write_text(json.dumps(told), encoding="utf-8")
    with pytest.raises(bs.BoardstatsError, match=r"run\.csv\.json: damaged"):
        bs.read_run(path)


# ---- coverage: known shares, no games --------------------------------------------------------------------------------


@pytest.mark.parametrize("share", [0.0, 0.004, 0.1, 0.25, 0.5, 0.8, 0.99, 1.0])
@pytest.mark.parametrize(("precision", "pilot"), [(0.05, 200), (0.02, 200), (0.01, 480)])
def test_the_interval_covers_whatever_the_pilot_decided_and_is_as_narrow(share: float, precision: float, pilot: int) -> None:
    rng, times = np.random.default_rng(1), 4000
    games = np.array([decided([wins], [1], pilot, precision) for wins in rng.binomial(pilot, share, times)])
    wins = rng.binomial(games, share)
    low, high = wilson(wins, games)
    assert np.mean((high - low) / 2 <= precision) > 0.995
    covered = (low <= share) & (share <= high)
    # Wilson's interval covers 95 % on average over nearby shares, and not less than 92 % at these.
    assert covered.mean() > 0.92
    middle = np.median(games)
    for half in (games <= middle, games >= middle):
        assert covered[half].mean() == pytest.approx(covered.mean(), abs=0.04)


@pytest.mark.parametrize("seats", [1, 2, 3])
def test_several_seats_know_their_share_better(seats: int) -> None:
    """A share per seat of k seats is 1/k of what they have together."""
    assert decided([100.0], [seats], 200, 0.01) == decided([100.0], [1], 200, 0.01 * seats)


def test_the_strategy_that_takes_most_games_decides() -> None:
    alone = [decided([wins], [1], 400, 0.01) for wins in (20.0, 180.0, 200.0)]
    assert decided([20.0, 180.0, 200.0], [1, 1, 1], 400, 0.01) == max(alone) == alone[2]
    assert alone[0] < alone[1] <= alone[2]


# ---- bad input, and the command line ---------------------------------------------------------------------------------


@pytest.mark.parametrize("precision", [0, -0.01, 0.5, 1, math.nan, math.inf, "0.01", True])
def test_bad_precision_is_one_line(precision: object) -> None:
    with pytest.raises(bs.BoardstatsError, match=r"precision must be a number between 0 and 0.5") as caught:
        bs.simulate("sirvam", 100, **ASKED, precision=precision)
    assert "\n" not in str(caught.value)


def test_the_command_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    bs.simulate("sirvam", 1, players=2, seed=1)  # else the command says that it compiles
    command = ["simulate", "sirvam", "--players", "3", "--seed", "3", "--strategies", "careful,random,random"]
    expected = bs.simulate("sirvam", 5000, **ASKED, precision=0.04)
    result = CliRunner().invoke(main, [*command, "--games", "5000", "--precision", "0.04", "--csv", "run.csv"])
    assert (result.exit_code, result.stderr) == (0, "")
    assert expected.caption in result.stdout.splitlines()
    assert_same_rows(bs.read_run("run.csv"), expected)
    assert json.loads(Path("run.csv.json").read_text(encoding="utf-8")) == {**expected.provenance(), "table": "frame"}
    result = CliRunner().invoke(main, [*command, "--games", "300", "--precision", "0.01"])
    assert result.exit_code == 0
    assert "more than the cap of 300" in result.stdout
    result = CliRunner().invoke(main, [*command, "--games", "300", "--precision", "1"])
    assert result.exit_code == 1
    assert "precision must be a number between 0 and 0.5" in result.stderr


def test_where_all_play_alike_the_seats_are_to_be_known() -> None:
    """The share of a strategy that has all seats is even whatever happens, and would be known at once."""
    run = bs.simulate("sirvam", 100_000, players=3, seed=4, strategies="careful", precision=0.02)
    rows = run.summary().loc["seat"]
    assert len(run) > 1000
    assert ((rows["win_share_high"] - rows["win_share_low"]) / 2 <= 0.02).all()
    assert repr(run) == f"<Run: {run.caption}>"
