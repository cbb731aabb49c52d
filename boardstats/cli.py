"""The command line: `boardstats games | simulate | replay | report | edition | template | table`, and those of the laboratory."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .cli_lab import LABORATORY
from .cli_options import announce, check_files, edition_of, form_options, plan_of, plan_options
from .errors import BoardstatsError

if TYPE_CHECKING:
    from .plan import Plan


class _UsageLine(click.ClickException):
    exit_code = click.UsageError.exit_code


@contextlib.contextmanager
def _one_line_errors() -> Iterator[None]:
    try:
        yield
    except BoardstatsError as error:
        raise click.ClickException(str(error)) from None
    except getattr(click.exceptions, "NoArgsIsHelpError", ()):  # `boardstats` alone: not an error that Click 8.1 knows
        raise
    except click.UsageError as error:
        raise _UsageLine(error.format_message()) from None


@contextlib.contextmanager
def _orderly_end() -> Iterator[None]:
    """Let SIGTERM, or a terminal that closes, end a command as Ctrl-C does, so that nothing is left half-written.

    The exit code is the shell's, 128 and the number of the signal, whatever error has become of the interrupt on its way.
    """
    came: list[int] = []

    def interrupt(number: int, frame: object) -> None:
        came.append(number)
        raise KeyboardInterrupt

    kinds = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    # Handlers are for the main thread to set; who has set one, or ignores it (nohup), means it.
    mine = threading.current_thread() is threading.main_thread()
    taken = [kind for kind in kinds if mine and signal.getsignal(kind) == signal.SIG_DFL]
    for kind in taken:
        signal.signal(kind, interrupt)
    try:
        yield
    except BaseException:
        if came:
            raise SystemExit(128 + came[0]) from None
        raise
    finally:
        for kind in taken:
            signal.signal(kind, signal.SIG_DFL)


class _Group(click.Group):
    """Turns every error that is ours, and Click's own with their usage, into one line: exit code 1, Click's 2."""

    def make_context(self, *arguments: Any, **options: Any) -> click.Context:
        with _one_line_errors():
            return super().make_context(*arguments, **options)

    def invoke(self, ctx: click.Context) -> Any:
        with _orderly_end(), _one_line_errors():
            return super().invoke(ctx)


@click.group(cls=_Group, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="boardstats")
def main() -> None:
    """What really happens in a tabletop game: simulate it, replay it, and export the numbers."""


@main.command()
def games() -> None:
    """List the games, their strategies and their editions' options."""
    from .game import GAMES, load

    for name in GAMES:
        game = load(name)
        click.echo(f"{name}: {game.title}, {game.players[0]} to {game.players[-1]} players")
        for strategy in game.strategies.values():
            values = ", ".join(f"{key}={value:g}" for key, value in strategy.parameters.items())
            click.echo(f"  strategy {strategy.name}{f'({values})' if values else ''}")
        for option, (value, doc) in game.edition.described().items():
            click.echo(f"  option {option}={value or '(none)'}: {doc}")


@main.command()
@plan_options
@click.option("--games", "n", type=int, required=True, help="How many games.")
@click.option("--precision", type=float, help="Only as many games as win shares to ± this take; --games is the most.")
@click.option("--first-game", type=int, default=0, show_default=True, help="Index of the first game, to go on with a run.")
@click.option("--workers", type=int, default=os.cpu_count(), show_default="all cores", help="Threads.")
@click.option("--csv", "csv", type=click.Path(path_type=Path), help="Write a row for each game and seat.")
@click.option("--parquet", type=click.Path(path_type=Path), help="The same as Parquet.")
@click.option("--games-csv", type=click.Path(path_type=Path), help="Write a row for each game.")
@click.option("--taken-csv", type=click.Path(path_type=Path), help="Write a row for each game, seat and component taken.")
@click.option("--chart", type=click.Path(path_type=Path), help="Draw win shares, scores and lengths as PNG, SVG or PDF.")
def simulate(n: int, precision: float | None, first_game: int, workers: int, chart: Path | None, **asked: Any) -> None:
    """Play games: a summary on the screen; rows and a chart into files."""
    from .batching import batches
    from .export import Writer
    from .plan import whole
    from .results import add_to_tally, caption, new_tally, provenance

    outputs = {"csv": "frame", "parquet": "frame", "games_csv": "games", "taken_csv": "taken"}
    paths = {name: asked.pop(name) for name in outputs}
    check_files({name: path for name, path in paths.items() if path is not None})
    plan = plan_of(**asked)
    n, first_game = whole("--games", n, 1, 2**40), whole("--first-game", first_game, 0, 2**62)
    how: dict[str, Any] = {"workers": workers, "announce": announce}
    told: dict[str, Any] = {}
    words = ""
    if precision is not None:
        from .precise import in_words, sized

        n, size = sized(plan, first_game, n, precision, how)
        told, words = {"precision": size}, f"; {in_words(size)}"
    told |= provenance(plan, first_game, n)
    tally = new_tally(plan)
    with contextlib.ExitStack() as files:
        writers = [
            files.enter_context(Writer(path, plan, {**told, "table": outputs[name]}, outputs[name]))
            for name, path in paths.items()
            if path is not None
        ]
        if chart is not None:
            figure = files.enter_context(_chart_file(chart))
        for batch in batches(plan, first_game, n, **how):
            for writer in writers:
                writer.write(batch)
            add_to_tally(tally, plan, batch)
        line = caption(plan, n) + words
        if chart is not None:
            from .charts import overview

            overview(_Told(plan, tally, line)).savefig(figure, format=chart.suffix[1:].lower(), dpi=150)
    click.echo(line)
    click.echo(_summary_text(tally.summary()))
    for path in [*paths.values(), chart]:
        if path is not None:
            click.echo(f"Wrote {path}")


class _Told:
    """What a chart needs of a run that was not held whole."""

    def __init__(self, plan: Plan, tally: Any, caption: str) -> None:
        self.plan, self.tally, self.caption = plan, tally, caption


@contextlib.contextmanager
def _chart_file(path: Path) -> Iterator[Any]:
    from .export import whole_file

    if path.suffix.lower() not in (".png", ".svg", ".pdf"):
        raise BoardstatsError(f"{path}: a chart's name must end in .png, .svg or .pdf")
    with whole_file(path) as file:
        yield file


def _summary_text(summary: Any) -> str:
    """Return the main columns of a summary as text: figures with their intervals, 80 columns wide."""
    lines = [f"{'':24}{'games':>12}  {'win share per seat':24}{'shared':>8}  {'score':>8}"]
    for (by, who), row in summary.iterrows():
        share = f"{row.win_share:.4f} ({row.win_share_low:.4f} … {row.win_share_high:.4f})"
        label = who if by == "strategy" else f"seat {who}"
        lines.append(f"{label:24}{int(row.games):>12,}  {share:24}{row.shared:>8.4f}  {row.score:>8.2f}")
    unfinished = int(summary["unfinished"].max())
    lines.append(f"Brackets: 95 % intervals. Even share: {summary['even'].iloc[0]:.4f}. Unfinished games: {unfinished:,}.")
    return "\n".join(lines)


@main.command()
@plan_options
@click.option("--game", "index", type=int, required=True, help="Index of the game.")
def replay(index: int, **asked: Any) -> None:
    """Tell one game turn by turn."""
    from .plan import whole
    from .replays import account

    if asked["seed"] is None:
        raise BoardstatsError("--seed is needed: it says which games are meant")
    click.echo(account(plan_of(**asked), whole("--game", index, 0, 2**62)))


@main.command()
@click.argument("names", nargs=-1, metavar="[GAME]...")
@click.option("--games", "n", type=int, default=20_000, show_default=True, help="Games of each study.")
@click.option("--out", type=click.Path(path_type=Path), required=True, metavar="FOLDER", help="New, empty, or an old report.")
@click.option("--players", type=int, help="Number of players. Default: 4.")
@click.option("--seed", type=int, default=1, show_default=True)
@click.option("--workers", type=int, default=os.cpu_count(), show_default="all cores", help="Threads.")
def report(names: tuple[str, ...], n: int, out: Path, players: int | None, seed: int, workers: int) -> None:
    """Write the balance report of all games, or those named: one HTML page, its charts as PNG and SVG, tables as CSV."""
    from .reports.reporting import write_report

    made = write_report(n, out=out, names=names or None, players=players, seed=seed, workers=workers, announce=announce)
    click.echo(f"Wrote {made.page}, and beside it {len(made.charts)} charts and {len(made.tables)} tables")


@main.command()
@click.argument("game")
@click.argument("folder", type=click.Path(path_type=Path))
def edition(game: str, folder: Path) -> None:
    """Write a game's component tables and options into a folder, to change them and play with --edition."""
    path = edition_of(game).write(folder)
    click.echo(f"Wrote {', '.join(sorted(file.name for file in path.iterdir()))} into {path}")


@main.command()
@form_options
@click.option("--players", required=True, metavar="NUMBER|NAMES", help="How many play, or their names, with commas between.")
@click.option("--tables", type=int, default=1, show_default=True, help="How many games.")
@click.option("--score-only", is_flag=True, help="Ask for nothing but the score.")
def template(
    game: str, path: Path, folder: Path | None, changes: tuple[str, ...], players: str, tables: int, score_only: bool
) -> None:
    """Write a form (CSV) to fill in after real games; `table` scores it."""
    from .sittings.reading import table_template

    who: int | list[str] = int(players) if players.strip().isdecimal() else players.split(",")
    kind = edition_of(game, folder, changes)
    click.echo(f"Wrote {table_template(game, path, players=who, tables=tables, score_only=score_only, edition=kind)}")


@main.command()
@form_options
@click.option("--csv", "csv", type=click.Path(path_type=Path), help="Write the scored games.")
@click.option("--chart", type=click.Path(path_type=Path), help="Draw the real scores over simulated ones as PNG, SVG or PDF.")
@click.option("--games", "n", type=int, default=20_000, show_default=True, help="How many games to simulate for the chart.")
@click.option("--seed", type=int, default=1, show_default=True, help="Of the simulation.")
@click.option("--strategies", metavar="NAMES", help="Of the simulation: one for all seats, or one for each.")
@click.option("--workers", type=int, default=os.cpu_count(), show_default="all cores", help="Threads.")
def table(
    game: str, path: Path, folder: Path | None, changes: tuple[str, ...], csv: Path | None, chart: Path | None, n: int,
    seed: int, strategies: str | None, workers: int,
) -> None:  # fmt: skip
    """Score real games from a form that was filled in, and compare them with simulated ones."""
    from .batching import batches
    from .plan import make_plan, whole
    from .results import joined
    from .sittings.reading import read_table

    n = whole("--games", n, 1, 2**40)
    kind = edition_of(game, folder, changes)
    real = read_table(game, path, edition=kind)
    if csv is not None and csv.exists() and csv.samefile(path):
        raise BoardstatsError(f"{csv}: is the form itself, and would be lost; give the scored games another name")
    with contextlib.ExitStack() as files:
        if chart is not None:
            figure: Any = files.enter_context(_chart_file(chart))
            players, kind = real.like()
            plan = make_plan(game, players, seed=seed, strategies=strategies, rotate=None, edition=kind)
            run = joined(plan, list(batches(plan, 0, n, workers=workers, announce=announce)))
            drawn: Any = real.chart(run).figure
            drawn.savefig(figure, format=chart.suffix[1:].lower(), dpi=150)
        if csv is not None:
            real.to_csv(csv)
    click.echo(real.frame.to_string(index=False))
    if chart is not None:
        compared = real.compare(run)
        click.echo(f"\n{compared.attrs['caption']}\n{compared.to_string(index=False, float_format='{:.4f}'.format)}")
        click.echo(compared.attrs["caution"])
    for written in (csv, chart):
        if written is not None:
            click.echo(f"Wrote {written}")


for command in LABORATORY:
    main.add_command(command)
