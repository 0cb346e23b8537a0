"""Estimates side by side: each is what its own function says, and all of them lie within the bounds."""

from __future__ import annotations

import numpy as np
import pytest

from irassay import Qrels, Runs, bound, evaluate
from irassay.agreement.correlation import kendall_tau_a
from irassay.errors import UsageError
from irassay.estimates import bootstrapped, one_shot, pool_adjusted, pool_reranked, under_holes

ALL = ("lower", "expected", "upper", "bootstrapped", "one_shot", "condensed", "bpref", "infAP")


@pytest.fixture(scope="module")
def world():
    rng = np.random.default_rng(8)
    queries, docs = [f"q{i}" for i in range(10)], [f"d{i:02}" for i in range(30)]
    labels = {q: {d: int(g) for d, g in zip(docs, rng.choice([0, 0, 1, 2], 30)) if rng.random() < 0.7} for q in queries}
    strata = {q: {d: "top" if d < "d15" else "rest" for d in of} for q, of in labels.items()}
    runs = {
        f"s{s}": {q: {d: labels[q].get(d, 0) * s / 3 + x for d, x in zip(docs, rng.normal(size=30))} for q in queries}
        for s in range(6)
    }
    return Qrels.from_dict(labels, strata=strata), Runs.from_dict(runs)


@pytest.mark.parametrize("measure", ["nDCG@10", "AP", "P@5"])
def test_each_estimate_is_that_of_its_own_function(world, measure):
    qrels, runs = world
    found = under_holes(qrels, runs, measure, similarity=lambda *_: 0.3, draws=50, seed=2).estimates
    bounds = bound(qrels, runs, measure, seed=2)
    of = {name: estimate.score for name, estimate in found.items()}
    for name, values in (("lower", bounds.lower), ("expected", bounds.estimate), ("upper", bounds.upper)):
        assert np.array_equal(of[name], values.mean(axis=1))
    drawn = bootstrapped(qrels, runs, measure, draws=50, seed=2)
    assert np.array_equal(of["bootstrapped"], drawn.mean)
    assert np.array_equal(found["bootstrapped"].high, drawn.interval[:, 1])
    assert np.array_equal(of["one_shot"], one_shot(qrels, runs, measure, lambda *_: 0.3, draws=50, seed=2).mean)
    name, _, cutoff = measure.partition("@")
    condensed = f"{name}(judged_only=True)" + (f"@{cutoff}" if cutoff else "")
    others = {"plain": measure, "condensed": condensed, "bpref": "Bpref", "infAP": "infAP"}
    others |= {"nDCG@10": {"infNDCG": "infNDCG@10"}, "AP": {"xinfAP": "xinfAP"}, "P@5": {}}[measure]
    for name, other in others.items():
        assert np.array_equal(of[name], evaluate(qrels, runs, [other]).values[0, 0].mean(axis=1)), name
    if measure == "P@5":
        assert np.array_equal(of["adjusted"], pool_adjusted(qrels, runs, "P@5").score)
        assert np.array_equal(of["reranked"], pool_reranked(qrels, runs, "P@5").score)
    assert {*of} == {"plain", "one_shot", *others, *ALL} | ({"adjusted", "reranked"} if measure == "P@5" else set())


def test_the_table_has_one_row_a_system_and_says_what_each_column_assumes(world):
    qrels, runs = world
    found = under_holes(qrels, runs, "AP", draws=20)
    table = found.table()
    plain = found.estimates["plain"].score
    assert table.column("system").values == [runs.systems[i] for i in np.argsort(-plain, kind="stable")]
    assert table.column("plain").values == sorted(plain.tolist(), reverse=True)
    assert found.table(["s2", "s0"]).column("upper").values == found.estimates["upper"].score[[2, 0]].tolist()
    assert all("Assumes" in c.definition and "Fails" in c.definition for c in table.columns if c.name in ALL)
    assert found.assumptions().column("estimate").values == list(found.estimates)
    tau = kendall_tau_a(plain, found.estimates["bpref"].score)
    assert found.tau("bpref") == tau
    assert f"bpref {tau:.3f}" in table.note
    assert "Of condensed and bpref only the order can be compared." in table.note
    assert found.estimates["infAP"].comparable
    assert not found.estimates["condensed"].comparable


def test_what_does_not_apply_is_left_out(world):
    qrels, runs = world
    few = under_holes(qrels, runs, "nDCG@10", estimates=["condensed", "expected"])
    assert list(few.estimates) == ["plain", "expected", "condensed"]
    assert list(under_holes(qrels, runs, "P(judged_only=True)@5").estimates) == ["plain", "bpref", "infAP"]
    assert list(under_holes(qrels, runs, "ERR@10").estimates) == ["plain", "condensed", "bpref", "infAP"]
    with pytest.raises(UsageError, match="estimates must be among plain, lower"):
        under_holes(qrels, runs, "AP", estimates=["best"])
