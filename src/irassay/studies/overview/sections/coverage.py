"""Coverage by pools of the systems, and kinds, groups and runs left out of the pool."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from irassay.estimates import Coverage, kinds_of
from irassay.result import Section, Table
from irassay.studies.overview.comparison import OverviewComparison, OverviewEvidence
from irassay.studies.page_section import PageSection
from irassay.studies.sections.captions import SHARED
from irassay.studies.sections.coverage import KINDS, TITLE, chart_by_depth_last, coverage_of_pools, coverage_section
from irassay.studies.sections.left_out import LeftOutOfPool, Pooled, groups_body, left_out, outside_body, runs_body
from irassay.verdict.label_reach import groups_of


@dataclass(frozen=True, slots=True)
class PoolEvidence:
    """What pools find, and what leaving out of the pool does; None where there is nothing to say of it."""

    pools: Coverage | None
    left_out: LeftOutOfPool | None


def collect(comparison: OverviewComparison) -> PoolEvidence:
    """Pools at the measure's depth and deeper; each run, group and kind left out where the labels came of a pool."""
    labels, runs, verdict = comparison.labels, comparison.inputs.runs, comparison.verdict
    how: dict[str, Any] = {"ties": comparison.ties, "seed": comparison.seed}
    pools = coverage_of_pools(labels, runs, depth=verdict.depth, rel=verdict.rel, **how)
    pooled = pools is not None or comparison.inputs.pool is not None
    return PoolEvidence(pools, _left_out(comparison) if pooled else None)


def _left_out(comparison: OverviewComparison) -> LeftOutOfPool | None:
    """Each run left out of the pool, each group of several runs, and each kind that the shown columns tell apart."""
    runs, metadata, verdict = comparison.inputs.runs, comparison.evidence.metadata, comparison.verdict
    groups = groups_of(metadata)
    names = [group for system, group in groups.items() if group and system in set(runs.systems)]
    kinds = {name: of for name, of in kinds_of(runs, groups).items() if name in metadata}
    same = [(head, *others) for head, others in comparison.league.same.items()]
    return left_out(Pooled(
        comparison.labels, runs, comparison.measure, groups if len(set(names)) < len(names) else {}, kinds,
        comparison.inputs.pool, verdict.systems, same, verdict.rel, comparison.league.alpha, comparison.ties,
        comparison.threads,
    ))  # fmt: skip


def pools_section(evidence: OverviewEvidence, own: PoolEvidence | None) -> Section | None:
    """Sentences, then tables; None where there is nothing to say."""
    if own is None:
        return None
    pools, out = own.pools, own.left_out
    more = [] if out is None else [*outside_body(out), *groups_body(out.groups), *runs_body(out.runs)]
    if pools is not None:
        section = coverage_section(pools, {} if out is None else out.kinds, groups_of(evidence.metadata))
    elif more:
        section = Section("coverage", TITLE, [], standfirst=SHARED("left-out.standfirst"))
    else:
        return None
    body = sorted([*section.body, *more], key=lambda part: isinstance(part, Table) and part.name != KINDS)
    return replace(section, body=chart_by_depth_last(body))


SECTION = PageSection("coverage", "Pools", collect, pools_section)
