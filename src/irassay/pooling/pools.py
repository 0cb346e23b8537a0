"""Depth-k pools: the documents to judge, the systems that retrieved them, and the order of judging."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from irassay.arguments import check_choice, several, whole_number
from irassay.collection.metadata import group_column
from irassay.collection.ties import tie_rule
from irassay.errors import UsageError
from irassay.formats.nouns import qrels_given, runs_given
from irassay.kernel import _core
from irassay.label_sets.groups import groups_of
from irassay.random_keys import Seed, key_of, stream
from irassay.result import Column, Table

if TYPE_CHECKING:
    from irassay.collection.metadata import Metadata
    from irassay.collection.qrels import Qrels
    from irassay.collection.runs import Runs
    from irassay.collection.ties import Ties

Order: TypeAlias = Literal["rank", "rounds", "shuffled", "random"]
Index: TypeAlias = NDArray[np.int64]

ORDERS: tuple[Order, ...] = ("rank", "rounds", "shuffled", "random")
SEVERAL = -1  # in `only_group`: more than one group has the document
PURPOSE = 0x706F6F6C  # "pool": separates this random stream from others of the same key
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
    """

    depth: int
    order: Order | Literal["recorded"]
    systems: Sequence[str]
    groups: Sequence[str]
    group_of: Index
    queries: Sequence[str]
    docs: Sequence[str]
    start: Index
    system: Index
    rank: Index
    n_judged: int
    n_unrateable: int

    def __len__(self) -> int:
        return len(self.docs)

    @property
    def n_runs(self) -> Index:
        """Number of systems that have each document."""
        return np.diff(self.start)

    @property
    def best_rank(self) -> Index:
        """The best rank of each document in any system, from 1."""
        return np.minimum.reduceat(self.rank, self.start[:-1]) if len(self) else np.zeros(0, dtype=np.int64)

    @property
    def n_groups(self) -> Index:
        """Number of groups that have each document."""
        return np.asarray(self._has_document().sum(axis=1), dtype=np.int64)

    @property
    def only_group(self) -> Index:
        """The only group that has each document, as an index into `groups`; -1 where several groups have it."""
        has_document = self._has_document()
        return np.where(has_document.sum(axis=1) == 1, has_document.argmax(axis=1), SEVERAL)

    def _has_document(self) -> NDArray[np.bool_]:
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

    def finders(self, place: int) -> list[tuple[str, int]]:
        """Systems that have the document at index `place`, with their ranks, in the order of `systems`."""
        part = slice(int(self.start[place]), int(self.start[place + 1]))
        return [(self.systems[s], int(r)) for s, r in zip(self.system[part], self.rank[part], strict=True)]

    def _finders_cell(self, place: int) -> str:
        return " ".join(f"{escaped(system)}:{rank}" for system, rank in self.finders(place))

    def table(self) -> Table:
        """One row per document, in the order of judging. ``irassay pool`` writes this table; `read_pool` reads it."""
        only = ["" if g == SEVERAL else self.groups[g] for g in self.only_group.tolist()]
        columns = [
            Column("query", list(self.queries)),
            Column("doc", list(self.docs)),
            Column("best_rank", self.best_rank.tolist(), definition="in any run, from 1"),
            Column("runs", self.n_runs.tolist(), definition=f"that have it among their first {self.depth:,}"),
            Column("groups", self.n_groups.tolist(), definition="of these runs"),
            Column("only_group", only, definition="that alone has it"),
            Column(
                "found_by",
                [self._finders_cell(place) for place in range(len(self))],
                definition="run:rank, of each run",
            ),
        ]
        return Table("pool", f"Pool of depth {self.depth:,}", columns)

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
            Column("documents", [int(docs[g]) for g in order], definition="of the pool that its runs have"),
            Column("unique", [int(unique[g]) for g in order], definition="of them that no other group has"),
            Column("share", [int(unique[g]) / whole for g in order], "share", "of the pool that is unique to it", 3),
        ]
        return Table("pool-groups", "What each group adds to the pool", columns)


def pool(
    runs: Runs,
    *,
    depth: int = 10,
    queries: Iterable[str] | None = None,
    metadata: Metadata | None = None,
    group: str | None = None,
    judged: Qrels | None = None,
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
        `depth` is below 1, `order` is unknown, the metadata have no column `group`, or no run answers any of `queries`.

    Notes
    -----
    *Guarantees* a document is in the pool if and only if some run ranks it in its top `depth` under the tie rule and it
    has no label in `judged`, nor a mark there that nobody can rate it. A random order depends on the seed and the
    documents, not on the order of runs or lines.
    *Source* Sparck Jones and van Rijsbergen 1975; Voorhees and Harman, TREC, 2005, chapter 2.

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
    selected = _is_selected(runs, queries)[query]
    unjudged, n_unrateable = _unjudged(runs.queries, query, docs, judged, selected)
    best = np.minimum.reduceat(rank, start[:-1]) if len(docs) else rank
    # Documents arrive by query and id, and the sort is stable, so the id breaks remaining ties.
    places = unjudged[PLACERS[order](query[unjudged], best[unjudged], np.diff(start)[unjudged], key)]
    lengths = np.diff(start)[places]
    ends = np.cumsum(lengths)
    # Indices of the finders of each document in turn.
    finders_of = np.arange(lengths.sum()) + np.repeat(start[places] - (ends - lengths), lengths)
    return Pool(
        depth=depth,
        order=order,
        systems=tuple(runs.systems),
        groups=groups,
        group_of=group_of,
        queries=[runs.queries[q] for q in query[places]],
        docs=[docs[p] for p in places],
        start=np.concatenate([[0], ends]).astype(np.int64),
        system=system[finders_of],
        rank=rank[finders_of],
        n_judged=int(selected.sum()) - len(unjudged) - n_unrateable,
        n_unrateable=n_unrateable,
    )


def escaped(name: str) -> str:
    """A system's name with white space and percent signs percent-encoded, as in a URL.

    >>> escaped("my run, 50%")
    'my%20run,%2050%25'
    """
    for character in PARTED_BY:  # the percent sign first
        name = name.replace(character, f"%{ord(character):02X}")
    return name


def _is_selected(runs: Runs, queries: Iterable[str] | None) -> NDArray[np.bool_]:
    """Whether each query of the runs is to be pooled."""
    wanted = set(runs.queries if queries is None else queries)
    selected = np.array([query in wanted for query in runs.queries], dtype=bool)
    if wanted and not selected.any():
        raise UsageError(f"no run answers any of the {len(wanted):,} queries; do their ids match those of the runs?")
    return selected


def _unjudged(
    names: Sequence[str], query: Index, docs: Sequence[str], judged: Qrels | None, selected: NDArray[np.bool_]
) -> tuple[Index, int]:
    """Documents of selected queries without a label, and how many more assessors have marked as unrateable."""
    if judged is None:
        return np.flatnonzero(selected), 0
    marked = judged.unrateable
    n_marked = 0
    judged_queries = set(judged.queries)
    ends = np.searchsorted(query, np.arange(len(names) + 1))
    out: list[int] = []
    for q, name in enumerate(names):
        labels: Mapping[str, int] = judged.grades(name) if name in judged_queries else {}
        of_query = [p for p in range(int(ends[q]), int(ends[q + 1])) if selected[p] and docs[p] not in labels]
        rateable = [p for p in of_query if docs[p] not in marked.get(name, ())]
        n_marked += len(of_query) - len(rateable)
        out += rateable
    return np.array(out, dtype=np.int64), n_marked


def group_index(systems: Sequence[str], metadata: Metadata, column: str | None) -> tuple[tuple[str, ...], Index]:
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


def _chances(n: int, key: int) -> NDArray[np.uint64]:
    return stream(key, PURPOSE).random_raw(n)


def _in_turn(query: Index, best: Index, n_runs: Index) -> NDArray[np.intp]:
    """The order by best rank; of each rank one document a query, again and again, those of more runs first."""
    places = np.lexsort((-n_runs, query, best))
    begins = np.ones(len(places), dtype=bool)
    begins[1:] = (np.diff(query[places]) != 0) | (np.diff(best[places]) != 0)
    first = np.flatnonzero(begins)
    turn = np.arange(len(places)) - np.repeat(first, np.diff(np.append(first, len(places))))
    return places[np.lexsort((query[places], turn, best[places]))]


Placer: TypeAlias = Callable[[Index, Index, Index, int], NDArray[np.intp]]

PLACERS: Mapping[Order, Placer] = {
    "rank": lambda query, best, n_runs, key: np.lexsort((-n_runs, best, query)),
    "rounds": lambda query, best, n_runs, key: _in_turn(query, best, n_runs),
    "shuffled": lambda query, best, n_runs, key: np.lexsort((_chances(len(query), key), query)),
    "random": lambda query, best, n_runs, key: np.argsort(_chances(len(query), key), kind="stable"),
}
