"""Reusability of labels: each run, each group and each kind of run left out of the pool in turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from irassay.collection.metadata import is_of_pooling, kinds_in_column, unpooled
from irassay.collection.qrels import Qrels
from irassay.collection.runs import Runs
from irassay.collection.ties import Ties
from irassay.errors import UsageError
from irassay.estimates.pools.completeness import JudgedDepth, judged_depth
from irassay.estimates.pools.left_out import GroupLeftOut, LeftOut, leave_one_group_out
from irassay.measures import Measure
from irassay.pooling.pools import Pool


@dataclass(frozen=True, slots=True)
class Reusability:
    """Reusability of labels for later runs.

    Attributes
    ----------
    depth : int
        Of the pool.
    depth_is : {"given", "found", "recorded"}
        Whether the depth is an argument, estimated from the labels, or that of a recorded pool.
    runs : LeftOut
        Each run left out separately.
    groups : LeftOut or None
        Each group left out; None where no two systems share a group.
    kinds : mapping of str to LeftOut
        Column -> each of its kinds left out.
    """

    depth: int
    depth_is: Literal["given", "found", "recorded"]
    runs: LeftOut
    groups: LeftOut | None
    kinds: Mapping[str, LeftOut]

    @property
    def unfair(self) -> list[tuple[str, GroupLeftOut]]:
        """Kinds whose runs are treated unfairly when left out: (column, kind), the largest disadvantage first."""
        kinds = [(column, kind) for column, of in self.kinds.items() for kind in of.groups if kind.unfair]
        return sorted(kinds, key=lambda of: (of[1].against_others, of[0], of[1].group))


def reusability(
    qrels: Qrels,
    runs: Runs,
    measure: str | Measure,
    *,
    groups: Mapping[str, str] | None = None,
    kinds: Mapping[str, Mapping[str, str]] | None = None,
    depth: int | None = None,
    pooled: Sequence[str] | None = None,
    pool: Pool | None = None,
    systems: Sequence[str] | None = None,
    rel: int | None = None,
    alpha: float = 0.05,
    ties: Ties = "float64",
    threads: int = 0,
) -> Reusability:
    """Test whether the labels score later runs as fairly as those that contributed to the pool.

    Parameters
    ----------
    qrels, runs, measure, pool, systems, rel, alpha, ties, threads
        As for `leave_one_group_out`.
    pooled : sequence of str, optional
        Systems in the pool. Default: systems that a column of the runs' metadata (pooled, contributed_judgments,
        contributed, in_pool, judged) does not mark as not pooled; without one those that are judged to `depth`, or to
        the depth that half of them reach.
    groups : mapping of str to str, optional
        System -> group.
    kinds : mapping of str to mapping of str to str, optional
        Column -> system -> kind, such as columns of the metadata; a system without an entry has no kind. Default: the
        columns of the runs' metadata that have two to six kinds of at least two runs, except `groups`.
    depth : int, optional
        Depth of the pool. Default: estimated by `judged_depth`.

    Returns
    -------
    Reusability

    Raises
    ------
    UsageError
        As `leave_one_group_out`; or no depth is given and none can be estimated.

    Notes
    -----
    *Assumes* as `leave_one_group_out`. A kind that is left out represents one that was unknown when labels were made; a
    fair result for one kind does not carry over to another. Leaving one run out is the mildest of the three tests: the
    other runs of its group contribute most of its documents. *Guarantees* a kind is reported as unfair where Student's
    95% interval over queries of its loss against the others lies below 0, not corrected for the number of kinds, and
    one of its runs loses a rank. *Source* as `leave_one_group_out`.

    Examples
    --------
    >>> from irassay import Qrels, Runs
    >>> qrels = Qrels.from_dict({f"q{i}": {"a": 1, "b": 1, "c": 0} for i in range(3)})
    >>> kinds = {"era": {"old1": "old", "old2": "old", "new1": "new", "new2": "new"}}
    >>> lists = {"old": {"c": 2.0, "a": 1.0}, "new": {"b": 2.0, "c": 1.0}}
    >>> runs = {s: {q: lists[kind] for q in qrels.queries} for s, kind in kinds["era"].items()}
    >>> reuse = reusability(qrels, Runs.from_dict(runs), "P@2", kinds=kinds, depth=2)
    >>> [(column, kind.group, kind.dropped_relevant, kind.against_others) for column, kind in reuse.unfair]
    [('era', 'new', 3, -0.5), ('era', 'old', 3, -0.5)]
    """
    how: Literal["given", "found", "recorded"] = "given" if depth is not None else "found"
    if pool is not None:
        how = "recorded"
    else:
        judged = judged_depth(qrels, runs, ties=ties)
        depth = judged.depth if depth is None else depth
        if not depth:
            raise UsageError("half of the runs have a first document without a label: state the pool's depth")
        pooled = systems_of_pool(runs, judged, depth) if pooled is None else pooled
    options: dict[str, Any] = {
        "depth": depth, "pooled": pooled, "pool": pool, "systems": systems, "rel": rel, "alpha": alpha,
        "ties": ties, "threads": threads,
    }  # fmt: skip
    columns = kinds_of(runs, groups or {}) if kinds is None else kinds
    shared = groups and len(set(groups.values())) < len(groups)
    by_group = leave_one_group_out(qrels, runs, groups or {}, measure, **options) if shared else None
    by_run = leave_one_group_out(qrels, runs, {}, measure, **options)
    return Reusability(by_run.depth, how, by_run, by_group, kinds_left_out(qrels, runs, columns, measure, **options))


def kinds_left_out(
    qrels: Qrels, runs: Runs, kinds: Mapping[str, Mapping[str, str]], measure: str | Measure, **options: Any
) -> dict[str, LeftOut]:
    """Each kind of system left out of the pool, by column, as in `Reusability.kinds`."""
    out = {}
    for name, of in kinds.items():
        stated = {system: kind for system, kind in of.items() if kind}
        left_out = leave_one_group_out(qrels, runs, stated, measure, **options)
        out[name] = replace(left_out, groups=[kind for kind in left_out.groups if kind.group in set(stated.values())])
    return out


def systems_of_pool(runs: Runs, judged: JudgedDepth, depth: int) -> list[str] | None:
    """Systems in a pool that nobody recorded: those the metadata name, else those judged to its depth; None: all."""
    column, outside = unpooled(runs.metadata.columns, runs.systems)
    return [system for system in runs.systems if system not in outside] if column else judged.pooled(depth)


def kinds_of(runs: Runs, groups: Mapping[str, str]) -> dict[str, dict[str, str]]:
    """Metadata columns of runs that divide them into kinds; see `kinds_in`."""
    return kinds_in(runs.metadata.columns, runs.systems, groups)


def kinds_in(
    columns: Mapping[str, Mapping[str, str]], systems: Sequence[str], groups: Mapping[str, str]
) -> dict[str, dict[str, str]]:
    """Column -> system -> kind as in `kinds_in_column`, without `groups`, columns about pooling, and single systems."""
    kinds = {}
    for name, column in columns.items():
        of = {system: column[system] for system in systems if column.get(system)}
        found, others = kinds_in_column(column, systems)
        if found and of != dict(groups) and not is_of_pooling(name):
            kinds[name] = {system: kind for system, kind in of.items() if system not in others}
    return kinds
