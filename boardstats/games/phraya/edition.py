"""Phraya: what is in the box."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from ...edition import BaseEdition, Column, Table, option
from ...errors import EditionError
from .board import (
    CORNERS,
    FACES,
    ISLANDS,
    MAX_STEPS,
    N_PARTS,
    N_STALLS,
    SIDES,
    STALLS_OF_PART,
    stall_of_part,
)

MIN_PLAYERS, MAX_PLAYERS = 2, 4
GOODS = ("vegetable", "fruit", "fish", "meat")
N_GOODS = len(GOODS)
FISH, MEAT = GOODS.index("fish"), GOODS.index("meat")

# Kinds of stall; those of goods come first, in the order of GOODS.
STALLS = (*GOODS, "basket", "restaurant", "temple", "scribe", "administration")
BASKET, RESTAURANT, TEMPLE, SCRIBE, ADMINISTRATION = range(N_GOODS, len(STALLS))

KING_ROWS = ("coins", "flowers", "goods")
PRICES = ("standard", "raised", "shared")

# Passive effects of a card, by code: none; one each for goods bought at their lowest price, and for goods that an order
# is filled without; then the others.
PASSIVES = ("none", *(f"cheap_{good}" for good in GOODS), *(f"ignore_{good}" for good in GOODS), "cheap_temple", "cheap_stall")
CHEAP, IGNORE, CHEAP_TEMPLE, CHEAP_STALL = 1, 1 + N_GOODS, 1 + 2 * N_GOODS, 2 + 2 * N_GOODS

# End-game bonuses of a card, by code. The first four count as a stall of a good.
BONUSES = (
    *(f"as_{good}_stall" for good in GOODS),
    *("orders", "king_disks", "temple_disks"),
    *(f"{good}_stalls" for good in GOODS),
    *("stalls", "flowers", "favors", "coins"),
)
(BONUS_ORDERS, BONUS_KING_DISKS, BONUS_TEMPLE_DISKS) = range(N_GOODS, N_GOODS + 3)
BONUS_GOOD_STALLS = N_GOODS + 3  # + good
(BONUS_STALLS, BONUS_FLOWERS, BONUS_FAVORS, BONUS_COINS) = range(2 * N_GOODS + 3, len(BONUSES))
N_BONUSES = len(BONUSES)

# Immediate effects of a card, in the order in which they are carried out, and the range of each.
EFFECTS = {
    "coins": (0, 20),  # gained
    "flowers": (0, 9),  # gained
    "merchant_low": (0, 5),  # spaces that the merchant moves
    "merchant_high": (0, 5),
    "change_1": (-5, 5),  # of the price of one of the goods in the merchant's space; 0 with change_2: no merchant
    "change_2": (-5, 5),  # of the price of the other
    "barge_low": (0, MAX_STEPS),  # crossings that the barge moves
    "barge_high": (0, MAX_STEPS),  # 0: it does not move, and gives no blessing
    "blessing_flowers": (0, 9),  # to the owner of each stall in range
    "blessing_coins": (0, 20),
    "boat": (0, MAX_STEPS),  # sections to move before the movement
    "goods_to_flowers": (0, 9),  # flowers for each good discarded
    "flowers_to_coins": (0, 20),  # coins for each flower discarded
    "retrieval": (0, 1),  # 1: take back all cards
}

# Capacities of the state.
MAX_CARDS = 40  # basic and market cards
MAX_COLUMNS = 8  # of the temple chart
MAX_SECTIONS = 4  # of the temple chart
MAX_SPACES = 8  # of a row of the King's chart
N_KING_ROWS = len(KING_ROWS)
MAX_ORDERS = 40
N_TYPES = 4  # of orders
MAX_BASKET_KINDS = 12
MAX_BASKETS = 40
MAX_DISPLAY = 6
MAX_BOXES = 10  # of a price row
MAX_SPACES_OF_MERCHANT = 10
PRICE_ROUNDS = 20  # rounds after which the prices are noted

# The box as the kernels see it. Cards are known by their number: basic cards as in their table, then market cards.
BOX = np.dtype(
    [
        # The parts of the market: what lies at each stall by part, and the stall that it becomes by corner and face.
        ("part_stall", np.int8, (N_PARTS, STALLS_OF_PART)),
        ("part_silhouette", np.int8, (N_PARTS, STALLS_OF_PART)),
        ("place", np.int8, (N_PARTS, 4, 2, STALLS_OF_PART)),  # by part, corner, face
        ("fixed_board", np.int64),
        ("boxes", np.int64),  # of a price row
        ("price", np.int8, (N_GOODS, MAX_BOXES)),
        ("start_box", np.int64),
        ("merchant_spaces", np.int64),
        ("merchant", np.int8, (MAX_SPACES_OF_MERCHANT, 2)),  # the goods of each space
        ("basics", np.int64),
        ("cards", np.int64),  # basic and market cards
        ("effect", np.int8, (MAX_CARDS, len(EFFECTS))),
        ("passive", np.int8, MAX_CARDS),
        ("bonus", np.int8, MAX_CARDS),  # EMPTY: none
        ("cost_coins", np.int8, MAX_CARDS),
        ("cost_flowers", np.int8, MAX_CARDS),
        ("display", np.int64),
        ("columns", np.int64),  # of the temple chart
        ("temple_flowers", np.int8, MAX_COLUMNS),
        ("temple_section", np.int8, MAX_COLUMNS),
        ("sections", np.int64),  # of the temple chart
        ("section_points", np.int64, MAX_SECTIONS),
        ("section_penalty", np.int64, MAX_SECTIONS),
        ("king_spaces", np.int64, N_KING_ROWS),
        ("king_coins", np.int8, (N_KING_ROWS, MAX_SPACES)),
        ("king_flowers", np.int8, (N_KING_ROWS, MAX_SPACES)),
        ("king_goods", np.int8, (N_KING_ROWS, MAX_SPACES, N_GOODS)),
        ("orders", np.int64),
        ("order_type", np.int8, MAX_ORDERS),  # from 0
        ("order_goods", np.int8, (MAX_ORDERS, N_GOODS)),
        ("order_points", np.int8, MAX_ORDERS),
        ("order_coins", np.int8, MAX_ORDERS),
        ("removed_orders", np.int64),  # 1: one of each type is left out of the game
        ("basket_kinds", np.int64),
        ("basket_goods", np.int8, (MAX_BASKET_KINDS, 2)),
        ("basket_price", np.int8, MAX_BASKET_KINDS),
        ("basket_count", np.int8, MAX_BASKET_KINDS),
        ("boat_baskets", np.int64),  # printed on every boat
        ("boat_room", np.int8, N_GOODS),  # goods that these hold
        ("baskets", np.int64),  # tiles in all
        ("asymmetric", np.int64),
        ("goods", np.int64, N_GOODS),  # in the supply
        ("offering_points", np.int64, N_GOODS),
        ("stall_first", np.int64, N_GOODS),
        ("stall_second", np.int64, N_GOODS),
        ("bonus_points", np.int64, N_BONUSES),
        # Options.
        ("start_coins", np.int64),
        ("coins_per_seat", np.int64),
        ("stalls", np.int64),  # of each player
        ("disks", np.int64),
        ("start_rowers", np.int64),
        ("max_rowers", np.int64),
        ("basket_spaces", np.int64),
        ("flowers", np.int64),
        ("favors", np.int64),
        ("rower_tiles", np.int64),
        ("stall_price", np.int64),
        ("stall_discount_price", np.int64),
        ("temple_discount", np.int64),
        ("coins_per_point", np.int64),
        ("king_first", np.int64),
        ("king_second", np.int64),
        ("king_set", np.int64),
    ],
    align=True,
)

_EFFECTS = tuple(Column(name, low, high) for name, (low, high) in EFFECTS.items())
_BY_GOOD = tuple(Column(good, 0, 9) for good in GOODS)


@dataclass(frozen=True, eq=False, kw_only=True)
class Edition(BaseEdition):
    """What is printed in the box of Phraya, and how it is played.

    Tables: `board` (stalls of the four parts), `prices` (three price charts), `merchant` (goods of each space), `goods`,
    `temple` and `sections` (Temple Chart), `king` (King's Chart), `basic_cards`, `market_cards`, `bonuses`, `orders`,
    `baskets` and `boat` (baskets printed on every boat). In `orders`, `coins` 0 stands for the value of the goods at the
    start prices, and 1 coin.

    Examples
    --------
    >>> Edition(prices="shared").prices
    'shared'
    """

    GAME: ClassVar[str] = "phraya"
    TABLES: ClassVar[Mapping[str, Table]] = {
        "board": Table(
            (
                Column("part", choices=("A", "B", "C", "D")),
                Column("island", choices=ISLANDS),
                Column("side", choices=SIDES),
                Column("stall", choices=STALLS),
                Column("silhouette", 0, 1),
            ),
            key=("part", "island", "side"),
            min_rows=N_STALLS,
            max_rows=N_STALLS,
        ),
        "prices": Table(
            (Column("edition", choices=PRICES), Column("box", 1, MAX_BOXES), *(Column(good, 1, 20) for good in GOODS)),
            key=("edition", "box"),
        ),
        "merchant": Table(
            (Column("space", 1, MAX_SPACES_OF_MERCHANT), Column("first", choices=GOODS), Column("second", choices=GOODS)),
            key=("space",),
            min_rows=2,
            max_rows=MAX_SPACES_OF_MERCHANT,
        ),
        "goods": Table(
            (
                Column("good", choices=GOODS),
                Column("count", 0, 99),
                *(Column(name, 0, 99) for name in ("offering_points", "first", "second")),
            ),
            key=("good",),
            min_rows=N_GOODS,
        ),
        "temple": Table(
            (Column("column", 1, MAX_COLUMNS), Column("section", 1, MAX_SECTIONS), Column("flowers", 0, 20)),
            key=("column",),
            max_rows=MAX_COLUMNS,
        ),
        "sections": Table(
            (Column("section", 1, MAX_SECTIONS), Column("points", 0, 99), Column("penalty", 0, 99)),
            key=("section",),
            max_rows=MAX_SECTIONS,
        ),
        "king": Table(
            (
                Column("row", choices=KING_ROWS),
                Column("space", 1, MAX_SPACES),
                Column("coins", 0, 99),
                Column("flowers", 0, 20),
                *_BY_GOOD,
            ),
            key=("row", "space"),
            min_rows=N_KING_ROWS,
        ),
        "basic_cards": Table((Column("card", text=True), *_EFFECTS), key=("card",), max_rows=MAX_CARDS),
        "market_cards": Table(
            (
                Column("card", text=True),
                *_EFFECTS,
                Column("passive", choices=PASSIVES),
                Column("bonus", choices=("none", *BONUSES)),
                Column("price_coins", 0, 99),
                Column("price_flowers", 0, 20),
            ),
            key=("card",),
            max_rows=MAX_CARDS,
        ),
        "bonuses": Table((Column("bonus", choices=BONUSES), Column("points", 0, 99)), key=("bonus",), min_rows=N_BONUSES),
        "orders": Table(
            (Column("type", 1, N_TYPES), *_BY_GOOD, Column("points", 0, 99), Column("coins", 0, 99)), max_rows=MAX_ORDERS
        ),
        "baskets": Table(
            (
                Column("first", choices=GOODS),
                Column("second", choices=GOODS),
                Column("price", 0, 99),
                Column("count", 0, MAX_BASKETS),
            ),
            key=("first", "second"),
            max_rows=MAX_BASKET_KINDS,
        ),
        "boat": Table((Column("first", choices=GOODS), Column("second", choices=GOODS)), max_rows=10),
    }

    prices: str = option("standard", "which price chart is used", choices=PRICES, source="assumed")
    board: str = option(
        "random", "parts of the market: random, or fixed: A to D clockwise", choices=("random", "fixed"), source="assumed"
    )
    boats: str = option("standard", "baskets on the boats at the start", choices=("standard", "asymmetric"))
    start_box: int = option(3, "box of every price at the start; what orders pay goes with it", low=1, high=MAX_BOXES)
    start_coins: int = option(8, "coins of the first player", low=0, high=99)
    coins_per_seat: int = option(1, "coins more for each seat after the first", low=0, high=20)
    stalls: int = option(7, "stalls of a player in a game of two; one less for each player more", low=3, high=12)
    disks: int = option(15, "disks of a player", low=0, high=40)
    start_rowers: int = option(2, "rowers at the start", low=1, high=MAX_STEPS)
    max_rowers: int = option(4, "rowers of a full boat", low=1, high=MAX_STEPS)
    basket_spaces: int = option(6, "baskets of a full boat", low=2, high=10)
    flowers: int = option(28, "flowers in all", low=0, high=99)
    favors: int = option(16, "Royal Favors in all", low=0, high=99)
    rower_tiles: int = option(8, "rowers to hire in all", low=0, high=40)
    display: int = option(4, "market cards on display", low=1, high=MAX_DISPLAY, source="published")
    stall_price: int = option(10, "coins for a stall", low=0, high=99)
    stall_discount_price: int = option(5, "coins for a stall with the card for it", low=0, high=99)
    temple_discount: int = option(2, "flowers that the temple is cheaper with the card for it", low=0, high=20)
    coins_per_point: int = option(5, "coins for a point", low=1, high=99)
    king_first: int = option(12, "points for most disks on the King's Chart", low=0, high=99)
    king_second: int = option(6, "points for second most", low=0, high=99)
    king_set: int = option(8, "points for a disk in each row of the King's Chart", low=0, high=99)

    def check(self) -> None:
        for i, row in enumerate(self.tables["board"].to_dict("records")):
            if row["silhouette"] and row["stall"] not in GOODS:
                raise EditionError(f"table 'board', row {i}: only a goods stall has a silhouette, not a {row['stall']} stall")
            stalls_of = {"corner": ("east", "south"), "top": ("west", "south", "east"), "left": ("north", "east", "south")}
            if row["side"] not in stalls_of.get(row["island"], SIDES):
                raise EditionError(f"table 'board', row {i}: {row['island']} island has no stall to the {row['side']}")
        for name, column in (("merchant", "space"), ("temple", "column"), ("sections", "section")):
            self._check_numbered(name, column, self.tables[name][column])
        for chart, rows in self.tables["prices"].groupby("edition"):
            self._check_numbered(f"prices, {chart}", "box", rows["box"])
        for chart, rows in self.tables["prices"].groupby("edition"):
            for good in GOODS:
                if not rows.sort_values("box")[good].is_monotonic_increasing:
                    raise EditionError(f"table 'prices', {chart}: prices of {good} must rise from box to box")
        for name, rows in self.tables["king"].groupby("row"):
            self._check_numbered(f"king, {name}", "space", rows["space"])
        if set(self.tables["king"]["row"]) != set(KING_ROWS):
            raise EditionError(f"table 'king': the rows are {', '.join(KING_ROWS)}; each has a space at least")
        in_columns = self.tables["temple"].sort_values("column")["section"]
        if set(in_columns) != set(self.tables["sections"]["section"]) or not in_columns.is_monotonic_increasing:
            raise EditionError("table 'temple': its columns go through the sections of table 'sections', one after the other")
        if len(self.tables["boat"]) > self.basket_spaces:
            raise EditionError(f"table 'boat': {len(self.tables['boat'])} baskets, where a full boat has {self.basket_spaces}")
        for i, row in enumerate(self.tables["merchant"].to_dict("records")):
            if row["first"] == row["second"]:
                raise EditionError(f"table 'merchant', row {i}: a space shows two different goods, not {row['first']} twice")
        self._check_cards()
        if self.start_box > len(self._chart()):
            raise EditionError(f"option 'start_box': {self.start_box} is not one of the {len(self._chart())} boxes")
        if self.start_rowers > self.max_rowers:
            raise EditionError(f"option 'start_rowers': {self.start_rowers} are more than the {self.max_rowers} of a full boat")
        for i, row in enumerate(self.tables["orders"].to_dict("records")):
            if not any(row[good] for good in GOODS):
                raise EditionError(f"table 'orders', row {i}: an order asks for one good at least")
        if int(self.tables["baskets"]["count"].sum()) > MAX_BASKETS:
            raise EditionError(f"table 'baskets': more than {MAX_BASKETS} tiles in all")

    def _check_numbered(self, name: str, column: str, numbers: Any) -> None:
        if sorted(numbers) != list(range(1, len(numbers) + 1)):
            raise EditionError(f"table {name!r}: column {column!r} must count 1, 2, 3 …")

    def _check_cards(self) -> None:
        basic, market = self.tables["basic_cards"], self.tables["market_cards"]
        if len(basic) + len(market) > MAX_CARDS:
            raise EditionError(f"tables 'basic_cards' and 'market_cards': more than {MAX_CARDS} cards")
        if basic["retrieval"].sum() != 1 or market["retrieval"].sum():
            raise EditionError("tables 'basic_cards' and 'market_cards': one basic card, and no other, has retrieval 1")
        for name, table in (("basic_cards", basic), ("market_cards", market)):
            for i, row in enumerate(table.to_dict("records")):
                for low, high in (("merchant_low", "merchant_high"), ("barge_low", "barge_high")):
                    if row[low] > row[high]:
                        raise EditionError(f"table {name!r}, row {i}: {low} {row[low]} is above {high} {row[high]}")
                if row["retrieval"] and any(row[effect] for effect in EFFECTS if effect != "retrieval"):
                    raise EditionError(f"table {name!r}, row {i}: the retrieval card has no other effect")
                if row["merchant_high"] and not row["change_1"]:
                    raise EditionError(f"table {name!r}, row {i}: a card that moves the merchant changes a price, in 'change_1'")
                if row["change_2"] and not row["change_1"]:
                    raise EditionError(f"table {name!r}, row {i}: a single price change stands in column 'change_1'")

    def _chart(self) -> Any:
        """Return the price chart in use, by box."""
        prices = self.tables["prices"]
        return prices[prices["edition"] == self.prices].sort_values("box")

    def box(self, players: int) -> Any:
        """Return the record that the kernels read, for a number of players; checked for that number."""
        box = np.zeros(1, BOX)[0]
        self._write_board(box)
        self._write_prices(box)
        self._write_cards(box)
        self._write_charts(box)
        self._write_tiles(box, players)
        box["fixed_board"], box["asymmetric"] = self.board == "fixed", self.boats == "asymmetric"
        for name, value in self.options().items():
            if name not in ("prices", "board", "boats", "start_box", "stalls"):
                box[name] = value
        box["stalls"] = self.stalls - (players - MIN_PLAYERS)
        silhouettes = int(self.tables["board"]["silhouette"].sum())
        if silhouettes < players:
            raise EditionError(f"table 'board': {players} players need a stall with a silhouette each; there are {silhouettes}")
        tiles = int(box["baskets"])
        if self.boats == "asymmetric" and tiles < 2 * players:
            raise EditionError(f"table 'baskets': the boats of {players} players take {2 * players} tiles; there are {tiles}")
        return box

    def _write_board(self, box: Any) -> None:
        for i, (_, part) in enumerate(self.tables["board"].groupby("part", sort=True)):
            if len(part) != STALLS_OF_PART:
                raise EditionError(f"table 'board': a part has {STALLS_OF_PART} stalls, not {len(part)}")
            for k, row in enumerate(part.to_dict("records")):
                box["part_stall"][i, k], box["part_silhouette"][i, k] = STALLS.index(row["stall"]), row["silhouette"]
                for corner in range(len(CORNERS)):
                    for face in range(len(FACES)):
                        box["place"][i, corner, face, k] = stall_of_part(corner, face, row["island"], row["side"])

    def _write_prices(self, box: Any) -> None:
        chart = self._chart()
        box["boxes"], box["start_box"] = len(chart), self.start_box - 1
        for g, good in enumerate(GOODS):
            box["price"][g, : len(chart)] = chart[good]
        spaces = self.tables["merchant"].sort_values("space")
        box["merchant_spaces"] = len(spaces)
        for i, column in enumerate(("first", "second")):
            box["merchant"][: len(spaces), i] = [GOODS.index(good) for good in spaces[column]]

    def _write_cards(self, box: Any) -> None:
        basic, market = self.tables["basic_cards"], self.tables["market_cards"]
        n, cards = len(basic), len(basic) + len(market)
        box["basics"], box["cards"] = n, cards
        box["effect"][:n], box["effect"][n:cards] = basic[list(EFFECTS)], market[list(EFFECTS)]
        box["bonus"][:] = -1
        box["passive"][n:cards] = [PASSIVES.index(name) for name in market["passive"]]
        box["bonus"][n:cards] = [-1 if name == "none" else BONUSES.index(name) for name in market["bonus"]]
        box["cost_coins"][n:cards], box["cost_flowers"][n:cards] = market["price_coins"], market["price_flowers"]
        points = self.tables["bonuses"].set_index("bonus")["points"]
        box["bonus_points"] = [points[name] for name in BONUSES]

    def _write_charts(self, box: Any) -> None:
        temple, sections = self.tables["temple"].sort_values("column"), self.tables["sections"].sort_values("section")
        box["columns"], box["sections"] = len(temple), len(sections)
        box["temple_flowers"][: len(temple)] = temple["flowers"]
        box["temple_section"][: len(temple)] = temple["section"] - 1
        box["section_points"][: len(sections)], box["section_penalty"][: len(sections)] = sections["points"], sections["penalty"]
        for row in self.tables["king"].to_dict("records"):
            r, k = KING_ROWS.index(row["row"]), row["space"] - 1
            box["king_spaces"][r] += 1
            box["king_coins"][r, k], box["king_flowers"][r, k] = row["coins"], row["flowers"]
            box["king_goods"][r, k] = [row[good] for good in GOODS]

    def _write_tiles(self, box: Any, players: int) -> None:
        goods, orders, baskets = self.tables["goods"].set_index("good"), self.tables["orders"], self.tables["baskets"]
        for g, good in enumerate(GOODS):
            told = goods.loc[good]
            box["goods"][g], box["offering_points"][g] = told["count"], told["offering_points"]
            box["stall_first"][g], box["stall_second"][g] = told["first"], told["second"]
        box["orders"], box["removed_orders"] = len(orders), players == MIN_PLAYERS
        box["order_type"][: len(orders)] = orders["type"] - 1
        box["order_goods"][: len(orders)] = orders[list(GOODS)]
        box["order_points"][: len(orders)] = orders["points"]
        start = self._chart().iloc[self.start_box - 1]
        worth = sum(orders[good] * int(start[good]) for good in GOODS) + 1
        box["order_coins"][: len(orders)] = orders["coins"].where(orders["coins"] > 0, worth)
        box["basket_kinds"], box["baskets"] = len(baskets), int(baskets["count"].sum())
        for i, column in enumerate(("first", "second")):
            box["basket_goods"][: len(baskets), i] = [GOODS.index(good) for good in baskets[column]]
        boat = self.tables["boat"]
        box["boat_baskets"] = len(boat)
        for good in (*boat["first"], *boat["second"]):
            box["boat_room"][GOODS.index(good)] += 1
        box["basket_price"][: len(baskets)], box["basket_count"][: len(baskets)] = baskets["price"], baskets["count"]


def parts(edition: Edition, players: int) -> int:
    """Return after how many rounds prices are noted."""
    return PRICE_ROUNDS


def variants() -> dict[str, Edition]:
    """Return the standard edition, and those with the other price charts."""
    return {prices: Edition(prices=prices) for prices in PRICES}
