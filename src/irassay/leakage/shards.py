"""Walks through training texts in shards: parts of training files, each known by a digest, and the work on them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from typing import Any

from irassay.collection.training import BLOCK, Training
from irassay.errors import InputError
from irassay.leakage.leaks import LEAKAGE
from irassay.leakage.stream import CHUNK, Block
from irassay.progress import Progress
from irassay.provenance import VERSION
from irassay.workflows import Executor, Shard, Shelf, finished, threads_of
from irassay.workflows.shard import InThisProcess

UNIT = 1 << 16  # training texts that have one digest; a multiple of what an encoder is given at a time
MOST_PIECES = 32  # of a file: to come to a piece, the rows before it are read
WORDS = 16  # units of a shard that compares words, which takes seconds; one that encodes has one unit
assert UNIT % BLOCK == UNIT % CHUNK == 0


class Digest:
    """A digest of ids and texts, whatever blocks they come in."""

    __slots__ = ("_of_ids", "_of_texts")

    def __init__(self) -> None:
        self._of_ids, self._of_texts = hashlib.sha256(), hashlib.sha256()

    def add(self, ids: Sequence[str], texts: Sequence[str]) -> None:
        """The next ids and texts."""
        for digest, some in ((self._of_ids, ids), (self._of_texts, texts)):
            digest.update(json.dumps(some, separators=(",", ":"))[1:-1].encode() + b",")

    def value(self) -> str:
        """Of all that were added."""
        return hashlib.sha256(self._of_ids.digest() + self._of_texts.digest()).hexdigest()


@dataclass(frozen=True, slots=True)
class TrainingPart:
    """Training texts of one file, from one place on."""

    training: Training
    start: int  # texts of the file before it
    size: int  # texts of a digest
    digests: tuple[str, ...]
    n: int  # texts
    # told how many texts have been dealt with since the last call
    step: Callable[[int], None] | None = field(default=None, compare=False)

    def blocks(self) -> Iterator[Block]:
        """Ids and texts, some at a time; InputError where they changed since the digests were taken."""
        at, stop = 0, self.start + self.n
        taken, digest = [], Digest()
        for ids, texts in self.training.blocks(min(BLOCK, self.size)):
            if at >= self.start:
                digest.add(ids, texts)
                yield ids, texts
                if self.step is not None:
                    self.step(len(ids))
            at += len(ids)
            if at > self.start and (at % self.size == 0 or at >= stop):
                taken.append(digest.value())
                digest = Digest()
            if at >= stop:
                break
        if tuple(taken) != self.digests:
            raise InputError(LEAKAGE("training.changed", source=self.training.source))


@dataclass(frozen=True, slots=True)
class Piece:
    """Parts that are one shard of work."""

    parts: tuple[TrainingPart, ...]

    @property
    def n(self) -> int:
        """Texts."""
        return sum(part.n for part in self.parts)

    @property
    def digest(self) -> str:
        """Of the texts of all parts."""
        return hashlib.sha256(json.dumps([part.digests for part in self.parts]).encode()).hexdigest()

    def blocks(self) -> Iterator[tuple[int, Block]]:
        """The number of the part, and ids and texts of it."""
        for number, part in enumerate(self.parts):
            for block in part.blocks():
                yield number, block


@dataclass(frozen=True, slots=True)
class KnownTraining:
    """A training file that was walked once."""

    training: Training
    size: int  # texts of a digest
    digests: tuple[str, ...]
    n: int  # texts

    def parts(self, n_units: int) -> list[TrainingPart]:
        """Parts of so many digests each, or more where there would be too many parts."""
        step = max(n_units, -(-len(self.digests) // MOST_PIECES))
        return [
            TrainingPart(
                self.training, at * self.size, self.size, self.digests[at : at + step],
                min(self.n, (at + step) * self.size) - at * self.size,
            )
            for at in range(0, len(self.digests), step)
        ]  # fmt: skip


def known(training: Sequence[Training], *, size: int = UNIT) -> list[KnownTraining]:
    """The training files with a digest for each `size` texts; each file is walked once."""
    out = []
    with Progress("Reading training texts", None) as progress:
        for one in training:
            digests: list[str] = []
            digest, n = Digest(), 0
            for ids, texts in one.blocks(min(BLOCK, size)):
                digest.add(ids, texts)
                n += len(ids)
                progress.step(len(ids))
                if n % size == 0:
                    digests.append(digest.value())
                    digest = Digest()
            if n % size:
                digests.append(digest.value())
            out.append(KnownTraining(one, size, tuple(digests), n))
    return out


def pieces_of(training: Sequence[KnownTraining], n_units: int) -> list[Piece]:
    """The training files as pieces of so many digests: a large file is several, small ones are one together."""
    pieces: list[Piece] = []
    waiting: list[TrainingPart] = []
    for one in training:
        for part in one.parts(n_units):
            if waiting and sum(of.n for of in waiting) + part.n > n_units * one.size:
                pieces.append(Piece(tuple(waiting)))
                waiting = []
            waiting.append(part)
    return pieces + [Piece(tuple(waiting))] * bool(waiting)


@dataclass(frozen=True, slots=True)
class TrainingShards:
    """Training texts that are walked in shards."""

    training: Sequence[Training]
    for_words: Sequence[Piece]  # what each shard has
    for_vectors: Sequence[Piece]
    executor: Executor
    shelf: Shelf | None  # where values of shards are kept
    threads: int  # of a shard

    @classmethod
    def of(
        cls, training: Sequence[Training], executor: Executor, shelf: Shelf | None, *, threads: int = 0
    ) -> TrainingShards:
        """Shards of training files, walked once; `threads` 0 is one a core, or one where others do the work."""
        files = known(training, size=UNIT)
        n_threads = threads_of(executor, threads)
        return cls(training, pieces_of(files, WORDS), pieces_of(files, 1), executor, shelf, n_threads)

    def here(self) -> TrainingShards:
        """The same, done in this process."""
        return replace(self, executor=InThisProcess())

    def values(
        self,
        title: str,
        pieces: Sequence[Piece],
        function: Callable[..., bytes],
        arguments: tuple[Any, ...],
        made_of: Any,
    ) -> Generator[tuple[int, bytes], None, None]:
        """What a function, importable by name, says of each piece, and the piece's number, as they are finished; it
        takes the piece, `arguments` and the threads and returns bytes."""
        of_all = hashlib.sha256(json.dumps([VERSION, function.__name__, made_of]).encode())
        places: dict[str, list[int]] = {}
        for place, piece in enumerate(pieces):
            digest = of_all.copy()
            digest.update(piece.digest.encode())
            places.setdefault(f"{function.__name__}-{digest.hexdigest()[:32]}", []).append(place)
        with Progress(title, sum(piece.n for piece in pieces)) as progress:
            steps = {name: _Steps(progress) for name in places}
            shards = [
                Shard(name, function, (self._watched(pieces[of[0]], steps[name]), *arguments, self.threads))
                for name, of in places.items()
            ]
            with closing(finished(shards, self.executor, self.shelf)) as done:
                for shard, value in done:
                    for place in places[shard.name]:
                        yield place, value
                        steps[shard.name].up_to(pieces[place].n)

    def _watched(self, piece: Piece, steps: _Steps) -> Piece:
        """The piece; where it is walked in this process, its rows are shown as they pass by."""
        return Piece(tuple(replace(part, step=steps.add) for part in piece.parts)) if self.executor.here else piece


class _Steps:
    """Rows of a shard: those that are shown while it is walked are not shown again when it is finished."""

    __slots__ = ("_progress", "_shown")

    def __init__(self, progress: Progress) -> None:
        self._progress, self._shown = progress, 0

    def add(self, n: int) -> None:
        """Show rows that have passed by."""
        self._shown += n
        self._progress.step(n)

    def up_to(self, n: int) -> None:
        """Show the rows of a finished piece, less those that are shown already."""
        self._progress.step(max(0, n - self._shown))
        self._shown = 0
