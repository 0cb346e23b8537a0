"""The training texts that are nearest to each test text by the vectors of an encoder: exact, streamed, in shards."""

from __future__ import annotations

import hashlib
import pickle
import warnings
from collections.abc import Iterable, Mapping
from functools import reduce

from irassay.arguments import number_of_threads
from irassay.errors import UsageError, cut
from irassay.leakage.nearest import Nearest, Terms
from irassay.leakage.parts import Piece
from irassay.leakage.query_vectors import AnyEncoder, QueryVectors, ready_encoder
from irassay.leakage.shards import TrainingShards
from irassay.leakage.stream import CHUNK, Block, Stream, chunks_of
from irassay.progress import Progress, unwatched
from irassay.search.encoders import TextEncoder
from irassay.search.vector_index import blas_threads


def nearest_training(
    test: Iterable[tuple[str, str, str]],
    train: Mapping[str, Iterable[Block]] | TrainingShards,
    *,
    encoder: AnyEncoder,
    terms: Terms,
    threads: int = 0,
) -> Nearest:
    """For each test text (query, field, text) the nearest training texts by the terms. The same bytes for any blocks,
    order, shards and threads, as far as the encoder's vectors don't depend on the texts beside."""
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
        warnings.warn(
            f"{cut(encoder.encoding.encoder)} can't be given to workers: vectors are compared in this process. Let the "
            "encoder be a function of a module that can be imported",
            stacklevel=2,
        )
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
    which then has the whole's vectors; no list depends on `chunk`. InputError for a vector that is not finite or of
    another width."""
    stream = Stream(queries, encoder, terms._replace(queries=queries.digest), chunk)
    with blas_threads(threads), Progress(f"Comparing with {source}", None) as progress:
        for ids, texts in chunks_of(blocks, chunk):
            stream.pass_by(source, ids, texts)
            progress.step(len(ids))
    return stream.nearest()


def refuse_none(train: Mapping[str, Iterable[Block]] | TrainingShards) -> None:
    """Raise UsageError where there are no training texts."""
    if not (train.training if isinstance(train, TrainingShards) else train):
        raise UsageError("no training texts, expected one source or more")
