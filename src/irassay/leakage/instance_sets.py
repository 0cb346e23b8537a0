"""Training sets of a reranker: the noun. Pairs of ids are in memory, texts are on disk until they are asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
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

    queries: Mapping[str, str]
    docs: DocumentTexts


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
    """

    __slots__ = ("_test", "_train", "filler", "leaks", "left_out", "options", "shortfalls", "sizes")

    def __init__(
        self,
        filler: Sequence[Pair],
        leaks: Mapping[SetKind, Sequence[Pair]],
        sides: tuple[Side, Side],
        *,
        sizes: Sequence[int],
        left_out: Mapping[str, int],
        shortfalls: Sequence[tuple[str, int, int]],
        options: Mapping[str, Any],
    ) -> None:
        self.filler, self.leaks = tuple(filler), {kind: tuple(leaks[kind]) for kind in KINDS}
        self._train, self._test = sides
        self.sizes, self.left_out, self.shortfalls = tuple(sizes), dict(left_out), tuple(shortfalls)
        self.options = dict(options)

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
        side = self._test if kind == "test" else self._train
        condition: Condition = "filler" if kind == "none" else kind
        query, of = side.queries[pair.query], (condition, pair.topic, pair.source)
        return (
            Instance(pair.query, query, pair.relevant, side.docs.text(pair.relevant), True, *of),
            Instance(pair.query, query, pair.other, side.docs.text(pair.other), False, *of),
        )

    def __repr__(self) -> str:
        return f"TrainingSets({', '.join(KINDS)} of {', '.join(map(count, self.sizes))} instances)"
