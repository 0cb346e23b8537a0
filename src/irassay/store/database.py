"""The database of a campaign: opened, made, told from other programs' files, and written one transaction at a time."""

from __future__ import annotations

import sqlite3
import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from sqlalchemy import create_engine, event, inspect, text
from sqlalchemy.exc import DBAPIError

from irassay.errors import InputError, IrassayError, MissingLibrary, NoCampaign, cut, without_secrets
from irassay.store import schema
from irassay.store.addresses import is_address, shown_name, url_of

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine

T = TypeVar("T")
SCHEMA = 2  # raised where tables change
APPLICATION = 0x69726173  # "iras": what SQLite's header says of the program that made a file
_CONNECTIONS = 16  # that stay open; to make one takes longer than an answer
_BUSY = 30.0  # seconds that a writer waits for another one
_LOCK = 0x6972617373617931  # of PostgreSQL's advisory locks: one writer of a campaign at a time


class _Act(Generic[T]):
    """What one thread wants to write, and what became of it."""

    def __init__(self, act: Callable[[Connection], T]) -> None:
        self._act = act
        self._results: list[T] = []
        self.error: BaseException | None = None
        self.is_done = False

    def run(self, connection: Connection) -> None:
        """Do it; what an error of ours has begun is undone."""
        connection.exec_driver_sql("SAVEPOINT act")
        try:
            self._results.append(self._act(connection))
        except IrassayError as error:
            self.error = error
            connection.exec_driver_sql("ROLLBACK TO SAVEPOINT act")
        connection.exec_driver_sql("RELEASE SAVEPOINT act")

    def result(self) -> T:
        """What it returned.

        Raises
        ------
        BaseException
            What it raised, or what kept its transaction from being kept.
        """
        if self.error is not None:
            raise self.error
        [result] = self._results
        return result


class Database:
    """An open campaign's database. Threads may share it: one of them writes at a time, any number read."""

    def __init__(self, engine: Engine, source: str) -> None:
        self.engine = engine
        self.source = source
        self.schema = SCHEMA  # of its tables
        self.copy_of_older: str | None = None  # the file that keeps what was there before its tables were changed
        self._writer = threading.Lock()
        self._waiting: deque[_Act[Any]] = deque()

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that is alone in writing; all of it is kept when it ends, or nothing."""
        with self._writer, self._transaction() as connection:
            yield connection

    def write(self, act: Callable[[Connection], T]) -> T:
        """What `act` returns, done in a transaction together with what other threads want to write at that moment.

        One commit, which waits for the disk, then serves all of them. An act that raises undoes its own changes alone.
        """
        mine = _Act(act)
        self._waiting.append(mine)
        with self._writer:
            if not mine.is_done:  # else another thread has done it, while this one waited
                some = [self._waiting.popleft() for _ in range(len(self._waiting))]
                try:
                    with self._transaction() as connection:
                        for one in some:
                            one.run(connection)
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
        with self.engine.connect() as connection:
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

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A transaction that sees one state and waits for no writer."""
        with self.engine.connect() as connection:
            if self.engine.dialect.name == "sqlite":
                connection.exec_driver_sql("BEGIN")
            yield connection
            connection.rollback()

    @contextmanager
    def glancing(self) -> Iterator[Connection]:
        """Statements that each see the newest state, without the way there and back that a transaction takes."""
        with self.engine.connect() as connection:
            if self.engine.dialect.name == "postgresql":
                connection = connection.execution_options(isolation_level="AUTOCOMMIT")
            yield connection

    def close(self) -> None:
        """Close every connection."""
        self.engine.dispose()


def open_database(source: str, *, make: bool) -> Database:
    """The database of a campaign.

    Parameters
    ----------
    source : str
        A file of SQLite, or ``postgresql://...``.
    make : bool
        Whether an absent one is made.

    Raises
    ------
    MissingLibrary
        The extra for campaigns is not installed.
    UsageError
        There is no such file.
    InputError
        It is another program's, or a newer irassay's; or it can't be opened.
    """
    if is_address(source):
        MissingLibrary.load("psycopg", "postgresql")
        engine = create_engine(url_of(source), isolation_level="READ COMMITTED", pool_size=_CONNECTIONS)
        database = Database(engine, shown_name(source))
    else:
        database = _sqlite(Path(source), make=make)
    try:
        _prepare(database, make=make)
    except DBAPIError as error:
        database.close()
        reason = without_secrets(str(error.orig))
        raise InputError(f"{cut(database.source)} can't be opened as a campaign: {reason}") from None
    except BaseException:
        database.close()
        raise
    return database


def is_there(source: str) -> bool:
    """Whether a campaign may be in that place: a file of any kind, or a database with tables.

    Raises
    ------
    MissingLibrary, InputError
        As for `open_database`.
    """
    if not is_address(source):
        path = Path(source)
        return path.exists() and path.stat().st_size > 0
    try:
        open_database(source, make=False).close()
    except NoCampaign:
        return False
    return True


def _sqlite(path: Path, *, make: bool) -> Database:
    if not path.exists() and not make:
        raise NoCampaign(f"there is no campaign {cut(str(path))}: irassay judge makes one")
    if path.exists() and path.stat().st_size and path.read_bytes()[:15] != b"SQLite format 3":
        raise InputError(f"{cut(str(path))} is no campaign, expected a file that irassay judge has made, or a new name")
    engine = create_engine(
        url_of(str(path)), pool_size=_CONNECTIONS, connect_args={"check_same_thread": False, "timeout": _BUSY}
    )

    @event.listens_for(engine, "connect")
    def _set_up(connection: sqlite3.Connection, _: object) -> None:
        connection.isolation_level = None  # transactions begin where we say
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")  # what is acknowledged survives a power cut
        connection.execute("PRAGMA foreign_keys=ON")
        connection.execute("PRAGMA secure_delete=ON")  # a name that is forgotten is in no byte of the file

    return Database(engine, str(path))


def _prepare(database: Database, *, make: bool) -> None:
    """Make the tables where there are none; refuse what is not ours."""
    is_sqlite = database.engine.dialect.name == "sqlite"
    tables = set(inspect(database.engine).get_table_names())
    if not tables and make:
        with database.writing() as connection:
            if not inspect(connection).get_table_names():  # nobody else made them meanwhile
                schema.TABLES.create_all(connection)
                for statement in schema.TRIGGERS[database.engine.dialect.name]:
                    connection.exec_driver_sql(statement)
                connection.execute(schema.made.insert().values(application=APPLICATION, schema=SCHEMA))
                if is_sqlite:
                    connection.exec_driver_sql(f"PRAGMA application_id={APPLICATION}")
        return
    if not tables:
        raise NoCampaign(f"there is no campaign in {cut(database.source)}: irassay judge makes one")
    if "made" not in tables or "log" not in tables:
        raise InputError(f"{cut(database.source)} is a database of another program, expected a campaign or a new name")
    with database.reading() as connection:
        row = connection.execute(schema.made.select()).one()
    if row.application != APPLICATION:
        raise InputError(f"{cut(database.source)} is a database of another program, expected a campaign or a new name")
    if row.schema > SCHEMA:
        raise InputError(
            f"{cut(database.source)} has the tables of a newer irassay ({row.schema}, this one has {SCHEMA}): "
            "install that, nothing was changed"
        )
    database.schema = row.schema
