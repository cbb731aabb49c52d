"""Sunny Day Sardines: cards and orders by name, and the payments for an order.

A card is written as its row in the table `sardines` or by name (`"blue"`, `"blue+blue"`, `"blue+pink"`), an order as
its row in the table `orders` or by name (`"2 blue + 2 orange"`, `"3 alike"`, `"3 different"`). A *way* to fill an
order is the fish it then asks for, by colour: a regular order has one way, a special order one for each colour, a
mixed bag one for each choice of colours.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import combinations, product
from math import comb
from numbers import Integral, Real
from operator import add, ge, mul, sub
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from ...errors import BoardstatsError, one_of
from .edition import COLOURS, N_COLOURS, REGULAR, SPECIAL, TYPES, Edition
from .state import BITS
from .telling import card_name, order_name

if TYPE_CHECKING:
    import pandas as pd

Card: TypeAlias = int | str
Cards: TypeAlias = Mapping[Card, int] | Mapping[int, int] | Mapping[str, int] | Iterable[Card]
Fish: TypeAlias = tuple[int, ...]  # by colour
Counts: TypeAlias = tuple[int, ...]  # cards by kind
Ways: TypeAlias = Sequence[Fish]

NEVER = 1000  # more fish than a deck shows: no payment


def card_names(edition: Edition | None = None) -> list[str]:
    """Return the names of the sardine cards, by kind: the colours of their fish.

    Parameters
    ----------
    edition : Edition, optional
        The box; left out: the standard one.

    Examples
    --------
    >>> card_names()[3:9]
    ['pink', 'blue+blue', 'green+green', 'orange+orange', 'pink+pink', 'blue+green']
    """
    return list(printed(edition).card_names)


def order_names(edition: Edition | None = None) -> list[str]:
    """Return the names of the orders, by kind: what they ask for. No two are alike.

    Parameters
    ----------
    edition : Edition, optional
        The box; left out: the standard one.

    Examples
    --------
    >>> order_names()[9:15]
    ['2 blue + 2 pink', '2 blue + 1 green + 2 pink', '2 green + 2 orange + 1 pink', '3 alike', '4 alike', '3 different']
    """
    return list(printed(edition).order_names)


def payments(hand: Cards, order: Card, *, edition: Edition | None = None) -> pd.DataFrame:
    """Return all payments for an order from a hand, cheapest first; none (no row) where the hand cannot fill it.

    A payment covers the order, and no card can be left out of it. Cheapest is fewest fish, then fewest cards; beyond
    that the packed payment (the number in a move's `cards`) decides, the smaller first.

    Parameters
    ----------
    hand : list, array or Series of cards, or mapping of card to count
        Cards by kind or by name, in any order and of any number; no more of a kind than are in the box.
    order : int or str
        By kind or by name.
    edition : Edition, optional
        The box; left out: the standard one.

    Returns
    -------
    DataFrame
        One row per payment: `cards` and `fish`, how many; `overpaid`, fish beyond those asked for; `payment`, in
        words; `kinds`, the kind of each card, a tuple.

    Raises
    ------
    BoardstatsError
        If there is no such card, order or edition.

    Examples
    --------
    >>> payments(["pink+pink", "pink+pink", "blue+pink", "green"], "3 pink")[["cards", "fish", "overpaid", "payment"]]
       cards  fish  overpaid               payment
    0      2     4         1  pink+pink, pink+pink
    1      2     4         1  pink+pink, blue+pink
    """
    import pandas as pd

    box = printed(edition)
    ways = box.ways[box.order(order)]
    rows = []
    for payment in minimal_payments(box.counted(hand, "hand"), box, ways):
        kinds = tuple(kind for kind, number in enumerate(payment) for _ in range(number))
        fish = sum(box.sizes[kind] for kind in kinds)
        rows.append((len(kinds), fish, fish - sum(ways[0]), ", ".join(box.card_names[kind] for kind in kinds), kinds))
    frame = pd.DataFrame(rows, columns=["cards", "fish", "overpaid", "payment", "kinds"])
    return frame.astype({"cards": np.int64, "fish": np.int64, "overpaid": np.int64, "payment": "str", "kinds": object})


def minimal_payments(hand: Counts, box: Printed, ways: Ways) -> list[Counts]:
    """Return what `payments` lists, as cards by kind: every cover of a way from which no card can be left out."""

    def is_minimal(payment: Counts) -> bool:
        paid = [sum(map(mul, payment, of_colour)) for of_colour in zip(*box.fish, strict=True)]
        used = [on for on, number in zip(box.fish, payment, strict=True) if number]
        return not any(covers(tuple(map(sub, paid, on)), ways) for on in used)

    def price(payment: Counts) -> tuple[int, int, int]:
        packed = sum(number << BITS * kind for kind, number in enumerate(payment))
        return sum(map(mul, payment, box.sizes)), sum(payment), packed

    found = {payment for way in ways for payment in _covers(hand, box.fish, way)}
    return sorted(filter(is_minimal, found), key=price)


def _covers(hand: Counts, fish: Sequence[Fish], way: Fish) -> list[Counts]:
    """Return covers of a way by kind: all that no card can be left out of, and a few more."""
    found: list[Counts] = []

    def spend(paid: Counts, lacking: Fish) -> None:
        kind = len(paid)
        if not any(lacking):
            found.append(paid + (0,) * (len(hand) - kind))
        elif kind < len(hand):
            for number in range(hand[kind] + 1):
                spend((*paid, number), lacking)
                left = _less(lacking, fish[kind])
                if left == lacking:  # the next card could be left out
                    break
                lacking = left

    spend((), way)
    return found


def covers(have: Fish, ways: Ways) -> bool:
    """Return whether some fish are enough for one of the ways to fill an order."""
    return any(all(map(ge, have, way)) for way in ways)


def _less(fish: Fish, away: Fish) -> Fish:
    return tuple(max(0, number - taken) for number, taken in zip(fish, away, strict=True))


# ---- counting hands ----------------------------------------------------------------------------------------------


class Hands:
    """How many hands of each size are in each state, for all sizes up to `most` at once.

    A state is a tuple of whole numbers, and has one long integer: its digit to the base 2**bits at place n is the
    number of hands of n cards. There are fewer than 2**bits hands in all, so no digit carries into the next.
    """

    def __init__(self, start: Counts, most: int, unseen: int) -> None:
        self.states = {start: 1}
        self.most, self.bits = most, unseen + 1

    def add(self, copies: int, step: Callable[[Counts], Counts]) -> None:
        """Let the hands hold any of some equal cards; `step` is what one more does to the state."""
        weights = [comb(copies, number) << self.bits * number for number in range(min(copies, self.most) + 1)]
        after: dict[Counts, int] = defaultdict(int)
        for before, hands in self.states.items():
            state = before
            for number, weight in enumerate(weights):
                following = step(state)
                if following == state:  # nor do more of them change it
                    after[state] += hands * sum(weights[number:])
                    break
                after[state] += hands * weight
                state = following
        all_digits = (1 << self.bits * (self.most + 1)) - 1
        self.states = {state: hands & all_digits for state, hands in after.items()}

    def merge(self, forget: Callable[[Counts], Counts]) -> None:
        """Count as one the states that `forget` makes equal."""
        after: dict[Counts, int] = defaultdict(int)
        for state, hands in self.states.items():
            after[forget(state)] += hands
        self.states = after

    def numbers(self, counts: Callable[[Counts], bool]) -> list[int]:
        """Return how many hands are in a state that counts, by size from 0."""
        hands = sum(number for state, number in self.states.items() if counts(state))
        return [hands >> self.bits * n & (1 << self.bits) - 1 for n in range(self.most + 1)]


def filling(box: Printed, left: Counts, most: int) -> list[list[int]]:
    """Return how many hands of the cards left can fill each order: by kind of order, by size from 0 to `most`."""
    caps = [max(way[colour] for ways in box.ways for way in ways) for colour in range(N_COLOURS)]
    hands = Hands((0,) * N_COLOURS, most, sum(left))  # state: fish of each colour, as far as an order asks for them
    for on, copies in zip(box.fish, left, strict=True):
        hands.add(copies, partial(_also, caps, on))
    return [hands.numbers(partial(covers, ways=ways)) for ways in box.ways]


def _also(caps: Sequence[int], on: Fish, have: Counts) -> Counts:
    return tuple(map(min, caps, map(add, have, on)))


def fewest_fish(box: Printed, left: Counts, ways: Ways, n: int) -> dict[int, int]:
    """Return how many hands of n of the cards left fill an order with a cheapest payment of how many fish.

    The key NEVER stands for hands that cannot fill it.
    """
    # State: the fewest fish that cover each part of a way, by the cards added so far; and last, that cover a finished
    # way, one that no card to come can help to fill.
    parts = sorted({part for way in ways for part in product(*(range(need + 1) for need in way))})
    place = {part: i for i, part in enumerate(parts)}
    hands = Hands((*(NEVER * any(part) for part in parts), NEVER), n, sum(left))
    wanted = [int(any(needs)) for needs in zip(*ways, strict=True)]
    cards: Counter[tuple[Fish, int]] = Counter()  # by fish of wanted colours and by size: the rest makes no difference
    for on, size, copies in zip(box.fish, box.sizes, left, strict=True):
        cards[tuple(map(mul, on, wanted)), size] += copies
    to_come, unfinished = sorted(cards, reverse=True), list(ways)  # colour by colour, so that ways finish early
    while to_come:
        on, size = card = to_come.pop(0)
        hands.add(cards[card], partial(_paid_with, [place[_less(part, on)] for part in parts], size))
        still = [way for way in unfinished if any(any(map(mul, way, on)) for on, _ in to_come)]
        if len(still) < len(unfinished):
            finished = [place[way] for way in unfinished if way not in still]
            hands.merge(partial(_finish, finished, [any(covers(way, [part]) for way in still) for part in parts]))
            unfinished = still
    all_fish = sorted({state[-1] for state in hands.states})
    numbers = {fish: hands.numbers(partial(_is_last, fish))[n] for fish in all_fish}
    return {fish: number for fish, number in numbers.items() if number}


def _paid_with(rest: Sequence[int], size: int, fewest: Counts) -> Counts:
    """Return the fewest fish with one more card, which leaves of each part the part at `rest`."""
    return (*(min(fish, fewest[other] + size) for fish, other in zip(fewest[:-1], rest, strict=True)), fewest[-1])


def _finish(finished: Sequence[int], kept: Sequence[bool], fewest: Counts) -> Counts:
    """Return the state without the parts that are of use no more, and with the best of the finished ways."""
    return (*map(mul, fewest, kept), min(fewest[-1], *(fewest[i] for i in finished)))


def _is_last(fish: int, fewest: Counts) -> bool:
    return fewest[-1] == fish


# ---- the box, and checking what is asked -------------------------------------------------------------------------


@dataclass(frozen=True)
class Printed:
    """What is printed on the cards of a box: by kind of card, or by kind of order."""

    card_names: tuple[str, ...]
    fish: tuple[Fish, ...]
    sizes: tuple[int, ...]  # fish on a card
    copies: Counts  # in the box
    order_names: tuple[str, ...]
    ways: tuple[tuple[Fish, ...], ...]
    hand_limit: int
    market_size: int

    def order(self, order: Card) -> int:
        """Return the kind of an order, once checked."""
        return _kind(order, self.order_names, "order", "order")

    def counted(self, cards: Cards, where: str) -> Counts:
        """Return some cards by kind, once checked; `where` names the argument in errors."""
        if isinstance(cards, str | bytes) or not isinstance(cards, Iterable):
            raise BoardstatsError(f"{where}: {shown(cards)} is not a list of cards; right: ['blue', 'blue+pink'], say")
        flat = cards.ravel() if isinstance(cards, np.ndarray) else cards
        counts = [0] * len(self.fish)
        for card, number in flat.items() if isinstance(flat, Mapping) else ((card, 1) for card in flat):
            kind = _kind(card, self.card_names, "card", where)
            if not _is_whole(number) or number < 0:
                name = self.card_names[kind]
                raise BoardstatsError(f"{where}: {shown(number)} cards {name!r}; right: a whole number from 0")
            counts[kind] += int(number)
        return self.at_most_printed(counts, where)

    def at_most_printed(self, counts: Iterable[int], where: str) -> Counts:
        """Return numbers of cards by kind, once it is checked that the box holds so many."""
        counts = tuple(counts)
        for name, number, copies in zip(self.card_names, counts, self.copies, strict=True):
            if number > copies:
                raise BoardstatsError(f"{where}: {number} cards {name!r}; right: 0 to {copies}, as in the box")
        return counts

    def unseen(self, *seen: Counts, where: str) -> Counts:
        """Return the cards of the box that are left, by kind."""
        gone = self.at_most_printed((sum(numbers) for numbers in zip(*seen, strict=True)), where)
        return tuple(copies - number for copies, number in zip(self.copies, gone, strict=True))


def printed(edition: Edition | None) -> Printed:
    """Return what is printed in a box; None is the standard one, which is read once."""
    if edition is not None and not isinstance(edition, Edition):
        raise BoardstatsError(f"edition: {shown(edition)} is not an Edition of sardines")
    return _standard() if edition is None else _printed(edition)


def _printed(edition: Edition) -> Printed:
    sardines, orders = edition.tables["sardines"], edition.tables["orders"]
    fish = tuple(tuple(row) for row in sardines[list(COLOURS)].to_numpy().tolist())
    types = [TYPES.index(name) for name in orders["type"]]
    asked = list(zip(types, orders[list(COLOURS)].to_numpy().tolist(), orders["fish"].tolist(), strict=True))
    return Printed(
        card_names=tuple(map(card_name, fish)),
        fish=fish,
        sizes=tuple(map(sum, fish)),
        copies=tuple(sardines["count"].tolist()),
        order_names=tuple(order_name(*order) for order in asked),
        ways=tuple(_ways(*order) for order in asked),
        hand_limit=edition.hand_limit,
        market_size=edition.market_size,
    )


def _ways(kind: int, needs: list[int], alike: int) -> tuple[Fish, ...]:
    """Return the ways to fill an order."""
    if kind == REGULAR:
        return (tuple(needs),)
    colours = range(N_COLOURS)
    if kind == SPECIAL:
        return tuple(tuple(alike * (colour == one) for colour in colours) for one in colours)
    return tuple(tuple(int(colour in some) for colour in colours) for some in combinations(colours, alike))


@cache
def _standard() -> Printed:
    return _printed(Edition())


def _kind(asked: Any, names: Sequence[str], what: str, where: str) -> int:
    """Return the row of a card or an order; the parts of a name may stand in any order."""
    if isinstance(asked, str):
        for kind, name in enumerate(names):
            if _parts(asked) == _parts(name):
                return kind
        raise BoardstatsError(f"{where}: {one_of(what, ' '.join(asked.split()), names)}")
    if _is_whole(asked) and 0 <= asked < len(names):
        return int(asked)
    right = f"0 to {len(names) - 1}, or a name such as {names[0]!r}"
    raise BoardstatsError(f"{where}: {shown(asked)} is no {what}; right: {right}")


def _parts(name: str) -> list[str]:
    return sorted(" ".join(part.split()).lower() for part in name.split("+"))


def unseen(seen: Cards, edition: Edition | None) -> tuple[Printed, Counts]:
    """Return the box, and how many cards of each kind have not been seen."""
    box = printed(edition)
    return box, box.unseen(box.counted(seen, "seen"), where="seen")


def n_drawn(n: int, left: Counts, where: str, least: int = 0) -> int:
    """Return a number of unseen cards, once checked."""
    if sum(left) < least:
        raise BoardstatsError(f"seen: all cards of the box, which leaves none for {where}; right: at least one fewer")
    return whole(n, least, sum(left), where, " cards", ", the unseen")


def whole(number: Any, low: int, high: int, where: str, unit: str = "", why: str = "") -> int:
    """Return a whole number, once checked, as Python's own integer: one of NumPy's could overflow."""
    if not _is_whole(number) or not low <= number <= high:
        raise BoardstatsError(f"{where}: {shown(number)}{unit}; right: a whole number from {low} to {high}{why}")
    return int(number)


def _is_whole(number: object) -> bool:
    return isinstance(number, Integral) and not isinstance(number, bool)


def shown(value: object) -> str:
    """Return a value as an error shows it: in one line, NumPy's numbers without their type."""
    return " ".join((str(value) if isinstance(value, Real) else repr(value)).split())
