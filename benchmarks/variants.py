"""Many label sets, one set of runs: what one more variant costs, and sixty from files."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import irassay
from benchmarks import collections, peers, timing
from benchmarks.collections import SEED, Collection
from benchmarks.peers import MEASURES, PYTREC, Disagree
from benchmarks.row import Row
from irassay.collection import QrelsStack

N = 60
N_DICTS = 10
CPU = Path("/proc/cpuinfo")
WIDE = not CPU.exists() or "avx512f" in CPU.read_text()
NARROW = "" if WIDE else "the goal is of a processor with AVX-512, which this one lacks"


def rows(rounds: int) -> Iterator[Row]:
    for collection, goals in ((collections.covid(), (3000, 1000, 250)), (collections.msm(), (800, 450, 200))):
        yield from _sixty(collection, rounds, *goals)


def stack_of(qrels: irassay.Qrels) -> QrelsStack:
    """Sixty variants that give every labelled document a grade from 0 to 3 at random."""
    rng = np.random.default_rng(SEED)
    grades: NDArray[np.int8] = rng.integers(0, 4, (qrels.n_labels, N), dtype=np.int8)
    return QrelsStack(qrels, grades, [f"v{v}" for v in range(N)])


def _sixty(collection: Collection, rounds: int, goal: float, goal_dicts: float, goal_files: float) -> Iterator[Row]:
    qrels, runs = irassay.read_qrels(str(collection.qrels)), irassay.read_runs(collection.paths, threads=1)
    stack = stack_of(qrels)
    dicts = peers.pytrec_runs(collection.paths)
    alone = stack.variant("v0")
    labels = {query: dict(alone.grades(query)) for query in alone.queries}
    check(irassay.evaluate(stack, runs, MEASURES, ties="float32", threads=1), dicts, stack)
    again = irassay.evaluate(stack, runs, MEASURES, ties="float32", threads=2)
    peers.check_same_summaries(irassay.evaluate(stack, runs, MEASURES, ties="float32", threads=1), again, "threads")
    (theirs,), ours = timing.in_turn(
        rounds,
        [lambda: peers.pytrec_lists(labels, dicts)],
        lambda: irassay.evaluate(stack, runs, MEASURES, ties="float32", threads=1),
    )
    yield Row(
        case="a variant of the labels",
        collection=collection.name,
        peer="pytrec_eval",
        theirs=theirs.cpu,
        ours=ours.cpu / N,
        goal=goal,
        note="; ".join(filter(None, [f"ours is {N} at once, divided", NARROW])),
    )
    given = {name: {query: dict(labels[query]) for query in labels} for name in stack.names[:N_DICTS]}
    built = timing.median([timing.once(lambda: QrelsStack.from_dicts(qrels, given)) for _ in range(3 * rounds)])
    yield Row(
        case="the same from Python dicts",
        collection=collection.name,
        peer="pytrec_eval",
        theirs=theirs.cpu,
        ours=ours.cpu / N + built.cpu / N_DICTS,
        goal=goal_dicts,
        note="building and scoring, added up",
    )

    def from_files() -> object:
        base = irassay.read_qrels(str(collection.qrels))
        read = irassay.read_runs(collection.paths, threads=1)
        return irassay.evaluate(stack_of(base), read, MEASURES, ties="float32", threads=1)

    taken = timing.median([timing.once(from_files) for _ in range(3 * rounds)])
    parsed = timing.once(lambda: peers.pytrec_runs(collection.paths))
    yield Row(
        case=f"files to {N} variants",
        collection=collection.name,
        peer="pytrec_eval",
        theirs=parsed.cpu + N * theirs.cpu,
        ours=taken.cpu,
        goal=goal_files,
        scaled=f"parsing once, and {N} times one variant",
        note=NARROW,
    )


def check(scores: Any, dicts: list[peers.Lists], stack: QrelsStack) -> None:
    """Means of two variants under a few runs are pytrec_eval's."""
    for variant in (0, N - 1):
        alone = stack.variant(stack.names[variant])
        evaluator = peers.pytrec_evaluator({query: dict(alone.grades(query)) for query in alone.queries})
        for system in range(0, len(dicts), 20):
            values = evaluator.evaluate(dicts[system])
            for m, name in enumerate(MEASURES):
                if name not in PYTREC or name == "RR@10":
                    continue
                mean = sum(value[PYTREC[name]] for value in values.values()) / len(alone.queries)
                if abs(mean - scores.summary[m, variant, system]) > 1e-12:
                    raise Disagree(
                        f"{name}, variant {variant}, system {system}: {scores.summary[m, variant, system]}, {mean}"
                    )
