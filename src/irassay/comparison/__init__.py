"""Order and difference: correlation, tests, corrections, intervals, tie groups."""

from __future__ import annotations

from irassay.comparison.compare import compare
from irassay.comparison.correlation import Agreement, agreement
from irassay.comparison.disagreement import Disagreement, Document, disagreements
from irassay.comparison.effect import EffectSize, effect_size
from irassay.comparison.label_agreement import LabelAgreement, grades_of_positives, label_agreement
from irassay.comparison.league import League, Pair
from irassay.comparison.order_agreement import OrderAgreement, Spread, order_agreement
from irassay.comparison.pair_buckets import PairBuckets, pair_buckets
from irassay.comparison.power import (
    QueriesNeeded,
    minimum_detectable,
    queries_needed,
    queries_to_separate,
    typical_detectable,
    unresolvable_by_labels,
)
from irassay.comparison.rank_overlap import rbo, rbo_of_lists
from irassay.comparison.repeats import Repeats, repeats
from irassay.comparison.run_types import BestGap, TypeSummary, best_gap, type_summaries
from irassay.comparison.strata import StrataAgreement, strata_agreement
from irassay.comparison.top_agreement import TopAgreement, top_agreement

__all__ = [
    "Agreement",
    "BestGap",
    "Disagreement",
    "Document",
    "EffectSize",
    "LabelAgreement",
    "League",
    "OrderAgreement",
    "Pair",
    "PairBuckets",
    "QueriesNeeded",
    "Repeats",
    "Spread",
    "StrataAgreement",
    "TopAgreement",
    "TypeSummary",
    "agreement",
    "best_gap",
    "compare",
    "disagreements",
    "effect_size",
    "grades_of_positives",
    "label_agreement",
    "minimum_detectable",
    "order_agreement",
    "pair_buckets",
    "queries_needed",
    "queries_to_separate",
    "rbo",
    "rbo_of_lists",
    "repeats",
    "strata_agreement",
    "top_agreement",
    "type_summaries",
    "typical_detectable",
    "unresolvable_by_labels",
]
