"""Approximate search in vectors: the vectors of an index in cells of neighbours, and what that may miss."""

from __future__ import annotations

import os
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

import numpy as np
import numpy.typing as npt

from irassay.arguments import whole_number
from irassay.collection.runs import Runs
from irassay.errors import InputError, UsageError
from irassay.files import WholeFiles
from irassay.progress import Progress
from irassay.random_keys import Seed, key_of, stream
from irassay.search.index import NO_QUERY
from irassay.search.nearest import (
    BLOCK,
    UNIT,
    Floats,
    Numbers,
    Vectors,
    nearest,
    nearest_among,
    rounding_margin,
    rows_of,
    true_places,
    vector_lengths,
)
from irassay.search.said import SEARCH
from irassay.search.vector_index import VectorIndex, blas_threads

FILE = "cells.npz"
CELLS = 0x63656C6C  # "cell"
SAMPLE_A_CELL = 64  # vectors of the sample by which the centres of cells are found, for each cell
ROUNDS = 8  # of k-means; more move the centres hardly further
MOST_CELLS = 1 << 16
SAMPLE = 0x726563  # "rec"
QUERIES_MEASURED = 200  # queries that are searched for exactly, to measure what is missed
RECALL = 0.95  # that as many cells are taken for
LEAST_CELLS = 8  # that a query looks into, whatever these queries say: they cost little
Lists = Sequence[tuple[Numbers, Floats]]


@dataclass(frozen=True, slots=True)
class Cells:
    """Cells of vectors."""

    centres: npt.NDArray[np.float32]  # (cell, d)
    of_vector: npt.NDArray[np.int32]  # (n,): its cell

    def members(self) -> list[Numbers]:
        """The numbers of each cell's vectors, ascending."""
        order = np.argsort(self.of_vector, kind="stable")
        return np.split(order, np.searchsorted(self.of_vector[order], np.arange(1, len(self.centres))))


def cells_of(folder: str, digest: str, shards: Sequence[Vectors]) -> Cells:
    """The cells of an index's vectors, shards of (n, d), from its folder, or made and kept there; another `digest`
    makes them anew. They are the same on any number of threads and for any shards."""
    path = os.path.join(folder, FILE)
    cells = _kept(path, digest, (sum(map(len, shards)), shards[0].shape[1]))
    if cells is None:
        cells = make_cells(shards)
        try:
            with WholeFiles() as files, open(files.beside(path), "wb") as file:
                np.savez(file, digest=np.array(digest), centres=cells.centres, of_vector=cells.of_vector)
        except OSError:
            pass  # a folder that can't be written: they are made again next time
    return cells


def make_cells(shards: Sequence[Vectors]) -> Cells:
    """As many cells as the square root of the number of vectors, by k-means on a sample. Source: Jégou, Douze and
    Schmid, PAMI 33, 2011: an inverted file of cells."""
    starts = [0, *accumulate(map(len, shards))]
    n = starts[-1]
    n_cells = max(1, min(MOST_CELLS, round(n**0.5)))
    draw = np.random.Generator(stream(0, CELLS))
    with Progress("Grouping vectors", ROUNDS * min(n, SAMPLE_A_CELL * n_cells) + n) as progress:
        sample = rows_of(shards, starts, np.sort(draw.choice(n, min(n, SAMPLE_A_CELL * n_cells), replace=False)))
        centres = sample[np.sort(draw.choice(len(sample), n_cells, replace=False))]
        for _ in range(ROUNDS):
            centres = _means(sample, _nearest_centre(sample, centres, progress), centres)
        cells = [_nearest_centre(shard, centres, progress) for shard in shards]
    return Cells(centres, np.concatenate(cells))


def _kept(path: str, digest: str, shape: tuple[int, int]) -> Cells | None:
    """The cells that are kept of this index; None where there are none, of another state of it, or damaged."""
    try:
        with np.load(path, allow_pickle=False) as saved:
            cells = Cells(saved["centres"], saved["of_vector"])
            fits = str(saved["digest"]) == digest and cells.of_vector.shape == shape[:1]
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile):
        return None
    return cells if fits and cells.centres.ndim == 2 and cells.centres.shape[1] == shape[1] else None


def _means(vectors: Vectors, cells: npt.NDArray[np.int32], centres: Vectors) -> npt.NDArray[np.float32]:
    """The mean of each cell's vectors; the old centre of a cell that has none."""
    order = np.argsort(cells, kind="stable")
    numbers, first, n = np.unique(cells[order], return_index=True, return_counts=True)
    moved = centres.copy()
    for number, at, size in zip(numbers.tolist(), first.tolist(), n.tolist()):
        moved[number] = vectors[order[at : at + size]].astype(np.float64).sum(axis=0) / size
    return moved


def _nearest_centre(vectors: Vectors, centres: Vectors, progress: Progress) -> npt.NDArray[np.int32]:
    """The cell of each vector: of the centre at the least distance, of equal ones the first."""
    halves = np.einsum("ij,ij->i", centres.astype(np.float64), centres.astype(np.float64)) / 2
    longest = float(vector_lengths(centres).max())
    width = centres.shape[1]
    rows = max(1, BLOCK // (4 * max(width, len(centres))))
    subtracted = halves.astype(np.float32)
    out = np.empty(len(vectors), np.int32)
    for at in range(0, len(vectors), rows):
        part = np.ascontiguousarray(vectors[at : at + rows], dtype=np.float32)
        near = part @ centres.T
        near -= subtracted
        scale = vector_lengths(part) * longest
        margins = rounding_margin(width, scale) + 4 * UNIT * (scale + float(halves.max()))
        least = near.max(axis=1) - 2 * margins
        row, cell = np.divmod(true_places(near >= least[:, None].astype(np.float32)), len(centres))
        out[at : at + rows] = _first_best(part, centres, halves, row, cell)
        progress.step(len(part))
    return out


def _first_best(part: Vectors, centres: Vectors, halves: Floats, row: Numbers, cell: Numbers) -> Numbers:
    """Of each row's candidates, which follow each other, the nearest by sums of float64."""
    n = len(part)
    first = np.searchsorted(row, np.arange(n))
    best: Numbers = cell[first]
    for i in np.flatnonzero(np.diff([*first, len(row)]) > 1).tolist():
        some = cell[first[i] : first[i + 1] if i + 1 < n else len(row)]
        exact = (part[i].astype(np.float64) * centres[some].astype(np.float64)).sum(axis=1) - halves[some]
        best[i] = some[int(np.argmax(exact))]
    return best


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
        return SEARCH(
            "cells.recall",
            value=self.value, queries=self.n_queries, least=self.least, cells=self.n_cells, of=self.of_cells,
        )  # fmt: skip

    def to_dict(self) -> dict[str, Any]:
        """The JSON form, as provenance has it."""
        shares = {"recall": self.value, "least": self.least}
        return {**shares, "queries": self.n_queries, "cells": self.n_cells, "of": self.of_cells}


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
        raise UsageError(SEARCH("cells.no-vectors", path=index.path))
    whole_number("depth", depth, 1)
    if not len(queries):
        raise InputError(NO_QUERY)
    asked = index.checked(queries, vectors)
    with blas_threads(index.threads):
        cells = cells_of(index.path, index.digest, index.vectors)
        order = np.random.Generator(stream(key_of(seed), SAMPLE)).permutation(len(queries))
        measured, others = order[:QUERIES_MEASURED], order[QUERIES_MEASURED : 2 * QUERIES_MEASURED]
        chosen = others if len(others) == QUERIES_MEASURED else measured  # by these the number of cells is chosen
        exact = nearest(index.vectors, asked[measured], depth=depth, name=index.id_of)
        by_these = exact if chosen is measured else nearest(index.vectors, asked[chosen], depth=depth, name=index.id_of)
        n_cells = _cells_needed(cells, asked[chosen], by_these)
        parts = _parts(cells, _cell_lists(cells, asked, n_cells))
        lists = nearest_among(index.vectors, asked, parts, depth=depth, name=index.id_of)
    shares = [len(np.intersect1d(of, lists[query][0])) / max(1, len(of)) for query, (of, _) in zip(measured, exact)]
    recall = Recall(float(np.mean(shares)), min(shares), len(shares), n_cells, len(cells.centres))
    return index.runs_of(queries, lists), recall


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
