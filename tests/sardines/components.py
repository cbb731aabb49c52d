"""Where the components of Sunny Day Sardines are, for tests/test_contract.py."""

from __future__ import annotations

import numpy as np


def in_play(s, box) -> list[int]:
    """Return how many sardine cards, then how many orders, of each kind are in hands, decks, market, display and discards."""
    kinds, order_kinds, players = int(box["kinds"]), int(box["order_kinds"]), int(s["players"])
    cards = s["hand"][:players, :kinds].sum(axis=0, dtype=np.int64) + s["discards"][:kinds]
    orders = s["taken"][:players, :order_kinds].sum(axis=0, dtype=np.int64)
    for pile, left, counts in (("deck", "deck_left", cards), ("order_deck", "orders_left", orders)):
        counts += np.bincount(s[pile][: s[left]], minlength=len(counts))
    for row, counts in (("market", cards), ("display", orders)):
        counts += np.bincount(s[row][s[row] >= 0], minlength=len(counts))
    return [*cards.tolist(), *orders.tolist()]
