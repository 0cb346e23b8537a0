"""Nouns where a function takes them: what a reader knows in memory is read, anything else says what to call."""

from __future__ import annotations

import os

from irassay.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from irassay.collection.qrels import Qrels
    from irassay.collection.runs import Runs


def qrels_given(value: Any, name: str = "qrels") -> Qrels:
    """`value` as labels: Qrels, ``{query: {document: grade}}`` or a frame.

    Raises
    ------
    UsageError
        It is something else, such as the path of a file.

    Examples
    --------
    >>> qrels_given({"q": {"d": 1}}).n_labels
    1
    >>> qrels_given(3)
    Traceback (most recent call last):
    irassay.errors.UsageError: expected qrels as Qrels, but got int; irassay.read_qrels reads files, dicts and frames
    """
    from irassay.collection.qrels import Qrels
    from irassay.formats.reading.qrels import read_qrels

    if isinstance(value, Qrels):
        return value
    if not _is_in_memory(value):
        raise _expected(name, "Qrels", value, "irassay.read_qrels")
    return read_qrels(value)


def runs_given(value: Any, name: str = "runs") -> Runs:
    """`value` as runs: Runs, ``{system: {query: {document: score}}}`` or a frame; errors as `qrels_given`.

    >>> runs_given({"bm25": {"q": {"d": 1.5}}}).systems
    ('bm25',)
    """
    from irassay.collection.runs import Runs
    from irassay.formats.reading.runs import read_runs

    if isinstance(value, Runs):
        return value
    if not _is_in_memory(value):
        raise _expected(name, "Runs", value, "irassay.read_runs")
    return read_runs(value)


def _is_in_memory(value: Any) -> bool:
    from collections.abc import Mapping

    from irassay.formats.tables import frames

    return isinstance(value, Mapping) or frames.is_frame(value)


def _expected(name: str, noun: str, value: object, reader: str) -> UsageError:
    is_path = isinstance(value, str | os.PathLike)
    what = f"the path {os.fspath(value)!r}" if is_path else type(value).__name__  # type: ignore[call-overload]
    return UsageError(f"expected {name} as {noun}, but got {what}; {reader} reads files, dicts and frames")
