"""Advice: what each legal move of a position is worth, from playing on many times from what the player cannot see."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from . import stats
from .differences import share_difference
from .edition import BaseEdition
from .errors import BoardstatsError, StrategyError, one_of
from .plan import Plan, make_plan, whole
from .searching import Room, make_room, ready_surveyor

if TYPE_CHECKING:
    import pandas as pd

_CHUNK = 64  # playouts of every move between two looks at the clock, or at Ctrl-C


@dataclass(frozen=True, eq=False)
class Position:
    """A game at a decision: to look at, to play on, and to ask advice of.

    Attributes
    ----------
    plan : Plan
        Game, edition, players, seed and line-up.
    game : int
        Index of the game.
    state : record
        The whole state, as `boardstats/games/<game>/state.py` describes it. Its fields may be changed, to construct a
        position; they must stay a position of the game.
    """

    plan: Plan
    game: int
    state: Any

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return bool(self.state["over"])

    @property
    def seat(self) -> int:
        """Who decides."""
        return int(self.state["seat"])

    @property
    def view(self) -> Any:
        """What the seat that decides knows."""
        views = self.state["views"]
        return views[self.seat % len(views)]

    @property
    def moves(self) -> list[str]:
        """The legal moves by their short names, as in a decision log; their places are what strategies answer."""
        return [self.plan.game.move_name(move) for move in self._legal()]

    @property
    def told(self) -> list[str]:
        """The legal moves in the words of a replay, as far as the seat that decides knows what they do."""
        names, words = self.moves, [self._in_words(move) for move in self._legal()]
        return [f"{said} ({name})" if words.count(said) > 1 else said for name, said in zip(names, words, strict=True)]

    def play(self, move: int | str) -> Position:
        """Return the position after a legal move, by its number, its name or its words; this one stays as it is."""
        return Position(self.plan, self.game, self._after(self._legal()[self._number(move)]))

    def advise(self, *, playouts: int = 10_000, strategies: Any = None, seed: int = 0, workers: int = 1) -> pd.DataFrame:
        """Return the legal moves with what they are worth to the seat that decides, best first.

        Every playout deals anew all that the seat does not know, in agreement with what it does, and plays on to the end
        once after each move: the same deals and the same random streams for all moves.

        Parameters
        ----------
        playouts : int
            Games played on in all; each move gets its equal part.
        strategies : optional
            Who plays on: one for all seats, or one for each seat of this game. Left out: a quick strategy of the game.
        seed : int
            Of the playouts.
        workers : int
            Threads; the figures do not depend on them.

        Returns
        -------
        DataFrame
            By number of the move: `move`, `told` (as in a replay), `playouts`, `win_share` and `score` with their 95 %
            intervals, and `behind`: how much win share the move has less than the best one, with its paired interval. A
            move whose `behind_low` is above 0 is told from the best. (The best of many estimates is, on average, a little
            too high.)
        """
        import pandas as pd

        if self.over:
            raise BoardstatsError("the game is over: there is no decision to advise on")
        game, moves = self.plan.game, self._legal()
        each = max(1, whole("playouts", playouts, 1, 10**9) // len(moves))
        plan = make_plan(
            self.plan.name,
            self.plan.players,
            seed=whole("seed", seed, 0, 2**63 - 1),
            strategies=game.plays_on if strategies is None else strategies,
            rotate=False,
            edition=self.plan.edition,
        )
        if plan.searching:
            raise BoardstatsError("playouts are played on by strategies that do not search")
        won, score, squares = _survey(plan, self.state, moves, each, whole("workers", workers, 1, 1024))
        low, high = stats.wilson(won.sum(axis=1), each)
        mean, score_low, score_high = stats.mean_interval(score, squares, each)
        shares = [*won]
        best = shares[int(np.argmax(won.sum(axis=1)))]
        behind = [share_difference(best, one) for one in shares]
        found = pd.DataFrame(
            {
                "move": [game.move_name(move) for move in moves],
                "told": self.told,
                "playouts": each,
                **{"win_share": won.mean(axis=1), "win_share_low": low, "win_share_high": high},
                **{"score": mean, "score_low": score_low, "score_high": score_high},
                **dict(zip(("behind", "behind_low", "behind_high"), np.array(behind).T, strict=True)),
            }
        )
        return found.sort_values("win_share", ascending=False, kind="stable")

    def _legal(self) -> Any:
        """Return the legal moves, as records."""
        if self.over:
            return np.zeros(0, self.plan.game.move)
        moves = np.zeros(self.plan.game.max_moves, self.plan.game.move)
        return moves[: self.plan.game.legal_moves(self.state, self.plan.box, moves)]

    def _after(self, move: Any) -> Any:
        state = np.array([self.state])
        self.plan.game.apply(state[0], self.plan.box, move)
        return state[0]

    def _in_words(self, move: Any) -> str:
        game, box, begun = self.plan.game, self.plan.box, f"Seat {self.seat} "
        if game.move_in_words:
            return game.move_in_words(self.state, box, move)
        lines = game.tell(self.state, self._after(move), box, move)
        own = lines[: lines.index("")] if "" in lines else lines  # an empty line: what follows is no part of this turn
        return "; ".join(line.removeprefix(begun).removesuffix(".") for line in own if line.startswith(begun))

    def _number(self, move: int | str) -> int:
        if self.over:
            raise BoardstatsError("the game is over: there is no move to make")
        names = self.moves
        if isinstance(move, str):
            if move in names:
                return names.index(move)
            told = self.told
            if move not in told:
                raise one_of("legal move", move, [*names, *told])
            return told.index(move)
        return whole("move", move, 0, len(names) - 1)

    def __repr__(self) -> str:
        at = "over" if self.over else f"turn {self.state['turn']}, seat {self.seat} to choose of {len(self.moves)} moves"
        return f"<Position: {self.plan.game.title}, game {self.game}, {at}>"


def _survey(plan: Plan, state: Any, moves: Any, each: int, workers: int) -> tuple[Any, Any, Any]:
    """Play every move on `each` times; return win shares by move and playout, and sums of scores and of their squares."""
    game = plan.game
    survey = ready_surveyor(game)
    won, sums = np.zeros((len(moves), each)), np.zeros((2, len(moves)))
    desk = make_room(game).desk
    functions = plan.seat_line_up(desk[0])
    desk[0]["legal"], desk[0]["seat"] = len(moves), state["seat"]
    desk[0]["moves"][: len(moves)] = moves
    desk[0]["plays"] = np.arange(desk["plays"].shape[1])

    def part(chunk: range) -> Room:
        room = make_room(game, outcomes=(len(moves), len(chunk)))
        room.states[0] = state
        room.desk[:] = desk
        room.trials["alive"][: len(moves)] = 1
        try:
            wrong = survey(room, plan.box, desk[0], plan.seed, chunk[0], len(chunk), game.turn_limit, *functions)
        except Exception as error:
            who = " or ".join(plan.labels)
            raise StrategyError(f"strategy {who} raised {type(error).__name__} in a playout: {error}") from None
        if wrong >= 0:
            raise StrategyError(f"strategy {plan.strategies[wrong].label!r} answered with no legal move in a playout")
        return room

    chunks = [range(k, min(k + _CHUNK, each)) for k in range(0, each, _CHUNK)]
    pool = ThreadPoolExecutor(workers, thread_name_prefix="boardstats")
    try:
        for chunk, room in zip(chunks, pool.map(part, chunks), strict=True):
            won[:, chunk.start : chunk.stop] = room.outcomes
            sums += np.stack([room.trials[name][: len(moves)] for name in ("score", "score_squares")])
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
    return won, sums[0], sums[1]


def position(
    name: str,
    *,
    game: int,
    players: int,
    seed: int,
    decision: int = 0,
    strategies: Any = None,
    rotate: bool | None = None,
    edition: BaseEdition | None = None,
) -> Position:
    """Return a game at one of its decisions, played up to there by the strategies of the line-up.

    Parameters
    ----------
    name : str
        The game: `sirvam`.
    game : int
        Index of the game.
    decision : int
        Number of the decision, from 0, as in `run.decisions()`: those with more than one legal move.
    players, seed, strategies, rotate, edition
        As for `simulate`; the same ones give the same game.

    Examples
    --------
    >>> start = position("sardines", game=0, players=2, seed=1)
    >>> start.seat, len(start.moves) > 1
    (0, True)
    """
    plan = make_plan(name, players, seed=seed, strategies=strategies, rotate=rotate, edition=edition)
    return position_in(plan, whole("game", game, 0, 2**62), whole("decision", decision, 0))


def position_in(plan: Plan, index: int, decision: int) -> Position:
    """Return a game of a plan at one of its decisions."""
    game = plan.game
    _, log = plan.play_logged(index, 1)
    if decision >= len(log.rows):
        raise BoardstatsError(f"game {index} has {len(log.rows)} decisions, from 0 on; there is no decision {decision}")
    state = np.zeros(1, game.state)
    s = state[0]
    s["seed"], s["game"], s["players"] = plan.seed, index, plan.players
    game.deal(s, plan.box)
    moves, asked = np.zeros(game.max_moves, game.move), 0
    while True:
        n = game.legal_moves(s, plan.box, moves)
        if n > 1 and asked == decision:
            return Position(plan, index, s)
        answer = int(log.rows["answer"][asked]) if n > 1 else 0
        asked += n > 1
        game.apply(s, plan.box, moves[answer])


def advise(
    name: str,
    *,
    game: int,
    players: int,
    seed: int,
    decision: int = 0,
    strategies: Any = None,
    rotate: bool | None = None,
    edition: BaseEdition | None = None,
    playouts: int = 10_000,
    play_on: Any = None,
    workers: int = 1,
) -> pd.DataFrame:
    """Return what each legal move is worth at a decision of a replayed game; see `position` and `Position.advise`.

    Examples
    --------
    >>> found = advise("sardines", game=3, players=2, seed=1, strategies="greedy", playouts=200)
    >>> bool((found["win_share"].diff().dropna() <= 0).all())
    True
    """
    at = position(
        name, game=game, players=players, seed=seed, decision=decision, strategies=strategies, rotate=rotate, edition=edition
    )
    return at.advise(playouts=playouts, strategies=play_on, workers=workers)
