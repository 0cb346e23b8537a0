"""Sentences about an audit of finished labels."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irassay.estimates.pools.audit_coverage import AuditedCoverage
from irassay.wording import percent, plural

if TYPE_CHECKING:
    from irassay.pooling.audits import Audit

HOW = {
    "queries": "The interval goes by how far the queries differ, and is wide on purpose where they are few.",
    "one more": "The interval reckons with one document that is not like all the others.",
    "none": "Only one query has anything relevant in its pools: from it no interval can be told.",
}
TOO_WIDE = 0.5  # an interval from which little can be concluded


def drawn(audit: Audit, asked: int) -> list[str]:
    """Which queries are audited, where that is not as many as were asked for, or some have nothing to judge.

    Parameters
    ----------
    audit : Audit
    asked : int
        Queries that were to be drawn.
    """
    said = []
    n, idle = len(audit.queries), len(audit.queries) - len(set(audit.pool.queries))
    if asked > audit.n_queries:
        said.append(
            f"{plural(n, 'query')} {'has' if n == 1 else 'have'} both labels and a run's answer: all are audited."
        )
    if 0 < idle < n:
        said.append(f"On {idle:,} of the {plural(n, 'query')} audited everything that these runs find has a label.")
    return said


def coverage(found: AuditedCoverage) -> str:
    """How much of what is relevant the labels have, with the interval.

    >>> coverage(AuditedCoverage(20, 0, 90, 6, 94, 300, 0.94, 0.89, 0.98, "queries", 0.98, 10))[:84]
    'The labels have roughly 94% (89% to 98%) of the relevant documents that other system'
    """
    total = found.had + found.new
    on = f"on {plural(found.queries, 'query')}"
    if not total:
        return f"The audit's pools have nothing relevant {on}: they say nothing of what the labels lack."
    share = percent(found.share, 0)
    if found.interval != "none":
        share += f" ({percent(found.low, 0)} to {percent(found.high, 0)})"
    return (
        f"The labels have roughly {share} of the relevant documents that other systems find in their first "
        f"{found.depth:,}: {found.had:,} of {total:,} {on}; {found.new:,} {'is' if found.new == 1 else 'are'} new."
    )


def notes(found: AuditedCoverage) -> list[str]:
    """What the interval is, what is left out, and when it misleads."""
    said = []
    if found.had + found.new:
        if found.high - found.low > TOO_WIDE:
            said.append(f"{plural(found.queries, 'query')}: too few to say how much the labels have. Audit more.")
        said.append(
            f"{HOW[found.interval]} Were the new documents all that is missing, the labels would have "
            f"{percent(found.at_most, 0)} of the relevant documents of these queries."
        )
        said.append(
            "Of all that is relevant the labels may have much less: what systems rank high is easy to find. The more "
            "the audit's systems have in common with those that the labels were made with, the more this is too high. "
            "It takes for granted that who answered judges as those who made the labels."
        )
    if found.incomplete:
        said.append(
            f"{plural(found.incomplete, 'query')} left out, for want of an answer for each document listed; the list "
            "is that of the same runs, depth and seed."
        )
    return said
