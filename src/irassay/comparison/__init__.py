"""Order and difference: correlation, tests, corrections, intervals, tie groups."""

from __future__ import annotations

from irassay.comparison.compare import compare
from irassay.comparison.correlation import Agreement, agreement
from irassay.comparison.disagreement import Disagreement, Document, disagreements
from irassay.comparison.effect import EffectSize, effect_size
from irassay.comparison.league import League, Pair
from irassay.comparison.power import (
    QueriesNeeded,
    minimum_detectable,
    queries_needed,
    queries_to_separate,
    typical_detectable,
    unresolvable_by_labels,
)
from irassay.comparison.rank_overlap import rbo, rbo_of_lists

__all__ = [
    "Agreement",
    "Disagreement",
    "Document",
    "EffectSize",
    "League",
    "Pair",
    "QueriesNeeded",
    "agreement",
    "compare",
    "disagreements",
    "effect_size",
    "minimum_detectable",
    "queries_needed",
    "queries_to_separate",
    "rbo",
    "rbo_of_lists",
    "typical_detectable",
    "unresolvable_by_labels",
]
