"""The tasks of a campaign as a table, and with what people said as it is handed on to other tools."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from irassay.collection.task_kinds import kind_of
from irassay.collection.tasks import LABEL
from irassay.errors import UsageError
from irassay.formats.judgments import JudgedSheet, JudgedTask, Judgment
from irassay.judging.assessors.standing_answers import Asked, Standing, StandingAnswer, entries_of, shown, standing
from irassay.judging.store.campaign import Campaign
from irassay.judging.store.entries import Entry
from irassay.judging.store.said import JUDGING
from irassay.result import Column, Table


def task_list(campaign: Campaign, *, as_of: int | str | None = None) -> Table:
    """The tasks that make labels, in the order in which they came, a list a row for each document, a known answer as
    `doc_a`; strata add `stratum` and `drawn`, and what was not drawn at the end. UsageError without a task."""
    bodies: dict[str, Mapping[str, Any]] = {}
    stands = standing(_with_bodies(campaign.log(as_of), bodies))
    if not bodies:
        raise UsageError(JUDGING("moment.no-task", campaign=campaign.source, moment=as_of))
    rows = list(_rows(bodies, stands))
    strata = {
        (query, doc): name
        for query, of in campaign.facts.strata().items()
        for name, part in of.items()
        for doc in (*part.drawn, *part.left)
    }
    if strata:
        asked = {(row["query"], row["doc"]) for row in rows}
        rows = [{**row, "stratum": strata.get((row["query"], row["doc"]), ""), "drawn": "yes"} for row in rows]
        left = [pair for pair in strata if pair not in asked]
        empty = dict.fromkeys(rows[0], None)
        rows += [{**empty, "query": q, "doc": doc, "stratum": strata[q, doc], "drawn": "no"} for q, doc in left]
    meant = {name: JUDGING(f"tasks.{name}") for name in rows[0] if name in JUDGING.forms("tasks")}
    columns = [Column(name, [row[name] for row in rows], "", meant.get(name, "")) for name in rows[0]]
    return Table("tasks", JUDGING("tasks"), columns)


def _with_bodies(log: Iterable[Entry], bodies: dict[str, Mapping[str, Any]]) -> Iterator[Entry]:
    """The entries, with the bodies of tasks that make labels kept on the way."""
    for entry in log:
        if entry.kind == "task" and (body := entry.content).get("purpose", LABEL) == LABEL:
            bodies[str(entry.task)] = body
        yield entry


def _rows(bodies: Mapping[str, Mapping[str, Any]], stands: Standing) -> Iterator[dict[str, Any]]:
    given = Counter((one.task, one.name is not None) for one in stands.answers)
    for task, body in bodies.items():
        answered = given[task, True]
        is_closed = body["query"] in stands.closed
        state = "closed" if is_closed else "answered" if answered >= body["wanted"] else "open"
        rest = {
            "wanted": body["wanted"],
            "answered": answered,
            "skipped": given[task, False],
            "state": state,
            "why": body.get("why", ""),
            "probability": body.get("probability"),
            "task": task,
        }
        docs = body["docs"]
        if kind_of(body["kind"]).most == 2:
            yield {"query": body["query"], "doc_a": docs[0], "doc_b": docs[1], **rest}
        else:
            yield from ({"query": body["query"], "doc": doc, **rest} for doc in docs)


def judged_sheet(campaign: Campaign, as_of: int | str | None = None) -> tuple[JudgedSheet, Standing]:
    """The tasks with what their people said, in the order of names; and the answers that this is made of."""
    stands = standing(entries_of(campaign, as_of))
    names = {one.pseudonym: one.name or one.pseudonym for one in campaign.oversight.members()}
    queries, docs = campaign.facts.texts("query"), campaign.facts.texts("doc")
    given: dict[str, list[Judgment]] = {}
    for one in stands.answers:
        given.setdefault(one.task, []).append(_judgment(names[one.assessor], one, stands.tasks[one.task]))
    tasks = [
        JudgedTask(
            place="",
            task=task,
            query=asked.query,
            docs=tuple(asked.docs),
            query_text=queries[asked.query],
            texts=tuple(docs[doc] for doc in asked.docs),
            judgments=sorted(given.get(task, ()), key=lambda one: one.assessor),
        )
        for task, asked in stands.tasks.items()
        if asked.query not in stands.closed
    ]
    name, _ = os.path.splitext(os.path.basename(campaign.source))
    return JudgedSheet(name=name, kind=campaign.settings.kind, scale=campaign.settings.scale, tasks=tasks), stands


def _judgment(assessor: str, answer: StandingAnswer, asked: Asked) -> Judgment:
    """One person's, a side or a place as the task has its documents."""
    said, kind = answer.name or "", kind_of(asked.kind)
    choice = kind.choice(said) if kind.own else None
    if choice is not None and choice.best is not None and not kind.has_order:
        place = list(asked.docs).index(shown(asked, answer.body)[choice.best])
        said = next(one.name for one in kind.choices(len(asked.docs)) if one.best == place)
    skip = "" if said else str(answer.body.get("skip") or "skipped")
    return Judgment(assessor=assessor, said=said, skip=skip, note=str(answer.body.get("note") or ""))
