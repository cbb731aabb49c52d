"""The compiled game equals the plain-Python reference, decision by decision, over whole games."""

from __future__ import annotations

import pandas as pd
import pytest

from boardstats.game import load
from boardstats.games.sardines import Edition
from boardstats.plan import Plan
from tests.following import Told, follow, line_up, plan_of
from tests.sardines import reference
from tests.sardines.temperaments import ALL, hoarder

BUILT_IN = tuple(load("sardines").strategies.values())


def deck(cards: list[tuple[int, int, int, int, int]]) -> pd.DataFrame:
    return pd.DataFrame(cards, columns=["blue", "green", "orange", "pink", "count"])


FEW = [(1, 0, 0, 0, 4), (2, 0, 0, 0, 3), (0, 1, 1, 0, 6), (0, 0, 1, 1, 6), (1, 0, 0, 1, 4)]
SINGLES = [(1, 0, 0, 0, 6), (0, 1, 0, 0, 6), (0, 0, 1, 0, 6), (0, 0, 0, 1, 6)]
EDITIONS = {
    "standard": Edition(),
    "hand limit 10": Edition(hand_limit=10),
    "hand limit 3": Edition(hand_limit=3).with_table(
        "orders", Edition().tables["orders"][lambda t: (t["fish"] < 4) & (t["points"] < 5)].assign(source="assumed")
    ),
    "market of two": Edition(market_size=2, display_size=2),
    "market of ten": Edition(market_size=10, display_size=8),
    "none dealt": Edition(dealt=0),
    "six dealt": Edition(dealt=6),
    "small deck": Edition().with_table("sardines", deck(FEW)),
    "singles only": Edition(market_size=3).with_table("sardines", deck(SINGLES)),
    "doubles only": Edition().with_table("sardines", deck([(2, 0, 0, 0, 7), (0, 2, 0, 0, 7), (0, 0, 2, 0, 7), (0, 0, 0, 2, 7)])),
    "an order of no points, many of each": Edition().with_table(
        "orders", Edition().tables["orders"].assign(count=2, points=lambda t: t["points"] - 2, source="assumed")
    ),
}


def told(plan: Plan, game: reference.Game) -> Told:
    """Return the reference's results as columns."""
    found = game.result()
    points = list(zip(*found["points"], strict=True))
    seats = dict(zip(("regular_points", "special_points", "mixed_bag_points"), map(list, points), strict=True))
    seats |= {
        "orders_filled": found["filled"], "fish_left": found["fish_left"], "fish_overpaid": found["overpaid"],
        "singles_gathered": found["singles"], "doubles_gathered": found["doubles"], "cards_discarded": found["discarded"],
        "passes": found["passes"], "turns": found["turns"], "score": found["score"], "rank": found["rank"],
        "win_share": [float(share) for share in found["share"]],
    }  # fmt: skip
    kinds = int(plan.box["order_kinds"])
    whole = {"reshuffles": found["shuffles"], "turns": sum(found["turns"]), "finished": 1}
    return seats, whole, [row[:kinds] for row in found["taken"]]


def mixed(players: int, shift: int) -> list:
    return line_up([*ALL, *BUILT_IN], players, shift)


def play(edition: Edition, players: int, strategies: list, seed: int) -> Plan:
    return plan_of("sardines", edition, players, strategies, seed)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", EDITIONS)
def test_equals_the_reference(name: str, players: int) -> None:
    for shift in range(len(ALL) + len(BUILT_IN)):
        n = 130 if name == "standard" else 85
        follow(play(EDITIONS[name], players, mixed(players, shift), shift), reference, told, 0, n, views=False)
    follow(play(EDITIONS[name], players, [hoarder] * players, 9), reference, told, 0, 20, views=False)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", EDITIONS)
def test_every_seat_knows_what_the_reference_says(name: str, players: int) -> None:
    for shift in range(len(ALL)):
        assert follow(play(EDITIONS[name], players, mixed(players, shift), 5), reference, told, 10**6, 1, views=True) > 0


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", EDITIONS)
def test_equals_the_reference_over_many_games(name: str, players: int) -> None:
    for shift in range(len(ALL) + len(BUILT_IN)):
        follow(play(EDITIONS[name], players, mixed(players, shift), 100 + shift), reference, told, 0, 1000, views=False)
