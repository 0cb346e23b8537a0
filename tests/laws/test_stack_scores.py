"""A stack's scores are those of its variants one by one, to the last bit, however many threads there are."""

from __future__ import annotations

from importlib import import_module

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from irassay.collection import Qrels, QrelsStack, Runs
from irassay.scoring import evaluate

EVERY_KIND = [
    *(
        "nDCG@3",
        "nDCG",
        'nDCG(dcg="exp-log2")@5',
        "DCG",
        "NCG@3",
        "P@2",
        "R@4",
        "AP",
        "AP@3",
        "AP(rel=2)",
        "RR",
        "RR@2",
    ),
    *("Success@1", "RBP", 'RBP(gain="graded",max_rel=3)', "NumRelRet", "NumRel", "NumQ", "NumRet", "GMAP", "Bpref"),
    *("infAP", "Rprec", "IPrec@0.5", "Judged@3", "RBPResidual", "P(judged_only=True)@2", "SetP", "SetF"),
    *("ERR@5", "ERR(max_rel=3)", "INSQ(max_rel=3)", "INST(T=2,max_rel=3)@7", "Compat", "MFR@3", "SetRelP"),
    *("Compat(p=0.5,normalize=False)@4", "nDCG(gains={0:-1,1:2.5})@4", "DCG(gains={2:0.5})"),
    *("INST(max_rel=3,judged_only=True)", "Compat(judged_only=True)"),
]
# A list without relevant documents adds nothing to these.
SKIPPING = ["nDCG@3", "AP", "RR@3", "P@2", "R@4", "RBP", "Rprec", "Rprec(rel=2)"]


@st.composite
def worlds(draw):
    """Labels of a few queries, runs that leave out some, and variants of the labels with holes."""
    docs = [f"d{i}" for i in range(9)]
    queries = [f"q{i}" for i in range(draw(st.integers(1, 4)))]
    base = {q: dict.fromkeys(draw(st.lists(st.sampled_from(docs), min_size=1, unique=True)), 1) for q in queries}
    runs = {}
    for s in range(draw(st.integers(1, 3))):
        lists = {q: draw(st.permutations(docs))[: draw(st.integers(0, 9))] for q in queries}
        runs[f"s{s}"] = {q: {d: float(-i) for i, d in enumerate(ranked)} for q, ranked in lists.items() if ranked}
    n_variants = draw(st.integers(1, 20))
    n = sum(map(len, base.values()))
    grade = st.sampled_from([-128, -1, 0, 1, 2, 3])
    grades = draw(st.lists(grade, min_size=n * n_variants, max_size=n * n_variants))
    stack = QrelsStack(
        Qrels.from_dict(base),
        np.array(grades, dtype=np.int8).reshape(n, n_variants),
        [f"v{v}" for v in range(n_variants)],
    )
    return stack, Runs.from_dict(runs)


def same(a, b):
    return np.array_equal(a, b, equal_nan=True)


@given(worlds(), st.sampled_from([EVERY_KIND, SKIPPING]), st.sampled_from(["qrels", "with-relevant"]))
def test_scores_of_a_variant_equal_the_scores_of_that_variant_alone(world, measures, queries):
    stack, runs = world
    whole = evaluate(stack, runs, measures, queries=queries, keep="queries")
    assert same(whole.summary, evaluate(stack, runs, measures, queries=queries, threads=2).summary)
    for v, name in enumerate(stack.names):
        alone = evaluate(stack.variant(name), runs, measures, queries=queries)
        at = [whole.queries.index(q) for q in alone.queries]
        assert same(whole.values[:, v][:, :, at], alone.values[:, 0])
        if alone.queries:
            assert same(whole.summary[:, v], alone.summary[:, 0])


@settings(max_examples=40, deadline=None)
@given(worlds(), st.integers(1, 300), st.data())
def test_one_relevant_document_at_a_time_is_the_same_as_scoring_each_draw(world, n_draws, data):
    stack, runs = world
    rng = np.random.default_rng(data.draw(st.integers(0, 1000)))
    sizes = [len(stack.base.grades(q)) for q in stack.base.queries]
    grades = np.zeros((sum(sizes), n_draws), dtype=np.int8)
    start = 0
    for size in sizes:
        drawn = rng.integers(0, size, n_draws)
        grades[start + drawn, np.arange(n_draws)] = 1 + drawn % 2  # a document keeps its grade
        start += size
    draws = QrelsStack(stack.base, grades, [str(i) for i in range(n_draws)])
    fast = evaluate(draws, runs, SKIPPING, threads=2)
    slow = evaluate(draws, runs, SKIPPING, keep="queries")  # keeping values takes the general way
    assert same(fast.summary, slow.summary)


@pytest.mark.parametrize("queries", ["qrels", "shared"])
def test_runs_that_leave_out_queries_count_as_the_policy_says_in_every_variant(queries):
    base = Qrels.from_dict({"q1": {"a": 1}, "q2": {"a": 1}})
    runs = Runs.from_dict({"all": {"q1": {"a": 1.0}, "q2": {"b": 2.0, "a": 1.0}}, "one": {"q1": {"a": 1.0}}})
    stack = QrelsStack(base, np.array([[1, 0], [1, 2]], dtype=np.int8), ["x", "y"])
    for keep in ("queries", "summary"):
        scores = evaluate(stack, runs, ["RR"], queries=queries, keep=keep)
        alone = {"qrels": [[0.75, 0.5], [0.25, 0.0]], "shared": [[0.75, 1.0], [0.25, 0.0]]}[queries]
        assert scores.summary[0].tolist() == alone


def test_batches_of_variants_give_what_all_at_once_gives(monkeypatch):
    rng = np.random.default_rng(5)
    base = Qrels.from_dict({q: {f"d{i}": 1 for i in range(20)} for q in ("q1", "q2", "q3")})
    runs = Runs.from_dict({"s": {q: {f"d{i}": float(rng.random()) for i in range(15)} for q in ("q1", "q2")}})
    stack = QrelsStack(base, rng.integers(-1, 3, (60, 50)).astype(np.int8), [str(v) for v in range(50)])
    whole = evaluate(stack, runs, SKIPPING, keep="queries")
    monkeypatch.setattr(import_module("irassay.scoring.evaluate"), "BATCH", 7)
    parts = evaluate(stack, runs, SKIPPING, keep="queries")
    assert same(whole.summary, parts.summary)
    assert same(whole.values, parts.values)


def test_long_lists_are_scored_to_the_last_bit_too():
    # Quotients of every size of count and rank, and ranks beyond the kernel's tables.
    rng = np.random.default_rng(9)
    n, n_variants = 6000, 16
    base = Qrels.from_dict({"q": {f"d{i}": 1 for i in range(n)}})
    runs = Runs.from_dict({"s": {"q": {f"d{i}": float(s) for i, s in enumerate(rng.permutation(n))}}})
    share = np.linspace(0.02, 1, n_variants)
    grades = np.where(rng.random((n, n_variants)) < share, rng.integers(1, 4, (n, n_variants)), 0).astype(np.int8)
    stack = QrelsStack(base, grades, [str(v) for v in range(n_variants)])
    measures = ["AP", "AP@4500", "nDCG", "R@5000", "RBP(p=0.999)", "RBP(p=0.5)", "DCG@5000"]
    whole = evaluate(stack, runs, measures)
    for v, name in enumerate(stack.names):
        assert same(whole.summary[:, v], evaluate(stack.variant(name), runs, measures).summary[:, 0])
