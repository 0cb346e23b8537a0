"""Scores without leaked documents: by taking them out by hand, and by plain Python over every set of their grades."""

from __future__ import annotations

import csv
import json
from dataclasses import replace
from itertools import combinations, product

import numpy as np
import pytest
from scipy import stats

import irassay
from irassay.errors import UsageError
from irassay.leakage import effect_of_documents
from tests.collections_at_hand import collection as collection_at_hand
from tests.collections_at_hand import labels_and_runs

MARKINGS = 20


def collection(n_queries=6, seed=2):
    rng = np.random.default_rng(seed)
    labels = {f"q{q}": {f"d{d}": int(rng.integers(0, 3)) for d in range(12)} for q in range(n_queries)}
    lists = {
        f"s{s}": {
            q: {f"d{d}": float(rng.random() + 0.2 * g) for d, g in enumerate(of.values())} for q, of in labels.items()
        }
        for s in range(5)
    }
    return labels, lists


def nouns(labels, lists):
    return irassay.Qrels.from_dict(labels), irassay.Runs.from_dict(lists)


def without(of, gone):
    return {query: {doc: v for doc, v in docs.items() if (query, doc) not in gone} for query, docs in of.items()}


def test_scores_are_those_of_labels_and_lists_without_the_documents():
    labels, lists = collection()
    gone = {(q, d) for q in labels for d in ("d1", "d5")}
    of = effect_of_documents(*nouns(labels, lists), "nDCG@5", ["d1", "d5", "unheard of"], n_draws=3)
    left = nouns(without(labels, gone), {system: without(run, gone) for system, run in lists.items()})
    by_hand = irassay.evaluate(*left, ["nDCG@5"])
    place = {name: i for i, name in enumerate(by_hand.systems)}
    assert of.after == pytest.approx([by_hand.summary[0, 0, place[name]] for name in of.systems], abs=1e-12)
    assert sum(of.grades.values()) == 12
    assert of.n_queries == 6
    swaps = sum((of.before[i] - of.before[j]) * (of.after[i] - of.after[j]) < 0 for i, j in combinations(range(5), 2))
    assert of.order.swaps == swaps


def test_documents_can_be_named_query_by_query():
    labels, lists = collection()
    of = effect_of_documents(*nouns(labels, lists), "P@3", {"q1": ["d0"], "q2": ["d0", "d3"], "q9": ["d0"]}, n_draws=1)
    grades = [labels["q1"]["d0"], labels["q2"]["d0"], labels["q2"]["d3"]]
    assert dict(of.grades) == {grade: grades.count(grade) for grade in sorted(set(grades))}
    assert of.n_queries == 2


def test_draws_are_sets_of_each_querys_same_grades_each_as_likely():
    """Two labels of two queries, grades 1 and 2: the mean swaps of all draws is that over every pair of such labels."""
    labels, lists = collection(n_queries=2)
    pools = [
        [("q0", d) for d, g in labels["q0"].items() if g == 1],
        [("q1", d) for d, g in labels["q1"].items() if g == 2],
    ]
    docs = {query: [doc] for (query, doc), *_ in pools}
    of = effect_of_documents(*nouns(labels, lists), "AP", docs, n_draws=400, seed=1)
    before = irassay.evaluate(*nouns(labels, lists), ["AP"]).summary[0, 0]
    swaps = []
    for gone in product(*pools):
        left = [without(labels, gone), {system: without(run, gone) for system, run in lists.items()}]
        after = irassay.evaluate(*nouns(*left), ["AP"]).summary[0, 0]
        swaps.append(sum((before[i] - before[j]) * (after[i] - after[j]) < 0 for i, j in combinations(range(5), 2)))
    assert len(swaps) > 5
    assert of.order.by_chance.mean == pytest.approx(np.mean(swaps), abs=4 * np.std(swaps) / 20)


def test_where_a_querys_documents_of_a_grade_all_leaked_there_are_no_others_to_draw():
    labels, lists = collection(n_queries=2)
    docs = [doc for doc, grade in labels["q0"].items() if grade == 2]
    known = {f"s{i}": i < 2 for i in range(5)}
    of = effect_of_documents(*nouns(labels, lists), "AP", {"q0": docs}, exposed=known)
    assert (of.order.by_chance, of.order.p, of.lead.by_chance, of.lead.p) == (None,) * 4
    assert of.explain()[-1] == (
        "Each query's documents of these grades all leaked: there are no others to hold them against."
    )
    json.dumps(of.to_dict(), allow_nan=False)


@pytest.mark.slow
def test_one_document_of_each_query_marked_at_random_is_no_finding():
    folder = collection_at_hand("trec-dl-2021-passage")
    qrels, runs = labels_and_runs("trec-dl-2021-passage")
    with (folder / "runs.csv").open(encoding="utf-8") as rows:
        neural = {row["run"]: row["neural"] == "nnlm" for row in csv.DictReader(rows)}
    relevant = {query: [d for d, g in qrels.grades(query).items() if g > 0] for query in qrels.queries}
    found = []
    for seed in range(MARKINGS):
        rng = np.random.default_rng(seed)
        docs = {query: [rng.choice(of)] for query, of in relevant.items()}
        found.append(effect_of_documents(qrels, runs, "nDCG@10", docs, exposed=neural, n_draws=19, seed=seed))
    most = stats.binom.ppf(0.999, MARKINGS, 0.05)
    assert sum(of.order.p <= 0.05 for of in found) <= most
    assert sum(of.lead.p <= 0.05 for of in found) <= most


def test_the_lead_of_exposed_systems_falls_where_they_lived_on_leaked_documents():
    rng = np.random.default_rng(4)
    labels = {f"q{q}": {f"d{d}": int(d < 10) for d in range(20)} for q in range(30)}
    leaked = ["d0", "d1"]

    def run(at_top):
        of = {}
        for q in labels:
            rest = [f"d{d}" for d in rng.permutation(range(2, 20))]
            docs = leaked + rest if at_top else rest[:9] + leaked + rest[9:]
            of[q] = {doc: float(-rank) for rank, doc in enumerate(docs)}
        return of

    runs = {f"e{i}": run(True) for i in range(2)} | {f"u{i}": run(False) for i in range(3)}
    known = {name: name[0] == "e" for name in runs}
    of = effect_of_documents(*nouns(labels, runs), "P@5", leaked, exposed=known, n_draws=60)
    assert of.lead.before > 0.1
    assert abs(of.lead.after) < 0.05
    assert of.lead.after < of.lead.by_chance.low
    assert of.lead.p == pytest.approx(1 / 61)
    assert of.explain()[-1].endswith("it rests on them more than on others.")
    grown = replace(of, lead=replace(of.lead, after=of.lead.by_chance.mean + 0.3))
    assert grown.explain()[-1].endswith("it does not rest on them.")
    assert replace(grown, lower_is_better=True).explain()[-1].endswith("it rests on them more than on others.")
    assert "without 60 others" in of.explain()[1]
    json.dumps(of.to_dict(), allow_nan=False)


def test_a_plain_score_without_documents_is_that_of_the_shorter_list():
    labels = {"q": {"a": 1, "b": 1, "c": 0, "d": 1}}
    lists = {"new": {"q": {"a": 4.0, "c": 3.0, "b": 2.0, "d": 1.0}}, "old": {"q": {"c": 2.0, "d": 1.0}}}
    of = effect_of_documents(*nouns(labels, lists), "P@2", ["a"], n_draws=2)
    # new: c, b, d; old: c, d
    assert dict(zip(of.systems, of.after)) == {"new": 0.5, "old": 0.5}
    assert dict(zip(of.systems, of.before)) == {"new": 0.5, "old": 0.5}


@pytest.mark.parametrize(
    ("docs", "message"),
    [
        (["x"], "none of the leaked documents has a label for its query, of 72 labels"),
        ([f"d{d}" for d in range(12)], "all 72 labels are of leaked documents: nothing is left without them"),
        ("d1", "expected docs as a collection of ids"),
    ],
)
def test_documents_that_leave_nothing_to_compare_are_refused(docs, message):
    with pytest.raises(UsageError, match=message):
        effect_of_documents(*nouns(*collection()), "P@3", docs)
