"""What people said of a campaign's tasks, as it is handed on to other tools: by their names."""

from __future__ import annotations

import os

from irassay.collection.task_kinds import kind_of
from irassay.formats.judgments import JudgedSheet, JudgedTask, Judgment
from irassay.judging.assessors.standing_answers import Asked, Standing, StandingAnswer, entries_of, shown, standing
from irassay.judging.store.campaign import Campaign


def judged_sheet(campaign: Campaign, as_of: int | str | None = None) -> tuple[JudgedSheet, Standing]:
    """The tasks in their order, closed queries left out, each with what its people said, in the order of their names;
    and the answers that this is made of."""
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
