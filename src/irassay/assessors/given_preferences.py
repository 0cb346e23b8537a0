"""What answers to comparisons say: preferences, each with its judge, and which documents answer at all."""

from __future__ import annotations

from collections.abc import Iterator

from irassay.assessors.standing_answers import Asked, Standing, StandingAnswer
from irassay.collection.preferences import EQUAL, LOSER, WINNER, Comparison, Preferences
from irassay.collection.task_kinds import LEFT, NEITHER, NO, NONE, RIGHT, YES
from irassay.errors import InputError, UsageError

_NOT_RELEVANT = 0.0  # the level of a document that answers nothing, as in trec_eval


def preferences_of(stands: Standing, kind: str, source: str) -> Preferences:
    """The preferences that standing answers make, a comparison each; nothing is combined over people.

    Parameters
    ----------
    stands : Standing
    kind : str
        Of the campaign's tasks.
    source : str
        Of the campaign, which is named where nobody has answered.

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
        Nobody has answered.
    """
    if kind == "graded":
        raise UsageError("people gave grades in this campaign, and preferred nothing: write them with --to qrels")
    given = (answer for answer in stands.answers if answer.name is not None)
    found = [one for answer in given for one in _comparisons(answer, stands.tasks[answer.task])]
    if not found:
        raise InputError(f"nobody has answered in {source} yet, so there are no preferences")
    return Preferences(found)


def _comparisons(given: StandingAnswer, asked: Asked) -> Iterator[Comparison]:
    shown, docs = given.body["shown"], list(asked.docs)
    if asked.kind == "best" and given.name != NONE:
        best = shown[int(str(given.name)) - 1]
        for i, doc in enumerate(docs, start=1):
            if doc != best:  # a group each: nothing was said of the others among themselves
                levels = {best: WINNER, doc: LOSER}
                yield Comparison(asked.query, levels, judge=given.assessor, group=f"{given.task}-{i}")
        return
    if asked.kind == "best":
        levels = dict.fromkeys(docs, _NOT_RELEVANT)
    elif asked.kind == "anchor":
        known, other = docs
        levels = {
            NO: {known: WINNER, other: LOSER},
            YES: {known: EQUAL, other: EQUAL},
            NEITHER: {known: _NOT_RELEVANT, other: _NOT_RELEVANT},
        }[str(given.name)]
    else:
        better = dict(zip((LEFT, RIGHT), shown, strict=True)).get(str(given.name))
        levels = {doc: EQUAL if better is None else WINNER if doc == better else LOSER for doc in docs}
    yield Comparison(asked.query, levels, judge=given.assessor, group=given.task)


def relevance_of(stands: Standing) -> dict[str, dict[str, list[int]]]:
    """Query -> document -> 1 or 0 of each person, from comparisons with known answers and from lists.

    A document is 1 where it is at least as good as the known answer, else 0. The best of a list is 1, and nothing is
    said of the others; where none answers, all are 0.
    """
    grades: dict[str, dict[str, list[int]]] = {}
    for given in stands.answers:
        asked = stands.tasks[given.task]
        if given.name is None:
            continue
        if asked.kind == "anchor":
            of_docs = {asked.docs[1]: int(given.name == YES)}
        elif given.name == NONE:
            of_docs = dict.fromkeys(asked.docs, 0)
        else:
            of_docs = {given.body["shown"][int(given.name) - 1]: 1}
        for doc, grade in of_docs.items():
            grades.setdefault(asked.query, {}).setdefault(doc, []).append(grade)
    return grades
