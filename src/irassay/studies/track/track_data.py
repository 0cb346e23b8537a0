"""The data of a track: the runs that count, their scores and facts, the queries with their texts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

import numpy as np

from irassay.arrays import F64
from irassay.collection.attribute import DocAttribute
from irassay.collection.metadata import group_column, is_of_pooling, kinds_in_column
from irassay.collection.qrels import Qrels
from irassay.collection.runs import Runs, run_groups
from irassay.collection.texts import Texts
from irassay.comparison.equality import rounding
from irassay.errors import InputError, UsageError
from irassay.measures import Measure, parse_all
from irassay.pooling import Pool
from irassay.random_keys import key_of
from irassay.scoring import Scores
from irassay.scoring.policy import Policy
from irassay.scoring.silent import silent_systems
from irassay.studies.files import Path

Task: TypeAlias = Literal["passage", "document"]
# Craswell et al. 2021, section 3: a passage is relevant from grade 2, a document from grade 1.
RELEVANT: dict[str, int] = {"passage": 2, "document": 1}
MEASURES: dict[str, tuple[str, ...]] = {
    "passage": ("nDCG@10", "NCG@100", "AP(rel=2)", "RR(rel=2)"),
    "document": ("nDCG@10", "NCG@100", "AP", "RR"),
}
NOT_STATED = "not stated"
BROKEN_BELOW = 0.5  # of the first quartile of all runs' means
BASELINE = "baseline"  # begins the name of a group that took no part


def measures_of(
    task: Task | None, measures: Sequence[str | Measure] | None, *, largest_grade: int = RELEVANT["passage"]
) -> tuple[Sequence[Measure], int]:
    """The measures, and the least relevant grade of all that is counted: the largest that a given measure names, else
    the task's, else 1. Without both they are those of passages, or of documents where `largest_grade` is below a
    relevant passage's. UsageError for an unknown task or measure."""
    if task is not None and task not in RELEVANT:
        raise UsageError(f"expected task to be one of {', '.join(RELEVANT)}, but got task={task!r}")
    if task is None and measures is None:
        task = "passage" if largest_grade >= RELEVANT["passage"] else "document"
    values = parse_all(MEASURES[task or "passage"] if measures is None else measures)
    grades = [int(m.params["rel"]) for m in values if "rel" in m.params]
    return values, max(grades, default=RELEVANT[task] if task else 1)


@dataclass(frozen=True, slots=True)
class Settings:
    """What is asked of a track; fields as the keywords of `track`. None leaves a section out, or out of it."""

    query_texts: Path | Texts | None = None
    strata: Path | Mapping[str, str] | None = None  # query -> stratum; without it short and long queries are told apart
    second_qrels: Path | Qrels | Sequence[Qrels] | None = None
    passage_qrels: Path | Qrels | None = None
    passage_to_document: Path | Mapping[str, str] | None = None
    doc_attribute: Path | DocAttribute | None = None
    task: Task | None = None
    measures: Sequence[str | Measure] | None = None
    pool: Path | Pool | None = None
    pool_depth: int | None = None
    for_group: str | None = None
    alpha: float = 0.05  # family-wise error rate
    ties: Any = None  # "float64" or "float32"
    seed: int = 0
    threads: int = 0  # 0 is one a core

    def __post_init__(self) -> None:
        if (self.passage_qrels is None) != (self.passage_to_document is None):
            raise UsageError(
                "passage_qrels and passage_to_document go together: labels of passages, and whose they are"
            )
        object.__setattr__(self, "seed", key_of(self.seed))
        object.__setattr__(self, "ties", Policy.of(ties=self.ties).ties)


@dataclass(frozen=True, slots=True)
class Track:
    """One track, without the runs that don't count."""

    qrels: Qrels
    runs: Runs
    measures: Sequence[str]  # the first is the main one
    lower_is_better: Sequence[bool]  # by measure
    systems: Sequence[str]  # runs that count, best first by the main measure
    broken: Sequence[str]  # runs that were left out by the rule
    broken_below: float  # the main measure that they are below
    values: Mapping[str, F64]  # measure -> (system, query), in the order of `systems` and `queries`
    queries: Sequence[str]
    rel: int  # least relevant grade
    texts: Mapping[str, str] = field(default_factory=dict)  # query -> text; empty where none was given
    metadata: Mapping[str, Mapping[str, str]] = field(default_factory=dict)  # column -> system -> value, of all runs
    same: Sequence[Sequence[str]] = ()  # runs with the same documents to the main measure's depth
    settings: Settings = Settings()
    geometric: bool = False  # the main measure's mean is geometric
    n_systems: int = 0  # of all runs; runs with the same documents count as one
    # measure -> (system,), runs read as 32-bit floats; empty if `values` are
    float32_means: Mapping[str, F64] = field(default_factory=dict)
    marked_by: str = ""  # column of kinds that charts mark; "" for none

    @property
    def main(self) -> str:
        """The main measure."""
        return self.measures[0]

    @property
    def one_a_system(self) -> list[str]:
        """The runs that count, best first; of those with the same documents to the main measure's depth the first with
        a row in the metadata, else the first."""
        rows = {system for values in self.metadata.values() for system in values}
        heads: dict[str, str] = {}
        for group in self.same:
            here = [system for system in self.systems if system in group]
            head = next((system for system in here if system in rows), here[0])
            heads |= dict.fromkeys(group, head)
        return [system for system in self.systems if heads.get(system, system) == system]

    @property
    def groups(self) -> dict[str, str]:
        """The group of each run that has one; see `run_groups`."""
        return run_groups(self.runs)

    def scores(self, measure: str) -> F64:
        """Scores of a measure, (system, query), turned so that higher is better."""
        turned = -1.0 if self.lower_is_better[self.measures.index(measure)] else 1.0
        return turned * self.values[measure]

    def highest(self) -> list[str]:
        """The runs with the highest mean of the main measure: several where they are equal."""
        means = self.scores(self.main).mean(axis=1)
        return [self.systems[i] for i in np.flatnonzero(means >= means.max() - rounding(means)).tolist()]

    def of(self, column: str) -> dict[str, str]:
        """The value of a metadata column for each run that counts and has one; a kind of a single run is none."""
        values = self.metadata.get(column, {})
        alone = {} if column == self.group_column else kinds_in_column(values, self.systems)[1]
        return {system: values[system] for system in self.systems if values.get(system) and system not in alone}

    @property
    def group_column(self) -> str:
        """The column of groups, "" where there is none."""
        return group_column(self.metadata)

    @property
    def used_columns(self) -> list[str]:
        """Columns of the metadata that the page reads, each once."""
        of_pooling = filter(is_of_pooling, self.metadata)
        return list(dict.fromkeys(name for name in (self.group_column, *self.kinds(), *of_pooling) if name))

    def kinds(self) -> dict[str, list[str]]:
        """Columns that part the runs into kinds, with the kinds, those of most runs first; see `kinds_in_column`."""
        return kinds_in(self.metadata, self.group_column, self.systems)


def track_of(
    qrels: Qrels,
    runs: Runs,
    scores: Scores,
    texts: Mapping[str, str],
    rel: int,
    settings: Settings,
    *,
    single: Scores | None = None,
) -> Track:
    """A track from the scores of all its runs: those that count, best first; InputError where none does. `single` has
    the scores in 32-bit floats, None where `scores` are these."""
    names = [str(m) for m in scores.measures]
    means = (scores.values[0, 0] * scores.measures[0].direction).mean(axis=1)
    lower = [m.direction < 0 for m in scores.measures]
    # Where lower is better no mean is "less than half" of another in that sense: nothing is left out.
    broken, limit = ([], 0.0) if lower[0] else broken_runs(scores.systems, means)
    silent = silent_systems(scores)
    broken = [system for system in scores.systems if system in broken or system in silent]
    order = [i for i in np.argsort(-means, kind="stable") if scores.systems[i] not in set(broken)]
    if not order:
        raise InputError("no run counts; run `irassay check` on the files")
    systems, groups = [scores.systems[i] for i in order], scores.same.get(names[0], ())
    counting = set(systems)
    same = [[system for system in group if system in counting] for group in groups]
    single_means = (
        {}
        if single is None
        else {name: np.nan_to_num(single.values[m, 0]).mean(axis=1)[order] for m, name in enumerate(names)}
    )
    return Track(
        qrels, runs, names, lower, systems, broken, limit,
        {name: np.nan_to_num(scores.values[m, 0][order]) for m, name in enumerate(names)},
        list(scores.queries), rel, texts, runs.metadata.columns, [group for group in same if len(group) > 1], settings,
        geometric=scores.measures[0].aggregate == "geometric",
        n_systems=len(scores.systems) - sum(len(group) - 1 for group in groups), float32_means=single_means,
    )  # fmt: skip


def kinds_in(metadata: Mapping[str, Mapping[str, str]], group: str, systems: Sequence[str]) -> dict[str, list[str]]:
    """Columns but that of groups which part the systems into kinds; those of most systems first."""
    found = {column: kinds_in_column(metadata[column], systems)[0] for column in metadata if column != group}
    return {column: kinds for column, kinds in found.items() if kinds}


def broken_runs(systems: Sequence[str], means: F64) -> tuple[list[str], float]:
    """Runs below half of the first quartile, and that limit: mistakes more often than methods, they widen spreads."""
    limit = BROKEN_BELOW * float(np.quantile(means, 0.25)) if len(means) else 0.0
    return [system for system, mean in zip(systems, means) if mean < limit], limit
