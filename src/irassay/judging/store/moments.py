"""A moment of a campaign: up to which entry of its log, or up to what time."""

from __future__ import annotations

import datetime
import re
from typing import TYPE_CHECKING

from sqlalchemy import func, select

from irassay.errors import InputError, UsageError
from irassay.judging.store import schema
from irassay.judging.store.said import JUDGING
from irassay.judging.store.writing import in_text

if TYPE_CHECKING:
    from sqlalchemy import Connection

_TIME = re.compile(r"(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?)(Z|[+-]\d\d:\d\d)?)?")


def last_entry(connection: Connection, as_of: int | str | None) -> int | None:
    """The number of the last entry that a log had at a moment, 0 for none, None for all; `as_of` is a number or an ISO
    time in UTC, which counts to its end. UsageError where it is neither, InputError where times contradict the
    order."""
    if as_of is None:
        return None
    entry, text = schema.log.c.entry, str(as_of).strip()
    if not text.isdecimal():
        time = _time(text)
        is_later = func.substr(schema.log.c.time, 1, len(time)) > time
        last = int(connection.execute(select(func.max(entry)).where(~is_later)).scalar_one() or 0)
        later = connection.execute(select(func.min(entry)).where(is_later)).scalar_one() or last
        if later < last:
            raise InputError(JUDGING("moment.backwards", later=later, text=text, last=last))
        return last
    last = int(text)
    if last < 1:
        raise UsageError(JUDGING("moment.expected", text=text))
    n = connection.execute(select(func.count()).select_from(schema.log)).scalar_one()
    if last > n:
        raise UsageError(JUDGING("moment.entry", n=n, last=last))
    return last


def _time(text: str) -> str:
    """The time in UTC as the log has it, to the length that was given."""
    match = _TIME.fullmatch(text)
    try:
        if match is None:
            raise ValueError
        day, clock, offset = match.groups()
        time = datetime.datetime.fromisoformat(f"{day}T{_to_milliseconds(clock or '')}{offset or 'Z'}")
        return in_text(time.astimezone(datetime.UTC))[: len(f"{day}T{clock}") if clock else len(day)]
    except (ValueError, OverflowError):
        raise UsageError(JUDGING("moment.expected", text=text)) from None


def _to_milliseconds(clock: str) -> str:
    return clock + "00:00:00.000"[len(clock) :]
