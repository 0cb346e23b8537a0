"""How far labels reach into runs: the kernel's counts against sets in plain Python."""

from __future__ import annotations

import numpy as np
import pytest

from irassay.collection import Qrels, Runs
from irassay.measures import Measure
from irassay.verdict.label_reach import bands_of_ranks, reach_of

DEPTH = 5


@pytest.fixture(scope="module")
def world():
    rng = np.random.default_rng(5)
    docs = [f"d{i}" for i in range(30)]
    qrels = {f"q{q}": {d: int(rng.integers(-1, 4)) for d in rng.choice(docs, 12, replace=False)} for q in range(4)}
    runs = {
        f"s{s}": {
            f"q{q}": {d: float(rng.random()) for d in rng.choice(docs, int(rng.integers(1, 25)), replace=False)}
            for q in range(5)
        }
        for s in range(6)
    }
    return qrels, runs


def _cover(world, **metadata):
    qrels, runs = Qrels.from_dict(world[0]), Runs.from_dict(world[1])
    return reach_of(qrels, runs, Measure.parse(f"P@{DEPTH}"), list(runs.systems), metadata=metadata)


def _top(run, query, depth=DEPTH):
    ranked = sorted(run.get(query, {}).items(), key=lambda item: (item[1], item[0]), reverse=True)
    return [doc for doc, _ in ranked][:depth]


def test_unjudged_counts_each_query_and_document_once(world):
    qrels, runs = world
    holes = {(q, d) for q in qrels for run in runs.values() for d in _top(run, q) if d not in qrels[q]}
    assert _cover(world).unjudged == len(holes)


def test_judged_is_the_share_of_retrieved_documents(world):
    qrels, runs = world
    for share, run in zip(_cover(world).judged, runs.values()):
        top = [(q, d) for q in qrels for d in _top(run, q)]
        assert share == pytest.approx(sum(d in qrels[q] for q, d in top) / len(top), abs=1e-15)


def test_bands_part_all_ranks_and_stop_at_the_depth(world):
    ends = bands_of_ranks(1000, 15)
    assert ends[-1] == 1000
    assert 15 in ends
    assert ends == sorted(set(ends))
    qrels, runs = world
    for first, last, share in _cover(world).by_rank:
        for value, run in zip(share, runs.values()):
            docs = [(q, d) for q in qrels for d in _top(run, q, last)[first - 1 :]]
            expected = sum(d not in qrels[q] for q, d in docs) / len(docs) if docs else np.nan
            assert value == pytest.approx(expected, abs=1e-12, nan_ok=True)


def test_unique_documents_belong_to_one_group_only(world):
    qrels, runs = world
    group = {"s0": "A", "s1": "A", "s2": "B", "s3": "C", "s4": "C"}
    cover = _cover(world, team=group)
    assert cover.unique_by == "team"
    finders: dict[tuple[str, str], set[str]] = {}
    for system, run in runs.items():
        for q in qrels:
            for d in _top(run, q):
                finders.setdefault((q, d), set()).add(group.get(system, "not stated"))
    for name, (_, found, high) in cover.unique.items():
        mine = [qrels[q][d] for (q, d), who in finders.items() if who == {name} and qrels[q].get(d, -1) >= 1]
        assert (found, high) == (len(mine), sum(g >= 2 for g in mine))


def test_labels_that_a_run_returns_are_counted_at_any_rank(world):
    qrels, runs = world
    met = {(q, d) for q in qrels for run in runs.values() for d in run.get(q, {}) if d in qrels[q]}
    assert _cover(world).retrieved_labels == len(met)
