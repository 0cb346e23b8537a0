"""A campaign of judging: its tasks, people and answers, kept in one database."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import TracebackType
from typing import Any

from sqlalchemy import func, select

from irassay.collection.tasks import Task
from irassay.errors import UsageError, cut
from irassay.record import Record
from irassay.store import answers, holds, people, pool_facts, schema
from irassay.store.adding import add_tasks
from irassay.store.database import Database
from irassay.store.entries import Entry, checked
from irassay.store.people import Person
from irassay.store.pool_facts import PoolFacts, Stratum, add_facts
from irassay.store.settings import Settings
from irassay.store.writing import append

__all__ = [
    "Campaign"
]  # on the page of the Python functions: the room's front loads without the library that this needs

DEFAULT_ORIGIN = "http://127.0.0.1:8765"
_KEY_BYTES = 12
_BLOCK = 1000  # entries that are read at once


class Counts(Record):
    """How far a campaign is: tasks, answers that they want, and answers that stand."""

    tasks: int
    wanted: int
    answered: int


class Campaign:
    """An open campaign. Close it, or use it in a ``with``.

    Every method is one transaction: what it has returned is kept. Threads may share a campaign.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> from irassay.collection.judging_scales import scale
    >>> from irassay.collection.tasks import Task
    >>> file = pathlib.Path(tempfile.mkdtemp()) / "shoes.campaign"
    >>> from irassay.store import Settings, make_campaign
    >>> settings = Settings(scale=scale("binary"), order="rank", seed=0, guideline="")
    >>> with make_campaign(file, settings) as campaign:
    ...     n = campaign.add([Task("graded", "q1", ("d1",))], queries={"q1": "red shoes"}, docs={"d1": "Shoes, red."})
    ...     ann = campaign.person(campaign.invite("Ann"))
    ...     [held] = campaign.hold(ann.pseudonym, campaign.tasks())
    ...     receipt = campaign.record(ann.pseudonym, held.key, held.task, {"answer": "Relevant"})
    >>> n, held.doc_texts, receipt.is_new
    (1, ('Shoes, red.',), True)
    """

    def __init__(self, database: Database, settings: Settings) -> None:
        self._database = database
        self.settings = settings

    @property
    def source(self) -> str:
        """Where it is kept; of a PostgreSQL the part of the address without a password."""
        return self._database.source

    def add(
        self,
        tasks: Iterable[Task],
        *,
        queries: Mapping[str, str],
        docs: Mapping[str, str],
        facts: PoolFacts | None = None,
    ) -> int:
        """Add tasks with the texts that they show; those that are there already are left as they are.

        Parameters
        ----------
        tasks : iterable of Task
        queries, docs : mapping of str to str
            The texts of their queries and documents, at least.
        facts : PoolFacts, optional
            The strata and rankings that they are from.

        Returns
        -------
        int
            How many were added.

        Raises
        ------
        InputError
            A text is missing, or is another one than was shown before; nothing was added.
        """
        with self._database.writing() as connection:
            n = add_tasks(connection, tasks, queries, docs)
            add_facts(connection, facts or PoolFacts())
            return n

    def strata(self) -> dict[str, dict[str, Stratum]]:
        """The strata from which the tasks of each query were drawn, where they were."""
        with self._database.reading() as connection:
            return pool_facts.strata(connection)

    def rankings(self, query: str) -> dict[str, list[str]]:
        """Run -> those of its documents of a query that are to be judged, best first; empty without runs."""
        with self._database.reading() as connection:
            return pool_facts.rankings(connection, query)

    @property
    def origin(self) -> str:
        """Where its page was served last, such as ``http://127.0.0.1:8765``: links of people begin so."""
        table = schema.log
        last = select(table.c.body).where(table.c.kind == "origin").order_by(table.c.entry.desc()).limit(1)
        with self._database.reading() as connection:
            body = connection.execute(last).scalar_one_or_none()
        return DEFAULT_ORIGIN if body is None else str(json.loads(body)["origin"])

    def serve_at(self, origin: str) -> None:
        """Keep where its page is served from now on."""
        if origin != self.origin:
            with self._database.writing() as connection:
                append(connection, "origin", key=f"origin:{secrets.token_hex(_KEY_BYTES)}", body={"origin": origin})

    def invite(self, name: str, role: str = "assessor") -> str:
        """A token for a person, who is added if need be; earlier ones stay good until `revoke`.

        Raises
        ------
        UsageError
            The name is empty, or is there with another role.
        """
        with self._database.writing() as connection:
            return people.invite(connection, name, role)

    def revoke(self, name: str) -> None:
        """Make a person's tokens void; what was answered stays.

        Raises
        ------
        UsageError
            There is nobody of that name.
        """
        with self._database.writing() as connection:
            people.revoke(connection, name)

    def forget(self, name: str) -> None:
        """Remove a person's name and tokens. The answers stay, under a pseudonym.

        Raises
        ------
        UsageError
            There is nobody of that name.
        """
        with self._database.writing() as connection:
            people.forget(connection, name)

    def pause(self, assessor: str, state: str) -> None:
        """Set whether a person, named by the pseudonym, is working or paused; who pauses holds nothing."""
        with self._database.writing() as connection:
            people.pause(connection, assessor, state)

    def person(self, token: str) -> Person | None:
        """Whose token it is; None where it is void or nobody's."""
        with self._database.reading() as connection:
            return people.person_of(connection, token)

    def hold(self, assessor: str, tasks: Sequence[str]) -> list[holds.Held]:
        """Give a person those of the tasks that still want an answer, for twenty minutes.

        A person's own holds are renewed. Never are there more holds and answers than are wanted.
        """
        with self._database.writing() as connection:
            return holds.hold_tasks(connection, assessor, tasks, share=self.settings.share)

    def record(
        self, assessor: str, key: str, task: str, body: Mapping[str, Any], replaces: str | None = None
    ) -> answers.Receipt:
        """Keep an answer, a skip or, with ``{"answer": None}``, that an answer is taken back.

        Parameters
        ----------
        assessor : str
            The person's pseudonym.
        key : str
            That of the hold for a first answer, one of the sender's own for a later one. Sent again, it is kept once.
        task : str
        body : mapping
            ``answer``, the name of a point of the scale, or ``skip``, a reason; and how it came about.
        replaces : str, optional
            The key of this person's answer before.

        Raises
        ------
        AnswerConflict
            The key was used for something else, or another answer of this person stands.
        TaskTakenBack
            Others have given all answers that are wanted; this one is not counted.
        UsageError
            There is no such task, or the answer is no point of the scale.
        """
        named = body.get("answer")
        if named is not None and self.settings.scale.grade(str(named)) is None:
            raise UsageError(f"expected an answer among {', '.join(self.settings.scale.names)}, but got {cut(named)}")
        if ("answer" in body) == ("skip" in body):
            raise UsageError("expected an answer or the reason of a skip, and not both")
        with self._database.writing() as connection:
            return answers.record_answer(connection, assessor, key, task, body, replaces)

    def tasks(self) -> list[str]:
        """The ids of all tasks, in the order in which they came."""
        with self._database.reading() as connection:
            return list(connection.execute(select(schema.task.c.id).order_by(schema.task.c.number)).scalars())

    @property
    def newest(self) -> int:
        """The number of the last task: it grows where tasks are added."""
        with self._database.reading() as connection:
            return int(connection.execute(select(func.coalesce(func.max(schema.task.c.number), 0))).scalar_one())

    def queries(self) -> list[str]:
        """The queries that have tasks, in the order in which they came."""
        table = schema.task
        by_query = select(table.c.query).group_by(table.c.query).order_by(func.min(table.c.number))
        with self._database.reading() as connection:
            return list(connection.execute(by_query).scalars())

    def wanting(self, query: str, assessor: str) -> list[tuple[str, bool]]:
        """The tasks of a query that want an answer of this person, in the order in which they came.

        Returns
        -------
        list of (str, bool)
            Each with whether it is free: whether others hold fewer of its answers than are left.
        """
        with self._database.reading() as connection:
            return holds.wanting(connection, query, assessor, self.settings.share)

    def wanting_among(self, tasks: Sequence[str], assessor: str) -> list[tuple[str, bool]]:
        """The same of these tasks, whatever their queries."""
        with self._database.reading() as connection:
            return holds.wanting_among(connection, tasks, assessor, self.settings.share)

    def queries_of_tasks(self) -> list[tuple[str, str]]:
        """Every task with its query, in the order in which they came."""
        table = schema.task
        rows = select(table.c.id, table.c.query).order_by(table.c.number)
        with self._database.reading() as connection:
            return [(row.id, row.query) for row in connection.execute(rows)]

    def docs_of(self, query: str) -> dict[str, str]:
        """The tasks of a query, each with the first document that it shows."""
        table = schema.task
        rows = select(table.c.id, table.c.docs).where(table.c.query == query)
        with self._database.reading() as connection:
            return {row.id: json.loads(row.docs)[0] for row in connection.execute(rows)}

    def grades(self, query: str) -> dict[str, list[int]]:
        """The documents of a query that somebody has graded, with the grades that stand."""
        with self._database.reading() as connection:
            given = answers.of_query(connection, query)
        out: dict[str, list[int]] = {}
        for doc, name in given:
            grade = self.settings.scale.grade(name)
            if grade is not None:
                out.setdefault(doc, []).append(grade)
        return out

    def held(self, assessor: str) -> list[str]:
        """The tasks that a person holds."""
        with self._database.reading() as connection:
            return holds.held(connection, assessor)

    def of_person(self, assessor: str) -> Counts:
        """How far a person is: answers and skips that stand, of those and the tasks that want one of this person."""
        with self._database.reading() as connection:
            done, left = holds.done_and_left(connection, assessor)
        return Counts(tasks=done + left, wanted=done + left, answered=done)

    def counts(self) -> Counts:
        """How far it is."""
        table = schema.task
        sums = [func.count(), *(func.coalesce(func.sum(column), 0) for column in (table.c.wanted, table.c.answered))]
        with self._database.reading() as connection:
            tasks, wanted, answered = connection.execute(select(*sums)).one()
        return Counts(tasks=tasks, wanted=wanted, answered=answered)

    def docs_by_query(self) -> dict[str, set[str]]:
        """Query -> the documents that its tasks show."""
        table = schema.task
        out: dict[str, set[str]] = {}
        with self._database.reading() as connection:
            for row in connection.execute(select(table.c.query, table.c.docs)).yield_per(_BLOCK):
                out.setdefault(row.query, set()).update(json.loads(row.docs))
        return out

    def milliseconds(self) -> list[int]:
        """How long the answers that stand took, where the page said so: time without pauses."""
        with self._database.reading() as connection:
            return answers.milliseconds(connection)

    def log(self) -> Iterator[Entry]:
        """Every entry of the log, first to last; the chain of hashes is checked on the way.

        Raises
        ------
        InputError
            An entry is missing or was changed; it is named.
        """
        with self._database.reading() as connection:
            rows = connection.execute(schema.log.select().order_by(schema.log.c.entry)).yield_per(_BLOCK).mappings()
            yield from checked((_entry_of(row) for row in rows), self.source)

    def close(self) -> None:
        """Close the database."""
        self._database.close()

    def __enter__(self) -> Campaign:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _entry_of(row: Mapping[Any, Any]) -> tuple[Entry, str]:
    fields = {column.name: row[column.name] for column in schema.log.c if column.name != "sha256"}
    return Entry(**fields), row["sha256"]
