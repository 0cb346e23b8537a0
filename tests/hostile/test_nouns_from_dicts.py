"""Dicts that are nearly labels, runs or preferences: nothing is cut to fit, and an error names its place."""

import re
from decimal import Decimal
from math import inf, nan

import numpy as np
import pytest

from irassay import InputError, Qrels, Runs, UsageError, read_qrels
from irassay.collection.preferences import Comparison

WHOLE = [1, 1.0, np.int8(1), np.uint64(1), np.float32(1), True, Decimal(1)]
NO_GRADE = [1.9, -0.5, nan, inf, -inf, "1", b"1", None, [1], 128, -128, 10**30]
NO_SCORE = [nan, "1", b"1", None, [1], 10**400]


@pytest.mark.parametrize("grade", WHOLE, ids=repr)
def test_a_whole_number_of_any_type_is_a_grade(grade):
    assert dict(Qrels.from_dict({"q": {"d": grade, "e": 0}}).grades("q")) == {"d": 1, "e": 0}
    assert dict(Qrels.from_subtopics({"q": {"s": {"d": grade}}}).grades("q")) == {"d": 1}


@pytest.mark.parametrize("grade", NO_GRADE, ids=str)
def test_anything_else_is_refused_with_its_query_and_document(grade):
    with pytest.raises(InputError, match=r'query "q2", document "d7"  grade is .*expected a whole number from -127'):
        Qrels.from_dict({"q1": {"d1": 1}, "q2": {"d1": 1, "d7": grade}})
    with pytest.raises(InputError, match=r'query "q2", subtopic "s", document "d7"  grade is '):
        Qrels.from_subtopics({"q1": {"s": {"d1": 1}}, "q2": {"s": {"d1": 1, "d7": grade}}})


@pytest.mark.parametrize("score", NO_SCORE, ids=lambda score: str(score)[:10])
def test_a_score_that_is_no_number_is_refused_with_its_place(score):
    with pytest.raises(InputError, match=r'system "new", query "q2", document "d7"  score is .*expected a number'):
        Runs.from_dict({"old": {"q1": {"d1": 1}}, "new": {"q2": {"d1": 1.5, "d7": score}}})


def test_scores_without_end_are_scores_and_their_sum_is_not_asked():
    runs = Runs.from_dict({"new": {"q": {"d1": inf, "d2": -inf, "d3": np.float32(1), "d4": 7}}})
    assert runs.ranking("new", "q") == ["d1", "d4", "d3", "d2"]


def test_ids_are_text_and_others_are_named():
    with pytest.raises(InputError, match="the id of the query is int 1, expected text"):
        Qrels.from_dict({1: {"d": 1}})
    with pytest.raises(InputError, match="the id of the document is int 7, expected text"):
        Runs.from_dict({"new": {"q": {7: 1.0}}})


@pytest.mark.parametrize("tree", [None, 3, [1], "q", {"q": 3}, {"q": ["d"]}, {"q": None}], ids=str)
def test_what_is_no_dict_of_dicts_says_what_is_expected(tree):
    with pytest.raises(UsageError, match=re.escape("expected {query: {document: grade}}")):
        Qrels.from_dict(tree)
    with pytest.raises(UsageError, match=re.escape("expected {system: {query: {document: score}}}")):
        Runs.from_dict(tree)


def test_many_problems_are_counted_and_twenty_shown():
    with pytest.raises(InputError) as error:
        Qrels.from_dict({"q": {f"d{i}": 0.5 for i in range(30)}})
    assert (len(error.value.problems), error.value.total) == (20, 30)


@pytest.mark.parametrize("level", [nan, inf, "2", None], ids=str)
def test_a_level_of_a_preference_is_a_number(level):
    with pytest.raises(UsageError, match='query "q", document "b": level is '):
        Comparison("q", {"a": 1.0, "b": level})


def test_a_scale_of_grades_goes_for_dicts_as_for_files():
    assert dict(read_qrels({"q": {"d": 0.5, "e": 1}}, grade_scale=2).grades("q")) == {"d": 1, "e": 2}
