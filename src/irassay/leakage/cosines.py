"""Cosines of vectors: by products in float32 that choose, and exactly, in one order of summation."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from irassay.search.nearest import rounding_margin

Vectors: TypeAlias = npt.NDArray[np.float32]
Floats: TypeAlias = npt.NDArray[np.float64]
Numbers: TypeAlias = npt.NDArray[np.int64]
LEAST_ROUGH, MOST_ROUGH = 1e-30, 1e30  # float32 adds squares between these without losing small ones, or overflowing
AT_ONCE = 1 << 16  # numbers of the pairs whose cosine is taken at a time: they stay in cache


def squares_of(vectors: Vectors) -> Floats:
    """The square of each vector's length; neither more rows nor fewer change its last digit."""
    wide = vectors.astype(np.float64)
    squares: Floats = np.multiply(wide, wide, out=wide).sum(axis=1)
    return squares


def rough_squares(vectors: Vectors) -> Vectors | Floats:
    """The squares of lengths in float32, or as `squares_of` where float32 can't hold one of them."""
    with np.errstate(over="ignore", under="ignore", invalid="ignore"):
        rough: Vectors = np.einsum("ij,ij->i", vectors, vectors)
    return rough if ((rough > LEAST_ROUGH) & (rough < MOST_ROUGH)).all() else squares_of(vectors)


def unit_vectors(vectors: Vectors, squares: Vectors | Floats) -> Vectors:
    """The vectors at length 1, by their `rough_squares` or `squares_of`."""
    if squares.dtype == np.float32:
        units: Vectors = vectors * (1 / np.sqrt(squares)).astype(np.float32)[:, None]
        return units
    return np.divide(vectors, np.sqrt(squares)[:, None], dtype=np.float64).astype(np.float32)


def cosine_margin(width: int) -> float:
    """How far a product of two `unit_vectors`, summed in float32 in any order, can be from `exact_cosines`: roundings
    of the product, a rough length, four in the divisions, four for float64. Assumes `squares_of` on one side. Source:
    Higham, Accuracy and stability of numerical algorithms, 2002, 3.1."""
    return float(rounding_margin(width + (width + 1) // 2 + 8, np.array(1.0)))


def exact_cosines(
    one: Vectors, one_squares: Floats, other: Vectors, other_squares: Floats, i: Numbers, j: Numbers
) -> Floats:
    """The cosine of `one[i[n]]` and `other[j[n]]` for each n, which depends on nothing but the two vectors: exactly 1
    where one is the other times a power of two."""
    cosines = np.empty(len(i))
    step = max(1, AT_ONCE // one.shape[1])
    for at in range(0, len(i), step):
        some = slice(at, at + step)
        products = one[i[some]].astype(np.float64)
        np.multiply(products, other[j[some]], out=products)
        cosines[some] = products.sum(axis=1)
    cosines /= np.sqrt(one_squares[i] * other_squares[j])
    return np.clip(cosines, -1.0, 1.0, out=cosines)


def just_below(values: Any) -> Vectors:
    """The greatest float32 that are below these numbers, so that nothing is lost by comparing with them."""
    below: Vectors = np.nextafter(np.asarray(values).astype(np.float32), np.float32(-np.inf))
    return below
