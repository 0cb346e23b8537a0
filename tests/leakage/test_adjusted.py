"""The adjusted difference of differences: the formula in plain Python, its linear terms by numerical derivatives."""

from __future__ import annotations

from statistics import mean

import numpy as np
import pytest

from irassay.leakage.adjusted import _terms, adjusted

RNG = np.random.default_rng(11)


def world(n=120, n_leaked=30, easier=0.1, n_unexposed=4, noise=0.1):
    hard = 0.4 + 0.15 * RNG.normal(size=n)
    leaked = np.zeros(n, dtype=bool)
    leaked[RNG.permutation(n)[:n_leaked]] = True
    hard[leaked] += easier
    exposed = 1.4 * hard + noise * RNG.normal(size=n)
    return exposed, hard + noise * RNG.normal(size=(n_unexposed, n)), leaked


def weighted(exposed, unexposed, leaked, weight):
    """The issue's formula, query by query, with a weight for each query."""
    groups = [[q for q in range(len(leaked)) if leaked[q] == flag] for flag in (True, False)]

    def average(x, group):
        return sum(weight[q] * x[q] for q in group) / sum(weight[q] for q in group)

    def gap(x):
        return average(x, groups[0]) - average(x, groups[1])

    def product(x, y):  # pooled within leaked and clean
        total = 0.0
        for group in groups:
            mx, my = average(x, group), average(y, group)
            total += sum(weight[q] * (x[q] - mx) * (y[q] - my) for q in group)
        return total

    out = []
    for u in range(len(unexposed)):
        others = [row for i, row in enumerate(unexposed) if i != u]
        d = [e - s for e, s in zip(exposed, unexposed[u])]
        h = [mean(scores) for scores in zip(*others)]
        whole = [sum(scores) for scores in zip(*others)]
        b = product(d, h) / product(h, h)
        k = len(others)
        a = k / (k - 1) * (1 - sum(product(row, row) for row in others) / product(whole, whole))
        out.append(gap(d) - b / a * gap(h))
    return mean(out)


@pytest.mark.parametrize("n_unexposed", [3, 4, 7])
def test_the_estimate_is_the_formula_in_plain_python(n_unexposed):
    exposed, unexposed, leaked = world(n_unexposed=n_unexposed)
    by_hand = weighted(exposed.tolist(), unexposed.tolist(), leaked.tolist(), [1.0] * len(leaked))
    assert adjusted(exposed, unexposed, leaked).did == pytest.approx(by_hand, abs=1e-12)


def test_alpha_is_that_of_deviations_within_leaked_and_clean():
    exposed, unexposed, leaked = world(n=2000, n_leaked=700)
    within = unexposed.copy()
    for of in (leaked, ~leaked):
        within[:, of] -= within[:, of].mean(axis=1, keepdims=True)
    alphas = []
    for u in range(4):
        covariance = np.cov(np.delete(within, u, axis=0))
        alphas.append(3 / 2 * (1 - np.trace(covariance) / covariance.sum()))  # Cronbach's formula
    assert adjusted(exposed, unexposed, leaked).alpha == pytest.approx(np.mean(alphas), abs=1e-12)


def test_the_linear_terms_are_numerical_derivatives():
    """Terms within a group differ as derivatives by the queries' weights do, times the number of queries."""
    exposed, unexposed, leaked = world(n=40, n_leaked=12)
    terms, _ = _terms(exposed, unexposed, leaked)
    arguments = exposed.tolist(), unexposed.tolist(), leaked.tolist()
    step, derivative = 1e-5, np.empty(40)
    for q in range(40):
        up, down = np.ones(40), np.ones(40)
        up[q], down[q] = 1 + step, 1 - step
        derivative[q] = (weighted(*arguments, up.tolist()) - weighted(*arguments, down.tolist())) / (2 * step)
    for of in (leaked, ~leaked):
        ours, theirs = terms[of] / 40, derivative[of]
        assert ours - ours.mean() == pytest.approx(theirs - theirs.mean(), abs=1e-8)


def test_the_interval_is_as_wide_as_the_estimate_varies_over_resamples():
    exposed, unexposed, leaked = world(n=400, n_leaked=120, noise=0.15)
    groups = [np.flatnonzero(leaked), np.flatnonzero(~leaked)]
    again = []
    for _ in range(1500):
        rows = np.concatenate([RNG.choice(group, len(group)) for group in groups])
        again.append(_terms(exposed[rows], unexposed[:, rows], leaked[rows])[0].mean())
    of = adjusted(exposed, unexposed, leaked)
    low, high = np.quantile(again, [0.025, 0.975])
    assert (of.low, of.high) == pytest.approx((low, high), abs=0.12 * (high - low))


def test_scores_that_follow_a_line_of_difficulty_leave_nothing():
    hard = RNG.random(50)
    of = adjusted(0.1 + 1.7 * hard, np.stack([hard, hard, hard + 0.05]), np.arange(50) < 20)
    assert of.did == pytest.approx(0, abs=1e-12)
    assert of.low == pytest.approx(of.high, abs=1e-9)


def test_two_unexposed_systems_are_too_few_and_systems_that_disagree_say_nothing():
    exposed, unexposed, leaked = world()
    assert adjusted(exposed, unexposed[:2], leaked) is None
    assert adjusted(exposed, np.full((3, 120), 0.5), leaked) is None
    x = RNG.random(120)
    assert adjusted(exposed, np.stack([x, 1 - x, x, 1 - x]), leaked) is None  # the others than u add up to no spread
