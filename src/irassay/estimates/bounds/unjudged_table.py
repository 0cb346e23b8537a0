"""The table of unjudged documents: the effect of a label, the best rank and the number of runs of each.

Deep lists have millions of them, so that rows are arrays until they are in order.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np

from irassay.result import Column, Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from irassay.estimates.bounds.bounds import Bounds


def joined(blocks: Sequence[Sequence[Any]], dtype: type) -> NDArray[Any]:
    """Numbers of several blocks as one array."""
    return np.concatenate([np.zeros(0, dtype), *(np.array(block, dtype=dtype) for block in blocks)])


def in_order(keys: Sequence[NDArray[Any]], docs: Sequence[Sequence[str]]) -> tuple[NDArray[np.int64], list[str]]:
    """Positions by ascending keys, the first key first, then by document; and all documents at their positions."""
    doc = list(chain.from_iterable(docs))
    order = np.lexsort(tuple(reversed(keys)))
    same = np.ones(max(0, len(order) - 1), dtype=bool)
    for key in keys:
        ordered = key[order]
        same &= ordered[1:] == ordered[:-1]
    # Documents decide among rows that are equal so far: few at a time, where comparing all texts would take long.
    edges = np.flatnonzero(np.diff(np.concatenate([[False], same, [False]]).astype(np.int8)))
    for first, last in zip(edges[::2].tolist(), edges[1::2].tolist()):
        order[first : last + 1] = sorted(order[first : last + 1].tolist(), key=doc.__getitem__)
    return order, doc


def unjudged_table(
    bounds: Bounds, title: str, meaning: str, blocks: Sequence[Any], *, pairs: str = "", limit: int | None = None
) -> Table:
    """One row a document of the kernel's blocks, by largest effect on the mean; where `pairs` says what these are, most
    pairs come first. `title` lacks the measure."""
    names = ("best_rank", "n_runs", "query", *(["pairs"] if pairs else []))
    of = {name: joined([getattr(block, name) for block in blocks], np.int64) for name in names}
    effect = joined([block.effect for block in blocks], np.float64)
    keys = [*([-of["pairs"]] if pairs else []), -effect, of["best_rank"], -of["n_runs"], of["query"]]
    order, doc = in_order(keys, [block.doc for block in blocks])
    order, n = order[:limit], max(1, len(bounds.queries))
    cells = {name: values[order].tolist() for name, values in of.items()}
    change = f"{meaning}, if it alone were labelled with the top grade"
    return Table(
        name="unjudged",
        title=f"{title} {bounds.measure}",
        columns=(
            Column("query", [bounds.queries[q] for q in cells["query"]]),
            Column("doc", [doc[i] for i in order.tolist()]),
            *([Column("pairs", cells["pairs"], "pairs", pairs)] if pairs else []),
            Column("effect", [e / n for e in effect[order].tolist()], str(bounds.measure), change, 4),
            Column("best_rank", cells["best_rank"], "rank", "highest place in any run, from 1"),
            Column("runs", cells["n_runs"], "runs", "that have it to the measure's depth"),
        ),
        note="Assumes that the labels are correct; "
        f"grades from {bounds.universe.scale[0]} to {bounds.universe.scale[-1]}.",
    )
