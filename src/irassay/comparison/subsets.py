"""Subsets of the queries, all of one size: drawn at random, or every one where these are few."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from math import comb
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from irassay.random_keys import stream

F64: TypeAlias = NDArray[np.float64]

PURPOSE = 0x73706C74  # "splt": separates this random stream from others of the same key
BLOCK = 4_000_000  # memberships in memory at once


def every_subset(n: int, size: int, n_draws: int) -> bool:
    """Whether n queries have no more subsets of that size than `n_draws`, so that each can be counted.

    >>> every_subset(10, 5, 10_000), every_subset(20, 8, 10_000)
    (True, False)
    """
    return comb(n, size) <= n_draws


def random_subsets(n: int, size: int, n_draws: int, *, key: int) -> Iterator[F64]:
    """Subsets of n queries, each equally likely, in blocks `(draw, query)`: 1 for a member and 0 for the others.

    >>> [block.sum(axis=1).tolist() for block in random_subsets(5, 2, 3, key=0)]
    [[2.0, 2.0, 2.0]]
    """
    rng = np.random.Generator(stream(key, PURPOSE))
    step = max(1, BLOCK // max(1, n))
    row = (np.arange(n) < size).astype(np.uint8)
    for start in range(0, n_draws, step):
        here = np.broadcast_to(row, (min(step, n_draws - start), n))
        yield rng.permuted(here, axis=1).astype(np.float64)


def all_subsets(n: int, size: int) -> F64:
    """Every subset of that size, the first `size` queries among them: array (subset, query).

    >>> all_subsets(3, 2).tolist()
    [[1.0, 1.0, 0.0], [1.0, 0.0, 1.0], [0.0, 1.0, 1.0]]
    """
    members = np.array(list(combinations(range(n), size)), dtype=np.intp).reshape(-1, size)
    out = np.zeros((len(members), n))
    np.put_along_axis(out, members, 1.0, axis=1)
    return out
