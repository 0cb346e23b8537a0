"""The data of a track: the runs that count, their scores and facts, the queries; and the track as one group may see it.

Names of other groups are taken out of the nouns, not out of the page: what was never there can't be left over in a
sentence, a table, a chart or a file beside them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeAlias

import numpy as np

from irassay.arrays import F64
from irassay.collection.attribute import DocAttribute
from irassay.collection.metadata import Metadata, group_column, is_of_pooling, kinds_in_column
from irassay.collection.qrels import Qrels
from irassay.collection.runs import Runs, called, run_groups
from irassay.collection.texts import Texts
from irassay.comparison.equality import rounding
from irassay.errors import InputError, UsageError, cut
from irassay.measures import Measure, parse_all
from irassay.messages import plural
from irassay.pooling import Pool
from irassay.preflight.metadata_values import differ_by_case
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
LONG_NAME = 4  # characters from which a name is looked for inside of words too


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


def runs_of(runs: Runs, group: str) -> list[str]:
    """The group's own runs. UsageError without a column of groups, for an unknown group, or one in two spellings."""
    column = group_column(runs.metadata.columns)
    if not column:
        raise UsageError("for_group needs metadata with a column of groups, such as group, team or participant")
    groups = run_groups(runs)
    own = [system for system in runs.systems if groups.get(system) == group]
    if not own:
        there = sorted(set(groups.values()))
        raise UsageError(f"no run is of group {cut(group)}; there are {', '.join(map(cut, there[:20]))}")
    for system in runs.systems:
        if differ_by_case(groups.get(system, ""), group):
            raise UsageError(
                f"group {cut(group)} is also written {cut(groups[system])} (run {cut(system)}), which its page would "
                "hide: write one of the two everywhere in the metadata"
            )
    return own


def without(inputs: Mapping[str, str], runs: Runs, group: str) -> dict[str, str]:
    """The inputs without the files that hold only runs of other groups: their names would say whose they are."""
    own = set(runs_of(runs, group))
    sources = {name: reading.source for name, reading in zip(runs.systems, runs.readings)}
    secret = {source for name, source in sources.items() if name not in own}
    secret -= {source for name, source in sources.items() if name in own}
    return {path: digest for path, digest in inputs.items() if path not in secret}


def hide_names(runs: Runs, order: Sequence[str], group: str) -> Runs:
    """The runs as `group` may see them: others are ``run 1``, ``run 2``, by their place in `order`, the results'.
    Columns that tell a run's maker, or hold a hidden name, go; so do readings."""
    own = set(runs_of(runs, group))
    columns = runs.metadata.columns
    by = group_column(columns)
    names = _numbered([(system, "run", i) for i, system in enumerate(order, 1) if system not in own], taken=own)
    groups = _groups(run_groups(runs), [s for s in order if s not in own], group)
    secret = [*names, *groups]
    shown = {by: {names.get(s, s): groups.get(g, g) for s, g in columns[by].items() if s in names or s in own}}
    for column in kinds_in(columns, by, runs.systems):
        values = {s: value for s, value in columns[column].items() if s in names or s in own}
        if not any(_holds(value, name) for value in set(values.values()) for name in secret):
            shown[column] = {names.get(s, s): value for s, value in values.items()}
    return called(runs, names).with_metadata(Metadata(shown))


def renamed_pool(pool: Pool, before: Sequence[str], now: Sequence[str]) -> Pool:
    """The pool with its runs under the names that are shown; a run of it that is not among them is marked as absent."""
    names = dict(zip(before, now))
    return replace(pool, systems=[names.get(system) or f"{system} (absent)" for system in pool.systems])


def shown_left_out(names: Sequence[str], group: str | None) -> list[str]:
    """How provenance says which runs were left out as they were read: on a group's page only how many."""
    return list(names) if group is None or not names else [f"{plural(len(names), 'run')}, not named here"]


def _holds(value: str, name: str) -> bool:
    """Whether a value says a name: a short one as a word of its own, so that a run "a" is not in every value."""
    if len(name) >= LONG_NAME:
        return name.lower() in value.lower()
    return re.search(rf"(?<![^\W_]){re.escape(name)}(?![^\W_])", value, re.IGNORECASE) is not None


def _groups(of: Mapping[str, str], others: Sequence[str], group: str) -> dict[str, str]:
    """Other group -> its neutral name, by the place of its best run; groups of baselines stay told apart as such."""
    in_order = dict.fromkeys(of[s] for s in others if of.get(s))
    baselines = [name for name in in_order if name.lower().startswith(BASELINE)]
    names = dict.fromkeys(baselines, "baselines") if len(baselines) == 1 else {}
    rest = [(name, "baselines" if name in baselines else "group") for name in in_order if name not in names]
    counts: dict[str, int] = {}
    places = []
    for name, kind in rest:
        counts[kind] = counts.get(kind, 0) + 1
        places.append((name, kind, counts[kind]))
    return names | _numbered(places, taken={group})


def _numbered(places: Sequence[tuple[str, str, int]], *, taken: set[str]) -> dict[str, str]:
    """Name -> word and number; with a mark where that is the name of somebody who is shown."""
    return {name: made if (made := f"{word} {n}") not in taken else f"{made} (hidden)" for name, word, n in places}
