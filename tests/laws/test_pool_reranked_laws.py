"""What must hold of scores adjusted by reranking the pool, whatever the lists and labels."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from irassay.collection import Qrels
from irassay.estimates import bound, pool_reranked
from tests.plain.small import one_query, runs_of

WORLDS = st.lists(one_query(n_docs=9, least_systems=4, n_systems=4, length=9), min_size=1, max_size=4)
NEW = ["a", "b"]


def world(drawn, names="abcd"):
    lists = {s: {f"q{q}": rankings[i] for q, (rankings, _) in enumerate(drawn)} for i, s in enumerate(names)}
    return {f"q{q}": grades for q, (_, grades) in enumerate(drawn)}, lists


@given(WORLDS, st.integers(1, 6))
def test_an_adjusted_score_lies_between_the_plain_one_and_the_upper_bound(drawn, depth):
    labels, lists = world(drawn)
    qrels, runs = Qrels.from_dict(labels), runs_of(lists)
    found, bounds = pool_reranked(qrels, runs, f"P@{depth}"), bound(qrels, runs, f"P@{depth}")
    assert (found.score >= found.plain).all()
    assert (found.score <= bounds.upper.mean(axis=1) + 1e-12).all()
    assert found.mean_change.sum(axis=1) == pytest.approx(np.zeros(len(found.newcomers)), abs=1e-12)


@given(WORLDS, st.integers(1, 6))
def test_a_run_of_the_pool_with_the_newcomers_lists_moves_nothing(drawn, depth):
    """With it alone the score is the plain one; beside others it counts as one that nothing was moved in."""
    labels, lists = world(drawn)
    qrels = Qrels.from_dict(labels)
    alone = pool_reranked(qrels, runs_of({"a": lists["a"], "twin": lists["a"]}), f"P@{depth}", newcomers=["a"])
    assert alone.score.tolist() == alone.plain.tolist()
    few = pool_reranked(qrels, runs_of(lists), f"P@{depth}", newcomers=["a"])
    more = pool_reranked(qrels, runs_of({**lists, "twin": lists["a"]}), f"P@{depth}", newcomers=["a"])
    assert more.mean_change == pytest.approx(few.mean_change * 3 / 4, abs=1e-12)


@given(WORLDS, st.integers(1, 6))
def test_another_newcomer_and_a_run_of_the_same_group_change_nothing(drawn, depth):
    labels, lists = world(drawn)
    qrels, measure = Qrels.from_dict(labels), f"P@{depth}"
    whole = pool_reranked(qrels, runs_of(lists), measure, newcomers=NEW)
    without = pool_reranked(qrels, runs_of({s: lists[s] for s in "acd"}), measure, newcomers=["a"])
    assert whole.score[0] == without.score[0]
    grouped = pool_reranked(qrels, runs_of(lists), measure, newcomers=["a"], groups={"a": "A", "b": "A"})
    assert grouped.score[0] == without.score[0]


def test_nothing_is_adjusted_where_all_is_judged_or_no_run_is_in_the_pool():
    lists = {"a": {"q": ["d1", "d2"]}, "b": {"q": ["d2", "d3"]}, "c": {"q": ["d3", "d1"]}}
    judged = pool_reranked(Qrels.from_dict({"q": {"d1": 1, "d2": 0, "d3": 0}}), runs_of(lists), "P@2")
    assert (judged.newcomers, judged.score.tolist()) == ([], [0.5, 0.0, 0.5])
    none = pool_reranked(Qrels.from_dict({"q": {"d1": 1}}), runs_of(lists), "P@2", newcomers=list(lists))
    assert none.score.tolist() == none.plain.tolist()
    assert none.mean_change.tolist() == [[0.0] * 3] * 3
