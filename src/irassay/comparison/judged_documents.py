"""Judged pairs query by query: their documents, cyclic triads, and how often a run orders them as people do."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from irassay.arguments import whole_number
from irassay.arrays import F64, I8, I32, I64
from irassay.collection.preference_arrays import FIRST, SECOND, TIE
from irassay.collection.preferences import Preferences
from irassay.collection.runs import Runs
from irassay.collection.ties import Ties
from irassay.comparison.listed_documents import NONE, NOT_LISTED, ListedDocuments
from irassay.comparison.proportions import clustered_interval
from irassay.comparison.words import BY_QUERY
from irassay.result import Column, Table

BY_CHANCE = 0.25  # the expected share of cyclic triads where every pair is decided by a fair coin
_MOST_CELLS = 4_000_000  # of the square tables of documents that are held at a time
DEPTH = 10  # documents of a list in which both of a pair must stand
_BATCH = 65_536  # judged pairs that are counted at a time


@dataclass(frozen=True, slots=True, eq=False)
class JudgedDocuments:
    """The documents of each query's judged pairs, and the pairs in terms of them."""

    queries: tuple[str, ...]  # in byte order, each with a judged pair
    docs: tuple[str, ...]  # of one query after the other
    start: I64  # (query + 1,), where a query's documents begin in `docs`
    pair_query: I64  # (pair,), ascending
    one: I64  # (pair,), a document's place among those of its query
    other: I64
    outcome: I8  # (pair,), `FIRST` where most prefer `one`, `SECOND`, or `TIE`
    n_judged: I32
    n_one: I32  # (pair,), judgments that prefer `one`
    n_other: I32

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

    def by_size(self) -> Iterator[tuple[I64, I64, I64]]:
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


@dataclass(frozen=True, slots=True, eq=False)
class Transitivity:
    """Triads of documents whose three pairs are judged and decided."""

    queries: tuple[str, ...]
    triads: I64  # (query,), all of them
    cyclic: I64  # (query,), those without a document preferred to both others

    @property
    def share(self) -> float:
        """The share of cyclic triads over all queries; NaN without a triad."""
        n = int(self.triads.sum())
        return int(self.cyclic.sum()) / n if n else float("nan")

    @property
    def interval(self) -> tuple[float, float]:
        """The 95% interval of `share` over queries."""
        cyclic = self.cyclic.astype(np.float64)
        return clustered_interval(cyclic, self.triads - cyclic)


def transitivity(preferences: Preferences, *, queries: Collection[str] | None = None) -> Transitivity:
    """How often preferences of three documents run in a circle, by most judgments of each pair, without triads with a
    tie; a quarter if judges toss a coin. Source: Kendall and Babington Smith, Biometrika 31, 1940."""
    judged = JudgedDocuments.of(preferences, queries)
    triads = np.zeros(len(judged.queries), dtype=np.int64)
    cyclic = np.zeros(len(judged.queries), dtype=np.int64)
    for some, pairs, place in judged.by_size():
        n = int(np.diff(judged.start)[some[0]])
        decided = judged.outcome[pairs] != TIE
        pairs, place = pairs[decided], place[decided]
        won = judged.outcome[pairs] == FIRST
        one, other = judged.one[pairs], judged.other[pairs]
        beats = np.zeros((len(some), n, n))
        beats[place, np.where(won, one, other), np.where(won, other, one)] = 1.0
        decided_with = beats + beats.swapaxes(1, 2)
        # A closed walk of three steps counts a cycle at each of its three starts, and a triad in both directions too.
        cyclic[some] = np.rint(_closed_walks(beats) / 3).astype(np.int64)
        triads[some] = np.rint(_closed_walks(decided_with) / 6).astype(np.int64)
    return Transitivity(judged.queries, triads, cyclic)


def _closed_walks(steps: F64) -> F64:
    """Walks of three steps that end where they began, in each table (table, from, to)."""
    return np.asarray(((steps @ steps) * steps.swapaxes(1, 2)).sum(axis=(1, 2)))


@dataclass(frozen=True, slots=True, eq=False)
class Consistency:
    """Every system's order of judged pairs, ties apart."""

    systems: tuple[str, ...]
    queries: tuple[str, ...]
    depth: int  # both documents of a pair are among a system's first
    agree: I64  # (system, query), judged pairs that a system orders as judged
    disagree: I64  # (system, query), and the other way round

    @property
    def share(self) -> F64:
        """The share of a system's judged pairs that it orders as judged; NaN without a pair."""
        agree = self.agree.sum(axis=1)
        n = agree + self.disagree.sum(axis=1)
        return np.where(n > 0, agree / np.maximum(n, 1), np.nan)

    @property
    def intervals(self) -> F64:
        """95% intervals of `share` over queries: array (system, 2); NaN with pairs of fewer than two queries."""
        ends = [clustered_interval(*of) for of in zip(self.agree.astype(float), self.disagree.astype(float))]
        return np.array(ends, dtype=np.float64).reshape(-1, 2)

    def table(self) -> Table:
        """A row a system, the largest share first."""
        share, ends = self.share, self.intervals
        order = np.argsort(np.where(np.isnan(share), np.inf, -share), kind="stable")
        agree, disagree = self.agree.sum(axis=1)[order], self.disagree.sum(axis=1)[order]

        def cells(values: F64) -> list[float | None]:
            return [None if np.isnan(x) else float(x) for x in values[order]]

        judged = BY_QUERY("consistency.pairs", depth=f"{self.depth}")
        columns = [
            Column("system", [self.systems[i] for i in order.tolist()]),
            Column("pairs", (agree + disagree).tolist(), "pairs", judged, 0),
            Column("agree", agree.tolist(), "pairs", BY_QUERY("consistency.agree"), 0),
            Column("share", share[order].tolist(), "share", BY_QUERY("consistency.share"), 3),
            Column("low", ends[order, 0].tolist(), "share", "95%, over queries", 3),
            Column("high", ends[order, 1].tolist(), "share", "95%, over queries", 3),
        ]
        return Table("consistency", BY_QUERY("consistency.title"), columns)


def consistency(
    preferences: Preferences,
    runs: Runs,
    *,
    queries: Sequence[str] | None = None,
    depth: int = DEPTH,
    ties: Ties | None = None,
) -> Consistency:
    """How often a run orders a judged pair of its first `depth` documents as most judgments do. Queries are independent
    draws. Source: Arabzadeh, Vtyurina, Yan and Clarke 2021; Korn and Graubard 1998."""
    whole_number("depth", depth, low=2)
    counted = list(preferences.queries if queries is None else queries)
    listed = ListedDocuments.of(runs, counted, depth, ties=ties)
    names, pairs = preferences.arrays.names, preferences.outcomes
    decided = np.flatnonzero(pairs.outcome != TIE)
    query = pairs.query[decided].astype(np.int64)
    one = listed.places(names.queries, names.docs, query, pairs.first[decided].astype(np.int64))
    other = listed.places(names.queries, names.docs, query, pairs.second[decided].astype(np.int64))
    swapped = pairs.outcome[decided] == SECOND
    better, worse = np.where(swapped, other, one), np.where(swapped, one, other)
    there = (one != NONE) & (other != NONE)
    agree, disagree = _count_orders(listed, better[there], worse[there])
    return Consistency(listed.systems, listed.queries, depth, agree, disagree)


def _count_orders(listed: ListedDocuments, better: I64, worse: I64) -> tuple[I64, I64]:
    """Pairs of items that each system orders with the better one first, and last: two arrays (system, query)."""
    shape = (len(listed.queries), len(listed.systems))
    agree, disagree = np.zeros(shape, dtype=np.int64), np.zeros(shape, dtype=np.int64)
    for begin in range(0, len(better), _BATCH):
        high, low = better[begin : begin + _BATCH], worse[begin : begin + _BATCH]
        of_high, of_low = listed.rank[high], listed.rank[low]
        both = (of_high != NOT_LISTED) & (of_low != NOT_LISTED)
        query = listed.item_query[high]
        np.add.at(agree, query, both & (of_high < of_low))
        np.add.at(disagree, query, both & (of_high > of_low))
    return agree.T, disagree.T
