"""Checks of the queries: missing, without labels, or without a relevant document."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from irassay.messages import count, visible
from irassay.preflight.ids import to_rename, unused_queries
from irassay.preflight.inputs import Material
from irassay.preflight.phrases import SAID, finding
from irassay.result import Finding

EACH = 3  # most systems with a finding of their own; more share one


def without_hits(material: Material) -> Iterable[Finding]:
    """Labelled queries that a run answers with no document, where its files can say so."""
    if not material.shared:
        return
    for s, system in enumerate(material.systems):
        queries = material.without_hits(s)
        if not queries:
            continue
        other = material.best_other_on(s, queries)
        better = other is not None and material.measure.definition.direction * other[1] > 0
        yield finding(
            "no-hits",
            "warning" if better else "note",
            size=len(queries) / material.n_queries * (other[1] if other is not None and better else 1.0),
            numbers={"queries": len(queries), "of": material.n_queries},
            systems=(system,),
            effect="better" if better else "",
            names=queries,
            measure=material.measure,
            **_best(material, other),
        )


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
        hint = unused_queries(material, silent)
        yield finding(
            "no-query-answered",
            "error",
            size=1.0,
            numbers={"runs": len(silent), "queries": material.n_queries},
            systems=[runs.systems[s] for s in silent],
            action=to_rename(hint, of_runs),
            of_qrels=material.qrels.queries,
            of_runs=of_runs or ("none",),
            hint=hint,
        )
    for s in silent:
        del lacking[s]
    if len(lacking) > EACH:
        yield _missing_of_many(material, lacking)
    else:
        yield from (_missing_of_one(material, s) for s in lacking)


def _missing_of_one(material: Material, system: int) -> Finding:
    """Labelled queries that one run does not answer."""
    queries, mean, hint = material.unanswered(system), material.means()[system], unused_queries(material, [system])
    cut_short = are_the_last(queries, material.qrels.queries)
    numbers: dict[str, float | int | str] = {"unanswered": len(queries), "queries": material.n_queries, "mean": mean}
    over_answered, size = _over_answered(material, system), len(queries) / material.n_queries
    if over_answered is not None:
        numbers["mean_answered"], size = over_answered, over_answered - mean
    return finding(
        "missing-queries",
        "warning",
        size=size,
        numbers=numbers,
        where="cut" if cut_short else "",
        systems=(material.systems[system],),
        effect="means" if over_answered is not None else "",
        action="rename.action" if hint else "cut" if cut_short else "",
        names=queries,
        means=_both_means(material, system, over_answered),
        hint=hint,
    )


def _missing_of_many(material: Material, lacking: Mapping[int, int]) -> Finding:
    """Labelled queries that several runs do not answer, by the number that each lacks."""
    names, order = material.systems, sorted(lacking, key=lambda s: -lacking[s])
    most, hint = order[0], unused_queries(material, [*lacking])
    by_none = material.unanswered(*order)
    over_answered, size = _over_answered(material, most), lacking[most] / material.n_queries
    if over_answered is not None:
        size = over_answered - material.means()[most]
    each = [f"{visible(names[s])} ({count(lacking[s])})" for s in order]
    return finding(
        "missing-queries",
        "warning",
        size=size,
        numbers={"runs": len(lacking), "most": lacking[most], "queries": material.n_queries},
        where=(SAID("missing-queries.each", each=", ".join(each[:3]), more=len(each) - 3, names=by_none),),
        systems=[names[s] for s in order],
        text="many",
        effect="means-of-many" if over_answered is not None else "",
        action="rename.action" if hint else "",
        means=_both_means(material, most, over_answered),
        hint=hint,
    )


def _over_answered(material: Material, system: int) -> float | None:
    """The mean over the answered queries; None where it does not follow from the mean, or does not differ."""
    mean, answered = material.means()[system], material.n_answered(system)
    return mean * material.n_queries / answered if material.measure.zero_without and answered and mean else None


def _both_means(material: Material, system: int, over_answered: float | None) -> str:
    """The run's mean, and that over the queries that it answers beside the best other run's on these; "" without."""
    if over_answered is None:
        return ""
    lacking = set(material.unanswered(system))
    answered = [query for query in material.qrels.queries if query not in lacking]
    other = material.best_other_on(system, answered)
    return SAID(
        "missing-queries.means-beside" if other else "missing-queries.means",
        measure=material.measure,
        mean=material.means()[system],
        answered=len(answered),
        over_answered=over_answered,
        **_best(material, other),
    )


def _best(material: Material, other: tuple[int, float] | None) -> dict[str, str | float]:
    """Slots of the best other run, and its mean."""
    return {} if other is None else {"best": material.systems[other[0]], "best_mean": other[1]}


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
        numbers = {"answered": len(material.runs.queries), "unlabelled": len(without)}
        yield finding("extra-queries", "note", numbers=numbers, names=without, labelled=material.n_queries)


def unrateable(material: Material) -> Iterable[Finding]:
    """Documents that assessors could not rate, and queries that have no label for that reason."""
    marked = material.qrels.unrateable
    if marked:
        n, first = sum(map(len, marked.values())), min(marked, key=str.encode)
        numbers, docs = {"documents": n, "queries": len(marked)}, sorted(marked[first], key=str.encode)
        yield finding("unrateable", "note", numbers=numbers, query=first, docs=docs)
    without = material.qrels.queries_unrateable
    if without:
        yield finding("unrateable-queries", "warning", **_in_no_mean(material, without))


def unrated(material: Material) -> Iterable[Finding]:
    """Queries that the files of labels list, and of which nobody has rated a document."""
    without = material.qrels.queries_unrated
    if without:
        marked = sum(len(material.qrels.unrateable.get(query, ())) for query in without)
        form = "marked" if marked else ""
        yield finding("unrated-queries", "warning", text=form, marked=marked, **_in_no_mean(material, without))


def _in_no_mean(material: Material, queries: Sequence[str]) -> dict[str, Any]:
    """What findings on unlabelled queries share; for how many runs bring documents that aren't marked unrateable."""
    runs, marked, there = material.runs, material.qrels.unrateable, set(material.runs.queries)
    top = {
        (q, doc) for q in queries if q in there for s in runs.systems for doc in runs.ranking(s, q)[: material.depth]
    }
    others = sum(doc not in marked.get(query, ()) for query, doc in top)
    return {
        "size": len(queries) / (material.n_queries + len(queries)),
        "numbers": {"queries": len(queries), "labelled": material.n_queries, "unrated": others},
        "where": "in-no-mean.where",
        "effect": "in-no-mean.unrated" if others else "in-no-mean.effect",
        "action": "in-no-mean.action",
        "names": queries,
    }


def without_relevant(material: Material) -> Iterable[Finding]:
    """Judged queries without a relevant label; those with labels below 0 alone have a finding of their own."""
    highest = {q: max(material.qrels.grades(q).values(), default=0) for q in material.qrels.queries}
    empty = [q for q, grade in highest.items() if 0 <= grade < material.rel]
    if not empty:
        return
    n, others = material.n_queries, material.n_queries - len(empty)
    size, best = len(empty) / n, 0.0
    changes = bool(material.measure.zero_without and others and material.shared)
    if changes:
        best = max(material.means())
        size = best * n / others - best
    yield finding(
        "no-relevant",
        "note",
        size=size,
        numbers={"queries": len(empty), "rel": material.rel},
        effect="means" if changes else "",
        names=empty,
        measure=material.measure,
        best=best,
        others=others,
        over_others=best * n / others if changes else 0.0,
    )
