"""Sriracha: exact odds of the turn order, of cargo within reach, of tiles that can be built, and of the picture bonus.

Rulebook: Playing a Ship Card to Determine Turn Order, Managing Projects on Your Own Turn, How to Score.

Ships and tiles that nobody has seen are in random order: every set of them is equally likely. Sets are counted in whole
numbers: with `exact=True` the figures are fractions, otherwise each is rounded once, to a float. A ship is written as
its number; a tile as its place in the table `tiles`, from 1, as in replays. `seen` is what is known to be elsewhere;
repetitions do not matter.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from fractions import Fraction
from functools import cache
from math import comb
from numbers import Integral, Real
from typing import TYPE_CHECKING, Any, TypeAlias

from ...errors import BoardstatsError, one_of
from .edition import COLOURS, MAX_PLAYERS, MIN_PLAYERS, N_ROWS, Edition

if TYPE_CHECKING:
    import pandas as pd

Ships: TypeAlias = Iterable[int]  # by number
Tiles: TypeAlias = Iterable[int]  # by place in the table, from 1
Materials: TypeAlias = Mapping[str, int]
Chance: TypeAlias = float | Fraction
_standard = cache(Edition)  # the shipped tables are read once


# ---- the turn order ----------------------------------------------------------------------------------------------


def turn_order(
    number: int,
    players: int = 4,
    seen: Ships = (),
    hand: Ships | None = None,
    *,
    edition: Edition | None = None,
    exact: bool = False,
) -> pd.Series:
    """Return the chance of each place in the turn order for a bid in round 1: a Series `chance` by `place`, 1 first.

    In round 1 hands are hidden. Every other player bids a random ship of a random hand: together any `players` - 1 of the
    ships one has not seen, each such set equally likely.

    Parameters
    ----------
    number : int
        The ship one bids.
    players : int
        From 2 to 4.
    seen : list, array or Series of ship numbers
        Ships that nobody else can bid: in the rows, taken, bid before.
    hand : list, array or Series of ship numbers, optional
        One's own hand, `number` included: not to be bid by others either; it may as well be in `seen`.
    edition : Edition, optional
        The box; left out: the standard one.
    exact : bool
        True: Fractions (the Series has dtype object); false: floats.

    Raises
    ------
    BoardstatsError
        If there is no such ship, the hand does not hold the one bid, or too few are unseen for the others' bids.

    Examples
    --------
    >>> turn_order(17, 3, hand=[4, 17, 19, 20], exact=True).to_dict()
    {1: Fraction(1, 2), 2: Fraction(3, 7), 3: Fraction(1, 14)}
    """
    ships = _ships(edition)
    number, players = _one(number, ships, "number"), _players(players)
    gone = _known(seen, ships, "seen")
    if hand is not None:
        held = _known(hand, ships, "hand")
        if number not in held:
            raise BoardstatsError(f"hand: lacks ship {number}, which is bid; right: the hand before the bid")
        gone += held
    return _series(dict(enumerate(_orders(number, players, set(ships).difference(gone)), 1)), "place", exact)


def first_chance(players: int = 4, seen: Ships = (), *, edition: Edition | None = None, exact: bool = False) -> pd.DataFrame:
    """Return what every ship is worth as a bid in round 1: a DataFrame by `ship`, all numbers of the box ascending.

    Parameters
    ----------
    players, seen, edition, exact
        As for `turn_order`, with its errors.

    Returns
    -------
    DataFrame
        `first`, the chance to go first; `mean_place`, the mean place in the turn order, from 1 to `players`.

    Examples
    --------
    >>> first_chance(exact=True).loc[[1, 13, 24]]
         first mean_place
    ship
    1        0          4
    13   5/46        5/2
    24     7/8        9/8
    """
    import pandas as pd

    ships, players = _ships(edition), _players(players)
    left = set(ships).difference(_known(seen, ships, "seen"))
    rows = []
    for number in ships:
        ways = _orders(number, players, left)
        mean = Fraction(sum(place * n for place, n in enumerate(ways, 1)), sum(ways))
        rows.append((Fraction(ways[0], sum(ways)), mean))
    table = pd.DataFrame(rows, pd.Index(ships, name="ship"), ["first", "mean_place"], dtype=object)
    return table if exact else table.astype(float)


def outbid(hand: Ships, others: Iterable[Ships], *, edition: Edition | None = None, exact: bool = False) -> pd.DataFrame:
    """Return the chance of each place for every ship of a hand, from round 2 on: one row per `ship`, columns by `place`.

    From round 2 on hands are public. Every other player bids a ship of his own, each equally likely.

    Parameters
    ----------
    hand : list, array or Series of ship numbers
        One's own hand: the rows, in this order.
    others : list of hands
        The hand of every other player, one to three. An empty hand or a ship held twice is a BoardstatsError.
    edition, exact
        As for `turn_order`, with its error for an unknown ship.

    Examples
    --------
    >>> outbid([9, 18], [[3, 11, 25], [5, 20]], exact=True)
    place    1    2    3
    ship
    9      1/6  1/2  1/3
    18     1/3  1/2  1/6
    """
    import pandas as pd

    ships = _ships(edition)
    hands = [_known(hand, ships, "hand")]
    hands += [_known(other, ships, "others") for other in _list(others, "others", "hands; right: [[3, 11], [5, 20]], say")]
    _whole(len(hands), MIN_PLAYERS, MAX_PLAYERS, "hand and others", " hands in all")
    if not all(hands):
        raise BoardstatsError("hand and others: an empty hand; right: at least one ship in each")
    ship, held = Counter(ship for each in hands for ship in each).most_common(1)[0]
    if held > 1:
        raise BoardstatsError(f"hand and others: ship {ship} is held {held} times; right: each ship once, in one hand")
    rows = []
    for number in hands[0]:
        ways = [1]  # bids of the others, by how many are higher
        for other in hands[1:]:
            higher = sum(bid > number for bid in other)
            ways = [a * (len(other) - higher) + b * higher for a, b in zip([*ways, 0], [0, *ways], strict=True)]
        rows.append([_chance(n, sum(ways), exact) for n in ways])
    places = pd.RangeIndex(1, len(hands) + 1, name="place")
    return pd.DataFrame(rows, pd.Index(hands[0], name="ship"), places, dtype=object if exact else float)


# ---- what the rows bring -----------------------------------------------------------------------------------------


def cargo(
    materials: Materials,
    fare: int = 0,
    players: int = 4,
    seen: Ships = (),
    *,
    edition: Edition | None = None,
    exact: bool = False,
) -> Chance:
    """Return the chance that one ship at least within reach carries some materials, when the rows are laid out anew.

    Parameters
    ----------
    materials : mapping of colour to number
        What a single ship has to carry, or more: `{"red": 2}`, `{"red": 1, "blue": 1}`.
    fare : int
        The most one would pay: within reach are the nearest `fare` + 1 ships of each row.
    players : int
        From 2 to 4: table `setup` says how long the rows are; the fare is less than that.
    seen : list, array or Series of ship numbers
        Ships that are not in the pile: one's own hand and, from round 2 on, those of the others.
    edition, exact
        As for `turn_order`, but the answer is one number. An unknown colour or ship, a fare beyond the row or too few
        unseen ships are a BoardstatsError.

    Examples
    --------
    >>> cargo({"red": 2}, exact=True), cargo({"red": 2}, fare=2, exact=True)
    (Fraction(47, 300), Fraction(43, 100))
    """
    ships, players = _ships(edition), _players(players)
    row = _table("setup", edition).set_index("players").loc[players, "row"]
    reach = N_ROWS * (_whole(fare, 0, int(row) - 1, "fare", ", the ships before the last of a row") + 1)
    wanted, gone = _by_colour(materials), _known(seen, ships, "seen")
    table = _table("ships", edition)
    left = table.loc[~table["number"].isin(gone), list(COLOURS)]
    if len(left) < reach:
        raise BoardstatsError(f"seen: leaves {len(left)} ships, where {reach} are within reach; right: {reach} at least")
    return _any(int((left >= wanted).all(axis=1).sum()), len(left), reach, exact)


def tiles_for(materials: Materials, k: int, seen: Tiles = (), *, edition: Edition | None = None, exact: bool = False) -> Chance:
    """Return the chance that one at least of k unseen tiles can be built with some materials, none of them exchanged.

    Parameters
    ----------
    materials : mapping of colour to number
        What there is to build with: `{"red": 2, "blue": 1}`. The tile needs none beyond these.
    k : int
        Tiles drawn, from 0 to all unseen. There is one on each ship: within reach are 2 for no fare, 4 for a fare of 1, …
    seen : list, array or Series of tiles
        Tiles that are not in the pile.
    edition, exact
        As for `cargo`, with its errors.

    Examples
    --------
    >>> tiles_for({"red": 2, "yellow": 2}, 2, exact=True), round(tiles_for({"red": 2, "yellow": 2}, 12), 3)
    (Fraction(11, 42), 0.887)
    """
    wanted, left = _by_colour(materials), _unseen_tiles(seen, edition)[list(COLOURS)]
    k = _whole(k, 0, len(left), "k", ", the unseen tiles")
    return _any(int((left <= wanted).all(axis=1).sum()), len(left), k, exact)


# ---- the picture bonus -------------------------------------------------------------------------------------------


def pictures(n: int, seen: Tiles = (), *, edition: Edition | None = None, exact: bool = False) -> pd.Series:
    """Return the distribution of the picture bonus of n random tiles, completed: a Series `chance` by `bonus`, ascending.

    Parameters
    ----------
    n : int
        Tiles completed, from 0 to all unseen: any n of these, each set equally likely. Else a BoardstatsError.
    seen : list, array or Series of tiles
        Tiles that are not among the n. An unknown one is a BoardstatsError.
    edition, exact
        As for `turn_order`. Options `set_size` and `set_points` of the edition count.

    Returns
    -------
    Series
        Only bonuses that can happen, in points.

    Examples
    --------
    >>> pictures(4, exact=True).to_dict()
    {0: Fraction(1227, 1309), 3: Fraction(80, 1309), 4: Fraction(2, 1309)}
    """
    left = _unseen_tiles(seen, edition)["picture"].value_counts().tolist()
    box = edition or _standard()
    n = _whole(n, 0, sum(left), "n", ", the unseen tiles")
    sets = Counter({(0, 0): 1})  # of tiles of the pictures so far: how many, by tiles and bonus
    for tiles in left:
        longer: Counter[tuple[int, int]] = Counter()
        for (m, bonus), ways in sets.items():
            for more in range(min(tiles, n - m) + 1):
                points = more * box.set_points if more >= box.set_size else 0
                longer[m + more, bonus + points] += ways * comb(tiles, more)
        sets = longer
    return _series({bonus: ways for (m, bonus), ways in sorted(sets.items()) if m == n}, "bonus", exact)


# ---- counting ----------------------------------------------------------------------------------------------------


def _orders(number: int, players: int, left: set[int]) -> list[int]:
    """Return how many sets of the others' bids put a bid first, second, …, last."""
    higher, lower = sum(ship > number for ship in left), sum(ship < number for ship in left)
    if higher + lower < players - 1:
        raise BoardstatsError(
            f"seen: leaves {higher + lower} ships that others can bid against {number}; right: {players - 1} at least"
        )
    return [comb(higher, before) * comb(lower, players - 1 - before) for before in range(players)]


def _any(hits: int, cards: int, drawn: int, exact: bool) -> Chance:
    """Return the chance of a hit at least among cards drawn."""
    ways = comb(cards, drawn)
    return _chance(ways - comb(cards - hits, drawn), ways, exact)


def _chance(ways: int, total: int, exact: bool) -> Chance:
    return Fraction(ways, total) if exact else ways / total


def _series(ways: Mapping[int, int], by: str, exact: bool) -> pd.Series:
    import pandas as pd

    chances = [_chance(n, sum(ways.values()), exact) for n in ways.values()]
    return pd.Series(chances, pd.Index(list(ways), name=by), dtype=object if exact else float, name="chance")


# ---- checking what is asked --------------------------------------------------------------------------------------


def _table(name: str, edition: Edition | None) -> pd.DataFrame:
    if edition is not None and not isinstance(edition, Edition):
        raise BoardstatsError(f"edition: {_shown(edition)} is not an Edition of sriracha")
    return (edition or _standard()).tables[name]


def _ships(edition: Edition | None) -> list[int]:
    return sorted(_table("ships", edition)["number"].tolist())


def _unseen_tiles(seen: Tiles, edition: Edition | None) -> pd.DataFrame:
    table = _table("tiles", edition)
    return table.drop(index=[tile - 1 for tile in _known(seen, range(1, len(table) + 1), "seen", "tile")])


def _known(values: Iterable[int], box: Collection[int], where: str, what: str = "ship") -> list[int]:
    """Return ships or tiles, once checked, as Python's own integers."""
    return [_one(value, box, where, what) for value in _list(values, where, f"{what}s; right: [3, 12], say")]


def _one(value: Any, box: Collection[int], where: str, what: str = "ship") -> int:
    if not _is_whole(value) or value not in box:
        raise BoardstatsError(f"{where}: {_shown(value)} is no {what}; right: {_listed(box)}")
    return int(value)


def _list(values: Iterable[Any], where: str, of_what: str) -> list[Any]:
    if isinstance(values, str | bytes) or not isinstance(values, Iterable):
        raise BoardstatsError(f"{where}: {_shown(values)} is not a list of {of_what}")
    return list(values)


def _by_colour(materials: Materials) -> list[int]:
    if not isinstance(materials, Mapping):
        raise BoardstatsError(f"materials: {_shown(materials)} does not say how many by colour; right: {{'red': 2}}, say")
    for colour, number in materials.items():
        if colour not in COLOURS:
            raise BoardstatsError(f"materials: {one_of('colour', colour, COLOURS)}")
        if not _is_whole(number) or number < 0:
            raise BoardstatsError(f"materials: {_shown(number)} {colour}; right: a whole number from 0")
    return [int(materials.get(colour, 0)) for colour in COLOURS]


def _players(players: int) -> int:
    return _whole(players, MIN_PLAYERS, MAX_PLAYERS, "players")


def _whole(number: Any, low: int, high: int, where: str, why: str = "") -> int:
    if not _is_whole(number) or not low <= number <= high:
        raise BoardstatsError(f"{where}: {_shown(number)}; right: a whole number from {low} to {high}{why}")
    return int(number)


def _is_whole(number: object) -> bool:
    return isinstance(number, Integral) and not isinstance(number, bool)


def _listed(numbers: Collection[int]) -> str:
    low, high = min(numbers), max(numbers)
    return f"{low} to {high}" if len(numbers) > high - low else ", ".join(map(str, sorted(numbers)))


def _shown(value: object) -> str:  # in one line; NumPy's numbers without their type
    return " ".join((str(value) if isinstance(value, Real) else repr(value)).split())
