"""Scores of one experiment: models trained without leaks and with, on sets of several sizes, with several seeds."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias, get_args

import numpy as np

from irassay.arrays import F64, Places
from irassay.collection import Runs
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
        order = {name: i for name in ("collection", "model") for i, name in enumerate(self._names(name))}
        return sorted(
            found, key=lambda case: (order[case.collection], order[case.model], LEAKAGES.index(case.condition))
        )

    def _names(self, field: str) -> list[str]:
        return list(dict.fromkeys(getattr(setup, field) for setup in self.scores))

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
    _refuse_alone(out.cases)
    return out


def _refuse_alone(cases: Iterable[Case]) -> None:
    known = set(cases)
    for case in known:
        if case._replace(condition=NONE) not in known:
            raise InputError(
                f"{case.model} has no run of {case.collection} without leakage, expected condition none to hold "
                f"{case.condition} against"
            )


def _named(setup: Setup) -> str:
    return f"the run of {setup.model}, {setup.condition}, size {setup.size:,}, seed {setup.seed}, of {setup.collection}"
