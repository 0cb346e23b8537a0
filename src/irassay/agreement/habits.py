"""Habits of assessors: who grades lower or higher than others, which side one chooses, and how long it takes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from irassay.agreement.kappa_alpha import LEAST_QUERIES, LEVELS, effective_queries, students_t
from irassay.arrays import F64, Flags, Places
from irassay.comparison.proportions import wilson
from irassay.errors import UsageError
from irassay.kernel import _core
from irassay.random_keys import Seed, key_of

ALPHA = 0.05
LEAST_CHOICES = 10
RESAMPLES = 10_000
_BLOCK = 500  # resamples at once


@dataclass(frozen=True, slots=True)
class Severity:
    """How one person grades beside others, on the items that others graded too."""

    value: float  # mean minus that of others not apart; negative is severe; NaN where none shared
    low: float  # 95% over queries, unadjusted; NaN with fewer than five queries
    high: float
    p: float  # of difference 0; NaN as the interval
    p_corrected: float  # times the number of people (Bonferroni)
    n_items: int  # that others graded too, and their queries
    n_queries: int
    is_apart: bool  # at 0.05 over all people


def severities(items: ArrayLike, people: ArrayLike, grades: ArrayLike, queries: ArrayLike) -> list[Severity]:
    """How far each person's grades lie from those of others for the same items, arrays (answer,). Whoever differs most
    significantly is left out of the others' means, then the rest are compared anew. Of two people alone both are apart.
    Source: Cochran 1977, 6.3 and 9A; Bell and McCaffrey, Survey Methodology 28, 2002."""
    item, person, query = (np.asarray(one, dtype=np.intp) for one in (items, people, queries))
    grade = np.asarray(grades, dtype=np.float64)
    if any(one.shape != item.shape for one in (person, grade, query)) or item.ndim != 1 or not len(item):
        raise UsageError("expected items, people, grades and queries of one length, 1 or more")
    n_people = int(person.max()) + 1
    others = np.ones(n_people, dtype=bool)  # those who are not apart
    found = _compared(item, person, grade, query, others, n_people)
    family = sum(not np.isnan(one.p) for one in found)
    while others.sum() > 2:
        tested = [i for i in np.flatnonzero(others) if found[i].p * family <= ALPHA]
        if not tested:
            break
        others[max(tested, key=lambda i: abs(found[i].value))] = False
        found = _compared(item, person, grade, query, others, n_people)
    apart = ~others
    if others.sum() == 2:
        apart |= np.array([others[i] and found[i].p * family <= ALPHA for i in range(n_people)])
    return [_corrected(one, family, bool(is_apart)) for one, is_apart in zip(found, apart)]


def _compared(item: Places, person: Places, grade: F64, query: Places, others: Flags, n_people: int) -> list[Severity]:
    """Each person beside those of `others`, nobody beside himself."""
    counts = others[person]
    n = np.bincount(item, weights=counts)[item] - counts
    total = np.bincount(item, weights=counts * grade)[item] - counts * grade
    shared = n > 0
    difference = grade[shared] - total[shared] / n[shared]
    n_queries = int(query.max()) + 1
    cell, n_cells = person[shared] * n_queries + query[shared], n_people * n_queries
    sums, sizes = (
        np.asarray(np.bincount(cell, weights=one, minlength=n_cells), dtype=np.float64).reshape(n_people, n_queries)
        for one in (difference, np.ones(len(cell)))
    )
    return [_of_person(one[size > 0], size[size > 0]) for one, size in zip(sums, sizes)]


def _of_person(sums: F64, sizes: F64) -> Severity:
    """From the sum of differences in each query, and the items there."""
    from scipy.special import stdtr

    nothing, n = float("nan"), int(sizes.sum())
    if not n:
        return Severity(nothing, nothing, nothing, nothing, nothing, 0, 0, False)
    value, n_queries = float(sums.sum() / n), len(sums)
    if n_queries < LEAST_QUERIES:
        return Severity(value, nothing, nothing, nothing, nothing, n, n_queries, False)
    left = (sums - value * sizes) / (1 - sizes / n)  # the jackknife: as far as the mean without the query lies
    error = float(np.sqrt((n_queries - 1) / n_queries * (left @ left)) / n)
    reach = students_t(sizes) * error
    t = abs(value) / error if error > 0 else (np.inf if abs(value) > 0 else 0.0)
    p = float(2 * stdtr(effective_queries(sizes) - 1, -t))
    return Severity(value, value - reach, value + reach, p, nothing, n, n_queries, False)


def _corrected(one: Severity, family: int, is_apart: bool) -> Severity:
    corrected = min(1.0, one.p * family) if one.p == one.p else one.p
    return Severity(one.value, one.low, one.high, one.p, corrected, one.n_items, one.n_queries, is_apart)


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
