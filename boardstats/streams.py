"""Random streams: (seed, game, stream) -> an SFC64 generator of its own.

Every shuffle, the races and each seat draw from streams of their own, so that two strategies meet the same decks
whatever they draw, and any game can be played alone. A stream is an array of four 64-bit words.

The generator is SFC64 (Chris Doty-Humphrey, PractRand), as in `numpy.random.SFC64`. Its three seed words are the
seed, the game's index and the stream's number, so that no two streams start alike.
"""

from __future__ import annotations

import secrets

import numpy as np

from ._jit import inlined

# Stream numbers. What there is several of (shuffles of one game, seats) counts on from its number.
SHUFFLE = 0
RACE = 1 << 16
CHANCE = 2 << 16
SEAT = 3 << 16

_MIXING_ROUNDS = 12  # as in PractRand and NumPy


@inlined
def next_word(stream):
    """Advance a stream and return its next 64 random bits (uint64)."""
    a, b, c, counter = stream[0], stream[1], stream[2], stream[3]
    word = a + b + counter
    stream[3] = counter + np.uint64(1)
    stream[0] = b ^ (b >> np.uint64(11))
    stream[1] = c + (c << np.uint64(3))
    stream[2] = ((c << np.uint64(24)) | (c >> np.uint64(40))) + word
    return word


@inlined
def open_stream(stream, seed, game, number):
    """Set a stream (uint64 array of 4) to the start of stream `number` of a game."""
    stream[0] = np.uint64(seed)
    stream[1] = np.uint64(game)
    stream[2] = np.uint64(number)
    stream[3] = np.uint64(1)
    for _ in range(_MIXING_ROUNDS):
        next_word(stream)


@inlined
def below(stream, n):
    """Return a random integer, each of 0 … n - 1 equally likely (Lemire 2019, without bias).

    Parameters
    ----------
    stream : uint64 array of 4
        The stream, which moves on.
    n : int
        1 … 2**32 - 1.
    """
    bound = np.uint64(n)
    product = (next_word(stream) >> np.uint64(32)) * bound
    low = product & np.uint64(0xFFFFFFFF)
    if low < bound:
        threshold = (np.uint64(1 << 32) - bound) % bound
        while low < threshold:
            product = (next_word(stream) >> np.uint64(32)) * bound
            low = product & np.uint64(0xFFFFFFFF)
    return np.int64(product >> np.uint64(32))


@inlined
def uniform(stream):
    """Return a random float, uniform on [0, 1) in steps of 2**-53."""
    return np.float64(next_word(stream) >> np.uint64(11)) * 2.0**-53


@inlined
def shuffle(cards, n, stream):
    """Shuffle the first `n` entries of a one-dimensional array in place (Fisher and Yates)."""
    for i in range(n - 1, 0, -1):
        j = below(stream, i + 1)
        cards[i], cards[j] = cards[j], cards[i]


def fresh_seed() -> int:
    """Return a new seed from the operating system, small enough to type again."""
    return secrets.randbits(32)
