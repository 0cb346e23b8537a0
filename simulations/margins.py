"""Margins and means over collections against planted truth: who is called not worse, and how often intervals hold it.

``python -m simulations.margins --write`` puts its tables into docs/simulations.md; some three minutes.
"""

from __future__ import annotations

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before NumPy: the products here are small

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product

import numpy as np

from irassay.comparison.intervals import resampled_summaries
from irassay.comparison.paired_scores import weights_of_queries
from irassay.comparison.significance.paired_tests import FEW_QUERIES, t_intervals
from irassay.verdict import NonInferiority
from irassay.verdict.non_inferiority import missing_from
from simulations.page import markdown, parser, tell
from simulations.worlds import F64, paired_scores, population

ALPHA, N_BOOTSTRAP = 0.05, 1_000
QUERIES = (20, 50, 200)
SIZES = ((5, 50, 50), (10, 50), (20, 20, 20))  # queries of collections


@dataclass(frozen=True)
class World:
    """Differences in nDCG@10 of a new system and an old one over a population of queries, and what may be lost.

    Attributes
    ----------
    name : str
    differences : array (query,)
    margin : float
    """

    name: str
    differences: F64
    margin: float

    @property
    def is_false(self) -> bool:
        """Whether "not worse by the margin" is false."""
        return float(self.differences.mean()) <= -self.margin + 1e-6


def fails(share: float, margin: float | None = None) -> World:
    """New equals old, but finds nothing on a share of the queries; the margin is what that costs, or the given one."""
    old = population("nDCG@10")[:, 0]
    lost = np.random.default_rng(1).permutation(len(old)) < round(share * len(old))
    d = -old * lost
    return World(f"fails on {100 * share:g}% of the queries", d, -float(d.mean()) if margin is None else margin)


def apart(lead: float, margin: float) -> World:
    """Two systems that rank in their own ways, whose means are `lead` apart."""
    x = population("nDCG@10")
    d = x[:, 0] - x[:, 1]
    name = "ranks in its own way, equal" if lead == 0 else "ranks in its own way, worse by the margin"
    return World(name, np.clip(d - d.mean() + lead, -1, 1), margin)


def worlds() -> list[World]:
    """Those in which the claim is false come first."""
    false = [fails(0.02, 0.01), fails(0.02), fails(0.05), fails(0.1), apart(-0.05, 0.05)]
    return [*false, apart(0.0, 0.05), replace(fails(0.0, 0.01), name="equals old on every query")]


def answers(world: World, n_queries: int, draws: Sequence[int], *, seed: int) -> dict[str, int]:
    """Draws in which new is called not worse: by the interval alone, now without a condition, and now with one."""
    counts = dict.fromkeys(("interval", "plain", "conditional"), 0)
    for draw in draws:
        rng = np.random.default_rng([seed, n_queries, draw])
        d = world.differences[rng.integers(len(world.differences), size=n_queries)]
        low, high = interval(d, (0, n_queries), key=draw)
        of = NonInferiority("new", "old", "nDCG@10", world.margin, d.mean(), low, high, ALPHA, "t")
        counts["interval"] += of.by_queries == "above"
        of = replace(of, unseen=missing_from(d, (), alpha=ALPHA, margin=world.margin))
        counts["plain"] += of.by_queries == "above" and not of.conditional
        counts["conditional"] += of.by_queries == "above" and of.conditional
    return counts


def interval(d: F64, bounds: Sequence[int], *, key: int, least: int = FEW_QUERIES) -> tuple[float, float]:
    """The interval of the mean of collections' means, as `compare` takes it: Student's below `least` queries."""
    x = (d * weights_of_queries(bounds))[:, None]
    if min(np.diff(bounds)) < least:
        ends = t_intervals(x, bounds)[0]
    else:
        case = replace(paired_scores(x, "nDCG@10"), bounds=list(bounds))
        ends = np.quantile(resampled_summaries(case, n_bootstrap=N_BOOTSTRAP, key=key), (ALPHA / 2, 1 - ALPHA / 2))
    return float(ends[0]), float(ends[1])


def over_collections(sizes: Sequence[int], draws: Sequence[int], *, seed: int) -> Mapping[str, tuple[int, int]]:
    """By interval of a mean over collections: draws in which it holds the truth, and lies wholly above it."""
    bounds = [0, *np.cumsum(sizes).tolist()]
    x = population("nDCG@10")
    whole = x[:, 0] - x[:, 1]
    truth, counts = whole.mean(), {"percentile": [0, 0], "Welch": [0, 0]}
    for draw in draws:
        rng = np.random.default_rng([seed, *sizes, draw])
        d = whole[rng.integers(len(whole), size=bounds[-1])]
        for name, least in (("percentile", 0), ("Welch", FEW_QUERIES)):
            low, high = interval(d, bounds, key=draw, least=least)
            counts[name][0] += low <= truth <= high
            counts[name][1] += low > truth
    return {name: (held, above) for name, (held, above) in counts.items()}


def margin_table(n_draws: int, seed: int) -> str:
    """A row a world and a number of queries, in percent of the draws."""
    rows = [["New", "Margin", "Queries", "Truly not worse", "Interval alone", "Now", "Now with its condition"]]
    for world, n_queries in product(worlds(), QUERIES):
        counts = answers(world, n_queries, range(n_draws), seed=seed)
        shares = [f"{100 * counts[name] / n_draws:.1f}" for name in ("interval", "plain", "conditional")]
        rows.append([world.name, f"{world.margin:.3f}", str(n_queries), "no" if world.is_false else "yes", *shares])
    return markdown(rows)


def collection_table(n_draws: int, seed: int) -> str:
    """A row a set of collections, in percent of the draws."""
    rows = [["Queries of the collections", "Percentile", "Wholly above", "Welch's", "Wholly above"]]
    for sizes in SIZES:
        counts = over_collections(sizes, range(n_draws), seed=seed)
        cells = [f"{100 * n / n_draws:.1f}" for name in ("percentile", "Welch") for n in counts[name]]
        rows.append([", ".join(map(str, sizes)), *cells])
    return markdown(rows)


def main() -> int:
    """Print the tables, and write them where asked to."""
    asked = parser("simulations.margins", __doc__)
    asked.add_argument("--draws", type=int, default=1_000, help="samples of each row")
    args = asked.parse_args()
    tell(
        {"margins": margin_table(args.draws, args.seed), "collections": collection_table(args.draws, args.seed)},
        write=args.write,
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
