"""Compiling: the cache on disk is never stale, is found again, stands many processes at once, and bounds hold."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from boardstats import _jit
from boardstats.game import GAMES, load
from boardstats.playing import ready
from boardstats.strategy import chosen
from tests.support import COMMAND, ROOT, environment, run_python

# Loaded when first needed. (Numba itself loads `scipy`, but none of its parts.)
HEAVY = {"matplotlib", "scipy.special", "scipy.stats", "pyarrow", "polars", "IPython", "ipywidgets"}

LISTEN = """
from numba.core import event
with event.install_recorder("numba:compile") as heard:
{body}
names = [e.data["dispatcher"].py_func.__qualname__ for _, e in heard.buffer if e.is_start]
print("compiled:", sorted(names))
"""

PLAY_ALL = """
import boardstats as bs
from boardstats.game import load
for name in bs.GAMES:
    game = load(name)
    run = bs.simulate(name, 50, players=game.players[-1], seed=1, strategies="random")
    for strategy in game.strategies.values():
        strategy.compiled()
    print(name, run.frame["score"].sum())
"""


def indented(code: str) -> str:
    return "".join(f"    {line}\n" for line in code.strip().splitlines())


def told(code: str, cwd: Path = ROOT, **changes: str) -> str:
    """Run code in a process of its own, assert that it ends well and silently, and return what it printed."""
    done = run_python("-c", code, cwd=cwd, **changes)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """A copy of the package that a test may change; the folder to import it from."""
    shutil.copytree(ROOT / "boardstats", tmp_path / "boardstats", ignore=shutil.ignore_patterns("__pycache__"))
    if not (tmp_path / "boardstats" / "data").is_dir():
        shutil.copytree(ROOT / "data", tmp_path / "data")
    return tmp_path


def here(copied: Path) -> dict[str, str]:
    return {"PYTHONPATH": str(copied), "BOARDSTATS_CACHE_DIR": str(copied / "cache")}


# ---- never stale -----------------------------------------------------------------------------------------------------


def test_the_cache_folder_is_named_by_sources_and_flags(copied: Path) -> None:
    def folder(**changes: str) -> str:
        code = "from boardstats import _jit; print(_jit.__file__); print(_jit.cache_folder())"
        file, path = told(code, copied, **here(copied), **changes).splitlines()
        assert Path(file).is_relative_to(copied)
        assert Path(path).parent == copied / "cache"
        return path

    helper = copied / "boardstats" / "games" / "sirvam" / "table.py"
    text, first = helper.read_text(encoding="utf-8"), folder()
    assert folder() == first
    assert folder(NUMBA_BOUNDSCHECK="1") != first
    helper.write_text(text + "# changed\n", encoding="utf-8")
    changed = folder()
    assert changed != first
    helper.write_text(text, encoding="utf-8")
    helper.with_name("other.py").write_text("", encoding="utf-8")
    assert folder() not in (first, changed)  # a file more
    helper.with_name("other.py").unlink()
    assert folder() == first  # the very sources of before


@pytest.mark.slow
def test_a_changed_helper_changes_what_its_callers_do(copied: Path) -> None:
    """What Numba's own cache gets wrong: `deal` is in another file than the `shuffle` that it calls."""
    code = """
import numpy as np, boardstats as bs
s = np.zeros(1, bs.sirvam.GAME.state)[0]
s["seed"], s["game"], s["players"] = 1, 0, 4
bs.sirvam.GAME.deal(s, bs.sirvam.Edition().box(4))
print(*s["hand"][0, :4])
"""
    shuffled = told(code, copied, **here(copied))
    streams = copied / "boardstats" / "streams.py"
    text = streams.read_text(encoding="utf-8")
    assert text.count("range(n - 1, 0, -1)") == 1
    streams.write_text(text.replace("range(n - 1, 0, -1)", "range(0, 0, -1)"), encoding="utf-8")
    assert told(code, copied, **here(copied)) == "12 12 12 11\n" != shuffled  # the deck as it comes out of the box


def test_a_cache_folder_that_cannot_be_made_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    path = Path(
        told("from boardstats import _jit; print(_jit.cache_folder())", BOARDSTATS_CACHE_DIR=str(tmp_path / "file")).strip()
    )
    assert path.is_dir()
    assert not path.is_relative_to(tmp_path)
    assert path.name == _jit.cache_folder().name


# ---- found again -----------------------------------------------------------------------------------------------------


def test_a_second_process_compiles_nothing() -> None:
    told(PLAY_ALL)
    rows, compiled = told(LISTEN.format(body=indented(PLAY_ALL))).rsplit("compiled:", 1)
    assert len(rows.splitlines()) == len(GAMES)
    assert compiled.strip() == "[]"


def test_the_listener_hears_a_compilation() -> None:
    """That the test above can fail."""
    body = "    import boardstats as bs\n    @bs._jit.kernel(cache=False)\n    def one(x):\n        return x + 1\n    one(1)\n"
    assert told(LISTEN.format(body=body)).strip() == "compiled: ['one']"


def test_the_loop_is_found_in_the_cache_on_disk() -> None:
    code = (
        "import boardstats as bs\nfrom boardstats.game import load\nfrom boardstats.playing import ready\n"
        "for name in bs.GAMES:\n    found = ready(load(name)).stats\n"
        "    print(sum(found.cache_hits.values()), sum(found.cache_misses.values()))\n"
    )
    told(PLAY_ALL)
    assert told(code).split() == ["1", "0"] * len(GAMES)


def test_importing_compiles_nothing_and_leaves_heavy_packages_alone() -> None:
    body = "    import boardstats, sys\n    import boardstats.cli\n"
    out = told(LISTEN.format(body=body) + f"print(sorted({HEAVY!r} & set(sys.modules)))")
    assert out.split("\n")[:2] == ["compiled: []", "[]"]


# ---- many at once ----------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_four_processes_may_fill_an_empty_cache_at_once(tmp_path: Path) -> None:
    started = [
        subprocess.Popen(
            [sys.executable, "-W", "error", "-c", PLAY_ALL],
            env=environment(BOARDSTATS_CACHE_DIR=str(tmp_path)),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(4)
    ]
    told_by = [process.communicate(timeout=1200) for process in started]
    assert [process.returncode for process in started] == [0] * 4, told_by
    assert {err for _, err in told_by} == {""}
    assert len({out for out, _ in told_by}) == 1
    assert told_by[0][0].count("\n") == len(GAMES)


# ---- bounds ----------------------------------------------------------------------------------------------------------

FUZZ = """
import numpy as np
import boardstats as bs
from boardstats._jit import kernel
from boardstats.game import load
from tests.support import line_up

@kernel(cache=False)
def beyond(values, i):
    return values[i]

try:
    beyond(np.zeros(3), 3)
except IndexError:
    print("bounds are checked")

for name in bs.GAMES:
    game = load(name)
    for edition in game.variants().values():
        for players in game.players:
            for shift in range(2):
                kinds = line_up(name, players, shift)
                asked = {"players": players, "seed": shift, "strategies": kinds, "edition": edition, "rotate": True}
                bs.simulate(name, 25, **asked).decisions(range(2))
"""


def test_no_index_is_out_of_bounds() -> None:
    """A few hundred games of each game under NUMBA_BOUNDSCHECK=1; the flag has a cache folder of its own."""
    assert told(FUZZ, NUMBA_BOUNDSCHECK="1") == "bounds are checked\n"
    assert "bounds" not in told("\n".join(FUZZ.split("\nfor name")[:1]))


# ---- interrupts ------------------------------------------------------------------------------------------------------


@ctypes.CFUNCTYPE(None)
def interrupted() -> None:
    """As LLVM calls Numba back: Python drops what is raised in here."""
    raise KeyboardInterrupt


class Kernel:
    """What `ready` compiles, interrupted, with or without an error that comes of it."""

    signatures = ()

    def __init__(self, error: Exception | None) -> None:
        self.error = error

    def compile(self, *arguments: object) -> None:
        interrupted()
        if self.error:
            raise self.error

    def disable_compile(self) -> None:
        pass


@pytest.mark.parametrize("error", [None, RuntimeError("no compiled object yet")])
def test_an_interrupt_while_llvm_calls_back_is_not_lost(
    error: Exception | None, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    before = sys.unraisablehook
    monkeypatch.setattr("boardstats.playing.player", lambda *of: Kernel(error))
    with pytest.raises(KeyboardInterrupt):
        ready(load("sirvam"))
    monkeypatch.setattr("boardstats.strategy._compile", lambda strategy: Kernel(error).compile())

    def first(view, moves, rng):
        return 0

    with pytest.raises(KeyboardInterrupt):
        chosen(load("sirvam"), first).compiled()
    assert sys.unraisablehook is before
    assert capfd.readouterr().err == ""


def test_other_errors_while_compiling_are_left_as_they_are() -> None:
    with pytest.raises(ZeroDivisionError), _jit.compiling():
        1 / 0  # noqa: B018
    with _jit.compiling():
        pass


# ---- no compiler -----------------------------------------------------------------------------------------------------


def test_without_the_compiler_there_is_one_clear_error() -> None:
    code = """
import boardstats as bs
for play in (
    lambda: bs.simulate("sirvam", 3, players=3, seed=1),
    lambda: bs.simulate("sirvam", 3, players=3, seed=1, debug=True),
    lambda: bs.replay("sardines", game=0, players=2, seed=1),
    lambda: bs.tournament("sirvam", ["random", "careful"], players=2, games=4),
    lambda: bs.advise("sardines", game=0, players=2, seed=1),
):
    try:
        play()
    except bs.BoardstatsError as error:
        print(error)
"""
    lines = told(code, NUMBA_DISABLE_JIT="1").splitlines()
    assert len(lines) == 5
    assert all("NUMBA_DISABLE_JIT" in line and "unset it" in line for line in lines)
    asked = ["simulate", "sirvam", "--games", "3", "--players", "3"]
    done = run_python(*COMMAND, *asked, NUMBA_DISABLE_JIT="1")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
    assert done.stderr.startswith("Error: Numba is told not to compile")
