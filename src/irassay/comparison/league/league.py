"""The result of a comparison of systems: a League, and one Pair of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

from irassay.comparison.equality import rounding
from irassay.comparison.intervals.bootstrap import Places, Redrawn
from irassay.errors import UsageError, cut

if TYPE_CHECKING:
    from irassay.result import Result

F64: TypeAlias = NDArray[np.float64]
Flags: TypeAlias = NDArray[np.bool_]
Counts: TypeAlias = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Pair:
    """What the queries say of two systems; every difference is `a` minus `b`.

    Attributes
    ----------
    a, b : str
    same : bool
        The two are one system for this measure; then p is 1 and in no family.
    mean_a, mean_b, difference : float
    low, high : float
        95% interval of the difference over queries, unadjusted.
    t_low, t_high : float
        The same by Student's t, below 30 queries, where the other may be too short; else NaN.
    p, p_corrected : float
        NaN where the pair was not tested (a baseline is named and neither is it).
    family : int
        Pairs the correction is over.
    significant, at_the_edge : bool
    against_means : int
        1 or -1 where the corrected test rejects in favour of `a` or `b` whose mean is not better; the pair counts as
        open then. Else 0.
    n_resamples : int
        Sign flips behind p; 0 where it was computed without drawing.
    better, worse, equal : int
        Queries on which `a` is better than, worse than, equal to `b`, in the measure's direction.
    lower_is_better : bool
    measure : str
    tied : bool
        The two means are equal.
    effect_size : float
        Mean difference over the standard deviation of per-query differences (Cohen's d for pairs); NaN where that is 0.
    """

    a: str
    b: str
    same: bool
    mean_a: float
    mean_b: float
    difference: float
    low: float
    high: float
    p: float
    p_corrected: float
    family: int
    significant: bool
    at_the_edge: bool
    n_resamples: int
    better: int
    worse: int
    equal: int
    lower_is_better: bool
    measure: str
    alpha: float
    t_low: float = float("nan")
    t_high: float = float("nan")
    effect_size: float = float("nan")
    against_means: int = 0
    tied: bool = False

    @property
    def ahead(self) -> str:
        """The system that the queries favour; "" where they can't tell the two apart."""
        if self.same or not self.significant:
            return ""
        return self.a if (self.difference > 0) != self.lower_is_better else self.b

    @property
    def other(self) -> str:
        """The system that is not `ahead`; "" where neither is."""
        return "" if not self.ahead else self.b if self.ahead == self.a else self.a

    def ahead_first(self) -> Pair:
        """The same with the system that is ahead in the first place, as a sentence says it."""
        return self.turned() if self.ahead and self.ahead == self.b else self

    def turned(self) -> Pair:
        """The same from the other side: `b` minus `a`."""
        return replace(
            self,
            a=self.b,
            b=self.a,
            mean_a=self.mean_b,
            mean_b=self.mean_a,
            difference=0.0 - self.difference,
            low=0.0 - self.high,
            high=0.0 - self.low,
            t_low=0.0 - self.t_high,
            t_high=0.0 - self.t_low,
            better=self.worse,
            worse=self.better,
            against_means=-self.against_means,
            effect_size=0.0 - self.effect_size,
        )

    def sentence(self) -> str:
        """What can be said of the two, in words."""
        from irassay.comparison.league import words

        return words.pair_sentence(self)


@dataclass(frozen=True, slots=True)
class League:
    """Systems in order, their differences, and what chance over queries lets one say.

    Attributes
    ----------
    systems : sequence of str
        Best first, one name for each group of same systems.
    same : mapping
        System -> the others whose documents are the same for this measure.
    unranked : sequence of str
        Systems left out: without a score on some query that others have.
    mean, low, high, low50, high50 : array (system,)
        The summary with its 95% and 50% intervals over queries.
    t_low, t_high : array (system,)
        Student's 95% interval, below 30 queries; else empty.
    difference_t : array (system, system, 2)
        Student's 95% interval of the difference, likewise; also empty for a geometric mean.
    difference, difference_low, difference_high : array (system, system)
        Row minus column, with its 95% interval over queries, unadjusted; with a baseline NaN where neither is one:
        `pair` has it all the same.
    p, p_corrected : array (system, system)
        NaN where not tested; 1 on the diagonal.
    significant : array of bool (system, system)
        Decided by the corrected test, in favour of the better mean.
    against_means : array of int8 (system, system)
        1 where the corrected test rejects in favour of the row although its mean is not better, -1 the column's; else
        0. Such a pair counts as open. Only Wilcoxon's and the sign test, which are not about means, do this.
    resamples : array (system, system)
        Sign flips behind each p; 0 where computed without drawing.
    better, worse : array (system, system)
        Queries on which the row is better, worse than the column.
    letters, leaders, rank_intervals, brackets
        Empty with a baseline. Ranks are 1-based and closed; a bracket is a letter with its first and last row.
    open_without_letter : int
        Open pairs that share no letter.
    at_the_edge : sequence of (str, str)
        Pairs that chance in the draws leaves on either side of alpha; counted as open.
    family : int
        Pairs the correction is over (of one baseline, where there is one).
    n_tested, n_settled : int
        Pairs tested and significant.
    chance : (int, int) or None
        The range that chance leaves `n_settled`; None where it is exact.
    n_too_few : int
        Open pairs that differ on so few queries that no result of these could have been significant.
    n_resamples, n_bootstrap : int
    enumerated : bool
        Every sign vector was tried.
    redrawn : Redrawn
        Every system's summary in every resample.
    n_joint : int
        Sign vectors or shuffles behind a correction that tests the family at once; else 0.
    interval : str
        How `low`, `high` and those of differences were made.
    rank_intervals_bootstrap : sequence of (int, int)
        Ranks by the bootstrap of all differences at once, where asked for; else empty.
    near_copies : sequence of (str, str)
        With Tukey's correction, pairs that differ far less than others do: there it assumes what does not hold.
    queries, collections : sequence of str
    values : array (system, query)
    """

    measure: str
    signature: str
    lower_is_better: bool
    aggregate: str
    systems: Sequence[str]
    same: Mapping[str, Sequence[str]]
    unranked: Sequence[str]
    queries: Sequence[str]
    collections: Sequence[str]
    values: F64
    mean: F64
    low: F64
    high: F64
    low50: F64
    high50: F64
    t_low: F64
    t_high: F64
    difference_t: F64
    difference: F64
    difference_low: F64
    difference_high: F64
    p: F64
    p_corrected: F64
    significant: Flags
    against_means: NDArray[np.int8]
    resamples: Counts
    better: Counts
    worse: Counts
    letters: Sequence[str]
    leaders: Sequence[str]
    rank_intervals: Sequence[tuple[int, int]]
    brackets: Sequence[tuple[str, int, int]]
    open_without_letter: int
    at_the_edge: Sequence[tuple[str, str]]
    baseline: Sequence[str]
    test: str
    correction: str
    alpha: float
    family: int
    n_tested: int
    n_settled: int
    chance: tuple[int, int] | None
    n_too_few: int
    n_resamples: int
    n_bootstrap: int
    enumerated: bool
    seed: int
    redrawn: Redrawn
    n_joint: int = 0
    interval: str = "percentile"
    rank_intervals_bootstrap: Sequence[tuple[int, int]] = ()
    near_copies: Sequence[tuple[str, str]] = ()

    @property
    def rejected(self) -> Flags:
        """Pairs that the corrected test rejects, whether or not it favours the better mean."""
        return np.asarray(self.significant | (self.against_means != 0))

    @property
    def n(self) -> int:
        """How many distinct systems there are."""
        return len(self.systems)

    @property
    def runs(self) -> list[str]:
        """All ranked runs in the league's order, those that are one system with another right after it."""
        return [name for system in self.systems for name in (system, *self.same.get(system, ()))]

    @property
    def places(self) -> Places:
        """Where each system comes out when queries are drawn again; worked out at first use."""
        return self.redrawn.places

    def renamed(self, names: Mapping[str, str]) -> League:
        """The same league with systems under other names; one that is not in `names` keeps its own."""

        def new(systems: Iterable[str]) -> tuple[str, ...]:
            return tuple(names.get(system, system) for system in systems)

        def pairs(of: Sequence[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
            return tuple((names.get(a, a), names.get(b, b)) for a, b in of)

        return replace(
            self,
            systems=new(self.systems),
            same={names.get(system, system): new(others) for system, others in self.same.items()},
            unranked=new(self.unranked),
            leaders=new(self.leaders),
            baseline=new(self.baseline),
            at_the_edge=pairs(self.at_the_edge),
            near_copies=pairs(self.near_copies),
        )

    def stands_for(self, system: str) -> str:
        """The name under which a system is in the league: its own, or that of the system that is the same."""
        if system in self.systems:
            return system
        for name, others in self.same.items():
            if system in others:
                return name
        if system in self.unranked:
            raise UsageError(f"{cut(system)} has no score on some query that other systems have, so it is not compared")
        from difflib import get_close_matches

        near = get_close_matches(system, self.systems, n=3)
        there = f"there are {len(self.systems):,}, such as {cut(self.systems[0])}" if self.systems else "there is none"
        hint = f"did you mean {' or '.join(near)}?" if near else there
        raise UsageError(f"no system {cut(system)}; {hint}")

    def pair(self, a: str, b: str) -> Pair:
        """What the queries say of two systems.

        Raises
        ------
        UsageError
            One of them is not in the league.
        """
        i, j = (list(self.systems).index(self.stands_for(name)) for name in (a, b))
        name_a, name_b = self.systems[i], self.systems[j]
        low, high = float(self.difference_low[i, j]), float(self.difference_high[i, j])
        if low != low and self.interval == "percentile" and len(self.queries) > 1:
            low, high = self.redrawn.difference(i, j)
        return Pair(
            a=a,
            b=b,
            same=i == j,
            mean_a=float(self.mean[i]),
            mean_b=float(self.mean[j]),
            difference=float(self.difference[i, j]),
            low=low,
            high=high,
            p=float(self.p[i, j]),
            p_corrected=float(self.p_corrected[i, j]),
            family=self.family,
            significant=bool(self.significant[i, j]),
            at_the_edge=(name_a, name_b) in self.at_the_edge or (name_b, name_a) in self.at_the_edge,
            n_resamples=int(self.resamples[i, j]),
            better=int(self.better[i, j]),
            worse=int(self.worse[i, j]),
            equal=len(self.queries) - int(self.better[i, j]) - int(self.worse[i, j]),
            lower_is_better=self.lower_is_better,
            measure=self.measure,
            alpha=self.alpha,
            t_low=float(self.difference_t[i, j, 0]) if len(self.difference_t) else float("nan"),
            t_high=float(self.difference_t[i, j, 1]) if len(self.difference_t) else float("nan"),
            effect_size=self._effect(i, j),
            against_means=int(self.against_means[i, j]),
            tied=abs(float(self.difference[i, j])) <= rounding(self.mean),
        )

    def _effect(self, i: int, j: int) -> float:
        from irassay.comparison.league.effect import standardised

        return standardised(self.values[i], self.values[j])

    def result(self) -> Result:
        """The league as a Result: a table, the verdict over queries, and how it was made."""
        from irassay.comparison.league import words

        return words.league_result(self)

    def _repr_html_(self) -> str | None:
        return self.result()._repr_html_()

    def __repr__(self) -> str:
        leaders = f"{len(self.leaders):,} leaders, " if self.leaders else ""
        settled = f"{self.n_settled:,} of {self.n_tested:,} pairs settled by the queries"
        return (
            f"League({self.measure}, {len(self.systems):,} systems, {len(self.queries):,} queries: {leaders}{settled})"
        )
