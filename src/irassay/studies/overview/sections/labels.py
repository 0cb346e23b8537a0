"""The labels: by grade and by rank, what missing ones could do, and coverage by pools of the systems."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from irassay.estimates import AssessorSensitivity, Coverage, assessor_sensitivity, kinds_of, under_holes
from irassay.estimates.imputed.under_holes import ESTIMATES
from irassay.messages import count, nth_part, number, percent, plural, share
from irassay.preflight.unfit import unfit
from irassay.result import Bars, Column, Finding, Lines, Section, Stacked, Table
from irassay.studies.overview.comparison import OVERVIEW, OverviewComparison, OverviewEvidence
from irassay.studies.page_section import PageSection
from irassay.studies.sections.captions import SHARED
from irassay.studies.sections.coverage import (
    KINDS,
    TITLE,
    chart_by_depth_last,
    coverage_of_pools,
    coverage_section,
    odd_grades,
    redrawn,
    sensitivity_body,
)
from irassay.studies.sections.left_out import LeftOutOfPool, Pooled, groups_body, left_out, outside_body, runs_body
from irassay.verdict import Reach, Verdict
from irassay.verdict.label_reach import UNSTATED, groups_of
from irassay.verdict.words.next_steps import judge_command
from irassay.verdict.words.phrases import top_of

FEW = 0.02  # share of documents without a label, below which there are almost no holes
DRAWS = 200
MOST_SCORES = 4_000_000  # of lists in draws; with more, labels are not drawn
MOST_RANKS = 2_000_000  # of documents whose labels might be drawn
MOST_PANELS = 4


def holes_title(reach: Reach) -> str:
    """Where the labels stop."""
    there = [(a, b, float(np.nanmean(of))) for a, b, of in reach.by_rank if not np.isnan(of).all()]
    within = [share for _, last, share in there if last <= reach.depth]
    below = [share for first, _, share in there if first > reach.depth]
    inside = float(np.mean(within)) if within else 0.0
    return OVERVIEW(
        "holes.title", inside=inside, few=inside < FEW, depth=str(reach.depth), below=below, last=[0, *below][-1]
    )


def unique_title(reach: Reach) -> str:
    """Whether groups found relevant documents of their own."""
    n_with, total, noun = sum(n > 0 for _, n, _ in reach.unique.values()), len(reach.unique), reach.unique_by
    form = "unique.none" if total and not n_with else "unique.title"
    return OVERVIEW(form, all=n_with == total, some=n_with, groups=plural(total, noun), noun=noun, top=_top(reach))


def _top(reach: Reach) -> str:
    return top_of(reach.unique_depth or reach.depth)


def still_open(verdict: Verdict) -> str:
    """What those without a label and never retrieved documents could do."""
    undecided, measure = verdict.labels_undecided, verdict.league.measure
    if verdict.sparse is not None:
        return OVERVIEW("still-open.sparse")
    if verdict.labels_settled is None:
        return OVERVIEW("still-open.not-computed", measure=measure)
    if verdict.n < 2 or (undecided == 0 and verdict.unjudged == 0):
        return ""
    form = "still-open" if undecided else "still-open.none"
    return OVERVIEW(form, pairs=undecided, unjudged=verdict.unjudged)


@dataclass(frozen=True, slots=True)
class LabelEvidence:
    """What this section alone reads."""

    estimated: Sequence[Table] = ()  # scores by every estimate under missing labels
    sensitivity: AssessorSensitivity | None = None  # how far ranks move under a second assessor's noise
    odd: Sequence[Finding] = ()  # odd grades
    cause: str = ""  # how lists of unequal length may leave orders to missing labels; "" where they don't


def labels_of(comparison: OverviewComparison) -> LabelEvidence:
    """Estimates where missing labels can move a score; the second assessor's noise where there is a second assessor."""
    second, scores = comparison.inputs.second, estimated_scores(comparison)
    if second is None:
        return LabelEvidence(scores, None, (), _cause(comparison))
    sensitivity = assessor_sensitivity(
        redrawn(comparison.labels, second, seed=comparison.seed, threads=comparison.threads), comparison.inputs.runs,
        comparison.measure, systems=comparison.league.systems, ties=comparison.ties, threads=comparison.threads,
    )  # fmt: skip
    return LabelEvidence(scores, sensitivity, odd_grades(comparison.labels, second), _cause(comparison))


def _cause(comparison: OverviewComparison) -> str:
    measure, inputs = comparison.measure, comparison.inputs
    if not comparison.verdict.labels_undecided:
        return ""
    return unfit(inputs.labels, inputs.runs, [measure]).cause(str(measure), comparison.league.runs)


def labels_section(evidence: OverviewEvidence, own: LabelEvidence | None = None) -> Section:
    """The labels by grade, coverage in figures, holes by rank, unique documents."""
    own = own or LabelEvidence()
    body: list[Any] = [_grades(evidence)]
    body += _coverage(evidence)
    if own.cause:
        body.append(Finding("unequal-lists", "note", "labels", own.cause))
    if evidence.reach.by_rank:
        body.append(_holes(evidence))
    body += own.estimated
    if len(evidence.reach.unique) > 1 and evidence.verdict.n > 1:
        body.append(_unique(evidence))
    if own.sensitivity is not None:
        body += [*own.odd, *sensitivity_body(own.sensitivity)]
    return Section("labels", "The labels", body)


def _grades(evidence: OverviewEvidence) -> Stacked:
    reach, rel = evidence.reach, evidence.verdict.rel
    relevant = sum(n for grade, n in reach.grades.items() if grade >= rel)
    title = OVERVIEW("grades.title", labels=reach.n_labels, relevant=nth_part(relevant, reach.n_labels))
    grades = sorted(reach.grades)
    columns = [
        Column("part", [f"grade {number(grade, 0)}" for grade in grades]),
        Column("count", [reach.grades[grade] for grade in grades], unit="labels", digits=0),
    ]
    grey = max(sum(grade <= 0 for grade in grades), 1)
    per_query = list(reach.labels_per_query) or [0]
    low, high, mean = min(per_query), max(per_query), reach.n_labels / len(per_query)
    typical = number(mean, 1) if mean < 10 else count(round(mean))
    how = OVERVIEW("grades.how", rel=rel, typical=typical, differ=low != high, low=low, high=high)
    return Stacked("grades", title, how, Table("grades", title, columns), n_grey=grey)


def _coverage(evidence: OverviewEvidence) -> list[Finding]:
    verdict, reach, league = evidence.verdict, evidence.reach, evidence.verdict.league
    text = OVERVIEW("unjudged" if reach.unjudged else "unjudged.none", n=reach.unjudged, depth=reach.depth)
    effect, action = still_open(verdict), judge_command(verdict, require=evidence.require)
    numbers = {"unjudged": reach.unjudged, "depth": reach.depth}
    findings = [Finding("unjudged", "note", "labels", text, numbers, effect=effect, action=action)]
    least = np.argsort(reach.judged, kind="stable")[:3]
    if league.n > 1 and reach.judged[least[0]] < 1:
        systems = [(league.systems[i], float(reach.judged[i])) for i in least if reach.judged[i] < 1]
        shares = [f"{system} ({percent(part)})" for system, part in systems]
        text = OVERVIEW("least-judged", depth=reach.depth, systems=shares)
        names = tuple(system for system, _ in systems)
        findings.append(Finding("least-judged", "note", "labels", text, dict(systems), names, systems=names))
    unseen = reach.n_labels - reach.retrieved_labels
    if unseen > 0 and reach.retrieved_labels:
        total = reach.n_labels
        text = OVERVIEW("unretrieved-labels", labels=unseen, total=total, share=share(unseen, total))
        findings.append(Finding("unretrieved-labels", "note", "labels", text, {"labels": unseen}))
    return findings


def panels_of(systems: Sequence[str], metadata: Mapping[str, Mapping[str, str]]) -> dict[str, list[int]]:
    """Rows by panel: the first metadata column with two to four values, named with the column; else one panel."""
    for column, of in metadata.items():
        value_of = [of.get(s, "") or UNSTATED for s in systems]
        values = list(dict.fromkeys(value_of))
        known = [v for v in values if v != UNSTATED]
        if len(known) >= 2 and len(values) <= MOST_PANELS:
            order = sorted(known) + [v for v in values if v == UNSTATED]
            return {f"{column}: {v}": [i for i, value in enumerate(value_of) if value == v] for v in order}
    return {"all systems": list(range(len(systems)))}


def _holes(evidence: OverviewEvidence) -> Lines:
    reach, league, depth = evidence.reach, evidence.verdict.league, evidence.verdict.depth
    panels = panels_of(league.systems, evidence.metadata)
    panel, series, x, y = [], [], [], []
    for name, rows in panels.items():
        for i in rows:
            for first, last, unjudged in reach.by_rank:
                if not np.isnan(unjudged[i]):
                    panel.append(name)
                    series.append(league.systems[i])
                    x.append((first + last) / 2)
                    y.append(round(float(unjudged[i]), 5))
    title = holes_title(reach)
    columns = [
        Column("panel", panel),
        Column("series", series),
        Column("x", x, unit="rank", definition="middle of the ranks", digits=1),
        Column("y", y, unit="share", definition="of documents without a label", digits=3),
    ]
    slots = {
        "binned": next((first for first, last, _ in reach.by_rank if last > first), None),
        "depth": None if depth is None else str(depth),
    }
    how = OVERVIEW("holes.how", panels=len(panels), measure=league.measure, **slots)
    marker, marker_text = (None, "") if depth is None else (float(depth), "measured to here")
    table = Table("holes", title, columns)
    return Lines("holes", title, how, table, "rank", "unjudged", marker=marker, marker_text=marker_text)


def _unique(evidence: OverviewEvidence) -> Bars:
    reach = evidence.reach
    rows = sorted(reach.unique.items(), key=lambda item: (-item[1][1], item[0]))
    title = unique_title(reach)
    columns = [
        Column("row", [group for group, _ in rows], definition=reach.unique_by),
        Column("value", [n for _, (_, n, _) in rows], unit="documents", digits=0),
        Column("runs", [runs for _, (runs, _, _) in rows], unit="runs", digits=0),
    ]
    if has_high := any(high for _, (_, _, high) in rows):
        columns.append(Column("part", [high for _, (_, _, high) in rows], unit="documents of higher grade", digits=0))
    how = OVERVIEW("unique.how", rel=evidence.verdict.rel, top=_top(reach), noun=reach.unique_by, high=has_high)
    return Bars("unique", title, how, Table("unique", title, columns), "relevant documents")


def estimated_scores(comparison: OverviewComparison) -> Sequence[Table]:
    """A row a system, and what each estimate assumes; () without bounds, or where missing labels move no score."""
    league, measure, bounds = comparison.league, comparison.measure, comparison.bounds
    qrels, runs = comparison.inputs.labels.sel(queries=league.queries), comparison.inputs.runs
    if measure.aggregate != "mean" or bounds is None or not (bounds.lower < bounds.upper).any():
        return ()
    lists = len(runs.systems) * len(qrels.queries)
    depth = measure.cutoff or max(1, runs.n_documents // max(1, len(runs.systems) * len(runs.queries)))
    small = lists * DRAWS <= MOST_SCORES and lists * depth <= MOST_RANKS
    estimates = [name for name in ESTIMATES if small or name != "bootstrapped"]
    how: dict[str, Any] = {"ties": comparison.ties, "seed": comparison.seed, "threads": comparison.threads}
    holes = under_holes(qrels, runs, measure, estimates=estimates, bounds=bounds, draws=DRAWS, **how)
    return holes.table(league.systems), holes.assumptions()


LABELS = PageSection("labels", "Labels", labels_of, labels_section)


@dataclass(frozen=True, slots=True)
class PoolEvidence:
    """What pools find, and what leaving out of the pool does; None where there is nothing to say of it."""

    pools: Coverage | None
    left_out: LeftOutOfPool | None


def pools_of(comparison: OverviewComparison) -> PoolEvidence:
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


POOLS = PageSection("coverage", "Pools", pools_of, pools_section)
