"""The randomization test of every pair of systems, 100,000 sign flips, none leaving early."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

import irassay
from benchmarks import collections, peers, timing
from benchmarks.collections import Collection
from benchmarks.row import Row
from irassay.comparison.significance.randomization import snap, tolerance
from irassay.kernel import _core

F64 = NDArray[np.float64]

FLIPS = 100_000
CHECKED = 2_000  # permutations counted in NumPy too


def rows(rounds: int) -> Iterator[Row]:
    yield from _of(collections.covid(), "nDCG@10", rounds, goal=0.25, flips=10_000, pairs=10)
    yield from _of(collections.msm(), "RR@10", rounds, goal=2.5, flips=1_000, pairs=2)


def _of(collection: Collection, measure: str, rounds: int, *, goal: float, flips: int, pairs: int) -> Iterator[Row]:
    x = per_query(collection, measure)
    said = check(x)
    scipys(x, 1, 10)  # loads it
    (scipy, numpy), ours = timing.in_turn(
        rounds, [lambda: scipys(x, pairs, flips), lambda: numpys(x, flips)], lambda: counted(x, threads=1)
    )
    n_pairs = x.shape[1] * (x.shape[1] - 1) // 2
    yield Row(
        case="all pairs, 100,000 flips",
        collection=collection.name,
        peer="scipy",
        theirs=scipy.cpu * n_pairs / pairs * FLIPS / flips,
        ours=ours.cpu,
        ours_wall=ours.wall,
        scaled=f"{pairs} of {n_pairs:,} pairs, {flips:,} of {FLIPS:,} flips",
        goal=goal,
        goal_is="most",
        note=said,
    )
    yield Row(
        case="all pairs, 100,000 flips",
        collection=collection.name,
        peer="NumPy, expert",
        theirs=numpy.cpu * FLIPS / flips,
        ours=ours.cpu,
        scaled=f"{flips:,} of {FLIPS:,} flips",
    )


def per_query(collection: Collection, measure: str) -> F64:
    """Scores, (query, system)."""
    scores = irassay.evaluate_files(str(collection.qrels), collection.paths, [measure], keep="queries")
    return np.ascontiguousarray(scores.values[0, 0].T)


def all_pairs(x: F64) -> tuple[F64, NDArray[np.uint32], NDArray[np.uint32], F64]:
    snapped, grid = snap(x)
    a, b = (side.astype(np.uint32) for side in np.triu_indices(x.shape[1], 1))
    sums = snapped.sum(axis=0)
    return snapped, a, b, np.maximum(0.0, np.abs(sums[a] - sums[b]) - tolerance(x, grid))


def counted(x: F64, *, threads: int, flips: int = FLIPS) -> NDArray[np.uint32]:
    return _core.count_flips(*all_pairs(x), 0, 0, flips, threads=threads)


def scipys(x: F64, pairs: int, flips: int) -> list[float]:
    from scipy import stats

    found = []
    for i in range(pairs):
        samples = (x[:, i] - x[:, i + 1],)
        result = stats.permutation_test(
            samples, np.mean, permutation_type="samples", n_resamples=flips, vectorized=True, rng=i
        )
        found.append(float(result.pvalue))
    return found


def numpys(x: F64, flips: int) -> NDArray[np.intp]:
    """The same trick in a matrix product: one sum a system and sign vector, then every pair's difference, in blocks."""
    n_queries, n_systems = x.shape
    rng = np.random.default_rng(0)
    observed = x.sum(axis=0)
    counts = np.zeros((n_systems, n_systems), dtype=np.intp)
    for start in range(0, flips, 500):
        n = min(500, flips - start)
        bits = np.unpackbits(
            np.frombuffer(rng.bytes(n * ((n_queries + 7) // 8)), dtype=np.uint8).reshape(n, -1), axis=1
        )
        sums = np.ascontiguousarray(((bits[:, :n_queries] * 2.0 - 1.0) @ x).T)
        for i in range(n_systems - 1):
            reach = np.abs(observed[i] - observed[i + 1 :]) - 1e-10
            counts[i, i + 1 :] += (np.abs(sums[i] - sums[i + 1 :]) >= reach[:, None]).sum(axis=1)
    return counts


def check(x: F64) -> str:
    """Raise unless counts are those of the same sign vectors in NumPy, and the same on two threads."""
    snapped, a, b, threshold = all_pairs(x)
    ours = counted(x, threads=1, flips=CHECKED)
    if not np.array_equal(ours, counted(x, threads=2, flips=CHECKED)):
        raise peers.Disagree("counts of sign flips differ between one thread and two")
    sums = signs(x.shape[0], CHECKED) @ snapped
    for i in range(0, len(a), 7):
        count = int((np.abs(sums[:, a[i]] - sums[:, b[i]]) >= threshold[i]).sum())
        if count != ours[i]:
            raise peers.Disagree(f"pair {i}: {ours[i]} flips counted, NumPy counts {count}")
    return f"counts of {len(range(0, len(a), 7)):,} pairs over {CHECKED:,} flips equal NumPy's on the same signs"


def signs(n_queries: int, flips: int) -> F64:
    """The kernel's signs: SplitMix64's mix of (seed 0, permutation, word), 60 queries a word."""
    golden = np.uint64(0x9E3779B97F4A7C15)

    def mix(z: NDArray[np.uint64]) -> NDArray[np.uint64]:
        z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        return z ^ (z >> np.uint64(31))

    with np.errstate(over="ignore"):
        stream = mix(mix(np.array([golden])) + golden)
        words = np.arange((n_queries + 59) // 60, dtype=np.uint64)
        counters = (np.arange(flips, dtype=np.uint64)[:, None] << np.uint64(32)) | words
        drawn = mix(stream + golden * counters)
    bits = (drawn[:, :, None] >> np.arange(60, dtype=np.uint64)) & np.uint64(1)
    return np.where(bits.reshape(flips, -1)[:, :n_queries] == 1, 1.0, -1.0)
