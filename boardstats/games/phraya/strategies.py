"""Phraya: the built-in strategies."""

from __future__ import annotations

from ...streams import below


def random(view, moves, rng):
    """Any legal move, each equally likely."""
    return below(rng, len(moves))


BUILT_IN = (random,)  # from the weakest to the best
