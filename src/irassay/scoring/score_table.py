"""A table of scores per query, of one collection or several, without labels or rankings. Reads no file."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

from irassay.measures import Measure
from irassay.scoring.silent import silent_systems

if TYPE_CHECKING:
    from irassay.scoring.scores import Scores

F64: TypeAlias = NDArray[np.float64]
Apart: TypeAlias = Mapping[tuple[str, str, str], float]  # by collection, measure and system


@dataclass(frozen=True, slots=True)
class NamedScore:
    """A measure of which only the name is known: higher is better, averaged over queries."""

    name: str
    direction: int = 1
    aggregate: str = "mean"

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class ScoreTable:
    """Scores per query without labels or rankings: enough to compare systems over queries, not over labels."""

    measures: Sequence[Measure | NamedScore]
    systems: Sequence[str]  # by first occurrence
    queries: Sequence[str]  # in byte order, collection by collection
    collections: Sequence[str]  # of each query; empty where the files name none
    values: F64  # (measure, 1, system, query); NaN where a score is missing
    summary: F64  # (measure, 1, system), over the queries that a system has
    same: Mapping[str, Sequence[Sequence[str]]]  # measure -> systems with equal scores on every query
    readings: Sequence[tuple[str, int]]  # path and lines of each file
    left_out: int = 0  # lines of query ``all`` that don't summarise: perhaps a query's name
    mean_rows: Sequence[str] = ()  # names of rows left out: means under another name than ``all``
    by_task: bool = False  # aggregates of MTEB or BEIR: a task stands as query
    n_files: int = 0  # with scores; other_files: JSON beside them without
    other_files: int = 0
    variants: Sequence[str] = ("labels",)
    # (collection, measure, system) -> same for the same documents, where scores don't tell
    apart: Apart = field(default_factory=dict)

    @property
    def missing(self) -> Mapping[str, Sequence[str]]:
        """Empty: a file of scores has no word on which queries a run left out."""
        return {}

    @property
    def signatures(self) -> tuple[str, ...]:
        """One a measure. What the scores depend on besides their name is not in the files."""
        return tuple(str(measure) for measure in self.measures)

    def rows(self) -> Iterator[tuple[str, str, str, float]]:
        """Each score there is as (system, query, measure, value), system by system, query by query."""
        for s, system in enumerate(self.systems):
            for q, query in enumerate(self.queries):
                for m, measure in enumerate(self.measures):
                    value = float(self.values[m, 0, s, q])
                    if value == value:
                        yield system, query, str(measure), value

    def on(self, queries: Sequence[str]) -> ScoreTable:
        """The same scores on these queries alone, in the order they have here."""
        there = set(queries)
        return self._at([q for q, query in enumerate(self.queries) if query in there])

    def of_collection(self, name: str) -> ScoreTable:
        """The scores on the queries of one collection, of the systems that have any there."""
        table = self._at([q for q, collection in enumerate(self.collections) if collection == name])
        there = [s for s in range(len(table.systems)) if not np.isnan(table.values[:, 0, s]).all()]
        systems = [table.systems[s] for s in there]
        same = {m: [[s for s in group if s in systems] for group in groups] for m, groups in table.same.items()}
        return replace(
            table,
            systems=systems,
            collections=[],
            values=table.values[:, :, there],
            summary=table.summary[:, :, there],
            same=same,
        )

    def _at(self, at: Sequence[int]) -> ScoreTable:
        """The scores on the queries at these places."""
        values = self.values[..., at]
        there = {self.collections[q] for q in at} if self.collections else {""}
        apart = {key: number for key, number in self.apart.items() if key[0] in there}
        return replace(
            self,
            queries=[self.queries[q] for q in at],
            collections=[self.collections[q] for q in at] if self.collections else [],
            values=values,
            summary=np.array(
                [[[summary_of(row, m.aggregate) for row in table[0]]] for m, table in zip(self.measures, values)]
            ),
            same=same_systems(self.measures, self.systems, values, apart),
            apart=apart,
        )


def one_split(tasks: Sequence[str]) -> list[str]:
    """The parts of tasks that are compared: of each task one split, test, or else the only one that is not train."""
    from irassay.formats.scores import results

    splits: dict[str, set[str]] = {}
    for name in tasks:
        task, split = results.split_of(name)
        splits.setdefault(task, set()).add(split)

    def is_read(name: str) -> bool:
        task, split = results.split_of(name)
        return split == results.TEST or splits[task] - {results.TRAIN} == {split}

    return [name for name in tasks if is_read(name)]


def in_common(table: ScoreTable, measures: Sequence[Measure | NamedScore]) -> list[str]:
    """The tasks on which every system has a score by all of these measures."""
    at = [m for m, measure in enumerate(table.measures) if measure in measures]
    values = table.values[at, 0]
    return [query for q, query in enumerate(table.queries) if np.isfinite(values[..., q]).all()]


def summary_of(row: F64, aggregate: str) -> float:
    """The summary of one system's scores, added in the order of the queries as in the kernel."""
    here = [float(x) for x in row if x == x]
    if not here:
        return float("nan")
    if aggregate == "sum":
        return sum(here)
    if aggregate == "geometric":
        return float(np.exp(sum(np.log(max(x, 0.00001)) for x in here) / len(here)))
    return sum(here) / len(here)


def same_systems(
    measures: Sequence[Measure | NamedScore], systems: Sequence[str], values: F64, apart: Apart
) -> dict[str, list[tuple[str, ...]]]:
    """Measure -> systems with equal scores on every query, apart where their documents differ."""
    numbers: dict[tuple[str, str], dict[str, float]] = {}
    for (collection, name, system), number in apart.items():
        numbers.setdefault((name, system), {})[collection] = number
    same = {}
    for measure, table in zip(measures, values):
        groups: dict[Hashable, list[str]] = {}
        for system, row in zip(systems, table[0]):
            of = numbers.get((str(measure), system), {})
            groups.setdefault((row.tobytes(), tuple(sorted(of.items()))), []).append(system)
        same[str(measure)] = [tuple(group) for group in groups.values() if len(group) > 1]
    return same


def table_over(scores: Mapping[str, Scores]) -> ScoreTable:
    """The scores of several collections by the same measures as one table, a collection for each query. NaN where a
    collection lacks a system, or its run answers no query; systems are one where they are on every collection."""
    systems = list(dict.fromkeys(system for one in scores.values() for system in one.systems))
    first = next(iter(scores.values()))
    blocks = []
    for one in scores.values():
        block = np.full((len(one.measures), 1, len(systems), len(one.queries)), np.nan)
        block[:, :, [systems.index(system) for system in one.systems]] = one.values
        block[:, :, [systems.index(system) for system in silent_systems(one)]] = np.nan
        blocks.append(block)
    values = np.concatenate(blocks, axis=3)
    groups = [(one.same, one.measures) for one in scores.values()]
    return ScoreTable(
        measures=first.measures,
        systems=systems,
        queries=[query for one in scores.values() for query in one.queries],
        collections=[name for name, one in scores.items() for _ in one.queries],
        values=values,
        summary=np.full(values.shape[:3], np.nan),  # a mean over collections has weights, which comparing gives it
        same={
            str(measure): _same_everywhere([same[str(measures[m])] for same, measures in groups], systems)
            for m, measure in enumerate(first.measures)
        },
        readings=(),
    )


def _same_everywhere(groups: Sequence[Sequence[Sequence[str]]], systems: Sequence[str]) -> list[list[str]]:
    """Systems that are one system on every collection; `groups` are those of each."""
    together: dict[tuple[Hashable, ...], list[str]] = {}
    for system in systems:
        of = [next((tuple(sorted(group)) for group in one if system in group), system) for one in groups]
        together.setdefault(tuple(of), []).append(system)
    return [group for group in together.values() if len(group) > 1]
