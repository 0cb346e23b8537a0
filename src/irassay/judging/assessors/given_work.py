"""Facts of tasks in tables and runs: the strata that they were drawn from, and rankings."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from irassay.collection.tasks import Task
from irassay.errors import UsageError
from irassay.judging.store.pool_facts import PoolFacts, Stratum

if TYPE_CHECKING:
    from irassay.collection.runs import Runs
    from irassay.formats.reading.tasks import TaskRows
    from irassay.judging.store.campaign import Campaign

_DIGITS = 16  # of 64 hexadecimal ones


def facts_of(tables: Sequence[TaskRows]) -> PoolFacts:
    """The strata of each query that the tables name, with what was not drawn from them."""
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


def rankings_of(runs: Runs, docs: Mapping[str, Collection[str]]) -> dict[str, dict[str, list[str]]]:
    """Query -> run -> those of the query's documents that the run has, best first; queries in no run are left out."""
    out: dict[str, dict[str, list[str]]] = {}
    answered = set(runs.queries)
    for query, wanted in docs.items():
        lists = {system: runs.ranking(system, query) for system in runs.systems} if query in answered else {}
        kept = {system: [doc for doc in ranking if doc in wanted] for system, ranking in lists.items()}
        if any(kept.values()):
            out[query] = {system: ranking for system, ranking in kept.items() if ranking}
    return out


def with_rankings(facts: PoolFacts, runs: Runs, tasks: Sequence[Task], campaign: Campaign) -> PoolFacts:
    """The facts with the rankings of these tasks' queries, in which earlier tasks of the campaign stand too."""
    docs: dict[str, set[str]] = {}
    there = campaign.facts.docs_by_query()
    for task in tasks:
        docs.setdefault(task.query, set(there.get(task.query, ()))).update(task.docs)
    return replace(facts, rankings=rankings_of(runs, docs))


def with_overlap(tasks: Iterable[Task], share: float, seed: int) -> list[Task]:
    """The tasks, of which about this share, 0 to 1, wants one answer more; id and seed alone decide."""
    if not 0 <= share <= 1:
        raise UsageError(f"expected a share from 0 to 1, but got share={share!r}")
    return [replace(task, wanted=task.wanted + 1) if _chance(task.id, seed) < share else task for task in tasks]


def _chance(task: str, seed: int) -> float:
    """A number from 0 to below 1, by id and seed."""
    digits = hashlib.sha256(f"{seed}\toverlap\t{task}".encode()).hexdigest()[:_DIGITS]
    return int(digits, 16) / 16.0**_DIGITS
