"""Texts of `compare` for a paper: the LaTeX table, and the paragraph on methods and results."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from irassay.files import write_whole

if TYPE_CHECKING:
    from irassay.cli.answers.comparison import Comparison
    from irassay.formats.inputs import Inputs
    from irassay.studies.paper_caption import Mark
    from irassay.studies.paper_scores import Across, Beside
    from irassay.studies.paper_table import Caption
    from irassay.verdict import Verdict


def latex_table(comparisons: Sequence[Comparison], mark: Mark, caption: Caption, across: Across) -> str:
    """Systems by measures; of several collections, by the measures of each and of their mean, which comes last."""
    from irassay.studies.paper_table import table_of, table_of_collections

    of, beside = _by_measure(comparisons), _beside(comparisons)
    if any(each for _, each in of):
        return table_of_collections(of, mark=mark, beside=beside, caption=caption, across=across)
    return table_of([verdict for verdict, _ in of], mark=mark, beside=beside, caption=caption, across=across)


def write_methods(path: str, comparisons: Sequence[Comparison], inputs: Inputs) -> None:
    """Write the paragraph about the first measure; what came out is of the mean where there are several collections."""
    from irassay.provenance import versions
    from irassay.studies.paper_scores import (
        of_options,
        of_scores,
        order_of_lists,
        paragraph,
        paragraph_over,
        without_label,
    )

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
