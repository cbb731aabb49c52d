"""Sirvam o Rei."""

from __future__ import annotations

from ...game import Game
from . import moves, scoring, state, strategies
from .edition import BELL, EFFECTS, ELEVEN, FISH, KINGS, MAX_PLAYERS, MIN_PLAYERS, PURPLE, SKULL, Edition

GAME = Game(
    name="sirvam", title="Sirvam o Rei", players=range(MIN_PLAYERS, MAX_PLAYERS + 1), edition=Edition,
    state=state.STATE, view=state.VIEW, move=state.MOVE, max_moves=state.MAX_MOVES,
    seats=scoring.SEAT_RESULT, games=scoring.GAME_RESULT,
    deal=moves.deal, legal_moves=moves.legal_moves, apply=moves.apply, score=scoring.score, redeal=None,
    labels={"king": KINGS, "ended": scoring.ENDED}, components=lambda e: [str(v) for v in e.box(MIN_PLAYERS)["value"][: e.box(MIN_PLAYERS)["kinds"]]],
    component="recipe", move_name=None, tell=None, opening=None, ending=None, default="random", score_name=None,
)
for f in (strategies.random,):
    GAME.strategy_from(f, builtin=True)
strategy = GAME.strategy_from
