"""Files of `compare` for a paper: the LaTeX table, the paragraph on methods and results, and the charts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from irassay.files import write_whole
from irassay.provenance import Provenance, versions
from irassay.result import Forest, LeagueChart, PairMatrix, Result, Section

if TYPE_CHECKING:
    from irassay.cli.answers.comparison import Comparison
    from irassay.formats.inputs import Inputs
    from irassay.studies.paper_caption import Mark
    from irassay.studies.paper_scores import Across, Beside
    from irassay.studies.paper_table import Caption
    from irassay.verdict import Verdict

CHARTS = (LeagueChart, Forest, PairMatrix)


def latex_table(comparisons: Sequence[Comparison], mark: Mark, caption: Caption, across: Across) -> str:
    """Systems by measures; of several collections, by the measures of each and of their mean, which comes last."""
    from irassay.studies.paper_table import table_of, table_of_collections

    of, beside = _by_measure(comparisons), _beside(comparisons)
    if any(each for _, each in of):
        return table_of_collections(of, mark=mark, beside=beside, caption=caption, across=across)
    return table_of([verdict for verdict, _ in of], mark=mark, beside=beside, caption=caption, across=across)


def write_methods(path: str, comparisons: Sequence[Comparison], inputs: Inputs) -> None:
    """Write the paragraph about the first measure; what came out is of the mean where there are several collections."""
    from irassay.studies.paper_methods import of_options, order_of_lists, paragraph, paragraph_over
    from irassay.studies.paper_scores import of_scores, without_label

    verdict, each = _by_measure(comparisons)[0]
    columns, names = (list(each.values()), list(each)) if each else ([verdict], [])
    beside = [*of_scores(columns, names, _beside(comparisons), write=str), without_label(columns, write=str)]
    beside += of_options(duplicates=inputs.duplicates, residual=inputs.residual)
    order = order_of_lists(reading for one in comparisons for reading in one.readings)
    version = versions()["irassay"]
    if each:
        text = paragraph_over(verdict, each, version, order, beside)
    else:
        text = paragraph(verdict, verdict.league.seed, version, order, beside)
    write_whole(path, f"{text}\n".encode("utf-8", "backslashreplace"))


def _by_measure(comparisons: Sequence[Comparison]) -> list[tuple[Verdict, dict[str, Verdict]]]:
    """By measure the verdict, on the mean where there are several collections, and then that on each collection."""
    of: list[tuple[Verdict, dict[str, Verdict]]] = []
    for one in comparisons:  # the mean of a measure, then its collections
        if one.collection:
            of[-1][1][one.collection] = one.verdict
        else:
            of.append((one.verdict, {}))
    return of


def _beside(comparisons: Sequence[Comparison]) -> Beside:
    from irassay.studies.paper_scores import Beside

    unanswered = {one.collection: one.unanswered for one in comparisons if one.unanswered}
    ties = {(one.collection, str(one.verdict.measure)): one.ties for one in comparisons if one.ties}
    own = {one.collection: one.own for one in comparisons if one.own}
    unfit = {one.collection: one.unfit for one in comparisons if one.unfit}
    return Beside(unanswered, ties, comparisons[0].identical_ids, own, unfit)


def write_leagues(comparisons: Sequence[Comparison], folder: str, **options: Any) -> int:
    """Write each league's charts, named by measure and collection; how many. `options` as in `write_figures`."""
    from irassay.reporting import write_figures

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
    from irassay.reporting.blocks import unique

    text = "-".join(filter(None, [of, one.league.measure if one.among_measures else "", one.collection]))
    return unique("".join(c if c.isascii() and c.isalnum() else "-" for c in text.lower()), names)
