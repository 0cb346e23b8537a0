"""Concordance: each ordered pair asked of scipy whether its first system is significantly better."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from scipy import stats

from irassay.agreement import concordance
from irassay.comparison import pair_buckets
from irassay.errors import UsageError


def scores(seed, systems=8, queries=15):
    """Systems from far apart to close, and two identical ones."""
    rng = np.random.default_rng(seed)
    full = np.linspace(0.3, 0.7, systems)[:, None] + rng.normal(0, 0.25, (systems, queries))
    full[4] = full[3]
    return full, full + rng.normal(0, 0.25, (12, systems, queries))


def better(a, b):
    test = stats.ttest_rel(a, b)
    return bool(test.pvalue < 0.05 and test.statistic > 0)


def by_hand(full, values, bucket_of):
    """[ordered pairs, those alike] by bucket."""
    counts = np.zeros((4, 2), dtype=int)
    queries = ~np.isnan(values).all(axis=0)
    for i, j in permutations(range(len(full)), 2):
        if not (np.isnan(values[i]).all() or np.isnan(values[j]).all()):
            alike = better(full[i], full[j]) == better(values[i, queries], values[j, queries])
            counts[bucket_of[min(i, j), max(i, j)]] += (1, alike)
    return counts


@pytest.mark.filterwarnings("ignore::RuntimeWarning")  # scipy's, of identical systems
@pytest.mark.parametrize("seed", range(4))
def test_each_ordered_pair_has_the_answers_of_scipys_related_samples_t_test(seed):
    """Oracle: scipy.stats.ttest_rel, pair by pair; a system is left out of one variant, a query of another."""
    full, variants = scores(seed)
    variants[3, 2] = np.nan
    variants[4, :, 6] = np.nan
    variants[5] = full
    found, buckets = concordance(full, variants), pair_buckets(full)
    bucket_of = {(i, j): k for i, j, k in zip(buckets.a, buckets.b, buckets.bucket)}
    for row, values in enumerate(variants):
        told = by_hand(full, values, bucket_of)
        assert found.ordered[row].tolist() == told[:, 0].tolist()
        assert found.alike[row].tolist() == told[:, 1].tolist()
        assert found.share[row] == told[:, 1].sum() / told[:, 0].sum()
    assert found.share[5] == 1
    assert found.share.min() < 0.9
    assert np.isnan(found.partial_share).tolist() == (found.ordered == 0).tolist()
    turned = concordance(-full, -variants, lower_is_better=True)
    assert turned.alike.tolist() == found.alike.tolist()


def test_a_reversed_decision_disagrees_twice_and_a_lost_one_once():
    """Oracle: one pair of systems by hand. Both orders change where the better becomes the worse, one where neither is
    better any more."""
    full = np.array([[0.9, 0.8, 0.9, 0.8], [0.1, 0.2, 0.2, 0.1]])
    neither = np.array([[0.9, 0.1, 0.9, 0.1], [0.1, 0.9, 0.1, 0.9]])
    found = concordance(full, np.stack([full, neither, full[::-1]]))
    assert found.alike.sum(axis=1).tolist() == [2, 1, 0]


def test_one_query_decides_nothing_and_the_level_moves_the_line():
    """Oracle: a t-test of one query has no degree of freedom; p of the pair by scipy lies between the two levels."""
    assert concordance(np.array([[0.9], [0.1]]), np.array([[[0.1], [0.9]]])).share.tolist() == [1]
    full = np.array([[0.9, 0.8, 0.9, 0.5], [0.6, 0.6, 0.7, 0.6]])
    assert 0.05 < stats.ttest_rel(*full).pvalue < 0.4
    same = np.stack([full[[0, 0]]])
    assert [concordance(full, same, alpha=alpha).share[0] for alpha in (0.05, 0.4)] == [1, 0.5]


def test_what_does_not_fit_is_refused():
    with pytest.raises(UsageError, match="of the same systems"):
        concordance(np.zeros((2, 4)), np.zeros((1, 3, 4)))
    with pytest.raises(UsageError, match="alpha"):
        concordance(np.zeros((2, 4)), np.zeros((1, 2, 4)), alpha=1.5)
