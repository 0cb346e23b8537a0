"""Who grades lower or higher than others do on the same items: differences of means, with intervals over queries."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from irassay.agreement.over_queries import LEAST_QUERIES, effective_queries, students_t
from irassay.errors import UsageError

F64: TypeAlias = NDArray[np.float64]
Places: TypeAlias = NDArray[np.intp]

ALPHA = 0.05


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
    """How far each person's grades lie from those of others for the same items, arrays (answer,); UsageError where
    their lengths differ. Whoever differs most significantly is left out of the others' means, then the rest are
    compared anew. Of two people alone both are apart. Source: Cochran 1977, 6.3 and 9A; Bell and McCaffrey, Survey
    Methodology 28, 2002."""
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


def _compared(
    item: Places, person: Places, grade: F64, query: Places, others: NDArray[np.bool_], n_people: int
) -> list[Severity]:
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
