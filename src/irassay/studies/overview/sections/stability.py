"""How stable the order is."""

from __future__ import annotations

import numpy as np

from irassay.agreement.correlation import FEW_TO_ORDER
from irassay.comparison import League
from irassay.comparison.halves import DRAWS
from irassay.comparison.intervals import Places
from irassay.result import Column, PlaceChart, Section, Table
from irassay.studies.overview.comparison import OverviewEvidence
from irassay.studies.overview.words import OVERVIEW
from irassay.studies.page_section import plain_section

TITLE = "How stable the order is"
LEAST_QUERIES = 10  # resamples of fewer say too little


def stability_section(evidence: OverviewEvidence) -> Section | None:
    """Every system's places in resamples, or why there are none; None for fewer than three systems, or all alike."""
    league = evidence.verdict.league
    if evidence.verdict.n < 3 or evidence.verdict.kind == "tied":
        return None
    if len(league.queries) < LEAST_QUERIES:
        few = OVERVIEW("stability.few", queries=len(league.queries), least=LEAST_QUERIES)
        return Section("stability", TITLE, [], standfirst=few)
    places = league.places
    title = places_title(league, places)
    quantiles = ("place", "low", "high", "low50", "high50")
    values = (places.median, places.low, places.high, places.low50, places.high50)
    columns = [
        Column("system", list(league.systems)),
        *(
            Column(name, of.tolist(), definition=OVERVIEW(f"stability.{name}"), digits=0)
            for name, of in zip(quantiles, values)
        ),
        Column("first", places.first.tolist(), "share of resamples", OVERVIEW("stability.first"), 3),
    ]
    how = OVERVIEW("stability.how", n=places.n_bootstrap)
    chart = PlaceChart("places", title, how, Table("places", title, columns, places_note(league, places)))
    return Section("stability", TITLE, [chart], standfirst=not_a_probability(league, places))


def places_title(league: League, places: Places) -> str:
    """What halves say of the first; where there are none, how far systems move in resamples. The first's share of
    resamples is large by construction."""
    halves = places.same_first == places.same_first
    return OVERVIEW("stability.title", halves=halves, same=places.same_first, width=_typical_move(places))


def _typical_move(places: Places) -> int:
    """Over how many places half of the systems move, at most."""
    return int(np.median(places.high - places.low))


def not_a_probability(league: League, places: Places) -> str:
    """What the share of first places in resamples is not."""
    return OVERVIEW("stability", first=league.systems[0], share=float(places.first[0]), lower=league.lower_is_better)


def places_note(league: League, places: Places) -> str:
    """How far systems move in resamples, how far orders agree, and what the halves are."""
    return OVERVIEW(
        "stability.note",
        width=_typical_move(places), agree=league.n > FEW_TO_ORDER, all=places.tau == 1, tau=places.tau, draws=DRAWS,
    )  # fmt: skip


SECTION = plain_section("stability", "Stability", stability_section)
