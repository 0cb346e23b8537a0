"""Ranks and scores of documents that runs were trained on, in a list or by a score of their own."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeAlias

import numpy as np

from irassay.arrays import F64, Places
from irassay.collection import Runs
from irassay.errors import UsageError
from irassay.leakage.said import LEAKAGE

Groups: TypeAlias = Mapping[str, tuple[Sequence[str], Sequence[str]]]  # topic -> documents of either side


class Side(NamedTuple):
    """Documents of one side, such as the relevant ones, in the lists of several runs."""

    rank: F64  # (run, document); depth + 1 for a document without a score
    score: F64  # (run, document), NaN without one
    topic: Places  # (document,), the place of its topic

    def means(self, values: F64, n_topics: int) -> F64:
        """Means of each topic's documents: array (run, topic), NaN for a topic whose documents have a NaN each."""
        there = ~np.isnan(values)
        sums = np.zeros((len(values), n_topics))
        counts = np.zeros((len(values), n_topics))
        np.add.at(sums.T, self.topic, np.where(there, values, 0.0).T)
        np.add.at(counts.T, self.topic, there.T)
        means: F64 = np.divide(sums, counts, out=np.full(sums.shape, np.nan), where=counts > 0)
        return means


def sides(runs: Runs, groups: Groups, *, depth: int, also: Runs | None = None) -> tuple[Side, Side]:
    """Both sides' documents in each run's lists, those outside a list by their score in `also`, of the same systems."""
    return _side(runs, groups, 0, depth, also), _side(runs, groups, 1, depth, also)


def _side(runs: Runs, groups: Groups, which: int, depth: int, also: Runs | None) -> Side:
    topic = np.repeat(np.arange(len(groups)), [len(pair[which]) for pair in groups.values()])
    rank, score = np.empty((len(runs.systems), len(topic))), np.empty((len(runs.systems), len(topic)))
    for row, system in enumerate(runs.systems):
        places = [
            place for name, pair in groups.items() for place in _places(runs, system, name, pair[which], depth, also)
        ]
        rank[row], score[row] = zip(*places) if places else ((), ())
    return Side(rank, score, topic)


def _places(
    runs: Runs, system: str, topic: str, docs: Sequence[str], depth: int, also: Runs | None
) -> list[tuple[int, float]]:
    """Rank and score of each document: 1 + how many of the list's first score higher, ties by document id ascending."""
    scores = _scores(runs, system, topic)
    first = sorted((-score, doc) for doc, score in scores.items())[:depth]
    if also is not None and any(doc not in scores for doc in docs):
        scores = _scores(also, system, topic) | scores
    none = (depth + 1, np.nan)
    return [(bisect_left(first, (-scores[doc], doc)) + 1, scores[doc]) if doc in scores else none for doc in docs]


def _scores(runs: Runs, system: str, topic: str) -> dict[str, float]:
    docs = runs.ranking(system, topic)
    try:
        return dict(zip(docs, runs.core.scores(system, topic))) if docs else {}
    except ValueError:
        raise UsageError(LEAKAGE("remembered.no-scores", system=system)) from None
