"""The compiled game equals the plain-Python reference, decision by decision, over whole games."""

from __future__ import annotations

import pandas as pd
import pytest

from boardstats.game import load
from boardstats.games.sriracha import COLOURS, Edition
from boardstats.plan import Plan
from tests.following import Told, follow, line_up, plan_of
from tests.sriracha import reference
from tests.sriracha.temperaments import ALL

BUILT_IN = tuple(load("sriracha").strategies.values())
STANDARD = Edition()


def sites(*colours: str) -> pd.DataFrame:
    return pd.DataFrame({"colour": colours})


def setup(*rows: tuple[int, int]) -> pd.DataFrame:
    numbers = [(players, *row) for players, row in zip((2, 3, 4), rows, strict=True)]
    return pd.DataFrame(numbers, columns=["players", "hand", "row"])


LARGE_CARGO = STANDARD.tables["ships"].assign(**dict.fromkeys(COLOURS, 3), source="assumed")
MANY_SHIPS = pd.concat([LARGE_CARGO, LARGE_CARGO.head(15).assign(number=lambda table: table["number"] + 25)])
MANY_REWARDS = STANDARD.tables["tiles"].assign(rewards=9, source="assumed")
EDITIONS = {
    "standard": STANDARD,
    "short of cubes": Edition(cubes=4).with_table("ships", LARGE_CARGO),
    "short of rewards": Edition(cubes=6).with_table("tiles", MANY_REWARDS),
    "large cargo": Edition().with_table("ships", LARGE_CARGO),
    "large warehouse": Edition(warehouse_slots=6, slot_size=4).with_table("ships", LARGE_CARGO),
    "no warehouse": Edition(warehouse_slots=0),
    "slots of one": Edition(warehouse_slots=5, slot_size=1),
    "one site": Edition().with_table("sites", sites("green")),
    "six sites, two colours": Edition().with_table("sites", sites("red", "red", "red", "blue", "blue", "blue")),
    "one round, long rows": Edition(rounds=1)
    .with_table("ships", MANY_SHIPS)
    .with_table("setup", setup((10, 10), (6, 9), (3, 6))),
    "short rounds": Edition(rounds=5).with_table("setup", setup((1, 1), (2, 3), (1, 2))),
    "every pair is a set": Edition(set_size=2, set_points=4),
}


def told(plan: Plan, game: reference.Game) -> Told:
    """Return the reference's results as columns."""
    seats = dict(game.result())
    taken, shares, bids = seats.pop("taken"), seats.pop("share"), seats.pop("bids")
    seats["win_share"] = [float(share) for share in shares]
    room = plan.game.seats.dtype["bid"].shape[0]
    seats["bid"] = [[*numbers, *[0] * (room - len(numbers))] for numbers in bids]
    whole = {"turns": sum(seats["turns"]), "finished": 1, "cubes_short": sum(seats["cubes_short"])}
    return seats, whole, taken


def mixed(players: int, shift: int) -> list:
    return line_up([*ALL, *BUILT_IN], players, shift)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", EDITIONS)
def test_equals_the_reference(name: str, players: int) -> None:
    for shift in range(len(ALL) + len(BUILT_IN)):
        n = 24 if name == "standard" else 8
        plan = plan_of("sriracha", EDITIONS[name], players, mixed(players, shift), shift)
        assert follow(plan, reference, told, 0, n, views=False) > n


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", EDITIONS)
def test_every_seat_knows_what_the_reference_says(name: str, players: int) -> None:
    for shift in range(len(ALL)):
        plan = plan_of("sriracha", EDITIONS[name], players, mixed(players, shift), 5)
        assert follow(plan, reference, told, 10**6, 1, views=True) > 0


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", EDITIONS)
def test_equals_the_reference_over_many_games(name: str, players: int) -> None:
    for shift in range(len(ALL) + len(BUILT_IN)):
        plan = plan_of("sriracha", EDITIONS[name], players, mixed(players, shift), 100 + shift)
        follow(plan, reference, told, 0, 600 if name == "standard" else 60, views=False)
