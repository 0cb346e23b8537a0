"""Agreement of two orders among all and among the first systems: against scipy, brute force and a known truth."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from irassay.agreement import agreement, top_agreement
from irassay.agreement.correlation import kendall_tau_a
from irassay.agreement.top_agreement import RESAMPLES
from irassay.errors import UsageError
from irassay.kernel import _core


def world(rng: np.random.Generator, truth, other, n_queries: int):
    """Scores by two measures that share half of what queries do to a system."""
    shared = rng.normal(0, 0.14, (len(truth), n_queries))
    x, y = (t[:, None] + shared + rng.normal(0, 0.14, shared.shape) for t in (truth, other))
    return x, y


def test_tau_of_all_and_of_the_first_is_scipys_where_nothing_ties():
    rng = np.random.default_rng(1)
    x, y = world(rng, rng.normal(0, 0.1, 30), rng.normal(0, 0.1, 30), 20)
    whole, ten, twenty = top_agreement(x, y)
    one, other = x.mean(axis=1), y.mean(axis=1)
    order = np.argsort(-one)
    for found, n in ((whole, 30), (ten, 10), (twenty, 20)):
        tau = stats.kendalltau(one[order[:n]], other[order[:n]]).statistic
        assert found.n == n
        assert found.tau == pytest.approx(tau, abs=1e-12)
        assert found.error_rate == pytest.approx(100 * (1 - tau) / 2, abs=1e-9)


@settings(max_examples=40)
@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2)), min_size=2, max_size=8))
def test_ties_count_for_neither_as_in_agreement(pairs):
    x, y = (np.array([[float(p[i])] for p in pairs]) for i in (0, 1))
    (found,) = top_agreement(x, y, tops=[])
    expected = agreement(x[:, 0], y[:, 0])
    assert found.tau == pytest.approx(expected.tau_a, abs=1e-12)
    assert found.error_rate == pytest.approx(expected.error_rate, abs=1e-9)
    # One query drawn again is the same query.
    assert (found.tau_low, found.tau_high) == pytest.approx((found.tau, found.tau), abs=1e-12)


def test_intervals_are_those_of_resamples_taken_one_by_one():
    rng = np.random.default_rng(2)
    x, y = world(rng, np.linspace(0, 0.3, 6), np.linspace(0, 0.3, 6), 12)
    found = top_agreement(x, y, tops=[3], seed=7)
    order = np.argsort(-x.mean(axis=1), kind="stable")
    draws = _core.count_draws(7, 0, RESAMPLES, [0, 12])
    for one, n in zip(found, (6, 3)):
        rows = order[:n]
        taus = np.array([kendall_tau_a(x[rows] @ d, y[rows] @ d) for d in draws])
        low, high = np.quantile(taus, [0.025, 0.975]) - taus.mean()
        assert (one.tau_low, one.tau_high) == pytest.approx((one.tau + low, min(1, one.tau + high)), abs=1e-9)


def test_intervals_hold_what_tau_is_on_average_on_as_many_other_queries():
    rng = np.random.default_rng(3)
    truth = rng.normal(0, 0.08, 15)
    other = 0.8 * truth + 0.6 * rng.normal(0, 0.08, 15)
    expected = np.mean([kendall_tau_a(*(v.mean(axis=1) for v in world(rng, truth, other, 40))) for _ in range(400)])
    held = 0
    for seed in range(60):
        (found,) = top_agreement(*world(rng, truth, other, 40), tops=[], seed=seed)
        held += found.tau_low <= expected <= found.tau_high
    assert held >= 52  # 57 wanted


def test_the_order_in_which_systems_come_changes_nothing():
    rng = np.random.default_rng(4)
    x, y = world(rng, rng.normal(0, 0.1, 12), rng.normal(0, 0.1, 12), 10)
    turn = rng.permutation(12)
    assert top_agreement(x, y) == top_agreement(x[turn], y[turn])


def test_what_can_t_be_compared_is_refused():
    with pytest.raises(UsageError, match="expected two arrays"):
        top_agreement([[1.0]], [[1.0]])
    with pytest.raises(UsageError, match="hold NaN"):
        top_agreement([[1.0], [np.nan]], [[1.0], [0.0]])
    with pytest.raises(UsageError, match="at least 2"):
        top_agreement([[1.0], [0.5]], [[1.0], [0.0]], tops=[1])
