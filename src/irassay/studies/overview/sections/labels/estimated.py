"""Scores by every estimate under missing labels, where they cost little."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irassay.estimates import under_holes
from irassay.estimates.imputed.under_holes import ESTIMATES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from irassay.result import Table
    from irassay.studies.overview.comparison import OverviewComparison

DRAWS = 200
MOST_SCORES = 4_000_000  # of lists in draws; with more, labels are not drawn
MOST_RANKS = 2_000_000  # of documents whose labels might be drawn


def estimated_scores(comparison: OverviewComparison) -> Sequence[Table]:
    """One row a system of the league, and what each estimate assumes; () where the measure has no bounds, or missing
    labels can't move any score."""
    league, measure, bounds = comparison.league, comparison.measure, comparison.bounds
    qrels, runs = comparison.inputs.labels.sel(queries=league.queries), comparison.inputs.runs
    if measure.aggregate != "mean" or bounds is None or not (bounds.lower < bounds.upper).any():
        return ()
    lists = len(runs.systems) * len(qrels.queries)
    depth = measure.cutoff or max(1, runs.n_documents // max(1, len(runs.systems) * len(runs.queries)))
    small = lists * DRAWS <= MOST_SCORES and lists * depth <= MOST_RANKS
    estimates = [name for name in ESTIMATES if small or name != "bootstrapped"]
    holes = under_holes(
        *(qrels, runs, measure),
        estimates=estimates,
        bounds=bounds,
        draws=DRAWS,
        ties=comparison.ties,
        seed=comparison.seed,
        threads=comparison.threads,
    )
    return holes.table(league.systems), holes.assumptions()
