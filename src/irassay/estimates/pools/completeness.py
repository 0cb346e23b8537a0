"""Completeness of labels: unjudged documents by run, relevant ones by rank, and the rank to which runs are judged."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from irassay.arguments import is_number, least_grade, several, whole_number
from irassay.arrays import F64, Flags, Places
from irassay.collection.qrels import Qrels
from irassay.collection.runs import Runs
from irassay.collection.ties import Ties, tie_rule
from irassay.errors import UsageError
from irassay.kernel import _core
from irassay.label_sets.pooled_labels import grades_of

CUTOFFS = (10, 20, 50, 100)
BANDS = (1, 3, 5, 10, 20, 30, 50, 100, 200, 500, 1000)  # last rank of each band
RICH = 0.2  # share of relevant documents from which a query's last judged band counts as rich
LEAST = 5  # judged documents that a band must have to be the last
THROUGH = 0.5  # share of a band's documents that must be judged for the band to count as judged
DEEPEST = 1000
THROUGH_TO_DEPTH = 0.99  # of the documents to a rank: a few lost files or withdrawn documents do not reduce the depth
ONE_OF = 20  # documents to a rank from which on a single one may lack a label: at rank 1 of 53 queries one is 1.9%


@dataclass(frozen=True, slots=True)
class Band:
    """Counts of documents whose best rank over all runs is from `first` to `last`: returned, judged, relevant."""

    first: int
    last: int
    returned: int
    judged: int
    relevant: int

    @property
    def share(self) -> float:
        """Share of relevant documents among the judged; NaN where none is judged."""
        return self.relevant / self.judged if self.judged else float("nan")


@dataclass(frozen=True, slots=True)
class LastJudged:
    """The deepest band of ranks of one query with enough judged documents; None where there is none."""

    query: str
    relevant: int
    band: Band | None


@dataclass(frozen=True, slots=True)
class Completeness:
    """Completeness of labels."""

    systems: Sequence[str]
    cutoffs: Sequence[int]
    unjudged: F64  # share, (system, cutoff), over all queries of the labels; NaN without results
    bands: Sequence[Band]  # by best rank over all runs; those without judged documents left out
    unretrieved: Band  # judged documents that no run returns (first and last are 0)
    queries: Sequence[LastJudged]  # in byte order
    rich_from: float

    @property
    def rich(self) -> list[LastJudged]:
        """Queries whose last judged band is rich, the richest first."""
        queries = [q for q in self.queries if q.band is not None and q.band.share >= self.rich_from]
        return sorted(queries, key=lambda q: (-q.band.share if q.band else 0.0, q.query))

    def __repr__(self) -> str:
        return f"Completeness({len(self.systems):,} systems, {len(self.rich):,} of {len(self.queries):,} queries rich)"


def completeness(
    qrels: Qrels,
    runs: Runs,
    *,
    rel: int = 1,
    cutoffs: Sequence[int] = CUTOFFS,
    bands: Sequence[int] = BANDS,
    rich: float = RICH,
    least: int = LEAST,
    through: float = THROUGH,
    ties: Ties = "float64",
) -> Completeness:
    """Depth to which labels cover the runs, and the rate of relevant documents where judging stopped.

    Parameters
    ----------
    qrels, runs : Qrels, Runs
    rel : int
        The least grade that counts as relevant.
    cutoffs : sequence of int, ascending from 1
        Depths at which unjudged documents of each run are counted.
    bands : sequence of int, ascending from 1
        The last rank of each band; deeper ranks form one more band.
    rich : float, above 0 and at most 1
        Least share of relevant documents in the last judged band of a rich query.
    least : int, at least 1
        Least number of judged documents in the last judged band of a query, so that a document judged by chance does
        not count.
    through : float, above 0 and at most 1
        Least share of judged documents in the last judged band of a query. Where judging was guided (active learning, a
        classifier), only likely relevant documents of deeper ranks are judged, and those bands are rich by selection.
    ties : {"float64", "float32"}

    Returns
    -------
    Completeness

    Raises
    ------
    UsageError
        Numbers outside the ranges above.

    Notes
    -----
    *Assumes* for rich queries that documents just below the last judged band are like those in it. Documents that no
    run returns are not covered. *Guarantees* counts exact. *Source* the share of relevant documents by rank: Zobel, How
    reliable are the results of large-scale information retrieval experiments?, SIGIR 1998.

    Examples
    --------
    >>> from irassay import Qrels, Runs
    >>> qrels = Qrels.from_dict({"q": {"a": 1, "b": 0, "c": 1, "e": 1}})
    >>> runs = Runs.from_dict({"x": {"q": {"a": 4.0, "b": 3.0, "c": 2.0, "d": 1.0}}})
    >>> judged = completeness(qrels, runs, cutoffs=[2, 4], bands=[2, 4], least=1)
    >>> judged.unjudged.tolist(), [(b.last, b.judged, b.relevant) for b in judged.bands]
    ([[0.0, 0.25]], [(2, 2, 1), (4, 1, 1)])
    >>> [(q.query, q.band.share) for q in judged.rich]
    [('q', 1.0)]
    """
    _ascending("cutoffs", cutoffs)
    _ascending("bands", bands)
    for name, share in (("rich", rich), ("through", through)):
        if not (is_number(share) and 0 < share <= 1):
            raise UsageError(f"{name} must be a share above 0 and at most 1, but got {name}={share!r}")
    least, rel = whole_number("least", least), least_grade(rel)
    _, best, holes, n_holes = _core.label_places(
        qrels.core, runs.core, runs.join(qrels), group=[0] * len(runs.systems), depth=1, ties=tie_rule(ties)
    )
    relevant = grades_of(qrels) >= rel
    deepest = max(int(best.max(initial=0)), int(holes.max(initial=0)))
    lasts = [*bands, *([deepest] if deepest > bands[-1] else [])]
    firsts = [1, *(last + 1 for last in lasts[:-1])]
    returned = best > 0
    # Bands of the labels; labels that no run returns have a last band of their own.
    where = np.where(returned, np.searchsorted(lasts, best), len(lasts))
    hole_at = np.searchsorted(lasts, holes)
    whole = _bands(firsts, lasts, where, relevant, hole_at)
    queries = []
    at, hole = 0, 0
    for query, n_unjudged in zip(qrels.queries, n_holes.tolist()):
        rows = slice(at, at + qrels.core.n_judged(query))
        own = _bands(firsts, lasts, where[rows], relevant[rows], hole_at[hole : hole + n_unjudged])
        at, hole = rows.stop, hole + n_unjudged
        judged_bands = [band for band in own if band.judged >= least and band.judged >= through * band.returned]
        queries.append(LastJudged(query, int(relevant[rows].sum()), judged_bands[-1] if judged_bands else None))
    to_rank, judged = (np.cumsum(counts, axis=1) for counts in judged_counts(qrels, runs, cutoffs, ties=ties))
    return Completeness(
        systems=tuple(runs.systems),
        cutoffs=tuple(cutoffs),
        unjudged=np.divide(to_rank - judged, to_rank, out=np.full_like(judged, np.nan), where=to_rank > 0),
        bands=[band for band in whole if band.judged],
        unretrieved=Band(0, 0, 0, int((~returned).sum()), int((relevant & ~returned).sum())),
        queries=queries,
        rich_from=rich,
    )


def _ascending(name: str, values: Sequence[int]) -> None:
    whole = [whole_number(name, value) for value in several(name, values)]
    if not whole or whole != sorted(set(whole)):
        raise UsageError(f"{name} must be whole numbers from 1, ascending, but got {name}={whole!r}")


def _bands(firsts: Sequence[int], lasts: Sequence[int], where: Places, relevant: Flags, holes: Places) -> list[Band]:
    judged = np.bincount(where, minlength=len(lasts))[: len(lasts)]
    n_relevant = np.bincount(where[relevant], minlength=len(lasts))
    returned = judged + np.bincount(holes, minlength=len(lasts))
    return [Band(*row) for row in zip(firsts, lasts, returned.tolist(), judged.tolist(), n_relevant.tolist())]


def judged_counts(qrels: Qrels, runs: Runs, lasts: Sequence[int], *, ties: str) -> tuple[F64, F64]:
    """Documents in each band of a run's ranks, and the judged ones among them: two arrays (system, band)."""
    n = len(runs.systems)
    reach = _core.reach(
        qrels.core, runs.core, runs.join(qrels), ends=list(lasts), depth=1, group=[0] * n, n_groups=1, rel=1,
        high=128, ties=tie_rule(ties),
    )  # fmt: skip
    retrieved, judged = (np.array(counts, dtype=np.float64) for counts in (reach.retrieved, reach.judged))
    return retrieved.reshape(n, len(lasts)), judged.reshape(n, len(lasts))


@dataclass(frozen=True, slots=True)
class JudgedDepth:
    """Depth to which runs are judged."""

    depth: int  # deepest rank to which half of the runs are judged, or 0
    by_system: Mapping[str, int]  # 0 where the first documents are not all judged

    def pooled(self, depth: int) -> list[str] | None:
        """Runs judged as deep as a pool of this depth, or where fewer than half are, as half of them are; None where
        the labels tell none apart. UsageError where the depth is no whole number from 1."""
        to = min(whole_number("depth", depth), self.depth)
        return [system for system, reached in self.by_system.items() if reached >= to] if to else None


def judged_depth(
    qrels: Qrels, runs: Runs, *, through: float = THROUGH_TO_DEPTH, deepest: int = DEEPEST, ties: Ties = "float64"
) -> JudgedDepth:
    """Estimate the depth of the pool behind the labels.

    Parameters
    ----------
    qrels, runs : Qrels, Runs
    through : float, above 0 and at most 1
        Least share of judged documents to a rank, over all queries of the labels. Below 1 a single document to a rank
        may lack a label from 20 documents on, since on few queries one is a large share of the first ranks.
    deepest : int, at least 1
        The deepest rank considered.
    ties : {"float64", "float32"}

    Returns
    -------
    JudgedDepth

    Raises
    ------
    UsageError
        Numbers outside the ranges above.

    Notes
    -----
    *Assumes* that at least half of the runs were pooled to one depth. Where the chosen runs of groups were pooled to
    different depths, the result is a depth that half of them reach. *Guarantees* counts exact; the depth is heuristic,
    since other runs' documents and later judging can extend it by chance.

    Examples
    --------
    >>> from irassay import Qrels, Runs
    >>> qrels = Qrels.from_dict({"q": {"a": 1, "b": 0, "c": 1}})
    >>> runs = Runs.from_dict({"x": {"q": {"a": 3.0, "b": 2.0, "d": 1.0}}, "y": {"q": {"c": 2.0, "e": 1.0}}})
    >>> judged_depth(qrels, runs)
    JudgedDepth(depth=2, by_system={'x': 2, 'y': 1})
    """
    if not 0 < through <= 1:
        raise UsageError(f"through must be a share above 0 and at most 1, but got through={through!r}")
    deepest = whole_number("deepest", deepest)
    n = len(runs.systems)
    retrieved, at_rank = judged_counts(qrels, runs, range(1, deepest + 1), ties=ties)
    to_rank, judged = np.cumsum(retrieved, axis=1), np.cumsum(at_rank, axis=1)
    single = (to_rank - judged <= 1) & (to_rank >= ONE_OF) & (through < 1)
    reached = ((judged >= through * to_rank) | single) & (retrieved > 0)
    depths = np.where(reached.all(axis=1), deepest, reached.argmin(axis=1))
    middle = int(np.sort(depths)[::-1][(n - 1) // 2]) if n else 0
    return JudgedDepth(middle, dict(zip(runs.systems, depths.tolist())))
