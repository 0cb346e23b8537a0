"""How many labels settle each pair of systems that the owner's page shows: the numbers of ``compare A B``."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from irassay.collection.qrels import Qrels
    from irassay.collection.runs import Runs
    from irassay.estimates.bounds.labels_needed import Figures


def labels_to_settle(qrels: Qrels, runs: Runs, measure: str, names: Collection[str]) -> dict[str, Figures]:
    """Pair (two systems with a dash between, as a page names it) -> how many labels settle it, where labels leave it
    open. Pairs that take too long to count are left out, and all for a measure without bounds."""
    from irassay.estimates.bounds.bounds import UNDECIDED
    from irassay.estimates.bounds.labels_needed import labels_needed, takes_long
    from irassay.verdict import settle

    verdict = settle(qrels, runs, measure, threads=1)
    if verdict.bounds is None:
        return {}
    out: dict[str, Figures] = {}
    for i, j in verdict.pairs:
        pair = verdict.systems[i], verdict.systems[j]
        named = [name for name in (" – ".join(pair), " – ".join(pair[::-1])) if name in names]
        if named and verdict.state(i, j) in UNDECIDED and not takes_long(qrels, runs, verdict.bounds, [pair]):
            out[named[0]] = labels_needed(qrels, runs, verdict.bounds, [pair], threads=1).figures
    return out
