"""The contract that all games fulfil (boardstats/game.py), and the order in which modules may import one another."""

from __future__ import annotations

import ast
import dataclasses
import importlib
import inspect
import itertools
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

import boardstats as bs
from boardstats.game import GAMES, Game, load
from boardstats.plan import Plan, make_plan
from boardstats.streams import SEAT, below, open_stream
from tests.playthroughs import write
from tests.support import ROOT, TABLES, assert_same_rows, line_up, temperaments

every_game = pytest.mark.parametrize("game", [pytest.param(load(name), id=name) for name in GAMES])
CASES = [
    pytest.param(load(name), variant, players, id=f"{name}-{variant}-{players}")
    for name in GAMES
    for variant in load(name).variants()
    for players in load(name).players
]
every_case = pytest.mark.parametrize(("game", "variant", "players"), CASES)

TEMPERS = ("even", "first", "last")


def choose(stream: np.ndarray, n: int, temper: str) -> int:
    """Return a legal answer: any; mostly the first; mostly the last."""
    if temper != "even" and below(stream, 5):
        return 0 if temper == "first" else n - 1
    return int(below(stream, n))


class Table:
    """A game that is played move by move, through nothing but the contract."""

    def __init__(self, game: Game, variant: str, players: int, index: int, seed: int = 77) -> None:
        self.game, self.players = game, players
        self.box = game.variants()[variant].box(players)
        self.states, self.moves = np.zeros(2, game.state), np.zeros(game.max_moves, game.move)
        self.s, self.spare = self.states
        self.s["seed"], self.s["game"], self.s["players"] = seed, index, players
        self.stream = np.zeros(4, np.uint64)
        open_stream(self.stream, np.uint64(seed), np.uint64(index), SEAT)
        self.decisions = 0
        game.deal(self.s, self.box)

    @property
    def stopped(self) -> bool:
        return bool(self.game.turn_limit and self.s["turn"] > self.game.turn_limit)

    def legal(self) -> int:
        return int(self.game.legal_moves(self.s, self.box, self.moves))

    def apply(self, answer: int) -> None:
        self.game.apply(self.s, self.box, self.moves[answer].copy())
        self.decisions += 1

    def decide(self, temper: str) -> Iterator[int]:
        """Yield the number of legal moves at each decision, then play one of them, until the game is over."""
        while not self.s["over"] and not self.stopped:
            n = self.legal()
            yield n
            self.apply(choose(self.stream, n, temper))

    def finish(self, temper: str) -> None:
        for _ in self.decide(temper):
            assert self.decisions < 100_000

    def results(self) -> tuple[np.ndarray, np.ndarray]:
        seats, games = np.zeros(self.players, self.game.seats.dtype), np.zeros(1, self.game.games.dtype)
        self.game.score(self.s, self.box, seats, games[0])
        return seats, games[0]

    def in_play(self) -> list[int]:
        counts: list[int] = importlib.import_module(f"tests.{self.game.name}.components").in_play(self.s, self.box)
        return counts


def opened(number: int) -> np.ndarray:
    stream = np.zeros(4, np.uint64)
    open_stream(stream, np.uint64(4), np.uint64(number), np.uint64(5))
    return stream


# ---- what a game is made of ------------------------------------------------------------------------------------------


@every_game
def test_a_game_has_the_fields_and_columns_of_the_contract(game: Game) -> None:
    assert {"seed", "game", "players", "seat", "over", "turn", "taken", "views"} <= set(game.state.names)
    assert game.state["views"].base == game.view
    assert {"decision", "seat", "players"} <= set(game.view.names)
    assert game.seats.names[:4] == ("score", "rank", "win_share", "turns")
    assert game.games.names[:3] == ("finished", "turns", "decisions")
    assert all(game.seats.dtype[name].base.kind == "i" for name in game.seats.names if name != "win_share")
    for columns in (game.seats, game.games):
        assert all(columns.meanings.values())
        assert columns.dtype.names == columns.names
    assert game.default in game.strategies
    assert next(iter(game.strategies)) == "random"
    assert game.name == game.edition.GAME
    assert game.name in bs.__all__
    assert getattr(bs, game.name).GAME is game
    for edition in game.variants().values():
        names = game.components(edition)
        assert len(set(names)) == len(names)
        assert game.score_name(edition)
    assert np.dtype(np.int8) not in [game.state[name] for name in ("seed", "game")]
    # With debug=True a strategy sees records of NumPy, whose own methods (`round`) would hide such fields.
    assert not [name for name in (*game.view.names, *game.move.names) if hasattr(np.record, name)]


@every_game
def test_the_same_names_are_public_in_every_game(game: Game) -> None:
    module = importlib.import_module(GAMES[game.name])
    for name in ("Edition", "strategy", "score", "rank", "odds", "GAME"):
        assert hasattr(module, name), name
    for name, strategy in game.strategies.items():
        assert getattr(module, name) is strategy
        assert strategy.function.__doc__


@every_game
def test_frames_have_the_columns_of_the_contract(game: Game) -> None:
    run = bs.simulate(game.name, 30, players=game.players[-1], seed=1, strategies=line_up(game.name, game.players[-1]))
    frame = run.frame
    # A category of several values is as many columns: bid_1, bid_2, ….
    categories = [re.sub(r"_\d+$", "", name) for name in frame.columns]
    assert list(dict.fromkeys(categories)) == ["game", "seat", "strategy", *game.seats.names]
    assert {*game.seats.single} <= {*frame.columns}
    assert len(frame) == 30 * game.players[-1]
    assert frame["seat"].tolist() == [*range(game.players[-1])] * 30
    assert [name for name in frame.columns if frame[name].dtype.kind == "f"] == ["win_share"]
    assert [name for name in frame.columns if frame[name].dtype.kind not in "if"] == ["strategy"]
    assert {"game", "finished", "turns", "decisions"} <= set(run.games.columns)
    assert run.taken.columns.tolist() == ["game", "seat", "strategy", game.component, "times"]
    assert (run.taken["times"] > 0).all()
    shares = frame.groupby("game")["win_share"].sum()
    assert np.allclose(shares, run.games["finished"])
    assert frame.groupby("game")["turns"].sum().tolist() == run.games["turns"].tolist()
    winners = frame[frame["rank"] == 1].groupby("game").size()
    assert np.allclose(frame.loc[frame["rank"] == 1, "win_share"], 1 / winners.loc[frame.loc[frame["rank"] == 1, "game"]])
    assert (frame.loc[frame["rank"] != 1, "win_share"] == 0).all()


# ---- random games ----------------------------------------------------------------------------------------------------


@every_case
def test_random_games_end(game: Game, variant: str, players: int) -> None:
    for index, temper in enumerate(TEMPERS):
        table = Table(game, variant, players, index)
        for n in table.decide(temper):
            assert 1 <= n <= game.max_moves
            moves = table.moves[:n]
            assert len(set(moves.tolist())) == n
            assert 0 <= table.s["seat"] < players
            assert table.decisions < 100_000
            if table.decisions % 7 == 0:
                assert all(game.move_name(move) for move in moves)
                names = [game.move_name(move) for move in moves]
                assert len(set(names)) == n, names
        seats, whole = table.results()
        if table.s["over"]:
            assert whole["finished"] == 1
            assert seats["win_share"].sum() == pytest.approx(1)
            assert seats["rank"].min() == 1
        assert whole["turns"] == seats["turns"].sum() > 0


@every_case
def test_looking_changes_nothing_and_the_same_moves_give_the_same_game(game: Game, variant: str, players: int) -> None:
    table = Table(game, variant, players, 5)
    for n in table.decide("even"):
        before, moves = table.states[0].copy(), table.moves[:n].tolist()
        assert table.legal() == n
        assert table.moves[:n].tolist() == moves
        assert differing(before, table.s) == []
        if table.decisions % 5 == 0:
            ends, last = [], table.moves[n - 1].copy()
            for _ in range(2):
                table.states[1] = before
                game.apply(table.spare, table.box, last.copy())
                ends.append(table.states[1].copy())
            assert differing(before, ends[0]) != []
            assert differing(ends[0], ends[1]) == []
            assert differing(before, table.s) == []


@every_case
def test_a_game_played_move_by_move_is_the_one_that_was_counted(game: Game, variant: str, players: int) -> None:
    plan = plan_of(game, variant, players)
    batch, log = plan.play_logged(0, 4)
    answers = iter(log.rows)
    for index in range(4):
        table = Table(game, variant, players, index, seed=plan.seed)
        asked = 0
        while not table.s["over"] and not table.stopped:
            n = table.legal()
            row = next(answers) if n > 1 else None
            if row is not None:
                assert (row["game"], row["number"], row["seat"], row["legal"]) == (index, asked, table.s["seat"], n)
                assert log.moves[row["first_move"] : row["first_move"] + n].tolist() == table.moves[:n].tolist()
                asked += 1
            table.apply(0 if row is None else int(row["answer"]))
        seats, whole = table.results()
        assert asked == batch.games[index]["decisions"]
        if table.s["over"]:
            for name in game.seats.names:
                assert seats[name].tolist() == batch.seats[index][name].tolist(), name
            for name in game.games.names:
                assert name == "decisions" or whole[name].tolist() == batch.games[index][name].tolist(), name
        kinds = batch.taken.shape[2]
        assert table.s["taken"][:players, :kinds].tolist() == batch.taken[index].tolist()
    assert next(answers, None) is None


def plan_of(game: Game, variant: str, players: int, seed: int = 3) -> Plan:
    kinds = line_up(game.name, players, players)
    return make_plan(game.name, players, seed=seed, strategies=kinds, rotate=True, edition=game.variants()[variant])


@every_game
def test_every_built_in_strategy_plays_every_variant(game: Game) -> None:
    for (variant, edition), players in itertools.product(game.variants().items(), game.players):
        for name in game.strategies:
            run = bs.simulate(game.name, 40, players=players, seed=2, strategies=name, edition=edition)
            assert run.games["finished"].all(), (variant, name)
        mixed = [list(game.strategies)[seat % len(game.strategies)] for seat in range(players)]
        assert_same_rows(
            bs.simulate(game.name, 3, players=players, seed=2, strategies=mixed, edition=edition, debug=True),
            bs.simulate(game.name, 3, players=players, seed=2, strategies=mixed, edition=edition),
        )


@every_game
def test_the_same_seed_gives_the_same_deals_whoever_plays(game: Game) -> None:
    players = game.players[-1]
    for variant, edition in game.variants().items():
        openings = []
        for strategy in temperaments(game.name):
            plan = make_plan(game.name, players, seed=9, strategies=strategy, rotate=None, edition=edition)
            assert plan.box.tobytes() == edition.box(players).tobytes()
            told = [
                bs.replay(game.name, game=g, players=players, seed=9, strategies=strategy, edition=edition).splitlines()
                for g in range(3)
            ]
            openings.append([lines[2 : lines.index("")] for lines in told])
        assert all(opening == openings[0] for opening in openings), variant
        assert len(set(map(str, openings[0]))) == 3


# ---- redeal ----------------------------------------------------------------------------------------------------------


@every_case
@pytest.mark.parametrize("temper", TEMPERS)
def test_redeal_agrees_with_the_view_and_depends_on_nothing_else(game: Game, variant: str, players: int, temper: str) -> None:
    """From the true state and from two redealt ones, the same stream leads to the same state, field by field."""
    compared = 0
    table = Table(game, variant, players, TEMPERS.index(temper))
    for n in table.decide(temper):
        if below(table.stream, 6):
            continue
        seat, before, moves = int(table.s["seat"]), table.states[0].copy(), table.moves[:n].tolist()
        view, counts = known(before, seat), table.in_play()
        ends = []
        for first in (None, 1, 2):
            table.states[0] = before
            if first is not None:
                game.redeal(table.s, table.box, seat, opened(first))
                assert differing(view, known(table.s, seat)) == []
                assert table.in_play() == counts
                assert table.legal() == n
                assert table.moves[:n].tolist() == moves
            game.redeal(table.s, table.box, seat, opened(3))
            assert differing(view, known(table.s, seat)) == []
            assert table.in_play() == counts
            assert not table.s["over"]
            assert (table.s["seat"], table.s["turn"]) == (seat, before["turn"])
            assert table.s["seed"] != before["seed"]  # the future is new as well
            ends.append(table.states[0].copy())
        for end in ends[1:]:
            assert differing(ends[0], end) == []
        compared += 1
        table.states[0] = before
        assert table.legal() == n
    assert compared > 0 or table.decisions < 12


def known(state: np.ndarray, seat: int) -> np.ndarray:
    """Return what a seat knows: its own view, or the one view of all."""
    view: np.ndarray = state["views"][seat % len(state["views"])]
    return view


def differing(one: np.ndarray, other: np.ndarray, place: str = "") -> list[str]:
    """Return the fields in which two states differ, those of the views by their own names (and no padding)."""
    if one.dtype.names is None:
        return [] if np.array_equal(one, other) else [place]
    return [name for field in one.dtype.names for name in differing(one[field], other[field], f"{place}.{field}")]


@every_case
def test_a_game_that_is_dealt_anew_at_every_decision_goes_on_and_ends(game: Game, variant: str, players: int) -> None:
    """Every seat finds its own view in order after the others' redeals; what is in play only the moves change."""
    for index in range(4):
        table, stream = Table(game, variant, players, index), opened(index)
        for n in table.decide(TEMPERS[index % 3]):
            seat, counts = int(table.s["seat"]), table.in_play()
            view = known(table.s, seat).copy()
            game.redeal(table.s, table.box, seat, stream)
            assert differing(view, known(table.s, seat)) == []
            assert table.in_play() == counts
            assert min(counts) >= 0
            assert table.legal() == n
            assert table.decisions < 100_000
        seats, _ = table.results()
        assert not table.s["over"] or seats["win_share"].sum() == pytest.approx(1)


@every_game
def test_redeal_deals_different_states(game: Game) -> None:
    """What a seat does not know is not left as it is: of 60 redeals hardly two are alike, seed and streams apart."""
    players = game.players[-1]
    table = Table(game, next(iter(game.variants())), players, 0)
    next(table.decide("first"))
    before, seat, seen = table.states[0].copy(), int(table.s["seat"]), set()
    streams = [name for name in game.state.names if game.state[name].base == np.uint64 and name not in game.view.names]
    for number in range(60):
        table.states[0] = before
        game.redeal(table.s, table.box, seat, opened(number))
        for name in streams:
            table.s[name] = 0
        seen.add(table.states[0].tobytes())
    assert len(seen) == 60


# ---- replays ---------------------------------------------------------------------------------------------------------


@every_case
def test_replays_tell_of_the_game_that_was_counted(game: Game, variant: str, players: int) -> None:
    kinds, edition = line_up(game.name, players, 1), game.variants()[variant]
    run = bs.simulate(game.name, 5, players=players, seed=12, strategies=kinds, edition=edition, first_game=100)
    for index in (100, 104):
        text = run.replay(index)
        assert text == bs.replay(game.name, game=index, players=players, seed=12, strategies=kinds, edition=edition)
        lines = text.splitlines()
        assert lines[0] == f"{game.title}, game {index} (seed 12, {players} players)"
        rows = run.frame[run.frame["game"] == index].set_index("seat")
        for seat in range(players):
            assert re.search(rf"\bseat {seat}: {re.escape(str(rows.loc[seat, 'strategy']))}(,|$)", lines[1])
            assert re.search(rf"\bSeat {seat}\b", text)
        assert next(line for line in lines if line.startswith("Turn ")) == "Turn 1"
        assert all(line == line.rstrip() for line in lines)
        finished = run.games.set_index("game").loc[index, "finished"]
        if finished:
            places = re.findall(r"(\d+)\. seat (\d+) \((.*?); .*? (-?\d+)\)", lines[-1])
            told = {int(seat): (int(rank), name, int(score)) for rank, seat, name, score in places}
            assert told == {
                seat: (rows.loc[seat, "rank"], rows.loc[seat, "strategy"], rows.loc[seat, "score"]) for seat in range(players)
            }
        else:
            assert "unfinished" in lines[-1]
    assert run.replay(101) != run.replay(102)


@every_game
def test_playthroughs_are_as_they_were(game: Game) -> None:
    """After a change that is meant: `python -m tests.playthroughs.write`, and read what has changed."""
    path = write.FOLDER / f"{game.name}.txt"
    assert path.exists(), f"no playthrough of {game.name}; python -m tests.playthroughs.write makes it"
    assert write.text_of(game.name) == path.read_text(encoding="utf-8")


@every_game
def test_one_of_a_thing_is_not_told_in_the_plural(game: Game) -> None:
    text = write.text_of(game.name)
    assert re.findall(r"(?<![\d.-])1 (?:order|point|coin|flower|favor|stall|offering|reward|project|helper|card)s\b", text) == []


def test_there_is_a_playthrough_of_every_game_and_of_nothing_else() -> None:
    assert {path.stem for path in write.FOLDER.glob("*.txt")} == set(GAMES)


# ---- which module may import which -----------------------------------------------------------------------------------

PACKAGE = ROOT / "boardstats"
# Each imports only what stands before it. What is imported inside a function, when it is first needed, may come later.
ORDER = [
    "errors", "_jit", "copying", "streams", "ranking", "edition", "game", "strategy", "searching", "playing", "plan",
    "stats", "differences", "sizing", "rows", "export", "results", "batching", "precise", "runner", "replays", "advising",
    "drawing", "charts",
    "balance.tracing", "balance.tables", "balance",
    "sittings.forms", "sittings.overlay", "sittings.reading", "sittings",
    "lab.laboratory", "lab.strengths", "lab.sweeping", "lab.seating", "lab.standings", "lab.tournaments",
    "lab.pairing", "lab.comparing", "lab.tuning", "lab",
    "reports.alternatives", "reports.surviving", "reports.exhibits", "reports.findings", "reports.sections",
    "reports.chapters", "reports.pages", "reports.reporting", "reports",
    "cli_options", "cli_lab", "cli", "__main__",
]  # fmt: skip
# What a game's own files may import; its `odds` may be used without a simulator, and its rules know of no run.
FOR_GAMES = {"errors", "_jit", "copying", "streams", "ranking", "edition", "game", "strategy", "stats"}


def imports(path: Path, *, anywhere: bool = False) -> set[str]:
    """Return the modules of the package that a file imports, as dotted names (`edition`, `games.sirvam.state`).

    Those under `if TYPE_CHECKING:` are left out; those inside functions too, unless they are wanted `anywhere`.
    """
    package = path.relative_to(PACKAGE).parent.parts

    def found(nodes) -> Iterator[str]:
        for node in nodes:
            if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
                continue
            if isinstance(node, ast.Import):
                yield from (alias.name.removeprefix("boardstats.") for alias in node.names if alias.name.startswith("boardstats"))
            elif isinstance(node, ast.ImportFrom) and (node.level or (node.module or "").startswith("boardstats")):
                base = package[: len(package) - node.level + 1] if node.level else ()
                module = ".".join([*base, *([node.module.removeprefix("boardstats").lstrip(".")] if node.module else [])])
                for alias in node.names:
                    deeper = f"{module}.{alias.name}".lstrip(".")
                    yield deeper if is_module(deeper) else module
            elif anywhere or not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
                yield from found(ast.iter_child_nodes(node))

    return {name for name in found(ast.parse(path.read_text(encoding="utf-8")).body) if name}


def is_module(name: str) -> bool:
    path = PACKAGE.joinpath(*name.split("."))
    return path.with_suffix(".py").exists() or (path / "__init__.py").exists()


def test_the_reader_of_imports_finds_them() -> None:
    assert (
        {"_jit", "edition", "plan", "playing", "searching", "strategy", "errors", "game", "streams"}
        >= imports(PACKAGE / "plan.py")
        >= {"edition", "game"}
    )
    assert "replays" in imports(PACKAGE / "results.py", anywhere=True) - imports(PACKAGE / "results.py")
    assert imports(PACKAGE / "games" / "sirvam" / "scoring.py") >= {"_jit", "games.sirvam.edition", "games.sirvam.state"}
    assert imports(PACKAGE / "__init__.py") >= {"charts", "stats", "errors", "games.sirvam"}


def test_the_foundation_imports_one_way() -> None:
    found = (path.relative_to(PACKAGE).with_suffix("") for path in PACKAGE.rglob("*.py"))
    files = {".".join(path.parts).removesuffix(".__init__"): PACKAGE / path.with_suffix(".py") for path in found}
    files = {name: path for name, path in files.items() if name != "__init__" and not name.startswith("games")}
    assert set(files) <= set(ORDER), "say in ORDER where the new module stands"
    for name, path in files.items():
        assert imports(path) <= set(ORDER[: ORDER.index(name)]), name


@pytest.mark.parametrize("module", ["errors", "_jit", "streams", "ranking", "edition", "stats", "drawing", "charts"])
def test_these_know_of_no_simulator_even_inside_functions(module: str) -> None:
    """Charts never simulate; the rest is below all that plays."""
    allowed = {"errors", "stats", "drawing"} if module in ("drawing", "charts") else set(ORDER[: ORDER.index(module)])
    assert imports(PACKAGE / f"{module}.py", anywhere=True) <= allowed


@every_game
def test_a_games_files_import_one_way_and_no_other_game(game: Game) -> None:
    folder, here = PACKAGE / "games" / game.name, f"games.{game.name}"
    graph = {path.stem: imports(path, anywhere=True) for path in folder.glob("*.py")}
    for name, wanted in graph.items():
        own = {module.removeprefix(f"{here}.") for module in wanted if module.startswith(f"{here}.")}
        others = {module for module in wanted if not module.startswith(f"{here}.")}
        assert others <= FOR_GAMES, f"{game.name}/{name}.py"
        assert not any(module.startswith("games") for module in others), f"{game.name}/{name}.py"
        graph[name] = own
    late = {"strategies", "telling", "odds", "__init__"}
    assert {"edition", "state", "moves", "scoring", "strategies"} <= set(graph)
    assert not reachable(graph, "edition") & {"state", "moves", "scoring", *late}
    assert "edition" in graph["state"]
    assert not reachable(graph, "state") & {"moves", "scoring", *late}
    for name in {"moves", "scoring", *graph} - late - {"edition", "state"}:
        # Helpers of the strategies come with them.
        if name in reachable(graph, "moves") | reachable(graph, "scoring") | {"moves", "scoring"}:
            assert not reachable(graph, name) & late, name
    assert all("__init__" not in own for own in graph.values())
    for name in graph:
        assert name not in reachable(graph, name), f"{name} imports itself in the end"


def reachable(graph: dict[str, set[str]], name: str) -> set[str]:
    found, todo = set(), list(graph[name])
    while todo:
        module = todo.pop()
        if module not in found:
            found.add(module)
            todo += graph[module]
    return found


def test_only_the_kernel_decorator_calls_numba() -> None:
    for path in PACKAGE.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert path.name == "_jit.py" or not re.search(r"numba\.n?jit|@n?jit|import n?jit|vectorize", text), path.name


def test_no_module_bears_the_name_of_a_public_function() -> None:
    """Else `import boardstats.replay` would put the module in the place of the function."""
    for package in (bs, *map(importlib.import_module, GAMES.values())):
        for info in pkgutil.iter_modules(package.__path__):
            found = getattr(package, info.name, None)
            assert found is None or isinstance(found, ModuleType), f"{package.__name__}.{info.name}"


def test_what_is_public_is_documented() -> None:
    for name in bs.__all__:
        found = getattr(bs, name)
        if inspect.isfunction(found) or inspect.isclass(found) or inspect.ismodule(found):
            assert found.__doc__, name
    for name in GAMES:
        assert f'"{name}"' in (PACKAGE / "__init__.py").read_text(encoding="utf-8")


def test_games_are_registered_under_their_own_names() -> None:
    for name, module in GAMES.items():
        assert load(name).name == name
        assert module == f"boardstats.games.{name}"
        assert dataclasses.is_dataclass(load(name))
    assert {path.name for path in (PACKAGE / "games").iterdir() if (path / "__init__.py").exists()} == set(GAMES)
    assert TABLES == bs.results.TABLES
