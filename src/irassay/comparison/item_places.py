"""Where documents of queries stand among items, which are documents of queries under other numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Index: TypeAlias = NDArray[np.int64]
NONE = -1  # no item, no document, no query


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
