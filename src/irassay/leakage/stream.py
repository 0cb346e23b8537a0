"""Training texts that stream past the test texts' vectors; what stays is each test text's nearest."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from heapq import nsmallest
from typing import NamedTuple, TypeAlias
from zlib import crc32

import numpy as np

from irassay.arrays import F32, F64, I64, U64
from irassay.errors import InputError
from irassay.leakage.leaks import LEAKAGE
from irassay.leakage.nearest import (
    Drawn,
    Nearest,
    Neighbour,
    QueryVectors,
    Terms,
    checked_vectors,
    cosine_margin,
    exact_cosines,
    just_below,
    squares_of,
    unit_vectors,
)
from irassay.search.encoders import TextEncoder
from irassay.search.nearest import QUERIES, true_places

# Training texts that are encoded and compared at a time, counted from the first of a source. A model's last digits may
# depend on the texts beside a text: shards that begin at a multiple have the same ones.
CHUNK = 4096

Block: TypeAlias = tuple[Sequence[str], Sequence[str]]


def chunks_of(blocks: Iterable[Block], size: int) -> Iterator[tuple[list[str], list[str]]]:
    """The same ids and texts in chunks of one size, whatever blocks they come in."""
    ids: list[str] = []
    texts: list[str] = []
    for more_ids, more_texts in blocks:
        if len(more_ids) != len(more_texts):
            raise InputError(LEAKAGE("vectors.block", n=len(more_ids), texts=len(more_texts)))
        at = 0
        while at < len(more_ids):
            room = size - len(ids)
            ids += more_ids[at : at + room]
            texts += more_texts[at : at + room]
            at += room
            if len(ids) == size:
                yield ids, texts
                ids, texts = [], []
    if ids:
        yield ids, texts


class Stream:
    """What has been found so far while training texts stream past, at most `chunk` at a time."""

    __slots__ = (
        "_encoder", "_least", "_lists", "_margin", "_numbers", "_products", "_queries", "_sample", "_terms", "_units",
        "_weights",
    )  # fmt: skip

    def __init__(self, queries: QueryVectors, encoder: TextEncoder, terms: Terms, chunk: int) -> None:
        self._queries, self._encoder, self._terms = queries, encoder, terms
        n = len(queries.vectors)
        self._units = unit_vectors(queries.vectors, queries.squares)
        self._weights = np.bincount(queries.rows[queries.rows >= 0], minlength=n)  # test texts of a row
        self._margin = cosine_margin(queries.vectors.shape[1])
        self._least = np.full(n, terms.floor)  # nothing below it can be in a row's list
        self._lists: list[list[Neighbour]] = [[] for _ in range(n)]
        self._sample: list[Drawn] = []
        self._numbers = [0, 0, 0]  # texts read, empty ones, zero vectors
        self._products = np.empty((min(n, QUERIES), chunk), np.float32)

    def pass_by(self, source: str, ids: Sequence[str], texts: Sequence[str]) -> None:
        """Compare some training texts with the test texts; InputError for a vector not finite or of another width."""
        self._numbers[0] += len(texts)
        if not all(map(str.strip, texts)):
            seen = [i for i, text in enumerate(texts) if text.strip()]
            self._numbers[1] += len(texts) - len(seen)
            ids, texts = [ids[i] for i in seen], [texts[i] for i in seen]
        if not texts:
            return
        vectors, squares = checked_vectors(self._encoder, texts, _Places(source, ids))
        directed = squares > 0
        if not directed.all():
            some = np.flatnonzero(directed).tolist()
            self._numbers[2] += len(texts) - len(some)
            ids, texts = [ids[i] for i in some], [texts[i] for i in some]
            vectors, squares = vectors[directed], squares[directed]
        if len(vectors):
            width = self._queries.vectors.shape[1]
            if len(self._queries.vectors) and vectors.shape[1] != width:
                raise InputError(LEAKAGE("vectors.width", train=vectors.shape[1], test=width))
            units = unit_vectors(vectors, squares)
            self._compare(_Chunk(source, ids, texts, vectors, np.full(len(vectors), np.nan)), units)

    def _compare(self, chunk: _Chunk, units: F32) -> None:
        draws, columns = self._draws(chunk)
        hits = np.zeros(len(columns), dtype=np.int64)
        for at in range(0, len(self._units), QUERIES):
            asked = self._units[at : at + QUERIES]
            products = self._products[: len(asked), : len(units)]
            np.matmul(asked, units.T, out=products)
            self._add(chunk, *self._near(at, products, chunk))
            if len(columns):
                hits += self._hits(at, products[:, columns], columns, chunk)
        if draws:
            rows = ((chunk.ids[i], chunk.source, chunk.texts[i]) for i in columns.tolist())
            fresh = [Drawn(draw, *row, n) for draw, row, n in zip(draws, rows, hits.tolist())]
            self._sample = nsmallest(self._terms.n_sample, self._sample + fresh)

    def _near(self, at: int, products: F32, chunk: _Chunk) -> tuple[I64, I64, F64]:
        """Rows of test vectors and places in the chunk of the pairs that may enter a list, with their cosines."""
        most = self._terms.neighbours
        least = self._least[at : at + len(products)]
        bar = just_below(least - self._margin)
        i, j = np.divmod(true_places(products >= bar[:, None]), products.shape[1])
        crowded = np.flatnonzero(np.bincount(i, minlength=len(products)) > most)
        if len(crowded):  # as many as a list holds are better than the others of this chunk
            best = np.partition(products[crowded], -most, axis=1)[:, -most]
            bar[crowded] = np.maximum(bar[crowded], just_below(best.astype(np.float64) - 2 * self._margin))
            here = products[i, j] >= bar[i]
            i, j = i[here], j[here]
        cosines = self._cosines(i + at, j, chunk)
        here = cosines >= least[i]
        return i[here] + at, j[here], cosines[here]

    def _hits(self, at: int, products: F32, columns: I64, chunk: _Chunk) -> I64:
        """How many test texts of these rows are at or above the floor, for each of these columns."""
        floor = self._terms.floor
        above = products > just_below(floor - self._margin)
        i, j = np.nonzero(above & (products <= -just_below(-floor - self._margin)))  # too near to tell
        above[i, j] = self._cosines(i + at, columns[j], chunk) >= floor
        hits: I64 = self._weights[at : at + len(products)] @ above
        return hits

    def _cosines(self, i: I64, j: I64, chunk: _Chunk) -> F64:
        fresh = np.unique(j[np.isnan(chunk.squares[j])])
        chunk.squares[fresh] = squares_of(chunk.vectors[fresh])
        return exact_cosines(self._queries.vectors, self._queries.squares, chunk.vectors, chunk.squares, i, j)

    def _add(self, chunk: _Chunk, i: I64, j: I64, cosines: F64) -> None:
        """Put pairs into the lists of their rows, which ascend. Full lists are cut, later at twice the length."""
        most, source, ids, texts = self._terms.neighbours, chunk.source, chunk.ids, chunk.texts
        starts = np.flatnonzero(np.diff(i, prepend=-1)).tolist()
        distances, columns = (0.0 - cosines).tolist(), j.tolist()
        for start, end in zip(starts, [*starts[1:], len(columns)]):
            row = int(i[start])
            of = self._lists[row]
            of += [Neighbour(distances[n], ids[k := columns[n]], source, texts[k]) for n in range(start, end)]
            was_cut = self._least[row] > self._terms.floor
            if len(of) >= most * (1 + was_cut):
                of.sort()
                del of[most:]
                self._least[row] = of[-1].similarity

    def _draws(self, chunk: _Chunk) -> tuple[list[int], I64]:
        """Random numbers and places in the chunk of the training texts that enter the sample: by ids, not by order."""
        if not self._terms.n_sample:
            return [], np.empty(0, np.int64)
        most = self._sample[-1].draw if len(self._sample) == self._terms.n_sample else (1 << 64) - 1
        start = crc32(chunk.source.encode() + b"\0")
        draws = scattered([crc32(one.encode(), start) for one in chunk.ids], self._terms.key)
        places = np.flatnonzero(draws <= np.uint64(most))
        if len(places) > self._terms.n_sample:
            places = np.array(
                nsmallest(
                    self._terms.n_sample, places.tolist(), key=lambda i: (int(draws[i]), chunk.ids[i], chunk.texts[i])
                ),
                np.int64,
            )
        return draws[places].tolist(), places

    def nearest(self) -> Nearest:
        """The nearest so far."""
        lists = [tuple(nsmallest(self._terms.neighbours, of)) for of in self._lists]
        by_text = tuple(lists[row] if row >= 0 else () for row in self._queries.rows.tolist())
        n_train, n_empty, n_zero = self._numbers
        return Nearest(self._terms, n_train, n_empty, n_zero, by_text, tuple(self._sample))


def scattered(values: Sequence[int], key: int) -> U64:
    """Each number as a random one under a key, from 0 to 2^64 - 1, the same on any machine. Source: Steele, Lea and
    Flood, OOPSLA 2014: the finalizer."""
    mixed = np.array(values, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15) ^ np.uint64(key)
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)) * 2:
        mixed ^= mixed >> np.uint64(shift)
        mixed *= np.uint64(factor)
    return mixed ^ (mixed >> np.uint64(31))


class _Chunk(NamedTuple):
    """Training texts whose vectors have a direction."""

    source: str
    ids: Sequence[str]
    texts: Sequence[str]
    vectors: F32
    squares: F64  # NaN until they are needed


class _Places(Sequence[str]):
    """Where training texts stand, put into words only where a message needs them."""

    __slots__ = ("_ids", "_source")

    def __init__(self, source: str, ids: Sequence[str]) -> None:
        self._source, self._ids = source, ids

    def __len__(self) -> int:
        return len(self._ids)

    def __getitem__(self, place):  # type: ignore[no-untyped-def]
        return f"{self._source}, {self._ids[place]}"
