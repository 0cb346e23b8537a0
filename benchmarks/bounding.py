"""Least and greatest differences of all pairs over everything that missing labels could say, exact."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

import irassay
from benchmarks import bounds_in_numpy, collections, peers, timing
from benchmarks.collections import Collection
from benchmarks.row import Row
from irassay.estimates.bounds.bounds import kernel_task, make_universe
from irassay.kernel import _core
from irassay.measures import Measure


def rows(rounds: int) -> Iterator[Row]:
    yield _of(collections.covid(), 20, rounds, most=0.15, checked=50)
    yield _of(collections.msm(), 10, rounds, most=10.0, checked=128)


def _of(collection: Collection, depth: int, rounds: int, *, most: float, checked: int) -> Row:
    qrels, runs = irassay.read_qrels(str(collection.qrels)), irassay.read_runs(collection.paths)
    measure = Measure.parse(f"nDCG@{depth}")
    task = kernel_task(qrels, measure, make_universe(qrels, measure, None, None), "float64")
    queries = bounds_in_numpy.queries_of(qrels, runs, depth, checked)

    def ours(n_queries: int | None = None) -> _core.Bounder:
        bounder = _core.Bounder(qrels.core, runs.core, task)
        bounder.run(0, n_queries or bounder.n_queries, 1)
        return bounder

    theirs = bounds_in_numpy.greatest(queries, depth)
    off = float(np.abs(ours(checked).greatest() - theirs).max())
    if off > 1e-9:
        raise peers.Disagree(f"greatest differences are {off} off NumPy's")
    (numpy,), kernel = timing.in_turn(
        min(rounds, 3), [lambda: bounds_in_numpy.greatest(queries, depth)], lambda: ours().greatest()
    )
    n, n_queries = len(runs.systems), len(qrels.queries)
    return Row(
        case=f"difference bounds, nDCG@{depth}",
        collection=collection.name,
        peer="NumPy, expert",
        theirs=numpy.cpu * n_queries / checked,
        scaled="" if checked == n_queries else f"{checked} of {n_queries:,} queries",
        ours=kernel.cpu,
        ours_wall=kernel.wall,
        goal=most,
        goal_is="most",
        slowness=peers.slowness(collection),
        note=f"{n * (n - 1) // 2:,} pairs, {n_queries:,} queries; equal to NumPy's on {checked} of them",
    )
