"""Counts that are kept, so that nobody waits while a million tasks are counted. They can be made again at any time.

A task is open while it wants more answers than it has. How many want an answer of a person are the open ones, without
those that the person has answered or skipped.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import Connection, Select, Table, case, func, literal, or_, select

from irassay.collection.tasks import LABEL
from irassay.judging.store import schema, wanted
from irassay.judging.store.wanted import IS_OPEN
from irassay.record import Record

_CAMPAIGN = 1  # the one row of `open_tasks`


def recount(connection: Connection) -> None:
    """Make all counts again from tasks and standing answers."""
    answer, assessor, task = schema.answer, schema.assessor, schema.task
    for table in (schema.done, schema.open_tasks):
        connection.execute(table.delete())
    with_tasks = answer.join(task, task.c.id == answer.c.task)
    in_open = func.coalesce(func.sum(case((IS_OPEN, 1), else_=0)), 0)
    of_labels = func.coalesce(func.sum(case((task.c.purpose == LABEL, 1), else_=0)), 0)
    counts = select(answer.c.assessor, of_labels, in_open).select_from(with_tasks).group_by(answer.c.assessor)
    _insert(connection, schema.done, counts)
    others = select(assessor.c.pseudonym, literal(0), literal(0)).where(
        assessor.c.pseudonym.not_in(select(schema.done.c.assessor))
    )
    _insert(connection, schema.done, others)
    n_open = select(func.count()).select_from(task).where(IS_OPEN).scalar_subquery()
    _insert(connection, schema.open_tasks, select(literal(_CAMPAIGN), n_open))


def _insert(connection: Connection, table: Table, rows: Select[*tuple[Any, ...]]) -> None:
    connection.execute(table.insert().from_select([column.name for column in table.c], rows))


def add_person(connection: Connection, assessor: str) -> None:
    """A new person has done nothing."""
    connection.execute(schema.done.insert().values(assessor=assessor, tasks=0, open=0))


def add_open(connection: Connection, change: int) -> None:
    """So many tasks more, or fewer, are open."""
    table = schema.open_tasks
    if connection.execute(table.update().values(tasks=table.c.tasks + change)).rowcount == 0:
        connection.execute(table.insert().values(campaign=_CAMPAIGN, tasks=change))


class Place(NamedTuple):
    """Of a person and a task: whether an answer or a skip stands, and whether the task is open."""

    stands: bool
    is_open: bool


def count_change(connection: Connection, task: str, assessor: str, was: Place, now: Place, *, is_label: bool) -> None:
    """Count what one person's answer has changed, once it stands; a test or practice is no task done."""
    answer, done = schema.answer, schema.done
    tasks = is_label * (now.stands - was.stands)
    mine = (now.stands and now.is_open) - (was.stands and was.is_open)
    by = now.is_open - was.is_open
    is_mine = done.c.assessor == assessor
    if by:  # of whoever has answered the task
        others = select(answer.c.assessor).where(answer.c.task == task)
        changed = done.update().where(or_(is_mine, done.c.assessor.in_(others)))
        counts = {
            "tasks": done.c.tasks + case((is_mine, tasks), else_=0),
            "open": done.c.open + case((is_mine, mine), else_=by),
        }
        connection.execute(changed.values(counts))
        add_open(connection, by)
    elif tasks or mine:
        connection.execute(done.update().where(is_mine).values(tasks=done.c.tasks + tasks, open=done.c.open + mine))


def done_and_left(connection: Connection, assessor: str) -> tuple[int, int]:
    """How many answers and skips of a person stand, and how many tasks want an answer of this person."""
    counts = connection.execute(wanted.COUNTS, {"who": assessor}).one()
    done, done_of_open, n_open, n_closed = (int(count) for count in counts)
    return done, n_open - done_of_open - n_closed


@dataclass(frozen=True)
class Counts:
    """How far a campaign is: tasks, answers that they want, and answers that stand."""

    tasks: int
    wanted: int
    answered: int


class Offer(Record):
    """What there is for a person: tasks done, those that want the person's answer, and who has them."""

    done: int
    left: int  # those that want an answer of this person
    held: list[str]  # of these, what the person holds and has not at hand
    blocked: set[str]  # of these, what others hold
    free: int  # of these, what nobody else holds and the person has not
