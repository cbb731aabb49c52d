"""Search: trying moves out, by playing on from hidden states that agree with what the player knows.

`surveyor(game)` makes the compiled kernel that tries moves out; `search(game)` the one that chooses a move by it, which is
what a seat that searches does in the playing loop. Every try deals anew all that the player does not know, and plays the
same deal, with the same random streams, once for each move: what is compared is moves, not luck.

References
----------
Z. Karnin, T. Koren, O. Somekh (2013), Almost optimal exploration in multi-armed bandits. ICML: sequential halving.
"""

from __future__ import annotations

import functools
import warnings
from collections import namedtuple
from typing import Any

import numpy as np
from numba.core import types
from numba.core.errors import NumbaExperimentalFeatureWarning

from ._jit import compiling, kernel, record
from .copying import copy
from .game import Game
from .strategy import MAX_SEATS, desk_type, signature
from .streams import SEAT, next_word, open_stream

# What trying out a move has brought, for the player who decides.
TRIAL = np.dtype(
    [
        ("alive", np.int64),  # 1: still to be tried
        ("playouts", np.int64),
        ("wins", np.float64),  # sum of win shares
        ("win_squares", np.float64),
        ("score", np.float64),  # sum of scores
        ("score_squares", np.float64),
        ("ahead", np.float64),  # sum of differences of win shares to the usual move, deal by deal
        ("ahead_squares", np.float64),
    ]
)
SEARCH = 4 << 16  # stream of a playout's deal
_SURE = 1.5  # standard errors by which a move has to be ahead of the usual one

# Room to try moves out in. `states` and `words` have three rows: the game, the deal tried, the game played on. Win shares
# are kept one by one, by move and playout, as far as `outcomes` has room.
Room = namedtuple("Room", "states words desk trials seats games outcomes")
N_STATES = 3


def make_room(game: Game, *, searching: bool = True, outcomes: tuple[int, int] = (0, 0)) -> Room:
    """Return room for a game; where nothing is searched, of a single state."""
    states = np.zeros(N_STATES if searching else 1, game.state)
    some = int(searching)
    return Room(
        states,
        states.view(np.uint64).reshape(len(states), -1),
        np.zeros(some, desk_type(game)),
        np.zeros(some * game.max_moves, TRIAL),
        np.zeros(some * MAX_SEATS, game.seats.dtype),
        np.zeros(some, game.games.dtype),
        np.zeros(outcomes),
    )


def room_type(game: Game) -> Any:
    """Return the Numba type of the room of a game."""

    def array(dtype: Any) -> Any:
        return types.Array(record(dtype), 1, "C")

    parts = (
        array(game.state),
        types.Array(types.uint64, 2, "C"),
        *(array(dtype) for dtype in (desk_type(game), TRIAL, game.seats.dtype, game.games.dtype)),
        types.Array(types.float64, 2, "C"),
    )
    return types.containers.NamedTuple(parts, Room)


@functools.cache
def surveyor(game: Game) -> Any:
    """Return the compiled kernel that tries moves out: `survey(room, box, desk, seed, first, n, limit, *functions)`.

    It adds to `room.trials` what `n` playouts of every move that is alive bring, from the `first` on; `desk.moves` are the
    legal moves. Of the room's desk, `plays` is, by seat, the entry of the line-up that plays it on, and `usual` the move
    that the others are compared with. It returns -1, or the entry whose answer was no move.
    """
    legal_moves, apply, score, redeal = game.legal_moves, game.apply, game.score, game.redeal

    @kernel(name=f"{game.name}.survey")
    def survey(room, box, desk, seed, first, n, limit, f0, f1, f2, f3, f4, f5):
        functions = (f0, f1, f2, f3, f4, f5)
        words, trials, own = room.words, room.trials, room.desk[0]
        players, p = np.int64(room.states[0].players), np.int64(room.states[0].seat)
        size = words.shape[1]
        for k in range(first, first + n):
            if desk.stop:
                break
            copy(words[1], words[0], size)
            open_stream(own.streams[0], seed, k, SEARCH)
            redeal(room.states[1], box, p, own.streams[0])
            usual = 0.0
            for i in range(desk.legal):
                # The usual move comes first, and then the others in their order.
                m = own.usual if i == 0 else i - 1 if i <= own.usual else i
                trial = trials[m]
                if not trial.alive:
                    continue
                copy(words[2], words[1], size)
                s = room.states[2]
                apply(s, box, desk.moves[m])
                for q in range(players):
                    open_stream(own.streams[q], seed, k, SEAT + q)
                while not s.over and (limit == 0 or s.turn <= limit):
                    c = legal_moves(s, box, own.moves)
                    answer = 0
                    if c > 1:
                        q = np.int64(s.seat)
                        entry = own.plays[q]
                        own.legal, own.seat, own.entry = c, q, entry
                        view = s.views[q % s.views.shape[0]]
                        if own.guarded[entry]:
                            own.shown_view[0] = view
                            copy(own.shown_moves, own.moves, c)
                            answer = functions[entry](own.shown_view[0], own)
                        else:
                            answer = functions[entry](view, own)
                        if answer < 0 or answer >= c:
                            return entry
                    apply(s, box, own.moves[answer])
                score(s, box, room.seats[:players], room.games[0])
                won = room.seats[p].win_share if s.over else 0.0
                points = np.float64(room.seats[p].score)
                usual = won if i == 0 else usual
                trial.ahead += won - usual
                trial.ahead_squares += (won - usual) * (won - usual)
                trial.playouts += 1
                trial.wins += won
                trial.win_squares += won * won
                trial.score += points
                trial.score_squares += points * points
                if k - first < room.outcomes.shape[1]:
                    room.outcomes[m, k - first] = won
        return -1

    return survey


def ready_surveyor(game: Game) -> Any:
    """Return the kernel that tries moves out, compiled and locked."""
    survey = surveyor(game)
    with compiling(), warnings.catch_warnings():
        if not survey.nopython_signatures:
            warnings.simplefilter("ignore", NumbaExperimentalFeatureWarning)
            survey.compile(survey_type(game))
            survey.disable_compile()
    return survey


def survey_type(game: Game) -> Any:
    """Return the one signature of the kernel that tries moves out."""
    return types.int64(
        room_type(game),
        record(game.edition().box(game.players[0]).dtype),
        record(desk_type(game)),
        types.uint64,
        *[types.int64] * 3,
        *[types.FunctionType(signature(game))] * MAX_SEATS,
    )


@functools.cache
def search(game: Game) -> Any:
    """Return the compiled kernel by which a seat that searches chooses: `choose(room, box, desk, limit, *functions)`.

    Sequential halving: all moves are tried out equally often, the worse half is left out, and so on. All seats are played
    on by the strategy of the seat that searches; what it would do without search is never left out. The last that is left
    beside it is made if it is ahead by more than 1.5 standard errors, deal by deal: of many moves one is always ahead a
    little, by chance (see tests/test_searching.py).
    """
    survey = surveyor(game)

    @kernel(name=f"{game.name}.search")
    def choose(room, box, desk, limit, f0, f1, f2, f3, f4, f5):
        functions = (f0, f1, f2, f3, f4, f5)
        own, trials, n, entry = room.desk[0], room.trials, desk.legal, desk.entry
        s = room.states[0]
        usual = functions[entry](s.views[s.seat % s.views.shape[0]], desk)
        if usual < 0 or usual >= n or desk.stop:
            return usual
        for q in range(MAX_SEATS):
            own.plays[q] = entry
        seed = next_word(desk.streams[desk.seat])
        rounds, left = 1, n
        while left > 2:
            rounds, left = rounds + 1, (left + 1) // 2
        for m in range(n):
            trials[m].alive, trials[m].playouts, trials[m].wins = 1, 0, 0.0
            trials[m].ahead, trials[m].ahead_squares = 0.0, 0.0
        own.usual = usual
        alive, done = n, 0
        while True:
            each = max(1, desk.playouts[entry] // (rounds * alive))
            wrong = survey(room, box, desk, seed, done, each, limit, f0, f1, f2, f3, f4, f5)
            if wrong >= 0:
                return -1
            if alive == 2:
                break
            done += each
            keep = (alive + 1) // 2
            while alive > keep:
                worst, least = -1, np.inf
                for m in range(n):
                    if trials[m].alive and m != usual and trials[m].wins < least:
                        worst, least = m, trials[m].wins
                trials[worst].alive = 0
                alive -= 1
        for m in range(n):
            if trials[m].alive and trials[m].ahead > _SURE * np.sqrt(trials[m].ahead_squares):
                return m
        return usual

    return choose


@kernel
def no_search(room, box, desk, limit, f0, f1, f2, f3, f4, f5):
    """Stand in for `search` where no seat searches."""
    return 0
