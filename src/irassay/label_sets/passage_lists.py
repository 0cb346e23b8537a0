"""Lists of passages as queries, in shards, each kept under a name that says what it was made of."""

from __future__ import annotations

import hashlib
import json
from array import array
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING

from irassay.collection.runs import Runs
from irassay.errors import UsageError, cut
from irassay.kernel import _core
from irassay.progress import Progress, unwatched
from irassay.search.opening import identity_of
from irassay.workflows import Executor, Shard, Shelf, finished

if TYPE_CHECKING:
    from irassay.search.index import Index

CHUNK = 256  # passages of a shard
_HEAD_BYTES = 8


@dataclass(frozen=True, slots=True)
class PassageLists:
    """Searches for passages."""

    executor: Executor
    shelf: Shelf | None  # keeps lists until all is done
    depth: int  # of every list

    def of(self, index: Index, passages: Iterable[str]) -> list[Runs]:
        """The lists of passages in an index, each under its own id, in pieces; UsageError where workers search in
        another engine."""
        ids = sorted(passages)
        identity = identity_of(index)
        if identity is None and not self.executor.here:
            raise UsageError(
                f"{cut(index.name)} is another engine, which is asked by one process: leave out workers and dask"
            )
        pieces = {}
        for at in range(0, len(ids), CHUNK):
            some = ids[at : at + CHUNK]
            made_of = json.dumps([identity, self.depth, some], ensure_ascii=False)
            digest = hashlib.sha256(made_of.encode()).hexdigest()[:24]
            pieces[f"{index.name}-{at // CHUNK + 1:05}-{digest}"] = some
        shards = (Shard(name, search_passages, (index, some, self.depth)) for name, some in pieces.items())
        shelf = None if identity is None else self.shelf
        found = {}
        lists = finished(shards, self.executor, shelf)
        with Progress(f"Searching {index.name}", len(ids)) as progress, closing(lists):
            for shard, data in lists:
                found[shard.name] = runs_of(data)
                progress.step(len(pieces[shard.name]))
        return [found[name] for name in pieces]


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
