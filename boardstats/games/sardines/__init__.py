"""Sunny Day Sardines: 2 to 4 players gather fish from a market and fill orders with them.

    >>> from boardstats import sardines
    >>> sardines.Edition(hand_limit=7).hand_limit
    7

`odds` computes which hands can fill which orders; `score` and `rank` judge what you type in; `strategy` makes a function
of yours a player. `ON_TURN`, `ON_PAY`, `ON_DISCARD` are the decisions a strategy is asked (`view.decision`), `GATHER` …
`SKIP` the kinds of move, `REGULAR` … `MIXED_BAG` the types of order.
"""

from __future__ import annotations

import functools

from ...game import Game
from ...strategy import Strategy, built_in
from . import odds
from .edition import COLOURS, MAX_PLAYERS, MIN_PLAYERS, MIXED_BAG, REGULAR, SPECIAL, TYPES, Edition, variants
from .hidden import redeal
from .moves import apply, deal, legal_moves
from .orders import cards_of
from .paying import payments
from .scoring import GAME_RESULT, SEAT_RESULT, rank, score, write_results
from .state import (
    DISCARD,
    EMPTY,
    FILL,
    GATHER,
    MAX_MOVES,
    MOVE,
    ON_DISCARD,
    ON_PAY,
    ON_TURN,
    PAY,
    SKIP,
    STATE,
    VIEW,
)
from .strategies import BUILT_IN
from .telling import components, ending, move_name, opening, score_name, tell

GAME = Game(
    name="sardines",
    title="Sunny Day Sardines",
    players=range(MIN_PLAYERS, MAX_PLAYERS + 1),
    edition=Edition,
    state=STATE,
    view=VIEW,
    move=MOVE,
    max_moves=MAX_MOVES,
    seats=SEAT_RESULT,
    games=GAME_RESULT,
    deal=deal,
    legal_moves=legal_moves,
    apply=apply,
    score=write_results,
    redeal=redeal,
    labels={},
    components=components,
    component="order",
    move_name=move_name,
    tell=tell,
    opening=opening,
    ending=ending,
    score_name=score_name,
    variants=variants,
    default=BUILT_IN[-1].__name__,
    turn_limit=1000,
)
strategy = functools.partial(Strategy.of, GAME)
random, greedy, planner = built_in(GAME, BUILT_IN)

__all__ = [
    "COLOURS",
    "DISCARD",
    "EMPTY",
    "FILL",
    "GAME",
    "GATHER",
    "MAX_PLAYERS",
    "MIN_PLAYERS",
    "MIXED_BAG",
    "ON_DISCARD",
    "ON_PAY",
    "ON_TURN",
    "PAY",
    "REGULAR",
    "SKIP",
    "SPECIAL",
    "TYPES",
    "VIEW",
    "Edition",
    "cards_of",
    "odds",
    "payments",
    "random",
    "rank",
    "score",
    "strategy",
]
