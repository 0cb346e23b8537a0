"""Scores in the files of MTEB, BEIR and pytrec_eval, under our names of measures: read and written."""

from __future__ import annotations

import os
from collections.abc import Iterable

from irassay.formats.reading import scores
from irassay.formats.reading.scores import AGGREGATE, PER_QUERY, Results, is_results
from irassay.formats.writing import scores as writing
from irassay.measures import result_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from irassay.formats.scores import Row

__all__ = ["AGGREGATE", "PER_QUERY", "Results", "is_results", "read_results", "write_results"]


def read_results(path: str) -> Results:
    """The scores of a file, or of all files below a folder; InputError where nothing there holds results, or some
    values are of queries and others of tasks."""
    return scores.read_results(path, name_of=result_names.ours)


def write_results(rows: Iterable[Row], to: str | os.PathLike[str], *, output_format: str = "score-table") -> None:
    """Write scores to a table (``-``: standard output), or to a folder: ``SYSTEM/TASK.json`` of ``mteb`` and
    ``beir-results``, ``SYSTEM.json`` of ``pytrec_eval``. InputError where there is no score, one is given twice, or two
    would share a file; LossWarning for measures without a place in BEIR's groups."""
    writing.write_results(
        rows, to, output_format=output_format, name_of=lambda measure: result_names.theirs(output_format, measure)
    )
