"""The terms of generated passages as arrays, block by block, for engines that are given terms and for checks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import numpy as np

from benchmarks import passages
from benchmarks.passages import Ints
from irassay.search import analyse


@dataclass(frozen=True)
class Block:
    """The lengths of passages in terms, and postings in the order of terms, then of passages."""

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
        for term in analyse(word):
            of[at] = numbers.setdefault(term, len(numbers))
    return of, list(numbers)


@cache
def numbers() -> dict[str, int]:
    """Term -> its number."""
    return {term: at for at, term in enumerate(vocabulary()[1])}


def block(start: int, stop: int) -> Block:
    """Passages of one block as they are drawn, or of a part of it."""
    of, _ = vocabulary()
    ((first, words_of, words),) = passages.drawn(start, stop)
    n = len(words_of)
    terms, docs = of[words], np.repeat(np.arange(n), words_of)
    terms, docs = terms[terms >= 0], docs[terms >= 0]
    pairs, counts = np.unique(terms * n + docs, return_counts=True)
    return Block(np.bincount(docs, minlength=n), pairs // n, pairs % n + first, counts)


@cache
def statistics(size: int) -> Statistics:
    with_term = np.zeros(len(vocabulary()[1]), dtype=np.int64)
    n_tokens = 0
    for start in range(0, size, passages.BLOCK):
        some = block(start, min(size, start + passages.BLOCK))
        with_term += np.bincount(some.terms, minlength=len(with_term))
        n_tokens += int(some.lengths.sum())
    return Statistics(size, n_tokens / size, with_term)


def lists(size: int) -> Iterator[list[int]]:
    """The term numbers of each passage, in its order."""
    of, _ = vocabulary()
    for _, lengths, words in passages.drawn(0, size):
        for passage in np.split(of[words], np.cumsum(lengths)[:-1]):
            yield passage[passage >= 0].tolist()
