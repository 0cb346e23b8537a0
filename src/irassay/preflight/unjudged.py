"""Check of whether runs have equal shares of judged documents, since unjudged documents count as not relevant."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from irassay.arguments import LEAST_GRADE
from irassay.collection.qrels import Qrels
from irassay.collection.runs import Runs
from irassay.kernel import _core
from irassay.messages import percent, visible
from irassay.preflight.ids import LITTLE
from irassay.preflight.inputs import Material
from irassay.preflight.lowest_best import lowest_best
from irassay.preflight.phrases import SAID, finding
from irassay.result import Finding

FEWEST = 4  # queries with labels, of which one can be unlike the others
WHOLE = 0.9  # the judged share of the median run's documents to the depth from which a query is judged as a whole
PART = 0.5  # and below which it is judged in part, where a quarter of the queries are judged as a whole
SPARSE = 0.2  # the judged share of all lists below which labels are sparse, and no query is judged as a whole
POINTS = Fraction(1, 10)  # difference in shares of unjudged documents that moves a mean by some hundredths
TIMES, FROM = 2, Fraction(2, 100)  # or ratio of the shares, where the smaller one exceeds the second number


def shares_differ(material: Material) -> Iterable[Finding]:
    """Runs with far more unjudged documents, to the measure's depth, than the run with fewest; unrateable documents do
    not count. Runs with hardly any label, or read the wrong way round, are left to other findings; none where all
    labels are relevant, or none."""
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
        numbers, each = (
            {"queries": n, "judged": of, "depth": material.depth},
            [f"{q} ({percent(shares[q])})" for q in worst],
        )
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
    if len(shares) < FEWEST or sorted(shares.values(), reverse=True)[(len(shares) - 1) // 4] < WHOLE:
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
