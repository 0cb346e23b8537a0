"""How many of the deemed passages fuller labels call relevant, by depth; exact copies of the gold apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

from irassay.collection.duplicates import find_duplicates
from irassay.collection.qrels import Qrels
from irassay.comparison.significance.randomization import snap
from irassay.kernel import _core
from irassay.studies.sensitivity.by_depth import RESAMPLES, Band

if TYPE_CHECKING:
    from irassay.collection.texts import Texts
    from irassay.studies.sensitivity.draws import Draws

F64: TypeAlias = NDArray[np.float64]

RELEVANT, COPY, RELEVANT_COPY, LABELLED = range(4)


@dataclass(frozen=True, slots=True)
class Precision:
    """Of the first d deemed passages of each query, pooled over queries."""

    set: str
    d: int
    deemed: float  # passages, mean over draws
    labelled: float  # deemed passages with a fuller label, mean over draws
    precision: Band  # share of deemed that fuller labels call relevant; unlabelled are not
    copies: float | None  # deemed passages with the gold's text; None where texts are not known
    without_copies: Band | None  # the same share of the others


def precisions_of(
    draws: Draws, full: Qrels, texts: Texts | None, *, rel: int, key: int, threads: int
) -> list[Precision]:
    """Precision by list and depth, from d = 1 on, over the queries that the fuller labels have, with intervals over
    queries; `texts` tell copies. Where only pooled passages could be deemed, it is too kind."""
    queries = [query for query in draws.queries if query in set(full.queries)]
    found = []
    for of_set in draws.sets:
        cells = [_cells(draws, number, of_set, queries, full, texts, rel) for number in range(len(draws.of))]
        for d in range(1, draws.deemed + 1):
            first = [np.nansum(of[:, :, :d], axis=2) for of in cells]  # what, query
            n = [(~np.isnan(of[RELEVANT, :, :d])).sum(axis=1).astype(np.float64) for of in cells]
            whole = _ratio([of[RELEVANT] for of in first], n, key, threads)
            apart = None
            if texts is not None:
                others = [of[RELEVANT] - of[RELEVANT_COPY] for of in first]
                apart = _ratio(others, [all_ - of[COPY] for all_, of in zip(n, first)], key, threads)
            deemed, labelled, copies = (
                float(np.mean([part.sum() for part in parts]))
                for parts in (n, [of[LABELLED] for of in first], [of[COPY] for of in first])
            )
            found.append(Precision(of_set, d, deemed, labelled, whole, copies if texts is not None else None, apart))
    return found


def _cells(
    draws: Draws, number: int, of_set: str, queries: Sequence[str], full: Qrels, texts: Texts | None, rel: int
) -> F64:
    """(what, query, place): 1 or 0, NaN where nothing is deemed."""
    draw = draws.of[number]
    cells = np.full((4, len(queries), draws.deemed), np.nan)
    copies = _copies(draw.deemed[of_set], {q: draw.gold[q].doc for q in queries if q in draw.gold}, texts)
    for row, query in enumerate(queries):
        grades = full.grades(query)
        for place, doc in enumerate(draw.deemed[of_set].get(query, ())[: draws.deemed]):
            relevant, copy = grades.get(doc, -1) >= rel, (query, doc) in copies
            cells[:, row, place] = relevant, copy, relevant and copy, doc in grades
    return cells


def _copies(deemed: object, gold: object, texts: Texts | None) -> set[tuple[str, str]]:
    """(query, document) of what is deemed and has the gold's text."""
    if texts is None:
        return set()
    by_query = {query: {doc: 1, **dict.fromkeys(deemed.get(query, ()), 1)} for query, doc in gold.items()}  # type: ignore[attr-defined]
    same = find_duplicates(texts, Qrels.from_dict(by_query)).groups
    return {
        (query, doc)
        for query, groups in same.items()
        for group in groups
        if gold[query] in group  # type: ignore[index]
        for doc in group
    }


def _ratio(parts: Sequence[F64], wholes: Sequence[F64], key: int, threads: int) -> Band:
    """The share of sums over queries, over draws."""
    nan = float("nan")
    own, redrawn = [], np.zeros(RESAMPLES)
    for part, whole in zip(parts, wholes):
        exact = np.ascontiguousarray(snap(np.stack([part, whole], axis=1))[0].T)
        sums = _core.drawn_sums(exact, key, 0, RESAMPLES, [0, len(part)], threads=threads)
        with np.errstate(invalid="ignore", divide="ignore"):
            redrawn += np.asarray(sums[0] / sums[1]) / len(parts)
        own.append(part.sum() / whole.sum() if whole.sum() else nan)
    return Band.of(np.array(own), redrawn, 0.0, 1.0)
