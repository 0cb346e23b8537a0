"""Leave-one-group-out: scores and ranks of a group's runs without the documents that it alone contributed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from irassay.agreement.correlation import kendall_tau_a
from irassay.agreement.order_stability import significant_pairs
from irassay.arguments import between, least_grade, places_of, several
from irassay.arrays import F64, I8, I32, I64, Places
from irassay.collection.qrels import Qrels
from irassay.collection.runs import Runs
from irassay.collection.stack import QrelsStack
from irassay.collection.ties import Ties
from irassay.comparison.equality import ranks_of
from irassay.comparison.significance.paired_tests import t_intervals
from irassay.errors import UsageError
from irassay.label_sets.pooled_labels import DEPTH, grades_of, groups_of, places_of_labels, stack_without
from irassay.measures import Measure, parse_all
from irassay.pooling.pools import Pool
from irassay.pooling.recorded_pools import NOBODY, finders_among, finders_recorded
from irassay.scoring import evaluate

MOST_SCORES = 4_000_000  # in memory at a time


@dataclass(frozen=True, slots=True)
class GroupLeftOut:
    """Effect of leaving out the documents that one group alone contributed.

    Attributes
    ----------
    group : str
    systems : sequence of str
        Its ranked runs; may be empty.
    dropped, dropped_relevant : int
        Number of dropped labels, and of the relevant ones among them.
    change : array (system,)
        Mean score after minus before, of each of its runs.
    rank_before, rank_after : array (system,)
        1 + the number of systems that score higher.
    tau : float
        Kendall's tau-a between the rankings of all systems before and after; 1 for a single system.
    pairs : int
        Pairs of systems with one or two of the group's runs.
    lost, gained, reversed : int
        Of these pairs, significant before and not after; after and not before; in both, in opposite orders.
    lost_queries : int
        Queries without a label left, which are excluded from these numbers.
    against_others, against_low, against_high : float
        Change of its runs' scores minus that of the other runs, with Student's 95% interval over queries; negative is a
        disadvantage, whatever the measure's direction. NaN where either set of runs is empty.
    """

    group: str
    systems: Sequence[str]
    dropped: int
    dropped_relevant: int
    change: F64
    rank_before: I64
    rank_after: I64
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
        """Whether its runs lose significantly against the others, and one of them loses a rank."""
        return self.against_high < 0 and self.fell > 0

    @property
    def flipped(self) -> int:
        """Number of decisions about the group's runs that change."""
        return self.lost + self.gained + self.reversed

    @property
    def fell(self) -> int:
        """The most ranks that one of its runs loses; 0 where none does."""
        return int((self.rank_after - self.rank_before).max(initial=0)) if len(self.systems) else 0


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Effects of leaving out each group.

    Attributes
    ----------
    groups : sequence of GroupLeftOut
        In the order of the runs; groups without which no query has a label are left out.
    measure : str
    depth : int
        Of the pool.
    alpha : float
    systems : sequence of str
        Systems that are ranked.
    decided : int
        Number of pairs of systems that are significant under all labels.
    unpooled : int
        Labels of documents that no pooled run retrieves within the depth; they stay in every variant.
    pooled : sequence of str
        Systems that the pool was made of.
    recorded : bool
        Whether the pool is a recorded one, not rebuilt from the runs.
    absent : int
        Number of systems of a recorded pool without a run here.
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
    ties: Ties = "float64",
    threads: int = 0,
) -> LeftOut:
    """Test whether the labels score a group fairly that did not contribute to the pool.

    For each group in turn, the labels of documents that it alone contributed to the pool are dropped, and all systems
    are scored again. The group's runs are then treated like those of a later participant.

    Parameters
    ----------
    qrels : Qrels
    runs : Runs
        All runs of the pool.
    groups : mapping of str to str
        System -> group. A system without an entry is a group by itself. Baselines are a group like others.
    measure : str or Measure
    depth : int, optional
        Depth of the pool. Default: the measure's cutoff, or 10.
    systems : sequence of str, optional
        Systems that are ranked; all systems contribute to the pool. Default: all.
    pooled : sequence of str, optional
        Systems in the pool. Default: all.
    pool : Pool, optional
        The recorded pool, which determines `depth` and `pooled`. A run of it that is not among `runs` is a group by
        itself, which is not left out.
    rel : int, optional
        The least relevant grade. Default: the measure's, else 1.
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
        A measure with a geometric mean; an unknown system or an invalid depth; `pool` with `depth` or `pooled`, or of
        other systems.
    InputError
        A pool without any labelled document.

    Notes
    -----
    *Assumes* that the labels come from a pool of these runs to that depth, and that a later system retrieves as many
    unique relevant documents as these did. A system of another kind may retrieve more, and is then underestimated.
    *Guarantees* scores and ranks exact for the labels at hand; decisions by a paired t-test with Holm's correction over
    all pairs of systems, asymptotic. Decisions near the threshold flip easily, so some flips mean little. *Source*
    Zobel, SIGIR 1998; Voorhees, Soboroff and Lin, Can old TREC collections reliably evaluate modern neural retrieval
    models?, 2022.

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
    rel, alpha = None if rel is None else least_grade(rel), between("alpha", alpha)
    parsed = parse_all([measure])[0]
    if parsed.aggregate == "geometric":
        raise UsageError(f"{parsed} has a geometric mean; leave_one_group_out compares arithmetic ones, such as AP")
    names = several("systems", runs.systems if systems is None else systems)
    ranked = places_of(runs.systems, names, argument="systems")
    of = groups_of(runs.systems, groups)
    if pool is not None and (depth is not None or pooled is not None):
        raise UsageError("pool says how deep it is and what it was made of: leave out depth and pooled")
    at = pool.depth if pool is not None else depth if depth is not None else (parsed.cutoff or DEPTH)
    finder = _finders(qrels, runs, of, at, pooled, pool, ties)
    stack = stack_without(qrels, list(dict.fromkeys(of)), finder, depth=at)
    relevant = grades_of(qrels) >= (parsed.rel if rel is None else rel)
    # Signs are set so that higher is better for every measure; changes get their sign back.
    turn = -1.0 if parsed.direction < 0 else 1.0
    full = turn * evaluate(qrels, runs, [parsed], ties=ties, threads=threads).values[0, 0][ranked]
    before = _significant_pairs(full, alpha)
    results = []
    for number, (name, values) in enumerate(_variants(stack, runs, parsed, ties, threads)):
        if np.isnan(values[ranked]).any(axis=0).all():  # all labels are the group's own: no query is left
            continue
        rows = np.array([i for i, row in enumerate(ranked) if of[row] == name], dtype=np.intp)
        own = finder == number
        facts: dict[str, Any] = {"group": name, "systems": [runs.systems[ranked[i]] for i in rows]}
        facts |= {"dropped": int(own.sum()), "dropped_relevant": int((relevant & own).sum())}
        results.append(_left_out(facts, rows, full, turn * values[ranked], before, alpha=alpha, turn=turn))
    names = [runs.systems[row] for row in ranked]
    pool_systems = list(pool.systems if pool is not None else runs.systems if pooled is None else pooled)
    decided, unpooled = int((before > 0).sum()), int((finder == NOBODY).sum())
    of_pool = pool_systems, pool is not None, len(set(pool_systems) - set(runs.systems))
    return LeftOut(results, str(parsed), at, alpha, names, decided, unpooled, *of_pool)


def _variants(stack: QrelsStack, runs: Runs, measure: Measure, ties: Ties, threads: int) -> Iterator[tuple[str, F64]]:
    """Name and scores (system, query) of each variant, evaluated in batches."""
    at_once = max(1, MOST_SCORES // max(1, len(runs.systems) * len(stack.base.queries)))
    for part in stack.batches(at_once):
        scores = evaluate(part, runs, [measure], ties=ties, keep="queries", threads=threads)
        yield from zip(part.names, scores.values[0])


def _finders(
    qrels: Qrels, runs: Runs, of: Sequence[str], depth: int, pooled: Sequence[str] | None, pool: Pool | None, ties: Ties
) -> I32:
    if pool is not None:
        return finders_recorded(qrels, pool, dict(zip(runs.systems, of)))
    if pooled is not None:
        return finders_among(qrels, runs, of, pooled, depth=depth, ties=ties)
    return places_of_labels(qrels, runs, of, depth=depth, ties=ties)[0]


def _left_out(
    facts: Mapping[str, Any], rows: Places, full: F64, now: F64, before: I8, *, alpha: float, turn: float
) -> GroupLeftOut:
    """All systems without one group's own labels, compared with all labels; decisions on pairs with one of `rows`."""
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
        **facts,
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


def _against(change: F64, rows: Places) -> tuple[float, float, float]:
    """Mean change of some rows of (system, query) minus that of the others, over queries, with Student's interval."""
    if not 0 < len(rows) < len(change) or change.shape[1] < 2:
        return float("nan"), float("nan"), float("nan")
    values = change[rows].mean(axis=0) - np.delete(change, rows, axis=0).mean(axis=0)
    low, high = t_intervals(values[:, None])[0].tolist()
    return float(values.mean()), low, high


def _significant_pairs(values: F64, alpha: float) -> I8:
    return significant_pairs(values, alpha=alpha) if len(values) > 1 else np.zeros((1, 1), dtype=np.int8)
