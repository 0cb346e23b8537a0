"""Texts into an index of words: shard by shard, so that what was interrupted goes on where it stopped."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, cast

from irassay.arguments import number_of_bytes, number_of_threads, whole_number
from irassay.kernel import _core
from irassay.retrieval.analysis import LUCENE, Analysis, Stem, analysis_of
from irassay.retrieval.growth import NewShard, PassageTexts, grow
from irassay.retrieval.index import TextSource, number_at_hand, pairs_of
from irassay.retrieval.index_folder import SHARD, WORDS

if TYPE_CHECKING:
    from irassay.retrieval.word_index import WordIndex


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
    from irassay.retrieval.opening import open_index

    whole_number("shard", shard, 1)
    n_bytes = number_of_bytes("memory", memory)
    number_of_threads(threads)
    analysis = analysis_of(stem, stopwords)
    source = TextShards(texts, analysis, shard, n_bytes, threads)
    folder = grow(to, {"kind": WORDS, **analysis.to_dict()}, source, add=add, memory=n_bytes)
    return cast("WordIndex", open_index(folder.path, threads=threads))


class TextShards:
    """Texts as shards of words: each holds `shard` passages at most, and is closed where it takes `memory` bytes."""

    __slots__ = ("_analyser", "_memory", "_shard", "_texts", "_threads", "doing", "total", "what")

    def __init__(self, texts: TextSource, analysis: Analysis, shard: int, memory: int, threads: int) -> None:
        self.what, self.doing = "texts", "Indexing"
        self.total = number_at_hand(texts)
        self._texts = PassageTexts(pairs_of(texts), BATCH)
        self._analyser = analysis.analyser()
        self._shard, self._memory, self._threads = shard, memory, threads

    def skip(self, n: int) -> str:
        """Walk past the next n texts; their digest."""
        return self._texts.skip(n)

    def shard(self, taken: Callable[[int], None]) -> NewShard | None:
        """The next shard; None at the end."""
        builder = _core.ShardBuilder(self._analyser)
        while builder.n_docs < self._shard and builder.memory < self._memory:
            batch = self._texts.next(self._shard - builder.n_docs)
            if not batch:
                break
            builder.add_texts([key for key, _ in batch], [text for _, text in batch], threads=self._threads)
            taken(len(batch))
        if builder.n_docs == 0:
            return None
        return NewShard({SHARD: builder.write}, builder.n_docs, self._texts.digest())

    def ended(self) -> bool:
        """Whether no text is left."""
        return self._texts.ended()
