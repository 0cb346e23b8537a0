"""Answers that were given elsewhere, and labels given before, added to the log with the file that they are from."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Row, select

from irassay.collection.task_kinds import kind_of
from irassay.collection.tasks import Task
from irassay.errors import InputError, UsageError, cut
from irassay.judging.store import people, schema
from irassay.judging.store.adding import SHOWN
from irassay.judging.store.answers import stand
from irassay.judging.store.holds import of_person
from irassay.judging.store.said import JUDGING
from irassay.judging.store.writing import append, drawn_key, is_there
from irassay.record import Record

if TYPE_CHECKING:
    from irassay.formats.judgments import JudgedTask
    from irassay.judging.store.settings import Settings

EARLIER = "earlier-labels"  # the kind of the entry of labels given before


class Imported(Record):
    """How many answers were added, replace one of the same person, were there, or came where others had answered."""

    added: int
    corrected: int
    same: int
    without_room: int


def by_person(
    judged: Iterable[JudgedTask], kind: str, there: Collection[str], queries: Mapping[str, str]
) -> dict[str, dict[str, dict[str, Any]]]:
    """Name -> task -> body of an answer or a skip, of tasks that are `there`; a query may be named by its text, which
    `queries` has by id. InputError names what is no task of these."""
    by_text: dict[str, list[str]] = {}
    for query, text in queries.items():
        by_text.setdefault(text, []).append(query)
    found: dict[str, dict[str, dict[str, Any]]] = {}
    unknown: list[str] = []
    for one in judged:
        if not one.judgments:
            continue
        ids = [
            one.task,
            *(Task(kind, query, one.docs).id for query in (one.query, *by_text.get(one.query, ())) if one.docs),
        ]
        task = next((task for task in ids if task in there), None)
        if task is None:
            unknown.append(" ".join(map(cut, (one.query, *one.docs) if one.docs else (one.task,))))
            continue
        shown = {} if kind_of(kind).has_order else {"shown": list(one.docs)}
        for given in one.judgments:
            said = {"skip": given.skip} if given.skip else {"answer": given.said}
            note = {"note": given.note} if given.note else {}
            found.setdefault(given.assessor, {})[task] = said | note | (shown if one.docs else {})
    if unknown:
        raise InputError(JUDGING("answer.unknown", answers=unknown, shown=unknown[:SHOWN]))
    return found


def add_answers(
    connection: Connection, settings: Settings, name: str, new: Mapping[str, dict[str, Any]], source: Mapping[str, str]
) -> Imported:
    """Add one person's answers and skips to tasks, the log says their `source`; another answer that stands is replaced,
    and no answer is added where others gave or hold all."""
    who = people.named(connection, name)
    added: list[tuple[Row[Any], dict[str, Any]]] = []
    same = without_room = 0
    for task, given in new.items():
        [row] = of_person(connection, who or "", [task])
        if row.standing is not None:
            body = connection.execute(select(schema.log.c.body).where(schema.log.c.key == row.standing)).scalar_one()
            if _meant(row.kind, json.loads(body)) == _meant(row.kind, given):
                same += 1
            else:
                added.append((row, given))
        elif row.has_room or "skip" in given:
            added.append((row, given))
        else:
            without_room += 1
    if added:
        who = who or people.add(connection, name, "assessor")
        entry = append(connection, "import", assessor=who, body={**source, "answers": len(added)})
        for row, given in added:
            kind = "skip" if "skip" in given else "answer"
            body, of = {**given, "source": "import", "import": entry.key}, {"task": row.id, "replaces": row.standing}
            own = append(connection, kind, key=drawn_key(), body=body, assessor=who, **of)
            stand(connection, settings, row, own, is_answer=kind == "answer")
    corrected = sum(row.standing is not None for row, _ in added)
    return Imported(added=len(added) - corrected, corrected=corrected, same=same, without_room=without_room)


def _meant(kind: str, body: Mapping[str, Any]) -> tuple[Any, ...]:
    """What a body says, whatever the order in which it has the documents."""
    choice = kind_of(kind).choice(body["answer"]) if body.get("answer") and kind_of(kind).own else None
    said = body.get("answer")
    if choice is not None and choice.best is not None and body.get("shown"):
        said = body["shown"][choice.best]
    return said, body.get("skip"), body.get("note")


def add_earlier(connection: Connection, labels: Mapping[str, Mapping[str, int]], source: Mapping[str, str]) -> bool:
    """Keep labels (query -> document -> grade) given before; False where the file of `source` is there already."""
    key = f"{EARLIER}:{source['file_sha256'][:32]}"
    if is_there(connection, key):
        return False
    append(connection, EARLIER, key=key, body={"source": dict(source), "labels": labels})
    return True


def check_earlier(settings: Settings, labels: Mapping[str, Mapping[str, int]], source: Mapping[str, str]) -> None:
    """InputError where a grade is none of the campaign's, UsageError where its answers make none."""
    if not kind_of(settings.kind).uses_scale:
        raise UsageError(JUDGING("earlier.kind", kind=settings.kind))
    known = {point.grade for point in settings.scale.points}
    other = next((grade for docs in labels.values() for grade in docs.values() if grade not in known), None)
    if other is not None:
        raise InputError(JUDGING("earlier.grade", source=source["file"], grade=other, scale=settings.scale.name))
