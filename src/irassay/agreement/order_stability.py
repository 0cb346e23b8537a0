"""Stability of a ranking of systems under variants of the labels: order, first place, significant pairs."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from irassay.arguments import between
from irassay.arrays import F64, I8, I64, Flags
from irassay.comparison.equality import ROUNDING, rounding
from irassay.errors import UsageError

BLOCK = 200_000  # multiplications


@dataclass(frozen=True, slots=True)
class OrderStability:
    """Stability of a ranking under variants of the labels; arrays are (variant,)."""

    tau: F64  # tau-a with all labels' ranking; pairs tied in either count neither way
    reversed: I64  # pairs in the opposite order
    tied: I64  # pairs tied in either ranking
    first: Flags  # the first under all labels still scores highest, alone or tied
    settled: I64  # pairs that differ by a paired t-test with Holm's correction
    leaders: I64  # systems to which none is superior by that test
    lost: I64  # of all labels' significant pairs, those no longer so
    against: I64  # of these, those in the opposite order
    settled_before: int  # under all labels, as leaders_before
    leaders_before: int
    pairs: int


def order_stability(full: F64, variants: F64, *, alpha: float = 0.05, lower_is_better: bool = False) -> OrderStability:
    """Compare the ranking of systems under variants of the labels with the ranking under all labels.

    Parameters
    ----------
    full : array (system, query)
        Scores under all labels, of at least two systems and two queries.
    variants : array (variant, system, query)
        Scores under each variant; NaN for every system where a query does not count under the variant.
    alpha : float, in (0, 1)
        Family-wise error rate of the t-test.
    lower_is_better : bool

    Returns
    -------
    OrderStability

    Raises
    ------
    UsageError
        The arrays differ in systems or queries.

    Notes
    -----
    *Assumes* for significance that mean differences over queries are near normal. The t-test stands in for the test of
    the league, which would take far longer. *Guarantees* order and tau exact for the scores at hand; the t-test
    asymptotic. *Source* Kendall, Biometrika 30, 1938; Holm, Scandinavian Journal of Statistics 6, 1979.

    Examples
    --------
    >>> full = np.array([[0.9, 0.8, 0.9], [0.5, 0.6, 0.4], [0.1, 0.2, 0.2]])
    >>> stability = order_stability(full, np.stack([full, full[[1, 0, 2]]]))
    >>> stability.tau.round(3).tolist(), stability.reversed.tolist(), stability.first.tolist()
    ([1.0, 0.333], [0, 1], [True, False])
    """
    if full.ndim != 2 or variants.ndim != 3 or variants.shape[1:] != full.shape or min(full.shape) < 2:
        raise UsageError(
            f"expected scores (system, query) of two or more of each and variants (variant, system, query), but got "
            f"shapes {full.shape} and {variants.shape}"
        )
    sign = -1.0 if lower_is_better else 1.0
    pairs = Pairs(len(full), alpha)
    before = pairs.under(sign * full)
    first = int(np.argmax(before.mean))
    order, significant = before.order, before.significant
    rows = []
    for values in variants:
        now = pairs.under(sign * values)
        product = now.order * order
        rows.append(
            (
                int(product.sum(dtype=np.int64)),
                int((product < 0).sum()),
                int((product == 0).sum()),
                bool(now.mean[first] >= now.mean.max() - rounding(now.mean)),
                int(now.significant.sum()),
                now.leaders,
                int((significant & ~now.significant).sum()),
                int((significant & (product < 0)).sum()),
            )
        )
    agree, against, tied, highest, settled, leaders, lost, turned = np.array(rows, dtype=np.int64).reshape(-1, 8).T
    return OrderStability(
        tau=agree / pairs.n_pairs,
        reversed=against,
        tied=tied,
        first=highest.astype(bool),
        settled=settled,
        leaders=leaders,
        lost=lost,
        against=turned,
        settled_before=int(significant.sum()),
        leaders_before=before.leaders,
        pairs=pairs.n_pairs,
    )


def significant_pairs(values: F64, *, alpha: float = 0.05, lower_is_better: bool = False) -> I8:
    """Significant pairs and their direction, by a paired t-test with Holm's correction over all pairs.

    Parameters
    ----------
    values : array (system, query)
        Scores of at least two systems; a query with a NaN does not count.
    alpha : float, in (0, 1)
        Family-wise error rate.
    lower_is_better : bool

    Returns
    -------
    array of int8 (system, system)
        1 where the row is significantly superior to the column, -1 where it is inferior, else 0.

    Notes
    -----
    *Assumes* that mean differences over queries are near normal. *Guarantees* asymptotic, over queries. *Source* as
    `order_stability`, which counts these pairs.

    Examples
    --------
    >>> significant_pairs(np.array([[0.9, 0.8, 0.9, 0.8], [0.5, 0.4, 0.5, 0.4], [0.8, 0.9, 0.8, 0.9]])).tolist()
    [[0, 1, 0], [-1, 0, -1], [0, 1, 0]]
    """
    if values.ndim != 2 or len(values) < 2:
        raise UsageError(f"expected scores (system, query) of two systems or more, but got shape {values.shape}")
    pairs = Pairs(len(values), between("alpha", alpha))
    decisions = pairs.under(-values if lower_is_better else values)
    out = np.zeros((len(values), len(values)), dtype=np.int8)
    out[pairs.a, pairs.b] = np.where(decisions.significant, decisions.order, 0)
    return out - out.T


def _product(x: F64) -> F64:
    """``x @ x.T`` in small blocks, so that no linear algebra library starts threads that cost more than they save."""
    step = max(1, BLOCK // max(1, x.size))
    return np.concatenate([x[i : i + step] @ x.T for i in range(0, len(x), step)])


@dataclass(frozen=True, slots=True)
class _Under:
    """Means of the systems under one label set, and for each pair the sign of its difference and its significance."""

    mean: F64
    order: I8
    significant: Flags
    leaders: int


class Pairs:
    """All pairs of systems, and their paired t-tests; higher scores are better."""

    __slots__ = ("_alpha", "a", "b", "n", "n_pairs", "place")

    def __init__(self, n: int, alpha: float) -> None:
        self.n, self._alpha = n, alpha
        self.a, self.b = np.triu_indices(n, 1)
        self.place = self.a * n + self.b
        self.n_pairs = len(self.a)

    def under(self, values: F64) -> _Under:
        """The pairs under scores (system, query), with Holm's correction; queries with a NaN do not count."""
        mean, order, t, freedom = self._statistics(values)
        significant = self._significant(t, freedom) if freedom > 0 else np.zeros(self.n_pairs, dtype=bool)
        inferior = np.zeros(self.n, dtype=bool)
        inferior[self.b[significant & (order > 0)]] = True
        inferior[self.a[significant & (order < 0)]] = True
        return _Under(mean, order, significant, self.n - int(inferior.sum()))

    def uncorrected(self, values: F64) -> I8:
        """1 where the first of a pair is significantly better, without correction, -1 where the second, else 0."""
        _, order, t, freedom = self._statistics(values)
        if freedom <= 0:
            return np.zeros_like(order)
        order[t <= _critical_t(freedom, 1, self._alpha)[0]] = 0
        return order

    def _statistics(self, values: F64) -> tuple[F64, I8, F64, int]:
        """Means of the systems; of each pair the sign of its difference and t without its sign, 0 where its means are
        equal; degrees of freedom, with 0 or less of which every t is 0."""
        counts = ~np.isnan(values).any(axis=0)
        x = values if counts.all() else values[:, counts]
        n_queries = x.shape[1]
        mean = x.mean(axis=1) if n_queries else np.zeros(self.n)
        difference = mean[self.a] - mean[self.b]
        apart = np.abs(difference)
        tied = apart <= rounding(mean)
        order = np.sign(difference).astype(np.int8)
        order[tied] = 0
        apart[tied] = 0.0
        t = self._t(x - mean[:, None], apart) if n_queries > 1 else np.zeros(self.n_pairs)
        return mean, order, t, n_queries - 1

    def _t(self, centred: F64, distance: F64) -> F64:
        n_queries = centred.shape[1]
        product = _product(centred)
        own = np.diagonal(product).copy()
        squares = (
            own[self.a] + own[self.b] - 2 * product.ravel()[self.place]
        )  # sum of squared deviations of the differences
        floor = 1e-13 * max(float(own.max()), ROUNDING)  # below it there is only rounding error
        return np.asarray(distance / np.sqrt(np.maximum(squares, floor) / ((n_queries - 1) * n_queries)))

    def _significant(self, t: F64, freedom: int) -> Flags:
        """Holm's correction, stepping down the t statistics: with equal numbers of queries they order the p-values."""
        largest = np.sort(t)[::-1]
        rejects = largest >= _critical_t(freedom, self.n_pairs, self._alpha)
        rejected = self.n_pairs if rejects.all() else int(rejects.argmin())
        return t >= largest[rejected - 1] if rejected else rejects & False


@lru_cache(maxsize=4)  # leaving groups out one by one repeats the same call
def _critical_t(df: int, n_pairs: int, alpha: float) -> F64:
    """The critical t of the largest, the second largest ... statistic."""
    from scipy.special import stdtrit

    n_open = np.arange(n_pairs, 0, -1)
    return np.asarray(stdtrit(df, 1 - alpha / (2 * n_open)))
