"""Kinds of systems by the mean of all their systems: one kind against another, paired over queries."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from irassay.comparison.significance.t_test import t_intervals
from irassay.errors import UsageError, cut


@dataclass(frozen=True, slots=True)
class MeanGap:
    """The mean of one kind's systems minus that of another's, in the mean over queries."""

    a: str
    b: str
    n_a: int  # systems
    n_b: int
    difference: float
    low: float  # Student's 95% interval over queries; NaN for one query
    high: float


def mean_gap(values: ArrayLike, systems: Sequence[str], types: Mapping[str, str], a: str, b: str) -> MeanGap:
    """The mean of kind `a`'s systems minus that of kind `b`'s, from scores `(system, query)`, with its interval over
    queries.

    UsageError for a kind without a system, or NaN. *Assumes* queries drawn independently; it does not speak of other
    systems of a kind. *Guarantees* asymptotic over queries. *Source* Student 1908.

    >>> scores = [[0.5, 0.7], [0.3, 0.7], [0.4, 0.2]]
    >>> of = {"deep": "neural", "deeper": "neural", "bm25": "words"}
    >>> gap = mean_gap(scores, ["deep", "deeper", "bm25"], of, "neural", "words")
    >>> gap.n_a, gap.n_b, round(gap.difference, 3)
    (2, 1, 0.25)
    """
    x = np.asarray(values, dtype=np.float64)
    if x.ndim != 2 or len(x) != len(systems) or x.shape[1] == 0:
        raise UsageError(f"expected scores (system, query) of {len(systems)} systems, but got shape {x.shape}")
    if np.isnan(x).any():
        raise UsageError("scores hold NaN; leave those systems or queries out")
    rows = {kind: [i for i, system in enumerate(systems) if types.get(system) == kind] for kind in (a, b)}
    for kind, of in rows.items():
        if not of:
            there = ", ".join(map(cut, sorted(set(types.values()))))
            raise UsageError(f"no system is of kind {cut(kind)}; there are {there}")
    differences = x[rows[a]].mean(axis=0) - x[rows[b]].mean(axis=0)
    low, high = t_intervals(differences[:, None])[0].tolist()
    return MeanGap(a, b, len(rows[a]), len(rows[b]), float(differences.mean()), low, high)
