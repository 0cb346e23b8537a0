"""A campaign of judging: its tasks, people and answers, kept in one database."""

from __future__ import annotations

import json
import os
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from itertools import islice
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, func, select

from irassay.collection.task_kinds import kind_of
from irassay.collection.tasks import LABEL, Task
from irassay.errors import InputError, UsageError
from irassay.judging.store import answers, counting, holds, imported_answers, people, schema
from irassay.judging.store.adding import add_tasks
from irassay.judging.store.counting import Counts, Offer
from irassay.judging.store.database import Database, copy_to, glances, reads, writes
from irassay.judging.store.entrance import Entrance
from irassay.judging.store.entries import Entry, checked, entry_of
from irassay.judging.store.imported_answers import add_earlier, check_earlier
from irassay.judging.store.models import Models
from irassay.judging.store.oversight import Oversight
from irassay.judging.store.owners import Adjudicating
from irassay.judging.store.pool_facts import Facts, PoolFacts, add_facts
from irassay.judging.store.questions import Questions
from irassay.judging.store.said import JUDGING
from irassay.judging.store.settings import Settings
from irassay.judging.store.versions import Versions
from irassay.judging.store.wanted import OF_CLOSED_QUERY
from irassay.judging.store.writing import BLOCK, append, last_entry

if TYPE_CHECKING:
    from irassay.formats.judgments import JudgedTask

__all__ = [
    "Campaign"
]  # on the page of the Python functions: the room's front loads without the library that this needs

DEFAULT_ORIGIN = "http://127.0.0.1:8765"


class _Rehearsed(Exception):
    """What ends a transaction of which nothing is kept."""


class Campaign(Adjudicating):
    """An open campaign; close it, or use it in a ``with``. Every method is one transaction: what it has returned is
    kept. Threads may share a campaign."""

    def __init__(self, database: Database, settings: Settings) -> None:
        super().__init__(database, settings)
        self.entrance = Entrance(database, settings.seed)
        self.facts = Facts(database, settings)  # what is known of its tasks together
        self.oversight = Oversight(database)  # its people, what each has said last, and who is stopped
        self.models = Models(database)  # that judge: what each was asked, and what came back
        self.questions = Questions(database)  # the one that its labels settle, and what was drawn for it
        self.versions = Versions(database)  # of its best answers

    @property
    def source(self) -> str:
        """Where it is kept; of a PostgreSQL the part of the address without a password."""
        return self._database.source

    @property
    def copy_of_older(self) -> str | None:
        """The file that keeps the campaign as it was, where opening it has brought its tables up to date."""
        return self._database.copy_of_older

    def add(
        self,
        tasks: Iterable[Task],
        *,
        queries: Mapping[str, str],
        docs: Mapping[str, str],
        facts: PoolFacts | None = None,
    ) -> int:
        """Add tasks with texts, strata and rankings; how many were not there. InputError, and nothing added, where a
        text is missing or another than before; UsageError for another kind."""
        wanted = list(tasks)
        other = next((task.kind for task in wanted if task.kind != self.settings.kind), None)
        if other is not None:
            raise UsageError(JUDGING("campaign.kind", kind=self.settings.kind, given=other))
        with self._database.writing() as connection:
            n = add_tasks(connection, wanted, queries, docs)
            add_facts(connection, facts or PoolFacts())
            return n

    @contextmanager
    def rehearsing(self) -> Iterator[None]:
        """Nothing of what is written meanwhile is kept."""
        with suppress(_Rehearsed), self._database.together():
            yield
            raise _Rehearsed

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
                append(connection, "origin", body={"origin": origin})

    invite = writes(people.invite)
    revoke = writes(people.revoke)
    person = glances(people.person_of)
    wanting_ids = glances(holds.wanting_ids)
    within_queries = glances(holds.within_queries)
    last_query = glances(holds.last_query)
    held = reads(holds.held)
    recount = writes(counting.recount)

    def join(self, name: str) -> str | None:
        """A token for whom a platform sends, who is added if need be; None where the person's links were revoked."""
        return self._database.write(lambda connection: people.join(connection, name))

    def forget(self, name: str) -> None:
        """Remove a person's name and tokens, from what is beside the file too; answers stay, under a pseudonym.
        UsageError where there is nobody; InputError where another program reads what is beside the file."""
        with self._database.writing() as connection:
            people.forget(connection, name)
        if not self._database.empty_wal():
            raise InputError(JUDGING("database.name", name=name, source=self.source))

    def pause(self, assessor: str, state: str) -> None:
        """Set whether a person, named by the pseudonym, is working or paused; who pauses holds nothing."""
        self._database.write(lambda connection: people.pause(connection, assessor, state))

    def renew(self, assessor: str, tasks: Collection[str]) -> None:
        """Let those of the tasks that a person holds end twenty minutes from now."""
        if tasks:
            self._database.write(lambda connection: holds.renew(connection, assessor, tasks))

    def hold(self, assessor: str, tasks: Sequence[str], place: int | None = None) -> list[holds.Held]:
        """Give a person, for twenty minutes, those of the tasks that still want an answer, and renew the person's
        holds; `place` is the first new one's in the person's order."""
        of = self.settings
        held = self._database.write(lambda c: holds.hold_tasks(c, assessor, tasks, of.seed, place, share=of.share))
        with self._database.glancing() as connection:
            return holds.with_texts(connection, held)

    def record(
        self, assessor: str, key: str, task: str, body: Mapping[str, Any], replaces: str | None = None
    ) -> answers.Receipt:
        """Keep an answer, a skip or, with ``{"answer": None}``, a withdrawal; `key`, `replaces` and errors are as in
        `record_answer`, and a key counts once."""
        return self._database.write(
            lambda connection: answers.record_answer(connection, self.settings, assessor, key, task, body, replaces)
        )

    def import_answers(self, judged: Iterable[JudgedTask], source: Mapping[str, str]) -> imported_answers.Imported:
        """Add what people said elsewhere, by the names of choices, with its `source`; added again it counts once.
        InputError without the task, UsageError for other names: nothing is added."""
        by_person = imported_answers.by_person(judged, self.settings.kind, set(self.tasks()), self.facts.texts("query"))
        names = [choice.name for choice in self.settings.choices(kind_of(self.settings.kind).most)]
        said = (body["answer"] for given in by_person.values() for body in given.values() if "answer" in body)
        if others := [answer for answer in said if answer not in names]:
            raise UsageError(JUDGING("answer.choices", names=names, given=others[0]))
        with self._database.writing() as connection:
            done = [
                imported_answers.add_answers(connection, self.settings, name, given, source)
                for name, given in by_person.items()
            ]
        return imported_answers.Imported(
            *(sum(getattr(one, of) for one in done) for of in ("added", "corrected", "same", "without_room"))
        )

    def add_earlier(self, labels: Mapping[str, Mapping[str, int]], source: Mapping[str, str]) -> bool:
        """Keep labels given before, query -> document -> grade, with their `source`, as `source_of` has it;
        False where that file is there already. InputError where a grade is none of the scale."""
        check_earlier(self.settings, labels, source)
        with self._database.writing() as connection:
            return add_earlier(connection, labels, source)

    def tasks(self) -> list[str]:
        """The ids of all tasks, in the order in which they came."""
        with self._database.reading() as connection:
            return list(connection.execute(select(schema.task.c.id).order_by(schema.task.c.number)).scalars())

    @property
    def newest(self) -> int:
        """The number of the last task: it grows where tasks are added."""
        with self._database.glancing() as connection:
            return int(connection.execute(select(func.coalesce(func.max(schema.task.c.number), 0))).scalar_one())

    def queries(self) -> list[str]:
        """The queries that have tasks, in the order in which they came."""
        table = schema.task
        by_query = select(table.c.query).where(table.c.purpose == LABEL).group_by(table.c.query)
        with self._database.reading() as connection:
            return list(connection.execute(by_query.order_by(func.min(table.c.number))).scalars())

    def wanting(self, query: str, assessor: str) -> list[tuple[str, bool]]:
        """The tasks of a query that want an answer of this person, in the order in which they came, each with whether
        others hold fewer of its answers than are left."""
        with self._database.reading() as connection:
            return holds.wanting(connection, query, assessor, self.settings.share)

    def offer(self, assessor: str, having: Collection[str] = ()) -> Offer:
        """What there is for a person who has the tasks of `having`."""
        with self._database.glancing() as connection:
            done, left = counting.done_and_left(connection, assessor)
            held = [task for task in holds.held(connection, assessor) if task not in having]
            blocked = set(holds.without_room(connection, assessor))
            free = left - len(blocked) - holds.n_wanting(connection, assessor, {*held, *having} - blocked)
        return Offer(done=done, left=left, held=held, blocked=blocked, free=free)

    def of_person(self, assessor: str) -> Counts:
        """How far a person is: answers and skips that stand, of those and the tasks that want one of this person."""
        with self._database.reading() as connection:
            done, left = counting.done_and_left(connection, assessor)
        return Counts(tasks=done + left, wanted=done + left, answered=done)

    def counts(self) -> Counts:
        """How far it is, closed queries left out."""
        table = schema.task
        sums = [func.count(), *(func.coalesce(func.sum(column), 0) for column in (table.c.wanted, table.c.answered))]
        with self._database.reading() as connection:
            counted = select(*sums).where(table.c.purpose == LABEL, ~OF_CLOSED_QUERY)
            tasks, wanted, answered = connection.execute(counted).one()
        return Counts(tasks=tasks, wanted=wanted, answered=answered)

    def log(self, as_of: int | str | None = None) -> Iterator[Entry]:
        """Every entry of the log to a number or a time such as ``2026-11-23T14:02Z`` (a day counts to its end), its
        hashes checked; InputError where one is missing, changed or cut off, UsageError for another `as_of`."""
        with self._database.reading() as connection:
            last = last_entry(connection, as_of)
            rows = connection.execute(schema.log.select().order_by(schema.log.c.entry)).yield_per(BLOCK).mappings()
            entries = checked(((entry_of(row), row["sha256"]) for row in rows), self.source)
            yield from entries if last is None else islice(entries, last)
            if last is None:
                check_end(connection, self.source)

    def back_up(self, to: str | os.PathLike[str]) -> None:
        """Copy one moment into a new file of SQLite; UsageError where it is there, InputError where it can't be."""
        copy_to(self._database, os.fspath(to))

    def check_place(self) -> None:
        """Raise `NoDatabase` where its file was moved, removed or replaced since it was opened."""
        self._database.check_place()

    def close(self) -> None:
        """Close the database."""
        self._database.close()

    def __enter__(self) -> Campaign:
        return self

    def __exit__(self, *raised: object) -> None:
        self.close()


def check_end(connection: Connection, source: str) -> None:
    """InputError where tables name what no entry says, as the log's end was cut off: after which entry, and what."""
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
            JUDGING("log.cut", source=source, last=last, answers=sum(named), tasks=more[0], people=more[1])
        )
