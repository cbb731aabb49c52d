"""Odds of Sriracha, held against enumeration: every set of bids, every deal, every row, every set of tiles."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations, product
from math import comb

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boardstats.errors import BoardstatsError
from boardstats.games.sriracha import odds
from boardstats.games.sriracha.edition import Edition

COLOURS = ("red", "yellow", "green", "blue")
# The box of the rulings, typed in again: nothing here is read from the tables under test.
SHIPS = {i: (0, 0, 1) if i <= 8 else (0, 2) if i <= 16 else (0, 1) for i in range(1, 26)}
SHIPS = {i: Counter(COLOURS[(i + colour) % 4] for colour in cargo) for i, cargo in SHIPS.items()}
PATTERNS = ((0, 1), (0, 0, 1), (0, 1, 2), (0, 0, 1, 1), (0, 0, 1, 2), (0, 0, 1, 2, 3))
TILES = [(p, Counter(COLOURS[(c + p + k) % 4] for c in needs)) for p in range(6) for k, needs in enumerate(PATTERNS)]
ROWS = {2: 5, 3: 6, 4: 6}
WANTED = ({}, {"red": 1}, {"red": 2}, {"red": 2, "yellow": 1}, {"green": 1, "blue": 1}, {"red": 9}, dict.fromkeys(COLOURS, 2))
STANDARD = Edition()
SMALL = (2, 3, 5, 8, 13, 21, 34)


# ---- slow answers ------------------------------------------------------------------------------------------------


def small_cargo(number):
    return Counter([COLOURS[number % 3], COLOURS[number % 4]])


def small_box(numbers=SMALL, tiles=(), **options):
    """Return a box with ships of such numbers, in two rows of two, and tiles of such pictures."""
    ships = [{"number": n, **{c: small_cargo(n)[c] for c in COLOURS}} for n in numbers]
    setup = [{"players": players, "hand": 1, "row": 2} for players in (2, 3, 4)]
    box = STANDARD.with_table("ships", pd.DataFrame(ships)).with_table("setup", pd.DataFrame(setup)).replace(**options)
    if not tiles:
        return box
    rows = [{"picture": p, **dict.fromkeys(COLOURS, 1), "points": 1, "rewards": 1} for p in tiles]
    return box.with_table("tiles", pd.DataFrame(rows))


def distribution(cases):
    """Return the chance of every case, each as likely as another."""
    often = Counter(cases)
    return {case: Fraction(n, often.total()) for case, n in sorted(often.items())}


def place(number, bids):
    return 1 + sum(bid > number for bid in bids)


def nonzero(chances):
    return {case: chance for case, chance in chances.items() if chance}


def share(hits):
    """Return the share of hits among cases, each as likely as another."""
    hits = list(hits)
    return Fraction(sum(hits), len(hits))


def bonus(tiles, set_size=3, set_points=1):
    return sum(n * set_points for n in Counter(tiles).values() if n >= set_size)


# ---- the turn order ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(
    ("seen", "hand"),
    [((), None), ((3, 5, 7, 11, 13, 17, 19, 23, 2, 24, 25, 1), None), ((4, 6, 9, 25), (17, 1, 12)), ((), (17,))],
    ids=["nothing seen", "rows seen", "own hand", "one ship"],
)
def test_turn_order_equals_every_set_of_bids(players, seen, hand):
    unseen = sorted(SHIPS.keys() - set(seen) - set(hand or ()))
    for number in hand or SHIPS:
        others = combinations([ship for ship in unseen if ship != number], players - 1)
        found = odds.turn_order(number, players, seen, hand, exact=True)
        assert found.index.tolist() == list(range(1, players + 1))
        assert nonzero(found) == distribution(place(number, bids) for bids in others)


@pytest.mark.parametrize(("players", "held"), [(2, 1), (2, 2), (2, 3), (3, 1), (3, 2)])
def test_turn_order_equals_every_deal_and_every_bid_of_it(players, held):
    """Six unseen ships are dealt and the rest piled: how large the others' hands are makes no difference."""
    for number in SMALL:
        places = []
        for deal in permutations([ship for ship in SMALL if ship != number]):
            hands = [deal[i * held : (i + 1) * held] for i in range(players - 1)]
            places += [place(number, bids) for bids in product(*hands)]
        assert nonzero(odds.turn_order(number, players, edition=small_box(), exact=True)) == distribution(places)


def test_turn_order_is_what_outbid_gives_on_average_over_all_deals():
    box, hand, left = small_box(), [3, 21], [2, 5, 8, 13, 34]
    deals = [(a, b) for a in combinations(left, 2) for b in combinations(sorted(set(left) - set(a)), 2)]
    known = [odds.outbid(hand, deal, edition=box, exact=True) for deal in deals]
    for number in hand:
        mean = sum(each.loc[number] for each in known) / Fraction(len(deals))
        assert odds.turn_order(number, 3, hand=hand, edition=box, exact=True).to_dict() == mean.to_dict()


@settings(max_examples=100, deadline=None)
@given(st.sets(st.integers(1, 99), min_size=4, max_size=9), st.data())
def test_turn_order_of_any_small_box(numbers, data):
    ships = data.draw(st.permutations(sorted(numbers)))  # the table need not be sorted
    number, players = data.draw(st.sampled_from(ships)), data.draw(st.integers(2, 4))
    others = [ship for ship in ships if ship != number]
    seen = others[: data.draw(st.integers(0, len(others) - players + 1))]
    found = odds.turn_order(number, players, seen, edition=small_box(ships), exact=True)
    left = [ship for ship in others if ship not in seen]
    assert nonzero(found) == distribution(place(number, bids) for bids in combinations(left, players - 1))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_turn_order_is_symmetric(players):
    for number in SHIPS:
        high, low = (odds.turn_order(n, players, exact=True).tolist() for n in (number, 26 - number))
        assert high == low[::-1]
        assert sum(high) == 1
    middle = odds.turn_order(13, players, exact=True).tolist()
    assert middle == middle[::-1]
    assert odds.turn_order(25, players)[1] == odds.turn_order(1, players)[players] == 1


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seen", [[], [4, 9, 9, 17, 25]], ids=["nothing seen", "some seen"])
def test_first_chance_is_the_turn_order_of_every_ship(players, seen):
    found = odds.first_chance(players, seen, exact=True)
    assert found.index.tolist() == list(SHIPS)
    for number, row in found.iterrows():
        places = odds.turn_order(number, players, seen, exact=True)
        assert row["first"] == places[1]
        assert row["mean_place"] == sum(place * chance for place, chance in places.items())
    assert found["first"].is_monotonic_increasing
    assert found["mean_place"].is_monotonic_decreasing


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_random_ship_goes_first_as_often_as_any(players):
    mean = odds.first_chance(players, exact=True).sum() / Fraction(len(SHIPS))
    assert mean.to_dict() == {"first": Fraction(1, players), "mean_place": Fraction(players + 1, 2)}


@pytest.mark.parametrize(
    "hands",
    [
        [[14, 3], [9]],
        [[5, 12, 20, 1, 25], [2, 7, 13, 21, 24]],
        [[11, 4, 23, 18], [1, 2, 24, 25], [10, 12, 17, 19]],
        [[6, 16, 22], [21, 23, 25], [1, 2, 3], [5, 15, 24]],
        [[8], [1, 9], [10, 2, 3], [7]],
    ],
    ids=["uneven", "two", "three", "four", "nearly over"],
)
def test_outbid_equals_every_bid(hands):
    found = odds.outbid(hands[0], hands[1:], exact=True)
    assert found.index.tolist() == hands[0]
    assert found.columns.tolist() == list(range(1, len(hands) + 1))
    for number in hands[0]:
        assert nonzero(found.loc[number]) == distribution(place(number, bids) for bids in product(*hands[1:]))
    assert (found.sum(axis=1) == 1).all()


def test_one_of_those_who_bid_goes_first():
    hands = [[6, 16, 22], [21, 23, 25], [1, 2, 3], [5, 15, 24]]
    tables = [odds.outbid(hand, hands[:i] + hands[i + 1 :], exact=True) for i, hand in enumerate(hands)]
    assert sum(table.sum() / Fraction(3) for table in tables).to_dict() == dict.fromkeys((1, 2, 3, 4), 1)


# ---- what the rows bring -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("fare", "seen"), [(0, ()), (0, (4, 17, 25)), (1, ()), (1, (8, 8, 9, 1, 3))])
def test_cargo_equals_every_set_of_ships_within_reach(fare, seen):
    unseen = [cargo for number, cargo in SHIPS.items() if number not in seen]
    for wanted in WANTED:
        carries = [cargo >= Counter(wanted) for cargo in unseen]
        assert odds.cargo(wanted, fare, seen=seen, exact=True) == share(map(any, combinations(carries, 2 * (fare + 1))))


def test_cargo_equals_every_layout_of_short_rows():
    """Seven ships, two rows of two: the first of each row is within reach for nothing, all four for a fare of 1."""
    box = small_box()
    for wanted in ({"red": 1}, {"green": 1}, {"yellow": 2}, {"red": 1, "green": 1}):
        layouts = [[small_cargo(n) >= Counter(wanted) for n in pile[:4]] for pile in permutations(SMALL)]
        near = share(pile[0] or pile[2] for pile in layouts)
        assert odds.cargo(wanted, edition=box, exact=True) == near
        assert odds.cargo(wanted, 1, edition=box, exact=True) == share(map(any, layouts))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_who_pays_more_reaches_more(players):
    for wanted in WANTED:
        chances = [odds.cargo(wanted, fare, players, exact=True) for fare in range(ROWS[players])]
        none = sum(not cargo >= Counter(wanted) for cargo in SHIPS.values())
        whole = 2 * ROWS[players]
        assert chances == sorted(chances)
        assert chances[-1] == 1 - Fraction(comb(none, whole), comb(25, whole))
    assert odds.cargo({}) == 1
    assert odds.cargo({"red": 9}, 4, players) == 0


@pytest.mark.parametrize("seen", [(), (1, 6, 8, 8, 36, 13)])
@pytest.mark.parametrize("k", [0, 1, 2, 3])
def test_tiles_for_equals_every_set_of_tiles(k, seen):
    for have in (*WANTED, {"red": 2, "yellow": 2}, {"red": 1, "yellow": 1, "green": 2}, {"green": 99, "blue": 99}):
        built = [needs <= Counter(have) for i, (_, needs) in enumerate(TILES, 1) if i not in seen]
        assert odds.tiles_for(have, k, seen, exact=True) == share(map(any, combinations(built, k)))


def test_tiles_for_none_and_for_all():
    plenty = dict.fromkeys(COLOURS, 2)
    assert odds.tiles_for(plenty, 1) == odds.tiles_for(plenty, 36) == 1
    assert odds.tiles_for(plenty, 0) == odds.tiles_for({}, 36) == odds.tiles_for({"red": 9}, 36) == 0
    assert odds.tiles_for({"red": 1, "yellow": 1}, 34) < 1  # pictures 1 and 5 have such a tile each
    assert odds.tiles_for({"red": 1, "yellow": 1}, 35) == 1


def test_colours_are_alike_where_the_tiles_are():
    """Pictures 1 to 4 hold each pattern once in every colour: without pictures 5 and 6 no colour is favoured."""
    neighbours = list(zip(COLOURS, (*COLOURS[1:], COLOURS[0]), strict=True))
    for k in (1, 4, 12):
        chances = {odds.tiles_for({a: 2, b: 1}, k, range(25, 37), exact=True) for a, b in neighbours}
        assert len(chances) == 1


# ---- the picture bonus -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seen", [(), (1, 2, 3, 4, 4, 5, 7, 8, 13)])
@pytest.mark.parametrize("n", range(5))
def test_pictures_equal_every_set_of_tiles(n, seen):
    left = [picture for i, (picture, _) in enumerate(TILES, 1) if i not in seen]
    assert odds.pictures(n, seen, exact=True).to_dict() == distribution(map(bonus, combinations(left, n)))


@settings(max_examples=100, deadline=None)
@given(st.lists(st.integers(1, 4), min_size=1, max_size=9), st.integers(1, 4), st.integers(0, 3), st.data())
def test_pictures_of_any_small_box(tiles, set_size, set_points, data):
    box = small_box(tiles=tiles, set_size=set_size, set_points=set_points)
    seen = data.draw(st.sets(st.integers(1, len(tiles))))
    left = [picture for i, picture in enumerate(tiles, 1) if i not in seen]
    for n in range(len(left) + 1):
        slow = distribution(bonus(some, set_size, set_points) for some in combinations(left, n))
        assert odds.pictures(n, seen, edition=box, exact=True).to_dict() == slow


@pytest.mark.parametrize("n", range(37))
def test_the_mean_bonus_is_that_of_six_pictures(n):
    found = odds.pictures(n, exact=True)
    of_one = {j: Fraction(comb(6, j) * comb(30, n - j), comb(36, n)) for j in range(min(6, n) + 1)}
    assert found.sum() == 1
    assert found.index.is_monotonic_increasing
    assert sum(points * chance for points, chance in found.items()) == 6 * sum(bonus([0] * j) * p for j, p in of_one.items())


def test_few_tiles_bring_nothing_and_all_bring_all():
    assert odds.pictures(0, exact=True).to_dict() == odds.pictures(2, exact=True).to_dict() == {0: 1}
    assert odds.pictures(36, exact=True).to_dict() == {36: 1}
    assert odds.pictures(0, range(1, 37), exact=True).to_dict() == {0: 1}
    assert odds.pictures(13).index.min() == 3  # at most two of each picture are twelve


# ---- what goes in and what comes out -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "seen",
    [(3, 7), [7, 3, 3], {3, 7}, iter([3, 7]), np.array([3, 7], np.int8), pd.Series([3, 7], index=[5, 9]), {3: 1, 7: 1}],
    ids=["tuple", "repeated", "set", "iterator", "int8", "series", "mapping"],
)
def test_seen_takes_every_form(seen):
    assert odds.turn_order(9, 4, seen, exact=True).equals(odds.turn_order(9, 4, [3, 7], exact=True))


def test_hands_take_every_form():
    others = np.array([[3, 11], [5, 20]], np.int8)
    assert odds.outbid(pd.Series([9, 18]), others).equals(odds.outbid([9, 18], [(3, 11), {5, 20}]))
    assert odds.turn_order(np.int8(9), np.int64(3), hand=np.array([9, 18])).equals(odds.turn_order(9, 3, [18]))


def test_answers_are_labelled_and_typed():
    order, every = odds.turn_order(9), odds.first_chance()
    known, bonuses = odds.outbid([9, 18], [[3]]), odds.pictures(9)
    assert (order.name, order.index.name, order.dtype) == ("chance", "place", np.float64)
    assert (bonuses.name, bonuses.index.name, bonuses.dtype) == ("chance", "bonus", np.float64)
    assert order.index.dtype == bonuses.index.dtype == np.int64
    assert (every.index.name, list(every), set(every.dtypes)) == ("ship", ["first", "mean_place"], {np.dtype(float)})
    assert (known.index.name, known.columns.name, set(known.dtypes)) == ("ship", "place", {np.dtype(float)})
    assert type(odds.cargo({"red": 1})) is type(odds.tiles_for({"red": 1}, 2)) is float
    exact = [
        *odds.turn_order(9, exact=True),
        *odds.first_chance(exact=True).to_numpy().ravel(),
        *odds.outbid([9, 18], [[3]], exact=True).to_numpy().ravel(),
        *odds.pictures(9, exact=True),
        odds.cargo({"red": 1}, exact=True),
        odds.tiles_for({"red": 1}, 2, exact=True),
    ]
    assert {type(chance) for chance in exact} == {Fraction}


def test_floats_are_the_nearest_to_the_fractions():
    for ask in (lambda exact: odds.turn_order(9, exact=exact), lambda exact: odds.pictures(17, exact=exact)):
        assert ask(exact=False).to_dict() == ask(exact=True).map(float).to_dict()
    assert odds.first_chance(3, [4]).equals(odds.first_chance(3, [4], exact=True).map(float))
    assert odds.outbid([9], [[3, 11, 12]]).equals(odds.outbid([9], [[3, 11, 12]], exact=True).map(float))
    assert odds.cargo({"red": 2}, 3) == float(odds.cargo({"red": 2}, 3, exact=True))


def test_the_edition_is_the_box_that_is_asked_about():
    ships = STANDARD.tables["ships"]
    richer = STANDARD.with_table("ships", ships.assign(red=ships["red"] + 1))
    assert odds.cargo({"red": 1}, edition=richer) == 1
    assert odds.turn_order(34, edition=small_box())[1] == 1
    assert odds.pictures(3, edition=STANDARD.replace(set_points=0), exact=True).to_dict() == {0: 1}
    assert odds.pictures(5, edition=STANDARD.replace(set_size=1), exact=True).to_dict() == {5: 1}


GAPS = "2, 3, 5, 8, 13, 21, 34"


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: odds.turn_order(26), "number: 26 is no ship; right: 1 to 25"),
        (lambda: odds.turn_order(7.0), "number: 7.0 is no ship; right: 1 to 25"),
        (lambda: odds.turn_order(True), "number: True is no ship; right: 1 to 25"),
        (lambda: odds.turn_order(1, edition=small_box()), f"number: 1 is no ship; right: {GAPS}"),
        (lambda: odds.turn_order(9, 5), "players: 5; right: a whole number from 2 to 4"),
        (lambda: odds.turn_order(9, seen=[0]), "seen: 0 is no ship; right: 1 to 25"),
        (lambda: odds.turn_order(9, seen=["9"]), "seen: '9' is no ship; right: 1 to 25"),
        (lambda: odds.turn_order(9, seen="9"), "seen: '9' is not a list of ships; right: [3, 12], say"),
        (lambda: odds.turn_order(9, seen=7), "seen: 7 is not a list of ships; right: [3, 12], say"),
        (lambda: odds.turn_order(9, hand=[3, 7]), "hand: lacks ship 9, which is bid; right: the hand before the bid"),
        (
            lambda: odds.turn_order(9, 4, range(1, 24)),
            "seen: leaves 2 ships that others can bid against 9; right: 3 at least",
        ),
        (
            lambda: odds.first_chance(4, range(1, 23)),
            "seen: leaves 2 ships that others can bid against 23; right: 3 at least",
        ),
        (lambda: odds.first_chance(1), "players: 1; right: a whole number from 2 to 4"),
        (lambda: odds.first_chance(edition="big"), "edition: 'big' is not an Edition of sriracha"),
        (lambda: odds.outbid([9], [3, 11]), "others: 3 is not a list of ships; right: [3, 12], say"),
        (lambda: odds.outbid([9], 3), "others: 3 is not a list of hands; right: [[3, 11], [5, 20]], say"),
        (lambda: odds.outbid([9], []), "hand and others: 1; right: a whole number from 2 to 4 hands in all"),
        (lambda: odds.outbid([9], [[1], [2], [3], [4]]), "hand and others: 5; right: a whole number from 2 to 4 hands in all"),
        (lambda: odds.outbid([9], [[]]), "hand and others: an empty hand; right: at least one ship in each"),
        (lambda: odds.outbid([], [[9]]), "hand and others: an empty hand; right: at least one ship in each"),
        (
            lambda: odds.outbid([9, 10], [[3, 9]]),
            "hand and others: ship 9 is held 2 times; right: each ship once, in one hand",
        ),
        (lambda: odds.outbid([9], [[26]]), "others: 26 is no ship; right: 1 to 25"),
        (
            lambda: odds.cargo({"rad": 2}),
            "materials: unknown colour 'rad': choose from red, yellow, green, blue. Did you mean 'red'?",
        ),
        (lambda: odds.cargo({"red": -1}), "materials: -1 red; right: a whole number from 0"),
        (lambda: odds.cargo({"red": 0.5}), "materials: 0.5 red; right: a whole number from 0"),
        (lambda: odds.cargo("red"), "materials: 'red' does not say how many by colour; right: {'red': 2}, say"),
        (
            lambda: odds.cargo({"red": 2}, 5, 2),
            "fare: 5; right: a whole number from 0 to 4, the ships before the last of a row",
        ),
        (
            lambda: odds.cargo({"red": 2}, 1, seen=range(1, 23)),
            "seen: leaves 3 ships, where 4 are within reach; right: 4 at least",
        ),
        (lambda: odds.tiles_for({"red": 2}, 37), "k: 37; right: a whole number from 0 to 36, the unseen tiles"),
        (lambda: odds.tiles_for({"red": 2}, 1, [0]), "seen: 0 is no tile; right: 1 to 36"),
        (lambda: odds.pictures(-1), "n: -1; right: a whole number from 0 to 36, the unseen tiles"),
        (lambda: odds.pictures(35, [1, 1, 36]), "n: 35; right: a whole number from 0 to 34, the unseen tiles"),
        (lambda: odds.pictures(None), "n: None; right: a whole number from 0 to 36, the unseen tiles"),
        (lambda: odds.pictures(3, edition=1), "edition: 1 is not an Edition of sriracha"),
    ],
)
def test_what_cannot_be_is_said_in_one_line(ask, message):
    with pytest.raises(BoardstatsError) as caught:
        ask()
    assert str(caught.value) == message
    assert "\n" not in message
