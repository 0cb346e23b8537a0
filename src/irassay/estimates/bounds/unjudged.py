"""Unjudged documents by how much their labels could change the ranking of systems."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from irassay.arguments import whole_number
from irassay.collection.places import places_of
from irassay.estimates.bounds.bounds import UNDECIDED
from irassay.estimates.bounds.unjudged_table import unjudged_table
from irassay.estimates.universe import kernel_task
from irassay.kernel import _core
from irassay.progress import Progress

if TYPE_CHECKING:
    from collections.abc import Sequence

    from irassay.collection.qrels import Qrels
    from irassay.collection.runs import Runs
    from irassay.estimates.bounds.bounds import Bounds
    from irassay.result import Table

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
    title, meaning = (
        "Documents without a label that could change the order by",
        "largest change of a leader's difference",
    )
    pairs = "open pairs in which it would help the system behind"
    return unjudged_table(bounds, title, f"{meaning} of means", blocks, pairs=pairs, limit=limit)


def _open_pairs(bounds: Bounds, eligible: Sequence[int], mean: np.ndarray) -> tuple[list[int], list[int]]:
    ahead, behind = [], []
    for position, i in enumerate(eligible):
        for j in eligible[position + 1 :]:
            if bounds.state[i][j] in UNDECIDED:
                ahead.append(i if mean[i] > mean[j] else j)
                behind.append(j if mean[i] > mean[j] else i)
    return ahead, behind
