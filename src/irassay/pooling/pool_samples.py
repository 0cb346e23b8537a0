"""Queries drawn from those of a pool that are large enough to be judged."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from irassay.arguments import whole_number
from irassay.errors import InputError
from irassay.pooling.pools import Pool
from irassay.pooling.query_samples import sample_queries
from irassay.random_keys import Seed


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
