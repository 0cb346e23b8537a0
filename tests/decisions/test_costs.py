"""What a question would cost: planned before labels, replayed on labels, and in a batch that should end it."""

from __future__ import annotations

import random
from types import SimpleNamespace

import numpy as np
import pytest

import irassay
from irassay import UsageError
from irassay.comparison.power import queries_of_power
from irassay.decisions import plan, replay
from irassay.decisions.costs import _is_wrong
from tests.decisions.worlds import judge_of, world


def test_the_plan_holds_what_campaigns_then_need():
    """Oracle: 20 planted campaigns for a difference of 0.2; 80% of them are expected in the range."""
    held = []
    for seed in range(20):
        runs, labels = world(40, 3, shared=0, rate=(0.5, 0.5), seed=seed)
        draw = random.Random(seed)
        for system, more in (("new", 12), ("old", -12)):  # of 120 documents each
            own = [(q, d) for q in labels for d in labels[q] if d.startswith(system)]
            half = draw.sample(own, 60 + more)
            for q, d in own:
                labels[q][d] = int((q, d) in half)
        one = irassay.decide(runs, "P@3", seed=seed)
        [forecast] = plan(one, [0.2]).labels
        held.append(forecast.low <= one.run(judge_of(labels), batch=8).labels["known"] <= forecast.high)
    assert sum(held) >= 11


def test_queries_of_a_plan_are_those_of_the_power_of_their_differences():
    """Oracle: standard deviations by NumPy, once all labels are there."""
    runs, labels = world(30, 3, seed=3)
    for unit in ("document", "query"):
        one = irassay.decide(runs, "P@3", unit=unit, order=True)
        one.answer(labels)
        scores = irassay.evaluate(labels, runs, ["P@3"])
        spread = np.diff(np.asarray(scores.values)[0, 0], axis=0).std(ddof=1)
        assert plan(one, power=0.9).queries == [queries_of_power(d / spread, 0.05, 0.9) for d in (0.05, 0.02, 0.01)]


@pytest.mark.parametrize("cost", [0.2, 1, 2, 5, 100])
def test_labels_worth_judging_a_query_cost_least_for_the_same_variance(cost):
    """Oracle: enumeration of labels a query."""
    runs, _ = world(30, 10, shared=0)
    one = irassay.decide(runs, "P@10")
    spread = one._unit.predict().spread[0] / 10  # of one document in its query's difference
    within, between = (20 * spread) ** 2, 20 * spread**2
    of = {n: (cost + n) * (between + within / n) for n in range(1, 21)}
    assert of[plan(one, query_cost=cost).of_a_query] == pytest.approx(min(of.values()), rel=0.02)


def test_a_plan_asks_for_differences_and_costs_that_can_be():
    one = irassay.decide(world(4, 2)[0], "P@2")
    for options in ({"differences": [0]}, {"differences": []}, {"query_cost": 0}, {"power": 1}):
        with pytest.raises(UsageError):
            plan(one, **options)


def test_a_replay_is_what_campaigns_cost():
    """Oracle: the campaigns themselves."""
    runs, labels = world(30, 3, rate=(0.6, 0.4))
    ends = [irassay.decide(runs, "P@3", seed=5 + i).run(judge_of(labels), batch=10) for i in range(7)]
    of = replay(labels, runs, "P@3", campaigns=7, batch=10, seed=5)
    known = sorted(end.labels["known"] for end in ends)
    assert (of.labels.low, of.labels.middle, of.labels.high) == (known[1], known[3], known[5])
    assert of.settled == sum(end.verdict == "settled" for end in ends)
    assert (of.wrong, of.unlabelled, of.documents) == (0, 0, ends[0].labels["documents"])


def test_a_replay_skips_documents_without_a_label():
    """Oracle: by hand."""
    runs = {"new": {"q": {"a": 2}}, "old": {"q": {"c": 2}}}
    of = replay({"q": {"a": 1}}, runs, "P@1", campaigns=2)
    assert (of.undecided, of.unlabelled, of.documents) == (2, 1, 2)


@pytest.mark.parametrize(
    ("verdict", "better", "low", "high", "wrong"),
    [
        ("settled", "a", 0.1, 0.1, False),
        ("settled", "a", 0.0, 0.0, True),
        ("settled", "a", -0.2, -0.1, True),
        ("settled", "a", -0.2, 0.1, False),
        ("settled", "b", -0.2, -0.1, False),
        ("settled", "b", 0.1, 0.2, True),
        ("tied", "", 0.01, 0.01, False),
        ("tied", "", 0.03, 0.04, True),
        ("tied", "", -0.04, -0.03, True),
        ("undecided", "", 0.3, 0.3, False),
    ],
)
def test_a_verdict_is_wrong_where_all_labels_say_otherwise(verdict, better, low, high, wrong):
    """Oracle: by hand, for a margin of 0.02."""
    end, truth = (
        SimpleNamespace(pairs=[SimpleNamespace(a="a", b="b", **of)])
        for of in ({"verdict": verdict, "better": better}, {"low": low, "high": high})
    )
    assert _is_wrong(end, truth, 0.02) == wrong


def test_a_batch_of_no_size_ends_most_questions():
    """Oracle: 30 planted campaigns; fewer than 16 of 30 with a probability of 80% are one in a thousand."""
    ended = 0
    for seed in range(30):
        runs, labels = world(40, 3, rate=(0.7, 0.4), seed=seed)
        one = irassay.decide(runs, "P@3", seed=seed)
        one.run(judge_of(labels), batch=16, budget=32)
        table = one.next(None)
        one.answer(judge_of(labels)(list(zip(*(column.values for column in table.columns)))))
        ended += one.look().verdict != "undecided"
    assert ended >= 16
    assert len(irassay.decide(runs, "P@3").next(None)) < 280
