"""The compiled game equals the plain-Python reference, decision by decision, over whole games."""

from __future__ import annotations

import pandas as pd
import pytest

import boardstats as bs
from boardstats.game import load
from boardstats.games.phraya import GOODS, Edition
from boardstats.plan import Plan
from tests.following import Told, follow, line_up, plan_of
from tests.phraya import reference
from tests.phraya.temperaments import ALL

BUILT_IN = tuple(load("phraya").strategies.values())
STANDARD = Edition()
TABLES = STANDARD.tables


def with_effects(**effects: int) -> pd.DataFrame:
    """Return the market cards, each with these effects too."""
    return TABLES["market_cards"].assign(**effects, source="assumed")


EDITIONS = {
    "standard": STANDARD,
    "raised": Edition(prices="raised"),
    "shared": Edition(prices="shared"),
    "asymmetric boats": Edition(boats="asymmetric"),
    "fixed board, three stalls": Edition(board="fixed", stalls=5, stall_price=4, start_coins=30),
    "short of everything": Edition(flowers=4, favors=2, rower_tiles=1, disks=4).with_table(
        "goods", TABLES["goods"].assign(count=2, source="assumed")
    ),
    "few tiles": Edition(display=6)
    .with_table("orders", TABLES["orders"].iloc[::2].assign(source="assumed"))
    .with_table("baskets", TABLES["baskets"].assign(count=1, source="assumed"))
    .with_table("market_cards", TABLES["market_cards"].head(9)),
    "every card does everything": Edition(start_rowers=4, max_rowers=6).with_table(
        "market_cards",
        with_effects(
            merchant_low=0, merchant_high=4, change_1=-3, change_2=0, barge_low=0, barge_high=5, blessing_coins=1,
            blessing_flowers=1, boat=3, goods_to_flowers=2, flowers_to_coins=3,
        ),
    ),
    "cheap cards, much money": Edition(start_coins=60).with_table(
        "market_cards", TABLES["market_cards"].assign(price_coins=1, price_flowers=0, source="assumed")
    ),
}  # fmt: skip


def told(plan: Plan, game: reference.Game) -> Told:
    """Return the reference's results as columns."""
    found = dict(game.result())
    taken, prices, final = found.pop("taken"), found.pop("prices"), found.pop("final_prices")
    whole = {name: int(found.pop(name)) for name in ("tithe_completed", "buddha_worshipped", "supremacy")}
    whole |= {f"{good}_price": prices[g] for g, good in enumerate(GOODS)}
    whole |= {f"final_{good}_price": final[g] for g, good in enumerate(GOODS)}
    found["win_share"] = [float(share) for share in found.pop("share")]
    return found, whole | {"turns": sum(found["turns"]), "finished": 1}, taken


def mixed(players: int, shift: int) -> list:
    return line_up([*ALL, *BUILT_IN], players, shift)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", EDITIONS)
def test_equals_the_reference(name: str, players: int) -> None:
    for shift in range(players % 2, len(ALL) + len(BUILT_IN), 3):
        plan = plan_of("phraya", EDITIONS[name], players, mixed(players, shift), shift)
        assert follow(plan, reference, told, shift, 1, views=False) > 2


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", EDITIONS)
def test_everybody_knows_what_the_reference_says(name: str, players: int) -> None:
    plan = plan_of("phraya", EDITIONS[name], players, mixed(players, players), 5)
    assert follow(plan, reference, told, 10**6, 1, views=True) > 0


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", EDITIONS)
def test_equals_the_reference_over_many_games(name: str, players: int) -> None:
    for shift in range(len(ALL) + len(BUILT_IN)):
        plan = plan_of("phraya", EDITIONS[name], players, mixed(players, shift), 100 + shift)
        follow(plan, reference, told, 0, 24, views=False)  # 5,184 games in all


def test_a_replay_tells_of_no_card_where_the_display_has_a_gap() -> None:
    """The deck of `few tiles` runs out, so that there are fewer cards than places."""
    edition = EDITIONS["few tiles"]
    told = "".join(bs.replay("phraya", game=g, players=2, seed=1, strategies="greedy", edition=edition) for g in range(5))
    assert "New on display" in told
    assert "nothing" not in "".join(line for line in told.splitlines() if "New on display" in line)
