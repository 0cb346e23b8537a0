"""May these labels be used again? Each run, each group and each kind of run left out of the pool in turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

from irassay.errors import UsageError
from irassay.estimates.pools.judged_depth import judged_depth
from irassay.estimates.pools.left_out import GroupLeftOut, LeftOut, leave_one_group_out
from irassay.preflight.comparable import NO, POOLED

if TYPE_CHECKING:
    from irassay.collection.qrels import Qrels
    from irassay.collection.runs import Runs
    from irassay.measures import Measure
    from irassay.pooling.pools import Pool

MOST_KINDS = 6  # values of a column up to which they are kinds of runs


@dataclass(frozen=True, slots=True)
class Reusability:
    """`reusability`'s answer.

    Attributes
    ----------
    depth : int
        Of the pool.
    depth_is : {"given", "found", "recorded"}
        Whether the depth was stated, found from the labels, or is that of a recorded pool.
    runs : LeftOut
        Each run left out by itself.
    groups : LeftOut or None
        Each group; None where no system shares a group with another.
    kinds : mapping of str to LeftOut
        Column -> each of its kinds.
    """

    depth: int
    depth_is: Literal["given", "found", "recorded"]
    runs: LeftOut
    groups: LeftOut | None
    kinds: Mapping[str, LeftOut]

    @property
    def unfair(self) -> list[tuple[str, GroupLeftOut]]:
        """Kinds whose runs would be treated unfairly, had the kind been new: (column, kind), the hardest hit first."""
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
    ties: Literal["float64", "float32"] = "float64",
    threads: int = 0,
) -> Reusability:
    """Would runs that come later be scored as fairly by these labels as those that took part?

    Parameters
    ----------
    qrels, runs, measure, pool, systems, rel, alpha, ties, threads
        As for `leave_one_group_out`.
    pooled : sequence of str, optional
        Systems that the pool was made of. Default: those that a column of the runs' metadata does not say were not
        pooled (pooled, contributed_judgments, contributed, in_pool, judged), else all.
    groups : mapping of str to str, optional
        System -> group.
    kinds : mapping of str to mapping of str to str, optional
        Column -> system -> kind, such as columns of the metadata; a system that is in none is in no kind. Default:
        those columns of the runs' metadata that have two to six kinds of two runs or more, `groups` aside.
    depth : int, optional
        Of the pool. Default: found, as by `judged_depth`.

    Returns
    -------
    Reusability

    Raises
    ------
    UsageError
        As `leave_one_group_out`; no depth is given and none is found.

    Notes
    -----
    *Assumes* as `leave_one_group_out`. A kind that is left out stands for one that nobody had thought of when labels
    were made; that it comes out fairly says nothing of another. Leaving one run out is the mildest of the three: its
    group's other runs bring most of its documents. *Guarantees* a kind is called unfair where Student's 95% interval
    over queries of what it loses against the others lies below 0, not corrected for the number of kinds, and one of its
    runs loses a place. *Source* as `leave_one_group_out`.

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
    elif depth is None:
        depth = judged_depth(qrels, runs, ties=ties).depth
        if not depth:
            raise UsageError("half of the runs have a first document without a label: state the pool's depth")
    pool_systems = pooled_by_metadata(runs) if pooled is None and pool is None else pooled
    ask: dict[str, Any] = {
        "depth": depth, "pooled": pool_systems, "pool": pool, "systems": systems, "rel": rel, "alpha": alpha,
        "ties": ties, "threads": threads,
    }  # fmt: skip
    columns = kinds_of(runs, groups or {}) if kinds is None else kinds
    by_group = leave_one_group_out(qrels, runs, groups, measure, **ask) if groups and _shared(groups) else None
    by_run = leave_one_group_out(qrels, runs, {}, measure, **ask)
    return Reusability(by_run.depth, how, by_run, by_group, kinds_left_out(qrels, runs, columns, measure, **ask))


def kinds_left_out(
    qrels: Qrels,
    runs: Runs,
    kinds: Mapping[str, Mapping[str, str]],
    measure: str | Measure,
    **options: Any,
) -> dict[str, LeftOut]:
    """Each kind of system left out of the pool, by column: as `reusability`'s `kinds`.

    Parameters
    ----------
    qrels, runs, measure
        As for `leave_one_group_out`.
    kinds : mapping of str to mapping of str to str
        Column -> system -> kind; a system that is in none is in no kind.
    **options
        Those of `leave_one_group_out`.
    """
    out = {}
    for name, of in kinds.items():
        stated = {system: kind for system, kind in of.items() if kind}
        left_out = leave_one_group_out(qrels, runs, stated, measure, **options)
        out[name] = replace(left_out, groups=[kind for kind in left_out.groups if kind.group in set(stated.values())])
    return out


def pooled_by_metadata(runs: Runs) -> list[str] | None:
    """Systems that the runs' metadata don't say were not pooled; None where no column says so of some."""
    for name, of in runs.metadata.columns.items():
        values = [of.get(system, "").strip().lower() for system in runs.systems]
        if name.strip().lower() in POOLED and len({value in NO for value in values if value}) == 2:
            return [system for system, value in zip(runs.systems, values) if value not in NO]
    return None


def kinds_of(runs: Runs, groups: Mapping[str, str]) -> dict[str, dict[str, str]]:
    """Columns of the metadata that have two to six kinds of two runs or more; neither `groups` nor who was pooled."""
    kinds = {}
    for name, column in runs.metadata.columns.items():
        of = {system: column[system] for system in runs.systems if column.get(system)}
        sizes = Counter(of.values())
        has_kinds = 2 <= len(sizes) <= MOST_KINDS and min(sizes.values()) >= 2
        if has_kinds and of != dict(groups) and name.strip().lower() not in POOLED:
            kinds[name] = of
    return kinds


def _shared(groups: Mapping[str, str]) -> bool:
    return len(set(groups.values())) < len(groups)
