"""How an index grows, shard by shard: texts in batches, and what was interrupted goes on where it stopped."""

from __future__ import annotations

import hashlib
import os
import struct
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from itertools import islice
from typing import IO, Any, Protocol, TypeAlias, cast

from irassay.errors import InputError, IrassayError, LostWorker, UsageError, is_halved
from irassay.files import held_alone, make_folder
from irassay.kernel import _core
from irassay.progress import Progress
from irassay.search.index_folder import LOCK, SHARD, IndexFolder, write_shard
from irassay.search.said import SEARCH
from irassay.workflows import Executor, Shard, interrupted

Batch: TypeAlias = "list[tuple[str, str]]"
# What a shard of words takes while it is built, by its texts alone, so that shards end at the same text on any number
# of threads. Passages of TREC Deep Learning and of Vaswani take 2 to 3 bytes a byte of text.
BYTES_OF_A_BYTE, BYTES_OF_A_PASSAGE = 3, 64
_HEAD = struct.Struct("<QQ")  # of a batch in a file: strings, and bytes of their text
# How the name of each file of a shard ends -> what writes it at the path that it is given.
Writers: TypeAlias = Mapping[str, Callable[[str], None]]


class PassageTexts:
    """Pairs of id and text, handed on in batches of at most `batch`, with a digest of those since the last look."""

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
            bad = next(key for key, text in batch if is_halved(key + text))
            raise InputError(SEARCH("built.utf8", text=bad)) from None
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
    """The texts of one shard, in batches, read while it is walked, once; `n_docs` and `digest` are known after."""

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
            raise InputError(SEARCH("built.unread", path=self.path, error=error)) from None


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


class Piece(Protocol):
    """What a shard is made of."""

    @property
    def n_docs(self) -> int:
        """Passages; known once the shard is made."""

    @property
    def digest(self) -> str:
        """By which the same input is known again, once the shard is made."""


class Source(Protocol):
    """What an index is made of, walked once from its beginning."""

    what: str
    """What it holds, for messages: "texts"."""

    @property
    def make(self) -> Callable[[Any], Writers]:
        """What makes a shard of a piece, in this process or in another one."""

    def skip(self, n: int) -> str:
        """Walk past the next n passages, or as many as there are; their digest."""

    def piece(self, n: int | None = None) -> Piece | None:
        """What the next shard is made of, of n passages where a number is given; None at the end."""

    def ended(self) -> bool:
        """Whether nothing is left."""


class TextShards:
    """Texts as shards of `rows` or `memory` bytes at most; `begun` is called with each number, from 1, before it."""

    def __init__(
        self, texts: PassageTexts, make: Callable[[Any], Writers], rows: int, memory: float = float("inf"),
        begun: Callable[[int], None] = lambda _: None,
    ) -> None:  # fmt: skip
        self.what, self.make = "texts", make
        self._texts, self._rows, self._memory, self._begun = texts, rows, memory, begun
        self._n_before = 0  # shards of these texts

    def skip(self, n: int) -> str:
        """Walk past the next n texts, a shard; their digest."""
        self._n_before += 1
        return self._texts.skip(n)

    def piece(self, n: int | None = None) -> TextPiece | None:
        """The texts of the next shard; None at the end."""
        self._n_before += 1
        self._begun(self._n_before)
        return self._texts.piece(self._rows, self._memory) if n is None else self._texts.piece(n)

    def ended(self) -> bool:
        """Whether no text is left."""
        return self._texts.ended()


class OtherInput(UsageError):
    """The folder is an index of something else."""


def grow(
    to: str | os.PathLike[str],
    settings: Mapping[str, Any],
    source: Source,
    *,
    add: bool,
    memory: int,
    executor: Executor,
    places: Callable[[str], str] = lambda _: "",
) -> IndexFolder:
    """Build an index of what the source has, go on with one, or add to one; the folder, finished. UsageError for other
    contents, LostWorker where a worker dies, InputError for another process, no text or an id twice."""
    there = IndexFolder(os.fspath(to))
    if add and not there.exists:
        raise UsageError(SEARCH("built.no-index", to=to))
    with _alone(there.path) as folder:
        was_finished = folder.finished
        folder.begin(settings)
        if was_finished and not add:
            if any(source.skip(note.n_docs) != note.digest for note in folder.notes) or not source.ended():
                raise _other_input(folder, source.what)
            return folder
        n_before = folder.reopen() if was_finished else folder.n_kept
        try:
            _fill(folder, source, n_before, executor)
            if not folder.notes:
                raise InputError(f"no {source.what} to index, expected at least one")
            if twin := _core.twin_id([_core.Shard(path) for path in folder.files(SHARD)], memory=memory):
                raise InputError(SEARCH("built.twice", kind=source.what, id=twin, where=places(twin)))
        except BaseException as error:
            if isinstance(error, IrassayError) and not isinstance(error, OtherInput | LostWorker):
                folder.drop(n_before)
                raise
            folder.sweep()
            if isinstance(error, KeyboardInterrupt) and folder.n_docs:
                raise interrupted(error) from None
            raise
        folder.finish()
    return folder


@contextmanager
def _alone(path: str) -> Iterator[IndexFolder]:
    """The folder, made where it is not there, while nobody else builds in it; it goes where nothing stays in it."""

    def taken(other: str) -> InputError:
        return InputError(SEARCH("built.other", other=other, path=path))

    make_folder(path)
    try:
        with held_alone(os.path.join(path, LOCK), "", taken):
            yield IndexFolder(path)
    finally:
        with suppress(OSError):
            os.rmdir(path)


def _fill(folder: IndexFolder, source: Source, n_before: int, executor: Executor) -> None:
    """Make the shards that are missing."""
    pieces: dict[str, tuple[int, Piece]] = {}

    def shards() -> Iterator[Shard]:
        for number, piece in _missing(folder, source, n_before):
            name = f"{folder.shard_name(number)} of {folder.path}"
            mine = piece
            if not executor.here:  # texts alone become shards elsewhere
                mine = packed(cast("TextPiece", piece), _package(folder, number))
                _plan(folder, number, mine, source.what)
            pieces[name] = number, mine
            yield Shard(name, write_shard, (os.path.abspath(folder.path), number, source.make, mine))

    with closing(executor.run(shards())) as done:
        for shard, sums in done:
            number, piece = pieces.pop(shard.name)
            _plan(folder, number, piece, source.what)
            folder.done(number, sums)
            if not executor.here:
                os.unlink(_package(folder, number))


def _package(folder: IndexFolder, number: int) -> str:
    """The file in which another process finds what a shard is made of, until it is made."""
    return folder.place(f"{folder.shard_name(number)}.texts.part")


def _missing(folder: IndexFolder, source: Source, n_before: int) -> Iterator[tuple[int, Piece]]:
    """The numbers of shards that are not there, and what they are made of; past those that are there it walks."""
    for number in range(n_before, len(folder.notes)):
        note = folder.notes[number]
        if folder.has_whole(note):
            if source.skip(note.n_docs) != note.digest:
                raise _other_input(folder, source.what)
            continue
        piece = source.piece(note.n_docs)
        if piece is None:
            raise _other_input(folder, source.what)
        yield number, piece
    while (piece := source.piece()) is not None:
        yield len(folder.notes), piece


def _plan(folder: IndexFolder, number: int, piece: Piece, what: str) -> None:
    """Note what a shard is made of; raise where an earlier build has noted something else."""
    if not folder.plan(number, n_docs=piece.n_docs, digest=piece.digest):
        raise _other_input(folder, what)


def _other_input(folder: IndexFolder, what: str) -> OtherInput:
    return OtherInput(SEARCH("built.of-others", path=folder.path, kind=what))
