"""Entries added to the log, and found in it: by key, and up to a moment."""

from __future__ import annotations

import datetime
import json
import re
import secrets
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeAlias

from sqlalchemy import Connection, Table, func, select

from irassay.errors import InputError, UsageError
from irassay.judging.store import schema
from irassay.judging.store.entries import FIRST, Entry, canonical
from irassay.judging.store.said import JUDGING

NewEntry: TypeAlias = tuple[str, str | None, Mapping[str, Any]]  # its key, task and body
_TIME = re.compile(r"(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?)(Z|[+-]\d\d:\d\d)?)?")
_KEY_BYTES = 12
BLOCK = 1000  # rows that are read and written at once
_LAST = select(schema.log.c.entry, schema.log.c.sha256).order_by(schema.log.c.entry.desc()).limit(1)


def now() -> str:
    """The time in UTC to the millisecond, such as 2026-11-23T14:02:11.120Z: texts of it sort by time."""
    return in_text(datetime.datetime.now(datetime.UTC))


def drawn_key() -> str:
    """A key that nobody can guess."""
    return secrets.token_hex(_KEY_BYTES)


def in_text(time: datetime.datetime) -> str:
    """A time in UTC as the log writes it."""
    return time.strftime("%Y-%m-%dT%H:%M:%S.") + f"{time.microsecond // 1000:03d}Z"


def append(
    connection: Connection,
    kind: str,
    *,
    key: str = "",
    body: Mapping[str, Any],
    assessor: str | None = None,
    task: str | None = None,
    replaces: str | None = None,
) -> Entry:
    """Add an entry at the end of the log, in `connection`'s transaction; without a key it has one that is drawn."""
    entry = key or f"{kind}:{drawn_key()}", task, body
    [(made, sha256)] = _made(connection, kind, [entry], assessor, replaces)
    connection.execute(schema.log.insert().values(**vars(made), sha256=sha256))
    return made


def append_all(connection: Connection, kind: str, entries: Iterable[NewEntry], *, assessor: str | None = None) -> None:
    """Add entries of one kind at the end of the log; a transaction as for `append`."""
    rows = Rows(connection, schema.log)
    for made, sha256 in _made(connection, kind, entries, assessor):
        rows.add({**vars(made), "sha256": sha256})
    rows.end()


def _made(
    connection: Connection, kind: str, entries: Iterable[NewEntry], assessor: str | None, replaces: str | None = None
) -> Iterator[tuple[Entry, str]]:
    """What comes behind the last entry of the log, each with its hash."""
    last = connection.execute(_LAST).one_or_none()
    before, previous = (0, FIRST) if last is None else (last.entry, last.sha256)
    time = now()
    for number, (key, task, body) in enumerate(entries, start=before + 1):
        made = Entry(number, key, time, kind, assessor, task, canonical(body), replaces, previous)
        previous = made.sha256
        yield made, previous


class Rows:
    """Rows of a table, written in blocks."""

    def __init__(self, connection: Connection, table: Table) -> None:
        self.n = 0
        self._connection = connection
        self._table = table
        self._waiting: list[dict[str, Any]] = []

    def add(self, row: dict[str, Any]) -> None:
        """Write a row, at `end` at the latest."""
        self.n += 1
        self._waiting.append(row)
        if len(self._waiting) == BLOCK:
            self.end()

    def end(self) -> None:
        """Write what waits."""
        if self._waiting:
            self._connection.execute(self._table.insert(), self._waiting)
            self._waiting = []


def is_empty(connection: Connection) -> bool:
    """Whether the log has no entry."""
    return connection.execute(select(schema.log.c.entry).limit(1)).one_or_none() is None


def first_body(connection: Connection) -> dict[str, Any]:
    """The body of the entry that made the campaign."""
    body = connection.execute(select(schema.log.c.body).where(schema.log.c.key == "campaign")).scalar_one()
    return dict(json.loads(body))


def is_there(connection: Connection, key: str) -> bool:
    """Whether the log has an entry with this key."""
    return connection.execute(select(schema.log.c.entry).where(schema.log.c.key == key)).first() is not None


def last_entry(connection: Connection, as_of: int | str | None) -> int | None:
    """The number of the last entry at a moment, 0 for none, None for all; `as_of` is a number or an ISO time in UTC, to
    its end. UsageError where it is neither, InputError where times contradict the order."""
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
        day, clock, offset = match.groups(default="")
        to_milliseconds = clock + "00:00:00.000"[len(clock) :]
        time = datetime.datetime.fromisoformat(f"{day}T{to_milliseconds}{offset or 'Z'}")
        return in_text(time.astimezone(datetime.UTC))[: len(f"{day}T{clock}") if clock else len(day)]
    except (ValueError, OverflowError):
        raise UsageError(JUDGING("moment.expected", text=text)) from None
