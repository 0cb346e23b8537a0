"""p-values of every family of pairs by the chosen test, their correction, and the decisions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from irassay.arrays import F64, I8, I64, U32, Flags, Places
from irassay.comparison.equality import ROUNDING, at_most, rounding, without_rounding
from irassay.comparison.paired_scores import PairedScores, differences, spreads
from irassay.comparison.proportions import wilson
from irassay.comparison.significance import paired_tests
from irassay.comparison.significance.randomization import (
    RANGE,
    Families,
    PValues,
    pair_thresholds,
    pieces,
    randomize,
    shift_test,
    sign_vectors,
)
from irassay.comparison.testing import STEPWISE, Test, Testing
from irassay.errors import UsageError
from irassay.kernel import _core
from irassay.progress import Progress

ROUND = 100_000  # sign vectors, or shuffles, by default
MOST = 1_000_000  # sign vectors at most, where random draws still decide a pair
MANY_SCORES = 20_000  # queries times systems beyond which a tenth as many shuffles are drawn, as they cost more
NEAR_COPY = 0.25  # of the median pair's standard deviation: systems that differ less are nearly identical


def max_t(x: F64, a: U32, b: U32, testing: Testing, *, threads: int) -> PValues:
    """Corrected p-values by step-down max-T: each pair's t against the largest among it and all smaller ones, under
    shared sign flips, 100,000 to a million. Assumes jointly symmetric differences. Source: Westfall and Young 1993,
    algorithm 2.8; Romano and Wolf 2005."""
    snapped, _, _, least = pair_thresholds(x, [(a, b)])
    sums, weight = snapped.sum(axis=0), _weights(snapped, a, b)
    order = np.argsort(-(np.abs(sums[a] - sums[b]) * weight), kind="stable")
    threshold = least * weight * (1 - ROUNDING)
    family = (snapped, a[order], b[order], weight[order], threshold[order])
    alpha, n_resamples = testing.alpha, testing.n_resamples
    total = ROUND if n_resamples is None else _enough(n_resamples, alpha)
    counts = np.zeros(len(a), dtype=np.int64)
    n_vectors = sign_vectors(x.shape[0], total)
    if n_vectors:
        for start, size in pieces(0, n_vectors, snapped.size + len(a)):
            counts += _core.count_step_down(*family, 0, start, size, enumerated=True, threads=threads)
        p = _step_down(counts / n_vectors, order)
        return PValues(p, p, p, np.full(len(a), n_vectors), n_vectors, True)
    n_draws = 0
    with Progress(f"Comparing {len(a):,} pairs at once", total) as progress:
        while True:
            for start, size in pieces(n_draws, total - n_draws, snapped.size + len(a)):
                counts += _core.count_step_down(*family, testing.seed, start, size, threads=threads)
                progress.step(size)
            n_draws = total
            low, high = (_step_down(end, order) for end in wilson(counts, n_draws, RANGE).T)
            if n_resamples is not None or n_draws >= MOST or not ((low <= alpha) & (high > alpha)).any():
                break
            total = min(MOST, 4 * n_draws)
    p = _step_down((counts + 1) / (n_draws + 1), order)
    return PValues(p, low, high, np.full(len(a), n_draws), n_draws, False)


def _enough(n_resamples: int, alpha: float) -> int:
    """The number of sign vectors or shuffles; a UsageError where they could settle nothing."""
    if 1 / (n_resamples + 1) > alpha:
        raise UsageError(
            f"n_resamples={n_resamples:,} can make no pair significant at alpha {alpha:g}: expected from "
            f"{int(np.ceil(1 / alpha)) - 1:,} to 2^32 - 1"
        )
    return n_resamples


def _weights(x: F64, a: U32, b: U32) -> F64:
    """1 / sqrt(sum of squared differences) of each pair; 0 where no query differs."""
    weight = np.zeros(len(a))
    for rows, d in differences(x, a, b):
        length = np.sqrt((d * d).sum(axis=1))
        weight[rows] = np.divide(1.0, length, out=np.zeros(len(length)), where=length > 0)
    return weight


def _step_down(p: F64, order: Places) -> F64:
    """p-values of the pairs in `order`, made to rise along it, in the order of the pairs."""
    out = np.empty(len(p))
    out[order] = np.maximum.accumulate(p)
    return out


def tukey(x: F64, a: U32, b: U32, testing: Testing, *, threads: int) -> PValues:
    """Corrected p-values by randomised Tukey HSD: each difference against the range of all means under shuffles
    of every query's scores. Assumes exchangeable systems: near-copies make large variances significant too often.
    Source: Carterette, TOIS 30, 2012; Sakai, SIGIR 2006."""
    snapped, _, _, threshold = pair_thresholds(x, [(a, b)])
    default = ROUND if x.size <= MANY_SCORES else ROUND // 10
    total = _enough(default if testing.n_resamples is None else testing.n_resamples, testing.alpha)
    ranges = np.empty(total)
    with Progress(f"Shuffling {x.shape[1]:,} systems", total) as progress:
        for start, size in pieces(0, total, 100 * snapped.size):
            ranges[start : start + size] = _core.shuffled_ranges(snapped, testing.seed, start, size, threads=threads)
            progress.step(size)
    reached = total - np.searchsorted(np.sort(ranges), threshold, side="left")
    low, high = wilson(reached, total, RANGE).T
    return PValues((reached + 1) / (total + 1), low, high, np.full(len(a), total), total, False)


def near_copies(x: F64, a: U32, b: U32) -> list[int]:
    """Pairs whose differences have less than a quarter of the median pair's spread, which violates Tukey's null."""
    spread = spreads(x, a, b)
    if not len(spread) or x.shape[0] < 2:
        return []
    return [int(i) for i in np.flatnonzero(spread < NEAR_COPY * np.median(spread) + rounding(x))]


@dataclass(frozen=True, slots=True)
class Decisions:
    """Decisions about pairs, as square matrices over systems, with their counts."""

    p: F64
    p_corrected: F64
    significant: Flags  # (system, system), rejected in favour of the better mean
    against_means: I8  # rejected but not so: 1 favours the row, -1 the column
    resamples: I64
    edges: list[tuple[int, int]]
    n_settled: int
    chance: tuple[int, int] | None
    n_resamples: int
    n_joint: int
    enumerated: bool


@dataclass(frozen=True, slots=True)
class _Family:
    """The outcome of one family; a pair that is rejected `against` the means is neither `sure` nor `possible`."""

    raw: PValues
    corrected: F64
    sure: Flags
    possible: Flags
    against: I8
    joint: PValues | None


def decide(paired: PairedScores, families: Families, testing: Testing, *, threads: int) -> Decisions:
    """Each family's tests of its pairs (first systems, second systems), with corrected p-values."""
    raw = COMPUTED[testing.test].raw(paired, families, testing, threads)
    alpha, correction = testing.alpha, testing.correction
    outcomes = []
    for (a, b), result in zip(families, raw, strict=True):
        if correction in STEPWISE:
            sure = paired_tests.rejected(result.high, alpha=alpha, correction=correction)
            possible = paired_tests.rejected(result.low, alpha=alpha, correction=correction)
            against = _against_means(paired, a, b, testing.test, possible)
            corrected = paired_tests.correct(result.p, correction=correction)
            agrees = against == 0
            outcomes.append(_Family(result, corrected, sure & agrees, possible & agrees, against, None))
            continue
        joint = (max_t if correction == "max-t" else tukey)(paired.x, a, b, testing, threads=threads)
        none = np.zeros(len(a), dtype=np.int8)
        outcomes.append(_Family(result, joint.p, at_most(joint.high, alpha), at_most(joint.low, alpha), none, joint))
    return _square(len(paired.systems), families, outcomes)


def _against_means(paired: PairedScores, a: U32, b: U32, test: Test, rejections: Flags) -> I8:
    """Rejected pairs whose test favours the system without the better mean, as ranks and wins can where differences are
    skewed: 1 the first, -1 the second; else 0."""
    against = np.zeros(len(a), dtype=np.int8)
    balance = COMPUTED[test].balance
    if balance is None:
        return against
    rows = np.flatnonzero(rejections)
    favoured = paired.direction * np.sign(balance(paired.x, a[rows], b[rows]))
    difference = paired.direction * (paired.mean[a[rows]] - paired.mean[b[rows]])
    difference = without_rounding(difference, rounding(paired.mean))
    against[rows] = np.where(favoured == np.sign(difference), 0, favoured)
    return against


def _each(
    p_of: Callable[[F64, U32, U32, int], F64],
) -> Callable[[PairedScores, Families, Testing, int], Sequence[PValues]]:
    """A test of pairs one by one, without draws; `p_of` takes scores, first and second systems, and threads."""

    def of_families(paired: PairedScores, families: Families, testing: Testing, threads: int) -> Sequence[PValues]:
        ps = [p_of(paired.x, a, b, threads) for a, b in families]
        return [PValues(p, p, p, np.zeros(len(p), dtype=np.int64), 0, False) for p in ps]

    return of_families


@dataclass(frozen=True, slots=True)
class Computed:
    """The computation of one of `TESTS`."""

    raw: Callable[[PairedScores, Families, Testing, int], Sequence[PValues]]  # uncorrected p-values of each family
    balance: Callable[[F64, U32, U32], F64] | None = None  # the statistic, where it may favour the lower mean


COMPUTED = {
    "randomization": Computed(lambda of, families, how, threads: randomize(of.x, families, how, threads=threads)),
    "t": Computed(_each(lambda x, a, b, threads: paired_tests.paired_t(x, a, b))),
    "wilcoxon": Computed(
        _each(lambda x, a, b, threads: paired_tests.wilcoxon(x, a, b, threads=threads)), paired_tests.rank_balance
    ),
    "sign": Computed(_each(lambda x, a, b, threads: paired_tests.sign_test(x, a, b)), paired_tests.win_balance),
    "bootstrap": Computed(
        lambda of, families, how, threads: shift_test(of.x, of.bounds, families, how, threads=threads)
    ),
}


def _square(n: int, families: Families, outcomes: Sequence[_Family]) -> Decisions:
    """The families as matrices over systems."""
    p, corrected = np.full((n, n), np.nan), np.full((n, n), np.nan)
    np.fill_diagonal(p, 1.0)
    np.fill_diagonal(corrected, 1.0)
    significant, resamples = np.zeros((n, n), dtype=bool), np.zeros((n, n), dtype=np.int64)
    against = np.zeros((n, n), dtype=np.int8)
    edges: list[tuple[int, int]] = []
    least = most = 0
    # A pair of two baselines is in both families: each keeps its own p, at [other, baseline].
    own = np.zeros((n, n), dtype=bool)
    for a, b in families:
        own[a, b] = True
    for (a, b), family in zip(families, outcomes, strict=True):
        mirrored = ~own[b, a]
        least, most = least + int(family.sure.sum()), most + int(family.possible.sum())
        edges += [(int(a[i]), int(b[i])) for i in np.flatnonzero(family.possible & ~family.sure)]
        for matrix, values in (
            (p, family.raw.p),
            (corrected, family.corrected),
            (significant, family.sure),
            (resamples, family.raw.n_resamples),
        ):
            matrix[a, b] = values
            matrix[b[mirrored], a[mirrored]] = values[mirrored]
        against[a, b] = family.against
        against[b[mirrored], a[mirrored]] = -family.against[mirrored]
    return Decisions(
        p,
        corrected,
        significant,
        against,
        resamples,
        edges,
        least,
        (least, most) if least != most else None,
        max((family.raw.n_draws for family in outcomes), default=0),
        max((family.joint.n_draws for family in outcomes if family.joint is not None), default=0),
        any(family.raw.enumerated for family in outcomes),
    )
