"""Whose answers count: people's, those of models, or those of one of them."""

from __future__ import annotations

from collections.abc import Sequence

from irassay.errors import UsageError
from irassay.judging.assessors.model_answers import ModelAnswers, models_of
from irassay.judging.assessors.standing_answers import Standing, StandingAnswer, standing
from irassay.judging.store.campaign import Campaign
from irassay.judging.store.said import JUDGING
from irassay.record import Record

PEOPLE, MODELS, ALL = "people", "model", "all"


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
    named = _pseudonyms(campaign, source) & {one.assessor for one in (*people.answers, *of_models.answers)}
    if not named:
        raise UsageError(JUDGING("labels.nobody", name=source, campaign=campaign.source))
    theirs = [one for one in (*people.answers, *of_models.answers) if one.assessor in named]
    return Answers(in_turn=[_with(people, theirs)], models=models)


def _with(stands: Standing, answers: Sequence[StandingAnswer]) -> Standing:
    """The same tasks with these answers; what owners settled is people's."""
    return stands.but(answers=answers, adjudicated={})


def _pseudonyms(campaign: Campaign, name: str) -> set[str]:
    """Who is meant by a name: the person or model, or who has it as a pseudonym."""
    named = {one.pseudonym for one in campaign.oversight.members() if one.name == name}
    return named or {campaign.models.pseudonym(name) or name}
