"""Pairs in drawn completions, against scoring each completion anew and scipy's paired t-test in each."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from irassay.collection import Qrels
from irassay.errors import UsageError
from irassay.estimates import bound
from irassay.estimates.bounds.pair_draws import draw_pairs
from irassay.estimates.universe import SMOOTHING, gains, kernel_task, tells_rates
from irassay.kernel import _core
from irassay.result import Column, Table
from irassay.scoring import evaluate
from tests.laws.test_bounds import long_collection
from tests.oracles.test_labels_needed import drawn_grades
from tests.plain.small import runs_of

MEASURES = (
    "nDCG@5",
    "nDCG",
    "P@5",
    "P(rel=2)@5",
    "R@5",
    "NCG@5",
    "RR",
    "RR@3",
    "Success@3",
    "Rprec",
    "RBP(p=0.8)",
    "DCG@5",
    "AP",
)
N_DRAWS = 7


def world(n_systems=3):
    labels, lists = long_collection(8, n_systems=n_systems, length=8, n_docs=14, n_queries=6, n_judged=6)
    return labels, Qrels.from_dict(labels), runs_of(lists), lists


def scores_of_each_draw(labels, qrels, runs, lists, bounds):
    """(draw, system, query) by giving every hole the grade that it is drawn and scoring with `evaluate`."""
    holes = sorted(
        {(q, d) for of in lists.values() for q, docs in of.items() for d in docs if q in labels and d not in labels[q]}
    )
    documents = Table("all", "", [Column("query", [q for q, _ in holes]), Column("doc", [d for _, d in holes])])
    drawn = drawn_grades(qrels, runs, bounds, documents, N_DRAWS)
    gain = gains(bounds.measure)
    levels = sorted({gain[g] for g in bounds.universe.scale})
    grade_of = [next(g for g in bounds.universe.scale if gain[g] == level) for level in levels]
    found = []
    for row in drawn:
        full = {query: dict(of) for query, of in labels.items()}
        for (query, doc), grade in zip(holes, row):
            full[query][doc] = (
                grade_of[levels.index(gain[int(grade)])]
                if not bounds.measure.binarises
                else (grade_of[-1] if grade else 0)
            )
        found.append(evaluate(Qrels.from_dict(full), runs, [bounds.measure], threads=1).values[0, 0])
    return np.array(found)


@pytest.mark.parametrize("name", MEASURES)
def test_drawn_scores_are_those_of_the_completed_labels(name):
    labels, qrels, runs, lists = world()
    bounds = bound(qrels, runs, name, seed=5, unseen=0)
    task = kernel_task(qrels, bounds.measure, bounds.universe, bounds.ties)
    expecter = _core.Expecter(qrels.core, runs.core, task, SMOOTHING, N_DRAWS, bounds.seed)
    expecter.count(0, len(bounds.queries))
    n = len(bounds.queries)
    by_kernel = np.asarray(expecter.drawn_scores(0, n, 0, N_DRAWS, 2)).reshape(N_DRAWS, -1, n)
    assert by_kernel == pytest.approx(scores_of_each_draw(labels, qrels, runs, lists, bounds), abs=1e-12)
    part = np.asarray(expecter.drawn_scores(2, 5, 3, 6, 1)).reshape(3, -1, 3)
    assert (part == by_kernel[3:6, :, 2:5]).all()


def test_drawn_scores_of_what_is_not_there_are_refused():
    _, qrels, runs, _ = world()
    bounds = bound(qrels, runs, "P@5")
    task = kernel_task(qrels, bounds.measure, bounds.universe, bounds.ties)
    expecter = _core.Expecter(qrels.core, runs.core, task, SMOOTHING, 1, 0)
    for first, last, begin, end in ((0, 99, 0, 1), (3, 2, 0, 1), (0, 1, 2, 1)):
        with pytest.raises(ValueError, match="no such queries or draws"):
            expecter.drawn_scores(first, last, begin, end, 1)


@pytest.mark.parametrize("margin", [0.07, -0.05])
def test_a_margin_is_tested_as_scipys_t_test_against_minus_the_margin_tests_it(margin):
    labels, qrels, runs, lists = world(n_systems=4)
    bounds = bound(qrels, runs, "nDCG@5", seed=3, unseen=0)
    draws = draw_pairs(qrels, runs, bounds, level=0.3, margin=margin, n_draws=N_DRAWS)
    scores = scores_of_each_draw(labels, qrels, runs, lists, bounds)
    differences = scores[:, :, None] - scores[:, None]
    above = differences.mean(axis=3) > -margin
    with np.errstate(divide="ignore", invalid="ignore"):  # a system against itself has no variance
        p = stats.ttest_1samp(differences, -margin, axis=3).pvalue
    expected = (above & (p <= 0.3)).sum(axis=0)
    apart = ~np.eye(4, dtype=bool)
    assert (draws.ahead_by_test[apart] == expected[apart]).all()
    assert (draws.ahead_by_test != draw_pairs(qrels, runs, bounds, level=0.3, n_draws=N_DRAWS).ahead_by_test).any()


@pytest.mark.parametrize("name", ["nDCG@5", "P@5", "AP"])
def test_signs_and_significance_are_those_of_scipys_paired_t_test_in_each_draw(name):
    labels, qrels, runs, lists = world(n_systems=4)
    bounds = bound(qrels, runs, name, seed=3, unseen=0)
    level = 0.3
    draws = draw_pairs(qrels, runs, bounds, level=level, n_draws=N_DRAWS)
    scores = scores_of_each_draw(labels, qrels, runs, lists, bounds)
    n = len(bounds.systems)
    for i in range(n):
        for j in range(n):
            differences = scores[:, i] - scores[:, j]
            ahead = differences.mean(axis=1) > 1e-12
            p = stats.ttest_1samp(differences, 0, axis=1).pvalue
            assert draws.ahead[i, j] == ahead.sum()
            assert draws.ahead_by_test[i, j] == (ahead & (p <= level)).sum()
            low, high = np.quantile(differences.mean(axis=1), (0.025, 0.975))
            assert np.quantile(draws.means[:, i] - draws.means[:, j], (0.025, 0.975)) == pytest.approx(
                (low, high), abs=1e-12
            )
    assert 0 < draws.ahead_by_test.sum() < draws.ahead.sum()


def test_blocks_and_threads_change_no_draw(monkeypatch):
    _, qrels, runs, _ = world()
    bounds = bound(qrels, runs, "nDCG@5")
    whole = draw_pairs(qrels, runs, bounds, threads=1)
    monkeypatch.setattr("irassay.estimates.bounds.pair_draws._SCORES_AT_ONCE", 1)
    monkeypatch.setattr("irassay.estimates.bounds.pair_draws._QUERIES_AT_ONCE", 2)
    in_blocks = draw_pairs(qrels, runs, bounds, threads=2)
    assert in_blocks.means == pytest.approx(whole.means, abs=1e-15)
    assert (in_blocks.ahead_by_test == whole.ahead_by_test).all()


def test_nothing_is_drawn_from_labels_that_hardly_say_what_is_not_relevant():
    queries = [f"q{i}" for i in range(10)]
    runs = runs_of({"s0": {q: ["a", "b"] for q in queries}, "s1": {q: ["b", "c"] for q in queries}})
    sparse = {q: {"a": 1} for q in queries}
    sparse["q0"]["c"] = sparse["q1"]["c"] = 0
    qrels = Qrels.from_dict(sparse)
    assert not tells_rates(qrels)
    assert draw_pairs(qrels, runs, bound(qrels, runs, "nDCG@2")) is None
    fuller = Qrels.from_dict({q: {"a": 1, "x": 0} for q in queries})
    assert draw_pairs(fuller, runs, bound(fuller, runs, "nDCG@2")) is not None


def test_systems_selected_keep_their_draws():
    _, qrels, runs, _ = world(n_systems=4)
    draws = draw_pairs(qrels, runs, bound(qrels, runs, "nDCG@5"))
    names = [draws.systems[2], draws.systems[0]]
    some = draws.sel(names)
    assert some.systems == tuple(names)
    assert some.ahead[0, 1] == draws.ahead[2, 0]
    assert some.ahead_by_test[1, 0] == draws.ahead_by_test[0, 2]


def test_no_draws_are_refused():
    _, qrels, runs, _ = world()
    with pytest.raises(UsageError, match="n_draws must be a whole number of at least 1"):
        draw_pairs(qrels, runs, bound(qrels, runs, "P@5"), n_draws=0)


def test_one_query_is_never_significant_in_a_draw():
    labels, lists = long_collection(8, n_systems=2, length=8, n_docs=14, n_queries=1, n_judged=6)
    qrels, runs = Qrels.from_dict(labels), runs_of(lists)
    assert draw_pairs(qrels, runs, bound(qrels, runs, "P@5")).ahead_by_test.sum() == 0
