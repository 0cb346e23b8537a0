"""Where two systems differ, query by query, with the documents behind it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from irassay.comparison import League
from irassay.comparison.disagreement import Disagreement, disagreements
from irassay.result import Column, Differences, Section, Table
from irassay.studies.overview.comparison import OverviewComparison, OverviewEvidence
from irassay.studies.overview.words import OVERVIEW
from irassay.studies.page_section import PageSection

NOTHING = 5e-4  # below it a sum of documents rounds to 0
MOST_PAIRS = 3
QUERIES = (10, 5, 5)  # shown with documents, of each pair
MOST_ROWS = 400  # queries in the table behind the first pair
NEAR = 0.25  # as near to a system already shown as this share of its differences to the first: shown once
TEXT = 160  # characters of a document's text


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


def collect(comparison: OverviewComparison) -> list[Between]:
    """The documents behind the largest differences of those pairs; their texts are picked in one walk."""
    league, scores, texts = comparison.league, comparison.scores, comparison.inputs.doc_texts
    pairs = []
    for (i, j), most in zip(pairs_that_matter(league), QUERIES):
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
        rows += [q for q in largest if q not in set(rows)][: MOST_ROWS - len(rows)]
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


SECTION = PageSection("differences", "Differences", collect, differences_section)
