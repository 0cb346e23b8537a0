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
    """The scores of a file, or of all files below a folder.

    Raises
    ------
    InputError
        Nothing there holds results, or some hold values for each query and others for each task.
    """
    return scores.read_results(path, name_of=result_names.ours)


def write_results(rows: Iterable[Row], to: str | os.PathLike[str], *, output_format: str = "score-table") -> None:
    """Write scores to a table, or to a folder with a file for each system or task.

    Parameters
    ----------
    rows : iterable of (system, query, measure, value)
        For MTEB and BEIR the task stands where the query does; ``Task/subset (split)`` is one part of a task.
    to : path
        A file, or ``-``, for a table; a folder for the others, which is made where it isn't there:
        ``SYSTEM/TASK.json`` of ``mteb`` and ``beir-results``, ``SYSTEM.json`` of ``pytrec_eval``.
    output_format : str
        ``score-table``, ``mteb``, ``beir-results`` or ``pytrec_eval``.

    Raises
    ------
    InputError
        There is no score; a score is given twice; two systems or tasks would share a file.
    UsageError
        An unknown format; a folder's format for standard output.

    Warns
    -----
    LossWarning
        For measures that BEIR's groups have no place for.

    Examples
    --------
    >>> write_results([("new", "q1", "nDCG@10", 0.5)], "-")  # doctest: +NORMALIZE_WHITESPACE
    system	query	measure	value
    new	q1	nDCG@10	0.5
    """
    writing.write_results(
        rows, to, output_format=output_format, name_of=lambda measure: result_names.theirs(output_format, measure)
    )
