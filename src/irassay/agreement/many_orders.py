"""Many orders of the same systems against as many others, row by row: tau-a, weighted tau, pairs turned and tied."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from irassay.arrays import F64, I64
from irassay.comparison.equality import roundings
from irassay.errors import UsageError

AT_ONCE = 100_000  # differences held at once: more leave the cache and take twice as long


@dataclass(frozen=True, slots=True)
class OrderRows:
    """Agreement of two orders in each row; a row is a resample of the queries, or a draw of the labels."""

    tau: F64  # (row,), tau-a; a pair tied in either counts neither way
    weighted_tau: F64  # a pair weighs its reciprocal ranks' sum; NaN where one ties all
    turned: F64  # share of pairs in opposite orders
    tied: F64  # share of pairs tied in either order


class Orders:
    """Orders of at least two systems by their means, (row, system) without NaN, highest first; equal but for rounding
    is tied."""

    def __init__(self, means: F64) -> None:
        if means.ndim != 2 or means.shape[1] < 2:
            raise UsageError(f"expected means (row, system) of two systems or more, but got shape {means.shape}")
        if np.isnan(means).any():
            raise UsageError("means hold NaN; leave those systems out")
        self.means = means
        rows, n = means.shape
        self.signs = np.empty((rows, n, n), dtype=np.int8)
        step = max(1, AT_ONCE // (n * n))
        for at in range(0, rows, step):
            some = means[at : at + step]
            apart = some[:, :, None] - some[:, None, :]
            limit = roundings(some, axis=1)[:, :, None]
            self.signs[at : at + step] = (apart > limit).view(np.int8) - (apart < -limit).view(np.int8)

    @cached_property
    def ranks(self) -> I64:
        """1 + the number of systems that score higher, (row, system)."""
        return np.asarray(1 + np.count_nonzero(self.signs < 0, axis=2))

    @cached_property
    def untied(self) -> I64:
        """The number of systems that are not tied with each, (row, system)."""
        return np.asarray(np.count_nonzero(self.signs, axis=2))

    def against(self, other: Orders) -> OrderRows:
        """Each row's order against the same row of others; UsageError where shapes differ. Source: Kendall, Biometrika
        30, 1938 (tau-a); Vigna, WWW 2015 (`scipy.stats.weightedtau`)."""
        if self.means.shape != other.means.shape:
            raise UsageError(f"expected orders of one shape, but got {self.means.shape} and {other.means.shape}")
        n = self.means.shape[1]
        both = self.signs * other.signs
        net = both.sum(axis=2, dtype=np.int64)
        kept = net.sum(axis=1)  # pairs in the same order less those in the opposite one, each pair twice
        apart = np.count_nonzero(both, axis=(1, 2))
        pairs = n * (n - 1)
        turned = (apart - kept) / 2 / pairs
        tied = (pairs - apart) / pairs
        parts = [
            _weighted(1.0 / _places(first, then), net, self.untied, other.untied)
            for first, then in ((self.means, other.means), (other.means, self.means))
        ]
        return OrderRows(kept / pairs, (parts[0] + parts[1]) / 2, turned, tied)


def as_far_apart(means: F64, resamples: F64, n_queries: int) -> F64:
    """Resamples, (resample, system), drawn to the centre of the means, (system,), until they lie as far apart as the
    sample. Assumes systems spread evenly around one centre. Source: Louis, JASA 79, 1984, and Ghosh, JASA 87, 1992."""
    apart = resamples - means
    noise = apart.var(axis=1, ddof=1).mean() * n_queries / max(1, n_queries - 1)
    spread = means.var(ddof=1)
    keep = np.sqrt(max(0.0, 1.0 - noise / spread)) if spread > 0 else 0.0
    centre = means.mean()
    return np.asarray(centre + keep * (means - centre) + apart)


def _weighted(weight: F64, net: I64, mine: I64, others: I64) -> F64:
    """Sums over pairs of the two systems' weights are sums over systems, each with its number of pairs."""
    with np.errstate(invalid="ignore", divide="ignore"):
        norm = np.sqrt((weight * mine).sum(axis=1) * (weight * others).sum(axis=1))
        return np.asarray((weight * net).sum(axis=1) / norm)


def _places(first: F64, then: F64) -> F64:
    """Places from 1, ties by `then`; systems tied in both stand in reverse input order, as SciPy has them."""
    order = np.lexsort((then, first), axis=1)[:, ::-1]
    places = np.empty(first.shape)
    np.put_along_axis(places, order, np.arange(1.0, first.shape[1] + 1)[None, :], axis=1)
    return places
