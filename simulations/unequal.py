"""How often a wrong system is called better where one of two has fewer labels: by significance alone, and by the rule.

``python -m simulations.unequal --write`` puts its tables into docs/simulations.md.
"""

from __future__ import annotations

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before NumPy: a process a core, a thread a process

import sys
from collections.abc import Iterable, Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import product
from typing import TypeAlias

import numpy as np

from irassay import settle
from irassay.collection import Qrels
from irassay.verdict.pair import Answer
from simulations.page import markdown, parser, summed, tell
from simulations.tables import monte_carlo
from simulations.unequal_worlds import MISSING, TRUTHS, Missing, Truth, World, labelled, pooled, world, world_of_kinds

COVERAGE = (1.0, 0.9, 0.7, 0.5, 0.3)
PLANTED = (0.93, 0.28)  # shares of old's and new's top tens that are judged
UNEQUAL = (PLANTED, *product(COVERAGE, COVERAGE))
OWN_POOL = (PLANTED, *((share, 0.0) for share in COVERAGE))  # what of new is judged follows from old's pool
HOLDS: tuple[Missing, ...] = ("at random", "by a pool of both")
N_WEAK = (0, 1, 2, 5, 10)
KINDS = "two kinds of documents"
MEASURE, N_RESAMPLES, WRONG = "nDCG@10", 2_000, 0.05
RIGHT: Mapping[Truth, Answer | None] = {
    "better": "better", "a little better": "better", "equal": None, "a little worse": "worse", "worse": "worse"
}  # fmt: skip

Cell: TypeAlias = tuple[str, float, float, Truth]  # how labels go missing, shares of old and new or weak systems, truth
Counts: TypeAlias = np.ndarray  # wrong and right before, wrong and right after, worlds, share of new that is judged


def cells_of(missing: Missing) -> tuple[tuple[float, float], ...]:
    """Which shares of old and new are tried."""
    return OWN_POOL if missing == "by old's own pool" else UNEQUAL


def counts(of: World, qrels: Qrels, truth: Truth) -> Counts:
    """What is called better in one world: labels taken as they are, where significance is enough, then by the rule."""
    verdict = settle(qrels, of.runs, MEASURE, n_resamples=N_RESAMPLES, threads=1)
    pair = verdict.pair("new", "old")
    claims = [(answer, answer == RIGHT[truth]) for answer in (pair.answer("taken"), pair.answer("likely"))]
    said = [(a in ("better", "worse") and not right, right) for a, right in claims]
    return np.array([*said[0], *said[1], 1.0, verdict.judged["new"]], dtype=float)


def one_world(task: tuple[Truth, int], *, seed: int) -> dict[Cell, Counts]:
    """All cells of one world."""
    truth, number = task
    out: dict[Cell, Counts] = {}
    of = world(truth, number, seed=seed)
    for missing in MISSING:
        for old, new in cells_of(missing):
            key = [seed, 12, TRUTHS.index(truth), number, MISSING.index(missing), round(100 * old), round(100 * new)]
            left = labelled(of, missing, old, new, np.random.default_rng(key))
            out[missing, old, new, truth] = counts(of, left, truth)
    for n_weak in N_WEAK:
        kinds = world_of_kinds(truth, n_weak, number, seed=seed)
        out[KINDS, n_weak, 0.0, truth] = counts(kinds, pooled(kinds), truth)
    return out


def wrong_table(found: Mapping[Cell, Counts]) -> str:
    """Percent of worlds with a wrong claim, before and after: a row a cell, a column a truth."""
    rows = [["Labels missing", "Old judged", "New judged", *TRUTHS]]
    for missing, old, new in _rows(found):
        of = [found[missing, old, new, truth] for truth in TRUTHS]
        rows.append([missing, *_judged(missing, old, new, of), *(_arrow(c[0], c[2], c[4]) for c in of)])
    return markdown(rows)


def right_table(found: Mapping[Cell, Counts]) -> str:
    """Percent of worlds with the right claim, before and after, and in brackets with none after."""
    truths = [truth for truth in TRUTHS if RIGHT[truth]]
    rows = [["Labels missing", "Old judged", "New judged", *truths]]
    for missing, old, new in _rows(found):
        of = [found[missing, old, new, truth] for truth in truths]
        shown = [f"{_arrow(c[1], c[3], c[4])} ({_percent(c[4] - c[2] - c[3], c[4])})" for c in of]
        rows.append([missing, *_judged(missing, old, new, of), *shown])
    return markdown(rows)


def kinds_table(found: Mapping[Cell, Counts]) -> str:
    """The world where the assumption fails, by how many weak systems are pooled."""
    rows = [["Weak systems pooled", "New judged", "Truth", "Wrong", "Right", "Not yet"]]
    for (missing, n_weak, _, truth), c in found.items():
        if missing != KINDS or truth not in ("better", "a little better", "equal"):
            continue
        before, after = (c[4] - c[0] - c[1], c[4] - c[2] - c[3])
        right = _arrow(c[1], c[3], c[4]) if RIGHT[truth] else "–"
        pair = [_arrow(c[0], c[2], c[4]), right, _arrow(before, after, c[4])]
        rows.append([f"{n_weak:.0f}", f"{_percent(c[5], c[4])}%", truth, *pair])
    return markdown([rows[0], *sorted(rows[1:], key=lambda row: int(row[0]))])


def broken(found: Mapping[Cell, Counts]) -> list[str]:
    """Cells where the assumption holds and wrong claims are above 5% beyond Monte-Carlo error."""
    return [
        f"{missing}, old {old:.0%}, new {new:.0%}, truth {truth}: wrong in {c[2]:.0f} of {c[4]:.0f}"
        for (missing, old, new, truth), c in found.items()
        if missing in HOLDS and monte_carlo(c[2] / c[4], int(c[4]))[0] > WRONG
    ]


def _rows(found: Mapping[Cell, Counts]) -> list[tuple[str, float, float]]:
    return list(dict.fromkeys((missing, old, new) for missing, old, new, _ in found if missing != KINDS))


def _judged(missing: str, old: float, new: float, of: Iterable[Counts]) -> list[str]:
    if missing in HOLDS:
        return [f"{old:.0%}", f"{new:.0%}"]
    total = sum(of)
    return [f"{old:.0%}", f"{_percent(total[5], total[4])}%"]


def _arrow(before: float, after: float, n: float) -> str:
    return f"{_percent(before, n)} → {_percent(after, n)}"


def _percent(count: float, n: float) -> str:
    return f"{100 * count / n:.0f}"


def main() -> int:
    """0, or 1 where a wrong system is called better too often though the assumption holds."""
    asked = parser("simulations.unequal", __doc__)
    asked.add_argument("--worlds", type=int, default=60, help="worlds of each truth")
    asked.add_argument("--processes", type=int, default=os.cpu_count())
    args = asked.parse_args()
    tasks = list(product(TRUTHS, range(args.worlds)))
    with ProcessPoolExecutor(args.processes) as pool:
        found = summed(pool.map(partial(one_world, seed=args.seed), tasks, chunksize=5))
    parts = {
        "unequal-wrong": wrong_table(found),
        "unequal-right": right_table(found),
        "unequal-kinds": kinds_table(found),
    }
    return tell(parts, write=args.write, broken=broken(found))


if __name__ == "__main__":
    sys.exit(main())
