"""Entries added to the log."""

from __future__ import annotations

import datetime
import json
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from sqlalchemy import select

from irassay.judging.store import schema
from irassay.judging.store.entries import FIRST, Entry, canonical

if TYPE_CHECKING:
    from sqlalchemy import Connection, Table

BLOCK = 1000  # rows that are read and written at once
_LAST = select(schema.log.c.entry, schema.log.c.sha256).order_by(schema.log.c.entry.desc()).limit(1)


def now() -> str:
    """The time in UTC to the millisecond, such as 2026-11-23T14:02:11.120Z: texts of it sort by time."""
    return in_text(datetime.datetime.now(datetime.UTC))


def in_text(time: datetime.datetime) -> str:
    """A time in UTC as the log writes it."""
    return time.strftime("%Y-%m-%dT%H:%M:%S.") + f"{time.microsecond // 1000:03d}Z"


def append(
    connection: Connection,
    kind: str,
    *,
    key: str,
    body: Mapping[str, Any],
    assessor: str | None = None,
    task: str | None = None,
    replaces: str | None = None,
) -> Entry:
    """Add an entry at the end of the log, inside the transaction of `connection`, which is alone in writing."""
    entry, previous = _end(connection)
    made = Entry(
        entry=entry + 1,
        key=key,
        time=now(),
        kind=kind,
        assessor=assessor,
        task=task,
        body=canonical(body),
        replaces=replaces,
        previous_sha256=previous,
    )
    connection.execute(schema.log.insert().values(**vars(made), sha256=made.sha256))
    return made


def append_all(
    connection: Connection,
    kind: str,
    entries: Iterable[tuple[str, str, Mapping[str, Any]]],
    *,
    assessor: str | None = None,
) -> None:
    """Add entries of one kind at the end of the log, each a key, a task and a body; a transaction as for `append`."""
    rows = Rows(connection, schema.log)
    last, previous = _end(connection)
    time = now()
    for number, (key, task, body) in enumerate(entries, start=last + 1):
        made = Entry(
            entry=number,
            key=key,
            time=time,
            kind=kind,
            assessor=assessor,
            task=task,
            body=canonical(body),
            replaces=None,
            previous_sha256=previous,
        )
        previous = made.sha256
        rows.add({**vars(made), "sha256": previous})
    rows.end()


def _end(connection: Connection) -> tuple[int, str]:
    """The number and the hash of the last entry."""
    last = connection.execute(_LAST).one_or_none()
    return (0, FIRST) if last is None else (last.entry, last.sha256)


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
