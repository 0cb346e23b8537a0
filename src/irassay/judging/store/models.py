"""Models that judge: who they are, what each was asked, and what came back. All of it is entries of the log.

Entries that can't be sent a second time: the key of one is made of whom, what and for which time, so that a question is
asked once whoever asks it, and however often the program is killed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from itertools import count
from typing import Any

from sqlalchemy import Connection, func, select

from irassay.collection.tasks import LABEL, PREDICTION
from irassay.errors import UsageError
from irassay.judging.store import counting, schema
from irassay.judging.store.database import Database
from irassay.judging.store.entries import Entry, entry_of
from irassay.judging.store.holds import texts_of
from irassay.judging.store.said import JUDGING
from irassay.judging.store.wanted import OF_CLOSED_QUERY
from irassay.judging.store.writing import append, append_all
from irassay.record import Record

MODEL = "model"  # the role of one in the table of assessors
ASK, VERDICT = "ask", "verdict"  # kinds of entries
_NO_PSEUDONYM = re.compile(r"[^A-Za-z0-9._-]+")


class TaskTexts(Record):
    """A task as a model is given it: ids and texts."""

    task: str
    kind: str
    query: str
    query_text: str
    docs: Sequence[str]
    doc_texts: Mapping[str, str]
    label: str  # that is shown; "" where none is


class Spending:
    """What a model has cost at most, by the log, whoever has asked it; and a budget that it never passes."""

    def __init__(self, budget: Decimal | None) -> None:
        self._budget = budget
        self._last = 0
        self._on_way: dict[str, Decimal] = {}  # by the key of the question
        self._spent = Decimal(0)

    def read(self, connection: Connection, pseudonym: str) -> None:
        """Go on where the log was read last."""
        if self._budget is None:
            return
        log = schema.log
        mine = log.c.kind.in_((ASK, VERDICT)), log.c.assessor == pseudonym, log.c.entry > self._last
        rows = select(log.c.entry, log.c.key, log.c.kind, log.c.body).where(*mine).order_by(log.c.entry)
        for row in connection.execute(rows):
            body = json.loads(row.body)
            if row.kind == ASK:
                self._on_way[row.key] = Decimal(body["most_cost"])
            else:
                self._on_way.pop(body["ask"], None)
                self._spent += Decimal(body["cost"])
            self._last = max(self._last, row.entry)

    def n_affordable(self, costs: Sequence[Decimal]) -> int:
        """How many of these questions, from the first on, can be paid whatever they and those on their way cost."""
        if self._budget is None:
            return len(costs)
        left = self._budget - self._spent - sum(self._on_way.values())
        for n, cost in enumerate(costs):
            left -= cost
            if left < 0:
                return n
        return len(costs)


class Models:
    """The models of a campaign, named by their pseudonyms: ``campaign.models``. Each call is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def enrol(self, name: str, content: Mapping[str, Any]) -> str:
        """The pseudonym of a model, added if need be, with `content`; UsageError for no name, or a person's."""
        if not name.strip():
            raise UsageError(JUDGING("model.empty"))
        with self._database.writing() as connection:
            return self._pseudonym(connection, name) or _add(connection, name, content)

    def pseudonym(self, name: str) -> str | None:
        """The pseudonym of a model, None where there is none of that name; UsageError where a person has it."""
        with self._database.reading() as connection:
            return self._pseudonym(connection, name)

    def _pseudonym(self, connection: Connection, name: str) -> str | None:
        table = schema.assessor
        there = connection.execute(table.select().where(table.c.name == name)).one_or_none()
        if there is not None and there.role != MODEL:
            raise UsageError(JUDGING("model.person", name=name))
        return None if there is None else str(there.pseudonym)

    def entries(self, pseudonym: str) -> list[Entry]:
        """What a model was asked, and what came back, first to last."""
        log = schema.log
        mine = log.select().where(log.c.kind.in_((ASK, VERDICT)), log.c.assessor == pseudonym).order_by(log.c.entry)
        with self._database.reading() as connection:
            return [entry_of(row) for row in connection.execute(mine).mappings()]

    def tasks(self) -> list[tuple[str, tuple[str, ...]]]:
        """The tasks for labels or predictions with their documents, as they came, one of the same; no closed query."""
        task, first = schema.task, dict[tuple[str, str], str]()
        rows = select(task.c.id, task.c.query, task.c.docs).where(~OF_CLOSED_QUERY).order_by(task.c.number)
        with self._database.reading() as connection:
            for row in connection.execute(rows.where(task.c.purpose.in_((LABEL, PREDICTION)))):
                first.setdefault((row.query, row.docs), row.id)
        return [(task, tuple(json.loads(docs))) for (_, docs), task in first.items()]

    def texts(self, tasks: Sequence[str]) -> dict[str, TaskTexts]:
        """These tasks with the texts that people are shown."""
        table = schema.task
        with self._database.reading() as connection:
            rows = connection.execute(table.select().where(table.c.id.in_(tasks))).all()
            docs = {row.id: tuple(json.loads(row.docs)) for row in rows}
            queries, shown = {row.query for row in rows}, {doc for some in docs.values() for doc in some}
            texts = texts_of(connection, tasks, queries, shown)
        return {
            row.id: TaskTexts(
                task=row.id,
                kind=row.kind,
                query=row.query,
                query_text=texts["query", row.query],
                docs=docs[row.id],
                doc_texts={doc: texts["doc", doc] for doc in docs[row.id]},
                label=row.expected,
            )
            for row in rows
        }

    def lengths(self) -> dict[str, int]:
        """Document -> the characters of its text."""
        text = schema.text
        with self._database.reading() as connection:
            rows = connection.execute(select(text.c.id, func.length(text.c.body)).where(text.c.kind == "doc"))
            return {str(doc): int(length) for doc, length in rows}

    def begin(
        self, pseudonym: str, asks: Sequence[tuple[str, str, Mapping[str, Any]]], spending: Spending
    ) -> tuple[list[str], list[str]]:
        """Write, before it is asked, that a model is about to be: a key, a task and a body each. Gives the new keys,
        and those that could pass the budget, of which nothing is written."""
        log = schema.log
        with self._database.writing() as connection:
            keys = [key for key, _, _ in asks]
            there = set(connection.execute(select(log.c.key).where(log.c.key.in_(keys))).scalars())
            new = [one for one in asks if one[0] not in there]
            spending.read(connection, pseudonym)
            n = spending.n_affordable([Decimal(body["most_cost"]) for _, _, body in new])
            append_all(connection, ASK, new[:n], assessor=pseudonym)
        return [key for key, _, _ in new[:n]], [key for key, _, _ in new[n:]]

    def end(self, pseudonym: str, verdicts: Iterable[tuple[str, str, Mapping[str, Any]]]) -> None:
        """Write what came back. Each is a key, a task and a body."""
        with self._database.writing() as connection:
            append_all(connection, VERDICT, verdicts, assessor=pseudonym)


def _add(connection: Connection, name: str, content: Mapping[str, Any]) -> str:
    table = schema.assessor
    stem = f"m-{_NO_PSEUDONYM.sub('-', name)}"
    taken = set(connection.execute(select(table.c.pseudonym)).scalars())
    pseudonym = next(one for n in count(1) if (one := stem if n == 1 else f"{stem}-{n}") not in taken)
    body = {**content, "role": MODEL, "name": name}
    append(connection, "assessor", key=f"assessor:{pseudonym}", assessor=pseudonym, body=body)
    connection.execute(table.insert().values(pseudonym=pseudonym, name=name, role=MODEL, state="working"))
    counting.add_person(connection, pseudonym)
    return pseudonym
