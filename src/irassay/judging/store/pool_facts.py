"""Facts of a query's pool beside its tasks: the strata it was drawn from, and the ranks in the runs.

Both are entries of the log, one a query, and in no other table. What is added again and is the same is there once.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from sqlalchemy import select

from irassay.judging.store import schema
from irassay.judging.store.entries import canonical
from irassay.judging.store.writing import append

if TYPE_CHECKING:
    from sqlalchemy import Connection


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
