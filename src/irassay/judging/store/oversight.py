"""The last answers of each person, an owner's view of people, and who is stopped. Each call is one transaction."""

from __future__ import annotations

from sqlalchemy import func, select

from irassay.judging.store import last_answers, people, roster, schema
from irassay.judging.store.database import Database


class Oversight:
    """The people of a campaign, named by their pseudonyms."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def members(self) -> list[roster.Member]:
        """Everybody who may judge, with state, answers, skips and tasks on the screen."""
        with self._database.reading() as connection:
            return roster.members(connection)

    def stop(self, assessor: str, *, stopped: bool = True) -> None:
        """Give a person nothing more, or let the person go on again; UsageError where there is no such person."""
        with self._database.writing() as connection:
            roster.stop(connection, assessor, stopped=stopped)

    def void(self, assessor: str) -> None:
        """Make a person's links void; what was answered stays."""
        with self._database.writing() as connection:
            people.void(connection, assessor)

    def pause_all(self, *, paused: bool = True) -> None:
        """Give nobody anything more, or let all go on; whoever has a task on the screen may still answer it."""
        with self._database.writing() as connection:
            roster.pause_all(connection, paused=paused)

    @property
    def is_paused(self) -> bool:
        """Whether an owner has paused all."""
        with self._database.reading() as connection:
            return roster.is_paused(connection)

    def last_answer(self, assessor: str) -> last_answers.LastAnswer | None:
        """The latest answer or skip of a person that stands; None where none does."""
        with self._database.reading() as connection:
            return last_answers.standing(connection, assessor)

    def answers_to(self, assessor: str, task: str) -> list[last_answers.LastAnswer]:
        """Whatever a person has said of a task, first to last."""
        with self._database.reading() as connection:
            return last_answers.of_task(connection, assessor, task)

    @property
    def newest_entry(self) -> int:
        """The number of the last entry of the log."""
        with self._database.reading() as connection:
            return int(connection.execute(select(func.coalesce(func.max(schema.log.c.entry), 0))).scalar_one())
