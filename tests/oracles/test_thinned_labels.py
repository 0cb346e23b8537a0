"""Labels thinned at random: every subset equally likely, nested; orders under them against scipy and enumeration."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from irassay import Qrels, Runs, evaluate
from irassay.agreement.correlation import kendall_tau_a
from irassay.agreement.order_stability import order_stability
from irassay.errors import UsageError
from irassay.label_sets import thinned

UNJUDGED = -128


def test_every_subset_of_a_query_is_equally_likely():
    stack = thinned(Qrels.from_dict({"q": dict(zip("abcd", (0, 1, 2, -1)))}), [0.5], draws=6000, seed=3)
    kept = Counter(tuple(column) for column in (stack.grades("q") != UNJUDGED).T.tolist())
    assert len(kept) == 6, "two of four"
    assert stats.chisquare(list(kept.values())).pvalue > 0.001


def test_the_mean_score_is_that_of_all_subsets():
    grades = {"a": 2, "b": 0, "c": 1, "d": 1, "e": 0}
    runs = Runs.from_dict({"s": {"q": {doc: -float(i) for i, doc in enumerate("cabxd")}}})
    every = [
        evaluate(Qrels.from_dict({"q": {doc: grades[doc] for doc in kept}}), runs, ["nDCG@3"]).summary[0, 0, 0]
        for kept in combinations(grades, 2)
    ]
    stack = thinned(Qrels.from_dict({"q": grades}), [0.4], draws=4000, seed=1)
    found = evaluate(stack, runs, ["nDCG@3"]).summary[0, :, 0]
    assert set(np.round(found, 9)) == set(np.round(every, 9))
    assert found.mean() == pytest.approx(np.mean(every), abs=4 * np.std(every) / np.sqrt(4000))


def test_what_fewer_labels_keep_more_labels_keep_too_and_more_draws_change_nothing():
    qrels = Qrels.from_dict({f"q{i}": {f"d{j}": j % 3 for j in range(3 + 4 * i)} for i in range(5)})
    stack = thinned(qrels, [0.8, 0.3, 0.1], draws=20, seed=9)
    for query in qrels.queries:
        kept = (stack.grades(query) != UNJUDGED).reshape(-1, 3, 20)
        assert (kept[:, 0] >= kept[:, 1]).all()
        assert (kept[:, 1] >= kept[:, 2]).all()
        n = len(kept)
        assert (kept.sum(axis=0) == np.array([max(1, int(f * n + 0.5)) for f in (0.8, 0.3, 0.1)])[:, None]).all()
    more = thinned(qrels, [0.3], draws=50, seed=9)
    assert (more.grades("q4")[:, :20] == stack.grades("q4")[:, 20:40]).all()
    assert (thinned(qrels, [0.3], draws=50, seed=8).grades("q4") != more.grades("q4")).any()
    assert stack.recipes[20] == {"select": "thinned", "fraction": 0.3, "draw": 1, "seed": 9}


def test_the_order_of_lines_decides_nothing():
    labels = {q: {f"d{j}": j % 3 for j in range(15)} for q in ("q1", "q2")}
    turned = {q: dict(reversed(labels[q].items())) for q in ("q2", "q1")}
    one, other = (thinned(Qrels.from_dict(of), [0.4], draws=1, seed=4) for of in (labels, turned))
    for q in labels:
        kept = dict(one.variant("40%, draw 1").grades(q))
        assert kept == dict(other.variant("40%, draw 1").grades(q))
        assert len(kept) == 6


@given(data=st.data())
@settings(max_examples=40, deadline=None)
def test_all_labels_give_the_same_scores_to_the_last_bit(data):
    docs = [f"d{i}" for i in range(8)]
    labels = {
        f"q{i}": {doc: data.draw(st.integers(-1, 3)) for doc in data.draw(st.sets(st.sampled_from(docs), min_size=1))}
        for i in range(data.draw(st.integers(1, 3)))
    }
    runs = Runs.from_dict({s: {q: {d: -float(i) for i, d in enumerate(docs)} for q in labels} for s in "ab"})
    qrels, measures = Qrels.from_dict(labels), ["nDCG@5", "AP", "RR(rel=2)", "Judged@5"]
    stack = thinned(qrels, [1.0, 0.5], draws=2, seed=data.draw(st.integers(0, 2**64 - 1)))
    under = evaluate(stack, runs, measures, keep="queries").values
    whole = evaluate(qrels, runs, measures).values
    assert (under[:, :2] == whole).all()
    for query in qrels.queries:
        column = stack.grades(query)[:, 2]
        assert [g for g in column if g != UNJUDGED] == [
            g for g, c in zip(qrels.grades(query).values(), column) if c != UNJUDGED
        ], "what is kept keeps its grade"


def test_lists_that_hold_all_that_others_hold_never_fall_behind_them():
    queries = [f"q{i}" for i in range(6)]
    qrels = Qrels.from_dict({q: {f"d{j}": 1 for j in range(12)} for q in queries})
    runs = Runs.from_dict(
        {f"s{n}": {q: {f"d{j}": -float(j) for j in range(n)} for q in queries} for n in (12, 8, 4, 2)}
    )
    stack = thinned(qrels, [0.5, 0.1], draws=30)
    found = evaluate(stack, runs, ["NumRelRet"], keep="queries").values[0]
    kept = order_stability(evaluate(qrels, runs, ["NumRelRet"]).values[0, 0], found)
    assert kept.reversed.max() == 0
    assert kept.first.all()
    assert np.allclose(kept.tau, 1 - kept.tied / 6, rtol=0, atol=1e-12)


def test_where_no_label_is_relevant_all_is_tied():
    qrels = Qrels.from_dict({f"q{i}": {f"d{j}": 0 for j in range(10)} for i in range(3)})
    runs = Runs.from_dict({s: {f"q{i}": {"d1": 1.0} for i in range(3)} for s in "abc"})
    found = evaluate(thinned(qrels, [0.5], draws=4), runs, ["AP"], keep="queries").values[0]
    kept = order_stability(evaluate(qrels, runs, ["AP"]).values[0, 0], found)
    assert kept.tau.tolist() == [0.0] * 4
    assert kept.tied.tolist() == [3] * 4
    assert kept.leaders.tolist() == [3] * 4
    assert kept.settled_before == 0


def _told_apart(values, alpha):
    """Paired t-tests by scipy, Holm step by step; (better, worse) pairs."""
    n = len(values)
    pairs = list(combinations(range(n), 2))
    p = [stats.ttest_rel(values[i], values[j]).pvalue for i, j in pairs]
    told = set()
    for step, k in enumerate(np.argsort(p)):
        if not p[k] <= alpha / (len(pairs) - step):
            break
        i, j = pairs[k]
        told.add((i, j) if values[i].mean() > values[j].mean() else (j, i))
    return told


def test_order_and_decisions_are_those_of_scipy_and_of_counting_pairs():
    rng = np.random.default_rng(5)
    quality = np.linspace(0.8, 0.3, 7)[:, None]
    full = quality + rng.normal(0, 0.15, (7, 25))
    variants = np.stack([full + rng.normal(0, s, full.shape) for s in (0, 0.1, 0.3, 0.9)])
    kept = order_stability(full, variants)
    before = _told_apart(full, 0.05)
    assert kept.settled_before == len(before)
    assert kept.leaders_before == 7 - len({worse for _, worse in before})
    for v, values in enumerate(variants):
        now = _told_apart(values, 0.05)
        assert kept.tau[v] == pytest.approx(kendall_tau_a(full.mean(axis=1), values.mean(axis=1)))
        assert kept.settled[v] == len(now)
        assert kept.leaders[v] == 7 - len({worse for _, worse in now})
        assert kept.lost[v] == len({frozenset(p) for p in before} - {frozenset(p) for p in now})
        mean = values.mean(axis=1)
        assert kept.against[v] == sum(mean[i] < mean[j] for i, j in before)
        assert kept.first[v] == (mean.argmax() == full.mean(axis=1).argmax())
    worse = order_stability(-full, -variants, lower_is_better=True)
    assert (worse.tau == kept.tau).all()
    assert (worse.leaders == kept.leaders).all()


def test_a_query_that_does_not_count_under_a_variant_is_left_out_there():
    rng = np.random.default_rng(2)
    full = rng.random((4, 12))
    short = full.copy()
    short[:, 3] = np.nan
    kept, without = (
        order_stability(full, short[None]),
        order_stability(full[:, :3], np.delete(full, 3, axis=1)[None, :, :3]),
    )
    assert kept.tau[0] == kendall_tau_a(full.mean(axis=1), np.delete(full, 3, axis=1).mean(axis=1))
    assert without.pairs == 6


@pytest.mark.parametrize(
    ("fractions", "draws", "message"),
    [
        ([0.0], 5, "fractions must be above 0 and at most 1, but got 0.0"),
        ([0.5, 1.5], 5, "fractions must be above 0 and at most 1, but got 1.5"),
        ([0.5, 0.5], 5, "expected one fraction or more, each once"),
        ([], 5, "expected one fraction or more, each once"),
        ([0.5], 0, "draws must be a whole number from 1 to 100,000, but got draws=0"),
    ],
)
def test_what_cant_be_thinned_is_refused(fractions, draws, message):
    with pytest.raises(UsageError, match=message.replace("(", r"\(")):
        thinned(Qrels.from_dict({"q": {"a": 1}}), fractions, draws=draws)


def test_orders_of_other_shapes_are_refused():
    with pytest.raises(UsageError, match="expected scores"):
        order_stability(np.zeros((3, 4)), np.zeros((2, 3, 5)))
