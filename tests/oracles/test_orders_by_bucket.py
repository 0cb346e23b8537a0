"""Orders under variants of labels, pair by pair and bucket by bucket: against scipy and against counting by hand."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from irassay.agreement import Spread, order_agreement
from irassay.comparison import pair_buckets
from irassay.errors import UsageError


def _scores(seed, systems=9, queries=20):
    """Three systems well apart, three close, two identical, and one that ties with the first on the mean alone."""
    rng = np.random.default_rng(seed)
    full = np.linspace(0.2, 0.8, systems)[:, None] + rng.normal(0, 0.3, (systems, queries))
    full = np.round(full, 1)
    full[4] = full[3]
    full[8] = full[0][::-1]
    return full


def _by_hand(full, means, bucket):
    """Pair by pair: [concordant, discordant, tied] for each bucket."""
    counts = [[0, 0, 0] for _ in range(4)]
    own = full.mean(axis=1)
    for k, (i, j) in enumerate(combinations(range(len(full)), 2)):
        if np.isnan(means[i]) or np.isnan(means[j]):
            continue
        before = 0 if abs(own[i] - own[j]) <= 1e-12 else np.sign(own[i] - own[j])
        now = 0 if abs(means[i] - means[j]) <= 1e-12 else np.sign(means[i] - means[j])
        counts[bucket[k]][0 if before * now > 0 else 1 if before * now < 0 else 2] += 1
    return counts


@pytest.mark.parametrize("seed", range(5))
def test_buckets_are_those_of_scipys_related_samples_t_test(seed):
    full = _scores(seed)
    found = pair_buckets(full)
    assert found.names == ["p<0.01", "0.01<=p<0.05", "p>=0.05", "identical"]
    for i, j, p, bucket in zip(found.a, found.b, found.p, found.bucket):
        if (full[i] == full[j]).all():
            assert found.names[bucket] == "identical"
            continue
        told = stats.ttest_rel(full[i], full[j]).pvalue
        assert p == pytest.approx(told, abs=1e-12)
        assert bucket == (0 if told < 0.01 else 1 if told < 0.05 else 2)
    assert sum(found.sizes) == 36
    assert found.sizes[3] == 1


@pytest.mark.parametrize("seed", range(5))
def test_counts_are_those_of_going_through_all_pairs(seed):
    full, rng = _scores(seed), np.random.default_rng(100 + seed)
    means = np.round(full.mean(axis=1) + rng.normal(0, 0.2, (30, len(full))), 2)
    means[rng.random(means.shape) < 0.1] = np.nan
    found = order_agreement(full, means)
    for v, row in enumerate(means):
        told = np.array(_by_hand(full, row, found.buckets.bucket))
        assert found.concordant[v].tolist() == told[:, 0].tolist()
        assert found.discordant[v].tolist() == told[:, 1].tolist()
        assert found.tied[v].tolist() == told[:, 2].tolist()
        n = told.sum()
        assert found.tau[v] == pytest.approx((told[:, 0] - told[:, 1]).sum() / n)
        assert found.error_rate[v] == pytest.approx(told[:, 1].sum() / n)
        assert found.kept_rate[v] + found.error_rate[v] + found.tied_rate[v] == pytest.approx(1)


def test_without_ties_tau_is_scipys_and_the_rates_follow_from_it():
    rng = np.random.default_rng(3)
    full = rng.random((12, 15))
    means = rng.random((40, 12))
    found = order_agreement(full, means)
    told = [stats.kendalltau(full.mean(axis=1), row).statistic for row in means]
    assert found.tau == pytest.approx(told)
    assert found.kept_rate == pytest.approx((1 + np.array(told)) / 2)
    assert found.error_rate == pytest.approx((1 - np.array(told)) / 2)


def test_with_ties_tau_is_scipys_numerator_over_all_pairs():
    full, rng = _scores(7), np.random.default_rng(8)
    own = full.mean(axis=1).round(12)
    means = np.round(rng.random((20, len(own))), 1)
    found = order_agreement(full, means)
    n = len(own) * (len(own) - 1) / 2
    for v, row in enumerate(means):
        tau_b = stats.kendalltau(own, row).statistic
        untied = [sum(x != y for x, y in combinations(of, 2)) for of in (own, row)]
        assert found.tau[v] == pytest.approx(tau_b * np.sqrt(untied[0] * untied[1]) / n)


def test_partial_taus_weighted_by_their_pairs_are_tau():
    full, rng = _scores(2), np.random.default_rng(1)
    found = order_agreement(full, rng.random((10, len(full))))
    parts = np.nan_to_num(found.partial_tau) * found.pairs
    assert parts.sum(axis=1) / found.pairs.sum(axis=1) == pytest.approx(found.tau)


def test_a_system_left_out_is_as_if_it_were_not_there():
    full, rng = _scores(4), np.random.default_rng(6)
    means = rng.random((1, len(full)))
    held = means.copy()
    held[0, 5] = np.nan
    without = order_agreement(np.delete(full, 5, axis=0), np.delete(means, 5, axis=1))
    found = order_agreement(full, held)
    assert found.pairs.tolist() == without.pairs.tolist()
    assert found.concordant.tolist() == without.concordant.tolist()
    assert found.tied.tolist() == without.tied.tolist()


@settings(max_examples=40)
@given(seed=st.integers(0, 2**32 - 1), systems=st.integers(2, 8))
def test_full_labels_agree_with_themselves_but_for_ties_and_lower_is_better_turns_nothing(seed, systems):
    full = np.round(np.random.default_rng(seed).random((systems, 6)), 1)
    own = full.mean(axis=1)
    found = order_agreement(full, np.stack([own, -own]))
    assert found.discordant[0].sum() == 0
    assert found.tied[0].tolist() == list(found.tied_before)
    assert found.tau[1] == -found.tau[0]
    turned = order_agreement(full, np.stack([own, -own]), lower_is_better=True)
    assert turned.tau.tolist() == found.tau.tolist()


def test_an_empty_bucket_has_no_tau_and_one_query_puts_all_in_the_last():
    full = np.array([[0.9], [0.5], [0.1]])
    found = order_agreement(full, np.array([[3.0, 2.0, 1.0]]))
    assert found.buckets.sizes == [0, 0, 3, 0]
    assert np.isnan(found.partial_tau[0]).tolist() == [True, True, False, True]


def test_a_spread_leaves_out_what_is_not_known():
    values = np.array([0.1, 0.5, np.nan, 0.9])
    found = Spread.of(values)
    known = values[~np.isnan(values)]
    assert (found.mean, found.sd) == pytest.approx((known.mean(), known.std(ddof=1)))
    assert (found.low, found.high) == (0.1, 0.9)
    many = np.linspace(0, 1, 20) ** 2
    assert (Spread.of(many).low, Spread.of(many).high) == pytest.approx(tuple(np.quantile(many, [0.05, 0.95])))
    assert (Spread.of(many[1:]).low, Spread.of(many[1:]).high) == (many[1], 1.0)  # fewer than twenty: all
    assert np.isnan(Spread.of([float("nan")]).mean)


def test_what_does_not_fit_is_refused():
    with pytest.raises(UsageError, match="expected scores"):
        pair_buckets(np.zeros((1, 4)))
    with pytest.raises(UsageError, match="edges must rise"):
        pair_buckets(np.zeros((2, 4)), edges=(0.05, 0.01))
    with pytest.raises(UsageError, match="same systems"):
        order_agreement(np.zeros((3, 4)), np.zeros((2, 4)))
