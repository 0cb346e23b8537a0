"""The interval of one difference at the league's own level, 1 - alpha: what a decision about a margin reads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irassay.comparison.intervals.bootstrap import LEVELS
from irassay.comparison.paired_scores import weights_of_queries
from irassay.comparison.significance.t_test import FEW_QUERIES, t_intervals
from irassay.errors import UsageError
from irassay.messages import INTERVALS

if TYPE_CHECKING:
    from irassay.comparison.league.league import League

STUDENT = "t"
KNOWN_ALPHA = 2 * LEVELS[0]  # of the intervals that every league has


def interval_at_alpha(league: League, a: str, b: str) -> tuple[float, float, str]:
    """The unadjusted 1 - alpha interval over queries of the mean of `a` minus that of `b`, and its method: the
    league's, but "t" for percentiles below 30 queries. NaN for a single query; UsageError for a method whose intervals
    are of 95% only. Source: Student 1908; Efron 1979."""
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
