"""The first documents of every run on every query, with their ranks, as numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

from irassay.collection.ties import tie_rule
from irassay.kernel import _core

if TYPE_CHECKING:
    from irassay.collection.runs import Runs
    from irassay.collection.ties import Ties


Index: TypeAlias = NDArray[np.int64]

NONE = -1  # no item, no document, no query
NOT_LISTED = 0  # the rank of a document that a run doesn't have so early


@dataclass(frozen=True, slots=True, eq=False)
class ListedDocuments:
    """What each system has among its first documents."""

    systems: tuple[str, ...]
    queries: tuple[str, ...]
    item_query: Index  # (item,), query of a document among some system's first
    item_doc: tuple[str, ...]
    rank: NDArray[np.int32]  # (item, system), from 1; `NOT_LISTED` where later or not at all

    @classmethod
    def of(cls, runs: Runs, queries: Sequence[str], depth: int, *, ties: Ties | None = None) -> ListedDocuments:
        """The first `depth` documents of every run on these queries."""
        pooled = _core.pool(runs.core, depth=depth, ties=tie_rule(ties or "float64"))
        place = {name: i for i, name in enumerate(queries)}
        at = np.array([place.get(name, NONE) for name in runs.queries], dtype=np.int64)
        query = at[np.array(pooled.query, dtype=np.int64)]
        start = np.array(pooled.start, dtype=np.int64)
        rank = np.full((len(query), len(runs.systems)), NOT_LISTED, dtype=np.int32)
        item = np.repeat(np.arange(len(query)), np.diff(start))
        rank[item, np.array(pooled.system, dtype=np.int64)] = pooled.rank
        kept = np.flatnonzero(query != NONE)
        docs = pooled.doc
        of_kept = tuple(docs[i] for i in kept.tolist())
        return cls(tuple(runs.systems), tuple(queries), query[kept], of_kept, rank[kept])

    def places(self, queries: Sequence[str], docs: Sequence[str], query: Index, doc: Index) -> Index:
        """The item of each (query, document) given by numbers into these names; `NONE` where nobody lists it."""
        return item_places(self.queries, self.item_query, self.item_doc, (queries, docs), query, doc)


def item_places(
    queries: Sequence[str],
    item_query: Index,
    item_doc: Sequence[str],
    names: tuple[Sequence[str], Sequence[str]],
    query: Index,
    doc: Index,
) -> Index:
    """The item of each (query, document), `NONE` where there is none; `item_query` are places in `queries`, `query` and
    `doc` places in the two `names`."""
    of_query = {name: i for i, name in enumerate(queries)}
    number: dict[str, int] = {}
    item_number = np.fromiter((number.setdefault(name, len(number)) for name in item_doc), np.int64, len(item_doc))
    q = np.array([of_query.get(name, NONE) for name in names[0]], dtype=np.int64)[query]
    d = np.array([number.get(name, NONE) for name in names[1]], dtype=np.int64)[doc]
    width = max(1, len(number))
    keys = item_query * width + item_number
    if not len(keys):
        return np.full(len(q), NONE, dtype=np.int64)
    order = np.argsort(keys, kind="stable")
    sought = np.where((q == NONE) | (d == NONE), NONE, q * width + d)
    found = np.minimum(np.searchsorted(keys[order], sought), len(order) - 1)
    return np.where(keys[order][found] == sought, order[found], NONE)
