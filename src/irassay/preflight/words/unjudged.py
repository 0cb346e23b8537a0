"""Findings about runs with unequal shares of judged documents."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from irassay.messages import percent, visible
from irassay.preflight.inputs import Material
from irassay.preflight.words.phrases import SAID, finding
from irassay.result import Finding


def shares_differ(material: Material, shares: Mapping[int, float], many: Sequence[int]) -> Finding:
    """Runs with far more unjudged documents than the run with fewest: `shares` to the depth by system, `many` with the
    largest first."""
    names = material.runs.systems
    least, most = min(shares.values()), shares[many[0]]
    best = [names[s] for s in shares if shares[s] == least]
    return finding(
        "unjudged-differ",
        "warning",
        size=most - least,
        numbers={"runs": len(many), "least": least, "most": most, "depth": material.depth},
        systems=[names[s] for s in many],
        where="" if len(names) > 2 else None,
        effect="one" if len(many) == 1 else "",
        best=visible(best[0]) if len(best) == 1 else SAID("unjudged-differ.best", first=best[0], others=len(best) - 1),
        each=[f"{names[s]} {percent(shares[s])}" for s in many],
        of=len(names),
        measure=material.measure,
    )


def partly(material: Material, shares: Mapping[str, float], n_queries: int) -> Finding:
    """Queries with a label for few of the documents that runs have first, with the judged shares; of so many."""
    n = len(shares)
    worst = sorted(shares, key=lambda query: (shares[query], query))
    return finding(
        "partly-judged",
        "warning",
        size=n / n_queries,
        numbers={"queries": n, "judged": n_queries, "depth": material.depth},
        each=[f"{query} ({percent(shares[query])})" for query in worst],
    )


def not_judged(material: Material, queries: Sequence[str]) -> Finding:
    """Queries whose labels are all below 0."""
    n, of = len(queries), material.n_queries
    numbers = {"queries": n, "others": of - n}
    return finding("queries-not-judged", "warning", size=n / of, numbers=numbers, names=queries, of=of)


def unrateable(marked: Mapping[str, Collection[str]]) -> Finding:
    """Documents that assessors could not rate."""
    n, first = sum(map(len, marked.values())), min(marked, key=str.encode)
    numbers, docs = {"documents": n, "queries": len(marked)}, sorted(marked[first], key=str.encode)
    return finding("unrateable", "note", numbers=numbers, query=first, docs=docs)


def unrateable_queries(material: Material, queries: Sequence[str]) -> Finding:
    """Queries without a label, since no document of the files of labels could be rated."""
    return finding("unrateable-queries", "warning", **_in_no_mean(material, queries))


def unrated_queries(material: Material, queries: Sequence[str]) -> Finding:
    """Queries without a label, since nobody has rated a document."""
    marked = sum(len(material.qrels.unrateable.get(query, ())) for query in queries)
    form = "marked" if marked else ""
    return finding("unrated-queries", "warning", text=form, marked=marked, **_in_no_mean(material, queries))


def _in_no_mean(material: Material, queries: Sequence[str]) -> dict[str, Any]:
    labelled, others = material.n_queries, _n_unrated(material, queries)
    return {
        "size": len(queries) / (labelled + len(queries)),
        "numbers": {"queries": len(queries), "labelled": labelled, "unrated": others},
        "where": "in-no-mean.where",
        "effect": "in-no-mean.unrated" if others else "in-no-mean.effect",
        "action": "in-no-mean.action",
        "names": queries,
    }


def _n_unrated(material: Material, queries: Sequence[str]) -> int:
    """How many documents runs bring for queries without a label, down to the depth, that are not marked unrateable."""
    runs, marked, there = material.runs, material.qrels.unrateable, set(material.runs.queries)
    top = {
        (q, doc) for q in queries if q in there for s in runs.systems for doc in runs.ranking(s, q)[: material.depth]
    }
    return sum(doc not in marked.get(query, ()) for query, doc in top)
