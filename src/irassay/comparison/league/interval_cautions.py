"""Where intervals over queries are known to be too short, or a test to claim too much: few queries, rare events.

Measured in docs/simulations.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from irassay.comparison.significance.t_test import FEW_QUERIES

F64: TypeAlias = NDArray[np.float64]

ENOUGH = 94  # percent: from here on no word
RARE = 6  # queries that differ from all the others: with fewer, intervals are too short
# Percent of 95% intervals of nDCG@10, AP and their differences that hold the truth, by the number of queries.
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
    """Percent that intervals by this method held with about so many queries, where that is below 94; else None."""
    measured = COVERAGE.get(interval)
    if measured is None or not 1 < n_queries < FEW_QUERIES:
        return None
    held = measured[max((n for n in measured if n <= n_queries), default=min(measured))]
    return held if held < ENOUGH else None


def bootstrap_errors(n_queries: int) -> tuple[int, int, int]:
    """The simulated number of queries nearest to this one, and how the bootstrap test erred there: pairs, families."""
    nearest = min(BOOTSTRAP_ERRORS, key=lambda simulated: abs(simulated - n_queries))
    return nearest, *BOOTSTRAP_ERRORS[nearest]


def rare(systems: Sequence[str], values: F64, *, interval: str) -> list[str]:
    """Systems that score alike on all but a few queries; `values` has a row a system.

    With fewer than 30 queries nobody: that is the greater doubt then.
    """
    if interval == "wilson" or values.shape[1] < FEW_QUERIES:
        return []
    found = []
    for system, scores in zip(systems, values):
        most = int(np.unique(scores, return_counts=True)[1].max())
        if len(scores) - most < RARE:
            found.append(system)
    return found
