"""Records of people on the way to judging: steps, exclusions, batches. Each call is one transaction."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from irassay.judging.store import batches, steps
from irassay.judging.store.batches import Batch
from irassay.judging.store.database import Database
from irassay.judging.store.steps import Given, Known


class Entrance:
    """The way of people into a campaign, and through its batches. People are named by their pseudonyms."""

    def __init__(self, database: Database, seed: int) -> None:
        self._database = database
        self._seed = seed

    def steps(self, assessor: str) -> dict[str, tuple[int, str]]:
        """The steps of a person: consent, practice or exam -> its attempt, from 1, and open, passed or failed."""
        with self._database.reading() as connection:
            return steps.steps_of(connection, assessor)

    def end_step(self, assessor: str, name: str, state: str, body: Mapping[str, Any]) -> None:
        """Keep how a step ended: passed, failed, or open where its tasks are asked once more."""
        with self._database.writing() as connection:
            steps.end_step(connection, assessor, name, state, body)

    def bar(self, assessor: str, reason: str) -> None:
        """Give a person no more tasks."""
        with self._database.writing() as connection:
            steps.bar(connection, assessor, reason)

    def why_barred(self, assessor: str) -> str | None:
        """The reason for which a person gets no more tasks; None where the person gets some."""
        with self._database.reading() as connection:
            return steps.why_barred(connection, assessor)

    def tasks_for(self, purpose: str) -> dict[str, str]:
        """The ids of the tasks with this purpose, in the order in which they came, each with its query."""
        with self._database.reading() as connection:
            return steps.tasks_for(connection, purpose)

    def known_answers(self, tasks: Sequence[str]) -> dict[str, Known]:
        """What was expected of those of these tasks that have a known answer."""
        with self._database.reading() as connection:
            return steps.known_answers(connection, tasks)

    def given(self, assessor: str, tasks: Sequence[str]) -> dict[str, Given]:
        """What stands of a person's answers to these tasks; those without an answer or skip are left out."""
        with self._database.reading() as connection:
            return steps.given_by(connection, assessor, tasks)

    def open_batch(self, assessor: str) -> Batch | None:
        """The batch that a person is in; None where there is none."""
        with self._database.reading() as connection:
            return batches.open_batch(connection, assessor)

    def n_batches(self, assessor: str) -> int:
        """How many batches a person has begun."""
        with self._database.reading() as connection:
            return batches.n_batches(connection, assessor)

    def begin_batch(self, assessor: str, tasks: Sequence[str]) -> Batch:
        """Give a person these tasks as the next batch; where one is open already, that one."""
        with self._database.writing() as connection:
            return batches.begin_batch(connection, assessor, tasks, self._seed)

    def end_batch(self, assessor: str, batch: Batch, missed: int) -> None:
        """Count a batch; or, where tests were missed, set it aside and bar its person."""
        with self._database.writing() as connection:
            batches.end_batch(connection, assessor, batch, missed)
