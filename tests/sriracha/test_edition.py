"""Sriracha: the shipped box, and boxes that cannot be played; scoring what a user types in."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pandas as pd
import pytest

import boardstats as bs
from boardstats.game import load
from tests.support import line_up

Edition = bs.sriracha.Edition
STANDARD = Edition()
SHIPS, TILES = STANDARD.tables["ships"], STANDARD.tables["tiles"]
COLOURS = list(bs.sriracha.COLOURS)


def test_the_ships_are_those_that_are_assumed() -> None:
    """Ship i, a = i mod 4: 1-8 carry a, a, a+1; 9-16 carry a, a+2; 17-25 carry a, a+1 (mod 4)."""
    for number, *cargo in SHIPS[["number", *COLOURS]].values.tolist():
        a = number % 4
        carried = Counter([a, a, a + 1] if number <= 8 else [a, a + 2] if number <= 16 else [a, a + 1])
        assert cargo == [carried[c] + carried[c + 4] for c in range(4)], number
    assert SHIPS["number"].tolist() == [*range(1, 26)]


def test_the_tiles_are_those_that_are_assumed() -> None:
    """6 pictures x 6 patterns; colours shifted by picture and pattern. Points and rewards go with the pattern."""
    assert (TILES.groupby("picture").size() == 6).all()
    assert len(TILES) == 36
    needed = TILES[COLOURS].sum(axis=1)
    assert Counter(zip(needed, TILES["points"], TILES["rewards"], strict=True)) == {
        (2, 2, 1): 6, (3, 3, 2): 6, (3, 4, 1): 6, (4, 6, 1): 6, (4, 5, 2): 6, (5, 8, 2): 6
    }  # fmt: skip
    assert TILES.loc[0, COLOURS].tolist() == [1, 1, 0, 0]  # picture 0, pattern 0: {0, 1}
    assert TILES.loc[7 + 5, "picture"] == 3
    assert TILES.loc[6 * 2 + 1, COLOURS].tolist() == [1, 0, 0, 2]  # picture 2, pattern 1: {0, 0, 1} + 3


def test_the_box_holds_what_three_rounds_use() -> None:
    """The published box: 25 ships, 36 tiles. Three rounds use 30 tiles with two players, 36 with three or four."""
    for players, tiles in ((2, 30), (3, 36), (4, 36)):
        box = STANDARD.box(players)
        assert 3 * 2 * box["row"] == tiles
        assert players * box["hand"] == 2 * box["row"]


def changed(table: str, **columns: object) -> bs.sriracha.Edition:
    return STANDARD.with_table(table, STANDARD.tables[table].assign(**columns))


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: changed("ships", red=-1), "column 'red': -1 is not from 0"),
        (lambda: changed("ships", number=7), "number 7 stands already in"),
        (lambda: changed("ships", purple=1), "the columns are .*purple"),
        (lambda: changed("tiles", picture=0), "column 'picture': 0 is not from 1"),
        (lambda: changed("tiles", red=0, yellow=0, green=0, blue=0), "needs one construction material at least"),
        (lambda: Edition(cubes=1), "needs 2 .*there are 1 in all"),
        (lambda: changed("sites", colour="purple"), "'purple' is not one of red, yellow, green, blue"),
        (lambda: changed("setup", players=[2, 3, 3]), "players 3 stands already in"),
        (lambda: Edition(rounds=0), "0 is not from 1 to 5"),
        (lambda: Edition(slot_size=9), "9 is not from 1 to 4"),
    ],
)
def test_a_box_that_makes_no_sense_is_an_error_that_says_where(make, words: str) -> None:
    with pytest.raises(bs.EditionError, match=words):
        make()


@pytest.mark.parametrize(
    ("make", "players", "words"),
    [
        (
            lambda: Edition(hand_size=7),
            4,
            "each turn takes a ship and its tile from the rows.* 4 x 7 = 28 .* hold 12; 3 is right",
        ),
        (lambda: Edition(hand_size=5), 3, "3 x 5 = 15 .* hold 12; 4 is right"),
        (lambda: changed("setup", row=[5, 6, 5]), 4, "table 'setup', 4 players: hand 3 .* hold 10; no hand size comes out even"),
        (lambda: STANDARD.with_table("ships", SHIPS.head(23)), 3, "take 24 ships; there are 23"),
        (lambda: STANDARD.with_table("tiles", TILES.head(35)), 4, "3 rounds lay out 36 tiles.*there are 35"),
        (lambda: Edition(rounds=4), 2, "4 rounds lay out 40 tiles"),
    ],
)
def test_a_box_that_is_too_small_for_the_players_is_an_error_before_anything_is_played(make, players: int, words: str) -> None:
    with pytest.raises(bs.EditionError, match=words):
        bs.simulate("sriracha", 10, players=players, strategies="random", seed=1, edition=make())


def test_the_score_of_what_is_typed_in() -> None:
    """How to Score: 1 point a tile of a picture with 3 or more; a point lost for each cube failed or missing."""
    assert bs.sriracha.score(0, [0, 0, 0, 0, 0, 0]).tolist() == [0, 0, 0, 0, 0]
    assert bs.sriracha.score(11, [3, 2, 4], failed=5, missing=2).tolist() == [11, 7, -5, -2, 11]
    assert bs.sriracha.score([5, 6], [[1, 1], [2, 2]], failed=[0, 1]).tolist() == [[5, 0, 0, 0, 5], [6, 0, -1, 0, 5]]
    assert bs.sriracha.score(4, [2, 1], set_size=2, set_points=3).tolist() == [4, 6, 0, 0, 10]
    assert bs.sriracha.score(np.zeros((7, 3), int), np.zeros((7, 3, 6), int)).shape == (7, 3, 5)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((1.5, [1]), "whole numbers"),
        ((1, 3), "shape"),
        ((1, [-1]), "not below 0"),
        ((1, [1], -2), "not below 0"),
        ((1, [0] * 13), "13 kinds, where 12 is the most"),
    ],
)
def test_a_score_of_nonsense_is_an_error(arguments, words: str) -> None:
    with pytest.raises(bs.BoardstatsError, match=words):
        bs.sriracha.score(*arguments)


def test_what_is_typed_in_scores_as_it_does_in_games() -> None:
    """The frame of a run, put together again from its counts: the same items, ranks and win shares."""
    players = 4
    run = bs.simulate("sriracha", 300, players=players, seed=5, strategies=line_up("sriracha", players))
    frame, taken = run.frame, run.taken
    done = taken[taken["card"].astype(str).str.endswith("completed")]
    index = done["card"].astype(str).str.extract(r"tile (\d+)", expand=False).astype(int) - 1
    pictures = np.zeros((len(run), players, 6), int)
    points = np.zeros((len(run), players), int)
    np.add.at(pictures, (done["game"], done["seat"], TILES["picture"].to_numpy()[index] - 1), done["times"])
    np.add.at(points, (done["game"], done["seat"]), TILES["points"].to_numpy()[index] * done["times"])
    lost = {name: -frame[f"{name}_points"].to_numpy().reshape(-1, players) for name in ("failed", "unfinished")}
    items = bs.sriracha.score(points, pictures, lost["failed"], lost["unfinished"])
    names = ["project_points", "picture_bonus", "failed_points", "unfinished_points", "score"]
    assert items.reshape(-1, 5).tolist() == frame[names].values.tolist()
    keys = {name: frame[name].to_numpy().reshape(-1, players) for name in ("projects_completed", "warehouse_left", "last_ship")}
    ranks = bs.sriracha.rank(items[..., -1], **keys)
    assert ranks.ravel().tolist() == frame["rank"].tolist()


def test_bids_are_columns_and_each_is_the_highest_of_the_pass_for_one_seat() -> None:
    run = bs.simulate("sriracha", 50, players=3, seed=2, strategies="random")
    bids = run.frame.filter(regex=r"^bid_\d+$")
    assert bids.columns.tolist() == [f"bid_{turn}" for turn in range(1, 13)]
    assert bids.isin(range(1, 26)).all(axis=None)
    by_game = bids.groupby(run.frame["game"])
    assert (by_game.nunique() == 3).all(axis=None)  # nobody bids the same ship as another
    assert isinstance(load("sriracha").components(STANDARD), list)
    assert isinstance(run.summary(), pd.DataFrame)
    assert not [name for name in run.summary().columns if name.startswith("bid")]
