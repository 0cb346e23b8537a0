"""Student's paired t-test for all pairs, and t intervals for few queries, Welch's over several collections."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

F64: TypeAlias = NDArray[np.float64]
FEW_QUERIES = 30  # below it a t interval is shown beside the bootstrap interval


def paired_t(x: F64, a: NDArray[np.uint32], b: NDArray[np.uint32]) -> F64:
    """Two-sided p of the paired t-test for each pair, scores (query, system): 1 where no query differs, 0 where all
    differ alike, NaN with one query. Source: Student 1908."""
    from scipy import special

    n = x.shape[0]
    if n < 2:
        return np.full(len(a), np.nan)
    centred = x - x.mean(axis=0)
    mean = x.mean(axis=0)[a] - x.mean(axis=0)[b]
    deviation = np.empty(len(a))
    for i in np.unique(a):
        rows = np.flatnonzero(a == i)
        deviation[rows] = ((centred[:, [i]] - centred[:, b[rows]]) ** 2).sum(axis=0)
    scale = np.abs(x).max(initial=0.0)
    error = np.sqrt(deviation / (n - 1) / n)
    error[error < 1e-14 * scale] = 0.0
    mean = np.where(np.abs(mean) < 1e-14 * scale, 0.0, mean)
    with np.errstate(divide="ignore", invalid="ignore"):
        t = np.abs(mean / error)
    p = 2 * special.stdtr(n - 1, -t)
    return np.where(error > 0, p, np.where(mean == 0, 1.0, 0.0))


def t_intervals(x: F64, bounds: Sequence[int] = (), *, level: float = 0.95) -> F64:
    """Student's t interval of each system's mean, (system, 2), NaN where a collection has one query; over collections
    with Welch's degrees of freedom: Satterthwaite, Biometrics Bulletin 2(6), 1946."""
    from scipy import special

    n = x.shape[0]
    mean = x.mean(axis=0)
    sizes = np.diff(bounds) if len(bounds) > 2 else np.array([n])
    if sizes.min() < 2:
        return np.full((x.shape[1], 2), np.nan)
    freedom, error = n - 1, x.std(axis=0, ddof=1) / np.sqrt(n)
    if len(sizes) > 1:
        parts = np.array([x[a:b].var(axis=0, ddof=1) * (b - a) / n**2 for a, b in pairwise(bounds)])
        error, spread = np.sqrt(parts.sum(axis=0)), (parts**2 / (sizes[:, None] - 1)).sum(axis=0)
        freedom = np.divide(error**4, spread, out=np.full(len(error), float(n - len(sizes))), where=spread > 0)
    reach = special.stdtrit(freedom, (1 + level) / 2) * error
    return np.stack([mean - reach, mean + reach], axis=1)


def t_difference_intervals(x: F64, bounds: Sequence[int] = ()) -> F64:
    """Student's 95% t interval of the mean difference of each pair, row minus column: array (system, system, 2)."""
    intervals = np.zeros((x.shape[1], x.shape[1], 2))
    for i in range(x.shape[1]):
        intervals[i, i:] = t_intervals(x[:, [i]] - x[:, i:], bounds)
        intervals[i:, i] = 0.0 - intervals[i, i:, ::-1]
    return intervals
