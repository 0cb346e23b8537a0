"""Wilcoxon, sign, bootstrap, Benjamini-Hochberg, max-T and Tukey against scipy, definitions and enumeration."""

from itertools import combinations, permutations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from irassay.comparison import compare
from irassay.comparison.significance.decisions import max_t, tukey
from irassay.comparison.significance.paired_tests import correct, rejected, sign_test, wilcoxon
from irassay.comparison.testing import Testing as Settings
from irassay.errors import UsageError
from tests.scores_by_hand import hand_scores

ONE = np.array([0], dtype=np.uint32), np.array([1], dtype=np.uint32)


def pair_of(differences):
    d = np.asarray(differences, dtype=float)
    return np.stack([d, np.zeros_like(d)], axis=1)


def indices(n):
    return tuple(side.astype(np.uint32) for side in np.triu_indices(n, 1))


@pytest.mark.parametrize("n", [5, 23, 50, 51, 300])
def test_wilcoxon_without_ties_is_scipys(n):
    x = np.random.default_rng(n).normal(size=(n, 6)) + np.array([0, 0.1, 0.2, 0.3, 0.4, 0.9])
    a, b = indices(6)
    p = wilcoxon(x, a, b, threads=1)
    expected = [stats.wilcoxon(x[:, i], x[:, j], correction=False).pvalue for i, j in zip(a, b)]
    assert p == pytest.approx(expected, rel=1e-9, abs=1e-300)


@pytest.mark.parametrize("n", [60, 200])
def test_wilcoxon_with_ties_on_many_queries_is_scipys(n):
    x = np.random.default_rng(n).integers(0, 11, size=(n, 5)) / 10
    x[:, 4] = x[:, 3]
    x[:40, 4] = np.minimum(1, x[:40, 4] + 0.1)
    a, b = indices(5)
    p = wilcoxon(x, a, b, threads=1)
    for k, (i, j) in enumerate(zip(a, b)):
        d = np.rint(10 * (x[:, i] - x[:, j]))
        if (d != 0).sum() > 50:
            assert p[k] == pytest.approx(stats.wilcoxon(d, method="approx", correction=False).pvalue, rel=1e-9)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(-4, 4), min_size=1, max_size=11))
def test_wilcoxon_with_ties_and_zeros_is_every_sign_vector(steps):
    d = np.array([s for s in steps if s], dtype=float)
    ranks = stats.rankdata(np.abs(d))
    observed = abs(float((np.sign(d) * ranks).sum()))
    sums = [abs(sum(s * r for s, r in zip(signs, ranks))) for signs in product((-1, 1), repeat=len(d))]
    expected = np.mean(np.array(sums) >= observed - 1e-9)
    # As tenths, whose differences are not equal to the last bit.
    scores = np.stack([0.3 + np.array(steps) / 10, np.full(len(steps), 0.3)], axis=1)
    assert wilcoxon(scores, *ONE, threads=1)[0] == pytest.approx(expected, abs=1e-12)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(-3, 3), min_size=1, max_size=60))
def test_the_sign_test_is_scipys(steps):
    d = np.array(steps)
    n = int((d != 0).sum())
    expected = stats.binomtest(int((d > 0).sum()), n).pvalue if n else 1.0
    scores = np.stack([0.3 + d / 10, np.full(len(d), 0.3)], axis=1)
    assert sign_test(scores, *ONE)[0] == pytest.approx(expected, rel=1e-12)


def test_the_bootstrap_test_counts_every_resample_of_few_queries_in_proportion():
    d = np.array([0.3, -0.1, 0.2, 0.4, 0.1])
    means = np.array([d[list(draw)].mean() for draw in product(range(5), repeat=5)])
    exact = np.mean(np.abs(means - d.mean()) >= abs(d.mean()) - 1e-12)
    league = compare(hand_scores(np.stack([d, np.zeros(5)]), measure="AP"), test="bootstrap", n_resamples=200_000)
    assert league.p[0, 1] == pytest.approx(exact, abs=5 * np.sqrt(exact / 200_000))


def test_benjamini_hochberg_is_scipys():
    rng = np.random.default_rng(4)
    for _ in range(200):
        p = rng.random(rng.integers(1, 15)) ** rng.integers(1, 5)
        assert correct(p, correction="benjamini-hochberg") == pytest.approx(stats.false_discovery_control(p), rel=1e-12)
        assert (rejected(p, alpha=0.05) <= rejected(p, alpha=0.05, correction="benjamini-hochberg")).all()


def step_down_by_definition(x, a, b, alpha):
    """Closed testing over every sign vector: reject while the largest of those left is beyond what flips give them."""
    d = (x[:, a] - x[:, b]).T
    weight = 1 / np.sqrt((d**2).sum(axis=1))
    flips = np.array(list(product((-1, 1), repeat=x.shape[0])))
    flipped = np.abs(flips @ d.T) * weight
    observed = np.abs(d.sum(axis=1)) * weight
    left, adjusted, least = list(np.argsort(-observed, kind="stable")), np.empty(len(a)), 0.0
    while left:
        first = left[0]
        least = max(least, float(np.mean(flipped[:, left].max(axis=1) >= observed[first] - 1e-9)))
        adjusted[first] = least
        left = left[1:]
    return adjusted


@pytest.mark.parametrize("lattice", [False, True])
def test_enumerated_max_t_is_the_step_down_over_every_sign_vector(lattice):
    rng = np.random.default_rng(7)
    x = rng.random((9, 5)) + np.array([0, 0, 0.2, 0.3, 0.6])
    x = np.rint(10 * x) / 10 if lattice else x
    a, b = indices(5)
    found = max_t(x, a, b, Settings(), threads=1)
    assert found.enumerated
    assert found.p == pytest.approx(step_down_by_definition(x, a, b, 0.05), abs=1e-12)


def test_drawn_max_t_lies_within_chance_of_the_enumerated_one():
    x = np.random.default_rng(8).random((14, 6)) + np.linspace(0, 0.3, 6)
    a, b = indices(6)
    exact = max_t(x, a, b, Settings(), threads=1).p
    drawn = max_t(x, a, b, Settings(n_resamples=10_000), threads=1)
    assert not drawn.enumerated
    assert (np.abs(drawn.p - exact) <= 5 * np.sqrt(exact / 10_000) + 1e-3).all()


def test_max_t_of_one_pair_is_the_randomization_test():
    x = np.random.default_rng(9).random((2, 12))
    alone, at_once = (compare(hand_scores(x), correction=correction) for correction in ("holm", "max-t"))
    assert at_once.p_corrected[0, 1] == alone.p[0, 1]


def test_tukey_is_every_shuffle_in_proportion():
    x = np.random.default_rng(10).random((4, 3)) + np.array([0, 0.1, 0.5])
    a, b = indices(3)
    ranges = []
    for shuffle in product(permutations(range(3)), repeat=4):
        sums = sum(row[list(order)] for row, order in zip(x, shuffle))
        ranges.append(np.ptp(sums))
    observed = np.abs(x.sum(axis=0)[a] - x.sum(axis=0)[b])
    exact = (np.array(ranges)[:, None] >= observed - 1e-12).mean(axis=0)
    found = tukey(x, a, b, Settings(n_resamples=100_000, seed=3), threads=1)
    assert (np.abs(found.p - exact) <= 5 * np.sqrt(exact * (1 - exact) / 100_000) + 1e-4).all()


def test_max_t_finds_what_holm_finds_and_more_among_systems_that_move_together():
    rng = np.random.default_rng(11)
    hard = rng.normal(size=50)
    x = hard + 0.15 * rng.normal(size=(12, 50)) + np.linspace(0, 0.12, 12)[:, None]
    holm, at_once = (compare(hand_scores(x), correction=correction) for correction in ("holm", "max-t"))
    assert at_once.n_settled >= holm.n_settled
    assert (at_once.p == holm.p).mean() > 0.9  # the same signs; Holm draws more of them


def test_each_baseline_is_a_family_of_its_own_for_max_t():
    x = np.random.default_rng(5).random((6, 45)) + np.linspace(0, 0.2, 6)[:, None]
    league = compare(hand_scores(x), baseline=["s001", "s004"], correction="max-t")
    order = [int(name[1:]) for name in league.systems]
    for name in ("s001", "s004"):
        place = list(league.systems).index(name)
        others = np.array([k for k in range(6) if k != place], dtype=np.uint32)
        alone = max_t(
            np.ascontiguousarray(x[order].T), others, np.full(5, place, dtype=np.uint32), Settings(), threads=1
        )
        assert (league.p_corrected[others, place] == alone.p).all()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"test": "welch"}, "wilcoxon"),
        ({"correction": "sidak"}, "benjamini-hochberg"),
        ({"correction": "max-t", "test": "t"}, "randomization"),
        ({"correction": "tukey", "baseline": "s000"}, "all pairs"),
        ({"correction": "max-t", "n_resamples": 10}, "at least|expected from 19"),
    ],
)
def test_tests_and_corrections_that_do_not_go_together_are_refused(options, message):
    with pytest.raises(UsageError, match=message):
        compare(hand_scores(np.random.default_rng(0).random((4, 30))), **options)


@pytest.mark.parametrize("options", [{"correction": "max-t"}, {"correction": "tukey"}, {"test": "bootstrap"}])
def test_the_same_seed_gives_the_same_answer_on_any_number_of_threads(options):
    x = np.random.default_rng(12).random((5, 40)) + np.linspace(0, 0.2, 5)[:, None]
    one, three, other = (compare(hand_scores(x), threads=t, seed=s, **options) for t, s in ((1, 0), (3, 0), (1, 1)))
    assert (one.p_corrected == three.p_corrected).all()
    assert (one.p_corrected != other.p_corrected).any()


def test_near_copies_are_named_where_tukeys_null_can_not_hold():
    rng = np.random.default_rng(13)
    x = rng.random((5, 40))
    x[1] = x[0] + 0.01 * rng.random(40)
    assert compare(hand_scores(x), correction="tukey").near_copies == [("s001", "s000")]
    assert not compare(hand_scores(x)).near_copies


@pytest.mark.parametrize("test", ["wilcoxon", "sign", "t", "bootstrap"])
def test_every_test_takes_the_pairs_of_the_league(test):
    x = np.random.default_rng(14).random((5, 45)) + np.linspace(0, 0.4, 5)[:, None]
    league = compare(hand_scores(x), test=test)
    order = [int(name[1:]) for name in league.systems]
    whole = x[order].T
    for i, j in combinations(range(5), 2):
        pair = np.ascontiguousarray(whole[:, [i, j]])
        expected = {
            "wilcoxon": lambda pair=pair: stats.wilcoxon(*pair.T).pvalue,
            "sign": lambda pair=pair: sign_test(pair, *ONE)[0],
            "t": lambda pair=pair: stats.ttest_rel(*pair.T).pvalue,
        }.get(test)
        if expected:
            assert league.p[i, j] == pytest.approx(expected(), rel=1e-9)
        assert league.p[i, j] == league.p[j, i]
