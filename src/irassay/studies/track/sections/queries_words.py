"""Sentences about the best runs of two kinds on single queries."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irassay.messages import count, percent, plural, share
from irassay.studies.sections.captions import HOW
from irassay.studies.track.words import kind_of

if TYPE_CHECKING:
    from irassay.comparison import BestGap


def won(gap: BestGap) -> str:
    """The share of queries that one best wins."""
    n = sum(gap.wins)
    return (
        f"{gap.a.best} scores better than {gap.b.best} on {count(gap.wins[0])} of {plural(n, 'query')} "
        f"({share(gap.wins[0], n)}; 95% interval {percent(gap.won_low, 0)} to {percent(gap.won_high, 0)}), worse on "
        f"{count(gap.wins[1])}, equal on {count(gap.wins[2])}."
    )


def duel_title(gap: BestGap) -> str:
    """The per-query chart's title."""
    n = sum(gap.wins)
    return f"{gap.a.best} scores better than {gap.b.best} on {count(gap.wins[0])} of {plural(n, 'query')}"


def duel_how(column: str, gap: BestGap) -> str:
    """How to read the per-query chart."""
    return (
        f"{HOW}Each row is a query, sorted by the difference. The filled dot is {gap.a.best}, the best "
        f"{kind_of(column, gap.a.name)} run; the ring is {gap.b.best}, the best {kind_of(column, gap.b.name)} run."
    )
