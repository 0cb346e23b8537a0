"""The page of a question: what it says, and that its numbers are the decision's."""

from __future__ import annotations

import random

import numpy as np
import pytest

import irassay
from tests.decisions.worlds import difference, judge_of, world


def sections(result):
    return {section.name: section for section in result.sections}


def test_the_band_of_the_evidence_holds_the_true_difference_and_ends_at_the_decisions_limits():
    """Oracle: planted labels; a band leaves the truth with a probability of 5% in one of 20 campaigns at any look."""
    outside = 0
    for seed in range(20):
        runs, labels = world(40, 3, rate=(0.6, 0.45), seed=seed)
        one = irassay.decide(runs, "P@3", seed=seed)
        one.run(judge_of(labels), batch=16)
        [figure] = one.look().result().figures
        low, high = (figure.table.column(name).values for name in ("low", "high"))
        truth = difference(runs, labels, 3)
        outside += any(not a - 1e-12 <= truth <= b + 1e-12 for a, b in zip(low, high))
        [pair] = one.look().pairs
        assert (low[-1], high[-1]) == (pair.low, pair.high)
        assert list(low[:-1]) == sorted(low[:-1])
        assert figure.table.column("x").values[-1] == one.look().labels["drawn"]
    assert outside <= 4


def test_what_a_model_is_said_to_have_saved_is_what_campaigns_without_it_need_more():
    """Oracle: 14 campaigns with and without a model that is right 9 times of 10."""
    saved, needed = [], []
    for seed in range(14):
        runs, labels = world(53, 5, rate=(0.6, 0.42), seed=seed)
        draw = random.Random(seed)
        model = {q: {d: g if draw.random() < 0.9 else 1 - g for d, g in docs.items()} for q, docs in labels.items()}
        one = irassay.decide(runs, "P@5", model=model, seed=seed)
        known = one.run(judge_of(labels)).labels["known"]
        needed.append(irassay.decide(runs, "P@5", seed=seed).run(judge_of(labels)).labels["known"] - known)
        [finding] = [finding for finding in one.look().result().findings if finding.code == "model"]
        saved.append(finding.numbers["saved"])
    assert np.mean(needed) > 20
    assert np.mean(saved) == pytest.approx(np.mean(needed), rel=0.5)


def test_a_page_tells_queries_batches_and_where_it_misleads(tmp_path):
    """Oracle: the planted world, and the decider's log."""
    runs, labels = world(20, 3, rate=(0.9, 0.1))
    one = irassay.decide(runs, "P@3")
    one.answer(labels)
    one.draw(5)
    of = sections(one.look().result())
    table = of["queries"].body[0]
    by_query = dict(zip(table.column("query").values, table.column("difference").values))
    for query in labels:
        mine = {system: {query: lists[query]} for system, lists in runs.items()}
        assert by_query[query] == pytest.approx(difference(mine, {query: labels[query]}, 3))
    assert table.column("labels").values == table.column("documents").values
    assert len(of["log"].body[0]) == sum(event["kind"] == "batch" for event in one.events)
    assert [finding.code for finding in of["answer"].body[1:]] == ["misleads-0", "misleads-1"]
    one.look().result().write(tmp_path / "page.html")
    page = (tmp_path / "page.html").read_text()
    assert page.count('<details class="room">') == 2  # queries, log; what is next is one sentence
    assert one.look().scope.split(";")[0] in page.replace("&#39;", "'") or "hardly reverse" in page


def test_a_decision_has_no_page_of_later_answers():
    runs, labels = world(4, 3)
    one = irassay.decide(runs, "P@3")
    before = one.look()
    one.run(judge_of(labels), budget=4)
    with pytest.raises(irassay.UsageError, match=r"its decider has had some; look\(\) again"):
        before.result()


def test_the_course_of_one_pair_is_its_course_among_all():
    """Oracle: the course of all pairs, of three systems."""
    runs, labels = world(12, 3, rate=(0.7, 0.3))
    runs["third"] = {query: dict.fromkeys(docs, 1.0) for query, docs in runs["new"].items()}
    one = irassay.decide(runs, "P@3", order=True)
    one.run(judge_of(labels), batch=6, budget=24)
    some, every = (one._ledger.course(np.array(of)) for of in ([True, False, False], [True] * 3))
    for a, b in zip(some, every, strict=True):
        np.testing.assert_array_equal(a[:, [0, 3]], b[:, [0, 3]])
    assert not np.isnan(some[0][-1, 0])


@pytest.mark.parametrize("options", [{"order": True}, {"unit": "query"}, {"top": 1}, {"choose": "effect"}])
def test_a_page_of_every_question_at_every_time(options):
    """It is made before any label, in between, and in the end, and has a panel for each pair up to six."""
    runs, labels = world(12, 3, rate=(0.7, 0.3))
    runs["third"] = {query: dict.fromkeys(docs, 1.0) for query, docs in runs["new"].items()}
    one = irassay.decide(runs, "P@3", **options)
    assert not one.look().result().figures
    one.run(judge_of(labels), batch=6, budget=12)
    for result in (one.look().result(), one.run(judge_of(labels)).result()):
        panels = [figure.table.column("panel").values for figure in result.figures]
        assert all(len(set(panel)) == min(6, len(one.look().pairs)) for panel in panels)
        assert result.sections[0].name == "answer"


def test_more_than_two_systems_stand_as_they_are_expected():
    """Oracle: planted, each system has what the next lacks."""
    runs = {s: {"q1": {d: 1.0}, "q2": {d: 1.0}} for s, d in (("low", "a"), ("high", "b"), ("mid", "c"))}
    one = irassay.decide(runs, "P@1", top=1, scale=(0, 1))
    one.answer({"q1": {"a": 0, "b": 1, "c": 1}, "q2": {"a": 0, "b": 1, "c": 0}})
    [table] = sections(one.look().result())["systems"].body
    assert table.column("system").values == ["high", "mid", "low"]
    assert "systems" not in sections(irassay.decide(dict(list(runs.items())[:2]), "P@1").look().result())
