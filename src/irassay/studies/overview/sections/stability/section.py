"""How stable the order is in resamples of the queries."""

from __future__ import annotations

from irassay.result import Column, PlaceChart, Section, Table
from irassay.studies.overview.evidence import OverviewEvidence
from irassay.studies.overview.sections.stability import words
from irassay.studies.page_section import plain_section

TITLE = "How stable the order is"
LEAST_QUERIES = 10  # resamples of fewer say too little


def stability_section(evidence: OverviewEvidence) -> Section | None:
    """The places of every system in resamples, with few queries why there are none; None for fewer than three systems,
    or where all score the same."""
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
    chart = PlaceChart(
        "places",
        title,
        words.places_how(league, places),
        Table("places", title, columns, words.places_note(league, places)),
    )
    return Section("stability", TITLE, [chart], standfirst=words.not_a_probability(league, places))


SECTION = plain_section("stability", "Stability", stability_section)
