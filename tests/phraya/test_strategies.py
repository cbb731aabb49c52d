"""The built-in strategies: plain decisions in hand-made positions, and whole games for their strength."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from boardstats.games.phraya import (
    BARGE,
    BUDDHA_WORSHIPPED,
    BUY_CARD,
    BUY_STALL,
    DELIVER,
    EMPTY,
    END_TURN,
    GAME,
    GOODS,
    IN_HAND,
    OFFER,
    ON_ACTION,
    ON_BARGE,
    ON_CARD,
    ON_FIRST_STALL,
    ON_MERCHANT,
    ON_MOVE,
    STALLS,
    SUPREMACY,
    TITHE,
    Edition,
)
from boardstats.games.phraya.board import N_STALLS, ends, sections_at
from boardstats.games.phraya.edition import KING_ROWS
from boardstats.games.phraya.standing import points_of, purse_points
from boardstats.games.phraya.state import MAX_MOVES, MOVE, STATE
from boardstats.games.phraya.waters import FAR, turns_to, within
from boardstats.lab.strengths import line_ups
from boardstats.plan import make_plan

BOTH = ("greedy", "merchant")
AT_ONCE = {"greedy": {}, "merchant": {"ahead": 0.0}}  # without a look at the next turn
OF_TWO = 2  # players in the hand-made positions
EDITION = Edition(board="fixed")
BOX = EDITION.box(OF_TWO)
VEGETABLE, FRUIT, FISH, MEAT = range(len(GOODS))
FAR_PRICES, _, FAR_BARGE = range(3)  # basic cards
MARKET = EDITION.tables["market_cards"]["card"].tolist()


def card(name):
    return int(BOX["basics"]) + MARKET.index(name)


class Position:
    """A game of two as it was dealt, where seat 0 is asked; nobody has coins, and the barge is out of the way."""

    def __init__(self, decision, **fields):
        states = np.zeros(1, STATE)
        self.state = states[0]
        self.state["players"], self.state["seed"] = OF_TWO, 4
        GAME.deal(self.state, BOX)
        self.view = states["views"].view(np.recarray)[0, 0]
        self.state["decision"] = self.view.decision = decision
        self.view.turn, self.view.boat[:OF_TWO], self.view.coins[:] = 9, (12, 23), 0
        self.view.played, self.view.barge = FAR_PRICES, 4
        for name, value in fields.items():
            self[name] = value

    def __setitem__(self, name, value):
        """Set a field of the view; of an array, its first entries."""
        if np.ndim(value):
            self.view[name].reshape(-1)[: len(value)] = value
        else:
            self.view[name] = value

    def stalls(self, kind):
        return [stall for stall in range(N_STALLS) if self.view.stall[stall] == STALLS.index(kind)]

    def moor_at(self, stall):
        """Put the boat beside a stall, the other stall visited already, and the barge where it touches no such section."""
        section = stall // 2
        self.view.boat[0], self.view.visited[1 - stall % 2] = section, 1
        self.view.barge = next(crossing for crossing in range(9) if section not in sections_at(crossing))

    def moves(self):
        moves = np.zeros(MAX_MOVES, MOVE)
        return moves[: GAME.legal_moves(self.state, BOX, moves)].view(np.recarray)

    def answer(self, name, **parameters):
        """Return the move that a strategy answers with."""
        moves, strategy = self.moves(), GAME.strategies[name](**parameters)
        index = strategy.function(self.view, moves, np.zeros(4, np.uint64), **strategy.parameters)
        assert 0 <= index < len(moves)
        return moves[index]


def fields(move):
    return int(move.kind), int(move.first), int(move.second), int(move.third)


def order_of(goods):
    """Return the order that asks for exactly these goods."""
    return [row[: len(GOODS)].tolist() for row in BOX["order_goods"]].index(goods)


@pytest.mark.parametrize("name", BOTH)
def test_fills_an_order_that_it_has_the_goods_for(name):
    position = Position(ON_ACTION, goods=[2, 0, 0, 1], temple_disk=[1] * 32)
    restaurant = position.stalls("restaurant")[0]
    position.view.order_at[restaurant] = order_of([2, 0, 0, 1])
    position.moor_at(restaurant)
    assert fields(position.answer(name)) == (DELIVER, restaurant, EMPTY, EMPTY)


@pytest.mark.parametrize("name", BOTH)
@pytest.mark.parametrize("which", range(4))
def test_sails_to_the_restaurant_whose_order_it_can_fill(name, which):
    position = Position(ON_MOVE, goods=[2, 0, 0, 2], room=[2, 1, 1, 2], disks_left=[0, 0], stalls_left=[0, 0], rowers_left=0)
    position["display"] = [EMPTY] * 6  # nothing but goods to be had anywhere else
    restaurants = position.stalls("restaurant")
    position.view.order_at[restaurants] = EMPTY
    position.view.order_at[restaurants[which]] = order_of([2, 0, 0, 2])
    there = restaurants[which] // 2
    # Two sections away, past the crossing at its first end; the barge elsewhere.
    crossing = int(ends()[there, 0])
    position.view.boat[0] = next(section for section in sections_at(crossing) if section != there)
    near = {crossing, *ends()[there].tolist(), *ends()[position.view.boat[0]].tolist()}
    position.view.barge = next(c for c in range(9) if c not in near)
    assert position.answer(name, **AT_ONCE[name]).first == there


@pytest.mark.parametrize("name", BOTH)
@pytest.mark.parametrize("good", range(len(GOODS)))
def test_offers_in_the_temple_what_it_carries(name, good):
    goods = [int(g == good) for g in range(len(GOODS))]
    position = Position(ON_ACTION, goods=goods, flowers=[1])
    temple = position.stalls("temple")[0]
    position.moor_at(temple)
    assert fields(position.answer(name)) == (OFFER, temple, good, 0)


@pytest.mark.parametrize("name", BOTH)
@pytest.mark.parametrize("missing", range(len(KING_ROWS)))
def test_completes_a_set_of_the_king(name, missing):
    position = Position(ON_ACTION, goods=[1, 1, 0, 0], flowers=[2], coins=[6], visited=[1, 1])
    position.view.boat[0] = sections_at(position.view.barge)[0]
    position.view.section_disks[0, :3] = 3  # so that nothing is to be kept for the temple's majorities
    for row in range(len(KING_ROWS)):
        if row != missing:
            position.view.tithes[0, row], position.view.king_disk[row, 4] = 1, 0
    move = position.answer(name)
    assert (move.kind, move.first) == (TITHE, missing)


@pytest.mark.parametrize("name", BOTH)
def test_buys_the_card_that_pays(name):
    position = Position(ON_ACTION, coins=[6], orders=[6])
    scribe = position.stalls("scribe")[0]
    position.moor_at(scribe)
    position["display"] = [card(f"cheap_{good}") for good in GOODS[1:]] + [card("bonus_orders")]
    assert fields(position.answer(name)) == (BUY_CARD, scribe, 3, 0)


@pytest.mark.parametrize("name", BOTH)
def test_acquires_the_stall_that_wins_a_majority(name):
    position = Position(ON_ACTION, coins=[10], stalls_left=[3, 3])
    office = position.stalls("administration")[0]
    position.moor_at(office)
    # Meat is even; of all others seat 1 has so many that one stall more gains seat 0 nothing but a second place it has.
    position.view.stalls[:OF_TWO] = [[1, 1, 1, 2], [4, 4, 4, 2]]
    move = position.answer(name, **({"settle": 1e6} if name == "merchant" else {}))  # as it stands, whatever may come
    assert move.kind == BUY_STALL
    assert position.view.stall[move.second] == MEAT


@pytest.mark.parametrize("name", BOTH)
@pytest.mark.parametrize("carried", range(len(GOODS)))
def test_raises_the_price_of_what_it_carries(name, carried):
    goods = [3 * int(g == carried) for g in range(len(GOODS))]
    position = Position(ON_MERCHANT, goods=goods, room=goods)
    position.view.order_at[position.stalls("restaurant")] = EMPTY
    for merchant_at in range(6):
        position.view.merchant_at = merchant_at
        raised = {
            fields(move) for move in position.moves() if position.view.merchant[move.first, move.second] == carried
        }  # the good that the first change, + 2, applies to
        assert not raised or fields(position.answer(name)) in raised


@pytest.mark.parametrize("name", BOTH)
def test_the_barge_blesses_the_own_stalls(name):
    position = Position(ON_BARGE, played=FAR_BARGE, visited=[1, 1])
    position.view.boat[:OF_TWO] = 0, 23
    position.view.owner[:] = EMPTY
    crossing = 7
    for section in sections_at(crossing):
        position.view.owner[2 * section] = 0
    assert fields(position.answer(name, **AT_ONCE[name])) == (BARGE, crossing, EMPTY, EMPTY)


@pytest.mark.parametrize("name", BOTH)
def test_begins_with_a_stall_of_the_good_that_counts_most(name):
    position = Position(ON_FIRST_STALL)
    assert position.view.stall[position.answer(name).first] == VEGETABLE


def test_merchant_begins_where_the_barge_comes_by_on_both_sides():
    position = Position(ON_FIRST_STALL)
    assert EMPTY not in ends()[position.answer("merchant").first // 2]


@pytest.mark.parametrize("ahead", [True, False])
def test_merchant_ends_the_game_only_when_it_is_ahead(ahead):
    position = Position(ON_ACTION, coins=[10, 0], stalls_left=[1, 3], conditions=BUDDHA_WORSHIPPED)
    position.moor_at(position.stalls("administration")[0])
    position["order_vp"] = [40, 10] if ahead else [10, 40]
    assert (position.answer("merchant").kind == BUY_STALL) == ahead
    assert position.answer("greedy").kind == BUY_STALL


def test_merchant_ends_the_game_with_the_king_too():
    position = Position(ON_ACTION, coins=[14], visited=[1, 1], conditions=SUPREMACY)
    position.view.boat[0] = sections_at(position.view.barge)[0]
    position.view.king_disk[0, :4] = 1
    position["order_vp"] = [90]
    assert fields(position.answer("merchant")) == (TITHE, 0, 4, EMPTY)
    position["order_vp"] = [0, 90]
    assert position.answer("merchant").kind == END_TURN


def test_merchant_counts_what_the_last_disk_gains_before_it_ends_the_game():
    # Four points behind, but the disk completes a set: 8 points.
    position = Position(ON_ACTION, coins=[14], visited=[1, 1], conditions=SUPREMACY)
    position.view.boat[0] = sections_at(position.view.barge)[0]
    position.view.king_disk[0, :4] = 1
    position.view.tithes[:OF_TWO] = [[0, 1, 1], [4, 0, 0]]
    position.view.stalls[:] = 0
    own, other = (int(points_of(position.view, q) + purse_points(position.view, q)) for q in range(OF_TWO))
    position["order_vp"] = [other, own + 4]  # and the coins that are paid count two points
    assert position.answer("merchant").kind == TITHE
    position["order_vp"] = [other, own + 40]
    assert position.answer("merchant").kind == END_TURN


def test_merchant_takes_its_cards_back_when_nothing_else_is_left_to_do():
    position = Position(ON_CARD, played=EMPTY)
    position.view.cards[0, :5] = [2, 2, 2, IN_HAND, IN_HAND]
    position.view.stall[:] = MEAT  # no coins, no goods: nothing to do anywhere
    position.view.order_at[:] = EMPTY
    position.view.owner[:] = EMPTY
    assert position.answer("merchant").first == 4


def test_points_as_of_now_are_those_of_the_score_pad():
    for players in GAME.players:
        plan = make_plan("phraya", players, seed=8, strategies="greedy", rotate=None, edition=EDITION)
        batch, log = plan.play_logged(0, 5)
        for game in range(5):
            state = np.zeros(1, STATE)
            state["players"], state["seed"], state["game"] = players, 8, game
            replay(state[0], log, game, EDITION.box(players))
            view = state["views"].view(np.recarray)[0, 0]
            now = [int(points_of(view, q) + purse_points(view, q)) for q in range(players)]
            assert now == batch.seats[game]["score"].tolist()


def replay(state, log, game, box):
    """Play a logged game to its end."""
    answers = iter(log.rows[log.rows["game"] == game]["answer"].tolist())
    moves = np.zeros(MAX_MOVES, MOVE)
    GAME.deal(state, box)
    while not state["over"]:
        n = GAME.legal_moves(state, box, moves)
        GAME.apply(state, box, moves[next(answers) if n > 1 else 0])


def test_the_waters():
    for barge, section in itertools.product(range(9), range(24)):
        last = 0
        for rowers in range(1, 5):
            reach = int(within(barge, section, rowers))
            assert reach | last == reach  # more rowers, more sections
            assert not reach >> section & 1
            last = reach
            for other in range(24):
                turns = int(turns_to(barge, rowers, section, other))
                stops = [stop for stop in range(24) if reach >> stop & 1]
                if other in stops:
                    assert turns == 1
                else:
                    assert turns == min([FAR, *(1 + int(turns_to(barge, rowers, stop, other)) for stop in stops)])


def shares(better, worse, players, split, n, seed=5):
    """Return the win share per seat of the better strategy, and its standard error."""
    line_up = [(worse, better)[entry] for entry in split]
    plan = make_plan("phraya", players, seed=seed, strategies=line_up, rotate=True, edition=None)
    played = np.array(split)[plan.entry_of(np.arange(n)[:, None], np.arange(players)[None, :])]
    found = np.where(played, plan.play(0, n).seats["win_share"], 0).sum(axis=1) / sum(split)
    return found.mean(), found.std(ddof=1) / n**0.5


@pytest.mark.parametrize(("better", "worse", "n"), [("greedy", "random", 100), ("merchant", "greedy", 80)])
@pytest.mark.parametrize(("players", "split"), [(n, split) for n in GAME.players for split in line_ups(n)])
def test_strength(better, worse, n, players, split):
    share, error = shares(better, worse, players, split, n)
    assert share - 2.58 * error > 1.3 / players


@pytest.mark.parametrize(("players", "low", "high"), [(2, 85, 150), (3, 65, 110), (4, 50, 90)])
def test_merchants_play_a_game_as_the_rulebook_tells_it(players, low, high):
    batch = make_plan("phraya", players, seed=6, strategies="merchant", rotate=None, edition=None).play(0, 60)
    games, seats = batch.games, batch.seats
    assert games["finished"].all()
    met = sum(games[name].astype(int) for name in ("tithe_completed", "buddha_worshipped", "supremacy"))
    assert (met >= 2).all()
    for name in ("tithe_completed", "buddha_worshipped", "supremacy"):
        assert games[name].any()
    assert 12 <= games["turns"].mean() / players <= 36
    assert low < seats["score"].mean() < high
    for category in ("coin", "temple", "order", "card", "king", "stall"):
        assert seats[f"{category}_points"].mean() > 1


@pytest.mark.parametrize("players", GAME.players)
@pytest.mark.parametrize(
    "options",
    [
        {"stalls": 3, "disks": 4},
        {"start_rowers": 4, "max_rowers": 6},
        {"display": 6, "basket_spaces": 10},
        {"flowers": 3, "favors": 1},
    ],
    ids=str,
)
@pytest.mark.parametrize("name", BOTH)
def test_play_other_editions(name, options, players):
    batch = make_plan("phraya", players, seed=2, strategies=name, rotate=None, edition=Edition(**options)).play(0, 10)
    assert len(batch.games) == 10
