"""Queries, and documents of bands of ranks, drawn at random: strata with a number or a share of each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from hashlib import blake2b
from itertools import pairwise
from math import ceil

import numpy as np

from irassay.arguments import whole_number
from irassay.arrays import Flags
from irassay.collection.texts import Texts
from irassay.errors import InputError, UsageError
from irassay.pooling.pools import KNOWN, Pool
from irassay.pooling.words import OF_POOL
from irassay.random_keys import Seed, key_of, stream
from irassay.result import Column, Table

LONG = 10  # words from which a query is long: the threshold of the TREC 2021 Deep Learning track
PURPOSE = 0x71756572  # "quer": separates this random stream from others of the same key
PURPOSE_OF_BANDS = 0x62616E64  # "band": separates this random stream from others of the same key


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


@dataclass(frozen=True, slots=True)
class BandSample:
    """A pool of which some documents are to be judged.

    Attributes
    ----------
    pool : Pool
        All documents, those that were not drawn included: estimates need their places.
    stratum : sequence of str (document,)
        The band of ranks, such as "1-10", of the document's best rank; "known" for a known answer below all bands.
    probability : sequence of float (document,)
        The chance that the document had to be drawn.
    drawn : array of bool (document,)
    """

    pool: Pool
    stratum: Sequence[str]
    probability: Sequence[float]
    drawn: Flags

    def table(self, query_probability: float = 1.0) -> Table:
        """The pool's table with *stratum*, *probability* (times that of the query) and *drawn*, yes or no."""
        table = self.pool.table()
        chance = [p * query_probability for p in self.probability]
        more = [
            Column("stratum", list(self.stratum), definition=OF_POOL("bands.stratum")),
            Column("probability", chance, definition="of being drawn"),
            Column("drawn", ["yes" if one else "no" for one in self.drawn.tolist()], definition="to be judged"),
        ]
        return replace(table, columns=[*table.columns, *more])


def sample_bands(pool: Pool, bands: Sequence[tuple[int, float]], *, depth: int = 10, seed: Seed = 0) -> BandSample:
    """Take all documents of a pool to a depth, and draw a share of those in each band of ranks below.

    Parameters
    ----------
    pool : Pool
        As deep as the last band.
    bands : sequence of (int, float)
        The last rank of each band, ascending and deeper than `depth`, and the share of it to draw, above 0 and up to 1.
    depth : int, at least 1
        The depth to which all documents are taken.
    seed : int or numpy.random.Generator

    Returns
    -------
    BandSample
        Of each query and band so many documents that the share is reached, one at least.

    Raises
    ------
    UsageError
        Ranks don't ascend, a share is out of range, or the pool has another depth than the last band.

    Notes
    -----
    *Assumes* for estimates such as xinfAP: all drawn documents are judged. *Guarantees* every set of that many
    documents of a query's band is equally likely, whatever other queries and bands there are. *Source* Yilmaz, Kanoulas
    and Aslam, A simple and efficient sampling method for estimating AP and NDCG, SIGIR 2008.

    Examples
    --------
    >>> from irassay import Runs, pool
    >>> runs = Runs.from_dict({"bm25": {"q": {"a": 5, "b": 4, "c": 3, "d": 2, "e": 1}}})
    >>> sample = sample_bands(pool(runs, depth=5), [(5, 0.5)], depth=1)
    >>> sample.stratum, sample.probability, int(sample.drawn.sum())
    (['1-1', '2-5', '2-5', '2-5', '2-5'], [1.0, 0.5, 0.5, 0.5, 0.5], 3)
    """
    ends = [whole_number("depth", depth), *(whole_number("band", end) for end, _ in bands)]
    if not bands or ends != sorted(set(ends)):
        raise UsageError(OF_POOL("bands.ends", depth=depth, bands=list(bands)))
    if wrong := [share for _, share in bands if not 0 < share <= 1]:
        raise UsageError(OF_POOL("bands.shares", share=wrong[0]))
    if pool.depth != ends[-1]:
        raise UsageError(OF_POOL("bands.last", end=ends[-1], depth=pool.depth))
    names = [f"{begin + 1}-{end}" for begin, end in zip([0, *ends], ends)]
    shares = dict(zip(names, [Fraction(1), *(Fraction(str(share)) for _, share in bands)]))
    stratum = [names[b] if b < len(names) else KNOWN for b in np.searchsorted(ends, pool.best_rank).tolist()]
    members: dict[tuple[str, str], list[int]] = {}
    for place, of in enumerate(zip(pool.queries, stratum)):
        members.setdefault(of, []).append(place)
    key = key_of(seed)
    drawn = np.zeros(len(pool), dtype=bool)
    probability = [1.0] * len(pool)
    for (query, name), places in members.items():
        n = ceil(shares.get(name, 1) * len(places))
        # By id, so that the draw does not depend on the order of judging.
        places.sort(key=lambda place: pool.docs[place].encode("utf-8", "surrogateescape"))
        for i in random_order(f"{query}\t{name}", len(places), key, PURPOSE_OF_BANDS)[:n]:
            drawn[places[i]] = True
        for place in places:
            probability[place] = n / len(places)
    return BandSample(pool, stratum, probability, drawn)
