"""Arrays as JSON values and back, to the last digit: NaN is null, and a square matrix is no more than it has to be.

Most matrices of pairs are said by one of their triangles. Which rule makes the other is looked for, never assumed: with
several baselines a pair's p-value may depend on whose family it is in, and then the whole matrix is written.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isinf
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import DTypeLike, NDArray

Array: TypeAlias = NDArray[Any]


def numbers(values: Array) -> list[Any]:
    """The values of an array of any shape, row by row.

    Examples
    --------
    >>> numbers(np.array([[0.1, np.nan], [np.inf, -0.0]]))
    [0.1, None, 'inf', -0.0]
    """
    flat = values.ravel().tolist()
    if values.dtype.kind != "f":
        return flat
    return [None if x != x else str(x) if isinf(x) else x for x in flat]


def array(saved: Sequence[Any], dtype: DTypeLike = np.float64) -> Array:
    """What `numbers` wrote of an array with one axis.

    Examples
    --------
    >>> array([0.1, None, "inf"]).tolist()
    [0.1, nan, inf]
    """
    return np.array(list(saved), dtype=dtype)


def square(matrix: Array, partner: Array | None = None) -> dict[str, Any]:
    """A square matrix: its rule, and the numbers that the rule needs.

    Parameters
    ----------
    matrix : array (n, n)
    partner : array (n, n), optional
        One that is written too and may say this one: ends of intervals change places when rows and columns do.

    Returns
    -------
    mapping
        ``rule``: "turned" (0 minus the partner's transpose) or "transposed" (the partner's transpose), without numbers;
        "symmetric" or "opposite" (below the diagonal 0 minus what is above), with the triangle above the diagonal, its
        diagonal included, row by row; "all", with every number.

    Examples
    --------
    >>> square(np.array([[0.0, 0.25], [-0.25, 0.0]]))
    {'rule': 'opposite', 'values': [0.0, 0.25, 0.0]}
    """
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
    """What `square` wrote.

    Raises
    ------
    ValueError
        A rule that is none, or numbers that are not those of n rows.
    """
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
    """The transpose, or 0 minus it; flags have no minus."""
    if rule == "transposed" or matrix.dtype.kind == "b":
        return matrix.T.copy()
    return np.asarray(matrix.dtype.type(0) - matrix.T)


def _alike(a: Array, b: Array) -> bool:
    """The same to the last bit, the sign of 0 included; one NaN is like another."""
    if a.dtype.kind != "f":
        return np.array_equal(a, b)
    return np.array_equal(a, b, equal_nan=True) and np.array_equal(np.signbit(a[a == 0]), np.signbit(b[b == 0]))
