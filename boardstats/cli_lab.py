"""The commands of the laboratory: `boardstats tournament | compare | strength | tune`."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .cli_options import GAME, SEED, WORKERS, announce_for, check_files, edition_of, edition_options, number, numbers_of_players
from .errors import BoardstatsError

if TYPE_CHECKING:
    from .lab.tournaments import Tournament

_CSV = click.option("--csv", "csv", type=click.Path(path_type=Path), help="Write the whole table.")
_EDITIONS_BY = ("turns", "win_share", "score")  # what the screen shows of two editions; the file has all columns


@click.command()
@GAME
@click.option("--games", "n", type=int, required=True, help="How many games; rounded up to whole rounds.")
@click.option("--players", required=True, help="Number of players; of several, like 2,4 or 2..4, a tournament each.")
@click.option("--strategies", required=True, metavar="NAMES", help="Who competes, with commas between.")
@SEED
@edition_options
@WORKERS
@_CSV
def tournament(
    game: str, n: int, players: str, strategies: str, seed: int | None, folder: Path | None, changes: tuple[str, ...],
    workers: int, csv: Path | None,
) -> None:  # fmt: skip
    """Let strategies play in all line-ups: a ranking, and which places are more than chance."""
    from .game import load
    from .lab.tournaments import tournament as compete
    from .lab.tournaments import write_rankings
    from .streams import fresh_seed

    _check_csv(csv)
    kind, tables = edition_of(game, folder, changes), numbers_of_players(players)
    for table in tables:
        load(game).check_players(table)  # before the first is played
    announce_for(game, strategies)
    seed = fresh_seed() if seed is None else seed
    given: dict[str, Any] = {"games": n, "seed": seed, "edition": kind, "workers": workers}
    played = [compete(game, strategies, players=table, **given) for table in tables]
    for one in played:
        click.echo(f"{_ranking_text(one)}\n" if one is not played[-1] else _ranking_text(one))
    if csv is not None:
        click.echo(f"Wrote {played[0].to_csv(csv) if len(played) == 1 else write_rankings(csv, played)}")


def _ranking_text(played: Tournament) -> str:
    """Return a ranking as text: figures with their intervals."""
    ranking = played.ranking
    lines = [played.caption, f"{'place':>5}  {'strategy':24}{'win share per seat':26}{'score':>8}"]
    for place, row in zip(ranking.index, _rows(ranking), strict=True):
        share = f"{row['win_share']:.4f} ({row['win_share_low']:.4f} … {row['win_share_high']:.4f})"
        score = f"{row['score']:8.2f} ({row['score_low']:.2f} … {row['score_high']:.2f})"
        lines.append(f"{place:5}  {row['strategy']:24}{share:26}{score}")
    even = ranking["even"].iloc[0]
    lines.append(f"Brackets: 95 % intervals. Even share: {even:.4f}. Unfinished games: {played.unfinished:,}.")
    return "\n".join([*lines, played.separated])


@click.command()
@GAME
@click.argument("names", nargs=-1, metavar="[A B]")
@click.option("--players", type=int, required=True, help="Number of players.")
@click.option("--games", "n", type=int, default=20_000, show_default=True, help="How many games; each is played twice.")
@click.option("--against", metavar="NAMES", help="Of two strategies: one opponent for all other seats, or one for each.")
@click.option("--strategies", metavar="NAMES", help="Of two editions: who plays, one for all seats, or one for each.")
@SEED
@edition_options
@WORKERS
@_CSV
def compare(
    game: str, names: tuple[str, ...], n: int, against: str | None, strategies: str | None, folder: Path | None,
    changes: tuple[str, ...], csv: Path | None, **asked: Any,
) -> None:  # fmt: skip
    """Compare two strategies, or two editions, on the same decks, game by game.

    With A and B: two strategies in the same seat, in the box of --edition and --set. Without: the standard edition (a)
    and that of --edition and --set (b).
    """
    from .lab.comparing import BY_ITSELF
    from .lab.comparing import compare as measure

    _check_csv(csv)
    kind, given = edition_of(game, folder, changes), {"games": n, **asked}
    if len(names) == 2:
        if strategies is not None:
            raise BoardstatsError("--strategies is for two editions; --against names the opponents of two strategies")
        announce_for(game, *names, against)
        found = measure(game, *names, against=against, edition=kind, **given)
    elif names:
        raise BoardstatsError(f"name two strategies to compare, or none to compare editions, not {len(names)}")
    else:
        if against is not None:
            raise BoardstatsError("--against is for two strategies; --strategies names the players of two editions")
        if folder is None and not changes:
            raise BoardstatsError("nothing to compare: name two strategies, or change the edition with --edition or --set")
        announce_for(game, strategies)
        found = measure(game, edition_of(game), kind, strategies=strategies, **given)
    every: list[tuple[Any, Any]] = list(found.frame.iterrows())
    rows = [(key, row) for key, row in every if names or key[2] in _EDITIONS_BY]
    click.echo(f"{found.caption}\n{_comparison_text(rows)}\n{BY_ITSELF}")
    if csv is not None:
        click.echo(f"Wrote {found.to_csv(csv)}")


def _comparison_text(rows: Iterable[tuple[Any, Any]]) -> str:
    """Return differences with their intervals as text."""
    lines = [f"{'':30}{'a':>10}{'b':>10}  {'a - b (95 % interval)':32}saved"]
    for key, row in rows:
        name = key if isinstance(key, str) else " ".join(map(str, key if key[0] == "seat" else key[1:]))
        difference = f"{row['difference']:+.4f} ({row['low']:+.4f} … {row['high']:+.4f})"
        lines.append(f"{name:30}{row['a']:10.4f}{row['b']:10.4f}  {difference:32}{row['saved']:.1f}")
    return "\n".join([*lines, "Saved: how many times as many games on different decks would tell as much."])


def _check_csv(path: Path | None) -> None:
    """Raise an error, before anything is played, where a file could not be written."""
    if path is None:
        return
    from .export import sidecar

    check_files({"csv": path})
    for file in (path, sidecar(path)):
        if file.is_dir():
            raise BoardstatsError(f"{file}: is a folder")
    try:
        tempfile.TemporaryFile(dir=path.parent).close()
    except OSError as error:
        raise BoardstatsError(f"{path}: cannot be written ({error.strerror or error})") from None


@click.command()
@GAME
@click.option("--games", "n", type=int, default=20_000, show_default=True, help="Games for each row.")
@click.option("--players", help="Number of players, or several, like 2,4 or 2..4. Default: all.")
@click.option("--searcher", "playouts", type=int, metavar="PLAYOUTS", help="Instead, a searcher against the best of them.")
@click.option("--seed", type=int, default=1, show_default=True)
@WORKERS
def strength(game: str, n: int, players: str | None, playouts: int | None, seed: int, workers: int) -> None:
    """Measure each built-in strategy against the one before it, as a table in Markdown."""
    from .lab.strengths import strength as measure

    tables = None if players is None else numbers_of_players(players)
    announce_for(game)
    table = measure(game, games=n, seed=seed, workers=workers, players=tables, playouts=playouts)
    splits = table[["players", "seats", "even"]].drop_duplicates()
    click.echo(f"Win share per seat in per cent with its 95 % interval, {n:,} games a cell, seed {seed}, seats rotated.\n")
    heads = [f"{row['players']} players, {row['seats']} of them; even {100 * row['even']:.1f}" for row in _rows(splits)]
    click.echo(f"| strategies | variant | {' | '.join(heads)} |")
    click.echo(f"|---|---|{'---|' * len(heads)}")
    for (better, worse, variant), rows in table.groupby(["better", "worse", "variant"], sort=False):
        click.echo(f"| {better} against {worse} | {variant} | {' | '.join(map(_cell, _rows(rows)))} |")
    unclear = int((~table["clear"]).sum())
    click.echo(f"\nIntervals that do not lie above the even share: {unclear} of {len(table)}.")


def _rows(table: Any) -> list[dict[str, Any]]:
    return list(table.to_dict("records"))


def _cell(row: dict[str, Any]) -> str:
    """Return a win share and its interval for a table."""
    return f"{100 * row['win_share']:.1f} ({100 * row['win_share_low']:.1f}–{100 * row['win_share_high']:.1f})"


@click.command()
@GAME
@click.argument("strategy")
@click.option("--vary", "bounds", multiple=True, required=True, metavar="PARAMETER=LOW..HIGH", help="What to tune.")
@click.option("--players", required=True, help="Number of players; of several, like 2,4 or 2..4, the mean counts.")
@click.option("--games", type=int, default=2000, show_default=True, help="Games of an evaluation.")
@click.option("--evaluations", type=int, default=60, show_default=True, help="How many sets of parameters to play.")
@click.option("--held-out", type=int, default=20_000, show_default=True, help="Games that measure the gain.")
@click.option("--against", metavar="NAMES", help="Who plays the other seats. Default: the strategy as it is.")
@click.option("--seed", type=int, help="0 … 2**63 - 1. Default: a fresh one.")
@edition_options
@WORKERS
def tune(
    game: str, strategy: str, bounds: tuple[str, ...], players: str, folder: Path | None, changes: tuple[str, ...], **asked: Any
) -> None:
    """Search for the parameters with which a strategy wins most, and measure the gain on other decks."""
    from .lab.tuning import tune as search

    limits = dict(map(_bounds, bounds))
    if len(limits) < len(bounds):
        raise BoardstatsError("--vary: a parameter is named twice")
    announce_for(game, strategy, asked["against"])
    found = search(
        game, strategy, limits, players=numbers_of_players(players), edition=edition_of(game, folder, changes), **asked
    )
    click.echo(f"{found.caption}\n{found.verdict}\n{found.gains.to_string(index=False, float_format='{:.4f}'.format)}")


def _bounds(text: str) -> tuple[str, tuple[float, float]]:
    """Return what `call_at=2..10` says."""
    name, equals, ends = text.partition("=")
    low, dots, high = ends.partition("..")
    if not (equals and dots):
        raise BoardstatsError(f"--vary {text!r}: write it like --vary call_at=2..10")
    return name.strip(), (number(f"--vary {name}", low, float), number(f"--vary {name}", high, float))


LABORATORY = (tournament, compare, strength, tune)
