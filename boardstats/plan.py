"""What is to be played: game, edition, players, seed and line-up, checked once; and playing a batch of it."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from ._jit import check_compiler
from .edition import BaseEdition, check_edition
from .errors import BoardstatsError, StrategyError, one_of
from .game import GAMES, Game, load
from .playing import JOB, LOG, Sheets, player, ready
from .searching import make_room
from .strategy import MAX_SEATS, Strategy, chosen, desk_type, split_line_up
from .streams import fresh_seed


class Batch(NamedTuple):
    """Results of consecutive games: records by game and seat, by game, and components taken (uint8)."""

    first: int
    seats: np.ndarray[Any, Any]
    games: np.ndarray[Any, Any]
    taken: np.ndarray[Any, Any]


class Log(NamedTuple):
    """A decision log: a row for each decision, and the legal moves of all of them one after the other."""

    rows: np.ndarray[Any, Any]
    moves: np.ndarray[Any, Any]


@dataclass(frozen=True, eq=False)
class Plan:
    """Everything that decides what happens in a game, but for its index. A Plan can be pickled.

    Attributes
    ----------
    name : str
        The game.
    strategies : tuple of Strategy
        The line-up: one for each seat.
    rotate : bool
        In game g, seat p plays entry (p + g) mod players of the line-up; else entry p.
    debug : bool
        Run strategies (and the playing loop) as plain Python.
    """

    name: str
    players: int
    seed: int
    edition: BaseEdition
    strategies: tuple[Strategy, ...]
    rotate: bool
    debug: bool = False

    @property
    def game(self) -> Game:
        return load(self.name)

    @functools.cached_property
    def box(self) -> Any:
        """The record that the kernels read."""
        return self.edition.box(self.players)

    @functools.cached_property
    def labels(self) -> list[str]:
        """The names of the different strategies of the line-up, in the order of the line-up."""
        return list(dict.fromkeys(strategy.label for strategy in self.strategies))

    @functools.cached_property
    def entries(self) -> np.ndarray[Any, Any]:
        """Index into `labels` by entry of the line-up."""
        return np.array([self.labels.index(strategy.label) for strategy in self.strategies])

    def entry_of(self, games: Any, seats: Any) -> Any:
        """Return which entry of the line-up plays a seat of a game; broadcasts."""
        shift = np.asarray(games).astype(np.int64) % self.players
        return (np.asarray(seats) + (shift if self.rotate else 0 * shift)) % self.players

    def play(self, first: int, n: int) -> Batch:
        """Play games `first` … `first + n - 1` and return their results."""
        return self._play(first, n, None)[0]

    def play_logged(self, first: int, n: int) -> tuple[Batch, Log]:
        """Play games like `play`, and keep every decision."""
        parts: list[tuple[Batch, Log]] = []
        played, rows = 0, 4096
        while played < n:
            log = Log(np.zeros(rows, LOG), np.zeros(8 * rows + self.game.max_moves, self.game.move))
            batch, job = self._play(first + played, n - played, log)
            done = len(batch.games)
            if done == 0:
                rows *= 4
                continue
            parts.append((batch, Log(log.rows[: job["logged"]], log.moves[: job["logged_moves"]])))
            played += done
        batches, logs = zip(*parts, strict=True)
        offsets = np.cumsum([0, *(len(log.moves) for log in logs)])
        for log, offset in zip(logs, offsets, strict=False):
            log.rows["first_move"] += offset
        joined = Log(np.concatenate([log.rows for log in logs]), np.concatenate([log.moves for log in logs]))
        return join(batches), joined

    def _play(self, first: int, n: int, log: Log | None) -> tuple[Batch, Any]:
        """Play games, or as many as a log has room for; return their results and the record of the job."""
        game, players = self.game, self.players
        wrap: Any = (lambda array: array.view(np.recarray)) if self.debug else (lambda array: array)
        job = wrap(np.zeros(1, JOB))
        job[0]["seed"], job[0]["first"], job[0]["games"], job[0]["players"] = self.seed, first, n, players
        job[0]["rotate"], job[0]["turn_limit"], job[0]["logging"] = self.rotate, game.turn_limit, log is not None
        if log is None:
            log = Log(np.zeros(0, LOG), np.zeros(0, game.move))
        desk = wrap(np.zeros(1, desk_type(game)))
        functions = self.seat_line_up(desk[0])
        room = make_room(game, searching=self.searching)
        room.desk[:] = desk  # the strategies play on as they play
        if self.debug:
            room = room._replace(states=wrap(room.states))
        sheets = Sheets(
            wrap(np.zeros((n, players), game.seats.dtype)),
            wrap(np.zeros(n, game.games.dtype)),
            np.zeros((n, players, len(game.components(self.edition))), np.uint8),
            *map(wrap, log),
        )
        box = wrap(np.array([self.box]))[0] if self.debug else self.box
        loop = player(game, False).py_func if self.debug else ready(game, self.searching)
        self._desks[id(desk)] = desk
        try:
            with np.errstate(over="ignore"):  # streams wrap round
                loop(job[0], box, room, desk[0], sheets, *functions)
        except Exception as error:
            if isinstance(error, BoardstatsError):
                raise
            raise self._fault(room.states[0], f"raised {type(error).__name__}: {error}") from (error if self.debug else None)
        finally:
            del self._desks[id(desk)]
        if job[0]["entry"] >= 0:
            answer, legal = int(job[0]["answer"]), int(job[0]["legal"])
            raise self._fault(room.states[0], f"answered {answer}, where 0 … {legal - 1} are the legal moves")
        done = int(job[0]["done"])
        return Batch(first, *(np.asarray(sheet)[:done] for sheet in sheets[:3])), job[0]

    @property
    def searching(self) -> bool:
        """Whether a strategy of the line-up searches."""
        return any(strategy.playouts for strategy in self.strategies)

    @functools.cached_property
    def _desks(self) -> dict[int, Any]:
        """The desks at which games are being played, by their identity."""
        return {}

    def stop(self) -> None:
        """Let what is being played end at once, since nobody waits for it any more: without search, after this game."""
        for desk in list(self._desks.values()):
            desk["stop"] = 1

    def seat_line_up(self, desk: Any) -> list[Any]:
        """Write the parameters of every entry of the line-up on the desk; return the functions."""
        entries = [self.strategies[i % self.players] for i in range(MAX_SEATS)]
        for i, strategy in enumerate(entries):
            values = list(strategy.parameters.values())
            desk["parameters"][i, : len(values)] = values
            desk["guarded"][i], desk["playouts"][i] = not strategy.builtin, strategy.playouts
        return [_plain(strategy) if self.debug else strategy.compiled() for strategy in entries]

    def _fault(self, state: Any, what: str) -> StrategyError:
        index, seat, turn = int(state["game"]), int(state["seat"]), int(state["turn"])
        strategy = self.strategies[int(self.entry_of(index, seat))]
        return StrategyError(f"strategy {strategy.label!r} {what} (game {index}, seed {self.seed}, turn {turn}, seat {seat})")


def _plain(strategy: Strategy) -> Any:
    """Return a strategy as plain Python behind the compiled signature.

    It is shown copies in which all whole numbers are wide, since `view.pile * 10` is compiled wide too.
    """

    def call(view: Any, desk: Any) -> int:
        moves = (desk.moves if strategy.builtin else desk.shown_moves)[: desk.legal]
        with np.errstate(divide="raise", invalid="raise"):
            answer = strategy.function(_wide(view)[()], _wide(moves), desk.streams[desk.seat], **strategy.parameters)
        if isinstance(answer, bool) or not isinstance(answer, int | np.integer):
            raise TypeError(f"it must return the index of a move, a whole number, not {answer!r}")
        return int(answer)

    return call


def _wide(records: Any) -> Any:
    """Return a copy of records with all whole numbers as int64."""

    def widened(dtype: np.dtype[Any]) -> Any:
        if dtype.subdtype:
            return widened(dtype.subdtype[0]), dtype.subdtype[1]
        if dtype.names:
            return np.dtype([(name, widened(dtype[name])) for name in dtype.names])
        return np.dtype(np.int64) if dtype.kind in "iu" and dtype.itemsize < 8 else dtype

    return np.asarray(records).astype(widened(records.dtype)).view(np.recarray)


def join(batches: Sequence[Batch]) -> Batch:
    """Return consecutive batches as one."""
    if len(batches) == 1:
        return batches[0]
    return Batch(batches[0].first, *(np.concatenate(parts) for parts in list(zip(*batches, strict=True))[1:]))


def make_plan(
    name: str,
    players: int,
    *,
    seed: int | None,
    strategies: Any,
    rotate: bool | None,
    edition: BaseEdition | None,
    debug: bool = False,
) -> Plan:
    """Check what a user asked for, and return it as a Plan."""
    check_compiler()
    if not isinstance(name, str):
        raise one_of("game", name, GAMES)
    game = load(name)
    players = game.check_players(players)
    if edition is None:
        edition = game.edition()
    check_edition(name, game.edition, edition)
    if rotate not in (None, True, False):
        raise BoardstatsError(f"rotate must be true, false or None, not {rotate!r}")
    line_up = _line_up_of(game, players, strategies)
    if debug and any(strategy.playouts for strategy in line_up):
        raise BoardstatsError("a searcher does not run with debug=True; debug the strategy that it plays by")
    plan = Plan(
        name,
        players,
        fresh_seed() if seed is None else whole("seed", seed, 0, 2**63 - 1),
        edition,
        line_up,
        len({strategy.label for strategy in line_up}) > 1 if rotate is None else bool(rotate),
        debug,
    )
    edition.box(players)  # checked for this number of players before anything is played
    return plan


def _line_up_of(game: Game, players: int, strategies: Any) -> tuple[Strategy, ...]:
    if strategies is None:
        strategies = game.default
    if isinstance(strategies, str):
        strategies = split_line_up(strategies)
    elif isinstance(strategies, Strategy) or not isinstance(strategies, Iterable):
        strategies = [strategies]
    entries = list(strategies)
    made = {id(entry): chosen(game, entry) for entry in entries}  # a function in several seats is compiled once
    line_up = [made[id(entry)] for entry in entries]
    if len(line_up) == 1:
        line_up *= players
    if len(line_up) != players:
        raise BoardstatsError(f"{len(line_up)} strategies for {players} players: name one for all, or one for each seat")
    by_label: dict[str, Strategy] = {}
    for strategy in line_up:
        other = by_label.setdefault(strategy.label, strategy)
        if other.function is not strategy.function:
            raise BoardstatsError(f"two different strategies are called {strategy.label!r}; rename one, to tell them apart")
    return tuple(line_up)


def whole(what: str, value: object, low: int, high: int | None = None) -> int:
    """Return a whole number from `low` to `high`, or raise an error that says what is right."""
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < low or (high is not None and value > high):
        limits = f"of {low} or more" if high is None else f"from {low} to {high}"
        raise BoardstatsError(f"{what} must be a whole number {limits}, not {value!r}")
    return int(value)
