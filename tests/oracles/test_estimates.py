"""The estimate against exact expectation over every completion, with the rates it states."""

from __future__ import annotations

import itertools
import random

import numpy as np
import pytest

from irassay.collection import Qrels, Runs
from irassay.estimates import bound
from irassay.estimates.universe import SMOOTHING, kernel_task, make_universe
from irassay.kernel import _core
from irassay.measures import DEFINITIONS, Measure
from tests.plain.completions import score

RANKINGS = {"a": ["d1", "d2", "d3", "d4", "d5"], "b": ["d3", "d6", "d1", "d7"], "c": ["d7", "d8", "d2"]}
GRADES = {"d1": 2, "d3": 0, "d6": 1, "d9": 0, "d10": -1}


def collection():
    lists = {s: {"q": {d: -float(i) for i, d in enumerate(docs)}} for s, docs in RANKINGS.items()}
    return Qrels.from_dict({"q": GRADES, "r": {"x": 2, "y": 0, "z": 0}}), Runs.from_dict(lists)


def rates_by_definition(band):
    """All retrieved documents stand in the first band; `band` is that or the one of documents nobody retrieved."""
    judged = {"first": [2, 0, 1], "none": [0, 0, 2, 0, 0]}
    count = {b: np.array([g.count(level) for level in range(3)], float) for b, g in judged.items()}
    everywhere = count["first"] + count["none"]
    anywhere = everywhere / everywhere.sum()
    of_query = np.array([3, 1, 1], float)
    own = np.array([1, 1, 1], float) if band == "first" else np.array([2, 0, 0], float)
    s = SMOOTHING
    prior = (of_query + s * anywhere) / (5 + s) * (count[band] + s * anywhere) / (count[band].sum() + s) / anywhere
    return (own + s * prior / prior.sum()) / (own.sum() + s)


def test_rates_are_counts_smoothed_by_the_query_and_the_band():
    qrels, runs = collection()
    measure = Measure.parse("nDCG@3")
    task = kernel_task(qrels, measure, make_universe(qrels, measure, None, None), "float64")
    expecter = _core.Expecter(qrels.core, runs.core, task, SMOOTHING, 1, 0)
    expecter.count(0, 2)
    assert expecter.rates(0, 0) == pytest.approx(rates_by_definition("first"))
    assert expecter.rates(0, len(expecter.band_ends) + 1) == pytest.approx(rates_by_definition("none"))


EXPECTED = [
    "nDCG@3",
    "NCG@3",
    "AP",
    "R@3",
    "R_cap@3",
    "Hits@3",
    "SetR",
    "Rprec",
    "P@3",
    "DCG",
    "RBP(p=0.8)",
    "INSQ(max_rel=2)@3",
    "RR",
]
EXPECTED += ["Success@2", "P(rel=2)@4"]


def test_every_measure_with_bounds_has_its_estimate_held_to_an_expectation():
    assert {Measure.parse(name).name for name in EXPECTED} == {d.name for d in DEFINITIONS.values() if d.traits.bounds}


@pytest.mark.parametrize("name", EXPECTED)
def test_estimate_is_the_expectation_over_completions(name):
    qrels, runs = collection()
    measure = Measure.parse(name)
    holes = sorted({d for docs in RANKINGS.values() for d in docs} - set(GRADES))
    rate = rates_by_definition("first")
    if measure.binarises:  # rates are of relevant or not
        task = kernel_task(qrels, measure, make_universe(qrels, measure, None, None), "float64")
        expecter = _core.Expecter(qrels.core, runs.core, task, SMOOTHING, 1, 0)
        expecter.count(0, 2)
        none, some = expecter.rates(0, 0)
        rate = np.array([none, 0, some])
    expected = np.zeros(3)
    for choice in itertools.product(range(3), repeat=len(holes)):
        chance = np.prod([rate[g] for g in choice])
        grades = {**GRADES, **dict(zip(holes, choice))}
        expected += chance * np.array([score(measure, docs, grades) for docs in RANKINGS.values()])
    found = bound(qrels, runs, measure, threads=1)
    drawn = not measure.definition.traits.bounds.expected_exactly
    assert found.estimate[:, 0] == pytest.approx(expected, abs=0.06 if drawn else 1e-12)
    assert (found.lower <= found.estimate).all()
    assert (found.estimate <= found.upper).all()


def test_draws_come_from_the_seed_alone():
    qrels, runs = collection()
    one, two, other = (bound(qrels, runs, "nDCG@3", seed=seed, threads=t) for seed, t in [(5, 1), (5, 2), (6, 1)])
    assert (one.estimate == two.estimate).all()
    assert (one.estimate != other.estimate).any()
    assert one.estimate[:, 0] == pytest.approx(other.estimate[:, 0], abs=0.1)


def test_labels_without_a_single_zero_give_no_estimate():
    _, runs = collection()
    found = bound(Qrels.from_dict({"q": {"d1": 1}}), runs, "nDCG@3")
    assert np.isnan(found.estimate).all()
    assert np.isfinite(found.lower).all()


def planted(rng, *, judged_by):
    """A world whose grades are known: (all grades, judged grades, lists). Every list finds relevant documents early."""
    docs = [f"d{i:03}" for i in range(200)]
    truth = {d: int(rng.random() < 0.5 * 0.985**i) for i, d in enumerate(docs)}
    lists = {f"s{s}": sorted(docs, key=lambda d: int(d[1:]) + rng.gauss(0, 12)) for s in range(6)}
    if judged_by == "chance":
        judged = rng.sample(docs, 100)
    else:  # a pool of people who look for relevant documents first
        judged = sorted(docs, key=lambda d: -truth[d] - 0.5 * rng.random())[:60]
    return truth, {d: truth[d] for d in judged}, {s: docs[:100] for s, docs in lists.items()}


def mean_error(judged_by, name):
    """Mean over systems of the estimate minus the truth, and of the plain score minus the truth."""
    rng = random.Random(11)
    worlds = {f"q{q:02}": planted(rng, judged_by=judged_by) for q in range(60)}
    qrels = Qrels.from_dict({q: judged for q, (_, judged, _) in worlds.items()})
    systems = [f"s{s}" for s in range(6)]
    runs = Runs.from_dict(
        {s: {q: {d: -float(i) for i, d in enumerate(lists[s])} for q, (_, _, lists) in worlds.items()} for s in systems}
    )
    found = bound(qrels, runs, name, threads=1)
    measure = Measure.parse(name)
    true = np.array([[score(measure, lists[s], truth) for truth, _, lists in worlds.values()] for s in systems])
    assert (found.lower <= true + 1e-12).all()
    assert (true <= found.upper + 1e-12).all()
    return (found.estimate - true).mean(), (found.plain - true).mean()


@pytest.mark.parametrize("name", ["P@10", "RBP(p=0.8)"])
def test_estimate_recovers_planted_truth_where_labels_are_missing_by_chance(name):
    estimate, plain = mean_error("chance", name)
    assert abs(estimate) < 0.03  # bands are wider than what changes along the list
    assert plain < -0.1


@pytest.mark.parametrize("name", ["P@10", "RBP(p=0.8)"])
def test_estimate_is_too_kind_where_relevant_documents_were_judged_first(name):
    estimate, plain = mean_error("relevance", name)
    assert estimate > 0.05
    assert abs(plain) < estimate
