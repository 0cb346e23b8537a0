"""What is said of the order's stability: resamples are resamples, and few queries say nothing."""

from __future__ import annotations

from dataclasses import replace

from irassay.provenance import Provenance
from irassay.studies.overview.compose import compose
from irassay.studies.overview.sections.stability.section import stability_section
from irassay.studies.overview.sections.stability.words import often, places_how, places_title
from tests.verdict_by_hand import places_by_hand

PROVENANCE = Provenance({"qrels.txt": "0" * 64}, {"measures": ["nDCG@10"]}, 0, {"irassay": "0.1.0"}, ("nDCG@10",))


def test_the_title_speaks_of_resamples_and_halves_and_of_no_other_queries(evidence):
    league, places = evidence(12).verdict.league, places_by_hand(12)
    title = places_title(league, places)
    assert title == (
        "Random halves of these queries agree on who comes first eleven times in 20; in resamples of all of them half "
        "of the systems keep their place within 2 places either way"
    )
    how = places_how(league, places)
    assert "its share of 81% doesn't carry over to other queries" in how
    assert "comes first on both in 55% of 2,000 halvings" in how


def test_a_place_that_never_moves_is_said_so(evidence):
    places = places_by_hand(12)
    still = replace(places, low=places.high, first=places.first * 0 + 1, same_first=1.0)
    assert places_title(evidence(12).verdict.league, still) == (
        "Random halves of these queries agree on who comes first every time; in resamples of all of them half of the "
        "systems keep their place"
    )


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


def test_seldom_is_a_share():
    assert often(0.02) == "in 2.0% of them"
    assert often(0.0) == "in none of them"
