"""Texts into an index of words: shard by shard, so that what was interrupted goes on where it stopped."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING

from irassay.arguments import number_of_bytes, number_of_threads, whole_number
from irassay.errors import InputError, IrassayError, UsageError, cut
from irassay.kernel import _core
from irassay.retrieval.analysis import LUCENE, Analysis, Stem, analysis_of
from irassay.retrieval.index import TextSource, pairs_of
from irassay.retrieval.index_folder import WORDS, IndexFolder

if TYPE_CHECKING:
    from irassay.retrieval.word_index import WordIndex


SHARD = 1_000_000  # passages of a shard, at most
MEMORY = "1GB"
BATCH = 4096  # texts handed to the kernel at a time


def index_texts(
    texts: TextSource,
    to: str | os.PathLike[str],
    *,
    stem: Stem = "porter",
    stopwords: str | os.PathLike[str] | Iterable[str] = LUCENE,
    shard: int = SHARD,
    memory: int | str = MEMORY,
    add: bool = False,
    threads: int = 0,
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
        Bytes, or text such as "512MB", that a shard may take while it is built; one that would take more is closed
        before.
    add : bool
        Add the texts to a finished index, as new shards.
    threads : int
        0: one a core. Neither the index nor what it finds depends on it.

    Returns
    -------
    WordIndex

    Raises
    ------
    UsageError
        The folder holds an index of other texts or with another analysis, or other files.
    InputError
        No texts, or an id twice; then nothing is left of what was built.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> folder = pathlib.Path(tempfile.mkdtemp()) / "index"
    >>> index = index_texts({"d1": "a red fox", "d2": "the blue dog"}, folder)
    >>> index.search({"q1": "red foxes"}).ranking("index", "q1")
    ['d1']
    """
    from irassay.retrieval.word_index import open_index

    whole_number("shard", shard, 1)
    n_bytes = number_of_bytes("memory", memory)
    number_of_threads(threads)
    analysis = analysis_of(stem, stopwords)
    folder = IndexFolder(os.fspath(to))
    pairs = iter(pairs_of(texts))
    folder_is_new = not folder.exists
    if add and folder_is_new:
        raise UsageError(f"there is no index at {cut(folder.path)} to add to: leave out add, or name another folder")
    was_finished = folder.finished
    folder.begin({"kind": WORDS, **analysis.to_dict()})
    n_before = folder.n_kept
    if add and was_finished:
        n_before = folder.reopen()
    if not was_finished or not add:
        _skip(pairs, folder, n_before)
    if was_finished and not add:
        _refuse_more(pairs, folder)
    else:
        try:
            _build(pairs, folder, analysis, shard, n_bytes, threads)
            _check_ids(folder, n_bytes)
        except IrassayError:
            folder.drop(n_before)
            raise
        folder.finish()
    return open_index(folder.path, threads=threads)


def _build(
    pairs: Iterator[tuple[str, str]], folder: IndexFolder, analysis: Analysis, shard: int, memory: int, threads: int
) -> None:
    """Shards of all the texts that are left."""
    analyser = analysis.analyser()
    while True:
        builder, digest = _core.ShardBuilder(analyser), _digest()
        while builder.n_docs < shard and builder.memory < memory:
            batch = list(islice(pairs, min(BATCH, shard - builder.n_docs)))
            if not batch:
                break
            _update(digest, batch)
            builder.add_texts([key for key, _ in batch], [text for _, text in batch], threads=threads)
        if builder.n_docs == 0:
            break
        folder.add(builder.write, n_docs=builder.n_docs, texts=digest.hexdigest())
    if not folder.notes:
        raise InputError("no texts to index, expected at least one")


def _skip(pairs: Iterator[tuple[str, str]], folder: IndexFolder, n_before: int) -> None:
    """Walk past the texts of the shards that are there; raise where they are others."""
    for note in folder.notes[n_before:]:
        digest, left = _digest(), note.n_docs
        while left > 0:
            batch = list(islice(pairs, min(BATCH, left)))
            if not batch:
                break
            _update(digest, batch)
            left -= len(batch)
        if digest.hexdigest() != note.texts:
            raise _other_texts(folder)


def _refuse_more(pairs: Iterator[tuple[str, str]], folder: IndexFolder) -> None:
    if next(pairs, None) is not None:
        raise _other_texts(folder)


def _other_texts(folder: IndexFolder) -> UsageError:
    return UsageError(
        f"{cut(folder.path)} is an index of other texts: give the texts it was begun with, --add to add these to a "
        "finished index, or another folder"
    )


def _check_ids(folder: IndexFolder, memory: int) -> None:
    shards = [_core.Shard(folder.place(note.file)) for note in folder.notes]
    twin = _core.twin_id(shards, memory=memory)
    if twin:
        raise InputError(f"two texts have the id {cut(twin)}, expected each id once; nothing was indexed")


def _digest() -> hashlib.blake2b:
    return hashlib.blake2b(digest_size=16)


def _update(digest: hashlib.blake2b, batch: list[tuple[str, str]]) -> None:
    try:
        digest.update("".join(f"{key}\0{text}\0" for key, text in batch).encode())
    except UnicodeEncodeError:
        bad = next(key for key, text in batch if not _encodes(key + text))
        raise InputError(
            f"the text {cut(bad)} can't be written as UTF-8, expected text without lone surrogates"
        ) from None


def _encodes(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
