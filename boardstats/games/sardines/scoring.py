"""Sunny Day Sardines: the results of a game, and scoring what a user types in.

Rulebook: Scoring, Tiebreakers.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ..._jit import kernel
from ...errors import BoardstatsError
from ...game import game_result, seat_result
from ...ranking import rank_by, rank_seats
from .edition import MIXED_BAG, N_COLOURS, REGULAR, SPECIAL
from .state import DISCARDED, DOUBLES, OVERPAID, PASSES, SINGLES

SEAT_RESULT = seat_result(
    regular_points="points of regular orders",
    special_points="points of special orders (fish alike)",
    mixed_bag_points="points of mixed bag orders (fish of different colours)",
    orders_filled="orders filled (decides ties first)",
    fish_left="fish in the hand at the end (decides ties second)",
    fish_overpaid="fish paid beyond what the orders asked for",
    singles_gathered="cards with one fish taken from the market",
    doubles_gathered="cards with two fish taken from the market",
    cards_discarded="cards discarded at the hand limit",
    passes="turns in which nothing could be gathered or filled",
)
GAME_RESULT = game_result(
    reshuffles=("how often the discards became the deck", np.int32),
    orders_left=("orders never turned up", np.int32),
)


@kernel
def write_results(s, box, seats, game):
    """Write the results of a game: one record a seat, one for the game."""
    players = seats.shape[0]
    game.finished = 1
    game.turns = s.turn
    game.reshuffles = s.shuffles - 1
    game.orders_left = s.orders_left
    for p in range(players):
        left = 0
        for c in range(N_COLOURS):
            left += s.fish[p, c]
        r = seats[p]
        r.turns = s.turns[p]
        r.regular_points, r.special_points = s.points[p, REGULAR], s.points[p, SPECIAL]
        r.mixed_bag_points = s.points[p, MIXED_BAG]
        r.score = r.regular_points + r.special_points + r.mixed_bag_points
        r.orders_filled, r.fish_left, r.fish_overpaid = s.filled[p], left, s.tally[p, OVERPAID]
        r.singles_gathered, r.doubles_gathered = s.tally[p, SINGLES], s.tally[p, DOUBLES]
        r.cards_discarded, r.passes = s.tally[p, DISCARDED], s.tally[p, PASSES]
        s.keys[p, 0], s.keys[p, 1], s.keys[p, 2] = r.score, s.filled[p], left
    rank_seats(s.keys, seats)


def rank(score: npt.ArrayLike, orders_filled: npt.ArrayLike, fish_left: npt.ArrayLike) -> npt.NDArray[np.int64]:
    """Rank the seats of a game with its tie-breaks: 1 is best, equals share a rank.

    Parameters
    ----------
    score, orders_filled, fish_left : int array_like, shape (..., players)
        Points, completed orders, fish left in hand.

    Returns
    -------
    int array, shape (..., players)

    Examples
    --------
    >>> rank([9, 9, 4], [3, 3, 2], [1, 2, 0]).tolist()
    [2, 1, 3]
    """
    return rank_by(score=score, orders_filled=orders_filled, fish_left=fish_left)


def score(orders: npt.ArrayLike, points: npt.ArrayLike) -> npt.NDArray[np.int64]:
    """Score filled orders, itemised by type with the total last.

    Parameters
    ----------
    orders : int array_like, shape (..., 3)
        Orders filled: regular, special, mixed bag … by kind where `points` has more entries.
    points : int array_like
        Points of one order of each.

    Returns
    -------
    int array, shape (..., kinds + 1)

    Examples
    --------
    >>> score([2, 1, 0], [3, 4, 2]).tolist()
    [6, 4, 0, 10]
    """
    each = np.asarray(orders) * np.asarray(points)
    if each.dtype.kind not in "iu" or each.ndim == 0:
        raise BoardstatsError("orders and points must be whole numbers, one for each kind of order")
    return np.concatenate([each, each.sum(axis=-1, keepdims=True)], axis=-1)
