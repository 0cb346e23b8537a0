"""The log of a campaign of judging, as `irassay labels --to log` writes it: an entry in each line, as JSON.

The last line says how many entries there are, and the hash of the last one.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from typing import Any

from irassay.errors import InputError, cut
from irassay.formats.sources.lines import lines
from irassay.formats.sources.problems import Problems
from irassay.messages import plural

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
_DIGITS = 12  # of a hash in a message
_END: Mapping[str, type] = {"kind": str, "entries": int, "sha256": str}


class CampaignLog:
    """The entries of a file, read again each time they are walked. While it is walked, InputError where it can't be
    read, a line is no entry, or the log was cut short."""

    __slots__ = ("source",)

    def __init__(self, source: str | os.PathLike[str]) -> None:
        self.source = os.fspath(source)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        problems = Problems(self.source)
        end: dict[str, Any] = {}
        n, sha256 = 0, ""
        for number, line in lines(self.source, problems):
            entry = _entry(line)
            if entry is None or end:
                expected = "expected a line that irassay labels --to log has written"
                problems.add(number, f"{cut(line)} is no entry of a log, {expected}")
            problems.raise_if_any()
            if entry is not None and "entries" in entry:
                end = entry
            elif entry is not None:
                n, sha256 = n + 1, entry["sha256"]
                yield entry
        problems.raise_if_any()
        if not n:
            raise InputError(f"{self.source} is empty, expected the log of a campaign")
        if (end.get("entries"), end.get("sha256")) != (n, sha256):
            expected = f"{_extent(**end)} by its last line" if end else "a last line after them that says how many"
            found = _extent(n, sha256)
            raise InputError(f"{self.source} is not whole: it has {found}, expected {expected}; nothing was changed")


def _extent(entries: int, sha256: str, **_: str) -> str:
    return f"{plural(entries, 'entry', 'entries')} up to the hash {cut(sha256[:_DIGITS])}"


def _entry(line: str) -> dict[str, Any] | None:
    """The columns of an entry, or of the last line; None where it is neither."""
    try:
        entry = json.loads(line)
    except (ValueError, RecursionError):
        return None
    columns = (_REQUIRED, _OPTIONAL) if isinstance(entry, dict) and "entry" in entry else (_END, ())
    required, optional = columns
    if not isinstance(entry, dict) or set(entry) != {*required, *optional}:
        return None
    is_right = all(type(entry[name]) is kind for name, kind in required.items())
    is_right &= all(entry[name] is None or isinstance(entry[name], str) for name in optional)
    return entry if is_right else None
