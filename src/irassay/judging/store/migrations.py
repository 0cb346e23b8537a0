"""Tables of an older schema made into those of today, in one transaction: all of it is done, or nothing.

A step knows the tables before and after it by name alone, not today's `schema`, which goes on changing.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from itertools import chain, count
from typing import TYPE_CHECKING

from irassay.errors import MissingLibrary
from irassay.judging.store import schema
from irassay.judging.store.counting import recount
from irassay.judging.store.database import SCHEMA, Database, copy_to, open_database

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
        with database.reading() as connection:
            name = f"{database.source}.schema-{connection.execute(schema.made.select()).one().schema}"
        names = chain([name], (f"{name}-{n}" for n in count(2)))
        database.copy_of_older = next(one for one in names if not os.path.lexists(one))
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


# By the schema that it leads to, what changes the tables of the one before.
_STEPS: Mapping[int, Callable[[Operations], None]] = {}
