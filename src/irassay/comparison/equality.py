"""The rule by which two scores, two means or two p-values are equal: for tests, win counts, rankings and sentences.

Numbers that are equal in exact arithmetic differ in their last digits when their terms are added in another order. The
error grows with their size, so a difference counts where it exceeds `ROUNDING` times the largest number involved:

- two scores of a query: of the largest score, by size, of any compared system on any query. Not of these two alone: a
  test adds the scores of all queries on one grid, as fine as the largest allows, and what the test takes for no
  difference must not be counted as a query won.
- two means: of the largest mean. Standard deviations of differences: of the largest difference.
- bounds, and means under drawn labels: of the largest score that labels can give, and of 1 at least, which one relevant
  document gives by most measures. The bound of a difference adds and subtracts such scores, and its rounding is theirs
  even where it comes out small. Tau is of 1 too.
- two p-values, or one and a level: of the larger. Corrections multiply.

Scores in other units, a thousand times larger or smaller, therefore give the same counts and the same ranking.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from irassay.arrays import F64, I64

ROUNDING = 1e-12  # some thousand float64 rounding errors, and far below any difference that a measure can show


def rounding(numbers: F64, *, least: float = 0.0) -> float:
    """The largest difference at which two numbers, or sums of terms of size `least` or more, are equal; NaN ignored."""
    return ROUNDING * max(least, float(np.fmax.reduce(np.abs(numbers), axis=None, initial=0.0)))


def roundings(numbers: F64, *, axis: int) -> F64:
    """`rounding` along one axis, which is kept with length 1."""
    limits: F64 = ROUNDING * np.fmax.reduce(np.abs(numbers), axis=axis, keepdims=True, initial=0.0)
    return limits


def without_rounding(differences: F64, within: float | F64) -> F64:
    """The differences, with 0 for those of at most `within`."""
    return np.where(np.abs(differences) <= within, 0.0, differences)


def best_first(means: F64, names: Sequence[str]) -> list[int]:
    """Positions by decreasing mean; means that differ only by rounding are ordered by name."""
    order = np.argsort(-means, kind="stable")
    falls = -np.diff(means[order], prepend=means[order[:1]]) > rounding(means)
    tier = dict(zip(order.tolist(), np.cumsum(falls).tolist()))
    return sorted(tier, key=lambda i: (tier[i], names[i]))


def ranks_of(means: F64) -> I64:
    """1 + the number of systems that score higher by more than rounding: array (variant, system)."""
    beyond = means + roundings(means, axis=1)
    above: I64 = (means[:, None, :] > beyond[:, :, None]).sum(axis=2)
    return 1 + above


def equal(a: float, b: float) -> bool:
    """Whether two single numbers are equal, such as one p-value computed twice. NaN equals nothing."""
    return abs(a - b) <= ROUNDING * max(abs(a), abs(b))


def at_most(p: F64, level: float) -> NDArray[Any]:
    """Which p-values are at most the level, up to rounding."""
    return np.asarray(p <= level * (1 + ROUNDING))
