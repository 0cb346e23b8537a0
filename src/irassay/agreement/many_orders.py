"""Many orders of the same systems against as many others, row by row; and those on two strata of the queries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from irassay.arguments import without_nan
from irassay.arrays import F64, I64
from irassay.comparison.equality import ROUNDING, roundings
from irassay.errors import UsageError
from irassay.random_keys import Seed, key_of

AT_ONCE = 100_000  # differences held at once: more leave the cache and take twice as long


@dataclass(frozen=True, slots=True)
class OrderRows:
    """Agreement of two orders in each row; a row is a resample of the queries, or a draw of the labels."""

    tau: F64  # (row,), tau-a; a pair tied in either counts neither way
    weighted_tau: F64  # a pair weighs its reciprocal ranks' sum; NaN where one ties all
    turned: F64  # share of pairs in opposite orders
    tied: F64  # share of pairs tied in either order


class Orders:
    """Orders of two systems or more by their means, (row, system) without NaN, highest first; ties but for rounding."""

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


DRAWS = 2_000
LEVELS = (0.025, 0.5, 0.975)
_SPLITS = 11  # the stream of random splits


@dataclass(frozen=True, slots=True)
class StrataAgreement:
    """Agreement of the rankings of the same systems on two strata of the queries."""

    n_first: int  # queries
    n_second: int
    between: float  # tau-a of the two strata's rankings
    first_whole: float  # tau-a with the ranking on all queries
    second_whole: float
    by_chance_low: float  # 2.5%, 50% and 97.5% quantiles of `between` over random splits
    by_chance: float
    by_chance_high: float
    p: float  # share of splits that agree so little, (1 + count) / (draws + 1)


def strata_agreement(
    values: ArrayLike, in_first: Sequence[bool], *, n_draws: int = DRAWS, seed: Seed = 0
) -> StrataAgreement:
    """Agreement of the rankings on two strata, compared with random splits of the same sizes.

    The smaller the strata, the lower tau is expected to be, so tau is compared with that of random strata as small.

    Parameters
    ----------
    values : array (system, query)
        At least two systems; higher is better; no NaN.
    in_first : sequence of bool (query,)
        Whether each query is in the first stratum. Both strata need a query.
    n_draws : int
    seed : int or Generator

    Returns
    -------
    StrataAgreement

    Raises
    ------
    UsageError
        An empty stratum, shapes that don't match, or NaN.

    Notes
    -----
    *Assumes* nothing about scores: under the null hypothesis that strata don't matter, all splits of these sizes are
    equally likely. *Guarantees* an exact permutation test of that hypothesis, up to the sampling of splits; nothing
    about why strata differ. *Source* Kendall 1938; Fisher 1935 for the randomization.

    Examples
    --------
    >>> agreement = strata_agreement([[1, 1, 0, 0], [0, 0, 1, 1]], [True, True, False, False])
    >>> agreement.between, agreement.first_whole
    (-1.0, 0.0)
    """
    x, first = np.asarray(values, dtype=np.float64), np.asarray(in_first, dtype=bool)
    if x.ndim != 2 or len(x) < 2 or first.shape != (x.shape[1],):
        raise UsageError(f"expected scores (system, query) and a stratum for each query, but got shape {x.shape}")
    without_nan(x)
    n = int(first.sum())
    if n in (0, len(first)):
        raise UsageError(f"one stratum has all {len(first)} queries; both need one")
    whole = x.sum(axis=1)
    rng = np.random.default_rng([key_of(seed), _SPLITS])
    splits = rng.permuted(np.broadcast_to(first, (n_draws, len(first))), axis=1)
    sums = np.concatenate([first[None, :], splits]).astype(np.float64) @ x.T
    between = Orders(sums / n).against(Orders((whole - sums) / (len(first) - n))).tau
    low, middle, high = np.quantile(between[1:], LEVELS)
    on_all = Orders(whole[None, :])
    return StrataAgreement(
        n,
        len(first) - n,
        float(between[0]),
        float(Orders(sums[:1]).against(on_all).tau[0]),
        float(Orders(whole - sums[:1]).against(on_all).tau[0]),
        float(low),
        float(middle),
        float(high),
        (1 + int((between[1:] <= between[0] + ROUNDING).sum())) / (n_draws + 1),
    )
