"""The slow restatement of Sirvam o Rei, held against hand-made facts from the rulebook."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

from boardstats.games.sirvam.edition import Edition
from tests.reference_streams import Stream
from tests.sirvam import reference as ref

UNKNOWN = ref.UNKNOWN


def lay_out(game, hands, draws=(), pile=None):
    """Put recipes of these values before the seats and on top of the pile (first drawn first); nobody knows any."""
    left = list(game.box)
    for recipe in left:
        recipe.seen_by.clear()

    def take(value):
        recipe = next(recipe for recipe in left if recipe.value == value)
        left.remove(recipe)
        return recipe

    game.hands = [[take(value) for value in hand] for hand in hands]
    game.pile = [take(value) for value in reversed(draws)]
    size = len(left) + len(game.pile) if pile is None else pile
    game.pile = left[: size - len(game.pile)] + game.pile
    game.discards = left[size - len(draws) :]
    return game


def basic(hands, draws=(), pile=None, **options):
    return lay_out(ref.Game(Edition(**options), len(hands), 1, 0), hands, draws, pile)


def play(game, kind, player=None, place=None, helper=None):
    """Play the legal move of this kind; what is not named has to be without choice."""
    named = [(1, player), (2, place), (3, helper)]
    moves = {m for m in game.legal() if m[0] == kind and all(want is None or m[i] == want for i, want in named)}
    assert len(moves) == 1, (kind, game.legal())
    game.play(moves.pop())


def all_pass(game):
    while game.decision == ref.IN_PANTRY and not game.over:
        play(game, ref.PASS)


def draw_and_discard(game):
    """Take a turn that does nothing: draw, discard, nobody throws, no effect."""
    play(game, ref.DRAW)
    play(game, ref.DISCARD)
    all_pass(game)
    if not game.over and game.decision in (ref.ON_LOOK, ref.ON_OFFER):
        play(game, ref.DECLINE)


def values(game, seat):
    return [recipe.value for recipe in game.hands[seat]]


def known(game, seat, player):
    return game.view(seat)["known"][player][: len(game.hands[player])]


def kinds_of(game):
    return [move[0] for move in game.legal()]


# ---- streams -------------------------------------------------------------------------------------------------------


def test_stream_is_numpys_sfc64():
    stream, theirs = Stream(7, 11, 13), np.random.SFC64()
    start = theirs.state
    start["state"] = {"state": np.array([7, 11, 13, 1], np.uint64)}
    theirs.state = start
    theirs.random_raw(12)  # the mixing rounds
    assert [stream.next_word() for _ in range(1000)] == theirs.random_raw(1000).tolist()


def test_below_is_even_and_shuffle_keeps_the_rest():
    stream = Stream(1, 2, 3)
    counts = Counter(stream.below(3) for _ in range(30_000))
    assert set(counts) == {0, 1, 2}
    assert all(abs(count - 10_000) < 400 for count in counts.values())
    assert stream.below(1) == 0
    cards = list(range(20))
    stream.shuffle(cards, 10)
    assert sorted(cards[:10]) == list(range(10)) != cards[:10]
    assert cards[10:] == list(range(10, 20))


# ---- F: kings ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("king", "best_first"),
    [
        ("bell", [[-1, 0], [0, 0, 0], [2], [15, 15]]),
        ("purple", [[-1, 0], [0, 0, 0], [2], [15, 15]]),
        ("eleven", [[5, 6], [10], [0, 0], [-1, -1], [5, 7], [15], [15, 1]]),
        ("skull", [[15, 15], [6, 6, 6], [5, 15], [0, 10], [-1, 15, 15]]),
        ("fish", [[0, 2], [15, 15], [-1, 3], [3, 0], [4], [3, 3], [3, 4, 5]]),
    ],
)
def test_order_of_finish(king, best_first):
    ranked = [ref.placing(ref.KINGS.index(king), hand, sum(v in (3, 4, 5) for v in hand)) for hand in best_first]
    assert ranked == sorted(ranked)
    assert king == "skull" or len(set(ranked)) == len(ranked)


def test_equal_for_the_king():
    assert ref.placing(ref.SKULL, [5, 15], 1) == ref.placing(ref.SKULL, [5, 6], 1)
    assert ref.placing(ref.FISH, [3, 6], 1) == ref.placing(ref.FISH, [5, 4], 1)
    assert ref.placing(ref.ELEVEN, [11, 0], 0) == ref.placing(ref.ELEVEN, [1, 10], 0)


@pytest.mark.parametrize(
    ("king", "score", "rank", "share"),
    [
        ("bell", [13, 13, 9], [2, 2, 1], [0, 0, 1]),
        ("eleven", [13, 13, 9], [2, 2, 1], [0, 0, 1]),  # above 11 comes behind
        ("skull", [3, 3, -1], [1, 1, 3], [Fraction(1, 2), Fraction(1, 2), 0]),
        ("fish", [1, 1, 0], [2, 2, 1], [0, 0, 1]),
        ("purple", [13, 13, 9], [2, 2, 1], [0, 0, 1]),
    ],
)
def test_basic_game_result(king, score, rank, share):
    game = basic([[3, 10], [10, 3], [-1, 10]], draws=[0, 0], king=king)
    play(game, ref.CALL)
    draw_and_discard(game)
    draw_and_discard(game)
    assert game.over
    result = game.result()
    assert (result["score"], result["rank"], result["share"]) == (score, rank, share)
    assert result["hand_total"] == [13, 13, 9]
    assert result["lowest"] == [3, 3, -1]
    assert result["sea"] == [1, 1, 0]
    assert result["cards"] == [2, 2, 2]
    assert result["turns"] == [1, 1, 1]
    assert (result["ended"], result["callers"]) == ([0], [0])
    assert result["kings"] == [ref.KINGS.index(king)]


# ---- A: setup ------------------------------------------------------------------------------------------------------


def test_setup():
    game = ref.Game(Edition(), 4, 3, 5)
    assert (game.seat, game.decision, game.over) == (0, ref.ON_TURN, False)
    deck = list(np.repeat(range(13), game.count))
    Stream(3, 5, 0).shuffle(deck)
    dealt = [[recipe.kind for recipe in hand] for hand in game.hands]
    assert dealt == [[deck[51 - 4 * seat - place] for place in range(4)] for seat in range(4)]
    for seat in range(4):
        view = game.view(seat)
        assert view["cards"] == [4, 4, 4, 4, 0, 0]
        assert view["pile"] == 36
        for player in range(4):
            own = player == seat
            assert known(game, seat, player) == [UNKNOWN, UNKNOWN] + (values(game, seat)[2:] if own else [UNKNOWN] * 2)
            assert view["knowers"][player][:4] == [0, 0, 1 << player, 1 << player]
        assert sum(view["unseen"]) == 50
    assert (view["discard"], view["match_low"], view["match_high"], view["drawn"]) == (UNKNOWN,) * 4
    assert (view["caller"], view["looked_player"], view["looked_place"]) == (-1, -1, -1)


def test_views_have_room():
    view = ref.Game(Edition(), 2, 0, 0).view(1)
    assert np.shape(view["known"]) == np.shape(view["knowers"]) == (6, 32)
    assert {len(view[name]) for name in ("value", "unseen", "effect", "sea")} == {16}
    assert {len(view[name]) for name in ("cards", "speed", "helpers_won", "twos_won")} == {6}
    assert view["speed"] == [1] * 6
    assert view["known"][2:] == [[UNKNOWN] * 32] * 4
    assert view["helpers_left"] == [1, 1, 1]


# ---- B: player's turn ----------------------------------------------------------------------------------------------


def test_replace():
    game = basic([[8, 2], [1, 1], [1, 2]], draws=[0])
    play(game, ref.DRAW)
    assert game.view(0)["drawn"] == 0
    assert game.view(1)["drawn"] == UNKNOWN
    assert game.legal() == [(ref.DISCARD, 0, -1, -1), (ref.REPLACE, 0, 0, -1), (ref.REPLACE, 0, 1, -1)]
    play(game, ref.REPLACE, place=0)
    assert game.view(0)["drawn"] == UNKNOWN
    assert values(game, 0) == [0, 2]
    assert (known(game, 0, 0), known(game, 1, 0)) == ([0, UNKNOWN], [UNKNOWN, UNKNOWN])
    assert game.view(1)["discard"] == game.view(1)["match_low"] == game.view(1)["match_high"] == 8
    assert (game.seat, game.decision) == (1, ref.IN_PANTRY)
    assert game.legal() == [(ref.PASS, 1, -1, -1), (ref.THROW, 1, 0, -1), (ref.THROW, 1, 1, -1)]
    all_pass(game)
    assert (game.seat, game.decision) == (1, ref.ON_TURN)  # a replaced recipe has no effect
    assert game.view(0)["turn"] == 2
    assert game.tally[0][ref.REPLACED] == 1
    assert game.taken[0][game.value.index(0)] == 1


def test_look():
    game = basic([[0, 1], [2, 3], [4, 5]], draws=[6])
    play(game, ref.DRAW)
    play(game, ref.DISCARD)
    all_pass(game)
    looks = [(ref.LOOK, player, place, -1) for player in range(3) for place in range(2)]
    assert (game.seat, game.decision) == (0, ref.ON_LOOK)
    assert game.legal() == [(ref.DECLINE, 0, -1, -1), *looks]
    play(game, ref.LOOK, player=2, place=1)
    assert known(game, 0, 2) == [UNKNOWN, 5]
    assert known(game, 2, 2) == known(game, 1, 2) == [UNKNOWN, UNKNOWN]
    assert game.view(1)["knowers"][2][:2] == [0, 1]
    assert (game.seat, game.decision) == (1, ref.ON_TURN)
    assert game.tally[0][ref.LOOKS] == 1


def test_swap_carries_knowledge():
    game = basic([[0, 1], [2, 3], [4, 5]], draws=[9])
    game.hands[0][1].seen_by |= {0}
    game.hands[1][0].seen_by |= {1, 2}
    play(game, ref.DRAW)
    play(game, ref.DISCARD)
    all_pass(game)
    assert game.legal() == [(ref.DECLINE, 0, -1, -1), (ref.OFFER, 0, 0, -1), (ref.OFFER, 0, 1, -1)]
    play(game, ref.OFFER, place=1)
    assert (game.seat, game.decision) == (0, ref.ON_SWAP)
    assert game.legal() == [(ref.SWAP, player, place, -1) for player in (1, 2) for place in (0, 1)]
    assert (game.view(0)["looked_player"], game.view(0)["looked_place"]) == (0, 1)
    assert (game.view(1)["looked_player"], game.view(1)["looked_place"]) == (-1, -1)
    play(game, ref.SWAP, player=1, place=0)
    assert (values(game, 0), values(game, 1)) == ([0, 2], [1, 3])
    assert known(game, 0, 1) == [1, UNKNOWN]  # 0 knows where its own went, and not what it got
    assert known(game, 0, 0) == [UNKNOWN, UNKNOWN]
    assert known(game, 1, 0) == known(game, 2, 0) == [UNKNOWN, 2]
    assert game.view(2)["knowers"][0][:2] == [0, 0b110]
    assert game.tally[0][ref.SWAPS] == 1


@pytest.mark.parametrize(("player", "asked"), [(0, False), (1, True)])
def test_look_then_swap(player, asked):
    game = basic([[0, 1], [2, 3]], draws=[15])
    play(game, ref.DRAW)
    play(game, ref.DISCARD)
    all_pass(game)
    play(game, ref.LOOK, player=player, place=0)
    assert (game.decision == ref.ON_LOOKED) == asked
    if asked:
        assert (game.view(0)["looked_player"], game.view(0)["looked_place"]) == (1, 0)
        assert kinds_of(game) == [ref.DECLINE, ref.OFFER, ref.OFFER]
        play(game, ref.OFFER, place=1)
        assert (values(game, 0), values(game, 1)) == ([0, 2], [1, 3])
        assert known(game, 0, 0) == [UNKNOWN, 2]
    assert (game.seat, game.decision) == (1, ref.ON_TURN)
    assert game.view(0)["looked_player"] == -1


# ---- B: storing in the pantry --------------------------------------------------------------------------------------


def test_fastest_leaves_slower_goes_back_mistaken_pays():
    game = basic([[0, 1], [7, 6, 2], [7, 4], [5, 8]], draws=[7, 10, 9], speed=(1, 1_000_000, 1, 1))
    play(game, ref.DRAW)
    play(game, ref.DISCARD)
    for seat in (1, 2, 3):
        assert game.seat == seat
        assert sum(game.view(0)["knowers"][seat]) == 0  # nothing is revealed before all have decided
        play(game, ref.THROW, place=0)
    assert values(game, 1) == [2, 6]  # the last one moved into its place
    assert values(game, 2) == [7, 4]
    assert values(game, 3) == [5, 8, 10]
    assert all(known(game, seat, 2) == [7, UNKNOWN] for seat in range(4))
    assert all(known(game, seat, 3) == [5, UNKNOWN, UNKNOWN] for seat in range(4))
    assert all(known(game, seat, 1) == [UNKNOWN, UNKNOWN] for seat in range(4))
    assert game.view(0)["unseen"][game.value.index(7)] == 4 - 3
    assert [counts[ref.THROWN] for counts in game.tally] == [0, 1, 0, 0]
    assert [counts[ref.MISTAKES] for counts in game.tally] == [0, 0, 0, 1]
    assert [counts[ref.PENALTIES] for counts in game.tally] == [0, 0, 0, 1]
    assert (game.seat, game.decision) == (0, ref.ON_LOOK)  # throws come before the effect
    assert game.view(3)["discard"] == 7


def test_race_in_proportion_to_speed():
    wins = Counter()
    game = ref.Game(Edition(speed=(1, 1, 3, 6)), 4, 0, 0)
    for _ in range(10_000):
        wins[game._race([1, 2, 3])] += 1
    assert all(abs(wins[seat] - 1000 * speed) < 250 for seat, speed in ((1, 1), (2, 3), (3, 6)))


def test_last_recipe_is_not_thrown():
    game = basic([[0, 1], [7], [7, 4]], draws=[2, 2, 2])
    play(game, ref.DRAW)
    play(game, ref.DISCARD)
    assert (game.seat, game.decision) == (2, ref.IN_PANTRY)  # seat 1 is not asked
    assert game.view(1)["decision"] == ref.ON_TURN
    play(game, ref.PASS)
    assert (game.seat, game.decision) == (1, ref.ON_TURN)


def test_penalties_only_while_the_pile_lasts():
    game = basic([[0, 1], [2, 3], [4, 5]], draws=[7, 10], pile=2)
    play(game, ref.DRAW)
    play(game, ref.DISCARD)
    play(game, ref.THROW, place=0)
    play(game, ref.THROW, place=0)
    assert (len(game.hands[1]), len(game.hands[2])) == (3, 2)
    assert [counts[ref.MISTAKES] for counts in game.tally] == [0, 1, 1]
    assert [counts[ref.PENALTIES] for counts in game.tally] == [0, 1, 0]
    assert not game.over  # the turn is finished first
    play(game, ref.DECLINE)
    assert game.over
    assert game.result()["ended"] == [1]
    assert game.result()["callers"] == [-1]
    assert game.result()["pile_at_end"] == [0]


@pytest.mark.parametrize(("discard", "low", "high"), [(-1, UNKNOWN, 0), (0, -1, 1), (9, 8, 10), (10, 9, 15), (15, 10, UNKNOWN)])
def test_purple_king_matches_neighbours(discard, low, high):
    game = basic([[0, 1], [discard, 2]], draws=[discard], king="purple")
    play(game, ref.DRAW)
    play(game, ref.DISCARD)
    assert (game.view(1)["match_low"], game.view(1)["match_high"]) == (low, high)
    play(game, ref.THROW, place=0)
    assert game.tally[1][ref.MISTAKES] == 1
    for value in (low, high):
        if value != UNKNOWN:
            game = basic([[0, 1], [value, 2]], draws=[discard], king="purple")
            play(game, ref.DRAW)
            play(game, ref.DISCARD)
            play(game, ref.THROW, place=0)
            assert values(game, 1) == [2]


# ---- C: the banquet ------------------------------------------------------------------------------------------------


def test_each_other_player_takes_one_more_turn():
    game = basic([[0, 1], [2, 3], [4, 5]], draws=[-1, 1, 1, 2])
    draw_and_discard(game)
    play(game, ref.CALL)
    assert game.view(2)["caller"] == 1
    assert (game.seat, kinds_of(game)) == (2, [ref.DRAW])
    draw_and_discard(game)
    assert game.seat == 0
    play(game, ref.DRAW)
    play(game, ref.DISCARD)
    assert game.seat == 1  # who called may still throw
    all_pass(game)
    assert game.over
    assert game.legal() == []
    assert game.result()["turns"] == [2, 1, 1]
    assert [counts[ref.CALLED] for counts in game.tally] == [0, 1, 0]


def test_pile_runs_out_in_the_last_round():
    game = basic([[0, 1], [2, 3], [4, 5]], draws=[2], pile=1)
    play(game, ref.CALL)
    draw_and_discard(game)
    assert game.over
    result = game.result()
    assert (result["ended"], result["callers"], result["turns"]) == ([1], [0], [1, 1, 0])


# ---- D, E: the full game -------------------------------------------------------------------------------------------


def test_kings_are_drawn_without_replacement():
    seen = Counter()
    for number in range(200):
        kings = ref.Game(Edition(full=True), 2, 0, number).kings
        assert len(set(kings)) == 3
        seen.update(kings)
    assert set(seen) == set(range(5))
    kings = ref.Game(Edition(full=True, kings=("fish", "bell", "purple")), 2, 0, 0).kings
    assert kings == [ref.FISH, ref.BELL, ref.PURPLE]


def test_full_game():
    game = ref.Game(Edition(full=True, kings=("bell", "eleven", "skull")), 3, 1, 0)
    # First game: 1 calls, so 1, 2, 0 put in secretly, and the tie of 0 and 2 goes to 2.
    lay_out(game, [[2, 3], [9, 9], [1, 4]], draws=[0, 1, 2, 0])
    draw_and_discard(game)
    play(game, ref.CALL)
    assert game.legal() == [(ref.PUT_IN, 1, -1, helper) for helper in (1, 2, 3)]
    for seat, helper in ((1, 1), (2, 2), (0, 2)):
        assert (game.seat, game.decision) == (seat, ref.ON_PUT_IN)
        assert game.view(seat)["helper_pile"] == [0, 0, 0]
        play(game, ref.PUT_IN, helper=helper)
    assert game.view(0)["helpers_left"] == [1, 0, 1]
    assert game.view(1)["helpers_left"] == [0, 1, 1]
    assert game.view(1)["helper_pile"] == [0, 0, 0]
    draw_and_discard(game)
    draw_and_discard(game)
    assert (game.seat, game.decision) == (2, ref.ON_TAKE)
    for seat in range(3):
        view = game.view(seat)
        assert view["helper_pile"] == [1, 2, 0]
        assert [known(game, seat, player) for player in range(3)] == [[2, 3], [9, 9], [1, 4]]
        assert [view["knowers"][player][:3] for player in range(3)] == [[7, 7, 0]] * 3
    assert game.legal() == [(ref.TAKE, 2, -1, 1), (ref.TAKE, 2, -1, 2)]
    play(game, ref.TAKE, helper=2)
    assert (game.seat, game.view(0)["helper_pile"]) == (0, [1, 1, 0])
    play(game, ref.TAKE, helper=2)
    assert game.legal() == [(ref.TAKE, 1, -1, 1)]
    play(game, ref.TAKE, helper=1)
    # Second game: seat 1 begins; nobody calls; the pile runs out in 1's turn, so 2 puts in first and wins ties.
    assert (game.seat, game.decision, game.view(0)["turn"], game.view(0)["game"]) == (1, ref.ON_TURN, 1, 1)
    assert game.view(0)["king"] == ref.ELEVEN
    assert game.view(0)["discard"] == UNKNOWN
    assert game.view(0)["helper_pile"] == [0, 0, 0]
    assert game.view(0)["helpers_won"] == [2, 1, 2, 0, 0, 0]
    assert game.view(0)["twos_won"] == [1, 0, 1, 0, 0, 0]
    lay_out(game, [[10, 1], [15, 1], [6, 5]], draws=[0], pile=1)
    draw_and_discard(game)
    for seat, helper in ((2, 3), (0, 1), (1, 2)):
        assert (game.seat, game.decision) == (seat, ref.ON_PUT_IN)
        play(game, ref.PUT_IN, helper=helper)
    for seat, helper in ((2, 3), (0, 1), (1, 2)):
        assert (game.seat, game.decision) == (seat, ref.ON_TAKE)
        play(game, ref.TAKE, helper=helper)
    # Third game: seat 2 begins and calls; 0 and 1 have their last cards left.
    lay_out(game, [[6, 7], [5, 15], [8, 8]], draws=[0, 0])
    assert (game.seat, game.view(2)["king"]) == (2, ref.SKULL)
    play(game, ref.CALL)
    for seat, helper in ((2, 1), (0, 3), (1, 3)):
        assert game.legal() == [(ref.PUT_IN, seat, -1, helper)]
        play(game, ref.PUT_IN, helper=helper)
    draw_and_discard(game)
    draw_and_discard(game)
    for seat, helper in ((2, 1), (0, 3), (1, 3)):
        play(game, ref.TAKE, seat, helper=helper)
    assert game.over
    result = game.result()
    assert result["helpers_won"] == result["score"] == [6, 6, 6]
    assert result["twos_won"] == [1, 1, 1]
    assert result["rank"] == [1, 1, 1]
    assert result["share"] == [Fraction(1, 3)] * 3
    assert result["hand_total"] == [5 + 11 + 13, 18 + 16 + 20, 5 + 11 + 16]
    assert result["ended"] == [0, 1, 0]
    assert result["callers"] == [1, -1, 2]
    assert result["turns"] == [2 + 0 + 1, 1 + 1 + 1, 1 + 0 + 1]
    assert (result["lowest"], result["sea"]) == ([6, 5, 8], [0, 1, 0])


def test_most_cards_with_two_helpers_break_ties():
    game = ref.Game(Edition(full=True), 3, 1, 0)
    game.helpers_won, game.twos_won = [6, 6, 5], [1, 3, 0]
    assert game.result()["rank"] == [2, 1, 3]
    assert game.result()["share"] == [0, 1, 0]


# ---- whole games ---------------------------------------------------------------------------------------------------

# How readily moves of a kind are chosen; 1 where none is named.
TEMPERS = {
    "even": {},
    "never calls": {ref.CALL: 0},
    "throws wildly": {ref.CALL: 0, ref.PASS: 0.1, ref.THROW: 5},
    "never throws": {ref.CALL: 0.05, ref.THROW: 0},
    "schemes": {ref.CALL: 0.02, ref.REPLACE: 0.05, ref.DECLINE: 0.1},
}


def choose(game, temper, luck):
    weights = [TEMPERS[temper].get(move[0], 1) for move in game.legal()]
    return luck.choices(game.legal(), weights)[0]


def check_cards(game):
    """Every recipe lies in one place, and each seat counts as unseen what is face down and unknown to it."""
    on_table = [recipe for hand in game.hands for recipe in hand]
    held = [game.drawn] if game.drawn else []
    assert Counter(map(id, on_table + held + game.pile + game.discards)) == Counter(map(id, game.box))
    for seat in range(game.players):
        view = game.view(seat)
        unseen = [0] * 16
        for recipe in game.pile:
            unseen[recipe.kind] += 1
        if held and seat != game.active:
            unseen[held[0].kind] += 1
        for player, hand in enumerate(game.hands):
            for place, recipe in enumerate(hand):
                if view["known"][player][place] == UNKNOWN:
                    unseen[recipe.kind] += 1
                else:
                    assert view["known"][player][place] == recipe.value
                assert (view["knowers"][player][place] >> seat & 1) == (view["known"][player][place] != UNKNOWN)
        assert view["unseen"] == unseen


@pytest.mark.parametrize("full", [False, True])
@pytest.mark.parametrize("temper", TEMPERS)
@pytest.mark.parametrize("players", range(2, 7))
def test_random_games_end(players, temper, full):
    luck = random.Random(f"{players} {temper} {full}")
    for number in range(6):
        edition = Edition(full=True) if full else Edition(king=ref.KINGS[number % 5])
        game = ref.Game(edition, players, 2026, number)
        for _ in range(5000):
            assert game.legal()
            assert len(set(game.legal())) == len(game.legal())
            check_cards(game)
            game.play(choose(game, temper, luck))
            if game.over:
                break
        assert game.over
        check_cards(game)
        result = game.result()
        assert sum(result["share"]) == 1
        assert min(result["rank"]) == 1
        assert min(result["cards"]) >= 1
        assert len(result["ended"]) == len(result["callers"]) == len(result["pile_at_end"]) == game.games
        assert sum(result["helpers_won"]) == (6 * players if full else 0)
        if TEMPERS[temper].get(ref.CALL) == 0:
            assert result["ended"] == [1] * game.games
            assert result["pile_at_end"] == [0] * game.games


def test_same_seed_same_game():
    def story(seed):
        game, luck, moves = ref.Game(Edition(full=True), 3, seed, 4), random.Random(0), []
        while not game.over:
            moves.append((game.seat, game.decision, choose(game, "schemes", luck), str(game.view(game.seat))))
            game.play(moves[-1][2])
        return moves, game.result()

    assert story(1) == story(1)
    assert story(1) != story(2)


def test_illegal_moves_are_refused():
    game = ref.Game(Edition(), 2, 0, 0)
    with pytest.raises(ValueError, match="not legal"):
        game.play((ref.TAKE, 0, -1, 1))
