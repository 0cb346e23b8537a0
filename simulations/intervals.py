"""Runs the simulations and prints their tables; ``--write`` puts them into docs/simulations.md."""

from __future__ import annotations

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before NumPy: a process a core, a thread a process

import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import product

from simulations import coverage, families, page, tables
from simulations.worlds import MEASURES, NULLS

CHUNK = 100  # draws that one process makes at once


def summed(pool: ProcessPoolExecutor, one: Callable[..., dict], n_draws: int) -> dict:
    """Sums over draws; the same on any number of processes."""
    total: dict = {}
    for part in pool.map(one, [range(i, min(i + CHUNK, n_draws)) for i in range(0, n_draws, CHUNK)]):
        for name, value in part.items():
            before = total.get(name)
            if isinstance(value, tuple):
                total[name] = value if before is None else tuple(a + b for a, b in zip(before, value))
            else:
                total[name] = value + (before or 0)
    return total


def coverages(pool: ProcessPoolExecutor, n_draws: int, seed: int) -> dict:
    """Every measure at every number of queries."""
    found = {}
    for measure, n_queries in product(MEASURES, coverage.QUERIES):
        print(f"coverage of {measure} with {n_queries} queries", file=sys.stderr)
        found[measure, n_queries] = summed(pool, partial(coverage.coverage, measure, n_queries, seed=seed), n_draws)
    return found


def errors(pool: ProcessPoolExecutor, n_draws: int, seed: int) -> dict:
    """Every truth."""
    found = {}
    for null in NULLS:
        print(f"errors where {null.name}", file=sys.stderr)
        found[null.name] = summed(pool, partial(families.errors, null, seed=seed), n_draws)
    return found


def main() -> int:
    """0, or 1 where a correction breaks its promise."""
    asked = page.parser("simulations.intervals", __doc__)
    asked.add_argument("--draws", type=int, default=2_000, help="draws of queries for each row")
    asked.add_argument("--processes", type=int, default=os.cpu_count())
    asked.add_argument("--only", choices=("coverage", "families"))
    args = asked.parse_args()
    parts, bad = {}, []
    with ProcessPoolExecutor(args.processes) as pool:
        if args.only != "coverage":
            found = errors(pool, args.draws, args.seed)
            parts["families"] = tables.family_table(found, NULLS, args.draws)
            bad = tables.broken(found, NULLS, args.draws)
        if args.only != "families":
            covered = coverages(pool, args.draws, args.seed)
            parts["means"] = tables.coverage_table(covered, args.draws, 0)
            parts["differences"] = tables.coverage_table(covered, args.draws, 1)
    return page.tell(parts, write=args.write, broken=bad)


if __name__ == "__main__":
    sys.exit(main())
