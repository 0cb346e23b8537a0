"""What labels do to the pairs of systems of the owner's page: how many settle a pair, how many pairs a label turns."""

from __future__ import annotations

from collections.abc import Collection, Sequence
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


def pairs_turned(
    qrels: Qrels, runs: Runs, measure: str, cases: Sequence[tuple[str, str]], grades: Sequence[int]
) -> list[int]:
    """For each case, a query and a document, how many pairs of systems stand in another order under one of these grades
    of the document than under another."""
    import numpy as np

    from irassay.collection.qrels import Qrels
    from irassay.comparison.equality import roundings
    from irassay.scoring import evaluate

    whole = evaluate(qrels, runs, [measure], threads=1)
    scores, place = np.asarray(whole.values_view)[0, 0], {query: i for i, query in enumerate(whole.queries)}
    turned = []
    for query, doc in cases:
        known = dict(qrels.grades(query)) if query in place else {}
        totals = []
        for grade in grades:
            alone = evaluate(Qrels.from_dict({query: {**known, doc: grade}}), runs, [measure], threads=1)
            before = scores[:, place[query]] if query in place else 0.0
            totals.append(scores.sum(axis=1) - before + np.asarray(alone.values_view)[0, 0, :, 0])
        means = np.array(totals) / (len(place) + (query not in place))
        apart, limit = means[:, :, None] - means[:, None, :], roundings(means, axis=1)[:, :, None]
        signs = (apart > limit).astype(int) - (apart < -limit)
        turned.append(int((signs != signs[0]).any(axis=0).sum()) // 2)
    return turned
