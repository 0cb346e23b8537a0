"""Sentences about runs with unequal shares of judged documents."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from irassay.messages import conjugate, count, percent, plural, visible
from irassay.preflight.inputs import Material
from irassay.preflight.words.phrases import finding, some
from irassay.result import Finding

ACTION = (
    "judge these documents: irassay compare QRELS RUNS --unjudged judge-first.tsv lists those whose labels matter, "
    "worst first, or says why none does; irassay pool makes a pool of all runs"
)


def shares_differ(material: Material, shares: Mapping[int, float], many: Sequence[int]) -> Finding:
    """Runs with far more unjudged documents than the run with fewest: `shares` to the depth by system, `many` with the
    largest first."""
    names = material.runs.systems
    least, most = min(shares.values()), many[0]
    best = _first([names[s] for s in shares if shares[s] == least])
    far = [f"{names[s]} {percent(shares[s])}" for s in many]
    if len(many) == 1:
        favoured = f"favours {best}: {visible(names[most])} could score better by {material.measure} if its"
    else:
        favoured = f"favours runs with few of them: these {count(len(many))} could score better by {material.measure} "
        favoured += "if their"
    return finding(
        "unjudged-differ",
        "warning",
        f"Unjudged documents to rank {count(material.depth)}: {percent(shares[most])} in "
        f"{visible(names[most])}, {percent(least)} in {best}",
        size=shares[most] - least,
        numbers={"runs": len(many), "least": least, "most": shares[most], "depth": material.depth},
        where=(f"far more in {count(len(many))} of {count(len(names))} runs: {some(far)}",) if len(names) > 2 else (),
        systems=[names[s] for s in many],
        effect=f"each counts as not relevant, which {favoured} documents were judged as well",
        action=ACTION,
    )


def _first(names: Sequence[str]) -> str:
    """The first run, and the number of further ones."""
    return visible(names[0]) + (f" and {count(len(names) - 1)} more" if len(names) > 1 else "")


def partly(material: Material, shares: Mapping[str, float], n_queries: int) -> Finding:
    """Queries with a label for few of the documents that runs have first, with the judged shares; of so many."""
    n = len(shares)
    worst = sorted(shares, key=lambda query: (shares[query], query))
    return finding(
        "partly-judged",
        "warning",
        f"{count(n)} of {plural(n_queries, 'judged query', 'judged queries')} {conjugate(n, 'is')} judged in "
        f"part: {some([f'{query} ({percent(shares[query])})' for query in worst])}",
        size=n / n_queries,
        numbers={"queries": n, "judged": n_queries, "depth": material.depth},
        where=(f"the share of labels among the median run's documents to rank {count(material.depth)}",),
        effect="what is not judged counts as not relevant; other queries have a label for nearly every such document",
        action="finish these queries, or take their labels out until they are finished",
    )


def not_judged(material: Material, queries: Sequence[str]) -> Finding:
    """Queries whose labels are all below 0."""
    n, rest = len(queries), material.n_queries - len(queries)
    return finding(
        "queries-not-judged",
        "warning",
        f"{plural(n, 'query has', 'queries have')} labels below 0 only, as if not judged yet: {some(queries)}",
        size=n / material.n_queries,
        numbers={"queries": n, "others": rest},
        effect=f"each counts 0 for every run, in means over {plural(material.n_queries, 'query')}",
        action=f"take these labels out until the queries are judged: means are then over the other {count(rest)}",
    )


def unrateable(marked: Mapping[str, Collection[str]]) -> Finding:
    """Documents that assessors could not rate."""
    n, first = sum(map(len, marked.values())), min(marked, key=str.encode)
    them = "it" if n == 1 else "them"
    return finding(
        "unrateable",
        "note",
        f"{plural(n, 'document is', 'documents are')} marked unrateable",
        size=0.0,
        numbers={"documents": n, "queries": len(marked)},
        where=(f"query {visible(first)}: {some(sorted(marked[first], key=str.encode))}",),
        effect=f"without a label: not relevant where a run has {them}; compare --unjudged leaves {them} out",
    )


def unrateable_queries(material: Material, queries: Sequence[str]) -> Finding:
    """Queries without a label, since no document of the files of labels could be rated."""
    text = f"{_no_label(queries)}: all {conjugate(len(queries), 'its')} documents in the labels are marked unrateable"
    return finding("unrateable-queries", "warning", text, **_in_no_mean(material, queries))


def unrated_queries(material: Material, queries: Sequence[str]) -> Finding:
    """Queries without a label, since nobody has rated a document."""
    marked = sum(len(material.qrels.unrateable.get(query, ())) for query in queries)
    but = f", and {plural(marked, 'is', 'are')} marked unrateable" if marked else ""
    text = f"{_no_label(queries)}: nobody has rated a document{but}"
    return finding("unrated-queries", "warning", text, **_in_no_mean(material, queries))


def _no_label(queries: Sequence[str]) -> str:
    return f"{plural(len(queries), 'query has', 'queries have')} no label"


def _in_no_mean(material: Material, queries: Sequence[str]) -> dict[str, Any]:
    one, labelled = len(queries) == 1, material.n_queries
    them, others = "it" if one else "them", _n_unrated(material, queries)
    rate = f"; runs bring {plural(others, 'document')} for {them} that nobody has rated" if others else ""
    return {
        "size": len(queries) / (labelled + len(queries)),
        "numbers": {"queries": len(queries), "labelled": labelled, "unrated": others},
        "where": (some(queries),),
        "effect": f"{'it is' if one else 'they are'} in no mean, which is over {plural(labelled, 'query')}{rate}",
        "action": f"have documents rated that runs bring for {them}: irassay pool RUNS --judged QRELS lists them",
    }


def _n_unrated(material: Material, queries: Sequence[str]) -> int:
    """How many documents runs bring for queries without a label, down to the depth, that are not marked unrateable."""
    runs, marked, there = material.runs, material.qrels.unrateable, set(material.runs.queries)
    top = {
        (q, doc) for q in queries if q in there for s in runs.systems for doc in runs.ranking(s, q)[: material.depth]
    }
    return sum(doc not in marked.get(query, ()) for query, doc in top)
