"""What pools of a track's runs find, which kinds would lose had they been new, and each run left out by itself."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from irassay.estimates import LeftOut, judged_depth, kinds_of, leave_one_group_out, pooled_by_metadata
from irassay.measures import parse_all
from irassay.result import Column, Finding, Section, Table
from irassay.studies.coverage import coverage_of_pools, coverage_section, kinds_of_pools
from irassay.studies.deep_learning_track import words_coverage as words
from irassay.studies.deep_learning_track.given import Given


def pools_section(given: Given, *, pool_depth: int | None, alpha: float, ties: Any, threads: int) -> list[Section]:
    """The section of the overview, and runs left out; empty for few runs, one query, or nothing relevant."""
    measure = parse_all([given.main])[0]
    pools = coverage_of_pools(given.qrels, given.runs, depth=measure.cutoff, rel=given.rel, ties=ties, seed=given.seed)
    if pools is None:
        return []
    groups = given.metadata.get(given.group_column, {})
    depth = pool_depth or judged_depth(given.qrels, given.runs, ties=ties).depth or None
    kinds = kinds_of_pools(
        given.qrels, given.runs, measure, kinds_of(given.runs, groups), pool_depth=depth, systems=given.systems,
        rel=given.rel, alpha=alpha, ties=ties, threads=threads,
    )  # fmt: skip
    section = coverage_section(pools, kinds, groups)
    if given.geometric or len(given.systems) < 2:
        return [section]
    runs = leave_one_group_out(
        given.qrels, given.runs, {}, given.main, depth=depth, pooled=pooled_by_metadata(given.runs),
        systems=given.systems, rel=given.rel, alpha=alpha, ties=ties, threads=threads,
    )  # fmt: skip
    return [replace(section, body=[*section.body, *_runs(runs)])]


def _runs(left_out: LeftOut) -> list[Any]:
    runs = sorted((run for run in left_out.groups if run.systems), key=lambda run: (float(run.change[0]), run.group))
    found: list[Any] = [Finding("runs-left-out", "note", "labels", words.runs(left_out, runs))]
    columns = [
        Column("run", [run.group for run in runs]),
        Column("dropped", [run.dropped for run in runs], "documents", "judged, and in the pool for this run alone", 0),
        Column("relevant", [run.dropped_relevant for run in runs], "documents", "of them relevant", 0),
        Column("change", [float(run.change[0]) for run in runs], left_out.measure, digits=4),
        Column("rank", [int(run.rank_before[0]) for run in runs], digits=0),
        Column("without", [int(run.rank_after[0]) for run in runs], "rank", "without those labels", 0),
        Column("tau", [run.tau for run in runs], "tau-a", "of the order of all runs before and after", 3),
        Column("flipped", [run.flipped for run in runs], "pairs", "with this run, decided otherwise", 0),
    ]
    return [*found, Table("runs-left-out", words.runs_title(np.array([run.fell for run in runs])), columns)]
