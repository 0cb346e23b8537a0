"""Which queries are trained on, in the order that a seed decides, and which two documents of each make a pair."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from hashlib import blake2b
from itertools import count, islice
from struct import Struct
from typing import NamedTuple, TypeAlias, TypeVar

import numpy as np

from irassay.collection.texts import Texts
from irassay.errors import InputError
from irassay.formats.reading.some_queries import SomeLabels, SomeLists
from irassay.leakage.instance_sets import DocumentTexts
from irassay.leakage.leaks import LEAKAGE

Item = TypeVar("Item")
AT_FIRST = 5  # documents that are not relevant of which the texts are looked up, before all of them are
COPIES = "non-relevant documents with the text of a relevant one"
REPEATED = "documents with the text of one that was taken"
NO_RELEVANT, NO_OTHER = "queries without a relevant document", "queries without a non-relevant document"
_WORDS = Struct(">8Q")  # numbers in one digest
REL = 1  # the least grade of a relevant document
DEPTH = 100  # candidates of a query among which the non-relevant document is drawn


class Labelled(NamedTuple):
    """The documents of a query, each list in the order in which it was drawn."""

    relevant: Sequence[str]
    others: Sequence[str]
    is_whole: bool  # whether these others are all


class Choice(NamedTuple):
    """What became of a query."""

    pairs: Sequence[tuple[str, str]]  # relevant, other
    left_out: Mapping[str, int]  # reason -> documents
    without_text: Sequence[str]
    lacks: str  # why there is no pair; "" where there is one


# The documents of some queries, so many of the others at most; queries without documents may be left out.
Lists: TypeAlias = Callable[[Collection[str], int | None], Mapping[str, Labelled]]


def in_order(ids: Sequence[str], key: int) -> list[str]:
    """The ids in an order that a seed's key and they decide, wherever they stand."""
    start = blake2b(digest_size=8, key=_key(key), person=b"order")

    def numbers() -> Iterator[int]:
        for one in ids:
            hashed = start.copy()
            hashed.update(one.encode("utf-8", "surrogatepass"))
            yield int.from_bytes(hashed.digest(), "big")

    return [ids[place] for place in np.argsort(np.fromiter(numbers(), np.uint64, len(ids)), kind="stable").tolist()]


def drawn(items: Sequence[Item], key: int, name: str, what: str) -> Iterator[Item]:
    """The items in an order that a seed's key, a name and what they are decide, one by one."""
    rest, numbers = list(items), _numbers(key, name, what)
    while rest:
        place = next(numbers) % len(rest)
        rest[place], rest[-1] = rest[-1], rest[place]
        yield rest.pop()


def _numbers(key: int, name: str, what: str) -> Iterator[int]:
    """Random numbers of 64 bits."""
    data = name.encode("utf-8", "surrogatepass")
    for block in count():
        yield from _WORDS.unpack(
            blake2b(data, key=_key(key), person=what.encode(), salt=block.to_bytes(8, "big")).digest()
        )


def _key(key: int) -> bytes:
    return key.to_bytes(8, "big")


def labelled(relevant: Collection[str], others: Sequence[str], key: int, query: str, most: int | None) -> Labelled:
    """The documents of a query in drawn order, so many of the others at most."""
    first = tuple(islice(drawn(others, key, query, "others"), most))
    return Labelled(tuple(drawn(sorted(relevant), key, query, "relevant")), first, len(first) == len(others))


class PairChoices:
    """What became of the queries of one side, of which each shall give `n` pairs at most; asked for some at a time."""

    __slots__ = ("_choices", "_lists", "_n", "texts")

    def __init__(self, lists: Lists, texts: DocumentTexts, n: int) -> None:
        self._lists, self._n = lists, n
        self.texts = texts
        self._choices: dict[str, Choice] = {}

    def look_at(self, queries: Collection[str]) -> None:
        """Choose for the queries that were not looked at before: one walk of the run and of the corpus, rarely two."""
        waiting: Collection[str] = {query for query in queries if query not in self._choices}
        for most in (AT_FIRST + self._n, None):
            if not waiting:
                return
            labelled = self._lists(waiting, most)
            self.texts.look_up(doc for of in labelled.values() for doc in (*of.relevant, *of.others))
            choices = {query: self._choice(labelled[query]) for query in labelled}
            self._choices |= {query: Choice((), {}, (), NO_OTHER) for query in waiting if query not in labelled}
            self._choices |= {query: choice for query, choice in choices.items() if choice is not None}
            waiting = [query for query, choice in choices.items() if choice is None]

    def of(self, query: str) -> Choice:
        """What became of a query; without labels, one that was not looked at lacks a relevant document."""
        return self._choices.get(query, Choice((), {}, (), NO_RELEVANT))

    def _choice(self, of: Labelled) -> Choice | None:
        """The pairs of a query; None where more of its documents have to be looked up."""
        left_out: dict[str, int] = {}
        without: list[str] = []
        keys = {key for doc in of.relevant if (key := self.texts.key(doc)) is not None}
        relevant = list(islice(self._usable(of.relevant, set(), left_out, without), self._n))
        others = list(islice(self._usable(of.others, keys, left_out, without), len(relevant)))
        if len(others) < len(relevant) and not of.is_whole:
            return None
        lacks = "" if others else NO_OTHER if relevant else NO_RELEVANT
        return Choice(tuple(zip(relevant, others)), left_out, without, lacks)

    def _usable(
        self, docs: Sequence[str], refused: set[int], left_out: dict[str, int], without: list[str]
    ) -> Iterator[str]:
        """Documents with a text that is neither refused nor another's before; why not is noted for those passed by."""
        seen: set[int] = set()
        for doc in docs:
            key = self.texts.key(doc)
            if key is None:
                without.append(doc)
            elif key in refused or key in seen:
                reason = COPIES if key in refused else REPEATED
                left_out[reason] = left_out.get(reason, 0) + 1
            else:
                seen.add(key)
                yield doc


class TrainingQueries:
    """Their texts are in memory; labels, candidates and documents are read for those that are looked at."""

    __slots__ = ("_choices", "_key", "_labels", "_sources", "n_positives", "texts")

    def __init__(
        self, sources: Mapping[str, Texts], labels: SomeLabels, run: SomeLists, corpus: DocumentTexts, key: int
    ) -> None:
        self.texts: dict[str, dict[str, str]] = {}  # source -> query -> text
        self.n_positives: dict[str, int] = {}  # looked at: candidates that are labelled relevant
        self._sources, self._labels, self._key = sources, labels, key
        self._choices = PairChoices(lambda some, most: run.of(some, partial(self._documents, most=most)), corpus, 1)
        for name in sources:
            self._read(name)

    def _read(self, name: str) -> None:
        """Read a source; InputError where it has a query twice, or another has it, too."""
        own = self.texts[name] = {}
        source = self._sources[name].source
        for n, (query, text) in enumerate(self._sources[name]):
            own[query] = text
            if len(own) == n:
                raise InputError(LEAKAGE("training.twice", source=source, query=query))
        for other, texts in self.texts.items():
            if other != name and (both := own.keys() & texts.keys()):
                files = {"source": source, "other": self._sources[other].source}
                raise InputError(LEAKAGE("training.both", query=min(both), **files))

    def source(self, query: str) -> str | None:
        """The name of the source that has a query."""
        return next((name for name, texts in self.texts.items() if query in texts), None)

    def text(self, query: str) -> str:
        """The text of a query that a source has."""
        return next(texts[query] for texts in self.texts.values() if query in texts)

    def refuse_unknown(self, queries: Collection[str]) -> None:
        """Raise where leaks name queries that no source has."""
        unknown = sorted(query for query in queries if self.source(query) is None)
        if unknown:
            sources = (texts.source for texts in self._sources.values())
            raise InputError(LEAKAGE("training.unknown", n=len(unknown), query=unknown[0], sources=sources))

    def labelled(self, queries: Sequence[str]) -> list[str]:
        """Those with a relevant document."""
        self._labels.read(queries)
        return [query for query in queries if max(self._labels.grades(query).values(), default=0) >= REL]

    def look_at(self, queries: Sequence[str]) -> None:
        """Read labels, candidates and documents of those that were not looked at before."""
        self._choices.look_at(self.labelled(queries))

    def of(self, query: str) -> Choice:
        """What became of a query that was looked at."""
        return self._choices.of(query)

    def _documents(self, query: str, candidates: Sequence[str], *, most: int | None) -> Labelled:
        relevant = {doc for doc, grade in self._labels.grades(query).items() if grade >= REL}
        others = [doc for doc in candidates[:DEPTH] if doc not in relevant]
        self.n_positives[query] = len(candidates[:DEPTH]) - len(others)
        return labelled(relevant, others, self._key, query, most)
