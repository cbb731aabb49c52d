"""What all charts are made of: colours, whiskers, figures, captions, and checks of what is to be drawn.

matplotlib loads when something is first drawn: importing boardstats must stay quick.

Colours: M. Okabe and K. Ito (2008), Color universal design: how to make figures that are friendly to colorblind people.
"""

from __future__ import annotations

import functools
import io
import math
import re
import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias, cast

import numpy as np

from .errors import BoardstatsError, one_of
from .stats import LEVEL, Floats, Group, Tally, wilson

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.text import Annotation, Text

Places: TypeAlias = "Sequence[int] | np.ndarray[Any, Any]"

BLUE, SKY, VERMILLION = "#0072B2", "#56B4E9", "#D55E00"
# Okabe-Ito without its yellow, which is faint on white. Seven colours beside nine markers repeat after 63 series.
COLOURS = (BLUE, VERMILLION, "#009E73", "#CC79A7", "#E69F00", SKY, "#000000")
MARKERS = "osD^vPX<>"
SURE = f"{100 * LEVEL:g} %"
_SLACK = 0.94  # a caption's part of the width of its axes


class Results(Protocol):
    """What a chart of a run needs: a Run, or sums that were added up batch by batch."""

    @property
    def tally(self) -> Tally: ...
    @property
    def caption(self) -> str: ...
    @property
    def plan(self) -> Any: ...


# ---- what is drawn -----------------------------------------------------------------------------------------------


def ink() -> Any:
    """Return the colour of text, which shows on the background of whatever style the user has set."""
    from matplotlib import rcParams

    return rcParams["text.color"]


def points(i: int, n: int = 1) -> dict[str, Any]:
    """Return the style of the n points of series i."""
    colour, marker = COLOURS[i % len(COLOURS)], MARKERS[i % len(MARKERS)]
    return {"color": colour, "marker": marker, "markersize": 5 if n <= 40 else 3.5}


def whisker(n: int) -> dict[str, Any]:
    """Return the style of n whiskers: the more there are, the less they must hide what they belong to."""
    return {"elinewidth": 1.0, "capsize": 2} if n <= 30 else {"elinewidth": 0.7, "capsize": 0}


def beside(i: int, n: int) -> float:
    """Return how far series i of n stands beside its place, so that no point or whisker hides another."""
    return (i - (n - 1) / 2) * 0.7 / n


def bars(ax: Axes, at: Places, counts: Mapping[int, int], games: int, mean: float, half: float) -> str:
    """Draw a bar at each whole number, those that never came included, and the mean; return the words for the mean."""
    share, arms = shares(at, counts, sum(counts.values()), games)
    ax.bar(at, share, 0.85, color=SKY)
    arms = np.where(share > 0, arms, 0)  # what never came may be impossible
    ax.errorbar(at, share, arms, fmt="none", ecolor=ink(), **whisker(len(at)))
    ax.axvline(mean, color=VERMILLION, linestyle="--")
    return f"Dashed line: mean {figure(mean, half)}."


def shares(at: Iterable[Any], counts: Mapping[Any, int], total: int, n: int) -> tuple[Floats, Floats]:
    """Return counts as shares of a total, and the arms of the Wilson intervals of such shares in n trials."""
    share = np.array([counts.get(key, 0) for key in at]) / max(total, 1)
    return share, arms(share, *wilson(share * n, n))


def arms(value: Floats, low: Floats, high: Floats) -> Floats:
    """Return the lengths of the whiskers (2, n): downwards, upwards."""
    # rounding may put an end on the wrong side by the last bit, which matplotlib refuses
    return np.maximum([value - low, high - value], 0)


def figure(value: float, half: float) -> str:
    """Return a figure and the half-width of its interval, where that is known."""
    if not math.isfinite(half):
        return f"{value:.4g}"
    digits = digits_of(half)
    return f"{value:.{digits}f} ± {half:.{digits}f}"


def digits_of(half: float) -> int:
    """Return how many decimals show two digits of an uncertainty."""
    return min(max(1 - math.floor(math.log10(half)), 0), 6) if half > 0 else 2


def cell_texts(values: Floats, halves: Floats | None) -> np.ndarray[Any, Any]:
    """Return the text of each cell: value and half-width with the same decimals; "" where there is no value."""
    if halves is not None and np.isfinite(halves).any():
        digits = digits_of(float(np.nanmedian(halves)))
    else:
        digits = 0 if (values[np.isfinite(values)] % 1 == 0).all() else digits_of(float(np.nanmax(abs(values)))) + 1
    texts = [f"{value:.{digits}f}" if np.isfinite(value) else "" for value in values.flat]
    if halves is not None:
        texts = [f"{t}\n±{half:.{digits}f}" if t else "" for t, half in zip(texts, halves.flat, strict=True)]
    return np.array(texts).reshape(values.shape)


# ---- what stands around it ---------------------------------------------------------------------------------------


def axes(ax: Axes | None, width: float, height: float) -> Axes:
    """Return the Axes to draw on: those given, or those of a new figure of that size in inches."""
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    if ax is None:
        return Figure((width, height), layout="constrained").add_subplot(axes_class=chart_class())
    if not isinstance(ax, Axes):
        raise BoardstatsError(f"ax must be one matplotlib Axes, not {kind(ax)}")
    figure = ax.figure
    if isinstance(figure, Figure) and figure.get_layout_engine() is None and ax.get_subplotspec():
        # Left as matplotlib makes it, a figure of panels would have no room for captions.
        figure.set_layout_engine("constrained")
    return ax


class Legend(NamedTuple):
    handles: Sequence[Any]
    labels: Sequence[str]
    title: str = ""
    above: bool = False


def finish(
    ax: Axes, title: str, x_label: str, y_label: str, source: str, note: str, *,
    legend: Legend | None = None, grid: str | None = "y",
) -> Axes:  # fmt: skip
    """Write around a chart what it shows, and under it where that comes from."""
    room = draw_legend(ax, legend) if legend and legend.handles else 0
    title = textwrap.fill(title, max(int(width_of(ax) / 6.3), 16))
    ax.set_title(title, fontsize=11, parse_math=False, pad=6 + room)
    ax.set_xlabel(x_label, parse_math=False)
    ax.set_ylabel(y_label, parse_math=False)
    ax.spines[["top", "right"]].set_visible(False)
    if grid:
        ax.set_axisbelow(True)
        ax.grid(axis=grid, alpha=0.3)  # type: ignore[arg-type]  # one of "x", "y"
    if source and not source.endswith("."):
        source += "."
    caption = f"{source} {note.strip()}".strip()
    for earlier in [text for text in ax.texts if text.get_gid() == "caption"]:  # of a chart under this one
        earlier.remove()
        caption = caption if caption in str(earlier.get_label()) else f"{earlier.get_label()} {caption}"
    ax.add_artist(caption_class()(caption, ax))
    return ax


def draw_legend(ax: Axes, legend: Legend) -> float:
    """Draw a legend beside the axes, or above narrow ones, where it hides nothing; return its height if it is above."""
    place: dict[str, Any] = {"loc": "upper left", "bbox_to_anchor": (1.01, 1)}
    size, height = 8 if is_narrow(ax) else 9, 0.0
    if legend.above or is_narrow(ax):
        longest = max(len(line) for label in legend.labels for line in label.split("\n"))
        columns = min(max(1, int(width_of(ax) / (size * (0.6 * longest + 5)))), len(legend.labels))
        place = {"loc": "lower left", "bbox_to_anchor": (0, 1), "ncols": columns}
        # matplotlib fills column by column: the tallest decides
        lines = [label.count("\n") + 1 for label in legend.labels]
        each = math.ceil(len(lines) / columns)
        tallest = max(sum(lines[i : i + each]) for i in range(0, len(lines), each))
        height = size * (1.25 * (tallest + bool(legend.title)) + 0.4 * each + 0.8)
    # matplotlib leaves out what begins with an underscore, as the name of a user's function may
    shown = [f" {label}" if label.startswith("_") else label for label in legend.labels]
    style: dict[str, Any] = {"borderaxespad": 0, "frameon": False, "fontsize": size, "labelspacing": 0.4}
    drawn = ax.legend(legend.handles, shown, title=legend.title, **place, **style)
    for text in [*drawn.get_texts(), drawn.get_title()]:
        text.set_parse_math(False)
    return height


def width_of(ax: Any) -> float:
    """Return the width of axes in points."""
    return float(ax.bbox.width * 72 / ax.figure.dpi)


def is_narrow(ax: Any) -> bool:
    return width_of(ax) < 360


def height_of(ax: Any) -> float:
    return float(ax.bbox.height * 72 / ax.figure.dpi)


def percent(axis: Any) -> None:
    axis.set_major_formatter(lambda share, _: f"{100 * share:.6g}")  # the label says (%)


def whole_numbers(ax: Axes, at: Places, margin: float = 0.7) -> None:
    from matplotlib.ticker import MaxNLocator

    ax.set_xlim(at[0] - margin, at[-1] + margin)
    # min_n_ticks: else a single number would get fractions beside it
    ax.xaxis.set_major_locator(MaxNLocator("auto", integer=True, steps=[1, 2, 5, 10], min_n_ticks=1))


def room(width: float, n: int) -> float:
    """Return the width in inches of a figure in which each of n whole numbers can be told from the next."""
    return min(max(width, width - 6 + 0.1 * n), 14)


def names_below(ax: Axes, at: Places, names: Sequence[Any]) -> None:
    """Name places of the horizontal axis; aslant where the names would run into each other."""
    words = [folded(word(name)) for name in names]
    wide = 8 * max(len(line) for word in words for line in word.split("\n")) > width_of(ax) / len(words)
    slant: dict[str, Any] = {"rotation": 40, "ha": "right", "rotation_mode": "anchor"} if wide else {}
    ax.set_xticks(at, words, parse_math=False, **slant)


@functools.cache
def chart_class() -> type[Axes]:
    from matplotlib.axes import Axes

    class Chart(Axes):
        """Axes with a figure of their own, which they show at the end of a notebook cell."""

        def _repr_png_(self) -> bytes:
            picture = io.BytesIO()
            cast("Figure", self.figure).savefig(picture, format="png", dpi=100)
            return picture.getvalue()

    return Chart


@functools.cache
def cell_class() -> type[Text]:
    from matplotlib.text import Text

    class Cell(Text):
        """The text of a cell of a grid (rows, columns), at any time as large as fits in there, up to 9 points."""

        def __init__(self, x: float, y: float, text: str, *, color: Any, shape: tuple[int, int]) -> None:
            super().__init__(x, y, text, color=color, ha="center", va="center", parse_math=False)
            self.set_in_layout(False)
            longest = max(map(len, text.split("\n")))
            # what letters of one point would need, with a margin
            self._across, self._up = 0.7 * shape[1] * max(longest, 3), 1.4 * shape[0] * (text.count("\n") + 1)

        def draw(self, renderer: Any) -> None:
            self.set_fontsize(min(9, width_of(self.axes) / self._across, height_of(self.axes) / self._up))
            super().draw(renderer)

    return Cell


@functools.cache
def caption_class() -> Callable[[str, Axes], Annotation]:
    from matplotlib.font_manager import FontProperties
    from matplotlib.text import Annotation
    from matplotlib.textpath import text_to_path

    class Caption(Annotation):
        """Text below the label of the horizontal axis, at any time as wide as its axes, but two inches at least."""

        def __init__(self, text: str, ax: Axes) -> None:
            place: dict[str, Any] = {"xy": (0, 0), "xycoords": ("axes fraction", ax.xaxis.label), "xytext": (0, -7)}
            size = 7 if is_narrow(ax) else 8
            style: dict[str, Any] = {"fontsize": size, "alpha": 0.75, "linespacing": 1.3, "parse_math": False}
            super().__init__(text, **place, textcoords="offset points", va="top", annotation_clip=False, **style)
            self.set(clip_on=False, gid="caption", label=text)
            font = FontProperties(size=size)
            measure = text_to_path.get_text_width_height_descent
            self._words = [(word, measure(f"{word} ", font, False)[0]) for word in re.split("(?<!±) (?!%)", text)]
            self._wrapped_at = 0.0

        def update_positions(self, renderer: Any) -> None:
            # Asked for before each measuring and drawing. matplotlib's own wrapping knows the figure, but no axes.
            width = width_of(self.axes)
            # The layout leaves room for the lines that it measured, and then makes axes with a colour bar a little
            # narrower: another line would be cut off. So the lines stay, as long as they are no wider than the axes.
            if not _SLACK <= width / (self._wrapped_at or 1) <= 1 / _SLACK:
                self._break_lines(max(_SLACK * width, 140))
                self._wrapped_at = width
            super().update_positions(renderer)

        def _break_lines(self, room: float) -> None:
            used = 0.0
            lines: list[list[str]] = [[]]
            for word, width in self._words:
                if lines[-1] and used + width > room:
                    lines.append([])
                    used = 0.0
                lines[-1].append(word)
                used += width
            self.set_text("\n".join(map(" ".join, lines)))

    return Caption


# ---- what is given -----------------------------------------------------------------------------------------------


def tally(run: Results) -> Tally:
    tally = getattr(run, "tally", None)
    if not isinstance(tally, Tally):
        raise BoardstatsError(f"a chart of a run needs a Run, not {kind(run)}")
    if tally.games == 0:
        raise BoardstatsError("the run has no games, so there is nothing to draw")
    return tally


def groups(tally: Tally, by: str) -> dict[str, Group]:
    if by == "strategy":
        return tally.by_strategy
    if by == "seat":
        return {f"seat {seat}": group for seat, group in tally.by_seat.items()}
    raise one_of("by", by, ("strategy", "seat"))


def source(run: Results) -> str:
    unfinished = run.tally.unfinished
    return run.caption + (f"; {unfinished:,} unfinished games are counted, as won by nobody" if unfinished else "")


def told(table: pd.DataFrame | pd.Series, caption: str | None) -> str:
    return str(table.attrs.get("caption", "")) if caption is None else caption


def check(frame: pd.DataFrame, keys: Sequence[str], values: Sequence[str]) -> None:
    """Raise an error unless a frame has these columns, numbers in the values, and one row for each set of keys."""
    import pandas as pd

    if not isinstance(frame, pd.DataFrame):
        raise BoardstatsError(f"a chart of a study needs a DataFrame, not {kind(frame)}")
    if frame.empty:
        raise BoardstatsError("the frame has no rows, so there is nothing to draw")
    for name in [*keys, *values]:
        if name not in frame.columns:
            raise one_of("column", name, frame.columns)
        if name in values and not (is_number(frame[name]) and frame[name].notna().any()):
            raise BoardstatsError(f"column {name!r} must hold numbers, not {frame[name].dtype} {frame[name].iloc[0]!r}")
        if name in keys and frame[name].isna().any():
            raise BoardstatsError(f"column {name!r} has a row without a value; every row needs one")
    twice = frame[frame.duplicated(list(keys))]
    if len(twice):
        place = ", ".join(f"{key}={twice[key].iloc[0]}" for key in keys)
        raise BoardstatsError(f"the frame has several rows for {place}; a chart needs one for each point")


def is_number(column: pd.Series) -> bool:
    from pandas.api.types import is_bool_dtype, is_numeric_dtype

    return is_numeric_dtype(column) and not is_bool_dtype(column)


def in_order(column: pd.Series) -> list[Any]:
    found: list[Any] = column.unique().tolist()
    return sorted(found) if is_number(column) else found


def chances(exact: pd.Series) -> dict[Any, float]:
    import pandas as pd

    if not isinstance(exact, pd.Series) or exact.empty or not exact.index.is_unique:
        raise BoardstatsError(f"exact must be a Series with one chance for each outcome, not {kind(exact)}")
    return {key: float(chance) for key, chance in exact.items()}


def counts(simulated: pd.Series | pd.DataFrame, outcome: Any) -> dict[Any, int]:
    import pandas as pd

    if isinstance(simulated, pd.DataFrame):
        if "count" not in simulated.columns:
            raise one_of("column", "count", simulated.columns)
        simulated = (simulated.set_index(outcome) if outcome in simulated.columns else simulated)["count"]
    if not isinstance(simulated, pd.Series) or not simulated.index.is_unique:
        raise BoardstatsError(f"simulated must be a Series with one count for each outcome, not {kind(simulated)}")
    for count in simulated:
        if count < 0 or count % 1:
            raise BoardstatsError(f"simulated must say how often each outcome came, in whole numbers, not {count!r}")
    return {key: int(count) for key, count in simulated.items() if count}


def kind(value: object) -> str:
    return f"{type(value).__name__} of length {len(value)}" if hasattr(value, "__len__") else repr(value)


def word(value: object) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)


def folded(label: str) -> str:
    """Return the label of a strategy on several lines, if it is long: its name, and its parameters."""
    name, bracket, parameters = label.partition("(")
    if not bracket or len(label) <= 24:
        return label
    return "\n".join([name, *textwrap.wrap(bracket + parameters, 36, break_long_words=False)])


def spoken(column: str) -> str:
    return str(column).replace("_", " ")
