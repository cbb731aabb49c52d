"""Phraya: 2 to 4 players row through a floating market, trade, build stalls, and court King and Buddha.

    >>> from boardstats import phraya
    >>> phraya.Edition(prices="shared").prices
    'shared'

`odds` computes what the decks are likely to bring; `score`, `score_pad` and `rank` judge what you type in; `strategy`
makes a function of yours a player. `ON_BOAT` … `ON_ACTION` are the decisions a strategy is asked (`view.decision`),
`LAUNCH` … `END_TURN` the kinds of move; `STALLS`, `GOODS`, `KING_ROWS`, `PASSIVES`, `BONUSES`, `EFFECTS` name the codes.
"""

from __future__ import annotations

import functools

from ...game import Game
from ...strategy import Strategy, built_in
from . import odds
from .edition import BONUSES, EFFECTS, GOODS, KING_ROWS, MAX_PLAYERS, MIN_PLAYERS, PASSIVES, STALLS, Edition, parts, variants
from .hidden import redeal
from .moves import apply, deal, legal_moves
from .pads import (
    blank_pad,
    bonus_cards,
    card_points,
    coin_points,
    king_points,
    score,
    score_pad,
    stall_points,
    temple_points,
)
from .scoring import GAME_RESULT, SEAT_RESULT, rank, write_results
from .state import (
    BARGE,
    BUDDHA_WORSHIPPED,
    BUY,
    BUY_BASKET,
    BUY_CARD,
    BUY_STALL,
    CASH,
    DELIVER,
    DROP,
    EMPTY,
    END_TURN,
    FOUND,
    HIRE,
    IN_DISCARD,
    IN_HAND,
    LAUNCH,
    MAX_MOVES,
    MOVE,
    MOVE_BOAT,
    OFFER,
    ON_ACTION,
    ON_BARGE,
    ON_BOAT,
    ON_CARD,
    ON_FIRST_STALL,
    ON_FLOWERS,
    ON_GOODS,
    ON_MERCHANT,
    ON_MOVE,
    ON_REFRESH,
    ON_ROWING,
    PLAY,
    REFRESH,
    ROW,
    SELL,
    STATE,
    STEER,
    SUPREMACY,
    TITHE,
    TITHE_COMPLETED,
    VIEW,
)
from .strategies import BUILT_IN
from .telling import components, ending, move_name, opening, score_name, tell

GAME = Game(
    name="phraya",
    title="Phraya",
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
    turn_limit=1200,
)
strategy = functools.partial(Strategy.of, GAME)
random, greedy, merchant = built_in(GAME, BUILT_IN)

__all__ = [
    "BARGE",
    "BONUSES",
    "BUDDHA_WORSHIPPED",
    "BUY",
    "BUY_BASKET",
    "BUY_CARD",
    "BUY_STALL",
    "CASH",
    "DELIVER",
    "DROP",
    "EFFECTS",
    "EMPTY",
    "END_TURN",
    "FOUND",
    "GAME",
    "GOODS",
    "HIRE",
    "IN_DISCARD",
    "IN_HAND",
    "KING_ROWS",
    "LAUNCH",
    "MAX_PLAYERS",
    "MIN_PLAYERS",
    "MOVE_BOAT",
    "OFFER",
    "ON_ACTION",
    "ON_BARGE",
    "ON_BOAT",
    "ON_CARD",
    "ON_FIRST_STALL",
    "ON_FLOWERS",
    "ON_GOODS",
    "ON_MERCHANT",
    "ON_MOVE",
    "ON_REFRESH",
    "ON_ROWING",
    "PASSIVES",
    "PLAY",
    "REFRESH",
    "ROW",
    "SELL",
    "STALLS",
    "STEER",
    "SUPREMACY",
    "TITHE",
    "TITHE_COMPLETED",
    "VIEW",
    "Edition",
    "blank_pad",
    "bonus_cards",
    "card_points",
    "coin_points",
    "greedy",
    "king_points",
    "merchant",
    "odds",
    "random",
    "rank",
    "score",
    "score_pad",
    "stall_points",
    "strategy",
    "temple_points",
]
