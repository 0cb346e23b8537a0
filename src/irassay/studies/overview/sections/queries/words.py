"""Titles of the figures of queries, each a finding that its table confirms, and how to read them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from irassay.messages import conjugate, count, listed, number, percent, plural
from irassay.studies.sections.captions import HOW, query_name

if TYPE_CHECKING:
    from irassay.comparison import League


EXAMPLES = 3  # queries that are named in a sentence


def queries_title(league: League) -> str:
    """How much queries differ, set against how much systems do."""
    medians = np.median(league.values, axis=0)
    by_query = float(medians.max() - medians.min())
    by_system = float(league.mean.max() - league.mean.min())
    noun = {1: "scores", 2: "means of the two"}.get(league.n, "medians")
    reach = f"{noun} range from {number(float(medians.min()), 2)} to {number(float(medians.max()), 2)}"
    if league.n > 1 and by_query > by_system:
        return f"Queries differ more than systems do: {reach}"
    return f"From the hardest query to the easiest, {reach}"


def queries_how(league: League, *, largest: int = 0) -> str:
    """How to read the rows of queries."""
    if league.n == 1:
        return f"{HOW}One row is one query; the dot is the score."
    who = "the two" if league.n == 2 else "systems"
    rows = f"The {largest} queries on which {who} differ most, " if largest else "One row is one query, "
    if league.n == 2:
        a, b = league.systems
        return f"{HOW}{rows}sorted by the mean of the two. The filled dot is {a}, the ring {b}."
    focus = f"The filled dot is {league.systems[0]}, the line joins the lowest and the highest score"
    return (
        f"{HOW}{rows}sorted by the median of all systems. {focus} of all {count(league.n)} systems, the pale bar is "
        "their middle half."
    )


def largest_title(league: League, at: Sequence[int]) -> str:
    """What part of the systems' spread lies in a few queries."""
    variance = league.values.var(axis=0)
    part = float(variance[list(at)].sum() / variance.sum()) if variance.sum() > 0 else 0.0
    of = f"{count(len(at))} of {count(len(league.queries))}"
    return f"{of} queries account for {percent(part, 0)} of the spread between systems"


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
