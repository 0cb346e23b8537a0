"""Queries drawn at random: of equal number from each stratum, or from those whose pools are large enough."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from irassay.arguments import whole_number
from irassay.errors import InputError, UsageError
from irassay.pooling.pools import Pool
from irassay.pooling.words import OF_POOL
from irassay.random_keys import Seed, key_of, stream
from irassay.result import Column, Table

if TYPE_CHECKING:
    from irassay.collection.texts import Texts

LONG = 10  # words from which a query is long: the threshold of the TREC 2021 Deep Learning track
PURPOSE = 0x71756572  # "quer": separates this random stream from others of the same key


@dataclass(frozen=True, slots=True)
class QuerySample:
    """A stratified sample of queries.

    Attributes
    ----------
    per_stratum : int
        Sample size requested for each stratum.
    queries_by_stratum : mapping of str to sequence of str
        Stratum -> its sampled queries in the order of drawing: the first n are a sample of size n.
    sizes : mapping of str to int
        Stratum -> number of queries in the population.
    """

    per_stratum: int
    queries_by_stratum: Mapping[str, Sequence[str]]
    sizes: Mapping[str, int]

    @property
    def queries(self) -> list[str]:
        """All sampled queries, in byte order."""
        return sorted(query for queries in self.queries_by_stratum.values() for query in queries)

    @property
    def too_small(self) -> dict[str, int]:
        """Strata with fewer queries than requested, and their sizes; all queries of such a stratum are sampled."""
        return {name: n for name, n in self.sizes.items() if n < self.per_stratum}

    def table(self) -> Table:
        """One row per stratum; the note names the strata that are too small."""
        names = list(self.sizes)
        columns = [
            Column("stratum", names),
            Column("queries", [self.sizes[name] for name in names], definition="to draw from"),
            Column("drawn", [len(self.queries_by_stratum[name]) for name in names]),
            Column(
                "share", [len(self.queries_by_stratum[name]) / self.sizes[name] for name in names], "share", "drawn", 3
            ),
        ]
        short = ", ".join(f"{name} ({n:,})" for name, n in self.too_small.items())
        note = OF_POOL("queries.few", n=self.per_stratum, short=short) if short else ""
        return Table("sampled-queries", OF_POOL("queries", n=self.per_stratum), columns, note)


def length_strata(texts: Mapping[str, str] | Texts, *, from_words: Sequence[int] = (LONG,)) -> dict[str, str]:
    """Query -> its stratum by number of words.

    Parameters
    ----------
    texts : mapping of query to text, or Texts
    from_words : sequence of int, ascending, each at least 1
        The number of words at which each further stratum begins: (10,) makes two strata, below ten words and from ten
        words on.

    Examples
    --------
    >>> length_strata({"q1": "red shoes", "q2": "why do red shoes cost so much more than blue ones"})
    {'q1': 'under 10 words', 'q2': '10 words or more'}
    """
    ends = list(from_words)
    if not ends or ends != sorted(set(ends)) or ends[0] < 1:
        raise UsageError(f"from_words must be ascending numbers of at least 1, but got {list(from_words)!r}")
    between = [f"{low} to {high - 1} words" for low, high in pairwise(ends)]
    names = [f"under {ends[0]} words", *between, f"{ends[-1]} words or more"]
    items: Iterable[tuple[str, str]] = texts.items() if isinstance(texts, Mapping) else texts
    return {query: names[sum(len(text.split()) >= end for end in ends)] for query, text in items}


def sample_queries(strata: Mapping[str, str], *, per_stratum: int, seed: Seed = 0) -> QuerySample:
    """Sample the same number of queries from each stratum.

    Parameters
    ----------
    strata : mapping of query to stratum
        Strata by length (`length_strata`) or by any other attribute.
    per_stratum : int, at least 1
        A stratum with fewer queries is sampled whole and named in ``too_small``.
    seed : int or numpy.random.Generator

    Returns
    -------
    QuerySample

    Raises
    ------
    UsageError
        `per_stratum` is below 1.
    InputError
        `strata` is empty.

    Notes
    -----
    *Guarantees* every set of `per_stratum` queries of a stratum is equally likely; a larger sample of the same seed
    contains the smaller one; the sample of a stratum does not depend on the queries of other strata. A mean over the
    sample weights the strata equally, not by their size: weight by ``sizes`` for a mean over all queries. *Source*
    stratified sampling with equal allocation, Cochran, Sampling Techniques, 1977, chapter 5.

    Examples
    --------
    >>> sample = sample_queries({"q1": "short", "q2": "short", "q3": "short", "q4": "long"}, per_stratum=2)
    >>> len(sample.queries), sample.too_small
    (3, {'long': 1})
    """
    per_stratum = whole_number("per_stratum", per_stratum)
    if not strata:
        raise InputError("there are no queries to draw from")
    members: dict[str, list[str]] = {}
    for query in sorted(strata):
        members.setdefault(strata[query], []).append(query)
    key = key_of(seed)
    samples = {
        name: [of[i] for i in random_order(name, len(of), key, PURPOSE)[:per_stratum]]
        for name, of in sorted(members.items())
    }
    return QuerySample(per_stratum, samples, {name: len(members[name]) for name in samples})


def random_order(name: str, n: int, key: int, purpose: int) -> list[int]:
    """A random order from a stream seeded by the stratum's name, so that it is independent of other strata."""
    number = int.from_bytes(blake2b(name.encode("utf-8", "surrogateescape"), digest_size=4).digest(), "big")
    return [int(i) for i in np.argsort(stream(key, purpose, number).random_raw(n), kind="stable")]


@dataclass(frozen=True, slots=True)
class PoolSample:
    """The pool of some queries.

    Attributes
    ----------
    pool : Pool
    n_small : int
        Queries that were left out because their pools are too small.
    n_queries : int
        The other queries: those that could be drawn.
    probability : float or None
        The chance that each of these had; None where all were taken without a draw.
    """

    pool: Pool
    n_small: int
    n_queries: int
    probability: float | None


def sample_pool(pool: Pool, *, n_queries: int | None = None, min_pool: int = 1, seed: Seed = 0) -> PoolSample:
    """Leave out queries with small pools, and draw some of the others.

    Parameters
    ----------
    pool : Pool
    n_queries : int, at least 1, optional
        Queries to draw; all are taken where there are no more, and by default.
    min_pool : int, at least 1
        Documents that a query's pool must have.
    seed : int or numpy.random.Generator

    Returns
    -------
    PoolSample

    Raises
    ------
    UsageError
        A number is below 1.
    InputError
        No query has so many documents.

    Notes
    -----
    *Guarantees* every set of `n_queries` queries is equally likely; a larger sample of the same seed contains the
    smaller one.

    Examples
    --------
    >>> from irassay import Runs, pool
    >>> runs = Runs.from_dict({"bm25": {"q1": {"a": 2, "b": 1}, "q2": {"c": 1}, "q3": {"a": 2, "c": 1}}})
    >>> drawn = sample_pool(pool(runs), n_queries=1, min_pool=2)
    >>> drawn.n_small, drawn.n_queries, drawn.probability, len(drawn.pool)
    (1, 2, 0.5, 2)
    """
    min_pool = whole_number("min_pool", min_pool)
    sizes = Counter(pool.queries)
    large = {query: "all" for query, n in sizes.items() if n >= min_pool}
    if not large and min_pool > 1:
        raise InputError(
            f"no query has a pool of {min_pool:,} documents; the largest has {max(sizes.values(), default=0):,}"
        )
    n_small = len(sizes) - len(large)
    if n_queries is None or not large:
        return PoolSample(pool.of(large) if n_small else pool, n_small, len(large), None)
    chosen = sample_queries(large, per_stratum=whole_number("n_queries", n_queries), seed=seed).queries
    return PoolSample(pool.of(chosen), n_small, len(large), len(chosen) / len(large))
