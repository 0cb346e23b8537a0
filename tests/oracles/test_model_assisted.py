"""Labels of people and a model: unbiased over every sample there is, equal to the plain mean where all is judged."""

from itertools import combinations, product

import numpy as np
import pytest
from scipy import stats

import irassay
from irassay import Qrels, Runs
from irassay.errors import InputError, UsageError
from irassay.estimates import model_assisted
from irassay.estimates.model_assisted import _on_these

TRUE = {"q1": {"a": 1, "b": 0, "c": 1, "d": 0}, "q2": {"a": 0, "b": 1, "c": 1, "d": 0}}
STRATA = {q: {"a": "1", "b": "1", "c": "2", "d": "2"} for q in TRUE}
MODEL = Qrels.from_dict({"q1": {"a": 1, "b": 1, "c": 0, "d": 0}, "q2": {"a": 0, "b": 0, "c": 1, "d": 1}})
RUNS = Runs.from_dict(
    {"new": {q: {"a": 3.0, "c": 2.0, "b": 1.0} for q in TRUE}, "old": {q: {"b": 3.0, "d": 2.0} for q in TRUE}}
)


def drawn(judged: set[tuple[str, str]]) -> Qrels:
    """The labels of these documents, and marks of the others of their strata."""
    grades = {q: {d: g if (q, d) in judged else -1 for d, g in docs.items()} for q, docs in TRUE.items()}
    return Qrels(Qrels.from_dict(grades).core, strata=STRATA)


def test_all_judged_is_the_plain_mean_whatever_the_model_says() -> None:
    every = drawn({(q, d) for q, docs in TRUE.items() for d in docs})
    for measure in ("P@2", "DCG@3", "RBP"):
        found = model_assisted(every, MODEL, RUNS, measure, sampled="strata")
        plain = irassay.evaluate(Qrels.from_dict(TRUE), RUNS, [measure]).summary[0, 0]
        assert found.means.value == pytest.approx(plain)
        assert found.means.low == pytest.approx(plain)
        assert found.differences.high[0, 1] == pytest.approx(plain[0] - plain[1])


def test_the_estimate_has_no_bias_and_its_variance_is_that_over_all_samples() -> None:
    """Strata of four items of which two are drawn: every sample is as likely."""
    x = np.random.default_rng(3).random((8, 2))
    stratum, size, n = np.repeat([0, 1], 4), np.array([4, 4]), np.array([2, 2])
    values, variances = [], []
    for first, second in product(combinations(range(4), 2), combinations(range(4, 8), 2)):
        at = [*first, *second]
        values.append(2 * (x[at, 0] - x[at, 1]).sum())
        variances.append(_on_these(2 * x[at], 0 * x[at], stratum[at], n, size)[1][0, 1])
    assert np.mean(values) == pytest.approx((x[:, 0] - x[:, 1]).sum())
    assert np.mean(variances) == pytest.approx(np.var(values))


def test_the_power_is_that_of_the_least_variance() -> None:
    """A grid of powers, and the plain formula of ppi++: a covariance over a variance."""
    draw = np.random.default_rng(4)
    x = draw.random((12, 2))
    m = 0.5 * x + 0.3 * draw.random((12, 2))
    stratum, size, n = np.repeat([0, 1], 6), np.array([30, 9]), np.array([6, 6])
    power, variance, _ = _on_these(x, m, stratum, n, size)
    grid = [_on_these(x - p * m, 0 * m, stratum, n, size)[1][0, 1] for p in np.linspace(0, 1, 101)]
    assert variance[0, 1] <= min(grid) + 1e-12
    assert abs(float(power[0, 1]) - np.linspace(0, 1, 101)[int(np.argmin(grid))]) <= 0.01


def test_by_strata_what_is_drawn_stands_for_its_stratum() -> None:
    """By hand: of q1's stratum 1, a stands for a and b; all else is judged."""
    found = model_assisted(
        drawn({(q, d) for q, docs in TRUE.items() for d in docs} - {("q1", "b"), ("q2", "a")}), Qrels.from_dict({}),
        RUNS, "P@1", sampled="strata",
    )  # fmt: skip
    # new has a first: 2 x 1 in q1, and a is not drawn in q2; old has b first: not drawn in q1, 2 x 1 in q2.
    assert found.means.value.tolist() == pytest.approx([1.0, 1.0])
    assert found.power.tolist() == [[0.0, 0.0], [0.0, 0.0]]


def test_by_queries_it_is_the_mean_of_those_drawn_corrected_by_the_model() -> None:
    """The plain formula for one system: its score by people less power x the model's, on those drawn and on all."""
    draw = np.random.default_rng(5)
    queries = [f"q{i:02}" for i in range(40)]
    model = Qrels.from_dict({q: {"a": int(draw.random() < 0.5), "b": int(draw.random() < 0.5)} for q in queries})
    flip = draw.random(40) < 0.2
    people = {q: {d: g ^ int(f) for d, g in model.grades(q).items()} for q, f in zip(queries, flip, strict=True)}
    some = sorted(draw.permutation(queries)[:15].tolist())
    runs = Runs.from_dict({"x": {q: {"a": 1.0} for q in queries}, "y": {q: {"b": 1.0} for q in queries}})
    found = model_assisted(Qrels.from_dict({q: people[q] for q in some}), model, runs, "nDCG@1", sampled="queries")
    y = np.array([people[q]["a"] / max(1, *people[q].values()) for q in some])
    f = np.array([model.grades(q)["a"] / max(1, *model.grades(q).values()) for q in queries])
    at = [queries.index(q) for q in some]
    power = np.clip(np.cov(y, f[at])[0, 1] / np.var(f[at], ddof=1), 0, 1)
    assert found.means.value[0] == pytest.approx(y.mean() + power * (f.mean() - f[at].mean()))
    rest = np.var(y - power * f[at], ddof=1) * (1 / 15 - 1 / 40) * 14 / 13
    half = (found.means.high - found.means.low)[0] / 2
    other = (found.means.other_high - found.means.other_low)[0] / 2
    assert half == pytest.approx(stats.t.ppf(0.975, 13) * np.sqrt(rest))
    assert other == pytest.approx(stats.t.ppf(0.975, 13) * np.sqrt(rest + np.var(y, ddof=1) / 40))


def test_labels_that_are_no_sample_have_bounds_and_decide_nothing_that_others_could_reverse() -> None:
    qrels = Qrels.from_dict({q: {"a": TRUE[q]["a"]} for q in TRUE})
    found = model_assisted(qrels, MODEL, RUNS, "P@2")
    bounds = irassay.bound(qrels, RUNS, "P@2")
    assert found.differences.low.tolist() == bounds.difference_lower.tolist()
    assert found.answer("new", "old") == found.answer("new", "old", other_queries=True) == "undecided"


def test_what_cannot_be_estimated_says_so() -> None:
    some = drawn({("q1", "a"), ("q2", "c")})
    with pytest.raises(UsageError, match="only sums"):
        model_assisted(some, MODEL, RUNS, "nDCG@2", sampled="strata")
    with pytest.raises(InputError, match="a stratum has no label"):
        model_assisted(some, MODEL, RUNS, "P@2", sampled="strata")
    with pytest.raises(InputError, match="in no stratum; pool it too"):
        model_assisted(Qrels.from_dict({"q1": {"a": 1}}), MODEL, RUNS, "P@2", sampled="strata")
    with pytest.raises(InputError, match="the model has no labels for 1 judged query"):
        model_assisted(Qrels.from_dict({"q9": {"a": 1}}), MODEL, RUNS, "P@2", sampled="queries")
