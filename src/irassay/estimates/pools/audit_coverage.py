"""Coverage of finished labels, estimated from an audit: the share of relevant documents that they have."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from irassay.comparison.intervals.proportions import clustered_interval
from irassay.errors import InputError

if TYPE_CHECKING:
    from irassay.collection.qrels import Qrels
    from irassay.pooling.audits import Audit

F64: TypeAlias = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class AuditCoverage:
    """Coverage of finished labels by an audit.

    Attributes
    ----------
    queries : int
        Queries whose pooled documents all have a label or an answer.
    incomplete : int
        Queries that are left out because answers are missing.
    judged, new : int
        Documents with an answer, and the relevant ones among them, which the labels lack.
    in_pools : int
        Labelled relevant documents in the audit's pools.
    in_labels : int
        Labelled relevant documents of these queries, in the pools or not.
    share : float
        Estimated coverage of the labels, ``in_pools / (in_pools + new)``; NaN where the pools have no relevant
        document.
    low, high : float
        Its 95% interval; NaN where fewer than two queries have a relevant document in their pools.
    interval : {"queries", "one more", "none"}
        Basis of the interval: the variation between queries; the same with one document of the other kind, where all or
        none are new; or no interval.
    at_most : float
        ``in_labels / (in_labels + new)``: coverage if the new documents were all that is missing.
    depth : int
        Depth of the audit's pools; documents ranked lower were not audited.
    """

    queries: int
    incomplete: int
    judged: int
    new: int
    in_pools: int
    in_labels: int
    share: float
    low: float
    high: float
    interval: Literal["queries", "one more", "none"]
    at_most: float
    depth: int


def audit_coverage(audit: Audit, answers: Qrels, *, rel: int = 1) -> AuditCoverage:
    """Estimate the coverage of finished labels from the answers to an audit.

    Parameters
    ----------
    audit : Audit
        As returned by `irassay.pooling.audit`.
    answers : Qrels
        Grades of the documents in ``audit.pool``; others have no effect. Queries with an unanswered document are left
        out.
    rel : int
        The least grade that counts as relevant.

    Returns
    -------
    AuditCoverage

    Raises
    ------
    InputError
        No query has all its answers.

    Notes
    -----
    *Assumes* that retrieval by the audit's systems is independent of being labelled. It is not where these systems are
    like those that the labels were made with, nor where pools are shallow, since documents that some systems rank high
    are easy to find for others. The estimate is then too high: pools of half of TREC-COVID's groups have 25 to 34% of
    the documents judged relevant, and an audit by the other half to depth 5 estimates 50 to 66%. It also assumes that
    the audit's assessors judge like those who made the labels. *Guarantees* for the systems of the audit, consistent in
    the number of queries; the interval is `irassay.comparison.intervals.proportions.clustered_interval`, which is wide
    on purpose where queries are few. ``python -m simulations.claims_of_audits`` reports how often it contains a planted
    truth.
    *Source* Rassin et al., 2024, Section 2.4; capture and recapture: Seber, The Estimation of Animal Abundance, 1982;
    Korn and Graubard, Survey Methodology 24, 1998.

    Examples
    --------
    >>> from irassay import Qrels, Runs
    >>> from irassay.pooling import audit
    >>> qrels = Qrels.from_dict({"q": {"a": 1, "b": 1, "c": 1}})
    >>> others = Runs.from_dict({"x": {"q": {"a": 3.0, "b": 2.0, "d": 1.0}}})
    >>> estimate = audit_coverage(audit(qrels, others, n_queries=1), Qrels.from_dict({"q": {"d": 1}}))
    >>> round(estimate.share, 3), estimate.at_most, estimate.interval
    (0.667, 0.75, 'none')
    """
    complete = complete_answers(audit, answers)
    whole = complete.queries
    new = np.array([sum(g >= rel for g in complete.new[q].values()) for q in whole], dtype=np.float64)
    in_pools = np.array([sum(g >= rel for g in audit.labelled[q].values()) for q in whole], dtype=np.float64)
    in_labels = sum(g >= rel for q in whole for g in audit.labels[q].values())
    low, high = clustered_interval(in_pools, new)
    n_in_pools, n_new = int(in_pools.sum()), int(new.sum())
    return AuditCoverage(
        queries=len(whole),
        incomplete=len(audit.queries) - len(whole),
        judged=sum(map(len, complete.new.values())),
        new=n_new,
        in_pools=n_in_pools,
        in_labels=in_labels,
        share=n_in_pools / (n_in_pools + n_new) if n_in_pools + n_new else float("nan"),
        low=low,
        high=high,
        interval=_kind(in_pools, new),
        at_most=in_labels / (in_labels + n_new) if in_labels + n_new else float("nan"),
        depth=audit.pool.depth,
    )


class CompleteAnswers(NamedTuple):
    """The queries of an audit whose documents all have answers, and these: query -> document -> grade."""

    queries: Sequence[str]
    new: Mapping[str, Mapping[str, int]]


def complete_answers(audit: Audit, answers: Qrels) -> CompleteAnswers:
    """The answers to an audit; queries that lack one are left out. InputError where all do."""
    answered = set(answers.queries)
    grades = {query: answers.grades(query) for query in audit.queries if query in answered}
    docs: dict[str, list[str]] = {query: [] for query in audit.queries}
    for query, doc in zip(audit.pool.queries, audit.pool.docs):
        docs[query].append(doc)
    whole = [q for q in audit.queries if all(doc in grades.get(q, {}) for doc in docs[q])]
    if not whole:
        raise InputError(
            f"none of the {len(audit.queries):,} queries of the audit has an answer for each of its documents; "
            f"{len(audit.pool):,} answers are needed in all, for the list of the same runs, depth and seed"
        )
    return CompleteAnswers(whole, {q: {doc: grades[q][doc] for doc in docs[q]} for q in whole})


def _kind(in_pools: F64, new: F64) -> Literal["queries", "one more", "none"]:
    if (in_pools + new > 0).sum() < 2:
        return "none"
    return "queries" if in_pools.any() and new.any() else "one more"
