"""Scores made by hand, with the attributes that comparing reads."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from irassay.measures import Measure


@dataclass(frozen=True)
class HandScores:
    measures: Sequence[Measure]
    systems: Sequence[str]
    queries: Sequence[str]
    values: NDArray[np.float64]
    variants: Sequence[str] = ("qrels",)
    signatures: Sequence[str] = ()
    same: Mapping[str, Sequence[Sequence[str]]] = field(default_factory=dict)
    collections: Sequence[str] = ()
    missing: Mapping[str, Sequence[str]] = field(default_factory=dict)

    @property
    def summary(self) -> NDArray[np.float64]:
        if self.measures[0].aggregate == "geometric":
            return np.exp(np.log(np.maximum(self.values, 1e-5)).mean(axis=3))
        return self.values.mean(axis=3)


def hand_scores(table, *, measure="P@10", systems=None, collections=(), same=None):
    """Scores of one measure, a name or what has direction and aggregate, from a (system, query) table."""
    table = np.asarray(table, dtype=float)
    measure = Measure.parse(measure) if isinstance(measure, str) else measure
    return HandScores(
        [measure],
        systems or [f"s{i:03}" for i in range(len(table))],
        [f"q{i:05}" for i in range(table.shape[1])],
        table[None, None],
        same={} if same is None else {str(measure): same},
        collections=collections,
    )
