"""What other queries, more labels and a second assessor would say, and what that costs."""

from __future__ import annotations

import random

import numpy as np
import pytest
from scipy import stats

import irassay
from irassay.comparison.power import queries_needed
from tests.decisions.worlds import judge_of, world


def test_with_all_labels_p_is_that_of_a_paired_t_test_and_queries_are_those_of_its_power():
    """Oracle: scipy on the differences by query, and `queries_needed`."""
    for unit in ("document", "query"):
        runs, labels = world(30, 3, rate=(0.5, 0.45), seed=3)
        one = irassay.decide(runs, "P@3", unit=unit)
        one.answer(labels)
        decision = one.look()
        scores = irassay.evaluate(labels, runs, ["P@3"])
        new, old = (np.asarray(scores.values)[0, 0, list(scores.systems).index(s)] for s in ("new", "old"))
        assert decision.pairs[0].p == pytest.approx(stats.ttest_rel(new, old).pvalue)
        assert decision.costs.queries == queries_needed(new - old).more
        assert decision.costs.judgments["queries"] == np.ceil(decision.costs.queries * len(one._unit.item_of) / 30)


def test_where_queries_are_a_tie_few_campaigns_say_that_others_hardly_reverse_it():
    """Oracle: 40 planted worlds whose queries differ at random around no difference, also where campaigns stop early:
    more than 6 false alarms of 5% have a probability below 0.01."""
    alarms = stopped = 0
    for seed in range(40):
        draw = random.Random(seed)
        rates = {f"q{q}": draw.gauss(0, 0.25) for q in range(30)}
        runs = {s: {q: {f"{s}{i}": 4.0 - i for i in range(4)} for q in rates} for s in ("new", "old")}
        labels = {
            q: {
                f"{s}{i}": int(draw.random() < 0.45 + sign * e)
                for s, sign in (("new", 1), ("old", -1))
                for i in range(4)
            }
            for q, e in rates.items()
        }
        decision = irassay.decide(runs, "P@4", seed=seed).run(judge_of(labels), batch=12)
        alarms += decision.pairs[0].p <= 0.05
        stopped += decision.verdict == "settled" and decision.labels["known"] < 240
    assert alarms <= 6
    assert stopped >= 10


def test_labels_that_miss_may_tell_of_other_queries_and_then_no_sentence_says_that_they_can_not():
    """Oracle: a world whose labels, once all are there, tell the systems apart on other queries too."""
    runs, labels = world(40, 8, rate=(0.75, 0.35), seed=1)
    one = irassay.decide(runs, "P@8")
    early = one.run(judge_of(labels), batch=10)
    assert early.verdict == "settled"
    assert early.labels["known"] < early.labels["documents"] / 2
    assert early.pairs[0].p > 0.05
    assert "they leave open what other queries would say" in early.scope
    assert "can't" not in early.scope
    one.answer(labels)
    late = one.look()
    assert late.pairs[0].p < 0.001
    assert not late.costs.reversible


def test_a_second_assessor_turns_the_order_as_often_as_said():
    """Oracle: 4,000 second assessors who differ at random."""
    runs, labels = world(30, 3, rate=(0.5, 0.45), seed=3)
    one = irassay.decide(runs, "P@3")
    one.answer(labels)
    overturned = one.look(noise=0.3).costs.overturned
    weight = one._unit.items.weights.differences(0, 1)
    gain, draw = one._unit.gain, np.random.default_rng(0)
    differs = draw.random((4000, len(gain))) < 0.3
    others = (gain + np.where(differs, np.where(draw.random(differs.shape) < 0.5, 1, -1), 0)) @ weight
    turned = (np.sign(others) != np.sign(gain @ weight)).mean()
    assert overturned == pytest.approx(turned, abs=0.03)
    assert one.look().costs.overturned is None
