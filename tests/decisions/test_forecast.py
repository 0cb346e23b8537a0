"""How many labels are still to be expected."""

from __future__ import annotations

import numpy as np

import irassay
from tests.decisions.worlds import judge_of, world


def test_the_forecast_holds_what_was_needed_in_the_end():
    """Oracle: 30 planted campaigns run to their end; fewer than 16 of 30 ranges of 80% hold with probability 0.001."""
    held, errors = 0, []
    for seed in range(30):
        runs, labels = world(40, 3, rate=(0.7, 0.4), seed=seed)
        one = irassay.decide(runs, "P@3", seed=seed)
        forecast = one.run(judge_of(labels), batch=16, budget=16).forecast
        now = one.look()
        if now.verdict != "undecided":
            continue
        needed = one.run(judge_of(labels), batch=8).labels["known"] - now.labels["known"]
        held += forecast.low <= needed <= forecast.high
        errors.append(abs(forecast.middle - needed) / now.labels["documents"])
    assert held >= 16 * len(errors) / 30
    assert np.median(errors) <= 0.2


def test_nothing_is_forecast_where_all_is_settled_or_nothing_is_left():
    """Oracle: by hand."""
    runs = {"new": {"q": {"a": 2}}, "old": {"q": {"c": 2}}}
    one = irassay.decide(runs, "P@1")
    assert one.look().forecast.high == 2
    one.skip([("q", "a"), ("q", "c")])
    assert (one.look().forecast.high, one.look().verdict) == (0, "undecided")
    one.answer({"q": {"a": 1, "c": 0}})
    assert (one.look().forecast.high, one.look().verdict) == (0, "settled")


def test_a_decision_is_a_page():
    """Oracle: by hand."""
    runs = {"new": {"q": {"a": 2}}, "old": {"q": {"c": 2}}}
    one = irassay.decide(runs, "P@1")
    one.answer({"q": {"a": 1, "c": 0}})
    result = one.look().result()
    assert result.title == "new is better than old, settled after 2 labels."
    assert result.tables[0].column("by").values == ["proof"]


def test_labels_given_before_are_no_labels_of_the_campaign():
    """Oracle: by hand; a quarter of the labels are given before."""
    runs, labels = world(40, 3, rate=(0.9, 0.1))
    before = {query: docs for i, (query, docs) in enumerate(labels.items()) if i < 10}
    one = irassay.decide(runs, "P@3", judged=before)
    given = one.labels["known"]
    assert one.look().result().title.endswith(f" have a label, {given} given before.")
    decision = one.run(judge_of(labels), batch=5)
    n = decision.labels["known"] - given
    assert decision.result().title == f"new is better than old, settled after {n} labels, {given} given before."
    assert decision.pairs[0].by == "sample"
    assert decision.lever.startswith(f"It rests on a sample of {n} labels: ")


def test_before_the_first_label_a_forecast_is_wide_and_neither_nearly_none_nor_all():
    """Oracle: half of the pairs of TREC 2021 Deep Learning need 18 to 49% of their documents, by measure."""
    runs, _ = world(40, 10)
    one = irassay.decide(runs, "P@10")
    forecast, n = one.look().forecast, len(one.documents)
    assert 0.02 * n < forecast.low < 0.2 * n < forecast.middle < 0.5 * n < 0.7 * n < forecast.high
