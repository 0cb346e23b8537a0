"""The order under labels thinned at random, held against the order under all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from irassay.agreement import Spread
from irassay.agreement.correlation import FEW_TO_ORDER
from irassay.agreement.order_stability import order_stability
from irassay.arrays import F64, I64
from irassay.collection.stack import QrelsStack
from irassay.errors import UsageError
from irassay.label_sets.relevant_subset import thinned
from irassay.label_sets.selection import subset_size
from irassay.scoring import evaluate
from irassay.studies.overview.comparison import OverviewComparison

FRACTIONS = (0.8, 0.6, 0.5, 0.4, 0.2, 0.1)
DRAWS = 100
FEWEST_DRAWS = 20
MOST_SCORES = 6_000_000  # lists scored; with more lists there are fewer draws, and with far more none
AT_ONCE = 8_000_000  # scores held at once


@dataclass(frozen=True, slots=True)
class FewerLabels:
    """The order under labels thinned at random, one entry a fraction; pairs are told apart by a paired t-test with
    Holm's correction."""

    fractions: Sequence[float]  # share of each query's labels that stays
    draws: int
    all_labels: int
    labels: Sequence[int]  # labels that stay
    tau: Sequence[Spread]  # Kendall's tau-a with the order under all labels
    reversed: Sequence[Spread]  # share of pairs in the opposite order
    first: Sequence[float]  # share of draws in which the first scores highest
    lost: Sequence[float]  # of the pairs told apart under all labels, how many no longer are
    against: Sequence[float]  # of the pairs told apart under all labels, how many are reversed
    settled_before: int  # under all labels
    pairs: int  # all pairs


def collect(comparison: OverviewComparison) -> FewerLabels | None:
    """The order under thinned labels; None for three systems or fewer, one query, or labels too few to thin."""
    league, qrels, runs, measure = comparison.league, comparison.labels, comparison.inputs.runs, comparison.measure
    sizes = [qrels.core.n_judged(query) for query in league.queries]
    fractions = [f for f in FRACTIONS if sizes and f * np.quantile(sizes, 0.1) >= 1]
    if league.n <= FEW_TO_ORDER or len(league.queries) < 2 or not fractions or measure.aggregate == "geometric":
        return None
    draws = min(DRAWS, MOST_SCORES // (len(fractions) * len(runs.systems) * len(league.queries)))
    if draws < FEWEST_DRAWS:
        return None
    try:
        values = _values(comparison, thinned(qrels, fractions, draws=draws, seed=comparison.seed))
    except UsageError:  # a measure that variants of labels can't give, such as one over subtopics
        return None
    stability = order_stability(league.values, values, alpha=league.alpha, lower_is_better=league.lower_is_better)
    shape = (len(fractions), draws)
    return FewerLabels(
        fractions=fractions,
        draws=draws,
        all_labels=sum(sizes),
        labels=[sum(subset_size(size, fraction) for size in sizes) for fraction in fractions],
        tau=_spreads(stability.tau.reshape(shape)),
        reversed=_spreads(stability.reversed.reshape(shape) / stability.pairs),
        first=stability.first.reshape(shape).mean(axis=1).tolist(),
        lost=stability.lost.reshape(shape).mean(axis=1).tolist(),
        against=stability.against.reshape(shape).mean(axis=1).tolist(),
        settled_before=stability.settled_before,
        pairs=stability.pairs,
    )


def _values(comparison: OverviewComparison, stack: QrelsStack) -> F64:
    """Scores (variant, system, query) of the league's systems and queries."""
    scores, league = comparison.scores, comparison.league
    rows = [scores.systems.index(name) for name in league.systems]
    columns = [list(stack.base.queries).index(name) for name in league.queries]
    size = max(1, AT_ONCE // (len(scores.systems) * len(stack.base.queries)))
    parts = []
    for batch in stack.batches(size):
        again = evaluate(
            batch, comparison.inputs.runs, [comparison.measure], ties=comparison.ties, keep="queries",
            threads=comparison.threads,
        )  # fmt: skip
        parts.append(again.values[0][np.ix_(range(len(batch.names)), rows, columns)])
    return np.concatenate(parts)


def _spreads(values: F64 | I64) -> list[Spread]:
    """Row by row, over draws."""
    return [Spread.of(row) for row in values]
