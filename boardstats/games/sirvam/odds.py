"""Sirvam o Rei: exact odds of recipe cards nobody has seen yet.

A hand is any set of unseen cards; drawn without replacement, every hand of n cards is equally likely. Hands are
counted in whole numbers: with `exact=True` the chances are fractions, otherwise each is rounded once, to a float.
`seen` is what is known not to be among the unseen cards: one's own, the discards, those shown in the pantry.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import cache
from math import comb, inf
from numbers import Integral, Real
from operator import gt, lt
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from ...errors import BoardstatsError
from .edition import Edition

if TYPE_CHECKING:
    import pandas as pd

Values: TypeAlias = Iterable[int]
Seen: TypeAlias = Mapping[int, int] | Values
Chance: TypeAlias = float | Fraction
_standard = cache(Edition)  # the shipped tables are read once


def next_card(seen: Seen = (), *, edition: Edition | None = None, exact: bool = False) -> pd.Series:
    """Return the chance of each value on the next card: a Series `chance` by `value`, one row per value of the box.

    Parameters
    ----------
    seen : list, array or Series of values, or mapping of value to count
        The cards seen, in any order.
    edition : Edition, optional
        The box; left out: the standard one.
    exact : bool
        True: Fractions (a Series has dtype object); false: floats.

    Raises
    ------
    BoardstatsError
        If no such cards are in the box, or all have been seen.

    Examples
    --------
    >>> next_card([15, 15, 0], exact=True).loc[[0, 15]].to_dict()
    {0: Fraction(4, 49), 15: Fraction(1, 49)}
    """
    left = _unseen(seen, edition)
    _cards(1, left, "the next card", least=1)
    return _series(left, "value", exact)


def totals(n: int, seen: Seen = (), *, edition: Edition | None = None, exact: bool = False) -> pd.Series:
    """Return the distribution of the total of n unseen cards: a Series `chance` by attainable `total`, ascending.

    Parameters
    ----------
    n : int
        Cards in the hand, from 0 to all unseen; anything else is a BoardstatsError.
    seen, edition, exact
        As for `next_card`, with its errors.

    Examples
    --------
    >>> totals(2, exact=True).head(2).to_dict()
    {-2: Fraction(1, 442), -1: Fraction(5, 442)}
    """
    return _series(_hands(n, _unseen(seen, edition)), "total", exact)


def any_of(values: Values, k: int, seen: Seen = (), *, edition: Edition | None = None, exact: bool = False) -> Chance:
    """Return the chance that at least one of some values comes within the next k cards.

    Parameters
    ----------
    values : list, array or Series of values
        Values of the box; repetitions do not matter. Another value is a BoardstatsError.
    k : int
        Cards drawn, from 0 to all that are unseen; anything else is a BoardstatsError.
    seen, edition, exact
        As for `next_card`, with its errors.

    Examples
    --------
    >>> any_of([-1, 0], 3, exact=True)
    Fraction(2214, 5525)
    """
    left = _unseen(seen, edition)
    k, unseen = _cards(k, left, "k"), sum(left.values())
    hits = sum(left[value] for value in _count(values, left, "values"))
    return _chance(comb(unseen, k) - comb(unseen - hits, k), comb(unseen, k), exact)


def hand_above(total: float, n: int, seen: Seen = (), *, edition: Edition | None = None, exact: bool = False) -> Chance:
    """Return the chance that an unseen hand of n cards totals strictly more than `total`.

    Parameters
    ----------
    total : number
        What to compare with, attainable or not; what is no number is a BoardstatsError.
    n, seen, edition, exact
        As for `totals`, with its errors.

    Examples
    --------
    >>> round(hand_above(4, 4, [0, 1, 1, 2]), 3)
    0.992
    """
    return _chance_that(gt, total, _hands(n, _unseen(seen, edition)), exact)


def hand_below(total: float, n: int, seen: Seen = (), *, edition: Edition | None = None, exact: bool = False) -> Chance:
    """Return the chance that an unseen hand of n cards totals strictly less than `total`; all else as for `hand_above`.

    Examples
    --------
    >>> hand_below(-1, 2, exact=True)
    Fraction(1, 442)
    """
    return _chance_that(lt, total, _hands(n, _unseen(seen, edition)), exact)


def lowest(n: int, seen: Seen = (), *, edition: Edition | None = None, exact: bool = False) -> pd.Series:
    """Return the distribution of the lowest of n unseen cards (Skull king): a Series `chance` by `value` of the box.

    Parameters are those of `totals`, with its errors, but a hand of no cards has no lowest card: n is at least 1.

    Examples
    --------
    >>> lowest(2, exact=True).loc[[-1, 15]].to_dict()
    {-1: Fraction(25, 221), 15: Fraction(1, 442)}
    """
    left = _unseen(seen, edition)
    n, higher, hands = _cards(n, left, "n", least=1), sum(left.values()), {}
    for value, copies in left.items():  # ascending
        hands[value] = comb(higher, n) - comb(higher - copies, n)
        higher -= copies
    return _series(hands, "value", exact)


def sea_creatures(n: int, seen: Seen = (), *, edition: Edition | None = None, exact: bool = False) -> pd.Series:
    """Return the distribution of the sea creatures in n unseen cards (Fish king): a Series `chance` by number.

    The index, `sea_creatures`, holds the attainable numbers; parameters are those of `totals`, with its errors.

    Examples
    --------
    >>> sea_creatures(2, [3, 3, 4, 5], exact=True).to_dict()
    {0: Fraction(65, 94), 1: Fraction(40, 141), 2: Fraction(7, 282)}
    """
    left = _unseen(seen, edition)
    n = _cards(n, left, "n")
    recipes = (edition or _standard()).tables["recipes"]
    sea = sum(left[value] for value in recipes.loc[recipes["sea_creature"] == 1, "value"])
    other = sum(left.values()) - sea
    hands = {k: comb(sea, k) * comb(other, n - k) for k in range(max(0, n - other), min(n, sea) + 1)}
    return _series(hands, "sea_creatures", exact)


# ---- counting ----------------------------------------------------------------------------------------------------


def _hands(n: int, left: Mapping[int, int]) -> dict[int, int]:
    """Return the number of hands of n cards with each attainable total, ascending."""
    n = _cards(n, left, "n")
    # hands[m] holds those of m cards by total, as one long integer: its digit to the base 2**bits at place p is their
    # number with total m * low + p. There are at most 2**cards hands in all, so no digit carries into the next.
    low, bits = min(left), sum(left.values()) + 1
    hands = [1] + [0] * n
    for value, copies in left.items():
        for m in range(n, 0, -1):  # descending: the smaller hands are still without this value
            for c in range(1, min(copies, m) + 1):
                hands[m] += (comb(copies, c) * hands[m - c]) << (bits * c * (value - low))
    digits = (hands[n] >> (bits * p) & ((1 << bits) - 1) for p in range(-(-hands[n].bit_length() // bits)))
    return {n * low + p: number for p, number in enumerate(digits) if number}


def _chance(ways: int, hands: int, exact: bool) -> Chance:
    return Fraction(ways, hands) if exact else ways / hands


def _chance_that(compare: Callable[[int, float], bool], total: float, hands: Mapping[int, int], exact: bool) -> Chance:
    if not isinstance(total, Real) or isinstance(total, bool) or not -inf <= total <= inf:  # NaN lies nowhere
        raise BoardstatsError(f"total: {_shown(total)}; right: a number to compare totals with")
    return _chance(sum(ways for each, ways in hands.items() if compare(each, total)), sum(hands.values()), exact)


def _series(hands: Mapping[int, int], by: str, exact: bool) -> pd.Series:
    import pandas as pd

    whole = sum(hands.values())
    chances = [_chance(ways, whole, exact) for ways in hands.values()]
    return pd.Series(chances, pd.Index(list(hands), name=by), dtype=object if exact else float, name="chance")


# ---- checking what is asked --------------------------------------------------------------------------------------


def _unseen(seen: Seen, edition: Edition | None) -> dict[int, int]:
    """Return how many cards of each value of the box are unseen, by ascending value."""
    if edition is not None and not isinstance(edition, Edition):
        raise BoardstatsError(f"edition: {_shown(edition)} is not an Edition of sirvam")
    recipes = (edition or _standard()).tables["recipes"].sort_values("value")
    box: dict[int, int] = dict(zip(recipes["value"].tolist(), recipes["count"].tolist(), strict=True))
    cards = _count(seen, box, "seen")
    for value, number in cards.items():
        if number > box[value]:
            raise BoardstatsError(f"seen: {number} cards of value {value}; right: 0 to {box[value]}, as in the box")
    return {value: copies - cards[value] for value, copies in box.items()}


def _count(values: Seen, box: Mapping[int, int], where: str) -> Counter[int]:
    """Return how often each value is named, once checked."""
    if isinstance(values, str | bytes) or not isinstance(values, Iterable):
        raise BoardstatsError(f"{where}: {_shown(values)} is not a list of card values; right: [0, 15], say")
    flat = values.ravel() if isinstance(values, np.ndarray) else values
    cards: Counter[int] = Counter()
    for value, number in flat.items() if isinstance(flat, Mapping) else ((value, 1) for value in flat):
        if not _is_whole(value) or value not in box:
            raise BoardstatsError(f"{where}: {_shown(value)} is on no card; right: {', '.join(map(str, box))}")
        if not _is_whole(number) or number < 0:
            raise BoardstatsError(f"{where}: {_shown(number)} cards of value {value}; right: a whole number from 0")
        cards[int(value)] += int(number)
    return cards


def _cards(n: int, left: Mapping[int, int], where: str, least: int = 0) -> int:
    """Return a number of cards, checked, as Python's own integer: one of NumPy's could overflow."""
    unseen = sum(left.values())
    if unseen < least:
        raise BoardstatsError(f"seen: all cards of the box, which leaves none for {where}; right: at least one fewer")
    if not _is_whole(n) or not least <= n <= unseen:
        raise BoardstatsError(f"{where}: {_shown(n)} cards; right: a whole number from {least} to {unseen}, the unseen")
    return int(n)


def _is_whole(number: object) -> bool:
    return isinstance(number, Integral) and not isinstance(number, bool)


def _shown(value: object) -> str:  # in one line; NumPy's numbers without their type
    return " ".join((str(value) if isinstance(value, Real) else repr(value)).split())
