"""The database of a campaign: opened, made, told from others' files, copied, written a transaction at a time."""

from __future__ import annotations

import os
import sqlite3
import stat
import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import wraps
from pathlib import Path
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar
from urllib.parse import quote

from sqlalchemy import Connection, Engine, create_engine, event, func, inspect, select, text
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, ProgrammingError
from sqlalchemy.pool import QueuePool

from irassay.errors import (
    InputError,
    IrassayError,
    MissingLibrary,
    NoCampaign,
    NoDatabase,
    UsageError,
    cut,
    without_secrets,
)
from irassay.files import WholeFiles
from irassay.judging.store import schema
from irassay.judging.store.addresses import is_address, is_campaign, shown_name, url_of
from irassay.judging.store.entries import KINDS, unknown_kind
from irassay.judging.store.said import JUDGING
from irassay.judging.store.writing import BLOCK

P = ParamSpec("P")
T = TypeVar("T")
SCHEMA = 1  # raised where tables change after a release
APPLICATION = 0x69726173  # "iras": what SQLite's header says of the program that made a file
_CONNECTIONS = 16  # that stay open; to make one takes longer than an answer
_BUSY = 30.0  # seconds that a writer waits for another one
_DISK_FULL = ("SQLITE_FULL", "SQLITE_IOERR_SHMSIZE", "53100")  # of the file, of its index in -shm; PostgreSQL's
_LOCK = 0x6972617373617931  # of PostgreSQL's advisory locks: one writer of a campaign at a time


class _Act(Generic[T]):
    """What one thread wants to write, and what became of it."""

    def __init__(self, act: Callable[[Connection], T]) -> None:
        self._act = act
        self._results: list[T] = []
        self.error: BaseException | None = None
        self.is_done = False

    def run(self, connection: Connection, *, alone: bool) -> None:
        """Do it; what an error of ours has begun is undone, by the end of its transaction where it is `alone` there."""
        if alone:
            self._results.append(self._act(connection))
            return
        connection.exec_driver_sql("SAVEPOINT act")
        try:
            self._results.append(self._act(connection))
        except IrassayError as error:
            self.error = error
            connection.exec_driver_sql("ROLLBACK TO SAVEPOINT act")
        connection.exec_driver_sql("RELEASE SAVEPOINT act")

    def result(self) -> T:
        """What it returned; raises what it raised, or what kept its transaction from being kept."""
        if self.error is not None:
            raise self.error
        [result] = self._results
        return result


class Database:
    """An open campaign's database. Threads may share it: one of them writes at a time, any number read."""

    def __init__(self, engine: Engine, source: str, file: str | None = None) -> None:
        self.engine = engine
        self.source = source
        self._file = file
        self._number: tuple[int, int] | None = None  # of the file on the disk
        self.schema = SCHEMA  # of its tables
        self.copy_of_older: str | None = None  # the file that keeps what was there before its tables were changed
        self._writer = threading.Lock()
        self._waiting: deque[_Act[Any]] = deque()
        self._together: Connection | None = None  # of the transaction around all that one thread does

    @contextmanager
    def together(self) -> Iterator[Connection]:
        """One transaction around all that is read and written meanwhile, by this thread alone."""
        with self._writer, self._transaction() as connection:
            self._together = connection
            try:
                yield connection
            finally:
                self._together = None

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that is alone in writing; all of it is kept when it ends, or nothing."""
        if self._together is not None:
            yield self._together
            return
        with self._writer, self._transaction() as connection:
            yield connection

    def write(self, act: Callable[[Connection], T]) -> T:
        """What `act` returns, done in one transaction with what other threads write at that moment: one wait for the
        disk serves all. An act that raises undoes its own changes alone."""
        if self._together is not None:
            return act(self._together)
        mine = _Act(act)
        self._waiting.append(mine)
        with self._writer:
            if not mine.is_done:  # else another thread has done it, while this one waited
                some = [self._waiting.popleft() for _ in range(len(self._waiting))]
                try:
                    with self._transaction() as connection:
                        for one in some:
                            one.run(connection, alone=len(some) == 1)
                except BaseException as error:
                    for one in some:
                        one.error = one.error or error
                    raise
                finally:
                    for one in some:
                        one.is_done = True
        return mine.result()

    @contextmanager
    def _transaction(self) -> Iterator[Connection]:
        with self._connected() as connection:
            if self.engine.dialect.name == "sqlite":
                connection.exec_driver_sql("BEGIN IMMEDIATE")
            else:
                connection.execute(text(f"SELECT pg_advisory_xact_lock({_LOCK})"))
            try:
                yield connection
            except BaseException:
                connection.rollback()
                raise
            connection.commit()
        self.check_place()  # else it went into a file that nobody finds under this name

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A transaction that sees one state and waits for no writer."""
        if self._together is not None:
            yield self._together
            return
        with self._connected() as connection:
            if self.engine.dialect.name == "sqlite":
                connection.exec_driver_sql("BEGIN")
            yield connection
            connection.rollback()

    @contextmanager
    def glancing(self) -> Iterator[Connection]:
        """Statements that each see the newest state, without the way there and back that a transaction takes."""
        if self._together is not None:
            yield self._together
            return
        with self._connected() as connection:
            if self.engine.dialect.name == "postgresql":
                connection = connection.execution_options(isolation_level="AUTOCOMMIT")
            yield connection

    @contextmanager
    def _connected(self) -> Iterator[Connection]:
        self.check_place()  # a new connection would make a new file
        try:
            with self.engine.connect() as connection:
                yield connection
        except (IntegrityError, ProgrammingError):
            raise
        except (DataError, UnicodeEncodeError, OverflowError) as error:  # SQLite: half a character, more than 64 bits
            why = error.orig if isinstance(error, DataError) else error
            raise InputError(JUDGING("database.value", source=self.source, why=why)) from None
        except DBAPIError as error:
            raise _trouble(self.source, error) from None

    def check_place(self) -> None:
        """Raise NoDatabase where the file was moved, removed or replaced since it was opened."""
        if self._file is None:
            return
        try:
            now = os.stat(self._file)
            number = now.st_dev, now.st_ino
        except FileNotFoundError:
            number = None
        self._number = self._number or number  # the first connection may make it
        if number != self._number:
            raise NoDatabase(JUDGING("database.gone", source=self.source), is_gone=True)

    @property
    def mode(self) -> int:
        """Who may read a copy of it: whoever may read the file; of a PostgreSQL, nobody else."""
        return 0o600 if self._file is None else stat.S_IMODE(os.stat(self._file).st_mode) & 0o777

    def close(self) -> None:
        """Close every connection, once all that was written is in the one file, whatever its name is by now."""
        pool = self.engine.pool
        if isinstance(pool, QueuePool) and pool.checkedin():
            with suppress(DBAPIError):
                self.empty_wal()
        self.engine.dispose()

    def empty_wal(self) -> bool:
        """Move all that was written into the one file; False where somebody reads what is beside it for too long."""
        if self._file is None:
            return True
        with self.engine.connect() as connection:
            return not connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)").one()[0]


def _method(way: str, act: Callable[Concatenate[Connection, P], T]) -> Callable[Concatenate[Any, P], T]:
    @wraps(act)
    def method(self: Any, /, *args: P.args, **values: P.kwargs) -> T:
        with getattr(self._database, way)() as connection:
            return act(connection, *args, **values)

    return method


def reads(act: Callable[Concatenate[Connection, P], T]) -> Callable[Concatenate[Any, P], T]:
    """A method that does this in a transaction of `Database.reading`, in the database of its object."""
    return _method("reading", act)


def glances(act: Callable[Concatenate[Connection, P], T]) -> Callable[Concatenate[Any, P], T]:
    """The same by `Database.glancing`."""
    return _method("glancing", act)


def writes(act: Callable[Concatenate[Connection, P], T]) -> Callable[Concatenate[Any, P], T]:
    """The same in a transaction of `Database.writing`."""
    return _method("writing", act)


def _trouble(source: str, error: DBAPIError) -> NoDatabase:
    """What a database says of itself, in words."""
    full = any(getattr(error.orig, name, None) in _DISK_FULL for name in ("sqlite_errorname", "sqlstate"))
    why = without_secrets(str(error.orig)).strip().replace("\n", " ")
    return NoDatabase(JUDGING("database.trouble", source=source, full=full, why=why), is_full=full)


def open_database(source: str, *, make: bool) -> Database:
    """The database of a campaign, a file of SQLite or ``postgresql://...``; with `make` it may be absent. NoCampaign,
    MissingLibrary, or InputError where it is another program's, a newer irassay's, or closed."""
    if is_address(source):
        MissingLibrary.load("psycopg", "postgresql")
        engine = create_engine(
            url_of(source), isolation_level="READ COMMITTED", pool_size=_CONNECTIONS, pool_use_lifo=True
        )
        database = Database(engine, shown_name(source))
    else:
        database = _sqlite(Path(source), make=make)
    try:
        _check(database, make=make)
    except ProgrammingError as error:  # such as an option that the address has and no database knows
        database.close()
        raise _trouble(database.source, error) from None
    except BaseException:
        database.close()
        raise
    return database


def is_there(source: str) -> bool:
    """Whether a campaign is in that place; MissingLibrary and InputError as for `open_database`."""
    if not is_address(source) and not (os.path.exists(source) and os.path.getsize(source)):
        return False
    try:
        open_database(source, make=False).close()
    except NoCampaign:
        return False
    return True


def _sqlite(path: Path, *, make: bool) -> Database:
    if not path.exists() and not make:
        raise NoCampaign(JUDGING("campaign.none", path=path))
    if path.exists() and path.stat().st_size and not is_campaign(str(path)):
        raise InputError(JUDGING("campaign.other-file", path=path))
    url = url_of(str(path))
    can_write = not path.exists() or all(os.access(one, os.W_OK) for one in (path, path.absolute().parent))
    if not can_write:
        if os.path.exists(wal := f"{path}-wal") and os.path.getsize(wal):
            raise InputError(JUDGING("database.unmoved", wal=wal, path=path))
        query = {"mode": "ro", "immutable": "1", "uri": "true"}
        url = url.set(database=f"file:{quote(str(url.database))}", query=query)
    engine = create_engine(url, pool_size=_CONNECTIONS, connect_args={"check_same_thread": False, "timeout": _BUSY})

    @event.listens_for(engine, "connect")
    def _set_up(connection: sqlite3.Connection, _: object) -> None:
        connection.isolation_level = None  # transactions begin where we say
        if can_write:
            connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")  # what is acknowledged survives a power cut
        connection.execute("PRAGMA foreign_keys=ON")
        connection.execute("PRAGMA secure_delete=ON")  # a name that is forgotten is in no byte of the file

    return Database(engine, str(path), str(path.absolute()))


def make_tables(connection: Connection) -> None:
    """Make the tables where there are none, in the transaction of `connection`."""
    if inspect(connection).get_table_names():
        return
    dialect = connection.dialect.name
    schema.TABLES.create_all(connection)
    for statement in schema.TRIGGERS[dialect]:
        connection.exec_driver_sql(statement)
    connection.execute(schema.made.insert().values(application=APPLICATION, schema=SCHEMA))
    if dialect == "sqlite":
        connection.exec_driver_sql(f"PRAGMA application_id={APPLICATION}")


def _check(database: Database, *, make: bool) -> None:
    """Refuse what is not ours; without `make`, too, what has no campaign."""
    with database.reading() as connection:
        tables = set(inspect(connection).get_table_names())
        if tables and not {"made", "log"} <= tables:
            raise _of_another_program(database)
        row = connection.execute(schema.made.select()).one_or_none() if tables else None
        kinds = _kinds(connection) if tables else []
    if tables and (row is None or row.application != APPLICATION):
        raise _of_another_program(database)
    if row is not None and row.schema > SCHEMA:
        raise InputError(JUDGING("database.newer", source=database.source, theirs=row.schema, ours=SCHEMA))
    if unknown := next((kind for kind in kinds if kind not in KINDS), None):
        raise unknown_kind(unknown, cut(database.source))
    if not (make or kinds):
        raise NoCampaign(JUDGING("campaign.none-in", source=database.source))
    if row is not None:
        database.schema = row.schema


def _kinds(connection: Connection) -> list[str]:
    """The kinds of the entries of the log, each found by the index: a million entries take no longer than ten."""
    out, kind = list[str](), schema.log.c.kind
    while (
        following := connection.execute(select(func.min(kind)).where(kind > (out[-1] if out else ""))).scalar_one()
    ) is not None:
        out.append(following)
    return out


def _of_another_program(database: Database) -> InputError:
    return InputError(JUDGING("campaign.other-database", source=database.source))


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
