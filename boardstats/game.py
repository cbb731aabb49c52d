"""The contract that all four games fulfil, and the registry of games.

A game is a set of compiled functions over a record of state:

==============  =================================  ==================================================================
function        arguments                          does
==============  =================================  ==================================================================
`deal`          state, box                         sets up a game in a cleared state that holds seed, game, players
`legal_moves`   state, box, moves                  writes the moves of the seat that decides; returns how many
`apply`         state, box, move                   plays a legal move, on to the next decision or the end
`score`         state, box, seats, game            writes the results: one record a seat, one for the game
`redeal`        state, box, seat, stream           deals anew all that a seat does not know, as its view allows
==============  =================================  ==================================================================

The state has the fields `seed`, `game`, `players`, `seat` (who decides), `over`, `turn`, `taken` (components taken by
each seat) and `views`: what each seat knows, kept up with the events, so that to observe is `state.views[seat]`. A game
in which all know the same has one view only, for whichever seat is asked.
The box is the record that an Edition makes for a number of players. A new game is one line in `GAMES`.
"""

from __future__ import annotations

import functools
import importlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from .errors import BoardstatsError, one_of

if TYPE_CHECKING:
    from .edition import BaseEdition

# One line registers a game: its name and the module whose `GAME` is its contract.
GAMES = {
    "sirvam": "boardstats.games.sirvam",
    "sardines": "boardstats.games.sardines",
    "sriracha": "boardstats.games.sriracha",
    "phraya": "boardstats.games.phraya",
}


@dataclass(frozen=True)
class Columns:
    """The columns of a result: their record dtype, and what each one means."""

    dtype: np.dtype[Any]
    meanings: Mapping[str, str]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self.meanings)

    @property
    def single(self) -> tuple[str, ...]:
        """The columns of one value each."""
        return tuple(name for name in self.meanings if not self.dtype[name].shape)


def seat_result(**columns: str | tuple[Any, ...]) -> Columns:
    """Return the columns of a seat's result: those of every game, then one integer for each category named.

    A category is its meaning; one of several values is (meaning, dtype, number of values).
    """
    common: dict[str, tuple[Any, ...]] = {
        "score": ("the figure that decides first", np.int32),
        "rank": ("1 = best; equal after the last tie-break = equal rank; 0 in an unfinished game", np.int32),
        "win_share": ("1, or 1/k in a k-way shared win, else 0", np.float64),
        "turns": ("turns this seat took", np.int32),
    }
    own = {name: (column, np.int32) if isinstance(column, str) else column for name, column in columns.items()}
    return _columns(common | own)


def game_result(**columns: tuple[Any, ...]) -> Columns:
    """Return the columns of a game's result: those of every game, then those named: (meaning, dtype[, shape])."""
    common: dict[str, tuple[Any, ...]] = {
        "finished": ("false where a turn limit stopped the game", np.int8),
        "turns": ("turns taken by all seats", np.int32),
        "decisions": ("decisions with more than one legal move", np.int32),
    }
    return _columns(common | columns)


def _columns(columns: Mapping[str, tuple[Any, ...]]) -> Columns:
    dtype = np.dtype([(name, *kind) for name, (_, *kind) in columns.items()], align=True)
    return Columns(dtype, {name: meaning for name, (meaning, *_) in columns.items()})


@dataclass(frozen=True, eq=False)
class Game:
    """One game: its rules as compiled functions, its record types, and how to speak of it.

    Attributes
    ----------
    labels : mapping
        Names for the codes in a column of the game's results: column -> names by code; -1 is shown as "".
    components : callable
        Edition -> names of the components that `taken` counts, in order; `component` is what one is called.
    move_name, tell : callable
        move -> a short name; (state before, state after, box, move) -> lines that tell of it and what came of it.
    move_in_words : callable, optional
        (state, box, move) -> the move as `tell` tells it, by what the seat that decides knows; left out where `tell` says
        of the move itself nothing else.
    opening, ending : callable
        (state, box) -> lines that tell of the deal; of the end.
    score_name : callable
        Edition -> what its `score` is, in words.
    default : str
        The strategy that plays where none is named: the best that does not search.
    plays_on : str
        The strategy that plays on from a position, to try moves out: quick, and good enough; left out: the default one.
    variants : callable
        () -> the editions by name that a strategy should be strong in.
    parts : callable
        (edition, players) -> how many values of a result with several are used; they become as many columns.
    turn_limit : int
        Turns after which a game is stopped and counted as unfinished; 0 where the rules end every game.
    """

    name: str
    title: str
    players: range
    edition: type[BaseEdition]
    state: np.dtype[Any]
    view: np.dtype[Any]
    move: np.dtype[Any]
    max_moves: int
    seats: Columns
    games: Columns
    deal: Any
    legal_moves: Any
    apply: Any
    score: Any
    redeal: Any
    labels: Mapping[str, Sequence[str]]
    components: Callable[[Any], list[str]]
    component: str
    move_name: Callable[[Any], str]
    tell: Callable[[Any, Any, Any, Any], list[str]]
    opening: Callable[[Any, Any], list[str]]
    ending: Callable[[Any, Any], list[str]]
    score_name: Callable[[Any], str]
    default: str
    variants: Callable[[], Mapping[str, BaseEdition]]
    move_in_words: Callable[[Any, Any, Any], str] | None = None
    plays_on: str = ""
    turn_limit: int = 0
    parts: Callable[[Any, int], int] = lambda edition, players: 1
    strategies: dict[str, Any] = field(default_factory=dict)  # name -> Strategy, from the weakest to the best

    def __post_init__(self) -> None:
        object.__setattr__(self, "plays_on", self.plays_on or self.default)

    def check_players(self, players: object) -> int:
        """Return the number of players, or raise an error that says which numbers are right."""
        if isinstance(players, bool) or not isinstance(players, int | np.integer) or players not in self.players:
            low, high = self.players[0], self.players[-1]
            raise BoardstatsError(f"{self.title} is for {low} to {high} players, not {players!r}")
        return int(players)


@functools.cache
def load(name: str) -> Game:
    """Return a registered game by its name.

    Examples
    --------
    >>> load("sirvam").title
    'Sirvam o Rei'
    """
    if name not in GAMES:
        raise one_of("game", name, GAMES)
    game = importlib.import_module(GAMES[name]).GAME
    assert isinstance(game, Game)
    return game
