"""Exact odds of Sirvam o Rei, held against enumeration of small decks, icepool on the whole deck, and NumPy's dice."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb, inf

import icepool
import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boardstats.errors import BoardstatsError
from boardstats.games.sirvam import odds
from boardstats.games.sirvam.edition import Edition

# The counts that the rulebook prints, typed in again: nothing here is read from the table under test.
PRINTED = {-1: 3, 0: 5, 1: 4, 2: 4, 3: 4, 4: 4, 5: 4, 6: 4, 7: 4, 8: 4, 9: 4, 10: 5, 15: 3}
SEA = (3, 4, 5)
MID_GAME = [-1, 0, 0, 2, 3, 3, 5, 8, 10, 15, 15]
SMALL = {-2: 2, 0: 1, 3: 3, 4: 1, 9: 2}
STANDARD = Edition()
BARE = STANDARD.with_table("effects", pd.DataFrame({"value": [], "effect": []}))  # no effect needs a value in the deck


def small_box(deck, sea=SEA):
    rows = [(value, count, int(value in sea)) for value, count in deck.items()]
    return BARE.with_table("recipes", pd.DataFrame(rows, columns=["value", "count", "sea_creature"]))


def cards_left(deck, seen):
    return sorted((Counter(deck) - Counter(seen)).elements())


def enumerated(deck, seen, n, figure):
    """Return the distribution of a figure over every hand of n unseen cards, each physical card told apart."""
    hands = Counter(figure(hand) for hand in combinations(cards_left(deck, seen), n))
    return {value: Fraction(ways, hands.total()) for value, ways in hands.items()}


def nonzero(chances):
    return {value: chance for value, chance in chances.items() if chance}


def n_sea(hand):
    return sum(value in SEA for value in hand)


@st.composite
def decks(draw):
    """Draw a deck of 1 to 9 cards, some of them seen, and a number of cards that can be asked for."""
    deck = draw(st.dictionaries(st.integers(-9, 12), st.integers(0, 3), min_size=1, max_size=5))
    cards = cards_left(deck, [])[:9]
    if not cards:
        deck, cards = {7: 1}, [7]
    deck = {value: cards.count(value) for value in deck}
    seen = draw(st.permutations(cards))[: draw(st.integers(0, len(cards)))]
    return deck, seen, draw(st.integers(0, len(cards) - len(seen)))


# ---- against enumeration -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seen", [[], [3], [9, -2, 3, 9], [-2, -2, 0, 3, 3, 3, 4, 9]])
def test_every_function_equals_enumeration_of_a_small_deck(seen):
    box, cards = small_box(SMALL), cards_left(SMALL, seen)
    for n in range(len(cards) + 1):
        totals = enumerated(SMALL, seen, n, sum)
        assert odds.totals(n, seen, edition=box, exact=True).to_dict() == totals
        assert odds.sea_creatures(n, seen, edition=box, exact=True).to_dict() == enumerated(SMALL, seen, n, n_sea)
        for total in (*range(-5, 34), 3.5, Fraction(13, 2), -inf, inf):
            above = sum(chance for each, chance in totals.items() if each > total)
            below = sum(chance for each, chance in totals.items() if each < total)
            assert odds.hand_above(total, n, seen, edition=box, exact=True) == above
            assert odds.hand_below(total, n, seen, edition=box, exact=True) == below
        for values in ([], [3], [0, 9], [0, 0, 9, 9], list(SMALL)):
            hit = enumerated(SMALL, seen, n, lambda hand, values=values: not set(values).isdisjoint(hand))
            assert odds.any_of(values, n, seen, edition=box, exact=True) == hit.get(True, 0)
        if n:
            assert nonzero(odds.lowest(n, seen, edition=box, exact=True)) == enumerated(SMALL, seen, n, min)
    assert nonzero(odds.next_card(seen, edition=box, exact=True)) == enumerated(SMALL, seen, 1, sum)


@settings(max_examples=150, deadline=None)
@given(decks())
def test_any_small_deck_equals_enumeration(asked):
    deck, seen, n = asked
    box = small_box(deck)
    totals = odds.totals(n, seen, edition=box, exact=True)
    assert totals.to_dict() == enumerated(deck, seen, n, sum)
    assert odds.sea_creatures(n, seen, edition=box, exact=True).to_dict() == enumerated(deck, seen, n, n_sea)
    if n:
        assert nonzero(odds.lowest(n, seen, edition=box, exact=True)) == enumerated(deck, seen, n, min)
    for value in deck:
        hit = enumerated(deck, seen, n, lambda hand, value=value: value in hand)
        assert odds.any_of([value], n, seen, edition=box, exact=True) == hit.get(True, 0)


@settings(max_examples=100, deadline=None)
@given(decks(), st.integers(-30, 40))
def test_more_less_and_equal_make_one(asked, total):
    deck, seen, n = asked
    box = small_box(deck)
    equal = odds.totals(n, seen, edition=box, exact=True).get(total, 0)
    above = odds.hand_above(total, n, seen, edition=box, exact=True)
    assert above + equal + odds.hand_below(total, n, seen, edition=box, exact=True) == 1


# ---- against icepool, on the printed deck ------------------------------------------------------------------------


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("seen", [[], MID_GAME], ids=["opening", "mid-game"])
def test_the_printed_deck_equals_icepool(n, seen):
    deal = icepool.Deck(Counter(PRINTED) - Counter(seen)).deal(n)
    sums, lows = deal.sum(), deal.lowest(1).sum()
    assert odds.totals(n, seen, exact=True).to_dict() == {t: sums.probability(t) for t in sums}
    assert nonzero(odds.lowest(n, seen, exact=True)) == {value: lows.probability(value) for value in lows}
    rows = odds.totals(n, seen)  # floats: each the nearest to its fraction
    assert rows.to_dict() == {t: float(sums.probability(t)) for t in sums}


def test_next_card_counts_what_is_left():
    left = Counter(PRINTED)
    left.subtract([*MID_GAME, 15])
    assert odds.next_card([*MID_GAME, 15], exact=True).to_dict() == {v: Fraction(c, 40) for v, c in left.items()}
    assert odds.next_card([*MID_GAME, 15])[15] == 0


# ---- identities --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seen", [[], MID_GAME], ids=["opening", "mid-game"])
def test_distributions_sum_to_one(seen):
    for n in range(53 - len(seen)):
        named = [odds.totals, odds.sea_creatures] + [odds.lowest] * (n > 0)
        for distribution in named:
            assert distribution(n, seen, exact=True).sum() == 1
            assert distribution(n, seen).sum() == pytest.approx(1, abs=1e-14)
    assert odds.next_card(seen, exact=True).sum() == 1


def test_a_hand_and_the_rest_of_the_deck_mirror_each_other():
    whole = sum(cards_left(PRINTED, MID_GAME))
    size = 52 - len(MID_GAME)
    for n in range(size + 1):
        rest = odds.totals(size - n, MID_GAME, exact=True)
        assert odds.totals(n, MID_GAME, exact=True).to_dict() == {whole - t: chance for t, chance in rest.items()}


def test_the_mean_total_is_n_mean_cards():
    cards = cards_left(PRINTED, MID_GAME)
    for n in (1, 4, 26, len(cards)):
        totals = odds.totals(n, MID_GAME, exact=True)
        assert sum(t * chance for t, chance in totals.items()) == Fraction(n * sum(cards), len(cards))


def test_half_the_deck_counts_every_hand():
    chances = odds.totals(26, exact=True)
    assert all((chance * comb(52, 26)).denominator == 1 for chance in chances)
    assert chances.index.is_monotonic_increasing
    assert (chances > 0).all()
    low, high = sum(cards_left(PRINTED, [])[:26]), sum(cards_left(PRINTED, [])[26:])
    assert (chances.index[0], chances.index[-1]) == (low, high)


def test_no_cards_and_all_cards():
    assert odds.totals(0, exact=True).to_dict() == {0: 1}
    assert odds.totals(52, exact=True).to_dict() == {sum(cards_left(PRINTED, [])): 1}
    assert odds.totals(0, PRINTED, exact=True).to_dict() == {0: 1}
    assert odds.any_of(list(PRINTED), 0) == 0
    assert odds.any_of([-1], 49) < 1  # the three -1s may be the last three cards
    assert odds.any_of([-1], 50) == 1
    assert odds.sea_creatures(52, exact=True).to_dict() == {12: 1}


# ---- against dice ------------------------------------------------------------------------------------------------


def test_dealt_hands_agree():
    """Deal 200,000 hands; no chance may lie more than 5 standard errors off (seeded: it passes or fails for good)."""
    n_hands, n = 200_000, 4
    rng = np.random.default_rng(20)
    cards = np.array(cards_left(PRINTED, MID_GAME))
    hands = cards[np.argsort(rng.random((n_hands, len(cards))), axis=1)[:, :n]]
    for chances, dealt in [
        (odds.totals(n, MID_GAME), hands.sum(axis=1)),
        (odds.lowest(n, MID_GAME), hands.min(axis=1)),
        (odds.sea_creatures(n, MID_GAME), np.isin(hands, SEA).sum(axis=1)),
        (odds.next_card(MID_GAME), hands[:, 0]),
    ]:
        often = pd.Series(dealt).value_counts().reindex(chances.index, fill_value=0)
        assert often.sum() == n_hands  # nothing was dealt that has no chance
        usual = chances[chances * n_hands >= 20]  # below that a standard error means little
        z = (often / n_hands - usual).dropna() / np.sqrt(usual * (1 - usual) / n_hands)
        assert len(z) >= 4
        assert z.abs().max() < 5
    for chance, share in [
        (odds.any_of([0, 15], n, MID_GAME), np.isin(hands, [0, 15]).any(axis=1).mean()),
        (odds.hand_above(18, n, MID_GAME), (hands.sum(axis=1) > 18).mean()),
        (odds.hand_below(18, n, MID_GAME), (hands.sum(axis=1) < 18).mean()),
    ]:
        assert abs(share - chance) < 5 * np.sqrt(chance * (1 - chance) / n_hands)


# ---- what goes in and what comes out -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "seen",
    [
        tuple(MID_GAME),
        reversed(MID_GAME),
        Counter(MID_GAME),
        {**dict.fromkeys(PRINTED, 0), **Counter(MID_GAME)},
        np.array(MID_GAME, np.int8),
        np.array([*MID_GAME, 1]).reshape(3, 4)[:, :3],
        pd.Series(MID_GAME, index=range(100, 111)),
    ],
    ids=["tuple", "iterator", "counter", "dict", "int8", "2-d", "series"],
)
def test_seen_takes_every_form(seen):
    values = [-1, 0, 0, 3, 3, 5, 10, 15, 15] if getattr(seen, "ndim", 1) == 2 else MID_GAME
    assert odds.totals(4, seen, exact=True).equals(odds.totals(4, values, exact=True))


def test_series_are_labelled_and_typed():
    for chances, by in [
        (odds.next_card(), "value"),
        (odds.totals(3), "total"),
        (odds.lowest(3), "value"),
        (odds.sea_creatures(3), "sea_creatures"),
    ]:
        assert (chances.name, chances.index.name, chances.dtype) == ("chance", by, np.float64)
        assert chances.index.dtype == np.int64
    assert odds.next_card().index.tolist() == odds.lowest(3).index.tolist() == sorted(PRINTED)
    exact = odds.totals(3, exact=True)
    assert exact.dtype == object
    assert {type(chance) for chance in exact} == {Fraction}
    for single in (odds.any_of([0], 3), odds.hand_above(9, 3), odds.hand_below(9, 3)):
        assert type(single) is float
    for one_exact in (odds.any_of([], 3, exact=True), odds.hand_above(99, 3, exact=True)):
        assert type(one_exact) is Fraction


def test_numbers_from_numpy_do_not_overflow():
    assert odds.totals(np.int8(40)).equals(odds.totals(40))
    assert odds.any_of(np.array([0, 15], np.int8), np.int8(20), exact=True) == odds.any_of([0, 15], 20, exact=True)
    assert odds.hand_above(np.int8(100), np.int8(26), exact=True) == odds.hand_above(100, 26, exact=True)
    assert odds.lowest(np.uint8(9)).equals(odds.lowest(9))


def test_seen_is_left_as_it_was():
    seen = Counter(MID_GAME)
    odds.totals(4, seen)
    assert seen == Counter(MID_GAME)


def test_the_edition_is_the_box_that_is_asked_about():
    recipes = STANDARD.tables["recipes"]
    more = STANDARD.with_table("recipes", recipes.assign(count=recipes["count"] + (recipes["value"] == 15)))
    assert odds.next_card(exact=True)[15] == Fraction(3, 52)
    assert odds.next_card(edition=more, exact=True)[15] == Fraction(4, 53)
    assert odds.totals(4, edition=more).index.max() == 60
    assert odds.any_of([15], 4, edition=more) > odds.any_of([15], 4)
    assert odds.hand_above(20, 4, edition=more) > odds.hand_above(20, 4)
    assert odds.hand_below(20, 4, edition=more) < odds.hand_below(20, 4)
    assert odds.lowest(53, edition=more, exact=True)[-1] == 1
    dry = STANDARD.with_table("recipes", recipes.assign(sea_creature=0))
    assert odds.sea_creatures(5, edition=dry, exact=True).to_dict() == {0: 1}
    assert odds.totals(5, edition=STANDARD.replace(king="fish")).equals(odds.totals(5))


def test_rows_may_stand_in_any_order_and_have_no_card():
    box = small_box({9: 2, 4: 0, -2: 1})
    assert odds.next_card(edition=box, exact=True).to_dict() == {-2: Fraction(1, 3), 4: 0, 9: Fraction(2, 3)}
    assert odds.next_card(edition=box).index.tolist() == [-2, 4, 9]
    assert odds.lowest(2, edition=box, exact=True).to_dict() == {-2: Fraction(2, 3), 4: 0, 9: Fraction(1, 3)}
    assert odds.any_of([4], 3, edition=box) == 0


VALUES = "right: -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 15"


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: odds.totals(-1), "n: -1 cards; right: a whole number from 0 to 52, the unseen"),
        (lambda: odds.totals(53), "n: 53 cards; right: a whole number from 0 to 52, the unseen"),
        (lambda: odds.totals(50, [0, 0, 1]), "n: 50 cards; right: a whole number from 0 to 49, the unseen"),
        (lambda: odds.totals(2.0), "n: 2.0 cards; right: a whole number from 0 to 52, the unseen"),
        (lambda: odds.totals("2"), "n: '2' cards; right: a whole number from 0 to 52, the unseen"),
        (lambda: odds.totals(True), "n: True cards; right: a whole number from 0 to 52, the unseen"),
        (lambda: odds.hand_above(5, None), "n: None cards; right: a whole number from 0 to 52, the unseen"),
        (lambda: odds.hand_below(5, np.int64(60)), "n: 60 cards; right: a whole number from 0 to 52, the unseen"),
        (lambda: odds.sea_creatures(-3), "n: -3 cards; right: a whole number from 0 to 52, the unseen"),
        (lambda: odds.lowest(0), "n: 0 cards; right: a whole number from 1 to 52, the unseen"),
        (lambda: odds.any_of([0], -1), "k: -1 cards; right: a whole number from 0 to 52, the unseen"),
        (lambda: odds.any_of([0], 53), "k: 53 cards; right: a whole number from 0 to 52, the unseen"),
        (lambda: odds.any_of([12], 3), f"values: 12 is on no card; {VALUES}"),
        (lambda: odds.any_of(15, 3), "values: 15 is not a list of card values; right: [0, 15], say"),
        (lambda: odds.next_card([11]), f"seen: 11 is on no card; {VALUES}"),
        (lambda: odds.next_card([1.0]), f"seen: 1.0 is on no card; {VALUES}"),
        (lambda: odds.next_card(["15"]), f"seen: '15' is on no card; {VALUES}"),
        (lambda: odds.next_card("15"), "seen: '15' is not a list of card values; right: [0, 15], say"),
        (lambda: odds.next_card(None), "seen: None is not a list of card values; right: [0, 15], say"),
        (lambda: odds.next_card(np.array([np.nan])), f"seen: nan is on no card; {VALUES}"),
        (lambda: odds.next_card([[0, 1]]), f"seen: [0, 1] is on no card; {VALUES}"),
        (lambda: odds.next_card([0] * 6), "seen: 6 cards of value 0; right: 0 to 5, as in the box"),
        (lambda: odds.totals(2, {15: 4}), "seen: 4 cards of value 15; right: 0 to 3, as in the box"),
        (lambda: odds.totals(2, {15: -1}), "seen: -1 cards of value 15; right: a whole number from 0"),
        (lambda: odds.totals(2, {15: 0.5}), "seen: 0.5 cards of value 15; right: a whole number from 0"),
        (
            lambda: odds.next_card(PRINTED),
            "seen: all cards of the box, which leaves none for the next card; right: at least one fewer",
        ),
        (
            lambda: odds.lowest(1, PRINTED),
            "seen: all cards of the box, which leaves none for n; right: at least one fewer",
        ),
        (lambda: odds.hand_above(float("nan"), 2), "total: nan; right: a number to compare totals with"),
        (lambda: odds.hand_above(True, 2), "total: True; right: a number to compare totals with"),
        (lambda: odds.hand_below("5", 2), "total: '5'; right: a number to compare totals with"),
        (lambda: odds.totals(2, edition="fish"), "edition: 'fish' is not an Edition of sirvam"),
        (lambda: odds.totals(2, edition=PRINTED), f"edition: {PRINTED} is not an Edition of sirvam"),
    ],
)
def test_what_cannot_be_is_said_in_one_line(ask, message):
    with pytest.raises(BoardstatsError) as caught:
        ask()
    assert str(caught.value) == message
    assert "\n" not in message
