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
from .state import EMPTY, IN_PANTRY, ON_TAKE
from .table import N_KINGS, lay

MAX_DRAWS = 2000


@kernel
def redeal(s, box, p, stream):
    """Deal anew, in place, all that seat `p`, who decides, does not know; the future is new as well."""
    s.seed = next_word(stream)
    open_stream(s.race, s.seed, s.game, RACE)
    _redeal_recipes(s, box, p, stream)
    _recount(s, box, p)
    if s.decision == IN_PANTRY:
        _guess_throws(s, p)
    if box.full:
        _redeal_kings(s, box, stream)
        _redeal_helpers(s, p, stream)


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
def _redeal_helpers(s, p, stream):
    """Draw which Helper cards the others have used in which game, as the piles that were opened allow.

    Their orders of play are drawn until they add up to those piles. That takes a few draws on average; after
    MAX_DRAWS, which six players may need in one of some thousands of positions, the last draw stands.
    """
    players = np.int64(s.players)
    opened = np.int64(s.round) + (1 if s.decision == ON_TAKE else 0)
    for q in range(players):
        s.n_used[q] = 0  # how many cards this seat has put in
        for game in range(GAMES_IN_MATCH):
            s.n_used[q] += s.used[q, game] != EMPTY
    for _ in range(MAX_DRAWS):
        for q in range(players):
            if q != p:
                for k in range(N_HELPERS):
                    s.used[q, k] = k
                shuffle(s.used[q], N_HELPERS, stream)
        if _fits_piles(s, p, opened):
            break
    for q in range(players):
        if q != p:
            s.helpers_left[q, :] = 1
            for game in range(GAMES_IN_MATCH):
                if game < s.n_used[q]:
                    s.helpers_left[q, s.used[q, game]] = 0
                else:
                    s.used[q, game] = EMPTY
            s.put_in[q] = s.used[q, s.round]
            copy(s.views[q].helpers_left, s.helpers_left[q], N_HELPERS)


@kernel
def _fits_piles(s, p, opened):
    """Return whether the cards used in the first `opened` games add up to the piles that seat `p` has seen."""
    for game in range(opened):
        for k in range(N_HELPERS):
            cards = 0
            for q in range(s.players):
                cards += s.used[q, game] == k
            if cards != s.views[p].helper_piles[game, k]:
                return False
    return True
