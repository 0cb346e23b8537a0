"""The difference of differences less what follows from leaked queries being easier or harder than clean ones.

Systems that differ more on easy queries than on hard ones seem to gain where the leaked queries are easy. How hard a
query is can be read from other systems' scores, which are noisy: a slope on them is too flat by their reliability.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from irassay.comparison.query_groups import gap_intervals, gap_terms

F64: TypeAlias = NDArray[np.float64]
Flags: TypeAlias = NDArray[np.bool_]

LEAST_UNEXPOSED = 3  # two others than each: an alpha is of two at least


@dataclass(frozen=True, slots=True)
class Adjusted:
    """The adjusted difference of differences.

    Attributes
    ----------
    did, low, high : float
        In the measure's unit, with the interval over queries.
    alpha : float
        Cronbach's alpha of the systems that say how hard a query is: the mean over the unexposed systems.
    """

    did: float
    low: float
    high: float
    alpha: float


def adjusted(
    exposed: F64, unexposed: F64, leaked: Flags, *, alpha: float = 0.05, key: int = 0, n_bootstrap: int = 10_000
) -> Adjusted | None:
    """The difference of differences, adjusted for how hard the leaked and the clean queries are.

    For each unexposed system u, d is the mean of the exposed systems minus u on a query, and h the mean of the other
    unexposed systems. The estimate is the gap of d between leaked and clean queries less (b/a) times the gap of h: b is
    the slope of d on h, a Cronbach's alpha of the systems in h, both of deviations from the mean of the leaked or of
    the clean queries. It is averaged over u.

    Parameters
    ----------
    exposed : array (query,)
        Mean score of the exposed systems.
    unexposed : array (system, query)
    leaked : array of bool (query,)
        Two or more of either.
    alpha : float, in (0, 1)
        The interval's level is 1 - alpha.
    key, n_bootstrap : int

    Returns
    -------
    Adjusted or None
        None with fewer than three unexposed systems, and where they agree so little that an alpha is not above 0 or all
        of them score the same on each leaked and each clean query.

    Notes
    -----
    *Assumes* that d depends on how hard a query is by a straight line, the same for leaked and clean queries, that the
    systems in h measure how hard it is with independent errors, and that leaked queries helped no unexposed system.
    Where the line bends, part of the difference stays. *Guarantees* asymptotic: the interval is `gap_intervals` of the
    estimate's linear terms, its influence function, in which b and a vary too. *Source* Cronbach, Psychometrika 16,
    1951; regression with errors: Fuller, Measurement Error Models, 1987, 1.2; the influence function: Hampel, JASA 69,
    1974.

    Examples
    --------
    >>> hard = np.array([0.1, 0.4, 0.7, 0.2, 0.5, 0.8])
    >>> three = np.stack([hard, hard, hard])
    >>> of = adjusted(1.5 * hard, three, np.array([True, True, True, False, False, False]))
    >>> round(of.did, 12) == 0, round(of.alpha, 6)
    (True, 1.0)
    """
    if len(unexposed) < LEAST_UNEXPOSED:
        return None
    terms = _terms(exposed, unexposed, leaked)
    if terms is None:
        return None
    contribution, reliability = terms
    low, high = gap_intervals(contribution[:, None], leaked, alpha=alpha, key=key, n_bootstrap=n_bootstrap)[0]
    return Adjusted(float(contribution.mean()), float(low), float(high), reliability)


def _terms(exposed: F64, unexposed: F64, leaked: Flags) -> tuple[F64, float] | None:
    """Each query's contribution, whose mean is the estimate, and the mean alpha; None where there is no estimate."""
    total, others = unexposed.sum(axis=0), len(unexposed) - 1
    contributions, reliabilities = [], []
    within = _centred(unexposed, leaked)
    squares, sums = within**2, within.sum(axis=0)
    for u, scores in enumerate(unexposed):
        d, h = exposed - scores, (total - scores) / others
        reliability = _alpha(squares.sum(axis=0) - squares[u], (sums - within[u]) ** 2, others)
        slope = _slope(_centred(d, leaked), _centred(h, leaked))
        if reliability is None or slope is None or reliability[0] <= 0:
            return None
        (a, of_a), (b, of_b) = reliability, slope
        of_ratio = of_b / a - b * of_a / a**2
        gap_of_h = float(h[leaked].mean() - h[~leaked].mean())
        contributions.append(gap_terms(d - b / a * h, leaked) - gap_of_h * of_ratio)
        reliabilities.append(a)
    return np.mean(contributions, axis=0), float(np.mean(reliabilities))


def _centred(x: F64, leaked: Flags) -> F64:
    """Deviations from the mean of the leaked or of the clean queries; the last axis is the queries."""
    out = np.empty_like(x)
    for of in (leaked, ~leaked):
        out[..., of] = x[..., of] - x[..., of].mean(axis=-1, keepdims=True)
    return out


def _slope(d: F64, h: F64) -> tuple[float, F64] | None:
    """The slope of d on h, both centred, and each query's influence on it; None where h does not vary."""
    spread = float((h**2).mean())
    if spread <= np.finfo(np.float64).eps ** 2:
        return None
    slope = float((h * d).mean()) / spread
    return slope, h * (d - slope * h) / spread


def _alpha(squares: F64, square_of_sum: F64, k: int) -> tuple[float, F64] | None:
    """Cronbach's alpha of k systems, and each query's influence on it.

    Parameters
    ----------
    squares : array (query,)
        Sum over the systems of the squared centred score.
    square_of_sum : array (query,)
        The square of the sum of the centred scores.
    """
    parts, whole = float(squares.mean()), float(square_of_sum.mean())
    if whole <= np.finfo(np.float64).eps ** 2:
        return None
    scale = k / (k - 1)
    influence = scale * (parts * (square_of_sum - whole) / whole**2 - (squares - parts) / whole)
    return scale * (1 - parts / whole), influence
