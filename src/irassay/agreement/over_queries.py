"""Intervals over whole queries of a number that is computed from sums over queries."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from irassay.kernel import _core

F64: TypeAlias = NDArray[np.float64]
OfSums: TypeAlias = Callable[[F64], F64]

RESAMPLES = 10_000
LEVELS = (0.025, 0.975)
_BLOCK = 1_000  # resamples at once


def interval(parts: F64, statistic: OfSums, key: int) -> tuple[float, float]:
    """Ends of the 95% percentile bootstrap interval over whole queries.

    Parameters
    ----------
    parts : array (query, ...)
        What each query adds to the sums.
    statistic : callable
        From sums, array (resample, ...), to the number, array (resample,). Resamples where it is NaN are left out.
    key : int
        By `key_of`.

    Returns
    -------
    (float, float)
        NaN where no resample has the number.

    Notes
    -----
    *Assumes* that queries are an independent sample of those the collection represents.
    *Guarantees* asymptotic coverage over queries.
    *Source* Efron, Bootstrap methods: another look at the jackknife, Annals of Statistics 7, 1979.

    Examples
    --------
    >>> interval(np.array([[1.0, 2.0], [2.0, 2.0], [0.0, 2.0], [1.0, 2.0]]), lambda sums: sums[:, 0] / sums[:, 1], 0)
    (0.125, 0.875)
    """
    flat = np.ascontiguousarray(parts, dtype=np.float64).reshape(len(parts), -1)
    values = np.concatenate(
        [
            statistic((_core.count_draws(key, first, _BLOCK, [0, len(parts)]) @ flat).reshape(-1, *parts.shape[1:]))
            for first in range(0, RESAMPLES, _BLOCK)
        ]
    )
    if not np.isfinite(values).any():
        return float("nan"), float("nan")
    low, high = np.nanquantile(values, LEVELS)
    return float(low), float(high)
