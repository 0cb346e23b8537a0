"""Lists of passages as queries, in shards, each kept under a name that says what it was made of."""

from __future__ import annotations

import hashlib
import json
import time
from array import array
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING

from irassay.collection.runs import Runs
from irassay.errors import UsageError, cut
from irassay.kernel import _core
from irassay.progress import Progress, unwatched
from irassay.workflows import Executor, Shard, Shelf, finished

if TYPE_CHECKING:
    from irassay.search import Index

TIMED = 64  # the first passages, whose time says what the others will take
DOC_BYTES = 90  # of a list that is kept: a document's id, number and score, as measured
CHUNK = 256  # passages of a shard
_HEAD_BYTES = 8


def search_passages(index: Index, passages: list[str], depth: int) -> bytes:
    """The lists of passages as `runs_of` reads them."""
    with unwatched():
        runs = index.search_passages(dict(zip(passages, passages)), depth=depth)
    docs, scores = [], array("d")
    for query in runs.queries:
        docs.append(runs.ranking(runs.systems[0], query))
        scores.extend(runs.core.scores(runs.systems[0], query))
    head = json.dumps([index.name, list(runs.queries), docs], ensure_ascii=False).encode()
    return len(head).to_bytes(_HEAD_BYTES, "little") + head + scores.tobytes()


def runs_of(data: bytes) -> Runs:
    """The lists that `search_passages` has found."""
    end = _HEAD_BYTES + int.from_bytes(data[:_HEAD_BYTES], "little")
    name, queries, docs = json.loads(data[_HEAD_BYTES:end])
    scores, at, lists = array("d", data[end:]), 0, []
    for query, of in zip(queries, docs):
        lists.append((0, query, of, scores[at : at + len(of)].tolist()))
        at += len(of)
    return Runs(_core.runs_from_lists([name], lists, True))


@dataclass(frozen=True, slots=True)
class Cost:
    """What the searches that are still to come will take, roughly."""

    n_passages: int  # still to be searched for, each once in every index
    exact: bool  # False: may be fewer
    n_indexes: int
    seconds: float  # by the time that the first passages took
    n_bytes: int  # of memory, for their lists


class PassageSearches:
    """Lists of at most `depth` passages in several indexes, kept on a shelf until all is done; `expect` is told the
    `Cost` of what is still to come."""

    def __init__(
        self, indexes: Sequence[Index], executor: Executor, shelf: Shelf | None, depth: int,
        expect: Callable[[Cost], None] | None = None,
    ) -> None:  # fmt: skip
        self.indexes, self._executor, self._shelf, self._depth, self._expect = indexes, executor, shelf, depth, expect
        self._each = 0.0  # seconds of a passage, in all indexes

    def first(self, passages: set[str], *, most_after: int) -> dict[str, list[Runs]]:
        """Lists of the passages searched first, by index, in pieces; some are timed, `most_after` at most follow."""
        ids = sorted(passages)
        timed, rest = ids[:TIMED], ids[TIMED:]
        start = time.perf_counter()
        lists = self._search(timed)
        self._each = (time.perf_counter() - start) / max(1, len(timed))
        self._foresee(len(rest) + most_after, exact=not most_after)
        for name, more in self._search(rest).items():
            lists[name] += more
        return lists

    def further(self, passages: set[str]) -> dict[str, list[Runs]]:
        """The lists of other passages."""
        self._foresee(len(passages), exact=True)
        return self._search(sorted(passages))

    def _foresee(self, n: int, *, exact: bool) -> None:
        if self._expect is not None and n > 0:
            n_bytes = n * len(self.indexes) * self._depth * DOC_BYTES
            self._expect(Cost(n, exact, len(self.indexes), n * self._each, n_bytes))

    def _search(self, ids: Sequence[str]) -> dict[str, list[Runs]]:
        """By index the lists, each under its passage's id, in pieces."""
        return {index.name: self._lists(index, ids) if ids else [] for index in self.indexes}

    def _lists(self, index: Index, ids: Sequence[str]) -> list[Runs]:
        from irassay.search.opening import identity_of

        identity = identity_of(index)
        if identity is None and not self._executor.here:
            raise UsageError(
                f"{cut(index.name)} is another engine, which is asked by one process: leave out workers and dask"
            )
        pieces = {}
        for at in range(0, len(ids), CHUNK):
            some = ids[at : at + CHUNK]
            made_of = json.dumps([identity, self._depth, some], ensure_ascii=False)
            digest = hashlib.sha256(made_of.encode()).hexdigest()[:24]
            pieces[f"{index.name}-{at // CHUNK + 1:05}-{digest}"] = some
        shards = (Shard(name, search_passages, (index, some, self._depth)) for name, some in pieces.items())
        found = {}
        lists = finished(shards, self._executor, None if identity is None else self._shelf)
        with Progress(f"Searching {index.name}", len(ids)) as progress, closing(lists):
            for shard, data in lists:
                found[shard.name] = runs_of(data)
                progress.step(len(pieces[shard.name]))
        return [found[name] for name in pieces]
