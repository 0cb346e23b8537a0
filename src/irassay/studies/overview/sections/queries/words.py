"""Titles of the figures of queries, each a finding that its table confirms, and how to read them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from irassay.messages import number
from irassay.studies.overview.words import OVERVIEW
from irassay.studies.sections.captions import query_name

if TYPE_CHECKING:
    from irassay.comparison import League


def queries_title(league: League) -> str:
    """How much queries differ, set against how much systems do."""
    medians = np.median(league.values, axis=0)
    by_query = float(medians.max() - medians.min())
    by_system = float(league.mean.max() - league.mean.min())
    low, high = float(medians.min()), float(medians.max())
    more = league.n > 1 and by_query > by_system
    return OVERVIEW("queries.title", more=more, n=league.n, two=league.n == 2, low=low, high=high)


def queries_how(league: League, *, largest: int = 0) -> str:
    """How to read the rows of queries."""
    form = {1: "queries.how-one", 2: "queries.how-two"}.get(league.n, "queries.how")
    first, last = league.systems[0], league.systems[-1]
    return OVERVIEW(form, n=league.n, two=league.n == 2, first=first, last=last, largest=largest)


def largest_title(league: League, at: Sequence[int]) -> str:
    """What part of the systems' spread lies in a few queries."""
    variance = league.values.var(axis=0)
    part = float(variance[list(at)].sum() / variance.sum()) if variance.sum() > 0 else 0.0
    return OVERVIEW("queries.largest", n=len(at), queries=len(league.queries), part=part)


def alike(queries: Sequence[str], value: float | None, n_queries: int, measure: str) -> str:
    """Queries on which every system has one score; `value` is that score where it is the same on each of them."""
    score = "" if value is None else number(value, 0 if value == round(value) else 4)
    n, names = len(queries), list(queries)
    return OVERVIEW("queries.alike", n=n, queries=n_queries, names=names, value=score, measure=measure)


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
    examples = [
        OVERVIEW(
            "queries.example",
            query=query_name(one.query, one.text), first=not at, deviation=one.deviation, low=one.low, high=one.high,
        )
        for at, one in enumerate(queries)
    ]  # fmt: skip
    return OVERVIEW("queries.spread", queries=n_queries, measure=measure, examples=examples)
