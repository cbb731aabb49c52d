"""Sriracha: dealing anew what a seat does not know, for search.

Unknown to a seat are the order of the piles, what the others have bid but not shown, and, in round 1, which of the ships
it has not seen are in whose hand.
"""

from __future__ import annotations

import numpy as np

from ..._jit import kernel
from ...streams import below, next_word, shuffle
from .state import EMPTY, IN_HAND, PILE, UNSEEN


@kernel
def redeal(s, box, p, stream):
    """Deal anew, in place, all that seat `p`, who decides, does not know; the future is new as well."""
    s.seed = next_word(stream)
    _redeal_hands(s, box, p, stream)
    for q in range(s.players):
        if q != p and s.views[p].bids[q] == EMPTY and s.bids[q] != EMPTY:
            _bid_anew(s, box, q, stream)
    left = 0
    for tile in range(box.tiles):
        if s.views[p].unseen_tiles[tile]:
            s.tile_deck[left] = tile
            left += 1
    shuffle(s.tile_deck, left, stream)


@kernel
def _redeal_hands(s, box, p, stream):
    """Deal the ships that seat `p` has not seen to the others' hands, as many as these hold; the rest is the pile."""
    where = s.views[p].where
    left = 0
    for ship in range(box.ships):
        if where[ship] == UNSEEN:
            s.deck[left] = ship
            left += 1
    if left == 0:
        return
    shuffle(s.deck, left, stream)
    for i in range(left):
        s.where[s.deck[i]] = PILE
    for q in range(s.players):
        if q != p:
            for _ in range(s.hand):
                left -= 1
                s.where[s.deck[left]] = IN_HAND + q
    for r in range(s.players):
        if r != p:
            for ship in range(box.ships):
                if where[ship] == UNSEEN or where[ship] == IN_HAND + p:
                    mine = s.where[ship] == IN_HAND + r
                    s.views[r].where[ship] = s.where[ship] if mine else UNSEEN


@kernel
def _bid_anew(s, box, q, stream):
    """Let a seat bid any ship of its hand, each equally likely."""
    chosen = below(stream, np.int64(s.hand))
    for ship in range(box.ships):
        if s.where[ship] == IN_HAND + q:
            if chosen == 0:
                s.bids[q] = s.views[q].bids[q] = ship
            chosen -= 1
