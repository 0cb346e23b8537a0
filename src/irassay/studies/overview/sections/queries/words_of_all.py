"""Sentences about queries on which every system scores the same, and those on which systems differ most."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from irassay.messages import conjugate, count, listed, number, plural
from irassay.studies.sections.captions import query_name

EXAMPLES = 3  # queries that are named in a sentence


def alike(queries: Sequence[str], value: float | None, n_queries: int, measure: str) -> str:
    """Queries on which every system has one score; `value` is that score where it is the same on each of them."""
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
    """The queries on which all systems differ most, and by which statistic."""
    examples = []
    for at, one in enumerate(queries):
        noun = "" if at else "standard deviation "
        ends = f"from {number(one.low, 2)} to {number(one.high, 2)}"
        examples.append(f"{query_name(one.query, one.text)} ({noun}{number(one.deviation, 2)}, {ends})")
    return f"Of {plural(n_queries, 'query')}, systems differ most in {measure} on {listed(examples)}."
