"""The order under labels thinned at random, and on random halves of the queries, held against the order under all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from irassay.agreement import Spread
from irassay.agreement.correlation import FEW_TO_ORDER
from irassay.agreement.order_stability import order_stability
from irassay.arrays import F64, I64
from irassay.collection.stack import QrelsStack
from irassay.comparison import League
from irassay.errors import UsageError
from irassay.label_sets.relevant_subset import thinned
from irassay.label_sets.selection import subset_size
from irassay.random_keys import stream
from irassay.scoring import evaluate
from irassay.studies.overview.comparison import OverviewComparison

FRACTIONS = (0.8, 0.6, 0.5, 0.4, 0.2, 0.1)
DRAWS, FEWEST_DRAWS = 100, 20
MOST_LISTS = 6_000_000  # scored; with more lists there are fewer draws, and with far more none
LISTS_AT_ONCE = 8_000_000  # scores of lists held at once
LEAST_QUERIES = 10  # fewer hold too few different halves to speak of
MOST_PAIRS = 20_000_000  # pairs of systems over all draws of halves: a second or two
MOST_SCORES = 10_000_000  # scores over all draws of halves: a second or two
AT_ONCE = 4_000_000  # scores of halves in memory at a time
HALVES = 0x68616C66  # "half": parts these draws from others of the same key


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


def fewer_labels(comparison: OverviewComparison) -> FewerLabels | None:
    """The order under thinned labels; None for three systems or fewer, one query, or labels too few to thin."""
    league, qrels, runs, measure = comparison.league, comparison.labels, comparison.inputs.runs, comparison.measure
    sizes = [qrels.core.n_judged(query) for query in league.queries]
    fractions = [f for f in FRACTIONS if sizes and f * np.quantile(sizes, 0.1) >= 1]
    if league.n <= FEW_TO_ORDER or len(league.queries) < 2 or not fractions or measure.aggregate == "geometric":
        return None
    draws = min(DRAWS, MOST_LISTS // (len(fractions) * len(runs.systems) * len(league.queries)))
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
    size = max(1, LISTS_AT_ONCE // (len(scores.systems) * len(stack.base.queries)))
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


@dataclass(frozen=True, slots=True)
class HalfQueries:
    """The order on random halves of the queries; pairs are told apart by a paired t-test with Holm's correction."""

    queries: int  # of a half
    of: int  # queries of the whole
    tau: Spread  # Kendall's tau-a with the order on all queries
    first: float  # share of draws in which the first scores highest
    lost: float  # of the pairs told apart on all queries, how many a half loses; mean
    settled_before: int  # on all queries


def half_queries(league: League) -> HalfQueries | None:
    """The order on random halves of the queries, drawn without replacement; None for few systems or queries, several
    collections, scores without an arithmetic mean, and where it takes long."""
    values = np.asarray(league.values)
    n_systems, n_queries = len(league.systems), len(league.queries)
    pairs = max(1, n_systems * (n_systems - 1) // 2)
    draws = min(DRAWS, MOST_PAIRS // pairs, MOST_SCORES // max(1, values.size))
    if n_systems <= FEW_TO_ORDER or n_queries < LEAST_QUERIES or len(league.collections) > 1 or draws < FEWEST_DRAWS:
        return None
    if values.size == 0 or np.isnan(values).any() or not np.allclose(values.mean(axis=1), league.mean):
        return None
    size = max(1, AT_ONCE // values.size)
    parts = [
        order_stability(
            values,
            np.stack([on_a_half(values, league.seed, draw) for draw in range(begin, min(begin + size, draws))]),
            alpha=league.alpha,
            lower_is_better=league.lower_is_better,
        )
        for begin in range(0, draws, size)
    ]
    tau, first, lost = (np.concatenate([getattr(part, name) for part in parts]) for name in ("tau", "first", "lost"))
    means, before = (float(first.mean()), float(lost.mean())), parts[0].settled_before
    return HalfQueries(n_queries // 2, n_queries, Spread.of(tau), *means, settled_before=before)


def on_a_half(values: F64, key: int, draw: int) -> F64:
    """The scores (system, query), NaN on the queries outside one random half."""
    n_queries = values.shape[1]
    order = np.argsort(stream(key, HALVES, draw).random_raw(n_queries), kind="stable")
    half = np.full_like(values, np.nan)
    half[:, order[: n_queries // 2]] = values[:, order[: n_queries // 2]]
    return half
