"""Tasks added to a campaign, with the texts that they show."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, func, select

from irassay.collection.tasks import LABEL, Task
from irassay.errors import InputError
from irassay.judging.store import counting, schema
from irassay.judging.store.said import JUDGING
from irassay.judging.store.writing import BLOCK, Rows, append_all
from irassay.messages import plural

SHOWN = 5  # ids of a message


def add_tasks(
    connection: Connection, tasks: Iterable[Task], queries: Mapping[str, str], docs: Mapping[str, str]
) -> int:
    """Add tasks that are not there yet; how many. InputError, and nothing added, for a missing or other text."""
    wanted = list({task.id: task for task in tasks}.values())
    check_texts(wanted, queries, docs)
    hashes = {
        "query": keep_texts(connection, "query", {task.query: queries[task.query] for task in wanted}),
        "doc": keep_texts(connection, "doc", {doc: docs[doc] for task in wanted for doc in task.docs}),
    }
    return add_tasks_with_texts(connection, wanted, hashes)


def add_tasks_with_texts(connection: Connection, tasks: Sequence[Task], hashes: Mapping[str, Mapping[str, str]]) -> int:
    """The same of different tasks whose texts are there, by their hashes: query or doc -> id -> SHA-256."""
    ids = [task.id for task in tasks]
    there = {row.id for row in connection.execute(_those(select(schema.task.c.id), schema.task.c.id, ids))}
    new = [task for task in tasks if task.id not in there]
    number = connection.execute(select(func.coalesce(func.max(schema.task.c.number), 0))).scalar_one()
    append_all(connection, "task", ((f"task:{task.id}", task.id, _body(task, hashes)) for task in new))
    rows = Rows(connection, schema.task)
    for i, task in enumerate(new, start=number + 1):
        rows.add(
            {**_facts(task), **_aim(task), "id": task.id, "number": i, "docs": json.dumps(task.docs), "answered": 0}
        )
    rows.end()
    counting.add_open(connection, sum(task.wanted > 0 for task in new))
    return len(new)


def _facts(task: Task) -> dict[str, Any]:
    """What a task's row and its entry have alike."""
    of = {"kind": task.kind, "query": task.query, "wanted": task.wanted}
    return {**of, "why": task.why, "probability": task.probability}


def _aim(task: Task) -> dict[str, Any]:
    return {"purpose": task.purpose, "expected": task.expected, "reason": task.reason}


def _body(task: Task, hashes: Mapping[str, Mapping[str, str]]) -> dict[str, Any]:
    """The body of a task's entry; one that makes labels has no known answer, but for the label that it shows."""
    docs = {"docs": list(task.docs), "docs_sha256": [hashes["doc"][doc] for doc in task.docs]}
    aim = _aim(task) if task.expected or task.purpose != LABEL else {}
    return {**_facts(task), **docs, **aim, "query_sha256": hashes["query"][task.query]}


def check_texts(tasks: Sequence[Task], queries: Mapping[str, str], docs: Mapping[str, str]) -> None:
    """Raise an InputError where a text is missing that one of the tasks shows, or a query's is empty; it is named."""
    _check("query", [task.query for task in tasks], queries)
    if empty := sorted({task.query for task in tasks if not queries[task.query].strip()}):
        raise InputError(JUDGING("texts.empty", n=len(empty), ids=empty[:SHOWN]))
    _check("document", [doc for task in tasks for doc in task.docs], docs)


def _check(what: str, ids: Sequence[str], texts: Mapping[str, str]) -> None:
    lacking = sorted({one for one in ids if one not in texts})
    if lacking:
        raise InputError(JUDGING(f"texts.{what}", texts=plural(len(lacking), what), ids=lacking[:SHOWN]))


def keep_texts(connection: Connection, kind: str, texts: Mapping[str, str]) -> dict[str, str]:
    """The hash of each text; those that are new are kept."""
    table = schema.text
    hashes = {one: hashlib.sha256(body.encode()).hexdigest() for one, body in texts.items()}
    of_kind = select(table.c.id, table.c.sha256).where(table.c.kind == kind)
    there = {row.id: row.sha256 for row in connection.execute(_those(of_kind, table.c.id, list(texts)))}
    changed = sorted(one for one in hashes if there.get(one, hashes[one]) != hashes[one])
    if changed:
        raise InputError(JUDGING("texts.other", kind=kind, id=changed[0], n=len(changed) - 1))
    if new := [one for one in texts if one not in there]:
        rows = [{"kind": kind, "id": one, "sha256": hashes[one], "body": texts[one]} for one in new]
        connection.execute(table.insert(), rows)
    return hashes


def _those(rows: Select[Any], column: ColumnElement[str], ids: Sequence[str]) -> Select[Any]:
    """Rows with these ids, or all of them where they are many: a few of a large campaign are found in no time."""
    return rows.where(column.in_(ids)) if len(ids) <= BLOCK else rows


def stored_texts(connection: Connection, kind: str, ids: set[str]) -> dict[str, str]:
    """The texts of these ids that the campaign has, asked for in blocks: databases bound the values of a question."""
    text, of = schema.text, sorted(ids)
    out: dict[str, str] = {}
    for some in (of[start : start + BLOCK] for start in range(0, len(of), BLOCK)):
        rows = connection.execute(select(text.c.id, text.c.body).where(text.c.kind == kind, text.c.id.in_(some)))
        out |= {key: str(body) for key, body in rows}
    return out
