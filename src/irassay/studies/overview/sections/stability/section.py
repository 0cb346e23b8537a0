"""How stable the order is in resamples of the queries."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from irassay.agreement.correlation import FEW_TO_ORDER
from irassay.comparison.halves import DRAWS
from irassay.comparison.intervals.bootstrap import Places
from irassay.messages import count, number, percent, plural, spelled
from irassay.result import Column, PlaceChart, Section, Table
from irassay.studies.overview.evidence import OverviewEvidence
from irassay.studies.page_section import plain_section
from irassay.studies.sections.captions import HOW

if TYPE_CHECKING:
    from irassay.comparison import League

TITLE = "How stable the order is"
LEAST_QUERIES = 10  # resamples of fewer say too little


def stability_section(evidence: OverviewEvidence) -> Section | None:
    """The places of every system in resamples, with few queries why there are none; None for fewer than three systems,
    or where all score the same."""
    league = evidence.verdict.league
    if evidence.verdict.n < 3 or evidence.verdict.kind == "tied":
        return None
    if len(league.queries) < LEAST_QUERIES:
        return Section("stability", TITLE, [], standfirst=too_few_to_redraw(len(league.queries), LEAST_QUERIES))
    places = league.places
    title = places_title(league, places)
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
        "places", title, places_how(league, places), Table("places", title, columns, places_note(league, places))
    )
    return Section("stability", TITLE, [chart], standfirst=not_a_probability(league, places))


def places_title(league: League, places: Places) -> str:
    """What halves say of the first; where there are none, how far systems move in resamples. The first's share of
    resamples is large by construction."""
    if places.same_first == places.same_first:
        share = percent(places.same_first, 0)
        return f"On two random halves of the queries the same system comes first in {share} of draws"
    return f"In 95% of the resamples {_typical_move(places)}"


def _typical_move(places: Places) -> str:
    width = int(np.median(places.high - places.low))
    return f"half of the systems move over {plural(width, 'place')} or fewer" if width else "half of them never move"


def _same_order(places: Places) -> str:
    """How far resampled orders agree with the one at hand; a tau of 1 has nothing above it."""
    if places.tau == 1:
        return "At least half of all resampled orders are this one."
    return f"Half of all resampled orders agree with this one at a Kendall tau-a of {number(places.tau, 2)} or more."


def not_a_probability(league: League, places: Places) -> str:
    """What the share of first places in resamples is not."""
    return (
        f"{league.systems[0]} comes first in {percent(float(places.first[0]), 0)} of resamples, which is not the "
        "probability that it is best."
    )


def places_how(league: League, places: Places) -> str:
    """How to read the places, and why the share of first places doesn't carry over to other queries."""
    return (
        f"{HOW}The thin line holds the place in 95% of {count(places.n_bootstrap)} resamples of the queries, the thick "
        "line in half of them; the dot is the median; to the right stands the share in first place. Places "
        "are no ranks: those are by significance, for all systems at once."
    )


def places_note(league: League, places: Places) -> str:
    """How far systems move in resamples, how far orders agree, and what the halves are."""
    agree = f" {_same_order(places)}" if league.n > FEW_TO_ORDER else ""
    return (
        f"In 95% of the resamples {_typical_move(places)}.{agree} Two random halves share no query; "
        f"{count(DRAWS)} pairs of halves were drawn."
    )


def too_few_to_redraw(n_queries: int, least: int) -> str:
    """Why nothing is said of how stable the order is."""
    return (
        f"Not shown: resampling {plural(n_queries, 'query')} makes the order look much more stable than it "
        f"is. At least {spelled(least)} queries are needed."
    )


SECTION = plain_section("stability", "Stability", stability_section)
