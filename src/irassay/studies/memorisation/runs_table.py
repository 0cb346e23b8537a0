"""From a table of runs to their scores by topic, and to what is remembered of the leaks in training sets."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import isnan
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from irassay.collection.instances import Instances
from irassay.collection.qrels import Qrels
from irassay.errors import InputError, cut
from irassay.formats import read_metadata, read_qrels
from irassay.formats.reading.instances import read_instances
from irassay.leakage import Memory, memory
from irassay.messages import listed
from irassay.scoring import evaluate
from irassay.studies.files import Path
from irassay.studies.memorisation.outcomes import (
    LEAKAGES,
    LEAKED,
    MFR,
    NONE,
    Case,
    Outcomes,
    Setup,
    Values,
    outcomes_of,
    runs_beside,
    runs_of,
)

Leaks: TypeAlias = Path | Instances | Collection[str] | Sequence[Path | Instances]
COLUMNS = ("collection", "model", "condition", "size", "seed")


class MemoryCell(NamedTuple):
    """Means of one case: of ranks and scores of leaked relevant documents, and of the growth of the rank offset."""

    case: Case
    rank_with: float
    rank_without: float
    score_with: float | None  # None where no document has a score in every run
    score_without: float | None
    growth: float
    is_sign: bool | None = None  # whether the model remembers; None where it isn't known, as with one seed
    low: float | None = None  # the interval of the growth over topics
    high: float | None = None


def cells_of(memories: Mapping[Case, Memory]) -> list[MemoryCell]:
    """A cell for each case."""
    cells = []
    for case, of in memories.items():
        rank, score, offset = of.relevant, of.relevant_score, of.offset
        with_, without = (None, None) if score is None else (score.with_, score.without)
        sign = None if isnan(offset.seeds_low) else of.is_sign
        of_offset = offset.change, sign, offset.low, offset.high
        cells.append(MemoryCell(case, rank.with_, rank.without, with_, without, *of_offset))
    return cells


class Counts(NamedTuple):
    """How many cells say that leaked relevant documents are remembered."""

    cells: int
    rank_higher: int
    scored: int
    score_higher: int
    grow: int
    both: int  # models of a collection with both kinds of leakage, and scores
    test_moves_more: int  # those whose scores test leakage moves further than training leakage


def count_cells(cells: Sequence[MemoryCell]) -> Counts:
    """The counts of the cells."""
    moves = {
        cell.case: abs(cell.score_with - cell.score_without)
        for cell in cells
        if cell.score_with is not None and cell.score_without is not None
    }
    train, test = LEAKED
    both = [case for case in moves if case.condition == test and case._replace(condition=train) in moves]
    return Counts(
        cells=len(cells),
        rank_higher=sum(cell.rank_with < cell.rank_without for cell in cells),
        scored=len(moves),
        score_higher=sum((of.score_with or 0.0) > (of.score_without or 0.0) for of in cells if of.case in moves),
        grow=sum(cell.growth > 0 for cell in cells),
        both=len(both),
        test_moves_more=sum(moves[case] > moves[case._replace(condition=train)] for case in both),
    )


@dataclass(frozen=True, slots=True)
class Asked:
    """Which runs are scored, and how."""

    runs_table: Path
    qrels: Mapping[str, Path | Qrels]
    measures: Sequence[str]
    rel: int
    depth: int
    threads: int


@dataclass(frozen=True, slots=True)
class Experiment:
    """The runs of a table with their scores."""

    outcomes: Outcomes
    paths: Mapping[Setup, str]
    nouns: Sequence[Any]  # the labels and runs that were read
    signatures: Sequence[str]


def read_experiment(asked: Asked) -> Experiment:
    """The runs of the table, scored with the labels of their collections."""
    paths = _paths(asked.runs_table)
    by_collection: dict[str, dict[Setup, str]] = {}
    for setup, path in paths.items():
        by_collection.setdefault(setup.collection, {})[setup] = path
    lacking = [name for name in by_collection if name not in asked.qrels]
    if lacking:
        raise InputError(f"there are no labels of {listed(lacking)}, expected qrels of every collection in the table")
    values: dict[Setup, Mapping[str, Mapping[str, float]]] = {}
    nouns: list[Any] = []
    signatures: dict[str, None] = {}
    directions: dict[str, int] = {}
    for name, here in by_collection.items():
        of_runs, of_measures, both, signed = _scores(asked, name, here)
        nouns += both
        signatures |= dict.fromkeys(signed)
        directions |= of_measures
        values |= of_runs
    return Experiment(outcomes_of(values, directions), paths, nouns, list(signatures))


def _scores(
    asked: Asked, collection: str, paths: Mapping[Setup, str]
) -> tuple[Values, dict[str, int], list[Any], Sequence[str]]:
    """Scores of a collection's runs by topic, directions of measures, labels and runs, and signatures."""
    given, runs = asked.qrels[collection], runs_of(list(paths.values()))
    labels = given if isinstance(given, Qrels) else read_qrels(given)
    first_rank = f"RR(rel={asked.rel})@{asked.depth}"
    computed = [first_rank if name == MFR else name for name in asked.measures]
    scores = evaluate(labels, runs, computed, threads=asked.threads)
    numbers = np.array([scores.values[i, 0] for i in range(len(computed))])  # (measure, system, topic)
    for i in (i for i, name in enumerate(asked.measures) if name == MFR):
        inverse = np.divide(1.0, numbers[i], out=np.full(numbers[i].shape, np.inf), where=numbers[i] > 0)
        numbers[i] = np.where(np.isinf(inverse), asked.depth + 1, np.rint(inverse))
    values = {
        setup: {
            name: dict(zip(scores.queries, numbers[i, row].tolist(), strict=True))
            for i, name in enumerate(asked.measures)
        }
        for row, setup in enumerate(paths)
    }
    directions: dict[str, int] = {
        name: -1 if name == MFR else measure.direction
        for name, measure in zip(asked.measures, scores.measures, strict=True)
    }
    return values, directions, [labels, runs], scores.signatures


def _paths(table: Path) -> dict[Setup, str]:
    """Setup -> the run's path; InputError where a column lacks, a cell is no such value, or a setup is there twice."""
    source = os.fspath(table)
    columns = read_metadata(source).columns
    lacking = [name for name in COLUMNS if name not in columns]
    if lacking:
        raise InputError(f"{source} lacks the column {listed(lacking)}, expected run, {', '.join(COLUMNS)}")
    paths: dict[Setup, str] = {}
    for run in columns["collection"]:
        row = {name: columns[name].get(run, "").strip() for name in COLUMNS}
        condition = next((name for name in LEAKAGES if name == row["condition"].lower()), None)
        if condition is None:
            raise InputError(f"{source}: condition of {run} is {cut(row['condition'])}, expected {', '.join(LEAKAGES)}")
        if not (row["size"].isascii() and row["size"].isdecimal()):
            raise InputError(f"{source}: size of {run} is {cut(row['size'])}, expected a whole number of instances")
        setup = Setup(row["collection"], row["model"], condition, int(row["size"]), row["seed"])
        path = os.path.join(os.path.dirname(source), run)
        if setup in paths:
            raise InputError(f"{source}: {run} and {paths[setup]} are of one model, condition, size and seed")
        paths[setup] = path
    return paths


def memories_of(
    of: Experiment, leaks: Mapping[str, Leaks], depth: int, alpha: float
) -> tuple[dict[str, Collection[str]], dict[Case, Memory]]:
    """The leaked topics of each collection, and what each model remembers, by its runs on the largest sets of both
    sides; nothing for topics without training sets."""
    leaked: dict[str, Collection[str]] = {}
    memories: dict[Case, Memory] = {}
    for name, given in leaks.items():
        several: Iterable[Any] = [given] if isinstance(given, str | os.PathLike | Instances) else given
        sets, topics = _sets(several)
        if unknown := sorted(topics - set(of.outcomes.topics.get(name, ()))):
            raise InputError(
                f"leaks of {name} name {cut(unknown[0])}, expected a training set's file or a labelled topic"
            )
        leaked[name] = topics | {one.topic for each in sets for one in each.leaked}
        for case in of.outcomes.cases:
            pairs = {pair: None for each in sets for pair in each.pairs if pair[0].condition == case.condition}
            sizes = set(of.outcomes.sizes(case)) & set(of.outcomes.sizes(case._replace(condition=NONE)))
            if case.collection == name and case.condition != NONE and pairs and sizes:
                memories[case] = _memory(of, case, Instances(pairs), max(sizes), depth, alpha)
    return leaked, memories


def _sets(given: Iterable[Any]) -> tuple[list[Instances], set[str]]:
    """Training sets, and the ids of topics among what was given: a text that is no file is an id."""
    sets: list[Instances] = []
    topics: set[str] = set()
    for one in given:
        if isinstance(one, Instances):
            sets.append(one)
        elif isinstance(one, os.PathLike) or os.path.isfile(one):
            sets.append(read_instances(one))
        else:
            topics.add(str(one))
    return sets, topics


def _memory(of: Experiment, case: Case, instances: Instances, size: int, depth: int, alpha: float) -> Memory:
    with_, without = (
        [path for setup, path in of.paths.items() if setup[:3] == one and setup.size == size]
        for one in (case, case._replace(condition=NONE))
    )
    also = runs_beside([*with_, *without])
    return memory(instances, runs_of(with_), runs_of(without), also=also, depth=depth, alpha=alpha)
