"""Hand-made evidence: a league computed from invented scores, labels by hand. Sections are tested on it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from irassay.comparison import League, compare
from irassay.estimates import Bounds
from irassay.estimates.bounds.pair_draws import PairDraws
from irassay.estimates.universe import Universe
from irassay.measures import Measure
from irassay.studies.overview.comparison import OverviewEvidence
from irassay.verdict import Reach, Verdict
from tests.scores_by_hand import HandScores

MEASURE = Measure.parse("nDCG@10")
WIDE = 0.02  # what missing labels can take from a score


def _league(n: int, n_queries: int, seed: int) -> League:
    rng = np.random.default_rng(seed)
    quality = np.linspace(0.75, 0.3, n)[:, None]
    values = np.clip(quality + rng.normal(0, 0.12, (n, n_queries)) + rng.normal(0, 0.1, (1, n_queries)), 0, 1)
    values = values[np.argsort(-values.mean(axis=1))]
    names, queries = [f"sys-{i:02d}" for i in range(n)], [str(100 + q) for q in range(n_queries)]
    return compare(HandScores([MEASURE], names, queries, values[None, None]), test="t")


def _bounds(league: League) -> Bounds:
    values, difference = league.values, league.difference
    states = [["settled" if abs(d) > WIDE else "open" for d in row] for row in difference.tolist()]
    return Bounds(
        league.systems, league.queries, values - WIDE, values + WIDE / 4, values + WIDE, np.ones(values.shape, bool),
        difference - WIDE, difference + WIDE, np.ones(difference.shape, bool), states, values, MEASURE,
        Universe((0, 1, 2, 3), 10),
    )  # fmt: skip


def evidence_by_hand(
    n: int = 12, n_queries: int = 30, *, seed: int = 1, holes: bool = True, **changes: Any
) -> OverviewEvidence:
    league = replace(_league(n, n_queries, seed), **changes)
    reach = Reach(
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
    bounds = _bounds(league) if holes else None
    draws = PairDraws(
        league.systems, np.tile(league.mean, (100, 1)), 100 * (league.significant & (league.difference > 0))
    )
    command = "qrels.txt runs/ -m nDCG@10"
    verdict = Verdict(league, MEASURE, bounds, draws if holes else None, reach, n_runs=n, command=command)
    return OverviewEvidence(verdict)
