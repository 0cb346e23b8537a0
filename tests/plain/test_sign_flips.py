"""The kernel's resampling against plain twins."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from irassay.comparison.significance.randomization import pair_thresholds, snap
from irassay.kernel import _core
from tests.plain import sign_flips as plain


def pairs(n):
    a, b = np.triu_indices(n, 1)
    return a.astype(np.uint32), b.astype(np.uint32)


def thresholds(x, a, b):
    return np.abs(x.sum(axis=0)[a] - x.sum(axis=0)[b]) * 0.5


@settings(max_examples=40, deadline=None)
@given(
    n_systems=st.integers(2, 14),
    n_queries=st.sampled_from([1, 2, 5, 19, 59, 60, 61, 119, 120, 121, 185]),
    n=st.integers(1, 40),
    first=st.integers(0, 2**33),
    key=st.integers(0, 2**64 - 1),
)
def test_counts_equal_the_plain_twin(n_systems, n_queries, n, first, key):
    x, _ = snap(np.random.default_rng(n_queries).random((n_queries, n_systems)))
    a, b = pairs(n_systems)
    threshold = thresholds(x, a, b)
    counts = _core.count_flips(x, a, b, threshold, key, first, n)
    assert counts.tolist() == plain.count_flips(x, a, b, threshold, key, first, n).tolist()


@pytest.mark.parametrize("n_queries", [3, 8, 40])
@pytest.mark.parametrize("n_systems", [2, 9])
def test_a_sum_that_meets_its_threshold_counts(n_systems, n_queries):
    # Whole numbers: many sums equal the observed one, and 0 where two systems are level.
    x = np.random.default_rng(n_queries).integers(0, 3, (n_queries, n_systems)).astype(float)
    a, b = pairs(n_systems)
    for threshold in (2 * thresholds(x, a, b), np.zeros(len(a))):
        counts = _core.count_flips(x, a, b, threshold, 5, 0, 700)
        assert counts.tolist() == plain.count_flips(x, a, b, threshold, 5, 0, 700).tolist()
    assert (counts == 700).all()


@given(
    step=st.sampled_from([0.0, 0.05, 0.1, 1 / 3, 1.0, 1e-12, 1e6]),
    share=st.sampled_from([0.0, 0.3, 1.0, 1.01, 4.0]),
    n_queries=st.sampled_from([7, 30, 61]),
    outlier=st.sampled_from([1.0, 1e-6, 1e7]),
    seed=st.integers(0, 999),
)
def test_sums_compared_roughly_first_change_no_count(step, share, n_queries, outlier, seed):
    """Multiples of a number and others; thresholds that many sums meet exactly, or that hardly any reaches."""
    draw = np.random.default_rng(seed)
    x = draw.random((n_queries, 6)) if step == 0 else draw.integers(0, 21, (n_queries, 6)) * step
    x[:, 5] *= outlier
    snapped, a, b, threshold = pair_thresholds(x, [pairs(6)])
    n = 4000
    counts = _core.count_flips(snapped, a, b, share * threshold, 3, 0, n)
    assert counts.tolist() == plain.count_flips(snapped, a, b, share * threshold, 3, 0, n).tolist()


@pytest.mark.parametrize(("n_systems", "n_queries"), [(7, 50), (45, 60), (90, 130)])
def test_counts_are_the_same_on_any_number_of_threads_and_in_any_parts(n_systems, n_queries):
    x, _ = snap(np.random.default_rng(1).random((n_queries, n_systems)))
    a, b = pairs(n_systems)
    threshold = thresholds(x, a, b)
    whole = _core.count_flips(x, a, b, threshold, 9, 0, 5000, threads=1)
    assert (_core.count_flips(x, a, b, threshold, 9, 0, 5000, threads=3) == whole).all()
    parts = [_core.count_flips(x, a, b, threshold, 9, f, n) for f, n in ((0, 1777), (1777, 3), (1780, 3220))]
    assert (sum(p.astype(int) for p in parts) == whole).all()


def test_a_system_more_changes_no_count_of_the_others():
    x, _ = snap(np.random.default_rng(2).random((70, 30)))
    a, b = pairs(29)
    threshold = thresholds(x, a, b)
    fewer = _core.count_flips(np.ascontiguousarray(x[:, :29]), a, b, threshold, 3, 0, 3000)
    assert (_core.count_flips(x, a, b, threshold, 3, 0, 3000) == fewer).all()


def test_enumeration_meets_every_sign_vector_once():
    x, _ = snap(np.random.default_rng(3).random((11, 4)))
    a, b = pairs(4)
    threshold = thresholds(x, a, b)
    counts = _core.count_flips(x, a, b, threshold, 0, 0, 2**11, enumerated=True)
    for k in range(len(a)):
        assert counts[k] / 2**11 == plain.two_sided_tail(x[:, a[k]] - x[:, b[k]], threshold[k])


@pytest.mark.parametrize("bounds", [[0, 1], [0, 53], [0, 3, 10, 11]])
def test_bootstrap_draws_equal_the_plain_twin(bounds):
    draws = _core.count_draws(5, 7, 20, bounds)
    assert (draws == plain.count_draws(5, 7, 20, bounds)).all()
    assert (np.add.reduceat(draws, bounds[:-1], axis=1) == np.diff(bounds)).all()


def test_draws_of_more_queries_than_the_caches_hold_equal_the_plain_twin():
    bounds = [0, 3, 264_003]  # a byte a query in sums, a double a query in counts
    plainly = plain.count_draws(5, 7, 1, bounds)
    assert (_core.count_draws(5, 7, 1, bounds) == plainly).all()
    scores = np.random.default_rng(6).integers(0, 9, (2, bounds[-1])) / 8
    assert (_core.drawn_sums(scores, 5, 7, 1, bounds) == scores @ plainly.T).all()


@pytest.mark.parametrize("n_systems", [1, 3, 4, 5, 9])
@pytest.mark.parametrize("bounds", [[0, 1], [0, 53], [0, 3, 10, 11], [0, 1023, 3000]])
def test_drawn_sums_equal_the_plain_draws_times_the_scores(bounds, n_systems):
    x, _ = snap(np.random.default_rng(6).normal(size=(bounds[-1], n_systems)))
    scores = np.ascontiguousarray(x.T)
    drawn = plain.count_draws(5, 7, 21, bounds) @ x
    for threads in (1, 2):
        sums = _core.drawn_sums(scores, 5, 7, 21, bounds, threads=threads)
        assert sums.T.tobytes() == drawn.tobytes()  # snapped: exact in any order


@pytest.mark.parametrize("n_resamples", [1, 2, 3, 100, 1001])
def test_pair_quantiles_equal_numpys(n_resamples):
    values = np.random.default_rng(4).normal(size=(5, n_resamples))
    a, b = pairs(5)
    levels = [0.025, 0.25, 0.75, 0.975]
    found = _core.pair_quantiles(values, a, b, levels)
    assert np.allclose(found, np.quantile(values[a] - values[b], levels, axis=1).T, rtol=0, atol=1e-15)


magnitude = st.one_of(st.just(0.0), st.floats(0.001, 1.0))
share = st.one_of(st.just(0.0), st.floats(1e-9, 1.1))  # nearer to 0 a threshold is lost in the rounding of the sum


@given(st.lists(magnitude, min_size=1, max_size=14), share)
def test_tails_without_draws_bracket_the_tail_over_every_sign_vector(magnitudes, share):
    d = np.array(magnitudes)
    threshold = share * d.sum()
    true = plain.two_sided_tail(d, threshold)
    if threshold == 0:
        assert true == 1
    one = np.array([threshold])
    for low, high in (
        *_core.lattice_tails(d[None], one, np.array([1e-4])),
        *_core.inverted_tails(d[None], one, np.array([1e-3])),
    ):
        assert low - 1e-12 <= true <= high + 1e-12 or abs(threshold - d.sum()) < 1e-9
    safe = threshold - 1e-12  # meeting adds in another order
    assert _core.met_tail(d, safe) == pytest.approx(plain.two_sided_tail(d, safe), abs=1e-15)


def test_meeting_in_the_middle_agrees_with_convolution_beyond_what_can_be_enumerated():
    d = np.random.default_rng(5).random(50)
    threshold = 3.5 * float(np.sqrt((d**2).sum()))
    met = _core.met_tail(d, threshold)
    low, high = _core.lattice_tails(d[None], np.array([threshold]), np.array([1e-6]))[0]
    assert low <= met <= high
    assert high / low < 1.001
    wide, wider = _core.inverted_tails(d[None], np.array([threshold]), np.array([1e-3]))[0]
    assert wide <= met <= wider


def test_whole_numbers_convolve_exactly():
    d = np.random.default_rng(6).integers(0, 11, 200) / 10
    threshold = 8.0
    sums = np.zeros(4001)
    sums[2000] = 1.0
    for step in np.rint(d * 10).astype(int):
        sums = (np.roll(sums, step) + np.roll(sums, -step)) / 2
    true = sums[np.abs(np.arange(4001) - 2000) >= 80].sum()
    low, high = _core.lattice_tails(d[None], np.array([threshold - 1e-9]), np.array([0.1]))[0]
    assert low == high == pytest.approx(true, rel=1e-10)
