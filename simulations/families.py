"""How often a correction calls at least one pair different that is not."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from irassay.comparison.league.tie_groups import rank_sets
from irassay.comparison.paired_scores import all_pairs
from irassay.comparison.significance.decisions import decide
from irassay.comparison.testing import Testing
from simulations.worlds import SYSTEMS, Null, paired_scores

N_QUERIES = 50
N_RESAMPLES = 4_999
N_BOOTSTRAP = 1_000
METHODS = ("holm", "max-t", "tukey", "bootstrap ranks")
ALPHA = 0.05


def errors(null: Null, draws: Sequence[int], *, seed: int) -> dict[str, int]:
    """In how many draws each method makes a wrong claim or more."""
    a, b = all_pairs(SYSTEMS)
    wrong = dict.fromkeys(METHODS, 0)
    for draw in draws:
        rng = np.random.default_rng([seed, 1, draw])
        case = paired_scores(null.draw(rng, N_QUERIES), "score")
        for method in METHODS[:-1]:
            testing = Testing(correction=method, alpha=ALPHA, n_resamples=N_RESAMPLES, seed=draw)  # type: ignore[arg-type]
            decisions = decide(case, [(a, b)], testing, threads=1)
            wrong[method] += any(decisions.significant[i, j] for i, j in null.pairs)
        ranks = rank_sets(case, alpha=ALPHA, key=draw, n_bootstrap=N_BOOTSTRAP)
        wrong["bootstrap ranks"] += not _holds(null, ranks)
    return wrong


def _holds(null: Null, ranks: Sequence[tuple[int, int]]) -> bool:
    """Whether every range holds every rank that its system may truly have: those of the systems it equals."""
    means = np.array(null.means)
    first = [1 + int((means > mean).sum()) for mean in means]
    last = [SYSTEMS - int((means < mean).sum()) for mean in means]
    return all(low <= f and high >= e for (low, high), f, e in zip(ranks, first, last, strict=True))
