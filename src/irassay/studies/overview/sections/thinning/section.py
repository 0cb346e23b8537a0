"""What if fewer labels had been given: the chart of the order under thinned labels, and what it means."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irassay.agreement import Spread
from irassay.result import Column, Finding, Lines, Section, Table
from irassay.studies.overview.evidence import Evidence
from irassay.studies.overview.sections.thinning import words
from irassay.studies.overview.sections.thinning.fewer_labels import FewerLabels, collect
from irassay.studies.page_section import PageSection
from irassay.studies.sections.bands import band_columns
from irassay.studies.sections.captions import panel

if TYPE_CHECKING:
    from irassay.comparison import League

HALF = 0.5  # the share that sentences are about, where it is there
AXIS = "percent of each query's labels"


def thinning_section(evidence: Evidence, fewer: FewerLabels | None = None) -> Section | None:
    """The chart and what it means for the first, the pairs and the leaders; None where it was not computed."""
    if fewer is None:
        return None
    league = evidence.verdict.league
    at = min(range(len(fewer.fractions)), key=lambda k: abs(fewer.fractions[k] - HALF))
    body: list[Finding | Lines] = [_chart(league, fewer, at)]
    numbers: dict[str, float | int | str] = {words.share_of(f): s for f, s in zip(fewer.fractions, fewer.first)}
    low = {words.share_of(f): t.low for f, t in zip(fewer.fractions, fewer.tau)}
    body.append(Finding("thinned-stable", "note", "labels", words.stable(fewer), low))
    text = words.first(league.systems[0], fewer)
    first = (league.systems[0],)
    body.append(Finding("thinned-first", "note", "labels", text, numbers, first, systems=first))
    if len(fewer.by_distance) > 1:
        numbers = {name: taus[at + 1].mean for name, (_, taus) in fewer.by_distance.items()}
        body.append(Finding("thinned-distance", "note", "labels", words.by_distance(fewer, at), numbers))
    if not league.baseline:
        numbers = {"settled_before": fewer.settled_before, "lost": fewer.lost[at], "against": fewer.against[at]}
        body.append(Finding("thinned-pairs", "note", "labels", words.pairs(fewer, at, league), numbers))
        numbers = {"leaders_before": fewer.leaders_before, "leaders": fewer.leaders[at].mean}
        body.append(Finding("thinned-leaders", "note", "labels", words.leaders(fewer, at, league), numbers))
    if len(fewer.by_distance) > 1:
        body.append(_distance_chart(fewer))
    return Section("thinning", "With fewer labels", body)


def _chart(league: League, fewer: FewerLabels, at: int) -> Lines:
    title = words.title(fewer, at)
    n = len(fewer.fractions) + 1
    columns = [
        *band_columns(
            [words.PANEL] * n,
            _shares(fewer, 1),
            [Spread.of([1.0]), *fewer.tau],
            variants="draws",
            most="nine draws in ten",
        ),
        Column("labels", [fewer.all_labels, *fewer.labels], digits=0),
        Column("reversed", [0.0, *(r.mean for r in fewer.reversed)], "share", "of pairs, mean", digits=3),
        Column("first", [1.0, *fewer.first], "share", f"of draws in which {league.systems[0]} is first", digits=2),
    ]
    if not league.baseline:
        apart = [float(fewer.settled_before), *(s.mean for s in fewer.settled)]
        lead = [float(fewer.leaders_before), *(s.mean for s in fewer.leaders)]
        columns += [
            Column("apart", apart, "pairs", "told apart by a paired t-test with Holm's correction, mean", digits=0),
            Column("leaders", lead, "systems", "to which none is superior by that test, mean", digits=1),
        ]
    table = Table("thinned", title, columns)
    return Lines("thinned", title, words.how(fewer), table, AXIS, "tau-a", share=False)


def _distance_chart(fewer: FewerLabels) -> Lines:
    """The same in a panel for each bucket of pairs."""
    panels = [panel(name, n_pairs) for name, (n_pairs, taus) in fewer.by_distance.items() for _ in taus]
    bands = [tau for _, taus in fewer.by_distance.values() for tau in taus]
    columns = band_columns(
        panels, _shares(fewer, len(fewer.by_distance)), bands, variants="draws", most="nine draws in ten"
    )
    name, title = "thinned-by-distance", words.DISTANCE_TITLE
    return Lines(name, title, words.DISTANCE_HOW, Table(name, title, columns), AXIS, "tau-a", share=False)


def _shares(fewer: FewerLabels, n_panels: int) -> Column:
    """What is left of the labels in percent, from all of them on, once a panel."""
    return Column("x", [100.0, *(100 * f for f in fewer.fractions)] * n_panels, "%", "of each query's labels", digits=0)


SECTION = PageSection("thinning", "Fewer labels", collect, thinning_section)
