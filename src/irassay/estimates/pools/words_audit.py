"""Sentences about an audit of finished labels."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irassay.estimates.pools.audit_coverage import AuditCoverage
from irassay.estimates.pools.audit_curves import AuditCurves
from irassay.messages import conjugate, percent, plural

if TYPE_CHECKING:
    from irassay.pooling.audits import Audit

HOW = {
    "queries": "The interval reflects the variation between queries, and is deliberately wide for few queries.",
    "one more": "The interval allows for one document that differs from all the others.",
    "none": "Only one query has a relevant document in its pools: no interval can be computed.",
}
LEAST_DEPTH = 20  # ranks; through fewer almost any curve goes
TOO_WIDE = 0.5  # width of an interval from which little can be concluded


def query_notes(audit: Audit, n_queries: int) -> list[str]:
    """Notes on the audited queries: fewer than the `n_queries` requested, or some without a document to judge."""
    sentences = []
    n, idle = len(audit.queries), len(audit.queries) - len(set(audit.pool.queries))
    if n_queries > audit.n_queries:
        sentences.append(f"{plural(n, 'query')} {conjugate(n, 'has')} both labels and a run's answer: all are audited.")
    if 0 < idle < n:
        sentences.append(
            f"On {idle:,} of the {plural(n, 'query')} audited, every document that these runs find has a label."
        )
    return sentences


def coverage(estimate: AuditCoverage) -> str:
    """The estimated coverage of the labels, with its interval."""
    total = estimate.in_pools + estimate.new
    on = f"on {plural(estimate.queries, 'query')}"
    if not total:
        return f"The audit's pools have no relevant document {on}: they can't show what the labels miss."
    share = percent(estimate.share, 0)
    if estimate.interval != "none":
        share += f" ({percent(estimate.low, 0)} to {percent(estimate.high, 0)})"
    return (
        f"The labels have roughly {share} of the relevant documents that other systems find in their first "
        f"{estimate.depth:,}: {estimate.in_pools:,} of {total:,} {on}; "
        f"{estimate.new:,} {conjugate(estimate.new, 'is')} new."
    )


def too_few(estimate: AuditCoverage) -> bool:
    """Whether queries are too few to say anything of the labels."""
    return estimate.high - estimate.low > TOO_WIDE


def notes(estimate: AuditCoverage) -> list[str]:
    """Notes on the interval, on queries that are left out, and on bias."""
    sentences = []
    if estimate.in_pools + estimate.new:
        if too_few(estimate):
            sentences.append(
                f"{plural(estimate.queries, 'query')}: too few to estimate the coverage of the labels. Audit more."
            )
        sentences.append(
            f"{HOW[estimate.interval]} If nothing but the new documents were missing, the labels would have "
            f"{percent(estimate.at_most, 0)} of the relevant documents of these queries."
        )
        sentences.append(
            "The share of all relevant documents may be much lower: those that systems rank high are easy to find. "
            "The more the audit's systems resemble those of the labels' pool, the more this overestimates. "
            "It assumes that the audit's assessors judge like those who made the labels."
        )
    if estimate.incomplete:
        sentences.append(
            f"{plural(estimate.incomplete, 'query')} left out, because a listed document has no answer; the list is "
            "that of the same runs, depth and seed."
        )
    return sentences


def deeper(curves: AuditCurves) -> list[str]:
    """What curves through the ranks say of documents beyond them, and what their interval leaves out; none for few."""
    share = curves.beyond
    if curves.depth < LEAST_DEPTH or share.value != share.value:
        return []
    ends = "" if share.low != share.low else f" ({percent(share.low, 0)} to {percent(share.high, 0)})"
    return [
        f"Deeper than rank {curves.depth:,}, roughly {percent(share.value, 0)}{ends} of the relevant documents would "
        "be new, if numbers grow with the logarithm of the rank. The interval is over queries: it does not cover the "
        "error of that curve. The share is too low where the labels came from systems like these."
    ]
