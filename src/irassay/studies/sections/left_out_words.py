"""Sentences about runs, groups and kinds of runs left out of the pool."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median

import numpy as np
from numpy.typing import NDArray

from irassay.estimates import GroupLeftOut, LeftOut
from irassay.messages import conjugate, count, number, percent, plural

LOSS = "largest loss of one of its runs"
TAU = "of the order of all runs before and after"
STANDFIRST = "Had a run, or a group of runs, not been pooled, how much of its score would it lose?"
GROUPS_TABLE_TITLE = "Each group left out of the pool: what its runs lose"


@dataclass(frozen=True, slots=True)
class OutsidePool:
    """Runs that contributed nothing to the pool."""

    runs: Sequence[str]
    n_runs: int  # of all runs
    reached: Mapping[str, int] | None = None  # run -> rank to which it is judged; None for a recorded pool
    to: int = 0  # rank to which runs of the pool are judged; 0 where not known
    column: str = ""  # metadata column that says which runs were pooled; "" without one


def outside(of: OutsidePool) -> str:
    """How many runs are outside the pool, and how that is known."""
    few = len(of.runs) == 1
    why = ""
    if of.column:
        why = f", as the metadata column {of.column} says"
    elif of.reached is not None:
        why = f", as {'it is' if few else 'they are'} not judged down to rank {count(of.to)}"
    kind = "recorded" if of.reached is None else "reconstructed"
    runs = f"{count(len(of.runs))} of {plural(of.n_runs, 'run')} {'is' if few else 'are'}"
    return f"{runs} not in the {kind} pool{why}."


def outside_title(of: OutsidePool) -> str:
    """The table of runs outside the pool."""
    return f"{plural(len(of.runs), 'run')} outside the {'recorded' if of.reached is None else 'reconstructed'} pool"


def loss(group: GroupLeftOut) -> float:
    """The most that a run of the group loses of its score; 0 where none loses."""
    return max(0.0, -float(group.change.min(initial=0.0)))


def pool(of: LeftOut) -> str:
    """Which pool it is, after "left out of"."""
    return f"the {'recorded' if of.recorded else 'reconstructed'} pool"


def note(of: LeftOut) -> str:
    """What a table of what is left out rests on."""
    kept = f"{plural(of.unpooled, 'label')} outside it are kept."
    if of.recorded:
        absent = ""
        if of.absent:
            are, others = conjugate(of.absent, "is"), conjugate(of.absent, "it")
            absent = f" {plural(of.absent, 'run')} of it {are} absent; documents that {others} found are never removed."
        text = f"The recorded pool goes to depth {count(of.depth)}; {kept}{absent}"
    else:
        text = f"Pool reconstructed from {plural(len(of.pooled), 'run')} to depth {count(of.depth)}; {kept}"
    return f"{text} Decisions by a paired t-test with Holm's correction over all pairs of runs at {of.alpha:g}."


def runs(of: LeftOut, each: Sequence[GroupLeftOut]) -> str:
    """What a run would lose, had it alone not been pooled: the mildest of these questions."""
    losses = [max(0.0, -float(run.change[0])) for run in each]
    hardest = each[int(np.argmax(losses))]
    flipped, pairs = sum(run.flipped for run in each), sum(run.pairs for run in each)
    fell = max(run.fell for run in each)
    ranks = f"more than {plural(fell, 'rank')}" if fell else "a rank"
    changes = percent(flipped / pairs if pairs else 0.0)
    lost = f"No run loses {of.measure} when it alone is left out of {pool(of)}."
    if max(losses):
        lost = (
            f"A run that alone is left out of {pool(of)} loses {number(median(losses), 4)} {of.measure} (median of "
            f"{_of_the_pool(of, each)}); {hardest.group} loses most, {number(max(losses), 4)}."
        )
    return f"{lost} No run loses {ranks}. {changes} of decisions about a run change."


def _of_the_pool(of: LeftOut, each: Sequence[GroupLeftOut]) -> str:
    """How many the median is of: runs that are one system count once."""
    return f"{plural(len(each), 'run' if len(each) == len(of.pooled) else 'system')} of the pool"


def runs_title(fell: NDArray[np.int64]) -> str:
    """The table of runs."""
    n = int((fell > 0).sum())
    lose, they = conjugate(n, "loses"), conjugate(n, "it")
    return f"{count(n)} of {plural(len(fell), 'run')} {lose} ranks without the documents that only {they} contributed"


def groups_note(of: LeftOut) -> str:
    """What the table of groups rests on, and which runs its scores, orders and pairs are of."""
    return f"{note(of)} All {plural(len(of.systems), 'run')} that are ranked count."


def hardest(of: LeftOut, group: GroupLeftOut, furthest: GroupLeftOut | None = None) -> str:
    """The group that loses most of its score, and the one that loses most ranks where it is another."""
    if not loss(group):
        return f"No group's runs lose {of.measure} without the documents that only the group contributed to {pool(of)}."
    ranks = ""
    if furthest is not None and furthest.fell > group.fell:
        ranks = f" {furthest.group} loses most ranks, up to {count(furthest.fell)}."
    return (
        f"Without the {plural(group.dropped, 'label')} that only it brought to {pool(of)}, {group.group} loses most: "
        f"up to {number(loss(group), 4)} {of.measure} and {plural(group.fell, 'rank')} a run. "
        f"{count(group.flipped)} of {plural(group.pairs, 'pair')} with its runs "
        f"{conjugate(group.flipped, 'is')} decided differently.{ranks}"
    )
