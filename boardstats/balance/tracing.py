"""How the lead goes through a game: who would win if the game ended at the begin of each turn, for all games.

Games are played again with their decisions logged, and then followed move by move: at the begin of every turn, and at
the end, the game's own `score` says how the seats stand. In Sirvam o Rei that is what lies face down, which nobody at
the table may know.

Terms
-----
moment
    The begin of a turn, or the end of the game. Moments are named by the turns taken before them: 0 … all.
leaders
    The seats of rank 1, were the game to end at that moment; all tie-breaks count. A lead is *shared* where there are
    several.
the winner leads
    Every leader at that moment is a winner of the game in the end. So before a seat that wins alone, nobody else may
    be of rank 1, not even beside it; in a shared win the winners may take turns in front.
margin
    How far the leader's score is ahead of the score of the seat behind, in the direction in which the game ranks; never
    below 0, and 0 where the lead is shared or hangs on a tie-break.
"""

from __future__ import annotations

import functools
from collections import namedtuple
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
from numba.core import types

from .._jit import compiling, kernel, record
from ..errors import BoardstatsError
from ..game import Game
from ..plan import Log, Plan, whole
from ..playing import LOG, game_box
from ..results import Run, caption
from ..rows import Names, to_pandas
from ..stats import wilson
from ..strategy import MAX_SEATS

if TYPE_CHECKING:
    import pandas as pd

_CHUNK = 1024  # games whose decisions are held at a time
_TENTHS = 10

# What is to be followed.
JOB = np.dtype(
    [
        ("seed", np.uint64),
        ("first", np.uint64),  # index of the first game
        ("games", np.int64),
        ("players", np.int64),
        ("turn_limit", np.int64),  # 0: none
        ("moments", np.int64),  # written: how many there were
    ]
)

# One moment of a game.
MOMENT = np.dtype(
    [
        ("game", np.uint64),
        ("turn", np.int32),  # turns taken before it
        ("score", np.int32, MAX_SEATS),
        ("rank", np.int32, MAX_SEATS),
    ],
    align=True,
)

# What a game is followed in: the one state, as a record and as words to clear it by; legal moves, and results.
Room = namedtuple("Room", "states words moves seats games")


@functools.cache
def follower(game: Game) -> Any:
    """Return the compiled loop that follows logged games: `follow(job, box, room, log, moments)`."""
    deal, legal_moves, apply, score = game.deal, game.legal_moves, game.apply, game.score

    def note(s: Any, box: Any, room: Any, turn: Any, moment: Any) -> None:
        score(s, box, room.seats, room.games[0])
        moment.game, moment.turn = s.game, turn
        for p in range(room.seats.shape[0]):
            moment.score[p], moment.rank[p] = room.seats[p].score, room.seats[p].rank

    note = kernel(note, name=f"{game.name}.note")

    def follow(job: Any, box: Any, room: Any, log: Any, moments: Any) -> None:
        s = room.states[0]
        row = job.moments = 0
        for g in range(job.games):
            room.words[:] = 0
            s.seed, s.game, s.players = job.seed, job.first + np.uint64(g), job.players
            deal(s, box)
            turns, before = 0, 0
            while not s.over and (job.turn_limit == 0 or s.turn <= job.turn_limit):
                if s.turn != before:  # a match begins to count anew with each of its games
                    before = s.turn
                    note(s, box, room, turns, moments[job.moments])
                    job.moments += 1
                    turns += 1
                n = legal_moves(s, box, room.moves)
                answer = 0
                if n > 1:
                    answer = log[row].answer
                    row += 1
                apply(s, box, room.moves[answer])
            note(s, box, room, turns, moments[job.moments])
            job.moments += 1

    return kernel(follow, name=f"{game.name}.follow")


def _follower_type(game: Game) -> Any:
    def array(dtype: np.dtype[Any]) -> types.Array:
        return types.Array(record(dtype), 1, "C")

    room = (game.state, None, game.move, game.seats.dtype, game.games.dtype)
    return types.void(
        record(JOB),
        record(game_box(game)),
        types.containers.NamedTuple([array(dtype) if dtype else types.Array(types.uint64, 1, "C") for dtype in room], Room),
        array(LOG),
        array(MOMENT),
    )


def _ready(game: Game) -> Any:
    """Return the loop, compiled and locked."""
    follow = follower(game)
    with compiling():
        if not follow.signatures:
            follow.compile(_follower_type(game))
            follow.disable_compile()
    return follow


def follow(plan: Plan, log: Log, games: np.ndarray[Any, Any], first: int) -> np.ndarray[Any, Any]:
    """Return the moments (records of MOMENT, in order) of logged games.

    Parameters
    ----------
    log : Log
        Decisions of consecutive games.
    games : record array
        Their results.
    first : int
        Index of the first of them.
    """
    game = plan.game
    job = np.zeros(1, JOB)
    job[0] = plan.seed, first, len(games), plan.players, game.turn_limit, 0
    states, seats, results = np.zeros(1, game.state), np.zeros(plan.players, game.seats.dtype), np.zeros(1, game.games.dtype)
    room = Room(states, states.view(np.uint64), np.zeros(game.max_moves, game.move), seats, results)
    moments = np.zeros(int(games["turns"].sum()) + len(games), MOMENT)
    with np.errstate(over="ignore"):
        _ready(game)(job[0], plan.box, room, np.ascontiguousarray(log.rows).view(np.ndarray).view(LOG), moments)
    return moments[: job[0]["moments"]]


# ---- what came of it -------------------------------------------------------------------------------------------------


class Course:
    """The moments of consecutive finished games, and who led at each.

    Attributes
    ----------
    game : int array, shape (games,)
        Indices of the games.
    turns : int array, shape (games,)
        Turns taken in each.
    start : int array, shape (games,)
        Where the moments of each game begin; there are `turns + 1` of them.
    score, rank : int array, shape (moments, players)
    leads, shares : bool array, shape (moments,)
        Whether the winner leads, and whether a winner shares the lead with others.
    margin : int array, shape (moments,)
    behind : int array, shape (moments,)
        How far the scores of all winners are behind the leader's; 0 where a winner leads or shares the lead.
    """

    def __init__(self, moments: np.ndarray[Any, Any], players: int) -> None:
        self.game, self.start, counts = np.unique(moments["game"], return_index=True, return_counts=True)
        self.turns = counts - 1
        self.end = self.start + self.turns
        self.score = moments["score"][:, :players].astype(np.int64)
        self.rank = moments["rank"][:, :players].astype(np.int64)
        self.turn = moments["turn"].astype(np.int64)
        self.of = np.repeat(np.arange(len(self.game)), counts)
        leaders = self.rank == 1
        winners = leaders[self.end][self.of]
        self.leads = ~(leaders & ~winners).any(axis=1)
        self.shares = (leaders & winners).any(axis=1) & ~self.leads
        self.alone = np.where(leaders.sum(axis=1) == 1, leaders.argmax(axis=1), -1)  # who leads alone; -1: nobody
        self.margin = self._apart(self.rank == 2)
        best = np.where(winners, self.rank, self.rank.max(initial=0) + 1).min(axis=1, initial=MAX_SEATS + 1)
        self.behind = np.where(best > 1, self._apart(winners & (self.rank == best[:, None])), 0)

    def _apart(self, others: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        """Return how far the leader's score and that of one of the others lie apart; 0 where there are no others."""
        at = np.arange(len(self.rank))
        distance = abs(self.score[at, self.rank.argmin(axis=1)] - self.score[at, others.argmax(axis=1)])
        return np.where(others.any(axis=1), distance, 0)

    def at(self, part: int, parts: int) -> np.ndarray[Any, Any]:
        """Return the moment of each game before which `part` of `parts` of its turns were taken, rounded down."""
        return self.start + part * self.turns // parts

    def changes(self) -> np.ndarray[Any, Any]:
        """Return how often another seat came to lead alone than the one that led alone before it."""
        alone = np.flatnonzero(self.alone >= 0)
        of, seat = self.of[alone], self.alone[alone]
        changed = (seat[1:] != seat[:-1]) & (of[1:] == of[:-1])
        return np.bincount(of[1:][changed], minlength=len(self.game))

    def led_from(self) -> np.ndarray[Any, Any]:
        """Return the turns taken before the first moment from which the winner leads to the end."""
        if not len(self.game):
            return np.zeros(0, np.int64)
        return np.maximum.reduceat(np.where(self.leads, 0, self.turn + 1), self.start)


def lead(run: Run, games: range | None = None, *, close: int = 1) -> pd.DataFrame:
    """Return how the lead went through each game; the games are played again to see it.

    See the terms at the head of `boardstats/tracing.py` for *moment*, *leader*, *the winner leads*, and *margin*.

    Parameters
    ----------
    run : Run
        The run.
    games : range, optional
        Which games (`range(100)`); left out: all of the run.
    close : int, default 1
        The largest margin at half that counts as close.

    Returns
    -------
    DataFrame
        A row for each finished game; how many were unfinished is `attrs["unfinished"]`.

        - `game`: its index; `turns`: turns taken by all seats.
        - `lead_changes`: how often a seat came to lead alone that was not the last one to lead alone.
        - `led_from`: turns taken when the winner came to lead for good, so that it leads at every moment from then on;
          `turns` itself if only the last turn decided. `led_from_share`: the same as a share of `turns`.
        - `margin`: at the end. `largest_deficit`: the most that the winner (of several the best placed) was behind.
        - `margin_at_half`, `close_at_half` (whether that is at most `close`), `led_at_half` (whether the winner leads):
          after half of the turns, rounded down.

    Raises
    ------
    BoardstatsError
        If the games are not of the run, or a strategy of theirs is missing.

    Examples
    --------
    >>> import boardstats as bs
    >>> run = bs.simulate("sirvam", 100, players=3, seed=1, strategies="random")
    >>> table = lead(run)
    >>> len(table), bool((table["led_from"] <= table["turns"]).all())
    (100, True)
    """
    import pandas as pd

    tables, unfinished = [], 0
    for course, left_out in _courses(run, games):
        half = course.at(1, 2)
        led_from = course.led_from()
        columns = {
            "game": course.game.astype(np.int64),
            "turns": course.turns,
            "lead_changes": course.changes(),
            "led_from": led_from,
            "led_from_share": led_from / np.maximum(course.turns, 1),
            "margin": course.margin[course.end],
            "largest_deficit": np.maximum.reduceat(course.behind, course.start) if len(course.game) else led_from,
            "margin_at_half": course.margin[half],
            "close_at_half": course.margin[half] <= close,
            "led_at_half": course.leads[half],
        }
        tables.append(pd.DataFrame(columns))
        unfinished += left_out
    return _told(pd.concat(tables, ignore_index=True), run, unfinished)


def lead_by_turn(run: Run, games: range | None = None) -> pd.DataFrame:
    """Return in what share of the games the winner leads already, by tenth of the game.

    Parameters
    ----------
    run, games
        As for `lead`.

    Returns
    -------
    DataFrame
        A row for each tenth, from 0 (before the first turn) to 1 (the end): `part`; `games`, the finished ones; `led`
        (share of them in which the winner leads) with its 95 % interval `led_low`, `led_high`; `shared` (a winner
        shares the lead with others); `behind` (others lead). The three add up to 1. The moment is that before which
        `part` of the game's turns were taken, rounded down. How many games were unfinished is `attrs["unfinished"]`.

    Examples
    --------
    >>> import boardstats as bs
    >>> table = lead_by_turn(bs.simulate("sirvam", 100, players=3, seed=1, strategies="random"))
    >>> table["part"].tolist()[:3], float(table["led"].iloc[-1])
    ([0.0, 0.1, 0.2], 1.0)
    """
    import pandas as pd

    counts = np.zeros((_TENTHS + 1, 3), np.int64)
    n = unfinished = 0
    for course, left_out in _courses(run, games):
        n, unfinished = n + len(course.game), unfinished + left_out
        for part in range(_TENTHS + 1):
            at = course.at(part, _TENTHS)
            led, shared = int(course.leads[at].sum()), int(course.shares[at].sum())
            counts[part] += led, shared, len(at) - led - shared
    shares = counts / n if n else np.full(counts.shape, np.nan)
    low, high = wilson(counts[:, 0], n)
    columns = {"part": np.arange(_TENTHS + 1) / _TENTHS, "games": n, "led": shares[:, 0], "led_low": low, "led_high": high}
    return _told(pd.DataFrame(columns | {"shared": shares[:, 1], "behind": shares[:, 2]}), run, unfinished)


def score_by_turn(run: Run, games: range | None = None) -> pd.DataFrame:
    """Return how the seats stand at the begin of every turn, and at the end: a row for each game, moment and seat.

    Parameters
    ----------
    run, games
        As for `lead`.

    Returns
    -------
    DataFrame
        `game`, `turn` (turns taken so far), `seat`, `strategy`, and `score` and `rank` as if the game ended now. Of an
        unfinished game too, up to where it was stopped.

    Examples
    --------
    >>> import boardstats as bs
    >>> run = bs.simulate("sirvam", 10, players=2, seed=1, strategies="random")
    >>> table = score_by_turn(run, range(1))
    >>> table.columns.tolist()
    ['game', 'turn', 'seat', 'strategy', 'score', 'rank']
    """
    found = np.concatenate([moments for moments, _ in _followed(run, games)])
    plan, players = run.plan, run.plan.players
    game, seat = np.repeat(found["game"].astype(np.int64), players), np.tile(np.arange(players), len(found))
    return to_pandas(
        {
            "game": game,
            "turn": np.repeat(found["turn"], players),
            "seat": seat.astype(np.int32),
            "strategy": Names(plan.entries[plan.entry_of(game, seat)], plan.labels),
            "score": found["score"][:, :players].ravel(),
            "rank": found["rank"][:, :players].ravel(),
        }
    )


def _courses(run: Run, games: range | None) -> Iterator[tuple[Course, int]]:
    """Yield the courses of the finished games, some games at a time, and how many were unfinished."""
    for moments, results in _followed(run, games):
        finished = results["finished"] != 0
        of = moments["game"].astype(np.int64)
        yield Course(moments[finished[of - of[0]]], run.plan.players), int((~finished).sum())


def _followed(run: Run, games: range | None) -> Iterator[tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]]:
    """Yield the moments, and the results, of games of a run, some games at a time."""
    asked = asked_games(run, games)
    for first in range(asked.start, asked.stop, _CHUNK):
        n = min(_CHUNK, asked.stop - first)
        batch, log = run.plan.play_logged(first, n)
        before = first - run.first_game
        if not np.array_equal(batch.seats, run.batch.seats[before : before + n]):
            raise BoardstatsError("this version of boardstats plays the games of this run otherwise; simulate them anew")
        yield follow(run.plan, log, batch.games, first), batch.games


def asked_games(run: Run, games: range | None) -> range:
    """Return the games of a run that are asked for, all where none are named; or raise an error that says what is right."""
    if not isinstance(run, Run):
        raise BoardstatsError(f"the course of games is that of a Run, not of {type(run).__name__}")
    first, last = run.first_game, run.first_game + len(run) - 1
    if games is None:
        return range(first, last + 1)
    if not isinstance(games, range) or games.step != 1 or len(games) == 0:
        raise BoardstatsError(f"games must be a range of consecutive games, like range(100), not {games!r}")
    return range(whole("the first of games", games.start, first, last), whole("the last of games", games[-1], first, last) + 1)


def _told(table: pd.DataFrame, run: Run, unfinished: int) -> pd.DataFrame:
    """Write beside a table what it tells of."""
    table.attrs = {"caption": caption(run.plan, int(table["games"].iloc[0]) if "games" in table else len(table))}
    table.attrs["unfinished"] = unfinished
    return table
