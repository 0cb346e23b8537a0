"""Sentences about queries on which every system scores the same, and those on which systems differ most."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from irassay.messages import conjugate, count, listed, number, plural
from irassay.studies.sections.captions import query_name

EXAMPLES = 3  # queries that are named in a sentence


def alike(queries: Sequence[str], value: float | None, n_queries: int, measure: str) -> str:
    """Queries on which every system has one score; `value` is that score where it is the same on each of them.

    >>> alike(["7", "9"], 0.0, 53, "nDCG@10")
    'On 2 of 53 queries (7 and 9) every system scores 0 in nDCG@10: they say nothing about the order.'
    >>> alike(["7"], None, 53, "RR")
    'On 1 of 53 queries (7) every system has the same score in RR: it says nothing about the order.'
    """
    n = len(queries)
    scores = "has the same score" if value is None else f"scores {number(value, 0 if value == round(value) else 4)}"
    on = f"On {count(n)} of {plural(n_queries, 'query')} ({listed(queries, EXAMPLES)})"
    return f"{on} every system {scores} in {measure}: {conjugate(n, 'it says')} nothing about the order."


@dataclass(frozen=True, slots=True)
class Spread:
    """A query, its text, and how far its scores lie apart over systems: standard deviation, lowest and highest."""

    query: str
    text: str
    deviation: float
    low: float
    high: float


def spread(queries: Sequence[Spread], n_queries: int, measure: str) -> str:
    """The queries on which all systems differ most, and by which statistic.

    >>> spread([Spread("7", "radio free europe", 0.331, 0.0, 0.951)], 53, "nDCG@10")
    'Of 53 queries, systems differ most in nDCG@10 on 7 "radio free europe" (standard deviation 0.33, from 0 to 0.95).'
    """
    examples = []
    for at, one in enumerate(queries):
        noun = "" if at else "standard deviation "
        ends = f"from {number(one.low, 2)} to {number(one.high, 2)}"
        examples.append(f"{query_name(one.query, one.text)} ({noun}{number(one.deviation, 2)}, {ends})")
    return f"Of {plural(n_queries, 'query')}, systems differ most in {measure} on {listed(examples)}."
