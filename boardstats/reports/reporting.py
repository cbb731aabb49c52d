"""The balance report: one HTML page, every chart as PNG and SVG and every table as CSV, in a folder that is whole."""

from __future__ import annotations

import contextlib
import io
import json
import os
import platform
import re
import shlex
import shutil
import tempfile
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..batching import progress_bar
from ..drawing import width_of
from ..errors import BoardstatsError
from ..game import GAMES, load
from ..plan import whole
from .chapters import Bench, chapter
from .exhibits import Chapter
from .pages import Front, Picture, page

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

_PLAYERS = 4
_FEWEST = 20  # games, below which charts have hardly anything to show
_KIND = "boardstats report"
_TOLD = "report.json"
_WIDTH = 4.4  # inches of a chart on the page: as wide as a phone, where its letters can still be read
_LETTERS, _LONG = 36, 24  # letters of a label, and of a name beside the axis, for which a chart on the page has room
_SALT = {"svg.hashsalt": "boardstats"}


@dataclass(frozen=True, eq=False)
class Report:
    """What a report holds.

    Attributes
    ----------
    folder : Path
        Where it is.
    tables : mapping of str to DataFrame
        Its tables by file, without ending: `sirvam/seats`.
    charts : tuple of str
        Its charts by file, without ending.
    findings : DataFrame
        Its findings: `game`, `about`, `finding`.
    """

    folder: Path
    tables: Mapping[str, pd.DataFrame] = field(repr=False)
    charts: tuple[str, ...] = field(repr=False)
    findings: pd.DataFrame = field(repr=False)

    @property
    def page(self) -> Path:
        """The page to read."""
        return self.folder / "index.html"


def report(
    games: int = 20_000,
    *,
    out: str | os.PathLike[str],
    names: Iterable[str] | str | None = None,
    players: int | None = None,
    seed: int = 1,
    workers: int = 1,
    progress: bool | None = None,
) -> Report:
    """Write the balance report of games: findings, charts and tables.

    The folder appears whole or not at all. It holds `index.html`, which needs no other file; beside it `findings.csv`,
    `report.json` (what was played, with all editions), and for each game a folder with every chart as PNG and SVG and
    every table as CSV. The same arguments give the same files, whatever the number of workers.

    Parameters
    ----------
    games : int
        Games of the main run, 20 or more. Other studies play as many; of Phraya, whose best strategy is slow, a tenth.
    out : path
        The folder: new, empty, or an old report, which is replaced as a whole.
    names : optional
        Which games; left out: all.
    players : int, optional
        Number of players; left out: 4.
    seed, workers, progress
        As for `simulate`.

    Returns
    -------
    Report

    Raises
    ------
    BoardstatsError
        If something asked for does not exist or is out of range, or the folder cannot be written or holds something else;
        before anything is played, where it can be known.

    Examples
    --------
    >>> import tempfile
    >>> made = report(40, out=Path(tempfile.mkdtemp()) / "report", names="sirvam", players=2)
    >>> made.page.name, made.tables["sirvam/seats"]["seat"].tolist()
    ('index.html', [0, 1])
    """
    return write_report(games, out=out, names=names, players=players, seed=seed, workers=workers, progress=progress)


def write_report(
    games: int, *, out: str | os.PathLike[str], names: Iterable[str] | str | None, players: int | None, seed: int, workers: int,
    progress: bool | None = None, announce: Callable[[str], None] | None = None,
) -> Report:  # fmt: skip
    """Write a report; `announce` is told where something is compiled first."""
    games, seed = whole("games", games, _FEWEST, 2**40), whole("seed", seed, 0, 2**63 - 1)
    workers = whole("workers", workers, 1, 1024)
    chosen = [names] if isinstance(names, str) else list(GAMES if names is None else names)
    if not chosen:
        raise BoardstatsError(f"name a game at least: {', '.join(GAMES)}")
    for name in chosen:
        load(name).check_players(_PLAYERS if players is None else players)
        if chosen.count(name) > 1:
            raise BoardstatsError(f"{name} is named twice")
    n = _PLAYERS if players is None else int(players)
    with _whole_folder(Path(out)) as (folder, target):
        bar = progress_bar(0, progress)
        try:
            benches = [Bench(name, n, games, seed, workers, bar, announce) for name in chosen]
            bar.total = sum(bench.in_all for bench in benches)
            chapters, pictures = [], {}
            for bench in benches:
                made = chapter(bench)
                bar.set_description_str(f"{made.title}: charts")
                pictures.update(_draw(made, folder))
                chapters.append(made)
        finally:
            bar.close()
        command = _command(games, target.name, chosen, players, seed)
        tables = _write_tables(chapters, folder)
        text = page(_front(chapters, games, n, seed, command), chapters, pictures)
        (folder / "index.html").write_text(text, encoding="utf-8", newline="\n")
        _write_told(folder, command, games, seed, chapters)
    charts = tuple(f"{name}/{exhibit}" for name, exhibit in pictures)
    return Report(Path(out), tables, charts, tables["findings"])


# ---- what is written -------------------------------------------------------------------------------------------------


def _draw(made: Chapter, folder: Path) -> dict[tuple[str, str], Picture]:
    """Write the charts of a chapter as files, and return them as they are on the page."""
    from matplotlib import style

    (folder / made.name).mkdir()
    pictures = {}
    for exhibit in made.exhibits:
        if exhibit.draw is None:
            continue
        path = folder / made.name / exhibit.name
        with style.context(["default", _SALT]):  # not in the style that a user may have set
            figure: Any = exhibit.draw(None).figure
            for kind in ("png", "svg"):
                path.with_suffix(f".{kind}").write_bytes(_saved(figure, kind))
        with style.context(["default", _SALT, {"svg.fonttype": "none", "font.size": 10}]):
            pictures[made.name, exhibit.name] = _picture(exhibit.draw, float(figure.get_size_inches()[1]))
    return pictures


def _picture(draw: Callable[[Axes | None], Axes], height: float) -> Picture:
    """Return a chart for the page: narrow, and its title and caption apart, as text that fits any screen."""
    from matplotlib.figure import Figure

    figure = Figure((_WIDTH, height - 0.9), layout="constrained")
    ax = draw(figure.add_subplot())
    captions = [text for text in ax.texts if text.get_gid() == "caption"]
    caption = " ".join(str(text.get_label()) for text in captions)
    for text in captions:
        text.remove()
    title = " ".join(ax.get_title().split())
    ax.set_title("")
    ax.yaxis.set_label_text(textwrap.fill(ax.yaxis.get_label_text(), _LETTERS))
    names = [label.get_text() for label in ax.get_yticklabels()]
    if max(map(len, names), default=0) > _LONG:
        ax.set_yticks(ax.get_yticks(), [textwrap.fill(name, _LONG) for name in names], fontsize=7.5, parse_math=False)
    figure.draw_without_rendering()  # now it is known how wide the axes are
    ax.xaxis.set_label_text(textwrap.fill(ax.xaxis.get_label_text(), max(int(width_of(ax) / 5.5), 12)))
    svg = _saved(figure, "svg")
    size = re.search(rb'width="([\d.]+)pt" height="([\d.]+)pt"|height="([\d.]+)pt"[^>]*? width="([\d.]+)pt"', svg)
    assert size is not None
    width, high = (size[1], size[2]) if size[1] else (size[4], size[3])
    return Picture(svg, title, caption, round(float(width)), round(float(high)))


def _saved(figure: Any, kind: str) -> bytes:
    """Return a figure as a file; captions may stand out below what was laid out, so the file takes in all that is drawn."""
    file = io.BytesIO()
    metadata = {"Date": None} if kind == "svg" else None
    figure.savefig(file, format=kind, dpi=150, metadata=metadata, bbox_inches="tight", pad_inches=0.08)
    return file.getvalue()


def _write_tables(chapters: list[Chapter], folder: Path) -> dict[str, pd.DataFrame]:
    import pandas as pd

    rows = [(made.name, about, sentence) for made in chapters for about, sentence in made.findings]
    tables = {"findings": pd.DataFrame(rows, columns=["game", "about", "finding"])}
    for made in chapters:
        for exhibit in made.exhibits:
            if exhibit.table is not None:
                tables[f"{made.name}/{exhibit.name}"] = exhibit.table
    for name, table in tables.items():
        table.to_csv(folder / f"{name}.csv", index=False, lineterminator="\n")
    return tables


def _write_told(folder: Path, command: str, games: int, seed: int, chapters: list[Chapter]) -> None:
    files = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    told = {"kind": _KIND, **_versions(), "command": command, "games": games, "seed": seed, "files": files}
    told["chapters"] = {made.name: dict(made.provenance) for made in chapters}
    (folder / _TOLD).write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8", newline="\n")


def _front(chapters: list[Chapter], games: int, players: int, seed: int, command: str) -> Front:
    titles = [made.title for made in chapters]
    lead = f"{', '.join(titles)}: {games:,} games of {players} players in each main run, seed {seed}."
    reading = [
        "All figures are from simulated games, played by the strategies that are named. Other players may find another balance, "
        "and where the box is assumed, so is what follows from it: each game begins with what is played, and ends with what of "
        "the findings survives in other boxes.",
        "What stands in brackets is an interval. In charts and tables it is one of 95 %: of twenty such intervals, one misses "
        "the true figure by chance. The findings on seats, strategies and winners are told with wider ones, which hold all "
        "together with 95 % in all editions of a game; those on components with such as hold for all components.",
        "Where an interval leaves the direction of a difference open, the report says that it cannot be told. That is no sign "
        "that there is none: more games may tell.",
        "The even share is the win share without skill or luck of the seat. A win that k seats share counts 1/k for each. Seat 0 "
        "begins. Points are percentage points of a win share.",
        "Unfinished games, which a turn limit stopped, are counted in win shares as won by nobody; where winners and others are "
        "compared they are left out.",
        "Charts lie beside the page as PNG and SVG, and the whole of every table as CSV.",
    ]
    return Front("Balance report", lead, command, reading, _versions())


def _versions() -> dict[str, str]:
    from .. import __version__

    packages = {name: version(name) for name in ("numpy", "numba", "pandas", "matplotlib")}
    return {"boardstats": __version__, "Python": platform.python_version(), **packages}


def _command(games: int, out: str, names: list[str], players: int | None, seed: int) -> str:
    """Return the command that writes this report."""
    words = ["boardstats", "report", "--games", str(games), "--out", f"{out}/"]
    words += ["--seed", str(seed)] + ([] if players is None else ["--players", str(players)])
    return shlex.join(words + ([] if names == list(GAMES) else names))


# ---- the folder ------------------------------------------------------------------------------------------------------


@contextlib.contextmanager
def _whole_folder(out: Path) -> Iterator[tuple[Path, Path]]:
    """Yield a folder to write into, and the one in whose place it comes when all is written; else nothing appears."""
    part = None
    try:
        target = out.resolve()
        _check(target, out)
        part = Path(tempfile.mkdtemp(dir=target.parent, prefix=f".{target.name}.", suffix=".part"))
        umask = os.umask(0)
        os.umask(umask)
        part.chmod(0o777 & ~umask)  # mkdtemp makes folders that only their owner may read
        yield part, target
        _check(target, out)
        _put(part, target)
    except OSError as error:
        raise BoardstatsError(f"{out}: cannot be written ({error.strerror or error})") from None
    finally:
        if part is not None:
            shutil.rmtree(part, ignore_errors=True)


def _check(target: Path, out: Path) -> None:
    """Raise an error where a report cannot come into this place without loss."""
    if Path.cwd().is_relative_to(target):
        raise BoardstatsError(f"{out}: you are in this folder; name one that can be replaced, like report")
    if not target.exists():
        return
    if not target.is_dir():
        raise BoardstatsError(f"{out}: is a file; a report is a folder")
    found = {path.relative_to(target).as_posix() for path in target.rglob("*") if not path.is_dir()}
    if not found and not any(target.iterdir()):
        return
    try:
        told = json.loads((target / _TOLD).read_text(encoding="utf-8"))
        known = {*told["files"], _TOLD} if told["kind"] == _KIND else set()
    except (OSError, ValueError, KeyError, TypeError):
        known = set()
    if not known:
        raise BoardstatsError(f"{out}: exists already, and is neither empty nor a report")
    if found - known:
        strange = sorted(found - known)
        more = f" and {len(strange) - 1} more" if len(strange) > 1 else ""
        raise BoardstatsError(f"{out}: holds what is not of the old report: {strange[0]}{more}; move it first")


def _put(part: Path, target: Path) -> None:
    """Let a folder come into the place of an old one, if there is one, in two renamings."""
    old = part.with_suffix(".old")
    if target.exists():
        os.rename(target, old)
    try:
        os.rename(part, target)
    except BaseException:
        if old.exists():
            os.rename(old, target)
        raise
    shutil.rmtree(old, ignore_errors=True)
