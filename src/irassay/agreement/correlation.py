"""Agreement of two rankings of the same systems: Kendall's tau, Spearman, top-weighted tau, tau_AP, pair counts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from irassay.agreement.rank_overlap import rbo, score_lists, tie_groups
from irassay.arrays import F64, Places
from irassay.errors import UsageError


@dataclass(frozen=True, slots=True)
class Agreement:
    """Agreement of two score lists for the same systems."""

    concordant: int  # pairs in the same order
    discordant: int  # pairs in opposite orders
    tied: int  # pairs tied in at least one list
    tau_a: float  # (concordant - discordant) / all pairs
    tau_b: float  # over the geometric mean of untied pairs; NaN where one ties all
    weighted_tau: float  # a pair weighs the sum of its reciprocal ranks
    tau_ap: float  # symmetric, with ties (tau_AP,b); NaN where a list ties all
    error_rate: float  # discordant pairs in percent of all
    spearman: float  # of mean ranks; NaN where a list ties all
    rbo: float  # p = 0.9; ties mean equality (RBO^b)


def agreement(a: ArrayLike, b: ArrayLike) -> Agreement:
    """Every measure of agreement between two score lists; the highest score ranks first.

    Parameters
    ----------
    a, b : array (system,)
        At least two systems; the higher the better (negate a measure where lower is better). NaN is refused.

    Returns
    -------
    Agreement

    Examples
    --------
    >>> result = agreement([0.9, 0.7, 0.5, 0.3], [0.8, 0.9, 0.2, 0.2])
    >>> result.concordant, result.discordant, result.tied, round(result.tau_a, 3)
    (4, 1, 1, 0.5)
    """
    x, y = score_lists(a, b)
    upper = np.triu_indices(len(x), 1)
    products = (_signs(x) * _signs(y))[upper]
    concordant, discordant = int((products > 0).sum()), int((products < 0).sum())
    return Agreement(
        concordant=concordant,
        discordant=discordant,
        tied=len(products) - concordant - discordant,
        tau_a=kendall_tau_a(x, y),
        tau_b=kendall_tau_b(x, y),
        weighted_tau=weighted_tau(x, y),
        tau_ap=tau_ap_b(x, y),
        error_rate=100 * discordant / len(products),
        spearman=spearman(x, y),
        rbo=rbo(x, y),
    )


FEW_TO_ORDER = 3  # systems of which three pairs or fewer say all that a tau would


def kendall_tau_a(a: ArrayLike, b: ArrayLike) -> float:
    """Kendall's tau-a: concordant minus discordant pairs over all pairs; a tied pair is neither. Source: Kendall,
    Biometrika 30, 1938."""
    x, y = score_lists(a, b)
    n = len(x)
    return float((_signs(x) * _signs(y)).sum() / (n * (n - 1)))


def kendall_tau_b(a: ArrayLike, b: ArrayLike) -> float:
    """Kendall's tau-b, corrected for ties in either list; NaN where a list ties all systems. Source: Kendall,
    Biometrika 33, 1945."""
    x, y = score_lists(a, b)
    in_x, in_y = _signs(x), _signs(y)
    untied = np.sqrt(float((in_x != 0).sum()) * float((in_y != 0).sum()))
    return float((in_x * in_y).sum() / untied) if untied else float("nan")


def spearman(a: ArrayLike, b: ArrayLike) -> float:
    """Spearman's rank correlation; NaN where a list ties all systems. Source: Spearman, American Journal of Psychology
    15, 1904."""
    x, y = score_lists(a, b)
    ranks = [first + (size - 1) / 2 for first, size in (tie_groups(x), tie_groups(y))]
    u, v = (rank - rank.mean() for rank in ranks)
    spread = np.sqrt(float((u * u).sum()) * float((v * v).sum()))
    return float((u * v).sum() / spread) if spread else float("nan")


def weighted_tau(a: ArrayLike, b: ArrayLike) -> float:
    """Tau, pairs weighted by the sum of reciprocal ranks; the mean of ranks by `a`, ties broken by `b`, and the
    reverse; NaN where a list ties all systems. Source: Vigna, WWW 2015."""
    x, y = score_lists(a, b)
    if len(set(x.tolist())) == 1 or len(set(y.tolist())) == 1:
        return float("nan")
    return (_tau_weighted_by(x, y, _ranks(x, y)) + _tau_weighted_by(x, y, _ranks(y, x))) / 2


def tau_ap(truth: ArrayLike, estimate: ArrayLike) -> float:
    """AP correlation of an estimate with a true order without ties (tau_AP,a), the estimate's ties averaged. Source:
    Yilmaz, Aslam and Robertson, SIGIR 2008; Urbano and Marrero, ICTIR 2017."""
    x, y = score_lists(truth, estimate)
    if len(set(x.tolist())) < len(x):
        raise UsageError("tau_ap: the true scores hold ties; tau_ap_b takes ties on both sides")
    n = len(x)
    first, size = tie_groups(y)
    right = 0.0
    for i in range(n):
        above = int(((first < first[i]) & (x > x[i])).sum())
        places = first[i] + np.arange(size[i])  # each equally likely
        right += above * float(np.mean(1 / np.maximum(places - 1, 1)))
        within = np.arange(1, size[i])  # members of its own tie group above it; half of them belong there
        right += float((within / (first[i] + within - 1)).sum()) / (2 * size[i])
    return float(2 * right / (n - 1) - 1)


def tau_ap_b(a: ArrayLike, b: ArrayLike) -> float:
    """Symmetric AP correlation of two rankings with ties (tau_AP,b); NaN where one ties all systems. Source: Urbano and
    Marrero, ICTIR 2017."""
    x, y = score_lists(a, b)
    return (_ap_above(x, y) + _ap_above(y, x)) / 2


def _ap_above(x: F64, y: F64) -> float:
    first, _ = tie_groups(y)
    below = np.flatnonzero(first > 1)
    if not len(below):
        return float("nan")
    shares = [((first < first[i]) & (x > x[i])).sum() / (first[i] - 1) for i in below]
    return float(2 * np.mean(shares) - 1)


def _tau_weighted_by(x: F64, y: F64, rank: Places) -> float:
    weight = 1 / (rank[:, None] + 1.0) + 1 / (rank[None, :] + 1.0)
    in_x, in_y = _signs(x), _signs(y)
    untied = np.sqrt((weight * (in_x != 0)).sum() * (weight * (in_y != 0)).sum())
    return float((weight * in_x * in_y).sum() / untied)


def _ranks(first: F64, then: F64) -> Places:
    """0-based ranks by `first`, ties broken by `then`, highest first; ties in both stand in reverse input order."""
    order = np.lexsort((then, first))[::-1]
    rank = np.empty(len(order), dtype=np.intp)
    rank[order] = np.arange(len(order))
    return rank


def _signs(x: F64) -> F64:
    return np.sign(x[:, None] - x[None, :])


def common(names_a: Sequence[str], names_b: Sequence[str]) -> tuple[list[int], list[int]]:
    """Positions of the systems that are in both lists, in the first list's order."""
    where = {name: i for i, name in enumerate(names_b)}
    both = [(i, where[name]) for i, name in enumerate(names_a) if name in where]
    return [i for i, _ in both], [j for _, j in both]
