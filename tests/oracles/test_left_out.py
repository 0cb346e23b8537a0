"""Leaving groups out, on simulated pools: a group that alone finds relevant documents falls, and else nobody does."""

from __future__ import annotations

import csv

import numpy as np
import pytest

from irassay.agreement.correlation import kendall_tau_a
from irassay.agreement.order_stability import significant_pairs
from irassay.cli.answers.unjudged_file import tsv
from irassay.collection import Qrels, Runs
from irassay.errors import UsageError
from irassay.estimates import leave_one_group_out
from irassay.pooling import pool, read_pool
from irassay.scoring import evaluate
from tests.collections_at_hand import collection, labels_and_runs

DEPTH = 10
GROUPS = {f"{group}{i}": group for group in "ABCDEF" for i in range(3)}


def simulated(*, alone: int, seed: int = 0, n_queries: int = 40):
    """Groups of three runs over pools to ten. Group A alone finds `alone` more relevant documents of each query."""
    rng = np.random.default_rng(seed)
    runs: dict[str, dict[str, dict[str, float]]] = {system: {} for system in GROUPS}
    labels: dict[str, dict[str, int]] = {}
    skill = {system: rng.uniform(0.6, 1.4) for system in GROUPS}
    for q in range(n_queries):
        query = f"q{q:02}"
        grade = {f"r{i}": 1 for i in range(12)} | {f"n{i}": 0 for i in range(20)}
        own = {f"own{i}": 1 for i in range(alone)}
        for system, group in GROUPS.items():
            docs = grade | (own if group == "A" else {})
            noise = rng.normal(size=len(docs))
            runs[system][query] = {d: skill[system] * g + z for (d, g), z in zip(docs.items(), noise)}
        top = {d for system in GROUPS for d in sorted(runs[system][query], key=runs[system][query].get)[-DEPTH:]}
        labels[query] = {d: (grade | own)[d] for d in top}
    return Qrels.from_dict(labels), Runs.from_dict(runs)


def test_the_group_that_alone_finds_relevant_documents_falls_most():
    found = leave_one_group_out(*simulated(alone=5), GROUPS, "nDCG@10")
    change = {of.group: of.change.mean() for of in found.groups}
    assert min(change, key=change.get) == "A"
    assert change["A"] < -0.1
    others = [of for of in found.groups if of.group != "A"]
    assert max(abs(of.change).max() for of in others) < 0.01
    planted = next(of for of in found.groups if of.group == "A")
    assert planted.dropped_relevant > 100
    assert planted.flipped > max(of.flipped for of in others)
    assert planted.fell > 0


def test_where_nothing_is_planted_no_group_falls_and_few_decisions_flip():
    for seed in range(3):
        found = leave_one_group_out(*simulated(alone=0, seed=seed), GROUPS, "nDCG@10")
        for of in found.groups:
            assert abs(of.change).max() < 0.01
            assert of.tau > 0.97
            assert of.flipped <= 0.03 * of.pairs


def test_where_every_document_is_found_by_two_groups_nothing_changes():
    qrels, runs = simulated(alone=0)
    lists = {s: {q: {d: -i for i, d in enumerate(runs.ranking(s, q))} for q in runs.queries} for s in runs.systems}
    twice = lists | {f"copy of {s}": of for s, of in lists.items()}
    groups = GROUPS | {f"copy of {s}": f"copy of {g}" for s, g in GROUPS.items()}
    found = leave_one_group_out(qrels, Runs.from_dict(twice), groups, "nDCG@10")
    assert {(of.dropped, of.flipped, of.fell) for of in found.groups} == {(0, 0, 0)}
    assert all((of.change == 0).all() for of in found.groups)


def test_runs_that_are_not_ranked_still_bring_documents_to_the_pool():
    qrels, runs = simulated(alone=5)
    ranked = [s for s in runs.systems if s != "A1"]
    found = leave_one_group_out(qrels, runs, GROUPS, "nDCG@10", systems=ranked)
    assert list(found.systems) == ranked
    assert found.groups[0].systems == ["A0", "A2"]
    assert found.groups[0].dropped == leave_one_group_out(qrels, runs, GROUPS, "nDCG@10").groups[0].dropped


def test_what_lower_is_better_for_rises_by_what_is_dropped():
    found = leave_one_group_out(*simulated(alone=5), GROUPS, "MFR@10", depth=DEPTH)
    planted = next(of for of in found.groups if of.group == "A")
    assert (planted.change >= 0).all()
    assert planted.change.max() > 0


def test_what_can_t_be_is_refused():
    qrels, runs = simulated(alone=0, n_queries=2)
    with pytest.raises(UsageError, match="none of the 18 systems"):
        leave_one_group_out(qrels, runs, {"nobody": "N"}, "nDCG@10")
    with pytest.raises(UsageError, match="depth must be"):
        leave_one_group_out(qrels, runs, GROUPS, "nDCG@10", depth=0)
    with pytest.raises(UsageError, match="is not among the"):
        leave_one_group_out(qrels, runs, GROUPS, "nDCG@10", systems=["nobody"])
    with pytest.raises(UsageError, match="geometric"):
        leave_one_group_out(qrels, runs, GROUPS, "GMAP")


@pytest.fixture(scope="module")
def track():
    """Labels, runs and groups of TREC 2021's passage task."""
    folder = collection("trec-dl-2021-passage")
    with open(folder / "runs.csv") as file:
        groups = {row["run"]: row["group"] for row in csv.DictReader(file)}
    qrels, runs = labels_and_runs("trec-dl-2021-passage")
    return qrels, runs, {s: groups[s] for s in runs.systems}


def test_the_groups_of_a_real_track_fall_by_what_they_alone_brought(track):
    found = leave_one_group_out(*track, "nDCG@10", rel=2)
    assert len(found.groups) == 16
    fall = {of.group: -of.change.min() for of in found.groups}
    brought = {of.group: of.dropped_relevant / len(of.systems) for of in found.groups}
    assert max(fall, key=fall.get) == "Waterloo_Cormack"
    assert min(fall.values()) >= 0  # nobody's best score rises for want of its own documents
    order = sorted(fall)
    assert np.corrcoef([fall[g] for g in order], [brought[g] for g in order])[0, 1] > 0.5


def test_a_real_run_left_out_of_a_pool_read_back_scores_what_labels_rebuilt_from_the_file_say(track, tmp_path):
    qrels, runs, _ = track
    path = tmp_path / "pool.tsv"
    path.write_text(tsv(pool(runs, depth=10, queries=qrels.queries).table(), None, None))
    found = leave_one_group_out(qrels, runs, {}, "nDCG@10", pool=read_pool(path))
    hardest = min(found.groups, key=lambda of: of.change[0])
    assert hardest.change[0] < -0.05
    rebuilt = {query: dict(qrels.grades(query)) for query in qrels.queries}
    for row in csv.DictReader(path.read_text().splitlines(), delimiter="\t"):
        if [finder.rpartition(":")[0] for finder in row["found_by"].split()] == [hardest.group]:
            rebuilt[row["query"]].pop(row["doc"], None)
    assert sum(map(len, rebuilt.values())) == qrels.n_labels - hardest.dropped
    before, after = (evaluate(of, runs, ["nDCG@10"]).values[0, 0] for of in (qrels, Qrels.from_dict(rebuilt)))
    mine = runs.systems.index(hardest.group)
    assert hardest.change[0] == pytest.approx(after[mine].mean() - before[mine].mean(), abs=1e-12)
    assert hardest.rank_after[0] == 1 + (after.mean(axis=1) > after[mine].mean() + 1e-12).sum()
    assert hardest.tau == pytest.approx(kendall_tau_a(before.mean(axis=1), after.mean(axis=1)))
    told = significant_pairs(before)[mine], significant_pairs(after)[mine]
    assert hardest.flipped == (told[0] != told[1]).sum()


def test_a_group_that_brought_every_label_is_not_left_out():
    qrels = Qrels.from_dict({"q": {"a": 1, "b": 0}})
    runs = Runs.from_dict({"x": {"q": {"a": 2.0, "b": 1.0}}, "y": {"q": {"c": 2.0}}})
    left = leave_one_group_out(qrels, runs, {}, "P@1", depth=2)
    assert [(g.group, g.dropped, g.change.tolist()) for g in left.groups] == [("y", 0, [0.0])]
