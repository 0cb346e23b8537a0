"""Checks of the queries: missing, without labels, or without a relevant document."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from irassay.preflight.ids import unused_queries
from irassay.preflight.inputs import Material
from irassay.preflight.words import grades as unrated_words
from irassay.preflight.words import ids as words
from irassay.result import Finding

EACH = 3  # most systems with a finding of their own; more share one


def without_hits(material: Material) -> Iterable[Finding]:
    """Labelled queries that a run answers with no document, where its files can say so."""
    if not material.shared:
        return
    for s in range(len(material.runs.systems)):
        queries = material.without_hits(s)
        if queries:
            yield words.no_hits(material, s, queries)


def missing(material: Material) -> Iterable[Finding]:
    """Labelled queries that a run does not answer."""
    if not material.shared:
        return
    lacking = {
        s: n
        for s, c in enumerate(material.coverage)
        if c.answered < material.n_queries and (n := material.n_queries - material.n_answered(s))
    }
    silent = [s for s, n in lacking.items() if n == material.n_queries]
    if silent:
        runs = material.runs
        of_runs = [query for query in runs.queries if any(runs.core.lengths(query)[s] for s in silent)]
        yield words.no_query_answered(material, silent, of_runs, hint=unused_queries(material, silent))
    for s in silent:
        del lacking[s]
    if not lacking:
        return
    if len(lacking) <= EACH:
        for s in lacking:
            queries = material.unanswered(s)
            cut_short = are_the_last(queries, material.qrels.queries)
            yield words.missing_queries(material, s, queries, hint=unused_queries(material, [s]), cut_short=cut_short)
    else:
        yield words.missing_queries_of_many(material, lacking, unused_queries(material, list(lacking)))


def are_the_last(missing: Sequence[str], queries: Sequence[str]) -> bool:
    """Whether several missing queries are the last ones, in byte order or as numbers, as in a truncated file."""
    n = len(missing)
    orders = (sorted(queries), sorted(queries, key=lambda query: (len(query), query)))
    return 1 < n < len(queries) and any(set(order[-n:]) == set(missing) for order in orders)


def extra(material: Material) -> Iterable[Finding]:
    """Answered queries without labels."""
    labelled = set(material.qrels.queries)
    without = [query for query in material.runs.queries if query not in labelled]
    if without and material.shared:
        yield words.extra_queries(material, without)


def unrateable(material: Material) -> Iterable[Finding]:
    """Documents that assessors could not rate, and queries that have no label for that reason."""
    marked = material.qrels.unrateable
    if marked:
        yield unrated_words.unrateable(marked)
    without = material.qrels.queries_unrateable
    if without:
        yield unrated_words.unrateable_queries(material, without)


def unrated(material: Material) -> Iterable[Finding]:
    """Queries that the files of labels list, and of which nobody has rated a document."""
    without = material.qrels.queries_unrated
    if without:
        yield unrated_words.unrated_queries(material, without)


def without_relevant(material: Material) -> Iterable[Finding]:
    """Judged queries without a relevant label; those with labels below 0 alone have a finding of their own."""
    best = {q: max(material.qrels.grades(q).values(), default=0) for q in material.qrels.queries}
    empty = [q for q, grade in best.items() if 0 <= grade < material.rel]
    if empty:
        yield words.no_relevant(material, empty)
