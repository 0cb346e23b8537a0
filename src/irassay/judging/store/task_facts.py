"""Facts of a campaign's tasks together: strata, rankings, documents, grades and times."""

from __future__ import annotations

import json
from collections.abc import Sequence

from sqlalchemy import select

from irassay.collection.tasks import LABEL
from irassay.judging.store import answers, holds, pool_facts, schema
from irassay.judging.store.database import Database
from irassay.judging.store.pool_facts import Stratum
from irassay.judging.store.settings import Settings
from irassay.judging.store.writing import BLOCK


class Facts:
    """Read from the database at each call: ``campaign.facts``. Tests and practice are left out."""

    def __init__(self, database: Database, settings: Settings) -> None:
        self._database = database
        self._settings = settings

    def strata(self) -> dict[str, dict[str, Stratum]]:
        """The strata from which the tasks of each query were drawn, where they were."""
        with self._database.reading() as connection:
            return pool_facts.strata(connection)

    def rankings(self, query: str) -> dict[str, list[str]]:
        """Run -> those of its documents of a query that are to be judged, best first; empty without runs."""
        with self._database.reading() as connection:
            return pool_facts.rankings(connection, query)

    def queries_of_tasks(self) -> list[tuple[str, str]]:
        """Every task with its query, in the order in which they came."""
        table = schema.task
        rows = select(table.c.id, table.c.query).where(table.c.purpose == LABEL).order_by(table.c.number)
        with self._database.reading() as connection:
            return [(row.id, row.query) for row in connection.execute(rows)]

    def docs_of(self, query: str) -> dict[str, str]:
        """The tasks of a query, each with the first document that it shows."""
        table = schema.task
        rows = select(table.c.id, table.c.docs).where(table.c.query == query)
        with self._database.reading() as connection:
            return {row.id: json.loads(row.docs)[0] for row in connection.execute(rows)}

    def docs_by_query(self) -> dict[str, set[str]]:
        """Query -> the documents that its tasks show."""
        table = schema.task
        rows = select(table.c.query, table.c.docs).where(table.c.purpose == LABEL)
        out: dict[str, set[str]] = {}
        with self._database.reading() as connection:
            for row in connection.execute(rows).yield_per(BLOCK):
                out.setdefault(row.query, set()).update(json.loads(row.docs))
        return out

    def texts(self, kind: str) -> dict[str, str]:
        """Id -> the text, of queries or documents: `kind` is "query" or "doc"."""
        table = schema.text
        rows = select(table.c.id, table.c.body).where(table.c.kind == kind)
        with self._database.reading() as connection:
            return {row.id: row.body for row in connection.execute(rows)}

    def grades(self, query: str) -> dict[str, list[int]]:
        """The documents of a query that somebody has graded, with the grades that stand."""
        with self._database.reading() as connection:
            given = answers.of_query(connection, query)
        out: dict[str, list[int]] = {}
        for doc, name in given:
            grade = self._settings.scale.grade(name)
            if grade is not None:
                out.setdefault(doc, []).append(grade)
        return out

    def milliseconds(self) -> list[int]:
        """How long the answers that stand took, where the page said so: time without pauses."""
        with self._database.reading() as connection:
            return answers.milliseconds(connection)

    def wanting_among(self, tasks: Sequence[str], assessor: str) -> list[tuple[str, bool]]:
        """Those of the tasks that want an answer of this person, as ``campaign.wanting`` says it of a query."""
        with self._database.reading() as connection:
            return holds.wanting_among(connection, tasks, assessor, self._settings.share)
