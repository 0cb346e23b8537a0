"""Dawid and Skene's model against their paper, direct maximisation of the likelihood, and planted truth."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from scipy.optimize import minimize

from irassay.errors import UsageError
from irassay.label_sets import dawid_skene

# Dawid and Skene 1979, Table 1: for each of 45 patients the grades by observer 1, three times, and observers 2 to 5.
# Held cell by cell against two public copies. All 315 are those of `generate_sample_data` in github.com/dallascard/
# dawid_skene (9f49db7). The data set `anesthesia` of the R package rater (bc1e414) has 314 of them: of patient 7,
# observer 1 has there one 1 more and one 2 less.
TABLE_1 = """
1111111 3334334 1122122 2223121 2223222 2223322 1222111 3333433 2222223 2322223 4444444 2223343
1111111 2223212 1211111 1112111 1111111 1111111 2222221 2221322 2222222 2222221 2223222 2212222
1111111 1111111 2322222 1111111 1111111 1121121 1111111 3333233 1111111 2222222 2223232 4334343
2212232 2323233 3333432 1111111 1111111 1212111 2322222 1211111 2222222
"""
OBSERVERS = (0, 0, 0, 1, 2, 3, 4)


def of_table_1():
    rows = [(i, k, int(grade) - 1) for i, row in enumerate(TABLE_1.split()) for k, grade in zip(OBSERVERS, row)]
    return tuple(np.array(column) for column in zip(*rows))


def world(rng, n_items=12, n_people=3, n_classes=3, left_out=0.1):
    """Answers with planted classes: people are right with a chance of their own."""
    truth = rng.integers(n_classes, size=n_items)
    right = rng.uniform(0.6, 0.95, size=n_people)
    rows = []
    for i in range(n_items):
        for k in range(n_people):
            if k and rng.random() < left_out:
                continue
            other = (truth[i] + rng.integers(1, n_classes)) % n_classes
            rows.append((i, k, truth[i] if rng.random() < right[k] else other))
    return truth, tuple(np.array(column) for column in zip(*rows))


def objective(prevalence, confusion, answers, prior):
    """The logarithm of equation 2.7 with the prior, item by item."""
    total = prior * (np.log(confusion).sum() + np.log(prevalence).sum()) if prior else 0.0
    for i in range(answers[0].max() + 1):
        chance = prevalence.copy()
        for item, person, answer in zip(*answers):
            if item == i:
                chance = chance * confusion[person, :, answer]
        total += np.log(chance.sum())
    return total


def directly(answers, n_classes, prior, start):
    """The greatest objective near a start, by a quasi-Newton method over unbounded numbers."""
    n_people = answers[1].max() + 1

    def parts(x):
        whole = np.exp(x - x.max())
        prevalence = whole[:n_classes] / whole[:n_classes].sum()
        table = whole[n_classes:].reshape(n_people, n_classes, n_classes)
        return prevalence, table / table.sum(axis=2, keepdims=True)

    x = np.log(np.concatenate([start[0], start[1].ravel()]))
    result = minimize(lambda x: -objective(*parts(x), answers, prior), x, method="L-BFGS-B", options={"maxiter": 2000})
    return -result.fun, *parts(result.x)


def test_the_paper_s_prevalence_comes_out():
    fit = dawid_skene(*of_table_1(), prior=0)
    assert fit.converged
    assert fit.prevalence.round(2).tolist() == [0.40, 0.42, 0.11, 0.07]


def test_the_objective_is_that_of_the_likelihood_item_by_item():
    for seed in range(3):
        _, answers = world(np.random.default_rng(seed))
        for prior in (0.5, 2.0):
            fit = dawid_skene(*answers, prior=prior)
            assert fit.objective == pytest.approx(objective(fit.prevalence, fit.confusion, answers, prior), abs=1e-6)


@pytest.mark.parametrize("seed", range(4))
def test_direct_maximisation_of_the_likelihood_comes_to_the_same(seed):
    rng = np.random.default_rng(seed)
    _, answers = world(rng)
    fit = dawid_skene(*answers, n_classes=3, prior=0.5)
    noise = [rng.dirichlet(np.full(3, 5.0)), rng.dirichlet(np.full(3, 5.0), size=fit.confusion.shape[:2])]
    start = (0.8 * fit.prevalence + 0.2 * noise[0], 0.8 * fit.confusion + 0.2 * noise[1])
    best, prevalence, confusion = directly(answers, 3, 0.5, start)
    assert fit.objective == pytest.approx(best, abs=1e-5)
    assert np.abs(fit.prevalence - prevalence).max() < 2e-3
    assert np.abs(fit.confusion - confusion).max() < 5e-3


def test_no_step_lowers_the_objective():
    _, answers = world(np.random.default_rng(9), n_items=60, n_people=5)
    for prior in (0.0, 0.5):
        heights = [dawid_skene(*answers, prior=prior, most_steps=n).objective for n in range(1, 30)]
        assert all(later >= earlier - 1e-9 for earlier, later in pairwise(heights))


def test_planted_classes_are_found_more_often_than_by_majority_where_one_person_is_severe():
    ours, majority = [], []
    for seed in range(20):
        rng = np.random.default_rng(seed)
        truth = rng.choice(4, size=400, p=[0.4, 0.3, 0.2, 0.1])
        rows = []
        for i, true in enumerate(truth):
            for k in rng.choice(6, size=3, replace=False):
                if k < 2:  # severe: one grade too low, most of the time
                    given = max(0, true - (rng.random() < 0.85))
                else:
                    given = true if rng.random() < 0.8 else rng.integers(4)
                rows.append((i, k, given))
        answers = tuple(np.array(column) for column in zip(*rows))
        counts = np.zeros((400, 4))
        np.add.at(counts, (answers[0], answers[2]), 1)
        ours.append((dawid_skene(*answers, n_classes=4).classes == truth).mean())
        majority.append((counts.argmax(axis=1) == truth).mean())
    assert np.mean(ours) > np.mean(majority) + 0.05, (np.mean(ours), np.mean(majority))


def test_planted_tables_come_back_from_many_answers():
    rng = np.random.default_rng(3)
    tables = np.array([[[0.9, 0.1], [0.3, 0.7]], [[0.8, 0.2], [0.1, 0.9]], [[0.6, 0.4], [0.2, 0.8]]])
    truth = (rng.random(20_000) < 0.3).astype(int)
    rows = [(i, k, int(rng.random() < tables[k, true, 1])) for i, true in enumerate(truth) for k in range(3)]
    fit = dawid_skene(*(np.array(column) for column in zip(*rows)))
    assert np.abs(fit.confusion - tables).max() < 0.03
    assert fit.prevalence[1] == pytest.approx(0.3, abs=0.02)


@pytest.mark.parametrize(
    ("answers", "named"),
    [
        (([], [], []), "of one length"),
        (([0, 1], [0, 0], [1]), r"\(2,\), \(2,\), \(1,\)"),
        (([0, 2], [0, 0], [1, 1]), "item 1 has no answer"),
        (([0], [0], [-1]), "answers as whole numbers from 0, but got"),
        (([0], [0], [1.5]), "answers as whole numbers from 0, but got"),
    ],
)
def test_what_is_no_answer_is_refused(answers, named):
    with pytest.raises(UsageError, match=named):
        dawid_skene(*answers)


def test_a_class_beyond_the_classes_and_a_negative_prior_are_refused():
    with pytest.raises(UsageError, match="answers below it, but got 2 and 2"):
        dawid_skene([0], [0], [2], n_classes=2)
    with pytest.raises(UsageError, match="prior=0 or more"):
        dawid_skene([0], [0], [1], prior=-1)
