"""Comparison of systems: significance tests, corrections, intervals, tie groups, power."""

from __future__ import annotations

from irassay.comparison.disagreement import Disagreement, Document, disagreements
from irassay.comparison.judged_documents import (
    Consistency,
    Strengths,
    Transitivity,
    bradley_terry,
    consistency,
    transitivity,
)
from irassay.comparison.known_answers import Anchor, BetterThanPerfect, anchors, better_than_perfect
from irassay.comparison.league.compare import compare, league_of
from irassay.comparison.league.effect import EffectSize, effect_size
from irassay.comparison.league.league import League
from irassay.comparison.league.pair import Pair
from irassay.comparison.pair_buckets import PairBuckets, pair_buckets
from irassay.comparison.power import (
    QueriesNeeded,
    minimum_detectable,
    queries_needed,
    queries_to_separate,
    typical_detectable,
    unresolvable_by_labels,
)
from irassay.comparison.query_groups import GroupGap, group_gap
from irassay.comparison.run_types import BestGap, MeanGap, TypeSummary, best_gap, mean_gap, type_summaries
from irassay.comparison.testing import Testing
from irassay.comparison.win_ratios import WinRatios, win_ratios
from irassay.upward import answered_in

__all__ = [
    "Anchor",
    "BestGap",
    "BetterThanPerfect",
    "Consistency",
    "Disagreement",
    "Document",
    "EffectSize",
    "GroupGap",
    "League",
    "MeanGap",
    "Pair",
    "PairBuckets",
    "QueriesNeeded",
    "Strengths",
    "Testing",
    "Transitivity",
    "TypeSummary",
    "WinRatios",
    "anchors",
    "best_gap",
    "better_than_perfect",
    "bradley_terry",
    "compare",
    "consistency",
    "disagreements",
    "effect_size",
    "group_gap",
    "league_of",
    "mean_gap",
    "minimum_detectable",
    "pair_buckets",
    "queries_needed",
    "queries_to_separate",
    "transitivity",
    "type_summaries",
    "typical_detectable",
    "unresolvable_by_labels",
    "win_ratios",
]

answered_in("irassay.comparison.league.words", "league_result", "pair_sentence")
