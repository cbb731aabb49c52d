"""Sriracha: 2 to 4 players bid ships for the turn order, and build projects with what the ships carry.

    >>> from boardstats import sriracha
    >>> sriracha.Edition(warehouse_slots=4).warehouse_slots
    4

`odds` computes what bids and rows are likely to bring; `score` and `rank` judge what you type in; `strategy` makes a
function of yours a player. `ON_BID`, `ON_SHIP`, `ON_FARE`, `ON_TURN` are the decisions a strategy is asked
(`view.decision`), `BID` … `STOP` the kinds of move; `PILE`, `ROW`, `IN_HAND`, `IN_PORT`, `UNSEEN` say where a ship is.
"""

from __future__ import annotations

import functools

from ...game import Game
from ...strategy import Strategy, built_in
from . import odds
from .edition import COLOURS, MAX_PLAYERS, MIN_PLAYERS, Edition, parts, variants
from .hidden import redeal
from .moves import apply, deal, legal_moves
from .scoring import GAME_RESULT, SEAT_RESULT, rank, score, write_results
from .state import (
    BID,
    BUILD,
    COMPLETE,
    DISCARD,
    EMPTY,
    EXCHANGE,
    FROM_SHIP,
    FROM_WAREHOUSE,
    IN_HAND,
    IN_PORT,
    MAX_MOVES,
    MOVE,
    ON_BID,
    ON_FARE,
    ON_SHIP,
    ON_TURN,
    PAY,
    PILE,
    PLACE,
    ROW,
    STATE,
    STOP,
    STORE,
    TAKE,
    UNSEEN,
    VIEW,
)
from .strategies import BUILT_IN
from .telling import components, ending, move_name, opening, score_name, tell

GAME = Game(
    name="sriracha",
    title="Sriracha",
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
    component="card",
    move_name=move_name,
    tell=tell,
    opening=opening,
    ending=ending,
    score_name=score_name,
    variants=variants,
    default=BUILT_IN[-1].__name__,
    plays_on="greedy",
    parts=parts,
)
strategy = functools.partial(Strategy.of, GAME)
random, greedy, builder = built_in(GAME, BUILT_IN)

__all__ = [
    "BID",
    "BUILD",
    "COLOURS",
    "COMPLETE",
    "DISCARD",
    "EMPTY",
    "EXCHANGE",
    "FROM_SHIP",
    "FROM_WAREHOUSE",
    "GAME",
    "IN_HAND",
    "IN_PORT",
    "MAX_PLAYERS",
    "MIN_PLAYERS",
    "ON_BID",
    "ON_FARE",
    "ON_SHIP",
    "ON_TURN",
    "PAY",
    "PILE",
    "PLACE",
    "ROW",
    "STOP",
    "STORE",
    "TAKE",
    "UNSEEN",
    "VIEW",
    "Edition",
    "builder",
    "greedy",
    "odds",
    "random",
    "rank",
    "score",
    "strategy",
]
