"""Results as columns: the same ones for the data frames, the files and the decision log."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from .errors import one_of
from .game import Columns as Results
from .plan import Batch, Log, Plan

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa

TABLES = ("frame", "games", "taken")


@dataclass(frozen=True)
class Names:
    """A column of names: codes into a list; -1 is no name."""

    codes: np.ndarray[Any, Any]
    names: Sequence[str]


Columns = dict[str, "np.ndarray[Any, Any] | Names"]


def columns(plan: Plan, batch: Batch, table: str = "frame") -> Columns:
    """Return one of a run's tables as columns.

    Parameters
    ----------
    table : {"frame", "games", "taken"}
        A row for each game and seat; for each game; for each game, seat and component taken.
    """
    if table == "frame":
        return _frame(plan, batch)
    if table == "games":
        return _games(plan, batch)
    if table == "taken":
        return _taken(plan, batch)
    raise one_of("table", table, TABLES)


def who(plan: Plan, batch: Batch) -> np.ndarray[Any, Any]:
    """Return the index into `plan.labels` of each seat's strategy, by game and seat."""
    games = batch.first + np.arange(len(batch.seats))
    found: np.ndarray[Any, Any] = plan.entries[plan.entry_of(games[:, None], np.arange(plan.players)[None, :])]
    return found


def _frame(plan: Plan, batch: Batch) -> Columns:
    n, players = batch.seats.shape
    made: Columns = {
        "game": np.repeat(batch.first + np.arange(n), players),
        "seat": np.tile(np.arange(players, dtype=np.int32), n),
        "strategy": Names(who(plan, batch).ravel(), plan.labels),
    }
    return made | {part: values.ravel() for part, (_, values) in parts(plan, plan.game.seats, batch.seats).items()}


def parts(plan: Plan, results: Results, records: np.ndarray[Any, Any]) -> dict[str, tuple[str, np.ndarray[Any, Any]]]:
    """Return the columns that results are shown as: name -> (field of the records, its values, a view of the records).

    A field of several values, say one for each game of a match, is as many columns as are in use: `king_1`, `king_2`, ….
    """
    made: dict[str, tuple[str, np.ndarray[Any, Any]]] = {}
    for name in results.names:
        values, used = records[name], plan.game.parts(plan.edition, plan.players)
        if name in results.single:
            made[name] = name, values
        elif used == 1:
            made[name] = name, values[..., 0]
        else:
            made |= {f"{name}_{i + 1}": (name, values[..., i]) for i in range(used)}
    return made


def _games(plan: Plan, batch: Batch) -> Columns:
    made: Columns = {"game": batch.first + np.arange(len(batch.games))}
    for part, (name, values) in parts(plan, plan.game.games, batch.games).items():
        labels = plan.game.labels.get(name)
        made[part] = Names(values, labels) if labels else values.astype(bool if name == "finished" else np.int32)
    return made


def _taken(plan: Plan, batch: Batch) -> Columns:
    game, seat, component = np.nonzero(batch.taken)
    return {
        "game": batch.first + game,
        "seat": seat.astype(np.int32),
        "strategy": Names(who(plan, batch)[game, seat], plan.labels),
        plan.game.component: Names(component, plan.game.components(plan.edition)),
        "times": batch.taken[game, seat, component].astype(np.int32),
    }


def decisions(plan: Plan, log: Log) -> Columns:
    """Return a decision log as columns: game, number, turn, seat, strategy, legal moves, and the move made."""
    rows, game = log.rows, plan.game
    kinds, index = np.unique(log.moves, return_inverse=True)
    names = np.array([game.move_name(kind) for kind in kinds], dtype=object)[index]
    ends = rows["first_move"] + rows["legal"]
    legal = [" | ".join(names[a:b]) for a, b in zip(rows["first_move"], ends, strict=True)]
    entries = plan.entry_of(rows["game"], rows["seat"].astype(np.int64))
    return {
        "game": rows["game"].astype(np.int64),
        "number": rows["number"],
        "turn": rows["turn"],
        "seat": rows["seat"].astype(np.int32),
        "strategy": Names(plan.entries[entries], plan.labels),
        "n_legal": rows["legal"].astype(np.int32),
        "legal": np.array(legal, dtype=object),
        "answer": rows["answer"].astype(np.int32),
        "move": names[rows["first_move"] + rows["answer"]] if len(rows) else np.zeros(0, object),
    }


def to_pandas(made: Columns) -> pd.DataFrame:
    """Return columns as a data frame; names become categories, in their own order."""
    import pandas as pd

    return pd.DataFrame(
        {
            name: pd.Categorical.from_codes(column.codes, dtype=pd.CategoricalDtype(list(column.names)))
            if isinstance(column, Names)
            else column
            for name, column in made.items()
        }
    )


def to_arrow(made: Columns, *, as_text: bool = False) -> pa.Table:
    """Return columns as an Arrow table; names as dictionaries, or `as_text`."""
    import pyarrow as pa

    def convert(column: np.ndarray[Any, Any] | Names) -> Any:
        if not isinstance(column, Names):
            return pa.array(column)
        codes = np.asarray(column.codes)
        missing = codes < 0
        codes = pa.array(codes.astype(np.int32), mask=missing if missing.any() else None)
        found = pa.DictionaryArray.from_arrays(codes, pa.array(list(column.names), pa.string()))
        return found.cast(pa.string()) if as_text else found

    return pa.table({name: convert(column) for name, column in made.items()})
