"""Playing many games: rows that depend on nothing but seed and game, seeds, rotation, bad input, and interrupts."""

from __future__ import annotations

import io
import itertools
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import boardstats as bs
from boardstats import below, uniform
from boardstats.games.sirvam.state import IN_PANTRY, ON_TURN
from boardstats.plan import Plan
from tests.support import COMMAND, TABLES, assert_same_rows, environment, run_python

Edition = bs.sirvam.Edition
GAMES = 2100


@bs.sirvam.strategy
def mine(view, moves, rng, call=0.05, throw=0.1):
    """A user's strategy: throws now and then, calls seldom; else at random."""
    if view.decision == ON_TURN:
        return len(moves) - 1 if uniform(rng) < call else 0
    if view.decision == IN_PANTRY and uniform(rng) > throw:
        return 0
    return below(rng, len(moves))


def play(games: int = GAMES, **changes) -> bs.Run:
    """Play games in which everything varies: a user's strategy with two settings, rotated, three kings in a match."""
    asked = {"players": 3, "seed": 1, "strategies": [mine, mine(call=0.5), "random"], "edition": Edition(full=True)}
    return bs.simulate("sirvam", games, **(asked | changes))


@pytest.fixture(scope="module")
def run() -> bs.Run:
    return play()


# ---- rows depend on nothing but seed and game ------------------------------------------------------------------------


@pytest.mark.parametrize("batch", [None, 1, 7, 1000])
@pytest.mark.parametrize("workers", [1, 2, 4])
def test_same_rows_for_any_workers_and_batches(run: bs.Run, workers: int, batch: int | None) -> None:
    assert_same_rows(play(workers=workers, batch=batch), run)


def test_same_rows_from_an_executor_of_threads(run: bs.Run) -> None:
    with ThreadPoolExecutor(3) as threads:
        assert_same_rows(play(executor=threads, batch=100), run)
        assert threads.submit(int, "7").result() == 7  # it is the caller's, and still open


def test_same_rows_from_other_processes(run: bs.Run) -> None:
    """With a user's strategy that no other process can import by its name."""

    @bs.sirvam.strategy
    def shy(view, moves, rng, pause=GAMES):
        return below(rng, len(moves)) if view.turn < pause else 0

    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as processes:
        assert_same_rows(play(executor=processes), run)
        assert_same_rows(
            play(200, strategies=[shy, shy(pause=4), mine], executor=processes, batch=60),
            play(200, strategies=[shy, shy(pause=4), mine]),
        )


def test_ten_thousand_games_from_batches_of_every_kind() -> None:
    one = bs.simulate("sirvam", 10_000, players=4, seed=1, strategies="random")
    for workers, batch in [(2, 7), (4, 1000), (2, None)]:
        assert_same_rows(bs.simulate("sirvam", 10_000, players=4, seed=1, strategies="random", workers=workers, batch=batch), one)


def test_a_run_goes_on_where_another_ended(run: bs.Run) -> None:
    parts = [play(700), play(1, first_game=700), play(GAMES - 701, first_game=701, workers=2)]
    assert [part.first_game for part in parts] == [0, 700, 701]
    for table in TABLES:
        whole = pd.concat([getattr(part, table) for part in parts], ignore_index=True)
        pd.testing.assert_frame_equal(whole, getattr(run, table), check_exact=True)


@pytest.mark.parametrize("games", [1, 2, 65, 500])
def test_rows_do_not_depend_on_how_many_games_were_asked_for(run: bs.Run, games: int) -> None:
    few = play(games)
    assert len(few) == games
    for table in TABLES:
        expected = getattr(run, table)
        pd.testing.assert_frame_equal(getattr(few, table), expected[expected["game"] < games], check_exact=True)


def test_games_of_large_index(run: bs.Run) -> None:
    far = play(3, first_game=2**62 - 1)
    assert far.games["game"].tolist() == [2**62 - 1, 2**62, 2**62 + 1]
    assert far.frame["win_share"].sum() == 3


# ---- the same decks --------------------------------------------------------------------------------------------------


def drawing(extra: int):
    """Return a strategy that always makes the first move, and before that draws random numbers to no end."""

    @bs.sirvam.strategy
    def first(view, moves, rng):
        for _ in range(extra):
            below(rng, 1 + view.turn)
        return 0

    return first


@pytest.mark.parametrize("full", [False, True])
def test_whoever_draws_more_random_numbers_meets_the_same_games(full: bool) -> None:
    """The first move never depends on a draw, so that every row has to be the same: decks, races, the others' choices."""
    line_ups = [[drawing(extra), mine, "random"] for extra in (0, 5)]
    one, other = (play(1000, strategies=line_up, edition=Edition(full=full)) for line_up in line_ups)
    assert_same_rows(one, other)


def test_another_strategy_meets_the_same_deals() -> None:
    """Same opening hands, and the same cards to draw from the pile in the same order."""

    def told(strategy: object) -> list[tuple[list[str], list[str]]]:
        games = []
        for game in range(20):
            text = bs.replay(
                "sirvam", game=game, players=3, seed=5, strategies=strategy, edition=Edition(king="skull")
            ).splitlines()
            drawn = [line.split(" draws ")[1] for line in text if " draws " in line and "penalty" not in line]
            games.append(([line for line in text if " is dealt " in line], drawn))
        return games

    quiet, other = drawing(2), mine(throw=0)
    for (hands, pile), (other_hands, other_pile) in zip(told(quiet), told(other), strict=True):
        assert len(hands) == 3
        assert hands == other_hands
        n = min(len(pile), len(other_pile))  # nobody throws wrongly, so that there are no penalty cards between
        assert n >= 1
        assert pile[:n] == other_pile[:n]


# ---- rotation --------------------------------------------------------------------------------------------------------


def test_rotation_moves_the_line_up_a_seat_on_each_game(run: bs.Run) -> None:
    labels = ["mine", "mine(call=0.5)", "random"]
    by_game = run.frame["strategy"].astype(str).to_numpy().reshape(-1, 3)
    for game in (0, 1, 2, 3, 1000, GAMES - 1):
        assert by_game[game].tolist() == [labels[(seat + game) % 3] for seat in range(3)]
    in_seat = Counter(zip(run.frame["seat"].tolist(), run.frame["strategy"].astype(str).tolist(), strict=True))
    assert set(in_seat.values()) == {GAMES // 3}


def test_rotation_off_keeps_everybody_in_the_own_seat() -> None:
    fixed = play(60, rotate=False).frame
    assert fixed["strategy"].astype(str).tolist() == ["mine", "mine(call=0.5)", "random"] * 60


def test_a_rotated_game_is_the_same_game_with_the_line_up_written_in_that_order(run: bs.Run) -> None:
    line_up = [mine, mine(call=0.5), "random"]
    for shift in (1, 2):
        fixed = play(300, strategies=line_up[shift:] + line_up[:shift], rotate=False)
        rows = run.frame[(run.frame["game"] % 3 == shift) & (run.frame["game"] < 300)].reset_index(drop=True)
        expected = fixed.frame[fixed.frame["game"] % 3 == shift].reset_index(drop=True)
        assert len(rows) == 300
        for column in rows.columns:
            assert rows[column].astype(str).tolist() == expected[column].astype(str).tolist(), column


@pytest.mark.parametrize(
    ("strategies", "rotated"),
    [("random", False), ([mine, mine, mine], False), ([mine, mine, "random"], True), ([mine, mine(call=0.5), mine], True)],
)
def test_line_ups_of_different_strategies_rotate_unless_told_otherwise(strategies: object, rotated: bool) -> None:
    assert play(3, strategies=strategies).provenance()["rotate"] is rotated
    assert play(3, strategies=strategies, rotate=not rotated).provenance()["rotate"] is not rotated


# ---- seeds -----------------------------------------------------------------------------------------------------------


def test_a_fresh_seed_is_drawn_and_recorded() -> None:
    runs = [play(50, seed=None) for _ in range(3)]
    seeds = [run.provenance()["seed"] for run in runs]
    assert len(set(seeds)) == 3
    assert all(type(seed) is int and 0 <= seed < 2**63 for seed in seeds)
    assert_same_rows(play(50, seed=seeds[0]), runs[0])
    assert not play(50, seed=seeds[1]).frame.equals(runs[0].frame)


def test_seeds_of_every_size_and_numpys_integers(run: bs.Run) -> None:
    assert_same_rows(play(100, seed=np.int64(1), players=np.int32(3)), play(100))
    rows = [play(50, seed=seed).frame["hand_total"].tolist() for seed in (0, 2**32, 2**63 - 1)]
    assert rows[0] != rows[1] != rows[2]


# ---- bad input -------------------------------------------------------------------------------------------------------

BAD = [
    ({"name": "sirwam"}, "'sirwam'.*sirvam.*mean 'sirvam'"),
    ({"name": None}, "None.*sirvam"),
    ({"name": ["sirvam"]}, "game"),
    ({"games": 0}, "games.*1.*not 0"),
    ({"games": -1}, "games.*1.*not -1"),
    ({"games": 2.5}, "games.*whole number.*not 2.5"),
    ({"games": True}, "games.*whole number.*not True"),
    ({"games": "100"}, "games.*whole number.*not '100'"),
    ({"games": None}, "games.*whole number.*not None"),
    ({"players": 1}, "2 to 6 players, not 1"),
    ({"players": 7}, "2 to 6 players, not 7"),
    ({"players": 3.0}, "2 to 6 players, not 3.0"),
    ({"players": True}, "2 to 6 players, not True"),
    ({"players": "3"}, "2 to 6 players, not '3'"),
    ({"seed": -1}, "seed.*not -1"),
    ({"seed": 2**63}, f"seed.*not {2**63}"),
    ({"seed": 1.0}, "seed.*whole number.*not 1.0"),
    ({"seed": "7"}, "seed.*whole number.*not '7'"),
    ({"seed": False}, "seed.*whole number.*not False"),
    ({"first_game": -1}, "first_game.*not -1"),
    ({"first_game": 0.5}, "first_game.*not 0.5"),
    ({"workers": 0}, "workers.*1.*not 0"),
    ({"workers": -2}, "workers.*1.*not -2"),
    ({"workers": 1.5}, "workers.*not 1.5"),
    ({"workers": None}, "workers.*not None"),
    ({"batch": 0}, "batch.*1.*not 0"),
    ({"batch": 2.5}, "batch.*not 2.5"),
    ({"executor": 2}, "executor"),
    ({"rotate": "no"}, "rotate.*'no'"),
    ({"strategies": "rondom"}, "'rondom'.*random.*mean 'random'"),
    ({"strategies": "random,random"}, "2 strategies for 3 players"),
    ({"strategies": ["random"] * 4}, "4 strategies for 3 players"),
    ({"strategies": []}, "0 strategies for 3 players"),
    ({"strategies": ["random", "random", 7]}, "7.*name.*function"),
    ({"strategies": 7}, "7.*name.*function"),
    ({"strategies": "random(speed=6)"}, "'random'.*'speed'"),
    ({"strategies": "random(6)"}, r"random\(6\).*parameter=6"),
    ({"strategies": "random("}, r"random\("),
    ({"edition": {"king": "fish"}}, "edition.*sirvam.Edition"),
    ({"edition": "fish"}, "edition.*sirvam.Edition.*not a str"),
    ({"edition": Edition}, "edition.*sirvam.Edition"),
    ({"edition": pd.DataFrame({"king": ["fish", "bell"]})}, "edition.*sirvam.Edition"),
    ({"edition": Edition(dealt=12), "players": 5}, "60 of 52 cards"),
]


@pytest.mark.parametrize(
    ("changes", "message"), BAD, ids=lambda value: str(value)[:40].replace("\n", " ") if isinstance(value, dict) else ""
)
def test_bad_input_is_one_line_that_says_what_is_right(changes: dict, message: str) -> None:
    asked = {"name": "sirvam", "games": 10, "players": 3, "seed": 1, "strategies": "random"} | changes
    with pytest.raises(bs.BoardstatsError, match=message) as caught:
        bs.simulate(asked.pop("name"), asked.pop("games"), **asked)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("games", [range(-3, 2), range(0), range(0, 10, 2), 5, [1, 2]])
def test_decisions_ask_for_a_range_of_games(run: bs.Run, games: object) -> None:
    with pytest.raises(bs.BoardstatsError, match="range"):
        run.decisions(games)


@pytest.mark.parametrize("game", [-1, GAMES, 2.0, "1"])
def test_only_games_of_the_run_can_be_replayed(run: bs.Run, game: object) -> None:
    with pytest.raises(bs.BoardstatsError, match=f"game must be a whole number from 0 to {GAMES - 1}"):
        run.replay(game)


# ---- decision logs ---------------------------------------------------------------------------------------------------


def test_decisions_are_those_that_the_games_counted(run: bs.Run) -> None:
    """Also where the log's room runs out and is made anew."""
    log = run.decisions()
    assert log.groupby("game").size().tolist() == run.games["decisions"].tolist()
    assert (log["n_legal"] >= 2).all()
    assert (log["answer"] < log["n_legal"]).all()
    assert (log["legal"].str.count(r"\|") + 1).equals(log["n_legal"].astype("int64"))
    assert [legal.split(" | ")[answer] for legal, answer in zip(log["legal"], log["answer"], strict=True)] == log["move"].tolist()
    who = run.frame.set_index(["game", "seat"])["strategy"].astype(str)
    assert who.loc[list(zip(log["game"], log["seat"], strict=True))].tolist() == log["strategy"].astype(str).tolist()
    pd.testing.assert_frame_equal(run.decisions(range(40, 50)), log[log["game"].between(40, 49)].reset_index(drop=True))


# ---- interrupts and progress -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["SIGINT", "SIGTERM", "SIGHUP"])
@pytest.mark.parametrize("workers", ["1", "2"])
@pytest.mark.skipif(os.name == "nt", reason="no such signals to another process there")
def test_a_signal_stops_and_leaves_nothing(tmp_path: Path, workers: str, kind: str) -> None:
    """Ctrl-C, a `kill`, and a terminal that closes."""
    command = [
        "simulate",
        "sirvam",
        "--games",
        "100000000",
        "--players",
        "4",
        "--seed",
        "1",
        "--strategies",
        "random",
        "--workers",
        workers,
    ]
    files = ["--csv", "x.csv", "--games-csv", "games.csv", "--parquet", "x.parquet"]
    process = subprocess.Popen(
        [sys.executable, *COMMAND, *command, *files],
        cwd=tmp_path,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(getattr(signal, kind), signal.SIG_DFL),  # nohup ignores SIGHUP
    )
    try:
        for _ in range(600):  # until it is writing
            time.sleep(0.1)
            if process.poll() is not None or sum(path.stat().st_size for path in tmp_path.iterdir()) > 1_000_000:
                break
        assert process.poll() is None, process.communicate()
        process.send_signal(getattr(signal, kind))
        _, err = process.communicate(timeout=5)  # two seconds are promised; a busy machine is not what is tested
    finally:
        process.kill()
    assert process.returncode == (1 if kind == "SIGINT" else 128 + getattr(signal, kind))
    assert b"Traceback" not in err
    assert list(tmp_path.iterdir()) == []


def test_an_interrupt_leaves_a_session_usable(run: bs.Run) -> None:
    """As in a notebook: KeyboardInterrupt comes out of `simulate`, and nothing is left waiting."""
    code = """
import os, signal, threading, time
import boardstats as bs
bs.simulate("sirvam", 10, players=4, seed=1, strategies="random")
for workers in (1, 2):
    threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
    try:
        bs.simulate("sirvam", 2**40, players=4, seed=1, strategies="random", workers=workers)
    except KeyboardInterrupt:
        print("interrupted", sum(thread.name.startswith("boardstats") for thread in threading.enumerate()))
print(len(bs.simulate("sirvam", 10, players=4, seed=1, strategies="random").frame))
"""
    done = run_python("-c", code)
    assert (done.stdout.split("\n")[:3], done.stderr) == (["interrupted 0", "interrupted 0", "40"], "")


def test_progress_is_silent_when_piped() -> None:
    arguments = [
        "simulate",
        "sirvam",
        "--games",
        "1000000",
        "--players",
        "4",
        "--seed",
        "1",
        "--strategies",
        "random",
        "--workers",
        "1",
    ]
    run_python(*COMMAND, *[*arguments[:3], "10", *arguments[4:]])
    done = run_python(*COMMAND, *arguments)
    assert (done.returncode, done.stderr) == (0, "")


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("stream", "progress", "seconds", "shown"),
    [
        (Terminal, None, 1.5, True),
        (Terminal, None, 0, False),  # too short to be worth a bar
        (Terminal, False, 1.5, False),
        (io.StringIO, None, 1.5, False),
        (io.StringIO, True, 1.5, True),
        (io.StringIO, False, 1.5, False),
    ],
)
def test_a_bar_is_shown_in_a_terminal_or_when_asked_for(
    monkeypatch: pytest.MonkeyPatch, stream: type[io.StringIO], progress: bool | None, seconds: float, shown: bool
) -> None:
    written, ticks = stream(), itertools.count()
    monkeypatch.setattr(sys, "stderr", written)
    monkeypatch.setitem(sys.modules, "ipykernel", sys)  # imported by somebody, it makes no notebook of a terminal
    monkeypatch.setattr("tqdm.std.time", lambda: seconds * next(ticks))  # a clock that goes on at every look
    play(3000, batch=1000, progress=progress)
    assert ("/3.00k" in written.getvalue()) is shown
    assert shown or written.getvalue() == ""


@pytest.mark.parametrize(("strategy", "first"), [("sharp", 64), ("searcher(playouts=2)", 1)])
def test_the_first_batch_of_a_searcher_is_a_single_game(monkeypatch: pytest.MonkeyPatch, strategy: str, first: int) -> None:
    """So that progress moves, however slow it is."""
    played: list[int] = []
    play = Plan.play
    monkeypatch.setattr(Plan, "play", lambda plan, first, n: played.append(n) or play(plan, first, n))
    bs.simulate("sirvam", 100, players=2, seed=1, strategies=strategy)
    assert played[0] == first
    assert sum(played) == 100
