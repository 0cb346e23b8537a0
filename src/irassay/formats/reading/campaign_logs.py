"""The log of a campaign of judging, as `irassay labels --to log` writes it: an entry in each line, as JSON."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from typing import Any

from irassay.errors import InputError, cut
from irassay.formats.sources.lines import lines
from irassay.formats.sources.problems import Problems

_REQUIRED: Mapping[str, type] = {
    "entry": int,
    "key": str,
    "time": str,
    "kind": str,
    "body": dict,
    "previous_sha256": str,
    "sha256": str,
}
_OPTIONAL = ("assessor", "task", "replaces")  # texts, or null


class CampaignLog:
    """The entries of a file, read again each time they are walked.

    Parameters
    ----------
    source : path

    Raises
    ------
    InputError
        The file can't be read, or a line is no entry; raised while it is walked.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> file = pathlib.Path(tempfile.mkdtemp()) / "log.jsonl"
    >>> _ = file.write_text("q1 0 d7 1\\n")
    >>> list(CampaignLog(file))
    Traceback (most recent call last):
    irassay.errors.InputError: ...log.jsonl has 1 problem; nothing was read
    <BLANKLINE>
    ...log.jsonl:1  "q1 0 d7 1" is no entry of a log, expected a line that irassay labels --to log has written
    """

    __slots__ = ("source",)

    def __init__(self, source: str | os.PathLike[str]) -> None:
        self.source = os.fspath(source)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        problems = Problems(self.source)
        n = 0
        for number, line in lines(self.source, problems):
            entry = _entry(line)
            if entry is None:
                expected = "expected a line that irassay labels --to log has written"
                problems.add(number, f"{cut(line)} is no entry of a log, {expected}")
            problems.raise_if_any()
            if entry is not None:
                n += 1
                yield entry
        problems.raise_if_any()
        if not n:
            raise InputError(f"{self.source} is empty, expected the log of a campaign")


def _entry(line: str) -> dict[str, Any] | None:
    """The columns of an entry; None where it is none."""
    try:
        entry = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(entry, dict) or set(entry) != {*_REQUIRED, *_OPTIONAL}:
        return None
    is_right = all(type(entry[name]) is kind for name, kind in _REQUIRED.items())
    is_right &= all(entry[name] is None or isinstance(entry[name], str) for name in _OPTIONAL)
    return entry if is_right else None
