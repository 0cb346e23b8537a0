"""Concordance: whether two label sets agree on which systems are significantly better than which."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from irassay.agreement.order_agreement import over
from irassay.agreement.order_stability import Pairs
from irassay.arguments import between
from irassay.comparison.pair_buckets import PairBuckets, pair_buckets
from irassay.errors import UsageError

F64: TypeAlias = NDArray[np.float64]
Counts: TypeAlias = NDArray[np.int64]
ALPHA = 0.05  # of D-MERIT's Table 7


@dataclass(frozen=True, slots=True)
class Concordance:
    """Ordered pairs of systems on which "significantly better" agrees with all labels, by variant and bucket.

    Attributes
    ----------
    ordered : array of int (variant, bucket)
        Ordered pairs that count: two a pair of systems, none where a system is left out of a variant.
    alike : array of int (variant, bucket)
        Those with the same answer under the variant and under all labels.
    """

    ordered: Counts
    alike: Counts

    @classmethod
    def joined(cls, parts: Sequence[Concordance]) -> Concordance:
        """The variants of all parts, one after another."""
        return cls(np.concatenate([p.ordered for p in parts]), np.concatenate([p.alike for p in parts]))

    @property
    def share(self) -> F64:
        """The share of all ordered pairs with the same answer, by variant."""
        return over(self.alike.sum(axis=1), self.ordered.sum(axis=1))

    @property
    def partial_share(self) -> F64:
        """The same in one bucket, (variant, bucket); NaN where the bucket is empty."""
        return over(self.alike, self.ordered)


def concordance(
    full: F64, variants: F64, *, buckets: PairBuckets | None = None, alpha: float = ALPHA, lower_is_better: bool = False
) -> Concordance:
    """Count the ordered pairs of systems on which "significantly better" agrees with all labels, by bucket of pairs.

    Parameters
    ----------
    full : array (system, query)
        Scores under all labels, of two systems or more.
    variants : array (variant, system, query)
        Scores under each variant, over the same queries or others. NaN for every query where a system is left out of
        the variant; NaN for every system where a query does not count.
    buckets : PairBuckets, optional
        Buckets of the pairs; default ``pair_buckets(full)``.
    alpha : float, in (0, 1)
        Level of the paired t-test over queries, without correction.
    lower_is_better : bool

    Returns
    -------
    Concordance

    Raises
    ------
    UsageError
        The arrays have different systems.

    Notes
    -----
    A pair that is significant under one label set only agrees in one of its two orders; one that is significant in
    opposite directions in none. Most pairs that are significant under neither agree: a share says little without its
    buckets.
    *Assumes* that mean differences over queries are near normal. *Guarantees* asymptotic, over queries. *Source* Rassin
    et al., Evaluating D-MERIT of partial-annotation on information retrieval, EMNLP 2024, appendix D, Table 7.

    Examples
    --------
    >>> full = np.array([[0.9, 0.8, 0.9, 0.8], [0.2, 0.1, 0.2, 0.3], [0.3, 0.1, 0.3, 0.2]])
    >>> found = concordance(full, np.stack([full, full[[1, 0, 2]]]))
    >>> found.share.round(3).tolist(), found.alike.sum(axis=1).tolist()
    ([1.0, 0.333], [6, 2])
    """
    if full.ndim != 2 or variants.ndim != 3 or variants.shape[1] != len(full):
        raise UsageError(
            f"expected scores (system, query) and variants (variant, system, query) of the same systems, but got "
            f"shapes {full.shape} and {variants.shape}"
        )
    buckets = pair_buckets(full) if buckets is None else buckets
    pairs, sign = Pairs(len(full), between("alpha", alpha)), -1.0 if lower_is_better else 1.0
    before = pairs.uncorrected(sign * full)
    ordered, alike = (np.zeros((len(variants), len(buckets.ranges)), dtype=np.int64) for _ in range(2))
    for row, values in enumerate(variants):
        present = ~np.isnan(values).all(axis=1)
        now = pairs.uncorrected(sign * np.where(present[:, None], values, 0.0))
        agree = 2 - np.abs(now - before)  # of two ordered pairs
        counts = present[pairs.a] & present[pairs.b]
        of = buckets.bucket[counts]
        ordered[row] = 2 * np.bincount(of, minlength=ordered.shape[1])
        alike[row] = np.bincount(of, weights=agree[counts], minlength=ordered.shape[1])
    return Concordance(ordered, alike)
