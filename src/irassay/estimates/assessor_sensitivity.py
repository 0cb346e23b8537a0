"""Rank sensitivity to the assessor: each system's rank over variants of the labels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from irassay.arguments import places_of
from irassay.arrays import F64, I64
from irassay.collection.runs import Runs
from irassay.collection.stack import QrelsStack
from irassay.collection.ties import Ties
from irassay.comparison.equality import ranks_of
from irassay.errors import UsageError
from irassay.measures import Measure, parse_all
from irassay.scoring import evaluate

NINE_IN_TEN = (0.05, 0.95)
PART = 0.1  # share of the systems: a system whose rank moves by more is flagged
LEAST = 2  # ranks, for few systems


@dataclass(frozen=True, slots=True)
class AssessorSensitivity:
    """Ranks of the systems over variants of the labels.

    Attributes
    ----------
    systems : sequence of str
        Best first by the original labels.
    measure : str
    rank : array (system,)
        1 + the number of systems that score higher, by the original labels.
    low, high : array (system,)
        Range of the rank over the middle 90% of the variants.
    mean_shift : float64 array (system,)
        Mean absolute change of the rank over variants.
    limit : float
        Change of rank beyond which a system is flagged.
    """

    systems: Sequence[str]
    measure: str
    rank: I64
    low: I64
    high: I64
    mean_shift: F64
    limit: float

    @property
    def flagged(self) -> list[str]:
        """Systems whose rank moves up, or down, by more than the limit in more than one variant in twenty."""
        far = np.maximum(self.rank - self.low, self.high - self.rank) > self.limit
        return [system for system, moves in zip(self.systems, far.tolist()) if moves]


def assessor_sensitivity(
    variants: QrelsStack,
    runs: Runs,
    measure: str | Measure,
    *,
    systems: Sequence[str] | None = None,
    part: float = PART,
    ties: Ties = "float64",
    threads: int = 0,
) -> AssessorSensitivity:
    """Rank sensitivity to the assessor: each system's rank over variants of the labels, such as assessor noise.

    Parameters
    ----------
    variants : QrelsStack
        At least 20 variants, such as those of `irassay.label_sets.noisy` with the confusion of two assessors.
    runs : Runs
    measure : str or Measure
    systems : sequence of str, optional
        Systems that are ranked. Default: all.
    part : float, above 0 and below 1
        A system is flagged if its rank moves by more than this share of the systems, and by more than two ranks.
    ties : {"float64", "float32"}
    threads : int

    Returns
    -------
    AssessorSensitivity

    Raises
    ------
    UsageError
        Fewer than 20 variants, a part outside its range, or an unknown system.

    Notes
    -----
    *Assumes* that the variants are labels that other assessors might give, with errors independent of the systems. An
    assessor that favours one kind of document moves ranks together, and further. *Guarantees* exact for the variants at
    hand. *Source* Voorhees, Variations in relevance judgments and the measurement of retrieval effectiveness,
    Information Processing and Management 36, 2000.

    Examples
    --------
    >>> from irassay.collection import Qrels, QrelsStack, Runs
    >>> qrels = Qrels.from_dict({"q": {"a": 1, "b": 0}})
    >>> runs = Runs.from_dict({"x": {"q": {"a": 1.0}}, "y": {"q": {"b": 1.0}}})
    >>> turned = np.array([[1] * 15 + [0] * 5, [0] * 15 + [1] * 5], dtype=np.int8)
    >>> sensitivity = assessor_sensitivity(QrelsStack(qrels, turned, [f"draw {i}" for i in range(20)]), runs, "P@1")
    >>> list(zip(sensitivity.systems, sensitivity.rank.tolist(), sensitivity.low.tolist(), sensitivity.high.tolist()))
    [('x', 1, 1, 2), ('y', 2, 1, 2)]
    """
    if len(variants.names) < 1 / NINE_IN_TEN[0]:
        raise UsageError(f"expected 20 variants of the labels or more, but got {len(variants.names):,}")
    if not 0 < part < 1:
        raise UsageError(f"part must be above 0 and below 1, but got part={part!r}")
    parsed = parse_all([measure])[0]
    names = list(runs.systems if systems is None else systems)
    rows = places_of(runs.systems, names, argument="systems")
    full = evaluate(variants.base, runs, [parsed], ties=ties, threads=threads).summary[0][:, rows] * parsed.direction
    means = evaluate(variants, runs, [parsed], ties=ties, threads=threads).summary[0][:, rows] * parsed.direction
    rank, ranks = ranks_of(full)[0], ranks_of(means)
    low, high = np.quantile(ranks, NINE_IN_TEN, axis=0, method="inverted_cdf")
    order = np.argsort(rank, kind="stable")
    return AssessorSensitivity(
        systems=[names[i] for i in order],
        measure=str(parsed),
        rank=rank[order],
        low=low[order],
        high=high[order],
        mean_shift=np.abs(ranks - rank).mean(axis=0)[order],
        limit=max(LEAST, part * len(names)),
    )
