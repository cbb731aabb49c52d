"""Where the components of Sirvam o Rei are, for tests/test_contract.py."""

from __future__ import annotations

import numpy as np

from boardstats.games.sirvam.state import EMPTY


def in_play(s, box) -> list[int]:
    """Return how many recipes of each kind are in hands, in the pile, or drawn."""
    hands = [s["hand"][p, : s["cards"][p]] for p in range(s["players"])]
    drawn = [s["drawn"]] if s["drawn"] != EMPTY else []
    kinds = np.concatenate([*hands, s["pile"][: s["pile_left"]], np.array(drawn, np.int8)])
    return np.bincount(kinds, minlength=int(box["kinds"])).tolist()
