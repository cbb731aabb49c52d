"""What tournaments, comparisons and sweeps share: who takes part, tables as files, pages."""

from __future__ import annotations

import html
import json
import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import BoardstatsError
from ..export import Provenance, sidecar, whole_file
from ..game import Game
from ..strategy import Strategy, chosen, split_line_up

if TYPE_CHECKING:
    import pandas as pd


def field_of(game: Game, strategies: Any) -> list[Strategy]:
    """Return the strategies that are named, as `simulate` takes them, of which no two may bear the same label."""
    if isinstance(strategies, str):
        strategies = split_line_up(strategies)
    elif isinstance(strategies, Strategy) or not isinstance(strategies, Iterable):
        strategies = [strategies]
    field = [chosen(game, entry) for entry in strategies]
    labels = [strategy.label for strategy in field]
    for label in labels:
        if labels.count(label) > 1:
            raise BoardstatsError(f"two entries are called {label!r}; name each once, and give different ones different names")
    return field


def write_table(path: str | os.PathLike[str], frame: pd.DataFrame, told: Provenance) -> Path:
    """Write a table as CSV, whole or not at all, with `<path>.json` beside it."""
    path = Path(path)
    if path.suffix != ".csv":
        raise BoardstatsError(f"{path}: the name must end in .csv")
    with whole_file(path, "w") as file:
        frame.to_csv(file, index=False, lineterminator="\n")
        file.flush()
        with whole_file(sidecar(path), "w") as beside:
            json.dump(told, beside, indent=1)
            beside.write("\n")
    return path


def page(caption: str, parts: Sequence[pd.DataFrame | str]) -> str:
    """Return a caption, tables and sentences as HTML for a notebook."""
    shown = [f"<p><b>{html.escape(caption)}</b></p>"]
    for part in parts:
        shown.append(f"<p>{html.escape(part)}</p>" if isinstance(part, str) else part.to_html(float_format="{:.4f}".format))
    return "\n".join(shown)


def with_ends(figures: Mapping[str, tuple[Any, Any, Any]]) -> dict[str, Any]:
    """Return the columns `x`, `x_low`, `x_high` of figures x -> (value, low, high)."""
    endings = ("", "_low", "_high")
    return {f"{name}{end}": value for name, ends in figures.items() for end, value in zip(endings, ends, strict=True)}
