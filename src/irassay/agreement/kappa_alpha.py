"""Agreement of assessors from counts: kappa of two, alpha of any number, intervals over whole queries, repeats."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal, TypeAlias

import numpy as np

from irassay.arrays import F64, Places
from irassay.collection.qrels import Qrels
from irassay.comparison.proportions import wilson
from irassay.errors import UsageError

Weights: TypeAlias = Literal["plain", "linear", "quadratic"]
Metric: TypeAlias = Literal["nominal", "ordinal", "interval"]
WEIGHTS: tuple[Weights, ...] = ("plain", "linear", "quadratic")
OfSums: TypeAlias = Callable[[F64], F64]
LEVELS = (0.025, 0.975)
LEAST_QUERIES = 5  # docs/simulations.md has the coverage with as many


def kappa(counts: F64, grades: F64, *, weights: Weights = "plain") -> F64:
    """Agreement of two assessors beyond chance, (...), of `counts`, (..., grade, grade), grades ascending; NaN where
    chance expects no disagreement. Source: Cohen 1960, equation 1; with weights Cohen 1968, equation 7."""
    distance = np.abs(grades[:, None] - grades[None, :])
    cost = {"plain": (distance > 0) * 1.0, "linear": distance, "quadratic": distance**2}[weights]
    observed = (counts * cost).sum(axis=(-2, -1)) * counts.sum(axis=(-2, -1))
    rows, columns = counts.sum(axis=-1), counts.sum(axis=-2)
    expected = np.einsum("...i,ij,...j->...", rows, cost, columns)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(np.where(expected > 0, 1.0 - observed / expected, np.nan))


def coincidences(grades: Places, n_grades: int) -> F64:
    """How often two grades occur at one item, (grade, grade), over ordered pairs; `grades`, (item, assessor), are
    positions, -1 where missing. Source: Krippendorff 2011, C."""
    by_item = np.stack([(grades == g).sum(axis=1) for g in range(n_grades)], axis=1).astype(np.float64)
    n_labels = by_item.sum(axis=1)
    pairable = n_labels >= 2
    by_item, share = by_item[pairable], 1.0 / (n_labels[pairable] - 1.0)
    together = np.einsum("ui,uj,u->ij", by_item, by_item, share)
    together[np.diag_indices(n_grades)] -= by_item.T @ share
    return np.asarray(together)


def alpha(together: F64, grades: F64, *, metric: Metric = "ordinal") -> F64:
    """Krippendorff's alpha, (...), of `coincidences`, (..., grade, grade), which add up over parts, grades ascending;
    NaN where only one grade occurs. Source: Krippendorff 2011, D and E (ordinal: Krippendorff 2004, 11.3.4)."""
    marginals = together.sum(axis=-1)
    n = marginals.sum(axis=-1)
    if metric == "ordinal":
        reached = np.cumsum(marginals, axis=-1)
        before = reached - marginals
        # Grades from c to k; each end counts half.
        middle = before + marginals / 2
        cost = (middle[..., :, None] - middle[..., None, :]) ** 2
    elif metric == "interval":
        cost = np.broadcast_to((grades[:, None] - grades[None, :]) ** 2, together.shape)
    else:
        cost = np.broadcast_to((grades[:, None] != grades[None, :]) * 1.0, together.shape)
    observed = (together * cost).sum(axis=(-2, -1)) * (n - 1)
    expected = np.einsum("...i,...ij,...j->...", marginals, cost, marginals)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(np.where(expected > 0, 1.0 - observed / expected, np.nan))


def fleiss_parts(grades: Places, n_grades: int) -> F64:
    """Sum of shares of agreeing pairs, items, labels of each grade, (2 + grade,), which add up over parts. `grades`,
    (item, assessor), are positions, -1 where missing; items with fewer than two are left out."""
    by_item = np.stack([(grades == g).sum(axis=1) for g in range(n_grades)], axis=1).astype(np.float64)
    n_labels = by_item.sum(axis=1)
    by_item, n_labels = by_item[n_labels >= 2], n_labels[n_labels >= 2]
    agreeing = (by_item * (by_item - 1)).sum(axis=1) / (n_labels * (n_labels - 1))
    return np.concatenate([[agreeing.sum(), len(by_item)], by_item.sum(axis=0)])


def fleiss(parts: F64) -> F64:
    """Fleiss' kappa of `fleiss_parts`, (..., 2 + grade); NaN where only one grade occurs. Items with unequal labels
    count their share of agreeing pairs once. Source: Fleiss, Psychological Bulletin 76, 1971, equations 2 to 7."""
    agreeing, items, given = parts[..., 0], parts[..., 1], parts[..., 2:]
    with np.errstate(divide="ignore", invalid="ignore"):
        observed = agreeing / items
        by_chance = ((given / given.sum(axis=-1, keepdims=True)) ** 2).sum(axis=-1)
        return np.asarray(np.where(by_chance < 1.0, (observed - by_chance) / (1.0 - by_chance), np.nan))


def agreeing(counts: F64) -> F64:
    """The share of items to which two assessors give the same label, (...), of `counts`, (..., label, label)."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(np.trace(counts, axis1=-2, axis2=-1) / counts.sum(axis=(-2, -1)))


def ac1(counts: F64) -> F64:
    """Gwet's AC1 of two assessors, (...), of `counts`, (..., label, label), which has every label that could be given:
    where nearly all labels are alike it stays near their agreement, and kappa falls. Source: Gwet, British Journal of
    Mathematical and Statistical Psychology 61, 2008, equations 4 and 8."""
    observed, n_labels = agreeing(counts), counts.shape[-1]
    with np.errstate(divide="ignore", invalid="ignore"):
        share = (counts.sum(axis=-1) + counts.sum(axis=-2)) / (2 * counts.sum(axis=(-2, -1))[..., None])
        by_chance = (share * (1 - share)).sum(axis=-1) / (n_labels - 1)
        return np.asarray((observed - by_chance) / (1 - by_chance))


def effective_queries(sizes: F64) -> float:
    """How many queries of one size would weigh as these do, by the items of each (Kish, Survey Sampling, 1965)."""
    return float(sizes.sum() ** 2 / (sizes**2).sum())


def students_t(sizes: F64) -> float:
    """The 97.5% quantile of Student's t for queries with so many items: array (query,); infinite for a single one."""
    from scipy.special import stdtrit

    freedom = effective_queries(sizes) - 1
    return float(stdtrit(freedom, LEVELS[1])) if freedom > 0 else float("inf")


def interval_over_queries(parts: F64, statistic: OfSums) -> tuple[float, float]:
    """Ends of the 95% interval of a coefficient of agreement over whole queries, parts (query, ...): the jackknife of
    log(1 - coefficient) with Student's t. Source: Tukey, Annals of Mathematical Statistics 29, 1958."""
    n, total = len(parts), parts.sum(axis=0)
    with np.errstate(divide="ignore", invalid="ignore"):
        whole = float(np.log(1 - statistic(total)))
        without = np.log(1 - statistic(total - parts))
    if n < LEAST_QUERIES or not np.isfinite([whole, *without]).all():
        return float("nan"), float("nan")
    error = float(np.sqrt((n - 1) / n * ((without - without.mean()) ** 2).sum()))
    reach = students_t(np.abs(parts).reshape(n, -1).sum(axis=1)) * error
    return float(-np.expm1(min(whole + reach, 700.0))), float(-np.expm1(whole - reach))


def share_interval(hits: F64, items: F64) -> tuple[float, float]:
    """Ends of the 95% interval of a share over whole queries, hits and items (query,): Wilson's, with as many items as
    would vary so much if they were independent, and Student's t. NaN with fewer than five queries. Source: Franco,
    Little, Louis and Slud, Journal of Survey Statistics and Methodology 7, 2019."""
    hits, items = hits[items > 0], items[items > 0]
    n, whole = len(items), items.sum()
    if n < LEAST_QUERIES:
        return float("nan"), float("nan")
    share = hits.sum() / whole
    variance = float(((hits - share * items) ** 2).sum()) * n / (n - 1) / whole**2
    independent = share * (1 - share)
    # Where all items are alike nothing tells how queries vary: each then counts as one.
    effective = min(whole, independent / variance) if variance > 0 else whole if independent > 0 else float(n)
    t = students_t(items)
    low, high = wilson(np.array([share * effective]), np.asarray(effective), np.array([-t, t]))[0]
    return float(low), float(high)


@dataclass(frozen=True, slots=True)
class Repeats:
    """Agreement of several passes over the same documents, by one assessor or by several.

    Attributes
    ----------
    n_passes : int
    n_items : int
        Documents with two or more labels.
    n_unlike : int
        Documents whose labels are not all equal.
    alpha : float
        Krippendorff's ordinal alpha over all passes.
    low, high : float
        95% interval of alpha over whole queries; NaN as `over_queries.interval` says.
    kappas : sequence of float
        Cohen's unweighted kappa of each pair of passes.
    """

    n_passes: int
    n_items: int
    n_unlike: int
    alpha: float
    low: float
    high: float
    kappas: Sequence[float]


def repeats(passes: Sequence[Qrels]) -> Repeats:
    """Agreement of one assessor with itself, or of several assessors.

    Parameters
    ----------
    passes : sequence of Qrels
        Two or more; a document may be missing from some.

    Returns
    -------
    Repeats

    Raises
    ------
    UsageError
        Fewer than two passes.

    Notes
    -----
    *Assumes* that queries are an independent sample of those the collection represents. *Guarantees* asymptotic
    coverage over queries. Agreement is not correctness: an assessor that always gives the same wrong grade agrees with
    itself fully. *Source* Krippendorff 2011; Cohen 1960; `over_queries.interval` names its own.

    Examples
    --------
    >>> from irassay import Qrels
    >>> twice = [Qrels.from_dict({"q": {"a": 1, "b": 0}}), Qrels.from_dict({"q": {"a": 1, "b": 1}})]
    >>> agreement = repeats(twice)
    >>> agreement.n_unlike, agreement.n_items
    (1, 2)
    """
    if len(passes) < 2:
        raise UsageError(f"agreement needs two label sets or more, but got {len(passes)}")
    items: dict[tuple[str, str], list[int | None]] = {}
    for i, labels in enumerate(passes):
        for query in labels.queries:
            for doc, grade in labels.grades(query).items():
                items.setdefault((query, doc), [None] * len(passes))[i] = grade
    grades = sorted({g for row in items.values() for g in row if g is not None})
    place = {g: i for i, g in enumerate(grades)}
    placed = np.array([[-1 if g is None else place[g] for g in row] for row in items.values()], dtype=np.intp)
    several = (placed >= 0).sum(axis=1) >= 2
    top = placed.max(axis=1)
    least = np.where(placed < 0, len(grades), placed).min(axis=1)
    scale = np.array(grades, dtype=np.float64)
    queries = np.unique([query for query, _ in items], return_inverse=True)[1]
    together = np.stack(
        [coincidences(placed[queries == q], len(grades)) for q in range(int(queries.max(initial=0)) + 1)]
    )
    low, high = interval_over_queries(together, lambda sums: alpha(sums, scale))
    return Repeats(
        len(passes),
        int(several.sum()),
        int((top != least)[several].sum()),
        float(alpha(together.sum(axis=0), scale)),
        low,
        high,
        _kappas(placed, scale),
    )


def _kappas(placed: Places, scale: F64) -> list[float]:
    kappas = []
    for i, j in combinations(range(placed.shape[1]), 2):
        both = (placed[:, i] >= 0) & (placed[:, j] >= 0)
        counts = np.zeros((len(scale), len(scale)))
        np.add.at(counts, (placed[both, i], placed[both, j]), 1)
        kappas.append(float(kappa(counts, scale)))
    return kappas
