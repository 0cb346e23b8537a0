"""Non-inferiority: is a new system worse than an old one by less than a margin, by the queries and by the labels?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, log
from typing import Literal, TypeAlias

import numpy as np

from irassay.arguments import check_choice
from irassay.arrays import F64
from irassay.collection.qrels import Qrels
from irassay.collection.runs import Runs
from irassay.comparison.equality import rounding
from irassay.comparison.league.league import League
from irassay.comparison.league.level_intervals import interval_at_alpha, limits, rarest
from irassay.errors import UsageError
from irassay.estimates.bounds.pair_draws import LIKELY, draw_pairs
from irassay.measures import Measure
from irassay.upward import ask
from irassay.verdict.doubts import Unlikely
from irassay.verdict.pair import REQUIRE, Require, Strength, carries
from irassay.verdict.settle import counted_labels
from irassay.verdict.verdict import Verdict

Side: TypeAlias = Literal["above", "below", "open"]
MarginAnswer: TypeAlias = Literal["not inferior", "inferior", "undecided"]


NAN = float("nan")


@dataclass(frozen=True, slots=True)
class NonInferiority:
    """A new and an old system with a margin; every difference is new minus old, above 0 where new is better.

    Attributes
    ----------
    new, old, measure : str
    margin : float
        The difference that is still accepted, above 0, in the measure's unit.
    difference : float
        Of the means, with the present labels.
    low, high : float
        The two-sided 1 - alpha interval of the difference over queries; NaN for a single query.
    alpha : float
    method : str
        Of this interval: an interval of the league, or "t" for Student's.
    labels_low, labels_high : float
        Least and greatest difference over all completions of the labels; NaN where not computed.
    agreeing, n_draws : int
        Number of completions drawn from the estimate in which a paired t-test at alpha puts the difference on the same
        side of the margin, and number of draws; 0 and 0 where none can be drawn, or the queries decide nothing.
    unlikely : str
        Why the labels can't be *likely*, as in `PairVerdict`.
    within : float
        Differences at most this far apart are equal.
    unseen : UnseenQueries or None
        What queries that the sample lacks could do; None where there are no scores per query, or of a geometric mean.
    """

    new: str
    old: str
    measure: str
    margin: float
    difference: float
    low: float
    high: float
    alpha: float
    method: str
    labels_low: float = float("nan")
    labels_high: float = float("nan")
    agreeing: int = 0
    n_draws: int = 0
    unlikely: Unlikely = ""
    within: float = 0.0
    unseen: UnseenQueries | None = None

    @property
    def by_queries(self) -> Side:
        """The side of minus the margin on which the interval over queries lies; "open" where it does not exclude it.

        "open" too where few queries carry the difference, so that the limits by the extremes seen don't exclude it.
        """
        side = _side(self.low, self.high, self.margin, self.within)
        of = self.unseen
        return side if of is None or _side(of.low, of.high, self.margin, self.within) == side else "open"

    @property
    def by_few(self) -> bool:
        """Whether the interval excludes minus the margin, but few queries carry the difference."""
        return self.by_queries == "open" and _side(self.low, self.high, self.margin, self.within) != "open"

    @property
    def conditional(self) -> bool:
        """Whether the side that the queries decide holds only if no rare kind of query is missing from the sample."""
        of, side = self.unseen, self.by_queries
        return of is not None and side != "open" and _side(of.sure_low, of.sure_high, self.margin, self.within) != side

    @property
    def by_labels(self) -> Side:
        """The side of minus the margin on which the difference on these queries lies, whatever missing labels say.

        "open" where some completion moves it there or across, and where no bounds are computed.
        """
        return _side(self.labels_low, self.labels_high, self.margin, self.within)

    @property
    def fixed(self) -> bool:
        """Whether every completion of the labels gives the same difference, so that the queries decide the same."""
        return self.labels_high - self.labels_low <= self.within

    @property
    def strength(self) -> Strength:
        """How strongly the labels keep the difference on the side that the queries decide; "" where not computed.

        *Proved* is about the difference on these queries alone: with other labels the interval may contain the margin.
        *Likely* is about a test too.
        """
        side = self.by_queries
        if self.labels_low != self.labels_low or side == "open":
            return ""
        if self.by_labels == side:
            return "proved"
        return "likely" if self.n_draws and self.agreeing >= LIKELY * self.n_draws else "open"

    def answer(self, require: Require = "likely") -> MarginAnswer:
        """Whether new is not inferior to old, inferior by more than the margin, or neither; as `PairVerdict.better`."""
        check_choice("require", require, REQUIRE)
        side = self.by_queries
        if side == "open" or not (self.unlikely == "scores alone" or carries(self.strength, require)):
            return "undecided"
        return "not inferior" if side == "above" else "inferior"

    def sentence(self, require: Require = "likely") -> str:
        """The answer in words, then the numbers behind it."""
        text: str = ask("non_inferiority_sentence")(self, require=require)
        return text


def non_inferiority(
    verdict: Verdict,
    new: str,
    old: str,
    *,
    margin: float,
    qrels: Qrels | None = None,
    runs: Runs | None = None,
    threads: int = 0,
) -> NonInferiority:
    """Decide whether a new system is worse than an old one by less than a margin.

    Answers: may I replace the old system by the new one, if I accept to lose this much?

    Parameters
    ----------
    verdict : Verdict
    new, old : str
        Systems of its league.
    margin : float
        The loss that is still accepted, above 0, in the measure's unit.
    qrels, runs : Qrels, Runs, optional
        Those of the verdict: completions are drawn from them. Without them the labels can prove a side, and no side is
        *likely*.
    threads : int
        0: one a core. The numbers don't depend on it.

    Returns
    -------
    NonInferiority

    Raises
    ------
    UsageError
        A margin that is not above 0 or that no system could lose, an unknown system, a system and itself, or an alpha
        for which the league has no interval.

    Notes
    -----
    *Assumes* that the margin was chosen before the scores were seen, and that queries are a sample of those the
    collection represents; *likely* assumes that unjudged documents are like judged ones of their rank.
    *Guarantees* over queries, where `conditional` is False: where new is worse by the margin or more, it is called not
    inferior with a probability of about alpha/2 at most. Where it is True this holds if no query loses more than the
    most seen: `unseen` says how rare others can be, and what they can cost. No correction for other pairs. Over labels,
    of *proved*: under no completion is the difference on these queries at minus the margin or beyond it. That the
    interval would still exclude it under another completion is not guaranteed.
    *Source* Piaggio et al., Reporting of noninferiority and equivalence randomized trials, JAMA 308(24), 2012; for few
    queries that carry a difference Gaffke, Mathematical Methods of Statistics 14(4), 2005.

    Examples
    --------
    >>> from irassay import Qrels, Runs, settle
    >>> queries = [f"q{i:02}" for i in range(40)]
    >>> qrels = Qrels.from_dict({q: {"a": 1, "b": 0} for q in queries})
    >>> new = {q: {"a": 1} for q in queries[1:]} | {"q00": {"b": 1}}
    >>> runs = Runs.from_dict({"new": new, "old": {q: {"a": 1} for q in queries}})
    >>> decision = non_inferiority(settle(qrels, runs, "P@1"), "new", "old", margin=0.15)
    >>> round(decision.low, 3), decision.high, decision.strength, decision.answer(), decision.conditional
    (-0.075, 0.0, 'proved', 'not inferior', False)
    """
    if not 0 < margin < float("inf"):
        raise UsageError(f"expected a margin above 0, but got margin={margin!r}")
    league, measure = verdict.league, verdict.measure
    if measure is not None and measure.definition.traits.from_0_to_1 and margin >= 1:
        raise UsageError(
            f"the margin is {margin:g}, but {league.measure} is from 0 to 1, so no system could lose as much: expected "
            f"one below 1 in the measure's unit ({margin:g} hundredths are {margin / 100:g})"
        )
    i, j = (list(league.systems).index(league.stands_for(name)) for name in (new, old))
    first, second = (old, new) if league.lower_is_better else (new, old)
    low, high, method = interval_at_alpha(league, first, second)
    bounds = verdict.bounds
    least, greatest = float("nan"), float("nan")
    if bounds is not None:
        a, b = (j, i) if league.lower_is_better else (i, j)
        least, greatest = float(bounds.difference_lower[a, b]), float(bounds.difference_upper[a, b])
    within = rounding(league.mean, least=1.0) if bounds is None else bounds.rounding
    agreeing, n_draws = 0, 0
    unseen = unseen_queries(league, first, second, margin=margin, measure=measure)
    side = _side(low, high, margin, within)
    if qrels is not None and runs is not None and side != "open" and verdict.draws is not None:
        ahead, behind = (first, second) if side == "above" else (second, first)
        ends = margin if side == "above" else -margin
        agreeing, n_draws = _agreeing(verdict, ahead, behind, ends, qrels, runs, threads)
    return NonInferiority(
        new, old, league.measure, margin, league.pair(first, second).difference, low, high, league.alpha, method,
        least, greatest, agreeing, n_draws, verdict.unlikely, within, unseen,
    )  # fmt: skip


def _side(low: float, high: float, margin: float, within: float) -> Side:
    """The side of minus the margin on which all of an interval lies."""
    return "above" if low > -margin + within else "below" if high < -margin - within else "open"


def _agreeing(
    verdict: Verdict, ahead: str, behind: str, margin: float, qrels: Qrels, runs: Runs, threads: int
) -> tuple[int, int]:
    """Draws in which `ahead` plus the margin is significantly above `behind`, and the number of draws."""
    league, bounds, measure = verdict.league, verdict.bounds, verdict.measure
    if bounds is None or measure is None:
        return 0, 0
    labels = counted_labels(league, qrels, measure)
    draws = draw_pairs(labels, runs, bounds, level=league.alpha, margin=margin, threads=threads)
    if draws is None:
        return 0, 0
    row, column = (list(draws.systems).index(league.stands_for(name)) for name in (ahead, behind))
    return int(draws.ahead_by_test[row, column]), draws.n_draws


@dataclass(frozen=True, slots=True)
class UnseenQueries:
    """Limits of a difference that hold also where few queries carry it, and what the sample can't show."""

    low: float  # if no query differs by more than the most seen in either direction
    high: float
    sure_low: float  # whatever queries there are; NaN where the measure has no range
    sure_high: float
    n_collections: int
    n_queries: int  # of the collection with the fewest
    share: float  # of its queries: rarer ones can be missing with probability above alpha/2
    cost: float  # most that these move the difference; NaN without range
    n_needed: int | None  # queries with which the cost is the margin; None without range


def unseen_queries(
    league: League, first: str, second: str, *, margin: float, measure: Measure | None
) -> UnseenQueries | None:
    """What unseen queries can do to the mean of `first` minus that of `second`; None of a geometric mean, a single
    query, one system, or without scores per query."""
    n = league.fewest_queries
    i, j = (list(league.systems).index(league.stands_for(name)) for name in (first, second))
    if i == j or n < 2 or league.aggregate == "geometric" or not isinstance(league.values, np.ndarray):
        return None
    d = league.values[i] - league.values[j]
    if league.aggregate == "sum":
        return missing_from(len(d) * d, (), alpha=league.alpha)
    is_ranged = measure is not None and measure.definition.traits.from_0_to_1
    return missing_from(d, league.bounds, alpha=league.alpha, margin=margin if is_ranged else None)


def missing_from(d: F64, bounds: Sequence[int], *, alpha: float, margin: float | None = None) -> UnseenQueries:
    """What missing queries can do to the mean of the collections' mean differences, (query,), by `bounds`; with a
    `margin` no query differs by more than 1."""
    bounds, tail = bounds or (0, len(d)), alpha / 2
    n_collections, n = len(bounds) - 1, int(min(np.diff(bounds)))
    low, high = limits(d, bounds, alpha=tail)
    share = rarest(n, tail)
    if margin is None:
        return UnseenQueries(low, high, NAN, NAN, n_collections, n, share, NAN, None)
    needed = ceil(log(tail) / log(1 - margin * n_collections)) if margin * n_collections < 1 else 1
    sure = limits(d, bounds, alpha=tail, reach=1.0)
    return UnseenQueries(low, high, *sure, n_collections, n, share, share / n_collections, needed)
