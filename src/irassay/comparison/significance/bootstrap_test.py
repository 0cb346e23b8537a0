"""The bootstrap test: per-query differences are shifted to a mean of zero and resampled."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from irassay.comparison.significance.randomization import PValues, draw_rounds, resamples, snap, tolerance, wilson
from irassay.kernel import _core

F64: TypeAlias = NDArray[np.float64]
U32: TypeAlias = NDArray[np.uint32]


def shift_test(
    x: F64,
    bounds: Sequence[int],
    families: Sequence[tuple[U32, U32]],
    *,
    alpha: float,
    n_resamples: int | None,
    key: int,
    threads: int,
) -> Sequence[PValues]:
    """The bootstrap test of each family of pairs, on the resamples that the intervals use.

    p = (1 + the number of resampled means at least as far from the observed mean as that is from 0) / (B + 1).

    Parameters
    ----------
    x : array (query, system)
    bounds : sequence of int
        Start of each collection's queries, and the end of the last; collections are resampled separately.
    families : sequence of (array (pair,), array (pair,))
    alpha : float
        Pairs whose p can no longer fall to this level are dropped early.
    n_resamples : int or None
        None: enough for the largest family, by `default_resamples`.
    key, threads : int

    Returns
    -------
    sequence of PValues
        One a family.

    Notes
    -----
    *Assumes* that differences on other queries have the distribution of those at hand. *Guarantees* asymptotic, over
    queries: with few queries the test is too liberal; with ten its error rate is twice the nominal one
    (docs/simulations.md).
    *Source* Efron and Tibshirani, An Introduction to the Bootstrap, 1993, 16.4; Smucker, Allan and Carterette, CIKM
    2007.
    """
    total = resamples(max((len(a) for a, _ in families), default=0), alpha, n_resamples)
    snapped, grid = snap(x)
    a = np.concatenate([a for a, _ in families]).astype(np.uint32)
    b = np.concatenate([b for _, b in families]).astype(np.uint32)
    sums = snapped.sum(axis=0)
    threshold = np.maximum(0.0, np.abs(sums[a] - sums[b]) - tolerance(x, grid))
    count = partial(_core.count_shifts, key=key, bounds=list(bounds), threads=threads)
    counts, n_draws = draw_rounds(count, snapped, a, b, threshold, alpha=alpha, total=total)
    p = (counts + 1) / (n_draws + 1)
    low, high = wilson(counts, n_draws)
    results, start = [], 0
    for first, _ in families:
        rows = slice(start, start + len(first))
        start += len(first)
        results.append(PValues(p[rows], low[rows], high[rows], n_draws[rows], total, False))
    return results
