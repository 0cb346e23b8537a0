"""User models against exact rational arithmetic: how far the kernel's rounding goes."""

from __future__ import annotations

import random
from fractions import Fraction

import numpy as np
import pytest

from irassay.collection import Qrels, QrelsStack, Runs
from irassay.scoring import evaluate, evaluate_files

ROUNDING = 2e-15  # of the score, or of 0.1 where that is more; over 1,500 lists the largest seen is 9.2e-16


def err(grades, top):
    total, looking = Fraction(0), Fraction(1)
    for rank, grade in enumerate(grades, 1):
        satisfied = Fraction(2 ** min(max(grade, 0), top) - 1, 2**top)
        total += looking * satisfied / rank
        looking *= 1 - satisfied
    return total


def gain_rate(grades, wanted, top, depth, adapts):
    reached, inspected, gained, so_far = Fraction(1), Fraction(0), Fraction(0), Fraction(0)
    for rank in range(1, depth + 1):
        gain = Fraction(min(max(grades[rank - 1], 0), top), top) if rank <= len(grades) else Fraction(0)
        inspected += reached
        gained += reached * gain
        so_far += gain
        still = wanted - (so_far if adapts else 0)
        reached *= Fraction(rank + wanted + still - 1, rank + wanted + still) ** 2
    return gained / inspected


def compatibility(ranked, labels, p, depth):
    place = {doc: i for i, doc in enumerate(ranked)}
    ideal = sorted((d for d in labels if labels[d] > 0), key=lambda d: (-labels[d], place.get(d, len(ranked))))

    def overlap(a, b):
        return sum(p**i * Fraction(len(set(a[: i + 1]) & set(b[: i + 1])), i + 1) for i in range(depth))

    best = overlap(ideal, ideal)
    return overlap(ranked, ideal) / best if best else Fraction(0)


def worlds(n, seed=3):
    rng = random.Random(seed)
    for _ in range(n):
        docs = [f"d{i}" for i in range(rng.randint(1, 30))]
        labels = {doc: rng.randint(-1, 3) for doc in rng.sample(docs, rng.randint(1, len(docs)))}
        yield rng.sample(docs, rng.randint(1, len(docs))), labels


MEASURES = ["ERR(max_rel=3)", "INST(T=2,max_rel=3)@60", "INSQ(T=2,max_rel=3)@60", "Compat(p=0.5)@40"]


def test_scores_are_exact_but_for_the_last_bits():
    for ranked, labels in worlds(150):
        qrels = Qrels.from_dict({"q": labels})
        runs = Runs.from_dict({"s": {"q": {doc: float(-i) for i, doc in enumerate(ranked)}}})
        grades = [labels.get(doc, 0) for doc in ranked]
        exact = [
            err(grades, 3),
            gain_rate(grades, 2, 3, 60, True),
            gain_rate(grades, 2, 3, 60, False),
            compatibility(ranked, labels, Fraction(1, 2), 40),
        ]
        values = evaluate(qrels, runs, MEASURES).values[:, 0, 0, 0]
        for name, value, truth in zip(MEASURES, values, exact):
            assert abs(Fraction(float(value)) - truth) <= Fraction(ROUNDING) * max(truth, Fraction(1, 10)), name


@pytest.mark.parametrize(("name", "rank"), [("MFR@10", 11.0), ("MFR(missing=1000)@10", 1000.0)])
def test_a_query_that_a_run_leaves_out_has_the_rank_that_stands_for_none(name, rank, tmp_path):
    qrels = Qrels.from_dict({"q1": {"a": 1}, "q2": {"a": 1}, "q3": {"b": 0}})
    lists = {"s": {"q1": {"b": 2.0, "a": 1.0}, "q3": {"b": 1.0}}}
    stack = QrelsStack(qrels, np.array([[1], [1], [0]], dtype=np.int8), ["as is"])
    (tmp_path / "qrels").write_text("q1 0 a 1\nq2 0 a 1\nq3 0 b 0\n")
    (tmp_path / "s").write_text("q1 Q0 b 1 2 s\nq1 Q0 a 2 1 s\nq3 Q0 b 1 1 s\n")
    expected = [2.0, rank, rank]
    assert evaluate(qrels, Runs.from_dict(lists), [name]).values[0, 0, 0].tolist() == expected
    assert evaluate(stack, Runs.from_dict(lists), [name], keep="queries").values[0, 0, 0].tolist() == expected
    assert evaluate_files(tmp_path / "qrels", tmp_path / "s", [name]).values[0, 0, 0].tolist() == expected
