"""Vectors that are nearest to others by inner product, exact, and vectors as shards of an index, mapped into memory."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import accumulate, pairwise
from typing import Any, Literal, TypeAlias, get_args

import numpy as np
import numpy.typing as npt

from irassay.errors import InputError
from irassay.kernel import _core
from irassay.progress import Progress
from irassay.search.index_folder import SHARD, VECTORS
from irassay.search.said import SEARCH

# Bytes of a block of vectors, as 32-bit floats: with the products of a block's queries it stays in cache.
BLOCK = 1 << 22
QUERIES = 512  # queries of a block
UNIT = 2.0**-24  # half the distance from 1 to the next float32
LEAST = 2.0**-126  # a product below it may become 0
Vectors: TypeAlias = npt.NDArray[np.floating[Any]]
Floats: TypeAlias = npt.NDArray[np.float64]
Numbers: TypeAlias = npt.NDArray[np.int64]
Name: TypeAlias = Callable[[int], str]
Dtype: TypeAlias = Literal["float32", "float16"]
DTYPES: tuple[Dtype, ...] = get_args(Dtype)
VECTORS_FILE = "vectors.npy"  # how the name of a shard's second file ends
TEXTS_FILE = "texts"  # and of a third one, where the vectors were made of texts
LONGEST = 1e18  # length of a vector: float32 holds the product of two


def nearest(
    shards: Sequence[Vectors], queries: Vectors, *, depth: int, name: Name, block: int = BLOCK
) -> list[tuple[Numbers, Floats]]:
    """For each query of (q, d) the numbers and inner products, in no order, of the `depth` greatest vectors of
    `shards`, (n, d); of equal products the highest byte string `name`. Lists are exact: float32 only chooses
    candidates, none is passed over that its rounding's bound allows, and sums are of float64 in a fixed order. Source:
    Higham 2002, 3.1: n u / (1 - n u)."""
    lists = _Lists(shards, queries, depth, name, block)
    everything = [slice(q, q + QUERIES) for q in range(0, len(queries), QUERIES)]
    with Progress("Comparing vectors", lists.starts[-1]) as progress:
        for shard, start in zip(shards, lists.starts):
            for at in range(0, len(shard), lists.rows):
                part = np.ascontiguousarray(shard[at : at + lists.rows], dtype=np.float32)
                lists.compare(part, np.arange(start + at, start + at + len(part)), everything)
                progress.step(len(part))
    return lists.best()


def nearest_among(
    shards: Sequence[Vectors], queries: Vectors, parts: Iterable[tuple[Numbers, Numbers]], *, depth: int, name: Name
) -> list[tuple[Numbers, Floats]]:
    """As `nearest`, exact too, among the vectors that a query is compared with. `parts` are (numbers of vectors,
    ascending; numbers of queries), each with each; no pair comes twice."""
    lists = _Lists(shards, queries, depth, name, BLOCK)
    with Progress("Comparing vectors", lists.starts[-1]) as progress:
        for numbers, of_queries in parts:
            some = [of_queries[q : q + QUERIES] for q in range(0, len(of_queries), QUERIES)]
            for at in range(0, len(numbers), lists.rows):
                chosen = numbers[at : at + lists.rows]
                lists.compare(rows_of(shards, lists.starts, chosen), chosen, some)
                progress.step(len(chosen))
    return lists.best()


def rows_of(shards: Sequence[Vectors], starts: Sequence[int], numbers: Numbers) -> Vectors:
    """The vectors of these numbers, which ascend, as float32."""
    ends = np.searchsorted(numbers, np.asarray(starts)).tolist()
    pieces = [
        shard[numbers[first:end] - start]
        for shard, start, (first, end) in zip(shards, starts, pairwise(ends))
        if end > first
    ]
    return np.ascontiguousarray(np.concatenate(pieces), dtype=np.float32)


class _Lists:
    """The lists of some queries while vectors are compared with them."""

    __slots__ = ("_asked", "_candidates", "_depth", "_lengths", "_name", "_room", "_width", "rows", "starts")

    def __init__(self, shards: Sequence[Vectors], queries: Vectors, depth: int, name: Name, block: int) -> None:
        self._asked = np.ascontiguousarray(queries, dtype=np.float32)
        self._width, self._depth, self._name = queries.shape[1], depth, name
        self._lengths = vector_lengths(self._asked)
        self.rows = max(1, block // (4 * self._width))  # vectors of a block
        self.starts = starts = [0, *accumulate(map(len, shards))]
        self._candidates = np.empty(len(queries), dtype=object)
        for i, query in enumerate(self._asked):
            self._candidates[i] = _Candidates(query, depth, lambda query, some: _exact(shards, starts, query, some))
        self._room = np.empty((QUERIES, self.rows), np.float32)

    def compare(self, part: Vectors, numbers: Numbers, of_queries: Sequence[slice | Numbers]) -> None:
        """Compare a block of vectors, which have these numbers, with queries, at most `QUERIES` at a time."""
        margins = rounding_margin(self._width, self._lengths * float(vector_lengths(part).max()))
        for some in of_queries:
            asked = self._asked[some]
            products = self._room[: len(asked), : len(part)]
            np.matmul(asked, part.T, out=products)
            _take(self._candidates[some], products, margins[some], numbers, self._depth, self._name)

    def best(self) -> list[tuple[Numbers, Floats]]:
        """The nearest of each query, with their exact products."""
        return [one.best(self._name) for one in self._candidates]


class _Candidates:
    """The vectors that may be among the nearest to one query, each with what its product is at least and at most."""

    __slots__ = ("_depth", "_exact", "_new", "_query", "floor", "lower", "n_new", "numbers", "upper")

    def __init__(self, query: Vectors, depth: int, exact: Callable[[Floats, Numbers], Floats]) -> None:
        self._query, self._depth, self._exact = query.astype(np.float64), depth, exact
        self._new: list[tuple[Numbers, Vectors, float]] = []
        self.n_new = 0
        self.numbers: Numbers = np.empty(0, np.int64)
        self.lower: Floats = np.empty(0)
        self.upper: Floats = np.empty(0)
        self.floor = -np.inf  # as many as are wanted are this or more

    def add(self, numbers: Numbers, products: Vectors, margin: float, name: Name) -> None:
        """Add those; once there are many, drop what can't be among the nearest by now."""
        self._new.append((numbers, products, margin))
        self.n_new += len(numbers)
        if self.n_new >= self._depth or self.floor == -np.inf:
            self._settle(name)

    def best(self, name: Name) -> tuple[Numbers, Floats]:
        """The nearest, with their exact products."""
        self._settle(name)
        return _best(self.numbers, self._exact(self._query, self.numbers), self._depth, name)

    def _settle(self, name: Name) -> None:
        if not self._new:
            return
        products = np.concatenate([of for _, of, _ in self._new]).astype(np.float64)
        margins = np.repeat([margin for _, _, margin in self._new], [len(of) for _, of, _ in self._new])
        self.numbers = np.concatenate([self.numbers, *(numbers for numbers, _, _ in self._new)])
        self.lower = np.concatenate([self.lower, products - margins])
        self.upper = np.concatenate([self.upper, products + margins])
        self._new, self.n_new = [], 0
        if len(self.numbers) <= self._depth:
            return
        self.floor = np.partition(self.lower, -self._depth)[-self._depth]
        here = self.upper >= self.floor
        self.numbers, self.lower, self.upper = self.numbers[here], self.lower[here], self.upper[here]
        if len(self.numbers) > 2 * self._depth + QUERIES:  # many within the rounding of each other: copies
            self.numbers, self.lower = _best(self.numbers, self._exact(self._query, self.numbers), self._depth, name)
            self.upper = self.lower
            self.floor = self.lower.min()


def _take(
    candidates: npt.NDArray[Any], products: Vectors, margins: Floats, numbers: Numbers, depth: int, name: Name
) -> None:
    """Hand what a block has to its queries."""
    floors = np.array([one.floor for one in candidates])
    fresh = np.flatnonzero(floors == -np.inf)
    if len(fresh) and products.shape[1] > depth:
        floors[fresh] = np.partition(products[fresh], -depth, axis=1)[:, -depth] - margins[fresh]
    least = np.nextafter((floors - margins).astype(np.float32), np.float32(-np.inf))
    places = true_places(products >= least[:, None])
    of_query, row = np.divmod(places, products.shape[1])
    ends = np.searchsorted(of_query, np.arange(len(candidates) + 1)).tolist()
    for i in np.flatnonzero(np.diff(ends)).tolist():
        rows = row[ends[i] : ends[i + 1]]
        candidates[i].add(numbers[rows], products[i, rows], float(margins[i]), name)


def true_places(mask: npt.NDArray[np.bool_]) -> Numbers:
    """Where a mask is true, counted row by row: it is looked at eight cells at a time, since few are."""
    flat = mask.ravel()
    whole = len(flat) // 8 * 8
    eights = np.flatnonzero(flat[:whole].view(np.uint64))
    cells = (eights[:, None] * 8 + np.arange(8)).ravel()
    return np.concatenate([cells[flat[cells]], whole + np.flatnonzero(flat[whole:])])


def _exact(shards: Sequence[Vectors], starts: Sequence[int], query: Floats, numbers: Numbers) -> Floats:
    """Inner products in float64: products of two float32 are exact, and the order of summation is fixed."""
    out = np.empty(len(numbers))
    in_order = np.argsort(numbers, kind="stable")
    at = 0
    while at < len(numbers):
        shard = bisect_right(starts, numbers[in_order[at]]) - 1
        end = int(np.searchsorted(numbers[in_order], starts[shard + 1]))
        end = min(end, at + QUERIES)
        some = in_order[at:end]
        parts = shards[shard][numbers[some] - starts[shard]].astype(np.float64)
        out[some] = np.multiply(parts, query, out=parts).sum(axis=1)
        at = end
    return out


def _best(numbers: Numbers, scores: Floats, depth: int, name: Name) -> tuple[Numbers, Floats]:
    """The highest scores; among equal ones those of the highest ids."""
    if len(scores) <= depth:
        return numbers, scores
    least = np.partition(scores, -depth)[-depth]
    above = np.flatnonzero(scores > least)
    tied = np.flatnonzero(scores == least)
    if len(above) + len(tied) > depth:
        in_order = sorted(tied, key=lambda i: name(int(numbers[i])).encode(), reverse=True)
        tied = np.array(in_order[: depth - len(above)], dtype=np.int64)
    chosen = np.concatenate([above, tied])
    return numbers[chosen], scores[chosen]


def vector_lengths(vectors: Vectors) -> Floats:
    """The Euclidean lengths of vectors, never too small by rounding."""
    width = vectors.shape[1]
    squares = np.einsum("ij,ij->i", vectors, vectors).astype(np.float64)
    lengths: Floats = np.sqrt(squares * (1 + 4 * width * UNIT) + width * LEAST)
    return lengths


def rounding_margin(width: int, lengths: Floats) -> Floats:
    """How far a product of float32, summed in any order, can be from the exact one."""
    margin: Floats = relative_rounding(width) * lengths + 2 * width * LEAST
    return margin


def relative_rounding(n: int) -> float:
    """The bound of a sum of n rounded products, of the sum of their sizes (Higham 2002, section 3.1)."""
    return n * UNIT / (1 - n * UNIT)


def settings_of(dtype: Dtype, dimension: int, **more: Any) -> dict[str, Any]:
    """What an index of vectors says of itself."""
    return {"kind": VECTORS, "dtype": dtype, "dimension": dimension, **more}


def vector_files(ids: Sequence[str], vectors: Vectors, dtype: Dtype) -> dict[str, Callable[[str], None]]:
    """The files of a shard of vectors: how a name ends -> what writes it; InputError for no finite or fitting value."""
    with np.errstate(over="ignore"):
        kept = np.ascontiguousarray(vectors, dtype=dtype)
    odd = odd_row(kept)
    if odd is not None:
        raise InputError(SEARCH("vectors.not-finite", id=ids[odd], dtype=dtype, most=LONGEST))
    builder = _core.ShardBuilder(_core.Analyser("none", []))
    for one in ids:
        builder.add_bag(one, [], 0)
    return {SHARD: builder.write, VECTORS_FILE: partial(_write, vectors=kept)}


def odd_row(vectors: Vectors) -> int | None:
    """The first vector that is not finite or is longer than `LONGEST`; None where there is none."""
    step = max(1, (1 << 22) // max(1, vectors.shape[1]))
    for at in range(0, len(vectors), step):
        part = vectors[at : at + step].astype(np.float64)
        odd = np.flatnonzero(~(np.einsum("ij,ij->i", part, part) <= LONGEST**2))
        if len(odd):
            return at + int(odd[0])
    return None


def _write(path: str, vectors: Vectors) -> None:
    with open(path, "xb") as file:
        np.save(file, vectors, allow_pickle=False)
