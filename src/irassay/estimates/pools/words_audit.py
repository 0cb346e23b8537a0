"""Sentences about an audit of finished labels."""

from __future__ import annotations

from irassay.estimates.pools.audit_coverage import AuditCoverage, AuditCurves
from irassay.estimates.words import BY_LABELS
from irassay.pooling.audits import Audit

LEAST_DEPTH = 20  # ranks; through fewer almost any curve goes
TOO_WIDE = 0.5  # width of an interval from which little can be concluded


def query_notes(audit: Audit, n_queries: int) -> list[str]:
    """Notes on the audited queries: fewer than the `n_queries` requested, or some without a document to judge."""
    n, idle = len(audit.queries), len(audit.queries) - len(set(audit.pool.queries))
    every = [BY_LABELS("audit.all", n=n)] if n_queries > audit.n_queries else []
    return [*every, *([BY_LABELS("audit.idle", idle=idle, n=n)] if 0 < idle < n else [])]


def too_few(estimate: AuditCoverage) -> bool:
    """Whether queries are too few to say anything of the labels."""
    return estimate.high - estimate.low > TOO_WIDE


def coverage(of: AuditCoverage) -> list[str]:
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


def deeper(curves: AuditCurves) -> list[str]:
    """What curves through the ranks say of documents beyond them, and what their interval leaves out; none for few."""
    share, depth = curves.beyond, curves.depth
    if depth < LEAST_DEPTH or share.value != share.value:
        return []
    interval = share.low == share.low
    return [
        BY_LABELS("audit.deeper", depth=depth, share=share.value, interval=interval, low=share.low, high=share.high)
    ]
