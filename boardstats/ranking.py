"""From keys to ranks and win shares, the same for all games."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ._jit import kernel
from .errors import BoardstatsError


@kernel
def compare(keys, a, b):
    """Return 1 where row `a` of `keys` beats row `b`, -1 where it is beaten, 0 where they are equal; larger beats."""
    for k in range(keys.shape[1]):
        if keys[a, k] > keys[b, k]:
            return 1
        if keys[a, k] < keys[b, k]:
            return -1
    return 0


@kernel
def rank_seats(keys, seats):
    """Write `rank` (1 + seats that are better) and `win_share` (1/k in a k-way shared win) into the results of a game.

    Parameters
    ----------
    keys : int array, shape (at least players, n_keys)
        What the seats are compared by, most important first; larger is better.
    seats : record array, shape (players,)
        Has the fields `rank` and `win_share`.
    """
    players = seats.shape[0]
    winners = 0
    for p in range(players):
        better = 0
        for q in range(players):
            if compare(keys, q, p) > 0:
                better += 1
        seats[p].rank = 1 + better
        if better == 0:
            winners += 1
    for p in range(players):
        seats[p].win_share = 1.0 / winners if seats[p].rank == 1 else 0.0


def rank_by(**keys: npt.ArrayLike) -> npt.NDArray[np.int64]:
    """Rank the seats of games by keys, each int array_like of shape (..., players), most important first; larger is better.

    Returns
    -------
    int array, shape (..., players)
        1 is best; equal in all keys is an equal rank.

    Raises
    ------
    BoardstatsError
        If a key is not of whole numbers, or the shapes do not go together.

    Examples
    --------
    >>> rank_by(score=[9, 9, 4, 9], cards=[3, 5, 9, 3]).tolist()
    [2, 1, 4, 2]
    """
    try:
        items = np.stack(np.broadcast_arrays(*(np.asarray(key) for key in keys.values())), axis=-1)
    except ValueError:
        items = np.zeros(0)
    if items.dtype.kind not in "iu" or items.ndim < 2:
        raise BoardstatsError(f"{' and '.join(keys)} must be whole numbers in the shape (..., players)")
    mine, theirs = items[..., :, None, :], items[..., None, :, :]
    first = np.argmax(theirs != mine, axis=-1)[..., None]
    beaten = np.take_along_axis(theirs > mine, first, axis=-1)[..., 0]
    better: npt.NDArray[np.int64] = beaten.sum(axis=-1)
    return 1 + better
