"""Advice and search: what a move is worth follows from what the player knows, and a searcher plays by it."""

from __future__ import annotations

import dataclasses
import pickle
import re

import numpy as np
import pandas as pd
import pytest

import boardstats as bs
from boardstats.advising import Position
from boardstats.game import GAMES, load
from boardstats.strategy import chosen
from boardstats.streams import SEAT, open_stream
from tests.support import assert_same_rows, run_python
from tests.test_contract import differing

SARDINES, SIRVAM = load("sardines"), load("sirvam")


def at(name: str, game: int, decision: int, players: int = 2, strategies: str = "greedy") -> Position:
    return bs.position(name, game=game, players=players, seed=4, decision=decision, strategies=strategies)


# ---- positions -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["sirvam", "sardines"])
def test_a_position_is_the_decision_that_the_log_tells_of(name: str) -> None:
    run = bs.simulate(name, 3, players=3, seed=9, strategies="random")
    for row in run.decisions()[::3].itertuples():
        position = run.position(row.game, row.number)
        assert (position.seat, position.view["decision"] >= 0, position.moves) == (row.seat, True, row.legal.split(" | "))
        after = position.play(row.move)
        assert differing(after.state, position.play(int(row.answer)).state) == []
        assert differing(after.state, position.state) != []
        assert position.moves == row.legal.split(" | ")  # playing on leaves it as it is


@pytest.mark.parametrize("name", GAMES)
def test_moves_are_told_as_in_a_replay_and_tell_nothing_that_the_seat_does_not_know(name: str) -> None:
    game = load(name)
    edition = list(game.variants().values())[-1]
    run = bs.simulate(name, 1, players=3, seed=9, strategies="random", edition=edition)
    told, stream = run.replay(0), np.zeros(4, np.uint64)
    rows, same = list(run.decisions().itertuples()), 0
    for row in rows[:: max(1, len(rows) // 20)]:
        position = run.position(0, row.number)
        words = position.told
        assert len(set(words)) == len(words)
        same += f"Seat {position.seat} {words[row.answer]}" in told
        assert differing(position.play(words[row.answer]).state, position.play(row.answer).state) == []
        for number in range(3):  # the same view, another truth
            other = np.array([position.state])
            open_stream(stream, np.uint64(number), np.uint64(row.number), np.uint64(SEAT))
            game.redeal(other[0], run.plan.box, position.seat, stream)
            assert dataclasses.replace(position, state=other[0]).told == words
    assert same > (0 if name == "sirvam" else len(rows[:: max(1, len(rows) // 20)]) // 2)


def test_what_a_seat_knows_of_its_cards_is_told() -> None:
    run = bs.simulate("sirvam", 40, players=3, seed=9, strategies="careful")
    words = " ".join(" ".join(run.position(row.game, row.number).told) for row in run.decisions(range(8)).itertuples())
    assert re.search(r"puts the -?\d+ in place \d and discards the \d", words)
    assert "discards what lies there, unseen" in words
    assert re.search(r"throws the -?\d+ in place \d", words)
    assert re.search(r"throws the card in place \d, unseen", words)


def test_advice_tells_the_moves() -> None:
    position = at("sardines", 0, 0)
    found = position.advise(playouts=50)
    assert found["told"].sort_index().tolist() == position.told
    assert found["move"].sort_index().tolist() == position.moves
    assert all(words.startswith(("gathers ", "fills the order ")) for words in found["told"])


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: at("sardines", 0, 10_000), "there is no decision 10000"),
        (lambda: at("sardines", 0, 0).play("fly"), "'fly'"),
        (lambda: at("sardines", 0, 0).play(99), "move must be a whole number from 0 to"),
        (lambda: at("sardines", 0, 0).advise(playouts=0), "playouts must be a whole number from 1"),
        (lambda: at("sardines", 0, 0).advise(strategies="searcher"), "strategies that do not search"),
        (lambda: bs.simulate("sardines", 5, players=2, strategies="searcher(playouts=0)"), "1 playout or more"),
        (lambda: bs.simulate("sardines", 5, players=2, strategies="searcher(depth=1)"), "'depth'"),
        (lambda: bs.simulate("sardines", 5, players=2, strategies="searcher", debug=True), "does not run with debug=True"),
    ],
)
def test_what_cannot_be_asked_is_one_clear_error(make, words: str) -> None:
    with pytest.raises(bs.BoardstatsError, match=words):
        make()


# ---- advice ----------------------------------------------------------------------------------------------------------


def test_advice_on_the_last_decision_is_how_each_move_ends() -> None:
    """Where every move ends the game, nothing is left to chance: the win share is that of the game after the move."""
    compared = 0
    for game in range(40):
        run = bs.simulate("sardines", 1, players=2, seed=4, strategies="greedy", first_game=game)
        position = run.position(game, int(run.games["decisions"][0]) - 1)
        ends = [position.play(move) for move in range(len(position.moves))]
        if all(end.over for end in ends):
            found = position.advise(playouts=20 * len(ends)).sort_index()
            for end, row in zip(ends, found.itertuples(), strict=True):
                seats, whole = np.zeros(2, SARDINES.seats.dtype), np.zeros(1, SARDINES.games.dtype)
                SARDINES.score(end.state, position.plan.box, seats, whole[0])
                mine = seats[position.seat]
                assert (row.win_share, row.score, row.playouts) == (mine["win_share"], mine["score"], 20)
            compared += 1
    assert compared >= 3


@pytest.mark.parametrize(("name", "strategies"), [("sirvam", "careful"), ("sardines", "greedy")])
def test_advice_depends_on_what_the_player_knows_and_on_nothing_else(name: str, strategies: str) -> None:
    """Dealt anew in agreement with the view, the position brings the same advice; nor do workers matter."""
    position = at(name, 3, 7, players=3, strategies=strategies)
    found = position.advise(playouts=1000)
    state, stream = np.array([position.state]), np.array([1, 2, 3, 4], np.uint64)
    load(name).redeal(state[0], position.plan.box, position.seat, stream)
    assert state.tobytes() != position.state.tobytes()
    other = Position(position.plan, position.game, state[0])
    pd.testing.assert_frame_equal(other.advise(playouts=1000), found)
    pd.testing.assert_frame_equal(position.advise(playouts=1000, workers=2), found)


def test_advice_has_intervals_and_says_how_far_a_move_is_behind() -> None:
    found = at("sardines", 1, 12).advise(playouts=4000)
    assert found["win_share"].is_monotonic_decreasing
    assert ((found["win_share_low"] <= found["win_share"]) & (found["win_share"] <= found["win_share_high"])).all()
    assert np.allclose(found["behind"], found["win_share"].iloc[0] - found["win_share"])
    assert (found["playouts"] == 4000 // len(found)).all()
    assert found.iloc[0][["behind", "behind_low", "behind_high"]].tolist() == [0, 0, 0]


def test_playouts_are_played_on_as_games_are_played() -> None:
    """From the first decision, playing on by `greedy` after the move greedy makes wins as often as whole games do."""
    run = bs.simulate("sardines", 3000, players=2, seed=8, strategies="greedy", rotate=False)
    share = run.summary().loc[("seat", 0)]
    low, high = [], []
    for game in range(12):
        position = at("sardines", game, 0)
        made = bs.simulate("sardines", 1, players=2, seed=4, strategies="greedy", first_game=game).decisions()["answer"][0]
        row = position.advise(playouts=250 * len(position.moves), strategies="greedy", seed=game).loc[made]
        low.append(row["win_share_low"])
        high.append(row["win_share_high"])
    assert np.mean(low) < share["win_share_high"]
    assert np.mean(high) > share["win_share_low"]


# ---- the searcher ----------------------------------------------------------------------------------------------------


def test_a_searcher_beats_what_it_plays_by() -> None:
    run = bs.simulate("sardines", 60, players=2, seed=3, strategies=["searcher(playouts=40)", "planner"])
    assert run.summary().loc[("strategy", "searcher(playouts=40)"), "win_share_low"] > 0.5


def test_a_searchers_games_do_not_depend_on_workers_or_batches() -> None:
    for name in ("sirvam", "sardines"):
        line_up = ["searcher(playouts=12)", "random", "searcher(playouts=5)"]
        one = bs.simulate(name, 12, players=3, seed=1, strategies=line_up)
        assert_same_rows(one, bs.simulate(name, 12, players=3, seed=1, strategies=line_up, workers=2, batch=5))
        assert one.replay(3) == bs.replay(name, game=3, players=3, seed=1, strategies=line_up)


def test_a_searcher_leaves_the_decks_of_the_others_as_they_are() -> None:
    """Seats that do not search meet the same decks, and decide alike until the searcher has moved otherwise."""
    plain = bs.simulate("sardines", 20, players=2, seed=6, strategies=["greedy", "planner"], rotate=False).decisions()
    with_search = bs.simulate(
        "sardines", 20, players=2, seed=6, strategies=["greedy", "searcher(playouts=3)"], rotate=False
    ).decisions()
    first = plain[(plain["number"] == 0)].reset_index(drop=True)
    pd.testing.assert_frame_equal(
        first.drop(columns="strategy"), with_search[with_search["number"] == 0].reset_index(drop=True).drop(columns="strategy")
    )


def test_a_searcher_can_be_named_changed_and_sent_to_another_process() -> None:
    made = chosen(SIRVAM, "searcher(playouts=7, call_at=0.6)")
    assert made.label == "searcher(call_at=0.6, playouts=7)"
    again = pickle.loads(pickle.dumps(made))
    assert (again.label, again.playouts, again.plays.label) == (made.label, 7, "sharp(call_at=0.6)")
    assert made.compiled() is SIRVAM.strategies["sharp"].compiled()


def test_search_by_a_strategy_of_ones_own() -> None:
    @bs.sardines.strategy
    def last(view, moves, rng):
        return len(moves) - 1  # fills an order whenever it can

    searcher = bs.searcher(last, playouts=30)
    run = bs.simulate("sardines", 40, players=2, seed=3, strategies=[searcher, last])
    assert run.summary().loc[("strategy", searcher.label), "win_share_low"] > 0.5

    @bs.sardines.strategy
    def wrong(view, moves, rng):
        return len(moves) if view.turn > 3 else len(moves) - 1

    with pytest.raises(bs.StrategyError, match="searching_wrong"):
        bs.simulate("sardines", 5, players=2, seed=3, strategies=[bs.searcher(wrong, playouts=5), "random"])
    with pytest.raises(bs.StrategyError, match="'wrong' answered with no legal move in a playout"):
        at("sardines", 0, 0).advise(strategies=wrong, playouts=50)


def test_few_playouts_tell_no_move_from_the_best() -> None:
    for playouts in (2, 4):
        found = bs.advise("sirvam", game=0, players=2, seed=1, playouts=playouts)
        assert (found["behind_low"] <= 0).all()


def test_a_strategy_that_raises_in_a_playout_is_named() -> None:
    def broken(view, moves, rng):  # type: ignore[no-untyped-def]
        return 1 // (len(moves) - len(moves))

    with pytest.raises(bs.StrategyError, match="strategy broken raised ZeroDivisionError in a playout"):
        bs.advise("sirvam", game=0, players=2, seed=1, playouts=2, play_on=broken)


def test_a_game_that_is_over_has_no_move_to_make() -> None:
    at = bs.position("sirvam", game=0, players=2, seed=1)
    while not at.over:
        at = at.play(0)
    with pytest.raises(bs.BoardstatsError, match="over"):
        at.play(0)


@pytest.mark.parametrize("workers", [1, 2])
def test_an_interrupt_ends_a_game_that_would_take_minutes(workers: int) -> None:
    """Ten million playouts at each decision: the game is in its first one when the signal comes."""
    code = f"""
import os, signal, threading, time
import boardstats as bs
line_up = ["searcher(playouts=10)", "planner"]
bs.simulate("sardines", 1, players=2, seed=1, strategies=line_up)  # compiled
threading.Timer(1.0, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
begun = time.monotonic()
try:
    bs.simulate("sardines", 8, players=2, seed=1, strategies=["searcher(playouts=10_000_000)", "planner"], workers={workers})
except KeyboardInterrupt:
    print(time.monotonic() - begun)
"""
    done = run_python("-c", code)
    assert 1.0 <= float(done.stdout) < 3.0, done.stderr


def test_chance_does_not_make_a_searcher_worse_than_what_it_plays_by() -> None:
    """Of many moves one is always ahead by chance in a few playouts: taking it would leave a win share of one third."""
    run = bs.simulate("sirvam", 400, players=2, seed=1, strategies=["searcher(playouts=40)", "sharp"], workers=2)
    assert run.summary().loc[("strategy", "searcher(playouts=40)"), "win_share_low"] > 0.38
