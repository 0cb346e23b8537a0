"""Intervals over queries by the chosen method: percentile, BCa, bootstrap-t, simultaneous, or Wilson's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from irassay.arrays import F64, U32
from irassay.comparison import proportions
from irassay.comparison.intervals import bootstrap
from irassay.comparison.intervals.bootstrap import columns_of_pairs, largest, studentised_columns, studentised_quantiles
from irassay.comparison.paired_scores import PairedScores, all_pairs, differences
from irassay.comparison.testing import Interval
from irassay.errors import UsageError
from irassay.kernel import _core

LEVELS = bootstrap.LEVELS  # ends of 95% and 50% intervals
OUTER = (LEVELS[0], LEVELS[-1])


@dataclass(frozen=True, slots=True)
class Spans:
    """Intervals of scores and of differences."""

    scores: F64  # (system, 4), at 2.5%, 25%, 75%, 97.5%
    low: F64  # (system, system), 95% of row minus column; NaN where not computed
    high: F64


def spans(
    paired: PairedScores,
    summaries: F64,
    families: Sequence[tuple[U32, U32]],
    *,
    interval: Interval,
    key: int,
    threads: int,
) -> Spans:
    """Intervals of every score and difference, summaries (system, resample), simultaneous over the pairs of each
    family; UsageError where the method does not apply. Source: Efron 1979 (percentile); Efron, JASA 82, 1987 (BCa);
    Efron and Tibshirani 1993, 12.5 (bootstrap-t); Romano and Wolf 2005 (its largest deviation)."""
    if interval == "percentile":
        none = np.empty(0, dtype=np.uint32)
        a, b = (np.concatenate(side).astype(np.uint32) for side in zip(*families)) if families else (none, none)
        low, high = bootstrap.difference_intervals(summaries, a, b, threads=threads)
        return Spans(bootstrap.intervals(summaries), low, high)
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
    """Percentile intervals at levels corrected for bias and skewness; a single system is a pair with one that always
    scores 0."""
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


def _simultaneous(
    paired: PairedScores, summaries: F64, families: Sequence[tuple[U32, U32]], a: U32, b: U32, *, key: int
) -> Spans:
    """Mean plus and minus the same number of standard errors for all; the 50% intervals stay percentile intervals."""
    level, n_bootstrap = OUTER[1] - OUTER[0], summaries.shape[1]
    scores = studentised_columns(paired.x, paired.bounds)
    pairs = columns_of_pairs(paired.x, paired.bounds, a, b)
    members = (np.concatenate(side) for side in zip(*families, strict=True))
    in_families = columns_of_pairs(paired.x, paired.bounds, *members)
    reach = largest(scores, level, key=key, n_bootstrap=n_bootstrap) * scores.error
    parts = bootstrap.intervals(summaries)
    parts[:, 0], parts[:, -1] = paired.summary(scores.mean - reach), paired.summary(scores.mean + reach)
    wide = largest(in_families, level, key=key, n_bootstrap=n_bootstrap) * pairs.error
    ends = paired.summary(np.stack([pairs.mean - wide, pairs.mean + wide], axis=1))
    return Spans(parts, *_square(len(paired.systems), a, b, ends))
