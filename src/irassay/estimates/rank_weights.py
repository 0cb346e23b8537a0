"""What a gain adds to a measure at each rank."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

from irassay.estimates.universe import bounding_of

if TYPE_CHECKING:
    from irassay.measures import Measure

F64: TypeAlias = NDArray[np.float64]


def rank_weights(measure: Measure, n: int) -> F64:
    """What a gain of 1 adds to a linear measure at each of the first n ranks."""
    bounding = bounding_of(measure)
    name = bounding.parameter
    parameter = 1.0 / (measure.cutoff or 1) if name == "1/k" else float(measure.params[name]) if name else 1.0
    rank = np.arange(float(n))
    if bounding.weight == "log2":
        return np.asarray(1.0 / np.log2(rank + 2.0))
    if bounding.weight == "geometric":
        return np.asarray((1.0 - parameter) * parameter**rank)
    if bounding.weight == "insq":
        reached = np.arange(float(measure.cutoff or measure.definition.depth))
        of = (2 * parameter / (2 * parameter + reached)) ** 2
        return np.asarray(of[:n] / of.sum())
    return np.full(n, parameter)
