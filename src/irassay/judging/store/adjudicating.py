"""Decisions of an owner in a campaign: answers where people differ, and closed queries."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from irassay.judging.store import answers, owners
from irassay.judging.store.database import Database
from irassay.judging.store.settings import Settings


class Adjudicating:
    """What an owner decides. Every method is one transaction."""

    def __init__(self, database: Database, settings: Settings) -> None:
        self._database = database
        self.settings = settings

    def adjudicate(self, owner: str, task: str, body: Mapping[str, Any]) -> answers.Receipt:
        """Keep an owner's answer to a task where people differ; it comes before all of theirs. `body` has ``answer``,
        and ``shown`` for documents side by side. UsageError where there is no such owner, task or answer."""
        with self._database.writing() as connection:
            return owners.adjudicate(connection, owner, task, body, self.settings)

    def close_query(self, owner: str, query: str) -> None:
        """Ask nobody about a query any more, and make no labels of it, until it is opened again. UsageError where there
        is no such owner or query."""
        with self._database.writing() as connection:
            owners.close_query(connection, owner, query)

    def reopen_query(self, owner: str, query: str) -> None:
        """Open a closed query again; UsageError as for `close_query`."""
        with self._database.writing() as connection:
            owners.reopen_query(connection, owner, query)

    def closed_queries(self) -> list[str]:
        """The closed queries, in the order in which they were closed."""
        with self._database.reading() as connection:
            return owners.closed_queries(connection)

    def several_answers(self) -> list[owners.Several]:
        """The tasks of open queries that two people or more have answered, with what each said last."""
        with self._database.reading() as connection:
            return owners.several_answers(connection)
