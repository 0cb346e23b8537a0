"""The documents that move a difference of two means, with their weights, by rank, in each system's mean."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from scipy import sparse

from irassay.arrays import F64, I64
from irassay.collection.runs import Runs
from irassay.estimates.universe import rank_weights
from irassay.kernel import _core
from irassay.measures import Measure
from irassay.record import Record

_DENSE = 2_000_000  # values of a matrix that is held whole


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


class Weights:
    """A matrix (document, system) of weights, 0 where a system doesn't have the document.

    >>> Weights(np.array([0, 1]), np.array([0, 1]), np.array([0.5, 0.2]), (2, 2)).gram(np.ones(2)).tolist()
    [[0.25, 0.0], [0.0, 0.04000000000000001]]
    """

    def __init__(self, rows: I64, systems: I64, values: F64, shape: tuple[int, int]) -> None:
        self.shape = shape
        self._by_row: Any = sparse.csr_array((values, (rows, systems)), shape=shape)
        self._by_row.sort_indices()
        self._whole: F64 | None = self._by_row.toarray() if shape[0] * shape[1] <= _DENSE else None
        self._by_system: Any = None if self._whole is not None else self._by_row.T.tocsr()
        by = self._by_row
        self._entries = by.indptr.astype(np.int64), by.indices.astype(np.uint32), by.data

    def rows(self, at: I64) -> F64:
        """The weights of some documents: (n, system)."""
        return self._whole[at] if self._whole is not None else self._by_row[at].toarray()

    def differences(self, first: int, second: int) -> F64:
        """Weights of one system minus those of another: (document,)."""
        if self._whole is not None:
            return self._whole[:, first] - self._whole[:, second]
        both = self._by_system[[first, second]].toarray()
        return np.asarray(both[0] - both[1])

    def sums(self, of: F64) -> F64:
        """Sum over documents of weight x `of` (document,): (system,)."""
        return np.asarray((self._whole if self._whole is not None else self._by_row).T @ of)

    def sums_by(self, group: I64, n: int, of: F64) -> F64:
        """The same over the documents of each of `n` groups: (group, system)."""
        by_group = sparse.csr_array((of, (group, np.arange(len(of)))), shape=(n, len(of)))
        return np.asarray((by_group @ self._by_row).toarray())

    def gram(self, of: F64) -> F64:
        """Sum over documents of `of`, none below 0, x weight x weight: (system, system)."""
        if self._whole is not None:
            half = self._whole * np.sqrt(of)[:, None]
            return np.asarray(half.T @ half)
        return np.asarray(_core.weight_gram(*self._entries, of, self.shape[1]))

    def largest(self, of: F64) -> F64:
        """Largest weight x `of` (document,) of each system: (system,)."""
        if self._whole is not None:
            return np.asarray((self._whole * of[:, None]).max(axis=0, initial=0.0))
        by = self._by_system
        products = by.data * of[by.indices]
        return np.array([products[a:b].max(initial=0.0) for a, b in pairwise(by.indptr.tolist())])

    def quadratic(self, form: F64) -> F64:
        """weights x a symmetric form (system, system) x weights of each document: (document,)."""
        if self._whole is not None:
            return np.asarray(((self._whole @ form) * self._whole).sum(axis=1))
        return np.asarray(_core.weight_quadratic(*self._entries, form))

    def falls(self) -> F64:
        """Sum over documents by which the column's weight exceeds the row's: (system, system)."""
        if self._whole is not None:
            held = [np.maximum(self._whole - self._whole[:, [s]], 0.0).sum(axis=0) for s in range(self.shape[1])]
            return np.asarray(held)
        shared = np.empty((self.shape[1], self.shape[1]))
        for s in range(self.shape[1]):
            mine = self._by_system[[s]]
            shared[s] = np.minimum(self._by_row[mine.indices].toarray(), mine.data[:, None]).sum(axis=0)
        return self.sums(np.ones(self.shape[0]))[None, :] - shared
