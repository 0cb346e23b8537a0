"""The last answers of a person: to everything, and to one task."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from sqlalchemy import select

from irassay.judging.store import schema
from irassay.judging.store.holds import texts_of
from irassay.record import Record

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sqlalchemy import Connection, Row


class LastAnswer(Record):
    """An answer, a skip or a withdrawal: its key, when, to which query's task, and what it says."""

    task: str
    query_text: str
    key: str
    time: str
    content: Mapping[str, Any]


def standing(connection: Connection, assessor: str) -> LastAnswer | None:
    """The latest answer or skip of a person that stands."""
    table, log = schema.answer, schema.log
    latest = table.select().where(table.c.assessor == assessor).order_by(table.c.entry.desc()).limit(1)
    row = connection.execute(latest).one_or_none()
    if row is None:
        return None
    return _of(connection, connection.execute(log.select().where(log.c.entry == row.entry)).one())


def of_task(connection: Connection, assessor: str, task: str) -> list[LastAnswer]:
    """Whatever a person has said of a task, first to last."""
    log = schema.log
    rows = log.select().where(log.c.task == task, log.c.assessor == assessor, log.c.kind.in_(("answer", "skip")))
    return [_of(connection, row) for row in connection.execute(rows.order_by(log.c.entry)).all()]


def _of(connection: Connection, row: Row[Any]) -> LastAnswer:
    task = schema.task
    query = connection.execute(select(task.c.query).where(task.c.id == row.task)).scalar_one()
    return LastAnswer(
        task=row.task,
        query_text=texts_of(connection, [row.task], [query], [])["query", query],
        key=row.key,
        time=row.time,
        content=json.loads(row.body),
    )
