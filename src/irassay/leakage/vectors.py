"""The training texts that are nearest to each test text by an encoder: all of them, or what a cheap one keeps."""

from __future__ import annotations

import hashlib
import pickle
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from heapq import nsmallest

import numpy as np

from irassay.arguments import number_of_threads, whole_number
from irassay.arrays import F64
from irassay.errors import UsageError
from irassay.leakage.leaks import LEAKAGE
from irassay.leakage.nearest import (
    BATCH,
    AnyEncoder,
    Nearest,
    Neighbour,
    QueryVectors,
    Terms,
    checked_vectors,
    clustered_share,
    exact_cosines,
    ready_encoder,
    squares_of,
)
from irassay.leakage.shards import Piece, TrainingShards
from irassay.leakage.stream import CHUNK, Block, Stream, chunks_of
from irassay.progress import Progress, unwatched
from irassay.search.encoders import TextEncoder
from irassay.search.vector_index import blas_threads

KEPT = 1_000  # training texts that the cheap encoder keeps for a test text
DRAWN = 10_000  # training texts that the dear encoder compares with every test text, to see what the cheap one misses


def nearest_training(
    test: Iterable[tuple[str, str, str]],
    train: Mapping[str, Iterable[Block]] | TrainingShards,
    *,
    encoder: AnyEncoder,
    terms: Terms,
    threads: int = 0,
) -> Nearest:
    """For each test text (query, field, text) the nearest training texts by the terms."""
    refuse_none(train)
    ready = ready_encoder(encoder, number_of_threads(threads))
    return nearest_of_all(QueryVectors.of(test, ready), train, encoder=ready, terms=terms, threads=threads)


def nearest_of_all(
    queries: QueryVectors,
    train: Mapping[str, Iterable[Block]] | TrainingShards,
    *,
    encoder: TextEncoder,
    terms: Terms,
    threads: int,
) -> Nearest:
    """The nearest among the training texts of all sources; shards have a number of threads of their own."""
    if not isinstance(train, TrainingShards):
        found = (
            nearest_in(queries, source, blocks, encoder=encoder, terms=terms, threads=threads)
            for source, blocks in train.items()
        )
        return reduce(Nearest.merge, found)
    shards = _can_be_handed_on(train, encoder)
    vectors = hashlib.sha256(queries.vectors.tobytes()).hexdigest()
    made_of = [queries.digest, vectors, [one.source for one in train.training], terms]
    given = queries, encoder, terms
    values = shards.values("Comparing vectors", shards.for_vectors, nearest_in_piece, given, made_of)
    return reduce(Nearest.merge, (Nearest.from_bytes(value) for _, value in values))


def nearest_in_piece(piece: Piece, queries: QueryVectors, encoder: TextEncoder, terms: Terms, threads: int) -> bytes:
    """The nearest among the training texts of a piece."""
    with unwatched():  # whoever walks through the pieces shows their rows
        found = (
            nearest_in(queries, part.training.source, part.blocks(), encoder=encoder, terms=terms, threads=threads)
            for part in piece.parts
        )
        return reduce(Nearest.merge, found).to_bytes()


def _can_be_handed_on(shards: TrainingShards, encoder: TextEncoder) -> TrainingShards:
    """The shards, done in this process where no other one can be given the encoder."""
    if shards.executor.here:
        return shards
    try:
        pickle.dumps(encoder)
    except (pickle.PicklingError, AttributeError, TypeError):
        warnings.warn(LEAKAGE("vectors.workers", encoder=encoder.encoding.encoder), stacklevel=2)
        return shards.here()
    return shards


def nearest_in(
    queries: QueryVectors,
    source: str,
    blocks: Iterable[Block],
    *,
    encoder: TextEncoder,
    terms: Terms,
    threads: int = 0,
    chunk: int = CHUNK,
) -> Nearest:
    """The nearest among the training texts of one source, or of a shard that begins at a multiple of `chunk` texts,
    which then has the whole's vectors; no list depends on `chunk`."""
    stream = Stream(queries, encoder, terms._replace(queries=queries.digest), chunk)
    with blas_threads(threads), Progress(f"Comparing with {source}", None) as progress:
        for ids, texts in chunks_of(blocks, chunk):
            stream.pass_by(source, ids, texts)
            progress.step(len(ids))
    return stream.nearest()


def refuse_none(train: Mapping[str, Iterable[Block]] | TrainingShards) -> None:
    """Raise UsageError where there are no training texts."""
    if not (train.training if isinstance(train, TrainingShards) else train):
        raise UsageError(LEAKAGE("vectors.no-texts"))


@dataclass(frozen=True, slots=True)
class ScreenRecall:
    """How much of the exact lists a screen leaves."""

    value: float | None  # share of pairs of the exact lists that are there; None without
    low: float | None  # 95% interval
    high: float | None
    n_pairs: int  # of the exact lists, among the drawn training texts
    n_drawn: int  # training texts that the dear encoder compared with every test text
    n_train: int
    kept: int  # training texts that the cheap encoder kept for each test text
    floor: float

    @property
    def share(self) -> str:
        """The share in a sentence."""
        if self.value is None or self.low is None or self.high is None:
            return LEAKAGE("screen.unknown")
        ends = {"apart": self.low < self.high, "low": self.low, "high": self.high}
        return LEAKAGE("screen.found", share=self.value, floor=self.floor, **ends)

    def explain(self) -> str:
        """In words, for people."""
        counts = {"kept": self.kept, "drawn": self.n_drawn, "train": self.n_train, "pairs": self.n_pairs}
        return LEAKAGE("screen", found=self.share, whole=self.n_drawn == self.n_train, **counts)


def screened_nearest(
    test: Iterable[tuple[str, str, str]],
    train: Mapping[str, Iterable[Block]] | TrainingShards,
    *,
    encoder: AnyEncoder,
    screen: AnyEncoder,
    terms: Terms,
    kept: int = KEPT,
    threads: int = 0,
) -> tuple[Nearest, ScreenRecall]:
    """The nearest by a dear encoder among the `kept` training texts a test text that a cheap screen keeps, and how much
    that misses, as random training texts tell."""
    refuse_none(train)
    texts, of_screen = list(test), terms._replace(neighbours=whole_number("kept", kept, 1), floor=-1.0)
    cheap, dear = ready_encoder(screen, number_of_threads(threads)), ready_encoder(encoder, threads)
    screened = nearest_of_all(QueryVectors.of(texts, cheap), train, encoder=cheap, terms=of_screen, threads=threads)
    with blas_threads(threads):
        return rescored(screened, QueryVectors.of(texts, dear), encoder=dear, terms=terms)


def rescored(
    screened: Nearest, queries: QueryVectors, *, encoder: TextEncoder, terms: Terms
) -> tuple[Nearest, ScreenRecall]:
    """The nearest by a dear encoder among a cheap one's lists, and what the lists miss: exact where every training text
    was drawn, else `clustered_share` over test texts. UsageError where the test texts differ."""
    if len(queries.texts) != len(screened.lists):
        raise UsageError(LEAKAGE("vectors.lists", n=len(screened.lists), texts=len(queries.texts)))
    of = screened.terms
    terms = terms._replace(queries=queries.digest, n_sample=of.n_sample, key=of.key)
    near = _kept_lists(screened, queries, encoder, terms)
    among = _among_drawn(screened, queries, encoder, terms)
    counts = screened.n_train, screened.n_empty, screened.n_zero
    return Nearest(terms, *counts, near, among.sample), _recall(near, among, screened)


def _kept_lists(
    screened: Nearest, queries: QueryVectors, encoder: TextEncoder, terms: Terms
) -> tuple[tuple[Neighbour, ...], ...]:
    """The lists of a screen in the order of this encoder. A text of several lists is encoded once."""
    neighbour_of = {one.text: one for of in _directed(screened, queries) for one in of}
    texts = sorted(neighbour_of)
    place_of = {text: i for i, text in enumerate(texts)}
    places = [np.array([place_of[one.text] for one in of], np.int64) for of in _directed(screened, queries)]
    rows = np.repeat(queries.rows, [len(of) for of in places])
    place = np.concatenate(places)
    cosines = np.full(len(place), -np.inf)
    order = np.argsort(place, kind="stable")
    with Progress("Encoding texts that the screen keeps", len(texts)) as progress:
        for at in range(0, len(texts), BATCH):
            some = texts[at : at + BATCH]
            where = [f"{one.source}, {one.train}" for one in map(neighbour_of.__getitem__, some)]
            vectors, _ = checked_vectors(encoder, some, where)
            squares = squares_of(vectors)
            first, end = np.searchsorted(place[order], [at, at + len(some)])
            pairs = order[first:end]
            pairs = pairs[squares[place[pairs] - at] > 0]
            cosines[pairs] = exact_cosines(
                queries.vectors, queries.squares, vectors, squares, rows[pairs], place[pairs] - at
            )
            progress.step(len(some))
    ends = np.cumsum([len(of) for of in places])
    return tuple(
        _in_order(of, part, terms) for of, part in zip(_directed(screened, queries), np.split(cosines, ends[:-1]))
    )


def _directed(screened: Nearest, queries: QueryVectors) -> Iterator[tuple[Neighbour, ...]]:
    """The lists, empty ones for test texts without a vector."""
    return (of if row >= 0 else () for row, of in zip(queries.rows, screened.lists))


def _in_order(of: Sequence[Neighbour], cosines: F64, terms: Terms) -> tuple[Neighbour, ...]:
    distances = (0.0 - cosines).tolist()
    near = (one._replace(distance=far) for one, far in zip(of, distances) if far <= -terms.floor)
    return tuple(nsmallest(terms.neighbours, near))


def _among_drawn(screened: Nearest, queries: QueryVectors, encoder: TextEncoder, terms: Terms) -> Nearest:
    """The exact lists of the training texts drawn at random."""
    of_source: dict[str, tuple[list[str], list[str]]] = {"": ([], [])}
    for one in sorted(screened.sample):
        ids, texts = of_source.setdefault(one.source, ([], []))
        ids.append(one.train)
        texts.append(one.text)
    shards = (nearest_in(queries, source, [block], encoder=encoder, terms=terms) for source, block in of_source.items())
    return reduce(Nearest.merge, shards)


def _recall(near: Sequence[Sequence[Neighbour]], among: Nearest, screened: Nearest) -> ScreenRecall:
    found, wanted = [], []
    for mine, exact in zip(near, among.lists, strict=True):
        belong = set(nsmallest(among.terms.neighbours, {*mine, *exact})).intersection(exact)
        found.append(len(belong.intersection(mine)))
        wanted.append(len(belong))
    of = len(screened.sample), screened.n_compared, screened.terms.neighbours, among.terms.floor
    if not sum(wanted):
        return ScreenRecall(None, None, None, 0, *of)
    value, low, high = clustered_share(np.array(found), np.array(wanted))
    if of[0] == of[1]:
        low = high = value
    return ScreenRecall(value, low, high, sum(wanted), *of)
