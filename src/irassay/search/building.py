"""Texts into an index of words: shard by shard, so that what was interrupted goes on where it stopped."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from functools import partial
from typing import cast

from irassay.arguments import number_of_bytes, number_of_threads, whole_number
from irassay.kernel import _core
from irassay.progress import Progress
from irassay.search.analysis import LUCENE, Analysis, Stem, analysis_of
from irassay.search.growth import PackedTexts, PassageTexts, TextPiece, TextShards, grow
from irassay.search.index import TextSource, pairs_of, places_of
from irassay.search.index_folder import SHARD, WORDS
from irassay.search.opening import open_index
from irassay.search.word_index import WordIndex
from irassay.workflows import Workers, executor_of, threads_of

SHARD_DOCS = 1_000_000  # passages of a shard, at most
MEMORY = "1GB"
BATCH = 4096  # texts handed to the kernel at a time


def index_texts(
    texts: TextSource,
    to: str | os.PathLike[str],
    *,
    stem: Stem = "porter",
    stopwords: str | os.PathLike[str] | Iterable[str] = LUCENE,
    shard: int = SHARD_DOCS,
    memory: int | str = MEMORY,
    add: bool = False,
    threads: int = 0,
    workers: Workers = 1,
    dask: str | None = None,
) -> WordIndex:
    """Build an index of the words of texts, or go on with one.

    The same call on an unfinished index resumes it, and on a finished one changes nothing.

    Parameters
    ----------
    texts : path, list of paths, Texts, mapping or iterable of (id, text)
    to : path
        The folder of the index.
    stem, stopwords
        As for `analyse`.
    shard : int
        Passages of a shard, at most.
    memory : int or str
        Bytes, or text such as "512MB", that a shard may take while it is built, roughly; one that would take more is
        closed before. Each worker takes as much.
    add : bool
        Add the texts to a finished index, as new shards.
    threads : int
        0: one a core, and a single one where others do the work. Neither the index nor what it finds depends on it.
    workers : int or str
        Processes that make shards, ``"local"`` for one a core, or what `dask` takes. The index is the same for any
        number.
    dask : str, optional
        The address of a Dask scheduler, whose workers make the shards. Each has to see the folder of the index under
        the same path.

    Returns
    -------
    WordIndex

    Raises
    ------
    UsageError
        The folder holds an index of other texts or with another analysis, or other files.
    InputError
        No texts, or an id twice; then nothing is left of what was built.
    LostWorker
        A shard whose worker died each time; then the others stay, and the same call goes on.
    MissingLibrary
        Dask is asked for and not installed.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> folder = pathlib.Path(tempfile.mkdtemp()) / "index"
    >>> index = index_texts({"d1": "a red fox", "d2": "the blue dog"}, folder)
    >>> index.search({"q1": "red foxes"}).ranking("index", "q1")
    ['d1']
    """
    whole_number("shard", shard, 1)
    n_bytes = number_of_bytes("memory", memory)
    number_of_threads(threads)
    analysis = analysis_of(stem, stopwords)
    with executor_of(workers, dask) as executor, Progress("Passages read", None) as progress:
        make = partial(word_files, analysis=analysis, threads=threads_of(executor, threads))
        source = TextShards(PassageTexts(pairs_of(texts), BATCH, progress), make, shard, n_bytes)
        settings = {"kind": WORDS, **analysis.to_dict()}
        where = partial(places_of, texts)
        folder = grow(to, settings, source, add=add, memory=n_bytes, executor=executor, places=where)
    return cast("WordIndex", open_index(folder.path, threads=threads))


def word_files(piece: TextPiece | PackedTexts, *, analysis: Analysis, threads: int) -> dict[str, Callable[[str], None]]:
    """The shard of these texts."""
    builder = _core.ShardBuilder(analysis.analyser())
    for batch in piece:
        builder.add_texts([key for key, _ in batch], [text for _, text in batch], threads=threads)
    return {SHARD: builder.write}
