"""How far people agree, and how each of them judges: severity, share of left, pace, each with an interval."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

import numpy as np

from irassay.agreement import kappa_alpha
from irassay.agreement.habits import ALPHA, LEAST_CHOICES, pace, severities, side_share
from irassay.arrays import Flags, Places
from irassay.collection.judging_scales import JudgingScale
from irassay.collection.task_kinds import AGREE, HARD, LEFT, RIGHT, kind_of
from irassay.judging.assessors.answer_sources import models_of
from irassay.judging.assessors.model_quality import model_agreements, people_habits
from irassay.judging.assessors.standing_answers import Standing, StandingAnswer, entries_of, standing
from irassay.judging.assessors.statistic import (
    NO_NUMBER,
    AnswerLabels,
    Statistic,
    kappa_rows,
    marked_share,
    of_queries,
    row_over_queries,
    square,
    too_few,
)
from irassay.judging.store.answers import active_time
from irassay.judging.store.campaign import Campaign
from irassay.judging.store.said import JUDGING
from irassay.random_keys import Seed, key_of
from irassay.record import Record
from irassay.result import Column, Table

ALL = "all"
LEAST_TASKS = 10  # that two people share: fewer have no kappa of their own


class Quality(Record):
    """What `quality` finds: `statistics`, and a table of them. `entry` and `sha256` are of the log's last entry."""

    statistics: Sequence[Statistic]
    entry: int
    sha256: str
    seed: int

    @property
    def apart(self) -> list[Statistic]:
        """Those by which a person stands out."""
        return [one for one in self.statistics if one.is_apart]

    def table(self) -> Table:
        """One row a statistic."""
        of = self.statistics
        columns = [
            Column("who", [one.who for one in of], "", JUDGING("quality.who")),
            Column("statistic", [one.name for one in of]),
            Column("value", [one.value for one in of], digits=3),
            Column("low", [one.low for one in of], "", "95% interval, unadjusted", 3),
            Column("high", [one.high for one in of], "", "95% interval, unadjusted", 3),
            Column("p", [one.p for one in of], "p", JUDGING("quality.p")),
            Column("p_corrected", [one.p_corrected for one in of], "p", JUDGING("quality.corrected")),
            Column("tasks", [one.tasks for one in of], digits=0),
            Column("queries", [one.queries for one in of], digits=0),
            Column("apart", [one.is_apart for one in of], "", JUDGING("quality.apart", alpha=ALPHA)),
            Column("note", [one.note for one in of]),
        ]
        return Table("quality", JUDGING("quality"), columns, marks="apart")


def quality(campaign: Campaign, *, as_of: int | str | None = None, seed: int = 0) -> Quality:
    """How far the people of a campaign agree, owners too, and who stands out, each model beside the most people's
    answer, its own passes, and both orders. Kappa is of two people with ten shared tasks; agreement on fewer than five
    queries has no interval. Assumes queries sampled independently; asymptotic over queries, exact for the share of
    left. Source as of `repeats`, `severities`, `side_share` and `pace`."""
    entries, settings = entries_of(campaign, as_of), campaign.settings
    stands = standing(entries)
    found = statistics_of(stands, settings.scale, seed=seed)
    if models := models_of(entries, stands, equal=settings.equal):
        found += [*people_habits(stands, lengths := campaign.models.lengths())]
        found += [row for one in model_agreements(stands, models, settings, lengths, None) for row in one.rows]
    return Quality(found, entries[-1].entry, entries[-1].sha256, key_of(seed))


def statistics_of(
    stands: Standing, scale: JudgingScale, *, seed: Seed = 0, most_people: int | None = None
) -> list[Statistic]:
    """`quality` of answers: agreement, then each person; no kappa of two if more than `most_people` answered."""
    key = key_of(seed)
    given = [one for one in stands.answers if one.name is not None]
    by_person: dict[str, list[Statistic]] = {}
    for some in (_severity(given, stands, scale), _left(given, stands), _pace(given, stands, key)):
        for one in some:
            by_person.setdefault(one.who, []).append(one)
    together = list(_agreement(given, stands, scale, most_people))
    together += _checks(given, stands, scale)
    if given and not any(kind_of(one.kind).uses_scale for one in stands.tasks.values()):
        together.append(Statistic(who=ALL, name="severity", note=JUDGING("severity.none")))
    return [*together, *(one for who in sorted(by_person) for one in by_person[who])]


def _agreement(
    given: Sequence[StandingAnswer], stands: Standing, scale: JudgingScale, most_people: int | None
) -> Iterator[Statistic]:
    """The coefficients over everybody, then those of two people."""
    labels = AnswerLabels.of(stands, scale)
    people = sorted({one.assessor for one in given})
    tasks = sorted({one.task for one in given})
    row, column = _numbers(tasks), _numbers(people)
    placed = np.full((len(tasks), len(people)), -1, dtype=np.intp)
    for one in given:
        placed[row[one.task], column[one.assessor]] = labels.place(stands.tasks[one.task], one.body)
    several = (placed >= 0).sum(axis=1) >= 2
    if not several.any():
        yield Statistic(who=ALL, name="alpha", note=JUDGING("agreement.no-two"))
        return
    query = np.array([stands.tasks[task].query for task in tasks], dtype=object)

    def groups(some: Flags) -> list[Places]:
        """The rows of these tasks, a group a query."""
        return [placed[some][at] for at in of_queries(query[some].tolist())]

    shared, n = groups(several), len(labels.names)
    counts = {"tasks": int(several.sum()), "queries": len(shared)}
    together = np.stack([kappa_alpha.coincidences(one, n) for one in shared])
    yield row_over_queries(ALL, "alpha", together, labels.alpha, **counts)
    parts = np.stack([kappa_alpha.fleiss_parts(one, n) for one in shared])
    yield row_over_queries(ALL, "fleiss", parts, kappa_alpha.fleiss, **counts)
    if most_people is not None and len(people) > most_people:
        return
    for i, j in combinations(range(len(people)), 2):
        both = (placed[:, i] >= 0) & (placed[:, j] >= 0)
        if both.sum() >= LEAST_TASKS:
            squares = [square(one[:, i], one[:, j], n) for one in groups(both)]
            yield from kappa_rows(f"{people[i]} {people[j]}", np.stack(squares), labels)


def _checks(given: Sequence[StandingAnswer], stands: Standing, scale: JudgingScale) -> Iterator[Statistic]:
    """How often people agree with each label that they were shown, and find it hard to say."""
    checked = [one for one in given if kind_of(stands.tasks[one.task].kind).shows_label]
    for point in scale.points:
        of_label = [one for one in checked if stands.tasks[one.task].label == point.name]
        for answer, name in ((AGREE, "agrees"), (HARD, "hard_to_say")) if of_label else ():
            marks = [(stands.tasks[one.task].query, one.name == answer) for one in of_label]
            yield marked_share(ALL, f"{name}_{point.grade}", marks, JUDGING("agreement.label", label=point.name))


def _severity(given: Sequence[StandingAnswer], stands: Standing, scale: JudgingScale) -> Iterator[Statistic]:
    graded = [one for one in given if kind_of(stands.tasks[one.task].kind).uses_scale]
    if not graded:
        return
    people = sorted({one.assessor for one in graded})
    items, persons = (_places(column) for column in zip(*((one.task, one.assessor) for one in graded)))
    queries = _places([stands.tasks[one.task].query for one in graded])
    found = severities(items, persons, [_grade(one, scale) for one in graded], queries)
    is_two = sum(one.is_apart for one in found) == sum(one.n_items > 0 for one in found) == 2
    for who, one in zip(people, found):
        note = "" if one.n_items else JUDGING("severity.alone")
        if one.n_items and math.isnan(one.low):
            note = too_few(one.n_queries, of="")
        elif one.is_apart:
            note = JUDGING("severity", lower=one.value < 0, two=is_two)
        yield Statistic(
            who=who, name="severity", value=one.value, low=one.low, high=one.high, p=one.p, p_corrected=one.p_corrected,
            tasks=one.n_items, queries=one.n_queries, is_apart=one.is_apart, note=note,
        )  # fmt: skip


def _left(given: Sequence[StandingAnswer], stands: Standing) -> Iterator[Statistic]:
    chosen = [one for one in given if one.name in (LEFT, RIGHT) and len(stands.tasks[one.task].docs) > 1]
    counts = Counter((one.assessor, one.name) for one in chosen)
    people = sorted({one.assessor for one in chosen})
    shares = {who: side_share(counts[who, LEFT], counts[who, LEFT] + counts[who, RIGHT]) for who in people}
    family = sum(not math.isnan(one.p) for one in shares.values())
    for who, one in shares.items():
        corrected = min(1.0, one.p * family)
        is_apart, note = corrected <= ALPHA, ""
        if math.isnan(one.p):
            is_apart, note = False, too_few(one.n_choices, LEAST_CHOICES, of="choices")
        elif is_apart:
            note = JUDGING("left-share", left=one.value > 0.5)
        queries = {stands.tasks[answer.task].query for answer in chosen if answer.assessor == who}
        yield Statistic(
            who=who, name="left_share", value=one.value, low=one.low, high=one.high, p=one.p,
            p_corrected=corrected if one.p == one.p else NO_NUMBER, tasks=one.n_choices, queries=len(queries),
            is_apart=is_apart, note=note,
        )  # fmt: skip


def _pace(given: Sequence[StandingAnswer], stands: Standing, key: int) -> Iterator[Statistic]:
    of_person: dict[str, list[tuple[str, float]]] = {}
    for one in given:
        if (ms := active_time(one.body)) is not None:
            of_person.setdefault(one.assessor, []).append((stands.tasks[one.task].query, ms))
    for who, some in sorted(of_person.items()):
        queries, times = zip(*some)
        found = pace(times, _places(queries), seed=key)
        note = too_few(found.n_queries)
        yield Statistic(
            who=who, name="pace_seconds", value=found.value / 1000, low=found.low / 1000, high=found.high / 1000,
            tasks=found.n_judgments, queries=found.n_queries, note=note if math.isnan(found.low) else "",
        )  # fmt: skip


def _grade(one: StandingAnswer, scale: JudgingScale) -> int:
    grade = scale.grade(one.name or "")
    assert grade is not None, "the store keeps no other answers"
    return grade


def _numbers(values: Sequence[str]) -> Mapping[str, int]:
    return {value: i for i, value in enumerate(values)}


def _places(values: Sequence[str]) -> Places:
    return np.asarray(np.unique(values, return_inverse=True)[1], dtype=np.intp)
