"""Agreement of assessors from counts: Cohen's kappa of two, Krippendorff's alpha of any number. Pure arrays."""

from __future__ import annotations

from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

F64: TypeAlias = NDArray[np.float64]
Weights: TypeAlias = Literal["plain", "linear", "quadratic"]
Metric: TypeAlias = Literal["nominal", "ordinal", "interval"]

WEIGHTS: tuple[Weights, ...] = ("plain", "linear", "quadratic")


def kappa(counts: F64, grades: F64, *, weights: Weights = "plain") -> F64:
    """Agreement of two assessors beyond chance.

    Parameters
    ----------
    counts : array (..., grade, grade)
        Items by the first assessor's grade and the second's.
    grades : array (grade,)
        Ascending; their distances weigh disagreements.
    weights : {"plain", "linear", "quadratic"}
        A disagreement weighs 1, the distance of the two grades, or the square of that distance.

    Returns
    -------
    array (...)
        1 for full agreement, 0 for agreement at chance level; NaN where chance expects no disagreement (a single grade,
        or no item).

    Notes
    -----
    *Assumes* that assessors grade items independently, each with a fixed distribution of grades: chance is the product
    of the two distributions.
    *Guarantees* the published value for these counts; nothing about other items.
    *Source* Cohen 1960, equation 1; with weights Cohen 1968, equation 7.

    Examples
    --------
    >>> float(kappa(np.array([[20.0, 5.0], [10.0, 15.0]]), np.array([0.0, 1.0])).round(3))
    0.4
    """
    distance = np.abs(grades[:, None] - grades[None, :])
    cost = {"plain": (distance > 0) * 1.0, "linear": distance, "quadratic": distance**2}[weights]
    total = counts.sum(axis=(-2, -1))
    observed = (counts * cost).sum(axis=(-2, -1)) * total
    rows, columns = counts.sum(axis=-1), counts.sum(axis=-2)
    expected = np.einsum("...i,ij,...j->...", rows, cost, columns)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(np.where(expected > 0, 1.0 - observed / expected, np.nan))


def coincidences(grades: NDArray[np.intp], n_grades: int) -> F64:
    """How often two grades occur at the same item, over all ordered pairs of its assessors.

    Parameters
    ----------
    grades : array of int (item, assessor)
        Positions among the grades; -1 where an assessor gave none.
    n_grades : int

    Returns
    -------
    array (grade, grade)
        Symmetric. An item with two or more grades adds as many coincidences as it has grades.

    Notes
    -----
    *Source* Krippendorff, Computing Krippendorff's Alpha-Reliability, 2011, section C.
    """
    by_item = np.stack([(grades == g).sum(axis=1) for g in range(n_grades)], axis=1).astype(np.float64)
    n_labels = by_item.sum(axis=1)
    pairable = n_labels >= 2
    by_item, share = by_item[pairable], 1.0 / (n_labels[pairable] - 1.0)
    together = np.einsum("ui,uj,u->ij", by_item, by_item, share)
    together[np.diag_indices(n_grades)] -= by_item.T @ share
    return np.asarray(together)


def alpha(together: F64, grades: F64, *, metric: Metric = "ordinal") -> F64:
    """Agreement of any number of assessors, who may have skipped items.

    Parameters
    ----------
    together : array (..., grade, grade)
        From `coincidences`, which add up over parts of a collection.
    grades : array (grade,)
        Ascending.
    metric : {"nominal", "ordinal", "interval"}
        Disagreements weigh the same, weigh by the frequency of the grades between the two, or weigh by squared
        distance.

    Returns
    -------
    array (...)
        1 for full agreement, 0 for agreement at chance level; NaN where only one grade occurs.

    Notes
    -----
    *Assumes* that assessors are interchangeable: chance is computed from one distribution of grades shared by all.
    *Guarantees* the published value for these grades; nothing about other items.
    *Source* Krippendorff 2011, section D and E (the ordinal difference is that of Krippendorff 2004, section 11.3.4).
    """
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


def fleiss_parts(grades: NDArray[np.intp], n_grades: int) -> F64:
    """What Fleiss' kappa takes of some items; it adds up over parts of a collection.

    Parameters
    ----------
    grades : array of int (item, assessor)
        Positions among the grades; -1 where an assessor gave none. Items with fewer than two are left out.
    n_grades : int

    Returns
    -------
    array (2 + grade,)
        The sum over items of the share of agreeing pairs of labels, the number of items, and the labels of each grade.
    """
    by_item = np.stack([(grades == g).sum(axis=1) for g in range(n_grades)], axis=1).astype(np.float64)
    n_labels = by_item.sum(axis=1)
    by_item, n_labels = by_item[n_labels >= 2], n_labels[n_labels >= 2]
    agreeing = (by_item * (by_item - 1)).sum(axis=1) / (n_labels * (n_labels - 1))
    return np.concatenate([[agreeing.sum(), len(by_item)], by_item.sum(axis=0)])


def fleiss(parts: F64) -> F64:
    """Fleiss' kappa: agreement of any number of assessors beyond chance, every disagreement alike.

    Parameters
    ----------
    parts : array (..., 2 + grade)
        From `fleiss_parts`.

    Returns
    -------
    array (...)
        1 for full agreement, 0 for agreement at chance level; NaN where only one grade occurs.

    Notes
    -----
    *Assumes* that assessors are interchangeable: chance is computed from one distribution of grades shared by all.
    *Guarantees* the published value where every item has as many labels. Where numbers differ, each item's share of
    agreeing pairs counts once, and each label once in the distribution of grades.
    *Source* Fleiss, Measuring nominal scale agreement among many raters, Psychological Bulletin 76, 1971, equations
    2 to 7.

    Examples
    --------
    >>> float(fleiss(fleiss_parts(np.array([[0, 0, 1], [1, 1, 1], [0, 0, 0]]), 2)).round(3))
    0.55
    """
    agreeing, items, given = parts[..., 0], parts[..., 1], parts[..., 2:]
    with np.errstate(divide="ignore", invalid="ignore"):
        observed = agreeing / items
        by_chance = ((given / given.sum(axis=-1, keepdims=True)) ** 2).sum(axis=-1)
        return np.asarray(np.where(by_chance < 1.0, (observed - by_chance) / (1.0 - by_chance), np.nan))
