"""Training sets of a reranker: the noun. Pairs of ids are in memory, texts are on disk until they are asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, TypeAlias, get_args

from irassay.collection.instances import Condition, Instance, Instances
from irassay.errors import UsageError, cut
from irassay.leakage.document_texts import DocumentTexts
from irassay.messages import count

SetKind: TypeAlias = Literal["none", "train", "test"]

KINDS: tuple[SetKind, ...] = get_args(SetKind)


class Pair(NamedTuple):
    """A relevant and a non-relevant document of a query; `topic` is the test query that it leaks, or ""."""

    query: str
    relevant: str
    other: str
    topic: str
    source: str


class Side(NamedTuple):
    """Texts of the queries and of the documents of a collection."""

    query_text: Callable[[str], str]
    docs: DocumentTexts


@dataclass(frozen=True, slots=True, repr=False)
class TrainingSets:
    """Sets by kind and size. The leaks stand first: a trainer has to shuffle.

    Attributes
    ----------
    sizes : tuple of int
        Instances, two a pair.
    filler : tuple of Pair
        In the order in which sets take it.
    leaks : mapping of str to tuple of Pair
        "none", "train", "test" -> the pairs that stand first in each set of that kind.
    left_out : mapping of str to int
        Reason -> how many, among the queries that were looked at.
    shortfalls : tuple of (str, int, int)
        What there was too little of: what, needed, there. Empty unless `as_many` was asked for.
    options : mapping of str to object
        What was asked for, the seed too.
    sides : tuple of Side
        Texts of the training collection, and of the test collection.
    """

    filler: tuple[Pair, ...]
    leaks: Mapping[SetKind, tuple[Pair, ...]]
    sizes: tuple[int, ...]
    left_out: Mapping[str, int]
    shortfalls: tuple[tuple[str, int, int], ...]
    options: Mapping[str, Any]
    sides: tuple[Side, Side]

    def n_filler(self, kind: SetKind, size: int) -> int:
        """How many pairs of filler a set has."""
        return size // 2 - len(self.leaks[kind])

    def pairs(self, kind: SetKind, size: int) -> tuple[Pair, ...]:
        """The pairs of a set: leaks, then filler."""
        return self.leaks[kind] + self.filler[: self.n_filler(kind, size)]

    def instances(self, kind: SetKind, size: int) -> Instances:
        """A set with its texts.

        Parameters
        ----------
        kind : {"none", "train", "test"}
        size : int

        Returns
        -------
        Instances
        """
        if kind not in KINDS or size not in self.sizes:
            raise UsageError(f"no set {cut(kind)} of {size:,}; there are {', '.join(KINDS)} of {self.sizes}")
        return Instances(self.walk(kind, size), source=f"{kind}-{size}")

    def walk(self, kind: SetKind, size: int) -> Iterator[tuple[Instance, Instance]]:
        """The pairs of a set with their texts, one by one."""
        yield from (self.with_texts(pair, kind) for pair in self.leaks[kind])
        yield from (self.with_texts(pair) for pair in self.filler[: self.n_filler(kind, size)])

    def with_texts(self, pair: Pair, kind: SetKind = "none") -> tuple[Instance, Instance]:
        """The instances of a pair of filler ("none"), or of the leaks of a kind."""
        side = self.sides[kind == "test"]
        condition: Condition = "filler" if kind == "none" else kind
        query, of = side.query_text(pair.query), (condition, pair.topic, pair.source)
        return (
            Instance(pair.query, query, pair.relevant, side.docs.text(pair.relevant), True, *of),
            Instance(pair.query, query, pair.other, side.docs.text(pair.other), False, *of),
        )

    def __repr__(self) -> str:
        return f"TrainingSets({', '.join(KINDS)} of {', '.join(map(count, self.sizes))} instances)"
