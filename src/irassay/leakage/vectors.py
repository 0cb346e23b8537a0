"""The training texts that are nearest to each test text by the vectors of an encoder: exact, streamed, in shards."""

from __future__ import annotations

import hashlib
import pickle
import warnings
from collections.abc import Iterable, Mapping
from functools import reduce
from typing import Any

from irassay.arguments import is_number, number_of_threads, whole_number
from irassay.errors import UsageError, cut
from irassay.leakage.nearest import Nearest, Terms
from irassay.leakage.parts import Piece
from irassay.leakage.query_vectors import AnyEncoder, QueryVectors, ready_encoder
from irassay.leakage.shards import TrainingShards
from irassay.leakage.stream import CHUNK, Block, Stream, chunks_of
from irassay.progress import Progress, unwatched
from irassay.random_keys import Seed, key_of
from irassay.search.encoders import TextEncoder
from irassay.search.vector_index import blas_threads

NEIGHBOURS = 100  # of a test text
FLOOR = 0.7  # least cosine: MiniLM-L6 has 88% of people's reformulations above it
SAMPLE = 2_000  # training texts by which it is estimated what chance puts above the floor


def nearest_training(
    test: Iterable[tuple[str, str, str]],
    train: Mapping[str, Iterable[Block]] | TrainingShards,
    *,
    encoder: AnyEncoder,
    threads: int = 0,
    **terms: Any,
) -> Nearest:
    """For each test text (query, field, text) the nearest training texts by the `terms_of` them. The same bytes for any
    blocks, order, shards and threads, as far as the encoder's vectors don't depend on the texts beside."""
    refuse_none(train)
    terms = terms_of(**terms)
    ready = ready_encoder(encoder, number_of_threads(threads))
    return nearest_of_all(QueryVectors.of(test, ready), train, encoder=ready, threads=threads, **terms)


def nearest_of_all(
    queries: QueryVectors, train: Mapping[str, Iterable[Block]] | TrainingShards, *, threads: int, **options: Any
) -> Nearest:
    """The nearest among the training texts of all sources; shards have a number of threads of their own."""
    if not isinstance(train, TrainingShards):
        found = (nearest_in(queries, source, blocks, threads=threads, **options) for source, blocks in train.items())
        return reduce(Nearest.merge, found)
    shards = _can_be_handed_on(train, options["encoder"])
    made_of = [
        queries.digest, hashlib.sha256(queries.vectors.tobytes()).hexdigest(), [one.source for one in train.training],
        {name: value for name, value in options.items() if name != "encoder"},
    ]  # fmt: skip
    values = shards.values("Comparing vectors", shards.for_vectors, nearest_in_piece, (queries, options), made_of)
    return reduce(Nearest.merge, (Nearest.from_bytes(value) for _, value in values))


def nearest_in_piece(piece: Piece, queries: QueryVectors, options: Mapping[str, Any], threads: int) -> bytes:
    """The nearest among the training texts of a piece."""
    with unwatched():  # whoever walks through the pieces shows their rows
        found = (
            nearest_in(queries, part.training.source, part.blocks(), threads=threads, **options) for part in piece.parts
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
    threads: int = 0,
    chunk: int = CHUNK,
    **terms: Any,
) -> Nearest:
    """The nearest among the training texts of one source, or of a shard that begins at a multiple of `chunk` texts,
    which then has the whole's vectors; no list depends on `chunk`. InputError for a vector that is not finite or of
    another width."""
    stream = Stream(queries, encoder, Terms(queries.digest, *terms_of(**terms).values()), chunk)
    with blas_threads(threads), Progress(f"Comparing with {source}", None) as progress:
        for ids, texts in chunks_of(blocks, chunk):
            stream.pass_by(source, ids, texts)
            progress.step(len(ids))
    return stream.nearest()


def refuse_none(train: Mapping[str, Iterable[Block]] | TrainingShards) -> None:
    """Raise UsageError where there are no training texts."""
    if not (train.training if isinstance(train, TrainingShards) else train):
        raise UsageError("no training texts, expected one source or more")


def terms_of(
    *, neighbours: int = NEIGHBOURS, floor: float = FLOOR, sample: int = SAMPLE, seed: Seed = 0
) -> dict[str, Any]:
    """What is asked: `neighbours` training texts at most, cosines from `floor` on, and `sample` texts drawn for
    `chance_of`; UsageError where one is out of its range."""
    whole_number("neighbours", neighbours, 1)
    whole_number("sample", sample, 0)
    if not is_number(floor) or not -1 <= floor <= 1:
        raise UsageError(f"expected floor from -1 to 1, but got floor={floor!r}")
    return {"neighbours": neighbours, "floor": float(floor), "sample": sample, "seed": key_of(seed)}
