"""Pairs of pools. Oracles: enumeration of pairs, and the published figures of 500 pools."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from irassay.errors import UsageError
from irassay.pooling import PoolSizes, fewest_pairs


@given(st.lists(st.integers(1, 40), min_size=1, max_size=30))
def test_no_pools_have_fewer_pairs_than_the_bound(sizes):
    of = PoolSizes.of(sizes)
    assert of.n_pairs == sum(len([*combinations(range(size), 2)]) for size in sizes)
    assert of.mean == pytest.approx(np.mean(sizes))
    assert fewest_pairs(of.n_pools, of.mean) <= of.n_pairs
    if len(set(sizes)) == 1:
        assert fewest_pairs(of.n_pools, of.mean) == of.n_pairs


def test_500_pools_of_6_32_documents_need_8405_pairs_or_more():
    """The paper prints 6.32 documents on average and 4,210 pairs."""
    assert fewest_pairs(500, 6.32) == 8_405 > 4_210
    evenest = PoolSizes.of([6] * 340 + [7] * 160)
    assert (evenest.mean, evenest.n_pairs) == (6.32, 8_460)


@pytest.mark.parametrize(
    ("n_pools", "mean", "name"), [(0, 2.0, "n_pools"), (3, 0.5, "mean"), (3, float("nan"), "mean")]
)
def test_numbers_out_of_range_are_refused(n_pools, mean, name):
    with pytest.raises(UsageError, match=name):
        fewest_pairs(n_pools, mean)
