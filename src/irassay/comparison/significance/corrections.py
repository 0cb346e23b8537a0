"""Corrections of p-values for the size of a family of comparisons."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from irassay.arguments import check_choice
from irassay.comparison.equality import at_most
from irassay.comparison.testing import STEPWISE, Correction

F64: TypeAlias = NDArray[np.float64]


def correct(p: F64, *, correction: Correction = "holm") -> F64:
    """Corrected p-values, at most alpha if and only if the correction rejects; Benjamini-Hochberg assumes positive
    dependence. UsageError for a correction that is no function of p-values. Source: Holm 1979; Benjamini and Hochberg
    1995."""
    check_choice("correction", correction, STEPWISE)
    m = len(p)
    if correction == "bonferroni":
        return np.minimum(1.0, p * m)
    order = np.argsort(p, kind="stable")
    if correction == "benjamini-hochberg":
        stepped = np.minimum.accumulate((p[order] * m / np.arange(1, len(p) + 1))[::-1])[::-1]
    else:
        stepped = np.maximum.accumulate(p[order] * (m - np.arange(len(p))))
    corrected = np.empty_like(p)
    corrected[order] = np.minimum(1.0, stepped)
    return corrected


def rejected(p: F64, *, alpha: float, correction: Correction = "holm") -> NDArray[np.bool_]:
    """Which comparisons of one family have a corrected p of at most alpha, up to rounding."""
    return at_most(correct(p, correction=correction), alpha)
