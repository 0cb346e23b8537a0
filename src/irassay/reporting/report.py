"""`irassay.report`: the overview of qrels and runs, written to a file."""

from __future__ import annotations

from os import PathLike
from typing import Any

from irassay.reporting.write import write, writer_for
from irassay.result import Result


def report(qrels: Any, runs: Any, *, to: str | PathLike[str], **options: Any) -> Result:
    """Compare the runs, bound what missing labels could change, check the files, and write the page.

    Parameters
    ----------
    qrels, runs
        As for `irassay.overview`.
    to : path
        Where to write: ``.html``, ``.json``, ``.csv``, ``.tsv``, ``.tex`` or ``.txt``, by suffix.
    **options
        As for `irassay.overview`: measures, metadata, baseline, alpha, n_resamples, seed, threads.

    Returns
    -------
    Result
        What was written.

    Raises
    ------
    UsageError
        For a suffix that can't be written, before any work starts.

    Examples
    --------
    >>> import irassay, tempfile
    >>> qrels = irassay.read_qrels({"q1": {"a": 1}, "q2": {"b": 1}})
    >>> lists = {"old": {"q1": {"a": 1.0}}, "new": {"q1": {"a": 1.0}, "q2": {"b": 1.0}}}
    >>> runs = irassay.read_runs(lists)
    >>> page = f"{tempfile.mkdtemp()}/report.html"  # qrels and runs may be paths too
    >>> result = irassay.report(qrels, runs, to=page)
    >>> result.facts[0]
    '2 systems'
    """
    from importlib import import_module

    writer_for(to)
    overview = import_module("irassay.studies.overview").overview
    result: Result = overview(qrels, runs, **options)
    write(result, to)
    return result
