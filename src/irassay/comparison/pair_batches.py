"""Pairs of systems, and their per-query differences in batches that fit in memory."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from irassay.comparison.equality import rounding

F64: TypeAlias = NDArray[np.float64]
U32: TypeAlias = NDArray[np.uint32]

BATCH = 4_000_000  # differences at once


def all_pairs(n: int) -> tuple[U32, U32]:
    """First and second system of every pair of n, in the order (0, 1), (0, 2) ... (n - 2, n - 1)."""
    a, b = np.triu_indices(n, 1)
    return a.astype(np.uint32), b.astype(np.uint32)


def differences(x: F64, a: U32, b: U32) -> Iterator[tuple[slice, F64]]:
    """Slices of the pairs, each with its differences `(pair, query)` of scores `(query, system)`; 0 within rounding."""
    size = max(1, BATCH // max(1, x.shape[0]))
    within = rounding(x)
    for first in range(0, len(a), size):
        rows = slice(first, min(first + size, len(a)))
        batch = np.ascontiguousarray((x[:, a[rows]] - x[:, b[rows]]).T)
        batch[np.abs(batch) <= within] = 0.0
        yield rows, batch


def spreads(x: F64, a: U32, b: U32) -> F64:
    """Standard deviation of each pair's differences over queries, n - 1 in the denominator; NaN for one query."""
    deviations = np.full(len(a), np.nan)
    if x.shape[0] > 1:
        for rows, d in differences(x, a, b):
            deviations[rows] = d.std(axis=1, ddof=1)
    return deviations
