"""For the owner's page: how people agree and judge, as `labels --to quality` has it; what labels do to pairs."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from pydantic import BaseModel

from irassay.collection.task_kinds import kind_of
from irassay.messages import by_how_much

if TYPE_CHECKING:
    from irassay.collection.qrels import Qrels
    from irassay.collection.runs import Runs
    from irassay.estimates.bounds.labels_needed import Figures
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
    from irassay.judging.assessors.given_labels import grades_of
    from irassay.judging.assessors.standing_answers import choice
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


def labels_to_settle(qrels: Qrels, runs: Runs, measure: str, names: Collection[str]) -> dict[str, Figures]:
    """Pair (two systems with a dash between, as a page names it) -> how many labels settle it, where labels leave it
    open. Pairs that take too long to count are left out, and all for a measure without bounds."""
    from irassay.estimates.bounds.bounds import UNDECIDED
    from irassay.estimates.bounds.labels_needed import labels_needed, takes_long
    from irassay.verdict import settle

    verdict = settle(qrels, runs, measure, threads=1)
    if verdict.bounds is None:
        return {}
    out: dict[str, Figures] = {}
    for i, j in verdict.pairs:
        pair = verdict.systems[i], verdict.systems[j]
        named = [name for name in (" – ".join(pair), " – ".join(pair[::-1])) if name in names]
        if named and verdict.state(i, j) in UNDECIDED and not takes_long(qrels, runs, verdict.bounds, [pair]):
            out[named[0]] = labels_needed(qrels, runs, verdict.bounds, [pair], threads=1).figures
    return out


def pairs_turned(
    qrels: Qrels, runs: Runs, measure: str, cases: Sequence[tuple[str, str]], grades: Sequence[int]
) -> list[int]:
    """For each case, a query and a document, how many pairs of systems stand in another order under one of these grades
    of the document than under another."""
    import numpy as np

    from irassay.collection.qrels import Qrels
    from irassay.comparison.equality import roundings
    from irassay.scoring import evaluate

    whole = evaluate(qrels, runs, [measure], threads=1)
    scores, place = np.asarray(whole.values_view)[0, 0], {query: i for i, query in enumerate(whole.queries)}
    turned = []
    for query, doc in cases:
        known = dict(qrels.grades(query)) if query in place else {}
        totals = []
        for grade in grades:
            alone = evaluate(Qrels.from_dict({query: {**known, doc: grade}}), runs, [measure], threads=1)
            before = scores[:, place[query]] if query in place else 0.0
            totals.append(scores.sum(axis=1) - before + np.asarray(alone.values_view)[0, 0, :, 0])
        means = np.array(totals) / (len(place) + (query not in place))
        apart, limit = means[:, :, None] - means[:, None, :], roundings(means, axis=1)[:, :, None]
        signs = (apart > limit).astype(int) - (apart < -limit)
        turned.append(int((signs != signs[0]).any(axis=0).sum()) // 2)
    return turned
