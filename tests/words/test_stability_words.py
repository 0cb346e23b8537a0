"""What is said of the order's stability: resamples are resamples, and few queries say nothing."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
import scipy.stats

from irassay.agreement import Spread
from irassay.agreement.order_stability import significant_pairs
from irassay.provenance import Provenance
from irassay.result import Finding
from irassay.studies.overview.compose import compose
from irassay.studies.overview.sections.stability import half_queries as half_queries_module
from irassay.studies.overview.sections.stability.half_queries import HalfQueries, half_queries, on_a_half
from irassay.studies.overview.sections.stability.section import stability_section
from irassay.studies.overview.sections.stability.words import half, not_a_probability, places_how, places_title
from tests.verdict_by_hand import places_by_hand

PROVENANCE = Provenance({"qrels.txt": "0" * 64}, {"measures": ["nDCG@10"]}, 0, {"irassay": "0.1.0"}, ("nDCG@10",))


def test_the_title_speaks_of_halves_and_of_no_other_queries(evidence):
    league, places = evidence(12).verdict.league, places_by_hand(12)
    assert places_title(league, places) == (
        "On two random halves of the queries the same system comes first in 55% of draws"
    )
    how = places_how(league, places)
    assert " In 95% of the resamples half of the systems move over 3 places or fewer. " in how
    assert "Were ten systems equal, the one that comes first would do so in 42% of its resamples, but in 10% of" in how


def test_no_order_agrees_with_another_at_more_than_a_tau_of_one(evidence):
    league, places = evidence(12).verdict.league, places_by_hand(12)
    assert " Half of all resampled orders agree with this one at a Kendall tau-a of 0.91 or more. " in places_how(
        league, places
    )
    assert " At least half of all resampled orders are this one. " in places_how(league, replace(places, tau=1.0))


def test_where_no_halves_can_be_drawn_the_title_speaks_of_resamples(evidence):
    places = replace(places_by_hand(12), same_first=math.nan)
    title = places_title(evidence(12).verdict.league, places)
    assert title == "In 95% of the resamples half of the systems move over 3 places or fewer"
    still = replace(places, low=places.high)
    assert places_title(evidence(12).verdict.league, still).endswith("half of them never move")


def test_first_in_resamples_is_said_not_to_be_a_probability_before_the_chart(evidence):
    section = stability_section(evidence(12))
    league = evidence(12).verdict.league
    assert section.standfirst == not_a_probability(league, league.places)
    assert not_a_probability(league, places_by_hand(12)) == (
        "sys-00 comes first in 81% of resamples. This is not the probability that it is best: the resamples are made "
        "of the very queries that put it first. Places are not the ranks of the league either: a range of ranks is by "
        "significance and holds for all systems at once."
    )


HALF = HalfQueries(
    26, 53, Spread(0.9, 0.02, 0.87, 0.93), Spread(316.2, 30, 270, 360), Spread(33, 4, 26, 38), 471, 785, 14
)


def test_half_the_queries_say_what_half_the_labels_say(evidence):
    league = replace(evidence(12).verdict.league, test="randomization")
    settled, leaders = league.n_settled, len(league.leaders)
    assert half(HALF, league) == (
        "With a random half of the queries (26 of 53) the order agrees with the present one at a tau of 0.90, nine "
        "draws in ten between 0.87 and 0.93. By a paired t-test with Holm's correction 785 pairs differ significantly "
        f"on all queries ({settled} by the randomization test of the verdict); on half of them 471 of these (60%) no "
        "longer differ significantly and 2 other pairs do, which leaves 316. 14 systems share the lead by that test on "
        f"all ({leaders} by the randomization test of the verdict), and 33 (26 to 38 in nine draws of ten) on half. A "
        "half is part of these queries: two samples of that size agree less."
    )
    against = replace(league, baseline=(league.systems[2],))
    assert "pair" not in half(HALF, against)
    section = stability_section(evidence(12), HALF)
    assert [item.code for item in section.body if isinstance(item, Finding)] == ["half-queries"]


def test_half_the_queries_are_scored_like_a_set_of_queries_of_their_own(evidence):
    """Oracle: each half as scores of its own, tau by scipy, pairs by `significant_pairs`."""
    league = evidence(12, 31).verdict.league
    found = half_queries(league)
    taus, settled, lost = [], [], []
    full = significant_pairs(league.values) > 0
    for draw in range(100):
        kept = ~np.isnan(on_a_half(league.values, league.seed, draw)).any(axis=0)
        assert kept.sum() == 15
        values = league.values[:, kept]
        taus.append(scipy.stats.kendalltau(league.values.mean(axis=1), values.mean(axis=1)).statistic)
        now = significant_pairs(values) > 0
        settled.append(now.sum())
        lost.append((full & ~now & ~now.T).sum())
    assert (found.queries, found.of) == (15, 31)
    assert found.tau.mean == pytest.approx(np.mean(taus))
    assert found.settled.mean == pytest.approx(np.mean(settled))
    assert found.lost == pytest.approx(np.mean(lost))
    assert found.settled_before == full.sum()
    assert len({tuple(on_a_half(league.values, 0, draw)[0]) for draw in range(20)}) == 20


def test_a_few_scores_at_a_time_are_the_same(evidence, monkeypatch):
    league = evidence(12, 31).verdict.league
    whole = half_queries(league)
    monkeypatch.setattr(half_queries_module, "AT_ONCE", 7 * 12 * 31)
    assert half_queries(league) == whole


def test_halves_are_not_drawn_of_few_queries_or_systems_or_in_too_many_pairs(evidence, monkeypatch):
    assert half_queries(evidence(12, 9).verdict.league) is None
    assert half_queries(evidence(2, 30).verdict.league) is None
    monkeypatch.setattr(half_queries_module, "MOST_PAIRS", 19 * 66)
    assert half_queries(evidence(12, 30).verdict.league) is None


def test_below_ten_queries_nothing_is_claimed_and_the_reason_stands_there(evidence):
    for n_queries in (2, 9):
        section = stability_section(evidence(12, n_queries))
        assert not section.body
        assert section.standfirst == (
            f"Not shown: resampling {n_queries} queries makes the order look much more stable "
            "than it is. At least ten queries are needed."
        )
    assert stability_section(evidence(12, 10)).body
    assert "stability" in [s.name for s in compose(evidence(12, 9)).sections]
