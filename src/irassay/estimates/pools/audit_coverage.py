"""Coverage of finished labels, estimated from an audit and told: the share of relevant documents, and by rank."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np

from irassay.arguments import whole_number
from irassay.arrays import F64, I64
from irassay.collection.qrels import Qrels
from irassay.comparison.proportions import clustered_interval
from irassay.errors import InputError, UsageError
from irassay.estimates.pools.accumulation import fit_curves
from irassay.estimates.words import BY_LABELS
from irassay.pooling.audits import Audit
from irassay.random_keys import Seed, key_of, stream

PURPOSE = 0x61756375  # "aucu": separates this random stream from others of the same key
DRAWS = 1000
LEVEL = (0.025, 0.975)
LEAST_DEPTH = 20  # ranks; through fewer almost any curve goes
TOO_WIDE = 0.5  # width of an interval from which little can be concluded


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
    the number of queries; the interval is `irassay.comparison.proportions.clustered_interval`, which is wide
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


class NewShare(NamedTuple):
    """A share of relevant documents that the labels lack, from 0 to 1, and the ends of its 95% interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class AuditCurves:
    """Relevant documents that an audit's systems find, by rank, with curves ``a + b ln rank`` through them.

    Attributes
    ----------
    queries : int
        Queries whose pooled documents all have a label or an answer.
    known, new : int64 array (depth,)
        Relevant documents to rank 1, 2 ... in any system: those that the labels have, and those that they lack.
    curves : float64 array (2, 2)
        a and b of the curve through `known`, and of that through `new`, by least squares over all ranks.
    error : float
        The largest distance of a curve from its counts, in documents.
    beyond : NewShare
        Of the relevant documents that the curves add beyond the depth: those that the labels lack. NaN where no curve
        rises; the interval is NaN with fewer than two queries.
    """

    queries: int
    known: I64
    new: I64
    curves: F64
    error: float
    beyond: NewShare
    _slopes: F64  # b of known and new, (draw, 2)
    _ends: F64  # known and new to the depth, (draw, 2)

    @property
    def depth(self) -> int:
        """Depth of the audit's pools, or of their deepest document where all lists end earlier."""
        return len(self.known)

    def to(self, depth: int) -> NewShare:
        """Share of new documents among all relevant ones to this depth: counted down to the audit's, beyond it with the
        slopes of the curves added to its counts.

        Raises
        ------
        UsageError
            A depth that is no whole number from 1.
        """
        depth = whole_number("depth", depth)
        if depth < self.depth:
            at = np.array([self.known[depth - 1], self.new[depth - 1]], dtype=np.float64)
            return NewShare(_new_of(at).item(), float("nan"), float("nan"))
        climb = float(np.log(depth / self.depth))
        ends = np.array([self.known[-1], self.new[-1]], dtype=np.float64)
        return _share(ends + climb * self.curves[:, 1], self._ends + climb * self._slopes, self.queries)

    def __repr__(self) -> str:
        return (
            f"AuditCurves({self.queries:,} queries, {self.known[-1]:,} known, {self.new[-1]:,} new to {self.depth:,})"
        )


def audit_curves(audit: Audit, answers: Qrels, *, rel: int = 1, draws: int = DRAWS, seed: Seed = 0) -> AuditCurves:
    """Extrapolate an audit beyond its depth: which share of the relevant documents further down the labels lack.

    Parameters
    ----------
    audit : Audit
        As returned by `irassay.pooling.audit`, with two ranks or more.
    answers : Qrels
        As for `audit_coverage`: queries with an unanswered document are left out.
    rel : int
        The least grade that counts as relevant.
    draws : int, at least 1
        Resamples of the queries behind the intervals.
    seed : int or numpy.random.Generator

    Returns
    -------
    AuditCurves

    Raises
    ------
    UsageError
        `draws` is below 1, or the audit goes to rank 1 alone.
    InputError
        No query has all its answers.

    Notes
    -----
    *Assumes* that known and new documents keep growing with the logarithm of the rank, which no theory implies. The
    intervals hold the variation between queries; how wrong a curve is beyond its last rank they do not hold. In a
    simulation where the labels have any 60%, 80% or 95% of what is relevant, the share of new documents from rank 101
    to 300 is less than 1 point off, and 87% to 100% of the intervals hold it. It *fails* where half of what the labels
    have are the documents that the audit's systems rank first, as in labels from a pool of systems like them: the share
    is then 15, 14 and 5 points too low, and at most one interval in ten holds it.
    *Guarantees* heuristic; for the counts, exact. *Source* Rassin et al., Evaluating D-MERIT of Partial-annotation on
    Information Retrieval, 2024, appendix C.

    Examples
    --------
    >>> from irassay import Qrels, Runs
    >>> from irassay.pooling import audit
    >>> qrels = Qrels.from_dict({"q": {"a": 1, "b": 1}})
    >>> others = Runs.from_dict({"x": {"q": {"a": 4.0, "b": 3.0, "c": 2.0, "d": 1.0}}})
    >>> curves = audit_curves(audit(qrels, others, n_queries=1), Qrels.from_dict({"q": {"c": 1, "d": 0}}))
    >>> curves.known[:4].tolist(), curves.new[:4].tolist(), round(curves.to(20).value, 2)
    ([1, 2, 2, 2], [0, 0, 1, 1], 0.42)
    """
    whole_number("draws", draws)
    complete, depth = complete_answers(audit, answers), audit.deepest
    if depth < 2:
        raise UsageError("a curve needs two ranks or more, but the audit ends at the first; pool deeper")
    counts = np.zeros((len(complete.queries), 2, depth))  # relevant documents by query, known or new, and rank
    for row, query in enumerate(complete.queries):
        for kind, grades in enumerate((audit.labelled[query], complete.new[query])):
            for doc, grade in grades.items():
                counts[row, kind, audit.ranks[query][doc] - 1] += grade >= rel
    cumulative = counts.cumsum(axis=2)
    total = cumulative.sum(axis=0)
    curves = fit_curves(total)
    error = curves[:, :1] + curves[:, 1:] * np.log(np.arange(1, depth + 1)) - total
    drawn = np.einsum("dq,qkr->dkr", _times(len(counts), draws, key_of(seed)), cumulative)
    slopes = fit_curves(drawn)[:, :, 1]
    beyond = _share(curves[:, 1], slopes, len(counts))
    known, new = total.astype(np.int64)
    return AuditCurves(len(counts), known, new, curves, float(np.abs(error).max()), beyond, slopes, drawn[:, :, -1])


def _times(n: int, draws: int, key: int) -> F64:
    """How often each of n queries is drawn with replacement, (draw, query)."""
    words = stream(key, PURPOSE).random_raw(draws * n)
    drawn = ((words >> np.uint64(11)).astype(np.float64) * 2.0**-53 * n).astype(np.int64)
    cells = np.bincount(np.repeat(np.arange(draws), n) * n + drawn, minlength=draws * n)
    return cells.reshape(draws, n).astype(np.float64)


def _new_of(known_and_new: F64) -> F64:
    """The share of the new ones, (..., 2) to (...,); NaN where there is none of either."""
    whole = known_and_new.sum(axis=-1)
    return np.asarray(np.divide(known_and_new[..., 1], whole, out=np.full(whole.shape, np.nan), where=whole > 0))


def _share(known_and_new: F64, drawn: F64, n_queries: int) -> NewShare:
    shares = _new_of(drawn)
    low, high = np.nanquantile(shares, LEVEL) if n_queries > 1 and not np.isnan(shares).all() else (np.nan, np.nan)
    return NewShare(float(_new_of(known_and_new)), float(low), float(high))


def query_notes(audit: Audit, n_queries: int) -> list[str]:
    """Notes on the audited queries: fewer than the `n_queries` requested, or some without a document to judge."""
    n, idle = len(audit.queries), len(audit.queries) - len(set(audit.pool.queries))
    every = [BY_LABELS("audit.all", n=n)] if n_queries > audit.n_queries else []
    return [*every, *([BY_LABELS("audit.idle", idle=idle, n=n)] if 0 < idle < n else [])]


def too_few(estimate: AuditCoverage) -> bool:
    """Whether queries are too few to say anything of the labels."""
    return estimate.high - estimate.low > TOO_WIDE


def coverage_notes(of: AuditCoverage) -> list[str]:
    """The estimated coverage of the labels; then notes on its interval, on bias, and on queries that are left out."""
    total = of.in_pools + of.new
    forms = ["coverage.none"]
    if total:
        few = ["coverage.too-few"] if too_few(of) else []
        forms = ["coverage", *few, f"coverage.by-{of.interval.replace(' ', '-')}", "coverage.bias"]
    return [
        BY_LABELS(
            form,
            n=of.queries, share=of.share, low=of.low, high=of.high, interval=of.interval != "none", depth=of.depth,
            known=of.in_pools, total=total, new=of.new, at_most=of.at_most, incomplete=of.incomplete,
        )
        for form in [*forms, *(["coverage.incomplete"] if of.incomplete else [])]
    ]  # fmt: skip


def deeper_notes(curves: AuditCurves) -> list[str]:
    """What curves through the ranks say of documents beyond them, and what their interval leaves out; none for few."""
    share, depth = curves.beyond, curves.depth
    if depth < LEAST_DEPTH or share.value != share.value:
        return []
    interval = share.low == share.low
    return [
        BY_LABELS("audit.deeper", depth=depth, share=share.value, interval=interval, low=share.low, high=share.high)
    ]
