"""Whose answers count: people's, those of models (of each task a pass, then one answer), or those of one of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from irassay.collection.judging_scales import JudgingScale
from irassay.collection.task_kinds import EQUAL, LEFT, RIGHT, kind_of
from irassay.errors import UsageError
from irassay.judging.assessors.judge import ANSWERED, preferred_of
from irassay.judging.assessors.standing_answers import Standing, StandingAnswer, standing
from irassay.judging.store.campaign import Campaign
from irassay.judging.store.entries import Entry
from irassay.judging.store.models import MODEL, VERDICT
from irassay.judging.store.said import JUDGING
from irassay.record import Record

HASH = 8  # digits of a hash that tell versions apart
PEOPLE, MODELS, ALL = "people", "model", "all"


class PairOrders(Record):
    """What a model said of a pair: the document that it preferred with either shown first, None where equal."""

    task: str
    docs: tuple[str, str]
    preferred: tuple[str | None, str | None]


class ModelAnswers:
    """The answers of one model: `passes` maps pass -> task -> the body of an answer, of a pair the better document, or
    equal where the two orders differ, nothing where it can't be `equal`; `orders` has pairs answered in both orders."""

    def __init__(self, name: str, pseudonym: str, *, equal: bool = True) -> None:
        self.name = name
        self.pseudonym = pseudonym
        self._equal = equal
        self.passes: dict[int, dict[str, Mapping[str, Any]]] = {}
        self.orders: list[PairOrders] = []
        self.sources: dict[str, None] = {}  # by which model and prompt it has answered, in words
        self._pairs: dict[tuple[str, int], dict[tuple[str, ...], Mapping[str, Any]]] = {}

    def add(self, task: str, kind: str, body: Mapping[str, Any]) -> None:
        """A verdict that is an answer."""
        if "prompt" in body:
            self.sources[_source(body)] = None
        of_pass = self.passes.setdefault(body["pass"], {})
        if not kind_of(kind).both_orders:
            of_pass[task] = body
            return
        both = self._pairs.setdefault((task, body["pass"]), {})
        both[tuple(body["shown"])] = body
        if len(both) == 2:
            docs = min(both)
            first, second = (preferred_of(one["answer"], one["shown"]) for one in (both[docs], both[docs[::-1]]))
            self.orders.append(PairOrders(task=task, docs=(docs[0], docs[1]), preferred=(first, second)))
            agreed = first if first == second else None
            if agreed is None and not self._equal:
                return
            name = EQUAL if agreed is None else LEFT if agreed == docs[0] else RIGHT
            of_pass[task] = {"answer": name, "shown": docs, "pass": body["pass"]}

    def standing(self, scale: JudgingScale) -> list[StandingAnswer]:
        """One answer a task: the most frequent of passes, else the lower grade, or equal; none if it can't be equal."""
        given: dict[str, list[Mapping[str, Any]]] = {}
        for _, of_pass in sorted(self.passes.items()):
            for task, body in of_pass.items():
                given.setdefault(task, []).append(body)
        bodies = {task: _one_of(some, scale) for task, some in given.items()}
        return [
            StandingAnswer(task=task, assessor=self.pseudonym, name=body["answer"], body=body)
            for task, body in sorted(bodies.items())
            if self._equal or body["answer"] != EQUAL
        ]


def models_of(log: Iterable[Entry], stands: Standing, *, equal: bool) -> list[ModelAnswers]:
    """The models of a log with their answers to tasks of open queries; `equal`: whether a pair may be called that."""
    closed = set(stands.closed)
    models: dict[str, ModelAnswers] = {}
    for entry in log:
        if entry.kind == "assessor" and entry.content["role"] == MODEL:
            models[str(entry.assessor)] = ModelAnswers(entry.content["name"], str(entry.assessor), equal=equal)
        elif entry.kind == VERDICT and (body := entry.content)["state"] == ANSWERED:
            task = stands.tasks.get(str(entry.task))  # none of a prediction
            if task and task.query not in closed:
                models[str(entry.assessor)].add(str(entry.task), task.kind, body)
    return list(models.values())


def _source(body: Mapping[str, Any]) -> str:
    """The model, the prompt with the start of its hash, and the temperature of an answer; of a function its code."""
    mark = str(body["prompt_sha256"])[:HASH]
    if body["model"] == body["prompt"]:
        return f"code {mark}"
    return JUDGING(
        "model-source", model=body["model"], prompt=body["prompt"], mark=mark, warm="temperature" in body,
        temperature=body.get("temperature"),
    )  # fmt: skip


def _one_of(bodies: Sequence[Mapping[str, Any]], scale: JudgingScale) -> Mapping[str, Any]:
    """The answer given most often; of several such the lowest grade, of pairs equal, else the first given."""
    counts = Counter(str(body["answer"]) for body in bodies)
    most = max(counts.values())
    names = [name for name in counts if counts[name] == most]
    if len(names) > 1 and {LEFT, RIGHT} & set(names):
        return {**bodies[0], "answer": EQUAL}
    name = min(names, key=lambda one: -1 if (grade := scale.grade(one)) is None else grade)
    return next(body for body in bodies if body["answer"] == name)


class Answers(Record):
    """Answers of a campaign that count, in the order in which they do; and its models, whether they count or not."""

    in_turn: Sequence[Standing]  # a task's label is that of the first with an answer
    models: Sequence[ModelAnswers]

    @property
    def is_empty(self) -> bool:
        """Whether nobody has answered."""
        return not any(
            stands.earlier or stands.adjudicated or any(one.name is not None for one in stands.answers)
            for stands in self.in_turn
        )


def answers_of(campaign: Campaign, source: str, as_of: int | str | None = None) -> Answers:
    """The answers that count with this source; UsageError for no such person, model or entry."""
    entries = list(campaign.log(as_of))
    people = standing(entries)
    models = models_of(entries, people, equal=campaign.settings.equal)
    of_models = _with(people, [one for model in models for one in model.standing(campaign.settings.scale)])
    if source in (PEOPLE, MODELS, ALL):
        return Answers(in_turn={PEOPLE: [people], MODELS: [of_models], ALL: [people, of_models]}[source], models=models)
    meant = {one.pseudonym for one in campaign.oversight.members() if one.name == source}
    meant = meant or {campaign.models.pseudonym(source) or source}
    named = meant & {one.assessor for one in (*people.answers, *of_models.answers)}
    if not named:
        raise UsageError(JUDGING("labels.nobody", name=source, campaign=campaign.source))
    theirs = [one for one in (*people.answers, *of_models.answers) if one.assessor in named]
    return Answers(in_turn=[_with(people, theirs)], models=models)


def _with(stands: Standing, answers: Sequence[StandingAnswer]) -> Standing:
    """The same tasks with these answers; what owners settled is people's."""
    return stands.but(answers=answers, adjudicated={})
