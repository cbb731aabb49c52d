"""The report: every file is there, the page is well-formed and needs nothing else, and it appears whole or not at all."""

from __future__ import annotations

import itertools
import json
import os
import re
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import matplotlib
import numpy as np
import pandas as pd
import pytest
from click.testing import CliRunner

import boardstats as bs
from boardstats.cli import main
from boardstats.game import GAMES
from boardstats.reports import findings, reporting, sections, surviving
from boardstats.reports.alternatives import alternatives
from boardstats.reports.exhibits import Chapter, Exhibit, Section, page_table
from boardstats.reports.surviving import Measure

NAMES = ["sardines", "sirvam"]
GAMES_PLAYED = 60
VOID = {"meta", "img", "br", "link", "input", "hr"}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> reporting.Report:
    return bs.report(GAMES_PLAYED, out=tmp_path_factory.mktemp("report") / "report", names=NAMES, players=3)


class Page(HTMLParser):
    """Reads a page, and asserts that every element is closed where it should be."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str], tuple[str, ...]]] = []
        self.words: list[tuple[str, str]] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.elements.append((tag, dict(attrs), tuple(self.open)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag, self.getpos()

    def handle_data(self, data: str) -> None:
        if data.strip():
            self.words.append((self.open[-1] if self.open else "", data.strip()))

    def all(self, tag: str) -> list[dict[str, str]]:
        return [attributes for name, attributes, _ in self.elements if name == tag]


@pytest.fixture(scope="module")
def page(made: reporting.Report) -> Page:
    return Page(made.page.read_text(encoding="utf-8"))


def files(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


# ---- what is there ---------------------------------------------------------------------------------------------------


def test_every_chart_and_table_is_a_file_and_no_other_is_there(made: reporting.Report) -> None:
    expected = {"index.html", "report.json"} | {f"{name}.csv" for name in made.tables}
    expected |= {f"{name}.{ending}" for name in made.charts for ending in ("png", "svg")}
    assert set(files(made.folder)) == expected
    told = json.loads((made.folder / "report.json").read_text(encoding="utf-8"))
    assert {*told["files"], "report.json"} == expected
    assert (told["games"], told["seed"], list(told["chapters"])) == (GAMES_PLAYED, 1, NAMES)
    kinds = ["seats", "seats_by_players", "ranking", "payoffs", "scores", "categories", "lengths", "lead_by_turn", "leads"]
    kinds += ["margins", "decisions", "endings", "components", "editions", "studies", "sources", "options"]
    for name in NAMES:
        assert {f"{name}/{kind}" for kind in kinds} == {table for table in made.tables if table.startswith(f"{name}/")}
    assert len(made.charts) == 12 * len(NAMES)
    assert {path.name for path in made.folder.parent.iterdir()} == {"report"}


def test_every_file_of_a_table_holds_the_table(made: reporting.Report) -> None:
    for name, table in made.tables.items():
        read = pd.read_csv(made.folder / f"{name}.csv", dtype=str, keep_default_na=False)
        assert read.columns.tolist() == table.columns.tolist(), name
        for column in table:
            cells = read[column].tolist()
            if pd.api.types.is_numeric_dtype(table[column]) and table[column].dtype != bool:
                np.testing.assert_array_equal([float(cell or "nan") for cell in cells], table[column].to_numpy(float), name)
            else:
                assert cells == table[column].astype(str).tolist(), (name, column)


def test_the_options_are_those_that_were_played() -> None:
    run = bs.simulate(
        "phraya", 2, players=2, seed=1, strategies="greedy", edition=bs.phraya.Edition(prices="shared", stall_price=3)
    )
    (options,) = (exhibit.table for exhibit in sections.played(run).exhibits if exhibit.name == "options")
    rows = options.set_index("option")
    assert rows.loc[["prices", "stall_price", "display"], ["value", "source"]].to_numpy().tolist() == [
        ["shared", "assumed"], ["3", "assumed"], ["4", "published"],
    ]  # fmt: skip


def test_charts_are_pictures_without_dates(made: reporting.Report) -> None:
    for name in made.charts:
        assert (made.folder / f"{name}.png").read_bytes().startswith(b"\x89PNG")
        text = (made.folder / f"{name}.svg").read_text(encoding="utf-8")
        assert ElementTree.fromstring(text).tag.endswith("svg")
        assert "dc:date" not in text


def test_tables_are_those_of_the_runs_they_name(made: reporting.Report) -> None:
    run = bs.simulate("sirvam", GAMES_PLAYED, players=3, seed=1)
    for name, table in (("seats", bs.balance.seats(run)), ("leads", bs.balance.leads(run)), ("margins", bs.balance.margins(run))):
        pd.testing.assert_frame_equal(made.tables[f"sirvam/{name}"], table.reset_index(), check_names=False)
    other = bs.simulate("sirvam", GAMES_PLAYED, players=5, seed=1)
    by_players = made.tables["sirvam/seats_by_players"]
    assert by_players["players"].value_counts().to_dict() == {n: n for n in range(2, 7)}
    rows = by_players[by_players["players"] == 5].drop(columns="players").reset_index(drop=True)
    pd.testing.assert_frame_equal(rows, bs.balance.seats(other).reset_index())
    played = bs.tournament("sirvam", ["random", "careful", "sharp"], players=3, games=GAMES_PLAYED, seed=1)
    pd.testing.assert_frame_equal(made.tables["sirvam/payoffs"], played.payoff_table)


# ---- the page --------------------------------------------------------------------------------------------------------


def test_the_page_needs_no_other_file_and_no_network(made: reporting.Report, page: Page) -> None:
    text = made.page.read_text(encoding="utf-8")
    assert "script" not in {name for name, _, _ in page.elements}
    assert not page.all("link")
    assert "url(" not in text
    assert "@import" not in text
    assert all(image["src"].startswith("data:image/svg+xml;base64,") for image in page.all("img"))
    anchors = [attributes["id"] for _, attributes, _ in page.elements if "id" in attributes]
    assert len(anchors) == len(set(anchors))
    for link in page.all("a"):
        place = link["href"]
        assert place.removeprefix("#") in anchors if place.startswith("#") else (made.folder / place).is_file(), place


def test_the_page_can_be_heard(page: Page) -> None:
    levels = [int(name[1]) for name, _, _ in page.elements if re.fullmatch(r"h[1-6]", name)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(later <= earlier + 1 for earlier, later in itertools.pairwise(levels))
    assert all(len(image["alt"]) > 20 for image in page.all("img"))
    assert len(page.all("table")) == len(page.all("caption")) == len(page.all("thead")) > 20
    assert all(head.get("scope") in ("col", "row") for head in page.all("th"))
    boxes = [attributes for attributes in page.all("div") if attributes.get("class") == "scroll"]
    assert len(boxes) == len(page.all("table"))  # what is wide moves in its box, also by keyboard
    assert all(box["tabindex"] == "0" and box["aria-label"] for box in boxes)
    assert page.all("html")[0]["lang"] == "en"
    assert len(page.all("h2")) == 3 + len(NAMES)


def test_findings_stand_on_the_page_with_their_figures(made: reporting.Report, page: Page) -> None:
    text = " ".join(words for _, words in page.words).replace("\xa0", " ")
    abouts = ["seats", "strategies", "winners", "length", "lead", "margin", "ends", "components", "editions", "unfinished"]
    assert made.findings["about"].tolist() == abouts * len(NAMES)
    for sentence in made.findings["finding"]:
        assert sentence.split(": ", 1)[-1] in text
    turns = made.tables["sirvam/lengths"].set_index("measure").loc["turns"]
    length = made.findings.set_index(["game", "about"]).loc[("sirvam", "length"), "finding"]
    assert f"Length: {turns['mean']:.0f} ({turns['mean_low']:.0f}–{turns['mean_high']:.0f})" in length
    assert f"boardstats report --games {GAMES_PLAYED} --out report/ --seed 1 --players 3 sardines sirvam" in text
    assert "assumed, not printed: effects" in text


def test_the_same_command_gives_the_same_files(tmp_path: Path) -> None:
    for name in "ab":
        (tmp_path / name).mkdir()
    one = bs.report(30, out=tmp_path / "a" / "report", names="sirvam", players=2)
    before = dict(matplotlib.rcParams)
    with matplotlib.rc_context({"text.color": "red", "font.size": 20}):
        other = bs.report(30, out=str(tmp_path / "b" / "report"), names=["sirvam"], players=2, workers=2)
    assert dict(matplotlib.rcParams) == before
    assert files(one.folder) == files(other.folder)


# ---- the folder ------------------------------------------------------------------------------------------------------


def stub(bench: Any) -> Chapter:
    """Return a chapter that takes no time."""
    table = pd.DataFrame({"seat": [0, 1], "share": [0.5, 0.5], "share_low": [0.4, 0.4], "share_high": [0.6, 0.6]})
    shown = page_table(table, {"seat": ("seat <1>", "plain"), "share": ("share & more", "share")})
    section = Section("seats", "Seats", ["a < b"], [Exhibit("seats", "Seats", table, shown)])
    return Chapter(bench.name, bench.game.title, [section], [("seats", f"Seats: {bench.games} games, {bench.players} players")])


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    def use(chapter: Any = stub) -> None:
        monkeypatch.setattr(reporting, "chapter", chapter)

    use()
    return use


def test_an_old_report_is_replaced_as_a_whole(tmp_path: Path, quick: Any) -> None:
    out = tmp_path / "report"
    out.mkdir()  # empty: fine
    bs.report(20, out=out, names=["sirvam", "sardines"])
    assert (out / "sardines" / "seats.csv").exists()
    bs.report(30, out=out, names=["sirvam"], players=2)
    assert not (out / "sardines").exists()
    assert "30 games, 2 players" in (out / "findings.csv").read_text(encoding="utf-8")
    assert "seat &lt;1&gt;" in (out / "index.html").read_text(encoding="utf-8")
    assert [path.name for path in tmp_path.iterdir()] == ["report"]
    assert os.name == "nt" or out.stat().st_mode & 0o077 == 0o777 & ~_umask() & 0o077


def _umask() -> int:
    umask = os.umask(0)
    os.umask(umask)
    return umask


def test_what_is_no_report_is_left_alone(tmp_path: Path, quick: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "mine"
    out.mkdir()
    (out / "notes.txt").write_text("mine")
    with pytest.raises(bs.BoardstatsError, match=r"mine: exists already, and is neither empty nor a report"):
        bs.report(20, out=out)
    (out / "report.json").write_text('{"kind": "another", "files": ["notes.txt"]}')
    with pytest.raises(bs.BoardstatsError, match="neither empty nor a report"):
        bs.report(20, out=out)
    with pytest.raises(bs.BoardstatsError, match=r"notes\.txt: is a file"):
        bs.report(20, out=out / "notes.txt")
    with pytest.raises(bs.BoardstatsError, match=r"cannot be written \(No such file or directory\)"):
        bs.report(20, out=tmp_path / "nowhere" / "report")
    monkeypatch.chdir(out)
    for here in (".", "..", out):
        with pytest.raises(bs.BoardstatsError, match="you are in this folder"):
            bs.report(20, out=here)
    report = bs.report(20, out=tmp_path / "report", names="sirvam")
    (report.folder / "sirvam" / "my_notes.txt").write_text("mine")
    with pytest.raises(bs.BoardstatsError, match=r"not of the old report: sirvam/my_notes\.txt; move it first"):
        bs.report(20, out=report.folder)
    assert (report.folder / "sirvam" / "my_notes.txt").read_text() == "mine"
    assert {path.name for path in tmp_path.iterdir()} == {"mine", "report"}


@pytest.mark.parametrize("fault", [KeyboardInterrupt(), OSError(28, "No space left on device"), bs.BoardstatsError("no")])
def test_what_is_not_finished_leaves_nothing(tmp_path: Path, quick: Any, fault: BaseException) -> None:
    out = tmp_path / "report"

    def broken(bench: Any) -> Chapter:
        if bench.name == "sardines":
            raise fault
        return stub(bench)

    quick(broken)
    error = bs.BoardstatsError if isinstance(fault, OSError) else type(fault)
    with pytest.raises(error, match="cannot be written .No space left" if isinstance(fault, OSError) else None):
        bs.report(20, out=out)
    assert list(tmp_path.iterdir()) == []
    quick()
    before = files(bs.report(20, out=out, names="sirvam").folder)
    quick(broken)
    with pytest.raises(error):
        bs.report(30, out=out)
    assert files(out) == before
    assert [path.name for path in tmp_path.iterdir()] == ["report"]


def test_if_the_new_report_cannot_come_into_its_place_the_old_one_stays(
    tmp_path: Path, quick: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, rename = tmp_path / "report", os.rename
    before = files(bs.report(20, out=out, names="sirvam").folder)

    def fails(source: Any, target: Any) -> None:
        if Path(target) == out and Path(source).suffix == ".part":
            raise KeyboardInterrupt
        rename(source, target)

    monkeypatch.setattr(os, "rename", fails)
    with pytest.raises(KeyboardInterrupt):
        bs.report(30, out=out, names="sirvam")
    assert files(out) == before
    assert [path.name for path in tmp_path.iterdir()] == ["report"]


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"games": 19}, "games must be a whole number from 20 to .*, not 19"),
        ({"games": 2.5}, "not 2.5"),
        ({"names": ["sirwam"]}, "'sirwam'.*mean 'sirvam'"),
        ({"names": []}, "name a game at least: sirvam"),
        ({"names": ["sirvam", "sirvam"]}, "sirvam is named twice"),
        ({"players": 5}, "2 to 4 players, not 5"),
        ({"players": "4"}, "not '4'"),
        ({"seed": -1}, "seed must be .*not -1"),
        ({"workers": 0}, "workers must be .*not 0"),
    ],
)
def test_an_error_comes_before_anything_is_played(tmp_path: Path, quick: Any, asked: dict[str, Any], message: str) -> None:
    with pytest.raises(bs.BoardstatsError, match=message):
        bs.report(**({"games": 20, "out": tmp_path / "report"} | asked))
    assert list(tmp_path.iterdir()) == []


def test_the_command(tmp_path: Path, quick: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    asked = ["report", "--games", "20", "--out", "report/", "sirvam", "phraya", "--players", "3", "--seed", "5"]
    result = CliRunner().invoke(main, asked)
    assert (result.exit_code, result.stderr) == (0, ""), result.output
    assert result.stdout == f"Wrote {Path('report/index.html')}, and beside it 0 charts and 3 tables\n"
    told = json.loads(Path("report/report.json").read_text(encoding="utf-8"))
    assert told["command"] == "boardstats report --games 20 --out report/ --seed 5 --players 3 sirvam phraya"
    result = CliRunner().invoke(main, [*asked, "sirvam"])
    assert (result.exit_code, result.stderr) == (1, "Error: sirvam is named twice\n")


# ---- findings --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_every_alternative_edition_is_another_box_that_can_be_played(name: str) -> None:
    standard = bs.game.load(name).edition()
    for label, edition in alternatives(name).items():
        assert len(standard.diff(edition)) > 0, label
        edition.box(4)
    assert len({edition.digest() for edition in alternatives(name).values()}) == len(alternatives(name)) >= 5


def test_measures_are_those_of_the_rows() -> None:
    run = bs.simulate("sirvam", 200, players=4, seed=3, strategies=["careful", "random", "careful", "random"])
    shares = run.frame.pivot_table("win_share", index="game", columns="strategy", observed=True)
    duel = surviving.duel_measure(run, "careful", 0.95)
    assert duel.value == pytest.approx((shares["careful"] - shares["random"]).mean())
    assert -0.5 <= duel.low < duel.value < duel.high <= 0.5
    seats = surviving.seat_measures(run, 0.95)
    by_seat = bs.balance.seats(run)
    for seat, measure in enumerate(seats):
        assert measure[:3] == pytest.approx(tuple(by_seat.loc[seat, [f"advantage{end}" for end in ("", "_low", "_high")]]))
    effects = surviving.category_effects(run)
    assert not {"score", "hand_total", "win_share", "rank", "turns"} & set(effects)
    table = bs.balance.categories(run)
    for name, values in effects.items():
        assert values.mean() == pytest.approx(table.loc[name, "effect"])
    first = surviving.first_category(effects)
    assert abs(effects[first].mean()) == max(abs(values.mean()) for values in effects.values())
    sign = int(np.sign(effects[first].mean()))
    assert surviving.category_measure(effects, first, -sign, 0.95).sign == -1  # turned round, it is behind


def test_who_wins_every_game_is_not_certain_to_win_the_next() -> None:
    @bs.sardines.strategy
    def idle(view, moves, rng):
        return len(moves) - 1

    run = bs.simulate("sardines", 30, players=2, seed=1, strategies=["planner", idle])
    duel = surviving.duel_measure(run, "planner", 0.95)
    if duel.value == 1:
        assert 0.5 < duel.low < 1
        assert duel.high == 1


def test_survival_by_the_side_of_the_interval() -> None:
    more, less, unclear = Measure(0.2, 0.1, 0.3), Measure(-0.2, -0.3, -0.1), Measure(0.1, -0.1, 0.3)
    rows = [
        ("A", "points", {"standard": more, "x": less, "y": unclear, "z": more}),
        ("B", "points", {"standard": unclear, "x": less}),
    ]
    table = surviving.survival(rows, dict.fromkeys("xyz", 10) | {"standard": 20})
    assert table["status"].tolist() == ["found", "changes", "cannot be told", "survives", "cannot be told", "changes"]
    assert findings.of_survival(table) == "Other boxes, 3 of them: “A” changes with x, and cannot be told with y."
    assert findings.of_survival(table[table["edition"].isin(["standard", "z"])]) == (
        "Other boxes, 1 of them: “A” survives in all of them."
    )


def test_what_cannot_be_told_is_not_told() -> None:
    same = [Measure(0.01, -0.02, 0.04), Measure(-0.01, -0.04, 0.02)]
    assert findings.of_seats(same, "sharp").endswith(
        "50.0 %: for any seat no difference can be told (any there is lies within 4.0 points)."
    )
    ranking = pd.DataFrame({"strategy": ["a"], "win_share": [0.5], "win_share_low": [0.4], "win_share_high": [0.6]})
    told = findings.of_strategies("a", "b", same[0], "No places are separated.", ranking)
    assert "no difference between a and b can be told: +1.0 (−2.0 to +4.0) points" in told
    studies = pd.DataFrame({"study": ["main run", "x"], "games": [10, 20], "unfinished": [0, 3]})
    assert "3 of 30, stopped by a turn limit" in findings.of_unfinished(studies)
    assert findings.of_unfinished(studies[:1]).endswith("none of the 10 that were played.")
