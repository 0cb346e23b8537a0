"""Facts of a campaign's tasks together: documents, grades, times, and of pools the strata and the ranks in runs.

Strata and ranks are entries of the log, one a query, and in no other table. What is added again is there once.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, select

from irassay.collection.tasks import LABEL
from irassay.judging.store import answers, holds, schema
from irassay.judging.store.database import Database, reads
from irassay.judging.store.entries import canonical
from irassay.judging.store.settings import Settings
from irassay.judging.store.writing import BLOCK, append


@dataclass(frozen=True, kw_only=True)
class Stratum:
    """The documents of a stratum that are to be judged, and those that were not drawn."""

    drawn: Sequence[str]
    left: Sequence[str]


@dataclass(frozen=True, kw_only=True)
class PoolFacts:
    """Query -> name -> stratum, and query -> run -> its documents that are to be judged, best first."""

    strata: Mapping[str, Mapping[str, Stratum]] = field(default_factory=dict)
    rankings: Mapping[str, Mapping[str, Sequence[str]]] = field(default_factory=dict)


def add_facts(connection: Connection, facts: PoolFacts) -> None:
    """Add an entry for each query of which something new is said."""
    for query, strata in facts.strata.items():
        parts = {name: {"drawn": list(of.drawn), "left": list(of.left)} for name, of in strata.items()}
        _add(connection, "strata", query, {"strata": parts})
    for query, rankings in facts.rankings.items():
        _add(connection, "ranks", query, placed(rankings))


def placed(rankings: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    """Rankings, run -> documents, as an entry has them: each document once, and the places of each run's."""
    docs = list(dict.fromkeys(doc for ranking in rankings.values() for doc in ranking))
    place = {doc: i for i, doc in enumerate(docs)}
    return {"docs": docs, "runs": [[name, [place[doc] for doc in ranking]] for name, ranking in rankings.items()]}


def by_place(body: Mapping[str, Any]) -> dict[str, list[str]]:
    """What was `placed`."""
    return {name: [body["docs"][i] for i in places] for name, places in body["runs"]}


def strata(connection: Connection) -> dict[str, dict[str, Stratum]]:
    """The strata of each query that has some; what was added later joins what was there."""
    table = schema.log
    rows = connection.execute(select(table.c.body).where(table.c.kind == "strata").order_by(table.c.entry)).scalars()
    out: dict[str, dict[str, Stratum]] = {}
    for body in map(json.loads, rows):
        of = out.setdefault(body["query"], {})
        for name, part in body["strata"].items():
            drawn = dict.fromkeys([*(of[name].drawn if name in of else ()), *part["drawn"]])
            left = dict.fromkeys([*(of[name].left if name in of else ()), *part["left"]])
            of[name] = Stratum(drawn=list(drawn), left=[doc for doc in left if doc not in drawn])
    return out


def rankings(connection: Connection, query: str) -> dict[str, list[str]]:
    """The rankings of a query in the runs, as they were added last: run -> documents."""
    bodies = _bodies(connection, "ranks", query)
    return by_place(bodies[-1]) if bodies else {}


def _add(connection: Connection, kind: str, query: str, content: Mapping[str, Any]) -> None:
    body = {"query": query, **content}
    there = _bodies(connection, kind, query)
    if not there or canonical(there[-1]) != canonical(body):
        append(connection, kind, key=_key(kind, len(there) + 1, query), body=body)


def _bodies(connection: Connection, kind: str, query: str) -> list[dict[str, Any]]:
    table = schema.log
    out: list[dict[str, Any]] = []
    while True:
        one = select(table.c.body).where(table.c.key == _key(kind, len(out) + 1, query))
        body = connection.execute(one).scalar_one_or_none()
        if body is None:
            return out
        out.append(json.loads(body))


def _key(kind: str, number: int, query: str) -> str:
    return f"{kind}:{number}:{query}"


class Facts:
    """Read from the database at each call: ``campaign.facts``. Tests and practice are left out."""

    def __init__(self, database: Database, settings: Settings) -> None:
        self._database = database
        self._settings = settings

    strata = reads(strata)
    rankings = reads(rankings)
    milliseconds = reads(answers.milliseconds)

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

    def wanting_among(self, tasks: Sequence[str], assessor: str) -> list[tuple[str, bool]]:
        """Those of the tasks that want an answer of this person, as ``campaign.wanting`` says it of a query."""
        with self._database.reading() as connection:
            return holds.wanting_among(connection, tasks, assessor, self._settings.share)
