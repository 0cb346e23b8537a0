"""Tests of paired differences without resampling: Student's, Wilcoxon's, the sign test; and corrections."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from irassay.arguments import check_choice
from irassay.arrays import F64, U32, Flags
from irassay.comparison.equality import at_most, rounding
from irassay.comparison.paired_scores import differences
from irassay.comparison.testing import STEPWISE, Correction
from irassay.kernel import _core

FEW_QUERIES = 30  # below it a t interval is shown beside the bootstrap interval
EXACT_AT_MOST = 50  # differing queries up to which p is exact, as in scipy; normal approximation beyond
_HALF = 0.5  # mid-ranks are whole multiples of it


def paired_t(x: F64, a: U32, b: U32) -> F64:
    """Two-sided p of the paired t-test for each pair, scores (query, system): 1 where no query differs, 0 where all
    differ alike, NaN with one query. Source: Student 1908."""
    from scipy import special

    n = x.shape[0]
    if n < 2:
        return np.full(len(a), np.nan)
    centred = x - x.mean(axis=0)
    mean = x.mean(axis=0)[a] - x.mean(axis=0)[b]
    deviation = np.empty(len(a))
    for i in np.unique(a):
        rows = np.flatnonzero(a == i)
        deviation[rows] = ((centred[:, [i]] - centred[:, b[rows]]) ** 2).sum(axis=0)
    scale = np.abs(x).max(initial=0.0)
    error = np.sqrt(deviation / (n - 1) / n)
    error[error < 1e-14 * scale] = 0.0
    mean = np.where(np.abs(mean) < 1e-14 * scale, 0.0, mean)
    with np.errstate(divide="ignore", invalid="ignore"):
        t = np.abs(mean / error)
    return np.where(error > 0, 2 * special.stdtr(n - 1, -t), np.where(mean == 0, 1.0, 0.0))


def t_intervals(x: F64, bounds: Sequence[int] = (), *, level: float = 0.95) -> F64:
    """Student's t interval of each system's mean, (system, 2), NaN where a collection has one query; over collections
    with Welch's degrees of freedom: Satterthwaite, Biometrics Bulletin 2(6), 1946."""
    from scipy import special

    n = x.shape[0]
    mean = x.mean(axis=0)
    sizes = np.diff(bounds) if len(bounds) > 2 else np.array([n])
    if sizes.min() < 2:
        return np.full((x.shape[1], 2), np.nan)
    freedom, error = n - 1, x.std(axis=0, ddof=1) / np.sqrt(n)
    if len(sizes) > 1:
        parts = np.array([x[a:b].var(axis=0, ddof=1) * (b - a) / n**2 for a, b in pairwise(bounds)])
        error, spread = np.sqrt(parts.sum(axis=0)), (parts**2 / (sizes[:, None] - 1)).sum(axis=0)
        freedom = np.divide(error**4, spread, out=np.full(len(error), float(n - len(sizes))), where=spread > 0)
    reach = special.stdtrit(freedom, (1 + level) / 2) * error
    return np.stack([mean - reach, mean + reach], axis=1)


def t_difference_intervals(x: F64, bounds: Sequence[int] = ()) -> F64:
    """Student's 95% t interval of the mean difference of each pair, row minus column: array (system, system, 2)."""
    intervals = np.zeros((x.shape[1], x.shape[1], 2))
    for i in range(x.shape[1]):
        intervals[i, i:] = t_intervals(x[:, [i]] - x[:, i:], bounds)
        intervals[i:, i] = 0.0 - intervals[i, i:, ::-1]
    return intervals


def wilcoxon(x: F64, a: U32, b: U32, *, threads: int) -> F64:
    """Two-sided p of Wilcoxon's signed-rank test for each pair, scores (query, system), equal differences at their mean
    rank; 1 where no query differs. Exact up to 50 differing queries, beyond that normal, corrected for ties. Assumes
    symmetric differences. Source: Wilcoxon 1945."""
    from scipy import special

    p = np.ones(len(a))
    tied = rounding(x)  # differences that are closer share their mean rank
    for rows, d in differences(x, a, b):
        ranks = mid_ranks(np.abs(d), tied)
        statistic = np.abs((np.sign(d) * ranks).sum(axis=1))
        spread = np.sqrt((ranks**2).sum(axis=1))
        with np.errstate(invalid="ignore"):
            batch = np.where(spread > 0, 2 * special.ndtr(-statistic / spread), 1.0)
        few = np.flatnonzero((d != 0).sum(axis=1) <= EXACT_AT_MOST)
        if len(few):
            tails = _core.lattice_tails(
                np.ascontiguousarray(ranks[few]),
                np.maximum(0.0, statistic[few] - _HALF / 2),
                np.full(len(few), _HALF),
                threads=threads,
            )
            batch[few] = tails[:, 1]
        p[rows] = np.minimum(1.0, batch)
    return p


def rank_balance(x: F64, a: U32, b: U32) -> F64:
    """Wilcoxon's statistic of each pair: the rank sum of the first system's wins minus that of the second's."""
    balance = np.zeros(len(a))
    for rows, d in differences(x, a, b):
        balance[rows] = (np.sign(d) * mid_ranks(np.abs(d), rounding(x))).sum(axis=1)
    return balance


def win_balance(x: F64, a: U32, b: U32) -> F64:
    """The sign test's statistic of each pair: wins of the first system minus wins of the second."""
    balance = np.zeros(len(a))
    for rows, d in differences(x, a, b):
        balance[rows] = np.sign(d).sum(axis=1)
    return balance


def mid_ranks(magnitudes: F64, tied: float) -> F64:
    """Mean rank of each magnitude above 0 among those of its row, from 1; 0 for zeros."""
    order = np.argsort(magnitudes, axis=1, kind="stable")
    ranked = np.take_along_axis(magnitudes, order, axis=1)
    width = ranked.shape[1]
    place = np.broadcast_to(np.arange(width), ranked.shape)
    new = np.ones(ranked.shape, dtype=bool)
    new[:, 1:] = np.diff(ranked, axis=1) > tied
    first = np.maximum.accumulate(np.where(new, place, 0), axis=1)
    ends = np.ones(ranked.shape, dtype=bool)
    ends[:, :-1] = new[:, 1:]
    last = np.minimum.accumulate(np.where(ends, place, width)[:, ::-1], axis=1)[:, ::-1]
    zeros = (magnitudes == 0).sum(axis=1, keepdims=True)
    ranks = np.empty(ranked.shape)
    np.put_along_axis(ranks, order, (first + last) / 2 + 1 - zeros, axis=1)
    return np.where(magnitudes > 0, ranks, 0.0)


def sign_test(x: F64, a: U32, b: U32) -> F64:
    """Two-sided p of the sign test for each pair, scores (query, system), about the median; 1 where no query differs.
    Source: Arbuthnott 1710; Conover 1999, 3.4."""
    from scipy import special

    p = np.ones(len(a))
    for rows, d in differences(x, a, b):
        better, worse = (d > 0).sum(axis=1), (d < 0).sum(axis=1)
        n = better + worse
        p[rows] = np.where(n > 0, np.minimum(1.0, 2 * special.bdtr(np.minimum(better, worse), n, 0.5)), 1.0)
    return p


def correct(p: F64, *, correction: Correction = "holm") -> F64:
    """Corrected p-values, at most alpha if and only if the correction rejects; Benjamini-Hochberg assumes positive
    dependence. Source: Holm 1979; Benjamini and Hochberg 1995."""
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


def rejected(p: F64, *, alpha: float, correction: Correction = "holm") -> Flags:
    """Which comparisons of one family have a corrected p of at most alpha, up to rounding."""
    return at_most(correct(p, correction=correction), alpha)
