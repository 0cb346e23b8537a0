"""Real labels hidden and found again: the score under all labels lies within the bounds of the few."""

from __future__ import annotations

import pytest

import irassay
from irassay.collection import Qrels
from irassay.estimates import bound
from tests.collections_at_hand import collection

RUNS = ("pash_f1", "NLE_P_v1", "pash_r2", "p_bm25", "uogTrPC", "ielab-uniCOIL", "top1000", "watprp")


@pytest.fixture(scope="module")
def deep_learning():
    folder = collection("trec-dl-2021-passage")
    names = [str(folder / "runs" / f"{run}.xz") for run in RUNS if (folder / "runs" / f"{run}.xz").exists()]
    return irassay.read_qrels(folder / "qrels"), irassay.read_runs(names)


def pooled(qrels, runs, depth):
    """The labels that a pool of these runs to `depth` would have had."""
    few = {}
    for query in qrels.queries:
        pool = {d for system in runs.systems for d in runs.ranking(system, query)[:depth]}
        few[query] = {d: g for d, g in qrels.grades(query).items() if d in pool}
    return Qrels.from_dict(few)


@pytest.mark.parametrize("name", ["nDCG@10", "P(rel=2)@10", "RR(rel=2)", "RBP(p=0.8,rel=2)"])
@pytest.mark.parametrize("depth", [3, 7])
def test_scores_with_all_labels_lie_within_the_bounds_of_a_shallow_pool(deep_learning, name, depth):
    qrels, runs = deep_learning
    few = bound(pooled(qrels, runs, depth), runs, name, scale=(0, 1, 2, 3))
    full = bound(qrels, runs, name, scale=(0, 1, 2, 3))
    assert (few.lower <= full.plain + 1e-12).all()
    assert (full.plain <= few.upper + 1e-12).all()
    mean = full.plain.mean(axis=1)
    difference = mean[:, None] - mean[None, :]
    assert (few.difference_lower <= difference + 1e-12).all()
    assert (difference <= few.difference_upper + 1e-12).all()
    assert all(
        (difference[i, j] > 0) == (few.plain.mean(axis=1)[i] > few.plain.mean(axis=1)[j])
        for i in range(len(mean))
        for j in range(len(mean))
        if few.state[i][j] == "settled"
    )


def test_plain_scores_are_those_of_evaluate(deep_learning):
    qrels, runs = deep_learning
    for name in ("nDCG@10", "AP(rel=2)", "NCG@100", "Rprec", "RBP(p=0.8)", "R@100", "RR", "P@5", "DCG@5"):
        scores = irassay.evaluate(qrels, runs, [name])
        assert bound(qrels, runs, name).plain == pytest.approx(scores.values[0, 0], abs=1e-12), name
