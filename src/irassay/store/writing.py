"""Entries added to the log."""

from __future__ import annotations

import datetime
import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from sqlalchemy import select

from irassay.store import schema
from irassay.store.entries import FIRST, Entry, canonical

if TYPE_CHECKING:
    from sqlalchemy import Connection


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
    table = schema.log
    newest = select(table.c.entry, table.c.sha256).order_by(table.c.entry.desc()).limit(1)
    last = connection.execute(newest).one_or_none()
    entry = Entry(
        entry=1 if last is None else last.entry + 1,
        key=key,
        time=now(),
        kind=kind,
        assessor=assessor,
        task=task,
        body=canonical(body),
        replaces=replaces,
        previous_sha256=FIRST if last is None else last.sha256,
    )
    connection.execute(table.insert().values(**vars(entry), sha256=entry.sha256))
    return entry


def is_empty(connection: Connection) -> bool:
    """Whether the log has no entry."""
    return connection.execute(select(schema.log.c.entry).limit(1)).one_or_none() is None


def first_body(connection: Connection) -> dict[str, Any]:
    """The body of the entry that made the campaign."""
    body = connection.execute(select(schema.log.c.body).where(schema.log.c.key == "campaign")).scalar_one()
    return dict(json.loads(body))
