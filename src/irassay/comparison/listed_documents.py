"""The first documents of every run on every query, with their ranks, as numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

from irassay.collection.ties import tie_rule
from irassay.comparison.item_places import NONE, item_places
from irassay.kernel import _core

if TYPE_CHECKING:
    from irassay.collection.runs import Runs
    from irassay.collection.ties import Ties

Index: TypeAlias = NDArray[np.int64]
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
