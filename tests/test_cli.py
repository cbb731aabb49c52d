"""The command line: the same rows as in Python, files whole or not at all, and one line for every error."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path

import click
import pandas as pd
import pytest
from click.testing import CliRunner, Result

import boardstats as bs
from boardstats.cli import main
from boardstats.game import GAMES, load
from tests.support import COMMAND, assert_same_rows, run_python

Edition = bs.sirvam.Edition
FULL = Edition(full=True, kings=("fish", "bell", "skull"))
PLAY = ["simulate", "sirvam", "--games", "300", "--players", "3", "--seed", "7", "--strategies", "random"]


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture(scope="module", autouse=True)
def _compiled() -> None:
    """Else the first command says that it compiles."""
    bs.simulate("sirvam", 1, players=2, seed=1)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, list(arguments), prog_name="boardstats")


def fine(*arguments: str) -> str:
    """Run a command, assert that it ends well and says nothing beside, and return what it prints."""
    result = run(*arguments)
    assert (result.exit_code, result.stderr) == (0, ""), result.output
    return result.stdout


def files() -> list[str]:
    return sorted(path.name for path in Path().iterdir())


# ---- games -----------------------------------------------------------------------------------------------------------


def test_games_lists_games_strategies_and_options() -> None:
    lines = fine("games").splitlines()
    for name in GAMES:
        game = load(name)
        assert f"{name}: {game.title}, {game.players[0]} to {game.players[-1]} players" in lines
        for strategy in game.strategies:
            assert any(line.startswith(f"  strategy {strategy}") for line in lines)
        for option, (_, doc) in game.edition.described().items():
            assert any(line.startswith(f"  option {option}=") and line.endswith(doc) for line in lines)


# ---- simulate --------------------------------------------------------------------------------------------------------


def test_simulate_writes_the_rows_of_python() -> None:
    out = fine(
        *PLAY,
        "--csv",
        "run.csv",
        "--parquet",
        "run.parquet",
        "--games-csv",
        "games.csv",
        "--taken-csv",
        "taken.csv",
        "--workers",
        "2",
    )
    expected = bs.simulate("sirvam", 300, players=3, seed=7, strategies="random")
    for name in ("run.csv", "run.parquet"):
        read = bs.read_run(name)
        assert_same_rows(read, expected)
        assert read.provenance() == expected.provenance()
        assert f"Wrote {name}" in out.splitlines()
    for table in ("games", "taken"):
        expected.to_csv("expected.csv", table)
        assert Path(f"{table}.csv").read_bytes() == Path("expected.csv").read_bytes()
        assert Path(f"{table}.csv.json").read_bytes() == Path("expected.csv.json").read_bytes()
    assert expected.caption in out.splitlines()


def test_simulate_prints_the_summary() -> None:
    lines = fine(*PLAY, "--workers", "1").splitlines()
    summary = bs.simulate("sirvam", 300, players=3, seed=7, strategies="random").summary()
    row = next(line for line in lines if line.startswith("seat 2"))
    share, low, high = summary.loc[("seat", 2), ["win_share", "win_share_low", "win_share_high"]]
    assert f"{share:.4f} ({low:.4f} … {high:.4f})" in row
    assert f"{summary.loc[('seat', 2), 'score']:.2f}" in row
    assert any(line.startswith("random") for line in lines)
    assert "95 % intervals" in lines[-1]
    assert "Unfinished games: 0" in lines[-1]
    assert files() == []


@pytest.mark.parametrize("batches", [["--workers", "1"], ["--workers", "3"], []])
def test_the_summary_does_not_depend_on_workers(batches: list[str]) -> None:
    assert fine(*PLAY, *batches) == fine(*PLAY, "--workers", "2")


@pytest.mark.parametrize(
    ("options", "changes"),
    [
        (["--set", "king=fish"], {"edition": Edition(king="fish")}),
        (["--set", "full=yes", "--set", "kings=fish bell skull"], {"edition": FULL}),
        (["--set", " dealt = 5", "--set", "name=five"], {"edition": Edition(dealt=5, name="five")}),
        (["--set", "king=bell", "--set", "king=skull"], {"edition": Edition(king="skull")}),
        (["--first-game", "1000"], {"first_game": 1000}),
        (["--rotate"], {"rotate": True}),
        (["--strategies", "random,random(),random"], {}),
        (["--strategies", f"random,{next(reversed(load('sirvam').strategies))},random", "--no-rotate"],
         {"strategies": ["random", next(reversed(load("sirvam").strategies)), "random"], "rotate": False}),
        (["--seed", str(2**63 - 1)], {"seed": 2**63 - 1}),
        (["--players", "6"], {"players": 6}),
    ],
)  # fmt: skip
def test_options_say_what_is_played(options: list[str], changes: dict) -> None:
    fine(*PLAY, *options, "--csv", "run.csv")
    expected = bs.simulate("sirvam", 300, **({"players": 3, "seed": 7, "strategies": "random"} | changes))
    read = bs.read_run("run.csv")
    assert_same_rows(read, expected)
    assert read.provenance() == expected.provenance()


def test_the_default_strategy_is_that_of_python() -> None:
    fine("simulate", "sirvam", "--games", "50", "--players", "3", "--seed", "7", "--csv", "run.csv")
    assert_same_rows(bs.read_run("run.csv"), bs.simulate("sirvam", 50, players=3, seed=7))


def test_a_fresh_seed_is_told() -> None:
    without = [argument for argument in PLAY if argument not in ("--seed", "7")]
    fine(*without, "--csv", "run.csv")
    told = json.loads(Path("run.csv.json").read_text(encoding="utf-8"))
    assert f"seed {told['seed']}" in fine(*without[:-2], "--seed", str(told["seed"]), *without[-2:])
    assert_same_rows(bs.read_run("run.csv"), bs.simulate("sirvam", 300, players=3, seed=told["seed"], strategies="random"))


def test_an_edition_is_written_changed_and_played() -> None:
    out = fine("edition", "sirvam", "my_box")
    assert all(name in out for name in ("recipes.csv", "effects.csv", "options.csv"))
    assert Edition.read("my_box") == Edition()
    path = Path("my_box/recipes.csv")
    path.write_text(path.read_text().replace("15,3,0,rulebook", "15,9,0,assumed"))
    options = Path("my_box/options.csv")
    options.write_text(options.read_text().replace("king,,", "king,eleven,"))
    fine(*PLAY, "--edition", "my_box", "--csv", "run.csv")
    edition = Edition.read("my_box")
    assert (edition.king, int(edition.tables["recipes"]["count"].sum())) == ("eleven", 58)
    assert_same_rows(bs.read_run("run.csv"), bs.simulate("sirvam", 300, players=3, seed=7, strategies="random", edition=edition))
    fine(*PLAY, "--edition", "my_box", "--set", "king=fish", "--csv", "fish.csv")
    assert bs.read_run("fish.csv").plan.edition == edition.replace(king="fish")


def test_compiling_is_announced_beside_the_output(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("boardstats.batching.must_compile", lambda game, strategies: True)
    result = run(*PLAY)
    assert (result.exit_code, result.stderr.count("\n")) == (0, 1)
    assert result.stderr.startswith("Compiling the Sirvam o Rei simulator")
    assert "Compiling" not in result.stdout


def test_a_chart_is_drawn() -> None:
    fine(*PLAY, "--chart", "run.png")
    assert Path("run.png").read_bytes().startswith(b"\x89PNG")
    assert files() == ["run.png"]


# ---- replay ----------------------------------------------------------------------------------------------------------


def test_replay_tells_the_game_of_python() -> None:
    out = fine(
        "replay", "sirvam", "--players", "4", "--seed", "7", "--game", "1234", "--strategies", "random", "--set", "full=yes"
    )
    assert out == bs.replay("sirvam", game=1234, players=4, seed=7, strategies="random", edition=Edition(full=True)) + "\n"


# ---- the laboratory --------------------------------------------------------------------------------------------------

FIELD = ["random", "careful"]
COMPETE = ["tournament", "sirvam", "--games", "90", "--players", "3", "--seed", "7", "--strategies", ",".join(FIELD)]
COMPARE = ["compare", "sirvam", "--players", "3", "--games", "60", "--seed", "7"]


def test_a_tournament_prints_its_ranking_and_writes_the_table_of_python() -> None:
    out = fine(*COMPETE, "--csv", "ranking.csv", "--set", "king=fish", "--workers", "2")
    played = bs.tournament("sirvam", FIELD, players=3, games=90, seed=7, edition=Edition(king="fish"))
    first = played.ranking.loc[1]
    assert played.caption in out.splitlines()
    row = next(line for line in out.splitlines() if line.startswith(f"    1  {first['strategy']}"))
    assert f"{first['win_share']:.4f} ({first['win_share_low']:.4f} … {first['win_share_high']:.4f})" in row
    assert f"{first['score']:.2f} ({first['score_low']:.2f} … {first['score_high']:.2f})" in row
    assert out.splitlines()[-2:] == [played.separated, "Wrote ranking.csv"]
    played.to_csv("expected.csv")
    for ending in ("csv", "csv.json"):
        assert Path(f"ranking.{ending}").read_bytes() == Path(f"expected.{ending}").read_bytes()


@pytest.mark.parametrize("players", ["2..3", "2,3", "2,3,2"])
def test_tournaments_of_several_numbers_of_players_stand_in_one_file(players: str) -> None:
    out = fine(*COMPETE, "--players", players, "--csv", "rankings.csv")
    played = [bs.tournament("sirvam", FIELD, players=n, games=90, seed=7) for n in (2, 3)]
    assert all(one.caption in out.splitlines() for one in played)
    rows = pd.read_csv("rankings.csv")
    assert rows["players"].tolist() == [2, 2, 3, 3]
    for one in played:
        mine = rows[rows["players"] == one.schedule.players].drop(columns="players").set_index("place")
        pd.testing.assert_frame_equal(mine, one.ranking)
    told = json.loads(Path("rankings.csv.json").read_text(encoding="utf-8"))
    assert told["tournaments"] == json.loads(json.dumps([one.provenance() for one in played]))
    assert list(told["columns"]) == list(rows.columns)


def test_a_fresh_seed_is_that_of_all_tournaments() -> None:
    without = [argument for argument in COMPETE if argument not in ("--seed", "7")]
    captions = [line for line in fine(*without, "--players", "2..3").splitlines() if line.startswith("Tournament")]
    assert len({line.split(" seed ")[1].split(";")[0] for line in captions}) == 1


def test_two_strategies_are_compared_as_in_python() -> None:
    out = fine(*COMPARE, "careful", "random", "--against", "careful", "--set", "king=fish", "--csv", "pairs.csv")
    found = bs.compare(
        "sirvam", "careful", "random", players=3, games=60, seed=7, against="careful", edition=Edition(king="fish")
    )
    assert out.splitlines()[0] == found.caption
    row = next(line for line in out.splitlines() if line.startswith("win_share"))
    assert f"{found.difference:+.4f} ({found.low:+.4f} … {found.high:+.4f})" in row
    assert sum(line.startswith(tuple(found.frame.index)) for line in out.splitlines()) == len(found.frame)
    found.to_csv("expected.csv")
    for ending in ("csv", "csv.json"):
        assert Path(f"pairs.{ending}").read_bytes() == Path(f"expected.{ending}").read_bytes()


def test_two_editions_are_compared_as_in_python() -> None:
    out = fine(*COMPARE, "--set", "king=fish", "--strategies", "random", "--csv", "pairs.csv")
    found = bs.compare("sirvam", Edition(), Edition(king="fish"), players=3, games=60, seed=7, strategies="random")
    assert out.splitlines()[0] == found.caption
    row, turns = (
        next(line for line in out.splitlines() if line.startswith("all turns")),
        found.frame.loc[("game", "all", "turns")],
    )
    assert f"{turns['difference']:+.4f} ({turns['low']:+.4f} … {turns['high']:+.4f})" in row
    assert any(line.startswith("seat 2 score") for line in out.splitlines())
    found.to_csv("expected.csv")
    assert Path("pairs.csv").read_bytes() == Path("expected.csv").read_bytes()


# ---- errors ----------------------------------------------------------------------------------------------------------

ERRORS = [
    (["simulate", "sirwam", "--games", "10", "--players", "3"], "'sirwam'.*mean 'sirvam'"),
    ([*PLAY, "--players", "7"], "2 to 6 players, not 7"),
    ([*PLAY, "--players", "three"], "'--players'.*'three'"),
    ([*PLAY, "--games", "0"], "--games.*from 1 .*not 0"),
    ([*PLAY, "--games", "-5"], "--games.*not -5"),
    ([*PLAY, "--games", "1e6"], "'--games'.*'1e6'"),
    ([*PLAY, "--games", "2.5"], "'--games'.*'2.5'"),
    ([*PLAY, "--seed", "-1"], "seed.*not -1"),
    ([*PLAY, "--seed", "x"], "'--seed'.*'x'"),
    ([*PLAY, "--first-game", "-1"], "--first-game.*not -1"),
    ([*PLAY, "--workers", "0"], "workers.*not 0"),
    ([*PLAY, "--strategies", "rondom"], "'rondom'.*mean 'random'"),
    ([*PLAY, "--strategies", "random,random"], "2 strategies for 3 players"),
    ([*PLAY, "--strategies", "random(speed=6)"], "'random'.*'speed'"),
    ([*PLAY, "--strategies", ""], "strategy"),
    ([*PLAY, "--set", "king"], "--set 'king'.*option=value"),
    ([*PLAY, "--set", "kng=fish"], "'kng'.*mean 'king'"),
    ([*PLAY, "--set", "king=fsh"], "'fsh'.*mean 'fish'"),
    ([*PLAY, "--set", "dealt=four"], "'dealt'.*'four'"),
    ([*PLAY, "--set", "dealt=12", "--players", "6"], "72 of 52 cards"),
    ([*PLAY, "--edition", "nowhere"], "nowhere: no such folder"),
    ([*PLAY, "--csv", "nowhere/run.csv"], "nowhere/run.csv: cannot be written"),
    ([*PLAY, "--csv", "run.txt"], r"run\.txt.*\.csv"),
    ([*PLAY, "--csv", "run.parquet"], r"run\.parquet.*\.csv"),
    ([*PLAY, "--parquet", "run.csv"], r"run\.csv.*\.parquet"),
    ([*PLAY, "--games-csv", "games.parquet"], r"games\.parquet.*\.csv"),
    ([*PLAY, "--csv", "run.csv", "--games-csv", "run.csv"], r"run\.csv.*twice"),
    ([*PLAY, "--csv", "run.csv", "--taken-csv", "./run.csv"], r"run\.csv.*twice"),
    ([*PLAY, "--csv", "run.csv", "--parquet", "nowhere/run.parquet"], "nowhere/run.parquet"),
    ([*PLAY, "--csv", "run.csv", "--chart", "run.bmp"], r"run\.bmp.*\.png"),
    ([*PLAY, "--csv"], "'--csv'"),
    ([*PLAY, "--cvs", "run.csv"], "--cvs"),
    (["simulate", "sirvam", "--players", "3"], "'--games'"),
    (["simulate", "sirvam", "--games", "10"], "'--players'"),
    (["simulate", "--games", "10", "--players", "3"], "GAME"),
    ([*PLAY, "sardines"], "sardines"),
    (["simulat"], "simulat"),
    (["--verbose"], "--verbose"),
    (["replay", "sirvam", "--players", "3", "--game", "1"], "--seed is needed"),
    (["replay", "sirvam", "--players", "3", "--seed", "1", "--game", "-1"], "--game.*not -1"),
    (["replay", "sirvam", "--players", "3", "--seed", "1", "--game", "9" * 20], "--game.*not 9"),
    (["replay", "sirvam", "--players", "3", "--seed", "1"], "'--game'"),
    ([*PLAY, "--games", "9" * 20], "--games.*not 9"),
    ([*PLAY, "--first-game", "9" * 20], "--first-game.*not 9"),
    (["table", "sirvam", "form.csv", "--games", "0"], "--games.*not 0"),
    (["replay", "chess", "--players", "3", "--seed", "1", "--game", "1"], "'chess'"),
    (["strength", "chess"], "'chess'"),
    (["tune", "sirvam", "careful", "--players", "3", "--vary", "call_at=1..4", "--vary", "call_at=2..3"], "named twice"),
    (["strength", "sirvam", "--games", "0"], "games.*not 0"),
    (["tournament", "chess", *COMPETE[2:]], "'chess'"),
    ([*COMPETE, "--games", "0"], "games.*not 0"),
    ([*COMPETE, "--strategies", "random"], "2 or more strategies, not 1"),
    ([*COMPETE, "--strategies", "random,rondom"], "'rondom'.*mean 'random'"),
    ([*COMPETE, "--strategies", "random,random"], "'random'"),
    ([*COMPETE, "--players", "3..2"], r"'3\.\.2'.*like --players 2\.\.4"),
    ([*COMPETE, "--players", "2..x"], "'x' is not a whole number"),
    ([*COMPETE, "--players", "2,9"], "2 to 6 players, not 9"),
    ([*COMPETE, "--csv", "nowhere/t.csv"], "nowhere/t.csv: cannot be written"),
    ([*COMPETE, "--csv", "t.txt"], r"t\.txt.*\.csv"),
    (COMPARE, "--edition or --set"),
    ([*COMPARE, "careful"], "two strategies.*not 1"),
    ([*COMPARE, "careful", "random", "careful"], "two strategies.*not 3"),
    ([*COMPARE, "careful", "careful"], "both.*'careful'"),
    ([*COMPARE, "careful", "rondom"], "'rondom'.*mean 'random'"),
    ([*COMPARE, "careful", "random", "--strategies", "random"], "--against names"),
    ([*COMPARE, "--against", "random", "--set", "king=fish"], "--strategies names"),
    ([*COMPARE, "--set", "dealt=4"], "the same"),
    ([*COMPARE, "--set", "king=fsh"], "'fsh'.*mean 'fish'"),
    ([*COMPARE, "careful", "random", "--games", "1"], "games.*not 1"),
    ([*COMPARE, "careful", "random", "--csv", "nowhere/c.csv"], "nowhere/c.csv: cannot be written"),
    (["edition", "chess", "folder"], "'chess'"),
    (["edition", "sirvam"], "FOLDER"),
]


@pytest.mark.parametrize(
    ("arguments", "message"), ERRORS, ids=lambda value: " ".join(value[-2:]) if isinstance(value, list) else ""
)
def test_an_error_is_one_line_and_leaves_no_file(arguments: list[str], message: str) -> None:
    result = run(*arguments)
    assert result.exit_code in (1, 2)
    assert isinstance(result.exception, SystemExit)  # and nothing that would be a traceback
    assert result.stdout == ""
    lines = result.stderr.splitlines()
    assert len(lines) == 1
    assert lines[0].startswith("Error: ")
    assert pytest.raises(click.ClickException, match=message).matches(click.ClickException(lines[0])), lines[0]
    assert files() == []


def test_an_edition_folder_that_holds_something_is_left_alone() -> None:
    Path("notes.txt").write_text("mine")
    result = run("edition", "sirvam", ".")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith("Error: ")
    assert files() == ["notes.txt"]


def test_a_broken_edition_says_where() -> None:
    fine("edition", "sirvam", "my_box")
    path = Path("my_box/recipes.csv")
    path.write_text(path.read_text().replace("3,4,1,rulebook", "3,four,1,rulebook"))
    result = run(*PLAY, "--edition", "my_box", "--csv", "run.csv")
    assert (
        result.stderr
        == f"Error: {Path('my_box/recipes.csv')}, line 6, column 'count': 'four' is not a whole number from 0 to 80\n"
    )
    assert files() == ["my_box"]


# ---- in a process of its own -----------------------------------------------------------------------------------------


def test_the_command_as_it_is_typed(tmp_path: Path) -> None:
    run_python(*COMMAND, *PLAY, cwd=tmp_path)
    done = run_python(*COMMAND, *PLAY, "--csv", "run.csv", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-1] == "Wrote run.csv"
    assert files() == ["run.csv", "run.csv.json"]
    assert len(pd.read_csv("run.csv")) == 900
    done = run_python(*COMMAND, *PLAY, "--csv", "nowhere/run.csv", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "Error: nowhere/run.csv: cannot be written (No such file or directory)\n"
    done = run_python(*COMMAND, "--version", cwd=tmp_path)
    assert done.stdout.strip().endswith(bs.__version__)


def test_a_command_leaves_the_handlers_of_signals_as_they_were() -> None:
    before = signal.getsignal(signal.SIGTERM)
    fine("games")
    assert signal.getsignal(signal.SIGTERM) == before


@pytest.mark.skipif(os.name == "nt", reason="file sizes cannot be limited there")
def test_a_full_disk_is_one_line_that_names_the_file(tmp_path: Path) -> None:
    code = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000)); " + COMMAND[1]
    done = run_python(
        "-c",
        code,
        *PLAY,
        "--csv",
        "run.csv",
        "--games-csv",
        "games.csv",
        "--parquet",
        "run.parquet",
        "--games",
        "3000",
        cwd=tmp_path,
    )
    assert done.returncode == 1
    assert done.stderr.startswith(
        ("Error: run.csv: cannot be written (File too large", "Error: run.parquet: cannot be written (File too large")
    )
    assert done.stderr.count("\n") == 1
    assert files() == []


def test_output_into_a_pipe_that_closes_is_no_traceback(tmp_path: Path) -> None:
    code = f"""
import subprocess, sys
asked = ["replay", "sirvam", "--players", "4", "--seed", "7", "--game", "1", "--set", "full=1"]
p = subprocess.Popen([sys.executable, *{COMMAND!r}, *asked], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
p.stdout.close()
print(p.stderr.read().decode())
"""
    assert "Traceback" not in run_python("-c", code, cwd=tmp_path).stdout


def test_a_folder_in_the_place_of_a_file_is_told_before_anything_is_played() -> None:
    Path("t.csv").mkdir()
    Path("u.csv.json").mkdir()
    for name, folder in (("t.csv", "t.csv"), ("u.csv", "u.csv.json")):
        result = run(*COMPETE, "--csv", name)
        assert (result.stdout, result.stderr) == ("", f"Error: {folder}: is a folder\n")


def test_scored_games_do_not_take_the_place_of_their_form() -> None:
    form = Path("form.csv")
    form.write_text("table,seat,player,king,card_1\n1,0,Ann,bell,4\n1,1,Bob,bell,2\n")
    before = form.read_text()
    for name in ("form.csv", str(form.absolute())):
        result = run("table", "sirvam", "form.csv", "--csv", name)
        assert result.exit_code == 1
        assert "is the form itself" in result.stderr
    assert form.read_text() == before
