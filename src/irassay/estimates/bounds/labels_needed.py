"""Unjudged documents that could change the ranking, and labels needed to settle pairs: at least, and in an order.

Present labels are taken as correct. A pair is settled when one system is ahead under every completion of the labels
that are still missing, or the two are equal under every completion.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from irassay.arguments import places_of, whole_number
from irassay.arrays import F64, I64
from irassay.collection.qrels import Qrels
from irassay.collection.runs import Runs
from irassay.collection.ties import tie_rule
from irassay.estimates.bounds.bounds import UNDECIDED, Bounds
from irassay.estimates.universe import SMOOTHING, bounding_of, gain_levels, kernel_task, tells_rates
from irassay.estimates.words import BY_LABELS
from irassay.kernel import _core
from irassay.progress import Progress
from irassay.result import Column, Table

N_DRAWS, LEAST_DRAWS = 100, 20
MOST_WORK = 1_000_000  # score ranges of a pair on a query: a few seconds
WHOLE_LIST = 5  # times the work for a measure that reads the whole ranking
MOST_LISTED = 20_000_000  # documents in both lists of every pair: some ten seconds for `LEAST_DRAWS`
MOST_DOCUMENTS = 2_000_000  # distinct documents to label: half a gigabyte in the table
MOST = 0.9  # the share of draws behind `ninety`
_BLOCK = 64  # queries between two checks for an interrupt


@dataclass(frozen=True, slots=True)
class Figures:
    """The numbers of `LabelsNeeded` that sentences use."""

    pairs: int
    floor: int | None
    median: int | None
    ninety: int | None
    documents: int  # number of documents to label
    draws: int  # 0 where no estimate can be made
    left_open: float = math.nan  # share of draws in which all documents labelled leave pairs open
    settled: tuple[int, int] = (0, 0)  # pairs settled by all labels: median over draws, and what 90% reach


@dataclass(frozen=True, slots=True)
class LabelsNeeded:
    """Labels needed to settle some pairs."""

    pairs: Sequence[tuple[str, str]]
    floors: Sequence[int | None]  # one a pair: fewer labels never settle it; None where unknown
    documents: Table  # in the order of labelling
    needed: I64  # (draw,); len(documents) + 1 where all leave a pair open
    settled: I64  # (draw,): pairs settled once every document has a label
    scale: Sequence[int]  # grades that a missing label may have

    @property
    def n_draws(self) -> int:
        """Completions drawn; 0 where no estimate can be made."""
        return len(self.needed)

    @property
    def floor(self) -> int | None:
        """The floor of all pairs together: the largest known floor."""
        return max((floor for floor in self.floors if floor is not None), default=None)

    def within(self, share: float) -> int | None:
        """Number of labels that settle every pair in this share (above 0) of the draws; None where no number does."""
        if not self.needed.size:
            return None
        labels = int(np.sort(self.needed)[math.ceil(share * self.n_draws) - 1])
        return labels if labels <= len(self.documents) else None

    @property
    def median(self) -> int | None:
        """Labels that settle every pair in half of the draws."""
        return self.within(0.5)

    @property
    def ninety(self) -> int | None:
        """Labels that settle every pair in 90% of the draws."""
        return self.within(MOST)

    @property
    def settled_by_all(self) -> tuple[int, int]:
        """Pairs that are settled once every document is labelled: the median over draws, and what 90% reach."""
        if not self.needed.size:
            return 0, 0
        most_first = np.sort(self.settled)[::-1]
        half, nearly = (int(most_first[math.ceil(share * self.n_draws) - 1]) for share in (0.5, MOST))
        return half, nearly

    @property
    def left_open(self) -> float:
        """Share of the draws in which all documents labelled leave some pair open; NaN without draws."""
        return float((self.needed > len(self.documents)).mean()) if self.needed.size else math.nan

    @property
    def figures(self) -> Figures:
        """The numbers that sentences use."""
        counts = len(self.documents), self.n_draws, self.left_open
        return Figures(len(self.pairs), self.floor, self.median, self.ninety, *counts, self.settled_by_all)


def labels_needed(
    qrels: Qrels,
    runs: Runs,
    bounds: Bounds,
    pairs: Sequence[tuple[str, str]],
    *,
    documents: Table | None = None,
    n_draws: int = N_DRAWS,
    threads: int = 0,
) -> LabelsNeeded:
    """Labels needed to settle pairs: the floor, and the number in the order of `documents` under the estimate
    (`ASSUMPTION`), by default that of `by_effect`. Another order might need fewer. Source: Carterette, Allan and
    Sitaraman, SIGIR 2006, without their stopping rule."""
    n_draws = whole_number("n_draws", n_draws)
    qrels = qrels.judged().sel(queries=bounds.queries)
    places_of(bounds.systems, list(chain.from_iterable(pairs)), argument="pairs")
    expecter = _expecter(qrels, runs, bounds, n_draws)
    table = documents if documents is not None else _by_effect(qrels, runs, bounds, pairs, expecter)
    places = _places(runs, pairs)
    needed = settled = np.zeros(0, dtype=np.int64)
    if expecter is not None and places[0]:
        query_at = {query: i for i, query in enumerate(bounds.queries)}
        settler = _core.Settler(
            qrels.core,
            runs.core,
            kernel_task(qrels, bounds.measure, bounds.universe, bounds.ties),
            expecter,
            query=[query_at[query] for query in table.column("query").values],
            doc=list(table.column("doc").values),
            a=places[0],
            b=places[1],
            n_draws=n_draws,
            tolerance=bounds.rounding * len(bounds.queries),
        )
        outcome = settler.settle(threads)
        needed, settled = (np.asarray(of, dtype=np.int64) for of in (outcome.labels, outcome.pairs))
    floors = label_floors(qrels, runs, bounds, list(zip(*places)))
    return LabelsNeeded(tuple(pairs), floors, table, needed, settled, bounds.universe.scale)


def labels_for_leaders(
    qrels: Qrels, runs: Runs, bounds: Bounds, *, leaders: Sequence[str], among: Sequence[str], threads: int = 0
) -> LabelsNeeded | None:
    """Labels needed to settle the open pairs with a leader, in the order of `unjudged` (two systems: of
    `labels_needed`); None where no such pair is open or counting takes long."""
    places = {system: i for i, system in enumerate(bounds.systems)}
    first = set(leaders)
    pairs = [
        (a, b)
        for i, a in enumerate(among)
        for b in among[i + 1 :]
        if (a in first or b in first) and bounds.state[places[a]][places[b]] in UNDECIDED
    ]
    if not pairs:
        return None
    size = len(pairs) * len(bounds.queries) * (1 if bounds.measure.cutoff else WHOLE_LIST)
    if size * LEAST_DRAWS > MOST_WORK or takes_long(qrels, runs, bounds, pairs):
        return None
    documents = None if len(among) == 2 else unjudged(qrels, runs, bounds, leaders=leaders, among=among)
    if documents is not None and not len(documents):
        none = np.zeros(0, dtype=np.int64)
        return LabelsNeeded(pairs, [None] * len(pairs), documents, none, none, bounds.universe.scale)
    n_draws = max(LEAST_DRAWS, min(N_DRAWS, MOST_WORK // (4 * size)))
    return labels_needed(qrels, runs, bounds, pairs, documents=documents, n_draws=n_draws, threads=threads)


def takes_long(qrels: Qrels, runs: Runs, bounds: Bounds, pairs: Sequence[tuple[str, str]]) -> bool:
    """Whether counting labels for these pairs takes long, or much memory: above `MOST_LISTED` documents in their lists
    to the measure's depth, or `MOST_DOCUMENTS` distinct ones without a label."""
    depth = bounds.measure.cutoff or bounds.measure.definition.depth or MOST_LISTED
    answered = set(runs.queries)
    lengths = [runs.core.lengths(query) for query in bounds.queries if query in answered]
    of_system = np.minimum(np.array(lengths, dtype=np.int64).reshape(-1, len(runs.systems)), depth).sum(axis=0)
    first, second = _places(runs, pairs)
    listed = int(of_system[first].sum() + of_system[second].sum())
    if listed > MOST_LISTED:
        return True
    if listed <= MOST_DOCUMENTS:
        return False
    qrels = qrels.judged().sel(queries=bounds.queries)
    counts = _core.reach(
        qrels.core, runs.core, runs.join(qrels), ends=[depth], depth=depth, group=[0] * len(runs.systems), n_groups=1,
        rel=1, high=1, ties=tie_rule(bounds.ties),
    )  # fmt: skip
    return bool(counts.unjudged > MOST_DOCUMENTS)


def _places(runs: Runs, pairs: Sequence[tuple[str, str]]) -> tuple[list[int], list[int]]:
    first, second = ([pair[side] for pair in pairs] for side in (0, 1))
    return places_of(runs.systems, first, argument="pairs"), places_of(runs.systems, second, argument="pairs")


def by_effect(qrels: Qrels, runs: Runs, bounds: Bounds, pairs: Sequence[tuple[str, str]]) -> Table:
    """Unjudged documents that move these pairs' differences, by what their labels are expected to add to the least
    leads of the likely winners; without an estimate by the largest change of a difference. Source: Carterette, Allan
    and Sitaraman, SIGIR 2006; ours is the sign, by the likely winner."""
    qrels = qrels.judged().sel(queries=bounds.queries)
    return _by_effect(qrels, runs, bounds, pairs, _expecter(qrels, runs, bounds, n_draws=1) if pairs else None)


def _by_effect(
    qrels: Qrels, runs: Runs, bounds: Bounds, pairs: Sequence[tuple[str, str]], expecter: _core.Expecter | None
) -> Table:
    """The same, of labels of the bounds' queries; `expecter` is None where no estimate can be made."""
    means = (bounds.plain if np.isnan(bounds.estimate).any() else bounds.estimate).mean(axis=1)
    mean = dict(zip(bounds.systems, means.tolist(), strict=True))
    first, second = _places(runs, [(a, b) if mean[a] >= mean[b] else (b, a) for a, b in pairs])
    task = kernel_task(qrels, bounds.measure, bounds.universe, bounds.ties)
    join = runs.join(qrels)
    n_queries = len(bounds.queries)
    blocks: list[_core.PairEffects] = []
    with Progress("What each label would move", n_queries) as progress:
        for begin in range(0, n_queries if first else 0, _BLOCK):
            effects = _core.pair_effects(
                qrels.core, runs.core, join, task, a=first, b=second, first=begin, last=begin + _BLOCK
            )
            blocks.append(effects)
            progress.step(min(_BLOCK, n_queries - begin))
    levels = gain_levels(qrels, bounds.measure, bounds.universe)
    expected = _expected(blocks, expecter, levels) if blocks and expecter is not None else None
    return unjudged_table(bounds, blocks, expected=expected)


def _expected(blocks: Sequence[_core.PairEffects], expecter: _core.Expecter, levels: Sequence[float]) -> F64:
    """What each label adds to the least leads, by the gain that is expected of its query and rank: (document,)."""
    query, rank = (joined([getattr(block, name) for block in blocks], np.int64) for name in ("query", "best_rank"))
    lead, fall = (joined([getattr(block, name) for block in blocks], np.float64) for name in ("lead", "fall"))
    both, at = np.unique(np.stack([query, np.searchsorted(expecter.band_ends, rank)]), axis=1, return_inverse=True)
    gain = np.array([np.dot(expecter.rates(*of), levels) for of in both.T.tolist()])[at.ravel()] / (levels[-1] or 1.0)
    return np.asarray(lead * gain + fall * (1.0 - gain))


def _expecter(qrels: Qrels, runs: Runs, bounds: Bounds, n_draws: int) -> _core.Expecter | None:
    """What is expected of missing labels; None where no estimate can be made."""
    task = kernel_task(qrels, bounds.measure, bounds.universe, bounds.ties)
    expecter = _core.Expecter(qrels.core, runs.core, task, SMOOTHING, n_draws, bounds.seed)
    expecter.count(0, len(bounds.queries))
    return expecter if expecter.possible and tells_rates(qrels) else None


def label_floors(qrels: Qrels, runs: Runs, bounds: Bounds, pairs: Sequence[tuple[int, int]]) -> list[int] | list[None]:
    """For each pair of positions the least number of labels that could settle it, 0 where it is settled; None where no
    floor is known. Assumes correct present labels, and missing ones from the scale. With fewer labels, of any
    documents and grades, completions still disagree; for sums over documents, such as P and DCG, some labels of that
    number settle it.

    Proof. The difference of two means of a sum of weighted gains is D + sum of w x over the missing labels, x from 0 to
    the top gain g and w the difference of the document's weights in the two lists, over the number of queries. Its
    least value is L = D - (sum of g |w| over w < 0). A label for a document raises L by at most g |w|: by w x where w >
    0, by g |w| - |w| x where w < 0, and so much with the top grade and with none. The order is kept for the first
    system once the least value is above 0, so the sum of g |w| over the labelled documents must exceed -L, and the
    fewest are those with the largest |w|; with the grades named they do it. The same for the other system, from the
    greatest value. Two systems equal under every completion need a label for every document with w other than 0, and so
    many settle it the one way or the other too.

    R and NCG are sums over queries of shares. A query's share of L can be raised by k labels by no more than r(k),
    which kernel/bound/label_floors.cpp computes: of the documents that one list has alone the best grade for a system
    is the top one if they are its own and none if they are the other's, since a share is at most 1; then only the total
    is left, and the worst that the rest can do is known. Replacing r by the least concave function above it makes the
    largest steps the cheapest way, and can only make the number smaller.
    """
    if not pairs or bounding_of(bounds.measure).floor == "none":
        return [None] * len(pairs)
    return _core.label_floors(
        qrels.core,
        runs.core,
        runs.join(qrels),
        kernel_task(qrels, bounds.measure, bounds.universe, bounds.ties),
        a=[a for a, _ in pairs],
        b=[b for _, b in pairs],
        tolerance=bounds.rounding * len(bounds.queries),
    )


def unjudged(
    qrels: Qrels,
    runs: Runs,
    bounds: Bounds,
    *,
    leaders: Sequence[str] | None = None,
    among: Sequence[str] | None = None,
    limit: int | None = None,
) -> Table:
    """The unjudged documents whose labels could change the order of systems: most pairs first, then largest effect,
    then best rank. Those that only help systems ahead come last, with 0 pairs. `leaders` and `among` are the league's,
    so that identical rankings count once."""
    qrels = qrels.judged().sel(queries=bounds.queries)
    systems = bounds.systems
    eligible = places_of(systems, systems if among is None else among, argument="among")
    mean = bounds.plain.mean(axis=1) if bounds.plain.size else np.zeros(len(systems))
    if leaders is None:
        top = max((mean[i] for i in eligible), default=0.0)
        leading = [i for i in eligible if mean[i] >= top - bounds.rounding]
    else:
        leading = places_of(systems, leaders, argument="leaders")
    if limit is not None:
        limit = whole_number("limit", limit, 0)
    place = places_of(runs.systems, systems, argument="bounds")
    ahead, behind = ([place[i] for i in side] for side in _open_pairs(bounds, eligible, mean))
    task = kernel_task(qrels, bounds.measure, bounds.universe, bounds.ties)
    join = runs.join(qrels)
    blocks: list[_core.HoleEffects] = []
    n_queries = len(bounds.queries)
    with Progress("Labels that matter", n_queries) as progress:
        for first in range(0, n_queries if ahead else 0, _BLOCK):
            effects = _core.hole_effects(
                qrels.core, runs.core, join, task, ahead=ahead, behind=behind, leaders=[place[i] for i in leading],
                among=[place[i] for i in eligible],
                first=first, last=first + _BLOCK,
            )  # fmt: skip
            blocks.append(effects)
            progress.step(min(_BLOCK, n_queries - first))
    return unjudged_table(bounds, blocks, pairs=True, limit=limit)


def _open_pairs(bounds: Bounds, eligible: Sequence[int], mean: np.ndarray) -> tuple[list[int], list[int]]:
    ahead, behind = [], []
    for position, i in enumerate(eligible):
        for j in eligible[position + 1 :]:
            if bounds.state[i][j] in UNDECIDED:
                ahead.append(i if mean[i] > mean[j] else j)
                behind.append(j if mean[i] > mean[j] else i)
    return ahead, behind


def joined(blocks: Sequence[Sequence[Any]], dtype: type) -> NDArray[Any]:
    """Numbers of several blocks as one array."""
    return np.concatenate([np.zeros(0, dtype), *(np.array(block, dtype=dtype) for block in blocks)])


def in_order(keys: Sequence[NDArray[Any]], docs: Sequence[Sequence[str]]) -> tuple[I64, list[str]]:
    """Positions by ascending keys, the first key first, then by document; and all documents at their positions."""
    doc = list(chain.from_iterable(docs))
    order = np.lexsort(tuple(reversed(keys)))
    same = np.ones(max(0, len(order) - 1), dtype=bool)
    for key in keys:
        ordered = key[order]
        same &= ordered[1:] == ordered[:-1]
    # Documents decide among rows that are equal so far: few at a time, where comparing all texts would take long.
    edges = np.flatnonzero(np.diff(np.concatenate([[False], same, [False]]).astype(np.int8)))
    for first, last in zip(edges[::2].tolist(), edges[1::2].tolist()):
        order[first : last + 1] = sorted(order[first : last + 1].tolist(), key=doc.__getitem__)
    return order, doc


def unjudged_table(
    bounds: Bounds, blocks: Sequence[Any], *, pairs: bool = False, limit: int | None = None, expected: F64 | None = None
) -> Table:
    """One row a document of the kernel's blocks, by `expected` (document,) if given, then by largest effect on the
    mean; with `pairs`, which these blocks count, most come first."""
    names = ("best_rank", "n_runs", "query", *(["pairs"] if pairs else []))
    of = {name: joined([getattr(block, name) for block in blocks], np.int64) for name in names}
    effect = joined([block.effect for block in blocks], np.float64)
    first = [-of["pairs"]] if pairs else [] if expected is None else [-expected.round(12)]
    keys = [*first, -effect, of["best_rank"], -of["n_runs"], of["query"]]
    order, doc = in_order(keys, [block.doc for block in blocks])
    order, n = order[:limit], max(1, len(bounds.queries))
    cells = {name: values[order].tolist() for name, values in of.items()}
    change = BY_LABELS("unjudged.effect", pairs=pairs)
    low, *_, high = bounds.universe.scale
    expectations = []
    if expected is not None:
        each, what = (expected[order] / n).tolist(), BY_LABELS("unjudged.expected")
        expectations = [Column("expected", each, str(bounds.measure), what, 4)]
    return Table(
        name="unjudged",
        title=BY_LABELS("unjudged.title", pairs=pairs, measure=str(bounds.measure)),
        columns=(
            Column("query", [bounds.queries[q] for q in cells["query"]]),
            Column("doc", [doc[i] for i in order.tolist()]),
            *([Column("pairs", cells["pairs"], "pairs", BY_LABELS("unjudged.pairs"))] if pairs else []),
            Column("effect", [e / n for e in effect[order].tolist()], str(bounds.measure), change, 4),
            *expectations,
            Column("best_rank", cells["best_rank"], "rank", BY_LABELS("unjudged.rank")),
            Column("runs", cells["n_runs"], "runs", BY_LABELS("unjudged.runs")),
        ),
        note=BY_LABELS("unjudged.note", low=low, high=high),
    )
