"""Gaps between two groups of queries: p against scipy's permutation test, intervals against NumPy, and by hand."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from scipy import stats

from irassay.comparison.query_groups import all_subsets, gap_intervals, gap_terms, group_gap, random_subsets
from irassay.errors import UsageError
from irassay.kernel import _core

RNG = np.random.default_rng(3)


def _mean_gap(a, b):
    return a.mean() - b.mean()


def test_a_gap_by_hand():
    # Leaked 0.5, 0.7; clean 0.1, 0.2, 0.3: 0.6 less 0.2. Of 10 pairs no other has as large a gap.
    of = group_gap([0.5, 0.1, 0.7, 0.2, 0.3], [True, False, True, False, False])
    assert of.gap == pytest.approx(0.4)
    assert (of.p, of.enumerated, of.n_shuffles, of.n_in, of.n_out) == (0.1, True, 10, 2, 3)


@pytest.mark.parametrize("n_in", [4, 7])
def test_p_of_all_groupings_is_scipys(n_in):
    x = RNG.normal(size=14).round(1)  # with ties
    member = np.arange(14) < n_in
    of = group_gap(x, member)
    theirs = stats.permutation_test((x[member], x[~member]), _mean_gap, n_resamples=np.inf)
    by_hand = [_mean_gap(x[list(c)], np.delete(x, list(c))) for c in combinations(range(14), n_in)]
    assert of.p == pytest.approx(np.mean(np.abs(by_hand) >= abs(theirs.statistic) - 1e-12))
    if n_in == 7:  # scipy doubles the smaller tail, which is the same where groups are of one size
        assert of.p == pytest.approx(theirs.pvalue)


def test_p_of_random_groupings_is_scipys():
    x, member = RNG.normal(size=200), np.arange(200) < 100
    x[member] += 0.2
    ours = group_gap(x, member)
    theirs = stats.permutation_test((x[member], x[~member]), _mean_gap, n_resamples=20_000, rng=5)
    error = 4 * np.sqrt(theirs.pvalue * (1 - theirs.pvalue) * (1 / 20_000 + 1 / 10_000))
    assert not ours.enumerated
    assert ours.p == pytest.approx(theirs.pvalue, abs=error)


def test_equal_values_are_no_gap():
    of = group_gap(np.full(40, 0.1 + 0.2), np.arange(40) < 9)
    assert (of.p, round(of.gap, 12)) == (1.0, 0)
    assert of.low == pytest.approx(of.high, abs=1e-12)


def test_the_interval_is_that_of_numpy_percentiles_further_out():
    x, member = RNG.normal(size=60), np.arange(60) < 12
    a, b = x[member], x[~member]
    counts = _core.count_draws(7, 0, 10_000, [0, 12, 60])
    drawn = counts[:, :12] @ a / 12 - counts[:, 12:] @ b / 48
    va, vb = a.var(ddof=1) / 12, b.var(ddof=1) / 48
    freedom = (va + vb) ** 2 / (va**2 / 11 + vb**2 / 47)
    wide = np.sqrt((va + vb) / (a.var() / 12 + b.var() / 48)) * stats.t.ppf(0.975, freedom)
    tail = stats.norm.cdf(-wide)
    assert tail < 0.025
    low, high = gap_intervals(gap_terms(x, member)[:, None], member, key=7)[0]
    assert (low, high) == pytest.approx(np.quantile(drawn, [tail, 1 - tail]), abs=1e-9)


def test_the_interval_of_many_queries_is_welchs():
    x, member = RNG.normal(size=3000), np.arange(3000) < 1000
    theirs = stats.ttest_ind(x[member], x[~member], equal_var=False).confidence_interval(0.9)
    of = group_gap(x, member, alpha=0.1)
    assert (of.low, of.high) == pytest.approx(theirs, abs=0.06 * (theirs.high - theirs.low))


def test_the_order_of_queries_and_the_seed_decide_nothing_but_chance():
    x, member = RNG.normal(size=30), np.arange(30) < 12
    same = group_gap(x, member, seed=4)
    assert same == group_gap(x, member, seed=4)
    assert same.p == pytest.approx(group_gap(x, member, seed=5).p, abs=0.03)
    mirrored = group_gap(-x, member, seed=4)
    assert (mirrored.gap, mirrored.p) == (-same.gap, same.p)


def test_random_subsets_are_of_one_size_and_each_query_is_as_likely():
    drawn = np.concatenate(list(random_subsets(9, 4, 9_000, key=1)))
    assert (drawn.sum(axis=1) == 4).all()
    assert drawn.mean(axis=0) == pytest.approx(4 / 9, abs=4 * np.sqrt(20 / 81 / 9_000))
    kinds, counts = np.unique(drawn, axis=0, return_counts=True)
    assert len(kinds) == len(all_subsets(9, 4)) == 126
    assert stats.chisquare(counts).pvalue > 1e-4


@pytest.mark.parametrize(
    ("values", "member", "message"),
    [
        ([0.1, 0.2, 0.3], [True, False, False], "two queries or more in each group, but got 1 and 2"),
        ([0.1, np.nan, 0.3, 0.4], [True, True, False, False], "none NaN"),
        ([0.1, 0.2, 0.3], [True, False], r"shapes \(3,\) and \(2,\)"),
    ],
)
def test_what_is_no_group_is_refused(values, member, message):
    with pytest.raises(UsageError, match=message):
        group_gap(values, member)
