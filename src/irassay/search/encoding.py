"""Texts into an index of vectors, by an encoder."""

from __future__ import annotations

import os
from functools import partial
from typing import cast

import numpy as np

from irassay.arguments import check_choice, number_of_bytes, number_of_threads, whole_number
from irassay.kernel import _core
from irassay.progress import Progress
from irassay.search.building import MEMORY, SHARD_DOCS
from irassay.search.encoders import Encoder, Pooling, TextEncoder, encoding_of
from irassay.search.growth import PackedTexts, PassageTexts, TextPiece, TextShards, Writers, grow
from irassay.search.index import TextSource, number_of, pairs_of, places_of
from irassay.search.nearest import DTYPES, TEXTS_FILE, Dtype, settings_of, vector_files
from irassay.search.opening import open_index
from irassay.search.vector_index import VectorIndex
from irassay.workflows import Workers, executor_of, threads_of

LARGEST_SHARD = 50_000  # passages: what a stopped build loses takes minutes to encode, not hours
BATCH = 1024  # texts handed to the encoder at a time


def encode_texts(
    texts: TextSource,
    to: str | os.PathLike[str],
    *,
    encoder: str | os.PathLike[str] | Encoder,
    pooling: Pooling | None = None,
    query_prefix: str = "",
    passage_prefix: str = "",
    dtype: Dtype = "float32",
    shard: int = SHARD_DOCS,
    memory: int | str = MEMORY,
    add: bool = False,
    threads: int = 0,
    workers: Workers = 1,
    dask: str | None = None,
) -> VectorIndex:
    """Build an index of the vectors of texts, or go on with one.

    The same call on an unfinished index resumes it, and on a finished one changes nothing.

    Parameters
    ----------
    texts : path, list of paths, Texts, mapping or iterable of (id, text)
        The index keeps them, so that a passage can be encoded as a query.
    to : path
        The folder of the index.
    encoder : str, path or callable
        A model's folder or its name at the hub, for sentence-transformers or, where it is static, model2vec;
        ``"MODULE:FUNCTION"``, or a function: list of str -> array with a row a text. A function that can't be imported
        by its name has to be given to `open_index` again.
    pooling : {"mean", "cls", "tct"}, optional
        How a model's tokens become one vector: their mean, the first one, or TCT-ColBERT's way. Default: as the model
        says, the mean where it says nothing.
    query_prefix, passage_prefix : str
        Put before each text, as some models want it.
    dtype : {"float32", "float16"}
        How vectors are kept.
    shard : int
        Passages of a shard, at most, and never more than 50,000: a build that is stopped loses the shard it was at.
    memory : int or str
        What a shard's vectors may take: bytes, or a size such as "512MB". Each worker takes as much.
    add : bool
        Add the texts to a finished index, as new shards.
    threads : int
        Of a model and of searches; 0: one a core, and a single one where others do the work. A vector's last digits may
        depend on it.
    workers : int or str
        Processes that make shards, ``"local"`` for one a core, or what `dask` takes, each with an encoder of its
        own. The index is the same for any number, as far as the encoder gives the same vectors.
    dask : str, optional
        The address of a Dask scheduler, whose workers make the shards. Each has to see the folder of the index under
        the same path, and the encoder.

    Returns
    -------
    VectorIndex

    Raises
    ------
    MissingLibrary
        The encoder takes a library that is not installed; or Dask is asked for and not installed.
    UsageError
        The folder holds an index of other texts or by another encoder, or other files.
    InputError
        No texts, an id twice, or a vector that is not finite; then nothing is left of what was built.
    LostWorker
        A shard whose worker died each time; then the others stay, and the same call goes on.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> folder = pathlib.Path(tempfile.mkdtemp()) / "index"
    >>> def letters(texts):
    ...     return [[text.count("a"), text.count("e")] for text in texts]
    >>> index = encode_texts({"d1": "banana", "d2": "eel"}, folder, encoder=letters)
    >>> index.search({"q1": "sea eel"}, depth=1).ranking("index", "q1")
    ['d2']
    """
    whole_number("shard", shard, 1)
    n_bytes = number_of_bytes("memory", memory)
    number_of_threads(threads)
    check_choice("dtype", dtype, DTYPES)
    function = None if isinstance(encoder, str | os.PathLike) else encoder
    encoding = encoding_of(encoder, pooling, query_prefix, passage_prefix)
    with executor_of(workers, dask) as executor, Progress("Encoding", number_of(texts)) as progress:
        ready = TextEncoder(encoding, function, threads=threads_of(executor, threads))
        dimension = ready.passages(["a"]).shape[1]
        rows = min(shard, LARGEST_SHARD, max(1, n_bytes // (4 * dimension)))
        make = partial(encoded_files, encoder=ready, dtype=dtype)
        show = partial(_show, progress)
        source = TextShards(PassageTexts(pairs_of(texts), BATCH, progress), make, rows, begun=show)
        settings = settings_of(dtype, dimension, **encoding.to_dict())
        where = partial(places_of, texts)
        folder = grow(to, settings, source, add=add, memory=n_bytes, executor=executor, places=where)
    return cast("VectorIndex", open_index(folder.path, encoder=function, threads=threads))


def _show(progress: Progress, number: int) -> None:
    """Say which shard is encoded."""
    progress.title = f"Encoding shard {number:,}"


def encoded_files(piece: TextPiece | PackedTexts, *, encoder: TextEncoder, dtype: Dtype) -> Writers:
    """The shard of these texts' vectors."""
    pairs: list[tuple[str, str]] = []
    vectors = []
    for batch in piece:
        vectors.append(encoder.passages([text for _, text in batch]))
        pairs += batch
    write_texts = partial(_write_texts, texts=[text for _, text in pairs])
    return {**vector_files([key for key, _ in pairs], np.concatenate(vectors), dtype), TEXTS_FILE: write_texts}


def _write_texts(path: str, texts: list[str]) -> None:
    """Texts in the place of ids: a shard's file has what mapped strings need."""
    builder = _core.ShardBuilder(_core.Analyser("none", []))
    for text in texts:
        builder.add_bag(text, [], 0)
    builder.write(path)
