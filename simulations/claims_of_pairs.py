"""Claims about two systems against planted truth: whom tests favour, queries needed, errors of the bootstrap test.

``python -m simulations.claims_of_pairs --write`` puts its tables into docs/simulations.md; about a minute.
"""

from __future__ import annotations

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before NumPy: the products here are small

import sys
from collections.abc import Callable, Mapping
from functools import cache

import numpy as np
from scipy import stats

from irassay.comparison.paired_scores import all_pairs
from irassay.comparison.power import effect_needed, is_guess, queries_needed
from irassay.comparison.significance.decisions import decide
from irassay.comparison.significance.paired_tests import paired_t, rejected
from irassay.comparison.significance.randomization import randomize, shift_test
from irassay.comparison.testing import Test, Testing
from simulations.page import markdown, parser, tell
from simulations.worlds import F64, NULLS, paired_scores, population

ALPHA, POWER = 0.05, 0.8
TESTS: tuple[Test, ...] = ("sign", "wilcoxon", "randomization")
DIRECTION_QUERIES = 60
TRUTHS = (80, 199, 1000)  # queries that it truly takes
NOW = 50
ERROR_QUERIES = (10, 20, 30, 50, 100)
N_RESAMPLES = 2_000
ONE = np.array([0], dtype=np.uint32), np.array([1], dtype=np.uint32)

Draw = Callable[[np.random.Generator, int], F64]


def skewed(gap: float) -> Draw:
    """Per-query differences of two systems: seldom large and for the first; their mean is `gap`, their median below."""
    return lambda rng, n: gap + 0.1 * (rng.lognormal(0, 1, n) - np.exp(0.5))


DIRECTIONS: Mapping[str, Draw] = {
    "equal means, skewed": skewed(0.0),
    "the first better in the mean, the second in the median": skewed(0.03),
    "equal means, symmetric": lambda rng, n: rng.normal(0, 0.1, n),
}


def directions(draw: Draw, worlds: int, seed: int) -> dict[str, tuple[int, ...]]:
    """By test: rejections; those whose statistic favours the lower mean; those of them that are claimed."""
    counts = {test: np.zeros(3, dtype=int) for test in TESTS}
    for world in range(worlds):
        d = draw(np.random.default_rng([seed, world]), DIRECTION_QUERIES)
        case = paired_scores(np.stack([d, np.zeros_like(d)], axis=1), "score")
        for test in TESTS:
            testing = Testing(test, alpha=ALPHA, n_resamples=N_RESAMPLES, seed=world)
            decisions = decide(case, [ONE], testing, threads=1)
            rejection = float(decisions.p_corrected[0, 1]) <= ALPHA
            against = rejection and _favoured(test, d) != np.sign(d.mean())
            counts[test] += rejection, against, against and bool(decisions.significant[0, 1])
    return {test: tuple(map(int, total)) for test, total in counts.items()}


def _favoured(test: str, d: F64) -> float:
    """Whom a test favours, by the textbook: 1 the first, -1 the second."""
    weights = {"sign": np.ones(len(d)), "wilcoxon": stats.rankdata(np.abs(d)), "randomization": np.abs(d)}[test]
    return float(np.sign((np.sign(d) * weights).sum()))


def direction_table(worlds: int, seed: int) -> str:
    """Of so many worlds."""
    rows = [["Truth", "Test", "Significant", "And against the means", "Of these claimed"]]
    for name, draw in DIRECTIONS.items():
        for test, counts in directions(draw, worlds, seed).items():
            rows.append([name, test, *map(str, counts)])
    return markdown(rows)


@cache
def _deviations() -> F64:
    """Differences in nDCG@10 of two systems over a population of queries, with mean 0 and standard deviation 1."""
    x = population("nDCG@10")
    d = x[:, 1] - x[:, 2]
    return np.asarray((d - d.mean()) / d.std())


SHAPES: Mapping[str, Draw] = {
    "normal": lambda rng, n: rng.normal(size=n),
    "of nDCG@10": lambda rng, n: _deviations()[rng.integers(0, len(_deviations()), n)],
    "log-normal": lambda rng, n: (rng.lognormal(0, 1, n) - np.exp(0.5)) / np.sqrt((np.e - 1) * np.e),
}


def needed_rows(shape: str, truth: int, worlds: int, seed: int) -> list[str]:
    """One row: what `NOW` queries say of how many it takes, where it takes `truth`."""
    effect = effect_needed(truth, alpha=ALPHA, power=POWER)
    totals, held, told, held_told, pending, held_pending = [], 0, 0, 0, 0, 0
    for world in range(worlds):
        d = effect + SHAPES[shape](np.random.default_rng([seed, truth, world]), NOW)
        needed = queries_needed(d, alpha=ALPHA, power=POWER)
        low, high = (float("inf") if end is None else float(end) for end in (needed.low, needed.high))
        holds = low <= truth <= high
        x = np.stack([d, np.zeros_like(d)], axis=1)
        is_open = float(paired_t(x, *ONE)[0]) > ALPHA
        says = is_open and not is_guess(max(low, NOW + 1), high)
        totals.append(float("inf") if needed.total is None else float(needed.total))
        held, pending, held_pending = held + holds, pending + is_open, held_pending + (is_open and holds)
        told, held_told = told + says, held_told + (says and holds)
    least, middle, most = np.quantile(totals, (0.1, 0.5, 0.9), method="inverted_cdf")
    return [
        shape, str(truth), f"{middle:,.0f}", f"{least:,.0f} to {most:,.0f}", _percent(held, worlds),
        _percent(held_pending, pending), _percent(told, pending), _percent(held_told, told),
    ]  # fmt: skip


def needed_table(worlds: int, seed: int) -> str:
    """A row a shape of differences and a truth."""
    head = ["Differences", "Truth", "One number: median", "Four fifths", "80% range holds it", "Of open pairs",
            "Open pairs told a range", "Which holds it"]  # fmt: skip
    return markdown([head, *(needed_rows(shape, truth, worlds, seed) for shape in SHAPES for truth in TRUTHS)])


def _equal(measure: str) -> Draw:
    """Systems with the scores of `measure` moved to equal means: what is left is how they spread and lean."""
    centred = population(measure) - population(measure).mean(axis=0)
    return lambda rng, n: np.asarray(centred[rng.integers(0, len(centred), n)])


def equal_worlds() -> dict[str, Draw]:
    """Equal systems by name; the last ones lean so far that every test of means errs."""
    harsh = next(null for null in NULLS if null.name == "equal means, unequal spread, skewed")
    return {"nDCG@10": _equal("nDCG@10"), "AP": _equal("AP"), "log-normal, unequal spread": harsh.draw}


def errors(draw: Draw, n_queries: int, worlds: int, seed: int) -> dict[str, tuple[float, float]]:
    """By test: share of equal pairs called different, and share of worlds with such a pair after Holm's correction."""
    sums = {test: np.zeros(2) for test in ("bootstrap", "randomization", "t")}
    for world in range(worlds):
        x = draw(np.random.default_rng([seed, n_queries, world]), n_queries)
        a, b = all_pairs(x.shape[1])
        testing = Testing(alpha=ALPHA, n_resamples=N_RESAMPLES, seed=world)
        by_test = {
            "bootstrap": shift_test(x, [0, n_queries], [(a, b)], testing, threads=1)[0].p,
            "randomization": randomize(x, [(a, b)], testing, threads=1)[0].p,
            "t": paired_t(x, a, b),
        }
        for test, p in by_test.items():
            sums[test] += (p <= ALPHA).mean(), rejected(p, alpha=ALPHA).any()
    return {test: (float(total[0]) / worlds, float(total[1]) / worlds) for test, total in sums.items()}


def error_table(worlds: int, seed: int) -> str:
    """Percent of pairs, and of families."""
    rows = [
        ["Scores", "Queries", "Bootstrap, one pair", "Randomization", "t", "Bootstrap, family", "Randomization", "t"]
    ]
    for name, draw in equal_worlds().items():
        for n_queries in ERROR_QUERIES:
            by_test = errors(draw, n_queries, worlds, seed)
            cells = [f"{100 * by_test[test][which]:.1f}" for which in (0, 1) for test in by_test]
            rows.append([name, str(n_queries), *cells])
    return markdown(rows)


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.0f}%" if whole else "–"


def main() -> int:
    """Print the tables, and write them where asked to."""
    asked = parser("simulations.claims_of_pairs", __doc__)
    asked.add_argument("--worlds", type=int, default=1_000, help="draws of each row; at most 600 for directions")
    args = asked.parse_args()
    parts = {
        "directions": direction_table(min(600, args.worlds), args.seed),
        "queries-needed": needed_table(args.worlds, args.seed),
        "bootstrap-test": error_table(args.worlds, args.seed),
    }
    tell(parts, write=args.write)
    return 0


if __name__ == "__main__":
    sys.exit(main())
