"""Audits of finished labels: hand-worked cases, and labels of which a known part was hidden."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from irassay import read_qrels, read_runs
from irassay.collection import Qrels, Runs
from irassay.comparison.proportions import clustered_interval
from irassay.errors import InputError, UsageError
from irassay.estimates import audit_coverage
from irassay.formats.reading.metadata import read_metadata
from irassay.label_sets import of_groups, thinned
from irassay.pooling import audit, pool
from tests.collections_at_hand import collection, labels_and_runs


def hidden(seed, *, share, n_queries=40, per_query=30, alike=8):
    """All relevant documents; labels that have each with the chance `share`; runs that find some, labelled or not."""
    rng = np.random.default_rng(seed)
    truth = {f"q{q:02}": {f"d{d:02}": 1 for d in range(per_query)} for q in range(n_queries)}
    # Queries differ in how much of them was labelled, so that documents of one hang together.
    chance = rng.beta(alike * share, alike * (1 - share), n_queries)
    labels = {
        q: {d: 1 for d in docs if rng.uniform() < chance[i]} | {"n": 0} for i, (q, docs) in enumerate(truth.items())
    }
    runs = {
        f"s{s}": {
            q: {d: float(rng.uniform()) for d in docs if rng.uniform() < 0.4} | {"n": 0.5} for q, docs in truth.items()
        }
        for s in range(3)
    }
    return truth, labels, Runs.from_dict(runs)


def test_only_what_nobody_judged_is_listed():
    _, labels, runs = hidden(0, share=0.7)
    found = audit(Qrels.from_dict(labels), runs, n_queries=12, depth=5, seed=3)
    assert len(found.queries) == 12
    assert set(found.pool.queries) <= set(found.queries)
    whole = pool(runs, depth=5, queries=found.queries)
    pairs = set(zip(whole.queries, whole.docs))
    unlabelled = {(q, d) for q, d in pairs if d not in labels[q]}
    assert set(zip(found.pool.queries, found.pool.docs)) == unlabelled
    assert {(q, d) for q, of in found.labelled.items() for d in of} == pairs - unlabelled


def test_more_queries_of_the_same_seed_hold_the_fewer():
    _, labels, runs = hidden(0, share=0.7)
    few, more = (audit(Qrels.from_dict(labels), runs, n_queries=n, seed=5).queries for n in (6, 20))
    assert set(few) < set(more)
    assert len(audit(Qrels.from_dict(labels), runs, n_queries=1_000).queries) == 40


def answered_by_truth(truth, labels, runs, *, n_queries, seed):
    """What an audit says of the labels when whoever is asked knows the truth."""
    work = audit(Qrels.from_dict(labels), runs, n_queries=n_queries, depth=20, seed=seed)
    answers: dict = {query: {} for query in work.queries}
    for query, doc in zip(work.pool.queries, work.pool.docs):
        answers[query][doc] = truth[query][doc]
    return audit_coverage(work, Qrels.from_dict(answers))


def test_the_estimate_is_the_share_of_relevant_documents_that_was_labelled():
    shares, held = [], []
    for seed in range(40):
        found = answered_by_truth(*hidden(seed, share=0.7), n_queries=25, seed=seed)
        assert found.interval == "queries"
        shares.append(found.share)
        held.append(found.low <= 0.7 <= found.high)
    assert np.mean(shares) == pytest.approx(0.7, abs=0.015)
    assert np.mean(held) >= 0.85


@pytest.mark.parametrize(("n_queries", "alike"), [(2, 8), (5, 2), (8, 2)])
def test_an_audit_of_few_queries_holds_the_planted_share_as_often_as_it_says(n_queries, alike):
    """Queries that differ are not as many independent documents. Oracle: the share that was planted, 70%."""
    held = []
    for seed in range(60):
        world = hidden(seed, share=0.7, n_queries=n_queries, alike=alike)
        found = answered_by_truth(*world, n_queries=n_queries, seed=seed)
        held.append(found.low <= 0.7 <= found.high)
    assert np.mean(held) >= 0.9


def by_scipy(had, new):
    """The interval of a share of a clustered sample, written out with scipy's distributions."""
    part, whole = np.array(had, float), np.array(had, float) + np.array(new, float)
    n, total, share = len(part), whole.sum(), part.sum() / whole.sum()
    between = n / (n - 1) * ((part - share * whole) ** 2).sum()
    variance = max(between, share * (1 - share) * total)
    variance = (n * variance + share * (1 - share) * (whole**2).sum()) / (n + 1) / total**2  # one query all or nothing
    worth = share * (1 - share) / variance * (stats.norm.ppf(0.975) / stats.t.ppf(0.975, n - 1)) ** 2
    low = stats.beta.ppf(0.025, share * worth, (1 - share) * worth + 1)
    return low, stats.beta.ppf(0.975, share * worth + 1, (1 - share) * worth)


@pytest.mark.parametrize(("had", "new"), [([9, 2, 8, 5], [1, 6, 0, 5]), ([3] * 12, [1] * 12), ([0, 20, 1], [1, 0, 0])])
def test_the_interval_is_clopper_and_pearsons_for_what_the_queries_are_worth(had, new):
    assert clustered_interval(np.array(had, float), np.array(new, float)) == pytest.approx(
        by_scipy(had, new), abs=1e-10
    )
    idle = [np.array([*of, 0.0]) for of in (had, new)]  # a query without anything relevant says nothing
    assert clustered_interval(*idle) == clustered_interval(np.array(had, float), np.array(new, float))


def test_where_nothing_is_new_the_end_is_that_of_one_new_document():
    had, none = np.array([4.0, 7.0, 5.0, 6.0]), np.zeros(4)
    low, high = clustered_interval(had, none)
    assert (low, high) == (pytest.approx(by_scipy([4, 6, 5, 6], [0, 1, 0, 0])[0], abs=1e-10), 1.0)
    assert clustered_interval(none, had) == pytest.approx((0.0, 1 - low), abs=1e-10)
    assert np.isnan(clustered_interval(np.array([4.0]), np.array([1.0]))).all()


# Two queries. The labels have a and b of q1, c of q2, all relevant. The audit's run has a, x, y of q1 and c, z of q2.
# x is relevant, y and z are not: had 2, new 1, share 2/3, known 3, at most 3/4.
def test_the_hand_worked_audit():
    qrels = Qrels.from_dict({"q1": {"a": 1, "b": 2}, "q2": {"c": 1}})
    runs = Runs.from_dict({"s": {"q1": {"a": 3.0, "x": 2.0, "y": 1.0}, "q2": {"c": 2.0, "z": 1.0}}})
    work = audit(qrels, runs, n_queries=2)
    found = audit_coverage(work, Qrels.from_dict({"q1": {"x": 1, "y": 0}, "q2": {"z": -1}}))
    assert (found.in_pools, found.new, found.in_labels, found.judged, found.incomplete) == (2, 1, 3, 3, 0)
    assert (found.share, found.at_most) == (pytest.approx(2 / 3), 0.75)
    assert (found.low, found.high) == pytest.approx(by_scipy([1, 1], [1, 0]), abs=1e-10)
    assert found.interval == "queries"


def audit_of_counts(known, new, elsewhere, pooled, n_queries=23):
    """An audit whose pools hold `pooled` documents, `known` with a relevant label and `new` relevant ones without;
    `elsewhere` relevant labels are in no pool. All are dealt out over the queries, and so are the answers."""
    truth: dict = {f"q{i:02}": {} for i in range(n_queries)}
    labels: dict = {query: {"other": 0} for query in truth}
    lists: dict = {query: {} for query in truth}
    queries = list(truth)
    for i in range(pooled):
        query = queries[i % n_queries]
        lists[query][f"d{i}"] = -float(i)
        if i < known:
            labels[query][f"d{i}"] = 1
        truth[query][f"d{i}"] = int(i < known + new)
    for i in range(elsewhere):
        labels[queries[i % n_queries]][f"e{i}"] = 1
    work = audit(Qrels.from_dict(labels), Runs.from_dict({"s": lists}), n_queries=n_queries, depth=pooled)
    return audit_coverage(work, Qrels.from_dict(truth))


@pytest.mark.parametrize(
    ("known", "new", "pooled", "share", "at_most"),
    [(311, 35, 2_329, "89.9%", "96.6%"), (578, 60, 9_000, "90.6%", "94.3%")],
)
def test_d_merits_audits_have_these_counts(known, new, pooled, share, at_most):
    """Oracle: Rassin et al., section 2.5 and appendix C. Of 990 known relevant passages 311 are in pools of 2,329, with
    35 new ones: they read 990 / 1,025 = 96.6%, and we say 311 / 346 = 89.9% first. To depth 100 the pools find 638,
    60 of them new: 990 / 1,050 = 94.3%, where the paper prints 94.5, and 578 / 638 = 90.6%. What they find is 638 /
    1,050 = 60.8% of all. How many passages lie in those pools is not printed: 9,000 is ours."""
    found = audit_of_counts(known, new, 990 - known, pooled)
    assert (found.in_pools, found.new, found.in_labels, found.judged) == (known, new, 990, pooled - known)
    assert (f"{found.share:.1%}", f"{found.at_most:.1%}") == (share, at_most)
    everything = found.in_labels + found.new
    assert f"{(found.in_pools + found.new) / everything:.1%}" == {346: "33.8%", 638: "60.8%"}[known + new]


def test_a_query_with_a_document_that_nobody_answered_for_is_left_out_and_counted():
    qrels = Qrels.from_dict({"q1": {"a": 1}, "q2": {"c": 1}})
    runs = Runs.from_dict({"s": {"q1": {"a": 3.0, "x": 2.0}, "q2": {"c": 2.0, "z": 1.0}}})
    work = audit(qrels, runs, n_queries=2)
    found = audit_coverage(work, Qrels.from_dict({"q1": {"x": 1}}))
    assert (found.queries, found.incomplete, found.share) == (1, 1, 0.5)
    with pytest.raises(InputError, match="none of the 2 queries"):
        audit_coverage(work, Qrels.from_dict({"q9": {"x": 1}}))


def test_where_nothing_relevant_is_found_there_is_no_estimate():
    qrels = Qrels.from_dict({"q1": {"a": 0}})
    work = audit(qrels, Runs.from_dict({"s": {"q1": {"a": 1.0, "x": 0.5}}}), n_queries=1)
    found = audit_coverage(work, Qrels.from_dict({"q1": {"x": 0}}))
    assert np.isnan([found.share, found.low, found.high, found.at_most]).all()


def test_what_can_t_be_is_refused():
    qrels, runs = Qrels.from_dict({"q1": {"a": 0}}), Runs.from_dict({"s": {"q2": {"a": 1.0}}})
    with pytest.raises(UsageError, match="n_queries must be"):
        audit(qrels, runs, n_queries=0)
    with pytest.raises(InputError, match="no run answers"):
        audit(qrels, runs, n_queries=1)


def relevant(qrels):
    return sum(grade >= 1 for query in qrels.queries for grade in qrels.grades(query).values())


def test_half_of_dl21s_labels_hidden_at_random_are_missed_by_an_audit():
    """The words and figures of docs/building.md."""
    qrels, runs = labels_and_runs("trec-dl-2021-passage")
    half = thinned(qrels, [0.5], draws=1).variant("50%, draw 1")
    found = audit_coverage(audit(half, runs, n_queries=20, depth=3, seed=7), qrels)
    assert round(relevant(half) / relevant(qrels), 2) == 0.51
    assert (round(found.share, 2), round(found.low, 2), round(found.high, 2)) == (0.51, 0.43, 0.58)
    assert (found.in_pools, found.new, found.queries, found.incomplete, found.depth) == (290, 280, 19, 1, 3)


def test_an_audit_by_the_other_half_of_trec_covids_groups_says_too_much_but_for_its_upper_end():
    """Where labels came by pooling, what others rank high is easy to find: 28% reads as 50%, and at most 73%."""
    folder = collection("trec-covid-round5")
    about = read_metadata(str(folder / "runs.csv")).columns
    pooled = [run for run, did in about["contributed_judgments"].items() if did == "yes"]
    paths = {run: folder / "runs" / f"{run}.xz" for run in pooled}
    qrels, teams = read_qrels(folder / "qrels.covid-round5.txt"), {run: about["team"][run] for run in pooled}
    stack = of_groups(qrels, read_runs(list(paths.values())), teams, depth=7, sizes=[14], draws=1, seed=1)
    labels, made = stack.variant(stack.names[0]), set(stack.recipes[0]["groups"])
    others = read_runs([path for run, path in paths.items() if teams[run] not in made])
    found = audit_coverage(audit(labels, others, n_queries=25, depth=5), qrels)
    truth = relevant(labels) / relevant(qrels)
    assert 0.25 <= round(truth, 2) <= 0.34
    assert truth < found.low < found.share < found.at_most < 1
    assert 0.50 <= round(found.share, 2) <= 0.66
