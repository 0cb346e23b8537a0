"""Wilson's score interval of a proportion: of queries that succeed, and of random draws behind a p-value."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

F64: TypeAlias = NDArray[np.float64]
Counts: TypeAlias = NDArray[np.int64]


def wilson(counts: F64 | Counts, n: int | Counts | F64, z: F64) -> F64:
    """Ends, (count, end), of Wilson's score interval of each count out of `n`, at normal quantiles `z`, negative for
    lower ends. Source: Wilson 1927."""
    whole = np.asarray(n, dtype=np.float64)[..., None]
    share = np.asarray(counts, dtype=np.float64)[:, None] / whole
    squared = z**2
    middle = (share + squared / (2 * whole)) / (1 + squared / whole)
    reach = z * np.sqrt(share * (1 - share) / whole + squared / (4 * whole * whole)) / (1 + squared / whole)
    return np.clip(middle + reach, 0.0, 1.0)
