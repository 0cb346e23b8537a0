"""Scores with and without leakage: means of chosen sizes, tests against no leakage, swaps of models, lost topics."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from irassay.arrays import F64
from irassay.comparison.significance.paired_tests import correct, paired_t
from irassay.studies.memorisation.outcomes import NONE, Case, Choice, Outcomes, choose, folds_of


class Cell(NamedTuple):
    """A model's mean of one measure under one leakage; p is None without leakage, and where it isn't known."""

    case: Case
    measure: str
    mean: float
    p: float | None = None  # paired t-test against no leakage
    corrected: float | None = None  # Bonferroni over the table's comparisons of the measure


class Swap(NamedTuple):
    """A pair of models whose order turns where the first one trains on leaks."""

    case: Case  # the model that passes, and on what it trained
    over: str
    measure: str


class Loss(NamedTuple):
    """A topic, and how far it changes with leakage in the mean over models, for the better above 0."""

    collection: str
    topic: str
    change: float
    worst: Case
    of_worst: float


@dataclass(frozen=True, slots=True)
class Effects:
    """What leakage did to scores."""

    cells: Sequence[Cell]
    choices: Mapping[tuple[Case, str], Choice]  # by case and measure
    comparisons: Mapping[tuple[str, str], int]  # collection and measure -> size of the family


def effects_of(outcomes: Outcomes, *, n_folds: int, key: int) -> Effects:
    """Means, tests and choices of every case and measure."""
    folds = {name: folds_of(len(topics), n_folds, key) for name, topics in outcomes.topics.items()}
    choices = {
        (case, measure): choose(outcomes.by_size(case, measure), folds[case.collection], direction=direction)
        for measure, direction in outcomes.directions.items()
        for case in outcomes.cases
    }
    cells: list[Cell] = []
    families: dict[tuple[str, str], int] = {}
    for measure in outcomes.directions:
        for name in outcomes.topics:
            cases = [case for case in outcomes.cases if case.collection == name]
            leaked = [case for case in cases if case.condition != NONE]
            families[name, measure] = len(leaked)
            p = {case: _p(choices, case, measure) for case in leaked}
            corrected = dict(zip(p, correct(np.array(list(p.values())), correction="bonferroni").tolist()))
            means = {case: float(choices[case, measure].scores.mean()) for case in cases}
            cells += [Cell(case, measure, means[case], p.get(case), corrected.get(case)) for case in cases]
    return Effects(cells, choices, families)


def _p(choices: Mapping[tuple[Case, str], Choice], case: Case, measure: str) -> float:
    both = case, case._replace(condition=NONE)
    x = np.column_stack([choices[one, measure].scores for one in both])
    return float(paired_t(x, np.array([0], dtype=np.uint32), np.array([1], dtype=np.uint32))[0])


def swaps_of(cells: Iterable[Cell], directions: Mapping[str, int]) -> list[Swap]:
    """Pairs of models of which one is worse when neither trains on leaks, and better when it alone does."""
    means = {(cell.case, cell.measure): directions[cell.measure] * cell.mean for cell in cells}
    found = []
    for (case, measure), mean in means.items():
        before = means.get((case._replace(condition=NONE), measure))
        if case.condition == NONE or before is None:
            continue
        for (other, its), against in means.items():
            rival = other.collection == case.collection and other.condition == NONE and other.model != case.model
            if rival and its == measure and before < against < mean:
                found.append(Swap(case, other.model, measure))
    return found


def n_pairs(cells: Iterable[Cell]) -> int:
    """Ordered pairs of models that could swap: one that trains on leaks, and another that doesn't."""
    keys = {(cell.measure, cell.case.collection, cell.case.condition, cell.case.model) for cell in cells}
    leaked = [key for key in keys if key[2] != NONE]
    return sum(other[:2] == one[:2] and other[2] == NONE and other[3] != one[3] for one in leaked for other in keys)


def losses_of(outcomes: Outcomes, effects: Effects, *, most: int) -> list[Loss]:
    """The topics of each collection that lose most with leakage by the main measure, in the mean over models and kinds
    of leakage."""
    measure, direction = next(iter(outcomes.directions.items()))
    found = []
    for name, topics in outcomes.topics.items():
        leaked = [case for case in outcomes.cases if case.collection == name and case.condition != NONE]
        if not leaked:
            continue
        changes = direction * np.array([_change(effects, case, measure) for case in leaked])
        mean = changes.mean(axis=0)
        for i in np.argsort(mean, kind="stable")[:most]:
            if mean[i] < 0:
                worst = int(np.argmin(changes[:, i]))
                found.append(Loss(name, topics[i], float(mean[i]), leaked[worst], float(changes[worst, i])))
    return found


def _change(effects: Effects, case: Case, measure: str) -> F64:
    """Scores with leakage less those without: array (topic,)."""
    return effects.choices[case, measure].scores - effects.choices[case._replace(condition=NONE), measure].scores
