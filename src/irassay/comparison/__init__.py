"""Comparison of systems: significance tests, corrections, intervals, tie groups, power."""

from __future__ import annotations

from irassay.comparison.disagreement import Disagreement, Document, disagreements
from irassay.comparison.league.compare import compare
from irassay.comparison.league.effect import EffectSize, effect_size
from irassay.comparison.league.league import League, Pair
from irassay.comparison.pair_buckets import PairBuckets, pair_buckets
from irassay.comparison.power import (
    QueriesNeeded,
    minimum_detectable,
    queries_needed,
    queries_to_separate,
    typical_detectable,
    unresolvable_by_labels,
)
from irassay.comparison.run_types import BestGap, TypeSummary, best_gap, type_summaries

__all__ = [
    "BestGap",
    "Disagreement",
    "Document",
    "EffectSize",
    "League",
    "Pair",
    "PairBuckets",
    "QueriesNeeded",
    "TypeSummary",
    "best_gap",
    "compare",
    "disagreements",
    "effect_size",
    "minimum_detectable",
    "pair_buckets",
    "queries_needed",
    "queries_to_separate",
    "type_summaries",
    "typical_detectable",
    "unresolvable_by_labels",
]
