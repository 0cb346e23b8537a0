"""What is said of the order's stability: resamples are resamples, and few queries say nothing."""

from __future__ import annotations

import math
from dataclasses import replace

from irassay.provenance import Provenance
from irassay.studies.overview.page_order import compose
from irassay.studies.overview.sections.stability import not_a_probability, places_note, places_title, stability_section
from tests.verdict_by_hand import places_by_hand

PROVENANCE = Provenance({"qrels.txt": "0" * 64}, {"measures": ["nDCG@10"]}, 0, {"irassay": "0.1.0"}, ("nDCG@10",))


def test_the_title_speaks_of_halves_and_of_no_other_queries(evidence, golden):
    league, places = evidence(12).verdict.league, places_by_hand(12)
    golden(places_title(league, places))
    note = places_note(league, places)
    assert note.startswith("In 95% of the resamples half of the systems move by 3 places at most. ")


def test_no_order_agrees_with_another_at_more_than_a_tau_of_one(evidence):
    league, places = evidence(12).verdict.league, places_by_hand(12)
    assert " Half of all resampled orders agree with this one at a Kendall tau-a of 0.91 or more. " in places_note(
        league, places
    )
    assert " At least half of all resampled orders are this one. " in places_note(league, replace(places, tau=1.0))


def test_where_no_halves_can_be_drawn_the_title_speaks_of_resamples(evidence):
    places = replace(places_by_hand(12), same_first=math.nan)
    title = places_title(evidence(12).verdict.league, places)
    assert title == "In 95% of the resamples half of the systems move by 3 places at most"
    still = replace(places, low=places.high)
    assert places_title(evidence(12).verdict.league, still).endswith("half of them never move")


def test_first_in_resamples_is_said_not_to_be_a_probability_before_the_chart(evidence, golden):
    section = stability_section(evidence(12))
    league = evidence(12).verdict.league
    assert section.standfirst == not_a_probability(league, league.places)
    golden(not_a_probability(league, places_by_hand(12)))


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
