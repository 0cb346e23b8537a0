"""Sentences about runs, groups and kinds of runs left out of the pool."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median

import numpy as np
from numpy.typing import NDArray

from irassay.estimates import GroupLeftOut, LeftOut
from irassay.studies.sections.captions import SHARED


@dataclass(frozen=True, slots=True)
class OutsidePool:
    """Runs that contributed nothing to the pool."""

    runs: Sequence[str]
    n_runs: int  # of all runs
    reached: Mapping[str, int] | None = None  # run -> rank to which it is judged; None for a recorded pool
    to: int = 0  # rank to which runs of the pool are judged; 0 where not known
    column: str = ""  # metadata column that says which runs were pooled; "" without one


def outside(of: OutsidePool, form: str = "outside-pool") -> str:
    """How many runs are outside the pool, and how that is known."""
    judged = of.reached is not None and not of.column
    n, recorded = len(of.runs), of.reached is None
    return SHARED(form, n=n, runs=of.n_runs, recorded=recorded, column=of.column, judged=judged, to=of.to)


def loss(group: GroupLeftOut) -> float:
    """The most that a run of the group loses of its score; 0 where none loses."""
    return max(0.0, -float(group.change.min(initial=0.0)))


def pool(of: LeftOut) -> str:
    """Which pool it is, after "left out of"."""
    return SHARED("phrase.pool", recorded=of.recorded)


def note(of: LeftOut, *, ranked: int = 0) -> str:
    """What a table of what is left out rests on, and of how many runs its scores, orders and pairs are where it
    says so."""
    return SHARED(
        "left-out.note",
        recorded=of.recorded, pooled=len(of.pooled), depth=of.depth, unpooled=of.unpooled,
        absent=of.absent if of.recorded else 0, alpha=of.alpha, ranked=ranked,
    )  # fmt: skip


def runs(of: LeftOut, each: Sequence[GroupLeftOut]) -> str:
    """What a run would lose, had it alone not been pooled: the mildest of these questions. Runs that are one system
    count once."""
    losses = [max(0.0, -float(run.change[0])) for run in each]
    pairs, n = sum(run.pairs for run in each), len(each)
    return SHARED(
        "runs-left-out" if max(losses) else "runs-left-out.none",
        recorded=of.recorded, measure=of.measure, median=median(losses), n=n, whole=n == len(of.pooled),
        hardest=each[int(np.argmax(losses))].group, most=max(losses), fell=max(run.fell for run in each),
        changed=sum(run.flipped for run in each) / pairs if pairs else 0.0,
    )  # fmt: skip


def runs_title(fell: NDArray[np.int64]) -> str:
    """The table of runs."""
    return SHARED("runs-left-out.title", n=int((fell > 0).sum()), runs=len(fell))


def hardest(of: LeftOut, group: GroupLeftOut, furthest: GroupLeftOut | None = None) -> str:
    """The group that loses most of its score, and the one that loses most ranks where it is another."""
    further = furthest if furthest is not None and furthest.fell > group.fell else None
    return SHARED(
        "left-out" if loss(group) else "left-out.none",
        recorded=of.recorded, dropped=group.dropped, group=group.group, loss=loss(group), measure=of.measure,
        fell=group.fell, flipped=group.flipped, pairs=group.pairs, furthest=further and further.group,
        places=further and further.fell,
    )  # fmt: skip
