"""Scores by every estimate under missing labels, where they cost little."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from irassay.estimates import under_holes
from irassay.estimates.imputed.under_holes import ESTIMATES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from irassay.collection.qrels import Qrels
    from irassay.collection.runs import Runs
    from irassay.comparison import League
    from irassay.estimates import Bounds
    from irassay.measures import Measure
    from irassay.result import Table

DRAWS = 200
MOST_SCORES = 4_000_000  # of lists in draws; with more, labels are not drawn
MOST_RANKS = 2_000_000  # of documents whose labels might be drawn


def estimated_scores(
    qrels: Qrels,
    runs: Runs,
    measure: Measure,
    league: League,
    bounds: Bounds | None,
    *,
    ties: Literal["float64", "float32"],
    seed: int,
    threads: int,
) -> Sequence[Table]:
    """One row a system of the league, and what each estimate assumes.

    Nothing where the measure has no bounds, or missing labels can't move any score.

    Labels are drawn where the lists to the measure's depth are not too many.
    """
    if measure.aggregate != "mean" or bounds is None or not (bounds.lower < bounds.upper).any():
        return ()
    lists = len(runs.systems) * len(qrels.queries)
    depth = measure.cutoff or max(1, runs.n_documents // max(1, len(runs.systems) * len(runs.queries)))
    small = lists * DRAWS <= MOST_SCORES and lists * depth <= MOST_RANKS
    asked = [name for name in ESTIMATES if small or name != "bootstrapped"]
    found = under_holes(
        qrels, runs, measure, estimates=asked, bounds=bounds, draws=DRAWS, ties=ties, seed=seed, threads=threads
    )
    return found.table(league.systems), found.assumptions()
