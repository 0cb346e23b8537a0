"""Holds: a task given to a person for a while. Never more of them than answers are wanted, never two for one person."""

from __future__ import annotations

import datetime
import hashlib
import json
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sqlalchemy import and_, exists, func, or_, select, true

from irassay.collection.task_kinds import kind_of
from irassay.collection.tasks import LABEL
from irassay.store import schema
from irassay.store.writing import in_text, now

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement, Connection, Row

MINUTES = 20  # without activity, after which a hold ends
_KEY_BYTES = 12


@dataclass(frozen=True)
class Held:
    """A task that a person has: the key of its first answer, its place in the person's order, and until when.

    `docs` and `doc_texts` are in the order in which the person sees them.
    """

    task: str
    key: str
    kind: str
    query: str
    query_text: str
    docs: tuple[str, ...]
    doc_texts: tuple[str, ...]
    place: int
    until: str


def hold_tasks(
    connection: Connection,
    assessor: str,
    tasks: Sequence[str],
    seed: int,
    place: int | None = None,
    *,
    share: str = "task",
) -> list[Held]:
    """Give a person those of the tasks that still want an answer, and renew what the person has of them.

    Parameters
    ----------
    seed : int
        By which the sides of documents are drawn.
    place : int, optional
        Of the first one that is new in the person's order; the default counts what the person has answered and holds.
    share : {"task", "query"}
        With ``query`` no more people get tasks of one query than answers are wanted.
    """
    until = in_text(datetime.datetime.now(datetime.UTC) + datetime.timedelta(minutes=MINUTES))
    table = schema.hold
    out: list[Held] = []
    for task in tasks:
        mine = and_(table.c.task == task, table.c.assessor == assessor)
        row = connection.execute(table.select().where(mine)).one_or_none()
        if row is not None and row.until > now():
            connection.execute(table.update().where(mine).values(until=until))
            out.append(_held(connection, task, row.key, json.loads(row.sides), row.place, until))
            continue
        connection.execute(table.delete().where(mine))
        if has_room(connection, task, assessor) and _is_open(connection, task, assessor, share):
            place = _next_place(connection, assessor) if place is None else place
            key, sides = secrets.token_hex(_KEY_BYTES), drawn_sides(_task(connection, task), seed, assessor)
            values = {"key": key, "sides": json.dumps(sides), "place": place, "until": until}
            connection.execute(table.insert().values(task=task, assessor=assessor, **values))
            out.append(_held(connection, task, key, sides, place, until))
            place += 1
    return out


def drawn_sides(task: Row[Any], seed: int, assessor: str) -> list[str]:
    """The documents of a task in the order in which a person sees them: drawn, unless their order says something."""
    docs: list[str] = json.loads(task.docs)
    if kind_of(task.kind).has_order:
        return docs
    return sorted(docs, key=lambda doc: hashlib.sha256(f"{seed}\t{assessor}\t{task.id}\t{doc}".encode()).digest())


def _next_place(connection: Connection, assessor: str) -> int:
    done = select(func.count()).where(schema.answer.c.assessor == assessor)
    return int(connection.execute(done).scalar_one()) + len(held(connection, assessor)) + 1


def release(connection: Connection, assessor: str, task: str) -> None:
    """End a person's hold of a task, if there is one."""
    table = schema.hold
    connection.execute(table.delete().where(table.c.task == task, table.c.assessor == assessor))


def has_room(connection: Connection, task: str, assessor: str) -> bool:
    """Whether a task that this person has not answered wants one more answer than there are and others hold."""
    table = schema.task
    rows = connection.execute(select(table.c.id).where(table.c.id == task, wants_more(assessor)))
    return rows.one_or_none() is not None


def wanting(connection: Connection, query: str, assessor: str, share: str = "task") -> list[tuple[str, bool]]:
    """The tasks of a query that want an answer of this person, each with whether others leave room for it."""
    task = schema.task
    rows = select(task.c.id, wants_more(assessor), task.c.wanted).where(task.c.query == query, _wants(assessor))
    n_others = _n_others(connection, query, assessor) if share == "query" else 0
    found = connection.execute(rows.order_by(task.c.number))
    return [(one, bool(free) and n_others < wanted) for one, free, wanted in found]


def wanting_among(
    connection: Connection, tasks: Sequence[str], assessor: str, share: str = "task"
) -> list[tuple[str, bool]]:
    """The same of these tasks, whatever their queries."""
    task = schema.task
    rows = select(task.c.id, wants_more(assessor)).where(task.c.id.in_(tasks), _wants(assessor))
    found = connection.execute(rows.order_by(task.c.number)).all()
    return [(one, bool(free) and _is_open(connection, one, assessor, share)) for one, free in found]


def _is_open(connection: Connection, task: str, assessor: str, share: str) -> bool:
    """Whether the query of a task is this person's to judge, too; tests and practice are everybody's."""
    if share != "query" or (row := _task(connection, task)).purpose != LABEL:
        return True
    return _n_others(connection, row.query, assessor) < int(row.wanted)


def _n_others(connection: Connection, query: str, assessor: str) -> int:
    """How many others have answered or hold a task of a query; those whose links are void have left it."""
    task, token = schema.task, schema.token
    others: set[str] = set()
    for table, is_theirs in ((schema.answer, true()), (schema.hold, schema.hold.c.until > now())):
        rows = select(table.c.assessor).distinct().join(task, task.c.id == table.c.task)
        has_link = exists().where(token.c.assessor == table.c.assessor)
        rows = rows.where(task.c.query == query, task.c.purpose == LABEL, is_theirs, has_link)
        rows = rows.where(table.c.assessor != assessor)
        others |= set(connection.execute(rows).scalars())
    return len(others)


def held(connection: Connection, assessor: str) -> list[str]:
    """The tasks that a person holds, in the order in which they came."""
    hold, task = schema.hold, schema.task
    mine = select(hold.c.task).join(task, task.c.id == hold.c.task)
    mine = mine.where(hold.c.assessor == assessor, hold.c.until > now()).order_by(task.c.number)
    return list(connection.execute(mine).scalars())


def done_and_left(connection: Connection, assessor: str) -> tuple[int, int]:
    """How many answers and skips of a person stand, and how many tasks want an answer of this person."""
    done = select(func.count()).select_from(schema.answer).join(schema.task)
    done = done.where(schema.answer.c.assessor == assessor, schema.task.c.purpose == LABEL)
    left = select(func.count()).select_from(schema.task).where(_wants(assessor))
    return connection.execute(done).scalar_one(), connection.execute(left).scalar_one()


def wants_more(assessor: str) -> ColumnElement[bool]:
    """Of a row of `task`: it wants an answer of this person, and others' holds leave room for it."""
    task, hold = schema.task, schema.hold
    others = (
        select(func.count())
        .select_from(hold)
        .where(hold.c.task == task.c.id, hold.c.assessor != assessor, hold.c.until > now())
        .scalar_subquery()
    )
    has_place = and_(task.c.wanted > task.c.answered, task.c.wanted > task.c.answered + others)
    return and_(or_(task.c.purpose != LABEL, has_place), ~_answered_by(assessor), ~of_closed_query())


def _wants(assessor: str) -> ColumnElement[bool]:
    task = schema.task
    return and_(task.c.wanted > task.c.answered, ~_answered_by(assessor), ~of_closed_query())


def _answered_by(assessor: str) -> ColumnElement[bool]:
    """Of a row of `task`: an answer or a skip of this person stands."""
    task, answer = schema.task, schema.answer
    return exists().where(answer.c.task == task.c.id, answer.c.assessor == assessor)


def of_closed_query() -> ColumnElement[bool]:
    """Of a row of `task`: its query is closed."""
    return exists().where(schema.closed.c.query == schema.task.c.query)


def _task(connection: Connection, task: str) -> Row[Any]:
    return connection.execute(schema.task.select().where(schema.task.c.id == task)).one()


def _held(connection: Connection, task: str, key: str, sides: Sequence[str], place: int, until: str) -> Held:
    row, docs = _task(connection, task), tuple(sides)
    return Held(
        task=task,
        key=key,
        kind=row.kind,
        query=row.query,
        query_text=_text(connection, "query", row.query),
        docs=docs,
        doc_texts=tuple(_text(connection, "doc", doc) for doc in docs),
        place=place,
        until=until,
    )


def _text(connection: Connection, kind: str, key: str) -> str:
    table = schema.text
    return str(connection.execute(select(table.c.body).where(table.c.kind == kind, table.c.id == key)).scalar_one())
