"""Pairs of a test query and a training text, each with its evidence and what is said of it; the noun of this room."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

import numpy as np

from irassay.comparison.proportions import wilson
from irassay.messages.said import Room

LEAKAGE = Room("leakage")  # the sentences of this room, by their codes
Says: TypeAlias = Literal["leak", "review", "no"]
Kind: TypeAlias = Literal["identical", "generalization", "specialization", "reformulation", "different"]
By: TypeAlias = Literal["people", "words", "ngrams", "vectors"]
State: TypeAlias = Literal["leaked", "review", "clean", ""]  # "": nothing is known

SAYS: tuple[Says, ...] = get_args(Says)
KINDS: tuple[Kind, ...] = get_args(Kind)
EVIDENCE: tuple[By, ...] = get_args(By)
Z = np.array([-1.959963984540054, 1.959963984540054])


@dataclass(frozen=True, slots=True)
class Leak:
    """A test query and a training text that may be the same question.

    Attributes
    ----------
    query, train : str
        Ids.
    verdict : {"leak", "review", "no"}
    type : {"identical", "generalization", "specialization", "reformulation", "different"}
        What the training text is to the test text: the same, a more general question, a more special one, ...
    by : {"people", "words", "ngrams", "vectors"}
        Whose evidence the verdict is.
    similarity : float or None
        Cosine of the vectors; None where there are none.
    overlap : float or None
        Jaccard's coefficient of the stems, weighted by rarity; None where it was not counted.
    field : str
        Of the test query: title, description, variant.
    text, train_text : str
    source : str
        The file of training texts.
    """

    query: str
    train: str
    verdict: Says
    type: Kind
    by: By
    similarity: float | None
    overlap: float | None
    field: str
    text: str
    train_text: str
    source: str

    @property
    def strength(self) -> float:
        """The greater of similarity and overlap, 0 to 1; 0 where neither is known."""
        return max(self.similarity or 0.0, self.overlap or 0.0)


def strongest_first(pairs: Iterable[Leak]) -> list[Leak]:
    """Leaks before what is to be reviewed, people's word before machines', then by strength; ties in byte order."""

    def place(of: Leak) -> tuple[int, bool, bool, float, bytes, bytes, str]:
        named = (of.query.encode(), of.train.encode(), of.field)
        return SAYS.index(of.verdict), of.by != "people", of.type != "identical", -of.strength, *named

    return sorted(pairs, key=place)


class Leaks(Sequence[Leak]):
    """The pairs of test queries and training texts, strongest first, and the queries that they are about.

    Parameters
    ----------
    queries : sequence of str
        Every test query, also those without a pair. The attribute of this name lacks those without words.
    pairs : iterable of Leak
        In any order.
    n_train : int
        Training texts that were read; 0 where none were, as with leaks that are known already.
    counts : mapping of str to int
        What was counted on the way, such as empty texts, in words.
    wordless : iterable of str
        Test queries whose texts have no words: nothing is known of them unless a pair says it, so they are neither
        leaked nor clean, and no share counts them.

    Attributes
    ----------
    every_query : tuple of str
        The test queries with those of which nothing is known.

    Examples
    --------
    >>> pair = Leak("q1", "t7", "leak", "identical", "words", None, 1.0, "title", "red fox", "Red foxes", "train.tsv")
    >>> leaks = Leaks(["q1", "q2"], [pair], n_train=100)
    >>> leaks.leaked, leaks.state("q2"), leaks.share
    (('q1',), 'clean', 0.5)
    """

    __slots__ = ("_by_query", "_pairs", "_unknown", "counts", "every_query", "n_train", "queries", "wordless")

    def __init__(
        self,
        queries: Sequence[str],
        pairs: Iterable[Leak],
        *,
        n_train: int = 0,
        counts: Mapping[str, int] | None = None,
        wordless: Iterable[str] = (),
    ) -> None:
        self.every_query = tuple(queries)
        self.n_train = n_train
        self.counts = dict(counts or {})
        self._pairs = tuple(strongest_first(pairs))
        self._by_query: dict[str, list[Leak]] = {query: [] for query in self.every_query}
        for pair in self._pairs:
            self._by_query[pair.query].append(pair)
        self._unknown = {query for query in wordless if not self._by_query[query]}
        self.wordless = tuple(query for query in self.every_query if query in self._unknown)
        self.queries = tuple(query for query in self.every_query if query not in self._unknown)

    def __len__(self) -> int:
        return len(self._pairs)

    def __iter__(self) -> Iterator[Leak]:
        return iter(self._pairs)

    def __getitem__(self, place):  # type: ignore[no-untyped-def]
        return self._pairs[place]

    def of(self, query: str) -> Sequence[Leak]:
        """The pairs of a query, strongest first."""
        return tuple(self._by_query[query])

    def state(self, query: str) -> State:
        """Whether a query leaked, is to be reviewed, or is clean; "" where nothing is known of it."""
        if query in self._unknown:
            return ""
        says = {pair.verdict for pair in self._by_query[query]}
        return "leaked" if "leak" in says else "review" if "review" in says else "clean"

    @property
    def leaked(self) -> tuple[str, ...]:
        """The queries with a leak, in the order of the test queries."""
        return tuple(query for query in self.queries if self.state(query) == "leaked")

    @property
    def review(self) -> tuple[str, ...]:
        """The queries without a leak that people are to look at."""
        return tuple(query for query in self.queries if self.state(query) == "review")

    @property
    def share(self) -> float:
        """Leaked queries among all, 0 to 1."""
        return len(self.leaked) / len(self.queries) if self.queries else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95% interval of the share, for queries like these."""
        if not self.queries:
            return 0.0, 1.0
        n = len(self.leaked)
        low, high = wilson(np.array([float(n)]), len(self.queries), Z)[0]
        return float(low) if n else 0.0, float(high) if n < len(self.queries) else 1.0

    def with_pairs(self, pairs: Iterable[Leak], counts: Mapping[str, int] | None = None) -> Leaks:
        """The same queries with other pairs, such as these after people have looked at them, and with more counts."""
        counts = {**self.counts, **(counts or {})}
        return Leaks(self.every_query, pairs, n_train=self.n_train, counts=counts, wordless=self.wordless)

    def __repr__(self) -> str:
        return f"Leaks({len(self.leaked):,} of {len(self.queries):,} queries leaked, {len(self):,} pairs)"
