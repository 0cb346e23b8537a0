"""Acts of an owner on tasks and queries: adjudicates where people differ, and closes a query."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, select

from irassay.errors import UsageError
from irassay.judging.store import schema
from irassay.judging.store.answers import Receipt, check_choice
from irassay.judging.store.database import Database, reads, writes
from irassay.judging.store.entries import Entry
from irassay.judging.store.said import JUDGING
from irassay.judging.store.settings import Settings
from irassay.judging.store.wanted import OF_CLOSED_QUERY
from irassay.judging.store.writing import append
from irassay.record import Record


class Several(Record):
    """A task that two people or more have answered, skips apart."""

    task: str
    kind: str
    query: str
    docs: Sequence[str]
    answers: Mapping[str, Mapping[str, Any]]  # pseudonym -> the person's last body
    adjudication: Mapping[str, Any] | None  # the last one, None where none


def closed_queries(connection: Connection) -> list[str]:
    """The closed queries, in the order in which they were closed."""
    table = schema.closed
    return list(connection.execute(select(table.c.query).order_by(table.c.entry)).scalars())


def close_query(connection: Connection, owner: str, query: str) -> None:
    """Ask nobody about a query, and make no labels of it, until opened again; UsageError for no such owner or query."""
    _set_state(connection, owner, query, "closed")


def reopen_query(connection: Connection, owner: str, query: str) -> None:
    """Open a closed query again, where what was answered before counts; UsageError as for `close_query`."""
    _set_state(connection, owner, query, "reopened")


def stand(connection: Connection, entry: Entry) -> None:
    """Let an adjudication, or the state of a query, count from now on: what a rebuilt campaign does for each entry."""
    body = entry.content
    if entry.kind == "adjudication":
        table = schema.adjudication
        connection.execute(table.delete().where(table.c.task == entry.task))
        connection.execute(table.insert().values(task=entry.task, entry=entry.entry))
        return
    query = body["query"]
    connection.execute(schema.closed.delete().where(schema.closed.c.query == query))
    if entry.kind == "closed":
        connection.execute(schema.closed.insert().values(query=query, entry=entry.entry))
        held = select(schema.task.c.id).where(schema.task.c.query == query)
        connection.execute(schema.hold.delete().where(schema.hold.c.task.in_(held)))


def several_answers(connection: Connection) -> list[Several]:
    """The tasks of open queries that two people or more have answered, in the order in which they came."""
    task, answer, log, made = schema.task, schema.answer, schema.log, schema.adjudication
    those = select(task).where(task.c.answered > 1, ~OF_CLOSED_QUERY).order_by(task.c.number)
    rows = connection.execute(those).all()
    given: dict[str, dict[str, Any]] = {row.id: {} for row in rows}
    bodies = select(answer.c.task, answer.c.assessor, log.c.body).join(log, log.c.entry == answer.c.entry)
    bodies = bodies.join(task, task.c.id == answer.c.task).where(answer.c.is_answer == 1, task.c.answered > 1)
    for row in connection.execute(bodies.order_by(answer.c.task, answer.c.assessor)):
        if row.task in given:
            given[row.task][row.assessor] = json.loads(row.body)
    settled = select(made.c.task, log.c.body).join(log, log.c.entry == made.c.entry)
    adjudicated = {row.task: json.loads(row.body) for row in connection.execute(settled)}
    return [
        Several(
            task=row.id,
            kind=row.kind,
            query=row.query,
            docs=tuple(json.loads(row.docs)),
            answers=given[row.id],
            adjudication=adjudicated.get(row.id),
        )
        for row in rows
    ]


def _set_state(connection: Connection, owner: str, query: str, state: str) -> None:
    _check_owner(connection, owner)
    if connection.execute(select(schema.task.c.id).where(schema.task.c.query == query).limit(1)).one_or_none() is None:
        raise UsageError(JUDGING("owner.no-query", query=query))
    if (query in closed_queries(connection)) == (state == "closed"):
        return
    stand(connection, append(connection, state, body={"query": query}, assessor=owner))


def _check_owner(connection: Connection, pseudonym: str) -> None:
    table = schema.assessor
    if connection.execute(select(table.c.role).where(table.c.pseudonym == pseudonym)).scalar_one_or_none() != "owner":
        raise UsageError(JUDGING("owner.none", who=pseudonym))


class Adjudicating:
    """What an owner decides. Every method is one transaction."""

    def __init__(self, database: Database, settings: Settings) -> None:
        self._database = database
        self.settings = settings

    close_query = writes(close_query)
    reopen_query = writes(reopen_query)
    closed_queries = reads(closed_queries)
    several_answers = reads(several_answers)

    def adjudicate(self, owner: str, task: str, body: Mapping[str, Any]) -> Receipt:
        """Keep an owner's answer to a task, ``answer`` and ``shown`` of `body`, before all of people's; the log says
        whether it is ``blind``: the first. UsageError where there is no such owner, task or answer."""
        with self._database.writing() as connection:
            _check_owner(connection, owner)
            row = connection.execute(select(schema.task.c.docs).where(schema.task.c.id == task)).one_or_none()
            if row is None:
                raise UsageError(JUDGING("answer.no-task", task=task))
            check_choice(self.settings, row.docs, body.get("answer"))
            log, made = schema.log, schema.adjudication
            earlier = log.select().join(made, made.c.entry == log.c.entry).where(made.c.task == task)
            last = connection.execute(earlier).one_or_none()
            if last is not None:
                said = {name: value for name, value in json.loads(last.body).items() if name != "blind"}
                if last.assessor == owner and said == body:
                    return Receipt(last.entry, last.time, is_new=False)
            whole = {**body, "blind": last is None}
            entry = append(connection, "adjudication", body=whole, assessor=owner, task=task)
            stand(connection, entry)
            return Receipt(entry.entry, entry.time, is_new=True)
