"""The charts of `compare`: the league and the pairs of each measure, of the mean and of each collection, as files."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from irassay.provenance import Provenance
from irassay.reporting import write_figures
from irassay.reporting.blocks import unique
from irassay.result import Forest, LeagueChart, PairMatrix, Result, Section

if TYPE_CHECKING:
    from irassay.cli.answers.comparison import Comparison

CHARTS = (LeagueChart, Forest, PairMatrix)


def write_leagues(comparisons: Sequence[Comparison], folder: str, **options: Any) -> int:
    """Write the charts that a report has of each league, named by measure and collection, and say how many; `options`
    as in `irassay.write_figures`."""
    names: set[str] = set()
    results = [_result_of(one, names) for one in comparisons]
    return sum(len(write_figures(result, folder, **options)) for result in results if result.figures)


def _result_of(one: Comparison, names: set[str]) -> Result:
    from irassay.cli.answers.over_collections import title
    from irassay.studies.overview.comparison import OverviewEvidence
    from irassay.studies.overview.sections.league import league_section
    from irassay.studies.overview.sections.pairs import pairs_section

    evidence = OverviewEvidence(one.verdict, require=one.require)
    sections = [league_section(evidence), pairs_section(evidence)]
    charts = [part for section in sections if section is not None for part in section.body if isinstance(part, CHARTS)]
    where = title(one)
    named = [
        replace(chart, name=_name(chart.name, one, names), title=f"{where}: {chart.title}" if where else chart.title)
        for chart in charts
    ]
    return Result("Charts", "", [Section("charts", "Charts", named)], Provenance())


def _name(of: str, one: Comparison, names: set[str]) -> str:
    """A name of letters, digits and hyphens that no other chart has."""
    text = "-".join(filter(None, [of, one.league.measure if one.among_measures else "", one.collection]))
    return unique("".join(c if c.isascii() and c.isalnum() else "-" for c in text.lower()), names)
