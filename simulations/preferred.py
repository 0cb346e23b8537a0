"""Preferences: intervals of a share without the error of judging, and of strengths, against a planted truth.

``python -m simulations.preferred --write`` puts its tables into docs/simulations.md; under a minute.
"""

from __future__ import annotations

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before NumPy: the products here are small

import sys
from collections.abc import Mapping

import numpy as np

from irassay.collection.preferences import Comparison, Preferences
from irassay.comparison import bradley_terry
from irassay.comparison.known_answers import Counts, without_error
from irassay.comparison.proportions import Z
from simulations.page import markdown, parser, tell

DECIDED = (5, 10, 50, 200)  # queries whose pair is decided: as many where run and label agree
SHARES = ((0.9, 0.1), (0.75, 0.3), (1.0, 0.0))  # of the run's document that is better, and of judgments that err
DOCS, JUDGMENTS = 5, (1, 3, 10)  # of a query; of each of its pairs


def shares(n: int, share: float, error: float, draws: int, *, seed: int) -> Mapping[str, float]:
    """Percent of intervals that hold the share, by the spread to first order and now; and their mean widths."""
    rng = np.random.default_rng([seed, n])
    held = {"before": [], "now": []}
    wide = {"before": [], "now": []}
    for seen, wrong in zip(
        rng.binomial(n, share * (1 - error) + (1 - share) * error, draws).tolist(),
        rng.binomial(n, error, draws).tolist(),
    ):
        value, low, high = without_error(Counts(n, n - seen, seen), Counts(n, n - wrong, wrong))
        if value != value:
            continue
        for name, (a, b) in {"before": first_order(seen / n, wrong / n, n), "now": (low, high)}.items():
            held[name].append(a - 1e-9 <= share <= b + 1e-9)
            wide[name].append(b - a)
    return {f"{what} {name}": 100 * float(np.mean(of)) for what, by in (("held", held), ("wide", wide))
            for name, of in by.items()}  # fmt: skip


def first_order(seen: float, error: float, n: int) -> tuple[float, float]:
    """The interval by the spread of both shares to first order."""
    scale = 1 - 2 * error
    value = (seen - error) / scale
    spread = seen * (1 - seen) / n / scale**2 + (2 * seen - 1) ** 2 / scale**4 * error * (1 - error) / n
    reach = Z * spread**0.5
    return max(0.0, value - reach), min(1.0, value + reach)


def strengths(judgments: int, draws: int, *, seed: int) -> tuple[float, float, float, float]:
    """Percent of intervals of the contrasts that hold them, their mean half-width; the same of those with the level."""
    rng = np.random.default_rng([seed, judgments])
    held, wide = np.zeros(2), np.zeros(2)
    names = [f"d{i}" for i in range(DOCS)]
    for _ in range(draws):
        true = rng.normal(0, 1, DOCS)
        true -= true.mean()
        rows = []
        for i in range(DOCS):
            for j in range(i):
                won = rng.binomial(judgments, 1 / (1 + np.exp(true[j] - true[i])))
                rows += [Comparison("q", {names[i]: 2, names[j]: 1})] * won
                rows += [Comparison("q", {names[i]: 1, names[j]: 2})] * (judgments - won)
        of = bradley_terry(Preferences(rows))["q"]
        truth = true[[names.index(doc) for doc in of.docs]]
        reach = of.intervals[:, 1] - of.strength, Z * np.sqrt(np.diagonal(of.covariance))
        held += [(abs(of.strength - truth) <= r).mean() for r in reach]
        wide += [r.mean() for r in reach]
    now, before = zip((100 * held / draws).tolist(), (wide / draws).tolist())
    return *now, *before


def share_table(draws: int, seed: int) -> str:
    """A row a truth and a number of queries."""
    rows = [["Better", "Error", "Decided pairs", "First order holds", "Width", "Now", "Width"]]
    for share, error in SHARES:
        for n in DECIDED:
            of = shares(n, share, error, draws, seed=seed)
            cells = [f"{of[f'held {name}']:.0f} {of[f'wide {name}'] / 100:.2f}".split() for name in ("before", "now")]
            rows.append([f"{share:g}", f"{error:g}", str(n), *cells[0], *cells[1]])
    return markdown(rows)


def strength_table(draws: int, seed: int) -> str:
    """A row a number of judgments."""
    rows = [["Judgments of a pair", "With the level", "Half-width", "Now", "Half-width"]]
    for judgments in JUDGMENTS:
        held, wide, held_before, wide_before = strengths(judgments, draws, seed=seed)
        rows.append([str(judgments), f"{held_before:.0f}", f"{wide_before:.2f}", f"{held:.0f}", f"{wide:.2f}"])
    return markdown(rows)


def main() -> int:
    """Print the tables, and write them where asked to."""
    asked = parser("simulations.preferred", __doc__)
    asked.add_argument("--draws", type=int, default=1_000)
    args = asked.parse_args()
    parts = {"without-error": share_table(args.draws, args.seed), "strengths": strength_table(args.draws, args.seed)}
    tell(parts, write=args.write)
    return 0


if __name__ == "__main__":
    sys.exit(main())
