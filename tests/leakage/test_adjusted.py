"""The adjusted difference of differences: the formula in plain Python, its linear terms by numerical derivatives."""

from __future__ import annotations

from itertools import combinations, product
from statistics import mean

import numpy as np
import pytest

from irassay.leakage.without_leaks import _centred, _products, _terms, adjusted

RNG = np.random.default_rng(11)


def world(n=120, n_leaked=30, easier=0.1, n_unexposed=4, noise=0.1, n_exposed=2):
    hard = 0.4 + 0.15 * RNG.normal(size=n)
    leaked = np.zeros(n, dtype=bool)
    leaked[RNG.permutation(n)[:n_leaked]] = True
    hard[leaked] += easier
    exposed = 1.4 * hard + noise * RNG.normal(size=(n_exposed, n))
    return exposed, hard + noise * RNG.normal(size=(n_unexposed, n)), leaked


def weighted(exposed, unexposed, leaked, weight, reading=0):
    """The formula pair by pair and query by query, with a weight for each query; `reading` says whose slope."""
    groups = [[q for q in range(len(leaked)) if leaked[q] == flag] for flag in (True, False)]

    def average(x, group):
        return sum(weight[q] * x[q] for q in group) / sum(weight[q] for q in group)

    def gap(x):
        return average(x, groups[0]) - average(x, groups[1])

    def covariance(x, y):  # pooled within leaked and clean, up to a factor
        total = 0.0
        for group in groups:
            mx, my = average(x, group), average(y, group)
            total += sum(weight[q] * (x[q] - mx) * (y[q] - my) for q in group)
        return total

    def within(systems):
        pairs = list(combinations(systems, 2)) or [(systems[0], systems[0])]
        return mean(covariance(x, y) for x, y in pairs)

    both = mean(covariance(x, y) for x, y in product(exposed, unexposed))
    slope = both / within(unexposed) if reading == 0 else within(exposed) / both
    return mean(map(gap, exposed)) - slope * mean(map(gap, unexposed))


def terms_of(exposed, unexposed, leaked, reading):
    e, u = _centred(exposed, leaked), _centred(unexposed, leaked)
    both = e.mean(axis=0) * u.mean(axis=0)
    slope = (both, _products(u)) if reading == 0 else (_products(e), both)
    return _terms(exposed.mean(axis=0), unexposed.mean(axis=0), leaked, *slope)


@pytest.mark.parametrize("reading", [0, 1], ids=["slope of the unexposed", "slope of the exposed"])
@pytest.mark.parametrize(("n_exposed", "n_unexposed"), [(1, 3), (2, 4), (3, 7)])
def test_the_estimate_is_the_formula_in_plain_python(n_exposed, n_unexposed, reading):
    exposed, unexposed, leaked = world(n_exposed=n_exposed, n_unexposed=n_unexposed)
    by_hand = weighted(exposed.tolist(), unexposed.tolist(), leaked.tolist(), [1.0] * len(leaked), reading)
    assert terms_of(exposed, unexposed, leaked, reading).mean() == pytest.approx(by_hand, abs=1e-12)
    if reading == 0:
        assert adjusted(exposed, unexposed, leaked).did == pytest.approx(by_hand, abs=1e-12)


def test_alpha_is_that_of_deviations_within_leaked_and_clean():
    exposed, unexposed, leaked = world(n=2000, n_leaked=700)
    within = unexposed.copy()
    for of in (leaked, ~leaked):
        within[:, of] -= within[:, of].mean(axis=1, keepdims=True)
    covariance = np.cov(within)
    alpha = 4 / 3 * (1 - np.trace(covariance) / covariance.sum())  # Cronbach's formula
    assert adjusted(exposed, unexposed, leaked).alpha == pytest.approx(alpha, abs=1e-12)


@pytest.mark.parametrize("reading", [0, 1], ids=["slope of the unexposed", "slope of the exposed"])
def test_the_linear_terms_are_numerical_derivatives(reading):
    """Terms within a group differ as derivatives by the queries' weights do, times the number of queries."""
    exposed, unexposed, leaked = world(n=40, n_leaked=12)
    terms = terms_of(exposed, unexposed, leaked, reading)
    arguments = exposed.tolist(), unexposed.tolist(), leaked.tolist()
    step, derivative = 1e-5, np.empty(40)
    for q in range(40):
        up, down = np.ones(40), np.ones(40)
        up[q], down[q] = 1 + step, 1 - step
        ends = weighted(*arguments, up.tolist(), reading) - weighted(*arguments, down.tolist(), reading)
        derivative[q] = ends / (2 * step)
    for of in (leaked, ~leaked):
        ours, theirs = terms[of] / 40, derivative[of]
        assert ours - ours.mean() == pytest.approx(theirs - theirs.mean(), abs=1e-8)


def test_the_interval_goes_from_one_readings_low_end_to_the_others_high_end():
    exposed, unexposed, leaked = world(n=400, n_leaked=120, noise=0.15)
    groups = [np.flatnonzero(leaked), np.flatnonzero(~leaked)]
    again = []
    for _ in range(1500):
        rows = np.concatenate([RNG.choice(group, len(group)) for group in groups])
        again.append([terms_of(exposed[:, rows], unexposed[:, rows], leaked[rows], of).mean() for of in (0, 1)])
    of = adjusted(exposed, unexposed, leaked)
    low, high = np.quantile(again, [0.025, 0.975], axis=0)
    assert (of.low, of.high) == pytest.approx((low.min(), high.max()), abs=0.12 * (high - low).max())


def test_noise_that_three_unexposed_systems_share_makes_no_interval_without_zero():
    """Three variants of one engine, easier leaked queries, nobody trained: one slope alone errs by 0.1 and more."""
    hard, leaked = RNG.normal(size=3000), np.arange(3000) < 400
    hard[leaked] += 1
    exposed = 0.26 * hard + 0.05 * RNG.normal(size=(4, 3000))
    unexposed = 0.2 * hard + 0.2 * RNG.normal(size=3000) + 0.05 * RNG.normal(size=(3, 3000))
    of = adjusted(exposed, unexposed, leaked)
    assert of.did > 0.08
    assert of.low < 0 < of.high


def test_scores_that_bend_or_stand_at_an_end_are_told():
    hard, leaked = RNG.normal(size=600), np.arange(600) < 100
    hard[leaked] += 1
    line = 0.5 + 0.2 * hard + 0.1 * RNG.normal(size=(7, 600))
    assert abs(adjusted(line[:4], line[4:], leaked).bend) < 3
    flat = adjusted(line[:4], np.minimum(line[4:], 0.6), leaked)
    assert flat.bend > 5
    assert flat.at_an_end > 0.5
    assert not flat.is_straight
    assert adjusted(np.minimum(line[:4], 0.6), line[4:], leaked).bend < -5


def test_scores_that_follow_a_line_of_difficulty_leave_nothing():
    hard = RNG.random(50)
    of = adjusted(0.1 + 1.7 * np.stack([hard, hard]), np.stack([hard, hard, hard + 0.05]), np.arange(50) < 20)
    assert of.did == pytest.approx(0, abs=1e-12)
    assert of.low == pytest.approx(of.high, abs=1e-9)


def test_two_unexposed_systems_are_too_few_and_systems_that_disagree_say_nothing():
    exposed, unexposed, leaked = world()
    assert adjusted(exposed, unexposed[:2], leaked) is None
    assert adjusted(exposed, np.full((3, 120), 0.5), leaked) is None
    x = RNG.random(120)
    assert adjusted(exposed, np.stack([x, 1 - x, x, 1 - x]), leaked) is None  # the others than u add up to no spread
