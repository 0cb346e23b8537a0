"""Ranks under labels that each system retrieves first, against each label set scored alone."""

from __future__ import annotations

import numpy as np
import pytest

from irassay import Qrels, Runs, evaluate
from irassay.label_sets import first_retrieved
from tests.exploring import whatif as explore


def world(seed=0, n_systems=7, n_queries=25, copy=True):
    """Systems from weak to strong on 8 relevant and 20 other documents; the last may be a copy of the first."""
    rng = np.random.default_rng(seed)
    labels = {f"q{q:02}": {f"d{d}": int(d < 8) for d in range(28)} for q in range(n_queries)}
    lists = {
        f"s{s}": {q: {d: grade * s / 4 + rng.normal() for d, grade in docs.items()} for q, docs in labels.items()}
        for s in range(n_systems)
    }
    if copy:
        lists["twin"] = lists["s0"]
    return Qrels.from_dict(labels), Runs.from_dict(lists)


def ranks(means, order):
    """1 + the number of systems that are better by more than rounding."""
    return [1 + sum(means[other] > means[system] + 1e-12 for other in order) for system in order]


@pytest.mark.parametrize("measure", ["R@5", "RR", "AP@10"])
def test_ranks_are_those_of_each_systems_labels_scored_alone(measure):
    """Oracle: each variant of `first_retrieved` as labels of its own, and systems counted that score higher."""
    qrels, runs = world()
    found = explore(qrels, runs, select=["system"], measures=[measure, "R@20"]).selections[0].steps[0].own[measure]
    full = dict(zip(runs.systems, evaluate(qrels, runs, [measure]).summary[0, 0]))
    order = list(found.systems)
    assert set(order) == set(runs.systems) - {"twin"}
    assert order == sorted(order, key=lambda system: (-full[system], system))
    assert found.under_all.tolist() == ranks(full, order)
    stack = first_retrieved(qrels, runs)
    for row, chooser in enumerate(order):
        alone = evaluate(stack.variant(f"first of {chooser}"), runs, [measure])
        assert found.ranks[row].tolist() == ranks(dict(zip(alone.systems, alone.summary[0, 0])), order)
    assert found.own.tolist() == [found.ranks[i, i] for i in range(len(order))]
    others = [[found.ranks[j, i] for j in range(len(order)) if j != i] for i in range(len(order))]
    assert [of.tolist() for of in found.of_others] == others


def test_a_system_ranks_first_under_labels_of_its_own_by_reciprocal_rank():
    """Oracle: by construction. Its first relevant document is the only one, so hardly anybody has it as high in all
    queries; under all labels only one is first."""
    qrels, runs = world(copy=False)
    found = explore(qrels, runs, select=["system"], measures=["R@5"]).selections[0].steps[0].own["R@5"]
    assert found.first >= 6
    assert (found.under_all == 1).sum() == 1
    assert found.gain > 0


def test_under_lower_is_better_the_lowest_mean_ranks_first():
    """Oracle: a measure of rank, of which less is better: the system that has the relevant documents first."""
    qrels, runs = world(copy=False)
    found = (
        explore(qrels, runs, select=["system"], measures=["MFR(missing=29)@28"])
        .selections[0]
        .steps[0]
        .own["MFR(missing=29)@28"]
    )
    means = dict(zip(runs.systems, evaluate(qrels, runs, ["MFR(missing=29)@28"]).summary[0, 0]))
    assert found.systems[0] == min(means, key=means.get)


def test_other_selections_have_no_labels_of_ones_own():
    steps = explore(*world(), select=["random", "depth"], measures=["R@5"], draws=3)
    assert not any(step.own for selection in steps.selections for step in selection.steps)
