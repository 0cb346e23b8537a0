"""Leave one group out: would a group's runs score and rank the same, had it brought no documents to the pool?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from irassay.agreement.correlation import kendall_tau_a
from irassay.agreement.order_stability import significant_pairs
from irassay.comparison.equality import ranks_of
from irassay.errors import UsageError, cut
from irassay.label_sets.groups import DEPTH, grades_of, groups_of, places_of_labels, stack_without
from irassay.measures import parse_all
from irassay.pooling.contributors import NOBODY, finders_among, finders_recorded
from irassay.scoring import evaluate

if TYPE_CHECKING:
    from irassay.collection.qrels import Qrels
    from irassay.collection.runs import Runs
    from irassay.collection.stack import QrelsStack
    from irassay.measures import Measure
    from irassay.pooling.pools import Pool

F64: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.int64]
Ints32: TypeAlias = NDArray[np.int32]
Flags: TypeAlias = NDArray[np.int8]
MOST_SCORES = 4_000_000  # held at a time


@dataclass(frozen=True, slots=True)
class GroupLeftOut:
    """What leaving out one group's own documents does.

    Attributes
    ----------
    group : str
    systems : sequence of str
        Its runs that are ranked; maybe none.
    dropped, dropped_relevant : int
        Labels that are dropped, and those of them that are relevant.
    change : array (system,)
        Mean score after minus before, of each of its runs.
    rank_before, rank_after : array (system,)
        1 + the number of systems that score higher.
    tau : float
        Kendall's tau-a of all systems' order before and after; 1 for a single system.
    pairs : int
        Pairs of systems with one of the group's runs in them, or two.
    lost, gained, reversed : int
        Of these: told apart before and not after; after and not before; both, in opposite orders.
    lost_queries : int
        Queries without a label left, which don't count in what is said here.
    against_others, against_low, against_high : float
        How much more the scores of its runs change than those of the other runs, mean and Student's 95% over queries; a
        disadvantage is below 0, whatever the measure's direction. NaN where either are missing.
    """

    group: str
    systems: Sequence[str]
    dropped: int
    dropped_relevant: int
    change: F64
    rank_before: Ints
    rank_after: Ints
    tau: float
    pairs: int
    lost: int
    gained: int
    reversed: int
    lost_queries: int
    against_others: float
    against_low: float
    against_high: float

    @property
    def unfair(self) -> bool:
        """Its runs lose against the others, beyond what other queries might say, and one of them loses a place."""
        return self.against_high < 0 and self.fell > 0

    @property
    def flipped(self) -> int:
        """Decisions about the group's runs that are not what they were."""
        return self.lost + self.gained + self.reversed

    @property
    def fell(self) -> int:
        """The most places that one of its runs loses; 0 where none does."""
        return int((self.rank_after - self.rank_before).max(initial=0)) if len(self.systems) else 0


@dataclass(frozen=True, slots=True)
class LeftOut:
    """`leave_one_group_out`'s answer.

    Attributes
    ----------
    groups : sequence of GroupLeftOut
        In the order of the runs; none without which no query has a label.
    measure : str
    depth : int
        Of the pool.
    alpha : float
    systems : sequence of str
        Systems that are ranked.
    decided : int
        Pairs told apart with all labels, of all pairs of systems.
    unpooled : int
        Labels that no run of the pool has within the depth: kept in every variant.
    pooled : sequence of str
        Systems that the pool was made of.
    recorded : bool
        Whether the pool was recorded, not made again from the runs.
    absent : int
        Systems of a recorded pool that are not at hand.
    """

    groups: Sequence[GroupLeftOut]
    measure: str
    depth: int
    alpha: float
    systems: Sequence[str]
    decided: int
    unpooled: int
    pooled: Sequence[str] = ()
    recorded: bool = False
    absent: int = 0

    def __repr__(self) -> str:
        flipped = sum(g.flipped for g in self.groups)
        return (
            f"LeftOut({len(self.groups):,} groups, {self.measure}, depth {self.depth}: {flipped:,} decisions flipped)"
        )


def leave_one_group_out(
    qrels: Qrels,
    runs: Runs,
    groups: Mapping[str, str],
    measure: str | Measure,
    *,
    depth: int | None = None,
    systems: Sequence[str] | None = None,
    pooled: Sequence[str] | None = None,
    pool: Pool | None = None,
    rel: int | None = None,
    alpha: float = 0.05,
    ties: Literal["float64", "float32"] = "float64",
    threads: int = 0,
) -> LeftOut:
    """Would a group that took no part be scored fairly by these labels?

    For each group in turn the labels of documents that it alone brought into the pool are dropped, and everybody is
    scored again: the group's runs then stand as those of somebody who comes later.

    Parameters
    ----------
    qrels : Qrels
    runs : Runs
        All that the pool was made of.
    groups : mapping of str to str
        System -> group. A system that is not there is a group by itself. Baselines are a group like others.
    measure : str or Measure
    depth : int, optional
        Of the pool. Default: the measure's cutoff, or 10.
    systems : sequence of str, optional
        Those that are ranked; all bring documents to the pool. Default: all.
    pooled : sequence of str, optional
        Systems that the pool was made of, where not of all.
    pool : Pool, optional
        The pool itself, where it was recorded; `depth` and `pooled` are then its own. A run of it that is not among
        `runs` is a group by itself, which is not left out.
    rel : int, optional
        The least grade of the documents that are counted as relevant. Default: the measure's, else 1.
    alpha : float, in (0, 1)
        Family-wise error rate of the decisions.
    ties : {"float64", "float32"}
    threads : int

    Returns
    -------
    LeftOut

    Raises
    ------
    UsageError
        A measure whose mean is geometric; a system or depth that can't be; `pool` with `depth` or `pooled`, or of other
        systems.
    InputError
        A pool that has none of the labelled documents.

    Notes
    -----
    *Assumes* that the labels came from a pool of these runs to that depth, and that a later system finds as much that
    nobody else does as these did; one that works by another principle may find more, and is scored lower than it
    should. *Guarantees* scores and ranks exact for the labels at hand; decisions by a paired t-test with Holm's
    correction over all pairs of systems, asymptotic. A decision at the edge flips by little: some flips stand against
    nothing. *Source* Zobel, SIGIR 1998; Voorhees, Soboroff and Lin, Can old TREC collections reliably evaluate modern
    neural retrieval models?, 2022.

    Examples
    --------
    >>> from irassay import Qrels, Runs
    >>> qrels = Qrels.from_dict({"q1": {"a": 1, "b": 1, "c": 0}, "q2": {"a": 1, "c": 0}})
    >>> alone, shared = {"q1": {"a": 1.0}, "q2": {"a": 1.0}}, {"q1": {"b": 2.0, "c": 1.0}, "q2": {"c": 1.0}}
    >>> runs = Runs.from_dict({"x": alone, "y1": shared, "y2": shared})
    >>> left_out = leave_one_group_out(qrels, runs, {"x": "X", "y1": "Y", "y2": "Y"}, "P@1")
    >>> [(g.group, g.dropped, g.change.tolist()) for g in left_out.groups]
    [('X', 2, [-1.0]), ('Y', 2, [-0.5, -0.5])]
    """
    parsed = parse_all([measure])[0]
    if parsed.aggregate == "geometric":
        raise UsageError(f"{parsed} has a geometric mean; leave_one_group_out compares arithmetic ones, such as AP")
    ranked = _rows(runs.systems, systems)
    of = groups_of(runs.systems, groups)
    if pool is not None and (depth is not None or pooled is not None):
        raise UsageError("pool says how deep it is and what it was made of: leave out depth and pooled")
    at = pool.depth if pool is not None else depth if depth is not None else (parsed.cutoff or DEPTH)
    finder = _finders(qrels, runs, of, at, pooled, pool, ties)
    stack = stack_without(qrels, list(dict.fromkeys(of)), finder, depth=at)
    relevant = grades_of(qrels) >= (int(parsed.params.get("rel", 1)) if rel is None else rel)
    # Turned so that higher is better, whatever the measure; changes are turned back.
    turn = -1.0 if parsed.direction < 0 else 1.0
    full = turn * evaluate(qrels, runs, [parsed], ties=ties, threads=threads).values[0, 0][ranked]
    before = _significant_pairs(full, alpha)
    results = []
    for number, (name, values) in enumerate(_variants(stack, runs, parsed, ties, threads)):
        if np.isnan(values[ranked]).any(axis=0).all():  # all labels are its own: no query is left to rank by
            continue
        rows = np.array([i for i, row in enumerate(ranked) if of[row] == name], dtype=np.intp)
        results.append(
            _left_out(
                name,
                [runs.systems[ranked[i]] for i in rows],
                rows,
                finder == number,
                relevant,
                full,
                turn * values[ranked],
                before,
                alpha=alpha,
                turn=turn,
            )
        )
    names = [runs.systems[row] for row in ranked]
    pool_systems = list(pool.systems if pool is not None else runs.systems if pooled is None else pooled)
    return LeftOut(
        results,
        str(parsed),
        at,
        alpha,
        names,
        int((before > 0).sum()),
        int((finder == NOBODY).sum()),
        pool_systems,
        pool is not None,
        len(set(pool_systems) - set(runs.systems)),
    )


def _variants(
    stack: QrelsStack, runs: Runs, measure: Measure, ties: Literal["float64", "float32"], threads: int
) -> Iterator[tuple[str, F64]]:
    """Name and scores (system, query) of each variant; few at a time where they are large."""
    at_once = max(1, MOST_SCORES // max(1, len(runs.systems) * len(stack.base.queries)))
    for part in stack.batches(at_once):
        scores = evaluate(part, runs, [measure], ties=ties, keep="queries", threads=threads)
        yield from zip(part.names, scores.values[0])


def _finders(
    qrels: Qrels,
    runs: Runs,
    of: Sequence[str],
    depth: int,
    pooled: Sequence[str] | None,
    pool: Pool | None,
    ties: Literal["float64", "float32"],
) -> Ints32:
    if pool is not None:
        return finders_recorded(qrels, pool, dict(zip(runs.systems, of)))
    if pooled is not None:
        return finders_among(qrels, runs, of, pooled, depth=depth, ties=ties)
    return places_of_labels(qrels, runs, of, depth=depth, ties=ties)[0]


def _left_out(
    name: str,
    systems: Sequence[str],
    rows: NDArray[np.intp],
    dropped: NDArray[np.bool_],
    relevant: NDArray[np.bool_],
    full: F64,
    now: F64,
    before: Flags,
    *,
    alpha: float,
    turn: float,
) -> GroupLeftOut:
    """All systems without one group's own labels, held against all labels; decisions about pairs with one of `rows`."""
    counts = ~np.isnan(now).any(axis=0) & ~np.isnan(full).any(axis=0)
    old, new = full[:, counts].mean(axis=1), now[:, counts].mean(axis=1)
    after = _significant_pairs(now[:, counts], alpha)
    n = len(full)
    among = np.zeros((n, n), dtype=bool)
    among[rows] = among[:, rows] = True
    among &= np.triu(np.ones((n, n), dtype=bool), 1)
    was, is_now = before[among], after[among]
    against, low, high = _against(now[:, counts] - full[:, counts], rows)
    return GroupLeftOut(
        group=name,
        systems=systems,
        dropped=int(dropped.sum()),
        dropped_relevant=int((relevant & dropped).sum()),
        change=turn * (new - old)[rows],
        rank_before=ranks_of(old[None])[0, rows],
        rank_after=ranks_of(new[None])[0, rows],
        tau=kendall_tau_a(old, new) if n > 1 else 1.0,
        pairs=int(among.sum()),
        lost=int(((was != 0) & (is_now == 0)).sum()),
        gained=int(((was == 0) & (is_now != 0)).sum()),
        reversed=int((was * is_now < 0).sum()),
        lost_queries=int((~counts).sum()),
        against_others=against,
        against_low=low,
        against_high=high,
    )


def _against(change: F64, rows: NDArray[np.intp]) -> tuple[float, float, float]:
    """Mean change (system, query) of some rows less that of the others, by query: its mean and Student's interval."""
    n = change.shape[1]
    if not 0 < len(rows) < len(change) or n < 2:
        return float("nan"), float("nan"), float("nan")
    from scipy.special import stdtrit

    values = change[rows].mean(axis=0) - np.delete(change, rows, axis=0).mean(axis=0)
    mean = float(values.mean())
    reach = float(stdtrit(n - 1, 0.975) * values.std(ddof=1) / np.sqrt(n))
    return mean, mean - reach, mean + reach


def _significant_pairs(values: F64, alpha: float) -> Flags:
    return significant_pairs(values, alpha=alpha) if len(values) > 1 else np.zeros((1, 1), dtype=np.int8)


def _rows(systems: Sequence[str], wanted: Sequence[str] | None) -> list[int]:
    if wanted is None:
        return list(range(len(systems)))
    place = {name: i for i, name in enumerate(systems)}
    for name in wanted:
        if name not in place:
            raise UsageError(f"no system {cut(name)}; there are {', '.join(systems[:5])} ...")
    return [place[name] for name in wanted]
