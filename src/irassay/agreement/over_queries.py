"""Intervals over whole queries of a share, and of a coefficient that is computed from sums over queries."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from irassay.comparison.wilson import wilson

F64: TypeAlias = NDArray[np.float64]
OfSums: TypeAlias = Callable[[F64], F64]

LEVELS = (0.025, 0.975)
LEAST_QUERIES = 5  # docs/simulations.md has the coverage with as many


def effective_queries(sizes: F64) -> float:
    """How many queries of one size would weigh as these do, by the items of each (Kish, Survey Sampling, 1965)."""
    return float(sizes.sum() ** 2 / (sizes**2).sum())


def students_t(sizes: F64) -> float:
    """The 97.5% quantile of Student's t for queries with so many items: array (query,); infinite for a single one."""
    from scipy.special import stdtrit

    freedom = effective_queries(sizes) - 1
    return float(stdtrit(freedom, LEVELS[1])) if freedom > 0 else float("inf")


def interval(parts: F64, statistic: OfSums) -> tuple[float, float]:
    """Ends of the 95% interval of a coefficient of agreement over whole queries, parts (query, ...): the jackknife of
    log(1 - coefficient) with Student's t. NaN with fewer than five queries or without spread. Source: Tukey, Annals of
    Mathematical Statistics 29, 1958."""
    n, total = len(parts), parts.sum(axis=0)
    with np.errstate(divide="ignore", invalid="ignore"):
        whole = float(np.log(1 - statistic(total)))
        without = np.log(1 - statistic(total - parts))
    if n < LEAST_QUERIES or not np.isfinite([whole, *without]).all():
        return float("nan"), float("nan")
    error = float(np.sqrt((n - 1) / n * ((without - without.mean()) ** 2).sum()))
    reach = students_t(np.abs(parts).reshape(n, -1).sum(axis=1)) * error
    return float(-np.expm1(min(whole + reach, 700.0))), float(-np.expm1(whole - reach))


def share_interval(hits: F64, items: F64) -> tuple[float, float]:
    """Ends of the 95% interval of a share over whole queries, hits and items (query,): Wilson's, with as many items as
    would vary so much if they were independent, and Student's t. NaN with fewer than five queries. Source: Franco,
    Little, Louis and Slud, Journal of Survey Statistics and Methodology 7, 2019."""
    hits, items = hits[items > 0], items[items > 0]
    n, whole = len(items), items.sum()
    if n < LEAST_QUERIES:
        return float("nan"), float("nan")
    share = hits.sum() / whole
    variance = float(((hits - share * items) ** 2).sum()) * n / (n - 1) / whole**2
    independent = share * (1 - share)
    # Where all items are alike nothing tells how queries vary: each then counts as one.
    effective = min(whole, independent / variance) if variance > 0 else whole if independent > 0 else float(n)
    t = students_t(items)
    low, high = wilson(np.array([share * effective]), np.asarray(effective), np.array([-t, t]))[0]
    return float(low), float(high)
