"""Hand-made evidence: real arrays, invented numbers, no file read. The verdict's sentences are tested on these."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from scipy import stats

from irassay.comparison.bootstrap import Places
from irassay.studies.overview.case import Case
from irassay.studies.overview.evidence import Coverage, Evidence, Holes, Order


def _case(**changes: Any) -> Case:
    names = changes.pop("systems", [f"s{i:02d}" for i in range(61)])
    n = len(names)
    given: dict[str, Any] = {
        "measure": "nDCG@10",
        "depth": 10,
        "n_runs": n,
        "systems": names,
        "means": [0.75 - 0.01 * i for i in range(n)],
        "n_queries": 53,
        "n_labels": 10828,
        "leaders": names[:11],
        "pairs": n * (n - 1) // 2,
        "queries_settled": 814,
        "labels_settled": 1787,
        "labels_open": 43,
        "unjudged": 84,
        "behind": 47,
        "command": "qrels.txt runs/ -m nDCG@10",
    }
    return Case(**{**given, **changes})


def _evidence(n: int = 12, n_queries: int = 30, *, seed: int = 1, holes: bool = True, **changes: Any) -> Evidence:
    rng = np.random.default_rng(seed)
    quality = np.linspace(0.75, 0.3, n)[:, None]
    values = np.clip(quality + rng.normal(0, 0.12, (n, n_queries)) + rng.normal(0, 0.1, (1, n_queries)), 0, 1)
    values = values[np.argsort(-values.mean(axis=1))]
    order = _order(values, **changes)
    wide = 0.02
    band = Holes(
        order.mean - wide,
        order.mean + wide / 4,
        order.mean + wide,
        order.difference - wide,
        order.difference + wide,
        [["settled" if abs(d) > wide else "open" for d in row] for row in order.difference.tolist()],
    )
    coverage = Coverage(
        {0: 700, 1: 200, 2: 100},
        [1000 // n_queries] * n_queries,
        [300 // n_queries] * n_queries,
        np.linspace(1.0, 0.8, n),
        10,
        37,
        [(r, r, np.linspace(0, 0.2, n)) for r in range(1, 11)] + [(11, 20, np.full(n, 0.6))],
        {"North": (3, 20, 5), "South": (2, 0, 0)},
        "group",
        980,
    )
    place = np.arange(1.0, n + 1)
    first = np.eye(1, n)[0] * 0.81
    places = Places(place, place - 1, place + 2, place, place + 1, first, 0.91, 10000)
    return Evidence(order, band if holes else None, coverage, places, n, command="qrels.txt runs/ -m nDCG@10")


def _order(values: np.ndarray, **changes: Any) -> Order:
    n, n_queries = values.shape
    names = [f"sys-{i:02d}" for i in range(n)]
    pair = values[:, None] - values[None, :]
    difference = pair.mean(axis=2)
    error = pair.std(axis=2, ddof=1) / np.sqrt(n_queries) + 1e-15
    p = 2 * stats.t.sf(np.abs(difference / error), n_queries - 1)
    family = max(n * (n - 1) // 2, 1)
    corrected = np.minimum(p * family, 1)
    significant = corrected <= 0.05
    np.fill_diagonal(significant, False)
    worse = significant & (difference > 0)
    ranks = [(1 + int(worse[:, i].sum()), n - int(worse[i].sum())) for i in range(n)]
    leaders = [names[i] for i in range(n) if ranks[i][0] == 1]
    mean, spread = values.mean(axis=1), values.std(axis=1, ddof=1) / np.sqrt(n_queries)
    given: dict[str, Any] = {
        "measure": "nDCG@10", "depth": 10, "rel": 1, "lower_is_better": False, "systems": names,
        "queries": [str(100 + q) for q in range(n_queries)], "same": {}, "values": values, "mean": mean,
        "low": mean - 2 * spread, "high": mean + 2 * spread,
        "low50": mean - 0.7 * spread, "high50": mean + 0.7 * spread,
        "difference": difference, "difference_low": difference - 2 * error, "difference_high": difference + 2 * error,
        "p": p, "p_corrected": corrected, "significant": significant, "leaders": leaders,
        "letters": ["a" if s in leaders else "b" for s in names], "rank_intervals": ranks, "family": family,
        "n_resamples": 100_000, "n_bootstrap": 10_000,
    }  # fmt: skip
    return Order(**{**given, **changes})


@pytest.fixture
def case() -> Callable[..., Case]:
    """A Case like TREC DL 2021's; keyword arguments change it."""
    return _case


@pytest.fixture
def evidence() -> Callable[..., Evidence]:
    """Evidence of `n` systems on `n_queries` queries."""
    return _evidence
