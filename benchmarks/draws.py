"""A thousand label sets that each keep one relevant document a query, as when sparse labels are simulated."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

import irassay
from benchmarks import collections, peers, timing
from benchmarks.collections import SEED, Collection
from benchmarks.peers import MEASURES, PYTREC, Disagree, Lists
from benchmarks.row import Row
from irassay.collection import QrelsStack
from irassay.collection.stack import UNJUDGED

N = 1_000
CUT = 20  # depth to which runs are cut to spare the peer


def rows(rounds: int) -> Iterator[Row]:
    yield from _dm(collections.dm(), rounds)
    yield _covid(collections.covid(), rounds)


def one_relevant(qrels: irassay.Qrels) -> QrelsStack:
    """Every variant keeps one relevant document of each query, drawn at random; queries without one have none."""
    rng = np.random.default_rng(SEED)
    of_query = [np.fromiter(qrels.grades(query).values(), dtype=np.int8) for query in qrels.queries]
    of = np.concatenate(of_query)
    n_relevant = np.array([np.count_nonzero(some > 0) for some in of_query])
    relevant = np.flatnonzero(of > 0)
    first = (np.cumsum(n_relevant) - n_relevant)[n_relevant > 0]
    drawn = (rng.random((len(first), N)) * n_relevant[n_relevant > 0, None]).astype(np.intp)
    rows_drawn = relevant[first[:, None] + drawn]
    grades = np.full((qrels.n_labels, N), UNJUDGED, dtype=np.int8)
    grades[rows_drawn, np.arange(N)] = of[rows_drawn]
    return QrelsStack(qrels, grades, [f"draw{v}" for v in range(N)])


def _dm(collection: Collection, rounds: int) -> Iterator[Row]:
    qrels, runs = irassay.read_qrels(str(collection.qrels)), irassay.read_runs(collection.paths, threads=1)
    stack = one_relevant(qrels)
    dicts = peers.pytrec_runs(collection.paths)
    cut = [{query: _top(scored) for query, scored in lists.items()} for lists in dicts]
    alone = stack.variant("draw0")
    labels = {query: dict(alone.grades(query)) for query in alone.queries}
    scores = irassay.evaluate(stack, runs, MEASURES, ties="float32", threads=1)
    _check(scores.summary[:, 0], labels, dicts)
    both = irassay.evaluate(stack, runs, MEASURES, ties="float32", threads=2)
    peers.check_same_summaries(scores, both, "one thread and two")
    (full, short), ours = timing.in_turn(
        rounds,
        [
            lambda: peers.pytrec_lists(labels, dicts),
            lambda: peers.pytrec_lists(labels, cut),
        ],
        lambda: irassay.evaluate(stack, runs, MEASURES, ties="float32", threads=1),
    )
    for peer, theirs, goal in (("pytrec_eval", full, 5000), (f"pytrec_eval, cut to {CUT}", short, 1500)):
        yield Row(
            case=f"{N:,} one-relevant draws",
            collection=collection.name,
            peer=peer,
            theirs=N * theirs.cpu,
            ours=ours.cpu,
            goal=goal,
            scaled=f"{N:,} times one draw",
        )
    taken = timing.median([timing.once(lambda: _from_files(collection)) for _ in range(3 * rounds)])
    yield Row(
        case=f"{N:,} draws, files included",
        collection=collection.name,
        ours=taken.cpu,
        ours_wall=taken.wall,
        goal=0.2,
        goal_is="most",
        slowness=peers.slowness(collection),
    )


def _from_files(collection: Collection) -> object:
    qrels, runs = irassay.read_qrels(str(collection.qrels)), irassay.read_runs(collection.paths, threads=1)
    return irassay.evaluate(one_relevant(qrels), runs, MEASURES, ties="float32", threads=1)


def _covid(collection: Collection, rounds: int) -> Row:
    qrels, runs = irassay.read_qrels(str(collection.qrels)), irassay.read_runs(collection.paths, threads=1)
    stack = one_relevant(qrels)
    taken = timing.median(
        [timing.once(lambda: irassay.evaluate(stack, runs, MEASURES, threads=1)) for _ in range(3 * rounds)]
    )
    return Row(
        case=f"{N:,} one-relevant draws",
        collection=collection.name,
        ours=taken.cpu,
        ours_wall=taken.wall,
        goal=1.0,
        goal_is="most",
        slowness=peers.slowness(collection),
    )


def _top(scored: dict[str, float]) -> dict[str, float]:
    best = sorted(scored, key=lambda doc: (scored[doc], doc), reverse=True)[:CUT]
    return {doc: scored[doc] for doc in best}


def _check(summary: np.ndarray, labels: dict[str, dict[str, int]], dicts: list[Lists]) -> None:
    for system, lists in enumerate(dicts):
        values = peers.pytrec_evaluator(labels).evaluate(lists)
        for m, name in enumerate(MEASURES):
            if name in PYTREC and name != "RR@10":
                mean = sum(value[PYTREC[name]] for value in values.values()) / len(labels)
                if abs(mean - summary[m, system]) > 1e-12:
                    raise Disagree(f"{name}, system {system}: {summary[m, system]}, pytrec_eval {mean}")
