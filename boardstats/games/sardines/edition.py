"""Sunny Day Sardines: what is in the box."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from ...edition import BaseEdition, Column, Table, option
from ...errors import EditionError

MIN_PLAYERS, MAX_PLAYERS = 2, 4
COLOURS = ("blue", "green", "orange", "pink")
N_COLOURS = len(COLOURS)

# Types of order; the number is the code in the box.
TYPES = ("regular", "special", "mixed_bag")
REGULAR, SPECIAL, MIXED_BAG = range(3)

# Capacities of the state.
MAX_KINDS = 16  # different sardine cards; a payment packs four bits for each into 64
MAX_SARDINES = 120
MAX_ORDER_KINDS = 32
MAX_ORDERS = 60
MAX_MARKET = 10
MAX_DISPLAY = 8
MAX_HAND_LIMIT = 10
FISH_GATHERED = 2  # rulebook, Gather Sardines

# The box as the kernels see it. A card's kind is its row in the table `sardines`, an order's kind its row in `orders`.
BOX = np.dtype(
    [
        ("kinds", np.int64),
        ("fish", np.int8, (MAX_KINDS, N_COLOURS)),  # on a card of each kind, by colour
        ("n_fish", np.int8, MAX_KINDS),  # fish on a card of each kind: 1 or 2
        ("count", np.int16, MAX_KINDS),
        ("cards", np.int64),  # sardine cards in all
        ("deck", np.int8, MAX_SARDINES),  # kind of each card, in the order of the table
        ("order_kinds", np.int64),
        ("type", np.int8, MAX_ORDER_KINDS),  # REGULAR …
        ("needs", np.int8, (MAX_ORDER_KINDS, N_COLOURS)),  # of a regular order, by colour
        ("alike", np.int8, MAX_ORDER_KINDS),  # fish of one colour (special) or of different ones (mixed bag)
        ("points", np.int16, MAX_ORDER_KINDS),
        ("order_count", np.int16, MAX_ORDER_KINDS),
        ("orders", np.int64),  # order cards in all
        ("order_deck", np.int8, MAX_ORDERS),
        ("hand_limit", np.int64),
        ("market", np.int64),  # spaces
        ("display", np.int64),  # spaces for orders
        ("dealt", np.int64),
    ],
    align=True,
)


@dataclass(frozen=True, eq=False, kw_only=True)
class Edition(BaseEdition):
    """What is printed in the box of Sunny Day Sardines, and how it is played.

    Tables: `sardines` (fish by colour on a card, count) and `orders` (type, fish by colour of a regular order, number
    of fish of a special or mixed bag order, points, count).

    Examples
    --------
    >>> Edition(hand_limit=7).hand_limit
    7
    """

    GAME: ClassVar[str] = "sardines"
    TABLES: ClassVar[Mapping[str, Table]] = {
        "sardines": Table(
            (*(Column(colour, 0, 2) for colour in COLOURS), Column("count", 0, MAX_SARDINES)), key=COLOURS, max_rows=MAX_KINDS
        ),
        "orders": Table(
            (
                Column("type", choices=TYPES),
                *(Column(colour, 0, 9) for colour in COLOURS),
                Column("fish", 0, 9),
                Column("points", 0, 99),
                Column("count", 0, MAX_ORDERS),
            ),
            key=("type", *COLOURS, "fish"),
            max_rows=MAX_ORDER_KINDS,
        ),
    }

    hand_limit: int = option(6, "cards kept in hand at the end of a turn", low=2, high=MAX_HAND_LIMIT)
    market_size: int = option(5, "sardine cards in the market", low=1, high=MAX_MARKET)
    display_size: int = option(4, "order cards on display", low=1, high=MAX_DISPLAY)
    dealt: int = option(2, "sardine cards dealt to each player", low=0, high=MAX_HAND_LIMIT)

    def check(self) -> None:
        for i, row in enumerate(self.tables["sardines"].to_dict("records")):
            if sum(row[colour] for colour in COLOURS) not in (1, 2):
                raise EditionError(f"table 'sardines', row {i}: a card shows one or two fish, not {sum(row[c] for c in COLOURS)}")
        for i, row in enumerate(self.tables["orders"].to_dict("records")):
            coloured = sum(row[colour] for colour in COLOURS)
            if row["type"] == "regular" and (coloured == 0 or row["fish"] != 0):
                raise EditionError(f"table 'orders', row {i}: a regular order names fish by colour, and 0 in column 'fish'")
            if row["type"] != "regular" and (coloured != 0 or row["fish"] == 0):
                raise EditionError(f"table 'orders', row {i}: a {row['type']} order names its number in column 'fish' alone")
            if row["type"] == "mixed_bag" and row["fish"] > N_COLOURS:
                raise EditionError(f"table 'orders', row {i}: of {N_COLOURS} colours, {row['fish']} different fish never come")
        if self.dealt > self.hand_limit:
            raise EditionError(f"option 'dealt': {self.dealt} cards are more than the hand limit of {self.hand_limit}")
        for table, most in (("sardines", MAX_SARDINES), ("orders", MAX_ORDERS)):
            cards = int(self.tables[table]["count"].sum())
            if cards > most:
                raise EditionError(f"table {table!r}: {cards} cards in all, where {most} is the most")

    def box(self, players: int) -> Any:
        """Return the record that the kernels read, for a number of players; checked for that number.

        Raises
        ------
        EditionError
            If there are too few cards to set up, or an order asks for more fish of a colour than a hand could show.
        """
        sardines, orders = self.tables["sardines"], self.tables["orders"]
        cards, order_cards = int(sardines["count"].sum()), int(orders["count"].sum())
        if cards < players * self.dealt + self.market_size:
            raise EditionError(
                f"table 'sardines': {players} players and the market need {players * self.dealt + self.market_size} cards; "
                f"there are {cards}"
            )
        if order_cards < self.display_size:
            raise EditionError(f"table 'orders': the display needs {self.display_size} cards; there are {order_cards}")
        box = np.zeros(1, BOX)[0]
        box["kinds"], box["cards"] = len(sardines), cards
        box["fish"][: len(sardines)] = sardines[list(COLOURS)]
        box["n_fish"] = box["fish"].sum(axis=1)
        box["count"][: len(sardines)] = sardines["count"]
        box["deck"][:cards] = np.repeat(np.arange(len(sardines)), sardines["count"])
        box["order_kinds"], box["orders"] = len(orders), order_cards
        box["type"][: len(orders)] = [TYPES.index(name) for name in orders["type"]]
        box["needs"][: len(orders)] = orders[list(COLOURS)]
        box["alike"][: len(orders)] = orders["fish"]
        box["points"][: len(orders)] = orders["points"]
        box["order_count"][: len(orders)] = orders["count"]
        box["order_deck"][:order_cards] = np.repeat(np.arange(len(orders)), orders["count"])
        box["hand_limit"], box["market"], box["display"], box["dealt"] = (
            self.hand_limit, self.market_size, self.display_size, self.dealt
        )  # fmt: skip
        self._check_orders_can_be_filled(box)
        return box

    def _check_orders_can_be_filled(self, box: Any) -> None:
        """Raise where an order asks for more fish, of a colour or in all, than a hand at its limit could show."""
        shown = [self._most(box, box["fish"][:, colour]) for colour in range(N_COLOURS)]
        in_all = self._most(box, box["n_fish"])
        for i in range(int(box["order_kinds"])):
            alike, needs = int(box["alike"][i]), box["needs"][i]
            if box["type"][i] == REGULAR:
                can = in_all >= needs.sum() and all(needs <= shown)
            elif box["type"][i] == SPECIAL:
                can = max(shown) >= alike
            else:
                can = in_all >= alike and sum(n > 0 for n in shown) >= alike
            if box["order_count"][i] and not can:
                raise EditionError(f"table 'orders', row {i}: no hand of {self.hand_limit} cards from this deck can fill it")

    def _most(self, box: Any, fish: Any) -> int:
        """Return the most fish that a hand at its limit can show, of those that each kind of card has."""
        return int(np.sort(np.repeat(fish, box["count"]))[::-1][: self.hand_limit].sum())


def variants() -> dict[str, Edition]:
    """Return the standard edition."""
    return {"standard": Edition()}
