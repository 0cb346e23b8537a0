"""Labels from the answers of a campaign's log."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Literal, overload

from irassay.arguments import check_choice
from irassay.assessors.given_preferences import preferences_of, relevance_of
from irassay.assessors.standing_answers import standing
from irassay.collection.judging_scales import JudgingScale
from irassay.collection.preferences import Preferences
from irassay.collection.qrels import Qrels
from irassay.errors import InputError, UsageError
from irassay.label_sets.combined_answers import combine_answers
from irassay.store import open_campaign
from irassay.store.entries import Entry

if TYPE_CHECKING:
    from irassay.store.campaign import Campaign


_FORMS = ("qrels", "preferences")


@overload
def labels(
    campaign: Campaign | str | os.PathLike[str], *, to: Literal["qrels"], combine: str = "majority"
) -> Qrels: ...
@overload
def labels(
    campaign: Campaign | str | os.PathLike[str], *, to: Literal["preferences"], combine: str = "majority"
) -> Preferences: ...
@overload
def labels(
    campaign: Campaign | str | os.PathLike[str], *, to: str | None = None, combine: str = "majority"
) -> Qrels | Preferences: ...
def labels(
    campaign: Campaign | str | os.PathLike[str], *, to: str | None = None, combine: str = "majority"
) -> Qrels | Preferences:
    """The labels that a campaign's answers make: of each person the last answer to a task.

    Parameters
    ----------
    campaign : Campaign or path
        What `open_campaign` takes, or has returned.
    to : {"qrels", "preferences"}, optional
        The default: preferences of pairs, known answers and lists, grades elsewhere. Labels of a known answer's task: 1
        for a document that is at least as good, else 0. Of a list: 1 for the best one, no label for the others, and 0
        for all where none answers.
    combine : {"majority", "median", "lowest", "highest"}
        How several people's grades become one; of two that are given most often, or are in the middle, the lower.
        Preferences are not combined: each judgment is a comparison with its judge.

    Returns
    -------
    Qrels or Preferences
        Documents that were skipped, or whose answers were all taken back, have no label.

    Raises
    ------
    InputError
        Nobody has answered, or the log was changed.
    UsageError
        The rule or the form is none of these, there is no such campaign, or its answers can't take this form: a pair
        says nothing of grades, and grades were preferred to nothing.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> from irassay.collection.judging_scales import scale
    >>> from irassay.collection.tasks import Task
    >>> from irassay.store import Settings, make_campaign
    >>> file = pathlib.Path(tempfile.mkdtemp()) / "shoes.campaign"
    >>> settings = Settings(scale=scale("binary"), order="rank", seed=0, guideline="")
    >>> with make_campaign(file, settings) as campaign:
    ...     n = campaign.add([Task("graded", "q1", ("d1",))], queries={"q1": "red shoes"}, docs={"d1": "Shoes, red."})
    ...     ann = campaign.person(campaign.invite("Ann")).pseudonym
    ...     [held] = campaign.hold(ann, campaign.tasks())
    ...     receipt = campaign.record(ann, held.key, held.task, {"answer": "Relevant"})
    ...     dict(labels(campaign).grades("q1"))
    {'d1': 1}
    """
    if isinstance(campaign, str | os.PathLike):
        with open_campaign(campaign) as opened:
            return labels(opened, to=to, combine=combine)
    kind = campaign.settings.kind
    to = to or ("qrels" if kind == "graded" else "preferences")
    check_choice("to", to, _FORMS)
    if to == "preferences":
        return preferences_of(standing(campaign.log()), kind, campaign.source)
    if kind == "pair":
        raise UsageError("a pair says which of two is better, not how good one is: write it with --to preferences")
    if kind == "graded":
        answers = grades_of(campaign.log(), campaign.settings.scale)
    else:
        answers = relevance_of(standing(campaign.log()))
    if not any(answers.values()):
        raise InputError(f"nobody has answered in {campaign.source} yet, so there are no labels")
    return combine_answers(answers, combine)


def grades_of(log: Iterable[Entry], scale: JudgingScale) -> dict[str, dict[str, list[int]]]:
    """Query -> document -> the grades that stand, people in the order of their pseudonyms."""
    tasks: dict[str, tuple[str, str]] = {}
    standing: dict[tuple[str, str], dict[str, Any]] = {}
    for entry in log:
        content = dict(entry.content)
        if entry.kind == "task" and content["kind"] == "graded":
            tasks[str(entry.task)] = content["query"], content["docs"][0]
        elif entry.kind in ("answer", "skip"):
            standing[str(entry.task), str(entry.assessor)] = content
    grades: dict[str, dict[str, list[int]]] = {}
    for (task, _), content in sorted(standing.items(), key=lambda item: item[0]):
        grade = scale.grade(content.get("answer") or "")
        if task in tasks and grade is not None:
            query, doc = tasks[task]
            grades.setdefault(query, {}).setdefault(doc, []).append(grade)
    return grades
