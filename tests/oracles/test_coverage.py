"""Coverage: shares of pools against all subsets enumerated, terms and fits against scipy, intervals and Chao2 against
worlds whose truth is planted."""

from __future__ import annotations

import math
from itertools import combinations

import numpy as np
import pytest
import scipy.stats

from irassay.collection import Qrels, Runs
from irassay.errors import UsageError
from irassay.estimates import chao2, coverage
from irassay.estimates.pools.accumulation import curve_through, expected_shares, fit_curves, miss_chances
from irassay.estimates.pools.coverage import coverage_of_ranks
from tests.collections_at_hand import labels_and_runs

SYSTEMS = [f"s{i}" for i in range(6)]
GROUPS = {"s0": "A", "s1": "A", "s2": "B", "s3": "C"}


def small_world(seed):
    """Labels and lists as dicts: ties, missing queries, unjudged and unretrieved documents."""
    rng = np.random.default_rng(seed)
    docs = [f"d{i}" for i in range(25)]
    labels = {f"q{q}": {d: int(rng.integers(-1, 3)) for d in rng.choice(docs, 12, replace=False)} for q in range(4)}
    lists = {
        s: {
            f"q{q}": {d: float(rng.integers(0, 9)) for d in rng.choice(docs, int(rng.integers(1, 20)), replace=False)}
            for q in range(1, 5)
        }
        for s in SYSTEMS
    }
    return labels, lists


def top(lists, system, query, depth):
    run = lists[system].get(query, {})
    return {d for d, _ in sorted(run.items(), key=lambda item: (item[1], item[0]), reverse=True)[:depth]}


def by_all_subsets(labels, lists, units, t, depth, rel):
    """The mean share over all sets of t units, by enumeration."""
    relevant = {(q, d) for q, of in labels.items() for d, g in of.items() if g >= rel}
    shares = []
    for picked in combinations(units, t):
        found = {(q, d) for unit in picked for s in unit for q in labels for d in top(lists, s, q, depth)}
        shares.append(len(found & relevant) / len(relevant))
    return np.mean(shares)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("rel", [1, 2])
def test_expected_shares_are_the_mean_over_all_subsets(seed, rel):
    labels, lists = small_world(seed)
    found = coverage(Qrels.from_dict(labels), Runs.from_dict(lists), depths=[2, 7], rel=rel, draws=5)
    for row, depth in enumerate([2, 7]):
        expected = [by_all_subsets(labels, lists, [[s] for s in SYSTEMS], t, depth, rel) for t in range(1, 7)]
        np.testing.assert_allclose(found.shares[row], expected, atol=1e-14)


@pytest.mark.parametrize("rel", [1, 2])
def test_shares_by_query_are_the_mean_over_queries_and_all_subsets(rel):
    """Oracle: Rassin et al., appendix E, by enumeration: the share of each query in each set of t systems."""
    labels, lists = small_world(0)
    found = coverage(Qrels.from_dict(labels), Runs.from_dict(lists), depths=[2, 7], rel=rel, draws=5)
    relevant = {q: {d for d, g in of.items() if g >= rel} for q, of in labels.items()}
    for row, depth in enumerate([2, 7]):
        for t in range(1, 7):
            shares = [
                len(set().union(*(top(lists, s, q, depth) for s in picked)) & docs) / len(docs)
                for picked in combinations(SYSTEMS, t)
                for q, docs in relevant.items()
                if docs
            ]
            assert found.shares_by_query[row, t - 1] == pytest.approx(np.mean(shares), abs=1e-14)
    assert np.abs(found.shares_by_query - found.shares).max() > 0.01


def test_pools_of_groups_take_in_all_their_systems():
    labels, lists = small_world(1)
    found = coverage(Qrels.from_dict(labels), Runs.from_dict(lists), depths=[5], groups=GROUPS, draws=5)
    assert found.systems == ("A", "B", "C", "s4", "s5")
    units = [["s0", "s1"], ["s2"], ["s3"], ["s4"], ["s5"]]
    expected = [by_all_subsets(labels, lists, units, t, 5, 1) for t in range(1, 6)]
    np.testing.assert_allclose(found.shares[0], expected, atol=1e-14)


def test_chao2_of_groups_is_that_of_pools_of_groups():
    labels, lists = small_world(1)
    qrels, runs = Qrels.from_dict(labels), Runs.from_dict(lists)
    by_system = coverage(qrels, runs, depths=[5], draws=5)
    by_group = coverage(qrels, runs, depths=[5], groups=GROUPS, draws=5)
    assert by_system.chao2(5, groups=GROUPS) == by_group.chao2(5)
    assert by_system.chao2(5) == chao2(by_system.finders[0])


def test_sampled_pools_have_the_expected_share_as_their_mean():
    labels, lists = small_world(2)
    found = coverage(Qrels.from_dict(labels), Runs.from_dict(lists), depths=[5], draws=5)
    single = found.sampled(3, 5, draws=4000)
    error = single.std() / math.sqrt(len(single))
    assert abs(single.mean() - found.shares[0, 2]) < 4 * error
    assert (found.sampled(6, 5, draws=3) == found.shares[0, 5]).all()


def test_the_chance_of_a_miss_is_the_hypergeometric_one():
    table = miss_chances(40)
    for k in (0, 1, 7, 39, 40):
        expected = [scipy.stats.hypergeom(40, k, t).pmf(0) for t in range(41)]
        np.testing.assert_allclose(table[k], expected, rtol=1e-11, atol=1e-15)


def test_the_curve_is_scipys_regression_on_the_logarithm():
    shares = np.random.default_rng(0).uniform(size=17)
    line = scipy.stats.linregress(np.log(np.arange(1, 18)), shares)
    assert fit_curves(shares) == pytest.approx([line.intercept, line.slope], abs=1e-13)
    curve = curve_through(shares, 10)
    error = line.intercept + line.slope * np.log(np.arange(1, 18)) - shares
    assert curve.rmse == pytest.approx(math.sqrt(np.mean(error**2)), abs=1e-13)
    assert curve.max_error == pytest.approx(np.abs(error).max(), abs=1e-13)


def test_another_depth_lies_on_the_least_squares_surface():
    labels, lists = small_world(0)
    found = coverage(Qrels.from_dict(labels), Runs.from_dict(lists), depths=[1, 3, 8], draws=5)
    points = [(math.log(t), math.log(d)) for d in (1, 3, 8) for t in range(1, 7)]
    design = np.array([[1, x, y, x * y] for x, y in points])
    fit = np.linalg.lstsq(design, found.shares.ravel(), rcond=None)[0]
    x, y = math.log(9), math.log(20)
    assert found.at(9, 20).share == pytest.approx(min(1, fit @ [1, x, y, x * y]), abs=1e-12)
    assert not found.at(9, 20).measured
    assert not found.at(3, 20).measured
    assert found.at(6, 8).measured


def planted_finds(seed, n_systems, *, n_queries=30, per_query=25):
    """A population of systems: each has a skill of its own and finds a document with a chance that both decide."""
    rng = np.random.default_rng(seed)
    hard = rng.normal(size=(n_queries, per_query)) * 1.5 + rng.normal(size=(n_queries, 1))
    skill = rng.normal(size=n_systems) * 0.7 - 0.5
    return rng.uniform(size=(n_systems, n_queries, per_query)) < 1 / (1 + np.exp(hard - skill[:, None, None]))


def planted(seed, n_systems):
    """The same as labels and runs."""
    has = planted_finds(seed, n_systems)
    n_systems, n_queries, per_query = has.shape
    labels = {f"q{q:02}": {f"d{d:02}": 1 for d in range(per_query)} for q in range(n_queries)}
    lists = {
        f"s{s:02}": {f"q{q:02}": {f"d{d:02}": 1.0 for d in np.flatnonzero(has[s, q])} for q in range(n_queries)}
        for s in range(n_systems)
    }
    return Qrels.from_dict(labels), Runs.from_dict(lists)


def population_shares():
    """Expected shares over all queries and systems of `planted`'s kind, by a large draw of both."""
    rng = np.random.default_rng(99)
    hard = rng.normal(size=20_000) * math.hypot(1.5, 1)
    skill = rng.normal(size=2_000) * 0.7 - 0.5
    mean = (1 / (1 + np.exp(hard[:, None] - skill[None, :]))).mean(axis=1)
    return [float((1 - (1 - mean) ** t).mean()) for t in range(1, 17)]


def test_intervals_hold_the_share_of_all_queries_and_systems_about_as_often_as_they_say():
    truth, held = population_shares(), []
    query = np.repeat(np.arange(30), 25).astype(np.int32)
    for seed in range(150):
        ranks = np.ascontiguousarray(planted_finds(seed, 16).reshape(16, -1).T.astype(np.int32))
        found = coverage_of_ranks(ranks, query, [f"s{i}" for i in range(16)], (1,), draws=200, key=seed)
        held.append((found.low[0] <= truth) & (truth <= found.high[0]))
    rates = np.mean(held, axis=0)
    assert rates.min() > 0.88
    assert rates.mean() > 0.91


def test_intervals_over_queries_alone_or_few_systems_are_not_given():
    labels, lists = small_world(0)
    runs = Runs.from_dict({s: lists[s] for s in SYSTEMS[:3]})
    assert np.isnan(coverage(Qrels.from_dict(labels), runs, depths=[5]).low).all()
    one_query = Qrels.from_dict({"q1": labels["q1"]})
    assert np.isnan(coverage(one_query, Runs.from_dict(lists), depths=[5]).low).all()


def test_one_system_has_a_share_and_no_curve():
    labels, lists = small_world(0)
    found = coverage(Qrels.from_dict(labels), Runs.from_dict({"s0": lists["s0"]}), depths=[5])
    assert found.shares.shape == (1, 1)
    assert found.at(1, 5).measured
    with pytest.raises(UsageError, match="a curve needs two systems"):
        found.at(2, 5)


def test_what_lies_beyond_is_clipped_at_all_documents_and_further_ones_are_not():
    found = coverage(*planted(0, 8), depths=[25], draws=50)
    curve = found.curves[0]
    n = math.ceil(math.exp((1.2 - curve.a) / curve.b))
    far = found.at(n, 25)
    assert far.share == far.high == 1.0
    assert far.further == pytest.approx((curve.at(n) - curve.at(8)) * found.n_relevant)
    assert far.further > (1 - curve.at(8)) * found.n_relevant
    assert far.further_low < far.further < far.further_high
    assert found.at(8, 25).further == 0


def test_the_extrapolation_continues_the_measured_share_of_all_systems_without_a_jump():
    found = coverage(*planted(0, 16), depths=[25], draws=50)
    for n in (17, 32, 160):
        beyond = found.at(n, 25)
        assert beyond.share == pytest.approx(min(1.0, found.shares[0, -1] + found.curves[0].b * math.log(n / 16)))
        if beyond.share < 1:
            assert beyond.further == pytest.approx(found.n_relevant * (beyond.share - found.shares[0, -1]))
    assert found.curves[0].at(16) != pytest.approx(found.shares[0, -1], abs=1e-3), "the curve itself misses it"


def test_what_half_of_the_systems_predict_for_all_is_the_mean_over_halves():
    """Of four systems and equal queries there are six halves; the oracle is the curve through each, by numpy."""
    docs = {"a": ["d1", "d2"], "b": ["d2", "d3"], "c": ["d4"], "d": ["d1", "d5", "d6"]}
    queries = [f"q{i:02}" for i in range(40)]
    labels = {q: {f"d{i}": 1 for i in range(1, 9)} for q in queries}
    lists = {s: {q: dict.fromkeys(of, 1.0) for q in queries} for s, of in docs.items()}
    found = coverage(Qrels.from_dict(labels), Runs.from_dict(lists), depths=[5], draws=4000)
    predicted = []
    for half in combinations(docs.values(), 2):
        shares = [np.mean([len(of) for of in half]) / 8, len(set(half[0]) | set(half[1])) / 8]
        slope = np.polyfit(np.log([1, 2]), shares, 1)[0]
        predicted.append(shares[-1] + slope * math.log(2))
    assert found.from_half[0] == pytest.approx(np.mean(predicted), abs=0.005)


def test_from_half_of_the_systems_continuing_what_is_measured_predicts_all_better_than_the_curve_does():
    """Over planted worlds, where the curve is not the law: why the line continues from the measured share."""
    errors = []
    for seed in range(20):
        has = planted_finds(seed, 32).reshape(32, -1)
        truth = has.any(axis=0).mean()
        shares = expected_shares(np.bincount(has[:16].sum(axis=0), minlength=17), miss_chances(16))
        a, b = fit_curves(shares)
        errors.append((abs(shares[-1] + b * math.log(2) - truth), abs(a + b * math.log(32) - truth)))
    continued, curve = np.mean(errors, axis=0)
    assert continued < curve


def test_the_same_seed_gives_the_same_bytes_and_another_one_others():
    world = planted(0, 8)
    first, again, other = (coverage(*world, depths=[5, 25], draws=50, seed=s) for s in (7, 7, 8))
    assert first.low.tobytes() == again.low.tobytes()
    assert first.low.tobytes() != other.low.tobytes()
    assert first.shares.tobytes() == other.shares.tobytes()


# Hand-worked: 10 systems, 12 documents had by one, 5 by two, 8 by three. Classic: 25 + .9 * 144 / 10 = 37.96.
# Corrected: 25 + .9 * 132 / 12 = 34.9. Its variance: .9*12*11/12 + .81*12*23^2/(4*36) + .81*144*5*121/(4*6^4)
# = 9.9 + 35.7075 + 13.6125 = 59.22. Of 9.9 unseen the ends lie by exp(1.96 sqrt(ln(1 + 59.22 / 98.01))) either way.
def test_chao2_is_the_hand_worked_case():
    found = chao2(np.array([3, 12, 5, 8, 0, 0, 0, 0, 0, 0, 0]))
    assert (found.observed, found.once, found.twice) == (25, 12, 5)
    assert found.total_classic == pytest.approx(37.96)
    assert found.total == pytest.approx(34.9)
    assert found.variance == pytest.approx(59.22)
    spread = math.exp(1.959963984540054 * math.sqrt(math.log(1 + 59.22 / 98.01)))
    assert (found.low, found.high) == pytest.approx((25 + 9.9 / spread, 25 + 9.9 * spread))


def test_chao2_without_documents_had_twice_has_the_corrected_form_only():
    found = chao2(np.array([0, 4, 0, 6]))
    assert math.isnan(found.total_classic)
    assert found.total == pytest.approx(10 + 2 / 3 * 4 * 3 / 2)
    nothing = chao2(np.array([5, 0, 0, 0]))
    assert (nothing.total, nothing.low, nothing.high) == (0, 0, 0)


def test_chao2_has_small_bias_and_its_stated_variance_where_systems_are_independent_and_documents_alike():
    rng = np.random.default_rng(0)
    n, chance, truth = 12, 0.12, 1_000
    totals, variances, held = [], [], []
    for _ in range(400):
        found = chao2(np.bincount(rng.binomial(n, chance, truth), minlength=n + 1))
        totals.append(found.total)
        variances.append(found.variance)
        held.append(found.low <= truth <= found.high)
    assert np.mean(totals) == pytest.approx(truth, rel=0.02)
    assert np.mean(variances) == pytest.approx(np.var(totals), rel=0.15)
    assert 0.9 <= np.mean(held) <= 0.99


def test_chao2_reads_low_where_systems_find_the_same_documents():
    rng = np.random.default_rng(0)
    truth, families = 1_000, 4
    by_family = rng.uniform(size=(truth, families)) < 0.2  # three systems of a family find what the family finds
    have = (by_family[:, :, None] & (rng.uniform(size=(truth, families, 3)) < 0.95)).sum(axis=(1, 2))
    assert chao2(np.bincount(have, minlength=13)).high < truth


def test_63_runs_of_a_track_find_more_with_each_run_and_with_depth():
    found = coverage(*labels_and_runs("trec-dl-2021-passage"), depths=[20, 100], rel=2, draws=50)
    assert len(found.systems) == 63
    assert (np.diff(found.shares, axis=1) >= 0).all()
    assert (found.shares[1] >= found.shares[0]).all()
    assert (found.low <= found.shares).all()
    assert (found.high >= found.shares).all()
