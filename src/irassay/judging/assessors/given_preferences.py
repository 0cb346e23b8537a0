"""Preferences from the answers of a campaign's log: each judgment by itself, with its judge."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from irassay.collection.preferences import EQUAL, LOSER, WINNER, Comparison, Preferences
from irassay.collection.task_kinds import kind_of
from irassay.judging.assessors.standing_answers import Asked, Standing, shown

ADJUDICATION = "adjudication"  # the judge of what an owner has settled on
_NOT_RELEVANT = 0.0  # the level of a document that answers nothing, as in trec_eval


def preferences_of(stands: Standing) -> Preferences:
    """The preferences that follow from what stands, a comparison each, nothing combined over people; what an owner has
    settled stands alone. Of a known answer: a tie where the other is at least as good, and a tie at level 0 where
    neither answers. Of a list: the best one against each other one, or a tie at level 0 where none answers; a document
    set aside says nothing."""
    said = [(one.task, one.assessor, one.body) for one in stands.answers if one.task not in stands.adjudicated]
    said += [(task, ADJUDICATION, body) for task, body in stands.adjudicated.items()]
    return Preferences(
        [
            one
            for task, judge, body in said
            if body.get("answer") is not None and stands.tasks[task].query not in stands.closed
            for one in _comparisons(task, stands.tasks[task], judge, body)
        ]
    )


def _comparisons(task: str, asked: Asked, judge: str, body: Mapping[str, Any]) -> Iterator[Comparison]:
    kind = kind_of(asked.kind)
    choice = kind.choice(body["answer"])
    assert choice is not None, "the store keeps no other answers"
    if choice.best is None:
        level = EQUAL if choice.answers else _NOT_RELEVANT
        yield Comparison(asked.query, dict.fromkeys(asked.docs, level), judge=judge, group=task)
        return
    best = shown(asked, body)[choice.best]
    for i, doc in enumerate(asked.docs, start=1):
        if doc != best:
            levels = {one: WINNER if one == best else LOSER for one in ((best, doc) if kind.place else asked.docs)}
            yield Comparison(asked.query, levels, judge=judge, group=f"{task}-{i}" if kind.place else task)
