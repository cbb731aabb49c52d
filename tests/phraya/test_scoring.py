"""Scoring Phraya: the rulebook's example, every majority with every tie, and brute force in plain Python."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np
import pandas as pd
import pytest

from boardstats.errors import BoardstatsError
from boardstats.games.phraya.counting import ITEMS, split
from boardstats.games.phraya.edition import BONUSES, GOODS, MAX_CARDS, PRICE_ROUNDS, Edition
from boardstats.games.phraya.pads import (
    blank_pad,
    bonus_cards,
    card_points,
    coin_points,
    king_points,
    score,
    score_pad,
    stall_points,
    temple_points,
)
from boardstats.games.phraya.scoring import GAME_RESULT, SEAT_RESULT, rank, write_results
from boardstats.games.phraya.state import STATE, SUPREMACY, TALLIES, TITHE_COMPLETED

PLAYERS = (2, 3, 4)

# ---- the rulebook's worked final score -----------------------------------------------------------------------------

# Orange, white, purple, black.
EXAMPLE: dict[str, Any] = {
    "coins": [17, 5, 0, 9],  # orange: 3 and 14 for her goods
    "offerings": [[1, 2, 0, 2], [1, 1, 2, 1], [2, 0, 0, 0], [0, 0, 1, 0]],
    "section_disks": [[3, 2, 0], [2, 3, 0], [1, 0, 1], [1, 0, 0]],
    "orders": [3, 2, 4, 0],
    "order_vp": [12, 7, 15, 0],
    "tithes": [[2, 1, 1], [1, 3, 0], [0, 2, 1], [0, 0, 0]],
    "stalls": [[1, 2, 0, 1], [3, 0, 1, 0], [0, 2, 1, 2], [2, 0, 2, 0]],
    "bonuses": [bonus_cards("king_disks", "coins", "as_fruit_stall"), *[bonus_cards()] * 3],
}


def test_the_rulebooks_final_score() -> None:
    items = score(**EXAMPLE)
    assert items[0].tolist() == [3, 26, 12, 11, 17, 16, 85]
    assert items[1].tolist() == [1, 18 + 7 - 2, 7, 0, 9, 14 + 3, 57]


def test_the_rulebooks_score_piece_by_piece() -> None:
    assert coin_points(EXAMPLE["coins"])[0] == 3
    assert temple_points(EXAMPLE["offerings"], EXAMPLE["section_disks"])[0] == (5 * 2 + 3 * 2 + 2) + 8
    mine = {name: EXAMPLE[name][0] for name in ("coins", "offerings", "orders", "tithes", "stalls")}
    assert card_points(EXAMPLE["bonuses"][0], **mine) == 8 + 3
    assert king_points(EXAMPLE["tithes"])[:2].tolist() == [9 + 8, 9]
    assert stall_points(EXAMPLE["stalls"], EXAMPLE["bonuses"])[0] == 4 + 12
    assert stall_points(EXAMPLE["stalls"])[[0, 2]].tolist() == [4 + 9, 9 + 3 + 8]


# ---- majorities ----------------------------------------------------------------------------------------------------


def plain_majority(counts: Sequence[int], first: int, second: int) -> list[int]:
    """Share out the points of a majority as the rulebook tells it."""
    points = [0] * len(counts)
    present = {p for p, count in enumerate(counts) if count > 0}
    if not present:
        return points
    leaders = {p for p in present if counts[p] == max(counts)}
    for p in leaders:
        points[p] = first if len(leaders) == 1 else math.ceil(Fraction(first + second, len(leaders)))
    others = present - leaders
    if len(leaders) == 1 and others:
        runners_up = {p for p in others if counts[p] == max(counts[q] for q in others)}
        for p in runners_up:
            points[p] = math.ceil(Fraction(second, len(runners_up)))
    return points


# Counts, and which share of (first, both, second) each seat has, with the number of those who share it.
TIES = {
    (0, 0, 0, 0): "0 0 0 0",
    (0, 1, 0, 0): "0 first/1 0 0",
    (4, 3, 2, 1): "first/1 second/1 0 0",
    (1, 3, 3, 2): "0 both/2 both/2 0",
    (2, 2, 0, 2): "both/3 both/3 0 both/3",
    (2, 2, 2, 1): "both/3 both/3 both/3 0",
    (1, 1, 1, 1): "both/4 both/4 both/4 both/4",
    (1, 3, 2, 2): "0 first/1 second/2 second/2",
    (1, 4, 1, 0): "second/2 first/1 second/2 0",
    (2, 2, 2, 5): "second/3 second/3 second/3 first/1",
    (0, 0): "0 0",
    (2, 2): "both/2 both/2",
    (1, 2): "second/1 first/1",
    (2, 0): "first/1 0",
    (1, 1, 1): "both/3 both/3 both/3",
    (1, 2, 1): "second/2 first/1 second/2",
}
# Each majority: points of first and second place; then what 2, 3, 4 get of both, and 1, 2, 3 of the second place.
MAJORITIES = {
    "king": (12, (9, 6, 5), (6, 3, 2)),
    "vegetable": (14, (11, 7, 6), (7, 4, 3)),
    "fruit": (12, (9, 6, 5), (6, 3, 2)),
    "fish": (10, (8, 5, 4), (5, 3, 2)),
    "meat": (8, (6, 4, 3), (4, 2, 2)),
    "section 1": (10, (5, 4, 3), (0, 0, 0)),
    "section 2": (7, (4, 3, 2), (0, 0, 0)),
    "section 3": (4, (2, 2, 1), (0, 0, 0)),
}


def points_of_majority(name: str, counts: tuple[int, ...]) -> list[int]:
    """Return the points of one majority alone, from the public functions."""
    disks = np.zeros((len(counts), 4), np.int64)
    if name == "king":
        disks[:, 1] = counts
        return king_points(disks[:, :3]).tolist()
    if name in GOODS:
        disks[:, GOODS.index(name)] = counts
        return stall_points(disks).tolist()
    section = int(name[-1]) - 1
    disks[:, section] = counts
    vegetables = np.array([[count, 0, 0, 0] for count in counts])
    penalties = np.where(disks[:, :3] == 0, [7, 4, 2], 0).sum(axis=-1)
    return (temple_points(vegetables, disks[:, :3]) - 2 * np.array(counts) + penalties).tolist()


@pytest.mark.parametrize("counts", TIES, ids=str)
@pytest.mark.parametrize("name", MAJORITIES)
def test_every_tie_of_every_majority(name: str, counts: tuple[int, ...]) -> None:
    first, both, second = MAJORITIES[name]
    worth = {"0": 0, "first/1": first}
    worth |= {f"both/{k + 2}": points for k, points in enumerate(both)}
    worth |= {f"second/{k + 1}": points for k, points in enumerate(second)}
    assert points_of_majority(name, counts) == [worth[share] for share in TIES[counts].split()]


@pytest.mark.parametrize("players", PLAYERS)
def test_split_shares_out_every_count(players: int) -> None:
    for counts in itertools.product(range(5), repeat=players):
        for first, second in ((14, 7), (10, 5), (7, 0), (4, 0), (5, 5), (0, 3)):
            found = [split(np.array(counts), players, p, first, second) for p in range(players)]
            assert found == plain_majority(counts, first, second), (counts, first, second)


# ---- temple, King, cards -------------------------------------------------------------------------------------------


def test_no_disk_in_the_temple_is_every_penalty() -> None:
    assert temple_points(np.zeros((3, 4), int), np.zeros((3, 3), int)).tolist() == [-13] * 3
    assert score(coins=[0, 5]).tolist() == [[0, -13, 0, 0, 0, 0, -13], [1, -13, 0, 0, 0, 0, -12]]


def test_a_set_takes_a_disk_in_each_row() -> None:
    assert king_points([[2, 3, 2], [7, 5, 0]]).tolist() == [6 + 16, 12]


def test_coins_count_by_fives() -> None:
    assert coin_points(np.arange(12)).tolist() == [0] * 5 + [1] * 5 + [2] * 2
    assert coin_points(13, edition=Edition(coins_per_point=4)) == 3


HAVE: dict[str, Any] = {
    "coins": 29,
    "offerings": [1, 2, 3, 4],
    "orders": 7,
    "tithes": [1, 4, 6],
    "stalls": [4, 3, 2, 1],
    "flowers": 13,
    "favors": 6,
}


@pytest.mark.parametrize(
    ("bonus", "points"),
    [
        *((f"as_{good}_stall", 0) for good in GOODS),
        *(("orders", 14), ("king_disks", 22), ("temple_disks", 20)),
        *(("vegetable_stalls", 12), ("fruit_stalls", 9), ("fish_stalls", 6), ("meat_stalls", 3)),
        *(("stalls", 20), ("flowers", 13), ("favors", 24), ("coins", 5)),
    ],
)
def test_each_bonus(bonus: str, points: int) -> None:
    assert card_points(bonus_cards(bonus), **HAVE) == points
    assert card_points(bonus_cards(bonus, bonus), **HAVE) == 2 * points


@pytest.mark.parametrize("good", GOODS)
def test_a_card_that_counts_as_a_stall(good: str) -> None:
    i = GOODS.index(good)
    card, stall = bonus_cards(f"as_{good}_stall"), np.eye(4, dtype=int)[i]
    assert card_points(card + bonus_cards(f"{good}_stalls"), **HAVE) == 3 * (HAVE["stalls"][i] + 1)
    assert card_points(card + bonus_cards("stalls"), **HAVE) == 2 * 11
    other = GOODS[i - 1]
    assert card_points(card + bonus_cards(f"{other}_stalls"), **HAVE) == 3 * HAVE["stalls"][i - 1]
    none, one = np.zeros(4, int), bonus_cards()
    assert stall_points([none, none], [card, one]).tolist() == stall_points([stall, none]).tolist()
    assert stall_points([stall, stall], [card, one]).tolist() == stall_points([2 * stall, stall]).tolist()


# ---- brute force ---------------------------------------------------------------------------------------------------

PENALTIES = {1: (10, 7), 2: (7, 4), 3: (4, 2)}  # section -> points, penalty
STALL_POINTS = {"vegetable": (14, 7), "fruit": (12, 6), "fish": (10, 5), "meat": (8, 4)}
PER_BONUS = {"orders": 2, "king_disks": 2, "temple_disks": 2, "stalls": 2, "flowers": 1, "favors": 4, "coins": 1}


def plain_score(seats: list[dict[str, Any]]) -> list[list[int]]:
    """Score a game as the rulebook tells it, from a dict for each player."""
    rows = []
    owned = [{g: seat["stalls"][g] + seat["cards"].count(f"as_{g}_stall") for g in GOODS} for seat in seats]
    by_section = {k: plain_majority([seat["sections"][k] for seat in seats], PENALTIES[k][0], 0) for k in PENALTIES}
    king = plain_majority([sum(seat["king"]) for seat in seats], 12, 6)
    by_good = {g: plain_majority([o[g] for o in owned], *STALL_POINTS[g]) for g in GOODS}
    for p, seat in enumerate(seats):
        temple = sum({"meat": 5, "fish": 4, "fruit": 3, "vegetable": 2}[good] for good in seat["offered"])
        for k, (_, penalty) in PENALTIES.items():
            temple += by_section[k][p] if seat["sections"][k] else -penalty
        things = {
            "orders": len(seat["orders"]),
            "king_disks": sum(seat["king"]),
            "temple_disks": len(seat["offered"]),
            "stalls": sum(owned[p].values()),
            "flowers": seat["flowers"],
            "favors": seat["favors"],
            "coins": int(seat["coins"] / 5),
        }
        worth = {name: PER_BONUS[name] * things[name] for name in things}
        worth |= {f"{g}_stalls": 3 * owned[p][g] for g in GOODS} | {f"as_{g}_stall": 0 for g in GOODS}
        row = [int(seat["coins"] / 5), temple, sum(seat["orders"]), sum(worth[card] for card in seat["cards"])]
        row += [king[p] + 8 * min(seat["king"]), sum(by_good[g][p] for g in GOODS)]
        rows.append([*row, sum(row)])
    return rows


def random_seat(rng: np.random.Generator, most: int) -> dict[str, Any]:
    """Return what a player might have; small numbers, so that there are many ties."""
    offered = rng.choice(GOODS, rng.integers(0, 2 * most + 1)).tolist()
    sections = rng.integers(1, 4, len(offered)).tolist()
    return {
        "coins": int(rng.integers(0, 40)),
        "flowers": int(rng.integers(0, 9)),
        "favors": int(rng.integers(0, 5)),
        "offered": offered,
        "sections": {k: sections.count(k) for k in PENALTIES},
        "orders": rng.integers(3, 7, rng.integers(0, 6)).tolist(),
        "king": rng.integers(0, most + 1, 3).tolist(),
        "stalls": dict(zip(GOODS, rng.integers(0, most + 1, 4).tolist(), strict=True)),
        "cards": rng.choice(BONUSES, rng.integers(0, 8)).tolist(),
    }


def as_arrays(games: list[list[dict[str, Any]]]) -> dict[str, np.ndarray]:
    """Return the arrays that a user would type in for these games."""

    def each(of: Any) -> np.ndarray:
        return np.array([[of(seat) for seat in seats] for seats in games])

    return {
        "coins": each(lambda seat: seat["coins"]),
        "flowers": each(lambda seat: seat["flowers"]),
        "favors": each(lambda seat: seat["favors"]),
        "offerings": each(lambda seat: [seat["offered"].count(good) for good in GOODS]),
        "section_disks": each(lambda seat: [seat["sections"][k] for k in (1, 2, 3)]),
        "orders": each(lambda seat: len(seat["orders"])),
        "order_vp": each(lambda seat: sum(seat["orders"])),
        "tithes": each(lambda seat: seat["king"]),
        "stalls": each(lambda seat: list(seat["stalls"].values())),
        "bonuses": each(lambda seat: bonus_cards(*seat["cards"])),
    }


def random_games(players: int, n: int) -> list[list[dict[str, Any]]]:
    rng = np.random.default_rng(players)
    return [[random_seat(rng, 1 + i % 3) for _ in range(players)] for i in range(n)]


@pytest.mark.parametrize("players", PLAYERS)
def test_equals_plain_python_on_random_pads(players: int) -> None:
    games = random_games(players, 2000)
    given, plain = as_arrays(games), np.array([plain_score(seats) for seats in games])
    assert (score(**given) == plain).all()
    pieces = dict(zip(ITEMS, np.moveaxis(plain, -1, 0), strict=True))
    assert (coin_points(given["coins"]) == pieces["coin_points"]).all()
    assert (temple_points(given["offerings"], given["section_disks"]) == pieces["temple_points"]).all()
    assert (king_points(given["tithes"]) == pieces["king_points"]).all()
    assert (stall_points(given["stalls"], given["bonuses"]) == pieces["stall_points"]).all()
    own = {name: given[name] for name in HAVE}
    assert (card_points(given["bonuses"], **own) == pieces["card_points"]).all()


def test_any_leading_shape_and_broadcasting() -> None:
    given = as_arrays(random_games(3, 24))
    flat = score(**given)
    assert flat.shape == (24, 3, 7)
    assert flat.dtype == np.int64
    deep = score(**{name: value.reshape(2, 3, 4, *value.shape[1:]) for name, value in given.items()})
    assert (deep.reshape(24, 3, 7) == flat).all()
    one = score(**{name: value[5] for name, value in given.items()})
    assert (one == flat[5]).all()
    assert score(**{name: value[:0] for name, value in given.items()}).shape == (0, 3, 7)
    other = score(**{**{name: value[5] for name, value in given.items()}, "coins": given["coins"]})
    assert other.shape == (24, 3, 7)
    assert (other[:, :, 1:3] == one[:, 1:3]).all()
    assert (score(coins=7, tithes=[[1, 0, 0], [0, 0, 0]])[:, 0] == 1).all()
    back = score(**{name: np.asfortranarray(value[::-1]) for name, value in given.items()})
    assert (back == flat[::-1]).all()


def test_what_is_given_is_left_as_it_was() -> None:
    given = as_arrays(random_games(4, 3))
    before = {name: value.copy() for name, value in given.items()}
    score(**given)
    assert all((given[name] == before[name]).all() for name in given)


# ---- other editions ------------------------------------------------------------------------------------------------


def test_another_edition_scores_by_its_own_numbers() -> None:
    edition = Edition(coins_per_point=3, king_first=20, king_second=1, king_set=2)
    assert score(coins=[17, 4], tithes=[[2, 1, 1], [0, 1, 1]], edition=edition)[:, [0, 4]].tolist() == [[5, 22], [1, 1]]
    bonuses = edition.tables["bonuses"].assign(points=range(15))
    assert card_points(bonus_cards("as_meat_stall", "coins"), coins=17, edition=edition.with_table("bonuses", bonuses)) == 73
    goods = edition.tables["goods"].assign(offering_points=9, first=5, second=3)
    assert stall_points([[1, 0, 0, 2], [1, 0, 0, 1]], edition=edition.with_table("goods", goods)).tolist() == [9, 7]


def test_a_temple_with_two_sections() -> None:
    base = Edition()
    temple = base.tables["temple"].assign(section=[1, 1, 1, 2, 2, 2])
    sections = base.tables["sections"].iloc[:2].assign(points=[6, 5], penalty=[1, 0])
    edition = Edition(tables={"temple": temple, "sections": sections})
    assert temple_points([[1, 0, 0, 1], [0, 0, 0, 1]], [[1, 1], [0, 1]], edition=edition).tolist() == [7 + 6 + 3, 5 - 1 + 3]
    assert "section_3_disks" not in blank_pad(edition=edition)
    with pytest.raises(BoardstatsError, match=r"section_disks must have the shape \(\.\.\., 2\), not \(2, 3\)"):
        temple_points(np.zeros((2, 4), int), np.zeros((2, 3), int), edition=edition)


# ---- the score pad as a table --------------------------------------------------------------------------------------


def as_table(given: dict[str, np.ndarray], game: int) -> pd.DataFrame:
    """Return the score pad of one game with the columns that `score_pad` asks for."""
    columns = {name: given[name][game] for name in ("coins", "flowers", "favors", "orders", "order_vp")}
    for i, good in enumerate(GOODS):
        columns[f"{good}_offerings"], columns[f"{good}_stalls"] = given["offerings"][game, :, i], given["stalls"][game, :, i]
    for i, row in enumerate(("coins", "flowers", "goods")):
        columns[f"section_{i + 1}_disks"], columns[f"{row}_tithes"] = (
            given["section_disks"][game, :, i],
            given["tithes"][game, :, i],
        )
    return pd.DataFrame(columns | {f"bonus_{bonus}": given["bonuses"][game, :, i] for i, bonus in enumerate(BONUSES)})


@pytest.mark.parametrize("players", PLAYERS)
def test_a_score_pad_equals_score(players: int) -> None:
    given = as_arrays(random_games(players, 20))
    items = score(**given)
    for game in range(20):
        table = as_table(given, game)
        assert sorted(table.columns) == sorted(blank_pad(players).columns)
        found = score_pad(table)
        assert list(found.columns) == [*ITEMS, "rank"]
        assert (found[list(ITEMS)].to_numpy() == items[game]).all()
        assert found["rank"].tolist() == rank(items[game, :, 6], given["favors"][game], given["flowers"][game]).tolist()


def test_a_score_pad_by_name_with_some_columns() -> None:
    pad = pd.DataFrame({"coins": [17.0, 3.0], "orders": ["2", "0"], "bonus_orders": [1, 1]}, index=["Ann", "Ben"])
    found = score_pad(pad)
    assert found.loc["Ann"].tolist() == [3, -13, 0, 4, 0, 0, -6, 1]
    assert found.loc["Ben", "rank"] == 2
    assert score_pad(blank_pad(3))["total"].tolist() == [-13] * 3


def test_ties_go_by_favors_then_flowers() -> None:
    assert rank([5, 5, 5, 6], [0, 1, 1, 0], [9, 2, 3, 0]).tolist() == [4, 3, 2, 1]
    assert rank([[5, 5], [5, 5]], [[1, 1], [0, 1]], [[2, 2], [8, 0]]).tolist() == [[1, 1], [2, 1]]
    assert score_pad({"favors": [1, 2, 2, 2], "flowers": [9, 0, 1, 1]})["rank"].tolist() == [4, 3, 1, 1]


# ---- bad input -----------------------------------------------------------------------------------------------------

SCORE_ERRORS: list[tuple[dict[str, Any], str]] = [
    ({}, r"2 to 4 players are scored together; here \(\.\.\., players\) is \(\)"),
    ({"coins": 5}, r"is \(\)"),
    ({"coins": [5]}, r"is \(1,\)"),
    ({"coins": [[5] * 5]}, r"is \(1, 5\)"),
    ({"coins": [5.0, 2.0]}, "coins must be an array of whole numbers"),
    ({"coins": ["5", "2"]}, "coins must be an array of whole numbers"),
    ({"coins": [True, False]}, "coins must be an array of whole numbers"),
    ({"coins": [[1, 2], [3]]}, "coins must be an array of whole numbers"),
    ({"coins": [5, -2]}, "coins must be from 0 to 9999"),
    ({"flowers": [5, 10_000]}, "flowers must be from 0 to 9999"),
    ({"coins": [5, 2], "favors": [1, 2, 3]}, r"the shapes do not go together: coins \(2,\), favors \(3,\)"),
    ({"tithes": [[1, 2], [3, 4]]}, r"tithes must have the shape \(\.\.\., 3\), not \(2, 2\)"),
    ({"stalls": 3, "coins": [1, 2]}, r"stalls must have the shape \(\.\.\., 4\), not \(\)"),
    ({"bonuses": [[1], [0]]}, r"bonuses must have the shape \(\.\.\., 15\), not \(2, 1\)"),
    (
        {"offerings": [[1, 0, 0, 1], [0, 0, 2, 0]], "section_disks": [[1, 1, 0], [0, 0, 1]]},
        r"offerings and section_disks count the same disks: 2 and 1 differ \(player \(1,\)\)",
    ),
    ({"coins": [1, 2], "edition": "shared"}, r"edition must be a bs\.phraya\.Edition\(…\), not a str"),
]


@pytest.mark.parametrize(("given", "message"), SCORE_ERRORS)
def test_what_cannot_be_scored(given: dict[str, Any], message: str) -> None:
    with pytest.raises(BoardstatsError, match=message) as caught:
        score(**given)
    assert "\n" not in str(caught.value)


PAD_ERRORS: list[tuple[Any, str]] = [
    ({"coin": [1, 2]}, "unknown column of the score pad 'coin': choose from coins, flowers, .* Did you mean 'coins'"),
    ({"coins": [1, -2]}, "score pad, row 1, column 'coins': -2 is not from 0 to 9999"),
    ({"coins": [1, None]}, "score pad, row 1, column 'coins': nan is not a whole number from 0 to 9999"),
    ({"coins": [1, 2.5]}, "score pad, row 1, column 'coins': 2.5 is not a whole number"),
    ({"coins": ["many", 1]}, "score pad, row 0, column 'coins': 'many' is not a whole number"),
    ({"coins": [1]}, "a row for each of 2 to 4 players, not 1 rows"),
    ({"coins": [1, 2], "favors": [1]}, "score pad: cannot be made a table"),
    ({"coins": 1}, "score pad: cannot be made a table"),
    ({"meat_offerings": [1, 0], "section_1_disks": [0, 0]}, r"1 and 0 differ \(player \(0,\)\)"),
    (pd.DataFrame([[1, 2], [3, 4]], columns=["coins", "coins"]), "column 'coins' stands there twice"),
]


@pytest.mark.parametrize(("frame", "message"), PAD_ERRORS)
def test_score_pads_that_cannot_be_scored(frame: Any, message: str) -> None:
    with pytest.raises(BoardstatsError, match=message):
        score_pad(frame)


def test_other_errors() -> None:
    for players in (1, 5, 2.0, "two"):
        with pytest.raises(BoardstatsError, match="a score pad is for 2 to 4 players"):
            blank_pad(players)  # type: ignore[arg-type]
    with pytest.raises(BoardstatsError, match=r"unknown bonus 'fruit_stall': choose from .* Did you mean 'fruit_stalls'"):
        bonus_cards("fruit_stall")
    with pytest.raises(BoardstatsError, match="score and favors and flowers must be whole numbers"):
        rank([1.5, 2], 0, 0)


# ---- the results of a game -----------------------------------------------------------------------------------------


def random_state(box: Any, seats: list[dict[str, Any]], rng: np.random.Generator) -> Any:
    """Return a state whose view tells of these seats, with goods on the boats and cards in hands and discards."""
    states = np.zeros(1, STATE)
    s, v = states[0], states[0]["views"][0]
    s["turn"], s["players"] = 41, len(seats)
    s["turns"], s["tally"] = rng.integers(0, 20, 4), rng.integers(0, 50, (4, len(TALLIES)))
    s["prices"] = rng.integers(0, 9, s["prices"].shape)
    v["conditions"] = TITHE_COMPLETED | SUPREMACY
    v["price_box"] = rng.integers(0, 6, 4)
    v["goods"] = rng.integers(0, 3, (4, 4))
    for name, value in as_arrays([seats]).items():
        if name == "section_disks":
            v[name][: len(seats), :3] = value[0]
        elif name != "bonuses":
            v[name][: len(seats)] = value[0]
    v["cards"][:, : box["basics"]] = 1
    v["cards"][: len(seats), box["basics"] :] = rng.integers(0, 3, (len(seats), MAX_CARDS - box["basics"]))
    v["cards"][:, box["cards"] :] = 0
    return states


@pytest.mark.parametrize("players", PLAYERS)
def test_the_results_of_a_game_are_the_score_of_its_pad(players: int) -> None:
    rng = np.random.default_rng(players)
    box = Edition().box(players)
    market = Edition().tables["market_cards"]["bonus"]
    for seats in random_games(players, 200):
        states = random_state(box, seats, rng)
        v, given = states["views"][0, 0], as_arrays([seats])
        held = v["cards"][:players, box["basics"] : box["cards"]] > 0
        given["bonuses"] = np.array([[bonus_cards(*(b for b in market[own] if b != "none")) for own in held]])
        prices = [int(box["price"][good, v["price_box"][good]]) for good in range(4)]
        given["coins"] = given["coins"] + [[sum(n * price for n, price in zip(row, prices, strict=True))
                                            for row in v["goods"][:players].tolist()]]  # fmt: skip
        before = v.copy()
        results, game = np.zeros(players, SEAT_RESULT.dtype), np.zeros(1, GAME_RESULT.dtype)
        for _ in range(2):  # once more is the same
            write_results(states[0], box, results, game[0])
            items = score(**given)[0]
            assert (np.stack([results[name] for name in (*ITEMS[:-1], "score")], axis=-1) == items).all()
        assert v == before
        keys = np.stack([items[:, 6], given["favors"][0], given["flowers"][0]], axis=-1).tolist()
        assert results["rank"].tolist() == [1 + sum(other > key for other in keys) for key in keys]
        assert results["win_share"].sum() == pytest.approx(1)
        assert (results["coins_left"] == given["coins"][0]).all()
        assert (results["temple_offerings"] == [len(seat["offered"]) for seat in seats]).all()
        assert (results["royal_offerings"] == [sum(seat["king"]) for seat in seats]).all()
        assert (results["fish_stalls"] == [seat["stalls"]["fish"] for seat in seats]).all()
        assert game[["finished", "turns", "tithe_completed", "buddha_worshipped", "supremacy"]].tolist() == [(1, 41, 1, 0, 1)]
        for i, good in enumerate(GOODS):
            assert game[f"final_{good}_price"] == prices[i]
            assert (game[f"{good}_price"][0] == states["prices"][0, i]).all()
        assert game["fish_price"].shape == (1, PRICE_ROUNDS)


def test_what_is_counted_stands_in_its_column() -> None:
    columns = {
        "bought_goods": "goods_bought",
        "sold_goods": "goods_sold",
        "owner_flowers": "flowers_from_stalls",
        **{name: name for name in ("cards_bought", "stalls_bought", "baskets_bought", "rowers_hired", "favors_used")},
        **{name: name for name in ("blessings", "retrievals", "price_changes", "barge_moves", "blocked_turns")},
    }
    states = np.zeros(1, STATE)
    states["tally"] = 1 + np.arange(states["tally"].size).reshape(states["tally"].shape)
    results, game = np.zeros(4, SEAT_RESULT.dtype), np.zeros(1, GAME_RESULT.dtype)
    write_results(states[0], Edition().box(4), results, game[0])
    for i, name in enumerate(TALLIES):
        if name in columns:
            assert (results[columns[name]] == states["tally"][0, :, i]).all(), name
