"""What a report is made of: charts and tables, each with its words, and figures written for readers."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ..drawing import digits_of, spoken

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

_MOST_ROWS = 60  # that a table on the page has; all are in its file


@dataclass(frozen=True, eq=False)
class Exhibit:
    """A chart, a table, or both, with the name of its files.

    Attributes
    ----------
    name : str
        Of the files, without ending.
    title : str
        What it shows.
    table : DataFrame, optional
        What its CSV file holds, in plain columns.
    shown : DataFrame, optional
        The table on the page: text, the first column names the row. Left out, the page links to the file.
    draw : callable, optional
        Draws the chart on Axes, or on a figure of its own.
    says : str
        What is to be seen in the chart, for those who do not see it.
    source : str
        Where the table is from, as the caption of the chart says too.
    note : str
        What a reader must know of the table.
    """

    name: str
    title: str
    table: pd.DataFrame | None = None
    shown: pd.DataFrame | None = None
    draw: Callable[[Axes | None], Axes] | None = None
    says: str = ""
    source: str = ""
    note: str = ""


@dataclass(frozen=True, eq=False)
class Section:
    """A question, some sentences, and what answers it."""

    name: str
    title: str
    words: Sequence[str] = ()
    exhibits: Sequence[Exhibit] = ()


@dataclass(frozen=True, eq=False)
class Chapter:
    """All of one game: its sections, and its findings as (what about, sentence)."""

    name: str
    title: str
    sections: Sequence[Section]
    findings: Sequence[tuple[str, str]]
    provenance: Mapping[str, Any] = field(default_factory=dict)

    @property
    def exhibits(self) -> list[Exhibit]:
        return [exhibit for section in self.sections for exhibit in section.exhibits]


# ---- figures as text -------------------------------------------------------------------------------------------------


def share(value: float, low: float, high: float) -> str:
    """Return a share in per cent with its interval.

    Examples
    --------
    >>> share(0.25, 0.2412, 0.2588), share(1, 0.98, 1), share(math.nan, math.nan, math.nan)
    ('25.0 % (24.1–25.9)', '100.0 % (98.0–100.0)', '–')
    """
    if not math.isfinite(value):
        return "–"
    digits = _digits(50 * (high - low), 1, 2)
    return f"{100 * value:.{digits}f} % ({100 * low:.{digits}f}–{100 * high:.{digits}f})"


def gap(value: float, low: float, high: float) -> str:
    """Return a difference of shares in percentage points, with its sign and its interval.

    Examples
    --------
    >>> gap(0.031, 0.0201, 0.0419), gap(-0.002, -0.01, 0.006)
    ('+3.1 (+2.0 to +4.2)', '−0.2 (−1.0 to +0.6)')
    """
    return signed(100 * value, 100 * low, 100 * high, fewest=1)


def signed(value: float, low: float, high: float, fewest: int = 0) -> str:
    """Return a figure that has a direction, with its sign and its interval; "–" where there is none."""
    if not math.isfinite(value):
        return "–"
    if not math.isfinite(low):
        return _minus(f"{value:+.2f}")
    digits = _digits((high - low) / 2, fewest, 3)
    return _minus(f"{value:+.{digits}f} ({low:+.{digits}f} to {high:+.{digits}f})")


def number(value: float, low: float, high: float) -> str:
    """Return a figure and its interval.

    Examples
    --------
    >>> number(29.71, 29.6, 29.82), number(-1.5, -1.9, -1.1)
    ('29.7 (29.6–29.8)', '−1.5 (−1.9 to −1.1)')
    """
    if not math.isfinite(value):
        return "–"
    if not math.isfinite(low):
        return _minus(f"{value:.4g}")
    digits = _digits((high - low) / 2, 0, 4)
    between = "–" if low >= 0 else " to "
    return _minus(f"{value:.{digits}f} ({low:.{digits}f}{between}{high:.{digits}f})")


def plain(value: float) -> str:
    """Return a figure that has no interval: whole numbers in full, others with three digits."""
    if not math.isfinite(value):
        return "–"
    return _minus(f"{value:,.0f}" if float(value).is_integer() else f"{value:.3g}")


def listed(items: Iterable[object]) -> str:
    """Return items as they are listed in a sentence.

    Examples
    --------
    >>> listed(["a"]), listed("abc")
    ('a', 'a, b and c')
    """
    words = [str(item) for item in items]
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)


def _digits(half: float, fewest: int, most: int) -> int:
    """Return how many decimals show one digit of an uncertainty, or two where the first is small."""
    return max(fewest, min(digits_of(half) - 1, most))


def _minus(text: str) -> str:
    return text.replace("-", "−")


_WITH_INTERVAL = {"share": share, "gap": gap, "number": number, "signed": signed}


def page_table(table: pd.DataFrame, columns: Mapping[str, tuple[str, str]]) -> pd.DataFrame:
    """Return the columns of a table as text for a page.

    Parameters
    ----------
    table : DataFrame
        Plain columns; of a figure `x` also `x_low` and `x_high`.
    columns : mapping
        By column: its heading, and its kind: `share`, `gap`, `number` or `signed` (with an interval), `percent`,
        `plain` or `name`.
    """
    import pandas as pd

    rows = table.head(_MOST_ROWS).to_dict("records")
    made = {}
    for column, (heading, kind) in columns.items():
        if kind in _WITH_INTERVAL:
            write = _WITH_INTERVAL[kind]
            made[heading] = [write(row[column], row[f"{column}_low"], row[f"{column}_high"]) for row in rows]
        elif kind == "percent":
            made[heading] = [f"{100 * row[column]:.3g} %" for row in rows]
        elif kind == "plain":
            made[heading] = [plain(row[column]) for row in rows]
        else:
            made[heading] = [spoken(row[column]) for row in rows]
    return pd.DataFrame(made)
