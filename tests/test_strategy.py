"""Strategies that users write: parameters, names, faults told clearly, and nothing but the answer counts."""

from __future__ import annotations

import itertools
import pickle
import re
from fractions import Fraction

import numpy as np
import pytest
from numba.core import event

import boardstats as bs
from boardstats import below, uniform
from boardstats.games.sirvam import GAME
from boardstats.games.sirvam.state import IN_PANTRY, ON_TURN
from boardstats.playing import ready
from boardstats.strategy import chosen
from tests.sirvam.temperaments import ALL, hasty, honest, wild
from tests.support import assert_same_rows

strategy = bs.sirvam.strategy
Edition = bs.sirvam.Edition


def play(strategies: object, games: int = 300, **changes) -> bs.Run:
    asked = {"players": 3, "seed": 3, "edition": Edition(full=True)} | changes
    return bs.simulate("sirvam", games, strategies=strategies, **asked)


def random_again(name: str = "mine"):
    """Return a strategy that does what `random` does, under another name."""

    def again(view, moves, rng):
        return below(rng, len(moves))

    again.__name__ = name
    return strategy(again)


@strategy
def careful_user(view, moves, rng, call_at=8, boldness=0.25, hoard=False):
    """Parameters of three types, each of which changes what is played."""
    if view.decision == ON_TURN:
        return len(moves) - 1 if view.turn >= call_at // 2 else 0
    if view.decision == IN_PANTRY:
        return 1 if uniform(rng) < boldness else 0
    if hoard:
        return len(moves) - 1
    return below(rng, len(moves))


# ---- what a strategy is ----------------------------------------------------------------------------------------------


def test_a_function_plays_undecorated_and_decorated_alike() -> None:
    def mine(view, moves, rng, stop=0.2):
        return len(moves) - 1 if uniform(rng) < stop else below(rng, len(moves))

    runs = [play(mine), play([mine, mine, mine]), play(strategy(mine)), play([mine, strategy(mine), mine])]
    for run in runs[1:]:
        assert_same_rows(run, runs[0])
    assert set(runs[0].frame["strategy"]) == {"mine"}


def test_it_does_what_it_says() -> None:
    """A user's copy of a built-in plays the very same games."""
    one, other = play("random"), play(random_again())
    assert one.frame.drop(columns="strategy").equals(other.frame.drop(columns="strategy"))
    assert other.games.equals(one.games)


def test_parameters_change_what_is_played_and_how_it_is_called() -> None:
    settings = [{}, {"call_at": 30}, {"boldness": 0.75}, {"hoard": True}, {"call_at": 4, "boldness": 1.0}]
    labels = [
        "careful_user",
        "careful_user(call_at=30)",
        "careful_user(boldness=0.75)",
        "careful_user(hoard=True)",
        "careful_user(call_at=4, boldness=1)",
    ]
    runs = [play(careful_user(**changes)) for changes in settings]
    assert [run.frame["strategy"].iloc[0] for run in runs] == labels
    for one, other in itertools.combinations(runs, 2):
        assert not one.frame.drop(columns="strategy").equals(other.frame.drop(columns="strategy"))
    back = careful_user(call_at=30)(call_at=8)
    assert back.label == "careful_user"
    assert_same_rows(play(back), runs[0])


def test_parameters_reach_the_function_in_the_type_of_their_defaults() -> None:
    """Each type answers with a move of its own; also where the value could be of another type."""

    @strategy
    def typed(view, moves, rng, whole=7, real=7.0, flag=True):
        # 7 // 2 is 3 for a whole number; 7.0 / 2 is 3.5 for a real one.
        return 0 if whole / 2 == real / 2 and whole // 2 == 3 and real * 0.5 == 3.5 and flag else len(moves)

    assert len(play(typed, 5)) == 5
    assert len(play(typed(whole=np.int64(7), real=7, flag=1), 5)) == 5
    with pytest.raises(bs.StrategyError, match=r"'typed\(flag=False\)' answered"):
        play(typed(flag=False), 5)
    with pytest.raises(bs.StrategyError, match=r"'typed\(whole=8\)' answered"):
        play(typed(whole=8), 5)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"call_att": 6}, "'call_att'.*call_at, boldness, hoard.*mean 'call_at'"),
        ({"call_at": "6"}, "'call_at'.*number.*'6'"),
        ({"call_at": None}, "'call_at'.*number.*None"),
        ({"call_at": [6]}, "'call_at'.*number"),
        ({"call_at": 6.5}, "'call_at'.*whole number.*6.5"),
        ({"call_at": float("nan")}, "'call_at'.*whole number.*nan"),
        ({"hoard": 7}, "'hoard'.*7"),
    ],
)
def test_a_wrong_parameter_is_an_error(changes: dict, message: str) -> None:
    with pytest.raises(bs.BoardstatsError, match=message) as caught:
        careful_user(**changes)
    assert "\n" not in str(caught.value)


def test_a_strategy_without_parameters_takes_none() -> None:
    with pytest.raises(bs.BoardstatsError, match=r"'random' has no parameters.*'speed'"):
        bs.sirvam.random(speed=3)


def test_labels_tell_apart_what_differs() -> None:
    """Also where six digits do not: results of two settings must not be merged under one name."""
    values = [0.1, 0.25, 1 / 3, 0.33333333, 0.333333, 1e-9, 1.0, 0.0]
    labels = [careful_user(boldness=value).label for value in values]
    assert len(set(labels)) == len(values)
    assert labels[0] == "careful_user(boldness=0.1)"
    assert labels[-2] == "careful_user(boldness=1)"
    whole = [careful_user(call_at=value).label for value in (1_000_000, 1_000_001, 10_000_001)]
    assert len(set(whole)) == 3
    run = play([careful_user(boldness=1 / 3), careful_user(boldness=0.333333), "random"], 6)
    assert run.frame["strategy"].nunique() == 3


def test_names_with_parameters_as_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAME.strategies, "careful_user", careful_user)
    expected = play([careful_user(call_at=6), careful_user(call_at=6, boldness=0.5), "random"], 30)
    for text in (
        "careful_user(call_at=6),careful_user(call_at=6, boldness=0.5),random",
        " careful_user( call_at = 6 ) , careful_user(boldness=.5,call_at=6), random ",
        ["careful_user(call_at=6)", careful_user(call_at=6)(boldness=0.5), "random"],
    ):
        assert_same_rows(play(text, 30), expected)
    assert play(careful_user(boldness=1 / 3, hoard=True).label, 3).plan.strategies[0].parameters == {
        "call_at": 8,
        "boldness": 1 / 3,
        "hoard": True,
    }


@pytest.mark.parametrize(
    "text",
    [
        "random(",
        "random)",
        "random()x",
        "random(6)",
        "random(**{})",
        "random(a.b=1)",
        "random(x=y)",
        "random(x=1)(y=2)",
        "random;",
        "",
        ",",
    ],
)
def test_wrong_text_is_an_error(text: str) -> None:
    with pytest.raises(bs.BoardstatsError) as caught:
        play(text, 3)
    assert "\n" not in str(caught.value)


def test_two_functions_of_one_name_in_a_line_up_are_an_error() -> None:
    with pytest.raises(bs.BoardstatsError, match="two different strategies are called 'mine'"):
        play([random_again(), random_again(), "random"])
    with pytest.raises(bs.BoardstatsError, match="two different strategies are called 'random'"):
        play([random_again("random"), "random", "random"])
    once = random_again()
    assert len(play([once, once, "random"], 6)) == 6


# ---- faults before a game is played ----------------------------------------------------------------------------------


def no_arguments():
    return 0


def wrong_order(moves, view, rng):
    return 0


def too_few(view, moves):
    return 0


def other_names(look, options, chance):
    return 0


def without_default(view, moves, rng, level):
    return 0


def text_default(view, moves, rng, level="high"):
    return 0


def none_default(view, moves, rng, level=None):
    return 0


def star(view, moves, rng, *levels):
    return 0


def double_star(view, moves, rng, **levels):
    return 0


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (no_arguments, r"'no_arguments' must begin \(view, moves, rng, …\), not \(\)"),
        (wrong_order, r"'wrong_order' must begin \(view, moves, rng, …\), not \(moves, view, rng\)"),
        (too_few, r"'too_few' must begin \(view, moves, rng, …\), not \(view, moves\)"),
        (other_names, r"'other_names' must begin .*not \(look, options, chance\)"),
        (without_default, "'without_default': parameter 'level' needs a number as its default"),
        (text_default, "'text_default': parameter 'level' needs a number as its default"),
        (none_default, "'none_default': parameter 'level' needs a number as its default"),
        (star, "'star': parameter 'levels'"),
        (double_star, "'double_star': parameter 'levels'"),
        (print, "print"),
        (int, "int"),
        (re.compile("x").match, "match"),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_a_function_of_another_form_is_an_error(function, message: str) -> None:
    for make in (strategy, lambda function: play([function, "random", "random"])):
        with pytest.raises(bs.BoardstatsError, match=message) as caught:
            make(function)
        assert "\n" not in str(caught.value)


def test_more_parameters_than_there_is_room_for_is_an_error() -> None:
    names = [f"p{i}" for i in range(60)]
    namespace: dict = {}
    exec(f"def many(view, moves, rng, {', '.join(f'{name}=1' for name in names)}):\n    return 0\n", namespace)
    with pytest.raises(bs.StrategyError, match=r"'many'.*60 parameters"):
        play(namespace["many"])


def keyword_only(view, moves, rng, *, level=2):
    return 0 if level == 2 else len(moves)


@pytest.mark.parametrize("debug", [False, True])
def test_parameters_may_be_keyword_only(debug: bool) -> None:
    assert len(play(keyword_only, 3, debug=debug)) == 3
    with pytest.raises(bs.StrategyError, match=r"'keyword_only\(level=3\)' answered"):
        play(strategy(keyword_only)(level=3), 3, debug=debug)


def unknown_name(view, moves, rng):
    return nowhere + 1  # noqa: F821


def opens_a_file(view, moves, rng):
    return len(open("x").read())


def unknown_field(view, moves, rng):
    return view.trun


def a_generator_of_numpy(view, moves, rng):
    return rng.integers(len(moves))


def two_types(view, moves, rng):
    return 0 if view.turn > 2 else "x"


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (unknown_name, "nowhere"),
        (opens_a_file, "open"),
        (unknown_field, "field.*'trun'.*mean 'turn'"),
        (two_types, "nify"),
        (a_generator_of_numpy, r"integers.*; a random stream is for bs\.below\(rng, n\) and bs\.uniform\(rng\)"),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_what_does_not_compile_is_an_error_with_its_heart_and_its_line(function, message: str) -> None:
    with pytest.raises(bs.StrategyError, match=rf"strategy '{function.__name__}' does not compile: .*({message})") as caught:
        play(function)
    assert "\n" not in str(caught.value)
    assert f"(line {function.__code__.co_firstlineno + 1})" in str(caught.value) or function in (unknown_name, unknown_field)


def half(view, moves, rng):
    return 0.5


def whole_float(view, moves, rng):
    return 0.0


def truth(view, moves, rng):
    return True


def nothing(view, moves, rng):
    pass


def sometimes_nothing(view, moves, rng):
    if view.turn < 3:
        return 0
    return None


def pair(view, moves, rng):
    return 0, 1


def a_move(view, moves, rng):
    return moves[0]


@pytest.mark.parametrize(
    "function", [half, whole_float, truth, nothing, sometimes_nothing, pair, a_move], ids=lambda f: f.__name__
)
@pytest.mark.parametrize("debug", [False, True])
def test_an_answer_that_is_no_whole_number_is_an_error(function, debug: bool) -> None:
    with pytest.raises(bs.StrategyError, match=f"strategy '{function.__name__}' .*whole number") as caught:
        play([function, "random", "random"], debug=debug)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("integer", [np.int8, np.int32, np.uint8, np.uint64])
@pytest.mark.parametrize("debug", [False, True])
def test_any_integer_type_is_an_answer(integer: type, debug: bool) -> None:
    @strategy
    def last(view, moves, rng):
        return integer(len(moves) - 1)

    @strategy
    def expected(view, moves, rng):
        return len(moves) - 1

    one, other = play(last, 5, debug=debug), play(expected, 5)
    assert one.frame.drop(columns="strategy").equals(other.frame.drop(columns="strategy"))


# ---- faults in a game ------------------------------------------------------------------------------------------------


def too_high(view, moves, rng):
    return len(moves) if view.turn >= 4 else 0


def far_too_high(view, moves, rng):
    return 2**62 if view.turn >= 4 else 0


def negative(view, moves, rng):
    return -1 if view.turn >= 4 else 0


def wraps_round(view, moves, rng):
    return np.uint64(2**64 - 1) if view.turn >= 4 else np.uint64(0)


def raises(view, moves, rng):
    if view.turn >= 4:
        raise ValueError("that is too late")
    return 0


def beyond_the_end(view, moves, rng):
    return view.known[view.turn * 0 + 7, 0] * 0 if view.turn >= 4 else 0


def beyond_the_moves(view, moves, rng):
    return moves[len(moves)].kind * 0 if view.turn >= 4 else 0


def divides_by_zero(view, moves, rng):
    return 7 // (view.turn * 0) if view.turn >= 4 else 0


@pytest.mark.parametrize(
    ("function", "what"),
    [
        (too_high, r"answered \d+, where 0 … \d+ are the legal moves"),
        (far_too_high, f"answered {2**62}, where 0 … "),
        (negative, r"answered -1, where 0 … "),
        (wraps_round, "answered -1, where 0 … |raised OverflowError"),
        (raises, "raised ValueError: that is too late"),
        (beyond_the_end, "raised IndexError"),
        (beyond_the_moves, "raised IndexError"),
        (divides_by_zero, "raised (ZeroDivisionError|FloatingPointError)"),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_a_fault_names_strategy_game_seed_and_turn(function, what: str) -> None:
    """The second of three seats; the first game in which it is asked in turn 4 or later; compiled as in plain Python."""
    line_up = [honest(call=0.0), function, honest(call=0.0)]
    told = []
    for debug in (False, True):
        with pytest.raises(bs.StrategyError, match=f"strategy '{function.__name__}' ({what})") as caught:
            play(line_up, 40, first_game=30, seed=12345, rotate=False, edition=Edition(), debug=debug)
        told.append(str(caught.value))
        assert "\n" not in told[-1]
        assert re.search(r"\(game 30, seed 12345, turn 4, seat 1\)", told[-1])
    place = re.compile(r"\(game.*\)")
    assert place.search(told[0]).group() == place.search(told[1]).group()


def test_a_fault_names_the_game_it_happens_in() -> None:
    @strategy
    def trips(view, moves, rng):
        if below(rng, 1000) == 0:
            return -1
        return below(rng, len(moves))

    run = play(random_again(), 500, edition=Edition())
    with pytest.raises(bs.StrategyError, match=r"'trips' answered -1.*game (\d+), seed 3, turn (\d+), seat ([012])") as caught:
        play(["random", trips, "random"], 500, edition=Edition(), workers=2, batch=50)
    game, turn, seat = map(int, re.search(r"game (\d+), seed 3, turn (\d+), seat (\d)", str(caught.value)).groups())
    assert len(play(["random", trips, "random"], game, edition=Edition()) if game else run) > 0  # all before it go well
    with pytest.raises(bs.StrategyError, match=rf"game {game}, seed 3, turn {turn}, seat {seat}"):
        play(["random", trips, "random"], 1, first_game=game, edition=Edition())
    assert (1 + game) % 3 == (1 + 2 * seat) % 3 or (seat + game) % 3 == 1  # rotated: the seat that plays entry 1


def test_a_faulty_strategy_leaves_the_others_usable() -> None:
    before = play("random", 20)
    with pytest.raises(bs.StrategyError):
        play(negative, 20)
    assert_same_rows(play("random", 20), before)


# ---- writing changes nothing -----------------------------------------------------------------------------------------


def test_what_a_strategy_writes_changes_nothing() -> None:
    def calm(view, moves, rng):
        return below(rng, len(moves))

    def vandal(view, moves, rng):
        answer = below(rng, len(moves))
        n = len(moves)
        view.turn = 1000
        view.seat = (view.seat + 1) % view.players
        view.players = 6
        view.caller = 2
        view.king = 4
        view.pile = 1
        view.drawn = 15
        view.cards[:] = 30
        view.known[:] = 3
        view.knowers[:] = 127
        view.unseen[:] = 9
        view.value[:] = 0
        view.effect[:] = 3
        view.helpers_left[:] = 0
        view.helper_pile[:] = 9
        view.helpers_won[:] = 9
        view.speed[:] = 0
        for i in range(n):
            moves[i].kind = 1
            moves[i].place = 31
            moves[i].player = 5
            moves[i].helper = 3
        return answer

    for edition in (Edition(king="purple"), Edition(full=True)):
        runs = []
        for function in (calm, vandal):
            function.__name__ = "same"
            runs.append(play([strategy(function), honest, wild], 300, edition=edition))
        assert_same_rows(*runs)
        assert runs[0].decisions(range(20)).equals(runs[1].decisions(range(20)))
        debug = [play([strategy(function), honest, wild], 4, edition=edition, debug=True) for function in (calm, vandal)]
        assert_same_rows(*debug)


def test_a_strategy_sees_a_clean_view_every_time() -> None:
    """Also what it wrote itself is gone at its next decision."""

    @strategy
    def marks(view, moves, rng):
        if view.caller == 77 or view.helpers_won[5] == 77:
            return -1
        view.caller = 77
        view.helpers_won[5] = 77
        return below(rng, len(moves))

    assert len(play(marks, 50)) == 50


# ---- plain Python equals compiled ------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", [Edition(king="fish"), Edition(full=True)], ids=["fish", "full"])
@pytest.mark.parametrize("players", [2, 4])
def test_debug_equals_compiled(players: int, edition: Edition) -> None:
    kinds = [*ALL, careful_user(call_at=12, boldness=0.5), "random"]
    for shift in range(0, len(kinds), 2):
        line_up = [kinds[(shift + i) % len(kinds)] for i in range(players)]
        asked = {"players": players, "edition": edition, "seed": shift, "rotate": True}
        assert_same_rows(play(line_up, 5, debug=True, **asked), play(line_up, 5, **asked))


def test_plain_python_computes_as_wide_as_compiled_code() -> None:
    """The fields of a view are small, and what is computed with them is not."""

    @strategy
    def reckons(view, moves, rng):
        figure = view.pile * 10 + view.cards[0] * 100 - view.turn * 3_000_000_000
        for move in moves:
            figure += move.kind * 1000
        for value in view.value:
            figure += value * 200
        return abs(figure) % len(moves)

    assert_same_rows(play(reckons, 5, debug=True), play(reckons, 5))


def test_debug_prints_and_steps(capsys: pytest.CaptureFixture[str]) -> None:
    seen = []

    @strategy
    def chatty(view, moves, rng):
        seen.append(int(view.turn))
        print("my turn", view.turn)
        return int(below(rng, len(moves)))

    play([chatty, "random", "random"], 2, debug=True)
    assert seen
    assert capsys.readouterr().out.splitlines() == [f"my turn {turn}" for turn in seen]


# ---- compiled once ---------------------------------------------------------------------------------------------------


def test_a_function_in_several_seats_is_compiled_once() -> None:
    def everywhere(view, moves, rng):
        return 0

    with event.install_recorder("numba:compile") as heard:
        play([everywhere] * 6, 5, players=6)
    assert len([e for _, e in heard.buffer if e.is_start]) == 2  # the function, and what calls it


def test_a_new_strategy_does_not_compile_the_simulator_again() -> None:
    play("random", 2)
    loop = ready(GAME)
    assert len(loop.nopython_signatures) == 1
    with event.install_recorder("numba:compile") as heard:

        @strategy
        def brand_new(view, moves, rng, level=3):
            return level * 0

        play([brand_new, brand_new(level=2), "random"], 5)
        play([brand_new(level=1), "random", brand_new], 5, players=3, edition=Edition(king="fish"))
        play(brand_new, 5, players=6)
    names = [e.data["dispatcher"].py_func.__qualname__.rsplit("<locals>.", 1)[-1] for _, e in heard.buffer if e.is_start]
    assert names == ["brand_new", "sirvam.brand_new"]  # the function, and what calls it; once, whatever its parameters
    assert len(loop.nopython_signatures) == 1
    with pytest.raises(RuntimeError, match="compilation disabled"):
        loop.compile(("int64",))


# ---- to other processes ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "made", [hasty(call=0.25), careful_user(call_at=3, hoard=True), bs.sirvam.random], ids=lambda made: made.label
)
def test_a_strategy_survives_pickling(made) -> None:
    again = pickle.loads(pickle.dumps(made))
    assert (again.label, dict(again.parameters), again.builtin) == (made.label, dict(made.parameters), made.builtin)
    assert {type(value) for value in again.parameters.values()} == {type(value) for value in made.parameters.values()}
    assert_same_rows(play(again, 20), play(made, 20))


def test_parameters_of_numpys_types_and_fractions_can_be_recorded(tmp_path) -> None:
    @strategy
    def numpys(view, moves, rng, whole=np.int64(3), real=np.float32(0.5), part=Fraction(1, 4)):  # noqa: B008
        return 0 if whole == 3 and real == 0.5 and part == 0.25 else -1

    run = play([numpys(whole=np.int8(3)), numpys, "random"], 3)
    path = run.to_csv(tmp_path / "run.csv")
    assert bs.read_run(path).frame["strategy"].tolist() == run.frame["strategy"].tolist()


@pytest.mark.parametrize("text", ["careful(call_at=6)(keep_at=3)", "careful(call_at=3, call_at=4)", "careful(**{'call_at': 3})"])
def test_a_name_with_parameters_twice_is_refused(text: str) -> None:
    with pytest.raises(bs.BoardstatsError, match=r"write it like careful\(parameter=6\)"):
        chosen(GAME, text)
