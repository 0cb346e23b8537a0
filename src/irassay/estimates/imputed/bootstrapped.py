"""Bootstrapped labels: unjudged documents get grades sampled from judged ones."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np

from irassay.arguments import check_choice
from irassay.arrays import I8
from irassay.collection.qrels import Qrels
from irassay.collection.runs import Runs
from irassay.estimates.imputed.imputed import (
    DRAWS,
    Holes,
    ImputedScores,
    Ties,
    checked_measure,
    depth_of,
    find_holes,
    imputed_scores,
    plain_scores,
    score_draws,
)
from irassay.label_sets.pooled_labels import grades_of, places_of_labels
from irassay.measures import Measure
from irassay.random_keys import Seed, key_of, stream

Prior: TypeAlias = Literal["run", "pool", "place"]

PRIORS = ("run", "pool", "place")
WINDOW = 10  # judged documents, nearest in rank to an unjudged one, from which its grade is sampled
PURPOSE = 0x626F6F74  # "boot": parts this stream from others of the same key


def bootstrapped(
    qrels: Qrels,
    runs: Runs,
    measure: str | Measure,
    *,
    prior: Prior = "run",
    draws: int = DRAWS,
    ties: Ties = "float64",
    seed: Seed = 0,
    threads: int = 0,
) -> ImputedScores:
    """Scores with the grades of unjudged documents sampled from judged ones: an estimate with an interval.

    Parameters
    ----------
    qrels, runs : Qrels, Runs
    measure : str or Measure
        One that has bounds, see `has_bounds`.
    prior : {"run", "pool", "place"}
        The judged documents of the query from which a grade is sampled. *run*: those of the run itself to the measure's
        depth, or all of the query where the run has none; each run has its own draws, and only its own documents are
        completed. *pool*: all. *place*: the ten whose best rank in any run is nearest to that of the document.
    draws : int, from 1 to 20,000
    ties : {"float64", "float32"}
    seed : int or numpy.random.Generator
    threads : int

    Returns
    -------
    ImputedScores
        With *pool* and *place*, all systems share the draws.

    Raises
    ------
    UsageError
        A measure without bounds, an unknown prior, or an invalid number of draws.

    Notes
    -----
    *Assumes* that an unjudged document is as likely to be relevant as the judged ones its grade is sampled from,
    independently of others. Where labels are missing at random, *run* is nearly unbiased for P, RBP and nDCG@k;
    measures that count all relevant documents, such as AP, are overestimated, since documents of other runs stay not
    relevant. *pool* and *place* treat all systems as equally good: they underestimate good ones and overestimate bad
    ones. All fail where documents were selected for judging: pools contain the most promising documents, so systems
    outside the pool are overestimated. Sampled grades also raise the ideal ranking of nDCG.
    *Guarantees* nothing about the true score. In each draw the judged documents have random weights (the Bayesian
    bootstrap), so that the interval reflects the estimation of rates from few documents; queries are fixed.
    *Source* Fröbe, Gienapp, Potthast and Hagen, Bootstrapped nDCG estimation in the presence of unjudged documents,
    ECIR 2023, who draw from the run and from the pool; the weights are Rubin's, The Bayesian bootstrap, Annals of
    Statistics 9(1), 1981.

    Examples
    --------
    >>> from irassay import Qrels, Runs
    >>> qrels = Qrels.from_dict({"q": {"a": 1, "b": 0, "c": 1, "d": 0}})
    >>> runs = Runs.from_dict({"new": {"q": {"a": 4.0, "x": 3.0}}, "old": {"q": {"a": 4.0, "b": 3.0}}})
    >>> estimate = bootstrapped(qrels, runs, "P@2", prior="pool", draws=4_000)
    >>> estimate.plain[:, 0].tolist(), (estimate.mean / 0.05).round().tolist()
    ([0.5, 0.5], [15.0, 10.0])
    """
    parsed = checked_measure(measure, draws)
    check_choice("prior", prior, PRIORS)
    key = key_of(seed)
    if prior == "run":
        return _by_run(qrels, runs, parsed, draws=draws, ties=ties, key=key, threads=threads)
    plain = plain_scores(qrels, runs, parsed, ties=ties, threads=threads)
    holes = find_holes(qrels, runs, parsed, ties)
    if prior == "place":
        sources = _from_places(qrels, runs, holes, ties)
    else:
        sources = {query: _whole(qrels.grades(query).values(), len(at)) for query, at in _ranks_by_query(holes).items()}
    grades = _draw(holes, sources, draws, key)
    scores = score_draws(qrels, runs, parsed, holes, grades, ties=ties, threads=threads)
    return imputed_scores(qrels, runs, parsed, plain, scores, len(holes.docs))


@dataclass(frozen=True, slots=True)
class _Source:
    """Ordered judged documents of one query, and for each unjudged one the range that its grade is sampled from."""

    grades: I8
    first: Sequence[int]
    last: Sequence[int]


def _draw(holes: Holes, sources: Mapping[str, _Source], draws: int, key: int) -> I8:
    """A grade for each unjudged document and draw. In each draw every judged document has its own random weight."""
    out = np.empty((len(holes.docs), draws), dtype=np.int8)
    row = 0
    for number, source in enumerate(sources.values()):
        rng = np.random.Generator(stream(key, PURPOSE, number))
        up_to = np.zeros((len(source.grades) + 1, draws))
        np.cumsum(rng.standard_exponential((len(source.grades), draws)), axis=0, out=up_to[1:])
        for first, last in zip(source.first, source.last):
            target = up_to[first] + rng.random(draws) * (up_to[last] - up_to[first])
            out[row] = source.grades[first + (up_to[first + 1 : last] <= target).sum(axis=0)]
            row += 1
    return out


def _ranks_by_query(holes: Holes) -> dict[str, list[int]]:
    """Query -> best ranks of its unjudged documents, in their order."""
    ranks: dict[str, list[int]] = {}
    for query, rank in zip(holes.queries, holes.best_rank.tolist()):
        ranks.setdefault(query, []).append(rank)
    return ranks


def _whole(grades: Iterable[int], n_holes: int) -> _Source:
    ordered = np.sort(np.fromiter(grades, dtype=np.int8))
    return _Source(ordered, [0] * n_holes, [len(ordered)] * n_holes)


def _from_places(qrels: Qrels, runs: Runs, holes: Holes, ties: Ties) -> dict[str, _Source]:
    """The judged documents around the best rank of each unjudged one; those that no run retrieves come last."""
    _, best = places_of_labels(qrels, runs, ["all"] * len(runs.systems), depth=1, ties=ties)
    ranks, grades = np.where(best > 0, best, np.iinfo(np.int32).max), grades_of(qrels)
    starts = dict(zip(qrels.queries, np.cumsum([0, *(qrels.core.n_judged(q) for q in qrels.queries)]).tolist()))
    sources = {}
    for query, at in _ranks_by_query(holes).items():
        rows = slice(starts[query], starts[query] + qrels.core.n_judged(query))
        order = np.lexsort((grades[rows], ranks[rows]))
        middle = np.searchsorted(ranks[rows][order], at, side="right")
        size = min(WINDOW, len(order))
        first = np.clip(middle - WINDOW // 2, 0, len(order) - size)
        sources[query] = _Source(grades[rows][order], first.tolist(), (first + size).tolist())
    return sources


def _by_run(
    qrels: Qrels, runs: Runs, measure: Measure, *, draws: int, ties: Ties, key: int, threads: int
) -> ImputedScores:
    """Imputed scores with prior *run*, system by system."""
    plain = plain_scores(qrels, runs, measure, ties=ties, threads=threads)
    holes = find_holes(qrels, runs, measure, ties)
    of: list[dict[str, list[str]]] = [{} for _ in runs.systems]
    for query, doc, systems in zip(holes.queries, holes.docs, holes.systems):
        for number in systems:
            of[number].setdefault(query, []).append(doc)
    values, means = plain.copy(), np.repeat(plain.mean(axis=1)[None, :], draws, axis=0)
    place, whole = {query: i for i, query in enumerate(qrels.queries)}, measure.pinned(qrels.largest_grade)
    labels = {query: qrels.grades(query) for query in qrels.queries}
    for number, (system, missing) in enumerate(zip(runs.systems, of)):
        if not missing:
            continue
        lists = {query: runs.ranking(system, query, ties=ties)[: depth_of(measure)] for query in missing}
        pairs = [(query, doc) for query, docs in missing.items() for doc in docs]
        own = Holes([query for query, _ in pairs], [doc for _, doc in pairs], np.zeros(len(pairs), dtype=np.int64))
        sources = {q: _whole(_judged(labels[q], lists[q]), len(docs)) for q, docs in missing.items()}
        grades = _draw(own, sources, draws, key)
        alone = Runs.from_dict({system: {q: {d: -float(i) for i, d in enumerate(docs)} for q, docs in lists.items()}})
        own_labels = qrels.sel(queries=list(lists))
        scores = score_draws(own_labels, alone, whole, own, grades, ties="float64", threads=threads)[:, 0]
        at = [place[q] for q in own_labels.queries]
        means[:, number] += (scores - plain[number, at]).sum(axis=1) / len(qrels.queries)
        values[number, at] = scores.mean(axis=0)
    return ImputedScores(runs.systems, qrels.queries, measure, plain, values, means, len(holes.docs))


def _judged(grades: Mapping[str, int], docs: Sequence[str]) -> list[int]:
    """Grades of the judged documents of a list; all grades of the query where there is none."""
    return [grades[doc] for doc in docs if doc in grades] or list(grades.values())
