"""Whether single queries make the lead; the oracle scores every system again without each query."""

from __future__ import annotations

import numpy as np
import pytest

import irassay
from irassay import Qrels, Runs
from irassay.verdict.words.lead import on_single_queries, turned_by

QUERIES = [f"q{i:02}" for i in range(20)]
DOCS = "abcd"


def league_of(ranks, queries=QUERIES):
    """Systems whose only relevant document stands at these ranks, by query; RR is 1 / rank."""
    qrels = Qrels.from_dict({q: {"a": 1} for q in queries})
    lists = {}
    for system, places in ranks.items():
        lists[system] = {}
        for q, place in zip(queries, places, strict=True):
            docs = [*(f"x{i}" for i in range(place - 1)), "a"]
            lists[system][q] = {doc: -float(i) for i, doc in enumerate(docs)}
    return irassay.compare(irassay.evaluate(qrels, Runs.from_dict(lists), ["RR"]))


@pytest.mark.parametrize("seed", range(6))
def test_the_queries_that_turn_the_lead_are_those_without_which_another_system_is_best(seed):
    draws = np.random.default_rng(seed).integers(1, 5, (3, 12))
    queries = QUERIES[:12]
    league = league_of({name: draws[i].tolist() for i, name in enumerate(("one", "two", "three"))}, queries)
    best = dict(zip(league.systems, league.values, strict=True))
    first = league.systems[0]
    by_hand = set()
    for q in range(12):
        means = {name: float(np.delete(values, q).mean()) for name, values in best.items()}
        if max(means.values()) > means[first] + 1e-9:
            by_hand.add(league.queries[q])
    if sum(abs(league.mean - league.mean[0]) < 1e-9) > 1:
        by_hand = set()  # nobody is best alone
    assert set(turned_by(league)) == by_hand


def test_one_query_that_makes_the_lead_is_named_with_who_would_lead():
    """By hand: new is 0.75 better on q00 and 0.5 worse on q01; without q00 old is ahead."""
    league = league_of({"new": [1, 2] + [1] * 18, "old": [4, 1] + [1] * 18})
    assert on_single_queries(league) == "Who scores highest hangs on one query: without q00, old does."


def test_several_queries_are_counted_and_a_wide_lead_is_no_finding():
    """By hand: new wins five queries by 1/2 and loses four by 1/2: each of the five turns a lead of 1/2 into a tie."""
    tie = league_of({"new": [1] * 5 + [2] * 4 + [1] * 11, "old": [2] * 5 + [1] * 4 + [1] * 11})
    assert on_single_queries(tie) == ""
    close = league_of({"new": [1] * 5 + [2] * 4 + [3] + [1] * 10, "old": [2] * 5 + [1] * 4 + [2] + [1] * 10})
    assert on_single_queries(close) == (
        "Who scores highest hangs on single queries: leave out any one of q00, q01 and 3 more of the 20, and another "
        "system does."
    )
    assert on_single_queries(league_of({"new": [1] * 20, "old": [2] * 20})) == ""
