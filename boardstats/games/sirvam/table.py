"""Sirvam o Rei: the table: dealing, beginning a turn, and what each seat knows of every recipe.

Rulebook sections A and D. What each seat knows is kept up with the events: all that lays, moves or shows a recipe goes
through the functions here.
"""

from __future__ import annotations

import numpy as np

from ..._jit import kernel
from ...copying import copy
from ...streams import CHANCE, RACE, SHUFFLE, open_stream, shuffle
from .edition import GAMES_IN_MATCH, KINGS, MAX_KINDS, MAX_PLAYERS, N_HELPERS
from .state import EMPTY, ON_TURN, UNKNOWN

N_KINGS = len(KINGS)


# ---- knowledge ---------------------------------------------------------------------------------------------------


@kernel
def lay(s, box, q, i, kind, knowers):
    """Lay a recipe in a place, known to those of `knowers`; it changes nobody's count of unseen recipes."""
    s.hand[q, i] = kind
    s.knowers[q, i] = knowers
    value = box.value[kind]
    for r in range(s.players):
        view = s.views[r]
        view.known[q, i] = value if knowers >> r & 1 else UNKNOWN
        view.knowers[q, i] = knowers


@kernel
def clear(s, q, i):
    """Leave a place empty."""
    s.hand[q, i] = EMPTY
    s.knowers[q, i] = 0
    for r in range(s.players):
        s.views[r].known[q, i] = UNKNOWN
        s.views[r].knowers[q, i] = 0


@kernel
def learn(s, box, r, q, i):
    """Let seat `r` see the recipe in a place."""
    knowers = s.knowers[q, i]
    if not knowers >> r & 1:
        kind = s.hand[q, i]
        s.views[r].unseen[kind] -= 1
        s.views[r].known[q, i] = box.value[kind]
        knowers |= 1 << r
        s.knowers[q, i] = knowers
        for t in range(s.players):
            s.views[t].knowers[q, i] = knowers


@kernel
def show(s, box, q, i):
    """Let everyone see the recipe in a place."""
    kind, knowers, everyone = np.int64(s.hand[q, i]), np.int64(s.knowers[q, i]), (1 << np.int64(s.players)) - 1
    count_seen(s, kind, knowers)
    s.knowers[q, i] = everyone
    for r in range(s.players):
        s.views[r].known[q, i] = box.value[kind]
        s.views[r].knowers[q, i] = everyone


@kernel
def count_seen(s, kind, knowers):
    """Let all who did not know a recipe count it among those seen."""
    for r in range(s.players):
        if not knowers >> r & 1:
            s.views[r].unseen[kind] -= 1


@kernel
def take_out(s, box, q, i):
    """Take a recipe out of a hand; the last one moves into its place."""
    last = np.int64(s.cards[q]) - 1
    if i != last:
        lay(s, box, q, i, np.int64(s.hand[q, last]), np.int64(s.knowers[q, last]))
    clear(s, q, last)
    set_cards(s, q, last)


@kernel
def set_cards(s, q, n):
    s.cards[q] = n
    for r in range(s.players):
        s.views[r].cards[q] = n


@kernel
def draw(s):
    """Take the top recipe of the pile and return its kind."""
    s.pile_left -= 1
    for r in range(s.players):
        s.views[r].pile = s.pile_left
    return np.int64(s.pile[s.pile_left])


# ---- set-up ------------------------------------------------------------------------------------------------------


@kernel
def deal(s, box):
    """Set up a match, or a basic game, in a cleared state that holds `seed`, `game` and `players` (section A, D)."""
    open_stream(s.race, s.seed, s.game, RACE)
    for k in range(GAMES_IN_MATCH):
        s.kings[k] = box.kings[k]
        s.ended[k] = s.callers[k] = s.pile_at_end[k] = EMPTY
    if box.full and box.kings[0] < 0:
        open_stream(s.scratch, s.seed, s.game, CHANCE)
        for king in range(N_KINGS):
            s.order[king] = king
        shuffle(s.order, N_KINGS, s.scratch)
        for k in range(GAMES_IN_MATCH):
            s.kings[k] = s.order[k]
    for p in range(s.players):
        view = s.views[p]
        view.seat = p
        view.players = s.players
        view.games = GAMES_IN_MATCH if box.full else 1
        view.kinds = box.kinds
        copy(view.value, box.value, MAX_KINDS)
        copy(view.effect, box.effect, MAX_KINDS)
        copy(view.sea, box.sea, MAX_KINDS)
        copy(view.speed, box.speed, MAX_PLAYERS)
        copy(view.helpers, box.helpers, N_HELPERS)
        view.helpers_left[:] = 1
        s.helpers_left[p, :] = 1
        s.used[p, :] = EMPTY
    deal_game(s, box, 0)


@kernel
def deal_game(s, box, k):
    """Deal game `k` of the match: it has its own shuffle, and seat k begins."""
    s.round = k
    s.king = s.kings[k]
    s.turn = 0
    s.caller = s.drawn = s.discard = s.looked_player = s.looked_place = EMPTY
    s.helper_pile[:] = 0
    s.put_in[:] = EMPTY
    s.throw[:] = EMPTY
    s.hand[:] = EMPTY
    s.knowers[:] = 0
    cards = np.int64(box.cards)
    copy(s.pile, box.deck, cards)
    open_stream(s.scratch, s.seed, s.game, SHUFFLE + k)
    shuffle(s.pile, cards, s.scratch)
    players = np.int64(s.players)
    dealt = np.int64(box.dealt)
    s.pile_left = cards - players * dealt
    for r in range(players):
        view = s.views[r]
        view.decision = 0
        view.king = s.king
        view.game = k
        view.caller = view.looked_player = view.looked_place = EMPTY
        view.drawn = view.discard = view.match_low = view.match_high = UNKNOWN
        view.pile = s.pile_left
        view.known[:] = UNKNOWN
        view.knowers[:] = 0
        copy(view.unseen, box.count, MAX_KINDS)
        view.helper_pile[:] = 0
    top = cards
    for step in range(players):
        p = (k + step) % players
        set_cards(s, p, dealt)
        for i in range(dealt):
            top -= 1
            s.hand[p, i] = s.pile[top]
            if i >= dealt - box.looked_at:
                learn(s, box, p, p, i)
    begin_turn(s, k % players)


# ---- asking ------------------------------------------------------------------------------------------------------


@kernel
def ask(s, p, decision):
    s.seat = p
    s.decision = decision
    s.views[p].decision = decision


@kernel
def begin_turn(s, p):
    s.active = p
    s.turn += 1
    s.turns[p] += 1
    for r in range(s.players):
        s.views[r].active = p
        s.views[r].turn = s.turn
    ask(s, p, ON_TURN)
