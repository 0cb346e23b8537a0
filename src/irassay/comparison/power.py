"""How many queries it would take to tell two systems apart: an extrapolation, and said to be one."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from irassay.errors import UsageError, cut

if TYPE_CHECKING:
    from irassay.comparison.league import League

MOST = 1_000_000  # beyond it "more than a million" is all that is said


@dataclass(frozen=True, slots=True)
class QueriesNeeded:
    """How many queries would separate two systems, if their difference stayed what it is.

    Attributes
    ----------
    total : int or None
        Queries in all; None where the difference is 0 or a million are not enough.
    more : int or None
        Beyond those at hand; 0 where they already do.
    power : float
        The chance that so many queries show the difference.
    """

    total: int | None
    more: int | None
    power: float


def queries_needed(differences: ArrayLike, *, alpha: float = 0.05, power: float = 0.8) -> QueriesNeeded:
    """How many queries would show a difference like this one, with queries like these.

    Parameters
    ----------
    differences : array (query,)
        One system's scores minus the other's, at least two.
    alpha : float
        The level the pair must reach: alpha over its place in the family where it is one of many.
    power : float
        Chance that so many queries reach it, above 0 and below 1.

    Returns
    -------
    QueriesNeeded

    Notes
    -----
    *Assumes* that the true difference and its spread are those at hand, which is kind to large observed differences.
    *Guarantees* heuristic, over queries. *Source* the paired t-test's power, by the non-central t distribution; Sakai,
    Designing test collections for comparing many systems, CIKM 2014.

    Examples
    --------
    >>> queries_needed([0.1, -0.1, 0.2, 0.0, 0.1]).total
    31
    """
    d = np.asarray(differences, dtype=np.float64)
    if d.ndim != 1 or len(d) < 2:
        raise UsageError(f"expected differences on at least two queries, but got shape {d.shape}")
    if not 0 < alpha < 1 or not 0 < power < 1:
        raise UsageError(f"expected alpha and power above 0 and below 1, but got alpha={alpha!r}, power={power!r}")
    mean, spread = abs(float(d.mean())), float(d.std(ddof=1))
    if mean <= 1e-12 * max(1.0, float(np.abs(d).max())):
        return QueriesNeeded(None, None, power)
    if spread <= 1e-12 * mean:
        return QueriesNeeded(len(d), 0, power)
    total = _least(mean / spread, alpha, power)
    return QueriesNeeded(total, None if total is None else max(0, total - len(d)), power)


def queries_to_separate(league: League, a: str, b: str, *, power: float = 0.8) -> QueriesNeeded:
    """How many queries would settle one pair of a league, all other pairs staying as they are.

    The level is what Holm leaves the next pair: alpha over the pairs not settled (Bonferroni: over all).

    Raises
    ------
    UsageError
        A name that is not in the league, or two names of one system.
    """
    i, j = (list(league.systems).index(league.stands_for(name)) for name in (a, b))
    if i == j:
        raise UsageError(f"{cut(a)} and {cut(b)} are one system for {league.measure}: nothing separates them")
    # Of several baselines each has a family of its own; what the pair's own has settled is counted, no other's.
    members = [k for k in (i, j) if league.systems[k] in league.baseline]
    settled = int(league.significant[members[0]].sum()) if members else league.n_settled
    left = league.family if league.correction == "bonferroni" else league.family - settled
    return queries_needed(league.values[i] - league.values[j], alpha=league.alpha / max(1, left), power=power)


def _least(effect: float, alpha: float, power: float) -> int | None:
    """The least n at which a paired t-test of that effect has the power."""

    def enough(n: int) -> bool:
        from scipy import stats

        critical = stats.t.isf(alpha / 2, n - 1)
        if n > 1000:  # normal by then, and the non-central t loses digits
            return bool(stats.norm.sf(critical - effect * math.sqrt(n)) >= power)
        return bool(stats.nct.sf(critical, n - 1, effect * math.sqrt(n)) >= power)

    high = 2
    while not enough(high):
        high *= 2
        if high > MOST:
            return None
    low = high // 2
    while low + 1 < high:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high
