"""Which runs gave documents to a pool of preferences, by their first documents and by what is known about them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

from irassay.collection.metadata import unpooled
from irassay.comparison.first_documents import FirstDocuments
from irassay.comparison.item_places import NONE

if TYPE_CHECKING:
    from irassay.collection.preferences import Preferences
    from irassay.collection.runs import Runs
    from irassay.collection.ties import Ties

Index: TypeAlias = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class PoolGivers:
    """What each run has in the pool."""

    systems: tuple[str, ...]
    n_queries: int  # queries with a judged pair
    judged: Index  # (system,), of these: its first document was judged against another one
    column: str  # metadata column that says who contributed, or ""
    nothing: frozenset[str]  # gave nothing, by metadata, else no judged first document: can only lose


def pool_givers(
    preferences: Preferences, runs: Runs, *, queries: Sequence[str] | None = None, ties: Ties | None = None
) -> PoolGivers:
    """Which runs gave documents to the pool that was judged, by the runs' metadata where a column says so. `queries`
    defaults to all with a judged pair."""
    counted = set(preferences.queries) if queries is None else set(queries)
    asked = [query for query in preferences.queries if query in counted]
    firsts = FirstDocuments.of(runs, asked, ties=ties)
    arrays = preferences.arrays
    query = np.repeat(arrays.query, np.diff(arrays.start)).astype(np.int64)
    places = firsts.places(arrays.names.queries, arrays.names.docs, query, arrays.doc.astype(np.int64))
    is_judged = np.zeros(len(firsts.item_doc) + 1, dtype=bool)  # the last stands for no document
    is_judged[places[places != NONE]] = True
    judged = is_judged[firsts.first].sum(axis=1)
    column, without = unpooled(runs.metadata.columns, runs.systems)
    if not column:
        without = [system for system, n in zip(runs.systems, judged.tolist(), strict=True) if not n]
    return PoolGivers(firsts.systems, len(asked), judged, column, frozenset(without))
