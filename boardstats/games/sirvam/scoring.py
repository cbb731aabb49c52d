"""Sirvam o Rei: what a hand is worth to each king, the order of finish, and the results of a game.

Rulebook: End of the Game; E, Winning the Game; F, Kings.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ..._jit import kernel
from ...errors import BoardstatsError, one_of
from ...game import game_result, seat_result
from ...ranking import rank_seats
from .edition import ELEVEN, FISH, GAMES_IN_MATCH, KINGS, SEA_CREATURES, SKULL
from .state import UNKNOWN

ELEVEN_LIMIT = 11
TWO_HELPERS = 2

# A total that no hand reaches; it separates the first key of the order of finish from the second.
_APART = 10_000

SEAT_RESULT = seat_result(
    hand_total="total of the own recipes at the end; in the full game summed over its three games",
    lowest_card="lowest recipe at the end (of the last game)",
    sea_creatures="recipes with sea creatures at the end (of the last game)",
    cards="recipes at the end (of the last game)",
    helpers="helpers won (full game)",
    two_helper_cards="cards won that show 2 helpers (full game; decides ties)",
    replaced="drawn recipes kept in the place of another",
    thrown="recipes got rid of in the pantry",
    mistakes="recipes thrown that did not match",
    penalties="recipes drawn for mistakes",
    looks="recipes looked at by an effect",
    swaps="recipes swapped by an effect",
    called="banquets called",
)
GAME_RESULT = game_result(
    king=("king of each game of the match", np.int8, GAMES_IN_MATCH),
    ended=(
        "how each game of the match ended: by a banquet, or the pile had run out, be it in the last round",
        np.int8,
        GAMES_IN_MATCH,
    ),
    caller=("seat that called the banquet in each game of the match; -1: nobody", np.int8, GAMES_IN_MATCH),
    pile_left=("recipes left in the pile when each game of the match ended", np.int8, GAMES_IN_MATCH),
)
ENDED = ("banquet", "pile")


@kernel
def standing(king, total, lowest, sea):
    """Return how a hand stands before a king: the larger, the better (rulebook section F).

    Totals above 11 come behind all others for the 11 king, the smaller excess first.
    """
    if king == ELEVEN:
        return total if total <= ELEVEN_LIMIT else -_APART - total
    if king == SKULL:
        return lowest
    if king == FISH:
        return -sea * _APART - total
    return -total  # BELL and PURPLE


@kernel
def deciding_figure(king, total, lowest, sea):
    """Return the figure that a king looks at first, as it would be said at the table."""
    if king == SKULL:
        return lowest
    return sea if king == FISH else total


@kernel
def weigh(s, box, p):
    """Return total, lowest value and number of sea creatures of a seat's recipes."""
    total, lowest, sea = 0, UNKNOWN, 0
    for i in range(s.cards[p]):
        kind = s.hand[p, i]
        value = np.int64(box.value[kind])
        total += value
        lowest = min(lowest, value)
        sea += box.sea[kind]
    return total, lowest, sea


@kernel
def write_results(s, box, seats, game):
    """Write the results of a game: one record a seat, one for the game."""
    players = seats.shape[0]
    for p in range(players):
        total, lowest, sea = weigh(s, box, p)
        r = seats[p]
        r.turns = s.turns[p]
        r.hand_total = s.hand_total[p]
        r.lowest_card = lowest
        r.sea_creatures = sea
        r.cards = s.cards[p]
        r.helpers = s.helpers_won[p]
        r.two_helper_cards = s.twos_won[p]
        r.replaced, r.thrown, r.mistakes, r.penalties, r.looks, r.swaps, r.called = (
            s.tally[p, 0], s.tally[p, 1], s.tally[p, 2], s.tally[p, 3], s.tally[p, 4], s.tally[p, 5], s.tally[p, 6],
        )  # fmt: skip
        if box.full:
            r.score = s.helpers_won[p]
            s.keys[p, 0], s.keys[p, 1] = s.helpers_won[p], s.twos_won[p]
        else:
            r.score = deciding_figure(s.king, total, lowest, sea)
            s.keys[p, 0], s.keys[p, 1] = standing(s.king, total, lowest, sea), 0
    rank_seats(s.keys, seats)
    game.finished = 1
    game.turns = 0
    for p in range(players):
        game.turns += s.turns[p]
    for k in range(GAMES_IN_MATCH):
        game.king[k] = s.kings[k]
        game.ended[k] = s.ended[k]
        game.caller[k] = s.callers[k]
        game.pile_left[k] = s.pile_at_end[k]


# ---- for hands that a user types in --------------------------------------------------------------------------------

ITEMS = ("hand_total", "lowest_card", "sea_creatures", "score")


def score(hands: npt.ArrayLike, king: str = "bell") -> npt.NDArray[np.int64]:
    """Score hands of recipes for a king (rulebook section F).

    Parameters
    ----------
    hands : int array_like, shape (..., places)
        Values of the recipes; `UNKNOWN` (99) where a place holds none.
    king : {"bell", "eleven", "skull", "fish", "purple"}
        The king at the table.

    Returns
    -------
    int array, shape (..., 4)
        In the order of `ITEMS`: total, lowest recipe, recipes with sea creatures (3, 4, 5), and the figure that
        decides first.

    Raises
    ------
    BoardstatsError
        If there is no such king, or a hand is empty.

    Examples
    --------
    >>> score([[1, 4, -1, 5], [9, 0, 99, 99]], king="fish").tolist()
    [[9, -1, 2, 2], [9, 0, 0, 0]]
    """
    return _items(hands, _king(king))


def rank(hands: npt.ArrayLike, king: str = "bell") -> npt.NDArray[np.int64]:
    """Rank the hands of a game: 1 is best, equals share a rank (rulebook section F; in a basic game ties share the win).

    Parameters
    ----------
    hands : int array_like, shape (..., players, places)
        As for `score`.

    Returns
    -------
    int array, shape (..., players)

    Examples
    --------
    >>> rank([[5, 6], [6, 6], [1, 2], [6, 5]], king="eleven").tolist()
    [1, 4, 3, 1]
    """
    items = _items(hands, _king(king))
    if items.ndim < 2:
        raise BoardstatsError("hands must have the shape (..., players, places)")
    keys = _standings(np.ascontiguousarray(items).reshape(-1, len(ITEMS)), _king(king)).reshape(items.shape[:-1])
    better: npt.NDArray[np.int64] = (keys[..., None, :] > keys[..., :, None]).sum(axis=-1)
    return 1 + better


def _king(name: str) -> int:
    if name not in KINGS:
        raise one_of("king", name, KINGS)
    return KINGS.index(name)


def _items(hands: npt.ArrayLike, king: int) -> npt.NDArray[np.int64]:
    values = np.asarray(hands)
    if values.ndim == 0 or values.dtype.kind not in "iu":
        raise BoardstatsError("hands must be whole numbers in the shape (..., places)")
    held = values != UNKNOWN
    if values.shape[-1] == 0 or not held.any(axis=-1).all():
        raise BoardstatsError("every hand holds a recipe at least (players cannot discard their last one)")
    total = np.where(held, values, 0).sum(axis=-1)
    lowest = values.min(axis=-1)  # UNKNOWN is above every value
    sea = (np.isin(values, SEA_CREATURES) & held).sum(axis=-1)
    first = lowest if king == SKULL else sea if king == FISH else total
    return np.stack([total, lowest, sea, first], axis=-1).astype(np.int64)


@kernel
def _standings(items, king):
    keys = np.empty(items.shape[0], np.int64)
    for i in range(items.shape[0]):
        keys[i] = standing(king, items[i, 0], items[i, 1], items[i, 2])
    return keys
