"""Query by query: scores of all systems, the hardest, those that part systems, and the documents behind differences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from irassay.comparison import League
from irassay.comparison.disagreement import Disagreement, disagreements
from irassay.comparison.equality import rounding
from irassay.messages import Name, number
from irassay.result import Column, Differences, Finding, QueryChart, Section, Table
from irassay.studies.overview.comparison import OVERVIEW, OverviewComparison, OverviewEvidence
from irassay.studies.page_section import PageSection, plain_section
from irassay.studies.sections.captions import hardest, query_name
from irassay.verdict.words.lead import on_single_queries, turned_by

LOUDEST = 3  # queries named as those on which all systems differ most
MOST_ROWS = 120  # queries that are shown one by one; beyond, those with the largest spread
LARGEST = 20
NOTHING = 5e-4  # below it a sum of documents rounds to 0
MOST_PAIRS = 3
QUERIES_SHOWN = (10, 5, 5)  # shown with documents, of each pair
MOST_ROWS_BEHIND = 400  # queries in the table behind the first pair
NEAR = 0.25  # as near to a system already shown as this share of its differences to the first: shown once
TEXT = 160  # characters of a document's text


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


QUERIES = plain_section("queries", "Queries", queries_section)


def differences_title(a: str, b: str, *, shown: int, n_queries: int, share: float, better: int) -> str:
    """How much of all differences lies in the queries shown, and in whose favour."""
    return OVERVIEW(
        "differences.title" if shown else "differences.same",
        a=a, b=b, shown=shown, n=n_queries, share=share, better=better, all=better in (0, shown),
    )  # fmt: skip


def note(one: Disagreement, a: str, b: str, depth: int | None) -> str:
    """What is not in the table of a query's documents, and how many of those read are unjudged."""
    adds = 0 if abs(one.others_add) < NOTHING else one.others_add
    others = OVERVIEW("differences.others", n=one.others, is_sum=one.is_sum, adds=adds) if one.others else ""
    of_a, of_b = one.unjudged
    unjudged = OVERVIEW("differences.unjudged", depth=depth, a=a, b=b, of_a=of_a, of_b=of_b) if of_a or of_b else ""
    return f"{others} {unjudged}".strip()


@dataclass(frozen=True, slots=True)
class Between:
    """Two rows of the league, and the queries on which they differ most."""

    a: int
    b: int
    shown: Sequence[Disagreement]  # largest difference first
    # document -> the beginning of its text, where texts were given
    texts: Mapping[str, str] = field(default_factory=dict)


def pairs_that_matter(league: League) -> list[tuple[int, int]]:
    """The first against the other leaders, or the runner-up; with baselines, the best others against each."""
    if league.n < 2:
        return []
    if league.baseline:
        bases = [league.systems.index(name) for name in league.baseline]
        each = max(1, MOST_PAIRS // len(bases))
        rest = [i for i in range(league.n) if i not in bases]
        return [(i, base) for base in bases for i in (rest or [1 - base])[:each]][:MOST_PAIRS]
    leaders = set(league.leaders)
    others = [i for i in range(1, league.n) if league.systems[i] in leaders] or [1]
    apart: list[int] = []
    for i in others:
        gap = np.abs(league.values[i] - league.values[0]).sum()
        if not any(np.abs(league.values[i] - league.values[j]).sum() < NEAR * gap for j in apart):
            apart.append(i)  # else its queries would be the same again
    return [(0, i) for i in apart[:MOST_PAIRS]]


def pairs_of(comparison: OverviewComparison) -> list[Between]:
    """The documents behind the largest differences of those pairs; their texts are picked in one walk."""
    league, scores, texts = comparison.league, comparison.scores, comparison.inputs.doc_texts
    pairs = []
    for (i, j), most in zip(pairs_that_matter(league), QUERIES_SHOWN):
        a, b = league.systems[i], league.systems[j]
        shown = disagreements(
            scores, comparison.labels, comparison.inputs.runs, a, b, measure=comparison.measure, n_queries=most
        )
        pairs.append(Between(i, j, [one for one in shown if one.query in set(league.queries)]))
    documents = {document.doc for pair in pairs for one in pair.shown for document in one.documents}
    beginnings_of = {} if texts is None else beginnings(texts.pick(sorted(documents)))
    return [replace(pair, texts=beginnings_of) for pair in pairs]


def beginnings(texts: Mapping[str, str]) -> dict[str, str]:
    """The first characters of each text, on one line."""
    lines = {doc: " ".join(text[: 8 * TEXT].split()) for doc, text in texts.items()}
    return {doc: line if len(line) <= TEXT else line[: TEXT - 1].rstrip() + "…" for doc, line in lines.items()}


def differences_section(evidence: OverviewEvidence, pairs: Sequence[Between] | None = None) -> Section | None:
    """The pairs, one after the other; None where there is none."""
    figures = [_figure(evidence, pair, again=k > 0) for k, pair in enumerate(pairs or ())]
    return Section("differences", "Where they differ, and why", figures) if figures else None


def _figure(evidence: OverviewEvidence, pair: Between, *, again: bool) -> Differences:
    league = evidence.verdict.league
    a, b = league.systems[pair.a], league.systems[pair.b]
    difference = league.values[pair.a] - league.values[pair.b]
    rows = [league.queries.index(one.query) for one in pair.shown]
    if not again:
        largest = np.argsort(-np.abs(difference), kind="stable").tolist()
        rows += [q for q in largest if q not in set(rows)][: MOST_ROWS_BEHIND - len(rows)]
    total = float(np.abs(difference).sum())
    title = differences_title(
        a,
        b,
        shown=len(pair.shown),
        n_queries=len(league.queries),
        share=sum(abs(one.difference) for one in pair.shown) / total if total else 0.0,
        better=sum((one.difference > 0) != league.lower_is_better for one in pair.shown),
    )
    is_sum = all(one.is_sum for one in pair.shown)
    how = OVERVIEW(f"differences.{'again' if again else 'how'}", measure=league.measure, a=a, b=b, is_sum=is_sum)
    queries = [league.queries[q] for q in rows]
    first, second = (league.values[k][rows].tolist() for k in (pair.a, pair.b))
    columns = [
        Column("query", queries),
        *([Column("text", [evidence.texts.get(q, "") for q in queries])] if evidence.texts else []),
        Column("a", first, definition=a, digits=4),
        Column("b", second, definition=b, digits=4),
        Column("difference", [x - y for x, y in zip(first, second)], definition="a minus b", digits=4),
    ]
    name, depth = f"differences-{pair.a + 1}-{pair.b + 1}", evidence.verdict.depth
    tables = [_documents(one, (a, b), pair.texts, depth) for one in pair.shown]
    return Differences(name, title, how, Table(name, title, columns), league.measure, a, b, tables)


def _documents(one: Disagreement, systems: tuple[str, str], texts: Mapping[str, str], depth: int | None) -> Table:
    documents = one.documents
    columns = [
        Column("document", [d.doc for d in documents]),
        Column("rank_a", [d.rank_a for d in documents], definition=f"rank in {systems[0]}", digits=0),
        Column("rank_b", [d.rank_b for d in documents], definition=f"rank in {systems[1]}", digits=0),
        Column("grade", ["unjudged" if d.grade is None else str(d.grade) for d in documents]),
    ]
    if one.is_sum:
        columns.append(Column("adds", [d.adds for d in documents], definition="to the difference", digits=3))
    if any(d.doc in texts for d in documents):
        columns.append(Column("text", [texts.get(d.doc, "") for d in documents]))
    return Table(one.query, one.query, columns, note(one, *systems, depth))


DIFFERENCES = PageSection("differences", "Differences", pairs_of, differences_section)
