"""Sentences about known answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from irassay.messages import capital, count, listed, p_value, percent, plural

if TYPE_CHECKING:
    from irassay.comparison import Anchor, BetterThanPerfect

HOW = (
    "Two rows a run. One has the queries for which it puts the known answer first: people compared it with the "
    "document after it. The other has the queries for which it puts another document first: people compared the "
    "answer with that one. Shares leave ties out."
)


def labels(n_labels: Mapping[int, int]) -> str:
    """How many queries have one known answer."""
    n, one = sum(n_labels.values()), n_labels.get(1, 0)
    of = plural(n, "query")
    if one == n:
        return f"{of} with one known answer each: the labels say nothing of other documents."
    more = n - one
    return (
        f"{of}: {count(one)} with one known answer, {count(more)} with more. The labels say nothing of other documents."
    )


def against_answer(of: BetterThanPerfect) -> str:
    """How often the first document of a run is preferred to the answer."""
    other = of.other
    asked = f"{of.system} puts another document first for {plural(other.n_queries, 'query')}"
    if not other.answer + other.other:
        return f"{asked}; {count(other.judged)} of their pairs with the known answer were judged, and all of these tie."
    tied = f" {capital(count(other.tied))} more tie." if other.tied else ""
    decided = count(other.answer + other.other)
    return (
        f"{asked}. For {count(other.other)} of {decided} whose pair with the known answer was decided, its document is "
        f"preferred: {percent(other.share)} ({ends(other.interval)}), two-sided binomial test "
        f"p {p_value(other.p)}.{tied}"
    )


def error_of_judging(of: BetterThanPerfect) -> str:
    """What the pairs of a document that both choose say of the judging."""
    same = of.same
    text = (
        f"It puts the known answer first for {plural(same.n_queries, 'query')}, and there {count(same.answer)} of "
        f"{count(same.answer + same.other)} prefer it to the next document ({percent(1 - same.share)}). If what both "
        f"run and label choose is the better document, the other {percent(of.error)} is a rough error of the judging."
    )
    value, low, high = of.without_error
    if value != value:
        return text
    return (
        f"{text} Without that error, if it is the same everywhere, the first share would be {percent(value)} "
        f"({ends((low, high))})."
    )


def as_good(anchors: Sequence[Anchor]) -> str:
    """How often documents at some ranks are as good as the answer."""
    parts = [
        f"{count(one.counts.other + one.counts.tied)} of {count(one.counts.judged)} at rank {one.rank} "
        f"({ends(one.interval)})"
        for one in anchors
        if one.counts.judged
    ]
    return f"As good as the known answer or better: {listed(parts)}."


def ends(interval: tuple[float, float]) -> str:
    """The ends of an interval of a share."""
    low, high = interval
    return f"{percent(low)} to {percent(high)}"
