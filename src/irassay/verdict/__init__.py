"""The verdict on systems under one measure: evidence from the queries, evidence from the labels, and its sentences.

``irassay compare``, the page and every study read a `Verdict`; none of them computes or phrases it again.
"""

from __future__ import annotations

from irassay.upward import answered_in
from irassay.verdict.label_reach import Reach
from irassay.verdict.next_steps import NextStep
from irassay.verdict.non_inferiority import NonInferiority, non_inferiority
from irassay.verdict.over_collections import CollectionVerdicts, OneCollection, settle_over, verdict_over
from irassay.verdict.pair import LabelsOfPair, PairVerdict
from irassay.verdict.queries_needed import Against, Needed
from irassay.verdict.settle import settle
from irassay.verdict.verdict import Verdict, verdicts_of

__all__ = [
    "Against",
    "CollectionVerdicts",
    "LabelsOfPair",
    "Needed",
    "NextStep",
    "NonInferiority",
    "OneCollection",
    "PairVerdict",
    "Reach",
    "Verdict",
    "non_inferiority",
    "settle",
    "settle_over",
    "verdict_over",
    "verdicts_of",
]

answered_in("irassay.verdict.words.pairs", "pair_verdict_sentence")
answered_in("irassay.verdict.words.non_inferiority", "non_inferiority_sentence")
answered_in("irassay.verdict.words.league", "collection_verdicts_view", "pair_verdict_view", "verdict_view")
