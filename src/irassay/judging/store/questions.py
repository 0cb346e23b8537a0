"""A question about systems that a campaign's labels settle: the entries of its log that say it, and those of labels."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from sqlalchemy import select

from irassay.collection.tasks import Task
from irassay.errors import UsageError
from irassay.judging.store import schema
from irassay.judging.store.adding import add_tasks_with_texts, keep_texts, stored_texts
from irassay.judging.store.database import Database
from irassay.judging.store.entries import Entry, entry_of
from irassay.judging.store.imported_answers import EARLIER
from irassay.judging.store.models import VERDICT
from irassay.judging.store.said import JUDGING
from irassay.judging.store.writing import append, is_there

QUESTION, DRAW, LOOK = "question", "draw", "look"  # kinds of entries
# Of all entries from which a decider is made.
KINDS = (QUESTION, DRAW, "task", EARLIER, "answer", "skip", "adjudication", "closed", "reopened", VERDICT)


class Questions:
    """The question of a campaign, what was drawn for it, and what was shown. Each call is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @property
    def is_posed(self) -> bool:
        """Whether there is one."""
        with self._database.glancing() as connection:
            return is_there(connection, QUESTION)

    def pose(self, body: Mapping[str, Any], texts: Mapping[str, Mapping[str, str]]) -> None:
        """Ask the one question of a campaign; `texts`, query or doc -> id -> text, are those of all that may be
        judged. UsageError where there is one; InputError where a text is another than was shown before."""
        with self._database.writing() as connection:
            if is_there(connection, QUESTION):
                raise UsageError(JUDGING("decide.posed", campaign=self._database.source))
            hashes = {kind: keep_texts(connection, kind, of) for kind, of in texts.items()}
            append(connection, QUESTION, key=QUESTION, body={**body, "texts": hashes})

    def draw(self, body: Mapping[str, Any], tasks: Sequence[Task], hashes: Mapping[str, Mapping[str, str]]) -> bool:
        """Keep what was drawn and ask for it, together, with the hashes of texts that the question's entry has; False,
        and nothing kept, where somebody else has drawn a batch of this number."""
        key = f"{DRAW}:{body['number']}"
        with self._database.writing() as connection:
            if is_there(connection, key):
                return False
            append(connection, DRAW, key=key, body=body)
            add_tasks_with_texts(connection, tasks, hashes)
            return True

    def predict(self, tasks: Sequence[Task], hashes: Mapping[str, Mapping[str, str]]) -> None:
        """Ask models for predictions, with the hashes of texts that the question's entry has."""
        with self._database.writing() as connection:
            add_tasks_with_texts(connection, tasks, hashes)

    def texts(self, pairs: Collection[tuple[str, str]]) -> dict[str, dict[str, str]]:
        """Query or doc -> id -> the text, of these queries and documents."""
        with self._database.reading() as connection:
            return {
                kind: stored_texts(connection, kind, {pair[i] for pair in pairs})
                for i, kind in enumerate(("query", "doc"))
            }

    def look(self, body: Mapping[str, Any]) -> None:
        """Keep the numbers that are about to be shown."""
        with self._database.writing() as connection:
            n = connection.execute(select(schema.log.c.entry).order_by(schema.log.c.entry.desc()).limit(1)).scalar_one()
            append(connection, LOOK, key=f"{LOOK}:{n + 1}", body=body)

    def entries(self, after: int = 0) -> list[Entry]:
        """The entries of the question and of labels behind an entry of this number."""
        log = schema.log
        rows = log.select().where(log.c.entry > after, log.c.kind.in_(KINDS)).order_by(log.c.entry)
        with self._database.glancing() as connection:
            return [entry_of(row) for row in connection.execute(rows).mappings()]
