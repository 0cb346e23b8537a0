"""Compare systems on the queries that all of them answered: order, differences, tests, intervals and tie groups."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from irassay.comparison import groups
from irassay.comparison.bootstrap import RESAMPLES, difference_intervals, intervals, places, resampled_summaries
from irassay.comparison.chance import Seed, key_of
from irassay.comparison.corrections import Correction, correct, rejected
from irassay.comparison.league import League
from irassay.comparison.matched import Matched, PerQuery, match
from irassay.comparison.randomization import Randomized, randomize
from irassay.comparison.t_test import FEW_QUERIES, paired_t, t_intervals
from irassay.errors import UsageError, cut

if TYPE_CHECKING:
    from irassay.measures import Measure

F64: TypeAlias = NDArray[np.float64]
U32: TypeAlias = NDArray[np.uint32]
Test: TypeAlias = Literal["randomization", "t"]
EQUAL = 1e-12  # of the largest score: two scores of a query that differ by no more are equal


def compare(
    scores: PerQuery,
    *,
    measure: str | Measure | None = None,
    baseline: Sequence[str] = (),
    test: Test = "randomization",
    correction: Correction = "holm",
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
    test : {"randomization", "t"}
        Sign flips of per-query differences, which assume no distribution; or the paired t-test.
    correction : {"holm", "bonferroni"}
        For the size of the family.
    alpha : float
        Chance of one wrong claim or more in a family, above 0 and below 1.
    n_resamples : int, optional
        Sign vectors of the randomization test. Default: enough for the family, 100,000 to 4,000,000. All 2^Q are tried
        where that is no more.
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
    Intervals are percentile bootstrap, unadjusted.
    *Source* see `randomize`, `correct`, `resampled_summaries`, `groups`.
    """
    _check(test, correction, alpha, threads)
    key = key_of(seed)
    baseline = (baseline,) if isinstance(baseline, str) else tuple(baseline)
    matched = match(scores, measure, baseline=baseline)
    families = _families(matched, baseline)
    tested = _test(
        matched,
        families,
        test=test,
        correction=correction,
        alpha=alpha,
        n_resamples=n_resamples,
        key=key,
        threads=threads,
    )
    return _league(
        matched,
        families,
        tested,
        baseline=baseline,
        test=test,
        correction=correction,
        alpha=alpha,
        key=key,
        threads=threads,
    )


def _check(test: str, correction: str, alpha: float, threads: int) -> None:
    if test not in get_args(Test):
        raise UsageError(f'expected test="randomization" or "t", but got test={test!r}')
    if correction not in get_args(Correction):
        raise UsageError(f'expected correction="holm" or "bonferroni", but got correction={correction!r}')
    if not 0 < alpha < 1:
        raise UsageError(f"expected alpha above 0 and below 1, but got alpha={alpha!r}")
    if threads < 0:
        raise UsageError(f"expected threads of 0 (one a core) or more, but got threads={threads!r}")


def _families(matched: Matched, baseline: Sequence[str]) -> list[tuple[U32, U32]]:
    """First and second systems of each family's pairs, as places in the league."""
    n = len(matched.systems)
    if not baseline:
        a, b = np.triu_indices(n, 1)
        return [(a.astype(np.uint32), b.astype(np.uint32))]
    found = []
    for name in dict.fromkeys(baseline):
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
class _Tested:
    """Square matrices over systems, with the counts that go with them."""

    p: F64
    p_corrected: F64
    significant: NDArray[np.bool_]
    resamples: NDArray[np.int64]
    edges: list[tuple[int, int]]
    n_settled: int
    chance: tuple[int, int] | None
    n_resamples: int
    enumerated: bool


def _test(
    matched: Matched,
    families: Sequence[tuple[U32, U32]],
    *,
    test: Test,
    correction: Correction,
    alpha: float,
    n_resamples: int | None,
    key: int,
    threads: int,
) -> _Tested:
    if test == "t":
        results = []
        for a, b in families:
            p = paired_t(matched.x, a, b)
            results.append(Randomized(p, p, p, np.zeros(len(a), dtype=np.int64), 0, False))
    else:
        results = list(
            randomize(
                matched.x,
                families,
                alpha=alpha,
                correction=correction,
                n_resamples=n_resamples,
                key=key,
                threads=threads,
            )
        )
    n = len(matched.systems)
    p, corrected = np.full((n, n), np.nan), np.full((n, n), np.nan)
    np.fill_diagonal(p, 1.0)
    np.fill_diagonal(corrected, 1.0)
    significant, resamples = np.zeros((n, n), dtype=bool), np.zeros((n, n), dtype=np.int64)
    edges: list[tuple[int, int]] = []
    least = most = 0
    # A pair of two baselines is in both families: each keeps its own p, at [other, baseline].
    own = np.zeros((n, n), dtype=bool)
    for a, b in families:
        own[a, b] = True
    for (a, b), result in zip(families, results, strict=True):
        sure = rejected(result.high, alpha=alpha, correction=correction)
        possible = rejected(result.low, alpha=alpha, correction=correction)
        least, most = least + int(sure.sum()), most + int(possible.sum())
        edges += [(int(a[i]), int(b[i])) for i in np.flatnonzero(possible & ~sure)]
        for matrix, values in (
            (p, result.p),
            (corrected, correct(result.p, correction=correction)),
            (significant, sure),
            (resamples, result.n_resamples),
        ):
            mirrored = ~own[b, a]
            matrix[a, b] = values
            matrix[b[mirrored], a[mirrored]] = values[mirrored]
    drawn = max((result.drawn for result in results), default=0)
    chance = (least, most) if least != most else None
    every = any(result.enumerated for result in results)
    return _Tested(p, corrected, significant, resamples, edges, least, chance, drawn, every)


def _league(
    matched: Matched,
    families: Sequence[tuple[U32, U32]],
    tested: _Tested,
    *,
    baseline: Sequence[str],
    test: Test,
    correction: Correction,
    alpha: float,
    key: int,
    threads: int,
) -> League:
    summaries = resampled_summaries(matched, n_bootstrap=RESAMPLES, key=key)
    low, low50, high50, high = intervals(summaries).T
    difference_low, difference_high = difference_intervals(summaries, threads=threads)
    if len(matched.queries) == 1:  # one query drawn again is the same query: its interval would claim certainty
        low, low50, high50, high, difference_low, difference_high = (
            np.full_like(bound, np.nan) for bound in (low, low50, high50, high, difference_low, difference_high)
        )
    few = len(matched.queries) < FEW_QUERIES
    t_low, t_high = _t_bounds(matched) if few else (np.empty(0), np.empty(0))
    better, worse = _won(matched)
    family = max((len(a) for a, _ in families), default=0)
    difference = matched.mean[:, None] - matched.mean[None, :]
    grouped = groups.letter_groups(tested.significant) if not baseline else []
    superior = tested.significant & (matched.direction * difference > 0)
    names = matched.systems
    return League(
        measure=matched.measure,
        signature=matched.signature,
        lower_is_better=matched.direction < 0,
        aggregate=matched.aggregate,
        systems=names,
        same=matched.same,
        unranked=matched.unranked,
        queries=matched.queries,
        collections=matched.collections,
        values=matched.values,
        mean=matched.mean,
        low=low,
        high=high,
        low50=low50,
        high50=high50,
        t_low=t_low,
        t_high=t_high,
        difference=difference,
        difference_low=difference_low,
        difference_high=difference_high,
        p=tested.p,
        p_corrected=tested.p_corrected,
        significant=tested.significant,
        resamples=tested.resamples,
        better=better,
        worse=worse,
        letters=groups.letters(grouped, len(names)) if not baseline else (),
        leaders=[names[i] for i in groups.leaders(superior)] if not baseline else (),
        rank_intervals=groups.rank_intervals(superior) if not baseline else (),
        brackets=groups.brackets(grouped),
        open_without_letter=groups.open_without_letter(tested.significant, grouped) if not baseline else 0,
        at_the_edge=[(names[i], names[j]) for i, j in tested.edges],
        baseline=baseline,
        test=test,
        correction=correction,
        alpha=alpha,
        family=family,
        n_tested=sum(len(a) for a, _ in families),
        n_settled=tested.n_settled,
        chance=tested.chance,
        n_too_few=_too_few(families, tested, better + worse, alpha) if test == "randomization" else 0,
        n_resamples=tested.n_resamples,
        n_bootstrap=RESAMPLES,
        enumerated=tested.enumerated,
        seed=key,
        places=places(summaries, direction=matched.direction),
    )


def _t_bounds(matched: Matched) -> tuple[F64, F64]:
    if len(matched.bounds) > 2:  # queries of several collections are no one sample
        return np.empty(0), np.empty(0)
    bounds = matched.summary(t_intervals(matched.x))
    return bounds[:, 0], bounds[:, 1]


def _won(matched: Matched) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Queries on which the row is better, and worse, than the column."""
    n = len(matched.systems)
    better = np.zeros((n, n), dtype=np.int64)
    values = matched.values * matched.direction
    equal = EQUAL * float(np.abs(values).max(initial=0.0))
    for i in range(n):
        better[i] = (values[i] - values > equal).sum(axis=1)
    return better, better.T.copy()


def _too_few(families: Sequence[tuple[U32, U32]], tested: _Tested, differing: NDArray[np.int64], alpha: float) -> int:
    """Open pairs on so few differing queries d that one sign on all would not do: 2^(1 - d) > alpha / (m - settled)."""
    count = 0
    for a, b in families:
        settled = tested.significant[a, b]
        left = max(1, len(a) - int(settled.sum()))
        count += int((~settled & (2.0 ** (1 - differing[a, b].astype(float)) > alpha / left)).sum())
    return count
