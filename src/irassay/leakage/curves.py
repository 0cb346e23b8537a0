"""Precision and kept share of candidate pairs by threshold, with intervals over whole queries. Pure arrays."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from irassay.arrays import F64, Places
from irassay.comparison.equality import ROUNDING
from irassay.comparison.proportions import clustered_interval
from irassay.comparison.significance.randomization import snap

ALPHA = 0.05
PARTS = (1, 1 / 2, 1 / 4, 1 / 8)  # of the labels, the highest scores first: what a bound is tried on
MOST_STEPS = 1_000  # thresholds that have an interval; more differ by less than a thousandth of the pairs


@dataclass(frozen=True, slots=True)
class ThresholdStep:
    """The pairs at a threshold or above it."""

    threshold: float
    n_labelled: int  # a pair counts once, however many people labelled it
    n_pairs: float  # candidates that the labelled pairs stand for
    precision: float  # share of these that leak
    low: float  # 95% interval of the precision over queries
    high: float
    kept: float  # share of all leaking candidates from here on; NaN where none leaks

    def to_dict(self) -> dict[str, Any]:
        """The JSON form; null for NaN."""
        kept = None if math.isnan(self.kept) else self.kept
        counts = {"threshold": self.threshold, "labelled": self.n_labelled, "pairs": self.n_pairs}
        return {**counts, "precision": self.precision, "low": self.low, "high": self.high, "kept": kept}


@dataclass(frozen=True, slots=True)
class Curve:
    """Precision by threshold."""

    name: str  # what the pairs have in common, a type or field; "" for all
    target: float
    steps: tuple[ThresholdStep, ...]  # thresholds ascending, at most `MOST_STEPS`
    surely_from: float | None = None  # lowest threshold bounded at the target, at the level over `PARTS`; None without

    def at(self, threshold: float) -> ThresholdStep | None:
        """The pairs at a threshold or above it; None where there are none."""
        return next((step for step in self.steps if step.threshold >= threshold), None)

    @property
    def stays_from(self) -> float | None:
        """The lowest threshold from which on the precision is never below the target, None where there is none, over
        thresholds with enough labels; chosen and judged by the same labels."""
        return self._lowest(self.least)

    @property
    def least(self) -> int:
        """The labelled pairs that a threshold needs, so that a single one takes no precision below the target."""
        return math.ceil(1 / (1 - self.target) - ROUNDING)

    @property
    def least_surely(self) -> int:
        """Labelled pairs that a bound needs to reach the target where all of them leak, each of another query."""
        return _least_of(self.target)

    @property
    def too_few(self) -> ThresholdStep | None:
        """The lowest step whose labels don't speak against the target, but are too few to set a threshold; None where
        there is a threshold, or enough labels."""
        if self.stays_from is not None or not self.steps:
            return None
        lowest = self._lowest(1)
        if lowest is not None:
            return self.at(lowest)
        return self.steps[0] if self.steps[0].n_labelled < self.least else None

    def to_dict(self) -> dict[str, Any]:
        """The JSON form, without its steps but the one at the lowest threshold that is precise enough."""
        lowest = None if self.stays_from is None else self.at(self.stays_from)
        at_lowest = None if lowest is None else lowest.to_dict()
        return {"stays_from": self.stays_from, "surely_from": self.surely_from, "at": at_lowest}

    def _lowest(self, least: int) -> float | None:
        lowest = None
        for step in reversed(self.steps):
            if step.n_labelled < least:
                continue
            if not step.precision >= self.target - ROUNDING:
                break
            lowest = step.threshold
        return lowest


def curve(name: str, scores: F64, shares: F64, queries: Places, weights: F64, *, target: float) -> Curve:
    """Precision by threshold from labelled pairs, each (pair,): similarity, share of people who say leak, query and
    weight in candidates; intervals are those of `clustered_interval`. Source: Kish, Survey Sampling, 1965."""
    thresholds = np.unique(scores)
    if len(thresholds) > MOST_STEPS:
        thresholds = thresholds[np.linspace(0, len(thresholds) - 1, MOST_STEPS).round().astype(np.intp)]
    order = np.argsort(-scores, kind="stable")
    # Sums of snapped weights are exact, in any order and on any number of threads.
    scores, shares, weights = scores[order], shares[order], snap(weights[order])[0]
    place = np.unique(queries[order], return_inverse=True)[1]
    n_above = np.searchsorted(-scores, -thresholds, side="right")
    leaking = snap(shares * weights)[0]
    pairs, leaks = np.cumsum(weights)[n_above - 1], np.cumsum(leaking)[n_above - 1]
    steps = []
    for i, n in enumerate(n_above):
        ends = _interval(place[:n], shares[:n], weights[:n])
        kept = float(leaks[i] / leaking.sum()) if shares.any() else float("nan")
        steps.append(
            ThresholdStep(float(thresholds[i]), int(n), float(pairs[i]), float(leaks[i] / pairs[i]), *ends, kept)
        )
    ranks = np.unique([np.searchsorted(-scores, -scores[math.ceil(len(scores) * part) - 1], "right") for part in PARTS])
    ranks = ranks[ranks >= _least_of(target)][::-1]
    sure = (
        float(scores[n - 1])
        for n in ranks
        if _interval(place[:n], shares[:n], weights[:n], level=1 - ALPHA / len(ranks))[0] >= target - ROUNDING
    )
    return Curve(name, target, tuple(steps), next(sure, None))


@lru_cache(maxsize=16)
def _least_of(target: float) -> int:
    """As many pairs of as many queries, all of which leak, as have the lower end of their interval at the target."""

    def reaches(n: int) -> bool:
        return clustered_interval(np.ones(n), np.zeros(n))[0] >= target - ROUNDING

    low = high = 2
    while not reaches(high):
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if reaches(middle) else (middle, high)
    return high


def _interval(place: Places, shares: F64, weights: F64, *, level: float = 1 - ALPHA) -> tuple[float, float]:
    """The interval of the precision of some pairs, arrays (pair,); 0 and 1 where a single query has all of them."""
    counts = weights * (weights.sum() / (weights**2).sum())
    leaking, others = (np.bincount(place, weights=counts * of) for of in (shares, 1 - shares))
    low, high = clustered_interval(np.asarray(leaking, np.float64), np.asarray(others, np.float64), level=level)
    return (0.0, 1.0) if math.isnan(low) else (low, high)
