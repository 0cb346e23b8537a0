"""The vectors of an index in cells of neighbours, which approximate search looks into; kept in the index's folder."""

from __future__ import annotations

import os
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

import numpy as np
import numpy.typing as npt

from irassay.files import WholeFiles
from irassay.progress import Progress
from irassay.random_keys import stream
from irassay.search.nearest import (
    BLOCK,
    Floats,
    Numbers,
    Vectors,
    rounding_margin,
    rows_of,
    true_places,
    vector_lengths,
)

FILE = "cells.npz"
PURPOSE = 0x63656C6C  # "cell"
SAMPLE = 64  # vectors of the sample by which the centres of cells are found, for each cell
ROUNDS = 8  # of k-means; more move the centres hardly further
MOST_CELLS = 1 << 16
_UNIT = 2.0**-24


@dataclass(frozen=True, slots=True)
class Cells:
    """Cells of vectors."""

    centres: npt.NDArray[np.float32]  # (cell, d)
    of_vector: npt.NDArray[np.int32]  # (n,): its cell

    def members(self) -> list[Numbers]:
        """The numbers of each cell's vectors, ascending."""
        order = np.argsort(self.of_vector, kind="stable")
        ends = np.searchsorted(self.of_vector[order], np.arange(1, len(self.centres)))
        return np.split(order, ends)


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
    draw = np.random.Generator(stream(0, PURPOSE))
    with Progress("Grouping vectors", ROUNDS * min(n, SAMPLE * n_cells) + n) as progress:
        sample = rows_of(shards, starts, np.sort(draw.choice(n, min(n, SAMPLE * n_cells), replace=False)))
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
        margins = rounding_margin(width, scale) + 4 * _UNIT * (scale + float(halves.max()))
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
    several = np.flatnonzero(np.diff([*first, len(row)]) > 1)
    for i in several.tolist():
        some = cell[first[i] : first[i + 1] if i + 1 < n else len(row)]
        exact = (part[i].astype(np.float64) * centres[some].astype(np.float64)).sum(axis=1) - halves[some]
        best[i] = some[int(np.argmax(exact))]
    return best
