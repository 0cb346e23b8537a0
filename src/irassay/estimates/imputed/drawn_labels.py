"""Labels drawn for unjudged documents: bootstrapped from judged ones, or by similarity to known relevant ones."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np

from irassay.arguments import check_choice, whole_number
from irassay.arrays import F64, I8
from irassay.collection.qrels import Qrels
from irassay.collection.runs import Runs
from irassay.collection.ties import Ties
from irassay.errors import UsageError, cut
from irassay.estimates.imputed.imputed import (
    DRAWS,
    Holes,
    ImputedScores,
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
Similarity: TypeAlias = Callable[[str, str, str], float] | Mapping[tuple[str, str, str], float]
Gain: TypeAlias = Literal["neighbours", "similarity"]

NEIGHBOURS = 128  # as published
ONE_SHOT = 0x6F6E6573  # "ones"


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
    scores = score_draws(qrels, runs, parsed, holes, _draw(holes, sources, draws, key), ties=ties, threads=threads)
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


def one_shot(
    qrels: Qrels,
    runs: Runs,
    measure: str | Measure,
    similarity: Similarity,
    *,
    gain: Gain = "neighbours",
    neighbours: int = NEIGHBOURS,
    draws: int = DRAWS,
    ties: Ties = "float64",
    seed: Seed = 0,
    threads: int = 0,
) -> ImputedScores:
    """Scores with unjudged documents relevant by their similarity to known relevant ones.

    Present labels stay as they are; only unjudged documents are imputed.

    Parameters
    ----------
    qrels, runs : Qrels, Runs
    measure : str or Measure
        A measure with bounds, see `has_bounds`. Documents of its ``rel`` (else 1) or more are the known relevant ones.
    similarity : callable, or mapping of (query, relevant document, document) to float
        From 0 to 1; pairs that a mapping lacks have 0.
    gain : {"neighbours", "similarity"}
        A document's probability of relevance. *neighbours* (MaxRep): the unjudged documents of a query are ranked by
        their greatest similarity to a known relevant document; the probability is 1 for the first and falls linearly to
        0 after `neighbours`; documents of similarity 0 are not neighbours. *similarity*: the greatest similarity
        itself.
    neighbours : int, at least 1
    draws : int, from 1 to 20,000
        A document sampled as relevant gets the grade of the most similar known relevant one.
    ties, seed, threads
        As for `bootstrapped`.

    Returns
    -------
    ImputedScores

    Raises
    ------
    UsageError
        A measure without bounds, a similarity outside 0 to 1, or invalid numbers.

    Notes
    -----
    *Assumes* that documents similar to a relevant document are relevant, and no others. It fails where relevant
    documents are of several kinds and only one kind is labelled, and where a system ranks by the same similarity, which
    then agrees with itself. *neighbours* treats a fixed number of documents as relevant for every query. *Guarantees*
    nothing about the true score; the interval is that of the draws. *Source* MacAvaney and Soldaini, One-shot labeling
    for automatic relevance estimation, SIGIR 2023 (MaxRep), who use the probabilities as gains: for P, DCG and RBP the
    mean is the same.

    Examples
    --------
    >>> from irassay import Qrels, Runs
    >>> qrels = Qrels.from_dict({"q": {"a": 1, "b": 0}})
    >>> runs = Runs.from_dict({"new": {"q": {"x": 2.0, "y": 1.0}}, "old": {"q": {"a": 2.0, "b": 1.0}}})
    >>> estimate = one_shot(qrels, runs, "P@2", {("q", "a", "x"): 1.0}, gain="similarity")
    >>> estimate.plain[:, 0].tolist(), estimate.mean.tolist()
    ([0.0, 0.5], [0.5, 0.5])
    """
    parsed = checked_measure(measure, draws)
    check_choice("gain", gain, ("neighbours", "similarity"))
    neighbours = whole_number("neighbours", neighbours)
    plain = plain_scores(qrels, runs, parsed, ties=ties, threads=threads)
    holes = find_holes(qrels, runs, parsed, ties)
    nearest, grade = _nearest(qrels, holes, similarity, parsed.rel)
    chance = nearest if gain == "similarity" else _by_place(holes, nearest, neighbours)
    is_relevant = np.random.Generator(stream(key_of(seed), ONE_SHOT)).random((len(holes.docs), draws)) < chance[:, None]
    grades = np.where(is_relevant, grade[:, None], np.int8(0)).astype(np.int8)
    scores = score_draws(qrels, runs, parsed, holes, grades, ties=ties, threads=threads)
    return imputed_scores(qrels, runs, parsed, plain, scores, len(holes.docs))


def _nearest(qrels: Qrels, holes: Holes, similarity: Similarity, rel: int) -> tuple[F64, I8]:
    """The greatest similarity of each unjudged document to a known relevant one, and the grade of the latter."""
    known_relevant = {
        query: sorted((doc, grade) for doc, grade in qrels.grades(query).items() if grade >= rel)
        for query in set(holes.queries)
    }
    nearest, grades = np.zeros(len(holes.docs)), np.zeros(len(holes.docs), dtype=np.int8)
    for i, (query, doc) in enumerate(zip(holes.queries, holes.docs)):
        for relevant, grade in known_relevant[query]:
            value = _value(similarity, query, relevant, doc)
            if value > nearest[i]:
                nearest[i], grades[i] = value, grade
    return nearest, grades


def _value(similarity: Similarity, query: str, relevant: str, doc: str) -> float:
    at = (query, relevant, doc)
    value = float(similarity(*at) if callable(similarity) else similarity.get(at, 0.0))
    if not 0 <= value <= 1:
        raise UsageError(
            f"the similarity of documents {cut(relevant)} and {cut(doc)} for query {cut(query)} is {value!r}, "
            "expected 0 to 1"
        )
    return value


def _by_place(holes: Holes, nearest: F64, neighbours: int) -> F64:
    """1 for the nearest of a query, falling linearly to 0 after `neighbours`."""
    chance = np.zeros(len(nearest))
    queries = np.array(holes.queries, dtype=object)
    for query in dict.fromkeys(holes.queries):
        rows = np.flatnonzero((queries == query) & (nearest > 0))
        rows = rows[np.argsort(-nearest[rows], kind="stable")][:neighbours]
        chance[rows] = 1.0 - np.arange(len(rows)) / neighbours
    return chance
