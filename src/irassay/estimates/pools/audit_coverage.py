"""What an audit says: how much of what is relevant do finished labels have?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from irassay.comparison.intervals.proportions import clustered
from irassay.errors import InputError

if TYPE_CHECKING:
    from irassay.collection.qrels import Qrels
    from irassay.pooling.audits import Audit

F64: TypeAlias = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class AuditedCoverage:
    """`audited`'s answer.

    Attributes
    ----------
    queries : int
        Whose pooled documents all have a label or an answer.
    incomplete : int
        Queries that are left out, since answers are missing.
    judged, new : int
        Documents answered for; of them relevant, which the labels lack.
    had : int
        Relevant documents of the audit's pools that the labels have.
    known : int
        Relevant documents of these queries that the labels have, in the pools or not.
    share : float
        Estimated coverage of the labels, ``had / (had + new)``; NaN where the pools have nothing relevant.
    low, high : float
        95% of it; NaN where fewer than two queries have anything relevant in their pools.
    interval : {"queries", "one more", "none"}
        What it goes by: how far queries differ; where all or nothing was new, that with one document that was not; or
        there is none.
    at_most : float
        ``known / (known + new)``: were the new documents all that is missing.
    depth : int
        Of the audit's pools: what systems rank lower was not asked for.
    """

    queries: int
    incomplete: int
    judged: int
    new: int
    had: int
    known: int
    share: float
    low: float
    high: float
    interval: Literal["queries", "one more", "none"]
    at_most: float
    depth: int


def audited(audit: Audit, answers: Qrels, *, rel: int = 1) -> AuditedCoverage:
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
    AuditedCoverage

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
    the interval is `irassay.comparison.intervals.proportions.clustered`, wide on purpose where queries are few:
    ``python -m simulations.claims_of_audits`` has how often it holds a planted truth.
    *Source* Rassin et al., 2024, Section 2.4; capture and recapture: Seber, The Estimation of Animal Abundance, 1982;
    Korn and Graubard, Survey Methodology 24, 1998.

    Examples
    --------
    >>> from irassay import Qrels, Runs
    >>> from irassay.pooling import audit
    >>> qrels = Qrels.from_dict({"q": {"a": 1, "b": 1, "c": 1}})
    >>> others = Runs.from_dict({"x": {"q": {"a": 3.0, "b": 2.0, "d": 1.0}}})
    >>> found = audited(audit(qrels, others, n_queries=1), Qrels.from_dict({"q": {"d": 1}}))
    >>> round(found.share, 3), found.at_most, found.interval
    (0.667, 0.75, 'none')
    """
    answered = set(answers.queries)
    given = {query: answers.grades(query) for query in audit.queries if query in answered}
    asked: dict[str, list[str]] = {query: [] for query in audit.queries}
    for query, doc in zip(audit.pool.queries, audit.pool.docs):
        asked[query].append(doc)
    whole = [q for q in audit.queries if all(doc in given.get(q, {}) for doc in asked[q])]
    if not whole:
        raise InputError(
            f"none of the {len(audit.queries):,} queries of the audit has an answer for each of its documents; "
            f"{len(audit.pool):,} answers are needed in all, for the list of the same runs, depth and seed"
        )
    new = np.array([sum(given[q][doc] >= rel for doc in asked[q]) for q in whole], dtype=np.float64)
    had = np.array([sum(g >= rel for g in audit.labelled[q].values()) for q in whole], dtype=np.float64)
    known = sum(g >= rel for q in whole for g in audit.labels[q].values())
    low, high = clustered(had, new)
    found, more = int(had.sum()), int(new.sum())
    return AuditedCoverage(
        queries=len(whole),
        incomplete=len(audit.queries) - len(whole),
        judged=sum(len(asked[q]) for q in whole),
        new=more,
        had=found,
        known=known,
        share=found / (found + more) if found + more else float("nan"),
        low=low,
        high=high,
        interval=_kind(had, new),
        at_most=known / (known + more) if known + more else float("nan"),
        depth=audit.pool.depth,
    )


def _kind(had: F64, new: F64) -> Literal["queries", "one more", "none"]:
    if (had + new > 0).sum() < 2:
        return "none"
    return "queries" if had.any() and new.any() else "one more"
