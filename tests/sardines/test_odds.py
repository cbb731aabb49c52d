"""Odds of Sunny Day Sardines, held against enumeration: every hand, every payment, every draw of the market."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from math import comb, isnan, prod

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boardstats.errors import BoardstatsError
from boardstats.games.sardines import odds
from boardstats.games.sardines.edition import Edition

COLOURS = ("blue", "green", "orange", "pink")
SINGLES = COLOURS
DOUBLES = tuple(f"{colour}+{colour}" for colour in COLOURS)
MIXED = tuple(map("+".join, combinations(COLOURS, 2)))
# The deck of the rulings, typed in again: nothing here is read from the tables under test.
DECK = {**dict.fromkeys(SINGLES, 4), **dict.fromkeys(DOUBLES, 2), **dict.fromkeys(MIXED, 2)}
ORDERS = [
    *("1 blue + 1 green", "1 orange + 1 pink", "3 blue", "3 green", "3 orange", "3 pink"),
    *("2 blue + 2 orange", "2 green + 2 orange", "2 green + 2 pink", "2 blue + 2 pink"),
    *("2 blue + 1 green + 2 pink", "2 green + 2 orange + 1 pink", "3 alike", "4 alike", "3 different", "4 different"),
]
SMALL = {"blue": 2, "pink": 1, "blue+blue": 1, "pink+pink": 2, "blue+pink": 2, "green+orange": 1}
SMALL_ORDERS = ["3 pink", "2 blue + 2 pink", "1 green", "2 alike", "4 alike", "1 different", "3 different"]
STANDARD = Edition()
MARKET = ["blue", "green", "pink", "pink+pink", "blue+green"]
FIGURES = ["cards", "fish", "overpaid"]


# ---- the rules, restated slowly ----------------------------------------------------------------------------------


def small_box(deck, orders=SMALL_ORDERS, **options):
    cards = [{**{c: Counter(name.split("+"))[c] for c in COLOURS}, "count": count} for name, count in deck.items()]
    rows = []
    for name in orders:
        number, what = name.split(" ", 1)
        kind = {"alike": "special", "different": "mixed_bag"}.get(what, "regular")
        asked = Counter() if kind != "regular" else Counter({c: int(n) for n, c in map(str.split, name.split("+"))})
        rows.append(
            {
                "type": kind,
                **{c: asked[c] for c in COLOURS},
                "fish": 0 if asked else int(number),
                "points": 1,
                "count": 1,
            }
        )
    return (
        STANDARD.with_table("sardines", pd.DataFrame(cards))
        .with_table("orders", pd.DataFrame(rows))
        .replace(**{"dealt": 0, **options})
    )


def fish_on(cards):
    return Counter(fish for card in cards for fish in card.split("+"))


def n_fish(cards):
    return fish_on(cards).total()


@cache
def ways_to_fill(order):
    number, what = order.split(" ", 1)
    if what == "alike":
        return [Counter({colour: int(number)}) for colour in COLOURS]
    if what == "different":
        return [Counter(colours) for colours in combinations(COLOURS, int(number))]
    return [Counter({colour: int(n) for n, colour in map(str.split, order.split("+"))})]


def fills(cards, order):
    return any(way <= fish_on(cards) for way in ways_to_fill(order))


def asked(order):
    return ways_to_fill(order)[0].total()


def slow_payments(hand, order, kinds):
    """Return the payments from all subsets of a hand, cheapest first."""
    found = set()
    for used in product(*(range(hand.count(kind) + 1) for kind in kinds)):
        cards = [kind for kind, n in zip(kinds, used, strict=True) for _ in range(n)]
        if fills(cards, order) and not any(fills(cards[:i] + cards[i + 1 :], order) for i in range(len(cards))):
            found.add(tuple(cards))

    def price(cards):
        return n_fish(cards), len(cards), sum(16 ** kinds.index(card) for card in cards)

    return sorted(found, key=price)


@cache
def slow_overpaid(hand, order):
    """Return the fish overpaid by the cheapest subset of a hand that fills an order; None if there is none."""
    subsets = (cards for n in range(len(hand) + 1) for cards in combinations(hand, n))
    return min((n_fish(cards) - asked(order) for cards in subsets if fills(cards, order)), default=None)


def all_hands(deck, n):
    """Yield every hand of n cards by kinds, with the number of ways to draw it."""
    for hand in combinations_with_replacement([kind for kind in deck if deck[kind]], n):
        if ways := prod(comb(deck[kind], copies) for kind, copies in Counter(hand).items()):
            yield hand, ways


def cards_left(deck, seen):
    return sorted((Counter(deck) - Counter(seen)).elements())


def check_every_hand(deck, orders, seen, n, box):
    """Compare whole distributions with those over all hands of n unseen cards."""
    hands = Counter(tuple(hand) for hand in combinations(cards_left(deck, seen), n))
    filled = odds.fillable(n, seen, edition=box, exact=True)
    assert filled.index.tolist() == orders
    for order in orders:
        check_hands(order, hands, filled[order], odds.overpaid(order, n, seen, edition=box, exact=True))


def check_hands(order, hands, chance, found):
    often = Counter()
    for hand, ways in hands.items():
        often[slow_overpaid(hand, order)] += ways
    cannot = Fraction(often.pop(None, 0), sum(hands.values()))
    assert (found.cannot, chance) == (cannot, 1 - cannot)
    assert found.chances.to_dict() == {fish: Fraction(ways, often.total()) for fish, ways in often.items()}
    assert found.chances.index.is_monotonic_increasing


@st.composite
def decks(draw, most=8):
    """Draw a deck, some of its cards that have been seen, an order, and a number of cards that can be asked for."""
    deck = draw(st.dictionaries(st.sampled_from(list(DECK)), st.integers(0, 3), min_size=1, max_size=6))
    cards = draw(st.permutations(cards_left(deck, [])))[:most]
    deck = {kind: cards.count(kind) for kind in deck}
    seen = cards[: draw(st.integers(0, min(3, len(cards))))]
    needs = st.dictionaries(st.sampled_from(COLOURS), st.integers(1, 4), min_size=1)
    regular = needs.map(lambda way: " + ".join(f"{way[colour]} {colour}" for colour in COLOURS if colour in way))
    alike, different = st.integers(1, 5).map("{} alike".format), st.integers(1, 4).map("{} different".format)
    return deck, seen, draw(st.one_of(regular, alike, different)), draw(st.integers(0, len(cards) - len(seen)))


# ---- orders and overpaying: all hands ----------------------------------------------------------------------------


@pytest.mark.parametrize("seen", [[], ["pink+pink"], ["blue", "blue+pink", "green+orange", "blue+pink"]])
def test_a_small_deck_equals_enumeration(seen):
    box = small_box(SMALL)
    for n in range(10 - len(seen)):
        check_every_hand(SMALL, SMALL_ORDERS, seen, n, box)


@settings(max_examples=150, deadline=None)
@given(decks())
def test_any_small_deck_equals_enumeration(drawn):
    deck, seen, order, n = drawn
    check_every_hand(deck, [order], seen, n, small_box(deck, [order]))


@pytest.mark.parametrize("n", [0, 1, 2, 3, 4])
def test_the_whole_deck_equals_enumeration(n):
    hands = dict(all_hands(DECK, n))
    assert sum(hands.values()) == comb(36, n)
    filled = odds.fillable(n, exact=True)
    assert filled.index.tolist() == ORDERS
    for order in ORDERS:
        check_hands(order, hands, filled[order], odds.overpaid(order, n, exact=True))


def test_the_whole_deck_half_seen_equals_enumeration():
    seen = ["blue", "blue", "pink+pink", "blue+green", "green+orange", *SINGLES, *DOUBLES, *MIXED]
    hands = dict(all_hands(Counter(DECK) - Counter(seen), 5))
    filled = odds.fillable(5, seen, exact=True)
    for order in ORDERS:
        chance = Fraction(sum(ways for hand, ways in hands.items() if fills(hand, order)), comb(17, 5))
        assert filled[order] == chance
        assert odds.overpaid(order, 5, seen, exact=True).cannot == 1 - chance


@pytest.mark.parametrize(
    ("order", "n", "hands"),
    [
        ("1 blue + 1 green", 1, 2),  # the two cards that show both
        ("3 blue", 2, 1 + 2 * 10),  # both doubles; or one, with a single or a mixed card that shows blue
        ("4 alike", 2, 4),  # both doubles of a colour
        ("3 different", 2, 60 + 144),  # two different mixed cards; or one, with a single or a double of another colour
        ("4 different", 2, 3 * 4),  # two mixed cards that share no colour
    ],
)
def test_cases_counted_by_hand(order, n, hands):
    assert odds.fillable(n, exact=True)[order] == Fraction(hands, comb(36, n))


def test_two_doubles_for_three_overpay_one():
    box = small_box({"pink+pink": 2}, ["3 pink"])
    found = odds.overpaid("3 pink", 2, edition=box, exact=True)
    assert (found.order, found.n, found.chances.to_dict(), found.cannot, found.mean) == ("3 pink", 2, {1: 1}, 0, 1)
    never = odds.overpaid("3 pink", 1, edition=box, exact=True)
    assert (never.chances.to_dict(), never.cannot) == ({}, 1)
    assert isnan(never.mean)
    assert isnan(odds.overpaid("3 pink", 1, edition=box).mean)


# ---- identities --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seen", [[], MARKET], ids=["none", "market"])
def test_more_cards_fill_more_orders(seen):
    table = odds.fillable_by_hand_size(36 - len(seen), seen, exact=True)
    assert (table.diff(axis=1).iloc[:, 1:] >= 0).all(axis=None)
    assert (table.iloc[:, -1] == 1).all()


def test_one_table_holds_all_hand_sizes():
    table = odds.fillable_by_hand_size(exact=True)
    assert (table.index.tolist(), table.columns.tolist()) == (ORDERS, list(range(1, 9)))
    assert (table.index.name, table.columns.name) == ("order", "n")
    for n in table:
        assert table[n].to_dict() == odds.fillable(n, exact=True).to_dict()
    assert (odds.fillable_by_hand_size() == table.astype(float)).all(axis=None)


def test_colours_are_alike_in_a_deck_that_treats_them_alike():
    filled = odds.fillable(6, exact=True)
    for alike in (ORDERS[:2], ORDERS[2:6], ORDERS[6:10], ORDERS[10:12]):
        assert len(set(filled[alike])) == 1


@pytest.mark.parametrize("order", ORDERS)
def test_distributions_sum_to_one(order):
    for n in (3, 6, 10, 30, 36):
        found = odds.overpaid(order, n, exact=True)
        assert found.chances.sum() == 1
        assert found.cannot == 1 - odds.fillable(n, exact=True)[order]
        assert found.mean == sum(fish * chance for fish, chance in found.chances.items())
        rounded = odds.overpaid(order, n)
        assert rounded.chances.to_dict() == {fish: float(chance) for fish, chance in found.chances.items()}
        assert rounded.mean == pytest.approx(float(found.mean), abs=1e-14)


def test_dealt_hands_agree():
    """Deal 50,000 hands; no chance may lie more than 5 standard errors off (seeded: it passes or fails for good)."""
    n_hands, n = 50_000, 6
    rng = np.random.default_rng(20)
    kinds = np.repeat(np.arange(14), list(DECK.values()))
    hands = kinds[np.argsort(rng.random((n_hands, 36)), axis=1)[:, :n]]
    fish = np.array([[Counter(name.split("+"))[colour] for colour in COLOURS] for name in DECK])[hands].sum(axis=1)
    for order, chance in odds.fillable(n).items():
        ways = [[way[colour] for colour in COLOURS] for way in ways_to_fill(order)]
        share = np.any([np.all(fish >= way, axis=1) for way in ways], axis=0).mean()
        assert abs(share - chance) < 5 * np.sqrt(chance * (1 - chance) / n_hands)


# ---- payments ----------------------------------------------------------------------------------------------------


def test_every_payment_from_hands_of_the_whole_deck():
    rng = np.random.default_rng(3)
    kinds = list(DECK)
    for hand in (rng.permutation(cards_left(DECK, []))[:9].tolist() for _ in range(25)):
        for order in ORDERS:
            found = odds.payments(hand, order)
            slow = slow_payments(hand, order, kinds)
            assert found["payment"].tolist() == [", ".join(cards) for cards in slow]
            assert found["kinds"].tolist() == [tuple(map(kinds.index, cards)) for cards in slow]
            assert found["cards"].tolist() == [len(cards) for cards in slow]
            assert found["fish"].tolist() == [n_fish(cards) for cards in slow]
            assert found["overpaid"].tolist() == [n_fish(cards) - asked(order) for cards in slow]


@settings(max_examples=150, deadline=None)
@given(decks(most=7))
def test_every_payment_from_any_small_hand(drawn):
    deck, _, order, _ = drawn
    box = small_box(deck, [order])
    found = odds.payments(deck, 0, edition=box)
    assert found["payment"].tolist() == [", ".join(c) for c in slow_payments(cards_left(deck, []), order, list(deck))]
    overpaid = slow_overpaid(tuple(cards_left(deck, [])), order)
    assert found["overpaid"].head(1).tolist() == ([] if overpaid is None else [overpaid])


@pytest.mark.parametrize(
    ("hand", "order", "payments"),
    [
        (["pink+pink"] * 2, "3 pink", ["pink+pink, pink+pink"]),
        (["pink+pink"], "3 pink", []),
        ([], "1 blue + 1 green", []),
        (["blue", "blue", "blue", "blue+blue"], "3 blue", ["blue, blue+blue", "blue, blue, blue"]),
        (["blue", "green", "blue+green"], "1 blue + 1 green", ["blue+green", "blue, green"]),
        (["blue+green"] * 2 + ["green+orange"], "3 different", ["blue+green, green+orange"]),
        (["blue+pink"] * 2 + ["blue", "pink"], "3 alike", ["blue, blue+pink, blue+pink", "pink, blue+pink, blue+pink"]),
        (["green", "pink", "blue+blue", "pink+pink"], "3 alike", ["pink, pink+pink"]),
    ],
)
def test_payments_worked_out_by_hand(hand, order, payments):
    assert odds.payments(hand, order)["payment"].tolist() == payments


def test_a_payment_says_what_it_costs():
    paid = odds.payments(["pink+pink"] * 2, "3 pink")
    assert paid[FIGURES].iloc[0].tolist() == [2, 4, 1]
    assert paid["kinds"].iloc[0] == (7, 7)
    nothing = odds.payments([], "3 pink")
    assert (list(nothing), len(nothing)) == ([*FIGURES, "payment", "kinds"], 0)
    for frame in (paid, nothing):
        assert (frame[FIGURES].dtypes == np.int64).all()


# ---- a few gathers -----------------------------------------------------------------------------------------------


def slow_within(order, hand, t, market, deck, spaces=5, limit=6):
    """Return the chance that `within` computes, card by card, by its docstring."""
    ways = ways_to_fill(order)
    wanted = {colour for way in ways for colour in way}

    def lacks(cards):
        return sorted((way - fish_on(cards)).total() for way in ways)

    def of_wanted(cards):
        return [fish_on(cards)[colour] for colour in COLOURS if colour in wanted]

    def without(cards, gone):
        return tuple(sorted((Counter(cards) - Counter(gone)).elements()))

    def gathered(cards):
        return lambda take: (lacks((*cards, *take)), len(take), [-n for n in of_wanted(take)])

    def lost(cards):
        return lambda card: (lacks(without(cards, [card])), of_wanted([card]), n_fish([card]))

    @cache
    def chance(hand, market, deck, t):
        if fills(hand, order):
            return Fraction(1)
        if t == 0:
            return Fraction(0)
        total, ways = Fraction(0), 0
        draws = Counter(combinations(deck, min(spaces - len(market), len(deck))))
        for drawn, often in draws.items():
            cards, ways = (*market, *drawn), ways + often
            takes = [(card,) for card in cards if n_fish([card]) == 2]
            takes += combinations([card for card in cards if n_fish([card]) == 1], 2)
            take = min(takes, key=gathered(hand)) if takes else ()
            after = (*hand, *take)
            while len(after) > limit:
                after = without(after, [min(after, key=lost(after))])
            total += often * chance(tuple(sorted(after)), without(cards, take), without(deck, drawn), t - 1)
        return total / ways

    return chance(tuple(sorted(hand)), tuple(sorted(market)), tuple(sorted(deck)), t)


@settings(max_examples=100, deadline=None)
@given(decks(most=9), st.data())
def test_any_small_deck_is_gathered_as_told(drawn, data):
    deck, seen, order, _ = drawn
    cards = data.draw(st.permutations(cards_left(deck, seen)))
    n_hand, n_market, spaces = (data.draw(st.integers(0, 3)) for _ in range(3))
    spaces, limit, t = max(1, n_market, spaces), data.draw(st.integers(max(2, n_hand), 5)), data.draw(st.integers(0, 4))
    hand, market, left = cards[:n_hand], cards[n_hand : n_hand + n_market], cards[n_hand + n_market :]
    box = small_box(deck, [order], market_size=spaces, hand_limit=limit)
    found = odds.within(order, hand, t, market=market, seen=seen, edition=box, exact=True)
    assert found.chance == slow_within(order, hand, t, market, left, spaces, limit)


@pytest.mark.parametrize("order", ORDERS)
def test_the_whole_deck_is_gathered_as_told(order):
    seen = ["pink", "blue+orange"]
    market = ["blue", "green", "pink+pink", "orange+orange"]
    full = ["green", "green", "green+pink", "blue+orange", "orange+pink", "orange+pink"]
    for hand in ([], ["green", "pink", "pink"], full):
        left = cards_left(DECK, [*hand, *market, *seen])
        for t in (0, 1, 2):
            found = odds.within(order, hand, t, market=market, seen=seen, exact=True)
            assert found.chance == slow_within(order, hand, t, market, left)
            assert (found.low, found.high, found.exact, found.games) == (found.chance, found.chance, True, 0)


def test_a_gather_worked_out_by_hand():
    """The blue card and another single are taken; two of 30 cards are drawn, 10 of which show blue and can be taken."""
    found = odds.within("3 blue", ["blue"], 2, market=["blue", "green", "pink", "pink+pink", "green+green"], exact=True)
    assert found.chance == 1 - Fraction(20 * 19, 30 * 29)


@pytest.mark.parametrize("market", [None, MARKET], ids=["unknown", "known"])
@pytest.mark.parametrize("order", ["3 blue", "2 blue + 2 orange", "2 blue + 1 green + 2 pink", "3 alike"])
def test_simulated_gathers_agree_with_enumerated_ones(order, market, monkeypatch):
    for t in (1, 2, 3) if market else (1, 2):
        monkeypatch.setattr(odds, "MOST_CASES", 10**6)
        exact = odds.within(order, ["orange"], t, market=market)
        assert exact.exact
        monkeypatch.setattr(odds, "MOST_CASES", 0)
        rough = odds.within(order, ["orange"], t, market=market, games=10_000, seed=t)
        assert (rough.exact, rough.games) == (False, 10_000)
        assert 0 <= rough.low <= rough.chance <= rough.high <= 1
        assert abs(rough.chance - exact.chance) <= 4 * np.sqrt(exact.chance * (1 - exact.chance) / 10_000)


def test_more_gathers_fill_more_orders():
    for order in ("2 blue + 2 orange", "4 alike", "4 different"):
        chances = [odds.within(order, ["blue"], t, market=MARKET, exact=True).chance for t in range(5)]
        assert chances == sorted(chances)
        assert (chances[0], 0 < chances[-1] <= 1) == (0, True)


def test_a_game_is_simulated_the_same_by_the_same_seed():
    one, again, other = (odds.within("4 alike", [], 3, games=500, seed=seed) for seed in (1, 1, 2))
    assert one == again != other
    assert not one.exact


def test_gathering_ends_when_nothing_is_left():
    box = small_box({"blue": 2, "green": 1, "pink+pink": 1}, ["3 blue", "2 blue + 2 pink"], market_size=3)
    for t in (2, 3, 10**6):  # one card of one fish is left over: it cannot be gathered
        assert odds.within("3 blue", [], t, edition=box, exact=True).chance == 0
    assert odds.within("2 blue + 2 pink", [], 10**6, edition=box, exact=True).chance == slow_within(
        "2 blue + 2 pink", [], 4, [], ["blue", "blue", "green", "pink+pink"], 3
    )
    assert odds.within("3 pink", {"pink+pink": 2}, 0, exact=True).chance == 1
    assert type(odds.within("3 pink", {"pink+pink": 2}, 0).chance) is float


# ---- what goes in and what comes out -----------------------------------------------------------------------------


def test_cards_and_orders_have_names():
    assert odds.card_names() == list(DECK)
    assert odds.order_names() == ORDERS
    box = small_box(SMALL)
    assert (odds.card_names(box), odds.order_names(box)) == (list(SMALL), SMALL_ORDERS)


@pytest.mark.parametrize(
    "seen",
    [
        ("blue", "blue+pink", "blue+pink"),
        iter([0, 10, 10]),
        {"blue": 1, 10: 1, "blue+pink": 1, "green": 0},
        Counter(["pink+blue", "Blue", " pink + blue "]),
        np.array([0, 10, 10], np.int8),
        np.array([["blue", "blue+pink", "blue+pink"]]),
        pd.Series(["blue", "blue+pink", "blue+pink"], index=[5, 6, 7]),
        pd.Series([0, 10, 10]),
    ],
    ids=["names", "kinds", "mapping", "spelling", "int8", "2-d", "series", "series of kinds"],
)
def test_seen_takes_every_form(seen):
    assert odds.fillable(4, seen, exact=True).equals(odds.fillable(4, [0, 10, 10], exact=True))


@pytest.mark.parametrize("order", ["2 blue + 2 orange", "2 orange+2 blue", " 2  Blue + 2 orange", 6, np.int8(6)])
def test_an_order_is_written_by_row_or_by_name(order):
    assert odds.overpaid(order, 4, exact=True).order == "2 blue + 2 orange"
    assert odds.payments(["blue+orange"] * 2, order)["fish"].tolist() == [4]
    assert odds.within(order, ["blue+orange"] * 2, 0).chance == 1


def test_answers_are_labelled_and_typed():
    filled, found = odds.fillable(4), odds.overpaid("3 alike", 4)
    assert (filled.name, filled.index.name, filled.dtype) == ("chance", "order", np.float64)
    assert (found.chances.name, found.chances.index.name, found.chances.dtype) == ("chance", "overpaid", np.float64)
    assert found.chances.index.dtype == np.int64
    assert type(found.cannot) is type(found.mean) is float
    exact = odds.overpaid("3 alike", 4, exact=True)
    assert {type(chance) for chance in [*odds.fillable(4, exact=True), *exact.chances]} == {Fraction}
    assert type(exact.cannot) is type(exact.mean) is Fraction


def test_the_edition_is_the_box_that_is_asked_about():
    sardines = STANDARD.tables["sardines"]
    more = STANDARD.with_table("sardines", sardines.assign(count=sardines["count"] + (sardines["blue"] == 2)))
    assert odds.fillable(2, edition=more, exact=True)["3 blue"] == Fraction(3 + 3 * 10, comb(37, 2))
    assert odds.fillable(37, edition=more)["3 blue"] == 1
    assert odds.overpaid("3 blue", 4, edition=more).cannot < odds.overpaid("3 blue", 4).cannot
    assert len(odds.payments({"blue+blue": 3}, "3 blue", edition=more)) == 1
    assert odds.within("3 blue", [], 2, edition=more).chance > odds.within("3 blue", [], 2).chance
    assert odds.within("3 blue", [], 2, edition=STANDARD.replace(market_size=9), market=MARKET).chance > 0
    assert odds.fillable(6, edition=STANDARD.replace(hand_limit=9)).equals(odds.fillable(6))


CARDS = "choose from " + ", ".join(DECK)


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: odds.fillable(-1), "n: -1 cards; right: a whole number from 0 to 36, the unseen"),
        (lambda: odds.fillable(34, [0, 1, 2]), "n: 34 cards; right: a whole number from 0 to 33, the unseen"),
        (lambda: odds.fillable(2.0), "n: 2.0 cards; right: a whole number from 0 to 36, the unseen"),
        (lambda: odds.fillable(True), "n: True cards; right: a whole number from 0 to 36, the unseen"),
        (lambda: odds.overpaid(0, None), "n: None cards; right: a whole number from 0 to 36, the unseen"),
        (lambda: odds.fillable_by_hand_size(0), "max_n: 0 cards; right: a whole number from 1 to 36, the unseen"),
        (
            lambda: odds.fillable_by_hand_size(1, DECK),
            "seen: all cards of the box, which leaves none for max_n; right: at least one fewer",
        ),
        (lambda: odds.fillable(2, ["blu"]), f"seen: unknown card 'blu': {CARDS}. Did you mean 'blue'?"),
        (lambda: odds.fillable(2, [14]), "seen: 14 is no card; right: 0 to 13, or a name such as 'blue'"),
        (lambda: odds.fillable(2, [1.0]), "seen: 1.0 is no card; right: 0 to 13, or a name such as 'blue'"),
        (lambda: odds.fillable(2, [True]), "seen: True is no card; right: 0 to 13, or a name such as 'blue'"),
        (lambda: odds.fillable(2, "blue"), "seen: 'blue' is not a list of cards; right: ['blue', 'blue+pink'], say"),
        (lambda: odds.fillable(2, 3), "seen: 3 is not a list of cards; right: ['blue', 'blue+pink'], say"),
        (lambda: odds.fillable(2, ["blue"] * 5), "seen: 5 cards 'blue'; right: 0 to 4, as in the box"),
        (lambda: odds.fillable(2, {"blue": -1}), "seen: -1 cards 'blue'; right: a whole number from 0"),
        (lambda: odds.fillable(2, {"blue": 0.5}), "seen: 0.5 cards 'blue'; right: a whole number from 0"),
        (lambda: odds.fillable(2, edition="big"), "edition: 'big' is not an Edition of sardines"),
        (
            lambda: odds.overpaid("3 red", 2),
            f"order: unknown order '3 red': choose from {', '.join(ORDERS)}. Did you mean '3 green'?",
        ),
        (lambda: odds.overpaid(16, 2), "order: 16 is no order; right: 0 to 15, or a name such as '1 blue + 1 green'"),
        (lambda: odds.payments(["pink+pink"] * 3, 0), "hand: 3 cards 'pink+pink'; right: 0 to 2, as in the box"),
        (lambda: odds.payments([0], -1), "order: -1 is no order; right: 0 to 15, or a name such as '1 blue + 1 green'"),
        (lambda: odds.within(0, SINGLES * 2, 1), "hand: 8 cards; right: a whole number from 0 to 6, the hand limit"),
        (lambda: odds.within(0, [], 1, market=MIXED), "market: 6 cards; right: a whole number from 0 to 5, its spaces"),
        (
            lambda: odds.within(0, [8], 1, market=[8], seen=[8]),
            "hand, market and seen together: 3 cards 'blue+green'; right: 0 to 2, as in the box",
        ),
        (lambda: odds.within(0, [], -1), "t: -1 gathers; right: a whole number from 0 to 1000000000"),
        (lambda: odds.within(0, [], 1, games=0), "games: 0; right: a whole number from 1 to 1000000000"),
        (lambda: odds.within(0, [], 1, seed=1.5), f"seed: 1.5; right: a whole number from 0 to {2**63 - 1}"),
        (lambda: odds.within(0, [], 1, rule="luck"), "unknown rule 'luck': choose from nearest."),
        (
            lambda: odds.within("4 alike", [], 5, exact=True),
            "t: 5 gathers meet more than 100000 cases; right: fewer, or exact=False",
        ),
    ],
)
def test_what_cannot_be_is_said_in_one_line(ask, message):
    with pytest.raises(BoardstatsError) as caught:
        ask()
    assert str(caught.value) == message
    assert "\n" not in message
