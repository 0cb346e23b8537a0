"""Relevant documents that nobody found: the curve and Chao2 against worlds in which all relevant documents are known.

``python -m simulations.unseen --write`` puts the table into docs/simulations.md.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass

import numpy as np

from irassay.estimates import chao2
from irassay.estimates.pools.coverage import coverage_of_ranks
from simulations.page import markdown, parser, tell

QUERIES, PER_QUERY, SYSTEMS = 50, 40, 40
TIMES = (2, 10)  # as many systems as were pooled
RESAMPLES = 200
SKILL, MIDDLE = 0.5, -2.7  # spread and middle of what decides how often a system finds a document: one in twenty


@dataclass(frozen=True, slots=True)
class World:
    """How systems find documents.

    Attributes
    ----------
    name : str
    hardness : float
        Spread of the documents' log odds.
    family : int
        Systems that share what they find by; 1 for independent ones.
    shared : float, from 0 to 1
        Part of a system's luck with a document that is its family's.
    """

    name: str
    hardness: float
    family: int = 1
    shared: float = 0.0


WORLDS = (
    World("independent systems, documents alike", 0.0),
    World("independent systems, documents differ", 1.5),
    World("families of five, documents alike", 0.0, 5, 0.95),
    World("families of five, documents differ", 1.5, 5, 0.95),
)
BY_FAMILY = " of families"  # pools that take in whole families: `coverage(groups=...)`


def found(world: World, rng: np.random.Generator) -> np.ndarray:
    """Which of ten times the systems has which relevant document: (system, query, document); the first are pooled."""
    n = SYSTEMS * TIMES[-1]
    shape = (QUERIES, PER_QUERY)
    hard = rng.normal(size=shape) * world.hardness
    skill = rng.normal(size=n) * SKILL + MIDDLE
    own = rng.normal(size=(n, *shape))
    family = np.repeat(rng.normal(size=(n // world.family, *shape)), world.family, axis=0)
    luck = np.sqrt(world.shared) * family + np.sqrt(1 - world.shared) * own
    # A probit of luck: each system by itself finds a document as often in every world.
    return luck < (skill[:, None, None] - hard) / 1.7


def one(world: World, seed: int) -> dict[str, tuple[float, float, float, float]]:
    """Truth, estimate and its interval by each way, for one draw of systems, queries and documents."""
    has = found(world, np.random.default_rng([seed, WORLDS.index(world)]))
    ever = np.cumsum(has, axis=0) > 0
    known = ever[SYSTEMS - 1]
    query = np.repeat(np.arange(QUERIES), known.sum(axis=1)).astype(np.int32)
    pooled = has[:SYSTEMS, known].T
    out = _estimates(pooled, query, ever, seed, "")
    if world.family > 1:
        families = pooled.reshape(len(pooled), -1, world.family).any(axis=2)
        out |= _estimates(families, query, ever, seed, BY_FAMILY)
    return out


def _estimates(
    pooled: np.ndarray, query: np.ndarray, ever: np.ndarray, seed: int, what: str
) -> dict[str, tuple[float, float, float, float]]:
    """By each way, of units (document, unit) that are systems or families of them."""
    n = pooled.shape[1]
    ranks = np.ascontiguousarray(pooled.astype(np.int32))
    pools = coverage_of_ranks(ranks, query, [f"u{i}" for i in range(n)], (1,), draws=RESAMPLES, key=seed)
    out = {}
    for times in TIMES:
        at = pools.at(times * n, 1)
        truth = float(ever[times * SYSTEMS - 1].sum() - ever[SYSTEMS - 1].sum())
        out[f"curve{what}, {times} times"] = (truth, at.further, at.further_low, at.further_high)
    chao = chao2(pools.finders[0])
    truth = float((~ever[SYSTEMS - 1]).sum())
    out[f"Chao2{what}"] = (truth, chao.unseen, chao.low - chao.observed, chao.high - chao.observed)
    return out


def study(world: World, n_worlds: int, seed: int) -> dict[str, dict[str, float]]:
    """By estimate: the mean truth, bias, RMSE, and the share of intervals that hold the truth."""
    rows = [one(world, seed * 1_000_000 + i) for i in range(n_worlds)]
    out = {}
    for label in rows[0]:
        truth, estimate, low, high = np.array([row[label] for row in rows]).T
        error = estimate - truth
        held = float(((low <= truth) & (truth <= high)).mean())
        out[label] = {
            "truth": float(truth.mean()), "bias": float(error.mean()), "rmse": float(np.sqrt((error**2).mean())),
            "held": held,
        }  # fmt: skip
    return out


def table(results: dict[str, dict[str, dict[str, float]]]) -> str:
    """Markdown: a row a world and estimate."""
    rows = [["World", "Estimate", "Truth", "Bias", "RMSE", "Intervals that hold it"]]
    for world, estimates in results.items():
        for label, of in estimates.items():
            rows.append(
                [world, label, f"{of['truth']:.0f}", f"{of['bias']:+.0f}".replace("-", "−"), f"{of['rmse']:.0f}",
                 f"{100 * of['held']:.0f}%"]
            )  # fmt: skip
    return markdown(rows)


def main() -> int:
    """Print the table, and write it where asked to."""
    asked = parser("simulations.unseen", __doc__)
    asked.add_argument("--worlds", type=int, default=300, help="draws of each kind of world")
    args = asked.parse_args()
    tell({"unseen": table({world.name: study(world, args.worlds, args.seed) for world in WORLDS})}, write=args.write)
    return 0


if __name__ == "__main__":
    sys.exit(main())
