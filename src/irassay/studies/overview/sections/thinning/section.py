"""What if fewer labels had been given: the chart of the order under thinned labels, and what it means."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irassay.result import Column, Finding, Lines, Section, Table
from irassay.studies.overview.evidence import Evidence
from irassay.studies.overview.sections.thinning import words
from irassay.studies.overview.sections.thinning.fewer_labels import FewerLabels, always, collect
from irassay.studies.page_section import PageSection
from irassay.studies.sections.bands import band_columns
from irassay.studies.sections.captions import panel

if TYPE_CHECKING:
    from irassay.comparison import League

HALF = 0.5  # the share that sentences are about, where it is there
AXIS = "percent of each query's labels"


def thinning_section(evidence: Evidence, found: FewerLabels | None = None) -> Section | None:
    """The chart and what it means for the first, the pairs and the leaders; None where it was not computed."""
    if found is None:
        return None
    league = evidence.verdict.league
    at = min(range(len(found.fractions)), key=lambda k: abs(found.fractions[k] - HALF))
    body: list[Finding | Lines] = [_chart(league, found, at)]
    numbers: dict[str, float | int | str] = {words.share_of(f): s for f, s in zip(found.fractions, found.first)}
    low = {words.share_of(f): t.low for f, t in zip(found.fractions, found.tau)}
    body.append(Finding("thinned-stable", "note", "labels", words.stable(found), low))
    text = words.first(league.systems[0], found)
    first = (league.systems[0],)
    body.append(Finding("thinned-first", "note", "labels", text, numbers, first, systems=first))
    if len(found.by_distance) > 1:
        numbers = {name: taus[at + 1].mean for name, (_, taus) in found.by_distance.items()}
        body.append(Finding("thinned-distance", "note", "labels", words.by_distance(found, at), numbers))
        body.append(_distance_chart(found))
    if not league.baseline:
        numbers = {"settled_before": found.settled_before, "lost": found.lost[at], "against": found.against[at]}
        body.append(Finding("thinned-pairs", "note", "labels", words.pairs(found, at, league.alpha), numbers))
        numbers = {"leaders_before": found.leaders_before, "leaders": found.leaders[at].mean}
        body.append(Finding("thinned-leaders", "note", "labels", words.leaders(found, at), numbers))
    return Section("thinning", "With fewer labels", body)


def _chart(league: League, found: FewerLabels, at: int) -> Lines:
    title = words.title(found, at)
    n = len(found.fractions) + 1
    columns = [
        *band_columns(
            [words.PANEL] * n, _shares(found, 1), [always(1.0), *found.tau], variants="draws", most="nine draws in ten"
        ),
        Column("labels", [found.all_labels, *found.labels], digits=0),
        Column("reversed", [0.0, *(r.mean for r in found.reversed)], "share", "of pairs, mean", digits=3),
        Column("first", [1.0, *found.first], "share", f"of draws in which {league.systems[0]} is first", digits=2),
    ]
    if not league.baseline:
        apart = [float(found.settled_before), *(s.mean for s in found.settled)]
        lead = [float(found.leaders_before), *(s.mean for s in found.leaders)]
        columns += [
            Column("apart", apart, "pairs", "told apart by a paired t-test with Holm's correction, mean", digits=0),
            Column("leaders", lead, "systems", "to which none is superior by that test, mean", digits=1),
        ]
    table = Table("thinned", title, columns)
    return Lines("thinned", title, words.how(found), table, AXIS, "tau-a", share=False)


def _distance_chart(found: FewerLabels) -> Lines:
    """The same in a panel for each bucket of pairs."""
    panels = [panel(name, n_pairs) for name, (n_pairs, taus) in found.by_distance.items() for _ in taus]
    bands = [tau for _, taus in found.by_distance.values() for tau in taus]
    columns = band_columns(
        panels, _shares(found, len(found.by_distance)), bands, variants="draws", most="nine draws in ten"
    )
    name, title = "thinned-by-distance", words.DISTANCE_TITLE
    return Lines(name, title, words.DISTANCE_HOW, Table(name, title, columns), AXIS, "tau-a", share=False)


def _shares(found: FewerLabels, n_panels: int) -> Column:
    """What is left of the labels in percent, from all of them on, once a panel."""
    return Column("x", [100.0, *(100 * f for f in found.fractions)] * n_panels, "%", "of each query's labels", digits=0)


SECTION = PageSection("thinning", "Fewer labels", collect, thinning_section)
