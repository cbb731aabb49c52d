"""Phraya: dealing anew what the players do not know, for search.

Unknown are the order of the market deck, of the stacks and of the bag, and which orders are left out of a game of two.
"""

from __future__ import annotations

import numpy as np

from ..._jit import kernel
from ...streams import next_word, shuffle
from .edition import N_TYPES
from .state import EMPTY


@kernel
def redeal(s, box, p, stream):
    """Deal anew, in place, all that seat `p`, who decides, does not know; the future is new as well."""
    v = s.views[0]
    s.seed = next_word(stream)
    _redeal_cards(s, stream)
    for t in range(N_TYPES):
        _redeal_orders(s, box, t, stream)
    left = 0
    for kind in range(box.basket_kinds):
        for _ in range(v.unseen_baskets[kind]):
            s.bag[left] = kind
            left += 1
    shuffle(s.bag, left, stream)


@kernel
def _redeal_cards(s, stream):
    """Shuffle the unseen cards of the market deck; those known to lie under it stay there."""
    v = s.views[0]
    left = 0
    for card in range(v.basics, v.n_cards):
        if v.unseen_cards[card]:
            s.market_deck[left] = card
            left += 1
    shuffle(s.market_deck, left, stream)
    known = np.int64(v.deck_known)
    for i in range(left - 1, -1, -1):
        s.market_deck[i + known] = s.market_deck[i]
    for i in range(known):
        s.market_deck[i] = v.deck_bottom[i]


@kernel
def _redeal_orders(s, box, t, stream):
    """Shuffle a stack with the order of its type that is left out of the game, and leave one out."""
    unseen = s.stack[t]
    left = 0
    for order in range(box.orders):
        if box.order_type[order] == t and s.views[0].unseen_orders[order]:
            unseen[left] = order
            left += 1
    shuffle(unseen, left, stream)
    if s.removed[t] != EMPTY:
        s.removed[t] = unseen[left - 1]
