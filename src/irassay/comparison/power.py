"""Statistical power, extrapolated: queries needed to separate two systems, and the minimum detectable difference."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from irassay.arguments import between
from irassay.arrays import F64, Flags
from irassay.comparison.equality import ROUNDING, rounding, without_rounding
from irassay.comparison.league.league import League
from irassay.errors import UsageError, cut

MOST = 1_000_000  # beyond it only "more than a million" is reported
CONFIDENCE = 0.8  # of the range of queries needed
WORTHLESS = 50  # times the lower end: a range that extends further is no more than a guess


@dataclass(frozen=True, slots=True)
class QueriesNeeded:
    """The number of queries needed to separate two systems."""

    total: int | None  # if the true difference is the observed one; None past a million
    more: int | None  # beyond those at hand; 0 where those are enough
    power: float  # probability that so many queries show the difference
    low: int | None = None  # 80% range of the total over plausible differences; None past a million
    high: int | None = None


def is_guess(low: float, high: float) -> bool:
    """Whether a range of queries needed is too wide to be more than a guess."""
    return high > WORTHLESS * low


def queries_needed(differences: ArrayLike, *, alpha: float = 0.05, power: float = 0.8) -> QueriesNeeded:
    """The number of queries like these that would show the difference of two systems at alpha, with a range of 80%;
    assumes normal differences. Source: the paired t-test's power; Sakai, CIKM 2014; Kelley 2007 for the interval."""
    d = np.asarray(differences, dtype=np.float64)
    if d.ndim != 1 or len(d) < 2:
        raise UsageError(f"expected differences on at least two queries, but got shape {d.shape}")
    between("alpha", alpha)
    between("power", power)
    mean, spread = abs(float(d.mean())), float(d.std(ddof=1))
    if mean <= rounding(d, least=1.0):  # the size of the scores is unknown here
        mean = 0.0
    elif spread <= ROUNDING * mean:
        return QueriesNeeded(len(d), 0, power, len(d), len(d))
    if spread == 0:
        return QueriesNeeded(None, None, power)
    total = queries_of_power(mean / spread, alpha, power)
    least, most = effect_interval(mean / spread, len(d), level=CONFIDENCE)
    return QueriesNeeded(
        total,
        None if total is None else max(0, total - len(d)),
        power,
        queries_of_power(max(abs(least), abs(most)), alpha, power),
        None if least <= 0 else queries_of_power(least, alpha, power),
    )


def effect_interval(effect: float, n_queries: int, *, level: float) -> tuple[float, float]:
    """The interval of a standardised difference over two queries or more, by the non-central t distribution; assumes
    normal differences. Source: Kelley 2007."""
    from scipy import special

    root = math.sqrt(n_queries)
    low, high = (
        float(special.nctdtrinc(n_queries - 1, tail, effect * root)) / root
        for tail in ((1 + level) / 2, (1 - level) / 2)
    )
    return low, high


def queries_to_separate(league: League, a: str, b: str, *, power: float = 0.8) -> QueriesNeeded:
    """The number of queries that would settle one pair of a league, all others unchanged, at Holm's level for the next
    pair (Bonferroni: of all pairs)."""
    i, j = (list(league.systems).index(league.stands_for(name)) for name in (a, b))
    if i == j:
        raise UsageError(f"{cut(a)} and {cut(b)} are one system for {league.measure}: nothing separates them")
    d = without_rounding(league.values[i] - league.values[j], rounding(league.values))
    return queries_needed(d, alpha=_level(league, i, j), power=power)


def _level(league: League, i: int, j: int) -> float:
    """The level that a pair must reach: alpha over the number of open pairs (Bonferroni: of all pairs)."""
    # Each baseline has its own family; only the rejections in the pair's own family count.
    members = [k for k in (i, j) if league.systems[k] in league.baseline]
    rejections = int(league.rejected[:, members[0]].sum()) if members else int(league.rejected.sum()) // 2
    n_open = league.family if league.correction == "bonferroni" else league.family - rejections
    return league.alpha / max(1, n_open)


def rejection_level(league: League) -> F64:
    """The largest uncorrected p at which the pair's family still rejects, given its rejections, (system, system); NaN
    where neither is a baseline. For a joint test the largest rejected p, or Holm's level where larger. Source: Holm
    1979; Benjamini and Hochberg 1995."""
    n = len(league.systems)

    def level(p_values: F64) -> float:
        passed = max(1, len(p_values))
        if league.correction == "bonferroni":
            return league.alpha / max(1, league.family)
        if league.correction == "benjamini-hochberg":
            return league.alpha * passed / max(1, league.family)
        holm = league.alpha / max(1, league.family - passed + 1)
        return holm if league.correction == "holm" else max(holm, float(p_values.max(initial=0.0)))

    if not league.baseline:
        return np.full((n, n), level(league.p[np.triu(league.significant, 1)]))
    levels = np.full((n, n), np.nan)
    for base in map(list(league.systems).index, reversed(league.baseline)):
        levels[base, :] = levels[:, base] = level(league.p[league.significant[:, base], base])
    return levels


def minimum_detectable(league: League, *, power: float = 0.8) -> F64:
    """The least true difference of each pair that these queries would detect with the given power.

    Parameters
    ----------
    league : League
    power : float
        Above 0 and below 1.

    Returns
    -------
    array (system, system)
        In the measure's unit; 0 where no query differs, NaN with a single query and with several collections, which
        vary by themselves. The level is that of `queries_to_separate`.

    Notes
    -----
    *Assumes* that per-query differences have their present variance, whatever the true difference is. *Guarantees*
    heuristic, over queries: an estimate for a t-test at Holm's or Bonferroni's level.
    *Source* Webber, Moffat and Zobel, Statistical power in retrieval experimentation, CIKM 2008; Sakai, Topic set size
    design, Information Retrieval Journal 19, 2016.
    """
    between("power", power)
    n, n_queries = len(league.systems), len(league.queries)
    detectable = np.full((n, n), np.nan)
    if n_queries < 2 or len(league.collections) > 1:
        return detectable
    effects = _effects(league, power)
    for i in range(n):
        detectable[i] = effects[i] * (league.values[i] - league.values).std(axis=1, ddof=1)
    return detectable


def _effects(league: League, power: float) -> F64:
    """The detectable standardised difference of each pair: array (system, system), with one value a family."""
    n, n_queries = len(league.systems), len(league.queries)
    bases = [league.systems.index(name) for name in league.baseline]

    def needed(i: int) -> float:
        """For the family of baseline `i`; for all pairs where `i` is not a baseline."""
        return effect_needed(n_queries, alpha=_level(league, i, i), power=power)

    effects = np.full((n, n), next((needed(i) for i in range(n) if i not in bases), np.nan))
    of_bases = [needed(base) for base in bases]
    effects[:, bases] = of_bases
    effects[bases, :] = np.reshape(of_bases, (-1, 1))  # a pair of two baselines: the family of the row's
    return effects


def unresolvable_by_labels(
    league: League, low: F64, high: F64, *, power: float = 0.8, detectable: F64 | None = None
) -> Flags:
    """Pairs that these queries could not separate under any labels: an estimate.

    The pair is not significant now, and its largest difference over completions of the labels is below the detectable
    difference.

    Parameters
    ----------
    league : League
    low, high : array (system, system)
        Least and greatest difference over completions, row minus column, in the league's order.
    power : float
    detectable : array (system, system), optional
        `minimum_detectable` with that power, if already computed.

    Returns
    -------
    array of bool (system, system)

    Notes
    -----
    *Assumes*, as `minimum_detectable`, that differences keep their present variance, also under other labels.
    *Guarantees* heuristic.
    """
    largest = np.maximum(np.abs(low), np.abs(high))
    if detectable is None:
        detectable = minimum_detectable(league, power=power)
    with np.errstate(invalid="ignore"):
        unresolvable = ~league.significant & (largest < detectable)
    np.fill_diagonal(unresolvable, False)
    return np.asarray(unresolvable)


def typical_detectable(league: League, detectable: F64, pairs: Sequence[tuple[int, int]]) -> float:
    """The median of `minimum_detectable` over the pairs that are not significant; NaN where there is none."""
    differences = [detectable[i, j] for i, j in pairs if not league.significant[i, j] and detectable[i, j] > 0]
    return float(np.median(differences)) if differences else float("nan")


def effect_needed(n_queries: int, *, alpha: float, power: float) -> float:
    """The least effect that a paired t-test detects with that power, in standard deviations of the differences."""
    low, high = 0.0, 1.0
    while _power_of(high, n_queries, alpha) < power:
        low, high = high, 2 * high
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (low, middle) if _power_of(middle, n_queries, alpha) >= power else (middle, high)
    return high


def _power_of(effect: float, n_queries: int, alpha: float) -> float:
    """The power of a paired t-test for an effect in standard deviations of per-query differences."""
    from scipy import special  # not scipy.stats, which takes most of a second to import

    critical = -float(special.stdtrit(n_queries - 1, alpha / 2))
    shift = effect * math.sqrt(n_queries)
    if n_queries > 1000:  # nearly normal, and the non-central t loses digits
        return float(special.ndtr(shift - critical))
    return 1.0 - float(special.nctdtr(n_queries - 1, shift, critical))


def queries_of_power(effect: float, alpha: float, power: float) -> int | None:
    """Fewest queries for the power of a paired t-test of that effect, in standard deviations; None past a million."""
    if effect <= 0:
        return None

    high = 2
    while _power_of(effect, high, alpha) < power:
        high *= 2
        if high > MOST:
            return None
    low = high // 2
    while low + 1 < high:
        middle = (low + high) // 2
        low, high = (low, middle) if _power_of(effect, middle, alpha) >= power else (middle, high)
    return high
