"""What several commands of the command line share: options, and what is made of them."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .errors import BoardstatsError

if TYPE_CHECKING:
    from .edition import BaseEdition
    from .plan import Plan

Command = Callable[..., Any]

GAME = click.argument("game")
SEED = click.option("--seed", type=int, help="0 … 2**63 - 1; the same seed gives the same games. Default: a fresh one.")
WORKERS = click.option("--workers", type=int, default=os.cpu_count(), show_default="all cores", help="Threads.")
_FOLDER = click.option("--edition", "folder", type=click.Path(path_type=Path), help="Folder with changed tables.")
_CHANGES = click.option("--set", "changes", multiple=True, metavar="OPTION=VALUE", help="Change an option of the edition.")


def _with(command: Command, *options: Callable[[Command], Command]) -> Command:
    for option in reversed(options):
        command = option(command)
    return command


def edition_options(command: Command) -> Command:
    """Add the options that say what is in the box."""
    return _with(command, _FOLDER, _CHANGES)


def form_options(command: Command) -> Command:
    """Add the arguments and options of the commands for real games."""
    return _with(command, GAME, click.argument("path", type=click.Path(path_type=Path)), _FOLDER, _CHANGES)


def plan_options(command: Command) -> Command:
    """Add the options that say what is played; the same for all commands that play."""
    return _with(
        command,
        GAME,
        click.option("--players", type=int, required=True, help="Number of players."),
        SEED,
        click.option("--strategies", metavar="NAMES", help="One for all seats, or one for each, with commas between."),
        click.option("--rotate/--no-rotate", default=None, help="Move the line-up a seat on from game to game."),
        _FOLDER,
        _CHANGES,
    )


def plan_of(game: str, players: int, seed: int | None, strategies: str | None, rotate: bool | None, **edition: Any) -> Plan:
    """Return what `plan_options` ask for."""
    from .plan import make_plan

    return make_plan(game, players, seed=seed, strategies=strategies, rotate=rotate, edition=edition_of(game, **edition))


def edition_of(game: str, folder: Path | None = None, changes: tuple[str, ...] = ()) -> BaseEdition:
    """Return the edition of a folder, or the standard one, with the changes of --set."""
    from .game import load

    kind = load(game).edition
    options = {}
    for change in changes:
        name, equals, value = change.partition("=")
        if not equals:
            raise BoardstatsError(f"--set {change!r}: write it like --set option=value")
        options[name.strip()] = kind.parse_option(name.strip(), value)
    return kind(**options) if folder is None else kind.read(folder, **options)


def number(option: str, text: str, kind: Callable[[str], Any]) -> Any:
    """Return the number that a text is."""
    try:
        return kind(text)
    except ValueError:
        raise BoardstatsError(f"{option}: {text!r} is not a {'whole ' if kind is int else ''}number") from None


def numbers_of_players(text: str) -> list[int]:
    """Return what `--players` says: `4`, `2,4`, or `2..4`."""
    low, dots, high = text.partition("..")
    if not dots:
        return list(dict.fromkeys(number("--players", part, int) for part in text.split(",")))
    first, last = (number("--players", end, int) for end in (low, high))
    if not 0 <= last - first < 100:
        raise BoardstatsError(f"--players {text!r}: write the fewest first, like --players 2..4")
    return list(range(first, last + 1))


def check_files(paths: dict[str, Path]) -> None:
    """Raise an error where a file has another ending than its option's, or is named twice."""
    for name, path in paths.items():
        ending = ".parquet" if name == "parquet" else ".csv"
        if path.suffix != ending:
            raise BoardstatsError(f"--{name.replace('_', '-')} {path}: the name must end in {ending}")
    files = [path.absolute() for path in paths.values()]
    for path in paths.values():
        if files.count(path.absolute()) > 1:
            raise BoardstatsError(f"{path}: named twice; every table needs a file of its own")


def announce_for(game: str, *line_ups: str | None) -> None:
    """Announce that the simulator has to be compiled for the strategies of some line-ups, if it has."""
    from .batching import announce_compiling
    from .game import load
    from .strategy import chosen, split_line_up

    known = load(game)
    names = [name for line_up in line_ups if line_up for name in split_line_up(line_up)]
    announce_compiling(known, [chosen(known, name) for name in names], announce)


def announce(line: str) -> None:
    """Say something beside the output."""
    click.echo(line, err=True)
