"""Approximate search in vectors: a query looks into the cells nearest to it, and what that misses is measured."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from irassay.arguments import whole_number
from irassay.errors import InputError, UsageError, cut
from irassay.messages import percent, plural
from irassay.random_keys import Seed, key_of, stream
from irassay.search.cells import Cells, cells_of
from irassay.search.index import NO_QUERY
from irassay.search.nearest import Floats, Numbers, Vectors, nearest, nearest_among
from irassay.search.vector_index import VectorIndex, blas_threads

if TYPE_CHECKING:
    from irassay.collection.runs import Runs

PURPOSE = 0x726563  # "rec"
SAMPLE = 200  # queries that are searched for exactly, to measure what is missed
RECALL = 0.95  # that as many cells are taken for
LEAST_CELLS = 8  # that a query looks into, whatever these queries say: they cost little

Lists = Sequence[tuple[Numbers, Floats]]


@dataclass(frozen=True, slots=True)
class Recall:
    """How much of the exact lists an approximate search has."""

    value: float  # share of the exact lists' passages, over all sampled queries
    least: float  # the same of the worst of these queries
    n_queries: int  # queries sampled
    n_cells: int  # cells that each query looked into
    of_cells: int  # cells that there are

    def explain(self) -> str:
        """In words, for people."""
        return (
            f"recall {percent(self.value)} of exact search on {plural(self.n_queries, 'query')}, {percent(self.least)} "
            f"on the worst; each query looked into {self.n_cells:,} of {plural(self.of_cells, 'cell')}"
        )

    def to_dict(self) -> dict[str, Any]:
        """The JSON form, as provenance has it."""
        return {
            "recall": self.value,
            "least": self.least,
            "queries": self.n_queries,
            "cells": self.n_cells,
            "of": self.of_cells,
        }


def search_approximately(
    index: VectorIndex, queries: Sequence[str], vectors: Any, *, depth: int = 100, seed: Seed = 0
) -> tuple[Runs, Recall]:
    """The lists of queries from the cells nearest to them, and how much of the exact lists they have.

    Parameters
    ----------
    index : VectorIndex
        Its vectors are put into cells at the first such search, which keeps them in the index's folder.
    queries : sequence of str
        Their ids.
    vectors : array (n, dimension)
        One a query, as `VectorIndex.query_vectors` and `passage_vectors` give them.
    depth : int
    seed : int or numpy.random.Generator
        Draws the queries that are searched for exactly too: 200 by which the recall is measured and, where there are
        more, 200 others by which it is chosen how many cells a query looks into. Fewer than 400 serve for both.

    Returns
    -------
    Runs
        One system, with exact scores.
    Recall

    Raises
    ------
    UsageError
        An index of words.
    InputError
        No query, or vectors of another dimension or number, or that are not finite.

    Notes
    -----
    *Assumes* that the other queries are like the sampled ones.
    *Guarantees* the same lists on any number of threads. As many cells are taken as give 95% of the exact lists of the
    queries drawn for that.
    *Source* Jégou, Douze and Schmid, Product quantization for nearest neighbor search, PAMI 33, 2011.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> from irassay.search import index_vectors
    >>> folder = pathlib.Path(tempfile.mkdtemp()) / "index"
    >>> index = index_vectors(np.eye(9, dtype="float32"), [f"d{i}" for i in range(9)], folder)
    >>> runs, recall = search_approximately(index, *index.passage_vectors({"q1": "d2"}), depth=1)
    >>> runs.ranking("index", "q1"), recall.value, f"{recall.n_cells} of {recall.of_cells} cells"
    (['d2'], 1.0, '3 of 3 cells')
    """
    if not isinstance(index, VectorIndex):
        raise UsageError(
            f"{cut(index.path)} is no index of vectors, expected one that index_vectors or encode_texts has built"
        )
    whole_number("depth", depth, 1)
    if not len(queries):
        raise InputError(NO_QUERY)
    asked = index.checked(queries, vectors)
    with blas_threads(index.threads):
        cells = cells_of(index.path, index.digest, index.vectors)
        measured, chosen = _samples(len(queries), key_of(seed))
        exact = nearest(index.vectors, asked[measured], depth=depth, name=index.id_of)
        by_these = exact if chosen is measured else nearest(index.vectors, asked[chosen], depth=depth, name=index.id_of)
        n_cells = _cells_needed(cells, asked[chosen], by_these)
        parts = _parts(cells, _cell_lists(cells, asked, n_cells))
        lists = nearest_among(index.vectors, asked, parts, depth=depth, name=index.id_of)
    shares = [len(np.intersect1d(of, lists[query][0])) / max(1, len(of)) for query, (of, _) in zip(measured, exact)]
    recall = Recall(float(np.mean(shares)), min(shares), len(shares), n_cells, len(cells.centres))
    return index.runs_of(queries, lists), recall


def _samples(n: int, key: int) -> tuple[Numbers, Numbers]:
    """Queries by which recall is measured, and those by which the number of cells is chosen: others, or the same."""
    order = np.random.Generator(stream(key, PURPOSE)).permutation(n)
    measured = order[:SAMPLE]
    return measured, order[SAMPLE : 2 * SAMPLE] if n >= 2 * SAMPLE else measured


def _cell_lists(cells: Cells, asked: Vectors, n: int) -> list[Numbers]:
    """For each query the n cells whose centres have the greatest product with it, best first."""
    found = nearest([cells.centres], asked, depth=n, name="{:09}".format)
    return [numbers[np.lexsort((-numbers, -products))] for numbers, products in found]


def _cells_needed(cells: Cells, asked: Vectors, exact: Lists) -> int:
    """The least number of cells in which the share `RECALL` of these exact lists lies."""
    of_cells = len(cells.centres)
    counts = np.zeros(of_cells)
    for order, (numbers, _) in zip(_cell_lists(cells, asked, of_cells), exact):
        rank = np.empty(of_cells, np.int64)
        rank[order] = np.arange(of_cells)
        np.add.at(counts, rank[cells.of_vector[numbers]], 1 / max(1, len(numbers)))
    shares = np.cumsum(counts) / len(exact)
    return min(of_cells, max(LEAST_CELLS, int(np.searchsorted(shares, RECALL)) + 1))


def _parts(cells: Cells, lists: Sequence[Numbers]) -> Iterator[tuple[Numbers, Numbers]]:
    """The vectors of each cell that a query looks into, and these queries."""
    of_cell = np.concatenate(lists)
    of_query = np.repeat(np.arange(len(lists)), [len(one) for one in lists])
    order = np.argsort(of_cell, kind="stable")
    ends = np.searchsorted(of_cell[order], np.arange(len(cells.centres) + 1))
    for number, members in enumerate(cells.members()):
        queries = of_query[order[ends[number] : ends[number + 1]]]
        if len(queries) and len(members):
            yield members, queries
