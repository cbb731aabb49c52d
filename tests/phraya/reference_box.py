"""What is in the box of Phraya, read plainly from the tables of an Edition."""

from __future__ import annotations

from typing import Any, NamedTuple

from boardstats.games.phraya.edition import Edition

GOODS = ["vegetable", "fruit", "fish", "meat"]
EACH_GOOD = range(len(GOODS))
KINDS = [*GOODS, "basket", "restaurant", "temple", "scribe", "administration"]  # of stalls
KING_ROWS = ["coins", "flowers", "goods"]
PASSIVES = ["none", *(f"cheap_{g}" for g in GOODS), *(f"ignore_{g}" for g in GOODS), "cheap_temple", "cheap_stall"]
BONUSES = [*(f"as_{g}_stall" for g in GOODS), "orders", "king_disks", "temple_disks", *(f"{g}_stalls" for g in GOODS)]
BONUSES += ["stalls", "flowers", "favors", "coins"]
EFFECTS = ["coins", "flowers", "merchant_low", "merchant_high", "change_1", "change_2", "barge_low", "barge_high"]
EFFECTS += ["blessing_flowers", "blessing_coins", "boat", "goods_to_flowers", "flowers_to_coins", "retrieval"]


class Card(NamedTuple):
    effects: dict[str, int]
    passive: str
    bonus: str
    coins: int  # that it costs
    flowers: int


class Order(NamedTuple):
    type: int
    goods: list[int]
    points: int
    coins: int


class Basket(NamedTuple):
    goods: tuple[int, int]
    price: int


class Space(NamedTuple):
    """What a royal offering on a space of the King's Chart costs."""

    coins: int
    flowers: int
    goods: list[int]


class Box:
    def __init__(self, edition: Edition) -> None:
        tables = {name: table.to_dict("records") for name, table in edition.tables.items()}
        self.board = tables["board"]
        self._read_charts(tables, edition.prices)
        self._read_cards(tables)
        self._read_tiles(tables, [boxes[edition.start_box - 1] for boxes in self.chart])

    def _read_charts(self, tables: dict[str, list[dict[str, Any]]], prices: str) -> None:
        chart = sorted((row for row in tables["prices"] if row["edition"] == prices), key=lambda row: row["box"])
        self.chart = [[int(row[good]) for row in chart] for good in GOODS]
        route = sorted(tables["merchant"], key=lambda row: row["space"])
        self.merchant = [[GOODS.index(row[which]) for which in ("first", "second")] for row in route]
        columns = sorted(tables["temple"], key=lambda row: row["column"])
        self.column_flowers = [int(row["flowers"]) for row in columns]
        self.column_section = [int(row["section"]) - 1 for row in columns]
        sections = sorted(tables["sections"], key=lambda row: row["section"])
        self.section_points = [(int(row["points"]), int(row["penalty"])) for row in sections]  # majority, penalty
        spaces = sorted(tables["king"], key=lambda row: row["space"])
        self.king = [
            [Space(int(row["coins"]), int(row["flowers"]), _by_good(row)) for row in spaces if row["row"] == name]
            for name in KING_ROWS
        ]
        goods = sorted(tables["goods"], key=lambda row: GOODS.index(row["good"]))
        self.goods = [int(row["count"]) for row in goods]
        self.offering_points = [int(row["offering_points"]) for row in goods]
        self.stall_points = [(int(row["first"]), int(row["second"])) for row in goods]

    def _read_cards(self, tables: dict[str, list[dict[str, Any]]]) -> None:
        basic, market = tables["basic_cards"], tables["market_cards"]
        self.basics = len(basic)
        free = {"passive": "none", "bonus": "none", "price_coins": 0, "price_flowers": 0}
        self.cards = [
            Card(
                {name: int(row[name]) for name in EFFECTS},
                *(row["passive"], row["bonus"]),
                *(int(row["price_coins"]), int(row["price_flowers"])),
            )
            for row in [*({**row, **free} for row in basic), *market]
        ]
        self.bonus_points = {row["bonus"]: int(row["points"]) for row in tables["bonuses"]}

    def _read_tiles(self, tables: dict[str, list[dict[str, Any]]], start_prices: list[int]) -> None:
        self.orders = []
        for row in tables["orders"]:
            worth = sum(n * price for n, price in zip(_by_good(row), start_prices, strict=True))
            self.orders.append(Order(int(row["type"]) - 1, _by_good(row), int(row["points"]), int(row["coins"]) or worth + 1))
        self.boat = [(GOODS.index(row["first"]), GOODS.index(row["second"])) for row in tables["boat"]]
        self.basket_counts = [int(row["count"]) for row in tables["baskets"]]
        self.baskets = [
            Basket((GOODS.index(row["first"]), GOODS.index(row["second"])), int(row["price"])) for row in tables["baskets"]
        ]


def _by_good(row: dict[str, Any]) -> list[int]:
    return [int(row[good]) for good in GOODS]
