"""Training sets of a reranker: the noun. Pairs of ids are in memory, texts are on disk until they are asked for."""

from __future__ import annotations

import os
import tempfile
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, TypeAlias, get_args

from irassay.collection.instances import Condition, Instance, Instances
from irassay.collection.texts import Texts
from irassay.errors import UsageError
from irassay.leakage.relevant_documents import key_of_text
from irassay.leakage.said import LEAKAGE
from irassay.messages import count

_AS_BYTES = "surrogatepass"
SetKind: TypeAlias = Literal["none", "train", "test"]
KINDS: tuple[SetKind, ...] = get_args(SetKind)


class DocumentTexts:
    """The documents that were asked for so far, as far as the corpus has them; blank texts are none."""

    __slots__ = ("_ends", "_file", "_keys", "_places", "corpus")

    def __init__(self, corpus: Texts) -> None:
        self.corpus = corpus
        self._file = tempfile.TemporaryFile()  # noqa: SIM115 - removed with the noun
        self._places: dict[str, int] = {}  # document -> its number; -1 where the corpus has no text of it
        self._keys, self._ends = array("q"), array("q", [0])

    def look_up(self, docs: Iterable[str]) -> None:
        """Walk the corpus once for the documents that nobody has asked for before."""
        missing = {doc for doc in docs if doc not in self._places}
        for doc, text in self.corpus.walk(missing):
            if text.strip():
                self._add(doc, text)
        self._file.flush()
        self._places |= dict.fromkeys(missing - self._places.keys(), -1)

    def _add(self, doc: str, text: str) -> None:
        data = text.encode("utf-8", _AS_BYTES)
        self._file.write(data)
        self._places[doc] = len(self._keys)
        self._keys.append(key_of_text(text))
        self._ends.append(self._ends[-1] + len(data))

    def key(self, doc: str) -> int | None:
        """The key of a document's text; None where the corpus has none."""
        place = self._places[doc]
        return None if place < 0 else self._keys[place]

    def text(self, doc: str) -> str:
        """The text of a document that has one."""
        start, end = self._ends[self._places[doc]], self._ends[self._places[doc] + 1]
        return os.pread(self._file.fileno(), end - start, start).decode("utf-8", _AS_BYTES)


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
            raise UsageError(LEAKAGE("sets.none", kind=kind, size=size, kinds=KINDS, sizes=self.sizes))
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
