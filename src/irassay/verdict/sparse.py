"""Sparse labels: documents judged relevant and nothing else, for a small part of what the runs retrieve.

MS MARCO's development set, with about one relevant passage a query, is the known example. Bounds over missing labels
say nothing of such labels. Every other document may be relevant or not, so that each query's score may be almost
anything and no order of two systems is proved. Nobody says which documents are not relevant either, so that no rate of
relevance can be estimated and no order is likely. What remains is that fewer or other labels can be tried, that fuller
ones can be made, or that documents without a label are known to be non-relevant, as where a collection was judged
completely and only its relevant documents are listed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from irassay.verdict.label_reach import reach_of

if TYPE_CHECKING:
    from irassay.collection.qrels import Qrels
    from irassay.collection.runs import Runs
    from irassay.comparison import League
    from irassay.measures import Measure
    from irassay.verdict.label_reach import Reach

LEAST_POSITIVE = 1  # a label below says that a document is not relevant: then rates of relevance can be estimated
# Share of the documents to the measure's depth with a label, over the systems. From a half on, labels fix more of every
# list than is missing, and bounds can prove an order; sparse labels cover a tenth of ten documents at most.
MOST_JUDGED = 0.5


@dataclass(frozen=True, slots=True)
class Sparse:
    """Coverage by sparse labels."""

    per_query: float  # mean number of labels
    judged_first: float  # share of first documents with a label, mean over systems; NaN without


def sparse_of(reach: Reach) -> Sparse | None:
    """What the labels cover where they are sparse; None where bounds over missing labels can say something."""
    shares = reach.judged[~np.isnan(reach.judged)]
    if not _positive_only(reach.grades) or not len(shares) or float(shares.mean()) >= MOST_JUDGED:
        return None
    unjudged_first = reach.by_rank[0][2]
    first = 1 - float(unjudged_first[~np.isnan(unjudged_first)].mean())
    return Sparse(reach.n_labels / len(reach.labels_per_query), first)


def has_sparse_labels(qrels: Qrels, runs: Runs, league: League, measure: Measure, ties: str) -> bool:
    """Whether the labels are sparse for these runs and the measure's depth."""
    if not _positive_only(qrels.grade_counts):
        return False
    rel = int(measure.params.get("rel", 1))
    reach = reach_of(qrels, runs, order=league.systems, depth=measure.cutoff, rel=rel, metadata={}, ties=ties)
    return sparse_of(reach) is not None


def _positive_only(n_by_grade: Mapping[int, int]) -> bool:
    return min(n_by_grade, default=0) >= LEAST_POSITIVE
