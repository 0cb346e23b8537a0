"""Margins: intervals against scipy's, decisions against planted truths, labels against every completion."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from scipy import stats

from irassay import Qrels, compare, settle
from irassay.comparison.league.level_intervals import interval_at_alpha
from irassay.errors import UsageError
from irassay.measures import Measure
from irassay.verdict import NonInferiority, Verdict, non_inferiority
from tests.laws.test_bounds import long_collection
from tests.plain.completions import completions, score
from tests.plain.small import runs_of
from tests.scores_by_hand import hand_scores

MARGIN = 0.02


def pair_of_systems(truth, n_queries, rng, *, spread=0.08):
    """Scores of an old system, and of a new one that is better by `truth` on average over all possible queries."""
    old = rng.uniform(0.2, 0.7, n_queries)
    return np.array([old + rng.normal(truth, spread, n_queries), old])


def decided(scores, margin=MARGIN, **options):
    league = compare(hand_scores(scores, systems=["new", "old"]), n_resamples=200, threads=1, **options)
    return non_inferiority(Verdict(league), "new", "old", margin=margin)


@pytest.mark.parametrize("alpha", [0.05, 0.2])
def test_with_few_queries_the_interval_is_scipys_t_interval(alpha):
    scores = pair_of_systems(-0.01, 12, np.random.default_rng(3))
    decision = decided(scores, alpha=alpha)
    expected = stats.ttest_rel(*scores).confidence_interval(1 - alpha)
    assert (decision.low, decision.high) == pytest.approx((expected.low, expected.high), abs=1e-12)
    assert decision.method == "t"


@pytest.mark.parametrize("alpha", [0.05, 0.2])
def test_with_many_queries_the_interval_is_scipys_percentile_bootstrap(alpha):
    scores = pair_of_systems(-0.01, 60, np.random.default_rng(4))
    decision = decided(scores, alpha=alpha)
    drawn = stats.bootstrap(
        (scores[0] - scores[1],), np.mean, confidence_level=1 - alpha, method="percentile", random_state=1
    ).confidence_interval
    assert (decision.low, decision.high) == pytest.approx((drawn.low, drawn.high), abs=0.002)
    assert decision.method == "percentile"


def test_where_lower_is_better_a_positive_difference_is_still_in_favour_of_new():
    scores = pair_of_systems(0.0, 12, np.random.default_rng(5)) + 1.0
    league = compare(hand_scores(scores, measure="MFR@10", systems=["new", "old"]), n_resamples=200, threads=1)
    assert league.lower_is_better
    decision = non_inferiority(Verdict(league), "new", "old", margin=MARGIN)
    expected = stats.ttest_rel(scores[1], scores[0]).confidence_interval(0.95)
    assert (decision.low, decision.high) == pytest.approx((expected.low, expected.high), abs=1e-12)


def decisions_of_worlds(truth, n_queries, n_worlds=300):
    rng = np.random.default_rng([7, n_queries])
    decisions = [decided(pair_of_systems(truth, n_queries, rng)) for _ in range(n_worlds)]
    return [decision.answer() for decision in decisions]


@pytest.mark.parametrize("n_queries", [15, 60])
def test_a_new_system_that_is_worse_by_the_margin_is_rarely_called_not_inferior(n_queries):
    answers = decisions_of_worlds(-MARGIN, n_queries)
    error = 3 * (0.025 * 0.975 / len(answers)) ** 0.5  # of the simulation
    assert answers.count("not inferior") / len(answers) <= 0.025 + error
    assert answers.count("inferior") / len(answers) <= 0.025 + error


def test_planted_truths_far_from_the_margin_are_found():
    assert decisions_of_worlds(0.02, 60, 60).count("not inferior") >= 54
    assert decisions_of_worlds(-0.07, 60, 60).count("inferior") >= 54


def test_one_query_decides_nothing():
    assert decided([[0.9], [0.1]]).answer() == "undecided"


def test_equal_differences_at_the_margin_are_on_neither_side():
    scores = np.array([[0.3, 0.5, 0.7], [0.4, 0.6, 0.8]])
    assert decided(scores, margin=0.1).by_queries == "open"
    assert decided(scores, margin=0.1001).by_queries == "above"
    assert decided(scores, margin=0.0999).by_queries == "below"


@pytest.mark.parametrize("margin", [0, -0.1, float("nan"), float("inf")])
def test_a_margin_is_above_zero(margin):
    with pytest.raises(UsageError, match="expected a margin above 0"):
        decided([[0.9, 0.2], [0.1, 0.1]], margin=margin)


def test_a_method_with_ends_for_one_level_only_is_refused_at_another():
    scores = pair_of_systems(0.0, 40, np.random.default_rng(6))
    league = compare(hand_scores(scores, systems=["new", "old"]), interval="bca", alpha=0.1, n_resamples=200)
    with pytest.raises(UsageError, match="for an alpha of 0\\.05 only"):
        interval_at_alpha(league, "new", "old")
    league = compare(hand_scores(scores, systems=["new", "old"]), interval="bca", n_resamples=200)
    i, j = league.systems.index("new"), league.systems.index("old")
    ends = (league.difference_low[i, j], league.difference_high[i, j])
    assert interval_at_alpha(league, "new", "old") == (*ends, "bca")


@pytest.mark.parametrize("name", ["P@3", "nDCG@3"])
def test_labels_are_proved_if_every_completion_keeps_the_side(name):
    """Brute force over all completions of three queries, one after the other: worst cases of queries add up."""
    measure = Measure.parse(name)
    labels, lists = long_collection(5, n_systems=2, length=4, n_docs=7, n_queries=3, n_judged=4)
    verdict = settle(Qrels.from_dict(labels), runs_of(lists), name, n_resamples=200, unseen=0)
    ends = []
    for query, grades in labels.items():
        rankings = [lists[s][query] for s in ("s0", "s1")]
        full = list(completions(rankings, grades, (0, 1, 2), 0))
        ends.append([score(measure, rankings[0], one) - score(measure, rankings[1], one) for one in full])
    low, high = np.mean([min(of) for of in ends]), np.mean([max(of) for of in ends])
    strengths = set()
    for margin in (0.9 * abs(low) + 0.001, min(1.1 * abs(low) + 0.01, 0.99), 0.999):  # below 1, the measure's range
        decision = non_inferiority(verdict, "s0", "s1", margin=margin)
        assert (decision.labels_low, decision.labels_high) == pytest.approx((low, high), abs=1e-12)
        if decision.by_queries == "above":
            assert (decision.strength == "proved") == (low > -margin)
            strengths.add(decision.strength)
    assert "proved" in strengths


def answer_of(require="likely", **changes):
    given = {"low": -0.005, "high": 0.03, "labels_low": -0.05, "labels_high": 0.04, "agreeing": 96, "n_draws": 100}
    return NonInferiority("new", "old", "AP", 0.01, 0.01, alpha=0.05, method="t", **(given | changes)).answer(require)


def test_what_is_required_of_the_labels_applies_to_margins_too():
    assert answer_of("likely") == "not inferior"
    assert answer_of("proved") == "undecided"
    assert answer_of("likely", agreeing=94) == "undecided"
    assert answer_of("taken", agreeing=0) == "not inferior"
    assert answer_of("proved", labels_low=-0.009) == "not inferior"
    assert answer_of("proved", labels_low=float("nan"), labels_high=float("nan")) == "undecided"
    assert (
        answer_of("proved", labels_low=float("nan"), labels_high=float("nan"), unlikely="scores alone")
        == "not inferior"
    )
    assert answer_of("proved", low=-0.05, high=-0.02, labels_low=-0.06, labels_high=-0.011) == "inferior"
    with pytest.raises(UsageError):
        answer_of("maybe")


def test_draws_are_asked_on_the_side_that_the_queries_decide():
    """Two unequally judged systems: new's unjudged documents can only help it, so draws keep it above the margin."""
    queries = [f"q{i:02}" for i in range(40)]
    labels = {q: {"a": 1, "b": 0, "c": 0, "d": 1 if i % 2 else 0} for i, q in enumerate(queries)}
    lists = {"new": {q: ["a", "x", "c"] for q in queries}, "old": {q: ["a", "d", "c"] for q in queries}}
    qrels, runs = Qrels.from_dict(labels), runs_of(lists)
    verdict = settle(qrels, runs, "P@3", n_resamples=200)
    lost = non_inferiority(verdict, "new", "old", margin=0.3, qrels=qrels, runs=runs)
    assert lost.by_queries == "above"
    assert lost.strength == "proved"
    less = non_inferiority(verdict, "new", "old", margin=0.05, qrels=qrels, runs=runs)
    assert less.by_queries == "below"  # with these labels new loses 1/6
    assert (less.strength, less.answer()) == ("open", "undecided"), "but half of x may well be relevant"
    assert less.n_draws == 100
    assert less.agreeing < 95
    assert less.answer("taken") == "inferior"


def labels_of_four(completion):
    """Forty queries; new is ahead on q00, and old's first document is unjudged on four queries, or as given."""
    queries = [f"q{i:02}" for i in range(40)]
    labels = {q: {"a": 1, "b": 0} for q in queries}
    for query, grade in zip(queries[36:], completion, strict=False):
        labels[query]["x"] = grade
    new = {q: ["b" if i >= 36 else "a"] for i, q in enumerate(queries)}
    old = {q: ["x" if i >= 36 else "b" if i == 0 else "a"] for i, q in enumerate(queries)}
    return Qrels.from_dict(labels), runs_of({"new": new, "old": old})


def test_proved_claims_the_side_of_the_difference_and_not_that_the_test_agrees_with_other_labels():
    """Oracle: every completion of four labels. In some the interval contains the margin; in none does the mean."""
    qrels, runs = labels_of_four(())
    present = non_inferiority(settle(qrels, runs, "P@1"), "new", "old", margin=0.1, qrels=qrels, runs=runs)
    assert (present.strength, present.answer("proved"), present.fixed) == ("proved", "not inferior", False)
    completed = []
    for completion in product((0, 1), repeat=4):
        full, same_runs = labels_of_four(completion)
        completed.append(non_inferiority(settle(full, same_runs, "P@1"), "new", "old", margin=0.1))
    assert all(one.fixed for one in completed)
    assert [one.difference for one in completed] == pytest.approx(
        [(1 - sum(c)) / 40 for c in product((0, 1), repeat=4)]
    )
    assert min(one.difference for one in completed) > -0.1
    answers = {one.answer("proved") for one in completed}
    assert answers == {"not inferior", "undecided"}, "the test does not agree in every completion"
    sentence = present.sentence("proved")
    assert "no missing label changes" not in sentence
    assert (
        "the queries decide it with these labels. No missing label moves the difference on these queries to −0.1 or "
        "below; whether the queries decide it with other labels too is not proved." in sentence
    )
    assert "of 100 draws from the estimate keep it significantly above −0.1" in sentence
    whole = completed[0].sentence("proved")
    assert "the queries decide it, and no missing label changes a query's difference." in whole


def test_a_proof_that_new_is_inferior_names_the_other_side():
    values = {"low": -0.05, "high": -0.02, "labels_low": -0.06, "labels_high": -0.011}
    text = NonInferiority("new", "old", "AP", 0.01, -0.03, alpha=0.05, method="t", **values).sentence("proved")
    assert "No missing label moves the difference on these queries to −0.01 or above" in text
