"""How often intervals hold the truth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from irassay.comparison.intervals import resampled_summaries, spans
from irassay.comparison.significance.paired_tests import t_difference_intervals, t_intervals
from simulations.worlds import paired_scores, population

QUERIES = (10, 20, 30, 50, 100, 200)
N_BOOTSTRAP = 2_000
KINDS = ("percentile", "bca", "bootstrap-t", "t", "simultaneous", "wilson")


@dataclass(frozen=True)
class Coverage:
    """Shares of intervals that hold the truth; of simultaneous ones, of draws in which all do.

    Attributes
    ----------
    measure : str
    n_queries, n_draws : int
    means, differences : dict
        Kind of interval -> share.
    """

    measure: str
    n_queries: int
    n_draws: int
    means: dict[str, float]
    differences: dict[str, float]


def covered(measure: str, n_queries: int, draw: int, *, seed: int) -> dict[str, tuple[float, float]]:
    """One draw of queries: kind -> share of means, and of differences, whose interval holds the truth."""
    rng = np.random.default_rng([seed, n_queries, draw])
    whole = population(measure)
    truth = whole.mean(axis=0)
    x = whole[rng.integers(len(whole), size=n_queries)]
    n = x.shape[1]
    a, b = np.triu_indices(n, 1)
    family = [(a.astype(np.uint32), b.astype(np.uint32))]
    case = paired_scores(x, measure)
    summaries = resampled_summaries(case, n_bootstrap=N_BOOTSTRAP, key=draw)
    found = {}
    for kind in KINDS:
        if kind == "wilson" and not np.isin(x, (0, 1)).all():
            continue
        if kind == "t":
            ends, both = t_intervals(x), t_difference_intervals(x)
            low, high, down, up = ends[:, 0], ends[:, 1], both[a, b, 0], both[a, b, 1]
        else:
            made = spans(case, summaries, family, interval=kind, key=draw, threads=1)  # type: ignore[arg-type]
            low, high, down, up = made.scores[:, 0], made.scores[:, -1], made.low[a, b], made.high[a, b]
        apart = truth[a] - truth[b]
        of_means, of_differences = (low <= truth) & (truth <= high), (down <= apart) & (apart <= up)
        whole_sets = kind == "simultaneous"
        found[kind] = (
            float(of_means.all() if whole_sets else of_means.mean()),
            float(of_differences.all() if whole_sets else of_differences.mean()),
        )
    return found


def coverage(measure: str, n_queries: int, draws: Sequence[int], *, seed: int) -> dict[str, tuple[float, float]]:
    """Sums over draws of what `covered` finds."""
    total: dict[str, tuple[float, float]] = {}
    for draw in draws:
        for kind, (means, differences) in covered(measure, n_queries, draw, seed=seed).items():
            before = total.get(kind, (0.0, 0.0))
            total[kind] = (before[0] + means, before[1] + differences)
    return total
