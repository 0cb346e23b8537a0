"""Query by query: the hardest ones, those on which systems differ most, and a row for each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from irassay.comparison import League
from irassay.comparison.equality import rounding
from irassay.messages import Name, number
from irassay.result import Column, Finding, QueryChart, Section, Table
from irassay.studies.overview.comparison import OverviewEvidence
from irassay.studies.overview.words import OVERVIEW
from irassay.studies.page_section import plain_section
from irassay.studies.sections.captions import query_name
from irassay.studies.sections.hardest import hardest
from irassay.verdict.words.lead import on_single_queries, turned_by

LOUDEST = 3  # queries named as those on which all systems differ most
MOST_ROWS = 120  # queries that are shown one by one; beyond, those with the largest spread
LARGEST = 20


def queries_title(league: League) -> str:
    """How much queries differ, set against how much systems do."""
    medians = np.median(league.values, axis=0)
    by_query = float(medians.max() - medians.min())
    by_system = float(league.mean.max() - league.mean.min())
    low, high = int(medians.argmin()), int(medians.argmax())
    return OVERVIEW(
        "queries.title",
        more=league.n > 1 and by_query > by_system, n=league.n, two=league.n == 2,
        low=float(medians[low]), at_low=league.queries[low], high=float(medians[high]), at_high=league.queries[high],
    )  # fmt: skip


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


def queries_section(evidence: OverviewEvidence) -> Section:
    """What all systems make of the queries, then these as rows, of many those with the largest spread."""
    league = evidence.verdict.league
    body: list[Any] = [*hardest(league, evidence.texts), *on_all_systems(evidence)]
    if turned := turned_by(league):
        sentence = on_single_queries(replace(league, queries=tuple(map(Name, league.queries))))
        numbers = {"queries": len(turned), "of": len(league.queries)}
        body.append(Finding("lead-on-queries", "note", "queries", sentence, numbers, tuple(turned)))
    if len(league.queries) > MOST_ROWS:
        body.append(_rows(evidence, np.argsort(-league.values.std(axis=0), kind="stable")[:LARGEST].tolist(), LARGEST))
    else:
        body.append(_rows(evidence, list(range(len(league.queries))), 0))
    return Section("queries", "Query by query", body)


def _rows(evidence: OverviewEvidence, at: Sequence[int], largest: int) -> QueryChart:
    league, reach = evidence.verdict.league, evidence.reach
    medians = np.median(league.values, axis=0)
    at = sorted(at, key=lambda q: (-medians[q], league.queries[q]))
    low, q1, median, q3, high = np.quantile(league.values[:, at], [0, 0.25, 0.5, 0.75, 1], axis=0)
    title = largest_title(league, at) if largest else queries_title(league)
    middle = (
        Column("q1", q1.tolist(), definition="a quarter of the systems score less", digits=3, heading="quartile 1"),
        Column("median", median.tolist(), digits=3),
        Column("q3", q3.tolist(), definition="a quarter of the systems score more", digits=3, heading="quartile 3"),
    )
    spread = []
    if league.n > 2:
        deviation = league.values[:, at].std(axis=0, ddof=1).tolist()
        spread = [Column("deviation", deviation, definition="over systems", digits=3, heading="standard deviation")]
    other = []
    if league.n == 2:
        other = [Column("other", league.values[1, at].tolist(), digits=3, heading=league.systems[1])]
    columns = [
        Column("query", [league.queries[q] for q in at]),
        Column("text", [evidence.texts.get(league.queries[q], "") for q in at]),
        Column("low", low.tolist(), definition="lowest of all systems", digits=3),
        *(() if league.n == 2 else middle),
        Column("high", high.tolist(), definition="highest of all systems", digits=3),
        *spread,
        Column("focus", league.values[0, at].tolist(), digits=3, heading=league.systems[0]),
        *other,
        Column("relevant", [reach.relevant_per_query[q] for q in at], unit="labels", digits=0),
        Column("judged", [reach.labels_per_query[q] for q in at], unit="labels", digits=0),
    ]
    form = {1: "queries.how-one", 2: "queries.how-two"}.get(league.n, "queries.how")
    first, last = league.systems[0], league.systems[-1]
    how = OVERVIEW(form, n=league.n, two=league.n == 2, first=first, last=last, largest=largest)
    second = league.systems[1] if league.n == 2 else ""
    return QueryChart(
        "queries", title, how, Table("queries", title, columns), league.measure, league.systems[0], second
    )


def on_all_systems(evidence: OverviewEvidence) -> list[Finding]:
    """Queries on which all systems score the same, and those on which they differ most."""
    league = evidence.verdict.league
    if league.n < 2 or len(league.queries) < 2:
        return []
    low, high = league.values.min(axis=0), league.values.max(axis=0)
    equal = rounding(league.values)
    flat = high - low <= equal
    findings = []
    for code, value in (("queries-zero", 0.0), ("queries-perfect", 1.0), ("queries-alike", None)):
        there = flat if value is None else flat & (np.abs(low - value) <= equal)
        flat = flat & ~there
        if there.any():
            names = [league.queries[q] for q in np.flatnonzero(there).tolist()]
            text = alike([*map(Name, names)], value, len(league.queries), league.measure)
            findings.append(Finding(code, "note", "queries", text, {"queries": len(names)}, tuple(names)))
    if league.n > 2:
        findings += _spread(evidence, np.flatnonzero(high - low > equal).tolist())
    return findings


def _spread(evidence: OverviewEvidence, rows: Sequence[int]) -> list[Finding]:
    """Those of `rows` on which all systems differ most, by the standard deviation over systems."""
    league = evidence.verdict.league
    values = league.values
    names, deviation, low, high = league.queries, values.std(axis=0, ddof=1), values.min(axis=0), values.max(axis=0)
    loudest = [
        Spread(names[q], evidence.texts.get(names[q], ""), *map(float, (deviation[q], low[q], high[q])))
        for q in sorted(rows, key=lambda q: -deviation[q])[:LOUDEST]
    ]
    if not loudest:
        return []
    text = spread([replace(one, query=Name(one.query)) for one in loudest], len(league.queries), league.measure)
    numbers = {
        f"{name} {one.query}": x
        for one in loudest
        for name, x in (("deviation", one.deviation), ("low", one.low), ("high", one.high))
    }
    return [Finding("queries-spread", "note", "queries", text, numbers, tuple(one.query for one in loudest))]


SECTION = plain_section("queries", "Queries", queries_section)
