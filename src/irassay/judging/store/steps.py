"""How far a person is on the way to judging, and who is barred from it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, and_, select

from irassay.collection.task_kinds import LEFT, RIGHT, kind_of
from irassay.collection.tasks import LABEL
from irassay.errors import TaskTakenBack
from irassay.judging.store import schema
from irassay.judging.store.holds import texts_of
from irassay.judging.store.said import JUDGING
from irassay.judging.store.writing import append

STOPPED = "stopped"  # the state of a person whom the owner has stopped: the person alone can't go on
BARRED = "barred"  # the state of a person who gets no more tasks


@dataclass(frozen=True)
class Given:
    """What stands of a person's answers to a task: a name or a skip's reason, and the documents in the order shown."""

    task: str
    answer: str | None
    shown: tuple[str, ...]
    is_first: bool  # nothing was taken back before


@dataclass(frozen=True)
class Known:
    """A task of a known answer: of a pair the document that is better, else the name of the answer."""

    kind: str
    purpose: str
    query_text: str
    expected: str
    reason: str

    def agreed(self, shown: Sequence[str]) -> str:
        """The name of the known answer, where the documents were shown in this order."""
        if kind_of(self.kind).known != "preferences":
            return self.expected
        return (LEFT, RIGHT)[tuple(shown).index(self.expected)]


def steps_of(connection: Connection, assessor: str) -> dict[str, tuple[int, str]]:
    """The steps of a person: consent, practice or exam -> its attempt, from 1, and open, passed or failed."""
    table = schema.step
    rows = connection.execute(table.select().where(table.c.assessor == assessor))
    return {row.name: (row.attempt, row.state) for row in rows}


def end_step(connection: Connection, assessor: str, name: str, state: str, body: Mapping[str, Any]) -> None:
    """Write how a step ended, once, as two browsers may tell; after ``open`` its tasks are asked again."""
    attempt, before = steps_of(connection, assessor).get(name, (1, "open"))
    if before != "open":
        return
    append(connection, name, assessor=assessor, body={"state": state, "attempt": attempt, **body})
    set_step(connection, assessor, name, attempt + (state == "open"), state)
    if state == "open":
        answer, task = schema.answer, schema.task
        of_step = select(task.c.id).where(task.c.purpose == name)
        connection.execute(answer.delete().where(answer.c.assessor == assessor, answer.c.task.in_(of_step)))


def set_step(connection: Connection, assessor: str, name: str, attempt: int, state: str) -> None:
    """Let a step of a person stand so; the log is not written."""
    table = schema.step
    connection.execute(table.delete().where(table.c.assessor == assessor, table.c.name == name))
    values = {"assessor": assessor, "name": name, "attempt": attempt, "state": state}
    connection.execute(table.insert().values(**values))


def bar(connection: Connection, assessor: str, reason: str) -> None:
    """Give a person no more tasks; what the person holds goes to others."""
    table = schema.assessor
    mine = table.c.pseudonym == assessor
    if connection.execute(select(table.c.state).where(mine)).scalar_one() == BARRED:
        return
    append(connection, "exclusion", assessor=assessor, body={"reason": reason})
    connection.execute(table.update().where(mine).values(state=BARRED))
    connection.execute(schema.hold.delete().where(schema.hold.c.assessor == assessor))


def why_barred(connection: Connection, assessor: str) -> str | None:
    """The reason of a person's exclusion; None where there is none."""
    table = schema.log
    mine = and_(table.c.kind == "exclusion", table.c.assessor == assessor)
    last = select(table.c.body).where(mine).order_by(table.c.entry.desc()).limit(1)
    body = connection.execute(last).scalar_one_or_none()
    return None if body is None else str(json.loads(body)["reason"])


def tasks_for(connection: Connection, purpose: str) -> dict[str, str]:
    """The ids of the tasks with this purpose, in the order in which they came, each with its query."""
    table = schema.task
    rows = connection.execute(
        select(table.c.id, table.c.query).where(table.c.purpose == purpose).order_by(table.c.number)
    )
    return {one.id: one.query for one in rows}


def known_answers(connection: Connection, tasks: Sequence[str]) -> dict[str, Known]:
    """What was expected of those of these tasks that have a known answer."""
    task = schema.task
    rows = connection.execute(task.select().where(task.c.id.in_(tasks), task.c.purpose != LABEL)).all()
    texts = texts_of(connection, [row.id for row in rows], {row.query for row in rows}, ())
    return {row.id: Known(row.kind, row.purpose, texts["query", row.query], row.expected, row.reason) for row in rows}


def check_open(connection: Connection, assessor: str, task: Row[Any]) -> None:
    """Raise TaskTakenBack where a person's answers to a task of `of_person` are over: a step or a batch has ended."""
    step = steps_of(connection, assessor).get(task.purpose, (1, "open"))[1] if task.purpose != LABEL else "open"
    table = schema.batch
    batches = select(table.c.tasks).where(table.c.assessor == assessor, table.c.state == "open")
    in_batch = task.purpose != "test" or any(
        task.id in json.loads(tasks) for tasks in connection.execute(batches).scalars()
    )
    if task.state in (BARRED, STOPPED) or step != "open" or not in_batch:
        raise TaskTakenBack(JUDGING("answer.over"))


def given_by(connection: Connection, assessor: str, tasks: Sequence[str]) -> dict[str, Given]:
    """What stands of a person's answers to these tasks; tasks without an answer or skip are left out."""
    answer, log = schema.answer, schema.log
    rows = select(answer.c.task, log.c.body, log.c.replaces).join(log, log.c.entry == answer.c.entry)
    rows = rows.where(answer.c.assessor == assessor, answer.c.task.in_(tasks))
    out = {}
    for row in connection.execute(rows):
        body = json.loads(row.body)
        out[row.task] = Given(row.task, body.get("answer"), tuple(body.get("shown", ())), row.replaces is None)
    return out
