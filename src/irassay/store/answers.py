"""Answers: recorded once however often they are sent, replaced by later ones, never more people's than are wanted."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sqlalchemy import and_, select

from irassay.errors import AnswerConflict, TaskTakenBack, UsageError, cut
from irassay.store import schema
from irassay.store.entries import Entry, canonical
from irassay.store.holds import has_room, hold_tasks, release
from irassay.store.writing import append

if TYPE_CHECKING:
    from sqlalchemy import Connection, Row

_KEY = re.compile(r"[A-Za-z0-9-]{8,64}")


@dataclass(frozen=True)
class Receipt:
    """The entry of an answer; `is_new` where this call has made it."""

    entry: int
    time: str
    is_new: bool


def record_answer(
    connection: Connection, assessor: str, key: str, task: str, body: Mapping[str, Any], replaces: str | None
) -> Receipt:
    """Add an answer, a skip or a withdrawal to the log.

    Parameters
    ----------
    key : str
        That of the person's hold for the first answer to a task, one of the sender's own for a later one.
    body : mapping
        What was answered, and how: ``answer`` (None takes an answer back) or ``skip``, and the rest.
    replaces : str, optional
        The key of the person's answer that stands, where there is one.

    Raises
    ------
    AnswerConflict
        The key was used for something else, or the answer that stands is another one.
    TaskTakenBack
        Others have given all answers that are wanted.
    UsageError
        There is no such task, the key has no allowed form, or there is nothing to take back.
    """
    if not _KEY.fullmatch(key):
        raise UsageError("expected a key of 8 to 64 letters, digits and hyphens")
    sent = connection.execute(schema.log.select().where(schema.log.c.key == key)).one_or_none()
    if sent is not None:
        if (sent.assessor, sent.task, sent.body, sent.replaces) != (assessor, task, canonical(body), replaces):
            raise AnswerConflict(f"the key {cut(key)} was used for another answer: nothing was changed")
        return Receipt(sent.entry, sent.time, is_new=False)
    row = connection.execute(schema.task.select().where(schema.task.c.id == task)).one_or_none()
    if row is None:
        raise UsageError(f"there is no task {cut(task)} in this campaign")
    standing = _standing(connection, task, assessor)
    _check_chain(connection, task, assessor, standing, replaces)
    if standing is None:
        _check_place(connection, task, assessor, key, replaces)
    kind = "skip" if "skip" in body else "answer"
    entry = append(connection, kind, key=key, body=body, assessor=assessor, task=task, replaces=replaces)
    _stand(connection, entry, is_answer=body.get("answer") is not None)
    return Receipt(entry.entry, entry.time, is_new=True)


def _standing(connection: Connection, task: str, assessor: str) -> Row[Any] | None:
    table = schema.answer
    return connection.execute(table.select().where(table.c.task == task, table.c.assessor == assessor)).one_or_none()


def _check_chain(
    connection: Connection, task: str, assessor: str, standing: Row[Any] | None, replaces: str | None
) -> None:
    """Raise where `replaces` is not the end of what this person said of the task."""
    if standing is not None and replaces != standing.key:
        raise AnswerConflict("another answer of this person stands: name its key as the one that is replaced")
    if standing is None and replaces is not None:
        log = schema.log
        earlier = and_(log.c.key == replaces, log.c.task == task, log.c.assessor == assessor)
        if connection.execute(select(log.c.entry).where(earlier)).one_or_none() is None:
            raise UsageError(f"there is no answer {cut(replaces)} of this person to replace")


def _check_place(connection: Connection, task: str, assessor: str, key: str, replaces: str | None) -> None:
    """Raise where nothing stands and this answer has no place: others have given or hold all that are wanted."""
    hold = schema.hold
    mine = select(hold.c.key).where(hold.c.task == task, hold.c.assessor == assessor)
    is_theirs = replaces is not None or connection.execute(mine).scalar_one_or_none() == key
    # A hold that ended in the meantime counts as long as nobody else has taken its place.
    if not is_theirs or not has_room(connection, task, assessor):
        raise TaskTakenBack("this task was given to others meanwhile, or was never yours: the answer is not counted")


def _stand(connection: Connection, entry: Entry, *, is_answer: bool) -> None:
    """Let the entry stand in place of what stood, and count the answers of its task. A withdrawal leaves nothing."""
    table, tasks = schema.answer, schema.task
    task, assessor = str(entry.task), str(entry.assessor)
    mine = and_(table.c.task == task, table.c.assessor == assessor)
    before = connection.execute(select(table.c.is_answer).where(mine)).scalar_one_or_none()
    connection.execute(table.delete().where(mine))
    release(connection, assessor, task)
    if is_answer or entry.kind == "skip":
        values = {"task": task, "assessor": assessor, "entry": entry.entry, "key": entry.key}
        connection.execute(table.insert().values(**values, is_answer=int(is_answer)))
    change = int(is_answer) - int(before or 0)
    if change:
        connection.execute(tasks.update().where(tasks.c.id == task).values(answered=tasks.c.answered + change))
    if not is_answer and entry.kind == "answer":  # taken back: the place stays this person's for a while
        hold_tasks(connection, assessor, [task])


def milliseconds(connection: Connection) -> list[int]:
    """What the answers that stand say of the time that they took; an answer may say nothing."""
    table, log = schema.answer, schema.log
    bodies = select(log.c.body).join(table, table.c.entry == log.c.entry).where(table.c.is_answer == 1)
    times = (json.loads(body).get("ms_active") for body in connection.execute(bodies).scalars())
    return [int(ms) for ms in times if ms]


def of_query(connection: Connection, query: str) -> list[tuple[str, str]]:
    """The answers to tasks of a query that stand: the document that is shown, and the answer."""
    table, log, task = schema.answer, schema.log, schema.task
    rows = select(task.c.docs, log.c.body).select_from(task).join(table, table.c.task == task.c.id)
    rows = rows.join(log, log.c.entry == table.c.entry).where(task.c.query == query, table.c.is_answer == 1)
    return [(json.loads(docs)[0], str(json.loads(body)["answer"])) for docs, body in connection.execute(rows)]
