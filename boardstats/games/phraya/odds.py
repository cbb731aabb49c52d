"""Phraya: exact odds of the market cards and the orders that are turned up, and of what lies near what in the market.

Rulebook: Set Up, Movement, The Royal Barge. Cards and orders that nobody has seen are in random order, and every board
is as likely as another; all are counted in whole numbers: with `exact=True` the figures are fractions, otherwise each is
rounded once, to a float. A market card is written by its name; an order as its place in the table `orders`, from 1, as
in results; a crossing as in replays. `seen` is what is known to be elsewhere; repetitions do not matter.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cache
from itertools import permutations, product
from math import comb
from numbers import Integral, Real
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from ...errors import BoardstatsError, one_of
from .board import EMPTY, N_CROSSINGS, N_PARTS, N_STALLS, SIZE, ends, sections_at
from .edition import BONUSES, GOODS, MAX_PLAYERS, MIN_PLAYERS, N_TYPES, PASSIVES, STALLS, Edition
from .telling import crossing_name

if TYPE_CHECKING:
    import pandas as pd

Names: TypeAlias = Iterable[str]
Chance: TypeAlias = float | Fraction
_standard = cache(Edition)  # the shipped tables are read once


def cards(wanted: Names, turned: int = 4, seen: Names = (), *, edition: Edition | None = None, exact: bool = False) -> Chance:
    """Return the chance that one wanted card at least is among the next cards of the market deck.

    Parameters
    ----------
    wanted : list of names
        Names of table `market_cards`, or of passive effects and bonuses (`PASSIVES`, `BONUSES`): each of these stands
        for all cards that have it. A wanted card that was seen does not come.
    turned : int
        Cards turned up, from 0 to all in the deck; 4 fill the card market.
    seen : list of names of cards
        Cards that are not in the shuffled deck: face up, bought, put back under it.
    edition : Edition, optional
        The box; left out: the standard one.
    exact : bool
        True: a Fraction; false: a float. What cannot be, like an unknown card, is a BoardstatsError.

    Examples
    --------
    >>> cards(["cheap_stall"], exact=True), cards(["stalls", "vegetable_stalls"], 1, seen=["cheap_fish"], exact=True)
    (Fraction(4, 25), Fraction(1, 12))
    """
    hits, left = _deck(wanted, seen, edition)
    turned = _whole(turned, 0, left, "turned", ", the cards of the deck")
    ways = comb(left, turned)
    return _chance(ways - comb(left - hits, turned), ways, exact)


def cards_to_turn(wanted: Names, seen: Names = (), *, edition: Edition | None = None, exact: bool = False) -> Chance:
    """Return the mean number of cards of the market deck to turn up until the first wanted one comes, this one included.

    Parameters
    ----------
    wanted, seen, edition, exact
        As for `cards`, with its errors. That no wanted card is in the deck is a BoardstatsError, too.

    Examples
    --------
    >>> cards_to_turn(["cheap_stall"]), cards_to_turn(["cheap_fish", "ignore_fish"], exact=True)
    (13.0, Fraction(26, 3))
    """
    hits, left = _deck(wanted, seen, edition)
    if not hits:
        raise BoardstatsError("wanted: no such card is in the deck; right: one at least that was not seen")
    return _chance(left + 1, hits + 1, exact)


def orders(
    goods: Mapping[str, int],
    open: int | Mapping[int, int] = 4,
    seen: Iterable[int] = (),
    players: int = 4,
    *,
    edition: Edition | None = None,
    exact: bool = False,
) -> Chance:
    """Return the chance that one at least of the next orders turned up can be filled with some goods.

    With 2 players one order of each stack is out of the game unseen. Each unseen order of a type is as likely as another
    to be turned up all the same: the law stays as it is, but stacks run out sooner, and the fifth order is of type 2.

    Parameters
    ----------
    goods : mapping of good to number
        What the boat carries, `{"vegetable": 1, "fish": 1}`. A card that ignores a unit of a good is one more of it.
    open : int or mapping of type to number
        Orders turned up: so many, each from the first stack that has any left (4 at the start); or how many of
        each type, `{1: 1, 2: 3}`.
    seen : list, array or Series of orders
        Orders that are not in the stacks: at restaurants or filled.
    players : int
        From 2 to 4.
    edition, exact
        As for `cards`, with its errors.

    Examples
    --------
    >>> orders({"vegetable": 1, "fish": 1}, exact=True), orders({"vegetable": 2, "meat": 2}, {2: 2, 3: 1, 4: 1}, exact=True)
    (Fraction(4, 5), Fraction(13, 25))
    """
    table = _edition(edition).tables["orders"]
    have, known = _by_good(goods), _list(seen, "seen", "orders; right: [3, 12], say")
    known = [_whole(order, 1, len(table), "seen", ", the orders") for order in known]
    removed = int(_whole(players, MIN_PLAYERS, MAX_PLAYERS, "players") == MIN_PLAYERS)
    left = table.drop(index=[order - 1 for order in known])
    can_fill = (left[list(GOODS)] <= have).all(axis=1)
    unseen, hits = Counter[int](left["type"].tolist()), Counter[int](left["type"][can_fill].tolist())
    stack = {of_type: unseen[of_type] - removed for of_type in sorted(set(table["type"].tolist()))}
    if min(stack.values()) < 0:
        raise BoardstatsError("seen: all orders of a type, where one is out of the game unseen; right: one less")
    ways = none = 1
    for of_type, n in _by_type(open, stack).items():
        ways *= comb(unseen[of_type], n)
        none *= comb(unseen[of_type] - hits[of_type], n)
    return _chance(ways - none, ways, exact)


def distances(first: str, second: str, *, edition: Edition | None = None, exact: bool = False) -> pd.Series:
    """Return how far it is from a stall of one kind to the nearest of another: a Series `chance` by `sections`.

    The distance is the smallest number of channel sections that a boat moves from the section of the one stall to that of
    the other, with the barge and other boats out of its way (so it always gets there); 0: both are at one section. With
    `second` the same kind as `first` it is the distance to the nearest other stall of the kind. The Series is ascending,
    with only distances that can happen.

    Parameters
    ----------
    first, second : str
        Kinds of stall, of `STALLS`. Every stall of kind `first` on every board is as likely as another.
    edition, exact
        As for `cards`, with its errors; of Fractions the dtype is object. Parts in random corners, either face up, are
        4! · 2^4 = 384 boards; an edition with a fixed board has one.

    Examples
    --------
    >>> distances("scribe", "temple", exact=True).to_dict()
    {0: Fraction(1, 12), 1: Fraction(1, 3), 2: Fraction(7, 12)}
    """
    import pandas as pd

    kinds, _ = _boards(edition)
    is_first = kinds == STALLS.index(_known(first, STALLS, "first", "kind of stall"))
    is_second = kinds == STALLS.index(_known(second, STALLS, "second", "kind of stall"))
    far = np.where(is_second[:, None, :], _apart(), N_STALLS).min(axis=2)[is_first]  # of each stall of kind first
    if not far.size or far.max() == N_STALLS:
        raise BoardstatsError(f"first and second: no {first} stall has a {second} stall to go to; right: kinds on the board")
    often = np.bincount(far).tolist()
    chances = {n: _chance(ways, sum(often), exact) for n, ways in enumerate(often) if ways}
    by = pd.Index(list(chances), name="sections")
    return pd.Series(list(chances.values()), by, dtype=object if exact else float, name="chance")


def blessings(good: str | None = None, *, edition: Edition | None = None, exact: bool = False) -> pd.DataFrame:
    """Return how many stalls that can be owned the King blesses: one row per `crossing` of the barge, columns by `stalls`.

    In range are the stalls of the four sections that the crossing touches; those with a silhouette can be owned. A figure
    is the chance of such a number over all boards; `table @ table.columns` are the means. Crossings are in the order of
    their numbers: the middle one is `iloc[4]`.

    Parameters
    ----------
    good : str, optional
        Only stalls of this good; left out: of all four.
    edition, exact
        As for `distances`, with its errors.

    Examples
    --------
    >>> table = blessings("fish", exact=True)
    >>> table.iloc[[0, 1, 4]]
    stalls      0    1    2
    crossing
    a1/b2     1/2  1/4  1/4
    b1/c2     1/8  1/2  3/8
    b2/c3       0    1    0
    >>> (table @ table.columns)["b1/c2"]
    Fraction(5, 4)
    """
    import pandas as pd

    kinds, silhouettes = _boards(edition)
    if good is not None:
        silhouettes = silhouettes * (kinds == GOODS.index(_known(good, GOODS, "good", "good")))
    stalls = [[2 * section + side for section in sections_at(crossing) for side in (0, 1)] for crossing in range(N_CROSSINGS)]
    blessed = silhouettes[:, stalls].sum(axis=2)  # by board and crossing
    often = [np.bincount(numbers, minlength=blessed.max() + 1).tolist() for numbers in blessed.T]
    rows = [[_chance(ways, len(blessed), exact) for ways in row] for row in often]
    names = pd.Index([crossing_name(crossing) for crossing in range(N_CROSSINGS)], name="crossing")
    return pd.DataFrame(rows, names, pd.RangeIndex(len(rows[0]), name="stalls"), dtype=object if exact else float)


# ---- counting ----------------------------------------------------------------------------------------------------


def _deck(wanted: Names, seen: Names, edition: Edition | None) -> tuple[int, int]:
    """Return how many cards of the deck are wanted, and how many it has."""
    table = _edition(edition).tables["market_cards"]
    names = table["card"].tolist()
    some = _names(wanted, [*names, *PASSIVES[1:], *BONUSES], "wanted", "market card, passive effect or bonus")
    left = table[~table["card"].isin(_names(seen, names, "seen", "market card"))]
    hits = left["card"].isin(some) | left[["passive", "bonus"]].isin(some - {"none"}).any(axis=1)
    return int(hits.sum()), len(left)


def _by_type(open: int | Mapping[int, int], stack: Mapping[int, int]) -> dict[int, int]:
    """Return how many orders of each type are turned up, from stacks so large."""
    if isinstance(open, Mapping):
        drawn = {_whole(of_type, 1, N_TYPES, "open", ", the types"): n for of_type, n in open.items()}
        return {t: _whole(n, 0, stack.get(t, 0), "open", f", the stack of type {t}") for t, n in drawn.items()}
    left, drawn = _whole(open, 0, sum(stack.values()), "open", ", all in the stacks"), {}
    for of_type, n in stack.items():
        drawn[of_type] = min(left, n)
        left -= drawn[of_type]
    return drawn


def _boards(edition: Edition | None) -> tuple[Any, Any]:
    """Return kind and silhouette of every stall of every board: arrays by board and stall."""
    box = _edition(edition).box(MIN_PLAYERS)
    laid = list(product(permutations(range(N_PARTS)), product(range(2), repeat=N_PARTS)))  # parts and faces, by corner
    laid = laid[:1] if box["fixed_board"] else laid
    kinds, silhouettes = np.zeros((2, len(laid), N_STALLS), np.int8)
    for board, (parts, faces) in enumerate(laid):
        for corner, (part, face) in enumerate(zip(parts, faces, strict=True)):
            stalls = box["place"][part, corner, face]
            kinds[board, stalls], silhouettes[board, stalls] = box["part_stall"][part], box["part_silhouette"][part]
    return kinds, silhouettes


@cache
def _apart() -> Any:
    """Return how many sections a boat moves from each stall to each; from one to itself N_STALLS, more than any."""
    exits = [[divmod(int(end), SIZE - 1) for end in both if end != EMPTY] for both in ends()]
    # Out at an end, one section for each crossing onward, and in at an end of the other section.
    sections = np.array([[1 + min(abs(i - k) + abs(j - m) for i, j in a for k, m in b) for b in exits] for a in exits])
    np.fill_diagonal(sections, 0)
    stalls = sections.repeat(2, axis=0).repeat(2, axis=1)
    np.fill_diagonal(stalls, N_STALLS)
    return stalls


def _chance(ways: int, total: int, exact: bool) -> Chance:
    return Fraction(ways, total) if exact else ways / total


# ---- checking what is asked --------------------------------------------------------------------------------------


def _edition(edition: Edition | None) -> Edition:
    if edition is not None and not isinstance(edition, Edition):
        raise BoardstatsError(f"edition: {_shown(edition)} is not an Edition of phraya")
    return edition or _standard()


def _names(values: Names, known: Iterable[str], where: str, what: str) -> set[str]:
    return {_known(name, known, where, what) for name in _list(values, where, "names; right: ['cheap_fish'], say")}


def _known(name: str, known: Iterable[str], where: str, what: str) -> str:
    if not isinstance(name, str) or name not in known:
        raise BoardstatsError(f"{where}: {one_of(what, name, dict.fromkeys(known))}")
    return name


def _by_good(goods: Mapping[str, int]) -> list[int]:
    if not isinstance(goods, Mapping):
        raise BoardstatsError(f"goods: {_shown(goods)} does not say how many by good; right: {{'fish': 1}}, say")
    counts = {_known(good, GOODS, "goods", "good"): _whole(n, 0, 99, f"goods: {good}") for good, n in goods.items()}
    return [counts.get(good, 0) for good in GOODS]


def _list(values: Iterable[Any], where: str, of_what: str) -> list[Any]:
    if isinstance(values, str | bytes) or not isinstance(values, Iterable):
        raise BoardstatsError(f"{where}: {_shown(values)} is not a list of {of_what}")
    return list(values)


def _whole(number: Any, low: int, high: int, where: str, why: str = "") -> int:
    if not isinstance(number, Integral) or isinstance(number, bool) or not low <= int(number) <= high:
        raise BoardstatsError(f"{where}: {_shown(number)}; right: a whole number from {low} to {high}{why}")
    return int(number)


def _shown(value: object) -> str:  # in one line; NumPy's numbers without their type
    return " ".join((str(value) if isinstance(value, Real) else repr(value)).split())
