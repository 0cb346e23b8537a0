"""Findings about the grades, and about runs with unequal shares of judged documents."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from irassay.measures import Measure
from irassay.messages import EVERY_0, capital, count, no_label_from, percent, visible
from irassay.preflight.inputs import Material
from irassay.preflight.words.phrases import SAID, finding
from irassay.result import Finding


def binarised(material: Material, plain: Sequence[Measure], stricter: Sequence[Measure]) -> Finding:
    """Grades above 1 under measures that binarise grades at 1."""
    counts = material.qrels.grade_counts
    top = max(counts)
    ones, relevant = counts.get(1, 0), sum(n for grade, n in counts.items() if grade >= 1)
    now, then = ([of[0][1] for of in material.ranges([m])] for m in (plain[0], stricter[0]))
    n = len(now)
    before, after = (sum(now) / n, sum(then) / n) if n else (0.0, 0.0)
    return finding(
        "grade-1-counts-as-relevant",
        "note",
        size=abs(before - after),
        numbers={"top": top, "grade_1": ones, "relevant": relevant},
        measures=[str(m) for m in plain],
        effect=("", "one", "means")[min(n, 2)],
        share=ones / relevant,
        measure=plain[0],
        before=before,
        stricter=stricter[0],
        after=after,
        runs=n,
    )


def negative(material: Material, n: int) -> Finding:
    """Grades below 0; in a stratified sample they mark documents that were not judged."""
    form = "sample" if material.qrels.strata else ""
    return finding("negative-grades", "note", numbers={"labels": n}, text=form, effect=form)


def none_relevant(material: Material, rel: int, measures: Sequence[Measure]) -> Finding:
    """No label is relevant for some measures: an error where the main one is among them."""
    counts = material.qrels.grade_counts
    top = max(counts, default=0)
    lower = [str(Measure(m.name, {**m.params, "rel": top}, cutoff=m.cutoff)) for m in measures] if top > 0 else []
    return finding(
        "nothing-relevant",
        "error" if rel == material.rel else "warning",
        size=1.0,
        numbers={"rel": rel, "top": top},
        where=(", ".join(f"grade {grade}: {count(n)}" for grade, n in sorted(counts.items())),),
        effect="" if len(measures) == len(material.measures) else "some",
        action="lower" if lower else "",
        nothing=capital(no_label_from(rel)),
        every_0=EVERY_0,
        measures=[str(m) for m in measures],
        lower=lower,
    )


def all_relevant(material: Material) -> Finding:
    """All labels are relevant."""
    return finding("only-relevant", "note", numbers={"labels": material.qrels.n_labels})


def two_scales(material: Material, n_binary: int, n_labels: int, n_graded: int) -> Finding:
    """Queries whose grades end at 1, among queries with higher grades."""
    top = material.qrels.largest_grade
    numbers = {"binary": n_binary, "labels": n_labels, "graded": n_graded, "top": top}
    return finding("two-scales", "warning", numbers=numbers)


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
