"""Percentile bootstrap intervals over queries, resampled within each collection, for all systems at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from irassay.comparison.equality import rounding
from irassay.comparison.halves import same_first
from irassay.comparison.paired_scores import PairedScores
from irassay.comparison.significance.randomization import snap
from irassay.kernel import _core

F64: TypeAlias = NDArray[np.float64]
U32: TypeAlias = NDArray[np.uint32]

RESAMPLES = 10_000
LEVELS = (0.025, 0.25, 0.75, 0.975)  # 95% and 50% intervals


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
    scores = np.ascontiguousarray(x.T)
    sums = _core.drawn_sums(scores, key, 0, n_bootstrap, list(paired.bounds), threads=threads)
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
    ends = _core.pair_quantiles(summaries, a, b, [alpha / 2, 1 - alpha / 2], threads=threads)
    low[a, b], high[a, b] = ends.T
    low[b, a], high[b, a] = 0.0 - high[a, b], 0.0 - low[a, b]  # 0 - x: no negative zero
    return low, high


class Redrawn:
    """Every system's summary in every resample `(system, resample)`; quantities derived from it are computed at first
    use."""

    __slots__ = ("_key", "_paired", "_places", "summaries")

    def __init__(self, summaries: F64, *, paired: PairedScores, key: int) -> None:
        self.summaries = summaries
        self._paired = paired
        self._key = key
        self._places: Places | None = None

    @property
    def places(self) -> Places:
        """The rank of each system in each resample, and whether halves of the queries agree on the first."""
        if self._places is None:
            self._places = places(self.summaries, self._paired, key=self._key)
        return self._places

    def difference(self, i: int, j: int, *, alpha: float = 2 * LEVELS[0]) -> tuple[float, float]:
        """The percentile interval of the difference of two systems, of 1 - alpha."""
        a, b = np.array([i], dtype=np.uint32), np.array([j], dtype=np.uint32)
        low, high = difference_intervals(self.summaries, a, b, threads=1, alpha=alpha)
        return float(low[i, j]), float(high[i, j])


def places(summaries: F64, paired: PairedScores, *, key: int) -> Places:
    """The rank of each system in each resample `(system, resample)`, and whether halves of the queries agree on the
    first."""
    place = _places(summaries * paired.direction)
    low, low50, median, high50, high = np.quantile(
        place, (0.025, 0.25, 0.5, 0.75, 0.975), axis=1, method="inverted_cdf"
    )
    again = same_first(paired.x, paired.bounds, direction=paired.direction, key=key)
    first = (place == 1).mean(axis=1)
    return Places(median, low, high, low50, high50, first, again, _median_tau(place), place.shape[1])


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
