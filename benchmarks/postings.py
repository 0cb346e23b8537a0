"""The terms of generated passages as arrays, block by block, for engines that are given terms and for checks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import numpy as np

from benchmarks import passages
from benchmarks.passages import Ints
from irassay import retrieval


@dataclass(frozen=True)
class Block:
    """Passages from `first` on: their lengths in terms, and postings in the order of terms, then of passages."""

    first: int
    lengths: Ints
    terms: Ints
    docs: Ints
    counts: Ints


@dataclass(frozen=True)
class Statistics:
    """Of the whole collection, as BM25 needs them; `with_term[term]` counts passages."""

    n_docs: int
    average: float
    with_term: Ints


@cache
def vocabulary() -> tuple[Ints, list[str]]:
    """Word number -> term number, -1 for a stopword, and the terms: what our analysis makes of the words."""
    numbers: dict[str, int] = {}
    of = np.full(len(passages.vocabulary()), -1)
    for at, word in enumerate(passages.vocabulary()):
        for term in retrieval.analyse(word):
            of[at] = numbers.setdefault(term, len(numbers))
    return of, list(numbers)


@cache
def numbers() -> dict[str, int]:
    """Term -> its number."""
    return {term: at for at, term in enumerate(vocabulary()[1])}


def blocks(size: int) -> Iterator[Block]:
    of, _ = vocabulary()
    for first, words_of, words in passages.drawn(0, size):
        n = len(words_of)
        terms, docs = of[words], np.repeat(np.arange(n), words_of)
        terms, docs = terms[terms >= 0], docs[terms >= 0]
        pairs, counts = np.unique(terms * n + docs, return_counts=True)
        yield Block(first, np.bincount(docs, minlength=n), pairs // n, pairs % n + first, counts)


@cache
def statistics(size: int) -> Statistics:
    with_term = np.zeros(len(vocabulary()[1]), dtype=np.int64)
    n_tokens = 0
    for block in blocks(size):
        with_term += np.bincount(block.terms, minlength=len(with_term))
        n_tokens += int(block.lengths.sum())
    return Statistics(size, n_tokens / size, with_term)


def lists(size: int) -> Iterator[list[int]]:
    """The term numbers of each passage, in its order."""
    of, _ = vocabulary()
    for _, lengths, words in passages.drawn(0, size):
        for passage in np.split(of[words], np.cumsum(lengths)[:-1]):
            yield passage[passage >= 0].tolist()
