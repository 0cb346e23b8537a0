"""Best answers: from judged pairs of documents to the document of each query that nothing beats."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from irassay.arguments import check_choice
from irassay.collection.judged_pools import JudgedPool, judged_pools
from irassay.collection.qrels import Qrels
from irassay.result import Column, Table

if TYPE_CHECKING:
    from irassay.collection.preferences import Preferences

Incomplete: TypeAlias = Literal["leave-out", "share"]
State: TypeAlias = Literal["single", "cycle", "tie", "incomplete"]

INCOMPLETE: tuple[Incomplete, ...] = ("leave-out", "share")
STATES: tuple[State, ...] = ("single", "cycle", "tie", "incomplete")
GRADE = 1  # of a best answer in the preference qrels
_CLOSE = 1e-12  # shares that differ by less are equal


@dataclass(frozen=True, slots=True, eq=False)
class BestAnswers:
    """The best documents of each query.

    Attributes
    ----------
    incomplete : {"leave-out", "share"}
        What became of pools some of whose pairs nobody judged.
    pools : tuple of JudgedPool
        Every query's documents and judged pairs.
    states : tuple of str (query,)
        *single*: one answer. *cycle*: several, each as often preferred among themselves as the others. *tie*: several,
        none of which is preferred to another. *incomplete*: none, since pairs are missing.
    docs : tuple of tuple of str (query,)
        The answers, in byte order.
    """

    incomplete: Incomplete
    pools: tuple[JudgedPool, ...]
    states: tuple[State, ...]
    docs: tuple[tuple[str, ...], ...]

    @property
    def queries(self) -> Sequence[str]:
        """In byte order."""
        return [pool.query for pool in self.pools]

    @property
    def n_answers(self) -> int:
        """Lines of the preference qrels."""
        return sum(map(len, self.docs))

    @property
    def answers(self) -> Mapping[str, Sequence[str]]:
        """Query -> answers, of those that have one."""
        return {pool.query: docs for pool, docs in zip(self.pools, self.docs, strict=True) if docs}

    def n_of(self, state: State) -> int:
        """Queries in a state."""
        return self.states.count(state)

    def missing(self) -> Iterator[tuple[str, str, str]]:
        """Query and two documents of each pair that a pool lacks."""
        for pool in self.pools:
            for a, b in pool.missing():
                yield pool.query, a, b

    def qrels(self) -> Qrels:
        """The preference qrels: grade 1 for each answer; queries without one are not in it."""
        return Qrels.from_dict({query: dict.fromkeys(docs, GRADE) for query, docs in self.answers.items()})

    def table(self) -> Table:
        """A row an answer, and one for each query without."""
        rows = [
            (pool, state, doc)
            for pool, state, docs in zip(self.pools, self.states, self.docs, strict=True)
            for doc in docs or ("",)
        ]
        columns = [
            Column("query", [pool.query for pool, _, _ in rows]),
            Column("state", [state for _, state, _ in rows], definition="single, cycle, tie or incomplete"),
            Column("doc", [doc for _, _, doc in rows], definition="an answer; empty where pairs are missing"),
            Column("pool", [len(pool) for pool, _, _ in rows], "documents", "held against one another", 0),
            Column("judged", [len(pool.first) for pool, _, _ in rows], "pairs", "of the pool", 0),
            Column("missing", [pool.n_missing for pool, _, _ in rows], "pairs", "that nobody judged", 0),
        ]
        return Table("best-answers", "The best answers of each query", columns)


def best_answers(preferences: Preferences, incomplete: Incomplete = "leave-out") -> BestAnswers:
    """Which documents of each query does nothing beat?

    The documents with most wins in the pool are the first; all others are eliminated, wins are counted again among the
    first, and so on until all that are left have the same number. A tie is half a win for each.

    Parameters
    ----------
    preferences : Preferences
        The pool of a query has the documents of its last round, and the outcome of a pair is what most judgments of
        that round say. Where rounds leave nothing out, all judged documents of the query are its pool.
    incomplete : {"leave-out", "share"}
        What becomes of pools some of whose pairs nobody judged. *leave-out*: they have no answer. *share*: wins are
        divided by the document's judged pairs, since a plain count favours who was asked about often.

    Returns
    -------
    BestAnswers

    Raises
    ------
    UsageError
        `incomplete` is none of these.

    Notes
    -----
    *Assumes* under *share* that the pairs that were judged are like those that were not. *Guarantees* a document that
    is preferred to all others of a complete pool is its single answer. *Source* Arabzadeh, Vtyurina, Yan and Clarke,
    Shallow pooling for sparse labels, 2021, section 5.1.

    Examples
    --------
    >>> from irassay.collection.preferences import Comparison, Preferences
    >>> said = [("a", "b"), ("b", "c"), ("a", "c")]
    >>> best = best_answers(Preferences([Comparison("q", {won: 2, lost: 1}) for won, lost in said]))
    >>> best.states, best.qrels().grades("q")
    (('single',), {'a': 1})
    """
    check_choice("incomplete", incomplete, INCOMPLETE)
    pools = tuple(judged_pools(preferences))
    states: list[State] = []
    docs: list[tuple[str, ...]] = []
    for pool in pools:
        if not len(pool.first) or (pool.n_missing and incomplete == "leave-out"):
            states.append("incomplete")
            docs.append(())
            continue
        first = _first(pool)
        docs.append(tuple(pool.docs[i] for i in np.flatnonzero(first).tolist()))
        states.append("single" if first.sum() == 1 else "cycle" if pool.is_decided(first) else "tie")
    return BestAnswers(incomplete, pools, tuple(states), tuple(docs))


def _first(pool: JudgedPool) -> NDArray[np.bool_]:
    """The documents that are left when losers are eliminated again and again."""
    left = np.ones(len(pool), dtype=bool)
    while True:
        won, judged = pool.wins(left)
        share = np.where(left, np.divide(won, judged, out=np.zeros(len(pool)), where=judged > 0), -1.0)
        first: NDArray[np.bool_] = share >= share.max() - _CLOSE
        if (first == left).all():
            return left
        left = first
