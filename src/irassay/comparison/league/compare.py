"""Compare systems on the queries that all of them answered: order, differences, tests, intervals and tie tie_groups."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from irassay.comparison.equality import rounding
from irassay.comparison.intervals.bootstrap import RESAMPLES, Redrawn, resampled_summaries
from irassay.comparison.intervals.methods import Interval, spans
from irassay.comparison.intervals.rank_sets import rank_sets
from irassay.comparison.league import tie_groups
from irassay.comparison.league.league import League
from irassay.comparison.paired_scores import PairedScores, PerQuery, match
from irassay.comparison.significance.corrections import STEPWISE, Correction
from irassay.comparison.significance.decisions import Decisions, Test, decide
from irassay.comparison.significance.simultaneous_tests import near_copies
from irassay.comparison.significance.t_test import FEW_QUERIES, t_difference_intervals, t_intervals
from irassay.errors import UsageError, cut
from irassay.random_keys import Seed, key_of

if TYPE_CHECKING:
    from irassay.measures import Measure

F64: TypeAlias = NDArray[np.float64]
Ranks: TypeAlias = Literal["significance", "bootstrap"]
U32: TypeAlias = NDArray[np.uint32]


def compare(
    scores: PerQuery,
    *,
    measure: str | Measure | None = None,
    baseline: Sequence[str] = (),
    test: Test = "randomization",
    correction: Correction = "holm",
    interval: Interval = "percentile",
    ranks: Ranks = "significance",
    alpha: float = 0.05,
    n_resamples: int | None = None,
    seed: Seed = 0,
    threads: int = 0,
) -> League:
    """Say which systems differ, how sure that is over queries, and who shares the lead.

    Parameters
    ----------
    scores : Scores
        With per-query values. Systems that lack a score on a query that others have are listed as unranked.
    measure : str or Measure, optional
        Default: the first of the scores.
    baseline : sequence of str
        Compare every system with each of these only, each a family of its own. Default: all pairs, one family.
    test : {"randomization", "t", "wilcoxon", "sign", "bootstrap"}
        Sign flips of per-query differences, which assume no distribution; the paired t-test; Wilcoxon's signed ranks;
        the sign test; or the bootstrap of differences shifted to a mean of zero.
    correction : {"holm", "bonferroni", "benjamini-hochberg", "max-t", "tukey"}
        For the size of the family. Benjamini-Hochberg bounds the share of wrong claims instead of the chance of one.
        Step-down max-T and randomised Tukey HSD test the family at once, with the randomization test only; Tukey for
        all pairs only.
    alpha : float
        Chance of one wrong claim or more in a family, above 0 and below 1.
    n_resamples : int, optional
        Sign vectors of the randomization test, or resamples of the bootstrap test. Default: enough for the family,
        100,000 to 4,000,000. All 2^Q sign vectors are tried where that is no more.
    seed : int or numpy.random.Generator
    threads : int
        0: one a core. The numbers don't depend on it.

    Returns
    -------
    League

    Raises
    ------
    UsageError
        An argument that can't mean anything, an unknown measure or baseline, no query in common, or more pairs
        than sign flips could ever settle.

    Notes
    -----
    *Assumes* queries are a sample of those one cares about, and labels are right.
    *Guarantees* over queries only: with Holm the chance of one wrong significant pair or more is at most alpha.
    *Source* see `randomize`, `correct`, `max_t`, `tukey`, `spans`, `groups`, `rank_sets`.
    """
    names = (baseline,) if isinstance(baseline, str) else tuple(dict.fromkeys(baseline))
    _check(names, test, correction, interval, ranks, alpha, threads)
    asked = _Asked(names, test, correction, interval, ranks, alpha, n_resamples, key_of(seed), threads)
    matched = match(scores, measure, baseline=names)
    families = _families(matched, names)
    tested = decide(
        matched,
        families,
        test=test,
        correction=correction,
        alpha=alpha,
        n_resamples=n_resamples,
        key=asked.key,
        threads=threads,
    )
    return _league(matched, families, tested, asked)


@dataclass(frozen=True, slots=True)
class _Asked:
    """The options, checked."""

    baseline: Sequence[str]
    test: Test
    correction: Correction
    interval: Interval
    ranks: Ranks
    alpha: float
    n_resamples: int | None
    key: int
    threads: int


def _check(
    baseline: Sequence[str], test: str, correction: str, interval: str, ranks: str, alpha: float, threads: int
) -> None:
    for name, given, choices in (
        ("test", test, get_args(Test)),
        ("correction", correction, get_args(Correction)),
        ("interval", interval, get_args(Interval)),
        ("ranks", ranks, get_args(Ranks)),
    ):
        if given not in choices:
            *most, last = (f'"{choice}"' for choice in choices)
            raise UsageError(f"expected {name}={', '.join(most)} or {last}, but got {name}={given!r}")
    if correction not in STEPWISE and test != "randomization":
        raise UsageError(
            f'correction="{correction}" is made of the randomization test\'s signs or shuffles, but got test="{test}"; '
            'take test="randomization", or correction="holm"'
        )
    if ranks == "bootstrap" and baseline:
        raise UsageError('ranks="bootstrap" ranks all systems; with a baseline there are no ranks')
    if correction == "tukey" and baseline:
        raise UsageError('correction="tukey" is for all pairs; with a baseline take correction="max-t" or "holm"')
    if not 0 < alpha < 1:
        raise UsageError(f"expected alpha above 0 and below 1, but got alpha={alpha!r}")
    if threads < 0:
        raise UsageError(f"expected threads of 0 (one a core) or more, but got threads={threads!r}")


def _families(matched: PairedScores, baseline: Sequence[str]) -> list[tuple[U32, U32]]:
    """First and second systems of each family's pairs, as places in the league."""
    n = len(matched.systems)
    if not baseline:
        a, b = np.triu_indices(n, 1)
        return [(a.astype(np.uint32), b.astype(np.uint32))]
    found = []
    for name in baseline:
        if name not in matched.systems:
            hidden = next((kept for kept, others in matched.same.items() if name in others), None)
            if hidden is not None:
                raise UsageError(
                    f"baselines {cut(hidden)} and {cut(name)} are one system for {matched.measure}; name one"
                )
            raise UsageError(f"no system {cut(name)} to compare with; there are {', '.join(matched.systems[:10])}")
        place = matched.systems.index(name)
        others = np.array([i for i in range(n) if i != place], dtype=np.uint32)
        found.append((others, np.full(len(others), place, dtype=np.uint32)))
    return found


@dataclass(frozen=True, slots=True)
class _Spread:
    """What drawing queries again makes of scores, differences and places."""

    low: F64
    low50: F64
    high50: F64
    high: F64
    difference_low: F64
    difference_high: F64
    t_low: F64
    t_high: F64
    difference_t: F64
    redrawn: Redrawn


def _spread(matched: PairedScores, families: Sequence[tuple[U32, U32]], asked: _Asked) -> _Spread:
    summaries = resampled_summaries(matched, n_bootstrap=RESAMPLES, key=asked.key)
    found = spans(matched, summaries, families, interval=asked.interval, key=asked.key, threads=asked.threads)
    bounds = [*found.scores.T, found.low, found.high]
    if len(matched.queries) == 1:  # one query drawn again is the same query: its interval would claim certainty
        bounds = [np.full_like(bound, np.nan) for bound in bounds]
    few = (
        len(matched.queries) < FEW_QUERIES and len(matched.bounds) == 2
    )  # queries of several collections are no sample
    t_low, t_high, difference_t = _t_bounds(matched) if few else (np.empty(0), np.empty(0), np.empty((0, 0, 2)))
    low, low50, high50, high, difference_low, difference_high = bounds
    redrawn = Redrawn(summaries, paired=matched, key=asked.key)
    return _Spread(low, low50, high50, high, difference_low, difference_high, t_low, t_high, difference_t, redrawn)


@dataclass(frozen=True, slots=True)
class _Ties:
    """Who leads, ranks and letters; empty with a baseline, and but for the leaders with one query."""

    letters: Sequence[str] = ()
    leaders: Sequence[str] = ()
    rank_intervals: Sequence[tuple[int, int]] = ()
    brackets: Sequence[tuple[str, int, int]] = ()
    open_without_letter: int = 0


def _ties(matched: PairedScores, tested: Decisions, difference: F64) -> _Ties:
    names = matched.systems
    if len(matched.queries) == 1:  # one query ranks nobody
        return _Ties(leaders=list(names))
    grouped = tie_groups.letter_groups(tested.significant)
    superior = tested.significant & (matched.direction * difference > 0)
    return _Ties(
        tie_groups.letters(grouped, len(names)),
        [names[i] for i in tie_groups.leaders(superior)],
        tie_groups.rank_intervals(superior),
        tie_groups.brackets(grouped),
        tie_groups.open_without_letter(tested.significant, grouped),
    )


def _league(matched: PairedScores, families: Sequence[tuple[U32, U32]], tested: Decisions, asked: _Asked) -> League:
    spread = _spread(matched, families, asked)
    better, worse = _won(matched)
    difference = matched.mean[:, None] - matched.mean[None, :]
    ties = _Ties() if asked.baseline else _ties(matched, tested, difference)
    return League(
        measure=matched.measure,
        signature=matched.signature,
        lower_is_better=matched.direction < 0,
        aggregate=matched.aggregate,
        systems=matched.systems,
        same=matched.same,
        unranked=matched.unranked,
        queries=matched.queries,
        collections=matched.collections,
        values=matched.values,
        mean=matched.mean,
        low=spread.low,
        high=spread.high,
        low50=spread.low50,
        high50=spread.high50,
        t_low=spread.t_low,
        t_high=spread.t_high,
        difference_t=spread.difference_t,
        difference=difference,
        difference_low=spread.difference_low,
        difference_high=spread.difference_high,
        p=tested.p,
        p_corrected=tested.p_corrected,
        significant=tested.significant,
        against_means=tested.against_means,
        resamples=tested.resamples,
        better=better,
        worse=worse,
        letters=ties.letters,
        leaders=ties.leaders,
        rank_intervals=ties.rank_intervals,
        brackets=ties.brackets,
        open_without_letter=ties.open_without_letter,
        at_the_edge=[(matched.systems[i], matched.systems[j]) for i, j in tested.edges],
        baseline=asked.baseline,
        test=asked.test,
        correction=asked.correction,
        alpha=asked.alpha,
        family=max((len(a) for a, _ in families), default=0),
        n_tested=sum(len(a) for a, _ in families),
        n_settled=tested.n_settled,
        chance=tested.chance,
        n_too_few=_too_few(families, tested, better + worse, asked.alpha) if _counts_signs(asked) else 0,
        n_resamples=tested.n_resamples,
        n_bootstrap=RESAMPLES,
        enumerated=tested.enumerated,
        seed=asked.key,
        redrawn=spread.redrawn,
        n_joint=tested.n_joint,
        interval=asked.interval,
        rank_intervals_bootstrap=_bootstrap_ranks(matched, asked),
        near_copies=_near_copies(matched, families) if asked.correction == "tukey" else [],
    )


def _t_bounds(matched: PairedScores) -> tuple[F64, F64, F64]:
    bounds = matched.summary(t_intervals(matched.x))
    if matched.aggregate == "geometric":  # a difference of logarithms is none of means
        return bounds[:, 0], bounds[:, 1], np.empty((0, 0, 2))
    return bounds[:, 0], bounds[:, 1], matched.summary(t_difference_intervals(matched.x))


def _won(matched: PairedScores) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Queries on which the row is better, and worse, than the column."""
    n = len(matched.systems)
    better = np.zeros((n, n), dtype=np.int64)
    values = matched.values * matched.direction
    equal = rounding(values)
    for i in range(n):
        better[i] = (values[i] - values > equal).sum(axis=1)
    return better, better.T.copy()


def _bootstrap_ranks(matched: PairedScores, asked: _Asked) -> list[tuple[int, int]]:
    if asked.ranks != "bootstrap" or asked.baseline:
        return []
    return rank_sets(matched, alpha=asked.alpha, key=asked.key, n_bootstrap=RESAMPLES)


def _counts_signs(asked: _Asked) -> bool:
    """Whether no p of a pair that differs on d queries can be below 2^(1 - d), and single p-values decide."""
    return asked.test in ("randomization", "wilcoxon", "sign") and asked.correction in ("holm", "bonferroni")


def _near_copies(matched: PairedScores, families: Sequence[tuple[U32, U32]]) -> list[tuple[str, str]]:
    names = matched.systems
    return [(names[a[i]], names[b[i]]) for a, b in families for i in near_copies(matched.x, a, b)]


def _too_few(families: Sequence[tuple[U32, U32]], tested: Decisions, differing: NDArray[np.int64], alpha: float) -> int:
    """Open pairs on so few differing queries d that one sign on all would not do: 2^(1 - d) > alpha / (m - settled)."""
    count = 0
    for a, b in families:
        settled = tested.significant[a, b] | (tested.against_means[a, b] != 0)
        left = max(1, len(a) - int(settled.sum()))
        count += int((~settled & (2.0 ** (1 - differing[a, b].astype(float)) > alpha / left)).sum())
    return count
