"""Labels from the answers of a campaign's log."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, overload

from irassay.arguments import check_choice
from irassay.assessors.given_preferences import preferences_of
from irassay.assessors.sampled_labels import with_strata
from irassay.assessors.standing_answers import Asked, Standing, shown, standing
from irassay.collection.judging_scales import JudgingScale
from irassay.collection.preferences import Preferences
from irassay.collection.qrels import Qrels
from irassay.collection.task_kinds import NONE, YES
from irassay.errors import InputError, UsageError
from irassay.label_sets.combined_answers import combine_answers
from irassay.store import open_campaign

if TYPE_CHECKING:
    from irassay.store.campaign import Campaign


_FORMS = ("qrels", "preferences")


@overload
def labels(
    campaign: Campaign | str | os.PathLike[str],
    *,
    to: Literal["qrels"],
    combine: str = "majority",
    as_of: int | str | None = None,
) -> Qrels: ...
@overload
def labels(
    campaign: Campaign | str | os.PathLike[str],
    *,
    to: Literal["preferences"],
    combine: str = "majority",
    as_of: int | str | None = None,
) -> Preferences: ...
@overload
def labels(
    campaign: Campaign | str | os.PathLike[str],
    *,
    to: str | None = None,
    combine: str = "majority",
    as_of: int | str | None = None,
) -> Qrels | Preferences: ...
def labels(
    campaign: Campaign | str | os.PathLike[str],
    *,
    to: str | None = None,
    combine: str = "majority",
    as_of: int | str | None = None,
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
    combine : {"majority", "median", "lowest", "highest", "dawid-skene"}
        How several people's grades become one; of two that are given most often, or are in the middle, the lower.
        With ``dawid-skene`` people count by how they err, which all their answers tell. An adjudicated answer comes
        before every rule. Preferences are not combined: each judgment is a comparison with its judge.
    as_of : int or str, optional
        Up to which entry of the log, by its number or by a time such as ``2026-11-23T14:02Z``, in UTC where it names
        no offset; a day counts to its end. Default: all of it.

    Returns
    -------
    Qrels or Preferences
        Documents that were skipped, or whose answers were all taken back, have no label, nor has a closed query, nor
        what a batch had that was set aside. Where tasks were drawn from strata, the labels have these, and -1 for
        documents of a stratum that nobody has judged.

    Raises
    ------
    InputError
        Nobody has answered, or the log was changed.
    UsageError
        The rule or the form is none of these, there is no such campaign or entry, or its answers can't take this form:
        a pair says nothing of grades, and grades were preferred to nothing.

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
            return labels(opened, to=to, combine=combine, as_of=as_of)
    form = form_of(campaign.settings.kind, to)
    return labels_that_stand(campaign, standing(campaign.log(as_of)), form, combine, as_of)


def form_of(kind: str, to: str | None) -> str:
    """What the answers of a campaign of this kind become: qrels or preferences, by default what suits it.

    Raises
    ------
    UsageError
        The form is neither, or its answers can't take it.
    """
    to = to or ("qrels" if kind == "graded" else "preferences")
    check_choice("to", to, _FORMS)
    if kind == "pair" and to == "qrels":
        raise UsageError("a pair says which of two is better, not how good one is: write it with --to preferences")
    if kind == "graded" and to == "preferences":
        raise UsageError("people gave grades in this campaign, and preferred nothing: write them with --to qrels")
    return to


def labels_that_stand(
    campaign: Campaign, stands: Standing, to: str, combine: str, as_of: int | str | None = None
) -> Qrels | Preferences:
    """What `labels` returns, of what stands in a log that was read before.

    Parameters
    ----------
    to : {"qrels", "preferences"}
        As `form_of` gives it.
    as_of : int or str, optional
        What the log was read up to: a message names it.

    Raises
    ------
    InputError
        Nobody has answered.
    """
    when = "yet" if as_of is None else f"as of {as_of}"
    if all(answer.name is None for answer in stands.answers) and not stands.adjudicated:  # skips are no answers
        raise InputError(f"nobody has answered in {campaign.source} {when}, so there are no labels")
    if to == "preferences":
        return preferences_of(stands)
    return with_strata(labels_of(stands, campaign.settings.scale, combine), campaign.facts.strata())


def labels_of(stands: Standing, scale: JudgingScale, combine: str) -> Qrels:
    """The labels that follow from what stands."""
    answers, settled = grades_of(stands, scale), adjudicated_grades(stands, scale)
    combined = combine_answers(answers, combine)
    by_rule = {query: dict(combined.grades(query)) for query in combined.queries}
    return Qrels.from_dict({query: by_rule.get(query, {}) | settled.get(query, {}) for query in {**by_rule, **settled}})


def grades_of(stands: Standing, scale: JudgingScale) -> dict[str, dict[str, dict[str, int]]]:
    """Query -> document -> pseudonym -> the grade that stands, people in the order of their pseudonyms."""
    grades: dict[str, dict[str, dict[str, int]]] = {}
    for answer in stands.answers:
        asked = stands.tasks[answer.task]
        for doc, grade in _grades(asked, answer.body, scale).items():
            grades.setdefault(asked.query, {}).setdefault(doc, {})[answer.assessor] = grade
    return grades


def adjudicated_grades(stands: Standing, scale: JudgingScale) -> dict[str, dict[str, int]]:
    """Query -> document -> the grade that an owner has settled on, closed queries left out."""
    grades: dict[str, dict[str, int]] = {}
    for task, body in stands.adjudicated.items():
        asked = stands.tasks[task]
        if asked.query not in stands.closed:
            grades.setdefault(asked.query, {}).update(_grades(asked, body, scale))
    return {query: docs for query, docs in grades.items() if docs}


def _grades(asked: Asked, body: Mapping[str, Any], scale: JudgingScale) -> dict[str, int]:
    """Document -> grade that one answer gives; none for a skip, and none of a pair."""
    name = body.get("answer")
    if name is None or asked.kind == "pair":
        return {}
    if asked.kind == "graded":
        grade = scale.grade(name)
        return {} if grade is None else {asked.docs[0]: grade}
    if asked.kind == "anchor":
        return {asked.docs[1]: int(name == YES)}
    if name == NONE:
        return dict.fromkeys(asked.docs, 0)
    return {shown(asked, body)[int(name) - 1]: 1}
