"""Test texts and their vectors: the side of a comparison that is held in memory."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import TypeAlias

import numpy as np

from irassay.collection.query_texts import TestText
from irassay.errors import InputError, cut
from irassay.leakage.cosines import Floats, Numbers, Vectors, rough_squares, squares_of
from irassay.search.encoders import Encoder, TextEncoder, encoding_of

BATCH = 1024  # texts handed to the encoder at a time

AnyEncoder: TypeAlias = str | os.PathLike[str] | Encoder | TextEncoder


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
