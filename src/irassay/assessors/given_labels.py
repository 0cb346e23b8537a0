"""Labels from the answers of a campaign's log."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from irassay.assessors.sampled_labels import with_strata
from irassay.collection.judging_scales import JudgingScale
from irassay.collection.qrels import Qrels
from irassay.errors import InputError
from irassay.label_sets.combined_answers import combine_answers
from irassay.store import open_campaign
from irassay.store.entries import Entry

if TYPE_CHECKING:
    from irassay.store.campaign import Campaign


def labels(campaign: Campaign | str | os.PathLike[str], *, combine: str = "majority") -> Qrels:
    """The labels that a campaign's answers make: of each person the last answer to a task, combined over people.

    Parameters
    ----------
    campaign : Campaign or path
        What `open_campaign` takes, or has returned.
    combine : {"majority", "median", "lowest", "highest"}
        How several people's grades become one; of two that are given most often, or are in the middle, the lower.

    Returns
    -------
    Qrels
        Documents that were skipped, or whose answers were all taken back, have no label. Where tasks were drawn from
        strata, the labels have these, and -1 for documents of a stratum that nobody has judged.

    Raises
    ------
    InputError
        Nobody has answered, or the log was changed.
    UsageError
        The rule is none of these, or there is no such campaign.

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
            return labels(opened, combine=combine)
    answers = grades_of(campaign.log(), campaign.settings.scale)
    if not any(answers.values()):
        raise InputError(f"nobody has answered in {campaign.source} yet, so there are no labels")
    return with_strata(combine_answers(answers, combine), campaign.strata())


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
