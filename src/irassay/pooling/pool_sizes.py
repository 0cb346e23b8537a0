"""Sizes of pools, and the pairs of documents that they have."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import floor

from irassay.arguments import whole_number
from irassay.errors import UsageError

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
