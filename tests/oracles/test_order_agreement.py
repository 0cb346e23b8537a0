"""Correlations of orders against scipy, the authors' published example, and every breaking of ties."""

from itertools import combinations, permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from irassay.agreement import agreement
from irassay.agreement.correlation import kendall_tau_a, kendall_tau_b, tau_ap, tau_ap_b, weighted_tau
from irassay.comparison import compare, queries_needed, queries_to_separate
from irassay.comparison.power import effect_interval, effect_needed
from irassay.errors import UsageError
from irassay.verdict.queries_needed import needed_of
from tests.scores_by_hand import hand_scores

lists = st.integers(2, 12).flatmap(
    lambda n: st.tuples(*(st.lists(st.integers(0, 6), min_size=n, max_size=n) for _ in range(2)))
)

# The example in the README of ircor, the package of the authors of tau_AP,a and tau_AP,b.
X = np.array([0.06, 0.2, 0.27, 0.37, 0.57, 0.63, 0.66, 0.9, 0.91, 0.94])
Y = np.array([0.37, 0.06, 0.2, 0.27, 0.57, 0.66, 0.63, 0.91, 0.9, 0.94])


@settings(max_examples=150, deadline=None)
@given(lists)
def test_tau_b_and_weighted_tau_are_scipys(pair):
    a, b = pair
    assert kendall_tau_b(a, b) == pytest.approx(stats.kendalltau(a, b).statistic, nan_ok=True, abs=1e-12)
    assert weighted_tau(a, b) == pytest.approx(stats.weightedtau(a, b).statistic, nan_ok=True, abs=1e-12)


@settings(max_examples=100, deadline=None)
@given(lists)
def test_every_agreement_is_symmetric_and_blind_to_scale(pair):
    a, b = (np.array(side, dtype=float) for side in pair)
    found, turned = agreement(a, b), agreement(b, a * 7 - 3)
    for name in ("concordant", "discordant", "tied", "tau_a", "tau_b", "weighted_tau", "tau_ap", "error_rate"):
        assert getattr(found, name) == pytest.approx(getattr(turned, name), nan_ok=True, abs=1e-12), name
    assert found.concordant + found.discordant + found.tied == len(a) * (len(a) - 1) // 2


def test_tau_ap_is_the_authors():
    assert tau_ap(X, Y) == pytest.approx(0.7491182, abs=5e-8)
    tied = np.round(Y * 5) / 5
    assert kendall_tau_a(X, tied) == pytest.approx(0.7111111, abs=5e-8)
    assert tau_ap(X, tied) == pytest.approx(0.6074515, abs=5e-8)
    both = np.round(X * 5) / 5
    assert kendall_tau_b(both, tied) == pytest.approx(0.75, abs=5e-8)
    assert tau_ap_b(both, tied) == pytest.approx(0.6269841, abs=5e-8)


def test_ties_of_an_estimate_count_as_broken_in_every_way():
    truth, estimate = [5.0, 4.0, 3.0, 2.0, 1.0], [2.0, 3.0, 2.0, 2.0, 1.0]
    broken = []
    for way in permutations((0.1, 0.2, 0.3)):
        scores = np.array(estimate)
        scores[[0, 2, 3]] += way
        broken.append(tau_ap(truth, scores))
    assert tau_ap(truth, estimate) == pytest.approx(np.mean(broken), abs=1e-12)


def test_a_truth_with_ties_is_refused_by_name():
    with pytest.raises(UsageError, match="tau_ap_b"):
        tau_ap([1, 1, 2], [1, 2, 3])


@pytest.mark.parametrize(("effect", "seed"), [(0.3, 0), (0.6, 1)])
def test_queries_needed_have_the_stated_power(effect, seed):
    rng = np.random.default_rng(seed)
    d = rng.normal(size=40)
    d = (d - d.mean()) / d.std(ddof=1) + effect
    needed = queries_needed(d, alpha=0.01, power=0.8)
    p = stats.ttest_1samp(rng.normal(effect, 1, size=(4000, needed.total)), 0, axis=1).pvalue
    assert np.mean(p <= 0.01) == pytest.approx(0.8, abs=0.03)
    assert needed.more == max(0, needed.total - 40)


def test_no_difference_needs_no_number_of_queries():
    assert queries_needed([0.1, -0.1, 0.1, -0.1]).total is None
    assert queries_needed([1e-9, 1.0, -1.0]).total is None
    assert queries_needed([0.1, -0.1, 0.1, -0.1]).high is None


def test_the_interval_of_an_effect_is_that_of_mbess():
    # conf.limits.nct(ncp=2.83, df=126, conf.level=.95) in R's MBESS: 0.8337502 and 4.815359, of t.
    low, high = effect_interval(2.83 / np.sqrt(127), 127, level=0.95)
    assert (low * np.sqrt(127), high * np.sqrt(127)) == pytest.approx((0.8337502, 4.815359), rel=1e-6)


@pytest.mark.parametrize(("effect", "n_queries"), [(0.3, 50), (0.05, 20), (-0.4, 8), (2.0, 2), (0.1, 2000)])
def test_the_interval_of_an_effect_inverts_scipys_non_central_t(effect, n_queries):
    low, high = effect_interval(effect, n_queries, level=0.8)
    t, root = effect * np.sqrt(n_queries), np.sqrt(n_queries)
    assert stats.nct.sf(t, n_queries - 1, low * root) == pytest.approx(0.1, abs=1e-6)
    assert stats.nct.cdf(t, n_queries - 1, high * root) == pytest.approx(0.1, abs=1e-6)


def test_the_range_of_queries_needed_holds_the_truth_as_often_as_it_says():
    truth, rng = 120, np.random.default_rng(2)
    effect = effect_needed(truth, alpha=0.05, power=0.8)
    held = 0
    for _ in range(400):
        needed = queries_needed(rng.normal(effect, 1, 60))
        held += (needed.low or np.inf) <= truth <= (needed.high or np.inf)
    assert 0.74 < held / 400 < 0.88


def test_a_pair_decided_against_the_means_leaves_holm_its_place():
    few = np.array([1.0] * 6 + [-0.05] * 54)
    x = np.stack([few, np.zeros(60), np.random.default_rng(0).normal(0, 0.5, 60)])
    league = compare(hand_scores(x), test="sign")
    assert league.against_means.any()
    open_pairs = 3 - int(league.rejected.sum()) // 2
    needed = queries_to_separate(league, "s000", "s002")
    i, j = (league.systems.index(name) for name in ("s000", "s002"))
    assert needed == queries_needed(league.values[i] - league.values[j], alpha=0.05 / open_pairs)


@settings(max_examples=40)
@given(effect=st.floats(0.02, 3), alpha=st.floats(1e-5, 0.2), power=st.floats(0.3, 0.99))
def test_so_many_queries_have_the_power_by_scipys_non_central_t_and_one_less_has_not(effect, alpha, power):
    d = np.array([-1.0, 1.0, -1.0, 1.0])
    needed = queries_needed(d / d.std(ddof=1) + effect, alpha=alpha, power=power)
    assert reached(effect, needed.total, alpha) >= power - 1e-9
    assert needed.total == 2 or reached(effect, needed.total - 1, alpha) < power + 1e-9


def reached(effect, n_queries, alpha):
    """The power of a two-sided paired t-test, the other direction left out."""
    t, shift = stats.t.isf(alpha / 2, n_queries - 1), effect * np.sqrt(n_queries)
    return stats.norm.sf(t - shift) if n_queries > 1000 else stats.nct.sf(t, n_queries - 1, shift)


@pytest.mark.parametrize("baseline", [(), ("s002", "s004")])
@pytest.mark.parametrize("correction", ["holm", "bonferroni"])
def test_a_verdict_needs_as_many_queries_as_its_corrections_level_asks_for(correction, baseline):
    rng = np.random.default_rng(4)
    x = rng.normal(0, 1, (6, 60)) + np.array([0.5, 0.45, 0.42, 0.4, 0.1, -0.9])[:, None]
    league = compare(hand_scores(x), test="t", correction=correction, baseline=baseline)
    found = needed_of(league)
    assert found
    for needed in found:
        first, other = league.systems.index(needed.of), league.systems.index(needed.other)
        # Every pair of all systems, or of the one baseline, counts; Holm leaves out those that it has settled.
        pairs = [(i, first) for i in range(6)] if baseline else list(combinations(range(6), 2))
        settled = 0 if correction == "bonferroni" else sum(bool(league.significant[i, j]) for i, j in pairs)
        size = 5 if baseline else 15
        alone = queries_needed(league.values[first] - league.values[other], alpha=0.05 / (size - settled))
        assert needed.low == max(alone.low, 61)
