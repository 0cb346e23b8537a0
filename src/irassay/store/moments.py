"""A moment of a campaign: up to which entry of its log, or up to what time."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from irassay.errors import UsageError, cut
from irassay.store.writing import in_text

if TYPE_CHECKING:
    from irassay.store.entries import Entry

_TIME = re.compile(r"(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?)(Z|[+-]\d\d:\d\d)?)?")
_EXPECTED = "expected the number of an entry or a time such as 2026-11-23 or 2026-11-23T14:02Z"


def up_to(entries: Iterable[Entry], as_of: int | str | None) -> Iterator[Entry]:
    """The entries that a log had at a moment; all of them for None.

    Parameters
    ----------
    entries : iterable of Entry
    as_of : int or str, optional
        The number of the last entry, from 1; or a time of ISO 8601, in UTC where it names no offset. A day, minute or
        second counts to its end. The log ends before the first entry that is later.

    Raises
    ------
    UsageError
        It is neither, or the log has no such entry.
    """
    if as_of is None:
        yield from entries
        return
    text = str(as_of).strip()
    if not text.isdecimal():
        time = _time(text)
        for entry in entries:
            if entry.time[: len(time)] > time:
                return
            yield entry
        return
    last = int(text)
    if last < 1:
        raise UsageError(f"{_EXPECTED}, but got {cut(text)}")
    n = 0
    for entry in entries:
        n = entry.entry
        yield entry
        if n == last:
            return
    raise UsageError(f"the log has {n:,} entries, but got the entry {last:,}")


def _time(text: str) -> str:
    """The time in UTC as the log has it, to the length that was given.

    >>> _time("2026-11-23"), _time("2026-11-23T14:02+01:00"), _time("2026-11-23 14:02:11.5Z")
    ('2026-11-23', '2026-11-23T13:02', '2026-11-23T14:02:11.5')
    """
    match = _TIME.fullmatch(text)
    try:
        if match is None:
            raise ValueError
        day, clock, offset = match.groups()
        time = datetime.datetime.fromisoformat(f"{day}T{_to_milliseconds(clock or '')}{offset or 'Z'}")
        return in_text(time.astimezone(datetime.UTC))[: len(f"{day}T{clock}") if clock else len(day)]
    except (ValueError, OverflowError):
        raise UsageError(f"{_EXPECTED}, but got {cut(text)}") from None


def _to_milliseconds(clock: str) -> str:
    return clock + "00:00:00.000"[len(clock) :]
