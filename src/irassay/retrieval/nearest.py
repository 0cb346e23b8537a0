"""The vectors that are nearest to others, by inner product: exact, in blocks, whatever the size of a block."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

BLOCK = 1 << 24  # bytes of a block of vectors, as 32-bit floats
QUERIES = 256  # queries of a block
PAIRS = 1 << 20  # numbers that are multiplied in float64 at a time
_UNIT = 2.0**-24  # half the distance from 1 to the next float32
_LEAST = 2.0**-126  # a product below it may become 0

Vectors = npt.NDArray[np.floating]
Floats = npt.NDArray[np.float64]
Numbers = npt.NDArray[np.int64]


def nearest(
    shards: Sequence[Vectors], queries: Vectors, *, depth: int, name: Callable[[int], str], block: int = BLOCK
) -> list[tuple[Numbers, Floats]]:
    """For each query the vectors of the greatest inner product with it.

    Parameters
    ----------
    shards : sequence of array (n, d), float32 or float16
        Numbered as if one stood below the other.
    queries : array (q, d)
    depth : int
        Vectors of a list, at most.
    name : callable
        A number's id: of equal products that of the highest byte string comes first.
    block : int
        Bytes of vectors that are multiplied at a time. No list depends on it.

    Returns
    -------
    list of (numbers, products)
        In no order.

    Notes
    -----
    *Assumes* finite numbers, and lengths of vectors whose product float32 can hold.
    *Guarantees* exact lists, up to the rounding of the returned products: the products of blocks, in float32 and in
    any order of summation, only choose candidates. Each candidate's product is summed again in float64 and in a fixed
    order, and no vector is passed over whose product could be greater than the bound of float32's rounding allows.
    *Source* Higham, Accuracy and stability of numerical algorithms, 2002, section 3.1: n u / (1 - n u).
    """
    width = queries.shape[1]
    asked = np.ascontiguousarray(queries, dtype=np.float32)
    lists = [(np.empty(0, np.int64), np.empty(0)) for _ in asked]
    lengths = _lengths(asked)
    rows = max(1, block // (4 * width))
    first = 0
    for shard in shards:
        for at in range(0, len(shard), rows):
            part = np.ascontiguousarray(shard[at : at + rows], dtype=np.float32)
            margins = _margin(width, lengths * float(_lengths(part).max()))
            for q in range(0, len(asked), QUERIES):
                some = slice(q, q + QUERIES)
                _take(lists, q, asked[some], margins[some], part, first + at, depth, name)
        first += len(shard)
    return lists


def _take(
    lists: list[tuple[Numbers, Floats]],
    first_query: int,
    queries: Vectors,
    margins: Floats,
    part: Vectors,
    first: int,
    depth: int,
    name: Callable[[int], str],
) -> None:
    """Take what a block has into the lists of some queries."""
    products = queries @ part.T
    least = np.full(len(queries), -np.inf)
    for i in range(len(queries)):
        scores = lists[first_query + i][1]
        if len(scores) == depth:
            least[i] = scores.min() - margins[i]
        elif len(part) > depth:
            least[i] = np.partition(products[i], -depth)[-depth] - 2 * margins[i]
    rounded_down = np.nextafter(least.astype(np.float32), np.float32(-np.inf))
    of_query, row = np.nonzero(products >= rounded_down[:, None])
    exact = inner_products(queries, part, of_query, row)
    ends = np.searchsorted(of_query, np.arange(len(queries) + 1))
    for i in np.flatnonzero(np.diff(ends)).tolist():
        new = slice(ends[i], ends[i + 1])
        numbers, scores = lists[first_query + i]
        lists[first_query + i] = best(
            np.concatenate([numbers, row[new] + first]), np.concatenate([scores, exact[new]]), depth, name
        )


def inner_products(queries: Vectors, vectors: Vectors, of_query: Numbers, row: Numbers) -> Floats:
    """The inner products of pairs of rows, in float64: each product is exact, and the order of summation fixed."""
    out = np.empty(len(row))
    step = max(1, PAIRS // queries.shape[1])
    for at in range(0, len(row), step):
        some = slice(at, at + step)
        parts = np.multiply(queries[of_query[some]], vectors[row[some]], dtype=np.float64)
        out[some] = parts.sum(axis=1)
    return out


def best(numbers: Numbers, scores: Floats, depth: int, name: Callable[[int], str]) -> tuple[Numbers, Floats]:
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


def _lengths(vectors: Vectors) -> Floats:
    """The Euclidean lengths of vectors, never too small by rounding."""
    width = vectors.shape[1]
    squares = np.einsum("ij,ij->i", vectors, vectors).astype(np.float64)
    lengths: Floats = np.sqrt(squares * (1 + 4 * width * _UNIT) + width * _LEAST)
    return lengths


def _margin(width: int, lengths: Floats) -> Floats:
    """How far a product of float32, summed in any order, can be from the exact one."""
    relative = width * _UNIT / (1 - width * _UNIT)
    margin: Floats = relative * lengths + 2 * width * _LEAST
    return margin
