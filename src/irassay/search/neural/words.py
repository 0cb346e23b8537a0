"""Words of texts as rows of a matrix of vectors, with their rarity; and files of word vectors."""

from __future__ import annotations

import re
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from math import isfinite
from typing import Any
from zlib import crc32

import numpy as np
import numpy.typing as npt

from irassay.errors import InputError, cut
from irassay.formats.sources.lines import Problems, lines
from irassay.search.said import SEARCH

_WORD = re.compile(r"\w+")
UNKNOWN = 1024  # rows that words of no own row share, after row 0, which fills up
MOST_TRAINED = 50_000  # words with a vector of their own where vectors are trained
ENOUGH = 0.5  # of the training texts' different words that a file of vectors must know


def words_of(text: str) -> list[str]:
    """The words of a text, in lower case."""
    return _WORD.findall(text.lower())


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Words with rows of their own, from row 1 + UNKNOWN on, and how rare they are."""

    words: Sequence[str]
    idf: npt.NDArray[np.float32]  # by row; ln((documents + 1) / (documents with the word + 1))
    _rows: dict[str, int] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_rows", {word: 1 + UNKNOWN + i for i, word in enumerate(self.words)})

    @classmethod
    def of(cls, texts: Iterable[str], words: Sequence[str] | None = None) -> Vocabulary:
        """The words of these texts, the most frequent first, or these words, with idf by these texts."""
        seen: Counter[str] = Counter()
        n = 0
        for text in texts:
            n += 1
            seen.update(set(words_of(text)))
        if words is None:
            words = sorted(seen, key=lambda word: (-seen[word], word))[:MOST_TRAINED]
        found = np.concatenate([np.zeros(1 + UNKNOWN), [seen[word] for word in words]])
        return cls(words, np.log((n + 1) / (found + 1)).astype(np.float32))

    @property
    def n_rows(self) -> int:
        """Rows of the matrix."""
        return 1 + UNKNOWN + len(self.words)

    def rows(self, words: Iterable[str]) -> list[int]:
        """The row of each word."""
        get = self._rows.get
        return [get(word) or 1 + crc32(word.encode("utf-8", "surrogatepass")) % UNKNOWN for word in words]

    def known(self, words: Iterable[str]) -> int:
        """How many of these words have a row of their own."""
        return sum(1 for word in words if word in self._rows)


def read_vectors(path: str) -> tuple[list[str], npt.NDArray[np.float32]]:
    """Words and vectors of a file of GloVe or word2vec, a word and numbers a line; InputError for a wrong line."""
    problems = Problems(path)
    words: dict[str, None] = {}
    numbers = array("f")
    width = 0
    for number, line in lines(path, problems):
        cells = line.rstrip().split(" ")
        if number == 1 and len(cells) == 2 and all(cell.isdigit() for cell in cells):
            continue  # word2vec's heading
        if not width:
            width = len(cells) - 1
        if len(cells) != width + 1 or width < 2:
            problems.add(number, f"{len(cells) - 1:,} numbers behind {cut(cells[0])}, expected {max(width, 2):,}")
            continue
        if cells[0] in words:
            continue  # GloVe has a few words twice
        vector = _numbers(cells[1:])
        if vector is None:
            problems.add(number, f"no finite numbers behind {cut(cells[0])}, expected a word and its vector")
            continue
        numbers.extend(vector)
        words[cells[0]] = None
    problems.raise_if_any()
    if not words:
        raise InputError(f"{path} has no vectors, expected a word and its numbers a line")
    return list(words), np.frombuffer(numbers, np.float32).reshape(len(words), width).copy()


def _numbers(cells: Sequence[str]) -> list[float] | None:
    """The numbers in cells; None where one is none, or not finite."""
    try:
        vector = [float(cell) for cell in cells]
    except ValueError:
        return None
    return vector if all(map(isfinite, vector)) else None


def check_known(vocabulary: Vocabulary, texts: Iterable[str], path: str) -> None:
    """InputError where vectors know under half of the different words of texts."""
    words = {word for text in texts for word in words_of(text)}
    known = vocabulary.known(words)
    if known < ENOUGH * len(words):
        missing = ", ".join(islice((cut(word) for word in sorted(words) if not vocabulary.known([word])), 3))
        raise InputError(SEARCH("train.vectors", path=path, known=known, words=len(words), missing=missing))


def padded(rows: Sequence[Sequence[int]], least: int) -> npt.NDArray[np.int64]:
    """Rows of unequal length as a matrix, filled up with 0."""
    matrix = np.zeros((len(rows), max(least, *map(len, rows))), np.int64)
    for at, row in zip(matrix, rows):
        at[: len(row)] = row
    return matrix


def pieces_of(words: Sequence[Any], length: int) -> Iterator[Sequence[Any]]:
    """A list cut into pieces of a length, at least one."""
    for start in range(0, max(len(words), 1), length):
        yield words[start : start + length]
