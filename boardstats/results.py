"""A run: the results of consecutive games, and where they came from."""

from __future__ import annotations

import functools
import html
import json
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from . import stats
from .errors import BoardstatsError
from .export import Provenance, Writer, sidecar
from .game import load
from .plan import Batch, Plan, join, make_plan, whole
from .rows import TABLES, columns, decisions, parts, to_arrow, to_pandas, who
from .strategy import Strategy, chosen

if TYPE_CHECKING:
    import pandas as pd

    from .advising import Position

FORMAT = 1


@dataclass(frozen=True, eq=False)
class Run:
    """The results of consecutive games.

    Attributes
    ----------
    plan : Plan
        Game, edition, players, seed and line-up.
    batch : Batch
        The results as record arrays.
    """

    plan: Plan
    batch: Batch

    # ---- tables ----------------------------------------------------------------------------------------------------

    @functools.cached_property
    def frame(self) -> pd.DataFrame:
        """One row per game and seat: game, seat, strategy, score, rank, win_share, turns, then the game's categories."""
        return to_pandas(columns(self.plan, self.batch, "frame"))

    @functools.cached_property
    def games(self) -> pd.DataFrame:
        """One row per game: whether it was finished, how it ended, turns, decisions."""
        return to_pandas(columns(self.plan, self._whole, "games"))

    @functools.cached_property
    def taken(self) -> pd.DataFrame:
        """Long: game, seat, strategy, component, how often that seat took it."""
        return to_pandas(columns(self.plan, self._whole, "taken"))

    @functools.cached_property
    def _whole(self) -> Batch:
        """All results; of a run that was read from a file, its games are played again for what the file does not hold."""
        if len(self.batch.games) == len(self.batch.seats):
            return self.batch
        again = self.plan.play(self.batch.first, len(self))
        if not np.array_equal(again.seats, self.batch.seats):
            raise BoardstatsError("this version of boardstats plays the games of this file otherwise; only its own rows are left")
        return again

    def decisions(self, games: range | None = None) -> pd.DataFrame:
        """Play games again and return one row per decision with more than one legal move.

        Parameters
        ----------
        games : range, optional
            Which games (`range(100)`); left out: all of the run.
        """
        games = range(self.first_game, self.first_game + len(self)) if games is None else games
        if not isinstance(games, range) or games.step != 1 or len(games) == 0 or games.start < 0:
            raise BoardstatsError(f"games must be a range of consecutive games, like range(100), not {games!r}")
        _, log = self.plan.play_logged(games.start, len(games))
        return to_pandas(decisions(self.plan, log))

    # ---- summary ---------------------------------------------------------------------------------------------------

    @functools.cached_property
    def tally(self) -> stats.Tally:
        """The sums behind summary and charts."""
        made = new_tally(self.plan)
        add_to_tally(made, self.plan, self.batch)
        return made

    def summary(self) -> pd.DataFrame:
        """Return the summary by strategy and by seat; every figure `x` has its 95 % interval `x_low`, `x_high`."""
        return self.tally.summary()

    # ---- where it came from ----------------------------------------------------------------------------------------

    def __len__(self) -> int:
        return len(self.batch.seats)

    @property
    def first_game(self) -> int:
        return self.batch.first

    @property
    def caption(self) -> str:
        """One line for a chart: game, players, games, seed, edition, and what is assumed."""
        return caption(self.plan, len(self))

    def provenance(self) -> Provenance:
        """Return what is needed to get these rows again, as plain values."""
        return provenance(self.plan, self.first_game, len(self))

    def replay(self, game: int) -> str:
        """Return a readable turn-by-turn account of a game of this run."""
        from .replays import account

        last = self.first_game + len(self) - 1
        return account(self.plan, whole("game", game, self.first_game, last))

    def position(self, game: int, decision: int = 0) -> Position:
        """Return a game of this run at one of its decisions (numbered as in `decisions`), to play on or to ask advice of."""
        from .advising import position_in

        last = self.first_game + len(self) - 1
        return position_in(self.plan, whole("game", game, self.first_game, last), whole("decision", decision, 0))

    # ---- files -----------------------------------------------------------------------------------------------------

    def to_csv(self, path: str | os.PathLike[str], table: str = "frame") -> Path:
        """Write a table (`frame`, `games`, `taken`) as CSV, whole or not at all, with `<path>.json` beside it."""
        return self._write(path, ".csv", table)

    def to_parquet(self, path: str | os.PathLike[str], table: str = "frame") -> Path:
        """Write a table as Parquet, with its provenance in the file and beside it."""
        return self._write(path, ".parquet", table)

    def _write(self, path: str | os.PathLike[str], ending: str, table: str) -> Path:
        if Path(path).suffix != ending:
            raise BoardstatsError(f"{path}: the name must end in {ending}")
        batch = self.batch if table == "frame" else self._whole
        with Writer(path, self.plan, {**self.provenance(), "table": table}, table) as writer:
            writer.write(batch)
        return Path(path)

    def __repr__(self) -> str:
        return f"<Run: {self.caption}>"

    def _repr_html_(self) -> str:
        table = self.summary()[["games", "win_share", "win_share_low", "win_share_high", "score", "score_low", "score_high"]]
        return f"<p><b>{html.escape(self.caption)}</b></p>{table.to_html(float_format='{:.4f}'.format)}"


def new_tally(plan: Plan) -> stats.Tally:
    """Return an empty Tally for a plan."""
    return stats.Tally(plan.labels, plan.players, plan.game.seats.single)


def add_to_tally(tally: stats.Tally, plan: Plan, batch: Batch) -> None:
    """Add a batch to a Tally."""
    tally.add(batch.seats, who(plan, batch))


def caption(plan: Plan, games: int) -> str:
    """Return the line that goes under every chart."""
    standard = type(plan.edition)().options()
    edition = "" if plan.edition.name == "standard" else f", edition {plan.edition.name}"
    changed = {k: v for k, v in plan.edition.options().items() if v != standard[k]}
    options = "".join(f", {name}={value}" for name, value in changed.items())
    assumed = plan.edition.assumed()
    note = f"; assumed, not printed: {', '.join(assumed)}" if assumed else ""
    line_up = plan.labels[0] if len(plan.labels) == 1 else ", ".join(strategy.label for strategy in plan.strategies)
    seated = f" ({line_up}{', seats rotated' if plan.rotate else ''})"
    return f"{plan.game.title}, {plan.players} players{seated}, {games:,} games, seed {plan.seed}{edition}{options}{note}"


def provenance(plan: Plan, first: int, games: int) -> Provenance:
    """Return what is needed to get the rows of a run again, as plain values."""
    from . import __version__

    seats = plan.game.seats
    none = np.zeros((0, plan.players), seats.dtype)
    common = {"game": "index of the game", "seat": "0 = first player", "strategy": "who played the seat"}
    return {
        "boardstats": __version__,
        "format": FORMAT,
        "game": plan.name,
        "players": plan.players,
        "seed": plan.seed,
        "first_game": first,
        "games": games,
        "rotate": plan.rotate,
        "strategies": [
            {"name": s.name, "parameters": dict(s.parameters), "builtin": s.builtin, "label": s.label}
            | ({} if s.builtin else {"source": s.source})
            for s in plan.strategies
        ],
        "edition": plan.edition.provenance(),
        "assumed": plan.edition.assumed(),
        "columns": common | {part: seats.meanings[name] for part, (name, _) in parts(plan, seats, none).items()},
    }


def read_run(path: str | os.PathLike[str], *, strategies: Any = None) -> Run:
    """Read a run back from the CSV or Parquet file that `to_csv` or `to_parquet` wrote.

    Parameters
    ----------
    path : path
        The file; its provenance must stand beside it.
    strategies : optional
        The line-up, where it had strategies that do not ship with boardstats and games are to be played again.

    Raises
    ------
    BoardstatsError
        If the file, its provenance, or a column is missing or damaged.
    """
    path = Path(path)
    told = _read_provenance(sidecar(path))
    try:
        if told.get("table", "frame") != "frame":
            raise BoardstatsError(f"{path}: holds the table {told['table']!r}; a run is read from its frame, so use pandas")
        plan = _told_plan(told, strategies)
        played = [entry["label"] for entry in told["strategies"]]
        n, first, names = whole("games", told["games"], 1), whole("first_game", told["first_game"], 0), list(told["columns"])
        made = _kind_of_run(told)
    except BoardstatsError:
        raise
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise BoardstatsError(f"{sidecar(path)}: damaged ({type(error).__name__}: {error})") from None
    given = [strategy.label for strategy in plan.strategies]
    if given != played:
        raise BoardstatsError(f"{path}: was played by {', '.join(played)}; given are {', '.join(given)}")
    table = _read_table(path, names)
    if table.num_rows != n * plan.players:
        raise BoardstatsError(f"{path}: {table.num_rows} rows, where its provenance speaks of {n} games of {plan.players} seats")
    seats = np.zeros((n, plan.players), plan.game.seats.dtype)
    batch = Batch(first, seats, np.zeros(0, plan.game.games.dtype), np.zeros((0, 0, 0), np.uint8))
    shown = parts(plan, plan.game.seats, seats)
    expected = to_arrow(columns(plan, batch), as_text=True)
    for name in expected.column_names:
        found = _cast(table[name], expected[name].type, f"{path}, column {name!r}")
        if name in shown:
            shown[name][1][:] = found.to_numpy().reshape(n, plan.players)
        elif not found.equals(expected[name]):
            raise BoardstatsError(f"{path}, column {name!r}: not as written; the rows must stay in their order")
    return made(plan, batch)


def _kind_of_run(told: Provenance) -> Callable[[Plan, Batch], Run]:
    """Return what makes a run of the kind that a provenance tells of."""
    if "precision" not in told:
        return Run
    from .precise import PreciseRun, in_words

    precision = dict(told["precision"])
    in_words(precision)  # raises an error where something is missing
    return functools.partial(PreciseRun, precision=precision)


def _told_plan(told: Provenance, strategies: Any) -> Plan:
    """Return the plan that a provenance tells of."""
    name = told["game"]
    line_up = strategies if strategies is not None else [_remembered(name, entry) for entry in told["strategies"]]
    edition = load(name).edition.from_provenance(told["edition"])
    seed = whole("seed", told["seed"], 0)  # None would draw a fresh one
    return make_plan(name, told["players"], seed=seed, strategies=line_up, rotate=told["rotate"], edition=edition)


def _read_provenance(path: Path) -> Provenance:
    try:
        told = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BoardstatsError(f"{path}: cannot be read ({error.strerror}); it tells where the rows come from") from None
    except ValueError as error:
        raise BoardstatsError(f"{path}: not the JSON that boardstats wrote ({error})") from None
    if not isinstance(told, dict) or told.get("format") != FORMAT:
        raise BoardstatsError(f"{path}: not the provenance of a run in format {FORMAT}")
    return told


def _read_table(path: Path, wanted: list[str]) -> Any:
    import pyarrow as pa
    import pyarrow.csv
    import pyarrow.parquet

    try:
        table = pyarrow.parquet.read_table(path) if path.suffix == ".parquet" else pyarrow.csv.read_csv(path)
    except OSError as error:
        raise BoardstatsError(f"{path}: cannot be read ({error.strerror or error})") from None
    except pa.ArrowInvalid as error:
        raise BoardstatsError(f"{path}: damaged ({error})") from None
    missing = [name for name in wanted if name not in table.column_names]
    if missing:
        raise BoardstatsError(f"{path}: no column {', '.join(missing)}")
    return table


def _cast(column: Any, kind: Any, place: str) -> Any:
    """Return a column in the type it was written in; nothing is rounded, and nothing may be missing."""
    import pyarrow as pa

    try:
        column = column.cast(kind)
    except (pa.ArrowInvalid, pa.ArrowNotImplementedError) as error:
        raise BoardstatsError(f"{place}: damaged ({error})") from None
    if column.null_count:
        raise BoardstatsError(f"{place}: {column.null_count} empty cells")
    return column


@dataclass(frozen=True, eq=False)
class _Absent(Strategy):
    """A user's strategy of a run that was read: what its file tells of it is known, but it cannot play."""

    told: Mapping[str, Any] = field(default_factory=dict, repr=False)

    @property
    def label(self) -> str:
        return str(self.told["label"])

    @property
    def source(self) -> str:
        return str(self.told["source"])

    def compiled(self) -> Any:
        raise BoardstatsError(f"strategy {self.label!r} is not in the file: to play its games, give strategies= to read_run")


def _absent(view: Any, moves: Any, rng: Any) -> int:
    return 0


def _remembered(game: str, entry: dict[str, Any]) -> Strategy:
    """Return a strategy of a run that was read."""
    if entry["builtin"]:
        return chosen(load(game), entry["name"])(**entry["parameters"])
    return _Absent(game, entry["name"], _absent, entry["parameters"], entry["parameters"], told=entry)


def joined(plan: Plan, batches: list[Batch]) -> Run:
    """Return the run of consecutive batches."""
    return Run(plan, join(batches))


__all__ = ["TABLES", "Run", "add_to_tally", "caption", "joined", "new_tally", "provenance", "read_run"]
