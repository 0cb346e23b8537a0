"""`irassay.report`: the overview of qrels and runs, written to a file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irassay.reporting.write import write_result, writer_for, writing
from irassay.studies.overview import overview
from irassay.studies.overview.study import Options, Path, overview_to

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Unpack

    from irassay.collection.qrels import Qrels
    from irassay.collection.runs import Runs
    from irassay.result import Result


def report(qrels: Path | Qrels, runs: Path | Sequence[Path] | Runs, *, to: Path, **options: Unpack[Options]) -> Result:
    """Compare the runs, bound what missing labels could change, check the files, and write the page.

    Parameters
    ----------
    qrels, runs
        As for `irassay.overview`.
    to : path
        Where to write: ``.html``, ``.json``, ``.csv``, ``.tsv``, ``.tex`` or ``.txt``, by suffix.
    **options
        Every keyword of `irassay.overview`, with its default.

    Returns
    -------
    Result
        What was written.

    Raises
    ------
    UsageError
        For a suffix that can't be written, before any work starts.
    InputError
        For files that can't be read in one way only.

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
    writer_for(to)
    result = overview_to(to, qrels, runs, **options)
    write_result(result, to)
    return result


report.__signature__ = writing(overview, "Result")  # type: ignore[attr-defined]
