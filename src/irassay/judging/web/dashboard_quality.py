"""How far people agree and how each of them judges, for the owner's page: the numbers of `labels --to quality`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import BaseModel

from irassay.collection.task_kinds import kind_of
from irassay.messages import by_how_much

if TYPE_CHECKING:
    from irassay.judging.assessors.standing_answers import Standing
    from irassay.judging.assessors.statistic import Statistic
    from irassay.judging.store.settings import Settings

MOST_PEOPLE = 5  # of whom each two get a kappa: ten, as many as the terminal shows


class Number(BaseModel):
    """One statistic: value, 95% interval and corrected p, null where there is none; what it means in `note`."""

    name: str
    who: str
    value: float | None
    low: float | None
    high: float | None
    p_corrected: float | None
    tasks: int
    queries: int
    is_apart: bool
    note: str


class Agreement(BaseModel):
    """How far people agree: `people` have answered, and of the tasks that `several` have, so many got the `same`
    answer; `apart` says by how much grades differ. `numbers` are of everybody, then of two people each."""

    people: int
    several: int
    same: int
    apart: str
    numbers: list[Number]


class Quality(BaseModel):
    """Agreement, and pseudonym -> what is known of how this person judges."""

    agreement: Agreement
    people: dict[str, list[Number]]


def quality_of(stands: Standing, settings: Settings) -> Quality:
    """What the page shows of the answers that stand. Fleiss' kappa is of more than two people."""
    from irassay.judging.assessors.quality import ALL, statistics_of

    people = {one.assessor for one in stands.answers if one.name is not None}
    found = statistics_of(stands, settings.scale, most_people=MOST_PEOPLE)
    several, same, apart = _shared(stands, settings)
    hidden = "" if len(people) > 2 else "fleiss"
    together = [one for one in found if (one.who == ALL and one.name != hidden) or one.name.startswith("kappa")]
    own: dict[str, list[Number]] = {who: [] for who in sorted(people)}
    for one in found:
        if one.who in own:
            own[one.who].append(_number(one))
    agreement = Agreement(
        people=len(people), several=several, same=same, apart=apart, numbers=[_number(one) for one in together]
    )
    return Quality(agreement=agreement, people=own)


def _shared(stands: Standing, settings: Settings) -> tuple[int, int, str]:
    """Tasks that several people have answered, those with one answer, and how far grades differ on the rest."""
    from irassay.judging.assessors.adjudication import choice
    from irassay.judging.assessors.given_labels import grades_of
    from irassay.label_sets.combined_answers import disagreements

    if kind_of(settings.kind).uses_scale:
        n, differences = disagreements(grades_of(stands, settings.scale))
        return n, n - len(differences), by_how_much(differences) if differences else ""
    said: dict[str, list[str]] = {}
    for one in stands.answers:
        if one.name is not None:
            said.setdefault(one.task, []).append(choice(settings.kind, one.body, list(stands.tasks[one.task].docs)))
    several = [given for given in said.values() if len(given) > 1]
    return len(several), sum(len(set(given)) == 1 for given in several), ""


def _number(one: Statistic) -> Number:
    values = {name: getattr(one, name) for name in Number.model_fields}
    return Number.model_validate({name: None if x != x else x for name, x in values.items()})  # JSON has no NaN
