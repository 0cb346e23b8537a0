"""The unit query: bounds, fair draws, and what is asked of a drawn query."""

from __future__ import annotations

import itertools
import random

import numpy as np
import pytest

import irassay
from irassay import UsageError
from irassay.decisions import Decider, queries
from irassay.decisions.bets import Bets
from tests.decisions.worlds import judge_of, kept_in, world


def small(seed):
    """Three systems, four queries, and a grade for every document."""
    draw = random.Random(seed)
    lists = {s: {f"q{i}": draw.sample("uvwxyz", 3) for i in range(4)} for s in "abc"}
    runs = {s: {q: {d: 3.0 - i for i, d in enumerate(docs)} for q, docs in of.items()} for s, of in lists.items()}
    pools = {q: sorted({d for of in lists.values() for d in of[q]}) for q in lists["a"]}
    return runs, {q: {d: draw.choice((0, 1, 2)) for d in docs} for q, docs in pools.items()}


def differences(runs, labels, measure):
    scores = irassay.evaluate(labels, runs, [measure])
    mean = dict(zip(scores.systems, np.asarray(scores.summary)[0, 0].tolist()))
    return [mean[a] - mean[b] for a, b in ("ab", "ac", "bc", "ba", "ca", "cb")]


@pytest.mark.parametrize("measure", ["nDCG@3", "AP(rel=2)", "RR", "P@3"])
def test_a_drawn_query_shows_the_true_difference_on_average(measure, monkeypatch):
    """Oracle: enumeration of all first two draws of a batch, and `irassay.evaluate` with all labels."""
    runs, labels = small(1)
    shown = {}
    monkeypatch.setattr(Bets, "place", kept_in(shown))
    sums, masses = [np.zeros(6), np.zeros(6)], [np.zeros(6), np.zeros(6)]
    for draws in itertools.permutations(range(4), 2):
        monkeypatch.setattr(queries, "draw", lambda *_, draws=draws, **__: np.array(draws))
        one = irassay.decide(runs, measure, order=True, scale=[0, 1, 2], unit="query", judged={"q1": {"u": 1}})
        labels["q1"]["u"] = 1
        one.draw(2)
        (first, p), (second, p_second) = one.events[-1]["queries"]
        for place, query in enumerate((first, second)):
            shown.clear()
            one.answer({query: labels[query]})
            if shown:
                sums[place][shown["at"]] += p * p_second / (1 - p) * shown["z"]
                masses[place][shown["at"]] += p * p_second / (1 - p)
    for total, mass in zip(sums, masses):
        assert (total / mass).tolist() == pytest.approx(differences(runs, labels, measure))


def test_the_difference_lies_within_low_and_high_and_is_known_in_the_end():
    """Oracle: `irassay.evaluate` with all labels, whose ideal is over the same documents."""
    runs, labels = small(2)
    one = irassay.decide(runs, "nDCG@3", order=True, scale=[0, 1, 2])
    expected = differences(runs, labels, "nDCG@3")
    for query, docs in labels.items():
        for doc, grade in docs.items():
            one.answer({query: {doc: grade}})
            for pair, truth in zip(one.look().pairs, expected):
                assert pair.low - 1e-12 <= truth <= pair.high + 1e-12
    assert [pair.low for pair in one.look().pairs] == pytest.approx(expected[:3])


def test_a_query_is_left_as_soon_as_its_difference_is_known():
    """Oracle: by hand; a relevant document at rank 1 of both lists leaves reciprocal ranks no choice."""
    runs = {"new": {"q": {"a": 2, "b": 1}}, "old": {"q": {"a": 2, "c": 1}}}
    one = irassay.decide(runs, "RR@2")
    assert one.next(1).column("doc").values == ["a"]
    one.answer({"q": {"a": 1}})
    assert one.look().verdict == "tied"
    assert len(one.next(1)) == 0


def test_a_log_of_queries_gives_the_same_verdict_to_the_last_bit():
    """Oracle: the campaign itself."""
    runs, labels = world(12, 4)
    one = irassay.decide(runs, "nDCG@4", seed=5)
    one.run(judge_of(labels, skipping=lambda q, d: d == "new2"), batch=7, budget=30)
    again = Decider.from_events(one.events, runs)
    assert again.events == one.events
    assert again._ledger.bets.log_best.tolist() == one._ledger.bets.log_best.tolist()


def test_lists_that_are_the_same_are_tied_by_proof_and_nothing_is_asked():
    for measure in ("P@3", "nDCG@3"):
        one = irassay.decide({"new": {"q": {"a": 2}}, "old": {"q": {"a": 5}}}, measure)
        assert len(one.next()) == 0
        assert (one.look().verdict, one.look().pairs[0].by) == ("tied", "proof")


def test_ideals_make_documents_of_ndcg():
    """Oracle: `irassay.evaluate` with the labels that are the ideals."""
    runs, labels = small(3)
    one = irassay.decide(runs, "nDCG@3", ideals=labels, order=True)
    one.answer(labels)
    truth = differences(runs, labels, "nDCG@3")[:3]
    assert [pair.difference for pair in one.look().pairs] == pytest.approx(truth)
    assert {pair.by for pair in one.look().pairs} == {"proof"}


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"measure": "nDCG@3", "unit": "document"}, "leave unit out to draw queries"),
        ({"measure": "P@3", "ideals": {"q0": {"u": 1}}}, "ideals fix the ideal rankings of nDCG"),
        ({"measure": "ERR@3"}, "no bounds over missing labels are known"),
        ({"measure": "P@3", "top": 1, "order": True}, "expected one of pairs, baseline, top and order"),
        ({"measure": "P@3", "pairs": [("a", "a")]}, "expected pairs as"),
        ({"measure": "P@3", "top": 3}, "top must be a whole number from 1 to 2"),
        ({"measure": "P@3", "margin": -1}, "expected margin as a number from 0 up"),
    ],
)
def test_what_asks_no_question_says_what_would(options, says):
    with pytest.raises(UsageError, match=says):
        irassay.decide(small(1)[0], **options)
