"""Phraya: the shipped box, its editions by name, and boxes that cannot be played."""

from __future__ import annotations

from collections import Counter

import pytest

import boardstats as bs
from boardstats.games.phraya import BONUSES, GOODS, PASSIVES

Edition = bs.phraya.Edition
STANDARD = Edition()
TABLES = STANDARD.tables


def test_the_prices_are_those_that_are_assumed() -> None:
    """Six boxes, start at the third: vegetable 1-6, fruit 2-7, fish 3-8, meat 4-9; every value + 1; one shared row 4-9."""
    lows = {"standard": [1, 2, 3, 4], "raised": [2, 3, 4, 5], "shared": [4, 4, 4, 4]}
    for prices, low in lows.items():
        box = Edition(prices=prices).box(2)
        assert box["price"][:, :6].tolist() == [list(range(n, n + 6)) for n in low]
        assert (box["boxes"], box["start_box"]) == (6, 2)
    assert bs.phraya.Edition(prices="shared") == bs.phraya.GAME.variants()["shared"]


def test_the_orders_pay_what_is_assumed() -> None:
    """RULINGS: 8, 9, 10, 10, 11; 13, 13, 14, 14, 16; 17, 17, 19, 17, 21; 20, 19, 21, 20, 23; points 3, 4, 5, 6 by type."""
    box = STANDARD.box(4)
    coins = [8, 9, 10, 10, 11, 13, 13, 14, 14, 16, 17, 17, 19, 17, 21, 20, 19, 21, 20, 23]
    assert box["order_coins"][:20].tolist() == coins
    assert box["order_points"][:20].tolist() == [3] * 5 + [4] * 5 + [5] * 5 + [6] * 5
    for prices in ("raised", "shared"):
        box = Edition(prices=prices).box(4)
        start = box["price"][:, 2]
        paid = (box["order_goods"][:20] @ start + 1).tolist()
        assert box["order_coins"][:20].tolist() == [*paid[:5], 13, *paid[6:]]  # 2 vegetables and 1 meat pay 13 always


def test_cards_baskets_and_charts_are_those_that_are_assumed() -> None:
    market = TABLES["market_cards"]
    assert Counter(market["passive"]) == {**dict.fromkeys(PASSIVES[1:], 1), "none": 15}
    assert Counter(market["bonus"]) == {**dict.fromkeys(BONUSES, 1), "none": 10}
    passive = market["passive"] != "none"
    assert set(zip(market["price_coins"][passive], market["price_flowers"][passive], strict=True)) == {(3, 1)}
    assert set(zip(market["price_coins"][~passive], market["price_flowers"][~passive], strict=True)) == {(6, 2)}
    assert market["boat"].tolist()[:10] == [0, 0, 0, 2, 0] * 2
    assert market["flowers_to_coins"].tolist()[10:] == [0, 0, 0, 3, 0] * 3
    assert len(TABLES["basic_cards"]) == 5
    assert TABLES["goods"]["count"].sum() == 36
    assert TABLES["baskets"]["count"].sum() == 18
    assert TABLES["temple"]["flowers"].tolist() == [1, 1, 2, 2, 3, 3]
    spaces = {tuple(sorted(row)) for row in TABLES["merchant"][["first", "second"]].values.tolist()}
    assert len(spaces) == 6  # each pair of goods once
    king = STANDARD.box(2)
    assert king["king_coins"][0, :5].tolist() == [6, 8, 10, 12, 14]
    assert king["king_flowers"][1, :5].tolist() == [2, 3, 4, 5, 6]
    assert king["king_goods"][2, :5].sum(axis=1).tolist() == [2] * 5


@pytest.mark.parametrize(("players", "stalls", "removed"), [(2, 7, 1), (3, 6, 0), (4, 5, 0)])
def test_the_set_up_goes_by_the_number_of_players(players: int, stalls: int, removed: int) -> None:
    box = STANDARD.box(players)
    assert (box["stalls"], box["removed_orders"]) == (stalls, removed)
    state = bs.position("phraya", game=0, players=players, seed=1, strategies="random").state
    view = state["views"][0]
    assert view["coins"][:players].tolist() == [8 + seat for seat in range(players)]
    assert view["stack_left"].tolist() == [1 - removed, 5 - removed, 5 - removed, 5 - removed]
    assert (view["baskets"][:players] == 2).all()
    assert (view["room"][:players] == 1).all()
    assert (view["basket_at"] >= 0).sum() == (view["order_at"] >= 0).sum() == 4


def test_asymmetric_boats_even_out_in_coins() -> None:
    """Half of both prices, rounded up; who is below the highest gets the difference."""
    edition = Edition(boats="asymmetric")
    prices = TABLES["baskets"]["price"].to_numpy()
    for game in range(20):
        state = bs.position("phraya", game=game, players=4, seed=3, strategies="random", edition=edition).state
        tiles, coins = state["basket_tiles"][:, :6], state["views"][0]["coins"]
        assert (tiles.sum(axis=1) == 2).all()
        worth = (tiles @ prices + 1) // 2
        assert coins.tolist() == [8 + seat + worth.max() - worth[seat] for seat in range(4)]


def changed(table: str, **columns: object) -> bs.phraya.Edition:
    return STANDARD.with_table(table, TABLES[table].assign(**columns))


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: Edition(prices="low"), "'low'"),
        (lambda: changed("board", stall="palace"), "'palace' is not one of"),
        (lambda: changed("board", silhouette=1), "only a goods stall has a silhouette"),
        (lambda: STANDARD.with_table("board", TABLES["board"].head(47)), "47 rows, where 48 to 48 are right"),
        (lambda: changed("merchant", first="fish"), "two different goods|stands already"),
        (lambda: changed("prices", box=TABLES["prices"]["box"] + 1), "must count 1, 2, 3"),
        (lambda: changed("king", row="coins"), "stands already|the rows are"),
        (lambda: changed("basic_cards", retrieval=0), "one basic card, and no other, has retrieval 1"),
        (lambda: changed("market_cards", barge_low=3), "barge_low 3 is above barge_high"),
        (lambda: changed("market_cards", bonus="luck"), "'luck' is not one of"),
        (lambda: changed("orders", **dict.fromkeys(GOODS, 0)), "asks for one good at least"),
        (lambda: Edition(start_rowers=5), "5 are more than the 4 of a full boat"),
        (lambda: Edition(start_box=7), "7 is not one of the 6 boxes"),
        (lambda: changed("temple", section=4), "go through the sections of table 'sections'"),
        (lambda: changed("baskets", count=40), "more than 40 tiles"),
        (lambda: changed("prices", fish=[*range(9, 3, -1)] * 3), "prices of fish must rise"),
        (lambda: changed("basic_cards", change_1=0, change_2=0), "that moves the merchant changes a price"),
    ],
)
def test_a_box_that_makes_no_sense_is_an_error_that_says_where(make, words: str) -> None:
    with pytest.raises(bs.EditionError, match=words):
        make()


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: changed("board", silhouette=0), "4 players need a stall with a silhouette each; there are 0"),
        (
            lambda: STANDARD.replace(boats="asymmetric").with_table("baskets", TABLES["baskets"].assign(count=1)),
            "take 8 tiles; there are 6",
        ),
    ],
)
def test_a_box_that_is_too_small_for_the_players_is_an_error_before_anything_is_played(make, words: str) -> None:
    with pytest.raises(bs.EditionError, match=words):
        bs.simulate("phraya", 10, players=4, strategies="random", seed=1, edition=make())
