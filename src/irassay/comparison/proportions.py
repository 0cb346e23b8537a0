"""Intervals of proportions: of successful queries and random draws, paired differences, and items in clusters."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from irassay.arrays import F64, I64
from irassay.comparison.paired_scores import PairedScores
from irassay.errors import UsageError

Z = 1.959963984540054  # 97.5% quantile of the normal distribution


def wilson(counts: F64 | I64, n: int | I64 | F64, z: F64) -> F64:
    """Ends, (count, end), of Wilson's score interval of each count out of `n`, at normal quantiles `z`, negative for
    lower ends. Source: Wilson 1927."""
    whole = np.asarray(n, dtype=np.float64)[..., None]
    share = np.asarray(counts, dtype=np.float64)[:, None] / whole
    squared = z**2
    middle = (share + squared / (2 * whole)) / (1 + squared / whole)
    reach = z * np.sqrt(share * (1 - share) / whole + squared / (4 * whole * whole)) / (1 + squared / whole)
    return np.clip(middle + reach, 0.0, 1.0)


def spans(paired: PairedScores, levels: Sequence[float]) -> tuple[F64, F64, F64]:
    """Wilson's interval of each score, (system, level), and the ends of Newcombe's of each difference, (system,
    system), at the first and last level; UsageError for a score that is neither 0 nor 1."""
    hits = paired.values
    if paired.aggregate != "mean" or len(paired.bounds) > 2 or not np.isin(hits, (0.0, 1.0)).all():
        raise UsageError(
            f"{paired.measure}: Wilson's interval is for proportions, where every query scores 0 or 1; use "
            "another --interval"
        )
    from scipy import special

    z = special.ndtri(np.asarray(levels))
    low, high = newcombe(hits, float(z[-1]))
    return wilson(hits.sum(axis=1), hits.shape[1], z), low, high


def clustered_interval(part: F64, rest: F64, *, level: float = 0.95) -> tuple[float, float]:
    """Interval of the share of `part` in the total, both (query,): Clopper and Pearson's for the effective number of
    items, with one more query that is all or nothing; NaN with fewer than two queries. Where all items count, or none,
    the end is that with one item that differs. Source: Korn and Graubard 1998; the additional query is ours."""
    some = part + rest > 0
    part, rest = part[some], rest[some]
    if len(part) < 2:
        return float("nan"), float("nan")
    if part.any() and rest.any():
        return _effective(part, rest, level)
    one = np.zeros(len(part))
    one[np.argmax(part + rest)] = 1.0
    if part.any():
        return _effective(part - one, rest + one, level)[0], 1.0
    return 0.0, _effective(part + one, rest - one, level)[1]


def _effective(part: F64, rest: F64, level: float) -> tuple[float, float]:
    """Clopper and Pearson's interval for the effective number of independent items."""
    from scipy import special

    whole, n = part + rest, len(part)
    total = whole.sum()
    share = part.sum() / total
    alone = share * (1 - share)
    residual = part - share * whole
    between = n / (n - 1) * float(residual @ residual)
    variance = (n * max(between, alone * total) + alone * float(whole @ whole)) / (n + 1) / total**2
    tail = (1 - level) / 2
    size = alone / variance * (special.ndtri(tail) / special.stdtrit(n - 1, tail)) ** 2
    low = special.betaincinv(share * size, (1 - share) * size + 1, tail)
    return float(low), float(special.betaincinv(share * size + 1, (1 - share) * size, 1 - tail))


def newcombe(hits: F64, z: float) -> tuple[F64, F64]:
    """Ends of the interval of each paired difference of proportions, (system, system), hits (system, query) of 0 or 1;
    good from about twenty queries on. Source: Newcombe 1998, method 10."""
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


def share_interval(count: int, n: int) -> tuple[float, float]:
    """Wilson's 95% interval of a share; NaN of nothing."""
    if not n:
        return float("nan"), float("nan")
    [[low, high]] = wilson(np.array([count]), n, np.array([-Z, Z]))
    return float(low), float(high)
