"""What is written down after a real game, by game: the columns of the form, and how its own rules score and rank them.

A form for `score` alone is there for every game. A new game is one entry in `FORMS`.
"""

from __future__ import annotations

import csv
import importlib
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ..edition import Column
from ..errors import BoardstatsError
from ..export import whole_file
from ..game import GAMES
from ..ranking import rank_by

MOST = 9999  # of anything that is counted or scored
_FORMULA = re.compile(r"\s*[=+\-@\t\r]")  # what a spreadsheet would take for a formula

Cells = Mapping[str, Any]  # the checked cells of a row; None: left empty
Scored = dict[str, Any]  # by column, a value for each seat; `score` and `rank` among them


@dataclass(frozen=True)
class Cell:
    """A column of a form.

    Attributes
    ----------
    column : Column
        Its name, and what may stand there.
    needed : bool
        Whether every row that is filled in needs it; else an empty cell is 0, or no card.
    shown : bool
        Whether a blank form has it; all columns may be added by hand.
    """

    column: Column
    needed: bool = True
    shown: bool = True

    @property
    def name(self) -> str:
        return self.column.name


@dataclass(frozen=True)
class Form:
    """The form of a game.

    Attributes
    ----------
    cells : callable
        edition -> the columns of the form.
    count : callable
        (edition, the rows of one game by seat) -> its results. It raises a Misfit where cells do not go together.
    shared : callable
        edition -> the columns in which all seats of a game have the same, each with what the edition itself plays. A
        form for the score alone has them too.
    rank : callable
        (scores, the cells that are shared) -> ranks of scores that stand alone.
    """

    cells: Callable[[Any], list[Cell]]
    count: Callable[[Any, Sequence[Cells]], Scored]
    shared: Callable[[Any], list[tuple[Column, str]]]
    rank: Callable[[Sequence[int], Cells], Any]


class Misfit(BoardstatsError):
    """Cells that do not go together: the seat (None: all) and column of one of them, and what is wrong."""

    def __init__(self, seat: int | None, column: str, what: str) -> None:
        super().__init__(what)
        self.seat, self.column = seat, column


def rules_of(name: str) -> Any:
    """Return the module of a game, with its `score` and `rank`."""
    return importlib.import_module(GAMES[name])


def _counts(*names: str, needed: bool = False) -> list[Cell]:
    return [Cell(Column(name, 0, MOST), needed) for name in names]


def _array(rows: Sequence[Cells], *names: str) -> Any:
    """Return cells as whole numbers by seat, or by seat and column where several are named; an empty cell is 0."""
    found = np.array([[row.get(name) or 0 for name in names] for row in rows], np.int64)
    return found if len(names) > 1 else found[:, 0]


def _by_score(scores: Sequence[int], shared: Cells) -> Any:
    return rank_by(score=scores)


# ---- files that a spreadsheet opens ----------------------------------------------------------------------------------


def as_text(cell: object) -> object:
    """Return a cell so that no spreadsheet takes its text for a formula: with an apostrophe before it, if need be."""
    return f"'{cell}" if isinstance(cell, str) and _FORMULA.match(cell) else cell


def as_typed(text: str) -> str:
    """Return the text of a cell without the apostrophe of `as_text`."""
    text = text.strip()
    return text[1:] if text.startswith("'") and _FORMULA.match(text[1:]) else text


def write_rows(path: Path, rows: Iterable[Sequence[object]]) -> None:
    """Write rows as a CSV file, whole or not at all; text that looks like a formula as text."""
    if path.suffix != ".csv":
        raise BoardstatsError(f"{path}: the name must end in .csv")
    with whole_file(path, "w") as file:
        csv.writer(file, lineterminator="\n").writerows([as_text(cell) for cell in row] for row in rows)


# ---- Sirvam o Rei ----------------------------------------------------------------------------------------------------

_SHOWN_CARDS = 8  # few hands hold more at the end


def _sirvam_cells(edition: Any) -> list[Cell]:
    if edition.full:
        return _counts("helpers", needed=True) + _counts("two_helper_cards")
    values = tuple(map(str, edition.tables["recipes"]["value"]))
    most = rules_of("sirvam").edition.MAX_HAND
    return [Cell(Column(f"card_{i + 1}", choices=values), i == 0, i < _SHOWN_CARDS) for i in range(most)]


def _sirvam_shared(edition: Any) -> list[tuple[Column, str]]:
    kings = rules_of("sirvam").KINGS
    return [] if edition.full else [(Column("king", choices=kings), edition.king or kings[0])]


def _sirvam_count(edition: Any, rows: Sequence[Cells]) -> Scored:
    if edition.full:
        helpers, twos = _array(rows, "helpers"), _array(rows, "two_helper_cards")
        return {"score": helpers, "rank": rank_by(helpers=helpers, twos=twos), "two_helper_cards": twos}
    rules, unknown = rules_of("sirvam"), rules_of("sirvam").UNKNOWN
    hands = [[int(cell) for name, cell in row.items() if name.startswith("card_") and cell is not None] for row in rows]
    copies = dict(zip(edition.tables["recipes"]["value"], edition.tables["recipes"]["count"], strict=True))
    for value, n in Counter(card for hand in hands for card in hand).items():
        if n > copies[value]:
            raise Misfit(None, "card_1 …", f"{n} recipes {value} in one game; the box has {copies[value]}")
    places = max(map(len, hands))
    padded = [hand + [unknown] * (places - len(hand)) for hand in hands]
    king = rows[0]["king"]
    made: Scored = dict(zip(rules.ITEMS, rules.score(padded, king).T, strict=True))
    return {"score": made.pop("score"), "rank": rules.rank(padded, king), **made, "cards": np.array([*map(len, hands)])}


def _sirvam_rank(scores: Sequence[int], shared: Cells) -> Any:
    """Rank the figure a king looks at first, as if it were a hand of one recipe; the fewest sea creatures win."""
    if "king" not in shared:
        return rank_by(score=scores)
    return rules_of("sirvam").rank([[score] for score in scores], {"fish": "bell"}.get(shared["king"], shared["king"]))


# ---- Sunny Day Sardines ----------------------------------------------------------------------------------------------


def _sardines_cells(edition: Any) -> list[Cell]:
    types = rules_of("sardines").TYPES
    return _counts(*(f"{kind}_{what}" for kind in types for what in ("orders", "points"))) + _counts("fish_left", needed=True)


def _sardines_count(edition: Any, rows: Sequence[Cells]) -> Scored:
    rules = rules_of("sardines")
    orders = _array(rows, *(f"{kind}_orders" for kind in rules.TYPES))
    points = _array(rows, *(f"{kind}_points" for kind in rules.TYPES))
    for seat, kind in np.argwhere((orders == 0) & (points > 0)):
        raise Misfit(int(seat), f"{rules.TYPES[kind]}_points", f"{points[seat, kind]} points for no order of that kind")
    items, filled, left = rules.score(points, np.ones(points.shape[1], np.int64)), orders.sum(axis=1), _array(rows, "fish_left")
    made = {"score": items[:, -1], "rank": rules.rank(items[:, -1], filled, left)}
    made |= {f"{kind}_points": items[:, i] for i, kind in enumerate(rules.TYPES)}
    return made | {"orders_filled": filled, "fish_left": left}


# ---- Sriracha --------------------------------------------------------------------------------------------------------


def _pictures(edition: Any) -> list[str]:
    return [f"picture_{i + 1}" for i in range(edition.tables["tiles"]["picture"].max())]


def _sriracha_cells(edition: Any) -> list[Cell]:
    ships = tuple(map(str, edition.tables["ships"]["number"]))
    return [
        *_counts("project_points", needed=True),
        *_counts(*_pictures(edition), "failed", "missing", "warehouse_left"),
        Cell(Column("last_ship", choices=ships)),
    ]


def _sriracha_count(edition: Any, rows: Sequence[Cells]) -> Scored:
    rules, pictures = rules_of("sriracha"), _array(rows, *_pictures(edition), "warehouse_left")[:, :-1]
    points, failed, missing = (_array(rows, name) for name in ("project_points", "failed", "missing"))
    completed, stored = pictures.sum(axis=1), _array(rows, "warehouse_left")
    for seat in np.flatnonzero((completed == 0) & (points > 0)):
        raise Misfit(int(seat), "project_points", f"{points[seat]} points, but no completed project in picture_1 …")
    last = [int(row["last_ship"]) for row in rows]
    for i, ship in enumerate(last):
        if ship in last[:i]:
            raise Misfit(i, "last_ship", f"{ship} was the last ship of two players; there is one of it")
    items = rules.score(points, pictures, failed, missing, set_size=edition.set_size, set_points=edition.set_points)
    names = ("project_points", "picture_bonus", "failed_points", "unfinished_points")
    made = {"score": items[:, -1], "rank": rules.rank(items[:, -1], completed, stored, last)}
    made |= {name: items[:, i] for i, name in enumerate(names)}
    return made | {"projects_completed": completed, "warehouse_left": stored, "last_ship": last}


# ---- Phraya ----------------------------------------------------------------------------------------------------------


def _phraya_cells(edition: Any) -> list[Cell]:
    coins, *rest = rules_of("phraya").blank_pad(2, edition=edition).columns
    return _counts(coins, needed=True) + _counts(*rest)


def _phraya_count(edition: Any, rows: Sequence[Cells]) -> Scored:
    pad = {cell.name: _array(rows, cell.name) for cell in _phraya_cells(edition)}
    by_good = sum(values for name, values in pad.items() if name.endswith("_offerings"))
    by_section = sum(values for name, values in pad.items() if name.startswith("section_"))
    for seat in np.flatnonzero(by_good != by_section):
        what = f"{by_section[seat]} disks by section, {by_good[seat]} by good (…_offerings); they are the same disks"
        raise Misfit(int(seat), "section_1_disks …", what)
    table = rules_of("phraya").score_pad(pad, edition=edition)
    made = {"score": table["total"].to_numpy(), "rank": table["rank"].to_numpy()}
    return made | {name: table[name].to_numpy() for name in table.columns if name not in ("total", "rank")}


def _none_shared(edition: Any) -> list[tuple[Column, str]]:
    return []


FORMS = {
    "sirvam": Form(_sirvam_cells, _sirvam_count, _sirvam_shared, _sirvam_rank),
    "sardines": Form(_sardines_cells, _sardines_count, _none_shared, _by_score),
    "sriracha": Form(_sriracha_cells, _sriracha_count, _none_shared, _by_score),
    "phraya": Form(_phraya_cells, _phraya_count, _none_shared, _by_score),
}
