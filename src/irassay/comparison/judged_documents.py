"""Judged pairs query by query: which documents each query's pairs are of, and how often each one is preferred."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from irassay.collection.preferences import Preferences

F64: TypeAlias = NDArray[np.float64]
Index: TypeAlias = NDArray[np.int64]
Numbers: TypeAlias = NDArray[np.int32]


@dataclass(frozen=True, slots=True, eq=False)
class JudgedDocuments:
    """The documents of each query's judged pairs, and the pairs in terms of them."""

    queries: tuple[str, ...]  # in byte order, each with a judged pair
    docs: tuple[str, ...]  # of one query after the other
    start: Index  # (query + 1,), where a query's documents begin in `docs`
    pair_query: Index  # (pair,), ascending
    one: Index  # (pair,), a document's place among those of its query
    other: Index
    outcome: NDArray[np.int8]  # (pair,), `FIRST` where most prefer `one`, `SECOND`, or `TIE`
    n_judged: Numbers
    n_one: Numbers  # (pair,), judgments that prefer `one`
    n_other: Numbers

    @classmethod
    def of(cls, preferences: Preferences, queries: Collection[str] | None = None) -> JudgedDocuments:
        """The judged documents of all queries, or of some."""
        names, pairs = preferences.arrays.names, preferences.outcomes
        chosen_queries = None if queries is None else set(queries)
        counted = [name for name in preferences.queries if chosen_queries is None or name in chosen_queries]
        number = {name: i for i, name in enumerate(counted)}
        of_query = np.array([number.get(name, -1) for name in names.queries], dtype=np.int64)[pairs.query]
        chosen = np.flatnonzero(of_query >= 0)
        chosen = chosen[np.argsort(of_query[chosen], kind="stable")]
        query, width = of_query[chosen], max(1, len(names.docs))
        ends = np.concatenate([query * width + pairs.first[chosen], query * width + pairs.second[chosen]])
        keys, place = np.unique(ends, return_inverse=True)
        start = np.searchsorted(keys, np.arange(len(counted) + 1) * width)
        local = place - np.tile(start[query], 2)
        n = len(chosen)
        docs = tuple(names.docs[i] for i in (keys % width).tolist())
        return cls(
            tuple(counted), docs, start, query, local[:n], local[n:], pairs.outcome[chosen], pairs.n_judged[chosen],
            pairs.n_first[chosen], pairs.n_second[chosen],
        )  # fmt: skip

    def by_size(self) -> Iterator[tuple[Index, Index, Index]]:
        """Queries with equally many documents together: the queries, their pairs, and each pair's place among them."""
        sizes = np.diff(self.start)
        at = np.searchsorted(self.pair_query, np.arange(len(self.queries) + 1))
        n_pairs = np.diff(at)
        for size in np.unique(sizes).tolist():
            of_size = np.flatnonzero(sizes == size)
            for some in np.array_split(of_size, 1 + len(of_size) * size * size // _MOST_CELLS):
                pairs = np.concatenate([np.arange(at[q], at[q + 1]) for q in some.tolist()])
                yield some, pairs, np.repeat(np.arange(len(some)), n_pairs[some])

    def docs_of(self, query: int) -> tuple[str, ...]:
        """The documents of a query, by its place."""
        return self.docs[self.start[query] : self.start[query + 1]]


_MOST_CELLS = 4_000_000  # of the square tables of documents that are held at a time
