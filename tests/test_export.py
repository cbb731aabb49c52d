"""Files: what is written can be read back, appears whole or not at all, and damage is told in one line."""

from __future__ import annotations

import errno
import json
import os
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow.parquet
import pytest

import boardstats as bs
from boardstats import below, export, uniform
from boardstats.games.sirvam.state import ON_TURN
from boardstats.results import Run
from tests.support import assert_same_rows, run_python

Edition = bs.sirvam.Edition


@bs.sirvam.strategy
def mine(view, moves, rng, call=0.1, bold=True):
    """A user's strategy; with two parameters changed, its label has a comma in it."""
    if view.decision == ON_TURN and bold:
        return len(moves) - 1 if uniform(rng) < call else 0
    return below(rng, len(moves))


def changed_edition() -> Edition:
    recipes = Edition().tables["recipes"].assign(count=[0, 9, 2, 1, 7, 0, 5, 3, 2, 8, 1, 4, 6])
    return Edition(name="my box", king="eleven", dealt=5, speed=(3, 1, 2)).with_table("recipes", recipes)


@pytest.fixture(scope="module")
def run() -> Run:
    return bs.simulate(
        "sirvam", 500, players=3, seed=6, strategies=["random", "random", bs.sirvam.random], edition=changed_edition()
    )


@pytest.fixture(scope="module")
def users() -> Run:
    """Two seats for a user's strategy, one for the same with another parameter; not from the first game on."""
    return bs.simulate("sirvam", 300, players=3, seed=6, strategies=[mine, mine, mine(call=1 / 3, bold=False)], first_game=100)


def write(run: Run, path: Path, table: str = "frame") -> Path:
    return run.to_csv(path, table) if path.suffix == ".csv" else run.to_parquet(path, table)


endings = pytest.mark.parametrize("ending", ["csv", "parquet"])


# ---- round trips -----------------------------------------------------------------------------------------------------


@endings
def test_what_is_written_is_read_back(run: Run, tmp_path: Path, ending: str) -> None:
    again = bs.read_run(write(run, tmp_path / f"run.{ending}"))
    assert_same_rows(again, run)
    assert again.provenance() == run.provenance()
    assert again.plan.edition == run.plan.edition
    assert again.plan.edition.name == "my box"
    assert again.caption == run.caption
    pd.testing.assert_frame_equal(again.summary(), run.summary())
    assert again.replay(17) == run.replay(17)


@endings
def test_a_run_with_users_strategies_is_read_back(users: Run, tmp_path: Path, ending: str) -> None:
    path = write(users, tmp_path / f"run.{ending}")
    again = bs.read_run(path)
    assert_same_rows(again, users, ("frame",))
    assert (again.first_game, len(again)) == (100, 300)
    assert again.provenance() == users.provenance()
    assert "def mine(view, moves, rng, call=0.1, bold=True):" in again.provenance()["strategies"][0]["source"]
    pd.testing.assert_frame_equal(again.summary(), users.summary())
    for ask in (lambda: again.games, lambda: again.taken, lambda: again.replay(100), lambda: again.decisions(range(100, 101))):
        with pytest.raises(bs.BoardstatsError, match=r"'mine'.*strategies="):
            ask()
    assert_same_rows(bs.read_run(path, strategies=[mine, mine, mine(call=1 / 3, bold=False)]), users)


def test_what_was_read_can_be_written_again(users: Run, tmp_path: Path) -> None:
    once = users.to_csv(tmp_path / "once.csv")
    twice = bs.read_run(once).to_csv(tmp_path / "twice.csv")
    assert twice.read_bytes() == once.read_bytes()
    assert export.sidecar(twice).read_bytes() == export.sidecar(once).read_bytes()


def test_the_strategies_given_must_be_those_that_played(users: Run, tmp_path: Path) -> None:
    path = users.to_csv(tmp_path / "run.csv")
    with pytest.raises(
        bs.BoardstatsError,
        match=r"played by mine, mine, mine\(call=0\.3333333333333333, bold=False\); given are random, random, random",
    ):
        bs.read_run(path, strategies="random")

    def mine_otherwise(view, moves, rng, call=0.1, bold=True):
        return 0

    mine_otherwise.__name__ = "mine"
    other = bs.sirvam.strategy(mine_otherwise)
    with pytest.raises(bs.BoardstatsError, match="otherwise"):
        bs.read_run(path, strategies=[other, other, other(call=1 / 3, bold=False)]).games  # noqa: B018


@pytest.mark.parametrize("table", ["frame", "games", "taken"])
def test_csv_equals_the_table_read_by_pandas(run: Run, tmp_path: Path, table: str) -> None:
    frame, found = getattr(run, table), pd.read_csv(run.to_csv(tmp_path / "run.csv", table), keep_default_na=False)
    assert found.columns.tolist() == frame.columns.tolist()
    assert len(found) == len(frame) > 0
    for name in frame.columns:
        values = frame[name].astype(str).tolist() if isinstance(frame[name].dtype, pd.CategoricalDtype) else frame[name].tolist()
        read = found[name].astype(str).tolist() if isinstance(frame[name].dtype, pd.CategoricalDtype) else found[name].tolist()
        assert read == values, name


def test_integers_stay_integers(run: Run, tmp_path: Path) -> None:
    for table in ("frame", "games", "taken"):
        frame = getattr(run, table)
        text = run.to_csv(tmp_path / f"{table}.csv", table).read_text()
        whole = [name for name in frame.columns if pd.api.types.is_integer_dtype(frame[name])]
        assert len(whole) >= 3
        read = pd.read_csv(tmp_path / f"{table}.csv")
        assert all(pd.api.types.is_integer_dtype(read[name]) for name in whole)
        assert text.count(".0,") <= text.count("0.0,") + text.count("1.0,")  # win shares alone have a point
    floats = [name for name in run.frame.columns if pd.api.types.is_float_dtype(run.frame[name])]
    assert floats == ["win_share"]


@pytest.mark.parametrize("table", ["frame", "games", "taken"])
def test_parquet_equals_the_table_read_by_pandas(run: Run, tmp_path: Path, table: str) -> None:
    frame, path = getattr(run, table), run.to_parquet(tmp_path / "run.parquet", table)
    found = pd.read_parquet(path)
    pd.testing.assert_frame_equal(found.astype(str), frame.astype(str))
    for name in frame.columns:
        assert str(found[name].dtype) == str(frame[name].dtype), name
    told = json.loads(pyarrow.parquet.read_schema(path).metadata[b"boardstats"])
    assert told == json.loads(export.sidecar(path).read_text(encoding="utf-8")) == {**run.provenance(), "table": table}


def test_win_shares_of_thirds_survive_a_csv(tmp_path: Path) -> None:
    tied = bs.simulate("sirvam", 3000, players=3, seed=1, strategies="random", edition=Edition(king="fish", dealt=1, looked_at=0))
    assert (tied.frame["win_share"] == 1 / 3).any()
    assert bs.read_run(tied.to_csv(tmp_path / "run.csv")).frame["win_share"].equals(tied.frame["win_share"])


def test_games_in_which_nobody_called_or_nothing_was_taken(tmp_path: Path) -> None:
    """Empty names and an empty table: -1 is the seat of nobody, and the file has its header all the same."""

    @bs.sirvam.strategy
    def discards(view, moves, rng):
        return 0

    quiet = bs.simulate("sirvam", 20, players=2, seed=1, strategies=discards, edition=Edition(king="bell"))
    games = pd.read_csv(quiet.to_csv(tmp_path / "games.csv", "games"))
    assert (games["caller"] == -1).all()
    assert (games["ended"] == "pile").all()
    assert games["finished"].dtype == bool
    taken = quiet.to_csv(tmp_path / "taken.csv", "taken")
    assert taken.read_text() == "game,seat,strategy,recipe,times\n"
    assert len(pd.read_parquet(quiet.to_parquet(tmp_path / "taken.parquet", "taken"))) == 0


@endings
@pytest.mark.parametrize("table", ["frame", "games", "taken"])
def test_streaming_batches_equals_one(run: Run, tmp_path: Path, ending: str, table: str) -> None:
    paths = [tmp_path / f"{name}.{ending}" for name in ("one", "many")]
    ends = [(0, 500)], [(0, 1), (1, 200), (200, 201), (201, 500)]
    for path, parts in zip(paths, ends, strict=True):
        with export.Writer(path, run.plan, run.provenance(), table) as writer:
            for first, last in parts:
                writer.write(run.plan.play(first, last - first))
    if ending == "csv":
        assert paths[0].read_bytes() == paths[1].read_bytes()
    else:
        pd.testing.assert_frame_equal(*map(pd.read_parquet, paths))
    if table == "frame":
        assert_same_rows(bs.read_run(paths[1]), run)


def test_the_provenance_says_how_to_get_the_rows_again(run: Run, users: Run, tmp_path: Path) -> None:
    told = json.loads(export.sidecar(run.to_csv(tmp_path / "run.csv")).read_text(encoding="utf-8"))
    assert told["boardstats"] == bs.__version__
    kept = {name: told[name] for name in ("game", "players", "seed", "first_game", "games", "rotate", "table")}
    assert kept == {"game": "sirvam", "players": 3, "seed": 6, "first_game": 0, "games": 500, "rotate": False, "table": "frame"}
    assert list(told["columns"]) == run.frame.columns.tolist()
    assert told["edition"]["options"]["king"] == "eleven"
    assert (
        "\n-1,0,0,assumed\n" in told["edition"]["tables"]["recipes"]
        or "\n-1,0,0,rulebook\n" in told["edition"]["tables"]["recipes"]
    )
    assert "effects" in told["assumed"]
    assert [entry["builtin"] for entry in users.provenance()["strategies"]] == [False] * 3
    parameters = [{"call": 0.1, "bold": True}] * 2 + [{"call": 1 / 3, "bold": False}]
    assert [entry["parameters"] for entry in users.provenance()["strategies"]] == parameters


# ---- whole or not at all ---------------------------------------------------------------------------------------------


class Trouble(Exception):
    pass


@endings
@pytest.mark.parametrize("error", [Trouble, KeyboardInterrupt, MemoryError])
@pytest.mark.parametrize("written", [0, 1, 2])
def test_an_exception_in_the_middle_leaves_nothing(run: Run, tmp_path: Path, ending: str, error: type, written: int) -> None:
    def write_some() -> None:
        with export.Writer(tmp_path / f"run.{ending}", run.plan, run.provenance()) as writer:
            for i in range(written):
                writer.write(run.plan.play(i, 1))
            assert len(list(tmp_path.iterdir())) == 2  # begun, under other names
            raise error

    with pytest.raises(error):
        write_some()
    assert list(tmp_path.iterdir()) == []


@endings
def test_an_exception_leaves_the_file_that_was_there(run: Run, users: Run, tmp_path: Path, ending: str) -> None:
    path = write(run, tmp_path / f"run.{ending}")
    before = {file: file.read_bytes() for file in tmp_path.iterdir()}
    assert len(before) == 2

    def write_some() -> None:
        with export.Writer(path, users.plan, users.provenance()) as writer:
            writer.write(users.plan.play(0, 1))
            raise Trouble

    with pytest.raises(Trouble):
        write_some()
    assert {file: file.read_bytes() for file in tmp_path.iterdir()} == before
    write(users, path)
    assert bs.read_run(path).provenance() == users.provenance()
    assert len(list(tmp_path.iterdir())) == 2


class FullDisk:
    """A file on a disk that has room for so many bytes."""

    def __init__(self, file, room: int) -> None:
        self.file, self.room = file, room

    def write(self, data) -> int:
        self.room -= len(data)
        if self.room < 0:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return self.file.write(data)

    def __enter__(self):
        return self

    def __exit__(self, *error) -> None:
        self.file.close()

    def __getattr__(self, name: str):
        if name == "fileno":  # else Polars writes past this object
            raise AttributeError(name)
        return getattr(self.file, name)


@pytest.mark.parametrize(("room", "full"), [(0, "run.csv"), (2000, "run.csv"), (None, "run.csv.json")])
def test_a_full_disk_is_a_clear_error(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, room: int | None, full: str
) -> None:
    opened = os.fdopen

    def small(handle: int, mode: str, **options):
        file = opened(handle, mode, **options)
        return FullDisk(file, 100 if room is None else room) if (room is None) == (mode == "w") else file

    monkeypatch.setattr(export.os, "fdopen", small)
    with pytest.raises(bs.BoardstatsError, match=rf"{full}: cannot be written \(.*No space left on device") as caught:
        run.to_csv(tmp_path / "run.csv")
    assert "\n" not in str(caught.value)
    assert list(tmp_path.iterdir()) == []


@endings
def test_a_file_system_that_takes_no_more(tmp_path: Path, ending: str) -> None:
    """The same through the system itself, whose limit on the size of files stands for the full disk."""
    code = f"""
import resource
import boardstats as bs
run = bs.simulate("sirvam", 3000, players=4, seed=1, strategies="random")
for limit in (20_000, 1_000, 10):
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, resource.RLIM_INFINITY))
    try:
        run.to_{ending}("run.{ending}")
    except bs.BoardstatsError as error:
        print(error)
"""
    done = run_python("-c", code, cwd=tmp_path)
    assert done.stderr == ""
    lines = done.stdout.splitlines()
    assert len(lines) == 3
    assert all(line.startswith(f"run.{ending}: cannot be written (File too large") for line in lines)
    assert list(tmp_path.iterdir()) == []


def test_of_two_files_the_one_that_failed_is_named(run: Run, tmp_path: Path) -> None:
    def write_both() -> None:
        with (
            export.Writer(tmp_path / "first.csv", run.plan, run.provenance()) as first,
            export.Writer(tmp_path / "second.csv", run.plan, run.provenance()) as second,
        ):
            second.write(run.batch)
            first._file = FullDisk(first._file, 10)
            first.write(run.batch)

    with pytest.raises(bs.BoardstatsError, match=r"/first\.csv: cannot be written"):
        write_both()
    assert list(tmp_path.iterdir()) == []


@endings
def test_no_such_folder(run: Run, tmp_path: Path, ending: str) -> None:
    with pytest.raises(bs.BoardstatsError, match=r"nowhere/run\.\w+: cannot be written \(No such file or directory\)"):
        write(run, tmp_path / "nowhere" / f"run.{ending}")
    (tmp_path / "file").write_text("")
    with pytest.raises(bs.BoardstatsError, match=r"file/run\.\w+: cannot be written \(Not a directory\)"):
        write(run, tmp_path / "file" / f"run.{ending}")


@endings
@pytest.mark.parametrize("in_the_way", ["run.{}", "run.{}.json"])
def test_a_folder_in_the_way(run: Run, tmp_path: Path, ending: str, in_the_way: str) -> None:
    (tmp_path / in_the_way.format(ending)).mkdir()
    with pytest.raises(bs.BoardstatsError, match="is a folder"):
        write(run, tmp_path / f"run.{ending}")
    assert [path.name for path in tmp_path.iterdir()] == [in_the_way.format(ending)]


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_without_permission(run: Run, tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(bs.BoardstatsError, match=r"cannot be written .Permission denied"):
        run.to_csv(tmp_path / "run.csv")


@pytest.mark.parametrize("name", ["run.txt", "run", "run.CSV", "run.csv.gz", "csv", ".csv"])
def test_a_wrong_ending(run: Run, tmp_path: Path, name: str) -> None:
    with pytest.raises(bs.BoardstatsError, match=r"must end in \.csv"):
        run.to_csv(tmp_path / name)
    with pytest.raises(bs.BoardstatsError, match=r"must end in \.parquet"):
        run.to_parquet(tmp_path / "run.csv")
    with pytest.raises(bs.BoardstatsError, match=r"must end in \.csv or \.parquet"):
        export.Writer(tmp_path / name, run.plan, {})
    assert list(tmp_path.iterdir()) == []


def test_a_wrong_table(run: Run, tmp_path: Path) -> None:
    with pytest.raises(bs.BoardstatsError, match=r"table 'frames'.*frame, games, taken.*mean 'frame'"):
        run.to_csv(tmp_path / "run.csv", "frames")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(os.name == "nt", reason="no umask there")
def test_files_are_as_readable_as_the_users_others(run: Run, tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        run.to_csv(tmp_path / "run.csv")
    finally:
        os.umask(before)
    assert {oct(path.stat().st_mode & 0o777) for path in tmp_path.iterdir()} == {"0o640"}


# ---- damage ----------------------------------------------------------------------------------------------------------


def damaged(path: Path, message: str) -> None:
    with pytest.raises(bs.BoardstatsError, match=message) as caught:
        bs.read_run(path)
    assert "\n" not in str(caught.value)
    assert path.name in str(caught.value)


@endings
def test_missing_files(run: Run, tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"run.{ending}"
    damaged(path, rf"run\.{ending}\.json: cannot be read \(No such file or directory\)")
    write(run, path)
    path.unlink()
    damaged(path, rf"run\.{ending}: cannot be read")
    write(run, path)
    export.sidecar(path).unlink()
    damaged(path, rf"run\.{ending}\.json: cannot be read")


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "null", '"x"', "{}", '{"format": 99}', "\x00", '{"format": 1}', '{"format": 1, "game": "sirvam"}']
)
def test_a_damaged_provenance(run: Run, tmp_path: Path, text: str) -> None:
    path = run.to_csv(tmp_path / "run.csv")
    export.sidecar(path).write_text(text, encoding="utf-8")
    damaged(path, r"run\.csv\.json: ")
    export.sidecar(path).write_bytes(b"\xff\xfe" + text.encode())
    damaged(path, r"run\.csv\.json: ")


CHANGES = [
    ("game", "chess", "unknown game 'chess'"),
    ("game", None, "unknown game None"),
    ("players", 9, "2 to 6 players, not 9"),
    ("players", 4, "4 players|seats"),
    ("seed", -1, "seed"),
    ("games", 499, "1500 rows.*499 games of 3 seats"),
    ("games", "many", "games"),
    ("games", -500, "games"),
    ("first_game", 1, "column 'game'"),
    ("first_game", None, "first_game"),
    ("seed", "7", "seed"),
    ("seed", None, "seed"),
    ("strategies", [], "0 strategies"),
    ("strategies", ["random"] * 3, "damaged"),
    ("strategies", None, "damaged"),
    ("edition", {}, "damaged"),
    ("edition", "standard", "damaged"),
    ("columns", None, "damaged"),
    ("table", "games", "the table 'games'.*pandas"),
    ("rotate", "yes", "rotate"),
]


@pytest.mark.parametrize(("name", "value", "message"), CHANGES, ids=lambda value: str(value)[:20])
def test_a_changed_provenance(run: Run, tmp_path: Path, name: str, value: object, message: str) -> None:
    path = run.to_csv(tmp_path / "run.csv")
    told = json.loads(export.sidecar(path).read_text(encoding="utf-8"))
    for change in ({**told, name: value}, {key: kept for key, kept in told.items() if key != name}):
        export.sidecar(path).write_text(json.dumps(change), encoding="utf-8")
        if name in change:
            with pytest.raises(bs.BoardstatsError, match=message) as caught:
                bs.read_run(path)
            assert "\n" not in str(caught.value)
        elif name != "table":
            damaged(path, rf"run\.csv\.json: damaged \(KeyError: '{name}'\)")


def rewritten(run: Run, path: Path, change) -> Path:
    """Write a run, and change its rows as somebody might in a spreadsheet or in pandas."""
    write(run, path)
    frame = change(pd.read_csv(path) if path.suffix == ".csv" else pd.read_parquet(path))
    frame.to_csv(path, index=False) if path.suffix == ".csv" else frame.to_parquet(path, index=False)
    return path


def with_value(column: str, value: object):
    def change(frame: pd.DataFrame) -> pd.DataFrame:
        return frame.assign(**{column: frame[column].astype(object).where(frame.index != 7, value)})

    return change


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda frame: frame.drop(columns="score"), "no column score"),
        (lambda frame: frame.rename(columns={"rank": "place", "turns": "Turns"}), "no column rank, turns"),
        (lambda frame: frame.iloc[:-1], "1499 rows"),
        (lambda frame: frame.iloc[:0], "0 rows"),
        (lambda frame: pd.concat([frame, frame.iloc[-3:]]), "1503 rows"),
        (lambda frame: frame.iloc[::-1], "column 'game'"),
        (lambda frame: frame.sort_values(["game", "score"]), "column 'seat'"),
        (with_value("strategy", "mine"), "column 'strategy'"),
        (with_value("score", 3.5), "column 'score'"),
        (with_value("score", "many"), "column 'score'"),
        (with_value("score", None), "column 'score'"),
        (with_value("score", 2**40), "column 'score'"),
        (with_value("win_share", "half"), "column 'win_share'"),
    ],
    ids=[
        "no score",
        "renamed",
        "one less",
        "none",
        "three more",
        "reversed",
        "sorted",
        "strategy",
        "float",
        "text",
        "missing",
        "large",
        "share",
    ],
)
def test_changed_rows(run: Run, tmp_path: Path, change, message: str) -> None:
    damaged(rewritten(run, tmp_path / "run.csv", change), message)


def test_columns_that_a_user_added_or_moved_do_no_harm(run: Run, tmp_path: Path) -> None:
    for ending in ("csv", "parquet"):
        path = rewritten(run, tmp_path / f"run.{ending}", lambda frame: frame[frame.columns[::-1]].assign(note="x"))
        assert_same_rows(bs.read_run(path), run, ("frame",))


@endings
def test_a_file_cut_short(run: Run, tmp_path: Path, ending: str) -> None:
    path = write(run, tmp_path / f"run.{ending}")
    whole = path.read_bytes()
    for kept in (0, 3, len(whole) // 2, len(whole) - 5):
        path.write_bytes(whole[:kept])
        damaged(path, rf"run\.{ending}")
    path.write_bytes(np.random.default_rng(1).bytes(5000))
    damaged(path, rf"run\.{ending}")
