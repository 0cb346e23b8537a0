"""Pairs of systems in buckets by the p-value of their difference; identical systems in a bucket of their own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from irassay.arguments import between, several
from irassay.arrays import F64, U32, Places
from irassay.comparison.paired_scores import all_pairs
from irassay.comparison.significance.paired_tests import paired_t
from irassay.errors import UsageError

EDGES = (0.01, 0.05)  # of D-MERIT's Tables 4 and 8
IDENTICAL = "identical"


class PRange(NamedTuple):
    """The p of a bucket's pairs, from `low` to below `high`; both None for systems with the same score everywhere."""

    low: float | None
    high: float | None

    def __str__(self) -> str:
        if self.low is None:
            return IDENTICAL if self.high is None else f"p<{self.high:g}"
        return f"p>={self.low:g}" if self.high is None else f"{self.low:g}<=p<{self.high:g}"


@dataclass(frozen=True, slots=True)
class PairBuckets:
    """Every pair of systems once, and its bucket.

    Attributes
    ----------
    ranges : sequence of PRange (bucket,)
        p of each bucket, rising; last that of systems with the same score on every query.
    a, b : array of uint32 (pair,)
        The two systems of each pair, ``a < b``, in the order (0, 1), (0, 2) ...
    p : array (pair,)
        Two-sided; NaN with a single query.
    bucket : array of int (pair,)
        Position of its bucket in `ranges`.
    """

    ranges: Sequence[PRange]
    a: U32
    b: U32
    p: F64
    bucket: Places

    @property
    def names(self) -> list[str]:
        """``p<0.01``, ``0.01<=p<0.05``, ``p>=0.05`` and ``identical``."""
        return [str(bucket) for bucket in self.ranges]

    @property
    def sizes(self) -> list[int]:
        """Pairs in each bucket."""
        return [int(n) for n in np.bincount(self.bucket, minlength=len(self.ranges))]


def pair_buckets(full: F64, *, edges: Sequence[float] = EDGES) -> PairBuckets:
    """Partition all pairs of systems by the p-value of a paired t-test over queries.

    Parameters
    ----------
    full : array (system, query)
        Scores of two systems or more.
    edges : sequence of float, rising, in (0, 1)
        A bucket includes its lower edge and not its upper one; the last extends to 1. Default: 0.01 and 0.05.

    Returns
    -------
    PairBuckets

    Raises
    ------
    UsageError
        Scores of another shape or with NaN, or edges that don't increase within (0, 1).

    Notes
    -----
    *Assumes* mean differences over queries that are near normal. p is not corrected for the number of pairs: it serves
    as a distance, not as a decision. A pair whose p is not defined (one query) is in the last bucket.
    *Guarantees* asymptotic, over queries. *Source* Rassin et al., Evaluating D-MERIT of partial-annotation on
    information retrieval, EMNLP 2024, Table 4; Student, Biometrika 6, 1908.

    Examples
    --------
    >>> full = np.array([[0.9, 0.8, 0.9, 0.8], [0.2, 0.1, 0.2, 0.3], [0.2, 0.1, 0.2, 0.3]])
    >>> buckets = pair_buckets(full)
    >>> [buckets.names[k] for k in buckets.bucket], buckets.sizes
    (['p<0.01', 'p<0.01', 'identical'], [2, 0, 0, 1])
    """
    if full.ndim != 2 or len(full) < 2 or not full.shape[1] or np.isnan(full).any():
        raise UsageError(f"expected scores (system, query) of two systems or more, none NaN, but got {full.shape}")
    steps = [between("edges", edge) for edge in several("edges", edges)]
    if not steps or steps != sorted(set(steps)) or not 0 < steps[0] <= steps[-1] < 1:
        raise UsageError(f"edges must rise within 0 and 1, but got edges={list(edges)!r}")
    a, b = all_pairs(len(full))
    p = paired_t(np.ascontiguousarray(full.T), a, b)
    bucket = np.searchsorted(steps, np.where(np.isnan(p), 1.0, p), side="right")
    kind = np.unique(full, axis=0, return_inverse=True)[1].ravel()
    bucket[kind[a] == kind[b]] = len(steps) + 1  # the same score, to the last bit, on every query
    return PairBuckets(
        [PRange(*ends) for ends in pairwise([None, *steps, None])] + [PRange(None, None)], a, b, p, bucket
    )
