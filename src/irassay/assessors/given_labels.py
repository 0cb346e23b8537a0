"""Labels from the answers of a campaign's log."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from irassay.assessors.standing_answers import Standing, standing
from irassay.collection.judging_scales import JudgingScale
from irassay.collection.qrels import Qrels
from irassay.errors import InputError
from irassay.label_sets.combined_answers import combine_answers
from irassay.store import open_campaign

if TYPE_CHECKING:
    from irassay.store.campaign import Campaign


def labels(campaign: Campaign | str | os.PathLike[str], *, combine: str = "majority") -> Qrels:
    """The labels that a campaign's answers make: of each person the last answer to a task, combined over people.

    Parameters
    ----------
    campaign : Campaign or path
        What `open_campaign` takes, or has returned.
    combine : {"majority", "median", "lowest", "highest", "dawid-skene"}
        How several people's grades become one; of two that are given most often, or are in the middle, the lower.
        With ``dawid-skene`` people count by how they err, which all their answers tell. An adjudicated answer comes
        before every rule.

    Returns
    -------
    Qrels
        Documents that were skipped, or whose answers were all taken back, have no label, nor has a closed query.

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
    return labels_of(standing(campaign.log()), campaign.settings.scale, combine, campaign.source)


def labels_of(stands: Standing, scale: JudgingScale, combine: str, source: str) -> Qrels:
    """The labels that follow from what stands; `source` is named where nobody has answered."""
    answers, settled = grades_of(stands, scale), adjudicated_grades(stands, scale)
    if not answers and not settled:
        raise InputError(f"nobody has answered in {source} yet, so there are no labels")
    combined = combine_answers(answers, combine)
    by_rule = {query: dict(combined.grades(query)) for query in combined.queries}
    return Qrels.from_dict({query: by_rule.get(query, {}) | settled.get(query, {}) for query in {**by_rule, **settled}})


def grades_of(stands: Standing, scale: JudgingScale) -> dict[str, dict[str, dict[str, int]]]:
    """Query -> document -> pseudonym -> the grade that stands, people in the order of their pseudonyms."""
    grades: dict[str, dict[str, dict[str, int]]] = {}
    for answer in stands.counted:
        asked = stands.tasks[answer.task]
        grade = scale.grade(answer.name or "")
        if asked.kind == "graded" and grade is not None:
            grades.setdefault(asked.query, {}).setdefault(asked.docs[0], {})[answer.assessor] = grade
    return grades


def adjudicated_grades(stands: Standing, scale: JudgingScale) -> dict[str, dict[str, int]]:
    """Query -> document -> the grade that an owner has settled on, closed queries left out."""
    grades: dict[str, dict[str, int]] = {}
    for task, body in stands.adjudicated.items():
        asked = stands.tasks[task]
        grade = scale.grade(body["answer"])
        if asked.kind == "graded" and grade is not None and asked.query not in stands.closed:
            grades.setdefault(asked.query, {})[asked.docs[0]] = grade
    return grades
