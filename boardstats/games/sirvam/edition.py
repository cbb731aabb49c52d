"""Sirvam o Rei: what is in the box."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from ...edition import BaseEdition, Column, Table, option
from ...errors import EditionError

MIN_PLAYERS, MAX_PLAYERS = 2, 6

# Capacities of the state. A seat gains a card only by a penalty, which comes out of the pile: see Edition.box.
MAX_KINDS = 16  # different recipe values
MAX_CARDS = 80  # recipe cards
MAX_HAND = 32  # recipe cards before one seat
MAX_VALUE = 60

# Kings, in the rulebook's order (section F); the number is the code in state, view and results.
KINGS = ("bell", "eleven", "skull", "fish", "purple")
BELL, ELEVEN, SKULL, FISH, PURPLE = range(5)

SEA_CREATURES = (3, 4, 5)  # values with a sea creature in the printed deck

# Effects of a drawn card that is discarded at once.
EFFECTS = ("none", "look", "swap", "look_swap")
NO_EFFECT, LOOK_EFFECT, SWAP_EFFECT, LOOK_SWAP_EFFECT = range(4)

GAMES_IN_MATCH = 3  # rulebook, Full Game
N_HELPERS = 3

# The box as the kernels see it: an Edition for a number of players.
BOX = np.dtype(
    [
        ("kinds", np.int8),  # different values, 1 … MAX_KINDS; a card's kind is its index in ascending value
        ("value", np.int8, MAX_KINDS),  # by kind
        ("count", np.int16, MAX_KINDS),  # copies, by kind
        ("sea", np.int8, MAX_KINDS),  # 1 where the card shows a sea creature
        ("effect", np.int8, MAX_KINDS),  # code of EFFECTS
        ("cards", np.int16),  # cards in all
        ("deck", np.int8, MAX_CARDS),  # kind of each card, ascending
        ("full", np.int8),  # 1: a match of three games with helpers
        ("kings", np.int8, GAMES_IN_MATCH),  # king of each game; -1: drawn
        ("speed", np.int32, MAX_PLAYERS),  # weight of each seat in a race
        ("dealt", np.int8),
        ("looked_at", np.int8),
        ("helpers", np.int8, N_HELPERS),  # what each player's three Helper cards show
    ],
    align=True,
)


@dataclass(frozen=True, eq=False, kw_only=True)
class Edition(BaseEdition):
    """What is printed in the box of Sirvam o Rei, and how it is played.

    Tables: `recipes` (value, count, sea_creature) and `effects` (value, effect). An effect is `look` (at any card),
    `swap` (an own card with another player's, neither looked at), `look_swap` (look at any card; if it is another
    player's, it may be swapped with one of one's own) or `none`; a value without a row has none. Published are 3 to 6
    players; 2 is a variant.

    Examples
    --------
    >>> Edition(king="fish").king
    'fish'
    >>> Edition().diff(Edition(dealt=5))[["column", "this", "other"]].values.tolist()
    [['dealt', 4, 5]]
    """

    GAME: ClassVar[str] = "sirvam"
    TABLES: ClassVar[Mapping[str, Table]] = {
        "recipes": Table(
            (Column("value", -9, MAX_VALUE), Column("count", 0, MAX_CARDS), Column("sea_creature", 0, 1)),
            key=("value",),
            max_rows=MAX_KINDS,
        ),
        "effects": Table((Column("value", -9, MAX_VALUE), Column("effect", choices=EFFECTS)), key=("value",), min_rows=0),
    }

    king: str = option("", "the king of a basic game; none named: bell", choices=("", *KINGS))
    full: bool = option(False, "play the full game: three games with Helper cards")
    kings: tuple[str, ...] = option((), "the kings of the full game, in order; none named: drawn", choices=KINGS)
    speed: tuple[int, ...] = option(
        (1,) * MAX_PLAYERS, "weight of each seat in a race to the pantry", low=1, high=1_000_000, source="assumed"
    )
    dealt: int = option(4, "cards dealt to each player", low=1, high=12)
    looked_at: int = option(2, "cards each player looks at before the game", low=0, high=12)
    helpers: tuple[int, ...] = option((1, 2, 3), "helpers on a player's three cards", low=0, high=9, source="assumed")

    def check(self) -> None:
        if self.full and self.king:
            raise EditionError("option 'king': the full game has three kings; name them with kings=, or leave both out")
        if self.kings and not self.full:
            raise EditionError("option 'kings': only the full game has several kings; name one with king=")
        if self.kings and (len(self.kings) != GAMES_IN_MATCH or len(set(self.kings)) != GAMES_IN_MATCH):
            raise EditionError(f"option 'kings': name {GAMES_IN_MATCH} different kings, not {' '.join(self.kings)}")
        if not MIN_PLAYERS <= len(self.speed) <= MAX_PLAYERS:
            raise EditionError(f"option 'speed': a weight for each seat is right, not {len(self.speed)} weights")
        if len(self.helpers) != N_HELPERS:
            raise EditionError(f"option 'helpers': {N_HELPERS} cards are right, not {len(self.helpers)}")
        if self.looked_at > self.dealt:
            raise EditionError(f"option 'looked_at': only {self.dealt} cards are dealt, so at most {self.dealt} can be looked at")
        cards = int(self.tables["recipes"]["count"].sum())
        if not 1 <= cards <= MAX_CARDS:
            raise EditionError(f"table 'recipes': {cards} cards in all, where 1 to {MAX_CARDS} are right")

    def assumed(self) -> list[str]:
        return [what for what in super().assumed() if what != "helpers" or self.full]

    def box(self, players: int) -> Any:
        """Return the record that the kernels read, for a number of players; checked for that number.

        Raises
        ------
        EditionError
            If there are too few cards to deal, a seat without a speed, or room for too few cards in a hand.
        """
        cards = int(self.tables["recipes"]["count"].sum())
        pile = cards - players * self.dealt
        if pile < 1:
            raise EditionError(f"{players} players are dealt {players * self.dealt} of {cards} cards: one must be left to draw")
        # Each turn takes at least one card from the pile and gives a seat at most one penalty, none in its own turn.
        most = self.dealt + pile * (players - 1) // (2 * players - 1) + 1
        if most > MAX_HAND:
            raise EditionError(f"a hand could grow to {most} cards with this deck and {players} players; {MAX_HAND} is the most")
        if len(self.speed) < players:
            raise EditionError(f"option 'speed': {len(self.speed)} weights for {players} players")
        box = np.zeros(1, BOX)[0]
        known = set(self.tables["recipes"]["value"])
        for value in self.tables["effects"]["value"]:
            if value not in known:
                raise EditionError(f"table 'effects': value {value} is on no card of table 'recipes'")
        recipes = self.tables["recipes"].sort_values("value")
        recipes = recipes[recipes["count"] > 0]
        effects = dict(zip(self.tables["effects"]["value"], self.tables["effects"]["effect"], strict=True))
        kinds = len(recipes)
        box["kinds"], box["cards"] = kinds, cards
        box["value"][:kinds] = recipes["value"]
        box["count"][:kinds] = recipes["count"]
        box["sea"][:kinds] = recipes["sea_creature"]
        box["effect"][:kinds] = [EFFECTS.index(effects.get(value, "none")) for value in recipes["value"]]
        box["deck"][:cards] = np.repeat(np.arange(kinds), recipes["count"])
        box["full"] = self.full
        box["kings"] = -1
        if self.kings:
            box["kings"] = [KINGS.index(king) for king in self.kings]
        elif not self.full:
            box["kings"][0] = KINGS.index(self.king or "bell")
        box["speed"][: len(self.speed)] = self.speed
        box["dealt"], box["looked_at"], box["helpers"] = self.dealt, self.looked_at, self.helpers
        return box


def parts(edition: Edition, players: int) -> int:
    """Return how many games are played: three in the full game."""
    return GAMES_IN_MATCH if edition.full else 1


def variants() -> dict[str, Edition]:
    """Return the game of each king, and the full game."""
    return {king: Edition(king=king) for king in KINGS} | {"full": Edition(full=True)}
