"""Order and difference: correlation, tests, corrections, intervals, tie groups."""

from __future__ import annotations

from irassay.comparison.compare import compare
from irassay.comparison.correlation import Agreement, agreement
from irassay.comparison.league import League, Pair
from irassay.comparison.power import QueriesNeeded, queries_needed, queries_to_separate

__all__ = [
    "Agreement",
    "League",
    "Pair",
    "QueriesNeeded",
    "agreement",
    "compare",
    "queries_needed",
    "queries_to_separate",
]
