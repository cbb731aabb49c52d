"""Sunny Day Sardines: exact odds of filling orders, of overpaying, and of what a few gathers bring.

A hand is any set of unseen cards; drawn without replacement, every hand of n cards is equally likely. Hands are
counted in whole numbers: with `exact=True` the chances are fractions, otherwise each is rounded once, to a float.
`seen` is what is known not to be among the unseen cards: one's own, the market, the discards, cards others are known
to hold. Cards and orders are written by row or by name: `card_names()`, `order_names()`.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb, factorial, nan, perm
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import numpy.typing as npt

from ...errors import BoardstatsError, one_of
from .edition import MAX_MARKET, MAX_SARDINES, N_COLOURS, Edition
from .paying import NEVER, Card, Cards, Counts, Printed, Ways, fewest_fish, filling, n_drawn, printed, unseen, whole
from .paying import card_names as card_names
from .paying import order_names as order_names
from .paying import payments as payments

if TYPE_CHECKING:
    import pandas as pd

Chance: TypeAlias = float | Fraction
Ints: TypeAlias = npt.NDArray[Any]
Positions: TypeAlias = tuple[Ints, Ints, Ints, Ints]  # hands, markets, decks; sequences of draws that lead there

RULES = ("nearest",)
MOST_CASES = 100_000  # `within` enumerates up to so many
CHUNK = 4096  # positions at a time: their arrays stay in the processor's cache
ILLEGAL = np.iinfo(np.int64).max
# n choose k: cards of a class in the deck, and drawn.
CHOOSE = np.array([[comb(n, k) for k in range(MAX_MARKET + 1)] for n in range(MAX_SARDINES + 1)])


def fillable(n: int, seen: Cards = (), *, edition: Edition | None = None, exact: bool = False) -> pd.Series:
    """Return the chance that n unseen cards can fill each order: a Series `chance` by `order`, in the table's order.

    Parameters
    ----------
    n : int
        Cards in the hand, from 0 to all unseen.
    seen : list, array or Series of cards, or mapping of card to count
        The cards seen, in any order.
    edition : Edition, optional
        The box; left out: the standard one.
    exact : bool
        True: Fractions (the Series has dtype object); false: floats.

    Raises
    ------
    BoardstatsError
        If there are no such cards in the box, or not n unseen ones.

    Examples
    --------
    >>> fillable(2, exact=True)[["1 blue + 1 green", "3 blue", "3 different"]].to_dict()
    {'1 blue + 1 green': Fraction(169, 630), '3 blue': Fraction(1, 30), '3 different': Fraction(34, 105)}
    """
    box, left = unseen(seen, edition)
    n = n_drawn(n, left, "n")
    return _fillable(box, left, range(n, n + 1), exact)[n].rename("chance")


def fillable_by_hand_size(
    max_n: int = 8, seen: Cards = (), *, edition: Edition | None = None, exact: bool = False
) -> pd.DataFrame:
    """Return `fillable` for each n from 1 to max_n: one row per `order`, one column per `n`.

    Parameters
    ----------
    max_n : int
        Cards in the largest hand, from 1 to all unseen.
    seen, edition, exact
        As for `fillable`, with its errors.

    Examples
    --------
    >>> fillable_by_hand_size(6).loc["3 alike"].round(3).to_dict()
    {1: 0.0, 2: 0.133, 3: 0.399, 4: 0.698, 5: 0.903, 6: 0.983}
    """
    box, left = unseen(seen, edition)
    return _fillable(box, left, range(1, n_drawn(max_n, left, "max_n", least=1) + 1), exact)


@dataclass(frozen=True, eq=False)
class Overpaid:
    """How many fish the cheapest payment for an order shows beyond those asked for.

    Attributes
    ----------
    order, n : str, int
        Name of the order, and cards in the hand.
    chances : Series
        `chance` by `overpaid`, in fish, given that the hand can fill the order; what can happen only, ascending.
        Empty if no hand can fill it.
    cannot : float or Fraction
        Chance that the hand cannot fill the order.
    """

    order: str
    n: int
    chances: pd.Series
    cannot: Chance

    @property
    def mean(self) -> Chance:
        """Mean fish overpaid, given that the hand can fill the order; NaN if no hand can."""
        return sum(fish * chance for fish, chance in self.chances.items()) if len(self.chances) else nan


def overpaid(order: Card, n: int, seen: Cards = (), *, edition: Edition | None = None, exact: bool = False) -> Overpaid:
    """Return the distribution of the fish overpaid for an order by the cheapest payment from n unseen cards.

    Parameters
    ----------
    order : int or str
        By row or by name. An unknown one is a BoardstatsError.
    n, seen, edition, exact
        As for `fillable`, with its errors.

    Returns
    -------
    Overpaid
        `chances` (given that the hand can fill the order), `cannot` (the chance that it cannot), `mean`.

    Examples
    --------
    >>> alike = overpaid("3 alike", 3, exact=True)
    >>> alike.chances.to_dict()
    {0: Fraction(65, 178), 1: Fraction(93, 178), 2: Fraction(15, 178), 3: Fraction(5, 178)}
    >>> alike.mean, alike.cannot
    (Fraction(69, 89), Fraction(1073, 1785))
    """
    box, left = unseen(seen, edition)
    kind, n = box.order(order), n_drawn(n, left, "n")
    hands = fewest_fish(box, left, box.ways[kind], n)
    cannot = hands.pop(NEVER, 0)
    some, asked = sum(hands.values()), sum(box.ways[kind][0])
    chances = {fish - asked: _chance(number, some, exact) for fish, number in hands.items()}
    cannot_fill = _chance(cannot, cannot + some, exact)
    return Overpaid(box.order_names[kind], n, _series(chances, "overpaid", exact), cannot_fill)


@dataclass(frozen=True)
class Within:
    """A chance, and how it was found.

    Attributes
    ----------
    chance, low, high : float or Fraction
        The chance, and its 95 % Wilson interval if it was simulated; an exact one is its own interval.
    exact, games : bool, int
        Whether every draw was enumerated; and if not, how many games were simulated, else 0.
    """

    chance: Chance
    low: Chance
    high: Chance
    exact: bool
    games: int


def within(
    order: Card,
    hand: Cards,
    t: int,
    *,
    rule: str = "nearest",
    market: Cards | None = None,
    seen: Cards = (),
    edition: Edition | None = None,
    exact: bool = False,
    games: int = 20_000,
    seed: int = 0,
) -> Within:
    """Return the chance that a hand can fill an order after at most t gathers, nobody else taking cards meanwhile.

    The spaces of the market that `market` does not name are drawn from the unseen cards, before the first gather and
    after each. The deck is not shuffled anew: when all unseen cards are drawn, spaces stay empty. After each gather
    the hand is discarded down to the hand limit. Where nothing can be gathered, the player passes.

    Rule `"nearest"`: a way to fill the order (one for each colour of a special order, one for each choice of colours
    of a mixed bag) lacks the fish that it asks for and the hand does not show. The player takes the legal gather after
    which the nearest way lacks fewest fish; ties go to the gather after which the second nearest way lacks fewest, and
    so on; then to one card rather than two; then to the gather with more blue, then green, orange, pink fish, of the
    colours that some way asks for. Discards are chosen one by one in the same manner: the loss after which the nearest
    way lacks fewest fish, then the second nearest, and so on; then the card with less blue, then green, orange, pink
    fish of those colours; then that with fewer fish.

    Parameters
    ----------
    order : int or str
        By row or by name.
    hand : list, array or Series of cards, or mapping of card to count
        Own cards, at most the hand limit.
    t : int
        Gathers, from 0 (whether the hand can fill the order now).
    rule : {"nearest"}
        How the player gathers.
    market : cards, optional
        Known cards of the market, in any form that `hand` takes; left out: none.
    seen : cards
        Further cards that are not among the unseen, beside hand and market.
    edition, exact
        As for `fillable`. `exact=True` never simulates.
    games, seed : int
        Games to simulate, and the seed of their generator, if there are more than `MOST_CASES` (100 000) cases: at each
        gather the positions of hand, market and deck that can come before, times the draws that fill the market.

    Raises
    ------
    BoardstatsError
        If there are no such cards, order or rule, or more cards than in hand, market or box; with `exact=True` also if
        there are too many cases.

    Examples
    --------
    >>> within("3 blue", ["blue"], 2, market=["blue", "green", "pink", "pink+pink", "green+green"], exact=True).chance
    Fraction(49, 87)
    >>> four = within("4 alike", ["blue"], 3, games=1000)
    >>> four.exact, round(four.low, 2), round(four.high, 2)
    (False, 0.76, 0.81)
    """
    box = printed(edition)
    ways = box.ways[box.order(order)]
    if rule not in RULES:
        raise one_of("rule", rule, RULES)
    t = whole(t, 0, 10**9, "t", " gathers")
    games, seed = whole(games, 1, 10**9, "games"), whole(seed, 0, 2**63 - 1, "seed")
    held, shown = box.counted(hand, "hand"), box.counted(() if market is None else market, "market")
    whole(sum(held), 0, box.hand_limit, "hand", " cards", ", the hand limit")
    whole(sum(shown), 0, box.market_size, "market", " cards", ", its spaces")
    left = box.unseen(held, shown, box.counted(seen, "seen"), where="hand, market and seen together")
    gathering = _Gathering(box, ways)
    hands, markets, decks = map(gathering.by_class, (held, shown, left))
    t = min(t, sum(box.copies))  # by then nothing is left to gather
    found = gathering.enumerate(hands, markets, decks, t)
    if found is not None:
        chance = found if exact else float(found)
        return Within(chance, chance, chance, True, 0)
    if exact:
        raise BoardstatsError(f"t: {t} gathers meet more than {MOST_CASES} cases; right: fewer, or exact=False")
    from ...stats import wilson

    hits = gathering.simulate(hands, markets, decks, t, games, np.random.Generator(np.random.SFC64(seed)))
    low, high = wilson(hits, games)
    return Within(hits / games, float(low), float(high), False, games)


# ---- gathering ---------------------------------------------------------------------------------------------------


class _Gathering:
    """The gathers towards an order, in many positions at once.

    Cards are counted by class: those with the same fish of wanted colours and of the same size make no difference.
    Arrays of cards have one row per position, one column per class.
    """

    def __init__(self, box: Printed, ways: Ways) -> None:
        wanted = [any(needs) for needs in zip(*ways, strict=True)]
        shows = np.column_stack([np.array(box.fish) * wanted, box.sizes])
        classes, self.class_of = np.unique(shows, axis=0, return_inverse=True)  # least blue first, …, then fewer fish
        self.fish: Ints = classes[:, :N_COLOURS].astype(np.int16)
        self.ways: Ints = np.array(ways, np.int16)
        self.hand_limit, self.market_size = box.hand_limit, box.market_size
        two, one = (np.flatnonzero(classes[:, N_COLOURS] == size).tolist() for size in (2, 1))
        gathers = [*((k,) for k in two), *combinations_with_replacement(one, 2)]
        gathers.sort(key=lambda ks: (len(ks), (-self.fish[list(ks)].sum(axis=0)).tolist()))
        self.gathers = self.counted(gathers)

    def counted(self, sets: Any) -> Ints:
        """Return sets of cards, each a list of classes, as one row of counts for each."""
        return np.array([np.bincount(np.array(each, int), minlength=len(self.fish)) for each in sets], np.int16)

    def by_class(self, cards: Counts) -> Ints:
        """Return cards, given by kind, by class: one position."""
        return self.counted([np.repeat(self.class_of, cards)])

    def lacking(self, fish: Ints) -> Ints:
        """Return the fish that the nearest way lacks, then the second nearest, …: as digits to the base 64."""
        lacks = np.sort(np.maximum(self.ways - fish[..., None, :], 0).sum(axis=-1), axis=-1)
        digits: Ints = (lacks * 64 ** np.arange(len(self.ways))[::-1]).sum(axis=-1)
        return digits

    def filled(self, hands: Ints) -> Ints:
        """Return which hands can fill the order."""
        filled: Ints = ((hands @ self.fish)[:, None, :] >= self.ways).all(axis=-1).any(axis=-1)
        return filled

    def gather(self, hands: Ints, markets: Ints) -> None:
        """Gather once by the rule "nearest" in every position, and discard: changes both arrays."""
        for some in np.array_split(np.arange(len(hands)), len(hands) // CHUNK + 1):
            lacking = self.lacking((hands[some] @ self.fish)[:, None, :] + self.gathers @ self.fish)
            legal = np.all(markets[some, None, :] >= self.gathers, axis=-1)
            best = np.where(legal, lacking, ILLEGAL).argmin(axis=1)
            taken = self.gathers[best] * legal.any(axis=1, keepdims=True)
            hands[some] += taken
            markets[some] -= taken
        while len(over := np.flatnonzero(hands.sum(axis=1) > self.hand_limit)):
            lacking = self.lacking((hands[over] @ self.fish)[:, None, :] - self.fish)
            hands[over, np.where(hands[over] > 0, lacking, ILLEGAL).argmin(axis=1)] -= 1

    def enumerate(self, hands: Ints, markets: Ints, decks: Ints, t: int) -> Fraction | None:
        """Return the chance to fill the order within t gathers from one position; None if there are too many cases."""
        left, sequences, cases = int(decks.sum()), np.array([1], object), 0
        found: Counter[int] = Counter()  # sequences of draws that fill the order, by cards drawn
        for gathers_left in range(t, -1, -1):
            filled = self.filled(hands)
            for cards, number in zip(left - decks[filled].sum(axis=1), sequences[filled], strict=True):
                found[int(cards)] += number
            hands, markets, decks, sequences = (each[~filled] for each in (hands, markets, decks, sequences))
            if not gathers_left or not len(hands):
                break
            sizes = np.minimum(self.market_size - markets.sum(axis=1), decks.sum(axis=1))
            cases += sum(n * comb(len(self.fish) + size - 1, size) for size, n in Counter(sizes.tolist()).items())
            if cases > MOST_CASES:
                return None
            hands, markets, decks, sequences = self.refill(sizes, hands, markets, decks, sequences)
            self.gather(hands, markets)
            hands, markets, decks, sequences = _merge(hands, markets, decks, sequences)
        return sum((Fraction(number, perm(left, cards)) for cards, number in found.items()), Fraction(0))

    def refill(self, sizes: Ints, hands: Ints, markets: Ints, decks: Ints, sequences: Ints) -> Positions:
        """Return the positions after every draw into the market; `sizes` says how many cards, by position."""
        after = []
        for size in sorted(set(sizes.tolist())):
            draws = self.counted(combinations_with_replacement(range(len(self.fish)), size))
            rows = np.flatnonzero(sizes == size)
            row, draw = np.nonzero(np.all(decks[rows, None, :] >= draws, axis=-1))
            row, drawn = rows[row], draws[draw]
            ways = CHOOSE[decks[row], drawn].prod(axis=1).astype(object) * factorial(size)
            after.append((hands[row], markets[row] + drawn, decks[row] - drawn, sequences[row] * ways))
        hands, markets, decks, sequences = (np.concatenate(each) for each in zip(*after, strict=True))
        return hands, markets, decks, sequences

    def simulate(self, hands: Ints, markets: Ints, decks: Ints, t: int, games: int, rng: np.random.Generator) -> int:
        """Return in how many of some games the order can be filled within t gathers from one position."""
        cards, hits = np.repeat(np.arange(len(self.fish)), decks[0]), 0
        for first in range(0, games, CHUNK):
            n = min(CHUNK, games - first)
            hand, market, drawn = np.repeat(hands, n, axis=0), np.repeat(markets, n, axis=0), np.zeros(n, np.int64)
            deck = rng.permuted(np.tile(cards, (n, 1)), axis=1)
            for gathers_left in range(t, -1, -1):
                filled = self.filled(hand)
                hits += int(filled.sum())
                hand, market, drawn, deck = (each[~filled] for each in (hand, market, drawn, deck))
                if not gathers_left or not len(hand):
                    break
                while len(rows := np.flatnonzero((market.sum(axis=1) < self.market_size) & (drawn < len(cards)))):
                    market[rows, deck[rows, drawn[rows]]] += 1
                    drawn[rows] += 1
                self.gather(hand, market)
        return hits


def _merge(hands: Ints, markets: Ints, decks: Ints, sequences: Ints) -> Positions:
    """Return equal positions as one."""
    every = np.stack([hands, markets, decks], axis=1)
    positions, inverse = np.unique(every, axis=0, return_inverse=True)
    which = inverse.ravel()
    by_position = np.argsort(which, kind="stable")
    starts = np.searchsorted(which[by_position], np.arange(len(positions)))
    hands, markets, decks = (positions[:, i].copy() for i in range(3))
    return hands, markets, decks, np.add.reduceat(sequences[by_position], starts)


# ---- what is answered --------------------------------------------------------------------------------------------


def _fillable(box: Printed, left: Counts, sizes: range, exact: bool) -> pd.DataFrame:
    import pandas as pd

    hands = filling(box, left, sizes[-1])
    rows = [[_chance(numbers[n], comb(sum(left), n), exact) for n in sizes] for numbers in hands]
    orders, by_size = pd.Index(box.order_names, name="order"), pd.Index(sizes, name="n")
    return pd.DataFrame(rows, orders, by_size, dtype=object if exact else float)


def _chance(ways: int, hands: int, exact: bool) -> Chance:
    return Fraction(ways, hands) if exact else ways / hands


def _series(chances: dict[int, Chance], by: str, exact: bool) -> pd.Series:
    import pandas as pd

    index = pd.Index(list(chances), name=by, dtype=np.int64)
    return pd.Series(list(chances.values()), index, dtype=object if exact else float, name="chance")
