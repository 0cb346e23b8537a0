"""What an audit says of finished labels: its interval against collections in which all that is relevant is known.

``python -m simulations.claims_of_audits --write`` puts the table into docs/simulations.md.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from math import inf

import numpy as np

from irassay.comparison.proportions import clustered_interval, wilson
from simulations.page import markdown, parser, tell

QUERIES = (2, 5, 8, 10, 20, 50)
SPREAD = 1.5  # shape of the number of relevant documents a query: smaller, more unequal
RESAMPLES = 1000
FEWEST = 10  # queries below which the documents were taken for independent
POPULATION = 2_000_000  # queries that the truth is of
Z95 = 1.959963984540054


@dataclass(frozen=True, slots=True)
class World:
    """How the labels came by the relevant documents.

    Attributes
    ----------
    name : str
    found : float
        Relevant documents that the audit's systems find, a query.
    labelled : float
        Share of them that the labels have.
    alike : float
        How alike queries are: the sum of the two parameters of Beta; infinite where documents are independent.
    by_size : bool
        Whether queries with more relevant documents have fewer of them labelled.
    """

    name: str
    found: float
    labelled: float
    alike: float
    by_size: bool = False


WORLDS = (
    World("documents independent", 5, 0.8, inf),
    World("queries differ", 15, 0.8, 8, by_size=True),
    World("queries differ much", 15, 0.8, 2, by_size=True),
    World("nearly all labelled, queries differ much", 15, 0.95, 2),
)


def audits(world: World, n_queries: int, n_audits: int, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Relevant documents that the labels have, and new ones: two arrays (audit, query)."""
    shape = (n_audits, n_queries)
    whole = rng.poisson(rng.gamma(SPREAD, world.found / SPREAD, shape))
    a = world.alike * world.labelled
    chance = np.full(shape, world.labelled) if world.alike == inf else rng.beta(a, world.alike - a, shape)
    if world.by_size:
        chance **= 0.4 + 1.2 * whole / (whole + world.found)
    had = rng.binomial(whole, chance)
    return had.astype(float), (whole - had).astype(float)


def before(had: np.ndarray, new: np.ndarray, rng: np.random.Generator) -> tuple[float, float]:
    """What audits said before: Wilson's interval of the documents for few queries, else queries drawn again."""
    if (had + new > 0).sum() < FEWEST or not had.any() or not new.any():
        low, high = wilson(np.array([had.sum()]), int((had + new).sum()), np.array([-Z95, Z95]))[0]
        return float(low), float(high)
    picked = rng.integers(0, len(had), (RESAMPLES, len(had)))
    part, rest = had[picked].sum(axis=1), new[picked].sum(axis=1)
    there = part + rest > 0
    low, high = np.quantile(part[there] / (part + rest)[there], (0.025, 0.975))
    return float(low), float(high)


def study(world: World, n_queries: int, n_audits: int, seed: int) -> dict[str, float]:
    """Of so many audits: the share whose interval holds the truth and its mean width, before and now.

    Audits with fewer than two queries that have anything relevant have no interval, and are left out.
    """
    truth = [of.sum() for of in audits(world, 1, POPULATION, np.random.default_rng([seed, 1]))]
    share = truth[0] / (truth[0] + truth[1])
    rng = np.random.default_rng([seed, 2, n_queries])
    pairs = zip(*audits(world, n_queries, n_audits, rng))
    pairs = [(had, new) for had, new in pairs if (had + new > 0).sum() > 1]
    out = {}
    for name, intervals in (
        ("before", [before(had, new, rng) for had, new in pairs]),
        ("now", [clustered_interval(had, new) for had, new in pairs]),
    ):
        low, high = np.array(intervals).T
        out[name] = float(((low <= share) & (share <= high)).mean())
        out[f"{name}, width"] = float((high - low).mean())
    return out


def table(n_audits: int, seed: int) -> str:
    """Markdown: a row a world and number of queries."""
    rows = [["World", "Queries", "held before", "held now", "width before", "width now"]]
    for world in WORLDS:
        for n in QUERIES:
            of = study(world, n, n_audits, seed)
            widths = [f"{100 * of[name]:.0f}" for name in ("before, width", "now, width")]
            rows.append([world.name, str(n), f"{100 * of['before']:.1f}", f"{100 * of['now']:.1f}", *widths])
    return markdown(rows)


def main() -> int:
    """Print the table, and write it where asked to."""
    asked = parser("simulations.claims_of_audits", __doc__)
    asked.add_argument("--draws", type=int, default=2000, help="audits of each world and number of queries")
    args = asked.parse_args()
    tell({"audits": table(args.draws, args.seed)}, write=args.write)
    return 0


if __name__ == "__main__":
    sys.exit(main())
