"""The playing loop, written once for all games and compiled once for each.

`player(game, searching)` makes the compiled loop. It plays games one after the other in one record of state, asks the strategy
of the seat that decides (never where one move only is legal), and writes results, and a decision log where there is
room for one.
"""

from __future__ import annotations

import functools
import warnings
from collections import namedtuple
from typing import Any

import numpy as np
from numba.core import types
from numba.core.errors import NumbaExperimentalFeatureWarning

from ._jit import compiling, is_compiled, kernel, record
from .copying import copy
from .game import Game
from .searching import no_search, room_type, search
from .strategy import MAX_SEATS, Strategy, desk_type, signature
from .streams import SEAT, open_stream

# What a call of the loop is to do.
JOB = np.dtype(
    [
        ("seed", np.uint64),
        ("first", np.uint64),  # index of the first game
        ("games", np.int64),
        ("players", np.int64),
        ("rotate", np.int64),  # 1: the line-up moves one seat on from game to game
        ("turn_limit", np.int64),  # 0: none
        ("logging", np.int64),  # 1: write the decision log
        # Written by the loop:
        ("done", np.int64),  # games finished; fewer than asked for when the log is full or an answer was no move
        ("logged", np.int64),  # rows of the log
        ("logged_moves", np.int64),  # moves of the log
        ("entry", np.int64),  # whose answer was no move: the entry of the line-up; -1: all were
        ("answer", np.int64),
        ("legal", np.int64),  # how many legal moves there were
    ]
)

# One row of the decision log; its legal moves stand in a list of their own from `first_move` on.
LOG = np.dtype(
    [
        ("game", np.uint64),
        ("first_move", np.int64),
        ("turn", np.int32),
        ("number", np.int32),  # of the decision in its game, from 0
        ("legal", np.int16),
        ("answer", np.int16),
        ("seat", np.int8),
        ("decision", np.int8),
    ],
    align=True,
)

# Results by game and seat, by game, components taken by game and seat, and the decision log.
Sheets = namedtuple("Sheets", "seats games taken log log_moves")


@functools.cache
def player(game: Game, searching: bool) -> Any:
    """Return the compiled playing loop of a game: `play(job, box, room, desk, sheets, *functions)`.

    The state is given twice in `room`: as a record, and as the 64-bit words it is made of, to clear it. (A record assigned
    to another is copied byte by byte, which takes twenty times as long.) The loop for line-ups in which a seat searches is
    one of its own, so that others need not wait for it to compile.

    The functions are the compiled strategies of MAX_SEATS entries of the line-up. They are arguments one by one, since
    Numba warns at every call of a tuple of functions that it is experimental.
    """
    deal, legal_moves, apply, score = game.deal, game.legal_moves, game.apply, game.score
    choose = search(game) if searching else no_search

    @kernel(name=f"{game.name}.{'play_searching' if searching else 'play'}")
    def play(job, box, room, desk, sheets, f0, f1, f2, f3, f4, f5):
        functions = (f0, f1, f2, f3, f4, f5)
        s, words = room.states[0], room.words[0]
        moves = desk.moves
        players = job.players
        log_room, log_room_for_moves = sheets.log.shape[0], sheets.log_moves.shape[0]
        job.done = job.logged = job.logged_moves = 0
        job.entry = -1
        for g in range(job.games):
            if desk.stop:
                return
            index = job.first + np.uint64(g)
            shift = np.int64(index % np.uint64(players)) if job.rotate else 0
            logged, logged_moves = job.logged, job.logged_moves
            words[:] = 0
            s.seed, s.game, s.players = job.seed, index, players
            deal(s, box)
            for p in range(players):
                open_stream(desk.streams[p], job.seed, index, SEAT + p)
            decisions = 0
            while not s.over and (job.turn_limit == 0 or s.turn <= job.turn_limit):
                n = legal_moves(s, box, moves)
                answer = 0
                if n > 1:
                    p = np.int64(s.seat)
                    entry = (p + shift) % players
                    desk.legal, desk.seat, desk.entry = n, p, entry
                    view = s.views[p % s.views.shape[0]]
                    if desk.playouts[entry]:
                        answer = choose(room, box, desk, job.turn_limit, f0, f1, f2, f3, f4, f5)
                    elif desk.guarded[entry]:
                        desk.shown_view[0] = view
                        copy(desk.shown_moves, moves, n)
                        answer = functions[entry](desk.shown_view[0], desk)
                    else:
                        answer = functions[entry](view, desk)
                    if answer < 0 or answer >= n:
                        job.entry, job.answer, job.legal = entry, answer, n
                        return
                    if job.logging:
                        if logged == log_room or logged_moves + n > log_room_for_moves:
                            return
                        row = sheets.log[logged]
                        row.game, row.turn, row.seat, row.decision = index, s.turn, p, s.decision
                        row.number, row.legal, row.answer, row.first_move = decisions, n, answer, logged_moves
                        copy(sheets.log_moves[logged_moves:], moves, n)
                        logged += 1
                        logged_moves += n
                    decisions += 1
                apply(s, box, moves[answer])
            score(s, box, sheets.seats[g], sheets.games[g])
            sheets.games[g].decisions = decisions
            if not s.over:
                # The turn at which it was stopped had begun, but was not taken.
                sheets.games[g].finished = 0
                sheets.games[g].turns -= 1
                sheets.seats[g, s.seat].turns -= 1
                for p in range(players):
                    sheets.seats[g, p].rank = 0
                    sheets.seats[g, p].win_share = 0.0
            for p in range(players):
                for k in range(sheets.taken.shape[2]):
                    sheets.taken[g, p, k] = s.taken[p, k]
            job.logged, job.logged_moves = logged, logged_moves
            job.done = g + 1

    return play


def loop_type(game: Game) -> Any:
    """Return the one signature of a game's playing loop."""

    def array(dtype: Any, ndim: int = 1) -> types.Array:
        return types.Array(record(dtype) if dtype.names else dtype_of(dtype), ndim, "C")

    def dtype_of(dtype: np.dtype[Any]) -> types.Type:
        return types.Integer.from_bitwidth(dtype.itemsize * 8, dtype.kind == "i") if dtype.kind in "iu" else types.float64

    return types.void(
        record(JOB),
        record(game_box(game)),
        room_type(game),
        record(desk_type(game)),
        types.containers.NamedTuple(
            (array(game.seats.dtype, 2), array(game.games.dtype), array(np.dtype(np.uint8), 3), array(LOG), array(game.move)),
            Sheets,
        ),
        *[types.FunctionType(signature(game))] * MAX_SEATS,
    )


def game_box(game: Game) -> Any:
    """Return the dtype of a game's box."""
    return game.edition().box(game.players[0]).dtype


def ready(game: Game, searching: bool = False) -> Any:
    """Return the playing loop, compiled and locked: any other argument types are an error, not a second compilation."""
    play = player(game, searching)
    with compiling():  # threads may ask at once
        if not play.signatures:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", NumbaExperimentalFeatureWarning)
                play.compile(loop_type(game))
            play.disable_compile()
    return play


def must_compile(game: Game, strategies: list[Strategy]) -> bool:
    """Return whether anything that a run needs has still to be compiled, so that the user can be told."""
    if strategies and any("pointer" not in s._compiled and not s.builtin for s in strategies):
        return True
    return not is_compiled(player(game, any(s.playouts for s in strategies)))
