"""The compiled game equals the plain-Python reference, decision by decision, over whole games."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

import boardstats as bs
from boardstats.games.sirvam import GAME
from boardstats.games.sirvam.edition import KINGS
from boardstats.plan import Plan, make_plan
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


def as_dict(record):
    return {name: record[name].tolist() for name in record.dtype.names}


def follow(plan: Plan, first: int, n: int, *, views: bool) -> int:
    """Play games compiled and by the reference at once; return how many decisions were compared."""
    batch, log = plan.play_logged(first, n)
    rows = {name: log.rows[name].tolist() for name in log.rows.dtype.names}
    moves = log.moves.tolist()
    at = 0
    for g in range(n):
        game = reference.Game(plan.edition, plan.players, plan.seed, first + g)
        stepped = Stepped(plan, first + g) if views else None
        while not game.over:
            legal = game.legal()
            answer = 0
            if len(legal) > 1:
                assert rows["game"][at] == first + g
                assert (rows["seat"][at], rows["decision"][at]) == (game.seat, game.decision)
                start = rows["first_move"][at]
                assert moves[start : start + rows["legal"][at]] == legal
                answer = rows["answer"][at]
                at += 1
            if stepped:
                stepped.compare(game)
                stepped.apply(legal[answer])
            game.play(legal[answer])
        compare_results(plan, game.result(), batch, g)
    assert at == len(log.rows)
    return at


class Stepped:
    """One game, played move by move through the contract, to compare what every seat knows."""

    def __init__(self, plan: Plan, index: int) -> None:
        self.plan, self.states = plan, np.zeros(1, GAME.state)
        s = self.states[0]
        s["seed"], s["game"], s["players"] = plan.seed, index, plan.players
        GAME.deal(s, plan.box)

    def compare(self, game: reference.Game) -> None:
        s = self.states[0]
        for p in range(self.plan.players):
            told, kept = game.view(p), as_dict(s["views"][p])
            assert kept == told, {k: (kept[k], told[k]) for k in told if kept[k] != told[k]}

    def apply(self, move) -> None:
        moves = np.zeros(GAME.max_moves, GAME.move)
        s = self.states[0]
        n = GAME.legal_moves(s, self.plan.box, moves)
        GAME.apply(s, self.plan.box, moves[moves[:n].tolist().index(move)])


def compare_results(plan: Plan, told: dict, batch, g: int) -> None:
    seats, game = batch.seats[g], batch.games[g]
    columns = {
        "turns": told["turns"], "hand_total": told["hand_total"], "lowest_card": told["lowest"], "sea_creatures": told["sea"],
        "cards": told["cards"], "helpers": told["helpers_won"], "two_helper_cards": told["twos_won"],
        "score": told["score"], "rank": told["rank"], "win_share": [float(share) for share in told["share"]],
    }  # fmt: skip
    tally = dict(zip(("replaced", "thrown", "mistakes", "penalties", "looks", "swaps", "called"), zip(*told["tally"]), strict=True))
    for name, values in (columns | tally).items():
        assert seats[name].tolist() == list(values), name
    for name, key in (("king", "kings"), ("ended", "ended"), ("caller", "callers"), ("pile_left", "pile_at_end")):
        assert game[name][: len(told[key])].tolist() == told[key], name
    kinds = int(plan.box["kinds"])
    assert batch.taken[g].tolist() == [row[:kinds] for row in told["taken"]]


def plan_of(edition, players: int, strategies, seed: int) -> Plan:
    return make_plan("sirvam", players, seed=seed, strategies=strategies, rotate=True, edition=edition)


def line_up(players: int, shift: int):
    kinds = [*ALL, *BUILT_IN]
    return [kinds[(shift + i) % len(kinds)] for i in range(players)]


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("name", EDITIONS)
def test_equals_the_reference(name: str, players: int) -> None:
    games = 0
    for shift, strategies in enumerate([[wild] * players, [honest] * players, line_up(players, players), line_up(players, players + 3)]):
        n = 40 if name.startswith("full") else 85
        follow(plan_of(EDITIONS[name], players, strategies, seed=shift), 0, n, views=False)
        games += n
    assert games >= 160


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("name", EDITIONS)
def test_every_seat_knows_what_the_reference_says(name: str, players: int) -> None:
    for strategies in ([wild] * players, [honest] * players, line_up(players, players)):
        assert follow(plan_of(EDITIONS[name], players, strategies, seed=5), 10**6, 2, views=True) > 0


@pytest.mark.slow
@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("name", EDITIONS)
def test_equals_the_reference_over_many_games(name: str, players: int) -> None:
    for shift in range(len(ALL) + len(BUILT_IN)):
        follow(plan_of(EDITIONS[name], players, line_up(players, shift), seed=100 + shift), 0, 1000, views=False)


@pytest.mark.parametrize(("players", "king"), list(itertools.product(range(2, 7), KINGS)))
def test_cards_are_conserved_and_counted_right(players: int, king: str) -> None:
    """Some 1 million games of all temperaments; the kernel's own books are checked at the end of each."""
    for strategies in ([patient] * players, [wild] * players, [honest] * players, [hasty] * players, line_up(players, 1)):
        plan = plan_of(Edition(king=king), players, strategies, seed=11)
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
