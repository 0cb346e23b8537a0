"""Unjudged documents by how much their labels could change the ranking of systems."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from irassay.arguments import places_of, whole_number
from irassay.arrays import F64, I64
from irassay.collection.qrels import Qrels
from irassay.collection.runs import Runs
from irassay.estimates.bounds.bounds import UNDECIDED, Bounds
from irassay.estimates.universe import kernel_task
from irassay.estimates.words import BY_LABELS
from irassay.kernel import _core
from irassay.progress import Progress
from irassay.result import Column, Table

_BLOCK = 64  # queries between two checks for an interrupt


def unjudged(
    qrels: Qrels,
    runs: Runs,
    bounds: Bounds,
    *,
    leaders: Sequence[str] | None = None,
    among: Sequence[str] | None = None,
    limit: int | None = None,
) -> Table:
    """The unjudged documents whose labels could change the order of systems: most pairs first, then largest effect,
    then best rank. Those that only help systems ahead come last, with 0 pairs. `leaders` and `among` are the league's,
    so that identical rankings count once."""
    qrels = qrels.judged().sel(queries=bounds.queries)
    systems = bounds.systems
    eligible = places_of(systems, systems if among is None else among, argument="among")
    mean = bounds.plain.mean(axis=1) if bounds.plain.size else np.zeros(len(systems))
    if leaders is None:
        top = max((mean[i] for i in eligible), default=0.0)
        leading = [i for i in eligible if mean[i] >= top - bounds.rounding]
    else:
        leading = places_of(systems, leaders, argument="leaders")
    if limit is not None:
        limit = whole_number("limit", limit, 0)
    place = places_of(runs.systems, systems, argument="bounds")
    ahead, behind = ([place[i] for i in side] for side in _open_pairs(bounds, eligible, mean))
    task = kernel_task(qrels, bounds.measure, bounds.universe, bounds.ties)
    join = runs.join(qrels)
    blocks: list[_core.HoleEffects] = []
    n_queries = len(bounds.queries)
    with Progress("Labels that matter", n_queries) as progress:
        for first in range(0, n_queries if ahead else 0, _BLOCK):
            effects = _core.hole_effects(
                qrels.core, runs.core, join, task, ahead=ahead, behind=behind, leaders=[place[i] for i in leading],
                among=[place[i] for i in eligible],
                first=first, last=first + _BLOCK,
            )  # fmt: skip
            blocks.append(effects)
            progress.step(min(_BLOCK, n_queries - first))
    return unjudged_table(bounds, blocks, pairs=True, limit=limit)


def _open_pairs(bounds: Bounds, eligible: Sequence[int], mean: np.ndarray) -> tuple[list[int], list[int]]:
    ahead, behind = [], []
    for position, i in enumerate(eligible):
        for j in eligible[position + 1 :]:
            if bounds.state[i][j] in UNDECIDED:
                ahead.append(i if mean[i] > mean[j] else j)
                behind.append(j if mean[i] > mean[j] else i)
    return ahead, behind


def joined(blocks: Sequence[Sequence[Any]], dtype: type) -> NDArray[Any]:
    """Numbers of several blocks as one array."""
    return np.concatenate([np.zeros(0, dtype), *(np.array(block, dtype=dtype) for block in blocks)])


def in_order(keys: Sequence[NDArray[Any]], docs: Sequence[Sequence[str]]) -> tuple[I64, list[str]]:
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
    bounds: Bounds, blocks: Sequence[Any], *, pairs: bool = False, limit: int | None = None, expected: F64 | None = None
) -> Table:
    """One row a document of the kernel's blocks, by `expected` (document,) if given, then by largest effect on the
    mean; with `pairs`, which these blocks count, most come first."""
    names = ("best_rank", "n_runs", "query", *(["pairs"] if pairs else []))
    of = {name: joined([getattr(block, name) for block in blocks], np.int64) for name in names}
    effect = joined([block.effect for block in blocks], np.float64)
    first = [-of["pairs"]] if pairs else [] if expected is None else [-expected.round(12)]
    keys = [*first, -effect, of["best_rank"], -of["n_runs"], of["query"]]
    order, doc = in_order(keys, [block.doc for block in blocks])
    order, n = order[:limit], max(1, len(bounds.queries))
    cells = {name: values[order].tolist() for name, values in of.items()}
    change = BY_LABELS("unjudged.effect", pairs=pairs)
    low, *_, high = bounds.universe.scale
    expectations = []
    if expected is not None:
        each, what = (expected[order] / n).tolist(), BY_LABELS("unjudged.expected")
        expectations = [Column("expected", each, str(bounds.measure), what, 4)]
    return Table(
        name="unjudged",
        title=BY_LABELS("unjudged.title", pairs=pairs, measure=str(bounds.measure)),
        columns=(
            Column("query", [bounds.queries[q] for q in cells["query"]]),
            Column("doc", [doc[i] for i in order.tolist()]),
            *([Column("pairs", cells["pairs"], "pairs", BY_LABELS("unjudged.pairs"))] if pairs else []),
            Column("effect", [e / n for e in effect[order].tolist()], str(bounds.measure), change, 4),
            *expectations,
            Column("best_rank", cells["best_rank"], "rank", BY_LABELS("unjudged.rank")),
            Column("runs", cells["n_runs"], "runs", BY_LABELS("unjudged.runs")),
        ),
        note=BY_LABELS("unjudged.note", low=low, high=high),
    )
