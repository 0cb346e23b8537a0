"""Intervals of shares: of queries that succeed, and of the difference of two such shares on the same queries."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from irassay.comparison.matched import Matched
from irassay.errors import UsageError

F64: TypeAlias = NDArray[np.float64]


def spans(matched: Matched, levels: Sequence[float]) -> tuple[F64, F64, F64]:
    """Wilson's interval of each score, and Newcombe's of each difference.

    Parameters
    ----------
    matched : Matched
        Every score 0 or 1, in one collection.
    levels : sequence of float
        Ends: of the outer interval first and last.

    Returns
    -------
    array (system, level), array (system, system), array (system, system)

    Raises
    ------
    UsageError
        A score that is neither 0 nor 1.
    """
    hits = matched.values
    if matched.aggregate != "mean" or len(matched.bounds) > 2 or not np.isin(hits, (0.0, 1.0)).all():
        raise UsageError(
            f"{matched.measure}: Wilson's interval is for shares, where every query scores 0 or 1; take "
            "another --interval"
        )
    from scipy import special

    z = special.ndtri(np.asarray(levels))
    low, high = newcombe(hits, float(z[-1]))
    return wilson(hits.sum(axis=1), hits.shape[1], z), low, high


def wilson(counts: F64, n: int, z: F64) -> F64:
    """Ends of Wilson's score interval of each share: array (count, end).

    Parameters
    ----------
    counts : array (count,)
        Successes out of `n`.
    z : array (end,)
        Normal quantiles, negative for lower ends.

    Notes
    -----
    *Assumes* independent queries. *Guarantees* coverage close to the nominal one also for few queries and rare events.
    *Source* Wilson, Probable inference, the law of succession, and statistical inference, JASA 22, 1927.

    Examples
    --------
    >>> wilson(np.array([0.0, 5.0]), 10, np.array([-1.96, 1.96])).round(3).tolist()
    [[0.0, 0.278], [0.237, 0.763]]
    """
    share = np.asarray(counts, dtype=np.float64)[:, None] / n
    squared = z**2
    middle = (share + squared / (2 * n)) / (1 + squared / n)
    reach = z * np.sqrt(share * (1 - share) / n + squared / (4 * n * n)) / (1 + squared / n)
    return np.clip(middle + reach, 0.0, 1.0)


def newcombe(hits: F64, z: float) -> tuple[F64, F64]:
    """Ends of the interval of every difference of two shares on the same queries: two arrays (system, system).

    Parameters
    ----------
    hits : array (system, query)
        0 or 1.
    z : float
        Normal quantile of the upper end.

    Notes
    -----
    *Assumes* independent queries. *Guarantees* approximate coverage, good from some twenty queries.
    *Source* Newcombe, Improved confidence intervals for the difference between binomial proportions based on paired
    data, Statistics in Medicine 17, 1998, method 10.
    """
    n = hits.shape[1]
    ends = wilson(hits.sum(axis=1), n, np.array([-z, z]))
    share = hits.mean(axis=1)
    below, above = share - ends[:, 0], ends[:, 1] - share
    both = hits @ hits.T
    mine, theirs = hits.sum(axis=1)[:, None] - both, hits.sum(axis=1)[None, :] - both
    neither = n - both - mine - theirs
    together = both * neither - mine * theirs
    together = np.where(together > 0, np.maximum(0.0, together - n / 2), together)
    totals = (both + mine) * (theirs + neither) * (both + theirs) * (mine + neither)
    phi = np.divide(together, np.sqrt(totals), out=np.zeros_like(together), where=totals > 0)
    difference = share[:, None] - share[None, :]

    def reach(down: F64, up: F64) -> F64:
        squared = down[:, None] ** 2 - 2 * phi * down[:, None] * up[None, :] + up[None, :] ** 2
        return np.asarray(np.sqrt(np.maximum(0.0, squared)))

    low, high = difference - reach(below, above), difference + reach(above, below)
    np.fill_diagonal(low, 0.0)
    np.fill_diagonal(high, 0.0)
    return low, high
