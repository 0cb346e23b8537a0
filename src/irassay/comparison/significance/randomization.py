"""The two-sided randomization and bootstrap tests of paired differences for all pairs of systems at once.

Signs are drawn in rounds; a pair whose p can no longer fall to alpha is dropped early. Pairs that random draws leave on
either side of the corrected alpha are then decided without draws (`exact_tails`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import accumulate, pairwise
from typing import Protocol, TypeAlias

import numpy as np

from irassay.arrays import F64, I64, U32, Places
from irassay.comparison.equality import ROUNDING, rounding
from irassay.comparison.proportions import wilson
from irassay.comparison.significance.paired_tests import rejected
from irassay.comparison.testing import STEPWISE, Testing
from irassay.errors import UsageError
from irassay.kernel import _core
from irassay.progress import Progress

ROUND = 100_000  # sign vectors between two checks for pairs to drop; results depend on it
PIECE = 10**11  # signed scores summed between two checks for an interrupt
LEAST = 100_000
MOST = 4_000_000
RESAMPLES_PER_LEVEL = 20  # resamples times alpha / m: a pair that no sign vector reaches is then surely rejected
RANGE = np.array([-4.0, 4.0])  # standard errors: the range of a p-value estimated from draws

LATTICES = (*range(1, 101), 1000, 2520)  # scores that are whole multiples of 1/n: P@k, Success, RR@10
QUICK = 3e7  # work of a convolution that is tried at level 0, about 30 ms
SLOW = 4e8  # beyond it inversion is cheaper
STEP = 1e-5  # of the largest difference: rounding before a convolution
NOISE = (1e-3, 1e-4, 1e-5)  # standard deviations of the sum: smoothing before an inversion, by level
BATCH = 64  # pairs between two checks for an interrupt

Tail: TypeAlias = tuple[float, float] | None
Families: TypeAlias = Sequence[tuple[U32, U32]]  # the first and the second systems of the pairs of each


def default_resamples(family: int, alpha: float) -> int:
    """Sign vectors for a family: 20 m / alpha, as 1, 2 or 4 times a power of ten, from 100,000 to 4,000,000."""
    wanted = max(LEAST, RESAMPLES_PER_LEVEL * family / alpha)
    size = LEAST
    while True:
        for step in (1, 2, 4):
            if size * step >= MOST:
                return MOST
            if size * step >= wanted * (1 - ROUNDING):
                return size * step
        size *= 10


def snap(x: F64) -> tuple[F64, float]:
    """Scores, (query, system), rounded to a grid that preserves them and makes every sum exact, and that grid: 2^(e -
    52) with 2^e the first power of two from 2 Q max|x|."""
    largest = float(np.abs(x).max(initial=0.0))
    if largest == 0.0:
        return np.zeros_like(x), 0.0
    grid = float(np.ldexp(1.0, int(np.ceil(np.log2(2 * x.shape[0] * largest))) - 52))
    return np.ascontiguousarray(np.rint(x / grid) * grid), grid


def tolerance(x: F64, grid: float) -> float:
    """The largest error of a sum that equals the observed one, from snapping and from rounding in the scores."""
    n_queries = x.shape[0]
    return float(2 * n_queries * grid + rounding(x) * np.sqrt(n_queries))


def pair_thresholds(x: F64, families: Families) -> tuple[F64, U32, U32, F64]:
    """Scores on the grid, first and second systems of all pairs, and the |sum of differences| that draws must reach."""
    snapped, grid = snap(x)
    a, b = (np.concatenate(side).astype(np.uint32) for side in zip(*families))
    sums = snapped.sum(axis=0)
    return snapped, a, b, np.maximum(0.0, np.abs(sums[a] - sums[b]) - tolerance(x, grid))


@dataclass(frozen=True, slots=True)
class PValues:
    """p-values of pairs `(pair,)`, with their ranges and numbers of draws."""

    p: F64
    low: F64  # range of p given random draws; p where nothing was drawn
    high: F64
    n_resamples: I64  # sign vectors behind each p; 0 without draws
    n_draws: int  # most drawn for any pair, or 2^Q where all are enumerated
    enumerated: bool

    def by_family(self, families: Families) -> list[PValues]:
        """The pairs of each family, which stand here one family after the other."""
        ends = list(accumulate((len(a) for a, _ in families), initial=0))
        return [
            replace(self, p=self.p[i:j], low=self.low[i:j], high=self.high[i:j], n_resamples=self.n_resamples[i:j])
            for i, j in pairwise(ends)
        ]


def randomize(x: F64, families: Families, testing: Testing, *, threads: int) -> Sequence[PValues]:
    """The randomization test of each family of pairs, with shared sign vectors, scores (query, system); UsageError
    where no pair can be significant. A finite-sample p over queries, whose differences have either sign equally.
    Source: Fisher, The Design of Experiments, 1935; Smucker, Allan and Carterette, CIKM 2007."""
    stepwise = testing.correction in STEPWISE
    total = resamples(max(len(a) for a, _ in families) if stepwise else 1, testing.alpha, testing.n_resamples)
    snapped, a, b, threshold = pair_thresholds(x, families)
    n_vectors = sign_vectors(x.shape[0], total)
    if n_vectors:
        counts = np.zeros(len(a), dtype=np.int64)
        for first in range(0, n_vectors, ROUND):
            n = min(ROUND, n_vectors - first)
            counts += _core.count_flips(snapped, a, b, threshold, 0, first, n, enumerated=True, threads=threads)
        p = counts / n_vectors
        whole = PValues(p, p, p, np.full(len(a), n_vectors, dtype=np.int64), n_vectors, True)
    else:
        count = partial(_core.count_flips, key=testing.seed, threads=threads)
        whole = draw_rounds(count, snapped, a, b, threshold, alpha=testing.alpha, total=total)
    results = whole.by_family(families)
    if not stepwise:
        return results
    sharpener = Sharpener(snapped, a, b, threshold, threads=threads)
    starts = accumulate((len(a) for a, _ in families), initial=0)
    return [_sharpen(result, sharpener, start, testing) for result, start in zip(results, starts)]


def sign_vectors(n_queries: int, total: int) -> int:
    """2^Q where no more than `total` sign vectors enumerate all; 0 where they are drawn."""
    return 2**n_queries if n_queries < 60 and 2**n_queries <= total else 0


def resamples(family: int, alpha: float, n_resamples: int | None) -> int:
    """Number of resamples of a family; a UsageError where they could settle nothing."""
    total = default_resamples(family, alpha) if n_resamples is None else n_resamples
    if family / (total + 1) > alpha:
        least = int(np.ceil(family / alpha)) - 1
        if n_resamples is not None:
            raise UsageError(
                f"n_resamples={n_resamples:,} can make no pair significant: no p is below 1/{n_resamples + 1:,}, and "
                f"{family:,} pairs at alpha {alpha:g} need {alpha / family:.2g}; use at least {least:,}"
            )
        raise UsageError(
            f"{family:,} pairs at alpha {alpha:g}: even {total:,} random sign flips can make none significant; name a "
            "baseline, or compare fewer systems"
        )
    return total


class Count(Protocol):
    """Number of resamples first .. first + n that reach each pair's threshold; counts of parts add up."""

    def __call__(self, scores: F64, a: U32, b: U32, threshold: F64, *, first: int, n: int) -> U32: ...  # noqa: D102


def draw_rounds(count: Count, x: F64, a: U32, b: U32, threshold: F64, *, alpha: float, total: int) -> PValues:
    """p = (1 + count) / (1 + draws) of each pair. A pair is dropped once its p would exceed alpha even at `total`."""
    counts = np.zeros(len(a), dtype=np.int64)
    n_draws = np.zeros(len(a), dtype=np.int64)
    active = np.arange(len(a))
    with Progress(f"Comparing {len(a):,} pairs", total) as progress:
        for first in range(0, total, ROUND):
            n = min(ROUND, total - first)
            # Systems without an active pair are left out.
            systems, places = np.unique(np.concatenate([a[active], b[active]]), return_inverse=True)
            first_systems, second_systems = (
                places[: len(active)].astype(np.uint32),
                places[len(active) :].astype(np.uint32),
            )
            scores, reach = np.ascontiguousarray(x[:, systems]), threshold[active]
            for start, size in pieces(first, n, scores.size):
                counts[active] += count(scores, first_systems, second_systems, reach, first=start, n=size)
                progress.step(size)
            n_draws[active] += n
            active = active[(counts[active] + 1) / (total + 1) <= alpha]
            if not len(active):
                break
    low, high = wilson(counts, n_draws, RANGE).T
    return PValues((counts + 1) / (n_draws + 1), low, high, n_draws, total, False)


def pieces(first: int, n: int, n_scores: int) -> Iterator[tuple[int, int]]:
    """Parts of a round that take a second or two, so that progress is visible. Counts add up."""
    size = max(2048, min(n, PIECE // max(1, n_scores)))
    for start in range(first, first + n, size):
        yield start, min(size, first + n - start)


def _sharpen(result: PValues, sharpener: Sharpener, start: int, testing: Testing) -> PValues:
    """Decide, without random draws, the pairs that are rejected at their low p but not at their high one."""
    p, low, high, n_resamples = result.p.copy(), result.low.copy(), result.high.copy(), result.n_resamples.copy()
    for level in range(sharpener.levels):
        possible, sure = (rejected(end, alpha=testing.alpha, correction=testing.correction) for end in (low, high))
        rows = np.flatnonzero(possible & ~sure & (low < high))
        if not len(rows):
            break
        for row, tail in zip(rows, sharpener.tails(rows + start, level), strict=True):
            if tail is not None:
                low[row], high[row] = tail
                p[row], n_resamples[row] = sum(tail) / 2, 0
    return PValues(p, low, high, n_resamples, result.n_draws, result.enumerated)


def shift_test(
    x: F64, bounds: Sequence[int], families: Families, testing: Testing, *, threads: int
) -> Sequence[PValues]:
    """The bootstrap test of each family of pairs, on the resamples of the intervals, scores (query, system): p = (1 +
    resampled means at least as far from the observed mean as that is from 0) / (B + 1). With ten queries its error rate
    is twice the nominal one. Source: Efron and Tibshirani 1993, 16.4; Smucker, Allan and Carterette, CIKM 2007."""
    total = resamples(max(len(a) for a, _ in families), testing.alpha, testing.n_resamples)
    count = partial(_core.count_shifts, key=testing.seed, bounds=list(bounds), threads=threads)
    return draw_rounds(count, *pair_thresholds(x, families), alpha=testing.alpha, total=total).by_family(families)


class Sharpener:
    """Narrows the p-value ranges of selected pairs, further at each level, to a lower and an upper p, or None where it
    does not apply; `threshold` is on |sum of differences|. The first level convolves, exactly on a lattice, else with
    differences rounded to 1e-5 of the largest, or inverts the smoothed characteristic function. The second meets in the
    middle (up to 54 differing queries), else convolves longer or smooths less; the third smooths still less."""

    levels = len(NOISE)

    def __init__(self, x: F64, a: U32, b: U32, threshold: F64, *, threads: int) -> None:
        self._x, self._a, self._b = x, a, b
        self._threshold = threshold
        self._threads = threads

    def tails(self, pairs: Places, level: int) -> Sequence[Tail]:
        """Lower and upper p of each pair at one level."""
        tails: list[Tail] = []
        for start in range(0, len(pairs), BATCH):
            batch = pairs[start : start + BATCH]
            magnitudes = np.abs(self._x[:, self._a[batch]] - self._x[:, self._b[batch]]).T
            # Snapping leaves tiny residues where two scores are equal in exact arithmetic; these are not differences.
            magnitudes[magnitudes <= rounding(self._x)] = 0.0
            tails += self._batch(np.ascontiguousarray(magnitudes), self._threshold[batch], level)
        return tails

    def _batch(self, magnitudes: F64, threshold: F64, level: int) -> list[Tail]:
        exact = self._lattice
        steps = np.maximum(magnitudes.max(axis=1) * STEP, 1e-300) if exact is None else np.full(len(magnitudes), exact)
        differing = (magnitudes > 0).sum(axis=1)
        work = (magnitudes.sum(axis=1) - threshold) / 2 / steps * differing
        meeting = np.zeros(len(magnitudes), dtype=bool)
        if exact is not None:
            convolved = work <= SLOW
        elif level == 0:
            convolved = work <= QUICK
        else:
            meeting = differing <= _core.MEET_AT_MOST
            convolved = ~meeting & (work <= SLOW)
        noise = NOISE[level] * np.sqrt((magnitudes**2).sum(axis=1))
        inverted = ~meeting & ~convolved & (noise > 0)
        ends: list[Tail] = [None] * len(magnitudes)
        for rows, how, by in ((convolved, _core.lattice_tails, steps), (inverted, _core.inverted_tails, noise)):
            if rows.any():
                tails = how(magnitudes[rows], threshold[rows], by[rows], threads=self._threads)
                for row, (low, high) in zip(np.flatnonzero(rows), tails.tolist(), strict=True):
                    ends[row] = (low, high)
        for row in np.flatnonzero(meeting):
            p = _core.met_tail(magnitudes[row], float(threshold[row]))
            ends[row] = (p, p)
        return ends

    @cached_property
    def _lattice(self) -> float | None:
        return lattice_step(self._x)


def lattice_step(x: F64) -> float | None:
    """1/n for the first n of 1..100, 1000, 2520 with all values multiples of it (within 1e-9); None for no such n."""
    largest = float(np.abs(x).max(initial=0.0))
    if largest == 0.0 or largest > 1e6:
        return None
    for n in LATTICES:
        multiples = x * n
        if np.abs(multiples - np.rint(multiples)).max() < 1e-9 * max(1.0, largest):
            return float(1.0 / n)
    return None
