"""Vectors as shards of an index: their ids in one file, the vectors in another, which is mapped into memory."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Literal, TypeAlias, get_args

import numpy as np
import numpy.typing as npt

from irassay.errors import InputError, cut
from irassay.kernel import _core
from irassay.search.index_folder import SHARD, VECTORS

Vectors: TypeAlias = npt.NDArray[np.floating[Any]]
Dtype: TypeAlias = Literal["float32", "float16"]
DTYPES: tuple[Dtype, ...] = get_args(Dtype)
VECTORS_FILE = "vectors.npy"  # how the name of a shard's second file ends
TEXTS_FILE = "texts"  # and of a third one, where the vectors were made of texts
LONGEST = 1e18  # length of a vector: float32 holds the product of two


def settings_of(dtype: Dtype, dimension: int, **more: Any) -> dict[str, Any]:
    """What an index of vectors says of itself."""
    return {"kind": VECTORS, "dtype": dtype, "dimension": dimension, **more}


def vector_files(ids: Sequence[str], vectors: Vectors, dtype: Dtype) -> dict[str, Callable[[str], None]]:
    """The shard of these vectors: how the name of each of its files ends -> what writes it. InputError where a vector
    is not finite, or `dtype` can't hold it."""
    with np.errstate(over="ignore"):
        kept = np.ascontiguousarray(vectors, dtype=dtype)
    odd = odd_row(kept)
    if odd is not None:
        raise InputError(
            f"the vector of {cut(ids[odd])} is not finite as {dtype}, or longer than {LONGEST:g}; expected finite ones"
        )
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
