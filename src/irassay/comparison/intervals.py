"""Intervals over queries, resampled within collections: percentile, BCa, bootstrap-t, simultaneous; or Wilson's."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np

from irassay.arrays import F64, U32
from irassay.comparison import proportions
from irassay.comparison.equality import rounding
from irassay.comparison.halves import same_first
from irassay.comparison.paired_scores import PairedScores, all_pairs, differences
from irassay.comparison.significance.randomization import Families, snap
from irassay.comparison.testing import Interval
from irassay.errors import UsageError
from irassay.kernel import _core
from irassay.progress import Progress

RESAMPLES = 10_000
LEVELS = (0.025, 0.25, 0.75, 0.975)  # 95% and 50% intervals
OUTER = (LEVELS[0], LEVELS[-1])
BLOCK = 8_000_000  # resampling counts, and deviations, in memory at once
DEGENERATE = 0.5  # of the observed standard error: a resample below it lacks the few queries that differ


@dataclass(frozen=True, slots=True)
class Places:
    """Ranks of the systems over resamples of the queries, and the stability of the first place beyond these queries."""

    median: F64  # (system,), of the rank, 1 the best; ties share the better
    low: F64
    high: F64
    low50: F64
    high50: F64
    first: F64  # (system,), share of first places with ties; too high for the first system
    same_first: float  # share of halvings with the same first system; without that bias
    tau: float  # median Kendall tau-a to the ranking at hand; NaN for one system
    n_bootstrap: int


def resampled_summaries(paired: PairedScores, *, n_bootstrap: int, key: int, threads: int = 0) -> F64:
    """Every system's summary in every resample of the queries, which all systems share, (system, resample). Percentile
    intervals are too short below 30 queries. Source: Efron 1979; Sakai, SIGIR 2006."""
    x, _ = snap(paired.x)  # products with counts are exact then, in any order and on any number of threads
    sums = _core.drawn_sums(np.ascontiguousarray(x.T), key, 0, n_bootstrap, list(paired.bounds), threads=threads)
    return np.ascontiguousarray(paired.summary(sums / len(x)))


def intervals(summaries: F64) -> F64:
    """Quantiles of each system's resampled summary: array (system, 4), at 2.5%, 25%, 75% and 97.5%."""
    return np.asarray(np.quantile(summaries, LEVELS, axis=1).T)


def difference_intervals(
    summaries: F64, a: U32, b: U32, *, threads: int, alpha: float = 2 * LEVELS[0]
) -> tuple[F64, F64]:
    """1 - alpha intervals of the pairs' differences: two arrays (system, system), row minus column; NaN elsewhere."""
    n = len(summaries)
    low, high = np.full((n, n), np.nan), np.full((n, n), np.nan)
    np.fill_diagonal(low, 0.0)
    np.fill_diagonal(high, 0.0)
    a, b = np.minimum(a, b), np.maximum(a, b)  # the same bits in either order
    low[a, b], high[a, b] = _core.pair_quantiles(summaries, a, b, [alpha / 2, 1 - alpha / 2], threads=threads).T
    low[b, a], high[b, a] = 0.0 - high[a, b], 0.0 - low[a, b]  # 0 - x: no negative zero
    return low, high


class Redrawn:
    """Every system's summary in every resample `(system, resample)`; what derives from it is computed at first use."""

    def __init__(self, summaries: F64, *, paired: PairedScores, key: int) -> None:
        self.summaries = summaries
        self._paired = paired
        self._key = key

    @cached_property
    def places(self) -> Places:
        """The rank of each system in each resample, and whether halves of the queries agree on the first."""
        paired = self._paired
        place = _places(self.summaries * paired.direction)
        low, low50, median, high50, high = np.quantile(
            place, (0.025, 0.25, 0.5, 0.75, 0.975), axis=1, method="inverted_cdf"
        )
        again = same_first(paired.x, paired.bounds, direction=paired.direction, key=self._key)
        first = (place == 1).mean(axis=1)
        return Places(median, low, high, low50, high50, first, again, _median_tau(place), place.shape[1])

    def difference(self, i: int, j: int, *, alpha: float = 2 * LEVELS[0]) -> tuple[float, float]:
        """The percentile interval of the difference of two systems, of 1 - alpha."""
        a, b = np.array([i], dtype=np.uint32), np.array([j], dtype=np.uint32)
        low, high = difference_intervals(self.summaries, a, b, threads=1, alpha=alpha)
        return float(low[i, j]), float(high[i, j])


def _places(summaries: F64) -> F64:
    """1 + the number of better systems, in each resample: array (system, resample)."""
    order = np.argsort(-summaries, axis=0, kind="stable")
    ranked = np.take_along_axis(summaries, order, axis=0)
    new = np.ones(ranked.shape, dtype=bool)
    new[1:] = ranked[:-1] - ranked[1:] > rounding(ranked)
    first = np.maximum.accumulate(np.where(new, np.arange(len(ranked))[:, None], 0), axis=0)
    place = np.empty(ranked.shape)
    np.put_along_axis(place, order, first + 1.0, axis=0)
    return place


def _median_tau(place: F64) -> float:
    n = len(place)
    if n < 2:
        return float("nan")
    agreement = np.zeros(place.shape[1])
    for i in range(n - 1):
        agreement += np.sign(place[i + 1 :] - place[i]).sum(axis=0)
    return float(np.median(agreement / (n * (n - 1) / 2)))


@dataclass(frozen=True, slots=True)
class Columns:
    """Columns of per-query values, with their means and standard errors."""

    x: F64  # (query, column)
    bounds: Sequence[int]  # where each collection's queries begin
    mean: F64
    error: F64  # (column,), standard error of the mean; 0 where all queries are equal


def studentised_columns(x: F64, bounds: Sequence[int]) -> Columns:
    """Means and standard errors of values `(query, column)`, on a grid that makes every resampled sum exact."""
    snapped, _ = snap(x)
    n = len(x)
    squares = np.zeros(x.shape[1])
    for start, end in pairwise(bounds):
        part = snapped[start:end]
        squares += ((part - part.mean(axis=0)) ** 2).sum(axis=0) * _unbiased(end - start)
    error = np.sqrt(squares) / n
    error[error <= rounding(x)] = 0.0
    return Columns(snapped, bounds, snapped.sum(axis=0) / n, error)


def columns_of_pairs(x: F64, bounds: Sequence[int], a: U32, b: U32) -> Columns:
    """`columns` of the differences of pairs of systems, from scores `(query, system)`."""
    by_pair = np.empty((len(x), len(a)))
    for rows, d in differences(x, a, b):
        by_pair[:, rows] = d.T
    return studentised_columns(by_pair, bounds)


def _unbiased(n: int) -> float:
    """n / (n - 1): the bias correction of a variance of n values, within one collection."""
    return n / (n - 1) if n > 1 else 1.0


def deviations(of: Columns, *, key: int, n_bootstrap: int) -> Iterator[tuple[int, F64]]:
    """First resample of each block, and its studentised deviations, (resample, column); the observed error replaces one
    of less than half of it: else few differing queries would determine the quantile for all."""
    squares, _ = snap(of.x**2)
    n, wide = of.x.shape
    size = max(1, min(n_bootstrap, BLOCK // max(n, wide)))
    bounds = list(of.bounds)
    with Progress(f"Resampling {n:,} queries", n_bootstrap) as progress:
        for first in range(0, n_bootstrap, size):
            count = min(size, n_bootstrap - first)
            draws = _core.count_draws(key, first, count, bounds)
            sums, squared = np.zeros((count, wide)), np.zeros((count, wide))
            for start, end in pairwise(bounds):
                part = draws[:, start:end] @ of.x[start:end]
                spread = draws[:, start:end] @ squares[start:end] - part**2 / (end - start)
                squared += np.maximum(0.0, spread) * _unbiased(end - start)
                sums += part
            error = np.sqrt(squared) / n
            error = np.where(error > DEGENERATE * of.error, error, of.error)
            deviation = sums / n - of.mean
            yield first, np.divide(deviation, error, out=np.zeros_like(deviation), where=error > 0)
            progress.step(count)


def studentised_quantiles(of: Columns, levels: Sequence[float], *, key: int, n_bootstrap: int) -> F64:
    """Quantiles of each column's studentised deviation: array (column, level)."""
    values = np.empty((of.x.shape[1], len(levels)))
    wide = max(1, 2 * BLOCK // n_bootstrap)
    for first in range(0, of.x.shape[1], wide):
        rows = slice(first, min(first + wide, of.x.shape[1]))
        part = Columns(np.ascontiguousarray(of.x[:, rows]), of.bounds, of.mean[rows], of.error[rows])
        whole = np.empty((n_bootstrap, part.x.shape[1]))
        for start, block in deviations(part, key=key, n_bootstrap=n_bootstrap):
            whole[start : start + len(block)] = block
        values[rows] = np.quantile(whole, levels, axis=0).T
    return values


def largest(of: Columns, level: float, *, key: int, n_bootstrap: int) -> float:
    """The quantile of the largest |studentised deviation| over all columns; 0 for no column."""
    if not of.x.shape[1]:
        return 0.0
    most = np.empty(n_bootstrap)
    for start, block in deviations(of, key=key, n_bootstrap=n_bootstrap):
        most[start : start + len(block)] = np.abs(block).max(axis=1)
    return float(np.quantile(most, level))


@dataclass(frozen=True, slots=True)
class Spans:
    """Intervals of scores and of differences."""

    scores: F64  # (system, 4), at 2.5%, 25%, 75%, 97.5%
    low: F64  # (system, system), 95% of row minus column; NaN where not computed
    high: F64


def spans(
    paired: PairedScores, summaries: F64, families: Families, *, interval: Interval, key: int, threads: int
) -> Spans:
    """Intervals of every score and difference, summaries (system, resample), simultaneous over the pairs of each
    family; UsageError where the method does not apply. Source: Efron 1979 (percentile); Efron, JASA 82, 1987 (BCa);
    Efron and Tibshirani 1993, 12.5 (bootstrap-t); Romano and Wolf 2005 (its largest deviation)."""
    if interval == "percentile":
        none = np.empty(0, dtype=np.uint32)
        a, b = (np.concatenate(side).astype(np.uint32) for side in zip(*families)) if families else (none, none)
        low, high = difference_intervals(summaries, a, b, threads=threads)
        return Spans(intervals(summaries), low, high)
    if interval == "wilson":
        return Spans(*proportions.spans(paired, LEVELS))
    a, b = all_pairs(len(paired.systems))
    if interval == "bca":
        return _bca(paired, summaries, a, b, threads=threads)
    if paired.aggregate == "geometric":
        raise UsageError(
            f"{paired.measure}: a geometric mean has no {interval} interval; use percentile or "
            "bca, which suit any scale"
        )
    if interval == "bootstrap-t":
        return _bootstrap_t(paired, a, b, key=key, n_bootstrap=summaries.shape[1])
    return _simultaneous(paired, summaries, families, a, b, key=key)


def _square(n: int, a: U32, b: U32, ends: F64) -> tuple[F64, F64]:
    """Ends of pairs' intervals as two matrices, row minus column."""
    low, high = np.zeros((n, n)), np.zeros((n, n))
    low[a, b], high[a, b] = ends.T
    low[b, a], high[b, a] = 0.0 - high[a, b], 0.0 - low[a, b]  # 0 - x: no negative zero
    return low, high


def _bca(paired: PairedScores, summaries: F64, a: U32, b: U32, *, threads: int) -> Spans:
    """Percentile intervals at levels corrected for bias and skewness; one system is a pair with one that scores 0."""
    n, n_resamples = summaries.shape
    padded = np.vstack([summaries, np.zeros(n_resamples)])
    systems, nothing = np.arange(n, dtype=np.uint32), np.full(n, n, dtype=np.uint32)
    first, second = np.concatenate([systems, a]), np.concatenate([nothing, b])
    centre = np.append(paired.summary(paired.x.mean(axis=0)), 0.0)
    at = centre[first] - centre[second]
    below = _core.pair_shares_below(padded, first, second, at, threads=threads)
    influence = np.column_stack([_influence(paired), np.zeros(len(paired.x))])
    levels = adjusted_levels(below, _acceleration(influence, first, second), LEVELS, n_resamples)
    ends = _core.pair_quantiles_at(padded, first, second, np.ascontiguousarray(levels), threads=threads)
    return Spans(ends[:n], *_square(n, a, b, ends[n:, [0, -1]]))


def adjusted_levels(below: F64, acceleration: F64, levels: Sequence[float], n_resamples: int) -> F64:
    """BCa's levels, (interval, level), from the share of resamples below the observed value, clipped to half a resample
    from 0 and 1."""
    from scipy import special

    least = 0.5 / n_resamples
    bias = special.ndtri(np.clip(below, least, 1 - least))[:, None]
    reach = bias + special.ndtri(np.asarray(levels))[None, :]
    return np.asarray(special.ndtr(bias + reach / (1 - acceleration[:, None] * reach)).clip(0.0, 1.0))


def _influence(paired: PairedScores) -> F64:
    """Influence of each query on each summary, up to a constant: array (query, system)."""
    centred = np.empty_like(paired.x)
    for start, end in zip(paired.bounds[:-1], paired.bounds[1:], strict=True):
        part = paired.x[start:end]
        centred[start:end] = part - part.mean(axis=0)
    if paired.aggregate == "geometric":
        centred *= paired.summary(paired.x.mean(axis=0))
    return centred


def _acceleration(influence: F64, a: U32, b: U32) -> F64:
    acceleration = np.zeros(len(a))
    for rows, d in differences(influence, a, b):
        squares = (d**2).sum(axis=1)
        acceleration[rows] = np.divide((d**3).sum(axis=1), 6 * squares**1.5, out=np.zeros(len(d)), where=squares > 0)
    return acceleration


def _bootstrap_t(paired: PairedScores, a: U32, b: U32, *, key: int, n_bootstrap: int) -> Spans:
    scores = studentised_columns(paired.x, paired.bounds)
    pairs = columns_of_pairs(paired.x, paired.bounds, a, b)
    ends = []
    for of, levels in ((scores, LEVELS), (pairs, OUTER)):
        t = studentised_quantiles(of, levels, key=key, n_bootstrap=n_bootstrap)
        ends.append(paired.summary(of.mean[:, None] - t[:, ::-1] * of.error[:, None]))
    return Spans(ends[0], *_square(len(paired.systems), a, b, ends[1]))


def _simultaneous(paired: PairedScores, summaries: F64, families: Families, a: U32, b: U32, *, key: int) -> Spans:
    """Mean plus and minus the same number of standard errors for all; the 50% intervals stay percentile intervals."""
    level, n_bootstrap = OUTER[1] - OUTER[0], summaries.shape[1]
    scores = studentised_columns(paired.x, paired.bounds)
    pairs = columns_of_pairs(paired.x, paired.bounds, a, b)
    members = (np.concatenate(side) for side in zip(*families, strict=True))
    in_families = columns_of_pairs(paired.x, paired.bounds, *members)
    reach = largest(scores, level, key=key, n_bootstrap=n_bootstrap) * scores.error
    parts = intervals(summaries)
    parts[:, 0], parts[:, -1] = paired.summary(scores.mean - reach), paired.summary(scores.mean + reach)
    wide = largest(in_families, level, key=key, n_bootstrap=n_bootstrap) * pairs.error
    ends = paired.summary(np.stack([pairs.mean - wide, pairs.mean + wide], axis=1))
    return Spans(parts, *_square(len(paired.systems), a, b, ends))
