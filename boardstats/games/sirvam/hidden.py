"""Sirvam o Rei: dealing anew what a seat does not know, for search.

The new state depends on nothing that is not in that seat's view: every recipe it has not located is shuffled among
the pile and the places unknown to it, and the secrets of the others are drawn anew.
"""

from __future__ import annotations

import numpy as np

from ..._jit import kernel
from ...copying import copy
from ...streams import RACE, below, next_word, open_stream, shuffle
from .edition import GAMES_IN_MATCH, N_HELPERS
from .moves import matches
from .state import EMPTY, IN_PANTRY
from .table import N_KINGS, lay


@kernel
def redeal(s, box, p, stream):
    """Deal anew, in place, all that seat `p`, who decides, does not know; the future is new as well."""
    players = np.int64(s.players)
    s.seed = next_word(stream)
    open_stream(s.race, s.seed, s.game, RACE)
    _redeal_recipes(s, box, p, stream)
    _recount(s, box, p)
    if s.decision == IN_PANTRY:
        _guess_throws(s, p)
    if box.full:
        _redeal_kings(s, box, stream)
        for q in range(players):
            if q != p:
                _redeal_helpers(s, q, stream)


@kernel
def _redeal_recipes(s, box, p, stream):
    """Shuffle the recipes that `p` has not located among the pile and the places unknown to `p`."""
    unseen = 0
    for kind in range(box.kinds):
        for _ in range(s.views[p].unseen[kind]):
            s.pile[unseen] = kind
            unseen += 1
    shuffle(s.pile, unseen, stream)
    for q in range(s.players):
        for i in range(s.cards[q]):
            if not s.knowers[q, i] >> p & 1:
                unseen -= 1
                lay(s, box, q, i, np.int64(s.pile[unseen]), np.int64(s.knowers[q, i]))


@kernel
def _recount(s, box, p):
    """Count for every other seat what it has not located: the pile, and what is face down and unknown to it."""
    for r in range(s.players):
        if r == p:
            continue
        unseen = s.views[r].unseen
        unseen[:] = 0
        for i in range(s.pile_left):
            unseen[s.pile[i]] += 1
        for q in range(s.players):
            for i in range(s.cards[q]):
                if not s.knowers[q, i] >> r & 1:
                    unseen[s.hand[q, i]] += 1
        if s.drawn != EMPTY and s.active != r:
            unseen[s.drawn] += 1


@kernel
def _guess_throws(s, p):
    """Let those who decided before `p` in this pantry have thrown what they know to match; `p` cannot tell."""
    players = np.int64(s.players)
    q = (np.int64(s.active) + 1) % players
    while q != p:
        s.throw[q] = EMPTY
        if s.cards[q] >= 2:
            for i in range(s.cards[q]):
                if s.knowers[q, i] >> q & 1 and matches(s, np.int64(s.hand[q, i])):
                    s.throw[q] = i
                    break
        q = (q + 1) % players


@kernel
def _redeal_kings(s, box, stream):
    """Draw the kings of the games to come, unless they are fixed."""
    if box.kings[0] >= 0:
        return
    for k in range(np.int64(s.round) + 1, GAMES_IN_MATCH):
        while True:
            king = below(stream, N_KINGS)
            used = False
            for j in range(k):
                used = used or s.kings[j] == king
            if not used:
                s.kings[k] = king
                break


@kernel
def _redeal_helpers(s, q, stream):
    """Draw which Helper cards a seat has used; as many as it has."""
    used = 0
    for k in range(N_HELPERS):
        used += 1 - s.helpers_left[q, k]
        s.helpers_left[q, k] = 1
    put_in = s.put_in[q] != EMPTY
    for i in range(used):
        at = below(stream, N_HELPERS - i)  # among the cards still left
        k = 0
        while at or not s.helpers_left[q, k]:
            at -= s.helpers_left[q, k]
            k += 1
        s.helpers_left[q, k] = 0
        if put_in:
            s.put_in[q] = k
    copy(s.views[q].helpers_left, s.helpers_left[q], N_HELPERS)
