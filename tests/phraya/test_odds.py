"""Odds of Phraya, held against enumeration: every hand of cards, every shuffle of the stacks, every board; and dealt games."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations, product

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boardstats.errors import BoardstatsError
from boardstats.games.phraya import odds
from boardstats.games.phraya.edition import Edition
from boardstats.games.phraya.moves import deal
from boardstats.games.phraya.state import STATE
from tests.phraya.reference_board import SECTIONS, SECTIONS_AT, boat_reach, put_together

STANDARD = Edition()
# The box of the rulings, typed in again: nothing here is read from the tables under test.
GOODS = ("vegetable", "fruit", "fish", "meat")
KINDS = (*GOODS, "basket", "restaurant", "temple", "scribe", "administration")
PASSIVES = [f"{what}_{good}" for what in ("cheap", "ignore") for good in GOODS] + ["cheap_temple", "cheap_stall"]
BONUSES = [*(f"as_{good}_stall" for good in GOODS), "orders", "king_disks", "temple_disks"]
BONUSES += [*(f"{good}_stalls" for good in GOODS), "stalls", "flowers", "favors", "coins"]
CARDS = PASSIVES + BONUSES  # a card by its effect
LETTERS = dict(zip("VFIM", GOODS, strict=True))  # I: fish
ORDERS = "VF VI VM FI FM  VVM VFI FFI VII FIM  VVFM VFFI VFIM VVII FFMM  VIIM VVMM FIIM VFMM IIMM"
ORDERS = [Counter(LETTERS[letter] for letter in order) for order in ORDERS.split()]
TYPES = [1 + i // 5 for i in range(20)]
SIDES = "corner east, corner south, top west, top south, top east, left north, left east, left south"
SIDES = [side.split() for side in f"{SIDES}, inner north, inner west, inner east, inner south".split(", ")]
PARTS = {
    "A": "basket fish fruit vegetable meat scribe fish temple restaurant fruit administration vegetable*",
    "B": "meat* temple vegetable fruit scribe fruit administration fish vegetable restaurant meat basket",
    "C": "scribe vegetable administration meat fish basket vegetable meat temple fish* fruit restaurant",
    "D": "fruit* meat temple fish vegetable administration fruit scribe meat basket restaurant fish",
}
BOARD = [
    {
        "part": part,
        "island": island,
        "side": side,
        "stall": stall.rstrip("*"),
        "silhouette": int(stall in GOODS),  # a goods stall without *
    }
    for part, stalls in PARTS.items()
    for (island, side), stall in zip(SIDES, stalls.split(), strict=True)
]
BOARDS = [
    put_together(BOARD, list(parts), list(backs)) for parts in permutations(range(4)) for backs in product((0, 1), repeat=4)
]
APART = [[next(n for n in range(9) if b in boat_reach(a, n, barge=-1)) for b in range(24)] for a in range(24)]
LOADS = (
    {},
    {"vegetable": 1},
    {"vegetable": 1, "fish": 1},
    {"fruit": 2, "meat": 2},
    {"fish": 2, "meat": 1, "fruit": 1},
    dict.fromkeys(GOODS, 2),
)


# ---- slow answers ------------------------------------------------------------------------------------------------


def share(hits):
    """Return the share of hits among cases, each as likely as another."""
    hits = list(hits)
    return Fraction(sum(hits), len(hits))


def distribution(cases):
    """Return the chance of every case, each as likely as another."""
    often = Counter(cases)
    return {case: Fraction(n, often.total()) for case, n in sorted(often.items())}


def nonzero(chances):
    return {case: chance for case, chance in chances.items() if chance}


def can_fill(goods, order):
    return Counter(goods) >= order


def cards_box(n, **changes):
    """Return a box with the first market cards only, with other effects if so told."""
    table = STANDARD.tables["market_cards"].head(n)
    return STANDARD.with_table("market_cards", table.assign(**changes, source="assumed"))


def orders_box(asked, types):
    """Return a box with these orders, of these types."""
    rows = [{"type": t, **{good: order[good] for good in GOODS}} for order, t in zip(asked, types, strict=True)]
    return STANDARD.with_table("orders", pd.DataFrame(rows).assign(points=1, coins=1, source="assumed"))


def order_of_turning_up(stacks, removed):
    """Take `removed` tiles out of each stack, then draw from the lowest-numbered one until all are drawn."""
    return [order for stack in stacks for order in stack[removed:]]


def piles(asked, types, seen=()):
    """Return the orders from 1 that were not seen, by type, ascending."""
    stacks = {t: [i for i, of_type in enumerate(types, 1) if of_type == t and i not in seen] for t in sorted(set(types))}
    return list(stacks.values())


def shuffles(stacks):
    return product(*(list(permutations(stack)) for stack in stacks))


# ---- market cards ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("turned", range(5))
@pytest.mark.parametrize("seen", [(), ("cheap_fish", "bonus_flowers", "cheap_fish", "bonus_coins")])
def test_cards_equal_every_hand_of_cards(turned, seen):
    left = [card for card in CARDS if card not in [name.removeprefix("bonus_") for name in seen]]
    hands = list(combinations(left, turned))
    for wanted in ([], ["cheap_stall"], ["cheap_fish"], ["ignore_meat", "flowers", "stalls"], ["coins", "flowers"], CARDS[:9]):
        assert odds.cards(wanted, turned, seen, exact=True) == share(not set(wanted).isdisjoint(hand) for hand in hands)


def test_a_bonus_names_its_card():
    for bonus in BONUSES:
        assert odds.cards([bonus], 7, [f"bonus_{bonus}"]) == 0
        assert (
            odds.cards([bonus, f"bonus_{bonus}"], 7, exact=True) == odds.cards(["cheap_fish"], 7, exact=True) == Fraction(7, 25)
        )


def test_an_effect_stands_for_all_cards_that_have_it():
    box = cards_box(7, passive="cheap_temple", bonus=["none", "coins", "coins", "none", "none", "none", "stalls"])
    assert odds.cards(["cheap_temple"], 1, edition=box) == 1
    hands = combinations(range(7), 2)
    assert odds.cards(["coins"], 2, edition=box, exact=True) == share(1 in hand or 2 in hand for hand in hands)
    assert odds.cards(["coins", "cheap_fruit"], 1, edition=box, exact=True) == Fraction(2, 7)  # the second card is named twice
    assert odds.cards(["coins", "cheap_vegetable"], 1, ["cheap_fruit"], edition=box, exact=True) == Fraction(2, 6)
    assert odds.cards(["favors"], 7, edition=box) == 0


def test_a_card_called_none_is_that_card_only():
    names = [*CARDS[:6], "none"]
    box = cards_box(7, card=names)
    assert odds.cards(["none"], 1, edition=box, exact=True) == Fraction(1, 7)


@pytest.mark.parametrize(("wanted", "seen"), [(["flowers"], 0), (["flowers", "coins"], 3), (["flowers", "coins", "favors"], 9)])
def test_cards_to_turn_equals_every_place_of_the_wanted(wanted, seen):
    deck = 25 - seen
    found = odds.cards_to_turn(wanted, CARDS[:seen], exact=True)
    firsts = [min(places) for places in combinations(range(1, deck + 1), len(wanted))]
    assert found == Fraction(sum(firsts), len(firsts))
    # The mean is the sum of the chances that so many cards do not do.
    assert found == sum(1 - odds.cards(wanted, turned, CARDS[:seen], exact=True) for turned in range(deck))


# ---- orders ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("goods", LOADS, ids=str)
def test_the_first_orders_equal_every_shuffle_of_stack_1(goods, players):
    first = [order_of_turning_up([stack], players == 2)[:4] for stack in permutations(range(5))]
    slow = share(any(can_fill(goods, ORDERS[i]) for i in turned) for turned in first)
    assert odds.orders(goods, players=players, exact=True) == slow


@pytest.mark.parametrize("seen", [(), (1, 4, 4, 7, 12, 16, 17)])
@pytest.mark.parametrize("numbers", [{1: 1}, {2: 4}, {1: 1, 2: 3}, {4: 1, 3: 2}, {1: 1, 2: 1, 3: 1, 4: 1}, {3: 0}], ids=str)
def test_orders_by_type_equal_every_set_of_each_type(numbers, seen):
    stacks = piles(ORDERS, TYPES, seen)
    for goods in LOADS:
        sets = product(*(list(combinations(stacks[t - 1], n)) for t, n in numbers.items()))
        slow = share(any(can_fill(goods, ORDERS[i - 1]) for some in drawn for i in some) for drawn in sets)
        assert odds.orders(goods, numbers, seen, exact=True) == slow


SMALL_ORDERS = [ORDERS[i] for i in (0, 1, 3, 5, 8, 9, 13)]
SMALL_TYPES = [4, 2, 1, 2, 1, 2, 1]  # the table need not be sorted, nor have every type


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("n_seen", [0, 1, 2, 3, 4])
def test_orders_equal_every_game_that_began_like_this(players, n_seen):
    """Every shuffle of every stack; of those with the same first orders, the next ones are what is asked about."""
    box = orders_box(SMALL_ORDERS, SMALL_TYPES)
    games = [order_of_turning_up(stacks, players == 2) for stacks in shuffles(piles(SMALL_ORDERS, SMALL_TYPES))]
    for began in {tuple(game[:n_seen]) for game in games}:
        alike = [game[n_seen:] for game in games if tuple(game[:n_seen]) == began]
        for n, goods in product(range(len(alike[0]) + 1), LOADS[1:5]):
            slow = share(any(can_fill(goods, SMALL_ORDERS[i - 1]) for i in onward[:n]) for onward in alike)
            assert odds.orders(goods, n, began, players, edition=box, exact=True) == slow


@settings(max_examples=50, deadline=None)
@given(st.lists(st.tuples(st.integers(1, 4), st.integers(0, 19)), min_size=1, max_size=6), st.data())
def test_orders_of_any_small_box(rows, data):
    types, asked = [t for t, _ in rows], [ORDERS[i] for _, i in rows]
    seen = data.draw(st.sets(st.integers(1, len(rows))))
    players, goods = data.draw(st.integers(2, 4)), data.draw(st.sampled_from(LOADS))
    stacks = piles(asked, types, seen)
    if players == 2 and not all(stacks):
        with pytest.raises(BoardstatsError, match="all orders of a type"):
            odds.orders(goods, 0, seen, 2, edition=orders_box(asked, types))
        return
    games = [order_of_turning_up(shuffled, players == 2) for shuffled in shuffles(stacks)]
    n = data.draw(st.integers(0, len(games[0])))
    slow = share(any(can_fill(goods, asked[i - 1]) for i in game[:n]) for game in games)
    assert odds.orders(goods, n, seen, players, edition=orders_box(asked, types), exact=True) == slow


def test_the_order_out_of_the_game_makes_stacks_run_out_sooner():
    goods = {"vegetable": 1, "fish": 1}  # fill the second order alone
    assert [odds.orders(goods, n, exact=True) for n in (4, 5, 20)] == [Fraction(4, 5), 1, 1]
    assert [odds.orders(goods, n, players=2, exact=True) for n in (4, 5, 16)] == [Fraction(4, 5)] * 3
    assert odds.orders(goods, 4, players=2, exact=True) == odds.orders(goods, {1: 4}, players=3, exact=True)


def test_a_card_that_ignores_a_good_is_one_more_of_it():
    for goods, ignored in product(LOADS, GOODS):
        filled = [can_fill(goods, order - Counter([ignored])) for order in ORDERS]
        more = Counter(goods) + Counter([ignored])
        assert odds.orders(more, {2: 2}, exact=True) == share(map(any, combinations(filled[5:10], 2)))


# ---- the market --------------------------------------------------------------------------------------------------


def slow_distances(boards, first, second):
    found = []
    for market in boards:
        of_kind = [stall for stall in market if market[stall][0] == first]
        goals = [stall for stall in market if market[stall][0] == second]
        found += [min(APART[a // 2][b // 2] for b in goals if b != a) for a in of_kind]
    return distribution(found)


def test_there_are_384_boards():
    assert len({tuple(sorted(market.items())) for market in BOARDS}) == 24 * 16 == 384


@pytest.mark.parametrize(("first", "second"), list(product(KINDS, KINDS)))
def test_distances_equal_every_board(first, second):
    found = odds.distances(first, second, exact=True)
    assert found.to_dict() == slow_distances(BOARDS, first, second)
    assert found.index.is_monotonic_increasing
    assert found.sum() == 1


def test_a_stall_at_one_section_is_met_from_both_sides():
    """Each pair of a fish stall and a restaurant at one section counts for one of 7 fish stalls and one of 4 restaurants."""
    pairs = sum(
        {market[2 * section][0], market[2 * section + 1][0]} == {"fish", "restaurant"}
        for market in BOARDS
        for section in range(24)
    )
    assert odds.distances("fish", "restaurant", exact=True)[0] == Fraction(pairs, 384 * 7)
    assert odds.distances("restaurant", "fish", exact=True)[0] == Fraction(pairs, 384 * 4)


def slow_blessings(boards, crossing, goods):
    stalls = [2 * section + side for section in SECTIONS_AT[crossing] for side in (0, 1)]
    return distribution(sum(market[stall][1] for stall in stalls if market[stall][0] in goods) for market in boards)


@pytest.mark.parametrize("good", [None, *GOODS])
def test_blessings_equal_every_board(good):
    found = odds.blessings(good, exact=True)
    assert len(found) == 9
    for crossing in range(9):
        assert nonzero(found.iloc[crossing]) == slow_blessings(BOARDS, crossing, (good,) if good else GOODS)
    assert found.columns.tolist() == list(range(len(found.columns)))
    assert found[found.columns[-1]].any()  # the most there can be


def test_blessings_have_the_symmetry_of_a_random_board():
    found = odds.blessings(exact=True)
    for alike in ([0, 2, 6, 8], [1, 3, 5, 7]):
        assert all(found.iloc[crossing].equals(found.iloc[alike[0]]) for crossing in alike)


def test_every_stall_counts_at_each_crossing_of_its_section():
    """The means add up to 24 stalls with a silhouette and, once more, those at one of the 12 sections between two crossings."""
    inner = [section for section in range(24) if sum(section in around for around in SECTIONS_AT) == 2]
    assert len(inner) == 12
    twice = Fraction(sum(market[2 * s + side][1] for market in BOARDS for s in inner for side in (0, 1)), 384)
    table = odds.blessings(exact=True)
    assert sum(table @ table.columns) == 24 + twice
    means = [by_good @ by_good.columns for by_good in (odds.blessings(good, exact=True) for good in GOODS)]
    assert sum(means).to_dict() == (table @ table.columns).to_dict()


def test_a_fixed_board_is_one_board():
    fixed = STANDARD.replace(board="fixed")
    board = [put_together(BOARD, [0, 1, 2, 3], [0] * 4)]
    for first, second in (("restaurant", "fish"), ("temple", "temple"), ("meat", "scribe")):
        assert odds.distances(first, second, edition=fixed, exact=True).to_dict() == slow_distances(board, first, second)
    found = odds.blessings(edition=fixed, exact=True)
    for crossing in range(9):
        assert nonzero(found.iloc[crossing]) == slow_blessings(board, crossing, GOODS)


# ---- dealt games -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 4])
def test_dealt_games_agree(players):
    """Of 3000 games, the shares are within four standard errors of the odds."""
    n, box, s = 3000, STANDARD.box(players), np.zeros(1, STATE)
    goods, first_order = {"vegetable": 1, "fish": 1}, 1
    card = int(box["basics"]) + CARDS.index("cheap_stall")
    counts = Counter()
    for game in range(n):
        s[:] = np.zeros((), STATE)
        s["seed"], s["game"], s["players"] = 11, game, players
        deal(s[0], box)
        v = s["views"][0, 0]
        market = {stall: (KINDS[v["stall"][stall]], int(v["silhouette"][stall])) for stall in range(2 * len(SECTIONS))}
        counts["card"] += card in v["display"]
        counts["order"] += first_order in v["order_at"]
        counts["temple"] += slow_distances([market], "scribe", "temple").get(0, 0)
        counts["blessed"] += nonzero(slow_blessings([market], 1, GOODS)) == {6: 1}
    exact = {
        "card": odds.cards(["cheap_stall"]),
        "order": odds.orders(goods, players=players),
        "temple": odds.distances("scribe", "temple")[0],
        "blessed": odds.blessings()[6]["b1/c2"],
    }
    for what, chance in exact.items():
        # A share of stalls of one board spreads no more than a single yes or no.
        assert abs(counts[what] / n - chance) < 4 * (chance * (1 - chance) / n) ** 0.5, what


# ---- what goes in and what comes out -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "seen",
    [(3, 7), [7, 3, 3], {3, 7}, iter([3, 7]), np.array([3, 7], np.int8), pd.Series([3, 7], index=[5, 9]), {3: 1, 7: 1}],
    ids=["tuple", "repeated", "set", "iterator", "int8", "series", "mapping"],
)
def test_seen_takes_every_form(seen):
    assert odds.orders({"fruit": 1, "fish": 1}, {1: 2}, seen, exact=True) == Fraction(1, 2)


def test_names_take_every_form():
    for wanted in (["flowers"], {"flowers"}, iter(["flowers"]), np.array(["flowers"]), pd.Series(["flowers"])):
        assert odds.cards(wanted, np.int8(1), pd.Series(["cheap_fish"]), exact=True) == Fraction(1, 24)
    assert odds.orders(pd.Series({"vegetable": 2}).to_dict(), np.int64(4)) == 0


def test_answers_are_labelled_and_typed():
    far, table = odds.distances("restaurant", "fish"), odds.blessings()
    assert (far.name, far.index.name, far.dtype, far.index.dtype) == ("chance", "sections", np.float64, np.int64)
    assert (table.index.name, table.columns.name, set(table.dtypes)) == ("crossing", "stalls", {np.dtype(float)})
    assert table.index.tolist() == [f"{a}{i}/{b}{i + 1}" for i in (1, 2, 3) for a, b in ("ab", "bc", "cd")]
    asks = (
        lambda **how: odds.cards(["coins"], **how),
        lambda **how: odds.cards_to_turn(["coins", "favors"], **how),
        lambda **how: odds.orders({"vegetable": 1, "fish": 1}, **how),
    )
    for ask in asks:
        assert (type(ask()), type(ask(exact=True))) == (float, Fraction)
        assert ask() == float(ask(exact=True))
    exact = [*odds.distances("fish", "meat", exact=True), *odds.blessings(exact=True).to_numpy().ravel()]
    assert {type(chance) for chance in exact} == {Fraction}
    assert far.equals(odds.distances("restaurant", "fish", exact=True).map(float))
    assert table.equals(odds.blessings(exact=True).map(float))


NO_TEMPLE = STANDARD.with_table(
    "board", STANDARD.tables["board"].assign(stall=lambda t: t["stall"].replace("temple", "scribe"), source="assumed")
)
LONE = "right: kinds on the board"
FISH, STALL = "choose from vegetable, fruit, fish, meat.", "basket, restaurant, temple, scribe, administration."


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: odds.cards("coins"), "wanted: 'coins' is not a list of names; right: ['cheap_fish'], say"),
        (lambda: odds.cards([], seen=3), "seen: 3 is not a list of names; right: ['cheap_fish'], say"),
        (lambda: odds.cards(["coins"], 26), "turned: 26; right: a whole number from 0 to 25, the cards of the deck"),
        (lambda: odds.cards([], True), "turned: True; right: a whole number from 0 to 25, the cards of the deck"),
        (lambda: odds.cards([], 24, CARDS[:3]), "turned: 24; right: a whole number from 0 to 22, the cards of the deck"),
        (lambda: odds.cards([], edition="big"), "edition: 'big' is not an Edition of phraya"),
        (
            lambda: odds.cards_to_turn(["coins"], ["bonus_coins"]),
            "wanted: no such card is in the deck; right: one at least that was not seen",
        ),
        (lambda: odds.orders({"fsh": 1}), f"goods: unknown good 'fsh': {FISH} Did you mean 'fish'?"),
        (lambda: odds.orders({1: 1}), f"goods: unknown good 1: {FISH}"),
        (lambda: odds.orders({"fish": -1}), "goods: fish: -1; right: a whole number from 0 to 99"),
        (lambda: odds.orders({"fish": 0.5}), "goods: fish: 0.5; right: a whole number from 0 to 99"),
        (lambda: odds.orders(["fish"]), "goods: ['fish'] does not say how many by good; right: {'fish': 1}, say"),
        (lambda: odds.orders({}, 21), "open: 21; right: a whole number from 0 to 20, all in the stacks"),
        (lambda: odds.orders({}, 17, players=2), "open: 17; right: a whole number from 0 to 16, all in the stacks"),
        (lambda: odds.orders({}, "all"), "open: 'all'; right: a whole number from 0 to 20, all in the stacks"),
        (lambda: odds.orders({}, {5: 1}), "open: 5; right: a whole number from 1 to 4, the types"),
        (lambda: odds.orders({}, {2: 5}, [6]), "open: 5; right: a whole number from 0 to 4, the stack of type 2"),
        (lambda: odds.orders({}, {2: 5}, players=2), "open: 5; right: a whole number from 0 to 4, the stack of type 2"),
        (
            lambda: odds.orders({}, {3: 1}, edition=orders_box(SMALL_ORDERS, SMALL_TYPES)),
            "open: 1; right: a whole number from 0 to 0, the stack of type 3",
        ),
        (lambda: odds.orders({}, 4, [0]), "seen: 0; right: a whole number from 1 to 20, the orders"),
        (lambda: odds.orders({}, 4, 3), "seen: 3 is not a list of orders; right: [3, 12], say"),
        (lambda: odds.orders({}, players=5), "players: 5; right: a whole number from 2 to 4"),
        (
            lambda: odds.orders({}, 1, [1, 2, 3, 4, 5], 2),
            "seen: all orders of a type, where one is out of the game unseen; right: one less",
        ),
        (
            lambda: odds.distances("fishes", "meat"),
            f"first: unknown kind of stall 'fishes': {FISH[:-1]}, {STALL} Did you mean 'fish'?",
        ),
        (lambda: odds.distances("fish", None), f"second: unknown kind of stall None: {FISH[:-1]}, {STALL}"),
        (
            lambda: odds.distances("temple", "fish", edition=NO_TEMPLE),
            f"first and second: no temple stall has a fish stall to go to; {LONE}",
        ),
        (
            lambda: odds.distances("fish", "temple", edition=NO_TEMPLE),
            f"first and second: no fish stall has a temple stall to go to; {LONE}",
        ),
        (lambda: odds.blessings("basket"), f"good: unknown good 'basket': {FISH}"),
        (lambda: odds.blessings(edition=1), "edition: 1 is not an Edition of phraya"),
    ],
)
def test_what_cannot_be_is_said_in_one_line(ask, message):
    with pytest.raises(BoardstatsError) as caught:
        ask()
    assert str(caught.value) == message
    assert "\n" not in message


@pytest.mark.parametrize(
    ("ask", "start", "near"),
    [
        (lambda: odds.cards(["coin"]), "wanted: unknown market card, passive effect or bonus 'coin': choose from ", "coins"),
        (lambda: odds.cards(["none"]), "wanted: unknown market card, passive effect or bonus 'none': choose from ", ""),
        (
            lambda: odds.cards([["coins"]]),
            "wanted: unknown market card, passive effect or bonus ['coins']: choose from ",
            "coins",
        ),
        (lambda: odds.cards([], seen=["flowers"]), "seen: unknown market card 'flowers': choose from ", "bonus_flowers"),
    ],
)
def test_an_unknown_card_is_told_the_known_ones(ask, start, near):
    with pytest.raises(BoardstatsError) as caught:
        ask()
    assert str(caught.value).startswith(start)
    assert str(caught.value).endswith(f" Did you mean {near!r}?") or not near
    assert "\n" not in str(caught.value)
