"""Rounds of preferences: which pairs are judged next, until so few documents are left that all pairs are judged."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

import numpy as np

from irassay.collection.judged_pools import FEW, PAIRS_EACH, JudgedPool, judged_rounds
from irassay.random_keys import Seed, key_of, stream
from irassay.result import Column, Table

if TYPE_CHECKING:
    from irassay.collection.preferences import Preferences
    from irassay.collection.qrels import Qrels

Reason: TypeAlias = Literal["eliminate", "all"]
_PURPOSE = 0x726E6473  # "rnds": separates this random stream from others of the same key


@dataclass(frozen=True, slots=True)
class NextRound:
    """Pairs to judge now.

    Attributes
    ----------
    queries, docs_a, docs_b : sequence of str (pair,)
    reasons : sequence of str (pair,)
        *eliminate*: each document is in so many pairs that losers can be left out. *all*: every pair of the few
        documents that are left.
    n_complete : int
        Queries of whose last documents all pairs are judged.
    """

    queries: Sequence[str]
    docs_a: Sequence[str]
    docs_b: Sequence[str]
    reasons: Sequence[Reason]
    n_complete: int

    def __len__(self) -> int:
        return len(self.queries)

    def table(self) -> Table:
        """One row a pair, which ``irassay judge --kind pair`` reads."""
        columns = [
            Column("query", list(self.queries)),
            Column("doc_a", list(self.docs_a)),
            Column("doc_b", list(self.docs_b)),
            Column("why", list(self.reasons), definition="eliminate or all"),
        ]
        return Table("pairs", "Pairs of documents to judge now", columns)


def next_round(preferences: Preferences, qrels: Qrels | None = None, *, seed: Seed = 0) -> NextRound:
    """Which pairs of documents are to be judged now?

    A query begins with all its documents above grade 0. As long as more than 9 are left, each is to be in at least 7
    pairs, drawn at random, and stays with more than 3 wins (a tie is half a win). Of 9 or fewer all pairs are judged:
    these are the query's pool.

    Parameters
    ----------
    preferences : Preferences
        What is judged already, by rounds; a round that is not finished is finished first.
    qrels : Qrels, optional
        With which documents queries begin; without them, with those that were asked about in the first round.
    seed : int or numpy.random.Generator
        Of the pairs drawn.

    Returns
    -------
    NextRound
        By query; no pair twice.

    Notes
    -----
    *Assumes* judgments that are mostly right: a document that loses by mistake does not come back. *Guarantees* nothing
    about the best document. *Source* Clarke, Vtyurina and Smucker, Assessing top-k preferences, 2021; the numbers are
    those of their tool.

    Examples
    --------
    >>> from irassay import Qrels
    >>> from irassay.collection.preferences import Preferences
    >>> now = next_round(Preferences(), Qrels.from_dict({"q": {"a": 1, "b": 3, "c": 2, "d": 0}}))
    >>> [*zip(now.docs_a, now.docs_b, now.reasons)]
    [('a', 'b', 'all'), ('a', 'c', 'all'), ('b', 'c', 'all')]
    """
    key = key_of(seed)
    pools = {pool.query: pool for pool in _current(preferences, qrels)}
    rows: list[tuple[str, str, str, Reason]] = []
    n_complete = 0
    for number, query in enumerate(sorted(pools, key=str.encode)):
        pool = pools[query]
        reason: Reason = "all" if len(pool) <= FEW or pool.staying() is not None else "eliminate"
        drawn = pool.missing() if reason == "all" else _drawn(pool, np.random.Generator(stream(key, _PURPOSE, number)))
        chosen = [(query, a, b, reason) for a, b in drawn]
        n_complete += bool(pool.n_pairs) and not chosen
        rows += chosen
    queries, docs_a, docs_b, reasons = (list(of) for of in zip(*rows, strict=True)) if rows else ([], [], [], [])
    return NextRound(queries, docs_a, docs_b, reasons, n_complete)


def _current(preferences: Preferences, qrels: Qrels | None) -> Iterator[JudgedPool]:
    """Where each query stands: the documents of its present round and what was judged of them in it."""
    begin = {}
    if qrels is not None:
        begin = {query: [doc for doc, grade in qrels.grades(query).items() if grade > 0] for query in qrels.queries}
    for rounds in judged_rounds(preferences):
        pool = rounds[-1]
        candidates = begin.pop(pool.query, [])
        if len(rounds) == 1:
            pool = pool.with_docs(candidates)
        staying = pool.staying() if pool.n_missing else None
        # One document alone has no pair, so that it would never be an answer: then all pairs are judged here
        yield _unjudged(pool.query, staying) if staying and len(staying) > 1 else pool
    for query, docs in begin.items():
        yield _unjudged(query, docs)


def _unjudged(query: str, docs: Sequence[str]) -> JudgedPool:
    nothing = np.zeros(0, dtype=np.int64)
    return JudgedPool(query, tuple(sorted(docs, key=str.encode)), nothing, nothing, nothing.astype(np.int8), 0)


def _drawn(pool: JudgedPool, random: np.random.Generator) -> Iterator[tuple[str, str]]:
    """Pairs until each document is in `PAIRS_EACH`: always one that is in fewest, with another one in fewest."""
    n = len(pool)
    paired = np.eye(n, dtype=bool)
    paired[pool.first, pool.second] = paired[pool.second, pool.first] = True
    n_pairs = paired.sum(axis=0) - 1.0
    while n_pairs.min() < PAIRS_EACH:
        order = n_pairs + random.random(n)
        one = int(order.argmin())
        other = int(np.where(paired[one], np.inf, order).argmin())
        paired[one, other] = paired[other, one] = True
        n_pairs[[one, other]] += 1
        yield pool.docs[one], pool.docs[other]
