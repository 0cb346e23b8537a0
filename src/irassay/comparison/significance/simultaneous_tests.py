"""Corrections that test a whole family jointly: step-down max-T with shared sign flips, and randomised Tukey HSD."""

from __future__ import annotations

import numpy as np

from irassay.arrays import F64, U32, Places
from irassay.comparison.equality import ROUNDING, rounding
from irassay.comparison.paired_scores import differences, spreads
from irassay.comparison.proportions import wilson
from irassay.comparison.significance.randomization import RANGE, PValues, pair_thresholds, pieces, sign_vectors
from irassay.comparison.testing import Testing
from irassay.errors import UsageError
from irassay.kernel import _core
from irassay.progress import Progress

ROUND = 100_000  # sign vectors, or shuffles, by default
MOST = 1_000_000  # sign vectors at most, where random draws still decide a pair
MANY_SCORES = 20_000  # queries times systems beyond which a tenth as many shuffles are drawn, as they cost more
NEAR_COPY = 0.25  # of the median pair's standard deviation: systems that differ less are nearly identical


def max_t(x: F64, a: U32, b: U32, testing: Testing, *, threads: int) -> PValues:
    """Corrected p-values by step-down max-T: each pair's t against the largest among it and all smaller ones, under
    shared sign flips, 100,000 to a million. Assumes jointly symmetric differences. Source: Westfall and Young 1993,
    algorithm 2.8; Romano and Wolf 2005."""
    snapped, _, _, least = pair_thresholds(x, [(a, b)])
    sums, weight = snapped.sum(axis=0), _weights(snapped, a, b)
    order = np.argsort(-(np.abs(sums[a] - sums[b]) * weight), kind="stable")
    threshold = least * weight * (1 - ROUNDING)
    family = (snapped, a[order], b[order], weight[order], threshold[order])
    alpha, n_resamples = testing.alpha, testing.n_resamples
    total = ROUND if n_resamples is None else _enough(n_resamples, alpha)
    counts = np.zeros(len(a), dtype=np.int64)
    n_vectors = sign_vectors(x.shape[0], total)
    if n_vectors:
        for start, size in pieces(0, n_vectors, snapped.size + len(a)):
            counts += _core.count_step_down(*family, 0, start, size, enumerated=True, threads=threads)
        p = _step_down(counts / n_vectors, order)
        return PValues(p, p, p, np.full(len(a), n_vectors), n_vectors, True)
    n_draws = 0
    with Progress(f"Comparing {len(a):,} pairs at once", total) as progress:
        while True:
            for start, size in pieces(n_draws, total - n_draws, snapped.size + len(a)):
                counts += _core.count_step_down(*family, testing.seed, start, size, threads=threads)
                progress.step(size)
            n_draws = total
            low, high = (_step_down(end, order) for end in wilson(counts, n_draws, RANGE).T)
            if n_resamples is not None or n_draws >= MOST or not ((low <= alpha) & (high > alpha)).any():
                break
            total = min(MOST, 4 * n_draws)
    p = _step_down((counts + 1) / (n_draws + 1), order)
    return PValues(p, low, high, np.full(len(a), n_draws), n_draws, False)


def _enough(n_resamples: int, alpha: float) -> int:
    """The number of sign vectors or shuffles; a UsageError where they could settle nothing."""
    if 1 / (n_resamples + 1) > alpha:
        raise UsageError(
            f"n_resamples={n_resamples:,} can make no pair significant at alpha {alpha:g}: expected from "
            f"{int(np.ceil(1 / alpha)) - 1:,} to 2^32 - 1"
        )
    return n_resamples


def _weights(x: F64, a: U32, b: U32) -> F64:
    """1 / sqrt(sum of squared differences) of each pair; 0 where no query differs."""
    weight = np.zeros(len(a))
    for rows, d in differences(x, a, b):
        length = np.sqrt((d * d).sum(axis=1))
        weight[rows] = np.divide(1.0, length, out=np.zeros(len(length)), where=length > 0)
    return weight


def _step_down(p: F64, order: Places) -> F64:
    """p-values of the pairs in `order`, made to rise along it, in the order of the pairs."""
    out = np.empty(len(p))
    out[order] = np.maximum.accumulate(p)
    return out


def tukey(x: F64, a: U32, b: U32, testing: Testing, *, threads: int) -> PValues:
    """Corrected p-values by randomised Tukey HSD: each difference against the range of all means under shuffles
    of every query's scores. Assumes exchangeable systems: near-copies make large variances significant too often.
    Source: Carterette, TOIS 30, 2012; Sakai, SIGIR 2006."""
    snapped, _, _, threshold = pair_thresholds(x, [(a, b)])
    default = ROUND if x.size <= MANY_SCORES else ROUND // 10
    total = _enough(default if testing.n_resamples is None else testing.n_resamples, testing.alpha)
    ranges = np.empty(total)
    with Progress(f"Shuffling {x.shape[1]:,} systems", total) as progress:
        for start, size in pieces(0, total, 100 * snapped.size):
            ranges[start : start + size] = _core.shuffled_ranges(snapped, testing.seed, start, size, threads=threads)
            progress.step(size)
    reached = total - np.searchsorted(np.sort(ranges), threshold, side="left")
    low, high = wilson(reached, total, RANGE).T
    return PValues((reached + 1) / (total + 1), low, high, np.full(len(a), total), total, False)


def near_copies(x: F64, a: U32, b: U32) -> list[int]:
    """Pairs whose differences have less than a quarter of the median pair's spread, which violates Tukey's null."""
    spread = spreads(x, a, b)
    if not len(spread) or x.shape[0] < 2:
        return []
    return [int(i) for i in np.flatnonzero(spread < NEAR_COPY * np.median(spread) + rounding(x))]
