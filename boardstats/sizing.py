"""How many games a question takes; formulas alone.

References
----------
J. L. Fleiss, B. Levin and M. C. Paik (2003), Statistical Methods for Rates and Proportions, 3rd ed., chapter 4.
E. B. Wilson (1927), Probable inference, the law of succession, and statistical inference. JASA 22, 209-212.
"""

from __future__ import annotations

import math
from numbers import Real
from typing import Any, NamedTuple

from .errors import BoardstatsError
from .stats import LEVEL, normal_quantile


class GamesNeeded(NamedTuple):
    """Games for each of the two that are compared: on the same decks, or in two runs without pairs."""

    paired: int
    unpaired: int


def games_needed(
    difference: float,
    *,
    sd: float | None = None,
    share: float | None = None,
    paired: Any = None,
    power: float = 0.8,
    level: float = LEVEL,
) -> int:
    """Return how many games it takes to tell a difference from chance.

    With z for the level and z' for the power, ((z + z') sd / difference)² games where the differences of pairs have the
    standard deviation sd; without pairs twice as many for each of the two, if sd is that of one of them (Fleiss, Levin
    and Paik 2003, chapter 4).

    Parameters
    ----------
    difference : float
        The true difference that is to be found; its sign does not matter.
    sd : float, optional
        Standard deviation by game of what is compared, in two runs without pairs.
    share : float, optional
        In its place, for wins: the share that both are near; sd² is then `share * (1 - share)`.
    paired : float or Comparison, optional
        Standard deviation of the differences of pairs, or a comparison whose win shares have it. One of `sd`, `share`
        and `paired` is given.
    power : float, default 0.8
        With what probability the interval shall exclude 0.
    level : float, default 0.95
        Of the interval.

    Returns
    -------
    int
        Games for each of the two; paired, the same games are played by both.

    Raises
    ------
    BoardstatsError
        If a number is out of range, or not exactly one spread is given.

    Examples
    --------
    >>> games_needed(0.01, share=0.25), games_needed(0.01, paired=0.3)
    (29434, 7064)
    """
    if sum(value is not None for value in (sd, share, paired)) != 1:
        raise BoardstatsError("games_needed takes one of sd=, share= and paired=")
    paired = getattr(paired, "paired_sd", paired)
    if not _number(difference) or difference == 0:
        raise BoardstatsError(f"difference must be a number other than 0, not {difference!r}")
    for what, value in {"share": share, "power": power, "level": level}.items():
        if value is not None and not (_number(value) and 0 < value < 1):
            raise BoardstatsError(f"{what} must be a number between 0 and 1, not {value!r}")
    for what, value in {"sd": sd, "paired": paired}.items():
        if value is not None and not (_number(value) and value > 0):
            raise BoardstatsError(f"{what} must be a number above 0, not {value!r}")
    if share is not None and abs(float(difference)) >= 1:
        raise BoardstatsError(f"a difference of two shares is less than 1 (a percentage point is 0.01), not {difference!r}")
    from scipy.special import ndtri

    z = normal_quantile(level) + float(ndtri(power))
    try:
        variance = paired**2 if paired is not None else 2 * (share * (1 - share) if share is not None else float(sd or 0) ** 2)
        return max(math.ceil(variance * (max(z, 0) / difference) ** 2), 2)
    except OverflowError:
        raise BoardstatsError(f"a difference of {difference!r} takes more games than there are numbers") from None


def _number(value: object) -> bool:
    return isinstance(value, Real) and not isinstance(value, bool) and math.isfinite(value)


def games_for(share: float, half: float, level: float = LEVEL) -> int:
    """Return the least number of games whose Wilson interval round this share is at most ± `half` wide.

    Examples
    --------
    >>> games_for(0.5, 0.01), games_for(0.1, 0.01), games_for(0, 0.01)
    (9600, 3461, 189)
    """
    if half >= 0.5:
        return 1
    # With x = z²/n, half² (1 + x)² = x share (1 - share) + x²/4.
    square, linear = 0.25 - half**2, share * (1 - share) - 2 * half**2
    root = math.sqrt(linear**2 + 4 * square * half**2)
    x = 2 * half**2 / (root + linear) if linear > 0 else (root - linear) / (2 * square)  # no difference of near numbers
    return max(math.ceil(normal_quantile(level) ** 2 / x - 1e-9), 1)
