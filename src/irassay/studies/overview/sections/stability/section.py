"""How stable the order is in resamples and in halves of the queries."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irassay.result import Column, Finding, PlaceChart, Section, Table
from irassay.studies.overview.evidence import Evidence
from irassay.studies.overview.sections.stability import words
from irassay.studies.overview.sections.stability.half_queries import LEAST_QUERIES, HalfQueries, half_queries
from irassay.studies.page_section import PageSection

if TYPE_CHECKING:
    from irassay.studies.overview.comparison import Comparison

TITLE = "How stable the order is"


def collect(comparison: Comparison) -> HalfQueries | None:
    """The order on halves of the queries; None where it was not computed."""
    return None if comparison.verdict.kind == "tied" else half_queries(comparison.league)


def stability_section(evidence: Evidence, half: HalfQueries | None = None) -> Section | None:
    """The places of every system in resamples of the queries, and half as many queries; with few why there are none.

    None for fewer than three systems, or where all score the same.
    """
    league = evidence.verdict.league
    if evidence.verdict.n < 3 or evidence.verdict.kind == "tied":
        return None
    if len(league.queries) < LEAST_QUERIES:
        return Section("stability", TITLE, [], standfirst=words.too_few_to_redraw(len(league.queries), LEAST_QUERIES))
    places = league.places
    title = words.places_title(league, places)
    columns = [
        Column("system", list(league.systems)),
        Column("place", places.median.tolist(), definition="median place in resamples", digits=0),
        Column("low", places.low.tolist(), definition="2.5% of resamples lie below", digits=0),
        Column("high", places.high.tolist(), definition="2.5% of resamples lie above", digits=0),
        Column("low50", places.low50.tolist(), definition="a quarter of resamples lie below", digits=0),
        Column("high50", places.high50.tolist(), definition="a quarter of resamples lie above", digits=0),
        Column(
            "first",
            places.first.tolist(),
            unit="share of resamples",
            definition="in first place, ties included",
            digits=3,
        ),
    ]
    chart = PlaceChart("places", title, words.places_how(league, places), Table("places", title, columns))
    body: list[Finding | PlaceChart] = [chart]
    if half is not None:
        numbers = {"tau": half.tau.mean, "settled_before": half.settled_before, "lost": half.lost}
        numbers |= {"leaders_before": half.leaders_before, "leaders": half.leaders.mean}
        body.append(Finding("half-queries", "note", "queries", words.half(half, league), numbers))
    return Section("stability", TITLE, body, standfirst=words.not_a_probability(league, places))


SECTION = PageSection("stability", "Stability", collect, stability_section)
