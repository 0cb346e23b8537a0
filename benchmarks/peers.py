"""The peers' ways of doing the same work, each as its documentation does it, and whether its values are ours."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from benchmarks import timing
from benchmarks.collections import Collection

MEASURES = ["nDCG@10", "AP", "RR@10", "P@10", "R@100", "RBP(p=0.8)"]
# pytrec_eval has no RR@10 and no RBP: it computes five measures where we compute six.
PYTREC = {"nDCG@10": "ndcg_cut_10", "AP": "map", "RR@10": "recip_rank", "P@10": "P_10", "R@100": "recall_100"}
Lists = dict[str, dict[str, float]]


class Disagree(Exception):
    """Two sides that should give the same values don't: no timing of them means anything."""


def pytrec_runs(paths: Iterable[str]) -> list[Lists]:
    import pytrec_eval

    runs = []
    for path in paths:
        with open(path) as file:
            runs.append(pytrec_eval.parse_run(file))
    return runs


def slowness(collection: Collection) -> float:
    """How much longer than 510 ns a line pytrec_eval's parser takes here, at least 1.

    That is what it took where goals in seconds were set: a shared or older machine is given as much more time.
    """
    some = replace(collection, runs=collection.runs[:5])
    taken = timing.median([timing.once(lambda: pytrec_runs(some.paths)) for _ in range(3)])
    return max(1.0, taken.cpu / some.lines / 510e-9)


def pytrec_qrels(path: str | Path) -> dict[str, dict[str, int]]:
    import pytrec_eval

    with open(path) as file:
        qrels: dict[str, dict[str, int]] = pytrec_eval.parse_qrel(file)
    return qrels


def pytrec_evaluator(qrels: Mapping[str, Mapping[str, int]], measures: Mapping[str, str] = PYTREC) -> Any:
    import pytrec_eval

    return pytrec_eval.RelevanceEvaluator(qrels, set(measures.values()))


def pytrec_lists(
    labels: Mapping[str, Mapping[str, int]], runs: Iterable[Lists], measures: Mapping[str, str] = PYTREC
) -> list[dict[str, dict[str, float]]]:
    """Scores of runs that are in memory."""
    evaluator = pytrec_evaluator(labels, measures)
    return [evaluator.evaluate(lists) for lists in runs]


def pytrec_files(collection: Collection) -> list[dict[str, dict[str, float]]]:
    """From files to scores: one evaluator, a dict a run that is dropped when scored."""
    evaluator = pytrec_evaluator(pytrec_qrels(collection.qrels))
    return [evaluator.evaluate(pytrec_runs([path])[0]) for path in collection.paths]


def check_pytrec(scores: Any, theirs: Sequence[Mapping[str, Mapping[str, float]]], systems: Sequence[int]) -> str:
    """Raise unless every per-query value of `systems` equals pytrec_eval's bit for bit; say what was compared."""
    at = {query: q for q, query in enumerate(scores.queries)}
    compared = 0
    for m, name in enumerate(str(measure) for measure in scores.measures):
        if name not in PYTREC:
            continue
        for system, lists in zip(systems, theirs):
            row = scores.values[m, 0, system]
            for query, values in lists.items():
                value = values[PYTREC[name]]
                if name == "RR@10" and value < 0.1:
                    value = 0.0
                compared += 1
                if row[at[query]] != value:
                    raise Disagree(f"{name}, system {system}, query {query}: {row[at[query]]!r}, pytrec_eval {value!r}")
    return f"{compared:,} values equal pytrec_eval's"


def check_same(ours: Any, other: Any, what: str) -> None:
    """Raise unless two of our own ways give the same values."""
    check_same_summaries(ours, other, what)
    if ours.values.tobytes() != other.values.tobytes():
        raise Disagree(f"{what}: per-query values differ")


def check_same_summaries(ours: Any, other: Any, what: str) -> None:
    """As check_same, for scores that keep no per-query values."""
    if list(ours.systems) != list(other.systems) or ours.summary.tobytes() != other.summary.tobytes():
        raise Disagree(f"{what}: summaries differ")
