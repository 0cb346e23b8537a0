"""Variants out of dicts, against looking every label up."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from irassay.collection import Qrels, QrelsStack
from irassay.errors import UsageError

docs = st.text("ab", min_size=1, max_size=10)
grades = st.integers(-127, 127)
labels = st.dictionaries(st.sampled_from(["q1", "q2", "q3"]), st.dictionaries(docs, grades, min_size=1), min_size=1)


@given(labels, st.data())
def test_a_variant_holds_the_grades_of_its_dict_and_no_other(everything, data):
    part = {
        query: {doc: data.draw(grades) for doc in data.draw(st.permutations(sorted(of))) if data.draw(st.booleans())}
        for query, of in everything.items()
    }
    base = Qrels.from_dict(everything)
    stack = QrelsStack.from_dicts(base, {"as is": everything, "part": part})
    for query in base.queries:
        found = dict(zip(base.grades(query), stack.grades(query).tolist()))
        assert found == {doc: [everything[query][doc], part[query].get(doc, -128)] for doc in everything[query]}


@pytest.mark.parametrize(
    "variant",
    [
        {"q": {"b": 1}},
        {"p": {"a": 1}},
        {"q": {"a": 128}},
        {"q": {"a": 10**30}},
        {"q": {"a": 0.5}},
        {"q": {1: 1}},
        {"q": 3},
    ],
)
def test_a_variant_that_does_not_fit_the_base_is_refused(variant):
    with pytest.raises(UsageError, match="variant 'v'"):
        QrelsStack.from_dicts(Qrels.from_dict({"q": {"a": 1}}), {"v": variant})
