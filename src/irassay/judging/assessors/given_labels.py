"""Labels from the answers of a campaign's log."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from typing import Any, Literal, TypeAlias, overload

from irassay.arguments import check_choice
from irassay.collection.judging_scales import JudgingScale
from irassay.collection.preferences import EQUAL, LOSER, WINNER, Comparison, Preferences
from irassay.collection.qrels import Qrels
from irassay.collection.task_kinds import kind_of
from irassay.errors import InputError, UsageError, cut
from irassay.formats.id_rules import WORDS
from irassay.judging.assessors.answer_sources import ALL, MODELS, PEOPLE, Answers, answers_of
from irassay.judging.assessors.standing_answers import Asked, Standing, shown
from irassay.judging.store import open_campaign
from irassay.judging.store.campaign import Campaign
from irassay.judging.store.pool_facts import Stratum
from irassay.judging.store.said import JUDGING
from irassay.label_sets.combined_answers import combine_answers

_Source: TypeAlias = Campaign | str | os.PathLike[str]
_Moment: TypeAlias = int | str | None
ANY_IDS = "json"  # what is printed where ids can't stand in TREC's columns, as Quepid's queries
NOT_JUDGED = -1  # the grade by which estimates know a document of the pool that nobody judged
WHOLE = "given"  # the stratum of documents that were not drawn from one: all of them count as themselves
ADJUDICATION = "adjudication"  # the judge of what an owner has settled on
_NOT_RELEVANT = 0.0  # the level of a document that answers nothing, as in trec_eval


@overload
def labels(
    campaign: _Source, *, to: Literal["qrels"], combine: str = ..., source: str = ..., as_of: _Moment = ...
) -> Qrels: ...
@overload
def labels(
    campaign: _Source, *, to: Literal["preferences"], combine: str = ..., source: str = ..., as_of: _Moment = ...
) -> Preferences: ...
@overload
def labels(
    campaign: _Source, *, to: str | None = ..., combine: str = ..., source: str = ..., as_of: _Moment = ...
) -> Qrels | Preferences: ...
def labels(
    campaign: Campaign | str | os.PathLike[str],
    *,
    to: str | None = None,
    combine: str = "majority",
    source: str = "people",
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
    source : {"people", "model", "all"} or str
        Whose answers count: people's; those of models; with ``all`` people's, and models' where no person's answer
        stands, preferences of both; or those of one person or model, by name or pseudonym.
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
    >>> from irassay.judging.store import Settings, make_campaign
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
            return labels(opened, to=to, combine=combine, source=source, as_of=as_of)
    form = form_of(campaign.settings.kind, to)
    return labels_that_count(campaign, answers_of(campaign, source, as_of), form, combine, source, as_of)


def form_of(kind: str, to: str | None) -> str:
    """What the answers of a campaign of this kind become, by default what suits it; UsageError where they can't."""
    forms = kind_of(kind).becomes
    if kind_of(kind).shows_label:
        raise UsageError(JUDGING("labels.checks"))
    check_choice("to", to or forms[0], ("qrels", "preferences"))
    if to and to not in forms:
        raise UsageError(JUDGING("labels.form", kind=kind, to=to, suits=forms[0]))
    return to or forms[0]


def labels_that_count(
    campaign: Campaign, given: Answers, to: str, combine: str, source: str = PEOPLE, as_of: int | str | None = None
) -> Qrels | Preferences:
    """What `labels` returns, of a log read before; InputError names source and moment where nobody has answered."""
    if to not in ("qrels", "preferences"):
        raise UsageError(JUDGING("labels.checks"))
    if given.is_empty:  # skips are no answers
        who = {PEOPLE: "nobody has", MODELS: "no model has", ALL: "nobody has"}.get(source, f"{cut(source)} hasn't")
        form = "models" if source == PEOPLE and given.models else "none"
        raise InputError(JUDGING(f"labels.{form}", who=who, campaign=campaign.source, moment=as_of))
    if to == "preferences":
        return Preferences([one for stands in given.in_turn for one in _preferences(stands)])
    grades = first_of(given, campaign.settings.scale, combine)
    for query, before in given.in_turn[0].earlier.items():
        grades[query] = {**before, **grades.get(query, {})}
    return with_strata(grades, campaign.facts.strata())


def n_earlier(given: Answers, scale: JudgingScale) -> int:
    """How many labels are those given before: no answer of the campaign comes in their stead."""
    answered = first_of(given, scale, "majority")
    return sum(doc not in answered.get(query, {}) for query, docs in given.in_turn[0].earlier.items() for doc in docs)


def first_of(given: Answers, scale: JudgingScale, combine: str) -> dict[str, dict[str, int]]:
    """Query -> document -> the grade of the first answers, and where these have none that of the next."""
    first: dict[str, dict[str, int]] = {}
    for stands in given.in_turn:
        for grades in (adjudicated_grades(stands, scale), combine_answers(grades_of(stands, scale), combine)):
            for query, of in grades.items():
                first[query] = {**of, **first.get(query, {})}
    return first


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
    choice = kind_of(asked.kind).choice(body.get("answer"), scale)
    grades = dict(zip(shown(asked, body), choice.grades)) if choice else {}
    return {doc: grade for doc in asked.docs if (grade := grades.get(doc)) is not None}


def _preferences(stands: Standing) -> list[Comparison]:
    """The preferences that follow from what stands; what an owner has settled stands alone."""
    said = [(one.task, one.assessor, one.body) for one in stands.answers if one.task not in stands.adjudicated]
    said += [(task, ADJUDICATION, body) for task, body in stands.adjudicated.items()]
    return [
        one
        for task, judge, body in said
        if body.get("answer") is not None and stands.tasks[task].query not in stands.closed
        for one in _comparisons(task, stands.tasks[task], judge, body)
    ]


def _comparisons(task: str, asked: Asked, judge: str, body: Mapping[str, Any]) -> Iterator[Comparison]:
    """A tie where a known answer's other is as good; of a list the best against each; at level 0 if none answers."""
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


def with_strata(grades: Mapping[str, Mapping[str, int]], strata: Mapping[str, Mapping[str, Stratum]]) -> Qrels:
    """The labels, query -> document -> grade, with their strata (query -> name -> stratum), and -1 for these documents'
    others, as xinfAP and infNDCG expect."""
    if not strata:
        return Qrels.from_dict(grades)
    tree: dict[str, dict[str, int]] = {}
    of_docs: dict[str, dict[str, str]] = {}
    for query, given in grades.items():
        parts = ((name, doc) for name, of in strata.get(query, {}).items() for doc in (*of.drawn, *of.left))
        name_of = {doc: name for name, doc in parts}
        tree[query] = {**given, **{doc: NOT_JUDGED for doc in name_of if doc not in given}}
        of_docs[query] = {doc: name_of.get(doc, WHOLE) for doc in tree[query]}
    return Qrels.from_dict(tree, strata=of_docs)


def n_not_judged(qrels: Qrels) -> int:
    """How many documents of its strata nobody has judged."""
    return sum(qrels.grades(query)[doc] == NOT_JUDGED for query, docs in qrels.strata.items() for doc in docs)


def are_words(made: Qrels | Preferences) -> bool:
    """Whether TREC's columns can hold the queries."""
    return WORDS.allows_all(made.queries)


def printed_form(qrels: Qrels) -> str | None:
    """The format in which labels are printed: with their strata, or one that holds any id, where TREC's can't."""
    return "strata" if qrels.strata else None if are_words(qrels) else ANY_IDS
