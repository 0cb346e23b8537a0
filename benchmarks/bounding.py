"""Least and greatest differences of all pairs over everything that missing labels could say, exact."""

from __future__ import annotations

from collections.abc import Iterator

import irassay
from benchmarks import collections, peers, timing
from benchmarks.row import Row
from irassay.estimates.bounds import kernel_task, make_universe
from irassay.kernel import _core
from irassay.measures import Measure


def rows(rounds: int) -> Iterator[Row]:
    for collection, name, most in ((collections.covid(), "nDCG@20", 0.15), (collections.msm(), "nDCG@10", 10.0)):
        qrels, runs = irassay.read_qrels(str(collection.qrels)), irassay.read_runs(collection.paths)
        measure = Measure.parse(name)
        task = kernel_task(qrels, measure, make_universe(qrels, measure, None, None), "float64")

        def work(qrels: irassay.Qrels = qrels, runs: irassay.Runs = runs, task: _core.Task = task) -> object:
            bounder = _core.Bounder(qrels.core, runs.core, task)
            bounder.run(0, bounder.n_queries, 1)
            return bounder.greatest()

        taken = timing.median([timing.once(work) for _ in range(rounds)])
        n = len(runs.systems)
        yield Row(
            case=f"difference bounds, {name}",
            collection=collection.name,
            ours=taken.cpu,
            ours_wall=taken.wall,
            goal=most,
            goal_is="most",
            slowness=peers.slowness(collection),
            note=f"{n * (n - 1) // 2:,} pairs, {len(qrels.queries):,} queries",
        )
