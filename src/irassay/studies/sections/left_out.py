"""Runs, groups and kinds of runs left out of the pool that labels came from: recorded, or made again from the runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from os import PathLike
from statistics import median
from typing import Any, Literal

import numpy as np

from irassay.arrays import I64
from irassay.collection.metadata import unpooled
from irassay.collection.qrels import Qrels
from irassay.collection.runs import Runs
from irassay.collection.ties import tie_rule
from irassay.errors import UsageError
from irassay.estimates import GroupLeftOut, LeftOut, judged_depth, kinds_left_out, leave_one_group_out, systems_of_pool
from irassay.estimates.pools.completeness import THROUGH_TO_DEPTH
from irassay.estimates.pools.coverage import FEWEST
from irassay.measures import Measure
from irassay.messages import Name, plural
from irassay.pooling import Pool, read_pool
from irassay.preflight.grades import partly_judged
from irassay.result import Column, Finding, Table
from irassay.studies.files import Path
from irassay.studies.sections.captions import SHARED

FEWEST_RUNS = 2
MOST_WORK = 40_000_000  # left out, times systems, times queries and systems: some seconds


@dataclass(frozen=True, slots=True)
class OutsidePool:
    """Runs that contributed nothing to the pool."""

    runs: Sequence[str]
    n_runs: int  # of all runs
    reached: Mapping[str, int] | None = None  # run -> rank to which it is judged; None for a recorded pool
    to: int = 0  # rank to which runs of the pool are judged; 0 where not known
    column: str = ""  # metadata column that says which runs were pooled; "" without one


def runs_outside(of: OutsidePool, form: str = "outside-pool") -> str:
    """How many runs are outside the pool, and how that is known."""
    judged = of.reached is not None and not of.column
    n, recorded = len(of.runs), of.reached is None
    slots = {"judged": judged, "to": of.to, "through": THROUGH_TO_DEPTH}
    return SHARED(form, n=n, runs=of.n_runs, recorded=recorded, column=of.column, **slots)


def loss(group: GroupLeftOut) -> float:
    """The most that a run of the group loses of its score; 0 where none loses."""
    return max(0.0, -float(group.change.min(initial=0.0)))


def pool(of: LeftOut) -> str:
    """Which pool it is, after "left out of"."""
    return SHARED("phrase.pool", recorded=of.recorded)


def note(of: LeftOut, *, ranked: int = 0) -> str:
    """What a table of what is left out rests on, and of how many runs its scores, orders and pairs are, if `ranked`."""
    return SHARED(
        "left-out.note",
        recorded=of.recorded, pooled=len(of.pooled), depth=of.depth, unpooled=of.unpooled,
        absent=of.absent if of.recorded else 0, alpha=of.alpha, ranked=ranked,
    )  # fmt: skip


def runs_alone(of: LeftOut, each: Sequence[GroupLeftOut]) -> str:
    """What a run would lose, had it alone not been pooled: the mildest question. Equal runs count once."""
    losses = [max(0.0, -float(run.change[0])) for run in each]
    pairs, n = sum(run.pairs for run in each), len(each)
    return SHARED(
        "runs-left-out" if max(losses) else "runs-left-out.none",
        recorded=of.recorded, measure=of.measure, median=median(losses), n=n, whole=n == len(of.pooled),
        hardest=each[int(np.argmax(losses))].group, most=max(losses), fell=max(run.fell for run in each),
        changed=sum(run.flipped for run in each) / pairs if pairs else 0.0,
    )  # fmt: skip


def runs_title(fell: I64) -> str:
    """The table of runs."""
    return SHARED("runs-left-out.title", n=int((fell > 0).sum()), runs=len(fell))


def loses_most(of: LeftOut, group: GroupLeftOut, furthest: GroupLeftOut | None = None) -> str:
    """The group that loses most of its score, and the one that loses most ranks where it is another."""
    further = furthest if furthest is not None and furthest.fell > group.fell else None
    return SHARED(
        "left-out" if loss(group) else "left-out.none",
        recorded=of.recorded, dropped=group.dropped, group=group.group, loss=loss(group), measure=of.measure,
        fell=group.fell, flipped=group.flipped, pairs=group.pairs, furthest=further and further.group,
        places=further and further.fell,
    )  # fmt: skip


def pool_of(source: Path | Pool | None, depth: int | None = None) -> Pool | None:
    """A recorded pool from a path; a pool and None as they are. UsageError for a depth beside a recorded pool."""
    if source is not None and depth is not None:
        raise UsageError("a recorded pool has a depth of its own: leave out pool_depth, or the pool")
    return read_pool(source) if isinstance(source, str | PathLike) else source


@dataclass(frozen=True, slots=True)
class LeftOutOfPool:
    """What leaving out does."""

    kinds: Mapping[str, LeftOut]  # column -> each of its kinds; none for few runs
    groups: LeftOut | None  # None where fewer than two are stated, or too much to do
    runs: LeftOut | None  # each with those that are one system with it; None if too much to do
    outside: OutsidePool | None = None  # runs that contributed nothing to the pool; None where every run did


@dataclass(frozen=True, slots=True)
class Pooled:
    """Labels of a pool, who is left out of it, and how the runs are compared."""

    qrels: Qrels
    runs: Runs
    measure: Measure
    groups: Mapping[str, str]  # system -> group, "" for not stated; maybe of absent systems
    kinds: Mapping[str, Mapping[str, str]]  # column -> system -> kind
    pool: Pool | None  # as recorded; None where it is made again
    systems: Sequence[str]  # that are ranked
    same: Sequence[Sequence[str]]  # runs that are left out together, since each keeps the others' documents
    rel: int
    alpha: float
    ties: Literal["float64", "float32"]
    threads: int
    pool_depth: int | None = None  # of a pool made again; None for the depth to which half of the runs are judged
    otherwise: int | None = None  # its depth where that is none; without it the labels came from no pool of these runs


def left_out(of: Pooled) -> LeftOutOfPool | None:
    """Kinds, groups and runs left out; None for a single run, means that can't be compared, and labels of no pool;
    UsageError for a recorded pool there."""
    qrels, runs, measure, pool, otherwise, ties = of.qrels, of.runs, of.measure, of.pool, of.otherwise, of.ties
    systems, depth, pooled = of.systems, of.pool_depth, None
    if measure.aggregate == "geometric" or len(systems) < FEWEST_RUNS:
        if pool is not None and (measure.aggregate == "geometric" or len(runs.systems) < FEWEST_RUNS):
            raise UsageError(
                "a pool is for what runs lose that are left out of it, and there is no comparing of "
                f"{plural(len(runs.systems), 'run')} by {measure}: leave out the pool"
            )
        return None
    if pool is not None:
        outside = _outside(runs, pool.systems)
    else:
        judged = judged_depth(_judged_whole(qrels, runs, otherwise, ties), runs, ties=ties)
        depth = (judged.depth or otherwise) if depth is None else depth
        if depth is None:
            return None
        pooled = systems_of_pool(runs, judged, depth)
        outside = _outside(runs, pooled or runs.systems, judged.by_system, min(depth, judged.depth))
    ask: dict[str, Any] = {
        "depth": depth, "pooled": pooled, "pool": pool, "systems": systems, "rel": of.rel, "alpha": of.alpha,
        "ties": ties, "threads": of.threads,
    }  # fmt: skip
    there = set(runs.systems)
    stated = {system: group for system, group in of.groups.items() if group and system in there}

    def in_turn(group_of: Mapping[str, str], n: int) -> LeftOut | None:
        work = n * len(systems) * (len(systems) + len(qrels.queries))
        return leave_one_group_out(qrels, runs, group_of, measure, **ask) if n > 1 and work <= MOST_WORK else None

    return LeftOutOfPool(
        kinds=kinds_left_out(qrels, runs, of.kinds, measure, **ask) if len(systems) >= FEWEST else {},
        groups=in_turn(stated, len(set(stated.values()))),
        runs=in_turn(_heads(of.same, systems), len(runs.systems)),
        outside=outside,
    )


def _judged_whole(qrels: Qrels, runs: Runs, depth: int | None, ties: Literal["float64", "float32"]) -> Qrels:
    """The labels of the queries that are judged as a whole: others say nothing about the depth of the pool."""
    if depth is None:
        return qrels
    part = partly_judged(qrels, runs, depth=depth, ties=tie_rule(ties))
    return qrels.sel(queries=[query for query in qrels.queries if query not in part]) if part else qrels


def _heads(same: Sequence[Sequence[str]], systems: Sequence[str]) -> dict[str, str]:
    """Run -> the one of its system that is ranked, under whose name all of them are left out."""
    ranked = set(systems)
    heads = [(next((run for run in group if run in ranked), group[0]), group) for group in same]
    return {run: head for head, group in heads for run in group}


def _outside(
    runs: Runs, pooled: Sequence[str], reached: Mapping[str, int] | None = None, to: int = 0
) -> OutsidePool | None:
    there = set(pooled)
    names = [system for system in runs.systems if system not in there]
    if not names:
        return None
    column = unpooled(runs.metadata.columns, runs.systems)[0] if reached is not None else ""
    return OutsidePool(names, len(runs.systems), reached, to, column)


def outside_body(left_out: LeftOutOfPool | None) -> list[Any]:
    """The runs outside the pool by name, and their folded table."""
    outside = None if left_out is None else left_out.outside
    if outside is None:
        return []
    numbers: dict[str, float | int | str] = {"outside": len(outside.runs), "runs": outside.n_runs}
    columns = [Column("run", list(outside.runs))]
    if outside.reached is not None:
        ranks = [outside.reached[run] for run in outside.runs]
        columns.append(Column("judged", ranks, "rank", "to which the run is judged", 0, heading="judged to"))
    return [
        Finding("outside-pool", "note", "labels", runs_outside(outside), numbers, systems=tuple(outside.runs)),
        Table("outside-pool", runs_outside(outside, "outside-pool.title"), columns),
    ]


def runs_body(left_out: LeftOut | None) -> list[Any]:
    """What a run of the pool loses that is left out by itself: a sentence, and the table of all."""
    if left_out is None:
        return []
    pooled = set(left_out.pooled)
    each = [run for run in left_out.groups if run.systems and run.group in pooled]
    if not each:
        return []
    runs = sorted(each, key=lambda run: (float(run.change[0]), run.group))
    columns = [
        Column("run", [run.group for run in runs]),
        Column("dropped", [run.dropped for run in runs], "documents", SHARED("left-out.dropped", run=True), 0),
        Column("relevant", [run.dropped_relevant for run in runs], "documents", "of them relevant", 0),
        Column("change", [float(run.change[0]) for run in runs], left_out.measure, digits=4),
        Column("rank", [int(run.rank_before[0]) for run in runs], digits=0),
        Column("without", [int(run.rank_after[0]) for run in runs], "rank", "without those labels", 0),
        Column("tau", [run.tau for run in runs], "tau-a", SHARED("left-out.tau"), 3),
        Column("flipped", [run.flipped for run in runs], "pairs", SHARED("left-out.flipped", run=True), 0),
    ]
    title = runs_title(np.array([run.fell for run in runs]))
    return [
        Finding("runs-left-out", "note", "labels", runs_alone(left_out, runs)),
        Table("runs-left-out", title, columns, note(left_out)),
    ]


def groups_of(left_out: LeftOut) -> list[GroupLeftOut]:
    """Groups with a run that is ranked, those that lose most first."""
    return sorted((g for g in left_out.groups if g.systems), key=lambda g: (-loss(g), g.group))


def groups_body(left_out: LeftOut | None) -> list[Any]:
    """What the group that loses most loses, and the table of all."""
    groups = [] if left_out is None else groups_of(left_out)
    return [hardest_group(left_out, groups), groups_table(left_out, groups)] if left_out is not None and groups else []


def hardest_group(left_out: LeftOut, groups: Sequence[GroupLeftOut]) -> Finding:
    """The group that loses most."""
    hardest = groups[0]
    numbers = {"loss": loss(hardest), "fell": hardest.fell, "flipped": hardest.flipped, "pairs": hardest.pairs}
    furthest = max(groups, key=lambda group: group.fell)
    text, runs = loses_most(left_out, replace(hardest, group=Name(hardest.group)), furthest), tuple(hardest.systems)
    return Finding("left-out", "note", "labels", text, numbers, (hardest.group,), systems=runs)


def groups_table(left_out: LeftOut, groups: Sequence[GroupLeftOut]) -> Table:
    """What each group loses."""
    columns = [
        Column("group", [g.group for g in groups]),
        Column("runs", [len(g.systems) for g in groups], "systems", digits=0, heading="systems"),
        Column("dropped", [g.dropped for g in groups], "documents", SHARED("left-out.dropped", run=False), 0),
        Column("relevant", [g.dropped_relevant for g in groups], "documents", "of them relevant", 0),
        Column("change", [float(np.mean(g.change)) for g in groups], left_out.measure, "mean of its runs", 4),
        Column("loss", [loss(g) for g in groups], left_out.measure, SHARED("left-out.loss"), 4),
        Column("places", [g.fell for g in groups], "ranks", SHARED("left-out.loss"), 0),
        Column("tau", [g.tau for g in groups], "tau-a", SHARED("left-out.tau"), 3),
        Column("pairs", [g.pairs for g in groups], "pairs", SHARED("left-out.pairs"), 0),
        Column("lost", [g.lost for g in groups], "pairs", SHARED("left-out.lost"), 0, heading="apart no longer"),
        Column("gained", [g.gained for g in groups], "pairs", SHARED("left-out.gained"), 0, heading="apart only now"),
        Column("reversed", [g.reversed for g in groups], "pairs", SHARED("left-out.reversed"), 0),
    ]
    return Table("left-out", SHARED("left-out.title"), columns, note(left_out, ranked=len(left_out.systems)))
