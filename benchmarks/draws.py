"""A thousand label sets drawn at random: one relevant document a query, or half of the relevant."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import irassay
from benchmarks import collections, peers, timing
from benchmarks.collections import SEED, Collection
from benchmarks.peers import MEASURES, PYTREC, Disagree, Lists
from benchmarks.row import Row
from irassay.collection import QrelsStack
from irassay.label_sets import one_relevant, relevant_subset

N = 1_000
CUT = 20  # depth to which runs are cut to spare the peer
FOUR = {"R@100": "recall_100", "nDCG@20": "ndcg_cut_20", "AP": "map", "Rprec": "Rprec"}  # and what the peer calls them


def rows(rounds: int) -> Iterator[Row]:
    yield from _dm(collections.dm(), rounds)
    yield _covid(collections.covid(), rounds)
    yield from _halves(collections.covid(), rounds)
    for collection, what in ((collections.dm(), "one"), (collections.covid(), "half")):
        yield Row(
            case=f"{N:,} draws, memory at most",
            collection=collection.name,
            peer="pytrec_eval, one label set",
            theirs=float(timing.asked("peak", "pytrec_eval", collection.name, what)),
            ours=float(timing.asked("peak", "irassay", collection.name, what)),
            unit="MB",
            note="resident set of a process that reads the files, draws and scores",
        )


def draw_one(qrels: irassay.Qrels) -> QrelsStack:
    """Every variant keeps one relevant document of each query."""
    return one_relevant(qrels, draws=N, seed=SEED, threads=1)


def draw_half(qrels: irassay.Qrels) -> QrelsStack:
    """Every variant keeps half of the relevant documents of each query."""
    return relevant_subset(qrels, [0.5], draws=N, seed=SEED, threads=1)


def _dm(collection: Collection, rounds: int) -> Iterator[Row]:
    qrels, runs = irassay.read_qrels(str(collection.qrels)), irassay.read_runs(collection.paths, threads=1)
    stack = draw_one(qrels)
    dicts = peers.pytrec_runs(collection.paths)
    cut = [{query: _top(scored) for query, scored in lists.items()} for lists in dicts]
    alone = stack.variant(stack.names[0])
    labels = {query: dict(alone.grades(query)) for query in alone.queries}
    scores = irassay.evaluate(stack, runs, MEASURES, ties="float32", threads=1)
    _check(scores.summary[:, 0], labels, dicts, MEASURES, PYTREC)
    both = irassay.evaluate(stack, runs, MEASURES, ties="float32", threads=2)
    peers.check_same_summaries(scores, both, "one thread and two")
    (full, short), ours = timing.in_turn(
        rounds,
        [lambda: peers.pytrec_lists(labels, dicts), lambda: peers.pytrec_lists(labels, cut)],
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
    return irassay.evaluate(draw_one(qrels), runs, MEASURES, ties="float32", threads=1)


def _covid(collection: Collection, rounds: int) -> Row:
    qrels, runs = irassay.read_qrels(str(collection.qrels)), irassay.read_runs(collection.paths, threads=1)
    stack = draw_one(qrels)
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


def _halves(collection: Collection, rounds: int) -> Iterator[Row]:
    qrels, runs = irassay.read_qrels(str(collection.qrels)), irassay.read_runs(collection.paths, threads=1)

    def work() -> Any:
        return irassay.evaluate(draw_half(qrels), runs, list(FOUR), ties="float32", threads=1)

    dicts = peers.pytrec_runs(collection.paths)
    alone = draw_half(qrels).variant(draw_half(qrels).names[-1])
    labels = {query: dict(alone.grades(query)) for query in alone.queries}
    _check(work().summary[:, -1, ::20], labels, dicts[::20], list(FOUR), FOUR)
    both = irassay.evaluate(draw_half(qrels), runs, list(FOUR), ties="float32", threads=2)
    peers.check_same_summaries(work(), both, "one thread and two")
    (theirs,), ours = timing.in_turn(rounds, [lambda: peers.pytrec_lists(labels, dicts, FOUR)], work)
    yield Row(
        case=f"{N:,} draws, half of the relevant",
        collection=collection.name,
        peer="pytrec_eval",
        theirs=N * theirs.cpu,
        ours=ours.cpu,
        ours_wall=ours.wall,
        goal=1.0,
        goal_is="most",
        slowness=peers.slowness(collection),
        scaled=f"{N:,} times scoring one draw; drawing it is not counted",
        note=f"ours draws and scores; {len(FOUR)} measures either side",
    )


def _top(scored: dict[str, float]) -> dict[str, float]:
    best = sorted(scored, key=lambda doc: (scored[doc], doc), reverse=True)[:CUT]
    return {doc: scored[doc] for doc in best}


def _check(
    summary: Any, labels: dict[str, dict[str, int]], dicts: list[Lists], measures: list[str], theirs: dict[str, str]
) -> None:
    for system, lists in enumerate(dicts):
        values = peers.pytrec_evaluator(labels, theirs).evaluate(lists)
        for m, name in enumerate(measures):
            if name in theirs and name != "RR@10":
                mean = sum(value[theirs[name]] for value in values.values()) / len(labels)
                if abs(mean - summary[m, system]) > 1e-12:
                    raise Disagree(f"{name}, system {system}: {summary[m, system]}, pytrec_eval {mean}")
