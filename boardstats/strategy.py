"""Strategies: functions (view, moves, rng, parameters…) -> index of a move, compiled behind one signature.

The playing loop calls every strategy through a function pointer of one fixed type, `int64(view, desk)`, so that it is
compiled once and a new strategy costs only its own compilation.
"""

from __future__ import annotations

import ast
import functools
import inspect
import numbers
import textwrap
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

import numpy as np
from numba.core import types

from ._jit import compiling, kernel, record
from .errors import BoardstatsError, StrategyError, one_of
from .game import Game, load

_GIVEN = ("view", "moves", "rng")

MAX_SEATS = 6
MAX_PARAMETERS = 32  # of a strategy
_LARGEST = 2**53  # of a parameter: they are handed over as floats


@functools.cache
def desk_type(game: Game) -> np.dtype[Any]:
    """Return the record of all that the playing loop works with, made once.

    It is handed to a strategy's compiled form whole, as one pointer: arrays of their own would be passed as seven
    numbers each, and counted, which takes longer than a simple strategy needs to think.
    """
    return np.dtype(
        [
            ("legal", np.int64),  # legal moves of the seat that decides
            ("seat", np.int64),
            ("entry", np.int64),  # of the line-up, that plays the seat
            ("stop", np.int64),  # 1: nobody waits for the results any more
            ("streams", np.uint64, (MAX_SEATS, 4)),  # by seat
            ("parameters", np.float64, (MAX_SEATS, MAX_PARAMETERS)),  # by entry
            # Of seats that search: playouts for each decision, by entry (0: it does not search), and, while trying moves out,
            # which entry plays on for each seat.
            ("playouts", np.int64, MAX_SEATS),
            ("plays", np.int64, MAX_SEATS),
            ("usual", np.int64),  # the move that others are compared with, deal by deal
            # By entry: 1 where a strategy is a user's, who gets copies, so that writing to them changes nothing.
            ("guarded", np.int8, MAX_SEATS),
            ("moves", game.move, game.max_moves),
            ("shown_moves", game.move, game.max_moves),
            ("shown_view", game.view, 1),
        ],
        align=True,
    )


def signature(game: Game) -> Any:
    """Return the one signature of a game's compiled strategies: int64(view, desk)."""
    return types.int64(record(game.view), record(desk_type(game)))


@dataclass(frozen=True, eq=False)
class Strategy:
    """A strategy with its parameters; calling it with other parameters gives a changed one.

    Attributes
    ----------
    game, name : str
        The game it plays, and the function's name.
    function : callable
        `(view, moves, rng, parameter=default, …)`; plain Python.
    parameters : mapping
        Parameter name -> number.
    builtin : bool
        Whether it ships with the package; only those are cached on disk.
    """

    game: str
    name: str
    function: Callable[..., Any]
    parameters: Mapping[str, float]
    defaults: Mapping[str, float]
    builtin: bool = False
    _compiled: dict[str, Any] = field(default_factory=dict, repr=False)  # shared by all with other parameters

    @classmethod
    def of(cls, game: Game, function: Callable[..., Any], *, builtin: bool = False) -> Strategy:
        """Make a strategy of a function `(view, moves, rng, parameter=default, …) -> index of a move`."""
        function = getattr(function, "py_func", function)
        name = getattr(function, "__name__", type(function).__name__)
        if not inspect.isfunction(function):
            raise StrategyError(f"strategy {name!r} must be a function written in Python, (view, moves, rng, …)")
        given = list(inspect.signature(function).parameters.values())
        if tuple(p.name for p in given[:3]) != _GIVEN:
            raise StrategyError(f"strategy {name!r} must begin (view, moves, rng, …), not ({', '.join(p.name for p in given)})")
        if len(given) - len(_GIVEN) > MAX_PARAMETERS:
            raise StrategyError(f"strategy {name!r} has {len(given) - len(_GIVEN)} parameters; {MAX_PARAMETERS} is the most")
        defaults: dict[str, float] = {}
        for parameter in given[3:]:
            if not isinstance(parameter.default, numbers.Real):
                raise StrategyError(f"strategy {name!r}: parameter {parameter.name!r} needs a number as its default")
            defaults[parameter.name] = _plain_number(parameter.default)
        return cls(game.name, name, function, MappingProxyType(defaults), MappingProxyType(defaults), builtin)

    def __call__(self, **changes: float) -> Strategy:
        """Return this strategy with some parameters changed."""
        for name in changes:
            if name not in self.parameters:
                if not self.parameters:
                    raise BoardstatsError(f"strategy {self.name!r} has no parameters, so none called {name!r}")
                raise one_of(f"parameter of {self.name!r}", name, self.parameters)
        changed = MappingProxyType({**self.parameters, **{name: self._checked(name, value) for name, value in changes.items()}})
        return Strategy(self.game, self.name, self.function, changed, self.defaults, self.builtin, self._compiled)

    def _checked(self, name: str, value: float) -> float:
        """Return a value for a parameter in the type of its default, or raise an error that says what is right."""
        kind = type(self.defaults[name])
        right = isinstance(value, numbers.Real) and abs(value) <= _LARGEST and (kind is float or value == int(value))
        if not right or (kind is bool and value not in (0, 1)):
            wanted = {bool: "true or false", int: "a whole number", float: "a number"}[kind]
            raise BoardstatsError(f"strategy {self.name!r}: parameter {name!r} is {wanted}, not {value!r}")
        return kind(value)

    @property
    def playouts(self) -> int:
        """How many games are played on at each decision; 0 for a strategy that does not search."""
        return 0

    @property
    def label(self) -> str:
        """The name, with those parameters that are not the defaults: `careful(call_at=6)`."""
        changed = [f"{name}={_shown(value)}" for name, value in self.parameters.items() if value != self.defaults[name]]
        return f"{self.name}({', '.join(changed)})" if changed else self.name

    @property
    def source(self) -> str:
        """The function's source where it can be found, else ""."""
        try:
            return textwrap.dedent(inspect.getsource(self.function))
        except (OSError, TypeError):
            return ""

    def compiled(self) -> Any:
        """Return the compiled function of the game's one signature, compiling it when first asked.

        Raises
        ------
        StrategyError
            If it does not compile, or does not answer with a whole number.
        """
        with compiling():
            if "pointer" not in self._compiled:
                self._compiled["pointer"] = _compile(self)
        return self._compiled["pointer"]

    def __reduce__(self) -> Any:
        if self.builtin:
            return _builtin, (self.game, self.name, dict(self.parameters))
        import cloudpickle

        return _users, (self.game, cloudpickle.dumps(self.function), dict(self.parameters))


@dataclass(frozen=True, eq=False)
class Searcher(Strategy):
    """A strategy that tries its moves out before it makes one: see `searching`. `plays` is what it plays on by."""

    plays: Strategy | None = None

    @classmethod
    def by(cls, plays: Strategy, playouts: int = 200) -> Searcher:
        """Make a searcher of a strategy; its parameters are those of the strategy, and `playouts` of each decision."""
        usual = plays.builtin and plays.name == load(plays.game).default
        name = "searcher" if usual else f"searching_{plays.name}"
        parameters = MappingProxyType({**plays.parameters, "playouts": int(playouts)})
        defaults = MappingProxyType({**plays.defaults, "playouts": 200})
        return cls(plays.game, name, plays.function, parameters, defaults, plays.builtin, plays._compiled, plays)

    def __call__(self, **changes: float) -> Searcher:
        """Return this searcher with some parameters changed."""
        changed = super().__call__(**changes).parameters
        if changed["playouts"] < 1:
            raise BoardstatsError(f"a searcher needs 1 playout or more at each decision, not {changed['playouts']:g}")
        assert self.plays is not None
        plays = self.plays(**{name: value for name, value in changed.items() if name != "playouts"})
        return Searcher.by(plays, int(changed["playouts"]))

    @property
    def playouts(self) -> int:
        return int(self.parameters["playouts"])

    def compiled(self) -> Any:
        assert self.plays is not None
        return self.plays.compiled()

    def __reduce__(self) -> Any:
        return Searcher.by, (self.plays, self.playouts)


def searcher(plays: Strategy | str, playouts: int = 200) -> Searcher:
    """Return a strategy that tries its moves out: at every decision it plays on from each move, all seats by `plays`.

    It makes the move that `plays` would make, unless another does better in so many playouts that it is hardly by chance.

    Parameters
    ----------
    plays : Strategy or str
        What it plays on by; a game's name stands for the best built-in strategy of the game.
    playouts : int
        Games played on at each decision, in all.

    Examples
    --------
    >>> searcher("sardines", playouts=50).label
    'searcher(playouts=50)'
    """
    if isinstance(plays, str):
        game = load(plays)
        plays = game.strategies[game.default]
    if not isinstance(plays, Strategy) or plays.playouts:
        raise BoardstatsError(f"a searcher plays by a strategy that does not search, not by {plays!r}")
    return Searcher.by(plays)(playouts=playouts)


def _builtin(game: str, name: str, parameters: dict[str, float]) -> Strategy:
    found: Strategy = load(game).strategies[name]
    return found(**parameters)


# In a worker process the same function arrives with every batch; it is compiled once.
_arrived: dict[tuple[str, bytes], Strategy] = {}


def _users(game: str, function: bytes, parameters: dict[str, float]) -> Strategy:
    if (game, function) not in _arrived:
        import cloudpickle

        _arrived[game, function] = Strategy.of(load(game), cloudpickle.loads(function))
    return _arrived[game, function](**parameters)


def built_in(game: Game, functions: Iterable[Callable[..., Any]]) -> tuple[Strategy, ...]:
    """Make the strategies that ship with a game, and let them be known by name; from the weakest to the best."""
    made = tuple(Strategy.of(game, function, builtin=True) for function in functions)
    game.strategies.update({strategy.name: strategy for strategy in made})
    return made


def chosen(game: Game, entry: Any) -> Strategy:
    """Return the strategy that an entry of a line-up names: a name, `name(parameter=6)`, a Strategy, or a function."""
    if isinstance(entry, Strategy):
        if entry.game != game.name:
            raise BoardstatsError(f"strategy {entry.label!r} plays {entry.game}, not {game.name}")
        return entry
    if isinstance(entry, str):
        return from_text(game, entry)
    if callable(entry):
        return Strategy.of(game, entry)
    raise BoardstatsError(f"{entry!r} is no strategy: use a name ({', '.join(game.strategies)}) or a function")


def from_text(game: Game, text: str) -> Strategy:
    """Return the built-in strategy that a text names: `careful`, or `careful(call_at=6)`."""
    name, bracket, _ = text.strip().partition("(")
    name = name.rstrip()
    known = {**game.strategies, "searcher": searcher(game.name)}
    if name not in known:
        raise one_of(f"strategy of {game.name}", name, known)
    found: Strategy = known[name]
    if not bracket:
        return found
    try:
        call = ast.parse(text.strip(), mode="eval").body
        assert isinstance(call, ast.Call)
        assert isinstance(call.func, ast.Name)
        assert not call.args
        assert all(keyword.arg for keyword in call.keywords)
        changes = {str(keyword.arg): ast.literal_eval(keyword.value) for keyword in call.keywords}
        assert len(changes) == len(call.keywords)
    except (SyntaxError, ValueError, AssertionError):
        raise BoardstatsError(f"strategy {text!r}: write it like {name}(parameter=6)") from None
    return found(**changes)


def split_line_up(text: str) -> list[str]:
    """Split `careful(call_at=6, look=1),random` at the commas outside brackets."""
    parts, depth = [""], 0
    for letter in text:
        depth += (letter == "(") - (letter == ")")
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts]


def _compile(strategy: Strategy) -> Any:
    game = load(strategy.game)
    values = list(strategy.defaults.values())
    # A user's function is checked at array bounds and divides as Python does; the sources of ours are tested that way.
    options: dict[str, Any] = {} if strategy.builtin else {"boundscheck": True, "error_model": "python"}
    inner = kernel(strategy.function, cache=strategy.builtin, **options)
    if not strategy.builtin:
        moves, stream = types.Array(record(game.move), 1, "C"), types.Array(types.uint64, 1, "C")
        _check_answer(strategy, inner, (record(game.view), moves, stream, *(_type_of(value) for value in values)))
    arguments = "".join(f", {_unpack(value, i)}" for i, value in enumerate(values))
    moves_name = "moves" if strategy.builtin else "shown_moves"
    text = (
        "def call(view, desk):\n"
        f"    return int64(inner(view, desk.{moves_name}[:desk.legal], desk.streams[desk.seat]{arguments}))\n"
    )
    names: dict[str, Any] = {"inner": inner, "int64": types.int64, "__name__": f"{__package__}.strategy"}
    exec(compile(text, f"<{strategy.name}>", "exec"), names)
    call = kernel(names["call"], name=f"{game.name}.{strategy.name}", cache=strategy.builtin)
    call.compile(signature(game))
    call.disable_compile()
    return call


def _plain_number(value: Any) -> float:
    """Return a number in Python's own type: bool, int or float, whichever it is of (NumPy has more)."""
    return value if isinstance(value, bool) else int(value) if isinstance(value, numbers.Integral) else float(value)


def _shown(value: float) -> str:
    """Return a number as text, as short as it can be without being taken for another."""
    if isinstance(value, bool):
        return str(value)
    short = f"{value:g}"
    return short if float(short) == value else repr(value)


def _type_of(value: float) -> types.Type:
    return types.boolean if isinstance(value, bool) else types.int64 if isinstance(value, numbers.Integral) else types.float64


def _unpack(value: float, i: int) -> str:
    """Return the text that takes a parameter out of the float array in the type of its default."""
    number = f"desk.parameters[desk.entry, {i}]"
    if isinstance(value, bool):
        return f"{number} != 0"
    return f"int64({number})" if isinstance(value, numbers.Integral) else number


def _check_answer(strategy: Strategy, inner: Any, arguments: tuple[Any, ...]) -> None:
    """Compile a user's function, and see that it answers with a whole number."""
    try:
        inner.compile(arguments)
    except KeyError as error:  # how Numba says that a record has no such field
        fields = [*arguments[0].fields, *arguments[1].dtype.fields]
        reason = one_of("field of view or move", error.args[0], fields)
        raise StrategyError(f"strategy {strategy.name!r} does not compile: {reason}") from None
    except Exception as error:  # not all that Numba raises is a NumbaError
        stream = "; a random stream is for bs.below(rng, n) and bs.uniform(rng)" if "of type array(uint64" in str(error) else ""
        raise StrategyError(f"strategy {strategy.name!r} does not compile: {_first_reason(str(error))}{stream}") from None
    answer = inner.overloads[arguments].signature.return_type
    if not isinstance(answer, types.Integer):
        raise StrategyError(f"strategy {strategy.name!r} must return the index of a move, a whole number; it returns {answer}")


def _first_reason(message: str) -> str:
    """Return the heart of a Numba error in one line: what, and in which line of the function."""
    import re

    lines = [line.strip() for line in message.splitlines() if line.strip()]
    noise = ("Failed in", "During:", "File ", "def ", "<source", "^", "No implementation", "- ", "Overload", "There are", "This ")
    reason = next((line for line in lines if not line.startswith(noise)), lines[0])
    reason = re.sub(r"\x1b\[[0-9;]*m", "", reason).rstrip(":").replace(">>> ", "there is no ")
    places = re.findall(r", line (\d+)", message)
    return f"{reason} (line {places[-1]})" if places else reason
