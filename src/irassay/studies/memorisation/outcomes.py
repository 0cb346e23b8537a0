"""Scores of one experiment, without leaks and with them: means of chosen sizes, tests, swaps of models, lost topics."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias, get_args

import numpy as np

from irassay.arrays import F64, Places
from irassay.collection import Runs
from irassay.comparison.significance.paired_tests import correct, paired_t
from irassay.errors import InputError, UsageError, cut
from irassay.formats import read_runs
from irassay.formats.reading.instances import also_path
from irassay.messages import conjugate, plural
from irassay.random_keys import stream

PURPOSE = 0x666F6C64  # "fold": separates this random stream from others of the same key
Leakage: TypeAlias = Literal["none", "train", "test"]
LEAKAGES: tuple[Leakage, ...] = get_args(Leakage)
NONE, *LEAKED = LEAKAGES
MFR = "MFR"  # mean first rank of a relevant document; the depth + 1 where there is none


@dataclass(frozen=True, slots=True)
class Choice:
    """Scores of the chosen sizes."""

    scores: F64  # (topic,), by the size that the other folds chose
    sizes: Places  # (fold,), the place of each choice
    luck: float  # by how much the choice is better on the folds that made it than on the fold that tries it


def folds_of(n_topics: int, n_folds: int, key: int) -> Places:
    """The fold of each topic, of sizes that differ by one at most: array (topic,)."""
    if n_topics < n_folds:
        raise UsageError(f"{n_folds} folds of {n_topics} topics, expected no more folds than topics")
    order = np.random.Generator(stream(key, PURPOSE)).permutation(n_topics)
    folds = np.empty(n_topics, dtype=np.intp)
    folds[order] = np.arange(n_topics) % n_folds
    return folds


def choose(scores: F64, folds: Places, *, direction: int) -> Choice:
    """The scores, array (size, topic), of the size with the best mean over the other folds; the first of equal ones.
    Source: Fröbe et al., SPIRE 2022, section 4."""
    chosen, sizes, luck = np.empty(scores.shape[1]), [], 0.0
    for fold in range(int(folds.max()) + 1):
        here = folds == fold
        means, tried = scores[:, ~here].mean(axis=1), scores[:, here]
        best = int(np.argmax(direction * means))
        chosen[here] = tried[best]
        # Against the mean size: folds of harder topics are no luck.
        gain = (means[best] - means.mean()) - (tried[best] - tried.mean(axis=0)).mean()
        luck += direction * float(gain) * here.mean()
        sizes.append(best)
    return Choice(chosen, np.array(sizes), luck)


def runs_of(paths: Sequence[str], names: Sequence[str] = ()) -> Runs:
    """The runs of these files, each under the name of its file or another; UsageError where a file has several."""
    runs = read_runs(list(paths), keep="scores")
    n = len(paths)
    if len(runs.systems) != n:
        raise UsageError(
            f"{plural(n, 'file')} such as {cut(paths[0])} {conjugate(n, 'has')} {plural(len(runs.systems), 'system')}, "
            "expected one a file, each a seed of one model"
        )
    renamed = runs.renamed(dict(zip(runs.systems, names or paths, strict=True)))
    return Runs(renamed.core, runs.readings, metadata=renamed.metadata, without_hits=renamed.without_hits)


def runs_beside(paths: Sequence[str]) -> Runs | None:
    """Scores of documents outside the lists of these runs, under their names; None without such a file."""
    beside = {path: also for path in paths if os.path.exists(also := also_path(path))}
    return runs_of(list(beside.values()), list(beside)) if beside else None


class Setup(NamedTuple):
    """What a run's model was trained on, and how."""

    collection: str
    model: str
    condition: Leakage
    size: int  # instances of the training set
    seed: str


Values: TypeAlias = Mapping[Setup, Mapping[str, Mapping[str, float]]]  # setup -> measure -> topic -> score


class Case(NamedTuple):
    """The runs of one model under one leakage, of all sizes and seeds."""

    collection: str
    model: str
    condition: str


@dataclass(frozen=True, slots=True)
class Outcomes:
    """Scores by topic of every run."""

    topics: Mapping[str, Sequence[str]]  # by collection
    directions: Mapping[str, int]  # measure -> 1, or -1 where lower is better; the first is the main one
    scores: Mapping[Setup, Mapping[str, F64]]  # setup -> measure -> (topic,)

    @property
    def measures(self) -> list[str]:
        """Their names, the main one first."""
        return list(self.directions)

    @property
    def cases(self) -> list[Case]:
        """Every collection, model and leakage that has runs, in the order of the runs, without leakage first."""
        found = dict.fromkeys(Case(*setup[:3]) for setup in self.scores)
        names = (dict.fromkeys(getattr(setup, field) for setup in self.scores) for field in ("collection", "model"))
        order = {name: i for of_field in names for i, name in enumerate(of_field)}
        return sorted(
            found, key=lambda case: (order[case.collection], order[case.model], LEAKAGES.index(case.condition))
        )

    def sizes(self, case: Case) -> list[int]:
        """The sizes of its training sets, ascending."""
        return sorted({setup.size for setup in self.scores if setup[:3] == case})

    def seeds(self, case: Case, size: int, measure: str) -> F64:
        """Scores of each seed: array (seed, topic)."""
        return np.array([of[measure] for setup, of in self.scores.items() if setup[:3] == case and setup.size == size])

    def by_size(self, case: Case, measure: str) -> F64:
        """Means over seeds: array (size, topic)."""
        return np.array([self.seeds(case, size, measure).mean(axis=0) for size in self.sizes(case)])


def outcomes_of(values: Values, directions: Mapping[str, int]) -> Outcomes:
    """Checked scores; InputError where a collection's runs have other topics, or a model has no run without leaks."""
    if not values:
        raise InputError("there is no run, expected a row a run with its collection, model, condition, size and seed")
    topics: dict[str, Sequence[str]] = {}
    scores: dict[Setup, dict[str, F64]] = {}
    for place, of in values.items():
        setup = Setup(*place)
        if setup.condition not in LEAKAGES:
            raise UsageError(f"condition is {cut(setup.condition)}, expected {', '.join(LEAKAGES)}")
        here = topics.setdefault(setup.collection, list(of[next(iter(directions))]))
        scores[setup] = {}
        for measure in directions:
            if set(of[measure]) != set(here):
                raise InputError(f"{_named(setup)} has other topics by {measure} than the first run of its collection")
            scores[setup][measure] = np.array([of[measure][topic] for topic in here], dtype=np.float64)
    out = Outcomes(topics, directions, scores)
    for case in out.cases:
        if case._replace(condition=NONE) not in out.cases:
            raise InputError(
                f"{case.model} has no run of {case.collection} without leakage, expected condition none to hold "
                f"{case.condition} against"
            )
    return out


def _named(setup: Setup) -> str:
    return f"the run of {setup.model}, {setup.condition}, size {setup.size:,}, seed {setup.seed}, of {setup.collection}"


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
    """A collection's topics that lose most with leakage by the main measure, in the mean over models and leakages."""
    measure, direction = next(iter(outcomes.directions.items()))
    found = []
    for name, topics in outcomes.topics.items():
        leaked = [case for case in outcomes.cases if case.collection == name and case.condition != NONE]
        if not leaked:
            continue
        without = {case: case._replace(condition=NONE) for case in leaked}
        scores = {case: effects.choices[case, measure].scores for case in (*without, *without.values())}
        changes = direction * np.array([scores[case] - scores[none] for case, none in without.items()])
        mean = changes.mean(axis=0)
        for i in np.argsort(mean, kind="stable")[:most]:
            if mean[i] < 0:
                worst = int(np.argmin(changes[:, i]))
                found.append(Loss(name, topics[i], float(mean[i]), leaked[worst], float(changes[worst, i])))
    return found
