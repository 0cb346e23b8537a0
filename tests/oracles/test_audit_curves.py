"""Audits by rank: counts by hand, fits by scipy, and bias against planted labels whose truth is known at every rank."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from scipy import stats

from irassay import Qrels, Runs
from irassay.errors import UsageError
from irassay.estimates import audit_coverage, audit_curves
from irassay.pooling import audit

DEPTH, DEEPEST = 100, 300
QUERIES, SYSTEMS, RELEVANT, OTHERS = 20, 4, 60, 400
WORLDS = 30


@cache
def world(seed):
    """Lists to rank 300 of four systems, and the best rank of each relevant document, (query, document). A score is how
    easy a document is for all plus what is one system's own; relevant ones score 1.2 more."""
    rng = np.random.default_rng(seed)
    ease = rng.normal(0, 1, (QUERIES, 1, RELEVANT + OTHERS))
    ease[:, :, :RELEVANT] += 1.2
    order = np.argsort(-ease - rng.normal(0, 0.8, (QUERIES, SYSTEMS, RELEVANT + OTHERS)), axis=2)
    lists = {
        f"s{s}": {
            f"q{q:02}": {f"d{doc}": -float(r) for r, doc in enumerate(of[s, :DEEPEST])} for q, of in enumerate(order)
        }
        for s in range(SYSTEMS)
    }
    return Runs.from_dict(lists), 1 + order.argsort(axis=2)[:, :, :RELEVANT].min(axis=1)


def labelled(ranks, coverage, *, shared, seed):
    """Which relevant documents have a label: `coverage` of them. The share `shared` of these are those that the audit's
    systems rank first, the others any."""
    n = round(coverage * RELEVANT)
    rng = np.random.default_rng(100 + seed)
    by_chance = rng.uniform(size=ranks.shape)
    order = np.where(ranks.argsort(axis=1, kind="stable").argsort(axis=1) < round(shared * n), -1, by_chance)
    return order.argsort(axis=1, kind="stable").argsort(axis=1) < n


def audited(runs, known, depth=DEPTH):
    """An audit of these labels, and the answers of somebody who knows the truth."""
    labels = {f"q{q:02}": {f"d{i}": 1 for i in np.flatnonzero(of)} for q, of in enumerate(known)}
    work = audit(Qrels.from_dict(labels), runs, n_queries=len(known), depth=depth)
    answers = {query: {} for query in work.queries}
    for query, doc in zip(work.pool.queries, work.pool.docs):
        answers[query][doc] = int(int(doc[1:]) < RELEVANT)
    return work, Qrels.from_dict(answers)


# Labels: share of the relevant documents, and of these the share that the audit's systems rank first. Then the share of
# new documents from rank 101 to 300, and to rank 300 in all: the truth, and how far the curves are from it.
BIAS = {
    (0.6, 0.0): (0.40, 0.00, 0.40, 0.00),
    (0.8, 0.0): (0.20, 0.00, 0.20, 0.00),
    (0.95, 0.0): (0.05, 0.00, 0.05, 0.00),
    (0.6, 0.5): (0.57, -0.145, 0.40, -0.03),
    (0.8, 0.5): (0.33, -0.14, 0.20, -0.03),
    (0.95, 0.5): (0.09, -0.045, 0.05, -0.01),
}


@pytest.mark.parametrize(("coverage", "shared"), BIAS)
def test_the_share_of_new_documents_is_right_where_labels_are_independent_and_too_low_where_they_are_not(
    coverage, shared
):
    """Oracle: the planted labels. Dependent labels have what is easy for the audit's systems: deeper, more is new."""
    told, true, intervals = [], [], []
    for seed in range(WORLDS):
        runs, ranks = world(seed)
        known = labelled(ranks, coverage, shared=shared, seed=seed)
        curves = audit_curves(*audited(runs, known), draws=200, seed=seed)
        told.append((curves.beyond.value, curves.to(DEEPEST).value))
        true.append([(~known)[(ranks > above) & (ranks <= DEEPEST)].mean() for above in (DEPTH, 0)])
        intervals.append((curves.beyond.low, curves.beyond.high))
    truth, bias = np.mean(true, axis=0), np.mean(told, axis=0) - np.mean(true, axis=0)
    print(f"coverage {coverage:.0%}, shared {shared:.0%}: true {truth.round(3)}, bias {bias.round(3)}")
    assert [truth[0], bias[0], truth[1], bias[1]] == pytest.approx(BIAS[coverage, shared], abs=0.01)
    held = np.mean([low <= truth[0] <= high for low, high in intervals])
    assert held >= 0.85 if shared == 0 else held <= 0.1, "no interval over queries holds the error of a curve"


def test_documents_are_counted_by_their_best_rank_and_curves_are_scipys_regressions():
    """Oracle: two queries by hand, each document at its best rank of two runs; scipy's line through ln rank."""
    qrels = Qrels.from_dict({"q1": {"a": 2, "b": 1, "z": 1}, "q2": {"c": 1, "n": 0}})
    lists = {"s": {"q1": "xabw", "q2": "ncvy"}, "t": {"q1": "abxw", "q2": "vync"}}
    runs = Runs.from_dict(
        {s: {q: {doc: -float(i) for i, doc in enumerate(docs)} for q, docs in of.items()} for s, of in lists.items()}
    )
    answers = Qrels.from_dict({"q1": {"x": 1, "w": 0}, "q2": {"v": 2, "y": 1}})
    work = audit(qrels, runs, n_queries=2)
    assert work.ranks["q1"] == {"x": 1, "a": 1, "b": 2, "w": 4}
    found = audit_curves(work, answers)
    assert (found.known.tolist(), found.new.tolist(), found.depth) == ([1, 3, 3, 3], [2, 3, 3, 3], 4)
    lines = [stats.linregress(np.log([1, 2, 3, 4]), of) for of in (found.known, found.new)]
    assert found.curves == pytest.approx(np.array([[line.intercept, line.slope] for line in lines]))
    known, new = (line.slope for line in lines)
    assert found.beyond.value == pytest.approx(new / (known + new))
    assert found.to(40).value == pytest.approx((3 + new * np.log(10)) / (6 + (known + new) * np.log(10)))
    assert (found.to(1).value, found.to(4).value) == (2 / 3, 0.5)
    ends = np.array([[1, 3, 3, 3], [2, 3, 3, 3]])
    fitted = np.array([line.intercept + line.slope * np.log([1, 2, 3, 4]) for line in lines])
    assert found.error == pytest.approx(np.abs(fitted - ends).max())
    assert audit_curves(work, answers, rel=2).known.tolist() == [1, 1, 1, 1]
    whole = audit_coverage(work, answers)
    assert (whole.in_pools, whole.new) == (found.known[-1], found.new[-1])


def test_the_interval_is_that_of_all_resamples_of_two_queries():
    """Oracle: two queries have four resamples with replacement; with one of each the share is that of both."""
    runs, ranks = world(0)
    known = labelled(ranks, 0.7, shared=0, seed=0)[:2]
    work, answers = audited(runs, known)
    found, shares = audit_curves(work, answers, draws=4000), []
    for drawn in ([0, 0], [0, 1], [1, 1]):
        counts = [
            [((ranks[q] <= r) & (known[q] == old)).sum() for r in range(1, DEPTH + 1)]
            for old in (True, False)
            for q in drawn
        ]
        slope = [stats.linregress(np.log(np.arange(1, DEPTH + 1)), np.add(*counts[i : i + 2])).slope for i in (0, 2)]
        shares.append(slope[1] / sum(slope))
    assert found.beyond.value == pytest.approx(shares[1])
    assert (found.beyond.low, found.beyond.high) == pytest.approx((min(shares), max(shares)))


def test_one_query_has_no_interval_and_one_rank_no_curve():
    qrels, runs = Qrels.from_dict({"q": {"a": 1}}), Runs.from_dict({"s": {"q": {"a": 2.0, "x": 1.0}}})
    answers = Qrels.from_dict({"q": {"x": 1}})
    found = audit_curves(audit(qrels, runs, n_queries=1), answers)
    assert (found.beyond.value, np.isnan(found.beyond.low), np.isnan(found.beyond.high)) == (1, True, True)
    with pytest.raises(UsageError, match="two ranks or more"):
        audit_curves(audit(qrels, runs, n_queries=1, depth=1), answers)
    with pytest.raises(UsageError, match="draws"):
        audit_curves(audit(qrels, runs, n_queries=1), answers, draws=0)
    nothing = audit_curves(audit(Qrels.from_dict({"q": {"a": 0}}), runs, n_queries=1), Qrels.from_dict({"q": {"x": 0}}))
    assert np.isnan([nothing.beyond.value, nothing.to(2).value, nothing.to(50).value]).all()
