"""Queries for a new collection: as many of each stratum, drawn at random."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from irassay.errors import InputError, UsageError
from irassay.random_keys import Seed, key_of
from irassay.result import Column, Table

if TYPE_CHECKING:
    from irassay.collection.texts import Texts

LONG = 10  # words from which a query is long: the TREC 2021 Deep Learning track's line
PURPOSE = 0x71756572  # "quer": parts this stream from others of the same key


@dataclass(frozen=True, slots=True)
class QuerySample:
    """Queries drawn from strata.

    Attributes
    ----------
    per_stratum : int
        Queries asked for in each stratum.
    drawn : mapping of str to sequence of str
        Stratum -> its queries in the order drawn: the first n are a sample of n.
    sizes : mapping of str to int
        Stratum -> queries that there were to draw from.
    """

    per_stratum: int
    drawn: Mapping[str, Sequence[str]]
    sizes: Mapping[str, int]

    @property
    def queries(self) -> list[str]:
        """All queries drawn, in byte order."""
        return sorted(query for queries in self.drawn.values() for query in queries)

    @property
    def too_small(self) -> dict[str, int]:
        """Strata with fewer queries than were asked for, with how many they have; all of these are drawn."""
        return {name: n for name, n in self.sizes.items() if n < self.per_stratum}

    def table(self) -> Table:
        """A row a stratum; the note says which are too small."""
        names = list(self.sizes)
        columns = [
            Column("stratum", names),
            Column("queries", [self.sizes[name] for name in names], definition="to draw from"),
            Column("drawn", [len(self.drawn[name]) for name in names]),
            Column("share", [len(self.drawn[name]) / self.sizes[name] for name in names], "share", "drawn", 3),
        ]
        short = ", ".join(f"{name} ({n:,})" for name, n in self.too_small.items())
        note = f"Fewer than {self.per_stratum:,} queries in {short}: all are drawn." if short else ""
        return Table("sampled-queries", f"{self.per_stratum:,} queries from each stratum", columns, note)


def length_strata(texts: Mapping[str, str] | Texts, *, from_words: Sequence[int] = (LONG,)) -> dict[str, str]:
    """Query -> its stratum by the number of its words.

    Parameters
    ----------
    texts : mapping of query to text, or Texts
    from_words : sequence of int, ascending, each at least 1
        The number of words from which the next stratum begins: (10,) parts queries at ten
        words.

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
    """Draw the same number of queries from each stratum.

    Parameters
    ----------
    strata : mapping of query to stratum
        By length (`length_strata`), or any other column.
    per_stratum : int, at least 1
        A stratum with fewer queries is drawn whole, and named in ``too_small``.
    seed : int or numpy.random.Generator

    Returns
    -------
    QuerySample

    Raises
    ------
    UsageError
        `per_stratum` is below 1.
    InputError
        No query.

    Notes
    -----
    *Guarantees* every set of that many queries of a stratum is equally likely; a larger sample of the same seed holds
    the smaller one; what is drawn from a stratum does not depend on the queries of the others. A mean over the sample
    weighs strata alike, which is not how they occur: weigh by ``sizes`` for a mean over all queries. *Source*
    stratified sampling with equal allocation, Cochran, Sampling Techniques, 1977, chapter 5.

    Examples
    --------
    >>> drawn = sample_queries({"q1": "short", "q2": "short", "q3": "short", "q4": "long"}, per_stratum=2)
    >>> len(drawn.queries), drawn.too_small
    (3, {'long': 1})
    """
    if isinstance(per_stratum, bool) or not isinstance(per_stratum, int) or per_stratum < 1:
        raise UsageError(f"per_stratum must be a whole number of at least 1, but got {per_stratum!r}")
    if not strata:
        raise InputError("there are no queries to draw from")
    members: dict[str, list[str]] = {}
    for query in sorted(strata):
        members.setdefault(strata[query], []).append(query)
    key = key_of(seed)
    drawn = {name: [of[i] for i in _order(name, len(of), key)[:per_stratum]] for name, of in sorted(members.items())}
    return QuerySample(per_stratum, drawn, {name: len(members[name]) for name in drawn})


def _order(name: str, n: int, key: int) -> list[int]:
    """A random order from a stream that the stratum's name decides, so that other strata change nothing."""
    from hashlib import blake2b

    stream = int.from_bytes(blake2b(name.encode("utf-8", "surrogateescape"), digest_size=4).digest(), "big")
    rng = np.random.Philox(key=np.array([key, (PURPOSE << 32) + stream], dtype=np.uint64))
    return [int(i) for i in np.argsort(rng.random_raw(n), kind="stable")]
