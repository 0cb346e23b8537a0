"""Scores of one experiment: models trained without leaks and with, on sets of several sizes, with several seeds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from irassay.errors import InputError, UsageError, cut

F64: TypeAlias = NDArray[np.float64]
Leakage: TypeAlias = Literal["none", "train", "test"]
LEAKAGES: tuple[Leakage, ...] = get_args(Leakage)
NONE, *LEAKED = LEAKAGES
MFR = "MFR"  # mean first rank of a relevant document; the depth + 1 where there is none


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
