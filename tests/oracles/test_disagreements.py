"""The documents behind a difference: hand-worked sums, and every sum against the scores themselves."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from irassay import Qrels, Runs, evaluate
from irassay.comparison import disagreements
from irassay.errors import UsageError

SUMS = ["nDCG@3", "nDCG", 'nDCG(dcg="exp-log2")@5', "DCG", "NCG@3", "P@2", "R(rel=2)@4", "RBP", "INSQ(max_rel=3)"]
SUMS += ['RBP(p=0.5,gain="graded",max_rel=3)', "SetR", "NumRelRet"]
SUMS += ["nDCG(judged_only=True)@3", "P(judged_only=True)@2"]
OTHERS = ["AP", "RR", "Rprec", "Bpref", "ERR@5", "Judged@3", "nDCG(gains={0:1})@4", "Success@1"]


def found(labels, a, b, measure, **options):
    qrels = Qrels.from_dict(labels)
    runs = Runs.from_dict({"a": lists(a), "b": lists(b)})
    return disagreements(evaluate(qrels, runs, [measure]), qrels, runs, "a", "b", **options)


def lists(ranked):
    return {q: {doc: float(-i) for i, doc in enumerate(docs)} for q, docs in ranked.items()}


def test_each_document_adds_its_discounted_gain_over_the_ideal():
    labels = {"q": {"d1": 3, "d2": 1, "d3": 0}}
    one = found(labels, {"q": ["d1", "d2", "x"]}, {"q": ["x", "d2", "d3", "d1"]}, "nDCG@3")[0]
    ideal = 3 + 1 / math.log2(3)
    adds = {d.doc: (d.rank_a, d.rank_b, d.grade, d.adds) for d in one.documents}
    assert adds["d1"] == (1, 4, 3, pytest.approx(3 / ideal)), "rank 4 is beyond the measure and worth nothing"
    assert adds["x"] == (3, 1, None, 0.0)
    assert "d2" not in adds, "the same rank in both lists adds nothing"
    assert one.others == 2
    assert one.others_add == 0
    assert one.unjudged == (1, 1)


def test_a_document_that_one_list_lacks_has_no_rank_there():
    one = found({"q": {"d1": 1, "d2": 0}}, {"q": ["d1"]}, {"q": ["d2"]}, "P@1")[0]
    assert [(d.doc, d.rank_a, d.rank_b, d.adds) for d in one.documents] == [("d1", 1, None, 1.0)]


def test_the_first_relevant_document_of_either_list_is_shown_where_the_measure_is_no_sum():
    labels = {"q": {f"d{i}": 1 for i in range(20)} | {"late": 1}}
    a = [f"d{i}" for i in range(20)]
    b = [*(f"x{i}" for i in range(30)), "late", *a]
    one = found(labels, {"q": a}, {"q": b}, "RR", n_documents=6)[0]
    assert {"d0", "late"} <= {d.doc for d in one.documents}
    assert all(math.isnan(d.adds) for d in one.documents)
    assert not one.is_sum


def test_queries_come_by_size_of_difference_and_equal_ones_not_at_all():
    labels = {q: {"d1": 1} for q in ("q1", "q2", "q3")}
    a = {"q1": ["x", "d1"], "q2": ["d1"], "q3": ["d1"]}
    b = {"q1": ["d1"], "q2": ["x", "y", "z", "d1"], "q3": ["d1"]}
    assert [(one.query, one.difference) for one in found(labels, a, b, "RR")] == [("q2", 0.75), ("q1", -0.5)]
    assert [one.query for one in found(labels, a, b, "RR", n_queries=1)] == ["q2"]


def test_an_unknown_system_or_measure_is_refused():
    qrels, runs = Qrels.from_dict({"q": {"d": 1}}), Runs.from_dict({"a": {"q": {"d": 1.0}}})
    scores = evaluate(qrels, runs, ["RR"])
    with pytest.raises(UsageError, match='no system "b"; there are a'):
        disagreements(scores, qrels, runs, "a", "b")
    with pytest.raises(UsageError, match="no AP in these scores; there are RR"):
        disagreements(scores, qrels, runs, "a", "a", measure="AP")


DOCS = [f"d{i}" for i in range(9)]


@given(data=st.data(), measure=st.sampled_from(SUMS), most=st.integers(0, 9))
@settings(max_examples=150, deadline=None)
def test_what_the_documents_add_is_the_difference(data, measure, most):
    judged = data.draw(st.lists(st.sampled_from(DOCS), min_size=1, unique=True))
    labels = {"q": {doc: data.draw(st.integers(-1, 3)) for doc in judged}}
    a, b = ({"q": data.draw(st.permutations(DOCS))[: data.draw(st.integers(1, 9))]} for _ in "ab")
    for one in found(labels, a, b, measure, n_documents=most):
        assert one.is_sum, measure
        assert sum(d.adds for d in one.documents) + one.others_add == pytest.approx(one.difference, abs=1e-9)
        assert len(one.documents) <= most
        assert all(d.grade == labels["q"].get(d.doc) for d in one.documents)


@given(data=st.data(), measure=st.sampled_from(OTHERS))
@settings(max_examples=60, deadline=None)
def test_a_measure_that_is_no_sum_never_says_what_a_document_adds(data, measure):
    labels = {"q": {doc: data.draw(st.integers(0, 3)) for doc in DOCS[:5]}}
    a, b = ({"q": data.draw(st.permutations(DOCS))} for _ in "ab")
    for one in found(labels, a, b, measure):
        assert not one.is_sum or sum(d.adds for d in one.documents) + one.others_add == pytest.approx(one.difference)
