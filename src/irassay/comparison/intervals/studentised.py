"""Bootstrap-t: deviations of resampled means divided by their own standard errors, for many columns at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from irassay.comparison.equality import rounding
from irassay.comparison.paired_scores import differences
from irassay.comparison.significance.randomization import snap
from irassay.kernel import _core
from irassay.progress import Progress

F64: TypeAlias = NDArray[np.float64]
U32: TypeAlias = NDArray[np.uint32]

BLOCK = 8_000_000  # resampling counts, and deviations, in memory at once
DEGENERATE = 0.5  # of the observed standard error: a resample below it lacks the few queries that differ


@dataclass(frozen=True, slots=True)
class Columns:
    """Columns of per-query values, with their means and standard errors."""

    x: F64  # (query, column)
    bounds: Sequence[int]  # where each collection's queries begin
    mean: F64
    error: F64  # (column,), standard error of the mean; 0 where all queries are equal


def columns(x: F64, bounds: Sequence[int]) -> Columns:
    """Means and standard errors of values `(query, column)`, on a grid that makes every resampled sum exact."""
    snapped, _ = snap(x)
    n = len(x)
    squares = np.zeros(x.shape[1])
    for start, end in pairwise(bounds):
        part = snapped[start:end]
        squares += ((part - part.mean(axis=0)) ** 2).sum(axis=0) * _unbiased(end - start)
    error = np.sqrt(squares) / n
    error[error <= rounding(x)] = 0.0
    return Columns(snapped, bounds, snapped.sum(axis=0) / n, error)


def columns_of_pairs(x: F64, bounds: Sequence[int], a: U32, b: U32) -> Columns:
    """`columns` of the differences of pairs of systems, from scores `(query, system)`."""
    by_pair = np.empty((len(x), len(a)))
    for rows, d in differences(x, a, b):
        by_pair[:, rows] = d.T
    return columns(by_pair, bounds)


def _unbiased(n: int) -> float:
    """n / (n - 1): the bias correction of a variance of n values, within one collection."""
    return n / (n - 1) if n > 1 else 1.0


def deviations(of: Columns, *, key: int, n_bootstrap: int) -> Iterator[tuple[int, F64]]:
    """First resample of each block, and its studentised deviations, (resample, column); the resamples are those of the
    percentile intervals. The observed standard error replaces a resample's of less than half of it: else two systems
    that differ on few queries would determine the quantile for all."""
    squares, _ = snap(of.x**2)
    n, wide = of.x.shape
    size = max(1, min(n_bootstrap, BLOCK // max(n, wide)))
    bounds = list(of.bounds)
    with Progress(f"Resampling {n:,} queries", n_bootstrap) as progress:
        for first in range(0, n_bootstrap, size):
            count = min(size, n_bootstrap - first)
            draws = _core.count_draws(key, first, count, bounds)
            sums, squared = np.zeros((count, wide)), np.zeros((count, wide))
            for start, end in pairwise(bounds):
                part = draws[:, start:end] @ of.x[start:end]
                spread = draws[:, start:end] @ squares[start:end] - part**2 / (end - start)
                squared += np.maximum(0.0, spread) * _unbiased(end - start)
                sums += part
            error = np.sqrt(squared) / n
            error = np.where(error > DEGENERATE * of.error, error, of.error)
            deviation = sums / n - of.mean
            yield first, np.divide(deviation, error, out=np.zeros_like(deviation), where=error > 0)
            progress.step(count)


def quantiles(of: Columns, levels: Sequence[float], *, key: int, n_bootstrap: int) -> F64:
    """Quantiles of each column's studentised deviation: array (column, level)."""
    values = np.empty((of.x.shape[1], len(levels)))
    wide = max(1, 2 * BLOCK // n_bootstrap)
    for first in range(0, of.x.shape[1], wide):
        rows = slice(first, min(first + wide, of.x.shape[1]))
        part = Columns(np.ascontiguousarray(of.x[:, rows]), of.bounds, of.mean[rows], of.error[rows])
        whole = np.empty((n_bootstrap, part.x.shape[1]))
        for start, block in deviations(part, key=key, n_bootstrap=n_bootstrap):
            whole[start : start + len(block)] = block
        values[rows] = np.quantile(whole, levels, axis=0).T
    return values


def largest(of: Columns, level: float, *, key: int, n_bootstrap: int) -> float:
    """The quantile of the largest |studentised deviation| over all columns; 0 for no column."""
    if not of.x.shape[1]:
        return 0.0
    most = np.empty(n_bootstrap)
    for start, block in deviations(of, key=key, n_bootstrap=n_bootstrap):
        most[start : start + len(block)] = np.abs(block).max(axis=1)
    return float(np.quantile(most, level))
