"""The tasks of a campaign as a table: what was to be judged, why, and how far each is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from irassay.collection.task_kinds import kind_of
from irassay.collection.tasks import LABEL
from irassay.errors import UsageError
from irassay.judging.assessors.standing_answers import Standing, standing
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
