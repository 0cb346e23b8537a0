"""Relevant documents in pools of more systems: expectations, a logarithmic curve, and Chao2's total number."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, log, sqrt

import numpy as np

from irassay.arrays import F64, I32, I64
from irassay.errors import UsageError
from irassay.kernel import _core
from irassay.random_keys import stream

RESAMPLES = 0x636F7665  # "cove": parts this stream from others of the same key
SUBSETS = 0x73756273  # "subs"
Z = 1.959963984540054  # normal quantile of a 95% interval


@dataclass(frozen=True, slots=True)
class Curve:
    """``share = a + b ln t``, fitted by least squares to the expected shares of pools of t = 1, 2 ... systems."""

    depth: int
    a: float
    b: float
    rmse: float  # of the shares it is fitted to, as is max_error
    max_error: float

    def at(self, n: float) -> float:
        """The value of the curve for n systems, which may lie outside 0 to 1."""
        return self.a + self.b * float(np.log(n))


def miss_chances(n: int) -> F64:
    """Probability that t random systems of n all miss a document that k of the n retrieve: (k, t), each from 0. Source:
    the hypergeometric distribution, C(n - k, t) / C(n, t)."""
    k = np.arange(n + 1)[:, None]
    before = np.arange(n)[None, :]
    factors = np.maximum(n - k - before, 0) / (n - before)
    return np.concatenate([np.ones((n + 1, 1)), np.cumprod(factors, axis=1)], axis=1)


def expected_shares(finders: I64 | F64, table: F64) -> F64:
    """The expected share of documents in a pool of t = 1, 2 ... systems, (..., n); NaN without documents. `finders`,
    (..., n + 1), weighs documents that exactly k of n systems retrieve; `table` is of `miss_chances`."""
    whole = np.asarray(finders.sum(axis=-1, keepdims=True), dtype=np.float64)
    n_missed = np.asarray(finders, dtype=np.float64) @ table[:, 1:]
    return 1.0 - np.divide(n_missed, whole, out=np.full_like(n_missed, np.nan), where=whole > 0)


def fit_curves(shares: F64) -> F64:
    """a and b of ``a + b ln t`` by least squares through shares (..., t) at t = 1, 2 ...; at least two."""
    x = np.log(np.arange(1, shares.shape[-1] + 1))
    centred = x - x.mean()
    b = (shares * centred).sum(axis=-1) / (centred * centred).sum()
    return np.stack([shares.mean(axis=-1) - b * x.mean(), b], axis=-1)


def curve_through(shares: F64, depth: int) -> Curve:
    """The curve fitted to the shares (t,) of one depth, with its errors."""
    a, b = fit_curves(shares).tolist()
    error = a + b * np.log(np.arange(1, len(shares) + 1)) - shares
    return Curve(depth, a, b, float(np.sqrt((error**2).mean())), float(np.abs(error).max()))


def n_finders(ranks: I32, depth: int) -> I64:
    """Number of the n systems that retrieve each document in their first `depth`: (document,)."""
    return np.asarray(((ranks > 0) & (ranks <= depth)).sum(axis=1), dtype=np.int64)


def finders_of(ranks: I32, depth: int) -> I64:
    """Number of documents that exactly k of the n systems retrieve in their first `depth`: (n + 1,)."""
    return np.bincount(n_finders(ranks, depth), minlength=ranks.shape[1] + 1)


def resampled_shares(ranks: I32, query: I32, n_queries: int, depths: tuple[int, ...], *, draws: int, key: int) -> F64:
    """Shares, (draw, depth, t), of pools from random halves of the systems, on resampled queries."""
    n = ranks.shape[1]
    half = n // 2
    order, times = np.empty((draws, n), dtype=np.uint64), np.empty((draws, n_queries), dtype=np.uint32)
    for draw in range(draws):
        words = stream(key, RESAMPLES, draw)
        order[draw] = words.random_raw(n)
        queries = (words.random_raw(n_queries) >> np.uint64(11)).astype(np.float64) * 2.0**-53 * n_queries
        times[draw] = np.bincount(queries.astype(np.int64), minlength=n_queries)
    picked = (order.argsort(axis=1, kind="stable").argsort(axis=1) < half).astype(np.uint8)
    table = miss_chances(half)
    shares = []
    for depth in depths:
        finders = _core.subset_finders(ranks, query, depth=depth, picked=picked, times=times)
        shares.append(expected_shares(finders[:, : half + 1], table))
    return np.stack(shares, axis=1)


def sampled_shares(ranks: I32, depth: int, n_systems: int, *, draws: int, key: int) -> F64:
    """Shares (draw,) of single pools of `n_systems` random systems."""
    n = ranks.shape[1]
    order = np.empty((draws, n), dtype=np.uint64)
    for draw in range(draws):
        order[draw] = stream(key, SUBSETS, draw).random_raw(n)
    picked = (order.argsort(axis=1, kind="stable").argsort(axis=1) < n_systems).astype(np.uint8)
    one = np.zeros(len(ranks), dtype=np.int32)
    times = np.ones((draws, 1), dtype=np.uint32)
    finders = _core.subset_finders(ranks, one, depth=depth, picked=picked, times=times)
    return 1.0 - finders[:, 0] / max(1, len(ranks))


@dataclass(frozen=True, slots=True)
class Chao2:
    """The Chao2 estimate of the total number of documents.

    Attributes
    ----------
    observed : int
        Documents that some system retrieves.
    once, twice : int
        Documents that exactly one system, and exactly two systems, retrieve.
    total : float
        Estimated total number, in the bias-corrected form: a lower bound in expectation.
    total_classic : float
        The classic form; NaN where no document is retrieved by exactly two systems.
    variance : float
        Variance of `total`; NaN where no document is retrieved.
    low, high : float
        95% interval of `total`, by a log-normal distribution of the number of unseen documents.
    """

    observed: int
    once: int
    twice: int
    total: float
    total_classic: float
    variance: float
    low: float
    high: float

    @property
    def unseen(self) -> float:
        """Estimated number of documents that no system retrieves."""
        return self.total - self.observed


def chao2(finders: I64) -> Chao2:
    """Estimate the number of documents, seen and unseen, from the number of systems that retrieve each.

    Parameters
    ----------
    finders : array (n + 1,)
        Number of documents that exactly k = 0, 1 ... n systems retrieve; k = 0 has no effect.

    Returns
    -------
    Chao2

    Raises
    ------
    UsageError
        Fewer than one system.

    Notes
    -----
    *Assumes* that systems retrieve documents independently of each other. They don't: systems that share an index, a
    first stage or a model retrieve the same documents, fewer documents have a single finder, and the estimate is too
    low. *Guarantees* with independent systems, a lower bound in expectation for any detection probabilities. The
    variance also assumes independent documents, which those of one query are not. *Source* Chao, Biometrics 43, 1987;
    the bias-corrected form and variances: Chao, Encyclopedia of Statistical Sciences, Species estimation and
    applications, 2005; Colwell, EstimateS user's guide, appendix B.

    Examples
    --------
    >>> estimate = chao2(np.array([0, 4, 2, 1]))
    >>> estimate.observed, round(estimate.total, 3), round(estimate.total_classic, 3)
    (7, 8.333, 9.667)
    """
    n = len(finders) - 1
    if n < 1:
        raise UsageError("expected documents by the number of systems that have them, of one system or more")
    observed, once, twice = int(finders[1:].sum()), int(finders[1]), int(finders[2]) if n > 1 else 0
    part = (n - 1) / n
    total = observed + part * once * (once - 1) / (2 * (twice + 1))
    classic = observed + part * once**2 / (2 * twice) if twice else float("nan")
    variance = _variance(part, once, twice, total)
    low, high = _log_normal(observed, total - observed, variance)
    return Chao2(observed, once, twice, total, classic, variance, low, high)


def _variance(part: float, once: int, twice: int, total: float) -> float:
    if not total:
        return float("nan")
    first = part * once * (once - 1) / (2 * (twice + 1))
    if not twice:
        return max(0.0, first + part**2 * once * (2 * once - 1) ** 2 / 4 - part**2 * once**4 / (4 * total))
    second = part**2 * once * (2 * once - 1) ** 2 / (4 * (twice + 1) ** 2)
    third = part**2 * once**2 * twice * (once - 1) ** 2 / (4 * (twice + 1) ** 4)
    return first + second + third


def _log_normal(observed: int, unseen: float, variance: float) -> tuple[float, float]:
    """Ends at `observed` or above; both at `observed` where no document is estimated to be unseen."""
    if not unseen > 0:
        return float(observed), float(observed)
    spread = exp(Z * sqrt(log(1 + variance / unseen**2)))
    return observed + unseen / spread, observed + unseen * spread
