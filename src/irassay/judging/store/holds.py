"""Holds: a task given to a person for a while. Never more of them than answers are wanted, never two for one person."""

from __future__ import annotations

import datetime
import hashlib
import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, Row, and_, exists, or_, select, true

from irassay.collection.task_kinds import kind_of
from irassay.collection.tasks import LABEL
from irassay.errors import InputError
from irassay.judging.store import schema, wanted
from irassay.judging.store.said import JUDGING
from irassay.judging.store.writing import drawn_key, in_text, now

MINUTES = 20  # without activity, after which a hold ends


@dataclass(frozen=True)
class Held:
    """A task that a person has, `docs` and `doc_texts` in the order in which the person sees them."""

    task: str
    key: str  # of its first answer
    kind: str
    query: str
    query_text: str
    docs: tuple[str, ...]
    doc_texts: tuple[str, ...]
    place: int  # in the person's order
    until: str
    label: str  # that is shown; "" where none is


class Hold(NamedTuple):
    """A task that a person has, its row, without texts."""

    row: Row[Any]
    key: str
    sides: list[str]
    place: int
    until: str


def hold_tasks(
    connection: Connection, who: str, tasks: Sequence[str], seed: int, place: int | None = None, *, share: str = "task"
) -> list[Hold]:
    """Give a person those of the tasks that still want an answer, and renew holds; `seed` draws sides, `place` is the
    first new one's. `share` "query": no more people get a query's tasks than answers are wanted."""
    until = _end()
    table = schema.hold
    rows = {row.id: row for row in of_person(connection, who, tasks)}
    has = {task: row for task, row in rows.items() if row.until is not None and row.until > now()}
    held = {task: (row.hold_key, json.loads(row.sides), row.place) for task, row in has.items()}
    new = []
    for task in tasks:
        if task not in rows or task in held or not _is_free(connection, rows[task], who, share):
            continue
        place = _next_place(connection, who) if place is None else place
        key, sides = drawn_key(), drawn_sides(rows[task], seed, who)
        held[task] = key, sides, place
        row = {"task": task, "assessor": who, "key": key, "sides": json.dumps(sides), "place": place, "until": until}
        new.append(row)
        place += 1
    if has:
        connection.execute(table.update().where(_held_by(who, list(has))).values(until=until))
    if over := [task for task, row in rows.items() if row.hold_key is not None and task not in has]:
        connection.execute(table.delete().where(_held_by(who, over)))
    if new:
        connection.execute(table.insert(), new)
    return [Hold(rows[task], *held[task], until) for task in tasks if task in held]


def of_person(connection: Connection, assessor: str, tasks: Sequence[str]) -> Sequence[Row[Any]]:
    """Rows of tasks as a person has them: ``standing`` is the key of the answer or skip that stands, ``is_answer``
    tells which, ``has_room`` says that the task wants an answer more than there are and others hold."""
    return connection.execute(wanted.OF_PERSON, {"who": assessor, "now": now(), "tasks": list(tasks)}).all()


def _is_free(connection: Connection, row: Row[Any], assessor: str, share: str) -> bool:
    """Whether a task has room, and its query is this person's to judge too; tests and practice are everybody's."""
    is_open = share != "query" or row.purpose != LABEL
    return bool(row.has_room) and (is_open or _n_others(connection, row.query, assessor) < int(row.wanted))


def _held_by(assessor: str, tasks: Sequence[str]) -> ColumnElement[bool]:
    return and_(schema.hold.c.assessor == assessor, schema.hold.c.task.in_(tasks))


def drawn_sides(task: Row[Any], seed: int, assessor: str) -> list[str]:
    """The documents of a task in the order in which a person sees them: drawn, unless their order says something."""
    docs: list[str] = json.loads(task.docs)
    if kind_of(task.kind).has_order:
        return docs
    return sorted(docs, key=lambda doc: hashlib.sha256(f"{seed}\t{assessor}\t{task.id}\t{doc}".encode()).digest())


def _next_place(connection: Connection, assessor: str) -> int:
    done = select(schema.done.c.tasks).where(schema.done.c.assessor == assessor)
    return int(connection.execute(done).scalar_one_or_none() or 0) + len(held(connection, assessor)) + 1


def release(connection: Connection, assessor: str, task: str) -> None:
    """End a person's hold of a task, if there is one."""
    table = schema.hold
    connection.execute(table.delete().where(table.c.task == task, table.c.assessor == assessor))


def wanting(connection: Connection, query: str, assessor: str, share: str = "task") -> list[tuple[str, bool]]:
    """The tasks of a query that want an answer of this person, each with whether others leave room for it."""
    n_others = _n_others(connection, query, assessor) if share == "query" else 0
    rows = connection.execute(wanted.OF_QUERY, {"who": assessor, "now": now(), "of_query": query})
    return [(task, bool(has_room) and n_others < n) for task, has_room, n in rows]


def wanting_among(
    connection: Connection, tasks: Sequence[str], assessor: str, share: str = "task"
) -> list[tuple[str, bool]]:
    """The same of these tasks, whatever their queries."""
    rows = [row for row in of_person(connection, assessor, tasks) if row.is_wanted]
    return [(row.id, _is_free(connection, row, assessor, share)) for row in rows]


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


def wanting_ids(connection: Connection, query: str, assessor: str) -> list[str]:
    """The tasks of a query that want an answer of this person, whether or not others hold them."""
    return list(connection.execute(wanted.IDS_OF_QUERY, {"who": assessor, "of_query": query}).scalars())


def without_room(connection: Connection, assessor: str) -> list[str]:
    """The tasks that want an answer of this person, and of which others hold all answers that are left."""
    return list(connection.execute(wanted.WITHOUT_ROOM, {"who": assessor, "now": now()}).scalars())


def n_wanting(connection: Connection, assessor: str, tasks: Collection[str]) -> int:
    """How many of these tasks want an answer of this person."""
    if not tasks:
        return 0
    return int(connection.execute(wanted.N_AMONG, {"who": assessor, "tasks": list(tasks)}).scalar_one())


def within_queries(connection: Connection, queries: Collection[str], assessor: str) -> dict[str, tuple[int, int]]:
    """The tasks of these queries that a person holds -> the place in the query, from 1, of how many for this person."""
    of = {"who": assessor, "queries": list(queries), "now": now()}
    counts = {row.query: (row.done, row.done + int(row.left)) for row in connection.execute(wanted.N_OF_QUERIES, of)}
    held: dict[str, list[str]] = {}
    for query, task in connection.execute(wanted.HELD_OF_QUERIES, of):
        held.setdefault(query, []).append(task)
    return {
        task: (counts[query][0] + i, max(counts[query][1], counts[query][0] + i))
        for query, tasks in held.items()
        for i, task in enumerate(tasks, 1)
    }


def renew(connection: Connection, assessor: str, tasks: Collection[str]) -> None:
    """Let a person's holds of these tasks end twenty minutes from now."""
    table = schema.hold
    mine = and_(table.c.assessor == assessor, table.c.task.in_(tasks), table.c.until > now())
    connection.execute(table.update().where(mine).values(until=_end()))


def last_query(connection: Connection, assessor: str) -> str | None:
    """The query of a person's newest answer or skip that stands."""
    answer, task = schema.answer, schema.task
    newest = select(task.c.query).join(answer, answer.c.task == task.c.id).where(answer.c.assessor == assessor)
    return connection.execute(newest.order_by(answer.c.entry.desc()).limit(1)).scalar_one_or_none()


def held(connection: Connection, assessor: str) -> list[str]:
    """The tasks that a person holds, in the order in which they came."""
    return list(connection.execute(wanted.HELD, {"who": assessor, "now": now()}).scalars())


def _end() -> str:
    return in_text(datetime.datetime.now(datetime.UTC) + datetime.timedelta(minutes=MINUTES))


def with_texts(connection: Connection, holds: Sequence[Hold]) -> list[Held]:
    """What a person has just come to hold, with the texts that are shown."""
    queries, docs = {hold.row.query for hold in holds}, {doc for hold in holds for doc in hold.sides}
    texts = texts_of(connection, [hold.row.id for hold in holds], queries, docs)
    return [
        Held(
            task=row.id,
            key=key,
            kind=row.kind,
            query=row.query,
            query_text=texts["query", row.query],
            docs=tuple(sides),
            doc_texts=tuple(texts["doc", doc] for doc in sides),
            place=place,
            until=until,
            label=row.expected if kind_of(row.kind).shows_label else "",
        )
        for row, key, sides, place, until in holds
    ]


def texts_of(
    connection: Connection, tasks: Collection[str], queries: Collection[str], docs: Collection[str]
) -> dict[tuple[str, str], str]:
    """("query" or "doc", id) -> the text, of these queries and documents of tasks; InputError where the log has another
    hash: nobody judges what somebody has put in its place."""
    text, log = schema.text, schema.log
    shown = or_(and_(text.c.kind == "query", text.c.id.in_(queries)), and_(text.c.kind == "doc", text.c.id.in_(docs)))
    rows = connection.execute(select(text.c.kind, text.c.id, text.c.body).where(shown)) if queries else ()
    texts = {(kind, key): str(body) for kind, key, body in rows}
    keys = [f"task:{task}" for task in tasks]
    for body in connection.execute(select(log.c.body).where(log.c.key.in_(keys))).scalars():
        made = json.loads(body)
        hashes = {("query", made["query"]): made["query_sha256"]}
        hashes |= {("doc", doc): one for doc, one in zip(made["docs"], made["docs_sha256"], strict=True)}
        for kind, one in hashes.keys() & texts.keys():
            if hashlib.sha256(texts[kind, one].encode()).hexdigest() != hashes[kind, one]:
                raise InputError(JUDGING("texts.changed", kind={"query": "query", "doc": "document"}[kind], id=one))
    return texts
