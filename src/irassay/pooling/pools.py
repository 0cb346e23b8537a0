"""Depth-k pools: the documents to judge, the systems that retrieved them, and the order of judging."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np

from irassay.arguments import check_choice, least_grade, several, whole_number
from irassay.arrays import I64, Flags
from irassay.collection.metadata import Metadata, group_column
from irassay.collection.qrels import Qrels
from irassay.collection.runs import Runs
from irassay.collection.ties import Ties, tie_rule
from irassay.errors import UsageError
from irassay.formats.nouns import qrels_given, runs_given
from irassay.kernel import _core
from irassay.label_sets.pooled_labels import groups_of
from irassay.pooling.judging_orders import ORDERS, PLACERS, KnownRule, Order, join, known_answers
from irassay.pooling.words import OF_POOL
from irassay.random_keys import Seed, key_of
from irassay.result import Column, Table

SEVERAL = -1  # in `only_group`: more than one group has the document
POOLED, KNOWN = "pool", "known"  # why a document is in the pool
PARTED_BY = "% \t\r\n"  # escaped in names of finders: white space separates finders, the percent sign marks an escape


@dataclass(frozen=True, slots=True)
class Pool:
    """Documents to judge, in the order of judging. Finders ``start[i]`` to ``start[i + 1]`` retrieved document i.

    Attributes
    ----------
    depth : int
    order : {"rank", "rounds", "shuffled", "random", "recorded"}
        "recorded" is the order of a file.
    systems, groups : sequence of str
        Groups in byte order.
    group_of : array of int (system,)
        Index into `groups`.
    queries, docs : sequence of str (document,)
    start : array of int (document + 1,)
    system, rank : array of int (finder,)
        The system that retrieved the document, and the rank there, from 1.
    n_judged : int
        Documents left out of the pool because they have a label already.
    n_unrateable : int
        Documents left out because assessors marked them as ones that they can't rate.
    known : mapping of str to sequence of str
        Query -> the known answers that joined the pool. One that no system retrieved has no finder.
    """

    depth: int
    order: Order | Literal["recorded"]
    systems: Sequence[str]
    groups: Sequence[str]
    group_of: I64
    queries: Sequence[str]
    docs: Sequence[str]
    start: I64
    system: I64
    rank: I64
    n_judged: int
    n_unrateable: int
    known: Mapping[str, Sequence[str]] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.docs)

    @property
    def n_runs(self) -> I64:
        """Number of systems that have each document."""
        return np.diff(self.start)

    @property
    def best_rank(self) -> I64:
        """The best rank of each document in any system, from 1; one more than the depth where no system has it."""
        return best_ranks(self.start, self.rank, self.depth)

    @property
    def n_groups(self) -> I64:
        """Number of groups that have each document."""
        return np.asarray(self._has_document().sum(axis=1), dtype=np.int64)

    @property
    def only_group(self) -> I64:
        """The only group that has each document, as an index into `groups`; -1 where several groups have it."""
        has_document = self._has_document()
        return np.where(has_document.sum(axis=1) == 1, has_document.argmax(axis=1), SEVERAL)

    def _has_document(self) -> Flags:
        """Whether a group has a document; shape (document, group)."""
        has_document = np.zeros((len(self), max(len(self.groups), 1)), dtype=bool)
        has_document[np.repeat(np.arange(len(self)), self.n_runs), self.group_of[self.system]] = True
        return has_document

    def first(self, n: int) -> Pool:
        """The pool that ends after the first `n` documents in the order of judging: what a budget of `n` pays for.

        Examples
        --------
        >>> from irassay import Runs
        >>> whole = pool(Runs.from_dict({"bm25": {"q": {"a": 2, "b": 1}, "r": {"c": 2, "d": 1}}}), order="rounds")
        >>> whole.first(3).docs, whole.depth_after(3)
        (['a', 'c', 'b'], {'q': 10, 'r': 1})
        """
        n = min(whole_number("n", n), len(self))
        end = int(self.start[n])
        return replace(
            self,
            queries=self.queries[:n],
            docs=self.docs[:n],
            start=self.start[: n + 1],
            system=self.system[:end],
            rank=self.rank[:end],
        )

    def depth_after(self, n: int) -> dict[str, int]:
        """The depth to which each query is judged after the first `n` documents: none of a better rank is left.

        A query without a document after these is judged to `depth`.
        """
        out = dict.fromkeys(self.queries, self.depth)
        for query, rank in zip(self.queries[n:], self.best_rank[n:].tolist()):
            out[query] = min(out[query], rank - 1)
        return out

    def of(self, queries: Iterable[str]) -> Pool:
        """The part of the pool that is of these queries, in the same order.

        Examples
        --------
        >>> from irassay import Runs
        >>> pool(Runs.from_dict({"bm25": {"q": {"a": 2, "b": 1}, "r": {"c": 2}}})).of(["r"]).docs
        ['c']
        """
        wanted = set(queries)
        places = np.array([i for i, query in enumerate(self.queries) if query in wanted], dtype=np.int64)
        start, finders = finders_of(self.start, places)
        return replace(
            self,
            queries=[self.queries[i] for i in places],
            docs=[self.docs[i] for i in places],
            start=start,
            system=self.system[finders],
            rank=self.rank[finders],
            known={query: docs for query, docs in self.known.items() if query in wanted},
        )

    def finders(self, place: int) -> list[tuple[str, int]]:
        """Systems that have the document at index `place`, with their ranks, in the order of `systems`."""
        part = slice(int(self.start[place]), int(self.start[place + 1]))
        return [(self.systems[s], int(r)) for s, r in zip(self.system[part], self.rank[part], strict=True)]

    def table(self) -> Table:
        """One row per document, in the order of judging. ``irassay pool`` writes this table; `read_pool` reads it."""
        only = ["" if g == SEVERAL else self.groups[g] for g in self.only_group.tolist()]
        has_rank = (self.n_runs > 0).tolist()
        best = [rank if there else "" for rank, there in zip(self.best_rank.tolist(), has_rank, strict=True)]
        found_by = [" ".join(f"{escaped(of)}:{rank}" for of, rank in self.finders(i)) for i in range(len(self))]
        columns = [
            Column("query", list(self.queries)),
            Column("doc", list(self.docs)),
            Column("best_rank", best, definition=OF_POOL("pool.best-rank")),
            Column("runs", self.n_runs.tolist(), definition=OF_POOL("pool.runs", depth=self.depth)),
            Column("groups", self.n_groups.tolist(), definition="of these runs"),
            Column("only_group", only, definition=OF_POOL("pool.only-group")),
            Column("found_by", found_by, definition=OF_POOL("pool.found-by")),
            Column("why", [POOLED if there else KNOWN for there in has_rank], definition=OF_POOL("pool.why")),
        ]
        return Table("pool", OF_POOL("pool", depth=self.depth), columns)

    def by_group(self) -> Table:
        """Each group's contribution: the pooled documents of its runs, and those that no other group has."""
        has_document = self._has_document()
        alone = has_document[has_document.sum(axis=1) == 1]
        runs = np.bincount(self.group_of, minlength=len(self.groups))
        docs, unique = (part.sum(axis=0)[: len(self.groups)] for part in (has_document, alone))
        order = sorted(range(len(self.groups)), key=lambda g: (-int(unique[g]), -int(docs[g]), self.groups[g]))
        whole = max(len(self), 1)
        columns = [
            Column("group", [self.groups[g] for g in order]),
            Column("runs", [int(runs[g]) for g in order]),
            Column("documents", [int(docs[g]) for g in order], definition=OF_POOL("groups.documents")),
            Column("unique", [int(unique[g]) for g in order], definition=OF_POOL("groups.unique")),
            Column("share", [int(unique[g]) / whole for g in order], "share", OF_POOL("groups.share"), 3),
        ]
        return Table("pool-groups", OF_POOL("groups"), columns)


def pool(
    runs: Runs,
    *,
    depth: int = 10,
    queries: Iterable[str] | None = None,
    metadata: Metadata | None = None,
    group: str | None = None,
    judged: Qrels | None = None,
    known: Qrels | None = None,
    known_rule: KnownRule = "first",
    rel: int = 1,
    order: Order = "rank",
    seed: Seed = 0,
    ties: Ties = "float64",
) -> Pool:
    """The documents that some run ranks in its top `depth`, query by query, with the systems that retrieved them.

    Parameters
    ----------
    runs : Runs
    depth : int, at least 1
    queries : iterable of str, optional
        Queries to pool. Default: all that some run answers.
    metadata : Metadata, optional
        Default: the metadata of the runs.
    group : str, optional
        The metadata column with the group of each run. Default: the column group, team, participant, organisation or
        site, where one exists. A run without a group is a group by itself.
    judged : Qrels, optional
        Documents with a label here are left out of the pool and counted.
    known : Qrels, optional
        Known answers: relevant documents of these labels join the pool of their query, also where `judged` has them.
        A query that no run answers has no pool to join.
    known_rule : {"first", "all"}
        Whether a query's first relevant document in the file joins, or all.
    rel : int
        The least grade of a known answer.
    order : {"rank", "rounds", "shuffled", "random"}
        The order of judging. *rank*: query by query, best rank first, then the document that more runs retrieve, then
        by id. *rounds*: the documents of best rank 1 for all queries, then those of rank 2, and so on; of each rank one
        document a query, in turn, until all are listed. Wherever judging stops, the queries differ by at most one rank
        in depth. *shuffled*: query by query, the documents of a query
        in random order, so that the position tells the assessor nothing about the systems' rankings. *random*: all
        documents in random order.
    seed : int or numpy.random.Generator
        Seed of the random orders.
    ties : {"float64", "float32"}
        The precision at which scores count as equal.

    Returns
    -------
    Pool

    Raises
    ------
    UsageError
        `depth` is below 1, `order` or `known_rule` is unknown, the metadata have no column `group`, or no run answers
        any of `queries`.

    Notes
    -----
    *Guarantees* a document is in the pool if and only if some run ranks it in its top `depth` under the tie rule and it
    has no label in `judged`, nor a mark there that nobody can rate it; or it is a known answer. A random order depends
    on the seed and the documents, not on the order of runs or lines.
    *Source* Sparck Jones and van Rijsbergen 1975; Voorhees and Harman, TREC, 2005, chapter 2. Known answers in the
    pool: Arabzadeh et al., Shallow pooling for sparse labels, 2021.

    Examples
    --------
    >>> from irassay import Runs
    >>> runs = Runs.from_dict({"bm25": {"q": {"a": 2, "b": 1}}, "dense": {"q": {"c": 2, "a": 1}}})
    >>> pooled = pool(runs, depth=2)
    >>> list(zip(pooled.docs, pooled.best_rank.tolist(), pooled.n_runs.tolist()))
    [('a', 1, 2), ('c', 1, 1), ('b', 2, 1)]
    >>> pooled.finders(0)
    [('bm25', 1), ('dense', 2)]
    """
    depth = whole_number("depth", depth)
    check_choice("order", order, ORDERS)
    key = key_of(seed)
    runs = runs_given(runs)
    judged = None if judged is None else qrels_given(judged, "judged")
    queries = None if queries is None else several("queries", queries)
    groups, group_of = group_index(runs.systems, runs.metadata if metadata is None else metadata, group)
    core_pool = _core.pool(runs.core, depth=depth, ties=tie_rule(ties))
    query, docs = np.array(core_pool.query, dtype=np.int64), core_pool.doc
    start, system, rank = (
        np.array(values, dtype=np.int64) for values in (core_pool.start, core_pool.system, core_pool.rank)
    )
    rel = least_grade(rel)
    of_known = {} if known is None else known_answers(qrels_given(known, "known"), known_rule, rel=rel)
    query, docs, start = join(runs.queries, query, docs, start, of_known)
    selected = _is_selected(runs, queries)[query]
    unjudged, n_unrateable = _unjudged(runs.queries, query, docs, judged, selected, of_known)
    best = best_ranks(start, rank, depth)
    # Documents arrive by query and id, and the sort is stable, so the id breaks remaining ties.
    places = unjudged[PLACERS[order](query[unjudged], best[unjudged], np.diff(start)[unjudged], key)]
    start, finders = finders_of(start, places)
    pooled = {runs.queries[q] for q in query[places]}
    return Pool(
        depth=depth,
        order=order,
        systems=tuple(runs.systems),
        groups=groups,
        group_of=group_of,
        queries=[runs.queries[q] for q in query[places]],
        docs=[docs[p] for p in places],
        start=start,
        system=system[finders],
        rank=rank[finders],
        n_judged=int(selected.sum()) - len(unjudged) - n_unrateable,
        n_unrateable=n_unrateable,
        known={name: answers for name, answers in of_known.items() if name in pooled},
    )


def escaped(name: str) -> str:
    """A system's name with white space and percent signs percent-encoded, as in a URL."""
    for character in PARTED_BY:  # the percent sign first
        name = name.replace(character, f"%{ord(character):02X}")
    return name


def _is_selected(runs: Runs, queries: Iterable[str] | None) -> Flags:
    """Whether each query of the runs is to be pooled."""
    wanted = set(runs.queries if queries is None else queries)
    selected = np.array([query in wanted for query in runs.queries], dtype=bool)
    if wanted and not selected.any():
        raise UsageError(OF_POOL("pool.none", n=len(wanted)))
    return selected


def _unjudged(
    names: Sequence[str],
    query: I64,
    docs: Sequence[str],
    judged: Qrels | None,
    selected: Flags,
    known: Mapping[str, Sequence[str]],
) -> tuple[I64, int]:
    """Documents of selected queries without a label, and known answers; how many more are marked as unrateable."""
    if judged is None:
        return np.flatnonzero(selected), 0
    marked = judged.unrateable
    n_marked = 0
    judged_queries = set(judged.queries)
    ends = np.searchsorted(query, np.arange(len(names) + 1))
    out: list[int] = []
    for q, name in enumerate(names):
        labels: Mapping[str, int] = judged.grades(name) if name in judged_queries else {}
        joins = set(known.get(name, ()))
        of_query = [p for p in range(int(ends[q]), int(ends[q + 1])) if selected[p]]
        of_query = [p for p in of_query if docs[p] not in labels or docs[p] in joins]
        rateable = [p for p in of_query if docs[p] not in marked.get(name, ()) or docs[p] in joins]
        n_marked += len(of_query) - len(rateable)
        out += rateable
    return np.array(out, dtype=np.int64), n_marked


def group_index(systems: Sequence[str], metadata: Metadata, column: str | None) -> tuple[tuple[str, ...], I64]:
    """Names of the groups in byte order, and the index of each system's group."""
    if column is not None and column not in metadata.columns:
        there = ", ".join(metadata.columns) or "none"
        raise UsageError(f"no column {column!r} in the metadata for groups; the columns are {there}")
    if column is None:
        column = group_column(metadata.columns) or None
    by_system = {} if column is None else metadata.columns[column]
    of = groups_of(systems, {system: by_system.get(system, "") for system in systems})
    names = sorted(set(of))
    place = {name: i for i, name in enumerate(names)}
    return tuple(names), np.array([place[name] for name in of], dtype=np.int64)


def best_ranks(start: I64, rank: I64, depth: int) -> I64:
    """The best rank of each document, whose finders have these ranks; after the last where it has none."""
    has_rank = np.diff(start) > 0
    best = np.full(len(has_rank), depth + 1, dtype=np.int64)
    if has_rank.any():
        best[has_rank] = np.minimum.reduceat(rank, start[:-1][has_rank])
    return best


def finders_of(start: I64, places: I64) -> tuple[I64, I64]:
    """Where the finders of some documents begin when only theirs are kept, and the indices of these."""
    lengths = np.diff(start)[places]
    ends = np.cumsum(lengths)
    finders = np.arange(lengths.sum()) + np.repeat(start[places] - (ends - lengths), lengths)
    return np.concatenate([[0], ends]).astype(np.int64), finders
