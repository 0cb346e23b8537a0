"""Cyclic triads: three documents of which each is preferred to the next, and the last to the first."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

from irassay.collection.preference_arrays import FIRST, TIE
from irassay.comparison.intervals.proportions import clustered_interval
from irassay.comparison.judged_documents import JudgedDocuments

if TYPE_CHECKING:
    from irassay.collection.preferences import Preferences

Index: TypeAlias = NDArray[np.int64]
BY_CHANCE = 0.25  # the expected share of cyclic triads where every pair is decided by a fair coin


@dataclass(frozen=True, slots=True, eq=False)
class Transitivity:
    """Triads of documents whose three pairs are judged and decided."""

    queries: tuple[str, ...]
    triads: Index  # (query,), all of them
    cyclic: Index  # (query,), those without a document preferred to both others

    @property
    def share(self) -> float:
        """The share of cyclic triads over all queries; NaN without a triad."""
        n = int(self.triads.sum())
        return int(self.cyclic.sum()) / n if n else float("nan")

    @property
    def interval(self) -> tuple[float, float]:
        """The 95% interval of `share` over queries."""
        cyclic = self.cyclic.astype(np.float64)
        return clustered_interval(cyclic, self.triads - cyclic)


def transitivity(preferences: Preferences, *, queries: Collection[str] | None = None) -> Transitivity:
    """How often preferences of three documents run in a circle, by most judgments of each pair, without triads with a
    tie; a quarter if judges toss a coin. Source: Kendall and Babington Smith, Biometrika 31, 1940."""
    judged = JudgedDocuments.of(preferences, queries)
    triads = np.zeros(len(judged.queries), dtype=np.int64)
    cyclic = np.zeros(len(judged.queries), dtype=np.int64)
    for some, pairs, place in judged.by_size():
        n = int(np.diff(judged.start)[some[0]])
        decided = judged.outcome[pairs] != TIE
        pairs, place = pairs[decided], place[decided]
        won = judged.outcome[pairs] == FIRST
        one, other = judged.one[pairs], judged.other[pairs]
        beats = np.zeros((len(some), n, n))
        beats[place, np.where(won, one, other), np.where(won, other, one)] = 1.0
        decided_with = beats + beats.swapaxes(1, 2)
        # A closed walk of three steps counts a cycle at each of its three starts, and a triad in both directions too.
        cyclic[some] = np.rint(_closed_walks(beats) / 3).astype(np.int64)
        triads[some] = np.rint(_closed_walks(decided_with) / 6).astype(np.int64)
    return Transitivity(judged.queries, triads, cyclic)


def _closed_walks(steps: NDArray[np.float64]) -> NDArray[np.float64]:
    """Walks of three steps that end where they began, in each table (table, from, to)."""
    return np.asarray(((steps @ steps) * steps.swapaxes(1, 2)).sum(axis=(1, 2)))
