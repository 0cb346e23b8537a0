"""Texts in batches, with a digest of what was read: as they are read, or from a file for another process."""

from __future__ import annotations

import hashlib
import struct
from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import IO, TypeAlias

from irassay.errors import InputError, cut
from irassay.progress import Progress

Batch: TypeAlias = "list[tuple[str, str]]"

# What a shard of words takes while it is built, by its texts alone, so that shards end at the same text on any number
# of threads. Passages of TREC Deep Learning and of Vaswani take 2 to 3 bytes a byte of text.
BYTES_OF_A_BYTE, BYTES_OF_A_PASSAGE = 3, 64
_HEAD = struct.Struct("<QQ")  # of a batch in a file: strings, and bytes of their text


class PassageTexts:
    """Pairs of id and text, handed on in batches of at most `batch`, with a digest of those since the last look."""

    __slots__ = ("_batch", "_digest", "_pairs", "_progress", "n_bytes")

    def __init__(self, pairs: Iterable[tuple[str, str]], batch: int, progress: Progress | None = None) -> None:
        self._pairs: Iterator[tuple[str, str]] = iter(pairs)
        self._batch = batch
        self._progress = progress
        self._digest = new_digest()
        self.n_bytes = 0  # of all texts so far

    def next(self, n: int) -> Batch:
        """Up to n of the next pairs; none at the end. InputError where a text has no form in UTF-8."""
        batch = list(islice(self._pairs, min(self._batch, n)))
        try:
            data = "".join(f"{key}\0{text}\0" for key, text in batch).encode()
        except UnicodeEncodeError:
            bad = next(key for key, text in batch if not _encodes(key + text))
            raise InputError(
                f"the text {cut(bad)} can't be written as UTF-8, expected text without lone surrogates"
            ) from None
        self._digest.update(data)
        self.n_bytes += len(data)
        if self._progress is not None:
            self._progress.step(len(batch))
        return batch

    def digest(self) -> str:
        """Of the pairs since the last call, which begins anew."""
        digest, self._digest = self._digest.hexdigest(), new_digest()
        return digest

    def skip(self, n: int) -> str:
        """Walk past n pairs, or as many as there are; their digest."""
        while n > 0 and (batch := self.next(n)):
            n -= len(batch)
        return self.digest()

    def piece(self, n: int, memory: float = float("inf")) -> TextPiece | None:
        """The next n texts, or fewer where a shard of them would take `memory` bytes; None at the end."""
        start = self.n_bytes
        first = self.next(n)
        return TextPiece(self, first, n, memory, start) if first else None

    def ended(self) -> bool:
        """Whether no pair is left."""
        return not self.next(1)


class TextPiece:
    """The texts of one shard, in batches, which are read while it is walked: once; `n_docs` and `digest` are known
    after that."""

    __slots__ = ("_first", "_memory", "_most", "_start", "_texts", "digest", "n_docs")

    def __init__(self, texts: PassageTexts, first: Batch, most: int, memory: float, start: int) -> None:
        self._texts, self._first, self._most, self._memory, self._start = texts, first, most, memory, start
        self.n_docs, self.digest = 0, ""

    def __iter__(self) -> Iterator[Batch]:
        batch = self._first
        while batch:
            self.n_docs += len(batch)
            yield batch
            taken = BYTES_OF_A_BYTE * (self._texts.n_bytes - self._start) + BYTES_OF_A_PASSAGE * self.n_docs
            if self.n_docs >= self._most or taken >= self._memory:
                break
            batch = self._texts.next(self._most - self.n_docs)
        self.digest = self._texts.digest()


@dataclass(frozen=True, slots=True)
class PackedTexts:
    """The texts of one shard in a file, in the batches that they were read in."""

    path: str
    n_docs: int
    digest: str

    def __iter__(self) -> Iterator[Batch]:
        try:
            with open(self.path, "rb") as file:
                while batch := _read(file):
                    yield batch
        except OSError as error:
            raise InputError(
                f"{cut(self.path)} can't be read by a worker ({error}): the folder of the index has to be there, under "
                "the same path, on every machine"
            ) from None


def packed(piece: TextPiece, path: str) -> PackedTexts:
    """Write the texts of a shard to a file, for another process."""
    with open(path, "wb") as file:
        for batch in piece:
            strings = [one for pair in batch for one in pair]
            data = "".join(strings).encode()
            file.write(_HEAD.pack(len(strings), len(data)))
            file.write(array("Q", map(len, strings)).tobytes())
            file.write(data)
    return PackedTexts(path, piece.n_docs, piece.digest)


def _read(file: IO[bytes]) -> Batch:
    head = file.read(_HEAD.size)
    if not head:
        return []
    n_strings, n_bytes = _HEAD.unpack(head)
    lengths = array("Q", file.read(8 * n_strings))
    text, strings, at = file.read(n_bytes).decode(), [], 0
    for length in lengths:
        strings.append(text[at : at + length])
        at += length
    return list(zip(strings[::2], strings[1::2]))


def new_digest() -> hashlib.blake2b:
    """A digest by which the same input is known again."""
    return hashlib.blake2b(digest_size=16)


def _encodes(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
