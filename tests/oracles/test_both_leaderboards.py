"""Original labels beside best answers: the paper's table, scores by hand, and answers without one run's documents."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import numpy as np
import pytest
from scipy.stats import kendalltau

from irassay import Qrels, Runs
from irassay.agreement.both_leaderboards import SAMPLES, both_leaderboards, samples_of_queries
from irassay.agreement.correlation import kendall_tau_a
from irassay.collection.preferences import Comparison, Preferences
from irassay.estimates.pools.left_out_answers import leave_runs_out

# Arabzadeh et al. 2021, Table 3: RR@10 under the original labels, and under preferences.
PAPER = (
    *((0.4013, 0.5069), (0.3953, 0.5638), (0.3881, 0.5827), (0.3863, 0.5036), (0.3722, 0.4955), (0.3697, 0.5703)),
    *((0.3658, 0.5199), (0.3606, 0.5617), (0.3541, 0.5464), (0.3442, 0.4985), (0.2984, 0.3663), (0.2779, 0.4666)),
    *((0.2681, 0.3251), (0.2550, 0.3257), (0.1955, 0.2403), (0.1536, 0.2033)),
)


def test_the_papers_leaderboards_agree_in_tau_065_and_their_first_eight_not_at_all():
    original, preference = np.array(PAPER).T
    assert round(kendall_tau_a(original, preference), 2) == 0.65
    assert kendall_tau_a(original[:8], preference[:8]) == 0.0


def world(seed, n_queries=40, n_systems=10, n_docs=12):
    rng = np.random.default_rng(seed)
    docs = [f"d{i}" for i in range(n_docs)]
    runs = {
        f"s{s}": {f"q{q}": dict(zip(docs, rng.random(n_docs).tolist(), strict=True)) for q in range(n_queries)}
        for s in range(n_systems)
    }
    original = {f"q{q}": {docs[i]: 1 for i in rng.choice(n_docs, 2, replace=False)} for q in range(n_queries)}
    answers = {f"q{q}": {docs[int(rng.integers(n_docs))]: 1} for q in range(0, n_queries, 2)}
    return runs, original, answers


def reciprocal_rank(scores, relevant):
    ranked = sorted(scores, key=scores.get, reverse=True)[:10]
    return next((1 / (i + 1) for i, doc in enumerate(ranked) if doc in relevant), 0.0)


def test_both_leaderboards_are_those_scored_by_hand():
    runs, original, answers = world(1)
    of = both_leaderboards(Qrels.from_dict(original), Qrels.from_dict(answers), Runs.from_dict(runs))
    assert (of.n_queries, of.n_answered) == (40, 20)
    for i, system in enumerate(of.systems):
        under = [
            np.mean([reciprocal_rank(runs[system][query], labels[query]) for query in queries])
            for labels, queries in ((original, original), (answers, answers), (original, answers))
        ]
        assert (of.original[i], of.preference[i], of.both[i]) == pytest.approx(under)
    assert list(of.original) == sorted(of.original, reverse=True)
    assert of.agreements[0].tau == pytest.approx(kendall_tau_a(of.both, of.preference))
    assert [one.n for one in of.agreements] == [10, 8]
    for means, ends in ((of.original, of.original_ends), (of.preference, of.preference_ends)):
        assert ((ends[:, 0] <= means) & (means <= ends[:, 1])).all()


def test_an_interval_is_that_of_resampled_queries():
    """The oracle resamples by NumPy's own generator; the ends of 10,000 resamples agree to chance."""
    runs, original, answers = world(2)
    of = both_leaderboards(Qrels.from_dict(original), Qrels.from_dict(answers), Runs.from_dict(runs))
    rng = np.random.default_rng(0)
    values = np.array([reciprocal_rank(runs[of.systems[0]][query], original[query]) for query in original])
    means = rng.choice(values, (10_000, len(values))).mean(axis=1)
    assert of.original_ends[0] == pytest.approx(np.quantile(means, (0.025, 0.975)), abs=0.01)


def test_the_perfect_ranking_scores_as_often_as_its_answer_is_the_best():
    runs, original, answers = world(3)
    known = {query: [next(iter(labels))] for query, labels in original.items()}
    of = both_leaderboards(Qrels.from_dict(original), Qrels.from_dict(answers), Runs.from_dict(runs), known=known)
    assert of.perfect == np.mean([known[query][0] in labels for query, labels in answers.items()])


def test_grades_of_the_original_labels_dont_bind_the_answers():
    runs = Runs.from_dict({"s": {"q": {"a": 2.0, "b": 1.0}}})
    of = both_leaderboards(
        Qrels.from_dict({"q": {"a": 1, "b": 2}}), Qrels.from_dict({"q": {"a": 1}}), runs, measure="RR(rel=2)@10"
    )
    assert (of.measure, of.answers_measure) == ("RR(rel=2)@10", "RR@10")
    assert (of.original[0], of.preference[0]) == (0.5, 1.0)


def most_preferred(preferences):
    """Stand-in for the rule of best answers: who wins most pairs, all who tie."""
    best = {}
    for query in preferences.queries:
        wins = Counter(doc for *_, doc in preferences.pairs(query) if doc)
        best[query] = {doc: 1 for doc, n in wins.items() if n == max(wins.values())}
    return Qrels.from_dict(best)


def test_a_run_left_out_is_scored_by_answers_counted_again_without_its_documents():
    """The oracle drops the judgments line by line."""
    runs, _, _ = world(4, n_queries=8, n_systems=4)
    rng = np.random.default_rng(4)
    firsts = {query: {s: max(runs[s][query], key=runs[s][query].get) for s in runs} for query in runs["s0"]}
    judged = []
    for query, by_run in firsts.items():
        pool = sorted({*by_run.values(), "d0", "d1", "d2"})
        order = rng.permutation(len(pool))
        judged += [
            Comparison(query, {a: float(order[i]), b: float(order[j])})
            for i, a in enumerate(pool) for j, b in enumerate(pool) if i < j
        ]  # fmt: skip
    out = leave_runs_out(Preferences(judged), Runs.from_dict(runs), most_preferred)
    answers = most_preferred(Preferences(judged))
    for one in out:
        own = {
            (query, by_run[one.system]) for query, by_run in firsts.items()
            if list(by_run.values()).count(by_run[one.system]) == 1
        }  # fmt: skip
        left = [x for x in judged if not any((x.query, doc) in own for doc in x.levels)]
        after = most_preferred(Preferences(left))
        scores = {
            s: np.mean([reciprocal_rank(runs[s][query], after.grades(query)) for query in after.queries]) for s in runs
        }
        assert one.own == len(own)
        assert one.changed == sum(answers.grades(query) != after.grades(query) for query in answers.queries)
        assert one.after == pytest.approx(scores[one.system])
        assert one.rank_after == 1 + sum(x > scores[one.system] + 1e-12 for x in scores.values())
    assert sum(one.own for one in out) > 0
    assert sum(one.changed for one in out) > 0


def test_a_query_that_has_an_answer_only_without_a_runs_documents_is_in_no_mean():
    """By hand: of q2 y, w and z beat one another, so none wins most until w, which only b has first, is gone."""
    runs = {"a": {"q1": {"x": 2.0}, "q2": {"y": 2.0}}, "b": {"q1": {"x": 2.0}, "q2": {"w": 2.0, "y": 1.0}}}
    won = [("q1", "x", "v"), ("q2", "y", "w"), ("q2", "w", "z"), ("q2", "z", "y")]
    judged = Preferences([Comparison(query, {better: 1.0, worse: 0.0}) for query, better, worse in won])

    def single(preferences):
        best = most_preferred(preferences)
        return Qrels.from_dict({q: dict(best.grades(q)) for q in best.queries if len(best.grades(q)) == 1})

    (_, b) = leave_runs_out(judged, Runs.from_dict(runs), single)
    assert (single(judged).queries, b.own, b.changed, b.before, b.after) == (("q1",), 1, 0, 1.0, 1.0)


def test_samples_of_the_queries_agree_with_all_as_often_as_all_samples_do():
    """All 210 samples of 4 of 10 queries one by one, tau-a by scipy on scores without ties."""
    values = np.random.default_rng(4).random((7, 10))
    whole, found = values.mean(axis=1), samples_of_queries(values, 4, 0)
    every = np.array([kendalltau(values[:, at].mean(axis=1), whole)[0] for at in combinations(range(10), 4)])
    assert len(found.tau) == SAMPLES
    assert set(found.tau.round(9)) <= set(every.round(9))
    assert found.tau.mean() == pytest.approx(every.mean(), abs=4 * every.std() / SAMPLES**0.5)
    assert found.turned == pytest.approx((1 - found.tau) / 2)
    assert found.tau.tolist() == samples_of_queries(values, 4, 0).tau.tolist()
    assert samples_of_queries(values, 10, 0) is None
