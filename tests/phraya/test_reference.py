"""The slow restatement of Phraya, held against hand-made facts from the rulebook."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pandas as pd
import pytest

from boardstats.games.phraya.edition import Edition
from boardstats.games.phraya.state import MOVE, VIEW
from tests.phraya import reference as ref
from tests.phraya import reference_board as market
from tests.phraya.reference_box import EFFECTS, Card
from tests.phraya.reference_scoring import TALLIES, majority
from tests.reference_streams import CHANCE, Stream

EMPTY = ref.EMPTY
V, F, FI, M = range(4)
BASKET, RESTAURANT, TEMPLE, SCRIBE, ADMINISTRATION = range(4, 9)
LETTERS = "vfim"  # of the goods: i is fish
TABLES = Edition().tables
NAMES = [*TABLES["basic_cards"]["card"], *TABLES["market_cards"]["card"]]
RETRIEVAL = NAMES.index("retrieval")

# The stalls of each section of the fixed board; * = no silhouette.
FIXED = """
    basket fruit, meat fish, fruit temple, fish fruit, administration basket, vegetable fruit, fish meat, fish fruit,
    fish* vegetable, meat administration, scribe fish, administration scribe, fish scribe, vegetable restaurant,
    administration restaurant, meat* vegetable, temple vegetable, vegetable* restaurant, meat restaurant, scribe meat,
    temple fruit*, basket fruit, temple meat, basket vegetable
"""


def goods(text):
    """Return how many there are of each good of goods written like "vvm"."""
    return [text.count(letter) for letter in LETTERS]


def shown(counts):
    return "".join(letter * n for letter, n in zip(LETTERS, counts, strict=True))


class LaidOut(ref.Game):
    """A game on the fixed board in which seat 0 is about to play card 0, which does what is said here, or retrieval.

    `boats` are the sections of the seats, `stalls` who owns what, `own` what seat 0 has (goods as letters); what is in a
    supply is what is left. With `stay`, boats do not move in the movement phase.
    """

    def __init__(
        self, players=2, boats=(0, 2, 9, 11), stalls=(), barge=4, effects=(), passive="none", stay=False, own=(), lay=None,
        **options,
    ):  # fmt: skip
        self.laid = boats, dict(stalls), barge, dict(effects), passive, dict(own), lay
        self.stay = stay
        super().__init__(Edition(**{"board": "fixed", **options}), players, 1, 0)

    def _place_boats_and_stalls(self):
        boats, stalls, self.barge, effects, passive, own, lay = self.laid
        self.box.cards[0] = Card({**dict.fromkeys(EFFECTS, 0), **effects}, passive, "none", 0, 0)
        for board, boat in zip(self.boards, boats, strict=False):
            board.boat = boat
        for stall, seat in stalls.items():
            self._place_stall(seat, stall)
        me = self.boards[0]
        me.hand = [0, RETRIEVAL]
        for name, value in own.items():
            setattr(me, name, goods(value) if name == "goods" else value)
        self.flowers_left -= me.flowers
        self.favors_left -= me.favors
        self.goods_left = np.subtract(self.goods_left, me.goods).tolist()
        if lay:
            lay(self)
        return
        yield

    def _move(self, me):
        if not self.stay:
            yield from super()._move(me)


def play(game, kind, *fields):
    """Play the legal move of this kind; fields that are not named have to be without choice."""
    moves = [m for m in game.legal() if m[0] == kind and m[1 : 1 + len(fields)] == fields]
    assert len(moves) == 1, (kind, game.legal())
    game.play(moves[0])


def offered(game, kind):
    """Return the fields, without those that are not used, of the legal moves of a kind."""
    return [tuple(field for field in m[1:] if field != EMPTY) for m in game.legal() if m[0] == kind]


def played(**options):
    """Return a game in which seat 0 has played card 0."""
    game = LaidOut(**options)
    play(game, ref.PLAY, 0)
    return game


def acting(section, **options):
    """Return a game in which seat 0 has played card 0, stayed in this section and is to act."""
    game = played(boats=(section, 10, 9, 11), stay=True, **options)
    assert game.decision == ref.ON_ACTION
    return game


def tally(game, name, seat=0):
    return game.result()[name][seat]


# ---- the market ----------------------------------------------------------------------------------------------------


def test_fixed_board():
    game = ref.Game(Edition(board="fixed"), 2, 0, 0)
    words = [word for pair in FIXED.split(",") for word in pair.split()]
    assert game.kind == [word.rstrip("*") for word in words]
    goods_stalls = [word in ref.GOODS for word in words]
    assert game.silhouette == [int(is_one) for is_one in goods_stalls]
    assert (sum(game.silhouette), words.count("restaurant"), words.count("temple")) == (24, 4, 4)
    assert {game.kind.count(good) for good in ref.GOODS} == {7}
    assert {sum(game.silhouette[stall] for stall in game._stalls_of(good)) for good in ref.GOODS} == {6}


def test_the_back_of_a_part_is_its_front_mirrored():
    rows = TABLES["board"].to_dict("records")
    front = market.put_together(rows, [0, 1, 2, 3], [0] * 4)
    back = market.put_together(rows, [0, 1, 2, 3], [1, 0, 0, 0])
    # Stalls of the north-west part: those of the corner, of top and left, and of the inner island, as mirrored.
    mirrored = {0: 24, 24: 0, 1: 25, 25: 1, 26: 6, 6: 26, 2: 32, 32: 2, 27: 7, 7: 27, 8: 34, 34: 8}
    assert back == {stall: front[mirrored.get(stall, stall)] for stall in range(48)}
    turned = market.put_together(rows, [1, 0, 2, 3], [0] * 4)  # part A in the north-east
    assert [turned[stall][0] for stall in (30, 5, 31, 11, 38)] == ["basket", "fish", "fruit", "vegetable", "meat"]
    assert [turned[stall][0] for stall in (4, 28, 3, 10, 29)] == ["scribe", "fish", "temple", "restaurant", "fruit"]


def test_crossings_touch_four_sections():
    touched = [[0, 3, 12, 13], [1, 4, 13, 14], [2, 5, 14, 15], [3, 6, 16, 17], [4, 7, 17, 18], [5, 8, 18, 19]]
    touched += [[6, 9, 20, 21], [7, 10, 21, 22], [8, 11, 22, 23]]
    assert touched == market.SECTIONS_AT
    assert market.LEADING_OUT == [0, 1, 2, 9, 10, 11, 12, 15, 16, 19, 20, 23]
    assert Counter(len(crossings) for crossings in market.CROSSINGS_OF) == {1: 12, 2: 12}


# ---- Set Up --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_set_up(players):
    game = ref.Game(Edition(), players, 3, 5)
    view = game.view(0)
    seats = slice(0, players)
    assert (game.seat, game.decision, game.over, view["turn"], view["conditions"]) == (0, ref.ON_BOAT, False, 0, 0)
    assert (view["played"], view["blocked"], view["visited"], view["tithed"]) == (EMPTY, 0, [0, 0], 0)
    assert (view["barge"], view["merchant_at"], view["price_box"]) == (4, 0, [2, 2, 2, 2])
    assert view["coins"][seats] == [8, 9, 10, 11][seats]
    assert view["stalls_left"][seats] == [9 - players] * players
    assert (view["disks_left"][0], view["rowers"][0], view["baskets"][0], view["room"][0]) == (15, 2, 2, [1] * 4)
    assert [view[name] for name in ("flowers_left", "favors_left", "rowers_left")] == [28, 16, 8]
    assert (view["goods_left"], view["deck_left"], view["bag_left"], view["deck_known"]) == ([9] * 4, 21, 14, 0)
    assert view["cards"][0] == [1] * 5 + [0] * 35 == view["cards"][players - 1]
    deck, bag, orders = list(range(5, 30)), [kind for kind in range(6) for _ in range(3)], list(range(5))
    for number, pile in enumerate((deck, bag, orders)):
        Stream(3, 5, number).shuffle(pile)
    assert view["display"] == [deck.pop() for _ in range(4)] + [EMPTY] * 2
    assert [card for card in range(40) if view["unseen_cards"][card]] == sorted(deck)
    basket_stalls = [stall for stall in range(48) if view["stall"][stall] == BASKET]
    assert [view["basket_at"][stall] for stall in basket_stalls] == [bag.pop() for _ in basket_stalls]
    assert view["unseen_baskets"][:6] == [bag.count(kind) for kind in range(6)]
    removed = [orders.pop()] if players == 2 else []
    restaurants = [stall for stall in range(48) if view["stall"][stall] == RESTAURANT]
    assert [view["order_at"][stall] for stall in restaurants] == [orders.pop() for _ in restaurants]
    assert view["stack_left"] == ([0, 4, 4, 4] if players == 2 else [1, 5, 5, 5])
    assert [order for order in range(40) if view["unseen_orders"][order]] == sorted([*orders, *removed, *range(5, 20)])


def test_the_market_is_put_together_at_random():
    parts = list(range(4))
    stream = Stream(3, 5, CHANCE)
    stream.shuffle(parts)
    backs = [stream.below(2) for _ in range(4)]
    put = market.put_together(TABLES["board"].to_dict("records"), parts, backs)
    game = ref.Game(Edition(), 2, 3, 5)
    assert [(kind, mark) for kind, mark in zip(game.kind, game.silhouette, strict=True)] == [put[stall] for stall in range(48)]
    assert ref.Game(Edition(), 2, 3, 6).kind != game.kind


def test_boats_then_stalls_in_reverse_order():
    game = ref.Game(Edition(board="fixed"), 3, 0, 0)
    for seat, section in enumerate((9, 0, 23)):
        assert (game.seat, game.decision) == (seat, ref.ON_BOAT)
        free = [s for s in market.LEADING_OUT if s not in (9, 0, 23)[:seat]]
        assert game.legal() == [(ref.LAUNCH, s, EMPTY, EMPTY) for s in free]
        play(game, ref.LAUNCH, section)
    silhouettes = [stall for stall in range(48) if game.silhouette[stall]]
    for seat, stall in ((2, 1), (1, 24), (0, 2)):
        assert (game.seat, game.decision) == (seat, ref.ON_FIRST_STALL)
        vacant = [s for s in silhouettes if game.owner[s] == EMPTY]
        assert game.legal() == [(ref.FOUND, s, EMPTY, EMPTY) for s in vacant]
        play(game, ref.FOUND, stall)
    view = game.view(1)
    assert (view["boat"], view["stalls_left"]) == ([9, 0, 23, EMPTY], [5, 5, 5, 0])
    assert [view["owner"][stall] for stall in (1, 24, 2, 3)] == [2, 1, 0, EMPTY]
    assert view["stalls"] == [[0, 0, 0, 1], [0, 0, 1, 0], [0, 1, 0, 0], [0] * 4]
    assert (game.seat, game.decision, view["turn"], game.result()["turns"]) == (0, ref.ON_CARD, 1, [1, 0, 0])
    assert offered(game, ref.PLAY) == [(card,) for card in range(5)]


def test_asymmetric_boats():
    bag = [kind for kind in range(6) for _ in range(3)]
    Stream(7, 8, 1).shuffle(bag)
    game = ref.Game(Edition(boats="asymmetric"), 3, 7, 8)
    dealt = [[bag.pop() for _ in range(2)] for _ in range(3)]
    prices = [3, 4, 5, 5, 6, 7]
    worth = [(sum(prices[kind] for kind in kinds) + 1) // 2 for kinds in dealt]
    assert [board.coins for board in game.boards] == [8 + seat + max(worth) - worth[seat] for seat in range(3)]
    pairs = ["vf", "vi", "vm", "fi", "fm", "im"]
    assert [shown(board.room) for board in game.boards] == [
        shown(goods("".join(pairs[kind] for kind in kinds))) for kinds in dealt
    ]
    assert (len(game.bag), game.basket_at[min(game.basket_at)]) == (8, bag.pop())


def test_moves_and_views_have_the_shape_of_the_state():
    game = acting(13, own={"goods": "vm", "flowers": 2, "favors": 1}, stalls={26: 1})
    view = game.view(1)
    assert view == game.view(0)
    assert list(view) == list(VIEW.names)
    assert {name: np.shape(view[name]) for name in view} == {name: VIEW[name].shape for name in VIEW.names}
    assert MOVE.names == ref.Move._fields
    assert (view["seat"], view["decision"], view["played"], view["boat"]) == (0, ref.ON_ACTION, 0, [13, 10, EMPTY, EMPTY])
    assert (view["goods"][0], view["goods_left"], view["flowers_left"]) == ([1, 0, 0, 1], [8, 9, 9, 8], 26)
    assert view["cards"][0][:6] == [2, 0, 0, 0, 1, 0]
    assert (view["price"][V], view["price"][M][5], view["boxes"]) == ([1, 2, 3, 4, 5, 6, 0, 0, 0, 0], 9, 6)
    assert view["merchant"][:6] == [[V, F], [V, FI], [F, M], [FI, M], [V, M], [F, FI]]
    assert (view["order_coins"][:6], view["order_coins"][15:20]) == ([8, 9, 10, 10, 11, 13], [20, 19, 21, 20, 23])
    assert (view["order_type"][4:6], view["order_points"][4:6], view["temple_section"]) == (
        [0, 1],
        [3, 4],
        [0, 0, 1, 1, 2, 2, 0, 0],
    )
    assert (view["basics"], view["n_cards"], view["effect"][4], view["passive"][5:8]) == (5, 30, [0] * 13 + [1], [1, 2, 3])
    assert (view["bonus"][14:17], view["bonus"][29:31]) == ([EMPTY, 0, 1], [14, EMPTY])
    assert (view["king_coins"][0][:6], view["king_goods"][2][3]) == ([6, 8, 10, 12, 14, 0], [1, 0, 0, 1])
    assert (view["temple_disk"][0], view["king_disk"][0]) == ([EMPTY] * 8, [EMPTY] * 8)


@pytest.mark.parametrize(("prices", "first", "last", "pays"), [("raised", [2, 3, 4, 5], 10, 10), ("shared", [4] * 4, 9, 13)])
def test_other_price_charts(prices, first, last, pays):
    game = ref.Game(Edition(prices=prices), 2, 0, 0)
    assert [boxes[0] for boxes in game.box.chart] == first
    assert game.box.chart[M][5] == last
    assert (game.box.orders[0].coins, game.box.orders[5].coins) == (pays, 13)


# ---- Playing a Card ------------------------------------------------------------------------------------------------


def test_a_card_is_played_from_the_hand_and_discarded():
    game = LaidOut(effects={"coins": 2, "flowers": 3}, own={"hand": [0, 2, RETRIEVAL], "discard": [1]})
    assert game.legal() == [(ref.PLAY, card, EMPTY, EMPTY) for card in (0, 2, RETRIEVAL)]
    play(game, ref.PLAY, 0)
    view = game.view(0)
    assert (view["coins"][0], view["flowers"][0], view["flowers_left"], view["cards"][0][:5]) == (10, 3, 25, [2, 2, 1, 0, 1])
    assert (view["played"], game.decision) == (0, ref.ON_MOVE)


def test_flowers_run_out():
    game = played(effects={"flowers": 3}, flowers=2)
    assert (game.boards[0].flowers, game.flowers_left) == (2, 0)


@pytest.mark.parametrize("refresh", [0, 1])
def test_retrieval(refresh):
    game = LaidOut(own={"hand": [0, RETRIEVAL, 7], "discard": [1, 2, 9]})
    display, deck = list(game.display), list(game.deck)
    play(game, ref.PLAY, RETRIEVAL)
    assert (game.decision, game.boards[0].coins, sorted(game.boards[0].hand)) == (ref.ON_REFRESH, 12, [0, 1, 2, RETRIEVAL, 7, 9])
    assert game.legal() == [(ref.REFRESH, 0, EMPTY, EMPTY), (ref.REFRESH, 1, EMPTY, EMPTY)]
    play(game, ref.REFRESH, refresh)
    view = game.view(0)
    if refresh:
        assert (game.display, game.deck) == ([*display[1:], deck[-1]], [display[0], *deck[:-1]])
        assert (view["deck_known"], view["deck_bottom"][:2], view["unseen_cards"][display[0]]) == (1, [display[0], 0], 0)
        assert sum(view["unseen_cards"]) == view["deck_left"] - 1 == 20
    else:
        assert (game.display, game.deck, view["deck_known"]) == (display, deck, 0)
    assert (game.seat, game.decision, game.boards[0].boat, tally(game, "retrievals")) == (1, ref.ON_CARD, 0, 1)


def test_cards_under_the_deck_are_known():
    game = LaidOut(lay=lambda g: g.deck.__delitem__(slice(2, None)))
    (a, b, c, d), (lower, upper) = game.display, game.deck
    displays = [[b, c, d, upper], [c, d, upper, lower], [d, upper, lower, a], [upper, lower, a, b]]
    for display, known, unseen in zip(displays, ([a], [b, a], [c, b], [d, c]), (1, 0, 0, 0), strict=True):
        play(game, ref.PLAY, RETRIEVAL)
        play(game, ref.REFRESH, 1)
        view = game.view(0)
        assert (game.display, view["deck_bottom"][: view["deck_known"]]) == (display, known)
        assert (view["deck_left"], sum(view["unseen_cards"])) == (2, unseen)


def test_no_refresh_without_a_market_card():
    game = LaidOut(lay=lambda g: g.display.__setitem__(slice(None), [EMPTY] * 4))
    play(game, ref.PLAY, RETRIEVAL)
    assert (game.seat, game.decision) == (1, ref.ON_CARD)


def test_discarding_goods_for_flowers():
    game = played(effects={"goods_to_flowers": 1}, own={"goods": "vim"})
    assert (game.decision, offered(game, ref.DROP)) == (ref.ON_GOODS, [(V,), (FI,), (M,), ()])
    play(game, ref.DROP, FI)
    assert (offered(game, ref.DROP), game.boards[0].flowers, game.goods_left[FI]) == ([(V,), (M,), ()], 1, 9)
    play(game, ref.DROP, EMPTY)
    assert (game.decision, shown(game.boards[0].goods)) == (ref.ON_MOVE, "vm")
    assert played(effects={"goods_to_flowers": 1}).decision == ref.ON_MOVE


def test_discarding_ends_with_the_last_good_and_flowers_may_run_out():
    game = played(effects={"goods_to_flowers": 2}, own={"goods": "vv"}, flowers=3)
    play(game, ref.DROP, V)
    play(game, ref.DROP, V)
    assert (game.decision, game.boards[0].flowers, game.flowers_left) == (ref.ON_MOVE, 3, 0)


def test_discarding_flowers_for_coins():
    game = played(effects={"flowers_to_coins": 3, "flowers": 1}, own={"flowers": 2})
    assert (game.decision, offered(game, ref.CASH)) == (ref.ON_FLOWERS, [(0,), (1,), (2,), (3,)])
    play(game, ref.CASH, 2)
    assert (game.boards[0].flowers, game.boards[0].coins, game.flowers_left) == (1, 14, 27)
    assert played(effects={"flowers_to_coins": 3}).decision == ref.ON_MOVE


def test_effects_are_carried_out_in_a_fixed_order():
    effects = {"merchant_high": 1, "change_1": 1, "barge_low": 1, "barge_high": 1, "boat": 1, "goods_to_flowers": 1}
    game = played(effects={**effects, "flowers_to_coins": 1}, own={"goods": "v"})
    asked = []
    while game.seat == 0:
        asked.append(game.decision)
        game.play(game.legal()[0])
    expected = [ref.ON_MERCHANT, ref.ON_BARGE, ref.ON_ROWING, ref.ON_GOODS, ref.ON_FLOWERS, ref.ON_MOVE, ref.ON_ACTION]
    assert [decision for decision, after in pairwise([*asked, EMPTY]) if decision != after] == expected


# ---- The Merchant --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("at", "low", "high", "spaces"),
    [(0, 1, 2, [1, 2, 4, 5]), (0, 0, 2, [0, 1, 2, 4, 5]), (2, 3, 3, [5]), (4, 1, 1, [3, 5]), (5, 0, 5, [0, 1, 2, 3, 4, 5])],
)
def test_the_merchant_moves_the_exact_number_of_spaces_either_way(at, low, high, spaces):
    effects = {"merchant_low": low, "merchant_high": high, "change_1": 2, "change_2": -2}
    game = played(effects=effects, lay=lambda g: setattr(g, "merchant_at", at))
    assert game.decision == ref.ON_MERCHANT
    assert game.legal() == [(ref.STEER, space, which, EMPTY) for space in spaces for which in range(2)]


@pytest.mark.parametrize(
    ("space", "which", "changes", "boxes"),
    [
        (1, 1, (2, -2), [0, 2, 4, 2]),  # vegetable down, fish up
        (1, 0, (2, -2), [4, 2, 0, 2]),
        (2, 0, (1, -1), [2, 3, 2, 1]),
        (4, 1, (2, 0), [2, 2, 2, 4]),  # one change only
        (5, 0, (5, -5), [2, 5, 0, 2]),  # as far as the last box
        (5, 1, (4, 1), [2, 3, 5, 2]),
    ],
)
def test_price_changes(space, which, changes, boxes):
    effects = {"merchant_high": 3, "change_1": changes[0], "change_2": changes[1]}
    game = played(effects=effects)
    play(game, ref.STEER, space, which)
    assert (game.view(0)["price_box"], game.merchant_at) == (boxes, space)
    assert tally(game, "price_changes") == sum(abs(box - 2) for box in boxes)
    assert game.result()["final_prices"] == [box + 1 + g for g, box in enumerate(boxes)]


# ---- The Royal Barge -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("at", "steps", "crossings"),
    [
        (4, 1, [1, 3, 5, 7]), (4, 2, [0, 2, 6, 8]), (4, 3, [1, 3, 5, 7]), (4, 4, [0, 2, 4, 6, 8]),
        (0, 1, [1, 3]), (0, 2, [2, 4, 6]), (0, 3, [1, 3, 5, 7]), (0, 4, [0, 2, 4, 6, 8]), (7, 1, [4, 6, 8]), (1, 0, [1]),
    ],
)  # fmt: skip
def test_the_barge_moves_through_no_section_twice(at, steps, crossings):
    assert sorted(market.barge_reach(at, steps)) == crossings
    game = played(barge=at, boats=(13, 2), effects={"barge_low": steps, "barge_high": max(steps, 1)})
    assert set(crossings) <= {crossing for (crossing,) in offered(game, ref.BARGE)}


def test_only_the_barge_is_in_the_way_of_others():
    game = played(barge=0, boats=(3, 13), effects={"barge_low": 1, "barge_high": 1})
    assert game.legal() == [(ref.BARGE, 1, EMPTY, EMPTY), (ref.BARGE, 3, EMPTY, EMPTY)]
    play(game, ref.BARGE, 3)
    assert offered(game, ref.MOVE_BOAT) == [(0,), (1,), (4,), (12,), (14,)]
    assert tally(game, "barge_moves") == 1


def test_the_barge_may_not_leave_its_mover_blocked():
    game = played(barge=1, boats=(0, 2), effects={"barge_low": 1, "barge_high": 1})
    assert offered(game, ref.BARGE) == [(2,), (4,)]  # at 0 it would block


def test_blessings():
    stalls = {6: 1, 7: 0, 24: 1, 1: 2, 26: 0, 33: 2}  # all but the last are at crossing 0
    effects = {"barge_low": 1, "barge_high": 1, "blessing_flowers": 1, "blessing_coins": 2}
    game = played(players=3, barge=1, boats=(17, 2, 9), stalls=stalls, effects=effects)
    play(game, ref.BARGE, 0)
    assert [board.flowers for board in game.boards] == [2, 2, 1]
    assert [board.coins for board in game.boards] == [8 + 4, 9 + 4, 10 + 2]
    assert game.result()["blessings"] == [2, 2, 1]


def test_flowers_of_blessings_go_clockwise_from_the_active_player():
    effects = {"barge_low": 1, "barge_high": 1, "blessing_flowers": 1}
    game = LaidOut(players=3, barge=1, boats=(17, 2, 9), stalls={6: 1, 7: 0, 24: 1, 1: 2}, effects=effects, flowers=2)
    game.boards[1].hand = [0]
    play(game, ref.PLAY, RETRIEVAL)
    play(game, ref.REFRESH, 0)
    play(game, ref.PLAY, 0)
    play(game, ref.BARGE, 0)
    assert ([board.flowers for board in game.boards], game.flowers_left) == ([0, 2, 0], 0)
    assert game.result()["blessings"] == [1, 2, 1]


# ---- Royal Offerings -----------------------------------------------------------------------------------------------


def test_royal_offerings():
    def lay(game):
        game.king_disks[0][0] = 1

    game = acting(13, barge=1, own={"coins": 10, "flowers": 3, "goods": "vm", "disks_left": 4}, lay=lay)
    assert offered(game, ref.TITHE) == [(0, 1), (0, 2), (1, 0), (1, 1), (2, 3)]
    play(game, ref.TITHE, 0, 2)
    me = game.boards[0]
    assert (me.coins, me.favors, me.disks_left, game.favors_left, game.king_disks[0]) == (0, 1, 3, 15, [1, -1, 0, -1, -1])
    assert (offered(game, ref.TITHE), game.view(0)["tithed"], game.view(0)["tithes"][0]) == ([], 1, [1, 0, 0])


@pytest.mark.parametrize(("row", "space", "left"), [(1, 1, (8, 0, "vm")), (2, 3, (8, 3, ""))])
def test_offerings_of_flowers_and_goods_go_to_the_supply(row, space, left):
    game = acting(13, barge=0, own={"flowers": 3, "goods": "vm"})
    play(game, ref.TITHE, row, space)
    me = game.boards[0]
    assert (me.coins, me.flowers, shown(me.goods)) == left
    assert (me.flowers + game.flowers_left, np.add(me.goods, game.goods_left).tolist()) == (28, [9] * 4)


@pytest.mark.parametrize(
    ("barge", "own", "may"),
    [(0, {}, True), (1, {}, True), (4, {}, False), (0, {"disks_left": 0}, False), (0, {"coins": 5}, False)],
)
def test_who_may_give_a_royal_offering(barge, own, may):
    assert bool(offered(acting(13, barge=barge, own=own), ref.TITHE)) == may


def test_favors_run_out():
    game = acting(13, barge=0, favors=0)
    play(game, ref.TITHE, 0, 0)
    assert (game.boards[0].favors, game.favors_left) == (0, 0)


# ---- Movement ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("section", "barge", "rowers", "reached"),
    [
        (0, 4, 1, [3, 12, 13]),
        (0, 4, 2, [1, 3, 4, 6, 12, 13, 14, 16, 17]),
        (4, 4, 2, [0, 1, 3, 5, 12, 13, 14, 15]),  # not through crossing 4; seat 1 is in section 2
        (4, 8, 1, [1, 7, 13, 14, 17, 18]),
        (12, 4, 1, [0, 3, 13]),
        (3, 8, 4, None),  # round island (1, 1), but not to where it started
    ],
)
def test_movement(section, barge, rowers, reached):
    game = played(boats=(section, 2), barge=barge, own={"rowers": rowers})
    assert game.decision == ref.ON_MOVE
    sections = [first for (first,) in offered(game, ref.MOVE_BOAT)]
    assert sections == sorted(set(sections) - {section, 2})
    if reached is None:
        assert section in market.boat_reach(section, rowers, barge)
    else:
        assert sections == reached
    play(game, ref.MOVE_BOAT, sections[-1])
    assert (game.boards[0].boat, game.decision) == (sections[-1], ref.ON_ACTION)


def test_exact_numbers_of_sections():
    assert market.boat_reach(4, 2, 4) == {0, 3, 12, 2, 5, 15}
    assert market.boat_reach(0, 2, 4) == {1, 4, 14, 6, 16, 17}  # there is no way back, nor out of the market
    assert market.boat_reach(9, 1, 6) == set()


def test_boats_are_passed_but_two_are_never_in_a_section():
    game = played(players=3, boats=(0, 13, 3))
    assert offered(game, ref.MOVE_BOAT) == [(s,) for s in (1, 4, 6, 12, 14, 16, 17)]


def test_a_boat_with_nowhere_to_go_stays():
    game = played(players=4, boats=(0, 3, 12, 13), own={"rowers": 1})
    assert (game.decision, game.boards[0].boat, game.view(0)["blocked"]) == (ref.ON_ACTION, 0, 0)


def test_rowing_is_exact_and_comes_before_movement():
    game = played(players=3, boats=(0, 1, 16), effects={"boat": 2})
    assert (game.decision, offered(game, ref.ROW)) == (ref.ON_ROWING, [(4,), (6,), (14,), (17,)])
    play(game, ref.ROW, 4)
    assert (game.boards[0].boat, game.decision) == (4, ref.ON_MOVE)
    assert (0,) in offered(game, ref.MOVE_BOAT)  # the ban on turning back starts anew


def test_rowing_does_nothing_if_it_is_impossible():
    game = played(boats=(0, 3), own={"rowers": 1}, effects={"boat": 2}, barge=1)
    assert (game.decision, offered(game, ref.ROW)) == (ref.ON_ROWING, [(6,), (16,), (17,)])
    blocked = played(boats=(0, 3), effects={"boat": 2}, barge=0)
    assert (blocked.decision, blocked.boards[0].boat) == (ref.ON_ACTION, 0)


def test_blocked_by_the_barge():
    game = LaidOut(boats=(0, 2), barge=0, own={"hand": [0, 1, 2, 3, RETRIEVAL]})
    assert (game.view(0)["blocked"], offered(game, ref.PLAY)) == (1, [(2,), (3,)])
    play(game, ref.PLAY, 2)
    assert offered(game, ref.BARGE) == [(1,), (3,)]
    play(game, ref.BARGE, 1)
    assert (game.decision, game.view(0)["blocked"], tally(game, "blocked_turns")) == (ref.ON_MOVE, 1, 1)


def test_blocked_without_a_card_that_moves_the_barge():
    game = LaidOut(boats=(0, 2), barge=0, own={"hand": [0, RETRIEVAL], "discard": [2, 3]})
    assert offered(game, ref.PLAY) == [(0,), (RETRIEVAL,)]
    play(game, ref.PLAY, 0)
    assert (game.decision, game.boards[0].boat) == (ref.ON_ACTION, 0)
    assert offered(game, ref.TITHE) == [(0, 0), (0, 1)]


def test_only_a_dead_end_is_blocked():
    assert [s for s in range(24) if market.is_blocked(s, 0)] == [0, 12]
    assert not any(market.is_blocked(s, 4) for s in range(24))


# ---- Goods Stall ---------------------------------------------------------------------------------------------------


def test_buying_and_selling():
    game = acting(3, own={"goods": "if"})
    assert (offered(game, ref.BUY), offered(game, ref.SELL)) == ([], [(6, 1), (7, 1)])  # the baskets are full
    game = acting(3, own={"goods": "ff", "baskets": [(F, FI)] * 3, "coins": 14})
    assert game.legal() == [
        (ref.BUY, 6, 1, 0), (ref.BUY, 6, 2, 0), (ref.BUY, 7, 1, 0), (ref.SELL, 7, 1, EMPTY), (ref.SELL, 7, 2, EMPTY),
        (ref.END_TURN, EMPTY, EMPTY, EMPTY),
    ]  # fmt: skip
    play(game, ref.SELL, 7, 2)
    assert (game.boards[0].coins, shown(game.boards[0].goods), game.goods_left) == (22, "", [9, 9, 9, 9])
    assert (game.view(0)["visited"], {m[1] for m in game.legal()}) == ([0, 1], {6, EMPTY})
    play(game, ref.BUY, 6, 3, 0)
    assert (game.boards[0].coins, shown(game.boards[0].goods), game.goods_left) == (7, "iii", [9, 9, 6, 9])
    assert game.legal() == [(ref.END_TURN, EMPTY, EMPTY, EMPTY)]
    assert (tally(game, "goods_bought"), tally(game, "goods_sold")) == (3, 2)
    play(game, ref.END_TURN)
    assert (game.seat, game.decision, game.view(0)["visited"], game.view(0)["played"]) == (1, ref.ON_CARD, [0, 0], EMPTY)


def test_buying_with_favors():
    game = acting(3, own={"baskets": [(FI, FI)], "coins": 6, "favors": 2})
    assert offered(game, ref.BUY) == [(6, 1, 0), (6, 1, 1), (6, 2, 1), (6, 2, 2)]
    play(game, ref.BUY, 6, 2, 1)
    me = game.boards[0]
    assert (me.coins, me.favors, game.favors_left, shown(me.goods), tally(game, "favors_used")) == (1, 1, 15, "ii", 1)


def test_goods_run_out():
    game = acting(3, own={"baskets": [(FI, FI)] * 2, "coins": 99}, lay=lambda g: g.goods_left.__setitem__(FI, 2))
    assert offered(game, ref.BUY) == [(6, 1, 0), (6, 2, 0)]


def test_the_lowest_price_with_the_card_for_it():
    game = acting(3, own={"baskets": [(FI, F)] * 2, "coins": 7, "goods": "i"}, passive="cheap_fish")
    assert offered(game, ref.BUY) == [(6, 1, 0), (7, 1, 0)]
    game = acting(3, own={"baskets": [(FI, F)] * 3, "coins": 6, "goods": "i", "favors": 1}, passive="cheap_fish")
    assert offered(game, ref.BUY) == [(6, 1, 0), (6, 1, 1), (6, 2, 0), (6, 2, 1), (7, 1, 0), (7, 1, 1), (7, 2, 1)]
    play(game, ref.BUY, 6, 2, 0)
    assert game.boards[0].coins == 0
    game = acting(3, own={"goods": "i"}, passive="cheap_fish")
    play(game, ref.SELL, 6, 1)
    assert game.boards[0].coins == 8 + 5  # selling is at the current price


@pytest.mark.parametrize(("owner", "flowers", "got"), [(1, 28, [0, 1]), (0, 28, [0, 0]), (EMPTY, 28, [0, 0]), (1, 0, [0, 0])])
@pytest.mark.parametrize("move", [(ref.BUY, 6, 1, 1), (ref.SELL, 6, 1)])
def test_the_owner_of_a_stall_gets_a_flower(owner, flowers, got, move):
    stalls = {6: owner} if owner != EMPTY else {}
    game = acting(3, stalls=stalls, own={"goods": "i", "favors": 1, "baskets": [(FI, FI)]}, flowers=flowers)
    play(game, *move)
    assert [board.flowers for board in game.boards] == got == game.result()["flowers_from_stalls"]


# ---- Basket Stall --------------------------------------------------------------------------------------------------


def with_tile(kind, stall=9):
    return lambda game: game.basket_at.__setitem__(stall, kind)


def test_buying_a_basket():
    game = acting(4, lay=with_tile(1))
    top = game.bag[-1]
    assert offered(game, ref.BUY_BASKET) == [(9, 0)]
    play(game, ref.BUY_BASKET, 9, 0)
    assert (game.boards[0].coins, game.boards[0].room, game.basket_at[9]) == (4, [2, 1, 2, 1], top)
    assert (offered(game, ref.BUY_BASKET), tally(game, "baskets_bought"), len(game.bag)) == ([], 1, 13)


@pytest.mark.parametrize(
    ("own", "tile", "ways"),
    [
        ({"coins": 6}, 5, []),
        ({"coins": 7}, 5, [(9, 0)]),
        ({"coins": 6, "favors": 1}, 5, [(9, 1)]),
        ({"coins": 9, "favors": 2}, 5, [(9, 0), (9, 1)]),
        ({"coins": 9, "favors": 2}, EMPTY, []),
        ({"coins": 9, "baskets": [(0, 1)] * 6}, 5, []),
        ({"coins": 9, "baskets": [(0, 1)] * 5}, 5, [(9, 0)]),
    ],
)
def test_who_may_buy_a_basket(own, tile, ways):
    assert offered(acting(4, own=own, lay=with_tile(tile)), ref.BUY_BASKET) == ways


def test_a_basket_for_a_favor_and_an_empty_bag():
    game = acting(4, own={"favors": 1}, lay=lambda g: g.bag.clear())
    play(game, ref.BUY_BASKET, 9, 1)
    assert (game.boards[0].coins, game.boards[0].favors, game.favors_left, game.basket_at[9]) == (8, 0, 16, EMPTY)


@pytest.mark.parametrize(
    ("own", "tiles", "ways"),
    [
        ({"goods": "vf"}, 8, []),
        ({"goods": "im", "favors": 1}, 8, [(9, FI), (9, M), (9,)]),
        ({"goods": "m"}, 8, [(9, M)]),
        ({"goods": "im", "rowers": 4}, 8, []),
        ({"goods": "im", "favors": 1}, 0, []),
    ],
)
def test_who_may_hire_a_rower(own, tiles, ways):
    assert offered(acting(4, own=own, rower_tiles=tiles), ref.HIRE) == ways


def test_hiring_a_rower():
    game = acting(4, own={"goods": "im", "favors": 1})
    play(game, ref.HIRE, 9, M)
    assert (game.boards[0].rowers, game.rowers_left, shown(game.boards[0].goods), game.goods_left) == (3, 7, "i", [9, 9, 8, 9])
    assert (offered(game, ref.BUY_BASKET), tally(game, "rowers_hired")) == ([], 1)  # instead of a basket
    game = acting(4, own={"goods": "im", "favors": 1})
    play(game, ref.HIRE, 9, EMPTY)
    assert (game.boards[0].favors, game.favors_left, shown(game.boards[0].goods)) == (0, 16, "im")


# ---- Restaurant Stall ----------------------------------------------------------------------------------------------


def with_order(order, stall=27):
    return lambda game: game.order_at.__setitem__(stall, order)


@pytest.mark.parametrize(
    ("order", "have", "passive", "left"),
    [
        (5, "vvm", "none", ""),  # 2 vegetables, 1 meat
        (5, "vvvfm", "none", "vf"),
        (5, "vm", "none", None),
        (5, "vm", "ignore_vegetable", ""),
        (5, "vvm", "ignore_vegetable", "v"),
        (5, "vv", "ignore_meat", ""),
        (5, "v", "ignore_vegetable", None),  # one unit of one good
        (5, "vvm", "ignore_fish", ""),
        (13, "vvi", "ignore_fish", ""),
        (EMPTY, "vvffiimm", "none", None),
    ],
)
def test_orders(order, have, passive, left):
    game = acting(13, own={"goods": have}, passive=passive, lay=with_order(order))
    assert offered(game, ref.DELIVER) == ([] if left is None else [(27,)])
    if left is not None:
        stacks = [list(stack) for stack in game.stacks]
        play(game, ref.DELIVER, 27)
        me, view = game.boards[0], game.view(1)
        assert (shown(me.goods), me.coins) == (left, 8 + {5: 13, 13: 17}[order])
        assert np.add(me.goods, game.goods_left).tolist() == [9] * 4
        assert (view["orders"], view["order_vp"]) == ([1, 0, 0, 0], [{5: 4, 13: 5}[order], 0, 0, 0])
        assert game.order_at[27] == stacks[1][-1]  # with two players the first stack is used up
        assert game.result()["taken"][0][25:] == [int(row == order) for row in range(20)]


def test_no_orders_left():
    game = acting(13, own={"goods": "vvm"}, lay=lambda g: (with_order(5)(g), [stack.clear() for stack in g.stacks]))
    play(game, ref.DELIVER, 27)
    assert game.order_at[27] == EMPTY


# ---- Temple Stall --------------------------------------------------------------------------------------------------


def with_disks(*rows):
    """Lay seat 1's disks on as many columns of each row of the Temple Chart."""
    return lambda game: [row.__setitem__(slice(n), [1] * n) for row, n in zip(game.temple_disks, rows, strict=True)]


@pytest.mark.parametrize(
    ("own", "disks", "passive", "ways"),
    [
        ({"goods": "vi", "flowers": 1}, (0, 0, 0, 0), "none", [(5, V, 0), (5, FI, 0)]),
        ({"goods": "vi", "flowers": 1}, (2, 0, 1, 0), "none", [(5, FI, 0)]),
        ({"goods": "vi", "flowers": 1, "favors": 1}, (2, 0, 1, 0), "none", [(5, V, 1), (5, FI, 0), (5, FI, 1)]),
        ({"goods": "vi", "flowers": 0}, (2, 0, 4, 0), "cheap_temple", [(5, V, 0)]),
        ({"goods": "vi", "flowers": 1, "favors": 1}, (0, 0, 5, 0), "cheap_temple", [(5, V, 0), (5, FI, 0), (5, FI, 1)]),
        ({"goods": "vi", "flowers": 9}, (6, 0, 5, 0), "none", [(5, FI, 0)]),
        ({"goods": "vi", "flowers": 9, "disks_left": 0}, (0, 0, 0, 0), "none", []),
        ({"flowers": 9}, (0, 0, 0, 0), "none", []),
    ],
)
def test_who_may_make_which_offering(own, disks, passive, ways):
    assert offered(acting(2, own=own, passive=passive, lay=with_disks(*disks)), ref.OFFER) == ways


@pytest.mark.parametrize(("favor", "flowers"), [(0, 1), (1, 3)])
def test_an_offering(favor, flowers):
    game = acting(2, own={"goods": "vi", "flowers": 3, "favors": 1}, lay=with_disks(0, 0, 3, 0))
    play(game, ref.OFFER, 5, FI, favor)
    me, view = game.boards[0], game.view(0)
    assert (me.flowers, me.favors, shown(me.goods), me.disks_left) == (flowers, 1 - favor, "v", 14)
    assert (game.flowers_left, game.favors_left, game.goods_left) == (28 - flowers, 15 + favor, [8, 9, 9, 9])
    assert view["temple_disk"][FI] == [1, 1, 1, 0, EMPTY, EMPTY, EMPTY, EMPTY]
    assert (view["offerings"][0], view["section_disks"][:2]) == ([0, 0, 1, 0], [[0, 1, 0, 0], [2, 1, 0, 0]])
    assert offered(game, ref.OFFER) == []


@pytest.mark.parametrize(("disks", "left"), [(0, 3), (2, 3), (4, 2)])
def test_an_offering_two_flowers_cheaper(disks, left):
    game = acting(2, own={"goods": "v", "flowers": 3}, passive="cheap_temple", lay=with_disks(disks, 0, 0, 0))
    play(game, ref.OFFER, 5, V, 0)
    assert (game.boards[0].flowers, game.flowers_left) == (left, 28 - left)


# ---- Scribe Stall --------------------------------------------------------------------------------------------------


def with_display(*cards):
    """Show these cards; those that were there lie on the deck."""

    def lay(game):
        pile = [card for card in [*game.deck, *game.display] if card not in cards]
        game.deck, game.display = pile, [*cards, *[EMPTY] * (4 - len(cards))]

    return lay


@pytest.mark.parametrize(
    ("coins", "flowers", "ways"),
    [
        (6, 2, [(25, 0, 0), (25, 0, 1), (25, 1, 0), (25, 1, 1)]),
        (5, 1, [(25, 0, 0), (25, 0, 1)]),
        (2, 2, [(25, 0, 1), (25, 1, 1)]),
        (3, 0, [(25, 0, 0)]),
        (0, 0, []),
    ],
)
def test_who_may_buy_a_card(coins, flowers, ways):
    assert offered(acting(12, own={"coins": coins, "flowers": flowers}, lay=with_display(5, 15)), ref.BUY_CARD) == ways


@pytest.mark.parametrize(("third", "coins", "flowers"), [(0, 2, 3), (1, 8, 1)])
def test_buying_a_card(third, coins, flowers):
    game = acting(12, own={"flowers": 3}, lay=with_display(5, 15, 6, 16))
    top = game.deck[-1]
    play(game, ref.BUY_CARD, 25, 1, third)
    me = game.boards[0]
    assert (me.coins, me.flowers, game.flowers_left) == (coins, flowers, 28 - flowers)
    assert (game.display, me.hand, me.discard) == ([5, 6, 16, top], [RETRIEVAL, 15], [0])
    assert (offered(game, ref.BUY_CARD), game.result()["taken"][0][10], tally(game, "cards_bought")) == ([], 1, 1)


def test_no_cards_left():
    game = acting(12, own={"flowers": 3}, lay=lambda g: g.deck.clear())
    display = list(game.display)
    play(game, ref.BUY_CARD, 25, 0, 1)
    assert game.display == [*display[1:], EMPTY]


# ---- Administration Stall ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("own", "passive", "may"),
    [
        ({"coins": 10}, "none", True), ({"coins": 9, "favors": 3}, "none", False), ({"coins": 5}, "cheap_stall", True),
        ({"coins": 4}, "cheap_stall", False), ({"coins": 10, "stalls_left": 0}, "none", False),
    ],
)  # fmt: skip
def test_who_may_buy_a_stall(own, passive, may):
    game = acting(4, own=own, passive=passive, stalls={1: 1})
    vacant = [stall for stall in range(48) if game.silhouette[stall] and stall != 1]
    assert offered(game, ref.BUY_STALL) == ([(8, stall) for stall in vacant] if may else [])


def test_buying_a_stall():
    game = acting(4, own={"coins": 12}, stalls={2: 0})
    play(game, ref.BUY_STALL, 8, 47)
    view = game.view(0)
    assert (view["coins"][0], view["stalls_left"][0], view["owner"][47], view["stalls"][0]) == (2, 5, 0, [1, 0, 0, 1])
    assert (offered(game, ref.BUY_STALL), tally(game, "stalls_bought")) == ([], 1)


# ---- An Example Turn -----------------------------------------------------------------------------------------------


def test_the_example_turn():
    card = NAMES.index("ignore_fruit")  # merchant 1-2, +2/-2, and 2 coins

    def lay(game):
        game.order_at[27] = 5
        game.king_disks[0][0] = 2  # the space for 6 coins

    game = LaidOut(
        players=4,
        boats=(5, 14, 2, 17),
        barge=0,
        stalls={26: 2},
        own={"coins": 6, "goods": "iim", "hand": [card, RETRIEVAL], "baskets": [(V, F), (FI, M), (V, FI)], "cards_taken": [card]},
        lay=lay,
        prices="shared",
    )
    play(game, ref.PLAY, card)
    play(game, ref.STEER, 1, 1)
    me = game.boards[0]
    assert (game.price(FI), game.price(V), me.coins) == (8, 4, 8)
    assert (14,) not in offered(game, ref.MOVE_BOAT)
    play(game, ref.MOVE_BOAT, 13)
    assert offered(game, ref.DELIVER) == []
    play(game, ref.BUY, 26, 2, 0)
    assert (me.coins, [board.flowers for board in game.boards]) == (0, [0, 0, 1, 0])
    play(game, ref.DELIVER, 27)
    assert me.coins == 13
    assert offered(game, ref.TITHE) == [(0, 1), (0, 2), (0, 3)]
    play(game, ref.TITHE, 0, 1)
    assert (me.coins, me.favors, shown(me.goods), me.orders) == (5, 1, "ii", [5])
    assert game.legal() == [(ref.END_TURN, EMPTY, EMPTY, EMPTY)]


# ---- End of the Game -----------------------------------------------------------------------------------------------


def almost_over(game):
    """All but one space of the flower row taken; seat 0 has one stall left; nothing in the last section."""
    game.king_disks[1][1:] = [1] * (len(game.king_disks[1]) - 1)
    game.boards[0].stalls_left = 1


def test_the_game_ends_at_once_when_two_conditions_are_met():
    game = acting(4, barge=1, own={"coins": 30, "flowers": 2}, lay=almost_over)
    play(game, ref.TITHE, 1, 0)
    assert (game.over, game.view(0)["conditions"]) == (False, 1)
    play(game, ref.BUY_STALL, 8, 47)
    assert (game.over, game.legal(), game.view(0)["conditions"]) == (True, [], 5)
    assert (game.seat, game.decision, game.view(0)["turn"]) == (0, ref.ON_ACTION, 1)
    result = game.result()
    assert [result[name] for name in ("tithe_completed", "buddha_worshipped", "supremacy")] == [1, 0, 1]
    assert (result["prices"][V], result["final_prices"]) == ([0] * 20, [3, 4, 5, 6])
    with pytest.raises(ValueError, match="not legal"):
        game.play((ref.END_TURN, EMPTY, EMPTY, EMPTY))


def test_buddha_is_worshipped_with_a_disk_in_the_last_section():
    def lay(game):
        with_disks(3, 0, 0, 4)(game)
        game.boards[1].stalls_left = 0

    game = acting(2, own={"goods": "vm", "flowers": 9}, lay=lay)
    assert game.view(0)["conditions"] == 4
    play(game, ref.OFFER, 5, M, 0)
    assert (game.over, game.view(0)["conditions"]) == (True, 6)
    game = acting(2, own={"goods": "vm", "flowers": 9}, lay=lay)
    play(game, ref.OFFER, 5, V, 0)
    assert (game.over, game.view(0)["conditions"]) == (False, 4)


def test_prices_are_noted_after_each_round():
    game = LaidOut(boats=(0, 2))
    for number in range(1, 22):
        for _ in range(2):
            assert [len(noted) for noted in game.prices_noted] == [min(number - 1, 20)] * 4
            while game.decision != ref.ON_CARD:
                game.play(game.legal()[-1])
            game.boxes[V] = number % 6
            play(game, ref.PLAY, RETRIEVAL)
            play(game, ref.REFRESH, 0)
    assert game.result()["prices"] == [[number % 6 + 1 for number in range(1, 21)], [4] * 20, [5] * 20, [6] * 20]
    assert game.result()["turns"] == [22, 21]


@pytest.mark.parametrize(
    ("counts", "first", "second", "points"),
    [
        ([2, 1, 0], 14, 7, [14, 7, 0]),
        ([1, 0], 14, 7, [14, 0]),  # nobody is second with none
        ([0, 0, 0], 14, 7, [0, 0, 0]),
        ([2, 2, 1], 14, 7, [11, 11, 0]),  # 21 / 2, rounded up; nobody is second
        ([1, 1, 1], 14, 7, [7, 7, 7]),
        ([3, 3, 3, 3], 14, 7, [6, 6, 6, 6]),
        ([1, 3, 1], 14, 7, [4, 14, 4]),  # 7 / 2, rounded up
        ([2, 5, 2, 2], 10, 5, [2, 10, 2, 2]),
        ([4, 4], 12, 6, [9, 9]),
        ([4, 4, 4, 4], 12, 6, [5, 5, 5, 5]),
        ([4, 2, 2, 0], 12, 6, [12, 3, 3, 0]),
    ],
)
def test_majorities(counts, first, second, points):
    assert majority(counts, first, second) == points


def scored(players=2, lay=None, **options):
    return LaidOut(players=players, lay=lay, **options).result()


@pytest.mark.parametrize(("coins", "have", "left", "points"), [(4, "", 4, 0), (5, "", 5, 1), (14, "", 14, 2), (3, "vim", 17, 3)])
def test_coins_with_those_for_goods(coins, have, left, points):
    result = scored(own={"coins": coins, "goods": have})
    assert (result["coins_left"][0], result["coin_points"][0], result["goods_sold"]) == (left, points, [0, 0])


@pytest.mark.parametrize(
    ("disks", "points"),
    [
        ([], [-13, -13, -13]),
        ([(V, 0, 0)], [2 + 10 - 6, -13, -13]),
        ([(M, 0, 0), (FI, 0, 1)], [5 + 5 - 6, 4 + 5 - 6, -13]),
        ([(M, 0, 0), (FI, 0, 1), (F, 0, 2)], [5 + 4 - 6, 4 + 4 - 6, 3 + 4 - 6]),  # 10 / 3, rounded up
        ([(M, 0, 0), (M, 1, 0), (FI, 0, 1), (M, 2, 2), (M, 3, 1), (M, 4, 1)], [10 + 10 - 6, 4 + 10 + 4 + 4, 5 - 7 + 4 - 2]),
        ([(V, 0, 0), (V, 5, 1), (F, 5, 2)], [2 + 10 - 6, 2 - 11 + 2, 3 - 11 + 2]),
    ],
)
def test_temple_points(disks, points):
    def lay(game):
        for good, column, seat in disks:
            game.temple_disks[good][column] = seat

    result = scored(players=3, lay=lay)
    assert result["temple_points"] == points
    assert result["temple_offerings"] == [sum(seat == p for _, _, seat in disks) for p in range(3)]


@pytest.mark.parametrize(
    ("rows", "points"),
    [
        (("", "", ""), [0, 0, 0]),
        (("0", "", ""), [12, 0, 0]),
        (("01", "1", ""), [6, 12, 0]),
        (("01", "01", "2"), [9, 9, 0]),
        (("012", "", ""), [6, 6, 6]),
        (("00", "1", "2"), [12, 3, 3]),
        (("00", "00", "001"), [12 + 16, 6, 0]),
        (("01", "01", "01"), [9 + 8, 9 + 8, 0]),
    ],
)
def test_king_points(rows, points):
    def lay(game):
        for row, text in zip(game.king_disks, rows, strict=True):
            row[: len(text)] = map(int, text)

    result = scored(players=3, lay=lay)
    assert result["king_points"] == points
    assert result["royal_offerings"] == ["".join(rows).count(str(p)) for p in range(3)]


STALLS_OF = {V: [10, 17, 26, 31, 33, 47], F: [1, 4, 7, 11, 15, 43], FI: [3, 6, 12, 14, 21, 24], M: [2, 13, 18, 36, 39, 45]}


def stalls_by(**owners):
    """Return stalls with their owners, written by good: fish="0012"."""
    goods_named = {ref.GOODS.index(name): text for name, text in owners.items()}
    return {stall: int(seat) for good, text in goods_named.items() for stall, seat in zip(STALLS_OF[good], text, strict=False)}


@pytest.mark.parametrize(
    ("owners", "cards", "points"),
    [
        ({}, [], [0, 0, 0]),
        ({"vegetable": "001"}, [], [14, 7, 0]),
        ({"fruit": "0112"}, [], [3, 12, 3]),
        ({"fish": "0011"}, [], [8, 8, 0]),
        ({"meat": "012"}, [], [4, 4, 4]),
        ({"vegetable": "1", "meat": "1"}, [], [0, 22, 0]),
        ({"fruit": "01"}, ["as_fruit_stall"], [12, 6, 0]),
        ({"fish": "1"}, ["as_fish_stall"], [8, 8, 0]),  # no stall on the board, but the card counts as one
        ({}, ["as_meat_stall", "as_vegetable_stall"], [22, 0, 0]),
    ],
)
def test_stall_points(owners, cards, points):
    hand = [RETRIEVAL, *(NAMES.index(f"bonus_{name}") for name in cards)]
    result = scored(players=3, stalls=stalls_by(**owners), own={"hand": hand})
    assert result["stall_points"] == points
    assert result["meat_stalls"] == [owners.get("meat", "").count(str(p)) for p in range(3)]


@pytest.mark.parametrize(
    ("cards", "own", "points"),
    [
        (["orders"], {"orders": [0, 5, 6]}, 6),
        (["king_disks"], {}, 4),
        (["temple_disks"], {}, 6),
        (["vegetable_stalls"], {}, 6),
        (["fruit_stalls"], {}, 3),
        (["fish_stalls"], {}, 0),
        (["meat_stalls"], {}, 3),
        (["stalls"], {}, 8),
        (["flowers"], {"flowers": 7}, 7),
        (["favors"], {"favors": 3}, 12),
        (["coins"], {"coins": 9, "goods": "m"}, 3),
        (["as_fish_stall"], {}, 0),
        (["as_fish_stall", "fish_stalls", "stalls"], {}, 3 + 10),
        (["as_fruit_stall", "as_fish_stall", "stalls"], {}, 12),
        (["as_meat_stall", "meat_stalls", "fish_stalls"], {}, 6),
    ],
)
@pytest.mark.parametrize("discarded", [False, True])
def test_card_points(cards, own, points, discarded):
    def lay(game):
        game.temple_disks[V][0] = game.temple_disks[V][1] = game.temple_disks[M][0] = 0
        game.king_disks[0][0] = game.king_disks[1][0] = 0

    numbers = [NAMES.index(f"bonus_{name}") for name in cards]
    piles = {"hand": [RETRIEVAL], "discard": numbers} if discarded else {"hand": [*numbers, RETRIEVAL]}
    result = scored(lay=lay, own={**own, **piles}, stalls=stalls_by(vegetable="00", fruit="0", meat="0"))
    assert result["card_points"] == [points, 0]
    assert result["score"][0] == sum(result[f"{name}_points"][0] for name in ("coin", "temple", "order", "card", "king", "stall"))


@pytest.mark.parametrize(
    ("coins", "favors", "flowers", "rank", "share"),
    [
        ([5, 10, 0], [2, 0, 9], [2, 0, 9], [2, 1, 3], [0, 1, 0]),
        ([5, 5, 5], [1, 2, 0], [0, 0, 9], [2, 1, 3], [0, 1, 0]),
        ([5, 5, 5], [1, 1, 1], [3, 4, 1], [2, 1, 3], [0, 1, 0]),
        ([5, 5, 5], [1, 1, 1], [4, 4, 1], [1, 1, 3], [Fraction(1, 2), Fraction(1, 2), 0]),
        ([5, 6, 7], [0, 0, 0], [0, 0, 0], [1, 1, 1], [Fraction(1, 3)] * 3),  # the coins over do not count
    ],
)
def test_the_winner(coins, favors, flowers, rank, share):
    def lay(game):
        for board, has, favor, flower in zip(game.boards, coins, favors, flowers, strict=True):
            board.coins, board.favors, board.flowers = has, favor, flower

    result = scored(players=3, lay=lay)
    assert (result["rank"], result["share"]) == (rank, share)
    assert (result["favors_left"], result["flowers_left"]) == (favors, flowers)


def test_the_example_of_final_scoring():
    orange, white, purple, black = range(4)

    def lay(game):
        game.boxes[V], game.boxes[FI] = 2, 4
        game.temple_disks[V] = [orange, purple, white, white, black, EMPTY]
        game.temple_disks[F] = [purple, white, orange, orange, EMPTY, EMPTY]
        game.temple_disks[FI] = [white, black, white, EMPTY, EMPTY, EMPTY]
        game.temple_disks[M] = [orange, orange, EMPTY, EMPTY, EMPTY, EMPTY]
        game.king_disks[0][:4] = [orange, white, orange, white]
        game.king_disks[1][:4] = [orange, white, white, purple]
        game.king_disks[2][:2] = [orange, black]

    cards = [NAMES.index(f"bonus_{name}") for name in ("king_disks", "coins", "as_fruit_stall")]
    result = scored(
        players=4,
        prices="shared",
        lay=lay,
        own={"coins": 3, "goods": "vi", "orders": [0, 5, 10], "hand": [RETRIEVAL, *cards]},
        stalls=stalls_by(vegetable="033311", fruit="0022", fish="11", meat="033"),
    )
    assert (result["coins_left"][orange], result["orders_filled"][orange]) == (17, 3)
    parts = [result[f"{name}_points"][orange] for name in ("coin", "temple", "order", "card", "king", "stall")]
    assert parts == [3, 26, 12, 11, 17, 16]
    assert (result["score"][orange], result["rank"][orange], result["king_points"][white]) == (85, 1, 9)


# ---- whole games ---------------------------------------------------------------------------------------------------


def any_move(game, rng):
    return rng.choice(game.legal())


def busy(game, rng):
    """Ends a turn only when nothing else is left to do."""
    return rng.choice([m for m in game.legal() if m[0] != ref.END_TURN] or game.legal())


def devout(game, rng):
    """Offers whenever possible, and buys little else."""
    return next((m for m in game.legal() if m[0] in (ref.OFFER, ref.TITHE)), None) or rng.choice(game.legal())


def waiter(game, rng):
    """Fills orders, buys with favors, hires for favors; refreshes the market."""
    kinds = (ref.DELIVER, ref.BUY, ref.BUY_BASKET, ref.HIRE, ref.REFRESH)
    return max((m for m in game.legal() if m[0] in kinds), key=lambda m: (m[0], m[3], m[2], m[1]), default=busy(game, rng))


def idle(game, rng):
    """Ends turns at once, now and then not."""
    return game.legal()[-1] if rng.random() < 0.8 else busy(game, rng)


TEMPERAMENTS = [any_move, busy, devout, waiter, idle]


def check_components(game):
    """Every good, flower, favor, rower, disk, stall, card, order and tile is in one place, and no boat carries too much."""
    edition, box, boards = game.edition, game.box, game.boards
    assert np.sum([game.goods_left, *(board.goods for board in boards)], axis=0).tolist() == box.goods
    assert game.flowers_left + sum(board.flowers for board in boards) == edition.flowers
    assert game.favors_left + sum(board.favors for board in boards) == edition.favors
    rowers = sum(board.rowers - edition.start_rowers for board in boards)
    assert game.rowers_left + rowers == edition.rower_tiles
    owners, disks = Counter(game.owner), Counter(disk for row in game.temple_disks + game.king_disks for disk in row)
    for seat, board in enumerate(boards):
        assert owners[seat] + board.stalls_left == edition.stalls - game.players + 2
        assert disks[seat] + board.disks_left == edition.disks
        assert sorted(board.cards) == [*range(box.basics), *sorted(board.cards_taken)]
        assert all(n <= room for n, room in zip(board.goods, board.room, strict=True))
        assert len(board.baskets) <= edition.basket_spaces
        assert board.rowers <= edition.max_rowers
        assert min(board.coins, board.flowers, board.favors, board.disks_left, board.stalls_left, *board.goods) >= 0
    assert min(game.flowers_left, game.favors_left, game.rowers_left, *game.goods_left) >= 0
    assert all(game.silhouette[stall] for stall in range(48) if game.owner[stall] != EMPTY)
    on_display = [card for card in game.display if card != EMPTY]
    bought = [card for board in boards for card in board.cards_taken]
    assert sorted(game.deck + on_display + bought) == list(range(box.basics, len(box.cards)))
    orders = [order for pile in [*game.stacks, game.removed, *(board.orders for board in boards)] for order in pile]
    assert sorted(orders + [order for order in game.order_at.values() if order != EMPTY]) == list(range(len(box.orders)))
    tiles = [box.baskets[kind].goods for kind in [*game.bag, *(k for k in game.basket_at.values() if k != EMPTY)]]
    tiles += [tile for board in boards for tile in board.baskets]
    printed = box.boat * game.players if edition.boats == "standard" else []
    all_tiles = [basket.goods for basket, n in zip(box.baskets, box.basket_counts, strict=True) for _ in range(n)]
    assert Counter(tiles) == Counter([*all_tiles, *printed])
    boats = [board.boat for board in boards if board.boat != EMPTY]
    assert len(set(boats)) == len(boats)
    assert all(0 <= at < len(chart) for at, chart in zip(game.boxes, box.chart, strict=True))
    for row in game.temple_disks:
        assert EMPTY not in row[: len(row) - row.count(EMPTY)]  # filled from the left


def check_view(game):
    """Every seat knows the same; what is unseen is what is nowhere else."""
    view = game.view(game.seat)
    assert view == game.view((game.seat + 1) % game.players)
    assert (view["seat"], view["decision"]) == (game.seat, game.decision)
    known = view["deck_bottom"][: view["deck_known"]]
    assert sum(view["unseen_cards"]) + len(known) == view["deck_left"]
    assert not any(view["unseen_cards"][card] for card in known)
    assert sum(view["unseen_orders"]) == sum(view["stack_left"]) + len(game.removed)
    assert sum(view["unseen_baskets"]) == view["bag_left"]
    assert np.sum(view["section_disks"]) == np.sum(view["offerings"])


def play_out(edition, players, index, temperaments, limit=3_000):
    rng = random.Random(index)
    game = ref.Game(edition, players, 9, index)
    for n in range(limit):
        if game.over:
            break
        legal = game.legal()
        assert len(set(legal)) == len(legal) > 0
        check_components(game)
        if n % 10 == 0:
            check_view(game)
        game.play(temperaments[game.seat % len(temperaments)](game, rng))
    check_components(game)
    return game


def editions():
    scarce_goods = TABLES["goods"].assign(count=2, source="assumed")
    return {
        "standard": Edition(),
        "raised": Edition(prices="raised"),
        "shared": Edition(prices="shared"),
        "asymmetric boats": Edition(boats="asymmetric", board="fixed"),
        "scarce": Edition(flowers=3, favors=1, rower_tiles=1, disks=4, stalls=4).with_table("goods", scarce_goods),
        "few tiles": Edition(display=6, max_rowers=5, start_coins=40)
        .with_table("market_cards", TABLES["market_cards"].head(10))
        .with_table("orders", TABLES["orders"].head(7))
        .with_table("baskets", TABLES["baskets"].assign(count=1, source="assumed")),
    }


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", editions())
def test_whole_games(name, players):
    edition = editions()[name]
    for index, temperaments in enumerate([[any_move], [busy], TEMPERAMENTS[:players], TEMPERAMENTS[-players:]]):
        game = play_out(edition, players, index, temperaments)
        assert game.over or name in ("scarce", "few tiles")  # where a game need not end in so many moves
        result = game.result()
        assert max(result["turns"]) - min(result["turns"]) <= 1
        assert sum(result["turns"]) == game.turn
        if game.over:
            assert result["tithe_completed"] + result["buddha_worshipped"] + result["supremacy"] >= 2
        for seat in range(players):
            taken = result["taken"][seat]
            cards = len(game.box.cards) - game.box.basics
            assert (sum(taken[:cards]), sum(taken[cards:])) == (result["cards_bought"][seat], result["orders_filled"][seat])
            assert result["stalls_bought"][seat] + 1 == sum(result[f"{good}_stalls"][seat] for good in ref.GOODS)
        rounds = min(game.turn // players - (game.over and game.turn % players == 0), 20)
        noted = [[price > 0 for price in prices] for prices in result["prices"]]
        assert all(row == [True] * rounds + [False] * (20 - rounds) for row in noted) or not game.over
        assert sum(result["share"]) == 1


def test_temperaments_reach_the_rare_cases():
    reached = Counter()
    for index in range(8):
        result = play_out(Edition(), 3, index, TEMPERAMENTS[index % 3 : index % 3 + 3]).result()
        names = [*TALLIES, "card_points", "king_points", "stall_points", "order_points"]
        reached.update({name: sum(result[name]) for name in names})
    assert min(reached.values()) > 3, reached


def test_the_same_game_again():
    one, other = (play_out(Edition(), 3, 4, TEMPERAMENTS) for _ in range(2))
    assert one.result() == other.result()
    decks = [ref.Game(Edition(), 3, seed, index).deck for seed, index in ((9, 4), (9, 5), (8, 4))]
    assert decks[0] not in decks[1:]


def test_other_numbers_of_the_box():
    small = Edition(start_coins=3, coins_per_seat=2, stalls=3, start_box=1, start_rowers=1, display=2, board="fixed")
    temple = pd.DataFrame({"column": [1, 2, 3], "section": [1, 2, 3], "flowers": [0, 1, 2]})
    game = ref.Game(small.with_table("temple", temple), 4, 0, 0)
    view = game.view(0)
    assert (view["coins"], view["stalls_left"], view["price_box"]) == ([3, 5, 7, 9], [1] * 4, [0] * 4)
    assert view["display"][2:] == [EMPTY] * 4
    assert (view["columns"], view["temple_section"][:3], view["n_sections"]) == (3, [0, 1, 2], 3)
    assert (view["order_coins"][0], view["order_coins"][5]) == (1 + 2 + 1, 13)
