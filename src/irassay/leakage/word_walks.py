"""The three walks of a comparison by words: how rare stems are, which pairs may share enough, the stems of these.

Each is done in this process, or in shards whose values are bytes.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from irassay.collection.training import Training
from irassay.kernel import _core
from irassay.leakage.parts import Piece
from irassay.leakage.shards import TrainingShards
from irassay.leakage.stems import FUNCTION_WORDS, plain
from irassay.leakage.stream import Block
from irassay.progress import Progress

FLOOR = 0.5  # overlap from which on every pair is reported
BOILERPLATE = 10  # training texts that may have a run of 13 words before it says nothing
COUNTING, SIEVING, WEIGHING = "Counting words", "Comparing words", "Weighing words"


class Met(NamedTuple):
    """A pair that the sieve lets through."""

    text: int  # the place of the test text
    train: str
    train_text: str
    source: str
    grams: float  # share of its runs of 13 words in the training text, boilerplate apart


@dataclass(slots=True)
class MetPairs:
    """Pairs that the sieve lets through, in little memory: a training text is held once."""

    sources: list[str] = field(default_factory=list)
    # place of the source, id and text of each training text
    rows: list[tuple[int, str, str]] = field(default_factory=list)
    text: array[int] = field(default_factory=lambda: array("I"))  # of each pair, the place of the test text
    row: array[int] = field(default_factory=lambda: array("I"))  # of each pair, the place in `rows`
    grams: array[float] = field(default_factory=lambda: array("f"))

    def __len__(self) -> int:
        return len(self.text)

    def __iter__(self) -> Iterator[Met]:
        for text, row, grams in zip(self.text, self.row, self.grams):
            source, train, train_text = self.rows[row]
            yield Met(text, train, train_text, self.sources[source], grams)

    def add(self, matcher: _core.Matcher, source: int, block: Block, threads: int) -> None:
        """The pairs of a block of training texts."""
        ids, texts = block
        rows, of, _, grams = matcher.match([plain(text) for text in texts], threads=threads)
        before = -1
        for row in rows.tolist():
            if row != before:
                self.rows.append((source, ids[row], texts[row]))
                before = row
            self.row.append(len(self.rows) - 1)
        self.text.extend(of.tolist())
        self.grams.extend(grams.tolist())

    def extend(self, other: MetPairs, sources: Sequence[str]) -> None:
        """The pairs of later training texts, whose sources these are."""
        first, at = len(self.sources), len(self.rows)
        self.sources += sources
        self.rows += [(first + source, train, text) for source, train, text in other.rows]
        self.row.extend(at + row for row in other.row)
        self.text.extend(other.text)
        self.grams.extend(other.grams)

    def to_bytes(self) -> bytes:
        """Without the sources."""
        return json.dumps([self.rows, list(self.text), list(self.row), list(self.grams)]).encode()

    @classmethod
    def from_bytes(cls, saved: bytes) -> MetPairs:
        """What `to_bytes` wrote."""
        rows, text, row, grams = json.loads(saved)
        return cls([], [tuple(one) for one in rows], array("I", text), array("I", row), array("f", grams))


class WordWalks(Protocol):
    """Three walks, one after the other."""

    test: _core.TestTexts

    def counts(self) -> _core.TrainingCounts:
        """How many training texts have what test texts have."""
        ...

    def met(self, counts: _core.TrainingCounts) -> MetPairs:
        """The pairs that may share enough."""
        ...

    def n_with(self, stems: Sequence[str]) -> list[int]:
        """How many training texts have each of these stems."""
        ...


class InTurn:
    """Walks file after file in this process."""

    __slots__ = ("_threads", "_training", "test")

    def __init__(self, texts: Sequence[str], training: Sequence[Training], threads: int) -> None:
        self.test = kernel_texts(texts)
        self._training, self._threads = training, threads

    def counts(self) -> _core.TrainingCounts:
        """As `WordWalks` says."""
        counts = _core.TrainingCounts(self.test)
        _count(counts, (block for _, block in self._blocks(COUNTING, None)), self._threads)
        return counts

    def met(self, counts: _core.TrainingCounts) -> MetPairs:
        """As `WordWalks` says."""
        matcher = _matcher(self.test, counts)
        met = MetPairs([one.source for one in self._training])
        for number, block in self._blocks(SIEVING, counts.n):
            met.add(matcher, number, block, self._threads)
        return met

    def n_with(self, stems: Sequence[str]) -> list[int]:
        """As `WordWalks` says."""
        counts = _core.StemCounts(self.test, list(stems))
        _count(counts, (block for _, block in self._blocks(WEIGHING, None)), self._threads)
        return list(counts.counts)

    def _blocks(self, title: str, total: int | None) -> Iterator[tuple[int, Block]]:
        with Progress(title, total) as progress:
            for number, one in enumerate(self._training):
                for block in one.blocks():
                    yield number, block
                    progress.step(len(block[0]))


class InShards:
    """Walks in shards."""

    __slots__ = ("_digest", "_shards", "_texts", "test")

    def __init__(self, texts: Sequence[str], shards: TrainingShards) -> None:
        self.test = kernel_texts(texts)
        self._texts, self._shards = list(texts), shards
        self._digest = hashlib.sha256(json.dumps(self._texts).encode()).hexdigest()

    def counts(self) -> _core.TrainingCounts:
        """As `WordWalks` says."""
        counts = _core.TrainingCounts(self.test)
        for _, value in self._shards.values(
            COUNTING, self._shards.for_words, count_words, (self._texts,), [self._digest]
        ):
            counts.merge(zlib.decompress(value))
        return counts

    def met(self, counts: _core.TrainingCounts) -> MetPairs:
        """As `WordWalks` says."""
        of_all = counts.to_bytes()
        made_of = [self._digest, hashlib.sha256(of_all).hexdigest(), FLOOR, BOILERPLATE]
        arguments = self._texts, zlib.compress(of_all, 1)
        found = dict(self._shards.values(SIEVING, self._shards.for_words, sieve_pairs, arguments, made_of))
        met = MetPairs()
        for place, piece in enumerate(self._shards.for_words):
            met.extend(MetPairs.from_bytes(found.pop(place)), [part.training.source for part in piece.parts])
        return met

    def n_with(self, stems: Sequence[str]) -> list[int]:
        """As `WordWalks` says."""
        sums = [0] * len(stems)
        for _, value in self._shards.values(WEIGHING, self._shards.for_words, count_stems, (list(stems),), list(stems)):
            sums = [n + more for n, more in zip(sums, json.loads(value), strict=True)]
        return sums


def kernel_texts(texts: Iterable[str]) -> _core.TestTexts:
    """Test texts as the kernel has them."""
    return _core.TestTexts([plain(text) for text in texts], list(FUNCTION_WORDS))


def count_words(piece: Piece, texts: Sequence[str], threads: int) -> bytes:
    """How many training texts of a piece have what test texts have."""
    counts = _core.TrainingCounts(kernel_texts(texts))
    _count(counts, (block for _, block in piece.blocks()), threads)
    return zlib.compress(counts.to_bytes(), 1)


def sieve_pairs(piece: Piece, texts: Sequence[str], counts: bytes, threads: int) -> bytes:
    """The pairs of a piece that may share enough, given what `count_words` says of all pieces together."""
    test = kernel_texts(texts)
    of_all = _core.TrainingCounts(test)
    of_all.merge(zlib.decompress(counts))
    matcher = _matcher(test, of_all)
    met = MetPairs()
    for number, block in piece.blocks():
        met.add(matcher, number, block, threads)
    return met.to_bytes()


def count_stems(piece: Piece, stems: list[str], threads: int) -> bytes:
    """How many training texts of a piece have each of these stems."""
    counts = _core.StemCounts(kernel_texts(()), stems)
    _count(counts, (block for _, block in piece.blocks()), threads)
    return json.dumps(list(counts.counts)).encode()


def _matcher(test: _core.TestTexts, counts: _core.TrainingCounts) -> _core.Matcher:
    return _core.Matcher(test, counts, floor=FLOOR, boilerplate=BOILERPLATE)


def _count(counts: _core.TrainingCounts | _core.StemCounts, blocks: Iterable[Block], threads: int) -> None:
    for _, texts in blocks:
        counts.add([plain(text) for text in texts], threads=threads)
