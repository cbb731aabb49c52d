"""Sirvam o Rei: 2 to 6 players serve a king the tastiest recipes, from memory.

    >>> from boardstats import sirvam
    >>> sirvam.Edition(king="fish").king
    'fish'

`odds` computes what is left in the pile; `score` and `rank` judge hands that you type in; `strategy` makes a function
of yours a player. `ON_TURN` … `ON_TAKE` are the decisions a strategy is asked (`view.decision`), `DRAW` … `TAKE` the
kinds of move, `BELL` … `PURPLE` the kings.
"""

from __future__ import annotations

import functools

from ...game import Game
from ...strategy import Strategy, built_in
from . import odds
from .edition import (
    BELL,
    EFFECTS,
    ELEVEN,
    FISH,
    KINGS,
    MAX_PLAYERS,
    MIN_PLAYERS,
    PURPLE,
    SKULL,
    Edition,
    parts,
    variants,
)
from .hidden import redeal
from .moves import apply, legal_moves
from .scoring import ENDED, GAME_RESULT, ITEMS, SEAT_RESULT, rank, score, write_results
from .state import (
    CALL,
    DECLINE,
    DISCARD,
    DRAW,
    EMPTY,
    IN_PANTRY,
    LOOK,
    MAX_MOVES,
    MOVE,
    OFFER,
    ON_DRAWN,
    ON_LOOK,
    ON_LOOKED,
    ON_OFFER,
    ON_PUT_IN,
    ON_SWAP,
    ON_TAKE,
    ON_TURN,
    PASS,
    PUT_IN,
    REPLACE,
    STATE,
    SWAP,
    TAKE,
    THROW,
    UNKNOWN,
    VIEW,
)
from .strategies import BUILT_IN
from .table import deal
from .telling import components, ending, move_in_words, move_name, opening, score_name, tell

GAME = Game(
    name="sirvam",
    title="Sirvam o Rei",
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
    labels={"king": KINGS, "ended": ENDED},
    components=components,
    component="recipe",
    move_name=move_name,
    move_in_words=move_in_words,
    tell=tell,
    opening=opening,
    ending=ending,
    score_name=score_name,
    variants=variants,
    default=BUILT_IN[-1].__name__,
    parts=parts,
)
strategy = functools.partial(Strategy.of, GAME)
random, careful, sharp = built_in(GAME, BUILT_IN)

__all__ = [
    "BELL",
    "CALL",
    "DECLINE",
    "DISCARD",
    "DRAW",
    "EFFECTS",
    "ELEVEN",
    "EMPTY",
    "FISH",
    "GAME",
    "IN_PANTRY",
    "ITEMS",
    "KINGS",
    "LOOK",
    "MAX_PLAYERS",
    "MIN_PLAYERS",
    "OFFER",
    "ON_DRAWN",
    "ON_LOOK",
    "ON_LOOKED",
    "ON_OFFER",
    "ON_PUT_IN",
    "ON_SWAP",
    "ON_TAKE",
    "ON_TURN",
    "PASS",
    "PURPLE",
    "PUT_IN",
    "REPLACE",
    "SKULL",
    "SWAP",
    "TAKE",
    "THROW",
    "UNKNOWN",
    "VIEW",
    "Edition",
    "careful",
    "odds",
    "random",
    "rank",
    "score",
    "sharp",
    "strategy",
]
