"""The documents that move a difference of two means, with their weights, by rank, in each system's mean."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

from irassay.decisions.weights import Weights
from irassay.estimates.universe import rank_weights
from irassay.record import Record

if TYPE_CHECKING:
    from irassay.collection.runs import Runs
    from irassay.measures import Measure

F64: TypeAlias = NDArray[np.float64]
I64: TypeAlias = NDArray[np.int64]


class Items(Record):
    """Documents of queries, in the order of the queries; arrays are (document,)."""

    queries: Sequence[str]
    query: I64  # its place among the queries
    docs: Sequence[str]
    weights: Weights  # (document, system): in the mean over the queries, of a gain of 1
    best_rank: I64  # over all systems, from 1
    n_lists: I64  # systems that have it

    def names(self) -> list[tuple[str, str]]:
        """Query and document of each."""
        return [(self.queries[q], doc) for q, doc in zip(self.query.tolist(), self.docs, strict=True)]


def items_of(
    runs: Runs, systems: Sequence[str], queries: Sequence[str], measure: Measure, ideals: Mapping[str, float] | None
) -> Items:
    """The documents above the measure's depth whose weights differ among the systems; `ideals` divide the weights of a
    query, one of ideal 0 has no document."""
    depth = measure.cutoff or measure.definition.depth or None
    docs: list[str] = []
    query: list[int] = []
    rows: list[int] = []
    columns: list[int] = []
    ranks: list[int] = []
    for number, name in enumerate(queries):
        place: dict[str, int] = {}
        for column, system in enumerate(systems):
            ranking = runs.ranking(system, name)[:depth]
            rows += [place.setdefault(doc, len(docs) + len(place)) for doc in ranking]
            columns += [column] * len(ranking)
            ranks += range(len(ranking))
        query += [number] * len(place)
        docs += place
    of, row, by = np.array(query, dtype=np.int64), np.array(rows, dtype=np.int64), np.array(columns, dtype=np.int64)
    rank = np.array(ranks, dtype=np.int64)
    scale = np.array([1.0 if ideals is None else ideals.get(q, 0.0) for q in queries])
    scale = np.divide(1.0, scale * len(queries), out=np.zeros(len(scale)), where=scale > 0)
    value = rank_weights(measure, int(rank.max(initial=-1)) + 1)[rank] * scale[of[row]]
    return _that_differ(queries, of, docs, (row, by, rank, value), len(systems))


def _that_differ(
    queries: Sequence[str], of: I64, docs: Sequence[str], entries: tuple[I64, I64, I64, F64], n_systems: int
) -> Items:
    row, column, rank, value = entries
    n = len(docs)
    n_lists, best = np.bincount(row, minlength=n), np.full(n, np.iinfo(np.int64).max)
    least, most = np.full(n, np.inf), np.zeros(n)
    np.minimum.at(best, row, rank)
    np.minimum.at(least, row, value)
    np.maximum.at(most, row, value)
    stays = (np.where(n_lists < n_systems, 0.0, least) < most).astype(bool)
    place = np.cumsum(stays) - 1
    kept = stays[row]
    weights = Weights(place[row[kept]], column[kept], value[kept], (int(stays.sum()), n_systems))
    ids = [doc for doc, stay in zip(docs, stays.tolist(), strict=True) if stay]
    return Items(queries, of[stays], ids, weights, best[stays] + 1, n_lists[stays])
