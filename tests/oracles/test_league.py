"""A league's intervals, places, groups of same systems and collections, against scipy and against what is planted."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from irassay.comparison import compare
from irassay.errors import UsageError
from irassay.scoring.score_table import NamedScore
from tests.plain.sign_flips import count_draws
from tests.scores_by_hand import hand_scores


@pytest.fixture(scope="module")
def table():
    rng = np.random.default_rng(0)
    return np.clip(rng.random((5, 40)) * 0.3 + rng.random(40) * 0.4 + np.linspace(0, 0.3, 5)[:, None], 0, 1)


def order_of(league):
    return [int(name[1:]) for name in league.systems]


def test_intervals_are_percentiles_over_the_plain_twins_draws(table):
    league = compare(hand_scores(table, measure="nDCG@10"))
    counts = count_draws(0, 0, 10_000, [0, 40])
    means = table[order_of(league)] @ counts.T / 40
    assert np.allclose(league.low, np.quantile(means, 0.025, axis=1), atol=1e-12)
    assert np.allclose(league.high50, np.quantile(means, 0.75, axis=1), atol=1e-12)
    assert np.allclose(league.difference_low[1, 3], np.quantile(means[1] - means[3], 0.025), atol=1e-12)
    assert np.allclose(league.difference_high[3, 1], -np.quantile(means[1] - means[3], 0.025), atol=1e-12)


def test_intervals_agree_with_scipys_bootstrap_within_chance(table):
    league = compare(hand_scores(table, measure="nDCG@10"))
    best = table[order_of(league)[0]]
    theirs = stats.bootstrap((best,), np.mean, n_resamples=20_000, method="percentile", rng=1).confidence_interval
    spread = best.std() / np.sqrt(40)
    assert league.low[0] == pytest.approx(theirs.low, abs=0.1 * spread)
    assert league.high[0] == pytest.approx(theirs.high, abs=0.1 * spread)


def test_places_count_the_better_systems_in_each_resample(table):
    league = compare(hand_scores(table, measure="nDCG@10"))
    means = table[order_of(league)] @ count_draws(0, 0, 10_000, [0, 40]).T / 40
    place = 1 + (means[None] > means[:, None]).sum(axis=1)
    assert np.allclose(league.places.first, (place == 1).mean(axis=1))
    assert np.allclose(league.places.low, np.quantile(place, 0.025, axis=1, method="inverted_cdf"))
    taus = [stats.kendalltau(place[:, r], range(5)).statistic for r in range(200)]
    assert league.places.tau == pytest.approx(np.median(taus), abs=0.21)


def test_a_t_interval_stands_beside_few_queries_only(table):
    few = compare(hand_scores(table[:, :12], measure="nDCG@10"))
    best = table[order_of(few)[0], :12]
    theirs = stats.t.interval(0.95, 11, loc=best.mean(), scale=stats.sem(best))
    assert (few.t_low[0], few.t_high[0]) == pytest.approx(theirs, abs=1e-12)
    assert not len(compare(hand_scores(table, measure="nDCG@10")).t_low)


def test_a_t_interval_of_a_difference_is_scipys_and_stands_beside_few_queries_only(table):
    few = compare(hand_scores(table[:, :12], measure="nDCG@10"))
    shown = table[order_of(few), :12]
    for i, a in enumerate(few.systems):
        for j, b in enumerate(few.systems):
            pair = few.pair(a, b)
            if i != j:
                theirs = stats.ttest_rel(shown[i], shown[j]).confidence_interval(0.95)
                assert (pair.t_low, pair.t_high) == pytest.approx((theirs.low, theirs.high), abs=1e-12)
                assert "; Student's t: " in pair.sentence()
            assert (pair.t_low, pair.t_high) == (-few.pair(b, a).t_high, -few.pair(b, a).t_low)
    enough = compare(hand_scores(table, measure="nDCG@10"))
    assert not len(enough.difference_t)
    assert np.isnan(enough.pair(*enough.systems[:2]).t_low)
    assert "Student" not in enough.pair(*enough.systems[:2]).sentence()


def test_intervals_with_a_baseline_are_those_of_all_pairs(table):
    every = compare(hand_scores(table, measure="nDCG@10"))
    for baseline in (["s003"], ["s001", "s003"]):
        found = compare(hand_scores(table, measure="nDCG@10"), baseline=baseline)
        for i, a in enumerate(found.systems):
            for j, b in enumerate(found.systems):
                asked = a in baseline or b in baseline or i == j
                assert np.isnan(found.difference_low[i, j]) == (not asked)
                assert (found.pair(a, b).low, found.pair(a, b).high) == (every.pair(a, b).low, every.pair(a, b).high)
        assert found.places.tau == every.places.tau


def test_lower_is_better_turns_the_order_and_nothing_else(table):
    ranks = 1 / (0.01 + table)
    down = compare(hand_scores(ranks, measure=NamedScore("rank of the first", direction=-1)))
    up = compare(hand_scores(-ranks, measure="nDCG@10"))
    assert down.lower_is_better
    assert down.systems == up.systems
    assert down.leaders == up.leaders
    assert np.array_equal(down.p, up.p)
    assert np.array_equal(down.better, up.better)
    assert (np.diff(down.mean) >= 0).all()
    assert np.allclose(down.difference, -up.difference)


def test_a_geometric_measure_is_tested_on_its_logarithms(table):
    aps = table**3
    league = compare(hand_scores(aps, measure="GMAP"))
    logs = compare(hand_scores(np.log(np.maximum(aps, 1e-5)), measure="nDCG@10"))
    assert league.systems == logs.systems
    assert np.array_equal(league.p, logs.p)
    assert np.allclose(league.low, np.exp(logs.low))


def test_same_systems_are_one_in_every_count(table):
    twice = np.vstack([table, table[2], table[2]])
    league = compare(hand_scores(twice, measure="nDCG@10", same=[["s002", "s005", "s006"]]))
    plain = compare(hand_scores(table, measure="nDCG@10"))
    assert league.same == {"s002": ("s005", "s006")}
    assert league.systems == plain.systems
    assert league.family == plain.family == 10
    assert np.array_equal(league.p, plain.p)
    assert league.pair("s005", "s000").p == plain.pair("s002", "s000").p
    assert league.pair("s002", "s006").same
    assert "one system" in league.pair("s002", "s006").sentence()


def test_a_baseline_speaks_for_its_group(table):
    twice = np.vstack([table, table[2]])
    scores = hand_scores(twice, measure="nDCG@10", same=[["s002", "s005"]])
    assert "s005" in compare(scores, baseline=["s005"]).systems
    with pytest.raises(UsageError, match="one system"):
        compare(scores, baseline=["s002", "s005"])
    with pytest.raises(UsageError, match="s099"):
        compare(scores, baseline=["s099"])


def test_a_system_without_some_query_is_listed_not_ranked(table):
    holed = table.copy()
    holed[3, 7] = np.nan
    league = compare(hand_scores(holed, measure="nDCG@10"))
    assert league.unranked == ["s003"]
    assert len(league.systems) == 4
    assert np.array_equal(league.p, compare(hand_scores(np.delete(table, 3, 0), measure="nDCG@10")).p)
    with pytest.raises(UsageError, match="no score on some query"):
        league.pair("s003", "s001")


def test_collections_weigh_the_same_and_are_resampled_apart(table):
    names = ["big"] * 30 + ["small"] * 10
    league = compare(hand_scores(table, measure="nDCG@10", collections=names))
    big, small = table[:, :30], table[:, 30:]
    means = (big.mean(axis=1) + small.mean(axis=1)) / 2
    assert np.allclose(league.mean, means[order_of(league)])
    counts = count_draws(0, 0, 10_000, [0, 30, 40])
    drawn = ((big @ counts[:, :30].T) / 30 + (small @ counts[:, 30:].T) / 10) / 2
    assert np.allclose(league.low, np.quantile(drawn[order_of(league)], 0.025, axis=1), atol=1e-12)
    i, j = order_of(league)[:2]
    d = np.concatenate([(big[i] - big[j]) / 30, (small[i] - small[j]) / 10])
    signs = np.random.default_rng(5).choice([-1, 1], (200_000, 40))
    p = np.mean(np.abs(signs @ d) >= abs(d.sum()) - 1e-12)
    assert league.p[0, 1] == pytest.approx(p, abs=5 * np.sqrt(p / 100_000))


@pytest.mark.parametrize("test", ["t", "wilcoxon", "sign"])
def test_a_test_of_one_sample_is_refused_over_collections(table, test):
    """Its p would be that of the largest collection, whatever the mean of the collections is."""
    names = ["big"] * 30 + ["small"] * 10
    with pytest.raises(UsageError, match="takes the queries of 2 collections for one sample"):
        compare(hand_scores(table, measure="nDCG@10", collections=names), test=test)
    assert compare(hand_scores(table[:, :30], measure="nDCG@10"), test=test).n > 1


@settings(max_examples=15, deadline=None)
@given(st.permutations(range(6)), st.integers(0, 2**32))
def test_the_order_of_systems_changes_no_number(order, seed):
    table = np.random.default_rng(1).integers(0, 4, (6, 35)) / 4
    plain = compare(hand_scores(table, measure="P@4"), seed=seed)
    turned = compare(
        hand_scores(table[order], measure="P@4", systems=[f"s{i:03}" for i in order]), seed=seed, threads=2
    )
    assert turned.systems == plain.systems
    for name in ("p", "p_corrected", "low", "high", "difference_low", "mean"):
        assert np.array_equal(getattr(turned, name), getattr(plain, name)), name
    assert turned.letters == plain.letters


@pytest.mark.parametrize("n", [1, 2])
def test_one_and_two_systems_have_a_league(n, table):
    league = compare(hand_scores(table[:n], measure="nDCG@10"))
    assert len(league.systems) == n
    assert league.n_tested == n - 1
    assert league.result().title
    one = compare(hand_scores(table[:n, :1], measure="nDCG@10"))
    assert len(one.leaders) == n
    assert np.isnan(one.low).all()  # one query drawn again says nothing of other queries


def test_all_equal_systems_are_told_apart_by_nothing():
    league = compare(hand_scores(np.full((25, 30), 0.5)))
    assert league.n_settled == 0
    assert league.chance is None
    assert (league.p == 1).all()
    assert set(league.letters) == {"a"}
    assert league.n_too_few == 300
    assert (league.places.first == 1).all()


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"alpha": 0.0}, "alpha"),
        ({"test": "z"}, "test"),
        ({"correction": "fdr"}, "correction"),
        ({"seed": -1}, "seed"),
        ({"seed": 1.5}, "seed"),
        ({"measure": "nDCG@20"}, "nDCG@20"),
        ({"threads": -1}, "threads"),
        ({"n_resamples": 0}, "n_resamples"),
    ],
)
def test_what_can_not_be_meant_is_refused_with_its_value(options, words, table):
    with pytest.raises(UsageError, match=words):
        compare(hand_scores(table, measure="nDCG@10"), **options)


def test_a_pair_of_two_baselines_has_the_p_of_each_ones_own_family():
    scores = hand_scores(
        np.random.default_rng(3).random((5, 30)) * 0.4 + np.arange(5)[:, None] * 0.06, measure="nDCG@10"
    )
    both = compare(scores, baseline=["s001", "s003"])
    for base, other in (("s001", "s003"), ("s003", "s001")):
        alone = compare(scores, baseline=[base])
        i, j = both.systems.index(other), both.systems.index(base)
        k, m = alone.systems.index(other), alone.systems.index(base)
        assert both.p_corrected[i, j] == alone.p_corrected[k, m]
        assert both.significant[i, j] == alone.significant[k, m]


def test_the_pairs_that_differ_on_too_few_queries_are_named():
    """By the definition: open, and 2^(1 - d) above alpha over the open pairs, d the queries on which the two differ."""
    rng = np.random.default_rng(4)
    values = np.clip(np.linspace(0.7, 0.2, 8)[:, None] + rng.normal(0, 0.1, (8, 40)), 0, 1)
    values[3] = values[2]
    values[3, :4] += 0.01
    values[6, :3], values[6, 3:] = values[5, :3] - 0.02, values[5, 3:]
    league = compare(hand_scores(values))
    n_open = league.n_tested - int(np.triu(league.significant, 1).sum())
    few = {
        (league.systems[i], league.systems[j])
        for i in range(8)
        for j in range(i + 1, 8)
        if not league.significant[i, j]
        and 2.0 ** (1 - (np.abs(league.values[i] - league.values[j]) > 1e-9).sum()) > 0.05 / n_open
    }
    assert len(few) >= 2
    assert set(league.too_few) == few
    assert len(league.too_few) == league.n_too_few
    assert compare(hand_scores(values), baseline="s000").too_few == []
