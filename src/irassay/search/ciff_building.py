"""An index that another engine has written, in the Common Index File Format, into an index of words.

The format has a header, lists of postings, and records of documents. Source: Lin et al., Supporting interoperability
between open-source search engines with the Common Index File Format, SIGIR 2020.
"""

from __future__ import annotations

import os
import struct
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice, pairwise
from typing import TypeVar, cast

import numpy as np

from irassay.arguments import number_of_bytes, number_of_threads, whole_number
from irassay.errors import InputError, cut
from irassay.files import sha256_of
from irassay.formats.sources.compressed import chunks
from irassay.kernel import _core
from irassay.search.analysis import LUCENE, Stem, analysis_of
from irassay.search.building import MEMORY, SHARD_DOCS
from irassay.search.growth import Writers, grow
from irassay.search.index_folder import SHARD, WORDS
from irassay.search.nearest import Numbers
from irassay.search.opening import open_index
from irassay.search.said import SEARCH
from irassay.search.word_index import WordIndex
from irassay.workflows import executor_of

POSTING_BYTES = 100  # that a posting may take while its shard is built
Value = TypeVar("Value")
MOST = 2**31 - 1
_POSTING, _GAP, _COUNT = 0x22, 0x08, 0x10  # tags: a posting in its list (field 4, with a length), and its two fields
_SIZES = np.array([1 << (7 * n) for n in range(1, 9)])  # from each of these on a number takes a byte more
_LONGEST = 10  # bytes of a number
_LARGEST = 2**31 - 1  # bytes of a message
VARINT, FIXED64, LENGTH, FIXED32 = 0, 1, 2, 5  # kinds of a field


@dataclass(frozen=True, slots=True)
class Header:
    """What the file says of its collection."""

    n_lists: int  # lists of postings in the file
    n_docs: int  # records of documents in the file
    total_docs: int  # of the whole collection
    total_tokens: int  # of the whole collection
    average: float  # length of a document


@dataclass(frozen=True, slots=True)
class Postings:
    """The documents of a term, by their numbers in the file, ascending, and how often each holds it."""

    term: str
    docs: Numbers
    counts: Numbers


@dataclass(frozen=True, slots=True)
class Documents:
    """The documents in the order of their numbers in the file."""

    numbers: Numbers
    ids: list[str]
    lengths: Numbers


class CiffFile:
    """A file in the Common Index File Format, compressed or not; walked from its beginning each time. InputError where
    it is none, cut short or damaged; also while it is walked."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.header = self._checked(lambda: _header(self._messages()))

    def documents(self) -> Documents:
        """The records of documents."""
        return self._checked(self._documents)

    def postings(self) -> Iterator[Postings]:
        """The lists of postings."""
        walk = map(_postings, islice(self._messages(), 1, 1 + self.header.n_lists))
        while (one := self._checked(lambda: next(walk, None))) is not None:
            yield one

    def _documents(self) -> Documents:
        docs, ids, lengths = [], [], []
        for message in islice(self._messages(), 1 + self.header.n_lists, None):
            doc, key, length = _record(message)
            docs.append(doc)
            ids.append(key)
            lengths.append(length)
        if len(docs) != self.header.n_docs:
            raise Damaged(f"{len(docs):,} records of documents, where its header says {self.header.n_docs:,}")
        order = np.argsort(np.array(docs, np.int64), kind="stable")
        in_order = np.array(docs, np.int64)[order]
        if (np.diff(in_order) == 0).any():
            raise Damaged("two documents of one number")
        return Documents(in_order, [ids[i] for i in order], np.array(lengths, np.int64)[order])

    def _messages(self) -> Iterator[bytes]:
        return messages(chunks(self.path))

    def _checked(self, read: Callable[[], Value]) -> Value:
        try:
            return read()
        except (Damaged, UnicodeDecodeError) as error:
            raise InputError(
                f"{cut(self.path)} is no index in the Common Index File Format, or is damaged ({error})"
            ) from None


def _header(walk: Iterator[bytes]) -> Header:
    of = dict.fromkeys(range(1, 8), 0)
    for number, value, _ in fields(next(walk, b"")):
        if number == 7 and isinstance(value, bytes) and len(value) == 8:
            average = struct.unpack("<d", value)[0]
            if not 0 <= average < float("inf"):
                raise Damaged(f"an average length of {average}")
            of[7] = average
        elif number in of and isinstance(value, int) and number < 7:
            of[number] = value
        elif number in of:
            raise Damaged(f"field {number} of its header")
    if of[1] != 1 or max(of[2], of[3], of[5]) > MOST:
        raise Damaged(f"a header of version {of[1]}, expected 1")
    return Header(of[2], of[3], of[5], of[6], float(of[7]))


def _record(message: bytes) -> tuple[int, str, int]:
    """A document's number, id and length."""
    doc, length, key = 0, 0, b""
    for number, value, _ in fields(message):
        if number == 2 and isinstance(value, bytes):
            key = value
        elif number in (1, 3) and isinstance(value, int) and value <= MOST:
            doc, length = (value, length) if number == 1 else (doc, value)
        else:
            raise Damaged(f"field {number} of a document")
    return doc, key.decode(), length


def _postings(message: bytes) -> Postings:
    """A list of postings, whose documents are gaps to the one before."""
    term, with_term, first = b"", 0, len(message)
    for number, value, end in fields(message):
        if number == 4 and isinstance(value, bytes):
            first = end - len(value) - max(1, -(-len(value).bit_length() // 7)) - 1
            break
        if number == 1 and isinstance(value, bytes):
            term = value
        elif number == 2 and isinstance(value, int):
            with_term = value
        elif number != 3:
            raise Damaged(f"field {number} of a list of postings")
    gaps, counts = _gaps(message[first:])
    if len(gaps) != with_term:
        raise Damaged(f"{len(gaps):,} postings of {cut(term.decode())}, which says that it has {with_term:,}")
    if len(gaps) and (gaps[0] < 0 or (gaps[1:] <= 0).any() or counts.min() < 1 or counts.max() > MOST):
        raise Damaged(f"postings of {cut(term.decode())} that don't ascend, or without a count")
    return Postings(term.decode(), np.cumsum(gaps), counts)


def _gaps(data: bytes) -> tuple[Numbers, Numbers]:
    """Gaps and counts of postings: all at once where each but the first has both, as it should."""
    if not data:
        return np.empty(0, np.int64), np.empty(0, np.int64)
    number, value, end = next(fields(data))
    one = _posting(number, value)
    flat = numbers(data[end:])
    if len(flat) % 6 == 0:
        rows = flat.reshape(-1, 6)
        sizes = 2 + _sizes_of(rows[:, 3]) + _sizes_of(rows[:, 5])
        if (rows[:, [0, 2, 4]] == (_POSTING, _GAP, _COUNT)).all() and (rows[:, 1] == sizes).all():
            return np.concatenate([[one[0]], rows[:, 3]]), np.concatenate([[one[1]], rows[:, 5]])
    all_of = np.array([_posting(number, value) for number, value, _ in fields(data)], np.int64)
    return all_of[:, 0], all_of[:, 1]


def _posting(number: int, value: int | bytes) -> tuple[int, int]:
    if number != 4 or not isinstance(value, bytes):
        raise Damaged(f"field {number} among postings")
    of = {1: 0, 2: 0}
    for part, what, _ in fields(value):
        if part not in of or not isinstance(what, int) or what > MOST:
            raise Damaged(f"field {part} of a posting")
        of[part] = what
    return of[1], of[2]


def _sizes_of(values: Numbers) -> Numbers:
    return np.searchsorted(_SIZES, values, side="right") + 1


class Damaged(ValueError):
    """Bytes that are no message; says why."""


def messages(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """The messages of a file, each written with its length before it; Damaged where the file ends within one."""
    held, at = bytearray(), 0
    for piece in pieces:
        del held[:at]
        held += piece
        at = 0
        while True:
            size, start = _number(held, at)
            if size > _LARGEST:
                raise Damaged(f"a message of {size:,} bytes")
            if start == 0 or len(held) - start < size:
                break
            at = start + size
            yield bytes(held[start:at])
    if at < len(held):
        raise Damaged("it ends within a message")


def fields(message: bytes) -> Iterator[tuple[int, int | bytes, int]]:
    """A message's fields in order: number, value, and where the next one begins; Damaged where the bytes are none."""
    at = 0
    while at < len(message):
        tag, at = _need(message, at)
        number, kind = tag >> 3, tag & 7
        value: int | bytes
        if kind == VARINT:
            value, at = _need(message, at)
        elif kind in (FIXED64, FIXED32, LENGTH):
            size = 8 if kind == FIXED64 else 4
            if kind == LENGTH:
                size, at = _need(message, at)
            if len(message) - at < size:
                raise Damaged("a field is longer than its message")
            value, at = message[at : at + size], at + size
        else:
            raise Damaged(f"a field of kind {kind}")
        yield number, value, at


def numbers(data: bytes) -> Numbers:
    """All numbers of bytes that are nothing but numbers; a negative one and others beyond 63 bits are damage."""
    raw = np.frombuffer(data, np.uint8)
    ends = np.flatnonzero(raw < 128)
    if not len(raw):
        return np.empty(0, np.int64)
    if not len(ends) or ends[-1] != len(raw) - 1:
        raise Damaged("it ends within a number")
    starts = np.concatenate([[0], ends[:-1] + 1])
    sizes = ends - starts + 1
    if sizes.max() >= _LONGEST:
        raise Damaged("a number that is negative or too large")
    out = np.zeros(len(ends), np.int64)
    for place in range(int(sizes.max())):
        here = sizes > place
        out[here] |= (raw[starts[here] + place].astype(np.int64) & 127) << (7 * place)
    return out


def _number(data: bytes | bytearray, at: int) -> tuple[int, int]:
    """The number at a place and where it ends; 0 where the bytes end before."""
    value = shift = 0
    for end in range(at, min(len(data), at + _LONGEST)):
        value |= (data[end] & 127) << shift
        shift += 7
        if data[end] < 128:
            return value, end + 1
    if len(data) - at >= _LONGEST:
        raise Damaged("a number that is too long")
    return 0, 0


def _need(data: bytes, at: int) -> tuple[int, int]:
    value, end = _number(data, at)
    if end == 0:
        raise Damaged("it ends within a number")
    return value, end


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
