"""Systems without what leaked: the difference less what follows from easier queries, and the order beside others.

Systems that differ more on easy queries than on hard ones seem to gain where the leaked queries are easy. How much more
the exposed systems gain is a slope, and noisy scores give two readings of it: what unexposed systems have in common
overstates difficulty where they share an engine, what exposed systems have in common overstates it where these do.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from irassay.agreement.order_agreement import OrderAgreement, Spread, order_agreement
from irassay.arrays import F64, Flags
from irassay.comparison.pair_buckets import PairBuckets, PRange
from irassay.comparison.paired_scores import all_pairs
from irassay.comparison.query_groups import gap_intervals, gap_terms, random_subsets
from irassay.comparison.significance.randomization import snap

LEAST_UNEXPOSED = 3  # the covariance of a single pair says little of which queries are hard
BENT = 1.645  # standard errors of a bend: one-sided 5%
AT_AN_END = 0.25  # share of scores at the least or the greatest one, from which on the line is cut off
DRAWS = 2_000  # the standard error of a p of 0.05 is then 0.005


@dataclass(frozen=True, slots=True)
class Adjusted:
    """The difference of differences adjusted for hard queries, in the measure's unit, with unexposed systems' slope."""

    did: float
    low: float  # lowest to highest end of the intervals with either slope
    high: float
    alpha: float  # Cronbach's, of the unexposed systems on which queries are hard
    bend: float = 0.0  # standard errors by which exposed scores leave a line; imitates its own sign
    at_an_end: float = 0.0  # largest share of a group's leaked scores at its least or greatest

    @property
    def is_straight(self) -> bool:
        """Whether a line describes the scores well enough for a sign."""
        return bool(self.bend * np.sign(self.did) <= BENT) and self.at_an_end <= AT_AN_END


def adjusted(
    exposed: F64, unexposed: F64, leaked: Flags, *, alpha: float = 0.05, key: int = 0, n_bootstrap: int = 10_000
) -> Adjusted | None:
    """The difference of differences of exposed and unexposed scores, (system, query), adjusted for how hard leaked and
    clean queries are: between the gaps with slopes cov(e, u) / cov(u, u') and cov(e, e') / cov(e, u). None with fewer
    than three unexposed systems, or where a covariance is not above 0. Intervals are of the influence functions.
    Source: Fuller, Measurement Error Models, 1987, 2.4; Cronbach 1951; Hampel 1974."""
    if len(unexposed) < LEAST_UNEXPOSED:
        return None
    e, u = _centred(exposed, leaked), _centred(unexposed, leaked)
    both, within_e, within_u = e.mean(axis=0) * u.mean(axis=0), _products(e), _products(u)
    if min(of.mean() for of in (both, within_e, within_u)) <= np.finfo(np.float64).eps ** 2:
        return None
    readings = ((both, within_u), (within_e, both))
    terms = np.stack([_terms(exposed.mean(axis=0), unexposed.mean(axis=0), leaked, *of) for of in readings], axis=1)
    ends = gap_intervals(terms, leaked, alpha=alpha, key=key, n_bootstrap=n_bootstrap)
    return Adjusted(
        did=float(terms[:, 0].mean()),
        low=float(ends[:, 0].min()),
        high=float(ends[:, 1].max()),
        alpha=float(within_u.mean() / (u.mean(axis=0) ** 2).mean()),
        bend=_bend(exposed.mean(axis=0)[~leaked], unexposed.mean(axis=0)[~leaked]),
        at_an_end=float(
            max((of[:, leaked] == end).mean() for of in (exposed, unexposed) for end in (of.min(), of.max()))
        ),
    )


def _terms(e: F64, u: F64, leaked: Flags, numerator: F64, denominator: F64) -> F64:
    """Each query's contribution, (query,), to the gap of e less the slope times the gap of u; the slope is the mean of
    `numerator` over that of `denominator`, (query,)."""
    slope = numerator.mean() / denominator.mean()
    of_slope = (numerator - slope * denominator) / denominator.mean()
    gap_of_u = float(u[leaked].mean() - u[~leaked].mean())
    return np.asarray(gap_terms(e - slope * u, leaked) - gap_of_u * of_slope)


def _centred(x: F64, leaked: Flags) -> F64:
    """Deviations from the mean of the leaked or of the clean queries; the last axis is the queries."""
    out = np.empty_like(x)
    for of in (leaked, ~leaked):
        out[..., of] = x[..., of] - x[..., of].mean(axis=-1, keepdims=True)
    return out


def _products(x: F64) -> F64:
    """The mean product of two systems' centred scores on each query; of one system, its square: array (query,)."""
    k, squares, total = len(x), (x**2).sum(axis=0), x.sum(axis=0) ** 2
    return np.asarray(total if k == 1 else (total - squares) / (k * (k - 1)))


def _bend(e: F64, u: F64) -> float:
    """The coefficient of u squared in the regression of e on u and its square, in standard errors; 0 without one."""
    if len(e) < 4:
        return 0.0
    h = u - u.mean()
    x = np.stack([np.ones_like(h), h, h**2], axis=1)
    inverse = np.linalg.pinv(x.T @ x)
    coefficients = inverse @ (x.T @ e)
    error = np.sqrt(((e - x @ coefficients) ** 2).sum() / (len(e) - 3) * inverse[2, 2])
    return float(coefficients[2] / error) if error > np.finfo(np.float64).eps else 0.0


@dataclass(frozen=True, slots=True)
class OrderWithout:
    """By how much the order of systems changes without some queries or documents."""

    n: int  # queries or documents left out
    pairs: int  # of systems
    swaps: int  # pairs in the opposite order; a tie is no swap
    tau: float  # Kendall's tau-a of the two orders
    by_chance: Spread | None  # swaps without as many drawn at random, the middle 90%
    tau_by_chance: float | None  # mean over the draws
    p: float | None  # share of draws that swap as many pairs or more
    n_draws: int

    def to_dict(self) -> dict[str, object]:
        """As it stands in JSON: tau, swaps, by_chance."""
        chance: dict[str, object] | None = None
        if self.by_chance is not None:
            of = self.by_chance
            chance = {"swaps": of.mean, "low": of.low, "high": of.high, "tau": self.tau_by_chance, "p": self.p}
            chance["draws"] = self.n_draws
        return {"tau": self.tau, "swaps": self.swaps, "pairs": self.pairs, "by_chance": chance}


def order_without(
    x: F64, gone: Flags, *, lower_is_better: bool = False, n_draws: int = DRAWS, key: int = 0
) -> OrderWithout | None:
    """The order of systems by all queries against that without those gone, scores (query, system) without NaN; random
    sets of as many give p. Source: Kendall 1938 (tau-a); Fisher, The Design of Experiments, 1935."""
    n, size = len(x), int(gone.sum())
    if x.shape[1] < 2 or not 0 < size < n:
        return None
    exact, _ = snap(x)
    total = exact.sum(axis=0)
    drawn = [block @ exact for block in random_subsets(n, size, n_draws, key=key)]
    rest = (total - np.concatenate([exact[gone].sum(axis=0)[None], *drawn])) / (n - size)
    return order_of_means(total / n, rest, n_gone=size, lower_is_better=lower_is_better)


def order_of_means(before: F64, after: F64, *, n_gone: int, lower_is_better: bool = False) -> OrderWithout:
    """The order by means `(system,)` against those `(draw, system)` without something: the asked one, then random."""
    a, b = all_pairs(len(before))
    one = PairBuckets([PRange(0.0, None)], a, b, np.full(len(a), np.nan), np.zeros(len(a), dtype=np.intp))
    orders: OrderAgreement = order_agreement(before[:, None], after, buckets=one, lower_is_better=lower_is_better)
    swaps, tau = orders.discordant[:, 0], orders.tau
    n_draws = len(after) - 1
    drawn = n_draws > 0
    return OrderWithout(
        n=n_gone,
        pairs=len(a),
        swaps=int(swaps[0]),
        tau=float(tau[0]),
        by_chance=Spread.of(swaps[1:].astype(np.float64)) if drawn else None,
        tau_by_chance=float(tau[1:].mean()) if drawn else None,
        p=float((1 + (swaps[1:] >= swaps[0]).sum()) / (1 + n_draws)) if drawn else None,
        n_draws=n_draws,
    )
