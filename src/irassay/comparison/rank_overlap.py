"""Rank-biased overlap of two orders of the same systems, with ties."""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from irassay.comparison.orders import score_lists, tie_groups
from irassay.errors import UsageError

F64: TypeAlias = NDArray[np.float64]
Ties: TypeAlias = Literal["a", "b", "w"]


def rbo(a: ArrayLike, b: ArrayLike, *, p: float = 0.9, ties: Ties = "b") -> float:
    """Rank-biased overlap of two orders of the same systems: how much the tops share, at every depth.

    The agreement at each depth d weighs (1 - p) p^(d - 1). Below the last system agreement stays what it is there, 1:
    this is RBO_EXT for two complete lists. It is 1 where both orders are the same.

    Parameters
    ----------
    a, b : array (system,)
        Scores, highest first; at least two systems.
    p : float
        Above 0 and below 1: how deep one looks, 1 / (1 - p) ranks on average.
    ties : {"b", "a", "w"}
        What a tie means. ``"b"``: the two really are equal, and an order with ties is compared as what it is, as tau-b
        does. ``"a"``: their order is not known; the mean over every way to break the ties of each list. ``"w"``: Webber
        and others': all members of a tie stand at its first rank.

    Returns
    -------
    float
        From 0 to 1.

    Notes
    -----
    *Assumes* nothing. *Guarantees* exact for the scores at hand, nothing about other queries.
    *Source* Webber, Moffat and Zobel, A similarity measure for indefinite rankings, TOIS 28, 2010
    (w); Corsi and Urbano, The treatment of ties in rank-biased overlap, SIGIR 2024 (a, b).

    Examples
    --------
    >>> round(rbo([4, 3, 2, 1], [3, 4, 2, 1], p=0.9), 3), round(rbo([2, 1, 1], [2, 1, 1]), 3)
    (0.9, 1.0)
    >>> round(rbo([2, 1, 1], [2, 1, 1], ties="a"), 3)
    0.978
    """
    x, y = score_lists(a, b)
    if not 0 < p < 1:
        raise UsageError(f"expected p above 0 and below 1, but got p={p!r}")
    if ties not in get_args(Ties):
        raise UsageError(f'expected ties="a", "b" or "w", but got ties={ties!r}')
    in_x, in_y = _included(x, whole=ties == "w"), _included(y, whole=ties == "w")
    overlap = (in_x * in_y).sum(axis=1)
    if ties == "a":
        agreement = overlap / np.arange(1, len(x) + 1)
    elif ties == "b":
        agreement = overlap / np.sqrt((in_x**2).sum(axis=1) * (in_y**2).sum(axis=1))
    else:
        agreement = 2 * overlap / (in_x.sum(axis=1) + in_y.sum(axis=1))
    weights = p ** np.arange(len(x))
    return float((1 - p) * (weights * agreement).sum() + p ** len(x) * agreement[-1])


def _included(scores: F64, *, whole: bool) -> F64:
    """How far each system is among the first d: array (depth, system).

    A tie that depth d cuts is in with the share of its ranks that are; with `whole`, all of it.
    """
    first, size = tie_groups(scores)
    depth = np.arange(1, len(scores) + 1)[:, None]
    if whole:
        return (first <= depth).astype(np.float64)
    return np.clip((depth - first + 1) / size, 0.0, 1.0)
