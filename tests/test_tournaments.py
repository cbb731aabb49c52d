"""Tournaments: who sits where, sums against plain runs, what is more than chance, and the forms it is shown in."""

from __future__ import annotations

import dataclasses
import functools
import itertools
import json
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import boardstats as bs
from boardstats import below, uniform
from boardstats.differences import half_width, quantile
from boardstats.game import load
from boardstats.games.sirvam import GAME
from boardstats.games.sirvam.state import ON_TURN
from boardstats.lab import laboratory, seating
from boardstats.lab.seating import Schedule, every_line_up, sampled_line_ups, schedule
from boardstats.lab.standings import Standings
from boardstats.plan import Plan, make_plan
from tests.test_charts import assert_whole, caption_of


@bs.sirvam.strategy
def mine(view, moves, rng, call=0.3):
    """A user's strategy."""
    if view.decision == ON_TURN:
        return len(moves) - 1 if uniform(rng) < call else 0
    return below(rng, len(moves))


FIELD = ["random", "careful", mine, mine(call=0.05)]
ASKED: dict[str, Any] = {"players": 3, "games": 192, "seed": 5}
TABLES = ("ranking", "differences", "payoffs", "payoff_table")


@pytest.fixture(scope="module")
def played() -> bs.Tournament:
    return bs.tournament("sirvam", FIELD, **ASKED)


def assert_same(one: bs.Tournament, other: bs.Tournament) -> None:
    for table in TABLES:
        pd.testing.assert_frame_equal(getattr(one, table), getattr(other, table), check_exact=True, obj=table)
    assert (one.caption, one.separated) == (other.caption, other.separated)


# ---- who sits where --------------------------------------------------------------------------------------------------

field_sizes = pytest.mark.parametrize(("entries", "players"), [(2, 2), (5, 2), (2, 6), (3, 4), (4, 3)])


def assert_balanced(line_ups: np.ndarray, entries: int) -> None:
    """In each block of as many line-ups as there are entries, every entry sits in every seat once."""
    blocks = line_ups.reshape(-1, entries, line_ups.shape[1])
    assert (np.sort(blocks, axis=1) == np.arange(entries)[None, :, None]).all()


@field_sizes
def test_every_line_up_is_there_once_and_blocks_are_balanced(entries: int, players: int) -> None:
    line_ups = every_line_up(entries, players)
    assert sorted(map(tuple, line_ups)) == sorted(itertools.product(range(entries), repeat=players))
    assert_balanced(line_ups, entries)


@field_sizes
def test_sampled_line_ups_are_balanced_and_depend_on_seed_and_block_alone(entries: int, players: int) -> None:
    line_ups = sampled_line_ups(entries, players, 40, 7)
    assert line_ups.shape == (40 * entries, players)
    assert_balanced(line_ups, entries)
    assert (sampled_line_ups(entries, players, 9, 7) == line_ups[: 9 * entries]).all()
    assert (sampled_line_ups(entries, players, 40, 8) != line_ups).any()


def test_sampled_line_ups_are_even() -> None:
    """All 27 line-ups of three entries are as frequent; and no seat follows another."""
    line_ups = sampled_line_ups(3, 3, 9000, 1)
    counts = np.bincount(line_ups @ [9, 3, 1], minlength=27)
    assert (abs(counts - 1000) < 5 * 1000**0.5).all()


@functools.cache
def a_plan(entries: int, players: int) -> Plan:
    plan = make_plan("sirvam", players, seed=1, strategies=None, rotate=False, edition=None)
    careful = load("sirvam").strategies["careful"]
    return dataclasses.replace(plan, strategies=tuple(careful(call_at=20 + i) for i in range(entries)))


def a_schedule(entries: int, players: int, games: int, seed: int = 1) -> Schedule:
    return schedule(dataclasses.replace(a_plan(entries, players), seed=seed), games)


@pytest.mark.parametrize(
    ("entries", "players", "games", "sampled", "line_ups", "rounds"),
    [
        (2, 2, 4, False, 4, 1),
        (5, 4, 625, False, 625, 1),
        (5, 4, 626, False, 625, 2),
        (5, 4, 100_000, False, 625, 160),
        (5, 4, 624, True, 625, 1),
        (5, 4, 10, True, 10, 1),
        (5, 4, 11, True, 15, 1),
        (9, 6, 12_000, True, 4005, 3),
    ],
)
def test_all_line_ups_play_equally_often_or_a_sample_does(
    entries: int, players: int, games: int, sampled: bool, line_ups: int, rounds: int
) -> None:
    made = a_schedule(entries, players, games)
    assert (made.sampled, len(made.line_ups), made.rounds) == (sampled, line_ups, rounds)
    assert games <= made.games == line_ups * rounds
    assert_balanced(made.line_ups, entries)


def test_more_games_than_asked_for_are_told() -> None:
    few = bs.tournament("sirvam", ["random", mine], players=2, games=5, seed=1)
    assert few.games == 8
    assert "each of the 4 line-ups 2 times (5 games asked for, rounded up to whole rounds)" in few.caption
    assert few.provenance()["games_asked_for"] == 5
    assert "asked for" not in bs.tournament("sirvam", ["random", mine], players=2, games=8, seed=1).caption


# ---- nothing depends on order, workers or batches --------------------------------------------------------------------


def test_the_order_of_the_strategies_does_not_matter(played: bs.Tournament) -> None:
    for order in ([3, 1, 0, 2], [2, 3, 1, 0]):
        assert_same(bs.tournament("sirvam", [FIELD[i] for i in order], **ASKED), played)
    named = {"players": 3, "games": 50, "seed": 2}
    assert_same(
        bs.tournament("sirvam", "careful(call_at=6),random", **named),
        bs.tournament("sirvam", [bs.sirvam.random, bs.sirvam.careful(call_at=6)], **named),
    )


@pytest.mark.parametrize(("workers", "batch"), [(1, 1), (1, 7), (2, 50), (3, None), (2, 1000)])
@pytest.mark.parametrize("games", [192, 40])
def test_workers_and_batches_do_not_matter(played: bs.Tournament, workers: int, batch: int | None, games: int) -> None:
    asked = ASKED | {"games": games}
    one = played if games == 192 else bs.tournament("sirvam", FIELD, **asked)
    assert one.schedule.sampled is (games == 40)
    assert_same(bs.tournament("sirvam", FIELD, **asked, workers=workers, batch=batch), one)
    with ThreadPoolExecutor(2) as threads:
        assert_same(bs.tournament("sirvam", FIELD, **asked, executor=threads, batch=batch), one)


def test_a_fresh_seed_is_drawn_and_recorded() -> None:
    asked = {"players": 2, "games": 40}
    fresh = bs.tournament("sirvam", ["random", mine], **asked)
    seed = fresh.provenance()["seed"]
    assert seed != bs.tournament("sirvam", ["random", mine], **asked).provenance()["seed"]
    assert_same(bs.tournament("sirvam", ["random", mine], **asked, seed=seed), fresh)


# ---- sums: against plain runs ----------------------------------------------------------------------------------------


def rows_of(played: bs.Tournament) -> pd.DataFrame:
    """Return the rows of all games, from one plain run for each line-up."""
    made, frames = played.schedule, []
    for i, line_up in enumerate(made.line_ups):
        run = bs.simulate(
            made.name, made.rounds, players=made.players, seed=made.seed, edition=made.edition,
            strategies=[made.strategies[entry] for entry in line_up], rotate=False, first_game=i * made.rounds,
        )  # fmt: skip
        frames.append(run.frame.assign(strategy=run.frame["strategy"].astype(str), line_up=i))
    return pd.concat(frames, ignore_index=True)


@pytest.mark.parametrize("games", [192, 64, 40])
def test_rankings_and_payoffs_are_those_of_plain_runs(games: int) -> None:
    """Of three rounds, of one, and of a sample."""
    played = bs.tournament("sirvam", FIELD, **(ASKED | {"games": games}))
    rows = rows_of(played)
    assert rows["game"].nunique() == played.games
    assert (rows.groupby(["strategy", "seat"]).size() == played.games / 4).all()
    ranking = played.ranking.set_index("strategy")
    rows["won"], rows["shared"] = rows["win_share"] == 1, rows["win_share"].between(0, 1, inclusive="neither")
    for name in ("win_share", "won", "shared", "score"):
        assert rows.groupby("strategy")[name].mean().to_dict() == pytest.approx(ranking[name].to_dict())
    assert rows.groupby("strategy")["game"].nunique().to_dict() == ranking["games"].to_dict()
    assert ranking["win_share"].is_monotonic_decreasing
    assert ranking["win_share"].mean() == pytest.approx(1 / 3)
    who = rows.groupby("game")["strategy"].agg(list)
    pays = played.payoff_table.set_index(["strategy", "against"])
    for a, b in itertools.product(ranking.index, repeat=2):
        there = [game for game, names in who.items() if a in names and (names.count(a) > 1 if a == b else b in names)]
        seats = rows[rows["game"].isin(there) & (rows["strategy"] == a)]
        assert pays.loc[(a, b), "games"] == len(there)
        assert pays.loc[(a, b), "win_share"] == pytest.approx(seats["win_share"].mean(), nan_ok=True)
        assert played.payoffs.loc[a, b] == pytest.approx(seats["win_share"].mean(), nan_ok=True)


def test_intervals_are_those_of_a_stratified_sample(played: bs.Tournament) -> None:
    """By hand: variances within line-ups, added up; a game that one strategy wins counts against the other."""
    rows, n, rounds, even = rows_of(played), played.games, 3, 4 / 3
    shares = rows.pivot_table("win_share", index=["line_up", "game"], columns="strategy", aggfunc="sum").fillna(0) * even
    scores = rows.pivot_table("score", index=["line_up", "game"], columns="strategy", aggfunc="sum").fillna(0) * even
    degrees = 64 * (rounds - 1)
    ranking = played.ranking.set_index("strategy")
    for name in ranking.index:
        variance = shares[name].groupby("line_up").var().sum() * rounds / n**2
        half = float(half_width(variance, quantile(degrees), even / n))
        assert ranking.loc[name, "win_share_high"] - ranking.loc[name, "win_share"] == pytest.approx(half)
        variance = scores[name].groupby("line_up").var().sum() * rounds / n**2
        assert ranking.loc[name, "score_high"] - ranking.loc[name, "score"] == pytest.approx(quantile(degrees) * variance**0.5)
    assert len(played.differences) == 6
    for row in played.differences.itertuples():
        d = shares[row.first] - shares[row.second]
        assert row.difference == pytest.approx(d.mean())
        half = float(
            half_width(d.groupby("line_up").var().sum() * rounds / n**2, quantile(degrees, 1 - 0.05 / 6), 2**0.5 * even / n)
        )
        assert (row.difference - row.low, row.high - row.difference) == (pytest.approx(half), pytest.approx(half))
        assert row.separated == (row.low > 0)


def test_a_payoff_of_two_players_is_that_of_direct_runs() -> None:
    played = bs.tournament("sirvam", ["careful", "random"], players=2, games=400, seed=9)
    ahead, behind = (
        bs.simulate("sirvam", 100, players=2, seed=9, strategies=line_up, rotate=False, first_game=first).frame
        for line_up, first in ((["careful", "random"], 200), (["random", "careful"], 300))
    )
    direct = pd.concat([ahead[ahead["seat"] == 0], behind[behind["seat"] == 1]])["win_share"]
    assert played.payoffs.loc["careful", "random"] == pytest.approx(direct.mean(), abs=1e-12)
    assert played.payoffs.loc["random", "careful"] == pytest.approx(1 - direct.mean(), abs=1e-12)
    mirrors = played.payoff_table.query("strategy == against")
    assert (mirrors[["win_share", "win_share_low", "win_share_high"]] == 0.5).all(axis=None)  # nothing to be unsure of


def test_every_game_has_a_deck_of_its_own_and_can_be_told(played: bs.Tournament) -> None:
    openings = []
    for game in range(0, played.games, 3):
        text = played.replay(game)
        line_up = [played.schedule.strategies[i] for i in played.schedule.line_ups[game // 3]]
        assert text == bs.replay("sirvam", game=game, players=3, seed=5, strategies=line_up, rotate=False)
        lines = text.splitlines()
        openings.append("\n".join(lines[2 : lines.index("")]))
    assert len(set(openings)) == len(openings) == 64
    with pytest.raises(bs.BoardstatsError, match="game must be a whole number from 0 to 191"):
        played.replay(192)


def test_unfinished_games_are_counted_and_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    limited = dataclasses.replace(GAME, turn_limit=4)
    monkeypatch.setattr("boardstats.plan.load", lambda name: limited)
    played = bs.tournament("sirvam", FIELD, **ASKED)
    rows = rows_of(played)
    stopped = rows[rows["rank"] == 0]
    assert 0 < played.unfinished == stopped["game"].nunique() < 192
    assert f"{played.unfinished} unfinished games are counted, as won by nobody" in played.caption
    assert played.ranking.set_index("strategy")["unfinished"].to_dict() == stopped.groupby("strategy")["game"].nunique().to_dict()
    assert played.ranking["win_share"].mean() == pytest.approx((1 - played.unfinished / 192) / 3)


# ---- how sure: simulated results of known chances, no games ----------------------------------------------------------


def chances_of(line_ups: np.ndarray, strength: np.ndarray) -> np.ndarray:
    """Return each seat's chance to win: as the strengths are, and those of the seats, which are not alike."""
    weight = strength[line_ups] * np.array([1.5, 1, 0.8, 1, 1, 1])[: line_ups.shape[1]]
    chances: np.ndarray = weight / weight.sum(axis=1, keepdims=True)
    return chances


def pretended(made: Schedule, strength: np.ndarray, rng: np.random.Generator, ties: float = 0.0) -> Standings:
    """Return the standings of a tournament whose winners are drawn, and share their wins with the next seat now and then."""
    n, players = made.games, made.players
    ends = np.repeat(chances_of(made.line_ups, strength), made.rounds, axis=0).cumsum(axis=1)
    winner = (rng.random(n)[:, None] > ends[:, :-1]).sum(axis=1)
    seats = np.zeros((n, players), GAME.seats.dtype)
    seats["rank"] = 1
    shared = rng.random(n) < ties
    seats["win_share"][np.arange(n), winner] = np.where(shared, 0.5, 1)
    seats["win_share"][np.flatnonzero(shared), (winner[shared] + 1) % players] = 0.5
    seats["score"] = rng.poisson(20, seats.shape)
    standings = Standings(made)
    standings.add(0, seats)
    return standings


@pytest.mark.parametrize(
    ("entries", "players", "games", "ties"),
    [
        (2, 2, 8, 0),
        (2, 2, 40, 0.3),
        (2, 2, 400, 0),
        (3, 2, 18, 0),
        (3, 4, 81, 0),
        (4, 3, 256, 0.5),
        (5, 4, 50, 0),
        (5, 4, 300, 0),
    ],
)
def test_equal_strategies_are_seldom_separated(entries: int, players: int, games: int, ties: float) -> None:
    """In at most 5 % of tournaments is any pair, however few games there are; 2.5 standard errors are allowed."""
    rng, times, wrong = np.random.default_rng(1), 800, 0
    for i in range(times):
        standings = pretended(a_schedule(entries, players, games, seed=i % 40), np.ones(entries), rng, ties)
        _, difference, half = standings.compared()
        wrong += bool((abs(difference) > half).any())
    assert wrong / times < 0.05 + 2.5 * (0.05 * 0.95 / times) ** 0.5


@pytest.mark.parametrize(
    ("players", "games", "strength"),
    [
        (2, 160, [0.001, 0.5, 1, 1000]),  # shares near 0, one half and 1
        (3, 640, [1, 1, 1, 1]),
        (3, 640, [0.002, 1, 1.5, 40]),
        (4, 256, [0.01, 1, 2, 4]),  # one round
        (4, 200, [0.01, 1, 2, 4]),  # a sample
    ],
)
def test_intervals_cover_the_truth(players: int, games: int, strength: list[float]) -> None:
    """Win shares, payoffs and all differences together, each in 95 % of tournaments or more."""
    rng, times, weights = np.random.default_rng(2), 400, np.array(strength)
    line_ups = every_line_up(4, players)
    chances = chances_of(line_ups, weights)
    true = np.array([chances[line_ups == entry].mean() for entry in range(4)])
    seats = np.stack([(line_ups == entry).sum(axis=1) for entry in range(4)], axis=1)
    wins = np.stack([(chances * (line_ups == entry)).sum(axis=1) for entry in range(4)], axis=1)
    hits, pairs_hit, pays_hit = np.zeros(4), 0, np.zeros((4, 4))
    for i in range(times):
        standings = pretended(a_schedule(4, players, games, seed=i), weights, rng)
        low, high = (ends[:, 0] for ends in standings.intervals)
        hits += (low <= true) & (true <= high)
        pairs, difference, half = standings.compared()
        pairs_hit += bool((abs(difference - (true[pairs[:, 0]] - true[pairs[:, 1]])) <= half).all())
        for a, b in itertools.product(range(4), repeat=2):
            there = (seats[:, a] > 1) if a == b else (seats[:, a] > 0) & (seats[:, b] > 0)
            value, half_of, n = standings.met(a, b)
            pays_hit[a, b] += n == 0 or abs(value - wins[there, a].sum() / seats[there, a].sum()) <= half_of + 1e-12
    slack = 2.8 * (0.05 * 0.95 / times) ** 0.5
    assert (hits / times > 0.95 - slack).all()
    assert pairs_hit / times > 0.95 - slack
    assert (pays_hit / times > 0.95 - slack).all()


def test_intervals_narrow_with_the_root_of_the_games_and_tell_strategies_apart() -> None:
    rng, strength = np.random.default_rng(3), np.array([1, 1, 1.3])
    few, many = (pretended(a_schedule(3, 3, games), strength, rng) for games in (2_700, 270_000))
    widths = [np.diff(made.intervals, axis=0)[0, :, 0].mean() for made in (few, many)]
    assert widths[0] / widths[1] == pytest.approx(10, rel=0.05)
    table = many.differences().set_index(["first", "second"])["separated"]
    assert table.sum() == 2
    assert many.ranking()["strategy"].iloc[0] == "careful(call_at=22)"


def test_separation_in_words() -> None:
    def told(*strength: float) -> str:
        made = a_schedule(len(strength), 2, 4000)
        return bs.Tournament(made, pretended(made, np.array(strength), np.random.default_rng(4)), 4000).separated

    assert told(1, 3, 9) == "All places are separated (95 % for all pairs together)."
    assert told(1, 1) == "No places are separated (95 % for all pairs together)."
    text = told(1, 1, 9)
    assert text.startswith("Not separated: 2. careful(call_at=2")
    assert text.endswith("; all other places are separated (95 % for all pairs together).")
    assert told(1, 1, 1, 1, 1, 9).startswith("Not separated: places 2 and 3–6, 3 and 4–6, 4 and 5–6, 5 and 6; all other")


def test_equal_win_shares_have_one_place() -> None:
    made = a_schedule(3, 2, 9)
    standings = Standings(made)
    seats = np.zeros((9, 2), GAME.seats.dtype)
    seats["win_share"], seats["rank"] = 0.5, 1
    standings.add(0, seats)
    ranking = standings.ranking()
    assert ranking.index.tolist() == [1, 1, 1]
    assert ranking["shared"].tolist() == [1, 1, 1]
    assert ranking["won"].tolist() == [0, 0, 0]


# ---- charts, files, HTML ---------------------------------------------------------------------------------------------


def test_the_chart_shows_the_payoffs_best_at_the_top_and_left(played: bs.Tournament) -> None:
    ax = played.chart()
    names = played.ranking["strategy"].tolist()
    assert [label.get_text() for label in ax.get_xticklabels()] == names
    assert [label.get_text() for label in ax.get_yticklabels()] == names[::-1]
    cells = [text.get_text() for text in ax.texts if type(text).__name__ == "Cell"]
    table = played.payoff_table.iloc[-4]  # the last row is the lowest
    half = 50 * (table["win_share_high"] - table["win_share_low"])
    share, arm = cells[0].split("\n±")
    assert float(share) == pytest.approx(100 * table["win_share"], abs=0.6)
    assert float(arm) == pytest.approx(half, abs=0.6)
    assert_whole([ax])


def test_the_ranking_chart_shows_the_ranking(played: bs.Tournament) -> None:
    ax = played.ranking_chart()
    assert [label.get_text() for label in ax.get_yticklabels()] == [
        f"{i + 1}. {n}" for i, n in enumerate(played.ranking["strategy"])
    ]
    outright, shared = ax.containers[:2]
    assert [bar.get_width() for bar in outright] == pytest.approx(played.ranking["won"].tolist())
    assert [bar.get_x() + bar.get_width() for bar in shared] == pytest.approx(played.ranking["win_share"].tolist())
    assert_whole([ax])


@pytest.mark.parametrize("chart", ["chart", "ranking_chart"])
def test_captions_say_where_a_chart_is_from(played: bs.Tournament, chart: str) -> None:
    told = caption_of(getattr(played, chart)())
    assert told.startswith("Tournament, Sirvam o Rei, 3 players (careful, mine, mine(call=0.05), random), 192 games, seed 5")
    for part in ("assumed, not printed", "each of the 64 line-ups 3 times", "95 %"):
        assert part in told


def test_a_caption_counts_many_strategies() -> None:
    made = a_schedule(9, 2, 81)
    told = bs.Tournament(made, Standings(made), 81).caption
    assert told.startswith("Tournament, Sirvam o Rei, 2 players (9 strategies), 81 games, seed 1; assumed")


def test_a_chart_of_a_sample_leaves_out_who_never_met() -> None:
    played = bs.tournament("sirvam", [mine(call=i / 10) for i in range(6)], players=2, games=12, seed=1)
    assert "a sample of 12 line-ups 1 time each" in played.caption
    never = played.payoff_table["games"] == 0
    assert never.any()
    assert played.payoff_table.loc[never, "win_share"].isna().all()
    ends = played.payoff_table.loc[never, ["win_share_low", "win_share_high"]]
    assert ends.drop_duplicates().to_numpy().tolist() == [[0, 1]]
    assert played.payoffs.shape == (6, 6)
    cells = [text.get_text() for text in played.chart().texts if type(text).__name__ == "Cell"]
    assert cells.count("–") == never.sum()


def test_html(played: bs.Tournament) -> None:
    text = played._repr_html_()
    assert text.count("<table") == 2
    assert played.separated in text
    assert "mine(call=0.05)" in text
    first = played.ranking.iloc[0]
    assert repr(played).startswith(f"<Tournament: 1. {first.strategy} {100 * first.win_share:.1f} %, ")
    assert repr(played).endswith(f". {played.separated} {played.caption}>")


@pytest.mark.parametrize("table", ["ranking", "differences", "payoffs"])
def test_a_table_is_written_with_where_it_comes_from(played: bs.Tournament, tmp_path: Path, table: str) -> None:
    path = played.to_csv(tmp_path / "t.csv", table)
    frame = {"ranking": played.ranking.reset_index(), "differences": played.differences, "payoffs": played.payoff_table}[table]
    pd.testing.assert_frame_equal(pd.read_csv(path), frame, check_exact=True)
    told = json.loads((tmp_path / "t.csv.json").read_text(encoding="utf-8"))
    assert list(told["columns"]) == frame.columns.tolist()
    assert all(told["columns"].values())
    assert (told["table"], told["line_ups"], told["rounds"], told["sampled"], told["games"]) == (table, 64, 3, False, 192)
    users = {"mine": mine}
    again = bs.tournament(
        told["game"],
        [users.get(s["name"], getattr(bs.sirvam, s["name"], None))(**s["parameters"]) for s in told["strategies"]],
        players=told["players"], games=told["games"], seed=told["seed"],
        edition=bs.sirvam.Edition.from_provenance(told["edition"]),
    )  # fmt: skip
    assert_same(again, played)
    with pytest.raises(bs.BoardstatsError, match=f"holds the table '{table}'"):
        bs.read_run(path)


def test_files_are_whole_or_not_there(played: bs.Tournament, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*arguments: object, **more: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(laboratory.json, "dump", interrupted)
        with pytest.raises(KeyboardInterrupt):
            played.to_csv(tmp_path / "t.csv")
    assert list(tmp_path.iterdir()) == []
    for path, message in ((tmp_path / "t.txt", "must end in .csv"), (tmp_path / "no" / "t.csv", "cannot be written")):
        with pytest.raises(bs.BoardstatsError, match=message):
            played.to_csv(path)
    with pytest.raises(bs.BoardstatsError, match=r"unknown table 'rankings'.*mean 'ranking'"):
        played.to_csv(tmp_path / "t.csv", "rankings")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("workers", [1, 2])
def test_an_interrupt_comes_out_and_leaves_nothing_waiting(monkeypatch: pytest.MonkeyPatch, workers: int) -> None:
    play = seating.Schedule.play

    def interrupted(self: Schedule, first: int, n: int) -> object:
        if first > 100:
            raise KeyboardInterrupt
        return play(self, first, n)

    with monkeypatch.context() as patch:
        patch.setattr(seating.Schedule, "play", interrupted)
        with pytest.raises(KeyboardInterrupt):
            bs.tournament("sirvam", FIELD, **ASKED, workers=workers, batch=30)
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("boardstats")]


# ---- bad input -------------------------------------------------------------------------------------------------------


def namesake():
    """Return another strategy that is called `mine`."""

    def mine(view, moves, rng):
        return 0

    return mine


BAD: list[tuple[dict[str, Any], str]] = [
    ({"strategies": ["careful"]}, "2 or more strategies, not 1"),
    ({"strategies": "careful"}, "2 or more strategies, not 1"),
    ({"strategies": mine}, "2 or more strategies, not 1"),
    ({"strategies": []}, "2 or more strategies, not 0"),
    ({"strategies": ["careful", "random", "careful"]}, "two entries are called 'careful'"),
    ({"strategies": ["careful", "careful(call_at=2)"]}, "two entries are called 'careful'"),
    ({"strategies": [mine, namesake()]}, "two entries are called 'mine'"),
    ({"strategies": ["careful", "rondom"]}, "unknown strategy.*'rondom'.*mean 'random'"),
    ({"strategies": ["careful", 7]}, "7 is no strategy"),
    ({"strategies": 7}, "7 is no strategy"),
    ({"strategies": ["careful", bs.sardines.greedy]}, "plays sardines, not sirvam"),
    ({"games": 3}, "2 strategies needs 4 or more games, not 3"),
    ({"games": 0}, "games must be a whole number from 1 .*, not 0"),
    ({"games": 10.0}, "games must be a whole number"),
    ({"name": "sirwam"}, "unknown game 'sirwam'"),
    ({"players": 7}, "2 to 6 players, not 7"),
    ({"seed": -1}, "seed"),
    ({"edition": "fish"}, "edition must be"),
    ({"workers": 0}, "workers"),
]


@pytest.mark.parametrize(("changes", "message"), BAD, ids=[message for _, message in BAD])
def test_bad_input_is_one_line(changes: dict[str, Any], message: str) -> None:
    asked = {"name": "sirvam", "strategies": ["careful", "random"], "players": 2, "games": 20, "seed": 1} | changes
    with pytest.raises(bs.BoardstatsError, match=message) as caught:
        bs.tournament(asked.pop("name"), asked.pop("strategies"), **asked)
    assert "\n" not in str(caught.value)


def test_a_strategy_that_answers_with_no_move_is_named() -> None:
    @bs.sirvam.strategy
    def wrong(view, moves, rng):
        return 99

    with pytest.raises(bs.StrategyError, match=r"'wrong' answered 99.*seed 1"):
        bs.tournament("sirvam", [wrong, "random"], players=2, games=20, seed=1)


def test_charts_have_room_for_strategies_of_many_parameters() -> None:
    long = "careful(call_at=3, keep_at=2, unknown_as=9, swap_at=4, eleven_at=9)"
    played = bs.tournament("sirvam", ["random", "careful", long], players=2, games=40, seed=1)
    for ax in (played.chart(), played.ranking_chart()):
        assert_whole([ax])
