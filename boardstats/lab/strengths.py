"""How much better each built-in strategy is than the one before it: the table that README shows."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import TYPE_CHECKING

from ..game import load
from ..runner import simulate
from ..strategy import searcher

if TYPE_CHECKING:
    import pandas as pd


def line_ups(players: int) -> list[list[int]]:
    """Return the line-ups of two strategies (0 and 1) that share the seats: half each, or both splits of an odd number.

    Examples
    --------
    >>> line_ups(4), line_ups(3)
    ([[0, 1, 0, 1]], [[0, 1, 0], [1, 0, 1]])
    """
    return [[(seat + first) % 2 for seat in range(players)] for first in range(1 + players % 2)]


def strength(
    name: str,
    *,
    games: int = 20_000,
    seed: int = 1,
    workers: int = 1,
    players: Iterable[int] | None = None,
    playouts: int | None = None,
) -> pd.DataFrame:
    """Return the win share per seat of each built-in strategy against the one before it, seats rotated.

    With `playouts`, instead, that of a `searcher` against the best of them, in the standard variant: how much the best
    leaves to be found.

    Parameters
    ----------
    name : str
        The game.
    games : int
        Games for each row.
    players : iterable of int, optional
        Numbers of players. Left out: all that the game allows.
    playouts : int, optional
        Games that the searcher plays on at each decision.
    seed, workers
        As for `simulate`.

    Returns
    -------
    DataFrame
        A row for each pair, variant of the game, number of players and split of the seats: `better`, `worse`,
        `variant`, `players`, `seats` (of the better one), `win_share` per seat with its 95 % interval, `even` (the
        share without skill), `clear` (whether the interval lies above it), `shared` (share of shared wins per seat).
    """
    import pandas as pd

    game = load(name)
    tables = [game.check_players(table) for table in (game.players if players is None else players)]
    pairs, variants = [*pairwise(game.strategies.values())], list(game.variants().items())
    if playouts is not None:
        pairs, variants = [(game.strategies[game.default], searcher(name, playouts))], variants[:1]
    rows = []
    for worse, better in pairs:
        for variant, edition in variants:
            for table in tables:
                for split in line_ups(table):
                    line_up = [(worse, better)[entry] for entry in split]
                    run = simulate(
                        name, games, players=table, seed=seed, strategies=line_up, rotate=True, edition=edition, workers=workers
                    )
                    row = run.summary().xs(("strategy", better.label))
                    rows.append(
                        {"better": better.label, "worse": worse.name, "variant": variant, "players": table, "seats": sum(split)}
                        | {column: row[column] for column in ("win_share", "win_share_low", "win_share_high", "even", "shared")}
                        | {"clear": bool(row["win_share_low"] > row["even"])}
                    )
    return pd.DataFrame(rows)
