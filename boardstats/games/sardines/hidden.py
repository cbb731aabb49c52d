"""Sunny Day Sardines: dealing anew what a seat does not know, for search.

Unknown to a seat are the order of both decks, and which cards the others still hold of those dealt at the start.
"""

from __future__ import annotations

import numpy as np

from ..._jit import kernel
from ...streams import next_word, shuffle
from .edition import N_COLOURS


@kernel
def redeal(s, box, p, stream):
    """Deal anew, in place, all that seat `p`, who decides, does not know; the future is new as well."""
    view = s.views[p]
    s.seed = next_word(stream)
    left = 0
    for kind in range(box.kinds):
        for _ in range(view.unseen[kind]):
            s.deck[left] = kind
            left += 1
    shuffle(s.deck, left, stream)
    for q in range(s.players):
        if q != p:
            left = _redeal_hand(s, box, p, q, left)
    left = 0
    for kind in range(box.order_kinds):
        for _ in range(view.unseen_orders[kind]):
            s.order_deck[left] = kind
            left += 1
    shuffle(s.order_deck, left, stream)
    _recount(s, box, p)


@kernel
def _redeal_hand(s, box, p, q, left):
    """Give seat `q` what is known of its hand, and its hidden cards from the top of the unseen ones; return what is left."""
    for kind in range(box.kinds):
        s.hand[q, kind] = s.known[q, kind]
    for _ in range(s.views[p].hidden[q]):
        left -= 1
        s.hand[q, s.deck[left]] += 1
    s.fish[q, :] = 0
    for kind in range(box.kinds):
        for c in range(N_COLOURS):
            s.fish[q, c] += s.hand[q, kind] * box.fish[kind, c]
        s.views[q].hand[kind] = s.hand[q, kind]
        s.views[q].known[q, kind] = s.hand[q, kind]
    return left


@kernel
def _recount(s, box, p):
    """Count for every other seat what it has not seen: the deck, and what is hidden in hands but its own."""
    for r in range(s.players):
        if r == p:
            continue
        unseen = s.views[r].unseen
        unseen[:] = 0
        for i in range(s.deck_left):
            unseen[s.deck[i]] += 1
        for q in range(s.players):
            if q != r:
                for kind in range(box.kinds):
                    unseen[kind] += np.int64(s.hand[q, kind]) - np.int64(s.known[q, kind])
