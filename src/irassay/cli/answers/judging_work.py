"""What `irassay judge` is given to do: tasks with their texts, strata and runs; and how much work it is."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING

from irassay.errors import MissingLibrary, UsageError, cut
from irassay.record import Record

if TYPE_CHECKING:
    from collections.abc import Sequence
    from decimal import Decimal

    from irassay.assessors.plan import Plan
    from irassay.collection.runs import Runs
    from irassay.collection.tasks import Task
    from irassay.store.campaign import Campaign
    from irassay.store.pool_facts import PoolFacts


class Work(Record):
    """What is to be judged, with the texts that people read, its strata, and the runs that its order follows."""

    tasks: list[Task]
    queries: dict[str, str]
    docs: dict[str, str]
    facts: PoolFacts
    runs: Runs | None

    def add_to(self, campaign: Campaign) -> int:
        """Add it to a campaign; how many tasks are new."""
        from irassay.assessors.given_work import with_rankings

        facts = self.facts if self.runs is None else with_rankings(self.facts, self.runs, self.tasks, campaign)
        return campaign.add(self.tasks, queries=self.queries, docs=self.docs, facts=facts)


def read_work(
    paths: Sequence[str],
    *,
    kind: str,
    order: str,
    wanted: int,
    query_texts: str | None,
    doc_texts: str | None,
    runs: Sequence[str],
) -> Work:
    """What the files name.

    Raises
    ------
    UsageError
        There are no texts, or the order follows runs and there are none, or does not and there are some.
    InputError
        A file can't be read, or a text is missing.
    """
    from irassay.formats import read_runs
    from irassay.formats.reading.texts import read_texts
    from irassay.store.adding import check_texts

    if not (query_texts and doc_texts):
        raise UsageError("people judge texts: add --query-texts FILE and --doc-texts FILE")
    _check_runs(order, runs)
    tasks, facts = _tasks(paths, kind, wanted)
    work = Work(
        tasks=tasks,
        queries=read_texts(query_texts).pick({task.query for task in tasks}),
        docs=read_texts(doc_texts).pick({doc for task in tasks for doc in task.docs}),
        facts=facts,
        runs=read_runs(runs) if runs else None,
    )
    check_texts(work.tasks, work.queries, work.docs)
    return work


def read_plan(
    source: str,
    paths: Sequence[str],
    *,
    kind: str,
    wanted: int,
    batch: int,
    pay: Decimal | None,
    fee: Decimal | None,
) -> Plan:
    """The work of a campaign, if it is there, and of the files, without a change to either; texts are not needed.

    Raises
    ------
    UsageError
        There is neither a campaign nor a file.
    """
    from irassay.assessors.plan import plan_campaign
    from irassay.store import open_campaign

    MissingLibrary.load("sqlalchemy", "web")
    from irassay.store.database import is_there

    there = is_there(source)
    if not (there or paths):
        raise UsageError(f"there is no campaign {cut(source)}, and no TASKS, a file of what is to be judged")
    with open_campaign(source) if there else nullcontext() as campaign:
        kind = campaign.settings.kind if campaign else kind
        tasks, _ = _tasks(paths, kind, wanted)
        return plan_campaign(campaign, tasks, kind=kind, batch=batch, pay=pay, fee=fee)


def _tasks(paths: Sequence[str], kind: str, wanted: int) -> tuple[list[Task], PoolFacts]:
    """The tasks of the files, each once, and the strata of single documents."""
    from irassay.assessors.given_work import facts_of
    from irassay.formats.reading.tasks import graded_tasks, read_task_rows, read_tasks

    tables = [read_task_rows(path) for path in paths] if kind == "graded" else []
    tasks = [task for table in tables for task in graded_tasks(table, wanted)]
    if kind != "graded":
        tasks = [task for path in paths for task in read_tasks(path, kind, wanted=wanted)]
    once: dict[str, Task] = {}
    for task in tasks:
        once.setdefault(task.id, task)
    return list(once.values()), facts_of(tables)


def _check_runs(order: str, runs: Sequence[str]) -> None:
    """Raise where an order follows runs and there are none, or runs are without effect."""
    from irassay.assessors.adaptive_orders import ADAPTIVE

    if order in ADAPTIVE and not runs:
        raise UsageError(f"--order {order} takes the next document from one of the runs: add --runs RUN for each")
    if runs and order not in ADAPTIVE:
        raise UsageError(f"--runs are for --order {' and '.join(ADAPTIVE)}, the order is {order}: leave them out")
