"""Write a Result to a file by its suffix: beside its place, then renamed, so that nothing half-written is seen."""

from __future__ import annotations

from collections.abc import Callable
from os import PathLike
from pathlib import Path

from irassay.errors import UsageError, cut
from irassay.files import write_whole
from irassay.result import Result


def write(result: Result, to: str | PathLike[str]) -> None:
    """Write what a study found.

    Parameters
    ----------
    result : Result
    to : path
        The suffix decides: ``.html`` the page, ``.json`` everything (`irassay.result/1`), ``.csv``, ``.tsv`` and
        ``.tex`` the main table (the league where there is one), ``.txt`` words and tables.

    Raises
    ------
    UsageError
        For another suffix, or a folder that is not there; nothing is written.
    InputError
        The file can't be written; what stood there stays.

    Examples
    --------
    >>> import tempfile
    >>> from irassay.provenance import Provenance
    >>> folder = tempfile.mkdtemp()
    >>> write(Result("A title.", "What it rests on.", (), Provenance()), f"{folder}/report.json")
    >>> Path(f"{folder}/report.json").stat().st_size > 0
    True
    """
    target = Path(to)
    text = writer_for(target)(result)
    if not target.parent.is_dir():
        raise UsageError(f"no folder {cut(target.parent)} to write {cut(target.name)} into; make it first")
    write_whole(target, text.encode("utf-8", "backslashreplace"))


def writer_for(to: str | PathLike[str]) -> Callable[[Result], str]:
    """The function that makes the text for a path's suffix; UsageError for one that we can't write."""
    suffix = Path(to).suffix.lower()
    if suffix in (".html", ".htm"):
        from irassay.reporting.page import page

        return page
    from irassay.reporting import plain

    writers = {
        ".json": Result.to_json,
        ".csv": plain.main_csv,
        ".tsv": plain.main_tsv,
        ".tex": plain.main_latex,
        ".txt": plain.words,
    }
    if suffix not in writers:
        raise UsageError(f"can't write {cut(Path(to).name)}: expected a name ending in .html, {', '.join(writers)}")
    return writers[suffix]
