"""The greatest differences of nDCG@k over all completions as somebody fluent in NumPy would write them: all pairs of a
query at once, a sort, a running sum, and Dinkelbach's steps on whole arrays. The peer of `bounding`, and its check."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

import irassay

F64 = NDArray[np.float64]
STEPS = 100  # two to four are usual
UNLABELLED = -1_000  # labels may be negative


@dataclass(frozen=True)
class Query:
    """The first k documents of every system as numbers, and their grades."""

    docs: NDArray[np.intp]  # (system, rank); the last document stands for "none"
    grades: NDArray[np.intp]  # (document,); 0 for "none"
    reached: NDArray[np.intp]  # (grade from 1,): labelled documents of that grade or more


def queries_of(qrels: irassay.Qrels, runs: irassay.Runs, depth: int, n: int) -> list[Query]:
    """The first n queries of the labels."""
    return [_query(qrels, runs, query, depth) for query in qrels.queries[:n]]


def _query(qrels: irassay.Qrels, runs: irassay.Runs, query: str, depth: int) -> Query:
    labels = dict(qrels.grades(query))
    lists = [list(runs.ranking(system, query))[:depth] if query in runs.queries else [] for system in runs.systems]
    numbers = {doc: i for i, doc in enumerate(sorted({doc for docs in lists for doc in docs}))}
    docs = np.full((len(lists), depth), len(numbers))
    for s, found in enumerate(lists):
        docs[s, : len(found)] = [numbers[doc] for doc in found]
    grades = np.array([*(labels.get(doc, UNLABELLED) for doc in numbers), 0])
    top = qrels.scale[-1]
    reached = np.array([sum(grade >= least for grade in labels.values()) for least in range(1, top + 1)])
    return Query(docs, grades, reached)


def greatest(queries: list[Query], depth: int) -> F64:
    """Sum over the queries of each pair's greatest difference, row minus column."""
    total = sum((_greatest(query, depth) for query in queries[1:]), _greatest(queries[0], depth))
    return np.asarray(total)


def _greatest(query: Query, depth: int) -> F64:
    discount = 1 / np.log2(np.arange(2, depth + 2))
    best = np.concatenate([[0.0], np.cumsum(discount)])
    n_systems, top = len(query.docs), len(query.reached)
    grades = query.grades[query.docs]
    plain = (np.maximum(grades, 0) * discount).sum(axis=1)
    judged = plain[:, None] - plain
    weight = np.zeros((len(query.grades), n_systems))
    weight[query.docs, np.arange(n_systems)[:, None]] = discount
    weight[-1] = 0
    holes = grades == UNLABELLED
    helps = np.maximum((discount * holes)[:, :, None] - weight[query.docs], 0.0) * holes[:, :, None]
    gain = np.zeros((depth + 1, n_systems, n_systems))
    np.cumsum(-np.sort(-helps, axis=1).transpose(1, 0, 2), axis=0, out=gain[1:])
    cost = best[np.minimum(depth, query.reached[:, None] + np.arange(depth + 1))]  # (grade, new documents)
    most = judged + top * gain[-1]
    return np.where(most > 0, _climb(judged, gain, cost, top), most / (top * best[depth]))


def _climb(judged: F64, gain: F64, cost: F64, top: int) -> F64:
    whole = cost.sum(axis=0)
    ratios = np.divide(
        judged + top * gain, whole[:, None, None], out=np.zeros_like(gain), where=whole[:, None, None] > 0
    )
    value = np.maximum(ratios.max(axis=0), 0.0)
    for _ in range(STEPS if top > 1 else 0):
        numerator, denominator = judged.copy(), np.zeros_like(judged)
        for price in cost:
            chosen = (gain - value * price[:, None, None]).argmax(axis=0)
            numerator += np.take_along_axis(gain, chosen[None], axis=0)[0]
            denominator += price[chosen]
        following = np.divide(numerator, denominator, out=value.copy(), where=denominator > 0)
        if not (following > value + 1e-15).any():
            break
        value = np.maximum(value, following)
    return value
