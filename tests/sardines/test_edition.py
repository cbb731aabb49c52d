"""Sunny Day Sardines: the shipped box, and boxes that cannot be played."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy import stats

import boardstats as bs
from boardstats.game import load
from boardstats.games.sardines.orders import covers
from tests.following import plan_of
from tests.support import assert_same_rows, line_up

Edition = bs.sardines.Edition
STANDARD = Edition()
SARDINES, ORDERS = STANDARD.tables["sardines"], STANDARD.tables["orders"]
COLOURS = ["blue", "green", "orange", "pink"]


def test_the_deck_is_the_one_that_is_assumed() -> None:
    """Per colour 4 singles and 2 same-colour doubles; 2 of each of the 6 mixed pairs: 36 cards, 14 fish a colour."""
    assert SARDINES["count"].sum() == 36
    assert all((SARDINES[colour] * SARDINES["count"]).sum() == 14 for colour in COLOURS)
    kinds = Counter()
    for row in SARDINES.to_dict("records"):
        shown = sorted((row[colour] for colour in COLOURS), reverse=True)
        kinds[tuple(shown), row["count"]] += 1
    assert kinds == {((1, 0, 0, 0), 4): 4, ((2, 0, 0, 0), 2): 4, ((1, 1, 0, 0), 2): 6}
    assert set(SARDINES["source"]) == set(ORDERS["source"]) == {"assumed"}


def test_the_orders_are_those_that_are_assumed() -> None:
    """18 orders; the points are those of the numbers asked for, per type."""
    assert ORDERS["count"].sum() == 18
    asked = ORDERS[COLOURS].apply(lambda row: "+".join(map(str, sorted((n for n in row if n), reverse=True))), axis=1)
    regular = Counter(zip(asked, ORDERS["points"], strict=True))
    assert {key: n for key, n in regular.items() if key[0]} == {("1+1", 2): 2, ("3", 3): 4, ("2+2", 4): 4, ("2+2+1", 5): 2}
    others = ORDERS[ORDERS["type"] != "regular"][["type", "fish", "points", "count"]].values.tolist()
    assert others == [["special", 3, 2, 2], ["special", 4, 4, 1], ["mixed_bag", 3, 2, 2], ["mixed_bag", 4, 3, 1]]


def changed(table: str, **columns: object) -> bs.sardines.Edition:
    return STANDARD.with_table(table, STANDARD.tables[table].assign(**columns))


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: changed("sardines", blue=3), "column 'blue': 3 is not from 0 to 2"),
        (lambda: changed("sardines", count=-1), "column 'count': -1 is not from 0"),
        (lambda: changed("sardines", blue=0, green=0, orange=0, pink=0), "stands already in"),
        (lambda: changed("sardines", purple=1), "the columns are .*purple"),
        (
            lambda: STANDARD.with_table("sardines", SARDINES.drop(columns="pink")),
            "right: blue, green, orange, pink, count, source",
        ),
        (lambda: changed("orders", type="regal"), "'regal' is not one of regular, special, mixed_bag"),
        (lambda: changed("orders", points=-2), "column 'points': -2 is not from 0"),
        (
            lambda: changed("orders", fish=[1, *ORDERS["fish"][1:]]),
            "a regular order names fish by colour, and 0 in column 'fish'",
        ),
        (lambda: Edition(hand_limit=3, dealt=4), "4 cards are more than the hand limit of 3"),
        (lambda: Edition(hand_limit=1), "1 is not from 2 to 10"),
    ],
)
def test_a_table_that_does_not_add_up_is_refused(make, words: str) -> None:
    with pytest.raises(bs.EditionError, match=words) as caught:
        make()
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("edition", "words"),
    [
        (changed("sardines", count=0), "4 players and the market need 13 cards; there are 0"),
        (changed("orders", count=[1, 1, 1, *[0] * 13]), "the display needs 4 cards; there are 3"),
        (changed("orders", blue=[9, *ORDERS["blue"][1:]]), "row 0: no hand of 6 cards from this deck can fill it"),
        (
            STANDARD.with_table("sardines", SARDINES[(SARDINES["blue"] == 0) & (SARDINES["green"] == 0)].assign(count=6)),
            "no hand of 6 cards from this deck can fill it",
        ),
        (Edition(hand_limit=2, dealt=2), "no hand of 2 cards from this deck can fill it"),
    ],
)
def test_a_box_that_cannot_be_played_is_refused_before_the_game(edition, words: str) -> None:
    with pytest.raises(bs.EditionError, match=words):
        bs.simulate("sardines", 1, players=4, seed=1, edition=edition)


def test_read_and_write_keep_the_box(tmp_path: Path) -> None:
    other = changed("orders", points=ORDERS["points"] + 1).replace(hand_limit=7)
    assert Edition.read(other.write(tmp_path / "box")) == other
    assert set(other.diff(STANDARD)["table"]) == {"options", "orders"}
    text = (tmp_path / "box" / "orders.csv").read_text().splitlines()
    text[2] = text[2].replace(",3,1,", ",two,1,", 1)
    (tmp_path / "box" / "orders.csv").write_text("\n".join(text) + "\n")
    with pytest.raises(bs.EditionError, match=r"orders\.csv, line 3, column 'points': 'two' is not a whole number"):
        Edition.read(tmp_path / "box")


@pytest.mark.parametrize("n", [2, 3, 5])
def test_exact_feasibility_agrees_with_the_hands_that_are_dealt(n: int) -> None:
    """Of each order, the number of 4,000 opening hands that can fill it lies where the exact chance puts it (p > 1e-5)."""
    edition, games, game = Edition(dealt=n), 4000, load("sardines")
    box, s = edition.box(2), np.zeros(1, game.state)[0]
    orders = int(box["order_kinds"])
    able = np.zeros(orders, int)
    for index in range(games):
        s["seed"], s["game"], s["players"], s["shuffles"] = 3, index, 2, 0
        s["hand"], s["fish"], s["cards"], s["known"] = 0, 0, 0, 0
        game.deal(s, box)
        able += [covers(box, order, s["fish"][0]) for order in range(orders)]
    exact = bs.sardines.odds.fillable(n, edition=edition)
    for found, chance in zip(able, exact, strict=True):
        assert stats.binomtest(int(found), games, float(np.clip(chance, 0, 1))).pvalue > 1e-5


def test_rows_do_not_depend_on_workers_or_batches() -> None:
    asked = {"players": 3, "seed": 1, "strategies": line_up("sardines", 3)}
    one = bs.simulate("sardines", 2000, **asked)
    for more in ({"workers": 2, "batch": 7}, {"workers": 4, "batch": 1000}, {"batch": 1999}):
        assert_same_rows(one, bs.simulate("sardines", 2000, **asked, **more))


def test_a_strategy_that_draws_more_random_numbers_meets_the_same_decks() -> None:
    decks = []
    for strategies in ("greedy", "random"):
        plan = plan_of("sardines", STANDARD, 2, strategies, 5)
        s = np.zeros(1, plan.game.state)[0]
        s["seed"], s["game"], s["players"] = plan.seed, 3, 2
        plan.game.deal(s, plan.box)
        decks.append((s["deck"].tolist(), s["order_deck"].tolist(), s["hand"].tolist()))
    assert decks[0] == decks[1]


def test_scoring_what_a_user_types_in() -> None:
    assert bs.sardines.score([[2, 1, 0], [0, 0, 1]], [3, 4, 2]).tolist() == [[6, 4, 0, 10], [0, 0, 2, 2]]
    assert bs.sardines.rank([9, 9, 9, 4], [3, 3, 2, 4], [1, 1, 5, 9]).tolist() == [1, 1, 3, 4]
    run = bs.simulate("sardines", 500, players=4, seed=2)
    columns = [run.frame[name].to_numpy().reshape(-1, 4) for name in ("score", "orders_filled", "fish_left")]
    assert (bs.sardines.rank(*columns) == run.frame["rank"].to_numpy().reshape(-1, 4)).all()
    with pytest.raises(bs.BoardstatsError, match="whole numbers"):
        bs.sardines.rank([1.5, 2.0], [1, 1], [0, 0])
    assert isinstance(run.summary(), pd.DataFrame)
