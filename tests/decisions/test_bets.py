"""Bets: the same as by loops from the formulas, fair by enumeration, and rarely wrong where truth is planted."""

from __future__ import annotations

import itertools
import json
import math
import random

import numpy as np
import pytest

import irassay
from irassay.decisions import Decider, documents
from irassay.decisions.bets import Bets
from irassay.errors import UsageError
from tests.decisions import plain
from tests.decisions.worlds import difference, judge_of, kept_in, world


def lists(runs):
    return [{q: sorted(d, key=d.get, reverse=True) for q, d in runs[s].items()} for s in ("new", "old")]


@pytest.mark.parametrize(("margin", "seed"), [(0.0, 1), (0.1, 2)])
def test_wealth_is_that_of_loops_from_the_formulas(margin, seed):
    """Oracle: `plain.campaign`; with labels that nobody drew, skipped draws, and answers out of order."""
    runs, labels = world(8, 4, seed=seed)
    one = irassay.decide(runs, "P@4", judged={"q000": {"new0": 1}}, margin=margin, seed=seed)
    draw = random.Random(seed)
    for step in range(4):
        one.draw(5)
        asked = [row[:2] for row in one.events[-1]["documents"]]
        draw.shuffle(asked)
        one.skip([asked.pop()])
        for query, doc in asked:
            one.answer({query: {doc: labels[query][doc]}})
        one.answer({"q005": {f"old{step}": labels["q005"].get(f"old{step}", 0)}})
    start = {"kind": "answers", "labels": {"q000": {"new0": 1}}}
    small = plain.weights(*lists(runs), 4)
    bets = one._ledger.bets
    for level, m in enumerate([0.0, -margin][: 1 + (margin > 0)]):
        expected = plain.campaign(small, [start, *one.events], m)
        assert np.exp(bets.log_best[level]).tolist() == pytest.approx(expected, rel=1e-9)
    assert max(expected) > 1.0


@pytest.mark.parametrize("exact", [True, False])
def test_a_draw_shows_the_true_difference_on_average(exact, monkeypatch):
    """Oracle: enumeration of all first two draws of a batch, each with its probability; three systems, three pairs."""
    monkeypatch.setattr(documents, "_EXACT", 10**9 if exact else 0)
    lists_ = {"a": "uvw", "b": "xuv", "c": "ywx"}
    runs = {s: {"q": {d: 3.0 - i for i, d in enumerate(docs)}} for s, docs in lists_.items()}
    gains = {"u": 1, "v": 0, "w": 2, "x": 1, "y": 2}
    discount = [1 / math.log2(i + 2) for i in range(3)]
    dcg = {s: sum(w * gains[d] for w, d in zip(discount, docs)) for s, docs in lists_.items()}
    shown = {}
    monkeypatch.setattr(Bets, "place", kept_in(shown))
    sums, masses = [np.zeros(6), np.zeros(6)], [np.zeros(6), np.zeros(6)]
    for first, second in itertools.permutations(range(5), 2):
        monkeypatch.setattr(documents, "draw", lambda *_, first=first, second=second, **__: np.array([first, second]))
        one = irassay.decide(runs, "DCG@3", order=True, scale=[0, 1, 2])
        one.draw(2)
        names, chances = zip(*[(row[1], row[2]) for row in one.events[-1]["documents"]])
        p = chances[0] * chances[1] / (1 - chances[0])
        for place, doc in enumerate(names):
            shown.clear()
            one.answer({"q": {doc: gains[doc]}})
            sums[place][shown["at"]] += p * shown["z"]
            masses[place][shown["at"]] += p
    pairs = [("a", "b"), ("a", "c"), ("b", "c"), ("b", "a"), ("c", "a"), ("c", "b")]
    for total, mass in zip(sums, masses):
        assert (total / mass).tolist() == pytest.approx([dcg[a] - dcg[b] for a, b in pairs])


@pytest.mark.parametrize("measure", ["P@3", "DCG@3", "RBP(p=0.7)", "INSQ@3"])
def test_least_differences_are_those_of_all_completions(measure):
    """Oracle: `irassay.evaluate` of every completion."""
    draw = random.Random(3)
    lists_ = {s: draw.sample("uvwxyz", 3) for s in "abc"}
    runs = {s: {"q": {d: 3.0 - i for i, d in enumerate(docs)}} for s, docs in lists_.items()}
    one = irassay.decide(runs, measure, order=True)
    known = {"u": 1, "w": 0}
    one.answer({"q": known})
    others = list("vxyz")
    means = []
    for grades in itertools.product((0, 1), repeat=len(others)):
        scores = irassay.evaluate({"q": known | dict(zip(others, grades))}, runs, [measure])
        means.append(np.asarray(scores.summary)[0, 0])
    for pair in one.look().pairs:
        a, b = (list(scores.systems).index(s) for s in (pair.a, pair.b))
        differences = [mean[a] - mean[b] for mean in means]
        assert (pair.low, pair.high) == pytest.approx((min(differences), max(differences)))
        assert (pair.verdict == "settled") == (min(differences) > 0 or max(differences) < 0)


def test_no_bet_loses_more_than_95_in_100():
    """Oracle: by hand; seven bets at their cap lose 95%, and the one that has learnt nothing is not placed."""
    bets, one = Bets(np.zeros((1, 1))), np.ones((1, 1))
    bets.place(np.array([0]), mean=0 * one, z=-one, variance=1e-4 * one, least=-one, left=one[0])
    assert np.exp(bets.log_wealth[0, 0]) == pytest.approx((7 * 0.05 + 1) / 8)


def wrong_verdicts(
    n, *, unit=None, model=None, skipping=lambda q, d: False, greedy=False, margin=0.0, batch=6, **planted
):
    """How many of n campaigns say what the planted truth denies, and how many say something by their draws."""
    wrong = by_sample = 0
    for seed in range(n):
        runs, labels = world(seed=seed, **planted)
        truth = difference(runs, labels, planted["k"])
        labels_of_model = (
            None if model is None else {q: {d: model(d, g) for d, g in docs.items()} for q, docs in labels.items()}
        )
        one = irassay.decide(
            runs, f"P@{planted['k']}", model=labels_of_model, unit=unit, margin=margin, alpha=0.2, seed=seed
        )
        judge = judge_of(labels, skipping=skipping)
        while asked := list(zip(*(column.values for column in one.next(batch).columns))):
            answers = judge(asked)
            one.answer(answers)
            one.skip([(q, d) for q, d in asked if d not in answers.get(q, {})])
            if greedy:  # the best of new, as somebody would who wants it to win
                best = [(q, d) for q in labels for d, g in labels[q].items() if d.startswith("new") and g][
                    len(one.events) :
                ]
                one.answer({q: {d: 1} for q, d in best[:2]})
        pair = one.look().pairs[0]
        denied = abs(truth) > margin if pair.verdict == "tied" else truth * (1 if pair.better == "new" else -1) <= 0
        wrong += pair.verdict != "undecided" and denied
        by_sample += pair.by == "sample"
    return wrong, by_sample


@pytest.mark.parametrize(
    "campaign",
    [
        {},
        {"model": lambda doc, grade: int(doc.startswith("new"))},
        {"model": lambda doc, grade: 1 - grade},
        {"greedy": True},
        {"skipping": lambda query, doc: doc == "old1"},
        {"unit": "query"},
    ],
    ids=["no model", "an unfair model", "an inverted model", "greedy picks", "skipped documents", "by queries"],
)
def test_a_tie_is_rarely_called_a_difference(campaign):
    """Oracle: a planted difference of 0; of 30 campaigns at alpha 0.2 more than 11 wrong has probability 0.01."""
    wrong, _ = wrong_verdicts(30, n_queries=15, k=3, tie=True, **campaign)
    assert wrong <= 11


def test_a_large_difference_is_found_by_few_labels():
    """Oracle: planted rates of 0.9 and 0.1."""
    wrong, by_sample = wrong_verdicts(20, n_queries=30, k=3, rate=(0.9, 0.1))
    assert (wrong, by_sample) == (0, 20)


def test_close_systems_are_tied_within_a_margin():
    """Oracle: a planted difference of 0."""
    runs, labels = world(40, 4, tie=True)
    decision = irassay.decide(runs, "P@4", margin=0.2).run(judge_of(labels))
    assert "Closer than 0.2 may end as a tie." in decision.scope
    assert "as a tie" not in irassay.decide(runs, "P@4").look().scope
    assert (decision.verdict, decision.pairs[0].by) == ("tied", "sample")


def test_a_log_gives_the_same_verdict_to_the_last_bit():
    """Oracle: the campaign itself; its log went through JSON."""
    runs, labels = world(12, 4)
    one = irassay.decide(runs, "P@4", seed=5)
    one.run(judge_of(labels, skipping=lambda q, d: d == "new2"), batch=7, budget=28)
    one.answer({"q000": {"new0": 1 - labels["q000"]["new0"]}})
    again = Decider.from_events(json.loads(json.dumps(one.events)), runs)
    assert again.events == one.events
    assert again._ledger.bets.log_best.tolist() == one._ledger.bets.log_best.tolist()
    assert again._unit.least.tolist() == one._unit.least.tolist()


def test_a_log_of_other_runs_is_refused():
    one = irassay.decide(world(3, 3)[0], "P@3")
    with pytest.raises(irassay.InputError, match="runs are not those of the question"):
        Decider.from_events(one.events, world(3, 3, seed=9)[0])


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda event: event["documents"].reverse(), "batch 0 is not what these runs and labels give"),
        (lambda event: event["documents"][0].__setitem__(2, 0.5), "batch 0 is not what these runs and labels give"),
        (lambda event: event.update(kind="vote"), 'an event of kind "vote", which this version'),
    ],
)
def test_a_log_that_was_changed_is_refused(change, says):
    one = irassay.decide(world(3, 3)[0], "P@3")
    one.draw(3)
    change(one.events[-1])
    with pytest.raises(irassay.InputError, match=says):
        Decider.from_events(one.events, world(3, 3)[0])


def test_the_order_of_answers_within_a_batch_changes_nothing():
    """Oracle: the same answers in the order of the draws."""
    runs, labels = world(12, 4)
    wealth = []
    for order in (1, -1):
        one = irassay.decide(runs, "P@4", seed=5)
        for _ in range(3):
            one.draw(6)
            one.draw(6)
            for query, doc, _ in [row for event in one.events[-2:] for row in event.get("documents", [])][::order]:
                one.answer({query: {doc: labels[query][doc]}})
            one.events = [event for event in one.events if event["kind"] != "answers"]
        wealth.append(one._ledger.bets.log_wealth.tolist())
    assert wealth[0] == wealth[1]


def test_a_corrected_answer_places_the_bets_again():
    """Oracle: the loops from the formulas, which read the last answer of each draw."""
    runs, labels = world(8, 4, seed=4)
    one = irassay.decide(runs, "P@4", seed=4)
    one.draw(8)
    rows = [row[:2] for row in one.events[-1]["documents"]]
    for query, doc in rows:
        one.answer({query: {doc: labels[query][doc]}})
    query, doc = rows[2]
    one.answer({query: {doc: 1 - labels[query][doc]}})
    expected = plain.campaign(plain.weights(*lists(runs), 4), one.events)
    assert np.exp(one._ledger.bets.log_best[0]).tolist() == pytest.approx(expected, rel=1e-9)
    assert one.look().labels["corrected"] == 1


def test_limits_are_where_the_wealth_of_the_bets_ends():
    """Oracle: the loops from the formulas at the limits, and just within them; a pair at alpha 0.05 needs 40."""
    runs, labels = world(20, 4, rate=(0.8, 0.3), seed=3)
    one = irassay.decide(runs, "P@4", seed=3)
    pair = one.run(judge_of(labels), batch=9, budget=45).pairs[0]
    assert pair.low < difference(runs, labels, 4) < pair.high
    small = plain.weights(*lists(runs), 4)
    low, high = one._ledger.limits()
    assert plain.campaign(small, one.events, low)[0] >= 40 > plain.campaign(small, one.events, low + 0.05)[0]
    assert plain.campaign(small, one.events, high)[1] >= 40 > plain.campaign(small, one.events, high + 0.05)[1]


def test_what_is_asked_stays_until_it_is_answered():
    runs, labels = world(5, 3)
    one = irassay.decide(runs, "P@3")
    first = one.next(4)
    assert one.next(9).columns == first.columns
    query, doc = first.column("query").values[0], first.column("doc").values[0]
    one.answer({query: {doc: labels[query][doc]}})
    assert len(one.next(9)) == 3


def test_a_scale_on_which_no_grade_counts_is_refused():
    runs = {"a": {"q": {"x": 1.0}}, "b": {"q": {"y": 1.0}}}
    with pytest.raises(UsageError, match=r"no grade from 0 to 1 counts for P\(rel=2\)@1: ask with a scale"):
        irassay.decide(runs, "P(rel=2)@1", scale=(0, 1))
    assert irassay.decide(runs, "P(rel=2)@1").setting.scale[-1] >= 2


def test_a_grade_off_the_scale_is_refused_with_its_document():
    one = irassay.decide(world(3, 3)[0], "P@3")
    with pytest.raises(irassay.InputError, match="query q001, document new0: grade 3, expected one of 0 and 1"):
        one.answer({"q001": {"new0": 3}})
