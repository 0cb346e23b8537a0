"""Test texts and their vectors: the side of a comparison that is held in memory."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from irassay.collection.query_texts import TestText
from irassay.errors import InputError, cut
from irassay.search.encoders import Encoder, TextEncoder, encoding_of
from irassay.search.nearest import rounding_margin

BATCH = 1024  # texts handed to the encoder at a time

AnyEncoder: TypeAlias = str | os.PathLike[str] | Encoder | TextEncoder

Vectors: TypeAlias = npt.NDArray[np.float32]
Floats: TypeAlias = npt.NDArray[np.float64]
Numbers: TypeAlias = npt.NDArray[np.int64]
LEAST_ROUGH, MOST_ROUGH = 1e-30, 1e30  # float32 adds squares between these without losing small ones, or overflowing
AT_ONCE = 1 << 16  # numbers of the pairs whose cosine is taken at a time: they stay in cache


@dataclass(frozen=True, slots=True)
class QueryVectors:
    """Test texts, each with the row of its vector; equal texts have one row."""

    texts: tuple[TestText, ...]
    rows: Numbers  # (n,); -1 for a text without a visible character, or a zero vector
    vectors: Vectors  # (m, d), as the encoder gives them
    squares: Floats  # (m,), of their lengths
    digest: str  # of the texts and the encoder's name

    @classmethod
    def of(cls, texts: Iterable[tuple[str, str, str]], encoder: TextEncoder) -> QueryVectors:
        """The vectors of test texts (query, field, text); InputError without a text or for a vector that is not
        finite."""
        given = tuple(TestText(*one) for one in texts)
        if not given:
            raise InputError("no test text, expected one or more")
        first = {one.text: one for one in reversed(given) if not is_empty(one.text)}
        distinct = [one for one in given if first.get(one.text) is one]
        parts = [
            checked_vectors(encoder, [one.text for one in some], [f"query {one.query}, {one.field}" for one in some])[0]
            for some in (distinct[at : at + BATCH] for at in range(0, len(distinct), BATCH))
        ]
        vectors = np.concatenate(parts) if parts else np.empty((0, 1), np.float32)
        squares = squares_of(vectors)
        directed = squares > 0
        row = dict(zip((one.text for one in distinct), np.where(directed, np.cumsum(directed) - 1, -1).tolist()))
        rows = np.array([row.get(one.text, -1) for one in given], dtype=np.int64)
        said = json.dumps([given, encoder.encoding.to_dict()], ensure_ascii=False).encode()
        return cls(given, rows, vectors[directed], squares[directed], blake2b(said, digest_size=16).hexdigest())


def ready_encoder(encoder: AnyEncoder, threads: int = 0) -> TextEncoder:
    """The encoder, loaded; MissingLibrary, InputError without such a model, UsageError without such a function."""
    if isinstance(encoder, TextEncoder):
        return encoder
    function = None if isinstance(encoder, str | os.PathLike) else encoder
    return TextEncoder(encoding_of(encoder), function, threads=threads)


def is_empty(text: str) -> bool:
    """Whether nothing is to be seen of a text."""
    return not text.strip()


def checked_vectors(
    encoder: TextEncoder, texts: Sequence[str], places: Sequence[str]
) -> tuple[Vectors, Vectors | Floats]:
    """The vectors of texts and the `rough_squares` of their lengths, encoded as queries; InputError names the place of
    a text whose vector is not finite."""
    vectors = np.ascontiguousarray(encoder.queries(texts), dtype=np.float32)
    squares = rough_squares(vectors)
    wrong = np.flatnonzero(~np.isfinite(squares)).tolist()
    if wrong:
        raise InputError(
            f"{cut(encoder.encoding.encoder)} gives vectors that are not finite, expected numbers",
            tuple(f"{places[i]}  {cut(texts[i])}: {_odd(vectors[i])}" for i in wrong[:20]),
            len(wrong),
            advice="leave these texts out, or take another encoder",
        )
    return vectors, squares


def _odd(vector: Vectors) -> str:
    at = int(np.flatnonzero(~np.isfinite(vector))[0])
    return f"number {at + 1} of its vector is {vector[at]}"


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
