"""One measure's scores of all systems on the same queries: the input of tests and intervals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Protocol

import numpy as np

from irassay.arrays import F64, U32, Places
from irassay.comparison.equality import best_first, rounding
from irassay.errors import UsageError, cut
from irassay.measures import Measure
from irassay.scoring.silent import silent_systems

BATCH = 4_000_000  # differences at once
LEAST_GEOMETRIC = 0.00001  # floor of a score in a geometric mean, as in trec_eval's gm_map


class Summarised(Protocol):
    """The attributes of a measure that a comparison needs; its name is ``str(measure)``."""

    @property
    def direction(self) -> int: ...  # noqa: D102
    @property
    def aggregate(self) -> str: ...  # noqa: D102


class PerQuery(Protocol):
    """The attributes of scores that a comparison needs: values (measure, variant, system, query), NaN where a system
    has no score. `same` maps a measure's name to groups of systems with identical rankings to its depth; `collections`
    has one a query, or none; `missing` maps a system to the counted queries that its run leaves out."""

    @property
    def measures(self) -> Sequence[Summarised]: ...  # noqa: D102
    @property
    def systems(self) -> Sequence[str]: ...  # noqa: D102
    @property
    def queries(self) -> Sequence[str]: ...  # noqa: D102
    @property
    def variants(self) -> Sequence[str]: ...  # noqa: D102
    @property
    def signatures(self) -> Sequence[str]: ...  # noqa: D102
    @property
    def values(self) -> F64: ...  # noqa: D102
    @property
    def summary(self) -> F64: ...  # noqa: D102
    @property
    def same(self) -> Mapping[str, Sequence[Sequence[str]]]: ...  # noqa: D102
    @property
    def collections(self) -> Sequence[str]: ...  # noqa: D102
    @property
    def missing(self) -> Mapping[str, Sequence[str]]: ...  # noqa: D102


@dataclass(frozen=True, slots=True)
class PairedScores:
    """Scores on a scale on which the mean over queries is the summary."""

    measure: str
    signature: str
    direction: int  # 1 where higher is better, -1 where lower is
    aggregate: str  # "mean", "sum" or "geometric" (logarithms in `x`)
    systems: Sequence[str]  # best first; one of each group of identical systems
    same: Mapping[str, Sequence[str]]  # system -> the other systems of its group
    unranked: Sequence[str]  # left out: without a score on a query that others have
    silent: Sequence[str]  # those of them that answer no query
    queries: Sequence[str]  # by collection, then in the order of the scores
    values: F64  # (system, query), as scored
    x: F64  # (query, system), weighted for the same total of every collection
    bounds: Sequence[int]  # queries bounds[c] up to bounds[c + 1] are collection c
    collections: Sequence[str]
    mean: F64  # (system,), the summary on the measure's own scale

    def summary(self, means: F64) -> F64:
        """Means of `x` over queries, converted to the measure's own summary."""
        if self.aggregate == "sum":
            return means * len(self.queries)
        return np.exp(means) if self.aggregate == "geometric" else means


def match(scores: PerQuery, measure: str | Measure | None, *, baseline: Sequence[str] = ()) -> PairedScores:
    """One measure's scores, by default the first's, with every system on the same queries; a baseline represents its
    group. UsageError for an unknown measure, several variants, or no query with all scores."""
    m = _index(scores, measure)
    if len(scores.variants) > 1:
        raise UsageError(f"scores of {len(scores.variants)} label variants: select one first, scores.sel(variant=...)")
    chosen = scores.measures[m]
    values = np.asarray(scores.values[m, 0], dtype=np.float64)
    order, bounds, collections = _by_collection(scores)
    values = values[:, order]
    here = ~np.isnan(values)
    silent = silent_systems(scores)
    here[[scores.systems.index(system) for system in silent]] = False
    if np.isinf(values).any():
        raise UsageError(f"{chosen}: infinite scores can't be compared")
    scored = np.asarray(here.any(axis=0))
    complete = np.asarray(here[:, scored].all(axis=1))
    if not scored.any() or not complete.any():
        raise UsageError(f'{chosen}: no system has a score on every query; score them with queries="qrels"')
    bounds = [int(n) for n in np.concatenate(([0], np.cumsum(scored)))[bounds]]
    if any(a == b for a, b in pairwise(bounds)):
        raise UsageError(f"{chosen}: a collection has no query with a score")
    values = values[:, scored]
    rows, same = _one_of_each(scores, str(chosen), np.flatnonzero(complete), baseline)
    x = _scale(values[rows], chosen.aggregate, bounds)
    # The scores' own summary, to the last bit, unless collections or missing queries make it another one.
    whole = scored.all() and len(bounds) == 2
    summary = np.asarray(scores.summary)[m, 0, rows] if whole else _summary(x, chosen.aggregate)
    names = [scores.systems[row] for row in rows]
    best = best_first(chosen.direction * summary, names)
    return PairedScores(
        measure=str(chosen),
        signature=scores.signatures[m] if len(scores.signatures) > m else str(chosen),
        direction=chosen.direction,
        aggregate=chosen.aggregate,
        systems=[names[i] for i in best],
        same=same,
        unranked=[name for name, whole in zip(scores.systems, complete, strict=True) if not whole],
        silent=silent,
        queries=[scores.queries[q] for q in np.asarray(order)[scored]],
        values=np.ascontiguousarray(values[rows][best]),
        x=np.ascontiguousarray(x[:, best]),
        bounds=bounds,
        collections=collections,
        mean=summary[best],
    )


def absent(scores: PerQuery, measure: str | Measure | None) -> dict[str, list[str]]:
    """System -> the collections in which it has no score, where there are several and it lacks some of them."""
    of = np.array(scores.collections)
    here = ~np.isnan(np.asarray(scores.values[_index(scores, measure), 0], dtype=np.float64))
    lacking = {
        system: [name for name in dict.fromkeys(scores.collections) if not row[of == name].any()]
        for system, row in zip(scores.systems, here, strict=True)
    }
    return {system: names for system, names in lacking.items() if names}


def _index(scores: PerQuery, measure: str | Measure | None) -> int:
    if not hasattr(scores, "signatures"):
        raise UsageError(f"expected scores as Scores, but got {type(scores).__name__}; irassay.evaluate makes them")
    if not scores.measures:
        raise UsageError("these scores have no measure")
    if measure is None:
        return 0
    names = [str(m) for m in scores.measures]
    wanted = str(measure)
    if wanted not in names and isinstance(measure, str):
        wanted = str(Measure.parse(measure))
    if wanted not in names:
        raise UsageError(f"measure {cut(wanted)} is not in these scores; there are {', '.join(names)}")
    return names.index(wanted)


def _by_collection(scores: PerQuery) -> tuple[list[int], list[int], list[str]]:
    """Positions of the queries by collection, boundaries of the collections and their names, in the given order."""
    if not scores.collections:
        return list(range(len(scores.queries))), [0, len(scores.queries)], []
    names = list(dict.fromkeys(scores.collections))
    order: list[int] = []
    bounds = [0]
    for name in names:
        order += [q for q, collection in enumerate(scores.collections) if collection == name]
        bounds.append(len(order))
    return order, bounds, names


def _one_of_each(
    scores: PerQuery, measure: str, complete: Places, baseline: Sequence[str]
) -> tuple[list[int], dict[str, Sequence[str]]]:
    """Rows that represent groups of identical systems: a baseline where the group has one, else the first by name."""
    place = {scores.systems[row]: int(row) for row in complete}
    chosen: dict[str, Sequence[str]] = {}
    hidden: set[str] = set()
    for group in scores.same.get(measure, ()):
        members = sorted((name for name in group if name in place), key=lambda n: (n not in baseline, n))
        if len(members) > 1:
            chosen[members[0]] = tuple(members[1:])
            hidden.update(members[1:])
    return [row for name, row in place.items() if name not in hidden], chosen


def _scale(values: F64, aggregate: str, bounds: Sequence[int]) -> F64:
    x = np.log(np.maximum(values, LEAST_GEOMETRIC)) if aggregate == "geometric" else values
    if len(bounds) == 2 or aggregate == "sum":
        return np.ascontiguousarray(x.T)
    return np.ascontiguousarray((x * weights_of_queries(bounds)).T)


def weights_of_queries(bounds: Sequence[int]) -> F64:
    """The weight of each query, 1 on average, with which every collection has the same total: array (query,)."""
    n_queries, n_collections = bounds[-1], len(bounds) - 1
    return np.concatenate([np.full(b - a, n_queries / n_collections / (b - a)) for a, b in pairwise(bounds)])


def _summary(x: F64, aggregate: str) -> F64:
    if aggregate == "sum":
        return np.asarray(x.sum(axis=0))
    mean: F64 = x.mean(axis=0)
    return np.exp(mean) if aggregate == "geometric" else mean


def all_pairs(n: int) -> tuple[U32, U32]:
    """First and second system of every pair of n, in the order (0, 1), (0, 2) ... (n - 2, n - 1)."""
    a, b = np.triu_indices(n, 1)
    return a.astype(np.uint32), b.astype(np.uint32)


def differences(x: F64, a: U32, b: U32) -> Iterator[tuple[slice, F64]]:
    """Slices of the pairs, each with its differences `(pair, query)` of scores `(query, system)`; 0 within rounding."""
    size = max(1, BATCH // max(1, x.shape[0]))
    within = rounding(x)
    for first in range(0, len(a), size):
        rows = slice(first, min(first + size, len(a)))
        batch = np.ascontiguousarray((x[:, a[rows]] - x[:, b[rows]]).T)
        batch[np.abs(batch) <= within] = 0.0
        yield rows, batch


def spreads(x: F64, a: U32, b: U32) -> F64:
    """Standard deviation of each pair's differences over queries, n - 1 in the denominator; NaN for one query."""
    deviations = np.full(len(a), np.nan)
    if x.shape[0] > 1:
        for rows, d in differences(x, a, b):
            deviations[rows] = d.std(axis=1, ddof=1)
    return deviations
