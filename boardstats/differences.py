"""Intervals of means and differences that hold for few games too.

References
----------
A. Agresti and B. A. Coull (1998), Approximate is better than "exact" for interval estimation of binomial proportions.
The American Statistician 52, 119-126. For differences of pairs: D. G. Bonett and R. M. Price (2012), Adjusted Wald
confidence interval for a difference of binomial proportions based on paired data. Journal of Educational and
Behavioral Statistics 37, 479-488.
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from .stats import LEVEL, Floats


def quantile(degrees: float, level: float = LEVEL) -> float:
    """Return t such that Student's t with these degrees of freedom lies within ±t with probability `level`.

    Examples
    --------
    >>> round(quantile(4), 3), round(quantile(10**6), 3)
    (2.776, 1.96)
    """
    from scipy.special import stdtrit

    return float(stdtrit(degrees, 0.5 + level / 2)) if degrees >= 1 else float("inf")


def half_width(variance: npt.ArrayLike, t: float, unit: npt.ArrayLike = 0.0) -> Floats:
    """Return the half-width of the interval of a mean.

    Where all games went alike the variance that they show is 0, but nothing is certain. So it is taken as if t² more
    games had gone one way or the other, in the manner of Agresti and Coull: with t = 1.96 some four games, which are
    nothing among thousands. Of n games without a win this makes Wilson's upper end, nearly t² / n.

    Parameters
    ----------
    variance : array_like
        Variance of the mean.
    t : float
        As from `quantile`.
    unit : array_like
        How much one game can move a share; of a difference of two shares, √2 times as much, since the variances of both
        add up. 0 where values have no bounds, and nothing can be added.

    Examples
    --------
    >>> float(half_width(0, 1.96, 1 / 1000).round(4))  # nothing happened in 1000 games
    0.0038
    """
    with np.errstate(invalid="ignore"):
        half: Floats = t * np.sqrt(np.maximum(variance, 0) + (t * np.asarray(unit, float)) ** 2)
    return np.where(np.isnan(half), np.inf, half)


def share_difference(a: Floats, b: Floats) -> tuple[float, float, float]:
    """Return the mean of a - b and the ends of its 95 % interval, for win shares of the same games.

    What went alike in every game differs by nothing.

    Examples
    --------
    >>> share_difference(np.ones(2), np.zeros(2))  # two games tell nothing
    (1.0, -1.0, 1.0)
    """
    if np.array_equal(a, b):
        return 0.0, 0.0, 0.0
    n, difference = len(a), a - b
    variance = difference.var(ddof=1) / n if n > 1 else 0.0
    mean, half = float(difference.mean()), float(half_width(variance, quantile(n - 1), math.sqrt(2) / n))
    return mean, max(mean - half, -1.0), min(mean + half, 1.0)
