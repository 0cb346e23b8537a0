"""The people of a campaign as its owner sees them, what the owner may stop, and the last answers of each person."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, exists, func, select

from irassay.errors import UsageError
from irassay.judging.store import schema
from irassay.judging.store.database import Database, reads, writes
from irassay.judging.store.holds import texts_of
from irassay.judging.store.models import MODEL
from irassay.judging.store.people import LAST_PAUSE, is_of_pause, void
from irassay.judging.store.said import JUDGING
from irassay.judging.store.steps import STOPPED
from irassay.judging.store.writing import append, now
from irassay.record import Record


@dataclass(frozen=True)
class Member:
    """A person: name (None once forgotten), role, state, whether a link works, answers, skips, tasks on the screen."""

    pseudonym: str
    name: str | None
    role: str
    state: str
    has_link: bool
    answered: int
    skipped: int
    held: int


def members(connection: Connection) -> list[Member]:
    """Everybody but models, in the order of names; who was forgotten comes last."""
    table, token, answer, hold = schema.assessor, schema.token, schema.answer, schema.hold
    given = select(func.count()).select_from(answer).where(answer.c.assessor == table.c.pseudonym)
    held = select(func.count()).select_from(hold).where(hold.c.assessor == table.c.pseudonym, hold.c.until > now())
    rows = select(
        *(table.c.pseudonym, table.c.name, table.c.role, table.c.state),
        exists().where(token.c.assessor == table.c.pseudonym).label("has_link"),
        given.where(answer.c.is_answer == 1).scalar_subquery().label("answered"),
        given.where(answer.c.is_answer == 0).scalar_subquery().label("skipped"),
        held.scalar_subquery().label("held"),
    ).where(table.c.role != MODEL)
    rows = rows.order_by(table.c.name.is_(None), table.c.name, table.c.pseudonym)
    return [Member(**{**row, "has_link": bool(row["has_link"])}) for row in connection.execute(rows).mappings()]


def stop(connection: Connection, pseudonym: str, *, stopped: bool = True) -> None:
    """Give a person nothing more, or let the person go on; UsageError where there is no such person."""
    table = schema.assessor
    mine = table.c.pseudonym == pseudonym
    state = connection.execute(select(table.c.state).where(mine)).scalar_one_or_none()
    if state is None:
        raise UsageError(JUDGING("person.no-pseudonym", pseudonym=pseudonym))
    if stopped == (state == STOPPED):
        return
    new = STOPPED if stopped else "working"
    append(connection, "pause", assessor=pseudonym, body={"state": new})
    connection.execute(table.update().where(mine).values(state=new))
    if stopped:
        connection.execute(schema.hold.delete().where(schema.hold.c.assessor == pseudonym))


def pause_all(connection: Connection, *, paused: bool = True) -> None:
    """Give nobody anything more until this is lifted. Whoever has a task on the screen may still answer it."""
    if paused != is_paused(connection):
        append(connection, "pause", body={"state": "paused" if paused else "working"})


def is_paused(connection: Connection) -> bool:
    """Whether the campaign is paused: what the last entry says that pauses nobody in particular."""
    return is_of_pause(connection.execute(LAST_PAUSE).scalar_one_or_none())


class LastAnswer(Record):
    """An answer, a skip or a withdrawal: its key, when, to which query's task, and what it says."""

    task: str
    query_text: str
    key: str
    time: str
    content: Mapping[str, Any]


def last_answer(connection: Connection, assessor: str) -> LastAnswer | None:
    """The latest answer or skip of a person that stands."""
    table, log = schema.answer, schema.log
    latest = table.select().where(table.c.assessor == assessor).order_by(table.c.entry.desc()).limit(1)
    row = connection.execute(latest).one_or_none()
    if row is None:
        return None
    return _of(connection, connection.execute(log.select().where(log.c.entry == row.entry)).one())


def answers_to(connection: Connection, assessor: str, task: str) -> list[LastAnswer]:
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


def newest_entry(connection: Connection) -> int:
    """The number of the last entry of the log."""
    return int(connection.execute(select(func.coalesce(func.max(schema.log.c.entry), 0))).scalar_one())


class Oversight:
    """The people of a campaign, named by their pseudonyms. Each call is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    members = reads(members)
    stop = writes(stop)
    void = writes(void)
    pause_all = writes(pause_all)
    is_paused = property(reads(is_paused))
    last_answer = reads(last_answer)
    answers_to = reads(answers_to)
    newest_entry = property(reads(newest_entry))
