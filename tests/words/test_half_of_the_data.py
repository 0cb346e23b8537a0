"""The order on half of the queries, and what the page makes of half of the data."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.stats

from irassay.agreement import Spread
from irassay.agreement.order_stability import significant_pairs
from irassay.studies.overview.sections import stability
from irassay.studies.overview.sections.stability import (
    HalfQueries,
    LessData,
    half_queries,
    less_data,
    on_a_half,
    thinning_section,
)
from tests.words.test_thinning_words import FOUND

HALF = HalfQueries(26, 53, Spread(0.9, 0.02, 0.87, 0.93), 0.8, 471, 785)


def test_half_the_queries_are_scored_like_a_set_of_queries_of_their_own(evidence):
    """Oracle: each half as scores of its own, tau by scipy, pairs by `significant_pairs`."""
    league = evidence(12, 31).verdict.league
    found = half_queries(league)
    taus, lost, first = [], [], []
    full = significant_pairs(league.values) > 0
    for draw in range(100):
        kept = ~np.isnan(on_a_half(league.values, league.seed, draw)).any(axis=0)
        assert kept.sum() == 15
        values = league.values[:, kept]
        taus.append(scipy.stats.kendalltau(league.values.mean(axis=1), values.mean(axis=1)).statistic)
        first.append(values.mean(axis=1).argmax() == league.values.mean(axis=1).argmax())
        now = significant_pairs(values) > 0
        lost.append((full & ~now & ~now.T).sum())
    assert (found.queries, found.of) == (15, 31)
    assert found.tau.mean == pytest.approx(np.mean(taus))
    assert found.first == pytest.approx(np.mean(first))
    assert found.lost == pytest.approx(np.mean(lost))
    assert found.settled_before == full.sum()
    assert len({tuple(on_a_half(league.values, 0, draw)[0]) for draw in range(20)}) == 20


def test_a_few_scores_at_a_time_are_the_same(evidence, monkeypatch):
    league = evidence(12, 31).verdict.league
    whole = half_queries(league)
    monkeypatch.setattr(stability, "AT_ONCE", 7 * 12 * 31)
    assert half_queries(league) == whole


def test_halves_are_not_drawn_of_few_queries_or_systems_or_in_too_many_pairs(evidence, monkeypatch):
    assert half_queries(evidence(12, 9).verdict.league) is None
    assert half_queries(evidence(2, 30).verdict.league) is None
    monkeypatch.setattr(stability, "MOST_PAIRS", 19 * 66)
    assert half_queries(evidence(12, 30).verdict.league) is None


def test_the_answer_stands_first_and_the_table_has_both_halves(evidence, golden):
    section = thinning_section(evidence(12), LessData(FOUND, HALF))
    golden(section.standfirst)
    table = section.body[0]
    assert table.column("data").values == ["all", "half of the labels", "half of the queries"]
    assert table.column("first").values == [1.0, 0.66, 0.8]
    assert table.column("lost").values == [0.0, 530.7 / 871, 471 / 871]


def test_halves_that_say_different_things_have_a_sentence_each(golden):
    names = ["half of the labels", "half of the queries"]
    golden(less_data(names, [0.97, 0.6], [5.0, 40.0], 100))
