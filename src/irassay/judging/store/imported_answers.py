"""Answers that were given elsewhere, added to the log as those of one person."""

from __future__ import annotations

import json
import secrets
from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any

from sqlalchemy import select

from irassay.collection.tasks import Task
from irassay.errors import InputError, cut
from irassay.judging.store import people, schema
from irassay.judging.store.answers import stand
from irassay.judging.store.holds import of_person
from irassay.judging.store.writing import append
from irassay.messages import plural
from irassay.record import Record

if TYPE_CHECKING:
    from sqlalchemy import Connection, Row

    from irassay.judging.store.settings import Settings

_SHOWN = 5  # ids of a message
_KEY_BYTES = 12


class Imported(Record):
    """What became of answers: how many were added, were there already, or came where others have answered."""

    added: int
    same: int
    without_room: int


def tasks_of(answers: Mapping[tuple[str, str], str], kind: str, there: Collection[str]) -> dict[str, str]:
    """The answers by the task that they answer, of those that are there; InputError names a document that is no task of
    these."""
    by_task = {Task(kind, query, (doc,)).id: (query, doc, said) for (query, doc), said in answers.items()}
    unknown = [f"{cut(query)} {cut(doc)}" for task, (query, doc, _) in by_task.items() if task not in there]
    if unknown:
        raise InputError(
            f"{plural(len(unknown), 'answer')} to what is no task of this campaign: {', '.join(unknown[:_SHOWN])}; "
            "expected a query and a document of its tasks, nothing was added"
        )
    return {task: said for task, (_, _, said) in by_task.items()}


def add_answers(
    connection: Connection, settings: Settings, name: str, answers: Mapping[str, str], source: Mapping[str, str]
) -> Imported:
    """Add one person's answers to tasks, the log says their `source`; another answer that stands is replaced, and
    nothing is added where others gave or hold all answers."""
    who = people.named(connection, name)
    added: list[Row[Any]] = []
    same = without_room = 0
    for task, said in answers.items():
        [row] = of_person(connection, who or "", [task])
        if row.standing is not None:
            body = connection.execute(select(schema.log.c.body).where(schema.log.c.key == row.standing)).scalar_one()
            if json.loads(body).get("answer") == said:
                same += 1
            else:
                added.append(row)
        elif row.has_room:
            added.append(row)
        else:
            without_room += 1
    if added:
        who = who or people.add(connection, name, "assessor")
        key = f"import:{secrets.token_hex(_KEY_BYTES)}"
        append(connection, "import", key=key, assessor=who, body={**source, "answers": len(added)})
        for row in added:
            body = {"answer": answers[row.id], "source": "import", "import": key}
            own, of = secrets.token_hex(_KEY_BYTES), {"task": row.id, "replaces": row.standing}
            stand(
                connection,
                settings,
                row,
                append(connection, "answer", key=own, body=body, assessor=who, **of),
                is_answer=True,
            )
    return Imported(added=len(added), same=same, without_room=without_room)
