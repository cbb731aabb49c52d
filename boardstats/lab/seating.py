"""Who sits where in a tournament: every line-up equally often, or a balanced sample of them."""

from __future__ import annotations

import dataclasses
import functools
import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..plan import Batch, Plan, join
from ..streams import open_stream, shuffle

LineUps = npt.NDArray[np.int64]

# A line-up costs about as much time as some fifty games: of a sample, no more are drawn; then each plays several games.
MOST_SAMPLED = 5000
# The stream of the sample's permutations, beside those of the games (streams.py, searching.py).
_SEATING = 5 << 16


def every_line_up(entries: int, players: int) -> LineUps:
    """Return all ordered line-ups (entries ** players, players), in blocks of `entries`.

    In each block every entry sits in every seat once: the later seats hold the entry that stands so many places after
    that of seat 0.

    Examples
    --------
    >>> every_line_up(2, 2).tolist()
    [[0, 0], [1, 1], [0, 1], [1, 0]]
    """
    after = np.indices((entries,) * (players - 1)).reshape(players - 1, -1).T
    after = np.concatenate([np.zeros((len(after), 1), np.int64), after], axis=1)
    first = np.arange(entries)[None, :, None]
    made: LineUps = ((first + after[:, None, :]) % entries).reshape(-1, players)
    return made


def sampled_line_ups(entries: int, players: int, blocks: int, seed: int) -> LineUps:
    """Return blocks of `entries` random line-ups; in each block every entry sits in every seat once.

    Each seat of a block has a random permutation of the entries, from the seed and the number of the block alone.

    Examples
    --------
    >>> line_ups = sampled_line_ups(4, 3, blocks=2, seed=1)
    >>> line_ups.shape, sorted(line_ups[4:, 2].tolist())
    ((8, 3), [0, 1, 2, 3])
    """
    made = np.zeros((blocks, entries, players), np.int64)
    stream = np.zeros(4, np.uint64)
    for block in range(blocks):
        open_stream(stream, np.uint64(seed), np.uint64(block), np.uint64(_SEATING))
        for seat in range(players):
            order = np.arange(entries)
            shuffle(order, entries, stream)
            made[block, :, seat] = order
    return made.reshape(-1, players)


@dataclass(frozen=True, eq=False)
class Schedule(Plan):
    """The games of a tournament: line-up l plays games `l * rounds … (l + 1) * rounds - 1`.

    Attributes
    ----------
    strategies : tuple of Strategy
        The field, in the order of the labels.
    line_ups : int array (line-ups, players)
        Index into the field by seat; in blocks, in which every entry sits in every seat once.
    rounds : int
        How many games each line-up plays.
    sampled : bool
        Whether the line-ups are a random sample of all.
    """

    line_ups: LineUps = dataclasses.field(default_factory=lambda: np.zeros((0, 0), np.int64))
    rounds: int = 1
    sampled: bool = False

    @property
    def games(self) -> int:
        return len(self.line_ups) * self.rounds

    def play(self, first: int, n: int) -> Batch:
        """Play games `first` … `first + n - 1` and return their results."""
        parts = []
        for line_up in range(first // self.rounds, (first + n - 1) // self.rounds + 1):
            begin, end = max(first, line_up * self.rounds), min(first + n, (line_up + 1) * self.rounds)
            parts.append(self.seated(line_up).play(begin, end - begin))
        return join(parts)

    def seated(self, line_up: int) -> Plan:
        """Return the plan of the games of one line-up."""
        entries = tuple(self.strategies[entry] for entry in self.line_ups[line_up])
        plan = Plan(self.name, self.players, self.seed, self.edition, entries, False, self.debug)
        vars(plan)["box"] = self.box  # made once for all line-ups
        return plan

    @functools.cached_property
    def seats_of(self) -> npt.NDArray[np.int64]:
        """How many seats each entry has, by line-up and entry."""
        return np.stack([(self.line_ups == entry).sum(axis=1) for entry in range(len(self.strategies))], axis=1)


def schedule(plan: Plan, games: int) -> Schedule:
    """Return the schedule of a field for at least so many games, in whole rounds.

    Parameters
    ----------
    plan : Plan
        Game, edition, players, seed; `strategies` is the field.
    games : int
        Every line-up equally often, where there are no more line-ups than games; else blocks of a sample.
    """
    entries, players = len(plan.strategies), plan.players
    sampled = entries**players > games
    if sampled:
        rounds = math.ceil(games / MOST_SAMPLED)
        line_ups = sampled_line_ups(entries, players, math.ceil(games / (entries * rounds)), plan.seed)
    else:
        line_ups = every_line_up(entries, players)
        rounds = math.ceil(games / len(line_ups))
    given = {part.name: getattr(plan, part.name) for part in dataclasses.fields(Plan)}
    return Schedule(**given, line_ups=line_ups, rounds=rounds, sampled=sampled)
