"""Arrays as JSON values and back, in full precision: NaN becomes null, and a square matrix is stored compactly.

One triangle determines most matrices of pairs. The rule for the other triangle is tested on the values, never assumed:
with several baselines a pair's p-value may depend on the family, and then the whole matrix is written.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isinf
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import DTypeLike, NDArray

Array: TypeAlias = NDArray[Any]


def numbers(values: Array) -> list[Any]:
    """The values of an array of any shape, in row order."""
    flat = values.ravel().tolist()
    if values.dtype.kind != "f":
        return flat
    return [None if x != x else str(x) if isinf(x) else x for x in flat]


def array(saved: Sequence[Any], dtype: DTypeLike = np.float64) -> Array:
    """The one-dimensional array that `numbers` wrote."""
    return np.array(list(saved), dtype=dtype)


def square(matrix: Array, partner: Array | None = None) -> dict[str, Any]:
    """A square matrix as a ``rule`` and the numbers that it needs: "turned" (0 minus the `partner`'s transpose) and
    "transposed" none, "symmetric" and "opposite" the upper triangle with the diagonal, in row order; "all" every
    number."""
    if partner is not None:
        for rule in ("turned", "transposed"):
            if _alike(matrix, _mirrored(partner, rule)):
                return {"rule": rule}
    upper = np.triu_indices(len(matrix))
    for rule in ("symmetric", "opposite"):
        if _alike(matrix, _of_triangle(matrix[upper], len(matrix), rule)):
            return {"rule": rule, "values": numbers(matrix[upper])}
    return {"rule": "all", "values": numbers(matrix)}


def matrix_of(saved: Mapping[str, Any], n: int, dtype: DTypeLike = np.float64, partner: Array | None = None) -> Array:
    """The matrix, (n, n), that `square` wrote; ValueError where the rule is unknown, or the count of numbers does not
    fit."""
    rule = saved["rule"]
    if rule in ("turned", "transposed") and partner is not None:
        return _mirrored(partner, rule)
    values = array(saved["values"], dtype)
    if rule == "all":
        return values.reshape(n, n)
    if rule in ("symmetric", "opposite") and len(values) == n * (n + 1) // 2:
        return _of_triangle(values, n, rule)
    raise ValueError(f"{len(values)} numbers by the rule {rule!r} are no matrix of {n} rows")


def _of_triangle(upper: Array, n: int, rule: str) -> Array:
    matrix = np.zeros((n, n), dtype=upper.dtype)
    matrix[np.triu_indices(n)] = upper
    below = np.tril_indices(n, -1)
    matrix[below] = _mirrored(matrix, "transposed" if rule == "symmetric" else "turned")[below]
    return matrix


def _mirrored(matrix: Array, rule: str) -> Array:
    """The transpose, or 0 minus the transpose; booleans are never negated."""
    if rule == "transposed" or matrix.dtype.kind == "b":
        return matrix.T.copy()
    return np.asarray(matrix.dtype.type(0) - matrix.T)


def _alike(a: Array, b: Array) -> bool:
    """Whether two arrays are equal to the last bit, including the sign of 0; NaNs count as equal."""
    if a.dtype.kind != "f":
        return np.array_equal(a, b)
    return np.array_equal(a, b, equal_nan=True) and np.array_equal(np.signbit(a[a == 0]), np.signbit(b[b == 0]))
