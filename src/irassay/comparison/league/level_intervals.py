"""The interval of one difference: at the league's own level, and with a query that the sample lacks."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import expm1, log, pi, sqrt

import numpy as np

from irassay.arrays import F64
from irassay.comparison.equality import rounding
from irassay.comparison.intervals import LEVELS
from irassay.comparison.league.league import League
from irassay.comparison.paired_scores import weights_of_queries
from irassay.comparison.significance.paired_tests import FEW_QUERIES, t_intervals
from irassay.errors import UsageError
from irassay.messages import INTERVALS

STUDENT = "t"
KNOWN_ALPHA = 2 * LEVELS[0]  # of the intervals that every league has
STEPS = 200  # of a search that halves an interval where Newton's step leaves it
NEAR = 5.0  # standard errors below the mean: the search for a limit begins there where it can
CLOSE = 1e-7  # of the range that is searched


def interval_at_alpha(league: League, a: str, b: str) -> tuple[float, float, str]:
    """The unadjusted 1 - alpha interval over queries of the mean of `a` minus that of `b`, and its method: the
    league's, but "t" for percentiles below 30 queries. NaN for a single query. Source: Student 1908; Efron 1979."""
    i, j = (list(league.systems).index(league.stands_for(name)) for name in (a, b))
    n, method = league.fewest_queries, league.interval
    if n < 2:
        return float("nan"), float("nan"), method
    few = n < FEW_QUERIES
    if method == "percentile" and few and league.aggregate != "geometric":
        return *_students(league, i, j), STUDENT
    if method == "percentile":
        low, high = league.redrawn.difference(i, j, alpha=league.alpha)
    elif league.alpha == KNOWN_ALPHA:
        low, high = float(league.difference_low[i, j]), float(league.difference_high[i, j])
    else:
        raise UsageError(
            f"{INTERVALS[method]} have ends for an alpha of {KNOWN_ALPHA:g} only, but got alpha={league.alpha:g}; "
            'take interval="percentile", or leave out alpha'
        )
    return low, high, method


def _students(league: League, i: int, j: int) -> tuple[float, float]:
    if league.alpha == KNOWN_ALPHA and len(league.difference_t):
        ends = league.difference_t[i, j]  # which a saved league has too
    else:
        d = league.values[i] - league.values[j]
        if len(league.bounds) > 2 and league.aggregate != "sum":
            d = d * weights_of_queries(league.bounds)
        ends = t_intervals(d[:, None], league.bounds, level=1 - league.alpha)[0]
        ends = ends * len(league.queries) if league.aggregate == "sum" else ends
    return float(ends[0]), float(ends[1])


def limits(d: F64, bounds: Sequence[int], *, alpha: float, reach: float | None = None) -> tuple[float, float]:
    """Limits of the mean of the collections' means, each missed with probability alpha at most; no query lies beyond
    `reach`, or without it beyond its collection's extremes. NaN where a collection has one query. Exact as Clopper and
    Pearson for two values, asymptotic for several collections. Source: Gaffke 2005; Phan, Thomas and Learned-Miller,
    ICML 2021; of several: Donner and Zou 2012."""
    parts = [d[start:end] for start, end in pairwise(bounds)]
    if any(len(part) < 2 for part in parts):
        return float("nan"), float("nan")
    means = np.array([part.mean() for part in parts])
    floors = [float(part.min()) if reach is None else -reach for part in parts]
    tops = [float(part.max()) if reach is None else reach for part in parts]
    low = np.array([_lower(part, floor, alpha) for part, floor in zip(parts, floors, strict=True)])
    high = np.array([-_lower(-part, -top, alpha) for part, top in zip(parts, tops, strict=True)])
    n, middle = len(parts), float(means.mean())
    if n == 1:
        return float(low[0]), float(high[0])
    return middle - float(np.hypot.reduce(means - low)) / n, middle + float(np.hypot.reduce(high - means)) / n


def _lower(values: F64, floor: float, alpha: float) -> float:
    """Gaffke's lower limit: a quantile of the mean of the values and `floor` under uniform random weights."""
    from scipy import optimize

    every = np.append(values, floor)
    least, most = float(every.min()), float(every.mean())
    if most - least <= rounding(every):
        return least
    wide = CLOSE * (most - least)
    near = most - NEAR * float(every.std()) / len(every) ** 0.5
    start = near if near > least + wide and _below(every - near) < alpha else least + wide
    return float(optimize.brentq(lambda t: _below(every - t) - alpha, start, most, xtol=wide))


def _below(c: F64) -> float:
    """P(sum of w c <= 0) for uniform random weights w that sum to 1, c of both signs: that of a sum of independent
    exponentials, by Lugannani and Rice's saddlepoint, Advances in Applied Probability 12, 1980; within 2% from ten
    values on."""
    from scipy import special

    low, high, s = 1 / float(c.min()), 1 / float(c.max()), 0.0
    for _ in range(STEPS):  # of the sum's cumulant generating function, -sum log(1 - s c), which is convex
        slopes = c / (1 - s * c)
        slope, bend = float(slopes.sum()), float((slopes**2).sum())
        low, high = (low, s) if slope > 0 else (s, high)
        step = s - slope / bend
        step = step if low < step < high else (low + high) / 2
        if abs(step - s) <= 1e-9 * (abs(s) + abs(step)):
            break
        s = step
    spread = float((c**2).sum())
    height = 2 * float(np.log1p(-s * c).sum())
    if height < 1e-8:  # at the mean itself
        return 0.5 + 2 * float((c**3).sum()) / (6 * sqrt(2 * pi * spread) * spread)
    r, v = float(np.copysign(np.sqrt(height), s)), s * float(np.sqrt(((c / (1 - s * c)) ** 2).sum()))
    return float(special.ndtr(r) + np.exp(-r * r / 2) / sqrt(2 * pi) * (1 / r - 1 / v))


def rarest(n_queries: int, alpha: float) -> float:
    """The share of queries of which a sample of n holds at least one with probability 1 - alpha."""
    return -expm1(log(alpha) / n_queries)
