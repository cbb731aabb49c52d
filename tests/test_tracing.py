"""The course of the lead: the same moments and figures as a game stepped by hand through the contract, in plain Python."""

from __future__ import annotations

import dataclasses
import itertools
import math

import numpy as np
import pandas as pd
import pytest

import boardstats as bs
from boardstats.balance import tracing
from boardstats.balance.tracing import MOMENT, Course
from boardstats.game import GAMES, load
from boardstats.stats import wilson
from tests.support import line_up

GAMES_EACH = 12
CASES = [(name, load(name).players[-1], {}) for name in GAMES] + [
    ("sirvam", 2, {"full": True}),
    ("sirvam", 3, {"king": "eleven"}),
    ("sirvam", 3, {"king": "fish"}),
    ("sardines", 2, {}),
]
every_case = pytest.mark.parametrize(("name", "players", "options"), CASES, ids=[f"{n}-{p}-{o}" for n, p, o in CASES])
every_game = pytest.mark.parametrize("name", GAMES)


def simulated(name: str, players: int, options: dict, games: int = GAMES_EACH) -> bs.Run:
    edition = load(name).edition(**options)
    return bs.simulate(name, games, players=players, seed=5, strategies=line_up(name, players), edition=edition)


def stepped(run: bs.Run, index: int) -> list[tuple[list[int], list[int]]]:
    """Return scores and ranks of a game at each moment: its logged answers, played one by one, with nothing compiled."""
    plan = run.plan
    game, box = plan.game, plan.box
    answers = iter(plan.play_logged(index, 1)[1].rows["answer"].tolist())
    s, moves = np.zeros(1, game.state)[0], np.zeros(game.max_moves, game.move)
    s["seed"], s["game"], s["players"] = plan.seed, index, plan.players

    def standing() -> tuple[list[int], list[int]]:
        seats, results = np.zeros(plan.players, game.seats.dtype), np.zeros(1, game.games.dtype)
        game.score(s, box, seats, results[0])
        return seats["score"].tolist(), seats["rank"].tolist()

    game.deal(s, box)
    found, turn = [], 0
    while not s["over"] and not (game.turn_limit and s["turn"] > game.turn_limit):
        if s["turn"] != turn:
            turn = int(s["turn"])
            found.append(standing())
        n = game.legal_moves(s, box, moves)
        game.apply(s, box, moves[next(answers) if n > 1 else 0].copy())
    assert next(answers, None) is None
    return [*found, standing()]


def leaders(ranks: list[int]) -> set[int]:
    return {seat for seat, rank in enumerate(ranks) if rank == 1}


def lead_of(scores: list[int], ranks: list[int]) -> int:
    order = sorted(range(len(ranks)), key=ranks.__getitem__)
    return abs(scores[order[0]] - scores[order[1]])


def told(moments: list[tuple[list[int], list[int]]], close: int) -> dict[str, object]:
    """Return what `lead` says of a game, from its moments and the definitions alone."""
    turns = len(moments) - 1
    winners = leaders(moments[-1][1])
    led_from = turns
    while led_from and leaders(moments[led_from - 1][1]) <= winners:
        led_from -= 1
    alone = [next(iter(led)) for led in (leaders(ranks) for _, ranks in moments) if len(led) == 1]
    deficits = [0]
    for scores, ranks in moments:
        best = min(winners, key=lambda seat: ranks[seat])
        if ranks[best] > 1:
            deficits.append(abs(scores[min(leaders(ranks))] - scores[best]))
    half = moments[turns // 2]
    return {
        "turns": turns,
        "lead_changes": sum(a != b for a, b in itertools.pairwise(alone)),
        "led_from": led_from,
        "led_from_share": led_from / turns,
        "margin": lead_of(*moments[-1]),
        "largest_deficit": max(deficits),
        "margin_at_half": lead_of(*half),
        "close_at_half": lead_of(*half) <= close,
        "led_at_half": leaders(half[1]) <= winners,
    }


@every_case
def test_the_lead_is_that_of_games_stepped_by_hand(name: str, players: int, options: dict) -> None:
    run = simulated(name, players, options)
    finished = run.games[run.games["finished"]]
    assert len(finished) > GAMES_EACH // 2
    by_hand = {int(index): stepped(run, int(index)) for index in finished["game"]}
    table = bs.lead(run, close=2)
    assert table.columns.tolist() == ["game", *told(by_hand[int(finished["game"].iloc[0])], 2)]
    for row in table.to_dict("records"):
        assert row == {"game": row["game"]} | told(by_hand[row["game"]], 2)
    assert table["game"].tolist() == list(by_hand)
    assert table["turns"].tolist() == finished["turns"].tolist()
    assert table.attrs["unfinished"] == len(run) - len(finished)
    by_turn = bs.lead_by_turn(run)
    for row in by_turn.to_dict("records"):
        part = round(10 * row["part"])
        led = shared = 0
        for moments in by_hand.values():
            ahead, winners = leaders(moments[part * (len(moments) - 1) // 10][1]), leaders(moments[-1][1])
            led += ahead <= winners
            shared += bool(ahead & winners) and not ahead <= winners
        n = len(by_hand)
        assert (row["games"], row["led"], row["shared"], row["behind"]) == (n, led / n, shared / n, (n - led - shared) / n)
        assert (row["led_low"], row["led_high"]) == wilson(led, n)


@every_case
def test_scores_by_turn_are_those_of_games_stepped_by_hand(name: str, players: int, options: dict) -> None:
    run = simulated(name, players, options)
    table = bs.score_by_turn(run, range(3, 6))
    for index in range(3, 6):
        rows = table[table["game"] == index]
        moments = stepped(run, index)
        assert rows["turn"].tolist() == np.repeat(range(len(moments)), players).tolist()
        assert rows["seat"].tolist() == list(range(players)) * len(moments)
        assert rows["score"].tolist() == [score for scores, _ in moments for score in scores]
        assert rows["rank"].tolist() == [rank for _, ranks in moments for rank in ranks]
        own = run.frame[run.frame["game"] == index]
        assert rows["strategy"].tolist() == own["strategy"].tolist() * len(moments)
        if run.games["finished"].iloc[index]:
            assert rows.tail(players)[["score", "rank"]].to_numpy().tolist() == own[["score", "rank"]].to_numpy().tolist()


def test_chunks_do_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    run = bs.simulate("sirvam", 50, players=3, seed=2, strategies="random", first_game=7)
    whole = bs.lead(run), bs.lead_by_turn(run), bs.score_by_turn(run)
    monkeypatch.setattr(tracing, "_CHUNK", 8)
    for one, other in zip(whole, (bs.lead(run), bs.lead_by_turn(run), bs.score_by_turn(run)), strict=True):
        pd.testing.assert_frame_equal(one, other)
    pd.testing.assert_frame_equal(bs.lead(run, range(20, 30)), whole[0].iloc[13:23].reset_index(drop=True))


def test_a_debugged_run_gives_the_same() -> None:
    asked = {"players": 3, "seed": 2, "strategies": "random"}
    debugged = bs.simulate("sirvam", 5, **asked, debug=True)
    pd.testing.assert_frame_equal(bs.lead(debugged), bs.lead(bs.simulate("sirvam", 5, **asked)))


def test_unfinished_games_are_left_out_of_the_lead_and_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    limited = dataclasses.replace(load("sirvam"), turn_limit=4)
    monkeypatch.setattr("boardstats.plan.load", lambda name: limited)
    run = bs.simulate("sirvam", 60, players=3, seed=1, strategies="random")
    finished = run.games[run.games["finished"]]
    assert 0 < len(finished) < 60
    table = bs.lead(run)
    assert table["game"].tolist() == finished["game"].tolist()
    assert table.attrs["unfinished"] == bs.lead_by_turn(run).attrs["unfinished"] == 60 - len(finished)
    stopped = int(run.games["game"][~run.games["finished"]].iloc[0])
    only = bs.simulate("sirvam", 1, players=3, seed=1, strategies="random", first_game=stopped)
    assert len(bs.lead(only)) == 0
    assert bs.lead(only).columns.tolist() == table.columns.tolist()
    by_turn = bs.lead_by_turn(only)
    assert by_turn["led"].isna().all()
    assert (by_turn["led_low"].tolist(), by_turn["led_high"].tolist()) == ([0.0] * 11, [1.0] * 11)
    assert bs.score_by_turn(only)["turn"].tolist() == np.repeat(range(5), 3).tolist()


# ---- cases made by hand ----------------------------------------------------------------------------------------------


def made(*moments: tuple[list[int], list[int]]) -> Course:
    """Return the course of one game of two or three seats from its scores and ranks."""
    rows = np.zeros(len(moments), MOMENT)
    players = len(moments[0][0])
    for turn, (scores, ranks) in enumerate(moments):
        rows[turn]["turn"] = turn
        rows[turn]["score"][:players], rows[turn]["rank"][:players] = scores, ranks
    return Course(rows, players)


def test_a_lead_passes_through_a_tie_only_if_it_passes() -> None:
    tie = ([1, 1], [1, 1])
    kept = made(tie, ([3, 1], [1, 2]), ([3, 3], [1, 1]), ([5, 3], [1, 2]))
    assert (kept.changes().tolist(), kept.led_from().tolist()) == ([0], [3])
    passed = made(tie, ([3, 1], [1, 2]), ([3, 3], [1, 1]), ([3, 5], [2, 1]), ([3, 9], [2, 1]))
    assert (passed.changes().tolist(), passed.led_from().tolist()) == ([1], [3])
    assert passed.leads.tolist() == [False, False, False, True, True]
    assert passed.shares.tolist() == [True, False, True, False, False]
    assert passed.margin.tolist() == [0, 2, 0, 2, 6]
    assert passed.behind.tolist() == [0, 2, 0, 0, 0]


def test_the_winners_of_a_shared_win_may_take_turns_in_front() -> None:
    course = made(([0, 0, 0], [1, 1, 1]), ([2, 1, 0], [1, 2, 3]), ([2, 3, 0], [2, 1, 3]), ([3, 3, 0], [1, 1, 3]))
    assert course.led_from().tolist() == [1]
    assert course.changes().tolist() == [1]
    assert course.margin.tolist() == [0, 1, 1, 0]
    assert course.shares.tolist() == [True, False, False, False]


def test_where_few_points_win_a_margin_is_no_less_than_nothing() -> None:
    course = made(([9, 4], [2, 1]), ([3, 5], [1, 2]))
    assert course.margin.tolist() == [5, 2]
    assert course.behind.tolist() == [5, 0]


def test_a_margin_that_hangs_on_a_tie_break_is_nothing() -> None:
    assert made(([4, 4], [2, 1]), ([4, 4], [1, 2])).margin.tolist() == [0, 0]


# ---- what cannot be asked --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("games", "message"),
    [
        (range(0), "a range of consecutive games"),
        (range(0, 4, 2), "a range of consecutive games"),
        (3, "a range of consecutive games"),
        (range(5), "first of games must be a whole number from 10 to 19"),
        (range(15, 25), "last of games must be a whole number from 10 to 19"),
    ],
)
def test_games_that_are_not_of_the_run(games: object, message: str) -> None:
    run = bs.simulate("sirvam", 10, players=2, seed=1, strategies="random", first_game=10)
    for function in (bs.lead, bs.lead_by_turn, bs.score_by_turn):
        with pytest.raises(bs.BoardstatsError, match=message):
            function(run, games)


def test_only_a_run_has_a_course() -> None:
    with pytest.raises(bs.BoardstatsError, match="not of DataFrame"):
        bs.lead(pd.DataFrame())  # type: ignore[arg-type]


def test_a_run_that_is_played_otherwise_now_is_refused() -> None:
    run = bs.simulate("sirvam", 10, players=2, seed=1, strategies="random")
    run.batch.seats["score"][3] += 1
    with pytest.raises(bs.BoardstatsError, match="plays the games of this run otherwise"):
        bs.lead(run)


@every_game
def test_to_score_a_game_on_the_way_changes_nothing(name: str) -> None:
    """Else the moments would not be those of the game that was counted."""
    run = simulated(name, load(name).players[0], {}, games=40)
    table = bs.score_by_turn(run)
    last = table.groupby("game", sort=False).tail(run.plan.players)
    assert last["score"].tolist() == run.frame["score"].tolist()
    assert math.isclose(bs.lead_by_turn(run)["led"].iloc[-1], 1)
