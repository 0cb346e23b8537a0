"""Simultaneous confidence sets of ranks by bootstrap of all differences, an alternative to ranks by significance."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from irassay.comparison.intervals import studentised
from irassay.comparison.league import tie_groups
from irassay.comparison.pair_batches import all_pairs
from irassay.comparison.paired_scores import PairedScores

F64: TypeAlias = NDArray[np.float64]


def rank_sets(paired: PairedScores, *, alpha: float, key: int, n_bootstrap: int) -> list[tuple[int, int]]:
    """Simultaneous intervals of ranks, 1-based and closed, from the numbers of systems surely better and surely worse.

    A difference is sure when its |t| exceeds the 1 - alpha quantile, over resamples, of the largest |studentised
    deviation| among those not yet sure.

    *Assumes* queries sampled independently. *Guarantees* asymptotic: all ranks are covered jointly with probability 1 -
    alpha, over queries. *Source* Mogstad, Romano, Shaikh and Wilhelm 2024.
    """
    n = len(paired.systems)
    better = np.zeros((n, n), dtype=bool)
    a, b = all_pairs(n)
    if len(a) and len(paired.queries) > 1:
        sure, sign = _sure(paired, a, b, alpha=alpha, key=key, n_bootstrap=n_bootstrap)
        ahead = paired.direction * sign > 0
        better[a, b], better[b, a] = sure & ahead, sure & ~ahead
    return tie_groups.rank_intervals(better)


def _sure(
    paired: PairedScores, a: NDArray[np.uint32], b: NDArray[np.uint32], *, alpha: float, key: int, n_bootstrap: int
) -> tuple[NDArray[np.bool_], F64]:
    """Which differences are sure, and their signs."""
    of = studentised.columns_of_pairs(paired.x, paired.bounds, a, b)
    t = np.abs(np.divide(of.mean, of.error, out=np.zeros(len(a)), where=of.error > 0))
    order = np.argsort(-t, kind="stable")
    by_t = studentised.Columns(np.ascontiguousarray(of.x[:, order]), of.bounds, of.mean[order], of.error[order])
    reached = np.zeros(len(a), dtype=np.int64)
    for _, block in studentised.deviations(by_t, key=key, n_bootstrap=n_bootstrap):
        most = np.maximum.accumulate(np.abs(block)[:, ::-1], axis=1)[:, ::-1]
        reached += (most >= t[order]).sum(axis=0)
    p = np.empty(len(a))
    p[order] = np.maximum.accumulate((reached + 1) / (n_bootstrap + 1))
    return p <= alpha, np.sign(of.mean)
