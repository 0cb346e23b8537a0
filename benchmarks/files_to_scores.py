"""Files to scores: six measures of every run, nothing kept but the scores."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import irassay
from benchmarks import collections, peers, timing
from benchmarks.collections import Collection
from benchmarks.peers import MEASURES
from benchmarks.row import Row

N_SLOW = 10  # runs that the slower peers are given
GOALS = {"COVID": 15, "MSM": 18}


def rows(rounds: int) -> Iterator[Row]:
    for collection in (collections.covid(), collections.msm()):
        yield from _beside_peers(collection, rounds)


def _beside_peers(collection: Collection, rounds: int) -> Iterator[Row]:
    said = check(collection)
    (theirs,), ours = timing.in_turn(rounds, [lambda: peers.pytrec_files(collection)], lambda: scored(collection))
    yield Row(
        case="files to scores",
        collection=collection.name,
        peer="pytrec_eval",
        theirs=theirs.cpu,
        ours=ours.cpu,
        theirs_wall=theirs.wall,
        ours_wall=ours.wall,
        goal=GOALS[collection.name],
        note=said,
    )
    yield from _slower_peers(collection, ours.cpu)


def scored(collection: Collection, *, threads: int = 1) -> Any:
    """With trec_eval 9's order, which is also pytrec_eval's."""
    return irassay.evaluate_files(str(collection.qrels), collection.paths, MEASURES, ties="float32", threads=threads)


def check(collection: Collection) -> str:
    """Every mode gives pytrec_eval's values: files, nouns, one thread and two."""
    ours = scored(collection)
    systems = list(range(0, len(collection.runs), 15 if collection.name == "MSM" else 1))
    evaluator = peers.pytrec_evaluator(peers.pytrec_qrels(collection.qrels))
    theirs = [evaluator.evaluate(lists) for lists in peers.pytrec_runs([collection.paths[s] for s in systems])]
    said = peers.check_pytrec(ours, theirs, systems)
    peers.check_same(ours, scored(collection, threads=2), "one thread and two")
    kept = irassay.evaluate(
        irassay.read_qrels(str(collection.qrels)), irassay.read_runs(collection.paths), MEASURES, ties="float32"
    )
    peers.check_same(ours, kept, "evaluate_files and evaluate")
    return said


def _slower_peers(collection: Collection, ours: float) -> Iterator[Row]:
    paths = collection.paths[:: max(1, len(collection.paths) // N_SLOW)][:N_SLOW]
    for peer, work in (("ir_measures", _ir_measures), ("ranx", _ranx)):
        work(collection, paths[:1])  # ranx compiles at its first call
        start = timing.now()
        work(collection, paths)
        yield Row(
            case="files to scores",
            collection=collection.name,
            peer=peer,
            theirs=timing.since(start).cpu * len(collection.paths) / len(paths),
            ours=ours,
            scaled=f"{len(paths)} of {len(collection.paths)} runs",
        )


def _ir_measures(collection: Collection, paths: list[str]) -> object:
    import ir_measures
    from ir_measures import AP, RR, P, R, nDCG

    measures = [nDCG @ 10, AP, RR @ 10, P @ 10, R @ 100]  # RBP needs a provider with another licence
    evaluator = ir_measures.evaluator(measures, list(ir_measures.read_trec_qrels(str(collection.qrels))))
    return [evaluator.calc_aggregate(ir_measures.read_trec_run(path)) for path in paths]


def _ranx(collection: Collection, paths: list[str]) -> object:
    import ranx

    measures = ["ndcg@10", "map", "mrr@10", "precision@10", "recall@100", "rbp.80"]
    qrels = ranx.Qrels.from_file(str(collection.qrels), kind="trec")
    return [
        ranx.evaluate(qrels, ranx.Run.from_file(path, kind="trec"), measures, make_comparable=True) for path in paths
    ]
