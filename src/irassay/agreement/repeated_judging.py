"""Agreement of repeated judging: one assessor with itself, or several assessors, over the same documents."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

from irassay.agreement import kappa_alpha
from irassay.agreement.kappa_alpha import interval_over_queries
from irassay.errors import UsageError

if TYPE_CHECKING:
    from irassay.collection.qrels import Qrels

F64: TypeAlias = NDArray[np.float64]


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
        [kappa_alpha.coincidences(placed[queries == q], len(grades)) for q in range(int(queries.max(initial=0)) + 1)]
    )
    low, high = interval_over_queries(together, lambda sums: kappa_alpha.alpha(sums, scale))
    return Repeats(
        len(passes),
        int(several.sum()),
        int((top != least)[several].sum()),
        float(kappa_alpha.alpha(together.sum(axis=0), scale)),
        low,
        high,
        _kappas(placed, scale),
    )


def _kappas(placed: NDArray[np.intp], scale: F64) -> list[float]:
    kappas = []
    for i, j in combinations(range(placed.shape[1]), 2):
        both = (placed[:, i] >= 0) & (placed[:, j] >= 0)
        counts = np.zeros((len(scale), len(scale)))
        np.add.at(counts, (placed[both, i], placed[both, j]), 1)
        kappas.append(float(kappa_alpha.kappa(counts, scale)))
    return kappas
