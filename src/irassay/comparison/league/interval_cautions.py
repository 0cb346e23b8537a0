"""Where simulations show that intervals over queries are too short, or a test too liberal: few queries, rare events.

Measured in docs/simulations.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from irassay.arrays import F64
from irassay.comparison.significance.paired_tests import FEW_QUERIES

ENOUGH = 94  # percent: no caution from here on
RARE = 6  # queries that differ from the others: with fewer, intervals are too short
# Percent of 95% intervals of nDCG@10, AP and their differences that contain the truth, by number of queries.
COVERAGE = {
    "percentile": {10: 89, 20: 93},
    "bca": {10: 88, 20: 92},
    "bootstrap-t": {10: 92, 20: 94},
    "simultaneous": {10: 86, 20: 93},
}
# Percent of equal pairs that the bootstrap test calls different at 5%, and of families of six equal pairs with one or
# more, by the number of queries: the larger one of nDCG@10 and AP.
BOOTSTRAP_ERRORS = {10: (10, 15), 20: (7, 9), 30: (7, 7), 50: (6, 6), 100: (6, 6)}
CLEARLY_TOO_MANY = 7  # percent of equal pairs
COVERAGE_RARE = 85  # of differences in Success@1 with 50 queries of which two or three succeed


def coverage_of_few(interval: str, n_queries: int) -> int | None:
    """Simulated coverage in percent of this method with about so many queries, where it is below 94; else None."""
    coverage = COVERAGE.get(interval)
    if coverage is None or not 1 < n_queries < FEW_QUERIES:
        return None
    percent = coverage[max((n for n in coverage if n <= n_queries), default=min(coverage))]
    return percent if percent < ENOUGH else None


def bootstrap_errors(n_queries: int) -> tuple[int, int, int]:
    """The nearest simulated number of queries, and the error rates of the bootstrap test there: pairs, families."""
    nearest = min(BOOTSTRAP_ERRORS, key=lambda simulated: abs(simulated - n_queries))
    return nearest, *BOOTSTRAP_ERRORS[nearest]


def takes_wilson(values: F64, n_collections: int) -> bool:
    """Whether Wilson's interval is for these scores: a proportion of the queries of one collection."""
    return n_collections < 2 and bool(np.isin(values, (0.0, 1.0)).all())


def rare(systems: Sequence[str], values: F64, bounds: Sequence[int] = (), *, interval: str) -> list[str]:
    """Systems with the same score on all but a few queries of a collection of 30 or more; `bounds` say where
    collections begin."""
    if interval == "wilson":
        return []
    ends = [(a, b) for a, b in pairwise(bounds or (0, values.shape[1])) if b - a >= FEW_QUERIES]
    return [name for name, scores in zip(systems, values) if any(_is_rare(scores[a:b]) for a, b in ends)]


def _is_rare(scores: F64) -> bool:
    return len(scores) - int(np.unique(scores, return_counts=True)[1].max()) < RARE
