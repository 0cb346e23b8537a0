"""Versions of the best answers that a campaign of pairs keeps: entries of its log, each whole by itself."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import select

from irassay.collection.tasks import Task
from irassay.errors import UsageError
from irassay.judging.store import schema
from irassay.judging.store.adding import add_tasks, stored_texts
from irassay.judging.store.database import Database
from irassay.judging.store.said import JUDGING
from irassay.judging.store.writing import append, is_there
from irassay.record import Record

VERSION = "version"  # the kind of an entry


class Version(Record):
    """The best answers and the leaderboard of one moment."""

    number: int  # from 1
    entry: int  # of the log, that made it
    time: str  # UTC
    answers: Mapping[str, Sequence[str]]  # query -> its best answers
    open: Mapping[str, Sequence[str]]  # query -> newcomers that are not settled
    asked: Mapping[str, Sequence[str]]  # task, asked about newcomers -> the systems that brought them
    runs: Mapping[str, str]  # system -> SHA-256 of its rankings
    leaderboard: Sequence[Sequence[str]]  # a heading and a row a system, as printed
    changes: Sequence[Sequence[str]]  # query, answers before, answers now


class Versions:
    """The versions of a campaign. Each call is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def all(self) -> list[Version]:
        """Every version, the first one first."""
        log = schema.log
        rows = select(log.c.entry, log.c.time, log.c.body).where(log.c.kind == VERSION).order_by(log.c.entry)
        with self._database.reading() as connection:
            return [Version(entry=row.entry, time=row.time, **json.loads(row.body)) for row in connection.execute(rows)]

    def add(
        self, body: Mapping[str, Any], tasks: Sequence[Task], queries: Mapping[str, str], docs: Mapping[str, str]
    ) -> tuple[Version, int]:
        """Keep a version and what it asks for, together; and how many tasks are new. `queries` and `docs` are more
        texts. UsageError where its number is there; InputError where a text is missing."""
        with self._database.writing() as connection:
            key = f"{VERSION}:{body['number']}"
            if is_there(connection, key):
                raise UsageError(JUDGING("version.made", number=body["number"], campaign=self._database.source))
            made = append(connection, VERSION, key=key, body=body)
            there = stored_texts(connection, "query", {task.query for task in tasks} - queries.keys())
            texts = stored_texts(connection, "doc", {doc for task in tasks for doc in task.docs} - docs.keys())
            n = add_tasks(connection, tasks, {**there, **queries}, {**texts, **docs})
            return Version(entry=made.entry, time=made.time, **body), n
