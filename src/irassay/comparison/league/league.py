"""The League: systems ranked by one measure, with tests and intervals of their differences over queries."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from irassay.arrays import F64, I8, I64, Flags
from irassay.comparison.equality import rounding
from irassay.comparison.intervals import Places, Redrawn
from irassay.comparison.league.effect import standardised
from irassay.comparison.league.pair import Pair
from irassay.errors import UnknownSystem, UsageError, cut
from irassay.messages import alike, answers_none, did_you_mean
from irassay.result import Result
from irassay.upward import ask


@dataclass(frozen=True, slots=True)
class League:
    """Systems ranked by one measure, with tests and intervals of their differences over queries.

    Attributes
    ----------
    systems : sequence of str
        Best first, one name for each group of identical systems.
    same : mapping
        System -> the others of its group, whose documents are the same for this measure.
    unranked : sequence of str
        Systems left out: without a score on some query that others have, or without an answer to any.
    silent : sequence of str
        Those of them that answer no query at all.
    mean, low, high, low50, high50 : array (system,)
        The summary with its 95% and 50% intervals over queries.
    t_low, t_high : array (system,)
        Student's 95% interval, where a collection has fewer than 30 queries; else empty.
    difference_t : array (system, system, 2)
        Student's 95% interval of the difference, likewise; also empty for a geometric mean.
    difference, difference_low, difference_high : array (system, system)
        Row minus column, with its 95% interval over queries, unadjusted; with a baseline NaN where neither is one
        (`pair` computes it).
    p, p_corrected : array (system, system)
        NaN where not tested; 1 on the diagonal.
    significant : array of bool (system, system)
        Rejected by the corrected test, in favour of the better mean.
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
        Pairs on either side of alpha within Monte Carlo error; counted as open.
    family : int
        Pairs that the correction counts; with baselines, those of one.
    n_tested, n_settled : int
        Pairs tested and significant.
    chance : (int, int) or None
        The range of `n_settled` within Monte Carlo error; None where it is exact.
    n_too_few : int
        Open pairs that differ on so few queries that no result of these could be significant.
    n_resamples, n_bootstrap : int
    enumerated : bool
        Whether every sign vector was counted.
    redrawn : Redrawn
        Every system's summary in every resample.
    n_joint : int
        Sign vectors or shuffles behind a correction that tests the family jointly; else 0.
    interval : str
        The method of `low`, `high` and the intervals of differences.
    rank_intervals_bootstrap : sequence of (int, int)
        Ranks by the bootstrap of all differences jointly, where requested; else empty.
    near_copies : sequence of (str, str)
        With Tukey's correction, pairs that differ far less than others, which violates its assumption.
    queries, collections : sequence of str
        By collection, in the order in which these were given.
    bounds : sequence of int
        Where each collection's queries begin, and the end; of a league saved without them empty.
    values : array (system, query)

    Examples
    --------
    >>> from irassay import Qrels, Runs, compare, evaluate
    >>> queries = [f"q{i}" for i in range(8)]
    >>> runs = Runs.from_dict({"new": {q: {"a": 1} for q in queries}, "old": {q: {"b": 1} for q in queries}})
    >>> league = compare(evaluate(Qrels.from_dict({q: {"a": 1} for q in queries}), runs, ["P@1"]))
    >>> league.leaders, league.rank_intervals, league.p[0, 1]  # 2 of 2^8 sign vectors differ as much
    (['new'], [(1, 1), (2, 2)], np.float64(0.0078125))
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
    against_means: I8
    resamples: I64
    better: I64
    worse: I64
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
    silent: Sequence[str] = ()
    bounds: Sequence[int] = ()

    @property
    def rejected(self) -> Flags:
        """Pairs that the corrected test rejects, whether or not it favours the better mean; bool (system, system)."""
        return np.asarray(self.significant | (self.against_means != 0))

    @property
    def fewest_queries(self) -> int:
        """Queries of the collection that has the fewest."""
        return int(min(np.diff(self.bounds))) if len(self.bounds) > 2 else len(self.queries)

    @property
    def n(self) -> int:
        """Number of distinct systems."""
        return len(self.systems)

    @property
    def runs(self) -> list[str]:
        """All ranked runs in the league's order, each followed by the runs that are identical to it."""
        return [name for system in self.systems for name in (system, *self.same.get(system, ()))]

    @property
    def places(self) -> Places:
        """Ranks of each system over resamples of the queries; computed at first use."""
        return self.redrawn.places

    def renamed(self, names: Mapping[str, str]) -> League:
        """The same league with systems under other names.

        Parameters
        ----------
        names : mapping of str to str
            Old name -> new name; a system that is not there keeps its own.

        Returns
        -------
        League

        Examples
        --------
        >>> from irassay import Qrels, Runs, compare, evaluate
        >>> runs = Runs.from_dict({"new": {"q": {"a": 1}}, "old": {"q": {"b": 1}}})
        >>> league = compare(evaluate(Qrels.from_dict({"q": {"a": 1}}), runs, ["P@1"]))
        >>> league.renamed({"new": "run 1"}).systems
        ('run 1', 'old')
        """

        def new(systems: Iterable[str]) -> tuple[str, ...]:
            return tuple(names.get(system, system) for system in systems)

        def pairs(of: Sequence[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
            return tuple((names.get(a, a), names.get(b, b)) for a, b in of)

        return replace(
            self,
            systems=new(self.systems),
            same={names.get(system, system): new(others) for system, others in self.same.items()},
            unranked=new(self.unranked),
            silent=new(self.silent),
            leaders=new(self.leaders),
            baseline=new(self.baseline),
            at_the_edge=pairs(self.at_the_edge),
            near_copies=pairs(self.near_copies),
        )

    def stands_for(self, system: str) -> str:
        """The name of a system in the league: its own, or that of the identical system that stands for it.

        Parameters
        ----------
        system : str

        Returns
        -------
        str

        Raises
        ------
        UsageError
            It is not in the league; the message says why, or names similar ones.

        Examples
        --------
        >>> from irassay import Qrels, Runs, compare, evaluate
        >>> runs = Runs.from_dict({"new": {"q": {"a": 1}}, "copy": {"q": {"a": 1}}})
        >>> compare(evaluate(Qrels.from_dict({"q": {"a": 1}}), runs, ["P@1"])).stands_for("new")
        'copy'
        """
        if system in self.systems:
            return system
        for name, others in self.same.items():
            if system in others:
                return name
        if system in self.silent:
            raise UsageError(f"{cut(system)} {answers_none(len(self.queries))}, so it can't be compared")
        if system in self.unranked:
            instead = "; queries=qrels counts 0 there" if "queries=shared" in self.signature else ""
            raise UsageError(
                f"{cut(system)} has no score on some query that other systems have, so it is not compared{instead}"
            )
        there = f"there are {len(self.systems):,}, such as {cut(self.systems[0])}" if self.systems else "there is none"
        near = alike(system, self.systems, 3)
        raise UnknownSystem(f"no system {cut(system)}; {did_you_mean(near, instead=there)}", system)

    @property
    def too_few(self) -> list[tuple[str, str]]:
        """The pairs that `n_too_few` counts, fewest differing queries first; with baselines none is named."""
        if self.baseline or not self.n_too_few:
            return []
        rows, columns = np.nonzero(np.triu(~self.rejected, 1))
        fewest = np.argsort((self.better + self.worse)[rows, columns], kind="stable")[: self.n_too_few]
        return [(self.systems[rows[k]], self.systems[columns[k]]) for k in fewest]

    def pair(self, a: str, b: str) -> Pair:
        """The evidence from the queries on two systems.

        Parameters
        ----------
        a, b : str

        Returns
        -------
        Pair
            Differences are `a` minus `b`.

        Raises
        ------
        UsageError
            One of them is not in the league.

        Examples
        --------
        >>> from irassay import Qrels, Runs, compare, evaluate
        >>> runs = Runs.from_dict({"new": {"q": {"a": 1}}, "old": {"q": {"b": 1}}})
        >>> pair = compare(evaluate(Qrels.from_dict({"q": {"a": 1}}), runs, ["P@1"])).pair("old", "new")
        >>> pair.difference, pair.sentence()[:33]
        (-1.0, "old and new can't be told apart. ")
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
            interval=self.interval,
        )

    def _effect(self, i: int, j: int) -> float:
        if len(self.collections) > 1:
            return float("nan")  # the queries' differences vary about another mean in each
        return standardised(self.values[i], self.values[j])

    def result(self) -> Result:
        """The league as a Result: the verdict over queries, a table and the provenance.

        Returns
        -------
        Result
            Its title says who leads.

        Examples
        --------
        >>> from irassay import Qrels, Runs, compare, evaluate
        >>> runs = Runs.from_dict({"new": {"q": {"a": 1}}, "old": {"q": {"b": 1}}})
        >>> league = compare(evaluate(Qrels.from_dict({"q": {"a": 1}}), runs, ["P@1"]))
        >>> league.result().title
        'All 2 systems share the lead: no two of them differ significantly.'
        """
        result: Result = ask("league_result")(self)
        return result

    def _repr_html_(self) -> str | None:
        return self.result()._repr_html_()

    def __repr__(self) -> str:
        leaders = f"{len(self.leaders):,} leaders, " if self.leaders else ""
        settled = f"{self.n_settled:,} of {self.n_tested:,} pairs settled by the queries"
        return (
            f"League({self.measure}, {len(self.systems):,} systems, {len(self.queries):,} queries: {leaders}{settled})"
        )
