"""Vectors that were made elsewhere into an index."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, TypeAlias, cast

import numpy as np

from irassay.arguments import check_choice, number_of_bytes, number_of_threads, several, whole_number
from irassay.errors import InputError, UsageError, cut
from irassay.formats.sources.lines import Problems, lines
from irassay.search.building import MEMORY, SHARD_DOCS
from irassay.search.growth import grow, new_digest
from irassay.search.nearest import DTYPES, Dtype, Vectors, settings_of, vector_files
from irassay.search.opening import open_index
from irassay.search.said import SEARCH
from irassay.search.vector_index import VectorIndex
from irassay.workflows import executor_of

VectorSource: TypeAlias = "str | os.PathLike[str] | Vectors | Sequence[str | os.PathLike[str] | Vectors]"


def index_vectors(
    vectors: VectorSource,
    ids: str | os.PathLike[str] | Iterable[str],
    to: str | os.PathLike[str],
    *,
    dtype: Dtype | None = None,
    shard: int = SHARD_DOCS,
    memory: int | str = MEMORY,
    add: bool = False,
    threads: int = 0,
) -> VectorIndex:
    """Build an index of vectors, or go on with one.

    The same call on an unfinished index resumes it, and on a finished one changes nothing.

    Parameters
    ----------
    vectors : array (n, d), path of a .npy file, or a sequence of these
        One after the other. What is near is what has a great inner product: where the cosine is meant, give vectors of
        length 1.
    ids : path or iterable of str
        An id a vector, in the same order; a file has one a line.
    to : path
        The folder of the index, which holds a copy of the vectors.
    dtype : {"float32", "float16"}, optional
        Of the copy. Default: as the first vectors are, float32 where they are float64.
    shard : int
        Vectors of a shard, at most.
    memory : int or str
        What a shard's vectors may take: bytes, or a size such as "512MB".
    add : bool
        Add the vectors to a finished index, as new shards.
    threads : int
        0: one a core. No list depends on it.

    Returns
    -------
    VectorIndex

    Raises
    ------
    UsageError
        The folder holds an index of other vectors, or other files.
    InputError
        No vectors, others than numbers, of several dimensions, not finite, or not as many as ids; or an id twice. Then
        nothing is left of what was built.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> folder = pathlib.Path(tempfile.mkdtemp()) / "index"
    >>> index = index_vectors(np.eye(3, dtype="float32"), ["d1", "d2", "d3"], folder)
    >>> index.search_passages({"q1": "d2"}, depth=1).ranking("index", "q1")
    ['d2']
    """
    whole_number("shard", shard, 1)
    n_bytes = number_of_bytes("memory", memory)
    number_of_threads(threads)
    if dtype is not None:
        check_choice("dtype", dtype, DTYPES)
    parts = parts_of(vectors)
    kept: Dtype = dtype or ("float16" if parts[0].dtype == np.float16 else "float32")
    rows = min(shard, max(1, n_bytes // (parts[0].shape[1] * np.dtype(kept).itemsize)))
    of_ids = _lines(os.fspath(ids)) if isinstance(ids, str | os.PathLike) else iter(ids)
    source = VectorShards(parts, of_ids, kept, rows)
    settings = settings_of(kept, parts[0].shape[1])
    folder = grow(to, settings, source, add=add, memory=n_bytes, executor=executor_of())
    return cast("VectorIndex", open_index(folder.path, threads=threads))


@dataclass(frozen=True, slots=True)
class VectorPiece:
    """The vectors of one shard, with their ids."""

    ids: list[str]
    vectors: Vectors
    n_docs: int
    digest: str


class VectorShards:
    """Vectors as shards of `rows` vectors at most."""

    def __init__(self, parts: Sequence[Vectors], ids: Iterator[str], dtype: Dtype, rows: int) -> None:
        self.what = "vectors"
        self.make = lambda piece: vector_files(piece.ids, piece.vectors, dtype)
        self._parts, self._ids, self._rows = parts, ids, rows
        self._at = 0  # vectors handed on

    def skip(self, n: int) -> str:
        """Walk past the next n vectors; their digest."""
        return _digest(*self._next(n))

    def piece(self, n: int | None = None) -> VectorPiece | None:
        """The vectors of the next shard; None at the end."""
        ids, vectors = self._next(n or self._rows)
        return VectorPiece(ids, vectors, len(ids), _digest(ids, vectors)) if ids else None

    def ended(self) -> bool:
        """Whether no vector is left."""
        return not len(self._next(1)[1])

    def _next(self, n: int) -> tuple[list[str], Vectors]:
        """Up to n vectors with their ids; none at the end. InputError where there are other numbers of both."""
        pieces, first, end = [], 0, self._at + n
        for part in self._parts:
            pieces.append(part[max(0, self._at - first) : max(0, end - first)])
            first += len(part)
        some = [piece for piece in pieces if len(piece)] or pieces[:1]
        vectors = some[0] if len(some) == 1 else np.concatenate(some)  # of one file they stay mapped
        ids = list(islice(self._ids, len(vectors)))
        self._at += len(vectors)
        more = sum(1 for _ in self._ids) if self._at == first else 0
        if len(ids) < len(vectors) or more:
            n_ids = self._at - len(vectors) + len(ids) + more
            raise InputError(f"{n_ids:,} ids and {first:,} vectors, expected as many of both")
        bad = next((key for key in ids if not isinstance(key, str)), None)
        if bad is not None:
            raise UsageError(f"expected ids as str, but got {bad!r}")
        return ids, vectors


def parts_of(vectors: VectorSource) -> list[Vectors]:
    """The arrays, those of files mapped into memory; UsageError for neither an array nor files, InputError where one
    can't be read, or rows are no numbers or of another width."""
    one = isinstance(vectors, str | os.PathLike | np.ndarray)
    parts = [_part(each) for each in ([vectors] if one else several("vectors", cast("Iterable[Any]", vectors)))]
    if not parts:
        raise UsageError("expected vectors as an array or files, but got none")
    width = parts[0][1].shape[1]
    for name, part in parts:
        if part.shape[1] != width:
            raise InputError(f"{name} has vectors of {part.shape[1]:,} numbers, {parts[0][0]} of {width:,}")
    return [part for _, part in parts]


def _part(source: Any) -> tuple[str, Vectors]:
    name = "an array"
    if isinstance(source, str | os.PathLike):
        name = cut(os.fspath(source))
        try:
            source = np.load(source, mmap_mode="r", allow_pickle=False)
        except (OSError, ValueError, EOFError) as error:
            raise InputError(f"{name} can't be read as vectors ({error}); expected a .npy file of NumPy") from None
    if not isinstance(source, np.ndarray):
        raise UsageError(f"expected vectors as arrays or .npy files, but got {cut(type(source).__name__)}")
    if source.ndim != 2 or source.shape[1] == 0 or source.dtype not in (np.float16, np.float32, np.float64):
        shape = " x ".join(map(str, source.shape)) or "one number"
        raise InputError(SEARCH("vectors.rows", name=name, shape=shape, dtype=source.dtype))
    return name, source


def _lines(path: str) -> Iterator[str]:
    """The lines of a file, each an id."""
    problems = Problems(path)
    for number, line in lines(path, problems):
        key = line.rstrip("\r")
        if not key:
            problems.add(number, "an empty line, expected an id")
        problems.raise_if_any()
        yield key
    problems.raise_if_any()


def _digest(ids: Sequence[str], vectors: Vectors) -> str:
    digest = new_digest()
    digest.update("".join(f"{key}\0" for key in ids).encode())
    digest.update(np.ascontiguousarray(vectors).view(np.uint8).data)
    return digest.hexdigest()
