"""Who comes first, and by how much one kind's best leads another's: what a sample says against a planted truth.

``python -m simulations.claims_of_orders --write`` puts its tables into docs/simulations.md.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import product

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before NumPy: one core

import numpy as np

from irassay.comparison import best_gap
from irassay.comparison.halves import same_first
from irassay.comparison.intervals import Redrawn, resampled_summaries
from irassay.kernel import _core
from simulations.page import markdown, parser, tell
from simulations.worlds import F64, paired_scores

N_BOOTSTRAP = 1_000
N_TRUTH = 50_000  # fresh samples
NOISE = 0.2  # of a system's score from query to query, beside what all systems share

CLUSTERS = "half equal, half far behind"
FIRSTS: Mapping[str, Callable[[int], F64]] = {
    "equal": lambda n: np.zeros(n),
    "evenly spread": lambda n: np.linspace(4 * NOISE / 5, 0, n),
    "one leader": lambda n: np.where(np.arange(n) == 0, NOISE / 2, 0.0),
    CLUSTERS: lambda n: np.where(np.arange(n) < (n + 1) // 2, 0.0, -2 * NOISE),
}
SYSTEMS, QUERIES = (2, 10, 50), (10, 20, 50, 100)
ESTIMATES = ("resamples", "smaller resamples", "out of bag", "shrunk", "carried on", "halves")  # the last is printed


def scores(means: F64, n_queries: int, rng: np.random.Generator) -> F64:
    """Scores of systems with these true means: array (query, system)."""
    shape = (n_queries, len(means))
    return np.asarray(means + rng.normal(0, NOISE, (n_queries, 1)) + rng.normal(0, NOISE, shape))


def first_places(world: str, n_systems: int, n_queries: int, *, n_worlds: int, seed: int) -> dict[str, F64]:
    """Of each sample the truth, how often its first system is first in fresh samples, and every estimate of that."""
    rng = np.random.default_rng([seed, list(FIRSTS).index(world), n_systems, n_queries])
    means = FIRSTS[world](n_systems)
    fresh = means + rng.normal(0, NOISE / np.sqrt(n_queries), (N_TRUTH, n_systems))
    truth = np.bincount(fresh.argmax(axis=1), minlength=n_systems) / N_TRUTH
    found: dict[str, list[float]] = {name: [] for name in ("truth", *ESTIMATES)}
    for world_number in range(n_worlds):
        x = scores(means, n_queries, rng)
        found["truth"].append(float(truth[x.mean(axis=0).argmax()]))
        for name, value in _estimates(x, key=seed * 1_000_000 + world_number).items():
            found[name].append(value)
    return {name: np.array(values) for name, values in found.items()}


def _estimates(x: F64, *, key: int) -> dict[str, float]:
    n = len(x)
    x = x[:, np.argsort(-x.mean(axis=0))]
    case = paired_scores(x, "score")
    redrawn = resampled_summaries(case, n_bootstrap=N_BOOTSTRAP, key=key)
    drawn = Redrawn(redrawn, paired=case, key=key).places
    counts = np.asarray(_core.count_draws(key, 0, N_BOOTSTRAP, [0, n]))
    small = np.random.default_rng([key, 1]).multinomial(n // 2, np.full(n, 1 / n), size=N_BOOTSTRAP)
    absent = counts == 0
    chosen, there = (counts @ x)[absent.any(axis=1)], (absent @ x)[absent.any(axis=1)]
    quarters = _quarters(x, key=key)
    return {
        "resamples": float(drawn.first[0]),
        "smaller resamples": float(((small @ x).argmax(axis=1) == 0).mean()),
        "out of bag": float((chosen.argmax(axis=1) == there.argmax(axis=1)).mean()),
        "shrunk": _shrunk(x, redrawn),
        "carried on": float(np.clip(2 * drawn.same_first - quarters, 0, 1)),
        "halves": drawn.same_first,
    }


def _quarters(x: F64, *, key: int) -> float:
    """Whether two samples of a quarter of the queries agree: halves of random halves."""
    rng = np.random.default_rng([key, 2])
    taken = [rng.choice(len(x), 2 * (len(x) // 4), replace=False) for _ in range(40)]
    return float(np.mean([same_first(x[t], [0, len(t)], direction=1, key=i, n_draws=50) for i, t in enumerate(taken)]))


def _shrunk(x: F64, redrawn: F64) -> float:
    """Share of first places after the means go towards their middle, by the part that sampling error explains."""
    means = x.mean(axis=0)
    apart = means - means.mean()
    own = x - x.mean(axis=1, keepdims=True)
    error = own.var(axis=0, ddof=1).sum() / len(x)
    stays = max(0.0, 1 - error / float((apart**2).sum()))
    return float(((redrawn - (1 - stays) * apart[:, None]).argmax(axis=0) == 0).mean())


@dataclass(frozen=True, slots=True)
class Kinds:
    """Two kinds of systems.

    Attributes
    ----------
    name : str
    n_a, n_b : int
    lead : float
        What the first kind's systems score more, in standard deviations of a score from query to query.
    leaders : int
        How many of the first kind score that; 0 for all.
    spread : float
        Of the systems' true means, in the same unit.
    """

    name: str
    n_a: int
    n_b: int
    lead: float = 0.0
    leaders: int = 0
    spread: float = 0.0

    def draw(self, rng: np.random.Generator) -> F64:
        """The systems' true means."""
        means = rng.normal(0, self.spread, self.n_a + self.n_b) if self.spread else np.zeros(self.n_a + self.n_b)
        means[: self.leaders or self.n_a] += self.lead
        return np.asarray(means * NOISE)


KINDS = (
    Kinds("all equal", 50, 2),
    Kinds("all equal", 49, 13),
    Kinds("all equal", 20, 1),
    Kinds("all equal", 10, 10),
    Kinds("systems differ a little", 50, 2, spread=0.1),
    Kinds("systems differ", 50, 2, spread=0.3),
    Kinds("the first kind leads by 0.3", 50, 2, lead=0.3),
    Kinds("the first kind leads by 0.6", 50, 2, lead=0.6),
    Kinds("the first kind leads by 1", 50, 2, lead=1.0),
    Kinds("the first kind leads by 0.6", 49, 13, lead=0.6),
    Kinds("one system leads by 0.6", 50, 2, lead=0.6, leaders=1),
    Kinds("one system leads by 1", 50, 2, lead=1.0, leaders=1),
)
KIND_QUERIES = 50


def gaps(kinds: Kinds, *, n_worlds: int, seed: int) -> dict[str, float]:
    """Means over samples of the luck of choosing, of its estimates, and shares of samples with a claim of the sign."""
    rng = np.random.default_rng([seed, 7, KINDS.index(kinds)])
    names = [f"s{i}" for i in range(kinds.n_a + kinds.n_b)]
    types = {name: "a" if i < kinds.n_a else "b" for i, name in enumerate(names)}
    rows = []
    for number in range(n_worlds):
        means = kinds.draw(rng)
        x = scores(means, KIND_QUERIES, rng).T
        found = best_gap(x, names, types, "a", "b", seed=seed * 1_000_000 + number)
        true = means[names.index(found.a.best)] - means[names.index(found.b.best)]
        low, high, bias = _resampled_gap(x, kinds.n_a, key=number)
        before = (low > 0) - (high < 0)
        after = int(found.keeps_sign) * (1 if found.gap > 0 else -1)
        rows.append(
            (found.gap - true, bias, found.selection_bias, before != 0, after != 0, before * true <= 0 and before != 0,
             after * true <= 0 and after != 0, found.low <= true <= found.high)
        )  # fmt: skip
    columns = ("luck", "resampled", "halved", "claims before", "claims", "wrong before", "wrong", "held")
    return dict(zip(columns, np.mean(np.array(rows, dtype=float), axis=0).tolist(), strict=True))


def _resampled_gap(x: F64, n_a: int, *, key: int) -> tuple[float, float, float]:
    """The gap's percentile interval with each best chosen again in every resample, and the bootstrap's bias of it."""
    n = x.shape[1]
    drawn = (np.asarray(_core.count_draws(key, 0, N_BOOTSTRAP, [0, n])) @ x.T / n).T
    tops, luck = [], []
    for rows in (slice(0, n_a), slice(n_a, None)):
        tops.append(drawn[rows].max(axis=0))
        luck.append((tops[-1] - x[rows].mean(axis=1)[drawn[rows].argmax(axis=0)]).mean())
    low, high = np.quantile(tops[0] - tops[1], (0.025, 0.975))
    return float(low), float(high), float(luck[0] - luck[1])


def firsts_tables(n_worlds: int, seed: int) -> dict[str, str]:
    """Markdown, in percent: a row a world, its systems and queries; and a row an estimate, over all of these."""
    rows = [["Truth", "Systems", "Queries", "First in fresh samples", *(name.capitalize() for name in ESTIMATES)]]
    every: list[dict[str, F64]] = []
    for world, n_systems, n_queries in product(FIRSTS, SYSTEMS, QUERIES):
        if world == CLUSTERS and n_systems == 2:
            continue  # one system, and one far behind
        found = first_places(world, n_systems, n_queries, n_worlds=n_worlds, seed=seed)
        every.append(found)
        cells = [f"{100 * found[name].mean():.0f}" for name in ("truth", *ESTIMATES)]
        rows.append([world, str(n_systems), str(n_queries), *cells])
        print(*rows[-1], file=sys.stderr)
    return {"first-places": markdown(rows), "first-errors": _errors(every)}


def _errors(every: Iterable[Mapping[str, F64]]) -> str:
    """Of each estimate how far rows lie from the truth, and single samples."""
    rows = [["Estimate", "Highest above the truth", "Lowest below it", "Root mean squared error of one sample"]]
    for name in ESTIMATES:
        errors = [found[name] - found["truth"] for found in every]
        bias = [float(e.mean()) for e in errors]
        squared = np.sqrt(np.mean([(e**2).mean() for e in errors]))
        cells = [f"{100 * value:.0f}".replace("-", "−") for value in (max(bias), min(bias), squared)]
        rows.append([name.capitalize(), *cells])
    return markdown(rows)


def gaps_table(n_worlds: int, seed: int) -> str:
    """Markdown: a row a world of two kinds."""
    rows = [
        ["Truth", "Kinds", "Luck", "Bootstrap", "Halves", "Claims before", "Wrong before", "Claims", "Wrong", "Held"]
    ]
    for kinds in KINDS:
        of = gaps(kinds, n_worlds=n_worlds, seed=seed)
        shares = [f"{100 * of[name]:.1f}%" for name in ("claims before", "wrong before", "claims", "wrong", "held")]
        luck = [f"{of[name]:.3f}".replace("-", "−") for name in ("luck", "resampled", "halved")]
        rows.append([kinds.name, f"{kinds.n_a} and {kinds.n_b}", *luck, *shares])
        print(*rows[-1], file=sys.stderr)
    return markdown(rows)


def main() -> int:
    """Print the tables, and write them where asked to."""
    asked = parser("simulations.claims_of_orders", __doc__)
    asked.add_argument("--worlds", type=int, default=300, help="samples for each row")
    args = asked.parse_args()
    parts = {**firsts_tables(args.worlds, args.seed), "kinds": gaps_table(args.worlds, args.seed)}
    tell(parts, write=args.write)
    return 0


if __name__ == "__main__":
    sys.exit(main())
