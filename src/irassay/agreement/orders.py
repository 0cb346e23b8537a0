"""Input of every agreement measure: two validated score lists, and their tie groups."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from irassay.errors import UsageError

F64: TypeAlias = NDArray[np.float64]


def score_lists(a: ArrayLike, b: ArrayLike) -> tuple[F64, F64]:
    """Two lists of scores of the same systems, at least two and without NaN; else a UsageError."""
    x, y = np.asarray(a, dtype=np.float64), np.asarray(b, dtype=np.float64)
    if x.ndim != 1 or x.shape != y.shape:
        raise UsageError(f"expected two lists of scores of the same systems, but got shapes {x.shape} and {y.shape}")
    if len(x) < 2:
        raise UsageError(f"an order needs at least two systems, but got {len(x)}")
    if np.isnan(x).any() or np.isnan(y).any():
        raise UsageError("scores to correlate hold NaN; leave those systems out of both lists")
    return x, y


def tie_groups(scores: F64) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """For each system the first rank of its tie group and the group's size; the highest score ranks first."""
    greater = scores[None, :] > scores[:, None]
    equal = scores[None, :] == scores[:, None]
    return greater.sum(axis=1) + 1, equal.sum(axis=1)
