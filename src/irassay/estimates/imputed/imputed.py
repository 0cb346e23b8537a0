"""Scores under sampled labels of unjudged documents: the unjudged documents, the scores of the draws, the summary."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from irassay.arguments import MOST, places_of, whole_number
from irassay.arrays import F64, I8, I64
from irassay.collection.qrels import Qrels
from irassay.collection.runs import Runs
from irassay.collection.stack import QrelsStack
from irassay.collection.ties import Ties
from irassay.errors import UsageError
from irassay.estimates.pools.completeness import completeness
from irassay.estimates.universe import has_bounds
from irassay.label_sets.pooled_labels import grades_of, groups_of
from irassay.measures import Measure
from irassay.pooling.pools import pool
from irassay.scoring import evaluate

FEWEST = 2  # groups in the pool that a mean effect needs
DRAWS = 500
MOST_DRAWS = 20_000
AT_ONCE = 8_000_000  # scores in memory at once
MIDDLE = (0.025, 0.975)


@dataclass(frozen=True, slots=True)
class ImputedScores:
    """Scores over sampled completions of the labels.

    Attributes
    ----------
    systems, queries : sequence of str
    measure : Measure
    plain : float64 array (system, query)
        Scores with unjudged documents as not relevant.
    values : float64 array (system, query)
        Mean over the draws: the estimate.
    means : float64 array (draw, system)
        Mean over queries in each draw.
    n_holes : int
        Number of unjudged documents with sampled labels, over all queries.
    """

    systems: Sequence[str]
    queries: Sequence[str]
    measure: Measure
    plain: F64
    values: F64
    means: F64
    n_holes: int

    @property
    def mean(self) -> F64:
        """The estimate of each system's mean score, float64 array (system,)."""
        return np.asarray(self.values.mean(axis=1))

    @property
    def interval(self) -> F64:
        """The middle 95% of the draws' means, float64 array (system, 2)."""
        return np.asarray(np.quantile(self.means, MIDDLE, axis=0).T)

    def __repr__(self) -> str:
        shape = f"{len(self.systems):,} systems, {len(self.means):,} draws of {self.n_holes:,} labels"
        return f"ImputedScores({self.measure}, {shape})"


@dataclass(frozen=True, slots=True)
class Holes:
    """Unjudged documents to a measure's depth: by query, then by id in byte order."""

    queries: Sequence[str]
    docs: Sequence[str]
    best_rank: I64
    systems: Sequence[Sequence[int]] = ()  # positions of those that retrieve it; or empty


def checked_measure(measure: str | Measure, draws: int) -> Measure:
    """The parsed measure; UsageError where it has no bounds, or the number of draws is invalid."""
    parsed = Measure.parse(measure)
    if not has_bounds(parsed) or parsed.aggregate != "mean":
        raise UsageError(
            f"{parsed} can't be estimated from drawn labels; expected a measure that has bounds, such as nDCG@10 or AP"
        )
    whole_number("draws", draws, 1, MOST_DRAWS)
    return parsed


def depth_of(measure: Measure) -> int:
    """The depth to which a measure reads a ranking."""
    return measure.cutoff or measure.definition.depth or MOST


def find_holes(qrels: Qrels, runs: Runs, measure: Measure, ties: Ties) -> Holes:
    """Unjudged documents that some run retrieves to the measure's depth, on the queries of the labels."""
    answered = set(runs.queries)
    queries = [query for query in qrels.queries if query in answered]
    if not queries:
        return Holes((), (), np.zeros(0, dtype=np.int64))
    unjudged = pool(runs, depth=depth_of(measure), queries=queries, judged=qrels, ties=ties)
    keys = [(query.encode(), doc.encode()) for query, doc in zip(unjudged.queries, unjudged.docs)]
    order = sorted(range(len(keys)), key=keys.__getitem__)
    systems = np.split(unjudged.system, unjudged.start[1:-1]) if len(unjudged) else []
    return Holes(
        [unjudged.queries[i] for i in order],
        [unjudged.docs[i] for i in order],
        unjudged.best_rank[order],
        [systems[i].tolist() for i in order],
    )


def score_draws(
    qrels: Qrels, runs: Runs, measure: Measure, holes: Holes, grades: I8, *, ties: Ties, threads: int
) -> F64:
    """Scores under drawn labels, (draw, system, query); `grades` is (hole, draw)."""
    labels: dict[str, dict[str, int]] = {query: dict(qrels.grades(query)) for query in qrels.queries}
    # Where each document stands among the holes, -1 for a judged one. A query's judged documents come first, the others
    # in the order of the holes: by id, whatever the order of lines in a file.
    rows = {query: [-1] * len(of) for query, of in labels.items()}
    for row, (query, doc) in enumerate(zip(holes.queries, holes.docs)):
        labels[query][doc] = 0
        rows[query].append(row)
    base = Qrels.from_dict(labels)
    at = np.array([row for query in base.queries for row in rows[query]], dtype=np.int64)
    judged_grades = grades_of(base)
    n_draws = grades.shape[1]
    step = max(1, AT_ONCE // max(1, len(runs.systems) * len(base.queries)))
    parts = []
    for first in range(0, n_draws, step):
        block = grades[:, first : first + step]
        full = np.repeat(judged_grades[:, None], block.shape[1], axis=1)
        full[at >= 0] = block[at[at >= 0]]
        stack = QrelsStack(base, full, [f"draw {first + i}" for i in range(block.shape[1])])
        parts.append(evaluate(stack, runs, [measure], ties=ties, keep="queries", threads=threads).values[0])
    return np.concatenate(parts)


def imputed_scores(qrels: Qrels, runs: Runs, measure: Measure, plain: F64, scores: F64, n_holes: int) -> ImputedScores:
    """`ImputedScores` from the scores of each draw, (draw, system, query)."""
    return ImputedScores(runs.systems, qrels.queries, measure, plain, scores.mean(axis=0), scores.mean(axis=2), n_holes)


def plain_scores(qrels: Qrels, runs: Runs, measure: Measure, *, ties: Ties, threads: int) -> F64:
    """Scores under the present labels, float64 array (system, query)."""
    return np.asarray(evaluate(qrels, runs, [measure], ties=ties, threads=threads).values[0, 0])


@dataclass(frozen=True, slots=True)
class PoolMembership:
    """Systems in the pool and newcomers, by position; `group` has each system's group."""

    group: list[str]
    new: list[int]
    pooled: list[int]


def pool_membership(
    qrels: Qrels,
    runs: Runs,
    *,
    depth: int,
    newcomers: Sequence[str] | None,
    groups: Mapping[str, str] | None,
    ties: Ties,
) -> PoolMembership:
    """Newcomers, by default systems with an unjudged document to the depth; the other systems are in the pool."""
    group = groups_of(runs.systems, groups or {})
    if newcomers is None:
        share = completeness(qrels, runs, cutoffs=[depth], ties=ties).unjudged[:, 0]
        new = np.flatnonzero(np.nan_to_num(share) > 0).tolist()
    else:
        new = sorted(set(places_of(runs.systems, newcomers, argument="newcomers")))
    pooled = [i for i in range(len(group)) if i not in new]
    if newcomers is None and len({group[i] for i in pooled}) < FEWEST:
        pooled = list(range(len(group)))
    return PoolMembership(group, new, pooled)
