"""The last answers of each person, an owner's view of people, and who is stopped. Each call is one transaction."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from sqlalchemy import func, select

from irassay.judging.store import people, roster, schema
from irassay.judging.store.database import Database
from irassay.judging.store.holds import texts_of
from irassay.record import Record

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sqlalchemy import Connection, Row


class Oversight:
    """The people of a campaign, named by their pseudonyms."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def members(self) -> list[roster.Member]:
        """Everybody who may judge, with state, answers, skips and tasks on the screen."""
        with self._database.reading() as connection:
            return roster.members(connection)

    def stop(self, assessor: str, *, stopped: bool = True) -> None:
        """Give a person nothing more, or let the person go on again; UsageError where there is no such person."""
        with self._database.writing() as connection:
            roster.stop(connection, assessor, stopped=stopped)

    def void(self, assessor: str) -> None:
        """Make a person's links void; what was answered stays."""
        with self._database.writing() as connection:
            people.void(connection, assessor)

    def pause_all(self, *, paused: bool = True) -> None:
        """Give nobody anything more, or let all go on; whoever has a task on the screen may still answer it."""
        with self._database.writing() as connection:
            roster.pause_all(connection, paused=paused)

    @property
    def is_paused(self) -> bool:
        """Whether an owner has paused all."""
        with self._database.reading() as connection:
            return roster.is_paused(connection)

    def last_answer(self, assessor: str) -> LastAnswer | None:
        """The latest answer or skip of a person that stands; None where none does."""
        with self._database.reading() as connection:
            return standing(connection, assessor)

    def answers_to(self, assessor: str, task: str) -> list[LastAnswer]:
        """Whatever a person has said of a task, first to last."""
        with self._database.reading() as connection:
            return of_task(connection, assessor, task)

    @property
    def newest_entry(self) -> int:
        """The number of the last entry of the log."""
        with self._database.reading() as connection:
            return int(connection.execute(select(func.coalesce(func.max(schema.log.c.entry), 0))).scalar_one())


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
