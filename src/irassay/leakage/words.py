"""Pairs that share words: the same stems, all stems of a test text, most of their weight, slips of the pen, long runs.

Three walks through the training texts: one counts how rare each stem is, one lets pairs through that may share enough,
one counts the stems of these exactly. Memory grows with the test texts and with the pairs that are left. The kernel
finds the stems; here stand the function words, which are about nothing.

Each walk is done in this process, or in shards whose values are bytes.
"""

from __future__ import annotations

import hashlib
import json
import re
import unicodedata
import zlib
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain
from math import log
from typing import NamedTuple

from irassay.collection.texts import TestText
from irassay.collection.training import EMPTY, Training
from irassay.kernel import _core
from irassay.leakage.leaks import LEAKAGE, Leaks
from irassay.leakage.shards import Piece, TrainingShards
from irassay.leakage.stream import Block
from irassay.progress import Progress
from irassay.search.analysis import LUCENE_STOPWORDS

# Scripts without spaces, as the kernel has them: Thai and Lao, Burmese, Khmer, Hiragana, Chinese; and Katakana, whose
# words are told from others.
_UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u309f\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_KATAKANA = "\u30a0-\u30ff"
# Latin letters with a mark, as one character or as a letter and its marks; and those that no mark makes of others.
_ACCENTED = re.compile("[\u00c0-\u024f\u1e00-\u1eff\u0300-\u036f]")
_MARKS = re.compile("(?<=[a-z])[\u0300-\u036f]+")
_LETTERS = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ı": "i", "æ": "ae", "œ": "oe"})

# What one text is written with in several ways. Apostrophes before NFKC, which makes an accent of the acute one.
_ONE_WAY = str.maketrans(
    dict.fromkeys("\u2018\u2019\u201b\u02b9\u02bb\u02bc\u02bd\u02c8\u2032\u00b4\u055a\u05f3\ua78c\uff07`", "'")
    | dict.fromkeys("\u2010\u2011\u2012\u2013\u2212", "-")
    | {"_": " ", "\u066c": ","}
    | dict.fromkeys("\u00ad\u200b\u200c\u200d\u2060\ufeff")  # soft hyphens and what has no width
)
_DIGITS = r"(?<![\d.,])\d{1,3}(?:([,'\u00a0\u2009\u202f])\d{3})(?:\1\d{3})*(?![\d,]\d)(?!\d)"
_THOUSANDS = re.compile(_DIGITS)  # 10,000 and 1'000'000; not the list 1,2,3 or 10,0000
# U.S. and e.g.; not x.y.com. A row of letters is tried from its first one only, and once.
_DOTTED = re.compile(r"(?<!\b[^\W\d_]\.)\b[^\W\d_](?:\.[^\W\d_])++(?:\.(?!\w)|(?![\w.]))")
_BETWEEN_UNSPACED = re.compile("|".join(rf"(?<=[{one}])\s+(?=[{one}])" for one in (_UNSPACED, _KATAKANA)))
_BESIDE_KATAKANA = re.compile(rf"(?<=[{_UNSPACED}])(?=[{_KATAKANA}])|(?<=[{_KATAKANA}])(?=[{_UNSPACED}])")
# What of this may be in plain ASCII; each begins with its sign, which a search skips to.
_IN_ASCII = tuple(map(re.compile, ("_", "`", r",\d{3}", r"'\d{3}", r"\.[A-Za-z]\b")))

# Lucene's stop words, and others that ask, point or help without saying what about; not "us", which may be the U.S.
FUNCTION_WORDS = (
    *LUCENE_STOPWORDS,
    *("what", "which", "who", "whom", "whose", "when", "where", "why", "how", "do", "does", "did", "done", "can"),
    *("could", "should", "would", "may", "might", "must", "shall", "has", "have", "had", "been", "being", "am", "were"),
    *("i", "me", "my", "we", "our", "you", "your", "he", "him", "his", "she", "her", "its", "them", "those"),
    *("from", "about", "than", "so", "too", "also", "any", "some", "there's", "what's", "who's", "how's", "where's"),
)
STEMMED = 1 << 14  # texts whose stems are kept
CONTENT_WORDS = 2  # of a test text that a training text has all of, to be the same question with more said
FLOOR = 0.5  # overlap from which on every pair is reported
BOILERPLATE = 10  # training texts that may have a run of 13 words before it says nothing
COUNTING, SIEVING, WEIGHING = "Counting words", "Comparing words", "Weighing words"


def plain(text: str) -> str:
    """A text as it is compared: compatible characters as one (NFKC), case folded, Latin letters without accents;
    apostrophes, underscores, thousands, dotted abbreviations and spaces in scripts without spaces are written one
    way."""
    if text.isascii():
        return with_accents(text) if any(one.search(text) for one in _IN_ASCII) else text
    accented = with_accents(text)
    if not _ACCENTED.search(accented):
        return accented
    return unicodedata.normalize("NFC", _MARKS.sub("", unicodedata.normalize("NFD", accented.translate(_LETTERS))))


def with_accents(text: str) -> str:
    """As `plain`, with the accents: "mà" and "má" are different words where both are written."""
    text = text.translate(_ONE_WAY)
    text = _THOUSANDS.sub(lambda number: re.sub(r"\D", "", number[0]), text)
    text = _DOTTED.sub(lambda one: one[0].replace(".", ""), unicodedata.normalize("NFKC", text))
    return _BESIDE_KATAKANA.sub(" ", _BETWEEN_UNSPACED.sub("", text)).casefold()


def is_accented(text: str) -> bool:
    """Whether a Latin letter of the text has an accent."""
    return not text.isascii() and plain(text) != with_accents(text)


@dataclass(frozen=True, slots=True)
class WordPair:
    """A test text and a training text that share words."""

    text: int  # the place of the test text
    train: str
    train_text: str
    source: str
    test_stems: frozenset[str]
    train_stems: frozenset[str]
    meant_stems: frozenset[str]  # the training text's, with slips of the pen read as meant
    overlap: float  # weight of the shared stems over that of either's
    with_slips: float  # the same with `meant_stems`
    grams: float  # share of the test text's 13-word runs in the other, boilerplate apart
    other_accents: bool  # both have accents and differ in these alone, by their stems

    @property
    def is_same(self) -> bool:
        """The same stems in any order."""
        return self.test_stems == self.train_stems

    @property
    def has_all(self) -> bool:
        """All stems of a test text of two content words or more, and others."""
        return _has_all(self.test_stems, self.train_stems)

    @property
    def counts(self) -> bool:
        """Whether there is a reason to report the pair."""
        by_slips = self.test_stems == self.meant_stems or _has_all(self.test_stems, self.meant_stems)
        return by_slips or self.with_slips >= FLOOR or self.grams >= FLOOR


@dataclass(frozen=True, slots=True)
class WordPairs:
    """All pairs that share words, by training text; and how many training texts there were, with words and without."""

    pairs: Iterable[WordPair]
    n_train: int
    n_empty: int


def find_by_words(
    test: Sequence[TestText], training: Sequence[Training] | TrainingShards, *, threads: int = 0
) -> WordPairs:
    """Every pair whose overlap is 0.5 or more, or of which one has all that the other says, or half its runs of words.
    A stem weighs ln((N + 1) / (n + 1/2)), where n of N training texts have it; one slip of the pen is forgiven from six
    letters on. Source: Spärck Jones 1972, smoothed."""
    texts = [one.text for one in test]
    if isinstance(training, TrainingShards):
        walks: InTurn | InShards = InShards(texts, training)
        files: Sequence[Training] = training.training
    else:
        walks, files = InTurn(texts, training, threads), training
    counts = walks.counts()
    n, n_empty = counts.n, counts.n_empty
    met = walks.met(counts)
    del counts
    stems_of = lru_cache(STEMMED)(lambda text: frozenset(walks.test.stems(plain(text))))
    weights = _weights(walks, texts, met, n, stems_of)
    n_blank = sum(one.counts.get(EMPTY, 0) for one in files)
    return WordPairs(_Weighed(met, texts, weights, stems_of, walks.test), n + n_blank, n_empty + n_blank)


@dataclass(frozen=True, slots=True)
class _Weighed:
    """The pairs that there is a reason to report: each is made when it is asked for, since many fill the memory."""

    met: MetPairs
    texts: Sequence[str]
    weights: Mapping[str, float]
    stems_of: Callable[[str], frozenset[str]]
    kernel_test: _core.TestTexts

    def __iter__(self) -> Iterator[WordPair]:
        for one in self.met:
            pair = _weighed(one, self.texts[one.text], self)
            if pair.counts:
                yield pair


def _weights(
    walks: InTurn | InShards, texts: Sequence[str], met: MetPairs, n: int, stems_of: Callable[[str], frozenset[str]]
) -> dict[str, float]:
    """The weight of every stem of the texts that met."""
    some = chain((texts[place] for place in set(met.text)), (text for _, _, text in met.rows))
    stems = sorted({stem for text in some for stem in stems_of(text)})
    counts = walks.n_with(stems) if stems else []
    return {stem: log((n + 1) / (n_texts + 0.5)) for stem, n_texts in zip(stems, counts, strict=True)}


def _weighed(met: Met, test_text: str, of: _Weighed) -> WordPair:
    test, train, kernel_test = of.stems_of(test_text), of.stems_of(met.train_text), of.kernel_test
    meant = train
    if not test <= train:
        slips = _meant(test - train, train - test, kernel_test.slips(plain(met.train_text)))
        meant = frozenset(slips.get(stem, stem) for stem in train) if slips else train
    overlap, with_slips = (_overlap(test, other, of.weights) for other in (train, meant))
    other_accents = test <= train and _other_accents(test_text, met.train_text, kernel_test)
    return WordPair(
        met.text, met.train, met.train_text, met.source, test, train, meant, overlap, with_slips, met.grams,
        other_accents,
    )  # fmt: skip


def _other_accents(test_text: str, train_text: str, kernel_test: _core.TestTexts) -> bool:
    """Whether both have accents, and the stems of the test text are not all in the training text with them."""
    if not (is_accented(test_text) and is_accented(train_text)):
        return False
    test, train = (set(kernel_test.stems(with_accents(text))) for text in (test_text, train_text))
    return not test <= train


def _meant(missing: frozenset[str], others: frozenset[str], slips: Iterable[tuple[str, list[str]]]) -> dict[str, str]:
    """Stems of the training text alone -> the missing stem of the test text that each may be a slip of."""
    meant: dict[str, str] = {}
    for stem, may_mean in slips:
        wanted = [one for one in may_mean if one in missing and one not in meant.values()]
        if stem in others and wanted:
            meant.setdefault(stem, min(wanted))
    return meant


def _overlap(a: frozenset[str], b: frozenset[str], weights: Mapping[str, float]) -> float:
    """Jaccard's coefficient, weighted; 0 where both are empty."""
    either = sum(weights[stem] for stem in sorted(a | b))
    return sum(weights[stem] for stem in sorted(a & b)) / either if either else 0.0


def _has_all(test: frozenset[str], train: frozenset[str]) -> bool:
    return test < train and len(test) >= CONTENT_WORDS


def own_texts(leaks: Leaks) -> str:
    """A warning where training texts are the test queries themselves, all of them and no other, or all under their own
    ids in one file; "" elsewhere, and for one query."""
    n = len(leaks.queries)
    same = [pair for pair in leaks if pair.type == "identical" and pair.verdict == "leak"]
    if n < 2 or len({pair.query for pair in same}) < n:
        return ""
    if leaks.n_train and len({(pair.source, pair.train) for pair in same}) == leaks.n_train:
        return LEAKAGE("own.all", n=n)
    own: dict[str, set[str]] = {}
    for pair in same:
        if pair.train == pair.query:
            own.setdefault(pair.source, set()).add(pair.query)
    copies = [source for source, queries in own.items() if len(queries) == n]
    return LEAKAGE("own.copies", sources=copies, n=n) if copies else ""


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


class InTurn:
    """Three walks, one after the other: file after file in this process."""

    __slots__ = ("_threads", "_training", "test")

    def __init__(self, texts: Sequence[str], training: Sequence[Training], threads: int) -> None:
        self.test = kernel_texts(texts)
        self._training, self._threads = training, threads

    def counts(self) -> _core.TrainingCounts:
        """How many training texts have what test texts have."""
        counts = _core.TrainingCounts(self.test)
        _count(counts, (block for _, block in self._blocks(COUNTING, None)), self._threads)
        return counts

    def met(self, counts: _core.TrainingCounts) -> MetPairs:
        """The pairs that may share enough."""
        matcher = _matcher(self.test, counts)
        met = MetPairs([one.source for one in self._training])
        for number, block in self._blocks(SIEVING, counts.n):
            met.add(matcher, number, block, self._threads)
        return met

    def n_with(self, stems: Sequence[str]) -> list[int]:
        """How many training texts have each of these stems."""
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
    """The same walks in shards."""

    __slots__ = ("_digest", "_shards", "_texts", "test")

    def __init__(self, texts: Sequence[str], shards: TrainingShards) -> None:
        self.test = kernel_texts(texts)
        self._texts, self._shards = list(texts), shards
        self._digest = hashlib.sha256(json.dumps(self._texts).encode()).hexdigest()

    def counts(self) -> _core.TrainingCounts:
        """As `InTurn` says."""
        counts = _core.TrainingCounts(self.test)
        for _, value in self._shards.values(
            COUNTING, self._shards.for_words, count_words, (self._texts,), [self._digest]
        ):
            counts.merge(zlib.decompress(value))
        return counts

    def met(self, counts: _core.TrainingCounts) -> MetPairs:
        """As `InTurn` says."""
        of_all = counts.to_bytes()
        made_of = [self._digest, hashlib.sha256(of_all).hexdigest(), FLOOR, BOILERPLATE]
        arguments = self._texts, zlib.compress(of_all, 1)
        found = dict(self._shards.values(SIEVING, self._shards.for_words, sieve_pairs, arguments, made_of))
        met = MetPairs()
        for place, piece in enumerate(self._shards.for_words):
            met.extend(MetPairs.from_bytes(found.pop(place)), [part.training.source for part in piece.parts])
        return met

    def n_with(self, stems: Sequence[str]) -> list[int]:
        """As `InTurn` says."""
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
