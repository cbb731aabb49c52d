"""The random streams in plain Python integers: SFC64 (PractRand), bounds as in Lemire 2019, Fisher-Yates shuffle."""

from __future__ import annotations

from typing import Any

# Stream numbers. Shuffles and seats count on from theirs.
SHUFFLE = 0
RACE = 1 << 16
CHANCE = 2 << 16
SEAT = 3 << 16

MIXING_ROUNDS = 12
MASK_32 = (1 << 32) - 1
MASK_64 = (1 << 64) - 1


class Stream:
    """Stream `number` of a game: SFC64 seeded with the three words seed, game and number."""

    def __init__(self, seed: int, game: int, number: int) -> None:
        self.a, self.b, self.c, self.counter = seed & MASK_64, game & MASK_64, number & MASK_64, 1
        for _ in range(MIXING_ROUNDS):
            self.next_word()

    def next_word(self) -> int:
        """Return the next 64 random bits."""
        word = (self.a + self.b + self.counter) & MASK_64
        self.counter = (self.counter + 1) & MASK_64
        self.a = self.b ^ (self.b >> 11)
        self.b = (self.c + (self.c << 3)) & MASK_64
        rotated = ((self.c << 24) | (self.c >> 40)) & MASK_64
        self.c = (rotated + word) & MASK_64
        return word

    def below(self, n: int) -> int:
        """Return one of 0 … n - 1, each equally likely: words whose product falls into the uneven rest are skipped."""
        uneven = (1 << 32) % n
        while True:
            product = (self.next_word() >> 32) * n
            if product & MASK_32 >= uneven:
                return product >> 32

    def shuffle(self, cards: list[Any], n: int | None = None) -> None:
        """Shuffle the first `n` cards (all, if none is given) in place, from the end down."""
        for i in range((len(cards) if n is None else n) - 1, 0, -1):
            j = self.below(i + 1)
            cards[i], cards[j] = cards[j], cards[i]
