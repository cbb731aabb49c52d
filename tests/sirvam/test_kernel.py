"""The compiled game equals the plain-Python reference, decision by decision, over whole games."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

import boardstats as bs
from boardstats.games.sirvam import GAME
from boardstats.games.sirvam.edition import KINGS
from boardstats.plan import Plan
from tests.following import Told, follow, line_up, plan_of
from tests.sirvam import reference
from tests.sirvam.temperaments import ALL, hasty, honest, patient, wild

Edition = bs.sirvam.Edition
BUILT_IN = tuple(GAME.strategies.values())

OPTIONS = {
    "full": Edition(full=True),
    "full, fixed kings": Edition(full=True, kings=("skull", "purple", "fish")),
    "full, other helpers": Edition(full=True, helpers=(0, 1, 2)),
    "full, equal helpers": Edition(full=True, helpers=(2, 2, 1)),
    "speeds": Edition(king="purple", speed=(5, 1, 3, 1, 1, 2)),
    "six dealt, none looked at": Edition(dealt=6, looked_at=0),
    "one dealt": Edition(dealt=1, looked_at=1),
    "other effects": Edition(king="fish").with_table(
        "effects",
        Edition().tables["effects"].assign(effect=["swap", "swap", "look", "look_swap", "none", "swap"], source="assumed"),
    ),
    "other counts": Edition(king="eleven").with_table(
        "recipes", Edition().tables["recipes"].assign(count=[0, 9, 2, 1, 7, 0, 5, 3, 2, 8, 1, 4, 6], source="assumed")
    ),
}
EDITIONS = {king: Edition(king=king) for king in KINGS} | OPTIONS


TALLIES = ("replaced", "thrown", "mistakes", "penalties", "looks", "swaps", "called")


def told(plan: Plan, game: reference.Game) -> Told:
    """Return the reference's results as columns."""
    found = game.result()
    seats = {
        "turns": found["turns"], "hand_total": found["hand_total"], "lowest_card": found["lowest"],
        "sea_creatures": found["sea"], "cards": found["cards"], "helpers": found["helpers_won"],
        "two_helper_cards": found["twos_won"], "score": found["score"], "rank": found["rank"],
        "win_share": [float(share) for share in found["share"]],
    }  # fmt: skip
    tallies = zip(TALLIES, zip(*found["tally"], strict=True), strict=True)
    matches = {"king": found["kings"], "ended": found["ended"], "caller": found["callers"], "pile_left": found["pile_at_end"]}
    kinds = int(plan.box["kinds"])
    return (
        seats | {name: list(values) for name, values in tallies},
        {name: values + [-1] * (3 - len(values)) for name, values in matches.items()},
        [row[:kinds] for row in found["taken"]],
    )


def mixed(players: int, shift: int) -> list:
    return line_up([*ALL, *BUILT_IN], players, shift)


def play(edition: bs.sirvam.Edition, players: int, strategies: list, seed: int) -> Plan:
    return plan_of("sirvam", edition, players, strategies, seed)


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("name", EDITIONS)
def test_equals_the_reference(name: str, players: int) -> None:
    games = 0
    for shift, strategies in enumerate(([wild] * players, [honest] * players, mixed(players, 0), mixed(players, players))):
        n = 40 if name.startswith("full") else 85
        follow(play(EDITIONS[name], players, strategies, shift), reference, told, 0, n, views=False)
        games += n
    assert games >= 160


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("name", EDITIONS)
def test_every_seat_knows_what_the_reference_says(name: str, players: int) -> None:
    for strategies in ([wild] * players, [honest] * players, mixed(players, players)):
        assert follow(play(EDITIONS[name], players, strategies, 5), reference, told, 10**6, 2, views=True) > 0


@pytest.mark.slow
@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("name", EDITIONS)
def test_equals_the_reference_over_many_games(name: str, players: int) -> None:
    for shift in range(len(ALL) + len(BUILT_IN)):
        follow(play(EDITIONS[name], players, mixed(players, shift), 100 + shift), reference, told, 0, 1000, views=False)


@pytest.mark.parametrize(("players", "king"), list(itertools.product(range(2, 7), KINGS)))
def test_cards_are_conserved_and_counted_right(players: int, king: str) -> None:
    """Some 1 million games of all temperaments; the kernel's own books are checked at the end of each."""
    for strategies in ([patient] * players, [wild] * players, [honest] * players, [hasty] * players, mixed(players, 1)):
        plan = play(Edition(king=king), players, strategies, 11)
        batch = plan.play(0, 8_000)
        held = batch.seats["cards"].sum(axis=1)
        pile = batch.games["pile_left"][:, 0]
        discards = batch.games["turns"] - batch.seats["called"].sum(axis=1) + batch.seats["thrown"].sum(axis=1)
        assert (held + pile + discards == 52).all()
        dealt = 4 + batch.seats["penalties"] - batch.seats["thrown"]
        assert (batch.seats["cards"] == dealt).all()
        assert (batch.seats["cards"] >= 1).all()
        assert np.allclose(batch.seats["win_share"].sum(axis=1), 1)
        assert (batch.taken.sum(axis=2) == batch.seats["replaced"]).all()
