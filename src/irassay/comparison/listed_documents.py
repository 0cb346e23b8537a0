"""The first documents of every run on every query, with their ranks, as numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from irassay.arrays import I32, I64
from irassay.collection.runs import Runs
from irassay.collection.ties import Ties, tie_rule
from irassay.kernel import _core

NONE = -1  # no item, no document, no query
NOT_LISTED = 0  # the rank of a document that a run doesn't have so early


@dataclass(frozen=True, slots=True, eq=False)
class ListedDocuments:
    """What each system has among its first documents."""

    systems: tuple[str, ...]
    queries: tuple[str, ...]
    item_query: I64  # (item,), query of a document among some system's first
    item_doc: tuple[str, ...]
    rank: I32  # (item, system), from 1; `NOT_LISTED` where later or not at all

    @classmethod
    def of(cls, runs: Runs, queries: Sequence[str], depth: int, *, ties: Ties | None = None) -> ListedDocuments:
        """The first `depth` documents of every run on these queries."""
        pooled = _core.pool(runs.core, depth=depth, ties=tie_rule(ties or "float64"))
        place = {name: i for i, name in enumerate(queries)}
        at = np.array([place.get(name, NONE) for name in runs.queries], dtype=np.int64)
        query = at[np.array(pooled.query, dtype=np.int64)]
        start = np.array(pooled.start, dtype=np.int64)
        rank = np.full((len(query), len(runs.systems)), NOT_LISTED, dtype=np.int32)
        item = np.repeat(np.arange(len(query)), np.diff(start))
        rank[item, np.array(pooled.system, dtype=np.int64)] = pooled.rank
        kept = np.flatnonzero(query != NONE)
        docs = pooled.doc
        of_kept = tuple(docs[i] for i in kept.tolist())
        return cls(tuple(runs.systems), tuple(queries), query[kept], of_kept, rank[kept])

    def places(self, queries: Sequence[str], docs: Sequence[str], query: I64, doc: I64) -> I64:
        """The item of each (query, document) given by numbers into these names; `NONE` where nobody lists it."""
        return item_places(self.queries, self.item_query, self.item_doc, (queries, docs), query, doc)


def item_places(
    queries: Sequence[str],
    item_query: I64,
    item_doc: Sequence[str],
    names: tuple[Sequence[str], Sequence[str]],
    query: I64,
    doc: I64,
) -> I64:
    """The item of each (query, document), or `NONE`; `item_query` is by `queries`, the others by two `names`."""
    of_query = {name: i for i, name in enumerate(queries)}
    number: dict[str, int] = {}
    item_number = np.fromiter((number.setdefault(name, len(number)) for name in item_doc), np.int64, len(item_doc))
    q = np.array([of_query.get(name, NONE) for name in names[0]], dtype=np.int64)[query]
    d = np.array([number.get(name, NONE) for name in names[1]], dtype=np.int64)[doc]
    width = max(1, len(number))
    keys = item_query * width + item_number
    if not len(keys):
        return np.full(len(q), NONE, dtype=np.int64)
    order = np.argsort(keys, kind="stable")
    sought = np.where((q == NONE) | (d == NONE), NONE, q * width + d)
    found = np.minimum(np.searchsorted(keys[order], sought), len(order) - 1)
    return np.where(keys[order][found] == sought, order[found], NONE)


@dataclass(frozen=True, slots=True, eq=False)
class FirstDocuments:
    """What each system puts first; systems with the same first documents are one."""

    systems: tuple[str, ...]
    same: tuple[tuple[str, ...], ...]  # systems that each one stands for, itself first
    queries: tuple[str, ...]
    item_query: I64  # (item,), query of a document that some system puts first
    item_doc: tuple[str, ...]
    first: I64  # (system, query), the item put first; `NONE` without a document

    @classmethod
    def of(cls, runs: Runs, queries: Sequence[str], *, ties: Ties | None = None) -> FirstDocuments:
        """What runs put first on these queries, each system alone."""
        listed = ListedDocuments.of(runs, queries, 1, ties=ties)
        first = np.full((len(runs.systems), len(queries)), NONE, dtype=np.int64)
        item, system = np.nonzero(listed.rank != NOT_LISTED)
        first[system, listed.item_query[item]] = item
        alone = tuple((name,) for name in runs.systems)
        return cls(listed.systems, alone, listed.queries, listed.item_query, listed.item_doc, first)

    def with_system(self, name: str, answers: Mapping[str, str]) -> FirstDocuments:
        """With one more system, which puts these documents first."""
        known = {pair: i for i, pair in enumerate(zip(self.item_query.tolist(), self.item_doc, strict=True))}
        row, more = np.full(len(self.queries), NONE, dtype=np.int64), []
        for q, query in enumerate(self.queries):
            if query in answers:
                pair = (q, answers[query])
                if pair not in known:
                    known[pair] = len(known)
                    more.append(pair)
                row[q] = known[pair]
        return replace(
            self, systems=(*self.systems, name), same=(*self.same, (name,)),
            item_query=np.concatenate([self.item_query, np.array([q for q, _ in more], dtype=np.int64)]),
            item_doc=(*self.item_doc, *(doc for _, doc in more)), first=np.vstack([self.first, row]),
        )  # fmt: skip

    def distinct(self) -> FirstDocuments:
        """With one system for all that put the same documents first on every query."""
        groups: dict[bytes, list[int]] = {}
        for i, row in enumerate(self.first):
            groups.setdefault(row.tobytes(), []).append(i)
        places = [some[0] for some in groups.values()]
        same = tuple(tuple(name for i in some for name in self.same[i]) for some in groups.values())
        return replace(self, systems=tuple(self.systems[i] for i in places), same=same, first=self.first[places])

    def places(self, queries: Sequence[str], docs: Sequence[str], query: I64, doc: I64) -> I64:
        """The item of each (query, document) given by numbers into these names; `NONE` where nobody puts it first."""
        return item_places(self.queries, self.item_query, self.item_doc, (queries, docs), query, doc)
