"""Effect sizes of a paired difference: its size relative to its variation over queries."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from irassay.arrays import F64
from irassay.comparison.equality import rounding, roundings, without_rounding
from irassay.comparison.significance.paired_tests import mid_ranks
from irassay.errors import UsageError


@dataclass(frozen=True, slots=True)
class EffectSize:
    """Effect sizes of the difference between two systems."""

    difference: float  # mean over queries, in the measure's unit
    standardised: float  # Cohen's d_z; NaN where all differences are equal
    unbiased: float  # Hedges' g
    superiority: float  # share of queries with a higher first score; ties count half
    rank_biserial: float  # rank sum for less that against, over the total; or NaN


def effect_size(a: ArrayLike, b: ArrayLike) -> EffectSize:
    """Effect sizes of two systems' scores on the same queries.

    Parameters
    ----------
    a, b : array (query,)
        At least two queries.

    Returns
    -------
    EffectSize

    Notes
    -----
    *Assumes* nothing. *Guarantees* exact for the queries at hand; as an estimate for other queries it is as uncertain
    as the difference. *Source* Cohen, Statistical Power Analysis, 1988, 2.3; Hedges, Journal of Educational Statistics
    6, 1981; Kerby, Comprehensive Psychology 3, 2014; Sakai, Statistical reform in information retrieval?, SIGIR Forum
    48, 2014, for retrieval.

    Examples
    --------
    >>> effect = effect_size([0.5, 0.7, 0.4, 0.9], [0.3, 0.7, 0.5, 0.4])
    >>> round(effect.standardised, 3), effect.superiority, round(effect.rank_biserial, 3)
    (0.567, 0.625, 0.667)
    """
    x, y = np.asarray(a, dtype=np.float64), np.asarray(b, dtype=np.float64)
    if x.ndim != 1 or x.shape != y.shape or len(x) < 2:
        raise UsageError(f"expected two lists of at least two scores each, but got shapes {x.shape} and {y.shape}")
    d = _differences(x, y)
    d_z = standardised(x, y)
    return EffectSize(
        difference=float(d.mean()),
        standardised=d_z,
        unbiased=d_z * _hedges(len(d) - 1),
        superiority=float((d > 0).mean() + (d == 0).mean() / 2),
        rank_biserial=_rank_biserial(d, max(rounding(x), rounding(y))),
    )


def standardised(a: F64, b: F64) -> float:
    """Mean difference in standard deviations of per-query differences; NaN where these are equal or there is one."""
    if len(a) < 2:
        return float("nan")
    d = _differences(a, b)
    spread = float(d.std(ddof=1))
    return float(d.mean()) / spread if spread > rounding(d) else float("nan")


def standardised_pairs(values: F64) -> F64:
    """`standardised` of all pairs of rows at once, in the order (0,1), (0,2) ... (n-2,n-1)."""
    if values.shape[1] < 2:
        return np.full(len(values) * (len(values) - 1) // 2, np.nan)
    within = roundings(values, axis=1)
    effects = [np.empty(0)]
    for i in range(len(values) - 1):
        d = without_rounding(values[i] - values[i + 1 :], np.maximum(within[i], within[i + 1 :]))
        spread = d.std(axis=1, ddof=1)
        varies = spread > roundings(d, axis=1)[:, 0]
        effects.append(np.where(varies, d.mean(axis=1) / np.where(varies, spread, 1.0), np.nan))
    return np.concatenate(effects)


def _differences(a: F64, b: F64) -> F64:
    return without_rounding(a - b, max(rounding(a), rounding(b)))


def _hedges(freedom: int) -> float:
    """The bias correction of the standardised difference: a ratio of gamma functions, near 1 - 3 / (4 freedom - 1)."""
    from math import exp, lgamma, sqrt

    return float("nan") if freedom < 2 else exp(lgamma(freedom / 2) - lgamma((freedom - 1) / 2)) / sqrt(freedom / 2)


def _rank_biserial(d: F64, within: float) -> float:
    if not d.any():
        return float("nan")
    ranks = mid_ranks(np.abs(d)[None, :], within)[0]
    return float((np.sign(d) * ranks).sum() / ranks.sum())
