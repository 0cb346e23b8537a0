"""An index that another engine has written, in the Common Index File Format, into an index of words."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import cast

import numpy as np

from irassay.arguments import number_of_bytes, number_of_threads, whole_number
from irassay.errors import InputError
from irassay.files import sha256_of
from irassay.kernel import _core
from irassay.search.analysis import LUCENE, Stem, analysis_of
from irassay.search.building import MEMORY, SHARD_DOCS
from irassay.search.ciff import CiffFile
from irassay.search.growth import Writers, grow
from irassay.search.index_folder import SHARD, WORDS
from irassay.search.opening import open_index
from irassay.search.said import SEARCH
from irassay.search.word_index import WordIndex
from irassay.workflows import executor_of

POSTING_BYTES = 100  # that a posting may take while its shard is built


def index_ciff(
    ciff: str | os.PathLike[str],
    to: str | os.PathLike[str],
    *,
    stem: Stem = "porter",
    stopwords: str | os.PathLike[str] | Iterable[str] = LUCENE,
    shard: int = SHARD_DOCS,
    memory: int | str = MEMORY,
    threads: int = 0,
) -> WordIndex:
    """Build an index of words from one in the Common Index File Format, or go on with one.

    The same call on an unfinished index resumes it, and on a finished one changes nothing.

    Parameters
    ----------
    ciff : path
        May be compressed. It is walked once for each shard.
    to : path
        The folder of the index.
    stem, stopwords
        As for `analyse`: how the queries' texts become terms of the file, whose terms are taken as they are.
    shard : int
        Passages of a shard, at most.
    memory : int or str
        What a shard may take while it is built, roughly: bytes, or a size such as "512MB".
    threads : int
        0: one a core. No list depends on it.

    Returns
    -------
    WordIndex
        Lengths of documents are those of the file, whatever `lengths` says (Anserini's are rounded already); their
        average, and the number of all words, are those of its header.

    Raises
    ------
    UsageError
        The folder holds another index, or other files.
    InputError
        The file is none, cut short or damaged, or an id is there twice; then nothing is left of what was built.
    """
    whole_number("shard", shard, 1)
    n_bytes = number_of_bytes("memory", memory)
    number_of_threads(threads)
    analysis = analysis_of(stem, stopwords)
    if not os.path.isfile(ciff):
        raise InputError(SEARCH("ciff.no-file", path=os.fspath(ciff)))
    source = CiffShards(os.fspath(ciff), shard, n_bytes)
    header = source.file.header
    collection = {
        "n_docs": header.total_docs if header.total_docs > header.n_docs else 0,
        "n_tokens": header.total_tokens,
        "average": header.average,
    }
    settings = {"kind": WORDS, **analysis.to_dict(), "collection": collection}
    folder = grow(to, settings, source, add=False, memory=n_bytes, executor=executor_of())
    return cast("WordIndex", open_index(folder.path, threads=threads))


@dataclass(frozen=True, slots=True)
class CiffPiece:
    """The documents of one shard, from the first to before the end."""

    first: int
    end: int
    digest: str

    @property
    def n_docs(self) -> int:
        """How many there are."""
        return self.end - self.first


class CiffShards:
    """A file's documents as shards; each shard walks all lists of postings."""

    def __init__(self, path: str, shard: int, memory: int) -> None:
        self.what = "documents"
        self.make = self.files
        self.file = CiffFile(path)
        self._docs = self.file.documents()
        self._digest = sha256_of(path)
        n_docs = max(1, len(self._docs.ids))
        # A list takes two bytes for each posting's tags and length, and one at least for each of its two numbers.
        n_postings = os.path.getsize(path) / 6
        self._rows = min(shard, max(1, int(memory / (POSTING_BYTES * max(1.0, n_postings / n_docs)))))
        self._at = 0

    def skip(self, n: int) -> str:
        """Walk past the next n documents; their digest."""
        first, self._at = self._at, min(self._at + n, len(self._docs.ids))
        return f"{self._digest}:{first}-{self._at}"

    def piece(self, n: int | None = None) -> CiffPiece | None:
        """Which documents the next shard has; None at the end."""
        first = self._at
        digest = self.skip(n or self._rows)
        return CiffPiece(first, self._at, digest) if self._at > first else None

    def files(self, piece: CiffPiece) -> Writers:
        """The shard of these documents."""
        builder = _core.ShardBuilder(_core.Analyser("none", []))
        terms, rows, of_term, counts = self._postings(piece.first, piece.end)
        order = np.argsort(rows, kind="stable")
        ends = np.searchsorted(rows[order], np.arange(piece.n_docs + 1)).tolist()
        of, n_of = of_term[order].tolist(), counts[order].tolist()
        for row, (start, end) in enumerate(pairwise(ends)):
            bag = [(terms[of[i]], n_of[i]) for i in range(start, end)]
            builder.add_bag(self._docs.ids[piece.first + row], bag, int(self._docs.lengths[piece.first + row]))
        return {SHARD: builder.write}

    def ended(self) -> bool:
        """Whether no document is left."""
        return self._at == len(self._docs.ids)

    def _postings(self, first: int, end: int) -> tuple[list[str], np.ndarray, np.ndarray, np.ndarray]:
        """Terms, and for each posting of these documents its document, its term and its count. InputError for a term
        twice, or a posting of a document that has no record."""
        known = self._docs.numbers
        terms: dict[str, int] = {}
        parts: list[tuple[np.ndarray, np.ndarray, np.ndarray]] = [(np.empty(0, np.int32),) * 3]
        for one in self.file.postings():
            if one.term in terms or len(one.docs) == 0:
                raise InputError(SEARCH("ciff.lists", path=self.file.path, term=one.term))
            number = terms[one.term] = len(terms)
            place = np.searchsorted(known, one.docs)
            if place[-1] == len(known) or (known[place] != one.docs).any():
                raise InputError(SEARCH("ciff.no-record", path=self.file.path, term=one.term))
            here = slice(*np.searchsorted(place, [first, end]))
            of_term = np.full(here.stop - here.start, number, np.int32)
            parts.append(((place[here] - first).astype(np.int32), of_term, one.counts[here].astype(np.int32)))
        rows, of_terms, counts = (np.concatenate(column) for column in zip(*parts))
        return list(terms), rows, of_terms, counts
