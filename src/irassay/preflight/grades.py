"""Checks of the grades, of their treatment by the measures, and of the shares of judged documents."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from fractions import Fraction

from irassay.arguments import LEAST_GRADE
from irassay.collection.qrels import Qrels
from irassay.collection.runs import Runs
from irassay.kernel import _core
from irassay.measures import Measure
from irassay.messages import EVERY_0, capital, count, no_label_from, percent, visible
from irassay.preflight.ids import LITTLE
from irassay.preflight.inputs import Material
from irassay.preflight.lowest_best import lowest_best
from irassay.preflight.phrases import SAID, finding
from irassay.result import Finding

FEWEST = 5  # queries a part, of which a scale can be told
CHANCE = 1e-6  # below which grades above 1 are not absent by chance
# Collections of 0 to 2, such as TREC Robust 2004, are known to add queries on three grades to older ones on two.
TOP = 3  # the largest grade from which two scales are not meant
FEWEST_LABELLED = 4  # queries with labels, of which one can be unlike the others
WHOLE = 0.9  # the judged share of the median run's documents to the depth from which a query is judged as a whole
PART = 0.5  # and below which it is judged in part, where a quarter of the queries are judged as a whole
SPARSE = 0.2  # the judged share of all lists below which labels are sparse, and no query is judged as a whole
POINTS = Fraction(1, 10)  # difference in shares of unjudged documents that moves a mean by some hundredths
TIMES, FROM = 2, Fraction(2, 100)  # or ratio of the shares, where the smaller one exceeds the second number


def binarised(material: Material) -> Iterable[Finding]:
    """Grades above 1 under a measure that binarises grades at 1."""
    top = material.qrels.largest_grade
    if top <= 1:
        return
    plain = [m for m in material.measures if m.binarises and m.params["rel"] == 1]
    if not plain:
        return
    stricter = [Measure(m.name, {**m.params, "rel": 2}, cutoff=m.cutoff) for m in plain]
    counts = material.qrels.grade_counts
    ones, relevant = counts.get(1, 0), sum(n for grade, n in counts.items() if grade >= 1)
    now, then = ([of[0][1] for of in material.ranges([m])] for m in (plain[0], stricter[0]))
    n = len(now)
    before, after = (sum(now) / n, sum(then) / n) if n else (0.0, 0.0)
    yield finding(
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


def negative(material: Material) -> Iterable[Finding]:
    """Grades below 0."""
    n = sum(many for grade, many in material.qrels.grade_counts.items() if grade < 0)
    if n:
        form = "sample" if material.qrels.strata else ""  # where such grades mark documents that were not judged
        yield finding("negative-grades", "note", numbers={"labels": n}, text=form, effect=form)


def one_sided(material: Material) -> Iterable[Finding]:
    """Labels that are all relevant, or none of which is relevant for some measure."""
    for rel in dict.fromkeys((material.rel, *(m.rel for m in material.measures))):
        if material.qrels.largest_grade < rel:
            yield _none_relevant(material, rel, [m for m in material.measures if m.rel == rel])
    if material.n_relevant and material.n_relevant == material.qrels.n_labels:
        yield finding("only-relevant", "note", numbers={"labels": material.n_relevant})


def _none_relevant(material: Material, rel: int, measures: Sequence[Measure]) -> Finding:
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


def two_scales(material: Material) -> Iterable[Finding]:
    """Queries whose grades end at 1 with a chance below `CHANCE` at the least rate above 1 of the others."""
    if material.qrels.largest_grade < TOP:
        return
    relevant, above = (material.qrels.core.labels_from(grade) for grade in (1, 2))
    binary = [n for n, high in zip(relevant, above, strict=True) if n and not high]
    rates = [high / n for n, high in zip(relevant, above, strict=True) if high]
    if min(len(binary), len(rates)) < FEWEST:
        return
    least = min(rates)
    if least == 1 or sum(binary) * math.log1p(-least) < math.log(CHANCE):
        numbers = {"binary": len(binary), "labels": sum(binary), "graded": len(rates)}
        yield finding("two-scales", "warning", numbers={**numbers, "top": material.qrels.largest_grade})


def shares_differ(material: Material) -> Iterable[Finding]:
    """Runs with far more unjudged documents, to the depth, than the run with fewest, without the unrateable and runs
    left to other findings; none where all labels are relevant, or none."""
    if not 0 < material.n_relevant < material.qrels.n_labels:
        return
    wrong_way_round = lowest_best(material)
    shares = {
        s: share
        for s, c in enumerate(material.coverage)
        if s not in wrong_way_round and c.top_judged and c.top_judged >= LITTLE * material.fillable * c.top
        if (share := material.unjudged(s)) is not None
    }
    if len(shares) < 2:
        return
    least = min(shares.values())
    far = [s for s, share in shares.items() if share - least > POINTS or (least > FROM and share >= TIMES * least)]
    many = sorted(far, key=lambda s: -shares[s])
    if not many:
        return
    names, of, most = material.systems, {s: float(share) for s, share in shares.items()}, float(shares[many[0]])
    best = [names[s] for s in shares if of[s] == float(least)]
    yield finding(
        "unjudged-differ",
        "warning",
        size=most - float(least),
        numbers={"runs": len(many), "least": float(least), "most": most, "depth": material.depth},
        systems=[names[s] for s in many],
        where="" if len(names) > 2 else None,
        effect="one" if len(many) == 1 else "",
        best=visible(best[0]) if len(best) == 1 else SAID("unjudged-differ.best", first=best[0], others=len(best) - 1),
        each=[f"{names[s]} {percent(of[s])}" for s in many],
        of=len(names),
        measure=material.measure,
    )


def partly(material: Material) -> Iterable[Finding]:
    """Queries with labels for few of the documents that runs have first, where many queries have all of theirs."""
    empty = set(_not_judged(material.qrels))
    labels = material.qrels.sel(queries=[query for query in material.qrels.queries if query not in empty])
    if sparse(material):
        return
    shares = partly_judged(labels, material.runs, depth=material.depth, ties=material.order, least=0)
    if shares:
        n, of = len(shares), len(labels.queries)
        worst = sorted(shares, key=lambda query: (shares[query], query))
        numbers = {"queries": n, "judged": of, "depth": material.depth}
        each = [f"{q} ({percent(shares[q])})" for q in worst]
        yield finding("partly-judged", "warning", size=n / of, numbers=numbers, each=each)


def sparse(material: Material) -> bool:
    """Whether so few documents of the lists have a label that no query is judged as a whole."""
    return sum(c.top_judged for c in material.coverage) < SPARSE * sum(c.top for c in material.coverage)


def not_judged(material: Material) -> Iterable[Finding]:
    """Queries whose labels are all below 0."""
    if queries := _not_judged(material.qrels):
        n, of = len(queries), material.n_queries
        numbers = {"queries": n, "others": of - n}
        yield finding("queries-not-judged", "warning", size=n / of, numbers=numbers, names=queries, of=of)


def _not_judged(qrels: Qrels) -> list[str]:
    if min(qrels.grade_counts, default=0) >= 0:
        return []
    return [query for query in qrels.queries if max(qrels.grades(query).values(), default=0) < 0]


def partly_judged(
    qrels: Qrels, runs: Runs, *, depth: int, ties: _core.Ties = _core.Ties.float64, least: int = LEAST_GRADE
) -> dict[str, float]:
    """Queries that are judged in part, with the judged share of a run's documents to the depth: the median of the runs.
    Empty where fewer than a quarter of the queries are judged as a whole. Labels below `least` are none."""
    shares = {}
    for query, of_runs in _shares(qrels, runs, depth, ties, least).items():
        shares[query] = sorted(of_runs)[(len(of_runs) - 1) // 2]
    if len(shares) < FEWEST_LABELLED or sorted(shares.values(), reverse=True)[(len(shares) - 1) // 4] < WHOLE:
        return {}
    return {query: share for query, share in shares.items() if share < PART}


def _shares(qrels: Qrels, runs: Runs, depth: int, ties: _core.Ties, least: int) -> dict[str, list[float]]:
    """Labelled query -> of each run that answers it the judged share of its documents to the depth."""
    pooled = _core.pool(runs.core, depth=depth, ties=ties)
    labelled = set(qrels.queries)
    grades = {q: qrels.grades(query) for q, query in enumerate(runs.queries) if query in labelled}
    counts: dict[int, dict[int, list[int]]] = {q: {} for q in grades}
    start, systems = list(pooled.start), list(pooled.system)
    for i, (q, doc) in enumerate(zip(pooled.query, pooled.doc)):
        if q not in grades:
            continue
        judged = grades[q].get(doc, least - 1) >= least
        for system in systems[start[i] : start[i + 1]]:
            of = counts[q].setdefault(system, [0, 0])
            of[0] += judged
            of[1] += 1
    return {runs.queries[q]: [judged / n for judged, n in of.values()] for q, of in counts.items() if of}
