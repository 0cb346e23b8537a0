"""The way of people into a campaign, and through batches: tasks that are given together, with tests among them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Connection, and_, func, select

from irassay.collection.tasks import LABEL
from irassay.judging.store import schema
from irassay.judging.store.answers import withdraw
from irassay.judging.store.database import Database, reads, writes
from irassay.judging.store.holds import hold_tasks, release
from irassay.judging.store.steps import bar, end_step, given_by, known_answers, steps_of, tasks_for, why_barred
from irassay.judging.store.writing import append

TEST_MISSED = "test"  # the reason of an exclusion


@dataclass(frozen=True)
class Batch:
    """A person's batch: its number from 1, and the ids of its tasks in the order given, tests among them."""

    number: int
    tasks: tuple[str, ...]


def open_batch(connection: Connection, assessor: str) -> Batch | None:
    """The batch that a person is in; None where there is none."""
    table = schema.batch
    row = connection.execute(table.select().where(_of(assessor), table.c.state == "open")).one_or_none()
    return None if row is None else Batch(row.number, tuple(json.loads(row.tasks)))


def begin_batch(connection: Connection, assessor: str, tasks: Sequence[str], seed: int) -> Batch:
    """Give a person these tasks as the next batch, held in this order; where one is open already, that one."""
    there = open_batch(connection, assessor)
    if there is not None:
        return there
    number = 1 + n_batches(connection, assessor)
    body = {"number": number, "tasks": list(tasks)}
    append(connection, "batch", key=f"batch:{assessor}:{number}", assessor=assessor, body=body)
    stand(connection, assessor, "batch", body)
    for task in tasks:  # held while they were chosen, at other places
        release(connection, assessor, task)
    hold_tasks(connection, assessor, tasks, seed, place=1)
    return Batch(number, tuple(tasks))


def n_batches(connection: Connection, assessor: str) -> int:
    """How many batches a person has begun."""
    return int(connection.execute(select(func.count()).select_from(schema.batch).where(_of(assessor))).scalar_one())


def end_batch(connection: Connection, assessor: str, batch: Batch, missed: int) -> None:
    """Count a batch, or, where tests were missed, set it aside: its tasks go to others, its person gets no more."""
    if open_batch(connection, assessor) != batch:
        return
    state = "aside" if missed else "counted"
    task = schema.task
    label_tasks = select(task.c.id).where(task.c.id.in_(batch.tasks), task.c.purpose == LABEL)
    of_labels = list(connection.execute(label_tasks.order_by(task.c.number)).scalars())
    body = {"number": batch.number, "state": state, "missed": missed, "tasks": of_labels}
    append(connection, "batch-end", key=f"batch-end:{assessor}:{batch.number}", assessor=assessor, body=body)
    stand(connection, assessor, "batch-end", body)
    if missed:
        for one in of_labels:
            withdraw(connection, one, assessor)
        bar(connection, assessor, TEST_MISSED)


def stand(connection: Connection, assessor: str, kind: str, body: Mapping[str, Any]) -> None:
    """Let a batch that began or ended stand so; the log is not written."""
    table, number = schema.batch, body["number"]
    if kind == "batch":
        row = {"assessor": assessor, "number": number, "tasks": json.dumps(body["tasks"]), "state": "open"}
        connection.execute(table.insert().values(**row))
        return
    here = and_(_of(assessor), table.c.number == number)
    connection.execute(table.update().where(here).values(state=body["state"]))


def _of(assessor: str) -> ColumnElement[bool]:
    return schema.batch.c.assessor == assessor


class Entrance:
    """Steps, exclusions and batches of people, named by pseudonyms. Each call is one transaction."""

    def __init__(self, database: Database, seed: int) -> None:
        self._database = database
        self._seed = seed

    steps = reads(steps_of)
    end_step = writes(end_step)
    bar = writes(bar)
    why_barred = reads(why_barred)
    tasks_for = reads(tasks_for)
    known_answers = reads(known_answers)
    given = reads(given_by)
    open_batch = reads(open_batch)
    n_batches = reads(n_batches)
    end_batch = writes(end_batch)

    def begin_batch(self, assessor: str, tasks: Sequence[str]) -> Batch:
        """Give a person these tasks as the next batch; where one is open already, that one."""
        with self._database.writing() as connection:
            return begin_batch(connection, assessor, tasks, self._seed)
