"""What estimates of scores are worth when labels are hidden from a complete truth: bias, RMSE, coverage, order.

`make study-holes` writes the tables of docs/simulations.md.
"""

from __future__ import annotations

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before NumPy: a process a core, a thread a process

import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial

import numpy as np

from irassay.agreement.correlation import kendall_tau_a
from irassay.collection import Qrels
from irassay.estimates import bootstrapped, bound, one_shot, pool_adjusted, pool_reranked
from irassay.scoring import evaluate
from simulations import holes_tables as tables
from simulations.hidden import FRACTIONS, HIDDEN, World, kept, marked, world
from simulations.page import parser, summed, tell

MEASURES = ("P@10", "nDCG@10", "AP")
SAMPLED = {"nDCG@10": "infNDCG@10", "AP": "xinfAP"}
RATES = (0.05, 0.1, 0.2, 0.4, 0.7, 1.0)
DRAWS = 200

Row = tuple[str, str, float, str]  # measure, how labels are hidden, share, estimator


@dataclass(frozen=True)
class Found:
    """One estimate of every system's mean; ends of an interval, or None; whether it is on the measure's scale."""

    score: np.ndarray
    low: np.ndarray | None = None
    high: np.ndarray | None = None
    comparable: bool = True


def mean(qrels: Qrels, of: World, measure: str) -> np.ndarray:
    """Each system's mean."""
    return np.asarray(evaluate(qrels, of.runs, [measure], threads=1).values[0, 0].mean(axis=1))


def estimates(of: World, left: dict[str, dict[str, int]], measure: str, seed: int) -> Iterator[tuple[str, Found]]:
    """Every estimator on the labels that are left."""
    qrels, runs, name = Qrels.from_dict(left), of.runs, measure.partition("@")
    plain = mean(qrels, of, measure)
    bounds = bound(qrels, runs, measure, threads=1)
    yield "plain", Found(plain)
    yield "bounds", Found(plain, bounds.lower.mean(axis=1), bounds.upper.mean(axis=1), comparable=False)
    yield "expected", Found(bounds.estimate.mean(axis=1))
    for prior in ("run", "pool", "place"):
        drawn = bootstrapped(qrels, runs, measure, prior=prior, draws=DRAWS, seed=seed, threads=1)  # type: ignore[arg-type]
        yield f"bootstrapped, {prior}", Found(drawn.mean, *drawn.interval.T)
    drawn = one_shot(qrels, runs, measure, of.similarity, gain="similarity", draws=DRAWS, seed=seed, threads=1)
    yield "one-shot", Found(drawn.mean, *drawn.interval.T)
    if name[0] == "P":
        raised = pool_adjusted(qrels, runs, measure, threads=1)
        yield "pool-adjusted", Found(raised.score, raised.low, raised.high)
        yield "pool-reranked", Found(pool_reranked(qrels, runs, measure, threads=1).score)
    if measure in SAMPLED:
        yield SAMPLED[measure], Found(mean(marked(of, left), of, SAMPLED[measure]))
    yield "condensed", Found(mean(qrels, of, f"{name[0]}(judged_only=True){name[1]}{name[2]}"), comparable=False)
    if measure == "AP":
        yield "bpref", Found(mean(qrels, of, "Bpref"), comparable=False)


def errors(number: int, *, seed: int) -> dict[Row, np.ndarray]:
    """One world: squared errors, intervals that hold the truth, tau, intervals, 1; then each system's error."""
    of = world(seed, number)
    truths = {measure: mean(of.full, of, measure) for measure in MEASURES}
    out: dict[Row, np.ndarray] = {}
    for how in HIDDEN:
        for fraction in FRACTIONS:
            rng = np.random.default_rng([seed, 8, number, int(100 * fraction)])
            left = kept(of, fraction, how, rng)  # type: ignore[arg-type]
            for measure, truth in truths.items():
                for name, found in estimates(of, left, measure, seed):
                    out[measure, how, fraction, name] = _sums(found, truth)
    return out


def _sums(found: Found, truth: np.ndarray) -> np.ndarray:
    error = found.score - truth if found.comparable else np.full(len(truth), np.nan)
    held, n_held = np.nan, 0
    if found.low is not None and found.high is not None:
        held = float(((found.low <= truth + 1e-9) & (truth - 1e-9 <= found.high)).sum())
        n_held = len(truth)
    return np.array([(error**2).sum(), held, kendall_tau_a(truth, found.score), n_held, 1.0, *error])


def by_rate(number: int, *, seed: int) -> dict[tuple[str, float], np.ndarray]:
    """Measures from a sample of the pool against the same measures under all labels: error and squared error."""
    of = world(seed, number)
    out = {}
    for rate in RATES:
        left = kept(of, 1 - rate, "at random", np.random.default_rng([seed, 9, number, int(100 * rate)]))
        sample = marked(of, left)
        for name, complete in (("xinfAP", "AP"), ("infAP", "AP"), ("infNDCG", "nDCG"), ("infNDCG@10", "nDCG@10")):
            error = mean(sample, of, name) - mean(of.full, of, complete)
            out[name, rate] = np.array([error.sum(), (error**2).sum(), len(error)])
    return out


def main() -> int:
    """0, or 1 where a bound does not hold."""
    asked = parser("simulations.holes", __doc__)
    asked.add_argument("--worlds", type=int, default=40)
    asked.add_argument("--processes", type=int, default=os.cpu_count())
    args = asked.parse_args()
    with ProcessPoolExecutor(args.processes) as pool:
        found = summed(pool.map(partial(errors, seed=args.seed), range(args.worlds)))
        rates = summed(pool.map(partial(by_rate, seed=args.seed), range(args.worlds)))
    parts = {
        "holes": tables.estimator_table(found),
        "holes-failing": tables.failing_words(found),
        "sampling": tables.rate_table(rates),
    }
    tell(parts, write=args.write)
    return int(not tables.bounds_hold(found))


if __name__ == "__main__":
    sys.exit(main())
