"""Pool coverage: the share of known relevant documents in pools of t systems, extrapolated to more systems."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from irassay.arguments import least_grade, several, whole_number
from irassay.arrays import F64, I32, I64
from irassay.collection.qrels import Qrels
from irassay.collection.runs import Runs
from irassay.collection.ties import Ties, tie_rule
from irassay.errors import UsageError
from irassay.estimates.pools import accumulation
from irassay.kernel import _core
from irassay.label_sets.pooled_labels import groups_of
from irassay.random_keys import Seed, key_of

DEPTHS = (10, 20, 50, 100)
DRAWS = 1000
FEWEST = 4  # systems that halves with a curve, and so an interval, require
LEVEL = (0.025, 0.975)


@dataclass(frozen=True, slots=True)
class Pools:
    """Mean coverage of pools of some systems to a depth.

    Attributes
    ----------
    systems, depth : int
    share : float, from 0 to 1
        Mean share of the known relevant documents.
    low, high : float, from 0 to 1
        95% interval over queries and systems; NaN for fewer than 4 systems or one query.
    measured : bool
        Whether the share is the expectation over pools of present systems; else it is extrapolated, clipped at 100%.
    further, further_low, further_high : float
        Relevant documents, known or not, that the curve adds beyond the present systems, with a 95% interval; not
        clipped at the known ones, and 0 where there are no additional systems.
    """

    systems: int
    depth: int
    share: float
    low: float
    high: float
    measured: bool
    further: float
    further_low: float
    further_high: float


@dataclass(frozen=True, slots=True)
class Coverage:
    """Coverage of pools by number of systems and depth.

    Attributes
    ----------
    systems : sequence of str
        Units of the pools: systems, or groups of systems, in byte order.
    depths : tuple of int, ascending
    n_relevant, n_queries : int
        Number of known relevant documents, and of queries with one.
    finders : int64 array (depth, k)
        Number of these documents that exactly k = 0, 1 ... systems have in their first `depth`.
    shares : float64 array (depth, t)
        Share of the known relevant documents in a pool of t = 1, 2 ... systems: the mean over all such pools. Every
        document weighs the same, so queries with many weigh more.
    shares_by_query : float64 array (depth, t)
        The same with equal weights of queries: the mean over queries of each one's share.
    low, high : float64 array (depth, t)
        95%, over queries and systems.
    curves : sequence of Curve
        One per depth; empty for a single system.
    from_half : float64 array (depth,)
        Share that the extrapolation from half of the systems predicts for all of them, the mean over random halves.
        Beside the last of `shares` it shows the error of the extrapolation. NaN for fewer than 4 systems or one query.
    rel : int
        The least grade of a relevant document.
    """

    systems: Sequence[str]
    depths: tuple[int, ...]
    n_relevant: int
    n_queries: int
    finders: I64
    shares: F64
    shares_by_query: F64
    low: F64
    high: F64
    curves: Sequence[accumulation.Curve]
    from_half: F64
    _deviations: F64  # resampled a and b minus those of the curves through as many systems: (draw, depth, 2)
    _ranks: I32
    _key: int
    rel: int = 1

    def at(self, systems: int, depth: int) -> Pools:
        """Coverage of pools of so many systems to that depth: measured where possible, else by the curves.

        Beyond the present systems the curve's slope continues from the measured share of all of them, since the curve
        itself may miss that share. For a depth that is not in `depths`, a and b of the curve are interpolated linearly
        in the logarithm of the depth.

        Raises
        ------
        UsageError
            Numbers that are not whole or below 1; a curve with a single system; another depth with a single depth.
        """
        whole_number("systems", systems)
        whole_number("depth", depth)
        n = len(self.systems)
        measured = depth in self.depths and systems <= n
        place = self.depths.index(depth) if depth in self.depths else -1
        a, b = self._curve(depth) if n > 1 else (0.0, 0.0)
        if measured:
            share = float(self.shares[place, systems - 1])
            low, high = float(self.low[place, systems - 1]), float(self.high[place, systems - 1])
        else:
            if n < 2:
                raise UsageError("a curve needs two systems or more, but there is one")
            share = a + b * float(np.log(systems))
            if place >= 0:
                share = float(self.shares[place, -1]) + b * float(np.log(systems / n))
            low, high = _interval(share, self._deviations_at(depth) @ np.array([1.0, np.log(systems)]))
        ends = (_clipped(share), _clipped(low), _clipped(high))
        return Pools(systems, depth, *ends, measured, *self._further(b, systems, depth))

    def _further(self, b: float, systems: int, depth: int) -> tuple[float, float, float]:
        """Increase of the curve beyond the present systems, which depends on b alone."""
        climb = self.n_relevant * float(np.log(max(systems / len(self.systems), 1.0)))
        if not climb:
            return 0.0, 0.0, 0.0
        low, high = _interval(b, self._deviations_at(depth)[:, 1])
        return climb * b, climb * low, climb * high

    def sampled(self, systems: int, depth: int, *, draws: int = DRAWS) -> F64:
        """Shares (draw,) of single pools of so many random systems: the variation of one pool around the mean.

        Raises
        ------
        UsageError
            More systems than there are, or fewer than one.
        """
        whole_number("depth", depth)
        if not 1 <= systems <= len(self.systems):
            raise UsageError(f"expected from 1 to {len(self.systems):,} systems, but got systems={systems!r}")
        return accumulation.sampled_shares(self._ranks, depth, systems, draws=draws, key=self._key)

    def chao2(self, depth: int, *, groups: Mapping[str, str] | None = None) -> accumulation.Chao2:
        """Chao2 estimate of the total number of relevant documents, from those with one or two finders to that depth.

        Parameters
        ----------
        depth : int
        groups : mapping of str to str, optional
            System -> group: counts groups as finders, which are less dependent than systems. A system without an entry
            is a group by itself.
        """
        whole_number("depth", depth)
        if not groups:
            return accumulation.chao2(accumulation.finders_of(self._ranks, depth))
        of = groups_of(self.systems, groups)
        have = (self._ranks > 0) & (self._ranks <= depth)
        rows = [[i for i, name in enumerate(of) if name == group] for group in dict.fromkeys(of)]
        counts = np.sum([have[:, row].any(axis=1) for row in rows], axis=0)
        return accumulation.chao2(np.bincount(counts, minlength=len(rows) + 1))

    def _curve(self, depth: int) -> tuple[float, float]:
        if depth in self.depths:
            curve = self.curves[self.depths.index(depth)]
            return curve.a, curve.b
        weights = self._weights(depth)
        return float(weights @ [c.a for c in self.curves]), float(weights @ [c.b for c in self.curves])

    def _weights(self, depth: int) -> F64:
        """Weights of the depths' curves at another depth: a least-squares line in the logarithm of the depth."""
        if len(self.depths) < 2:
            raise UsageError(
                f"curves at one depth ({self.depths[0]:,}) say nothing about depth {depth:,}: give more depths"
            )
        x = np.log(np.array(self.depths, dtype=np.float64))
        centred = x - x.mean()
        weights: F64 = 1 / len(x) + (np.log(depth) - x.mean()) * centred / (centred @ centred)
        return weights

    def _deviations_at(self, depth: int) -> F64:
        """Deviations (draw, 2) of a and b at a depth."""
        if depth in self.depths:
            return np.asarray(self._deviations[:, self.depths.index(depth)])
        return np.asarray(np.einsum("d,rdc->rc", self._weights(depth), self._deviations))

    def __repr__(self) -> str:
        return (
            f"Coverage({len(self.systems):,} systems, {self.n_relevant:,} relevant documents, depths "
            f"{', '.join(f'{d:,}' for d in self.depths)})"
        )


def coverage(
    qrels: Qrels,
    runs: Runs,
    *,
    depths: Sequence[int] = DEPTHS,
    rel: int = 1,
    groups: Mapping[str, str] | None = None,
    draws: int = DRAWS,
    seed: Seed = 0,
    ties: Ties = "float64",
) -> Coverage:
    """Share of the known relevant documents in pools of t systems, extrapolated to more systems.

    Parameters
    ----------
    qrels, runs : Qrels, Runs
    depths : sequence of int, each at least 1
        Of the pools.
    rel : int
        The least grade that counts as relevant.
    groups : mapping of str to str, optional
        System -> group: pools then consist of whole groups. A system without an entry is a group by itself. Default:
        pools of systems.
    draws : int, at least 1
        Resamples behind the intervals.
    seed : int or numpy.random.Generator
    ties : {"float64", "float32"}

    Returns
    -------
    Coverage

    Raises
    ------
    UsageError
        Numbers outside the ranges above; labels without a relevant document; a group's system without a run.

    Notes
    -----
    *Assumes* for extrapolation that more systems would be like those at hand, and that the share keeps growing with
    the logarithm of their number, which no theory implies; `from_half` shows how far that holds for these systems.
    Where labels come from a pool of these systems, coverage refers to judged relevant documents: unjudged relevant
    ones are not counted. *Guarantees* the share of t systems is exact: the mean over all sets of t systems. Its
    interval comes from resamples of queries, with replacement, and halves of the systems, without replacement:
    percentiles of their deviations from the whole. It is asymptotic in both, and conservative for pools of more
    than half of the systems, where it rests on curves through the halves. The points of a curve are nested, so that
    regression intervals would be far too narrow and none is given. The interval does not cover model error.
    *Source* Rassin et al., Evaluating D-MERIT of Partial-annotation on Information Retrieval, 2024, Appendix E, whose
    share is `shares_by_query`; expectation over subsets: Hurlbert, Ecology 52, 1971; half samples: Shao and Wu, Annals
    of Statistics 17, 1989.

    Examples
    --------
    >>> from irassay import Qrels, Runs
    >>> qrels = Qrels.from_dict({"q": {"a": 1, "b": 1, "c": 1, "d": 1}})
    >>> runs = Runs.from_dict({"x": {"q": {"a": 2.0, "b": 1.0}}, "y": {"q": {"a": 2.0, "c": 1.0}}})
    >>> pools = coverage(qrels, runs, depths=[1, 2])
    >>> pools.shares.tolist()
    [[0.25, 0.25], [0.5, 0.75]]
    >>> round(pools.at(3, 2).share, 3)
    0.896
    """
    for depth in several("depths", depths):
        whole_number("depths", depth)
    rel = least_grade(rel)
    distinct = tuple(sorted(set(depths)))
    if not distinct:
        raise UsageError("expected one depth or more, but got depths=[]")
    whole_number("draws", draws)
    key = key_of(seed)
    of = groups_of(runs.systems, groups or {})
    names = tuple(sorted(set(of)))  # so that draws do not depend on the order of the runs
    place = {name: i for i, name in enumerate(names)}
    queries, best = _core.relevant_ranks(
        qrels.core, runs.core, runs.join(qrels), group=[place[name] for name in of], n_groups=len(names), rel=rel,
        depth=distinct[-1], ties=tie_rule(ties),
    )  # fmt: skip
    query, ranks = np.asarray(queries), np.asarray(best)
    if not len(query):
        raise UsageError(f"no label is of grade {rel} or more: there is nothing to find; lower rel")
    return replace(coverage_of_ranks(ranks, query, names, distinct, draws=draws, key=key), rel=rel)


def coverage_of_ranks(
    ranks: I32, query: I32, systems: Sequence[str], depths: tuple[int, ...], *, draws: int, key: int
) -> Coverage:
    """`coverage` from the ranks of the relevant documents, (document, system), from 1, 0 where not retrieved. `query`
    is ascending, (document,), and so are `depths`."""
    there, of_query = np.unique(query, return_inverse=True)
    finders = np.stack([accumulation.finders_of(ranks, depth) for depth in depths])
    table, weight = accumulation.miss_chances(len(systems)), 1 / np.bincount(of_query)[of_query]
    shares = accumulation.expected_shares(finders, table)
    weighed = [np.bincount(accumulation.n_finders(ranks, depth), weight, len(table)) for depth in depths]
    by_query = accumulation.expected_shares(np.stack(weighed), table)
    curves = [accumulation.curve_through(row, depth) for row, depth in zip(shares, depths)] if len(systems) > 1 else []
    low = high = np.full_like(shares, np.nan)
    from_half = np.full(len(depths), np.nan)
    deviations = np.full((1, len(depths), 2), np.nan)
    if len(systems) >= FEWEST and len(there) > 1:
        halves = accumulation.resampled_shares(
            ranks, of_query.astype(np.int32), len(there), depths, draws=draws, key=key
        )
        curves_of_halves = accumulation.fit_curves(halves)
        deviations = curves_of_halves - accumulation.fit_curves(shares[:, : halves.shape[2]])
        onwards = np.log(len(systems) / halves.shape[2])
        from_half = (halves[:, :, -1] + onwards * curves_of_halves[:, :, 1]).mean(axis=0)
        low, high = _intervals(shares, halves, deviations)
    n = (len(query), len(there))
    return Coverage(
        systems, depths, *n, finders, shares, by_query, low, high, curves, from_half, deviations, ranks, key
    )  # fmt: skip


def _intervals(shares: F64, halves: F64, deviations: F64) -> tuple[F64, F64]:
    """Interval ends by depth and number of systems: from the halves up to their size, from their curves beyond."""
    n, half = shares.shape[1], halves.shape[2]
    beyond = np.stack([np.ones(n - half), np.log(np.arange(half + 1, n + 1))])
    all_deviations = np.concatenate([halves - shares[:, :half], deviations @ beyond], axis=2)
    low, high = np.quantile(all_deviations, LEVEL, axis=0)
    return np.clip(shares + low, 0.0, 1.0), np.clip(shares + high, 0.0, 1.0)


def _interval(share: float, deviations: F64) -> tuple[float, float]:
    low, high = np.quantile(deviations, LEVEL)
    return share + float(low), share + float(high)


def _clipped(share: float) -> float:
    return float(np.clip(share, 0.0, 1.0))
