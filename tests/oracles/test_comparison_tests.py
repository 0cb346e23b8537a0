"""p-values against scipy, whole-number arithmetic and enumeration; corrections against their definitions."""

from itertools import combinations

import numpy as np
import pytest
from scipy import stats

from irassay.comparison import compare
from irassay.comparison.significance.paired_tests import correct, rejected
from irassay.errors import UsageError
from tests.scores_by_hand import hand_scores


def whole_number_p(hits, i, j):
    """The exact two-sided p of P@10 by counting: hits are whole numbers."""
    d = np.abs(hits[i] - hits[j])
    ways = np.zeros(2 * d.sum() + 1, dtype=object)
    ways[d.sum()] = 1
    for step in d:
        ways = np.roll(ways, step) + np.roll(ways, -step) if step else ways * 2
    observed = abs(int((hits[i] - hits[j]).sum()))
    reach = np.abs(np.arange(len(ways)) - d.sum()) >= observed
    return int(ways[reach].sum()) / 2 ** len(d)


def test_ties_of_p_at_10_count_as_in_whole_numbers():
    hits = np.random.default_rng(0).integers(0, 11, (6, 12))
    league = compare(hand_scores(hits / 10))
    assert league.enumerated
    order = [int(name[1:]) for name in league.systems]
    for i, j in combinations(range(6), 2):
        assert league.p[i, j] == whole_number_p(hits, order[i], order[j])


def test_drawn_p_lies_within_chance_of_the_exact_one():
    hits = np.random.default_rng(1).integers(0, 11, (8, 40))
    league = compare(hand_scores(hits / 10), n_resamples=200_000)
    order = [int(name[1:]) for name in league.systems]
    for i, j in combinations(range(8), 2):
        exact = whole_number_p(hits, order[i], order[j])
        n = league.resamples[i, j] or 10**12
        assert abs(league.p[i, j] - exact) <= 5 * np.sqrt(exact / n) + 2 / n


def test_enumerated_p_is_scipys():
    x = np.random.default_rng(2).random((4, 10))
    league = compare(hand_scores(x))
    order = [int(name[1:]) for name in league.systems]
    for i, j in combinations(range(4), 2):
        scipys = stats.permutation_test(
            (x[order[i]], x[order[j]]), lambda a, b: np.mean(a - b), permutation_type="samples", n_resamples=np.inf
        )
        assert league.p[i, j] == pytest.approx(scipys.pvalue, abs=1e-15)


def test_a_drawn_p_counts_the_observed_difference_as_one_draw_more():
    x = np.random.default_rng(12).random((4, 40))
    x[0] += 2  # no sign flip reaches this
    league = compare(hand_scores(x), n_resamples=9_999)
    assert sorted(league.p[0, 1:]) == pytest.approx([1 / 10_000] * 3, rel=1e-12)


def test_t_is_scipys():
    x = np.random.default_rng(3).random((5, 33))
    league = compare(hand_scores(x), test="t")
    order = [int(name[1:]) for name in league.systems]
    for i, j in combinations(range(5), 2):
        assert league.p[i, j] == pytest.approx(stats.ttest_rel(x[order[i]], x[order[j]]).pvalue, rel=1e-11)


def holm_by_definition(p, alpha):
    left = dict(enumerate(p))
    found = set()
    while left:
        k = min(left, key=left.get)
        if left[k] > alpha / len(left):
            return found
        found.add(k)
        del left[k]
    return found


def test_holm_rejects_as_its_definition_does():
    rng = np.random.default_rng(4)
    for _ in range(300):
        p = rng.random(rng.integers(1, 12)) ** rng.integers(1, 5)
        assert set(np.flatnonzero(rejected(p, alpha=0.05))) == holm_by_definition(p, 0.05)
        assert (correct(p, correction="bonferroni") == np.minimum(1, p * len(p))).all()
        assert (correct(p) <= correct(p, correction="bonferroni") + 1e-15).all()


def closed_testing(p):
    """Corrected p of each: the largest Bonferroni p of any set of comparisons that it is in, over all sets."""
    n = len(p)
    sets = [s for size in range(1, n + 1) for s in combinations(range(n), size)]
    return [max(min(1.0, len(s) * min(p[i] for i in s)) for s in sets if k in s) for k in range(n)]


def test_holms_p_are_those_of_closed_testing():
    rng = np.random.default_rng(5)
    for _ in range(60):
        p = np.round(rng.random(rng.integers(1, 7)) ** 2, 2)
        assert correct(p) == pytest.approx(closed_testing(p.tolist()), abs=1e-15)


def test_each_baseline_is_a_family_of_its_own():
    x = np.random.default_rng(5).random((6, 45))
    league = compare(hand_scores(x), baseline=["s001", "s004"])
    assert league.family == 5
    assert league.n_tested == 10
    for name in ("s001", "s004"):
        place = list(league.systems).index(name)
        others = [k for k in range(6) if k != place]
        raw, corrected = league.p[others, place], league.p_corrected[others, place]
        assert np.allclose(corrected, correct(raw))
    assert not league.letters
    assert not league.rank_intervals
    assert np.isnan(league.p).sum() == 36 - 6 - 2 * 9


@pytest.mark.parametrize("n_systems", [632, 633])
def test_all_pairs_are_refused_where_nothing_could_be_settled(n_systems):
    from irassay.comparison.significance.randomization import resamples

    pairs = n_systems * (n_systems - 1) // 2
    if n_systems == 632:
        assert resamples(pairs, 0.05, None) == 4_000_000
    else:
        with pytest.raises(UsageError, match="name a baseline"):
            resamples(pairs, 0.05, None)


def test_too_few_resamples_are_refused_with_how_many_would_do():
    x = np.random.default_rng(6).random((20, 45))
    with pytest.raises(UsageError, match=r"use at least 3,799"):
        compare(hand_scores(x), n_resamples=3_000)
    assert compare(hand_scores(x), n_resamples=3_799).n_resamples == 3_799
