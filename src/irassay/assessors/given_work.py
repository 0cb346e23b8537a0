"""What people are to do, from the tables that name it: tasks, and the strata that they were drawn from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from irassay.collection.tasks import Task

if TYPE_CHECKING:
    from irassay.formats.reading.tasks import TaskRows
    from irassay.store.pool_facts import PoolFacts

GIVEN = "given"  # why a task is judged whose table doesn't say


def tasks_of(tables: Sequence[TaskRows], wanted: int) -> list[Task]:
    """A graded task a row that is to be judged, each once."""
    rows = [row for table in tables for row in table.rows]
    tasks = [
        Task("graded", row.query, (row.doc,), wanted=wanted, why=row.why or GIVEN, probability=row.probability)
        for row in rows
    ]
    return list({task.id: task for task in reversed(tasks)}.values())[::-1]


def facts_of(tables: Sequence[TaskRows]) -> PoolFacts:
    """The strata of each query that the tables name, with what was not drawn from them."""
    from irassay.store.pool_facts import PoolFacts, Stratum

    parts: dict[str, dict[str, tuple[list[str], list[str]]]] = {}
    for table in tables:
        for which, rows in enumerate((table.rows, table.left)):
            for row in rows:
                if row.stratum:
                    parts.setdefault(row.query, {}).setdefault(row.stratum, ([], []))[which].append(row.doc)
    return PoolFacts(
        strata={
            query: {name: Stratum(drawn=drawn, left=left) for name, (drawn, left) in of.items()}
            for query, of in parts.items()
        }
    )
