"""Corrections of p-values for the size of a family of comparisons."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from irassay.arguments import check_choice
from irassay.comparison.equality import at_most
from irassay.comparison.testing import STEPWISE, Correction

F64: TypeAlias = NDArray[np.float64]


def correct(p: F64, *, correction: Correction = "holm", family: int | None = None) -> F64:
    """Corrected p-values: at most alpha if and only if the correction rejects at alpha.

    Parameters
    ----------
    p : array (n,)
        Raw p-values, from 0 to 1.
    correction : {"holm", "bonferroni", "benjamini-hochberg"}
        Holm steps down from the smallest p and rejects all that Bonferroni rejects, and more; both are valid under any
        dependence. Benjamini-Hochberg steps up and bounds another quantity, the share of wrong rejections.
    family : int, optional
        Number of comparisons in the family, where `p` has only the smallest p-values. Default: the length of `p`.

    Returns
    -------
    array (n,)
        From 0 to 1, in the order of `p`.

    Raises
    ------
    UsageError
        A correction that is not a function of p-values.

    Notes
    -----
    *Assumes* that each p-value is valid by itself; Benjamini-Hochberg also that they are independent or positively
    dependent, which all-pairs differences satisfy only approximately.
    *Guarantees* Holm, Bonferroni: the probability of one or more wrong rejections in the family is at most alpha, under
    any dependence. Benjamini-Hochberg: the expected share of wrong ones among the rejections is at most alpha.
    *Source* Holm, A simple sequentially rejective multiple test procedure, Scandinavian Journal of Statistics 6, 1979;
    Benjamini and Hochberg, Controlling the false discovery rate, JRSS B 57, 1995.

    Examples
    --------
    >>> correct(np.array([0.01, 0.04, 0.03])).tolist()
    [0.03, 0.06, 0.06]
    >>> correct(np.array([0.01, 0.04, 0.03]), correction="benjamini-hochberg").tolist()
    [0.03, 0.04, 0.04]
    """
    check_choice("correction", correction, STEPWISE)
    m = len(p) if family is None else family
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
    """Which comparisons of one family are rejected at `alpha`: those with a corrected p of at most alpha.

    A corrected p that exceeds alpha only by rounding counts as alpha.

    Examples
    --------
    >>> rejected(np.array([0.01, 0.04, 0.03]), alpha=0.05).tolist()
    [True, False, False]
    """
    return at_most(correct(p, correction=correction), alpha)
