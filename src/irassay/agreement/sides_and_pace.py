"""Which side a person chooses, and how long a judgment takes: a share and a median, with their intervals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from irassay.agreement.over_queries import LEAST_QUERIES, LEVELS, students_t
from irassay.comparison.wilson import wilson
from irassay.errors import UsageError
from irassay.kernel import _core
from irassay.random_keys import Seed, key_of

F64: TypeAlias = NDArray[np.float64]

LEAST_CHOICES = 10
RESAMPLES = 10_000
_BLOCK = 500  # resamples at once


@dataclass(frozen=True, slots=True)
class SideShare:
    """The share of choices that fell on the left; NaN with fewer than ten choices."""

    value: float
    low: float  # of the 95% interval
    high: float
    p: float  # that left and right are as likely
    n_choices: int


@dataclass(frozen=True, slots=True)
class Pace:
    """The median time of a judgment in milliseconds, and its 95% interval; NaN with fewer than five queries."""

    value: float
    low: float
    high: float
    n_judgments: int
    n_queries: int


def side_share(n_left: int, n_choices: int) -> SideShare:
    """How often a person chose the left one of two documents whose sides were drawn; UsageError where counts
    contradict. Source: Clopper and Pearson 1934 for the exact binomial test; Wilson 1927 for the interval."""
    if not 0 <= n_left <= n_choices:
        raise UsageError(f"expected from 0 to n_choices={n_choices} choices of the left, but got {n_left}")
    nothing = float("nan")
    if n_choices < LEAST_CHOICES:
        return SideShare(n_left / n_choices if n_choices else nothing, nothing, nothing, nothing, n_choices)
    from scipy.special import bdtr, ndtri

    low, high = wilson(np.array([float(n_left)]), n_choices, np.asarray(ndtri(np.array(LEVELS))))[0]
    p = min(1.0, 2 * float(bdtr(min(n_left, n_choices - n_left), n_choices, 0.5)))
    return SideShare(n_left / n_choices, float(low), float(high), p, n_choices)


def pace(times: ArrayLike, queries: ArrayLike, *, seed: Seed = 0) -> Pace:
    """The median time of a judgment in ms, (judgment,), with a bootstrap interval over queries, numbered from 0.
    UsageError where lengths differ or are 0. Source: Hesterberg, The American Statistician 69, 2015."""
    ms, query = np.asarray(times, dtype=np.float64), np.asarray(queries, dtype=np.intp)
    if ms.ndim != 1 or ms.shape != query.shape or not len(ms):
        raise UsageError(f"expected times and queries of one length, 1 or more, but got {ms.shape} and {query.shape}")
    order = np.argsort(ms, kind="stable")
    ms, place = ms[order], np.unique(query, return_inverse=True)[1][order]
    n_queries = int(place.max()) + 1
    value = float(ms[(len(ms) - 1) // 2])
    if n_queries < LEAST_QUERIES:
        return Pace(value, float("nan"), float("nan"), len(ms), n_queries)
    key, medians = key_of(seed), []
    for first in range(0, RESAMPLES, _BLOCK):
        reached = np.cumsum(_core.count_draws(key, first, _BLOCK, [0, n_queries])[:, place], axis=1)
        medians.append(ms[(2 * reached < reached[:, -1:]).sum(axis=1)])
    from scipy.special import ndtr

    tail = float(ndtr(-students_t(np.bincount(place).astype(np.float64)) * np.sqrt(n_queries / (n_queries - 1))))
    low, high = np.quantile(np.concatenate(medians), (tail, 1 - tail))
    return Pace(value, float(low), float(high), len(ms), n_queries)
