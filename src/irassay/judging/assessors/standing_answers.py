"""The answers that stand in a log: the last of each person to a task, adjudications, closed queries; who differ."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from irassay.collection.task_kinds import kind_of
from irassay.collection.tasks import LABEL
from irassay.errors import UsageError
from irassay.judging.store.campaign import Campaign
from irassay.judging.store.entries import Entry
from irassay.judging.store.imported_answers import EARLIER
from irassay.judging.store.said import JUDGING
from irassay.record import Record


class Asked(Record):
    """What a task asks: its kind, its query, and the documents that it shows."""

    kind: str
    query: str
    docs: Sequence[str]
    label: str = ""  # that is shown


def shown(asked: Asked, body: Mapping[str, Any]) -> Sequence[str]:
    """The documents of a task in the order of their sides or places, as an answer's body has it."""
    order: Sequence[str] = body.get("shown") or asked.docs
    return order


class StandingAnswer(Record):
    """A person's last answer to a task. `name` is None for a skip; `body` is the whole of what was sent."""

    task: str
    assessor: str
    name: str | None
    body: Mapping[str, Any]


class Standing(Record):
    """The end of every chain of a log."""

    tasks: Mapping[str, Asked]  # as they came, closed queries included; no tests or practice
    answers: Sequence[StandingAnswer]  # by task and pseudonym; none taken back, closed or set aside
    adjudicated: Mapping[str, Mapping[str, Any]]  # task -> the body of the last adjudication
    closed: Sequence[str]  # queries in the order in which they were closed
    roles: Mapping[str, str]  # pseudonym -> assessor or owner
    barred: Mapping[str, str]  # pseudonym -> why this person gets nothing more
    earlier: Mapping[str, Mapping[str, int]]  # query -> document -> grade, given before; no closed queries

    @property
    def answered(self) -> set[str]:
        """The tasks of open queries with an answer or an adjudication."""
        settled = {task for task in self.adjudicated if self.tasks[task].query not in self.closed}
        return settled | {one.task for one in self.answers if one.name is not None}


def entries_of(campaign: Campaign, as_of: int | str | None = None) -> list[Entry]:
    """A campaign's entries up to a moment, one or more; InputError for a changed log, UsageError for no moment."""
    entries = list(campaign.log(as_of))
    if not entries:
        raise UsageError(JUDGING("moment.before", campaign=campaign.source, moment=as_of))
    return entries


def standing(log: Iterable[Entry]) -> Standing:
    """What stands at the end of a log."""
    tasks: dict[str, Asked] = {}
    last: dict[tuple[str, str], Mapping[str, Any]] = {}
    adjudicated: dict[str, Mapping[str, Any]] = {}
    closed: dict[str, None] = {}
    roles: dict[str, str] = {}
    barred: dict[str, str] = {}
    earlier: dict[str, dict[str, int]] = {}
    for entry in log:
        body = entry.content
        if entry.kind == "task" and body.get("purpose", LABEL) == LABEL:
            tasks[str(entry.task)] = Asked(
                kind=body["kind"], query=body["query"], docs=tuple(body["docs"]), label=body.get("expected", "")
            )
        elif entry.kind in ("answer", "skip"):
            last[str(entry.task), str(entry.assessor)] = body
        elif entry.kind == "batch-end" and body["state"] == "aside":
            for task in body["tasks"]:
                last.pop((task, str(entry.assessor)), None)
        elif entry.kind == "adjudication":
            adjudicated[str(entry.task)] = body
        elif entry.kind == "closed":
            closed[body["query"]] = None
        elif entry.kind == "reopened":
            closed.pop(body["query"], None)
        elif entry.kind == "assessor":
            roles[str(entry.assessor)] = body["role"]
        elif entry.kind == "exclusion":
            barred[str(entry.assessor)] = body["reason"]
        elif entry.kind == EARLIER:
            for query, grades in body["labels"].items():
                earlier.setdefault(query, {}).update(grades)
    answers = [
        StandingAnswer(task=task, assessor=assessor, name=body.get("answer"), body=body)
        for (task, assessor), body in sorted(last.items(), key=lambda item: item[0])
        if (body.get("answer") is not None or "skip" in body) and task in tasks and tasks[task].query not in closed
    ]
    return Standing(
        tasks=tasks, answers=answers, adjudicated=adjudicated, closed=list(closed), roles=roles, barred=barred,
        earlier={query: grades for query, grades in earlier.items() if query not in closed},
    )  # fmt: skip


class Disagreement(Record):
    """A task on which people differ."""

    task: str
    kind: str
    query: str
    docs: Sequence[str]
    n_answers: int  # people who have answered
    adjudicated: str | None  # the owner's answer
    answers: Mapping[str, str]  # pseudonym -> answer; empty until an owner has answered too


def disagreements(campaign: Campaign) -> list[Disagreement]:
    """The tasks of open queries on which people differ, in the order in which tasks came; adjudicated ones too. Two
    people who chose the same document of a pair agree, whichever side it was on."""
    found = []
    for one in campaign.several_answers():
        choices = {who: choice(one.kind, body, one.docs) for who, body in one.answers.items()}
        if len(set(choices.values())) > 1:
            owners = None if one.adjudication is None else choice(one.kind, one.adjudication, one.docs)
            shown = {} if owners is None else choices
            found.append(Disagreement(one.task, one.kind, one.query, one.docs, len(choices), owners, shown))
    return found


def choice(kind: str, body: Mapping[str, Any], docs: Sequence[str]) -> str:
    """What an answer says wherever a document stood: the document's id for a side or a place, else the answer."""
    name, of = str(body["answer"]), kind_of(kind)
    said = None if of.has_order else of.choice(name)
    return name if said is None or said.best is None else str((body.get("shown") or docs)[said.best])
