"""One-shot labelling: the relevance of unjudged documents is estimated from known relevant ones, by any similarity."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal, TypeAlias

import numpy as np

from irassay.arguments import check_choice, whole_number
from irassay.arrays import F64, I8
from irassay.collection.qrels import Qrels
from irassay.collection.runs import Runs
from irassay.errors import UsageError, cut
from irassay.estimates.imputed.imputed import (
    DRAWS,
    Holes,
    ImputedScores,
    Ties,
    checked_measure,
    find_holes,
    imputed_scores,
    plain_scores,
    score_draws,
)
from irassay.measures import Measure
from irassay.random_keys import Seed, key_of, stream

Similarity: TypeAlias = Callable[[str, str, str], float] | Mapping[tuple[str, str, str], float]
Gain: TypeAlias = Literal["neighbours", "similarity"]

NEIGHBOURS = 128  # as published
PURPOSE = 0x6F6E6573  # "ones"


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
    nearest, grade = _nearest(qrels, holes, similarity, int(parsed.params.get("rel", 1)))
    chance = nearest if gain == "similarity" else _by_place(holes, nearest, neighbours)
    is_relevant = np.random.Generator(stream(key_of(seed), PURPOSE)).random((len(holes.docs), draws)) < chance[:, None]
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
