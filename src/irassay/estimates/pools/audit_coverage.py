"""What an audit says: how much of what is relevant do finished labels have?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

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
    """`audit_coverage`'s answer.

    Attributes
    ----------
    queries : int
        Whose pooled documents all have a label or an answer.
    incomplete : int
        Queries that are left out, since answers are missing.
    judged, new : int
        Documents answered for; of them relevant, which the labels lack.
    in_pools : int
        Relevant documents of the audit's pools that the labels have.
    in_labels : int
        Relevant documents of these queries that the labels have, in the pools or not.
    share : float
        Estimated coverage of the labels, ``in_pools / (in_pools + new)``; NaN where the pools have nothing relevant.
    low, high : float
        95% of it; NaN where fewer than two queries have anything relevant in their pools.
    interval : {"queries", "one more", "none"}
        What it goes by: how far queries differ; where all or nothing was new, that with one document that was not; or
        there is none.
    at_most : float
        ``in_labels / (in_labels + new)``: were the new documents all that is missing.
    depth : int
        Of the audit's pools: what systems rank lower was not asked for.
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
        As `irassay.pooling.audit` gives it.
    answers : Qrels
        Grades of the documents in ``audit.pool``. Others in it play no part. A query with a document that nobody
        answered for is left out.
    rel : int
        The least grade that counts as relevant.

    Returns
    -------
    AuditCoverage

    Raises
    ------
    InputError
        No query is answered for whole.

    Notes
    -----
    *Assumes* that the labels have a document no sooner because the audit's systems find it; they do, where these are
    like the systems that the labels were made with, and where pools are shallow, since what some rank high is easy to
    find for others too. Then the estimate is too high: pools of half of TREC-COVID's groups have 25 to 34% of what is
    judged relevant, and an audit by the other half to depth 5 says 50 to 66%. That who answers the audit
    judges as those who made the labels. *Guarantees* for the systems of the audit, consistent in the number of queries;
    the interval is `irassay.comparison.intervals.proportions.clustered_interval`, which is wide on purpose where
    queries are few. ``python -m simulations.claims_of_audits`` reports how often it contains a planted truth.
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
    new = np.array([sum(grades[q][doc] >= rel for doc in docs[q]) for q in whole], dtype=np.float64)
    in_pools = np.array([sum(g >= rel for g in audit.labelled[q].values()) for q in whole], dtype=np.float64)
    in_labels = sum(g >= rel for q in whole for g in audit.known[q].values())
    low, high = clustered_interval(in_pools, new)
    n_in_pools, n_new = int(in_pools.sum()), int(new.sum())
    return AuditCoverage(
        queries=len(whole),
        incomplete=len(audit.queries) - len(whole),
        judged=sum(len(docs[q]) for q in whole),
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


def _kind(in_pools: F64, new: F64) -> Literal["queries", "one more", "none"]:
    if (in_pools + new > 0).sum() < 2:
        return "none"
    return "queries" if in_pools.any() and new.any() else "one more"
