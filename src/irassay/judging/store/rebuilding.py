"""The tables that follow from the log, made from it again: tasks, people, and the answers that stand."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from sqlalchemy import bindparam, select

from irassay.collection.tasks import LABEL
from irassay.judging.store import batches, owners, schema
from irassay.judging.store.counting import recount
from irassay.judging.store.entries import Entry
from irassay.judging.store.steps import set_step
from irassay.judging.store.writing import BLOCK, Rows

if TYPE_CHECKING:
    from sqlalchemy import Connection, Row, Table


def rebuild(connection: Connection) -> None:
    """Make tasks, people and standing answers from the entries of the log; names and tokens of people stay, and nobody
    holds a task afterwards."""
    for table in (
        schema.hold,
        schema.answer,
        schema.adjudication,
        schema.closed,
        schema.step,
        schema.batch,
        schema.task,
    ):
        connection.execute(table.delete())
    connection.execute(schema.assessor.update().values(state="working"))
    there = set(connection.execute(select(schema.assessor.c.pseudonym)).scalars())
    tasks, people = Rows(connection, schema.task), Rows(connection, schema.assessor)
    states: dict[str, str] = {}
    for_practice: list[str] = []
    standing: dict[tuple[str, str], dict[str, Any]] = {}
    for row in _entries(connection):
        body = json.loads(row.body)
        if row.kind == "task":
            tasks.add(_task(row, body, tasks.n + 1))
        elif row.kind == "assessor" and row.assessor not in there:
            name = body.get("name")  # a model's, which is in the log
            people.add({"pseudonym": row.assessor, "name": name, "role": body["role"], "state": "working"})
        elif row.kind == "pause":
            states[row.assessor] = body["state"]
        elif row.kind == "exclusion":
            states[row.assessor] = "barred"
        elif row.kind in ("answer", "skip"):
            _stand(standing, row, body)
        elif row.kind == "batch-end" and body["state"] == "aside":
            _let_go(standing, row.assessor, body["tasks"])
        elif row.kind == "practice" and body["state"] == "open":
            _let_go(standing, row.assessor, for_practice)
        if row.kind == "task" and body.get("purpose") == "practice":
            for_practice.append(row.task)
    tasks.end()
    people.end()
    _retrace(connection)
    _set(connection, schema.assessor, schema.assessor.c.pseudonym, "state", states)
    answers = Rows(connection, schema.answer)
    for one in standing.values():
        answers.add(one)
    answers.end()
    answered = Counter(one["task"] for one in standing.values() if one["is_answer"])
    _set(connection, schema.task, schema.task.c.id, "answered", answered)
    recount(connection)


def _retrace(connection: Connection) -> None:
    """What owners settled and closed, and how far people came: tables that name tasks and people."""
    ends = {"consent", "practice", "exam"}
    for row in _entries(connection):
        if row.kind in ("adjudication", "closed", "reopened"):
            owners.stand(connection, Entry(**{name: getattr(row, name) for name in Entry.__dataclass_fields__}))
        elif row.kind in ends:
            body = json.loads(row.body)
            set_step(connection, row.assessor, row.kind, body["attempt"] + (body["state"] == "open"), body["state"])
        elif row.kind in ("batch", "batch-end"):
            batches.stand(connection, row.assessor, row.kind, json.loads(row.body))


def _let_go(standing: dict[tuple[str, str], dict[str, Any]], assessor: str, tasks: Sequence[str]) -> None:
    """Let nothing of a person's answers to these tasks stand."""
    for task in tasks:
        standing.pop((task, assessor), None)


def _entries(connection: Connection) -> Iterator[Row[Any]]:
    """The log block by block: one connection writes meanwhile."""
    log, last = schema.log, 0
    while True:
        rows = connection.execute(log.select().where(log.c.entry > last).order_by(log.c.entry).limit(BLOCK)).all()
        if not rows:
            return
        yield from rows
        last = rows[-1].entry


def _task(row: Row[Any], body: Mapping[str, Any], number: int) -> dict[str, Any]:
    own = {name: body[name] for name in ("kind", "query", "wanted", "why", "probability")}
    aim = {name: body.get(name, default) for name, default in (("purpose", LABEL), ("expected", ""), ("reason", ""))}
    return {**own, **aim, "id": row.task, "number": number, "docs": json.dumps(body["docs"]), "answered": 0}


def _stand(standing: dict[tuple[str, str], dict[str, Any]], row: Row[Any], body: Mapping[str, Any]) -> None:
    """Let an answer or a skip stand in place of what stood; an answer that is taken back leaves nothing."""
    standing.pop((row.task, row.assessor), None)
    is_answer = body.get("answer") is not None
    if is_answer or row.kind == "skip":
        values = {"task": row.task, "assessor": row.assessor, "entry": row.entry, "key": row.key}
        standing[row.task, row.assessor] = {**values, "is_answer": int(is_answer)}


def _set(connection: Connection, table: Table, of: Any, column: str, values: Mapping[str, Any]) -> None:
    """Set one column of the rows with these ids."""
    if values:
        statement = table.update().where(of == bindparam("of_row")).values({column: bindparam("to_value")})
        connection.execute(statement, [{"of_row": one, "to_value": value} for one, value in values.items()])
