"""How near two vectors are, exactly, and how far pgvector's own figures, in float32, can be from that."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

Floats: TypeAlias = npt.NDArray[np.floating[Any]]
LEAST_LENGTH, GREATEST_LENGTH = 1e-15, 1e18  # of a vector: float32 holds the product of two
_UNIT = 2.0**-24  # half the distance from 1 to the next float32
_LEAST = 2.0**-126  # a product below it may become 0


@dataclass(frozen=True, slots=True)
class Distance:
    """A distance that pgvector orders by."""

    operator: str  # of SQL
    scores: Callable[[Floats, Floats], Floats]  # (n, d) and (d,) -> (n,) float64, fixed order; near is great
    # pgvector's value, dimension, product of lengths at most -> greatest possible score
    most: Callable[[float, int, float], float]
    needs_length: bool  # whether a vector of length 0 is near to nothing


def _products(vectors: Floats, query: Floats) -> Floats:
    wide = vectors.astype(np.float64)
    products: Floats = np.multiply(wide, query.astype(np.float64), out=wide).sum(axis=1)
    return products


def _cosines(vectors: Floats, query: Floats) -> Floats:
    squares = np.square(vectors, dtype=np.float64).sum(axis=1)
    cosines: Floats = _products(vectors, query) / np.sqrt(squares * np.square(query, dtype=np.float64).sum())
    return cosines


def _lengths_between(vectors: Floats, query: Floats) -> Floats:
    apart = vectors.astype(np.float64) - query.astype(np.float64)
    lengths: Floats = -np.sqrt(np.square(apart, out=apart).sum(axis=1))
    return lengths


def _relative(n: int) -> float:
    """The bound of a sum of n rounded products, of the sum of their sizes (Higham 2002, section 3.1)."""
    return n * _UNIT / (1 - n * _UNIT)


def _most_product(distance: float, dimension: int, lengths: float) -> float:
    return -distance + _relative(dimension) * lengths + 2 * dimension * _LEAST


def _most_cosine(distance: float, dimension: int, _: float) -> float:
    """The product and both squares are sums of float32: three times the bound, and the last roundings in float64."""
    return 1.0 - distance + 4 * _relative(dimension) + 1e-12


def _most_length(distance: float, dimension: int, _: float) -> float:
    """Each difference is rounded before it is squared; squares below the least number may be lost."""
    lost = math.sqrt(2 * dimension * _LEAST)
    return -distance * (1 - _relative(dimension + 4)) + lost


DISTANCES = {
    "ip": Distance("<#>", _products, _most_product, False),
    "cosine": Distance("<=>", _cosines, _most_cosine, True),
    "l2": Distance("<->", _lengths_between, _most_length, False),
}
