"""How often a run orders two documents as people do, where both are among its first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

from irassay.arguments import whole_number
from irassay.collection.preference_arrays import SECOND, TIE
from irassay.comparison.listed_documents import NONE, NOT_LISTED, ListedDocuments
from irassay.comparison.proportions import clustered_interval
from irassay.comparison.words import BY_QUERY
from irassay.result import Column, Table

if TYPE_CHECKING:
    from irassay.collection.preferences import Preferences
    from irassay.collection.runs import Runs
    from irassay.collection.ties import Ties

F64: TypeAlias = NDArray[np.float64]
Index: TypeAlias = NDArray[np.int64]

DEPTH = 10  # documents of a list in which both of a pair must stand
_BATCH = 65_536  # judged pairs that are counted at a time


@dataclass(frozen=True, slots=True, eq=False)
class Consistency:
    """Every system's order of judged pairs, ties apart."""

    systems: tuple[str, ...]
    queries: tuple[str, ...]
    depth: int  # both documents of a pair are among a system's first
    agree: Index  # (system, query), judged pairs that a system orders as judged
    disagree: Index  # (system, query), and the other way round

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
    agree, disagree = _count(listed, better[there], worse[there])
    return Consistency(listed.systems, listed.queries, depth, agree, disagree)


def _count(listed: ListedDocuments, better: Index, worse: Index) -> tuple[Index, Index]:
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
