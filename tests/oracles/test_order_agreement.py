"""Correlations of orders against scipy, the authors' published example, and every breaking of ties."""

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from irassay.comparison import agreement, queries_needed
from irassay.comparison.correlation import kendall_tau_a, kendall_tau_b, tau_ap, tau_ap_b, weighted_tau
from irassay.errors import UsageError

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
