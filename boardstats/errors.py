"""The errors that boardstats raises on purpose: each is one line that says what, where and what would be right."""

from __future__ import annotations

from collections.abc import Iterable


class BoardstatsError(ValueError):
    """Something asked for cannot be done as asked; the message says what would be right."""


class EditionError(BoardstatsError):
    """A component table or an option of an Edition is not one that can be played."""


class StrategyError(BoardstatsError):
    """A strategy does not compile, raises, or answers with something that is no legal move."""


def one_of(what: str, name: object, known: Iterable[object]) -> BoardstatsError:
    """Return the error for an unknown name, with the known ones and the nearest of them."""
    import difflib

    names = [str(k) for k in known]
    near = difflib.get_close_matches(str(name), names, n=1)
    hint = f" Did you mean {near[0]!r}?" if near else ""
    return BoardstatsError(f"unknown {what} {name!r}: choose from {', '.join(names)}.{hint}")
