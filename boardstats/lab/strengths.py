"""How much better each built-in strategy is than the one before it: the table that README shows."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from ..game import load
from ..runner import simulate

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


def strength(name: str, *, games: int = 20_000, seed: int = 1, workers: int = 1) -> pd.DataFrame:
    """Return the win share per seat of each built-in strategy against the one before it, seats rotated.

    Parameters
    ----------
    name : str
        The game.
    games : int
        Games for each row.

    Returns
    -------
    DataFrame
        A row for each pair, variant of the game, number of players and split of the seats: `better`, `worse`,
        `variant`, `players`, `seats` (of the better one), `win_share` per seat with its 95 % interval, `even` (the
        share without skill), `clear` (whether the interval lies above it), `shared` (share of shared wins per seat).
    """
    import pandas as pd

    game = load(name)
    rows = []
    for worse, better in pairwise(game.strategies.values()):
        for variant, edition in game.variants().items():
            for players in game.players:
                for split in line_ups(players):
                    line_up = [(worse, better)[entry] for entry in split]
                    run = simulate(
                        name, games, players=players, seed=seed, strategies=line_up, rotate=True, edition=edition, workers=workers
                    )
                    row = run.summary().xs(("strategy", better.label))
                    rows.append(
                        {"better": better.name, "worse": worse.name, "variant": variant, "players": players, "seats": sum(split)}
                        | {column: row[column] for column in ("win_share", "win_share_low", "win_share_high", "even", "shared")}
                        | {"clear": bool(row["win_share_low"] > row["even"])}
                    )
    return pd.DataFrame(rows)
