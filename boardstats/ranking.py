"""From keys to ranks and win shares, the same for all games."""

from __future__ import annotations

from ._jit import kernel


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
