"""The order on random halves of the queries, held against the order on all: what half as many queries would say."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from irassay.agreement import Spread
from irassay.agreement.correlation import FEW_TO_ORDER
from irassay.agreement.order_stability import order_stability
from irassay.arrays import F64
from irassay.comparison import League
from irassay.random_keys import stream

LEAST_QUERIES = 10  # fewer hold too few different halves to speak of
DRAWS, FEWEST_DRAWS = 100, 20
MOST_PAIRS = 20_000_000  # pairs of systems over all draws: a second or two
MOST_SCORES = 10_000_000  # scores over all draws: a second or two
AT_ONCE = 4_000_000  # scores in memory at a time
HALVES = 0x68616C66  # "half": parts these draws from others of the same key


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
    return HalfQueries(
        queries=n_queries // 2,
        of=n_queries,
        tau=Spread.of(tau),
        first=float(first.mean()),
        lost=float(lost.mean()),
        settled_before=parts[0].settled_before,
    )


def on_a_half(values: F64, key: int, draw: int) -> F64:
    """The scores (system, query), NaN on the queries outside one random half."""
    n_queries = values.shape[1]
    order = np.argsort(stream(key, HALVES, draw).random_raw(n_queries), kind="stable")
    half = np.full_like(values, np.nan)
    half[:, order[: n_queries // 2]] = values[:, order[: n_queries // 2]]
    return half
