"""Tests that use only ranks or signs of the differences: Wilcoxon's and the sign test, for all pairs."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from irassay.comparison.equality import rounding
from irassay.comparison.paired_scores import differences
from irassay.kernel import _core

F64: TypeAlias = NDArray[np.float64]
U32: TypeAlias = NDArray[np.uint32]

EXACT_AT_MOST = 50  # differing queries up to which p is exact, as in scipy; normal approximation beyond
_HALF = 0.5  # mid-ranks are whole multiples of it


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
