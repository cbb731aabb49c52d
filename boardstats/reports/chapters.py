"""One game's part of a report: the games that are played for it, and what is made of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import balance, drawing
from ..balance.tracing import lead_by_turn
from ..batching import batches
from ..edition import BaseEdition
from ..errors import EditionError
from ..game import Game, load
from ..lab.strengths import line_ups
from ..lab.tournaments import Tournament, tournament
from ..plan import make_plan
from ..results import Run, joined
from . import findings, sections
from .alternatives import alternatives
from .exhibits import Chapter
from .surviving import (
    DEVIATIONS,
    POINTS,
    Measure,
    category_effects,
    category_measure,
    duel_measure,
    family_level,
    first_category,
    seat_measures,
    survival,
)

if TYPE_CHECKING:
    import pandas as pd

# Of Phraya, one game in so many where games are compared and followed: its best strategy takes 14 ms for a game.
_ONE_IN = {"phraya": 10}
_FEWEST = 500  # games, where fewer are played than were asked for
_STANDARD = "standard"


@dataclass(eq=False)
class Bench:
    """Where the games of a chapter are played, and counted.

    Attributes
    ----------
    games : int
        Games that were asked for: those of the main run.
    bar : object
        A bar of tqdm.
    studies : list
        What was played: a row for each study.
    """

    name: str
    players: int
    games: int
    seed: int
    workers: int
    bar: Any
    announce: Callable[[str], None] | None = None
    studies: list[dict[str, Any]] = field(default_factory=list)

    @property
    def game(self) -> Game:
        return load(self.name)

    @property
    def fewer(self) -> int:
        """Games of every other study."""
        return max(self.games // _ONE_IN.get(self.name, 1), min(self.games, _FEWEST))

    @property
    def in_all(self) -> int:
        """About how many games a chapter takes, for the bar."""
        others = len(self.game.players) - 1 + 1 + 1 + 2 * len(alternatives(self.name)) + 3
        return self.games + others * self.fewer

    def play(self, study: str, games: int, edition: BaseEdition | None = None, **asked: Any) -> Run:
        """Play the games of a study."""
        self._begin(study)
        plan = make_plan(
            self.name, asked.get("players", self.players), seed=self.seed, strategies=asked.get("strategies"), rotate=None,
            edition=edition,
        )  # fmt: skip
        parts = []
        for batch in batches(plan, 0, games, workers=self.workers, progress=False, announce=self.announce):
            parts.append(batch)
            self.bar.update(len(batch.games))
        run = joined(plan, parts)
        unfinished = int((run.batch.seats["rank"][:, 0] == 0).sum())
        line_up = plan.labels[0] if len(plan.labels) == 1 else ", ".join(entry.label for entry in plan.strategies)
        self._note(study, plan.players, line_up, games, unfinished)
        return run

    def compete(self) -> Tournament:
        """Let the built-in strategies play in all line-ups."""
        self._begin("all line-ups")
        field_of = list(self.game.strategies.values())
        played = tournament(
            self.name, field_of, players=self.players, games=max(self.fewer, 2 * len(field_of)), seed=self.seed,
            workers=self.workers, progress=False,
        )  # fmt: skip
        self.bar.update(played.games)
        self._note("all line-ups", self.players, ", ".join(self.game.strategies), played.games, played.unfinished)
        return played

    def follow(self, what: str, made: Callable[[Run, range], Any], run: Run) -> Any:
        """Return what is made of a run whose games are played again to follow them."""
        self._begin(what)
        games = range(min(self.fewer, len(run)))
        table = made(run, games)
        self.bar.update(len(games))
        return table

    def _begin(self, study: str) -> None:
        self.bar.set_description_str(f"{self.game.title}: {study}")

    def _note(self, study: str, players: int, strategies: str, games: int, unfinished: int) -> None:
        row = {"study": study, "players": players, "strategies": strategies, "games": games}
        self.studies.append(row | {"seed": self.seed, "unfinished": unfinished})


def chapter(bench: Bench) -> Chapter:
    """Play the games of a chapter, and return it."""
    import pandas as pd

    game = bench.game
    run = bench.play("main run", bench.games)
    played = bench.compete()
    best, rival = (game.strategies[name.split("(")[0]] for name in played.ranking["strategy"].iloc[:2])
    survived, told = _survival(bench, run, best, rival)
    by_players = _seats_by_players(bench, run)
    course = bench.follow("who leads", lead_by_turn, run)
    leads = bench.follow("the lead", balance.leads, run)
    decided = bench.follow("decisions", balance.decisions, run)
    lengths, margins, endings, components = (
        make(run) for make in (balance.lengths, balance.margins, balance.endings, balance.components)
    )
    studies = pd.DataFrame(bench.studies)
    score = game.score_name(run.plan.edition)
    sentences = [
        *told(played),
        ("length", findings.of_length(lengths)),
        ("lead", findings.of_leads(leads)),
        ("margin", findings.of_margins(margins, score)),
        ("ends", findings.of_endings(endings)),
        ("components", findings.of_components(components, game.component)),
        ("editions", findings.of_survival(survived)),
        ("unfinished", findings.of_unfinished(studies)),
    ]
    said = dict(sentences)
    parts = [
        sections.played(run),
        sections.seats(run, by_players, said["seats"]),
        sections.strategies(played, said["strategies"]),
        sections.scores(run, said["winners"]),
        sections.lengths(run, lengths, said["length"]),
        sections.leads(run, course, leads, said["lead"]),
        sections.margins(run, margins, said["margin"]),
        sections.decisions(run, decided),
        sections.endings(run, endings, said["ends"]),
        sections.components(run, components, said["components"]),
        sections.editions(survived, said["editions"], bench.games, bench.fewer),
        sections.studies(studies),
    ]
    provenance = {"edition": run.plan.edition.provenance(), "players": bench.players, "studies": bench.studies}
    return Chapter(bench.name, game.title, parts, sentences, provenance)


# ---- what is played again in other boxes -----------------------------------------------------------------------------


def _survival(bench: Bench, run: Run, best: Any, rival: Any) -> tuple[pd.DataFrame, Callable[[Tournament], Any]]:
    """Return the findings by edition, and what tells those of the main run in sentences."""
    editions: dict[str, BaseEdition] = {_STANDARD: run.plan.edition}
    for label, edition in alternatives(bench.name).items():
        try:
            edition.box(bench.players)
        except EditionError:
            continue  # not for so many players
        editions[label] = edition
    effects = category_effects(run)
    level = family_level((bench.players + 1 + max(len(effects), 1)) * len(editions))
    first = first_category(effects)
    sign = int(np.sign(effects[first].mean())) if first else 1
    seats, duels, winners = {}, {}, {}
    seated = [(best, rival)[entry] for entry in line_ups(bench.players)[0]]
    for label, edition in editions.items():
        alike = run if label == _STANDARD else bench.play(f"edition {label}", bench.fewer, edition)
        duel = bench.play(f"{best.name} and {rival.name}, edition {label}", bench.fewer, edition, strategies=seated)
        seats[label] = seat_measures(alike, level)
        duels[label] = duel_measure(duel, best.label, level)
        winners[label] = category_measure(category_effects(alike), first, sign, level)
    rows: list[tuple[str, str, dict[str, Measure]]] = [
        (f"seat {seat} wins {_than(seats[_STANDARD][seat])} its even share", POINTS, {k: v[seat] for k, v in seats.items()})
        for seat in range(bench.players)
    ]
    rows.append((f"{best.name} wins {_than(duels[_STANDARD])} {rival.name}", POINTS, duels))
    if first:
        more = "more" if sign > 0 else "less"
        rows.append((f"winners differ most in {drawing.spoken(first)}: they have {more}", DEVIATIONS, winners))
    table = survival(rows, dict.fromkeys(editions, bench.fewer) | {_STANDARD: bench.games})
    table.attrs["level"] = level
    meaning = run.plan.game.seats.meanings[first] if first else ""

    def told(played: Tournament) -> list[tuple[str, str]]:
        duel = duels[_STANDARD]
        return [
            ("seats", findings.of_seats(seats[_STANDARD], run.plan.labels[0])),
            ("strategies", findings.of_strategies(best.name, rival.name, duel, played.separated, played.ranking)),
            ("winners", findings.of_winners(effects, first, winners[_STANDARD], meaning)),
        ]

    return table, told


def _than(measure: Measure) -> str:
    return ("more or less than", "more than", "less than")[measure.sign]


def _seats_by_players(bench: Bench, run: Run) -> pd.DataFrame:
    """Return the advantage of each seat, by number of players."""
    import pandas as pd

    tables = []
    for players in bench.game.players:
        others = run if players == bench.players else bench.play(f"{players} players", bench.fewer, players=players)
        tables.append(balance.seats(others).reset_index().assign(players=players))
    table = pd.concat(tables, ignore_index=True)
    assumed = run.plan.edition.assumed()
    note = f"; assumed, not printed: {', '.join(assumed)}" if assumed else ""
    table.attrs = {"caption": f"{run.plan.game.title}, all seats {run.plan.labels[0]}, seed {run.plan.seed}{note}"}
    return table[["players", *(name for name in table.columns if name != "players")]]
