"""Answers: recorded once however often they are sent, replaced by later ones, never more people's than are wanted."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, and_, select

from irassay.collection.tasks import LABEL
from irassay.errors import AnswerConflict, TaskTakenBack, UsageError
from irassay.judging.store import counting, schema
from irassay.judging.store.entries import Entry, canonical
from irassay.judging.store.holds import drawn_sides, hold_tasks, of_person, release
from irassay.judging.store.said import JUDGING
from irassay.judging.store.settings import Settings
from irassay.judging.store.steps import check_open
from irassay.judging.store.writing import append

LONGEST_TIME = 100_000_000_000  # milliseconds, some three years: no answer takes longer
_KEY = re.compile(r"[A-Za-z0-9-]{8,64}")
_OURS = ("shown", "place")  # of an answer's body: what the server knows of it beside what was sent


@dataclass(frozen=True)
class Receipt:
    """The entry of an answer; `is_new` where this call has made it, `purpose` that of its task."""

    entry: int
    time: str
    is_new: bool
    purpose: str = LABEL


def record_answer(
    connection: Connection,
    settings: Settings,
    assessor: str,
    key: str,
    task: str,
    body: Mapping[str, Any],
    replaces: str | None,
) -> Receipt:
    """Add an answer, a skip or a withdrawal to the log, with the documents as shown: ``answer`` (None takes it back) or
    ``skip`` of `body`. `key` is the hold's for a first answer, `replaces` that of the one that stands. AnswerConflict
    for a key used otherwise, or another answer; TaskTakenBack where others, the step or the batch have ended it;
    UsageError for no such task, answer or key."""
    if ("answer" in body) == ("skip" in body) or any(name in body for name in _OURS):
        raise UsageError(JUDGING("answer.one", names=_OURS))
    if not _KEY.fullmatch(key):
        raise UsageError(JUDGING("answer.key"))
    sent = connection.execute(schema.log.select().where(schema.log.c.key == key)).one_or_none()
    said = (assessor, task, canonical(body), replaces or (sent and sent.replaces))
    was = {name: value for name, value in json.loads(sent.body).items() if name not in _OURS} if sent else {}
    if sent is not None and (sent.assessor, sent.task, canonical(was), sent.replaces) != said:
        raise AnswerConflict(JUDGING("answer.key-used", key=key))
    rows = of_person(connection, assessor, [task])
    if not rows:
        raise UsageError(JUDGING("answer.no-task", task=task))
    [row] = rows
    if sent is not None:
        return Receipt(sent.entry, sent.time, is_new=False, purpose=row.purpose)
    if body.get("answer") is not None:
        check_choice(settings, row.docs, body["answer"])
    if any(body.get(name) is not None and active_time(body, name) is None for name in ("ms_active", "ms_wall")):
        raise UsageError(JUDGING("answer.time", most=LONGEST_TIME))
    check_open(connection, assessor, row)
    if replaces is None and row.standing is None and row.hold_key not in (None, key):
        log = schema.log
        own = log.select().where(log.c.task == task, log.c.assessor == assessor, log.c.kind.in_(("answer", "skip")))
        last = connection.execute(own.order_by(log.c.entry.desc()).limit(1)).one_or_none()
        replaces = last.key if last and last.kind == "answer" and json.loads(last.body)["answer"] is None else None
    _check_chain(connection, row, assessor, replaces)
    # A hold that ended in the meantime counts as long as nobody else has taken its place.
    has_place = row.has_room and (replaces is not None or row.hold_key == key)
    if row.standing is None and not has_place:
        raise TaskTakenBack(JUDGING("answer.taken"))
    kind = "skip" if "skip" in body else "answer"
    ours = _shown(connection, settings, row, assessor, replaces)
    entry = append(connection, kind, key=key, body={**body, **ours}, assessor=assessor, task=task, replaces=replaces)
    stand(connection, settings, row, entry, is_answer=body.get("answer") is not None)
    return Receipt(entry.entry, entry.time, is_new=True, purpose=row.purpose)


def check_choice(settings: Settings, docs: str, answer: object) -> None:
    """UsageError where an answer is none of a task that shows these documents, in JSON."""
    names = [choice.name for choice in settings.choices(len(json.loads(docs)))]
    if answer not in names:
        raise UsageError(JUDGING("answer.choice", names=names, given=answer))


def _shown(
    connection: Connection, settings: Settings, task: Row[Any], assessor: str, replaces: str | None
) -> dict[str, Any]:
    """The documents in the order in which this person saw them, and the task's place in the person's order."""
    log = schema.log
    if replaces is not None:
        earlier = json.loads(connection.execute(select(log.c.body).where(log.c.key == replaces)).scalar_one())
        if all(name in earlier for name in _OURS):  # an imported answer has neither
            return {name: earlier[name] for name in _OURS}
    if task.hold_key is None:  # nor was the task held
        return {"shown": drawn_sides(task, settings.seed, assessor), "place": None}
    return {"shown": json.loads(task.sides), "place": task.place}


def _check_chain(connection: Connection, task: Row[Any], assessor: str, replaces: str | None) -> None:
    """Raise where `replaces` is not the end of what this person said of the task."""
    if task.standing is not None and replaces != task.standing:
        raise AnswerConflict(JUDGING("answer.another"))
    if task.standing is None and replaces is not None:
        log = schema.log
        earlier = and_(log.c.key == replaces, log.c.task == task.id, log.c.assessor == assessor)
        if connection.execute(select(log.c.entry).where(earlier)).one_or_none() is None:
            raise UsageError(JUDGING("answer.no-replaced", key=replaces))


def withdraw(connection: Connection, task: str, assessor: str) -> None:
    """Let nothing of a person's answers to a task stand, and count the answers of the task."""
    [row] = of_person(connection, assessor, [task])
    if row.standing is not None:
        connection.execute(schema.answer.delete().where(_mine(task, assessor)))
        _count(connection, row, assessor, stands=False, is_answer=False)


def stand(connection: Connection, settings: Settings, task: Row[Any], entry: Entry, *, is_answer: bool) -> None:
    """Let the entry stand in place of what stood, and count the answers of its task, a row of `of_person`."""
    table, assessor = schema.answer, str(entry.assessor)
    stands = is_answer or entry.kind == "skip"
    if task.standing is not None:
        connection.execute(table.delete().where(_mine(task.id, assessor)))
    if task.hold_key is not None:
        release(connection, assessor, task.id)
    if stands:
        values = {"task": task.id, "assessor": assessor, "entry": entry.entry, "key": entry.key}
        connection.execute(table.insert().values(**values, is_answer=int(is_answer)))
    _count(connection, task, assessor, stands=stands, is_answer=is_answer)
    if not stands:  # taken back: the place stays this person's for a while
        hold_tasks(connection, assessor, [task.id], settings.seed, entry.content["place"])


def _count(connection: Connection, task: Row[Any], assessor: str, *, stands: bool, is_answer: bool) -> None:
    """Count what has come to stand in place of what stood."""
    answered = task.answered + is_answer - task.is_answer
    if answered != task.answered:
        connection.execute(schema.task.update().where(schema.task.c.id == task.id).values(answered=answered))
    was = counting.Place(task.standing is not None, task.wanted > task.answered)
    now = counting.Place(stands, task.wanted > answered)
    counting.count_change(connection, task.id, assessor, was, now, is_label=task.purpose == LABEL)


def _mine(task: str, assessor: str) -> ColumnElement[bool]:
    return and_(schema.answer.c.task == task, schema.answer.c.assessor == assessor)


def active_time(body: Mapping[str, Any], name: str = "ms_active") -> int | float | None:
    """The milliseconds that an answer says it took; None where it says nothing, or what no clock has shown."""
    value = body.get(name)
    is_time = isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= LONGEST_TIME
    return value if is_time else None


def milliseconds(connection: Connection) -> list[int]:
    """What the answers that stand say of the time that they took; an answer may say nothing."""
    table, log = schema.answer, schema.log
    bodies = select(log.c.body).join(table, table.c.entry == log.c.entry).where(table.c.is_answer == 1)
    times = (active_time(json.loads(body)) for body in connection.execute(bodies).scalars())
    return [int(ms) for ms in times if ms]


def of_query(connection: Connection, query: str) -> list[tuple[str, str]]:
    """The answers to tasks of a query that stand: the document that is shown, and the answer."""
    table, log, task = schema.answer, schema.log, schema.task
    rows = select(task.c.docs, log.c.body).select_from(task).join(table, table.c.task == task.c.id)
    rows = rows.join(log, log.c.entry == table.c.entry).where(table.c.is_answer == 1)
    rows = rows.where(task.c.query == query, task.c.purpose == LABEL)
    return [(json.loads(docs)[0], str(json.loads(body)["answer"])) for docs, body in connection.execute(rows)]
