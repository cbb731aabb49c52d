"""The slow restatement of Sunny Day Sardines, held against hand-made facts from the rulebook."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import product

import numpy as np
import pandas as pd
import pytest

from boardstats.games.sardines.edition import Edition
from boardstats.games.sardines.state import MOVE, VIEW
from tests.reference_streams import Stream
from tests.sardines import reference as ref

EMPTY, NOTHING = ref.EMPTY, ref.NOTHING

# Kinds of sardine card and of order in the standard edition, by what they show.
CARDS = ["b", "g", "o", "p", "bb", "gg", "oo", "pp", "bg", "bo", "bp", "go", "gp", "op"]
REGULAR_ORDERS = ["bg", "op", "bbb", "ggg", "ooo", "ppp", "bboo", "ggoo", "ggpp", "bbpp", "bbgpp", "ggoop"]
ORDERS = [*REGULAR_ORDERS, "=3", "=4", "≠3", "≠4"]  # so many alike, so many different


def cards(text):
    """Return the kinds of cards written like "b pp go", "-" for an empty space."""
    return [EMPTY if card == "-" else CARDS.index(card) for card in text.split()]


def orders(text):
    return [EMPTY if order == "-" else ORDERS.index(order) for order in text.split()]


def shown(kinds):
    return " ".join("-" if kind == EMPTY else CARDS[kind] for kind in kinds)


def rest(count, laid):
    """Return the cards of a deck, by kind, without those laid out."""
    return [kind for kind, n in enumerate(count) for _ in range(n - laid.count(kind))]


class LaidOut(ref.Game):
    """A game that starts with these cards; those in hands are hidden.

    First drawn is first in `deck` and `order_deck`; if none is given, it is all the cards that lie nowhere else.
    """

    def __init__(
        self,
        hands,
        market="b g o p bb",
        display="≠4 - - -",
        deck=None,
        order_deck=None,
        discards="",
        **options,
    ):
        self.laid = hands, market, display, deck, order_deck, discards
        super().__init__(Edition(**options), len(hands), 1, 0)

    def _set_up(self):
        super()._set_up()
        hands, market, display, deck, order_deck, discards = self.laid
        self.hands, self.market, self.discards = [cards(hand) for hand in hands], cards(market), cards(discards)
        self.display = orders(display)
        laid = self.market + self.discards + [kind for hand in self.hands for kind in hand]
        self.deck = rest(self.count, laid) if deck is None else cards(deck)[::-1]
        self.order_deck = rest(self.order_count, self.display) if order_deck is None else orders(order_deck)[::-1]


def play(game, kind, first=None, payment=None):
    """Play the legal move of this kind; what is not named has to be without choice."""
    moves = [m for m in game.legal() if m[1] == kind and first in (None, m[2])]
    if payment is not None:
        moves = [m for m in moves if m[0] == ref.packed(tuple(cards(payment)))]
    assert len(moves) == 1, (kind, game.legal())
    game.play(moves[0])


def gather(game, text):
    """Gather the cards written like "b o" or "bb"."""
    wanted = sorted(cards(text))
    gatherings = [m for m in game.legal() if m[1] == ref.GATHER]
    moves = [m for m in gatherings if sorted(game.market[space] for space in m[2:] if space != NOTHING) == wanted]
    assert len(moves) == 1, (text, game.legal())
    game.play(moves[0])


def payments(hand, order):
    """Return the payments a player may choose from, each written like "b pp"."""
    game = LaidOut([hand, ""], display=f"- {order} - -", hand_limit=10)
    play(game, ref.FILL, first=1)
    assert (game.seat, game.decision) == (0, ref.ON_PAY)
    assert all(m[1:] == (ref.PAY, NOTHING, NOTHING) for m in game.legal())
    return [shown(k for k in range(16) for _ in range(m[0] >> 4 * k & 15)) for m in game.legal()]


def fillable(hand, display):
    game = LaidOut([hand, ""], display=display, hand_limit=10)
    return [m[2] for m in game.legal() if m[1] == ref.FILL]


# ---- Setup ---------------------------------------------------------------------------------------------------------


def test_kinds_of_the_standard_edition():
    game = ref.Game(Edition(), 2, 0, 0)
    assert game.fish == [[card.count(colour[0]) for colour in ref.COLOURS] for card in CARDS]
    assert [order.needs for order in game.orders] == [[text.count(c[0]) for c in ref.COLOURS] for text in ORDERS]
    assert [order.number for order in game.orders] == [0] * 12 + [3, 4, 3, 4]
    assert (sum(game.count), sum(game.order_count)) == (36, 18)
    assert np.dot(game.count, game.fish).tolist() == [14] * 4
    assert [order.points for order in game.orders] == [2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 2, 4, 2, 3]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_setup(players):
    game = ref.Game(Edition(), players, 3, 5)
    assert (game.seat, game.decision, game.over) == (0, ref.ON_TURN, False)
    deck = list(np.repeat(range(14), game.count))
    Stream(3, 5, 0).shuffle(deck)
    order_deck = list(np.repeat(range(16), game.order_count))
    Stream(3, 5, 2 << 16).shuffle(order_deck)
    assert game.hands == [[deck[35 - 2 * seat], deck[34 - 2 * seat]] for seat in range(players)]
    assert game.market == [deck[35 - 2 * players - space] for space in range(5)]
    assert game.display == [order_deck[17 - space] for space in range(4)]
    assert (game.deck, game.order_deck) == (deck[: 31 - 2 * players], order_deck[:14])
    for seat in range(players):
        view = game.view(seat)
        assert (view["turn"], view["seat"], view["players"]) == (1, seat, players)
        assert (view["decision"], view["order"]) == (ref.ON_TURN, NOTHING)
        assert (view["deck"], view["orders_left"], view["last_round"]) == (31 - 2 * players, 14, 0)
        assert view["cards"] == [2] * players + [0] * (4 - players)
        assert view["hidden"] == [2 * (p != seat) for p in range(players)] + [0] * (4 - players)
        assert [sum(known) for known in view["known"]] == [2 * (p == seat) for p in range(4)]
        assert sum(view["unseen"]) == 36 - 5 - 2
        assert sum(view["unseen_orders"]) == 14


def test_moves_and_views_have_the_shape_of_the_state():
    game = LaidOut(["b", "", ""], market="b g oo p -", display="bg - =3 -")
    view = game.view(1)
    assert set(view) == set(VIEW.names)
    assert {name: np.shape(view[name]) for name in view} == {name: VIEW[name].shape for name in VIEW.names}
    assert MOVE.names == ("cards", *ref.Move._fields[1:])
    assert view["market"] == [0, 1, 6, 3, -1, -1, -1, -1, -1, -1]
    assert view["display"] == [0, -1, 12, -1, -1, -1, -1, -1]
    assert (view["hand_limit"], view["kinds"], view["order_kinds"]) == (6, 14, 16)
    assert (view["fish"][8], view["fish"][14]) == ([1, 1, 0, 0], [0, 0, 0, 0])
    assert view["type"] == [0] * 12 + [1, 1, 2, 2] + [0] * 16
    assert (view["needs"][10], view["needs"][12], view["alike"][10]) == ([2, 1, 0, 2], [0, 0, 0, 0], 0)
    assert view["alike"][12:17] == [3, 4, 3, 4, 0]
    assert view["worth"][10:17] == [5, 5, 2, 4, 2, 3, 0]


# ---- Gather Sardines -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("market", "moves"),
    [
        ("b g oo p bp", [(0, 1), (0, 3), (1, 3), (2, NOTHING), (4, NOTHING)]),
        ("b b g b g", [(0, 1), (0, 2), (2, 4)]),  # equal pairs only once, in whatever order they lie
        ("g b g bb bb", [(0, 1), (0, 2), (3, NOTHING)]),
        ("- gp b - g", [(1, NOTHING), (2, 4)]),
        ("b bb oo gg pp", [(1, NOTHING), (2, NOTHING), (3, NOTHING), (4, NOTHING)]),  # one single is not two fish
    ],
)
def test_gatherings(market, moves):
    assert LaidOut(["", ""], market=market).legal() == [(0, ref.GATHER, *spaces) for spaces in moves]


def test_gather_two_singles_or_one_double():
    game = LaidOut(["p", "o"], market="b g oo p bp", deck="gg pp b o")
    gather(game, "g b")
    assert (shown(game.hands[0]), shown(game.market)) == ("p b g", "gg pp oo p bp")
    assert (game.seat, game.decision, game.view(0)["turn"]) == (1, ref.ON_TURN, 2)
    gather(game, "bp")
    assert (shown(game.hands[1]), shown(game.market)) == ("o bp", "gg pp oo p b")
    result = game.result()
    assert (result["singles"], result["doubles"]) == ([2, 0], [0, 1])
    assert (result["cards_left"], result["fish_left"], result["turns"]) == ([3, 2], [3, 3], [2, 1])


def test_pass_only_if_nothing_is_possible():
    game = LaidOut(["b", "b g"], market="b -", display="bg", deck="", market_size=2, display_size=1)
    assert game.legal() == [(0, ref.SKIP, NOTHING, NOTHING)]
    game.play(game.legal()[0])
    assert game.legal() == [(0, ref.FILL, 0, NOTHING)]
    play(game, ref.FILL)
    play(game, ref.PAY)
    assert game.result()["passes"] == [1, 0]
    deck = cards("b g")  # the payment, shuffled, since a card is wanted
    Stream(1, 0, 1).shuffle(deck)
    assert (game.market, game.deck) == ([*cards("b"), deck[1]], deck[:1])


# ---- Complete an Order, Order Types --------------------------------------------------------------------------------


def test_orders_on_offer():
    assert fillable("b g", "op bg - bg") == [1]  # equal orders only once
    assert fillable("bg bo", "bboo bg =3 ≠3") == [1, 3]
    assert fillable("bb bo o", "bboo bg =3 ≠3") == [0, 2]
    assert fillable("", "bg op =3 ≠3") == []
    assert fillable("bg op", "≠4 =3 op bg") == [0, 2, 3]
    assert fillable("b g o p oo", "≠4 =4 =3 ooo") == [0, 2, 3]


def test_orders_come_after_gatherings():
    game = LaidOut(["b g", ""], market="bb bb - - -", display="bg - - -")
    assert game.legal() == [(0, ref.GATHER, 0, NOTHING), (0, ref.FILL, 0, NOTHING)]


@pytest.mark.parametrize(
    ("hand", "order", "expected"),
    [
        # Regular orders.
        ("pp pp", "ppp", ["pp pp"]),  # the rulebook's example of paying more than is asked for
        ("p pp pp", "ppp", ["p pp", "pp pp"]),
        ("p p pp", "ppp", ["p pp"]),
        ("b g bg", "bg", ["bg", "b g"]),  # equal in fish: fewer cards first
        ("b gg bb bg", "bg", ["bg", "b gg", "bb gg"]),
        ("b b bb oo bo bo", "bboo", ["bb oo", "bo bo", "b b oo", "b oo bo"]),
        ("bp bp bg g", "bbgpp", ["g bp bp", "bg bp bp"]),
        ("bg go gp op", "bg", ["bg"]),
        # Special orders: any one colour.
        ("b b b g g g", "=3", ["b b b", "g g g"]),
        ("bg bg bg", "=3", ["bg bg bg"]),
        ("b bb bb pp p", "=3", ["b bb", "p pp", "bb bb"]),
        ("bb bb op op op op", "=4", ["bb bb", "op op op op"]),
        # Mixed bag orders: different colours.
        ("b g o", "≠3", ["b g o"]),
        ("b go", "≠3", ["b go"]),
        ("b g o p", "≠3", ["b g o", "b g p", "b o p", "g o p"]),
        ("bb gg oo", "≠3", ["bb gg oo"]),
        ("bg bo", "≠3", ["bg bo"]),
        ("bg op gp", "≠4", ["bg op"]),
        ("bg op gp", "≠3", ["bg gp", "bg op", "gp op"]),
        ("bg bo bp", "≠4", ["bg bo bp"]),
    ],
)
def test_payments(hand, order, expected):
    assert payments(hand, order) == expected


def test_equal_payments_by_their_packed_number():
    assert ref.packed(tuple(cards("b b go"))) == 2 + (1 << 44)
    assert payments("b g o p", "≠3") == ["b g o", "b g p", "b o p", "g o p"]  # of equal fish and number of cards
    assert payments("gg bo b g", "≠3") == ["g bo", "gg bo"]
    assert payments("bg bp go op", "≠4") == ["bp go", "bg op"]


def test_complete_an_order():
    game = LaidOut(["p pp pp b", "g"], display="bg ppp - -", deck="", discards="o", order_deck="=3 =3 ≠3 ≠3")
    play(game, ref.FILL, first=1)
    assert [game.view(seat)["order"] for seat in (0, 1)] == [ORDERS.index("ppp"), -1]
    assert [game.view(seat)["decision"] for seat in (0, 1)] == [ref.ON_PAY, ref.ON_TURN]
    assert game.view(1)["display"][:4] == orders("bg ppp - -")
    play(game, ref.PAY, payment="pp pp")
    assert (shown(game.hands[0]), shown(game.discards), shown(game.market)) == ("p b", "o pp pp", "b g o p bb")
    assert game.display == orders("bg =3 =3 ≠3")
    assert [game.view(seat)["order"] for seat in (0, 1)] == [-1, -1]
    assert game.view(1)["points"] == [3, 0, 0, 0]
    assert game.view(1)["filled"] == [1, 0, 0, 0]
    assert game.view(1)["discards"] == [2 * (card == "pp") + (card == "o") for card in CARDS] + [0, 0]
    result = game.result()
    assert (result["points"], result["score"], result["filled"]) == ([[3, 0, 0], [0, 0, 0]], [3, 0], [1, 0])
    assert (result["overpaid"], result["discarded"], result["shuffles"]) == ([1, 0], [0, 0], 0)
    assert [result["taken"][seat] for seat in (0, 1)] == [[int(k == 5) for k in range(32)], [0] * 32]


@pytest.mark.parametrize(
    ("hand", "order", "payment", "overpaid"),
    [
        ("bg", "bg", "bg", 0),
        ("bb gg", "bg", "bb gg", 2),
        ("bg bg bg", "=3", "bg bg bg", 3),
        ("bb bo bp", "=4", "bb bo bp", 2),
        ("bg bo", "≠3", "bg bo", 1),
        ("bb gg oo pp", "≠4", "bb gg oo pp", 4),
    ],
)
def test_overpaid(hand, order, payment, overpaid):
    game = LaidOut([hand, ""], display=f"{order} - - -")
    play(game, ref.FILL)
    play(game, ref.PAY, payment=payment)
    assert game.result()["overpaid"] == [overpaid, 0]
    by_type = game.result()["points"][0]
    assert [points > 0 for points in by_type] == [order[0] not in "=≠", order[0] == "=", order[0] == "≠"]


# ---- what is known of hands ----------------------------------------------------------------------------------------


def known(game, seat, player):
    view = game.view(seat)
    return shown(k for k in range(14) for _ in range(view["known"][player][k])), view["hidden"][player]


def test_gathered_cards_are_known_and_dealt_ones_hidden():
    game = LaidOut(["p b", "g g"], market="p g oo p bp", display="≠3 - - -")
    gather(game, "p g")
    assert known(game, 1, 0) == ("g p", 2)
    assert known(game, 0, 0) == ("b g p p", 0)
    assert known(game, 0, 1) == ("", 2)
    gather(game, "bp")
    assert known(game, 0, 1) == ("bp", 2)
    unseen = game.view(1)["unseen"]
    play(game, ref.FILL)
    play(game, ref.PAY, payment="b g p")
    assert known(game, 1, 0) == ("", 1)  # of two pinks, the one all have seen is played first
    after = game.view(1)["unseen"]
    assert [a - b for a, b in zip(unseen, after, strict=True)] == [int(card == "b") for card in CARDS] + [0, 0]
    assert game.view(0)["unseen"][:14] == [(game.deck + cards("g g")).count(kind) for kind in range(14)]


# ---- End of Turn ---------------------------------------------------------------------------------------------------


def test_refill_from_the_lowest_space_on():
    game = LaidOut(["", ""], market="b g oo - bp", deck="pp gg p b", display="- ≠4 - bbb", order_deck="=4 =3 =3 ≠3")
    gather(game, "bp")
    assert shown(game.market) == "b g oo pp gg"
    assert game.display == orders("=4 ≠4 =3 bbb")
    assert (game.view(0)["deck"], game.view(0)["orders_left"]) == (2, 2)
    assert [k for k, n in enumerate(game.view(0)["unseen_orders"]) if n] == orders("=3 ≠3")


@pytest.mark.parametrize("earlier", [0, 1, 5])
@pytest.mark.parametrize("pile", ["oo b p b gg p b op", "b b b p p gg oo op"])  # in whatever order they were discarded
def test_discards_are_shuffled_when_a_card_is_wanted(pile, earlier):
    game = LaidOut(["", ""], market="b g oo p bp", deck="pp", discards=pile)
    game.shuffles = earlier
    gather(game, "bp")
    assert (shown(game.market), game.deck, game.shuffles) == ("b g oo p pp", [], earlier)  # empty, but none is wanted
    gather(game, "pp")
    deck = sorted(cards(pile))
    Stream(1, 0, earlier + 1).shuffle(deck)
    assert (game.market, game.deck) == ([*cards("b g oo p"), deck[-1]], deck[:-1])
    assert (game.discards, game.view(0)["discards"]) == ([], [0] * 16)
    assert game.view(0)["unseen"][:14] == [game.deck.count(kind) for kind in range(14)]
    assert game.result()["shuffles"] == earlier + 1


def test_deck_runs_out_amid_a_refill():
    game = LaidOut(["b g", "gp gp"], market="b - oo - -", display="bg - - -", deck="op", discards="p")
    play(game, ref.FILL)
    play(game, ref.PAY)
    deck = sorted(cards("p b g"))
    Stream(1, 0, 1).shuffle(deck)
    assert game.market == [*cards("b op oo"), deck[2], deck[1]]
    assert (game.deck, game.discards, game.shuffles) == (deck[:1], [], 1)


def test_spaces_stay_empty_without_cards():
    game = LaidOut(["bb bb gg gg oo oo", ""], market="b g pp - -", deck="")
    gather(game, "b g")
    assert (shown(game.market), game.shuffles) == ("- - pp - -", 0)
    play(game, ref.DISCARD, first=CARDS.index("b"))  # after refilling
    play(game, ref.DISCARD, first=CARDS.index("g"))
    assert shown(game.market) == "- - pp - -"
    gather(game, "pp")
    assert sorted(shown(game.market[:2]).split()) == ["b", "g"]
    assert (game.market[2:], game.shuffles, game.discards) == ([EMPTY] * 3, 1, [])


def test_hand_limit():
    game = LaidOut(["b b g g o p", ""], market="b g oo p bp", deck="gg gg b")
    gather(game, "b p")  # even with six cards in hand
    assert (game.seat, game.decision) == (0, ref.ON_DISCARD)
    assert shown(game.market) == "gg g oo gg bp"
    assert game.legal() == [(0, ref.DISCARD, kind, NOTHING) for kind in range(4)]
    assert game.view(0)["turn"] == 1
    play(game, ref.DISCARD, first=2)
    assert game.legal() == [(0, ref.DISCARD, kind, NOTHING) for kind in (0, 1, 3)]
    play(game, ref.DISCARD, first=0)
    assert (shown(sorted(game.hands[0])), shown(game.discards)) == ("b b g g p p", "o b")
    assert known(game, 1, 0) == ("p", 5)  # the blue one gathered counts as the one discarded
    assert (game.seat, game.decision) == (1, ref.ON_TURN)
    assert [game.view(seat)["decision"] for seat in (0, 1)] == [ref.ON_DISCARD, ref.ON_TURN]
    assert game.result()["discarded"] == [2, 0]


def test_hand_limit_is_an_option():
    game = LaidOut(["b b", ""], hand_limit=2)
    gather(game, "bb")
    assert game.decision == ref.ON_DISCARD
    assert LaidOut(["b b", ""], hand_limit=3).view(0)["hand_limit"] == 3


# ---- End of Game ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("who", [0, 1, -1])
def test_the_round_is_finished_after_the_last_order_is_revealed(players, who):
    who %= players
    hands = ["bg" if seat == who else "" for seat in range(players)]
    game = LaidOut(hands, market="oo oo pp pp bb", display="bg =4 =3 =3", order_deck="ppp")
    while not game.over:
        assert game.turn <= players
        assert [game.view(seat)["last_round"] for seat in range(players)] == [int(game.turn > who + 1)] * players
        if game.seat == who:
            play(game, ref.FILL, first=0)
            play(game, ref.PAY)
        else:
            game.play(game.legal()[0])
    assert game.legal() == []
    assert game.result()["turns"] == [1] * players
    assert game.result()["last_round"] == 1
    assert game.display == orders("ppp =4 =3 =3")


def test_last_round_from_the_start():
    assert LaidOut(["", ""], order_deck="").view(1)["last_round"] == 1
    table = Edition().tables["orders"].assign(count=[1] * 4 + [0] * 12)
    game = ref.Game(Edition().with_table("orders", table), 3, 1, 1)
    assert game.view(2)["last_round"] == 1
    assert game.view(2)["orders_left"] == 0
    while not game.over:
        game.play(game.legal()[0])
    assert game.result()["turns"] == [1, 1, 1]


def test_spaces_of_orders_stay_empty_at_the_end():
    game = LaidOut(["bg op", ""], display="bg op =3 =4", order_deck="")
    play(game, ref.FILL, first=0)
    play(game, ref.PAY)
    assert game.display == orders("- op =3 =4")
    assert (game.seat, game.over) == (1, False)


def test_the_last_turn_ends_with_discarding():
    game = LaidOut(["", "b b b b b b"], market="oo pp pp gg gg", order_deck="")
    gather(game, "oo")
    gather(game, "pp")
    assert (game.seat, game.decision, game.over) == (1, ref.ON_DISCARD, False)
    play(game, ref.DISCARD, first=0)
    assert game.over
    assert game.result()["fish_left"] == [2, 7]
    with pytest.raises(ValueError, match="not legal"):
        game.play((0, ref.SKIP, -1, -1))


# ---- Scoring, Tiebreakers ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("areas", "hands", "score", "rank", "share"),
    [
        (["bbb", "bg", ""], ["", "b", "b b"], [3, 2, 0], [1, 2, 3], [1, 0, 0]),  # most points
        (["bboo", "bg op", "=4"], ["bb bb", "", "b"], [4, 4, 4], [2, 1, 3], [0, 1, 0]),  # then most orders, then fish
        (["bbb", "ggg", "ooo"], ["b g", "bb g", "bb b"], [3, 3, 3], [3, 1, 1], [0, Fraction(1, 2), Fraction(1, 2)]),
        (["", "", ""], ["b g", "bb", "op"], [0, 0, 0], [1, 1, 1], [Fraction(1, 3)] * 3),  # fish, not cards
        (["=3 ≠3", "bboo", "bboo"], ["", "bb", "bb"], [4, 4, 4], [1, 2, 2], [1, 0, 0]),
    ],
)
def test_scoring_and_tiebreakers(areas, hands, score, rank, share):
    game = LaidOut(hands)
    game.scoring_areas = [orders(area) for area in areas]
    result = game.result()
    assert (result["score"], result["rank"], result["share"]) == (score, rank, share)
    assert sum(result["share"]) == 1


def test_points_by_type_of_order():
    game = LaidOut(["", ""])
    game.scoring_areas = [orders("bbgpp bg ≠4"), orders("=3 =3 =4 ≠3")]
    result = game.result()
    assert result["points"] == [[7, 0, 3], [0, 8, 2]]
    assert (result["score"], result["filled"]) == ([10, 10], [3, 4])
    assert result["taken"][1][12:16] == [2, 1, 1, 0]
    assert game.view(0)["points"] == [10, 10, 0, 0]


# ---- whole games ---------------------------------------------------------------------------------------------------


def any_move(game, rng):
    return rng.choice(game.legal())


def eager(game, rng):
    """Fills an order whenever it can, at the least expense."""
    return next((m for m in game.legal() if m[1] in (ref.FILL, ref.PAY)), None) or rng.choice(game.legal())


def wasteful(game, rng):
    """Fills the last order it can, with as many fish as it may."""
    return game.legal()[-1]


def hoarder(game, rng):
    """Never fills an order while it can gather: lives at the hand limit and goes through the deck."""
    return rng.choice([m for m in game.legal() if m[1] != ref.FILL] or game.legal())


def fond_of_singles(game, rng):
    """Gathers single fish if there are two, so that its hand holds many cards."""
    pairs = [m for m in game.legal() if m[1] == ref.GATHER and m[3] != NOTHING]
    return rng.choice(pairs or game.legal())


def lazy(game, rng):
    """Hoards, but fills now and then: long games that come to an end."""
    return hoarder(game, rng) if rng.random() < 0.8 else eager(game, rng)


TEMPERAMENTS = [any_move, eager, wasteful, hoarder, fond_of_singles, lazy]
MOST_TURNS = 100  # some never end a game


def check_cards(game):
    """Every card is in one place; who is asked, and the neighbour, can account for all they have not seen."""
    hands = [kind for hand in game.hands for kind in hand]
    market = [kind for kind in game.market if kind != EMPTY]
    display = [kind for kind in game.display if kind != EMPTY]
    areas = [kind for area in game.scoring_areas for kind in area]
    assert Counter(hands + market + game.deck + game.discards) == {k: n for k, n in enumerate(game.count) if n}
    assert Counter(display + game.order_deck + areas) == {k: n for k, n in enumerate(game.order_count) if n}
    for seat in (game.seat, (game.seat + 1) % game.players):
        view = game.view(seat)
        seen = np.array(view["unseen"]) + np.sum(view["known"], axis=0) + view["discards"]
        for kind in market:
            seen[kind] += 1
        assert seen[: len(game.count)].tolist() == game.count
        assert sum(view["unseen"]) == view["deck"] + sum(view["hidden"])
        assert (np.sum(view["known"], axis=1) + view["hidden"]).tolist() == view["cards"]
        assert view["known"][seat] == view["hand"]
        assert all(hidden <= game.edition.dealt for hidden in view["hidden"])
        assert sum(view["unseen_orders"]) == view["orders_left"]
        pays = not game.over and (game.seat, game.decision) == (seat, ref.ON_PAY)
        assert pays == (view["order"] != NOTHING)


def check_payments(game):
    """Each payment covers the order, none holds another, and each set of cards that covers it holds one of them."""
    me = game.seat
    order = game.orders[game.view(me)["order"]]
    hand = [game.hands[me].count(kind) for kind in range(len(game.fish))]
    offered = [tuple(m[0] >> 4 * kind & 15 for kind in range(len(hand))) for m in game.legal()]
    assert len(set(offered)) == len(offered) > 0

    def holds(more, less):
        return all(m >= n for m, n in zip(more, less, strict=True))

    for paid in offered:
        assert holds(hand, paid)
        assert not any(holds(paid, other) for other in offered if other != paid)
    for some in product(*(range(n + 1) for n in hand)):
        covers = order.is_covered_by(np.dot(some, game.fish).tolist())
        assert covers == any(holds(some, paid) for paid in offered)
    fish = [sum(np.dot(paid, game.fish)) for paid in offered]
    assert fish == sorted(fish)


def play_out(edition, players, index, temperaments):
    rng = random.Random(index)
    game = ref.Game(edition, players, 9, index)
    while not game.over and game.turn <= MOST_TURNS:
        legal = game.legal()
        assert len(set(legal)) == len(legal) > 0
        check_cards(game)
        if game.decision == ref.ON_PAY and len(legal) > 1:
            check_payments(game)
        if game.decision == ref.ON_TURN:
            assert all(len(hand) <= edition.hand_limit for hand in game.hands)
        game.play(temperaments[game.seat % len(temperaments)](game, rng))
    check_cards(game)
    return game


def other_decks():
    standard = Edition()
    sardines, order_table = standard.tables["sardines"], standard.tables["orders"]
    return {
        "standard": standard,
        "small hands": Edition(hand_limit=4, dealt=4),
        "large hands": Edition(hand_limit=9, market_size=3, display_size=6, dealt=0),
        "few cards": Edition(hand_limit=7).with_table("sardines", sardines.assign(count=[2] * 4 + [1] * 10)),
        "one space": Edition(market_size=1, display_size=1),
        "uneven": Edition(dealt=3).with_table("sardines", sardines.assign(count=[9, 0, 5, 3] + [3, 1, 0, 2, 3] * 2)),
        "many orders": standard.with_table("orders", order_table.assign(count=2)),
    }


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", other_decks())
def test_whole_games(name, players):
    edition = other_decks()[name]
    line_ups = [[temperament] for temperament in TEMPERAMENTS] + [TEMPERAMENTS[-players:]]
    ended = 0
    for index, temperaments in enumerate(line_ups):
        game = play_out(edition, players, index, temperaments)
        result = game.result()
        turns = sum(result["turns"])
        gathered = sum(result["singles"]) // 2 + sum(result["doubles"])
        assert sum(result["singles"]) % 2 == 0
        assert turns - (not game.over) <= gathered + sum(result["filled"]) + sum(result["passes"]) <= turns
        worth = [order.points for order in game.orders]
        assert [np.dot(row[: len(worth)], worth) for row in result["taken"]] == result["score"]
        assert [sum(by_type) for by_type in result["points"]] == result["score"]
        if game.over:
            ended += 1
            assert len(set(result["turns"])) == 1
            assert (result["last_round"], len(game.order_deck)) == (1, 0)
            assert sum(result["share"]) == 1
            assert max(result["cards_left"]) <= edition.hand_limit
        elif result["passes"] != [0] * players:
            assert name == "one space"  # where all may be stuck
    assert ended >= 2 or name == "one space"


def test_temperaments_reach_the_rare_cases():
    hoarding = play_out(Edition(), 4, 1, [hoarder]).result()
    assert min(hoarding["discarded"]) > 5
    assert hoarding["shuffles"] > 1
    few = other_decks()["one space"]
    assert sum(sum(play_out(few, 2, i, [eager]).result()["passes"]) for i in range(5)) > 0
    wasted = play_out(Edition(), 2, 3, [wasteful]).result()
    assert wasted["last_round"] == 1
    assert sum(wasted["overpaid"]) > 0


def test_the_same_game_again():
    one, other = (play_out(Edition(), 3, 4, TEMPERAMENTS) for _ in range(2))
    assert one.result() == other.result()
    decks = [ref.Game(Edition(), 3, seed, index).deck for seed, index in ((9, 4), (9, 5), (8, 4))]
    assert decks[0] not in decks[1:]


def test_editions_are_read_as_tables():
    columns = ["blue", "green", "orange", "pink", "count", "source"]
    table = pd.DataFrame([[0, 0, 0, 1, 40, "assumed"], [2, 0, 0, 0, 20, "assumed"]], columns=columns)
    game = ref.Game(Edition().with_table("sardines", table), 2, 0, 0)
    assert game.fish == [[0, 0, 0, 1], [2, 0, 0, 0]]
    assert len(game.deck) == 60 - 4 - 5
    assert game.view(0)["kinds"] == 2
