"""Each system's rank under labels that each system retrieves first: whom a system's own labels favour. Numbers only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from irassay.comparison.equality import ranks_of

F64: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class OwnLabels:
    """Ranks by rank under all labels; systems with the same mean share the first of their ranks."""

    systems: Sequence[str]
    under_all: Ints  # (system,)
    ranks: Ints  # (system that chose the labels, system)

    @property
    def own(self) -> Ints:
        """The rank of each system under its own labels, (system,)."""
        return np.diagonal(self.ranks)

    @property
    def first(self) -> int:
        """Systems that rank first under their own labels, alone or tied."""
        return int((self.own == 1).sum())

    @property
    def gain(self) -> float:
        """Ranks by which a system is higher under its own labels than under all, median over systems."""
        return float(np.median(self.under_all - self.own))

    @property
    def of_others(self) -> list[Ints]:
        """The ranks of each system under the labels of each other."""
        return [np.delete(column, i) for i, column in enumerate(self.ranks.T)]


def own_labels(systems: Sequence[str], full: F64, means: F64) -> OwnLabels:
    """Ranks from means under all labels, (system,), and under each system's, (chooser, system); higher is better. Under
    a choice that leaves no query every mean is NaN: all systems tie."""
    under_all = ranks_of(full[None])[0]
    order = sorted(range(len(systems)), key=lambda i: (under_all[i], systems[i]))
    ranks = ranks_of(np.nan_to_num(means))
    return OwnLabels([systems[i] for i in order], under_all[order], ranks[np.ix_(order, order)])
