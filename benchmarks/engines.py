"""Search engines that are given the same passages and queries, each with its CPU time and its scores."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

import numpy as np

from benchmarks.passages import Passages
from benchmarks.peers import Disagree
from benchmarks.timing import Took, now, since
from irassay import Runs
from irassay.search import WordIndex, open_index

K1, B = 0.9, 0.4
BEST = 10
CHECKED = 20  # queries whose lists are compared
TOLERANCE = 1e-5  # relative: peers add 32-bit floats
Scores = list[list[float]]  # [query][place]
Lists = list[dict[str, float]]  # [query] passage -> score, best first
Lengths = Literal["lucene", "exact"]


@dataclass(frozen=True)
class Search:
    """What is searched for: the texts of the queries, and where they are whole passages their ids."""

    passages: Passages
    texts: dict[str, str]
    whole: bool
    depth: int = 100


class Engine(Protocol):
    """A peer, with its index open and its code compiled."""

    def check(self, ours: Ours) -> str:
        """Raise Disagree unless it finds what we find; what was compared."""

    def once(self) -> Took:
        """Seconds a query."""


class Ours:
    """Passages as queries are searched by their ids, others by their texts."""

    def __init__(self, search: Search, *, threads: int = 1) -> None:
        self.folder, self.search, self.threads = search.passages.folder / "ours", search, threads
        self.index = self._open("lucene")

    def once(self) -> Took:
        return self.of(list(self.search.texts))

    def of(self, queries: Sequence[str]) -> Took:
        """Seconds a query of these."""
        start = now()
        self._lists(self.index, queries, self.search.depth)
        return since(start) * (1 / len(queries))

    def best(self, lengths: Lengths) -> Lists:
        """The best of the first queries."""
        some = list(self.search.texts)[:CHECKED]
        runs = self._lists(self._open(lengths), some, BEST)
        name = self.index.name
        return [dict(zip(runs.ranking(name, query), runs.core.scores(name, query))) for query in some]

    def _open(self, lengths: Lengths) -> WordIndex:
        index = open_index(self.folder, lengths=lengths, k1=K1, b=B, threads=self.threads)
        assert isinstance(index, WordIndex)
        return index

    def _lists(self, index: WordIndex, queries: Sequence[str], depth: int) -> Runs:
        if self.search.whole:
            return index.search_passages({query: query for query in queries}, depth=depth)
        return index.search({query: self.search.texts[query] for query in queries}, depth=depth)


def check_scores(name: str, ours: Lists, theirs: Scores) -> str:
    """Raise unless the best scores of each query are ours; what was compared."""
    for mine, other in zip(ours, theirs, strict=True):
        if len(mine) != len(other) or not np.allclose(list(mine.values()), other, rtol=TOLERANCE, atol=0):
            raise Disagree(f"{name}: {other} where ours are {list(mine.values())}")
    return f"{name}'s best {BEST} scores of {len(ours)} queries are ours, to {TOLERANCE:g}"
