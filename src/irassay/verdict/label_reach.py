"""How far labels reach: coverage of the runs, sparse labels, and pairs whose difference missing labels could change.

The known example of sparse labels is the development set of MS MARCO, with about one relevant passage a query. Bounds
over missing labels say nothing of such labels. Every other document may be relevant or not, so that each query's score
may be almost anything and no order of two systems is proved. Nobody says which documents are not relevant either, so
that no rate of relevance can be estimated and no order is likely. What remains is that fewer or other labels can be
tried, that fuller ones can be made, or that documents without a label are known to be non-relevant, as where a
collection was judged completely and only its relevant documents are listed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from types import MappingProxyType

import numpy as np

from irassay.arguments import LEAST_GRADE
from irassay.arrays import F64
from irassay.collection.metadata import group_column
from irassay.collection.qrels import Qrels
from irassay.collection.runs import Runs
from irassay.collection.ties import tie_rule
from irassay.comparison import League
from irassay.comparison.equality import rounding
from irassay.estimates import Bounds
from irassay.kernel import _core
from irassay.measures import Measure

WHOLE_LIST = 100  # depth for a group's unique documents where the measure reads whole runs
ONE_BY_ONE = 10  # number of ranks reported singly; deeper ranks are averaged in bands
UNSTATED = "not stated"
LEAST_POSITIVE = 1  # a label below says that a document is not relevant: then rates of relevance can be estimated
# Share of the documents to the measure's depth with a label, over the systems. From a half on, labels fix more of every
# list than is missing, and bounds can prove an order; sparse labels cover a tenth of ten documents at most.
MOST_JUDGED = 0.5


@dataclass(frozen=True, slots=True)
class Reach:
    """Coverage of the runs by labels."""

    grades: Mapping[int, int]  # grade -> labels of that grade, over the counted queries
    labels_per_query: Sequence[int]
    relevant_per_query: Sequence[int]  # labels from the measure's least relevant grade
    judged: F64  # (system,), share of the documents to `depth` with a label
    depth: int  # the measure's depth, or the longest list
    unjudged: int  # distinct (query, document) pairs to `depth` without a label
    # first rank, last rank, (system,) share without a label; NaN without documents
    by_rank: Sequence[tuple[int, int, F64]]
    # group -> its runs, relevant documents only it has, those of higher grade
    unique: Mapping[str, tuple[int, int, int]] = field(default_factory=dict)
    unique_by: str = ""  # the metadata column that defines groups, or "run"
    retrieved_labels: int = 0  # labels whose document some run retrieves at any rank
    unique_depth: int = 0  # the measure's depth, or 100
    # documents, (system, ranks of `by_rank`), to pool collections; not saved
    retrieved: F64 = field(default_factory=lambda: np.empty((0, 0)), compare=False, repr=False)

    @property
    def n_labels(self) -> int:
        """All labels of the counted queries."""
        return sum(self.grades.values())

    @property
    def n_relevant(self) -> int:
        """Those at or above the measure's least relevant grade."""
        return sum(self.relevant_per_query)


def bands_of_ranks(longest: int, depth: int) -> list[int]:
    """Last ranks of the bands: every rank to ten, then growing bands, one of which ends at the measure's depth."""
    ends, end = [], 0
    while end < longest:
        end = min(max(end + 1, int(end * 1.2)), longest) if end >= ONE_BY_ONE else end + 1
        ends.append(min(end, longest))
    return sorted({*ends, *([depth] if depth < longest else [])})


def grouping_of(systems: Sequence[str], metadata: Mapping[str, Mapping[str, str]]) -> tuple[str, list[str]]:
    """The grouping column and each system's group; without such a column "run", and every run by itself."""
    column = group_column(metadata)
    if not column:
        return "run", list(systems)
    return column, [metadata[column].get(s, "") or UNSTATED for s in systems]


def groups_of(metadata: Mapping[str, Mapping[str, str]]) -> Mapping[str, str]:
    """System -> group, from the column of groups; empty where there is none."""
    return metadata.get(group_column(metadata), {})


def reach_of(
    qrels: Qrels,
    runs: Runs,
    measure: Measure,
    order: Sequence[str],
    ties: str = "float64",
    *,
    metadata: Mapping[str, Mapping[str, str]] = MappingProxyType({}),
) -> Reach:
    """Counts of judged and unjudged documents in the runs, for the labels of the counted queries. `runs` keeps
    identical ones, which groups count; `order` is best first."""
    join, depth, rel = runs.join(qrels), measure.cutoff, measure.rel
    longest = _core.longest_list(runs.core, join)
    at, unique_at = (depth, depth) if depth else (max(longest, 1), WHOLE_LIST)
    ends = bands_of_ranks(longest, at)
    unique_by, group = grouping_of(runs.systems, metadata)
    names = list(dict.fromkeys(group))
    grades = dict(qrels.grade_counts)
    high = max(2, rel + 1) if max(grades, default=0) >= max(2, rel + 1) else 128
    count_reach = partial(
        _core.reach, qrels.core, runs.core, join, ends=ends, group=[names.index(g) for g in group],
        n_groups=len(names), rel=rel, high=high, ties=tie_rule(ties),
    )  # fmt: skip
    counts = count_reach(depth=at)
    unique_counts = counts if unique_at == at else count_reach(depth=unique_at)
    retrieved, judged = np.array(counts.retrieved, dtype=float), np.array(counts.judged, dtype=float)
    rows = [list(runs.systems).index(s) for s in order]
    by_rank = _by_rank(ends, retrieved[rows], judged[rows])
    top = [b for b, end in enumerate(ends) if end <= at]
    n_runs = {g: group.count(g) for g in names}
    return Reach(
        grades=grades,
        labels_per_query=qrels.core.labels_from(LEAST_GRADE),
        relevant_per_query=qrels.core.labels_from(rel),
        judged=_share(judged[rows][:, top].sum(axis=1), retrieved[rows][:, top].sum(axis=1)),
        depth=at,
        unjudged=int(counts.unjudged),
        by_rank=by_rank,
        unique={g: (n_runs[g], unique_counts.alone[i], unique_counts.alone_high[i]) for i, g in enumerate(names)},
        unique_by=unique_by,
        retrieved_labels=_core.labels_retrieved(qrels.core, runs.core, join, -127)[0],
        unique_depth=unique_at,
        retrieved=retrieved[rows],
    )


def pooled_shares(of: Sequence[Reach]) -> tuple[F64, list[tuple[int, int, F64]]]:
    """`judged` and `by_rank` of several collections by their documents, at the ranks that all of them report."""
    counts = [{(first, last): n for (first, last, _), n in zip(one.by_rank, one.retrieved.T)} for one in of]
    shares = [{(first, last): share for first, last, share in one.by_rank} for one in of]
    to_depth = [sum(n for (_, last), n in of_one.items() if last <= one.depth) for of_one, one in zip(counts, of)]
    common = [ranks for ranks in counts[0] if all(ranks in other for other in counts)]
    by_rank = [(*at, _pooled([of_one[at] for of_one in shares], [n[at] for n in counts])) for at in common]
    return _pooled([one.judged for one in of], to_depth), by_rank


def _pooled(shares: Sequence[F64], counts: Sequence[F64]) -> F64:
    """Shares of all documents together; a share of no document is not a number."""
    parts = [np.where(n > 0, share * n, 0.0) for share, n in zip(shares, counts)]
    return _share(np.sum(parts, axis=0), np.sum(counts, axis=0))


def _by_rank(ends: Sequence[int], retrieved: F64, judged: F64) -> list[tuple[int, int, F64]]:
    firsts = [1, *(end + 1 for end in ends[:-1])]
    return [(first, end, 1 - _share(judged[:, b], retrieved[:, b])) for b, (first, end) in enumerate(zip(firsts, ends))]


def _share(part: F64, whole: F64) -> F64:
    return np.divide(part, whole, out=np.full_like(part, np.nan), where=whole > 0)


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
    positive = _positive_only(qrels.grade_counts)
    return positive and sparse_of(reach_of(qrels, runs, measure, league.systems, ties)) is not None


def _positive_only(n_by_grade: Mapping[int, int]) -> bool:
    return min(n_by_grade, default=0) >= LEAST_POSITIVE


@dataclass(frozen=True, slots=True)
class Movable:
    """A pair that the queries leave open, with its sign fixed by the labels and its size left open by them."""

    systems: tuple[str, str]
    low: float  # least and greatest absolute difference over all completions
    high: float


def movable_of(league: League, bounds: Bounds | None, judged: Mapping[str, float], i: int, j: int) -> Movable | None:
    """Places i and j where missing labels can't change the sign, but move a difference beyond the present one and half
    the interval's width; else None."""
    if bounds is None or bounds.state[i][j] != "settled" or len(league.queries) < 2:
        return None
    if league.significant[i, j] or league.against_means[i, j]:
        return None
    systems = (league.systems[i], league.systems[j])
    if not any(judged.get(system, 1.0) < 1 for system in systems):
        return None
    ends = sorted(abs(float(end[i, j])) for end in (bounds.difference_lower, bounds.difference_upper))
    width = float(league.difference_high[i, j] - league.difference_low[i, j])
    moves = ends[1] > abs(float(league.difference[i, j])) + rounding(league.mean)
    return Movable(systems, *ends) if moves and ends[1] >= width / 2 else None  # NaN, a width not known: None
