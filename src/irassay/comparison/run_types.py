"""Kinds of systems: the best of each kind, their gap and its selection bias; and the gap of their means."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from irassay.arguments import without_nan
from irassay.arrays import F64
from irassay.comparison.equality import rounding
from irassay.comparison.halves import half_means, luck_of_choice
from irassay.comparison.proportions import share_interval
from irassay.comparison.significance.paired_tests import t_intervals
from irassay.errors import UsageError, cut
from irassay.random_keys import Seed, key_of


@dataclass(frozen=True, slots=True)
class TypeSummary:
    """The systems of one kind, by their means."""

    name: str
    n: int  # systems
    best: str  # the system with the highest mean; the first of equals
    top: float
    median: float
    lowest: float
    optimism: float  # expected selection bias in the mean of the best
    tied: Sequence[str] = ()  # the others with the same mean


@dataclass(frozen=True, slots=True)
class BestGap:
    """The best system of one kind against the best of another, best of `a` minus best of `b`."""

    a: TypeSummary
    b: TypeSummary
    gap: float
    percent: float  # of the best mean of `b`; NaN where that is 0
    selection_bias: float  # optimism of `a` minus that of `b`; NaN with one query
    corrected: float  # the gap minus its bias, with a 95% interval over queries
    low: float
    high: float
    wins: tuple[int, int, int]  # queries on which the best of `a` is better, worse, equal
    won_low: float  # 95% interval of the share of queries that it wins
    won_high: float
    differences: F64  # (query,)

    @property
    def keeps_sign(self) -> bool:
        """Whether the interval of the corrected gap lies on the gap's side of 0, so that its sign is stable."""
        return self.low > 0 if self.gap > 0 else self.high < 0 and self.gap < 0


def type_summaries(
    values: ArrayLike, systems: Sequence[str], types: Mapping[str, str], *, seed: Seed = 0
) -> list[TypeSummary]:
    """Summary of each kind's systems, best kind first; systems without a kind are left out.

    Parameters
    ----------
    values : array (system, query)
        Scores, the higher the better, without NaN.
    systems : sequence of str
    types : mapping of str to str
        System -> kind.
    seed : int or Generator

    Returns
    -------
    list of TypeSummary

    Raises
    ------
    UsageError
        Shapes that don't match, or NaN.

    Notes
    -----
    *Assumes* that queries are an independent sample of those the collection represents. *Guarantees* over samples: the
    optimism is unbiased where a kind's systems are equal, and an overestimate where they differ
    (`halves.luck_of_choice`). *Source* Efron, Estimating the error rate of a prediction rule, JASA 78, 1983; the system
    selected on half of the queries is evaluated on the other half.

    Examples
    --------
    >>> kinds = type_summaries([[0.5, 0.7], [0.4, 0.2]], ["deep", "bm25"], {"deep": "neural", "bm25": "words"})
    >>> [(t.name, t.best, round(t.top, 2)) for t in kinds]
    [('neural', 'deep', 0.6), ('words', 'bm25', 0.3)]
    """
    return sorted(_summaries(_checked(values, systems), systems, types, key_of(seed)).values(), key=lambda t: -t.top)


def best_gap(
    values: ArrayLike, systems: Sequence[str], types: Mapping[str, str], a: str, b: str, *, seed: Seed = 0
) -> BestGap:
    """The best system of kind `a` against the best of kind `b`.

    Parameters
    ----------
    values : array (system, query)
        Scores, the higher the better, without NaN.
    systems : sequence of str
    types : mapping of str to str
        System -> kind.
    a, b : str
        Kinds.
    seed : int or Generator

    Returns
    -------
    BestGap

    Raises
    ------
    UsageError
        A kind without a system; shapes that don't match, or NaN.

    Notes
    -----
    *Assumes* that queries are drawn independently. *Guarantees* heuristic: the interval is Student's t interval of the
    two selected systems' difference, shifted by the selection bias. In simulations where all systems of both kinds are
    equal, it excludes 0 in at most 5% of the samples; where one system leads without a clear margin, the bias is
    overestimated and the interval lies too low. *Source* Student 1908; Efron 1983 (optimism); Wilson 1927 for the
    share. docs/simulations.md has the figures.

    Examples
    --------
    >>> scores = [[0.5, 0.7], [0.4, 0.2]]
    >>> gap = best_gap(scores, ["deep", "bm25"], {"deep": "neural", "bm25": "words"}, "neural", "words")
    >>> round(gap.percent), gap.wins
    (100, (2, 0, 0))
    """
    x = _checked(values, systems)
    kinds = _summaries(x, systems, types, key_of(seed))
    for name in (a, b):
        if name not in kinds:
            raise UsageError(f"no system is of kind {cut(name)}; there are {', '.join(map(cut, sorted(kinds)))}")
    one, other = kinds[a], kinds[b]
    place = {s: i for i, s in enumerate(systems)}
    differences = x[place[one.best]] - x[place[other.best]]
    equal = rounding(x)
    wins = int((differences > equal).sum()), int((differences < -equal).sum())
    won_low, won_high = share_interval(wins[0], x.shape[1])
    bias = one.optimism - other.optimism
    low, high = t_intervals(differences[:, None])[0] - bias
    return BestGap(
        a=one,
        b=other,
        gap=one.top - other.top,
        percent=100 * (one.top - other.top) / other.top if other.top > 0 else float("nan"),
        selection_bias=bias,
        corrected=one.top - other.top - bias,
        low=float(low),
        high=float(high),
        wins=(*wins, x.shape[1] - sum(wins)),
        won_low=won_low,
        won_high=won_high,
        differences=differences,
    )


def _checked(values: ArrayLike, systems: Sequence[str]) -> F64:
    x = np.asarray(values, dtype=np.float64)
    if x.ndim != 2 or len(x) != len(systems) or x.shape[1] == 0:
        raise UsageError(f"expected scores (system, query) of {len(systems)} systems, but got shape {x.shape}")
    without_nan(x)
    return x


def _summaries(x: F64, systems: Sequence[str], types: Mapping[str, str], key: int) -> dict[str, TypeSummary]:
    means, n_queries = x.mean(axis=1), x.shape[1]
    one, other = half_means(x.T, [0, n_queries], key=key)
    summaries: dict[str, TypeSummary] = {}
    for name in dict.fromkeys(types[s] for s in systems if types.get(s)):
        rows = np.array([i for i, s in enumerate(systems) if types.get(s) == name])
        best, *tied = rows[means[rows] >= means[rows].max() - rounding(means)]
        summaries[name] = TypeSummary(
            name,
            len(rows),
            systems[best],
            float(means[best]),
            float(np.median(means[rows])),
            float(means[rows].min()),
            luck_of_choice((one[:, rows], other[:, rows]), n_queries),
            [systems[i] for i in tied],
        )
    return summaries


@dataclass(frozen=True, slots=True)
class MeanGap:
    """The mean of one kind's systems minus that of another's, in the mean over queries."""

    a: str
    b: str
    n_a: int  # systems
    n_b: int
    difference: float
    low: float  # Student's 95% interval over queries; NaN for one query
    high: float


def mean_gap(values: ArrayLike, systems: Sequence[str], types: Mapping[str, str], a: str, b: str) -> MeanGap:
    """The mean of kind `a`'s systems minus that of kind `b`'s, scores (system, query), with its interval over queries;
    UsageError for a kind without a system, or NaN. Source: Student 1908."""
    x = _checked(values, systems)
    rows = {kind: [i for i, system in enumerate(systems) if types.get(system) == kind] for kind in (a, b)}
    for kind, of in rows.items():
        if not of:
            there = ", ".join(map(cut, sorted(set(types.values()))))
            raise UsageError(f"no system is of kind {cut(kind)}; there are {there}")
    differences = x[rows[a]].mean(axis=0) - x[rows[b]].mean(axis=0)
    low, high = t_intervals(differences[:, None])[0].tolist()
    return MeanGap(a, b, len(rows[a]), len(rows[b]), float(differences.mean()), low, high)
