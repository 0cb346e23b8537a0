"""Agreement of two rankings of the same systems, over all systems and over the top, with intervals over queries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from irassay.arguments import without_nan
from irassay.arrays import F64, I8, Places
from irassay.comparison.equality import roundings
from irassay.errors import UsageError
from irassay.kernel import _core
from irassay.random_keys import Seed, key_of

RESAMPLES = 2_000
LEVELS = (0.025, 0.975)
TOPS = (10, 20)
BLOCK = 4_000_000  # pairs of systems, over all resamples of one block


@dataclass(frozen=True, slots=True)
class TopAgreement:
    """Agreement of two rankings of some systems.

    Attributes
    ----------
    n : int
        Number of systems: all, or the top of the first ranking.
    tau, tau_low, tau_high : float
        Kendall's tau-a, and its 95% bootstrap interval over queries, which are resampled for both lists at once.
    error_rate, error_low, error_high : float
        Discordant pairs in percent of all pairs, with the same kind of interval.
    """

    n: int
    tau: float
    tau_low: float
    tau_high: float
    error_rate: float
    error_low: float
    error_high: float


def top_agreement(
    first: ArrayLike, second: ArrayLike, *, tops: Sequence[int] = TOPS, seed: Seed = 0
) -> list[TopAgreement]:
    """Agreement of the rankings by two label sets, or two measures: over all systems, and over the top alone.

    Parameters
    ----------
    first, second : array (system, query)
        Scores of the same systems on the same queries; higher is better; no NaN. At least two systems.
    tops : sequence of int, each at least 2
        Sizes of the top, by mean in `first`; sizes that reach the number of systems are left out. The systems in the
        top stay the same in every resample.
    seed : int or Generator

    Returns
    -------
    list of TopAgreement
        One for all systems, then one for each of `tops`.

    Raises
    ------
    UsageError
        Shapes that don't match, NaN, or a top below 2.

    Notes
    -----
    *Assumes* that queries are drawn independently. *Guarantees* tau and error rate exact for the scores at hand;
    intervals asymptotic, over queries, with 91% to 96% coverage in simulations with 50 queries. Resampling perturbs
    both rankings again, so that taus of resamples lie below the observed tau, often all of them. The interval therefore
    uses their spread and not their mean: quantiles of the resamples minus their mean, around the observed value, cut at
    the ends of the scale. *Source* Kendall 1938; Efron and Tibshirani, An Introduction to the Bootstrap, 1993, chapter
    10 for the bias of resamples.

    Examples
    --------
    >>> agreements = top_agreement([[0.9, 0.8], [0.5, 0.6], [0.1, 0.2]], [[1, 1], [0, 0], [0.5, 0.5]], tops=[2])
    >>> [(one.n, round(one.tau, 2), round(one.error_rate)) for one in agreements]
    [(3, 0.33, 33), (2, 1.0, 0)]
    """
    x, y = np.asarray(first, dtype=np.float64), np.asarray(second, dtype=np.float64)
    if x.ndim != 2 or x.shape != y.shape or len(x) < 2 or x.shape[1] == 0:
        raise UsageError(f"expected two arrays (system, query) of the same systems, but got {x.shape} and {y.shape}")
    without_nan(x, y)
    if any(top < 2 for top in tops):
        raise UsageError(f"tops must be at least 2, but got tops={list(tops)!r}")
    order = np.argsort(-x.mean(axis=1), kind="stable")
    x, y = x[order], y[order]
    sizes = [len(x), *(top for top in tops if top < len(x))]
    i, j = np.triu_indices(len(x), 1)
    # Pairs sorted by their lower-ranked system, so that the pairs within every top come first.
    by_later = np.lexsort((i, j))
    i, j = i[by_later], j[by_later]
    n_pairs = [n * (n - 1) // 2 for n in sizes]
    at_hand = _counts(np.ones((1, x.shape[1])), x, y, i, j, n_pairs)[0]
    step, key = max(1, BLOCK // len(i)), key_of(seed)
    resamples = np.concatenate(
        [
            _counts(_core.count_draws(key, at, min(step, RESAMPLES - at), [0, x.shape[1]]), x, y, i, j, n_pairs)
            for at in range(0, RESAMPLES, step)
        ]
    )
    return [_row(n, pairs, at_hand[k], resamples[:, k]) for k, (n, pairs) in enumerate(zip(sizes, n_pairs))]


def _counts(draws: F64, x: F64, y: F64, i: Places, j: Places, n_pairs: Sequence[int]) -> F64:
    """Concordant and discordant pairs: array (resample, number of systems, 2)."""
    n_queries = x.shape[1]
    product = _signs(x @ draws.T / n_queries, i, j) * _signs(y @ draws.T / n_queries, i, j)
    parts = [product[:n] for n in n_pairs]
    return np.stack([np.stack([(part > 0).sum(axis=0), (part < 0).sum(axis=0)], axis=1) for part in parts], axis=1)


def _signs(means: F64, i: Places, j: Places) -> I8:
    apart, equal = means[i] - means[j], roundings(means, axis=0)
    return (apart > equal).astype(np.int8) - (apart < -equal).astype(np.int8)


def _row(n: int, n_pairs: int, at_hand: F64, resamples: F64) -> TopAgreement:
    tau = float((at_hand[0] - at_hand[1]) / n_pairs)
    error = float(100 * at_hand[1] / n_pairs)
    tau_low, tau_high = around(tau, (resamples[:, 0] - resamples[:, 1]) / n_pairs, -1.0, 1.0)
    error_low, error_high = around(error, 100 * resamples[:, 1] / n_pairs, 0.0, 100.0)
    return TopAgreement(n, tau, tau_low, tau_high, error, error_low, error_high)


def around(value: float, resamples: F64, least: float, greatest: float) -> tuple[float, float]:
    """Ends of the 95% interval around a value, from the spread of its resamples, which may be biased, within `least`
    and `greatest`. NaN is left out."""
    resamples = resamples[~np.isnan(resamples)]
    if not len(resamples):
        return float("nan"), float("nan")
    low, high = np.quantile(resamples, LEVELS) - resamples.mean()
    return max(least, value + min(0.0, float(low))), min(greatest, value + max(0.0, float(high)))
