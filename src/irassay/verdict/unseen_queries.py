"""Effects of queries that the sample lacks on a difference: how rare they can be, and what they can cost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, log
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

from irassay.comparison.intervals.extremes import limits, rarest

if TYPE_CHECKING:
    from irassay.comparison.league.league import League
    from irassay.measures import Measure

F64: TypeAlias = NDArray[np.float64]

NAN = float("nan")


@dataclass(frozen=True, slots=True)
class UnseenQueries:
    """Limits of a difference that hold also where few queries carry it, and what the sample can't show."""

    low: float  # if no query differs by more than the most seen in either direction
    high: float
    sure_low: float  # whatever queries there are; NaN where the measure has no range
    sure_high: float
    n_collections: int
    n_queries: int  # of the collection with the fewest
    share: float  # of its queries: rarer ones can be missing with probability above alpha/2
    cost: float  # most that these move the difference; NaN without range
    n_needed: int | None  # queries with which the cost is the margin; None without range


def unseen_queries(
    league: League, first: str, second: str, *, margin: float, measure: Measure | None
) -> UnseenQueries | None:
    """What unseen queries can do to the mean of `first` minus that of `second`; None of a geometric mean, a single
    query, one system, or without scores per query."""
    n = league.fewest_queries
    i, j = (list(league.systems).index(league.stands_for(name)) for name in (first, second))
    if i == j or n < 2 or league.aggregate == "geometric" or not isinstance(league.values, np.ndarray):
        return None
    d = league.values[i] - league.values[j]
    if league.aggregate == "sum":
        return missing_from(len(d) * d, (), alpha=league.alpha)
    is_ranged = measure is not None and measure.definition.traits.from_0_to_1
    return missing_from(d, league.bounds, alpha=league.alpha, margin=margin if is_ranged else None)


def missing_from(d: F64, bounds: Sequence[int], *, alpha: float, margin: float | None = None) -> UnseenQueries:
    """What missing queries can do to the mean of the collections' mean differences, (query,), by `bounds`; with a
    `margin` no query differs by more than 1."""
    bounds, tail = bounds or (0, len(d)), alpha / 2
    n_collections, n = len(bounds) - 1, int(min(np.diff(bounds)))
    low, high = limits(d, bounds, alpha=tail)
    share = rarest(n, tail)
    if margin is None:
        return UnseenQueries(low, high, NAN, NAN, n_collections, n, share, NAN, None)
    needed = ceil(log(tail) / log(1 - margin * n_collections)) if margin * n_collections < 1 else 1
    sure = limits(d, bounds, alpha=tail, reach=1.0)
    return UnseenQueries(low, high, *sure, n_collections, n, share, share / n_collections, needed)
