"""The kernel's resampling of whole families against plain twins."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from irassay.comparison.significance.randomization import snap
from irassay.kernel import _core
from tests.plain import families as plain


def world(n_queries, n_systems):
    x, _ = snap(np.random.default_rng(n_queries).random((n_queries, n_systems)))
    a, b = np.triu_indices(n_systems, 1)
    return x, a.astype(np.uint32), b.astype(np.uint32)


def in_order(x, a, b):
    d = x[:, a] - x[:, b]
    weight = 1 / np.sqrt((d**2).sum(axis=0))
    statistic = np.abs(d.sum(axis=0)) * weight
    order = np.argsort(-statistic)
    return a[order], b[order], weight[order], statistic[order]


@settings(max_examples=30, deadline=None)
@given(
    n_systems=st.integers(2, 11),
    n_queries=st.sampled_from([1, 2, 19, 60, 61, 121]),
    n=st.integers(1, 40),
    first=st.integers(0, 2**33),
    key=st.integers(0, 2**64 - 1),
)
def test_step_down_counts_equal_the_plain_twin(n_systems, n_queries, n, first, key):
    x, a, b = world(n_queries, n_systems)
    a, b, weight, statistic = in_order(x, a, b)
    threshold = 0.7 * statistic
    counts = _core.count_step_down(x, a, b, weight, threshold, key, first, n)
    assert counts.tolist() == plain.count_step_down(x, a, b, weight, threshold, key, first, n).tolist()


@settings(max_examples=30, deadline=None)
@given(st.integers(1, 9), st.integers(1, 30), st.integers(0, 2**33), st.integers(0, 2**64 - 1))
def test_shuffled_ranges_equal_the_plain_twin(n_systems, n_queries, first, key):
    x, _, _ = world(n_queries, n_systems)
    assert _core.shuffled_ranges(x, key, first, 7).tolist() == plain.shuffled_ranges(x, key, first, 7).tolist()


@pytest.mark.parametrize("bounds", [[0, 1], [0, 53], [0, 3, 10, 11]])
def test_shifted_bootstraps_equal_the_plain_twin(bounds):
    x, a, b = world(bounds[-1], 5)
    threshold = 0.05 * np.ones(len(a)) * bounds[-1]
    counts = _core.count_shifts(x, a, b, threshold, 5, 7, 60, bounds)
    assert counts.tolist() == plain.count_shifts(x, a, b, threshold, 5, 7, 60, bounds).tolist()


@pytest.mark.parametrize(("n_systems", "n_queries"), [(7, 50), (30, 130)])
def test_families_are_the_same_on_any_number_of_threads_and_in_any_parts(n_systems, n_queries):
    x, a, b = world(n_queries, n_systems)
    family = (x, *in_order(x, a, b)[:3], 0.7 * in_order(x, a, b)[3], 9)
    shifted = (x, a, b, np.full(len(a), 1.0), 9)
    bounds = [0, n_queries]
    for whole, again, parts in (
        (
            _core.count_step_down(*family, 0, 3000, threads=1),
            _core.count_step_down(*family, 0, 3000, threads=3),
            sum(_core.count_step_down(*family, f, n).astype(int) for f, n in ((0, 1777), (1777, 1223))),
        ),
        (
            _core.count_shifts(*shifted, 0, 1000, bounds, threads=1),
            _core.count_shifts(*shifted, 0, 1000, bounds, threads=3),
            sum(_core.count_shifts(*shifted, f, n, bounds).astype(int) for f, n in ((0, 333), (333, 667))),
        ),
        (
            _core.shuffled_ranges(x, 9, 0, 500, threads=1),
            _core.shuffled_ranges(x, 9, 0, 500, threads=3),
            np.concatenate([_core.shuffled_ranges(x, 9, f, n) for f, n in ((0, 123), (123, 377))]),
        ),
    ):
        assert (whole == again).all()
        assert (whole == parts).all()


@pytest.mark.parametrize("n_resamples", [1, 2, 3, 100, 1001])
def test_quantiles_and_shares_of_pairs_equal_numpys(n_resamples):
    values = np.random.default_rng(4).integers(0, 30, size=(5, n_resamples)) / 7
    a, b = (side.astype(np.uint32) for side in np.triu_indices(5, 1))
    levels = np.sort(np.random.default_rng(5).random((len(a), 3)))
    levels[0] = 0, 0.5, 1
    found = _core.pair_quantiles_at(values, a, b, levels)
    d = values[a] - values[b]
    assert np.allclose(found, [np.quantile(row, level) for row, level in zip(d, levels)], rtol=0, atol=1e-15)
    at = d[:, 0].copy()
    shares = (d < at[:, None]).mean(axis=1) + (d == at[:, None]).mean(axis=1) / 2
    assert np.allclose(_core.pair_shares_below(values, a, b, at), shares, rtol=0, atol=1e-15)
