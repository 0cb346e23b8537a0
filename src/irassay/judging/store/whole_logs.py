"""Whether a log has its end: its tables are held against it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import func, select

from irassay.errors import InputError
from irassay.judging.store import schema

if TYPE_CHECKING:
    from sqlalchemy import Connection


def check_end(connection: Connection, source: str) -> None:
    """InputError where tables name what no entry says, since the end of the log was cut off: after which entry, what is
    missing."""
    log = schema.log
    entries = select(log.c.entry)
    named = [
        connection.execute(select(func.count()).select_from(table).where(table.c.entry.not_in(entries))).scalar_one()
        for table in (schema.answer, schema.adjudication, schema.closed)
    ]
    more = [
        connection.execute(select(func.count()).select_from(table)).scalar_one()
        - connection.execute(select(func.count()).select_from(log).where(log.c.kind == kind)).scalar_one()
        for kind, table in (("task", schema.task), ("assessor", schema.assessor))
    ]
    if any(named) or any(more):
        last = connection.execute(select(func.max(log.c.entry))).scalar_one()
        raise InputError(
            f"{source}: the log ends after entry {last}, and lacks what its tables name: {sum(named)} answers, "
            f"{more[0]} tasks, {more[1]} people; its end was cut off. A copy that was made before has it"
        )
