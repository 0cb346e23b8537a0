"""Measures over subtopics against ndeval, as pyndeval computes them."""

from __future__ import annotations

import random

import pyndeval
import pytest

from irassay.collection import Qrels, Runs
from irassay.scoring import evaluate

THEIRS = {
    "alpha_nDCG": "alpha-nDCG",
    "alpha_DCG": "alpha-DCG",
    "ERR_IA": "ERR-IA",
    "nERR_IA": "nERR-IA",
    "P_IA": "P-IA",
    "StRecall": "strec",
}
CUTOFFS = (2, 5, 10, 20)  # at 1, ndeval leaves alpha-DCG and ERR-IA undivided


def world(rng):
    """One query's labels by subtopic, line by line in random order, and a list without ties."""
    docs = [f"d{i:02}" for i in range(15)]
    lines = [
        (f"s{s}", doc, rng.choice([0, 0, 1, 1, 2, 3]))
        for s in range(rng.randint(1, 5))
        for doc in docs
        if rng.random() < 0.5
    ]
    rng.shuffle(lines)
    return lines, rng.sample([*docs, *(f"x{i}" for i in range(6))], rng.randint(1, 18))


@pytest.mark.parametrize("rel", [1, 2])
@pytest.mark.parametrize("alpha", [0.5, 0.3, 0.9])
def test_values_are_those_that_ndeval_computes(alpha, rel):
    rng = random.Random(7)
    compared = 0
    for _ in range(150):
        lines, ranked = world(rng)
        if not any(grade >= rel for _, _, grade in lines):
            continue
        labels = {}
        for subtopic, doc, grade in lines:
            labels.setdefault(subtopic, {})[doc] = grade
        takes_alpha = [n for n in THEIRS if n not in ("P_IA", "StRecall")]
        ours = {
            (name, k): f"{name}(rel={rel}{f',alpha={alpha}' if name in takes_alpha else ''})@{k}"
            for name in THEIRS
            for k in CUTOFFS
        }
        qrels = Qrels.from_subtopics({"q": labels})
        runs = Runs.from_dict({"s": {"q": {doc: float(-i) for i, doc in enumerate(ranked)}}})
        values = evaluate(qrels, runs, list(ours.values())).values[:, 0, 0, 0]
        theirs = pyndeval.RelevanceEvaluator(
            [("q", *line) for line in lines], [f"{THEIRS[n]}@{k}" for n, k in ours], rel, alpha
        ).evaluate([("q", doc, float(-i)) for i, doc in enumerate(ranked)])["q"]
        for (name, k), value in zip(ours, values):
            compared += 1
            assert value == pytest.approx(theirs[f"{THEIRS[name]}@{k}"], abs=1e-12), (name, k, lines, ranked)
        of_all = evaluate(qrels, runs, [f"AP_IA(rel={rel})"]).values[0, 0, 0, 0]
        theirs = pyndeval.RelevanceEvaluator([("q", *line) for line in lines], ["MAP-IA"], rel, alpha)
        ranking = [("q", doc, float(-i)) for i, doc in enumerate(ranked)]
        assert of_all == pytest.approx(theirs.evaluate(ranking)["q"]["MAP-IA"], abs=1e-12), (lines, ranked)
    assert compared > 3_000
