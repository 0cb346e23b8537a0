"""Intervals against scipy and against the definitions on the same resamples; effect sizes; what can be detected."""

from itertools import pairwise

import numpy as np
import pytest
from scipy import stats

from irassay.comparison import compare, effect_size, minimum_detectable, unresolvable_by_labels
from irassay.comparison.intervals import adjusted_levels
from irassay.comparison.power import effect_needed
from irassay.comparison.proportions import newcombe, wilson
from irassay.errors import UsageError
from irassay.kernel import _core
from tests.scores_by_hand import hand_scores

RESAMPLES = 10_000


def skewed(n_systems=4, n_queries=45, seed=0):
    rng = np.random.default_rng(seed)
    return np.sort(rng.random((n_systems, n_queries)) ** 3 * np.linspace(1, 0.5, n_systems)[:, None], axis=0)[::-1]


def draws(bounds):
    return _core.count_draws(0, 0, RESAMPLES, bounds)


def in_order(league, x):
    return x[[int(name[1:]) for name in league.systems]]


def test_bca_is_scipys_but_for_the_draws():
    x = skewed()
    league = compare(hand_scores(x, measure="AP"), interval="bca")
    x = in_order(league, x)
    for i in range(4):
        other = stats.bootstrap((x[i],), np.mean, n_resamples=20_000, method="BCa", rng=np.random.default_rng(i))
        low, high = other.confidence_interval
        assert league.low[i] == pytest.approx(low, abs=0.05 * (high - low))
        assert league.high[i] == pytest.approx(high, abs=0.05 * (high - low))
    d = x[0] - x[2]
    other = stats.bootstrap((d,), np.mean, n_resamples=20_000, method="BCa", rng=np.random.default_rng(9))
    low, high = other.confidence_interval
    assert league.difference_low[0, 2] == pytest.approx(low, abs=0.05 * (high - low))
    assert league.difference_high[0, 2] == pytest.approx(high, abs=0.05 * (high - low))
    assert league.difference_low[2, 0] == -league.difference_high[0, 2]


def test_bca_is_its_definition_on_the_same_resamples():
    x = skewed(3, 20)
    league = compare(hand_scores(x, measure="AP"), interval="bca")
    x = in_order(league, x)
    d = x[0] - x[1]
    means = draws([0, 20]) @ d / 20
    z0 = stats.norm.ppf((means < d.mean()).mean() + (means == d.mean()).mean() / 2)
    jackknife = np.array([np.delete(d, i).mean() for i in range(20)])
    u = jackknife.mean() - jackknife
    a = (u**3).sum() / (6 * (u**2).sum() ** 1.5)
    reach = z0 + stats.norm.ppf([0.025, 0.975])
    low, high = np.quantile(means, stats.norm.cdf(z0 + reach / (1 - a * reach)))
    assert (league.difference_low[0, 1], league.difference_high[0, 1]) == pytest.approx((low, high), abs=1e-3)


def test_levels_without_bias_and_skewness_are_the_percentiles():
    assert adjusted_levels(np.array([0.5]), np.array([0.0]), (0.025, 0.975), 100)[0] == pytest.approx([0.025, 0.975])


@pytest.mark.parametrize("bounds", [[0, 30], [0, 12, 30]])
def test_bootstrap_t_is_its_definition_on_the_same_resamples(bounds):
    x = skewed(3, 30, seed=1)
    collections = [] if len(bounds) == 2 else ["one"] * 12 + ["two"] * 18
    league = compare(hand_scores(x, measure="AP", collections=collections), interval="bootstrap-t")
    x = in_order(league, x)
    parts = [slice(a, b) for a, b in pairwise(bounds)]
    for values, got in (
        (x[0], (league.low[0], league.high[0])),
        (x[0] - x[2], (league.difference_low[0, 2], league.difference_high[0, 2])),
    ):
        mean = np.mean([values[part].mean() for part in parts])
        error = np.sqrt(sum(values[part].var(ddof=1) / len(values[part]) for part in parts)) / len(parts)
        t = []
        for row in draws(bounds)[:2000]:
            drawn = [np.repeat(values[part], row[part].astype(int)) for part in parts]
            own = np.sqrt(sum(d.var(ddof=1) / len(d) for d in drawn)) / len(parts)
            t.append((np.mean([d.mean() for d in drawn]) - mean) / own)
        low, high = mean - np.quantile(t, [0.975, 0.025]) * error
        assert got == pytest.approx((low, high), abs=0.08 * (high - low))  # 2,000 of the 10,000 resamples


def test_simultaneous_intervals_reach_as_far_as_the_largest_studentised_deviation():
    x = skewed(4, 40, seed=2)
    league = compare(hand_scores(x, measure="AP"), interval="simultaneous")
    x = in_order(league, x)
    a, b = np.triu_indices(4, 1)
    d = x[a] - x[b]
    error = d.std(axis=1, ddof=1) / np.sqrt(40)
    counts = draws([0, 40])
    means = counts @ d.T / 40
    own = np.sqrt(np.maximum(0, counts @ (d**2).T / 40 - means**2) * 40 / 39 / 40)
    own = np.where(own > error / 2, own, error)
    reach = np.quantile(np.abs((means - d.mean(axis=1)) / own).max(axis=1), 0.95) * error
    assert league.difference_high[a, b] == pytest.approx(d.mean(axis=1) + reach, abs=1e-9)
    alone = compare(hand_scores(skewed(4, 40, seed=2), measure="AP"))
    assert (league.difference_high[a, b] > alone.difference_high[a, b]).all()


def test_wilsons_interval_is_scipys():
    for n in (5, 50):
        counts = np.arange(n + 1)
        ends = wilson(counts, n, stats.norm.ppf([0.025, 0.975]))
        for k in counts:
            low, high = stats.binomtest(int(k), n).proportion_ci(method="wilson")
            assert ends[k] == pytest.approx([low, high], abs=1e-12)


def test_shares_take_wilsons_interval_and_nothing_else_does():
    hits = (np.random.default_rng(3).random((3, 40)) < [[0.8], [0.5], [0.1]]).astype(float)
    league = compare(hand_scores(hits, measure="Success@1"), interval="wilson")
    low, high = stats.binomtest(int(in_order(league, hits)[0].sum()), 40).proportion_ci(method="wilson")
    assert (league.low[0], league.high[0]) == pytest.approx((low, high))
    assert (league.difference_low == -league.difference_high.T).all()
    with pytest.raises(UsageError, match="0 or 1"):
        compare(hand_scores(hits / 2), interval="wilson")


def test_a_difference_of_shares_without_discordant_queries_keeps_a_width():
    hits = np.array([[1, 1, 1, 0, 0]] * 2, dtype=float)
    low, high = newcombe(hits, 1.96)
    assert low[0, 1] < 0 < high[0, 1]


def test_geometric_means_take_percentile_and_bca_only():
    x = np.random.default_rng(4).random((3, 30))
    for interval in ("percentile", "bca"):
        league = compare(hand_scores(x, measure="GMAP"), interval=interval)
        assert (league.low < league.mean).all()
        assert (league.mean < league.high).all()
    with pytest.raises(UsageError, match="percentile or bca"):
        compare(hand_scores(x, measure="GMAP"), interval="bootstrap-t")


@pytest.mark.parametrize("interval", ["percentile", "bca", "bootstrap-t", "simultaneous"])
def test_systems_that_never_vary_have_intervals_without_width(interval):
    x = np.full((2, 40), 0.5)
    x[1, ::2] = 0.25
    league = compare(hand_scores(x, measure="AP"), interval=interval)
    assert league.low[0] == league.high[0] == 0.5
    assert league.difference_low[0, 1] < 0.125 < league.difference_high[0, 1]


def sure_by_definition(x, alpha):
    """Step-down: reject what is beyond the largest deviation of those left, until nothing more is."""
    n = x.shape[1]
    a, b = np.triu_indices(len(x), 1)
    d = x[a] - x[b]
    counts = draws([0, n])
    means = counts @ d.T / n
    own = np.sqrt(np.maximum(0, counts @ (d**2).T / n - means**2) / (n - 1))
    error = d.std(axis=1, ddof=1) / np.sqrt(n)
    deviations = np.abs((means - d.mean(axis=1)) / np.where(own > error / 2, own, error))
    t = np.abs(d.mean(axis=1)) / error
    left = set(range(len(a)))
    while left:
        beyond = {
            k for k in left if (1 + (deviations[:, sorted(left)].max(axis=1) >= t[k]).sum()) / (RESAMPLES + 1) <= alpha
        }
        if not beyond:
            break
        left -= beyond
    return [(int(a[k]), int(b[k])) for k in range(len(a)) if k not in left]


def test_bootstrap_ranks_are_the_step_down_by_definition():
    x = np.random.default_rng(5).random((5, 40)) * 0.5 + np.array([[0.13], [0.1], [0.08], [0.02], [0]])
    league = compare(hand_scores(x, measure="AP"), ranks="bootstrap")
    sure = sure_by_definition(in_order(league, x), 0.05)
    assert 2 < len(sure) < 10
    expected = [(1 + sum(b == k for _, b in sure), 5 - sum(a == k for a, _ in sure)) for k in range(5)]
    assert list(league.rank_intervals_bootstrap) == expected
    assert not compare(hand_scores(x, measure="AP")).rank_intervals_bootstrap
    with pytest.raises(UsageError, match="no ranks"):
        compare(hand_scores(x, measure="AP"), ranks="bootstrap", baseline="s000")


@pytest.mark.parametrize("interval", ["bca", "bootstrap-t", "simultaneous"])
def test_intervals_are_the_same_on_any_number_of_threads(interval):
    x = skewed(5, 33)
    one, three = (compare(hand_scores(x, measure="AP"), interval=interval, threads=n) for n in (1, 3))
    for name in ("low", "high", "difference_low", "difference_high", "low50"):
        assert (getattr(one, name) == getattr(three, name)).all()


def test_two_near_copies_do_not_decide_for_all_others():
    rng = np.random.default_rng(10)
    x = rng.random((5, 50)) * 0.4 + np.array([[0.4], [0.3], [0.2], [0.1], [0]])
    copies = np.vstack([x, x[0], x[0]])
    copies[5, 3] += 0.2  # differs on one query much, on another hardly
    copies[5, 4] += 1e-4
    copies[6, 5] += 1e-3
    alone, beside = (compare(hand_scores(t, measure="AP"), ranks="bootstrap") for t in (x, copies))
    assert alone.rank_intervals_bootstrap[-1] == (5, 5)
    assert beside.rank_intervals_bootstrap[-1] == (7, 7)
    reach = [
        compare(hand_scores(t, measure="AP"), interval="simultaneous").pair("s001", "s004").high for t in (x, copies)
    ]
    assert reach[1] - 0.3 < 1.3 * (reach[0] - 0.3)


def test_effect_sizes_are_their_definitions():
    rng = np.random.default_rng(6)
    a, b = rng.random((2, 30))
    found, d = effect_size(a, b), a - b
    assert found.standardised == pytest.approx(stats.ttest_rel(a, b).statistic / np.sqrt(30))
    assert found.unbiased == pytest.approx(found.standardised * (1 - 3 / (4 * 29 - 1)), rel=1e-4)
    assert found.superiority == (d > 0).mean()
    ranks = stats.rankdata(np.abs(d))
    assert found.rank_biserial == pytest.approx((ranks[d > 0].sum() - ranks[d < 0].sum()) / ranks.sum())
    assert np.isnan(effect_size([1, 1], [1, 1]).standardised)


@pytest.mark.parametrize(("n", "alpha"), [(20, 0.05), (50, 0.001), (2000, 0.05)])
def test_the_least_detectable_effect_has_the_stated_power(n, alpha):
    effect = effect_needed(n, alpha=alpha, power=0.8)
    rng = np.random.default_rng(n)
    shown = stats.ttest_1samp(rng.normal(effect, 1, size=(4000, n)), 0, axis=1).pvalue <= alpha
    assert shown.mean() == pytest.approx(0.8, abs=0.03)


def test_the_least_detectable_difference_is_the_effect_in_the_pairs_own_spread():
    x = np.random.default_rng(7).random((3, 50))
    league = compare(hand_scores(x, measure="AP"))
    x = in_order(league, x)
    level = 0.05 / (3 - league.n_settled)
    expected = effect_needed(50, alpha=level, power=0.8) * (x[0] - x[1]).std(ddof=1)
    assert minimum_detectable(league)[0, 1] == pytest.approx(expected)
    assert minimum_detectable(league)[1, 1] == 0


def test_a_pair_is_unresolvable_by_labels_where_no_completion_reaches_what_can_be_detected():
    x = np.random.default_rng(8).random((3, 50))
    league = compare(hand_scores(x, measure="AP"))
    least = minimum_detectable(league)
    low, high = -0.5 * least, 0.9 * least
    assert unresolvable_by_labels(league, low, high).sum() == 6 - 2 * league.n_settled
    low[0, 1] = -1.1 * least[0, 1]
    assert not unresolvable_by_labels(league, low, high)[0, 1]
