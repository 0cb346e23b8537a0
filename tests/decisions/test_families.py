"""Families of pairs: baseline, the best K, all pairs; and what levels they take."""

from __future__ import annotations

import itertools
import math
import random

import numpy as np
import pytest

import irassay
from irassay.decisions.bets import Bets
from irassay.decisions.pairs import Pairs, Question, best_first


def ladder(n_systems, step, *, n_queries=30, seed=0, first=0.9):
    """Systems whose rate of relevant documents falls by `step`, from `first`."""
    draw = random.Random(seed)
    runs, labels = {}, {f"q{q}": {} for q in range(n_queries)}
    for s in range(n_systems):
        runs[f"s{s}"] = {}
        for query, docs in labels.items():
            own = {f"s{s}-{i}": int(draw.random() < first - step * s) for i in range(3)}
            docs |= own
            runs[f"s{s}"][query] = {doc: 3.0 - i for i, doc in enumerate(own)}
    return runs, labels


def judge(labels):
    return lambda asked: {q: {d: labels[q][d] for query, d in asked if query == q} for q, _ in asked}


@pytest.mark.parametrize(
    "family", [{"baseline": "s2"}, {"top": 2}, {"order": True}, {"pairs": [("s0", "s3"), ("s1", "s4")]}]
)
def test_a_family_says_who_is_better(family):
    """Oracle: planted rates 0.9, 0.7, 0.5, 0.3, 0.1."""
    runs, labels = ladder(5, 0.2)
    decision = irassay.decide(runs, "P@3", **family).run(judge(labels))
    better = {
        "baseline": ("s0", "s1", "s2"),
        "top": ("s0", "s1"),
        "order": ("s0", "s1", "s2", "s3", "s4"),
        "pairs": ("s0", "s1"),
    }
    assert (decision.verdict, decision.better) == ("settled", better[next(iter(family))])
    assert all(pair.better == min(pair.a, pair.b) for pair in decision.pairs)
    assert decision.labels["known"] < decision.labels["documents"]


@pytest.mark.parametrize(("top", "margin", "settled", "expected"), [(0, 0, 2, 10), (2, 0, 0, 7), (0, 0.1, 3, 12)])
def test_the_evidence_a_pair_needs_is_that_of_its_family(top, margin, settled, expected):
    """Oracle: by hand, Holm of 6 pairs 12 - 2; the best 2 of 5 systems 2 x 3 + 1; 6 pairs with a margin 12."""
    pairs = Pairs.of([(a, b) for a in range(4) for b in range(a)])
    n = 5 if top else 4
    question = Question("top" if top else "order", pairs, n, top, margin, 0.05)
    assert question.needed(settled) == pytest.approx(math.log(expected / 0.05))


def test_a_pair_is_settled_for_one_of_its_systems():
    """Oracle: by hand; what the first needs of a pair, 40, falls to 20 once one is settled, not for its other."""
    question = Question("pairs", Pairs.of([(0, 1)]), 2, 0, 0.0, 0.05)
    better, _ = question.by_sample(np.log([[30.0, 100.0]]), np.zeros(2, dtype=bool), np.ones(1, dtype=bool))
    assert better.tolist() == [False, True]


def test_a_pair_is_settled_for_who_reaches_its_level_first(monkeypatch):
    """Oracle: by hand; whether two answers come together or one by one, 41 after the first draw comes before 100."""

    left = []

    def place(bets, at, *, z, **_):
        logs = np.array([left.pop(0) for _ in z])
        bets.log_best = np.maximum(bets.log_best, logs.max(axis=0))
        return logs

    monkeypatch.setattr(Bets, "place", place)
    for together in (True, False):
        one = irassay.decide({s: {f"q{q}": {f"{s}{q}": 1.0} for q in range(9)} for s in ("new", "old")}, "P@1")
        one.draw(2)
        drawn = [(query, doc) for query, doc, _ in one.events[-1]["documents"]]
        left[:] = np.log([[[1.0, 41.0]], [[100.0, 41.0]]])
        for some in [drawn] if together else [drawn[:1], drawn[1:]]:
            one.answer({query: {doc: 1 for q, doc in some if q == query} for query, _ in some})
        assert one._ledger.better.tolist() == [False, True]


def test_the_best_are_those_that_none_of_the_others_beats():
    """Oracle: enumeration of all sets; a part of the pairs is settled by planted means."""
    random_ = np.random.default_rng(0)
    pairs = Pairs.of(list(itertools.combinations(range(6), 2)))
    question = Question("top", pairs, 6, 3, 0.0, 0.05)
    for _ in range(30):
        truth, estimates = random_.random(6), random_.random(6)
        better = (truth[pairs.first] > truth[pairs.second]) & (random_.random(30) < 0.5)
        beaten = set(zip(pairs.first[better].tolist(), pairs.second[better].tolist()))
        best = best_first(question, better, estimates, 3)
        consistent = [
            one
            for one in itertools.combinations(range(6), 3)
            if not any((b, a) in beaten for a in one for b in set(range(6)) - set(one))
        ]
        assert tuple(sorted(best)) in consistent
        if not beaten:
            assert best == np.argsort(-estimates)[:3].tolist()


@pytest.mark.parametrize("top", [1, 2, 3])
def test_close_systems_are_told_apart_into_the_truly_best(top):
    """Oracle: the means of all labels; rates 0.6, 0.55, 0.5, 0.45, 0.4, so that estimates are often out of order."""
    for seed in range(4):
        runs, labels = ladder(5, 0.05, n_queries=15, seed=seed, first=0.6)
        mean = {s: sum(labels[q][d] for q, docs in of.items() for d in docs) for s, of in runs.items()}
        order = sorted(mean, key=mean.get, reverse=True)
        decision = irassay.decide(runs, "P@3", top=top, seed=seed).run(judge(labels))
        if mean[order[top - 1]] > mean[order[top]]:
            assert (decision.verdict, set(decision.better)) == ("settled", set(order[:top]))
        else:
            assert decision.verdict == "tied"


def test_one_settled_pair_lowers_what_the_next_one_needs():
    """Oracle: by hand; two pairs at alpha 0.05 need 80, then 60."""
    question = Question("order", Pairs.of([(0, 1), (2, 3)]), 4, 0, 0.0, 0.05)
    open_pairs, none = np.ones(2, dtype=bool), np.zeros(4, dtype=bool)
    enough, less = np.log([[81.0, 61.0, 1.0, 1.0]]), np.log([[79.0, 61.0, 1.0, 1.0]])
    assert question.by_sample(enough, none, open_pairs)[0].tolist() == [True, True, False, False]
    assert question.by_sample(less, none, open_pairs)[0].tolist() == [False] * 4


def test_an_order_of_tied_systems_is_rarely_wrong_anywhere():
    """Oracle: labels of 4 systems that are permutations of one list, so that all are tied; 20 campaigns, alpha 0.2."""
    wrong = 0
    for seed in range(20):
        runs, labels = ladder(4, 0.3, n_queries=8, seed=seed)
        grades = [labels[query][f"s0-{i}"] * (i < 2) for query in labels for i in range(3)]
        draw = random.Random(seed)
        for s in range(4):
            of = iter(draw.sample(grades, len(grades)))
            for query in labels:
                labels[query] |= {f"s{s}-{i}": next(of) for i in range(3)}
        decision = irassay.decide(runs, "P@3", order=True, alpha=0.2, seed=seed).run(judge(labels), batch=12)
        wrong += any(pair.verdict == "settled" for pair in decision.pairs)
    assert wrong <= 9  # more has probability 0.003
