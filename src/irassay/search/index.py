"""The methods of every index, whatever engine stands behind it."""

from __future__ import annotations

import os
from collections.abc import Container, Iterable, Mapping, Sequence, Sized
from itertools import islice
from typing import Protocol, TypeAlias, cast

from irassay.collection.runs import Runs
from irassay.collection.texts import Texts
from irassay.errors import InputError, UsageError, cut
from irassay.formats.reading.texts import read_texts
from irassay.kernel import _core
from irassay.messages import conjugate, listed, plural

TextSource: TypeAlias = (
    "str | os.PathLike[str] | list[str] | list[os.PathLike[str]] | Texts | Mapping[str, str]"
    " | Iterable[tuple[str, str]]"
)

NO_QUERY = "no query to search for, expected at least one"


class Index(Protocol):
    """An engine that finds passages for a text, and for a passage that it holds."""

    name: str
    path: str
    digest: str

    def search(self, queries: TextSource, *, depth: int = 100) -> Runs:
        """The lists of queries by their texts; a query without a hit has none."""

    def search_passages(self, passages: Mapping[str, str], *, depth: int = 100) -> Runs:
        """The lists of queries, each of which is a passage of the index, by its id; the passage itself included."""

    def has(self, ids: Iterable[str]) -> set[str]:
        """Those of the ids that the index has a passage of."""


def pairs_of(texts: TextSource) -> Iterable[tuple[str, str]]:
    """Ids and texts of files, `Texts`, a mapping or pairs; files one after the other. UsageError for anything else."""
    if isinstance(texts, str | os.PathLike):
        return read_texts(texts)
    if isinstance(texts, Mapping):
        return texts.items()
    if not isinstance(texts, Iterable):
        raise UsageError(f"expected texts as files, a mapping or pairs of id and text, but got {cut(texts)}")
    if paths := _files(texts):
        return (pair for path in paths for pair in read_texts(path))
    return cast("Iterable[tuple[str, str]]", texts)


def _files(texts: object) -> list[str | os.PathLike[str]]:
    """The files of a list that has nothing else; none for anything else."""
    if not isinstance(texts, list | tuple):
        return []
    paths = [one for one in texts if isinstance(one, str | os.PathLike)]
    return paths if len(paths) == len(texts) else []


def number_of(texts: TextSource) -> int | None:
    """How many texts there are, as far as that can be told before they are used up: those of files are counted."""
    paths = [texts] if isinstance(texts, str | os.PathLike) else _files(texts)
    if paths:
        return sum(1 for path in paths for _ in read_texts(path)) if all(map(os.path.isfile, paths)) else None
    return len(texts) if isinstance(texts, Sized) else None


def places_of(texts: TextSource, one: str) -> str:
    """Where the first two texts of an id stand, in brackets for a message; "" for texts that are in no files."""
    paths = [texts] if isinstance(texts, str | os.PathLike) else _files(texts)
    if not all(map(os.path.isfile, paths)):
        return ""  # a pipe can't be read again
    numbered = ((path, n, id_) for path in paths for n, (id_, _) in enumerate(read_texts(path), 1))
    places = (f"text {n:,} of {cut(path)}" for path, n, id_ in numbered if id_ == one)
    first = list(islice(places, 2))
    if len(first) == 1:
        first.append("one that the index had")
    return f" ({listed(first)})" if first else ""


def queries_of(texts: TextSource) -> dict[str, str]:
    """Queries by id; InputError for an id twice, or no query."""
    queries: dict[str, str] = {}
    for query, text in pairs_of(texts):
        if query in queries:
            raise InputError(f"query {cut(query)} twice{places_of(texts, query)}, expected each once")
        queries[query] = text
    if not queries:
        raise InputError(NO_QUERY)
    return queries


class Passages:
    """The passages of an index's shards; `path` is the index's, for messages."""

    def __init__(self, path: str, shards: Sequence[_core.Shard]) -> None:
        self.path = path
        self.shards = shards

    def among(self, ids: Iterable[str]) -> dict[str, tuple[int, int]]:
        """Id -> shard and number there, of those of the ids that are here."""
        left, places = list(dict.fromkeys(ids)), {}
        for number, shard in enumerate(self.shards):
            for key, doc in zip(left, shard.find_docs(left)):
                if doc < shard.n_docs:
                    places[key] = (number, doc)
            left = [key for key in left if key not in places]
        return places

    def all_of(self, ids: Iterable[str]) -> dict[str, tuple[int, int]]:
        """Id -> shard and number there; InputError where some are not here, with the first of them."""
        wanted = list(dict.fromkeys(ids))
        places = self.among(wanted)
        refuse_absent(cut(self.path), wanted, places)
        return places


def refuse_absent(
    where: str,
    wanted: Sequence[str],
    there: Container[str],
    expected: str = "ids of the passages that it was built from",
) -> None:
    """Raise InputError where an index lacks some of the passages; the first of them is named."""
    absent = [key for key in wanted if key not in there]
    if absent:
        be = conjugate(len(absent), "is")
        n = f"{len(absent):,} of {plural(len(wanted), 'passage')}"
        raise InputError(f"{n} {be} not in {where}, such as {cut(absent[0])}: expected {expected}")
