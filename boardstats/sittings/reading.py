"""Games of a real table: a form to fill in after them, scored and ranked by the game's own rules.

A *sitting* is one real game. The form is a CSV file: a row for each player of each game, which `boardstats template`
writes and any spreadsheet can fill in. What is read from it, `Sittings`, compares itself with a simulation.
"""

from __future__ import annotations

import csv
import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ..edition import BaseEdition, Column, check_edition
from ..errors import BoardstatsError, one_of
from ..game import Game, load
from ..plan import whole
from .forms import FORMS, MOST, Cell, Form, Misfit, as_typed, write_rows
from .overlay import Sittings

if TYPE_CHECKING:
    import pandas as pd

SCORE = Cell(Column("score", -MOST, MOST))
TABLE, PLAYER = Column("table", text=True), Column("player", text=True)


def table_template(
    name: str,
    path: str | os.PathLike[str],
    *,
    players: int | Sequence[str] = 4,
    tables: int = 1,
    score_only: bool = False,
    edition: BaseEdition | None = None,
) -> Path:
    """Write a form to fill in after real games: a CSV file with a row for each player of each game.

    Its columns are `table` (which game; any name), `seat` (0 = first player), `player`, and what the game's rules score:

    - Sirvam o Rei: `king`, and the recipes in the hand, `card_1`, `card_2`, …; of the full game `helpers` and
      `two_helper_cards`.
    - Sunny Day Sardines: orders filled and their points, by type, and `fish_left`.
    - Sriracha: `project_points`, completed projects by picture, `failed` and `missing` materials, `warehouse_left`, and the
      number of the ship taken last.
    - Phraya: the columns of the score pad (`bs.phraya.blank_pad`).

    Parameters
    ----------
    name : str
        The game.
    path : path
        The file, whose name ends in `.csv`; nothing is overwritten.
    players : int or list of str
        How many play, or their names in the order of their seats.
    tables : int, default 1
        How many games.
    score_only : bool, default False
        A form for nothing but the score (and the king).
    edition : Edition, optional
        What was played with; left out: the standard edition.

    Returns
    -------
    Path

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     print(table_template("sirvam", f"{folder}/form.csv", players=["Ann", "=Bob"], score_only=True).read_text())
    table,seat,player,king,score
    1,0,Ann,bell,
    1,1,'=Bob,bell,
    """
    game, edition, form = _form(name, edition)
    names = [""] * whole("players", players, 1) if isinstance(players, int | np.integer) else _names(players)
    game.check_players(len(names))
    path = Path(path)
    if path.exists():
        raise BoardstatsError(f"{path}: exists already, and may be filled in; choose another name")
    shared = form.shared(edition)
    cells = [SCORE] if score_only else [cell for cell in form.cells(edition) if cell.shown]
    rows: list[list[object]] = [["table", "seat", "player", *(c.name for c, _ in shared), *(cell.name for cell in cells)]]
    for table in range(whole("tables", tables, 1, 999)):
        for seat, player in enumerate(names):
            rows.append([table + 1, seat, player, *(value for _, value in shared), *[""] * len(cells)])
    write_rows(path, rows)
    return path


def read_table(name: str, path: str | os.PathLike[str], *, edition: BaseEdition | None = None) -> Sittings:
    """Read a form that was filled in, and score and rank each game by its rules.

    Rows in which nobody is named and nothing is filled in do not count, nor does their order. Columns that need not be
    filled in may be left out. A comma or a semicolon may stand between cells.

    Parameters
    ----------
    name : str
        The game.
    path : path
        The file that `table_template` began.
    edition : Edition, optional
        What was played with; left out: the standard edition.

    Returns
    -------
    Sittings

    Raises
    ------
    BoardstatsError
        If a cell, row or column is not right: with the file, the line, the column, and what would be right.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder) / "form.csv"
    ...     _ = path.write_text("table,seat,player,king,card_1,card_2\\n1,0,Ann,bell,4,-1\\n1,1,Bob,bell,2,0\\n")
    ...     read_table("sirvam", path).frame[["player", "score", "rank"]].values.tolist()
    [['Ann', 3, 2], ['Bob', 2, 1]]
    """
    import pandas as pd

    game, edition, form = _form(name, edition)
    path = Path(path)
    shared = [Cell(column) for column, _ in form.shared(edition)]
    by_table: dict[str, list[dict[str, Any]]] = {}
    header, rows = _rows(path)
    alone = SCORE.name in header
    cells = [*shared, *([SCORE] if alone else form.cells(edition))]
    _check_header(path, header, cells)
    for line, texts in rows:
        row = _checked(f"{path}, line {line}", texts, cells, game.players[-1], [cell.name for cell in shared])
        if row is not None:
            by_table.setdefault(row["table"], []).append(row | {"line": line})
    if not by_table:
        raise BoardstatsError(f"{path}: no row is filled in; each needs a player, and what that player scored")
    frames = [_scored(path, game, form, edition, table, [cell.name for cell in shared], alone) for table in by_table.values()]
    return Sittings(name, edition, form, pd.concat(frames, ignore_index=True))


def _form(name: str, edition: BaseEdition | None) -> tuple[Game, BaseEdition, Form]:
    if not isinstance(name, str) or name not in FORMS:
        raise one_of("game", name, FORMS)
    game = load(name)
    edition = game.edition() if edition is None else edition
    check_edition(name, game.edition, edition)
    return game, edition, FORMS[name]


def _names(players: Sequence[str]) -> list[str]:
    names = [] if isinstance(players, str) or not isinstance(players, Iterable) else [str(player).strip() for player in players]
    if not names or len(set(names)) < len(names) or not all(name.isprintable() and name for name in names):
        raise BoardstatsError(f"players must be how many play, or a list of different names, not {players!r}")
    return names


# ---- the file --------------------------------------------------------------------------------------------------------


def _rows(path: Path) -> tuple[list[str], list[tuple[int, dict[str, str]]]]:
    """Return the header of a file, and its rows that are not empty, each with its line."""
    try:
        with path.open(newline="", encoding="utf-8-sig") as file:
            first = file.readline()
            file.seek(0)
            reader = csv.reader(file, delimiter=";" if first.count(";") > first.count(",") else ",", strict=True)
            header = [name.strip() for name in next(reader, [])]
            while header and not header[-1]:
                header.pop()
            return header, list(_filled(path, header, reader))
    except UnicodeDecodeError:
        raise BoardstatsError(f"{path}: not a text file in UTF-8; in a spreadsheet, save it as “CSV UTF-8”") from None
    except csv.Error as error:
        raise BoardstatsError(f"{path}: not a CSV file ({error})") from None
    except OSError as error:
        raise BoardstatsError(f"{path}: cannot be read ({error.strerror})") from None


def _filled(path: Path, header: list[str], reader: Any) -> Iterator[tuple[int, dict[str, str]]]:
    for texts in reader:
        if any(text.strip() for text in texts[len(header) :]) or (len(texts) < len(header) and any(map(str.strip, texts))):
            place = f"{path}, line {reader.line_num}"
            raise BoardstatsError(f"{place}: {len(texts)} cells, where the header has {len(header)} columns")
        if any(text.strip() for text in texts):
            yield reader.line_num, {name: text.strip() for name, text in zip(header, texts, strict=False)}


def _check_header(path: Path, header: list[str], cells: list[Cell]) -> None:
    known = ["table", "seat", "player", *(cell.name for cell in cells)]
    shown = ["table", "seat", "player", *(cell.name for cell in cells if cell.shown)]
    needed = ["table", "seat", "player", *(cell.name for cell in cells if cell.needed)]
    for i, name in enumerate(header):
        if name not in known:
            raise BoardstatsError(f"{path}, line 1, column {i + 1}: {one_of('column', name, shown)}")
        if name in header[:i]:
            raise BoardstatsError(f"{path}, line 1, column {i + 1}: {name!r} stands there twice")
    missing = [name for name in needed if name not in header]
    if missing:
        raise BoardstatsError(f"{path}, line 1: no column {', '.join(missing)}; right: {', '.join(shown)}")


def _checked(place: str, texts: dict[str, str], cells: list[Cell], players: int, given: list[str]) -> dict[str, Any] | None:
    """Return the cells of a row, checked; None where nobody is named and nothing is filled in."""
    if not any(text for name, text in texts.items() if name not in ("table", "seat", *given)):
        return None
    try:
        row: dict[str, Any] = {
            column.name: column.parse(as_typed(texts[column.name]), place)
            for column in (TABLE, Column("seat", 0, players - 1), PLAYER)
        }
        for cell in cells:
            text = texts.get(cell.name, "").replace("−", "-")
            row[cell.name] = cell.column.parse(text, place) if text or cell.needed else None
    except BoardstatsError as error:
        raise BoardstatsError(str(error).replace(": '' is not", ": an empty cell is not")) from None
    return row


def _scored(
    path: Path, game: Game, form: Form, edition: Any, rows: list[dict[str, Any]], shared: list[str], alone: bool
) -> pd.DataFrame:
    """Return the results of one game."""
    import pandas as pd

    rows = sorted(rows, key=lambda row: row["seat"])
    _check_game(path, game, rows, shared)
    try:
        if alone:
            scores = [row["score"] for row in rows]
            made = {"score": scores, "rank": form.rank(scores, {name: rows[0][name] for name in shared})}
        else:
            made = form.count(edition, rows)
    except Misfit as error:
        lines = f"line {rows[error.seat]['line']}" if error.seat is not None else _lines(rows)
        raise BoardstatsError(f"{path}, {lines}, column {error.column!r}: {error}") from None
    except BoardstatsError as error:
        raise BoardstatsError(f"{path}, {_lines(rows)}: {error}") from None
    ranks = np.asarray(made["rank"])
    first: dict[str, Any] = {name: [row[name] for row in rows] for name in ("table", "seat", "player")}
    first |= {"players": len(rows)} | {name: rows[0][name] for name in shared}
    first |= {"score": made["score"], "rank": ranks, "win_share": np.where(ranks == 1, 1 / (ranks == 1).sum(), 0.0)}
    return pd.DataFrame(first | made)


def _check_game(path: Path, game: Game, rows: list[dict[str, Any]], shared: list[str]) -> None:
    """Raise where the rows of a game do not make one."""
    where = f"{path}, {_lines(rows)}: table {rows[0]['table']!r}"
    if len(rows) not in game.players:
        low, high = game.players[0], game.players[-1]
        raise BoardstatsError(f"{where} has {len(rows)} filled-in rows; {game.title} is for {low} to {high} players")
    if [row["seat"] for row in rows] != list(range(len(rows))):
        seats = ", ".join(str(row["seat"]) for row in rows)
        raise BoardstatsError(f"{where} has the seats {seats}; right are 0 to {len(rows) - 1}, each once")
    twice = [name for name, n in Counter(row["player"] for row in rows).items() if n > 1]
    if twice:
        raise BoardstatsError(f"{where} has player {twice[0]!r} twice")
    for name in shared:
        found = dict.fromkeys(row[name] for row in rows)
        if len(found) > 1:
            raise BoardstatsError(f"{where}, column {name!r}: {' and '.join(found)}; in one game it is the same for all")


def _lines(rows: list[dict[str, Any]]) -> str:
    lines = sorted(row["line"] for row in rows)
    return f"line {lines[0]}" if len(lines) == 1 else f"lines {lines[0]} to {lines[-1]}"
