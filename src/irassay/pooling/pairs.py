"""Pairs of documents to compare: all of a pool, each against the known answer, or one run's first against it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import floor
from typing import Literal, TypeAlias

from irassay.arguments import check_choice, whole_number
from irassay.errors import UsageError
from irassay.pooling.pools import Pool
from irassay.pooling.words import OF_POOL
from irassay.result import Column, Table

PairRule: TypeAlias = Literal["all", "known", "next"]
PAIR_RULES: tuple[PairRule, ...] = ("all", "known", "next")


@dataclass(frozen=True, slots=True)
class Pairs:
    """Pairs of documents to compare, query by query.

    Attributes
    ----------
    rule : {"all", "known", "next"}
    queries, docs_a, docs_b : sequence of str (pair,)
        ``docs_a`` has the known answer, except under *all*.
    n_without : int
        Queries of the pool that have no pair.
    """

    rule: PairRule
    queries: Sequence[str]
    docs_a: Sequence[str]
    docs_b: Sequence[str]
    n_without: int

    def __len__(self) -> int:
        return len(self.queries)

    def table(self) -> Table:
        """One row a pair. ``irassay pool --pairs`` writes this table, ``irassay judge`` reads it."""
        columns = [
            Column("query", list(self.queries)),
            Column("doc_a", list(self.docs_a)),
            Column("doc_b", list(self.docs_b)),
            Column("why", [self.rule] * len(self), definition=OF_POOL("pool.why")),
        ]
        return Table("pairs", OF_POOL("pairs"), columns)


def pairs(pool: Pool, rule: PairRule = "all") -> Pairs:
    """The pairs of documents of a pool that people are to compare.

    Parameters
    ----------
    pool : Pool
        With known answers (``pool(runs, known=...)``) for *known* and *next*.
    rule : {"all", "known", "next"}
        *all*: every two documents of a query. *known*: every document against each known answer of its query. *next*:
        the first document of the one run of the pool against each known answer; the second one, where the first is
        that known answer itself.

    Returns
    -------
    Pairs
        Queries and documents in the order of the pool; no two documents are a pair twice.

    Raises
    ------
    UsageError
        The rule is none of these, it needs known answers and the pool has none, or it is *next* and the pool is of
        several runs, or of less than all that the run has retrieved.

    Notes
    -----
    *Guarantees* a query with n documents has n (n - 1) / 2 pairs under *all*, and under *known* with one known answer
    n - 1. *Source* Arabzadeh et al., Shallow pooling for sparse labels, 2021 (pools with the known answer, all pairs);
    Mackenzie et al. 2022 (against the known answer).

    Examples
    --------
    >>> from irassay import Qrels, Runs
    >>> from irassay import pool
    >>> runs = Runs.from_dict({"bm25": {"q": {"a": 3, "b": 2}}, "dense": {"q": {"b": 2, "c": 1}}})
    >>> pooled = pool(runs, known=Qrels.from_dict({"q": {"b": 1}}))
    >>> [*zip(pairs(pooled).docs_a, pairs(pooled).docs_b)]
    [('b', 'a'), ('b', 'c'), ('a', 'c')]
    >>> [*zip(pairs(pooled, "known").docs_a, pairs(pooled, "known").docs_b)]
    [('b', 'a'), ('b', 'c')]
    """
    check_choice("pairs", rule, PAIR_RULES)
    if rule != "all" and not pool.known:
        raise UsageError(OF_POOL("pairs.no-known", rule=rule))
    if rule == "next" and (len(pool.systems) != 1 or pool.n_judged):
        raise UsageError(OF_POOL("pairs.several", n=len(pool.systems), judged=pool.n_judged))
    by_query: dict[str, list[int]] = {}
    for place, query in enumerate(pool.queries):
        by_query.setdefault(query, []).append(place)
    queries, docs_a, docs_b = [], [], []
    n_without = 0
    for query, places in by_query.items():
        chosen = list(_of_query(pool, query, places, rule))
        n_without += not chosen
        queries += [query] * len(chosen)
        docs_a += [a for a, _ in chosen]
        docs_b += [b for _, b in chosen]
    return Pairs(rule, queries, docs_a, docs_b, n_without)


def _of_query(pool: Pool, query: str, places: Sequence[int], rule: PairRule) -> Iterator[tuple[str, str]]:
    docs = [pool.docs[place] for place in places]
    if rule == "all":
        yield from combinations(docs, 2)
        return
    known = pool.known.get(query, ())
    if rule == "next":
        by_rank = sorted(
            (place for place in places if pool.n_runs[place]), key=lambda place: int(pool.best_rank[place])
        )
        docs = [pool.docs[place] for place in by_rank]
    there: set[frozenset[str]] = set()
    for answer in known:
        others = [doc for doc in docs if doc != answer]
        for doc in others[:1] if rule == "next" else others:
            if (pair := frozenset((answer, doc))) not in there:
                there.add(pair)
                yield answer, doc


_CLOSE = 1e-9  # a product of decimals that is this near a whole number is that number


@dataclass(frozen=True, slots=True)
class PoolSizes:
    """How large pools are.

    Attributes
    ----------
    sizes : mapping of int to int
        Documents of a query -> number of such queries, smallest first.
    """

    sizes: Mapping[int, int]

    @classmethod
    def of(cls, sizes: Iterable[int]) -> PoolSizes:
        """Of the sizes of single pools.

        >>> PoolSizes.of([3, 2, 3])
        PoolSizes(sizes={2: 1, 3: 2})
        """
        return cls(dict(sorted(Counter(sizes).items())))

    @property
    def n_pools(self) -> int:
        """Pools."""
        return sum(self.sizes.values())

    @property
    def n_docs(self) -> int:
        """Documents of all pools."""
        return sum(size * n for size, n in self.sizes.items())

    @property
    def mean(self) -> float:
        """Documents of a pool; 0 without one."""
        return self.n_docs / self.n_pools if self.sizes else 0.0

    @property
    def n_pairs(self) -> int:
        """Pairs of all pools."""
        return sum(pairs_of(size) * n for size, n in self.sizes.items())


def pairs_of(size: int) -> int:
    """Pairs of a pool's documents."""
    return size * (size - 1) // 2


def fewest_pairs(n_pools: int, mean: float) -> int:
    """How many pairs pools with so many documents on average have at least.

    Pools of unequal sizes have more pairs than pools of their mean size. A number of pairs below this one is not all
    pairs of such pools.

    Parameters
    ----------
    n_pools : int, at least 1
    mean : float, at least 1
        Documents of a pool, on average.

    Returns
    -------
    int

    Raises
    ------
    UsageError
        A number is out of range.

    Notes
    -----
    *Guarantees* no set of pools with this mean has fewer pairs: the pairs of a pool are a convex function of its size,
    so that their mean is at least the function of the mean size (Jensen's inequality).

    Examples
    --------
    >>> fewest_pairs(500, 6.32)
    8405
    """
    n = whole_number("n_pools", n_pools)
    if not 1 <= mean < float("inf"):
        raise UsageError(f"expected mean of 1 or more documents, but got mean={mean!r}")
    return floor(n * mean * (mean - 1) / 2 + _CLOSE)
