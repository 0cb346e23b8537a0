"""Some of the random collections of ``make differential``: ours and pytrec_eval's values, from nouns and from files."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from irassay.collection import Qrels, Runs
from irassay.scoring import evaluate
from tests.oracles import differential


def test_every_shared_measure_of_a_few_hundred_random_collections_is_pytrec_evals():
    tally = differential.compare_many(250, seed=0)
    assert not tally.failures, tally.failures
    assert tally.largest < 1e-15
    assert tally.values > 150_000
    # what is left out is there, and is little
    assert tally.left_out[differential.EMPTY] > 10
    assert tally.left_out[differential.ALL_NEGATIVE] > 10
    assert sum(tally.left_out.values()) < 0.15 * tally.lists


def test_a_difference_would_be_found(tmp_path: Path, monkeypatch):
    world = differential.made_collection(4)
    true = differential.theirs

    def off_by_little(*args):
        queries, table, means, alone = true(*args)
        return queries, table + 2e-12, means, alone

    monkeypatch.setattr(differential, "theirs", off_by_little)
    tally = differential.Tally()
    differential.compare(world, tally, tmp_path, name="one")
    assert len(tally.failures) > 100


def test_the_collections_have_what_they_are_said_to_have():
    worlds = [differential.made_collection(seed) for seed in range(400)]
    lists = [docs for world in worlds for per in world.runs.values() for docs in per.values()]
    grades = {g for world in worlds for docs in world.labels.values() for g in docs.values()}
    assert {-2, -1, 0, 127} <= grades
    assert any(max(docs.values()) == 0 for world in worlds for docs in world.labels.values())
    assert any(set(per) - set(world.labels) for world in worlds for per in world.runs.values())
    assert any(set(world.labels) - set(per) for world in worlds for per in world.runs.values())
    assert any(len(set(docs.values())) < len(docs) for docs in lists)
    assert max(map(len, lists)) > 1_000
    assert any(not doc.isascii() for docs in lists for doc in docs)
    with np.errstate(over="ignore"):
        merged = [len(set(np.float32(list(docs.values())))) < len(set(docs.values())) for docs in lists]
    assert any(merged)


def test_a_query_with_negative_labels_only_counts_and_scores_nothing():
    labels, lists = {"a": {"x": -1, "y": -2}, "b": {"x": 1}}, {"s": {"a": {"x": 2.0, "y": 1.0}, "b": {"x": 1.0}}}
    names = ["nDCG", "AP", "infAP", "Bpref", "NumRet", "NumRel"]
    scores = evaluate(Qrels.from_dict(labels), Runs.from_dict(lists), names, compat="trec_eval-9")
    assert scores.values[:, 0, 0, 0].tolist() == [0, 0, 0, 0, 2, 0]
    assert scores.summary[:, 0, 0].tolist() == [0.5, 0.5, scores.summary[2, 0, 0], 0.5, 3, 1]
