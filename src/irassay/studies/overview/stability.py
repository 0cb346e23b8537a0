"""How stable the order is when queries are drawn again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irassay.result import Column, PlaceChart, Section, Table
from irassay.studies.overview import words_panels as words

if TYPE_CHECKING:
    from irassay.comparison import League


def stability_section(league: League) -> Section:
    """The places of every system in resamples of the queries."""
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
    chart = PlaceChart("places", title, words.places_how(places), Table("places", title, columns))
    return Section("stability", "How stable the order is", [chart])
