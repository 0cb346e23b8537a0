"""A copy of a campaign in a file of SQLite, of one moment, while others write."""

from __future__ import annotations

import os

from irassay.errors import InputError, NoDatabase, UsageError
from irassay.files import WholeFiles
from irassay.judging.store import schema
from irassay.judging.store.database import Database, make_tables, open_database
from irassay.judging.store.said import JUDGING
from irassay.judging.store.writing import BLOCK


def copy_to(database: Database, to: str) -> None:
    """Write the whole of a campaign into a new file of SQLite: it appears when it is complete and on the disk.
    UsageError where it is there, InputError where it can't be written."""
    if os.path.lexists(to):
        raise UsageError(JUDGING("copy.there", to=to))
    with WholeFiles() as files:
        beside = files.beside(to)
        os.chmod(beside, database.mode)
        try:
            if database.engine.dialect.name == "sqlite":
                with database.glancing() as connection:
                    connection.exec_driver_sql("VACUUM INTO ?", (os.path.abspath(beside),))
            else:
                _copy_tables(database, beside)
        except NoDatabase as error:
            if error.is_full:  # what fills is the copy's disk
                raise InputError(JUDGING("copy.full", to=to)) from None
            raise
        with open(beside, "rb+") as written:
            os.fsync(written.fileno())


def _copy_tables(database: Database, to: str) -> None:
    """Every row of every table, as one transaction sees them."""
    copy = open_database(to, make=True)
    try:
        with database.engine.connect().execution_options(isolation_level="REPEATABLE READ") as source:
            with copy.writing() as target:
                make_tables(target)
                target.execute(schema.made.delete())
                for table in schema.TABLES.sorted_tables:
                    with source.execute(table.select(), execution_options={"yield_per": BLOCK}) as rows:
                        for block in rows.mappings().partitions():
                            target.execute(table.insert(), [dict(row) for row in block])
            source.rollback()
    finally:
        copy.close()
