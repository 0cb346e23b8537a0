"""Random halves of the queries: a system selected on one half is evaluated on the other half."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np

from irassay.arrays import F64
from irassay.comparison.equality import rounding

DRAWS = 2_000  # the standard error of a share is then 0.011 at most
BLOCK_BYTES = 64 * 2**20  # of weights in memory at once
_STREAM = 0x5EA1  # of the key: separates these draws from all others


def half_means(x: F64, bounds: Sequence[int], *, key: int, n_draws: int = DRAWS) -> tuple[F64, F64]:
    """Each system's mean, (draw, system), on two random halves of the queries, scores (query, system); each collection
    has its weight in both, one of a single query is in neither, and an odd one is in the second."""
    firsts, seconds = [], []
    for first, second in _weights(bounds, key=key, n_draws=n_draws):
        firsts.append(first @ x)
        seconds.append(second @ x)
    return np.concatenate(firsts), np.concatenate(seconds)


def _weights(bounds: Sequence[int], *, key: int, n_draws: int) -> Iterator[tuple[F64, F64]]:
    """Each query's weight in either half: two arrays (draw, query), block by block."""
    n_queries = bounds[-1]
    rng = np.random.default_rng([key, _STREAM])
    block = max(1, BLOCK_BYTES // (16 * n_queries))
    for start in range(0, n_draws, block):
        shape = (min(block, n_draws - start), n_queries)
        first, second = np.zeros(shape), np.zeros(shape)
        for a, b in pairwise(bounds):
            n = b - a
            if n < 2:
                continue
            here = rng.permuted(np.broadcast_to(np.arange(n) < n // 2, (shape[0], n)), axis=1)
            first[:, a:b] = here * (n / (n // 2) / n_queries)
            second[:, a:b] = ~here * (n / (n - n // 2) / n_queries)
        yield first, second


def same_first(x: F64, bounds: Sequence[int], *, direction: int, key: int, n_draws: int = DRAWS) -> float:
    """The share of random halvings in which one system comes first on both halves; NaN where no collection has two
    queries. Source: Spearman 1910; Zobel, SIGIR 1998; Voorhees and Buckley, SIGIR 2002; docs/simulations.md."""
    if all(b - a < 2 for a, b in pairwise(bounds)):
        return float("nan")
    halves = (means * direction for means in half_means(x, bounds, key=key, n_draws=n_draws))
    one, other = (of.max(axis=1, keepdims=True) - of <= rounding(of) for of in halves)  # (draw, system)
    return float(((one & other).sum(axis=1) / (one.sum(axis=1) * other.sum(axis=1))).mean())


def luck_of_choice(halves: tuple[F64, F64], n_queries: int) -> float:
    """By how much the best system is expected to score above its true mean: the fall between halves over the square
    root of two; NaN below two queries, too large where systems differ. Source: Efron, JASA 78, 1983."""
    if n_queries < 2:
        return float("nan")
    one, other = halves
    draw = np.arange(len(one))
    best, best_there = one.argmax(axis=1), other.argmax(axis=1)
    fall = (one[draw, best] - other[draw, best]) + (other[draw, best_there] - one[draw, best_there])
    return float(fall.mean() / 2 * np.sqrt(0.5))  # 0 for a single system
