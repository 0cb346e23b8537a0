"""Rankings under variants of the labels against the ranking under all labels: pairs in order, and significant pairs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from irassay.agreement.order_stability import Pairs
from irassay.arguments import between
from irassay.arrays import F64, I64
from irassay.comparison.equality import rounding, roundings, without_rounding
from irassay.comparison.pair_buckets import PairBuckets, pair_buckets
from irassay.errors import UsageError

AT_ONCE = 2_000_000  # differences held at once
NINE_IN_TEN = (0.05, 0.95)
LEAST_VARIANTS = 20  # for a range of nine in ten: with fewer variants, a single one is more than a twentieth
STABLE = 0.9  # tau from which rankings count as equivalent (Voorhees, Information Processing and Management 36, 2000)
ALPHA = 0.05  # of D-MERIT's Table 7


@dataclass(frozen=True, slots=True)
class Spread:
    """A number over variants of the labels; with fewer than twenty, `low` and `high` are the least and the greatest."""

    mean: float
    sd: float
    low: float  # of the middle 90%
    high: float

    @classmethod
    def of(cls, values: Sequence[float] | F64) -> Spread:
        """The spread of the values that are not NaN; all NaN where there are none."""
        finite = np.asarray(values, dtype=np.float64)
        finite = finite[~np.isnan(finite)]
        if not len(finite):
            return cls(*[float("nan")] * 4)
        low, high = np.quantile(finite, NINE_IN_TEN if len(finite) >= LEAST_VARIANTS else (0, 1))
        sd = finite.std(ddof=1) if len(finite) > 1 else 0.0
        return cls(float(finite.mean()), float(sd), float(low), float(high))


@dataclass(frozen=True, slots=True)
class OrderAgreement:
    """Counts of system pairs by variant and bucket, and the statistics that follow from them.

    A pair is *concordant* where the variant and all labels order it the same way, *discordant* where they order it in
    opposite ways, and *tied* where its means are equal (but for rounding) under either.

    Attributes
    ----------
    buckets : PairBuckets
    pairs : array of int (variant, bucket)
        Pairs that count. A pair with a system that is left out of a variant does not count.
    concordant, discordant : array of int (variant, bucket)
    tied_before : sequence of int (bucket,)
        Pairs that are tied under all labels.
    same_lead : array of float (variant,)
        1 where a system that leads under all labels leads, alone or tied, else 0; NaN where each such is left out.
    """

    buckets: PairBuckets
    pairs: I64
    concordant: I64
    discordant: I64
    tied_before: Sequence[int]
    same_lead: F64

    @property
    def tied(self) -> I64:
        """Pairs tied in either order, (variant, bucket)."""
        return self.pairs - self.concordant - self.discordant

    @property
    def tau(self) -> F64:
        """Kendall's tau-a of each variant: concordant minus discordant over all pairs, tied ones included."""
        return over((self.concordant - self.discordant).sum(axis=1), self.pairs.sum(axis=1))

    @property
    def kept_rate(self) -> F64:
        """The share of all pairs that keep their order, by variant."""
        return over(self.concordant.sum(axis=1), self.pairs.sum(axis=1))

    @property
    def error_rate(self) -> F64:
        """The share of all pairs that are discordant, by variant."""
        return over(self.discordant.sum(axis=1), self.pairs.sum(axis=1))

    @property
    def tied_rate(self) -> F64:
        """The share of all pairs that are tied in either ranking, by variant: tau is at most 1 minus this share."""
        return over(self.tied.sum(axis=1), self.pairs.sum(axis=1))

    @property
    def partial_tau(self) -> F64:
        """Tau-a of the pairs in one bucket, (variant, bucket); NaN where the bucket is empty."""
        return over(self.concordant - self.discordant, self.pairs)

    @property
    def partial_error_rate(self) -> F64:
        """The share of discordant pairs in one bucket, (variant, bucket); NaN where the bucket is empty."""
        return over(self.discordant, self.pairs)


def order_agreement(
    full: F64, means: F64, *, buckets: PairBuckets | None = None, lower_is_better: bool = False
) -> OrderAgreement:
    """Compare the rankings under variants of the labels with the ranking under all labels, by bucket of pairs.

    Parameters
    ----------
    full : array (system, query)
        Scores under all labels.
    means : array (variant, system)
        Mean scores under each variant; NaN where a system is left out of that variant, such as the system that selected
        its labels.
    buckets : PairBuckets, optional
        Buckets of the pairs; default ``pair_buckets(full)``.
    lower_is_better : bool

    Returns
    -------
    OrderAgreement

    Raises
    ------
    UsageError
        The arrays have different systems.

    Notes
    -----
    *Assumes* nothing for the counts; the buckets rest on the assumptions of a t-test. *Guarantees* exact for the scores
    at hand. The spread is that over variants; it says nothing about other queries. *Source* Kendall, Biometrika 30,
    1938 (tau-a); Rassin et al., Evaluating D-MERIT of partial-annotation on information retrieval, EMNLP 2024: Table 3
    (tau and error rate), Tables 4 and 8 (tau within a bucket of pairs).

    Examples
    --------
    >>> full = np.array([[0.9, 0.8, 0.9], [0.5, 0.6, 0.4], [0.1, 0.2, 0.2]])
    >>> orders = order_agreement(full, np.array([[0.8, 0.5, 0.1], [0.4, 0.5, 0.1], [np.nan, 0.3, 0.3]]))
    >>> orders.tau.round(3).tolist(), orders.tied.sum(axis=1).tolist(), orders.pairs.sum(axis=1).tolist()
    ([1.0, 0.333, 0.0], [0, 0, 1], [3, 3, 1])
    """
    if full.ndim != 2 or means.ndim != 2 or means.shape[1] != len(full):
        raise UsageError(
            f"expected scores (system, query) and means (variant, system) of the same systems, but got shapes "
            f"{full.shape} and {means.shape}"
        )
    buckets = pair_buckets(full) if buckets is None else buckets
    sign = -1.0 if lower_is_better else 1.0
    own = sign * full.mean(axis=1)
    difference = own[buckets.a] - own[buckets.b]
    ordered = np.abs(difference) > rounding(own)
    n_buckets = len(buckets.ranges)
    tied_before = np.bincount(buckets.bucket[~ordered], minlength=n_buckets)
    rows = np.flatnonzero(ordered)[np.argsort(buckets.bucket[ordered], kind="stable")]
    upper = np.where(difference[rows] > 0, buckets.a[rows], buckets.b[rows])
    lower = np.where(difference[rows] > 0, buckets.b[rows], buckets.a[rows])
    ends = np.cumsum(np.bincount(buckets.bucket[rows], minlength=n_buckets))
    by_system = np.ascontiguousarray(sign * means.T)
    concordant, discordant = (np.zeros((len(means), n_buckets), dtype=np.int64) for _ in range(2))
    step = max(1, AT_ONCE // max(1, len(rows)))
    for start in range(0, len(means), step):
        part = by_system[:, start : start + step]
        now = without_rounding(part[upper] - part[lower], roundings(part, axis=0))
        for k, (first, last) in enumerate(zip([0, *ends[:-1]], ends)):
            concordant[start : start + step, k] = (now[first:last] > 0).sum(axis=0)
            discordant[start : start + step, k] = (now[first:last] < 0).sum(axis=0)
    best, lead = (np.fmax.reduce(of, axis=0) for of in (by_system, by_system[own >= own.max() - rounding(own)]))
    same_lead = np.where(np.isnan(lead), np.nan, lead + roundings(by_system, axis=0)[0] >= best)
    return OrderAgreement(buckets, _present(buckets, means), concordant, discordant, tied_before.tolist(), same_lead)


def _present(buckets: PairBuckets, means: F64) -> I64:
    """Pairs by variant and bucket of which neither system is left out."""
    n_buckets, missing = len(buckets.ranges), np.isnan(means)
    n_pairs = np.tile(np.asarray(buckets.sizes, dtype=np.int64), (len(means), 1))
    of = np.zeros((missing.shape[1],) * 2, dtype=np.intp)  # bucket of each pair, at [first, second] with first < second
    of[buckets.a, buckets.b] = buckets.bucket
    first = np.triu(np.ones(of.shape, dtype=bool), 1)
    for variant in np.flatnonzero(missing.any(axis=1)):
        left_out = np.zeros(of.shape, dtype=bool)
        left_out[missing[variant]] = True
        left_out[:, missing[variant]] = True
        n_pairs[variant] -= np.bincount(of[left_out & first], minlength=n_buckets)
    return n_pairs


def over(part: I64, whole: I64) -> F64:
    """Shares; NaN where the whole is 0."""
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(part / whole, dtype=np.float64)


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

    ordered: I64
    alike: I64

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
