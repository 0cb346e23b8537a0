"""Findings on documents and queries that nobody could rate, or has rated."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from irassay.messages import conjugate, plural, visible
from irassay.preflight.inputs import Material
from irassay.preflight.words.phrases import finding, some
from irassay.result import Finding


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
