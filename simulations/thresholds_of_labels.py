"""Thresholds that people's labels set: how often too low a threshold is named, where the precision is planted.

``python -m simulations.thresholds_of_labels --write`` puts the table into docs/simulations.md.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from irassay.leakage.calibration import curve
from simulations.page import markdown, over_worlds, shares

TARGET = 0.9
FLOOR, WIDTH = 0.7, 0.3  # cosines are uniform from the floor to 1


@dataclass(frozen=True, slots=True)
class Labels:
    """Labelled pairs: at the floor a share `low` of them leaks, at a cosine of 1 a share `high`.

    Attributes
    ----------
    low, high : float
    queries, per_query : int
        A query has 1 to 2 * per_query - 1 pairs.
    clustered : float
        Standard deviation between queries of the odds' logarithm.
    """

    low: float
    high: float
    queries: int = 100
    per_query: int = 3
    clustered: float = 0.0


KINDS = (
    *(Labels(p, p, queries) for p in (0.85, 0.88) for queries in (50, 200)),
    *(Labels(p, p, clustered=1.5) for p in (0.85, 0.88)),
    *(Labels(0.7, 0.95, queries) for queries in (50, 200)),
    *(Labels(p, p, queries) for p in (0.95, 0.98) for queries in (50, 200)),
)


def draw(of: Labels, rng: np.random.Generator, queries: int) -> tuple[NDArray[np.float64], ...]:
    """Cosines, whether each pair leaks, and queries: arrays (pair,)."""
    query = np.repeat(np.arange(queries), rng.integers(1, 2 * of.per_query, size=queries))
    cosine = FLOOR + WIDTH * rng.random(len(query))
    share = of.low + (of.high - of.low) * (cosine - FLOOR) / WIDTH
    odds = np.log(share / (1 - share)) + of.clustered * rng.normal(size=queries)[query]
    return cosine, (rng.random(len(query)) < 1 / (1 + np.exp(-odds))).astype(np.float64), query


def planted(of: Labels) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Thresholds ascending, and the precision from each on: of 400,000 queries."""
    cosine, leaks, _ = draw(of, np.random.default_rng(1), 400_000)
    order = np.argsort(cosine)
    above = np.cumsum(leaks[order][::-1])[::-1] / np.arange(len(order), 0, -1)
    return cosine[order], above


def one(seed: int, world: int) -> dict[Labels, NDArray[np.float64]]:
    """By kind: 1; whether an estimate, or a bound, is named and is too low; the share of leaks kept."""
    counts = {}
    for i, of in enumerate(KINDS):
        cosine, leaks, query = draw(of, np.random.default_rng([seed, world, i]), of.queries)
        found = curve("", cosine, leaks, query, np.ones(len(query)), target=TARGET)
        named = [found.stays_from, found.surely_from]
        kept = float((leaks * (cosine >= (named[1] or 2))).sum() / leaks.sum())
        cells = [cell for t in named for cell in (t is not None, t is not None and precision(of, t) < TARGET)]
        counts[of] = np.array([1, *cells, kept], dtype=np.float64)
    return counts


_TRUTH: dict[Labels, tuple[NDArray[np.float64], NDArray[np.float64]]] = {}


def precision(of: Labels, threshold: float) -> float:
    """The planted precision from a threshold on."""
    if of not in _TRUTH:
        _TRUTH[of] = planted(of)
    cosines, above = _TRUTH[of]
    return float(above[min(np.searchsorted(cosines, threshold), len(above) - 1000)])


def table(counts: Mapping[Labels, NDArray[np.float64]]) -> dict[str, str]:
    """A row a kind of world."""
    heads = ["Leak", "Queries", "Clustered", "Estimate named", "Estimate too low", "Bound named", "Bound too low"]
    rows = [[*heads, "Leaks kept"]]
    for of, (n, *rates) in counts.items():
        share = f"{of.low:.0%}" if of.low == of.high else f"{of.low:.0%} to {of.high:.0%}"
        rows.append([share, str(of.queries), "yes" if of.clustered else "no", *shares(rates, n)])
    return {"thresholds-of-labels": markdown(rows)}


def main(words: Iterable[str] | None = None) -> int:
    """Print the table, and write it where asked to."""
    return over_worlds("simulations.thresholds_of_labels", __doc__, one, words, table)


if __name__ == "__main__":
    sys.exit(main())
