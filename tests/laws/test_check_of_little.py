"""Preflight where there is little to say: documents that recur across queries, and collections that hold nothing."""

import pytest

from irassay import Qrels, Runs, check

N = 12


def codes(result):
    return [finding.code for finding in result.findings]


def hints(result):
    return [finding.action for finding in result.findings if finding.code == "ids-nearly-meet"]


def test_documents_that_recur_across_queries_are_compared_within_each():
    """The labels of one query, in lower case, are what the run has for the other: no change of ids mends that."""
    labels = {
        "q1": {"match1": 1, **{f"DOC{i}": 1 for i in range(N)}},
        "q2": {"match2": 1, **{f"DOC{i + N}": 1 for i in range(N)}},
    }
    lists = {
        "q1": {"match1": 99.0, **{f"doc{i + N}": float(i) for i in range(N)}},
        "q2": {"match2": 99.0, **{f"doc{i}": float(i) for i in range(N)}},
    }
    assert "ids-nearly-meet" not in codes(check(Qrels.from_dict(labels), Runs.from_dict({"a": lists})))
    lists["q1"], lists["q2"] = {**lists["q2"], "match1": 99.0}, {**lists["q1"], "match2": 99.0}
    (hint,) = hints(check(Qrels.from_dict(labels), Runs.from_dict({"a": lists})))
    assert "in lower case" in hint


def test_a_hint_names_no_change_that_changes_nothing():
    """Every retrieved document is one that another query has labels of: the same ids, and nothing to mend."""
    docs = [f"doc{i}" for i in range(4 * N)]
    labels = {f"q{q}": {f"same{q}": 1, **dict.fromkeys(docs[q * N : (q + 1) * N], 1)} for q in range(3)}
    lists = {f"q{q}": {f"same{q}": 99.0, **{d: 1.0 for d in docs if d not in labels[f"q{q}"]}} for q in range(3)}
    assert hints(check(Qrels.from_dict(labels), Runs.from_dict({"a": lists}))) == []


@pytest.mark.parametrize(
    ("labels", "lists", "says"),
    [
        ({}, {"a": {"q": {"d": 1.0}}}, "The labels hold no query"),
        ({"q": {"d": 1}}, {}, "There is no run"),
        ({}, {}, "The labels hold no query, and there is no run"),
    ],
)
def test_nothing_does_not_belong_together(labels, lists, says):
    result = check(Qrels.from_dict(labels), Runs.from_dict(lists))
    assert result.title == "These files do not belong together."
    assert [(f.code, f.level, f.text) for f in result.findings] == [("nothing-to-check", "error", says)]


def test_a_residual_that_leaves_nothing_is_said():
    labels = Qrels.from_dict({"q": {"d": 1}})
    result = check(labels, Runs.from_dict({"a": {"q": {"d": 1.0}}}), residual=labels)
    assert codes(result) == ["nothing-to-check"]
