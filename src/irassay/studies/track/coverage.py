"""What pools of a track's runs find, which kinds would lose had they been new, and each run left out by itself."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from irassay.estimates import kinds_of
from irassay.measures import parse_all
from irassay.result import Section
from irassay.studies.sections.coverage import coverage_of_pools, coverage_section
from irassay.studies.sections.left_out import LeftOutOfPool, left_out, runs_body
from irassay.studies.track.track_data import Given

if TYPE_CHECKING:
    from irassay.pooling import Pool

DEPTH = 10  # of a pool, where nothing says how deep it was and the measure reads whole lists


def left_out_of(
    given: Given, *, pool: Pool | None, pool_depth: int | None, alpha: float, ties: Any, threads: int
) -> LeftOutOfPool | None:
    """Runs, groups and kinds left out of the pool; None for a single run, and a measure whose mean is geometric."""
    groups, measure = given.metadata.get(given.group_column, {}), parse_all([given.main])[0]
    return left_out(
        given.qrels, given.runs, measure, groups=groups, kinds=kinds_of(given.runs, groups), pool=pool,
        pool_depth=pool_depth, otherwise=measure.cutoff or DEPTH, systems=given.systems, rel=given.rel, alpha=alpha,
        ties=ties, threads=threads,
    )  # fmt: skip


def pools_section(given: Given, found: LeftOutOfPool | None, *, ties: Any) -> list[Section]:
    """The section of the overview, and runs left out; empty for few runs, one query, or nothing relevant."""
    depth = parse_all([given.main])[0].cutoff
    pools = coverage_of_pools(given.qrels, given.runs, depth=depth, rel=given.rel, ties=ties, seed=given.seed)
    if pools is None:
        return []
    groups = given.metadata.get(given.group_column, {})
    section = coverage_section(pools, {} if found is None else found.kinds, groups)
    return [section if found is None else replace(section, body=[*section.body, *runs_body(found.runs)])]
