"""Preferences from the answers of a campaign's log: each judgment by itself, with its judge."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from irassay.collection.preferences import EQUAL, LOSER, WINNER, Comparison, Preferences
from irassay.collection.task_kinds import LEFT, NEITHER, NO, NONE, RIGHT, YES
from irassay.errors import InputError, UsageError
from irassay.record import Record

if TYPE_CHECKING:
    from irassay.store.campaign import Campaign
    from irassay.store.entries import Entry

_NOT_RELEVANT = 0.0  # the level of a document that answers nothing, as in trec_eval


class StandingAnswer(Record):
    """The last answer of a person to a task; `shown` are the documents in the order of their sides or places."""

    task: str
    assessor: str
    kind: str
    query: str
    docs: Sequence[str]
    shown: Sequence[str]
    answer: str


def standing_answers(log: Iterable[Entry]) -> Iterator[StandingAnswer]:
    """The answers that stand, by task and pseudonym; what was skipped or taken back last is not among them."""
    tasks: dict[str, dict[str, Any]] = {}
    standing: dict[tuple[str, str], dict[str, Any]] = {}
    for entry in log:
        if entry.kind == "task":
            tasks[str(entry.task)] = dict(entry.content)
        elif entry.kind in ("answer", "skip"):
            standing[str(entry.task), str(entry.assessor)] = dict(entry.content)
    for (task, assessor), content in sorted(standing.items(), key=lambda item: item[0]):
        if content.get("answer") is not None and task in tasks:
            asked = tasks[task]
            yield StandingAnswer(
                task=task,
                assessor=assessor,
                kind=asked["kind"],
                query=asked["query"],
                docs=asked["docs"],
                shown=content.get("shown", asked["docs"]),
                answer=content["answer"],
            )


def preferences(campaign: Campaign) -> Preferences:
    """The preferences that a campaign's answers make, a comparison each; nothing is combined over people.

    Returns
    -------
    Preferences
        The judge is the pseudonym, the group the task. Of a pair: the better one, or a tie. Of a known answer: the
        known one where the other is not as good, a tie where it is at least as good, and a tie at level 0 where neither
        answers. Of a list: the best one against each other one, or a tie of all at level 0 where none answers; setting
        a document aside says nothing.

    Raises
    ------
    UsageError
        The campaign's tasks are grades.
    InputError
        Nobody has answered, or the log was changed.
    """
    if campaign.settings.kind == "graded":
        raise UsageError("people gave grades in this campaign, and preferred nothing: write them with --to qrels")
    found = [one for answer in standing_answers(campaign.log()) for one in _comparisons(answer)]
    if not found:
        raise InputError(f"nobody has answered in {campaign.source} yet, so there are no preferences")
    return Preferences(found)


def _comparisons(of: StandingAnswer) -> Iterator[Comparison]:
    if of.kind == "best" and of.answer != NONE:
        best = of.shown[int(of.answer) - 1]
        for doc in of.docs:
            if doc != best:
                levels = {best: WINNER, doc: LOSER}
                yield Comparison(of.query, levels, judge=of.assessor, group=f"{of.task}-{of.docs.index(doc) + 1}")
        return
    if of.kind == "anchor":
        known, other = of.docs
        levels = {
            NO: {known: WINNER, other: LOSER},
            YES: {known: EQUAL, other: EQUAL},
            NEITHER: {known: _NOT_RELEVANT, other: _NOT_RELEVANT},
        }[of.answer]
    elif of.kind == "best":
        levels = dict.fromkeys(of.docs, _NOT_RELEVANT)
    else:
        better = dict(zip((LEFT, RIGHT), of.shown, strict=True)).get(of.answer)
        levels = {doc: EQUAL if better is None else WINNER if doc == better else LOSER for doc in of.docs}
    yield Comparison(of.query, levels, judge=of.assessor, group=of.task)
