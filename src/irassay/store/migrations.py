"""Tables of an older schema made into those of today, in one transaction: all of it is done, or nothing.

A step knows the tables before and after it by name alone, not today's `schema`, which goes on changing.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from sqlalchemy import Column, ForeignKey, Integer, Text, text

from irassay.errors import MissingLibrary
from irassay.store import schema
from irassay.store.copying import copy_to
from irassay.store.counting import recount
from irassay.store.database import SCHEMA, Database, open_database

if TYPE_CHECKING:
    from alembic.operations import Operations


def open_up_to_date(source: str, *, make: bool) -> Database:
    """What `open_database` gives, its tables brought to today's schema; of a file a copy is kept beside it."""
    database = open_database(source, make=make)
    try:
        if database.schema < SCHEMA:
            migrate(database, SCHEMA)
    except BaseException:
        database.close()
        raise
    return database


def migrate(database: Database, to: int) -> None:
    """Bring the tables of a campaign to the schema `to`; where a step fails, the database undoes all of it."""
    MissingLibrary.load("alembic", "web")
    from alembic.migration import MigrationContext
    from alembic.operations import Operations

    if database.engine.dialect.name == "sqlite":
        database.copy_of_older = _copy_name(database)
        copy_to(database, database.copy_of_older)
    with database.writing() as connection:
        before = connection.execute(schema.made.select()).one().schema  # another process may have been here
        operations = Operations(MigrationContext.configure(connection))
        for number in range(before + 1, to + 1):
            _STEPS[number](operations)
        if before < to:
            recount(connection)
            connection.execute(schema.made.update().values(schema=to))
    database.schema = to


def _copy_name(database: Database) -> str:
    with database.reading() as connection:
        name = f"{database.source}.schema-{connection.execute(schema.made.select()).one().schema}"
    n, free = 1, name
    while os.path.lexists(free):
        n += 1
        free = f"{name}-{n}"
    return free


def _to_2(operations: Operations) -> None:
    """Counts that are kept, and what finds open tasks, ended holds and newest answers at once."""
    person = Column("assessor", Text, ForeignKey("assessor.pseudonym"), primary_key=True)
    operations.create_table("done", person, *(Column(name, Integer, nullable=False) for name in ("tasks", "open")))
    campaign = Column("campaign", Integer, primary_key=True, autoincrement=False)
    operations.create_table("open_tasks", campaign, Column("tasks", Integer, nullable=False))
    is_open = text("wanted > answered")
    operations.create_index("task_open", "task", ["query", "number"], sqlite_where=is_open, postgresql_where=is_open)
    operations.create_index("hold_by_end", "hold", ["until"])
    operations.drop_index("answer_by_assessor", "answer")
    operations.create_index("answer_by_assessor", "answer", ["assessor", "entry"])
    operations.create_index("log_by_kind", "log", ["kind", "assessor", "entry"])
    _purposes_and_steps(operations)
    _sides(operations)


def _purposes_and_steps(operations: Operations) -> None:
    """What a task is for; how far people are, their batches; what owners settled and closed."""
    for name, default in (("purpose", "label"), ("expected", ""), ("reason", "")):
        operations.add_column("task", Column(name, Text, nullable=False, server_default=default))

    def person() -> Column[str]:
        return Column("assessor", Text, ForeignKey("assessor.pseudonym"), primary_key=True)

    attempt, state = Column("attempt", Integer, nullable=False), Column("state", Text, nullable=False)
    operations.create_table("step", person(), Column("name", Text, primary_key=True), attempt, state)
    number, tasks = Column("number", Integer, primary_key=True), Column("tasks", Text, nullable=False)
    operations.create_table("batch", person(), number, tasks, Column("state", Text, nullable=False))
    task = Column("task", Text, ForeignKey("task.id"), primary_key=True)
    operations.create_table("adjudication", task, Column("entry", Integer, nullable=False))
    query = Column("query", Text, primary_key=True)
    operations.create_table("closed", query, Column("entry", Integer, nullable=False))


def _sides(operations: Operations) -> None:
    """Which document stands where, and the place in a person's order: a graded task has one document."""
    with operations.batch_alter_table("hold") as hold:
        hold.add_column(Column("sides", Text, nullable=False, server_default="[]"))
        hold.add_column(Column("place", Integer, nullable=False, server_default="1"))
    operations.execute("UPDATE hold SET sides = (SELECT docs FROM task WHERE task.id = hold.task)")
    with operations.batch_alter_table("hold") as hold:
        hold.alter_column("sides", server_default=None)
        hold.alter_column("place", server_default=None)


_STEPS: Mapping[int, Callable[[Operations], None]] = {2: _to_2}
