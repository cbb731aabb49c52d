"""Dealing anew what a seat does not know: every deal that agrees with its view comes up as often as it should."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from scipy import stats

import boardstats as bs
from boardstats.games.sirvam import GAME
from boardstats.games.sirvam.state import (
    CALL,
    DECLINE,
    DISCARD,
    DRAW,
    EMPTY,
    IN_PANTRY,
    LOOK,
    ON_LOOK,
    ON_PUT_IN,
    ON_TAKE,
    ON_TURN,
    PASS,
    PUT_IN,
    REPLACE,
    TAKE,
    THROW,
    UNKNOWN,
)
from boardstats.streams import SEAT, below, open_stream

Edition = bs.sirvam.Edition
REDEALS = 3000


class Table:
    """A game that is played move by move."""

    def __init__(self, edition: Edition, players: int, index: int = 0) -> None:
        self.box, self.states, self.moves = edition.box(players), np.zeros(1, GAME.state), np.zeros(GAME.max_moves, GAME.move)
        self.s, self.stream = self.states[0], np.zeros(4, np.uint64)
        self.s["seed"], self.s["game"], self.s["players"] = 5, index, players
        open_stream(self.stream, np.uint64(1), np.uint64(index), SEAT)
        GAME.deal(self.s, self.box)

    def legal(self) -> list[int]:
        return self.moves["kind"][: GAME.legal_moves(self.s, self.box, self.moves)].tolist()

    def play(self, *kinds: int) -> None:
        """Play any move of the first of these kinds that is legal; if none is, decline, or put in or take a helper."""
        legal = self.legal()
        kind = next(kind for kind in (*kinds, DECLINE, PUT_IN, TAKE) if kind in legal)
        first, n = legal.index(kind), legal.count(kind)
        GAME.apply(self.s, self.box, self.moves[first + int(below(self.stream, n))].copy())

    def play_until(self, decision: int, *kinds: int, after: int = 0) -> bool:
        """Play until a seat is asked this; return whether one was before the game was over."""
        while not self.s["over"]:
            if self.s["decision"] == decision and after <= 0:
                return True
            after -= self.s["decision"] == decision
            self.play(*kinds)
        return False

    def redeals(self, n: int = REDEALS):
        """Yield the state after each of n redeals for the seat that decides."""
        before, seat, stream = self.states.copy(), int(self.s["seat"]), np.zeros(4, np.uint64)
        open_stream(stream, np.uint64(2), np.uint64(3), np.uint64(4))
        for _ in range(n):
            self.states[:] = before
            GAME.redeal(self.s, self.box, seat, stream)
            yield self.s
        self.states[:] = before


LOOKS_AND_KEEPS = (LOOK, REPLACE, DISCARD, DRAW, PASS, THROW)
DISCARDS = (LOOK, DISCARD, DRAW, PASS, THROW)


@pytest.mark.parametrize("king", ["bell", "purple"])
@pytest.mark.parametrize(
    ("decision", "kinds", "after"), [(ON_TURN, LOOKS_AND_KEEPS, 5), (ON_LOOK, DISCARDS, 2), (IN_PANTRY, DISCARDS, 7)]
)
def test_every_recipe_is_as_likely_in_every_place_unknown(king: str, decision: int, kinds: tuple[int, ...], after: int) -> None:
    table = Table(Edition(king=king), 3)
    assert table.play_until(decision, *kinds, after=after)
    view = table.s["views"][table.s["seat"]]
    unseen = view["unseen"][:13].astype(int)
    unknown = [(q, i) for q in range(3) for i in range(table.s["cards"][q]) if view["known"][q, i] == UNKNOWN]
    located = [
        (q, i, table.s["hand"][q, i]) for q in range(3) for i in range(table.s["cards"][q]) if view["known"][q, i] != UNKNOWN
    ]
    assert len(unknown) >= 4
    assert len(located) >= 2
    assert unseen.sum() == len(unknown) + table.s["pile_left"]
    counts = {place: Counter() for place in [*unknown, "top", "bottom"]}
    pairs: Counter[tuple[int, int]] = Counter()
    for s in table.redeals():
        assert all(s["hand"][q, i] == kind for q, i, kind in located)
        for place in unknown:
            counts[place][int(s["hand"][place])] += 1
        counts["top"][int(s["pile"][s["pile_left"] - 1])] += 1
        counts["bottom"][int(s["pile"][0])] += 1
        pairs[int(s["hand"][unknown[0]]), int(s["pile"][s["pile_left"] - 1])] += 1
    kinds_left = np.flatnonzero(unseen)
    expected = REDEALS * unseen[kinds_left] / unseen.sum()
    for place, counted in counts.items():
        assert set(counted) <= set(kinds_left.tolist()), place
        assert stats.chisquare([counted[kind] for kind in kinds_left.tolist()], expected).pvalue > 1e-4, place
    # Two places together: drawn without replacement.
    n = unseen.sum()
    alike = sum(count for (a, b), count in pairs.items() if a == b)
    chance = (unseen * (unseen - 1)).sum() / (n * (n - 1))
    assert abs(alike - REDEALS * chance) < 4 * np.sqrt(REDEALS * chance)


def test_others_know_what_they_looked_at_and_not_what_it_was() -> None:
    """Who knows a recipe is public; what it is, each redeal says anew, and those who know it are told."""
    table = Table(Edition(), 4)
    assert table.play_until(ON_TURN, *LOOKS_AND_KEEPS, after=6)
    seat = int(table.s["seat"])
    for s in table.redeals(200):
        for r in range(4):
            view = s["views"][r]
            face_down = Counter(s["pile"][: s["pile_left"]].tolist())
            for q in range(4):
                for i in range(s["cards"][q]):
                    kind, knows = int(s["hand"][q, i]), s["knowers"][q, i] >> r & 1
                    assert view["known"][q, i] == (table.box["value"][kind] if knows else UNKNOWN)
                    face_down[kind] += not knows
            assert [face_down[kind] for kind in range(13)] == view["unseen"][:13].tolist()
            assert (view["knowers"] == table.s["views"][seat]["knowers"]).all()


def test_secret_throws_are_guessed_from_what_the_thrower_would_know() -> None:
    """What those before in the same pantry have thrown is secret: it follows the new cards, and not the true ones."""
    table = Table(Edition(), 3)
    assert table.play_until(IN_PANTRY, DISCARD, DRAW, PASS)
    first = int(table.s["seat"])
    table.play(THROW)  # truly thrown, at random
    assert table.s["decision"] == IN_PANTRY
    assert table.s["throw"][first] != EMPTY
    thrown = Counter()
    for s in table.redeals():
        known = [i for i in range(s["cards"][first]) if s["knowers"][first, i] >> first & 1]
        matching = [i for i in known if s["hand"][first, i] == s["discard"]]
        assert s["throw"][first] == (matching[0] if matching else EMPTY)
        thrown[int(s["throw"][first])] += 1
    assert len(thrown) == 3  # nothing, or one of the two recipes looked at


def test_kings_to_come_and_helpers_of_others_are_drawn_anew() -> None:
    table = Table(Edition(full=True), 3)
    assert table.play_until(ON_PUT_IN, CALL, DRAW, DISCARD, PASS)
    table.play_until(ON_PUT_IN, CALL, after=1)
    seat, first = int(table.s["seat"]), int(table.s["caller"])
    assert seat != first
    kings, put_in = Counter(), Counter()
    for s in table.redeals():
        assert s["kings"][0] == s["king"] == table.s["king"]
        assert len(set(s["kings"].tolist())) == 3
        kings[tuple(s["kings"][1:].tolist())] += 1
        assert s["helpers_left"][first].sum() == 2
        put_in[int(s["helpers_left"][first].argmin())] += 1
        assert (s["helpers_left"][seat] == 1).all()
    assert len(kings) == 12
    assert stats.chisquare(list(kings.values())).pvalue > 1e-4
    assert stats.chisquare([put_in[k] for k in range(3)]).pvalue > 1e-4


def test_fixed_kings_stay() -> None:
    edition = Edition(full=True, kings=("skull", "purple", "fish"))
    table = Table(edition, 2)
    assert {tuple(s["kings"].tolist()) for s in table.redeals(50)} == {(2, 4, 3)}


def test_helpers_that_were_taken_stay_taken() -> None:
    table = Table(Edition(full=True), 3)
    assert table.play_until(ON_TAKE, CALL, DRAW, DISCARD, PASS)
    pile = table.s["helper_pile"].tolist()
    assert sum(pile) == 3
    for s in table.redeals(50):
        assert s["helper_pile"].tolist() == pile
        assert s["order"][:3].tolist() == table.s["order"][:3].tolist()


def test_helpers_of_others_add_up_to_the_piles_that_were_opened() -> None:
    """From the second game on, what all together have put in is known; with two players, all of it."""
    for players in (2, 3, 4):
        table = Table(Edition(full=True), players)
        assert table.play_until(ON_TAKE, CALL, DRAW, DISCARD, PASS)
        assert table.play_until(ON_PUT_IN, CALL, DRAW, DISCARD, PASS)
        seat, opened = int(table.s["seat"]), table.s["views"][table.s["seat"]]["helper_piles"][0].tolist()
        assert sum(opened) == players
        for s in table.redeals(200):
            used = [int(k) for k in s["used"][:players, 0]]
            assert [used.count(k) for k in range(3)] == opened
            assert used[seat] == table.s["used"][seat, 0]
            assert players > 2 or used == table.s["used"][:2, 0].tolist()
